// Targets: the releases whose behaviour is mirrored. What one release prints, names, raises or
// computes in another way than the others is a column here, and each release is a row of
// ir/targets.def; code asks for the column and never for the release.
// Source: what the releases print for the corpus (tests/conformance, tests/target15).
#ifndef DBX_IR_TARGET_H
#define DBX_IR_TARGET_H

#include "base/sym.h"
#include "ir/jaxpr.h"

typedef struct dbx_target {
  const char *name;     // as --target has it
  const char *releases; // for people: the releases that it stands for
  const char *release;  // the same in a sentence: Catalyst 0.15

  // ---- what is printed ----
  dbx_jaxpr_style jaxprs; // OLD or NEW
  bool short_tracers;     // JitTracer<~int64[]>, of a type ~int64[]; else Traced<ShapedArray(...)>
  bool jax_results;       // results of compiled functions are arrays of jax; else read-only numpy's
  bool typed_scalars;     // repr of a scalar of numpy is np.float64(3.0); else 3.0
  bool empty_shapes;      // repr of an array of jax without elements has its shape
  bool narrow_exponents;  // a float of 32 or 16 bits has an exponent from 1e6 or 1e3 on; else 1e16

  // ---- what is accepted, and the classes of errors ----
  bool captures;         // there is a capture mode, qjit(capture=True)
  bool predicates_cast;  // a number is the predicate of a cond, as its truth; else E505
  dbx_sym leaked_tracer; // E508 while something else is traced
  dbx_sym boolean_index; // x[True] of a Python bool, E309
  bool refuses_new;      // what debug/peers.def says of NEW releases; else of OLD ones
  bool later_names;      // names that jax has had since 0.4.24, and none that it had until then

  // ---- of which equations functions of jax.numpy are made ----
  bool unit_axes_stay;  // an axis of length 1 is spread by the broadcast; else it is squeezed first
  bool literals_spread; // broadcast_to of a number is of the literal; else of a constant
  bool diagonals_added; // eye of known size: int64, k as an array; else int32, k as a literal
  bool elements_in_turn;  // array([x, y]) converts and spreads each in turn; else it converts first
  bool counts_first;      // mean converts the number of elements before it adds them up
  bool variances_checked; // var is NaN of too few elements, by a where
  bool squares;           // square is a primitive; else integer_pow[y=2]
  bool scalar_conditions; // where, tril, triu take a condition as it is; else it is broadcast
  bool logic_promotes;    // logical_and and its kind have one dtype before they are truths
  bool sizes_twice;       // jnp.size multiplies the lengths twice
  bool applies_as_is;     // .at[].apply scatters the array itself; else it is converted around it
  bool signs_bare;        // sign is a primitive, of complex numbers too; else a call
  bool integers_are_whole; // floor, ceil, trunc and fix leave integers; else they are converted
  bool unsigned_quotients; // floor_divide of unsigned integers is div alone
  bool complex_unordered;  // floor_divide, fabs, hypot and clip refuse complex numbers
  bool cumulatives_named;  // cumsum calls cumsum; else _cumulative_reduction
  bool dots_scalars;       // dot of a number and an array of a traced length is dot_general
  bool ellipses_sliced;    // x[..., 0] of known lengths is a slice; else a gather
  bool splits;             // split is a primitive; else a slice for each part
  bool orders_anew;        // a comparison of complex numbers takes the real parts again
  bool hypots_infinite;    // hypot of an infinite operand is infinite; else it may be NaN
  bool closeness_finite; // isclose asks whether the second operand is finite; else about infinities
  bool truths_compared;  // astype(bool) of complex numbers compares with 0; else the real part is
  bool results_forwarded; // a call does not return what it was given: its operand is used
} dbx_target;

// The rows, in their order; the first is the default. A session begins with it.
typedef enum dbx_target_id {
#define TARGET(id, ...) DBX_TARGET_##id,
#include "ir/targets.def"
#undef TARGET
  DBX_TARGETS
} dbx_target_id;

const dbx_target *dbx_target_row(dbx_target_id id); // of the table; lives as long as the program
// The row of that name, which is set to *ret; false: there is none, and *ret is what it was.
bool dbx_target_by_name(const char *name, dbx_target_id *ret);

// Of the session at work.
void dbx_target_use(dbx_target_id id);
dbx_target_id dbx_target_in_use(void);
const dbx_target *dbx_target_now(void);
#endif
