// Lengths as polynomials: equal handles where the formulas are equal for all lengths, and beside
// the arithmetic of int64 at random points of its whole range.
#include "prim/poly.h"

#include "prim/poly_parts.h"
#include "unit/facts.h"
#include "unit/lengths.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
  const char *formulas;
  bool equal;
} facts[] = {
    {"n; n", true},
    {"n; m", false},
    {"n + m; m + n", true},
    {"2*n; n + n", true},
    {"n - n; 0", true},
    {"n*0; 0", true},
    {"-(n - m); m - n", true},
    {"(n + 1)*(n - 1); n^2 - 1", true},
    {"(n + m)^3; n^3 + 3*n^2*m + 3*n*m^2 + m^3", true},
    {"n*m*k; k*(m*n)", true},
    {"n^0; 1", true},
    {"n^1; n", true},
    {"n^2; n", false},
    {"n + 1; n + 2", false},
    {"n + 9223372036854775807; 9223372036854775807 + n", true},
    // functions: of equal operands in the same order
    {"max(n, m); max(n, m)", true},
    {"max(n, m); max(m, n)", false},
    {"max(n + 1, 2*m); max(1 + n, m + m)", true},
    {"max(n, m) + min(n, m); n + m", false}, // true, but nobody knows
    {"div(2*n, 2); n", false},               // and this one is not where it wraps
    {"max(n, 1)*2; max(n, 1) + max(n, 1)", true},
    // what grows too large is an unknown, but the same one
    {"n^65; n^65", true},
    {"n^64*n; n^65", false},
    {"9223372036854775807*n + n; 9223372036854775807*n + n", true},
    {"9223372036854775807*n + n; (0 - 9223372036854775807 - 1)*n", false},
};

Test(poly, normal_forms) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_jaxpr *j;
    dbx_atom f[LENGTHS_MOST];
    cr_assert_eq(lengths_of(facts[i].formulas, &j, f), 2);
    dbx_poly p = dbx_poly_of(f[0]), q = dbx_poly_of(f[1]);
    cr_expect(p && q, "%s: never none", facts[i].formulas);
    cr_expect_eq(p == q, facts[i].equal, "%s", facts[i].formulas);
  }
}

// ---- beside arithmetic ----

static uint64_t state = 7;
static uint64_t any(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state ^ state >> 33;
}

static const char names[] = "nmk";

// A random formula, and its value at a point, as int64 computes it.
static uint64_t formula(dbx_buf *b, int depth, const uint64_t *point, uint64_t kind) {
  uint64_t x, y;
  if (!depth || kind % 8 == 7) {
    uint64_t which = any() % 5;
    if (which < 3) return dbx_putc(b, names[which]), point[which];
    dbx_printf(b, "%d", (int)(x = any() % 10));
    return x;
  }
  dbx_putc(b, '(');
  if (kind % 8 == 6) dbx_putc(b, '-');
  x = formula(b, depth - 1, point, any());
  if (kind % 8 == 6) return dbx_putc(b, ')'), 0 - x;
  if (kind % 8 == 5) return dbx_put(b, ")^2"), x * x;
  char sign = "+-*"[kind % 3];
  dbx_putc(b, sign);
  y = formula(b, depth - 1, point, any());
  dbx_putc(b, ')');
  return sign == '+' ? x + y : sign == '-' ? x - y : x * y;
}

static uint64_t value_of(dbx_poly p, const dbx_jaxpr *j, const uint64_t *point) {
  uint32_t n, m;
  uint64_t sum = 0;
  const poly_term *t = poly_terms(p, &n);
  for (uint32_t i = 0; i < n; i++) {
    const poly_power *w = poly_powers(t[i].mono, &m);
    uint64_t term = (uint64_t)t[i].k;
    for (uint32_t k = 0; k < m; k++) {
      const poly_atom *a = poly_atom_at(w[k].atom);
      uint32_t v = 0;
      cr_assert_eq(a->kind, POLY_VAR);
      while (j->invars[v] != a->id) v++;
      for (uint32_t e = 0; e < w[k].exponent; e++) term *= point[v];
    }
    sum += term;
  }
  return sum;
}

Test(poly, values_are_those_of_int64) {
  for (int i = 0; i < 1500; i++) {
    dbx_buf b = {0};
    dbx_jaxpr *j;
    dbx_atom f;
    uint64_t point[] = {any(), any(), any()};
    uint64_t want = formula(&b, 1 + i % 4, point, any());
    lengths_of(dbx_text(&b), &j, &f);
    cr_assert_eq(value_of(dbx_poly_of(f), j, point), want, "%s", dbx_text(&b));
    dbx_buf_free(&b);
  }
}

// ---- other unknowns put in ----

static dbx_poly put_in(void *ctx, dbx_var v) {
  const dbx_jaxpr *j = ctx; // n becomes m, m becomes 3
  if (v == facts_var(j, "n")) return dbx_poly_of(facts_var(j, "m"));
  return v == facts_var(j, "m") ? dbx_poly_of(dbx_literal_int(3)) : dbx_poly_of(v);
}

Test(poly, variables_are_replaced_at_once) {
  static const char *const rows[] = {"n; m",
                                     "n + m; m + 3",
                                     "n^2*k; m^2*k",
                                     "5; 5",
                                     "max(n, m)*n; max(m, 3)*m",
                                     "max(max(n, m), n); max(max(m, 3), m)"};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dbx_jaxpr *j;
    dbx_atom f[LENGTHS_MOST];
    lengths_of(rows[i], &j, f);
    cr_expect_eq(dbx_poly_replace(dbx_poly_of(f[0]), put_in, j), dbx_poly_of(f[1]), "%s", rows[i]);
  }
  cr_expect(dbx_poly_mark(0) == dbx_poly_mark(0) && dbx_poly_mark(0) != dbx_poly_mark(1));
}

Test(poly, constants) {
  static const int64_t numbers[] = {0, 1, -1, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    int64_t k = 99;
    cr_expect(poly_is_constant(dbx_poly_of(dbx_literal_int(numbers[i])), &k) && k == numbers[i]);
  }
  dbx_jaxpr *j;
  dbx_atom f;
  int64_t k;
  lengths_of("n + 1", &j, &f);
  cr_expect(!poly_is_constant(dbx_poly_of(f), &k));
  cr_expect_eq(dbx_poly_of_dim(dbx_dim_int(7)), dbx_poly_of(dbx_literal_int(7)));
}

// ---- equality of lengths ----

Test(poly, lengths_are_equal_by_identity_or_as_polynomials) {
  dbx_jaxpr *j;
  dbx_atom f[LENGTHS_MOST];
  lengths_of("n*2; n + n; n*3", &j, f);
  dbx_dim twice = dbx_dim_of_atom(f[0]), sum = dbx_dim_of_atom(f[1]),
          thrice = dbx_dim_of_atom(f[2]);
  for (int i = 0; i < 3; i++) {
    bool symbolic = i == 1;
    dbx_use_dims(symbolic ? DBX_DIMS_SYMBOLIC : DBX_DIMS_IDENTITY);
    cr_expect_eq(dbx_dims_symbolic(), symbolic);
    cr_expect_eq(dbx_dim_equal(twice, sum), symbolic);
    cr_expect_eq(dbx_dim_key(twice) == dbx_dim_key(sum), symbolic);
    cr_expect(!dbx_dim_equal(twice, thrice) && dbx_dim_key(twice) != dbx_dim_key(thrice));
    cr_expect(!dbx_dim_equal(dbx_dim_make(DBX_DIM_DB, 0), dbx_dim_int(0)),
              "a position is no length");
    cr_expect(dbx_dim_key(dbx_dim_int(1)) != dbx_dim_key(twice));
  }
}

Test(poly, a_captured_length_is_what_it_captures) {
  dbx_jaxpr *j = facts_jaxpr(
      "{ lambda ; n:i64[]. let x:i64[] = pjit[jaxpr={ lambda ; p:i64[]. let q:i64[] = add p 1 "
      "in (q,) } name=f] n y:i64[] = add n 1 in (x, y) }");
  const dbx_jaxpr *f = dbx_eqn_param(&j->eqns[0], DBX_S_jaxpr)->jaxpr;
  cr_expect_eq(dbx_poly_of(f->invars[0]), dbx_poly_of(facts_var(j, "n")));
  cr_expect_eq(dbx_poly_of(f->eqns[0].out[0]), dbx_poly_of(facts_var(j, "y")));
}

Test(poly, other_dtypes_are_not_followed) {
  dbx_jaxpr *j = facts_jaxpr("{ lambda ; n:i32[]. let x:i32[] = add n n y:i32[] = mul n 2 z:i32[] "
                             "= add n n in (x, y, z) }");
  cr_expect_neq(dbx_poly_of(j->outs[0]), dbx_poly_of(j->outs[1]));
  cr_expect_eq(dbx_poly_of(j->outs[0]), dbx_poly_of(j->outs[2]), "but the same is the same");
}
