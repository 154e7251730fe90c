// Which scalars are remembered with the equation that computes them.
#include "ir/definition.h"

#include "ir/primitive.h"
#include "unit/facts.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const struct {
  const char *equation; // of x, from a:i64[] b:bool[] c:f64[] d:i64[3] e:f64[a]
  bool defined;
} facts[] = {
    {"x:i64[] = add a 1", true},
    {"x:i64[] = add 1 2", true},
    {"x:bool[] = lt a 1", true},
    {"x:i64[] = select_n b a 1", true},
    {"x:i32[] = convert_element_type[new_dtype=int32 weak_type=False] a", true},
    {"x:i64[] = convert_element_type[new_dtype=int64 weak_type=False] c", false}, // from a float
    {"x:f64[] = add c 1.0", false},
    {"x:i64[3] = add d 1", false},
    {"x:i64[] = reduce_sum[axes=(0,)] d", false},
    {"x:i64[1] = iota[dimension=0 dtype=int64 shape=(1,)] ", false}, // from nothing
};

Test(definition, of_scalars_from_scalars) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    char text[300];
    snprintf(text, sizeof text,
             "{ lambda ; a:i64[] b:bool[] c:f64[] d:i64[3] e:f64[a]. let %s in (x,) }",
             facts[i].equation);
    dbx_jaxpr *j = facts_jaxpr(text);
    dbx_var x = facts_var(j, "x");
    const dbx_eqn *e = dbx_definition_of(x);
    cr_expect_eq(e != NULL, facts[i].defined, "%s", facts[i].equation);
    if (!e) continue;
    cr_expect(e->prim == j->eqns[0].prim && e->in == j->eqns[0].in && e->out[0] == x);
    cr_expect_eq(dbx_definition_of(x | DBX_DROPPED), e);
    dbx_undefine(&j->eqns[0]);
    cr_expect_null(dbx_definition_of(x));
    dbx_undefine(&j->eqns[0]); // again: nothing
  }
}

Test(definition, arguments_have_none) {
  dbx_jaxpr *j = facts_jaxpr("{ lambda ; a:i64[]. let  in (a,) }");
  cr_expect_null(dbx_definition_of(facts_var(j, "a")));
  cr_expect_null(dbx_definition_of(j->invars[0] + 1000));
}

Test(definition, its_record_lives_in_the_arena_and_not_in_the_equation) {
  dbx_jaxpr *j = facts_jaxpr("{ lambda ; a:i64[]. let b:i64[] = add a 1 in (b,) }");
  dbx_eqn e = j->eqns[0];
  dbx_arena arena = {0};
  dbx_define(&arena, &e);
  const dbx_eqn *kept = dbx_definition_of(facts_var(j, "b"));
  cr_expect(kept != &e && kept != &j->eqns[0]);
  memset(&e, 0, sizeof e);
  cr_expect_eq(kept->n_in, 2);
  dbx_undefine(&j->eqns[0]);
  dbx_arena_free(&arena);
}
