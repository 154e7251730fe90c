// What compiled programs call, and running them. Private to lower/.
#ifndef DBX_LOWER_RUNTIME_H
#define DBX_LOWER_RUNTIME_H

#include "lower/program.h"
#include "lower/run/pool.h"

// Functions that compiled code refers to by name.
typedef struct lower_symbol {
  const char *name;
  void *address;
} lower_symbol;
const lower_symbol *lower_symbols(uint32_t *n);

// Runs p on its arguments (the constants without a value, then inputs), with buffers of the pool.
// out receives a reference for each result. Fails with E7xx, or as dbx_poll does.
dbx_status lower_run(lower_program *p, lower_pool *pool, dbx_array *const *args, dbx_array **out);

#endif
