// Jaxprs with parts left out.
#include "rewrite/step.h"

#include "unit/facts.h"

#include <criterion/criterion.h>

Test(rewrite_forward, edited) {
  dbx_jaxpr *j =
      facts_jaxpr("{ lambda ; x:f64[] y:f64[]. let a:f64[] = add x y b:f64[] = neg x in (a, b) }");
  bool in[] = {false, true}, out[] = {false, true}, eqn[] = {false, true};
  rw_map m = {0};
  rw_map_put(&m, facts_var(j, "y"), dbx_literal_of(DBX_F64, false, dbx_scalar_f(2)));
  dbx_jaxpr *r = rw_edited(facts_arena(), j,
                           &(rw_edit){.map = &m, .drop_in = in, .drop_out = out, .drop_eqn = eqn});
  dbx_map_free(&m.at);
  dbx_buf b = {0};
  dbx_print_jaxpr(&b, r, NULL);
  cr_assert_str_eq(dbx_text(&b), "{ lambda ; a:f64[]. let b:f64[] = add a 2.0 in (b,) }");
  dbx_buf_free(&b);
}

Test(rewrite_forward, loops) {
  rw_loop l;
  dbx_jaxpr *j = facts_jaxpr(
      "{ lambda ; x:f64[] k:f64[]. let c:f64[] = for_loop[apply_reverse_transform=False "
      "body_jaxpr={ lambda ; k:f64[] i:i64[] p:f64[]. let in (p,) } body_nconsts=1 nimplicit=0 "
      "preserve_dimensions=True] k 0 9 1 0 x d:f64[] = neg c in (d,) }");
  cr_assert(rw_loop_of(&j->eqns[0], &l) && l.n_body == 1 && l.bounds == 4);
  cr_assert(rw_carry_operand(&l, 0) == 5 && rw_carry_input(&l, 0) == 2);
  cr_assert(!rw_loop_of(&j->eqns[1], &l));
}
