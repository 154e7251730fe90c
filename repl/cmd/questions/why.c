// Questions about a trace: where things come from, why lengths are equal, who uses what.
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/questions/subject.h"

#include "viz/why/provenance.h"

typedef dbx_status (*view)(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                           const char *of);
typedef struct views {
  view text, json;
} views;

static dbx_status answer(const dbx_trace *t, const char *x, void *ctx) {
  const views *v = ctx;
  dbx_report_style style = subject_style();
  dbx_buf b = {0};
  dbx_status st = (host_options()->json ? v->json : v->text)(&b, t, &style, x);
  if (st != DBX_OK) dbx_buf_free(&b);
  else if (host_options()->json) show_listing(&b);
  else show_report(&b);
  return st;
}

dbx_status cmd_why(const char *rest) {
  return subject_ask(rest, answer, &(views){dbx_put_why, dbx_put_why_json});
}

dbx_status cmd_users(const char *rest) {
  return subject_ask(rest, answer, &(views){dbx_put_users, dbx_put_users_json});
}
