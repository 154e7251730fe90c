// Jaxprs over a further axis: their equations are bound by their rules in a frame of its own, which
// becomes the Jaxpr (see rule.h).
#include "batch/state.h"
#include "trace/abstract.h"

#include <string.h>

// ---- evaluation ----

typedef struct evaluation {
  batch_env *env;
  dbx_dim size;
  batch_binder bind;
} evaluation;

static dbx_status eval_eqn(void *ctx, const dbx_eqn *e) {
  const evaluation *v = ctx;
  dbx_mapped *out = DBX_TMP(dbx_mapped, e->n_out + 1);
  DBX_TRY(v->bind(e, v->env, v->size, out));
  for (uint32_t k = 0; k < e->n_out; k++) batch_put(v->env, e->out[k], out[k]);
  return DBX_OK;
}

// The constants that come with the Jaxpr.
static void put_constants(const dbx_jaxpr *j, batch_env *env) {
  for (uint32_t i = 0; i < j->n_const; i++)
    if (j->consts && j->consts[i])
      batch_put(env, j->constvars[i], (dbx_mapped){dbx_val_array(j->consts[i]), DBX_UNMAPPED});
}

static dbx_status call(const batch_site *s, const dbx_jaxpr *j, const V *in, uint32_t n,
                       batch_env *env, V *out) {
  put_constants(j, env);
  for (uint32_t i = 0; i < n && i < j->n_in; i++)
    batch_put(env, j->invars[i], (dbx_mapped){in[i], DBX_UNMAPPED});
  DBX_TRY(dbx_each_equation(j, eval_eqn, &(evaluation){env, dbx_dim_int(1), s->bind}));
  for (uint32_t i = 0; i < j->n_out; i++) {
    out[i] = batch_get(env, j->outs[i]).v;
    DBX_TRY(status_of(out[i]));
    if (out[i].kind == DBX_V_ARRAY) dbx_autorelease(dbx_array_ref(out[i].array));
  }
  return DBX_OK;
}

dbx_status batch_call(const batch_site *s, const dbx_jaxpr *j, const V *in, uint32_t n, V *out) {
  batch_env env = {0};
  dbx_status st = call(s, j, in, n, &env, out);
  batch_env_free(&env);
  return st;
}

// ---- the frame ----

typedef struct making {
  const dbx_jaxpr *from;
  dbx_dim size; // in the frame
  batch_binder bind;
  const int64_t *in, *to;
  batch_env env;
  dbx_part part;
} making;

static dbx_dim length_in_frame(void *ctx, dbx_dim d) {
  const batch_env *env = ctx;
  if (!dbx_dim_is_var(d)) return d;
  dbx_mapped m = batch_get(env, (dbx_atom)dbx_dim_value(d));
  return m.v.kind == DBX_V_TRACER ? dbx_dim_var(m.v.tracer) : d;
}

static void make_input(making *w, uint32_t i) {
  dbx_aval a = dbx_aval_map(dbx_var_aval(w->from->invars[i]), length_in_frame, &w->env);
  const dbx_aval_info *t = dbx_aval_at(a);
  S own = {t->rank, (dbx_dim *)(uintptr_t)t->dims};
  if (w->in[i] != DBX_UNMAPPED) {
    own = batch_shape_insert(own, w->in[i], w->size);
    a = dbx_aval_of(t->dtype, t->weak, own.n, own.d);
  }
  dbx_var v = dbx_new_arg(w->part.frame, a);
  w->part.body_inputs.at[i] = v;
  batch_put(&w->env, w->from->invars[i], (dbx_mapped){dbx_val_tracer(v), w->in[i]});
}

// Scalars first: they may be lengths of the others.
static void make_inputs(making *w) {
  dbx_frame *f = w->part.frame;
  w->part.body_inputs = dbx_list_new(&f->trace->arena, w->from->n_in);
  for (int shaped = 0; shaped < 2; shaped++)
    for (uint32_t i = 0; i < w->from->n_in; i++)
      if ((dbx_aval_at(dbx_var_aval(w->from->invars[i]))->rank != 0) == shaped) make_input(w, i);
  for (uint32_t i = 0; i < w->from->n_in; i++) f->invars.at[i] = w->part.body_inputs.at[i];
}

static dbx_status make_result(making *w, uint32_t i, int64_t *axis) {
  dbx_mapped m = batch_get(&w->env, w->from->outs[i]);
  int64_t to = w->to ? w->to[i] : BATCH_ANYWHERE;
  if (to == BATCH_ANYWHERE) to = m.axis;
  if (to == BATCH_FRONT_IF_MAPPED) to = is_mapped(m) ? 0 : DBX_UNMAPPED;
  DBX_TRY(status_of(m.v));
  V v = to == DBX_UNMAPPED ? m.v : batch_match(m, w->size, to);
  DBX_TRY(status_of(v));
  *axis = to;
  return dbx_frame_atom(w->part.frame, &v, &w->part.collapsed_outputs.at[i]);
}

static dbx_status make(making *w, batch_jaxpr *ret) {
  dbx_part *p = &w->part;
  dbx_arena *arena = &p->frame->trace->arena;
  if (dbx_dim_is_var(w->size)) {
    dbx_var size;
    DBX_TRY(dbx_lift(p->frame, (dbx_var)dbx_dim_value(w->size), &size));
    w->size = dbx_dim_var(size);
  }
  put_constants(w->from, &w->env);
  make_inputs(w);
  DBX_TRY(dbx_each_equation(w->from, eval_eqn, &(evaluation){&w->env, w->size, w->bind}));
  p->collapsed_outputs = dbx_list_new(arena, w->from->n_out);
  ret->out = DBX_NEWN(arena, int64_t, w->from->n_out + 1);
  for (uint32_t i = 0; i < w->from->n_out; i++) DBX_TRY(make_result(w, i, &ret->out[i]));
  dbx_part_simplify(p, true);
  return DBX_OK;
}

// Constants that are tracers of outside become leading inputs, with all others, as those of calls.
static void lead(dbx_part *p, batch_jaxpr *ret) {
  bool any = false;
  for (uint32_t i = 0; i < p->n_constants; i++) any |= p->constants[i].outer != 0;
  ret->n_captures = any ? p->n_constants : 0;
  ret->captures = dbx_part_captured(p);
  if (any) dbx_part_lead_constants(p);
}

static dbx_status made(const batch_site *s, const dbx_jaxpr *j, dbx_sym name, const int64_t *in,
                       const int64_t *to, batch_jaxpr *ret) {
  making w = {.from = j, .size = s->size, .bind = s->bind, .in = in, .to = to};
  dbx_span here = dbx_here;
  w.env.axis = s->axis;
  w.part.frame = dbx_frame_open(DBX_FRAME_CALL, name);
  dbx_status st = make(&w, ret);
  dbx_here = here;
  if (st == DBX_OK) {
    lead(&w.part, ret);
    ret->j = w.part.jaxpr;
    w.part.frame->jaxpr = ret->j;
  }
  dbx_frame_close(w.part.frame);
  batch_env_free(&w.env);
  return st;
}

// ---- calls of one Jaxpr share one ----

static const batch_known *known(const batch_site *s, const dbx_jaxpr *j, const int64_t *in) {
  if (batch_now->trace != dbx_trace_current()->id) batch_now->known.n = 0;
  batch_now->trace = dbx_trace_current()->id;
  for (uint32_t i = 0; i < batch_now->known.n; i++) {
    const batch_known *k = &batch_now->known.at[i];
    if (k->of == j && k->size == s->size && k->axis == s->axis && k->bound == dbx_axes_bound() &&
        (!j->n_in || !memcmp(k->in, in, j->n_in * sizeof *in)))
      return k;
  }
  return NULL;
}

dbx_status batch_of_jaxpr(const batch_site *s, const dbx_jaxpr *j, dbx_sym name, const int64_t *in,
                          const int64_t *to, batch_jaxpr *ret) {
  const batch_known *k = to ? NULL : known(s, j, in);
  if (k) return *ret = (batch_jaxpr){.j = k->j, .out = k->out}, DBX_OK;
  DBX_TRY(made(s, j, name, in, to, ret));
  if (to || ret->n_captures) return DBX_OK;
  const int64_t *own = dbx_arena_copy(&dbx_trace_current()->arena, in, j->n_in * sizeof *in);
  dbx_push(&batch_now->known,
           ((batch_known){j, s->size, s->axis, dbx_axes_bound(), own, ret->j, ret->out}));
  return DBX_OK;
}
