// Half precision: f16 and bf16 are 16 bits in memory and as values. Arithmetic widens them to f32
// and rounds each result, as the interpreter does; rounding is to nearest, ties to even.
#include "lower/emit/emit.h"

bool halves_native(dbx_dtype t) {
#if defined(__x86_64__)
  return t == DBX_BF16 || (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c"));
#elif defined(__aarch64__)
  return true;
#else
  return t == DBX_BF16;
#endif
}

static MlirValue bits32(emitter *e, MlirValue x) { return ml_unary(e, "arith.bitcast", e->i32, x); }

static MlirValue shifted(emitter *e, const char *name, MlirValue x, int64_t n) {
  return ml_binary(e, name, x, ml_int(e, mlirValueGetType(x), n));
}

MlirValue half_wide(emitter *e, dbx_dtype t, MlirValue x) {
  if (t == DBX_F16)
    return ml_unary(e, "arith.extf", e->f32, ml_unary(e, "arith.bitcast", e->f16, x));
  MlirValue high = shifted(e, "arith.shli", ml_unary(e, "arith.extui", e->i32, x), 16);
  return ml_unary(e, "arith.bitcast", e->f32, high);
}

// The upper half of the bits, after half a unit of it (less one of the lower bits, if it is even)
// has been added; NaN stays one.
static MlirValue to_bf16(emitter *e, MlirValue x) {
  MlirValue u = bits32(e, x), nan = ml_cmpf(e, F_UNO, x, x);
  MlirValue odd =
      ml_binary(e, "arith.andi", shifted(e, "arith.shrui", u, 16), ml_int(e, e->i32, 1));
  MlirValue sum = ml_add(e, ml_add(e, u, ml_int(e, e->i32, 0x7FFF)), odd);
  MlirValue r = ml_select(e, nan, ml_binary(e, "arith.ori", u, ml_int(e, e->i32, 0x400000)), sum);
  return ml_unary(e, "arith.trunci", e->i16, shifted(e, "arith.shrui", r, 16));
}

MlirValue half_rounded(emitter *e, dbx_dtype t, MlirValue x) {
  if (t == DBX_BF16) return to_bf16(e, x);
  return ml_unary(e, "arith.bitcast", e->i16, ml_unary(e, "arith.truncf", e->f16, x));
}

// x in single precision so that it can be rounded once more: where it is not exact, the neighbour
// whose last bit is odd.
static MlirValue to_odd(emitter *e, MlirValue x) {
  MlirValue near = ml_unary(e, "arith.truncf", e->f32, x), u = bits32(e, near),
            back = ml_unary(e, "arith.extf", e->f64, near);
  MlirValue exact = ml_binary(e, "arith.ori", ml_cmpf(e, F_OEQ, back, x), ml_cmpf(e, F_UNO, x, x));
  MlirValue even =
      ml_cmpi(e, I_EQ, ml_binary(e, "arith.andi", u, ml_int(e, e->i32, 1)), ml_int(e, e->i32, 0));
  MlirValue below = ml_cmpf(e, F_OLT, ml_unary(e, "math.absf", e->f64, back),
                            ml_unary(e, "math.absf", e->f64, x));
  MlirValue step = ml_select(e, below, ml_int(e, e->i32, 1), ml_int(e, e->i32, -1));
  MlirValue keep =
      ml_binary(e, "arith.ori", exact, ml_binary(e, "arith.xori", even, ml_int(e, e->i1, -1)));
  MlirValue r = ml_add(e, u, ml_select(e, keep, ml_int(e, e->i32, 0), step));
  return ml_unary(e, "arith.bitcast", e->f32, r);
}

// Does this processor convert f64 to f16 by one instruction?
static bool narrows(void) {
#if defined(__x86_64__) && (defined(__clang__) || __GNUC__ >= 12)
  return __builtin_cpu_supports("avx512fp16");
#else
  return false;
#endif
}

MlirValue half_of_f64(emitter *e, dbx_dtype t, MlirValue x) {
  if (t == DBX_F16 && narrows()) return half_rounded(e, t, x);
  return half_rounded(e, t, t == DBX_F16 ? to_odd(e, x) : ml_unary(e, "arith.truncf", e->f32, x));
}
