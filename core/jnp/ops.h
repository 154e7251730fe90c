// The vocabulary of the array API's own code: expressions over values. An operation that fails
// leaves a pending diagnostic and gives a FAILED value; every operation on a FAILED value gives it
// back, so that a formula is checked once, at its end. Private to jnp, batch
// and grad.
//
// While a frame is open every operation is traced into it, also on concrete values (as with JAX's
// omnistaging); else it is computed by the interpreter's kernels.
#ifndef DBX_JNP_OPS_H
#define DBX_JNP_OPS_H

#include "ir/target.h"
#include "jnp/jnp.h"
#include "prim/prim.h"
#include "trace/function.h"

typedef dbx_val V;

// A shape: lengths that are ints or variables (of any frame). In scratch memory.
typedef struct S {
  uint32_t n;
  dbx_dim *d;
} S;

#define FAILED ((V){.kind = DBX_V_FAILED})
#define jn_fail(code, ...) (dbx_fail_((code), (dbx_span){0}, __VA_ARGS__), FAILED)
#define jn_fail_as(code, cls, ...) (dbx_fail_as_((code), (cls), (dbx_span){0}, __VA_ARGS__), FAILED)
// A FAILED value, and what it is as a status; None as an argument that was left out.
static inline bool bad(V v) { return v.kind == DBX_V_FAILED; }
static inline dbx_status status_of(V v) { return bad(v) ? DBX_FAIL : DBX_OK; }
static inline bool is_none(V v) { return v.kind == DBX_V_NONE; }
// Numbers of Python, weakly typed: literals when they are traced.
static inline V jn_int(int64_t i) { return dbx_val_int(i); }
static inline V jn_float(double f) { return dbx_val_float(f); }
// A tuple, whose items are copied to scratch memory, and the same as a list.
V jn_scalar(dbx_dtype t, dbx_scalar x); // a numpy scalar: strong, a literal when traced
V jn_tuple(const V *item, uint32_t n);  // copies the items to scratch
V jn_list(const V *item, uint32_t n);

// ---- what a value is ----
// The type of a value that is a number, an array or a tracer; valid until the end of the session.
static inline const dbx_aval_info *jn_info(V v) { return dbx_aval_at(dbx_val_aval(&v)); }
static inline dbx_dtype jn_dtype(V v) { return jn_info(v)->dtype; }
static inline bool jn_weak(V v) { return jn_info(v)->weak; }
static inline uint32_t jn_rank(V v) { return jn_info(v)->rank; }
S jn_shape(V v); // may be changed, unlike jn_shape_seen, which is part of the type
// It has to stay as it is.
static inline S jn_shape_seen(V v) {
  const dbx_aval_info *t = jn_info(v);
  return (S){t->rank, (dbx_dim *)t->dims};
}
// Shapes in scratch memory, of lengths in elements; a scalar's has none. A static one has no
// length that is a variable.
S jn_shape_of_ints(const int64_t *d, uint32_t n);
S jn_shape_copy(S s);
S jn_scalar_shape(void);
bool jn_static(S s);
bool jn_same_shape(S a, S b); // definitely equal
V jn_dim_value(dbx_dim d);    // as data: an int or the tracer
V jn_size(V v);               // the product of the lengths, as data
// The product of n lengths as data: an int of Python (E708) if all are numbers or one is 0, else
// the equations of the multiplication.
V jn_product(const dbx_dim *d, uint32_t n);
// add, sub or mul of two sizes: ints of Python stay ints (E708), a traced one makes an equation.
V jn_size_of(dbx_prim p, V a, V b);
bool jn_is_concrete(V v); // not traced
bool jn_tracing(void);
bool jn_derived(void); // what is bound is not kept, but what becomes of it: derivatives, vmap
V jn_check_arraylike(const char *fn, V v, int position); // v, or FAILED (E406)

// ---- primitives (lax level) ----
// The primitive on n operands, with n_kv parameters in the order of their names: staged into the
// frame that is open, else computed. E3xx by its shape rule, E7xx by its kernel.
V lax_bind(dbx_prim p, const V *in, uint32_t n, const dbx_kv *kv, uint32_t n_kv);
// The same with several results, or with result lengths that the rule leaves unknown.
dbx_status lax_bind_n(dbx_prim p, const V *in, uint32_t n, const dbx_kv *kv, uint32_t n_kv,
                      const dbx_dim *unknown, V *out, uint32_t n_out);
V lax1(dbx_prim p, V x);
V lax2(dbx_prim p, V x, V y);

// Operands are evaluated from left to right, as in the Python that these formulas stand for: C
// leaves the order of a call's arguments open, but it is the order of the equations.
#define JN_SEQ2_(f, x, y, n)                                                                       \
  ({                                                                                               \
    V jn_x##n = (x);                                                                               \
    V jn_y##n = (y);                                                                               \
    f(jn_x##n, jn_y##n);                                                                           \
  })
#define JN_SEQ2__(f, x, y, n) JN_SEQ2_(f, x, y, n)
#define JN_SEQ2(f, x, y) JN_SEQ2__(f, x, y, __COUNTER__)
#define JN_SEQ3_(f, x, y, z, n)                                                                    \
  ({                                                                                               \
    V jn_x##n = (x);                                                                               \
    V jn_y##n = (y);                                                                               \
    V jn_z##n = (z);                                                                               \
    f(jn_x##n, jn_y##n, jn_z##n);                                                                  \
  })
#define JN_SEQ3__(f, x, y, z, n) JN_SEQ3_(f, x, y, z, n)
#define JN_SEQ3(f, x, y, z) JN_SEQ3__(f, x, y, z, __COUNTER__)
// A primitive of two operands of one dtype and shape each, or of scalars: nothing is promoted
// here.
static inline V jn_add(V x, V y) { return lax2(DBX_PRIM_add, x, y); }
static inline V jn_sub(V x, V y) { return lax2(DBX_PRIM_sub, x, y); }
static inline V jn_mul(V x, V y) { return lax2(DBX_PRIM_mul, x, y); }
static inline V jn_div(V x, V y) { return lax2(DBX_PRIM_div, x, y); }
static inline V jn_rem(V x, V y) { return lax2(DBX_PRIM_rem, x, y); }
static inline V jn_max(V x, V y) { return lax2(DBX_PRIM_max, x, y); }
static inline V jn_min(V x, V y) { return lax2(DBX_PRIM_min, x, y); }
static inline V jn_and(V x, V y) { return lax2(DBX_PRIM_and, x, y); }
static inline V jn_or(V x, V y) { return lax2(DBX_PRIM_or, x, y); }
static inline V jn_eq(V x, V y) { return lax2(DBX_PRIM_eq, x, y); }
static inline V jn_ne(V x, V y) { return lax2(DBX_PRIM_ne, x, y); }
static inline V jn_lt(V x, V y) { return lax2(DBX_PRIM_lt, x, y); }
static inline V jn_le(V x, V y) { return lax2(DBX_PRIM_le, x, y); }
static inline V jn_gt(V x, V y) { return lax2(DBX_PRIM_gt, x, y); }
static inline V jn_ge(V x, V y) { return lax2(DBX_PRIM_ge, x, y); }
#define NEG(x) lax1(DBX_PRIM_neg, x)
#define ABS(x) lax1(DBX_PRIM_abs, x)
#define SIGN(x) lax1(DBX_PRIM_sign, x)
#define NOT(x) lax1(DBX_PRIM_not, x)
#define REAL(x) lax1(DBX_PRIM_real, x)
#define IMAG(x) lax1(DBX_PRIM_imag, x)
#define FLOOR(x) lax1(DBX_PRIM_floor, x)
#define ADD(x, y) JN_SEQ2(jn_add, x, y)
#define SUB(x, y) JN_SEQ2(jn_sub, x, y)
#define MUL(x, y) JN_SEQ2(jn_mul, x, y)
#define DIV(x, y) JN_SEQ2(jn_div, x, y)
#define REM(x, y) JN_SEQ2(jn_rem, x, y)
#define MAX(x, y) JN_SEQ2(jn_max, x, y)
#define MIN(x, y) JN_SEQ2(jn_min, x, y)
#define AND(x, y) JN_SEQ2(jn_and, x, y)
#define OR(x, y) JN_SEQ2(jn_or, x, y)
#define EQ(x, y) JN_SEQ2(jn_eq, x, y)
#define NE(x, y) JN_SEQ2(jn_ne, x, y)
#define LT(x, y) JN_SEQ2(jn_lt, x, y)
#define LE(x, y) JN_SEQ2(jn_le, x, y)
#define GT(x, y) JN_SEQ2(jn_gt, x, y)
#define GE(x, y) JN_SEQ2(jn_ge, x, y)

V lax_convert(V x, dbx_dtype t, bool weak); // nothing is emitted where nothing changes
V lax_convert_seen(V x, dbx_dtype t,
                   bool weak);          // the same outside of jitted functions (see jn_type)
V lax_convert_strong(V x, dbx_dtype t); // never weak
V lax_asarray(V x);                     // host numbers become arrays
// The first argument of fn, as an array (E406).
static inline V jn_checked(const char *fn, V v) {
  return lax_asarray(jn_check_arraylike(fn, v, 0));
}
V lax_full(S shape, V fill, dbx_dtype t); // DBX_NO_DTYPE: the fill value's type
// t of DBX_NO_DTYPE: x's type, weak if that is; shape of NULL: x's.
V lax_full_like(V x, V fill, dbx_dtype t, const S *shape);
V lax_literal(const dbx_literal *l); // a number of Python where its type is that of one
V lax_const_like(V x, V number);     // a number of x's dtype; weak if x is a weak scalar
V lax_broadcast(V x, S lead);        // new leading axes
// As lax.broadcast_in_dim: axis i of x becomes axes[i] of the result, n is x's rank. x itself if
// it has the rank of the result already.
V lax_broadcast_in_dim(V x, S shape, const int64_t *axes, uint32_t n);
// A shape as a parameter, with None for traced lengths: they become operands at ops[*n] and
// further.
const dbx_param *jn_shape_param(S s, V *ops, uint32_t *n);
// 0, 1, ... along one axis.
V lax_iota(dbx_dtype t, S shape, uint32_t axis);
// Axes are canonical (0 to rank - 1); those of lax_squeeze have length 1 and are in order, those
// of lax_expand_dims are axes of the result. No axes: x itself.
V lax_squeeze(V x, const int64_t *axes, uint32_t n);
V lax_expand_dims(V x, const int64_t *axes, uint32_t n);
// To as many elements, which the rule checks where it can (E305). x itself if the shape is its
// own.
V lax_reshape(V x, S shape);
// Axis i of the result is axis perm[i] of x; x itself if nothing moves.
V lax_transpose(V x, const int64_t *perm);
V lax_rev(V x, const int64_t *axes, uint32_t n);
// Elementwise, of equal types; pred is a bool of that shape, or a scalar.
V lax_select(V pred, V on_true, V on_false);
// n >= 1 arrays of one dtype, with equal lengths but along the axis; one alone is itself.
V lax_concatenate(const V *x, uint32_t n, uint32_t axis);
typedef int64_t jn_padding[3]; // low, high, interior
// An entry of config for each axis, as lax.pad has them: low and high may be negative.
V lax_pad(V x, V value, const jn_padding *config);
// The parts of x along a static axis, one for each of n sizes.
dbx_status lax_split(V x, int64_t axis, const dbx_param *sizes, V *out, uint32_t n);
V lax_slice(V x, const int64_t *start, const int64_t *limit, const int64_t *stride); // static axes
V lax_row(V x, int64_t i); // x[i] of static lengths, i within them
// A start for each axis, of one integer dtype; it is moved so that the slice lies in x.
V lax_dynamic_slice(V x, const V *start, S size);
V lax_dynamic_update_slice(V x, V update, const V *start);
// p: a reduction (DBX_PRIM_reduce_sum ...), over n canonical axes in order.
V lax_reduce(dbx_prim p, V x, const int64_t *axes, uint32_t n);
// The number of dtype t that changes nothing: -inf or the least one for DBX_PRIM_max, all bits for
// DBX_PRIM_and, 0 for DBX_PRIM_add.
dbx_scalar jn_identity(dbx_prim combine, dbx_dtype t);
// p: argmin or argmax; the result has the dtype `index`.
V lax_argminmax(dbx_prim p, V x, int64_t axis, dbx_dtype index);
// p: cumsum, cumprod, cummax or cummin.
V lax_cumulative(dbx_prim p, V x, int64_t axis, bool reverse);
// `preferred` is the dtype of the result, DBX_NO_DTYPE: that of the operands, and no parameter.
V lax_dot_general(V x, V y, const dbx_dot_dims *d, dbx_dtype preferred);
const dbx_param *jn_dot_dims(const dbx_dot_dims *d); // the parameter dimension_numbers
V lax_integer_pow(V x, int64_t y);
V jn_squared(V x); // as the target writes x * x
// method: 0 away from zero, 1 to even (lax.RoundingMethod).
V lax_round(V x, int method);
// Stable, n arrays of one shape by the first `keys` of them; out: n results.
dbx_status lax_sort(const V *x, uint32_t n, int64_t axis, uint32_t keys, V *out);

// ---- promotion (promote.c) ----
// The type as promotion sees it: dtype, and whether it is weak (an array of traced lengths is not;
// bind.c says why).
dbx_type jn_type(V v);
// What jnp.result_type says of n values.
dbx_type jn_result_type(const V *v, uint32_t n);
// The dtype in which a function of floats computes: int64 as f64, smaller ones as f32. bool as a
// number is i32.
dbx_dtype jn_to_inexact(dbx_dtype t);
dbx_dtype jn_to_numeric(dbx_dtype t);
typedef enum jn_want { JN_ANY, JN_INEXACT, JN_NUMERIC } jn_want;
// Converts all to their common dtype, then broadcasts all to their common shape, in place.
dbx_status jn_promote_dtypes(V *v, uint32_t n, jn_want want);
dbx_status jn_promote_seen(V *x, V *y); // the same of two outside of jitted functions
dbx_status jn_promote_shapes(const char *fn, V *v, uint32_t n);
dbx_status jn_promote(const char *fn, V *v, uint32_t n, jn_want want);
dbx_status jn_broadcast_shapes(const S *s, uint32_t n, S *ret);
V jn_broadcast_to(V x, S shape);

// ---- arguments ----
dbx_status jn_axis(V axis, uint32_t rank, int64_t *ret); // canonical; E306
// None: all axes. An int or a sequence of ints.
dbx_status jn_axes(V axis, uint32_t rank, const int64_t **ret, uint32_t *n);
dbx_status jn_dtype_arg(V v, dbx_dtype *ret); // None: DBX_NO_DTYPE
dbx_status jn_shape_arg(V v, S *ret);         // an int, a tracer or a sequence of them
dbx_status jn_int_arg(V v, const char *what, int64_t *ret); // concrete (E403 for tracers)
// A concrete int from 0 to `most` (E306), which is not so large that it could be cut.
dbx_status jn_count_arg(V v, const char *what, uint32_t most, uint32_t *ret);
bool jn_bool_arg(V v);
// How many rows an array can be taken apart into (E403, E410, E702).
dbx_status jn_row_count(V v, uint32_t *n);
dbx_status jn_items(V v, const V **item, uint32_t *n); // a sequence, or the rows of an array

// ---- named functions (call.c): traced as pjit[name=...], computed directly when eager ----
typedef V (*jn_fn)(const V *args, uint32_t n, const void *statics);
// f on n operands under that name. statics: n_statics bytes that f gets as well and that belong to
// what makes two calls equal; NULL: none. Zero out every gap in them.
V jn_call(const char *name, jn_fn f, const V *args, uint32_t n, const void *statics,
          size_t n_statics);

// x / c within a compiled function of jax.numpy, c a constant of it. Eager: XLA multiplies with the
// reciprocal (observed: jnp.round(0.99844, 4) is 0.9984000000000001); traced, and so compiled by
// Catalyst, it is a division.
V jn_div_by_constant(V x, V c);

// ---- functions that others are made of ----
V jn_constant_like(V x, double value); // of x's dtype, strong
// With numpy's promotion of dtypes and shapes, as the functions of jax.numpy of these names: E301
// if shapes do not fit. Operands are checked by whoever takes them from a program
// (jn_check_arraylike).
V jnp_add(V x, V y);
V jnp_subtract(V x, V y);
V jnp_multiply(V x, V y);
V jnp_true_divide(V x, V y);
V jnp_equal(V x, V y);
V jnp_not_equal(V x, V y);
V jnp_less(V x, V y);
V jnp_logical_and(V x, V y);
V jnp_logical_or(V x, V y);
V jnp_logical_not(V x);
V jnp_floor_divide(V x, V y);
V jnp_remainder(V x, V y);
V jnp_maximum(V x, V y);
V jnp_minimum(V x, V y);
V jnp_where(V cond, V x, V y);
V jnp_isnan(V x);
V jnp_isinf(V x);
// axis: None, an int or a tuple; t of DBX_NO_DTYPE: numpy's choice.
V jnp_sum(V x, V axis, dbx_dtype t, bool keepdims);
V jnp_mean(V x, V axis, bool keepdims);
V jnp_ravel(V x);
// n arrays; the axis may be negative (E306). E304 for shapes that differ, and for none.
V jnp_stack(const V *x, uint32_t n, int64_t axis);
V jnp_concatenate(const V *x, uint32_t n, int64_t axis, dbx_dtype t);
// x[index] with everything that jax takes there.
V jnp_getitem(V x, V index);
V jn_take(V x, V index, int64_t axis, const char *mode); // jnp.take; mode NULL: its default
// jnp.array: nested sequences become axes (E304 if they are not regular).
V jnp_array(V object, dbx_dtype t, bool copy);
// m None: n; k counts diagonals upwards.
V jnp_eye(V n, V m, int64_t k, dbx_dtype t);
// n canonical axes each.
V jnp_moveaxis(V x, const int64_t *from, const int64_t *to, uint32_t n);

// (the functions themselves are defined with their names in parentheses)
#define jnp_add(x, y) JN_SEQ2(jnp_add, x, y)
#define jnp_subtract(x, y) JN_SEQ2(jnp_subtract, x, y)
#define jnp_multiply(x, y) JN_SEQ2(jnp_multiply, x, y)
#define jnp_true_divide(x, y) JN_SEQ2(jnp_true_divide, x, y)
#define jnp_equal(x, y) JN_SEQ2(jnp_equal, x, y)
#define jnp_not_equal(x, y) JN_SEQ2(jnp_not_equal, x, y)
#define jnp_less(x, y) JN_SEQ2(jnp_less, x, y)
#define jnp_logical_and(x, y) JN_SEQ2(jnp_logical_and, x, y)
#define jnp_logical_or(x, y) JN_SEQ2(jnp_logical_or, x, y)
#define jnp_floor_divide(x, y) JN_SEQ2(jnp_floor_divide, x, y)
#define jnp_remainder(x, y) JN_SEQ2(jnp_remainder, x, y)
#define jnp_maximum(x, y) JN_SEQ2(jnp_maximum, x, y)
#define jnp_minimum(x, y) JN_SEQ2(jnp_minimum, x, y)
#define jnp_where(c, x, y) JN_SEQ3(jnp_where, c, x, y)
#define lax_select(p, x, y) JN_SEQ3(lax_select, p, x, y)

#endif
