// The nodes of the syntax tree: their sizes, and walking over their children (see ast.h).
#include "lang/syntax/ast.h"

#include "base/poison.h"

#include <stddef.h>
#include <string.h>

static const uint8_t sizes[] = {[DBX_LEAF] = offsetof(dbx_node, a),
                                [DBX_PAIR] = offsetof(dbx_node, l),
                                [DBX_WHOLE] = sizeof(dbx_node)};

static const uint8_t extents[] = {
#define N(kind, extent, fields) DBX_##extent,
#include "lang/syntax/nodes.def"
#undef N
};

static const dbx_node_more no_more;

dbx_node *dbx_node_make(dbx_arena *arena, dbx_node_kind kind, dbx_span span) {
  uint8_t extent = extents[kind];
#ifdef __SANITIZE_ADDRESS__ // a field that the kind does not have is reported
  dbx_node *n = DBX_NEW(arena, dbx_node);
  ASAN_POISON_MEMORY_REGION((char *)n + sizes[extent], sizeof *n - sizes[extent]);
#else
  dbx_node *n = extent == DBX_LEAF   ? dbx_arena_alloc(arena, sizes[DBX_LEAF])
                : extent == DBX_PAIR ? dbx_arena_alloc(arena, sizes[DBX_PAIR])
                                     : dbx_arena_alloc(arena, sizes[DBX_WHOLE]);
#endif
  n->kind = (uint8_t)kind;
  n->extent = extent;
  n->span = span;
  if (extent == DBX_WHOLE) n->more = &no_more;
  return n;
}

dbx_node_more *dbx_node_own_more(dbx_arena *arena, dbx_node *n) {
  if (n->more == &no_more) n->more = DBX_NEW(arena, dbx_node_more);
  return (dbx_node_more *)n->more;
}

dbx_nodes dbx_nodes_one(dbx_arena *arena, dbx_node *n) {
  dbx_node **at = DBX_NEWN(arena, dbx_node *, 1);
  return *at = n, (dbx_nodes){at, 1};
}

bool dbx_node_has_more(const dbx_node *n) { return n->extent == DBX_WHOLE && n->more != &no_more; }

dbx_node *dbx_node_copy(dbx_arena *arena, const dbx_node *n) {
  dbx_node *c = dbx_node_make(arena, (dbx_node_kind)n->kind, n->span);
  memcpy(c, n, sizes[n->extent]);
  if (dbx_node_has_more(n)) c->more = dbx_arena_copy(arena, n->more, sizeof *n->more);
  return c;
}

static dbx_nodes part_of(const dbx_node *n, uint32_t part) {
  switch (part) {
  case 0: return n->l;
  case 1: return n->more->m;
  case 2: return n->more->n;
  case 3: return n->more->d;
  default: return n->more->e;
  }
}

dbx_node *dbx_next_listed_(dbx_children *c) {
  enum { C = 2, LISTS, END = LISTS + 5 };
  const dbx_node *n = c->of;
  dbx_node *one = NULL;
  if (c->part == C) one = n->more->c, c->part++;
  for (; !one && c->part < END; c->part++, c->i = 0) {
    if (c->part > LISTS && n->more == &no_more) break;
    dbx_nodes l = part_of(n, c->part - LISTS);
    while (!one && c->i < l.n) one = l.at[c->i++];
    if (one) break;
  }
  return one;
}

static void walk_down(dbx_walk *w, const dbx_node *n) {
  dbx_children c = {.of = n};
  if (w->depth < DBX_WALK_NEAR) w->near[w->depth] = c;
  else w->far.n = w->depth - DBX_WALK_NEAR, dbx_push(&w->far, c);
  w->depth++;
}

static dbx_children *walk_end(dbx_walk *w) {
  uint32_t last = w->depth - 1;
  return last < DBX_WALK_NEAR ? &w->near[last] : &w->far.at[last - DBX_WALK_NEAR];
}

// `next` is the node that was given last: its children come now.
dbx_node *dbx_walk_next(dbx_walk *w) {
  dbx_node *one = NULL;
  if (!w->begun) {
    w->begun = true;
    return w->next;
  }
  if (w->next && w->next->extent != DBX_LEAF) walk_down(w, w->next);
  while (w->depth && !(one = dbx_next_child(walk_end(w)))) w->depth--;
  return w->next = one;
}
