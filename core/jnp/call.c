// Named functions: what prints as pjit[name=...]. Traced once per InputType within a trace, so that
// equal calls share one Jaxpr (docs/semantics.md, Printing); computed directly when eager.
#include "jnp/ops.h"
#include "jnp/state.h"
#include "jnp/table.h"
#include "prim/named_axis.h"
#include "prim/poly.h"

#include <assert.h>
#include <string.h>

typedef struct native {
  jn_fn f;
  const void *statics;
  uint32_t n_args;
  const V *given; // all arguments; arrays among them are replaced by their tracers
} native;

static bool is_operand(V v) { return dbx_is_arraylike(&v); }

static dbx_status leaves_of(V r, dbx_leaves *ret) {
  const V *item = &r;
  uint32_t n = 1;
  if (dbx_is_seq(&r)) item = r.item, n = r.n;
  *ret = (dbx_leaves){
      .at = DBX_TMP(V, n), .n = n, .tree = dbx_intern(dbx_is_seq(&r) ? "list" : "leaf")};
  if (n) memcpy(ret->at, item, n * sizeof *item);
  return DBX_OK;
}

static dbx_status run_native(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret) {
  const native *w = ctx;
  V *all = DBX_TMP(V, w->n_args);
  uint32_t next = 0;
  for (uint32_t i = 0; i < w->n_args; i++)
    all[i] = is_operand(w->given[i]) ? args[next++] : w->given[i];
  (void)n;
  V r = w->f(all, w->n_args, w->statics);
  DBX_TRY(status_of(r));
  return leaves_of(r, ret);
}

// ---- the cache of traced calls: within one trace ----

typedef dbx_call_operands operands;

static jnp_call_key key_of(dbx_sym name, uint64_t f, const void *statics, size_t n,
                           const dbx_sig *in) {
  jnp_call_key k = {.name = name, .f = f, .statics = statics, .n_statics = n, .in = *in};
  k.release = dbx_target_in_use();
  k.axes = dbx_axes_bound();
  k.hash = dbx_mix(dbx_hash(statics, n, name), f + (uint64_t)k.release + k.axes);
  k.hash = dbx_hash(in->aval, in->n * sizeof *in->aval, k.hash);
  k.hash = dbx_hash(in->expl, in->n * sizeof *in->expl, k.hash);
  return k;
}

// With dims=symbolic a call may rely on what its lengths are.
static void add_lengths(jnp_call_key *k, const operands *ops) {
  if (!dbx_dims_symbolic()) return;
  k->length = DBX_TMP(dbx_poly, ops->n);
  for (uint32_t i = 0; i < ops->n && !ops->in_type.expl[i]; i++) {
    k->length[i] = dbx_poly_of(ops->atoms[i]);
    k->hash = dbx_mix(k->hash, k->length[i]);
  }
}

static bool same_bytes(const void *a, const void *b, size_t n) { return !n || !memcmp(a, b, n); }

static bool same_key(const jnp_call_key *a, const jnp_call_key *b) {
  return a->hash == b->hash && a->name == b->name && a->f == b->f && a->release == b->release &&
         a->axes == b->axes && a->n_statics == b->n_statics &&
         same_bytes(a->statics, b->statics, a->n_statics) && a->in.n == b->in.n &&
         same_bytes(a->in.aval, b->in.aval, a->in.n * sizeof *a->in.aval) &&
         same_bytes(a->in.expl, b->in.expl, a->in.n * sizeof *a->in.expl) &&
         !a->length == !b->length &&
         (!a->length || same_bytes(a->length, b->length, a->in.n * sizeof *a->length));
}

static jnp_call_key kept_key(const jnp_call_key *k) { // for as long as the trace
  dbx_arena *a = &dbx_trace_current()->arena;
  jnp_call_key r = *k;
  r.statics = dbx_arena_copy(a, k->statics, k->n_statics);
  r.in.aval = dbx_arena_copy(a, k->in.aval, k->in.n * sizeof *k->in.aval);
  r.in.expl = dbx_arena_copy(a, k->in.expl, k->in.n * sizeof *k->in.expl);
  if (k->length) r.length = dbx_arena_copy(a, k->length, k->in.n * sizeof *k->length);
  return r;
}

// A target that captured values can be called where all of them can be reached.
static bool is_reachable(const dbx_call_target *c) {
  for (uint32_t i = 0; i < c->n_captures; i++) {
    const dbx_frame *f = dbx_trace_frame();
    uint32_t of = c->captures[i].array ? 0 : dbx_var_at(c->captures[i].outer)->frame;
    while (of && f && f->id != of) f = f->parent;
    if (!f) return false;
  }
  return true;
}

// What was dropped of the trace (an attempt, a round) took the events of the call with it: it is
// traced again, so that the log has it.
static bool is_in_log(const jnp_cached_call *c) {
  const dbx_trace *t = dbx_trace_current();
  return c->trace == t->id && c->closed < t->events.n &&
         dbx_event_is_frame(&t->events.at[c->closed], c->frame);
}

static const dbx_call_target *cached_call(const jnp_call_key *key) {
  const struct jnp_state *w = jnp_now;
  for (uint32_t i = 0; i < w->calls.n; i++)
    if (is_in_log(&w->calls.at[i]) && same_key(&w->calls.at[i].key, key) &&
        is_reachable(&w->calls.at[i].target))
      return &w->calls.at[i].target;
  return NULL;
}

static void keep_call(const jnp_call_key *key, const dbx_call_target *target) {
  struct jnp_state *w = jnp_now;
  const dbx_trace *t = dbx_trace_current();
  uint32_t last = t->events.n - 1;
  assert(t->events.at[last].kind == DBX_EV_FRAME_CLOSE);
  if (w->calls.n && w->calls.at[0].trace != t->id) w->calls.n = 0;
  dbx_push(&w->calls, ((jnp_cached_call){.key = kept_key(key),
                                         .trace = t->id,
                                         .frame = t->events.at[last].u.frame_close.context,
                                         .closed = last,
                                         .target = *target}));
}

// ---- a call in the current frame ----

dbx_status dbx_operands_of_call(const V *args, uint32_t n, const uint64_t *const *names,
                                operands *ret) {
  dbx_frame *f = dbx_trace_frame();
  dbx_argument *list = DBX_TMP(dbx_argument, n);
  uint32_t axes = 0, n_implicit = 0;
  for (uint32_t i = 0; i < n; i++) {
    list[i] = (dbx_argument){.aval = dbx_val_aval(&args[i]), .names = names ? names[i] : NULL};
    if (args[i].kind == DBX_V_TRACER) list[i].tracer = args[i].tracer;
    axes += jn_rank(args[i]);
  }
  dbx_implicit *implicit = DBX_TMP(dbx_implicit, axes);
  DBX_TRY(dbx_infer_input_type(&dbx_trace_current()->arena, list, n, &ret->in_type, implicit,
                               &n_implicit));
  ret->n = n_implicit + n;
  ret->atoms = DBX_TMP(dbx_atom, ret->n);
  for (uint32_t i = 0; i < n_implicit; i++) {
    V d = jn_dim_value(jn_info(args[implicit[i].argument])->dims[implicit[i].axis]);
    DBX_TRY(dbx_frame_atom(f, &d, &ret->atoms[i]));
  }
  for (uint32_t i = 0; i < n; i++)
    DBX_TRY(dbx_frame_atom(f, &args[i], &ret->atoms[n_implicit + i]));
  return DBX_OK;
}

// An operand as the result of a call: a number is an array then, and stays a literal.
static V as_result(V v) {
  dbx_dtype t;
  dbx_scalar x;
  if (!dbx_is_number(&v) || dbx_val_scalar(&v, &t, &x) != DBX_OK) return v;
  V r = jn_scalar(t, x);
  r.array->weak = jn_weak(v);
  return r;
}

// The results of a call that does not return all of them.
static void put_forwarded(const dbx_call_target *c, const V *args, dbx_leaves *ret) {
  uint32_t next = 0;
  V *at = DBX_TMP(V, c->n_results + 1);
  for (uint32_t i = 0; i < c->n_results; i++)
    at[i] = c->forwarded[i] >= 0 ? as_result(args[c->forwarded[i]]) : ret->at[next++];
  ret->at = at, ret->n = c->n_results;
}

// With what jax.jit was told; captured values and lengths are not donated.
static dbx_status emit_shared(dbx_sym name, const dbx_call_target *c, const operands *ops,
                              uint32_t n, const dbx_call_share *share, dbx_leaves *ret) {
  uint32_t n_kv = 0, all = c->n_captures + ops->n;
  const dbx_param **donated = DBX_TMP(const dbx_param *, all + 1);
  dbx_kv kv[4] = {{DBX_S_name, dbx_p_sym(name)}};
  n_kv++;
  for (uint32_t i = 0; share && share->donated && i < all; i++)
    donated[i] = dbx_p_bool(i + n >= all && share->donated[i + n - all]);
  if (share && share->donated)
    kv[n_kv++] = (dbx_kv){dbx_intern("donated_invars"), dbx_p_tuple(donated, all)};
  kv[n_kv++] = (dbx_kv){DBX_S_jaxpr, dbx_p_jaxpr(c->jaxpr)};
  if (share && share->keeps_unused)
    kv[n_kv++] = (dbx_kv){dbx_intern("keep_unused"), dbx_p_bool(true)};
  return dbx_emit_call_of(DBX_PRIM_pjit, kv, n_kv, c, ops->atoms, ops->n, ret);
}

// own: the function is the library's, which gives the same whenever it is called; a call of it that
// captures values of its surroundings is different each time.
static dbx_status staged_call(dbx_sym name, const dbx_callable *c, uint64_t identity, bool own,
                              const void *statics, size_t n_statics, const V *args, uint32_t n,
                              const uint64_t *const *names, dbx_call_share *share,
                              dbx_leaves *ret) {
  operands ops;
  dbx_call_target fresh;
  DBX_TRY(dbx_operands_of_call(args, n, names, &ops));
  jnp_call_key key = key_of(name, identity, statics, n_statics, &ops.in_type);
  add_lengths(&key, &ops);
  const dbx_call_target *target = identity ? cached_call(&key) : NULL;
  if (!target && share) target = share->known;
  if (!target) {
    DBX_TRY(dbx_trace_call(&ops.in_type, ops.atoms, c, &fresh));
    if (dbx_target_now()->results_forwarded) dbx_forward_results(&fresh, &ops.in_type);
    target = &fresh;
    if (identity && (!own || (!fresh.n_captures && !fresh.jaxpr->n_const))) keep_call(&key, &fresh);
  }
  if (share) share->made = dbx_arena_copy(&dbx_trace_current()->arena, target, sizeof *target);
  DBX_TRY(emit_shared(name, target, &ops, n, share, ret));
  if (target->forwarded) put_forwarded(target, args, ret);
  return DBX_OK;
}

V jn_div_by_constant(V x, V c) {
  if (jn_tracing() || bad(c)) return DIV(x, c);
  return MUL(x, DIV(lax_const_like(c, jn_int(1)), c));
}

V jn_call(const char *name, jn_fn f, const V *args, uint32_t n, const void *statics,
          size_t n_statics) {
  for (uint32_t i = 0; i < n; i++)
    if (bad(args[i])) return args[i];
  if (!jn_tracing()) return f(args, n, statics);
  native w = {f, statics, n, args};
  V *operand = DBX_TMP(V, n);
  uint32_t n_ops = 0;
  // which arguments are operands (clip's bounds may be None) tells calls apart like the statics
  char *key = DBX_TMP(char, n + n_statics + 1);
  for (uint32_t i = 0; i < n; i++) {
    key[i] = is_operand(args[i]);
    if (key[i]) operand[n_ops++] = args[i];
  }
  if (n_statics) memcpy(key + n, statics, n_statics);
  dbx_callable c = {run_native, &w, dbx_intern(name)};
  dbx_leaves out;
  if (staged_call(c.name, &c, (uintptr_t)f, true, key, n + n_statics, operand, n_ops, NULL, NULL,
                  &out) != DBX_OK)
    return FAILED;
  return strcmp(dbx_sym_text(out.tree), "list") ? out.at[0] : jn_list(out.at, out.n);
}

dbx_status dbx_named_call(const dbx_callable *f, uint64_t identity, const dbx_val *args, uint32_t n,
                          const uint64_t *const *axis_names, dbx_call_share *share,
                          dbx_leaves *ret) {
  return staged_call(f->name, f, identity, false, NULL, 0, args, n, axis_names, share, ret);
}

dbx_status jn_call_jaxpr(const char *name, jn_fn f, dbx_dtype t, uint32_t n, const void *statics,
                         size_t n_statics, const dbx_param **ret) {
  V *given = DBX_TMP(V, n);
  for (uint32_t i = 0; i < n; i++) given[i] = jn_scalar(t, dbx_scalar_int(0));
  native w = {f, statics, n, given};
  dbx_callable c = {run_native, &w, dbx_intern(name)};
  dbx_sig in = dbx_sig_new(&dbx_trace_current()->arena, n);
  for (uint32_t i = 0; i < n; i++) {
    in.aval[i] = dbx_aval_scalar(t, false);
    in.expl[i] = true;
  }
  jnp_call_key key = key_of(c.name, (uintptr_t)f, statics, n_statics, &in);
  const dbx_call_target *known = cached_call(&key);
  dbx_call_target fresh;
  if (!known) {
    DBX_TRY(dbx_trace_call(&in, NULL, &c, &fresh));
    keep_call(&key, &fresh);
    known = &fresh;
  }
  *ret = dbx_p_jaxpr(known->jaxpr);
  return DBX_OK;
}
