// Members of the objects of a page's document (see page_parts.h).
#include "viz/page/page_parts.h"

void page_text(page_writer *w, const char *key, const char *s) {
  dbx_json_key(&w->json, key);
  dbx_put_json_text(&w->json, s);
}

void page_int(page_writer *w, const char *key, int64_t i) {
  dbx_json_key(&w->json, key);
  dbx_json_int(&w->json, i);
}

void page_null(page_writer *w, const char *key) {
  dbx_json_key(&w->json, key);
  dbx_json_null(&w->json);
}

void page_span(page_writer *w, dbx_span span) {
  dbx_json_key(&w->json, "span");
  dbx_put_json_short_span(&w->json, &w->sources, span);
}

void page_list(page_writer *w, const char *key) {
  dbx_json_key(&w->json, key);
  dbx_json_open(&w->json, '[');
}
