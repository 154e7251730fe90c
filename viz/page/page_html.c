// The page: its document between the two halves of viz/page/page.html (made by viz/page/embed.py).
#include "viz/page/page.h"

extern const char dbx_page_head[], dbx_page_tail[];

// The document stands in a script element, which only "<" can end: in JSON "<" is always part of a
// string.
static void put_data(dbx_buf *b, const dbx_buf *json) {
  for (size_t i = 0; i < json->n; i++) {
    if (json->at[i] == '<') dbx_put(b, "\\u003c");
    else dbx_putc(b, json->at[i]);
  }
}

void dbx_put_page_html(dbx_buf *b, const dbx_page *p) {
  dbx_buf json = {0};
  dbx_put_page_json(&json, p);
  dbx_put(b, dbx_page_head);
  put_data(b, &json);
  dbx_put(b, dbx_page_tail);
  dbx_buf_free(&json);
}
