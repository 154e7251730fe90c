// The table of universal functions, with what each means on one number: fn[0] on bools and signed
// integers, fn[1] on unsigned ones, fn[2] on floats, fn[3] on complex numbers. Integers wrap when
// they are stored in their type, floats are rounded to it. Private to numpy/.
#ifndef DBX_NUMPY_ELEMENT_H
#define DBX_NUMPY_ELEMENT_H

#include "numpy/nd.h"

typedef dbx_scalar (*nd_element)(dbx_scalar a, dbx_scalar b); // of one operand: b is the same
struct nd_ufunc {
  const char *name;
  uint32_t n; // operands
  const char *types;
  char how, out;
  int prim; // -1: no kernel of core/interp has the same meaning
  nd_element fn[4];
};
extern const nd_ufunc nd_ufuncs[];
extern const uint32_t nd_ufunc_count;

// Where the meaning on bools, or on floats of 32 bits and less, is another one; else NULL.
nd_element nd_element_of_small(const nd_ufunc *f, dbx_dtype t);
static inline nd_element nd_element_of(const nd_ufunc *f, dbx_dtype t) {
  bool small = t == DBX_BOOL || t == DBX_F16 || t == DBX_F32 || t == DBX_C64;
  nd_element own = small ? nd_element_of_small(f, t) : NULL;
  if (own) return own;
  return f->fn[dbx_is_complex(t) ? 3 : dbx_is_float(t) ? 2 : dbx_is_unsigned(t) ? 1 : 0];
}

#endif
