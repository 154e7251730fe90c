// Derivatives of functions, as jax has them: a function is evaluated on values with tangents (jvp),
// what does not depend on unknown tangents is computed at once (partial evaluation), and the linear
// equations that remain are transposed. What an equation does to tangents and cotangents is said by
// the row of its primitive, in the columns `jvp` and `transpose`. Source of the rules and of the
// order of their equations: docs/semantics.md, Derivatives; observed:
// tests/conformance2/transforms.
#ifndef DBX_GRAD_GRAD_H
#define DBX_GRAD_GRAD_H

#include "trace/trace.h"

typedef struct dbx_grad dbx_grad;
typedef struct dbx_linear dbx_linear;

// Begins a function that is evaluated on values with tangents, in the frame that is open, or
// outside of any trace. linearize: tangents of arguments are unknown. Its owner ends it.
dbx_grad *dbx_grad_begin(dbx_sym function, bool linearize);
// What the function is given for an argument. tangent: NONE is zero; with `linearize` anything else
// says that there is one. E204 (TypeError) if the argument has no tangents: integers, truth values.
dbx_status dbx_grad_argument(dbx_grad *g, const dbx_val *x, const dbx_val *tangent, dbx_val *ret);
// A result of the function, outside, and its tangent: NONE if it is zero, or with `linearize`.
// Results are asked for in their order.
dbx_status dbx_grad_result(dbx_grad *g, const dbx_val *v, dbx_val *ret, dbx_val *tangent);
// A value of the function that is no result.
dbx_status dbx_grad_outside(dbx_grad *g, const dbx_val *v, dbx_val *ret);
// Ends it. With `linearize`: the linear function from the tangents of the arguments that have one
// to those of the results, which its owner frees; NULL otherwise.
dbx_linear *dbx_grad_end(dbx_grad *g);

// The function under way that one of n values has a tangent in; NULL: none. *staged: what is bound
// now stays an equation, of which a derivative may be taken later.
dbx_grad *dbx_grad_of(const dbx_val *v, uint32_t n, bool *staged);
// Calls a rule with what n values are outside of the function, and their tangents (NONE: a value
// without any), outside of it.
typedef dbx_status (*dbx_grad_rule)(void *ctx, const dbx_val *x, const dbx_val *t, uint32_t n);
dbx_status dbx_grad_by_rule(dbx_grad *g, dbx_grad_rule rule, void *ctx, const dbx_val *v,
                            uint32_t n);
// A value and its tangent (NONE: zero) of outside, for the function.
dbx_status dbx_grad_join(dbx_grad *g, const dbx_val *x, const dbx_val *t, dbx_val *ret);

// The tangents of n_out results of a function with a backward rule of its own, the host's by
// this number (trace/state.h), from the residuals and the tangents of its arguments. It is bound in
// the frame that is open.
dbx_status dbx_grad_custom(int64_t number, const dbx_val *out, uint32_t n_out, const dbx_val *res,
                           uint32_t n_res, const dbx_val *t, uint32_t n_t, dbx_val *ret);
// Are tangents unknown in the frame that is open, or in one that it is a part of, so that there is
// a way back?
bool dbx_grad_goes_back(void);

// The values that the linear function keeps: residuals, of which the first may be lengths.
uint32_t dbx_linear_residuals(const dbx_linear *l);
dbx_val dbx_linear_residual(const dbx_linear *l, uint32_t i); // its owner keeps the reference
// How many tangents it takes, and how many it gives.
uint32_t dbx_linear_inputs(const dbx_linear *l);
uint32_t dbx_linear_results(const dbx_linear *l);
// Tangents of the results by those of the arguments, in the frame that is open.
dbx_status dbx_linear_apply(const dbx_linear *l, const dbx_val *tangents, dbx_val *ret);
// Cotangents of the arguments by those of the results (NONE: zero); zeros are made.
dbx_status dbx_linear_transpose(const dbx_linear *l, const dbx_val *cotangents, dbx_val *ret);
void dbx_linear_free(dbx_linear *l); // takes NULL
// Zeros of the type of a value, and the number 1 of its dtype, weak if it is.
dbx_val dbx_grad_zeros_like(const dbx_val *v);
dbx_val dbx_grad_one_like(const dbx_val *v);
// v under a name, which policies of jax.checkpoint ask for.
dbx_val dbx_grad_named(const dbx_val *v, dbx_sym name);
// v with the dtype of another value, weak if it is.
dbx_val dbx_grad_typed_like(const dbx_val *v, const dbx_val *like);

#endif
