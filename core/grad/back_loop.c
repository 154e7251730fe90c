// Loops of Catalyst backwards: what the known carries were at each trip is kept, in arrays with the
// trips in front; carries that change their length one trip behind the other in one flat array,
// with the lengths of each trip. Of those of which only parts are read these are kept.
#include "grad/kept.h"
#include "grad/loop.h"
#include "grad/split.h"
#include "trace/nested.h"
#include "trace/provenance.h"

#include <string.h>

typedef struct back {
  const transpose_site *s;
  loop l;
  bool *unknown;    // inputs of the body
  bool *ragged;     // carries whose type has an implicit length
  const V *ops;     // known operands; NONE: linear
  V trips, first;   // how many, and the first index
  uint32_t n_known; // of the known carries
  kept kept;        // what is kept of each trip
  const V *totals;  // of flat values: how many elements they have in all trips
  // At each trip: implicit lengths, where the flat values begin, the values.
  const V *sizes, *places, *stack;
  const V *after; // implicit lengths and known carries after the loop
  bool *counts;   // known carries that lengths and the condition depend on
} back;

static bool is_unknown_carry(const back *b, uint32_t i) {
  return b->unknown[body_carry(&b->l) + i];
}

// ---- inputs of the body ----

static S shape_of_carry(const back *b, const V *in, uint32_t i) {
  dbx_aval a = dbx_var_aval(b->l.body->invars[body_carry(&b->l) + i]);
  return grad_shape(grad_input_type(b->l.body, in, a));
}

// At trip k, with these implicit lengths; carries are unknown, and what is kept.
static V *inputs_at(const back *b, V k, const V *sizes) {
  const loop *l = &b->l;
  uint32_t n = 0, n_in = b->kept.rest->n_in;
  V *in = DBX_TMP(V, n_in + 1);
  for (uint32_t i = 0; i < l->n_consts; i++) in[n++] = b->ops[first_const(l) + i];
  for (uint32_t i = 0; i < l->n_implicit; i++) in[n++] = sizes[i];
  if (l->n_bounds) in[n++] = ADD(b->first, MUL(k, b->ops[first_bound(l) + 2]));
  while (n < n_in) in[n++] = dbx_val_none();
  return in;
}

// A carry of a loop here, whose lengths are its own, as the body has it.
static void put_carry(const back *b, V *in, uint32_t i, V x) {
  in[body_carry(&b->l) + i] = b->ragged[i] ? lax_reshape(x, shape_of_carry(b, in, i)) : x;
}

// Which results of the body are asked for: lengths of the carries, carries (NULL: all that are
// known), and of `whole` the values and lengths that are kept.
static bool *asked(const back *b, const bool *carries, bool values, bool lengths) {
  const loop *l = &b->l;
  bool *want = DBX_TMP(bool, b->kept.whole->n_out + 1);
  uint32_t n = 0;
  while (n < l->n_implicit) want[n++] = true;
  for (uint32_t i = 0; i < l->n_carries; i++)
    want[n++] = !is_unknown_carry(b, i) && (!carries || carries[i]);
  while (n < l->body->n_out + b->kept.n) want[n++] = values;
  while (n < b->kept.whole->n_out) want[n++] = lengths;
  return want;
}

// The lengths that are kept, among results of `whole`.
static const V *lengths_in(const back *b, const V *out) {
  return out + b->l.body->n_out + b->kept.n;
}

// Where the flat values of the next trip begin.
static void put_places(const back *b, const V *at, const V *out, V *next, uint32_t *n) {
  for (uint32_t i = 0; i < b->kept.n; i++)
    if (b->kept.at[i].flat)
      next[(*n)++] = ADD(*at++, kept_elements(&b->kept, i, lengths_in(b, out)));
}

// Implicit lengths before the loop.
static void put_sizes(const back *b, V *init, uint32_t *n) {
  for (uint32_t i = 0; i < b->l.n_implicit; i++)
    init[(*n)++] = lax_asarray(b->ops[first_implicit(&b->l) + i]);
}

static V start_of(const back *b, uint32_t i) { return lax_asarray(b->ops[first_carry(&b->l) + i]); }

static dbx_status bind_trips(back *b, dbx_status (*trip)(void *, const V *, uint32_t, dbx_leaves *),
                             const V *init, uint32_t n, dbx_leaves *ret) {
  dbx_for_spec spec = {jn_int(0),
                       b->trips,
                       jn_int(1),
                       b->l.n_implicit ? DBX_INFER : DBX_PRESERVE,
                       {trip, b, dbx_intern(b->l.e->prim->name)}};
  return dbx_bind_for(&spec, init, n, ret);
}

// ---- forwards ----

// A trip: *lengths *carries *places, and of each trip *lengths *places *values.
static dbx_status forward(void *ctx, const V *args, uint32_t n, dbx_leaves *ret) {
  const back *b = ctx;
  const loop *l = &b->l;
  const kept *k = &b->kept;
  const V *sizes = args + 1, *x = sizes + l->n_implicit, *at = x + b->n_known,
          *all = at + k->n_flat;
  V *out = DBX_TMP(V, k->whole->n_out + 1), *next = DBX_TMP(V, n + 1),
    *in = inputs_at(b, args[0], sizes);
  uint32_t m = 0;
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (!is_unknown_carry(b, i)) put_carry(b, in, i, *x++);
  DBX_TRY(grad_known(k->whole, in, asked(b, NULL, true, true), out));
  for (uint32_t i = 0; i < l->body->n_out; i++)
    if (i < l->n_implicit || !is_unknown_carry(b, i - l->n_implicit)) next[m++] = out[i];
  put_places(b, at, out, next, &m);
  for (uint32_t i = 0; i < l->n_implicit; i++) next[m++] = kept_push(*all++, args[0], sizes[i]);
  for (uint32_t i = 0; i < k->n_flat; i++) next[m++] = kept_push(*all++, args[0], at[i]);
  for (uint32_t i = 0; i < k->n; i++) {
    V own = out[l->body->n_out + i];
    next[m++] =
        k->at[i].flat ? kept_push_flat(*all++, *at++, own) : kept_push(*all++, args[0], own);
  }
  return grad_leaves_of(next, m, ret);
}

static V stack_for(const back *b, V x) {
  S own = jn_shape(x), all = {own.n + 1, DBX_TMP(dbx_dim, own.n + 2)};
  all.d[0] = kept_length(b->trips);
  for (uint32_t k = 0; k < own.n; k++) all.d[1 + k] = own.d[k];
  return lax_full_like(x, jn_int(0), jn_dtype(x), &all);
}

// The array of all trips of what is kept, before the first one.
static V room_for(const back *b, const kept_value *v, V total) {
  const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(v->v));
  bool carry = v->input != UINT32_MAX;
  S all = {v->flat ? 1 : t->rank + 1, DBX_TMP(dbx_dim, t->rank + 2)};
  V like =
      carry ? start_of(b, v->input - body_carry(&b->l)) : lax_convert(jn_int(0), t->dtype, t->weak);
  if (carry && !v->flat) return stack_for(b, like);
  all.d[0] = kept_length(v->flat ? total : b->trips);
  for (uint32_t i = 0; !v->flat && i < t->rank; i++) all.d[1 + i] = t->dims[i];
  return lax_full_like(like, jn_int(0), t->dtype, &all);
}

static dbx_status run_forward(back *b) {
  const loop *l = &b->l;
  const kept *k = &b->kept;
  V *init = DBX_TMP(V, l->n_carries + 2 * l->n_implicit + k->n + 2 * k->n_flat + 1);
  uint32_t n = 0, at = 0;
  dbx_leaves made;
  put_sizes(b, init, &n);
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (!is_unknown_carry(b, i)) init[n++] = start_of(b, i);
  uint32_t first = n;
  for (uint32_t i = 0; i < k->n_flat; i++) init[n++] = lax_asarray(jn_int(0));
  for (uint32_t i = 0; i < l->n_implicit; i++) init[n++] = stack_for(b, init[i]);
  for (uint32_t i = 0; i < k->n_flat; i++) init[n++] = stack_for(b, init[first + i]);
  for (uint32_t i = 0; i < k->n; i++)
    init[n++] = room_for(b, &k->at[i], k->at[i].flat ? b->totals[at++] : b->trips);
  if (!n) return DBX_OK; // the loop is linear already
  DBX_TRY(bind_trips(b, forward, init, n, &made));
  b->after = made.at;
  b->sizes = made.at + first + k->n_flat;
  b->places = b->sizes + l->n_implicit;
  b->stack = b->places + k->n_flat;
  return DBX_OK;
}

// What was kept of trip k, for the inputs of `rest`.
static dbx_status put_kept(const back *b, V k, V *in) {
  const kept *own = &b->kept;
  const V *places = b->places, *lengths;
  V *out = DBX_TMP(V, own->whole->n_out + 1);
  bool *want = DBX_TMP(bool, own->whole->n_out + 1);
  uint32_t n = b->l.body->n_in, first = own->whole->n_out - own->lengths.n;
  for (uint32_t i = 0; i < own->whole->n_out; i++) want[i] = i >= first;
  if (own->lengths.n) DBX_TRY(grad_known(own->whole, in, want, out));
  lengths = lengths_in(b, out);
  for (uint32_t i = 0; i < own->n; i++) {
    const kept_value *v = &own->at[i];
    V x = v->flat ? kept_flat_at(b->stack[i], kept_at(*places++, k), kept_elements(own, i, lengths),
                                 kept_shape(own, i, lengths))
                  : kept_at(b->stack[i], k);
    in[v->input == UINT32_MAX ? n++ : v->input] = x;
  }
  for (uint32_t i = 0; i < own->lengths.n; i++)
    if (!kept_is_input(own, own->lengths.at[i])) in[n++] = lengths[i];
  return DBX_OK;
}

// ---- backwards ----

// A trip: cotangents of the carries, then of the constants.
static dbx_status backward(void *ctx, const V *args, uint32_t n, dbx_leaves *ret) {
  const back *b = ctx;
  const loop *l = &b->l;
  V *ct = DBX_TMP(V, l->body->n_out + 1), *made = DBX_TMP(V, l->body->n_in + 1),
    *next = DBX_TMP(V, n + 1), *sizes = DBX_TMP(V, l->n_implicit + 1);
  V k = SUB(SUB(b->trips, jn_int(1)), *args++), *in;
  uint32_t m = 0;
  for (uint32_t i = 0; i < l->n_implicit; i++) sizes[i] = kept_at(b->sizes[i], k);
  in = inputs_at(b, k, sizes);
  DBX_TRY(put_kept(b, k, in));
  for (uint32_t i = 0; i < l->body->n_out; i++) ct[i] = dbx_val_none();
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (is_unknown_carry(b, i)) ct[l->n_implicit + i] = *args++;
  DBX_TRY(grad_pull(l->body, b->s->backward, in, ct, made));
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (is_unknown_carry(b, i)) next[m++] = made[body_carry(l) + i];
  for (uint32_t i = 0; i < l->n_consts; i++)
    if (b->unknown[i]) next[m++] = grad_add(*args++, made[i]);
  return grad_leaves_of(next, m, ret);
}

static dbx_status run_backward(back *b, V *out) {
  const loop *l = &b->l;
  const transpose_site *s = b->s;
  const V *ct = b->ops + l->e->n_in + l->n_implicit;
  V *init = DBX_TMP(V, l->body->n_in + l->n_carries + 1), *carry = DBX_TMP(V, l->n_carries + 1);
  uint32_t n = 0, at = 0;
  dbx_leaves made;
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (is_unknown_carry(b, i))
      init[n++] = lax_asarray(grad_or_zeros(ct[i], s->out[l->n_implicit + i]));
  for (uint32_t i = 0; i < l->n_consts; i++)
    if (b->unknown[i]) init[n++] = lax_asarray(grad_zeros(s->type[first_const(l) + i]));
  DBX_TRY(bind_trips(b, backward, init, n, &made));
  n = 0;
  for (uint32_t i = 0; i < l->n_carries; i++) {
    if (!is_unknown_carry(b, i)) continue;
    carry[i] = made.at[n++];
    if (b->ragged[i]) carry[i] = lax_reshape(carry[i], grad_shape(s->type[first_carry(l) + i]));
  }
  for (uint32_t i = 0; i < l->n_consts; i++)
    if (b->unknown[i]) out[at++] = made.at[n++];
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (is_linear(s, first_carry(l) + i)) out[at++] = carry[i];
  return DBX_OK;
}

// ---- how many trips, and how many elements ----

static bool is_number(V v, int64_t n) { return v.kind == DBX_V_INT && v.i == n; }

// A number of trips that was counted here before: max _ 0.
static bool is_count(V v) {
  uint32_t place;
  const dbx_eqn *e = v.kind == DBX_V_TRACER ? dbx_eqn_of_var(v.tracer, &place) : NULL;
  return e && e->prim->id == DBX_PRIM_max && e->in[1] == dbx_literal_int(0);
}

// How many trips the bounds make.
static V count_of_bounds(const back *b) {
  const V *bound = b->ops + first_bound(&b->l);
  V step = bound[2];
  if (is_number(bound[0], 0) && is_number(step, 1) && is_count(bound[1])) return bound[1];
  bool down = dbx_eqn_int(b->l.e, DBX_S_apply_reverse_transform);
  if (down) step = NEG(step);
  V way = down ? SUB(bound[0], bound[1]) : SUB(bound[1], bound[0]);
  V some = MAX(step, jn_int(1));
  V count = MAX(DIV(ADD(way, SUB(some, jn_int(1))), some), jn_int(0));
  return step.kind == DBX_V_INT ? count : lax_select(GT(step, jn_int(0)), count, jn_int(0));
}

static const dbx_jaxpr *condition(const back *b) {
  return b->l.n_bounds ? NULL : dbx_eqn_param(b->l.e, DBX_S_cond_jaxpr)->jaxpr;
}

// Known carries that lengths and the condition depend on, however many trips later.
static void find_counted(back *b) {
  const loop *l = &b->l;
  const dbx_jaxpr *test = condition(b);
  bool yes = true, more = true, *used = DBX_TMP(bool, l->body->n_in + 1);
  b->counts = DBX_TMP(bool, l->n_carries + 1);
  memset(b->counts, 0, l->n_carries + 1);
  if (test) {
    bool *in = DBX_TMP(bool, test->n_in + 1);
    grad_inputs_of(test, &yes, in);
    for (uint32_t i = 0; i < l->n_carries; i++)
      b->counts[i] = in[l->n_cond_consts + l->n_implicit + i] && !is_unknown_carry(b, i);
  }
  while (more) {
    more = false;
    grad_inputs_of(l->body, asked(b, b->counts, false, false), used);
    for (uint32_t i = 0; i < l->n_carries; i++) {
      bool also = used[body_carry(l) + i] && !is_unknown_carry(b, i) && !b->counts[i];
      more |= also;
      b->counts[i] |= also;
    }
  }
}

// Of *lengths *carries *totals.
static void put_counted(const back *b, V *in, const V *args) {
  for (uint32_t i = 0; i < b->l.n_carries; i++)
    if (b->counts[i]) put_carry(b, in, i, *args++);
}

static dbx_status count_trip(const back *b, V k, const V *args, V *next, uint32_t *n) {
  const loop *l = &b->l;
  V *out = DBX_TMP(V, b->kept.whole->n_out + 1), *in = inputs_at(b, k, args);
  args += l->n_implicit;
  put_counted(b, in, args);
  DBX_TRY(grad_known(b->kept.whole, in, asked(b, b->counts, false, true), out));
  for (uint32_t i = 0; i < l->body->n_out; i++)
    if (i < l->n_implicit || b->counts[i - l->n_implicit]) next[(*n)++] = out[i];
  for (uint32_t i = 0; i < l->n_carries; i++) args += b->counts[i];
  return put_places(b, args, out, next, n), DBX_OK;
}

static dbx_status count_for(void *ctx, const V *args, uint32_t n, dbx_leaves *ret) {
  V *next = DBX_TMP(V, n + 1);
  uint32_t m = 0;
  DBX_TRY(count_trip(ctx, args[0], args + 1, next, &m));
  return grad_leaves_of(next, m, ret);
}

static dbx_status count_while(void *ctx, const V *args, uint32_t n, dbx_leaves *ret) {
  V *next = DBX_TMP(V, n + 1);
  uint32_t m = 0;
  next[m++] = ADD(args[0], jn_int(1));
  DBX_TRY(count_trip(ctx, args[0], args + 1, next, &m));
  return grad_leaves_of(next, m, ret);
}

static dbx_status holds(void *ctx, const V *args, uint32_t n, dbx_leaves *ret) {
  const back *b = ctx;
  const loop *l = &b->l;
  const dbx_jaxpr *test = condition(b);
  bool yes = true;
  V *in = DBX_TMP(V, test->n_in + 1), *body = inputs_at(b, args[0], args + 1), out;
  uint32_t at = 0;
  (void)n;
  put_counted(b, body, args + 1 + l->n_implicit);
  for (uint32_t i = 0; i < l->n_cond_consts; i++) in[at++] = b->ops[i];
  for (uint32_t i = l->n_consts; i < l->body->n_in; i++) in[at++] = body[i];
  DBX_TRY(grad_known(test, in, &yes, &out));
  DBX_TRY(grad_leaves_of(&out, 1, ret));
  return ret->tree = dbx_intern("PyTreeDef(*)"), DBX_OK;
}

static dbx_status count(back *b) {
  const loop *l = &b->l;
  V *init = DBX_TMP(V, l->n_implicit + l->n_carries + b->kept.n_flat + 2);
  uint32_t n = 0;
  dbx_sym name = dbx_intern("count");
  dbx_leaves made = {0};
  find_counted(b);
  if (!l->n_bounds) init[n++] = lax_asarray(jn_int(0));
  put_sizes(b, init, &n);
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (b->counts[i]) init[n++] = start_of(b, i);
  for (uint32_t i = 0; i < b->kept.n_flat; i++) init[n++] = lax_asarray(jn_int(0));
  dbx_resizing how = l->n_implicit ? DBX_INFER : DBX_PRESERVE;
  dbx_while_spec spec = {how, {holds, b, name}, {count_while, b, name}};
  DBX_TRY(l->n_bounds ? bind_trips(b, count_for, init, n, &made)
                      : dbx_bind_while(&spec, init, n, &made));
  if (!l->n_bounds) b->trips = made.at[0];
  b->totals = made.at + n - b->kept.n_flat;
  return DBX_OK;
}

// ---- the rule ----

static dbx_status loop_backwards(void *ctx, const V *ops, V *out) {
  back *b = ctx;
  const loop *l = &b->l;
  b->ops = ops;
  if (l->n_bounds) b->first = ops[first_bound(l)];
  if (l->n_bounds) b->trips = count_of_bounds(b);
  if (l->n_bounds) DBX_TRY(status_of(b->trips));
  if (!l->n_bounds || b->kept.n_flat) DBX_TRY(count(b));
  DBX_TRY(run_forward(b));
  return run_backward(b, out);
}

static void find_ragged(back *b) {
  const loop *l = &b->l;
  b->ragged = DBX_TMP(bool, l->n_carries + 1);
  for (uint32_t i = 0; i < l->n_carries; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(l->body->invars[body_carry(l) + i]));
    b->ragged[i] = false;
    for (uint32_t k = 0; k < t->rank; k++)
      for (uint32_t d = 0; dbx_dim_is_var(t->dims[k]) && d < l->n_implicit; d++)
        b->ragged[i] |= (dbx_var)dbx_dim_value(t->dims[k]) == l->body->invars[l->n_consts + d];
    b->n_known += !is_unknown_carry(b, i);
  }
}

// ---- two loops of one ----

static bool *linear_results(const back *b) {
  const loop *l = &b->l;
  bool *want = DBX_TMP(bool, l->body->n_out + 1);
  for (uint32_t i = 0; i < l->body->n_out; i++)
    want[i] = i >= l->n_implicit && is_unknown_carry(b, i - l->n_implicit);
  return want;
}

// What the linear results depend on.
static void find_kept(back *b) {
  const loop *l = &b->l;
  bool *used = DBX_TMP(bool, l->body->n_in + 1), *want = linear_results(b);
  b->kept = kept_begin(l->body);
  grad_inputs_of(l->body, want, used);
  for (uint32_t i = 0; i < l->n_carries; i++) {
    uint32_t at = body_carry(l) + i;
    if (is_unknown_carry(b, i) || !used[at]) continue;
    bool parts = b->ragged[i] && kept_parts(&b->kept, at, want, l->n_consts + l->n_implicit);
    if (!parts) kept_input(&b->kept, at, b->ragged[i]);
  }
  kept_end(&b->kept);
}

static V of_type(V v, dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  return bad(v) || (jn_dtype(v) == t->dtype && jn_weak(v) == t->weak)
             ? v
             : lax_convert(v, t->dtype, t->weak);
}

static dbx_aval type_of_carry(const back *b, uint32_t i) {
  return dbx_var_aval(b->l.body->invars[body_carry(&b->l) + i]);
}

static dbx_status trips_of_while(void *ctx, const V *ops, V *out) {
  back *b = ctx;
  b->ops = ops;
  DBX_TRY(count(b));
  return out[0] = b->trips, status_of(out[0]);
}

static uint32_t n_stacks(const back *b) { return b->l.n_implicit + b->kept.n_flat + b->kept.n; }

// *lengths *known carries after the loop, and of each trip *lengths *places *values.
static dbx_status known_with_stacks(void *ctx, const V *ops, V *out) {
  back *b = ctx;
  uint32_t n = 0;
  b->ops = ops;
  if (b->l.n_bounds) b->first = ops[first_bound(&b->l)];
  if (b->l.n_bounds && b->kept.n_flat) DBX_TRY(count(b));
  DBX_TRY(run_forward(b));
  for (uint32_t i = 0; i < b->l.n_implicit + b->n_known; i++) out[n++] = b->after[i];
  for (uint32_t i = 0; i < n_stacks(b); i++) out[n++] = b->sizes[i];
  return DBX_OK;
}

static dbx_status linear_trip(void *ctx, const V *args, uint32_t n, dbx_leaves *ret) {
  const back *b = ctx;
  const loop *l = &b->l;
  const V *unknown = args + 1;
  V *sizes = DBX_TMP(V, l->n_implicit + 1), *out = DBX_TMP(V, l->body->n_out + 1),
    *next = DBX_TMP(V, n + 1), *in;
  uint32_t m = 0;
  for (uint32_t i = 0; i < l->n_implicit; i++) sizes[i] = kept_at(b->sizes[i], args[0]);
  in = inputs_at(b, args[0], sizes);
  DBX_TRY(put_kept(b, args[0], in));
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (is_unknown_carry(b, i)) put_carry(b, in, i, *unknown++);
  DBX_TRY(grad_known(b->kept.rest, in, linear_results(b), out));
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (is_unknown_carry(b, i)) next[m++] = of_type(out[l->n_implicit + i], type_of_carry(b, i));
  return grad_leaves_of(next, m, ret);
}

// The value of an operand inside of the frame.
static V operand_inside(const splitting *s, uint32_t i) {
  return is_zero(s->in[i]) ? dbx_val_tracer(dbx_tracer_of(s->e->in[i] & DBX_HANDLE)) : s->in[i];
}

// Carry i after a loop here, with the lengths that the equation gives, which are known.
static V with_lengths(const splitting *s, const back *b, uint32_t i, V v) {
  dbx_aval own = dbx_var_aval(s->e->out[b->l.n_implicit + i]);
  return b->ragged[i] ? lax_reshape(v, grad_shape(grad_type(&s->g->env, own, NULL))) : v;
}

static dbx_status keep_linear_loop(const splitting *s, back *b) {
  const loop *l = &b->l;
  V *ops = DBX_TMP(V, s->e->n_in + 1), *init = DBX_TMP(V, l->n_carries + 1);
  uint32_t n = 0;
  dbx_leaves made;
  for (uint32_t i = 0; i < s->e->n_in; i++) ops[i] = operand_inside(s, i);
  b->ops = ops;
  if (l->n_bounds) b->first = ops[first_bound(l)];
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (is_unknown_carry(b, i))
      init[n++] = of_type(lax_asarray(start_of(b, i)), type_of_carry(b, i));
  DBX_TRY(bind_trips(b, linear_trip, init, n, &made));
  n = 0;
  for (uint32_t i = 0; i < l->n_carries; i++) {
    dbx_var to = s->e->out[l->n_implicit + i];
    if (!is_unknown_carry(b, i)) continue;
    V v = with_lengths(s, b, i, made.at[n++]);
    DBX_TRY(status_of(v));
    grad_put(&s->g->env, to, (grad_value){v, dbx_val_none()});
  }
  return DBX_OK;
}

// after: *lengths *known carries
static dbx_status put_known_carries(const splitting *s, const back *b, const V *after) {
  const loop *l = &b->l;
  for (uint32_t i = 0; i < l->n_implicit; i++)
    grad_put(&s->g->env, s->e->out[i], (grad_value){*after++, dbx_val_none()});
  const dbx_aval *types = grad_types(&s->g->env, s->e);
  for (uint32_t i = 0; i < l->n_carries; i++) {
    uint32_t at = l->n_implicit + i;
    if (is_unknown_carry(b, i)) continue;
    V v = of_type(with_lengths(s, b, i, *after++), types[at]);
    DBX_TRY(status_of(v));
    grad_put(&s->g->env, s->e->out[at], (grad_value){v, dbx_val_none()});
  }
  return DBX_OK;
}

// Outside of frames the trips are a number, so that all lengths are.
static dbx_status find_trips(const splitting *s, back *b) {
  b->ops = s->in;
  if (b->l.n_bounds) b->trips = count_of_bounds(b);
  else DBX_TRY(grad_stage(s->e, trips_of_while, b, s->in, s->e->n_in, &b->trips, 1));
  if (b->trips.kind == DBX_V_ARRAY) b->trips = jn_int(dbx_array_at(b->trips.array, 0).i);
  return status_of(b->trips);
}

dbx_status grad_keep_stacks(const splitting *s, bool *unknown) {
  back b = {.l = loop_of(s->e), .unknown = unknown};
  dbx_frame *top = grad_frame_leave(s->g);
  find_ragged(&b);
  find_kept(&b);
  uint32_t first = b.l.n_implicit + b.n_known, n = first + n_stacks(&b);
  V *out = DBX_TMP(V, n + 1);
  dbx_status st = find_trips(s, &b);
  if (st == DBX_OK) st = grad_stage(s->e, known_with_stacks, &b, s->in, s->e->n_in, out, n);
  if (st == DBX_OK) st = put_known_carries(s, &b, out);
  s->g->frame->trace->top = top;
  b.sizes = out + first;
  b.places = b.sizes + b.l.n_implicit;
  b.stack = b.places + b.kept.n_flat;
  if (st == DBX_OK) st = keep_linear_loop(s, &b);
  kept_free(&b.kept);
  return st;
}

// ---- backwards ----

dbx_status dbx_transpose_loop(const transpose_site *s) {
  back b = {.s = s, .l = loop_of(s->e)};
  uint32_t n = 0, at = 0;
  DBX_TRY(grad_loop_unknown(s->e, s->x, &b.unknown));
  find_ragged(&b);
  b.kept = kept_begin(b.l.body);
  for (uint32_t i = 0; i < b.l.n_carries; i++)
    if (!is_unknown_carry(&b, i)) kept_input(&b.kept, body_carry(&b.l) + i, b.ragged[i]);
  kept_end(&b.kept);
  V *ops = DBX_TMP(V, s->e->n_in + s->e->n_out + 1), *out = DBX_TMP(V, s->e->n_in + 1);
  for (uint32_t i = 0; i < s->e->n_in; i++) ops[i] = s->x[i], n += is_linear(s, i);
  for (uint32_t i = 0; i < s->e->n_out; i++) ops[s->e->n_in + i] = s->ct[i];
  dbx_status st = grad_stage(s->e, loop_backwards, &b, ops, s->e->n_in + s->e->n_out, out, n);
  kept_free(&b.kept);
  DBX_TRY(st);
  for (uint32_t i = 0; i < s->e->n_in; i++)
    if (is_linear(s, i)) s->ret[i] = out[at++];
  return DBX_OK;
}
