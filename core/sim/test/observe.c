// Expectation values, variances, probabilities: of cos(t/2)|0> + sin(t/2)|1>, by hand.
#include "sim/sim.h"
#include "unit/facts.h"

#include <criterion/criterion.h>
#include <math.h>

static const double T = 0.7;

static void begin(dbx_sim *s) {
  uint64_t reg, target[] = {0};
  cr_assert_eq(dbx_sim_open(s), DBX_OK);
  cr_assert_eq(dbx_sim_alloc(s, 2, &reg), DBX_OK);
  dbx_sim_place p = {.target = target, .n_targets = 1};
  cr_assert_eq(dbx_sim_gate(s, dbx_gate_named("RY"), false, &T, &p), DBX_OK);
}

static double mean(dbx_sim *s, uint64_t o) {
  double x = NAN;
  cr_assert_eq(dbx_sim_expval(s, o, &x), DBX_OK);
  return x;
}

Test(observe, one_qubit) {
  static const char *const names[] = {"PauliX", "PauliY", "PauliZ", "Hadamard", "Identity"};
  const double want[] = {sin(T), 0, cos(T), (sin(T) + cos(T)) / sqrt(2), 1};
  dbx_sim s = {0};
  begin(&s);
  for (int i = 0; i < 5; i++) {
    uint64_t o;
    double v;
    cr_assert_eq(dbx_sim_named(&s, names[i], 0, &o), DBX_OK);
    cr_expect(fabs(mean(&s, o) - want[i]) < 1e-15, "%s", names[i]);
    cr_assert_eq(dbx_sim_var(&s, o, &v), DBX_OK);
    cr_expect(fabs(v - (1 - want[i] * want[i])) < 1e-15, "%s", names[i]);
  }
  dbx_sim_free(&s);
}

Test(observe, products_sums_matrices) {
  dbx_sim s = {0};
  uint64_t z0, z1, x0, both, sum, matrix, qubits[] = {1, 0};
  const dbx_complex diagonal[16] = {[0] = 0, [5] = 1, [10] = 2, [15] = 3};
  const double by[] = {0.5, -2};
  begin(&s);
  cr_assert_eq(dbx_sim_named(&s, "PauliZ", 0, &z0), DBX_OK);
  cr_assert_eq(dbx_sim_named(&s, "PauliZ", 1, &z1), DBX_OK);
  cr_assert_eq(dbx_sim_named(&s, "PauliX", 0, &x0), DBX_OK);
  cr_assert_eq(dbx_sim_combine(&s, false, (uint64_t[]){x0, z1}, NULL, 2, &both), DBX_OK);
  cr_expect(fabs(mean(&s, both) - sin(T)) < 1e-15);
  cr_assert_eq(dbx_sim_combine(&s, true, (uint64_t[]){z0, both}, by, 2, &sum), DBX_OK);
  cr_expect(fabs(mean(&s, sum) - (0.5 * cos(T) - 2 * sin(T))) < 1e-15);
  cr_assert_eq(dbx_sim_hermitian(&s, diagonal, qubits, 2, &matrix), DBX_OK);
  cr_expect(fabs(mean(&s, matrix) - sin(T / 2) * sin(T / 2)) < 1e-15, "wire 1 is most significant");
  cr_expect(
      facts_match(facts_failure(dbx_sim_combine(&s, false, (uint64_t[]){x0, z0}, NULL, 2, &both)),
                  "E906 a product of observables that act on one wire"));
  cr_expect(
      facts_match(facts_failure(dbx_sim_named(&s, "RX", 0, &z0)), "E906 'RX' is no observable"));
  dbx_sim_free(&s);
}

Test(observe, probabilities_and_amplitudes) {
  dbx_sim s = {0};
  double p[4], c = cos(T / 2), d = sin(T / 2);
  dbx_complex a[4];
  begin(&s);
  cr_assert_eq(dbx_sim_probs(&s, (uint64_t[]){0, 1}, 2, p), DBX_OK);
  cr_expect(fabs(p[0] - c * c) < 1e-15 && fabs(p[2] - d * d) < 1e-15 && p[1] == 0 && p[3] == 0);
  cr_assert_eq(dbx_sim_probs(&s, (uint64_t[]){1, 0}, 2, p), DBX_OK);
  cr_expect(fabs(p[1] - d * d) < 1e-15 && p[2] == 0);
  cr_assert_eq(dbx_sim_probs(&s, (uint64_t[]){1}, 1, p), DBX_OK);
  cr_expect(fabs(p[0] - 1) < 1e-15);
  cr_assert_eq(dbx_sim_state(&s, (uint64_t[]){0, 1}, 2, a), DBX_OK);
  cr_expect(a[0] == c && a[2] == d);
  cr_expect(
      facts_match(facts_failure(dbx_sim_probs(&s, (uint64_t[]){1, 1}, 2, p)), "E906 a basis"));
  cr_expect(facts_match(facts_failure(dbx_sim_state(&s, (uint64_t[]){1}, 1, a)), "E906"));
  dbx_sim_free(&s);
}
