// Spans and user text in the JSON forms.
#ifndef DBX_VIZ_SPANS_H
#define DBX_VIZ_SPANS_H

#include "base/json.h"
#include "base/mem.h"
#include "base/source.h"

// "key": {file, line, column, end_line, end_column, begin, end}, or null without a place.
void dbx_put_json_span(dbx_json *j, const char *key, dbx_span span);
// The same span as [source, line, column, end_line, end_column] for a list of sources; null without
// a place or if its text is not in the list.
void dbx_put_json_short_span(dbx_json *j, const dbx_u32s *sources, dbx_span span);
// A string; bytes that are not UTF-8 become U+FFFD, so that the document stays valid JSON.
void dbx_put_json_text(dbx_json *j, const char *s);
// "name:line:column", or "" without a place.
void dbx_put_span(dbx_buf *b, dbx_span span);

#endif
