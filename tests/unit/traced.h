// A function under trace for tests: its arguments are given as a type with names,
// "n:i64[] implicit, x:f64[n,3]", its body is an expression (expr.h).
#ifndef DBX_TESTS_TRACED_H
#define DBX_TESTS_TRACED_H

#include "expr.h"
#include "trace/function.h"

typedef struct traced {
  dbx_trace *trace;
  dbx_frame *frame;
  expr_name name[8]; // the arguments; more can be bound
  char text[8][16];
  uint32_t n, n_implicit;
} traced;

void traced_begin(traced *x, const char *in_type);
void traced_end(traced *x); // everything of it is freed
// Evaluates the expression in the innermost frame and binds its value to a name.
void traced_let(traced *x, const char *name, const char *expr);
dbx_val traced_get(const traced *x, const char *name);
// A type read from text, in the trace's memory.
dbx_sig traced_type(const traced *x, const char *text);
// The function so far with these results (names, or any expressions), as jax prints it.
const char *traced_jaxpr(const traced *x, const char *results);

// What an expression is traced to: the equations' primitives, and the types of the results in the
// letters of the Jaxpr, "add concatenate -> f64[d,3]"; or the diagnostic.
const char *traced_text(const char *in_type, const char *expr);

// "i64[] implicit, f64[OutDBIdx(0)]": as traced_type reads it. Variables are "?".
void put_type(dbx_buf *b, const dbx_sig *s);

// ---- rows ----
typedef struct expr_row {
  const char *expr, *value;
} expr_row;
typedef struct traced_row {
  const char *in_type, *expr, *value;
} traced_row;
void expr_rows(const expr_row *rows, size_t n);
void traced_rows(const traced_row *rows, size_t n);
#define EXPR_ROWS(t) expr_rows(t, sizeof(t) / sizeof *(t))
#define TRACED_ROWS(t) traced_rows(t, sizeof(t) / sizeof *(t))

#endif
