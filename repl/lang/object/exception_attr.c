// Attributes that exceptions have beside those of their class.
#include "lang/object/exception.h"
#include "lang/object/protocol.h"
#include "lang/object/state.h"

#include <string.h>

static const o_class *exit_class(void) { return lang_exception_class(dbx_intern("SystemExit")); }

// The argument, or all of them.
static pv exit_code(const o_seq *args) {
  if (!args || !args->n) return pv_none();
  return args->n == 1 ? args->at[0] : pv_obj((void *)args);
}

static void put_line(pv v, dbx_buf *b) {
  pv text;
  if (lang_str_value(v, &text) == DBX_OK) dbx_putn(b, STR(text)->s, STR(text)->n);
  else dbx_diag_forget();
  dbx_putn(b, "\n", 1);
}

bool lang_exits(int *status, dbx_buf *said) {
  int64_t n = 0;
  if (!lang_pending_is(exit_class()->name)) return false;
  uint32_t mark = lang_pins();
  pv exc = lang_catch();
  lang_pin(exc);
  pv code = exit_code(lang_instance(exc)->args);
  if (is_int(code) || is_obj(code, T_BIGINT)) {
    if (lang_index(code, &n) != DBX_OK) n = -1, dbx_diag_forget(); // as CPython
  } else if (code.tag != PV_NONE) {
    n = 1, put_line(code, said);
  }
  lang_unpin(mark);
  return *status = (int)(n & 255), true;
}

bool lang_ends_well(void) {
  if (!lang_pending_is(exit_class()->name)) return false;
  pv exc = lang_catch();
  pv code = exit_code(lang_instance(exc)->args);
  if (code.tag == PV_NONE || (is_int(code) && !code.i)) return true;
  (void)lang_rethrow(exc);
  return false;
}

bool lang_exception_attr(const o_instance *x, dbx_sym name, pv *ret) {
  pv none = pv_none();
  if (name == names_now->args && x->args) return *ret = pv_obj((void *)x->args), true;
  if (name == names_now->__cause__)
    return *ret = x->cause.tag == PV_UNBOUND ? none : x->cause, true;
  if (name == names_now->__context__)
    return *ret = x->context.tag == PV_UNBOUND ? none : x->context, true;
  if (name == names_now->__suppress_context__) return *ret = pv_bool(x->suppress), true;
  if (name == names_now->value &&
      lang_is_subclass(x->cls, object_now->exceptions[EXC_StopIteration]))
    return *ret = x->args && x->args->n ? x->args->at[0] : none, true;
  if (!strcmp(dbx_sym_text(name), "code") && lang_is_subclass(x->cls, exit_class()))
    return *ret = exit_code(x->args), true;
  return false;
}

dbx_status lang_exception_setattr(o_instance *x, dbx_sym name, pv v, bool *ret) {
  *ret = name == names_now->args || name == names_now->__cause__ || name == names_now->__context__;
  if (name == names_now->args) {
    pv items;
    DBX_TRY(lang_to_list(v, &items));
    x->args = SEQ(tuple_new(SEQ(items)->at, SEQ(items)->n));
  } else if (*ret) {
    if (v.tag != PV_NONE && !lang_is_exception(v))
      return dbx_fail(DBX_E204, (dbx_span){0},
                      "exception %s must be None or derive from BaseException",
                      name == names_now->__cause__ ? "cause" : "context");
    if (name == names_now->__cause__) x->cause = v, x->suppress = true;
    else x->context = v;
  }
  return DBX_OK;
}
