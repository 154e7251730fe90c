// Loops over amplitudes, in vectors of 1, 2 or 4 of them: an amplitude is a lane, and the lowest
// bits of an index, which say what lane it is in, are the bits of lanes. All widths compute the
// same numbers: products and sums are not contracted. Private to sim, but for its test.
#ifndef DBX_SIM_LANES_H
#define DBX_SIM_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIM_MOST_LANE_BITS = 2, SIM_MOST_DOUBLES = 2 << SIM_MOST_LANE_BITS };

typedef enum sim_loop {
  SIM_SCALE, // times a number
  SIM_SIGN,  // times one of two numbers, by the parity of bits
  SIM_FLIP,  // amplitude and partner are exchanged
  SIM_REAL,  // a number times itself and a number times its partner: both real,
  SIM_CROSS, // real and imaginary,
  SIM_PAIR,  // complex
  SIM_MANY,  // a matrix of any size
  SIM_LOOPS
} sim_loop;

typedef double sim_row[SIM_MOST_DOUBLES]; // two for each lane

// What a loop goes over, and what it does. A complex number times an amplitude takes two rows: its
// real part, and its imaginary part with the sign that it has in either half of the product.
typedef struct sim_plan {
  sim_loop loop;
  size_t fixed, set;     // the bits that do not run, those of lanes too; those of them that are 1
  size_t far[2];         // two of the bits that run, which count and fixed leave out; or zeros
  size_t count;          // of vectors, or pairs of them
  size_t outside, value; // bits that decide whether the loop is run, and what they have to be
  bool two;              // the partners are `apart` amplitudes behind; else they are the same
  ptrdiff_t apart;       // vector, and either way
  uint32_t turn;         // in the lane whose number differs by this
  size_t odd;            // SIGN: whose parity
  sim_row by[8];         // a number for itself and one for the partner, then those of the partner
  int64_t acts[2][SIM_MOST_DOUBLES]; // of amplitudes and partners: 0 where they stay, else -1
  bool masked;                       // some stay
  const double *matrix;              // MANY: row-major, so many rows, and their offsets
  const size_t *at;
  size_t rows;
} sim_plan;

// begin: the bits that are fixed, and set.
typedef void (*sim_loop_of)(double *a, size_t begin, const sim_plan *p);

// The loop over vectors of 2^bits amplitudes.
sim_loop_of sim_loop_for(uint32_t bits, sim_loop loop);
uint32_t sim_lane_bits(void); // the widest vectors that this machine has

#endif
