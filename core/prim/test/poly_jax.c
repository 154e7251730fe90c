// Polynomials as jax.export reads them: powers with ^, no brackets, four functions.
#include "prim/poly.h"
#include "unit/facts.h"
#include "unit/lengths.h"

#include <criterion/criterion.h>

static bool named(const void *ctx, dbx_buf *b, dbx_var v) {
  (void)ctx;
  return dbx_put_dim(b, dbx_dim_var(v), NULL), true;
}

static bool unnamed(const void *ctx, dbx_buf *b, dbx_var v) {
  (void)ctx, (void)b, (void)v;
  return false;
}

static const struct {
  const char *formula, *text;
} facts[] = {
    {"0*n", "0"},
    {"1 + 2*n", "2*n + 1"},
    {"-n", "-1*n"},
    {"m - 2*n^2", "-2*n^2 + m"},
    {"max(n, m + 1)", "max(n, m + 1)"},
};

static void expect(const char *formula, const char *text, bool ok) {
  dbx_buf b = {0};
  dbx_jaxpr *j;
  dbx_atom f;
  lengths_of(formula, &j, &f);
  cr_expect_eq(dbx_put_poly_jax(&b, dbx_poly_of(f), &(dbx_poly_namer){ok ? named : unnamed, NULL}),
               ok);
  if (ok) cr_expect_str_eq(dbx_text(&b), text, "%s: %s", formula, dbx_text(&b));
  dbx_buf_free(&b);
}

Test(poly_jax, facts) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
    expect(facts[i].formula, facts[i].text, true);
}

Test(poly_jax, what_has_no_name_has_no_text) { expect("n + 1", NULL, false); }

static void expect_function(const char *text, const char *want) {
  dbx_jaxpr *j = facts_jaxpr(text);
  dbx_buf b = {0};
  cr_expect_eq(dbx_put_poly_jax(&b, dbx_poly_of(j->outs[0]), &(dbx_poly_namer){named, NULL}),
               want != NULL);
  if (want) cr_expect_str_eq(dbx_text(&b), want, "%s", dbx_text(&b));
  dbx_buf_free(&b);
}

Test(poly_jax, functions_are_those_that_jax_has) {
  expect_function(
      "{ lambda ; n:i64[]. let b:i64[] = pjit[name=floor_divide jaxpr={ lambda ; p:i64[] q:i64[]. "
      "let r:i64[] = div p q in (r,) }] n 2 in (b,) }",
      "max(floordiv(n, 2), floordiv(n, 2))");
  expect_function(
      "{ lambda ; n:i64[] m:i64[]. let c:i64[] = sub m 2 b:i64[] = pjit[name=floor_divide "
      "jaxpr={ lambda ; p:i64[] q:i64[]. let r:i64[] = div p q in (r,) }] n c in (b,) }",
      "max(floordiv(n, max(m - 2, 1)), floordiv(n, max(m - 2, 1)))");
  expect_function("{ lambda ; n:i64[]. let b:i64[] = sign n in (b,) }", "min(max(n, -1), 1)");
  expect_function("{ lambda ; n:i64[]. let b:i64[] = abs n in (b,) }", "max(n, -1*max(n, n))");
  expect_function("{ lambda ; n:i64[]. let b:i64[] = population_count n in (b,) }", NULL);
}
