// Steps over shapes, and computing with numbers.
#include "interp/interp.h"
#include "rewrite/step.h"

// The equation that gives the operand, if it is of that primitive.
static const dbx_eqn *inner(const rw_site *s, dbx_prim outer, dbx_prim prim) {
  const dbx_eqn *e = rw_eqn(s);
  if (e->prim->id != (int)outer) return NULL;
  uint32_t node = rw_def(s->b, e->in[0]);
  return node && rw_at(s->b, node)->e.prim->id == (int)prim ? &rw_at(s->b, node)->e : NULL;
}

static const int64_t *ints(const dbx_eqn *e, dbx_sym key, uint32_t *n) {
  return dbx_param_ints(dbx_eqn_param(e, key), n);
}

static const dbx_kv *one_param(const rw_site *s, dbx_sym key, const dbx_param *val) {
  dbx_kv kv = {key, val};
  return dbx_arena_copy(rw_arena(s), &kv, sizeof kv);
}

static bool change(const rw_site *s, dbx_prim p, const dbx_atom *in, uint32_t n_in,
                   const dbx_kv *kv, uint32_t n_kv) {
  dbx_eqn e = {.prim = dbx_primitive_of(p), .in = in, .n_in = n_in, .params = kv, .n_params = n_kv};
  return rw_change(s->b, s->node, &e), true;
}

// ---- transpositions ----

bool rw_step_transpose_noop(const rw_site *s) {
  uint32_t n;
  if (rw_eqn(s)->prim->id != DBX_PRIM_transpose) return false;
  const int64_t *p = ints(rw_eqn(s), DBX_S_permutation, &n);
  for (uint32_t i = 0; i < n; i++)
    if (p[i] != (int64_t)i) return false;
  return rw_forward(s, &rw_eqn(s)->in[0]);
}

bool rw_step_transpose_transpose(const rw_site *s) {
  const dbx_eqn *x = inner(s, DBX_PRIM_transpose, DBX_PRIM_transpose);
  uint32_t n, m;
  if (!x) return false;
  const int64_t *outer = ints(rw_eqn(s), DBX_S_permutation, &n),
                *first = ints(x, DBX_S_permutation, &m);
  int64_t *both = DBX_TMP(int64_t, n + 1);
  for (uint32_t i = 0; i < n; i++) both[i] = first[outer[i]];
  return change(s, DBX_PRIM_transpose, x->in, 1,
                one_param(s, DBX_S_permutation, dbx_p_ints(both, n)), 1);
}

// ---- broadcasts ----

bool rw_step_broadcast_broadcast(const rw_site *s) {
  const dbx_eqn *e = rw_eqn(s), *x = inner(s, DBX_PRIM_broadcast_in_dim, DBX_PRIM_broadcast_in_dim);
  uint32_t n, m;
  if (!x) return false;
  const dbx_aval_info *mid = dbx_aval_at(dbx_atom_aval(e->in[0])),
                      *out = dbx_aval_at(dbx_var_aval(e->out[0]));
  const int64_t *outer = ints(e, DBX_S_broadcast_dimensions, &n),
                *first = ints(x, DBX_S_broadcast_dimensions, &m);
  for (uint32_t i = 0; i < n; i++)
    if (mid->dims[i] != dbx_dim_int(1) && !dbx_dim_identical(mid->dims[i], out->dims[outer[i]]))
      return rw_refuse(s, "axis %u: %s and %s are two lengths", i, rw_dim_text(s, mid->dims[i]),
                       rw_dim_text(s, out->dims[outer[i]]));
  int64_t *both = DBX_TMP(int64_t, m + 1);
  for (uint32_t i = 0; i < m; i++) both[i] = outer[first[i]];
  dbx_atom *in = dbx_arena_copy(rw_arena(s), e->in, e->n_in * sizeof *in);
  in[0] = x->in[0];
  rw_param with = {DBX_S_broadcast_dimensions, dbx_p_ints(both, m)};
  return change(s, DBX_PRIM_broadcast_in_dim, in, e->n_in, rw_params(rw_arena(s), e, &with, 1),
                e->n_params);
}

// ---- reductions ----

// One number everywhere, of rank 0; 0: it is none.
static dbx_atom splat(const dbx_eqn *x) {
  return dbx_aval_at(dbx_atom_aval(x->in[0]))->rank ? 0 : x->in[0];
}

static bool reassociates(const rw_site *s, const dbx_eqn *e) {
  dbx_dtype t = dbx_aval_at(dbx_var_aval(e->out[0]))->dtype;
  if (dbx_is_integer(t) || rewrite_now->reals) return true;
  return rw_refuse(s, "%s is rounded at every addition, and `reals` is off", dbx_dtype_short(t));
}

bool rw_step_sum_of_splat(const rw_site *s) {
  const dbx_eqn *e = rw_eqn(s), *x = inner(s, DBX_PRIM_reduce_sum, DBX_PRIM_broadcast_in_dim);
  dbx_atom number = x ? splat(x) : 0;
  if (!number) return false; // the equation may have no result
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(e->out[0]));
  if (t->rank) return false;
  const dbx_aval_info *all = dbx_aval_at(dbx_atom_aval(e->in[0]));
  if (!reassociates(s, e)) return false;
  if (all->rank != 1) return rw_refuse(s, "more than one axis");
  dbx_atom n = dbx_atom_of_dim(all->dims[0]);
  dbx_atom *in = DBX_NEWN(rw_arena(s), dbx_atom, 2);
  if (dbx_is_literal(n))
    n = dbx_literal_of(
        t->dtype, t->weak,
        dbx_scalar_convert(dbx_scalar_int(dbx_dim_value(all->dims[0])), DBX_I64, t->dtype));
  else if (!rw_same_type(dbx_atom_aval(n), dbx_var_aval(e->out[0])))
    return rw_refuse(s, "the length has another dtype than the sum");
  in[0] = n, in[1] = number;
  return change(s, DBX_PRIM_mul, in, 2, NULL, 0);
}

bool rw_step_max_of_splat(const rw_site *s) {
  const dbx_eqn *x = inner(s, DBX_PRIM_reduce_max, DBX_PRIM_broadcast_in_dim);
  if (!x) x = inner(s, DBX_PRIM_reduce_min, DBX_PRIM_broadcast_in_dim);
  dbx_atom number = x ? splat(x) : 0;
  if (!number || dbx_aval_at(dbx_var_aval(rw_eqn(s)->out[0]))->rank) return false;
  const dbx_aval_info *all = dbx_aval_at(dbx_atom_aval(rw_eqn(s)->in[0]));
  for (uint32_t i = 0; i < all->rank; i++)
    if (!dbx_dim_is_int(all->dims[i]) || !dbx_dim_value(all->dims[i]))
      return rw_refuse(s, "%s may be 0", rw_dim_text(s, all->dims[i]));
  return rw_forward(s, &number);
}

bool rw_step_sum_sum(const rw_site *s) {
  const dbx_eqn *e = rw_eqn(s), *x = inner(s, DBX_PRIM_reduce_sum, DBX_PRIM_reduce_sum);
  uint32_t n, m;
  if (!x || !reassociates(s, e)) return false;
  const int64_t *outer = ints(e, DBX_S_axes, &n), *first = ints(x, DBX_S_axes, &m);
  uint32_t rank = dbx_aval_at(dbx_atom_aval(x->in[0]))->rank, k = 0, kept = 0;
  int64_t *all = DBX_TMP(int64_t, rank + 1);
  for (uint32_t i = 0; i < rank; i++) {
    bool gone = false;
    for (uint32_t q = 0; q < m; q++) gone |= first[q] == (int64_t)i;
    for (uint32_t q = 0; !gone && q < n; q++)
      if (outer[q] == (int64_t)kept) all[k++] = i;
    kept += !gone;
    if (gone) all[k++] = i;
  }
  return change(s, DBX_PRIM_reduce_sum, x->in, 1, one_param(s, DBX_S_axes, dbx_p_ints(all, k)), 1);
}

// ---- numbers ----

static dbx_status compute(const dbx_eqn *e, dbx_array *const *in, dbx_scalar *ret) {
  dbx_array *out;
  dbx_dtype t = dbx_aval_at(dbx_var_aval(e->out[0]))->dtype;
  dbx_kernel_site k = {.prim = e->prim,
                       .in = in,
                       .n_in = e->n_in,
                       .params = e->params,
                       .n_params = e->n_params,
                       .out_dtype = &t,
                       .n_out = 1};
  DBX_TRY(dbx_kernel_run(&k, &out));
  *ret = dbx_array_at(out, 0);
  dbx_array_unref(out);
  return DBX_OK;
}

bool rw_step_eval_constant(const rw_site *s) {
  const dbx_eqn *e = rw_eqn(s);
  if (e->prim->nested || e->n_out != 1 || !e->n_in || dbx_calls_host(e->prim)) return false;
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(e->out[0]));
  for (uint32_t i = 0; i < e->n_in; i++)
    if (!dbx_is_literal(e->in[i])) return false;
  if (t->rank) return false;
  if (!rw_is_exact(e)) return rw_refuse(s, "machines round %s differently", e->prim->name);
  dbx_array **in = DBX_TMP(dbx_array *, e->n_in);
  for (uint32_t i = 0; i < e->n_in; i++) {
    dbx_literal l = *dbx_literal_at(e->in[i]);
    in[i] = dbx_array_scalar(dbx_aval_at(l.aval)->dtype, l.value);
  }
  dbx_scalar x;
  dbx_status st = compute(e, in, &x);
  for (uint32_t i = 0; i < e->n_in; i++) dbx_array_unref(in[i]);
  if (st != DBX_OK) {
    dbx_diag *d = dbx_diag_take();
    (void)rw_refuse(s, "%s", d->message);
    return dbx_diag_free(d), false;
  }
  dbx_atom number = dbx_literal_of(t->dtype, t->weak, x);
  return rw_forward(s, &number);
}
