// Arrays as texts, by the options that the module _numpy_texts (lib/py/arrays) keeps.
#include "lang/np/np.h"

#include "interp/interp.h"
#include <string.h>

// A formatter of the program: what it is for, and how it went.
typedef struct formatters {
  const o_dict *by_kind; // "f" of floats: a function of an element
  dbx_status st;
} formatters;

static pv item(const o_dict *options, const char *name) {
  return dict_get_sym(options, dbx_intern(name));
}
static int64_t whole(const o_dict *options, const char *name, int64_t other) {
  pv v = item(options, name);
  return is_int(v) || v.tag == PV_BOOL ? v.i : other;
}
static const char *text(const o_dict *options, const char *name, const char *other) {
  pv v = item(options, name);
  return is_str(v) ? STR(v)->s : other;
}

static dbx_status write_element(const formatters *f, pv fn, const dbx_array *a, int64_t i,
                                dbx_buf *b) {
  DBX_TRY(f->st);
  uint32_t mark = lang_pins();
  pv x = np_generic(a->dtype, dbx_array_at(a, i)), r;
  lang_pin(x);
  dbx_status st = lang_call(fn, &x, 1, &r);
  if (st == DBX_OK) st = lang_str(r, b);
  return lang_unpin(mark), st;
}

static bool put_by_program(void *of, dbx_buf *b, const dbx_array *a, int64_t i) {
  formatters *f = of;
  char kind[] = {dbx_dtype_kind(a->dtype), 0};
  if (*kind == 'u') *kind = 'i';
  pv fn = item(f->by_kind, kind);
  if (fn.tag == PV_UNBOUND) return false;
  f->st = write_element(f, fn, a, i, b);
  return true;
}

static void read_options(const o_dict *options, formatters *f, dbx_print_options *o) {
  static const char *const modes[] = {"maxprec", "maxprec_equal", "fixed", "unique"};
  const dbx_print_options *d = &dbx_print_defaults;
  *o = *d;
  o->precision = (int)whole(options, "precision", d->precision);
  o->edge = (int)whole(options, "edgeitems", d->edge);
  o->line = (int)whole(options, "linewidth", d->line);
  o->threshold = whole(options, "threshold", d->threshold);
  o->suppress = whole(options, "suppress", d->suppress);
  o->sign = *text(options, "sign", "-");
  o->nan = text(options, "nanstr", d->nan);
  o->inf = text(options, "infstr", d->inf);
  const char *mode = text(options, "floatmode", *modes);
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
    if (!strcmp(mode, modes[i])) o->mode = (dbx_float_mode)i;
  pv by_kind = item(options, "formatter");
  if (!is_obj(by_kind, T_DICT)) return;
  *f = (formatters){DICT(by_kind), DBX_OK};
  o->element = put_by_program;
  o->of = f;
}

dbx_status np_put_array(dbx_buf *b, const dbx_array *a, const char *prefix) {
  dbx_print_options o = dbx_print_defaults;
  formatters f = {.st = DBX_OK};
  pv texts = dict_get_sym(lang_now->imported, dbx_intern("_numpy_texts"));
  if (texts.tag != PV_UNBOUND) {
    pv plain = item(((o_module *)texts.o)->globals, "_plain");
    if (is_obj(plain, T_DICT)) read_options(DICT(plain), &f, &o);
  }
  if (prefix) dbx_put_array_repr(b, a, prefix, &o);
  else dbx_put_array_str(b, a, &o);
  return f.st;
}

dbx_status np_array_text(const call_args *c, pv *ret) {
  pv v;
  dbx_array *a;
  DBX_TRY(args_count(c, "array_text", 4, 4));
  if (!is_str(c->at[1]) || !is_int(c->at[2]) || !is_obj(c->at[3], T_DICT))
    return dbx_fail(DBX_E204, (dbx_span){0}, "a separator, columns and options are needed");
  DBX_TRY(np_asarray(c->at[0], &v));
  lang_pin(v);
  DBX_TRY(lang_np_frozen(v, &a));
  DBX_TRY(dbx_check_text_axes(a));
  dbx_print_options o;
  formatters f = {.st = DBX_OK};
  dbx_buf b = {0};
  read_options(DICT(c->at[3]), &f, &o);
  dbx_put_array_elements(&b, a, &o, STR(c->at[1])->s, (int)c->at[2].i);
  if (f.st != DBX_OK) return dbx_buf_free(&b), f.st;
  return *ret = str_take(&b), DBX_OK;
}
