// Recordings of what was traced (see recorded.h). Beside the traces they have what pages show of
// the program: its name and text, and its loops under each strategy.
#include "cmd/questions/recorded.h"

#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/questions/repeated.h"
#include "cmd/questions/see.h"
#include "cmd/questions/state.h"
#include "cmd/questions/strategies.h"
#include "cmd/questions/tried.h"
#include "cmd/session/changes.h"
#include "cmd/session/line.h"
#include "cmd/session/load.h"
#include "cmd/session/program.h"
#include "cmd/session/traces.h"

#include "lang/lang.h"
#include "replay/replay.h"
#include "trace/strategies.h"
#include <jansson.h>
#include <string.h>

// ---- writing ----

static void observe(const dbx_loop_call *c) {
  see_observe(c);
  strategies_observe(c);
}

void recorded_collect(void) {
  questions_now->wanted = 0;
  trace_now->loop_observer = observe;
}

static void text_field(dbx_json *j, const char *key, const char *text) {
  dbx_json_key(j, key);
  dbx_json_str(j, text);
}

void recorded_about(const char *program, uint32_t file, const dbx_diag *error) {
  dbx_record_writer *w = dbx_record_begin(&questions_now->recorded.text);
  questions_now->recorded.writer = w;
  dbx_json *j = dbx_record_open(w, "program");
  text_field(j, "name", program);
  dbx_json_key(j, "at");
  dbx_record_span(w, j, (dbx_span){file, 0, 0});
  dbx_record_close(w);
  if (error) dbx_record_error(w, error);
}

static void put_strategies(dbx_record_writer *w) {
  for (uint32_t i = 0; i < questions_now->seen.n; i++) {
    const page_comparison *c = &questions_now->seen.at[i];
    dbx_json *j = dbx_record_open(w, "strategies");
    text_field(j, "function", dbx_sym_text(c->function));
    text_field(j, "page", c->text);
    dbx_record_close(w);
  }
  for (uint32_t i = 0; i < questions_now->compared.n; i++) {
    dbx_json *j = dbx_record_open(w, "compared");
    text_field(j, "text", dbx_text(&questions_now->compared.at[i].text));
    dbx_record_close(w);
  }
}

void recorded_put(dbx_buf *b, dbx_trace *const *t, uint32_t n, const dbx_so_far *so_far,
                  void (*more)(dbx_record_writer *w)) {
  dbx_record_writer *w = questions_now->recorded.writer;
  for (uint32_t i = 0; i < n; i++) dbx_record_trace(w, t[i], NULL);
  if (so_far) dbx_record_trace(w, so_far->trace, so_far);
  put_strategies(w);
  if (more) more(w);
  dbx_record_end(w);
  dbx_putn(b, questions_now->recorded.text.at, questions_now->recorded.text.n);
  dbx_buf_free(&questions_now->recorded.text);
  questions_now->recorded.writer = NULL;
  dbx_buf ignored = {0};
  strategies_put(&ignored);
  dbx_buf_free(&ignored);
  see_stop();
}

// ---- reading ----

bool recorded_is_path(const char *path) { return dbx_ends_in(path, ".dbidx"); }

bool recorded_is_source(uint32_t file) {
  size_t n;
  const char *text = dbx_source_text(file, &n);
  return recorded_is_path(dbx_source_name(file)) || dbx_is_recording(text, n);
}

// What pages are about, until all is read.
typedef struct reading {
  dbx_record_taker more;
  dbx_replay live;
  const char *program;
  uint32_t file;
} reading;

static dbx_status take_program(reading *r, struct record_reader *in, const json_t *line) {
  dbx_span at;
  const char *name;
  DBX_TRY(dbx_record_take_text(in, line, "name", &name));
  DBX_TRY(dbx_record_take_span(in, line, "at", &at));
  r->program = dbx_sym_text(dbx_intern(name));
  r->file = at.file;
  return DBX_OK;
}

static dbx_status take_strategies(struct record_reader *in, const json_t *line) {
  const char *function, *page;
  DBX_TRY(dbx_record_take_text(in, line, "function", &function));
  DBX_TRY(dbx_record_take_text(in, line, "page", &page));
  json_t *known = json_loads(page, 0, NULL); // it goes into the page's JSON as it is
  if (!known) return dbx_fail(DBX_E608, (dbx_span){0}, "the strategies of a loop are no JSON");
  json_decref(known);
  page_comparison c = {.function = dbx_intern(function), .text = dbx_strdup(page)};
  dbx_push(&questions_now->seen, c);
  return DBX_OK;
}

static dbx_status take_compared(struct record_reader *in, const json_t *line) {
  const char *text;
  comparison c = {0};
  DBX_TRY(dbx_record_take_text(in, line, "text", &text));
  dbx_put(&c.text, text);
  dbx_push(&questions_now->compared, c);
  return DBX_OK;
}

static dbx_status take(void *ctx, struct record_reader *in, const char *kind, const json_t *line) {
  reading *r = ctx;
  bool taken;
  DBX_TRY(dbx_replay_take(&r->live, in, kind, line, &taken));
  if (taken) return DBX_OK;
  if (!strcmp(kind, "program")) return take_program(r, in, line);
  if (!strcmp(kind, "run")) return tried_take(in, line);
  if (!strcmp(kind, "strategies")) return take_strategies(in, line);
  if (!strcmp(kind, "compared")) return take_compared(in, line);
  return r->more ? r->more(NULL, in, kind, line) : DBX_OK; // what is unknown says nothing to us
}

dbx_status recorded_read(uint32_t file, dbx_record_taker more) {
  reading about = {
      .live = {.repeat = repeated_here}, .more = more, .program = dbx_source_name(file)};
  dbx_recording all;
  trace_now->loop_observer = NULL; // steps are taken once: no loop can be tried in other ways
  dbx_status st = dbx_record_read(file, take, &about, &all);
  dbx_replay_free(&about.live);
  if (st != DBX_OK) return st;
  for (uint32_t i = 0; i < all.traces.n; i++) {
    dbx_push(&lang_now->traces, all.traces.at[i]);
    traces_add(all.traces.at[i]);
  }
  for (uint32_t i = 0; i < all.others.n; i++) dbx_push(&questions_now->referred, all.others.at[i]);
  dbx_vec_free(&all.traces), dbx_vec_free(&all.others);
  see_about(about.program, about.file, all.error);
  if (!all.error) return DBX_OK;
  return dbx_diag_put(all.error), DBX_FAIL;
}

// ---- at the prompt ----

dbx_status recorded_load(const char *path) {
  uint32_t file, first = lang_now->traces.n;
  if (!recorded_is_path(path)) return load_file(path);
  DBX_TRY(host_find_file(path, &file));
  if (dbx_trace_current() || program_now() == PROGRAM_OPEN)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "a program is under construction; `:new` drops it, then a recording can be "
                    "loaded");
  see_stop();
  questions_now->about.recorded = false;
  tried_forget();
  dbx_status st = recorded_read(file, NULL);
  questions_now->about.recorded = lang_now->traces.n > first || questions_now->about.error.n;
  for (uint32_t i = first; i < lang_now->traces.n; i++)
    changes_show_trace(lang_now->traces.at[i], line_mode()->detail);
  if (st != DBX_OK && host_options()->try_fixes) {
    dbx_diag *d = dbx_diag_take();
    if (tried_offer(d) != DBX_OK) host_report(dbx_diag_take());
    dbx_diag_put(d);
  }
  return st;
}

dbx_status cmd_load(const char *rest) { return recorded_load(rest); }
