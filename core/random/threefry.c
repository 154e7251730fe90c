// Threefry-2x32, and keys of jax made of it (see threefry.h).
#include "random/threefry.h"

#include "base/poll.h"

#include <string.h>

static uint32_t rotated(uint32_t x, unsigned by) { return x << by | x >> (32 - by); }

dbx_key dbx_threefry(dbx_key k, dbx_key counter) {
  static const uint8_t by[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const uint32_t key[3] = {k.word[0], k.word[1], k.word[0] ^ k.word[1] ^ 0x1BD11BDAu};
  uint32_t x = counter.word[0] + key[0], y = counter.word[1] + key[1];
  for (unsigned group = 0; group < 5; group++) {
    for (unsigned i = 0; i < 4; i++) {
      x += y;
      y = rotated(y, by[group & 1][i]) ^ x;
    }
    x += key[(group + 1) % 3];
    y += key[(group + 2) % 3] + group + 1;
  }
  return (dbx_key){{x, y}};
}

dbx_key dbx_key_of_seed(uint64_t seed) {
  return (dbx_key){{(uint32_t)(seed >> 32), (uint32_t)seed}};
}

dbx_key dbx_key_fold_in(dbx_key k, uint32_t data) { return dbx_threefry(k, dbx_key_of_seed(data)); }

// Hash i of n words: word i, and word i + half unless that would be word n.
static dbx_key pair(dbx_key k, uint64_t i, uint64_t n) {
  uint64_t half = n / 2 + n % 2;
  return dbx_threefry(k, (dbx_key){{(uint32_t)i, half + i < n ? (uint32_t)(half + i) : 0}});
}

static uint32_t word(dbx_key k, uint64_t i, uint64_t n) {
  uint64_t half = n / 2 + n % 2;
  return i < half ? pair(k, i, n).word[0] : pair(k, i - half, n).word[1];
}

void dbx_key_split(dbx_key k, int64_t n, dbx_key *ret) {
  uint64_t words = 2 * (uint64_t)n;
  for (int64_t i = 0; dbx_go_on(i, n); i++)
    for (int w = 0; w < 2; w++) ret[i].word[w] = word(k, 2 * (uint64_t)i + (unsigned)w, words);
}

// Counters have 32 bits. More words than that are blocks with keys of their own, the last one with
// what remains.
enum { BLOCK = UINT32_MAX };

typedef struct stream {
  dbx_key key;
  uint64_t n, blocks;
} stream;

static uint32_t far_word(const stream *s, uint64_t i) {
  uint64_t block = i / BLOCK, at = i % BLOCK, n = block < s->blocks ? BLOCK : s->n % BLOCK,
           keys = 2 * (s->blocks + 1);
  dbx_key k = {{word(s->key, 2 * block, keys), word(s->key, 2 * block + 1, keys)}};
  return word(k, at, n);
}

static void wide(const stream *s, int64_t n, uint64_t *ret) {
  for (int64_t i = 0; dbx_go_on(i, n); i++) {
    dbx_key p = s->blocks ? (dbx_key){{far_word(s, (uint64_t)i), far_word(s, (uint64_t)(n + i))}}
                          : pair(s->key, (uint64_t)i, s->n);
    ret[i] = (uint64_t)p.word[0] << 32 | p.word[1];
  }
}

static void put_word(void *ret, uint64_t bytes, uint64_t i, uint32_t w) {
  if (4 * i < bytes) memcpy((char *)ret + 4 * i, &w, bytes - 4 * i < 4 ? bytes - 4 * i : 4);
}

// Narrow numbers are the words' bytes, the low ones first.
void dbx_key_bits(dbx_key k, unsigned width, int64_t n, void *ret) {
  uint64_t bytes = (uint64_t)n * (width / 8), words = bytes / 4 + (bytes % 4 != 0);
  stream s = {k, words, words / BLOCK};
  if (width == 64) return wide(&s, n, ret);
  int64_t half = (int64_t)(words / 2 + words % 2);
  for (int64_t i = 0; dbx_go_on(i, half); i++) {
    uint64_t low = (uint64_t)i, high = low + (uint64_t)half;
    dbx_key p = s.blocks ? (dbx_key){{far_word(&s, low), high < words ? far_word(&s, high) : 0}}
                         : pair(k, low, words);
    put_word(ret, bytes, low, p.word[0]);
    put_word(ret, bytes, high, p.word[1]);
  }
}
