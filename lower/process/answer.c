// See answer.h.
#include "lower/process/answer.h"

#include "base/budget.h"
#include "base/poll.h"

#include <string.h>
#include <sys/wait.h>

void answer_begin(dbx_buf *b) {
  dbx_putn(b, (const char *)&(answer_head){.eqn = ANSWER_NONE}, sizeof(answer_head));
}

void answer_fail(dbx_buf *b, const answer_head *h, const char *text) {
  dbx_clear(b);
  dbx_putn(b, (const char *)h, sizeof *h);
  dbx_put(b, text);
}

dbx_status answer_take(const dbx_buf *b, const dbx_eqn *const *eqns, const char **ret_rest) {
  answer_head h;
  memcpy(&h, b->at, sizeof h);
  *ret_rest = b->at + sizeof h;
  if (h.st == DBX_OK) return DBX_OK;
  dbx_fail_(h.code, h.eqn == ANSWER_NONE ? h.span : eqns[h.eqn]->span, "%s", *ret_rest);
  return h.code == DBX_E702 ? dbx_budget_short() : DBX_FAIL;
}

dbx_status answer_missing(int status) {
  bool killed = WIFSIGNALED(status);
  int how = killed ? WTERMSIG(status) : WEXITSTATUS(status);
  if (dbx_stopping())
    return dbx_stop_take(true, (dbx_span){0}, "interrupted while the program was compiled");
  if (killed && how == SIGKILL) { // by the system, which is short of it
    dbx_fail_(DBX_E702, (dbx_span){0}, "no memory is left for compiling the program");
    return dbx_budget_short();
  }
  dbx_status st = dbx_fail(DBX_E803, (dbx_span){0}, "the compiler ended by %s %d",
                           killed ? "signal" : "status", how);
  dbx_diag_note("it works in a process of its own: the session is as it was");
  return st;
}
