// The functions of jax.tree_util, and keys of paths.
#ifndef DBX_LANG_TREE_UTIL_H
#define DBX_LANG_TREE_UTIL_H

#include "lang/jax/jax.h"

typedef enum tree_key_kind { KEY_SEQUENCE, KEY_DICT, KEY_ATTR, KEY_FLAT } tree_key_kind;
typedef struct o_treekey {
  obj h;
  uint8_t kind;
  pv value;
} o_treekey;

// One key; value: an index, a key of a dictionary, a name.
pv tree_key_new(tree_key_kind kind, pv value);
bool tree_key_kind_of(const char *name, tree_key_kind *ret); // "DictKey"; false: no kind of keys
// The pairs (path, leaf) of v as a list, which is pinned; paths are tuples of keys. Fails as
// tree_take_apart does.
dbx_status tree_paths(pv v, pv is_leaf, pv *ret);

// A function of jax.tree_util by name ("tree_map"), or a type of it. False: there is none. Old
// names in jax itself are these of jax.tree_util.
bool tree_util_find(const char *name, pv *ret);

#endif
