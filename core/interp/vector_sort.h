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

// Can n numbers of dtype t be sorted (floats only if all are finite), or pairs? Not where there is
// no library, or none for such a dtype, and not so few that it does not pay, or so many that Ctrl-C
// would wait.
bool dbx_vector_sorts(dbx_dtype t, int64_t n);
bool dbx_vector_sorts_pairs(int64_t n);
// Upwards, in place. False: nothing is done, as they cannot.
bool dbx_vector_sort(void *at, dbx_dtype t, int64_t n);
// By image, then by place.
bool dbx_vector_sort_pairs(dbx_sort_pair *at, int64_t n);

#endif
