// Operations on a vector of amplitudes, in place. Private to sim, but for its test.
#ifndef DBX_SIM_APPLY_H
#define DBX_SIM_APPLY_H

#include "base/poll.h"
#include "sim/gates.h"

#include <stddef.h>

// 2^n amplitudes. Bits are positions in an index: wire w of n is bit n - 1 - w.
typedef struct sim_vector {
  dbx_complex *at;
  uint32_t n;
} sim_vector;

// Where an operation acts: targets, the first one most significant in the matrix, and controls.
typedef struct sim_place {
  const uint32_t *target, *control; // bits, all different
  const bool *value;                // of each control
  uint32_t n_targets, n_controls;
} sim_place;

enum { SIM_MOST_TARGETS = 10 }; // of one matrix

// m: 2^n_targets rows, row-major. Polls between parts; a stop leaves the vector half done.
void sim_apply(const sim_vector *v, const sim_place *p, const dbx_complex *m);
// Diagonal: even where an even number of targets is 1, odd elsewhere.
void sim_apply_parity(const sim_vector *v, const sim_place *p, dbx_complex even, dbx_complex odd);
void sim_scale(const sim_vector *v, dbx_complex by);
double sim_norm2(const sim_vector *v); // the sum of all probabilities
// The same of the indices whose bit is `value`.
double sim_probability(const sim_vector *v, uint32_t bit, bool value);
// Zero elsewhere, and there multiplied.
void sim_project(const sim_vector *v, uint32_t bit, bool value, double by);
dbx_complex sim_inner(const sim_vector *a, const sim_vector *b); // <a|b>

#endif
