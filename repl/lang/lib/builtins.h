// The builtin functions and types, and what they share with the methods (private to lang).
#ifndef DBX_LANG_BUILTINS_H
#define DBX_LANG_BUILTINS_H

#include "lang/lib/modules.h"
#include "lang/run/lang.h"

#define F(name) dbx_status builtin_##name(const call_args *c, pv *ret);
#define T(name) dbx_status builtin_##name(const call_args *c, pv *ret);
#define X(name, instead)
#include "lang/lib/builtins.def"
#undef F
#undef T
#undef X

const native_row *lang_method_row(pv x, dbx_sym name); // of a built-in type; NULL: none

dbx_status as_float(pv v, double *ret); // float(v) of numbers, arrays and instances with __float__
dbx_status dict_update(o_dict *d, pv from);                // from a dictionary or pairs
dbx_status round_float(double x, int64_t digits, pv *ret); // a float

// Methods by type; each list ends with a row without a name. That of lists begins with append.
extern const native_row str_methods[], list_methods[], dict_methods[], set_methods[],
    frozenset_methods[], tuple_methods[], range_methods[], view_methods[], int_methods[],
    float_methods[], complex_methods[], deque_methods[];

// The one object of a module's function, which has this row in a table.
pv native_once(const void *row, const char *name, native_fn fn, const void *data);
dbx_status deque_reversed(pv v, pv *ret);
dbx_status builtin_deque(const call_args *c, pv *ret);

// The function of this name; UNBOUND: there is none.
pv native_of_rows(const native_row *rows, const char *name);

extern const lang_module lang_module_itertools, lang_module_collections, lang_module_builtins;

#endif
