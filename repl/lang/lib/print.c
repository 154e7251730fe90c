// print(), and where its text goes: standard output, or an object with a method write.
#include "lang/lib/builtins.h"

// Of print: what is between the values, and what is behind them; None: as if it was left out.
static dbx_status separator(const call_args *c, const char *name, const char *plain, pv *ret) {
  pv v = args_keyword(c, name);
  if (v.tag == PV_UNBOUND || is_none(v)) return *ret = str_of(plain), DBX_OK;
  if (is_str(v)) return *ret = v, DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0}, "%s must be None or a string, not %s", name,
                  lang_type_name(v));
}

typedef struct printer {
  pv file; // NONE: standard output
  dbx_buf b;
} printer;

// What sys.stdout is, if the program has imported sys and given it another value.
static pv redirected(void) {
  pv sys = dict_get_sym(lang_now->imported, dbx_intern("sys"));
  if (!is_obj(sys, T_MODULE)) return pv_none();
  const o_dict *names = ((o_module *)sys.o)->globals;
  pv now = dict_get_sym(names, dbx_intern("stdout"));
  if (pv_same(now, dict_get_sym(names, dbx_intern("__stdout__")))) return pv_none();
  return now.tag == PV_UNBOUND ? pv_none() : now;
}

static dbx_status call_method(pv x, const char *name, const pv *at, uint32_t n) {
  pv fn, ignored;
  DBX_TRY(lang_getattr(x, dbx_intern(name), &fn));
  return lang_call(fn, at, n, &ignored);
}

// A text for the object gets there piece by piece, one for standard output all at once.
static dbx_status put_text(printer *p, pv text) {
  if (!is_none(p->file)) return call_method(p->file, "write", &text, 1);
  return dbx_putn(&p->b, STR(text)->s, STR(text)->n), DBX_OK;
}

static dbx_status put_value(printer *p, pv v) {
  if (!is_none(p->file)) {
    pv text;
    DBX_TRY(lang_str_value(v, &text));
    return put_text(p, text);
  }
  size_t before = p->b.n;
  dbx_status st = lang_str(v, &p->b);
  if (st != DBX_OK && p->b.n > before) p->b.n = before; // nothing of what failed
  return st;
}

dbx_status builtin_print(const call_args *c, pv *ret) {
  pv sep, end, file = args_keyword(c, "file"), flush = args_keyword(c, "flush");
  bool flushes = false;
  DBX_TRY(args_only_keywords(c, "print", "sep end file flush"));
  DBX_TRY(separator(c, "sep", " ", &sep));
  DBX_TRY(separator(c, "end", "\n", &end));
  if (flush.tag != PV_UNBOUND) DBX_TRY(lang_truth(flush, &flushes));
  printer p = {.file = file.tag == PV_UNBOUND || is_none(file) ? redirected() : file};
  uint32_t mark = lang_pins();
  lang_pin(sep), lang_pin(end), lang_pin(p.file);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < c->n; i++) {
    if (i) st = put_text(&p, sep);
    if (st == DBX_OK) st = put_value(&p, c->at[i]);
  }
  if (st == DBX_OK) st = put_text(&p, end);
  if (p.b.n) lang_now->print(lang_now->print_ctx, p.b.at, p.b.n);
  if (st == DBX_OK && flushes && !is_none(p.file)) st = call_method(p.file, "flush", NULL, 0);
  dbx_buf_free(&p.b);
  lang_unpin(mark);
  return *ret = pv_none(), dbx_polled(st);
}
