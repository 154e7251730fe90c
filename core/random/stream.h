// Streams of random numbers with a state: the Mersenne Twister (MT19937), which Python's `random`
// and the legacy part of numpy.random draw from, and PCG64, the default of numpy.random. Sources:
// Matsumoto and Nishimura, "Mersenne Twister" (1998), with the seeding of 2002; O'Neill, "PCG: a
// family of simple fast space-efficient statistically good algorithms" (2014), XSL RR 128/64.
#ifndef DBX_RANDOM_STREAM_H
#define DBX_RANDOM_STREAM_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

enum { DBX_MT_WORDS = 624 };

typedef struct dbx_stream {
  bool pcg;      // else the Mersenne Twister
  bool has_half; // PCG64: the upper half of the last 64 bits is still to be given
  bool has_next; // the second normal number of a pair is still to be given
  uint32_t half;
  double next;
  unsigned __int128 state, increment; // of PCG64
  uint32_t at;                        // the next word
  uint32_t word[DBX_MT_WORDS];
} dbx_stream;

// Seeding of the Mersenne Twister by a number and by words, at least one.
void dbx_mt_seed(dbx_stream *s, uint32_t seed);
void dbx_mt_seed_words(dbx_stream *s, const uint32_t *word, uint32_t n);
// numpy's SeedSequence: a pool of four words hashed from entropy, n words generated from it.
// Source: O'Neill, "Developing a seed_seq alternative" (2015).
void dbx_seed_sequence(const uint32_t *entropy, uint32_t n_entropy, uint32_t *ret, uint32_t n);
void dbx_pcg_seed_words(dbx_stream *s, const uint32_t word[8]); // of dbx_seed_sequence
dbx_status dbx_entropy(uint32_t *ret, uint32_t n); // from the system; E218 if it has none

uint32_t dbx_next32(dbx_stream *s);    // of PCG64 the lower half of 64 bits, then the upper one
uint64_t dbx_next64(dbx_stream *s);    // of the Mersenne Twister two words, the upper one first
double dbx_next_double(dbx_stream *s); // in [0, 1), 53 bits
// 0 to most. Masked: bits until they fit, as legacy functions of numpy do; else by multiplication
// (Lemire, "Fast random integer generation in an interval", 2019).
uint64_t dbx_next_below(dbx_stream *s, uint64_t most, bool masked);
uint64_t dbx_next_bits(dbx_stream *s, unsigned n); // the top n bits of words, n <= 64, as Python's
double dbx_next_normal(dbx_stream *s);             // by the ziggurat
double dbx_next_exponential(dbx_stream *s);        // by the ziggurat
double dbx_next_polar(dbx_stream *s); // normal, by Marsaglia's polar method: of legacy numpy

#endif
