// Types of results: numpy.promote_types, and the rules by which scalars take part with their value
// (see nd.h). Source: numpy 1.26's convert_datatype.c, checked against numpy.promote_types.
#include "numpy/nd.h"

#include <math.h>

static bool is_int_or_bool(dbx_dtype t) { return t <= DBX_U64; }

static dbx_dtype signed_of(unsigned bytes) {
  return bytes == 1 ? DBX_I8 : bytes == 2 ? DBX_I16 : bytes == 4 ? DBX_I32 : DBX_I64;
}

static dbx_dtype mixed_integers(dbx_dtype s, dbx_dtype u) {
  if (dbx_dtype_bytes(u) < dbx_dtype_bytes(s)) return s;
  return u == DBX_U64 ? DBX_F64 : signed_of(2 * dbx_dtype_bytes(u));
}

static dbx_dtype float_for(dbx_dtype t) { // the least float that holds the integers of t
  unsigned bytes = dbx_dtype_bytes(t);
  return bytes == 1 ? DBX_F16 : bytes == 2 ? DBX_F32 : DBX_F64;
}

dbx_dtype nd_promote(dbx_dtype a, dbx_dtype b) {
  if (a == b) return a;
  if (a > b) return nd_promote(b, a);
  if (a == DBX_BF16 || b == DBX_BF16)
    return dbx_promote((dbx_type){a, false}, (dbx_type){b, false}).dtype;
  if (a == DBX_BOOL) return b;
  if (dbx_is_integer(b) && dbx_is_signed(b) != dbx_is_signed(a)) return mixed_integers(a, b);
  if (dbx_is_integer(b)) return b;
  dbx_dtype f = is_int_or_bool(a) ? float_for(a) : a;
  if (!dbx_is_complex(b)) return f > b ? f : b;
  return dbx_real_of(f) == DBX_F64 ? DBX_C128 : b;
}

static int kind_order(dbx_dtype t) { return t == DBX_BOOL ? 0 : dbx_is_integer(t) ? 1 : 2; }

bool nd_can_cast(dbx_dtype from, dbx_dtype to, const char *rule) {
  static const char kinds[] = "biufc";
  if (!strcmp(rule, "no") || !strcmp(rule, "equiv")) return from == to;
  if (!strcmp(rule, "unsafe") || nd_promote(from, to) == to) return true;
  if (strcmp(rule, "same_kind")) return false;
  const char *a = strchr(kinds, dbx_dtype_kind(from)), *b = strchr(kinds, dbx_dtype_kind(to));
  if (*a == 'i' && *b == 'u') return false;
  return a <= b || (*a == 'u' && *b == 'i');
}

// ---- the least type that holds the value of a scalar ----

typedef struct seen {
  dbx_dtype t;
  bool small; // an unsigned value that the signed type of the same size holds too
} seen;

static seen least_unsigned(uint64_t u) {
  if (u <= UINT8_MAX) return (seen){DBX_U8, u <= INT8_MAX};
  if (u <= UINT16_MAX) return (seen){DBX_U16, u <= INT16_MAX};
  if (u <= UINT32_MAX) return (seen){DBX_U32, u <= INT32_MAX};
  return (seen){DBX_U64, u <= INT64_MAX};
}

static seen least(dbx_scalar x, dbx_dtype t) {
  if (t == DBX_BOOL || t == DBX_BF16) return (seen){t, false};
  if (dbx_is_unsigned(t) || (dbx_is_integer(t) && x.i >= 0)) return least_unsigned(x.u);
  if (dbx_is_integer(t))
    return (seen){x.i >= INT8_MIN    ? DBX_I8
                  : x.i >= INT16_MIN ? DBX_I16
                  : x.i >= INT32_MIN ? DBX_I32
                                     : DBX_I64,
                  false};
  double re = fabs(x.c[0]), im = dbx_is_complex(t) ? fabs(x.c[1]) : 0;
  if (dbx_is_complex(t))
    return (seen){t == DBX_C128 && (re >= 3.4e38 || im >= 3.4e38) ? DBX_C128 : DBX_C64, false};
  if (re < 65000 || !isfinite(re)) return (seen){DBX_F16, false};
  return (seen){re < 3.4e38 || t != DBX_F64 ? DBX_F32 : DBX_F64, false};
}

// Scalars count by their value if there are arrays of at least their kind.
static bool values_count(const nd *const *x, uint32_t n) {
  int arrays = -1, scalars = -1;
  for (uint32_t k = 0; k < n; k++) {
    int *most = x[k]->rank ? &arrays : &scalars, own = kind_order(x[k]->t);
    if (own > *most) *most = own;
  }
  return scalars >= 0 && arrays >= scalars;
}

static seen see(const nd *x, bool by_value) {
  if (!by_value || x->rank) return (seen){x->t, false};
  return least(dbx_load(x->data, x->t), x->t);
}

static dbx_dtype to_signed(dbx_dtype t) { return signed_of(dbx_dtype_bytes(t)); }

static dbx_dtype join(seen a, seen b) {
  if (a.small && dbx_is_signed(b.t)) a.t = to_signed(a.t);
  if (b.small && dbx_is_signed(a.t)) b.t = to_signed(b.t);
  return nd_promote(a.t, b.t);
}

dbx_dtype nd_result_type(const nd *const *x, uint32_t n) {
  if (n == 1) return x[0]->t;
  bool same = true, by_value = values_count(x, n);
  for (uint32_t k = 1; k < n; k++) same = same && x[k]->t == x[0]->t;
  if (same) return x[0]->t;
  seen r = see(x[0], by_value);
  for (uint32_t k = 1; k < n; k++) {
    seen next = see(x[k], by_value);
    r = (seen){join(r, next), r.small && next.small};
  }
  return r.t;
}

bool nd_operands_fit(const nd *const *x, uint32_t n, dbx_dtype t) {
  bool by_value = values_count(x, n);
  for (uint32_t k = 0; k < n; k++) {
    seen s = see(x[k], by_value);
    bool fits = nd_promote(s.t, t) == t || (s.small && nd_promote(to_signed(s.t), t) == t);
    if (!fits) return false;
  }
  return true;
}
