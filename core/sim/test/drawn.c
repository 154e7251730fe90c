// See drawn.h.
#include "sim/test/drawn.h"

#include <complex.h>
#include <criterion/criterion.h>
#include <string.h>

static uint32_t state = 1; // of a linear congruential generator

uint32_t drawn_below(uint32_t n) {
  state = state * 1664525 + 1013904223;
  return (state >> 16) % n;
}

static double number(void) { return drawn_below(1 << 16) / 65536.0 - 0.5; }

void drawn_vector(dbx_complex *v, uint32_t n) {
  for (size_t i = 0; i < (size_t)1 << n; i++) v[i] = number() + I * number();
}

void drawn_bits(uint32_t *bit, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) bit[i] = i;
  for (uint32_t i = n; i-- > 1;) {
    uint32_t k = drawn_below(i + 1), t = bit[i];
    bit[i] = bit[k], bit[k] = t;
  }
}

bool drawn_same(const void *a, const void *b, uint32_t n) {
  return !memcmp(a, b, sizeof(dbx_complex) << n);
}

sim_step drawn_step(uint32_t n) {
  static const bool values[2][2] = {{true, false}, {false, true}};
  uint32_t bit[40];
  dbx_complex m[16];
  drawn_bits(bit, n);
  const dbx_gate *g = dbx_gate_at((dbx_gate_id)drawn_below(DBX_GATES));
  double angles[] = {6 * number(), 6 * number(), 6 * number()};
  bool sign = g->base == DBX_GATE_MultiRZ;
  uint32_t targets = sign ? drawn_below(4) : dbx_gate_matrix(g->base, angles, m);
  uint32_t room = n - targets, most = room < 2 ? room : 2;
  sim_place p = {bit, bit + targets, values[drawn_below(2)], targets, drawn_below(most + 1)};
  if (sign) return sim_sign_of(&p, cexp(I * angles[0]), cexp(-I * angles[0]));
  sim_step s;
  cr_assert(sim_step_of(&p, m, &s), "%s", g->name);
  return s;
}
