// The layout algebra that Jaxprs are printed with: text, breaks, nesting, groups.
// Source: docs/semantics.md, Printing (the rest of the line after a group does not count).
#ifndef DBX_IR_PP_H
#define DBX_IR_PP_H

#include "base/buf.h"
#include "base/mem.h"

typedef struct dbx_doc dbx_doc;
typedef dbx_vec(dbx_doc *) dbx_docs;

// Documents live in the arena a, with a copy of their texts.
dbx_doc *dbx_doc_text(dbx_arena *a, const char *s, size_t n);
dbx_doc *dbx_doc_str(dbx_arena *a, const char *s);
dbx_doc *dbx_doc_brk(dbx_arena *a, const char *flat);    // newline, or `flat` in a group that fits
dbx_doc *dbx_doc_cat(dbx_arena *a, dbx_docs *parts);     // frees parts
dbx_doc *dbx_doc_group(dbx_arena *a, dbx_doc *d);        // flat if it fits the line, else as it is
dbx_doc *dbx_doc_nest(dbx_arena *a, int by, dbx_doc *d); // `by` more columns after its newlines
// Appends the document, in lines of at most `width` columns where it has breaks.
void dbx_doc_format(dbx_buf *out, const dbx_doc *d, int width);

#endif
