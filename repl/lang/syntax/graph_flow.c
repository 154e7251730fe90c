// break, continue and return as variables: what they leave out stands behind an if (see graph.h).
#include "lang/syntax/graph.h"

#include <string.h>

// A variable that the program does not write, made when it is first needed.
typedef struct flag {
  dbx_sym name;
  uint32_t slot;
  bool used;
} flag;

static bool is_taken(const dbx_graph *g, dbx_sym name) {
  for (uint32_t i = 0; i < g->names.n; i++)
    if (g->names.at[i] == name) return true;
  return false;
}

static flag new_flag(dbx_graph *g, const char *root) {
  dbx_sym name = dbx_intern(root);
  for (uint32_t i = 1; is_taken(g, name); i++) {
    dbx_buf b = {0};
    dbx_printf(&b, "%s_%u", root, i);
    name = dbx_intern(dbx_text(&b));
    dbx_buf_free(&b);
  }
  dbx_push(&g->names, name);
  return (flag){.name = name, .slot = g->names.n - 1};
}

// ---- statements ----

static dbx_node *name_of(dbx_graph *g, const flag *f, dbx_ctx ctx) {
  dbx_node *n = dbx_node_make(g->arena, DBX_N_Name, g->span);
  n->name = f->name, n->slot = f->slot, n->where = DBX_LOCAL, n->ctx = ctx;
  return n;
}

static dbx_node *constant(dbx_graph *g, dbx_const_kind kind) {
  dbx_node *n = dbx_node_make(g->arena, DBX_N_Constant, g->span);
  return n->constant = (uint8_t)kind, n;
}

static dbx_node *assign(dbx_graph *g, const flag *f, dbx_node *value) {
  dbx_node *n = dbx_node_make(g->arena, DBX_N_Assign, g->span), *target = name_of(g, f, DBX_STORE);
  n->l = dbx_nodes_one(g->arena, target);
  return n->a = value, n;
}

// if not f: body
static dbx_node *unless(dbx_graph *g, const flag *f, dbx_statements *body) {
  dbx_node *n = dbx_node_make(g->arena, DBX_N_If, body->at[0]->span);
  n->a = dbx_graph_not(g, name_of(g, f, DBX_LOAD));
  n->l = dbx_graph_keep(g, body);
  return n;
}

static dbx_node *and_not(dbx_graph *g, const flag *f, dbx_node *test) {
  return dbx_graph_logic(g, DBX_OP_And, dbx_graph_not(g, name_of(g, f, DBX_LOAD)), test);
}

static bool is_loop(const dbx_node *n) { return n->kind == DBX_N_For || n->kind == DBX_N_While; }

// The lists of statements directly below one; at most four.
static uint32_t blocks_of(dbx_node *n, dbx_nodes **at) {
  uint32_t k = 0;
  if (n->extent != DBX_WHOLE) return 0;
  dbx_node_more *more = (dbx_node_more *)n->more; // of a copy: its own, where a list has elements
  switch ((dbx_node_kind)n->kind) {
  case DBX_N_If: at[k++] = &n->l, at[k++] = &more->m; break;
  case DBX_N_For:
  case DBX_N_While:
  case DBX_N_With:
  case DBX_N_ExceptHandler: at[k++] = &n->l; break;
  case DBX_N_Try: at[k++] = &n->l, at[k++] = &more->n, at[k++] = &more->d; break;
  default: break;
  }
  return k;
}

static void prepend(dbx_graph *g, dbx_nodes *l, dbx_node *first) {
  dbx_statements all = {0};
  dbx_push(&all, first);
  for (uint32_t i = 0; i < l->n; i++) dbx_push(&all, l->at[i]);
  *l = dbx_graph_keep(g, &all);
}

// ---- break ----

static void breaks(dbx_graph *g, dbx_nodes *l, flag *f);

static void breaks_below(dbx_graph *g, dbx_node *n, flag *f) {
  dbx_nodes *blocks[4];
  for (uint32_t i = 0, k = blocks_of(n, blocks); i < k; i++)
    if (blocks[i]->n) breaks(g, blocks[i], f);
  for (uint32_t i = 0; n->kind == DBX_N_Try && i < n->more->m.n; i++)
    breaks_below(g, n->more->m.at[i], f);
}

static void breaks_of_loop(dbx_graph *g, dbx_node *n, dbx_statements *out) {
  flag own = new_flag(g, "break_");
  breaks_below(g, n, &own);
  g->span = n->span;
  if (own.used) dbx_push(out, assign(g, &own, constant(g, DBX_C_FALSE)));
  if (own.used && n->kind == DBX_N_While) n->a = and_not(g, &own, n->a);
  if (own.used && n->kind == DBX_N_For) {
    n->flag = 1;
    dbx_node *look = dbx_node_make(g->arena, DBX_N_Expr, n->span);
    look->a = name_of(g, &own, DBX_LOAD);
    prepend(g, &n->l, look);
  }
  dbx_push(out, n);
}

static void breaks(dbx_graph *g, dbx_nodes *l, flag *f) {
  dbx_statements out = {0};
  for (uint32_t i = 0; i < l->n; i++) {
    dbx_node *n = l->at[i];
    if (is_loop(n)) breaks_of_loop(g, n, &out);
    else if (n->kind == DBX_N_Break) {
      f->used = true, g->span = n->span;
      dbx_push(&out, assign(g, f, constant(g, DBX_C_TRUE)));
      dbx_push(&out, dbx_node_make(g->arena, DBX_N_Continue, n->span));
    } else {
      breaks_below(g, n, f);
      dbx_push(&out, n);
    }
  }
  *l = dbx_graph_keep(g, &out);
}

// ---- continue, return: what follows them in a block is guarded ----

typedef struct block {
  struct block *outer;
  bool ends;      // where the way out ends: the body of the loop, of the function
  bool now, next; // the statement at hand, the next one is to be guarded
  bool used;      // a return is in it
} block;

static void leave(block *b) {
  for (; b; b = b->outer) {
    b->next = b->used = true;
    if (b->ends) return;
  }
}

static bool is_guarded(block *b) {
  bool now = b->now;
  b->now = b->next, b->next = false;
  return now;
}

static void continues(dbx_graph *g, dbx_nodes *l, block *b, flag *f);

static void continues_below(dbx_graph *g, dbx_node *n, block *b, flag *f) {
  dbx_nodes *blocks[4];
  for (uint32_t i = 0, k = blocks_of(n, blocks); i < k; i++) {
    block in = {.outer = b};
    if (blocks[i]->n) continues(g, blocks[i], &in, f);
  }
  for (uint32_t i = 0; n->kind == DBX_N_Try && i < n->more->m.n; i++)
    continues_below(g, n->more->m.at[i], b, f);
}

static void continues_of_loop(dbx_graph *g, dbx_node *n) {
  flag own = new_flag(g, "continue_");
  block in = {.ends = true};
  continues(g, &n->l, &in, &own);
  g->span = n->span;
  if (own.used) prepend(g, &n->l, assign(g, &own, constant(g, DBX_C_FALSE)));
}

static void continues_from(dbx_graph *g, const dbx_nodes *l, uint32_t i, dbx_statements *out,
                           block *b, flag *f) {
  for (; i < l->n; i++) {
    dbx_node *n = l->at[i];
    if (n->kind == DBX_N_Continue) {
      f->used = true, g->span = n->span;
      leave(b);
      n = assign(g, f, constant(g, DBX_C_TRUE));
    } else if (is_loop(n)) continues_of_loop(g, n);
    else continues_below(g, n, b, f);
    bool guarded = f && f->used && is_guarded(b);
    if (!guarded) {
      dbx_push(out, n);
      continue;
    }
    dbx_statements rest = {0};
    dbx_push(&rest, n);
    continues_from(g, l, i + 1, &rest, b, f);
    dbx_push(out, unless(g, f, &rest));
    return;
  }
}

static void continues(dbx_graph *g, dbx_nodes *l, block *b, flag *f) {
  dbx_statements out = {0};
  continues_from(g, l, 0, &out, b, f);
  *l = dbx_graph_keep(g, &out);
}

// ---- return ----

// What stands behind an if, one of whose branches always returns, moves into the other one. True:
// the block always returns.
static bool gather(dbx_graph *g, dbx_nodes *l);

static void append(dbx_graph *g, dbx_nodes *to, dbx_statements *rest) {
  dbx_statements all = {0};
  for (uint32_t i = 0; i < to->n; i++) dbx_push(&all, to->at[i]);
  for (uint32_t i = 0; i < rest->n; i++) dbx_push(&all, rest->at[i]);
  dbx_vec_free(rest);
  *to = dbx_graph_keep(g, &all);
}

static void gather_from(dbx_graph *g, const dbx_nodes *l, uint32_t i, dbx_statements *out,
                        bool *always);

static bool gather_if(dbx_graph *g, dbx_node *n, const dbx_nodes *l, uint32_t i, bool *always) {
  dbx_node_more *more = dbx_node_own_more(g->arena, n);
  bool then = gather(g, &n->l), other = gather(g, &more->m);
  *always |= then && other;
  if (!then && !other) return false;
  dbx_statements rest = {0};
  gather_from(g, l, i + 1, &rest, always);
  append(g, then ? &more->m : &n->l, &rest);
  return true;
}

static void gather_from(dbx_graph *g, const dbx_nodes *l, uint32_t i, dbx_statements *out,
                        bool *always) {
  dbx_nodes *blocks[4];
  for (; i < l->n; i++) {
    dbx_node *n = l->at[i];
    dbx_push(out, n);
    if (n->kind == DBX_N_If) {
      if (gather_if(g, n, l, i, always)) return;
      continue;
    }
    *always |= n->kind == DBX_N_Return;
    for (uint32_t j = 0, k = blocks_of(n, blocks); j < k; j++)
      if (blocks[j]->n && gather(g, blocks[j]) && n->kind == DBX_N_With) *always = true;
    for (uint32_t j = 0; n->kind == DBX_N_Try && j < n->more->m.n; j++)
      gather(g, &n->more->m.at[j]->l);
  }
}

static bool gather(dbx_graph *g, dbx_nodes *l) {
  bool always = false;
  dbx_statements out = {0};
  gather_from(g, l, 0, &out, &always);
  *l = dbx_graph_keep(g, &out);
  return always;
}

typedef struct returning {
  flag done, value;
} returning;

static void returns(dbx_graph *g, dbx_nodes *l, block *b, const returning *r);

static void returns_below(dbx_graph *g, dbx_node *n, block *b, const returning *r) {
  dbx_nodes *blocks[4];
  for (uint32_t i = 0, k = blocks_of(n, blocks); i < k; i++) {
    block in = {.outer = b};
    if (blocks[i]->n) returns(g, blocks[i], &in, r);
  }
  for (uint32_t i = 0; n->kind == DBX_N_Try && i < n->more->m.n; i++)
    returns_below(g, n->more->m.at[i], b, r);
  g->span = n->span;
  if (b->used && n->kind == DBX_N_While) n->a = and_not(g, &r->done, n->a);
  if (b->used && n->kind == DBX_N_For) n->flag = 1;
}

static void returns_from(dbx_graph *g, const dbx_nodes *l, uint32_t i, dbx_statements *out,
                         block *b, const returning *r) {
  for (; i < l->n; i++) {
    dbx_node *n = l->at[i];
    dbx_statements one = {0};
    g->span = n->span;
    if (n->kind == DBX_N_Return) {
      leave(b);
      dbx_push(&one, assign(g, &r->value, n->a ? n->a : constant(g, DBX_C_NONE)));
      dbx_push(&one, assign(g, &r->done, constant(g, DBX_C_TRUE)));
    } else {
      returns_below(g, n, b, r);
      dbx_push(&one, n);
    }
    bool guarded = b->used && is_guarded(b);
    if (guarded) returns_from(g, l, i + 1, &one, b, r), dbx_push(out, unless(g, &r->done, &one));
    for (uint32_t k = 0; !guarded && k < one.n; k++) dbx_push(out, one.at[k]);
    if (guarded) return;
    dbx_vec_free(&one);
  }
}

static void returns(dbx_graph *g, dbx_nodes *l, block *b, const returning *r) {
  dbx_statements out = {0};
  returns_from(g, l, 0, &out, b, r);
  *l = dbx_graph_keep(g, &out);
}

static void returns_of_function(dbx_graph *g, dbx_node *fn) {
  gather(g, &fn->l);
  returning r = {new_flag(g, "do_return"), new_flag(g, "retval_")};
  block b = {.ends = true};
  returns(g, &fn->l, &b, &r);
  if (!b.used) return;
  dbx_statements all = {0};
  g->span = fn->span;
  dbx_push(&all, assign(g, &r.done, constant(g, DBX_C_FALSE)));
  dbx_push(&all, assign(g, &r.value, constant(g, DBX_C_NONE)));
  for (uint32_t i = 0; i < fn->l.n; i++) dbx_push(&all, fn->l.at[i]);
  dbx_node *look = dbx_node_make(g->arena, DBX_N_Expr, fn->span);
  look->a = name_of(g, &r.done, DBX_LOAD);
  dbx_push(&all, look);
  dbx_node *end = dbx_node_make(g->arena, DBX_N_Return, fn->span);
  end->a = name_of(g, &r.value, DBX_LOAD);
  dbx_push(&all, end);
  fn->l = dbx_graph_keep(g, &all);
}

void dbx_graph_flow(dbx_graph *g, dbx_node *fn) {
  breaks(g, &fn->l, NULL);
  block b = {.ends = true};
  continues(g, &fn->l, &b, NULL);
  returns_of_function(g, fn);
}
