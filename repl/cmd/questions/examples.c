// See examples.h.
#include "cmd/questions/examples.h"

#include "cmd/host/host.h"
#include "cmd/questions/about.h"
#include "cmd/session/settings.h"

#include "debug/fixes.h"
#include "debug/trial.h"
#include "lang/lang.h"
#include "trace/trace.h"

#include <string.h>
#include <unistd.h>

enum { PATIENCE_MS = 30000 };

// ---- in the process that runs it ----

typedef struct attempt {
  const example_program *e;
  example_mode mode;
} attempt;

static void print_into(void *ctx, const char *s, size_t n) { dbx_putn(ctx, s, n); }

static dbx_status run(const attempt *a, dbx_buf *printed) {
  dbx_buf text = {0};
  const cli *options = host_options();
  dbx_session_like();
  host_begin(options);
  DBX_TRY(settings_start(options, stdout));
  lang_now->engine = (dbx_engine){0}; // the interpreter: there is little to compute
  lang_now->print = print_into, lang_now->print_ctx = printed;
  example_put_program(&text, a->e, a->mode);
  return lang_run(dbx_source_add("example.py", dbx_text(&text), text.n), NULL, NULL);
}

static void put_trace(dbx_buf *b) {
  const dbx_trace *t = lang_now->traces.n ? lang_now->traces.at[0] : NULL;
  if (t && t->jaxpr) fixes_put_results(b, t->jaxpr);
  dbx_putc(b, '\0');
  if (t && t->jaxpr)
    dbx_print_jaxpr(b, t->jaxpr, &(dbx_print_opts){.width = host_options()->width});
  dbx_putc(b, '\0');
}

// The code and the first line of the message.
static void put_refusal(dbx_buf *b) {
  dbx_diag *d = dbx_diag_take();
  if (!d) return;
  dbx_printf(b, "%s, %s: ", dbx_code_name(d->code), dbx_sym_text(d->cls));
  dbx_putn(b, d->message, strcspn(d->message, "\n"));
  dbx_diag_free(d);
}

// A letter first: did it run?
static void answer(void *ctx, int out) {
  dbx_buf b = {0}, printed = {0};
  trial_be_quiet();
  bool good = run(ctx, &printed) == DBX_OK;
  dbx_putc(&b, good ? 'y' : 'n');
  if (good) put_trace(&b), dbx_put(&b, dbx_text(&printed));
  else put_refusal(&b);
  trial_answer(out, &b);
}

// ---- here ----

static void take(const dbx_buf *got, examples_result *ret) {
  dbx_buf *parts[] = {&ret->types, &ret->jaxpr, &ret->printed};
  const char *at = dbx_text(got) + 1, *end = dbx_text(got) + got->n;
  for (int i = 0; i < 3 && at <= end; i++, at += strlen(at) + 1) dbx_put(parts[i], at);
}

void examples_run(const example_program *e, examples_result *ret) {
  dbx_buf got = {0};
  *ret = (examples_result){0};
  for (; ret->mode < EXAMPLE_MODES; ret->mode++, dbx_clear(&got)) {
    attempt a = {e, ret->mode};
    (void)fflush(NULL);
    bool ended = trial_run(answer, &a, trial_now_ms() + PATIENCE_MS, &got);
    const char *text = ended ? dbx_text(&got) : "n";
    if (*text == 'y') break;
    dbx_clear(&ret->refused), dbx_put(&ret->refused, text + (*text != 0));
  }
  if (ret->mode < EXAMPLE_MODES) take(&got, ret);
  dbx_buf_free(&got);
}

void examples_free(examples_result *r) {
  dbx_buf_free(&r->types);
  dbx_buf_free(&r->jaxpr);
  dbx_buf_free(&r->printed);
  dbx_buf_free(&r->refused);
}

// What it printed as one line.
static void put_given(dbx_buf *b, const examples_result *r) {
  dbx_buf line = {0};
  const dbx_buf *p = &r->printed;
  dbx_put(&line, "  gives ");
  if (r->types.n) dbx_printf(&line, "%s = ", dbx_text(&r->types));
  for (size_t i = 0; i < p->n; i++)
    if (p->at[i] != '\n') dbx_putc(&line, p->at[i]);
    else if (i + 1 < p->n && p->at[i + 1] != ' ') dbx_putc(&line, ' ');
  about_put_text(b, dbx_text(&line));
  dbx_buf_free(&line);
}

void examples_put(dbx_buf *b, const example_program *e) {
  examples_result r = {0};
  dbx_buf line = {0};
  if (*e->text) examples_run(e, &r);
  if (*e->text && r.mode < EXAMPLE_MODES) {
    about_put_text(b, e->text);
    for (const example_argument *a = NULL; (a = example_next(e->text, a)); dbx_clear(&line)) {
      dbx_printf(&line, "  %s: %s = %s", a->name, a->type, a->value);
      about_put_text(b, dbx_text(&line));
    }
    put_given(b, &r);
  }
  examples_free(&r);
  dbx_buf_free(&line);
}
