// Threefry-2x32 with 20 rounds: a hash of a pair of words under a key of two words. It has no
// state; whoever wants many numbers hashes many counters. Source: Salmon, Moraes, Dror and Shaw,
// "Parallel random numbers: as easy as 1, 2, 3" (SC 2011).
#ifndef DBX_RANDOM_THREEFRY_H
#define DBX_RANDOM_THREEFRY_H

#include <stdint.h>

typedef struct dbx_key {
  uint32_t word[2];
} dbx_key;

dbx_key dbx_threefry(dbx_key k, dbx_key counter); // the hash of a counter

// What jax 0.4.23 makes of it (jax_threefry_partitionable=False). n words are the hashes of
// counters 0 to n-1 paired by halves: word i and word i + ceil(n/2) come from one hash.
dbx_key dbx_key_of_seed(uint64_t seed); // high word, low word
dbx_key dbx_key_fold_in(dbx_key k, uint32_t data);
void dbx_key_split(dbx_key k, int64_t n, dbx_key *ret);
// n numbers of width bits (8, 16, 32 or 64) each. Ends early where the session polls.
void dbx_key_bits(dbx_key k, unsigned width, int64_t n, void *ret);

#endif
