// Names of printed variables: letters in the order in which the printer meets them (private to ir).
#ifndef DBX_IR_NAMES_H
#define DBX_IR_NAMES_H

#include "ir/jaxpr.h"

struct dbx_names {
  uint32_t next;  // number of the next letter
  bool no_suffix; // new versions of jax have none
  dbx_map used;   // hash of names of hoisted Jaxprs, which letters skip
  dbx_arena arena;
  dbx_map text; // variable -> pointer to its text
};

void dbx_name_digits(dbx_buf *b, uint32_t i); // 0 -> a, 26 -> ba

#endif
