// The graphs of a function in a page's document (see page.h): nodes, who uses what they give, and
// what the rules of core/rewrite make of the function.
#include "viz/page/page_parts.h"

#include "base/poll.h"
#include "prim/prim.h"
#include "rewrite/rewrite.h"
#include "viz/draw/graph.h"

// Long logs are left to the prompt (":graph").
enum { MOST_EVENTS = 600 };

typedef struct pending {
  const dbx_jaxpr *j;
  const char *key;      // of the parameter; NULL: the function itself
  uint32_t graph, node; // that calls it
  uint32_t n_closed;
} pending;

typedef struct graphs {
  page_writer *w;
  dbx_vec(pending) all; // in their order
  uint32_t graph, node; // that are written
} graphs;

// ---- texts ----

static void put_text(page_writer *w, dbx_buf *b) { // frees it
  dbx_json_key(&w->json, "text");
  dbx_put_json_pieces(&w->json, w->s->dims, dbx_text(b));
  dbx_buf_free(b);
}

static void name_of(page_writer *w, dbx_buf *b, dbx_atom a) {
  if (!dbx_put_tracer(b, w->s->names, NULL, a)) dbx_putc(b, '_');
}

static void put_value_text(page_writer *w, dbx_var v) {
  dbx_buf b = {0};
  name_of(w, &b, v & DBX_HANDLE);
  dbx_putc(&b, ':');
  dbx_put_type(&b, w->s->names, dbx_var_aval(v), "_", false);
  put_text(w, &b);
}

static void put_computation(page_writer *w, const dbx_eqn *e) {
  dbx_buf b = {0};
  dbx_put(&b, e->prim->name);
  for (uint32_t i = 0; i < e->n_in; i++) dbx_putc(&b, ' '), name_of(w, &b, e->in[i]);
  put_text(w, &b);
}

static void put_plain_name(page_writer *w, dbx_var v) {
  dbx_buf b = {0}, plain = {0};
  name_of(w, &b, v & DBX_HANDLE);
  dbx_put_untagged(&plain, dbx_text(&b), b.n);
  dbx_json_str(&w->json, dbx_text(&plain));
  dbx_buf_free(&b), dbx_buf_free(&plain);
}

// ---- uses: [role, operand, result or name of the value, node] ----

static void put_use(void *ctx, const dbx_use *u) {
  static const char *const roles[] = {
      [DBX_USE_IN] = "IN", [DBX_USE_DIM] = "DIM", [DBX_USE_OUT] = "OUT"};
  const graphs *g = ctx;
  const dbx_jaxpr *j = g->all.at[g->graph].j;
  dbx_json *to = &g->w->json;
  uint32_t inputs = j->n_const + j->n_in;
  dbx_json_open(to, '[');
  dbx_json_str(to, roles[u->role]);
  if (u->role == DBX_USE_DIM) put_plain_name(g->w, u->of);
  else dbx_json_int(to, u->i);
  dbx_json_int(to, u->input != UINT32_MAX   ? u->input
                   : u->role == DBX_USE_OUT ? inputs + j->n_eqns + u->i
                                            : inputs + u->eqn);
  dbx_json_close(to, ']');
}

static void put_value(const graphs *g, dbx_var v) {
  dbx_json_open(&g->w->json, '{');
  put_value_text(g->w, v);
  page_list(g->w, "uses");
  dbx_graph_uses(g->all.at[g->graph].j, v, put_use, (void *)(uintptr_t)g);
  dbx_json_close(&g->w->json, ']');
  dbx_json_close(&g->w->json, '}');
}

// ---- nodes ----

static void open_node(const graphs *g, const char *kind, uint32_t event) {
  dbx_json_open(&g->w->json, '{');
  page_text(g->w, "kind", kind);
  if (event && event < g->w->s->trace->events.n) page_int(g->w, "event", event);
  else page_null(g->w, "event");
}

static void put_input(const graphs *g, const char *kind, dbx_var v) {
  open_node(g, kind, dbx_var_at(dbx_tracer_of(v & DBX_HANDLE))->birth);
  page_list(g->w, "values");
  put_value(g, v);
  dbx_json_close(&g->w->json, ']');
  dbx_json_close(&g->w->json, '}');
}

static void call_graph(void *ctx, const dbx_called_graph *c) {
  graphs *g = ctx;
  dbx_json_int(&g->w->json, g->all.n);
  dbx_push(&g->all, ((pending){c->j, c->key, g->graph, g->node, c->n_closed}));
}

static void put_equation(graphs *g, const dbx_eqn *e) {
  open_node(g, "computed", e->event);
  put_computation(g->w, e);
  page_list(g->w, "values");
  for (uint32_t i = 0; i < e->n_out; i++)
    if (!(e->out[i] & DBX_DROPPED)) put_value(g, e->out[i]);
  dbx_json_close(&g->w->json, ']');
  page_list(g->w, "calls");
  dbx_graph_called(e, call_graph, g);
  dbx_json_close(&g->w->json, ']');
  dbx_json_close(&g->w->json, '}');
}

static void put_result(const graphs *g, dbx_atom a) {
  dbx_buf b = {0};
  open_node(g, "result", 0);
  name_of(g->w, &b, a);
  put_text(g->w, &b);
  page_list(g->w, "values");
  dbx_json_close(&g->w->json, ']');
  dbx_json_close(&g->w->json, '}');
}

static void put_graph(graphs *g) {
  pending p = g->all.at[g->graph];
  dbx_json_open(&g->w->json, '{');
  page_text(g->w, "title", p.key ? p.key : dbx_sym_text(g->w->s->trace->function));
  if (p.key) {
    page_list(g->w, "caller");
    dbx_json_int(&g->w->json, p.graph), dbx_json_int(&g->w->json, p.node);
    dbx_json_close(&g->w->json, ']');
  } else page_null(g->w, "caller");
  page_list(g->w, "nodes");
  for (uint32_t i = 0; i < p.j->n_const; i++) put_input(g, "constant", p.j->constvars[i]);
  for (uint32_t i = 0; i < p.j->n_in; i++)
    put_input(g, i < p.n_closed ? "closed" : "input", p.j->invars[i]);
  for (uint32_t i = 0; i < p.j->n_eqns; i++) {
    g->node = p.j->n_const + p.j->n_in + i;
    put_equation(g, &p.j->eqns[i]);
  }
  for (uint32_t i = 0; i < p.j->n_out; i++) put_result(g, p.j->outs[i]);
  dbx_json_close(&g->w->json, ']');
  dbx_json_close(&g->w->json, '}');
}

void page_graphs(page_writer *w, const dbx_jaxpr *j) {
  graphs g = {.w = w};
  page_list(w, "graphs");
  if (j && w->s->trace->events.n <= MOST_EVENTS) dbx_push(&g.all, ((pending){.j = j}));
  for (; g.graph < g.all.n; g.graph++) put_graph(&g);
  dbx_json_close(&w->json, ']');
  dbx_vec_free(&g.all);
}

// ---- the rewriter's log ----

static void put_edit(page_writer *w, const dbx_rewrite_entry *e) {
  dbx_json_open(&w->json, '{');
  page_text(w, "rule", e->rule);
  page_int(w, "step", e->step);
  page_int(w, "equation", e->equation);
  page_text(w, "before", e->before), page_text(w, "after", e->after), page_text(w, "why", e->why);
  dbx_json_close(&w->json, '}');
}

void page_edits(page_writer *w, const dbx_jaxpr *j) {
  dbx_rewrite r = {.log = true};
  const dbx_jaxpr *after;
  bool short_log = j && w->s->trace->events.n <= MOST_EVENTS;
  page_list(w, "edits");
  if (short_log && dbx_rewrite_jaxpr(&r, j, &after) != DBX_OK) dbx_diag_forget();
  else if (short_log && !r.endless)
    for (uint32_t i = 0; i < r.entries.n; i++) put_edit(w, &r.entries.at[i]);
  dbx_json_close(&w->json, ']');
  dbx_rewrite_free(&r);
}
