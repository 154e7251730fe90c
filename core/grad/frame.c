// Frames that stand for what is outside of them, and partial evaluation (see rule.h).
#include "grad/rule.h"
#include "grad/split.h"

// From the last one that is known: an attempt that is undone takes its captures with it.
void grad_frame_learn(grad_frame *g) {
  const dbx_frame *f = g->frame;
  grad_value literal;
  uint32_t i = f->consts.n;
  while (i > 0 && !grad_find(&g->env, f->consts.at[i - 1].inner, &literal)) i--;
  for (; i < f->consts.n; i++) {
    const dbx_capture *c = &f->consts.at[i];
    V v = c->array ? dbx_val_array(c->array) : dbx_val_tracer(c->outer);
    grad_put(&g->env, c->inner, (grad_value){v, dbx_val_none()});
  }
}

static dbx_val result_of(void *ctx, dbx_var v) {
  const grad_frame *g = ctx;
  grad_value literal;
  const grad_value *x = grad_find(&g->env, v, &literal);
  if (x && is_zero(x->t)) return x->x;
  const uint64_t *alias = dbx_map_find(&g->alias, v);
  return dbx_val_tracer(alias ? (dbx_var)*alias : v);
}

static dbx_status capture(void *ctx, dbx_atom a) {
  grad_frame *g = ctx;
  dbx_frame *f = g->frame->parent;
  grad_frame_learn(g);
  dbx_val v = grad_get(&g->env, a);
  dbx_atom outer;
  bool scalar = v.kind == DBX_V_ARRAY && !v.array->rank;
  return f && dbx_is_arraylike(&v) && !dbx_is_number(&v) && !scalar
             ? dbx_frame_capture(f, &v, &outer)
             : DBX_OK;
}

void grad_frame_open(grad_frame *g, dbx_sym name,
                     dbx_status (*take)(void *ctx, dbx_frame *f, const dbx_eqn *e)) {
  *g = (grad_frame){.frame = dbx_frame_open(DBX_FRAME_CALL, name)};
  g->taker = (dbx_frame_taker){take, result_of, capture, g};
  g->frame->taker = &g->taker;
}

void grad_frame_close(grad_frame *g) {
  grad_frame_learn(g);
  g->frame->taker = NULL;
  dbx_frame_close(g->frame);
}

dbx_status grad_frame_keep(grad_frame *g, const dbx_eqn *e) {
  dbx_eqn own = *e;
  own.out = dbx_arena_copy(&g->frame->trace->arena, e->out, e->n_out * sizeof *e->out);
  for (uint32_t i = 0; i < e->n_out; i++)
    if (!(e->out[i] & DBX_DROPPED)) DBX_TRY(grad_frame_alias(g, e->out[i], &own.out[i]));
  dbx_push(&g->kept, own);
  dbx_push(&g->groups, g->group);
  dbx_push(&g->marks, g->twice ? g->group : 0);
  return DBX_OK;
}

void grad_frame_free(grad_frame *g) {
  dbx_vec_free(&g->groups);
  dbx_vec_free(&g->marks);
  dbx_map_free(&g->alias);
  dbx_vec_free(&g->kept);
  grad_env_free(&g->env);
}

// A type of outside, in the frame.
static dbx_status type_inside(grad_frame *g, dbx_aval a, dbx_aval *ret) {
  const dbx_aval_info *t = dbx_aval_at(a);
  if (!t->dynamic) return *ret = a, DBX_OK;
  dbx_dim *dims = DBX_TMP(dbx_dim, t->rank + 1);
  for (uint32_t i = 0; i < t->rank; i++) {
    dims[i] = t->dims[i];
    if (!dbx_dim_is_var(dims[i])) continue;
    dbx_var v;
    DBX_TRY(dbx_lift(g->frame, (dbx_var)dbx_dim_value(dims[i]), &v));
    dims[i] = dbx_dim_var(v);
  }
  return *ret = dbx_aval_with_dims(a, dims), DBX_OK;
}

dbx_status grad_frame_input(grad_frame *g, dbx_aval a, dbx_var *ret) {
  DBX_TRY(type_inside(g, a, &a));
  return *ret = dbx_new_arg(g->frame, a), DBX_OK;
}

dbx_status grad_frame_alias(grad_frame *g, dbx_var v, dbx_var *ret) {
  dbx_aval own = dbx_var_aval(v), a = grad_type(&g->env, own, NULL);
  *ret = v;
  if (!dbx_aval_at(own)->dynamic) return DBX_OK;
  DBX_TRY(type_inside(g, a, &a));
  if (a == own) return DBX_OK;
  *ret = dbx_var_new(a, DBX_VAR_RESULT, g->frame->id);
  dbx_map_put(&g->alias, v, *ret);
  return grad_frame_learn(g), DBX_OK;
}

// ---- partial evaluation ----

static dbx_status bind_known(grad_frame *g, const dbx_eqn *e, const V *in) {
  V *out = DBX_TMP(V, e->n_out + 1);
  const dbx_aval *types = grad_types(&g->env, e);
  dbx_frame *top = grad_frame_leave(g);
  dbx_status st = dbx_bind_typed(e, in, types, out);
  g->frame->trace->top = top;
  for (uint32_t i = 0; st == DBX_OK && i < e->n_out; i++)
    grad_put(&g->env, e->out[i], (grad_value){out[i], dbx_val_none()});
  return st;
}

dbx_status grad_take_known(void *ctx, dbx_frame *f, const dbx_eqn *e) {
  grad_frame *g = ctx;
  dbx_scratch_mark m = dbx_scratch_here();
  V *in = DBX_TMP(V, e->n_in + 1);
  bool known = true;
  (void)f;
  grad_frame_learn(g);
  for (uint32_t i = 0; i < e->n_in; i++) {
    in[i] = grad_get(&g->env, e->in[i]);
    known &= !is_zero(in[i]);
  }
  dbx_status st = DBX_OK;
  if (known) st = bind_known(g, e, in);
  else if (grad_splits(e->prim)) st = grad_split_eqn(g, e, in);
  else st = grad_frame_keep(g, e);
  dbx_scratch_release(m);
  return st;
}
