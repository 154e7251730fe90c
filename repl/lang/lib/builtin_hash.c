// id() and hash().
#include "lang/jax/jax.h"
#include "lang/lib/builtins.h"

#include <math.h>

static dbx_status one_argument(const call_args *c, const char *name) {
  DBX_TRY(args_no_keywords(c, name));
  return args_count(c, name, 1, 1);
}

dbx_status builtin_id(const call_args *c, pv *ret) {
  DBX_TRY(one_argument(c, "id"));
  pv v = c->at[0];
  uint64_t bits = v.tag <= PV_NOTIMPLEMENTED ? 0 : v.tag == PV_TRACER ? v.tracer : (uint64_t)v.i;
  *ret = pv_int((int64_t)((v.tag == PV_OBJ ? bits : dbx_mix(v.tag, bits)) & INT64_MAX));
  return DBX_OK;
}

dbx_status builtin_hash(const call_args *c, pv *ret) {
  uint64_t h;
  DBX_TRY(one_argument(c, "hash"));
  pv x = c->at[0], r;
  if (number_hash_of(x, &h)) return *ret = pv_int((int64_t)h), DBX_OK;
  if (is_obj(x, T_GENERIC)) {
    DBX_TRY(lang_array_item(x, &r));
    return *ret = pv_int((int64_t)number_hash(r)), DBX_OK;
  }
  DBX_TRY(instance_call(x, names_now->__hash__, NULL, 0, &r));
  if (is_int(r)) return *ret = pv_int(r.i), DBX_OK;
  if (is_str(x) && !STR(x)->n)
    return *ret = pv_int(0), DBX_OK; // the one string that has a known hash
  DBX_TRY(pv_hash(x, &h));
  return *ret = pv_int((int64_t)(h >> 1)), DBX_OK;
}
