// Vectors of every width compute the same numbers, bit by bit.
#include "sim/test/drawn.h"

#include <criterion/criterion.h>
#include <string.h>

enum { MOST = 7, STATES = 1 << MOST };

static void apply(dbx_complex *v, uint32_t n, const sim_step *s, uint32_t bits) {
  sim_plan plan[SIM_MOST_PLANS];
  uint32_t plans = sim_plans(s, ((size_t)1 << n) - 1, bits, plan);
  for (uint32_t i = 0; i < plans; i++)
    sim_loop_for(bits, plan[i].loop)((double *)v, plan[i].set, &plan[i]);
}

Test(lanes, all_widths_agree) {
  dbx_complex one[STATES], wide[STATES];
  int loops[SIM_LOOPS] = {0};
  for (int round = 0; round < 4000; round++) {
    uint32_t n = 3 + drawn_below(MOST - 2);
    sim_step s = drawn_step(n);
    size_t bytes = ((size_t)1 << n) * sizeof *one;
    drawn_vector(one, n);
    for (uint32_t bits = 1; bits <= sim_lane_bits(); bits++) {
      dbx_complex narrow[STATES];
      memcpy(wide, one, bytes), memcpy(narrow, one, bytes);
      apply(narrow, n, &s, 0), apply(wide, n, &s, bits);
      cr_assert(drawn_same(narrow, wide, n), "loop %d, %u qubits, %u targets", s.loop, n,
                s.n_targets);
    }
    loops[s.loop]++;
  }
  for (int k = 0; k < SIM_MANY; k++) cr_expect_gt(loops[k], 50, "loop %d", k);
}

Test(lanes, matrices_of_any_size_agree) {
  static const size_t at[] = {0, 16, 4, 20, 64, 80, 68, 84};
  dbx_complex one[STATES], wide[STATES], m[64];
  drawn_vector(m, 6);
  drawn_vector(one, MOST);
  memcpy(wide, one, sizeof one);
  for (uint32_t bits = 0; bits <= sim_lane_bits(); bits++) {
    size_t lanes = ((size_t)1 << bits) - 1;
    sim_plan p = {.fixed = ~(size_t)43 | lanes, .matrix = (double *)m, .at = at, .rows = 8};
    p.count = (size_t)16 >> bits; // bits 0, 1, 3 and 5 run
    dbx_complex now[STATES];
    memcpy(now, one, sizeof one);
    sim_loop_for(bits, SIM_MANY)((double *)now, 0, &p);
    if (!bits) memcpy(wide, now, sizeof now);
    cr_expect(drawn_same(wide, now, MOST), "vectors of %zu amplitudes", lanes + 1);
  }
  cr_expect(!drawn_same(one, wide, MOST));
}
