// See lines.h.
#include "lines.h"

#include "trace/from_text.h"
#include "trace/test/control.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static dbx_buf text, found, failure;

const char *lines_of(const dbx_trace *t) {
  dbx_clear(&text);
  dbx_record_writer *w = dbx_record_begin(&text);
  dbx_record_trace(w, t, NULL);
  dbx_record_end(w);
  return dbx_text(&text);
}

const char *lines_of_jaxpr(const char *jaxpr) {
  dbx_trace *t;
  cr_assert_eq(dbx_trace_read(dbx_source_add("j", jaxpr, strlen(jaxpr)), dbx_intern("f"), &t),
               DBX_OK);
  const char *all = lines_of(t);
  dbx_trace_free(t);
  return all;
}

const char *lines_find(const char *recording, const char *kind, int i) {
  char head[32];
  dbx_clear(&found);
  snprintf(head, sizeof head, "{\"k\": \"%s\",", kind);
  for (const char *s = recording; *s;) {
    size_t n = strcspn(s, "\n");
    if (!strncmp(s, head, strlen(head)) && !i--) return dbx_putn(&found, s, n), dbx_text(&found);
    s += n + 1;
  }
  return dbx_text(&found);
}

static dbx_status ignore(void *ctx, struct record_reader *r, const char *kind,
                         const struct json_t *line) {
  (void)ctx, (void)r, (void)kind, (void)line;
  return DBX_OK;
}

dbx_status lines_read(const char *recording, dbx_recording *ret) {
  return dbx_record_read(dbx_source_add("r", recording, strlen(recording)), ignore, NULL, ret);
}

void lines_free(dbx_recording *r) {
  for (uint32_t i = 0; i < r->traces.n; i++) dbx_trace_free(r->traces.at[i]);
  for (uint32_t i = 0; i < r->others.n; i++) dbx_trace_free(r->others.at[i]);
  dbx_vec_free(&r->traces), dbx_vec_free(&r->others);
  r->error = dbx_diag_free(r->error);
}

const char *lines_failure(const char *recording) {
  dbx_recording r;
  dbx_clear(&failure);
  if (lines_read(recording, &r) == DBX_OK) return lines_free(&r), dbx_text(&failure);
  dbx_diag *d = dbx_diag_take();
  cr_assert(d && d->code == DBX_E608);
  dbx_put(&failure, d->message + strlen("r, "));
  dbx_diag_free(d);
  return dbx_text(&failure);
}

const char *lines_failure_of(const char *lines) {
  dbx_buf b = {0};
  dbx_printf(&b, "{'dbidx': 1, 'target': 'catalyst-0.7'}\n%s{'k': 'end'}\n", lines);
  for (size_t i = 0; i < b.n; i++)
    if (b.at[i] == '\'') b.at[i] = '"';
  const char *s = lines_failure(dbx_text(&b));
  dbx_buf_free(&b);
  return s;
}

void lines_rows(const lines_row *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const char *have = lines_failure_of(rows[i].lines), *want = rows[i].failure;
    bool same = *want ? !strncmp(have, want, strlen(want)) : !*have;
    cr_expect(same, "%s\n  %s\n  not %s", rows[i].lines, have, want);
  }
}

void lines_expect_same(const char *recording) {
  char *before = dbx_strdup(recording);
  dbx_recording r;
  dbx_buf again = {0};
  cr_assert_eq(lines_read(before, &r), DBX_OK, "%s", lines_failure(before));
  dbx_record_writer *w = dbx_record_begin(&again);
  for (uint32_t i = 0; i < r.traces.n; i++) dbx_record_trace(w, r.traces.at[i], NULL);
  if (r.error) dbx_record_error(w, r.error);
  dbx_record_end(w);
  cr_expect_str_eq(dbx_text(&again), before);
  dbx_buf_free(&again);
  free(before);
  lines_free(&r);
}

static const char *const branches[] = {"-> x + x", "-> x"};

const dbx_trace *lines_traced(void) {
  static traced x;
  static control c[3];
  traced_begin(&x, "n:i64[] implicit, x:f64[n], p:bool[]");
  control_for(&c[0], &x, DBX_RESIZE, "0, n, 1", "x", "i, a -> jnp.concatenate([a, a])");
  control_for(&c[1], &x, DBX_PRESERVE, "0, 3, 1", "x", "i, a -> a + x");
  control_cond(&c[2], &x, "p", branches, 2);
  for (int i = 0; i < 3; i++) cr_assert_eq(c[i].status, DBX_OK);
  return x.trace;
}
