// Which variables a block has: what is assigned in it and lives before or behind it (see graph.h).
// A function's statements have lost their jumps by now, so one pass backwards over them is enough,
// and two over a loop.
#include "lang/syntax/graph.h"

#include <stdlib.h>
#include <string.h>

// A name of the function, or an attribute of one: `x`, `self.x`.
typedef struct variable {
  dbx_sym text;
  const dbx_node *node; // a place of it
  uint32_t base;        // of an attribute: what it belongs to, index + 1
  bool outer;           // nonlocal
} variable;

typedef uint64_t *set;

typedef struct live {
  dbx_graph *g;
  dbx_arena arena; // of the sets
  dbx_vec(variable) vars;
  dbx_map by_text;
  uint32_t words;
  set raised; // what the handlers around the statement at hand read
} live;

// ---- sets ----

static set set_new(live *l) { return DBX_NEWN(&l->arena, uint64_t, l->words + 1); }
static set set_copy(live *l, set s) {
  return dbx_arena_copy(&l->arena, s, (l->words + 1) * sizeof *s);
}
static void set_put(set s, uint32_t i) { s[i / 64] |= (uint64_t)1 << (i % 64); }
static bool set_has(const uint64_t *s, uint32_t i) { return s[i / 64] >> (i % 64) & 1; }
static void set_add(const live *l, set s, const uint64_t *more) {
  for (uint32_t i = 0; i < l->words; i++) s[i] |= more[i];
}
static void set_less(const live *l, set s, const uint64_t *less) {
  for (uint32_t i = 0; i < l->words; i++) s[i] &= ~less[i];
}

// ---- variables ----

// Of an attribute of names: its text, "self.x"; 0: it is none.
static dbx_sym text_of(const dbx_node *n) {
  if (n->kind == DBX_N_Name) return n->name;
  if (n->kind != DBX_N_Attribute) return 0;
  dbx_sym base = text_of(n->a);
  if (!base) return 0;
  dbx_buf b = {0};
  dbx_printf(&b, "%s.%s", dbx_sym_text(base), dbx_sym_text(n->name));
  dbx_sym s = dbx_intern(dbx_text(&b));
  dbx_buf_free(&b);
  return s;
}

static uint32_t add_variable(live *l, const dbx_node *n) {
  dbx_sym text = text_of(n);
  const uint64_t *known = dbx_map_find(&l->by_text, text);
  if (known) return (uint32_t)*known;
  uint32_t base = n->kind == DBX_N_Attribute ? add_variable(l, n->a) + 1 : 0;
  dbx_push(&l->vars, ((variable){text, n, base, !base && n->where == DBX_OUTER}));
  dbx_map_put(&l->by_text, text, l->vars.n - 1);
  return l->vars.n - 1;
}

// Does a name inside `depth` scopes of its own belong to the function?
static bool is_ours(const dbx_node *n, uint32_t depth) {
  if (n->where == DBX_GLOBAL) return true; // known where the function declares it so
  return depth ? n->where == DBX_OUTER && n->hops == depth : n->where != DBX_CLASSVAR;
}

// x.append(v) as a statement, and x.pop() anywhere, change x.
static const dbx_node *changed_list(const dbx_node *call, bool statement) {
  const dbx_node *f = call->kind == DBX_N_Call ? call->a : NULL;
  if (f && f->kind == DBX_N_GraphCallee) f = f->a;
  if (!f || f->kind != DBX_N_Attribute || call->more->m.n || !text_of(f->a)) return NULL;
  const char *name = dbx_sym_text(f->name);
  if (statement && call->l.n == 1 && !strcmp(name, "append")) return f->a;
  return call->l.n <= 1 && !strcmp(name, "pop") ? f->a : NULL;
}

// Calls `found` for each place where the function's variables are read (false) or written.
typedef struct visitor {
  void (*found)(live *l, const dbx_node *n, bool write, void *ctx);
  live *l;
  void *ctx;
} visitor;

static void visit(const visitor *v, const dbx_node *n, uint32_t depth);

static void visit_list(const visitor *v, const dbx_nodes *l, uint32_t depth) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->at[i]) visit(v, l->at[i], depth);
}

static void visit_signature(const visitor *v, const dbx_node *args, uint32_t depth) {
  visit_list(v, &args->more->d, depth), visit_list(v, &args->more->e, depth);
}

// A name that a statement binds without a Name of its own: def, class, import, except.
static void bind(const visitor *v, const dbx_node *n, dbx_sym name, uint32_t depth) {
  if (depth && !(n->where == DBX_OUTER && n->hops == depth)) return;
  dbx_node *as = dbx_node_make(v->l->g->arena, DBX_N_Name, n->span);
  as->name = name, as->where = n->where, as->hops = n->hops, as->slot = n->slot;
  v->found(v->l, as, true, v->ctx);
}

static void visit_comprehension(const visitor *v, const dbx_node *n, uint32_t depth) {
  visit(v, n->l.at[0]->b, depth);
  for (uint32_t i = 0; i < n->l.n; i++) {
    if (i) visit(v, n->l.at[i]->b, depth + 1);
    visit_list(v, &n->l.at[i]->l, depth + 1);
  }
  visit(v, n->a, depth + 1);
  if (n->b) visit(v, n->b, depth + 1);
}

static void visit_target(const visitor *v, const dbx_node *n, uint32_t depth) {
  if (text_of(n) && is_ours(n->kind == DBX_N_Name ? n : n->a, depth))
    v->found(v->l, n, true, v->ctx);
}

// Nodes that are more than their children; false: the children are still to be visited.
static bool visit_special(const visitor *v, const dbx_node *n, uint32_t depth) {
  switch ((dbx_node_kind)n->kind) {
  case DBX_N_Name:
    if (is_ours(n, depth)) v->found(v->l, n, n->ctx != DBX_LOAD, v->ctx);
    return true;
  case DBX_N_FunctionDef:
    bind(v, n, n->name, depth);
    visit_list(v, &n->more->m, depth);
    visit_signature(v, n->a, depth);
    return visit_list(v, &n->l, depth + 1), true;
  case DBX_N_Lambda: visit_signature(v, n->a, depth); return visit(v, n->b, depth + 1), true;
  case DBX_N_ClassDef:
    bind(v, n, n->name, depth);
    visit_list(v, &n->l, depth), visit_list(v, &n->more->d, depth);
    return visit_list(v, &n->more->n, depth + 1), true;
  case DBX_N_ListComp:
  case DBX_N_SetComp:
  case DBX_N_DictComp:
  case DBX_N_GeneratorExp: return visit_comprehension(v, n, depth), true;
  case DBX_N_Import:
  case DBX_N_ImportFrom:
    for (uint32_t i = 0; i < n->l.n; i++) bind(v, n->l.at[i], (dbx_sym)n->l.at[i]->flag, depth);
    return true;
  case DBX_N_ExceptHandler:
    if (n->name) bind(v, n, n->name, depth);
    return false;
  case DBX_N_Attribute:
    if (n->ctx == DBX_STORE) visit_target(v, n, depth);
    return false;
  case DBX_N_GraphStore: visit_target(v, n->a, depth); return false;
  case DBX_N_GraphUpdate: visit_target(v, n->a->a->a, depth); return false;
  case DBX_N_AugAssign:
    if (n->a->kind == DBX_N_Name && is_ours(n->a, depth)) v->found(v->l, n->a, false, v->ctx);
    return false;
  case DBX_N_Expr:
    if (changed_list(n->a, true)) visit_target(v, changed_list(n->a, true), depth);
    return false;
  case DBX_N_Call:
    if (changed_list(n, false)) visit_target(v, changed_list(n, false), depth);
    return false;
  default: return false;
  }
}

static void visit(const visitor *v, const dbx_node *n, uint32_t depth) {
  while (n && !visit_special(v, n, depth)) {
    bool leans = dbx_leans(n) || n->kind == DBX_N_GraphCallee;
    dbx_children c = {.of = n};
    for (dbx_node *one; (one = dbx_next_child(&c));)
      if (!leans || one != n->a) visit(v, one, depth);
    n = leans ? n->a : NULL;
  }
}

// ---- what one statement, or an expression, reads and writes ----

typedef struct uses {
  set reads, writes;
} uses;

static void note_use(live *l, const dbx_node *n, bool write, void *ctx) {
  const uses *u = ctx;
  const uint64_t *i = dbx_map_find(&l->by_text, text_of(n));
  if (i) set_put(write ? u->writes : u->reads, (uint32_t)*i);
}

static uses uses_of(live *l, const dbx_node *n) {
  uses u = {set_new(l), set_new(l)};
  visitor v = {note_use, l, &u};
  if (n) visit(&v, n, 0);
  return u;
}

static void note_variable(live *l, const dbx_node *n, bool write, void *ctx) {
  (void)ctx;
  if (write) add_variable(l, n);
}

// ---- backwards ----

static void live_list(live *l, const dbx_nodes *b, set s, const uint64_t *closures);

static int by_text(const void *a, const void *b) {
  return strcmp(dbx_sym_text((*(dbx_node *const *)a)->name),
                dbx_sym_text((*(dbx_node *const *)b)->name));
}

static dbx_node *load(live *l, uint32_t i) {
  dbx_node *n = dbx_node_copy(l->g->arena, l->vars.at[i].node);
  n->ctx = DBX_LOAD;
  return n;
}

// All that an attribute belongs to lives.
static bool is_held(const live *l, uint32_t i, const uint64_t *in) {
  for (uint32_t base = l->vars.at[i].base; base; base = l->vars.at[base - 1].base)
    if (!set_has(in, base - 1)) return false;
  return true;
}

typedef struct ordered { // a variable and the text that it stands by
  uint32_t i;
  bool input_only;
  const char *text;
} ordered;

static int by_place(const void *a, const void *b) {
  const ordered *x = a, *y = b;
  return x->input_only != y->input_only ? x->input_only - y->input_only : strcmp(x->text, y->text);
}

static void put_variables(live *l, dbx_node *n, const uint64_t *in, const uint64_t *out,
                          const uint64_t *writes) {
  dbx_vec(ordered) vars = {0};
  dbx_statements list = {0}, own = {0};
  for (uint32_t i = 0; i < l->vars.n; i++) {
    const variable *v = &l->vars.at[i];
    bool is_in = set_has(in, i), is_out = set_has(out, i);
    if (!set_has(writes, i)) continue;
    if (v->base ? is_held(l, i, in) : is_in || is_out || v->outer)
      dbx_push(&vars, ((ordered){i, !v->base && is_in && !is_out, dbx_sym_text(v->text)}));
    else if (!v->base) dbx_push(&own, load(l, i));
  }
  if (vars.n) qsort(vars.at, vars.n, sizeof *vars.at, by_place);
  if (own.n) qsort(own.at, own.n, sizeof *own.at, by_text);
  for (uint32_t i = 0; i < vars.n; i++) dbx_push(&list, load(l, vars.at[i].i));
  dbx_node_more *more = dbx_node_own_more(l->g->arena, n);
  more->d = dbx_graph_keep(l->g, &list), more->e = dbx_graph_keep(l->g, &own);
  dbx_vec_free(&vars);
}

static set writes_of(live *l, const dbx_nodes *b) {
  uses all = {set_new(l), set_new(l)};
  visitor v = {note_use, l, &all};
  visit_list(&v, b, 0);
  return all.writes;
}

static void live_if(live *l, dbx_node *n, set s, const uint64_t *closures) {
  set out = set_copy(l, s), other = set_copy(l, s), writes = writes_of(l, &n->l);
  live_list(l, &n->l, s, closures);
  live_list(l, &n->more->m, other, closures);
  set_add(l, s, other);
  set_add(l, s, uses_of(l, n->a).reads);
  set_add(l, writes, writes_of(l, &n->more->m));
  n->kind = DBX_N_GraphIf;
  put_variables(l, n, s, out, writes);
}

// The head of a loop follows its body and goes on to it or to what is behind the loop.
static void live_loop(live *l, dbx_node *n, set s, const uint64_t *closures) {
  bool is_for = n->kind == DBX_N_For || n->kind == DBX_N_GraphFor;
  set out = set_copy(l, s), writes = writes_of(l, &n->l),
      reads = uses_of(l, is_for ? n->b : n->a).reads;
  uses target = is_for ? uses_of(l, n->a) : (uses){set_new(l), set_new(l)};
  set_add(l, reads, target.reads);
  for (int round = 0; round < 2; round++) {
    set body = set_copy(l, s);
    if (round == 0) set_less(l, body, target.writes), set_add(l, body, reads);
    live_list(l, &n->l, body, closures);
    memcpy(s, out, l->words * sizeof *s);
    set_add(l, s, body);
    set_less(l, s, target.writes);
    set_add(l, s, reads);
  }
  set_add(l, writes, target.writes);
  n->kind = is_for ? DBX_N_GraphFor : DBX_N_GraphWhile;
  put_variables(l, n, s, out, writes);
}

static void live_try(live *l, const dbx_node *n, set s, const uint64_t *closures) {
  const dbx_node_more *more = n->more;
  live_list(l, &more->d, s, closures);
  set handlers = set_new(l), before = l->raised;
  for (uint32_t i = 0; i < more->m.n; i++) {
    const dbx_node *h = more->m.at[i];
    set in = set_copy(l, s);
    live_list(l, &h->l, in, closures);
    if (h->a) set_add(l, in, uses_of(l, h->a).reads);
    set_add(l, handlers, in);
  }
  live_list(l, &more->n, s, closures);
  set_add(l, handlers, before);
  l->raised = handlers;
  set_add(l, s, handlers);
  live_list(l, &n->l, s, closures);
  l->raised = before;
  set_add(l, s, handlers);
}

static void live_simple(live *l, const dbx_node *n, set s) {
  uses u = uses_of(l, n);
  if (n->kind == DBX_N_Return) memset(s, 0, l->words * sizeof *s);
  if (n->kind == DBX_N_Raise) memcpy(s, l->raised, l->words * sizeof *s);
  set_less(l, s, u.writes);
  set_add(l, s, u.reads);
}

static void live_with(live *l, const dbx_node *n, set s, const uint64_t *closures) {
  live_list(l, &n->l, s, closures);
  for (uint32_t i = n->more->m.n; i-- > 0;) live_simple(l, n->more->m.at[i], s);
}

static void live_one(live *l, dbx_node *n, set s, const uint64_t *closures) {
  switch ((dbx_node_kind)n->kind) {
  case DBX_N_If:
  case DBX_N_GraphIf: live_if(l, n, s, closures); break;
  case DBX_N_For:
  case DBX_N_GraphFor:
  case DBX_N_While:
  case DBX_N_GraphWhile: live_loop(l, n, s, closures); break;
  case DBX_N_Try: live_try(l, n, s, closures); break;
  case DBX_N_With: live_with(l, n, s, closures); break;
  default: live_simple(l, n, s);
  }
}

// What functions that are defined in the block before a statement refer to lives there.
static void live_list(live *l, const dbx_nodes *b, set s, const uint64_t *closures) {
  set *defined = DBX_NEWN(&l->arena, set, b->n + 1);
  defined[0] = set_copy(l, (set)closures);
  for (uint32_t i = 0; i < b->n; i++) {
    defined[i + 1] = defined[i];
    if (b->at[i]->kind != DBX_N_FunctionDef) continue;
    defined[i + 1] = set_copy(l, defined[i]);
    set_add(l, defined[i + 1], uses_of(l, b->at[i]).reads);
  }
  for (uint32_t i = b->n; i-- > 0;) {
    set_add(l, s, defined[i + 1]);
    live_one(l, b->at[i], s, defined[i]);
    set_add(l, s, defined[i]);
  }
}

void dbx_graph_live(dbx_graph *g, dbx_node *fn) {
  live l = {.g = g};
  visitor v = {note_variable, &l, NULL};
  visit_list(&v, &fn->l, 0);
  l.words = l.vars.n / 64 + 1;
  l.raised = set_new(&l);
  live_list(&l, &fn->l, set_new(&l), set_new(&l));
  dbx_vec_free(&l.vars);
  dbx_map_free(&l.by_text);
  dbx_arena_free(&l.arena);
}
