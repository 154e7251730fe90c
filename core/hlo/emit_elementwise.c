// Elementwise equations.
#include "hlo/emit.h"

#include <math.h>
#include <string.h>

static const char *unary(hlo_emitter *e, const char *op, const hlo *x, const hlo *out) {
  const char *from = hlo_type(e, x), *to = hlo_type(e, out);
  if (!strncmp(op, "chlo.", 5)) return hlo_op(e, "%s %s : %s -> %s", op, hlo_name(e, x), from, to);
  if (!strcmp(from, to)) return hlo_op(e, "%s %s : %s", op, hlo_name(e, x), to);
  return hlo_op(e, "%s %s : (%s) -> %s", op, hlo_name(e, x), from, to);
}

// Of two arrays of one type.
static const char *binary(hlo_emitter *e, const char *op, const hlo *x, const hlo *y,
                          const hlo *out) {
  const char *from = hlo_type(e, x), *to = hlo_type(e, out), *a = hlo_name(e, x);
  const char *b = hlo_name(e, y);
  if (!strcmp(from, to)) return hlo_op(e, "%s %s, %s : %s", op, a, b, to);
  return hlo_op(e, "%s %s, %s : (%s, %s) -> %s", op, a, b, from, from, to);
}

// A scalar, spread over the shape of a result.
static const hlo *filled(hlo_emitter *e, const hlo *like, dbx_dtype t, dbx_scalar x) {
  return hlo_spread(e, hlo_literal(e, t, x), like->rank, like->dims);
}

static const hlo *filled_f(hlo_emitter *e, const hlo *like, double x) {
  return filled(e, like, like->t, dbx_scalar_f(x));
}

static const hlo *spread(hlo_emitter *e, const hlo *x, const hlo *out) {
  return hlo_spread(e, x, out->rank, out->dims);
}

static const hlo *named(hlo_emitter *e, const char *name, const hlo *like) {
  return hlo_new(e, name, like->t, like->rank, like->dims);
}

dbx_status hlo_emit_unary(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  return out->name = unary(e, e->op, spread(e, in[0], out), out), DBX_OK;
}

// XLA computes no absolute value of a size before it compiles.
dbx_status hlo_emit_absolute(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  bool size = e->target == DBX_HLO_XLA && in[0]->counted && !out->rank && out->t == DBX_I64;
  if (!size) return hlo_emit_unary(e, q, in, out);
  const char *x = hlo_name(e, in[0]), *minus = hlo_int_op(e, "subtract", hlo_int(e, 0), x);
  return out->name = hlo_op(e, "stablehlo.maximum %s, %s : tensor<i64>", x, minus), DBX_OK;
}

dbx_status hlo_emit_chlo(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  return hlo_emit_unary(e, q, in, out);
}

dbx_status hlo_emit_sign(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  if (!dbx_is_unsigned(out->t)) return hlo_emit_unary(e, q, in, out);
  const hlo *one = filled(e, out, out->t, dbx_scalar_int(1));
  return out->name = binary(e, "stablehlo.minimum", in[0], one, out), DBX_OK;
}

// The sine or cosine of a + i b, of real functions: sin a cosh b + i cos a sinh b, cos a cosh b -
// i sin a sinh b.
dbx_status hlo_emit_trigonometric(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in,
                                  hlo *out) {
  if (!dbx_is_complex(out->t) || e->target != DBX_HLO_IREE) return hlo_emit_unary(e, q, in, out);
  bool sine = q->prim->id == DBX_PRIM_sin;
  hlo *r = hlo_new(e, NULL, dbx_real_of(out->t), out->rank, out->dims);
  const hlo *a = named(e, unary(e, "stablehlo.real", in[0], r), r),
            *b = named(e, unary(e, "stablehlo.imag", in[0], r), r);
  const hlo *s = named(e, unary(e, "stablehlo.sine", a, r), r),
            *c = named(e, unary(e, "stablehlo.cosine", a, r), r),
            *sh = named(e, unary(e, "chlo.sinh", b, r), r),
            *ch = named(e, unary(e, "chlo.cosh", b, r), r);
  const hlo *re = named(e, binary(e, "stablehlo.multiply", sine ? s : c, ch, r), r),
            *im = named(e, binary(e, "stablehlo.multiply", sine ? c : s, sh, r), r);
  if (!sine) im = named(e, unary(e, "stablehlo.negate", im, r), r);
  return out->name = binary(e, "stablehlo.complex", re, im, out), DBX_OK;
}

dbx_status hlo_emit_round(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  dbx_buf how = {0};
  dbx_put_param(&how, dbx_eqn_param(q, DBX_S_rounding_method));
  bool even = strstr(dbx_text(&how), "EVEN") || !strcmp(dbx_text(&how), "1");
  dbx_buf_free(&how);
  const char *op = even ? "stablehlo.round_nearest_even" : "stablehlo.round_nearest_afz";
  return out->name = unary(e, op, spread(e, in[0], out), out), DBX_OK;
}

dbx_status hlo_emit_exp2(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  return out->name = binary(e, e->op, filled_f(e, out, 2), in[0], out), DBX_OK;
}

dbx_status hlo_emit_cbrt(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  if (e->target != DBX_HLO_IREE) return hlo_emit_unary(e, q, in, out);
  const hlo *sign = named(e, unary(e, "stablehlo.sign", in[0], out), out),
            *size = named(e, unary(e, "stablehlo.abs", in[0], out), out);
  const hlo *root =
      named(e, binary(e, "stablehlo.power", size, filled_f(e, out, 1.0 / 3), out), out);
  return out->name = binary(e, "stablehlo.multiply", sign, root, out), DBX_OK;
}

dbx_status hlo_emit_integer_pow(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  int64_t y = dbx_eqn_int(q, DBX_S_y);
  uint64_t n = y < 0 ? 0 - (uint64_t)y : (uint64_t)y;
  const hlo *power = spread(e, in[0], out), *r = NULL;
  dbx_scalar unit = dbx_is_inexact(out->t) ? dbx_scalar_f(1) : dbx_scalar_int(1);
  const hlo *one = n && y > 0 ? NULL : filled(e, out, out->t, unit);
  for (; n; n /= 2) {
    if (n % 2) r = r ? named(e, binary(e, e->op, r, power, out), out) : power;
    if (n > 1) power = named(e, binary(e, e->op, power, power, out), out);
  }
  if (!r) r = one;
  if (y < 0) r = named(e, binary(e, "stablehlo.divide", one, r, out), out);
  return out->name = hlo_name(e, r), DBX_OK;
}

dbx_status hlo_emit_square(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  return out->name = binary(e, e->op, in[0], in[0], out), DBX_OK;
}

dbx_status hlo_emit_alias(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  (void)q;
  out->name = hlo_name(e, in[0]);
  out->dims = in[0]->dims;
  out->counted = in[0]->counted, out->from = in[0]->from;
  return DBX_OK;
}

// ---- other dtypes ----

static const hlo *plain_convert(hlo_emitter *e, const hlo *x, hlo *to) {
  const char *name = hlo_op(e, "stablehlo.convert %s : (%s) -> %s", hlo_name(e, x), hlo_type(e, x),
                            hlo_type(e, to));
  return to->name = name, to;
}

static const char *is(hlo_emitter *e, const char *how, const hlo *x, const hlo *y, hlo *truth) {
  const char *t = hlo_type(e, x), *kind = dbx_is_inexact(x->t)                        ? "FLOAT"
                                          : dbx_is_unsigned(x->t) || x->t == DBX_BOOL ? "UNSIGNED"
                                                                                      : "SIGNED";
  return hlo_op(e, "stablehlo.compare %s, %s, %s, %s : (%s, %s) -> %s", how, hlo_name(e, x),
                hlo_name(e, y), kind, t, t, hlo_type(e, truth));
}

static const hlo *choose(hlo_emitter *e, const char *truth, const hlo *yes, const hlo *no) {
  hlo *p = hlo_new(e, truth, DBX_BOOL, yes->rank, yes->dims);
  return named(e,
               hlo_op(e, "stablehlo.select %s, %s, %s : %s, %s", truth, hlo_name(e, yes),
                      hlo_name(e, no), hlo_type(e, p), hlo_type(e, yes)),
               yes);
}

// What is too large becomes the largest number, and what is none 0: the processor's own conversion,
// which IREE takes, gives the smallest one.
static const hlo *saturated(hlo_emitter *e, const hlo *x, hlo *to) {
  unsigned bits = 8 * dbx_dtype_bytes(to->t) - dbx_is_signed(to->t);
  hlo *truth = hlo_new(e, NULL, DBX_BOOL, x->rank, x->dims);
  double top = ldexp(1, (int)bits), least = dbx_is_signed(to->t) ? -top : 0;
  dbx_scalar max = hlo_identity(DBX_PRIM_min, to->t), min = hlo_identity(DBX_PRIM_max, to->t);
  const hlo *zero = filled_f(e, x, 0), *high = filled_f(e, x, top), *low = filled_f(e, x, least);
  const char *over = is(e, "GE", x, high, truth), *under = is(e, "LE", x, low, truth),
             *number = is(e, "EQ", x, x, truth);
  const hlo *inside = choose(e, over, zero, x);
  inside = choose(e, number, choose(e, under, zero, inside), zero);
  const hlo *r = plain_convert(e, inside, to);
  r = choose(e, over, filled(e, to, to->t, max), r);
  return choose(e, under, filled(e, to, to->t, min), r);
}

const hlo *hlo_convert(hlo_emitter *e, const hlo *x, dbx_dtype t) {
  if (x->t == t) return x;
  hlo *to = hlo_new(e, NULL, t, x->rank, x->dims);
  to->counted = x->counted, to->from = x->from;
  if (!x->name && !x->rank) return hlo_literal(e, t, dbx_scalar_convert(x->x, x->t, t));
  if (dbx_is_complex(x->t) && !dbx_is_complex(t) && t != DBX_BOOL) {
    hlo *re = hlo_new(e, NULL, dbx_real_of(x->t), x->rank, x->dims);
    re->name = unary(e, "stablehlo.real", x, re);
    return hlo_convert(e, re, t);
  }
  if (t == DBX_BOOL) {
    const hlo *zero = filled(e, x, x->t, (dbx_scalar){.c = {0, 0}});
    return to->name = is(e, "NE", x, zero, to), to;
  }
  // a length as a number is computed where arrays are, not by the host, which has no floats there
  if (!x->rank && x->counted && dbx_is_inexact(t) && e->target == DBX_HLO_IREE)
    x = hlo_new(e, hlo_apart(e, x), x->t, 0, NULL);
  bool saturates = e->target == DBX_HLO_IREE && dbx_is_float(x->t) && dbx_is_integer(t);
  return saturates ? saturated(e, x, to) : plain_convert(e, x, to);
}

dbx_status hlo_emit_convert(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  (void)q;
  const hlo *r = hlo_convert(e, in[0], out->t);
  out->name = r->name, out->x = r->x;
  out->counted = r->counted, out->from = r->from;
  if (r->name) out->dims = r->dims;
  out->natural = in[0]->natural && out->t == in[0]->t;
  return DBX_OK;
}

dbx_status hlo_emit_bitcast(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  if (dbx_dtype_bytes(in[0]->t) != dbx_dtype_bytes(out->t) || dbx_is_complex(in[0]->t))
    return hlo_refuse(e, "the dtypes have elements of different widths");
  out->name = hlo_op(e, "%s %s : (%s) -> %s", e->op, hlo_name(e, in[0]), hlo_type(e, in[0]),
                     hlo_type(e, out));
  return DBX_OK;
}

dbx_status hlo_emit_reduce_precision(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in,
                                     hlo *out) {
  int64_t exponent = dbx_eqn_int(q, DBX_S_exponent_bits), m = dbx_eqn_int(q, DBX_S_mantissa_bits);
  dbx_dtype narrow = exponent == 5 && m == 10   ? DBX_F16
                     : exponent == 8 && m == 7  ? DBX_BF16
                     : exponent == 8 && m == 23 ? DBX_F32
                                                : DBX_NO_DTYPE;
  if (e->target != DBX_HLO_IREE) {
    out->name = hlo_op(e, "%s %s, format = e%dm%d : %s", e->op, hlo_name(e, in[0]), (int)exponent,
                       (int)m, hlo_type(e, out));
    return DBX_OK;
  }
  if (narrow == DBX_NO_DTYPE) return hlo_refuse(e, "IREE rounds to half precision or f32 only");
  out->name = hlo_name(e, hlo_convert(e, hlo_convert(e, in[0], narrow), out->t));
  return DBX_OK;
}

// ---- two operands ----

dbx_status hlo_emit_binary(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  const hlo *y = in[1];
  if (q->prim->id == DBX_PRIM_pow) y = hlo_convert(e, y, out->t);
  out->name = binary(e, e->op, spread(e, in[0], out), spread(e, y, out), out);
  return DBX_OK;
}

// A truth is larger than another; parts of complex numbers are compared one after the other.
dbx_status hlo_emit_extreme(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  bool max = q->prim->id == DBX_PRIM_max;
  if (dbx_is_complex(out->t)) return hlo_refuse(e, "StableHLO orders no complex numbers");
  const char *op = out->t != DBX_BOOL ? e->op : max ? "stablehlo.or" : "stablehlo.and";
  out->name = binary(e, op, spread(e, in[0], out), spread(e, in[1], out), out);
  return DBX_OK;
}

// Equal operands that IREE folds, although their shape is not known, to a constant of that shape.
dbx_status hlo_emit_sub(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  bool folds = in[0]->name && in[0] == in[1] && e->target == DBX_HLO_IREE;
  if (!folds || hlo_static(out->rank, out->dims)) return hlo_emit_binary(e, q, in, out);
  const hlo *minus = named(e, unary(e, "stablehlo.negate", in[0], out), out);
  return out->name = binary(e, "stablehlo.add", in[0], minus, out), DBX_OK;
}

// The divisor. XLA computes sizes before JAX looks at guards, and ends by a division by 0: in an
// artefact a divisor of sizes is 1 where the guard fails.
static const hlo *guarded_divisor(hlo_emitter *e, const hlo *y) {
  if (!y->name) {
    if (!y->x.i)
      hlo_guard(e, DBX_E703, hlo_constant(e, "stablehlo.constant dense<false> : tensor<i1>"), true,
                "integer division by zero");
    return y;
  }
  hlo *truth = hlo_new(e, NULL, DBX_BOOL, y->rank, y->dims);
  const char *ok = is(e, "NE", y, filled(e, y, y->t, dbx_scalar_int(0)), truth);
  if (y->rank) {
    dbx_buf axes = {0};
    for (uint32_t i = 0; i < y->rank; i++) dbx_printf(&axes, "%s%u", i ? ", " : "", i);
    const char *all = hlo_constant(e, "stablehlo.constant dense<true> : tensor<i1>");
    ok = hlo_op(e,
                "stablehlo.reduce(%s init: %s) applies stablehlo.and across dimensions = [%s] : "
                "(%s, tensor<i1>) -> tensor<i1>",
                ok, all, dbx_text(&axes), hlo_type(e, truth));
    dbx_buf_free(&axes);
  }
  hlo_guard(e, DBX_E703, ok, y->counted, "integer division by zero");
  if (!e->sizes->fit || y->rank || !y->counted) return y;
  const hlo *one = filled(e, y, y->t, dbx_scalar_int(1));
  return hlo_new(e,
                 hlo_shared(e, "stablehlo.select %s, %s, %s : tensor<i1>, %s", ok, y->name,
                            hlo_name(e, one), hlo_type(e, y)),
                 y->t, 0, NULL);
}

dbx_status hlo_emit_division(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  bool guards = dbx_is_integer(out->t) && (e->target == DBX_HLO_IREE || in[1]->counted);
  const hlo *both[] = {in[0], guards ? guarded_divisor(e, in[1]) : in[1]};
  return hlo_emit_binary(e, q, both, out);
}

dbx_status hlo_emit_nextafter(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  const char *t = hlo_type(e, out);
  out->name = hlo_op(e, "%s %s, %s : %s, %s -> %s", e->op, hlo_name(e, spread(e, in[0], out)),
                     hlo_name(e, spread(e, in[1], out)), t, t, t);
  return DBX_OK;
}

dbx_status hlo_emit_compare(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  out->name = is(e, e->op, spread(e, in[0], out), spread(e, in[1], out), out);
  return DBX_OK;
}

// ---- three ----

dbx_status hlo_emit_select(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  const hlo *which = in[0], *r = spread(e, in[1], out);
  hlo *truth = hlo_new(e, NULL, DBX_BOOL, which->rank, which->dims);
  for (uint32_t i = 1; i + 1 < q->n_in; i++) {
    const hlo *last = filled(e, which, which->t, dbx_scalar_int(i));
    const char *p = which->t == DBX_BOOL ? hlo_name(e, which) : is(e, "GE", which, last, truth);
    const hlo *next = spread(e, in[i + 1], out);
    r = named(e,
              hlo_op(e, "%s %s, %s, %s : %s, %s", e->op, p, hlo_name(e, next), hlo_name(e, r),
                     hlo_type(e, truth), hlo_type(e, out)),
              out);
  }
  return out->name = hlo_name(e, r), DBX_OK;
}

dbx_status hlo_emit_clamp(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  const hlo *low = in[0], *x = spread(e, in[1], out), *high = in[2];
  if (out->t == DBX_BOOL) {
    const hlo *r = named(e, binary(e, "stablehlo.or", spread(e, low, out), x, out), out);
    return out->name = binary(e, "stablehlo.and", r, spread(e, high, out), out), DBX_OK;
  }
  out->name = hlo_op(e, "%s %s, %s, %s : (%s, %s, %s) -> %s", e->op, hlo_name(e, low),
                     hlo_name(e, x), hlo_name(e, high), hlo_type(e, low), hlo_type(e, x),
                     hlo_type(e, high), hlo_type(e, out));
  return DBX_OK;
}
