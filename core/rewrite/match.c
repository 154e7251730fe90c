// Rules of patterns: matching, guards, what stands in the place of what matched.
#include "rewrite/step.h"

#include "ir/state.h"

#include <math.h>
#include <stdarg.h>

typedef struct match {
  const rw_site *s;
  dbx_atom at[RW_MOST_NAMES + 1]; // by the number of the name
  dbx_vec(dbx_eqn) made;          // equations of the replacement, not yet inserted
} match;

// ---- numbers ----

bool rw_number(const rw_body *b, dbx_atom a, dbx_literal *ret) {
  uint32_t node = rw_def(b, a);
  if (node && rw_at(b, node)->e.prim->id == DBX_PRIM_broadcast_in_dim) a = rw_at(b, node)->e.in[0];
  if (!dbx_is_literal(a)) return false;
  return *ret = *dbx_literal_at(a), true;
}

bool rw_is_int(dbx_atom a, int64_t *ret) {
  if (!dbx_is_literal(a)) return false;
  const dbx_literal *l = dbx_literal_at(a);
  if (!dbx_is_integer(dbx_aval_at(l->aval)->dtype)) return false;
  return *ret = l->value.i, true;
}

static bool is_number(const rw_term *t, const dbx_literal *l) {
  dbx_dtype type = dbx_aval_at(l->aval)->dtype;
  if (t->kind == RW_TRUTH) return type == DBX_BOOL && (l->value.i != 0) == (t->number != 0);
  if (dbx_is_integer(type))
    return !(t->number == 0 && signbit(t->number)) && (double)l->value.i == t->number &&
           l->value.i == (int64_t)t->number;
  return dbx_is_float(type) && l->value.c[0] == t->number &&
         !signbit(l->value.c[0]) == !signbit(t->number);
}

// ---- matching ----

static bool matches(match *m, const rw_term *t, dbx_atom a);

static bool matches_eqn(match *m, const rw_term *t, const dbx_eqn *e) {
  if (e->prim != t->prim || e->n_out != 1) return false;
  if (t->more ? e->n_in < t->n : e->n_in != t->n) return false;
  for (uint32_t i = 0; i < t->n; i++)
    if (!matches(m, t->arg[i], e->in[i])) return false;
  return true;
}

static bool bind(match *m, uint32_t name, dbx_atom a) {
  if (m->at[name]) return m->at[name] == a;
  return m->at[name] = a, true;
}

static bool matches(match *m, const rw_term *t, dbx_atom a) {
  const rw_body *b = m->s->b;
  dbx_literal number;
  if (t->kind == RW_ANY) return bind(m, t->name, a);
  if (t->kind == RW_NUMBER || t->kind == RW_TRUTH)
    return rw_number(b, a, &number) && is_number(t, &number);
  uint32_t node = rw_def(b, a);
  if (!node || !matches_eqn(m, t, &rw_at(b, node)->e)) return false;
  return !t->name || bind(m, t->name, a);
}

// ---- guards ----

// Has every number of the one dtype a number of the other?
static bool loses_nothing(dbx_dtype from, dbx_dtype to) {
  static const struct {
    dbx_dtype t;
    int bits, exponent; // of integers that are exact; of the exponent
  } floats[] = {{DBX_F16, 11, 5}, {DBX_BF16, 8, 8}, {DBX_F32, 24, 8}, {DBX_F64, 53, 11}};
  int f = -1, t = -1, width = (int)dbx_dtype_bytes(from) * 8 - dbx_is_signed(from);
  if (from == to || (from == DBX_BOOL && to != DBX_BOOL)) return true;
  if (dbx_is_complex(to)) return !dbx_is_complex(from) && loses_nothing(from, dbx_real_of(to));
  for (int i = 0; i < 4; i++) {
    if (floats[i].t == from) f = i;
    if (floats[i].t == to) t = i;
  }
  if (f >= 0)
    return t >= 0 && floats[f].bits <= floats[t].bits && floats[f].exponent <= floats[t].exponent;
  if (!dbx_is_integer(from)) return false;
  if (t >= 0) return width <= floats[t].bits && (floats[t].exponent > 5 || width < 15);
  return dbx_is_integer(to) && (dbx_is_signed(to) || !dbx_is_signed(from)) &&
         width <= (int)dbx_dtype_bytes(to) * 8 - dbx_is_signed(to);
}

static bool in_order(const dbx_eqn *e) {
  const dbx_param *p = dbx_eqn_param(e, DBX_S_dimensions);
  return !p || p->kind == DBX_P_NONE;
}

static bool holds(const match *m, const rw_guard *g) {
  dbx_dtype of[2] = {DBX_NO_DTYPE, DBX_NO_DTYPE};
  for (int i = 0; i < 2; i++)
    if (g->name[i] && m->at[g->name[i]])
      of[i] = dbx_aval_at(dbx_atom_aval(m->at[g->name[i]]))->dtype;
  if (g->or_reals && rewrite_now->reals) return true;
  switch (g->kind) {
  case RW_GUARD_integer: return dbx_is_integer(of[0]);
  case RW_GUARD_real: return dbx_is_integer(of[0]) || dbx_is_float(of[0]);
  case RW_GUARD_float: return dbx_is_float(of[0]);
  case RW_GUARD_exact: return of[1] != DBX_NO_DTYPE && loses_nothing(of[0], of[1]);
  case RW_GUARD_in_order: return in_order(rw_eqn(m->s));
  default: return rewrite_now->reals;
  }
}

static bool guarded(const match *m) {
  static const char *const why[] = {
#define G(name, n, why) why,
#include "rewrite/guards.def"
  };
  const rw_rule *r = m->s->rule;
  for (uint32_t i = 0; i < r->n_guards; i++) {
    const rw_guard *g = &r->guards[i];
    if (holds(m, g)) continue;
    if (!g->name[0] || g->kind == RW_GUARD_exact) return rw_refuse(m->s, "%s", why[g->kind]);
    dbx_atom a = m->at[g->name[0]];
    return rw_refuse(m->s, "%s, %s, %s", rw_atom_text(m->s, a),
                     dbx_dtype_short(dbx_aval_at(dbx_atom_aval(a))->dtype), why[g->kind]);
  }
  return true;
}

// ---- the replacement ----

static dbx_eqn equation(const match *m, const dbx_primitive *p, const dbx_atom *in, uint32_t n) {
  const dbx_eqn *first = rw_eqn(m->s);
  bool same = p == first->prim;
  return (dbx_eqn){.prim = p,
                   .in = in,
                   .n_in = n,
                   .n_out = 1,
                   .params = same ? first->params : NULL,
                   .n_params = same ? first->n_params : 0};
}

// The type that the rule of the primitive gives.
static bool type_of(const match *m, const dbx_eqn *e, dbx_aval *ret) {
  dbx_site s = {e->prim, e->in, e->params, e->n_in, e->n_params};
  if (dbx_primitive_results(&s) != 1)
    return rw_refuse(m->s, "%s has several results", e->prim->name);
  if (e->prim->rule(&s, ret) != DBX_OK) {
    dbx_diag *d = dbx_diag_take();
    (void)rw_refuse(m->s, "%s", d->message);
    return dbx_diag_free(d), false;
  }
  const dbx_aval_info *t = dbx_aval_at(*ret);
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_kind_of(t->dims[i]) == DBX_DIM_UNKNOWN)
      return rw_refuse(m->s, "a length of %s is not known", e->prim->name);
  return true;
}

static bool build(match *m, const rw_term *t, dbx_atom *ret);

static bool operands(match *m, const rw_term *t, dbx_atom **in) {
  *in = DBX_NEWN(rw_arena(m->s), dbx_atom, t->n + 1);
  for (uint32_t i = 0; i < t->n; i++)
    if (!build(m, t->arg[i], &(*in)[i])) return false;
  return true;
}

static dbx_atom number_like(const match *m, double x) {
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(rw_eqn(m->s)->out[0]));
  dbx_scalar s = dbx_scalar_convert(dbx_scalar_f(x), DBX_F64, t->dtype);
  return dbx_literal_of(t->dtype, t->weak, s);
}

static bool build(match *m, const rw_term *t, dbx_atom *ret) {
  dbx_atom *in;
  dbx_aval type;
  if (t->kind == RW_ANY) return *ret = m->at[t->name], true;
  if (t->kind != RW_APPLY) return *ret = number_like(m, t->number), true;
  if (!operands(m, t, &in)) return false;
  dbx_eqn e = equation(m, t->prim, in, t->n);
  if (!type_of(m, &e, &type)) return false;
  dbx_var out = rw_var_like(rw_eqn(m->s)->out[0], type);
  e.out = dbx_arena_copy(rw_arena(m->s), &out, sizeof out);
  dbx_push(&m->made, e);
  return *ret = out, true;
}

// A number in the type of the result: the equation becomes a broadcast of it.
static bool fill(match *m, double x) {
  const rw_site *s = m->s;
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(rw_eqn(s)->out[0]));
  dbx_atom number = number_like(m, x);
  if (!t->rank) return rw_forward(s, &number);
  dbx_arena *a = rw_arena(s);
  const dbx_param **size = DBX_NEWN(a, const dbx_param *, t->rank);
  dbx_atom *in = DBX_NEWN(a, dbx_atom, t->rank + 1);
  uint32_t n = 1;
  in[0] = number;
  for (uint32_t i = 0; i < t->rank; i++) {
    bool known = dbx_dim_is_int(t->dims[i]);
    size[i] = known ? dbx_p_int(dbx_dim_value(t->dims[i])) : dbx_p_none();
    if (!known) in[n++] = dbx_atom_of_dim(t->dims[i]);
  }
  dbx_kv kv[] = {{DBX_S_broadcast_dimensions, dbx_p_tuple(NULL, 0)},
                 {DBX_S_shape, dbx_p_tuple(size, t->rank)}};
  dbx_eqn e = {.prim = dbx_primitive_of(DBX_PRIM_broadcast_in_dim), .in = in, .n_in = n};
  e.params = dbx_arena_copy(a, kv, sizeof kv), e.n_params = 2;
  rw_change(s->b, s->node, &e);
  return true;
}

static bool put_made(match *m) {
  for (uint32_t i = 0; i < m->made.n; i++) rw_insert(m->s->b, m->s->node, &m->made.at[i]);
  return true;
}

static bool replace_eqn(match *m, const rw_term *t) {
  dbx_atom *in;
  dbx_aval type;
  if (!operands(m, t, &in)) return false;
  dbx_eqn e = equation(m, t->prim, in, t->n);
  if (!type_of(m, &e, &type)) return false;
  if (!rw_same_type(type, dbx_var_aval(rw_eqn(m->s)->out[0])))
    return rw_refuse(m->s, "%s gives another type", e.prim->name);
  put_made(m);
  rw_change(m->s->b, m->s->node, &e);
  return true;
}

bool rw_try_pattern(const rw_site *s) {
  match m = {.s = s};
  const rw_term *to = s->rule->replacement;
  if (!matches_eqn(&m, s->rule->pattern, rw_eqn(s))) return false;
  if (!rw_used(s->b, rw_eqn(s)->out[0])) return false; // whether it may go is for `dead` to say
  if (!guarded(&m)) return false;
  bool fired;
  if (to->kind == RW_FILL) fired = fill(&m, to->number);
  else if (to->kind == RW_APPLY) fired = replace_eqn(&m, to);
  else fired = rw_forward(s, &m.at[to->name]);
  dbx_vec_free(&m.made);
  return fired;
}
