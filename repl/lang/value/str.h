// Strings: put together (str_concat.c), searched (str_find.c).
#ifndef DBX_LANG_STR_H
#define DBX_LANG_STR_H

#include "lang/value/type.h"

void str_drop(o_str *s);                      // what a dead one holds
int64_t str_bytes(const o_str *s);            // how much that is
dbx_status str_concat(pv x, pv y, pv *ret);   // E216
pv str_blank(uint32_t n, uint32_t points);    // room for a text of this length
pv lang_terminated(pv s);                     // the same text, with a NUL behind it
const char *lang_str_at(o_str *s, int64_t i); // the i-th code point; i = points: the end
// The first place of a text in another one, which is not empty; NULL: there is none, or the
// computation has to end.
const char *lang_find(const char *in, size_t n, const char *what, size_t n_what);

#endif
