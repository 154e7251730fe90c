// Functions as AutoGraph reads them (qjit(autograph=True)): copies of syntax trees in which what
// can become a part of the Jaxpr has a kind of its own (the Graph* rows of nodes.def).
//
//   if, while, for          GraphIf, GraphWhile, GraphFor; each knows its variables
//   break, continue, return variables break_, continue_, do_return and retval_, and an if around
//                           what they leave out; a for that is left early has `flag`
//   and, or, not, a < b < c GraphLogic, GraphNot
//   f(x)                    its callee is a GraphCallee
//   x[i] = v, x[i] += v     GraphStore, GraphUpdate
//
// A block's variables (list d, as expressions that load them) are those that it assigns and that
// live before or behind it: first those that live behind it, then the others, each in the order of
// their names. Other names that it assigns (list e) are its own.
// Source: diastatic-malt 2.15.3 as Catalyst 0.7 uses it; observed: conformance2/autograph.
#ifndef DBX_LANG_GRAPH_H
#define DBX_LANG_GRAPH_H

#include "lang/syntax/ast.h"

// The copy of a resolved FunctionDef or Lambda, made once and kept with its module; of a copy,
// itself. Fails with E110: what AutoGraph does not read.
dbx_status dbx_graph_function(const dbx_node *fn, const dbx_node **ret);

// ---- between the files ----

typedef struct dbx_graph { // a function that is being copied
  dbx_arena *arena;
  dbx_scope *scope; // of the copy
  dbx_vec(dbx_sym) names;
  dbx_span span; // of the statement at hand
  uint32_t depth;
} dbx_graph;

typedef dbx_vec(dbx_node *) dbx_statements;
dbx_nodes dbx_graph_keep(dbx_graph *g, dbx_statements *l); // into the arena; l is freed
// x and y, x or y (op: DBX_OP_And, DBX_OP_Or); not x.
dbx_node *dbx_graph_logic(dbx_graph *g, dbx_op op, dbx_node *x, dbx_node *y);
dbx_node *dbx_graph_not(dbx_graph *g, dbx_node *x);

// Turns break, continue and return into variables (graph_flow.c).
void dbx_graph_flow(dbx_graph *g, dbx_node *fn);
// Gives the statements their kinds and variables (graph_live.c).
void dbx_graph_live(dbx_graph *g, dbx_node *fn);

#endif
