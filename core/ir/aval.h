// Dimensions and abstract values. Both are handles: equal handle, equal value.
#ifndef DBX_IR_AVAL_H
#define DBX_IR_AVAL_H

#include "ir/dtype.h"
#include "ir/state.h"

typedef uint32_t dbx_var;  // a Jaxpr variable = a tracer (ir/var.h); 0 is none
typedef uint32_t dbx_aval; // an interned abstract value; 0 is none

// One axis length: a 64-bit word. A static length is the number itself, of the whole range 0 to
// INT64_MAX; everything else has the top bit, a kind and a handle or position. Words are made by
// the functions below only, none of which drops a bit.
typedef uint64_t dbx_dim;
typedef enum dbx_dim_kind {
  DBX_DIM_INT,    // a static length
  DBX_DIM_VAR,    // a scalar integer variable of the frame that the type belongs to
  DBX_DIM_DB,     // DBIdx(k): position k of the same InputType
  DBX_DIM_INDB,   // InDBIdx(k): position k of [*constants, *expanded inputs]
  DBX_DIM_OUTDB,  // OutDBIdx(k): position k of the same OutputType
  DBX_DIM_UNKNOWN // a rule cannot say: the length is computed by equations before this one
} dbx_dim_kind;
enum { DBX_DIM_KIND_BITS = 3 };

static inline dbx_dim dbx_dim_word_(dbx_dim_kind kind, uint32_t at) { // private
  return (uint64_t)1 << 63 | (uint64_t)at << DBX_DIM_KIND_BITS | (uint64_t)kind;
}
// A length that something has. No array has a negative one: that gives UNKNOWN, which is no
// length. Who takes a number from a user refuses it with words of its own.
static inline dbx_dim dbx_dim_int(int64_t n) {
  return n < 0 ? dbx_dim_word_(DBX_DIM_UNKNOWN, 0) : (dbx_dim)n;
}
// Of any kind; a handle or position that is none gives UNKNOWN.
static inline dbx_dim dbx_dim_make(dbx_dim_kind kind, int64_t v) {
  if (kind == DBX_DIM_INT) return dbx_dim_int(v);
  return v < 0 || v > UINT32_MAX ? dbx_dim_word_(DBX_DIM_UNKNOWN, 0)
                                 : dbx_dim_word_(kind, (uint32_t)v);
}
static inline dbx_dim dbx_dim_var(dbx_var v) { return dbx_dim_make(DBX_DIM_VAR, v); }
static inline dbx_dim_kind dbx_dim_kind_of(dbx_dim d) {
  return d >> 63 ? (dbx_dim_kind)(d & ((1u << DBX_DIM_KIND_BITS) - 1)) : DBX_DIM_INT;
}
static inline int64_t dbx_dim_value(dbx_dim d) {
  return d >> 63 ? (int64_t)(uint32_t)(d >> DBX_DIM_KIND_BITS) : (int64_t)d;
}
static inline bool dbx_dim_is_int(dbx_dim d) { return !(d >> 63); }
static inline bool dbx_dim_is_var(dbx_dim d) { return dbx_dim_kind_of(d) == DBX_DIM_VAR; }

// ShapedArray (all dims ints) or DShapedArray.
typedef struct dbx_aval_info {
  dbx_dtype dtype;
  bool weak;    // weakly typed (never printed in Jaxprs)
  bool dynamic; // some dim is not an int
  uint32_t rank;
  dbx_dim dims[];
} dbx_aval_info;

// Types are interned: equal ones are one handle, for the whole session. dims[0..rank) is copied.
dbx_aval dbx_aval_of(dbx_dtype dtype, bool weak, uint32_t rank, const dbx_dim *dims);
static inline const dbx_aval_info *dbx_aval_at(dbx_aval a) { // valid for the session
  return ir_now->avals.at.at[a];
}
// Of rank 0.
static inline dbx_aval dbx_aval_scalar(dbx_dtype t, bool weak) {
  return dbx_aval_of(t, weak, 0, NULL);
}
dbx_aval dbx_aval_with_dims(dbx_aval a, const dbx_dim *dims); // same dtype, weakness and rank
dbx_aval dbx_aval_with_type(dbx_aval a, dbx_dtype dtype, bool weak); // same dims
dbx_aval dbx_aval_strong(dbx_aval a);                                // the same, not weakly typed
// Maps every dim; the result is interned.
dbx_aval dbx_aval_map(dbx_aval a, dbx_dim (*f)(void *ctx, dbx_dim d), void *ctx);
bool dbx_aval_is_int_scalar(dbx_aval a);
// May a variable of this type be an axis size in Jaxpr text? Integer scalars, and boolean ones
// because Catalyst prints them (conformance/divergent/else_if_captured_dim.out); a run checks the
// length that they stand for.
bool dbx_aval_is_size(dbx_aval a);

#endif
