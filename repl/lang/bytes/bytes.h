// bytes, bytearray and memoryview: octets and what is done with them. The rules are CPython's.
#ifndef DBX_LANG_BYTES_H
#define DBX_LANG_BYTES_H

#include "lang/object/protocol.h"

#define BYTES(v) ((o_bytes *)(v).o)
#define BYTEARRAY(v) ((o_bytearray *)(v).o)
#define MEMORYVIEW(v) ((o_memoryview *)(v).o)

// Octets that an object holds; valid until it is written to.
typedef struct octets {
  const unsigned char *at;
  size_t n;
} octets;

// ---- making (object.c); new objects, to be pinned ----
// E216 if there is no room. `at` of NULL: zeros. (bytes_new is in lang/value/object.h.)
dbx_status bytearray_new(const void *at, size_t n, pv *ret);
dbx_status bytes_like(pv like, const void *at, size_t n, pv *ret); // of the type of `like`
dbx_status bytes_take(pv like, dbx_buf *b, pv *ret);               // the same; frees b

// ---- reading ----
bool bytes_is(pv v); // bytes, bytearray or memoryview
// E204 "a bytes-like object is required, not 'str'". A memoryview with steps is copied into *own,
// which the caller frees.
dbx_status bytes_of(pv v, dbx_buf *own, octets *ret);
// An integer of range(256): E204, E208 ("byte must be in range(0, 256)"; `what`: "byte").
dbx_status bytes_item_value(pv v, const char *what, unsigned char *ret);

// ---- writing (array.c) ----
// Room for n octets that nobody else holds; E216.
dbx_status bytearray_own(o_bytearray *a, size_t n);
// The octets [from, from + n) become those of `by`, which do not lie in the array.
dbx_status bytearray_splice(o_bytearray *a, size_t from, size_t n, octets by);
// What bytes(x), bytearray(x) and extend take: octets, integers to be iterated; not a number.
dbx_status bytes_items(pv from, const char *type, dbx_buf *b);

// ---- texts (codec.c) ----
// s.encode(name, errors), b.decode(name, errors): E208 as UnicodeEncodeError and
// UnicodeDecodeError, LookupError for a name that is none.
dbx_status bytes_encode(pv text, const char *name, const char *errors, dbx_buf *b);
dbx_status bytes_decode(octets s, const char *name, const char *errors, pv *ret);
// Octets as a text of as many code points (Latin-1), and what a method of that text gives as values
// of the type of `like`: texts, also in lists and tuples, become octets. E204, E216.
dbx_status bytes_to_text(pv v, pv *ret), bytes_from_text(pv like, pv v, pv *ret);
// The arguments `encoding` and `errors` of a call, from the i-th on; "utf-8" and "strict" if they
// are absent (*given: one is there). E204.
dbx_status bytes_codec_arguments(const call_args *c, uint32_t i, const char **name,
                                 const char **errors, bool *given);
dbx_status str_encode(const call_args *c, pv *ret);

// ---- numbers (number.c) ----
// i.to_bytes(length, byteorder, signed=False), int.from_bytes(...): E202, E208, E211.
dbx_status int_to_bytes(const call_args *c, pv *ret), int_from_bytes(const call_args *c, pv *ret);

// ---- natives of the tables of types and builtins ----
// bytes(...), bytearray(...) and memoryview(...) as calls: E202, E204, E208, E216.
dbx_status builtin_bytes(const call_args *c, pv *ret),
    builtin_bytearray(const call_args *c, pv *ret), builtin_memoryview(const call_args *c, pv *ret);
dbx_status bytes_decode_method(const call_args *c, pv *ret); // b.decode(...)
// bytes.fromhex(text): E204, E208.
dbx_status bytes_fromhex(const call_args *c, pv *ret),
    bytearray_fromhex(const call_args *c, pv *ret);
extern const native_row bytes_methods[], bytearray_methods[], memoryview_methods[];

// Those that bytes and bytearray share; a list of rows without its end (methods.c, case.c).
#define BYTES_CASE_METHODS(M)                                                                      \
  M(capitalize)                                                                                    \
  M(isalnum)                                                                                       \
  M(isalpha)                                                                                       \
  M(isascii)                                                                                       \
  M(isdigit)                                                                                       \
  M(islower)                                                                                       \
  M(isspace)                                                                                       \
  M(istitle)                                                                                       \
  M(isupper)                                                                                       \
  M(lower)                                                                                         \
  M(swapcase)                                                                                      \
  M(title)                                                                                         \
  M(upper)
#define BYTES_METHODS(M)                                                                           \
  M(center)                                                                                        \
  M(count)                                                                                         \
  M(endswith)                                                                                      \
  M(expandtabs)                                                                                    \
  M(find)                                                                                          \
  M(hex)                                                                                           \
  M(index)                                                                                         \
  M(join)                                                                                          \
  M(ljust)                                                                                         \
  M(lstrip)                                                                                        \
  M(maketrans)                                                                                     \
  M(partition)                                                                                     \
  M(removeprefix)                                                                                  \
  M(removesuffix)                                                                                  \
  M(replace)                                                                                       \
  M(rfind)                                                                                         \
  M(rindex)                                                                                        \
  M(rjust)                                                                                         \
  M(rpartition)                                                                                    \
  M(rsplit)                                                                                        \
  M(rstrip)                                                                                        \
  M(split)                                                                                         \
  M(splitlines)                                                                                    \
  M(startswith)                                                                                    \
  M(strip)                                                                                         \
  M(translate)                                                                                     \
  M(zfill)
#define M(name) dbx_status bytes_##name(const call_args *c, pv *ret);
BYTES_CASE_METHODS(M)
BYTES_METHODS(M)
#undef M

// ---- cells of types.def ----
dbx_status bytes_text(pv v, bool str, dbx_buf *b), bytes_hash(pv v, uint64_t *ret),
    bytes_truth(pv v, bool *ret), bytes_length(pv v, int64_t *ret), bytes_iter(pv v, pv *ret),
    bytes_getitem(pv x, pv i, pv *ret), bytes_binary(dbx_op op, pv x, pv y, pv *ret),
    bytes_compare(dbx_op op, pv x, pv y, pv *ret), bytes_equal(pv x, pv y, bool *ret),
    bytes_contains(pv x, pv item, bool *ret), bytearray_text(pv v, bool str, dbx_buf *b),
    bytearray_inplace(dbx_op op, pv x, pv y, pv *ret), bytearray_setitem(pv x, pv i, pv v),
    bytearray_delitem(pv x, pv i), memoryview_text(pv v, bool str, dbx_buf *b),
    memoryview_getitem(pv x, pv i, pv *ret), memoryview_setitem(pv x, pv i, pv v),
    memoryview_getattr(pv x, dbx_sym name, pv *ret);
// What a bytearray holds outside of the heap, what a memoryview holds in it.
void bytearray_release(obj *o), memoryview_visit(obj *o, void (*child)(obj *o));
int64_t bytearray_held(const obj *o);

#endif
