// The builtin functions and types, and what they share with the methods (private to lang).
#ifndef DBX_LANG_BUILTINS_H
#define DBX_LANG_BUILTINS_H

#include "base/nearest.h"
#include "lang/run/lang.h"

#define F(name) dbx_status builtin_##name(const call_args *c, pv *ret);
#define T(name) dbx_status builtin_##name(const call_args *c, pv *ret);
#define X(name, instead)
#include "lang/lib/builtins.def"
#undef F
#undef T
#undef X

void lang_near_builtin(dbx_nearest *n);                  // tries the names of builtins
pv lang_builtin(dbx_sym name);                           // UNBOUND if there is none
pv lang_builtin_type(const char *name);                  // the one object of a built-in type
dbx_status lang_sort(o_seq *list, pv key, bool reverse); // in place, stable; key NONE: none

dbx_status lang_method(pv x, dbx_sym name, pv *ret); // methods of built-in types; UNBOUND if none
dbx_status lang_type_method(const o_type *t, dbx_sym name, pv *ret); // str.upper; UNBOUND if none
const native_row *lang_method_row(pv x, dbx_sym name); // of a built-in type; NULL: none

dbx_status as_float(pv v, double *ret); // float(v) of numbers, arrays and instances with __float__
dbx_status dict_update(o_dict *d, pv from); // from a dictionary or pairs
// x.hex(), float.fromhex(text): E202, E204, E208, E211.
dbx_status float_hex(const call_args *c, pv *ret), float_fromhex(const call_args *c, pv *ret);
dbx_status round_float(double x, int64_t digits, pv *ret); // a float

// Methods by type; each list ends with a row without a name. That of lists begins with append.
extern const native_row str_methods[], list_methods[], dict_methods[], set_methods[],
    frozenset_methods[], tuple_methods[], range_methods[], slice_methods[], view_methods[],
    int_methods[], float_methods[], complex_methods[], deque_methods[];

// The one object of a module's function, which has this row in a table.
pv native_once(const void *row, const char *name, native_fn fn, const void *data);
dbx_status deque_reversed(pv v, pv *ret);
dbx_status builtin_deque(const call_args *c, pv *ret);

// The function of this name; UNBOUND: there is none.
pv native_of_rows(const native_row *rows, const char *name);

// The one module object of a row.
pv module_once(const lang_module *m);
// The row of a module that is written in Python, which finds no names of its own.
const lang_module *module_row(dbx_sym name);
// What was found in modules that are written in C is forgotten: they are asked again.
void lang_forget_modules(void);

extern const lang_module lang_module_math, lang_module_functools, lang_module_warnings,
    lang_module_heapq, lang_module_bisect, lang_module_operator, lang_module_itertools,
    lang_module_collections, lang_module_builtins;

#endif
