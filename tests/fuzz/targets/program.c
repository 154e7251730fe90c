// Whole programs by the interpreter: traced, type-checked, run; a failure is one diagnostic. Every
// Jaxpr that was traced type-checks, and is read back from what is printed.
#include "surround.h"

#include "cmd/session/traces.h"
#include "lang/lang.h"
#include "viz/report/diagnostic.h"

static void check_traces(void) {
  for (uint32_t i = 0; i < lang_now->traces.n; i++)
    if (lang_now->traces.at[i]->jaxpr && traces_verify(lang_now->traces.at[i]->jaxpr) != DBX_OK)
      fuzz_found("a Jaxpr that does not type-check", dbx_diag_pending()->message);
}

static void show_failure(void) {
  dbx_buf b = {0};
  dbx_put_diag(&b, dbx_diag_pending(), &(dbx_diag_style){.width = 80});
  dbx_buf_free(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  uint32_t file = fuzz_begin("input.py", data, n);
  dbx_status st = lang_run(file, NULL, NULL);
  if (st != DBX_OK && dbx_diag_pending()) show_failure();
  dbx_diag *d = dbx_diag_take();
  check_traces();
  if (d) dbx_diag_put(d);
  fuzz_end(st);
  return 0;
}
