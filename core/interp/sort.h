// The order of elements, for the kernels of sort: stable, NaN last, -0 and 0 equal, complex numbers
// by their real, then their imaginary parts.
#ifndef DBX_INTERP_SORT_H
#define DBX_INTERP_SORT_H

#include "ir/dtype.h"

#include <stdint.h>

// One row of an operand: n elements of dtype t, `stride` elements from each other.
typedef struct dbx_sort_row {
  const char *at;
  dbx_dtype t;
  int64_t stride;
} dbx_sort_row;

// Room for rows of n elements, for one row after the other.
typedef struct dbx_sorter {
  int64_t n;
  uint64_t *image[2]; // of each element, an integer in its place in the order
  int64_t *place[2];
} dbx_sorter;

// Budget as of dbx_alloc; freed by dbx_sorter_free.
void dbx_sorter_new(dbx_sorter *s, int64_t n);
void dbx_sorter_free(dbx_sorter *s);

// The places of the elements in their order by the first key, where those are equal by the second,
// and so on; lives until the next call. Undefined where the computation has to end.
const int64_t *dbx_sort_places(dbx_sorter *s, const dbx_sort_row *keys, uint32_t n_keys);
// The sorted elements of one row, into elements as far from each other. False: nothing is written,
// as places are needed to tell elements apart (NaN, -0, complex numbers).
bool dbx_sort_elements(dbx_sorter *s, const dbx_sort_row *key, char *to);

#endif
