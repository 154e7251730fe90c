// A Jaxpr while it is rewritten (private to rewrite): a list of equations that can be changed, who
// defines and who uses each variable, and what is still to be looked at.
#ifndef DBX_REWRITE_BODY_H
#define DBX_REWRITE_BODY_H

#include "rewrite/term.h"

typedef struct rw_node {
  dbx_eqn e;           // binders without DBX_DROPPED
  uint32_t prev, next; // in the order of the equations; 0: the ends
  uint32_t place;      // grows along the list, once the body is numbered
  uint32_t number;     // the equation that it comes from, from 1 on
  uint32_t fired;      // firings on it
  bool gone, queued, own_in;
} rw_node;

typedef struct rw_body {
  const dbx_jaxpr *j;
  dbx_arena *arena;
  dbx_vec(rw_node) nodes;  // by number; 0 is both ends of the list
  dbx_map def;             // variable -> node
  dbx_map users;           // variable -> 1 + place in lists
  dbx_vec(dbx_u32s) lists; // nodes that use it as an operand or as a dim; some may have ceased to
  dbx_u32s queue;
  uint32_t head;
  dbx_atom *outs;
  dbx_map same;         // hash of an equation -> node (same.c)
  dbx_set sizes, given; // variables that are dims; dims of the inputs
  dbx_vec(struct rw_pair {
    dbx_var v;
    dbx_atom w;
  }) replaced; // by the firing under way
  bool numbered, changed;
} rw_body;

// Takes j apart; both live as long as the arena.
void rw_body_begin(rw_body *b, dbx_arena *arena, const dbx_jaxpr *j);
void rw_body_free(rw_body *b); // not the Jaxprs
// The Jaxpr as it is now, in the arena; b->j itself if nothing was changed.
const dbx_jaxpr *rw_body_jaxpr(const rw_body *b);

// The node of that number, valid until the next one is made.
static inline rw_node *rw_at(const rw_body *b, uint32_t node) { return &b->nodes.at[node]; }
uint32_t rw_def(const rw_body *b, dbx_atom a); // the node that gives it; 0: none in this body
// Is the variable used: as an operand, a dim, a result of the Jaxpr?
bool rw_used(const rw_body *b, dbx_var v);
bool rw_is_size(const rw_body *b, dbx_var v); // of some type
void rw_queue(rw_body *b, uint32_t node);
void rw_touch(rw_body *b, uint32_t node); // it has changed: it and its users are looked at again
uint32_t rw_next(rw_body *b);             // the next one that is to be looked at, 0: none
bool rw_before(rw_body *b, uint32_t x, uint32_t y); // does x stand before y?

// A new equation before `node`, number and source of which it takes over.
uint32_t rw_insert(rw_body *b, uint32_t node, const dbx_eqn *e);
void rw_remove(rw_body *b, uint32_t node); // its results must not be used any more
// Changes the operands (which are copied), the primitive and the parameters; results stay.
void rw_change(rw_body *b, uint32_t node, const dbx_eqn *e);
// w is used in the place of v everywhere, as a dim too: then variables have new types, and are new.
void rw_replace(rw_body *b, dbx_var v, dbx_atom w);

// ---- types ----
// dtype, weak type, and dims by identity.
bool rw_same_type(dbx_aval x, dbx_aval y);
// A variable like v, with another type.
dbx_var rw_var_like(dbx_var v, dbx_aval type);
// Adds the variables that are dims of j's inputs, or of any variable in it.
void rw_given_of(const dbx_jaxpr *j, dbx_set *ret);
void rw_sizes_of(const dbx_jaxpr *j, dbx_set *ret);
typedef struct rw_map { // of variables to atoms
  dbx_map at;
} rw_map;
void rw_map_put(rw_map *m, dbx_var v, dbx_atom to);
dbx_atom rw_map_get(const rw_map *m, dbx_atom a);              // a itself if it is not mapped
dbx_aval rw_map_type(const rw_map *m, dbx_aval type);          // dims mapped
dbx_eqn rw_map_eqn(dbx_arena *a, rw_map *m, const dbx_eqn *e); // with new results, which are mapped

#endif
