// Polynomials as text: "n*m + 2*n - 1" (see poly.h).
#include "prim/poly_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 200 }; // characters; what follows is "..."

typedef struct writer {
  dbx_buf *b;
  dbx_u32s *unnamed;
  const dbx_poly_namer *by;
  size_t end;
} writer;

static void put(const writer *w, dbx_poly p, bool parens);

void dbx_put_poly_var(dbx_buf *b, dbx_var v, dbx_u32s *unnamed, const dbx_poly_namer *by) {
  dbx_buf name = {0};
  if (!by || dbx_var_at(v)->name) dbx_put_dim(&name, dbx_dim_var(v), NULL);
  else if (!by->put(by->ctx, &name, v)) dbx_putc(&name, '?');
  uint32_t i = 0;
  if (strcmp(dbx_text(&name), "?")) {
    bool whole = !strchr(dbx_text(&name), ' '); // an expression stands in brackets
    dbx_printf(b, whole ? "%s" : "(%s)", dbx_text(&name));
  } else {
    while (i < unnamed->n && unnamed->at[i] != v) i++;
    if (i == unnamed->n) dbx_push(unnamed, v);
    dbx_printf(b, "?%u", i + 1);
  }
  dbx_buf_free(&name);
}

static const char *infix(const poly_atom *a) {
  if (a->n_in != 2 || a->prim->id != DBX_PRIM_pjit || !a->name) return NULL;
  const char *name = dbx_sym_text(a->name);
  return !strcmp(name, "floor_divide") ? " // " : !strcmp(name, "remainder") ? " % " : NULL;
}

static void put_call(const writer *w, const poly_atom *a) {
  const char *between = infix(a);
  if (!between) dbx_printf(w->b, "%s", a->name ? dbx_sym_text(a->name) : a->prim->name);
  dbx_putc(w->b, '(');
  for (uint32_t i = 0; i < a->n_in; i++) {
    if (i) dbx_put(w->b, between ? between : ", ");
    put(w, a->in[i], between != NULL);
  }
  dbx_putc(w->b, ')');
}

static void put_atom(const writer *w, const poly_atom *a) {
  switch (a->kind) {
  case POLY_VAR: dbx_put_poly_var(w->b, a->id, w->unnamed, w->by); break;
  case POLY_MARK: dbx_printf(w->b, "#%u", a->id); break;
  case POLY_LITERAL: {
    const dbx_literal *l = dbx_literal_at(a->id);
    dbx_put_scalar(w->b, l->value, dbx_aval_at(l->aval)->dtype);
    break;
  }
  case POLY_CALL: put_call(w, a); break;
  }
}

// Variables in the order in which they were made, so that arguments come as they are declared; then
// functions.
static uint64_t rank(poly_power w) {
  const poly_atom *a = poly_atom_at(w.atom);
  return a->kind == POLY_VAR ? a->id : (uint64_t)1 << 32 | w.atom;
}

static int by_rank(const void *x, const void *y) {
  uint64_t a = rank(*(const poly_power *)x), b = rank(*(const poly_power *)y);
  return (a > b) - (a < b);
}

// A temporary.
static void *sorted(const void *x, uint32_t n, size_t bytes,
                    int (*order)(const void *x, const void *y)) {
  void *copy = dbx_scratch((n + 1) * bytes);
  if (n) memcpy(copy, x, n * bytes);
  qsort(copy, n, bytes, order);
  return copy;
}

const poly_power *poly_sorted_powers(uint64_t mono, uint32_t *n) {
  const poly_power *x = poly_powers(mono, n);
  return sorted(x, *n, sizeof *x, by_rank);
}

static void put_product(const writer *w, uint64_t mono) {
  uint32_t n;
  const poly_power *x = poly_sorted_powers(mono, &n);
  for (uint32_t i = 0; i < n; i++) {
    poly_atom a = *poly_atom_at(x[i].atom);
    if (i) dbx_putc(w->b, '*');
    put_atom(w, &a);
    if (x[i].exponent > 1) dbx_printf(w->b, "**%u", x[i].exponent);
  }
}

// High degrees first, then as a dictionary has them: n**2, n*m, m**2.
static int by_degree(const void *x, const void *y) {
  uint32_t n, m, degree[2] = {0, 0};
  dbx_scratch_mark mark = dbx_scratch_here();
  const poly_power *a = poly_sorted_powers(((const poly_term *)x)->mono, &n),
                   *b = poly_sorted_powers(((const poly_term *)y)->mono, &m);
  for (uint32_t i = 0; i < n; i++) degree[0] += a[i].exponent;
  for (uint32_t i = 0; i < m; i++) degree[1] += b[i].exponent;
  int order = (degree[0] < degree[1]) - (degree[0] > degree[1]);
  for (uint32_t i = 0; !order && i < n && i < m; i++) {
    order = by_rank(&a[i], &b[i]);
    if (!order) order = (a[i].exponent < b[i].exponent) - (a[i].exponent > b[i].exponent);
  }
  dbx_scratch_release(mark);
  return order;
}

static void put_term(const writer *w, poly_term t, bool first) {
  uint64_t size = t.k < 0 ? 0 - (uint64_t)t.k : (uint64_t)t.k;
  dbx_put(w->b, first ? (t.k < 0 ? "-" : "") : t.k < 0 ? " - " : " + ");
  if (size != 1 || !t.mono) dbx_printf(w->b, "%" PRIu64 "%s", size, t.mono ? "*" : "");
  put_product(w, t.mono);
}

const poly_term *poly_sorted_terms(dbx_poly p, uint32_t *n) {
  const poly_term *t = poly_terms(p, n);
  return sorted(t, *n, sizeof *t, by_degree);
}

static void put(const writer *w, dbx_poly p, bool parens) {
  uint32_t n;
  dbx_scratch_mark m = dbx_scratch_here();
  const poly_term *sorted = poly_sorted_terms(p, &n);
  parens &= n > 1;
  if (parens) dbx_putc(w->b, '(');
  if (!n) dbx_putc(w->b, '0');
  for (uint32_t i = 0; i < n; i++) {
    if (w->b->n > w->end) {
      dbx_put(w->b, " + ...");
      break;
    }
    put_term(w, sorted[i], i == 0);
  }
  if (parens) dbx_putc(w->b, ')');
  dbx_scratch_release(m);
}

void dbx_put_poly(dbx_buf *b, dbx_poly p, dbx_u32s *unnamed, const dbx_poly_namer *by) {
  put(&(writer){b, unnamed, by, b->n + LONGEST}, p, false);
}
