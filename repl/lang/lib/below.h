// Classes below built-in types (see below.c; the cells of above.h).
#ifndef DBX_LANG_BELOW_H
#define DBX_LANG_BELOW_H

#include "lang/lib/builtins.h"
#include "lang/object/above.h"

// A new instance; its arguments, where the class has no __init__; what super() finds in the type
// (self UNBOUND: what the type itself has; *ret UNBOUND: nothing).
dbx_status make_below(o_class *cls, const call_args *c, pv *ret);
dbx_status begin_below(pv x, const call_args *c);
dbx_status attr_below(pv self, const o_type *t, dbx_sym name, pv *ret);

// type(name, bases, dictionary): the last three arguments of c, in front of them perhaps the class
// of the class; NULL: that of the bases.
dbx_status lang_class_of_parts(o_class *meta, const call_args *c, pv *ret);

// isinstance(v, c) and issubclass(of, c): by __instancecheck__ and __subclasscheck__ of the class
// of c where it has them, and what these fail with. `covers` is what holds without them: the order
// of classes, and what collections.abc and numbers say of built-in types and by methods.
dbx_status class_has_instance(const o_class *c, pv v, bool *ret);
dbx_status class_has_subclass(const o_class *c, pv of, bool *ret);
bool class_covers_instance(const o_class *c, pv v);
bool class_covers_class(const o_class *c, pv of);
pv class_subclasses(obj *of); // a list of those right below a class or built-in type, as they came

#endif
