// The emitter: a Jaxpr becomes one MLIR function in memref form (func, scf, arith, math, memref).
// Private to lower/.
//
// Arrays are dense row-major buffers of rank 1 (memref<?xT>); their axis lengths are scalars of the
// program, so that a reshape costs nothing and equal dims are equal SSA values. Scalars are SSA
// values. A value is written to a buffer only when somebody needs it there: until then it is a
// description (values.c) that its consumer's loop evaluates element by element. Values are counted
// while emitting, so that the emitter knows when a buffer is in nobody's use: it is then written in
// place or freed.
#ifndef DBX_LOWER_EMIT_H
#define DBX_LOWER_EMIT_H

#include "lower/mlir/links.h"
#include "lower/mlir/ops.h"
#include "lower/program.h"
#include "prim/exact.h"

struct dim;

// Dims of which it is known at this place that an array can have them: one of them exists.
typedef struct shape {
  uint32_t rank;
  const struct dim *dims;
} shape;

struct value;
struct scope;

// The buffer of an array that was freed last: what comes next may have it instead.
typedef struct freed {
  MlirOperation op; // that frees it; null: none
  MlirBlock block;
  MlirValue mem;
  dbx_dtype t;
  uint32_t rank;
  const struct dim *dims;
} freed;

typedef struct emitter {
  MlirContext ctx;
  MlirModule module;
  MlirBlock entry, block; // of the function; where operations are appended
  MlirLocation loc;
  MlirType i1, i8, i16, i32, i64, i128, f16, f32, f64, index;
  MlirValue scratch; // memref<?xi64> for calls of the runtime
  dbx_arena arena;   // lives as long as the emitter
  dbx_map constants; // hash of type and value -> index into pool
  dbx_map declared;  // symbols of declared functions
  dbx_vec(MlirValue) pool;
  dbx_vec(shape) shapes; // grows within a nested Jaxpr and shrinks at its end
  lower_program *p;
  emit_links *links;         // NULL: not asked for
  const dbx_eqn *eqn;        // being emitted, for guards
  const dbx_eqn *reader;     // the only one that reads its one result; NULL: there is none
  const struct scope *scope; // of eqn
  dbx_exact exact;           // variables that have to be exact where they are sizes
  dbx_map wrapped;           // of these -> which equations may have wrapped (exact.c)
  uint32_t depth;            // of nested Jaxprs
  uint32_t allocs;           // memref.alloc so far
  bool finished;             // nothing is freed any more
  freed freed;
  // Emits the equations of j, whose inputs are bound in s; outs receives a reference each. A field,
  // as the emitters of loops and conditionals, which jaxpr.c calls, call it.
  dbx_status (*body)(struct emitter *e, const dbx_jaxpr *j, struct scope *s, struct value **outs);
} emitter;

// ---- operations (build.c) ----
MlirOperation ml_build(emitter *e, const op_spec *s); // appended to e->block
// name: of an operation with its dialect, "math.exp". t is the type of the result.
MlirValue ml_unary(emitter *e, const char *name, MlirType t, MlirValue x);
MlirValue ml_binary(emitter *e, const char *name, MlirValue x, MlirValue y); // result type of x
// c: an i1; x and y of one type.
MlirValue ml_select(emitter *e, MlirValue c, MlirValue x, MlirValue y);
// An i1; predicate: I_EQ ... of integers and indices, F_OEQ ... of floats.
MlirValue ml_cmpi(emitter *e, int predicate, MlirValue x, MlirValue y);
MlirValue ml_cmpf(emitter *e, int predicate, MlirValue x, MlirValue y);
enum { I_EQ, I_NE, I_SLT, I_SLE, I_SGT, I_SGE, I_ULT, I_ULE, I_UGT, I_UGE };
enum {
  F_OEQ = 1,
  F_OGT,
  F_OGE,
  F_OLT,
  F_OLE,
  F_ONE,
  F_ORD,
  F_UEQ,
  F_UGT,
  F_UGE,
  F_ULT,
  F_ULE,
  F_UNE,
  F_UNO
};
// Constants: each is one operation at the beginning of the function, however often it is asked
// for.
MlirValue ml_int(emitter *e, MlirType t, int64_t i);
MlirValue ml_float(emitter *e, MlirType t, double x);
bool ml_known_float(MlirValue x, double *ret); // is it a constant?
MlirValue ml_index(emitter *e, int64_t i);
MlirValue ml_to_index(emitter *e, MlirValue i);         // from any integer type, signed
MlirValue ml_to_i64(emitter *e, MlirValue i);           // from index, or any integer type, signed
MlirValue ml_add(emitter *e, MlirValue x, MlirValue y); // integers and indices; null x is 0
MlirValue ml_mul(emitter *e, MlirValue x, MlirValue y); // integers and indices
// Calls a function of the runtime or of libm, declaring it at its first use. Null result type:
// none.
MlirValue ml_call(emitter *e, const char *name, MlirType result, const MlirValue *in, uint32_t n);
// The same of a function with n_out results.
MlirOperation ml_call_many(emitter *e, const char *name, const MlirType *out, uint32_t n_out,
                           const MlirValue *in, uint32_t n);
void ml_scratch_set(emitter *e, uint32_t i, MlirValue v); // an i64
MlirValue ml_scratch_get(emitter *e, uint32_t i);
MlirType ml_storage(emitter *e, dbx_dtype t); // of an element in memory
MlirType ml_scalar(emitter *e, dbx_dtype t);  // of an SSA value; differs for bool
MlirType ml_memref(emitter *e, dbx_dtype t);
MlirValue ml_load(emitter *e, dbx_dtype t, MlirValue mem, MlirValue at);
void ml_store(emitter *e, dbx_dtype t, MlirValue mem, MlirValue at, MlirValue x);
MlirValue ml_literal(emitter *e, dbx_dtype t, dbx_scalar x);
MlirValue ml_pointer(emitter *e, MlirValue mem); // as an i64

// scf.for from 0 to n on index, with carried values; between the two calls operations go into its
// body. ml_loop_end yields and leaves the results in `out`.
typedef struct ml_loop {
  MlirBlock body, outer;
  MlirValue n, at, acc[2], init[2];
  uint32_t n_acc;
  // Set before the end. interleaved: LLVM runs several partial results side by side. few: the trips
  // are few, as they stand is best. apart: no trip touches what another one writes; about how many
  // elements one computes, unless loops inside tell.
  bool interleaved, few;
  int64_t apart;
} ml_loop;
void ml_loop_begin(emitter *e, ml_loop *l, MlirValue n, uint32_t n_acc, const MlirValue *init);
void ml_loop_end(emitter *e, ml_loop *l, const MlirValue *yield, MlirValue *out);
// scf.if: begin, (results of the first branch), ml_if_else, ml_if_end.
typedef struct ml_if {
  MlirBlock then, other, outer;
  MlirValue cond;
  bool usual; // set before the end: nearly always, cond holds; the other way may cost a jump
} ml_if;
void ml_if_begin(emitter *e, ml_if *f, MlirValue cond);
void ml_if_else(emitter *e, ml_if *f, const MlirValue *yield, uint32_t n);
void ml_if_end(emitter *e, ml_if *f, const MlirValue *yield, uint32_t n, MlirValue *out);
// Ends the run with the message if the i1 holds.
void ml_guard(emitter *e, MlirValue bad, lower_message m, MlirValue a, MlirValue b, MlirValue c);

// ---- vectors of n numbers, which lie side by side in memory from place `at` on (build.c) ----
// Bytes of a line, and of what no cache holds; numbers of a row of a tile, and its rows.
enum { ML_LINE = 64, ML_CACHES = 1 << 25, ML_TILE = 8 };
MlirValue ml_load_vector(emitter *e, dbx_dtype t, int64_t n, MlirValue mem, MlirValue at);
// Has what is there fetched, which will be read soon; it need not exist.
void ml_prefetch(emitter *e, dbx_dtype t, MlirValue mem, MlirValue at);
// past: past the caches, so that what is overwritten is not read before; whole lines only, and only
// what no cache would hold.
void ml_store_vector(emitter *e, dbx_dtype t, MlirValue x, MlirValue mem, MlirValue at, bool past);
MlirValue ml_splat(emitter *e, MlirValue constant, int64_t n);
void ml_transpose(emitter *e, MlirValue *x); // a tile, each vector a row of it
// If the i1 holds: what was written past the caches is there before whatever is written next.
// (Threads that did a part end it with an atomic operation, which waits for that, too.)
void ml_fence(emitter *e, MlirValue cond);

// ---- values (values.c) ----
typedef struct dim {
  bool known;
  int64_t n;      // if known
  MlirValue root; // else an integer scalar of the program
  bool flag;      // root is a bool or unsigned
} dim;

typedef struct buffer {
  MlirValue mem;
  uint32_t refs;  // values that read it
  bool ours;      // may be overwritten, freed, given away when refs are gone
  MlirBlock home; // where it may be freed
  uint32_t grown; // how often
} buffer;

// Bounds of a 64-bit integer scalar (range.c): low <= x, and x <= root + off, or x <= off without a
// root, which is a scalar, of which root >= root_low is known (INT64_MIN: nothing is).
typedef struct range {
  bool above, below; // which bound is known
  bool exact;        // x = root + off
  int64_t low, off, root_low;
  MlirValue root;
} range;

typedef enum value_kind {
  V_SCALAR, // rank 0
  V_SPLAT,  // one scalar everywhere
  V_IOTA,   // the index along an axis
  V_VIEW,   // elements of a buffer at base + idx . stride
  V_OP,     // an elementwise primitive applied to values of the same dims, or scalars
  V_JOIN,   // values of length 1 (along one axis) side by side
} value_kind;

typedef struct value {
  value_kind kind;
  dbx_dtype t;
  uint32_t refs, rank;
  dim *dims;
  MlirValue scalar; // SCALAR, SPLAT: of the scalar type
  bool known;       // SCALAR, SPLAT: an integer known now
  int64_t n;
  range range;        // SCALAR, SPLAT: of an I64 that is not known
  uint32_t axis;      // IOTA, JOIN
  buffer *buf;        // VIEW
  uint32_t grown;     // VIEW: of the whole buffer if it has grown so often, else of a part
  MlirValue base;     // index; none is 0
  MlirValue *stride;  // NULL: dense
  bool turned;        // VIEW: a matrix, of which the transpose is dense
  const dbx_eqn *eqn; // OP
  MlirLocation loc;   // OP
  struct value **in;  // OP, JOIN
  uint32_t n_in;
  uint32_t weight; // nodes of the tree
} value;

// One more reference, of v itself.
value *val_ref(value *v);
void val_drop(emitter *e, value *v); // takes NULL
// New values with one reference, which is the caller's. dims are copied; what they stand for is
// counted: the buffer of a view, the operands of val_op. val_like has the kind and the dims only.
value *val_scalar(emitter *e, dbx_dtype t, MlirValue x);
value *val_known(emitter *e, dbx_dtype t, int64_t n); // an integer scalar
value *val_splat(emitter *e, const value *scalar, uint32_t rank, const dim *dims);
// x, which has length 1 along some axes, repeated there up to dims (emit_shape.c).
value *shape_spread(emitter *e, value *x, const dim *dims);
// x with dims that its own are equal to where this is emitted; NULL: it would have to be written.
value *shape_settled(emitter *e, const value *x, const dim *dims);
value *val_view(emitter *e, dbx_dtype t, buffer *b, uint32_t rank, const dim *dims);
value *val_op(emitter *e, const dbx_eqn *q, dbx_dtype t, value *const *in, uint32_t n_in,
              uint32_t rank, const dim *dims);
value *val_like(emitter *e, value_kind kind, dbx_dtype t, uint32_t rank, const dim *dims);
buffer *val_buffer(emitter *e, MlirValue mem, bool ours); // refs 0
// A view in row-major order, without gaps.
bool val_is_dense(const value *v);
// Makes v a dense view (writes its elements to a buffer unless it is one).
void val_dense(emitter *e, value *v);
// Makes v a view, strided or dense.
void val_stored(emitter *e, value *v);
bool val_owned(const value *v);    // a dense view that nobody else sees: may be overwritten
bool val_is_whole(const value *v); // a dense view of all elements of its buffer
// Makes the buffer of v, which must be ours and v its whole, long enough for these dims; its
// elements stay, and its other views see them.
void val_grow(emitter *e, value *v, uint32_t rank, const dim *dims);
// The memref of v, which the caller owns from now on: v's own or a copy. v must be dense.
MlirValue val_steal(emitter *e, value *v);
// The same contents as a value of its own (not of OP or JOIN): what a nested region gets, which
// may make it dense without the outer region knowing.
value *val_clone(emitter *e, const value *v);
// v with other dims, which a guard has found equal to its own; takes v, gives what replaces it.
value *val_with_dims(emitter *e, value *v, dim *dims);
// An array of the dims exists: they need no guard from here to the end of the Jaxpr.
void val_shape_exists(emitter *e, uint32_t rank, const dim *dims);
// Guards that an array of the dims can exist (E701, E702).
void val_check_size(emitter *e, dbx_dtype t, uint32_t rank, const dim *dims);
// A dense view that may be written: *v itself, which is taken if nobody else sees it, or a copy.
value *val_writable(emitter *e, value **v);
// A new buffer for the dims, with the same guards.
buffer *val_alloc(emitter *e, dbx_dtype t, uint32_t rank, const dim *dims);
// Element at an index per axis (or at a flat row-major place, if val_is_flat).
MlirValue val_at(emitter *e, const value *v, const MlirValue *idx);
MlirValue val_at_flat(emitter *e, const value *v, MlirValue i);
bool val_is_flat(const value *v);
// Writes v's elements into mem at base + idx . stride; no stride: dense, from base on.
void val_write(emitter *e, const value *v, MlirValue mem, MlirValue base, const MlirValue *stride);
// The same of a transposed view, by tiles (tiled.c); false: it is none, or so small that it does
// not pay.
bool val_write_tiled(emitter *e, const value *v, MlirValue mem, MlirValue base,
                     const MlirValue *stride);
// Loops over dims; idx receives one index per axis. nest_end closes them.
typedef struct nest {
  ml_loop *loop;
  MlirValue *idx;
  uint32_t rank;
  bool apart; // set before the end: as of ml_loop
} nest;
void nest_begin(emitter *e, nest *n, uint32_t rank, const dim *dims);
void nest_end(emitter *e, nest *n);

// ---- rows of few elements (short_rows.c) ----
// Each row of x, along its last axis of eight elements, folded in their order from init on, to one
// number of `to`. x: a dense view; fold: of numbers, and of vectors of them.
typedef MlirValue (*row_fold)(emitter *e, dbx_prim op, dbx_dtype t, MlirValue a, MlirValue b);
void rows_of_eight(emitter *e, const value *x, dbx_prim op, row_fold fold, MlirValue init,
                   MlirValue to);
bool rows_have_eight(const value *x); // are such elements, in such a place, folded so?

// ---- dims (values.c) ----
// A length from an integer scalar of the program, and back as an index or an i64.
dim dim_of(const value *scalar);
MlirValue dim_index(emitter *e, dim d);
MlirValue dim_i64(emitter *e, dim d);
bool dim_same(dim a, dim b); // known to be equal now
// Each dim_same; of one rank.
bool dims_same(uint32_t rank, const dim *a, const dim *b);
MlirValue dims_size(emitter *e, uint32_t rank, const dim *dims);     // index
MlirValue *dims_strides(emitter *e, uint32_t rank, const dim *dims); // index, in elements
// base + idx . stride, an index in elements; base may be none.
MlirValue dims_offset(emitter *e, uint32_t rank, MlirValue base, const MlirValue *idx,
                      const MlirValue *stride);
bool dims_empty(uint32_t rank, const dim *dims); // known to be
// Whether all lengths are numbers; *size: their product.
bool dims_known(uint32_t rank, const dim *dims, int64_t *size);
dim dim_known(int64_t n);
// Sizes of a shape parameter; None takes the next operand.
dim *dims_param(emitter *e, const dbx_param *p, value *const *in, uint32_t *next, uint32_t *rank);

// ---- bounds of scalars (range.c) ----
// The bounds of a number, and of an integer scalar (nothing is known of one that is no I64).
range range_number(int64_t n);
range range_of(const value *v);
range range_index(dim from, dim to); // of a loop's index inside the loop
// Of a sum, difference, maximum or minimum; nothing is known of others.
range range_apply(dbx_prim p, const value *a, const value *b);
range range_convert(const value *v, dbx_dtype to); // nothing is known where v may not fit
bool range_decides(dbx_prim comparison, const value *a, const value *b, bool *ret);
// A window of length n that starts there lies in an axis of length `have`.
bool range_inside(const value *start, dim n, dim have);

// ---- equations ----
// Emits one equation. in: one counted reference each, which the function may take (and set to
// NULL). out: one reference each.
typedef dbx_status (*emit_fn)(emitter *e, const dbx_eqn *q, value **in, value **out);
#define E(name) dbx_status dbx_emit_##name(emitter *e, const dbx_eqn *q, value **in, value **out);
E(unary)
E(integer_pow)
E(copy)
E(convert)
E(bitcast)
E(reduce_precision)
E(binary)
E(select)
E(clamp)
E(broadcast)
E(iota)
E(reshape)
E(transpose)
E(rev)
E(concatenate)
E(pad)
E(slice)
E(split)
E(dynamic_slice)
E(dynamic_update_slice)
E(gather)
E(scatter)
E(reduce)
E(collective)
E(argminmax)
E(cumulative)
E(sort)
E(dot_general)
E(for_loop)
E(while_loop)
E(scan)
E(cond)
E(switch)
E(pjit)
E(kernel) // any primitive: the interpreter's kernel at run time (kernel_call.c)
#undef E
uint32_t bits_store(emitter *e, dbx_dtype t, MlirValue x, MlirValue *words); // two i64

// ---- scalar code (elements.c) ----
// The code of an elementwise primitive; no value: there is none for this dtype.
MlirValue elem_apply(emitter *e, const dbx_eqn *q, dbx_dtype t, const dbx_dtype *in_type,
                     const MlirValue *in, uint32_t n);
bool elem_native(const dbx_eqn *q);
// x, an i64 made an i32, lies between the bounds of the latter: made an i64 again it is what it
// was.
void elem_keeps(emitter *e, MlirValue x);
MlirValue elem_binary(emitter *e, dbx_prim op, dbx_dtype t, MlirValue x, MlirValue y);
// Is x an exact product, so that elem_binary makes one operation of it and a sum?
bool elem_fuses(dbx_dtype t, MlirValue x);
MlirValue elem_convert(emitter *e, dbx_dtype from, dbx_dtype to, MlirValue x);
// As reductions and products combine elements: each step rounded, a complex product the plain sum
// of products.
MlirValue elem_fold(emitter *e, dbx_prim op, dbx_dtype t, MlirValue x, MlirValue y);
bool dtype_native(dbx_dtype t); // does this machine compute with such numbers?

// ---- half precision (halves.c) ----
bool halves_native(dbx_dtype t); // of f16 or bf16: does this machine convert them?
// From and to an f32; and an f64, rounded once.
MlirValue half_wide(emitter *e, dbx_dtype t, MlirValue x);
MlirValue half_rounded(emitter *e, dbx_dtype t, MlirValue x);
MlirValue half_of_f64(emitter *e, dbx_dtype t, MlirValue x);

// ---- complex numbers (complex.c) ----
dbx_dtype complex_part_type(dbx_dtype t); // f32 or f64
// Between a number of dtype t and its parts, which are floats.
MlirValue complex_join(emitter *e, dbx_dtype t, MlirValue re, MlirValue im);
MlirValue complex_part(emitter *e, dbx_dtype t, MlirValue x, bool imaginary);
MlirValue complex_literal(emitter *e, dbx_dtype t, dbx_scalar x); // t is complex
// The code of a primitive of complex operands of dtype t; no value: there is none.
MlirValue complex_unary(emitter *e, dbx_prim p, dbx_dtype t, MlirValue x);
MlirValue complex_binary(emitter *e, dbx_prim p, dbx_dtype t, MlirValue x, MlirValue y);
MlirValue complex_fold(emitter *e, dbx_prim op, dbx_dtype t, MlirValue x, MlirValue y); // elem_fold
// One of the dtypes is complex.
MlirValue complex_convert(emitter *e, dbx_dtype from, dbx_dtype to, MlirValue x);

// ---- variables and types (scope.c) ----
// Where a variable of a type is looked up.
typedef struct scope {
  dbx_map values;            // variable -> value
  const struct scope *outer; // NULL; looked up next (types of binders)
} scope;
value *scope_find(const scope *s, dbx_var v);     // NULL if absent
void scope_bind(scope *s, dbx_var v, value *x);   // takes over the reference
void scope_drop(emitter *e, scope *s, dbx_var v); // its own reference, if there is one
void scope_free(emitter *e, scope *s);            // drops its references
// The dims of a type; an unbound variable (DBX_DIM_UNKNOWN) takes the dim of `like`.
void type_dims(emitter *e, const scope *s, dbx_aval a, const dim *like, dim *ret);
// Guards that v has the type (E705).
void type_guard(emitter *e, const scope *s, const value *v, dbx_aval a);
// Operands before a nested Jaxpr: those that several trips or branches may read are written.
void call_settle(emitter *e, value **in, uint32_t n);
// What a nested region sees of an outer value: it cannot own it. A reference.
value *call_inner(emitter *e, value *v);
// Guards that operands have the types of the inputs that they are passed for.
void call_guard(emitter *e, const dbx_jaxpr *j, value *const *args);
// Is v an operand or output of j at most once?
bool read_once(const dbx_jaxpr *j, dbx_var v);

// ---- exact sizes (exact.c) ----
// Guards that what q needs as sizes is exact (E708); then q, which is about to be emitted on `in`.
void exact_guard(emitter *e, const scope *s, const dbx_eqn *q);
void exact_follow(emitter *e, const dbx_eqn *q, value *const *in);
// Guards the results of j, a part of the loop or conditional q.
void exact_results(emitter *e, const dbx_eqn *q, const dbx_jaxpr *j);
// Into a called Jaxpr, and back.
void exact_call(emitter *e, const dbx_eqn *q, const dbx_jaxpr *j);
void exact_return(emitter *e, const dbx_eqn *q, const dbx_jaxpr *j);

// ---- Jaxprs (jaxpr.c) ----
dbx_status emit_too_deep(void); // fails with E801
// The whole program (program in p, emitted once); on success e->module holds it.
// links may be NULL.
dbx_status emit_program(lower_program *p, const dbx_jaxpr *j, MlirContext ctx, emit_links *links,
                        MlirModule *ret);

#endif
