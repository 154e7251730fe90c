// Normal forms of lengths (see poly.h). Unknowns, products of unknowns and polynomials are interned
// as byte strings, so that equality is equality of handles.
#include "prim/poly_parts.h"

#include "ir/definition.h"
#include "prim/state.h"
#include <string.h>

// What grows beyond this is an unknown: lengths that people write are far below.
enum { MOST_TERMS = 256, MOST_PRODUCTS = 4096, MOST_DEGREE = 64, MOST_NESTED = 100 };

// ---- interning ----

static uint32_t intern(poly_pool *p, const void *bytes, size_t n) {
  if (!p->at.n) dbx_push(&p->at, ((struct poly_entry){NULL, 0})), dbx_push(&p->next, 0);
  uint64_t h = dbx_hash(bytes, n, 23) | 1, *first = dbx_map_find(&p->by_hash, h);
  uint32_t head = first ? (uint32_t)*first : 0;
  for (uint32_t i = head; i; i = p->next.at[i])
    if (p->at.at[i].n == n && (!n || !memcmp(p->at.at[i].bytes, bytes, n))) return i;
  dbx_push(&p->at, ((struct poly_entry){n ? dbx_arena_copy(&p->arena, bytes, n) : NULL, n}));
  dbx_push(&p->next, head);
  dbx_map_put(&p->by_hash, h, p->at.n - 1);
  return p->at.n - 1;
}

const poly_term *poly_terms(dbx_poly p, uint32_t *n) {
  *n = (uint32_t)(prim_now->polys.at.at[p].n / sizeof(poly_term));
  return prim_now->polys.at.at[p].bytes;
}

const poly_power *poly_powers(uint64_t mono, uint32_t *n) {
  *n = mono ? (uint32_t)(prim_now->monos.at.at[mono].n / sizeof(poly_power)) : 0;
  return mono ? prim_now->monos.at.at[mono].bytes : NULL;
}

const poly_atom *poly_atom_at(uint32_t atom) { return &prim_now->unknowns.at[atom]; }

static dbx_poly poly_make(const poly_term *t, uint32_t n) {
  return intern(&prim_now->polys, t, n * sizeof *t);
}

static dbx_poly constant(int64_t k) { return poly_make(&(poly_term){k, 0}, k != 0); }

bool poly_is_constant(dbx_poly p, int64_t *ret) {
  uint32_t n;
  const poly_term *t = poly_terms(p, &n);
  if (n > 1 || (n && t->mono)) return false;
  *ret = n ? t->k : 0;
  return true;
}

static dbx_poly unknown(const void *key, size_t n, const poly_atom *info) {
  uint32_t a = intern(&prim_now->atoms, key, n);
  while (prim_now->unknowns.n <= a) dbx_push(&prim_now->unknowns, (poly_atom){0});
  if (!prim_now->unknowns.at[a].in && !prim_now->unknowns.at[a].id)
    prim_now->unknowns.at[a] = *info;
  uint64_t mono = intern(&prim_now->monos, &(poly_power){a, 1}, sizeof(poly_power));
  return poly_make(&(poly_term){1, mono}, 1);
}

static dbx_poly simple(poly_kind kind, uint32_t id) {
  uint32_t key[] = {kind, id};
  return unknown(key, sizeof key, &(poly_atom){.kind = kind, .id = id});
}

dbx_poly dbx_poly_mark(uint32_t k) { return simple(POLY_MARK, k + 1); }

// ---- arithmetic; 0: a coefficient does not fit 64 bits, or the result is too large ----

static dbx_poly scaled_sum(dbx_poly p, dbx_poly q, int64_t scale) {
  uint32_t n, m, i = 0, k = 0, count = 0;
  if (!p || !q) return 0;
  const poly_term *x = poly_terms(p, &n), *y = poly_terms(q, &m);
  dbx_scratch_mark mark = dbx_scratch_here();
  poly_term *r = DBX_TMP(poly_term, n + m + 1);
  bool ok = true;
  while (ok && (i < n || k < m)) {
    poly_term t = {0, i < n && (k == m || x[i].mono <= y[k].mono) ? x[i].mono : y[k].mono};
    if (i < n && x[i].mono == t.mono) t.k = x[i++].k;
    if (k < m && y[k].mono == t.mono) {
      int64_t other;
      ok = !__builtin_mul_overflow(y[k++].k, scale, &other) &&
           !__builtin_add_overflow(t.k, other, &t.k);
    }
    if (t.k) r[count++] = t;
  }
  dbx_poly sum = ok && count <= MOST_TERMS ? poly_make(r, count) : 0;
  dbx_scratch_release(mark);
  return sum;
}

static bool multiply_monos(uint64_t a, uint64_t b, uint64_t *ret) {
  uint32_t n, m, i = 0, k = 0, count = 0, degree = 0;
  const poly_power *x = poly_powers(a, &n), *y = poly_powers(b, &m);
  poly_power *r = DBX_TMP(poly_power, n + m + 1);
  while (i < n || k < m) {
    poly_power t = {i < n && (k == m || x[i].atom <= y[k].atom) ? x[i].atom : y[k].atom, 0};
    if (i < n && x[i].atom == t.atom) t.exponent += x[i++].exponent;
    if (k < m && y[k].atom == t.atom) t.exponent += y[k++].exponent;
    degree += t.exponent;
    r[count++] = t;
  }
  *ret = count ? intern(&prim_now->monos, r, count * sizeof *r) : 0;
  return degree <= MOST_DEGREE;
}

static dbx_poly times_term(dbx_poly p, poly_term by) {
  uint32_t n;
  const poly_term *x = poly_terms(p, &n);
  dbx_poly sum = constant(0);
  for (uint32_t i = 0; sum && i < n; i++) {
    poly_term t;
    if (__builtin_mul_overflow(x[i].k, by.k, &t.k) || !multiply_monos(x[i].mono, by.mono, &t.mono))
      return 0;
    sum = scaled_sum(sum, poly_make(&t, 1), 1);
  }
  return sum;
}

static dbx_poly product(dbx_poly p, dbx_poly q) {
  uint32_t n, m;
  if (!p || !q) return 0;
  const poly_term *by = poly_terms(q, &n);
  poly_terms(p, &m);
  dbx_scratch_mark mark = dbx_scratch_here();
  dbx_poly sum = n * m <= MOST_PRODUCTS ? constant(0) : 0;
  for (uint32_t i = 0; sum && i < n; i++) sum = scaled_sum(sum, times_term(p, by[i]), 1);
  dbx_scratch_release(mark);
  return sum;
}

static dbx_poly power(dbx_poly p, int64_t y) {
  dbx_poly r = constant(1);
  if (y < 0 || y > MOST_DEGREE) return 0;
  for (int64_t i = 0; r && i < y; i++) r = product(r, p);
  return r;
}

// ---- one equation, its operands given as polynomials ----

static dbx_dtype dtype_of(dbx_atom a) { return dbx_aval_at(dbx_atom_aval(a))->dtype; }

static dbx_poly arithmetic(const dbx_eqn *e, const dbx_poly *in) {
  bool two = e->n_in == 2; // Jaxpr text is read before it is checked
  switch ((dbx_prim)e->prim->id) {
  case DBX_PRIM_add: return two ? scaled_sum(in[0], in[1], 1) : 0;
  case DBX_PRIM_sub: return two ? scaled_sum(in[0], in[1], -1) : 0;
  case DBX_PRIM_mul: return two ? product(in[0], in[1]) : 0;
  case DBX_PRIM_neg: return scaled_sum(constant(0), in[0], -1);
  case DBX_PRIM_integer_pow: return power(in[0], dbx_eqn_int(e, DBX_S_y));
  default: return 0;
  }
}

static bool copies(const dbx_eqn *e) {
  switch ((dbx_prim)e->prim->id) {
  case DBX_PRIM_copy:
  case DBX_PRIM_name:
  case DBX_PRIM_convert_element_type:
  case DBX_PRIM_broadcast_in_dim:
  case DBX_PRIM_reshape:
  case DBX_PRIM_squeeze: return e->n_in == 1 && dtype_of(e->out[0]) == dtype_of(e->in[0]);
  default: return false;
  }
}

static dbx_poly build(const dbx_eqn *e, const dbx_poly *in);

// The body of a called function with the operands put in; 0 if it is more than scalar arithmetic.
static dbx_poly inlined(const dbx_jaxpr *j, const dbx_poly *in, uint32_t n) {
  dbx_map env = {0};
  dbx_poly r = 0;
  bool ok = j->n_in == n && !j->n_const && j->n_out == 1;
  for (uint32_t i = 0; ok && i < n; i++) dbx_map_put(&env, j->invars[i], in[i]);
  for (uint32_t i = 0; ok && i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    dbx_poly *operand = DBX_TMP(dbx_poly, e->n_in + 1);
    for (uint32_t k = 0; ok && k < e->n_in; k++) {
      uint64_t *known = dbx_is_literal(e->in[k]) ? NULL : dbx_map_find(&env, e->in[k] & DBX_HANDLE);
      ok = known || (dbx_is_literal(e->in[k]) && dbx_aval_is_size(dbx_atom_aval(e->in[k])));
      if (ok) operand[k] = known ? (dbx_poly)*known : dbx_poly_of(e->in[k]);
    }
    ok = ok && e->n_out == 1 && (r = build(e, operand));
    if (ok) dbx_map_put(&env, e->out[0] & DBX_HANDLE, r);
  }
  if (ok && dbx_is_literal(j->outs[0])) r = dbx_poly_of(j->outs[0]);
  else if (ok) r = dbx_map_find(&env, j->outs[0]) ? (dbx_poly)*dbx_map_find(&env, j->outs[0]) : 0;
  dbx_map_free(&env);
  return ok ? r : 0;
}

// Called functions are one if they print alike: a trace's Jaxprs do not outlive it.
static uint64_t param_key(const dbx_param *p) {
  if (p->kind != DBX_P_JAXPR) return (uint64_t)(uintptr_t)p;
  dbx_buf b = {0};
  dbx_print_jaxpr(&b, p->jaxpr, &(dbx_print_opts){.style = DBX_STYLE_NEW});
  uint64_t text = dbx_intern(dbx_text(&b));
  dbx_buf_free(&b);
  return text;
}

// Functions of functions, so deep.
static uint32_t depth_of(const dbx_poly *in, uint32_t n) {
  uint32_t deepest = 0, terms, powers;
  for (uint32_t i = 0; i < n; i++) {
    const poly_term *t = poly_terms(in[i], &terms);
    for (uint32_t k = 0; k < terms; k++) {
      const poly_power *w = poly_powers(t[k].mono, &powers);
      for (uint32_t m = 0; m < powers; m++)
        if (poly_atom_at(w[m].atom)->depth > deepest) deepest = poly_atom_at(w[m].atom)->depth;
    }
  }
  return deepest + 1;
}

// The same function of equal operands.
static dbx_poly call(const dbx_eqn *e, const dbx_poly *in) {
  const dbx_param *body = dbx_eqn_param(e, DBX_S_jaxpr), *name = dbx_eqn_param(e, DBX_S_name);
  bool pjit = dbx_is_call(e->prim);
  uint32_t depth = depth_of(in, e->n_in);
  if ((e->prim->nested && !pjit) || depth > MOST_NESTED) return 0;
  if (pjit && (!body || body->kind != DBX_P_JAXPR || body->jaxpr->n_const)) return 0;
  uint32_t words = 0;
  uint64_t *key = DBX_TMP(uint64_t, 4 + 2 * e->n_in + 2 * e->n_params);
  key[words++] = POLY_CALL, key[words++] = (uint64_t)e->prim->id;
  key[words++] = (uint64_t)dtype_of(e->out[0]), key[words++] = e->n_in;
  for (uint32_t i = 0; i < e->n_in; i++)
    key[words++] = in[i], key[words++] = (uint64_t)dtype_of(e->in[i]);
  for (uint32_t i = 0; i < e->n_params; i++)
    key[words++] = e->params[i].key, key[words++] = param_key(e->params[i].val);
  poly_atom a = {.kind = POLY_CALL, .prim = e->prim, .dtype = dtype_of(e->out[0])};
  dbx_dtype *types = DBX_TMP(dbx_dtype, e->n_in);
  for (uint32_t i = 0; i < e->n_in; i++) types[i] = dtype_of(e->in[i]);
  a.n_in = e->n_in, a.depth = depth;
  a.in = dbx_arena_copy(&prim_now->arena, in, e->n_in * sizeof *in);
  a.in_dtype = dbx_arena_copy(&prim_now->arena, types, e->n_in * sizeof *types);
  if (pjit) {
    a.name = name && name->kind == DBX_P_TEXT ? name->text : 0;
    a.inlined = inlined(body->jaxpr, in, e->n_in);
  }
  return unknown(key, words * sizeof *key, &a);
}

static dbx_poly build(const dbx_eqn *e, const dbx_poly *in) {
  bool all64 = dtype_of(e->out[0]) == DBX_I64;
  bool scalars = dbx_aval_is_size(dbx_var_aval(e->out[0])) && e->n_in;
  for (uint32_t i = 0; i < e->n_in; i++) {
    all64 &= dtype_of(e->in[i]) == DBX_I64;
    scalars &= dbx_aval_is_size(dbx_atom_aval(e->in[i]));
  }
  if (!scalars) return 0;
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_poly p = copies(e) ? in[0] : all64 ? arithmetic(e, in) : 0;
  if (!p) p = call(e, in);
  dbx_scratch_release(m);
  return p;
}

// ---- variables ----

static dbx_poly of_literal(dbx_atom a) {
  const dbx_literal *l = dbx_literal_at(a);
  dbx_dtype t = dbx_aval_at(l->aval)->dtype;
  if (t == DBX_I64) return constant(l->value.i);
  return simple(POLY_LITERAL, dbx_literal_of(t, false, l->value));
}

static uint64_t *state_of(dbx_atom a) {
  return dbx_map_find(&prim_now->normal, dbx_referent(a & DBX_HANDLE));
}

// Text that defines a variable by itself gets this far before it is refused.
static dbx_poly recall(dbx_atom a) {
  if (dbx_is_literal(a)) return of_literal(a);
  uint64_t p = *state_of(a);
  return p ? (dbx_poly)p : simple(POLY_VAR, dbx_referent(a & DBX_HANDLE));
}

static dbx_poly from_operands(const dbx_eqn *e) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_poly *in = DBX_TMP(dbx_poly, e->n_in);
  for (uint32_t i = 0; i < e->n_in; i++) in[i] = recall(e->in[i]);
  dbx_poly p = build(e, in);
  dbx_scratch_release(m);
  return p;
}

// Operands first; a stack of our own, since a program may add 1 as often as it likes.
static void follow(dbx_var v) {
  dbx_u32s todo = {0};
  dbx_push(&todo, v);
  while (todo.n) {
    dbx_var x = todo.at[todo.n - 1];
    const dbx_eqn *e = dbx_definition_of(x);
    uint64_t *state = state_of(x);
    if (!state) {
      dbx_map_put(&prim_now->normal, x, 0);
      for (uint32_t i = 0; e && i < e->n_in; i++)
        if (!dbx_is_literal(e->in[i]) && !state_of(e->in[i]))
          dbx_push(&todo, dbx_referent(e->in[i] & DBX_HANDLE));
      continue;
    }
    todo.n--;
    if (*state) continue;
    dbx_poly p = e ? from_operands(e) : 0;
    dbx_map_put(&prim_now->normal, x, p ? p : simple(POLY_VAR, x));
  }
  dbx_vec_free(&todo);
}

dbx_poly dbx_poly_of(dbx_atom a) {
  if (!dbx_is_literal(a) && !state_of(a)) follow(dbx_referent(a & DBX_HANDLE));
  return recall(a);
}

dbx_poly dbx_poly_of_dim(dbx_dim d) {
  return dbx_dim_is_var(d) ? dbx_poly_of((dbx_atom)dbx_dim_value(d)) : constant(dbx_dim_value(d));
}

// ---- other unknowns put in ----

typedef struct replacement {
  dbx_poly (*f)(void *ctx, dbx_var v);
  void *ctx;
  dbx_map done; // functions -> what they became
} replacement;

static dbx_poly replace_all(dbx_poly p, replacement *r);

static dbx_poly replace_call(const poly_atom *a, uint32_t atom, replacement *r) {
  uint64_t *done = dbx_map_find(&r->done, atom);
  if (done) return (dbx_poly)*done;
  dbx_poly *in = DBX_TMP(dbx_poly, a->n_in);
  poly_atom other = *a;
  size_t n = prim_now->atoms.at.at[atom].n;
  uint64_t *key = DBX_TMP(uint64_t, n / sizeof *key);
  memcpy(key, prim_now->atoms.at.at[atom].bytes, n);
  for (uint32_t i = 0; i < a->n_in; i++) {
    if (!(in[i] = replace_all(a->in[i], r))) return 0;
    key[4 + 2 * i] = in[i];
  }
  other.inlined = 0;
  other.in = dbx_arena_copy(&prim_now->atoms.arena, in, a->n_in * sizeof *in);
  dbx_poly p = unknown(key, n, &other);
  dbx_map_put(&r->done, atom, p);
  return p;
}

static dbx_poly replace_atom(uint32_t atom, replacement *r) {
  poly_atom a = *poly_atom_at(atom);
  if (a.kind == POLY_VAR) return r->f(r->ctx, a.id);
  if (a.kind == POLY_CALL) return replace_call(&a, atom, r);
  return simple(a.kind, a.id);
}

static dbx_poly replace_all(dbx_poly p, replacement *r) {
  uint32_t n, m;
  dbx_poly sum = constant(0);
  const poly_term *t = poly_terms(p, &n);
  for (uint32_t i = 0; sum && i < n; i++) {
    dbx_poly term = constant(t[i].k);
    const poly_power *w = poly_powers(t[i].mono, &m);
    for (uint32_t k = 0; term && k < m; k++) {
      dbx_poly x = replace_atom(w[k].atom, r);
      term = x ? product(term, power(x, w[k].exponent)) : 0;
    }
    sum = scaled_sum(sum, term, 1);
  }
  return sum;
}

dbx_poly dbx_poly_replace(dbx_poly p, dbx_poly (*f)(void *ctx, dbx_var v), void *ctx) {
  dbx_scratch_mark m = dbx_scratch_here();
  replacement r = {f, ctx, {0}};
  p = replace_all(p, &r);
  dbx_map_free(&r.done);
  dbx_scratch_release(m);
  return p;
}

// ---- what lengths being equal means ----

static bool agree(dbx_dim a, dbx_dim b) {
  bool lengths =
      (dbx_dim_is_int(a) || dbx_dim_is_var(a)) && (dbx_dim_is_int(b) || dbx_dim_is_var(b));
  return lengths && dbx_poly_of_dim(a) == dbx_poly_of_dim(b);
}

void dbx_use_dims(dbx_dims d) { ir_now->dims_agree = d == DBX_DIMS_SYMBOLIC ? agree : NULL; }
dbx_dims dbx_dims_in_use(void) {
  return ir_now->dims_agree ? DBX_DIMS_SYMBOLIC : DBX_DIMS_IDENTITY;
}

uint64_t dbx_dim_key(dbx_dim d) {
  if (dbx_dims_symbolic()) return (uint64_t)1 << 62 | dbx_poly_of_dim(d);
  return dbx_dim_is_var(d) ? (uint64_t)dbx_referent((dbx_var)dbx_dim_value(d)) : ~(uint64_t)d;
}
