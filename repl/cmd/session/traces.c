// Remembers the traces that the evaluator made (see traces.h).
#include "cmd/session/traces.h"

#include "cmd/session/state.h"
#include "read/read.h"
#include "viz/report/binds.h"

#include <string.h>

static void remember(dbx_trace *t, void *ctx) {
  (void)ctx;
  dbx_push(&session_now->traces, t);
  if (session_now->on_trace) session_now->on_trace(t);
}

void traces_collect(void) { lang_now->on_trace = remember; }

void traces_observe(void (*f)(dbx_trace *t)) { session_now->on_trace = f; }

void traces_add(dbx_trace *t) { remember(t, NULL); }

dbx_trace *const *traces_all(uint32_t *n) {
  *n = session_now->traces.n;
  return session_now->traces.at;
}

dbx_trace *traces_last(const char *function) {
  for (uint32_t i = session_now->traces.n; i-- > 0;)
    if (!function || !strcmp(dbx_sym_text(session_now->traces.at[i]->function), function))
      return session_now->traces.at[i];
  return NULL;
}

void traces_put_binds(dbx_buf *b) {
  dbx_put_binds(b, session_now->traces.at, session_now->traces.n);
}

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

// Does it call a function of Python, which no text has?
static void find_function(void *found, dbx_jaxpr *j) {
  for (uint32_t i = 0; i < j->n_eqns && !*(bool *)found; i++) {
    if (dbx_eqn_param(&j->eqns[i], DBX_S_callback)) *(bool *)found = true;
    dbx_eqn_each_jaxpr(&j->eqns[i], find_function, found);
  }
}

dbx_status traces_verify(const dbx_jaxpr *j) {
  dbx_buf text = {0};
  bool function = false;
  DBX_TRY(dbx_check_jaxpr(j));
  find_function(&function, (dbx_jaxpr *)j);
  if (function) return DBX_OK;
  dbx_print_jaxpr(&text, j, &(dbx_print_opts){0});
  dbx_status st = reread(&text);
  dbx_buf_free(&text);
  return st;
}
