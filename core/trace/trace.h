// A trace: one traced function (or program under construction) with its frames, its event log and
// the records of its nested binds. Traces are kept whole: views, the debugger and JSON are
// functions of them.
#ifndef DBX_TRACE_TRACE_H
#define DBX_TRACE_TRACE_H

#include "trace/event.h"
#include "trace/state.h"
#include "trace/value.h"

// InputType or OutputType: avals with their explicitness (true: explicit).
typedef struct dbx_sig {
  dbx_aval *aval;
  bool *expl;
  uint32_t n;
} dbx_sig;

typedef enum dbx_frame_kind {
  DBX_FRAME_FUNCTION, // a whole function, or the program under construction
  DBX_FRAME_NESTED,   // body, condition or branch
  DBX_FRAME_CALL,     // a pjit
} dbx_frame_kind;

// A captured value: the constant tracer that stands for it and what it stands for.
typedef struct dbx_capture {
  dbx_var inner;
  dbx_var outer;    // 0: a concrete array
  dbx_array *array; // one reference is owned
} dbx_capture;

// One tracing context: a lambda under construction.
typedef struct dbx_frame {
  uint32_t id; // never 0; unique in the session
  dbx_frame_kind kind;
  dbx_sym name;             // of the function that is traced
  struct dbx_frame *parent; // enclosing frame of the same trace
  struct dbx_trace *trace;
  bool live;
  dbx_vec(dbx_eqn) eqns;
  dbx_vec(dbx_var) invars;
  dbx_vec(dbx_capture) consts; // in order of first use
  dbx_map const_of;            // outer variable or array -> inner variable
  const dbx_jaxpr *jaxpr;      // what it became when it was complete
  dbx_map lengths;             // formula of a slice's length (a hash) -> the variable that holds it
  const struct dbx_frame_taker *taker; // NULL: its equations stay in it
  const struct dbx_deferral *deferral; // of a circuit and its bodies, else NULL
} dbx_frame;

// Who takes the equations of a frame that only stands for others (core/batch): what they mean is
// bound somewhere else, at once.
typedef struct dbx_frame_taker {
  dbx_status (*take)(void *ctx, dbx_frame *f, const dbx_eqn *e);
  // The value that stands for a result of an equation: the tracer, or what it is outside of f.
  dbx_val (*result)(void *ctx, dbx_var v);
  // What an atom of f stands for is captured outside, now.
  dbx_status (*capture)(void *ctx, dbx_atom a);
  void *ctx;
} dbx_frame_taker;

struct dbx_bind;
struct dbx_site;
struct dbx_memory;

// Who keeps the binds of a frame whose equations come later (core/quantum), with all that is opened
// in their bodies. In a circuit the bodies of loops, conditionals and adjoint blocks hold gates
// besides their classical equations. A first pass traces the bodies and makes the tracers of the
// classical results; their frames stay open. A second pass puts the gates in, with a register that
// is carried last, completes the bodies and binds the equation (docs/semantics.md, Circuits).
typedef struct dbx_deferral {
  dbx_status (*enter)(void *ctx, dbx_frame *f);       // a body is about to run
  dbx_status (*leave)(void *ctx, dbx_frame *f);       // it has run
  dbx_status (*defer)(void *ctx, struct dbx_bind *b); // the first pass through b is over
  // A plain equation with one result is about to be bound in f.
  dbx_status (*bind)(void *ctx, dbx_frame *f, const struct dbx_site *s, dbx_var out);
  void *ctx;
} dbx_deferral;

// What a comparison with dims=symbolic found, in the names of the source (prim/poly.h).
typedef struct dbx_proof {
  const char *left, *right; // normal forms
} dbx_proof;

// What another room keeps as long as a trace lives.
typedef struct dbx_kept {
  void (*release)(void *what);
  void *what;
} dbx_kept;

typedef struct dbx_trace {
  uint64_t id; // unique in the session
  dbx_arena arena;
  struct dbx_trace *outer; // the one that goes on when this one ends
  dbx_sym function;
  dbx_span span;
  dbx_vec(dbx_event) events;
  dbx_vec(dbx_frame *) frames;
  dbx_vec(struct dbx_bind *) binds; // in the order in which they start
  dbx_vec(dbx_proof) proofs;        // lengths that are equal as polynomials
  dbx_vec(dbx_kept) kept;
  dbx_frame *top;            // innermost frame
  uint32_t bind;             // innermost bind under way, id + 1
  uint32_t part;             // and its part
  struct dbx_memory *memory; // of the round under way (trace/rounds.c)
  uint32_t n_cuts;           // how often a part of it was dropped
  bool shared;               // other traces call what was traced in it: it is not dropped
  bool plain; // as jax traces without dynamic shapes: shapes are promoted by its other rules
  // results, once the trace is complete
  dbx_jaxpr *jaxpr; // NULL while tracing, or if it failed
  dbx_sig in_type, out_type;
  dbx_sym failed; // exception class, 0 if it did not fail
} dbx_trace;

// What a trace that goes on would be if it ended now. It is not the trace's: views are given it.
typedef struct dbx_so_far {
  const dbx_trace *trace;
  const dbx_jaxpr *jaxpr; // NULL: not known
  dbx_sig out_type;
  const dbx_names *shown; // what its variables were called when it was shown last; NULL: it was not
} dbx_so_far;
// Of a trace as a view sees it; s may be NULL, or of another trace. NULL if it is not known.
static inline const dbx_jaxpr *dbx_trace_jaxpr(const dbx_trace *t, const dbx_so_far *s) {
  return s && s->trace == t && s->jaxpr ? s->jaxpr : t->jaxpr;
}
static inline const dbx_sig *dbx_trace_out_type(const dbx_trace *t, const dbx_so_far *s) {
  return s && s->trace == t && s->jaxpr ? &s->out_type : &t->out_type;
}

// Opens a trace inside of the current one, and makes it the current one. Its owner ends it and
// frees it, or keeps it for views.
dbx_trace *dbx_trace_begin(dbx_sym function);
// Ends the current trace (its frames must be closed); the enclosing one goes on.
void dbx_trace_end(dbx_trace *t);
// A position in the log to go back to.
typedef struct dbx_trace_mark {
  uint32_t events, binds, bind, part;
} dbx_trace_mark;
dbx_trace_mark dbx_trace_here(const dbx_trace *t);
void dbx_trace_back(dbx_trace *t, const dbx_trace_mark *m);
// Drops the events and binds from these positions on; the equations of a frame from n_eqns on.
void dbx_trace_cut(dbx_trace *t, uint32_t n_events, uint32_t n_binds);
void dbx_frame_cut(struct dbx_frame *f, uint32_t n_eqns);
void dbx_trace_free(dbx_trace *t);                                              // takes NULL
static inline dbx_trace *dbx_trace_current(void) { return trace_now->current; } // NULL: eager
// Between the two everything is eager; the suspended trace goes on afterwards. For the host's own
// numpy arithmetic inside a traced function.
dbx_trace *dbx_trace_suspend(void);
void dbx_trace_resume(dbx_trace *t);
static inline bool dbx_trace_plain(void) { // is the current one traced without dynamic shapes?
  return dbx_trace_current() && dbx_trace_current()->plain;
}
static inline dbx_frame *dbx_trace_frame(void) {
  dbx_trace *t = dbx_trace_current();
  return t ? t->top : NULL;
}

dbx_frame *dbx_frame_open(dbx_frame_kind kind, dbx_sym name); // in the current trace
void dbx_frame_close(dbx_frame *f);                           // must be the innermost
// A trace and a frame of it that are complete already: whoever reads them from elsewhere fills
// them. Nothing is logged, and the current trace stays what it is. The caller owns the trace.
dbx_trace *dbx_trace_recorded(dbx_sym function, dbx_span span);
dbx_frame *dbx_frame_recorded(dbx_trace *t, dbx_frame_kind kind, dbx_sym name, dbx_frame *parent);
// Out of the innermost frame, which stays open, and into one of the innermost again.
void dbx_frame_leave(dbx_frame *f);
void dbx_frame_enter(dbx_frame *f);
dbx_frame *dbx_frame_by_id(uint32_t id); // NULL: its trace has been freed

// ---- tracers ----

// An argument of f, the last so far.
dbx_var dbx_new_arg(dbx_frame *f, dbx_aval aval);
// The variable of frame f that stands for v; lifts it, and its dims before it, if it lives in an
// enclosing frame. Fails with E508 if its frame has ended.
dbx_status dbx_lift(dbx_frame *f, dbx_var v, dbx_var *ret);
dbx_status dbx_fail_escaped(dbx_var v); // E508: v is of another function, or of one that has ended
dbx_var dbx_lift_array(dbx_frame *f, dbx_array *a);
// An operand: tracers and arrays are lifted, Python scalars and host scalars become literals.
dbx_status dbx_frame_atom(dbx_frame *f, const dbx_val *v, dbx_atom *ret);
// The same where the order of captures counts: also in the frames that f stands for.
dbx_status dbx_frame_capture(dbx_frame *f, const dbx_val *v, dbx_atom *ret);

// ---- equations ----

// Appends an equation: in, out and params are copied. It fails only where its taker does.
dbx_status dbx_emit(dbx_frame *f, const struct dbx_primitive *p, const dbx_atom *in, uint32_t n_in,
                    const dbx_var *out, uint32_t n_out, const dbx_kv *params, uint32_t n_params);
// What a result of an equation of f is for whoever asked for it.
static inline dbx_val dbx_frame_result(const dbx_frame *f, dbx_var v) {
  return f->taker ? f->taker->result(f->taker->ctx, v) : dbx_val_tracer(v);
}
// Binds a plain primitive in frame f: types the results by its rule, replaces the dims that the
// rule leaves unknown by `unknown` in order, emits the equation. Operands are atoms of f.
dbx_status dbx_bind_plain(dbx_frame *f, const struct dbx_primitive *p, const dbx_atom *in,
                          uint32_t n_in, const dbx_kv *params, uint32_t n_params,
                          const dbx_dim *unknown, dbx_var *out, uint32_t n_out);
// Compares two dims (dbx_dim_equal) and logs the comparison if a variable is involved.
bool dbx_compare_dims(dbx_dim a, dbx_dim b);
// The type of a tracer, with lengths that have no name as formulas of those that have one.
void dbx_put_type_words(dbx_buf *b, dbx_var v);
// Adds to the pending diagnostic where a traced length comes from (trace/origin.c); what two that
// are not equal are as polynomials; all of this and why they do not count as equal.
void dbx_note_dim(dbx_dim d);
// The end of a message about two lengths that do not fit: ": two lengths are never equal", ...; ""
// of two numbers.
const char *dbx_dims_verdict(dbx_dim a, dbx_dim b);
void dbx_note_polynomials(dbx_dim a, dbx_dim b);
void dbx_note_dims(dbx_dim a, dbx_dim b);
// Adds an operand with its role to the pending diagnostic, and where its lengths come from. An atom
// stands at the place that computed it, if there is one. Values that are no arrays are left out.
void dbx_note_operand(const char *role, dbx_span span, const dbx_val *v);
void dbx_note_atom(dbx_atom a, const char *fmt, ...) DBX_PRINTF(2, 3);
// The length v as its trace's log knows it: the name, the expression that computed it, an array
// that has it ("x.shape[0]", "f(x).shape[0]"). false, and nothing is put, if it knows none.
bool dbx_put_length_words(dbx_buf *b, dbx_var v);
// A length in the words of the source: its name, or the expression that computes it.
void dbx_put_dim_words(dbx_buf *b, dbx_dim d);

// ---- toJaxpr (trace/to_jaxpr.c) ----
// The Jaxpr of frame f with the given results: constants folded, no-ops forwarded, unused constants
// pruned. Nothing of the frame or its trace changes. keep_inputs: the inputs and their dims count
// as used (nested frames). consts (NULL: nobody asks) receives the captures that remain, in order.
typedef dbx_vec(dbx_capture) dbx_captures;
dbx_jaxpr *dbx_to_jaxpr(const dbx_frame *f, dbx_arena *arena, const dbx_atom *outs, uint32_t n_out,
                        bool keep_inputs, dbx_captures *consts);
// The Jaxpr that f became, or, for one that is not complete, that a view made of it so far: by the
// ids of frames (NULL: there is no view). NULL: none.
const dbx_jaxpr *dbx_frame_jaxpr(const dbx_frame *f, const dbx_map *so_far);
// The tracer or literal that is used in the place of a in the Jaxpr that f became; a before that.
dbx_atom dbx_frame_subst(const dbx_frame *f, dbx_atom a);
// The type that a has there.
dbx_aval dbx_tracer_aval(dbx_atom a, const dbx_map *so_far);

#endif
