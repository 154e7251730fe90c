// The device: its register, gates, blocks that run backwards, measured qubits, what is refused.
#include "sim/sim.h"
#include "sim/test/drawn.h"
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

// What is measured sees the gates that wait, and so does a gate that does not.
Test(sim, gates_wait_where_there_are_many_amplitudes) {
  enum { WIRES = 13, GATES = 40 };
  static const char *const names[] = {"Hadamard", "CRY", "Rot", "IsingXX", "SWAP", "RZ", "CNOT"};
  dbx_sim s = {0}, t = {0};
  begin(&s, WIRES), begin(&t, WIRES);
  for (uint64_t i = 0; i < GATES; i++) {
    const char *name = names[i % 7];
    uint64_t a = i * 5 % WIRES, b = (i * 5 + 1 + i % 11) % WIRES;
    cr_assert_eq(gate(&s, name, 0.1 * (double)i, a, b), DBX_OK);
    cr_assert_eq(gate(&t, name, 0.1 * (double)i, a, b), DBX_OK);
    cr_assert_eq(dbx_sim_settle(&t), DBX_OK);
  }
  cr_expect_eq(s.waiting.n, GATES);
  cr_expect_eq(t.waiting.n, 0);
  double p[2], q[2];
  uint64_t wire = 3;
  cr_assert_eq(dbx_sim_probs(&s, &wire, 1, p), DBX_OK);
  cr_assert_eq(dbx_sim_probs(&t, &wire, 1, q), DBX_OK);
  cr_expect_eq(s.waiting.n, 0);
  cr_expect(p[0] == q[0] && p[1] == q[1]);
  cr_expect(drawn_same(s.vector.at, t.vector.at, WIRES));
  dbx_sim_free(&s), dbx_sim_free(&t);
}

Test(sim, gates_that_wait_end_with_the_device) {
  dbx_sim s = {0};
  begin(&s, 13);
  cr_assert_eq(gate(&s, "PauliX", 0, 0, 0), DBX_OK);
  dbx_sim_close(&s);
  cr_expect_eq(s.waiting.n, 0);
  begin(&s, 13);
  cr_assert_eq(dbx_sim_settle(&s), DBX_OK);
  cr_expect(s.vector.at[0] == 1);
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
