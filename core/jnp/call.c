// Named functions: what prints as pjit[name=...]. Traced once per InputType within a trace, so that
// equal calls share one Jaxpr (docs/semantics.md, Printing); computed directly when eager.
#include "jnp/ops.h"
#include "jnp/table.h"
#include "prim/poly.h"

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

typedef struct operands {
  dbx_atom *atoms; // implicit ones first
  uint32_t n;
  dbx_sig in_type;
} operands;

typedef struct cached {
  uint64_t key;
  uint64_t trace; // its id
  dbx_call_target target;
} cached;
static dbx_vec(cached) cache;

static uint64_t key_of(dbx_sym name, uint64_t f, const void *statics, size_t n, const dbx_sig *in) {
  uint64_t h = dbx_hash(statics, n, name);
  h = dbx_mix(h, f);
  h = dbx_hash(in->aval, in->n * sizeof *in->aval, h);
  return dbx_hash(in->expl, in->n * sizeof *in->expl, h);
}

// With dims=symbolic a call may rely on what its lengths are.
static uint64_t key_of_lengths(const operands *ops, uint64_t key) {
  for (uint32_t i = 0; dbx_dims_symbolic() && i < ops->n && !ops->in_type.expl[i]; i++)
    key = dbx_mix(key, dbx_poly_of(ops->atoms[i]));
  return key;
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

static const dbx_call_target *cached_call(uint64_t key) {
  const dbx_trace *t = dbx_trace_current();
  if (cache.n && cache.at[0].trace != t->id) cache.n = 0;
  for (uint32_t i = 0; i < cache.n; i++)
    if (cache.at[i].key == key && is_reachable(&cache.at[i].target)) return &cache.at[i].target;
  return NULL;
}

// ---- a call in the current frame ----

static dbx_status raise_operands(const V *args, uint32_t n, const uint64_t *const *names,
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

// own: the function is the library's, which gives the same whenever it is called; a call of it that
// captures values of its surroundings is different each time.
static dbx_status staged_call(dbx_sym name, const dbx_callable *c, uint64_t identity, bool own,
                              const void *statics, size_t n_statics, const V *args, uint32_t n,
                              const uint64_t *const *names, dbx_leaves *ret) {
  operands ops;
  dbx_call_target fresh;
  DBX_TRY(raise_operands(args, n, names, &ops));
  uint64_t key = key_of_lengths(&ops, key_of(name, identity, statics, n_statics, &ops.in_type));
  const dbx_call_target *target = identity ? cached_call(key) : NULL;
  if (!target) {
    DBX_TRY(dbx_trace_call(&ops.in_type, ops.atoms, c, &fresh));
    target = &fresh;
    if (identity && (!own || (!fresh.n_captures && !fresh.jaxpr->n_const))) {
      cached_call(0);
      dbx_push(&cache, ((cached){key, dbx_trace_current()->id, fresh}));
    }
  }
  return dbx_emit_call(name, target, ops.atoms, ops.n, ret);
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
  if (staged_call(c.name, &c, (uintptr_t)f, true, key, n + n_statics, operand, n_ops, NULL, &out) !=
      DBX_OK)
    return FAILED;
  return strcmp(dbx_sym_text(out.tree), "list") ? out.at[0] : jn_list(out.at, out.n);
}

dbx_status dbx_named_call(const dbx_callable *f, uint64_t identity, const dbx_val *args, uint32_t n,
                          const uint64_t *const *axis_names, dbx_leaves *ret) {
  return staged_call(f->name, f, identity, false, NULL, 0, args, n, axis_names, ret);
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
  uint64_t key = key_of(c.name, (uintptr_t)f, statics, n_statics, &in);
  const dbx_call_target *known = cached_call(key);
  dbx_call_target fresh;
  if (!known) {
    DBX_TRY(dbx_trace_call(&in, NULL, &c, &fresh));
    dbx_push(&cache, ((cached){key, dbx_trace_current()->id, fresh}));
    known = &fresh;
  }
  *ret = dbx_p_jaxpr(known->jaxpr);
  return DBX_OK;
}
