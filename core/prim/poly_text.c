// Polynomials as text: "n*m + 2*n - 1" (see poly.h).
#include "prim/poly_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 200 }; // characters; what follows is "..."

typedef struct writer {
  dbx_buf *b;
  dbx_u32s *unnamed;
  size_t end;
} writer;

static void put(const writer *w, dbx_poly p, bool parens);

void dbx_put_poly_var(dbx_buf *b, dbx_var v, dbx_u32s *unnamed) {
  dbx_buf name = {0};
  dbx_put_dim(&name, dbx_dim_var(v), NULL);
  uint32_t i = 0;
  if (strcmp(dbx_text(&name), "?")) {
    dbx_put(b, dbx_text(&name));
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
  case POLY_VAR: dbx_put_poly_var(w->b, a->id, w->unnamed); break;
  case POLY_MARK: dbx_printf(w->b, "#%u", a->id); break;
  case POLY_LITERAL: {
    const dbx_literal *l = dbx_literal_at(a->id);
    dbx_put_scalar(w->b, l->value, dbx_aval_at(l->aval)->dtype);
    break;
  }
  case POLY_CALL: put_call(w, a); break;
  }
}

static void put_product(const writer *w, uint64_t mono) {
  uint32_t n;
  const poly_power *x = poly_powers(mono, &n);
  for (uint32_t i = 0; i < n; i++) {
    poly_atom a = *poly_atom_at(x[i].atom);
    if (i) dbx_putc(w->b, '*');
    put_atom(w, &a);
    if (x[i].exponent > 1) dbx_printf(w->b, "**%u", x[i].exponent);
  }
}

static uint32_t degree(uint64_t mono) {
  uint32_t n, d = 0;
  const poly_power *x = poly_powers(mono, &n);
  for (uint32_t i = 0; i < n; i++) d += x[i].exponent;
  return d;
}

// High degrees first, then the unknowns in the order in which they were met.
static int by_degree(const void *x, const void *y) {
  const poly_term *a = x, *b = y;
  uint32_t m = degree(a->mono), n = degree(b->mono);
  return m != n ? (m < n) - (m > n) : (a->mono > b->mono) - (a->mono < b->mono);
}

static void put_term(const writer *w, poly_term t, bool first) {
  uint64_t size = t.k < 0 ? 0 - (uint64_t)t.k : (uint64_t)t.k;
  dbx_put(w->b, first ? (t.k < 0 ? "-" : "") : t.k < 0 ? " - " : " + ");
  if (size != 1 || !t.mono) dbx_printf(w->b, "%" PRIu64 "%s", size, t.mono ? "*" : "");
  put_product(w, t.mono);
}

static void put(const writer *w, dbx_poly p, bool parens) {
  uint32_t n;
  const poly_term *t = poly_terms(p, &n);
  dbx_scratch_mark m = dbx_scratch_here();
  poly_term *sorted = DBX_TMP(poly_term, n + 1);
  if (n) memcpy(sorted, t, n * sizeof *t);
  qsort(sorted, n, sizeof *sorted, by_degree);
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

void dbx_put_poly(dbx_buf *b, dbx_poly p, dbx_u32s *unnamed) {
  put(&(writer){b, unnamed, b->n + LONGEST}, p, false);
}
