// The evaluator and its session.
#ifndef DBX_LANG_LANG_H
#define DBX_LANG_LANG_H

#include "base/nearest.h"
#include "base/poll.h"
#include "lang/object/protocol.h"

#include <stdio.h>

struct dbx_trace;

// ---- what the evaluator does with a node ----

typedef enum flow { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN, FLOW_FAIL } flow;

// With the nodes of a kind: a row of kinds.def. A cell is there where the parser makes such nodes.
typedef struct lang_kind {
  pv (*value)(o_env *env, const dbx_node *n);               // of an expression; UNBOUND: it failed
  flow (*run)(o_env *env, const dbx_node *n, pv *ret);      // a statement; ret: what return gives
  pv (*finish)(o_env *env, const dbx_node *n, pv x);        // value, if n->a has the value x
  dbx_status (*store)(o_env *env, const dbx_node *t, pv v); // into a target
  dbx_status (*delete)(o_env *env, const dbx_node *t);
} lang_kind;

// ---- session ----

// How compiled functions are run. Arguments: the Jaxpr's inputs, implicit ones first; results
// likewise. The default is the reference interpreter.
typedef struct dbx_engine {
  const char *name;
  dbx_status (*run)(void *ctx, const dbx_jaxpr *j, dbx_array *const *args, dbx_array **out);
  dbx_status (*text)(void *ctx, const dbx_jaxpr *j, const char *stage,
                     dbx_buf *ret);              // "mlir", "llvm"
  void (*forget)(void *ctx, const dbx_jaxpr *j); // j is going to be freed
  void *ctx;
} dbx_engine;

// The calls under way, innermost first.
typedef struct lang_frame {
  const o_env *env;
  struct lang_frame *caller;
  const dbx_span *site; // of the call
} lang_frame;

// What is unknown after errors (draft.h).
typedef struct lang_draft {
  bool on; // false: the functions of draft.h need not be called
  dbx_vec(struct lang_unknown {
    const o_env *env; // NULL: the module
    dbx_sym name;
  }) names;
  dbx_diag *first, *last;
  uint32_t count, paused;
  dbx_sym mark; // class of the error of a function whose result is unknown
} lang_draft;

typedef struct lang_session {
  const lang_kind *kinds; // by dbx_node_kind
  o_dict *globals;  // of the module whose code runs: the program's own but for calls into others
  o_dict *imported; // modules written in Python, by name
  o_seq *root;      // the program's globals, and imported: what a snapshot of the program begins at
  char *folder;     // the program's; what it imports lies there
  const char *program; // sys.argv: "", the program's file or "-c", then its arguments; borrowed
  char *const *arguments;
  int n_arguments;
  dbx_engine engine;
  const dbx_jaxpr *last_run; // what the last call of a compiled function ran
  void (*print)(void *ctx, const char *s, size_t n); // standard output of programs
  void *print_ctx;
  lang_frame *frame;
  dbx_span left;         // where the function that function_called ran last has returned
  uint32_t unwinding;    // handlers that run because of an interrupt, one inside the other
  bool hurried;          // another came meanwhile: no more handlers for it
  bool words;            // traced values are written in words of the program: for an exception
  uint32_t ungraphed;    // calls and blocks of catalyst.disable_autograph under way
  bool foresees_capture; // say what capture mode would make of loops (run/capture.h)
  uint8_t resizing;      // dbx_resizing of loops that do not ask for another (see resizing_option)
  pv refused;            // the compiled function whose definition failed last; UNBOUND: none
  dbx_vec(dbx_module *) modules;      // parsed texts: functions point into them
  dbx_map library;                    // the files among them that are part of the language
  dbx_vec(struct dbx_trace *) traces; // of functions, in order, failed ones too
  dbx_map needed; // while traces are dropped: the Jaxprs that an object refers to
  void (*on_trace)(struct dbx_trace *t, void *ctx); // after each of them
  void *on_trace_ctx;
  // After each call of a compiled function, with what went in and out (NULL: the run failed).
  void (*on_call)(const dbx_jaxpr *j, dbx_array *const *in, dbx_array *const *out);
  pv handled; // the exception whose handler runs (bare raise)
  pv shows;   // called with the value of each expression that is a statement of an example
  struct host_round *rounds; // under way, innermost first (rounds.c)
  uint32_t handlers;         // try statements with handlers whose body runs
  lang_draft draft;
  dbx_vec(struct o_iter *) waiting; // generators that have to be closed when they are dropped
  int64_t looked;                   // what looking for dropped ones has cost (dropped.c)
  bool looks;                       // it is done now
} lang_session;
extern lang_session lang_now[1];                             // of the session at work
void lang_print_nothing(void *ctx, const char *s, size_t n); // for lang_now->print

void lang_rooms(void); // the language's rooms join the session at work, behind those of core
void lang_start(void); // the same, and fills the builtins; call once
void lang_set_folder(const char *path); // of the program in this file; NULL: the one at work
// Of the command line: the program's file, or "-c", and what follows it; all of it is borrowed for
// ever. Nothing is said: "", and no more.
void lang_set_arguments(const char *program, char *const *rest, int n);
void lang_restart(void); // no name is bound, no call under way
// The same, and the memory of what was evaluated and traced is given back, unless some of it can
// still be reached. No trace, Jaxpr or node may be in use.
void lang_forget(void);
// Gives back the traces, failed ones too, whose Jaxpr no object refers to; how many. No command may
// hold one of them.
uint32_t lang_drop_traces(void);
void lang_stop(void); // frees what was evaluated, for ever; the end of the session does it, too
// Parses, resolves and runs a registered text as the module's code. On failure the diagnostic is
// pending and the statements before it have been executed. `last` (may be NULL) receives the value
// of the last statement if it is an expression.
dbx_status lang_run(uint32_t file, pv *last, bool *incomplete);
dbx_status lang_run_program(uint32_t file); // the same; one that exits with status 0 is at its end
// The end of a program: generators that wait in a block with a finally clause are closed.
void lang_leave_program(void);
void lang_mark_waiting(void (*visit)(pv v)); // these generators, as a root marker
// Runs a registered text as the code of a module with these globals; library: it is part of the
// language, its lines are not shown as the program's own.
dbx_status lang_run_module(uint32_t file, o_dict *globals, bool library);
// The same of an example of a docstring, one statement: show is called with the values of the
// expressions that are statements, outside of functions and classes.
dbx_status lang_run_example(uint32_t file, o_dict *names, pv show);
// Runs one parsed statement of m (the prompt).
dbx_status lang_exec_statement(const dbx_node *stmt, pv *last);
dbx_status lang_load(uint32_t file, dbx_module **ret,
                     bool *incomplete); // parse and resolve; session owns it
// Resolves a parsed text, which is the session's then; frees it on failure (E107).
dbx_status lang_adopt(dbx_module *m);
dbx_status lang_eval_text(const char *name, const char *text, pv *ret); // one expression

// ---- evaluation, by the rows of kinds.def ----
static inline pv lang_value(o_env *env, const dbx_node *n) { // UNBOUND: it failed
  return lang_now->kinds[n->kind].value(env, n);
}
// The same with a status; *ret is UNBOUND if it failed.
static inline dbx_status lang_eval(o_env *env, const dbx_node *n, pv *ret) {
  *ret = lang_value(env, n);
  return ret->tag == PV_UNBOUND ? DBX_FAIL : DBX_OK;
}
// v goes to what is written on the left of =; v stays the caller's to pin. E204, E208 of unpacking,
// and whatever code of the program raises.
static inline dbx_status lang_store(o_env *env, const dbx_node *target, pv v) {
  return lang_now->kinds[target->kind].store(env, target, v);
}
// Runs statements in order until one does not go on to the next; ret: what `return` gives. env is
// on the root stack, NULL: the module.
flow lang_exec(o_env *env, const dbx_nodes *body, pv *ret);
// Binds a name where the scope of n says; v UNBOUND: it has no value any more. Never fails.
dbx_status lang_store_name(o_env *env, const dbx_node *n, dbx_sym name, pv v);
// Names that `from a import *` has brought from modules of the language (import.c): the value,
// which the program's module has from then on, UNBOUND: none; E218 for one that the real module has
// and this one has not; names like an unknown one.
pv lang_star_name(dbx_sym name);
void lang_star_deleted(dbx_sym name); // `del name`: they have brought it no more
dbx_status lang_star_refuse(dbx_sym name);
void lang_star_near(dbx_nearest *n);
// For the log of the current trace, if there is one (notes.c): what a name is bound to, a call with
// its arguments in env, its end.
void lang_note_name(dbx_sym name, pv v);
bool lang_in_library(dbx_span place); // of the library's own Python
// Where the program is, if site is there.
dbx_span lang_program_place(dbx_span site);
void lang_note_call(const o_function *f, const o_env *env, dbx_span site);
void lang_note_return(const o_function *f, bool completed);
o_env *lang_env_of(const o_function *f);     // for a call, without its arguments
extern const native_row generator_methods[]; // send, throw, close
// Runs the body of one that is no generator; the arguments are in env, which is on the root stack.
// Afterwards dbx_here is where it has returned.
dbx_status lang_run_function(o_function *f, o_env *env, const dbx_span *site, pv *ret);
uint32_t lang_function_params(const o_function *f); // those that can be given by position
const dbx_node *lang_function_param(const o_function *f, uint32_t i);
// E201, with the nearest name that is known there (env NULL: in the program); E218.
dbx_status lang_unknown_name(const o_env *env, dbx_sym name, dbx_span span);
const dbx_node *lang_root_of(uint32_t file); // what was parsed of it last; NULL: nothing
void lang_forget_name(o_env *env, const dbx_node *n,
                      dbx_sym name); // without an error if it is absent
void lang_mark_handled(void (*visit)(pv v));
o_env *lang_new_env(const dbx_scope *s, o_env *outer);
dbx_status lang_test(const dbx_node *n, pv v,
                     bool *ret); // of what n gave: an error is placed there
void lang_rounds_start(void);    // tells the tracer what undoing a round means (rounds.c)

// A warning of class UserWarning and the like: to the program's module warnings, if it has imported
// it, which may raise it; otherwise to the sink of warnings.
dbx_status lang_warn(dbx_code code, dbx_span span, const char *text);

#endif
