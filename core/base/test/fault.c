// Requests that are refused on purpose: the one that DBX_FAULT names, or all from it on.
#include "base/fault.h"

#include "base/budget.h"
#include "base/mem.h"
#include "base/poll.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void counts(const char *wish, const char *want, bool recovers) {
  char got[16] = "";
  setenv("DBX_FAULT", wish, 1);
  for (int i = 0; i < 8; i++) {
    got[i] = dbx_fault_due() ? '!' : '.';
    if (recovers && i == 4) dbx_budget_recover();
  }
  cr_expect_str_eq(got, want, "%s: %s", wish, got);
}

Test(fault, none) { counts("", "........", false); }
Test(fault, the_third_request) { counts("3", "..!.....", false); }
Test(fault, all_from_the_third_on) { counts("3+", "..!!!!!!", false); }
Test(fault, until_the_session_has_recovered) { counts("3+", "..!!!...", true); }

Test(fault, what_may_not_fail_is_granted_and_asks_for_a_stop) {
  setenv("DBX_FAULT", "2", 1);
  void *a = dbx_alloc(10), *b = dbx_alloc(10), *c = dbx_alloc(10);
  cr_expect(a && b && c);
  cr_expect(dbx_stopping_for(DBX_STOP_MEMORY) && dbx_fault_firing());
  cr_expect(dbx_budget_is == DBX_BUDGET_SHORT && dbx_budget_wanted() == 10);
  dbx_stop_forget(DBX_STOP_MEMORY);
  cr_expect(dbx_budget_recover() && !dbx_fault_firing());
  free(a), free(b), free(c);
}

Test(fault, what_may_fail_fails) {
  setenv("DBX_FAULT", "1+", 1);
  cr_expect(!dbx_try_alloc(1) && !dbx_budget_has(1));
  cr_expect(!dbx_stopping(), "whoever asked says so itself");
  dbx_budget_recover();
  void *p = dbx_try_alloc(1);
  cr_expect(p && dbx_budget_has(1));
  free(p);
}

Test(fault, beyond_the_reserve_the_process_ends, .exit_code = 70) {
  setenv("DBX_FAULT", "1+", 1);
  freopen("/dev/null", "w", stderr);
  dbx_fault_due();
  dbx_fault_granted((size_t)DBX_BUDGET_RESERVE << 20);
}

static volatile int times = 5; // no compiler makes five places of one

// Asks for six requests from two places; fills text with what was written to descriptor 9, which
// may be the test's own.
static bool ask_and_list(char *text, size_t size) {
  int kept = fcntl(9, F_DUPFD, 20), file = open("/tmp", O_TMPFILE | O_RDWR, 0600);
  int list = fcntl(file, F_DUPFD, 20); // whatever number it got
  bool ok = dup2(list, 9) == 9, refused = false;
  for (int i = 0; i < times; i++) refused |= dbx_fault_due();
  refused |= dbx_fault_due();
  if (kept < 0) close(9);
  else dup2(kept, 9);
  return ok && !refused && pread(list, text, size, 0) > 0;
}

Test(fault, places_are_listed_once) {
  char text[4096] = "";
  setenv("DBX_FAULT", "list", 1);
  cr_assert(ask_and_list(text, sizeof text - 1));
  const char *second = strchr(text, '\n');
  cr_assert(second && second[1]);
  cr_expect(!strncmp(text, "1 ", 2) && !strncmp(second + 1, "6 ", 2), "%s", text);
  cr_expect_eq(strchr(second + 1, '\n'), strrchr(text, '\n'), "%s", text);
}
