// Everything that there is to see of some traced functions as one JSON document, and the same in a
// page of HTML that needs nothing else: `inspect --emit=json`, `--emit=html`, `:view`, `:export`.
//
// {format: 1, program, sources: [{name, text}], diagnostics: [as in viz/report/diagnostic.h],
//  steps: [{number, name, what}], functions: [{
//    function, failed: class or null, span,
//    dimensions: [{name, source: its name in the program or null, event, scope}],  by the tracer
//      that has it first; event: its birth
//    scopes: [{title, parent: scope or null, event}],
//    events: [{kind, scope or null, bind or null, depth, span, text, step: number or null}],
//    marks: [{span, dims, births: dimensions}], places of the source: what their values have, what
//      is made there (by the library, perhaps, and not in the value)
//    answers: [{event, why: text as the prompt answers}], of short logs
//    jaxpr: text or null,
//    in_type, out_type: type,
//    binds: [{id, parent, primitive, name, failed, strategy, span, first, last: events,
//      parts: [{part, collapsed_inputs, expanded_inputs: entries, in_type: type, constants:
//      entries,
//               collapsed_body_inputs, body_inputs: entries, collapsed_outputs, expanded_outputs:
//               entries, out_type: type}],
//      collapsed_results, results: entries, eqn_out_type: type, equation: text or null,
//      trips: null (it was not run), or {cut, inputs, results: texts, rows: [{number, skips,
//        inputs: [value], results: [value], or null if it failed}]}}],
//    graphs: [{title: the function or the parameter, caller: null or [graph, node], nodes: [{kind:
//      constant, closed, input, computed or result, event or null, text: of what is computed, or of
//      a result, values: [{text, uses: [[role: IN, DIM or OUT, operand, name of the value whose
//      length it is, or result, node]]}], calls: graphs that it calls}]}], of short logs: those of
//      the others begin with the function
//    edits: [{rule, step: of the firing, 0: refused, equation, before, after, why}], of short logs,
//    strategies: [as in viz/report/strategies.h], drawing: an SVG document,
//    mlir: [{place: [line, column] or null, text}] or null, mlir_missing: why, or null}]}
//
// A span is [source, line, column, end_line, end_column], or null. Text is a list of strings and of
// names of dimensions: [name, dimension, ...]. In a Jaxpr also {event}: the equation of that event
// begins, {fold}: a nested Jaxpr begins, {end}: the innermost of these ends. An entry is a text. A
// type is a list of {type: text, explicit, dims: [dimension], meaning: text}; an index in it stands
// for every dimension that it refers to: outside and inside of the nested program.
#ifndef DBX_VIZ_PAGE_H
#define DBX_VIZ_PAGE_H

#include "base/diag.h"
#include "trace/nested.h"

// What a loop's body had and gave at a trip when the function was run.
typedef struct dbx_page_trip {
  const dbx_jaxpr *body;
  char *number;     // "2"; of a loop in a loop "1.2": in the first trip of that one
  char **in, **out; // values of its inputs and results as texts; out: NULL if it failed
  bool skips;       // there are trips between the one before and this one
} dbx_page_trip;

typedef struct dbx_page_trips {
  dbx_page_trip *at;
  uint32_t n, cap;
  bool cut; // the run is longer
} dbx_page_trips;

typedef struct dbx_page_function {
  const dbx_trace *trace;
  const dbx_so_far *so_far;      // the trace under construction as it is now; NULL: there is none
  const char *mlir;              // the stage "mlir-linked" (lower/lower.h), NULL: there is none
  const char *no_mlir;           // why
  const char *const *strategies; // of its loops: an object each (dbx_put_strategies_json)
  uint32_t n_strategies;
  dbx_page_trips trips;
  // Puts the answer to `:why event N`; false: there is none. NULL: nothing is answered.
  bool (*why)(dbx_buf *b, const dbx_trace *t, uint32_t event);
} dbx_page_function;

typedef struct dbx_page {
  const char *program; // a name for people
  uint32_t file;       // its text, 0: none
  const dbx_page_function *functions;
  uint32_t n_functions;
  const char *diagnostics; // JSON lines (dbx_put_diag_json), "" if there are none
} dbx_page;

// Ends in a newline.
void dbx_put_page_json(dbx_buf *b, const dbx_page *p);
void dbx_put_page_html(dbx_buf *b, const dbx_page *p);

#endif
