// Saves and restores a trace with its open frames (see attempt.h).
#include "trace/attempt.h"

#include "trace/rounds.h"
#include "trace/trace.h"

#include <stdlib.h>

typedef struct saved_frame {
  dbx_frame *f;
  uint32_t eqns, invars, consts;
  dbx_map const_of, lengths;
} saved_frame;

struct dbx_trace_saved {
  dbx_trace *trace;
  dbx_trace_mark before;
  dbx_vec(saved_frame) frames;
};

struct dbx_attempt {
  dbx_trace_saved *saved;
  void *host;
};

static dbx_map copy_map(const dbx_map *m) {
  dbx_map copy = {0};
  for (uint32_t i = 0; i < m->cap; i++)
    if (m->slot[i].key) dbx_map_put(&copy, m->slot[i].key, m->slot[i].val);
  return copy;
}

static saved_frame save_frame(dbx_frame *f) {
  return (saved_frame){
      f, f->eqns.n, f->invars.n, f->consts.n, copy_map(&f->const_of), copy_map(&f->lengths)};
}

static void put_map(dbx_map *to, dbx_map *from) {
  dbx_map_free(to);
  *to = *from;
}

static void restore_frame(saved_frame *s) {
  dbx_frame *f = s->f;
  for (uint32_t i = s->consts; i < f->consts.n; i++) dbx_array_unref(f->consts.at[i].array);
  dbx_frame_cut(f, s->eqns);
  f->invars.n = s->invars, f->consts.n = s->consts;
  put_map(&f->const_of, &s->const_of), put_map(&f->lengths, &s->lengths);
}

dbx_trace_saved *dbx_trace_save(void) {
  dbx_trace_saved *s = dbx_alloc(sizeof *s);
  dbx_trace *t = dbx_trace_current();
  *s = (dbx_trace_saved){.trace = t, .before = dbx_trace_here(t)};
  for (dbx_frame *f = t->top; f; f = f->parent) dbx_push(&s->frames, save_frame(f));
  return s;
}

void dbx_trace_restore(dbx_trace_saved *s) {
  for (uint32_t i = 0; i < s->frames.n; i++) restore_frame(&s->frames.at[i]);
  dbx_trace_back(s->trace, &s->before);
  dbx_vec_free(&s->frames);
  free(s);
}

void dbx_trace_saved_free(dbx_trace_saved *s) {
  for (uint32_t i = 0; i < s->frames.n; i++)
    dbx_map_free(&s->frames.at[i].const_of), dbx_map_free(&s->frames.at[i].lengths);
  dbx_vec_free(&s->frames);
  free(s);
}

bool dbx_attempting(void) { return trace_now->attempts > 0; }

dbx_attempt *dbx_attempt_begin(void) {
  trace_now->attempts++;
  dbx_attempt *a = dbx_alloc(sizeof *a);
  *a = (dbx_attempt){.saved = dbx_trace_save()};
  if (trace_now->rounds.begin) a->host = trace_now->rounds.begin();
  return a;
}

void dbx_attempt_undo(dbx_attempt *a) {
  if (trace_now->rounds.undo) trace_now->rounds.undo(a->host);
  dbx_trace_restore(a->saved);
  free(a);
  trace_now->attempts--;
}
