// What a text has, by place and by name: for questions that are asked of many of its nodes, as a
// walk through the whole text for each takes a time that grows with the square of its length, or
// more (see edits.h).
#include "debug/edits/edits.h"

#include "base/map.h"
#include <stdlib.h>
#include <string.h>

// Nodes one after the other or one in another, the outer one first.
typedef dbx_vec(struct nested {
  const dbx_node *node;
  uint32_t outer; // the place of the one around it, + 1
}) nesting;

struct edit_index {
  nesting functions, statements, blocks; // of loops, comprehensions, functions and lambdas
  dbx_map exact;                         // begin and end -> the first node that has this place
  dbx_map lists;                         // a name and how it is used -> the place in `uses`, + 1
  dbx_vec(edit_nodes) uses;
  edit_bindings bindings;
  dbx_map ids;  // of the names of bindings
  dbx_map memo; // see edit_memo
  dbx_map made; // an __init__ -> the name of its class
};

// ---- all nodes once ----

static uint64_t key_of(dbx_span s) { return ((uint64_t)s.begin << 32 | s.end) + 1; }
static uint64_t key_of_use(edit_use use, dbx_sym name) { return (uint64_t)(use + 1) << 32 | name; }

static void keep(edit_index *x, edit_use use, dbx_sym name, const dbx_node *n) {
  const uint64_t *list = dbx_map_find(&x->lists, key_of_use(use, name));
  if (!list) {
    dbx_push(&x->uses, (edit_nodes){0});
    dbx_map_put(&x->lists, key_of_use(use, name), x->uses.n);
  }
  edit_nodes *l = &x->uses.at[list ? *list - 1 : x->uses.n - 1];
  if (!l->n || l->at[l->n - 1] != n) dbx_push(l, n);
}

// Under each name in `in`.
static void keep_names(edit_index *x, edit_use use, const dbx_node *in, const dbx_node *n) {
  const dbx_node *one;
  dbx_walk w = {.next = (dbx_node *)(uintptr_t)in};
  while ((one = dbx_walk_next(&w)))
    if (one->kind == DBX_N_Name) keep(x, use, one->name, n);
  dbx_walk_free(&w);
}

static void keep_assignment(edit_index *x, const dbx_node *n) {
  bool several = n->kind == DBX_N_Assign;
  for (uint32_t i = 0; i < (several ? n->l.n : 1); i++) {
    const dbx_node *target = several ? n->l.at[i] : n->a;
    keep_names(x, EDIT_SETS, target, n);
    if (several && target->kind == DBX_N_Attribute) keep(x, EDIT_KEEPS, target->name, n);
  }
}

static void keep_class(edit_index *x, const dbx_node *n) {
  const dbx_nodes *body = &n->more->n;
  for (uint32_t i = 0; i < body->n; i++)
    for (uint32_t t = 0; body->at[i]->kind == DBX_N_Assign && t < body->at[i]->l.n; t++)
      if (body->at[i]->l.at[t]->kind == DBX_N_Name)
        keep(x, EDIT_KEEPS, body->at[i]->l.at[t]->name, n);
  for (uint32_t i = 0; i < body->n; i++)
    if (body->at[i]->kind == DBX_N_FunctionDef &&
        !strcmp(dbx_sym_text(body->at[i]->name), "__init__"))
      dbx_map_put(&x->made, (uint64_t)(uintptr_t)body->at[i], n->name);
}

static void keep_call(edit_index *x, const dbx_node *n) {
  bool method = n->a->kind == DBX_N_Attribute;
  const dbx_node *of = method ? n->a->a : NULL;
  if (method || n->a->kind == DBX_N_Name) keep(x, EDIT_CALLS_IT, n->a->name, n);
  if (of && (of->kind == DBX_N_Name || of->kind == DBX_N_Attribute) && n->l.n == 1 &&
      !strcmp(edit_callee(n), "append"))
    keep(x, EDIT_APPENDS, of->name, n);
  if (edit_makes_loop(n)) keep(x, EDIT_LOOPS, 0, n);
}

static void keep_function(edit_index *x, const dbx_node *n) {
  const dbx_nodes *takes = &n->a->more->m;
  for (uint32_t i = 0; i < takes->n; i++) keep(x, EDIT_TAKES, takes->at[i]->name, n);
  if (n->kind == DBX_N_Lambda) return;
  dbx_push(&x->functions, ((struct nested){n, 0}));
  keep(x, EDIT_DEFINES, n->name, n), keep(x, EDIT_BRANCHES, n->name, n);
  for (uint32_t i = 0; i < n->more->m.n; i++) keep_names(x, EDIT_BRANCHES, n->more->m.at[i], n);
}

static void keep_name(edit_index *x, const dbx_node *n) {
  keep(x, EDIT_NAMES, n->name, n);
  if (n->kind == DBX_N_Name && n->ctx != DBX_STORE) return;
  if (!dbx_map_find(&x->ids, n->name)) dbx_map_put(&x->ids, n->name, x->ids.n);
  dbx_push(&x->bindings.all,
           ((edit_binding){n, NULL, NULL, (uint32_t)*dbx_map_find(&x->ids, n->name)}));
}

static bool is_simple(const dbx_node *n) {
  return n->kind == DBX_N_Assign || n->kind == DBX_N_Return || n->kind == DBX_N_AugAssign ||
         n->kind == DBX_N_Expr || n->kind == DBX_N_AnnAssign;
}

static void keep_node(void *ctx, const dbx_node *n) {
  edit_index *x = ctx;
  bool function = n->kind == DBX_N_FunctionDef || n->kind == DBX_N_Lambda;
  if (is_simple(n)) dbx_push(&x->statements, ((struct nested){n, 0}));
  if (function || n->kind == DBX_N_For || n->kind == DBX_N_ListComp || n->kind == DBX_N_DictComp ||
      n->kind == DBX_N_SetComp || n->kind == DBX_N_GeneratorExp)
    dbx_push(&x->blocks, ((struct nested){n, 0}));
  if (n->kind != DBX_N_Expr && !dbx_map_find(&x->exact, key_of(n->span)))
    dbx_map_put(&x->exact, key_of(n->span), (uint64_t)(uintptr_t)n);
  if (function) keep_function(x, n);
  if (n->kind == DBX_N_Assign || n->kind == DBX_N_AugAssign || n->kind == DBX_N_For)
    keep_assignment(x, n);
  if (n->kind == DBX_N_ClassDef) keep_class(x, n);
  if (n->kind == DBX_N_Call) keep_call(x, n);
  if (n->kind == DBX_N_Name || n->kind == DBX_N_arg) keep_name(x, n);
}

// ---- nesting ----

static int by_place(const void *a, const void *b) {
  const struct nested *x = a, *y = b;
  dbx_span s = x->node->span, t = y->node->span;
  if (s.begin != t.begin) return s.begin < t.begin ? -1 : 1;
  return (s.end < t.end) - (s.end > t.end);
}

static void nest(nesting *n) {
  dbx_vec_sort(n, by_place);
  for (uint32_t i = 1; i < n->n; i++) {
    uint32_t outer = i;
    while (outer && !edit_within(n->at[i].node->span, n->at[outer - 1].node->span))
      outer = n->at[outer - 1].outer;
    n->at[i].outer = outer;
  }
}

// The place of the innermost one around it, + 1.
static uint32_t innermost(const nesting *n, dbx_span in) {
  uint32_t from = 0, to = n->n; // how many begin before it
  while (from < to) {
    uint32_t middle = from + (to - from) / 2;
    if (n->at[middle].node->span.begin <= in.begin) from = middle + 1;
    else to = middle;
  }
  while (from && !edit_within(in, n->at[from - 1].node->span)) from = n->at[from - 1].outer;
  return from;
}

static const dbx_node *node_around(const nesting *n, dbx_span in) {
  uint32_t k = innermost(n, in);
  return k ? n->at[k - 1].node : NULL;
}

// ---- the index ----

edit_index *edit_index_new(const dbx_node *root) {
  edit_index *x = dbx_alloc(sizeof *x);
  *x = (edit_index){0};
  edit_walk(root, keep_node, x);
  nest(&x->functions), nest(&x->statements), nest(&x->blocks);
  for (uint32_t i = 0; i < x->bindings.all.n; i++) {
    edit_binding *b = &x->bindings.all.at[i];
    b->statement = node_around(&x->statements, b->name->span);
    b->function = node_around(&x->functions, b->name->span);
  }
  x->bindings.n_names = x->ids.n;
  return x;
}

edit_index *edit_index_free(edit_index *x) {
  if (!x) return NULL;
  for (uint32_t i = 0; i < x->uses.n; i++) dbx_vec_free(&x->uses.at[i]);
  dbx_vec_free(&x->uses), dbx_vec_free(&x->bindings.all);
  dbx_vec_free(&x->functions), dbx_vec_free(&x->statements), dbx_vec_free(&x->blocks);
  dbx_map_free(&x->exact), dbx_map_free(&x->lists), dbx_map_free(&x->ids), dbx_map_free(&x->memo);
  dbx_map_free(&x->made);
  free(x);
  return NULL;
}

const dbx_node *edit_at(const edit_site *s, dbx_span span) {
  bool here = s->index && span.file == s->file;
  const uint64_t *n = here ? dbx_map_find(&s->index->exact, key_of(span)) : NULL;
  return n ? (const dbx_node *)(uintptr_t)*n : NULL;
}

const dbx_node *edit_statement_of(const edit_site *s, dbx_span span) {
  return s->index ? node_around(&s->index->statements, span) : NULL;
}

bool edit_is_named(const edit_site *s, dbx_span span) {
  const dbx_node *at = edit_statement_of(s, span);
  return at && at->kind == DBX_N_Assign && at->a->span.begin == span.begin &&
         at->a->span.end == span.end;
}

const dbx_node *edit_function_of(const edit_site *s, dbx_span span) {
  return s->index ? node_around(&s->index->functions, span) : NULL;
}

void edit_blocks_around(const edit_site *s, dbx_span span, edit_nodes *ret) {
  uint32_t k = s->index ? innermost(&s->index->blocks, span) : 0;
  for (; k; k = s->index->blocks.at[k - 1].outer) dbx_push(ret, s->index->blocks.at[k - 1].node);
}

const edit_nodes *edit_uses(const edit_site *s, edit_use use, dbx_sym name) {
  static const edit_nodes none;
  const uint64_t *k = s->index ? dbx_map_find(&s->index->lists, key_of_use(use, name)) : NULL;
  return k ? &s->index->uses.at[*k - 1] : &none;
}

const edit_bindings *edit_all_bindings(const edit_site *s) {
  static const edit_bindings none;
  return s->index ? &s->index->bindings : &none;
}

dbx_sym edit_class_of(const edit_site *s, const dbx_node *f) {
  const uint64_t *name = s->index ? dbx_map_find(&s->index->made, (uint64_t)(uintptr_t)f) : NULL;
  return name ? (dbx_sym)*name : 0;
}

uint64_t *edit_memo(const edit_site *s, dbx_sym name, dbx_span use) {
  uint64_t key = ((uint64_t)name << 32 | innermost(&s->index->blocks, use)) + 1;
  if (!dbx_map_find(&s->index->memo, key)) dbx_map_put(&s->index->memo, key, 0);
  return dbx_map_find(&s->index->memo, key);
}
