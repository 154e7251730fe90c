// Recording traces and runs (see recording.h).
#include "debug/recording.h"

#include "base/poll.h"
#include "debug/state.h"

#include "interp/interp.h"
#include <string.h>

enum { MOST_STEPS = 400000, MOST_BYTES = 512 << 20, FEW_BYTES = 16 << 20 }; // of one run

// ---- depths ----

static int change_of_step(const debug_step *s) {
  if (s->kind == DEBUG_ENTER || s->kind == DEBUG_OPEN) return 1;
  return s->kind == DEBUG_LEAVE || s->kind == DEBUG_DONE ? -1 : 0;
}

// What opens has the depth of what closes it.
static void find_depths(debug_segment *s) {
  enum { DEEPEST = UINT16_MAX };
  int depth = 0;
  s->depth = dbx_alloc(s->n * sizeof *s->depth);
  for (uint32_t i = 0; i < s->n; i++) {
    int by = s->run ? change_of_step(&s->run->steps.at[i]) : dbx_event_nesting(debug_event(s, i));
    if (by < 0 && depth) depth--;
    s->depth[i] = (uint16_t)(depth < DEEPEST ? depth : DEEPEST);
    if (by > 0) depth++;
  }
}

// ---- segments ----

static void add(debug_recording *r, dbx_trace *t, debug_run *run) {
  debug_segment s = {.trace = t, .so_far = r->so_far, .run = run, .first = r->n};
  s.n = run ? run->steps.n : t->events.n;
  s.names = dbx_naming_now(t, r->so_far,
                           DBX_NAMING_DRAFT | (r->by_source ? (unsigned)DBX_NAMING_SOURCE : 0));
  s.births = dbx_alloc(sizeof *s.births);
  find_depths(&s);
  r->n += s.n;
  dbx_push(&r->segments, s);
}

void debug_record_trace(debug_recording *r, dbx_trace *t) {
  for (uint32_t i = 0; i < r->segments.n; i++)
    if (r->segments.at[i].trace == t && !r->segments.at[i].run) return;
  add(r, t, NULL);
}

const debug_segment *debug_segment_at(const debug_recording *r, uint32_t moment, uint32_t *index) {
  uint32_t lo = 0, hi = r->segments.n;
  while (hi - lo > 1) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (r->segments.at[mid].first <= moment) lo = mid;
    else hi = mid;
  }
  *index = moment - r->segments.at[lo].first;
  return &r->segments.at[lo];
}

static bool unwinds(const dbx_event *e) {
  switch ((dbx_event_kind)e->kind) {
  case DBX_EV_ERROR:
  case DBX_EV_TRACE_END:
  case DBX_EV_FRAME_CLOSE: return true;
  case DBX_EV_BIND_CLOSE: return !e->u.bind_close.completed;
  case DBX_EV_RETURN: return !e->u.leave.completed;
  default: return false;
  }
}

static uint32_t failure_of_run(const debug_segment *s) {
  for (uint32_t i = s->n; i-- > 0;)
    if (s->run->steps.at[i].failed && s->run->steps.at[i].kind != DEBUG_LEAVE) return s->first + i;
  return UINT32_MAX;
}

// A line of the open program that failed has no ERROR: its calls and binds were unwound.
static bool failed(const debug_segment *s) {
  const dbx_trace *t = s->trace;
  if (t->failed) return true;
  const dbx_event *last = t->events.n ? &t->events.at[t->events.n - 1] : NULL;
  return last && !dbx_trace_jaxpr(t, s->so_far) && unwinds(last);
}

uint32_t debug_failure(const debug_segment *s) {
  uint32_t i = s->n;
  if (s->run) return failure_of_run(s);
  if (!failed(s)) return UINT32_MAX;
  while (i > 1 && unwinds(debug_event(s, i - 1))) i--;
  return s->first + i - 1;
}

// ---- runs ----

static uint32_t keep(debug_run *r, dbx_array *const *at, uint32_t n) {
  uint32_t from = r->values.n;
  for (uint32_t i = 0; i < n; i++) {
    dbx_push(&r->values, dbx_array_ref(at[i]));
    r->bytes += at[i]->size * (int64_t)dbx_dtype_bytes(at[i]->dtype);
  }
  return from;
}

static bool full(debug_run *r) {
  uint32_t most = debug_now->recorder.to->most_steps;
  if (r->steps.n < (most ? most : MOST_STEPS) && r->bytes < (most ? FEW_BYTES : MOST_BYTES))
    return false;
  if (most) dbx_stop_ask(DBX_STOP_INTERRUPT);
  return r->cut = true;
}

static uint32_t trip_of(const debug_run *r, const dbx_jaxpr *j, uint32_t around) {
  for (uint32_t i = r->steps.n; i-- > 0;) {
    const debug_step *s = &r->steps.at[i];
    if (s->enter != around) continue;
    if (s->kind == DEBUG_ENTER && i != around && s->jaxpr == j) return s->trip + 1;
    if (s->kind == DEBUG_OPEN) return 1;
  }
  return 1;
}

static void enter(void *ctx, const dbx_jaxpr *j, dbx_array *const *args) {
  (void)ctx;
  if (!debug_now->recorder.run)
    debug_now->recorder.run = dbx_alloc(sizeof *debug_now->recorder.run);
  debug_run *r = debug_now->recorder.run;
  if (debug_now->recorder.unrecorded || full(r)) {
    debug_now->recorder.unrecorded++;
    return;
  }
  debug_step s = {.kind = DEBUG_ENTER, .jaxpr = j, .enter = r->steps.n, .trip = 1};
  if (debug_now->recorder.open.n) {
    s.enter = debug_now->recorder.open.at[debug_now->recorder.open.n - 1];
    s.trip = trip_of(r, j, s.enter);
  }
  s.n_in = j->n_const + j->n_in;
  s.in = keep(r, args, s.n_in);
  dbx_push(&debug_now->recorder.open, r->steps.n);
  dbx_push(&r->steps, s);
}

static void before(debug_run *r, const dbx_jaxpr *j, const dbx_eqn *e, dbx_array *const *in) {
  if (full(r)) return;
  debug_step s = {.kind = e->prim->nested ? DEBUG_OPEN : DEBUG_EQUATION, .jaxpr = j, .eqn = e};
  s.enter = debug_now->recorder.open.at[debug_now->recorder.open.n - 1];
  s.failed = true; // until it is over
  s.n_in = e->n_in;
  s.in = keep(r, in, s.n_in);
  dbx_push(&r->steps, s);
}

// The step at which e began, which is the newest one of its Jaxpr's that is not over.
static debug_step *begun(debug_run *r, const dbx_eqn *e) {
  for (uint32_t i = r->steps.n; i-- > 0;) {
    debug_step *s = &r->steps.at[i];
    if (s->eqn == e && s->failed) return s;
  }
  return NULL;
}

static void after(debug_run *r, const dbx_eqn *e, dbx_array *const *out) {
  debug_step *s = begun(r, e);
  if (!s) return;
  s->failed = false;
  if (s->kind == DEBUG_OPEN) {
    debug_step done = *s;
    if (full(r)) return;
    done.kind = DEBUG_DONE;
    dbx_push(&r->steps, done);
    s = &r->steps.at[r->steps.n - 1];
  }
  s->n_out = e->n_out;
  s->out = keep(r, out, s->n_out);
}

static void equation(void *ctx, const dbx_jaxpr *j, const dbx_eqn *e, dbx_array *const *in,
                     dbx_array *const *out) {
  (void)ctx;
  if (!debug_now->recorder.run || debug_now->recorder.unrecorded) return;
  if (in) before(debug_now->recorder.run, j, e, in);
  else after(debug_now->recorder.run, e, out);
}

static void run_free(debug_run *r) {
  for (uint32_t i = 0; i < r->values.n; i++) dbx_array_unref(r->values.at[i]);
  dbx_vec_free(&r->values), dbx_vec_free(&r->steps);
  free(r);
}

static dbx_trace *trace_of(const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < debug_now->recorder.to->segments.n; i++) {
    const debug_segment *s = &debug_now->recorder.to->segments.at[i];
    if (dbx_trace_jaxpr(s->trace, s->so_far) == j) return s->trace;
  }
  return debug_now->recorder.find(j);
}

static void finish_run(void) {
  debug_run *r = debug_now->recorder.run;
  debug_now->recorder.run = NULL;
  debug_now->recorder.open.n = 0;
  dbx_trace *t = r->steps.n ? trace_of(r->steps.at[0].jaxpr) : NULL;
  if (!t) return run_free(r);
  debug_record_trace(debug_now->recorder.to, t);
  add(debug_now->recorder.to, t, r);
}

static void leave(void *ctx, const dbx_jaxpr *j, dbx_array *const *out) {
  (void)ctx;
  if (!debug_now->recorder.run) return;
  if (debug_now->recorder.unrecorded) {
    debug_now->recorder.unrecorded--;
    return;
  }
  debug_step s = {.kind = DEBUG_LEAVE,
                  .jaxpr = j,
                  .enter = debug_now->recorder.open.at[debug_now->recorder.open.n - 1]};
  s.failed = !out;
  s.n_out = out ? j->n_out : 0;
  s.out = out ? keep(debug_now->recorder.run, out, j->n_out) : 0;
  dbx_push(&debug_now->recorder.run->steps, s);
  debug_now->recorder.open.n--;
  if (!debug_now->recorder.open.n) finish_run();
}

void debug_record_begin(debug_recording *r, dbx_trace *(*find)(const dbx_jaxpr *j)) {
  debug_now->recorder.find = find;
  debug_now->recorder.to = r;
  interp_now->observer = (dbx_interp_hook){enter, leave, equation, NULL};
}

void debug_record_end(debug_recording *r) {
  (void)r;
  interp_now->observer = (dbx_interp_hook){0};
  dbx_vec_free(&debug_now->recorder.open);
  debug_now->recorder.to = NULL;
}

void debug_recording_free(debug_recording *r) {
  for (uint32_t i = 0; i < r->segments.n; i++) {
    debug_segment *s = &r->segments.at[i];
    dbx_naming_free(s->names);
    free(s->depth);
    dbx_map_free(s->births);
    free(s->births);
    if (s->run) run_free(s->run);
  }
  dbx_vec_free(&r->segments);
  r->n = 0;
}
