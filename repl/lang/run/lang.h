// The evaluator of the surface language and its session: what the files of lang/ share, and what
// the commands use of it.
#ifndef DBX_LANG_LANG_H
#define DBX_LANG_LANG_H

#include "base/poll.h"
#include "lang/syntax/quote.h"
#include "lang/value/object.h"

#include <stdio.h>

struct dbx_trace;
struct dbx_function;

// The names that Python gives a meaning, interned.
typedef struct lang_names {
#define S(name) dbx_sym name;
#include "lang/value/names.def"
#undef S
} lang_names;
extern lang_names LN;

struct dbx_trace;
struct dbx_function;
struct dbx_callable;

// ---- session ----

// How compiled functions are run. Arguments: the Jaxpr's inputs, implicit ones first; results
// likewise. The default is the reference interpreter.
typedef struct dbx_engine {
  const char *name;
  dbx_status (*run)(void *ctx, const dbx_jaxpr *j, dbx_array *const *args, dbx_array **out);
  dbx_status (*text)(void *ctx, const dbx_jaxpr *j, const char *stage,
                     dbx_buf *ret);              // "mlir", "llvm"
  void (*forget)(void *ctx, const dbx_jaxpr *j); // j is going to be freed
  void *ctx;
} dbx_engine;

// The calls under way, innermost first.
typedef struct lang_frame {
  const o_env *env;
  struct lang_frame *caller;
} lang_frame;

typedef struct lang_session {
  o_dict *globals;
  dbx_engine engine;
  const dbx_jaxpr *last_run; // what the last call of a compiled function ran
  void (*print)(void *ctx, const char *s, size_t n); // standard output of programs
  void *print_ctx;
  lang_frame *frame;
  int depth, max_depth; // of calls
  uint8_t resizing;     // dbx_resizing of loops that do not ask for another (see resizing_option)
  pv refused;           // the compiled function whose definition failed last; UNBOUND: none
  dbx_vec(dbx_module *) modules;      // parsed texts: functions point into them
  dbx_vec(struct dbx_trace *) traces; // of functions, in order, failed ones too
  dbx_map needed; // while traces are dropped: the Jaxprs that an object refers to
  void (*on_trace)(struct dbx_trace *t, void *ctx); // after each of them
  void *on_trace_ctx;
  // After each call of a compiled function, with what went in and out (NULL: the run failed).
  void (*on_call)(const dbx_jaxpr *j, dbx_array *const *in, dbx_array *const *out);
} lang_session;
extern lang_session lang;
void lang_print_nothing(void *ctx, const char *s, size_t n); // for lang.print

void lang_start(void);   // fills the builtins; call once
void lang_restart(void); // no name is bound, no call under way
// The same, and the memory of what was evaluated and traced is given back, unless some of it can
// still be reached. No trace, Jaxpr or node may be in use.
void lang_forget(void);
// Gives back the traces, failed ones too, whose Jaxpr no object refers to; how many. No command may
// hold one of them.
uint32_t lang_drop_traces(void);
void lang_stop(void); // frees everything (leak checks)
// Parses, resolves and runs a registered text as the module's code. On failure the diagnostic is
// pending and the statements before it have been executed. `last` (may be NULL) receives the value
// of the last statement if it is an expression.
dbx_status lang_run(uint32_t file, pv *last, bool *incomplete);
// Runs one parsed statement of m (the prompt).
dbx_status lang_exec_statement(const dbx_node *stmt, pv *last);
dbx_status lang_load(uint32_t file, dbx_module **ret,
                     bool *incomplete); // parse and resolve; session owns it
dbx_status lang_eval_text(const char *name, const char *text, pv *ret); // one expression

// Recursion over data and calls counts together; E210 if it is too deep ("... exceeded" + where).
static inline dbx_status lang_enter(const char *where) {
  DBX_TRY(dbx_poll());
  if (lang.depth >= lang.max_depth)
    return dbx_fail(DBX_E210, (dbx_span){0}, "maximum recursion depth exceeded%s", where);
  lang.depth++;
  return DBX_OK;
}
static inline void lang_leave(void) { lang.depth--; }

// ---- evaluation (eval.c, exec.c, call.c) ----
pv lang_value(o_env *env, const dbx_node *n); // UNBOUND: it failed
static inline dbx_status lang_eval(o_env *env, const dbx_node *n, pv *ret) {
  *ret = lang_value(env, n);
  return ret->tag == PV_UNBOUND ? DBX_FAIL : DBX_OK;
}
typedef enum flow { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN, FLOW_FAIL } flow;
flow lang_exec(o_env *env, const dbx_nodes *body, pv *ret);
dbx_status lang_store(o_env *env, const dbx_node *target, pv v);
dbx_status lang_store_name(o_env *env, const dbx_node *n, dbx_sym name, pv v);
// For the log of the current trace, if there is one (notes.c): what a name is bound to, a call with
// its arguments in env, its end.
void lang_note_name(dbx_sym name, pv v);
void lang_note_call(const o_function *f, const o_env *env, dbx_span site);
void lang_note_return(const o_function *f, bool completed);
dbx_status lang_call(pv fn, const pv *args, uint32_t n, pv *ret); // positional only
dbx_status lang_call_args(pv fn, const call_args *c, pv *ret);
dbx_status lang_comprehension(o_env *env, const dbx_node *n, pv *ret);
dbx_status lang_make_function(o_env *env, const dbx_node *n, pv *ret);
dbx_status lang_make_class(o_env *env, const dbx_node *n, pv *ret);
pv lang_new_instance(o_class *cls);      // without a call of __init__
o_env *lang_env_of(const o_function *f); // for a call, without its arguments
// Runs the body; the arguments are in env, which is on the root stack.
dbx_status lang_run_function(o_function *f, o_env *env, dbx_span site, pv *ret);
uint32_t lang_function_params(const o_function *f); // those that can be given by position
const dbx_node *lang_function_param(const o_function *f, uint32_t i);
dbx_status lang_unknown_name(dbx_sym name,
                             dbx_span span); // E201, with the nearest known name; E218
void lang_forget_name(o_env *env, const dbx_node *n,
                      dbx_sym name); // without an error if it is absent
const char *lang_callee_name(pv fn); // valid until the next call
void lang_mark_handled(void (*visit)(pv v));
pv lang_constant(const dbx_node *n);
o_env *lang_new_env(const dbx_scope *s, o_env *outer);

// ---- operators (ops.c) ----
dbx_status lang_binary(dbx_op op, pv x, pv y, pv *ret);
dbx_status lang_inplace(dbx_op op, pv x, pv y, pv *ret);
dbx_status lang_unary(dbx_op op, pv x, pv *ret);
dbx_status lang_compare(dbx_op op, pv x, pv y, pv *ret);
dbx_status lang_equal(pv x, pv y, bool *ret); // == as a truth value
dbx_status lang_less(pv x, pv y, bool *ret);
dbx_status lang_truth(pv v, bool *ret);
dbx_status lang_test(const dbx_node *n, pv v,
                     bool *ret); // of what n gave: an error is placed there
dbx_status lang_contains(pv container, pv x, bool *ret);
dbx_status lang_getitem(pv x, pv index, pv *ret);
dbx_status lang_setitem(pv x, pv index, pv v);
dbx_status lang_delitem(pv x, pv index);
dbx_status lang_index(pv v, int64_t *ret);
bool lang_is_beyond_index(
    pv v); // an integer, but none of 64 bits // __index__: an int (E204, E403)
dbx_status lang_slice_indices(pv slice, int64_t len, int64_t *start, int64_t *stop, int64_t *step,
                              int64_t *n);
dbx_status lang_length(pv v, int64_t *ret);
int64_t lang_range_length(const o_range *r);
pv lang_terminated(pv s);                     // the same text, with a NUL behind it
const char *lang_str_at(o_str *s, int64_t i); // the i-th code point; i = points: the end
dbx_status lang_key_error(pv key);
dbx_status lang_operand_error(const char *op, pv x, pv y);

// ---- numbers (number.c): ints of any size, floats, complex ----
dbx_status number_binary(dbx_op op, pv x, pv y, pv *ret); // NOTIMPLEMENTED if they are not numbers
dbx_status number_compare(dbx_op op, pv x, pv y, pv *ret);
dbx_status number_unary(dbx_op op, pv x, pv *ret);
dbx_status number_power(pv x, pv y, pv mod, pv *ret);
dbx_status number_parse_int(const char *s, size_t n, int base, pv *ret);
// Decimal digits and blanks of any script as ASCII, other characters outside ASCII as '?'.
int number_decimal_of(int32_t c); // the value of a decimal digit of any script, -1 if it is none
void number_put_ascii(dbx_buf *b, const char *s, size_t n);
dbx_status number_parse_float(const char *s, size_t n, double *ret);
dbx_status number_as_double(pv v, double *ret); // ints and floats; E211, E204
// The nearest float of a big integer (may be infinite), and the number itself if it fits 64 bits.
bool number_big_parts(pv v, double *nearest, uint64_t *u);
dbx_status number_from_double(double f, pv *ret); // int(f)
// The first place of a text in another one, which is not empty; NULL: there is none, or the
// computation has to end.
const char *lang_find(const char *in, size_t n, const char *what, size_t n_what);
void number_get_mpz(pv v, mpz_t z); // initialises z
bool number_is_big(pv v);
bool number_is_negative(pv v); // of an integer of any size

// ---- attributes, types (attr.c) ----
dbx_status lang_getattr(pv x, dbx_sym name, pv *ret);  // E203
dbx_status lang_findattr(pv x, dbx_sym name, pv *ret); // UNBOUND if absent
dbx_status lang_setattr(pv x, dbx_sym name, pv v);
dbx_status lang_delattr(pv x, dbx_sym name);
const char *lang_type_name(pv v);
pv lang_type_of(pv v);
dbx_status lang_isinstance(pv v, pv cls, bool *ret);
dbx_status lang_refuse_known(pv x, const char *name); // an attribute that exists, but not here
bool lang_callable(pv v);
const char *lang_type_value_name(pv type); // of a type as a value: "int", "f.<locals>.C"
dbx_status lang_dtype_equal(pv x, pv y, bool *same);
dbx_status lang_dtype_call(const call_args *c, pv *ret); // jnp.float32(x)

// ---- text (text.c, format.c) ----
dbx_status lang_str(pv v, dbx_buf *b);
dbx_status lang_repr(pv v, dbx_buf *b);
dbx_status lang_ascii(pv v, dbx_buf *b);
void lang_put_plain_repr(pv instance, dbx_buf *b); // "<__main__.C object at ...>"
dbx_status lang_str_value(pv v, pv *ret);          // as a new string
dbx_status lang_repr_value(pv v, pv *ret);
dbx_status lang_put_int(dbx_buf *b, pv v); // of any size; E208 beyond 4300 digits
dbx_status lang_check_room(double bytes);  // E216 if a string would be too large
dbx_status lang_format(pv v, const char *spec, size_t n, dbx_buf *b); // format(v, spec)
dbx_status lang_percent(pv fmt, pv args, pv *ret);                    // "..." % args
dbx_status lang_str_format(const call_args *c, pv *ret);              // "...".format(...)

// ---- iteration (iter.c) ----
dbx_status lang_iter(pv v, pv *ret);
dbx_status lang_next(pv it, pv *ret, bool *done);
dbx_status lang_advance(pv it, pv *ret, bool *done); // StopIteration of the program's code stays
dbx_status lang_to_list(pv v, pv *ret); // a new list of its items; asks for its length as list()
dbx_status lang_items(pv v, pv *ret);   // the same without asking
pv iter_new(iter_kind kind, pv src);
pv iter_generator(o_env *env, const dbx_node *n, pv source); // source: an iterator
bool lang_iterable(pv v);
dbx_status lang_iter_contains(pv it, pv x, bool *ret);
// The items as a list; takes at most n + 1 of them (n = UINT32_MAX: all). Not iterable: "cannot
// unpack non-iterable int object".
dbx_status lang_unpack(pv v, uint32_t n, pv *ret);

// ---- exceptions (exception.c) ----
extern o_class *lang_exceptions[];           // by index of exceptions.def
o_class *lang_exception_class(dbx_sym name); // NULL if it is none
// Raises an instance or a class (E214); cause: UNBOUND without `from`.
dbx_status lang_raise(pv exc, pv cause);
// The pending exception was raised while `handled` (UNBOUND: nothing) was.
void lang_raised_while(pv handled);
dbx_status lang_assertion(pv message, dbx_span span); // fails with E205
// The exception object of the pending diagnostic, which is taken.
pv lang_catch(void);
dbx_status lang_rethrow(pv exc);
bool lang_is_exception_method(pv v); // a function that BaseException has
// What a built-in __str__ or __repr__ of exceptions gives, without a call; *ret false if the method
// is another.
dbx_status lang_exception_text(const o_instance *x, pv method, dbx_buf *b, bool *ret);
// The attributes that exceptions have beside those of their class; false where it is none of them.
bool lang_exception_attr(const o_instance *x, dbx_sym name, pv *ret);
dbx_status lang_exception_setattr(o_instance *x, dbx_sym name, pv v, bool *ret);
dbx_status lang_matches(pv exc, pv cls, bool *ret); // cls: a class or a tuple of them
void lang_rounds_start(void);     // tells the tracer what undoing a round means (rounds.c)
void lang_exceptions_start(void); // once, before any exception
const char *lang_class_module(const o_class *c); // "builtins", "jax.errors", "__main__"
bool lang_pending_is(dbx_sym exception); // of the pending diagnostic's class or one below it

// ---- arrays (bridge.c) ----
dbx_status lang_to_val(pv v, dbx_val *ret); // in scratch memory
dbx_status lang_from_val(const dbx_val *v, pv *ret);
dbx_status lang_call_function(const struct dbx_function *f, const call_args *c, pv *ret);
dbx_status lang_to_owned_val(pv v, dbx_val *ret); // arrays live as long as the autorelease pool
// The elements of an array or scalar of numpy as they are now; borrowed. Later writes do not change
// them (np/object.c).
dbx_status lang_np_frozen(pv v, dbx_array **ret);
pv np_take(dbx_array *a);        // an array of numpy with these elements; takes over one reference
pv np_take_result(dbx_array *a); // the same, a scalar if it has no axes
bool lang_is_traced_or_jax(pv v);
dbx_status lang_array_function(pv x, dbx_sym name,
                               pv *ret);    // methods by table; UNBOUND if there is none
dbx_sym lang_function_name(pv fn);          // __name__
void lang_put_aval(dbx_buf *b, dbx_aval a); // "ShapedArray(int64[3])"
dbx_status lang_array_binary(dbx_op op, pv x, pv y, pv *ret);
dbx_status lang_array_unary(dbx_op op, pv x, pv *ret);
dbx_status lang_array_compare(dbx_op op, pv x, pv y, pv *ret);
dbx_status lang_array_truth(pv v, bool *ret);
dbx_status lang_array_length(pv v, int64_t *ret);
dbx_status lang_array_index(pv v, int64_t *ret);
dbx_status lang_array_setitem(pv x, pv index, pv v); // numpy arrays; jax arrays refuse (E409)
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
pv lang_scalar_to_python(dbx_scalar x, dbx_dtype t);
dbx_status lang_array_item(pv v, pv *ret); // of one element, as a Python number
dbx_status lang_array_tolist(const dbx_array *a, pv *ret);
dbx_status lang_dtype_arg(pv v, dbx_dtype *ret);
// A host function as a callable of the array API; keeps fn pinned until lang_unpin.
void lang_callable_of(pv fn, struct dbx_callable *ret);

// ---- pytrees (pytree.c) ----
typedef dbx_vec(pv) pv_list;
dbx_status tree_flatten(pv v, pv_list *leaves);
void tree_text(pv v, dbx_buf *b);                             // str(PyTreeDef): "PyTreeDef((*, *))"
pv tree_unflatten(pv like, const pv *leaves, uint32_t *next); // structure of `like`
bool tree_same(pv a, pv b);

// ---- modules (modules.c) ----
typedef struct lang_module {
  const char *name;
  dbx_status (*get)(const struct lang_module *m, const char *name, pv *ret); // UNBOUND if absent
} lang_module;
dbx_status lang_import(const char *name, pv *ret);             // E212
dbx_status lang_import_name(pv module, dbx_sym name, pv *ret); // E213
pv lang_builtin(dbx_sym name);                                 // UNBOUND if there is none
pv lang_builtin_type(const char *name);                        // the one object of a built-in type
dbx_status lang_sort(o_seq *list, pv key, bool reverse);       // in place, stable; key NONE: none
extern const lang_module lang_module_math, lang_module_functools, lang_module_operator;
dbx_status lang_method(pv x, dbx_sym name, pv *ret); // methods of built-in types; UNBOUND if none
dbx_status lang_type_method(const o_type *t, dbx_sym name, pv *ret); // str.upper; UNBOUND if none

// ---- control flow and compiled functions (control.c, qjit.c) ----
dbx_status lang_for_loop(const call_args *c, pv *ret); // catalyst.for_loop(lower, upper, step, ...)
dbx_status lang_qml_for_loop(const call_args *c,
                             pv *ret); // pennylane's: start and step may be left out
dbx_status lang_while_loop(const call_args *c, pv *ret);
dbx_status lang_cond(const call_args *c, pv *ret);
dbx_status lang_qjit(const call_args *c, pv *ret); // catalyst.qjit
dbx_status lang_jit(const call_args *c, pv *ret);  // jax.jit
dbx_status lang_loop_call(const call_args *c, pv *ret);
dbx_status lang_cond_call(const call_args *c, pv *ret);
dbx_status lang_cond_attr(pv cond, const char *name, pv *ret);
pv lang_compiled(dbx_sym name); // of the module, or the refused one; UNBOUND: there is none
dbx_status qjit_call(const call_args *c, pv *ret);
dbx_status qjit_attr(pv x, dbx_sym name, pv *ret);

// ---- calls of natives ----
dbx_status args_count(const call_args *c, const char *name, uint32_t min, uint32_t max);
dbx_status args_no_keywords(const call_args *c, const char *name);
pv args_keyword(const call_args *c, const char *name); // UNBOUND if absent
dbx_status args_only_keywords(const call_args *c, const char *fn,
                              const char *allowed); // blank-separated

#endif
