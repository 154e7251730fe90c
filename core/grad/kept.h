// What a loop keeps of each trip for the way back. Private to core/grad.
#ifndef DBX_GRAD_KEPT_H
#define DBX_GRAD_KEPT_H

#include "grad/rule.h"

typedef struct kept_value {
  dbx_atom v;     // an input of the body, or what one of its equations gives
  uint32_t input; // which input it is; UINT32_MAX: none
  bool flat;      // its lengths are those of the trip: it lies in one array behind that of others
} kept_value;

typedef struct kept {
  const dbx_jaxpr *body;
  kept_value *at;
  uint32_t n, n_flat;
  dbx_u32s lengths; // variables of the body that are lengths of flat values
  // The body with *values *lengths as further results; and without the equations that compute
  // them, so that those of them that are no inputs are further inputs.
  dbx_jaxpr *whole, *rest;
} kept;

// Of a loop's body that nothing is kept of so far. kept_end makes `whole` and `rest`.
kept kept_begin(const dbx_jaxpr *body);
// An input, as a whole.
void kept_input(kept *k, uint32_t input, bool flat);
// Of an input that the results which are wanted read by parts of it only, these parts; false: it is
// read as a whole, or a part has lengths that inputs from n_sizes on decide, or the parts may have
// more elements than it.
bool kept_parts(kept *k, uint32_t input, const bool *want, uint32_t n_sizes);
void kept_end(kept *k);
void kept_free(kept *k);                       // its list, not the Jaxprs
bool kept_is_input(const kept *k, dbx_atom v); // of the body

// A number as a length.
static inline dbx_dim kept_length(V n) {
  if (n.kind == DBX_V_ARRAY) return dbx_dim_int(dbx_array_at(n.array, 0).i);
  return n.kind == DBX_V_TRACER ? dbx_dim_var(n.tracer) : dbx_dim_int(n.i);
}
// The shape of value i by the values of the lengths, and how many elements that is.
S kept_shape(const kept *k, uint32_t i, const V *lengths);
V kept_elements(const kept *k, uint32_t i, const V *lengths);

// Arrays of all trips: x put at trip k, and what is there. Flat ones: from place `at` on.
V kept_push(V stack, V k, V x);
V kept_at(V stack, V k); // an element, without the axis of trips
V kept_push_flat(V tape, V at, V x);
V kept_flat_at(V tape, V at, V n, S shape); // n elements, as an array of this shape

#endif
