// Generators of bits, and their seeding (see stream.h).
#include "random/stream.h"

#include "base/diag.h"

#include <string.h>
#include <sys/random.h>

// ---- the Mersenne Twister ----

enum { N = DBX_MT_WORDS, MIDDLE = 397 };

void dbx_mt_seed(dbx_stream *s, uint32_t seed) {
  memset(s, 0, sizeof *s);
  s->word[0] = seed;
  for (uint32_t i = 1; i < N; i++)
    s->word[i] = 1812433253u * (s->word[i - 1] ^ s->word[i - 1] >> 30) + i;
  s->at = N;
}

void dbx_mt_seed_words(dbx_stream *s, const uint32_t *word, uint32_t n) {
  dbx_mt_seed(s, 19650218u);
  uint32_t *w = s->word, i = 1;
  for (uint32_t k = 0, j = 0; k < (n > N ? n : N); k++, j = j + 1 < n ? j + 1 : 0) {
    w[i] = (w[i] ^ (w[i - 1] ^ w[i - 1] >> 30) * 1664525u) + word[j] + j;
    if (++i == N) w[0] = w[N - 1], i = 1;
  }
  for (uint32_t k = 1; k < N; k++) {
    w[i] = (w[i] ^ (w[i - 1] ^ w[i - 1] >> 30) * 1566083941u) - i;
    if (++i == N) w[0] = w[N - 1], i = 1;
  }
  w[0] = 0x80000000u;
}

static void refill(dbx_stream *s) {
  uint32_t *w = s->word;
  for (uint32_t i = 0; i < N; i++) {
    uint32_t y = (w[i] & 0x80000000u) | (w[(i + 1) % N] & 0x7FFFFFFFu);
    w[i] = w[(i + MIDDLE) % N] ^ y >> 1 ^ (y & 1 ? 0x9908B0DFu : 0);
  }
  s->at = 0;
}

static uint32_t twisted(dbx_stream *s) {
  if (s->at >= N) refill(s);
  uint32_t y = s->word[s->at++];
  y ^= y >> 11;
  y ^= y << 7 & 0x9D2C5680u;
  y ^= y << 15 & 0xEFC60000u;
  return y ^ y >> 18;
}

// ---- PCG64 ----

static void step(dbx_stream *s) {
  const unsigned __int128 by = (unsigned __int128)2549297995355413924u << 64 | 4865540595714422341u;
  s->state = s->state * by + s->increment;
}

static uint64_t permuted(dbx_stream *s) {
  step(s);
  uint64_t high = (uint64_t)(s->state >> 64), x = high ^ (uint64_t)s->state;
  unsigned by = (unsigned)(high >> 58);
  return x >> by | x << (-by & 63);
}

void dbx_pcg_seed_words(dbx_stream *s, const uint32_t word[8]) {
  uint64_t v[4];
  memset(s, 0, sizeof *s);
  for (int i = 0; i < 4; i++) v[i] = word[2 * (size_t)i] | (uint64_t)word[2 * (size_t)i + 1] << 32;
  s->pcg = true;
  s->increment = ((unsigned __int128)v[2] << 64 | v[3]) << 1 | 1;
  step(s);
  s->state += (unsigned __int128)v[0] << 64 | v[1];
  step(s);
}

// ---- seeds ----

enum { POOL = 4 };

static uint32_t hashed(uint32_t x, uint32_t *by) {
  x ^= *by;
  *by *= 0x931E8875u;
  x *= *by;
  return x ^ x >> 16;
}

static uint32_t mixed(uint32_t x, uint32_t y) {
  uint32_t r = 0xCA01F9DDu * x - 0x4973F715u * y;
  return r ^ r >> 16;
}

void dbx_seed_sequence(const uint32_t *entropy, uint32_t n_entropy, uint32_t *ret, uint32_t n) {
  uint32_t pool[POOL], by = 0x43B0D7E5u;
  for (uint32_t i = 0; i < POOL; i++) pool[i] = hashed(i < n_entropy ? entropy[i] : 0, &by);
  for (uint32_t from = 0; from < POOL; from++)
    for (uint32_t to = 0; to < POOL; to++)
      if (from != to) pool[to] = mixed(pool[to], hashed(pool[from], &by));
  for (uint32_t from = POOL; from < n_entropy; from++)
    for (uint32_t to = 0; to < POOL; to++) pool[to] = mixed(pool[to], hashed(entropy[from], &by));
  by = 0x8B51F9DDu;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t x = pool[i % POOL] ^ by;
    by *= 0x58F38DEDu;
    x *= by;
    ret[i] = x ^ x >> 16;
  }
}

dbx_status dbx_entropy(uint32_t *ret, uint32_t n) {
  for (size_t done = 0; done < n * sizeof *ret;) {
    ssize_t got = getrandom((char *)ret + done, n * sizeof *ret - done, 0);
    if (got <= 0)
      return dbx_fail(DBX_E218, (dbx_span){0}, "the system gives no randomness: give a seed");
    done += (size_t)got;
  }
  return DBX_OK;
}

// ---- numbers ----

uint64_t dbx_next64(dbx_stream *s) {
  if (s->pcg) return permuted(s);
  uint64_t high = twisted(s);
  return high << 32 | twisted(s);
}

uint32_t dbx_next32(dbx_stream *s) {
  if (!s->pcg) return twisted(s);
  if (s->has_half) return s->has_half = false, s->half;
  uint64_t x = permuted(s);
  s->has_half = true;
  s->half = (uint32_t)(x >> 32);
  return (uint32_t)x;
}

double dbx_next_double(dbx_stream *s) {
  if (s->pcg) return (double)(permuted(s) >> 11) * 0x1p-53;
  uint32_t high = twisted(s) >> 5, low = twisted(s) >> 6;
  return (high * 67108864.0 + low) * 0x1p-53;
}

uint64_t dbx_next_bits(dbx_stream *s, unsigned n) {
  if (!n) return 0;
  uint64_t low = dbx_next32(s);
  if (n <= 32) return low >> (32 - n);
  return low | (uint64_t)(dbx_next32(s) >> (64 - n)) << 32;
}

static uint64_t masked_below(dbx_stream *s, uint64_t most) {
  uint64_t mask = UINT64_MAX >> __builtin_clzll(most), x;
  do x = (most <= UINT32_MAX ? dbx_next32(s) : dbx_next64(s)) & mask;
  while (x > most);
  return x;
}

static uint64_t short_below(dbx_stream *s, uint32_t most) {
  uint32_t n = most + 1, left;
  uint64_t x = (uint64_t)dbx_next32(s) * n;
  left = (uint32_t)x;
  for (uint32_t least = left < n ? -n % n : 0; left < least; left = (uint32_t)x)
    x = (uint64_t)dbx_next32(s) * n;
  return x >> 32;
}

uint64_t dbx_next_below(dbx_stream *s, uint64_t most, bool masked) {
  if (!most) return 0;
  if (most == UINT32_MAX) return dbx_next32(s);
  if (most == UINT64_MAX) return dbx_next64(s);
  if (masked) return masked_below(s, most);
  if (most < UINT32_MAX) return short_below(s, (uint32_t)most);
  uint64_t n = most + 1, left;
  unsigned __int128 x = (unsigned __int128)dbx_next64(s) * n;
  left = (uint64_t)x;
  for (uint64_t least = left < n ? -n % n : 0; left < least; left = (uint64_t)x)
    x = (unsigned __int128)dbx_next64(s) * n;
  return (uint64_t)(x >> 64);
}
