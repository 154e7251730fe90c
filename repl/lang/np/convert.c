// Values of the host language as operands of numpy: numbers, arrays, and nested sequences, whose
// shape and type are found out as numpy.array does.
#include "jnp/jnp.h"
#include "lang/np/np.h"
#include "lang/object/above.h"
#include "prim/prim.h"

#include <math.h>
#include <string.h>

// ---- dtypes ----

// Types of strings, objects, times, records and bytes in another order.
static bool names_other_elements(pv v, const char *name) {
  static const char *const known[] = {
      "str",         "bytes",      "object",    "str_",    "bytes_", "void",
      "longdouble",  "datetime64", "object_",   "unicode", "g",      "clongdouble",
      "timedelta64", "longlong",   "ulonglong", "q",       "Q"};
  if (is_obj(v, T_TYPE)) name = ((o_type *)v.o)->name;
  bool fields = is_seq(v) && SEQ(v)->n && is_obj(SEQ(v)->at[0], T_TUPLE);
  if (fields || is_obj(v, T_DICT)) return true;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(name, known[i])) return true;
  if (!is_str(v) || !*name) return false;
  bool sized = name[1 + strspn(name + 1, "0123456789")] == '\0';
  return *name == '>' || (sized && strchr("SUOVMma", *name)) || strchr(name, ',');
}

static dbx_status refuse_elements(pv v) {
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "numpy has the type %s for elements; arrays hold numbers and booleans here, in "
                  "the order of bytes of the machine",
                  is_str(v)           ? STR(v)->s
                  : is_obj(v, T_TYPE) ? ((o_type *)v.o)->name
                                      : "of records");
}

// Other names of types.
static const char *const other_names[][2] = {{"int", "int64"},
                                             {"float", "float64"},
                                             {"complex", "complex128"},
                                             {"?", "bool"},
                                             {"b", "int8"},
                                             {"h", "int16"},
                                             {"i", "int32"},
                                             {"l", "int64"},
                                             {"B", "uint8"},
                                             {"H", "uint16"},
                                             {"I", "uint32"},
                                             {"L", "uint64"},
                                             {"e", "float16"},
                                             {"f", "float32"},
                                             {"d", "float64"},
                                             {"F", "complex64"},
                                             {"D", "complex128"},
                                             {"i1", "int8"},
                                             {"i2", "int16"},
                                             {"i4", "int32"},
                                             {"i8", "int64"},
                                             {"u1", "uint8"},
                                             {"u2", "uint16"},
                                             {"u4", "uint32"},
                                             {"u8", "uint64"},
                                             {"f2", "float16"},
                                             {"f4", "float32"},
                                             {"f8", "float64"},
                                             {"c8", "complex64"},
                                             {"c16", "complex128"},
                                             {"bool_", "bool"},
                                             {"uint", "uint64"},
                                             {"single", "float32"},
                                             {"double", "float64"},
                                             {"half", "float16"},
                                             {"b1", "bool"},
                                             {"float_", "float64"},
                                             {"int_", "int64"},
                                             {"intp", "int64"},
                                             {"uintp", "uint64"},
                                             {"intc", "int32"},
                                             {"uintc", "uint32"},
                                             {"byte", "int8"},
                                             {"ubyte", "uint8"},
                                             {"short", "int16"},
                                             {"ushort", "uint16"},

                                             {"long", "int64"},
                                             {"ulong", "uint64"},
                                             {"csingle", "complex64"},
                                             {"p", "int64"},

                                             {"P", "uint64"},
                                             {"cdouble", "complex128"}};

dbx_status np_dtype(pv v, dbx_dtype *ret) {
  const char *name = is_str(v) ? STR(v)->s : "";
  if (*name && strchr("<=|", *name)) name++; // the order of bytes of this machine
  if (names_other_elements(v, name)) return refuse_elements(v);
  for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
    if (!strcmp(name, other_names[i][0])) return dbx_dtype_by_name(other_names[i][1], ret), DBX_OK;
  if (is_none(v)) return *ret = DBX_F64, DBX_OK;
  if (is_str(v))
    return dbx_dtype_by_name(name, ret)
               ? DBX_OK
               : (dbx_fail_(DBX_E204, (dbx_span){0}, "data type '%s' not understood", name),
                  dbx_dtype_advise(name));
  return lang_dtype_arg(v, ret);
}

// ---- numbers ----

static dbx_status type_of_number(pv v, dbx_dtype *ret) {
  double nearest;
  uint64_t u;
  *ret = v.tag == PV_BOOL    ? DBX_BOOL
         : v.tag == PV_INT   ? DBX_I64
         : v.tag == PV_FLOAT ? DBX_F64
                             : DBX_C128;
  if (!number_is_big(v)) return DBX_OK;
  if (!number_big_parts(v, &nearest, &u) || number_is_negative(v))
    return dbx_fail(DBX_E218, (dbx_span){0},
                    "numpy makes an array of objects from an integer beyond 64 bits; arrays of "
                    "objects are not offered here (float(x) is a number that fits)");
  return *ret = DBX_U64, DBX_OK;
}

static dbx_status integer_from_double(double f, dbx_dtype t, dbx_scalar *ret) {
  pv i;
  DBX_TRY(number_from_double(f, &i));
  return np_number_as(i, t, ret);
}

dbx_status np_number_as(pv v, dbx_dtype t, dbx_scalar *ret) {
  double f = 0;
  uint64_t u = 0;
  if (is_int(v)) return *ret = nd_convert(dbx_scalar_int(v.i), DBX_I64, t), DBX_OK;
  if (v.tag == PV_FLOAT && dbx_is_integer(t)) return integer_from_double(v.f, t, ret);
  if (v.tag == PV_FLOAT) return *ret = nd_convert(dbx_scalar_f(v.f), DBX_F64, t), DBX_OK;
  if (number_is_big(v) && dbx_is_integer(t)) {
    bool fits = number_big_parts(v, &f, &u) && t == DBX_U64 && !number_is_negative(v);
    if (!fits)
      return dbx_fail(DBX_E211, (dbx_span){0}, "Python int too large to convert to C long");
    return *ret = (dbx_scalar){.u = u}, DBX_OK;
  }
  if (number_is_big(v)) {
    DBX_TRY(number_as_double(v, &f));
    return *ret = nd_convert(dbx_scalar_f(f), DBX_F64, t), DBX_OK;
  }
  const o_complex *c = (o_complex *)v.o;
  if (!dbx_is_complex(t) && t != DBX_BOOL)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    dbx_is_float(t)
                        ? "float() argument must be a string or a real number, not 'complex'"
                        : "int() argument must be a string, a bytes-like object or a real number, "
                          "not 'complex'");
  return *ret = nd_convert((dbx_scalar){.c = {c->re, c->im}}, DBX_C128, t), DBX_OK;
}

// ---- what a nested sequence is made of ----

typedef struct found {
  dbx_dtype t;
  bool any; // t is known
  uint32_t rank;
  int64_t dims[ND_AXES];
  bool ragged, deep; // deep: with more than ND_AXES axes
} found;

static dbx_status refuse(pv v) {
  if (v.tag == PV_TRACER)
    return dbx_fail(DBX_E405, (dbx_span){0},
                    "The numpy.ndarray conversion method __array__() was called on traced array "
                    "with shape %s.",
                    dbx_aval_text(dbx_var_aval(v.tracer)));
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "numpy makes an array of %s from a value of type '%s'; arrays hold numbers and "
                  "booleans here",
                  is_str(v) ? "strings" : "objects", lang_type_name(v));
}

dbx_status np_no_element(pv tracer) {
  dbx_fail_(DBX_E208, (dbx_span){0}, "setting an array element with a sequence.");
  dbx_diag_note("the value is traced (%s), and arrays of numpy hold numbers: write x = "
                "jnp.asarray(x).at[i].set(value)",
                dbx_aval_text(dbx_var_aval(tracer.tracer)));
  return DBX_FAIL;
}

bool np_is_sequence(pv v) { return is_seq(v) || is_obj(v, T_RANGE); }

static void add_type(found *f, dbx_dtype t) {
  f->t = f->any ? nd_promote(f->t, t) : t;
  f->any = true;
}

static dbx_status look(pv v, uint32_t depth, found *f);

static dbx_status leaf(pv v, found *f) {
  dbx_dtype t;
  *f = (found){0};
  if (is_number(v)) {
    DBX_TRY(type_of_number(v, &t));
    return add_type(f, t), DBX_OK;
  }
  if (is_obj(v, T_GENERIC)) return add_type(f, GENERIC(v)->t), DBX_OK;
  if (!is_array(v) || v.tag == PV_TRACER) return refuse(v);
  const int64_t *dims = is_obj(v, T_ARRAY) ? ARR(v)->dims : NDARRAY(v)->dim;
  f->rank = is_obj(v, T_ARRAY) ? ARR(v)->rank : NDARRAY(v)->rank;
  DBX_TRY(nd_check_rank(f->rank));
  add_type(f, is_obj(v, T_ARRAY) ? ARR(v)->dtype : NDARRAY(v)->t);
  memcpy(f->dims, dims, f->rank * sizeof *dims);
  return DBX_OK;
}

static void look_at_range(const o_range *r, found *f) {
  *f = (found){.t = DBX_I64, .any = lang_range_length(r) > 0, .rank = 1};
  f->dims[0] = lang_range_length(r);
}

static void combine(found *f, const found *item, bool first) {
  uint32_t rank = item->rank < ND_AXES ? item->rank : ND_AXES - 1; // all that there is room for
  if (item->any) add_type(f, item->t);
  f->deep |= item->deep || rank != item->rank;
  f->ragged |= item->ragged;
  if (first) {
    f->rank = rank + 1;
    memcpy(f->dims + 1, item->dims, rank * sizeof *f->dims);
    return;
  }
  uint32_t same = 0;
  while (same < rank && same + 1 < f->rank && f->dims[same + 1] == item->dims[same]) same++;
  f->ragged |= same != rank || same + 1 != f->rank;
  f->rank = same + 1;
}

static dbx_status too_deep(void) {
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "setting an array element with a sequence. The requested array would exceed "
                  "the maximum number of dimension of %d.",
                  ND_AXES);
}

static dbx_status look(pv v, uint32_t depth, found *f) {
  if (is_obj(v, T_RANGE)) return look_at_range((o_range *)v.o, f), DBX_OK;
  if (!is_seq(v)) return leaf(v, f);
  if (depth >= ND_AXES) return too_deep(); // at once: a list may hold itself, and more than once
  *f = (found){.rank = 1};
  f->dims[0] = SEQ(v)->n;
  dbx_scratch_mark m = dbx_scratch_here();
  found *item = DBX_TMP(found, 1);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < SEQ(v)->n; i++) {
    st = dbx_polled(look(SEQ(v)->at[i], depth + 1, item));
    if (st == DBX_OK) combine(f, item, i == 0);
  }
  dbx_scratch_release(m);
  return st;
}

static void ragged(const found *f) {
  dbx_buf b = {0};
  dbx_putc(&b, '(');
  for (uint32_t i = 0; i < f->rank; i++)
    dbx_printf(&b, "%s%lld", i ? ", " : "", (long long)f->dims[i]);
  dbx_put(&b, f->rank == 1 ? ",)" : ")");
  dbx_fail_(DBX_E208, (dbx_span){0},
            "setting an array element with a sequence. The requested array has an inhomogeneous "
            "shape after %u dimensions. The detected shape was %s + inhomogeneous part.",
            f->rank, dbx_text(&b));
  dbx_buf_free(&b);
}

dbx_status np_depth(pv v, uint32_t *ret) {
  found f;
  DBX_TRY(look(v, 0, &f));
  if (f.ragged) return ragged(&f), DBX_FAIL;
  if (f.deep) return too_deep();
  return *ret = f.rank, DBX_OK;
}

// ---- filling ----

static dbx_status put(pv v, const nd *to);

static dbx_status put_number(pv v, const nd *to) {
  dbx_scalar x;
  DBX_TRY(np_number_as(v, to->t, &x));
  return dbx_store(to->data, to->t, x), DBX_OK;
}

static dbx_status put_items(pv v, const nd *to) {
  nd part = nd_with(to, to->rank - 1);
  for (uint32_t k = 0; k < part.rank; k++)
    part.dims[k] = to->dims[k + 1], part.strides[k] = to->strides[k + 1];
  nd_set_size(&part);
  const o_range *r = (o_range *)v.o;
  for (int64_t i = 0; i < to->dims[0]; i++) {
    DBX_TRY(dbx_poll());
    part.data = nd_along(to, 0, i);
    pv item = is_seq(v) ? SEQ(v)->at[i] : pv_int(r->start + i * r->step);
    if (is_number(item)) DBX_TRY(put_number(item, &part));
    else DBX_TRY(put(item, &part));
  }
  return DBX_OK;
}

static dbx_status put(pv v, const nd *to) {
  nd from;
  if (is_number(v)) return put_number(v, to);
  if (np_is_sequence(v)) return put_items(v, to);
  DBX_TRY(np_operand(v, &from));
  return nd_fill(to, &from), DBX_OK;
}

// t: the type to convert to, or NULL; standard: the type of a sequence without numbers.
static dbx_status from_sequence(pv v, const dbx_dtype *t, dbx_dtype standard, nd *ret) {
  found f;
  nd r;
  DBX_TRY(look(v, 0, &f));
  if (f.ragged) return ragged(&f), DBX_FAIL;
  if (f.deep) return too_deep();
  DBX_TRY(nd_new(t ? *t : f.any ? f.t : standard, f.rank, f.dims, &r));
  if (r.size) DBX_TRY(put(v, &r));
  return *ret = r, DBX_OK;
}

// ---- operands ----

bool np_is_operand(pv v) { return is_number(v) || is_array(v) || np_is_sequence(v); }

static dbx_status from_number(pv v, nd *ret) {
  dbx_dtype t;
  dbx_scalar x;
  DBX_TRY(type_of_number(v, &t));
  DBX_TRY(np_number_as(v, t, &x));
  return *ret = nd_number(t, x), DBX_OK;
}

dbx_status np_operand(pv v, nd *ret) {
  if (is_number(v)) return from_number(v, ret);
  if (is_obj(v, T_NDARRAY)) return *ret = np_nd(v), DBX_OK;
  if (is_obj(v, T_GENERIC)) return *ret = nd_number(GENERIC(v)->t, GENERIC(v)->x), DBX_OK;
  if (is_obj(v, T_ARRAY)) DBX_TRY(nd_check_rank(ARR(v)->rank));
  if (is_obj(v, T_ARRAY)) return *ret = nd_of(ARR(v)), DBX_OK;
  if (np_is_sequence(v)) return from_sequence(v, NULL, DBX_F64, ret);
  return refuse(v);
}

dbx_status np_operand_beside(pv v, dbx_dtype standard, nd *ret) {
  if (np_is_sequence(v)) return from_sequence(v, NULL, standard, ret);
  return np_operand(v, ret);
}

dbx_status np_operand_as(pv v, dbx_dtype t, nd *ret) {
  nd x;
  if (np_is_sequence(v)) return from_sequence(v, &t, t, ret);
  if (is_number(v)) {
    dbx_scalar s;
    DBX_TRY(np_number_as(v, t, &s));
    return *ret = nd_number(t, s), DBX_OK;
  }
  DBX_TRY(np_operand(v, &x));
  return nd_as(&x, t, ret);
}

dbx_status np_whole_numbers(pv v, nd *ret) {
  nd x;
  if (!is_array(v) || is_obj(v, T_GENERIC)) return np_operand_as(v, DBX_I64, ret);
  DBX_TRY(np_operand(v, &x));
  if (!nd_can_cast(x.t, DBX_I64, "safe"))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "Cannot cast %s from dtype('%s') to dtype('int64') according to the rule "
                    "'safe'",
                    x.rank ? "array data" : "scalar", dbx_dtype_name(x.t));
  return nd_as(&x, DBX_I64, ret);
}

dbx_status np_asarray(pv v, pv *ret) {
  nd x;
  if (is_obj(v, T_NDARRAY)) return *ret = v, DBX_OK;
  DBX_TRY(np_operand(v, &x));
  *ret = np_array(&x);
  if (ret->tag == PV_UNBOUND) return DBX_FAIL;
  NDARRAY(*ret)->readonly = is_obj(v, T_ARRAY);
  return DBX_OK;
}

// ---- dtypes, of numpy and of jax ----

dbx_status lang_dtype_arg(pv v, dbx_dtype *ret) {
  dbx_val t;
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_status st = above()->to_val(v, &t);
  if (st == DBX_OK) st = dbx_dtype_of(&t, ret);
  dbx_scratch_release(m);
  return st;
}
