// A compiled program: what the emitter leaves for the run, and what both have to agree on. Private
// to lower/.
#ifndef DBX_LOWER_PROGRAM_H
#define DBX_LOWER_PROGRAM_H

#include "base/diag.h"
#include "ir/jaxpr.h"
#include "lower/agreed.h"
#include "lower/lower.h"

#include <llvm-c/Orc.h>

// The file of the locations of a program that is emitted for a listing: their line is the number
// of an equation, 1 for the first that was emitted. Debug information hands them on to LLVM IR and
// assembly.
static const char listing_file[] = "eqn";

// A place that can end the run.
typedef struct lower_site {
  const dbx_eqn *eqn;
  lower_message message;
} lower_site;

struct lower_program {
  const dbx_jaxpr *jaxpr; // as it is run (dbx_jaxpr_of_all)
  dbx_arena own;          // what of it is not the caller's
  struct lower_backend *backend;
  dbx_vec(lower_site) sites;
  dbx_vec(dbx_array *) consts; // extra arguments, after the program's
  uint32_t n_args, n_slots;    // arguments from the caller; result slots
  uint32_t n_scratch;          // i64 words
  const dbx_eqn *failed;       // the equation that the emitter stopped at, NULL: none
  const dbx_eqn *kernel;       // the first one that the interpreter computes, NULL: none
  uint32_t depth, equations;   // of nested Jaxprs; emitted in all
  bool any_order;              // floats are combined in whatever order is fast for the lengths
  bool element_loops;          // loops whose trips read or write single elements of arrays
  uint32_t loops;              // emitted
  lower_form form;
  bool built; // for a library that is linked without the session (lower/built)
  bool lists; // emitted for a listing: locations are numbers of equations (see listing.h)
  dbx_vec(const dbx_eqn *) listed;
  lower_entry entry;
  struct lower_code *code; // a reference
  lower_times times;
  // Of the first one of a Jaxpr: how long its runs took so far, and compiling it, the most memory
  // of a run, and the same in other forms, which run in its place: with loops for several threads;
  // for the lengths of one run, where there are the same. NULL: not (yet).
  uint64_t spent, compiled, most_bytes;
  struct lower_program *spread, *sized;
  bool tried_spread, tried_sized; // whether there is one
};

#endif
