// The table of the algorithm's steps (see steps.h; docs/semantics.md, bindNested).
#include "viz/report/steps.h"

static const dbx_step_words steps[] = {
    {DBX_STEP_FIND_CONTEXT, "1", "findTracingContext", "the context that the equation will go to"},
    {DBX_STEP_DEDUCE_INPUT, "2", "deduceInputType", "which dimensions become arguments"},
    {DBX_STEP_NEW_CONTEXT, "3.1", "newTracingContext", "a context for the nested program"},
    {DBX_STEP_PARSE_INPUT, "3.2", "parseInputType", "a tracer for every argument"},
    {DBX_STEP_EVAL, "3.3", "eval", "the function runs on the tracers; outer values are captured"},
    {DBX_STEP_CONSTANTS, "3.4", "constants", "the captured values that are used"},
    {DBX_STEP_DEDUCE_OUTPUT, "3.5", "deduceOutputType",
     "where every dimension of a result comes from"},
    {DBX_STEP_TO_JAXPR, "3.6", "toJaxpr", "the recorded equations become a Jaxpr"},
    {DBX_STEP_PARSE_OUTPUT, "4", "parseOutputType", "tracers for the results, outside"},
    {DBX_STEP_EMIT, "5", "emitJaxprLine", "the equation is added"},
    {DBX_STEP_COLLAPSE, "6", "collapse", "the explicit results go back to the program"},
};

const dbx_step_words *dbx_step_words_of(dbx_step step) {
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    if (steps[i].step == step) return &steps[i];
  return NULL;
}
