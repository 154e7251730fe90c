// The array API: functions of jax.numpy and jax.lax, the operators and methods of arrays, and the
// control flow of Catalyst, on values (trace/value.h) instead of syntax.
#ifndef DBX_JNP_JNP_H
#define DBX_JNP_JNP_H

#include "base/op.h"
#include "prim/prim.h"
#include "trace/nested.h"

// One function of the API. Its arguments are bound to the signature before it is called.
typedef struct dbx_function {
  const char *module; // "jnp", "lax", "nn", "linalg"
  const char *name;
  const char *signature; // Python's: "a, axis=None, *, keepdims=False"; "*arrays" takes the rest
  dbx_val (*fn)(const dbx_val *args);
  const char *example; // an expression; "" if nothing shows it, NULL: another name of a row's
} dbx_function;
const dbx_function *dbx_function_find(const char *module, const char *name); // NULL if unknown
const dbx_function *dbx_function_next(const dbx_function *f); // in table order; NULL: the first

typedef struct dbx_keyword {
  dbx_sym name;
  dbx_val val;
} dbx_keyword;
// Binds the arguments and calls f. Fails with E202 for arguments that do not fit the signature.
// Results in scratch memory; arrays in the autorelease pool.
dbx_status dbx_function_call(const dbx_function *f, const dbx_val *args, uint32_t n,
                             const dbx_keyword *kw, uint32_t n_kw, dbx_val *ret);

// Operators on arrays and tracers. E204 for those that are none there: `and`, `is`, `in`, ...
dbx_status dbx_operator(dbx_op op, const dbx_val *x, const dbx_val *y, dbx_val *ret);
dbx_status dbx_getitem(const dbx_val *x, const dbx_val *index, dbx_val *ret);
// x.at[index].METHOD(value): set, add, multiply, divide, power, min, max, get. Keywords: mode,
// unique_indices, indices_are_sorted, fill_value.
dbx_status dbx_at(const dbx_val *x, const dbx_val *index, const char *method, const dbx_val *args,
                  uint32_t n, const dbx_keyword *kw, uint32_t n_kw, dbx_val *ret);
// A method or attribute of arrays ("sum", "reshape", "T", ...): the function that it calls with the
// array as its first argument; *attribute: it is read, not called. NULL if there is none.
const dbx_function *dbx_array_method(const char *name, bool *attribute);
// Row i of an array, as iteration over its first axis gives it.
dbx_status dbx_row(const dbx_val *x, int64_t i, dbx_val *ret);

// A call of the user's function as pjit[name=...] in the current trace (jax.jit). Calls with one
// identity (0: none) and equal arguments share what the first of them traced: then f is not called.
// It has to tell apart what f depends on beside its arguments. `share` (may be NULL): what an
// earlier trace made of these types, which is called instead of f, and what the equation calls in
// the end.
typedef struct dbx_call_share {
  const struct dbx_call_target *known; // NULL: nothing; captures nothing, and outlives this trace
  const struct dbx_call_target *made;  // lives as long as the trace
  // What the equation says besides: which of the arguments are donated, NULL: none; keep_unused.
  const bool *donated;
  bool keeps_unused;
} dbx_call_share;
typedef struct dbx_call_operands {
  dbx_atom *atoms; // of the frame that is open; lengths that become arguments first
  uint32_t n;
  dbx_sig in_type;
} dbx_call_operands;
// What a call of a function with these arguments passes; in scratch memory. axis_names as below.
dbx_status dbx_operands_of_call(const dbx_val *args, uint32_t n, const uint64_t *const *axis_names,
                                dbx_call_operands *ret);
dbx_status dbx_named_call(const dbx_callable *f, uint64_t identity, const dbx_val *args, uint32_t n,
                          const uint64_t *const *axis_names, dbx_call_share *share,
                          dbx_leaves *ret);

// A primitive that calls the host (dbx_calls_host), with all its parameters; out has room for the
// results. Staged while tracing, else called at once. E406 for what is no array.
dbx_status dbx_host_call(dbx_prim p, const dbx_val *args, uint32_t n, const dbx_kv *params,
                         uint32_t n_params, dbx_val *out, uint32_t n_out);
// The primitive of an equation with its parameters on other operands of the same types; `out` has
// room for its results. E218 for nested ones whose results have traced lengths.
dbx_status dbx_bind_again(const struct dbx_eqn *e, const dbx_val *in, dbx_val *out);
// The same where the types of the results are known: lengths in them are of the frame that is open
// or of one around it, or OutDBIdx(k), which is result k, to the left. Only the primitive,
// parameters, numbers of operands and results, event and place of e count.
dbx_status dbx_bind_typed(const struct dbx_eqn *e, const dbx_val *in, const dbx_aval *types,
                          dbx_val *out);

// The value of a concrete scalar as a Python number; tracers fail with E402 to E404.
dbx_status dbx_concrete_bool(const dbx_val *v, bool *ret);
dbx_status dbx_concrete_int(const dbx_val *v, int64_t *ret);
dbx_status dbx_dtype_of(const dbx_val *v, dbx_dtype *ret); // a dtype argument; E408

// Fails with E208 for an axis that cannot be split into n equal parts, in numpy's words, with the
// axis, its length and the way out as a note. module: "np" or "jnp".
void jn_fail_division(const char *module, int64_t axis, int64_t length, int64_t n);

#endif
