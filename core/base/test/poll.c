// Reasons to end are asked for from anywhere and taken once; what takes long ends early.
#include "base/poll.h"

#include "base/budget.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

Test(poll, each_reason_has_its_code) {
  static const struct {
    unsigned why;
    bool run;
    dbx_code code;
  } facts[] = {
      {DBX_STOP_INTERRUPT, false, DBX_E217},
      {DBX_STOP_INTERRUPT, true, DBX_E704},
      {DBX_STOP_MEMORY, false, DBX_E216},
      {DBX_STOP_MEMORY, true, DBX_E702},
      {DBX_STOP_INTERRUPT | DBX_STOP_MEMORY, false, DBX_E217}, // the strongest
      {DBX_STOP_INTERRUPT | DBX_STOP_MEMORY, true, DBX_E704},
  };
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    cr_assert_eq(dbx_poll(), DBX_OK);
    cr_assert_eq(dbx_poll_run(), DBX_OK);
    dbx_stop_ask((dbx_stop_reason)facts[i].why);
    cr_assert_eq(facts[i].run ? dbx_poll_run() : dbx_poll(), DBX_FAIL);
    dbx_diag *d = dbx_diag_take();
    cr_expect_eq(d->code, facts[i].code, "row %zu: %s", i, dbx_code_name(d->code));
    dbx_diag_free(d);
    cr_expect(!dbx_stopping(), "all reasons are taken at once");
  }
  cr_expect_eq(dbx_budget_recover(), true);
}

Test(poll, a_reason_can_be_forgotten) {
  dbx_stop_ask(DBX_STOP_INTERRUPT), dbx_stop_ask(DBX_STOP_INTERRUPT), dbx_stop_ask(DBX_STOP_MEMORY);
  dbx_stop_forget(DBX_STOP_MEMORY);
  cr_expect(dbx_stopping_for(DBX_STOP_INTERRUPT) && !dbx_stopping_for(DBX_STOP_MEMORY));
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  cr_expect(!dbx_stopping());
}

static void ask(int sig) {
  (void)sig;
  dbx_stop_ask(DBX_STOP_INTERRUPT);
}

Test(poll, a_loop_ends_in_the_trip_after_the_signal) {
  int64_t i = 0;
  signal(SIGUSR1, ask);
  for (; dbx_go_on(i, INT64_MAX); i++)
    if (i == 9) raise(SIGUSR1);
  cr_expect_eq(i, 10);
  cr_expect_eq(dbx_polled(DBX_OK), DBX_FAIL, "what ended early does not count");
  dbx_diag_free(dbx_diag_take());
  for (i = 0; dbx_go_on(i, 3);) i++;
  cr_expect_eq(i, 3);
  cr_expect_eq(dbx_polled(DBX_FAIL), DBX_FAIL, "a failure stays the failure that it was");
}

Test(poll, loops_with_a_counter_look_now_and_then) {
  dbx_stop_ask(DBX_STOP_INTERRUPT);
  for (unsigned i = 1; i < DBX_POLL_STEPS; i++) cr_assert_eq(DBX_POLL_EACH(i), DBX_OK);
  cr_expect_eq(DBX_POLL_EACH(DBX_POLL_STEPS), DBX_FAIL);
  dbx_diag_free(dbx_diag_take());
}

Test(poll, large_blocks) {
  static const size_t sizes[] = {0, 1, DBX_POLL_STEPS - 1, DBX_POLL_STEPS, (4 << 20) + 1, 9 << 20};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    size_t n = sizes[i];
    char *a = calloc(1, n + 1), *b = calloc(1, n + 1);
    dbx_fill(a, 'x', n);
    cr_assert_eq(dbx_copy(b, a, n), n);
    cr_assert(!memcmp(a, b, n + 1) && !a[n], "%zu bytes and no more", n);
    cr_assert_eq(dbx_compare(a, b, n), 0);
    if (n) {
      b[n - 1] = 'y';
      cr_assert(dbx_compare(a, b, n) < 0 && dbx_compare(b, a, n) > 0, "%zu bytes", n);
    }
    free(a), free(b);
  }
}

Test(poll, a_large_copy_says_how_far_it_came) {
  size_t n = 9 << 20;
  char *a = calloc(1, n), *b = calloc(1, n);
  dbx_stop_ask(DBX_STOP_INTERRUPT);
  cr_expect_eq(dbx_copy(b, a, n), 0);
  dbx_fill(b, 1, n);
  cr_expect_eq(b[0], 0);
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  free(a), free(b);
}
