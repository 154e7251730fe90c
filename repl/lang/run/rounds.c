// What the host does around the rounds of the strategy infer: the program's objects go back to what
// they were, and what it printed is let through only by the round that counts (trace/rounds.h).
#include "trace/rounds.h"

#include "lang/object/snapshot.h"
#include "lang/run/lang.h"

#include <string.h>

typedef struct host_round {
  lang_snapshot before;
  dbx_buf printed;
  void (*print)(void *ctx, const char *s, size_t n); // where output went before
  void *print_ctx;
  struct host_round *outer;
} host_round;

static void hold_back(void *ctx, const char *s, size_t n) {
  dbx_putn(&((host_round *)ctx)->printed, s, n);
}

static void *begin(void) {
  host_round *r = dbx_alloc(sizeof *r);
  *r = (host_round){
      .print = lang_now->print, .print_ctx = lang_now->print_ctx, .outer = lang_now->rounds};
  snapshot_take_all(&r->before);
  lang_now->print = hold_back, lang_now->print_ctx = r;
  lang_now->rounds = r;
  return r;
}

static void end(host_round *r) {
  lang_now->print = r->print, lang_now->print_ctx = r->print_ctx;
  lang_now->rounds = r->outer;
}

static void done(host_round *r) {
  snapshot_free(&r->before);
  dbx_buf_free(&r->printed);
  free(r);
}

static void undo(void *state) {
  end(state);
  snapshot_restore(&((host_round *)state)->before);
  done(state);
}

static void keep(void *state) {
  host_round *r = state;
  end(r);
  if (r->printed.n) lang_now->print(lang_now->print_ctx, dbx_text(&r->printed), r->printed.n);
  done(r);
}

static void mark(void (*visit)(pv v)) {
  for (const host_round *r = lang_now->rounds; r; r = r->outer) snapshot_mark(&r->before, visit);
}

void lang_rounds_start(void) {
  trace_now->rounds = (dbx_round_host){begin, undo, keep};
  lang_add_root(mark);
}
