// Warnings of the tool itself, which a program can see by the module warnings.
#include "lang/object/above.h"
#include "lang/run/lang.h"

dbx_status lang_warn(dbx_code code, dbx_span span, const char *text) {
  pv module = dict_get_sym(lang_now->imported, dbx_intern("warnings")), warn, at[2], ignored;
  if (module.tag == PV_UNBOUND) return dbx_warn(code, span, "%s", text), DBX_OK;
  uint32_t mark = lang_pins();
  at[0] = str_of(text);
  lang_pin(at[0]);
  at[1] = pv_obj(lang_exception_class(dbx_code_class(code)));
  dbx_status st = lang_getattr(module, dbx_intern("warn"), &warn);
  if (st == DBX_OK) st = lang_call(warn, at, 2, &ignored);
  lang_unpin(mark);
  return st;
}
