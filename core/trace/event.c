// Events of a trace's log (see event.h).
#include "trace/trace.h"

dbx_span dbx_trace_place(void) {
  return trace_now->place_of ? trace_now->place_of(dbx_here) : dbx_here;
}

dbx_logged dbx_log_(dbx_event_kind kind) {
  dbx_trace *t = trace_now->current;
  dbx_reserve(&t->events, 1);
  uint32_t index = t->events.n++;
  t->events.at[index] = (dbx_event){.kind = (uint8_t)kind,
                                    .frame = t->top ? t->top->id : 0,
                                    .bind = t->bind,
                                    .span = dbx_trace_place()};
  t->events.at[index].below = t->events.at[index].span.file != dbx_here.file;
  return (dbx_logged){&t->events.at[index].u, index};
}

const char *dbx_event_name(dbx_event_kind k) {
  static const char *const names[] = {
#define EVENT(KIND, name, nesting, text, fields) #KIND,
#include "trace/events.def"
#undef EVENT
  };
  return names[k];
}

int dbx_event_nesting(const dbx_event *e) {
  static const int8_t nestings[] = {
#define EVENT(KIND, name, nesting, text, fields) nesting,
#include "trace/events.def"
#undef EVENT
  };
  return nestings[e->kind];
}

dbx_var dbx_event_variable(const dbx_event *e) {
  if (e->kind == DBX_EV_ARGUMENT) return e->u.argument.variable;
  return e->kind == DBX_EV_CONSTANT ? e->u.constant.variable : 0;
}

const dbx_eqn *dbx_event_eqn(const dbx_event *e) {
  if (e->kind != DBX_EV_EQUATION) return NULL;
  const dbx_frame *f = dbx_frame_by_id(e->frame);
  return f && e->u.equation.equation < f->eqns.n ? &f->eqns.at[e->u.equation.equation] : NULL;
}

bool dbx_event_is_frame(const dbx_event *e, uint32_t frame) {
  if (e->kind == DBX_EV_FRAME_OPEN) return e->u.frame_open.context == frame;
  return e->kind == DBX_EV_FRAME_CLOSE && e->u.frame_close.context == frame;
}

bool dbx_event_is_step(const dbx_event *e, dbx_step step) {
  return e->kind == DBX_EV_STEP && e->u.step.step == step;
}
