// What the machine code of a Jaxpr depends on, as bytes: two Jaxprs with equal bytes have the same
// code. Its form, primitives, parameters, types, literals, scalar constants, the dtypes and lengths
// of array constants, and which parts are shared; not where the text stands, nor the elements of
// arrays. The code names equations and array constants by their numbers here. Private to lower/.
#ifndef DBX_LOWER_KEY_H
#define DBX_LOWER_KEY_H

#include "base/buf.h"
#include "ir/jaxpr.h"
#include "lower/agreed.h"

typedef struct lower_key {
  dbx_buf bytes;
  uint64_t hash[2];
  dbx_vec(const dbx_eqn *) eqns; // by number
  dbx_vec(dbx_array *) arrays;   // by number; borrowed
  dbx_map seen;                  // variable, Jaxpr, array, equation -> its number
  uint32_t n_vars, n_jaxprs, depth;
} lower_key;

// False if the Jaxpr has no key (it is nested too deeply for the back end anyway).
bool key_of(const dbx_jaxpr *j, const lower_form *form, lower_key *ret);
void key_free(lower_key *k);
// The other way round, in another process: a Jaxpr that has these bytes as its key, with variables
// and without elements of arrays, places and events. NULL: they are no key.
dbx_jaxpr *key_read(const char *bytes, size_t n, dbx_arena *arena, lower_form *ret_form);

enum { KEY_NONE = UINT32_MAX };
// KEY_NONE: not a part of the Jaxpr.
uint32_t key_eqn(const lower_key *k, const dbx_eqn *q);
uint32_t key_array(const lower_key *k, const dbx_array *a);

#endif
