// The sessions of a server: each is as a prompt of its own (see serve.h).
#include "cmd/serve/serve.h"

#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/prompt/prompt.h"
#include "cmd/prompt/reader.h"
#include "cmd/session/changes.h"
#include "cmd/session/line.h"
#include "cmd/session/program.h"
#include "cmd/session/settings.h"

#include "debug/debugger.h"
#include "viz/report/diagnostic.h"
#include "viz/report/events.h"
#include <string.h>

// ---- what happens in one ----

static void tell_report(const char *json, size_t n, const char *text) {
  dbx_buf b = {0};
  dbx_json j = {.out = &b, .indent = -1};
  dbx_json_open(&j, '{');
  dbx_json_key(&j, "diagnostic"), dbx_json_raw(&j, json, n);
  dbx_json_key(&j, "text"), dbx_json_str(&j, text);
  dbx_json_close(&j, '}');
  serve_notify(serve_now->server, "diagnostic", dbx_text(&b) + 1, b.n - 2);
  dbx_buf_free(&b);
}

// Each of those that are chained has its own notification; the first has the text of all.
static void on_report(const dbx_diag *d) {
  dbx_buf json = {0}, text = {0};
  dbx_put_diag_json(&json, d);
  dbx_put_diag(&text, d, &(dbx_diag_style){0});
  for (const char *at = dbx_text(&json); *at;) {
    size_t n = strcspn(at, "\n");
    tell_report(at, n, at == dbx_text(&json) ? dbx_text(&text) : "");
    at += n + (at[n] == '\n');
  }
  dbx_buf_free(&json), dbx_buf_free(&text);
}

static void tell_event(const char *json, size_t n) {
  dbx_buf b = {0};
  dbx_put(&b, "\"event\": ");
  dbx_putn(&b, json, n);
  serve_notify(serve_now->server, "event", dbx_text(&b), b.n);
  dbx_buf_free(&b);
}

static void tell_lines(const char *at, uint32_t from) {
  for (uint32_t i = 0; *at; i++) {
    size_t n = strcspn(at, "\n");
    if (i >= from) tell_event(at, n);
    at += n + (at[n] == '\n');
  }
}

static void tell_trace(const dbx_trace *t, uint32_t from) {
  dbx_buf b = {0};
  dbx_put_events_json(&b, t);
  tell_lines(dbx_text(&b), from);
  dbx_buf_free(&b);
}

void serve_tell_events(void) {
  const dbx_trace *t = program_trace();
  if (!serve_now->events || !t) return;
  uint32_t from =
      t == serve_now->seen && t->events.n >= serve_now->seen_events ? serve_now->seen_events : 0;
  serve_now->seen = t, serve_now->seen_events = t->events.n;
  if (from < t->events.n) tell_trace(t, from);
}

// A value is told as output of a stream of its own.
static void on_value(const char *s, size_t n) {
  dbx_buf b = {0};
  dbx_json j = {.out = &b, .indent = -1};
  dbx_json_open(&j, '{');
  dbx_json_key(&j, "stream"), dbx_json_str(&j, "value");
  dbx_json_key(&j, "text"), dbx_json_strn(&j, s, n);
  dbx_json_close(&j, '}');
  serve_notify(serve_now->server, "output", dbx_text(&b) + 1, b.n - 2);
  dbx_buf_free(&b);
}

static void on_trace(dbx_trace *t, void *ctx) {
  (void)ctx;
  changes_show_trace(t, line_mode()->detail);
  if (serve_now->events) tell_trace(t, 0);
}

// ---- beginning and ending one ----

static void begin(server *s) {
  host_begin(&s->options);
  if (settings_start(&s->options, stdout) != DBX_OK) host_report(dbx_diag_take());
  serve_now->server = s;
  lang_now->on_trace = on_trace;
  host_show_by(on_report);
  prompt_begin();
  line_mode()->show = on_value;
  read_hooked()->line = NULL; // nobody types
  line_start();
}

static void end(void) {
  debugger_stop();
  prompt_end();
  host_settle();
}

static named_session *find(server *s, const char *name) {
  for (uint32_t i = 0; i < s->sessions.n; i++)
    if (!strcmp(s->sessions.at[i].name, name)) return &s->sessions.at[i];
  return NULL;
}

bool sessions_use(server *s, const char *name) {
  const named_session *n = find(s, name);
  if (n) return (void)dbx_session_use(n->session), true;
  if (s->sessions.n >= SESSIONS_MOST) return false;
  dbx_session_use(s->first);
  dbx_session *new = dbx_session_like();
  dbx_push(&s->sessions, ((named_session){dbx_strdup(name), new}));
  begin(s);
  return true;
}

static void close_at(server *s, uint32_t i) {
  named_session n = s->sessions.at[i];
  dbx_session_use(n.session);
  end();
  dbx_session_free(n.session);
  dbx_session_use(s->first);
  free(n.name);
  s->sessions.at[i] = s->sessions.at[--s->sessions.n];
}

void sessions_close(server *s, const char *name) {
  named_session *n = find(s, name);
  if (n) close_at(s, (uint32_t)(n - s->sessions.at));
}

void sessions_close_all(server *s) {
  while (s->sessions.n) close_at(s, s->sessions.n - 1);
  dbx_vec_free(&s->sessions);
}
