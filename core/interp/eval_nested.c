// Loops and conditionals of the interpreter (see eval.h).
#include "interp/eval.h"

#include "interp/kernel.h"
#include "prim/prim.h"

#include <string.h>

static bool as_bool(const dbx_array *a) { return dbx_array_at(a, 0).i != 0; }

// The operands of a loop: the body's inputs around the index.
static dbx_status run_for(const eval_caller *eval, const dbx_eqn *e, dbx_array *const *in,
                          dbx_array **out) {
  const dbx_jaxpr *body = dbx_eqn_param(e, DBX_S_body_jaxpr)->jaxpr;
  uint32_t k = (uint32_t)dbx_eqn_int(e, DBX_S_body_nconsts),
           d = (uint32_t)dbx_eqn_int(e, DBX_S_nimplicit);
  uint32_t x = e->n_in - k - d - 4;
  int64_t i = eval_int(in[k + d]), upper = eval_int(in[k + d + 1]), by = eval_int(in[k + d + 2]);
  bool reverse = dbx_eqn_int(e, DBX_S_apply_reverse_transform);
  dbx_array **args = DBX_TMP(dbx_array *, body->n_in + 1), **next = DBX_TMP(dbx_array *, d + x + 1);
  for (uint32_t n = 0; n < d + x; n++) out[n] = dbx_array_ref(in[n < d ? k + n : k + 4 + n]);
  while (by > 0 ? i < upper : reverse && by < 0 && i > upper) {
    for (uint32_t n = 0; n < k; n++) args[n] = in[n];
    for (uint32_t n = 0; n < d; n++) args[k + n] = out[n];
    args[k + d] = dbx_array_scalar(in[k + d]->dtype, dbx_scalar_int(i));
    for (uint32_t n = 0; n < x; n++) args[k + d + 1 + n] = out[d + n];
    dbx_status st = dbx_poll_run();
    if (st == DBX_OK) st = eval->run(eval->m, body, e, args, k, next);
    else eval_release(args + k, d + 1 + x);
    DBX_TRY(st);
    if (d + x) memcpy(out, next, (d + x) * sizeof *out);
    if (__builtin_add_overflow(i, by, &i)) break;
  }
  return DBX_OK;
}

static dbx_status run_while(const eval_caller *eval, const dbx_eqn *e, dbx_array *const *in,
                            dbx_array **out) {
  const dbx_jaxpr *body = dbx_eqn_param(e, DBX_S_body_jaxpr)->jaxpr,
                  *test = dbx_eqn_param(e, DBX_S_cond_jaxpr)->jaxpr;
  uint32_t kc = (uint32_t)dbx_eqn_int(e, DBX_S_cond_nconsts),
           kb = (uint32_t)dbx_eqn_int(e, DBX_S_body_nconsts);
  uint32_t n = e->n_in - kc - kb;
  dbx_array **args = DBX_TMP(dbx_array *, e->n_in + 1), **next = DBX_TMP(dbx_array *, n + 1), *go;
  for (uint32_t i = 0; i < n; i++) out[i] = dbx_array_ref(in[kc + kb + i]);
  for (;;) {
    for (uint32_t i = 0; i < kc; i++) args[i] = in[i];
    for (uint32_t i = 0; i < n; i++) args[kc + i] = out[i];
    dbx_status st = dbx_poll_run();
    if (st == DBX_OK) st = eval->run(eval->m, test, NULL, args, EVAL_NONE_GIVEN, &go);
    if (st != DBX_OK) return eval_release(out, n), st;
    bool more = as_bool(go);
    dbx_array_unref(go);
    if (!more) return DBX_OK;
    for (uint32_t i = 0; i < kb; i++) args[i] = in[kc + i];
    for (uint32_t i = 0; i < n; i++) args[kb + i] = out[i];
    DBX_TRY(eval->run(eval->m, body, e, args, kb, next));
    if (n) memcpy(out, next, n * sizeof *out);
  }
}

// ---- scan ----

static dbx_status row_of(const dbx_array *a, int64_t i, dbx_array **ret) {
  DBX_TRY(dbx_array_new(a->dtype, a->rank - 1, a->dims + 1, ret));
  size_t bytes = (size_t)(*ret)->size * dbx_dtype_bytes(a->dtype);
  if (bytes) memcpy((*ret)->data, (char *)a->data + (size_t)i * bytes, bytes);
  return DBX_OK;
}

static dbx_status put_row(dbx_array *all, int64_t i, const dbx_array *row) {
  bool fits = row->rank + 1 == all->rank && row->dtype == all->dtype;
  for (uint32_t k = 0; fits && k < row->rank; k++) fits = row->dims[k] == all->dims[k + 1];
  if (!fits)
    return dbx_fail(DBX_E705, (dbx_span){0},
                    "a row of a scan's result has another shape than its "
                    "type says");
  size_t bytes = (size_t)row->size * dbx_dtype_bytes(row->dtype);
  if (bytes) memcpy((char *)all->data + (size_t)i * bytes, row->data, bytes);
  return DBX_OK;
}

// A length of a result is one of the operands.
static int64_t length_of(const dbx_eqn *e, dbx_array *const *in, dbx_dim d) {
  if (!dbx_dim_is_var(d)) return dbx_dim_value(d);
  for (uint32_t i = 0; i < e->n_in; i++)
    if (e->in[i] == (dbx_atom)dbx_dim_value(d)) return eval_int(in[i]);
  return 0;
}

static dbx_status open_rows(const dbx_eqn *e, dbx_array *const *in, dbx_var v, dbx_array **ret) {
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(v));
  int64_t *dims = DBX_TMP(int64_t, t->rank);
  for (uint32_t k = 0; k < t->rank; k++) dims[k] = length_of(e, in, t->dims[k]);
  return dbx_result(t->dtype, t->rank, dims, ret);
}

typedef struct scan_run {
  const dbx_eqn *e;
  const dbx_jaxpr *body;
  uint32_t consts, carries;
  dbx_array **args, **next;
} scan_run;

static dbx_status scan_rows(const scan_run *r, dbx_array *const *in, int64_t i) {
  for (uint32_t k = r->consts + r->carries; k < r->body->n_in; k++) {
    r->args[k] = NULL;
    DBX_TRY(row_of(in[k], i, &r->args[k]));
  }
  return DBX_OK;
}

// A trip: out holds the carries, then the arrays that receive its rows.
static dbx_status scan_trip(const eval_caller *eval, const scan_run *r, dbx_array *const *in,
                            int64_t i, dbx_array **out) {
  uint32_t k = r->consts, c = r->carries, first = k + c, n_rows = r->body->n_in - first;
  for (uint32_t n = 0; n < k; n++) r->args[n] = in[n];
  for (uint32_t n = 0; n < c; n++) r->args[k + n] = out[n];
  for (uint32_t n = first; n < r->body->n_in; n++) r->args[n] = NULL;
  dbx_status st = dbx_poll_run();
  if (st == DBX_OK) st = scan_rows(r, in, i);
  if (st != DBX_OK) return eval_release(r->args + first, n_rows), st;
  for (uint32_t n = 0; n < c; n++) out[n] = NULL;
  DBX_TRY(eval->run(eval->m, r->body, r->e, r->args, k, r->next));
  if (c) memcpy(out, r->next, c * sizeof *out);
  for (uint32_t n = c; n < r->e->n_out; n++) {
    if (st == DBX_OK) st = put_row(out[n], i, r->next[n]);
    dbx_array_unref(r->next[n]);
  }
  return st;
}

static dbx_status run_scan(const eval_caller *eval, const dbx_eqn *e, dbx_array *const *in,
                           dbx_array **out) {
  scan_run r = {.e = e, .body = dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr};
  const dbx_param *length = dbx_eqn_param(e, DBX_S_length);
  int64_t n = length->kind == DBX_P_INT ? length->i : eval_int(in[e->n_in - 1]);
  bool reverse = dbx_eqn_int(e, DBX_S_reverse);
  r.consts = (uint32_t)dbx_eqn_int(e, DBX_S_num_consts);
  r.carries = (uint32_t)dbx_eqn_int(e, DBX_S_num_carry);
  r.args = DBX_TMP(dbx_array *, r.body->n_in + 1), r.next = DBX_TMP(dbx_array *, e->n_out + 1);
  dbx_status st = DBX_OK;
  for (uint32_t k = 0; k < e->n_out; k++) out[k] = NULL;
  for (uint32_t k = 0; k < r.carries; k++) out[k] = dbx_array_ref(in[r.consts + k]);
  for (uint32_t k = r.carries; st == DBX_OK && k < e->n_out; k++)
    st = open_rows(e, in, e->out[k], &out[k]);
  for (int64_t t = 0; st == DBX_OK && t < n; t++)
    st = scan_trip(eval, &r, in, reverse ? n - 1 - t : t, out);
  if (st != DBX_OK) eval_release(out, e->n_out);
  return st;
}

// The gates of the block are kept while it runs, and applied backwards then.
static dbx_status run_adjoint(const eval_caller *eval, const dbx_eqn *e, dbx_array *const *in,
                              dbx_array **out) {
  const dbx_jaxpr *j = dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr;
  dbx_array **all = DBX_TMP(dbx_array *, j->n_out + 1);
  dbx_sim_record(&interp_now->sim);
  DBX_TRY(eval->run(eval->m, j, NULL, in, EVAL_NONE_GIVEN, all));
  out[0] = all[j->n_out - 1];
  eval_release(all, j->n_out - 1);
  dbx_status st = dbx_sim_reverse(&interp_now->sim);
  if (st != DBX_OK) out[0] = dbx_array_unref(out[0]);
  return st;
}

dbx_status eval_nested(const eval_caller *eval, const dbx_eqn *e, dbx_array *const *in,
                       dbx_array **out) {
  switch (e->prim->id) {
  case DBX_PRIM_for_loop: return run_for(eval, e, in, out);
  case DBX_PRIM_while:
  case DBX_PRIM_while_loop: return run_while(eval, e, in, out);
  case DBX_PRIM_scan: return run_scan(eval, e, in, out);
  case DBX_PRIM_adjoint: return run_adjoint(eval, e, in, out);
  case DBX_PRIM_func:
    return eval->run(eval->m, dbx_eqn_param(e, DBX_S_call_jaxpr)->jaxpr, NULL, in, EVAL_NONE_GIVEN,
                     out);
  case DBX_PRIM_cond: {
    const dbx_param *branches = dbx_eqn_param(e, DBX_S_branch_jaxprs);
    uint32_t i = 0, n = branches->n - 1;
    while (i < n && !as_bool(in[i])) i++;
    return eval->run(eval->m, branches->item[i]->jaxpr, e, in + n, EVAL_NONE_GIVEN, out);
  }
  case DBX_PRIM_switch: {
    const dbx_param *branches = dbx_eqn_param(e, DBX_S_branches);
    int64_t i = eval_int(in[0]), last = (int64_t)branches->n - 1;
    i = i < 0 ? 0 : i > last ? last : i;
    return eval->run(eval->m, branches->item[i]->jaxpr, e, in + 1, EVAL_NONE_GIVEN, out);
  }
  default: return DBX_OK;
  }
}
