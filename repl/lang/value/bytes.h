// bytes and bytearray. The first holds a text whose code points are its bytes, so that what finds,
// cuts and joins texts serves both; the second a list of integers, so that one can be written to.
#ifndef DBX_LANG_BYTES_H
#define DBX_LANG_BYTES_H

#include "lang/value/object.h"

typedef struct o_bytes {
  obj h;
  pv held;
} o_bytes;

// Whether it is of one of the two; what it holds.
static inline bool bytes_is(pv v) { return is_obj(v, T_BYTES) || is_obj(v, T_BYTEARRAY); }
static inline pv bytes_held(pv v) { return ((o_bytes *)v.o)->held; }
// New ones, to be pinned by the caller. Of a text: its code points are below 256.
pv bytes_of_text(pv text);
pv bytes_new(const char *s, size_t n);
pv bytearray_new(const char *s, size_t n);
// The n bytes of either as a text of as many code points; for a bytearray a new one.
pv bytes_text(pv v);
// The bytes of either, appended; of a text, those of its code points (below 256).
void bytes_raw(pv v, dbx_buf *b);
void bytes_raw_of_text(pv text, dbx_buf *b);
// The cell visit of both types.
void bytes_visit(obj *o, void (*child)(obj *o));

#endif
