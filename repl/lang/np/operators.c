// Operators of numpy's arrays and scalars, as its universal functions.
#include "lang/np/np.h"

#include <string.h>

static const nd_ufunc *ufunc_of(dbx_op op) {
  static const char *const names[] = {[DBX_OP_Add] = "add",
                                      [DBX_OP_Sub] = "subtract",
                                      [DBX_OP_Mult] = "multiply",
                                      [DBX_OP_Div] = "true_divide",
                                      [DBX_OP_FloorDiv] = "floor_divide",
                                      [DBX_OP_Mod] = "remainder",
                                      [DBX_OP_Pow] = "power",
                                      [DBX_OP_LShift] = "left_shift",
                                      [DBX_OP_RShift] = "right_shift",
                                      [DBX_OP_BitAnd] = "bitwise_and",
                                      [DBX_OP_BitOr] = "bitwise_or",
                                      [DBX_OP_BitXor] = "bitwise_xor",
                                      [DBX_OP_Eq] = "equal",
                                      [DBX_OP_NotEq] = "not_equal",
                                      [DBX_OP_Lt] = "less",
                                      [DBX_OP_LtE] = "less_equal",
                                      [DBX_OP_Gt] = "greater",
                                      [DBX_OP_GtE] = "greater_equal",
                                      [DBX_OP_USub] = "negative",
                                      [DBX_OP_UAdd] = "positive",
                                      [DBX_OP_Invert] = "invert"};
  bool known = (size_t)op < sizeof names / sizeof *names && names[op];
  return known ? nd_ufunc_find(names[op]) : NULL;
}

static bool is_scalar(pv v) { return is_number(v) || is_obj(v, T_GENERIC); }

static dbx_status of_scalars(const nd_ufunc *f, const nd *const *x, pv *ret) {
  dbx_dtype t;
  dbx_scalar r;
  DBX_TRY(nd_ufunc_scalar(f, x, &t, &r));
  return *ret = np_generic(t, r), DBX_OK;
}

// Powers of arrays by some numbers have functions of their own (numpy's fast_scalar_power), which
// also decide the type: numpy/core/src/multiarray/number.c.
static const nd_ufunc *power_by(double e, const nd *base) {
  if (e == 2) return nd_ufunc_find("square");
  if (!dbx_is_inexact(base->t)) return NULL;
  return e == 1     ? nd_ufunc_find("positive")
         : e == -1  ? nd_ufunc_find("reciprocal")
         : e == 0.5 ? nd_ufunc_find("sqrt")
                    : NULL;
}

static dbx_status power(const nd_ufunc *f, nd *in, const nd *out, bool *array, nd *ret) {
  const nd *both[] = {&in[0], &in[1]};
  const nd_ufunc *other = NULL;
  if (!in[1].rank && !dbx_is_complex(in[1].t))
    other = power_by(nd_convert(dbx_load(in[1].data, in[1].t), in[1].t, DBX_F64).c[0], &in[0]);
  bool widens = other && !out && dbx_is_float(in[1].t) && dbx_is_integer(in[0].t);
  if (widens) {
    nd wide;
    DBX_TRY(nd_as(&in[0], DBX_F64, &wide));
    in[0] = wide;
    *array = true; // also without axes
  }
  return nd_ufunc_run(other ? other : f, both, out, DBX_NO_DTYPE, ret);
}

static dbx_status run(const nd_ufunc *f, pv x, const pv *y, const nd *out, pv *ret) {
  nd in[2], r;
  const nd *all[] = {&in[0], &in[1]};
  DBX_TRY(np_operand(x, &in[0]));
  if (y) DBX_TRY(np_operand(*y, &in[1]));
  bool scalars = is_scalar(x) && (!y || is_scalar(*y));
  if (scalars && !out) return of_scalars(f, all, ret);
  bool is_power = is_obj(x, T_NDARRAY) && f == nd_ufunc_find("power");
  bool array = false;
  DBX_TRY(is_power ? power(f, in, out, &array, &r) : nd_ufunc_run(f, all, out, DBX_NO_DTYPE, &r));
  return *ret = out ? x : array ? np_array(&r) : np_return(&r), DBX_OK;
}

typedef struct operation {
  uint32_t pool;
  dbx_scratch_mark scratch;
} operation;
static operation begin(void) { return (operation){dbx_pool_mark(), dbx_scratch_here()}; }
static dbx_status end(const operation *o, dbx_status st, const pv *ret) {
  dbx_pool_release(o->pool);
  dbx_scratch_release(o->scratch);
  return st == DBX_OK && ret->tag == PV_UNBOUND ? DBX_FAIL : dbx_polled(st);
}

static dbx_status tensor(dbx_status st, pv x, pv y, pv *ret) {
  if (st == DBX_OK) *ret = np_tensor_made(np_tensor_of(x) | np_tensor_of(y), *ret, true);
  return st;
}

static dbx_status matmul(pv x, pv y, pv *ret) {
  nd a, b, r;
  DBX_TRY(np_operand(x, &a));
  DBX_TRY(np_operand(y, &b));
  DBX_TRY(np_matmul(&a, &b, &r));
  return *ret = np_return(&r), DBX_OK;
}

// A complex number of Python on the left takes numpy.float64, which is a float, itself.
static bool is_left_to_complex(pv x, pv *y) {
  if (!is_obj(x, T_COMPLEX) || !is_obj(*y, T_GENERIC) || GENERIC(*y)->t != DBX_F64) return false;
  *y = pv_float(GENERIC(*y)->x.c[0]);
  return true;
}

dbx_status np_binary(dbx_op op, pv x, pv y, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  if (is_left_to_complex(x, &y)) return number_binary(op, x, y, ret);
  if (!np_is_operand(x) || !np_is_operand(y)) return DBX_OK;
  operation o = begin();
  dbx_status st = op == DBX_OP_MatMult ? matmul(x, y, ret) : run(ufunc_of(op), x, &y, NULL, ret);
  return end(&o, tensor(st, x, y, ret), ret);
}

// Values that are no arrays of numbers are equal to no element.
static dbx_status compare_other(dbx_op op, pv x, pv *ret) {
  nd r, a = {0};
  if (!is_obj(x, T_NDARRAY)) return DBX_OK;
  a = np_nd(x);
  DBX_TRY(nd_new(DBX_BOOL, a.rank, a.dims, &r));
  dbx_fill(r.data, op == DBX_OP_NotEq, (size_t)r.size);
  return *ret = np_return(&r), DBX_OK;
}

dbx_status np_compare(dbx_op op, pv x, pv y, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  bool known = np_is_operand(x) && np_is_operand(y),
       equality = op == DBX_OP_Eq || op == DBX_OP_NotEq;
  bool other = equality && (is_none(x) || is_none(y) || is_str(x) || is_str(y));
  if (!known && !other) return DBX_OK;
  if (equality && is_left_to_complex(x, &y)) return number_compare(op, x, y, ret);
  operation o = begin();
  dbx_status st =
      known ? run(ufunc_of(op), x, &y, NULL, ret) : compare_other(op, is_numpy(x) ? x : y, ret);
  return end(&o, tensor(st, x, y, ret), ret);
}

dbx_status np_contains(pv x, pv element, bool *ret) {
  pv same;
  *ret = false;
  DBX_TRY(np_compare(DBX_OP_Eq, x, element, &same));
  if (!is_obj(same, T_NDARRAY)) return lang_truth(same, ret);
  dbx_scratch_mark m = dbx_scratch_here();
  nd r = np_nd(same);
  for (int64_t i = 0; !*ret && dbx_go_on(i, r.size); i++) *ret = nd_at(&r, i).i;
  dbx_scratch_release(m);
  return dbx_poll();
}

dbx_status np_unary(dbx_op op, pv x, pv *ret) {
  operation o = begin();
  return end(&o, tensor(run(ufunc_of(op), x, NULL, NULL, ret), x, x, ret), ret);
}

dbx_status np_absolute(pv x, pv *ret) {
  operation o = begin();
  return end(&o, tensor(run(nd_ufunc_find("absolute"), x, NULL, NULL, ret), x, x, ret), ret);
}

static dbx_status matmul_inplace(pv x, pv y, const nd *out, pv *ret) {
  nd b, r;
  DBX_TRY(np_operand(y, &b));
  DBX_TRY(np_matmul(out, &b, &r));
  if (!nd_same_shape(&r, out) || !nd_can_cast(r.t, out->t, "same_kind"))
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "inplace matrix multiplication requires the first operand to have at least one "
                    "and the second at least two dimensions.");
  return *ret = x, nd_write(out, &r);
}

static dbx_status inplace(dbx_op op, pv x, pv y, pv *ret) {
  nd out;
  if (NDARRAY(x)->readonly) return dbx_fail(DBX_E208, (dbx_span){0}, "output array is read-only");
  DBX_TRY(np_writable(x, &out));
  if (op == DBX_OP_MatMult) return matmul_inplace(x, y, &out, ret);
  return run(ufunc_of(op), x, &y, &out, ret);
}

dbx_status np_inplace(dbx_op op, pv x, pv y, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  if (!np_is_operand(y) || y.tag == PV_TRACER || is_obj(y, T_ARRAY)) return DBX_OK; // x = x op y
  operation o = begin();
  return end(&o, inplace(op, x, y, ret), ret);
}

dbx_status np_divmod(pv x, pv y, pv *ret) {
  pv pair[2];
  *ret = PV(PV_NOTIMPLEMENTED);
  if (!np_is_operand(x) || !np_is_operand(y)) return DBX_OK;
  operation o = begin();
  dbx_status st = run(nd_ufunc_find("floor_divide"), x, &y, NULL, &pair[0]);
  if (st == DBX_OK) st = run(nd_ufunc_find("remainder"), x, &y, NULL, &pair[1]);
  for (int i = 0; i < 2; i++) st = tensor(st, x, y, &pair[i]);
  if (st == DBX_OK) *ret = tuple_new(pair, 2);
  return end(&o, st, ret);
}
