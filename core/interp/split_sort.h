// Sorting by several threads: numbers are split into parts, each of which comes before the next,
// and the parts are sorted by vectors (vector_sort.h).
#ifndef DBX_INTERP_SPLIT_SORT_H
#define DBX_INTERP_SPLIT_SORT_H

#include "base/poll.h"
#include "ir/dtype.h"

#include <stdbool.h>
#include <stdint.h>

enum { DBX_SPLIT_FROM = 1 << 17 }; // numbers: for fewer, threads do not pay

// The n numbers of x, upwards, into `to`, which does not overlap it. False: not possible (too few,
// no library for the dtype, floats that are not all finite); what `to` holds is undefined.
bool dbx_split_sort(const void *x, void *to, dbx_dtype t, int64_t n, unsigned threads,
                    dbx_work_spread spread);

#endif
