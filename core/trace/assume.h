// Lengths that are assumed to be equal (`:whatif n == m`). They are remembered by the events that
// made them, so they mean the same lengths when the same text is traced once more.
#ifndef DBX_TRACE_ASSUME_H
#define DBX_TRACE_ASSUME_H

#include "ir/var.h"

// From now on the two tracers are equal as lengths wherever lengths are compared.
void dbx_assume_equal(dbx_var a, dbx_var b);
// A tracer is this number.
void dbx_assume_size(dbx_var a, int64_t size);
void dbx_assume_nothing(void); // forgets all of them

#endif
