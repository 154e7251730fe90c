// Control flow on leaves: bound into the trace, or simply run where there is none (Catalyst's
// interpretation mode).
#include "base/interrupt.h"
#include "jnp/ops.h"

#include <string.h>

static void copy_leaves(const V *at, uint32_t n, dbx_leaves *ret) {
  ret->at = DBX_TMP(V, n);
  if (n) memcpy(ret->at, at, n * sizeof *at);
  ret->n = n;
}

static dbx_status interrupted(void) {
  if (!dbx_interrupted) return DBX_OK;
  dbx_interrupted = 0;
  return dbx_fail(DBX_E217, (dbx_span){0}, "interrupted");
}

static dbx_status bound(const V *v, int64_t *ret) {
  DBX_TRY(dbx_concrete_int(v, ret));
  return DBX_OK;
}

static dbx_status run_for(const dbx_for_spec *s, const V *init, uint32_t n, dbx_leaves *ret) {
  int64_t i, upper, by;
  DBX_TRY(bound(&s->lower, &i));
  DBX_TRY(bound(&s->upper, &upper));
  DBX_TRY(bound(&s->step, &by));
  if (by == 0) return dbx_fail(DBX_E208, (dbx_span){0}, "range() arg 3 must not be zero");
  copy_leaves(init, n, ret);
  ret->tree = 0; // zero trips: the carries as they were
  for (; by > 0 ? i < upper : i > upper; i += by) {
    V *args = DBX_TMP(V, ret->n + 1);
    args[0] = jn_int(i);
    if (ret->n) memcpy(args + 1, ret->at, ret->n * sizeof *args);
    DBX_TRY(interrupted());
    DBX_TRY(s->body.call(s->body.ctx, args, ret->n + 1, ret));
  }
  return DBX_OK;
}

static dbx_status run_while(const dbx_while_spec *s, const V *init, uint32_t n, dbx_leaves *ret) {
  copy_leaves(init, n, ret);
  ret->tree = 0;
  for (;;) {
    dbx_leaves test;
    bool go;
    DBX_TRY(interrupted());
    DBX_TRY(s->cond.call(s->cond.ctx, ret->at, ret->n, &test));
    if (test.n != 1)
      return dbx_fail(DBX_E505, (dbx_span){0}, "A single boolean scalar was expected");
    DBX_TRY(dbx_concrete_bool(&test.at[0], &go));
    if (!go) return DBX_OK;
    DBX_TRY(s->body.call(s->body.ctx, ret->at, ret->n, ret));
  }
}

static dbx_status run_cond(const dbx_cond_spec *s, dbx_leaves *ret) {
  uint32_t i = 0;
  for (bool yes = false; i + 1 < s->n_branches; i++) {
    DBX_TRY(dbx_concrete_bool(&s->preds[i], &yes));
    if (yes) break;
  }
  return s->branches[i].call(s->branches[i].ctx, NULL, 0, ret);
}

dbx_status dbx_for_loop(const dbx_for_spec *s, const dbx_val *init, uint32_t n, dbx_leaves *ret) {
  return jn_tracing() ? dbx_bind_for(s, init, n, ret) : run_for(s, init, n, ret);
}
dbx_status dbx_while_loop(const dbx_while_spec *s, const dbx_val *init, uint32_t n,
                          dbx_leaves *ret) {
  return jn_tracing() ? dbx_bind_while(s, init, n, ret) : run_while(s, init, n, ret);
}
dbx_status dbx_cond(const dbx_cond_spec *s, dbx_leaves *ret) {
  return jn_tracing() ? dbx_bind_cond(s, ret) : run_cond(s, ret);
}
