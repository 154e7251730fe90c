// See examples.h.
#include "cmd/questions/examples.h"

#include "cmd/host/host.h"
#include "cmd/questions/about.h"
#include "cmd/session/settings.h"

#include "debug/fixes.h"
#include "debug/trial.h"
#include "lang/lang.h"
#include "learn/example.h"
#include "trace/trace.h"

#include <string.h>
#include <unistd.h>

enum { PATIENCE_MS = 5000, PARTS = 3 };

// ---- in the process that runs it ----

static void print_into(void *ctx, const char *s, size_t n) { dbx_putn(ctx, s, n); }

static dbx_status run(const char *expression, dbx_buf *ret) {
  dbx_buf text = {0}, printed = {0};
  const cli *options = host_options();
  dbx_session_like();
  host_begin(options);
  DBX_TRY(settings_start(options, stdout));
  lang_now->engine = (dbx_engine){0}; // the interpreter: there is little to compute
  lang_now->print = print_into, lang_now->print_ctx = &printed;
  example_put_program(&text, expression);
  DBX_TRY(lang_run(dbx_source_add("example.py", dbx_text(&text), text.n), NULL, NULL));
  const dbx_trace *t = lang_now->traces.n ? lang_now->traces.at[0] : NULL;
  if (!t || !t->jaxpr) return DBX_FAIL;
  fixes_put_results(ret, t->jaxpr);
  dbx_putc(ret, '\0');
  dbx_print_jaxpr(ret, t->jaxpr, &(dbx_print_opts){.width = host_options()->width});
  dbx_putc(ret, '\0');
  dbx_put(ret, dbx_text(&printed));
  return DBX_OK;
}

static void answer(void *ctx, int out) {
  dbx_buf b = {0};
  trial_be_quiet();
  if (run(ctx, &b) != DBX_OK) _exit(1);
  trial_answer(out, &b);
}

// ---- here ----

bool examples_run(const char *expression, dbx_buf *types, dbx_buf *jaxpr, dbx_buf *printed) {
  dbx_buf *parts[PARTS] = {types, jaxpr, printed}, got = {0};
  dbx_buf copy = {0};
  dbx_put(&copy, expression);
  (void)fflush(NULL);
  bool good = trial_run(answer, (char *)dbx_text(&copy), trial_now_ms() + PATIENCE_MS, &got);
  const char *at = dbx_text(&got), *end = at + got.n;
  for (int i = 0; good && i < PARTS && at <= end; i++, at += strlen(at) + 1)
    if (parts[i]) dbx_put(parts[i], at);
  dbx_buf_free(&got);
  dbx_buf_free(&copy);
  return good;
}

void examples_put(dbx_buf *b, const char *expression) {
  dbx_buf types = {0}, printed = {0}, line = {0};
  if (*expression && examples_run(expression, &types, NULL, &printed)) {
    about_put_text(b, expression);
    for (const example_argument *a = NULL; (a = example_next(expression, a)); dbx_clear(&line)) {
      dbx_printf(&line, "  %s: %s = %s", a->name, a->type, a->value);
      about_put_text(b, dbx_text(&line));
    }
    dbx_printf(&line, "  gives %s = ", dbx_text(&types));
    for (size_t i = 0; i < printed.n; i++)
      if (printed.at[i] != '\n') dbx_putc(&line, printed.at[i]);
      else if (i + 1 < printed.n && printed.at[i + 1] != ' ') dbx_putc(&line, ' ');
    about_put_text(b, dbx_text(&line));
  }
  dbx_buf_free(&types);
  dbx_buf_free(&printed);
  dbx_buf_free(&line);
}
