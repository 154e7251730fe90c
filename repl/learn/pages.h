// Documentation pages by name: the terms of tracing (docs/terms), the diagnostic codes
// (docs/errors), the example programs (examples), the course and the guides (docs). They are
// compiled into the program, so that an installed one shows them too; the table is made by
// embed.py.
#ifndef DBX_LEARN_PAGES_H
#define DBX_LEARN_PAGES_H

#include "base/buf.h"

typedef enum page_kind {
  PAGE_TERM,
  PAGE_CODE,
  PAGE_EXAMPLE,
  PAGE_COURSE,
  PAGE_GUIDE,
} page_kind;

typedef struct page {
  page_kind kind;
  const char *name;  // of its file, without the ending
  const char *title; // the first heading: further names, separated by commas
  const char *text;  // Markdown, or a program
} page;

extern const page pages[];
extern const uint32_t pages_count;

// The page that one of these names belongs to: case, blanks, "-" and "_" do not matter. A unique
// beginning of a name is enough. NULL if there is none, or several; `others` (may be NULL) then
// receives the names that come near, separated by commas.
const page *page_find(page_kind kind, const char *name, dbx_buf *others);

// Markdown as a terminal shows it: headings bold, programs indented, paragraphs and items broken to
// fit `width` columns, links as their text.
void page_put(dbx_buf *b, const char *markdown, int width, bool color);

// The page of a term, or of a diagnostic code (one without a page: its class and title). Fails with
// E208, with the names that come near.
dbx_status page_explain(dbx_buf *b, const char *name, int width, bool color);
// The example programs, a line each with the first line of its comment; one of them whole. Fails
// with E208.
void page_put_examples(dbx_buf *b);
dbx_status page_example(dbx_buf *b, const char *name);
// The names of all terms in columns.
void page_put_terms(dbx_buf *b, int width);

#endif
