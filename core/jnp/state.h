// What core/jnp keeps in a session.
#ifndef DBX_JNP_STATE_H
#define DBX_JNP_STATE_H

#include "base/mem.h"
#include "base/session.h"
#include "ir/target.h"
#include "prim/poly.h"
#include "trace/function.h"

// What two calls that share a Jaxpr have in common.
typedef struct jnp_call_key {
  uint64_t hash; // of all below
  dbx_sym name;
  dbx_target_id release; // that was mirrored
  uint64_t axes;         // with names, that were bound (dbx_axes_bound)
  uint64_t f;            // the function's identity
  const void *statics;
  size_t n_statics;
  dbx_sig in;
  dbx_poly *length; // of each implicit operand, with dims=symbolic; else NULL
} jnp_call_key;

typedef struct jnp_cached_call {
  jnp_call_key key;
  uint64_t trace;         // its id
  uint32_t frame, closed; // the context in which it was traced, and the event that closed that
  dbx_call_target target;
} jnp_cached_call;

struct jnp_state {
  dbx_map variable_of;                // type -> a variable of it: operands of shape rules, eagerly
  dbx_vec(jnp_cached_call) calls;     // traced named calls of one trace (call.c)
  dbx_map by_name;                    // hash of a function's module and name -> its row + 1
  struct jnp_signature *signature_of; // of each row, read when it is first called
  dbx_arena signatures;
};

extern struct jnp_state jnp_now[1];
extern const dbx_room jnp_room;

#endif
