// A function and its parts as graphs: who uses a value, and as what.
#ifndef DBX_VIZ_GRAPH_H
#define DBX_VIZ_GRAPH_H

#include "ir/jaxpr.h"

typedef enum dbx_use_role {
  DBX_USE_IN,  // operand i of an equation
  DBX_USE_DIM, // a length in the type of another value
  DBX_USE_OUT, // result i of the graph
} dbx_use_role;

typedef struct dbx_use {
  dbx_use_role role;
  uint32_t i;
  uint32_t eqn;   // IN, and DIM of what an equation gives: its place in the graph; else UINT32_MAX
  uint32_t input; // DIM of an input: its place among constants and inputs; else UINT32_MAX
  dbx_var of;     // DIM: whose length it is
} dbx_use;

// Calls f for each use of v in j: by inputs, by equations in their order, by results.
void dbx_graph_uses(const dbx_jaxpr *j, dbx_var v, void (*f)(void *ctx, const dbx_use *use),
                    void *ctx);

// A graph that an equation calls as one of its parameters.
typedef struct dbx_called_graph {
  const char *key; // "body_jaxpr"
  const dbx_jaxpr *j;
  uint32_t n_closed; // how many of its first inputs are what it is closed over
} dbx_called_graph;
// Calls f for each of them.
void dbx_graph_called(const dbx_eqn *e, void (*f)(void *ctx, const dbx_called_graph *g), void *ctx);

#endif
