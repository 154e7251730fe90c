// Recordings: traces as JSON Lines, and back (docs/trace-format.md). What is read is what was
// written: every view of a trace shows the same of both. A line is an object whose "k" says what it
// defines; what a line refers to is defined by a line before it.
#ifndef DBX_RECORD_RECORD_H
#define DBX_RECORD_RECORD_H

#include "base/json.h"
#include "trace/nested.h"

enum { DBX_RECORD_VERSION = 1 };

// ---- writing ----

typedef struct dbx_record_writer dbx_record_writer;

// Begins a recording with its first line. The text goes to `out`, which stays the caller's.
dbx_record_writer *dbx_record_begin(dbx_buf *out);
// Adds a trace, whole: its frames, equations, events, binds, and what it became. so_far: what it
// would be if it ended now, for the one that goes on; else NULL.
void dbx_record_trace(dbx_record_writer *w, const dbx_trace *t, const dbx_so_far *so_far);
// Adds the diagnostic that ended the program.
void dbx_record_error(dbx_record_writer *w, const dbx_diag *d);
// A line of the caller's own: its kind, then what is put into the JSON, until the line is closed.
// One at a time; nothing is added to the recording in between.
dbx_json *dbx_record_open(dbx_record_writer *w, const char *kind);
// [source, begin, end], or null where there is no place. The source is defined if it was not yet.
void dbx_record_span(dbx_record_writer *w, dbx_json *j, dbx_span span);
// The number of a Jaxpr, which is defined if it was not yet.
void dbx_record_jaxpr(dbx_record_writer *w, dbx_json *j, const dbx_jaxpr *x);
void dbx_record_close(dbx_record_writer *w);
// Adds the last line. The writer is gone.
void dbx_record_end(dbx_record_writer *w);

// ---- reading ----

struct json_t; // of jansson
struct record_reader;

// Told of each line of a kind that the reader does not know, with the object; fails with E608.
typedef dbx_status (*dbx_record_taker)(void *ctx, struct record_reader *r, const char *kind,
                                       const struct json_t *line);

typedef struct dbx_recording {
  dbx_vec(dbx_trace *) traces; // in the order in which they were written
  dbx_vec(dbx_trace *) others; // that these refer to, and that are not shown
  dbx_diag *error;             // that ended the program; NULL: none did
} dbx_recording;

// Does the text begin as a recording does?
bool dbx_is_recording(const char *text, size_t n);
// Reads a registered text. The release that it was recorded under (ir/target.h) is in use
// afterwards. The caller owns the traces and the error. Traces are freed together. Fails with E608,
// which names the line; then there is nothing to free.
dbx_status dbx_record_read(uint32_t file, dbx_record_taker take, void *ctx, dbx_recording *ret);

// For takers: the field as a span, text, or Jaxpr of the line. Each fails with E608 where it is
// absent or something else.
dbx_status dbx_record_take_span(struct record_reader *r, const struct json_t *line, const char *key,
                                dbx_span *ret);
dbx_status dbx_record_take_text(struct record_reader *r, const struct json_t *line, const char *key,
                                const char **ret);
dbx_status dbx_record_take_jaxpr(struct record_reader *r, const struct json_t *line,
                                 const char *key, dbx_jaxpr **ret);

#endif
