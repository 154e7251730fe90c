// Methods of the built-in types: which type has which, the methods of numbers, and the special
// methods (x.__len__()) that go through the operators.
#include "lang/bytes/bytes.h"
#include "lang/jax/jax.h"
#include "lang/lib/builtins.h"
#include "lang/lib/state.h"
#include "lang/lib/tools.h"
#include "lang/object/types.h"

#include <math.h>
#include <string.h>

static dbx_status no_arguments(const call_args *c) { return method_args(c, 0, 0); }

// ---- numbers ----

static dbx_status number_conjugate(const call_args *c, pv *ret) {
  pv x = native_self(c);
  DBX_TRY(no_arguments(c));
  *ret = x.tag == PV_BOOL       ? pv_int(x.i)
         : is_obj(x, T_COMPLEX) ? complex_new(((o_complex *)x.o)->re, -((o_complex *)x.o)->im)
                                : x;
  return DBX_OK;
}

static dbx_status int_bits(const call_args *c, bool ones, pv *ret) {
  mpz_t z;
  DBX_TRY(no_arguments(c));
  number_get_mpz(native_self(c), z);
  mpz_abs(z, z);
  *ret = pv_int(!mpz_sgn(z) ? 0 : (int64_t)(ones ? mpz_popcount(z) : mpz_sizeinbase(z, 2)));
  mpz_clear(z);
  return DBX_OK;
}
static dbx_status int_bit_length(const call_args *c, pv *ret) { return int_bits(c, false, ret); }
static dbx_status int_bit_count(const call_args *c, pv *ret) { return int_bits(c, true, ret); }

static dbx_status int_as_integer_ratio(const call_args *c, pv *ret) {
  pv x = native_self(c), pair[] = {x.tag == PV_BOOL ? pv_int(x.i) : x, pv_int(1)};
  DBX_TRY(no_arguments(c));
  return *ret = tuple_new(pair, 2), DBX_OK;
}

static dbx_status float_is_integer(const call_args *c, pv *ret) {
  double x = native_self(c).f;
  DBX_TRY(no_arguments(c));
  return *ret = pv_bool(isfinite(x) && floor(x) == x), DBX_OK;
}

static dbx_status float_as_integer_ratio(const call_args *c, pv *ret) {
  double x = native_self(c).f;
  int e;
  DBX_TRY(no_arguments(c));
  if (isnan(x)) return dbx_fail(DBX_E208, (dbx_span){0}, "cannot convert NaN to integer ratio");
  if (isinf(x))
    return dbx_fail(DBX_E211, (dbx_span){0}, "cannot convert Infinity to integer ratio");
  double m = frexp(x, &e);
  for (int i = 0; i < 60 && m != floor(m); i++) m *= 2, e--;
  mpz_t over, under;
  mpz_init_set_d(over, m);
  mpz_init_set_ui(under, 1);
  mpz_mul_2exp(e > 0 ? over : under, e > 0 ? over : under, (mp_bitcnt_t)abs(e));
  pv pair[] = {bigint_take(over), bigint_take(under)};
  return *ret = tuple_new(pair, 2), DBX_OK;
}

const native_row int_methods[] = {{"as_integer_ratio", int_as_integer_ratio},
                                  {"bit_count", int_bit_count},
                                  {"bit_length", int_bit_length},
                                  {"conjugate", number_conjugate},
                                  {"from_bytes", int_from_bytes},
                                  {"to_bytes", int_to_bytes},
                                  {NULL, NULL}};
const native_row float_methods[] = {{"as_integer_ratio", float_as_integer_ratio},
                                    {"conjugate", number_conjugate},
                                    {"fromhex", float_fromhex},
                                    {"hex", float_hex},
                                    {"is_integer", float_is_integer},
                                    {NULL, NULL}};
const native_row complex_methods[] = {{"conjugate", number_conjugate}, {NULL, NULL}};

// ---- special methods ----

typedef dbx_status (*unary_builtin)(const call_args *c, pv *ret);

// Calls a builtin with self in front of the arguments.
static dbx_status with_self(const call_args *c, unary_builtin fn, pv *ret) {
  uint32_t mark = lang_pins();
  lang_pin(native_self(c));
  for (uint32_t i = 0; i < c->n; i++) lang_pin(c->at[i]);
  call_args d = *c;
  d.at = lang_pin_at(mark), d.n = c->n + 1;
  dbx_status st = lang_check_pins();
  if (st == DBX_OK) st = fn(&d, ret);
  lang_unpin(mark);
  return st;
}
static dbx_status special_len(const call_args *c, pv *ret) {
  pv x = native_self(c); // len() has to give a number, __len__() may give a traced length
  if (x.tag == PV_TRACER && dbx_aval_at(dbx_var_aval(x.tracer))->rank)
    return *ret = SEQ(lang_shape_tuple(dbx_var_aval(x.tracer)))->at[0], DBX_OK;
  return with_self(c, builtin_len, ret);
}
static dbx_status special_iter(const call_args *c, pv *ret) {
  return with_self(c, builtin_iter, ret);
}
static dbx_status special_next(const call_args *c, pv *ret) {
  return with_self(c, builtin_next, ret);
}
static dbx_status special_hash(const call_args *c, pv *ret) {
  return with_self(c, builtin_hash, ret);
}
static dbx_status special_str(const call_args *c, pv *ret) {
  return with_self(c, builtin_str, ret);
}
static dbx_status special_repr(const call_args *c, pv *ret) {
  return with_self(c, builtin_repr, ret);
}
static dbx_status special_format(const call_args *c, pv *ret) {
  return with_self(c, builtin_format, ret);
}
static dbx_status special_abs(const call_args *c, pv *ret) {
  return with_self(c, builtin_abs, ret);
}
static dbx_status special_bool(const call_args *c, pv *ret) {
  return with_self(c, builtin_bool, ret);
}
static dbx_status special_int(const call_args *c, pv *ret) {
  return with_self(c, builtin_int, ret);
}
static dbx_status special_float(const call_args *c, pv *ret) {
  return with_self(c, builtin_float, ret);
}
static dbx_status special_round(const call_args *c, pv *ret) {
  return with_self(c, builtin_round, ret);
}
static dbx_status special_divmod(const call_args *c, pv *ret) {
  return with_self(c, builtin_divmod, ret);
}
static dbx_status special_complex(const call_args *c, pv *ret) {
  return with_self(c, builtin_complex, ret);
}
static dbx_status special_reversed(const call_args *c, pv *ret) {
  return with_self(c, builtin_reversed, ret);
}
static dbx_status special_call(const call_args *c, pv *ret) {
  return lang_call_args(native_self(c), c, ret);
}

static dbx_status special_contains(const call_args *c, pv *ret) {
  bool yes;
  DBX_TRY(args_count(c, "__contains__", 1, 1));
  DBX_TRY(lang_contains(native_self(c), c->at[0], &yes));
  return *ret = pv_bool(yes), DBX_OK;
}
static dbx_status special_getitem(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "__getitem__", 1, 1));
  return lang_getitem(native_self(c), c->at[0], ret);
}
static dbx_status special_index(const call_args *c, pv *ret) {
  DBX_TRY(no_arguments(c));
  return as_integer(native_self(c), ret);
}
static dbx_status special_copy(const call_args *c, pv *ret) {
  DBX_TRY(no_arguments(c));
  return *ret = native_self(c), DBX_OK;
}
static dbx_status special_setitem(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "__setitem__", 2, 2));
  return *ret = pv_none(), lang_setitem(native_self(c), c->at[0], c->at[1]);
}
static dbx_status special_delitem(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "__delitem__", 1, 1));
  return *ret = pv_none(), lang_delitem(native_self(c), c->at[0]);
}

static const struct {
  const char *name;
  dbx_op op;
  bool reflected, compare;
} operators[] = {{"__add__", DBX_OP_Add},
                 {"__radd__", DBX_OP_Add, true},
                 {"__sub__", DBX_OP_Sub},
                 {"__rsub__", DBX_OP_Sub, true},
                 {"__mul__", DBX_OP_Mult},
                 {"__rmul__", DBX_OP_Mult, true},
                 {"__truediv__", DBX_OP_Div},
                 {"__rtruediv__", DBX_OP_Div, true},
                 {"__floordiv__", DBX_OP_FloorDiv},
                 {"__rfloordiv__", DBX_OP_FloorDiv, true},
                 {"__mod__", DBX_OP_Mod},
                 {"__rmod__", DBX_OP_Mod, true},
                 {"__pow__", DBX_OP_Pow},
                 {"__rpow__", DBX_OP_Pow, true},
                 {"__matmul__", DBX_OP_MatMult},
                 {"__rmatmul__", DBX_OP_MatMult, true},
                 {"__and__", DBX_OP_BitAnd},
                 {"__rand__", DBX_OP_BitAnd, true},
                 {"__or__", DBX_OP_BitOr},
                 {"__ror__", DBX_OP_BitOr, true},
                 {"__xor__", DBX_OP_BitXor},
                 {"__rxor__", DBX_OP_BitXor, true},
                 {"__lshift__", DBX_OP_LShift},
                 {"__rlshift__", DBX_OP_LShift, true},
                 {"__rshift__", DBX_OP_RShift},
                 {"__rrshift__", DBX_OP_RShift, true},
                 {"__eq__", DBX_OP_Eq, false, true},
                 {"__ne__", DBX_OP_NotEq, false, true},
                 {"__lt__", DBX_OP_Lt, false, true},
                 {"__le__", DBX_OP_LtE, false, true},
                 {"__gt__", DBX_OP_Gt, false, true},
                 {"__ge__", DBX_OP_GtE, false, true}};

static dbx_status special_operator(const call_args *c, pv *ret) {
  const o_native *self = (o_native *)c->fn.o;
  size_t i = 0;
  DBX_TRY(args_count(c, self->name, 1, 1));
  while (strcmp(operators[i].name, self->name)) i++;
  pv x = self->self, y = c->at[0];
  if (operators[i].compare) return lang_compare(operators[i].op, x, y, ret);
  if (operators[i].reflected) x = y, y = self->self;
  // an array answers NotImplemented to what it does not know, as Python's protocol has it
  return is_array(self->self) ? lang_array_binary(operators[i].op, x, y, ret)
                              : lang_binary(operators[i].op, x, y, ret);
}

static const struct {
  const char *name;
  dbx_op op;
} signs[] = {{"__neg__", DBX_OP_USub}, {"__pos__", DBX_OP_UAdd}, {"__invert__", DBX_OP_Invert}};

static dbx_status special_sign(const call_args *c, pv *ret) {
  size_t i = 0;
  DBX_TRY(no_arguments(c));
  while (strcmp(signs[i].name, ((o_native *)c->fn.o)->name)) i++;
  return lang_unary(signs[i].op, native_self(c), ret);
}
static dbx_status special_rdivmod(const call_args *c, pv *ret) {
  pv pair[] = {c->n ? c->at[0] : pv_none(), native_self(c)};
  DBX_TRY(args_count(c, "__rdivmod__", 1, 1));
  call_args d = {.fn = c->fn, .self = PV(PV_UNBOUND), .at = pair, .n = 2, .span = c->span};
  return builtin_divmod(&d, ret);
}

// What a type has to be for the method: any, sized, iterable, an iterator, subscriptable, mutable,
// a number that is not complex, any number, an integer, callable, nothing but an array; and whether
// jax's arrays have it (t: tracers only).
static const struct {
  const char *name;
  native_fn fn;
  char of, arrays;
} specials[] = {
    {"__len__", special_len, 's', 'y'},         {"__contains__", special_contains, 's', 'n'},
    {"__iter__", special_iter, 'i', 'y'},       {"__next__", special_next, 'n', 'n'},
    {"__hash__", special_hash, 'a', 'y'},       {"__str__", special_str, 'a', 'y'},
    {"__repr__", special_repr, 'a', 'y'},       {"__format__", special_format, 'a', 'y'},
    {"__getitem__", special_getitem, 'g', 'y'}, {"__setitem__", special_setitem, 'm', 'y'},
    {"__delitem__", special_delitem, 'm', 'n'}, {"__reversed__", special_reversed, 'm', 't'},
    {"__abs__", special_abs, '0', 'y'},         {"__bool__", special_bool, '0', 'y'},
    {"__int__", special_int, '0', 'y'},         {"__float__", special_float, '0', 'y'},
    {"__complex__", special_complex, '-', 'y'}, {"__index__", special_index, '1', 'y'},
    {"__round__", special_round, '0', 'y'},     {"__divmod__", special_divmod, '0', 'y'},
    {"__rdivmod__", special_rdivmod, '0', 'y'}, {"__neg__", special_sign, '2', 'y'},
    {"__pos__", special_sign, '2', 'y'},        {"__invert__", special_sign, '1', 'y'},
    {"__copy__", special_copy, '-', 'y'},       {"__call__", special_call, 'c', 'n'}};

static bool is_sized(pv x) {
  return is_str(x) || is_seq(x) || is_obj(x, T_DICT) || is_obj(x, T_SET) || is_obj(x, T_RANGE) ||
         is_obj(x, T_LONG_RANGE) || (is_obj(x, T_ITER) && ((o_iter *)x.o)->view);
}

static bool fits(pv x, char of) {
  switch (of) {
  case 's': return is_sized(x);
  case 'i': return is_sized(x) || is_obj(x, T_ITER);
  case 'n': return is_obj(x, T_ITER) && !((o_iter *)x.o)->view;
  case 'g':
    return is_str(x) || is_seq(x) || is_obj(x, T_DICT) || is_obj(x, T_RANGE) ||
           is_obj(x, T_LONG_RANGE);
  case 'm': return is_obj(x, T_LIST) || is_obj(x, T_DICT);
  case '0': return is_number(x) && !is_obj(x, T_COMPLEX);
  case '1': return is_int(x) || number_is_big(x);
  case '2': return is_number(x);
  case '-': return false;
  case 'c': return lang_callable(x);
  default: return true;
  }
}

static bool has_special(pv x, size_t i) {
  char arrays = specials[i].arrays;
  return is_array(x) ? arrays == 'y' || (arrays == 't' && x.tag == PV_TRACER)
                     : fits(x, specials[i].of);
}

static bool has_operators(pv x) {
  return is_number(x) || is_sized(x) || is_array(x) || is_obj(x, T_DTYPE);
}

static pv special_method(pv x, const char *name) {
  for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
    if (!strcmp(name, specials[i].name) && has_special(x, i))
      return native_new(specials[i].name, specials[i].fn, x, NULL);
  for (size_t i = 0; has_operators(x) && i < sizeof operators / sizeof *operators; i++)
    if (!strcmp(name, operators[i].name))
      return native_new(operators[i].name, special_operator, x, NULL);
  return PV(PV_UNBOUND);
}

// ---- what every object has, as super() finds it when no class defines it ----

static dbx_status object_init(const call_args *c, pv *ret) {
  if (c->n || c->n_kw)
    return dbx_fail(DBX_E202, (dbx_span){0},
                    "object.__init__() takes exactly one argument (the instance to initialize)");
  return *ret = pv_none(), DBX_OK;
}
static dbx_status object_repr(const call_args *c, pv *ret) {
  dbx_buf b = {0};
  DBX_TRY(no_arguments(c));
  lang_put_plain_repr(native_self(c), &b);
  return *ret = str_take(&b), DBX_OK;
}
static dbx_status object_eq(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "__eq__", 1, 1));
  return *ret = pv_same(native_self(c), c->at[0]) ? pv_bool(true) : PV(PV_NOTIMPLEMENTED), DBX_OK;
}
static dbx_status object_hash(const call_args *c, pv *ret) {
  DBX_TRY(no_arguments(c));
  return *ret = pv_int((int64_t)((uintptr_t)native_self(c).o >> 4)), DBX_OK;
}
static dbx_status name_of(const call_args *c, uint32_t n, dbx_sym *ret) {
  const char *own = ((o_native *)c->fn.o)->name;
  DBX_TRY(args_no_keywords(c, own));
  DBX_TRY(args_count(c, own, n, n));
  if (!is_str(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "attribute name must be string, not '%s'",
                    lang_type_name(c->at[0]));
  return *ret = dbx_intern_n(STR(c->at[0])->s, STR(c->at[0])->n), DBX_OK;
}
static dbx_status object_setattr(const call_args *c, pv *ret) {
  dbx_sym name;
  DBX_TRY(name_of(c, 2, &name));
  return *ret = pv_none(), lang_object_setattr(native_self(c), name, c->at[1]);
}
static dbx_status object_delattr(const call_args *c, pv *ret) {
  dbx_sym name;
  DBX_TRY(name_of(c, 1, &name));
  return *ret = pv_none(), lang_object_setattr(native_self(c), name, PV(PV_UNBOUND));
}
static dbx_status object_getattribute(const call_args *c, pv *ret) {
  dbx_sym name;
  DBX_TRY(name_of(c, 1, &name));
  DBX_TRY(lang_object_getattr(native_self(c), name, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  return dbx_fail(DBX_E203, (dbx_span){0}, "'%s' object has no attribute '%s'",
                  lang_type_name(native_self(c)), dbx_sym_text(name));
}

static const native_row object_methods[] = {{"__init__", object_init},
                                            {"__repr__", object_repr},
                                            {"__eq__", object_eq},
                                            {"__hash__", object_hash},
                                            {"__setattr__", object_setattr},
                                            {"__delattr__", object_delattr},
                                            {"__getattribute__", object_getattribute},
                                            {"__str__", special_repr},
                                            {"__format__", special_format},
                                            {NULL, NULL}};

// object.__new__(cls, ...): more arguments are for an __init__ of the class.
static dbx_status object_new(const call_args *c, pv *ret) {
  if (!c->n) return dbx_fail(DBX_E202, (dbx_span){0}, "object.__new__(): not enough arguments");
  if (!is_obj(c->at[0], T_CLASS))
    return dbx_fail(DBX_E204, (dbx_span){0}, "object.__new__(X): X is not a type object (%s)",
                    lang_type_name(c->at[0]));
  o_class *cls = (o_class *)c->at[0].o;
  bool more = c->n > 1 || c->n_kw, makes = lang_class_lookup(cls, names_now->__new__).tag;
  if (cls->builtin)
    return dbx_fail(DBX_E204, (dbx_span){0}, "object.__new__(%s) is not safe, use %s.__new__()",
                    dbx_sym_text(cls->name), cls->builtin->name);
  if (more && makes && !cls->exception)
    return dbx_fail(DBX_E202, (dbx_span){0},
                    "object.__new__() takes exactly one argument (the type to instantiate)");
  if (more && !cls->exception && lang_class_lookup(cls, names_now->__init__).tag == PV_UNBOUND)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s() takes no arguments", dbx_sym_text(cls->name));
  call_args d = *c;
  d.at++, d.n--;
  return lang_object_new(cls, &d, ret);
}
static dbx_status object_init_subclass(const call_args *c, pv *ret) {
  if (c->n_kw)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s.__init_subclass__() takes no keyword arguments",
                    lang_type_value_name(native_self(c)));
  DBX_TRY(args_count(c, "__init_subclass__", 0, 0));
  return *ret = pv_none(), DBX_OK;
}
// Those of the class itself.
static const native_row class_rows[] = {
    {"__new__", object_new}, {"__init_subclass__", object_init_subclass}, {NULL, NULL}};

// ---- lookup ----

static const native_row *rows_of(pv x) {
  if (is_obj(x, T_ITER) && ((o_iter *)x.o)->kind == IT_GENERATOR) return generator_methods;
  if (is_obj(x, T_SET) && DICT(x)->frozen) return frozenset_methods;
  bool has = !is_obj(x, T_ITER) || ((o_iter *)x.o)->view; // of iterators only views
  return has ? type_built_in(x)->methods : NULL;
}

static const native_row *find_row(const native_row *rows, const char *name) {
  for (; rows && rows->name; rows++)
    if (!strcmp(rows->name, name)) return rows;
  return NULL;
}

// The answer to a question asked before is in one of two places, the later in the first: two
// questions in turn that fall together do not drive each other out.
const native_row *lang_method_row(pv x, dbx_sym name) {
  const native_row *rows = rows_of(x);
  if (!rows) return NULL;
  size_t i = ((uintptr_t)rows / sizeof *rows + name) % ASKED;
  typeof(lib_now->asked[0]) *known = &lib_now->asked[i], *before = &lib_now->asked[i ^ 1];
  if (known->rows == rows && known->name == name) return known->found;
  if (before->rows == rows && before->name == name) return before->found;
  *before = *known;
  known->rows = rows, known->name = name, known->found = find_row(rows, dbx_sym_text(name));
  return known->found;
}

// chain.from_iterable: functions that are attributes of a function, which in CPython is a class.
static pv method_of_native(const o_native *f, const char *name) {
  static const struct {
    native_fn of;
    native_row row;
  } rows[] = {{tool_chain, {"from_iterable", tool_from_iterable}}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].of == f->fn && !strcmp(rows[i].row.name, name))
      return native_once(&rows[i].row, name, rows[i].row.fn, NULL);
  return PV(PV_UNBOUND);
}

dbx_status lang_method(pv x, dbx_sym name, pv *ret) {
  const char *text = dbx_sym_text(name);
  *ret = PV(PV_UNBOUND);
  if (is_obj(x, T_NATIVE) && (*ret = method_of_native((o_native *)x.o, text)).tag != PV_UNBOUND)
    return DBX_OK;
  bool object = is_obj(x, T_INSTANCE) || is_obj(x, T_SUPER);
  const native_row *row = object ? find_row(object_methods, text) : lang_method_row(x, name);
  if (!row && (object || is_obj(x, T_CLASS)) && (row = find_row(class_rows, text)))
    return *ret = native_new(row->name, row->fn, is_obj(x, T_SUPER) ? ((o_super *)x.o)->self : x,
                             NULL),
           DBX_OK;
  if (row)
    *ret = native_new(row->name, row->fn, is_obj(x, T_SUPER) ? ((o_super *)x.o)->self : x, NULL);
  else if (!object && text[0] == '_') *ret = special_method(x, text);
  return DBX_OK;
}

// ---- methods by their type: str.upper(s), dict.fromkeys(keys) ----

static const struct {
  const char *type;
  const native_row *rows;
} by_type[] = {{"str", str_methods},
               {"list", list_methods},
               {"tuple", tuple_methods},
               {"dict", dict_methods},
               {"set", set_methods},
               {"frozenset", frozenset_methods},
               {"range", range_methods},
               {"slice", slice_methods},
               {"int", int_methods},
               {"float", float_methods},
               {"complex", complex_methods},
               {"bool", int_methods},
               {"object", object_methods},
               {"property", property_methods},
               {"bytes", bytes_methods},
               {"bytearray", bytearray_methods},
               {"memoryview", memoryview_methods}};

static const char *type_with(const native_row *row) {
  for (size_t i = 0; i < sizeof by_type / sizeof *by_type; i++)
    if (find_row(by_type[i].rows, row->name) == row) return by_type[i].type;
  return "object";
}

static dbx_status unbound_call(const call_args *c, pv *ret) {
  const native_row *row = ((o_native *)c->fn.o)->data;
  if (!c->n)
    return dbx_fail(DBX_E202, (dbx_span){0}, "unbound method %s() needs an argument", row->name);
  bool instance = is_obj(c->at[0], T_INSTANCE);
  const native_row *own = find_row(instance ? object_methods : rows_of(c->at[0]), row->name);
  if (!own || own->fn != row->fn)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", row->name,
                    type_with(row), lang_type_name(c->at[0]));
  call_args d = *c;
  d.fn = native_new(row->name, row->fn, c->at[0], NULL);
  d.at++, d.n--;
  uint32_t mark = lang_pins();
  lang_pin(d.fn);
  dbx_status st = row->fn(&d, ret);
  lang_unpin(mark);
  return st;
}

// Methods that are called on the class: they have no self.
static bool is_of_class(const char *name) {
  static const char *const names[] = {"from_bytes", "fromhex", "fromkeys", "maketrans"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], name)) return true;
  return false;
}

dbx_status lang_type_method(const o_type *t, dbx_sym name, pv *ret) {
  const char *text = dbx_sym_text(name);
  const native_row *of_class = strcmp(t->name, "object") ? NULL : find_row(class_rows, text);
  *ret = PV(PV_UNBOUND);
  if (of_class) *ret = native_new(of_class->name, of_class->fn, PV(PV_UNBOUND), NULL);
  for (size_t i = 0; i < sizeof by_type / sizeof *by_type; i++) {
    const native_row *row =
        strcmp(by_type[i].type, t->name) ? NULL : find_row(by_type[i].rows, text);
    if (row)
      *ret = native_new(row->name, is_of_class(text) ? row->fn : unbound_call, PV(PV_UNBOUND), row);
  }
  return DBX_OK;
}
