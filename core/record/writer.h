// The parts of the writer (private to record/). What a line refers to is defined before it: each
// dbx_json is that of a line with a buffer of its own, which is added to the recording when it is
// complete, so that definitions may be written while it grows.
#ifndef DBX_RECORD_WRITER_H
#define DBX_RECORD_WRITER_H

#include "record/record.h"
#include "record/words.h"

typedef struct record_line {
  dbx_json json;
  dbx_buf text;
} record_line;

struct dbx_record_writer {
  dbx_buf *out;
  record_line own; // of dbx_record_open
  // handle, id or address -> its number in the recording
  dbx_map sources, vars, arrays, traces, frames, jaxprs;
  const dbx_so_far *so_far; // of the trace that is written
};

// Begins a line with its "k"; ends it, and adds it to the recording.
void record_open(record_line *l, const char *kind);
void record_close(dbx_record_writer *w, record_line *l);

// Values with their keys.
void record_int(dbx_json *j, const char *key, int64_t i);
void record_flag(dbx_json *j, const char *key, bool b); // left out if it is false
void record_text(dbx_json *j, const char *key, const char *s);
void record_sym(dbx_json *j, const char *key, dbx_sym s); // left out if there is none

// ---- what is defined at its first use; each gives or writes the number of it (write.c) ----

// By the id of a frame; 0: it is gone.
uint64_t record_frame(dbx_record_writer *w, uint32_t id);
uint64_t record_trace(dbx_record_writer *w, const dbx_trace *t);
uint64_t record_var(dbx_record_writer *w, dbx_var v);
uint64_t record_array(dbx_record_writer *w, const dbx_array *a);
uint64_t record_jaxpr(dbx_record_writer *w, const dbx_jaxpr *j); // write_jaxpr.c

// "v3", "_v3" of a binder that is dropped, "2.0:float64[]", null for none; "v3", "3", "DBIdx(0)";
// "~float64[3,v4]".
void record_put_atom(dbx_record_writer *w, dbx_json *j, dbx_atom a);
void record_put_dim(dbx_record_writer *w, dbx_json *j, dbx_dim d);
void record_put_type(dbx_record_writer *w, dbx_json *j, dbx_aval a);

// Lists with their keys.
void record_atoms(dbx_record_writer *w, dbx_json *j, const char *key, const dbx_atom *at,
                  uint32_t n);
void record_captures(dbx_record_writer *w, dbx_json *j, const char *key, const dbx_capture *at,
                     uint32_t n);
// Of variables and what they became, in the order of the variables.
void record_pairs(dbx_record_writer *w, dbx_json *j, const char *key, const dbx_map *m);
void record_at(dbx_record_writer *w, dbx_json *j, dbx_span span); // the key "at"; no place: nothing

// ---- write_jaxpr.c ----

// The fields of an equation, in an object that is open.
void record_eqn(dbx_record_writer *w, dbx_json *j, const dbx_eqn *e);

// ---- write_bind.c ----

// A type of inputs or outputs with its key; a bind as a line.
void record_sig(dbx_record_writer *w, dbx_json *j, const char *key, const dbx_sig *s);
void record_bind(dbx_record_writer *w, const dbx_trace *t, const dbx_bind *b);

#endif
