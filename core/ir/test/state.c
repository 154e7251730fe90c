// What core/ir keeps in a session: handles of two sessions have nothing to do with each other.
#include "ir/state.h"

#include "ir/jaxpr.h"

#include <criterion/criterion.h>
#include <stdio.h>

static dbx_session *other(void) {
  dbx_session *s = dbx_session_new();
  dbx_session_add(&base_room);
  dbx_session_add(&ir_room);
  return s;
}

static bool no_name(dbx_buf *b, dbx_var v) { return dbx_put(b, "named"), true; }

static const char *text_of(dbx_aval a) {
  static char text[64];
  dbx_buf b = {0};
  dbx_put_aval(&b, a, NULL);
  snprintf(text, sizeof text, "%s", dbx_text(&b));
  dbx_buf_free(&b);
  return text;
}

Test(state, handles_and_hooks_of_two_sessions) {
  dbx_session *a = dbx_session_use(NULL);
  dbx_session_use(a);
  dbx_var n = dbx_var_new(dbx_aval_scalar(DBX_I64, false), DBX_VAR_ARG, 0);
  dbx_dim dims[] = {dbx_dim_int(3), dbx_dim_var(n)};
  dbx_aval t = dbx_aval_of(DBX_F64, false, 2, dims);
  const dbx_param *p = dbx_p_text("a parameter");
  ir_now->put_source_name = no_name;
  cr_assert_str_eq(text_of(t), "f64[3,named]");
  dbx_session *b = other();
  cr_assert_eq(ir_now->style, DBX_STYLE_DEFAULT);
  cr_assert_eq(ir_now->target, 0);
  cr_assert_null(ir_now->put_source_name);
  cr_assert_eq(dbx_var_count(), 0);
  dbx_var m = dbx_var_new(dbx_aval_scalar(DBX_I32, false), DBX_VAR_ARG, 0);
  dims[1] = dbx_dim_var(m);
  cr_assert_str_eq(text_of(dbx_aval_of(DBX_C128, false, 2, dims)), "c128[3,?]");
  cr_assert_neq(dbx_p_text("a parameter"), p);
  dbx_atom five = dbx_literal_int(5);
  cr_assert_eq(dbx_literal_at(five)->value.i, 5);
  dbx_session_use(a);
  cr_assert_str_eq(text_of(t), "f64[3,named]");
  cr_assert_eq(dbx_p_text("a parameter"), p);
  cr_assert_eq(dbx_literal_at(dbx_literal_int(6))->value.i, 6);
  dbx_session_use(b);
  cr_assert_eq(dbx_literal_int(5), five);
  dbx_session_free(b);
  dbx_session_use(a);
  cr_assert_eq(dbx_aval_at(t)->rank, 2);
}
