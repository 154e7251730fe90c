// Vectors and gates that are drawn, for the tests of this room.
#ifndef DBX_SIM_TEST_DRAWN_H
#define DBX_SIM_TEST_DRAWN_H

#include "sim/step.h"

uint32_t drawn_below(uint32_t n);                          // 0 to n - 1
void drawn_vector(dbx_complex *v, uint32_t n);             // of 2^n amplitudes
void drawn_bits(uint32_t *bit, uint32_t n);                // 0 to n - 1 in any order
bool drawn_same(const void *a, const void *b, uint32_t n); // 2^n amplitudes, bit by bit
sim_step drawn_step(uint32_t n); // any gate on any bits under up to 2 controls

#endif
