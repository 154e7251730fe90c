// The parts of a page's document that are files of their own. Private to viz.
#ifndef DBX_VIZ_PAGE_PARTS_H
#define DBX_VIZ_PAGE_PARTS_H

#include "viz/draw/pieces.h"
#include "viz/draw/scopes.h"
#include "viz/page/page.h"
#include "viz/text/spans.h"

typedef struct page_writer {
  dbx_json json;
  dbx_u32s sources;
  const dbx_page_trips *trips; // of the function that is written
  dbx_scopes *s;               // of the function that is written; its names are tagged
} page_writer;

// A member of the object that is open: its key and value, which is copied.
void page_text(page_writer *w, const char *key, const char *s);
void page_int(page_writer *w, const char *key, int64_t i);
void page_null(page_writer *w, const char *key);
void page_span(page_writer *w, dbx_span span);
void page_list(page_writer *w, const char *key); // opens it

// in_type and out_type of the function, whose Jaxpr is j (NULL: none).
void page_types(page_writer *w, const dbx_jaxpr *j, const dbx_sig *out_type);
void page_binds(page_writer *w);
// "marks": the places of the source whose values have a dimension.
void page_marks(page_writer *w);
// "graphs": those of the function, each value with its users; "edits": what rewriting does to it.
void page_graphs(page_writer *w, const dbx_jaxpr *j);
void page_edits(page_writer *w, const dbx_jaxpr *j);
void page_mlir(page_writer *w, const dbx_page_function *f);

#endif
