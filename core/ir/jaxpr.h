// Equations and Jaxprs: what tracing produces and everything else consumes.
#ifndef DBX_IR_JAXPR_H
#define DBX_IR_JAXPR_H

#include "base/mem.h"
#include "ir/array.h"
#include "ir/param.h"
#include "ir/var.h"

struct dbx_primitive;

typedef struct dbx_eqn {
  const struct dbx_primitive *prim;
  const dbx_atom *in;
  dbx_var *out; // binders; DBX_DROPPED is set on those that print as "_"
  const dbx_kv *params;
  uint32_t n_in, n_out, n_params;
  uint32_t event; // the event of its bind, 0 for equations read from text
  dbx_span span;
} dbx_eqn;

// The parameter of that name, NULL if the equation has none.
static inline const dbx_param *dbx_eqn_param(const dbx_eqn *e, dbx_sym key) {
  return dbx_param_find(e->params, e->n_params, key);
}

// A (closed) Jaxpr. Constant variables come first when it is called; consts[i] is the value of
// constvars[i], NULL if the caller passes it. All parts live in the arena that it was built in.
typedef struct dbx_jaxpr {
  dbx_var *constvars, *invars;
  dbx_atom *outs;
  dbx_eqn *eqns;
  dbx_array **consts;
  uint32_t n_const, n_in, n_out, n_eqns;
  uint32_t n_implicit_in, n_implicit_out; // of whole functions
  bool from_text;                         // which does not say what is implicit
  // What toJaxpr made of the frame's variables: variable -> literal (folded), the variable that is
  // used in its place (forwarded), or its copy with another type. Not to be changed: its slots live
  // in the arena too.
  dbx_map subst;
  uint32_t frame; // the id of that frame, 0: read from text
} dbx_jaxpr;

bool dbx_eqn_unused(const dbx_eqn *e); // it has results, and nothing uses one of them

// The atom of j that a tracer of its frame became. j may be NULL: the tracer.
dbx_atom dbx_jaxpr_atom(const dbx_jaxpr *j, dbx_atom a);
// The same without the difference between a tracer and its copy: a itself unless it was left out.
dbx_atom dbx_jaxpr_tracer(const dbx_jaxpr *j, dbx_atom a);
// The type that the tracer has in j; of one that was left out its own. And what has that type.
dbx_aval dbx_jaxpr_aval(const dbx_jaxpr *j, dbx_atom a);
dbx_atom dbx_jaxpr_typed(const dbx_jaxpr *j, dbx_atom a);

// Calls f for every Jaxpr directly inside the parameters of e, in print order.
void dbx_eqn_each_jaxpr(const dbx_eqn *e, void (*f)(void *ctx, dbx_jaxpr *j), void *ctx);
// Adds what j uses: operands, outputs, with `inputs` the inputs too, and the dims in the types of
// these and of every binder (also of one that is dropped: its type still has to be in scope).
void dbx_jaxpr_used(const dbx_jaxpr *j, bool inputs, dbx_set *used);
// Sets DBX_DROPPED on the binders of equations that are not in `used`, of dbx_jaxpr_used. Binders
// that change are copied into the arena: equations share them with those of the frame.
void dbx_jaxpr_mark_dropped(dbx_jaxpr *j, const dbx_set *used, dbx_arena *arena);

// ---- printing (ir/print.c) ----
typedef enum dbx_jaxpr_style {
  DBX_STYLE_DEFAULT, // that of --jaxpr-style, else of the target (ir/target.h)
  DBX_STYLE_OLD,     // jax 0.4.23, Catalyst 0.7.0
  DBX_STYLE_NEW,     // jax 0.7.1: 1.0:f64[], jit, sharding=None, num_implicit_inputs
} dbx_jaxpr_style;

typedef struct dbx_print_opts {
  int width; // 0: 80
  dbx_jaxpr_style style;
  // The name to print for a variable, which has this letter there; NULL for that.
  const char *(*name)(void *ctx, dbx_var v, const char *letter);
  void *name_ctx;
} dbx_print_opts;

// Appends the Jaxpr as jax prints it (docs/semantics.md, Printing), without a newline at its end.
// opts: NULL for the defaults.
void dbx_print_jaxpr(dbx_buf *b, const dbx_jaxpr *j, const dbx_print_opts *opts);

// The names that printing j gives to its variables; cond branches have contexts of their own.
typedef struct dbx_names dbx_names;
dbx_names *dbx_names_of(const dbx_jaxpr *j);
// Gives a variable that has a name another one.
void dbx_names_rename(dbx_names *n, dbx_var v, const char *text);
dbx_names *dbx_names_free(dbx_names *n); // takes NULL; returns NULL
// A copy, whose next letters go on after the last one of n. The caller frees it.
dbx_names *dbx_names_copy(const dbx_names *n);
// The letter of v, which is the next one where v has none yet. Valid until dbx_names_free.
const char *dbx_name_give(dbx_names *n, dbx_var v);
// The letter of v ("a"), with its suffix; NULL of a literal, and if v does not occur. Valid until
// dbx_names_free.
const char *dbx_name_of(const dbx_names *n, dbx_atom v);

// "f64[a,3]" with dims by the names; NULL names: dims that are variables print as "?".
void dbx_put_aval(dbx_buf *b, dbx_aval a, const dbx_names *names);
void dbx_put_dim(dbx_buf *b, dbx_dim d, const dbx_names *names);
// "ShapedArray(int64[3])", or "int64[3]", as the target writes it
void dbx_put_shaped(dbx_buf *b, dbx_aval a);
void dbx_put_param(dbx_buf *b, const dbx_param *p); // Python's str(); no Jaxprs
// As jax prints an equation on its own: with names from "a" on, and the Jaxprs of its parameters.
void dbx_print_eqn_alone(dbx_buf *b, const dbx_eqn *e);
void dbx_print_eqn(dbx_buf *b, const dbx_eqn *e, const dbx_names *names); // one line, no Jaxprs

#endif
