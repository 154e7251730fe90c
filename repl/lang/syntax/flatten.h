// What the two files share that make steps of statements and of expressions (private to them).
#ifndef DBX_LANG_FLATTEN_H
#define DBX_LANG_FLATTEN_H

#include "lang/syntax/code.h"

typedef struct flattening {
  dbx_arena *arena;
  dbx_vec(dbx_flat_step) steps;
  dbx_vec(dbx_flat_block) blocks;
  uint32_t block; // that steps are added to
  uint32_t n_slots;
} flattening;

// Does evaluating n yield? Not counting functions and classes that it defines.
bool flat_yields(const dbx_node *n);
// A new variable.
uint32_t flat_slot(flattening *f);
// Adds a step; its number.
uint32_t flat_add(flattening *f, dbx_flat_step_kind kind, const dbx_node *node, uint32_t slot);
// The step goes to the one that is added next.
void flat_here(flattening *f, uint32_t step);
// A name for the value of a variable.
dbx_node *flat_name(flattening *f, uint32_t slot, dbx_span span);
// Adds the steps that evaluate n up to its last yield; what is left to be evaluated, which does not
// yield. E103, E108.
dbx_status flat_value(flattening *f, const dbx_node *n, dbx_node **ret);
// The same with a copy of the statement or target n, of what it evaluates before it does its work.
dbx_status flat_parts(flattening *f, const dbx_node *n, dbx_node **ret);
// E103: what cannot yield.
dbx_status flat_refuse(const dbx_node *n, const char *what);

#endif
