// Elementwise primitives over a further axis (see rule.h).
#include "batch/rule.h"

dbx_status dbx_batch_same(const batch_site *s, dbx_mapped *out) {
  const dbx_eqn *e = s->e;
  V *ops = DBX_TMP(V, e->n_in);
  for (uint32_t i = 0; i < e->n_in; i++) ops[i] = s->in[i].v;
  return batch_one(lax_bind(batch_prim(s), ops, e->n_in, e->params, e->n_params), s->in[0].axis,
                   out);
}

static const dbx_mapped *first_mapped(const batch_site *s) {
  const dbx_mapped *m = s->in;
  while (!is_mapped(*m)) m++;
  return m;
}

static bool same_type_of_shape(V x, V y) {
  S a = jn_shape_seen(x), b = jn_shape_seen(y);
  bool same = a.n == b.n;
  for (uint32_t i = 0; same && i < a.n; i++) same = dbx_dim_equal(a.d[i], b.d[i]);
  return same;
}

// Operands that are no scalars have one shape, with the examples along one axis.
static bool agree(const batch_site *s) {
  const dbx_mapped *m = first_mapped(s);
  for (uint32_t i = 0; i < s->e->n_in; i++) {
    bool scalar = !jn_rank(s->in[i].v);
    if (!scalar && (s->in[i].axis != m->axis || !same_type_of_shape(s->in[i].v, m->v)))
      return false;
  }
  return true;
}

// Axes of length 1 at the end, up to a rank.
static V padded(V x, uint32_t rank) {
  uint32_t n = jn_rank(x);
  int64_t *axes = DBX_TMP(int64_t, rank + 1);
  for (uint32_t i = n; i < rank; i++) axes[i - n] = i;
  return n == rank ? x : lax_expand_dims(x, axes, rank - n);
}

dbx_status dbx_batch_broadcasting(const batch_site *s, dbx_mapped *out) {
  const dbx_eqn *e = s->e;
  V *ops = DBX_TMP(V, e->n_in);
  uint32_t rank = 0;
  bool same = agree(s);
  for (uint32_t i = 0; i < e->n_in; i++) {
    ops[i] = s->in[i].v;
    if (same) continue;
    if (jn_rank(ops[i])) ops[i] = batch_front(s->in[i], dbx_dim_int(1));
    DBX_TRY(status_of(ops[i]));
    if (jn_rank(ops[i]) > rank) rank = jn_rank(ops[i]);
  }
  for (uint32_t i = 0; !same && i < e->n_in; i++) {
    if (is_mapped(s->in[i])) ops[i] = padded(ops[i], rank);
    DBX_TRY(status_of(ops[i]));
  }
  V r = lax_bind(batch_prim(s), ops, e->n_in, e->params, e->n_params);
  return batch_one(r, same ? first_mapped(s)->axis : 0, out);
}

// ---- select ----

typedef struct choice {
  V *v; // the selector, then the cases
  uint32_t n;
} choice;

static V select_of(const choice *c) { return lax_bind(DBX_PRIM_select_n, c->v, c->n, NULL, 0); }

static bool cases_have(const batch_site *s, int64_t axis) {
  for (uint32_t i = 1; i < s->e->n_in; i++)
    if (s->in[i].axis != axis) return false;
  return true;
}

static bool all_cases(const batch_site *s, bool (*is)(const batch_site *s, uint32_t i)) {
  for (uint32_t i = 1; i < s->e->n_in; i++)
    if (!is(s, i)) return false;
  return true;
}
static bool case_mapped(const batch_site *s, uint32_t i) { return is_mapped(s->in[i]); }
static bool case_scalar(const batch_site *s, uint32_t i) { return !jn_rank(s->in[i].v); }
static bool case_shaped(const batch_site *s, uint32_t i) {
  return same_type_of_shape(s->in[i].v, s->in[1].v);
}

static V along(V x, V like, int64_t axis) {
  return lax_broadcast_in_dim(x, jn_shape_seen(like), &axis, 1);
}

// Everything at the front; a selector or cases of rank 0 get the shape of the others.
static dbx_status select_at_front(const batch_site *s, choice *c) {
  bool scalars = all_cases(s, case_scalar);
  if (jn_rank(c->v[0])) c->v[0] = batch_front(s->in[0], s->size);
  for (uint32_t i = 1; !scalars && i < c->n; i++) c->v[i] = batch_front(s->in[i], s->size);
  for (uint32_t i = 0; i < c->n; i++) DBX_TRY(status_of(c->v[i]));
  uint32_t which = jn_rank(c->v[0]), rank = jn_rank(c->v[1]);
  if (which && which < rank) c->v[0] = along(c->v[0], c->v[1], 0);
  for (uint32_t i = 1; which > rank && i < c->n; i++)
    c->v[i] = lax_broadcast(c->v[i], jn_shape_seen(c->v[0]));
  return DBX_OK;
}

dbx_status dbx_batch_select(const batch_site *s, dbx_mapped *out) {
  choice c = {DBX_TMP(V, s->e->n_in), s->e->n_in};
  int64_t which = s->in[0].axis, first = s->in[1].axis;
  for (uint32_t i = 0; i < c.n; i++) c.v[i] = s->in[i].v;
  if (cases_have(s, which)) {
    if (!same_type_of_shape(c.v[0], c.v[1])) c.v[0] = along(c.v[0], c.v[1], which);
    return batch_one(select_of(&c), which, out);
  }
  bool scalar = !jn_rank(c.v[0]) && all_cases(s, case_mapped);
  if (scalar && (cases_have(s, first) || all_cases(s, case_shaped))) {
    for (uint32_t i = 2; i < c.n; i++) c.v[i] = batch_move(c.v[i], s->in[i].axis, first);
    return batch_one(select_of(&c), first, out);
  }
  DBX_TRY(select_at_front(s, &c));
  return batch_one(select_of(&c), 0, out);
}

// ---- clamp ----

static V clamped(const V *v) { return lax_bind(DBX_PRIM_clamp, v, 3, NULL, 0); }

// Where nothing has to move: the axis of the result, or DBX_UNMAPPED.
static int64_t clamp_in_place(const batch_site *s, V *v) {
  const dbx_mapped *in = s->in;
  uint32_t low = jn_rank(v[0]), high = jn_rank(v[2]);
  if (in[0].axis == in[1].axis && in[1].axis == in[2].axis) {
    bool same = same_type_of_shape(v[0], v[1]) && same_type_of_shape(v[1], v[2]);
    if (same || (!low && !high)) return in[1].axis;
    if (low != 1 || high != 1) return DBX_UNMAPPED;
    v[0] = along(v[0], v[1], in[0].axis);
    v[2] = along(v[2], v[1], in[2].axis);
    return in[1].axis;
  }
  return !low && !high ? in[1].axis : DBX_UNMAPPED;
}

static V clamp_bound(V bound, V x) {
  if (bad(bound) || bad(x)) return FAILED;
  uint32_t n = jn_rank(bound), rank = jn_rank(x);
  if (!n && rank) return lax_broadcast(bound, jn_shape_seen(x));
  return n < rank ? along(bound, x, 0) : bound;
}

dbx_status dbx_batch_clamp(const batch_site *s, dbx_mapped *out) {
  V v[] = {s->in[0].v, s->in[1].v, s->in[2].v};
  int64_t axis = clamp_in_place(s, v);
  if (axis != DBX_UNMAPPED) return batch_one(clamped(v), axis, out);
  static const int order[] = {0, 2, 1};
  for (int i = 0; i < 3; i++) {
    int k = order[i];
    if (jn_rank(v[k])) v[k] = batch_front(s->in[k], s->size);
    DBX_TRY(status_of(v[k]));
  }
  v[0] = clamp_bound(v[0], v[1]);
  v[2] = clamp_bound(v[2], v[1]);
  DBX_TRY(status_of(v[0]));
  DBX_TRY(status_of(v[2]));
  if (jn_rank(v[0]) > jn_rank(v[1])) v[1] = lax_broadcast(v[1], jn_shape_seen(v[0]));
  return batch_one(clamped(v), 0, out);
}
