// Traces, frames, events (see trace.h).
#include "base/known.h"
#include "trace/nested.h"

#include "ir/definition.h"
#include "trace/assume.h"
#include "trace/nested.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void end(void) {
  dbx_vec_free(&trace_now->frames);
  for (uint32_t i = 0; i < trace_now->pool.n; i++) dbx_array_unref(trace_now->pool.at[i]);
  dbx_vec_free(&trace_now->pool);
  dbx_vec_free(&trace_now->assumed);
  dbx_vec_free(&trace_now->questions.given), dbx_vec_free(&trace_now->questions.asked);
  dbx_map_free(&trace_now->entered);
}

struct trace_state trace_now[1];
const dbx_room trace_room = {trace_now, sizeof *trace_now, NULL, end};

dbx_trace *dbx_trace_recorded(dbx_sym function, dbx_span span) {
  dbx_trace *t = dbx_alloc(sizeof *t);
  t->id = ++trace_now->last_id;
  t->function = function;
  t->span = span;
  return t;
}

dbx_trace *dbx_trace_begin(dbx_sym function) {
  dbx_trace *t = dbx_trace_recorded(function, dbx_trace_place());
  t->outer = trace_now->current;
  trace_now->current = t;
  dbx_reserve(&t->events, 32);                // of a small function: no log grows event by event
  dbx_log(trace_begin, .function = function); // event 0: "no event" elsewhere
  return t;
}

// Whatever opens in a log is closed in it, also by what fails.
static bool is_balanced(const dbx_trace *t) {
  int64_t depth = 0;
  for (uint32_t i = 0; i < t->events.n && depth >= 0; i++)
    depth += dbx_event_nesting(&t->events.at[i]);
  return depth == 0;
}

void dbx_trace_end(dbx_trace *t) {
  assert(t == trace_now->current);
  while (t->top) dbx_frame_close(t->top);
  for (uint32_t i = 0; i < t->frames.n; i++) t->frames.at[i]->live = false; // deferred ones too
  dbx_log(trace_end, .function = t->function);
  dbx_known(is_balanced(t));
  trace_now->current = t->outer;
  t->outer = NULL;
}

dbx_trace *dbx_trace_suspend(void) {
  dbx_trace *t = trace_now->current;
  trace_now->current = NULL;
  return t;
}
void dbx_trace_resume(dbx_trace *t) { trace_now->current = t; }

void dbx_trace_cut(dbx_trace *t, uint32_t n_events, uint32_t n_binds) {
  assert(n_events <= t->events.n && n_binds <= t->binds.n);
  t->n_cuts++;
  for (uint32_t i = n_binds; i < t->binds.n; i++)
    for (uint32_t k = 0; k < t->binds.at[i]->n_parts; k++)
      if (t->binds.at[i]->parts[k].retraced) dbx_map_free(t->binds.at[i]->parts[k].retraced);
  t->events.n = n_events, t->binds.n = n_binds;
}

dbx_trace_mark dbx_trace_here(const dbx_trace *t) {
  return (dbx_trace_mark){t->events.n, t->binds.n, t->bind, t->part};
}

void dbx_trace_back(dbx_trace *t, const dbx_trace_mark *m) {
  dbx_trace_cut(t, m->events, m->binds);
  t->bind = m->bind, t->part = m->part;
}

void dbx_frame_cut(dbx_frame *f, uint32_t n_eqns) {
  assert(n_eqns <= f->eqns.n);
  for (uint32_t i = n_eqns; i < f->eqns.n; i++) dbx_undefine(&f->eqns.at[i]);
  f->eqns.n = n_eqns;
}

void dbx_trace_free(dbx_trace *t) {
  if (!t) return;
  dbx_trace_cut(t, 0, 0);
  for (uint32_t i = 0; i < t->frames.n; i++) {
    dbx_frame *f = t->frames.at[i];
    trace_now->frames.at[f->id] = NULL;
    dbx_frame_cut(f, 0);
    for (uint32_t k = 0; k < f->consts.n; k++) dbx_array_unref(f->consts.at[k].array);
    dbx_vec_free(&f->eqns), dbx_vec_free(&f->invars), dbx_vec_free(&f->consts);
    dbx_map_free(&f->const_of), dbx_map_free(&f->lengths);
  }
  dbx_vec_free(&t->frames), dbx_vec_free(&t->events), dbx_vec_free(&t->binds);
  dbx_vec_free(&t->proofs);
  for (uint32_t i = 0; i < t->kept.n; i++) t->kept.at[i].release(t->kept.at[i].what);
  dbx_vec_free(&t->kept);
  dbx_arena_free(&t->arena);
  free(t);
}

dbx_frame *dbx_frame_recorded(dbx_trace *t, dbx_frame_kind kind, dbx_sym name, dbx_frame *parent) {
  dbx_frame *f = DBX_NEW(&t->arena, dbx_frame);
  if (!trace_now->frames.n) dbx_push(&trace_now->frames, NULL);
  *f = (dbx_frame){.id = trace_now->frames.n, .kind = kind, .name = name, .parent = parent};
  f->trace = t;
  dbx_push(&trace_now->frames, f);
  dbx_push(&t->frames, f);
  return f;
}

dbx_frame *dbx_frame_open(dbx_frame_kind kind, dbx_sym name) {
  dbx_trace *t = trace_now->current;
  dbx_frame *f = dbx_frame_recorded(t, kind, name, t->top);
  f->live = true;
  t->top = f;
  dbx_log(frame_open, .context = f->id);
  return f;
}

void dbx_frame_close(dbx_frame *f) {
  assert(f->live && f == f->trace->top);
  dbx_log(frame_close, .context = f->id);
  f->live = false;
  f->trace->top = f->parent;
}

void dbx_frame_leave(dbx_frame *f) {
  assert(f->live && f == f->trace->top);
  dbx_log(frame_close, .context = f->id);
  f->trace->top = f->parent;
}

void dbx_frame_enter(dbx_frame *f) {
  assert(f->live && f->parent == f->trace->top);
  f->trace->top = f;
  dbx_log(frame_open, .context = f->id);
}

dbx_frame *dbx_frame_by_id(uint32_t id) {
  return id < trace_now->frames.n ? trace_now->frames.at[id] : NULL;
}
