// cond, switch and calls: regions of stablehlo.if, and Jaxprs in their place.
#include "hlo/emit.h"

#include <string.h>

typedef struct choice {
  const dbx_eqn *q;
  const dbx_param *branches;
  uint32_t preds; // operands in front of those of the branches
  const hlo *const *in;
  const hlo *types; // of the results: lengths among them have no name yet
} choice;

// IREE folds an array of another static type into the branch's result, whose type it is not.
static const char *yielded(hlo_emitter *e, const hlo_scope *s, const hlo *v, dbx_aval a) {
  const hlo *x = hlo_typed(e, s, v, a);
  return strcmp(hlo_type(e, x), hlo_type(e, v)) ? hlo_apart(e, x) : hlo_name(e, x);
}

// Results as the types of the binders want them; lengths may be results to the left.
static void yield(hlo_emitter *e, const choice *c, const hlo *const *outs) {
  const dbx_eqn *q = c->q;
  hlo_scope s = {.outer = e->scope};
  const char **names = DBX_NEWN(&e->arena, const char *, q->n_out + 1),
             **types = DBX_NEWN(&e->arena, const char *, q->n_out + 1);
  for (uint32_t k = 0; k < q->n_out; k++)
    if (!outs[k]->rank) {
      const hlo *x = hlo_new(e, hlo_name(e, outs[k]), outs[k]->t, 0, NULL);
      hlo_bind(&s, q->out[k], x);
    }
  for (uint32_t k = 0; k < q->n_out; k++) {
    names[k] = hlo_name(e, outs[k]);
    if (outs[k]->rank) names[k] = yielded(e, &s, outs[k], dbx_var_aval(q->out[k]));
    types[k] = hlo_type(e, &c->types[k]);
  }
  hlo_line(e, "stablehlo.return %s : %s", hlo_list(e, q->n_out, names),
           hlo_list(e, q->n_out, types));
  dbx_map_free(&s.values);
}

static dbx_status branch(hlo_emitter *e, const choice *c, uint32_t i) {
  const dbx_jaxpr *j = c->branches->item[i]->jaxpr;
  const hlo **outs = DBX_NEWN(&e->arena, const hlo *, j->n_out + 1);
  const dbx_eqn *q = e->eqn;
  const hlo_scope *around = e->scope;
  hlo_scope s = {.outer = NULL};
  for (uint32_t k = 0; k < j->n_in; k++) hlo_bind(&s, j->invars[k], c->in[c->preds + k]);
  dbx_status st = e->emit_body(e, j, &s, outs);
  e->eqn = q, e->scope = around;
  if (st == DBX_OK) yield(e, c, outs);
  dbx_map_free(&s.values);
  return st;
}

static const char *is_chosen(hlo_emitter *e, const choice *c, uint32_t i) {
  if (c->q->prim->id == DBX_PRIM_cond) return hlo_name(e, hlo_convert(e, c->in[i], DBX_BOOL));
  return hlo_int_is(e, "LE", hlo_as_i64(e, c->in[0]), hlo_int(e, i));
}

static const char *result_types(hlo_emitter *e, const choice *c) {
  const char **types = DBX_NEWN(&e->arena, const char *, c->q->n_out + 1);
  for (uint32_t k = 0; k < c->q->n_out; k++) types[k] = hlo_type(e, &c->types[k]);
  return hlo_list(e, c->q->n_out, types);
}

// Branches from i on. name: of the results of the operation; NULL: its own name is chosen.
static dbx_status branches(hlo_emitter *e, const choice *c, uint32_t i, const char **name) {
  hlo_region r;
  uint32_t n = c->q->n_out;
  const char *p = is_chosen(e, c, i), *inner;
  *name = hlo_fresh(e);
  hlo_line(e, "%s:%u = \"stablehlo.if\"(%s) ({", *name, n, p);
  hlo_open(e, &r);
  dbx_status st = branch(e, c, i);
  hlo_shut(e, &r);
  DBX_TRY(st);
  hlo_line(e, "}, {");
  hlo_open(e, &r);
  if (i + 2 == c->branches->n) {
    st = branch(e, c, i + 1);
  } else {
    st = branches(e, c, i + 1, &inner);
    const char **names = DBX_NEWN(&e->arena, const char *, n + 1);
    for (uint32_t k = 0; k < n && st == DBX_OK; k++) names[k] = hlo_printf(e, "%s#%u", inner, k);
    if (st == DBX_OK)
      hlo_line(e, "stablehlo.return %s : %s", hlo_list(e, n, names), result_types(e, c));
  }
  hlo_shut(e, &r);
  DBX_TRY(st);
  return hlo_close(e, "}) : (tensor<i1>) -> (%s)", result_types(e, c)), DBX_OK;
}

// The types of the operation: a length that it gives itself is no number.
static const hlo *types_of(hlo_emitter *e, const dbx_eqn *q) {
  static const char own[] = "%own";
  hlo_scope s = {.outer = e->scope};
  hlo *types = DBX_NEWN(&e->arena, hlo, q->n_out + 1);
  for (uint32_t k = 0; k < q->n_out; k++)
    if (!dbx_aval_at(dbx_var_aval(q->out[k]))->rank)
      hlo_bind(&s, q->out[k], hlo_new(e, own, DBX_I64, 0, NULL));
  for (uint32_t k = 0; k < q->n_out; k++) {
    const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(q->out[k]));
    hlo_dim *dims = DBX_NEWN(&e->arena, hlo_dim, a->rank + 1);
    hlo_dims(e, &s, dbx_var_aval(q->out[k]), NULL, dims);
    for (uint32_t i = 0; i < a->rank; i++)
      if (!dims[i].known && !strcmp(dims[i].name, own))
        hlo_unsized(e, "its branches give arrays of different lengths, which XLA refuses");
    types[k] = (hlo){.t = a->dtype, .rank = a->rank, .dims = dims};
  }
  dbx_map_free(&s.values);
  return types;
}

static void results(hlo_emitter *e, const dbx_eqn *q, const char *name, hlo *out) {
  hlo_scope s = {.outer = e->scope};
  for (int arrays = 0; arrays < 2; arrays++)
    for (uint32_t k = 0; k < q->n_out; k++) {
      const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(q->out[k]));
      if ((a->rank != 0) != arrays) continue;
      hlo_dim *dims = DBX_NEWN(&e->arena, hlo_dim, a->rank + 1);
      hlo_dims(e, &s, dbx_var_aval(q->out[k]), NULL, dims);
      hlo *x = hlo_new(e, hlo_printf(e, "%s#%u", name, k), a->dtype, a->rank, dims);
      if (arrays) x->name = hlo_tie(e, x);
      else hlo_bind(&s, q->out[k], x);
      out[k] = *x;
    }
  dbx_map_free(&s.values);
}

static dbx_status inlined(hlo_emitter *e, const dbx_jaxpr *j, const hlo *const *in, hlo *out) {
  const hlo **outs = DBX_NEWN(&e->arena, const hlo *, j->n_out + 1);
  const hlo_scope *around = e->scope;
  const dbx_eqn *q = e->eqn;
  hlo_scope s = {.outer = NULL};
  for (uint32_t i = 0; i < j->n_in; i++) hlo_bind(&s, j->invars[i], in[i]);
  for (uint32_t i = 0; i < j->n_in; i++)
    hlo_bind(&s, j->invars[i], hlo_typed(e, &s, in[i], dbx_var_aval(j->invars[i])));
  dbx_status st = e->emit_body(e, j, &s, outs);
  e->scope = around, e->eqn = q;
  for (uint32_t i = 0; st == DBX_OK && i < j->n_out; i++) out[i] = *outs[i];
  dbx_map_free(&s.values);
  return st;
}

static dbx_status choose(hlo_emitter *e, choice *c, hlo *out) {
  const char *name;
  if (!c->q->n_out) return DBX_OK;
  if (c->branches->n == 1) return inlined(e, c->branches->item[0]->jaxpr, c->in + c->preds, out);
  c->types = types_of(e, c->q);
  DBX_TRY(branches(e, c, 0, &name));
  return results(e, c->q, name, out), DBX_OK;
}

dbx_status hlo_emit_cond(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  choice c = {.q = q, .branches = dbx_eqn_param(q, DBX_S_branch_jaxprs), .in = in};
  c.preds = c.branches->n - 1;
  return choose(e, &c, out);
}

dbx_status hlo_emit_switch(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  choice c = {.q = q, .branches = dbx_eqn_param(q, DBX_S_branches), .preds = 1, .in = in};
  return choose(e, &c, out);
}

dbx_status hlo_emit_call(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  return inlined(e, dbx_eqn_param(q, DBX_S_jaxpr)->jaxpr, in, out);
}

// What the compiler does not see through, so that it finds nothing computed before. Integers are
// sizes, or as cheap.
static const hlo *behind_barrier(hlo_emitter *e, const hlo *v) {
  bool plain = !v->name || (!v->rank && !dbx_is_inexact(v->t));
  if (plain || e->target == DBX_HLO_IREE)
    return plain ? v : hlo_new(e, hlo_apart(e, v), v->t, v->rank, v->dims);
  const char *name =
      hlo_op(e, "stablehlo.optimization_barrier %s : %s", hlo_name(e, v), hlo_type(e, v));
  return hlo_new(e, name, v->t, v->rank, v->dims);
}

// As jax: only what a derivative computes again is kept apart.
dbx_status hlo_emit_remat(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  const dbx_param *made = dbx_eqn_param(q, DBX_S_differentiated),
                  *apart = dbx_eqn_param(q, DBX_S_prevent_cse);
  const hlo **ops = DBX_NEWN(&e->arena, const hlo *, q->n_in + 1);
  bool bars = made && made->i && apart && apart->i;
  for (uint32_t i = 0; i < q->n_in; i++) ops[i] = bars ? behind_barrier(e, in[i]) : in[i];
  return inlined(e, dbx_eqn_param(q, DBX_S_jaxpr)->jaxpr, ops, out);
}
