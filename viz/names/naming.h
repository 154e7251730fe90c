// Names of tracers in the printed Jaxpr of their trace. A tracer is followed through what toJaxpr
// did to its variable (folding, forwarding) and through the second evaluation of cond branches to
// the variable that is printed; its letter depends on the naming context, because every cond branch
// is printed on its own, with letters from "a".
#ifndef DBX_VIZ_NAMING_H
#define DBX_VIZ_NAMING_H

#include "trace/nested.h"

typedef struct dbx_naming dbx_naming;

typedef enum dbx_naming_how {
  DBX_NAMING_LETTERS = 0,
  DBX_NAMING_DRAFT = 1, // without a Jaxpr: t1, t2, ... in the order in which the tracers were made
  // Names of the source instead of letters ("y", "y.shape[0]", "loop.a"; `:set names source`): what
  // the program called a tracer first.
  DBX_NAMING_SOURCE = 2,
} dbx_naming_how;

// Names by Jaxpr j; NULL: by the trace's own. Without any (the trace failed or goes on) those of
// dbx_naming_now. Trace and Jaxpr have to outlive the result. how: of dbx_naming_how.
dbx_naming *dbx_naming_new(const dbx_trace *t, const dbx_jaxpr *j, unsigned how);
// What the variables of t are called at this moment, the one source of names for reports, errors,
// answers and the debugger: the letters of its Jaxpr; of a trace that has none, those of the frames
// that are open or failed as if each were in an equation of the next. What was shown of the trace
// under construction (`now`; NULL: nothing is) keeps its letters, and the rest has the next ones.
dbx_naming *dbx_naming_now(const dbx_trace *t, const dbx_so_far *now, unsigned how);
// The same where `in` is the innermost frame of a trace without a Jaxpr.
dbx_naming *dbx_naming_inside(const dbx_frame *in, const dbx_so_far *now, unsigned how);
bool dbx_naming_is_by_source(const dbx_naming *n);
dbx_naming *dbx_naming_free(dbx_naming *n); // takes NULL; returns NULL

// From now on every name of a variable is followed by a tag that says which variable it is: bytes
// that no UTF-8 text has after an ASCII character, and that take no column, so that layouts stay.
// viz/draw/pieces.h reads them.
void dbx_naming_tag(dbx_naming *n);
// Branches are printed with letters from "a". From now on (until it is said again) their letters
// have the number of the branch behind them, so that a letter means one thing in a drawing.
typedef enum dbx_branch_numbers {
  DBX_NUMBERS_NONE,
  DBX_NUMBERS_RAISED, // a¹
  DBX_NUMBERS_ASCII,  // a^1
} dbx_branch_numbers;
void dbx_naming_number(dbx_naming *n, dbx_branch_numbers how);
// For dbx_print_opts.name with the naming as its context: names with tags, valid until the next.
const char *dbx_tagged_name(void *naming, dbx_var v, const char *letter);
// The variable of a tag at s (n > 0 bytes left) and the tag's length; 0 if there is none.
dbx_var dbx_tag_at(const char *s, size_t n, uint32_t *length);

// The name of a variable of a printed Jaxpr in any of its contexts, NULL if it has none.
const char *dbx_shown_name(const dbx_naming *n, dbx_var v);
// The same renaming for names of a Jaxpr of the naming's trace.
void dbx_naming_rename(const dbx_naming *n, dbx_names *names);

// Puts the name of a; literals as their Python text. Tracers of other frames are shown as what `in`
// lifted them to, if it did (NULL: as they are). Returns false, and puts nothing, if a has no name.
bool dbx_put_tracer(dbx_buf *b, const dbx_naming *n, const dbx_frame *in, dbx_atom a);
// The tracer's own label, "t7", also where it has a letter; false if v was not made in the trace.
// dbx_naming_label has to be called first; with `fall_back` what has no letter goes by its label.
void dbx_naming_label(dbx_naming *n, const dbx_trace *t, bool fall_back);
bool dbx_put_label(dbx_buf *b, const dbx_naming *n, dbx_var v);
// The same for a captured array: the constant of frame `in` that stands for it.
bool dbx_put_captured(dbx_buf *b, const dbx_naming *n, const dbx_frame *in, const dbx_capture *c);
// The Jaxprs that are printed, by the ids of the frames that they were made of. What stands there
// for a tracer of f: the tracer that is used in its place, or a literal. The type of a tracer
// there.
const dbx_map *dbx_naming_jaxprs(const dbx_naming *n);
dbx_atom dbx_naming_subst(const dbx_naming *n, const dbx_frame *f, dbx_atom a);
dbx_aval dbx_naming_aval(const dbx_naming *n, dbx_atom a);
// What dbx_put_tracer names: the atom of the printed Jaxpr, 0 if there is none.
dbx_atom dbx_printed_atom(const dbx_naming *n, const dbx_frame *in, dbx_atom a);
// "f64[a,3]"; dims without a name print as `unnamed`. DBIdx(0), or DBIdx(val=0) if `val`.
void dbx_put_type(dbx_buf *b, const dbx_naming *n, dbx_aval a, const char *unnamed, bool val);
void dbx_put_type_dim(dbx_buf *b, const dbx_naming *n, dbx_dim d, const char *unnamed, bool val);

// An equation on one line, with nested Jaxprs shortened and unnamed binders as "_".
void dbx_put_eqn(dbx_buf *b, const dbx_naming *n, const dbx_eqn *e);

// The letters of one Jaxpr inside the trace's Jaxpr; NULL if it is not printed.
const dbx_names *dbx_names_inside(const dbx_naming *n, const dbx_jaxpr *j);
// The equation of a bind as it is printed, NULL if it is not.
const dbx_eqn *dbx_printed_eqn(const dbx_naming *n, const dbx_bind *b);
// The equation as the bind emitted it in its frame, NULL if it did not come to that.
const dbx_eqn *dbx_emitted_eqn(const dbx_bind *b);
// The number of a context: contexts are counted as the log opens them, without those of rounds and
// attempts that were undone. UINT32_MAX: the log does not have it.
uint32_t dbx_context_number(const dbx_naming *n, uint32_t frame);
// Was the frame turned into a Jaxpr?
bool dbx_frame_complete(const dbx_naming *n, const dbx_frame *f);

#endif
