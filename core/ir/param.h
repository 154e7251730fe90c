// Parameter values of equations: immutable trees, interned (equal value, equal pointer) except
// where they hold a Jaxpr, which is compared by identity as in JAX.
#ifndef DBX_IR_PARAM_H
#define DBX_IR_PARAM_H

#include "base/sym.h"
#include "ir/aval.h"

struct dbx_jaxpr;

typedef enum dbx_param_kind {
  DBX_P_NONE,
  DBX_P_BOOL,
  DBX_P_INT,
  DBX_P_SCALAR, // a number of some dtype (fill_value)
  DBX_P_DTYPE,
  DBX_P_TEXT,   // printed as it is: an enum member, a function name
  DBX_P_TUPLE,  // (1, 2)
  DBX_P_LIST,   // [1, 2]
  DBX_P_RECORD, // Name(key=value, ...)
  DBX_P_JAXPR,
  DBX_P_AVAL, // a type, printed as str(ShapedArray)
  DBX_P_HOST, // a function of the host: its number, which is no part of the machine code's key
} dbx_param_kind;

typedef struct dbx_param {
  dbx_param_kind kind;
  dbx_dtype dtype; // DTYPE, SCALAR
  dbx_sym text;    // TEXT, RECORD's name, HOST's kind of object
  uint32_t n;      // TUPLE, LIST, RECORD
  int64_t i;       // BOOL, INT, HOST's number
  dbx_aval aval;   // AVAL
  dbx_scalar scalar;
  struct dbx_jaxpr *jaxpr;
  const dbx_sym *keys; // RECORD
  const struct dbx_param *const *item;
} dbx_param;

typedef struct dbx_kv {
  dbx_sym key;
  const dbx_param *val;
} dbx_kv;

// Parameters are interned, so that equal ones are one address, which lives as long as the session;
// items and texts are copied, Jaxprs are not: equal ones are the same.
const dbx_param *dbx_p_none(void);
const dbx_param *dbx_p_bool(bool b);
const dbx_param *dbx_p_int(int64_t i);
const dbx_param *dbx_p_scalar(dbx_dtype t, dbx_scalar x);
const dbx_param *dbx_p_dtype(dbx_dtype t);
const dbx_param *dbx_p_text(const char *s);
const dbx_param *dbx_p_sym(dbx_sym s);
const dbx_param *dbx_p_tuple(const dbx_param *const *item, uint32_t n);
const dbx_param *dbx_p_list(const dbx_param *const *item, uint32_t n);
const dbx_param *dbx_p_all_false(uint32_t n);              // a tuple
const dbx_param *dbx_p_ints(const int64_t *i, uint32_t n); // a tuple
const dbx_param *dbx_p_record(const char *name, const dbx_sym *keys, const dbx_param *const *item,
                              uint32_t n);
const dbx_param *dbx_p_jaxpr(struct dbx_jaxpr *j);
const dbx_param *dbx_p_aval(dbx_aval a); // prints as "ShapedArray(float64[3])"
// Prints as "<kind at 0x...>", with the number where Python has an address.
const dbx_param *dbx_p_host(const char *kind, int64_t number);

const dbx_param *dbx_param_find(const dbx_kv *kv, uint32_t n, dbx_sym key); // NULL if absent
const dbx_param *dbx_param_field(const dbx_param *record, dbx_sym key);     // NULL if absent

#endif
