// Where the next line of a block begins, and where a line lies in a text. Pure functions.
#ifndef DBX_EDIT_INDENT_H
#define DBX_EDIT_INDENT_H

#include <stdbool.h>
#include <stddef.h>

enum { INDENT_STEP = 4 }; // columns

// The first byte of the line that holds byte `at` of s, and the one behind its last byte.
size_t indent_line_begin(const char *s, size_t at);
size_t indent_line_end(const char *s, size_t n, size_t at);
// Are there only blanks in the bytes [from, to) of s?
bool indent_is_blank(const char *s, size_t from, size_t to);
// Columns of blanks at the beginning of the line at `begin`; a tab reaches the next eighth.
size_t indent_of(const char *s, size_t begin);
// Columns of blanks for a line behind the first n bytes of s.
size_t indent_next(const char *s, size_t n);
// A line `else`, `elif ...`, `except ...`, `finally` whose colon was just typed at byte n - 1: the
// columns where what it belongs to begins; its own ones where there is none.
size_t indent_of_partner(const char *s, size_t n);

#endif
