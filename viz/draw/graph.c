// Who uses a value of a Jaxpr, and which Jaxprs its equations call (see graph.h).
#include "viz/draw/graph.h"

#include <string.h>

// ---- users ----

typedef struct search {
  dbx_var v;
  void (*f)(void *ctx, const dbx_use *use);
  void *ctx;
} search;

static bool is_same(dbx_atom a, dbx_var v) {
  return !dbx_is_literal(a) && dbx_tracer_of(a & DBX_HANDLE) == dbx_tracer_of(v & DBX_HANDLE);
}

static bool has_length(dbx_aval a, dbx_var v) {
  const dbx_aval_info *t = dbx_aval_at(a);
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i]) && is_same((dbx_var)dbx_dim_value(t->dims[i]), v)) return true;
  return false;
}

static void uses_as_length(const search *s, const dbx_var *at, uint32_t n, dbx_use use) {
  for (uint32_t i = 0; i < n; i++) {
    if (at[i] & DBX_DROPPED || !has_length(dbx_var_aval(at[i]), s->v)) continue;
    use.of = at[i];
    s->f(s->ctx, &use);
  }
}

void dbx_graph_uses(const dbx_jaxpr *j, dbx_var v, void (*f)(void *ctx, const dbx_use *use),
                    void *ctx) {
  search s = {v, f, ctx};
  dbx_use none = {DBX_USE_DIM, 0, UINT32_MAX, UINT32_MAX, 0};
  for (uint32_t i = 0; i < j->n_const + j->n_in; i++) {
    dbx_use use = none;
    use.input = i;
    uses_as_length(&s, i < j->n_const ? &j->constvars[i] : &j->invars[i - j->n_const], 1, use);
  }
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    for (uint32_t k = 0; k < e->n_in; k++)
      if (is_same(e->in[k], v)) f(ctx, &(dbx_use){DBX_USE_IN, k, i, UINT32_MAX, 0});
    dbx_use use = none;
    use.eqn = i;
    uses_as_length(&s, e->out, e->n_out, use);
  }
  for (uint32_t i = 0; i < j->n_out; i++)
    if (is_same(j->outs[i], v)) f(ctx, &(dbx_use){DBX_USE_OUT, i, UINT32_MAX, UINT32_MAX, 0});
}

// ---- graphs that are called ----

// How many of the first inputs are what the graph is closed over: "body_nconsts" of "body_jaxpr".
static uint32_t closed_over(const dbx_eqn *e, const char *key) {
  size_t n = strlen(key);
  dbx_buf b = {0};
  if (n < 5 || strcmp(key + n - 5, "jaxpr") != 0) return 0;
  dbx_printf(&b, "%.*snconsts", (int)(n - 5), key);
  const dbx_param *p = dbx_eqn_param(e, dbx_intern(dbx_text(&b)));
  dbx_buf_free(&b);
  return p && p->kind == DBX_P_INT ? (uint32_t)p->i : 0;
}

static void called_by(const dbx_eqn *e, const char *key, const dbx_param *p,
                      void (*f)(void *ctx, const dbx_called_graph *g), void *ctx) {
  if (p->kind == DBX_P_JAXPR) f(ctx, &(dbx_called_graph){key, p->jaxpr, closed_over(e, key)});
  if (p->kind != DBX_P_TUPLE && p->kind != DBX_P_LIST) return;
  for (uint32_t i = 0; i < p->n; i++) called_by(e, key, p->item[i], f, ctx);
}

void dbx_graph_called(const dbx_eqn *e, void (*f)(void *ctx, const dbx_called_graph *g),
                      void *ctx) {
  for (uint32_t k = 0; k < e->n_params; k++)
    called_by(e, dbx_sym_text(e->params[k].key), e->params[k].val, f, ctx);
}
