// Host functions as callables of the array API that keep the structure of arguments and results.
#ifndef DBX_LANG_TREE_CALL_H
#define DBX_LANG_TREE_CALL_H

#include "jnp/jnp.h"
#include "lang/jax/jax.h"

typedef struct tree_fn {
  uint32_t pin;      // its values on the root stack
  uint32_t lead;     // leaves that come before the structured arguments (the loop index)
  const bool *fixed; // arguments that are not traced; NULL: none
} tree_fn;

// Pins fn, the tuple of arguments and the dictionary of keywords (or None); the caller unpins.
void tree_fn_new(pv fn, pv args, pv keywords, uint32_t lead, tree_fn *ret, dbx_callable *callable);
dbx_status tree_fn_call(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret);
pv tree_fn_result(const tree_fn *f); // what the last call returned; UNBOUND if there was none

dbx_status tree_to_leaves(pv v,
                          dbx_leaves *ret); // with the text of its structure; in scratch memory
dbx_status tree_leaves(pv v, dbx_val **ret, uint32_t *n); // in scratch memory
dbx_status tree_from_leaves(pv like, const dbx_leaves *l, pv *ret);

#endif
