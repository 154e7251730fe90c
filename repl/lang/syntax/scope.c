// Names to places (see ast.h): which variables a function, comprehension or class body has, and
// where every name in it lives. Also finds statements in the wrong place.
#include "lang/syntax/code.h"

#include "base/poll.h"

#include <string.h>

typedef enum scope_kind { S_MODULE, S_FUNCTION, S_COMPREHENSION, S_CLASS } scope_kind;

typedef struct scope {
  scope_kind kind;
  uint8_t comprehension; // its kind of node
  struct scope *outer;
  dbx_module *module; // that is resolved
  dbx_map known;      // symbol -> the flags below, and slot + 1 from SLOT on
  dbx_vec(dbx_sym) names;
  int loops; // open around the statement that is resolved
  bool captured, generator;
} scope;

enum {
  GLOBAL = 1,   // declared so
  NONLOCAL = 2, // likewise
  DECLARED = GLOBAL | NONLOCAL,
  USED = 4, // met before a declaration could be
  SLOT = 3, // bits to the left
};

static void free_scope(scope *s) {
  dbx_map_free(&s->known);
  dbx_vec_free(&s->names);
}

static uint64_t known(const scope *s, dbx_sym name) {
  const uint64_t *k = dbx_map_find(&s->known, name);
  return k ? *k : 0;
}

static bool is_comprehension(const dbx_node *n) {
  return n->kind >= DBX_N_ListComp && n->kind <= DBX_N_GeneratorExp;
}

// ---- first pass: what a scope binds ----

static void bind(scope *s, dbx_sym name) {
  uint64_t k = known(s, name);
  if (s->kind == S_MODULE || k & DECLARED || k >> SLOT) return;
  dbx_push(&s->names, name);
  dbx_map_put(&s->known, name, k | (uint64_t)s->names.n << SLOT);
}

static void use(scope *s, dbx_sym name) {
  uint64_t k = known(s, name);
  if (!(k & USED)) dbx_map_put(&s->known, name, k | USED);
}

static dbx_status declare(scope *s, const dbx_node *n) {
  bool global = n->kind == DBX_N_Global;
  const char *word = global ? "global" : "nonlocal";
  for (uint32_t i = 0; i < n->l.n; i++) {
    const dbx_node *a = n->l.at[i];
    const char *name = dbx_sym_text(a->name);
    uint64_t k = known(s, a->name);
    if (s->kind == S_MODULE && !global)
      return dbx_fail(DBX_E107, n->span, "nonlocal declaration not allowed at module level");
    if (k >> SLOT)
      return dbx_fail(DBX_E107, a->span,
                      k & USED ? "name '%s' is assigned to before %s declaration"
                               : "name '%s' is parameter and %s",
                      name, word);
    if (k & USED)
      return dbx_fail(DBX_E107, a->span, "name '%s' is used prior to %s declaration", name, word);
    dbx_map_put(&s->known, a->name, global ? GLOBAL : NONLOCAL);
  }
  return DBX_OK;
}

static dbx_status collect(scope *s, const dbx_node *n);

static dbx_status collect_list(scope *s, const dbx_nodes *l) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->at[i]) DBX_TRY(dbx_polled(collect(s, l->at[i])));
  return DBX_OK;
}

// Assignment expressions in a comprehension bind in the scope around it.
static void collect_walrus(scope *s, const dbx_node *n) {
  dbx_walk w = {.next = (dbx_node *)n};
  for (const dbx_node *one; (one = dbx_walk_next(&w));) {
    if (one->kind == DBX_N_Lambda) dbx_walk_over(&w);
    if (one->kind == DBX_N_NamedExpr) bind(s, one->a->name);
  }
  dbx_walk_free(&w);
}

static dbx_status collect_signature(scope *s, const dbx_node *args) {
  DBX_TRY(collect_list(s, &args->more->d));
  return collect_list(s, &args->more->e);
}

// One node; *over: what is below does not count, or has been collected.
static dbx_status collect_one(scope *s, const dbx_node *n, bool *over) {
  *over = true;
  switch (n->kind) {
  case DBX_N_Name:
    if (n->ctx != DBX_LOAD) bind(s, n->name);
    use(s, n->name);
    return DBX_OK;
  case DBX_N_Global:
  case DBX_N_Nonlocal: return declare(s, n);
  case DBX_N_FunctionDef:
    bind(s, n->name);
    use(s, n->name);
    DBX_TRY(collect_list(s, &n->more->m));
    return collect_signature(s, n->a);
  case DBX_N_ClassDef:
    bind(s, n->name);
    use(s, n->name);
    DBX_TRY(collect_list(s, &n->more->d));
    DBX_TRY(collect_list(s, &n->more->m));
    return collect_list(s, &n->l);
  case DBX_N_Lambda: return collect_signature(s, n->a);
  case DBX_N_ListComp:
  case DBX_N_SetComp:
  case DBX_N_DictComp:
  case DBX_N_GeneratorExp: collect_walrus(s, n); return collect(s, n->l.at[0]->b);
  case DBX_N_Import:
  case DBX_N_ImportFrom:
    for (uint32_t i = 0; i < n->l.n; i++) {
      dbx_node *a = n->l.at[i];
      const char *text = dbx_sym_text(a->name);
      a->flag =
          (int32_t)(a->more->asname ? a->more->asname : dbx_intern_n(text, strcspn(text, ".")));
      bind(s, (dbx_sym)a->flag);
    }
    return DBX_OK;
  case DBX_N_ExceptHandler:
    if (n->name) bind(s, n->name);
    *over = false;
    return DBX_OK;
  default: *over = false; return DBX_OK;
  }
}

static dbx_status collect(scope *s, const dbx_node *n) {
  dbx_walk w = {.next = (dbx_node *)n};
  dbx_status st = DBX_OK;
  for (const dbx_node *one; st == DBX_OK && (one = dbx_walk_next(&w));) {
    bool over;
    st = collect_one(s, one, &over);
    if (over) dbx_walk_over(&w);
  }
  dbx_walk_free(&w);
  return st;
}

// What is evaluated later, or kept, refers to all environments around it.
static void capture(scope *s) {
  for (; s && !s->captured; s = s->outer) s->captured = true;
}

// ---- second pass: where names live ----

static void place(const scope *s, dbx_sym name, dbx_node *n) {
  uint64_t own = known(s, name);
  n->where = DBX_GLOBAL;
  if (own & GLOBAL) return;
  if (!(own & DECLARED) && s->kind == S_CLASS && own >> SLOT) {
    n->where = DBX_CLASSVAR;
    return;
  }
  uint32_t hops = 0;
  for (const scope *t = s; t && t->kind != S_MODULE; t = t->outer, hops++) {
    if (t->kind == S_CLASS && t != s) continue;
    uint64_t k = t == s ? own : known(t, name);
    if (k & GLOBAL) return;
    if (!(k >> SLOT) || (t == s && own & DECLARED)) continue;
    n->where = hops ? DBX_OUTER : DBX_LOCAL;
    n->hops = (uint16_t)hops;
    n->slot = (uint32_t)(k >> SLOT) - 1;
    return;
  }
}

static dbx_status resolve(scope *s, dbx_node *n);

static dbx_status resolve_list(scope *s, const dbx_nodes *l) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->at[i]) DBX_TRY(resolve(s, l->at[i]));
  return DBX_OK;
}

static void keep(dbx_node *n, const scope *s) {
  dbx_arena *arena = &s->module->arena;
  dbx_scope *own = DBX_NEW(arena, dbx_scope);
  own->n_slots = own->n_names = s->names.n;
  own->is_class = s->kind == S_CLASS;
  own->captured = s->captured;
  own->module = s->module;
  own->names = dbx_arena_copy(arena, s->names.at, s->names.n * sizeof *s->names.at);
  dbx_node_own_more(arena, n)->scope = own;
}

static void bind_params(scope *s, const dbx_node *args) {
  const dbx_nodes *lists[] = {&args->l, &args->more->m, &args->more->n};
  for (int k = 0; k < 3; k++)
    for (uint32_t i = 0; i < lists[k]->n; i++) bind(s, lists[k]->at[i]->name);
  if (args->a) bind(s, args->a->name);
  if (args->b) bind(s, args->b->name);
}

static void place_params(scope *s, const dbx_node *args) {
  const dbx_nodes *lists[] = {&args->l, &args->more->m, &args->more->n};
  for (int k = 0; k < 3; k++)
    for (uint32_t i = 0; i < lists[k]->n; i++) place(s, lists[k]->at[i]->name, lists[k]->at[i]);
  if (args->a) place(s, args->a->name, args->a);
  if (args->b) place(s, args->b->name, args->b);
}

static dbx_status resolve_annotations(scope *s, const dbx_node *args) {
  const dbx_nodes *lists[] = {&args->l, &args->more->m, &args->more->n};
  for (int k = 0; k < 3; k++)
    for (uint32_t i = 0; i < lists[k]->n; i++)
      if (lists[k]->at[i]->a) DBX_TRY(resolve(s, lists[k]->at[i]->a));
  if (args->a && args->a->a) DBX_TRY(resolve(s, args->a->a));
  if (args->b && args->b->a) DBX_TRY(resolve(s, args->b->a));
  DBX_TRY(resolve_list(s, &args->more->d));
  return resolve_list(s, &args->more->e);
}

static dbx_status resolve_function(scope *s, dbx_node *n) {
  scope in = {.kind = S_FUNCTION, .outer = s, .module = s->module};
  capture(s);
  DBX_TRY(resolve_annotations(s, n->a));
  bind_params(&in, n->a);
  dbx_status st = n->kind == DBX_N_Lambda ? collect(&in, n->b) : collect_list(&in, &n->l);
  if (st == DBX_OK) {
    place_params(&in, n->a);
    st = n->kind == DBX_N_Lambda ? resolve(&in, n->b) : resolve_list(&in, &n->l);
  }
  in.captured |= in.generator;
  keep(n, &in);
  dbx_scope *own = n->more->scope;
  if (st == DBX_OK && in.generator)
    st = dbx_flatten(&s->module->arena, n, &own->n_slots, &own->code);
  free_scope(&in);
  return st;
}

static dbx_status resolve_comprehension(scope *s, dbx_node *n) {
  scope in = {.kind = S_COMPREHENSION, .comprehension = n->kind, .outer = s, .module = s->module};
  if (n->kind == DBX_N_GeneratorExp) capture(&in);
  DBX_TRY(resolve(s, n->l.at[0]->b));
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n->l.n; i++) st = collect(&in, n->l.at[i]->a);
  for (uint32_t i = 0; st == DBX_OK && i < n->l.n; i++) {
    st = resolve(&in, n->l.at[i]->a);
    if (st == DBX_OK && i) st = resolve(&in, n->l.at[i]->b);
    if (st == DBX_OK) st = resolve_list(&in, &n->l.at[i]->l);
  }
  if (st == DBX_OK) st = resolve(&in, n->a);
  if (st == DBX_OK && n->b) st = resolve(&in, n->b);
  keep(n, &in);
  free_scope(&in);
  return st;
}

static dbx_status resolve_class(scope *s, dbx_node *n) {
  scope in = {.kind = S_CLASS, .outer = s, .module = s->module};
  capture(&in);
  dbx_rename_private(n);
  DBX_TRY(resolve_list(s, &n->more->d));
  DBX_TRY(resolve_list(s, &n->l));
  DBX_TRY(resolve_list(s, &n->more->m));
  dbx_status st = collect_list(&in, &n->more->n);
  if (st == DBX_OK) st = resolve_list(&in, &n->more->n);
  keep(n, &in);
  n->more->scope->n_slots = 0;
  free_scope(&in);
  return st;
}

static dbx_status resolve_nonlocal(const scope *s, const dbx_node *n) {
  for (uint32_t i = 0; i < n->l.n; i++) {
    dbx_node probe = {0};
    place(s, n->l.at[i]->name, &probe);
    if (probe.where != DBX_OUTER)
      return dbx_fail(DBX_E107, n->l.at[i]->span, "no binding for nonlocal '%s' found",
                      dbx_sym_text(n->l.at[i]->name));
  }
  return DBX_OK;
}

static dbx_status resolve_loop(scope *s, dbx_node *n) {
  DBX_TRY(resolve(s, n->a));
  if (n->b) DBX_TRY(resolve(s, n->b));
  s->loops++;
  DBX_TRY(resolve_list(s, &n->l));
  s->loops--;
  return resolve_list(s, &n->more->m);
}

// flag: a call with arguments by position alone.
static void mark_plain(dbx_node *call) {
  call->flag = !call->more->m.n;
  for (uint32_t i = 0; i < call->l.n; i++)
    if (call->l.at[i]->kind == DBX_N_Starred) call->flag = 0;
}

static dbx_status check_walrus(const scope *s, const dbx_node *n) {
  const scope *around = s;
  for (; around->kind == S_COMPREHENSION; around = around->outer)
    if (known(around, n->a->name) >> SLOT)
      return dbx_fail(DBX_E107, n->span,
                      "assignment expression cannot rebind comprehension iteration variable '%s'",
                      dbx_sym_text(n->a->name));
  if (around != s && around->kind == S_CLASS)
    return dbx_fail(DBX_E107, n->span,
                    "assignment expression within a comprehension cannot be used in a class body");
  return DBX_OK;
}

static dbx_status resolve_yield(scope *s, const dbx_node *n) {
  static const char *const names[] = {"list comprehension", "set comprehension",
                                      "dict comprehension", "generator expression"};
  if (s->kind == S_COMPREHENSION)
    return dbx_fail(DBX_E107, n->span, "'yield' inside %s",
                    names[s->comprehension - DBX_N_ListComp]);
  if (s->kind != S_FUNCTION) return dbx_fail(DBX_E107, n->span, "'yield' outside function");
  return s->generator = true, DBX_OK;
}

// One node; *over: what is below has been resolved.
static dbx_status resolve_one(scope *s, dbx_node *n, bool *over) {
  *over = true;
  switch (n->kind) {
  case DBX_N_NamedExpr: *over = false; return check_walrus(s, n);
  case DBX_N_Name: place(s, n->name, n); return DBX_OK;
  case DBX_N_AnnAssign: n->as_text = s->module->text_annotations; return *over = false, DBX_OK;
  case DBX_N_FunctionDef:
    n->as_text = s->module->text_annotations;
    place(s, n->name, n);
    DBX_TRY(resolve_list(s, &n->more->m));
    if (n->b) DBX_TRY(resolve(s, n->b));
    return resolve_function(s, n);
  case DBX_N_Lambda: return resolve_function(s, n);
  case DBX_N_ClassDef: place(s, n->name, n); return resolve_class(s, n);
  case DBX_N_ImportFrom:
    if (s->kind != S_MODULE && n->l.n && n->l.at[0]->name == dbx_intern("*"))
      return dbx_fail(DBX_E107, n->span, "import * only allowed at module level");
    __attribute__((fallthrough));
  case DBX_N_Import:
    for (uint32_t i = 0; i < n->l.n; i++) place(s, (dbx_sym)n->l.at[i]->flag, n->l.at[i]);
    return DBX_OK;
  case DBX_N_ExceptHandler:
    if (n->name) place(s, n->name, n);
    return *over = false, DBX_OK;
  case DBX_N_For:
  case DBX_N_While: return resolve_loop(s, n);
  case DBX_N_Break: return s->loops ? DBX_OK : dbx_fail(DBX_E107, n->span, "'break' outside loop");
  case DBX_N_Continue:
    return s->loops ? DBX_OK : dbx_fail(DBX_E107, n->span, "'continue' not properly in loop");
  case DBX_N_Return:
    if (s->kind != S_FUNCTION) return dbx_fail(DBX_E107, n->span, "'return' outside function");
    return *over = false, DBX_OK;
  case DBX_N_Yield:
  case DBX_N_YieldFrom: DBX_TRY(resolve_yield(s, n)); return *over = false, DBX_OK;
  case DBX_N_With: capture(s); return *over = false, DBX_OK; // it may open a block
  case DBX_N_Call: mark_plain(n); return *over = false, DBX_OK;
  case DBX_N_Global: return DBX_OK;
  case DBX_N_Nonlocal: return resolve_nonlocal(s, n);
  default:
    if (is_comprehension(n)) return resolve_comprehension(s, n);
    return *over = false, DBX_OK;
  }
}

static dbx_status resolve(scope *s, dbx_node *n) {
  dbx_walk w = {.next = n};
  dbx_status st = DBX_OK;
  for (dbx_node *one; st == DBX_OK && (one = dbx_walk_next(&w));) {
    bool over;
    st = dbx_polled(resolve_one(s, one, &over));
    if (over) dbx_walk_over(&w);
  }
  dbx_walk_free(&w);
  return st;
}

// from __future__ import annotations
static bool asks_for_text(const dbx_node *root) {
  dbx_sym future = dbx_intern("__future__"), annotations = dbx_intern("annotations");
  for (uint32_t i = 0; i < root->l.n; i++) {
    const dbx_node *n = root->l.at[i];
    if (n->kind != DBX_N_ImportFrom || n->name != future || n->flag) continue;
    for (uint32_t k = 0; k < n->l.n; k++)
      if (n->l.at[k]->name == annotations) return true;
  }
  return false;
}

dbx_status dbx_resolve(dbx_module *m) {
  m->text_annotations = asks_for_text(m->root);
  scope top = {.kind = S_MODULE, .module = m};
  dbx_status st = collect_list(&top, &m->root->l);
  if (st == DBX_OK) st = resolve_list(&top, &m->root->l);
  free_scope(&top);
  return st;
}
