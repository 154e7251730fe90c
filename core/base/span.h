// A place in a source text.
#ifndef DBX_BASE_SPAN_H
#define DBX_BASE_SPAN_H

#include <stdint.h>

typedef struct dbx_span {
  uint32_t file, begin, end; // file 0: no place
} dbx_span;

#endif
