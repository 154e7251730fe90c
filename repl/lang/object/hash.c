// Hashes of numbers, and tuples and frozensets of them, as CPython's hash() gives them, modulo the
// prime 2^61 - 1.
#include "lang/object/protocol.h"

#include <math.h>

enum { HASH_BITS = 61 };
static const uint64_t hash_modulus = ((uint64_t)1 << HASH_BITS) - 1;

static int64_t hash_double(double x) {
  if (isnan(x)) return 0;
  if (isinf(x)) return x > 0 ? 314159 : -314159;
  int e;
  double m = frexp(fabs(x), &e);
  uint64_t h = 0;
  while (m != 0) { // 28 bits at a time
    h = ((h << 28) & hash_modulus) | h >> (HASH_BITS - 28);
    m *= 268435456.0;
    e -= 28;
    uint64_t y = (uint64_t)m;
    m -= (double)y;
    h += y;
    if (h >= hash_modulus) h -= hash_modulus;
  }
  e = e >= 0 ? e % HASH_BITS : HASH_BITS - 1 - ((-1 - e) % HASH_BITS);
  h = ((h << e) & hash_modulus) | h >> (HASH_BITS - e);
  int64_t r = x < 0 ? -(int64_t)h : (int64_t)h;
  return r == -1 ? -2 : r;
}

uint64_t number_hash(pv v) {
  if (v.tag == PV_FLOAT) return (uint64_t)hash_double(v.f);
  if (is_obj(v, T_COMPLEX)) {
    uint64_t h = (uint64_t)hash_double(((o_complex *)v.o)->re) +
                 1000003u * (uint64_t)hash_double(((o_complex *)v.o)->im);
    return h == UINT64_MAX ? UINT64_MAX - 1 : h;
  }
  mpz_t z;
  number_get_mpz(v, z);
  int64_t h = (int64_t)mpz_tdiv_ui(z, hash_modulus);
  if (mpz_sgn(z) < 0) h = -h;
  mpz_clear(z);
  return (uint64_t)(h == -1 ? -2 : h);
}

// The xxHash of the hashes of a tuple's elements.
static bool hash_known_tuple(const o_seq *s, uint64_t *ret) {
  static const uint64_t prime[] = {11400714785074694791u, 14029467366897019727u,
                                   2870177450012600261u};
  uint64_t h = prime[2], one;
  if (lang_enter("") != DBX_OK) return dbx_diag_forget(), false;
  bool known = true;
  for (uint32_t i = 0; known && i < s->n; i++) {
    if (!(known = number_hash_of(s->at[i], &one))) break;
    h += one * prime[1];
    h = (h << 31 | h >> 33) * prime[0];
  }
  lang_leave();
  h += s->n ^ (prime[2] ^ 3527539u);
  *ret = h == UINT64_MAX ? 1546275796 : h;
  return known;
}

// Of a frozenset: no order of the elements matters, so their hashes are mixed one by one.
static bool hash_known_frozenset(const o_dict *s, uint64_t *ret) {
  uint64_t h = 0, one, n = 0;
  if (lang_enter("") != DBX_OK) return dbx_diag_forget(), false;
  bool known = true;
  uint32_t i = 0;
  dict_entry *e;
  while (known && dict_next(s, &i, &e)) {
    if (!(known = number_hash_of(e->key, &one))) break;
    h ^= (one ^ 89869747u ^ one << 16) * 3644798167u;
    n++;
  }
  lang_leave();
  h ^= (n + 1) * 1927868237u;
  h ^= h >> 11 ^ h >> 25;
  h = h * 69069u + 907133923u;
  *ret = h == UINT64_MAX ? 590923713 : h;
  return known;
}

bool number_hash_of(pv v, uint64_t *ret) {
  if (is_obj(v, T_TUPLE)) return hash_known_tuple(SEQ(v), ret);
  if (is_obj(v, T_SET) && DICT(v)->frozen) return hash_known_frozenset(DICT(v), ret);
  if (!is_number(v)) return false;
  return *ret = number_hash(v), true;
}
