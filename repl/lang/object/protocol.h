// What can be done with any value: operators, truth, items, attributes, texts, iteration. Calls are
// in call.h, exceptions in exception.h. What fails leaves a diagnostic; results that are objects
// are the caller's to pin.
#ifndef DBX_LANG_PROTOCOL_H
#define DBX_LANG_PROTOCOL_H

#include "base/poll.h"
#include "lang/object/call.h"
#include "lang/object/exception.h"
#include "lang/syntax/quote.h"
#include "lang/value/number.h"
#include "lang/value/str.h"
#include "lang/value/type.h"

// ---- operators (ops.c) ----
// x op y; E204, and what the operands' own methods fail with.
dbx_status lang_binary(dbx_op op, pv x, pv y, pv *ret);
dbx_status lang_inplace(dbx_op op, pv x, pv y, pv *ret); // x op= y: what x is then
dbx_status lang_unary(dbx_op op, pv x, pv *ret);         // - + ~
// E204: "unsupported operand type(s) for op: 'X' and 'Y'"
dbx_status lang_operand_error(const char *op, pv x, pv y);

// ---- comparison (compare.c) ----
dbx_status lang_compare(dbx_op op, pv x, pv y, pv *ret); // an array's result is an array
dbx_status lang_equal(pv x, pv y, bool *ret);            // is, or == as a truth value
dbx_status lang_less(pv x, pv y, bool *ret);             // < as a truth value

// ---- truth, lengths, integers (generic.c, special.c) ----
dbx_status lang_truth(pv v, bool *ret);     // bool(v)
dbx_status lang_length(pv v, int64_t *ret); // len(v); E204
// An int by __index__ (E204, E403); lang_index: E211 if it has more than 64 bits.
dbx_status lang_index(pv v, int64_t *ret);
dbx_status as_integer(pv v, pv *ret);

// ---- items (items.c) ----
dbx_status lang_getitem(pv x, pv index, pv *ret);        // E204, E206, E207
dbx_status lang_setitem(pv x, pv index, pv v);           // E204, E206
dbx_status lang_delitem(pv x, pv index);                 // E203, E204, E206, E207
dbx_status lang_contains(pv container, pv x, bool *ret); // x in container; E204
// The place that an index names in a sequence of `len` items; `type` and `beyond` ("list index")
// are what E204 and E206 call it.
dbx_status lang_sequence_index(pv i, int64_t len, const char *type, const char *beyond,
                               int64_t *ret);
bool lang_is_beyond_index(pv v); // an integer, but none of 64 bits
// A part of a slice: `standard` for None, the nearest of 64 bits for what is beyond them. E204.
dbx_status lang_slice_part(pv v, int64_t standard, int64_t *ret);
// Where a slice of `len` items starts and stops, its step, and how many items it has (E204, E208).
dbx_status lang_slice_indices(pv slice, int64_t len, int64_t *start, int64_t *stop, int64_t *step,
                              int64_t *n);
int64_t lang_range_length(const o_range *r); // how many integers it has (long_range.c)

// ---- attributes, types (attr.c) ----
dbx_status lang_getattr(pv x, dbx_sym name, pv *ret);  // E203
dbx_status lang_findattr(pv x, dbx_sym name, pv *ret); // UNBOUND if absent
pv lang_doc_of(const dbx_node *n); // the text that a module, class or function begins with, or None
dbx_status lang_tryattr(pv x, dbx_sym name, pv *ret); // also where AttributeError says so
dbx_status lang_setattr(pv x, dbx_sym name, pv v);    // E203
dbx_status lang_delattr(pv x, dbx_sym name);          // E203
pv lang_type_of(pv v);                                // type(v)
dbx_status lang_isinstance(pv v, pv cls, bool *ret);  // E204: cls is no type, nor a tuple of them
dbx_status lang_refuse_known(pv x, const char *name); // an attribute that exists, but not here
const char *lang_type_value_name(pv type);            // of a type as a value: "int", "f.<locals>.C"
dbx_status lang_dtype_equal(pv x, pv y, bool *same);  // one of them is a dtype
dbx_status lang_dtype_call(const call_args *c, pv *ret); // jnp.float32(x)
pv lang_constant(const dbx_node *n);                     // of the text, as a value (constant.c)

// ---- classes (class_made.c) ----
typedef struct class_plan {
  dbx_sym name, qualname, module; // module 0: the program
  o_class *meta;                  // NULL: type, or that of the bases
  const o_seq *bases;             // as they are written
  o_dict *dict;                   // the class's from now on
} class_plan;
// A class; kw: what goes to __init_subclass__. E103, E204, and what methods fail with.
dbx_status class_new(const class_plan *p, const call_args *kw, pv *ret);
// Its class: the one that is given (UNBOUND: none), or that of a base; NULL: type. E204.
dbx_status class_meta(pv given, const o_seq *bases, o_class **ret);
// The class has its dictionary: names of __slots__, methods of the class, __set_name__,
// __init_subclass__ with the keywords of kw (E202, E204, E208, what the methods fail with).
dbx_status class_made(o_class *c, const call_args *kw);
// A method of the class of a class is called: *ret UNBOUND if there is none.
dbx_status class_call_meta(pv cls, dbx_sym name, const pv *args, uint32_t n, pv *ret);
void class_note_later(o_class *c, dbx_sym name, pv v); // c.name = v is about to be done
// As object.__setattr__: without a __setattr__ of the class; v UNBOUND: as object.__delattr__
// (E203).
dbx_status lang_object_setattr(pv instance, dbx_sym name, pv v);
// As type.__setattr__ and type.__delattr__: of a class, without those of its class.
dbx_status lang_type_setattr(pv cls, dbx_sym name, pv v);
// As object.__getattribute__: without a __getattr__ of the class; UNBOUND: absent.
dbx_status lang_object_getattr(pv instance, dbx_sym name, pv *ret);

// ---- texts (generic.c, text.c); appended to b ----
dbx_status lang_str(pv v, dbx_buf *b);   // str(v)
dbx_status lang_repr(pv v, dbx_buf *b);  // repr(v)
dbx_status lang_ascii(pv v, dbx_buf *b); // repr(v) with escapes for what is not ASCII
// What `put` gives; `again` inside of itself (E210 if it is too deep).
dbx_status lang_container_text(pv v, const char *again, dbx_status (*put)(pv v, dbx_buf *b),
                               dbx_buf *b);
void lang_put_plain_repr(pv instance, dbx_buf *b); // "<__main__.C object at ...>"
dbx_status lang_str_value(pv v, pv *ret);          // as a new string
dbx_status lang_repr_value(pv v, pv *ret);         // as a new string
dbx_status lang_put_int(dbx_buf *b, pv v);         // of any size; E208 beyond 4300 digits

// ---- iteration (generic.c, iter.c) ----
dbx_status lang_iter(pv v, pv *ret);                 // iter(v); E204
dbx_status lang_next(pv it, pv *ret, bool *done);    // *done: there is none left
dbx_status lang_advance(pv it, pv *ret, bool *done); // StopIteration of the program's code stays
dbx_status lang_to_list(pv v, pv *ret); // a new list of its items; asks for its length as list()
dbx_status lang_items(pv v, pv *ret);   // the same without asking
// The items of an object with keys() are put into d, by subscripts; *done: it has keys().
dbx_status lang_update_with_mapping(o_dict *d, pv from, bool *done);
pv iter_new(iter_kind kind, pv src);                         // one that has not begun
pv iter_generator(o_env *env, const dbx_node *n, pv source); // source: an iterator
pv iter_result(pv it);                    // what a generator has returned, once; None of all others
dbx_status lang_stop_iteration(pv value); // raises StopIteration(value)
bool lang_iterable(pv v);                 // whether iter(v) may succeed
dbx_status lang_iter_contains(pv it, pv x, bool *ret); // x in it, item by item
// The items as a list; takes at most n + 1 of them (n = UINT32_MAX: all). Not iterable: "cannot
// unpack non-iterable int object".
dbx_status lang_unpack(pv v, uint32_t n, pv *ret);

// ---- sets (set_ops.c) ----
dbx_status set_update(o_dict *s, pv from);                // s |= from, of what can be iterated
dbx_status set_copy(const o_dict *s, pv *ret);            // a new set
dbx_status set_binary(dbx_op op, pv s, pv with, pv *ret); // with: what can be iterated
dbx_status set_inplace(dbx_op op, pv s, pv with);         // s op= with, of what can be iterated
bool set_is_view(pv v);                                   // dict.keys() and dict.items()
pv set_in_order(const o_dict *s);         // its elements as CPython walks them, in a list
uint64_t number_hash(pv v);               // as CPython's hash()
bool number_hash_of(pv v, uint64_t *ret); // of numbers and tuples of them; false for the rest

#endif
