// Sizes are exact. Integer arithmetic wraps around, as in XLA, unless its result is used as a size:
// then a number that does not fit its type is no size of anything, and the run ends with E708.
//
// What counts as such arithmetic is a property of a Jaxpr, found here once and asked by everything
// that runs one: the scalar integer variables that are a size operand of an equation or a length in
// a type, and, backwards through add, mul, max, select_n, calls, loops and conditionals, those they
// are computed from. rem, bitwise operations, comparisons and arrays cut the chain: what wrapped
// before them was meant to (a hash, a random number).
//
// A wrapped number is no fault as long as it is not used (one case of a select_n, say). So whoever
// runs equations remembers of these variables whether they are exact, by the steps below, and looks
// when one is needed: as a size operand, as a length in a result's type, by a loop or a
// conditional.
#ifndef DBX_PRIM_EXACT_H
#define DBX_PRIM_EXACT_H

#include "prim/prim.h"

// The variables of a Jaxpr, and of all inside it, that have to be exact when they are needed.
typedef struct dbx_exact {
  dbx_set vars;
  uint32_t n; // of them
} dbx_exact;
void dbx_exact_find(const dbx_jaxpr *j, dbx_exact *ret); // ret is empty
static inline void dbx_exact_free(dbx_exact *x) { dbx_set_free(&x->vars); }
static inline bool dbx_exact_has(const dbx_exact *x, dbx_atom a) {
  return x->n && !dbx_is_literal(a) && dbx_set_has(&x->vars, a & DBX_HANDLE);
}

// What a plain equation with a scalar integer result makes of the exactness of its operands.
typedef enum dbx_exact_step {
  DBX_EXACT_CUT,     // its result is what it is
  DBX_EXACT_PASS,    // exact if its operands are
  DBX_EXACT_CHOOSE,  // select_n: exact if the chosen case is
  DBX_EXACT_COMPUTE, // exact if its operands are and it does not wrap
} dbx_exact_step;
dbx_exact_step dbx_exact_step_of(const dbx_eqn *e);
// Does an equation that computes wrap for these operands?
bool dbx_exact_wraps(const dbx_eqn *e, const dbx_scalar *in);
// E708 at the equation, with the numbers. Of an equation that computes nothing: its operand is too
// large for a size.
dbx_status dbx_exact_fail(const dbx_eqn *e, const dbx_scalar *in);

// The variables that have to be exact before e runs: size operands, lengths in the types of its
// results, what a loop or conditional hands to a size inside it. Appends; a variable may come
// twice. A result of a loop or conditional that is among them has to be exact when a part of it
// gives it.
void dbx_exact_needs(const dbx_exact *x, const dbx_eqn *e, dbx_u32s *ret);

// What E708 says of the equation, as a format of printf for its operands, two int64.
void dbx_exact_put_format(dbx_buf *b, const dbx_eqn *e);

// Arithmetic on static sizes. Fails with E708.
dbx_status dbx_size_of(dbx_prim p, int64_t a, int64_t b, int64_t *ret);     // add, sub or mul
dbx_status dbx_size_product(const int64_t *dims, uint32_t n, int64_t *ret); // 0 if one is
// An axis of length n with low, high and interior padding; negative if that cuts off more than all.
dbx_status dbx_size_padded(int64_t n, const int64_t *config, int64_t *ret);
// A window over an axis: elements of the axis and of the window lie `dilation` and `apart` places
// from each other; then the axis is padded.
typedef struct dbx_window {
  int64_t size, stride, dilation, apart, low, high;
} dbx_window;
// How many places it has on an axis of length n.
dbx_status dbx_size_windows(int64_t n, const dbx_window *w, int64_t *ret);

#endif
