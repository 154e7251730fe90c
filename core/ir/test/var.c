// Variables and what they stand for, lengths that are one, literals.
#include "ir/var.h"

#include <criterion/criterion.h>
#include <math.h>

static dbx_var variable(void) {
  return dbx_var_new(dbx_aval_scalar(DBX_I64, false), DBX_VAR_ARG, 5);
}

Test(var, handles_are_never_used_again) {
  dbx_var first = variable(), last = first;
  cr_expect_neq(first, 0);
  for (int i = 0; i < 10000; i++) {
    dbx_var v = variable();
    cr_assert_eq(v, ++last);
  }
  cr_expect_eq(dbx_var_count(), last + 1, "with the one that is none");
  const dbx_var_info *v = dbx_var_at(first);
  cr_expect(v->frame == 5 && v->kind == DBX_VAR_ARG && !v->referent && !v->name && !v->copy);
  cr_expect_eq(dbx_var_at(first | DBX_DROPPED), v, "marks are no part of the handle");
}

Test(var, a_constant_stands_for_the_outermost) {
  dbx_var outer = variable(), middle = variable(), inner = variable(), other = variable();
  dbx_var_at(inner)->referent = middle;
  dbx_var_at(middle)->referent = outer;
  cr_expect_eq(dbx_referent(inner), outer);
  cr_expect_eq(dbx_referent(outer), outer);
  cr_expect_eq(dbx_dim_referent(dbx_dim_var(inner)), dbx_dim_var(outer));
  cr_expect_eq(dbx_dim_referent(dbx_dim_int(inner)), dbx_dim_int(inner));
  // unification: lengths are one if they have one referent
  static const struct {
    int a, b;
    bool one;
  } facts[] = {{0, 0, true},  {0, 1, true}, {1, 2, true},  {0, 2, true}, {0, 3, false},
               {3, 2, false}, {4, 4, true}, {4, 0, false}, {4, 5, false}};
  dbx_dim dims[] = {dbx_dim_var(outer), dbx_dim_var(middle), dbx_dim_var(inner),
                    dbx_dim_var(other), dbx_dim_int(outer),  dbx_dim_int(other)};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_dim a = dims[facts[i].a], b = dims[facts[i].b];
    cr_expect(dbx_dim_identical(a, b) == facts[i].one && dbx_dim_identical(b, a) == facts[i].one,
              "row %zu", i);
    cr_expect(dbx_dim_equal(a, b) == facts[i].one && dbx_dim_equal(b, a) == facts[i].one, "row %zu",
              i);
  }
}

Test(var, positions_are_no_variables) {
  dbx_dim a = dbx_dim_make(DBX_DIM_DB, 0), b = dbx_dim_make(DBX_DIM_OUTDB, 0);
  cr_expect(dbx_dim_identical(a, a) && !dbx_dim_identical(a, b));
  cr_expect(!dbx_dim_equal(a, dbx_dim_make(DBX_DIM_DB, 1)));
}

Test(var, a_copy_with_another_type_is_one_copy) {
  dbx_var v = variable(), w = variable();
  dbx_aval small = dbx_aval_scalar(DBX_I32, false), weak = dbx_aval_scalar(DBX_I64, true);
  dbx_var_at(v)->name = dbx_intern("n");
  dbx_var c = dbx_var_typed(v, small);
  cr_expect(c != v && dbx_var_typed(v, small) == c && dbx_var_typed(v | DBX_DROPPED, small) == c);
  cr_expect_neq(dbx_var_typed(v, weak), c);
  cr_expect_neq(dbx_var_typed(w, small), c);
  cr_expect_eq(dbx_var_aval(c), small);
  cr_expect_eq(dbx_var_at(c)->name, dbx_intern("n"), "named as the tracer is");
  cr_expect(dbx_tracer_of(c) == v && dbx_tracer_of(v) == v);
  cr_expect(dbx_dim_equal(dbx_dim_var(c), dbx_dim_var(v)), "and the same length");
}

Test(var, literals_are_equal_as_bytes) {
  dbx_atom zero = dbx_literal_of(DBX_F64, false, dbx_scalar_f(0)), one = dbx_literal_int(1);
  cr_expect(dbx_is_literal(zero) && !dbx_is_literal(variable()));
  cr_expect_eq(dbx_literal_of(DBX_F64, false, dbx_scalar_f(0)), zero);
  cr_expect_neq(dbx_literal_of(DBX_F64, false, dbx_scalar_f(-0.0)), zero);
  cr_expect_neq(dbx_literal_of(DBX_F64, true, dbx_scalar_f(0)), zero);
  cr_expect_neq(dbx_literal_of(DBX_F32, false, dbx_scalar_f(0)), zero);
  cr_expect_eq(dbx_literal_of(DBX_F64, false, dbx_scalar_f(NAN)),
               dbx_literal_of(DBX_F64, false, dbx_scalar_f(NAN)), "nan is nan");
  dbx_scalar rest = {.c = {1, 7}}; // what lies behind a float does not count
  cr_expect_eq(dbx_literal_of(DBX_F64, false, rest),
               dbx_literal_of(DBX_F64, false, dbx_scalar_f(1)));
  cr_expect_neq(dbx_literal_of(DBX_C128, false, rest),
                dbx_literal_of(DBX_C128, false, dbx_scalar_f(1)));
  cr_expect_eq(dbx_literal_at(one)->value.i, 1);
  cr_expect_eq(dbx_atom_aval(one), dbx_aval_scalar(DBX_I64, true), "Python's numbers are weak");
}

Test(var, a_length_and_its_operand) {
  dbx_var v = variable();
  cr_expect_eq(dbx_dim_of_atom(v), dbx_dim_var(v));
  cr_expect_eq(dbx_dim_of_atom(v | DBX_DROPPED), dbx_dim_var(v));
  cr_expect_eq(dbx_dim_of_atom(dbx_literal_int(INT64_MAX)), dbx_dim_int(INT64_MAX));
  cr_expect_eq(dbx_dim_kind_of(dbx_dim_of_atom(dbx_literal_int(-1))), DBX_DIM_UNKNOWN);
  cr_expect_eq(dbx_atom_of_dim(dbx_dim_var(v)), v);
  cr_expect_eq(dbx_atom_of_dim(dbx_dim_int(3)), dbx_literal_int(3));
}
