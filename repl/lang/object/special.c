// What methods of the program's classes do for the language: x.__name__(...), and integers by
// __index__.
#include "lang/object/types.h"

static pv method_of(pv x, dbx_sym name) {
  return is_instance(x) ? lang_class_lookup(lang_instance(x)->cls, name) : PV(PV_UNBOUND);
}

dbx_status call_special(pv x, dbx_sym name, const pv *y, uint32_t n, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  if (!is_instance(x)) return DBX_OK;
  pv fn = method_of(x, name);
  if (fn.tag == PV_UNBOUND || is_none(fn)) return DBX_OK;
  return lang_call(method_new(x, fn), y, n, ret);
}

dbx_status instance_call(pv x, dbx_sym name, const pv *args, uint32_t n, pv *ret) {
  pv fn = method_of(x, name);
  *ret = PV(PV_UNBOUND);
  return fn.tag == PV_UNBOUND || is_none(fn) ? DBX_OK : lang_call(method_new(x, fn), args, n, ret);
}

// ---- integers ----

// The integer that v is or that its __index__ returns, of any size.
static dbx_status integer_of(pv v, pv *ret) {
  int64_t i;
  if (is_int(v) || number_is_big(v)) return *ret = number_plain(v), DBX_OK;
  if (type_of(v)->index) {
    DBX_TRY(type_of(v)->index(v, &i));
    return *ret = pv_int(i), DBX_OK;
  }
  DBX_TRY(call_special(v, names_now->__index__, NULL, 0, ret));
  if (ret->tag == PV_NOTIMPLEMENTED)
    return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object cannot be interpreted as an integer",
                    lang_type_name(v));
  if (is_int(*ret) || number_is_big(*ret)) return DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0}, "__index__ returned non-int (type %s)",
                  lang_type_name(*ret));
}

dbx_status lang_index(pv v, int64_t *ret) {
  pv i;
  DBX_TRY(integer_of(v, &i));
  if (is_int(i)) return *ret = i.i, DBX_OK;
  return dbx_fail(DBX_E211, (dbx_span){0}, "cannot fit 'int' into an index-sized integer");
}

dbx_status returned_length(pv r, int64_t *ret) {
  DBX_TRY(integer_of(r, &r));
  if (number_is_negative(r))
    return dbx_fail(DBX_E208, (dbx_span){0}, "__len__() should return >= 0");
  return lang_index(r, ret);
}

dbx_status as_integer(pv v, pv *ret) {
  int64_t i;
  if (v.tag == PV_INT || number_is_big(v)) return *ret = number_plain(v), DBX_OK;
  DBX_TRY(instance_call(v, names_now->__index__, NULL, 0, ret));
  if (is_int(*ret) || number_is_big(*ret)) return DBX_OK;
  if (is_obj(v, T_GENERIC) && dbx_is_integer(GENERIC(v)->t)) // also of uint64
    return *ret = lang_scalar_to_python(GENERIC(v)->x, GENERIC(v)->t), DBX_OK;
  DBX_TRY(lang_index(v, &i));
  return *ret = pv_int(i), DBX_OK;
}
