// :whatif: a loop under every strategy, the line that failed with lengths assumed to be equal, and
// the cases of a function (cmd/cases/cases.h). Everything is taken back. :assume: one of these
// cases.
#include "cmd/cases/cases.h"
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/session/changes.h"
#include "cmd/session/line.h"
#include "cmd/session/program.h"
#include "cmd/session/settings.h"

#include "debug/scope.h"
#include "trace/assume.h"
#include <string.h>

// ---- assumed equalities ----

// Both sides as they are named where the line failed.
static dbx_status assume(const debug_scope *s, const char *left, const char *right) {
  dbx_var a, b;
  char *end;
  long long size = strtoll(right, &end, 10);
  DBX_TRY(debug_find_tracer(s, s->calls.n - 1, left, &a));
  if (*right && !*end) return dbx_assume_size(a, size), DBX_OK;
  DBX_TRY(debug_find_tracer(s, s->calls.n - 1, right, &b));
  dbx_assume_equal(a, b);
  return DBX_OK;
}

static dbx_status assume_at_failure(dbx_trace *t, const char *left, const char *right) {
  debug_recording r = {.by_source = settings_by_source()};
  debug_scope s;
  uint32_t i;
  debug_record_trace(&r, t);
  uint32_t at = debug_failure(&r.segments.at[0]);
  const debug_segment *segment = debug_segment_at(&r, at == UINT32_MAX ? r.n - 1 : at, &i);
  debug_scope_at(segment, i, &s);
  dbx_status st = assume(&s, left, right);
  debug_scope_free(&s);
  debug_recording_free(&r);
  return st;
}

static dbx_status assume_in_failed_line(const char *left, const char *right) {
  if (line_hold_failed()) {
    dbx_status st = assume_at_failure(program_trace(), left, right);
    line_release();
    return st;
  }
  dbx_trace *t = lang_now->traces.n ? lang_now->traces.at[lang_now->traces.n - 1] : NULL;
  if (t && t->failed) return assume_at_failure(t, left, right);
  return dbx_fail(DBX_E208, (dbx_span){0}, "the line that failed did not come to tracing");
}

static dbx_status what_if_equal(const char *text, const char *sign) {
  const char *line = line_failed();
  if (!line)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "the last line did not fail; `:whatif f(x: f64[n], y: f64[m])` lists the cases "
                    "of a function");
  char *again = dbx_strdup(line), *left = dbx_strdup_trimmed(text, (size_t)(sign - text)),
       *right = dbx_strdup_trimmed(sign + 2, strlen(sign + 2));
  dbx_status st = assume_in_failed_line(left, right);
  if (st == DBX_OK) {
    say_to(stdout, "if %s == %s:\n", left, right);
    (void)host_flush();
    st = line_try(again);
    if (st == DBX_OK) printf("    it traces; nothing was changed\n");
  }
  dbx_assume_nothing();
  free(again), free(left), free(right);
  return st;
}

dbx_status cmd_assume(const char *rest) {
  DBX_TRY(cases_assume(rest));
  return cmd_show_jaxpr("");
}

dbx_status cmd_whatif(const char *rest) {
  const char *equal = strstr(rest, "=="), *open = strchr(rest, '(');
  if (equal) return what_if_equal(rest, equal);
  if (open) return cases_show(rest);
  return cmd_compare_strategies(rest);
}
