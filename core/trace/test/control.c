// See control.h.
#include "control.h"

#include <criterion/criterion.h>
#include <string.h>

// The items of a tuple, or the one value.
static uint32_t values(const traced *x, const char *text, dbx_val *ret) {
  dbx_val v;
  if (!*text) return 0;
  char tuple[256];
  cr_assert_lt(strlen(text), sizeof tuple - 3);
  strcpy(tuple, "(");
  strcat(strcat(tuple, text), ",)");
  cr_assert_eq(expr_eval(tuple, x->name, x->n, &v), DBX_OK, "%s: %s", text, taken());
  cr_assert_leq(v.n, 8);
  memcpy(ret, v.item, v.n * sizeof *ret);
  return v.n;
}

static dbx_callable body_of(control *c, const traced *x, uint32_t i, const char *text) {
  c->body[i] = (expr_body){.text = text, .names = x->name, .n = x->n};
  return expr_callable(&c->body[i]);
}

static void finish(control *c, const traced *x, uint32_t first, dbx_status st,
                   const dbx_leaves *l) {
  c->status = st;
  c->bind = first < x->trace->binds.n ? x->trace->binds.at[first] : NULL;
  c->n = st == DBX_OK ? l->n : 0;
  if (c->n) memcpy(c->results, l->at, c->n * sizeof *c->results);
  cr_assert_eq(x->trace->top, x->frame, "a frame is left open");
  cr_assert_eq(st != DBX_OK, dbx_diag_pending() != NULL);
}

void control_for(control *c, const traced *x, dbx_resizing r, const char *bounds, const char *init,
                 const char *body) {
  dbx_val b[8], v[8];
  cr_assert_eq(values(x, bounds, b), 3);
  uint32_t n = values(x, init, v), first = x->trace->binds.n;
  dbx_leaves out = {0};
  dbx_for_spec s = {b[0], b[1], b[2], r, body_of(c, x, 0, body)};
  finish(c, x, first, dbx_bind_for(&s, v, n, &out), &out);
}

void control_while(control *c, const traced *x, dbx_resizing r, const char *init, const char *test,
                   const char *body) {
  dbx_val v[8];
  uint32_t n = values(x, init, v), first = x->trace->binds.n;
  dbx_leaves out = {0};
  dbx_while_spec s = {r, body_of(c, x, 0, test), body_of(c, x, 1, body)};
  finish(c, x, first, dbx_bind_while(&s, v, n, &out), &out);
}

void control_cond(control *c, const traced *x, const char *preds, const char *const *branches,
                  uint32_t n) {
  dbx_val p[8];
  dbx_callable f[4];
  uint32_t first = x->trace->binds.n;
  dbx_leaves out = {0};
  cr_assert_eq(values(x, preds, p) + 1, n);
  for (uint32_t i = 0; i < n; i++) f[i] = body_of(c, x, i, branches[i]);
  dbx_cond_spec s = {p, f, n};
  finish(c, x, first, dbx_bind_cond(&s, &out), &out);
}

void control_scan(control *c, const traced *x, const char *carries, const char *xs,
                  const char *length, const char *body) {
  dbx_val v[16], n[8] = {dbx_val_none()};
  uint32_t k = values(x, carries, v), rows = values(x, xs, v + k), first = x->trace->binds.n;
  dbx_leaves out = {0};
  values(x, length, n);
  dbx_scan_spec s = {.body = body_of(c, x, 0, body), .n_carries = k, .length = n[0], .unroll = 1};
  finish(c, x, first, dbx_bind_scan(&s, v, k + rows, &out), &out);
}

void control_lax_while(control *c, const traced *x, const char *init, const char *test,
                       const char *body) {
  dbx_val v[8];
  uint32_t n = values(x, init, v), first = x->trace->binds.n;
  dbx_leaves out = {0};
  dbx_while_spec s = {DBX_PRESERVE, body_of(c, x, 0, test), body_of(c, x, 1, body)};
  finish(c, x, first, dbx_bind_lax_while(&s, v, n, &out), &out);
}

void control_switch(control *c, const traced *x, const char *index, const char *in,
                    const char *const *branches, uint32_t n, bool swapped) {
  dbx_val v[8], i[8];
  dbx_callable f[4];
  uint32_t n_in = values(x, in, v), first = x->trace->binds.n;
  dbx_leaves out = {0};
  cr_assert_eq(values(x, index, i), 1);
  for (uint32_t k = 0; k < n; k++) f[k] = body_of(c, x, k, branches[k]);
  dbx_switch_spec s = {i[0], f, n, swapped};
  finish(c, x, first, dbx_bind_switch(&s, v, n_in, &out), &out);
}

const char *type_text(const dbx_sig *s) {
  static dbx_buf b;
  dbx_clear(&b);
  put_type(&b, s);
  return dbx_text(&b);
}

static void put_length(dbx_buf *b, dbx_dim d, const traced *x) {
  if (dbx_dim_is_int(d)) {
    dbx_put_dim(b, d, NULL);
    return;
  }
  for (uint32_t i = 0; i < x->n; i++)
    if (x->name[i].val.kind == DBX_V_TRACER && d == dbx_dim_var(x->name[i].val.tracer)) {
      dbx_put(b, x->name[i].name);
      return;
    }
  dbx_put(b, "?");
}

const char *results_text(const control *c, const traced *x) {
  static dbx_buf b;
  dbx_clear(&b);
  for (uint32_t i = 0; i < c->n; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_val_aval(&c->results[i]));
    dbx_printf(&b, "%s%s[", i ? ", " : "", dbx_dtype_short(t->dtype));
    for (uint32_t k = 0; k < t->rank; k++) {
      if (k) dbx_putc(&b, ',');
      put_length(&b, t->dims[k], x);
    }
    dbx_putc(&b, ']');
  }
  return dbx_text(&b);
}
