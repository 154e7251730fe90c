// Cells of the types that the library makes (types.def).
#ifndef DBX_LANG_LIB_TYPES_H
#define DBX_LANG_LIB_TYPES_H

#include "lang/object/protocol.h"

// Generic types and unions: list[int], int | None.
const char *alias_name(pv v);
dbx_status alias_text(pv v, bool str, dbx_buf *b), alias_equal(pv x, pv y, bool *ret),
    alias_hash(pv v, uint64_t *ret), alias_item(pv x, pv i, pv *ret),
    alias_attr(pv x, dbx_sym name, pv *ret), alias_call(const call_args *c, pv *ret),
    alias_binary(dbx_op op, pv x, pv y, pv *ret), // of types: unions
    class_item(pv x, pv i, pv *ret), type_item(pv x, pv i, pv *ret);
// What it holds.
void alias_visit(obj *o, void (*child)(obj *o));

// Of collections.deque, as CPython's (E204, E206).
dbx_status deque_text(pv v, bool str, dbx_buf *b), deque_truth(pv v, bool *ret),
    deque_length(pv v, int64_t *ret), deque_iter(pv v, pv *ret), deque_item(pv x, pv i, pv *ret),
    deque_setitem(pv x, pv i, pv v), deque_delitem(pv x, pv i), deque_equal(pv x, pv y, bool *ret),
    deque_compare(dbx_op op, pv x, pv y, pv *ret), deque_binary(dbx_op op, pv x, pv y, pv *ret),
    deque_inplace(dbx_op op, pv x, pv y, pv *ret), deque_attr(pv x, dbx_sym name, pv *ret);
// What it holds.
void deque_visit(obj *o, void (*child)(obj *o));
// Of functions with functools.lru_cache; functools._functools.cached makes one.
enum { CACHED_BYTES = 72 };
extern const native_row cached_methods[];
void cached_visit(obj *o, void (*child)(obj *o)); // the function, what it has returned
dbx_status cached_text(pv v, bool str, dbx_buf *b), cached_called(const call_args *c, pv *ret),
    cached_attr(pv x, dbx_sym name, pv *ret), cached_setattr(pv x, dbx_sym name, pv v),
    tools_cached(const call_args *c, pv *ret);

// Streams of random numbers: all of their state is in the object.
enum { STREAM_BYTES = 2576 };
extern const native_row stream_methods[];

#endif
