// Integers of up to 127 bits, for the operators that need no more.
#ifndef DBX_LANG_WIDE_H
#define DBX_LANG_WIDE_H

#include "lang/value/object.h"

// x op y of integers; false: it needs more, or is left to GMP. y is not 0 where it divides.
bool wide_binary(dbx_op op, pv x, pv y, pv *ret);
bool wide_power(pv x, pv y, pv *ret); // y >= 0

#endif
