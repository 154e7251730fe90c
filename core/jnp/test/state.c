// The state of a session: each session has its own, and gives it back.
#include "jnp/state.h"

#include "jnp/jnp.h"
#include "rooms.h"

#include <criterion/criterion.h>

Test(state, of_each_session) {
  cr_assert_not_null(dbx_function_find("jnp", "sin"));
  uint32_t functions = jnp_now->by_name.n;
  cr_assert_gt(functions, 0);
  dbx_session *outer = dbx_session_use(NULL), *s = dbx_session_new();
  core_rooms();
  cr_assert_eq(jnp_now->by_name.n, 0);
  cr_assert_not_null(dbx_function_find("jnp", "sin"));
  dbx_session_free(s);
  cr_assert_eq(jnp_now->by_name.n, 0);
  dbx_session_use(outer);
  cr_assert_eq(jnp_now->by_name.n, functions);
}
