// What AutoGraph has made of a function (syntax/graph.h) is run by the room that knows loops.
#include "lang/object/above.h"
#include "lang/run/parts.h"

flow exec_graph(o_env *env, const dbx_node *n, pv *ret) {
  (void)ret;
  return flow_of(above()->graph_statement(env, n));
}

pv eval_graph(o_env *env, const dbx_node *n) { return above()->graph_value(env, n); }
