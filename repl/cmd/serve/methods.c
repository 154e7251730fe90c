// The methods of `dbidx serve` (methods.def).
#include "cmd/serve/serve.h"

#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/prompt/complete.h"
#include "cmd/prompt/paste.h"
#include "cmd/prompt/prompt.h"
#include "cmd/questions/see.h"
#include "cmd/questions/subject.h"
#include "cmd/session/program.h"
#include "cmd/session/settings.h"

#include "base/poll.h"
#include "edit/edit.h"
#include "learn/pages.h"
#include "viz/why/provenance.h"
#include <ctype.h>
#include <string.h>
#include <utf8proc.h>

static const char *text_of(const json_t *params, const char *key) {
  const char *s = json_string_value(json_object_get(params, key));
  return s ? s : "";
}

static void member(dbx_json *j, const char *key, const char *text) {
  dbx_json_key(j, key), dbx_json_str(j, text);
}

// JSON lines as a list.
static void put_lines(dbx_json *j, const char *at) {
  dbx_json_open(j, '[');
  for (size_t n; *at; at += n + (at[n] == '\n')) {
    n = strcspn(at, "\n");
    if (n) dbx_json_raw(j, at, n);
  }
  dbx_json_close(j, ']');
}

// ---- the server and its sessions ----

dbx_status serve_info(server *s, const json_t *params, dbx_json *ret) {
  (void)s, (void)params;
  dbx_json_open(ret, '{');
  member(ret, "name", "dbidx"), member(ret, "version", DBX_VERSION);
  dbx_json_key(ret, "jit"), dbx_json_bool(ret, DBX_HAVE_LOWER);
  dbx_json_key(ret, "methods"), dbx_json_open(ret, '[');
  for (uint32_t i = 0; i < methods_count; i++) {
    dbx_json_open(ret, '{');
    member(ret, "name", methods[i].name), member(ret, "params", methods[i].params);
    member(ret, "help", methods[i].help);
    dbx_json_close(ret, '}');
  }
  dbx_json_close(ret, ']');
  return dbx_json_close(ret, '}'), DBX_OK;
}

static void put_setting(const char *name, const char *value, void *ctx) {
  member(ctx, name, value);
}

dbx_status serve_open(server *s, const json_t *params, dbx_json *ret) {
  const char *name;
  json_t *v;
  (void)s;
  json_object_foreach(json_object_get(params, "settings"), name, v) {
    if (!json_is_string(v))
      return dbx_fail(DBX_E208, (dbx_span){0}, "the setting '%s' is a text", name);
    DBX_TRY(settings_set(name, json_string_value(v)));
  }
  dbx_json_open(ret, '{');
  settings_each(put_setting, ret);
  return dbx_json_close(ret, '}'), DBX_OK;
}

static dbx_status nothing(dbx_json *ret) { return dbx_json_null(ret), DBX_OK; }

dbx_status serve_close(server *s, const json_t *params, dbx_json *ret) {
  (void)s, (void)params;
  serve_now->ended = true;
  return nothing(ret);
}

dbx_status serve_exit(server *s, const json_t *params, dbx_json *ret) {
  (void)params;
  s->leaving = true;
  return nothing(ret);
}

// Has happened when it was read (intake.c).
dbx_status serve_interrupt(server *s, const json_t *params, dbx_json *ret) {
  (void)s, (void)params;
  return nothing(ret);
}

// ---- lines ----

// False: nothing behind it runs.
static bool run_text(const char *text) {
  read_text t = {0};
  dbx_put(&t.text, text);
  host_forget_error();
  bool stays = prompt_act(&t);
  text_free(&t);
  serve_tell_events();
  serve_now->ended |= !stays;
  return stays && host_error() < 0;
}

// Events of functions and of the program under construction so far.
static uint64_t traced_so_far(void) {
  uint64_t n = lang_now->traces.n;
  return n + (program_trace() ? program_trace()->events.n : 0);
}

dbx_status serve_evaluate(server *s, const json_t *params, dbx_json *ret) {
  static const char *const states[] = {"none", "open", "done"};
  paste p;
  bool ok = true;
  uint64_t before = traced_so_far();
  (void)s;
  serve_now->events = json_is_true(json_object_get(params, "events"));
  paste_split(text_of(params, "text"), &p);
  for (uint32_t i = 0; ok && i < p.texts.n; i++) ok = run_text(p.texts.at[i]);
  ok |= serve_now->ended && host_error() < 0;
  paste_free(&p);
  dbx_json_open(ret, '{');
  dbx_json_key(ret, "ok"), dbx_json_bool(ret, ok);
  dbx_json_key(ret, "ended"), dbx_json_bool(ret, serve_now->ended);
  member(ret, "program", states[program_now()]);
  dbx_json_key(ret, "traced"), dbx_json_bool(ret, traced_so_far() > before);
  return dbx_json_close(ret, '}'), DBX_OK;
}

dbx_status serve_state_of(server *s, const json_t *params, dbx_json *ret) {
  static const char *const words[] = {"", "complete", "block", "incomplete"};
  read_text t = {0};
  const char *text = text_of(params, "text"), *first = text + strspn(text, " \t\n");
  (void)s;
  dbx_printf(&t.text, "%s\n", text);
  text_state state = paste_is_command(first) ? TEXT_COMPLETE : text_look(&t);
  dbx_json_open(ret, '{');
  member(ret, "state", t.wrong && state == TEXT_COMPLETE ? "wrong" : words[state]);
  dbx_json_close(ret, '}');
  return text_free(&t), DBX_OK;
}

// ---- the text at a position ----

// A line of the text, and a place in it, in bytes.
typedef struct cursor {
  char *line;
  size_t at;
} cursor;

// The position counts characters; without one it is the end.
static size_t byte_of(const char *text, const json_t *position) {
  utf8proc_int32_t c;
  size_t at = 0;
  if (!position) return strlen(text);
  for (json_int_t i = json_integer_value(position); i > 0 && text[at]; i--) {
    utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)text + at, -1, &c);
    at += k > 0 ? (size_t)k : 1;
  }
  return at;
}

static cursor cursor_of(const json_t *params) {
  const char *text = text_of(params, "text");
  size_t at = byte_of(text, json_object_get(params, "position")), from = at;
  while (from && text[from - 1] != '\n') from--;
  return (cursor){strndup(text + from, at - from + strcspn(text + at, "\n")), at - from};
}

static int64_t characters(const char *s, size_t n) { return (int64_t)dbx_columns(s, n); }

// ---- completion ----

static void add_word(const char *word) {
  if (!strncmp(word, serve_now->word.at, serve_now->word.n))
    dbx_push(&serve_now->words, dbx_strdup(word));
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void put_words(dbx_json *ret) {
  char **w = serve_now->words.at;
  uint32_t n = serve_now->words.n;
  if (n) qsort(w, n, sizeof *w, by_text);
  dbx_json_open(ret, '[');
  for (uint32_t i = 0; i < n; i++)
    if (!i || strcmp(w[i - 1], w[i])) dbx_json_str(ret, w[i]);
  dbx_json_close(ret, ']');
  for (uint32_t i = 0; i < n; i++) free(w[i]);
  serve_now->words.n = 0;
}

dbx_status serve_complete(server *s, const json_t *params, dbx_json *ret) {
  cursor c = cursor_of(params);
  size_t begin = c.at;
  (void)s;
  while (begin && !strchr(EDIT_WORD_BREAKS, c.line[begin - 1])) begin--;
  serve_now->word.at = c.line + begin, serve_now->word.n = c.at - begin;
  complete_word(c.line, begin, c.at, add_word);
  int64_t position =
      characters(text_of(params, "text"),
                 byte_of(text_of(params, "text"), json_object_get(params, "position")));
  dbx_json_open(ret, '{');
  dbx_json_key(ret, "matches"), put_words(ret);
  dbx_json_key(ret, "start");
  dbx_json_int(ret, position - characters(c.line + begin, c.at - begin));
  dbx_json_key(ret, "end"), dbx_json_int(ret, position);
  dbx_json_close(ret, '}');
  return free(c.line), DBX_OK;
}

// ---- inspection ----

static bool in_name(char c) { return (c & 0x80) || c == '_' || isalnum((unsigned char)c); }

// The name at a place, with what stands before its dots: `x.shape` at the s.
static char *name_at(const cursor *c) {
  size_t from = c->at, to = c->at;
  while (in_name(c->line[to])) to++;
  while (from && (in_name(c->line[from - 1]) || c->line[from - 1] == '.')) from--;
  if (from && c->line[from - 1] == ':') from--; // a command
  return strndup(c->line + from, to - from);
}

// What a command shows of x; empty if it fails.
static void shown_by(dbx_status (*show)(const char *x), const char *x, dbx_buf *ret) {
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&text, &n);
  if (!f) return;
  show_into(f);
  dbx_status st = show(x);
  show_into(NULL);
  fclose(f);
  if (st == DBX_OK) dbx_putn(ret, text, n);
  else dbx_diag_forget();
  free(text);
}

static dbx_status why_json(const dbx_trace *t, const char *x, void *ctx) {
  dbx_report_style style = subject_style();
  return dbx_put_why_json(ctx, t, &style, x);
}

static dbx_status users_json(const dbx_trace *t, const char *x, void *ctx) {
  dbx_report_style style = subject_style();
  return dbx_put_users_json(ctx, t, &style, x);
}

static void put_why_of(const char *name, dbx_json *ret) {
  dbx_buf text = {0}, json = {0};
  dbx_json_key(ret, "why");
  if (*name != ':') shown_by(cmd_why, name, &text);
  if (text.n && subject_ask(name, why_json, &json) != DBX_OK) dbx_diag_forget(), dbx_clear(&json);
  put_lines(ret, dbx_text(&json));
  member(ret, "why_text", dbx_text(&text));
  dbx_buf_free(&text), dbx_buf_free(&json);
}

dbx_status serve_inspect(server *s, const json_t *params, dbx_json *ret) {
  cursor c = cursor_of(params);
  dbx_buf about = {0};
  char *name = name_at(&c);
  (void)s;
  if (*name) shown_by(cmd_about, name, &about);
  dbx_json_open(ret, '{');
  member(ret, "name", name), member(ret, "about", dbx_text(&about));
  put_why_of(name, ret);
  dbx_json_close(ret, '}');
  dbx_buf_free(&about);
  free(name), free(c.line);
  return dbx_poll();
}

// ---- questions ----

static dbx_status ask(const json_t *params,
                      dbx_status (*answer)(const dbx_trace *t, const char *x, void *ctx),
                      dbx_json *ret) {
  dbx_buf b = {0};
  dbx_status st = subject_ask(text_of(params, "of"), answer, &b);
  if (st == DBX_OK) put_lines(ret, dbx_text(&b));
  dbx_buf_free(&b);
  return st;
}

dbx_status serve_why(server *s, const json_t *params, dbx_json *ret) {
  (void)s;
  return ask(params, why_json, ret);
}

dbx_status serve_users(server *s, const json_t *params, dbx_json *ret) {
  (void)s;
  return ask(params, users_json, ret);
}

dbx_status serve_explain(server *s, const json_t *params, dbx_json *ret) {
  const char *name = text_of(params, "name");
  dbx_buf text = {0};
  (void)s;
  DBX_TRY(page_explain(&text, name, host_width(), false));
  const page *p = page_find(PAGE_TERM, name, NULL);
  if (!p) p = page_find(PAGE_CODE, name, NULL);
  dbx_json_open(ret, '{');
  member(ret, "name", p ? p->name : name), member(ret, "text", dbx_text(&text));
  member(ret, "markdown", p ? p->text : "");
  dbx_json_close(ret, '}');
  return dbx_buf_free(&text), DBX_OK;
}

dbx_status serve_view(server *s, const json_t *params, dbx_json *ret) {
  dbx_buf b = {0};
  const char *form = text_of(params, "form");
  (void)s;
  dbx_status st = see_form(form, text_of(params, "name"), &b);
  if (st == DBX_OK) st = dbx_poll(); // it may be cut
  if (st == DBX_OK && !strcmp(form, "json")) dbx_json_raw(ret, dbx_text(&b), b.n);
  else if (st == DBX_OK) dbx_json_strn(ret, dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}
