// A trace as questions about it see it: its tracers with their printed names and those that the
// program gave them, and what a word of a question means. Private to viz, except for dbx_find.
#ifndef DBX_VIZ_SCENE_H
#define DBX_VIZ_SCENE_H

#include "trace/provenance.h"
#include "viz/report/report.h"

typedef struct dbx_scene {
  const dbx_trace *t;
  const dbx_report_style *style;
  dbx_naming *names;
  dbx_map source; // variable -> symbol: the first name that the program bound it to
  // Contexts in the order in which they were opened, without those of undone rounds of tracing.
  dbx_vec(const dbx_frame *) frames;
} dbx_scene;

// The trace, style and what the style refers to have to live as long as the scene.
dbx_scene dbx_scene_open(const dbx_trace *t, const dbx_report_style *style);
void dbx_scene_close(dbx_scene *s);

dbx_sym dbx_source_of(const dbx_scene *s, dbx_var v); // of v or what it stands for; 0: none
// Is that its printed name, or the end of it ("loop.x" with `:set names source`)?
bool dbx_is_printed_as(const dbx_scene *s, dbx_atom a, const char *text);
// "f", or "_" for what is not printed; "f:i64[]"; "n = f:i64[]".
void dbx_put_letter(dbx_buf *b, const dbx_scene *s, dbx_atom a);
void dbx_put_typed(dbx_buf *b, const dbx_scene *s, dbx_atom a);
void dbx_put_known(dbx_buf *b, const dbx_scene *s, dbx_atom a);
// In a sentence: in words of the source first, "n (f)", "n + 1 (f)". Where the source has a name f
// for something else, "n (letter f)".
void dbx_put_said(dbx_buf *b, const dbx_scene *s, dbx_atom a);
// "body of loop", "branch if of cond", "call of g", "circuit".
void dbx_put_frame(dbx_buf *b, const dbx_scene *s, const dbx_frame *f);
void dbx_put_frame_title(dbx_buf *b, const dbx_scene *s, const dbx_frame *f); // a line
// "t7" for every tracer; literals as they are.
void dbx_put_any_label(dbx_buf *b, const dbx_scene *s, dbx_atom a);
// The first line of the text in a span, cut to `most` columns; nothing without a place.
void dbx_put_span_text(dbx_buf *b, dbx_span span, uint32_t most);

// What a word of a question is.
typedef enum dbx_thing_kind {
  DBX_THING_TRACER,
  DBX_THING_AXIS,
  DBX_THING_EVENT,
  DBX_THING_LINE
} dbx_thing_kind;
typedef struct dbx_thing {
  dbx_thing_kind kind;
  dbx_atom atom;  // TRACER, AXIS
  uint32_t axis;  // AXIS
  uint32_t n;     // EVENT: its number; LINE: counted from 1
  dbx_atom other; // the variable whose letter is the same word as a name of the source; 0: none
} dbx_thing;

// A name of the source (`n`, `loop.x`: as bound or captured in the function loop), `y.shape[0]`, a
// letter of the Jaxpr (`jaxpr a` where a name hides it) or t7 where there is none, an expression as
// it is written in the source, `event 12`, a line's number. `length`: integer scalars are meant.
// Fails with E201 (nothing is called so), E306 (no such axis), E208 (no such event).
dbx_status dbx_find(const dbx_scene *s, const char *text, bool length, dbx_thing *ret);

#endif
