// The page: its document between the parts of viz/page/page.html (made by viz/page/embed.py).
#include "viz/page/page.h"

#include "base/mem.h"
#include <stdlib.h>
#include <zlib.h>

extern const char dbx_page_head[], dbx_page_data[], dbx_page_tail[];

// The document stands in a script element, which only "<" can end: in JSON "<" is always part of a
// string.
static void put_plain(dbx_buf *b, const dbx_buf *json) {
  dbx_put(b, dbx_page_data);
  for (size_t i = 0; i < json->n; i++) {
    if (json->at[i] == '<') dbx_put(b, "\\u003c");
    else dbx_putc(b, json->at[i]);
  }
}

static void put_base64(dbx_buf *b, const unsigned char *s, size_t n) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < n; i += 3) {
    uint32_t left = n - i < 3 ? (uint32_t)(n - i) : 3;
    uint32_t bits =
        (uint32_t)s[i] << 16 | (left > 1 ? (uint32_t)s[i + 1] << 8 : 0) | (left > 2 ? s[i + 2] : 0);
    for (uint32_t k = 0; k < 4; k++)
      dbx_putc(b, k <= left ? digits[bits >> (18 - 6 * k) & 63] : '=');
  }
}

// A long document, packed; false: there is no memory for it.
static bool put_packed(dbx_buf *b, const dbx_buf *json) {
  uLongf n = compressBound(json->n);
  unsigned char *packed = dbx_alloc(n);
  bool ok = compress2(packed, &n, (const unsigned char *)json->at, json->n, 9) == Z_OK;
  if (ok) {
    dbx_put(b, " data-form=\"deflate\"");
    dbx_put(b, dbx_page_data);
    put_base64(b, packed, n);
  }
  free(packed);
  return ok;
}

void dbx_put_page_html(dbx_buf *b, const dbx_page *p) {
  enum { LONG = 400000 };
  dbx_buf json = {0};
  dbx_put_page_json(&json, p);
  dbx_put(b, dbx_page_head);
  if (json.n < LONG || !put_packed(b, &json)) put_plain(b, &json);
  dbx_put(b, dbx_page_tail);
  dbx_buf_free(&json);
}
