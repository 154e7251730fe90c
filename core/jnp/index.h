// The entries of an index, and what gather and scatter need of them. Private to jnp
// and to batch.
#ifndef DBX_JNP_INDEX_H
#define DBX_JNP_INDEX_H

#include "jnp/table.h"

typedef enum item_kind { ITEM_INT, ITEM_SLICE, ITEM_NEWAXIS, ITEM_ARRAY } item_kind;

typedef struct item {
  item_kind kind;
  V v;           // INT: a host int or a traced or concrete scalar; ARRAY: integers
  V part[3];     // SLICE: start, stop, step as given
  uint32_t axis; // of the indexed array
} item;

typedef struct items {
  item *at;
  uint32_t n;
  bool advanced; // holds an array
  bool ellipsis;
} items;

// What a slice takes of its axis.
typedef struct cut {
  V start;      // an int where everything is static
  dbx_dim size; // of the result
  int64_t step;
  bool whole; // the axis as it is
} cut;

// The operands and the dimension numbers of a gather or scatter.
typedef struct indexer {
  S slice; // shape of x[index], with new axes
  uint32_t n_new, n_rev;
  int64_t *new_axes, *rev;
  S gather; // slice sizes
  V indices;
  int64_t *offset, *collapsed, *map;
  uint32_t n_offset, n_collapsed, n_map;
  bool advanced;
} indexer;

// Keywords of x.at[].
typedef struct options {
  V mode, fill;
  bool sorted, unique;
  const dbx_param *apply; // the Jaxpr of at[].apply
} options;

// Source of the kinds and of their errors (E309, E312): conformance/indexing.
dbx_status jn_read_index(V index, S shape, items *ret); // in scratch memory
dbx_status jn_read_slice(const item *it, dbx_dim len, cut *ret);
V jn_normalized(V i, dbx_dim len); // negative: counted from the end
static inline bool jn_host_int(V v) { return v.kind == DBX_V_INT || v.kind == DBX_V_BOOL; }

// Of x[index] as a gather, by the rules of jax (indexer.c). E301 if the index arrays do not fit
// each other, E309 for an axis without elements; equations for what is traced in the index are
// bound here.
dbx_status jn_make_indexer(S x, const items *w, indexer *ret);
// The parameter dimension_numbers of gather or scatter, in scratch memory.
const dbx_param *jn_dimension_numbers(const indexer *g, bool scatter);
const char *jn_mode_text(V mode, bool scatter); // as jax prints it; None: the default

// Has it a slice of a traced length, or with traced bounds, which only dynamic_slice can say?
bool jn_needs_traced_slice(V x, const items *w);
V jn_take_at(V x, V index, const options *o); // x[index], and x.at[index].get()

#endif
