// How polynomials print: high degrees first, variables as they were made.
#include "prim/poly.h"
#include "unit/facts.h"
#include "unit/lengths.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
  const char *formula, *text;
} facts[] = {
    {"0*n", "0"},
    {"1", "1"},
    {"0 - 1", "-1"},
    {"-n", "-n"},
    {"n", "n"},
    {"1 + 2*n", "2*n + 1"},
    {"m + n", "n + m"},
    {"m - n", "-n + m"},
    {"m^2 + m*n + n^2", "n**2 + n*m + m**2"},
    {"(n + 1)*(m - 1)", "n*m - n + m - 1"},
    {"k*m*n", "n*m*k"},
    {"-(3*n^2) - 5", "-3*n**2 - 5"},
    {"(0 - 9223372036854775807 - 1)*n", "-9223372036854775808*n"},
    {"max(n, m + 1)", "max(n, m + 1)"},
    {"2*div(n, 2) + n", "n + 2*div(n, 2)"}, // functions behind variables
    {"max(n, 1)^2*n", "n*max(n, 1)**2"},
};

static const char *text_of(dbx_poly p, dbx_u32s *unnamed) {
  static dbx_buf b;
  dbx_clear(&b);
  dbx_put_poly(&b, p, unnamed, NULL);
  return dbx_text(&b);
}

Test(poly_text, facts) {
  dbx_u32s unnamed = {0};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_jaxpr *j;
    dbx_atom f;
    lengths_of(facts[i].formula, &j, &f);
    cr_expect_str_eq(text_of(dbx_poly_of(f), &unnamed), facts[i].text, "%s: %s", facts[i].formula,
                     text_of(dbx_poly_of(f), &unnamed));
  }
  cr_expect_eq(unnamed.n, 0);
}

Test(poly_text, floor_division_is_an_operator) {
  dbx_jaxpr *j = facts_jaxpr("{ lambda ; n:i64[]. let a:i64[] = add n 1 b:i64[] = "
                             "pjit[name=floor_divide jaxpr={ lambda ; p:i64[] q:i64[]. let "
                             "r:i64[] = div p q in (r,) }] a 2 in (b,) }");
  dbx_u32s unnamed = {0};
  cr_expect_str_eq(text_of(dbx_poly_of(j->outs[0]), &unnamed), "((n + 1) // 2)");
}

Test(poly_text, variables_without_a_name_are_numbered_as_they_come) {
  dbx_aval t = dbx_aval_scalar(DBX_I64, false);
  dbx_var a = dbx_var_new(t, DBX_VAR_ARG, 0), b = dbx_var_new(t, DBX_VAR_ARG, 0);
  dbx_u32s unnamed = {0};
  cr_expect_str_eq(text_of(dbx_poly_of(b), &unnamed), "?1");
  cr_expect_str_eq(text_of(dbx_poly_of(a), &unnamed), "?2");
  cr_expect_str_eq(text_of(dbx_poly_of(b), &unnamed), "?1");
  cr_expect(unnamed.n == 2 && unnamed.at[0] == b && unnamed.at[1] == a);
  dbx_vec_free(&unnamed);
}

Test(poly_text, long_ones_end_in_dots) {
  dbx_buf b = {0};
  for (int i = 1; i < 60; i++) dbx_printf(&b, i > 1 ? " + %d*n^%d" : "%d*n^%d", i, i);
  dbx_jaxpr *j;
  dbx_atom f;
  dbx_u32s unnamed = {0};
  lengths_of(dbx_text(&b), &j, &f);
  const char *text = text_of(dbx_poly_of(f), &unnamed);
  cr_expect(!strncmp(text, "59*n**59 + 58*n**58 + ", 22), "%s", text);
  cr_expect(strlen(text) < 230 && !strcmp(text + strlen(text) - 6, " + ..."), "%s", text);
  dbx_buf_free(&b);
}
