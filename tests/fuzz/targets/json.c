// Everything that is written as JSON is JSON: diagnostics, events, binds and pages of any program.
#include "surround.h"

#include "base/poll.h"
#include "cmd/host/host.h"
#include "cmd/questions/see.h"
#include "lang/lang.h"
#include "viz/report/binds.h"
#include "viz/report/events.h"

#include <jansson.h>
#include <string.h>

// What is written while the clock has asked to stop may be cut: nobody is given it.
static void read_json(const char *what, const char *text, size_t n) {
  json_error_t e;
  if (dbx_stopping()) return;
  json_t *j = json_loadb(text, n, JSON_DECODE_ANY, &e);
  if (!j) fuzz_found(what, e.text);
  json_decref(j);
}

static void read_lines(const char *what, dbx_buf *b) {
  for (const char *s = dbx_text(b); *s;) {
    size_t n = strcspn(s, "\n");
    if (n) read_json(what, s, n);
    s += n + (s[n] == '\n');
  }
  dbx_buf_free(b);
}

static void read_whole(const char *what, dbx_buf *b) {
  read_json(what, dbx_text(b), b->n);
  dbx_buf_free(b);
}

static void read_traces(uint32_t file, const dbx_diag *error) {
  enum { MOST_EVENTS = 4000 }; // what was traced until the clock stopped it takes long to write
  uint32_t n = lang_now->traces.n, events = 0;
  dbx_buf b = {0};
  dbx_trace *const *all = lang_now->traces.at;
  for (uint32_t i = 0; i < n; i++) events += all[i]->events.n;
  if (events > MOST_EVENTS) return;
  for (uint32_t i = 0; i < n; i++) dbx_put_events_json(&b, all[i]), read_lines("events", &b);
  if (n) dbx_put_binds(&b, all, n), read_whole("binds", &b);
  see_about("input.py", file, error);
  if (see_page(all, n, "json", &b) != DBX_OK) {
    dbx_diag *d = dbx_diag_take();
    if (!dbx_is_interrupt(d->code) && d->code != DBX_E216) fuzz_found("see_page", d->message);
    dbx_diag_free(d), dbx_buf_free(&b);
  } else read_whole("page", &b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  uint32_t file = fuzz_begin("input.py", data, n);
  dbx_buf b = {0};
  dbx_status st = lang_run(file, NULL, NULL);
  dbx_diag *d = dbx_diag_take();
  if (d) host_put_diag_json(&b, d), read_lines("diagnostic", &b);
  read_traces(file, d);
  if (d) dbx_diag_put(d);
  fuzz_end(st);
  return 0;
}
