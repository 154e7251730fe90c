// What gates are as steps: their loops, and what runs in a tile.
#include "sim/test/drawn.h"

#include <complex.h>
#include <criterion/criterion.h>

static const struct {
  const char *gate;
  double angle;
  sim_loop loop;
  uint32_t plans; // in vectors of one amplitude
} facts[] = {
    {"PauliX", 0, SIM_FLIP, 1},
    {"PauliY", 0, SIM_CROSS, 1},
    {"PauliZ", 0, SIM_SCALE, 1},
    {"Hadamard", 0, SIM_REAL, 1},
    {"S", 0, SIM_SCALE, 1},
    {"RX", 0.3, SIM_CROSS, 1},
    {"RY", 0.3, SIM_REAL, 1},
    {"RZ", 0.3, SIM_SCALE, 2},
    {"Rot", 0.3, SIM_PAIR, 1},
    {"SWAP", 0, SIM_FLIP, 1},
    {"IsingXX", 0.3, SIM_CROSS, 2},
    {"IsingYY", 0.3, SIM_CROSS, 2},
    {"IsingZZ", 0.3, SIM_SCALE, 4},
    {"IsingXY", 0.3, SIM_CROSS, 1},
    {"PhaseShift", 0.3, SIM_SCALE, 1},
    {"PhaseShift", 0, SIM_SCALE, 0}, // the identity: nothing is done
};

Test(step, loops_of_gates) {
  static const uint32_t bits[] = {3, 1};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_complex m[16];
    double angles[] = {facts[i].angle, 1, 2};
    sim_plan plans[SIM_MOST_PLANS];
    uint32_t n = dbx_gate_matrix(dbx_gate_named(facts[i].gate)->base, angles, m);
    sim_place p = {.target = bits, .n_targets = n};
    sim_step s;
    cr_assert(sim_step_of(&p, m, &s), "%s", facts[i].gate);
    cr_expect_eq(s.loop, facts[i].loop, "%s", facts[i].gate);
    cr_expect_eq(s.pairs, s.loop == SIM_SCALE ? 0u : n == 1 ? 8u : 10u, "%s", facts[i].gate);
    cr_expect_eq(sim_plans(&s, 15, 0, plans), facts[i].plans, "%s", facts[i].gate);
  }
}

Test(step, other_matrices_are_none) {
  static const uint32_t bits[] = {0, 1, 2};
  dbx_complex m[64] = {[0] = 1, [6] = 1, [9] = 1, [15] = 1}; // 1 meets 2 as 2 meets 1
  sim_place p = {.target = bits, .n_targets = 2};
  sim_step s;
  cr_expect(sim_step_of(&p, m, &s));
  m[1] = 0.5;
  cr_expect(!sim_step_of(&p, m, &s), "0 meets 1");
  p.n_targets = 3;
  cr_expect(!sim_step_of(&p, m, &s), "more than two targets");
}

// Bits outside of a tile decide whether a loop is run there.
Test(step, controls_and_diagonals_reach_out_of_a_tile) {
  static const uint32_t bits[] = {5, 4};
  static const bool yes[] = {true};
  sim_plan plans[SIM_MOST_PLANS];
  dbx_complex m[] = {I, 0, 0, -I};
  sim_step s;
  cr_assert(sim_step_of(&(sim_place){bits, bits + 1, yes, 1, 1}, m, &s));
  cr_expect_eq(sim_plans(&s, 15, 2 < sim_lane_bits() ? 2 : sim_lane_bits(), plans), 2);
  for (size_t i = 0; i < 2; i++) {
    cr_expect_eq(plans[i].outside, 48);
    cr_expect_eq(plans[i].value, 16 | i << 5);
    cr_expect_eq(plans[i].set, 0);
  }
}

Test(step, all_plans_of_a_step_fit) {
  for (int round = 0; round < 2000; round++) {
    sim_plan plans[SIM_MOST_PLANS + 1] = {0};
    sim_step s = drawn_step(6);
    uint32_t n = sim_plans(&s, 63, drawn_below(sim_lane_bits() + 1), plans);
    cr_expect_leq(n, SIM_MOST_PLANS);
    cr_expect_eq(plans[SIM_MOST_PLANS].count, 0, "nothing is written behind them");
  }
}
