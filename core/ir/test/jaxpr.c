// What a Jaxpr uses, what is inside it, and what became of a frame's tracers.
#include "ir/jaxpr.h"

#include "prim/prim.h"
#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

static const char text[] =
    "{ lambda a:f64[3] ; b:i64[] c:f64[b] d:i64[] e:f64[3]. let\n"
    "    f:i64[] = add b 1\n"
    "    g:f64[f] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 f\n"
    "    h:f64[3] = mul a 2.0\n"
    "    i:f64[b] = neg c\n"
    "  in (g, 1) }";

static void used(const dbx_jaxpr *j, bool inputs, const char *names) {
  dbx_set s = {0};
  dbx_jaxpr_used(j, inputs, &s);
  for (const char *n = "abcdefghi"; *n; n++) {
    char name[] = {*n, 0};
    cr_expect_eq(dbx_set_has(&s, facts_var(j, name)), strchr(names, *n) != NULL, "%s", name);
  }
  dbx_set_free(&s);
}

// Operands, results, and the lengths in the types of all of these: i is not used, but its type is.
Test(jaxpr, uses) {
  dbx_jaxpr *j = facts_jaxpr(text);
  used(j, false, "abcfg");
  used(j, true, "abcdefg");
}

Test(jaxpr, lengths_in_the_types_of_binders_are_used) {
  dbx_jaxpr *j = facts_jaxpr("{ lambda ; a:i64[] b:f64[a]. let c:i64[] d:f64[c] = pjit[name=f "
                             "jaxpr={ lambda ; p:i64[] q:f64[p]. let  in (p, q) }] a b in () }");
  dbx_set s = {0};
  dbx_jaxpr_used(j, false, &s);
  cr_expect(dbx_set_has(&s, facts_var(j, "c")) && !dbx_set_has(&s, facts_var(j, "d")));
  dbx_set_free(&s);
}

Test(jaxpr, binders_that_nothing_uses_are_dropped) {
  dbx_jaxpr *j = facts_jaxpr(text);
  dbx_set s = {0};
  const dbx_var *before = j->eqns[2].out, *kept = j->eqns[0].out;
  dbx_jaxpr_used(j, false, &s);
  for (int round = 0; round < 2; round++) {
    dbx_jaxpr_mark_dropped(j, &s, facts_arena());
    for (uint32_t i = 0; i < j->n_eqns; i++)
      cr_expect_eq((j->eqns[i].out[0] & DBX_DROPPED) != 0, i >= 2, "equation %u", i);
  }
  cr_expect(!(*before & DBX_DROPPED), "binders that are shared stay");
  cr_expect_eq(j->eqns[0].out, kept, "and are not copied where nothing changes");
  for (uint32_t i = 0; i < j->n_eqns; i++) dbx_set_add(&s, j->eqns[i].out[0] & DBX_HANDLE);
  dbx_jaxpr_mark_dropped(j, &s, facts_arena());
  for (uint32_t i = 0; i < j->n_eqns; i++) cr_expect(!(j->eqns[i].out[0] & DBX_DROPPED));
  dbx_set_free(&s);
}

// ---- inside ----

static void count_inputs(void *ctx, dbx_jaxpr *j) { dbx_printf(ctx, "%u ", j->n_in); }

Test(jaxpr, inside_an_equation_in_print_order) {
  static const struct {
    const char *equation, *inputs;
  } facts[] = {
      {"c:i64[] = add a 1", ""},
      {"c:i64[] = while_loop[body_jaxpr={ lambda ; d:i64[] e:i64[]. let  in (e,) } body_nconsts=1 "
       "cond_jaxpr={ lambda ; d:i64[]. let f:bool[] = lt d 1 in (f,) } cond_nconsts=0 nimplicit=0 "
       "preserve_dimensions=True] a a",
       "2 1 "},
      {"c:i64[] = cond[branch_jaxprs=[{ lambda ; d:i64[]. let  in (d,) }, { lambda ; d:i64[]. let  "
       "in (1,) }] nimplicit_outputs=0] b a",
       "1 1 "},
  };
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_buf b = {0};
    dbx_printf(&b, "{ lambda ; a:i64[] b:bool[]. let %s in (c,) }", facts[i].equation);
    dbx_jaxpr *j = facts_jaxpr(dbx_text(&b));
    dbx_clear(&b);
    dbx_eqn_each_jaxpr(&j->eqns[0], count_inputs, &b);
    cr_expect_str_eq(dbx_text(&b), facts[i].inputs, "%s", facts[i].equation);
    dbx_buf_free(&b);
  }
}

// ---- tracers and what they became ----

Test(jaxpr, tracers_that_were_folded_forwarded_and_typed) {
  dbx_aval count = dbx_aval_scalar(DBX_I64, false), weak = dbx_aval_scalar(DBX_I64, true);
  dbx_var folded = dbx_var_new(count, DBX_VAR_RESULT, 1),
          plain = dbx_var_new(count, DBX_VAR_ARG, 1);
  dbx_var forwarded = dbx_var_new(count, DBX_VAR_RESULT, 1),
          typed = dbx_var_new(count, DBX_VAR_ARG, 1);
  dbx_var copy = dbx_var_typed(typed, weak);
  dbx_atom three = dbx_literal_int(3);
  dbx_jaxpr j = {0};
  dbx_map_put(&j.subst, folded, three);
  dbx_map_put(&j.subst, forwarded, plain);
  dbx_map_put(&j.subst, typed, copy);
  const struct {
    dbx_atom a, atom, tracer, has_type;
  } facts[] = {{folded, three, three, folded},
               {forwarded, plain, plain, forwarded},
               {typed, copy, typed, copy},
               {plain, plain, plain, plain},
               {three, three, three, three}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    cr_expect_eq(dbx_jaxpr_atom(&j, facts[i].a), facts[i].atom, "row %zu", i);
    cr_expect_eq(dbx_jaxpr_tracer(&j, facts[i].a), facts[i].tracer, "row %zu", i);
    cr_expect_eq(dbx_jaxpr_typed(&j, facts[i].a), facts[i].has_type, "row %zu", i);
    cr_expect_eq(dbx_jaxpr_aval(&j, facts[i].a), dbx_atom_aval(facts[i].has_type), "row %zu", i);
    cr_expect_eq(dbx_jaxpr_atom(NULL, facts[i].a), facts[i].a, "before there is a Jaxpr");
  }
  dbx_map_free(&j.subst);
}

Test(jaxpr, primitives_are_found_by_name) {
  for (int i = 0; i < dbx_primitive_count; i++) {
    const dbx_primitive *p = dbx_primitive_find(dbx_intern(dbx_primitive_table[i].name));
    cr_expect(p && !strcmp(p->name, dbx_primitive_table[i].name));
  }
  cr_expect_null(dbx_primitive_find(dbx_intern("no such primitive")));
  cr_expect_null(dbx_primitive_find(0));
}

Test(jaxpr, an_equation_is_unused_if_all_of_its_results_are) {
  dbx_jaxpr *j = facts_jaxpr("{ lambda ; a:f64[3]. let\n"
                             "    _:f64[3] = neg a\n"
                             "    b:f64[3] = neg a\n"
                             "  in (b,) }");
  cr_expect(dbx_eqn_unused(&j->eqns[0]));
  cr_expect_not(dbx_eqn_unused(&j->eqns[1]));
  dbx_eqn none = {0};
  cr_expect_not(dbx_eqn_unused(&none), "without results it is there for what it does");
}
