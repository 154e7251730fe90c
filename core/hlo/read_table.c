// Which reader an operation has.
#include "hlo/read.h"

#include <string.h>

static const struct {
  const char *op;
  hlo_read_fn read;
} readers[] = {
#define HLO_READ(op, reader) {op, hlo_read_##reader},
#include "hlo/readers.def"
#undef HLO_READ
};

dbx_status hlo_read_op(hlo_reader *r, const mlir_op *op) {
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
    if (!strcmp(readers[i].op, op->name)) return readers[i].read(r, op);
  return hlo_read_plain(r, op);
}
