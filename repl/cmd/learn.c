// The commands that teach: pages of terms and codes.
#include "cmd/commands.h"
#include "cmd/host.h"

#include "learn/pages.h"
#include <unistd.h>

static void print(dbx_buf *b) {
  fputs(dbx_text(b), stdout);
  dbx_buf_free(b);
}

// ---- pages ----

static void put_index(dbx_buf *b) {
  dbx_put(b, "`:explain NAME` shows a page; a diagnostic code (E301) has one too. The terms:\n");
  page_put_terms(b, host_width());
}

dbx_status cmd_show_page(const char *rest) {
  dbx_buf b = {0};
  if (*rest) DBX_TRY(page_explain(&b, rest, host_width(), host_color(STDOUT_FILENO)));
  else put_index(&b);
  print(&b);
  return DBX_OK;
}

int cmd_explain(const cli *o) {
  dbx_buf name = {0}, b = {0};
  for (int i = 0; i < o->n_operands; i++) dbx_printf(&name, "%s%s", i ? " " : "", o->operand[i]);
  dbx_status st = DBX_OK;
  if (!o->n_operands) page_put_terms(&b, host_width());
  else st = page_explain(&b, dbx_text(&name), host_width(), host_color(STDOUT_FILENO));
  print(&b);
  dbx_buf_free(&name);
  if (st != DBX_OK) return host_report(dbx_diag_take()), CLI_MISUSE;
  return host_flush() ? CLI_OK : CLI_FAILED;
}
