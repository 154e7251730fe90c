// The Jaxpr reader: any bytes are a Jaxpr or one diagnostic. What is read and type-checks is
// printed, read again, and prints the same.
#include "surround.h"

#include "ir/jaxpr.h"
#include "lang/lang.h"
#include "read/read.h"

#include <string.h>

static void print(const dbx_jaxpr *j, dbx_buf *b) {
  dbx_print_jaxpr(b, j, &(dbx_print_opts){.style = DBX_STYLE_OLD});
}

static void read_back(const dbx_jaxpr *j) {
  dbx_buf first = {0}, second = {0};
  dbx_arena arena = {0};
  dbx_jaxpr *again;
  print(j, &first);
  uint32_t file = dbx_source_add("printed.jaxpr", dbx_text(&first), first.n);
  if (dbx_read_jaxpr(file, &arena, &again) != DBX_OK || dbx_check_jaxpr(again) != DBX_OK)
    fuzz_found("what was printed is not read", dbx_diag_pending()->message);
  print(again, &second);
  if (strcmp(dbx_text(&first), dbx_text(&second)))
    fuzz_found("printed otherwise the second time", dbx_text(&second));
  dbx_buf_free(&first), dbx_buf_free(&second);
  dbx_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  uint32_t file = fuzz_begin("input.jaxpr", data, n);
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  dbx_status st = dbx_read_jaxpr(file, &arena, &j);
  if (st == DBX_OK) st = dbx_check_jaxpr(j);
  if (st == DBX_OK) read_back(j);
  dbx_arena_free(&arena);
  fuzz_end(st);
  return 0;
}
