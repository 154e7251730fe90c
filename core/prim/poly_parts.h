// The parts of polynomials (private to prim/poly*.c).
#ifndef DBX_PRIM_POLY_PARTS_H
#define DBX_PRIM_POLY_PARTS_H

#include "prim/poly.h"
#include "prim/prim.h"

typedef struct poly_term { // no padding: compared as bytes
  int64_t k;
  uint64_t mono; // interned product of unknowns, 0 for 1
} poly_term;
typedef struct poly_power {
  uint32_t atom, exponent;
} poly_power;

typedef enum poly_kind { POLY_VAR, POLY_LITERAL, POLY_MARK, POLY_CALL } poly_kind;
// An unknown: a variable, a literal of another dtype than int64, or a function of polynomials.
typedef struct poly_atom {
  poly_kind kind;
  uint32_t id; // variable, literal or mark
  const dbx_primitive *prim;
  dbx_dtype dtype;
  dbx_sym name; // of a called function
  uint32_t n_in, depth;
  const dbx_poly *in;
  const dbx_dtype *in_dtype;
  dbx_poly inlined; // a called function's body with the operands put in; 0: unknown
} poly_atom;

// Parts of interned polynomials, in their one order; valid until the next one is made.
const poly_term *poly_terms(dbx_poly p, uint32_t *n);
const poly_power *poly_powers(uint64_t mono, uint32_t *n);
// The same as they are written, in scratch memory: high degrees first, variables as they were made.
const poly_term *poly_sorted_terms(dbx_poly p, uint32_t *n);
const poly_power *poly_sorted_powers(uint64_t mono, uint32_t *n);
const poly_atom *poly_atom_at(uint32_t atom);
bool poly_is_constant(dbx_poly p, int64_t *ret); // a number alone: that

#endif
