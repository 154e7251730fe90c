// Machine code of a Jaxpr apart from the Jaxpr: what an equal one can use. Kept by key; codes that
// no program uses are kept too, up to a bound. Private to lower/.
#ifndef DBX_LOWER_CODE_H
#define DBX_LOWER_CODE_H

#include "lower/code/key.h"
#include "lower/program.h"

// A place that can end the run, by the number of its equation (KEY_NONE: none).
typedef struct code_site {
  uint32_t eqn, message;
} code_site;

// What the program has of the same names; any_order: 0 or 1.
typedef struct code_facts {
  uint32_t n_args, n_slots, n_scratch, any_order;
} code_facts;

typedef struct lower_code {
  dbx_buf key;
  uint64_t hash[2];
  dbx_vec(code_site) sites;
  dbx_u32s arrays; // numbers of the array constants that are arguments
  code_facts facts;
  size_t bytes; // of key and object
  lower_entry entry;
  LLVMOrcResourceTrackerRef linked;
  uint32_t users; // programs
  uint64_t last;  // use, by the clock of the table
} lower_code;

typedef struct code_table {
  dbx_vec(lower_code *) all;
  uint64_t clock;
} code_table;

// A reference to the code with this key, NULL if there is none.
lower_code *code_find(code_table *t, const lower_key *k);
// Takes over c, with one reference.
void code_keep(code_table *t, const lower_key *k, lower_code *c);
// Takes a code that nobody uses off the table, the one that was used longest ago, if those are too
// many or if `all` is wanted; NULL: there is nothing to take. The caller unlinks and frees it.
lower_code *code_excess(code_table *t, bool all);
void code_free(lower_code *c); // takes NULL

// What the emitter left in p, by numbers; false if one is missing (a defect of the emitter).
bool code_describe(lower_code *c, const lower_key *k, const lower_program *p);
// The other way round.
void code_apply(const lower_code *c, const lower_key *k, lower_program *p);

#endif
