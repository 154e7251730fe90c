// What the array API's part of the language keeps in a session.
#ifndef DBX_LANG_JAX_STATE_H
#define DBX_LANG_JAX_STATE_H

#include "base/session.h"
#include "lang/jax/block.h"

struct jax_state {
  lang_block_watch watch;
  // What was called in the trace under way: the functions, kept so that no other gets the address
  // of one of them, and the structures of results by their texts. Calls may share what the first of
  // them traced (jnp/call.c), and this is the host's part of it: a trace knows nothing of values.
  struct {
    uint64_t trace; // its id
    pv fns, structures;
  } called;
  dbx_span place;   // of the program's call that equations of callbacks come from; no file: none
  o_seq *callbacks; // functions that equations call, by their numbers from 1 on; NULL: none yet
  struct {          // AutoGraph: catalyst.autograph_strict_conversion, autograph_ignore_fallbacks
    bool strict, quiet;
  } graph;
  struct quantum_circuit *circuit; // the innermost that is traced (lang/quantum); NULL: none is
  dbx_sym tape_changes;            // transformation of every circuit's tape; 0: none (:tape)
  uint32_t hidden; // frames of the trace under way that the library has for itself (at_once)
  uint32_t no_jit; // blocks of jax.disable_jit() under way
  pv leaf;         // the structure of a leaf, of which there is one; UNBOUND: not asked for yet
};

extern struct jax_state jax_now[1];
extern const dbx_room jax_room;

#endif
