// Sizes that tell two polynomials apart: both are evaluated at small sizes of their variables, as a
// run would compute them (see poly.h).
#include "prim/poly_parts.h"

#include <assert.h>
#include <string.h>

// Functions of sizes are evaluated too; `done` keeps their values, since one occurs often.
typedef struct point {
  const dbx_u32s *vars;
  const int64_t *at;
  dbx_map done; // function -> index in `values`, + 1
  dbx_vec(int64_t) values;
} point;

static bool value_of(point *p, dbx_poly q, int64_t *ret);

static bool compare(dbx_prim prim, int64_t x, int64_t y, int64_t *ret) {
  switch (prim) {
  case DBX_PRIM_eq: return *ret = x == y, true;
  case DBX_PRIM_ne: return *ret = x != y, true;
  case DBX_PRIM_lt: return *ret = x < y, true;
  case DBX_PRIM_le: return *ret = x <= y, true;
  case DBX_PRIM_gt: return *ret = x > y, true;
  case DBX_PRIM_ge: return *ret = x >= y, true;
  default: return false;
  }
}

static uint32_t arity(dbx_prim p) {
  switch (p) {
  case DBX_PRIM_neg:
  case DBX_PRIM_abs:
  case DBX_PRIM_sign:
  case DBX_PRIM_not:
  case DBX_PRIM_convert_element_type: return 1;
  case DBX_PRIM_clamp: return 3;
  default: return 2;
  }
}

static int64_t wrapped(uint64_t x) { return (int64_t)x; }

// Unsigned numbers are taken as signed ones: sizes are small here.
static bool function(const poly_atom *a, const int64_t *x, int64_t *ret) {
  bool divides = a->n_in == 2 && x[1] != 0 && x[1] != -1;
  if (a->prim->id != DBX_PRIM_select_n && a->n_in != arity((dbx_prim)a->prim->id)) return false;
  switch ((dbx_prim)a->prim->id) {
  case DBX_PRIM_add: return *ret = wrapped((uint64_t)x[0] + (uint64_t)x[1]), true;
  case DBX_PRIM_sub: return *ret = wrapped((uint64_t)x[0] - (uint64_t)x[1]), true;
  case DBX_PRIM_mul: return !__builtin_mul_overflow(x[0], x[1], ret);
  case DBX_PRIM_neg: return *ret = wrapped(0 - (uint64_t)x[0]), true;
  case DBX_PRIM_abs: return *ret = x[0] < 0 ? wrapped(0 - (uint64_t)x[0]) : x[0], true;
  case DBX_PRIM_sign: return *ret = (x[0] > 0) - (x[0] < 0), true;
  case DBX_PRIM_max: return *ret = x[0] > x[1] ? x[0] : x[1], true;
  case DBX_PRIM_min: return *ret = x[0] < x[1] ? x[0] : x[1], true;
  case DBX_PRIM_div: return divides && (*ret = x[0] / x[1], true);
  case DBX_PRIM_rem: return divides && (*ret = x[0] % x[1], true);
  case DBX_PRIM_and: return *ret = x[0] & x[1], true;
  case DBX_PRIM_or: return *ret = x[0] | x[1], true;
  case DBX_PRIM_xor: return *ret = x[0] ^ x[1], true;
  case DBX_PRIM_not: return *ret = a->dtype == DBX_BOOL ? !x[0] : ~x[0], true;
  case DBX_PRIM_convert_element_type: return *ret = x[0], true;
  case DBX_PRIM_clamp: {
    int64_t low = x[1] > x[0] ? x[1] : x[0];
    return *ret = low < x[2] ? low : x[2], true;
  }
  case DBX_PRIM_select_n:
    if (x[0] < 0 || x[0] + 1 >= a->n_in) return false;
    return *ret = x[1 + x[0]], true;
  default: return compare((dbx_prim)a->prim->id, x[0], x[1], ret);
  }
}

static bool value_of_call(point *p, const poly_atom *a, int64_t *ret) {
  if (a->inlined) return value_of(p, a->inlined, ret);
  int64_t *x = DBX_TMP(int64_t, a->n_in);
  for (uint32_t i = 0; i < a->n_in; i++)
    if (!value_of(p, a->in[i], &x[i])) return false;
  if (!function(a, x, ret)) return false;
  *ret = dbx_scalar_convert(dbx_scalar_int(*ret), DBX_I64, a->dtype).i;
  return true;
}

static bool value_of_atom(point *p, uint32_t atom, int64_t *ret) {
  poly_atom a = *poly_atom_at(atom);
  uint64_t *done = dbx_map_find(&p->done, atom);
  if (done) {
    assert(*done && *done <= p->values.n);
    return *ret = p->values.at[*done - 1], true;
  }
  switch (a.kind) {
  case POLY_VAR:
    for (uint32_t i = 0; i < p->vars->n; i++)
      if (p->vars->at[i] == a.id) return *ret = p->at[i], true;
    return false;
  case POLY_LITERAL: return *ret = dbx_literal_at(a.id)->value.i, true;
  case POLY_MARK: return false;
  case POLY_CALL: break;
  }
  if (!value_of_call(p, &a, ret)) return false;
  dbx_push(&p->values, *ret);
  dbx_map_put(&p->done, atom, p->values.n);
  return true;
}

static bool value_of(point *p, dbx_poly q, int64_t *ret) {
  uint32_t n, m;
  const poly_term *t = poly_terms(q, &n);
  *ret = 0;
  for (uint32_t i = 0; i < n; i++) {
    int64_t term = t[i].k, x;
    const poly_power *w = poly_powers(t[i].mono, &m);
    for (uint32_t k = 0; k < m; k++) {
      if (!value_of_atom(p, w[k].atom, &x)) return false;
      for (uint32_t e = 0; e < w[k].exponent; e++)
        if (__builtin_mul_overflow(term, x, &term)) return false;
    }
    if (__builtin_add_overflow(*ret, term, ret)) return false;
  }
  return true;
}

// ---- the variables, each once ----

static void collect(dbx_poly q, dbx_map *seen, dbx_u32s *vars) {
  uint32_t n, m;
  const poly_term *t = poly_terms(q, &n);
  for (uint32_t i = 0; i < n; i++) {
    const poly_power *w = poly_powers(t[i].mono, &m);
    for (uint32_t k = 0; k < m; k++) {
      const poly_atom *a = poly_atom_at(w[k].atom);
      if (dbx_map_find(seen, w[k].atom)) continue;
      dbx_map_put(seen, w[k].atom, 1);
      if (a->kind == POLY_VAR) dbx_push(vars, a->id);
      for (uint32_t x = 0; x < a->n_in; x++) collect(a->in[x], seen, vars);
    }
  }
}

bool dbx_poly_value(dbx_poly p, const dbx_var *vars, const int64_t *at, uint32_t n, int64_t *ret) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_u32s known = {0};
  for (uint32_t i = 0; i < n; i++) dbx_push(&known, vars[i]);
  point here = {.vars = &known, .at = at};
  bool found = value_of(&here, p, ret);
  dbx_map_free(&here.done), dbx_vec_free(&here.values), dbx_vec_free(&known);
  dbx_scratch_release(m);
  return found;
}

// Without the number of each, which is *number.
static const poly_term *unknown_terms(dbx_poly p, uint32_t *n, int64_t *number) {
  const poly_term *t = poly_terms(p, n);
  poly_term *rest = DBX_TMP(poly_term, *n + 1);
  uint32_t k = 0;
  *number = 0;
  for (uint32_t i = 0; i < *n; i++)
    if (t[i].mono) rest[k++] = t[i];
    else *number = t[i].k;
  return *n = k, rest;
}

bool dbx_poly_apart(dbx_poly p, dbx_poly q, int64_t *by) {
  dbx_scratch_mark m = dbx_scratch_here();
  uint32_t n, k;
  int64_t x, y;
  const poly_term *a = unknown_terms(p, &n, &x), *b = unknown_terms(q, &k, &y);
  bool same = n == k && (!n || !memcmp(a, b, n * sizeof *a));
  dbx_scratch_release(m);
  return same && x != y && !__builtin_sub_overflow(x, y, by);
}

// ---- the search ----

static const int64_t sizes[] = {2, 3, 1, 4, 0, 5, 6, 7};
enum { SIZES = sizeof sizes / sizeof *sizes, MOST_TRIES = 20000 };

static bool differ_at(dbx_poly p, dbx_poly q, dbx_sizes *s) {
  dbx_scratch_mark m = dbx_scratch_here();
  point here = {.vars = &s->vars, .at = s->at};
  bool both = value_of(&here, p, &s->p) && value_of(&here, q, &s->q);
  dbx_map_free(&here.done), dbx_vec_free(&here.values);
  dbx_scratch_release(m);
  return both && s->p != s->q;
}

// Points in the order of their largest index into `sizes`, so that the simple ones come first.
// lengths: only points at which both are possible lengths.
static bool search(dbx_poly p, dbx_poly q, dbx_sizes *s, bool lengths) {
  uint32_t n = s->vars.n, tries = 0, *index = DBX_TMP(uint32_t, n + 1);
  for (uint32_t top = 0; top < SIZES; top++) {
    memset(index, 0, (n + 1) * sizeof *index);
    while (!index[n] && tries++ < MOST_TRIES) {
      uint32_t largest = 0, i = 0;
      for (uint32_t k = 0; k < n; k++) {
        s->at[k] = sizes[index[k]];
        if (index[k] > largest) largest = index[k];
      }
      if (largest == top && differ_at(p, q, s) && (!lengths || (s->p >= 0 && s->q >= 0)))
        return true;
      index[0]++; // the next point; index[n] says that there is none
      while (i < n && index[i] > top) index[i] = 0, index[++i]++;
    }
  }
  return false;
}

// As they were made: arguments as they are declared.
static int by_number(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return (a > b) - (a < b);
}

bool dbx_poly_tell_apart(dbx_poly p, dbx_poly q, dbx_sizes *ret) {
  dbx_map seen = {0};
  *ret = (dbx_sizes){0};
  collect(p, &seen, &ret->vars);
  collect(q, &seen, &ret->vars);
  dbx_map_free(&seen);
  dbx_vec_sort(&ret->vars, by_number);
  ret->at = DBX_TMP(int64_t, ret->vars.n + 1);
  if (search(p, q, ret, true) || search(p, q, ret, false)) return true;
  dbx_vec_free(&ret->vars);
  return false;
}
