// Marked text: text in which the names of dimensions are marked with what they stand for.
#ifndef DBX_VIZ_PIECES_H
#define DBX_VIZ_PIECES_H

#include "base/json.h"
#include "viz/draw/dims.h"

// Takes marked text apart: text of a naming with tags. `plain` is given runs of text, `name` the
// name of a variable.
typedef struct dbx_piece_reader {
  void (*plain)(void *ctx, const char *s, size_t n);
  void (*name)(void *ctx, const char *s, size_t n, dbx_var v);
  void *ctx;
} dbx_piece_reader;
void dbx_read_pieces(const char *s, size_t n, const dbx_piece_reader *r);

// As a JSON list: strings, and for the names of dimensions [name, dimension]. Bytes that are not
// UTF-8 become U+FFFD.
void dbx_put_json_pieces(dbx_json *j, const dbx_dim_table *d, const char *s);
// The same without the brackets of the list.
void dbx_put_json_run(dbx_json *j, const dbx_dim_table *d, const char *s, size_t n);
// The text without its tags.
void dbx_put_untagged(dbx_buf *b, const char *s, size_t n);

#endif
