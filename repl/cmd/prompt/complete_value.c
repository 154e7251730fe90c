// What values have (see complete_in.h).
#include "cmd/prompt/complete_in.h"

#include "debug/debugger.h"
#include "debug/trial.h"
#include "lang/modules/modules.h"
#include "lang/modules/near.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_MS = 1000 };

// The value of "a.b.c" if that needs no code of the user's; UNBOUND.
static pv value_of(const char *path, size_t n) {
  size_t dot = 0;
  while (dot < n && path[dot] != '.') dot++;
  pv v = dict_get_sym(lang_now->globals, dbx_intern_n(path, dot));
  while (dot < n && is_obj(v, T_MODULE)) {
    size_t from = ++dot;
    while (dot < n && path[dot] != '.') dot++;
    if (lang_findattr(v, dbx_intern_n(path + from, dot - from), &v) != DBX_OK) {
      dbx_diag_forget();
      return PV(PV_UNBOUND);
    }
  }
  return dot == n ? v : PV(PV_UNBOUND);
}

static void near(complete_what what, pv v, dbx_nearest *n) {
  if (what == COMPLETE_KEYWORDS) lang_near_keyword(v, n);
  else lang_near_attribute(v, n);
}

// ---- in another process ----

typedef struct question {
  complete_what what;
  const char *text;
  dbx_nearest *n;
  dbx_buf answers; // lines
} question;

static void note(void *ctx, const char *known) {
  question *q = ctx;
  dbx_printf(&q->answers, "%s\n", known);
}

static dbx_status evaluate(const question *q, pv *ret) {
  if (q->what == COMPLETE_IMPORTED) return lang_import(q->text, ret);
  if (debugger_is_open()) return debugger_evaluate(q->text, ret);
  return lang_eval_text("<completion>", q->text, ret);
}

static void answer(void *ctx, int out) {
  question *q = ctx;
  pv v;
  trial_be_quiet();
  lang_now->print = lang_print_nothing;
  lang_now->on_trace = NULL, lang_now->on_call = NULL;
  base_now->warn_sink = NULL;
  if (evaluate(q, &v) != DBX_OK) _exit(1);
  lang_pin(v);
  dbx_nearest n = dbx_nearest_each(q->n->name, note, q);
  near(q->what, v, &n);
  trial_answer(out, &q->answers);
}

static void ask(complete_what what, const char *text, dbx_nearest *n) {
  question q = {.what = what, .text = text, .n = n};
  dbx_buf got = {0};
  (void)fflush(NULL);
  if (trial_run(answer, &q, trial_now_ms() + PATIENCE_MS, &got))
    for (char *at = got.n ? got.at : NULL, *end;
         at && (end = memchr(at, '\n', got.n - (size_t)(at - got.at))); at = end + 1) {
      *end = 0;
      dbx_nearest_try(n, at);
      if (end + 1 == got.at + got.n) break;
    }
  dbx_buf_free(&got);
}

void complete_of_value(completion *c, complete_what what, size_t at, size_t dot, dbx_nearest *n) {
  bool path = what != COMPLETE_IMPORTED && !debugger_is_open();
  for (size_t i = at; i < dot; i++)
    path &= isalnum((unsigned char)c->line[i]) || c->line[i] == '_' || c->line[i] == '.';
  pv v = path && at < dot ? value_of(c->line + at, dot - at) : PV(PV_UNBOUND);
  if (v.tag != PV_UNBOUND) {
    near(what, v, n);
    return;
  }
  char *text = strndup(c->line + at, dot - at);
  if (text) ask(what, text, n);
  free(text);
}
