// The words of the trace format: of kinds, and scalars as text (private to record/).
#ifndef DBX_RECORD_WORDS_H
#define DBX_RECORD_WORDS_H

#include "trace/nested.h"

typedef struct record_words {
  const char *const *at;
  uint32_t n;
} record_words;

extern const record_words record_var_kinds, record_frame_kinds, record_resizings, record_carried,
    record_notes, record_dim_kinds;

// The position of the word; false: it is none of them.
bool record_word(const record_words *w, const char *text, uint32_t *ret);

// A number of some dtype as a text without blanks that gives it again: "3", "0.1", "nan",
// "1.0,2.0".
void record_put_scalar(dbx_buf *b, dbx_scalar x, dbx_dtype t);
// The number that text[0..n) is; false: it is none of that dtype.
bool record_scalar(const char *text, size_t n, dbx_dtype t, dbx_scalar *ret);

// "DBIdx" and its like, NULL for numbers and variables.
const char *record_position_word(dbx_dim_kind k);

#endif
