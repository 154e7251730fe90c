// The reference interpreter: one kernel a primitive, Jaxprs evaluated equation by equation with
// every run-time shape checked against its symbolic type. It is the oracle of the JIT.
#ifndef DBX_INTERP_INTERP_H
#define DBX_INTERP_INTERP_H

#include "base/session.h"
#include "ir/array.h"
#include "prim/prim.h"
#include "sim/sim.h"

// One application of a primitive to arrays.
typedef struct dbx_kernel_site {
  const dbx_primitive *prim;
  dbx_array *const *in;
  uint32_t n_in;
  const dbx_kv *params;
  uint32_t n_params;
  const dbx_dtype *out_dtype; // of each result
  uint32_t n_out;
  bool owns_first; // in[0] dies here and is referenced nowhere else: it may be overwritten
  bool unused;     // nobody looks at the results: what has no effect need not be done
} dbx_kernel_site;

// Computes the results of a primitive that is not nested; the caller owns one reference of each.
// Fails with E7xx.
typedef dbx_status (*dbx_kernel)(const dbx_kernel_site *s, dbx_array **out);
dbx_status dbx_kernel_run(const dbx_kernel_site *s, dbx_array **out);

// Evaluates j on arrays: args are its constants without a value, then its inputs. out receives
// n_out references. Fails with E7xx; the diagnostic's span is the failing equation's.
dbx_status dbx_interpret(const dbx_jaxpr *j, dbx_array *const *args, dbx_array **out);

// Told what is evaluated (stepping); each may be NULL. Arrays are borrowed; whoever keeps one takes
// a reference, which also keeps the interpreter from overwriting it.
typedef struct dbx_interp_hook {
  // A Jaxpr begins, with the values of its constants and then its inputs; and it ends, with its
  // results (NULL: it failed).
  void (*enter)(void *ctx, const dbx_jaxpr *j, dbx_array *const *args);
  void (*leave)(void *ctx, const dbx_jaxpr *j, dbx_array *const *out);
  // Before an equation (out is NULL), and after it (in is NULL).
  void (*equation)(void *ctx, const dbx_jaxpr *j, const dbx_eqn *e, dbx_array *const *in,
                   dbx_array *const *out);
  void *ctx;
} dbx_interp_hook;

// Who runs the host's functions (primitives with a `callback`, prim.h). Arrays are borrowed and
// live as long as anybody holds a reference; out receives a reference for each result. Fails with
// the host's exception; the kernel looks at dtypes and shapes of the results.
typedef struct dbx_interp_host {
  dbx_status (*call)(void *ctx, const dbx_kernel_site *s, int64_t number, dbx_array **out);
  void *ctx;
} dbx_interp_host;

// What core/interp keeps in a session.
struct interp_state {
  dbx_interp_hook observer;
  dbx_interp_host host; // .call NULL: nobody
  dbx_sim sim;          // the quantum device
  uint64_t host_calls;  // so far: what has called the host is not run again on its own
  bool looks_only; // a view runs what the program would: the host is not called; E218 if it has to
                   // be
};
extern struct interp_state interp_now[1];
extern const dbx_room interp_room;

// ---- text, as numpy 1.26 prints (interp/format.c) ----
// Of at most so many axes, as numpy has it, which prints for jax as well: a text takes time and
// room with the square of their number.
enum { DBX_MOST_TEXT_AXES = 32 };
dbx_status dbx_check_text_axes(const dbx_array *a); // ValueError

// What numpy.set_printoptions says; strings are borrowed.
typedef enum dbx_float_mode {
  DBX_MODE_MAXPREC, // at most `precision` decimals
  DBX_MODE_MAXPREC_EQUAL,
  DBX_MODE_FIXED,
  DBX_MODE_UNIQUE
} dbx_float_mode;
typedef struct dbx_print_options {
  int precision, edge, line; // decimals; elements of each end of an axis, at least 1; columns
  int64_t threshold;         // arrays of more elements are summarised
  bool suppress;             // no exponents for small numbers
  char sign;                 // '-', '+' or ' ' in front of positive floats
  dbx_float_mode mode;
  const char *nan, *inf;
  // Element i as the program writes it, where it does for such elements: true; NULL: never.
  bool (*element)(void *of, dbx_buf *b, const dbx_array *a, int64_t i);
  void *of;
} dbx_print_options;
extern const dbx_print_options dbx_print_defaults;
void dbx_put_array_str(dbx_buf *b, const dbx_array *a, const dbx_print_options *by); // str(ndarray)
void dbx_put_array_repr(dbx_buf *b, const dbx_array *a, const char *prefix, // "array(", "Array("
                        const dbx_print_options *by);
// The brackets alone, as numpy.array2string: lines behind the first are indented by `prefix` and 1.
void dbx_put_array_elements(dbx_buf *b, const dbx_array *a, const dbx_print_options *by,
                            const char *separator, int prefix);
void dbx_put_numpy_scalar(dbx_buf *b, const dbx_array *a); // str of a numpy scalar

#endif
