// Functions with tangents, and linear functions (see grad.h).
#include "grad/rule.h"

typedef dbx_vec(V) values;

struct dbx_grad {
  grad_frame inner; // of the function; the first member: takers get it
  dbx_trace *own;   // opened for it; NULL: there was one
  grad_frame outer; // of linearize: partial evaluation
  bool linearize;
  uint32_t groups; // of the equations of outer, so far
  dbx_u32s in;     // inputs of outer
  dbx_u32s out;    // tangents of results: variables of outer; 0: none
  values known;    // the same that are values, NONE: zero
};

struct dbx_linear {
  dbx_trace *own;
  grad_tape tape;
  grad_env env;
  values known; // results that do not depend on the inputs
  dbx_aval *in_types;
};

// ---- the function ----

static bool has_twice(const dbx_eqn *e) {
  bool any = false;
  for (uint32_t i = 0; i < e->n_in; i++)
    for (uint32_t k = 0; k < i; k++) any |= e->in[i] == e->in[k] && !dbx_is_literal(e->in[i]);
  return any;
}

static dbx_status take(void *ctx, dbx_frame *f, const dbx_eqn *e) {
  dbx_grad *whole = ctx;
  grad_frame *g = &whole->inner;
  dbx_scratch_mark m = dbx_scratch_here();
  grad_value *out = DBX_TMP(grad_value, e->n_out + 1);
  grad_frame_learn(g);
  dbx_frame *top = grad_frame_leave(g);
  // A rule of the program is a part of the function, in equations of its own; so is what gives
  // several results, each with a tangent.
  bool one = e->n_out == 1 && !dbx_is_custom_call(e->prim);
  whole->outer.group = one ? ++whole->groups : 0;
  whole->outer.twice = one && has_twice(e);
  dbx_status st = grad_jvp_eqn(e, &g->env, out);
  f->trace->top = top;
  for (uint32_t i = 0; st == DBX_OK && i < e->n_out; i++) {
    dbx_var v = e->out[i];
    grad_put(&g->env, v, out[i]);
    if (!is_zero(out[i].t)) st = grad_frame_alias(g, v, &v);
    if (v != e->out[i]) grad_put(&g->env, v, out[i]);
  }
  dbx_scratch_release(m);
  return st;
}

dbx_grad *dbx_grad_begin(dbx_sym function, bool linearize) {
  dbx_grad *g = dbx_alloc(sizeof *g);
  *g = (dbx_grad){.linearize = linearize};
  if (!dbx_trace_frame()) {
    g->own = dbx_trace_begin(function);
    g->own->plain = true; // as what is traced outside of it
  }
  if (linearize) grad_frame_open(&g->outer, function, grad_take_known);
  g->outer.residuals = linearize ? grad_keep_residuals : NULL;
  grad_frame_open(&g->inner, function, take);
  return g;
}

static dbx_status no_tangent(dbx_aval a) {
  dbx_buf b = {0};
  dbx_put_aval(&b, a, NULL);
  dbx_fail_as_(DBX_E204, DBX_S_TypeError, (dbx_span){0},
               "a value of type %s has no tangents: they are those of float and complex numbers",
               dbx_text(&b));
  return dbx_buf_free(&b), DBX_FAIL;
}

dbx_status dbx_grad_argument(dbx_grad *g, const V *x, const V *tangent, V *ret) {
  dbx_aval a = dbx_val_aval(x);
  V t = *tangent;
  dbx_var v;
  if (is_zero(t)) return *ret = *x, DBX_OK;
  if (!has_tangent(a)) return no_tangent(a);
  if (g->linearize) {
    dbx_frame *top = g->inner.frame->trace->top;
    DBX_TRY(grad_frame_input(&g->outer, a, &v));
    g->inner.frame->trace->top = top;
    t = dbx_val_tracer(v);
    dbx_push(&g->in, v);
  }
  DBX_TRY(grad_frame_input(&g->inner, a, &v));
  grad_put(&g->inner.env, v, (grad_value){*x, t});
  return *ret = dbx_val_tracer(v), DBX_OK;
}

static bool is_of(const grad_frame *g, const V *v) {
  return v->kind == DBX_V_TRACER && g->frame && dbx_var_at(v->tracer)->frame == g->frame->id;
}

static dbx_status outside(dbx_grad *g, const V *v, grad_value *ret) {
  grad_value literal;
  *ret = (grad_value){*v, dbx_val_none()};
  if (!is_of(&g->inner, v)) return DBX_OK;
  grad_frame_learn(&g->inner);
  const grad_value *known = grad_find(&g->inner.env, v->tracer, &literal);
  if (!known) return DBX_FAIL;
  *ret = *known;
  return DBX_OK;
}

static V held(V v) {
  if (v.kind == DBX_V_ARRAY) dbx_autorelease(dbx_array_ref(v.array));
  return v;
}

dbx_status dbx_grad_outside(dbx_grad *g, const V *v, V *ret) {
  grad_value x;
  DBX_TRY(outside(g, v, &x));
  return *ret = held(x.x), DBX_OK;
}

dbx_status dbx_grad_result(dbx_grad *g, const V *v, V *ret, V *tangent) {
  grad_value x;
  DBX_TRY(outside(g, v, &x));
  *ret = held(x.x);
  *tangent = g->linearize ? dbx_val_none() : held(x.t);
  if (!g->linearize) return DBX_OK;
  bool linear = is_of(&g->outer, &x.t);
  if (!linear && x.t.kind == DBX_V_ARRAY) dbx_array_ref(x.t.array);
  dbx_push(&g->out, linear ? x.t.tracer : 0);
  dbx_push(&g->known, linear ? dbx_val_none() : x.t);
  return DBX_OK;
}

// ---- functions with rules of their own ----

static bool has_moved(dbx_grad *g, const V *v, uint32_t n) {
  bool any = false;
  for (uint32_t i = 0; i < n; i++) {
    grad_value x;
    any |= is_of(&g->inner, &v[i]) && outside(g, &v[i], &x) == DBX_OK && !is_zero(x.t);
  }
  return any;
}

static bool is_linear_in(const dbx_frame *f, const V *v, uint32_t n) {
  bool any = false;
  for (uint32_t i = 0; i < n; i++)
    any |= v[i].kind == DBX_V_TRACER && dbx_var_at(v[i].tracer)->frame == f->id;
  return any;
}

dbx_grad *dbx_grad_of(const V *v, uint32_t n, bool *staged) {
  dbx_frame *f = dbx_trace_frame();
  *staged = false;
  for (; f && f->taker; f = f->parent) {
    if (f->taker->take == take && has_moved(f->taker->ctx, v, n)) return f->taker->ctx;
    if (f->taker->take == grad_take_known && is_linear_in(f, v, n)) return NULL;
    if (f->taker->take != take && f->taker->take != grad_take_known) break;
  }
  *staged = f != NULL;
  return NULL;
}

bool dbx_grad_goes_back(void) {
  const dbx_frame *f = dbx_trace_frame();
  while (f && (!f->taker || f->taker->take != grad_take_known)) f = f->parent;
  return f != NULL;
}

dbx_status dbx_grad_by_rule(dbx_grad *g, dbx_grad_rule rule, void *ctx, const V *v, uint32_t n) {
  dbx_trace *t = g->inner.frame->trace;
  dbx_frame *top = t->top;
  grad_value *x = DBX_TMP(grad_value, n + 1);
  V *primal = DBX_TMP(V, n + 1), *moved = DBX_TMP(V, n + 1);
  for (uint32_t i = 0; i < n; i++) DBX_TRY(outside(g, &v[i], &x[i]));
  t->top = g->inner.frame->parent;
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n; i++) {
    primal[i] = held(x[i].x), moved[i] = held(x[i].t);
    if (is_zero(moved[i]) && has_tangent(dbx_val_aval(&primal[i])))
      moved[i] = grad_zeros(dbx_val_aval(&primal[i]));
    st = status_of(moved[i]);
  }
  g->outer.group = 0, g->outer.twice = false;
  if (st == DBX_OK) st = rule(ctx, primal, moved, n);
  t->top = top;
  return st;
}

dbx_status dbx_grad_join(dbx_grad *g, const V *x, const V *t, V *ret) {
  dbx_var v;
  if (is_zero(*t) || !has_tangent(dbx_val_aval(x))) return *ret = *x, DBX_OK;
  DBX_TRY(grad_frame_input(&g->inner, dbx_val_aval(x), &v));
  grad_put(&g->inner.env, v, (grad_value){*x, *t});
  return *ret = dbx_val_tracer(v), DBX_OK;
}

// ---- the linear function ----

static dbx_linear *linear_of(dbx_grad *g) {
  dbx_linear *l = dbx_alloc(sizeof *l);
  dbx_arena *a = &g->outer.frame->trace->arena;
  *l = (dbx_linear){.own = g->own};
  l->tape = grad_tape_of(&g->outer, a, g->in.at, g->in.n, g->out.at, g->out.n);
  l->in_types = DBX_NEWN(a, dbx_aval, g->in.n + 1);
  for (uint32_t i = 0; i < g->in.n; i++)
    l->in_types[i] = grad_type(&g->outer.env, dbx_var_aval(g->in.at[i]), NULL);
  for (uint32_t i = 0; i < l->tape.n_consts; i++)
    grad_put(&l->env, l->tape.consts[i],
             (grad_value){grad_get(&g->outer.env, l->tape.consts[i]), dbx_val_none()});
  l->known = g->known;
  g->known = (values){0};
  return l;
}

dbx_linear *dbx_grad_end(dbx_grad *g) {
  dbx_linear *l = NULL;
  grad_frame_close(&g->inner);
  grad_frame_free(&g->inner);
  if (g->linearize) {
    grad_frame_close(&g->outer);
    l = linear_of(g);
    grad_frame_free(&g->outer);
  }
  if (g->own) dbx_trace_end(g->own);
  if (g->own && !l) dbx_trace_free(g->own);
  dbx_vec_free(&g->in);
  dbx_vec_free(&g->out);
  dbx_vec_free(&g->known);
  free(g);
  return l;
}

uint32_t dbx_linear_residuals(const dbx_linear *l) { return l->tape.n_consts; }
V dbx_linear_residual(const dbx_linear *l, uint32_t i) {
  return grad_get(&l->env, l->tape.consts[i]);
}
uint32_t dbx_linear_inputs(const dbx_linear *l) { return l->tape.n_in; }
uint32_t dbx_linear_results(const dbx_linear *l) { return l->tape.n_out; }

static dbx_status transposed(const dbx_linear *l, const V *cotangents, V *ret) {
  DBX_TRY(grad_backward(&l->tape, &l->env, cotangents, ret));
  for (uint32_t i = 0; i < l->tape.n_in; i++) {
    ret[i] = grad_or_zeros(ret[i], l->in_types[i]);
    DBX_TRY(status_of(ret[i]));
  }
  return DBX_OK;
}

// Jaxprs on the way are of some trace.
dbx_status dbx_linear_transpose(const dbx_linear *l, const V *cotangents, V *ret) {
  dbx_trace *own = dbx_trace_current() ? NULL : dbx_trace_begin(dbx_intern("transpose"));
  dbx_status st = transposed(l, cotangents, ret);
  if (own) dbx_trace_end(own);
  dbx_trace_free(own);
  return st;
}

static dbx_status apply(const dbx_linear *l, grad_env *env, V *ret) {
  for (uint32_t i = 0; i < l->tape.n_eqns; i++) {
    const dbx_eqn *e = &l->tape.eqns[i];
    V *in = DBX_TMP(V, e->n_in + 1), *out = DBX_TMP(V, e->n_out + 1);
    for (uint32_t k = 0; k < e->n_in; k++) in[k] = grad_get(env, e->in[k]);
    DBX_TRY(dbx_bind_typed(e, in, grad_types(env, e), out));
    for (uint32_t k = 0; k < e->n_out; k++)
      grad_put(env, e->out[k], (grad_value){out[k], dbx_val_none()});
  }
  for (uint32_t i = 0; i < l->tape.n_out; i++)
    ret[i] = held(l->tape.out[i] ? grad_get(env, l->tape.out[i]) : l->known.at[i]);
  return DBX_OK;
}

dbx_status dbx_linear_apply(const dbx_linear *l, const V *tangents, V *ret) {
  grad_env env = {0};
  for (uint32_t i = 0; i < l->tape.n_consts; i++)
    grad_put(&env, l->tape.consts[i],
             (grad_value){grad_get(&l->env, l->tape.consts[i]), dbx_val_none()});
  for (uint32_t i = 0; i < l->tape.n_in; i++)
    grad_put(&env, l->tape.in[i], (grad_value){tangents[i], dbx_val_none()});
  dbx_status st = apply(l, &env, ret);
  grad_env_free(&env);
  return st;
}

void dbx_linear_free(dbx_linear *l) {
  if (!l) return;
  grad_env_free(&l->env);
  for (uint32_t i = 0; i < l->known.n; i++)
    if (l->known.at[i].kind == DBX_V_ARRAY) dbx_array_unref(l->known.at[i].array);
  dbx_vec_free(&l->known);
  dbx_trace_free(l->own);
  free(l);
}

V dbx_grad_zeros_like(const V *v) { return grad_zeros(dbx_val_aval(v)); }

V dbx_grad_named(const V *v, dbx_sym name) {
  dbx_kv kv[] = {{DBX_S_name, dbx_p_sym(name)}};
  return lax_bind(DBX_PRIM_name, v, 1, kv, 1);
}

V dbx_grad_one_like(const V *v) {
  S scalar = jn_scalar_shape();
  return lax_full_like(*v, jn_int(1), DBX_NO_DTYPE, &scalar);
}

V dbx_grad_typed_like(const V *v, const V *like) {
  return lax_convert(*v, jn_dtype(*like), jn_weak(*like));
}
