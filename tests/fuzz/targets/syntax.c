// Lexer, parser, names: any bytes are a program with a tree that can be dumped, or one diagnostic.
#include "surround.h"

#include "lang/lang.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  uint32_t file = fuzz_begin("input.py", data, n);
  dbx_module *m = NULL;
  dbx_buf b = {0};
  bool incomplete;
  dbx_status st = dbx_parse(file, &m, &incomplete);
  if (st == DBX_OK) dbx_ast_dump(&b, m->root), st = dbx_resolve(m);
  dbx_module_free(m);
  dbx_buf_free(&b);
  fuzz_end(st);
  return 0;
}
