// Jaxprs over a further axis.
#include "batch/rule.h"
#include "unit/facts.h"
#include "unit/traced.h"

#include <criterion/criterion.h>

Test(batch_jaxpr, axes_of_results) {
  traced x;
  batch_jaxpr b, again;
  traced_begin(&x, "n:i64[] implicit, y:f64[n]");
  const dbx_jaxpr *j = facts_jaxpr(
      "{ lambda ; a:f64[3] b:f64[]. let c:f64[3] = mul a b\n d:f64[] = sin b in (c, d) }");
  batch_site s = {.size = dbx_dim_int(5), .bind = batch_eqn};
  int64_t in[] = {1, DBX_UNMAPPED}, to[] = {0, 0};
  dbx_sym name = dbx_intern("f");
  cr_assert_eq(batch_of_jaxpr(&s, j, name, in, NULL, &b), DBX_OK);
  cr_expect(b.out[0] == 1 && b.out[1] == DBX_UNMAPPED && b.n_captures == 0);
  cr_expect_str_eq(dbx_aval_text(dbx_atom_aval(b.j->outs[0])), "f64[3,5]");
  cr_assert_eq(batch_of_jaxpr(&s, j, name, in, NULL, &again), DBX_OK);
  cr_expect_eq(again.j, b.j, "calls with the same axes share one");
  cr_assert_eq(batch_of_jaxpr(&s, j, name, in, to, &again), DBX_OK);
  cr_expect(again.j != b.j && again.out[0] == 0 && again.out[1] == 0);
  cr_expect_str_eq(dbx_aval_text(dbx_atom_aval(again.j->outs[1])), "f64[5]");
  s.size = dbx_dim_var(traced_get(&x, "n").tracer);
  cr_assert_eq(batch_of_jaxpr(&s, j, name, in, NULL, &again), DBX_OK);
  cr_expect_eq(again.n_captures, 1, "the length is an operand");
  traced_end(&x);
}

Test(batch_jaxpr, call) {
  const dbx_jaxpr *j = facts_jaxpr("{ lambda ; a:i64[] b:i64[]. let c:i64[] = mul a b in (c,) }");
  batch_site s = {.size = dbx_dim_int(1), .bind = batch_eqn};
  V out, in[] = {jn_int(6), jn_int(7)};
  cr_assert_eq(batch_call(&s, j, in, 2, &out), DBX_OK);
  cr_expect(out.kind == DBX_V_ARRAY && dbx_array_at(out.array, 0).i == 42);
}
