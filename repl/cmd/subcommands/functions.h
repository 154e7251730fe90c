// Functions in the reference: a heading, what dynamic lengths do to it, an example that is run.
#ifndef DBX_CMD_FUNCTIONS_H
#define DBX_CMD_FUNCTIONS_H

#include "learn/example.h"
#include "learn/site.h"

typedef struct functions_entry {
  const char *name, *head; // "jax.numpy.ptp", the same with its signature
  const char *path;        // of the page
  example_program example; // no text: none
} functions_entry;

// The title of a module's page, and what its entries say.
void functions_put_head(dbx_buf *b, const char *module);
// An entry; its heading is found by the search.
void functions_put(site *s, dbx_buf *b, const functions_entry *f);
// Those of the library's tables that belong to a module; signatures: signatures_read.
void functions_put_library(site *s, dbx_buf *b, const char *module, const char *path,
                           const char *signatures);

#endif
