// The hash against the published vectors of its authors, keys against those of jax 0.4.23.
#include "random/threefry.h"

#include <criterion/criterion.h>
#include <string.h>

Test(threefry, vectors_of_its_authors) {
  static const struct {
    dbx_key key, counter, hash;
  } facts[] = {
      {{{0, 0}}, {{0, 0}}, {{0x6b200159u, 0x99ba4efeu}}},
      {{{~0u, ~0u}}, {{~0u, ~0u}}, {{0x1cb996fcu, 0xbb002be7u}}},
      {{{0x13198a2eu, 0x03707344u}}, {{0x243f6a88u, 0x85a308d3u}}, {{0xc4923a9cu, 0x483df7a0u}}},
  };
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_key h = dbx_threefry(facts[i].key, facts[i].counter);
    cr_expect(!memcmp(&h, &facts[i].hash, sizeof h), "%zu: %08x %08x", i, h.word[0], h.word[1]);
  }
}

Test(threefry, keys) {
  dbx_key k = dbx_key_of_seed(7), half[2];
  cr_expect(dbx_key_of_seed((1ull << 40) + 7).word[0] == 256);
  dbx_key_split(k, 2, half);
  cr_expect(half[0].word[0] == 966301609u && half[0].word[1] == 989289821u);
  cr_expect(half[1].word[0] == 1948237315u && half[1].word[1] == 1058547403u);
  dbx_key f = dbx_key_fold_in(dbx_key_of_seed(0), 123456);
  cr_expect(f.word[0] == 1609757137u && f.word[1] == 2365252761u);
}

// Of PRNGKey(11), five of each width.
Test(threefry, bits) {
  static const uint8_t b[5] = {189, 126, 81, 235, 215};
  static const uint16_t h[5] = {108, 52915, 62721, 5387, 28608};
  static const uint32_t w[5] = {3266265133u, 3594724812u, 1081303797u, 2600008386u, 717453636u};
  static const uint64_t d[5] = {2654093308858873339u, 10399445501108372802u, 16106395263534507558u,
                                11771784310416478061u, 11950535039791482772u};
  const void *facts[] = {b, h, w, d};
  for (unsigned i = 0; i < 4; i++) {
    uint64_t got[5] = {0};
    dbx_key_bits(dbx_key_of_seed(11), 8u << i, 5, got);
    cr_expect(!memcmp(got, facts[i], 5u << i), "width %u", 8u << i);
  }
}
