// :graph: a function and its parts as graphs. Each value with who uses it, and as what: IN(i), the
// i-th operand of an equation; OUT(i), the i-th result of the graph; DIM, a length in the type of
// another value; FN, a graph that an equation calls. What a graph is closed over are its first
// inputs.
#include "cmd/commands.h"
#include "cmd/host/show.h"
#include "cmd/questions/subject.h"

#include "ir/names.h"
#include "prim/prim.h"
#include <string.h>

typedef struct graph {
  dbx_buf *b;
  const dbx_jaxpr *j;
  dbx_names *names; // of this graph
  dbx_names *own;   // NULL: those of the graph around
} graph;

static const char *name_of(const graph *g, dbx_var v) {
  const char *name = dbx_name_of(g->names, v & DBX_HANDLE);
  return name ? name : "_";
}

// The equation by its first result that has a name, or its primitive.
static void put_equation_name(dbx_buf *b, const graph *g, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_out; i++)
    if (!(e->out[i] & DBX_DROPPED) && dbx_name_of(g->names, e->out[i]))
      return dbx_put(b, name_of(g, e->out[i]));
  dbx_put(b, e->prim->name);
}

// ---- users ----

static bool is_same(dbx_atom a, dbx_var v) {
  return !dbx_is_literal(a) && dbx_tracer_of(a & DBX_HANDLE) == dbx_tracer_of(v & DBX_HANDLE);
}

static bool has_length(dbx_aval a, dbx_var v) {
  const dbx_aval_info *t = dbx_aval_at(a);
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i]) && is_same((dbx_var)dbx_dim_value(t->dims[i]), v)) return true;
  return false;
}

static void put_role(dbx_buf *b, uint32_t *n, const char *role, uint32_t i) {
  dbx_printf(b, "%s%s(%u)", (*n)++ ? ", " : "", role, i);
}

static void put_dims(dbx_buf *b, const graph *g, uint32_t *n, const dbx_var *at, uint32_t n_at,
                     dbx_var v) {
  for (uint32_t i = 0; i < n_at; i++) {
    if (at[i] & DBX_DROPPED || !has_length(dbx_var_aval(at[i]), v)) continue;
    dbx_printf(b, "%sDIM of %s", (*n)++ ? ", " : "", name_of(g, at[i]));
  }
}

static void put_users(const graph *g, dbx_var v) {
  const dbx_jaxpr *j = g->j;
  uint32_t n = 0;
  put_dims(g->b, g, &n, j->constvars, j->n_const, v);
  put_dims(g->b, g, &n, j->invars, j->n_in, v);
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    for (uint32_t k = 0; k < e->n_in; k++) {
      if (!is_same(e->in[k], v)) continue;
      put_role(g->b, &n, "IN", k);
      dbx_put(g->b, " of "), put_equation_name(g->b, g, e);
    }
    put_dims(g->b, g, &n, e->out, e->n_out, v);
  }
  for (uint32_t i = 0; i < j->n_out; i++)
    if (is_same(j->outs[i], v)) put_role(g->b, &n, "OUT", i);
  if (!n) dbx_put(g->b, "nobody");
}

// ---- nodes ----

static void put_node(const graph *g, const char *kind, dbx_var v) {
  dbx_printf(g->b, "  %-9s%s:", kind, name_of(g, v));
  dbx_put_aval(g->b, dbx_var_aval(v), g->names);
  dbx_put(g->b, "  used: "), put_users(g, v);
  dbx_putc(g->b, '\n');
}

static void put_computation(const graph *g, const dbx_eqn *e) {
  dbx_printf(g->b, "  %-9s%s", "computed", e->prim->name);
  for (uint32_t i = 0; i < e->n_in; i++) {
    dbx_putc(g->b, ' ');
    if (!dbx_is_literal(e->in[i])) {
      dbx_put(g->b, name_of(g, e->in[i]));
      continue;
    }
    const dbx_literal *l = dbx_literal_at(e->in[i]);
    dbx_put_scalar(g->b, l->value, dbx_aval_at(l->aval)->dtype);
  }
  dbx_putc(g->b, '\n');
  for (uint32_t i = 0; i < e->n_out; i++)
    if (!(e->out[i] & DBX_DROPPED)) put_node(g, "", e->out[i]);
}

static void put_graph(const graph *g, const char *title, uint32_t n_closed);

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

// The graph that an equation calls as this parameter.
static void put_called(const graph *g, const dbx_eqn *e, const char *key, const dbx_jaxpr *j) {
  dbx_buf title = {0};
  bool apart =
      j->n_in + j->n_const && !dbx_name_of(g->names, j->n_const ? j->constvars[0] : j->invars[0]);
  dbx_names *own = apart ? dbx_names_of(j) : NULL;
  dbx_printf(&title, "%s, FN of ", key);
  put_equation_name(&title, g, e);
  graph inner = {g->b, j, own ? own : g->names, own};
  put_graph(&inner, dbx_text(&title), closed_over(e, key));
  dbx_names_free(own);
  dbx_buf_free(&title);
}

static void put_called_by(const graph *g, const dbx_eqn *e, dbx_sym key, const dbx_param *p) {
  if (p->kind == DBX_P_JAXPR) put_called(g, e, dbx_sym_text(key), p->jaxpr);
  if (p->kind != DBX_P_TUPLE) return;
  for (uint32_t i = 0; i < p->n; i++) put_called_by(g, e, key, p->item[i]);
}

static void put_graph(const graph *g, const char *title, uint32_t n_closed) {
  const dbx_jaxpr *j = g->j;
  dbx_printf(g->b, "graph %s\n", title);
  for (uint32_t i = 0; i < j->n_const; i++) put_node(g, "constant", j->constvars[i]);
  for (uint32_t i = 0; i < j->n_in; i++)
    put_node(g, i < n_closed ? "closed" : "input", j->invars[i]);
  for (uint32_t i = 0; i < j->n_eqns; i++) put_computation(g, &j->eqns[i]);
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_params; k++)
      put_called_by(g, &j->eqns[i], j->eqns[i].params[k].key, j->eqns[i].params[k].val);
}

dbx_status cmd_graph(const char *rest) {
  subject s;
  dbx_buf b = {0};
  DBX_TRY(subject_find(rest, &s));
  dbx_names *names = dbx_names_of(s.jaxpr);
  const char *name = s.bind ? dbx_sym_text(s.bind->name) : dbx_sym_text(s.trace->function);
  put_graph(&(graph){&b, s.jaxpr, names, NULL}, name,
            s.bind && s.bind->n_parts ? s.bind->parts[s.bind->n_parts - 1].n_constants : 0);
  dbx_names_free(names);
  show_listing(&b);
  dbx_buf_free(&b);
  return DBX_OK;
}
