// Modules, builtin functions and methods by name.
#ifndef DBX_LANG_MODULES_H
#define DBX_LANG_MODULES_H

#include "lang/object/protocol.h"

// ---- modules (modules.c) ----
// What was found in modules that are written in C is forgotten: they are asked again.
void lang_forget_modules(void);
dbx_status lang_import(const char *name, pv *ret);             // E212
dbx_status lang_import_name(pv module, dbx_sym name, pv *ret); // E213
pv lang_builtin(dbx_sym name);                                 // UNBOUND if there is none
pv lang_builtin_type(const char *name);                        // the one object of a built-in type
dbx_status lang_sort(o_seq *list, pv key, bool reverse);       // in place, stable; key NONE: none
extern const lang_module lang_module_math, lang_module_functools, lang_module_warnings,
    lang_module_heapq, lang_module_bisect, lang_module_operator;
dbx_status lang_method(pv x, dbx_sym name, pv *ret); // methods of built-in types; UNBOUND if none
dbx_status lang_type_method(const o_type *t, dbx_sym name, pv *ret); // str.upper; UNBOUND if none

#endif
