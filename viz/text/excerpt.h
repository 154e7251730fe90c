// Excerpts of source texts with spans marked below their lines: "^" for the place of an error, "-"
// with a label for what else matters. Spans may lie in several texts; nothing outside them is read.
#ifndef DBX_VIZ_EXCERPT_H
#define DBX_VIZ_EXCERPT_H

#include "base/buf.h"
#include "base/mem.h"
#include "base/source.h"

// What is marked in one line of one text. Columns are those of the terminal, from 0.
typedef struct dbx_mark {
  dbx_place place; // of the line
  uint32_t file, from, to;
  const char *label; // borrowed; NULL: none
  bool primary;
} dbx_mark;

typedef struct dbx_excerpt {
  dbx_vec(dbx_mark) marks;
} dbx_excerpt;

// Adds a span; of secondary ones that take several lines only the first line is marked.
void dbx_excerpt_mark(dbx_excerpt *x, dbx_span span, const char *label, bool primary);
uint32_t dbx_excerpt_gutter(const dbx_excerpt *x); // columns before the bar
void dbx_put_excerpt(dbx_buf *b, dbx_excerpt *x, bool color, uint32_t width);
void dbx_excerpt_free(dbx_excerpt *x);

#endif
