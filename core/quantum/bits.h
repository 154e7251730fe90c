// Measured bits in the first pass. Catalyst's types say there that a bit is the constant True: of
// an operation on nothing but such values a dead equation remains, which calls the operation by
// name on what stands for them (docs/semantics.md, Circuits). It says nothing, and is kept as
// Catalyst has it.
#ifndef DBX_QUANTUM_BITS_H
#define DBX_QUANTUM_BITS_H

#include "prim/prim.h"
#include "trace/nested.h"

typedef struct dbx_bit_call { // what was traced for an operation
  const dbx_primitive *prim;
  const dbx_kv *params;
  uint32_t n_params, n_in;
  const dbx_aval *in;
  dbx_jaxpr *jaxpr;
} dbx_bit_call;

typedef struct dbx_bits {
  dbx_map stand; // variable -> the atom that stands for its value
  dbx_vec(dbx_bit_call) calls;
} dbx_bits;

dbx_var dbx_bit_new(dbx_bits *bits, dbx_frame *f); // a bit that will be measured
// The equation before that of site, in f, if all its operands are such values; its result is one
// then.
dbx_status dbx_bits_before(dbx_bits *bits, dbx_frame *f, const dbx_site *s, dbx_var out);
void dbx_bits_free(dbx_bits *bits);

#endif
