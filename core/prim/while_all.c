// What the engines run in the place of some equations (see prim.h). A `while` whose condition has a
// value for each example (jax.vmap) becomes one with a scalar condition: it goes on until none
// holds, and a carry of an example that is done stays. Circuits and adjoint blocks become calls.
#include "prim/prim.h"

#include <string.h>

typedef struct rewriting {
  dbx_arena *arena;
  const dbx_eqn *e;
  const dbx_jaxpr *test, *body;
  uint32_t n_test, n_body, n_carries; // constants of the condition and of the body; carries
  dbx_var *own;                       // in the body: what stands for the inputs of the condition
} rewriting;

static dbx_dim own_length(void *ctx, dbx_dim d) {
  const rewriting *w = ctx;
  for (uint32_t i = 0; dbx_dim_is_var(d) && i < w->test->n_in; i++)
    if (w->test->invars[i] == (dbx_var)dbx_dim_value(d)) return dbx_dim_var(w->own[i]);
  return d;
}

// Those of its constants are new, the carries are the body's.
static void own_inputs(rewriting *w) {
  w->own = DBX_NEWN(w->arena, dbx_var, w->test->n_in + 1);
  for (uint32_t i = 0; i < w->n_carries; i++)
    w->own[w->n_test + i] = w->body->invars[w->n_body + i];
  for (int shaped = 0; shaped < 2; shaped++)
    for (uint32_t i = 0; i < w->n_test; i++) {
      dbx_aval a = dbx_var_aval(w->test->invars[i]);
      if ((dbx_aval_at(a)->rank != 0) == shaped)
        w->own[i] = dbx_var_new(dbx_aval_map(a, own_length, w), DBX_VAR_ARG, 0);
    }
}

static dbx_eqn equation(const rewriting *w, dbx_prim p, const dbx_atom *in, uint32_t n_in,
                        dbx_var out, const dbx_kv *kv, uint32_t n_kv) {
  dbx_eqn e = {.prim = dbx_primitive_of(p), .n_in = n_in, .n_out = 1, .n_params = n_kv};
  e.in = dbx_arena_copy(w->arena, in, n_in * sizeof *in);
  e.out = dbx_arena_copy(w->arena, &out, sizeof out);
  e.params = dbx_arena_copy(w->arena, kv, n_kv * sizeof *kv);
  e.span = w->e->span, e.event = w->e->event;
  return e;
}

static dbx_jaxpr *longer(const rewriting *w, const dbx_jaxpr *j, uint32_t before, uint32_t after) {
  dbx_jaxpr *r = dbx_arena_copy(w->arena, j, sizeof *j);
  r->eqns = DBX_NEWN(w->arena, dbx_eqn, before + j->n_eqns + after);
  if (j->n_eqns) memcpy(r->eqns + before, j->eqns, j->n_eqns * sizeof *j->eqns);
  r->n_eqns = before + j->n_eqns;
  r->outs = dbx_arena_copy(w->arena, j->outs, j->n_out * sizeof *j->outs);
  return r;
}

// Does it hold for any example?
static dbx_jaxpr *any_holds(const rewriting *w) {
  dbx_jaxpr *j = longer(w, w->test, 0, 1);
  uint32_t rank = dbx_aval_at(dbx_atom_aval(j->outs[0]))->rank;
  int64_t *axes = DBX_TMP(int64_t, rank);
  for (uint32_t i = 0; i < rank; i++) axes[i] = i;
  dbx_kv kv = {DBX_S_axes, dbx_p_ints(axes, rank)};
  dbx_var any = dbx_var_new(dbx_aval_scalar(DBX_BOOL, false), DBX_VAR_RESULT, 0);
  j->eqns[j->n_eqns++] = equation(w, DBX_PRIM_reduce_or, j->outs, 1, any, &kv, 1);
  j->outs[0] = any;
  return j;
}

// The condition with the shape of a carry.
static dbx_var spread(const rewriting *w, dbx_jaxpr *j, dbx_var holds, const dbx_aval_info *like) {
  uint32_t rank = dbx_aval_at(dbx_var_aval(holds))->rank, n = 1;
  if (rank == like->rank) return holds;
  int64_t *axes = DBX_TMP(int64_t, rank);
  for (uint32_t i = 0; i < rank; i++) axes[i] = i;
  const dbx_param **size = DBX_TMP(const dbx_param *, like->rank);
  dbx_atom *in = DBX_TMP(dbx_atom, like->rank + 1);
  in[0] = holds;
  for (uint32_t i = 0; i < like->rank; i++) {
    bool known = dbx_dim_is_int(like->dims[i]);
    size[i] = known ? dbx_p_int(dbx_dim_value(like->dims[i])) : dbx_p_none();
    if (!known) in[n++] = dbx_atom_of_dim(like->dims[i]);
  }
  dbx_kv kv[] = {{DBX_S_broadcast_dimensions, dbx_p_ints(axes, rank)},
                 {DBX_S_shape, dbx_p_tuple(size, like->rank)}};
  dbx_var wide =
      dbx_var_new(dbx_aval_of(DBX_BOOL, false, like->rank, like->dims), DBX_VAR_RESULT, 0);
  j->eqns[j->n_eqns++] = equation(w, DBX_PRIM_broadcast_in_dim, in, n, wide, kv, 2);
  return wide;
}

static dbx_jaxpr *stays_where_done(rewriting *w) {
  dbx_jaxpr *j = longer(w, w->body, 1, 2 * w->n_carries);
  own_inputs(w);
  dbx_aval type = dbx_aval_map(dbx_atom_aval(w->test->outs[0]), own_length, w);
  dbx_var holds = dbx_var_new(type, DBX_VAR_RESULT, 0);
  dbx_kv kv[] = {{DBX_S_name, dbx_p_text("cond")},
                 {DBX_S_jaxpr, dbx_p_jaxpr((dbx_jaxpr *)(uintptr_t)w->test)}};
  j->eqns[0] = equation(w, DBX_PRIM_pjit, w->own, w->test->n_in, holds, kv, 2);
  j->n_in = w->n_test + w->body->n_in;
  j->invars = DBX_NEWN(w->arena, dbx_var, j->n_in);
  memcpy(j->invars, w->own, w->n_test * sizeof *w->own);
  memcpy(j->invars + w->n_test, w->body->invars, w->body->n_in * sizeof *w->own);
  for (uint32_t i = 0; i < w->n_carries; i++) {
    dbx_var old = w->body->invars[w->n_body + i];
    dbx_var which = spread(w, j, holds, dbx_aval_at(dbx_var_aval(old)));
    dbx_var out = dbx_var_new(dbx_var_aval(old), DBX_VAR_RESULT, 0);
    dbx_atom in[] = {which, old, j->outs[i]};
    j->eqns[j->n_eqns++] = equation(w, DBX_PRIM_select_n, in, 3, out, NULL, 0);
    j->outs[i] = out;
  }
  return j;
}

const dbx_eqn *dbx_while_of_all(dbx_arena *arena, const dbx_eqn *e) {
  if (e->prim->id != DBX_PRIM_while) return e;
  rewriting w = {.arena = arena, .e = e};
  w.test = dbx_eqn_param(e, DBX_S_cond_jaxpr)->jaxpr;
  w.body = dbx_eqn_param(e, DBX_S_body_jaxpr)->jaxpr;
  if (!dbx_aval_at(dbx_atom_aval(w.test->outs[0]))->rank) return e;
  w.n_test = (uint32_t)dbx_eqn_int(e, DBX_S_cond_nconsts);
  w.n_body = (uint32_t)dbx_eqn_int(e, DBX_S_body_nconsts);
  w.n_carries = e->n_in - w.n_test - w.n_body;
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_kv kv[] = {{DBX_S_body_jaxpr, dbx_p_jaxpr(stays_where_done(&w))},
                 {DBX_S_body_nconsts, dbx_p_int(w.n_test + w.n_body)},
                 {DBX_S_cond_jaxpr, dbx_p_jaxpr(any_holds(&w))},
                 {DBX_S_cond_nconsts, dbx_p_int(w.n_test)}};
  dbx_eqn *r = dbx_arena_copy(arena, e, sizeof *e);
  dbx_atom *in = DBX_NEWN(arena, dbx_atom, w.n_test + e->n_in + 1);
  memcpy(in, e->in, w.n_test * sizeof *in);
  memcpy(in + w.n_test, e->in, e->n_in * sizeof *in);
  r->in = in, r->n_in = w.n_test + e->n_in;
  r->params = dbx_arena_copy(arena, kv, sizeof kv);
  r->n_params = 4;
  dbx_scratch_release(m);
  return r;
}

// ---- whole Jaxprs ----

typedef struct whole {
  dbx_arena *arena;
  dbx_map done; // Jaxpr -> what it has become: one that occurs twice stays one
} whole;

static const dbx_jaxpr *rewritten(whole *w, const dbx_jaxpr *j);

static const dbx_param *rewritten_param(whole *w, const dbx_param *p) {
  if (p->kind == DBX_P_JAXPR) {
    const dbx_jaxpr *j = rewritten(w, p->jaxpr);
    return j == p->jaxpr ? p : dbx_p_jaxpr((dbx_jaxpr *)(uintptr_t)j);
  }
  if (p->kind != DBX_P_TUPLE && p->kind != DBX_P_LIST) return p;
  const dbx_param **item = DBX_TMP(const dbx_param *, p->n + 1);
  bool same = true;
  for (uint32_t i = 0; i < p->n; i++) {
    item[i] = rewritten_param(w, p->item[i]);
    same &= item[i] == p->item[i];
  }
  return same ? p : p->kind == DBX_P_TUPLE ? dbx_p_tuple(item, p->n) : dbx_p_list(item, p->n);
}

// false: the equation is as it was.
static bool rewrite_eqn(whole *w, const dbx_eqn *e, dbx_eqn *ret) {
  *ret = *dbx_while_of_all(w->arena, e);
  bool same = ret->in == e->in;
  if (!e->prim->nested) return false;
  dbx_kv *kv = DBX_NEWN(w->arena, dbx_kv, ret->n_params + 1);
  for (uint32_t i = 0; i < ret->n_params; i++) {
    kv[i] = (dbx_kv){ret->params[i].key, rewritten_param(w, ret->params[i].val)};
    same &= kv[i].val == ret->params[i].val;
  }
  if (!same) ret->params = kv;
  return !same;
}

// ---- circuits ----

// A call of a circuit is a call.
static dbx_eqn call_of(const whole *w, const dbx_eqn *func) {
  dbx_eqn e = *func;
  dbx_kv kv[] = {{DBX_S_name, dbx_p_text("func")},
                 {DBX_S_jaxpr, dbx_eqn_param(func, DBX_S_call_jaxpr)}};
  e.prim = dbx_primitive_of(DBX_PRIM_pjit);
  e.params = dbx_arena_copy(w->arena, kv, sizeof kv);
  e.n_params = 2;
  return e;
}

static dbx_eqn on_register(const whole *w, const dbx_eqn *like, dbx_prim p, dbx_atom in,
                           dbx_var out) {
  dbx_eqn e = {.prim = dbx_primitive_of(p), .n_in = 1, .n_out = 1};
  e.in = dbx_arena_copy(w->arena, &in, sizeof in);
  e.out = dbx_arena_copy(w->arena, &out, sizeof out);
  e.span = like->span, e.event = like->event;
  return e;
}

// The block gives the register alone.
static const dbx_param *register_alone(const whole *w, const dbx_jaxpr *block) {
  dbx_jaxpr *j = dbx_arena_copy(w->arena, block, sizeof *j);
  j->outs = dbx_arena_copy(w->arena, &block->outs[block->n_out - 1], sizeof *j->outs);
  j->n_out = 1;
  return dbx_p_jaxpr(j);
}

// An adjoint block: gates are kept from here on, the block is called, and they are applied
// backwards.
static uint32_t block_of(const whole *w, const dbx_eqn *adjoint, dbx_eqn *ret) {
  const dbx_jaxpr *block = dbx_eqn_param(adjoint, DBX_S_jaxpr)->jaxpr;
  dbx_aval reg = dbx_aval_scalar(DBX_QREG, false);
  uint32_t n = adjoint->n_in;
  dbx_var begun = dbx_var_new(reg, DBX_VAR_RESULT, 0), run = dbx_var_new(reg, DBX_VAR_RESULT, 0);
  dbx_atom *in = dbx_arena_copy(w->arena, adjoint->in, n * sizeof *in);
  dbx_kv kv[] = {{DBX_S_name, dbx_p_text("adjoint")}, {DBX_S_jaxpr, register_alone(w, block)}};
  ret[0] = on_register(w, adjoint, DBX_PRIM_qrecord, in[n - 1], begun);
  in[n - 1] = begun;
  ret[1] = on_register(w, adjoint, DBX_PRIM_pjit, begun, run);
  ret[1].in = in, ret[1].n_in = n;
  ret[1].params = dbx_arena_copy(w->arena, kv, sizeof kv), ret[1].n_params = 2;
  ret[2] = on_register(w, adjoint, DBX_PRIM_qreverse, run, adjoint->out[0]);
  return 3;
}

// The equations that the engines run in the place of e.
static uint32_t engine_eqns(const whole *w, const dbx_eqn *e, dbx_eqn *ret) {
  if (e->prim->id == DBX_PRIM_adjoint) return block_of(w, e, ret);
  *ret = e->prim->id == DBX_PRIM_func ? call_of(w, e) : *e;
  return 1;
}

static const dbx_jaxpr *rewritten(whole *w, const dbx_jaxpr *j) {
  const uint64_t *known = dbx_map_find(&w->done, (uint64_t)(uintptr_t)j);
  if (known) return (const dbx_jaxpr *)(uintptr_t)*known;
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_eqn *eqns = DBX_NEWN(w->arena, dbx_eqn, 3 * j->n_eqns + 1);
  const dbx_jaxpr *r = j;
  bool changed = false;
  uint32_t n = 0;
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    dbx_eqn e = j->eqns[i];
    if (e.prim->nested) changed |= rewrite_eqn(w, &j->eqns[i], &e);
    n += engine_eqns(w, &e, &eqns[n]);
    changed |= e.prim->id == DBX_PRIM_adjoint || e.prim->id == DBX_PRIM_func;
  }
  if (changed) {
    dbx_jaxpr *own = dbx_arena_copy(w->arena, j, sizeof *j);
    own->eqns = eqns, own->n_eqns = n;
    r = own;
  }
  dbx_scratch_release(m);
  dbx_map_put(&w->done, (uint64_t)(uintptr_t)j, (uint64_t)(uintptr_t)r);
  return r;
}

const dbx_jaxpr *dbx_jaxpr_of_all(dbx_arena *arena, const dbx_jaxpr *j) {
  whole w = {.arena = arena};
  const dbx_jaxpr *r = rewritten(&w, j);
  dbx_map_free(&w.done);
  return r;
}
