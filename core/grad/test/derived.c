// See derived.h.
#include "derived.h"

#include "grad/rule.h"
#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct arguments {
  expr_name name[8];
  uint32_t n, first; // that is differentiated by
} arguments;

static dbx_status evaluate(const arguments *a, dbx_grad *g, const char *expr, bool linearize,
                           dbx_val *y, dbx_val *t) {
  expr_name names[8];
  dbx_val v, none = dbx_val_none();
  for (uint32_t i = 0; i < a->n; i++) {
    names[i].name = a->name[i].name;
    dbx_val x = a->name[i].val, one = linearize ? dbx_val_bool(true) : dbx_val_none();
    if (!linearize && i == a->first) {
      one = dbx_grad_zeros_like(&x);
      dbx_val shift[] = {one};
      expr_name zero = {"zero", shift[0]};
      DBX_TRY(expr_eval("zero + 1", &zero, 1, &one));
    }
    DBX_TRY(dbx_grad_argument(g, &x, i == a->first ? &one : &none, &names[i].val));
  }
  DBX_TRY(expr_eval(expr, names, a->n, &v));
  return dbx_grad_result(g, &v, y, t);
}

static dbx_status gradient(const arguments *a, const char *expr, dbx_val *ret) {
  dbx_val y, t;
  dbx_grad *g = dbx_grad_begin(dbx_intern("f"), true);
  dbx_status st = evaluate(a, g, expr, true, &y, &t);
  dbx_linear *l = dbx_grad_end(g);
  cr_assert_eq(dbx_linear_inputs(l) <= 1, true);
  if (st == DBX_OK) {
    dbx_val ct = dbx_grad_one_like(&y);
    cr_expect_eq(dbx_linear_results(l), 1);
    st = dbx_linear_transpose(l, &ct, ret);
  }
  dbx_linear_free(l);
  return st;
}

static dbx_status moved(const arguments *a, const char *expr, dbx_val *ret) {
  dbx_val y;
  dbx_grad *g = dbx_grad_begin(dbx_intern("f"), false);
  dbx_status st = evaluate(a, g, expr, false, &y, ret);
  cr_expect_null(dbx_grad_end(g));
  return st;
}

typedef dbx_status (*derivative)(const arguments *a, const char *expr, dbx_val *ret);

static void traced_row_text(const derived_row *r, derivative f, dbx_buf *b) {
  traced x;
  arguments a = {0};
  dbx_val v;
  traced_begin(&x, r->args);
  a.n = x.n, a.first = x.n_implicit;
  memcpy(a.name, x.name, sizeof a.name);
  if (f(&a, r->expr, &v) == DBX_OK) {
    for (uint32_t i = 0; i < x.frame->eqns.n; i++)
      dbx_printf(b, "%s ", x.frame->eqns.at[i].prim->name);
    dbx_printf(b, "-> %s", v.kind == DBX_V_NONE ? "zero" : dbx_aval_text(dbx_val_aval(&v)));
  } else {
    dbx_put(b, taken());
  }
  traced_end(&x);
}

static void computed_row_text(const derived_row *r, derivative f, dbx_buf *b) {
  static const char *const names[] = {"x", "y"};
  arguments a = {0};
  dbx_val v;
  char *text = dbx_strdup(r->args);
  for (char *s = strtok(text, ";"); s; s = strtok(NULL, ";")) {
    a.name[a.n].name = names[a.n];
    cr_assert_eq(expr_eval(s, NULL, 0, &a.name[a.n].val), DBX_OK, "%s: %s", s, taken());
    a.n++;
  }
  free(text);
  if (f(&a, r->expr, &v) != DBX_OK) dbx_put(b, taken());
  else if (v.kind == DBX_V_NONE) dbx_put(b, "zero");
  else put_val(b, &v);
}

static void rows_of(const derived_row *rows, size_t n, derivative f) {
  for (size_t i = 0; i < n; i++) {
    dbx_buf b = {0};
    uint32_t pool = dbx_pool_mark();
    dbx_scratch_mark m = dbx_scratch_here();
    if (strchr(rows[i].args, ':')) traced_row_text(&rows[i], f, &b);
    else computed_row_text(&rows[i], f, &b);
    cr_expect_str_eq(dbx_text(&b), rows[i].value, "%s gives %s, not %s", rows[i].expr, dbx_text(&b),
                     rows[i].value);
    dbx_pool_release(pool);
    dbx_scratch_release(m);
    dbx_buf_free(&b);
  }
}

void derived_rows(const derived_row *rows, size_t n) { rows_of(rows, n, gradient); }
void moved_rows(const derived_row *rows, size_t n) { rows_of(rows, n, moved); }

void derived_jaxpr(const char *text, const char *expected) {
  traced x;
  grad_jaxpr made;
  dbx_buf b = {0};
  traced_begin(&x, "x:f64[]");
  bool in = true, out = false;
  dbx_val values[] = {x.name[0].val, dbx_val_none()}, ct[] = {dbx_val_none(), dbx_val_float(1)},
          ret[2];
  cr_assert_eq(
      grad_jvp_of(facts_jaxpr(text), dbx_intern("f"), grad_jvp_eqn, &in, NULL, &out, &made), DBX_OK,
      "%s", taken());
  cr_assert(out);
  cr_assert_eq(grad_pull(made.j, grad_backward, values, ct, ret), DBX_OK, "%s", taken());
  for (uint32_t i = 0; i < x.frame->eqns.n; i++)
    dbx_printf(&b, "%s ", x.frame->eqns.at[i].prim->name);
  dbx_printf(&b, "-> %s", dbx_aval_text(dbx_val_aval(&ret[1])));
  cr_expect_str_eq(dbx_text(&b), expected, "%s, not %s", dbx_text(&b), expected);
  dbx_buf_free(&b);
  traced_end(&x);
}
