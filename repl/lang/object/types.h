// Cells of types.def that this room has: of functions, classes and instances, and the items,
// lengths and truth of containers.
#ifndef DBX_LANG_RUN_TYPES_H
#define DBX_LANG_RUN_TYPES_H

#include "lang/object/protocol.h"
#include "lang/value/type.h"

const char *instance_name(pv v); // of its class; valid as long as that is

#define TEXT(type) dbx_status type##_text(pv v, bool str, dbx_buf *b)
TEXT(function);
TEXT(native);
TEXT(method);
TEXT(class);
TEXT(type);
TEXT(instance);
TEXT(module);
TEXT(partial);
TEXT(super);
#undef TEXT

// By __hash__, E204 without one beside an __eq__; of bound methods by the object and the function.
dbx_status instance_hash(pv v, uint64_t *ret), method_hash(pv v, uint64_t *ret),
    native_hash(pv v, uint64_t *ret);

// Of two values of the type: entries, parts, the object and the function of bound methods.
dbx_status dict_equal(pv x, pv y, bool *ret), slice_equal(pv x, pv y, bool *ret),
    method_equal(pv x, pv y, bool *ret), native_equal(pv x, pv y, bool *ret);

// Of sets and of views of dictionaries.
dbx_status sets_binary(dbx_op op, pv x, pv y, pv *ret),
    sets_compare(dbx_op op, pv x, pv y, pv *ret), sets_inplace(dbx_op op, pv x, pv y, pv *ret);

// Of frozensets too: their name; E204 for a hash of one that is not frozen.
const char *set_type_name(pv v);
dbx_status set_hash(pv v, uint64_t *ret);

#define TRUTH(type) dbx_status type##_truth(pv v, bool *ret)
TRUTH(none);
TRUTH(int);
TRUTH(float);
TRUTH(str);
TRUTH(complex);
TRUTH(seq);
TRUTH(dict);
TRUTH(range);
TRUTH(long_range);
TRUTH(instance);
#undef TRUTH

#define LENGTH(type) dbx_status type##_length(pv v, int64_t *ret)
LENGTH(str);
LENGTH(seq);
LENGTH(dict);
LENGTH(range);
LENGTH(iter);
LENGTH(instance);
#undef LENGTH

// Of a class what its own class says: its name, "type" without one; methods.
const char *class_type_name(pv v);
dbx_status class_length(pv v, int64_t *ret), class_iter(pv v, pv *ret),
    class_contains(pv x, pv item, bool *ret);
bool class_can_iterate(pv v);
bool instance_can_iterate(pv v);         // by __iter__ or __getitem__
dbx_status instance_iter(pv v, pv *ret); // E204: __iter__ gives no iterator

#define ITEM(type) dbx_status type##_item(pv x, pv i, pv *ret)
ITEM(str);
ITEM(seq);
ITEM(range);
ITEM(dict);
ITEM(instance);
#undef ITEM

#define ATTR(type) dbx_status type##_attr(pv x, dbx_sym name, pv *ret)
ATTR(function);
ATTR(instance);
ATTR(class);
ATTR(type);
ATTR(number);
ATTR(slice);
ATTR(range);
ATTR(long_range);
ATTR(partial);
ATTR(method);
ATTR(native);
ATTR(module);
ATTR(super);
#undef ATTR
// Cell setattr: names of the program's modules, and those settings of others that can be set
// (E203).
dbx_status module_setattr(pv x, dbx_sym name, pv v);

// v UNBOUND: deletes; E203, and what __setattr__ or a descriptor fails with.
dbx_status instance_setattr(pv x, dbx_sym name, pv v), class_setattr(pv x, dbx_sym name, pv v),
    function_setattr(pv x, dbx_sym name, pv v);

// Of properties, classmethod(f), staticmethod(f) and names of __slots__ (descriptor.c).
void descriptor_visit(obj *o, void (*child)(obj *o)), member_visit(obj *o, void (*child)(obj *o));
dbx_status wrapper_text(pv v, bool str, dbx_buf *b), member_text(pv v, bool str, dbx_buf *b);
dbx_status property_attr(pv x, dbx_sym name, pv *ret), wrapper_attr(pv x, dbx_sym name, pv *ret),
    member_attr(pv x, dbx_sym name, pv *ret);
dbx_status staticmethod_called(const call_args *c, pv *ret);
extern const native_row property_methods[];

// Whether there is a __call__; whether a call counts for the depth of calls.
bool instance_callable(pv v), instance_nests(pv v), partial_nests(pv v);
#define CALL(type) dbx_status type##_called(const call_args *c, pv *ret)
CALL(function);
CALL(native);
CALL(method);
CALL(class);
CALL(type);
CALL(partial);
CALL(decorator);
CALL(instance);
#undef CALL
// fn(self, *args of c, ...)
dbx_status call_with_self(pv fn, pv self, const call_args *c, pv *ret);

// x.name(y...) if the class of x defines it; NOTIMPLEMENTED if not.
dbx_status call_special(pv x, dbx_sym name, const pv *y, uint32_t n, pv *ret);
// What __len__ returned, as a length.
dbx_status returned_length(pv r, int64_t *ret);

#endif
