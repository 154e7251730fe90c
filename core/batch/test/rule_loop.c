// Loops over a further axis, from text: the condition differs between the examples, or it does not.
#include "batch/rule.h"
#include "unit/facts.h"
#include "unit/traced.h"

#include <criterion/criterion.h>

static const char while_text[] =
    "{ lambda ; a:i64[] b:i64[]. let c:i64[] d:i64[] = while[\n"
    " body_jaxpr={ lambda ; e:i64[] f:i64[]. let g:i64[] = mul e 2\n h:i64[] = add f 1 in (g, h) "
    "}\n"
    " body_nconsts=0 cond_jaxpr={ lambda ; i:i64[] j:i64[]. let k:bool[] = lt i 20 in (k,) }\n"
    " cond_nconsts=0 ] a b in (c, d) }";

static void expect_results(const int64_t *in, const char *first, const char *second) {
  traced x;
  batch_jaxpr b;
  batch_site s = {.size = dbx_dim_int(3), .bind = batch_eqn};
  traced_begin(&x, "y:f64[]");
  cr_assert_eq(batch_of_jaxpr(&s, facts_jaxpr(while_text), dbx_intern("f"), in, NULL, &b), DBX_OK);
  cr_expect_str_eq(dbx_aval_text(dbx_atom_aval(b.j->outs[0])), first);
  cr_expect_str_eq(dbx_aval_text(dbx_atom_aval(b.j->outs[1])), second);
  traced_end(&x);
}

Test(batch_rule_loop, while_loop) {
  expect_results((int64_t[]){0, DBX_UNMAPPED}, "i64[3]", "i64[3]"); // all carries are mapped
  expect_results((int64_t[]){DBX_UNMAPPED, 0}, "i64[]", "i64[3]");
}
