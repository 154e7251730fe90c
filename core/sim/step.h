// A gate that waits to be applied, with others behind it: many gates go over a part of the vector
// that stays in the cache before the next part. Private to sim, but for its test.
#ifndef DBX_SIM_STEP_H
#define DBX_SIM_STEP_H

#include "sim/apply.h"
#include "sim/lanes.h"

// A matrix on one or two targets whose rows have an element for the row itself and one for that of
// all other bits (all gates of gates.def); or a diagonal by the parity of bits.
typedef struct sim_step {
  sim_loop loop;          // SIGN: by parity
  uint32_t n_targets;     // of a matrix
  uint32_t target[2];     // the first one most significant
  size_t targets, odd;    // as bits of an index; those whose parity decides
  size_t controls, value; // the same, and what they have to be
  size_t pairs;           // the bits in which amplitudes differ that meet: 0 of a diagonal
  double m[32];           // row-major; by parity: even, odd
} sim_step;

size_t sim_bits_of(const uint32_t *bit, uint32_t n); // in an index
size_t sim_value_of(const sim_place *p);             // of the controls

// False: its matrix is another one.
bool sim_step_of(const sim_place *p, const dbx_complex *m, sim_step *ret);
sim_step sim_sign_of(const sim_place *p, dbx_complex even, dbx_complex odd);

enum { SIM_MOST_PLANS = 4 };
// The loops of a step in a tile, which is the bits that run there: its pairs and the lanes are
// among them. Gives how many there are.
uint32_t sim_plans(const sim_step *s, size_t tile, uint32_t lane_bits, sim_plan *ret);

// All in their order; spread NULL: by one thread. Polls between parts; a stop leaves the vector
// half done.
void sim_run(const sim_vector *v, const sim_step *steps, uint32_t n, dbx_work_spread spread);

#endif
