// One operation of arrays: what it makes for itself is given back at its end.
#ifndef DBX_LANG_OPERATION_H
#define DBX_LANG_OPERATION_H

#include "lang/value/object.h"

typedef struct operation { // the pool of arrays, the root stack, the scratch memory before it
  uint32_t pool, pins;
  dbx_scratch_mark scratch;
} operation;

// Where the three stand. An operation ends behind those that began in it.
static inline operation operation_begin(void) {
  return (operation){dbx_pool_mark(), lang_pins(), dbx_scratch_here()};
}
// Back to there; st is handed on. What is to live longer is held elsewhere by now.
static inline dbx_status operation_end(const operation *o, dbx_status st) {
  dbx_pool_release(o->pool);
  dbx_scratch_release(o->scratch);
  lang_unpin(o->pins);
  return st;
}

#endif
