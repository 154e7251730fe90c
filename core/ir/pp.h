// The layout algebra that Jaxprs are printed with: text, breaks, nesting, groups.
// Source: docs/semantics.md, Printing (the rest of the line after a group does not count).
#ifndef DBX_IR_PP_H
#define DBX_IR_PP_H

#include "base/buf.h"
#include "base/mem.h"

typedef struct dbx_doc dbx_doc;
typedef dbx_vec(dbx_doc *) dbx_docs;

dbx_doc *dbx_doc_text(dbx_arena *a, const char *s, size_t n);
dbx_doc *dbx_doc_str(dbx_arena *a, const char *s);
dbx_doc *dbx_doc_brk(dbx_arena *a, const char *flat); // newline, or `flat` in a group that fits
dbx_doc *dbx_doc_cat(dbx_arena *a, dbx_docs *parts);  // frees parts
dbx_doc *dbx_doc_group(dbx_arena *a, dbx_doc *d);
dbx_doc *dbx_doc_nest(dbx_arena *a, int by, dbx_doc *d);
void dbx_doc_format(dbx_buf *out, const dbx_doc *d, int width);

#endif
