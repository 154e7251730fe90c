// Calls of values of every type, and what native functions share.
#ifndef DBX_LANG_CALL_H
#define DBX_LANG_CALL_H

#include "lang/value/type.h"

// ---- calls (call.c) ----
// fn(args...), positional only; fn and the arguments are pinned meanwhile.
dbx_status lang_call(pv fn, const pv *args, uint32_t n, pv *ret);
dbx_status lang_call_args(pv fn, const call_args *c, pv *ret); // c's arguments are pinned already
bool lang_callable(pv v);                                      // callable(v)
const char *lang_callee_name(pv fn);                           // valid until the next call
pv lang_new_instance(o_class *cls);                            // without a call of __init__
// One of a class below a built-in type, made of a value of that type: of a list, dictionary or set
// nobody else may have it, the others are copied.
pv lang_new_below(o_class *cls, pv plain);
// As object.__new__, or that of the built-in type (c: without the class), and as type.__call__.
dbx_status lang_object_new(o_class *cls, const call_args *c, pv *ret);
dbx_status lang_make_instance(o_class *cls, const call_args *c, pv *ret);
// x.name() of an instance, UNBOUND if its class has no such method.
dbx_status instance_call(pv x, dbx_sym name, const pv *args, uint32_t n, pv *ret);

// A module that can be imported; the rooms above have them.
typedef struct lang_module {
  const char *name;
  dbx_status (*get)(const struct lang_module *m, const char *name, pv *ret); // UNBOUND if absent
  // Of a name that can be set; *ret: it can. NULL: none can.
  dbx_status (*set)(const struct lang_module *m, const char *name, pv v, bool *ret);
  const char *also; // names that no table of functions has, for "did you mean"; may be NULL
  const char *all;  // all names, for vars and dir, in CPython's order; NULL: they are not listed
} lang_module;

// ---- arguments of natives (args.c); E202 in CPython's words ----
// As many positional ones as that, in a call of `name`.
dbx_status args_count(const call_args *c, const char *name, uint32_t min, uint32_t max);
dbx_status args_no_keywords(const call_args *c, const char *name); // of a call of `name`
pv args_keyword(const call_args *c, const char *name);             // UNBOUND if absent
dbx_status args_only_keywords(const call_args *c, const char *fn,
                              const char *allowed);                     // blank-separated
dbx_status method_args(const call_args *c, uint32_t min, uint32_t max); // their number; no keywords

// The object of a bound native.
static inline pv native_self(const call_args *c) { return ((o_native *)c->fn.o)->self; }

#endif
