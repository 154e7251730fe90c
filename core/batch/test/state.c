// The state of a session: each session has its own, and gives it back.
#include "batch/state.h"

#include "rooms.h"

#include <criterion/criterion.h>

Test(batch_state, of_each_session) {
  batch_now->trace = 7;
  dbx_session *outer = dbx_session_use(NULL), *s = dbx_session_new();
  core_rooms();
  cr_assert_eq(batch_now->trace, 0);
  dbx_session_free(s);
  dbx_session_use(outer);
  cr_assert_eq(batch_now->trace, 7);
}
