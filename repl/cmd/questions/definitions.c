// The definitions of the document at the prompt: tracers, contexts, constants, types, toJaxpr.
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/questions/subject.h"

#include "viz/report/statements.h"
#include "viz/why/definitions.h"
#include <string.h>

typedef dbx_status (*view)(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                           const char *of);

static dbx_status answer(const dbx_trace *t, const char *x, void *ctx) {
  dbx_report_style style = subject_style();
  dbx_buf b = {0};
  dbx_status st = (*(view *)ctx)(&b, t, &style, x);
  if (st == DBX_OK) show_report(&b);
  else dbx_buf_free(&b);
  return st;
}

dbx_status cmd_tracer(const char *rest) {
  view v = dbx_put_tracer_form;
  return subject_ask(rest, answer, &v);
}

dbx_status cmd_tracers(const char *rest) {
  view v = dbx_put_tracers;
  return subject_ask(rest, answer, &v);
}

static dbx_status put_frames(const dbx_trace *t, const char *x, void *ctx) {
  dbx_report_style style = subject_style();
  dbx_buf b = {0};
  (void)x, (void)ctx;
  dbx_put_frames(&b, t, &style);
  return show_report(&b), DBX_OK;
}

dbx_status cmd_frames(const char *rest) {
  dbx_buf in = {0};
  if (*rest) dbx_printf(&in, "in %s", rest);
  dbx_status st = subject_ask(dbx_text(&in), put_frames, NULL);
  dbx_buf_free(&in);
  return st;
}

dbx_status cmd_consts(const char *rest) {
  subject s;
  dbx_buf b = {0};
  dbx_report_style style = subject_style();
  DBX_TRY(subject_find(rest, &s));
  if (!s.bind) return dbx_fail(DBX_E208, (dbx_span){0}, "'%s' is no loop or conditional", rest);
  dbx_put_constants(&b, s.trace, s.bind, &style);
  return show_report(&b), DBX_OK;
}

dbx_status cmd_autograph(const char *rest) {
  subject s;
  dbx_buf b = {0};
  dbx_report_style style = subject_style();
  DBX_TRY(subject_find_any(rest, &s));
  dbx_put_statements(&b, s.trace, &style);
  return show_report(&b), DBX_OK;
}

dbx_status cmd_to_jaxpr(const char *rest) {
  subject s;
  dbx_buf b = {0};
  dbx_report_style style = subject_style();
  DBX_TRY(subject_find(rest, &s));
  dbx_put_simplified(&b, s.trace, s.bind, &style);
  return show_report(&b), DBX_OK;
}

static dbx_status put_api(const dbx_trace *t, const char *x, void *ctx) {
  dbx_report_style style = subject_style();
  dbx_buf b = {0};
  (void)x, (void)ctx;
  dbx_put_api(&b, t, &style);
  return show_report(&b), DBX_OK;
}

dbx_status cmd_api(const char *rest) {
  (void)rest;
  if (subject_ask("", put_api, NULL) == DBX_OK) return DBX_OK;
  dbx_diag_forget(); // nothing was traced yet
  return put_api(NULL, "", NULL);
}

dbx_status cmd_interpret(const char *rest) {
  dbx_buf b = {0};
  dbx_report_style style = subject_style();
  uint32_t n = (uint32_t)strlen(rest), file = dbx_source_add("<type>", rest, n);
  dbx_status st = dbx_put_interpreted(&b, (dbx_span){file, 0, n}, &style);
  if (st == DBX_OK) show_report(&b);
  else dbx_buf_free(&b);
  return st;
}
