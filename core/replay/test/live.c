// See live.h.
#include "live.h"

#include <criterion/criterion.h>
#include <string.h>

static dbx_buf text;

static dbx_status take(void *ctx, struct record_reader *r, const char *kind, const json_t *line) {
  bool taken;
  return dbx_replay_take(ctx, r, kind, line, &taken);
}

static void put(dbx_diag *d) {
  dbx_printf(&text, "%s %s", dbx_code_name(d->code), d->message);
  for (uint32_t i = 0; i < d->n_notes; i++) dbx_printf(&text, " = %s", d->notes[i].subject);
  dbx_diag_free(d);
}

const char *live_text(const char *steps) { return live_text_of(steps, NULL); }

const char *live_text_of(const char *steps,
                         dbx_status (*repeat)(dbx_span at, const dbx_replay_name *names, uint32_t n,
                                              const char **refused)) {
  dbx_replay p = {.repeat = repeat};
  dbx_recording all = {0};
  dbx_buf b = {0};
  dbx_printf(&b, "{'dbidx': 1, 'target': 'catalyst-0.7'}\n%s{'k': 'end'}\n", steps);
  for (size_t i = 0; i < b.n; i++)
    if (b.at[i] == '\'') b.at[i] = '"';
  dbx_clear(&text);
  if (dbx_record_read(dbx_source_add("r", dbx_text(&b), b.n), take, &p, &all) != DBX_OK)
    put(dbx_diag_take());
  else if (all.error) put(all.error);
  else dbx_print_jaxpr(&text, all.traces.at[0]->jaxpr, NULL);
  for (uint32_t i = 0; i < all.traces.n; i++) dbx_trace_free(all.traces.at[i]);
  for (uint32_t i = 0; i < all.others.n; i++) dbx_trace_free(all.others.at[i]);
  dbx_vec_free(&all.traces), dbx_vec_free(&all.others);
  dbx_replay_free(&p);
  dbx_buf_free(&b);
  cr_assert_null(dbx_trace_current());
  return dbx_text(&text);
}

void live_rows(const live_row *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const char *have = live_text(rows[i].steps);
    cr_expect(!strncmp(have, rows[i].text, strlen(rows[i].text)), "%s\n%s\nnot %s", rows[i].steps,
              have, rows[i].text);
  }
}
