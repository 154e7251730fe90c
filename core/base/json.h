// Writes JSON text into a buffer: values in order, commas and quoting by itself.
#ifndef DBX_BASE_JSON_H
#define DBX_BASE_JSON_H

#include "base/buf.h"

typedef struct dbx_json {
  dbx_buf *out;
  bool comma; // the next value or key needs a comma before it
  bool key;   // a key was just written: the value goes on the same line
  int indent; // blanks per level, -1 for one line
  int depth;
} dbx_json;

void dbx_json_open(dbx_json *j, char bracket);  // '{' or '['
void dbx_json_close(dbx_json *j, char bracket); // '}' or ']'
// The name of the value that is written next, inside of { }.
void dbx_json_key(dbx_json *j, const char *key);
// A value each. Texts are UTF-8 and get their quotes and escapes here; n counts bytes, of which
// any may be NUL.
void dbx_json_str(dbx_json *j, const char *s);
void dbx_json_strn(dbx_json *j, const char *s, size_t n);
void dbx_json_int(dbx_json *j, int64_t i);
void dbx_json_double(dbx_json *j, double x); // 17 digits; null if x is not finite
void dbx_json_bool(dbx_json *j, bool b);
void dbx_json_null(dbx_json *j);
void dbx_json_raw(dbx_json *j, const char *value, size_t n); // a value that is JSON already

#endif
