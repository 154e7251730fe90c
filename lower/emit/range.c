// What is known of integer scalars while a program is emitted: between which bounds they lie. The
// index of a loop has bounds, sums with numbers and clamped values inherit them; comparisons that
// they decide, and checks of indices that they prove, are not emitted.
#include "lower/emit/emit.h"

range range_number(int64_t n) {
  return (range){.above = true, .low = n, .below = true, .off = n, .root_low = INT64_MIN};
}

range range_of(const value *v) {
  if (v->known && v->t != DBX_BOOL) return range_number(v->n);
  return v->t == DBX_I64 || v->t == DBX_I32 ? v->range : (range){0};
}

range range_convert(const value *v, dbx_dtype to) {
  range x = range_of(v);
  if (to == DBX_I64) return x;
  bool fits = to == DBX_I32 && x.above && x.low >= INT32_MIN && x.below && ml_none(x.root) &&
              x.off <= INT32_MAX;
  return fits ? x : (range){0};
}

range range_index(dim from, dim to) {
  range r = {.root_low = INT64_MIN};
  if (from.known) r.above = true, r.low = from.n;
  if (to.known ? to.n == INT64_MIN : to.flag) return r;
  r.below = true;
  r.root = to.known ? (MlirValue){0} : to.root;
  r.off = to.known ? to.n - 1 : -1;
  if (from.known && from.n < INT64_MAX) r.root_low = from.n + 1; // there is a trip
  return r;
}

// Of a scalar of which nothing is known to lie above: it is itself.
static range of_itself(const value *v) {
  range x = range_of(v);
  if (v->known || v->kind != V_SCALAR || !x.above || x.below) return x;
  x.below = x.exact = true;
  x.root = v->scalar, x.off = 0, x.root_low = x.low;
  return x;
}

// root + n - y, where y lies between a number that is not negative and root + n + 1.
static range difference(range x, range y) {
  int64_t low, off;
  if (!x.exact || !x.above || x.low < -1 || !y.above || y.low < 0 || !y.below || ml_none(y.root) ||
      !mlirValueEqual(x.root, y.root) || __builtin_sub_overflow(x.off, y.off, &low) ||
      __builtin_sub_overflow(x.off, y.low, &off))
    return (range){0};
  x.exact = false;
  x.below = off <= 0;
  x.low = low, x.off = off;
  return x;
}

// x + n, if that cannot wrap around.
static range plus(range x, int64_t n) {
  int64_t low = 0, off = 0;
  bool low_wraps = __builtin_add_overflow(x.low, n, &low),
       off_wraps = __builtin_add_overflow(x.off, n, &off);
  if (n < 0 && (!x.above || low_wraps)) return (range){0};
  if (n > 0 && (!x.below || off_wraps || (!ml_none(x.root) && off > 0))) return (range){0};
  x.above &= !low_wraps, x.below &= !off_wraps;
  x.low = low, x.off = off;
  return x;
}

static range at_least(range x, int64_t n) {
  int64_t room;
  if (!x.above || x.low < n) x.low = n;
  x.above = true;
  x.exact = false;
  if (ml_none(x.root)) {
    if (x.off < n) x.off = n;
  } else if (x.root_low == INT64_MIN || __builtin_sub_overflow(n, x.root_low, &room)) {
    x.below = false;
  } else if (x.off < room) {
    x.off = room;
  }
  return x;
}

static range at_most(range x, int64_t n) {
  if (x.above && x.low > n) x.low = n;
  if (!x.below) x.root = (MlirValue){0}, x.off = n;
  else if (ml_none(x.root) && x.off > n) x.off = n;
  x.below = true;
  x.exact = false;
  return x;
}

range range_apply(dbx_prim p, const value *a, const value *b) {
  if (a->known && p != DBX_PRIM_sub) {
    const value *swap = a;
    a = b, b = swap;
  }
  if (a->t != DBX_I64) return (range){0};
  if (!b->known) return p == DBX_PRIM_sub ? difference(of_itself(a), range_of(b)) : (range){0};
  range x = range_of(a);
  switch (p) {
  case DBX_PRIM_add: return plus(of_itself(a), b->n);
  case DBX_PRIM_sub: return b->n == INT64_MIN ? (range){0} : plus(of_itself(a), -b->n);
  case DBX_PRIM_mul: return b->n == 1 ? x : (range){0};
  case DBX_PRIM_max: return at_least(x, b->n);
  case DBX_PRIM_min: return at_most(x, b->n);
  default: return (range){0};
  }
}

// Is a <= b + off proven?
static bool below(const value *a, const value *b, int64_t off) {
  range x = range_of(a), y = range_of(b);
  int64_t limit;
  if (x.below && !ml_none(x.root) && !b->known && mlirValueEqual(x.root, b->scalar))
    return x.off <= off;
  return x.below && ml_none(x.root) && y.above && !__builtin_add_overflow(y.low, off, &limit) &&
         x.off <= limit;
}

bool range_decides(dbx_prim p, const value *a, const value *b, bool *ret) {
  if (a->t != DBX_I64 || b->t != DBX_I64) return false;
  bool less = below(a, b, -1), more = below(b, a, -1);
  bool no_more = less || below(a, b, 0), no_less = more || below(b, a, 0);
  switch (p) {
  case DBX_PRIM_lt: return *ret = less, less || no_less;
  case DBX_PRIM_le: return *ret = no_more, no_more || more;
  case DBX_PRIM_gt: return *ret = more, more || no_more;
  case DBX_PRIM_ge: return *ret = no_less, no_less || less;
  case DBX_PRIM_eq: return *ret = false, less || more;
  case DBX_PRIM_ne: return *ret = true, less || more;
  default: return false;
  }
}

bool range_inside(const value *start, dim n, dim have) {
  range x = range_of(start);
  int64_t last;
  if (!x.above || x.low < 0 || !x.below || !n.known) return false;
  if (!have.known) return !ml_none(x.root) && mlirValueEqual(x.root, have.root) && x.off <= -n.n;
  return ml_none(x.root) && !__builtin_sub_overflow(have.n, n.n, &last) && x.off <= last;
}
