// The program under construction: declarations typed at the prompt open a trace, and every array
// operation goes into it until the program is completed (:out) or dropped (:new).
#ifndef DBX_CMD_PROGRAM_H
#define DBX_CMD_PROGRAM_H

#include "lang/lang.h"
#include "trace/nested.h"

typedef enum program_state {
  PROGRAM_NONE,
  PROGRAM_OPEN, // array operations are traced into it
  PROGRAM_DONE, // completed: it can be shown and run
} program_state;

program_state program_now(void); // of the session
dbx_trace *program_trace(void);  // its trace, the session's; NULL if there is no program
void program_stop(void);         // frees all programs that ever were, with their traces

// Is the statement a bare annotation of a name (`n: int`, `y: f64[m, 3]`)?
bool program_is_declaration(const dbx_node *stmt);
// Adds the argument; begins a program if none is open. Fails with E511.
dbx_status program_declare(const dbx_node *stmt);
// Before anything is executed: forgets the Jaxpr so far.
void program_thaw(void);
// After a statement: the arrays that it gave become the program's results.
dbx_status program_follow(const dbx_node *stmt, pv last);
// Completes it with the given results. Fails with E512.
dbx_status program_finish(pv results);
void program_drop(void);
dbx_status program_forget(void); // and the names of its values
// Makes a Jaxpr's text the program, which is complete then. Fails with E601 to E607.
dbx_status program_read(uint32_t file);

// The program as a function; valid until the next line. NULL if there is none.
const dbx_jaxpr *program_jaxpr(void);
// The same with its OutputType, for views of the program's trace. It is computed by program_jaxpr,
// not by this: its Jaxpr is NULL after program_thaw.
const dbx_so_far *program_so_far(void);
const dbx_names *program_names(void);
const dbx_names *program_shown(void); // the names before the last change; NULL: there were none
const dbx_sym *program_argument_names(void); // of the explicit arguments, in order

// One explicit or implicit argument.
typedef struct program_input {
  dbx_sym name;
  dbx_var var;
} program_input;
const program_input *program_inputs(bool implicit, uint32_t *n);

// A state to go back to.
typedef struct program_mark {
  program_state state;
  struct program *program;
  uint32_t n_implicit, n_explicit, n_eqns, n_consts, n_events, n_binds;
  dbx_atom *outs;
  uint32_t n_outs;
} program_mark;
program_mark program_here(void);
void program_restore(const program_mark *m); // the mark remains
void program_mark_free(program_mark *m);
#endif
