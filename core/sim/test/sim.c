// The device: its register, gates, blocks that run backwards, measured qubits, what is refused.
#include "sim/sim.h"
#include "unit/facts.h"

#include <complex.h>
#include <criterion/criterion.h>
#include <string.h>

static dbx_status gate(dbx_sim *s, const char *name, double t, uint64_t a, uint64_t b) {
  const dbx_gate *g = dbx_gate_named(name);
  uint64_t target[] = {a, b};
  double angles[] = {t, t + 1, t + 2};
  return dbx_sim_gate(s, g, false, angles,
                      &(dbx_sim_place){.target = target, .n_targets = g->wires});
}

static void begin(dbx_sim *s, int64_t wires) {
  uint64_t reg;
  cr_assert_eq(dbx_sim_open(s), DBX_OK);
  cr_assert_eq(dbx_sim_alloc(s, wires, &reg), DBX_OK);
}

static double of(const dbx_sim *s, int i) { return cabs(s->vector.at[i]); }

Test(sim, bell_state) {
  dbx_sim s = {0};
  begin(&s, 2);
  cr_expect_eq(of(&s, 0), 1);
  cr_assert_eq(gate(&s, "Hadamard", 0, 0, 0), DBX_OK);
  cr_assert_eq(gate(&s, "CNOT", 0, 0, 1), DBX_OK);
  cr_expect(of(&s, 0) > 0.7071 && of(&s, 3) > 0.7071 && of(&s, 1) == 0 && of(&s, 2) == 0);
  bool a, b;
  cr_assert_eq(dbx_sim_measure(&s, 0, -1, &a), DBX_OK);
  cr_assert_eq(dbx_sim_measure(&s, 1, -1, &b), DBX_OK);
  cr_expect_eq(a, b, "the qubits are one");
  cr_expect_str_eq(facts_failure(dbx_sim_measure(&s, 0, !a, &b)),
                   "E906 the outcome that is selected is impossible");
  dbx_sim_free(&s);
}

Test(sim, blocks_run_backwards) {
  dbx_sim s = {0};
  begin(&s, 2);
  for (int i = 0; i < 2; i++) { // forwards, then backwards
    if (i) dbx_sim_record(&s);
    cr_assert_eq(gate(&s, "RX", 0.4, 0, 0), DBX_OK);
    cr_assert_eq(gate(&s, "CRY", 1.1, 0, 1), DBX_OK);
    cr_assert_eq(gate(&s, "S", 0, 1, 0), DBX_OK);
    cr_assert_eq(dbx_sim_phase(&s, 0.7, false, &(dbx_sim_place){0}), DBX_OK);
    cr_assert_eq(gate(&s, "Rot", 0.4, 1, 0) == DBX_OK, true);
    if (!i) cr_expect(of(&s, 0) < 0.99);
  }
  cr_assert_eq(dbx_sim_reverse(&s), DBX_OK);
  cr_expect(cabs(s.vector.at[0] - 1) < 1e-15);
  cr_expect_eq(s.kept.n, 0);
  dbx_sim_free(&s);
}

Test(sim, a_block_in_a_block_runs_forwards) {
  dbx_sim s = {0}, t = {0};
  begin(&s, 1), begin(&t, 1);
  dbx_sim_record(&s), dbx_sim_record(&s);
  for (int i = 0; i < 2; i++) {
    dbx_sim *at = i ? &t : &s;
    cr_assert_eq(gate(at, "RX", 0.4, 0, 0), DBX_OK);
    cr_assert_eq(gate(at, "T", 0, 0, 0), DBX_OK);
    cr_assert_eq(gate(at, "RY", 0.9, 0, 0), DBX_OK);
  }
  cr_assert_eq(dbx_sim_reverse(&s), DBX_OK);
  cr_expect_eq(of(&s, 0), 1, "it is kept until the outer block ends");
  cr_assert_eq(dbx_sim_reverse(&s), DBX_OK);
  for (int i = 0; i < 2; i++) cr_expect(cabs(s.vector.at[i] - t.vector.at[i]) < 1e-15);
  dbx_sim_free(&s), dbx_sim_free(&t);
}

Test(sim, refusals) {
  dbx_sim s = {0};
  uint64_t q;
  begin(&s, 2);
  cr_expect(facts_match(facts_failure(dbx_sim_open(&s)), "E906 a circuit is run inside"));
  cr_expect(facts_match(facts_failure(dbx_sim_extract(&s, 2, &q)), "E906 wire 2 is not one"));
  cr_expect(facts_match(facts_failure(dbx_sim_extract(&s, -1, &q)), "E906 wire -1 is not one"));
  cr_expect(
      facts_match(facts_failure(gate(&s, "CNOT", 0, 1, 1)), "E906 a gate acts twice on wire 1"));
  cr_expect(facts_match(facts_failure(dbx_sim_alloc(&s, 64, &q)), "E702"));
  cr_expect(facts_match(facts_failure(dbx_sim_reverse(&s)), "E906 the end of a block"));
  dbx_sim_close(&s);
  cr_expect_eq(dbx_sim_open(&s), DBX_OK);
  dbx_sim_free(&s);
}
