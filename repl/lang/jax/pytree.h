// Pytrees: tuples, lists, dictionaries, None and registered classes nest, everything else is a
// leaf. The structure of a value is an object, jax's PyTreeDef. Words of errors and of structures
// are those of jax 0.4.23 (observed: conformance2/tree). Compiled functions, loops, branches and
// jax.tree_util take values apart here and nowhere else.
//
// Registered classes have functions of the program to be taken apart and put together: what these
// give is pinned, and the caller gives it back (lang_unpin).
#ifndef DBX_LANG_PYTREE_H
#define DBX_LANG_PYTREE_H

#include "lang/run/lang.h"

typedef dbx_vec(pv) pv_list;

typedef enum tree_kind {
  TREE_LEAF,
  TREE_NONE,
  TREE_TUPLE,
  TREE_LIST,
  TREE_DICT,    // data: the sorted keys, a list
  TREE_NAMED,   // cls: a class of named tuples
  TREE_PARTIAL, // jax.tree_util.Partial: its arguments and its keywords; data: its function
  TREE_CLASS,   // cls: a registered class; data: what it keeps beside its children
} tree_kind;

typedef struct o_treedef {
  obj h;
  uint8_t kind;
  uint32_t n, leaves, nodes; // children, leaves and nodes at any depth (a leaf is a node)
  pv cls, data;
  struct o_treedef *kid[];
} o_treedef;

// One level of a value.
typedef struct tree_node {
  tree_kind kind;
  pv cls, data;
  const pv *kid; // in scratch memory
  uint32_t n;
} tree_node;

// What a value is made of at its top; a leaf has no children. Fails with E204 for keys that cannot
// be sorted, and as the functions of a registered class do.
dbx_status tree_open(pv v, tree_node *ret);
// The node with other children, one for each; a new object. Fails as unflatten functions do.
dbx_status tree_close(const o_treedef *def, const pv *kids, pv *ret);

// Appends the leaves of v, in order; the caller frees the list. Leaves that no object holds live
// until the next statement. E210 if it is nested too deeply.
dbx_status tree_flatten(pv v, pv_list *leaves);
// The same with the structure (NULL: not asked for), which is pinned with the leaves. is_leaf: a
// function that is asked of every node first, UNBOUND: none.
dbx_status tree_take_apart(pv v, pv is_leaf, pv_list *leaves, pv *def);
// The structure with leaves[*next] and those behind it in place, as many as it has; *next moves.
dbx_status tree_put_together(pv def, const pv *leaves, uint32_t *next, pv *ret);
// The parts of v that stand where `def` has its leaves; E208 if v has not such a beginning.
dbx_status tree_up_to(pv def, pv v, pv_list *parts);

dbx_status tree_put(pv def, dbx_buf *b); // "PyTreeDef((*, *))"; fails as repr of data does
// Whether they have the same nodes with equal data; fails as == of data does.
dbx_status tree_equal(const o_treedef *a, const o_treedef *b, bool *ret);
// The structure that a value is, which has to be one.
static inline o_treedef *tree_def(pv def) { return (o_treedef *)def.o; }
// A structure of n children; data and cls as o_treedef has them.
pv tree_def_new(tree_kind kind, pv cls, pv data, o_treedef *const *kid, uint32_t n);
pv tree_def_leaf(void); // the one of a leaf

// Registers a class of the program: flatten(x) gives (children, data), unflatten(data, children)
// the value back, with_keys(x) children with their keys (NONE: numbers). E208 if it is registered
// already, E204 for what is no class of the program.
dbx_status tree_register(pv cls, pv flatten, pv unflatten, pv with_keys);
pv tree_fields(pv cls);   // the names of a class of named tuples, UNBOUND: it is none
pv tree_registered(pv v); // the tuple (flatten, unflatten, with_keys) of v's class, or UNBOUND

#endif
