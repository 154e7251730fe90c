// Blocks that end where a page ends (what happens behind them: tests/unit/test_guard.c).
#include "base/guard.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

Test(guard, blocks_end_where_a_page_ends) {
  static const size_t sizes[] = {0, 1, 8, 4095, 4096, 4097, 1 << 20};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    char *at = dbx_guard_new(sizes[i]);
    cr_assert_not_null(at);
    cr_expect_eq(((uintptr_t)at + sizes[i]) % 4096, 0);
    for (size_t k = 0; k < sizes[i]; k++) cr_assert_eq(at[k], 0);
    if (sizes[i]) memset(at, 1, sizes[i]);
    dbx_guard_free(at, sizes[i]);
  }
}

Test(guard, the_environment_is_read_once) {
  unsetenv("DBIDX_GUARD");
  cr_expect(!dbx_guards());
  setenv("DBIDX_GUARD", "1", 1);
  cr_expect(!dbx_guards(), "blocks of both kinds cannot be told apart");
}

Test(guard, only_1_turns_it_on) {
  setenv("DBIDX_GUARD", "yes", 1);
  cr_expect(!dbx_guards());
}
