// A condition with a value for each example, as the engines run it.
#include "interp/interp.h"
#include "prim/prim.h"
#include "unit/expr.h"
#include "unit/facts.h"

#include <criterion/criterion.h>

static const char text[] =
    "{ lambda ; a:i64[3] l:i64[3]. let b:i64[3] = while[\n"
    " body_jaxpr={ lambda ; c:i64[3]. let d:i64[3] = mul c 2 in (d,) } body_nconsts=0\n"
    " cond_jaxpr={ lambda ; m:i64[3] e:i64[3]. let f:bool[3] = lt e m in (f,) } cond_nconsts=1\n"
    " ] l a in (b,) }";

Test(while_all, goes_on_until_none_holds) {
  dbx_jaxpr *j = facts_jaxpr(text);
  dbx_array *args[] = {array_read("i64[3] 1 3 30"), array_read("i64[3] 20 20 20")}, *out;
  dbx_buf b = {0};
  const dbx_jaxpr *run = dbx_jaxpr_of_all(facts_arena(), j);
  cr_assert(run != j && run->n_eqns == 1);
  const dbx_jaxpr *test = dbx_eqn_param(&run->eqns[0], DBX_S_cond_jaxpr)->jaxpr;
  cr_expect_eq(dbx_aval_at(dbx_atom_aval(test->outs[0]))->rank, 0);
  cr_expect_eq(run->eqns[0].n_in, 3, "the body needs the constants of the condition too");
  cr_assert_eq(dbx_interpret(j, args, &out), DBX_OK);
  put_array(&b, out);
  cr_expect_str_eq(dbx_text(&b), "i64[3] 32 24 30");
  dbx_buf_free(&b);
  for (int i = 0; i < 2; i++) dbx_array_unref(args[i]);
  dbx_array_unref(out);
}

Test(while_all, others_are_themselves) {
  dbx_jaxpr *j = facts_jaxpr("{ lambda ; a:i64[]. let b:i64[] = add a 1 in (b,) }");
  cr_expect_eq(dbx_jaxpr_of_all(facts_arena(), j), j);
  cr_expect_eq(dbx_while_of_all(facts_arena(), &j->eqns[0]), &j->eqns[0]);
}
