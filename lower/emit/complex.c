// Complex numbers: two floats side by side in memory, one integer as a value (the real part in the
// lower half of its bits). Whoever wants a part of a number that was just put together gets the
// float itself.
#include "interp/complex.h"
#include "lower/emit/emit.h"

#include <math.h>

dbx_dtype complex_part_type(dbx_dtype t) { return t == DBX_C64 ? DBX_F32 : DBX_F64; }

static unsigned half_bits(dbx_dtype t) { return t == DBX_C64 ? 32 : 64; }

static MlirType half_type(emitter *e, dbx_dtype t) { return t == DBX_C64 ? e->i32 : e->i64; }

static MlirType float_type(emitter *e, dbx_dtype t) { return t == DBX_C64 ? e->f32 : e->f64; }

MlirValue complex_join(emitter *e, dbx_dtype t, MlirValue re, MlirValue im) {
  MlirType whole = ml_scalar(e, t), half = half_type(e, t);
  MlirValue low = ml_unary(e, "arith.extui", whole, ml_unary(e, "arith.bitcast", half, re)),
            high = ml_unary(e, "arith.extui", whole, ml_unary(e, "arith.bitcast", half, im));
  high = ml_binary(e, "arith.shli", high, ml_int(e, whole, half_bits(t)));
  return ml_binary(e, "arith.ori", low, high);
}

// The operand of the operation of that name that makes v; none: v is not made by one.
static MlirValue made_of(MlirValue v, const char *name, intptr_t operand) {
  MlirOperation op = ml_none(v) ? (MlirOperation){0} : op_maker(v);
  if (!op.ptr || !op_is(op, name)) return (MlirValue){0};
  return mlirOperationGetOperand(op, operand);
}

// The float whose bits these are.
static MlirValue of_bits(emitter *e, dbx_dtype t, MlirValue bits) {
  MlirType type = float_type(e, t);
  MlirValue known = made_of(bits, "arith.bitcast", 0);
  if (!ml_none(known) && mlirTypeEqual(mlirValueGetType(known), type)) return known;
  return ml_unary(e, "arith.bitcast", type, bits);
}

// Of a number that was put together here; none: it was not.
static MlirValue joined_part(emitter *e, dbx_dtype t, MlirValue x, bool imaginary) {
  MlirValue half = made_of(x, "arith.ori", imaginary);
  if (imaginary) half = made_of(half, "arith.shli", 0);
  half = made_of(half, "arith.extui", 0);
  return ml_none(half) ? half : of_bits(e, t, half);
}

MlirValue complex_part(emitter *e, dbx_dtype t, MlirValue x, bool imaginary) {
  MlirValue known = joined_part(e, t, x, imaginary), which = made_of(x, "arith.select", 0);
  if (!ml_none(known)) return known;
  if (!ml_none(which))
    return ml_select(e, which, complex_part(e, t, made_of(x, "arith.select", 1), imaginary),
                     complex_part(e, t, made_of(x, "arith.select", 2), imaginary));
  if (imaginary) x = ml_binary(e, "arith.shrui", x, ml_int(e, ml_scalar(e, t), half_bits(t)));
  return of_bits(e, t, ml_unary(e, "arith.trunci", half_type(e, t), x));
}

MlirValue complex_literal(emitter *e, dbx_dtype t, dbx_scalar x) {
  MlirType part = float_type(e, t);
  return complex_join(e, t, ml_float(e, part, x.c[0]), ml_float(e, part, x.c[1]));
}

// ---- numbers apart ----

typedef struct parts {
  MlirValue re, im;
} parts;

static parts parts_of(emitter *e, dbx_dtype t, MlirValue x) {
  return (parts){complex_part(e, t, x, false), complex_part(e, t, x, true)};
}

static MlirValue join(emitter *e, dbx_dtype t, parts x) { return complex_join(e, t, x.re, x.im); }

static parts each(emitter *e, const char *name, parts x, parts y) {
  return (parts){ml_binary(e, name, x.re, y.re), ml_binary(e, name, x.im, y.im)};
}

static MlirValue negated(emitter *e, MlirValue x) {
  return ml_unary(e, "arith.negf", mlirValueGetType(x), x);
}

static parts widened(emitter *e, dbx_dtype t, parts x) {
  if (t != DBX_C64) return x;
  return (parts){ml_unary(e, "arith.extf", e->f64, x.re), ml_unary(e, "arith.extf", e->f64, x.im)};
}

static parts rounded(emitter *e, dbx_dtype t, parts x) {
  if (t != DBX_C64) return x;
  return (parts){ml_unary(e, "arith.truncf", e->f32, x.re),
                 ml_unary(e, "arith.truncf", e->f32, x.im)};
}

// A function of interp/complex.h, at run time.
static parts function(emitter *e, dbx_prim p, dbx_dtype t, parts x, parts y) {
  x = widened(e, t, x), y = widened(e, t, y);
  MlirValue in[5] = {ml_int(e, e->i64, 2 * (int64_t)p + (t == DBX_C64)), x.re, x.im, y.re, y.im};
  MlirType out[2] = {e->f64, e->f64};
  MlirOperation call = ml_call_many(e, "dbx_complex", out, 2, in, 5);
  return rounded(e, t, (parts){mlirOperationGetResult(call, 0), mlirOperationGetResult(call, 1)});
}

static parts plain_product(emitter *e, parts x, parts y) {
  MlirValue re = ml_binary(e, "arith.subf", ml_binary(e, "arith.mulf", x.re, y.re),
                           ml_binary(e, "arith.mulf", x.im, y.im)),
            im = ml_binary(e, "arith.addf", ml_binary(e, "arith.mulf", x.re, y.im),
                           ml_binary(e, "arith.mulf", x.im, y.re));
  return (parts){re, im};
}

// ---- products as C has them (C11, annex G) ----

static MlirValue is_infinite(emitter *e, MlirValue x) {
  MlirType t = mlirValueGetType(x);
  return ml_cmpf(e, F_OEQ, ml_unary(e, "math.absf", t, x), ml_float(e, t, INFINITY));
}

static MlirValue either_infinite(emitter *e, parts x) {
  return ml_binary(e, "arith.ori", is_infinite(e, x.re), is_infinite(e, x.im));
}

// Where c holds: 1 for infinity, else 0, with the sign; 0 for NaN.
static parts boxed(emitter *e, MlirValue c, parts x) {
  MlirValue *part[2] = {&x.re, &x.im};
  for (int i = 0; i < 2; i++) {
    MlirType t = mlirValueGetType(*part[i]);
    MlirValue size = ml_select(e, is_infinite(e, *part[i]), ml_float(e, t, 1), ml_float(e, t, 0));
    *part[i] = ml_select(e, c, ml_binary(e, "math.copysign", size, *part[i]), *part[i]);
  }
  return x;
}

static parts calmed(emitter *e, MlirValue c, parts x) {
  MlirValue *part[2] = {&x.re, &x.im};
  for (int i = 0; i < 2; i++) {
    MlirValue zero =
        ml_binary(e, "math.copysign", ml_float(e, mlirValueGetType(*part[i]), 0), *part[i]);
    MlirValue nan = ml_binary(e, "arith.andi", c, ml_cmpf(e, F_UNO, *part[i], *part[i]));
    *part[i] = ml_select(e, nan, zero, *part[i]);
  }
  return x;
}

static MlirValue overflows(emitter *e, parts x, parts y) {
  parts straight = each(e, "arith.mulf", x, y),
        across = each(e, "arith.mulf", x, (parts){y.im, y.re});
  return ml_binary(e, "arith.ori", either_infinite(e, straight), either_infinite(e, across));
}

// The product where both parts of the plain one, r, are NaN: infinite if a factor is, or if a
// product of parts is.
static parts infinite_product(emitter *e, parts x, parts y, parts r) {
  MlirValue over = overflows(e, x, y), first = either_infinite(e, x),
            second = either_infinite(e, y), some = ml_binary(e, "arith.ori", first, second);
  x = boxed(e, first, x), y = calmed(e, first, y);
  y = boxed(e, second, y), x = calmed(e, second, x);
  MlirValue any = ml_binary(e, "arith.ori", some, over);
  over = ml_binary(e, "arith.andi", over, ml_binary(e, "arith.xori", some, ml_int(e, e->i1, -1)));
  parts z = plain_product(e, calmed(e, over, x), calmed(e, over, y));
  MlirValue infinity = ml_float(e, mlirValueGetType(z.re), INFINITY);
  z = each(e, "arith.mulf", z, (parts){infinity, infinity});
  return (parts){ml_select(e, any, z.re, r.re), ml_select(e, any, z.im, r.im)};
}

static parts product(emitter *e, parts x, parts y) {
  parts r = plain_product(e, x, y);
  ml_if f;
  MlirValue nan =
      ml_binary(e, "arith.andi", ml_cmpf(e, F_UNO, r.re, r.re), ml_cmpf(e, F_UNO, r.im, r.im));
  ml_if_begin(e, &f, nan);
  parts careful = infinite_product(e, x, y, r);
  MlirValue plain[2] = {r.re, r.im}, ret[2];
  ml_if_else(e, &f, (MlirValue[]){careful.re, careful.im}, 2);
  ml_if_end(e, &f, plain, 2, ret);
  return (parts){ret[0], ret[1]};
}

// Is it -0, infinite or NaN? By its bits, with the sign as the last of them and turned round: -0
// is 0, and what is not finite comes last.
static MlirValue is_special(emitter *e, dbx_dtype t, MlirValue x) {
  MlirType bits = half_type(e, t);
  int64_t width = half_bits(t),
          first = t == DBX_C64 ? (int32_t)0xFEFFFFFF : (int64_t)0xFFDFFFFFFFFFFFFF;
  MlirValue u = ml_unary(e, "arith.bitcast", bits, x), one = ml_int(e, bits, 1);
  MlirValue turned = ml_binary(e, "arith.ori", ml_binary(e, "arith.shli", u, one),
                               ml_binary(e, "arith.shrui", u, ml_int(e, bits, width - 1)));
  MlirValue place = ml_binary(e, "arith.subi", ml_binary(e, "arith.xori", turned, one), one);
  return ml_cmpi(e, I_UGE, place, ml_int(e, bits, first));
}

static bool is_real_constant(parts x) {
  double re, im;
  return ml_known_float(x.re, &re) && ml_known_float(x.im, &im) && isfinite(re) && im == 0 &&
         !signbit(im);
}

// x k where k is a real constant: both parts times k, as the products with zero only tell zeros
// apart, and make NaN of what is not finite.
static parts multiple(emitter *e, dbx_dtype t, parts x, parts k) {
  parts plain = {ml_binary(e, "arith.mulf", x.re, k.re), ml_binary(e, "arith.mulf", x.im, k.re)};
  ml_if f;
  MlirValue ret[2];
  ml_if_begin(e, &f,
              ml_binary(e, "arith.ori", is_special(e, t, plain.re), is_special(e, t, plain.im)));
  parts careful = product(e, x, k);
  ml_if_else(e, &f, (MlirValue[]){careful.re, careful.im}, 2);
  ml_if_end(e, &f, (MlirValue[]){plain.re, plain.im}, 2, ret);
  return (parts){ret[0], ret[1]};
}

// What the second branch of a conditional gives as x, made before it: none, if x is not so.
static MlirValue otherwise(MlirValue x) {
  MlirOperation op = op_maker(x);
  if (!op.ptr || !op_is(op, "scf.if")) return (MlirValue){0};
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 1));
  if (!block.ptr) return (MlirValue){0};
  MlirValue given =
      mlirOperationGetOperand(mlirBlockGetTerminator(block), mlirOpResultGetResultNumber(x));
  return value_is_outside(given, op) ? given : (MlirValue){0};
}

// x + y as plain sums; where x is a multiple by a power of two, nearly always as one operation for
// the product and the sum (see elem_fuses).
static parts sum(emitter *e, dbx_dtype t, parts x, parts y) {
  dbx_dtype part = complex_part_type(t);
  parts plain = {otherwise(x.re), otherwise(x.im)};
  ml_if f;
  if (ml_none(plain.re) || ml_none(plain.im) ||
      !mlirOperationEqual(op_maker(x.re), op_maker(x.im)) || !elem_fuses(part, plain.re) ||
      !elem_fuses(part, plain.im))
    return each(e, "arith.addf", x, y);
  ml_if_begin(e, &f, op_operand(op_maker(x.re), 0));
  parts careful = each(e, "arith.addf", x, y);
  ml_if_else(e, &f, (MlirValue[]){careful.re, careful.im}, 2);
  parts fused = {elem_binary(e, DBX_PRIM_add, part, plain.re, y.re),
                 elem_binary(e, DBX_PRIM_add, part, plain.im, y.im)};
  MlirValue out[2];
  ml_if_end(e, &f, (MlirValue[]){fused.re, fused.im}, 2, out);
  return (parts){out[0], out[1]};
}

// exp(re) (cos(im), sin(im)), in double precision; the rest is what C says of large, infinite and
// zero parts.
static parts exponential(emitter *e, parts x) {
  static const double step = 709; // below log(DBL_MAX), as e^step is
  MlirValue zero = ml_float(e, e->f64, 0), infinity = ml_float(e, e->f64, INFINITY);
  MlirValue large = ml_cmpf(e, F_OGT, x.re, ml_float(e, e->f64, step)),
            infinite = ml_cmpf(e, F_OEQ, x.re, infinity);
  large = ml_binary(e, "arith.andi", large, ml_cmpf(e, F_OLT, x.re, infinity));
  MlirValue less = ml_binary(e, "arith.subf", x.re, ml_float(e, e->f64, step)),
            re = ml_select(e, large, less, x.re),
            scale = ml_select(e, large, ml_float(e, e->f64, exp(step)), ml_float(e, e->f64, 1));
  MlirValue size = ml_call(e, "exp", e->f64, &re, 1), cosine = ml_call(e, "cos", e->f64, &x.im, 1),
            sine = ml_call(e, "sin", e->f64, &x.im, 1);
  parts r = {ml_binary(e, "arith.mulf", size, ml_binary(e, "arith.mulf", scale, cosine)),
             ml_binary(e, "arith.mulf", size, ml_binary(e, "arith.mulf", scale, sine))};
  MlirValue finite = ml_cmpf(e, F_OLT, ml_unary(e, "math.absf", e->f64, x.im), infinity),
            turns = ml_binary(e, "arith.xori", finite, ml_int(e, e->i1, -1));
  MlirValue none =
      ml_binary(e, "arith.andi", turns, ml_cmpf(e, F_OEQ, x.re, ml_float(e, e->f64, -INFINITY)));
  r.re = ml_select(e, ml_binary(e, "arith.andi", turns, infinite), infinity, r.re);
  r.re = ml_select(e, none, zero, r.re);
  r.im = ml_select(e, none, ml_binary(e, "math.copysign", zero, x.im), r.im);
  r.im = ml_select(e, ml_cmpf(e, F_OEQ, x.im, zero), x.im, r.im);
  return r;
}

static MlirValue squares_root(emitter *e, MlirValue x, MlirValue y) {
  MlirValue sum = ml_binary(e, "arith.addf", ml_binary(e, "arith.mulf", x, x),
                            ml_binary(e, "arith.mulf", y, y));
  return ml_unary(e, "math.sqrt", e->f64, sum);
}

// The operations of dbx_complex_abs, in their order.
static MlirValue absolute(emitter *e, parts x) {
  MlirValue a = ml_unary(e, "math.absf", e->f64, x.re), b = ml_unary(e, "math.absf", e->f64, x.im);
  MlirValue most = ml_select(e, ml_cmpf(e, F_OGT, a, b), a, b), one = ml_float(e, e->f64, 1),
            up = ml_float(e, e->f64, 0x1p600), down = ml_float(e, e->f64, 0x1p-600);
  MlirValue large = ml_cmpf(e, F_OGT, most, ml_float(e, e->f64, 0x1p500)),
            tiny = ml_cmpf(e, F_OLT, most, ml_float(e, e->f64, 0x1p-500));
  MlirValue by = ml_select(e, large, down, ml_select(e, tiny, up, one)),
            back = ml_select(e, large, up, ml_select(e, tiny, down, one));
  a = ml_binary(e, "arith.mulf", a, by), b = ml_binary(e, "arith.mulf", b, by);
  return ml_binary(e, "arith.mulf", back, squares_root(e, a, b));
}

static MlirValue modulus(emitter *e, dbx_dtype t, parts x) {
  MlirType part = float_type(e, t);
  MlirValue infinity = ml_float(e, part, INFINITY);
  MlirValue infinite = either_infinite(e, x);
  parts wide = widened(e, t, x);
  MlirValue r = t == DBX_C64
                    ? ml_unary(e, "arith.truncf", e->f32, squares_root(e, wide.re, wide.im))
                    : absolute(e, x);
  return ml_select(e, infinite, infinity, r);
}

// ---- primitives ----

MlirValue complex_unary(emitter *e, dbx_prim p, dbx_dtype t, MlirValue x) {
  parts z = parts_of(e, t, x), r;
  switch (p) {
  case DBX_PRIM_real: return z.re;
  case DBX_PRIM_imag: return z.im;
  case DBX_PRIM_abs: return modulus(e, t, z);
  case DBX_PRIM_neg: r = (parts){negated(e, z.re), negated(e, z.im)}; break;
  case DBX_PRIM_conj: r = (parts){z.re, negated(e, z.im)}; break;
  case DBX_PRIM_square: r = product(e, z, z); break;
  case DBX_PRIM_exp: r = rounded(e, t, exponential(e, widened(e, t, z))); break;
  default:
    if (!dbx_is_complex_function(p)) return (MlirValue){0};
    r = function(e, p, t, z, z);
  }
  return join(e, t, r);
}

// Before y: by the real parts, by the others where those are equal.
static MlirValue is_before(emitter *e, parts x, parts y) {
  MlirValue same = ml_cmpf(e, F_OEQ, x.re, y.re);
  return ml_binary(e, "arith.ori", ml_cmpf(e, F_OLT, x.re, y.re),
                   ml_binary(e, "arith.andi", same, ml_cmpf(e, F_OLT, x.im, y.im)));
}

MlirValue complex_binary(emitter *e, dbx_prim p, dbx_dtype t, MlirValue x, MlirValue y) {
  parts a = parts_of(e, t, x), b = parts_of(e, t, y), r;
  switch (p) {
  case DBX_PRIM_eq:
    return ml_binary(e, "arith.andi", ml_cmpf(e, F_OEQ, a.re, b.re), ml_cmpf(e, F_OEQ, a.im, b.im));
  case DBX_PRIM_ne:
    return ml_binary(e, "arith.ori", ml_cmpf(e, F_UNE, a.re, b.re), ml_cmpf(e, F_UNE, a.im, b.im));
  case DBX_PRIM_max: return ml_select(e, is_before(e, b, a), x, y);
  case DBX_PRIM_min: return ml_select(e, is_before(e, b, a), y, x);
  case DBX_PRIM_add:
  case DBX_PRIM_add_any: r = sum(e, t, a, b); break;
  case DBX_PRIM_sub: r = each(e, "arith.subf", a, b); break;
  case DBX_PRIM_mul:
    r = is_real_constant(b)   ? multiple(e, t, a, b)
        : is_real_constant(a) ? multiple(e, t, b, a)
                              : product(e, a, b);
    break;
  default:
    if (!dbx_is_complex_function(p)) return (MlirValue){0};
    r = function(e, p, t, a, b);
  }
  return join(e, t, r);
}

MlirValue complex_fold(emitter *e, dbx_prim op, dbx_dtype t, MlirValue x, MlirValue y) {
  if (op != DBX_PRIM_mul) return complex_binary(e, op, t, x, y);
  parts a = widened(e, t, parts_of(e, t, x)), b = widened(e, t, parts_of(e, t, y));
  return join(e, t, rounded(e, t, plain_product(e, a, b)));
}

MlirValue complex_convert(emitter *e, dbx_dtype from, dbx_dtype to, MlirValue x) {
  dbx_dtype part = complex_part_type(from);
  if (!dbx_is_complex(from)) {
    part = complex_part_type(to);
    return complex_join(e, to, elem_convert(e, from, part, x), ml_float(e, ml_scalar(e, part), 0));
  }
  parts z = parts_of(e, from, x);
  if (!dbx_is_complex(to)) return elem_convert(e, part, to, z.re);
  dbx_dtype other = complex_part_type(to);
  return complex_join(e, to, elem_convert(e, part, other, z.re),
                      elem_convert(e, part, other, z.im));
}
