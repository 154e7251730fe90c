// `sort`: stable, NaN last, -0 and 0 equal, complex numbers by their real, then their imaginary
// parts; for its kernel and for compiled programs, which so give the same bits.
#ifndef DBX_INTERP_SORT_H
#define DBX_INTERP_SORT_H

#include "interp/split_sort.h"

#include <stddef.h>
#include <stdint.h>

// An operand is read at `from` and written at `to`, which do not overlap.
typedef struct dbx_sort_operand {
  const char *from;
  char *to;
  dbx_dtype t;
} dbx_sort_operand;

// Operands of one shape, in the order of the first of them, where those are equal of the second,
// and so on for all that are keys.
typedef struct dbx_sorting {
  const dbx_sort_operand *operands;
  uint32_t n, keys;
  int64_t outer, length, inner; // elements before, along and behind the axis
  void *room;                   // of dbx_sort_room(length) bytes
  unsigned threads;             // that `spread` has; 0, as 1: one
  dbx_work_spread spread;       // NULL: one thread
} dbx_sorting;

// Bytes for rows of so many elements.
size_t dbx_sort_room(int64_t length);
// What is written is undefined where the computation has to end (base/poll.h).
void dbx_sort(const dbx_sorting *s);

#endif
