// The nodes of a text by their places, for questions that are asked of many of them: a walk through
// the whole text for each takes a time that grows with the square of its length (see edits.h).
#include "debug/edits/edits.h"

#include "base/map.h"
#include "base/vec.h"
#include <stdlib.h>

// Nodes one after the other or one in another, sorted by their beginnings.
typedef struct nesting {
  dbx_vec(struct nested {
    const dbx_node *node;
    uint32_t outer; // the one around it, + 1
  }) all;
} nesting;

struct edit_places {
  nesting functions, statements;
  dbx_map exact; // begin and end -> the first node that has this place
};

static uint64_t key_of(dbx_span s) { return ((uint64_t)s.begin << 32 | s.end) + 1; }

static bool is_simple(const dbx_node *n) {
  return n->kind == DBX_N_Assign || n->kind == DBX_N_Return || n->kind == DBX_N_AugAssign ||
         n->kind == DBX_N_Expr || n->kind == DBX_N_AnnAssign;
}

static void keep(void *ctx, const dbx_node *n) {
  edit_places *p = ctx;
  if (n->kind == DBX_N_FunctionDef) dbx_push(&p->functions.all, ((struct nested){n, 0}));
  if (is_simple(n)) dbx_push(&p->statements.all, ((struct nested){n, 0}));
  if (n->kind != DBX_N_Expr && !dbx_map_find(&p->exact, key_of(n->span)))
    dbx_map_put(&p->exact, key_of(n->span), (uint64_t)(uintptr_t)n);
}

// The outer one first.
static int by_place(const void *a, const void *b) {
  const struct nested *x = a, *y = b;
  dbx_span s = x->node->span, t = y->node->span;
  if (s.begin != t.begin) return s.begin < t.begin ? -1 : 1;
  return (s.end < t.end) - (s.end > t.end);
}

static void nest(nesting *n) {
  if (n->all.n) qsort(n->all.at, n->all.n, sizeof *n->all.at, by_place);
  for (uint32_t i = 1; i < n->all.n; i++) {
    uint32_t outer = i; // + 1
    while (outer && !edit_within(n->all.at[i].node->span, n->all.at[outer - 1].node->span))
      outer = n->all.at[outer - 1].outer;
    n->all.at[i].outer = outer;
  }
}

edit_places *edit_places_new(const dbx_node *root) {
  edit_places *p = dbx_alloc(sizeof *p);
  *p = (edit_places){0};
  edit_walk(root, keep, p);
  nest(&p->functions), nest(&p->statements);
  return p;
}

edit_places *edit_places_free(edit_places *p) {
  if (!p) return NULL;
  dbx_vec_free(&p->functions.all), dbx_vec_free(&p->statements.all);
  dbx_map_free(&p->exact);
  free(p);
  return NULL;
}

static const dbx_node *innermost(const nesting *n, dbx_span in) {
  uint32_t from = 0, to = n->all.n; // how many begin before it
  while (from < to) {
    uint32_t middle = from + (to - from) / 2;
    if (n->all.at[middle].node->span.begin <= in.begin) from = middle + 1;
    else to = middle;
  }
  while (from && !edit_within(in, n->all.at[from - 1].node->span)) from = n->all.at[from - 1].outer;
  return from ? n->all.at[from - 1].node : NULL;
}

const dbx_node *edit_at(const edit_site *s, dbx_span span) {
  bool here = s->places && span.file == s->file;
  const uint64_t *n = here ? dbx_map_find(&s->places->exact, key_of(span)) : NULL;
  return n ? (const dbx_node *)(uintptr_t)*n : NULL;
}

const dbx_node *edit_statement_of(const edit_site *s, dbx_span span) {
  return s->places ? innermost(&s->places->statements, span) : NULL;
}

const dbx_node *edit_function_of(const edit_site *s, dbx_span span) {
  return s->places ? innermost(&s->places->functions, span) : NULL;
}
