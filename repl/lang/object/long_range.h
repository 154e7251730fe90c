// Ranges of integers of any size: those whose bounds or length do not fit 64 bits (T_LONG_RANGE);
// the others are o_range. Slices of both.
#ifndef DBX_LANG_LONG_RANGE_H
#define DBX_LANG_LONG_RANGE_H

#include "lang/value/object.h"

typedef struct o_long_range {
  obj h;
  pv part[3], length; // start, stop, step: integers
} o_long_range;

// A range of either kind; its step is not zero. Integers all.
dbx_status range_make(pv start, pv stop, pv step, pv *ret);
dbx_status range_slice(pv start, pv step, pv length, pv slice, pv *ret);
dbx_status long_range_item(pv r, pv i, pv *ret); // an index or a slice
dbx_status long_range_at(const o_long_range *r, int64_t i, pv *ret);
// Where an integer is in a range of either kind; -1: nowhere.
dbx_status range_position(pv range, pv x, pv *ret);
static inline bool is_range(pv v) { return is_obj(v, T_RANGE) || is_obj(v, T_LONG_RANGE); }
dbx_status ranges_equal(pv a, pv b, bool *ret);   // of either kind
dbx_status long_range_length(pv r, int64_t *ret); // E211 beyond 64 bits

#endif
