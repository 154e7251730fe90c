// Normal and exponential numbers against numpy 1.26's.
#include "random/stream.h"

#include <criterion/criterion.h>

Test(normal, first_numbers) {
  dbx_stream s;
  uint32_t seed[8];
  dbx_seed_sequence((uint32_t[]){42}, 1, seed, 8);
  dbx_pcg_seed_words(&s, seed);
  cr_expect_eq(dbx_next_normal(&s), 0.30471707975443135);
  cr_expect_eq(dbx_next_normal(&s), -1.0399841062404955);
  dbx_pcg_seed_words(&s, seed);
  cr_expect_eq(dbx_next_exponential(&s), 2.4042086039659947);
  dbx_mt_seed(&s, 42);
  cr_expect_eq(dbx_next_polar(&s), 0.4967141530112327);
  cr_expect_eq(dbx_next_polar(&s), -0.13826430117118466);
}

// Far out layers and the tail come up, and the mean is where it has to be.
Test(normal, many_numbers) {
  dbx_stream s;
  uint32_t seed[8];
  double sum = 0, largest = 0;
  dbx_seed_sequence((uint32_t[]){1}, 1, seed, 8);
  dbx_pcg_seed_words(&s, seed);
  for (int i = 0; i < 1000000; i++) {
    double x = dbx_next_normal(&s);
    sum += x;
    if (x > largest) largest = x;
  }
  cr_expect(largest > 4 && largest < 7);
  cr_expect(sum > -4000 && sum < 4000);
}
