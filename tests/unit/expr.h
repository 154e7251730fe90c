// Values and expressions as text, for tests whose facts are rows. An expression is Python's, over
// functions of the array API: "jnp.sum(x, axis=1) + 2", "jnp.array([1, 2], 'int8')", "x.shape[0]",
// "x.at[0].set(3)". With an open frame it is traced, otherwise computed.
#ifndef DBX_TESTS_EXPR_H
#define DBX_TESTS_EXPR_H

#include "jnp/jnp.h"

typedef struct expr_name {
  const char *name;
  dbx_val val;
} expr_name;

// The value of the whole text; a diagnostic is pending if it fails. Text that is no expression at
// all ends the test.
dbx_status expr_eval(const char *text, const expr_name *names, uint32_t n, dbx_val *ret);
// The same, and the result as text, or the diagnostic (see taken).
const char *expr_text(const char *text, const expr_name *names, uint32_t n);

// A nested program whose body is an expression over its parameters: "i, x -> (x + i, x)". The
// leaves of its result are those of tuples.
typedef struct expr_body {
  const char *text;
  const expr_name *names; // what it sees beside its parameters
  uint32_t n, calls;      // how often it ran
} expr_body;
dbx_callable expr_callable(expr_body *b);

// "f64[2,2] 1.0 2.0 3.0 nan", "i64[] 3": every element, row by row. The caller owns the array.
dbx_array *array_read(const char *text);
void put_array(dbx_buf *b, const dbx_array *a);
// Arrays so, tracers by their type, numbers as Python has them, tuples in parentheses.
void put_val(dbx_buf *b, const dbx_val *v);
// Code and exception class of the pending diagnostic ("E306 ValueError"), which is taken; "" if
// there is none. Valid until it is called again.
const char *taken(void);

#endif
