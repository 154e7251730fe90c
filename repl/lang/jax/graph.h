// AutoGraph: what its nodes (lang/syntax/graph.h) mean when a function with them runs. Private to
// lang. Source: Catalyst 0.7, autograph; observed: conformance2/autograph.
#ifndef DBX_LANG_JAX_GRAPH_H
#define DBX_LANG_JAX_GRAPH_H

#include "lang/jax/jax.h"

// ---- statements (graph_blocks.c) ----

// An if, while or for becomes a cond, while_loop or for_loop. A loop that cannot is run by Python:
// of a while nothing is said, of a for with W102. Fails with what the block fails with, E514 for
// variables without a value or a type.
dbx_status graph_block_statement(o_env *env, const dbx_node *n);
dbx_status graph_block(const call_args *c, pv *ret); // the body of one (a T_BLOCK), called

// ---- expressions, items, calls (graph_values.c) ----

dbx_status graph_statement(o_env *env, const dbx_node *n); // any Graph* statement
pv graph_value(o_env *env, const dbx_node *n);             // UNBOUND: it failed

// What a call in such a function calls: functions of the program are read by AutoGraph, too,
// unless it is disabled; range and enumerate keep what they are called with.
dbx_status graph_callee(pv fn, pv *ret);
// The function as AutoGraph reads it. E514: it is none of the program; E110: it cannot be read.
dbx_status graph_function(pv fn, pv *ret);

// The same as an object of its own, which is called ag__NAME and knows the original.
dbx_status graph_converted(pv fn, pv *ret);

// The options autograph and autograph_include of qjit (E208 for the second without the first): *fn
// becomes the function as AutoGraph reads it, if it is asked for.
dbx_status graph_option(const call_args *options, pv *fn);

// catalyst.run_autograph(f) and catalyst.disable_autograph, a decorator and a context manager.
dbx_status lang_run_autograph(const call_args *c, pv *ret);
pv lang_disable_autograph(void);

// range(...) and enumerate(...) as a for statement takes them apart.
typedef struct o_graph_iterable {
  obj h;
  pv part[3]; // start, stop and step; what is enumerated and the first number
} o_graph_iterable;
static inline pv graph_part(pv v, int i) { return ((const o_graph_iterable *)v.o)->part[i]; }

#endif
