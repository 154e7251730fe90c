// What core/prim keeps in a session: polynomials of two sessions are told apart by their session.
#include "prim/state.h"

#include "prim/poly.h"

#include <criterion/criterion.h>

static dbx_session *other(void) {
  dbx_session *s = dbx_session_new();
  dbx_session_add(&base_room), dbx_session_add(&ir_room), dbx_session_add(&prim_room);
  return s;
}

static dbx_var length(void) { return dbx_var_new(dbx_aval_scalar(DBX_I64, false), DBX_VAR_ARG, 0); }

Test(state, lengths_of_two_sessions) {
  dbx_session *a = dbx_session_use(NULL);
  dbx_session_use(a);
  dbx_var n = length(), m = length();
  dbx_poly p = dbx_poly_of(n), q = dbx_poly_of(m);
  cr_assert_neq(p, q);
  dbx_use_dims(DBX_DIMS_SYMBOLIC);
  dbx_session *b = other();
  cr_assert_eq(dbx_dims_in_use(), DBX_DIMS_IDENTITY, "the setting is the session's");
  cr_assert(dbx_prim_takes(DBX_PRIM_add, DBX_F64));
  cr_assert_not(dbx_prim_takes(DBX_PRIM_sin, DBX_I64));
  dbx_var k = length();
  cr_assert_eq(dbx_poly_of(k), dbx_poly_of(k));
  dbx_session_use(a);
  cr_assert_eq(dbx_dims_in_use(), DBX_DIMS_SYMBOLIC);
  cr_assert_eq(dbx_poly_of(n), p);
  cr_assert_eq(dbx_poly_of(m), q);
  dbx_session_free(b);
  dbx_session_use(a);
  dbx_use_dims(DBX_DIMS_IDENTITY);
  cr_assert_eq(dbx_poly_of(m), q);
}
