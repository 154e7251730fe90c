// The scalar code of elementwise primitives, for bool, integers, f32 and f64 (halves.c and
// complex.c have the others). It knows values of MLIR and no arrays; equations are in
// emit_elementwise.c.
#include "lower/emit/emit.h"

#include "interp/xla_math.h"

#include <math.h>
#include <stdio.h>

bool dtype_native(dbx_dtype t) { return t < DBX_NO_DTYPE && (!dbx_is_half(t) || halves_native(t)); }

static bool is_unsigned(dbx_dtype t) { return t == DBX_BOOL || dbx_is_unsigned(t); }

static unsigned bits_of(dbx_dtype t) { return t == DBX_BOOL ? 1 : 8 * dbx_dtype_bytes(t); }

static MlirValue number(emitter *e, dbx_dtype t, double x) {
  return dbx_is_float(t) ? ml_float(e, ml_scalar(e, t), x) : ml_int(e, ml_scalar(e, t), (int64_t)x);
}

// A function of libm, by its name for f64.
static MlirValue libm(emitter *e, const char *name, dbx_dtype t, const MlirValue *x, uint32_t n) {
  char text[32];
  snprintf(text, sizeof text, "%s%s", name, t == DBX_F32 ? "f" : "");
  return ml_call(e, text, ml_scalar(e, t), x, n);
}

// ---- conversion ----

static MlirValue float_to_int(emitter *e, dbx_dtype from, dbx_dtype to, MlirValue x) {
  unsigned bits = bits_of(to);
  bool wide = dbx_is_unsigned(to);
  MlirType t = ml_scalar(e, to);
  if (from == DBX_F32) x = ml_unary(e, "arith.extf", e->f64, x);
  double above = ldexp(1, (int)(wide ? bits : bits - 1));
  int64_t highest = wide ? -1 : (int64_t)(~0ull >> (65 - bits)), lowest = wide ? 0 : -highest - 1;
  MlirValue zero = ml_float(e, e->f64, 0), top = ml_float(e, e->f64, above),
            bottom = wide ? zero : ml_float(e, e->f64, -above);
  MlirValue high = ml_cmpf(e, F_OGE, x, top), low = ml_cmpf(e, F_OLT, x, bottom);
  MlirValue nan = ml_cmpf(e, F_UNO, x, x),
            bad = ml_binary(e, "arith.ori", nan, ml_binary(e, "arith.ori", high, low));
  MlirValue r = ml_unary(e, wide ? "arith.fptoui" : "arith.fptosi", t, ml_select(e, bad, zero, x));
  r = ml_select(e, high, ml_int(e, t, highest), r);
  return ml_select(e, low, ml_int(e, t, lowest), r);
}

static MlirAttribute nothing_lost(emitter *e) {
  return mlirAttributeParseGet(e->ctx, op_str("#arith.overflow<nsw>"));
}

void elem_keeps(emitter *e, MlirValue x) {
  MlirOperation op = op_maker(x);
  if (op.ptr && op_is(op, "arith.trunci"))
    mlirOperationSetAttributeByName(op, op_str("overflowFlags"), nothing_lost(e));
}

// The i64 that was converted to x without a loss.
static MlirValue kept(emitter *e, MlirValue x) {
  MlirOperation op = op_maker(x);
  if (!op.ptr || !op_is(op, "arith.trunci")) return (MlirValue){0};
  MlirValue from = op_operand(op, 0);
  MlirAttribute flags = op_attribute(op, "overflowFlags");
  bool is = !mlirAttributeIsNull(flags) && mlirAttributeEqual(flags, nothing_lost(e)) &&
            mlirTypeEqual(mlirValueGetType(from), e->i64);
  return is ? from : (MlirValue){0};
}

MlirValue elem_convert(emitter *e, dbx_dtype from, dbx_dtype to, MlirValue x) {
  if (from == to) return x;
  if (dbx_is_complex(from) || dbx_is_complex(to)) return complex_convert(e, from, to, x);
  if (dbx_is_half(from)) return elem_convert(e, DBX_F32, to, half_wide(e, from, x));
  if (dbx_is_half(to) && from == DBX_F32) return half_rounded(e, to, x);
  if (dbx_is_half(to)) return half_of_f64(e, to, elem_convert(e, from, DBX_F64, x));
  MlirType t = ml_scalar(e, to);
  MlirValue same = from == DBX_I32 && to == DBX_I64 ? kept(e, x) : (MlirValue){0};
  if (!ml_none(same)) return same;
  if (to == DBX_BOOL)
    return dbx_is_float(from) ? ml_cmpf(e, F_UNE, x, number(e, from, 0))
                              : ml_cmpi(e, I_NE, x, number(e, from, 0));
  if (dbx_is_float(from) && dbx_is_float(to))
    return ml_unary(e, to == DBX_F64 ? "arith.extf" : "arith.truncf", t, x);
  if (dbx_is_float(from)) return float_to_int(e, from, to, x);
  if (dbx_is_float(to)) { // through f64, as the interpreter rounds
    MlirValue f = ml_unary(e, is_unsigned(from) ? "arith.uitofp" : "arith.sitofp", e->f64, x);
    return to == DBX_F64 ? f : ml_unary(e, "arith.truncf", t, f);
  }
  if (bits_of(from) == bits_of(to)) return x;
  const char *widen = is_unsigned(from) ? "arith.extui" : "arith.extsi";
  return ml_unary(e, bits_of(from) > bits_of(to) ? "arith.trunci" : widen, t, x);
}

// ---- unary ----

static MlirValue sign_of(emitter *e, dbx_dtype t, MlirValue x) {
  MlirValue zero = number(e, t, 0), one = number(e, t, 1);
  if (dbx_is_float(t)) {
    MlirValue r = ml_select(e, ml_cmpf(e, F_OLT, x, zero), number(e, t, -1), x);
    return ml_select(e, ml_cmpf(e, F_OGT, x, zero), one, r);
  }
  if (is_unsigned(t)) return ml_select(e, ml_cmpi(e, I_NE, x, zero), one, zero);
  MlirValue r = ml_select(e, ml_cmpi(e, I_SLT, x, zero), number(e, t, -1), zero);
  return ml_select(e, ml_cmpi(e, I_SGT, x, zero), one, r);
}

static MlirValue abs_of(emitter *e, dbx_dtype t, MlirValue x) {
  if (dbx_is_float(t)) return ml_unary(e, "math.absf", ml_scalar(e, t), x);
  if (is_unsigned(t)) return x;
  MlirValue zero = number(e, t, 0);
  return ml_select(e, ml_cmpi(e, I_SLT, x, zero), ml_binary(e, "arith.subi", zero, x), x);
}

static MlirValue round_of(emitter *e, const dbx_eqn *q, dbx_dtype t, MlirValue x) {
  const dbx_param *how = dbx_eqn_param(q, DBX_S_rounding_method);
  bool even = how && how->kind == DBX_P_INT && how->i == 1;
  return ml_unary(e, even ? "math.roundeven" : "math.round", ml_scalar(e, t), x);
}

static MlirValue reciprocal(emitter *e, dbx_dtype t, MlirValue x) {
  return elem_binary(e, DBX_PRIM_div, t, ml_literal(e, t, (dbx_scalar){.c = {1, 0}}), x);
}

static MlirValue logistic(emitter *e, dbx_dtype t, MlirValue x) {
  MlirValue minus = ml_unary(e, "arith.negf", ml_scalar(e, t), x);
  return reciprocal(e, t,
                    ml_binary(e, "arith.addf", number(e, t, 1), libm(e, "exp", t, &minus, 1)));
}

static MlirValue fused(emitter *e, dbx_dtype t, MlirValue x, MlirValue y, MlirValue z) {
  MlirValue in[3] = {x, y, z};
  MlirType type = ml_scalar(e, t);
  return mlirOperationGetResult(ml_build(e, &(op_spec){"math.fma", in, 3, &type, 1}), 0);
}

// The operations of dbx_log1p, in their order.
static MlirValue log1p_of(emitter *e, dbx_dtype t, MlirValue x) {
  MlirValue above = number(e, t, 0), below = above, square = ml_binary(e, "arith.mulf", x, x),
            sum = ml_binary(e, "arith.addf", number(e, t, 1), x);
  for (int i = 0; i < DBX_LOG1P_TERMS; i++) {
    above = fused(e, t, above, x, number(e, t, dbx_log1p_above[i]));
    below = fused(e, t, below, x, number(e, t, dbx_log1p_below[i]));
  }
  MlirValue near =
      fused(e, t, ml_binary(e, "arith.mulf", x, square), ml_binary(e, "arith.divf", above, below),
            ml_binary(e, "arith.mulf", number(e, t, -0.5), square));
  MlirValue is_near =
      ml_cmpf(e, F_OLT, ml_unary(e, "math.absf", ml_scalar(e, t), x), number(e, t, DBX_LOG1P_NEAR));
  return ml_select(e, is_near, ml_binary(e, "arith.addf", x, near), libm(e, "log", t, &sum, 1));
}

// The operations of dbx_erff; libm's in double precision.
static MlirValue erf_of(emitter *e, dbx_dtype t, MlirValue x) {
  if (t != DBX_F32) return libm(e, "erf", t, &x, 1);
  MlirValue end = number(e, t, DBX_ERF_END), one = number(e, t, 1);
  x = elem_binary(e, DBX_PRIM_min, t,
                  elem_binary(e, DBX_PRIM_max, t, x, number(e, t, -DBX_ERF_END)), end);
  MlirValue square = ml_binary(e, "arith.mulf", x, x), above = number(e, t, 0), below = above;
  for (int i = 0; i < DBX_ERF_ABOVE; i++)
    above = fused(e, t, above, square, number(e, t, (double)dbx_erf_above[i]));
  for (int i = 0; i < DBX_ERF_BELOW; i++)
    below = fused(e, t, below, square, number(e, t, (double)dbx_erf_below[i]));
  MlirValue r = ml_binary(e, "arith.divf", ml_binary(e, "arith.mulf", x, above), below);
  return elem_binary(e, DBX_PRIM_min, t, elem_binary(e, DBX_PRIM_max, t, r, number(e, t, -1)), one);
}

// Float functions by one operation of MLIR or of libm.
static const struct {
  dbx_prim prim;
  const char *op, *libm;
} functions[] = {
    {DBX_PRIM_floor, "math.floor", NULL}, {DBX_PRIM_ceil, "math.ceil", NULL},
    {DBX_PRIM_sqrt, "math.sqrt", NULL},   {DBX_PRIM_exp, NULL, "exp"},
    {DBX_PRIM_exp2, NULL, "exp2"},        {DBX_PRIM_expm1, NULL, "expm1"},
    {DBX_PRIM_log, NULL, "log"},          {DBX_PRIM_sin, NULL, "sin"},
    {DBX_PRIM_cos, NULL, "cos"},          {DBX_PRIM_tan, NULL, "tan"},
    {DBX_PRIM_asin, NULL, "asin"},        {DBX_PRIM_acos, NULL, "acos"},
    {DBX_PRIM_atan, NULL, "atan"},        {DBX_PRIM_sinh, NULL, "sinh"},
    {DBX_PRIM_cosh, NULL, "cosh"},        {DBX_PRIM_tanh, NULL, "tanh"},
    {DBX_PRIM_asinh, NULL, "asinh"},      {DBX_PRIM_acosh, NULL, "acosh"},
    {DBX_PRIM_atanh, NULL, "atanh"},      {DBX_PRIM_cbrt, NULL, "cbrt"},
    {DBX_PRIM_erfc, NULL, "erfc"},        {DBX_PRIM_lgamma, NULL, "lgamma"},
};

static MlirValue float_function(emitter *e, dbx_prim p, dbx_dtype t, MlirValue x) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (functions[i].prim != p) continue;
    if (functions[i].op) return ml_unary(e, functions[i].op, ml_scalar(e, t), x);
    return libm(e, functions[i].libm, t, &x, 1);
  }
  return (MlirValue){0};
}

static MlirValue unary(emitter *e, const dbx_eqn *q, dbx_dtype t, MlirValue x) {
  if (dbx_is_complex(t)) return complex_unary(e, (dbx_prim)q->prim->id, t, x);
  if (dbx_is_half(t)) {
    MlirValue r = unary(e, q, DBX_F32, half_wide(e, t, x));
    return q->prim->id == DBX_PRIM_is_finite ? r : half_rounded(e, t, r);
  }
  switch ((dbx_prim)q->prim->id) {
  case DBX_PRIM_neg:
    return dbx_is_float(t) ? ml_unary(e, "arith.negf", ml_scalar(e, t), x)
                           : ml_binary(e, "arith.subi", number(e, t, 0), x);
  case DBX_PRIM_square: return ml_binary(e, dbx_is_float(t) ? "arith.mulf" : "arith.muli", x, x);
  case DBX_PRIM_sign: return sign_of(e, t, x);
  case DBX_PRIM_abs: return abs_of(e, t, x);
  case DBX_PRIM_not: return ml_binary(e, "arith.xori", x, ml_int(e, ml_scalar(e, t), -1));
  case DBX_PRIM_round: return round_of(e, q, t, x);
  case DBX_PRIM_is_finite: return ml_cmpf(e, F_OLT, abs_of(e, t, x), number(e, t, INFINITY));
  case DBX_PRIM_population_count: return ml_unary(e, "math.ctpop", ml_scalar(e, t), x);
  case DBX_PRIM_clz: return ml_unary(e, "math.ctlz", ml_scalar(e, t), x);
  case DBX_PRIM_rsqrt: return reciprocal(e, t, ml_unary(e, "math.sqrt", ml_scalar(e, t), x));
  case DBX_PRIM_logistic: return logistic(e, t, x);
  case DBX_PRIM_log1p: return log1p_of(e, t, x);
  case DBX_PRIM_erf: return erf_of(e, t, x);
  default: return float_function(e, (dbx_prim)q->prim->id, t, x);
  }
}

// ---- binary ----

static const struct {
  dbx_prim prim;
  const char *integer, *real; // one operation
} arithmetic[] = {
    {DBX_PRIM_add, "arith.addi", "arith.addf"}, {DBX_PRIM_sub, "arith.subi", "arith.subf"},
    {DBX_PRIM_mul, "arith.muli", "arith.mulf"}, {DBX_PRIM_div, NULL, "arith.divf"},
    {DBX_PRIM_and, "arith.andi", NULL},         {DBX_PRIM_or, "arith.ori", NULL},
    {DBX_PRIM_xor, "arith.xori", NULL},
};

static const struct {
  dbx_prim prim;
  int is, un, real; // predicates: signed, unsigned, float
} comparisons[] = {
    {DBX_PRIM_eq, I_EQ, I_EQ, F_OEQ},   {DBX_PRIM_ne, I_NE, I_NE, F_UNE},
    {DBX_PRIM_lt, I_SLT, I_ULT, F_OLT}, {DBX_PRIM_le, I_SLE, I_ULE, F_OLE},
    {DBX_PRIM_gt, I_SGT, I_UGT, F_OGT}, {DBX_PRIM_ge, I_SGE, I_UGE, F_OGE},
};

// Division of integers whose divisor is not zero, but for the remainder of unsigned ones, which is
// x then; the smallest number by -1 wraps.
static MlirValue divide(emitter *e, bool quotient, dbx_dtype t, MlirValue x, MlirValue y) {
  MlirValue zero = number(e, t, 0), one = number(e, t, 1), minus = number(e, t, -1);
  if (is_unsigned(t) && quotient) return ml_binary(e, "arith.divui", x, y);
  if (is_unsigned(t)) {
    MlirValue none = ml_cmpi(e, I_EQ, y, zero);
    return ml_select(e, none, x, ml_binary(e, "arith.remui", x, ml_select(e, none, one, y)));
  }
  MlirValue special = ml_cmpi(e, I_EQ, y, minus);
  MlirValue r =
      ml_binary(e, quotient ? "arith.divsi" : "arith.remsi", x, ml_select(e, special, one, y));
  return ml_select(e, special, quotient ? ml_binary(e, "arith.subi", zero, x) : zero, r);
}

static MlirValue shift(emitter *e, dbx_prim p, dbx_dtype t, MlirValue x, MlirValue n) {
  MlirValue bits = number(e, t, bits_of(t)), fits = ml_cmpi(e, I_ULT, n, bits),
            zero = number(e, t, 0);
  if (p == DBX_PRIM_shift_right_arithmetic)
    return ml_binary(e, "arith.shrsi", x, ml_select(e, fits, n, number(e, t, bits_of(t) - 1)));
  const char *op = p == DBX_PRIM_shift_left ? "arith.shli" : "arith.shrui";
  return ml_select(e, fits, ml_binary(e, op, x, ml_select(e, fits, n, zero)), zero);
}

// The larger or smaller one; NaN if either is.
static MlirValue extreme(emitter *e, bool max, dbx_dtype t, MlirValue x, MlirValue y) {
  if (t == DBX_BOOL) return ml_binary(e, max ? "arith.ori" : "arith.andi", x, y);
  if (!dbx_is_float(t)) {
    const char *op = is_unsigned(t) ? (max ? "arith.maxui" : "arith.minui")
                                    : (max ? "arith.maxsi" : "arith.minsi");
    return ml_binary(e, op, x, y);
  }
  MlirValue first = ml_cmpf(e, max ? F_OGT : F_OLT, x, y), nan = ml_cmpf(e, F_UNO, x, x);
  return ml_select(e, ml_binary(e, "arith.ori", first, nan), x, y);
}

// x = *ret_factor * *ret_power, the latter a constant 1/2, 1/4, ... The product is exact (but for
// products below the least normal number), so that it can be rounded together with a sum.
static bool is_exact_product(MlirValue x, MlirValue *ret_factor, MlirValue *ret_power) {
  int exponent;
  double known;
  MlirOperation op = op_maker(x);
  if (!op.ptr || !op_is(op, "arith.mulf")) return false;
  for (intptr_t i = 0; i < 2; i++) {
    MlirValue c = mlirOperationGetOperand(op, i);
    if (!ml_known_float(c, &known) || frexp(known, &exponent) != 0.5 || exponent > 0) continue;
    *ret_power = c;
    *ret_factor = mlirOperationGetOperand(op, 1 - i);
    return true;
  }
  return false;
}

bool elem_fuses(dbx_dtype t, MlirValue x) {
  MlirValue factor, power;
  return (t == DBX_F64 || t == DBX_F32) && op_has_fma() && is_exact_product(x, &factor, &power);
}

// x + y as one operation if one of them is an exact product: half the latency, the same sum.
static MlirValue fused_sum(emitter *e, dbx_dtype t, MlirValue x, MlirValue y) {
  MlirValue factor, power;
  bool first = is_exact_product(x, &factor, &power);
  if (!first && !is_exact_product(y, &factor, &power)) return (MlirValue){0};
  return fused(e, t, factor, power, first ? y : x);
}

static bool compares(dbx_prim p) {
  for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
    if (comparisons[i].prim == p) return true;
  return false;
}

MlirValue elem_binary(emitter *e, dbx_prim p, dbx_dtype t, MlirValue x, MlirValue y) {
  if (p == DBX_PRIM_add_any) p = DBX_PRIM_add;
  if (dbx_is_complex(t)) return complex_binary(e, p, t, x, y);
  if (dbx_is_half(t)) {
    MlirValue r = elem_binary(e, p, DBX_F32, half_wide(e, t, x), half_wide(e, t, y));
    return compares(p) ? r : half_rounded(e, t, r);
  }
  if (p == DBX_PRIM_add && (t == DBX_F64 || t == DBX_F32) && op_has_fma()) {
    MlirValue sum = fused_sum(e, t, x, y);
    if (!ml_none(sum)) return sum;
  }
  for (size_t i = 0; i < sizeof arithmetic / sizeof *arithmetic; i++) {
    const char *op = dbx_is_float(t) ? arithmetic[i].real : arithmetic[i].integer;
    if (arithmetic[i].prim == p && op) return ml_binary(e, op, x, y);
  }
  for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
    if (comparisons[i].prim != p) continue;
    if (dbx_is_float(t)) return ml_cmpf(e, comparisons[i].real, x, y);
    return ml_cmpi(e, is_unsigned(t) ? comparisons[i].un : comparisons[i].is, x, y);
  }
  MlirValue both[2] = {x, y};
  switch (p) {
  case DBX_PRIM_max:
  case DBX_PRIM_min: return extreme(e, p == DBX_PRIM_max, t, x, y);
  case DBX_PRIM_shift_left:
  case DBX_PRIM_shift_right_logical:
  case DBX_PRIM_shift_right_arithmetic: return shift(e, p, t, x, y);
  case DBX_PRIM_div: return divide(e, true, t, x, y);
  case DBX_PRIM_rem:
    return dbx_is_float(t) ? libm(e, "fmod", t, both, 2) : divide(e, false, t, x, y);
  case DBX_PRIM_pow: return libm(e, "pow", t, both, 2);
  case DBX_PRIM_atan2: return libm(e, "atan2", t, both, 2);
  case DBX_PRIM_nextafter: return libm(e, "nextafter", t, both, 2);
  default: return (MlirValue){0};
  }
}

MlirValue elem_fold(emitter *e, dbx_prim op, dbx_dtype t, MlirValue x, MlirValue y) {
  return dbx_is_complex(t) ? complex_fold(e, op, t, x, y) : elem_binary(e, op, t, x, y);
}

// ---- others ----

static MlirValue power(emitter *e, const dbx_eqn *q, dbx_dtype t, MlirValue x) {
  int64_t y = dbx_eqn_int(q, DBX_S_y);
  uint64_t n = y < 0 ? 0 - (uint64_t)y : (uint64_t)y;
  MlirValue acc = {0}, square = x;
  if (n == 0) {
    dbx_scalar one = dbx_is_inexact(t) ? dbx_scalar_f(1) : dbx_scalar_int(1);
    return ml_literal(e, t, one);
  }
  for (; n > 0; n >>= 1) {
    if (n & 1) acc = ml_none(acc) ? square : elem_binary(e, DBX_PRIM_mul, t, acc, square);
    if (n > 1) square = elem_binary(e, DBX_PRIM_mul, t, square, square);
  }
  return y < 0 ? reciprocal(e, t, acc) : acc;
}

static MlirValue choose(emitter *e, dbx_dtype which, const MlirValue *in, uint32_t n) {
  MlirValue r = in[1];
  for (uint32_t k = 1; k + 1 < n; k++) {
    MlirValue c = which == DBX_BOOL
                      ? in[0]
                      : ml_cmpi(e, is_unsigned(which) ? I_UGE : I_SGE, in[0], number(e, which, k));
    r = ml_select(e, c, in[k + 1], r);
  }
  return r;
}

static MlirValue bitcast(emitter *e, dbx_dtype from, dbx_dtype to, MlirValue x) {
  bool wide = dbx_is_float(from) && !dbx_is_half(from); // halves are values by their bits
  if (wide == (dbx_is_float(to) && !dbx_is_half(to))) return x;
  return ml_unary(e, "arith.bitcast", ml_scalar(e, to), x);
}

MlirValue elem_apply(emitter *e, const dbx_eqn *q, dbx_dtype t, const dbx_dtype *in_type,
                     const MlirValue *in, uint32_t n) {
  switch ((dbx_prim)q->prim->id) {
  case DBX_PRIM_integer_pow: return power(e, q, t, in[0]);
  case DBX_PRIM_convert_element_type: return elem_convert(e, in_type[0], t, in[0]);
  case DBX_PRIM_bitcast_convert_type: return bitcast(e, in_type[0], t, in[0]);
  case DBX_PRIM_select_n: return choose(e, in_type[0], in, n);
  case DBX_PRIM_complex: return complex_join(e, t, in[0], in[1]);
  case DBX_PRIM_conj:
    return complex_unary(e, DBX_PRIM_conj, t, elem_convert(e, in_type[0], t, in[0]));
  case DBX_PRIM_clamp:
    return elem_binary(e, DBX_PRIM_min, t, elem_binary(e, DBX_PRIM_max, t, in[0], in[1]), in[2]);
  case DBX_PRIM_pow:
    return elem_binary(e, DBX_PRIM_pow, t, in[0], elem_convert(e, in_type[1], t, in[1]));
  default:
    return n == 1 ? unary(e, q, in_type[0], in[0])
                  : elem_binary(e, (dbx_prim)q->prim->id, in_type[0], in[0], in[1]);
  }
}

bool elem_native(const dbx_eqn *q) {
  dbx_dtype out = dbx_aval_at(dbx_var_aval(q->out[0]))->dtype,
            x = dbx_aval_at(dbx_atom_aval(q->in[0]))->dtype;
  if (q->prim->id == DBX_PRIM_select_n) return x != DBX_NO_DTYPE;
  if (!dtype_native(out)) return false;
  for (uint32_t i = 0; i < q->n_in; i++)
    if (!dtype_native(dbx_aval_at(dbx_atom_aval(q->in[i]))->dtype)) return false;
  switch ((dbx_prim)q->prim->id) {
  case DBX_PRIM_erf_inv:
  case DBX_PRIM_digamma:
  case DBX_PRIM_reduce_precision: return false;
  case DBX_PRIM_nextafter: return !dbx_is_half(x);
  case DBX_PRIM_integer_pow: return dbx_is_inexact(out) || dbx_eqn_int(q, DBX_S_y) >= 0;
  case DBX_PRIM_pow: return dbx_is_inexact(x);
  case DBX_PRIM_bitcast_convert_type:
    return out != DBX_BOOL && x != DBX_BOOL && bits_of(out) == bits_of(x);
  default: return true;
  }
}
