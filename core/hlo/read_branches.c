// Branches of StableHLO as equations with Jaxprs. Every branch takes what any of them takes.
#include "hlo/read.h"

#include <string.h>

typedef struct branches {
  uint32_t n, n_out;
  hlo_body *body;
  dbx_atom **outs;
} branches;

static dbx_status read_branches(hlo_reader *r, const mlir_op *op, branches *b) {
  b->n = op->n_regions, b->n_out = op->n_out;
  b->body = DBX_NEWN(r->arena, hlo_body, b->n + 1);
  b->outs = DBX_NEWN(r->arena, dbx_atom *, b->n + 1);
  for (uint32_t i = 0; i < b->n; i++) {
    uint32_t n;
    b->body[i].outer = r->body;
    DBX_TRY(hlo_read_block(r, &b->body[i], &op->regions[i], &n, &b->outs[i]));
    if (n != op->n_out) return hlo_misread(r, "every branch gives as many values");
    for (uint32_t k = 0; k < n; k++)
      if (hlo_info(b->outs[i][k])->rank != hlo_info(b->outs[0][k])->rank ||
          hlo_info(b->outs[i][k])->dtype != hlo_info(b->outs[0][k])->dtype)
        return hlo_misread(r, "branches give values of different types");
    hlo_drop_unused(&b->body[i], n, b->outs[i], 0, NULL);
  }
  return DBX_OK;
}

// What a value of branch i is outside; 0: it is computed there.
static dbx_atom outside(const branches *b, uint32_t i, dbx_atom inner) {
  if (dbx_is_literal(inner)) return inner;
  for (uint32_t k = 0; k < b->body[i].inputs.n; k++)
    if (b->body[i].inputs.at[k] == inner) return b->body[i].captured.at[k];
  return 0;
}

// Is result f that length of result k in every branch?
static bool gives_length(const branches *b, uint32_t k, uint32_t axis, uint32_t f) {
  for (uint32_t i = 0; i < b->n; i++)
    if (!hlo_is_length(hlo_info(b->outs[i][k])->dims[axis], b->outs[i][f])) return false;
  return true;
}

// The first results that are traced lengths of others, as Catalyst has them.
static uint32_t implicit_results(const branches *b) {
  for (uint32_t f = 0; f < b->n_out; f++) {
    bool any = false;
    for (uint32_t k = f + 1; k < b->n_out; k++)
      for (uint32_t i = 0; i < hlo_info(b->outs[0][k])->rank; i++)
        any |= !dbx_is_literal(b->outs[0][f]) && gives_length(b, k, i, f);
    if (!any) return f;
  }
  return b->n_out;
}

// The length of an axis of result k: the same one from outside in all branches, else a result that
// is it in all of them.
static dbx_status length(hlo_reader *r, const branches *b, uint32_t k, uint32_t axis,
                         const dbx_var *scalars, dbx_dim *ret) {
  bool same = true;
  for (uint32_t i = 0; i < b->n; i++) {
    dbx_dim d = hlo_info(b->outs[i][k])->dims[axis];
    dbx_atom a = dbx_dim_is_int(d) ? 0 : outside(b, i, dbx_atom_of_dim(d));
    if (!dbx_dim_is_int(d)) d = a ? dbx_dim_of_atom(a) : 0;
    same = same && (a || dbx_dim_is_int(hlo_info(b->outs[i][k])->dims[axis]));
    if (i == 0) *ret = d;
    same = same && dbx_dim_equal(*ret, d);
  }
  if (same) return DBX_OK;
  for (uint32_t f = 0; f < b->n_out; f++)
    if (gives_length(b, k, axis, f)) return *ret = dbx_dim_var(scalars[f]), DBX_OK;
  return hlo_misread(r, "axis %u of result %u has a length that is no result", axis, k);
}

// Every branch takes what any of them takes; what one does not use has a name with "_".
static const dbx_var *padded(hlo_reader *r, branches *b, uint32_t i, uint32_t n,
                             const dbx_atom *captured) {
  dbx_var *in = DBX_NEWN(r->arena, dbx_var, n + 1);
  for (uint32_t k = 0; k < n; k++) {
    for (uint32_t m = 0; m < b->body[i].captured.n; m++)
      if (b->body[i].captured.at[m] == captured[k]) in[k] = b->body[i].inputs.at[m];
    if (in[k]) continue;
    const dbx_aval_info *t = hlo_info(captured[k]);
    dbx_dim *dims = DBX_TMP(dbx_dim, t->rank + 1);
    for (uint32_t a = 0; a < t->rank; a++) {
      dims[a] = t->dims[a];
      for (uint32_t m = 0; m < k; m++)
        if (dbx_dim_is_var(dims[a]) && captured[m] == dbx_atom_of_dim(t->dims[a]))
          dims[a] = dbx_dim_var(in[m]);
    }
    in[k] = dbx_var_new(dbx_aval_of(t->dtype, false, t->rank, dims), DBX_VAR_CONST, 0);
    dbx_var_at(in[k])->referent = captured[k];
    dbx_var_at(in[k])->suffix = true;
  }
  return in;
}

// Lengths stand in front of what they are lengths of.
static void add_capture(dbx_u32s *all, dbx_atom a) {
  for (uint32_t i = 0; i < all->n; i++)
    if (all->at[i] == a) return;
  const dbx_aval_info *t = hlo_info(a);
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i])) add_capture(all, dbx_atom_of_dim(t->dims[i]));
  dbx_push(all, a);
}

static dbx_status finish_branches(hlo_reader *r, branches *b, dbx_prim p, dbx_sym key,
                                  dbx_atom which) {
  dbx_u32s all = {0};
  dbx_var *out = DBX_NEWN(r->arena, dbx_var, b->n_out + 1);
  dbx_status st = DBX_OK;
  dbx_push(&all, which);
  for (uint32_t k = 0; k < b->n_out; k++) out[k] = hlo_result(hlo_strong_type(b->outs[0][k]));
  for (uint32_t k = 0; st == DBX_OK && k < b->n_out; k++) {
    const dbx_aval_info *t = hlo_info(b->outs[0][k]);
    dbx_dim *dims = DBX_NEWN(r->arena, dbx_dim, t->rank + 1);
    for (uint32_t i = 0; st == DBX_OK && i < t->rank; i++) st = length(r, b, k, i, out, &dims[i]);
    if (t->rank) out[k] = hlo_result(dbx_aval_of(t->dtype, false, t->rank, dims));
  }
  const dbx_param **js = DBX_NEWN(r->arena, const dbx_param *, b->n + 1);
  dbx_u32s captured = {0};
  for (uint32_t i = 0; i < b->n; i++)
    for (uint32_t m = 0; m < b->body[i].captured.n; m++)
      add_capture(&captured, b->body[i].captured.at[m]);
  for (uint32_t m = 0; m < captured.n; m++) dbx_push(&all, captured.at[m]);
  for (uint32_t i = 0; st == DBX_OK && i < b->n; i++) {
    const dbx_var *in = padded(r, b, i, captured.n, captured.at);
    js[i] = dbx_p_jaxpr(hlo_body_jaxpr(r, &b->body[i], captured.n, in, b->n_out, b->outs[i]));
  }
  dbx_kv kv[] = {{key, p == DBX_PRIM_cond ? dbx_p_list(js, b->n) : dbx_p_tuple(js, b->n)},
                 {DBX_S_nimplicit_outputs, dbx_p_int(implicit_results(b))}};
  if (st == DBX_OK) {
    hlo_push_eqn(r, p, all.n, all.at, p == DBX_PRIM_cond ? 2 : 1, kv, b->n_out, out);
    for (uint32_t k = 0; k < b->n_out; k++) hlo_set(r, k, out[k]);
  }
  dbx_vec_free(&all), dbx_vec_free(&captured);
  return st;
}

static dbx_status choose(hlo_reader *r, const mlir_op *op, dbx_prim p, dbx_sym key, dbx_dtype t) {
  branches b = {0};
  dbx_atom which;
  DBX_TRY(hlo_get_as(r, 0, t, &which));
  if (!op->n_regions || hlo_info(which)->rank)
    return hlo_misread(r, "a scalar and branches are wanted");
  dbx_status st = read_branches(r, op, &b);
  if (st == DBX_OK && b.n == 1) {
    for (uint32_t k = 0; k < b.n_out; k++) // never what is computed there
      if (!outside(&b, 0, b.outs[0][k])) st = hlo_misread(r, "one branch alone");
      else hlo_set(r, k, outside(&b, 0, b.outs[0][k]));
  } else if (st == DBX_OK) {
    st = finish_branches(r, &b, p, key, which);
  }
  for (uint32_t i = 0; i < b.n; i++) hlo_body_free(&b.body[i]);
  return st;
}

dbx_status hlo_read_if(hlo_reader *r, const mlir_op *op) {
  if (op->n_regions != 2) return hlo_misread(r, "two branches are wanted");
  return choose(r, op, DBX_PRIM_cond, DBX_S_branch_jaxprs, DBX_BOOL);
}

dbx_status hlo_read_case(hlo_reader *r, const mlir_op *op) {
  return choose(r, op, DBX_PRIM_switch, DBX_S_branches, DBX_NO_DTYPE);
}
