// :graph: a function and its parts as graphs. Each value with who uses it, and as what: IN(i), the
// i-th operand of an equation; OUT(i), the i-th result of the graph; DIM, a length in the type of
// another value; FN, a graph that an equation calls. What a graph is closed over are its first
// inputs.
#include "cmd/commands.h"
#include "cmd/host/show.h"
#include "cmd/questions/subject.h"

#include "ir/names.h"
#include "prim/prim.h"
#include "viz/draw/graph.h"

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

typedef struct users {
  const graph *g;
  uint32_t n;
} users;

static void put_use(void *ctx, const dbx_use *use) {
  users *u = ctx;
  dbx_buf *b = u->g->b;
  if (u->n++) dbx_put(b, ", ");
  if (use->role == DBX_USE_DIM) return dbx_printf(b, "DIM of %s", name_of(u->g, use->of));
  dbx_printf(b, "%s(%u)", use->role == DBX_USE_IN ? "IN" : "OUT", use->i);
  if (use->role != DBX_USE_IN) return;
  dbx_put(b, " of "), put_equation_name(b, u->g, &u->g->j->eqns[use->eqn]);
}

static void put_users(const graph *g, dbx_var v) {
  users u = {g, 0};
  dbx_graph_uses(g->j, v, put_use, &u);
  if (!u.n) dbx_put(g->b, "nobody");
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

typedef struct caller {
  const graph *g;
  const dbx_eqn *e;
} caller;

// A graph that an equation calls.
static void put_called(void *ctx, const dbx_called_graph *c) {
  const caller *by = ctx;
  const graph *g = by->g;
  const dbx_jaxpr *j = c->j;
  dbx_buf title = {0};
  bool apart =
      j->n_in + j->n_const && !dbx_name_of(g->names, j->n_const ? j->constvars[0] : j->invars[0]);
  dbx_names *own = apart ? dbx_names_of(j) : NULL;
  dbx_printf(&title, "%s, FN of ", c->key);
  put_equation_name(&title, g, by->e);
  graph inner = {g->b, j, own ? own : g->names, own};
  put_graph(&inner, dbx_text(&title), c->n_closed);
  dbx_names_free(own);
  dbx_buf_free(&title);
}

static void put_graph(const graph *g, const char *title, uint32_t n_closed) {
  const dbx_jaxpr *j = g->j;
  dbx_printf(g->b, "graph %s\n", title);
  for (uint32_t i = 0; i < j->n_const; i++) put_node(g, "constant", j->constvars[i]);
  for (uint32_t i = 0; i < j->n_in; i++)
    put_node(g, i < n_closed ? "closed" : "input", j->invars[i]);
  for (uint32_t i = 0; i < j->n_eqns; i++) put_computation(g, &j->eqns[i]);
  for (uint32_t i = 0; i < j->n_eqns; i++)
    dbx_graph_called(&j->eqns[i], put_called, &(caller){g, &j->eqns[i]});
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
