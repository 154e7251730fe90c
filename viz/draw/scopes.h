// What the drawings show: the contexts of a trace inside each other, in each one line for every
// argument, capture, equation that makes a dimension, nested program and list of results; and the
// arrows between them. All of it is read from the event log.
#ifndef DBX_VIZ_SCOPES_H
#define DBX_VIZ_SCOPES_H

#include "viz/draw/dims.h"

typedef enum dbx_line_kind {
  DBX_LINE_ARGUMENT,
  DBX_LINE_CAPTURE,
  DBX_LINE_EQUATION,
  DBX_LINE_LIFT,   // a qubit is taken out of the register
  DBX_LINE_INSERT, // and put back
  DBX_LINE_SCOPE,  // the context `scope` opens here
  DBX_LINE_OTHERS, // `n` equations that make no dimension
  DBX_LINE_RESULTS,
} dbx_line_kind;

typedef struct dbx_scope_line {
  dbx_line_kind kind;
  uint32_t scope; // the context that it belongs to; SCOPE: the one that opens
  uint32_t event;
  dbx_var var;   // ARGUMENT, CAPTURE
  dbx_atom from; // ARGUMENT, CAPTURE: what it stands for outside, 0 if that is no tracer
  uint32_t n;
} dbx_scope_line;

typedef struct dbx_drawn_scope {
  const dbx_frame *frame;
  const dbx_bind *bind; // NULL: the function itself, or a call
  const dbx_part *part;
  uint32_t depth;
  bool again;           // it was open before: the second pass of a circuit goes on with it
  uint32_t first, last; // its lines and those of the scopes inside: [first, last)
} dbx_drawn_scope;

typedef enum dbx_flow_kind {
  DBX_FLOW_CAPTURE, // from a tracer to the constant that stands for it in another context
  DBX_FLOW_INPUT,   // from an operand of a bind to the argument of its body
  DBX_FLOW_RESULT,  // from a result of the body to the result of the bind
  DBX_FLOW_COMPUTE, // from an operand of an equation to the dimension that it makes
} dbx_flow_kind;

// Dimensions only, but for captures; also from one to another that is made of it by equations
// without a line of their own.
typedef struct dbx_flow {
  dbx_flow_kind kind;
  dbx_var from, to;
  uint32_t event;
} dbx_flow;

typedef struct dbx_scopes {
  const dbx_trace *trace;
  const dbx_jaxpr *jaxpr; // that the trace is, or is so far; NULL: none
  dbx_naming *names;
  dbx_dim_table *dims;
  dbx_vec(dbx_drawn_scope) scopes;
  dbx_vec(dbx_scope_line) lines; // in the order of the log
  dbx_vec(dbx_flow) flows;       // in the order of the log
  dbx_map line_of;               // variable -> index of its line + 1
  dbx_map name_of;               // variable -> the first name that the program binds to it
} dbx_scopes;

// Of the whole trace, or of one bind (NULL: all). The Jaxpr gives the letters; NULL: the trace's
// own. by_source: names of the source instead.
dbx_scopes *dbx_scopes_new(const dbx_trace *t, const dbx_jaxpr *j, const dbx_bind *only,
                           bool by_source);
dbx_scopes *dbx_scopes_free(dbx_scopes *s); // takes NULL; returns NULL

// The name in the program of dimension `dim`, 0 if none was bound to it.
dbx_sym dbx_dim_source_name(const dbx_scopes *s, uint32_t dim);
// "argument n = a:i64[]", "capture a:i64[] <- f", ... with the names tagged if the naming is.
void dbx_put_scope_line(dbx_buf *b, const dbx_scopes *s, const dbx_scope_line *l);
// "for_loop loop", "cond grow, otherwise", "f".
void dbx_put_scope_title(dbx_buf *b, const dbx_scopes *s, const dbx_drawn_scope *scope);
const char *dbx_line_word(dbx_line_kind k); // "argument"
// The scopes whose last line is `line`, from the inside outwards: the one before `before` (the
// number of scopes to begin with), UINT32_MAX if there is none.
uint32_t dbx_scopes_closing(const dbx_scopes *s, uint32_t line, uint32_t before);
// The line that shows v, UINT32_MAX if none does.
uint32_t dbx_scopes_line_of(const dbx_scopes *s, dbx_var v);
const char *dbx_flow_words(dbx_flow_kind k); // "is captured as"

// ---- the drawings ----

typedef struct dbx_draw_style {
  int width; // 0: 80
  bool utf8, color;
} dbx_draw_style;
// Terminal text: the scopes, then the flow of dimensions.
void dbx_put_drawing(dbx_buf *b, const dbx_scopes *s, const dbx_draw_style *style);
// A graph in the DOT language: scopes are clusters.
void dbx_put_dot(dbx_buf *b, const dbx_scopes *s);
// An SVG document of its own: scopes are boxes, one above the other; arrows run beside them.
void dbx_put_svg(dbx_buf *b, const dbx_scopes *s);

#endif
