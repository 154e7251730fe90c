// dbidx run: standard output is exactly what the program prints, or the results of a Jaxpr.
#include "cmd/host/host.h"
#include "cmd/session/settings.h"
#include "cmd/subcommands/jaxpr.h"
#include "cmd/subcommands/sheets.h"
#include "debug/fixes.h"
#include "learn/sheet.h"

#include <string.h>

static int failed(const cli *o, bool jaxpr) {
  dbx_diag *d = dbx_diag_take();
  fix_host host = fixes_of_file;
  host.most = o->fixes > 0 ? (uint32_t)o->fixes : 0;
  if (d) fixes_offer(d, &host);
  const char *cls = d ? dbx_sym_text(d->cls) : "Exception";
  if (jaxpr || o->json) host_report(d);
  else host_report_unlettered(d); // a program is run without its Jaxprs being shown
  if (o->exception_line) printf("!%s\n", cls);
  return CLI_FAILED;
}

// The status of a program that failed, or that ended itself.
static int ended(const cli *o, bool jaxpr) {
  dbx_buf said = {0};
  int status;
  if (o->exception_line || !lang_exits(&status, &said)) return failed(o, jaxpr);
  (void)fflush(stdout);
  fputs(dbx_text(&said), stderr);
  dbx_buf_free(&said);
  return status;
}

int cmd_run(const cli *o) {
  uint32_t file;
  size_t n;
  if (o->code) file = dbx_source_add("<string>", o->code, strlen(o->code));
  else if (sheet_is_markdown(o->operand[0])) return sheets_run(o, o->operand[0]);
  else if (!host_read_file(o->operand[0], &file)) return CLI_MISUSE;
  if (o->args && !jaxpr_is_source(file)) {
    fprintf(stderr, "dbidx: --args is for Jaxprs; a program's arguments follow its file\n");
    return CLI_MISUSE;
  }
  if (jaxpr_is_source(file) && o->n_operands > !o->code) {
    fprintf(stderr, "dbidx: the arguments of a Jaxpr are given by --args\n");
    return CLI_MISUSE;
  }
  if (settings_start(o, stdout) != DBX_OK) return failed(o, false);
  if (!o->code) lang_set_folder(o->operand[0]);
  const char *text = dbx_source_text(file, &n);
  bool jaxpr = jaxpr_is_source(file);
  if (jaxpr || host_uses_jit(text, n)) host_warm_up();
  dbx_status st = jaxpr ? jaxpr_run_source(file, o->args) : lang_run(file, NULL, NULL);
  int status = st == DBX_OK ? CLI_OK : ended(o, jaxpr);
  lang_leave_program();
  if (!host_flush()) status = CLI_FAILED;
  return host_stop(status);
}
