// A Jaxpr under change: what is used, what is replaced, types with it.
#include "rewrite/body.h"

#include "unit/facts.h"

#include <criterion/criterion.h>

static const char text[] = "{ lambda ; n:i64[] m:i64[] x:f64[n]. let a:i64[] = add n m y:f64[a] = "
                           "broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 a z:f64[a] "
                           "= neg y w:f64[n] = neg x in (z,) }";

Test(rewrite_body, uses) {
  dbx_jaxpr *j = facts_jaxpr(text);
  rw_body b;
  rw_body_begin(&b, facts_arena(), j);
  cr_assert(rw_body_jaxpr(&b) == j);
  cr_assert(rw_used(&b, facts_var(j, "a")) && rw_used(&b, facts_var(j, "z")));
  cr_assert(!rw_used(&b, facts_var(j, "w")));
  cr_assert(rw_is_size(&b, facts_var(j, "a")) && !rw_is_size(&b, facts_var(j, "m")));
  uint32_t neg = rw_def(&b, facts_var(j, "z"));
  cr_assert(rw_before(&b, rw_def(&b, facts_var(j, "y")), neg));
  rw_body_free(&b);
}

Test(rewrite_body, replaced_with_its_types) {
  dbx_jaxpr *j = facts_jaxpr(text);
  rw_body b;
  rw_body_begin(&b, facts_arena(), j);
  rw_replace(&b, facts_var(j, "a"), facts_var(j, "n"));
  const dbx_jaxpr *r = rw_body_jaxpr(&b);
  cr_assert(r != j && r->outs[0] != j->outs[0]);
  cr_assert(dbx_aval_at(dbx_atom_aval(r->outs[0]))->dims[0] == dbx_dim_var(facts_var(j, "n")));
  cr_assert(!rw_used(&b, facts_var(j, "a")));
  rw_body_free(&b);
}

Test(rewrite_body, types) {
  dbx_jaxpr *j = facts_jaxpr(text);
  dbx_aval x = dbx_var_aval(facts_var(j, "x")), w = dbx_var_aval(facts_var(j, "w")),
           y = dbx_var_aval(facts_var(j, "y"));
  cr_assert(rw_same_type(x, w) && !rw_same_type(x, y));
  cr_assert(!rw_same_type(dbx_aval_scalar(DBX_F64, true), dbx_aval_scalar(DBX_F64, false)));
}
