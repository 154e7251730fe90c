// Text by code points: what the methods of str share (private to lang).
#ifndef DBX_LANG_STR_TEXT_H
#define DBX_LANG_STR_TEXT_H

#include "base/poll.h"
#include "lang/text/format.h"
#include "lang/value/str.h"

#include <utf8proc.h>

typedef struct piece {
  const char *at;
  size_t n;
} piece;

// The text of a string, which holds it; a new string of a piece.
static inline piece text_of(pv v) { return (piece){STR(v)->s, STR(v)->n}; }
static inline pv str_of_piece(piece p) { return str_new(p.at, p.n); }

// As str.isspace() has it.
static inline bool is_blank(utf8proc_int32_t c) {
  if (c < 0x80) return c == ' ' || (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x1f);
  utf8proc_category_t k = utf8proc_category(c);
  return c == 0x85 || k == UTF8PROC_CATEGORY_ZS || k == UTF8PROC_CATEGORY_ZL ||
         k == UTF8PROC_CATEGORY_ZP;
}

// The last one if the computation has to end, which every loop over code points does then.
static inline utf8proc_int32_t next_point(const char **p, const char *end) {
  uint32_t len;
  if (dbx_stopping()) return *p = end, 0;
  utf8proc_int32_t c = (utf8proc_int32_t)fmt_code_point(*p, (size_t)(end - *p), &len);
  *p += len;
  return c;
}
static inline void put_point(dbx_buf *b, utf8proc_int32_t c) {
  utf8proc_uint8_t out[4];
  dbx_putn(b, (char *)out, (size_t)utf8proc_encode_char(c, out));
}

// The methods of str_case.c.
#define STR_CASE_METHODS(M)                                                                        \
  M(capitalize)                                                                                    \
  M(casefold)                                                                                      \
  M(isalnum)                                                                                       \
  M(isalpha)                                                                                       \
  M(isascii)                                                                                       \
  M(isdecimal)                                                                                     \
  M(isdigit)                                                                                       \
  M(isidentifier)                                                                                  \
  M(islower)                                                                                       \
  M(isnumeric)                                                                                     \
  M(isprintable)                                                                                   \
  M(isspace)                                                                                       \
  M(istitle)                                                                                       \
  M(isupper)                                                                                       \
  M(lower)                                                                                         \
  M(swapcase)                                                                                      \
  M(title)                                                                                         \
  M(maketrans) M(translate) M(upper)
#define M(name) dbx_status str_##name(const call_args *c, pv *ret);
STR_CASE_METHODS(M)
#undef M

#endif
