// dbidx run: standard output is exactly what the program prints.
#include "cmd/host.h"

#include <string.h>

static int failed(const cli *o) {
  dbx_diag *d = dbx_diag_take();
  const char *cls = d ? dbx_sym_text(d->cls) : "Exception";
  host_report(d);
  if (o->exception_line) printf("!%s\n", cls);
  return CLI_FAILED;
}

int cmd_run(const cli *o) {
  uint32_t file;
  size_t n;
  if (!host_read_file(o->operand[0], &file)) return CLI_MISUSE;
  if (host_start(o, stdout) != DBX_OK) return failed(o);
  const char *text = dbx_source_text(file, &n);
  if (host_uses_jit(text, n)) host_warm_up();
  int status = lang_run(file, NULL, NULL) == DBX_OK ? CLI_OK : failed(o);
  if (!host_flush()) status = CLI_FAILED;
  return host_stop(status);
}
