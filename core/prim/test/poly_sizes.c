// Sizes that tell two formulas apart: simple ones, lengths if there are such, values as a run would
// compute them; none where the formulas are equal.
#include "prim/poly.h"
#include "unit/facts.h"
#include "unit/lengths.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
  const char *formulas, *found; // "": none
} facts[] = {
    {"n; n", ""},
    {"n + m; m + n", ""},
    {"3; 4", "3, 4"}, // without a variable
    {"n; m", "n=3 m=2: 3, 2"},
    {"n; n + 1", "n=2: 2, 3"},
    {"n^2; n", "n=2: 4, 2"},
    {"n*m; n + m", "n=3 m=2: 6, 5"}, // at 2 and 2 they are equal
    {"n^2; 2*n", "n=3: 9, 6"},
    {"n - 10; 0", "n=2: -8, 0"},    // no length of this range will do
    {"3 - n; n - 3", "n=2: 1, -1"}, // both are lengths at 3 only, where they are equal
    {"max(n, 3); n", "n=2: 3, 2"},
    {"min(n, 2); n", "n=3: 2, 3"},
    {"div(n, 2)*2; n", "n=3: 2, 3"},
    {"rem(n, 2); 0", "n=3: 1, 0"},
    {"div(n, n); 1", ""}, // where it is computed at all, it is 1
    {"abs(n - 4); n - 4", "n=2: 2, -2"},
    {"sign(n); 1", "n=0: 0, 1"},
    {"and(n, 1); 0", "n=3: 1, 0"},
    {"or(n, 1); n", "n=2: 3, 2"},
    {"xor(n, n); 0", ""},
    {"not(n); n", "n=2: -3, 2"},
    {"shift_left(n, 1); n", ""}, // nobody computes it here
    {"n*m*k; n*m*(k + 0)", ""},
};

static void put_sizes(dbx_buf *b, const dbx_sizes *s) {
  for (uint32_t i = 0; i < s->vars.n; i++)
    dbx_printf(b, i ? " %s=%d" : "%s=%d", dbx_sym_text(dbx_var_at(s->vars.at[i])->name),
               (int)s->at[i]);
  dbx_printf(b, s->vars.n ? ": %d, %d" : "%d, %d", (int)s->p, (int)s->q);
}

Test(poly_sizes, facts) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_jaxpr *j;
    dbx_atom f[LENGTHS_MOST];
    dbx_sizes s;
    dbx_buf b = {0};
    lengths_of(facts[i].formulas, &j, f);
    dbx_scratch_mark m = dbx_scratch_here();
    if (dbx_poly_tell_apart(dbx_poly_of(f[0]), dbx_poly_of(f[1]), &s)) put_sizes(&b, &s);
    cr_expect_str_eq(dbx_text(&b), facts[i].found, "%s: %s", facts[i].formulas, dbx_text(&b));
    dbx_scratch_release(m);
    dbx_vec_free(&s.vars), dbx_buf_free(&b);
  }
}

Test(poly_sizes, marks_have_no_value) {
  dbx_sizes s;
  cr_expect(!dbx_poly_tell_apart(dbx_poly_mark(1), dbx_poly_mark(2), &s));
}
