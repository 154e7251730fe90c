// Arrays as numpy has them: views of memory with a dtype and a length and a stride in bytes for
// each axis. Nothing here knows of the host language: what an array belongs to, who may write to it
// and who keeps it alive is the business of lang/np_*.c. Semantics: numpy 1.26, the values of
// scalars decide with which type they are computed (before NEP 50). Judge:
// tests/diff/numpy_host.py.
//
// What takes long ends early if it has to (base/poll.h): walks between strips, other loops as they
// count. Functions that cannot fail leave the reason for those of lang/np_*.c that return to the
// host language, all of which poll.
//
// dims and strides lie in scratch memory or in the object that the view came from. What an
// operation makes is in the autorelease pool (trace/value.h) until it is taken.
#ifndef DBX_NUMPY_ND_H
#define DBX_NUMPY_ND_H

#include "base/diag.h"
#include "base/mem.h"
#include "base/poll.h"
#include "trace/value.h"

typedef struct nd {
  char *data;
  dbx_dtype t;
  uint32_t rank;
  int64_t size;
  int64_t *dims, *strides;
  dbx_array *memory; // the array whose elements these are, all of them; NULL: a view
  dbx_array *whole;  // the same, if they are in row-major order
} nd;

// ---- making (nd.c) ----
dbx_status nd_new(dbx_dtype t, uint32_t rank, const int64_t *dims, nd *ret); // undefined contents
// The whole array, in row-major order; it stays its owner's.
nd nd_of(dbx_array *a);
nd nd_number(dbx_dtype t, dbx_scalar x);  // rank 0
dbx_scalar nd_at(const nd *a, int64_t i); // element i in row-major order
nd nd_with(const nd *a, uint32_t rank);   // the same memory with room for other axes
void nd_set_size(nd *a);                  // from its dims
enum { ND_AXES = 32 };                    // as numpy
dbx_status nd_check_rank(uint32_t rank);  // that there are no more
dbx_status nd_check_size(uint32_t rank, const int64_t *dims); // that it can be counted
// Lengths and strides: the product wraps where there are no elements, and is not used then.
static inline int64_t nd_times(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a * (uint64_t)b);
}
// The place of index i of the axis: all are the same where there are no elements.
static inline char *nd_along(const nd *a, uint32_t axis, int64_t i) {
  return a->size ? a->data + i * a->strides[axis] : a->data;
}
bool nd_is_contiguous(const nd *a);
bool nd_same_shape(const nd *a, const nd *b);
bool nd_may_overlap(const nd *a, const nd *b);
void nd_put_shape(dbx_buf *b, uint32_t rank, const int64_t *dims); // "(2,)"

// ---- walking over operands of one shape (nd.c) ----
enum { ND_OPERANDS = 4, ND_STRIP = 1 << 14 };
typedef struct nd_walk {
  uint32_t n, rank; // rank: of the outer axes
  int64_t *dims, *idx;
  int64_t *outer[ND_OPERANDS];
  char *at[ND_OPERANDS]; // a strip of the inner run: inner elements with these strides
  int64_t step[ND_OPERANDS], inner;
  int64_t run, left; // elements of the inner run, and of those the ones after the strip
  bool to_end;       // it does not end early
} nd_walk;
// Operands with fewer axes, or with axes of length 1, are repeated. False: there are no elements.
bool nd_walk_begin(nd_walk *w, uint32_t rank, const int64_t *dims, const nd *const *x, uint32_t n);
bool nd_walk_next(nd_walk *w); // false as well if what runs has to end

// ---- copies and casts (cast.c) ----
// As the machine casts: floats that do not fit an integer give its least value, where jax
// saturates.
dbx_scalar nd_convert(dbx_scalar x, dbx_dtype from, dbx_dtype to);
void nd_fill(const nd *to, const nd *from); // from is repeated to the shape of to; they may overlap
// The same for what a program sees: all elements are written or, after Ctrl-C, none.
dbx_status nd_write(const nd *to, const nd *from);
dbx_status nd_copy(const nd *a, dbx_dtype t, nd *ret);       // row-major
dbx_status nd_as(const nd *a, dbx_dtype t, nd *ret);         // a copy if need be
dbx_status nd_contiguous(const nd *a, dbx_dtype t, nd *ret); // the same, with .whole
// Moves what r, which is new, holds into the order of memory that results of the operands x have.
dbx_status nd_lay_out(nd *r, const nd *const *x, uint32_t n);
// The same as copies and concatenations have it, where steps of 0 count.
dbx_status nd_lay_out_copy(nd *r, const nd *x);
dbx_status nd_lay_out_joined(nd *r, const nd *const *x, uint32_t n);
// A view of a with these axes, where it has length 1 or no axis with step 0; E208 if it does not
// fit, with numpy's words. nd_spreads: false then, and nothing is said.
dbx_status nd_spread(const nd *a, uint32_t rank, const int64_t *dims, nd *ret);
bool nd_spreads(const nd *a, uint32_t rank, const int64_t *dims, nd *ret);
dbx_status nd_broadcast(const nd *const *x, uint32_t n, uint32_t *rank, int64_t **dims);

// ---- types (promote.c) ----
dbx_dtype nd_promote(dbx_dtype a, dbx_dtype b); // numpy.promote_types
bool nd_can_cast(dbx_dtype from, dbx_dtype to,  // numpy.can_cast
                 const char *rule);             // "safe", "same_kind", "unsafe", ...
// numpy.result_type of n operands, n >= 1.
dbx_dtype nd_result_type(const nd *const *x, uint32_t n);
// Whether the operands can be cast to t safely, small values of scalars to small types.
bool nd_operands_fit(const nd *const *x, uint32_t n, dbx_dtype t);

// ---- universal functions (ufunc.c) ----
typedef struct nd_ufunc nd_ufunc;
const char *nd_ufunc_known(uint32_t i);          // of the table's row i, NULL behind the last one
const nd_ufunc *nd_ufunc_find(const char *name); // NULL if there is none
// numpy's name, and how many operands it takes (1 or 2).
const char *nd_ufunc_name(const nd_ufunc *f);
uint32_t nd_ufunc_operands(const nd_ufunc *f);
// The type of the loop for these operands, and that of what it gives.
dbx_status nd_ufunc_types(const nd_ufunc *f, const nd *const *x, dbx_dtype *loop, dbx_dtype *out);
// out (NULL: none) and its type; dtype: DBX_NO_DTYPE unless the caller asks for one.
dbx_status nd_ufunc_run(const nd_ufunc *f, const nd *const *x, const nd *out, dbx_dtype dtype,
                        nd *ret);
// The same for numbers, without memory.
dbx_status nd_ufunc_scalar(const nd_ufunc *f, const nd *const *x, dbx_dtype *t, dbx_scalar *ret);
// x[0] between x[1] and x[2], all of one type; the result has these axes.
dbx_status nd_clip(const nd *const *x, uint32_t rank, const int64_t *dims, nd *ret);
dbx_status nd_call(const char *ufunc, const nd *x, const nd *y, nd *ret);

// ---- reductions (reduce.c) ----
typedef enum nd_fold { ND_SUM, ND_PROD, ND_MAX, ND_MIN, ND_ALL, ND_ANY } nd_fold;
// Over the axes with bits in `axes`, in type t; initial (NULL: the operation's own).
dbx_status nd_reduce(nd_fold f, const nd *a, const bool *axes, bool keepdims, dbx_dtype t,
                     const dbx_scalar *initial, nd *ret);
dbx_status nd_accumulate(nd_fold f, const nd *a, uint32_t axis, dbx_dtype t, nd *ret);
dbx_status nd_arg_extreme(bool max, const nd *a, uint32_t axis, nd *ret);
dbx_status nd_sort(const nd *a, uint32_t axis); // in place
dbx_status nd_argsort(const nd *a, uint32_t axis, nd *ret);
int nd_order(dbx_scalar a, dbx_scalar b, dbx_dtype t); // NaN last

// ---- universal functions along an axis, computed in t (fold.c) ----
bool nd_ufunc_identity(const nd_ufunc *f, dbx_dtype t, dbx_scalar *ret); // false: it has none
bool nd_ufunc_any_order(const nd_ufunc *f); // several axes may be reduced at once
dbx_status nd_ufunc_reduce(const nd_ufunc *f, const nd *a, uint32_t axis, dbx_dtype t,
                           const dbx_scalar *start, nd *ret); // start NULL: the first element
// A result of a's shape: each element is f of the one before and a's.
dbx_status nd_ufunc_accumulate(const nd_ufunc *f, const nd *a, uint32_t axis, dbx_dtype t, nd *ret);

// ---- linear equations, on stacks of matrices (linalg.c) ----
dbx_status nd_square(const nd *a);       // LinAlgError unless its matrices are square
dbx_dtype nd_linalg_type(dbx_dtype t);   // of results
dbx_status nd_det(const nd *a, nd *ret); // of square matrices
// a r = b for each matrix of the stack; r is written to, and has b's shape as it is broadcast to
// a's. LinAlgError if one is singular.
dbx_status nd_solve(const nd *a, const nd *b, const nd *r);

// ---- rearranging (shape.c): views where numpy gives views ----
dbx_status nd_axis(int64_t axis, uint32_t rank, uint32_t *ret); // AxisError
// One length may be -1 (E208 if it does not come out even). A copy only where no strides do.
dbx_status nd_reshape(const nd *a, uint32_t rank, const int64_t *dims, bool fortran, nd *ret);
// Axis i of the result is axis perm[i]; NULL: reversed.
dbx_status nd_transpose(const nd *a, const uint32_t *perm, nd *ret);
// Views, which cannot fail: axes with a bit in `axes` backwards, two axes exchanged, an axis of
// length 1 put in before axis `at`.
nd nd_reverse(const nd *a, const bool *axes);
nd nd_swap(const nd *a, uint32_t i, uint32_t j);
nd nd_insert_axis(const nd *a, uint32_t at);
nd nd_drop_axis(const nd *a, uint32_t axis); // at index 0
// n >= 1 arrays, converted to t, with equal lengths but along the axis (E208).
dbx_status nd_concatenate(const nd *x, uint32_t n, uint32_t axis, dbx_dtype t, nd *ret);
bool nd_is_fortran(const nd *a); // in column-major order, and in row-major order not
// In column-major order; undefined contents.
dbx_status nd_new_fortran(dbx_dtype t, uint32_t rank, const int64_t *dims, nd *ret);
// A view of n elements from `start` on, every `step`th, all within the axis.
nd nd_slice(const nd *a, uint32_t axis, int64_t start, int64_t step, int64_t n);

// ---- items (index.c) ----
typedef enum nd_item_kind {
  ND_INT,
  ND_SLICE,
  ND_NEWAXIS,
  ND_ELLIPSIS,
  ND_ARRAY,
  ND_MASK
} nd_item_kind;
typedef struct nd_item {
  nd_item_kind kind;
  int64_t i, stop, step; // ND_INT: i; ND_SLICE: start, stop, step as given
  bool no_start, no_stop;
  nd array; // of int64 or bool
} nd_item;
typedef struct nd_place { // what an index selects
  nd view;           // the axes that it leaves to themselves, at the place of the first element
  bool fancy;        // the others are indexed by arrays:
  uint32_t rank, at; // the axes that they give together, and where these stand in the result
  int64_t *dims, n;
  int64_t *offset; // bytes from view.data, of each of the n places
  bool late;       // also of nd_find that failed: by the bounds of an array
  bool mask;       // the index is one boolean array for all axes
} nd_place;
// Reads an index of n items: E309 with numpy's words where it does not fit. The place lies in
// scratch memory.
dbx_status nd_find(const nd *a, const nd_item *items, uint32_t n, nd_place *ret);
// The elements at the place as a new array; elements written there, spread first (nd_spread_value
// gives them so, E208 if they do not fit).
dbx_status nd_gather(const nd_place *p, nd *ret);
dbx_status nd_scatter(const nd_place *p, const nd *value);
dbx_status nd_spread_value(const nd_place *p, const nd *value, nd *ret);
dbx_status nd_nonzero(const nd *a, nd *ret); // a.rank arrays of int64

#endif
