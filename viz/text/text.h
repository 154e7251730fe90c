// Text as a terminal shows it: code points and their width, user text made safe to print, colours,
// lines broken at blanks. Bytes that are not UTF-8 and control characters are shown as "?", so
// nothing in a program's text can move the cursor or change colours.
#ifndef DBX_VIZ_TEXT_H
#define DBX_VIZ_TEXT_H

#include "base/buf.h"

// The code point at s (n > 0 bytes left) and its length in bytes; -1 and 1 for malformed UTF-8.
int32_t dbx_rune(const char *s, size_t n, uint32_t *length);
int dbx_rune_width(int32_t r); // terminal columns: 0, 1 or 2

enum { DBX_TAB = 4 };

// Appends s: tabs become blanks up to the next multiple of DBX_TAB counted from `column`, unsafe
// characters "?". Returns the column after it. b may be NULL, to measure.
uint32_t dbx_put_clean(dbx_buf *b, const char *s, size_t n, uint32_t column);
uint32_t dbx_width_of(const char *s);
// Appends a line as the text of XML: no markup, nothing that reorders, no character that XML does
// not have.
void dbx_put_xml(dbx_buf *b, const char *s, size_t n);

// Appends text, broken at blanks so that no line passes column `width` (0: only at newlines);
// the first line begins at column `first`, the others are indented to column `at`.
void dbx_put_wrapped(dbx_buf *b, const char *s, uint32_t first, uint32_t at, uint32_t width);

// Appends lines of a report so that none passes column `width` (0: as they are): the longer ones
// are broken at blanks and go on below their last column, if that leaves a third of the width; else
// the last column is a block below, a little further right than the line begins. Bars that a line
// begins with go on. Escape sequences of colours take no columns.
void dbx_put_folded(dbx_buf *b, const char *s, size_t n, uint32_t width);

typedef enum dbx_ink {
  DBX_INK_NONE,
  DBX_INK_BOLD,
  DBX_INK_DIM,
  DBX_INK_ERROR,
  DBX_INK_WARNING,
  DBX_INK_MARK, // secondary marks, line numbers
  DBX_INK_GOOD
} dbx_ink;
// The escape sequence that starts an ink; "" for DBX_INK_NONE or without colour.
const char *dbx_ink_on(bool color, dbx_ink ink);
const char *dbx_ink_off(bool color, dbx_ink ink);
size_t dbx_ink_at(const char *s, size_t n); // the length of the sequence at s; 0: there is none

#endif
