// Jaxprs of tangents, Jaxprs in two parts, and transposed ones: equations are bound in a frame of
// its own, which becomes the Jaxpr (see rule.h).
#include "grad/rule.h"
#include "trace/abstract.h"

// ---- the frame ----

typedef struct making {
  dbx_part part;
  grad_env env;
  dbx_u32s inputs; // of the frame, in order
} making;

static dbx_arena *arena_here(void) { return &dbx_trace_current()->arena; }

static void begin(making *w, dbx_sym name) {
  *w = (making){0};
  w->part.frame = dbx_frame_open(DBX_FRAME_CALL, name);
}

// A new input that stands for the variable v of a Jaxpr, or for its tangent.
static dbx_var add_input(making *w, dbx_aval a) {
  dbx_var v = dbx_new_arg(w->part.frame, a);
  dbx_push(&w->inputs, v);
  return v;
}

static void put_constants(making *w, const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < j->n_const; i++)
    if (j->consts && j->consts[i])
      grad_put(&w->env, j->constvars[i], (grad_value){dbx_val_array(j->consts[i]), dbx_val_none()});
}

// The results of the frame; then it is a Jaxpr, and its constants lead.
static dbx_status finish(making *w, const V *out, uint32_t n, grad_jaxpr *ret) {
  dbx_part *p = &w->part;
  dbx_arena *a = arena_here();
  p->body_inputs = dbx_list_copy(a, w->inputs.at, w->inputs.n);
  p->collapsed_outputs = dbx_list_new(a, n);
  for (uint32_t i = 0; i < n; i++) {
    DBX_TRY(status_of(out[i]));
    DBX_TRY(dbx_frame_atom(p->frame, &out[i], &p->collapsed_outputs.at[i]));
  }
  dbx_part_simplify(p, true);
  ret->n_captures = p->n_constants;
  ret->captures = dbx_part_captured(p);
  if (p->n_constants) dbx_part_lead_constants(p);
  return ret->j = p->jaxpr, DBX_OK;
}

static void end(making *w, const grad_jaxpr *made) {
  if (made) w->part.frame->jaxpr = made->j;
  dbx_frame_close(w->part.frame);
  grad_env_free(&w->env);
  dbx_vec_free(&w->inputs);
}

// ---- inputs ----

// A length that came along two ways is two inputs with one referent: one value, NONE if it is the
// first of them.
static V same_length(const making *w, const dbx_jaxpr *j, uint32_t i) {
  dbx_dim own = dbx_dim_var(dbx_tracer_of(j->invars[i]));
  bool scalar = !dbx_aval_at(dbx_var_aval(j->invars[i]))->rank;
  for (uint32_t k = 0; scalar && k < i; k++)
    if (!dbx_aval_at(dbx_var_aval(j->invars[k]))->rank &&
        dbx_dim_equal(own, dbx_dim_var(dbx_tracer_of(j->invars[k]))))
      return grad_get(&w->env, j->invars[k]);
  return dbx_val_none();
}

// Scalars first: they may be lengths of the others. which: of the inputs, NULL: all.
static void put_inputs(making *w, const dbx_jaxpr *j, const bool *without) {
  uint32_t first = w->inputs.n;
  for (uint32_t i = 0; i < j->n_in; i++)
    if (!without || !without[i]) dbx_push(&w->inputs, 0);
  for (int shaped = 0; shaped < 2; shaped++)
    for (uint32_t i = 0, at = first; i < j->n_in; i++) {
      if (without && without[i]) continue;
      dbx_aval a = dbx_var_aval(j->invars[i]);
      if ((dbx_aval_at(a)->rank != 0) == shaped) {
        dbx_var v = dbx_new_arg(w->part.frame, grad_type(&w->env, a, NULL));
        V same = same_length(w, j, i), own = dbx_val_tracer(v);
        w->inputs.at[at] = v;
        grad_put(&w->env, j->invars[i], (grad_value){is_zero(same) ? own : same, dbx_val_none()});
      }
      at++;
    }
  for (uint32_t i = first; i < w->inputs.n; i++) w->part.frame->invars.at[i] = w->inputs.at[i];
}

// ---- tangents ----

typedef struct evaluation {
  grad_env *env;
  grad_binder bind;
} evaluation;

static dbx_status jvp_eqn(void *ctx, const dbx_eqn *e) {
  const evaluation *v = ctx;
  grad_value *out = DBX_TMP(grad_value, e->n_out + 1);
  DBX_TRY(v->bind(e, v->env, out));
  for (uint32_t k = 0; k < e->n_out; k++) grad_put(v->env, e->out[k], out[k]);
  return DBX_OK;
}

static dbx_status jvp_of(making *w, const dbx_jaxpr *j, grad_binder bind, const bool *in,
                         const bool *all, bool *out, grad_jaxpr *ret) {
  V *results = DBX_TMP(V, 2 * j->n_out + 1);
  uint32_t n = j->n_out;
  put_constants(w, j);
  put_inputs(w, j, NULL);
  for (uint32_t i = 0; i < j->n_in; i++) {
    if (!in[i]) continue;
    dbx_aval a = grad_type(&w->env, dbx_var_aval(j->invars[i]), NULL);
    V t = dbx_val_tracer(add_input(w, a));
    grad_put(&w->env, j->invars[i], (grad_value){grad_get(&w->env, j->invars[i]), t});
  }
  DBX_TRY(dbx_each_equation(j, jvp_eqn, &(evaluation){&w->env, bind}));
  for (uint32_t i = 0; i < j->n_out; i++) {
    grad_value literal;
    const grad_value *v = grad_find(&w->env, j->outs[i], &literal);
    results[i] = v ? v->x : FAILED;
    DBX_TRY(status_of(results[i]));
    out[i] = !is_zero(v->t) || (all && all[i]);
    if (out[i]) results[n++] = grad_or_zeros(v->t, dbx_val_aval(&results[i]));
  }
  return finish(w, results, n, ret);
}

dbx_status grad_jvp_of(const dbx_jaxpr *j, dbx_sym name, grad_binder bind, const bool *in,
                       const bool *all, bool *out, grad_jaxpr *ret) {
  making w;
  dbx_span here = dbx_here;
  begin(&w, name);
  dbx_status st = jvp_of(&w, j, bind, in, all, out, ret);
  dbx_here = here;
  end(&w, st == DBX_OK ? ret : NULL);
  return st;
}

// ---- known and linear ----

static dbx_status eval_eqn(void *ctx, const dbx_eqn *e) {
  grad_env *env = ctx;
  V *in = DBX_TMP(V, e->n_in + 1), *out = DBX_TMP(V, e->n_out + 1);
  for (uint32_t k = 0; k < e->n_in; k++) in[k] = grad_get(env, e->in[k]);
  DBX_TRY(dbx_bind_typed(e, in, grad_types(env, e), out));
  for (uint32_t k = 0; k < e->n_out; k++)
    grad_put(env, e->out[k], (grad_value){out[k], dbx_val_none()});
  return DBX_OK;
}

static bool is_of(const grad_frame *g, V v) {
  return v.kind == DBX_V_TRACER && dbx_var_at(v.tracer)->frame == g->frame->id;
}

// The unknown inputs are arguments of g, with lengths of the frame around it.
static dbx_status unknown_inputs(making *w, grad_frame *g, const dbx_jaxpr *j, const bool *unknown,
                                 dbx_var *in) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < j->n_in; i++) {
    if (!unknown[i]) continue;
    dbx_aval a = grad_type(&w->env, dbx_var_aval(j->invars[i]), NULL);
    DBX_TRY(grad_frame_input(g, a, &in[n]));
    grad_put(&w->env, j->invars[i], (grad_value){dbx_val_tracer(in[n++]), dbx_val_none()});
  }
  return DBX_OK;
}

// The linear equations as a Jaxpr of *sizes *unknown inputs *residuals.
static dbx_jaxpr *linear_jaxpr(dbx_arena *a, const grad_frame *g, const grad_tape *t) {
  dbx_jaxpr *j = DBX_NEW(a, dbx_jaxpr);
  dbx_set used = {0};
  uint32_t n = 0;
  j->invars = DBX_NEWN(a, dbx_var, t->n_in + t->n_consts + 1);
  for (uint32_t i = 0; i < t->n_sizes; i++) j->invars[n++] = t->consts[i];
  for (uint32_t i = 0; i < t->n_in; i++) j->invars[n++] = t->in[i];
  for (uint32_t i = t->n_sizes; i < t->n_consts; i++) j->invars[n++] = t->consts[i];
  j->n_in = n;
  j->outs = DBX_NEWN(a, dbx_atom, t->n_out + 1);
  for (uint32_t i = 0; i < t->n_out; i++)
    if (t->out[i]) j->outs[j->n_out++] = t->out[i];
  j->eqns = t->eqns, j->n_eqns = t->n_eqns;
  j->frame = g->frame->id;
  dbx_jaxpr_used(j, true, &used);
  dbx_jaxpr_mark_dropped(j, &used, a);
  dbx_set_free(&used);
  return j;
}

static uint32_t place_of(const dbx_atom *at, uint32_t n, dbx_atom a) {
  uint32_t i = 0;
  while (i < n && (dbx_is_literal(a) || dbx_tracer_of(at[i]) != dbx_tracer_of(a))) i++;
  return i;
}

// Results that are inputs, or other results, are no results; gives the source of each.
static void prune_results(const dbx_jaxpr *of, const bool *unknown, grad_split *s,
                          uint32_t *source) {
  dbx_jaxpr *j = s->known.j;
  uint32_t kept = 0, *known = DBX_TMP(uint32_t, of->n_in + 1), n_known = 0;
  for (uint32_t i = 0; i < of->n_in; i++)
    if (!unknown[i]) known[n_known++] = i;
  for (uint32_t i = 0; i < j->n_out; i++) {
    uint32_t in = place_of(j->invars + s->known.n_captures, n_known, j->outs[i]);
    uint32_t out = place_of(j->outs, kept, j->outs[i]);
    if (in < n_known) source[i] = known[in];
    else source[i] = of->n_in + out;
    if (in == n_known && out == kept) j->outs[kept++] = j->outs[i];
  }
  j->n_out = kept;
}

static dbx_status known_jaxpr(making *w, const grad_frame *g, const grad_tape *t,
                              const dbx_jaxpr *j, const V *out, const bool *unknown,
                              grad_split *ret) {
  V *results = DBX_TMP(V, j->n_out + t->n_consts + 1);
  uint32_t n = 0, *source = DBX_TMP(uint32_t, j->n_out + t->n_consts + 1);
  dbx_arena *a = arena_here();
  for (uint32_t i = 0; i < j->n_out; i++)
    if (!ret->unknown[i]) results[n++] = out[i];
  for (uint32_t i = 0; i < t->n_consts; i++) results[n++] = grad_get(&g->env, t->consts[i]);
  DBX_TRY(finish(w, results, n, &ret->known));
  prune_results(j, unknown, ret, source);
  ret->known_out = DBX_NEWN(a, uint32_t, j->n_out + 1);
  ret->residual = DBX_NEWN(a, uint32_t, t->n_consts + 1);
  n = 0;
  for (uint32_t i = 0; i < j->n_out; i++)
    if (!ret->unknown[i]) ret->known_out[i] = source[n++];
  for (uint32_t i = 0; i < t->n_consts; i++) ret->residual[i] = source[n++];
  ret->n_residuals = t->n_consts, ret->n_sizes = t->n_sizes;
  return DBX_OK;
}

static dbx_status eval_split(making *w, grad_frame *g, const dbx_jaxpr *j, const bool *unknown,
                             dbx_var *in, V *out) {
  DBX_TRY(unknown_inputs(w, g, j, unknown, in));
  DBX_TRY(dbx_each_equation(j, eval_eqn, &w->env));
  for (uint32_t i = 0; i < j->n_out; i++) out[i] = grad_get(&w->env, j->outs[i]);
  return DBX_OK;
}

static dbx_status split_of(making *w, const dbx_jaxpr *j, dbx_sym name, const bool *unknown,
                           grad_loop_rule residuals, grad_split *ret) {
  grad_frame g;
  dbx_arena *a = arena_here();
  V *out = DBX_TMP(V, j->n_out + 1);
  dbx_var *in = DBX_TMP(dbx_var, j->n_in + 1);
  dbx_atom *linear = DBX_TMP(dbx_atom, j->n_out + 1);
  uint32_t n_in = 0;
  put_constants(w, j);
  put_inputs(w, j, unknown);
  grad_frame_open(&g, name, grad_take_known);
  g.residuals = residuals;
  dbx_status st = eval_split(w, &g, j, unknown, in, out);
  grad_frame_close(&g);
  ret->unknown = DBX_NEWN(a, bool, j->n_out + 1);
  for (uint32_t i = 0; i < j->n_in; i++) n_in += unknown[i];
  for (uint32_t i = 0; st == DBX_OK && i < j->n_out; i++) {
    ret->unknown[i] = is_of(&g, out[i]);
    linear[i] = ret->unknown[i] ? out[i].tracer : 0;
  }
  if (st == DBX_OK) {
    grad_tape t = grad_tape_of(&g, a, in, n_in, linear, j->n_out);
    ret->linear = linear_jaxpr(a, &g, &t);
    st = known_jaxpr(w, &g, &t, j, out, unknown, ret);
  }
  grad_frame_free(&g);
  return st;
}

dbx_status grad_split_of(const dbx_jaxpr *j, dbx_sym name, const bool *unknown_in,
                         grad_loop_rule residuals, grad_split *ret) {
  making w;
  dbx_span here = dbx_here;
  begin(&w, name);
  *ret = (grad_split){0};
  dbx_status st = split_of(&w, j, name, unknown_in, residuals, ret);
  dbx_here = here;
  end(&w, st == DBX_OK ? &ret->known : NULL);
  return st;
}

// ---- transposed ----

static dbx_status pass_linear(const grad_env *env, const dbx_jaxpr *j, grad_backward_pass backward,
                              const bool *linear, const V *ct_out, V *ct_in) {
  V *ct = DBX_TMP(V, j->n_in + 1);
  dbx_var *in = DBX_TMP(dbx_var, j->n_in + 1);
  uint32_t n_in = 0;
  for (uint32_t i = 0; i < j->n_in; i++)
    if (linear[i]) in[n_in++] = j->invars[i];
  grad_tape t = {.eqns = j->eqns,
                 .n_eqns = j->n_eqns,
                 .in = in,
                 .out = j->outs,
                 .n_in = n_in,
                 .n_out = j->n_out};
  DBX_TRY(backward(&t, env, ct_out, ct));
  for (uint32_t i = 0, k = 0; i < j->n_in; i++) ct_in[i] = linear[i] ? ct[k++] : dbx_val_none();
  return DBX_OK;
}

static dbx_status transpose_of(making *w, const dbx_jaxpr *j, grad_jaxpr_pass pass,
                               grad_backward_pass backward, const bool *linear, const V *ct,
                               bool *out, grad_jaxpr *ret) {
  V *ct_out = DBX_TMP(V, j->n_out + 1), *ct_in = DBX_TMP(V, j->n_in + 1);
  uint32_t n = 0;
  put_constants(w, j);
  put_inputs(w, j, linear);
  for (uint32_t i = 0; i < j->n_out; i++) {
    ct_out[i] = dbx_val_none();
    if (is_zero(ct[i])) continue;
    dbx_aval own = grad_type(&w->env, dbx_atom_aval(j->outs[i]), NULL),
             given = dbx_val_aval(&ct[i]);
    ct_out[i] = dbx_val_tracer(add_input(w, dbx_aval_at(given)->dynamic ? own : given));
  }
  DBX_TRY(pass(&w->env, j, backward, linear, ct_out, ct_in));
  for (uint32_t i = 0; i < j->n_in; i++) {
    out[i] = linear[i] && !is_zero(ct_in[i]);
    if (out[i]) ct_in[n++] = ct_in[i];
  }
  return finish(w, ct_in, n, ret);
}

dbx_status grad_transposed_by(const dbx_jaxpr *j, dbx_sym name, grad_jaxpr_pass pass,
                              grad_backward_pass backward, const bool *linear, const V *ct,
                              bool *out, grad_jaxpr *ret) {
  making w;
  dbx_span here = dbx_here;
  begin(&w, name);
  dbx_status st = transpose_of(&w, j, pass, backward, linear, ct, out, ret);
  dbx_here = here;
  end(&w, st == DBX_OK ? ret : NULL);
  return st;
}

dbx_status grad_transpose_of(const dbx_jaxpr *j, dbx_sym name, grad_backward_pass backward,
                             const bool *linear, const V *ct, bool *out, grad_jaxpr *ret) {
  return grad_transposed_by(j, name, pass_linear, backward, linear, ct, out, ret);
}

// ---- calls ----

typedef struct calling {
  const dbx_jaxpr *j;
  const V *ops;
} calling;

static dbx_dim length_of(void *ctx, dbx_dim d) {
  const calling *c = ctx;
  if (!dbx_dim_is_var(d)) return d;
  dbx_var v = (dbx_var)dbx_dim_value(d);
  uint32_t in = place_of(c->j->invars, c->j->n_in, v), out = place_of(c->j->outs, c->j->n_out, v);
  if (in == c->j->n_in) return out < c->j->n_out ? dbx_dim_make(DBX_DIM_OUTDB, out) : d;
  V x = c->ops[in];
  if (x.kind == DBX_V_TRACER) return dbx_dim_var(x.tracer);
  if (x.kind == DBX_V_INT) return dbx_dim_int(x.i);
  return x.kind == DBX_V_ARRAY ? dbx_dim_int(dbx_array_at(x.array, 0).i) : d;
}

const dbx_aval *grad_call_types(const dbx_jaxpr *j, const V *ops) {
  dbx_aval *types = DBX_TMP(dbx_aval, j->n_out + 1);
  calling c = {j, ops};
  for (uint32_t i = 0; i < j->n_out; i++)
    types[i] = dbx_aval_map(dbx_atom_aval(j->outs[i]), length_of, &c);
  return types;
}

dbx_aval grad_input_type(const dbx_jaxpr *j, const V *ops, dbx_aval a) {
  calling c = {j, ops};
  return dbx_aval_at(a)->dynamic ? dbx_aval_map(a, length_of, &c) : a;
}

const dbx_kv *grad_with_jaxpr(const dbx_eqn *e, const dbx_jaxpr *j) {
  dbx_kv *kv = DBX_TMP(dbx_kv, e->n_params + 1);
  for (uint32_t i = 0; i < e->n_params; i++) {
    kv[i] = e->params[i];
    if (kv[i].key == DBX_S_jaxpr) kv[i].val = dbx_p_jaxpr((dbx_jaxpr *)(uintptr_t)j);
  }
  return kv;
}

dbx_status grad_call(const dbx_eqn *like, const grad_jaxpr *j, const V *ops, V *out) {
  dbx_eqn e = *like;
  V *all = DBX_TMP(V, j->j->n_in + 1);
  for (uint32_t i = 0; i < j->j->n_in; i++)
    all[i] = i < j->n_captures ? j->captures[i] : ops[i - j->n_captures];
  dbx_kv named[] = {{DBX_S_name, dbx_eqn_param(like, DBX_S_name)},
                    {DBX_S_jaxpr, dbx_p_jaxpr(j->j)}};
  bool again = like->prim->id == DBX_PRIM_remat2;
  if (!again) e.prim = dbx_primitive_of(DBX_PRIM_pjit), e.params = named, e.n_params = 2;
  else e.params = grad_with_jaxpr(like, j->j);
  e.n_in = j->j->n_in, e.n_out = j->j->n_out;
  return dbx_bind_typed(&e, all, grad_call_types(j->j, all), out);
}

// ---- parts of loops ----

static dbx_status unknown_carries(const dbx_jaxpr *body, bool *unknown, uint32_t first,
                                  uint32_t skip, uint32_t n) {
  bool more = true;
  while (more) {
    grad_split s;
    DBX_TRY(grad_split_of(body, dbx_intern("body"), unknown, NULL, &s));
    more = false;
    for (uint32_t i = 0; i < n; i++) {
      bool *own = &unknown[first + i];
      more |= s.unknown[skip + i] && !*own;
      *own |= s.unknown[skip + i];
    }
  }
  return DBX_OK;
}

dbx_status grad_unknown_carries(const dbx_jaxpr *body, bool *unknown, uint32_t first,
                                uint32_t skip) {
  return unknown_carries(body, unknown, first, skip, body->n_out - skip);
}

dbx_status grad_unknown_carries_of(const dbx_jaxpr *body, bool *unknown, uint32_t first,
                                   uint32_t n) {
  return unknown_carries(body, unknown, first, 0, n);
}

grad_jaxpr grad_part_of(const dbx_jaxpr *j, const grad_split *s, const bool *unknown,
                        const uint32_t *source, uint32_t n) {
  dbx_arena *a = arena_here();
  dbx_jaxpr *known = DBX_NEW(a, dbx_jaxpr);
  dbx_set used = {0};
  *known = *s->known.j;
  known->outs = DBX_NEWN(a, dbx_atom, n + 1);
  known->n_out = n;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t from = source[i], at = s->known.n_captures;
    for (uint32_t k = 0; k < from && from < j->n_in; k++) at += !unknown[k];
    known->outs[i] = from < j->n_in ? known->invars[at] : s->known.j->outs[from - j->n_in];
  }
  dbx_jaxpr_used(known, true, &used);
  dbx_jaxpr_mark_dropped(known, &used, a);
  dbx_set_free(&used);
  return (grad_jaxpr){known, s->known.captures, s->known.n_captures};
}

dbx_status grad_known_part(const dbx_jaxpr *j, const bool *unknown, const bool *keep,
                           grad_jaxpr *ret) {
  grad_split s;
  uint32_t *source = DBX_TMP(uint32_t, j->n_out + 1), n = 0;
  DBX_TRY(grad_split_of(j, dbx_intern("body"), unknown, NULL, &s));
  for (uint32_t i = 0; i < j->n_out; i++)
    if (keep[i]) source[n++] = s.known_out[i];
  return *ret = grad_part_of(j, &s, unknown, source, n), DBX_OK;
}

// ---- staging ----

dbx_status grad_stage(const dbx_eqn *like, grad_staged f, void *ctx, const V *ops, uint32_t n,
                      V *out, uint32_t n_out) {
  if (dbx_trace_frame()) return f(ctx, ops, out);
  making w;
  grad_jaxpr made;
  V *in = DBX_TMP(V, n + 1);
  begin(&w, dbx_intern(like->prim->name));
  for (uint32_t i = 0; i < n; i++)
    in[i] = is_zero(ops[i]) ? ops[i] : dbx_val_tracer(add_input(&w, dbx_val_aval(&ops[i])));
  dbx_status st = f(ctx, in, out);
  if (st == DBX_OK) st = finish(&w, out, n_out, &made);
  end(&w, st == DBX_OK ? &made : NULL);
  DBX_TRY(st);
  V *given = DBX_TMP(V, n + 1);
  uint32_t n_given = 0;
  for (uint32_t i = 0; i < n; i++)
    if (!is_zero(ops[i])) given[n_given++] = ops[i];
  dbx_kv name = {DBX_S_name, dbx_p_text(like->prim->name)};
  dbx_eqn call = {.prim = dbx_primitive_of(DBX_PRIM_pjit),
                  .params = &name,
                  .n_params = 1,
                  .event = like->event,
                  .span = like->span};
  return grad_call(&call, &made, given, out);
}
