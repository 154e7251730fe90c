// Copies of functions for AutoGraph: expressions and the way through a tree (see graph.h).
#include "lang/syntax/graph.h"

#include "base/poll.h"

enum { DEEPEST = 5000 }; // nested statements, chains of elif

static dbx_status copy(dbx_graph *g, const dbx_node *n, dbx_node **ret);
static dbx_status copy_function(dbx_arena *arena, const dbx_node *n, uint32_t depth,
                                dbx_node **ret);

// ---- making nodes ----

dbx_nodes dbx_graph_keep(dbx_graph *g, dbx_statements *l) {
  dbx_nodes kept = {dbx_arena_copy(g->arena, l->at, l->n * sizeof *l->at), l->n};
  dbx_vec_free(l);
  return kept;
}

static dbx_nodes pair(dbx_graph *g, dbx_node *x, dbx_node *y) {
  dbx_node *both[] = {x, y};
  return (dbx_nodes){dbx_arena_copy(g->arena, both, sizeof both), 2};
}

dbx_node *dbx_graph_logic(dbx_graph *g, dbx_op op, dbx_node *x, dbx_node *y) {
  dbx_node *n = dbx_node_make(g->arena, DBX_N_GraphLogic,
                              (dbx_span){x->span.file, x->span.begin, y->span.end});
  n->op = (uint8_t)op, n->l = pair(g, x, y);
  return n;
}

dbx_node *dbx_graph_not(dbx_graph *g, dbx_node *x) {
  dbx_node *n = dbx_node_make(g->arena, DBX_N_GraphNot, x->span);
  return n->a = x, n;
}

// ---- copying ----

static dbx_status copy_list(dbx_graph *g, const dbx_nodes *from, dbx_nodes *to) {
  dbx_node **at = DBX_NEWN(g->arena, dbx_node *, from->n + 1);
  for (uint32_t i = 0; i < from->n; i++)
    if (from->at[i]) DBX_TRY(copy(g, from->at[i], &at[i]));
  return *to = (dbx_nodes){at, from->n}, DBX_OK;
}

static dbx_status copy_more(dbx_graph *g, const dbx_node *n, dbx_node *c) {
  dbx_node_more *to = dbx_node_own_more(g->arena, c);
  const dbx_node_more *from = n->more;
  *to = *from;
  if (from->c) DBX_TRY(copy(g, from->c, &to->c));
  DBX_TRY(copy_list(g, &from->m, &to->m));
  DBX_TRY(copy_list(g, &from->n, &to->n));
  DBX_TRY(copy_list(g, &from->d, &to->d));
  return copy_list(g, &from->e, &to->e);
}

// All but the child a.
static dbx_status copy_rest(dbx_graph *g, const dbx_node *n, dbx_node **ret) {
  dbx_node *c = *ret = dbx_node_copy(g->arena, n);
  if (n->extent == DBX_LEAF) return DBX_OK;
  if (n->b) DBX_TRY(copy(g, n->b, &c->b));
  if (n->extent == DBX_PAIR || n->kind == DBX_N_Constant) return DBX_OK;
  DBX_TRY(copy_list(g, &n->l, &c->l));
  return dbx_node_has_more(n) ? copy_more(g, n, c) : DBX_OK;
}

// a < b < c: (a < b) and (b < c), which names b twice.
static dbx_status copy_comparisons(dbx_graph *g, const dbx_node *n, dbx_node **ret,
                                   dbx_node ***first) {
  dbx_node *all = NULL, *left = NULL;
  for (uint32_t i = 0; i < n->l.n; i++) {
    dbx_node *c = dbx_node_make(g->arena, DBX_N_Compare, n->span), *right;
    DBX_TRY(copy(g, n->l.at[i], &right));
    c->op = n->op, c->l = dbx_nodes_one(g->arena, right);
    dbx_node_own_more(g->arena, c)->ops = dbx_arena_copy(g->arena, &n->more->ops[i], 1);
    c->a = left;
    if (!i) *first = &c->a;
    all = all ? dbx_graph_logic(g, DBX_OP_And, all, c) : c;
    left = right;
  }
  return *ret = all, DBX_OK;
}

static dbx_status copy_logic(dbx_graph *g, const dbx_node *n, dbx_node **ret) {
  DBX_TRY(copy(g, n->l.at[n->l.n - 1], ret));
  for (uint32_t i = n->l.n - 1; i-- > 0;) {
    dbx_node *x;
    DBX_TRY(copy(g, n->l.at[i], &x));
    *ret = dbx_graph_logic(g, (dbx_op)n->op, x, *ret);
  }
  return DBX_OK;
}

static bool is_plain_item(const dbx_node *t) {
  return t->kind == DBX_N_Subscript && t->b->kind != DBX_N_Tuple;
}

static dbx_status copy_assignment(dbx_graph *g, const dbx_node *n, dbx_node **ret) {
  const dbx_node *t = n->l.at[0];
  dbx_node *c = *ret = dbx_node_make(g->arena, DBX_N_GraphStore, n->span);
  DBX_TRY(copy(g, t->a, &c->a));
  DBX_TRY(copy(g, t->b, &c->b));
  return copy(g, n->a, &dbx_node_own_more(g->arena, c)->c);
}

static bool is_update(const dbx_node *n) {
  return n->kind == DBX_N_AugAssign && is_plain_item(n->a) && n->a->b->kind != DBX_N_Call &&
         (n->op == DBX_OP_Add || n->op == DBX_OP_Sub || n->op == DBX_OP_Mult ||
          n->op == DBX_OP_Div || n->op == DBX_OP_Pow);
}

static dbx_status copy_update(dbx_graph *g, const dbx_node *n, dbx_node **ret) {
  dbx_node *c = *ret = dbx_node_make(g->arena, DBX_N_GraphUpdate, n->span);
  DBX_TRY(copy_rest(g, n, &c->a));
  return copy(g, n->a, &c->a->a);
}

static dbx_status refuse(const dbx_node *n, const char *what) {
  return dbx_fail(DBX_E110, n->span, "AutoGraph does not read %s", what);
}

// Nodes that are more than a copy of themselves; *ret stays NULL for the others.
static dbx_status copy_special(dbx_graph *g, const dbx_node *n, dbx_node **ret) {
  switch ((dbx_node_kind)n->kind) {
  case DBX_N_FunctionDef:
  case DBX_N_Lambda: return copy_function(g->arena, n, g->depth, ret);
  case DBX_N_BoolOp: return copy_logic(g, n, ret);
  case DBX_N_For: return n->more->m.n ? refuse(n, "a for statement with an else clause") : DBX_OK;
  case DBX_N_While:
    return n->more->m.n ? refuse(n, "a while statement with an else clause") : DBX_OK;
  case DBX_N_Yield:
  case DBX_N_YieldFrom: return refuse(n, "a function that yields");
  case DBX_N_UnaryOp:
    if (n->op != DBX_OP_Not) return DBX_OK;
    *ret = dbx_node_make(g->arena, DBX_N_GraphNot, n->span);
    return copy(g, n->a, &(*ret)->a);
  case DBX_N_Assign:
    return n->l.n == 1 && is_plain_item(n->l.at[0]) ? copy_assignment(g, n, ret) : DBX_OK;
  case DBX_N_AugAssign: return is_update(n) ? copy_update(g, n, ret) : DBX_OK;
  default: return DBX_OK;
  }
}

static dbx_node **callee_of(dbx_graph *g, dbx_node *call, const dbx_node *fn) {
  call->a = dbx_node_make(g->arena, DBX_N_GraphCallee, fn->span);
  return &call->a->a;
}

// Chains that lean to the left have any length.
static dbx_status copy_chain(dbx_graph *g, const dbx_node *n, dbx_node **at) {
  for (;; n = n->a) {
    DBX_TRY(copy_special(g, n, at));
    if (*at) return DBX_OK;
    dbx_node **next = NULL;
    if (n->kind == DBX_N_Compare && n->l.n > 1) DBX_TRY(copy_comparisons(g, n, at, &next));
    else DBX_TRY(copy_rest(g, n, at));
    if (n->extent == DBX_LEAF || !n->a) return DBX_OK;
    if (!next) next = n->kind == DBX_N_Call ? callee_of(g, *at, n->a) : &(*at)->a;
    if (!dbx_leans(n)) return *next = NULL, copy(g, n->a, next);
    *(at = next) = NULL;
    DBX_TRY(dbx_poll());
  }
}

static dbx_status copy(dbx_graph *g, const dbx_node *n, dbx_node **ret) {
  *ret = NULL;
  if (g->depth >= DEEPEST)
    return dbx_fail(DBX_E210, n->span,
                    "maximum recursion depth exceeded while AutoGraph reads a "
                    "function");
  g->depth++;
  dbx_status st = copy_chain(g, n, ret);
  g->depth--;
  return st;
}

// ---- functions ----

static dbx_scope *copy_scope(dbx_arena *arena, const dbx_scope *s, dbx_node *fn) {
  dbx_scope *c = dbx_arena_copy(arena, s, sizeof *s);
  c->graph = fn;
  return c;
}

static void keep_names(dbx_graph *g) {
  g->scope->n_slots = g->names.n;
  g->scope->names = dbx_arena_copy(g->arena, g->names.at, g->names.n * sizeof *g->names.at);
}

static dbx_status copy_function(dbx_arena *arena, const dbx_node *n, uint32_t depth,
                                dbx_node **ret) {
  dbx_graph g = {.arena = arena, .depth = depth};
  const dbx_scope *s = n->more->scope;
  for (uint32_t i = 0; i < s->n_slots; i++) dbx_push(&g.names, s->names[i]);
  dbx_node *c = NULL;
  dbx_status st = copy_rest(&g, n, &c);
  if (st == DBX_OK) st = copy(&g, n->a, &c->a);
  if (st == DBX_OK) {
    g.scope = copy_scope(arena, s, c);
    dbx_node_own_more(arena, c)->scope = g.scope;
    if (n->kind == DBX_N_FunctionDef) dbx_graph_flow(&g, c), dbx_graph_live(&g, c);
    keep_names(&g);
  }
  dbx_vec_free(&g.names);
  return *ret = c, st;
}

dbx_status dbx_graph_function(const dbx_node *fn, const dbx_node **ret) {
  dbx_scope *s = fn->more->scope;
  if (!s->graph) {
    dbx_node *c;
    DBX_TRY(copy_function(&s->module->arena, fn, 0, &c));
    s->graph = c;
  }
  return *ret = s->graph, DBX_OK;
}
