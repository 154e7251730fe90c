// Types by position: DBIdx, InDBIdx and OutDBIdx to tracers and back.
#include "control.h"
#include "trace/nested.h"

#include <criterion/criterion.h>
#include <string.h>

static dbx_arena *arena(const traced *x) { return &x->trace->arena; }

Test(signature, an_input_type_stands_for_its_tracers) {
  static const char *const types[] = {
      "",
      "f64[3]",
      "i64[] implicit, f64[DBIdx(0)]",
      "i64[] implicit, i32[] implicit, f64[DBIdx(1),DBIdx(0),2], bool[DBIdx(0)]",
      "i64[], f64[DBIdx(0)]", // the length of an explicit one
  };
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    traced x;
    dbx_atom at[8];
    traced_begin(&x, "");
    dbx_sig s = traced_type(&x, types[i]);
    cr_assert_eq(dbx_tracers_of_input(x.frame, &s, at), DBX_OK);
    cr_expect_eq(x.frame->invars.n, s.n);
    uint32_t implicit = 0;
    while (implicit < s.n && !s.expl[implicit]) implicit++;
    dbx_positions p = {at, s.n, DBX_DIM_DB, NULL};
    dbx_sig again = dbx_types_by(arena(&x), at, s.n, implicit, &p);
    cr_expect_str_eq(type_text(&again), types[i], "%s", type_text(&again));
    traced_end(&x);
  }
}

// A length of the caller in the type of a body is a constant there, and the caller's in its type.
Test(signature, a_length_of_the_caller_is_captured) {
  traced x;
  dbx_atom at[2];
  traced_begin(&x, "n:i64[]");
  dbx_dim n = dbx_dim_var(traced_get(&x, "n").tracer);
  dbx_frame *f = dbx_frame_open(DBX_FRAME_NESTED, dbx_intern("body"));
  dbx_sig s = dbx_sig_new(arena(&x), 1);
  s.aval[0] = dbx_aval_of(DBX_F64, false, 1, &n), s.expl[0] = true;
  cr_assert_eq(dbx_tracers_of_input(f, &s, at), DBX_OK);
  cr_assert_eq(f->consts.n, 1);
  dbx_dim inside = dbx_aval_at(dbx_atom_aval(at[0]))->dims[0];
  cr_expect_eq(inside, dbx_dim_var(f->consts.at[0].inner));
  dbx_positions with = {at, 1, DBX_DIM_DB, f}, without = {at, 1, DBX_DIM_DB, NULL};
  cr_expect_eq(dbx_position_of(&with, inside), n);
  cr_expect_eq(dbx_position_of(&without, inside), inside);
  cr_expect_eq(dbx_position_of(&with, dbx_dim_int(7)), dbx_dim_int(7));
  traced_end(&x);
}

Test(signature, an_output_type_stands_for_results_of_the_operands_lengths) {
  traced x;
  dbx_atom out[4];
  traced_begin(&x, "n:i64[] implicit, x:f64[n]");
  dbx_atom operands[] = {traced_get(&x, "x").tracer, traced_get(&x, "n").tracer,
                         dbx_literal_int(5)};
  dbx_sig s = traced_type(&x, "i64[] implicit, f64[OutDBIdx(0),InDBIdx(1)], f64[InDBIdx(2),4]");
  uint32_t vars = dbx_var_count();
  dbx_tracers_of_output(x.frame, &s, operands, out);
  cr_expect_eq(dbx_var_count(), vars + 3, "one variable each");
  const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(out[1]));
  cr_expect_eq(t->dims[0], dbx_dim_var(out[0]));
  cr_expect_eq(t->dims[1], dbx_dim_var(operands[1]));
  t = dbx_aval_at(dbx_atom_aval(out[2]));
  cr_expect_eq(t->dims[0], dbx_dim_int(5), "an operand that is a number is the length itself");
  traced_end(&x);
}

// Results by names among the arguments: which positions their lengths get. The first argument may
// be a loop's index.
static const struct {
  const char *results;
  uint32_t n_implicit;
  bool index;
  const char *type;
} inferred[] = {
    {"x, y", 0, false, "f64[InDBIdx(0)], f64[InDBIdx(1)]"},
    {"n, x", 1, false, "i64[] implicit, f64[InDBIdx(0)]"},           // inputs before results
    {"n, x", 1, true, "i64[] implicit, f64[OutDBIdx(0)]"},           // but not the index
    {"n, n, x", 1, true, "i64[] implicit, i64[], f64[OutDBIdx(0)]"}, // by its first place
    {"k, jnp.ones(k)", 1, false, "i64[] implicit, f64[OutDBIdx(0)]"},
    {"k, k, jnp.ones(k)", 2, false, "i64[] implicit, i64[] implicit, f64[OutDBIdx(1)]"}, // the last
    {"jnp.ones(k)", 0, false, "f64[?]"}, // nobody has it
    {"jnp.ones(3), 2", 0, false, "f64[3], i64[]"},
};

Test(signature, lengths_of_results) {
  for (size_t i = 0; i < sizeof inferred / sizeof *inferred; i++) {
    traced x;
    dbx_val v;
    dbx_atom outs[4], ins[3];
    traced_begin(&x, "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m]");
    traced_let(&x, "k", "n + m");
    for (int k = 0; k < 3; k++) ins[k] = x.frame->invars.at[k];
    char text[64] = "(";
    strcat(strcat(text, inferred[i].results), ",)");
    cr_assert_eq(expr_eval(text, x.name, x.n, &v), DBX_OK);
    for (uint32_t k = 0; k < v.n; k++)
      cr_assert_eq(dbx_frame_atom(x.frame, &v.item[k], &outs[k]), DBX_OK);
    dbx_sig s = dbx_infer_output_type(arena(&x), ins, 3, outs, v.n, inferred[i].n_implicit,
                                      inferred[i].index ? ins[0] : 0);
    cr_expect_str_eq(type_text(&s), inferred[i].type, "%s: %s", inferred[i].results, type_text(&s));
    traced_end(&x);
  }
}

Test(signature, lists_are_copies) {
  dbx_arena a = {0};
  dbx_atom at[] = {1, 2, 3};
  dbx_list l = dbx_list_copy(&a, at, 3), none = dbx_list_copy(&a, NULL, 0);
  at[0] = 9;
  cr_expect(l.n == 3 && l.at[0] == 1 && l.at[2] == 3 && none.n == 0);
  dbx_list fresh = dbx_list_new(&a, 2);
  cr_expect(fresh.n == 2 && !fresh.at[0] && !fresh.at[1]);
  dbx_arena_free(&a);
}
