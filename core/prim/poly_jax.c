// Polynomials as the symbolic sizes of jax.export (see poly.h): sums of products of symbols, powers
// written with ^, and four functions: max, min, floordiv, mod. There are no brackets; the larger
// one of a sum and itself stands for them.
#include "prim/poly_parts.h"

#include <inttypes.h>
#include <string.h>

enum { LONGEST = 1 << 16 }; // bytes

typedef struct writer {
  dbx_buf *b;
  const dbx_poly_namer *by;
  bool failed;
} writer;

static void put(writer *w, dbx_poly p);

static void refuse(writer *w) { w->failed = true; }

static void put_two(writer *w, const char *name, dbx_poly x, dbx_poly y) {
  dbx_printf(w->b, "%s(", name);
  put(w, x);
  dbx_put(w->b, ", ");
  put(w, y);
  dbx_putc(w->b, ')');
}

static void put_negated(writer *w, dbx_poly p) {
  dbx_put(w->b, "-1*max(");
  put(w, p);
  dbx_put(w->b, ", ");
  put(w, p);
  dbx_putc(w->b, ')');
}

// 1 where a < b + more, else 0.
static void put_less(writer *w, dbx_poly a, dbx_poly b, int more) {
  dbx_put(w->b, "min(max(");
  put(w, b);
  if (more) dbx_printf(w->b, " + %d", more);
  dbx_put(w->b, " - max(");
  put(w, a);
  dbx_put(w->b, ", ");
  put(w, a);
  dbx_put(w->b, "), 0), 1)");
}

// 1 where a and b differ, else 0.
static void put_differ(writer *w, dbx_poly a, dbx_poly b) {
  dbx_put(w->b, "max(");
  put_less(w, a, b, 0);
  dbx_put(w->b, ", ");
  put_less(w, b, a, 0);
  dbx_putc(w->b, ')');
}

// b, and where the truth p holds the difference to a.
static void put_choice(writer *w, dbx_poly p, dbx_poly b, dbx_poly a) {
  put_two(w, "max", b, b);
  for (int minus = 0; minus < 2; minus++) {
    dbx_put(w->b, minus ? " - max(" : " + max(");
    put(w, p);
    dbx_put(w->b, ", ");
    put(w, p);
    dbx_put(w->b, ")*");
    put_two(w, "max", minus ? b : a, minus ? b : a);
  }
}

// A number, or a product of symbols, which are at least 1.
static bool is_positive(dbx_poly p) {
  uint32_t n, k;
  dbx_scratch_mark m = dbx_scratch_here();
  const poly_term *t = poly_sorted_terms(p, &n);
  bool is = n == 1 && t->k > 0;
  const poly_power *x = is ? poly_sorted_powers(t->mono, &k) : NULL;
  for (uint32_t i = 0; is && i < k; i++) is = poly_atom_at(x[i].atom)->kind == POLY_VAR;
  dbx_scratch_release(m);
  return is;
}

// jax divides by nothing that may be 0; a guard says so.
static void put_division(writer *w, const char *name, dbx_poly x, dbx_poly y) {
  if (is_positive(y)) return put_two(w, name, x, y);
  dbx_printf(w->b, "%s(", name);
  put(w, x);
  dbx_put(w->b, ", max(");
  put(w, y);
  dbx_put(w->b, ", 1))");
}

static void put_named(writer *w, const poly_atom *a) {
  const char *name = a->name ? dbx_sym_text(a->name) : "";
  if (a->n_in == 2 && !strcmp(name, "floor_divide"))
    return put_division(w, "floordiv", a->in[0], a->in[1]);
  if (a->n_in == 2 && !strcmp(name, "remainder")) return put_division(w, "mod", a->in[0], a->in[1]);
  if (!a->inlined) return refuse(w);
  put(w, a->inlined);
}

static bool is_truth(const poly_atom *a) { return a->dtype == DBX_BOOL; }

// What has several terms stands where a function's operand may stand.
static void put_call(writer *w, const poly_atom *a) {
  const dbx_poly *x = a->in;
  switch (a->n_in == 2 ? a->prim->id : -1) {
  case DBX_PRIM_max: return put_two(w, "max", x[0], x[1]);
  case DBX_PRIM_min: return put_two(w, "min", x[0], x[1]);
  case DBX_PRIM_lt: return put_less(w, x[0], x[1], 0);
  case DBX_PRIM_gt: return put_less(w, x[1], x[0], 0);
  case DBX_PRIM_le: return put_less(w, x[0], x[1], 1);
  case DBX_PRIM_ge: return put_less(w, x[1], x[0], 1);
  case DBX_PRIM_ne: return put_differ(w, x[0], x[1]);
  case DBX_PRIM_eq: return dbx_put(w->b, "1 - "), put_differ(w, x[0], x[1]);
  case DBX_PRIM_and: return is_truth(a) ? put_two(w, "min", x[0], x[1]) : refuse(w);
  case DBX_PRIM_or: return is_truth(a) ? put_two(w, "max", x[0], x[1]) : refuse(w);
  default: break;
  }
  switch (a->prim->id) {
  case DBX_PRIM_pjit: return put_named(w, a);
  case DBX_PRIM_convert_element_type: return put(w, x[0]);
  case DBX_PRIM_neg: return put_negated(w, x[0]);
  case DBX_PRIM_not:
    if (!is_truth(a)) return refuse(w);
    dbx_put(w->b, "1 + ");
    return put_negated(w, x[0]);
  case DBX_PRIM_abs:
    dbx_put(w->b, "max(");
    put(w, x[0]);
    dbx_put(w->b, ", ");
    put_negated(w, x[0]);
    return dbx_putc(w->b, ')');
  case DBX_PRIM_sign:
    dbx_put(w->b, "min(max(");
    put(w, x[0]);
    return dbx_put(w->b, ", -1), 1)");
  case DBX_PRIM_clamp:
    dbx_put(w->b, "min(");
    put_two(w, "max", x[1], x[0]);
    dbx_put(w->b, ", ");
    put(w, x[2]);
    return dbx_putc(w->b, ')');
  case DBX_PRIM_select_n:
    if (a->n_in == 3 && a->in_dtype[0] == DBX_BOOL) return put_choice(w, x[0], x[1], x[2]);
    return refuse(w);
  default: return refuse(w);
  }
}

// Is it written as one function?
static bool is_one_factor(const poly_atom *a) {
  switch (a->n_in == 2 ? a->prim->id : -1) {
  case DBX_PRIM_max:
  case DBX_PRIM_min:
  case DBX_PRIM_lt:
  case DBX_PRIM_gt:
  case DBX_PRIM_le:
  case DBX_PRIM_ge:
  case DBX_PRIM_ne:
  case DBX_PRIM_and:
  case DBX_PRIM_or: return true;
  case -1:
    return a->prim->id == DBX_PRIM_abs || a->prim->id == DBX_PRIM_clamp ||
           a->prim->id == DBX_PRIM_sign;
  default: return false;
  }
}

static void put_atom(writer *w, uint32_t atom) {
  poly_atom a = *poly_atom_at(atom);
  if (w->failed || w->b->n > LONGEST) return refuse(w);
  if (a.kind == POLY_VAR && w->by->put(w->by->ctx, w->b, a.id)) return;
  if (a.kind == POLY_LITERAL) {
    const dbx_literal *l = dbx_literal_at(a.id);
    dbx_dtype t = dbx_aval_at(l->aval)->dtype;
    if (!dbx_is_integer(t) && t != DBX_BOOL) return refuse(w);
    dbx_printf(w->b, "%" PRId64, l->value.i);
    return;
  }
  if (a.kind != POLY_CALL) return refuse(w);
  if (is_one_factor(&a)) return put_call(w, &a);
  dbx_put(w->b, "max(");
  put_call(w, &a);
  dbx_put(w->b, ", ");
  put_call(w, &a);
  dbx_putc(w->b, ')');
}

static void put_term(writer *w, poly_term t, bool first) {
  uint32_t n;
  uint64_t size = t.k < 0 ? 0 - (uint64_t)t.k : (uint64_t)t.k;
  const poly_power *x = poly_sorted_powers(t.mono, &n);
  dbx_put(w->b, first ? (t.k < 0 ? "-" : "") : t.k < 0 ? " - " : " + ");
  if (size != 1 || !n || (first && t.k < 0)) dbx_printf(w->b, "%" PRIu64 "%s", size, n ? "*" : "");
  for (uint32_t i = 0; i < n; i++) {
    if (i) dbx_putc(w->b, '*');
    put_atom(w, x[i].atom);
    if (x[i].exponent > 1) dbx_printf(w->b, "^%u", x[i].exponent);
  }
}

static void put(writer *w, dbx_poly p) {
  uint32_t n;
  dbx_scratch_mark m = dbx_scratch_here();
  const poly_term *t = poly_sorted_terms(p, &n);
  if (!n) dbx_putc(w->b, '0');
  for (uint32_t i = 0; i < n && !w->failed; i++) put_term(w, t[i], i == 0);
  dbx_scratch_release(m);
}

bool dbx_put_poly_jax(dbx_buf *b, dbx_poly p, const dbx_poly_namer *by) {
  writer w = {b, by, false};
  put(&w, p);
  return !w.failed;
}
