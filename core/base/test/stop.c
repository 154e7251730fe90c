// The failures of what has to stop.
#include "base/budget.h"
#include "base/poll.h"

#include <criterion/criterion.h>
#include <string.h>

Test(stop, the_strongest_reason_is_taken_and_all_are_forgotten) {
  static const struct {
    unsigned why;
    bool run;
    dbx_code code;
  } facts[] = {{DBX_STOP_INTERRUPT, false, DBX_E217},
               {DBX_STOP_INTERRUPT, true, DBX_E704},
               {DBX_STOP_MEMORY, false, DBX_E216},
               {DBX_STOP_MEMORY, true, DBX_E702},
               {DBX_STOP_INTERRUPT | DBX_STOP_MEMORY, false, DBX_E217}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_stop_ask((dbx_stop_reason)facts[i].why);
    dbx_span at = {0, 1, 2};
    cr_expect_eq(dbx_stop_take(facts[i].run, at, "interrupted here"), DBX_FAIL);
    cr_expect_eq(dbx_diag_pending()->code, facts[i].code, "row %zu", i);
    if (facts[i].why & DBX_STOP_INTERRUPT)
      cr_expect_str_eq(dbx_diag_pending()->message, "interrupted here");
    else cr_expect(dbx_diag_pending()->n_notes == 1, "the way out is said");
    cr_expect(!dbx_stopping());
    dbx_diag_free(dbx_diag_take());
  }
  dbx_budget_is = DBX_BUDGET_FINE;
}

Test(stop, a_budget_that_is_used_up) {
  cr_expect_eq(dbx_budget_fail(DBX_E216, (dbx_span){0}), DBX_FAIL);
  cr_expect(strstr(dbx_diag_pending()->message, "no memory is left"), "none was set");
  cr_expect_eq(dbx_budget_is, DBX_BUDGET_SHORT);
  dbx_diag_free(dbx_diag_take());
  dbx_budget_is = DBX_BUDGET_FINE;
}
