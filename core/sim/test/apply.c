// Operations on vectors against the definition: each element from all of those it is made of.
#include "sim/apply.h"

#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { N = 5, STATES = 1 << N };

static uint32_t drawn = 1; // the state of a linear congruential generator

static uint32_t below(uint32_t n) {
  drawn = drawn * 1664525 + 1013904223;
  return (drawn >> 16) % n;
}

static double draw(void) { return below(1 << 16) / 65536.0 - 0.5; }

static void fill(dbx_complex *v) {
  for (int i = 0; i < STATES; i++) v[i] = draw() + I * draw();
}

static size_t part_of(const sim_place *p, size_t index) {
  size_t r = 0;
  for (uint32_t t = 0; t < p->n_targets; t++) r = r << 1 | (index >> p->target[t] & 1);
  return r;
}

static bool acts(const sim_place *p, size_t index) {
  for (uint32_t c = 0; c < p->n_controls; c++)
    if ((index >> p->control[c] & 1) != p->value[c]) return false;
  return true;
}

static size_t with_part(const sim_place *p, size_t index, size_t part) {
  for (uint32_t t = 0; t < p->n_targets; t++) {
    index &= ~((size_t)1 << p->target[t]);
    index |= (part >> (p->n_targets - 1 - t) & 1) << p->target[t];
  }
  return index;
}

static void by_definition(const dbx_complex *v, const sim_place *p, const dbx_complex *m,
                          dbx_complex *ret) {
  size_t rows = (size_t)1 << p->n_targets;
  for (size_t i = 0; i < STATES; i++) {
    ret[i] = acts(p, i) ? 0 : v[i];
    for (size_t c = 0; acts(p, i) && c < rows; c++)
      ret[i] += m[part_of(p, i) * rows + c] * v[with_part(p, i, c)];
  }
}

static void check(const sim_place *p, const dbx_complex *m) {
  dbx_complex at[STATES], want[STATES];
  sim_vector v = {at, N};
  fill(at);
  by_definition(at, p, m, want);
  sim_apply(&v, p, m);
  for (int i = 0; i < STATES; i++)
    cr_expect(cabs(at[i] - want[i]) < 1e-14, "element %d, %u targets", i, p->n_targets);
}

Test(apply, matrices_on_any_qubits) {
  static const bool values[2][2] = {{true, false}, {false, true}};
  for (int round = 0; round < 400; round++) {
    uint32_t order[N] = {0, 1, 2, 3, 4};
    dbx_complex m[64];
    for (int i = N - 1; i > 0; i--) {
      uint32_t k = below((uint32_t)i + 1);
      uint32_t t = order[i];
      order[i] = order[k], order[k] = t;
    }
    for (int i = 0; i < 64; i++) m[i] = draw() + I * draw();
    if (round % 4 == 1) m[1] = m[2] = 0; // diagonal
    if (round % 4 == 2) m[0] = m[3] = 0, m[1] = m[2] = 1;
    for (int i = 0; round % 4 == 3 && i < 64; i++) m[i] = creal(m[i]);
    uint32_t targets = 1 + below(3), controls = below(3);
    check(&(sim_place){order, order + targets, values[round & 1], targets, controls}, m);
  }
}

Test(apply, parity_is_a_diagonal) {
  static const uint32_t bits[] = {3, 0, 2};
  dbx_complex m[64] = {0}, at[STATES], want[STATES], even = 0.6 + 0.8 * I;
  sim_place p = {.target = bits, .n_targets = 3};
  sim_vector v = {at, N};
  for (size_t r = 0; r < 8; r++) m[9 * r] = __builtin_parity((unsigned)r) ? conj(even) : even;
  fill(at);
  by_definition(at, &p, m, want);
  sim_apply_parity(&v, &p, even, conj(even));
  for (int i = 0; i < STATES; i++) cr_expect(cabs(at[i] - want[i]) < 1e-14);
}

Test(apply, norms_and_projections) {
  dbx_complex at[STATES], other[STATES], sum = 0;
  sim_vector v = {at, N}, w = {other, N};
  fill(at), fill(other);
  double norm = 0;
  for (int i = 0; i < STATES; i++)
    norm += creal(at[i] * conj(at[i])), sum += conj(other[i]) * at[i];
  cr_expect(fabs(sim_norm2(&v) - norm) < 1e-13);
  cr_expect(cabs(sim_inner(&w, &v) - sum) < 1e-13);
  double one = sim_probability(&v, 2, true), zero = sim_probability(&v, 2, false);
  cr_expect(fabs(one + zero - norm) < 1e-13);
  sim_project(&v, 2, true, 2);
  cr_expect(fabs(sim_norm2(&v) - 4 * one) < 1e-13);
  sim_scale(&v, I);
  cr_expect(fabs(sim_norm2(&v) - 4 * one) < 1e-13);
}
