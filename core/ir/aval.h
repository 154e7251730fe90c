// Dimensions and abstract values. Both are handles: equal handle, equal value.
#ifndef DBX_IR_AVAL_H
#define DBX_IR_AVAL_H

#include "ir/dtype.h"

typedef uint32_t dbx_var;  // a Jaxpr variable = a tracer (ir/var.h); 0 is none
typedef uint32_t dbx_aval; // an interned abstract value; 0 is none

// One axis length: a tagged 64-bit word.
typedef uint64_t dbx_dim;
typedef enum dbx_dim_kind {
  DBX_DIM_INT,    // a static length
  DBX_DIM_VAR,    // a scalar integer variable of the frame that the type belongs to
  DBX_DIM_DB,     // DBIdx(k): position k of the same InputType
  DBX_DIM_INDB,   // InDBIdx(k): position k of [*constants, *expanded inputs]
  DBX_DIM_OUTDB,  // OutDBIdx(k): position k of the same OutputType
  DBX_DIM_UNKNOWN // a rule cannot say: the length is computed by equations before this one
} dbx_dim_kind;

static inline dbx_dim dbx_dim_make(dbx_dim_kind kind, int64_t v) {
  return (uint64_t)v << 3 | (uint64_t)kind;
}
static inline dbx_dim_kind dbx_dim_kind_of(dbx_dim d) { return (dbx_dim_kind)(d & 7); }
static inline int64_t dbx_dim_value(dbx_dim d) { return (int64_t)d >> 3; }
static inline dbx_dim dbx_dim_int(int64_t n) { return dbx_dim_make(DBX_DIM_INT, n); }
static inline dbx_dim dbx_dim_var(dbx_var v) { return dbx_dim_make(DBX_DIM_VAR, v); }
static inline bool dbx_dim_is_int(dbx_dim d) { return dbx_dim_kind_of(d) == DBX_DIM_INT; }
static inline bool dbx_dim_is_var(dbx_dim d) { return dbx_dim_kind_of(d) == DBX_DIM_VAR; }

// ShapedArray (all dims ints) or DShapedArray.
typedef struct dbx_aval_info {
  dbx_dtype dtype;
  bool weak;    // weakly typed (never printed in Jaxprs)
  bool dynamic; // some dim is not an int
  uint32_t rank;
  dbx_dim dims[];
} dbx_aval_info;

dbx_aval dbx_aval_of(dbx_dtype dtype, bool weak, uint32_t rank, const dbx_dim *dims);
extern const dbx_aval_info *const *dbx_avals_;               // the table of them
static inline const dbx_aval_info *dbx_aval_at(dbx_aval a) { // valid for the session
  return dbx_avals_[a];
}
static inline dbx_aval dbx_aval_scalar(dbx_dtype t, bool weak) {
  return dbx_aval_of(t, weak, 0, NULL);
}
dbx_aval dbx_aval_with_dims(dbx_aval a, const dbx_dim *dims); // same dtype, weakness and rank
dbx_aval dbx_aval_with_type(dbx_aval a, dbx_dtype dtype, bool weak);
dbx_aval dbx_aval_strong(dbx_aval a);
// Maps every dim; the result is interned.
dbx_aval dbx_aval_map(dbx_aval a, dbx_dim (*f)(void *ctx, dbx_dim d), void *ctx);
bool dbx_aval_is_int_scalar(dbx_aval a);
// May a variable of this type be an axis size in Jaxpr text? Integer scalars, and boolean ones
// because Catalyst prints them (conformance/divergent/else_if_captured_dim.out); a run checks the
// length that they stand for.
bool dbx_aval_is_size(dbx_aval a);

#endif
