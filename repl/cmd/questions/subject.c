// What a name, or no name, means to commands (see subject.h).
#include "cmd/questions/subject.h"

#include "cmd/session/changes.h"
#include "cmd/session/line.h"
#include "cmd/session/open_block.h"
#include "cmd/session/program.h"

#include "debug/debugger.h"
#include "prim/prim.h"
#include "quantum/tape.h"
#include <string.h>

static const dbx_bind *bind_named(const dbx_trace *t, const char *name, bool any) {
  for (uint32_t i = t ? t->binds.n : 0; i-- > 0;)
    if (!strcmp(dbx_sym_text(t->binds.at[i]->name), name) && (any || !t->binds.at[i]->failed))
      return t->binds.at[i];
  return NULL;
}

static bool find_bind(const dbx_trace *t, const char *name, bool any, subject *ret) {
  const dbx_bind *b = bind_named(t, name, any);
  if (b) *ret = (subject){t, b, b->n_parts ? b->parts[b->n_parts - 1].jaxpr : NULL};
  return b != NULL;
}

// The Jaxpr of a circuit is that of its equation, which comes behind its second pass.
static bool find_circuit(const dbx_trace *t, const char *name, subject *ret) {
  for (const dbx_circuit *c = NULL; (c = dbx_circuit_next(t, c));) {
    if (strcmp(dbx_sym_text(c->name), name) || !c->last[2]) continue;
    for (uint32_t i = c->last[2]; i < t->events.n; i++) {
      const dbx_eqn *e = dbx_event_eqn(&t->events.at[i]);
      if (!e || e->prim->id != DBX_PRIM_func) continue;
      return *ret = (subject){t, NULL, dbx_eqn_param(e, DBX_S_call_jaxpr)->jaxpr}, true;
    }
  }
  return false;
}

static bool find_function(const char *name, bool any, subject *ret) {
  for (uint32_t i = lang_now->traces.n; i-- > 0;) {
    const dbx_trace *t = lang_now->traces.at[i];
    if ((!any && !t->jaxpr) || (*name && strcmp(dbx_sym_text(t->function), name))) continue;
    *ret = (subject){t, NULL, t->jaxpr};
    return true;
  }
  return false;
}

static dbx_status find(const char *name, bool any, subject *ret) {
  if (!*name && program_jaxpr())
    return *ret = (subject){program_trace(), NULL, program_jaxpr()}, DBX_OK;
  if (find_function(name, any, ret)) return DBX_OK;
  if (*name && program_jaxpr() && find_bind(program_trace(), name, any, ret)) return DBX_OK;
  for (uint32_t i = lang_now->traces.n; *name && i-- > 0;)
    if (find_bind(lang_now->traces.at[i], name, any, ret) ||
        find_circuit(lang_now->traces.at[i], name, ret))
      return DBX_OK;
  if (*name)
    return dbx_fail(DBX_E201, (dbx_span){0}, "no function or loop '%s' has been traced", name);
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "nothing has been traced yet; `n: int` begins a program, a call of a @qjit "
                  "function traces it");
}

dbx_status subject_find(const char *name, subject *ret) { return find(name, false, ret); }
dbx_status subject_find_any(const char *name, subject *ret) { return find(name, true, ret); }

// ---- questions ----

typedef dbx_status (*question)(const dbx_trace *t, const char *x, void *ctx);

dbx_report_style subject_style(void) {
  dbx_report_style s = changes_style(DBX_DETAIL_TABLE);
  s.labels = open_block_is_looked_at() || debugger_is_open();
  return s;
}

typedef struct asked {
  question ask;
  const char *x;
  void *ctx;
  dbx_diag *failed;
} asked;

// The block's trace is undone with what is pending then.
static void ask_block(void *ctx) {
  asked *a = ctx;
  dbx_here = (dbx_span){0};
  if (a->ask(dbx_trace_current(), a->x, a->ctx) != DBX_OK) a->failed = dbx_diag_take();
}

static dbx_status ask_now(const char *x, question ask, void *ctx) {
  subject s;
  asked a = {ask, x, ctx, NULL};
  if (open_block_ask(ask_block, &a)) {
    if (a.failed) dbx_diag_put(a.failed);
    return a.failed ? DBX_FAIL : DBX_OK;
  }
  if (debugger_trace()) return ask(debugger_trace(), x, ctx);
  if (line_failed_trace()) return ask(line_failed_trace(), x, ctx);
  if (line_hold_failed()) {
    dbx_here = (dbx_span){0};
    dbx_status st = ask(program_trace(), x, ctx);
    line_release();
    return st;
  }
  DBX_TRY(subject_find_any("", &s));
  dbx_here = (dbx_span){0};
  return ask(s.trace, x, ctx);
}

static const char *last_in(const char *text) { // " in NAME" at the end
  const char *found = strncmp(text, "in ", 3) ? NULL : text - 1;
  for (const char *s = text; (s = strstr(s, " in ")); s += 4) found = s;
  return found;
}

dbx_status subject_ask(const char *rest, question ask, void *ctx) {
  const char *in = last_in(rest);
  subject s;
  if (!in) return ask_now(rest, ask, ctx);
  dbx_buf x = {0};
  if (in > rest) dbx_putn(&x, rest, (size_t)(in - rest));
  dbx_status st = subject_find_any(in + 4, &s);
  if (st == DBX_OK) st = ask(s.trace, dbx_text(&x), ctx);
  dbx_buf_free(&x);
  return st;
}
