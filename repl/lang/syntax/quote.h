// Texts as Python's repr writes them (CPython 3.11, Objects/unicodeobject.c: unicode_repr).
#ifndef DBX_LANG_QUOTE_H
#define DBX_LANG_QUOTE_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

bool quote_printable(int32_t c);              // a code point that repr leaves as it is
void quote_put_escape(dbx_buf *b, int32_t c); // \x1b, \u200b, \U000e0001
void dbx_put_str_repr(dbx_buf *b, const char *s, size_t n); // UTF-8, n bytes; with its quotes
void quote_put_bytes(dbx_buf *b, const char *s, size_t n);  // of octets: b'...'

#endif
