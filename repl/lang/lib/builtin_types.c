// The builtin types as functions: int(x), float(x), list(x), type(x), super() and their like.
#include "lang/bytes/bytes.h"
#include "lang/jax/jax.h"
#include "lang/lib/builtins.h"
#include "lang/lib/state.h"
#include "lang/object/long_range.h"

#include <math.h>
#include <string.h>

// ---- integers ----

enum { MAX_DIGITS = 4300 };

static dbx_status int_of_text(pv v, int base, pv *ret) {
  size_t digits = 0;
  for (uint32_t i = 0; i < STR(v)->n; i++) digits += STR(v)->s[i] >= '0' && STR(v)->s[i] <= '9';
  bool power_of_two = base && !(base & (base - 1));
  if (digits > MAX_DIGITS && !power_of_two)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "Exceeds the limit (%d digits) for integer string conversion: value has %zu "
                    "digits; use sys.set_int_max_str_digits() to increase the limit",
                    MAX_DIGITS, digits);
  return number_parse_int(STR(v)->s, STR(v)->n, base, ret);
}

// Octets that int() and float() read as a text; others stay as they are.
static dbx_status octets_as_text(pv *v) {
  dbx_buf none = {0};
  octets s;
  if (!is_obj(*v, T_BYTES) && !is_obj(*v, T_BYTEARRAY)) return DBX_OK;
  DBX_TRY(bytes_of(*v, &none, &s));
  return bytes_decode(s, "latin-1", "strict", v);
}

static dbx_status int_in_base(pv v, pv base, pv *ret) {
  int64_t b;
  DBX_TRY(lang_index(base, &b));
  if (b && (b < 2 || b > 36))
    return dbx_fail(DBX_E208, (dbx_span){0}, "int() base must be >= 2 and <= 36, or 0");
  if (!is_str(v))
    return dbx_fail(DBX_E204, (dbx_span){0}, "int() can't convert non-string with explicit base");
  return int_of_text(v, (int)b, ret);
}

static dbx_status int_of_instance(pv v, pv *ret) {
  DBX_TRY(instance_call(v, names_now->__int__, NULL, 0, ret));
  if (ret->tag == PV_UNBOUND) DBX_TRY(instance_call(v, names_now->__index__, NULL, 0, ret));
  if (ret->tag == PV_UNBOUND || is_int(*ret) || number_is_big(*ret)) return DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0}, "__int__ returned non-int (type %s)",
                  lang_type_name(*ret));
}

dbx_status builtin_int(const call_args *c, pv *ret) {
  DBX_TRY(args_only_keywords(c, "int", "base"));
  DBX_TRY(args_count(c, "int", 0, 2));
  pv base = c->n == 2 ? c->at[1] : args_keyword(c, "base");
  if (!c->n) return *ret = pv_int(0), DBX_OK;
  pv v = c->at[0];
  DBX_TRY(octets_as_text(&v));
  if (base.tag != PV_UNBOUND) return int_in_base(v, base, ret);
  if (is_int(v)) return *ret = pv_int(v.i), DBX_OK;
  if (number_is_big(v)) return *ret = number_plain(v), DBX_OK;
  if (v.tag == PV_FLOAT) return number_from_double(v.f, ret);
  if (is_str(v)) return int_of_text(v, 10, ret);
  if (is_array(v)) return lang_array_number(v, PV_INT, ret);
  DBX_TRY(int_of_instance(v, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0},
                  "int() argument must be a string, a bytes-like object or a real number, not '%s'",
                  lang_type_name(v));
}

// ---- floats, truth values, complex numbers ----

dbx_status as_float(pv v, double *ret) {
  pv r = v;
  if (is_array(v)) DBX_TRY(lang_array_number(v, PV_FLOAT, &r));
  if (is_instance(v)) {
    DBX_TRY(instance_call(v, names_now->__float__, NULL, 0, &r));
    if (r.tag == PV_UNBOUND) DBX_TRY(instance_call(v, names_now->__index__, NULL, 0, &r));
    if (r.tag == PV_UNBOUND) r = v;
  }
  return number_as_double(r, ret);
}

static bool has_float(pv v) {
  const o_class *c = lang_instance(v)->cls;
  return lang_class_lookup(c, names_now->__float__).tag != PV_UNBOUND ||
         lang_class_lookup(c, names_now->__index__).tag != PV_UNBOUND;
}
static dbx_status not_a_float(pv v) {
  return dbx_fail(DBX_E204, (dbx_span){0},
                  "float() argument must be a string or a real number, not '%s'",
                  lang_type_name(v));
}

dbx_status builtin_float(const call_args *c, pv *ret) {
  double x = 0;
  DBX_TRY(args_no_keywords(c, "float"));
  DBX_TRY(args_count(c, "float", 0, 1));
  pv v = c->n ? c->at[0] : pv_int(0);
  DBX_TRY(octets_as_text(&v));
  if (is_str(v)) {
    DBX_TRY(number_parse_float(STR(v)->s, STR(v)->n, &x));
  } else {
    bool fits = is_array(v) || is_instance(v) || (is_number(v) && !is_obj(v, T_COMPLEX));
    if (!fits) return not_a_float(v);
    dbx_status st = as_float(v, &x);
    if (st != DBX_OK && is_instance(v) && !has_float(v)) return not_a_float(v);
    DBX_TRY(st);
  }
  return *ret = pv_float(x), DBX_OK;
}

dbx_status builtin_bool(const call_args *c, pv *ret) {
  bool yes = false;
  DBX_TRY(args_no_keywords(c, "bool"));
  DBX_TRY(args_count(c, "bool", 0, 1));
  if (c->n) DBX_TRY(lang_truth(c->at[0], &yes));
  return *ret = pv_bool(yes), DBX_OK;
}

// "1+2j", "-j", "(3)": *ok is false if it is none.
static dbx_status complex_of_text(const char *s, size_t n, double *re, double *im, bool *ok) {
  while (n && *s && strchr(" \t\n\r\f\v", *s)) s++, n--;
  while (n && s[n - 1] && strchr(" \t\n\r\f\v", s[n - 1])) n--;
  if (n > 1 && *s == '(' && s[n - 1] == ')') s++, n -= 2;
  while (n && *s == ' ') s++, n--;
  while (n && s[n - 1] == ' ') n--;
  bool imaginary = n && (s[n - 1] | 32) == 'j';
  size_t split = 0;
  for (size_t i = 1; imaginary && i + 1 < n; i++)
    if ((s[i] == '+' || s[i] == '-') && (s[i - 1] | 32) != 'e') split = i;
  *re = *im = 0;
  *ok = n != 0 && !memchr(s, ' ', n);
  if (!*ok) return DBX_OK;
  size_t reals = imaginary ? split : n;
  if (reals) DBX_TRY(number_parse_float(s, reals, re));
  if (!imaginary) return DBX_OK;
  size_t m = n - 1 - split;
  if (m == 0 || (m == 1 && strchr("+-", s[split])))
    return *im = m && s[split] == '-' ? -1 : 1, DBX_OK;
  return number_parse_float(s + split, m, im);
}

static dbx_status parse_complex(pv v, pv *ret) {
  double re, im;
  bool ok;
  dbx_buf ascii = {0};
  number_put_ascii(&ascii, STR(v)->s, STR(v)->n);
  dbx_status st = complex_of_text(dbx_text(&ascii), ascii.n, &re, &im, &ok);
  dbx_buf_free(&ascii);
  if (st == DBX_OK && ok) return *ret = complex_new(re, im), DBX_OK;
  if (st != DBX_OK) dbx_diag_forget();
  return dbx_fail(DBX_E208, (dbx_span){0}, "complex() arg is a malformed string");
}

static dbx_status complex_part(pv v, const char *what, double c[2]) {
  pv r = v;
  if (is_array(v)) DBX_TRY(lang_array_number(v, PV_OBJ, &r)); // PV_OBJ: complex(x)
  if (is_instance(v)) {
    DBX_TRY(instance_call(v, dbx_intern("__complex__"), NULL, 0, &r));
    if (r.tag == PV_UNBOUND) r = v;
  }
  c[1] = 0;
  if (is_obj(r, T_COMPLEX))
    return c[0] = ((o_complex *)r.o)->re, c[1] = ((o_complex *)r.o)->im, DBX_OK;
  if (is_number(r) || is_instance(r)) return as_float(r, c);
  return dbx_fail(DBX_E204, (dbx_span){0}, "complex() %s argument must be a %snumber, not '%s'",
                  what, strcmp(what, "second") ? "string or a " : "", lang_type_name(v));
}

dbx_status builtin_complex(const call_args *c, pv *ret) {
  double re[2] = {0, 0}, im[2] = {0, 0};
  DBX_TRY(args_only_keywords(c, "complex", "real imag"));
  DBX_TRY(args_count(c, "complex", 0, 2));
  pv a = c->n ? c->at[0] : args_keyword(c, "real"),
     b = c->n > 1 ? c->at[1] : args_keyword(c, "imag");
  if (is_str(b)) return dbx_fail(DBX_E204, (dbx_span){0}, "complex() second arg can't be a string");
  if (is_str(a) && b.tag == PV_UNBOUND) return parse_complex(a, ret);
  if (is_str(a))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "complex() can't take second arg if first is a string");
  if (is_array(a) && b.tag == PV_UNBOUND) return lang_array_number(a, PV_OBJ, ret);
  if (is_obj(a, T_COMPLEX) && b.tag == PV_UNBOUND) return *ret = a, DBX_OK;
  if (a.tag != PV_UNBOUND) DBX_TRY(complex_part(a, "first", re));
  if (b.tag != PV_UNBOUND) DBX_TRY(complex_part(b, "second", im));
  if (is_obj(a, T_COMPLEX) || is_instance(a)) im[0] += re[1]; // else the sign of a zero stays
  return *ret = complex_new(is_obj(b, T_COMPLEX) ? re[0] - im[1] : re[0], im[0]), DBX_OK;
}

// ---- text and containers ----

static dbx_status text_of_octets(pv v, const char *name, const char *errors, pv *ret) {
  dbx_buf own = {0};
  octets s;
  if (!bytes_is(v))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    is_str(v) ? "decoding str is not supported"
                              : "decoding to str: need a bytes-like object, %s found",
                    lang_type_name(v));
  dbx_status st = bytes_of(v, &own, &s);
  if (st == DBX_OK) st = bytes_decode(s, name, errors, ret);
  return dbx_buf_free(&own), st;
}

dbx_status builtin_str(const call_args *c, pv *ret) {
  const char *name, *errors;
  bool coded;
  DBX_TRY(args_only_keywords(c, "str", "object encoding errors"));
  DBX_TRY(args_count(c, "str", 0, 3));
  DBX_TRY(bytes_codec_arguments(c, 1, &name, &errors, &coded));
  pv v = c->n ? c->at[0] : args_keyword(c, "object");
  if (v.tag == PV_UNBOUND) return *ret = str_of(""), DBX_OK;
  if (coded) return text_of_octets(v, name, errors, ret);
  return lang_str_value(v, ret);
}

static dbx_status items_of(const call_args *c, const char *name, pv *ret) {
  DBX_TRY(args_no_keywords(c, name));
  DBX_TRY(args_count(c, name, 0, 1));
  if (!c->n) return *ret = list_new(NULL, 0), DBX_OK;
  return lang_to_list(c->at[0], ret);
}

dbx_status builtin_list(const call_args *c, pv *ret) { return items_of(c, "list", ret); }

dbx_status builtin_tuple(const call_args *c, pv *ret) {
  pv items;
  if (c->n == 1 && !c->n_kw && is_obj(c->at[0], T_TUPLE) && !c->at[0].o->sub)
    return *ret = c->at[0], DBX_OK;
  DBX_TRY(items_of(c, "tuple", &items));
  DBX_TRY(lang_check_room((double)SEQ(items)->n * sizeof(pv)));
  return *ret = tuple_new(SEQ(items)->at, SEQ(items)->n), DBX_OK;
}

dbx_status builtin_dict(const call_args *c, pv *ret) {
  uint32_t mark = lang_pins();
  DBX_TRY(args_count(c, "dict", 0, 1));
  pv d = dict_new();
  lang_pin(d);
  dbx_status st = c->n ? dict_update(DICT(d), c->at[0]) : DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < c->n_kw; i++)
    dict_put_sym(DICT(d), c->kw[i], c->kw_at[i]);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = d;
  return st;
}

dbx_status builtin_set(const call_args *c, pv *ret) {
  uint32_t mark = lang_pins();
  DBX_TRY(args_no_keywords(c, "set"));
  DBX_TRY(args_count(c, "set", 0, 1));
  pv s = set_new();
  lang_pin(s);
  dbx_status st = c->n ? set_update(DICT(s), c->at[0]) : DBX_OK;
  lang_unpin(mark);
  if (st == DBX_OK) *ret = s;
  return st;
}

dbx_status builtin_frozenset(const call_args *c, pv *ret) {
  DBX_TRY(args_no_keywords(c, "frozenset"));
  DBX_TRY(args_count(c, "frozenset", 0, 1));
  bool is_one = c->n && is_obj(c->at[0], T_SET) && DICT(c->at[0])->frozen && !c->at[0].o->sub;
  if (is_one) return *ret = c->at[0], DBX_OK;
  DBX_TRY(builtin_set(c, ret));
  return DICT(*ret)->frozen = true, DBX_OK;
}

dbx_status builtin_range(const call_args *c, pv *ret) {
  pv at[3] = {pv_int(0), pv_int(0), pv_int(1)};
  uint32_t mark = lang_pins();
  DBX_TRY(args_no_keywords(c, "range"));
  DBX_TRY(args_count(c, "range", 1, 3));
  for (uint32_t i = 0; i < c->n; i++) {
    DBX_TRY(as_integer(c->at[i], &at[i]));
    lang_pin(at[i]); // the next one may run the program's own code
  }
  if (is_int(at[2]) && at[2].i == 0)
    return dbx_fail(DBX_E208, (dbx_span){0}, "range() arg 3 must not be zero");
  lang_unpin(mark);
  return c->n == 1 ? range_make(pv_int(0), at[0], at[2], ret)
                   : range_make(at[0], at[1], at[2], ret);
}

dbx_status builtin_slice(const call_args *c, pv *ret) {
  pv none = pv_none();
  DBX_TRY(args_no_keywords(c, "slice"));
  DBX_TRY(args_count(c, "slice", 1, 3));
  return *ret = c->n == 1 ? slice_new(none, c->at[0], none)
                          : slice_new(c->at[0], c->at[1], c->n == 3 ? c->at[2] : none),
         DBX_OK;
}
