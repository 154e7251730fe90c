// Remembers the traces that the evaluator made (see traces.h).
#include "cmd/session/traces.h"

#include "viz/report/binds.h"

#include <string.h>

static dbx_vec(dbx_trace *) all;
void (*traces_observer)(dbx_trace *t);

static void remember(dbx_trace *t, void *ctx) {
  (void)ctx;
  dbx_push(&all, t);
  if (traces_observer) traces_observer(t);
}

void traces_collect(void) { lang_now->on_trace = remember; }

void traces_add(dbx_trace *t) { remember(t, NULL); }

dbx_trace *const *traces_all(uint32_t *n) {
  *n = all.n;
  return all.at;
}

dbx_trace *traces_last(const char *function) {
  for (uint32_t i = all.n; i-- > 0;)
    if (!function || !strcmp(dbx_sym_text(all.at[i]->function), function)) return all.at[i];
  return NULL;
}

void traces_put_binds(dbx_buf *b) { dbx_put_binds(b, all.at, all.n); }

static dbx_status reread(const dbx_buf *text) {
  dbx_arena arena = {0};
  dbx_buf again = {0};
  dbx_jaxpr *j;
  dbx_status st = dbx_read_jaxpr(dbx_source_add("jaxpr", dbx_text(text), text->n), &arena, &j);
  if (st == DBX_OK) {
    dbx_print_jaxpr(&again, j, &(dbx_print_opts){0});
    if (strcmp(dbx_text(text), dbx_text(&again)))
      st = dbx_fail(DBX_E601, (dbx_span){0}, "the printed Jaxpr reads back as another one");
  }
  dbx_buf_free(&again);
  dbx_arena_free(&arena);
  return st;
}

dbx_status traces_verify(const dbx_jaxpr *j) {
  dbx_buf text = {0};
  DBX_TRY(dbx_check_jaxpr(j));
  dbx_print_jaxpr(&text, j, &(dbx_print_opts){0});
  dbx_status st = reread(&text);
  dbx_buf_free(&text);
  return st;
}
