// See wide.h.
#include "lang/value/wide.h"

typedef __int128 wide;
typedef unsigned __int128 uwide;

static bool read(pv v, wide *ret) {
  if (v.tag == PV_INT || v.tag == PV_BOOL) return *ret = v.i, true;
  mpz_srcptr z = ((o_bigint *)v.o)->z;
  size_t n = mpz_size(z);
  const mp_limb_t *limb = mpz_limbs_read(z);
  if (n > 2 || (n == 2 && limb[1] >> 62)) return false;
  uwide u = n == 2 ? (uwide)limb[1] << 64 | limb[0] : n ? limb[0] : 0;
  return *ret = mpz_sgn(z) < 0 ? -(wide)u : (wide)u, true;
}

static bool write(wide w, pv *ret) {
  if (w == (int64_t)w) return *ret = pv_int((int64_t)w), true;
  uwide u = w < 0 ? -(uwide)w : (uwide)w;
  mpz_t z;
  mpz_init(z);
  mp_limb_t *limb = mpz_limbs_write(z, 2);
  limb[0] = (mp_limb_t)u, limb[1] = (mp_limb_t)(u >> 64);
  mpz_limbs_finish(z, w < 0 ? -2 : 2);
  return *ret = bigint_take(z), true;
}

static wide floor_quotient(wide a, wide b, wide *rest) {
  wide q = a / b;
  *rest = a - q * b;
  if (*rest && (*rest < 0) != (b < 0)) *rest += b, q--;
  return q;
}

static wide modulo(wide a, wide b) {
  wide rest;
  if (b > 0 && !(b & (b - 1))) return a & (b - 1);
  (void)floor_quotient(a, b, &rest);
  return rest;
}

static bool shifted(wide a, wide by, wide *ret) {
  if (by > 125) return false;
  *ret = (wide)((uwide)a << by);
  return *ret >> by == a;
}

bool wide_binary(dbx_op op, pv x, pv y, pv *ret) {
  wide a, b, r;
  if (!read(x, &a) || !read(y, &b)) return false;
  switch (op) {
  case DBX_OP_Add: r = a + b; break; // both have less than 127 bits
  case DBX_OP_Sub: r = a - b; break;
  case DBX_OP_Mult:
    if (__builtin_mul_overflow(a, b, &r)) return false;
    break;
  case DBX_OP_FloorDiv: r = floor_quotient(a, b, &(wide){0}); break;
  case DBX_OP_Mod: r = modulo(a, b); break;
  case DBX_OP_BitAnd: r = a & b; break;
  case DBX_OP_BitOr: r = a | b; break;
  case DBX_OP_BitXor: r = a ^ b; break;
  case DBX_OP_RShift: r = a >> (b > 127 ? 127 : b); break;
  case DBX_OP_LShift:
    if (!shifted(a, b, &r)) return false;
    break;
  default: return false;
  }
  return write(r, ret);
}

bool wide_power(pv x, pv y, pv *ret) {
  wide base, r = 1;
  if (y.tag != PV_INT || y.i > 126 || !read(x, &base)) return false;
  for (int64_t i = 0; i < y.i; i++)
    if (__builtin_mul_overflow(r, base, &r)) return false;
  return write(r, ret);
}
