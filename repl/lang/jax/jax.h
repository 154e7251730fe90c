// Arrays and tracers as values, trees, loops, branches and compiled functions.
#ifndef DBX_LANG_JAX_H
#define DBX_LANG_JAX_H

#include "lang/jax/pytree.h"
#include "lang/run/lang.h"

struct dbx_function;
struct dbx_callable;

// ---- arrays (bridge.c) ----
dbx_status lang_to_val(pv v, dbx_val *ret); // in scratch memory
// A new object; it has a reference of the array of its own.
dbx_status lang_from_val(const dbx_val *v, pv *ret);
// A row of functions.def with arguments of the language. What the function is called by stands in
// c->span.
dbx_status lang_call_function(const struct dbx_function *f, const call_args *c, pv *ret);
dbx_status lang_to_owned_val(pv v, dbx_val *ret); // arrays live as long as the autorelease pool
// A tracer or array of jax, or a tuple or list that holds one: what jax's functions rather than
// Python's are for.
bool lang_is_traced_or_jax(pv v);
dbx_status lang_array_function(pv x, dbx_sym name,
                               pv *ret); // methods by table; UNBOUND if there is none
dbx_sym lang_function_name(pv fn);       // __name__
// "ShapedArray(int64[3])", or "int64[3]", as the target writes it
void lang_put_aval(dbx_buf *b, dbx_aval a);
// Operators with at least one array or tracer; the other may be a number or an array of numpy.
// E204 beside jax's arrays for containers, NOTIMPLEMENTED for anything else.
dbx_status lang_array_binary(dbx_op op, pv x, pv y, pv *ret);
dbx_status lang_array_unary(dbx_op op, pv x, pv *ret);
dbx_status lang_array_compare(dbx_op op, pv x, pv y, pv *ret);
// Of one element. What a tracer does not know is E402 (its truth) or E403 (an integer, and a length
// that is traced); E204 for the length of a scalar and an index that is no integer.
dbx_status lang_array_truth(pv v, bool *ret);
dbx_status lang_array_length(pv v, int64_t *ret);
dbx_status lang_array_index(pv v, int64_t *ret);
dbx_status lang_array_setitem(pv x, pv index, pv v); // numpy arrays; jax arrays refuse (E409)
// x.at[index]; nothing is checked before its method is called.
dbx_status lang_at_index(o_at *at, pv index, pv *ret);
// int(x), float(x), complex(x), bool(x) of arrays; tracers fail with E402 to E405.
dbx_status lang_array_number(pv x, pv_tag want, pv *ret);
dbx_status lang_array_row(pv x, int64_t i, pv *ret); // iteration over the first axis
dbx_status lang_array_rows(pv x,
                           int64_t *ret); // its length; E407 if it is dynamic, E204 for rank 0
void lang_put_tracer(dbx_buf *b,
                     dbx_var v); // "Traced<ShapedArray(int64[])>with<DynamicJaxprTrace(level=1/0)>"
bool lang_put_source_name(dbx_buf *b, dbx_var d); // dimname.c
pv lang_shape_tuple(dbx_aval a);                  // lengths that are variables are their tracers
dbx_status lang_at_attr(pv at, const char *name, pv *ret);
dbx_status lang_array_attr(pv x, dbx_sym name, pv *ret); // UNBOUND if there is none
dbx_status lang_array_getitem(pv x, pv index, pv *ret);
dbx_status lang_array_abs(pv x, pv *ret);
dbx_status lang_array_divmod(pv x, pv y, pv *ret);            // NOTIMPLEMENTED for other operands
dbx_status lang_array_to_python(const dbx_array *a, pv *ret); // item() of a scalar
dbx_status lang_array_item(pv v, pv *ret);                    // of one element, as a Python number
dbx_status lang_array_tolist(const dbx_array *a, pv *ret);
// A host function as a callable of the array API; keeps fn pinned until lang_unpin.
void lang_callable_of(pv fn, struct dbx_callable *ret);

// ---- control flow and compiled functions (control.c, qjit.c) ----
dbx_status lang_for_loop(const call_args *c, pv *ret); // catalyst.for_loop(lower, upper, step, ...)
dbx_status lang_qml_for_loop(const call_args *c,
                             pv *ret); // pennylane's: start and step may be left out
// catalyst.while_loop(condition, ...) and catalyst.cond(predicate): decorators.
dbx_status lang_while_loop(const call_args *c, pv *ret);
dbx_status lang_cond(const call_args *c, pv *ret);
dbx_status lang_qjit(const call_args *c, pv *ret); // catalyst.qjit
// pennylane.qjit: the same with the option compiler. E208 for other compilers than Catalyst.
dbx_status lang_qml_qjit(const call_args *c, pv *ret);
dbx_status lang_jit(const call_args *c, pv *ret); // jax.jit
// Calls of a decorated loop and of a decorated conditional; errors are those of dbx_bind_for,
// dbx_bind_while and dbx_bind_cond. The attributes are else_if and otherwise, UNBOUND: neither.
dbx_status lang_loop_call(const call_args *c, pv *ret);
dbx_status lang_cond_call(const call_args *c, pv *ret);
dbx_status lang_cond_attr(pv cond, const char *name, pv *ret);
// The type that an annotation stands for: int, float, bool, complex, a dtype, a ShapedArray. E511.
dbx_status lang_annotation_aval(pv a, dbx_aval *ret);
// The type that an object with the attributes shape and dtype (weak_type, if there is one) says.
// E218 for lengths that are no numbers.
dbx_status lang_attribute_aval(pv v, dbx_aval *ret);
// _host.bind(primitive, function, results, kind, options, (args, keywords)): the equation that
// calls the function, or outside of a trace the call; its results in the structure of `results`.
// _host.tracing(): is a function traced? (callback.c)
dbx_status lang_callback_bind(const call_args *c, pv *ret);
dbx_status lang_callback_tracing(const call_args *c, pv *ret);
// _host.untraced(f, ...): what f returns for these arguments, outside of every trace.
dbx_status lang_untraced(const call_args *c, pv *ret);
// _host.result_types(f, args, keywords): ShapedArrays in the structure of what f would return; f is
// traced, with what it does to the host. E218: lengths that are no numbers. (result_types.c)
dbx_status lang_result_types(const call_args *c, pv *ret);
// A native of n arguments as one operation, whose equations stand where the program calls the
// function of the library that is at work.
dbx_status lang_at_place(const call_args *c, const char *name, uint32_t n,
                         dbx_status (*f)(const call_args *c, pv *ret), pv *ret);
// _host.placed(f, named): f, whose equations stand where the program calls it; it has the name of
// the last argument.
dbx_status lang_callback_placed(const call_args *c, pv *ret);
// _host.batch(f, values, axes, size, named, axis_name): a list of what f gives, over the examples
// along the axes of the values (None: the same in all; size None: the length of a mapped axis). f
// takes a list of examples, and gives its results and the axes to put them along. E304, E208, E512.
// (vmap.c)
dbx_status lang_over_examples(const call_args *c, pv *ret);
// Derivatives (derive.c); trees and options are lib/py/jax/jax._derivatives.py's. f takes a list of
// values, and gives a list of results and one of values besides. E204 for values without tangents.
// _host.tangents(f, values, tangents, named): results, their tangents, and the values besides; None
// is a tangent that is zero. _host.linearize(f, values, marked, named): results, values besides,
// and the linear function of the tangents of the values that are marked.
dbx_status lang_tangents(const call_args *c, pv *ret);
dbx_status lang_linearize(const call_args *c, pv *ret);
// _host.push(linear, tangents): those of the results, None where they are zero.
// _host.pull(linear, cotangents): those of the marked values, by those of the results (None: zero).
dbx_status lang_push(const call_args *c, pv *ret);
dbx_status lang_pull(const call_args *c, pv *ret);
// _host.by_rule(rule, values): a list of results where one of the values has a tangent: rule takes
// lists of values and tangents (None: of no float), and gives lists of results and theirs. None: no
// value has one. True: the call stays an equation, of which derivatives may be taken later.
dbx_status lang_by_rule(const call_args *c, pv *ret);
// _host.back_by(rule, results, residuals, tangents): a list of the results' tangents, where rule[0]
// gives cotangents by lists of residuals and cotangents; None of tangents: there is none. rule[1]()
// is the rule of examples along axis 0 of everything. E204 where nothing goes backwards.
dbx_status lang_back_by(const call_args *c, pv *ret);
// _host.custom_call(f, values, rule, backward, named): f as a call with a rule, which is a pair as
// above of what _host.by_rule takes; backward: it ends in _host.back_by. f takes a list of values,
// and gives a list, as the call does. (custom.c)
dbx_status lang_custom_call(const call_args *c, pv *ret);
// _host.computed_again(f, values, policy, prevent_cse, named): f as a call of remat2. policy: a
// name and what says of a primitive, the types of its operands and its parameters whether
// derivatives keep what it gives; or None. f takes a list of values, and gives a list, as the call
// does.
dbx_status lang_computed_again(const call_args *c, pv *ret);
// _host.residuals(linear): the values that it keeps, lengths first.
dbx_status lang_residuals(const call_args *c, pv *ret);
// _host.place(equation): "FILE:LINE:COLUMN (FUNCTION)", as jax summarizes sources; columns count
// from 0. _host.parameters(f): the names of those that can be given by position; of a function that
// is not written in the language an empty list. E204. (jaxpr.c)
dbx_status lang_eqn_place(const call_args *c, pv *ret);
dbx_status lang_parameters(const call_args *c, pv *ret);
void derive_start(void); // the program's backward rules are called
// _host.named(x, name): x under a name, by an equation.
dbx_status lang_named(const call_args *c, pv *ret);
// _host.zeros_like(x), _host.one_like(x): zeros of x's type, and the number 1 of its dtype.
dbx_status lang_zeros_like(const call_args *c, pv *ret);
dbx_status lang_one_like(const call_args *c, pv *ret);
// _host.typed_like(x, y): x with the dtype of y, weak if it is.
dbx_status lang_typed_like(const call_args *c, pv *ret);
// jax.lax's control flow in the trace under way, with all arguments in their places
// (lax_control.c): scan(f, init, xs, length, reverse, unroll), map(f, xs), while_loop(cond, body,
// init), fori_loop(lower, upper, body, init, unroll), cond(pred, true, false, operands),
// switch(index, branches, operands) and check_index(index). Errors are those of trace/lax.h.
dbx_status lang_lax_scan(const call_args *c, pv *ret);
dbx_status lang_lax_map(const call_args *c, pv *ret);
dbx_status lang_lax_while(const call_args *c, pv *ret);
dbx_status lang_lax_fori(const call_args *c, pv *ret);
dbx_status lang_lax_cond(const call_args *c, pv *ret);
dbx_status lang_lax_switch(const call_args *c, pv *ret);
dbx_status lang_lax_check_index(const call_args *c, pv *ret);
// at_once(compiled function, args): the call of what was compiled for it alone. disable_jit(on):
// begins or ends a block of jax.disable_jit (None: neither), gives whether there is one.
dbx_status lang_at_once(const call_args *c, pv *ret);
dbx_status lang_disable_jit(const call_args *c, pv *ret);
// Beside a pending error of sizes that met and are not equal (E706): the numbers of this call that
// lengths are made of. in: of j's arguments.
void lang_note_sizes(const dbx_jaxpr *j, dbx_array *const *in);
pv lang_compiled(dbx_sym name); // of the module, or the refused one; UNBOUND: there is none
// A compiled function: traced if it was not for such arguments, then run. Attributes: jaxpr (None
// before it was traced), __wrapped__ and those of the function; UNBOUND if there is none.
dbx_status qjit_call(const call_args *c, pv *ret);
dbx_status qjit_attr(pv x, dbx_sym name, pv *ret);

#endif
