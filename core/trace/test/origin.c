// Diagnostics say where lengths come from, and why two of them do not count as equal.
#include "control.h"
#include "prim/poly.h"
#include "trace/trace.h"

#include <criterion/criterion.h>
#include <string.h>

#define XY "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m], k:i64[]"

// "length: where it was born" of each.
static const char *births_text(void) {
  static dbx_buf b;
  const dbx_diag *d = dbx_diag_pending();
  dbx_clear(&b);
  for (uint32_t i = 0; i < d->n_births; i++)
    dbx_printf(&b, "%s%s", i ? "; " : "", d->births[i].text);
  return dbx_text(&b);
}

static void fail(void) { dbx_fail_(DBX_E301, (dbx_span){0}, "something does not fit"); }
static dbx_dim dim(const traced *x, const char *name) {
  return dbx_dim_var(traced_get(x, name).tracer);
}

Test(origin, births) {
  traced x;
  control c;
  traced_begin(&x, XY);
  traced_let(&x, "l", "k + 1");
  control_for(&c, &x, DBX_RESIZE, "0, k, 1", "x", "i, a -> jnp.ones(i)");
  const struct {
    dbx_dim d;
    const char *text;
  } rows[] = {
      {dim(&x, "k"), "argument of 'f'"},
      {dim(&x, "n"), "implicit argument of 'f': size of its argument 0, axis 0"},
      {dim(&x, "l"), "computed by: computed by the program"},
      {dbx_dim_var(c.bind->results.at[0]), "result of: computed by the program"},
      {dbx_dim_var(c.bind->parts[0].body_inputs.at[0]),
       "implicit argument of 'body': size of its argument 0, axis 0; the loop carries this length, "
       "so "
       "that it is not known to be any other"},
      {dbx_dim_int(3), ""}, // a number comes from nowhere
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    fail();
    dbx_note_dim(rows[i].d), dbx_note_dim(rows[i].d); // once for each
    const char *end = births_text();
    if (strstr(rows[i].text, ": computed by the")) // there is no source
      cr_expect_str_eq(end, "computed by the program");
    else cr_expect_str_eq(end, rows[i].text, "%s", end);
    taken();
  }
  traced_end(&x);
}

Test(origin, the_expression_that_computes_a_length) {
  traced x;
  dbx_buf b = {0};
  traced_begin(&x, XY);
  uint32_t file = dbx_source_add("f.py", "y = ones(k + 1)", 15);
  dbx_here = (dbx_span){file, 9, 14};
  traced_let(&x, "l", "k + 1");
  dbx_here = (dbx_span){0};
  fail();
  dbx_note_dim(dim(&x, "l"));
  cr_expect_str_eq(births_text(), "computed by: k + 1");
  cr_expect_eq(dbx_diag_pending()->births[0].span.begin, 9);
  taken();
  dbx_put_dim_words(&b, dim(&x, "l"));
  cr_expect_str_eq(dbx_text(&b), "k + 1");
  dbx_clear(&b);
  dbx_put_dim_words(&b, dim(&x, "k")), dbx_put_dim_words(&b, dbx_dim_int(7));
  cr_expect_str_eq(dbx_text(&b), "a length of its own7", "%s", dbx_text(&b));
  dbx_buf_free(&b);
  traced_end(&x);
}

Test(origin, why_two_lengths_are_not_equal) {
  static const struct {
    const char *a, *b, *reason; // a number if it is one
  } rows[] = {{"2", "3", "are two numbers"},
              {"n", "3", "is known only when the program runs"},
              {"3", "n", "is known only when the program runs"},
              {"n", "m", "are two variables"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    traced x;
    traced_begin(&x, XY);
    const char *name[] = {rows[i].a, rows[i].b};
    dbx_dim d[2];
    for (int k = 0; k < 2; k++)
      d[k] = *name[k] < 'a' ? dbx_dim_int(*name[k] - '0') : dim(&x, name[k]);
    fail();
    dbx_note_dims(d[0], d[1]);
    const dbx_diag *diag = dbx_diag_pending();
    cr_assert_geq(diag->n_notes, 1);
    cr_expect(strstr(diag->notes[0].subject, rows[i].reason), "%s", diag->notes[0].subject);
    taken();
    traced_end(&x);
  }
}

// With equal polynomials there is a way to make them equal.
Test(origin, polynomials) {
  traced x;
  traced_begin(&x, XY);
  traced_let(&x, "p", "n + m");
  traced_let(&x, "q", "m + n");
  traced_let(&x, "r", "n * m");
  fail();
  dbx_note_polynomials(dim(&x, "p"), dim(&x, "q"));
  cr_assert_eq(dbx_diag_pending()->n_notes, 1);
  cr_expect_eq(dbx_diag_pending()->notes[0].kind, DBX_NOTE_SYMBOLIC);
  dbx_note_polynomials(dim(&x, "p"), dim(&x, "r"));
  dbx_note_polynomials(dim(&x, "p"), dim(&x, "p"));
  cr_expect_eq(dbx_diag_pending()->n_notes, 1, "others say nothing that helps");
  taken();
  traced_end(&x);
}

Test(origin, operands) {
  traced x;
  traced_begin(&x, XY);
  fail();
  dbx_val v = traced_get(&x, "x"), number = dbx_val_int(3), none = dbx_val_none();
  dbx_note_operand("left operand", (dbx_span){0}, &v);
  dbx_note_operand("right operand", (dbx_span){0}, &number);
  dbx_note_operand("no array", (dbx_span){0}, &none);
  dbx_note_atom(traced_get(&x, "y").tracer, "argument %u", 2);
  const dbx_diag *d = dbx_diag_pending();
  cr_assert_eq(d->n_operands, 3);
  cr_expect_str_eq(d->operands[0].role, "left operand");
  cr_expect(d->operands[0].tracer == v.tracer && !d->operands[1].tracer);
  cr_expect_str_eq(d->operands[2].role, "argument 2");
  cr_expect_eq(d->n_births, 2, "n and m");
  taken();
  dbx_note_operand("left operand", (dbx_span){0},
                   &v); // without a diagnostic there is nothing to add to
  dbx_note_dim(dim(&x, "n"));
  cr_expect_null(dbx_diag_pending());
  traced_end(&x);
}
