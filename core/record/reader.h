// The parts of the reader (private to record/ and replay/). Each function that gives a status fails
// with E608, which names the line; numbers of what was defined are looked up, so that none leads
// nowhere.
#ifndef DBX_RECORD_READER_H
#define DBX_RECORD_READER_H

#include "record/record.h"
#include "record/words.h"

#include <jansson.h>

typedef struct record_reader {
  uint32_t file, line;
  bool ended;
  // what was defined, by number - 1
  dbx_u32s sources;
  dbx_map vars;                // number -> variable; of live traces also a literal
  dbx_vec(dbx_array *) arrays; // a reference to each is owned
  dbx_vec(dbx_trace *) traces;
  dbx_vec(dbx_frame *) frames;
  dbx_vec(dbx_jaxpr *) jaxprs;
  dbx_record_taker take;
  void *ctx;
  dbx_recording *ret;
} record_reader;

// Fails with E608: the source, the line, and the text.
dbx_status record_bad(const record_reader *r, const char *fmt, ...) DBX_PRINTF(2, 3);

// ---- fields ----

// A number from `least` to UINT32_MAX; `absent` where there is no such key.
dbx_status record_take_u32(record_reader *r, const json_t *o, const char *key, uint32_t least,
                           uint32_t absent, uint32_t *ret);
// The same, which has to be there.
dbx_status record_take_id(record_reader *r, const json_t *o, const char *key, uint32_t *ret);
bool record_take_flag(const json_t *o, const char *key);
// A name, 0 where there is no such key.
dbx_status record_take_sym(record_reader *r, const json_t *o, const char *key, dbx_sym *ret);
dbx_status record_take_word(record_reader *r, const json_t *o, const char *key,
                            const record_words *words, uint32_t *ret);
// A list, NULL where there is no such key.
dbx_status record_take_list(record_reader *r, const json_t *o, const char *key, const json_t **ret);
// The key "at", no place where it is absent; a place as a value.
dbx_status record_take_at(record_reader *r, const json_t *o, dbx_span *ret);
dbx_status record_span_of(record_reader *r, const json_t *v, dbx_span *ret);
dbx_status record_u32_of(record_reader *r, const json_t *v, uint32_t *ret);
dbx_status record_text_of(record_reader *r, const json_t *v, const char **ret);

// ---- what was defined (read_values.c) ----

// The frame, trace, Jaxpr, array of that number; 0 where there is no such key gives NULL.
dbx_status record_frame_at(record_reader *r, const json_t *o, const char *key, dbx_frame **ret);
dbx_status record_trace_at(record_reader *r, const json_t *o, dbx_trace **ret);
dbx_status record_jaxpr_at(record_reader *r, const json_t *o, const char *key, dbx_jaxpr **ret);
dbx_status record_array_at(record_reader *r, const json_t *v, dbx_array **ret);

// The number of a variable, which has to be new, stands for it from now on.
dbx_status record_define(record_reader *r, uint32_t id, dbx_atom a);
// Values: 0 for null; a variable may be dropped. A variable only; one that is not dropped.
dbx_status record_atom_of(record_reader *r, const json_t *v, dbx_atom *ret);
dbx_status record_var_of(record_reader *r, const json_t *v, dbx_var *ret);
dbx_status record_dim_of(record_reader *r, const json_t *v, dbx_dim *ret);
dbx_status record_type_of(record_reader *r, const json_t *v, dbx_aval *ret);
// The dtype with that name, that of keys too; false: there is none.
bool record_dtype_of(const char *name, size_t n, dbx_dtype *ret);

// Lists in the arena; empty where there is no such key. vars: there are no literals and nothing is
// null; binders may be dropped.
dbx_status record_take_atoms(record_reader *r, const json_t *o, const char *key, dbx_arena *a,
                             bool vars, dbx_list *ret);
dbx_status record_take_captures(record_reader *r, const json_t *o, const char *key, dbx_arena *a,
                                dbx_capture **ret, uint32_t *n);
dbx_status record_take_sig(record_reader *r, const json_t *o, const char *key, dbx_arena *a,
                           dbx_sig *ret);
// Pairs of a variable and what it became, which is not null.
dbx_status record_take_pairs(record_reader *r, const json_t *o, const char *key, dbx_map *ret);

// ---- lines ----

// Each takes a line of the kind that it is called by.
dbx_status record_read_source(record_reader *r, const json_t *o);
dbx_status record_read_var(record_reader *r, const json_t *o);
dbx_status record_read_array(record_reader *r, const json_t *o);
dbx_status record_read_trace(record_reader *r, const json_t *o);
dbx_status record_read_frame(record_reader *r, const json_t *o);
dbx_status record_read_eqn(record_reader *r, const json_t *o);
dbx_status record_read_framed(record_reader *r, const json_t *o);
dbx_status record_read_jaxpr(record_reader *r, const json_t *o);
dbx_status record_read_event(record_reader *r, const json_t *o);
dbx_status record_read_bind(record_reader *r, const json_t *o);
dbx_status record_read_traced(record_reader *r, const json_t *o);
dbx_status record_read_error(record_reader *r, const json_t *o);

// An equation, in the arena.
dbx_status record_eqn_of(record_reader *r, const json_t *o, dbx_arena *a, dbx_eqn *ret);
// Is what a trace refers to there, and of the kind that views expect (check.c)?
dbx_status record_check_bind(record_reader *r, const dbx_bind *b);
dbx_status record_check_trace(record_reader *r, const dbx_trace *t);

#endif
