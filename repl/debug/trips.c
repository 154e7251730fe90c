// Trips of loops (see trips.h).
#include "debug/trips.h"

#include "base/poll.h"
#include "debug/moments.h"
#include "debug/state.h"
#include "interp/interp.h"
#include "prim/prim.h"
#include "viz/names/passes.h"
#include <string.h>

enum { MOST_STEPS = 20000, MOST_TRIPS = 50 }; // of a run; of a loop: the first ones, and the last

// ---- calls ----

static uint32_t count_of(const dbx_jaxpr *j) { // arguments of a call
  uint32_t n = j->n_in;
  for (uint32_t i = 0; i < j->n_const; i++) n += !(j->consts && j->consts[i]);
  return n;
}

static debug_call_kept *kept_of(const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < debug_now->trips.calls.n; i++)
    if (debug_now->trips.calls.at[i].jaxpr == j) return &debug_now->trips.calls.at[i];
  return NULL;
}

static void drop(debug_call_kept *c) {
  for (uint32_t i = 0; i < c->n; i++) dbx_array_unref(c->args[i]);
  free(c->args);
}

static void keep(const dbx_jaxpr *j, dbx_array *const *args) {
  debug_call_kept *c = kept_of(j);
  if (c) drop(c);
  else {
    dbx_push(&debug_now->trips.calls, ((debug_call_kept){.jaxpr = j}));
    c = &debug_now->trips.calls.at[debug_now->trips.calls.n - 1];
  }
  c->n = count_of(j);
  c->args = dbx_alloc((c->n + 1) * sizeof(dbx_array *));
  for (uint32_t i = 0; i < c->n; i++) c->args[i] = dbx_array_ref(args[i]);
}

static dbx_status run_kept(void *ctx, const dbx_jaxpr *j, dbx_array *const *args, dbx_array **out) {
  keep(j, args);
  if (!debug_now->trips.engine.run) return dbx_interpret(j, args, out);
  return debug_now->trips.engine.run(ctx, j, args, out);
}

void debug_trips_collect(void) {
  debug_now->trips.engine = lang_now->engine;
  lang_now->engine.run = run_kept;
}

void debug_trips_end(void) {
  for (uint32_t i = 0; i < debug_now->trips.calls.n; i++) drop(&debug_now->trips.calls.at[i]);
  dbx_vec_free(&debug_now->trips.calls);
  if (lang_now->engine.run == run_kept) lang_now->engine.run = debug_now->trips.engine.run;
}

// ---- trips ----

// Is it what a loop does at each trip? The condition of a while_loop is not.
static bool is_body(const dbx_trace *t, const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < t->binds.n; i++) {
    const dbx_bind *b = t->binds.at[i];
    if (b->n_parts && b->parts[b->n_parts - 1].jaxpr == j)
      return !dbx_is_choice(b->prim) && !dbx_is_call(b->prim);
  }
  return false;
}

static void put_number(dbx_buf *b, const dbx_trace *t, const debug_run *r, uint32_t k) {
  const debug_step *s = &r->steps.at[k];
  if (s->enter != k) put_number(b, t, r, s->enter);
  if (is_body(t, s->jaxpr)) dbx_printf(b, "%s%u", b->n ? "." : "", s->trip);
}

static char *text_of(const dbx_array *a) {
  dbx_buf b = {0};
  debug_put_value(&b, a);
  const char *bare = a->rank ? NULL : strstr(dbx_text(&b), "  ");
  char *text = dbx_strdup(bare ? bare + 2 : dbx_text(&b));
  dbx_buf_free(&b);
  return text;
}

static char **texts_of(const debug_run *r, uint32_t from, uint32_t n) {
  char **texts = dbx_alloc((n + 1) * sizeof *texts);
  for (uint32_t i = 0; i < n; i++) texts[i] = text_of(r->values.at[from + i]);
  return texts;
}

static const debug_step *end_of(const debug_run *r, uint32_t k) {
  for (uint32_t i = k + 1; i < r->steps.n; i++)
    if (r->steps.at[i].kind == DEBUG_LEAVE && r->steps.at[i].enter == k) return &r->steps.at[i];
  return NULL;
}

static void trip_free(dbx_page_trip *t) {
  for (uint32_t i = 0; i < t->body->n_in; i++) free(t->in[i]);
  for (uint32_t i = 0; t->out && i < t->body->n_out; i++) free(t->out[i]);
  free(t->number), free(t->in), free(t->out);
}

static void put_trip(const dbx_trace *t, const debug_run *r, uint32_t k, dbx_page_trip *trip) {
  const debug_step *s = &r->steps.at[k], *end = end_of(r, k);
  dbx_buf number = {0};
  put_number(&number, t, r, k);
  trip->number = dbx_strdup(dbx_text(&number));
  trip->in = texts_of(r, s->in + s->jaxpr->n_const, s->jaxpr->n_in);
  if (end && !end->failed) trip->out = texts_of(r, end->out, end->n_out);
  dbx_buf_free(&number);
}

// Which trips are shown is known at the end, and so are their texts.
static void take_trips(dbx_page_trips *trips, const dbx_trace *t, const debug_run *r) {
  dbx_u32s enter = {0}; // the step of each
  for (uint32_t k = 0; k < r->steps.n; k++) {
    const debug_step *s = &r->steps.at[k];
    uint32_t same = 0, last = 0;
    if (s->kind != DEBUG_ENTER || !is_body(t, s->jaxpr)) continue;
    for (uint32_t i = 0; i < trips->n; i++)
      if (trips->at[i].body == s->jaxpr) same++, last = i;
    if (same == MOST_TRIPS) {
      trips->at[last].skips = true, enter.at[last] = k;
    } else {
      dbx_push(trips, ((dbx_page_trip){.body = s->jaxpr}));
      dbx_push(&enter, k);
    }
  }
  for (uint32_t i = 0; i < trips->n; i++) put_trip(t, r, enter.at[i], &trips->at[i]);
  dbx_vec_free(&enter);
}

static dbx_trace *traced(const dbx_jaxpr *j) {
  (void)j;
  return debug_now->trips.of;
}

static void run_again(const dbx_jaxpr *j, const debug_call_kept *c) {
  dbx_array **out = DBX_TMP(dbx_array *, j->n_out + 1);
  interp_now->looks_only = true;
  bool ran = dbx_interpret(j, c->args, out) == DBX_OK;
  interp_now->looks_only = false;
  if (!ran) dbx_diag_forget();
  for (uint32_t i = 0; ran && i < j->n_out; i++) dbx_array_unref(out[i]);
}

dbx_page_trips debug_trips_of(dbx_trace *t, const dbx_jaxpr *j) {
  const debug_call_kept *c = j ? kept_of(j) : NULL;
  dbx_page_trips trips = {0};
  if (!c || dbx_circuit_next(t, NULL)) return trips;
  debug_recording r = {.most_steps = MOST_STEPS};
  dbx_scratch_mark mark = dbx_scratch_here();
  debug_now->trips.of = t;
  debug_record_begin(&r, traced);
  run_again(j, c);
  debug_record_end(&r);
  dbx_scratch_release(mark);
  const debug_run *run = r.n ? r.segments.at[r.segments.n - 1].run : NULL;
  if (run) take_trips(&trips, t, run);
  if (run && run->cut) trips.cut = true, dbx_stop_forget(DBX_STOP_INTERRUPT);
  debug_recording_free(&r);
  return trips;
}

void debug_trips_free(dbx_page_trips *trips) {
  for (uint32_t i = 0; i < trips->n; i++) trip_free(&trips->at[i]);
  dbx_vec_free(trips);
}
