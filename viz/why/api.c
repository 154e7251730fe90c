// The tracing API of the document and where it is here (see definitions.h).
#include "viz/why/definitions.h"

#include "viz/report/events.h"
#include "viz/text/text.h"
#include "viz/why/scene.h"

// Names of the document "Tracing and dynamic dimensions", and what it says is behind them.
static const struct {
  const char *name, *ours, *original;
  int event;     // its kind, -1: the program, not the log, shows it
  dbx_step step; // of DBX_EV_STEP
} api[] = {
    {"findTracingContext", "find_tracing_context (trace/nested.c)", "find_top_trace (jax core)",
     DBX_EV_STEP, DBX_STEP_FIND_CONTEXT},
    {"newTracingContext", "dbx_frame_open (trace/trace.c)",
     "new_dynamic_main2, extend_jaxpr_stack (catalyst, jax)", DBX_EV_FRAME_OPEN, 0},
    {"newArgTracer", "dbx_new_arg (trace/bind.c)", "DynamicJaxprTrace.new_arg (jax)",
     DBX_EV_ARGUMENT, 0},
    {"newConstTracer", "dbx_lift (trace/bind.c)", "DynamicJaxprTrace.new_const (jax)",
     DBX_EV_CONSTANT, 0},
    {"eval", "eval (trace/nested.c)", "the function is called; eval_jaxpr for Jaxprs", DBX_EV_STEP,
     DBX_STEP_EVAL},
    {"bind", "dbx_bind_plain (trace/bind.c)", "Primitive.bind (jax)", DBX_EV_EQUATION, 0},
    {"bindNested", "dbx_bind_for, dbx_bind_while, dbx_bind_cond (trace/nested.c)",
     "DynshapePrimitive.bind (catalyst)", DBX_EV_BIND_OPEN, 0},
    {"deduceInputType", "dbx_deduce_input_type (trace/nested.c)", "expand_args (catalyst)",
     DBX_EV_STEP, DBX_STEP_DEDUCE_INPUT},
    {"abstractEval", "dbx_abstract_eval (trace/nested.c)",
     "trace_to_jaxpr around the body (catalyst)", DBX_EV_STEP, DBX_STEP_NEW_CONTEXT},
    {"parseInputType", "dbx_tracers_of_input (trace/signature.c)",
     "input_type_to_tracers (catalyst)", DBX_EV_STEP, DBX_STEP_PARSE_INPUT},
    {"deduceOutputType", "dbx_deduce_output_type (trace/nested.c)", "expand_results (catalyst)",
     DBX_EV_STEP, DBX_STEP_DEDUCE_OUTPUT},
    {"parseOutputType", "dbx_tracers_of_output (trace/signature.c)",
     "output_type_to_tracers (catalyst)", DBX_EV_STEP, DBX_STEP_PARSE_OUTPUT},
    {"emitJaxprLine", "dbx_emit (trace/bind.c)", "bind_overwrite_classical_tracers (catalyst)",
     DBX_EV_STEP, DBX_STEP_EMIT},
    {"toJaxpr", "dbx_to_jaxpr (trace/to_jaxpr.c)", "to_jaxpr2 (catalyst)", DBX_EV_STEP,
     DBX_STEP_TO_JAXPR},
    {"collapse", "dbx_collapse (trace/nested.c)", "collapse (catalyst)", DBX_EV_STEP,
     DBX_STEP_COLLAPSE},
};

static void put_last_event(dbx_buf *b, const dbx_scene *s, size_t row) {
  for (uint32_t i = s->t->events.n; i-- > 0;) {
    const dbx_event *e = &s->t->events.at[i];
    if ((int)e->kind != api[row].event ||
        (e->kind == DBX_EV_STEP && e->u.step.step != api[row].step))
      continue;
    dbx_printf(b, "%u  ", i);
    dbx_put_event(b, s->t, s->names, i);
    return;
  }
  dbx_put(b, "none");
}

void dbx_put_api(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style) {
  dbx_scene s = {0};
  if (t) s = dbx_scene_open(t, style);
  for (size_t i = 0; i < sizeof api / sizeof *api; i++) {
    dbx_printf(b, "%s%s%s\n", dbx_ink_on(style->color, DBX_INK_BOLD), api[i].name,
               dbx_ink_off(style->color, DBX_INK_BOLD));
    dbx_printf(b, "  here      %s\n  original  %s\n", api[i].ours, api[i].original);
    if (!t) continue;
    dbx_printf(b, "  in %s  ", dbx_sym_text(t->function));
    put_last_event(b, &s, i);
    dbx_putc(b, '\n');
  }
  if (t) dbx_scene_close(&s);
}
