// Reading tagged text (see pieces.h).
#include "viz/draw/pieces.h"

#include "viz/text/spans.h"
#include <string.h>

static bool in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

void dbx_read_pieces(const char *s, size_t n, const dbx_piece_reader *r) {
  size_t from = 0;
  for (size_t i = 0; i < n;) {
    uint32_t length;
    dbx_var v = i > from && in_name(s[i - 1]) ? dbx_tag_at(s + i, n - i, &length) : 0;
    if (!v) {
      i++;
      continue;
    }
    size_t name = i;
    while (name > from && in_name(s[name - 1])) name--;
    if (name > from) r->plain(r->ctx, s + from, name - from);
    r->name(r->ctx, s + name, i - name, v);
    from = i += length;
  }
  if (n > from) r->plain(r->ctx, s + from, n - from);
}

// ---- JSON ----

typedef struct run {
  dbx_json *json;
  const dbx_dim_table *dims;
  dbx_buf plain; // not written yet
} run;

static void flush(run *r) {
  if (r->plain.n) dbx_put_json_text(r->json, dbx_text(&r->plain));
  dbx_clear(&r->plain);
}

static void json_plain(void *ctx, const char *s, size_t n) { dbx_putn(&((run *)ctx)->plain, s, n); }

static void json_name(void *ctx, const char *s, size_t n, dbx_var v) {
  run *r = ctx;
  uint32_t dim = dbx_dim_table_find(r->dims, v);
  if (dim == UINT32_MAX) return dbx_putn(&r->plain, s, n);
  flush(r);
  dbx_json_open(r->json, '[');
  dbx_json_strn(r->json, s, n);
  dbx_json_int(r->json, dim);
  dbx_json_close(r->json, ']');
}

void dbx_put_json_run(dbx_json *j, const dbx_dim_table *d, const char *s, size_t n) {
  run r = {j, d, {0}};
  dbx_read_pieces(s, n, &(dbx_piece_reader){json_plain, json_name, &r});
  flush(&r);
  dbx_buf_free(&r.plain);
}

void dbx_put_json_pieces(dbx_json *j, const dbx_dim_table *d, const char *s) {
  dbx_json_open(j, '[');
  dbx_put_json_run(j, d, s, strlen(s));
  dbx_json_close(j, ']');
}

// ---- plain text ----

static void put_plain(void *ctx, const char *s, size_t n) { dbx_putn(ctx, s, n); }

static void put_name(void *ctx, const char *s, size_t n, dbx_var v) {
  (void)v;
  dbx_putn(ctx, s, n);
}

void dbx_put_untagged(dbx_buf *b, const char *s, size_t n) {
  dbx_read_pieces(s, n, &(dbx_piece_reader){put_plain, put_name, b});
}
