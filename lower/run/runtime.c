// See runtime.h. A failing guard ends the run: it leaves a diagnostic, gives back what the run has
// allocated, and jumps out of the compiled code (which has nothing to clean up).
#include "lower/run/runtime.h"

#include "lower/run/calls.h"
#include "lower/run/threads.h"

#include "base/budget.h"
#include "base/poll.h"
#include "interp/interp.h"
#include "prim/exact.h"
#include <inttypes.h>
#include <string.h>

// The run that is going on; compiled code is entered by one thread at a time.
typedef struct running {
  lower_call call;
  lower_program *p;
  dbx_array **results; // of the last kernel, until they are taken
  uint32_t n_results;
} running;

static running *now(void) { return (running *)call_now; }

static void drop_results(running *r) {
  for (uint32_t i = 0; i < r->n_results; i++) r->results[i] = dbx_array_unref(r->results[i]);
  r->n_results = 0;
}

// The pending diagnostic is the equation's.
static void blame(const dbx_eqn *q) {
  dbx_diag *d = dbx_diag_pending();
  if (!d || d->event || !q) return;
  d->event = q->event ? q->event : UINT32_MAX;
  if (q->span.file) d->span = q->span;
}

static void failed(running *r, int64_t site) {
  if (site < (int64_t)r->p->sites.n) blame(r->p->sites.at[site].eqn);
  drop_results(r);
}

static const struct {
  dbx_code code;
  const char *text;
} messages[] = {
#define M(id, code, text) {DBX_##code, text},
#include "lower/messages.def"
#undef M
};

static void size_fail(const dbx_eqn *q, int64_t a, int64_t b) {
  const dbx_scalar in[] = {{.i = a}, {.i = b}};
  if (dbx_exact_fail(q, in) == DBX_OK) return;
}

static void fail(lower_call *c, int64_t site, lower_message m, const int64_t *n) {
  running *r = (running *)c;
  if (m == LOWER_MESSAGES) m = r->p->sites.at[site].message;
  if (m == LOWER_INTERRUPTED) (void)dbx_stop_take(true, (dbx_span){0}, messages[m].text);
  else if (m == LOWER_SIZE) size_fail(r->p->sites.at[site].eqn, n[0], n[1]);
  else dbx_fail_(messages[m].code, (dbx_span){0}, messages[m].text, n[0], n[1], n[2]);
  if (m == LOWER_NO_MEMORY) dbx_budget_short_();
  failed(r, site);
}

// ---- the interpreter's kernels ----

static void keep_data(void *data, void *ctx) { (void)data, (void)ctx; }

// The operand whose words begin at *at, as an array that owns nothing (or its two words of bits).
static dbx_array *operand(dbx_atom a, int64_t *words, uint32_t *at) {
  const dbx_aval_info *v = dbx_aval_at(dbx_atom_aval(a));
  if (!v->rank) {
    *at += 2;
    return dbx_array_adopt(v->dtype, 0, NULL, &words[*at - 2], keep_data, NULL);
  }
  void *data = (void *)(uintptr_t)words[*at];
  *at += 1 + v->rank;
  return dbx_array_adopt(v->dtype, v->rank, &words[*at - v->rank], data, keep_data, NULL);
}

static dbx_status check_result(const dbx_array *a, dbx_aval type, const int64_t *dims) {
  const dbx_aval_info *v = dbx_aval_at(type);
  if (v->rank != a->rank || v->dtype != a->dtype)
    return dbx_fail(DBX_E705, (dbx_span){0}, "a value of dtype %s and rank %u has the type %s",
                    dbx_dtype_name(a->dtype), a->rank, dbx_aval_text(type));
  for (uint32_t i = 0; i < v->rank; i++)
    if (a->dims[i] != dims[i])
      return dbx_fail(DBX_E705, (dbx_span){0}, messages[LOWER_TYPE].text, a->dims[i], (int64_t)i,
                      dims[i]);
  return DBX_OK;
}

static dbx_status run_kernel(running *r, const dbx_eqn *q) {
  uint32_t at = 0, n = r->p->n_scratch;
  int64_t *words =
      DBX_TMP(int64_t, n + 1); // kernels may run for long; results come back in scratch
  memcpy(words, r->call.scratch, n * sizeof *words);
  dbx_array **in = DBX_TMP(dbx_array *, q->n_in + 1);
  dbx_dtype *types = DBX_TMP(dbx_dtype, q->n_out + 1);
  for (uint32_t i = 0; i < q->n_in; i++) in[i] = operand(q->in[i], words, &at);
  for (uint32_t k = 0; k < q->n_out; k++) types[k] = dbx_aval_at(dbx_var_aval(q->out[k]))->dtype;
  dbx_kernel_site site = {q->prim, in, q->n_in, q->params, q->n_params, types, q->n_out, false};
  site.unused = dbx_eqn_unused(q);
  dbx_status st = dbx_kernel_run(&site, r->results);
  if (st == DBX_OK) r->n_results = q->n_out;
  for (uint32_t k = 0; k < q->n_out && st == DBX_OK; k++) {
    st = check_result(r->results[k], dbx_var_aval(q->out[k]), words + at);
    at += dbx_aval_at(dbx_var_aval(q->out[k]))->rank;
    if (st == DBX_OK && !r->results[k]->rank) {
      memset(r->call.scratch + 2UL * k, 0, 16);
      memcpy(r->call.scratch + 2UL * k, r->results[k]->data, dbx_dtype_bytes(types[k]));
    }
  }
  for (uint32_t i = 0; i < q->n_in; i++) { // a result may be an operand: it outlives the words
    for (uint32_t k = 0; k < r->n_results; k++) {
      dbx_array *copy;
      if (r->results[k] != in[i]) continue;
      if (dbx_array_copy(in[i], in[i]->rank, in[i]->dims, &copy) != DBX_OK) return DBX_FAIL;
      dbx_array_unref(in[i]);
      r->results[k] = copy;
    }
    dbx_array_unref(in[i]);
  }
  return st;
}

static void rt_kernel(int64_t site) {
  running *r = now();
  const dbx_eqn *q = r->p->sites.at[site].eqn;
  dbx_scratch_mark m = dbx_scratch_here();
  drop_results(r);
  r->call.site = site;
  r->results = dbx_realloc(r->results, (q->n_out + 1) * sizeof *r->results);
  dbx_status st = run_kernel(r, q);
  dbx_scratch_release(m);
  if (st == DBX_OK) return;
  failed(r, site);
  call_end();
}

static void rt_take(int64_t k, int64_t to) {
  const dbx_array *a = now()->results[k];
  dbx_copy((void *)(uintptr_t)to, a->data, (size_t)a->size * dbx_dtype_bytes(a->dtype));
}

#define F(name, fn) {name, (void *)(uintptr_t)(fn)},
static const lower_symbol symbols[] = {LOWER_CALLS(F) F("dbx_kernel", rt_kernel)
                                           F("dbx_take", rt_take) F("dbx_stop", &dbx_stop)};

const lower_symbol *lower_symbols(uint32_t *n) {
  *n = sizeof symbols / sizeof *symbols;
  return symbols;
}

// ---- a run ----

static dbx_var argument_of(const dbx_jaxpr *j, uint32_t k) {
  for (uint32_t i = 0; i < j->n_const; i++)
    if (!j->consts || !j->consts[i])
      if (k-- == 0) return j->constvars[i];
  return j->invars[k];
}

static dbx_status check_argument(const lower_program *p, dbx_array *const *args, uint32_t k) {
  const dbx_aval_info *v = dbx_aval_at(dbx_var_aval(argument_of(p->jaxpr, k)));
  const dbx_array *a = args[k];
  if (v->rank != a->rank || v->dtype != a->dtype)
    return dbx_fail(DBX_E705, (dbx_span){0}, "a value of dtype %s and rank %u has the type %s",
                    dbx_dtype_name(a->dtype), a->rank,
                    dbx_aval_text(dbx_var_aval(argument_of(p->jaxpr, k))));
  for (uint32_t i = 0; i < v->rank; i++) {
    int64_t want = dbx_dim_value(v->dims[i]);
    for (uint32_t n = 0; dbx_dim_is_var(v->dims[i]) && n < p->n_args; n++)
      if (argument_of(p->jaxpr, n) == (dbx_var)dbx_dim_value(v->dims[i]))
        want = dbx_scalar_convert(dbx_array_at(args[n], 0), args[n]->dtype, DBX_I64).i;
    if (want != a->dims[i])
      return dbx_fail(DBX_E705, (dbx_span){0}, messages[LOWER_TYPE].text, a->dims[i], (int64_t)i,
                      want);
  }
  return DBX_OK;
}

static dbx_array *same_as(const dbx_array *a, void *data, uint32_t rank, const int64_t *dims) {
  bool same = a->data == data && a->rank == rank;
  for (uint32_t i = 0; same && i < rank; i++) same = a->dims[i] == dims[i];
  return same ? dbx_array_ref((dbx_array *)a) : NULL;
}

// One result whose words begin at w: an argument, a constant or an earlier result may come back.
static dbx_status collect_one(lower_program *p, lower_pool *pool, dbx_array *const *args,
                              dbx_array **out, uint32_t k, int64_t *w) {
  const dbx_aval_info *v = dbx_aval_at(dbx_atom_aval(p->jaxpr->outs[k]));
  if (!v->rank) {
    out[k] = dbx_array_adopt(v->dtype, 0, NULL, dbx_alloc(16), NULL, NULL);
    memcpy(out[k]->data, w, dbx_dtype_bytes(v->dtype));
    return DBX_OK;
  }
  void *data = (void *)(uintptr_t)w[0];
  const dbx_array *seen = NULL;
  for (uint32_t i = 0; i < p->n_args && !out[k]; i++)
    if (args[i]->rank && args[i]->data == data)
      seen = args[i], out[k] = same_as(seen, data, v->rank, w + 2);
  for (uint32_t i = 0; i < p->consts.n && !out[k]; i++)
    if (p->consts.at[i]->data == data)
      seen = p->consts.at[i], out[k] = same_as(seen, data, v->rank, w + 2);
  for (uint32_t i = 0; i < k && !out[k]; i++)
    if (out[i]->rank && out[i]->data == data)
      seen = out[i], out[k] = same_as(seen, data, v->rank, w + 2);
  if (out[k]) return DBX_OK;
  if (seen) return dbx_array_copy(seen, v->rank, w + 2, &out[k]);
  pool_give(data);
  out[k] = dbx_array_adopt(v->dtype, v->rank, w + 2, data, pool_return, pool);
  return DBX_OK;
}

static dbx_status collect(lower_program *p, lower_pool *pool, dbx_array *const *args,
                          dbx_array **out, int64_t *w) {
  const dbx_jaxpr *j = p->jaxpr;
  memset(out, 0, j->n_out * sizeof *out);
  for (uint32_t k = 0; k < j->n_out; k++) {
    if (collect_one(p, pool, args, out, k, w) != DBX_OK) {
      for (uint32_t i = 0; i < k; i++) out[i] = dbx_array_unref(out[i]);
      return DBX_FAIL;
    }
    w += 2 + dbx_aval_at(dbx_atom_aval(j->outs[k]))->rank;
  }
  return DBX_OK;
}

static dbx_status enter(running *r, void **slots) {
  if (setjmp(r->call.out)) return DBX_FAIL;
  r->p->entry(slots);
  return DBX_OK;
}

static dbx_status run(lower_program *p, lower_pool *pool, dbx_array *const *args, dbx_array **out) {
  uint32_t first = p->n_args > p->jaxpr->n_in ? p->n_args - p->jaxpr->n_in : 0, at = 2;
  for (uint32_t k = first; k < p->n_args; k++) DBX_TRY(check_argument(p, args, k));
  void **slots = DBX_TMP(void *, 2 + p->n_args + p->consts.n);
  int64_t *words = DBX_TMP(int64_t, p->n_slots + 1);
  running r = {.p = p, .call = {.pool = pool, .fail = fail}};
  slots[0] = words;
  slots[1] = r.call.scratch = DBX_TMP(int64_t, p->n_scratch + 1);
  for (uint32_t k = 0; k < p->n_args; k++) slots[at++] = args[k]->data;
  for (uint32_t k = 0; k < p->consts.n; k++) slots[at++] = p->consts.at[k]->data;
  int64_t mark = pool_mark(pool);
  lower_call *before = call_now;
  call_now = &r.call;
  dbx_status st = enter(&r, slots);
  drop_results(&r);
  free(r.results);
  if (st == DBX_OK) {
    dbx_array **got = DBX_TMP(dbx_array *, p->jaxpr->n_out + 1);
    st = collect(p, pool, args, got, words);
    if (st == DBX_OK && p->jaxpr->n_out) memcpy(out, got, p->jaxpr->n_out * sizeof *out);
  }
  call_now = before;
  pool_sweep(pool, mark, NULL, 0);
  return st;
}

dbx_status lower_run(lower_program *p, lower_pool *pool, dbx_array *const *args, dbx_array **out) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_work_spread before = interp_now->sim.spread;
  interp_now->sim.spread = threads_spread;
  dbx_status st = run(p, pool, args, out);
  interp_now->sim.spread = before;
  if (st != DBX_OK) dbx_sim_close(&interp_now->sim); // of a circuit that did not come to its end
  dbx_scratch_release(m);
  return st;
}
