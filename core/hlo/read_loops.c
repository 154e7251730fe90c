// Loops of StableHLO as equations with Jaxprs. Values from outside are inputs
// of these, lengths of what they carry are those from outside, or numbers that are carried too.
#include "hlo/read.h"

#include "base/poll.h"
#include "prim/poly.h"

#include <string.h>

static dbx_atom *operands(hlo_reader *r, const mlir_op *op) {
  return DBX_NEWN(r->arena, dbx_atom, op->n_in + 1);
}

static bool is_int_scalar(dbx_atom a) { return dbx_aval_is_int_scalar(dbx_atom_aval(a)); }

static bool traced(const mlir_type *t, uint32_t axis) {
  return axis < t->rank && t->dims[axis] < 0;
}

// ---- while ----

typedef struct loop {
  const mlir_op *op;
  uint32_t n;
  const dbx_atom *init;
  uint32_t *follows; // of each axis of each carry the carry that is its length; n: none is
  uint32_t stride;
  hlo_body test, body;
  dbx_var *in[2]; // carries of both
  dbx_atom *outs, *go;
  bool grows;
} loop;

static uint32_t *axis_of(loop *l, uint32_t k, uint32_t axis) {
  return &l->follows[k * l->stride + axis];
}

// Types of carries inside b: scalars first, as lengths may be one of them.
static void carry_inside(hlo_reader *r, loop *l, hlo_body *b, const mlir_block *block,
                         dbx_var *in) {
  for (int arrays = 0; arrays < 2; arrays++)
    for (uint32_t k = 0; k < l->n; k++) {
      const dbx_aval_info *t = hlo_info(l->init[k]);
      if ((t->rank != 0) != arrays) continue;
      dbx_dim *dims = DBX_TMP(dbx_dim, t->rank + 1);
      for (uint32_t i = 0; i < t->rank; i++) {
        uint32_t f = *axis_of(l, k, i);
        bool own = f == l->n && dbx_dim_is_var(t->dims[i]);
        dims[i] = f < l->n ? dbx_dim_var(in[f])
                  : own    ? dbx_dim_of_atom(hlo_capture(r, b, dbx_atom_of_dim(t->dims[i])))
                           : t->dims[i];
      }
      in[k] = dbx_var_new(dbx_aval_of(t->dtype, false, t->rank, dims), DBX_VAR_ARG, 0);
      if (k < block->n_args) dbx_map_put(&b->values, block->args[k].name, in[k]);
    }
}

static dbx_status read_regions(hlo_reader *r, loop *l) {
  uint32_t n;
  l->test = (hlo_body){.outer = r->body}, l->body = (hlo_body){.outer = r->body};
  carry_inside(r, l, &l->test, &l->op->regions[0], l->in[0]);
  carry_inside(r, l, &l->body, &l->op->regions[1], l->in[1]);
  DBX_TRY(hlo_read_block(r, &l->test, &l->op->regions[0], &n, &l->go));
  if (n != 1) return hlo_misread(r, "the condition gives one truth");
  DBX_TRY(hlo_read_block(r, &l->body, &l->op->regions[1], &n, &l->outs));
  return n == l->n ? DBX_OK : hlo_misread(r, "the body gives as many values as it takes");
}

// Is the result in the next trip what its carry is typed as?
static bool stays(const loop *l, uint32_t k, uint32_t axis) {
  const dbx_aval_info *out = hlo_info(l->outs[k]), *in = dbx_aval_at(dbx_var_aval(l->in[1][k]));
  dbx_dim want = in->dims[axis];
  uint32_t f = l->follows[k * l->stride + axis];
  if (out->rank != in->rank) return false;
  if (f < l->n) return hlo_is_length(out->dims[axis], l->outs[f]);
  return dbx_dim_equal(out->dims[axis], want) ||
         dbx_poly_of_dim(out->dims[axis]) == dbx_poly_of_dim(want);
}

// The next scalar from `from` on that begins as the length of that axis.
static uint32_t candidate(const loop *l, uint32_t k, uint32_t axis, uint32_t from) {
  for (uint32_t f = from; f < l->n; f++)
    if (is_int_scalar(l->init[f]) && hlo_is_length(hlo_info(l->init[k])->dims[axis], l->init[f]))
      return f;
  return l->n;
}

// Which axes follow a carry: those that do not stay, by the first scalar that fits.
static dbx_status next_guess(hlo_reader *r, loop *l, bool *done) {
  *done = true;
  for (uint32_t k = 0; k < l->n; k++)
    for (uint32_t i = 0; i < hlo_info(l->init[k])->rank; i++) {
      uint32_t *f = axis_of(l, k, i);
      if (stays(l, k, i)) continue;
      *f = candidate(l, k, i, *f < l->n ? *f + 1 : 0);
      if (*f == l->n || !traced(&l->op->in_types[k], i))
        return hlo_misread(r, "axis %u of carry %u gets a length that is not carried", i, k);
      *done = false, l->grows = true;
    }
  return DBX_OK;
}

static void forget_regions(loop *l) {
  hlo_body_free(&l->test);
  hlo_body_free(&l->body);
}

// What is inside does not fit: perhaps because lengths that are carried do not stay.
static bool guess_all(loop *l) {
  bool any = false;
  for (uint32_t k = 0; k < l->n; k++)
    for (uint32_t i = 0; i < hlo_info(l->init[k])->rank; i++) {
      uint32_t *f = axis_of(l, k, i);
      if (*f < l->n || !traced(&l->op->in_types[k], i)) continue;
      *f = candidate(l, k, i, 0);
      any |= *f < l->n;
    }
  return l->grows |= any, any;
}

static dbx_status find_lengths(hlo_reader *r, loop *l) {
  for (uint32_t tries = 0; tries <= l->n; tries++) {
    bool done = false;
    dbx_status st = read_regions(r, l);
    bool fits = st == DBX_OK;
    if (fits) st = next_guess(r, l, &done);
    if (st == DBX_OK && done) return DBX_OK;
    forget_regions(l);
    l->test = l->body = (hlo_body){0};
    if (fits) DBX_TRY(st);
    if (fits) continue;
    if (dbx_stopping() || !guess_all(l)) return st;
    dbx_diag_forget();
  }
  return hlo_misread(r, "lengths of what it carries are not known");
}

// ---- loops that count ----

// i < end with an end from outside, and i + 1 in the next trip: which carry counts, and the end.
static bool counts(const loop *l, uint32_t *at, dbx_atom *end) {
  const hlo_body *t = &l->test, *b = &l->body;
  if (t->eqns.n != 1 || dbx_is_literal(l->go[0]) || t->eqns.at[0].out[0] != l->go[0]) return false;
  const dbx_eqn *e = &t->eqns.at[0];
  if (e->prim->id != DBX_PRIM_lt) return false;
  for (*at = 0; *at < l->n && l->in[0][*at] != e->in[0];) ++*at;
  if (*at == l->n || hlo_info(l->init[*at])->dtype != DBX_I64) return false;
  *end = dbx_is_literal(e->in[1]) ? e->in[1] : 0;
  for (uint32_t i = 0; i < t->inputs.n; i++)
    if (t->inputs.at[i] == e->in[1]) *end = t->captured.at[i];
  if (!*end || hlo_info(*end)->dtype != DBX_I64) return false;
  for (uint32_t i = 0; i < b->eqns.n; i++) {
    const dbx_eqn *next = &b->eqns.at[i];
    if (next->out[0] != l->outs[*at] || next->prim->id != DBX_PRIM_add) continue;
    bool one = dbx_is_literal(next->in[1]) && dbx_literal_at(next->in[1])->value.i == 1;
    return one && next->in[0] == l->in[1][*at];
  }
  return false;
}

// ---- equations ----

static const dbx_aval *result_types(hlo_reader *r, loop *l, dbx_var *scalars) {
  dbx_aval *types = DBX_NEWN(r->arena, dbx_aval, l->n + 1);
  for (uint32_t k = 0; k < l->n; k++) {
    const dbx_aval_info *t = hlo_info(l->init[k]);
    dbx_dim *dims = DBX_TMP(dbx_dim, t->rank + 1);
    for (uint32_t i = 0; i < t->rank; i++) {
      uint32_t f = *axis_of(l, k, i);
      dims[i] = f < l->n ? dbx_dim_var(scalars[f]) : t->dims[i];
    }
    types[k] = dbx_aval_of(t->dtype, false, t->rank, dims);
  }
  return types;
}

// How many of the first carries are lengths of others, as Catalyst has them.
static uint32_t implicit_carries(loop *l, uint32_t skip) {
  uint32_t n = 0;
  for (uint32_t f = 0; f < l->n; f++) {
    bool used = false;
    if (f == skip) continue;
    for (uint32_t k = 0; k < l->n; k++)
      for (uint32_t i = 0; i < hlo_info(l->init[k])->rank; i++) used |= *axis_of(l, k, i) == f;
    if (!used) break;
    n++;
  }
  return n;
}

static void put_results(hlo_reader *r, loop *l, dbx_prim p, uint32_t n, const dbx_atom *in,
                        uint32_t n_params, const dbx_kv *params, uint32_t skip) {
  uint32_t m = 0;
  dbx_var *out = DBX_NEWN(r->arena, dbx_var, l->n + 1),
          *all = DBX_NEWN(r->arena, dbx_var, l->n + 1);
  for (uint32_t k = 0; k < l->n; k++) // lengths are results to the left, or to the right
    all[k] = hlo_result(hlo_strong_type(l->init[k]));
  const dbx_aval *types = result_types(r, l, all);
  for (uint32_t k = 0; k < l->n; k++)
    if (hlo_info(l->init[k])->rank) all[k] = hlo_result(types[k]);
  for (uint32_t k = 0; k < l->n; k++)
    if (k != skip) out[m++] = all[k];
  hlo_push_eqn(r, p, n, in, n_params, params, m, out);
  for (uint32_t k = 0; k < l->n; k++)
    if (k != skip) hlo_set(r, k, all[k]);
}

static const dbx_var *inputs_of(hlo_reader *r, const hlo_body *b, uint32_t n, const dbx_var *in,
                                uint32_t *count) {
  dbx_var *all = DBX_NEWN(r->arena, dbx_var, b->inputs.n + n + 1);
  if (b->inputs.n) memcpy(all, b->inputs.at, b->inputs.n * sizeof *all);
  if (n) memcpy(all + b->inputs.n, in, n * sizeof *in);
  return *count = b->inputs.n + n, all;
}

static dbx_status finish_for(hlo_reader *r, loop *l, uint32_t at, dbx_atom end) {
  uint32_t m = 0, n_in, d = implicit_carries(l, at), k = 0;
  dbx_atom *outs = DBX_NEWN(r->arena, dbx_atom, l->n + 1);
  dbx_var *in = DBX_NEWN(r->arena, dbx_var, l->n + 1);
  for (uint32_t i = 0; i < l->n; i++)
    if (i != at) outs[m++] = l->outs[i];
  hlo_drop_unused(&l->body, m, outs, l->n, l->in[1]);
  m = 0;
  for (uint32_t i = 0; i < l->n; i++) { // lengths, the index, what else is carried
    if (i == at) continue;
    if (k++ == d) in[m++] = l->in[1][at];
    in[m++] = l->in[1][i];
  }
  if (k <= d) in[m++] = l->in[1][at];
  const dbx_var *all = inputs_of(r, &l->body, m, in, &n_in);
  uint32_t consts = l->body.captured.n, n = consts;
  dbx_atom *args = DBX_NEWN(r->arena, dbx_atom, consts + l->n + 4);
  if (consts) memcpy(args, l->body.captured.at, consts * sizeof *args);
  k = 0;
  for (uint32_t i = 0; i <= l->n; i++) {
    if (i < l->n && i == at) continue;
    if (k++ == d) {
      args[n++] = l->init[at], args[n++] = end;
      args[n++] = dbx_literal_of(DBX_I64, false, dbx_scalar_int(1));
      args[n++] = l->init[at];
    }
    if (i < l->n) args[n++] = l->init[i];
  }
  dbx_jaxpr *body = hlo_body_jaxpr(r, &l->body, n_in, all, l->n - 1, outs);
  dbx_kv kv[] = {{DBX_S_apply_reverse_transform, dbx_p_bool(false)},
                 {DBX_S_body_jaxpr, dbx_p_jaxpr(body)},
                 {DBX_S_body_nconsts, dbx_p_int(consts)},
                 {DBX_S_nimplicit, dbx_p_int(d)},
                 {DBX_S_preserve_dimensions, dbx_p_bool(!l->grows)}};
  put_results(r, l, DBX_PRIM_for_loop, n, args, 5, kv, at);
  return DBX_OK;
}

static dbx_status finish_while(hlo_reader *r, loop *l) {
  uint32_t n_test, n_body, n = 0, kc, kb;
  hlo_drop_unused(&l->test, 1, l->go, l->n, l->in[0]);
  hlo_drop_unused(&l->body, l->n, l->outs, l->n, l->in[1]);
  kc = l->test.captured.n, kb = l->body.captured.n;
  const dbx_var *test_in = inputs_of(r, &l->test, l->n, l->in[0], &n_test),
                *body_in = inputs_of(r, &l->body, l->n, l->in[1], &n_body);
  dbx_jaxpr *test = hlo_body_jaxpr(r, &l->test, n_test, test_in, 1, l->go),
            *body = hlo_body_jaxpr(r, &l->body, n_body, body_in, l->n, l->outs);
  dbx_atom *args = DBX_NEWN(r->arena, dbx_atom, kc + kb + l->n + 1);
  for (uint32_t i = 0; i < kc; i++) args[n++] = l->test.captured.at[i];
  for (uint32_t i = 0; i < kb; i++) args[n++] = l->body.captured.at[i];
  for (uint32_t i = 0; i < l->n; i++) args[n++] = l->init[i];
  dbx_kv kv[] = {{DBX_S_body_jaxpr, dbx_p_jaxpr(body)},
                 {DBX_S_body_nconsts, dbx_p_int(kb)},
                 {DBX_S_cond_jaxpr, dbx_p_jaxpr(test)},
                 {DBX_S_cond_nconsts, dbx_p_int(kc)},
                 {DBX_S_nimplicit, dbx_p_int(implicit_carries(l, l->n))},
                 {DBX_S_preserve_dimensions, dbx_p_bool(!l->grows)}};
  put_results(r, l, DBX_PRIM_while_loop, n, args, 6, kv, l->n);
  return DBX_OK;
}

// Is a result of the loop a value of the text?
static bool is_used(const mlir_block *b, dbx_sym name) {
  for (uint32_t i = 0; i < b->n_ops; i++) {
    for (uint32_t k = 0; k < b->ops[i].n_in; k++)
      if (b->ops[i].in[k] == name) return true;
    for (uint32_t k = 0; k < b->ops[i].n_regions; k++)
      if (is_used(&b->ops[i].regions[k], name)) return true;
  }
  return false;
}

static bool result_is_used(const hlo_reader *r, const mlir_op *op, uint32_t k) {
  for (uint32_t i = 0; i < r->module->n; i++)
    if (is_used(&r->module->functions[i].body, op->out[k])) return true;
  return false;
}

dbx_status hlo_read_while(hlo_reader *r, const mlir_op *op) {
  loop l = {.op = op, .n = op->n_in, .stride = 1};
  dbx_atom *init = operands(r, op), end = 0;
  uint32_t at = 0;
  if (op->n_regions != 2 || op->n_out != op->n_in || op->n_in_types != op->n_in || !op->n_in)
    return hlo_misread(r, "a condition, a body and as many results as values are wanted");
  for (uint32_t k = 0; k < l.n; k++) {
    DBX_TRY(hlo_get_as(r, k, op->in_types[k].t, &init[k]));
    if (hlo_info(init[k])->rank > l.stride) l.stride = hlo_info(init[k])->rank;
  }
  l.init = init;
  l.follows = DBX_NEWN(r->arena, uint32_t, (size_t)l.n *l.stride + 1);
  for (uint32_t i = 0; i < l.n * l.stride; i++) l.follows[i] = l.n;
  for (int i = 0; i < 2; i++) l.in[i] = DBX_NEWN(r->arena, dbx_var, l.n + 1);
  dbx_status st = find_lengths(r, &l);
  bool is_for = st == DBX_OK && counts(&l, &at, &end) && !result_is_used(r, op, at);
  for (uint32_t i = 0; is_for && i < l.n * l.stride; i++) is_for = l.follows[i] != at;
  if (st == DBX_OK) st = is_for ? finish_for(r, &l, at, end) : finish_while(r, &l);
  forget_regions(&l);
  return st;
}
