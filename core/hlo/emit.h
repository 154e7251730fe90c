// What the emitters of StableHLO share (private to core/hlo).
#ifndef DBX_HLO_EMIT_H
#define DBX_HLO_EMIT_H

#include "hlo/hlo.h"
#include "prim/prim.h"

// A length: a number, or the name of a value of type tensor<i64>. counted: shapes of arguments
// decide it, with the arguments `from` (a bit each) as long as it is not known what they are for.
// natural: it is no negative number.
typedef struct hlo_dim {
  bool known, counted, natural;
  int64_t n;
  const char *name;
  uint64_t from;
} hlo_dim;

// A value of the text: its name ("%3"), or a scalar that is written where it is used.
typedef struct hlo {
  const char *name; // NULL of a literal
  dbx_dtype t;
  uint32_t rank;
  bool counted, natural; // of a scalar, as in hlo_dim
  uint64_t from;
  dbx_scalar x; // of a literal
  const hlo_dim *dims;
} hlo;

// What is computed once in a region: text -> name. Regions inside it see it.
typedef struct hlo_region {
  dbx_map seen; // hash of the text -> hlo_shared_text
  struct hlo_region *outer;
} hlo_region;

// Variables and their values.
typedef struct hlo_scope {
  dbx_map values; // variable -> const hlo *
  const struct hlo_scope *outer;
} hlo_scope;

// Which integer arguments are sizes. XLA takes no numbers for these: such an argument becomes an
// array of truths, whose length is the number.
typedef struct hlo_sizes {
  bool asked;           // arguments that are numbers may turn out to be sizes
  bool fit;             // hlo_fit makes arrays fit
  uint64_t carriers;    // arguments that are arrays in their place, a bit each
  uint64_t found;       // out: the arguments that sizes are computed from
  const dbx_eqn *other; // out: an equation whose sizes XLA does not find out; NULL: there is none
  const char *why;      // what is wrong with them
} hlo_sizes;
// The module as dbx_hlo_text has it, without a line in front of it.
dbx_status hlo_module(const dbx_jaxpr *j, dbx_hlo_for target, hlo_sizes *sizes, dbx_buf *out);

typedef struct hlo_emitter hlo_emitter;
struct hlo_emitter {
  dbx_hlo_for target;
  dbx_arena arena;
  dbx_buf head, body, functions; // constants; equations; private functions
  hlo_region head_region, *region;
  const hlo_scope *scope; // of the equation that is emitted
  const dbx_eqn *eqn;
  const char *op; // of its row
  hlo_sizes *sizes;
  uint32_t next; // number of the next name
  int indent, depth;
  // Emits the equations of a Jaxpr whose inputs s has; outs: its results. (jaxpr.c)
  dbx_status (*emit_body)(hlo_emitter *e, const dbx_jaxpr *j, hlo_scope *s, const hlo **outs);
};

// Emits one equation. out: the types of the results, where the scope knows their lengths; the
// emitter names them, and may give them other lengths.
typedef dbx_status (*hlo_fn)(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out);
typedef struct hlo_row {
  hlo_fn emit;    // NULL: there is none
  const char *op; // the operation, or why there is none
} hlo_row;
const hlo_row *hlo_row_of(int prim); // by DBX_PRIM_... (table.c)

// ---- text (text.c) ----
// A text in the arena.
const char *hlo_printf(hlo_emitter *e, const char *fmt, ...) DBX_PRINTF(2, 3);
const char *hlo_list(hlo_emitter *e, uint32_t n, const char *const *names); // "%a, %b"
const char *hlo_element(dbx_dtype t);                                       // "f64", "i1"
// "tensor<?x3xf64>": ? where a length is no number.
const char *hlo_type_of(hlo_emitter *e, dbx_dtype t, uint32_t rank, const hlo_dim *dims);
const char *hlo_type(hlo_emitter *e, const hlo *v); // the same of a value
// A line of the region that is open, without a place.
void hlo_line(hlo_emitter *e, const char *fmt, ...) DBX_PRINTF(2, 3);
const char *hlo_fresh(hlo_emitter *e); // a new name
// A line "%3 = ..." with the place of the equation; gives the name.
const char *hlo_op(hlo_emitter *e, const char *fmt, ...) DBX_PRINTF(2, 3);
// The same where such a text has no effect and may have been written before.
const char *hlo_shared(hlo_emitter *e, const char *fmt, ...) DBX_PRINTF(2, 3);
// A line with the place that gives no name: what ends an operation with regions.
void hlo_close(hlo_emitter *e, const char *fmt, ...) DBX_PRINTF(2, 3);
// A constant, before all equations.
const char *hlo_constant(hlo_emitter *e, const char *fmt, ...) DBX_PRINTF(2, 3);
// An element as `dense<...>` has it; floats that are no short decimals as bits.
void hlo_put_element(dbx_buf *b, dbx_dtype t, dbx_scalar x);
void hlo_open(hlo_emitter *e, hlo_region *r); // lines are those of a region now
void hlo_shut(hlo_emitter *e, hlo_region *r); // and of the one around it again

// ---- values (values.c) ----
// A new value in the arena; dims are copied.
hlo *hlo_new(hlo_emitter *e, const char *name, dbx_dtype t, uint32_t rank, const hlo_dim *dims);
hlo *hlo_literal(hlo_emitter *e, dbx_dtype t, dbx_scalar x); // a scalar without a name
const char *hlo_name(hlo_emitter *e, const hlo *v);          // a literal becomes a constant
// The name of a constant; NULL: there is no memory, and a diagnostic says so.
const char *hlo_put_array(hlo_emitter *e, const dbx_array *a);
const hlo *hlo_find(const hlo_scope *s, dbx_var v);   // NULL if absent
void hlo_bind(hlo_scope *s, dbx_var v, const hlo *x); // in the place of what it had
const hlo *hlo_operand(hlo_emitter *e, const hlo_scope *s, dbx_atom a); // NULL if absent
hlo_dim hlo_number(int64_t n);                                          // a length that is known
hlo_dim hlo_dim_of(hlo_emitter *e, const hlo *scalar);                  // of an integer scalar
bool hlo_dim_same(hlo_dim a, hlo_dim b);                                // known to be equal
bool hlo_static(uint32_t rank, const hlo_dim *dims);                    // all are numbers
// The lengths of a type; of variables that the scope does not have those of `like` (may be NULL).
// false: there is one that nothing says.
bool hlo_dims(hlo_emitter *e, const hlo_scope *s, dbx_aval a, const hlo_dim *like, hlo_dim *ret);
// Names of values of type tensor<i64>: a length, an integer scalar, a number.
const char *hlo_i64_of(hlo_emitter *e, hlo_dim d);
const char *hlo_as_i64(hlo_emitter *e, const hlo *scalar); // converted where it has another type
const char *hlo_int(hlo_emitter *e, int64_t n);            // a constant
const char *hlo_index(hlo_emitter *e, hlo_dim d);          // the length as an index; IREE only
// Names of values of type tensor<RANKxi64>: lengths, or scalars of type tensor<i64>.
const char *hlo_shape(hlo_emitter *e, uint32_t rank, const hlo_dim *dims);
const char *hlo_vector(hlo_emitter *e, uint32_t n, const char *const *i64); // n > 0
// XLA does not find out sizes of the equation, because of why.
void hlo_unsized(hlo_emitter *e, const char *why);
// "add" of two tensor<i64>, and whether "LT" holds, a tensor<i1>.
const char *hlo_int_op(hlo_emitter *e, const char *op, const char *a, const char *b);
const char *hlo_int_is(hlo_emitter *e, const char *how, const char *a, const char *b); // signed
hlo_dim hlo_dim_op(hlo_emitter *e, const char *op, hlo_dim a, hlo_dim b); // add, subtract, multiply
// The run fails with this code and message unless ok, a tensor<i1>, holds. XLA: nothing is written
// if it is not counted.
void hlo_guard(hlo_emitter *e, dbx_code code, const char *ok, bool counted, const char *message);
// The same unless both are equal; nothing where that is known.
void hlo_guard_equal(hlo_emitter *e, hlo_dim a, hlo_dim b, dbx_code code, const char *what);
// v with these lengths, of which guards make sure.
const hlo *hlo_with_dims(hlo_emitter *e, const hlo *v, const hlo_dim *dims);
// The same in an artefact: JAX looks at guards after it has found out shapes, which have to fit
// until then. v is made longer, or cut. Elsewhere, and where sizes depend on data, it is v itself.
const hlo *hlo_fit(hlo_emitter *e, const hlo *v, const hlo_dim *dims);
// The lengths of v, each of them at least that of the window.
const hlo_dim *hlo_around(hlo_emitter *e, const hlo *v, const hlo_dim *window);
// v with the lengths of a type, of which guards make sure.
const hlo *hlo_typed(hlo_emitter *e, const hlo_scope *s, const hlo *v, dbx_aval a);
// IREE's other dialects know no signs: the same bits without, and back.
const hlo *hlo_signless(hlo_emitter *e, const hlo *v);
const char *hlo_signed_again(hlo_emitter *e, const char *name, dbx_dtype t, uint32_t rank,
                             const hlo_dim *dims); // the name of the array of dtype t
dbx_dtype hlo_signless_type(dbx_dtype t);          // u8 -> i8; others as they are
// IREE: the name of the same array whose lengths are known to be those. XLA: its name.
const char *hlo_tie(hlo_emitter *e, const hlo *v);
// IREE: the name of the same array, computed on its own. Several results of a loop's body that are
// computed together are mixed up by IREE 3.13.
const char *hlo_apart(hlo_emitter *e, const hlo *v);
// The same in memory of its own, which an operation may write into.
const char *hlo_copied(hlo_emitter *e, const hlo *v);
// Fails for the operation or primitive of this name.
dbx_status hlo_fail(dbx_code code, dbx_span at, const char *of, const char *fmt, va_list ap);
// Fails with E804, for the equation.
dbx_status hlo_refuse(const hlo_emitter *e, const char *fmt, ...) DBX_PRINTF(2, 3);

// ---- shapes (emit_shape.c) ----
// x along the axes of the result with these lengths.
const hlo *hlo_broadcast(hlo_emitter *e, const hlo *x, const int64_t *axes, uint32_t rank,
                         const hlo_dim *dims);
// A scalar everywhere, or x whose axes of length 1 are repeated.
const hlo *hlo_spread(hlo_emitter *e, const hlo *x, uint32_t rank, const hlo_dim *dims);
// The same elements, of which there are as many.
const hlo *hlo_reshape(hlo_emitter *e, const hlo *x, uint32_t rank, const hlo_dim *dims);
const hlo *hlo_reverse(hlo_emitter *e, const hlo *x, const int64_t *axes, uint32_t n); // its axes
// The part of x of these lengths from start on (tensor<i64> each), which is inside.
const hlo *hlo_part(hlo_emitter *e, const hlo *x, const char *const *start, const hlo_dim *dims);
// x with u in the place of a part, from start on (tensor<i64> each), which is inside: its name.
const char *hlo_update(hlo_emitter *e, const hlo *x, const hlo *u, const char *const *start);
// Starts between 0 and what leaves room for the window.
const char *hlo_clamped(hlo_emitter *e, const char *at, hlo_dim size, hlo_dim window);

// ---- other dtypes (emit_elementwise.c) ----
// As convert_element_type of this program does it: what is too large saturates.
const hlo *hlo_convert(hlo_emitter *e, const hlo *x, dbx_dtype t);

// ---- loops over elements: IREE (each.c) ----
typedef struct hlo_each {
  uint32_t rank;
  const hlo_dim *dims;
  dbx_dtype t;     // signless
  const char **at; // index of each axis, also as i64
  const char **at64;
  const char *name;
} hlo_each;
// The lines that follow compute an element of a new array; IREE only.
void hlo_each_begin(hlo_emitter *e, hlo_each *n, dbx_dtype t, uint32_t rank, const hlo_dim *dims);
// Ends them: the name of the array (without signs).
const char *hlo_each_end(hlo_emitter *e, hlo_each *n, const char *element);
// An array of these lengths without contents.
const char *hlo_empty(hlo_emitter *e, dbx_dtype t, uint32_t rank, const hlo_dim *dims);
// The operation of two elements; NULL: there is none for this dtype.
const char *hlo_arith(dbx_prim op, dbx_dtype t);
// What leaves every element as it is.
dbx_scalar hlo_identity(dbx_prim op, dbx_dtype t);

// ---- equations ----
// Those that rules.def names.
#define HLO_EMITTER(name)                                                                          \
  dbx_status hlo_emit_##name(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out);
HLO_EMITTER(unary)
HLO_EMITTER(absolute)
HLO_EMITTER(chlo)
HLO_EMITTER(sign)
HLO_EMITTER(trigonometric)
HLO_EMITTER(round)
HLO_EMITTER(exp2)
HLO_EMITTER(cbrt)
HLO_EMITTER(integer_pow)
HLO_EMITTER(square)
HLO_EMITTER(alias)
HLO_EMITTER(convert)
HLO_EMITTER(bitcast)
HLO_EMITTER(reduce_precision)
HLO_EMITTER(binary)
HLO_EMITTER(extreme)
HLO_EMITTER(division)
HLO_EMITTER(sub)
HLO_EMITTER(nextafter)
HLO_EMITTER(compare)
HLO_EMITTER(select)
HLO_EMITTER(clamp)
HLO_EMITTER(broadcast)
HLO_EMITTER(iota)
HLO_EMITTER(reshape)
HLO_EMITTER(transpose)
HLO_EMITTER(rev)
HLO_EMITTER(concatenate)
HLO_EMITTER(pad)
HLO_EMITTER(slice)
HLO_EMITTER(split)
HLO_EMITTER(dynamic_slice)
HLO_EMITTER(dynamic_update_slice)
HLO_EMITTER(gather)
HLO_EMITTER(scatter)
HLO_EMITTER(reduce)
HLO_EMITTER(argminmax)
HLO_EMITTER(cumulative)
HLO_EMITTER(sort)
HLO_EMITTER(dot_general)
HLO_EMITTER(for_loop)
HLO_EMITTER(while_loop)
HLO_EMITTER(scan)
HLO_EMITTER(cond)
HLO_EMITTER(switch)
HLO_EMITTER(call)
HLO_EMITTER(remat)
HLO_EMITTER(reduce_window)
HLO_EMITTER(cholesky)
HLO_EMITTER(triangular_solve)
HLO_EMITTER(fft)
#undef HLO_EMITTER

#endif
