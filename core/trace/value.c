// Values of the array API (see value.h).
#include "trace/value.h"

#include "base/mem.h"
#include "trace/state.h"

const char *dbx_val_type_name(const dbx_val *v) {
  switch (v->kind) {
  case DBX_V_NONE: return "NoneType";
  case DBX_V_BOOL: return "bool";
  case DBX_V_INT:
  case DBX_V_BIGINT: return "int";
  case DBX_V_FLOAT: return "float";
  case DBX_V_COMPLEX: return "complex";
  case DBX_V_TRACER: return "a traced value";
  case DBX_V_ARRAY: return "an array";
  case DBX_V_STR: return "str";
  case DBX_V_DTYPE: return "dtype";
  case DBX_V_TUPLE: return "tuple";
  case DBX_V_LIST: return "list";
  case DBX_V_SLICE: return "slice";
  case DBX_V_ELLIPSIS: return "ellipsis";
  case DBX_V_DICT: return "dict";
  case DBX_V_CALL: return "function";
  case DBX_V_OTHER: return dbx_sym_text(v->str);
  case DBX_V_FAILED: return "failed value";
  }
  return "object";
}

dbx_aval dbx_array_aval(const dbx_array *a) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_dim *dims = DBX_TMP(dbx_dim, a->rank);
  for (uint32_t i = 0; i < a->rank; i++) dims[i] = dbx_dim_int(a->dims[i]);
  dbx_aval v = dbx_aval_of(a->dtype, a->weak, a->rank, dims);
  dbx_scratch_release(m);
  return v;
}

dbx_aval dbx_val_aval(const dbx_val *v) {
  switch (v->kind) {
  case DBX_V_BOOL: return dbx_aval_scalar(DBX_BOOL, false); // as in jax, unlike numbers
  case DBX_V_FLOAT: return dbx_aval_scalar(DBX_F64, true);
  case DBX_V_COMPLEX: return dbx_aval_scalar(DBX_C128, true);
  case DBX_V_TRACER: return dbx_var_aval(v->tracer);
  case DBX_V_ARRAY: return dbx_array_aval(v->array);
  default: return dbx_aval_scalar(DBX_I64, true);
  }
}

dbx_status dbx_val_scalar(const dbx_val *v, dbx_dtype *t, dbx_scalar *x) {
  if (v->kind == DBX_V_BIGINT)
    return dbx_fail(DBX_E211, (dbx_span){0}, "Python int too large to convert to an int64 element");
  *t = dbx_aval_at(dbx_val_aval(v))->dtype;
  *x = dbx_is_inexact(*t) ? (dbx_scalar){.c = {v->c[0], v->kind == DBX_V_COMPLEX ? v->c[1] : 0}}
                          : dbx_scalar_int(v->i);
  return DBX_OK;
}

dbx_array *dbx_autorelease(dbx_array *a) {
  dbx_push(&trace_now->pool, a);
  return a;
}

uint32_t dbx_pool_mark(void) { return trace_now->pool.n; }

void dbx_pool_release(uint32_t mark) {
  while (trace_now->pool.n > mark) dbx_array_unref(trace_now->pool.at[--trace_now->pool.n]);
}
