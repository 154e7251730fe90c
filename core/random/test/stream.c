// Streams against CPython 3.11's and numpy 1.26's, and what seeds say.
#include "random/stream.h"

#include <criterion/criterion.h>

Test(stream, mersenne_twister) {
  dbx_stream s;
  dbx_mt_seed(&s, 5489); // the first and the 10000th word, as its authors give them
  cr_expect_eq(dbx_next32(&s), 3499211612u);
  for (int i = 2; i < 10000; i++) dbx_next32(&s);
  cr_expect_eq(dbx_next32(&s), 4123659995u);
  dbx_mt_seed_words(&s, (uint32_t[]){0x123, 0x234, 0x345, 0x456}, 4);
  cr_expect_eq(dbx_next32(&s), 1067595299u);
  cr_expect_eq(dbx_next32(&s), 955945823u);
}

Test(stream, pcg64) {
  dbx_stream s;
  uint32_t seed[8];
  dbx_seed_sequence((uint32_t[]){42}, 1, seed, 8);
  cr_expect_eq(seed[0], 3444837047u);
  dbx_pcg_seed_words(&s, seed);
  cr_expect_eq(dbx_next_double(&s), 0.7739560485559633);
  cr_expect_eq(dbx_next_double(&s), 0.4388784397520523);
}

Test(stream, ends_of_ranges) {
  dbx_stream s;
  uint32_t seed[8];
  dbx_seed_sequence((uint32_t[]){7}, 1, seed, 8);
  for (int kind = 0; kind < 4; kind++) {
    static const uint64_t most[] = {
        1, 2, 254, UINT32_MAX - 1, (uint64_t)UINT32_MAX + 1, UINT64_MAX - 1};
    if (kind & 1) dbx_pcg_seed_words(&s, seed);
    else dbx_mt_seed(&s, 7);
    cr_expect_eq(dbx_next_below(&s, 0, kind & 2), 0);
    for (size_t i = 0; i < sizeof most / sizeof *most; i++)
      for (int k = 0; k < 200; k++) cr_assert_leq(dbx_next_below(&s, most[i], kind & 2), most[i]);
    for (unsigned n = 1; n < 64; n++) cr_assert_lt(dbx_next_bits(&s, n), (uint64_t)1 << n);
  }
  uint32_t words[2] = {0, 0};
  cr_expect_eq(dbx_entropy(words, 2), DBX_OK);
}
