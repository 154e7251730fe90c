// A place in a source text.
#ifndef DBX_BASE_SPAN_H
#define DBX_BASE_SPAN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct dbx_span {
  uint32_t file, begin, end; // file 0: no place
} dbx_span;

// Of one file, from one place to one.
static inline bool dbx_same_span(dbx_span a, dbx_span b) {
  return a.file == b.file && a.begin == b.begin && a.end == b.end;
}

#endif
