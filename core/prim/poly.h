// Lengths as polynomials: integer coefficients, size variables as unknowns. With dims=symbolic two
// lengths count as equal if their normal forms are one; with dims=identity (the default) nothing
// here is asked.
//
// Sound for every value of the variables: int64 arithmetic is that of the integers modulo 2**64,
// so what is equal as integer polynomials is equal as computed. Only int64 is followed; any other
// scalar is an unknown of its own, or the same function of equal operands (max, //, conversions).
#ifndef DBX_PRIM_POLY_H
#define DBX_PRIM_POLY_H

#include "base/mem.h"
#include "ir/var.h"

typedef uint32_t dbx_poly; // interned: equal handle, equal polynomial; 0 is none

typedef enum dbx_dims { DBX_DIMS_IDENTITY, DBX_DIMS_SYMBOLIC } dbx_dims;
void dbx_use_dims(dbx_dims d);  // what dbx_dim_equal means from now on, in the whole session
dbx_dims dbx_dims_in_use(void); // what the last dbx_use_dims said; at first IDENTITY
// Is it the one with polynomials?
static inline bool dbx_dims_symbolic(void) { return dbx_dims_in_use() == DBX_DIMS_SYMBOLIC; }

// The normal form of a scalar, or of a length (an int or a variable). Captured constants stand for
// what they capture. Never 0: what cannot be followed is an unknown.
dbx_poly dbx_poly_of(dbx_atom a);
dbx_poly dbx_poly_of_dim(dbx_dim d);
// A key that is equal for lengths that count as equal: by referent, or by normal form.
uint64_t dbx_dim_key(dbx_dim d);

dbx_poly dbx_poly_mark(uint32_t k); // an unknown that is no variable
// Every variable replaced; 0 if the result is too large.
dbx_poly dbx_poly_replace(dbx_poly p, dbx_poly (*f)(void *ctx, dbx_var v), void *ctx);

// "2*n + 1" in the names of the source; variables without one are ?1, ?2, ... by their order in
// `unnamed`.
// `by` names variables that have no name of their own, where it is not NULL; false: neither has it.
typedef struct dbx_poly_namer {
  bool (*put)(const void *ctx, dbx_buf *b, dbx_var v);
  const void *ctx;
} dbx_poly_namer;
void dbx_put_poly(dbx_buf *b, dbx_poly p, dbx_u32s *unnamed, const dbx_poly_namer *by);
// As jax.export reads it, "max(d0^2, 1)": every variable as `by` names it. false: there is no such
// text.
bool dbx_put_poly_jax(dbx_buf *b, dbx_poly p, const dbx_poly_namer *by);
void dbx_put_poly_var(dbx_buf *b, dbx_var v, dbx_u32s *unnamed, const dbx_poly_namer *by);

// Small values of the variables at which p and q differ (prim/poly_sizes.c).
typedef struct dbx_sizes {
  dbx_u32s vars;
  int64_t *at; // scratch memory
  int64_t p, q;
} dbx_sizes;
bool dbx_poly_tell_apart(dbx_poly p, dbx_poly q, dbx_sizes *ret); // false: none was found
// Do they differ by a number, which is not 0? *by = p - q then, and they are never equal.
bool dbx_poly_apart(dbx_poly p, dbx_poly q, int64_t *by);
// p where the n variables have these values; false: it needs others, or is no small number.
bool dbx_poly_value(dbx_poly p, const dbx_var *vars, const int64_t *at, uint32_t n, int64_t *ret);

#endif
