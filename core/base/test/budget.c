// Requests within the budget are granted, others are refused, and there is a way back.
#include "base/budget.h"

#include "base/fault.h"
#include "base/mem.h"
#include "base/poison.h"
#include "base/poll.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

enum { MB = 1 << 20 };

Test(budget, without_one_everything_that_the_machine_has_is_there) {
  cr_expect_eq(dbx_budget(), SIZE_MAX);
  cr_expect(dbx_budget_has(0) && dbx_budget_has(MB));
  cr_expect(!dbx_budget_has(0x1p62));
  cr_expect(dbx_budget_recover());
}

Test(budget, of_the_machine) {
  cr_expect_geq(dbx_budget_of_machine(), (size_t)DBX_BUDGET_LEAST * MB);
  cr_expect_lt(dbx_budget_of_machine(), (size_t)1 << 50);
}

Test(budget, the_least) {
  dbx_budget_set(0);
  cr_expect_eq(dbx_budget(), (size_t)DBX_BUDGET_LEAST * MB);
  dbx_budget_set((size_t)100 * MB);
  cr_expect_eq(dbx_budget(), (size_t)100 * MB);
}

Test(budget, a_refused_request_is_remembered_until_the_recovery) {
  dbx_budget_set((size_t)100 * MB);
  cr_expect_eq(dbx_budget_is, DBX_BUDGET_FINE);
  cr_expect(dbx_budget_has(10.0 * MB));
  cr_expect(!dbx_budget_has(101.0 * MB));
  cr_expect(dbx_budget_is == DBX_BUDGET_SHORT && dbx_budget_wanted() == 101.0 * MB);
  cr_expect(dbx_budget_recover() && dbx_budget_is == DBX_BUDGET_FINE);
  cr_expect(!dbx_budget_lacks(5) && dbx_budget_wanted() == 5);
  cr_expect_eq(dbx_budget_is, DBX_BUDGET_SHORT);
}

Test(budget, diagnostics_say_the_budget_and_the_way_out) {
  for (int i = 0; i < 2; i++) {
    cr_assert_eq(dbx_budget_fail(DBX_E216, (dbx_span){0}), DBX_FAIL);
    dbx_diag *d = dbx_diag_take();
    cr_expect_str_eq(d->message, i ? "the memory budget of the session (64 MB) is used up"
                                   : "no memory is left");
    cr_expect(d->n_notes == 1 && d->notes[0].kind == DBX_NOTE_MEMORY);
    cr_expect_eq(dbx_budget_is, DBX_BUDGET_SHORT);
    dbx_diag_free(d);
    dbx_budget_set((size_t)64 * MB);
  }
}

Test(budget, stacks_and_addresses_count_for_nothing) {
  dbx_budget_set((size_t)DBX_BUDGET_LEAST * MB);
  char *stack = dbx_reserve_stack((size_t)200 * MB);
  cr_assert_not_null(stack);
  stack[0] = stack[200 * MB - 1] = 1;
  char *at = dbx_reserve_addresses((size_t)1 << 36);
  cr_assert_not_null(at);
  dbx_use_addresses(at, 8192);
  at[0] = at[8191] = 1;
  cr_expect(dbx_leave_addresses(at, 8192));
  dbx_use_addresses(at, 4096);
  cr_expect_eq(at[0], 0, "what was left comes back clear");
  cr_expect(dbx_budget_has(10.0 * MB));
}

#if !DBX_SANITIZED // whose mappings are beyond any limit

static int take_all(char **block, int most) {
  int n = 0;
  while (n < most && (block[n] = dbx_try_alloc((size_t)4 * MB)))
    memset(block[n++], 1, (size_t)4 * MB);
  return n;
}

Test(budget, the_system_keeps_it) {
  char *block[100];
  dbx_budget_set((size_t)64 * MB);
  int n = take_all(block, 100);
  cr_assert(n >= 10 && n <= 17, "%d blocks of 4 MB in 64 MB", n);
  cr_expect_eq(dbx_budget_is, DBX_BUDGET_SHORT);
  // small requests do not fail: they ask for an end
  dbx_vec(void *) small = {0};
  while (!dbx_stopping() && small.n < 1000) {
    void *p = dbx_alloc(100000);
    dbx_push(&small, p);
  }
  cr_expect(dbx_stopping_for(DBX_STOP_MEMORY));
  cr_expect(!dbx_budget_recover(), "all of it is still alive");
  dbx_stop_forget(DBX_STOP_MEMORY);
  for (uint32_t i = 0; i < small.n; i++) free(small.at[i]);
  for (int i = 0; i < n; i++) free(block[i]);
  dbx_vec_free(&small);
  cr_expect(dbx_budget_recover(), "and now it is not");
  int again = take_all(block, 100);
  cr_expect_eq(again, n);
  for (int i = 0; i < again; i++) free(block[i]);
}

Test(budget, other_programs_are_started_without_it) {
  dbx_budget_set((size_t)DBX_BUDGET_LEAST * MB);
  dbx_budget_lift();
  char *volatile p = malloc((size_t)500 * MB); // volatile: else clang asks for nothing
  cr_expect_not_null(p);
  free(p);
  dbx_budget_hold();
  p = malloc((size_t)500 * MB);
  cr_expect_null(p);
  free(p);
}

#endif
