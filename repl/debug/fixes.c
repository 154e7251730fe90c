// Trying edits in processes of their own (see fixes.h).
#include "debug/fixes.h"

#include "base/poll.h"
#include "debug/edits.h"
#include "debug/trial.h"
#include "read/read.h"
#include "trace/strategies.h"
#include "trace/trace.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OFFERED = 3, TRIALS = 40, ONE_MS = 3000, ALL_MS = 6000 };

// ---- in the process of a trial ----

typedef struct trial {
  dbx_sym function; // whose trace failed, 0: none
  bool traced, wrong;
  dbx_buf types; // of its results
} trial;

// Lengths are in words of the source: letters of the edited program would be others than those that
// were shown.
static void put_types(dbx_buf *b, const dbx_jaxpr *j) {
  dbx_clear(b);
  for (uint32_t i = j->n_implicit_out; i < j->n_out; i++) {
    if (i > j->n_implicit_out) dbx_put(b, ", ");
    dbx_put_aval(b, dbx_atom_aval(j->outs[i]), NULL);
  }
}

static void see_trace(dbx_trace *t, void *ctx) {
  trial *seen = ctx;
  if (!t->jaxpr) return;
  if (dbx_check_jaxpr(t->jaxpr) != DBX_OK) {
    dbx_diag_forget();
    seen->wrong = true;
  }
  if (t->function != seen->function) return;
  seen->traced = true;
  put_types(&seen->types, t->jaxpr);
}

static void be_quiet(trial *seen) {
  trial_be_quiet();
  lang_now->print = lang_print_nothing;
  lang_now->engine = (dbx_engine){0};
  lang_now->on_trace = see_trace;
  lang_now->on_trace_ctx = seen;
  lang_now->on_call = NULL;
  base_now->warn_sink = NULL;
  trace_now->loop_observer = NULL;
}

static bool is_unread(const dbx_diag *d) { return !strncmp(dbx_code_name(d->code), "E1", 2); }

static _Noreturn void run_trial(const dbx_diag *d, const fix_host *host, const edit *e,
                                uint32_t end, int out) {
  size_t n;
  const char *text = dbx_source_text(e->span.file, &n);
  dbx_buf b = {0};
  const dbx_frame *f = d->frame ? dbx_frame_by_id(d->frame) : NULL;
  trial seen = {.function = f ? f->trace->function : 0};
  be_quiet(&seen);
  dbx_putn(&b, text, e->span.begin);
  dbx_put(&b, e->replacement);
  dbx_putn(&b, text + e->span.end, n - e->span.end);
  uint32_t edited = dbx_source_add(dbx_source_name(e->span.file), dbx_text(&b), b.n);
  if (end) end += (uint32_t)strlen(e->replacement) - (e->span.end - e->span.begin);
  dbx_status st = host->run(host->ctx, e->span.file, edited, end);
  bool good = st == DBX_OK && !seen.wrong;
  dbx_clear(&b);
  if (good && is_unread(d)) dbx_put(&b, "can be read");
  else if (good && seen.traced && seen.types.n)
    dbx_printf(&b, "traces; result %s", dbx_text(&seen.types));
  else if (good && !seen.traced && f && host->put_result) {
    dbx_put(&b, "traces; result ");
    size_t empty = b.n;
    host->put_result(host->ctx, &b);
    if (b.n == empty) b.n -= strlen("; result ");
  } else if (good) dbx_put(&b, seen.traced ? "traces; no result" : f ? "traces" : "runs");
  _exit(b.n && write(out, b.at, b.n) == (ssize_t)b.n ? 0 : 1);
}

// ---- here ----

typedef struct trying {
  const dbx_diag *d;
  const fix_host *host;
  const edit *e;
  uint32_t end;
} trying;

static void run_edit(void *ctx, int out) {
  const trying *t = ctx;
  run_trial(t->d, t->host, t->e, t->end, out);
}

static bool try_edit(const dbx_diag *d, const fix_host *host, const edit *e, uint32_t end,
                     int64_t until, dbx_buf *outcome) {
  return trial_run(run_edit, &(trying){d, host, e, end}, until, outcome) && outcome->n;
}

// The statement of the module that failed, where the edit's text ends for the trial.
static uint32_t end_of_statement(const dbx_diag *d) {
  dbx_span at = d->span;
  size_t length;
  if (d->frames_n && d->frames[d->frames_n - 1].span.file == at.file)
    at = d->frames[d->frames_n - 1].span;
  dbx_source_text(at.file, &length);
  for (uint32_t i = lang_now->modules.n; i-- > 0;) {
    const dbx_module *m = lang_now->modules.at[i];
    for (uint32_t k = 0; m->file == at.file && k < m->root->l.n; k++) {
      const dbx_node *n = m->root->l.at[k];
      uint32_t begin = n->kind == DBX_N_FunctionDef && n->more->m.n ? n->more->m.at[0]->span.begin
                                                                    : n->span.begin;
      if (begin <= at.begin + 1 && at.begin < n->span.end) return n->span.end;
    }
  }
  return (uint32_t)length;
}

static bool is_offered(const dbx_diag *d, const edit *e) {
  for (uint32_t i = 0; i < d->n_fixes; i++)
    if (!strcmp(d->fixes[i].text, e->text)) return true;
  return false;
}

static int resorts_last(const void *a, const void *b) {
  const edit *x = a, *y = b;
  return x->resort != y->resort ? x->resort - y->resort : (x->rank > y->rank) - (x->rank < y->rank);
}

void fixes_offer(dbx_diag *d, const fix_host *host) {
  edits all = {0};
  int64_t start = trial_now_ms();
  if (!d->span.file || d->n_fixes) return;
  edits_for(d, &all);
  dbx_vec_sort(&all, resorts_last);
  uint32_t end = is_unread(d) ? 0 : end_of_statement(d); // what is read runs no statement
  fflush(NULL); // nothing may be printed twice by the trials
  for (uint32_t i = 0; i < all.n && i < TRIALS && d->n_fixes < OFFERED; i++) {
    dbx_buf outcome = {0};
    int64_t now = trial_now_ms(), until = now + ONE_MS;
    if ((all.at[i].resort && d->n_fixes) || is_offered(d, &all.at[i])) continue;
    if (now - start > ALL_MS || dbx_stopping()) i = all.n;
    else if (try_edit(d, host, &all.at[i], end, until, &outcome))
      dbx_diag_edit(d, all.at[i].text, dbx_text(&outcome), all.at[i].span, all.at[i].replacement);
    dbx_buf_free(&outcome);
  }
  edits_free(&all);
}

// ---- a program of a file ----

static dbx_status run_file(void *ctx, uint32_t file, uint32_t edited, uint32_t end) {
  dbx_module *m;
  (void)ctx, (void)file;
  lang_restart();
  DBX_TRY(lang_load(edited, &m, NULL));
  for (uint32_t i = 0; i < m->root->l.n; i++) {
    const dbx_node *n = m->root->l.at[i];
    if (n->span.begin >= end) break;
    DBX_TRY(lang_exec_statement(n, NULL));
    heap_safepoint();
  }
  return DBX_OK;
}

const fix_host fixes_of_file = {.run = run_file};
