// The reader of StableHLO: any bytes are a Jaxpr or one diagnostic. What is read and type-checks
// and can be written is read again.
#include "surround.h"

#include "hlo/hlo.h"
#include "lang/lang.h"
#include "read/read.h"

static void read_back(const dbx_jaxpr *j) {
  dbx_buf text = {0};
  dbx_arena arena = {0};
  dbx_jaxpr *again = NULL;
  if (dbx_hlo_text(j, DBX_HLO_XLA, &text) != DBX_OK) {
    dbx_diag_free(dbx_diag_take());
  } else {
    uint32_t file = dbx_source_add("written.mlir", dbx_text(&text), text.n);
    dbx_status st = dbx_hlo_read(file, &arena, &again);
    if (st != DBX_OK || dbx_check_jaxpr(again) != DBX_OK) dbx_diag_free(dbx_diag_take());
  }
  dbx_hlo_release(again);
  dbx_buf_free(&text);
  dbx_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  uint32_t file = fuzz_begin("input.mlir", data, n);
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  dbx_status st = dbx_hlo_read(file, &arena, &j);
  if (st == DBX_OK) st = dbx_check_jaxpr(j);
  if (st == DBX_OK) read_back(j);
  dbx_hlo_release(j);
  dbx_arena_free(&arena);
  fuzz_end(st);
  return 0;
}
