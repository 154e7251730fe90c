// The failures of what has to stop: Ctrl-C, and requests that were refused (see poll.h, budget.h).
#include "base/budget.h"
#include "base/poll.h"

dbx_status dbx_stop_take(bool run, dbx_span at, const char *interrupted) {
  unsigned why = atomic_exchange(&dbx_stop, 0);
  if (why & DBX_STOP_INTERRUPT) return dbx_fail(run ? DBX_E704 : DBX_E217, at, "%s", interrupted);
  return dbx_budget_fail(run ? DBX_E702 : DBX_E216, at);
}

void dbx_diag_forget(void) {
  dbx_diag *d = dbx_diag_take();
  if (d && dbx_is_interrupt(d->code)) dbx_stop_ask(DBX_STOP_INTERRUPT);
  dbx_diag_free(d);
}

void dbx_budget_short_(void) {
  dbx_budget_is = DBX_BUDGET_SHORT;
  dbx_diag_advise(DBX_NOTE_MEMORY, "");
}

void dbx_budget_fail_(dbx_code code, dbx_span at) {
  size_t budget = dbx_budget();
  if (budget != SIZE_MAX)
    dbx_fail_(code, at, "the memory budget of the session (%zu MB) is used up", budget >> 20);
  else dbx_fail_(code, at, "no memory is left");
  dbx_budget_short_();
}
