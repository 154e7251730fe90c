// Flatbuffers, written front to back: a table, then what it refers to (private to core/hlo).
#ifndef DBX_HLO_FLAT_H
#define DBX_HLO_FLAT_H

#include "base/buf.h"

// A field of a table: a number of so many bytes, or a reference, which is filled in later.
typedef struct flat_field {
  uint32_t id, bytes; // 1, 2 or 4; 0: a reference
  uint32_t value;
  size_t at; // out: where it stands
} flat_field;

void flat_begin(dbx_buf *b); // an empty buffer becomes one with a reference to its root, at 0
// What is written next is what the reference at `from` refers to. Fields in rising order of ids.
void flat_table(dbx_buf *b, size_t from, flat_field *fields, uint32_t n);
void flat_text(dbx_buf *b, size_t from, const char *s, size_t n); // with a NUL behind it
void flat_bytes(dbx_buf *b, size_t from, const char *s, size_t n);
// Numbers of 2 or 4 bytes.
void flat_numbers(dbx_buf *b, size_t from, uint32_t bytes, const uint32_t *x, uint32_t n);
// n references; gives where the first one stands, the others follow at every 4 bytes.
size_t flat_references(dbx_buf *b, size_t from, uint32_t n);

#endif
