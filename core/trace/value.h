// Values as the array API sees them: host scalars, tracers, concrete arrays, and the sequences that
// shape and index arguments are made of. Front ends convert their own objects to and from these.
#ifndef DBX_TRACE_VALUE_H
#define DBX_TRACE_VALUE_H

#include "base/diag.h"
#include "ir/array.h"
#include "ir/var.h"

typedef enum dbx_val_kind {
  DBX_V_NONE,
  DBX_V_BOOL, // i
  DBX_V_INT,  // i; host integers that fit 64 bits
  DBX_V_FLOAT,
  DBX_V_COMPLEX,
  DBX_V_BIGINT, // big: a host integer that does not fit an int64
  DBX_V_TRACER,
  DBX_V_ARRAY, // borrowed; results are in the autorelease pool
  DBX_V_STR,
  DBX_V_DTYPE,
  DBX_V_TUPLE,
  DBX_V_LIST,
  DBX_V_SLICE, // three items: start, stop, step
  DBX_V_ELLIPSIS,
  DBX_V_DICT,   // alternating keys and values
  DBX_V_CALL,   // a host function
  DBX_V_OTHER,  // a host object that is none of these; str names its type
  DBX_V_FAILED, // no value: a diagnostic is pending; operations on it give it back
} dbx_val_kind;

struct dbx_callable;
typedef struct dbx_val {
  dbx_val_kind kind;
  uint32_t n; // items
  union {
    int64_t i;
    double c[2]; // float in c[0]
    struct {
      double nearest; // may be infinite
      uint64_t u;     // the number itself, if n is 1; else it fits no array of integers
    } big;
    dbx_var tracer;
    dbx_array *array;
    dbx_sym str;
    dbx_dtype dtype;
    const struct dbx_val *item;
    const struct dbx_callable *call;
  };
} dbx_val;

// A host function as the array API calls it: leaves in, leaves out.
typedef struct dbx_leaves {
  dbx_val *at; // in scratch memory
  uint32_t n;
  dbx_sym tree; // how the results are nested, in the form of Python's str(PyTreeDef)
} dbx_leaves;
typedef struct dbx_callable {
  dbx_status (*call)(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret);
  void *ctx;
  dbx_sym name;
  // What its arguments are, for diagnostics: the names of its parameters, one a line, and how the
  // values are nested in them, as in dbx_leaves. Puts nothing where that is not known; NULL: never.
  void (*describe)(void *ctx, dbx_buf *names, dbx_buf *tree);
} dbx_callable;

// Values. What an address leads to is not copied and keeps its owner: an array needs a reference
// for as long (dbx_autorelease), items stay in scratch memory.
// The other words of a value mean nothing and stay as they are.
#define DBX_VAL(name, type, value_kind, member)                                                    \
  static inline dbx_val name(type x) {                                                             \
    dbx_val v;                                                                                     \
    v.kind = value_kind, v.n = 0, v.member = x;                                                    \
    return v;                                                                                      \
  }
DBX_VAL(dbx_val_bool, bool, DBX_V_BOOL, i)
DBX_VAL(dbx_val_int, int64_t, DBX_V_INT, i)
DBX_VAL(dbx_val_float, double, DBX_V_FLOAT, c[0])
DBX_VAL(dbx_val_tracer, dbx_var, DBX_V_TRACER, tracer)
DBX_VAL(dbx_val_array, dbx_array *, DBX_V_ARRAY, array)
DBX_VAL(dbx_val_dtype, dbx_dtype, DBX_V_DTYPE, dtype)
#undef DBX_VAL
// Python's None.
static inline dbx_val dbx_val_none(void) { return (dbx_val){.kind = DBX_V_NONE}; }
// Of n items, which stay where they are.
static inline dbx_val dbx_val_tuple(const dbx_val *item, uint32_t n) {
  return (dbx_val){.kind = DBX_V_TUPLE, .item = item, .n = n};
}
// What kind a value is: a tuple or list, a Python number, something that the array API computes
// with.
static inline bool dbx_is_seq(const dbx_val *v) {
  return v->kind == DBX_V_TUPLE || v->kind == DBX_V_LIST;
}
static inline bool dbx_is_number(const dbx_val *v) {
  return v->kind >= DBX_V_BOOL && v->kind <= DBX_V_BIGINT;
}
static inline bool dbx_is_arraylike(const dbx_val *v) {
  return dbx_is_number(v) || v->kind == DBX_V_TRACER || v->kind == DBX_V_ARRAY;
}
const char *dbx_val_type_name(const dbx_val *v); // Python's name: "int", "list", "NoneType"

// The aval that a value has in a trace: Python scalars are weakly typed scalars. Only for
// dbx_is_arraylike values.
dbx_aval dbx_val_aval(const dbx_val *v);
dbx_aval dbx_array_aval(const dbx_array *a);
// The value of a Python scalar as a number of its own dtype (BIGINT: E211).
dbx_status dbx_val_scalar(const dbx_val *v, dbx_dtype *t, dbx_scalar *x);

// Arrays made during one operation are owned by this pool until the front end has taken what it
// keeps. Returns the array.
dbx_array *dbx_autorelease(dbx_array *a);
uint32_t dbx_pool_mark(void);
void dbx_pool_release(uint32_t mark);

#endif
