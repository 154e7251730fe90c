// Host functions as callables of the array API that keep the structure of arguments and results.
#ifndef DBX_LANG_TREE_CALL_H
#define DBX_LANG_TREE_CALL_H

#include "jnp/jnp.h"
#include "lang/jax/jax.h"

typedef struct tree_fn {
  uint32_t pin;      // its values on the root stack
  uint32_t lead;     // leaves that come before the structured arguments (the loop index)
  const bool *fixed; // arguments that are not traced; NULL: none
  pv named;          // keywords that are not traced, a dictionary; UNBOUND: none. Not pinned here
} tree_fn;

// Pins fn, the tuple of arguments and the dictionary of keywords (or None); the caller unpins.
void tree_fn_new(pv fn, pv args, pv keywords, uint32_t lead, tree_fn *ret, dbx_callable *callable);
// The structures of the tuple of arguments that are traced and of the keywords (UNBOUND: None),
// where they are known; the first call finds them out otherwise.
void tree_fn_know(const tree_fn *f, pv args, pv keywords);
dbx_status tree_fn_call(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret);
void tree_fn_result_is(const tree_fn *f, pv structure); // known without a call
pv tree_fn_result(const tree_fn *f); // structure of what the last call returned; UNBOUND: none yet

// The leaves of v for the array API, with the text of the structure; in scratch memory. The
// structure (NULL: not asked for) is pinned.
dbx_status tree_to_leaves(pv v, dbx_leaves *ret, pv *structure);
// The same without a text, as an array.
dbx_status tree_leaves(pv v, dbx_val **ret, uint32_t *n, pv *structure);
// The structure with the leaves of l, as many as it has; a new object, not pinned.
dbx_status tree_from_leaves(pv structure, const dbx_leaves *l, pv *ret);

#endif
