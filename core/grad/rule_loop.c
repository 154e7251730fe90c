// Derivatives of loops: tangents are carried beside their values; backwards, each trip begins with
// what the carries were then.
#include "grad/loop.h"
#include "trace/nested.h"

#include <string.h>

// ---- tangents ----

// Which inputs of the body have tangents, at last; and the body with them.
static dbx_status body_with_tangents(const jvp_site *s, const loop *l, bool *in, grad_jaxpr *ret) {
  bool *out = DBX_TMP(bool, l->e->n_out + 1), more = true;
  uint32_t at = body_carry(l);
  while (more) {
    more = false;
    DBX_TRY(
        grad_jvp_of(l->body, dbx_intern("body"), s->bind, in, in + at - l->n_implicit, out, ret));
    for (uint32_t i = 0; i < l->n_carries; i++) {
      more |= out[l->n_implicit + i] && !in[at + i];
      in[at + i] |= out[l->n_implicit + i];
    }
  }
  return DBX_OK;
}

// Tangents of constants go behind the constants.
static dbx_jaxpr *reordered(const loop *l, const grad_jaxpr *made, const bool *in) {
  dbx_jaxpr *j = made->j;
  uint32_t n_in = l->body->n_in, n = 0, consts = made->n_captures + l->n_consts, t = 0;
  dbx_var *v = DBX_TMP(dbx_var, j->n_in + 1);
  for (uint32_t i = 0; i < l->n_consts; i++) t += in[i];
  for (uint32_t i = 0; i < consts; i++) v[n++] = j->invars[i];
  for (uint32_t i = 0; i < t; i++) v[n++] = j->invars[made->n_captures + n_in + i];
  for (uint32_t i = consts; i < made->n_captures + n_in; i++) v[n++] = j->invars[i];
  for (uint32_t i = made->n_captures + n_in + t; i < j->n_in; i++) v[n++] = j->invars[i];
  memcpy(j->invars, v, n * sizeof *v);
  return j;
}

// The condition looks at values alone.
static dbx_jaxpr *cond_with_tangents(const loop *l, const grad_jaxpr *made, const bool *in) {
  const dbx_jaxpr *own = dbx_eqn_param(l->e, DBX_S_cond_jaxpr)->jaxpr;
  dbx_arena *a = &dbx_trace_current()->arena;
  dbx_jaxpr *j = DBX_NEW(a, dbx_jaxpr);
  uint32_t n = own->n_in;
  (void)made;
  *j = *own;
  j->invars = DBX_NEWN(a, dbx_var, own->n_in + l->n_carries + 1);
  memcpy(j->invars, own->invars, n * sizeof *j->invars);
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (in[body_carry(l) + i]) {
      dbx_var like = own->invars[l->n_cond_consts + l->n_implicit + i];
      j->invars[n++] = dbx_var_new(dbx_var_aval(like), DBX_VAR_ARG, j->frame);
    }
  j->n_in = n;
  return j;
}

static const dbx_kv *with_params(const loop *l, const dbx_jaxpr *body, const dbx_jaxpr *cond,
                                 uint32_t n_consts) {
  dbx_kv *kv = DBX_TMP(dbx_kv, l->e->n_params + 1);
  for (uint32_t i = 0; i < l->e->n_params; i++) {
    kv[i] = l->e->params[i];
    if (kv[i].key == DBX_S_body_jaxpr) kv[i].val = dbx_p_jaxpr((dbx_jaxpr *)(uintptr_t)body);
    if (kv[i].key == DBX_S_cond_jaxpr) kv[i].val = dbx_p_jaxpr((dbx_jaxpr *)(uintptr_t)cond);
    if (kv[i].key == DBX_S_body_nconsts) kv[i].val = dbx_p_int(n_consts);
  }
  return kv;
}

dbx_status dbx_jvp_loop(const jvp_site *s) {
  loop l = loop_of(s->e);
  const dbx_eqn *e = s->e;
  bool *in = DBX_TMP(bool, l.body->n_in + 1);
  grad_jaxpr made;
  memset(in, 0, l.body->n_in + 1);
  for (uint32_t i = 0; i < l.n_consts; i++) in[i] = !is_zero(s->t[first_const(&l) + i]);
  for (uint32_t i = 0; i < l.n_carries; i++)
    in[body_carry(&l) + i] = !is_zero(s->t[first_carry(&l) + i]);
  DBX_TRY(body_with_tangents(s, &l, in, &made));
  V *ops = DBX_TMP(V, 2 * e->n_in + made.n_captures + 1), *out = DBX_TMP(V, 2 * e->n_out + 1);
  dbx_aval *types = DBX_TMP(dbx_aval, 2 * e->n_out + 1);
  uint32_t n = 0, n_out = e->n_out, moved = 0;
  for (uint32_t i = 0; i < first_const(&l); i++) ops[n++] = s->x[i];
  for (uint32_t i = 0; i < made.n_captures; i++) ops[n++] = made.captures[i];
  for (uint32_t i = first_const(&l); i < first_implicit(&l); i++) ops[n++] = s->x[i];
  for (uint32_t i = 0; i < l.n_consts; i++)
    if (in[i]) ops[n++] = s->t[first_const(&l) + i], moved++;
  for (uint32_t i = first_implicit(&l); i < e->n_in; i++) ops[n++] = s->x[i];
  for (uint32_t i = 0; i < e->n_out; i++) types[i] = s->type[i];
  for (uint32_t i = 0; i < l.n_carries; i++) {
    if (!in[body_carry(&l) + i]) continue;
    uint32_t at = first_carry(&l) + i;
    ops[n++] = grad_or_zeros(s->t[at], dbx_val_aval(&s->x[at]));
    types[n_out++] = s->type[l.n_implicit + i];
  }
  dbx_eqn loop_eqn = *e;
  dbx_jaxpr *body = reordered(&l, &made, in);
  loop_eqn.params = with_params(&l, body, l.n_bounds ? NULL : cond_with_tangents(&l, &made, in),
                                made.n_captures + l.n_consts + moved);
  loop_eqn.n_in = n, loop_eqn.n_out = n_out;
  DBX_TRY(dbx_bind_typed(&loop_eqn, ops, types, out));
  for (uint32_t i = 0; i < e->n_out; i++) s->y[i] = out[i];
  n_out = e->n_out;
  for (uint32_t i = 0; i < l.n_carries; i++)
    if (in[body_carry(&l) + i]) s->ty[l.n_implicit + i] = out[n_out++];
  return DBX_OK;
}

// ---- backwards ----

typedef struct back {
  const transpose_site *s;
  loop l;
  bool *unknown;  // inputs of the body
  const V *ops;   // known operands; NONE: linear
  V trips, first; // how many, and the first index
  const V *stack; // of each known carry: what it was at each trip
} back;

static bool is_unknown_carry(const back *b, uint32_t i) {
  return b->unknown[body_carry(&b->l) + i];
}

// The inputs of the body at trip k, with these carries; NONE: unknown.
static V *inputs_at(const back *b, V k, const V *carries) {
  const loop *l = &b->l;
  V *in = DBX_TMP(V, l->body->n_in + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < l->n_consts; i++) in[n++] = b->ops[first_const(l) + i];
  if (l->n_bounds) in[n++] = ADD(b->first, MUL(k, b->ops[first_bound(l) + 2]));
  for (uint32_t i = 0; i < l->n_carries; i++)
    in[n++] = is_unknown_carry(b, i) ? dbx_val_none() : *carries++;
  return in;
}

static V *place_of(V k, uint32_t rank) {
  V *at = DBX_TMP(V, rank + 1);
  for (uint32_t i = 0; i <= rank; i++) at[i] = i ? jn_int(0) : k;
  return at;
}

static dbx_status leaves_of(const V *v, uint32_t n, dbx_leaves *ret) {
  *ret = (dbx_leaves){.at = DBX_TMP(dbx_val, n + 1), .n = n};
  for (uint32_t i = 0; i < n; i++) {
    DBX_TRY(status_of(v[i]));
    ret->at[i] = v[i];
  }
  return DBX_OK;
}

static V pushed(V stack, V k, V x) {
  S row = {1, (dbx_dim[]){dbx_dim_int(1)}};
  return lax_dynamic_update_slice(stack, lax_broadcast(x, row), place_of(k, jn_rank(x)));
}

static V at_trip(V stack, V k) {
  S size = jn_shape(stack);
  int64_t zero = 0;
  size.d[0] = dbx_dim_int(1);
  return lax_squeeze(lax_dynamic_slice(stack, place_of(k, size.n - 1), size), &zero, 1);
}

// A trip forwards: what the known carries are is kept.
static dbx_status forward(void *ctx, const V *args, uint32_t n, dbx_leaves *ret) {
  const back *b = ctx;
  uint32_t known = (n - 1) / 2, at = 0;
  V *out = DBX_TMP(V, b->l.body->n_out + 1), *next = DBX_TMP(V, n + 1);
  DBX_TRY(grad_known(b->l.body, inputs_at(b, args[0], args + 1), out));
  for (uint32_t i = 0; i < b->l.n_carries; i++)
    if (!is_unknown_carry(b, i)) next[at++] = out[i];
  for (uint32_t i = 0; i < known; i++)
    next[at++] = pushed(args[1 + known + i], args[0], args[1 + i]);
  return leaves_of(next, at, ret);
}

// A trip backwards: cotangents of the carries, then of the constants.
static dbx_status backward(void *ctx, const V *args, uint32_t n, dbx_leaves *ret) {
  const back *b = ctx;
  const loop *l = &b->l;
  V *carries = DBX_TMP(V, l->n_carries + 1), *ct = DBX_TMP(V, l->n_carries + 1),
    *made = DBX_TMP(V, l->body->n_in + 1), *next = DBX_TMP(V, n + 1);
  V k = SUB(SUB(b->trips, jn_int(1)), args[0]);
  uint32_t known = 0, at = 0;
  for (uint32_t i = 0; i < l->n_carries; i++) {
    ct[i] = is_unknown_carry(b, i) ? args[1 + at++] : dbx_val_none();
    if (!is_unknown_carry(b, i)) carries[known] = at_trip(b->stack[known], k), known++;
  }
  DBX_TRY(grad_pull(l->body, b->s->backward, inputs_at(b, k, carries), ct, made));
  at = 0;
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (is_unknown_carry(b, i)) next[at++] = made[body_carry(l) + i];
  for (uint32_t i = 0; i < l->n_consts; i++)
    if (b->unknown[i]) next[at] = grad_add(args[1 + at], made[i]), at++;
  return leaves_of(next, at, ret);
}

static dbx_status bind_trips(back *b, dbx_status (*trip)(void *, const V *, uint32_t, dbx_leaves *),
                             const V *init, uint32_t n, dbx_leaves *ret) {
  dbx_for_spec spec = {
      jn_int(0), b->trips, jn_int(1), DBX_PRESERVE, {trip, b, dbx_intern(b->l.e->prim->name)}};
  return dbx_bind_for(&spec, init, n, ret);
}

// How many trips the bounds make.
static V count_of_bounds(const back *b) {
  const V *bound = b->ops + first_bound(&b->l);
  V step = bound[2];
  bool down = dbx_eqn_int(b->l.e, DBX_S_apply_reverse_transform);
  if (down) step = NEG(step);
  V way = down ? SUB(bound[0], bound[1]) : SUB(bound[1], bound[0]);
  V some = MAX(step, jn_int(1));
  V count = MAX(DIV(ADD(way, SUB(some, jn_int(1))), some), jn_int(0));
  return step.kind == DBX_V_INT ? count : lax_select(GT(step, jn_int(0)), count, jn_int(0));
}

static V start_of(const back *b, uint32_t i) { return b->ops[first_carry(&b->l) + i]; }

// ---- a conditional loop is counted first ----

static dbx_status holds(void *ctx, const V *args, uint32_t n, dbx_leaves *ret) {
  const back *b = ctx;
  const loop *l = &b->l;
  const dbx_jaxpr *test = dbx_eqn_param(l->e, DBX_S_cond_jaxpr)->jaxpr;
  V *in = DBX_TMP(V, test->n_in + 1), out;
  uint32_t at = 0;
  (void)n;
  for (uint32_t i = 0; i < l->n_cond_consts; i++) in[at++] = b->ops[i];
  for (uint32_t i = 0; i < l->n_carries; i++)
    in[at++] = is_unknown_carry(b, i) ? dbx_val_none() : *++args;
  DBX_TRY(grad_known(test, in, &out));
  DBX_TRY(leaves_of(&out, 1, ret));
  return ret->tree = dbx_intern("PyTreeDef(*)"), DBX_OK;
}

static dbx_status counted(void *ctx, const V *args, uint32_t n, dbx_leaves *ret) {
  const back *b = ctx;
  V *out = DBX_TMP(V, b->l.body->n_out + 1), *next = DBX_TMP(V, n + 1);
  uint32_t at = 0;
  DBX_TRY(grad_known(b->l.body, inputs_at(b, args[0], args + 1), out));
  next[at++] = ADD(args[0], jn_int(1));
  for (uint32_t i = 0; i < b->l.n_carries; i++)
    if (!is_unknown_carry(b, i)) next[at++] = out[i];
  return leaves_of(next, at, ret);
}

static V count_of_trips(back *b) {
  V *init = DBX_TMP(V, b->l.n_carries + 2);
  uint32_t n = 0;
  dbx_sym name = dbx_intern("count");
  dbx_while_spec spec = {DBX_PRESERVE, {holds, b, name}, {counted, b, name}};
  dbx_leaves made;
  init[n++] = jn_int(0);
  for (uint32_t i = 0; i < b->l.n_carries; i++)
    if (!is_unknown_carry(b, i)) init[n++] = lax_asarray(start_of(b, i));
  return dbx_bind_while(&spec, init, n, &made) == DBX_OK ? made.at[0] : FAILED;
}

static dbx_dim as_length(V n) {
  return n.kind == DBX_V_TRACER ? dbx_dim_var(n.tracer) : dbx_dim_int(n.i);
}

static dbx_status run_forward(back *b, dbx_leaves *ret, uint32_t *n_known) {
  const loop *l = &b->l;
  V *init = DBX_TMP(V, 2 * l->n_carries + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (!is_unknown_carry(b, i)) init[n++] = lax_asarray(start_of(b, i));
  *n_known = n;
  for (uint32_t i = 0; i < *n_known; i++) {
    S own = jn_shape(init[i]), all = {own.n + 1, DBX_TMP(dbx_dim, own.n + 2)};
    all.d[0] = as_length(b->trips);
    for (uint32_t k = 0; k < own.n; k++) all.d[1 + k] = own.d[k];
    init[n++] = lax_full_like(init[i], jn_int(0), jn_dtype(init[i]), &all);
  }
  return bind_trips(b, forward, init, n, ret);
}

static dbx_status loop_backwards(void *ctx, const V *ops, V *out) {
  back *b = ctx;
  const loop *l = &b->l;
  const transpose_site *s = b->s;
  dbx_leaves made;
  uint32_t n_known, n = 0;
  b->ops = ops;
  if (l->n_bounds) b->first = ops[first_bound(l)];
  b->trips = l->n_bounds ? count_of_bounds(b) : count_of_trips(b);
  DBX_TRY(status_of(b->trips));
  DBX_TRY(run_forward(b, &made, &n_known));
  b->stack = made.at + n_known;
  V *init = DBX_TMP(V, l->body->n_in + 1);
  const V *ct = ops + l->e->n_in;
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (is_unknown_carry(b, i)) init[n++] = grad_or_zeros(ct[i], s->type[first_carry(l) + i]);
  for (uint32_t i = 0; i < l->n_consts; i++)
    if (b->unknown[i]) init[n++] = grad_zeros(s->type[first_const(l) + i]);
  DBX_TRY(bind_trips(b, backward, init, n, &made));
  n = 0;
  uint32_t at = 0;
  V *carry = DBX_TMP(V, l->n_carries + 1);
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (is_unknown_carry(b, i)) carry[i] = made.at[n++];
  for (uint32_t i = 0; i < l->n_consts; i++)
    if (b->unknown[i]) out[at++] = made.at[n++];
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (is_linear(s, first_carry(l) + i)) out[at++] = carry[i];
  return DBX_OK;
}

dbx_status dbx_transpose_loop(const transpose_site *s) {
  back b = {.s = s, .l = loop_of(s->e)};
  const loop *l = &b.l;
  uint32_t n = 0, at = 0;
  if (l->n_implicit)
    return dbx_fail_as(DBX_E218, DBX_S_NotImplementedError, (dbx_span){0},
                       "Transpose rule (for reverse-mode differentiation) for '%s' with carries "
                       "that change their length not implemented",
                       s->e->prim->name);
  DBX_TRY(grad_loop_unknown(s->e, s->x, &b.unknown));
  V *ops = DBX_TMP(V, s->e->n_in + s->e->n_out + 1), *out = DBX_TMP(V, s->e->n_in + 1);
  for (uint32_t i = 0; i < s->e->n_in; i++) ops[i] = s->x[i], n += is_linear(s, i);
  for (uint32_t i = 0; i < s->e->n_out; i++) ops[s->e->n_in + i] = s->ct[i];
  DBX_TRY(grad_stage(s->e, loop_backwards, &b, ops, s->e->n_in + s->e->n_out, out, n));
  for (uint32_t i = 0; i < s->e->n_in; i++)
    if (is_linear(s, i)) s->ret[i] = out[at++];
  return DBX_OK;
}
