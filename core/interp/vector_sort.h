// Sorting by vectors of the processor: vqsort of Highway, where it is installed.
#ifndef DBX_INTERP_VECTOR_SORT_H
#define DBX_INTERP_VECTOR_SORT_H

#include "ir/dtype.h"

#include <stdbool.h>
#include <stdint.h>

// An element's place in an order, and where it lay: 128 bits, of which the image counts first.
typedef struct dbx_sort_pair {
  uint64_t place, image;
} dbx_sort_pair;

// Sorts n integers of dtype t upwards, in place. False: nothing is done (no library, no such dtype,
// too few to pay, or so many that Ctrl-C would wait).
bool dbx_vector_sort(void *at, dbx_dtype t, int64_t n);
// As above, by image, then by place.
bool dbx_vector_sort_pairs(dbx_sort_pair *at, int64_t n);

#endif
