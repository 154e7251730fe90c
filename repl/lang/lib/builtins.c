// The builtin functions that are not about sequences, and the table of all builtin names.
#include "lang/lib/builtins.h"
#include "base/poll.h"
#include "lang/jax/jax.h"

#include "lang/lib/below.h"
#include "lang/lib/known_names.h"
#include "lang/lib/state.h"
#include "lang/np/np.h"
#include "lang/text/format.h"
#include <math.h>
#include <string.h>
#include <utf8proc.h>

// ---- the table ----

static void put_name(const char *name, pv v) {
  heap_keep(v.o);
  dbx_map_put(&lib_now->names, dbx_intern(name), (uint64_t)(uintptr_t)v.o);
}

static pv type_new(const char *name, native_fn make) {
  o_type *t = heap_new(T_TYPE, sizeof *t);
  t->name = dbx_sym_text(dbx_intern(name)); // lives as long as the session
  t->make = make;
  heap_keep(t);
  dbx_map_put(&lib_now->type_names, dbx_intern(name), (uint64_t)(uintptr_t)t);
  return pv_obj(t);
}

static const struct {
  const char *name, *instead;
} refused[] = {
#define NO_REACH "a program is data here: it cannot reach files, processes or the network"
#define F(name)
#define T(name)
#define X(name, instead) {#name, instead},
#include "lang/lib/builtins.def"
#undef F
#undef T
#undef X
#undef NO_REACH
};

dbx_status lang_refuse_builtin(dbx_sym name, dbx_span span) {
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    if (!strcmp(refused[i].name, dbx_sym_text(name)))
      return dbx_fail(DBX_E218, span, "%s exists in Python, but is not offered here%s%s",
                      refused[i].name, *refused[i].instead ? "; " : "", refused[i].instead);
  return DBX_OK;
}

static const native_row functions[] = {
#define F(name) {#name, builtin_##name},
#define T(name)
#define X(name, instead)
#include "lang/lib/builtins.def"
#undef F
#undef T
#undef X
};
static const native_row types[] = {
#define F(name)
#define T(name) {#name, builtin_##name},
#define X(name, instead)
#include "lang/lib/builtins.def"
#undef F
#undef T
#undef X
};

// Types that modules hold.
static const native_row module_types[] = {{"collections.deque", builtin_deque},
                                          {"pennylane.numpy.tensor.tensor", np_tensor_make}};

static void fill_names(void) {
  for (size_t i = 0; i < sizeof module_types / sizeof *module_types; i++)
    type_new(module_types[i].name, module_types[i].fn);

  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    put_name(functions[i].name,
             native_new(functions[i].name, functions[i].fn, PV(PV_UNBOUND), NULL));
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    put_name(types[i].name, type_new(types[i].name, types[i].fn));
}

pv lang_builtin(dbx_sym name) {
  if (!lib_now->names.n) fill_names();
  const uint64_t *found = dbx_map_find(&lib_now->names, name);
  if (found) return pv_obj((obj *)(uintptr_t)*found);
  const char *text = dbx_sym_text(name);
  o_class *c = lang_exception_class(name);
  if (!c && (!strcmp(text, "IOError") || !strcmp(text, "EnvironmentError")))
    c = lang_exception_class(dbx_intern("OSError"));
  if (c && !strcmp(lang_class_module(c), "builtins")) return pv_obj(c);
  if (!strcmp(text, "NotImplemented")) return PV(PV_NOTIMPLEMENTED);
  if (!strcmp(text, "Ellipsis")) return PV(PV_ELLIPSIS);
  if (!strcmp(text, "__debug__")) return pv_bool(true);
  return PV(PV_UNBOUND);
}

void lang_near_builtin(dbx_nearest *n) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    dbx_nearest_try(n, functions[i].name);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) dbx_nearest_try(n, types[i].name);
  for (uint32_t i = 0; lang_exception_name(i); i++) dbx_nearest_try(n, lang_exception_name(i));
  dbx_nearest_words(n, "True False None NotImplemented Ellipsis");
}

static dbx_status get_builtins(const lang_module *m, const char *name, pv *ret) {
  dbx_sym sym = dbx_intern(name);
  (void)m;
  *ret = lang_builtin(sym);
  return ret->tag == PV_UNBOUND ? lang_refuse_builtin(sym, (dbx_span){0}) : DBX_OK;
}
const lang_module lang_module_builtins = {"builtins", get_builtins};

pv lang_builtin_type(const char *name) {
  if (!lib_now->names.n) fill_names();
  const uint64_t *found = dbx_map_find(&lib_now->type_names, dbx_intern(name));
  return found ? pv_obj((obj *)(uintptr_t)*found) : type_new(name, NULL);
}

static dbx_status one_argument(const call_args *c, const char *name) {
  DBX_TRY(args_no_keywords(c, name));
  return args_count(c, name, 1, 1);
}

// ---- text ----

dbx_status builtin_repr(const call_args *c, pv *ret) {
  DBX_TRY(one_argument(c, "repr"));
  return lang_repr_value(c->at[0], ret);
}
dbx_status builtin_ascii(const call_args *c, pv *ret) {
  dbx_buf b = {0};
  DBX_TRY(one_argument(c, "ascii"));
  dbx_status st = lang_ascii(c->at[0], &b);
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

dbx_status builtin_format(const call_args *c, pv *ret) {
  dbx_buf b = {0};
  DBX_TRY(args_count(c, "format", 1, 2));
  if (c->n == 2 && !is_str(c->at[1]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "format() argument 2 must be str, not %s",
                    lang_type_name(c->at[1]));
  dbx_status st = c->n == 2 ? lang_format(c->at[0], STR(c->at[1])->s, STR(c->at[1])->n, &b)
                            : lang_format(c->at[0], "", 0, &b);
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

static dbx_status in_base(const call_args *c, const char *name, uint32_t type, pv *ret) {
  pv v;
  dbx_buf b = {0};
  DBX_TRY(one_argument(c, name));
  DBX_TRY(as_integer(c->at[0], &v));
  fmt_spec s = {
      .fill = " ", .fill_n = 1, .align = '>', .alternate = true, .precision = -1, .type = type};
  dbx_status st = fmt_put_int(&b, &s, v);
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}
dbx_status builtin_hex(const call_args *c, pv *ret) { return in_base(c, "hex", 'x', ret); }
dbx_status builtin_oct(const call_args *c, pv *ret) { return in_base(c, "oct", 'o', ret); }
dbx_status builtin_bin(const call_args *c, pv *ret) { return in_base(c, "bin", 'b', ret); }

dbx_status builtin_ord(const call_args *c, pv *ret) {
  uint32_t len;
  DBX_TRY(one_argument(c, "ord"));
  if (!is_str(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "ord() expected string of length 1, but %s found",
                    lang_type_name(c->at[0]));
  const o_str *s = STR(c->at[0]);
  if (s->points != 1)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "ord() expected a character, but string of length %u found", s->points);
  return *ret = pv_int(fmt_code_point(s->s, s->n, &len)), DBX_OK;
}

dbx_status builtin_chr(const call_args *c, pv *ret) {
  int64_t i;
  utf8proc_uint8_t out[4];
  DBX_TRY(one_argument(c, "chr"));
  DBX_TRY(lang_index(c->at[0], &i));
  if (i < INT32_MIN || i > INT32_MAX)
    return dbx_fail(DBX_E211, (dbx_span){0}, "Python int too large to convert to C int");
  if (i < 0 || i > 0x10ffff)
    return dbx_fail(DBX_E208, (dbx_span){0}, "chr() arg not in range(0x110000)");
  if (i >= 0xd800 && i < 0xe000)
    return dbx_fail(DBX_E218, (dbx_span){0}, "surrogates are not characters here");
  if (i < 0x80) return *ret = str_char((char)i), DBX_OK;
  return *ret = str_new((char *)out, (size_t)utf8proc_encode_char((utf8proc_int32_t)i, out)),
         DBX_OK;
}

// ---- the end of the program ----

static dbx_status leave(const call_args *c, const char *name) {
  pv exc;
  DBX_TRY(args_no_keywords(c, name));
  if (c->n > 1)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "Quitter.__call__() takes from 1 to 2 positional arguments but %u were given",
                    c->n + 1);
  DBX_TRY(lang_call(pv_obj(lang_exception_class(dbx_intern("SystemExit"))), c->at, c->n, &exc));
  return lang_raise(exc, PV(PV_UNBOUND));
}

dbx_status builtin_exit(const call_args *c, pv *ret) { return (void)ret, leave(c, "exit"); }
dbx_status builtin_quit(const call_args *c, pv *ret) { return (void)ret, leave(c, "quit"); }

// ---- numbers ----

dbx_status builtin_abs(const call_args *c, pv *ret) {
  DBX_TRY(one_argument(c, "abs"));
  pv x = c->at[0];
  if (is_instance(x)) {
    DBX_TRY(instance_call(x, names_now->__abs__, NULL, 0, ret));
    if (ret->tag != PV_UNBOUND) return DBX_OK;
    x = number_plain(x);
  }
  if (is_array(x)) return lang_array_abs(x, ret);
  if (x.tag == PV_FLOAT) return *ret = pv_float(fabs(x.f)), DBX_OK;
  if (is_int(x)) return x.i < 0 ? number_unary(DBX_OP_USub, x, ret) : (*ret = pv_int(x.i), DBX_OK);
  if (number_is_big(x))
    return mpz_sgn(((o_bigint *)x.o)->z) < 0 ? number_unary(DBX_OP_USub, x, ret)
                                             : (*ret = x, DBX_OK);
  if (is_obj(x, T_COMPLEX)) {
    double r = hypot(((o_complex *)x.o)->re, ((o_complex *)x.o)->im);
    bool finite = isfinite(((o_complex *)x.o)->re) && isfinite(((o_complex *)x.o)->im);
    if (isinf(r) && finite) return dbx_fail(DBX_E211, (dbx_span){0}, "absolute value too large");
    return *ret = pv_float(r), DBX_OK;
  }
  return dbx_fail(DBX_E204, (dbx_span){0}, "bad operand type for abs(): '%s'", lang_type_name(x));
}

// Whether one of two operands is an instance that is no number of a built-in type.
static bool plain_instance(const call_args *c) {
  for (uint32_t i = 0; i < 2; i++)
    if (is_instance(c->at[i]) && !is_number(number_plain(c->at[i]))) return true;
  return false;
}

dbx_status builtin_divmod(const call_args *c, pv *ret) {
  pv pair[2];
  DBX_TRY(args_count(c, "divmod", 2, 2));
  DBX_TRY(instance_call(c->at[0], names_now->__divmod__, &c->at[1], 1, ret));
  if (ret->tag == PV_UNBOUND || ret->tag == PV_NOTIMPLEMENTED)
    DBX_TRY(instance_call(c->at[1], names_now->__rdivmod__, &c->at[0], 1, ret));
  if (ret->tag == PV_NOTIMPLEMENTED || (ret->tag == PV_UNBOUND && plain_instance(c)))
    return lang_operand_error("divmod()", c->at[0], c->at[1]);
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  if ((is_number(c->at[0]) || is_none(c->at[0]) || is_str(c->at[0])) && !is_number(c->at[1]) &&
      !is_array(c->at[1]) && !is_instance(c->at[1]))
    return lang_operand_error("divmod()", c->at[0], c->at[1]);
  if (is_str(c->at[0]) || is_obj(c->at[0], T_COMPLEX))
    return lang_operand_error("divmod()", c->at[0], c->at[1]);
  if (c->at[0].tag == PV_FLOAT || c->at[1].tag == PV_FLOAT) {
    bool zero =
        (c->at[1].tag == PV_FLOAT && c->at[1].f == 0) || (is_int(c->at[1]) && c->at[1].i == 0);
    if (zero && is_number(c->at[0])) return dbx_fail(DBX_E209, (dbx_span){0}, "float divmod()");
  }
  if (is_array(c->at[0]) || is_array(c->at[1])) {
    DBX_TRY(lang_array_divmod(c->at[0], c->at[1], ret));
    if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  }
  uint32_t mark = lang_pins();
  dbx_status st = lang_binary(DBX_OP_FloorDiv, c->at[0], c->at[1], &pair[0]);
  if (st == DBX_OK) {
    lang_pin(pair[0]);
    st = lang_binary(DBX_OP_Mod, c->at[0], c->at[1], &pair[1]);
  }
  lang_unpin(mark);
  if (st == DBX_OK) *ret = tuple_new(pair, 2);
  return st;
}

static dbx_status power_error(pv x, const pv *rest) {
  char names[3][64]; // each is valid until the next is asked for
  const pv all[] = {x, rest[0], rest[1]};
  for (int i = 0; i < 3; i++) snprintf(names[i], sizeof names[i], "%s", lang_type_name(all[i]));
  return dbx_fail(DBX_E204, (dbx_span){0},
                  "unsupported operand type(s) for ** or pow(): '%s', '%s', '%s'", names[0],
                  names[1], names[2]);
}

dbx_status builtin_pow(const call_args *c, pv *ret) {
  pv mod = args_keyword(c, "mod");
  DBX_TRY(args_only_keywords(c, "pow", "mod"));
  DBX_TRY(args_count(c, "pow", 2, 3));
  if (c->n == 3) mod = c->at[2];
  if (mod.tag == PV_UNBOUND || is_none(mod))
    return lang_binary(DBX_OP_Pow, c->at[0], c->at[1], ret);
  pv rest[] = {c->at[1], mod};
  DBX_TRY(instance_call(c->at[0], dbx_intern("__pow__"), rest, 2, ret));
  if (ret->tag != PV_UNBOUND && ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  if (plain_instance(c) || ret->tag == PV_NOTIMPLEMENTED) return power_error(c->at[0], rest);
  return number_power(c->at[0], c->at[1], mod, ret);
}

// The nearest multiple of 10^-digits, by the decimal digits of x as CPython rounds.
dbx_status round_float(double x, int64_t digits, pv *ret) {
  dbx_buf b = {0};
  if (!isfinite(x) || digits > 323) return *ret = pv_float(x), DBX_OK;
  if (digits < -308) return *ret = pv_float(copysign(0.0, x)), DBX_OK;
  if (digits >= 0) {
    dbx_printf(&b, "%.*f", (int)digits, x);
  } else {
    dbx_printf(&b, "%.0f", fabs(x)); // exact where it matters: only the digits kept are looked at
    int64_t kept = (int64_t)b.n + digits;
    dbx_clear(&b);
    double unit = pow(10, (double)-digits);
    if (kept > 0) dbx_printf(&b, "%.*e", (int)kept - 1, x);
    else
      dbx_printf(&b, "%s%.0f", signbit(x) ? "-" : "", kept == 0 && fabs(x) > unit / 2 ? unit : 0);
  }
  double r = strtod(dbx_text(&b), NULL);
  dbx_buf_free(&b);
  if (isinf(r)) return dbx_fail(DBX_E211, (dbx_span){0}, "rounded value too large to represent");
  return *ret = pv_float(r), DBX_OK;
}

// Of an int to a multiple of 10^places, ties to even.
static dbx_status round_int(pv x, int64_t places, pv *ret) {
  mpz_t z, unit, rest;
  if (places <= 0) return *ret = is_int(x) ? pv_int(x.i) : x, DBX_OK;
  number_get_mpz(x, z);
  if (places > (int64_t)mpz_sizeinbase(z, 10) + 1) return mpz_clear(z), *ret = pv_int(0), DBX_OK;
  mpz_init(unit), mpz_init(rest);
  mpz_ui_pow_ui(unit, 10, (unsigned long)places);
  mpz_fdiv_qr(z, rest, z, unit);
  mpz_mul_2exp(rest, rest, 1);
  int order = mpz_cmp(rest, unit);
  if (order > 0 || (order == 0 && mpz_odd_p(z))) mpz_add_ui(z, z, 1);
  mpz_mul(z, z, unit);
  mpz_clear(unit), mpz_clear(rest);
  return *ret = bigint_take(z), DBX_OK;
}

static dbx_status round_array(pv x, pv digits, pv *ret) {
  pv fn, n = is_none(digits) ? pv_int(0) : digits;
  if (is_obj(x, T_NDARRAY))
    return dbx_fail(DBX_E204, (dbx_span){0}, "type numpy.ndarray doesn't define __round__ method");
  DBX_TRY(lang_getattr(x, dbx_intern("round"), &fn));
  return lang_call(fn, &n, 1, ret);
}

// round(x) gives integers, also of jax's arrays.
static dbx_status as_int_array(pv x, pv *ret) {
  pv astype, type = lang_builtin_type("int");
  uint32_t mark = lang_pins();
  lang_pin(x);
  dbx_status st = lang_getattr(x, dbx_intern("astype"), &astype);
  if (st == DBX_OK) st = lang_call(astype, &type, 1, ret);
  lang_unpin(mark);
  return st;
}

dbx_status builtin_round(const call_args *c, pv *ret) {
  int64_t digits = 0;
  DBX_TRY(args_only_keywords(c, "round", "ndigits number"));
  DBX_TRY(args_count(c, "round", 1, 2));
  pv x = c->at[0], given = c->n == 2 ? c->at[1] : args_keyword(c, "ndigits");
  bool whole = given.tag == PV_UNBOUND || is_none(given);
  if (whole) given = pv_none();
  bool scalar = is_obj(x, T_GENERIC);
  if (scalar && whole) DBX_TRY(lang_array_item(x, &x));
  if (is_array(x)) {
    DBX_TRY(round_array(x, given, ret));
    return whole && lang_is_traced_or_jax(x) ? as_int_array(*ret, ret) : DBX_OK;
  }
  if (is_instance(x)) {
    DBX_TRY(instance_call(x, names_now->__round__, &given, !whole, ret));
    if (ret->tag != PV_UNBOUND) return DBX_OK;
    x = number_plain(x);
  }
  bool integer = is_int(x) || number_is_big(x);
  if (!integer && x.tag != PV_FLOAT)
    return dbx_fail(DBX_E204, (dbx_span){0}, "type %s doesn't define __round__ method",
                    lang_type_name(x));
  if (!whole) DBX_TRY(lang_index(given, &digits));
  if (integer) return round_int(x, digits < -INT64_MAX ? INT64_MAX : -digits, ret);
  return whole ? number_from_double(nearbyint(x.f), ret) : round_float(x.f, digits, ret);
}

// ---- types and attributes ----

dbx_status builtin_len(const call_args *c, pv *ret) {
  int64_t n;
  DBX_TRY(one_argument(c, "len"));
  DBX_TRY(lang_length(c->at[0], &n));
  return *ret = pv_int(n), DBX_OK;
}

dbx_status builtin_isinstance(const call_args *c, pv *ret) {
  bool yes;
  DBX_TRY(args_no_keywords(c, "isinstance"));
  if (c->n != 2)
    return dbx_fail(DBX_E202, (dbx_span){0}, "isinstance expected 2 arguments, got %u", c->n);
  DBX_TRY(lang_isinstance(c->at[0], c->at[1], &yes));
  return *ret = pv_bool(yes), DBX_OK;
}

static bool is_class(pv v) {
  return is_obj(v, T_CLASS) || is_obj(v, T_TYPE) || is_obj(v, T_DTYPE) || np_kinds(v);
}

// Of the scalar types of numpy: those above them, and those of Python that two of them are.
static bool is_scalar_subtype(pv c, pv of) {
  const char *kinds = np_kinds(of), *own = np_kinds(c);
  if (kinds && own) return strspn(own, kinds) == strlen(own);
  if (!is_obj(c, T_DTYPE)) return false;
  dbx_dtype t = ((o_dtype *)c.o)->t;
  if (kinds) return strchr(kinds, dbx_dtype_kind(t));
  if (is_obj(of, T_DTYPE)) return t == ((o_dtype *)of.o)->t;
  const char *name = is_obj(of, T_TYPE) ? ((o_type *)of.o)->name : "";
  return (t == DBX_F64 && !strcmp(name, "float")) || (t == DBX_C128 && !strcmp(name, "complex"));
}

static dbx_status subclass_of(pv c, pv of, bool *ret) {
  if (is_obj(of, T_TUPLE)) {
    *ret = false;
    for (uint32_t i = 0; i < SEQ(of)->n && !*ret; i++) {
      if (is_obj(SEQ(of)->at[i], T_TUPLE))
        return dbx_fail(DBX_E204, (dbx_span){0}, "nested tuples of classes are not offered here");
      DBX_TRY(subclass_of(c, SEQ(of)->at[i], ret));
    }
    return DBX_OK;
  }
  if (!is_class(of))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "issubclass() arg 2 must be a class, a tuple of classes, or a union");
  const char *name = is_obj(of, T_TYPE) ? ((o_type *)of.o)->name : "";
  if (is_obj(of, T_CLASS)) return class_has_subclass((o_class *)of.o, c, ret);
  bool below = is_obj(c, T_CLASS) && ((o_class *)c.o)->builtin == (o_type *)of.o;
  *ret = pv_same(c, of) || below || !strcmp(name, "object") ||
         (!strcmp(name, "int") && is_obj(c, T_TYPE) && !strcmp(((o_type *)c.o)->name, "bool"));
  *ret = *ret || is_scalar_subtype(c, of);
  return DBX_OK;
}

dbx_status builtin_issubclass(const call_args *c, pv *ret) {
  bool yes;
  DBX_TRY(args_no_keywords(c, "issubclass"));
  if (c->n != 2)
    return dbx_fail(DBX_E202, (dbx_span){0}, "issubclass expected 2 arguments, got %u", c->n);
  if (!is_class(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "issubclass() arg 1 must be a class");
  DBX_TRY(subclass_of(c->at[0], c->at[1], &yes));
  return *ret = pv_bool(yes), DBX_OK;
}

dbx_status builtin_callable(const call_args *c, pv *ret) {
  DBX_TRY(one_argument(c, "callable"));
  return *ret = pv_bool(lang_callable(c->at[0])), DBX_OK;
}

static dbx_status attribute_name(const call_args *c, const char *fn, uint32_t min, uint32_t max,
                                 dbx_sym *ret) {
  DBX_TRY(args_no_keywords(c, fn));
  if (min == max && c->n != min)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s expected %u arguments, got %u", fn, min, c->n);
  DBX_TRY(args_count(c, fn, min, max));
  if (!is_str(c->at[1]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "attribute name must be string, not '%s'",
                    lang_type_name(c->at[1]));
  return *ret = dbx_intern_n(STR(c->at[1])->s, STR(c->at[1])->n), DBX_OK;
}

// Programs ask what a version of a module has: names of modules that are not offered are not there;
// attributes of values are.
static dbx_status try_attribute(pv x, dbx_sym name, pv *ret) {
  DBX_TRY(lang_tryattr(x, name, ret));
  return ret->tag == PV_UNBOUND ? lang_refuse_attribute(x, dbx_sym_text(name)) : DBX_OK;
}

dbx_status builtin_getattr(const call_args *c, pv *ret) {
  dbx_sym name;
  pv v;
  DBX_TRY(attribute_name(c, "getattr", 2, 3, &name));
  if (c->n == 2) return lang_getattr(c->at[0], name, ret);
  DBX_TRY(try_attribute(c->at[0], name, &v));
  return *ret = v.tag == PV_UNBOUND ? c->at[2] : v, DBX_OK;
}
dbx_status builtin_hasattr(const call_args *c, pv *ret) {
  dbx_sym name;
  pv v;
  DBX_TRY(attribute_name(c, "hasattr", 2, 2, &name));
  DBX_TRY(try_attribute(c->at[0], name, &v));
  return *ret = pv_bool(v.tag != PV_UNBOUND), DBX_OK;
}
dbx_status builtin_setattr(const call_args *c, pv *ret) {
  dbx_sym name;
  DBX_TRY(attribute_name(c, "setattr", 3, 3, &name));
  return *ret = pv_none(), lang_setattr(c->at[0], name, c->at[2]);
}
dbx_status builtin_delattr(const call_args *c, pv *ret) {
  dbx_sym name;
  DBX_TRY(attribute_name(c, "delattr", 2, 2, &name));
  return *ret = pv_none(), lang_delattr(c->at[0], name);
}
