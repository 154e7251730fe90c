// What can be done with any value: operators, items, attributes, calls, texts, iteration,
// exceptions; and what native functions share.
#ifndef DBX_LANG_PROTOCOL_H
#define DBX_LANG_PROTOCOL_H

#include "base/poll.h"
#include "lang/syntax/quote.h"
#include "lang/value/number.h"
#include "lang/value/str.h"
#include "lang/value/type.h"

// ---- operators (ops.c) ----
dbx_status lang_binary(dbx_op op, pv x, pv y, pv *ret);
dbx_status lang_inplace(dbx_op op, pv x, pv y, pv *ret);
dbx_status lang_unary(dbx_op op, pv x, pv *ret);
dbx_status lang_compare(dbx_op op, pv x, pv y, pv *ret);
dbx_status lang_equal(pv x, pv y, bool *ret); // == as a truth value
dbx_status lang_less(pv x, pv y, bool *ret);
dbx_status lang_truth(pv v, bool *ret);
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
dbx_status lang_key_error(pv key);
dbx_status lang_operand_error(const char *op, pv x, pv y);

// ---- attributes, types (attr.c) ----
dbx_status lang_getattr(pv x, dbx_sym name, pv *ret);  // E203
dbx_status lang_findattr(pv x, dbx_sym name, pv *ret); // UNBOUND if absent
dbx_status lang_setattr(pv x, dbx_sym name, pv v);
dbx_status lang_delattr(pv x, dbx_sym name);
pv lang_type_of(pv v);
dbx_status lang_isinstance(pv v, pv cls, bool *ret);
dbx_status lang_refuse_known(pv x, const char *name); // an attribute that exists, but not here
bool lang_callable(pv v);
const char *lang_type_value_name(pv type); // of a type as a value: "int", "f.<locals>.C"
dbx_status lang_dtype_equal(pv x, pv y, bool *same);
dbx_status lang_dtype_call(const call_args *c, pv *ret); // jnp.float32(x)

// ---- calls (call.c) ----
dbx_status lang_call(pv fn, const pv *args, uint32_t n, pv *ret); // positional only
dbx_status lang_call_args(pv fn, const call_args *c, pv *ret);
pv lang_new_instance(o_class *cls);  // without a call of __init__
const char *lang_callee_name(pv fn); // valid until the next call
pv lang_constant(const dbx_node *n);
typedef struct lang_module {
  const char *name;
  dbx_status (*get)(const struct lang_module *m, const char *name, pv *ret); // UNBOUND if absent
} lang_module;

// ---- text (text.c, format.c) ----
dbx_status lang_str(pv v, dbx_buf *b);
dbx_status lang_repr(pv v, dbx_buf *b);
dbx_status lang_ascii(pv v, dbx_buf *b);
void lang_put_plain_repr(pv instance, dbx_buf *b); // "<__main__.C object at ...>"
dbx_status lang_str_value(pv v, pv *ret);          // as a new string
dbx_status lang_repr_value(pv v, pv *ret);
dbx_status lang_put_int(dbx_buf *b, pv v); // of any size; E208 beyond 4300 digits
dbx_status lang_format(pv v, const char *spec, size_t n, dbx_buf *b); // format(v, spec)
dbx_status lang_percent(pv fmt, pv args, pv *ret);                    // "..." % args
dbx_status lang_str_format(const call_args *c, pv *ret);              // "...".format(...)
// The first place of a text in another one, which is not empty; NULL: there is none, or the
// computation has to end.
const char *lang_find(const char *in, size_t n, const char *what, size_t n_what);

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
void lang_exceptions_forget(void);                  // the objects of errors that nobody has caught
void lang_exceptions_start(void);                   // once, before any exception
const char *lang_class_module(const o_class *c);    // "builtins", "jax.errors", "__main__"
bool lang_pending_is(dbx_sym exception); // of the pending diagnostic's class or one below it

// ---- calls of natives ----
dbx_status args_count(const call_args *c, const char *name, uint32_t min, uint32_t max);
dbx_status args_no_keywords(const call_args *c, const char *name);
pv args_keyword(const call_args *c, const char *name); // UNBOUND if absent
dbx_status args_only_keywords(const call_args *c, const char *fn,
                              const char *allowed); // blank-separated
// x.name() of an instance, UNBOUND if its class has no such method.
dbx_status instance_call(pv x, dbx_sym name, const pv *args, uint32_t n, pv *ret);
dbx_status method_args(const call_args *c, uint32_t min, uint32_t max); // their number; no keywords
dbx_status as_integer(pv v, pv *ret);      // an int of any size, by __index__ (E204, E403)
dbx_status set_update(o_dict *s, pv from); // s |= from, of what can be iterated
dbx_status set_copy(const o_dict *s, pv *ret);
dbx_status set_binary(dbx_op op, pv s, pv with, pv *ret); // with: what can be iterated
dbx_status set_inplace(dbx_op op, pv s, pv with);
dbx_status set_pin_of(pv v, o_dict **ret); // v itself, or a new set of its elements; pinned
bool set_is_view(pv v);                    // dict.keys() and dict.items()
dbx_status set_view_binary(dbx_op op, pv x, pv y, pv *ret); // one of them is a view
pv set_in_order(const o_dict *s);         // its elements as CPython walks them, in a list
uint64_t number_hash(pv v);               // as CPython's hash()
bool number_hash_of(pv v, uint64_t *ret); // of numbers and tuples of them; false for the rest

static inline pv native_self(const call_args *c) { return ((o_native *)c->fn.o)->self; }

#endif
