// numpy of the host language: its arrays (o_ndarray) and scalars (o_generic) around the views of
// numpy/nd.h. Semantics of numpy 1.26. What flows from here into jax goes through lang_np_frozen,
// what comes from there through np_take: nothing else knows both.
#ifndef DBX_LANG_NP_H
#define DBX_LANG_NP_H

#include "lang/run/lang.h"
#include "numpy/nd.h"

// ---- objects (object.c) ----
// A scalar of numpy, which is a number and no array of rank 0.
pv np_generic(dbx_dtype t, dbx_scalar x);
nd np_nd(pv v);                         // of an array; to be read only
pv np_view(o_ndarray *of, const nd *v); // the memory of `of` in another way
pv np_array(const nd *r);               // of what an operation has made
pv np_return(const nd *r);              // the same, a scalar if it has no axes
pv np_derived(pv of, const nd *r);      // a view if r lies in the memory of `of`, else np_array
// Does r lie in the memory of the array `of`?
bool np_is_inside(pv of, const nd *r);
pv np_inside(const nd *whole, const nd *r); // a view r of what an operation has made
dbx_status np_writable(pv v, nd *ret);      // E208 if it is read-only; nobody else sees the writes
bool np_find_kind(const char *name, pv *ret); // numpy.floating and its like
const char *np_kinds(pv v);                   // the letters of the types in one, or NULL
pv np_unpacked(const nd *r);                  // a Python number (r has no axes)

// ---- texts (print.c): by what numpy.set_printoptions has said ----
// str, or repr behind a prefix such as "array("; what a formatter of the program fails with.
dbx_status np_put_array(dbx_buf *b, const dbx_array *a, const char *prefix);
// array_text(x, separator, columns of the prefix, options): see _numpy_texts.
dbx_status np_array_text(const call_args *c, pv *ret);

// ---- what meets jax (object.c, convert.c) ----
// The elements of an array or scalar of numpy as they are now; borrowed. Later writes do not change
// them (np/object.c).
dbx_status lang_np_frozen(pv v, dbx_array **ret);
pv np_take(dbx_array *a);        // an array of numpy with these elements; takes over one reference
pv np_take_result(dbx_array *a); // the same, a scalar if it has no axes
dbx_status lang_dtype_arg(pv v, dbx_dtype *ret);

// ---- conversion (convert.c) ----
dbx_status np_operand(pv v, nd *ret);                 // anything that numpy takes for an array
dbx_status np_operand_as(pv v, dbx_dtype t, nd *ret); // elements converted to t
dbx_status np_operand_beside(pv v, dbx_dtype standard, nd *ret); // type where there are no numbers
dbx_status np_whole_numbers(pv v, nd *ret); // int64: numbers are cut off, arrays have to fit safely
dbx_status np_depth(pv v, uint32_t *ret);   // axes of the array that it would be
dbx_status np_asarray(pv v, pv *ret);       // an array, the same one if it is one
dbx_status np_no_element(pv tracer);        // E208: one as an element of an array
// A list, a tuple or a range: what becomes an axis.
bool np_is_sequence(pv v);
bool np_is_operand(pv v);                                    // a number, an array or a sequence
dbx_status np_dtype(pv v, dbx_dtype *ret);                   // of a dtype argument
dbx_status np_number_as(pv v, dbx_dtype t, dbx_scalar *ret); // a Python number as an element

// ---- functions (functions.def and functions.c; call.c binds) ----
typedef struct np_row np_row;
typedef dbx_status (*np_fn)(const np_row *row, const pv *a, pv *ret); // arguments by signature
struct np_row {
  const char *name;
  np_fn fn;
  const char *signature; // Python's; "x=" has no default, "*x" takes the rest as a tuple
};
// Binds the arguments to the row's signature (E202) and calls it, outside of any trace; self: the
// array of a method, NULL: a function.
dbx_status np_call_row(const np_row *row, const call_args *c, const pv *self, pv *ret);
// "a, axis=None", of numpy or numpy.linalg; NULL: there is none.
const char *np_signature(const char *name, bool linalg);
const char *np_ufunc_signature(const nd_ufunc *f);
// By name, as objects: of numpy, of numpy.linalg, a method of x. False: there is none, or it is
// not offered here.
bool np_find_function(const char *name, pv *ret);
// By number, NULL behind the last one.
const char *np_function_name(uint32_t i);
const char *np_method_name(uint32_t i);
bool np_find_linalg(const char *name, pv *ret);
bool np_find_method(pv x, const char *name, pv *ret);
dbx_status np_attr(pv x, dbx_sym name, pv *ret); // UNBOUND if there is none
// x.real and x.imag can be assigned to; others are refused with the way out, or are E203.
dbx_status np_setattr(pv x, dbx_sym name, pv v);
// numpy.NAME, which is in the table, with n arguments by position.
dbx_status np_call_function(const char *name, const pv *args, uint32_t n, pv *ret);

// ---- what the functions share (arguments.c) ----
dbx_status np_axes(pv axis, uint32_t rank, bool *axes); // None: all of them
// One axis from 0 to rank - 1, counted from the end if it is negative (AxisError); E204 for what
// is no integer.
dbx_status np_one_axis(pv axis, uint32_t rank, uint32_t *ret);
// A shape argument, an int or a sequence of them; None: no axes. dims in scratch memory; negative
// lengths are the caller's business.
dbx_status np_shape_arg(pv shape, uint32_t *rank, int64_t **dims);
// A truth value, as Python has it (E208 for arrays of several elements).
dbx_status np_flag(pv v, bool *ret);
dbx_status np_no_option(const np_row *row, pv given, const char *name); // refuses by name
dbx_status np_give(const nd *r, pv out, pv *ret);                       // np_return, or into out
dbx_status np_out(pv *out, nd *view); // an argument `out` that is not None, as it is written to
// Refuses by name unless the argument is no string or this one.
dbx_status np_standard(const np_row *row, pv given, const char *name, const char *standard);
dbx_dtype np_sum_type(dbx_dtype t); // small integers are summed as int64 and uint64
dbx_status np_operands(pv seq, nd **ret, uint32_t *n); // of every item
dbx_status np_operands_room(uint32_t n);               // whether there is room for so many

// ---- tensors of pennylane.numpy (tensor.c) ----
enum { NP_TENSOR = 1, NP_TRAINED = 2 }; // it is one; requires_grad is True
uint8_t np_tensor_of(pv v);             // the flags that an operand gives to a result
// The result with these flags; scalars: a number becomes an array without axes.
pv np_tensor_made(uint8_t flags, pv made, bool scalars);
// The result of a row that was called with n arguments.
pv np_tensor_of_row(const np_row *row, const pv *a, uint32_t n, bool method, pv made);
bool np_tensor_attr(pv x, const char *name, pv *ret); // false: of none, or it has no such attribute
dbx_status np_tensor_train(pv x, pv by);              // x.requires_grad = by
dbx_status np_tensor_make(const call_args *c, pv *ret);
void np_tensor_put(dbx_buf *b, pv v); // its end behind the text of an array

// ---- universal functions as objects (ufunc.c) ----
// The object numpy.add and its like; each call makes a new one.
pv np_ufunc(const nd_ufunc *f);

// ---- operators and items (operators.c, items.c) ----
// With numpy's promotion and broadcasting; NOTIMPLEMENTED where the other operand is none of
// numpy's. np_inplace writes into x, and casts as same_kind (E208).
dbx_status np_binary(dbx_op op, pv x, pv y, pv *ret);
dbx_status np_inplace(dbx_op op, pv x, pv y, pv *ret);
dbx_status np_unary(dbx_op op, pv x, pv *ret);
dbx_status np_compare(dbx_op op, pv x, pv y, pv *ret);
dbx_status np_contains(pv x, pv element, bool *ret); // whether any element is equal
// Of numpy.absolute, numpy.divmod: abs() and divmod() of arrays.
dbx_status np_absolute(pv x, pv *ret);
dbx_status np_divmod(pv x, pv y, pv *ret);
// A view where numpy gives one, a scalar for one element. IndexError is E309; np_setitem writes
// all or, after Ctrl-C, nothing.
dbx_status np_getitem(pv x, pv index, pv *ret);
dbx_status np_setitem(pv x, pv index, pv v);
dbx_status np_place(pv x, pv index, nd_place *ret); // to be written to
// x[i], which iteration gives.
dbx_status np_row_at(pv x, int64_t i, pv *ret);
// As numpy.matmul, in the autorelease pool; E208 for lengths that do not fit and for scalars.
dbx_status np_matmul(const nd *x, const nd *y, nd *ret);

#define N(name, fn, signature) dbx_status fn(const np_row *row, const pv *a, pv *ret);
#define M(name, fn, signature) N(name, fn, signature)
#define L(name, fn, signature) N(name, fn, signature)
#include "lang/np/functions.def"
#undef N
#undef M
#undef L

#endif
