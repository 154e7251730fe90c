// The builtin functions and types, and what they share with the methods (private to lang).
#ifndef DBX_LANG_BUILTINS_H
#define DBX_LANG_BUILTINS_H

#include "lang/run/lang.h"
#include "lang/value/type.h"

#define F(name) dbx_status builtin_##name(const call_args *c, pv *ret);
#define T(name) dbx_status builtin_##name(const call_args *c, pv *ret);
#define X(name, instead)
#include "lang/lib/builtins.def"
#undef F
#undef T
#undef X

const native_row *lang_method_row(pv x, dbx_sym name); // of a built-in type; NULL: none

// x.name() of an instance, UNBOUND if its class has no such method.
dbx_status instance_call(pv x, dbx_sym name, const pv *args, uint32_t n, pv *ret);
dbx_status method_args(const call_args *c, uint32_t min, uint32_t max); // their number; no keywords
dbx_status known_keywords(const call_args *c, const char *fn, const char *allowed); // " a b "
dbx_status as_float(pv v, double *ret); // float(v) of numbers, arrays and instances with __float__
dbx_status as_integer(pv v, pv *ret);   // an int of any size, by __index__ (E204, E403)
dbx_status dict_update(o_dict *d, pv from); // from a dictionary or pairs
dbx_status set_update(o_dict *s, pv from);  // s |= from, of what can be iterated
dbx_status set_copy(const o_dict *s, pv *ret);
dbx_status set_binary(dbx_op op, pv s, pv with, pv *ret); // with: what can be iterated
dbx_status set_inplace(dbx_op op, pv s, pv with);
dbx_status set_pin_of(pv v, o_dict **ret); // v itself, or a new set of its elements; pinned
bool set_is_view(pv v);                    // dict.keys() and dict.items()
dbx_status set_view_binary(dbx_op op, pv x, pv y, pv *ret); // one of them is a view
pv set_in_order(const o_dict *s); // its elements as CPython walks them, in a list
dbx_status round_float(double x, int64_t digits, pv *ret); // a float
double lang_gamma(double x), lang_lgamma(double x);        // poles: any value
uint64_t number_hash(pv v);                                // as CPython's hash()
bool number_hash_of(pv v, uint64_t *ret); // of numbers and tuples of them; false for the rest

// Methods by type; each list ends with a row without a name. That of lists begins with append.
extern const native_row str_methods[], list_methods[], dict_methods[], set_methods[],
    tuple_methods[], range_methods[], view_methods[], int_methods[], float_methods[],
    complex_methods[];

// The one object of a module's function.
static inline pv native_once(pv *cache, const char *name, native_fn fn, const void *data) {
  if (cache->tag == PV_UNBOUND) {
    *cache = native_new(name, fn, PV(PV_UNBOUND), data);
    heap_keep(cache->o);
  }
  return *cache;
}

static inline pv native_self(const call_args *c) { return ((o_native *)c->fn.o)->self; }

#endif
