// What ends early because the computation has to end leaves nothing that a collection may not look
// at: a list has as many items as were copied.
#include "base/poll.h"
#include "lang/lang.h"

#include <criterion/criterion.h>

enum { MANY = 1000000 };

static uint32_t items_of_copy(bool stop) {
  pv *items = dbx_alloc(MANY * sizeof *items);
  for (uint32_t i = 0; i < MANY; i++) items[i] = pv_int(i);
  if (stop) dbx_stop_ask(DBX_STOP_INTERRUPT);
  pv v = list_new(items, MANY);
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  uint32_t n = SEQ(v)->n;
  for (uint32_t i = 0; i < n; i++) cr_assert(pv_same(SEQ(v)->at[i], items[i]));
  lang_pin(v);
  heap_collect();
  free(items);
  return n;
}

Test(poll, a_copied_list_is_whole) {
  lang_start();
  cr_assert_eq(items_of_copy(false), MANY);
  lang_stop();
}

Test(poll, a_copy_that_ends_early_has_what_was_copied) {
  lang_start();
  cr_assert_lt(items_of_copy(true), MANY);
  lang_stop();
}
