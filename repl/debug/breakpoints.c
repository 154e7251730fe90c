// Breakpoints (see breakpoints.h). They are texts until they are compared with a moment, so they
// hold for every recording.
#include "debug/breakpoints.h"

#include "base/nearest.h"
#include "debug/moments.h"
#include "debug/state.h"
#include "ir/primitive.h"
#include "prim/prim.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// ---- the list ----

static void add(breakpoint p) {
  p.number = ++debug_now->points_given;
  dbx_push(&debug_now->points, p);
}

static bool whole_number(const char *text, uint32_t *ret) {
  char *end;
  errno = 0;
  unsigned long n = strtoul(text, &end, 10);
  *ret = (uint32_t)n;
  return isdigit((unsigned char)*text) && !*end && !errno && n <= UINT32_MAX;
}

// ---- what there is to stop at ----

// Calls f for each function and loop that is called in the recording, and each primitive.
static void each_target(void (*f)(void *ctx, const char *name), void *ctx) {
  const debug_recording *r = &debug_now->view.recording;
  for (uint32_t k = 0; k < r->segments.n; k++) {
    const dbx_trace *t = r->segments.at[k].trace;
    f(ctx, dbx_sym_text(t->function));
    for (uint32_t i = 0; i < t->events.n; i++)
      if (t->events.at[i].kind == DBX_EV_CALL) f(ctx, dbx_sym_text(t->events.at[i].u.call.name));
  }
  for (int i = 0; i < dbx_primitive_count; i++) f(ctx, dbx_primitive_table[i].name);
}

typedef struct target {
  const char *wanted;
  bool found;
} target;

static void look_for(void *ctx, const char *name) {
  target *t = ctx;
  t->found |= !strcmp(t->wanted, name);
}

static bool is_target(const char *name) {
  target t = {name, false};
  each_target(look_for, &t);
  return t.found;
}

static void try_name(void *ctx, const char *name) { dbx_nearest_try(ctx, name); }

static dbx_status unknown_target(const char *name) {
  dbx_nearest near = dbx_nearest_to(name);
  dbx_fail_(DBX_E208, (dbx_span){0},
            "nothing here is called '%s': a breakpoint is a line, a function or loop that was "
            "called, a primitive, `new dim` or `mismatch`",
            name);
  each_target(try_name, &near);
  return dbx_nearest_advise(&near, "");
}

dbx_status debug_break(const char *text) {
  const char *condition = strstr(text, " if ");
  size_t n = condition ? (size_t)(condition - text) : strlen(text);
  breakpoint p = {.where = dbx_strdup_trimmed(text, n)};
  if (!*p.where) {
    free(p.where);
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "where? a line, a function or loop, a primitive, `new dim` or `mismatch`");
  }
  if (condition) p.condition = dbx_strdup_trimmed(condition + 4, strlen(condition + 4));
  if (isdigit((unsigned char)*p.where)) {
    p.kind = AT_LINE;
    if (!whole_number(p.where, &p.line)) {
      dbx_status st = dbx_fail(DBX_E208, (dbx_span){0}, "%s is no line", p.where);
      free(p.where), free(p.condition);
      return st;
    }
  } else if (!strcmp(p.where, "new dim")) p.kind = AT_NEW_DIM;
  else if (!strcmp(p.where, "mismatch")) p.kind = AT_MISMATCH;
  else p.kind = AT_NAME;
  if (p.kind == AT_NAME && !is_target(p.where)) {
    dbx_status st = unknown_target(p.where);
    free(p.where), free(p.condition);
    return st;
  }
  add(p);
  return DBX_OK;
}

void debug_watch(dbx_var v, const char *name) {
  add((breakpoint){.kind = AT_USE, .where = dbx_strdup_trimmed(name, strlen(name)), .var = v});
}

static void drop(uint32_t i) {
  free(debug_now->points.at[i].where), free(debug_now->points.at[i].condition);
  memmove(&debug_now->points.at[i], &debug_now->points.at[i + 1],
          (debug_now->points.n - i - 1) * sizeof *debug_now->points.at);
  debug_now->points.n--;
}

dbx_status debug_delete(const char *number) {
  if (!*number) {
    while (debug_now->points.n) drop(0);
    return DBX_OK;
  }
  uint32_t wanted;
  for (uint32_t i = 0; whole_number(number, &wanted) && i < debug_now->points.n; i++)
    if (debug_now->points.at[i].number == wanted) return drop(i), DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "there is no breakpoint %s", number);
}

uint32_t debug_breakpoint_count(void) { return debug_now->points.n; }

void debug_forget_breakpoints(void) {
  (void)debug_delete("");
  dbx_vec_free(&debug_now->points);
  debug_now->points_given = 0;
}

void debug_put_breakpoints(dbx_buf *b) {
  static const char *const words[] = {[AT_LINE] = "line ",
                                      [AT_NAME] = "",
                                      [AT_NEW_DIM] = "",
                                      [AT_MISMATCH] = "",
                                      [AT_USE] = "use of "};
  for (uint32_t i = 0; i < debug_now->points.n; i++) {
    const breakpoint *p = &debug_now->points.at[i];
    dbx_printf(b, "%5u  %s%s%s%s\n", p->number, words[p->kind], p->where,
               p->condition ? " if " : "", p->condition ? p->condition : "");
  }
  if (!debug_now->points.n) dbx_put(b, "no breakpoints\n");
}

// ---- hits ----

static uint32_t line_of(const debug_segment *s, uint32_t i) {
  dbx_span span = debug_span(s, i);
  return span.file ? dbx_source_place(span.file, span.begin).line : 0;
}

// The first stop on the line after one on another line.
static bool on_line(const debug_recording *r, uint32_t moment, const debug_segment *s, uint32_t i,
                    uint32_t line) {
  uint32_t k;
  if (!debug_is_stop(s, i) || line_of(s, i) != line) return false;
  uint32_t before = debug_next_stop(r, moment, -1, UINT32_MAX);
  if (before == UINT32_MAX) return true;
  const debug_segment *t = debug_segment_at(r, before, &k);
  return t != s || line_of(t, k) != line;
}

static bool is_named(const debug_segment *s, uint32_t i, const char *name) {
  const debug_step *x = debug_step_at(s, i);
  if (x && x->kind == DEBUG_ENTER) return !strcmp(debug_run_name(s, x->jaxpr), name);
  if (x) return x->eqn && x->kind != DEBUG_DONE && !strcmp(x->eqn->prim->name, name);
  const dbx_event *e = debug_event(s, i);
  const dbx_eqn *q = dbx_event_eqn(e);
  uint32_t bind = e->u.bind_open.bind;
  switch ((dbx_event_kind)e->kind) {
  case DBX_EV_CALL: return !strcmp(dbx_sym_text(e->u.call.name), name);
  case DBX_EV_BIND_OPEN:
    return bind < s->trace->binds.n && !strcmp(s->trace->binds.at[bind]->prim->name, name);
  case DBX_EV_EQUATION: return q && debug_is_stop(s, i) && !strcmp(q->prim->name, name);
  default: return false;
  }
}

static bool matches(const debug_recording *r, uint32_t moment, const breakpoint *p) {
  uint32_t i;
  const debug_segment *s = debug_segment_at(r, moment, &i);
  switch (p->kind) {
  case AT_LINE: return on_line(r, moment, s, i, p->line);
  case AT_NAME: return is_named(s, i, p->where);
  case AT_NEW_DIM: return debug_is_new_dim(s, i);
  case AT_MISMATCH: return debug_is_mismatch(s, i);
  case AT_USE: return debug_is_stop(s, i) && debug_uses(s, i, p->var);
  }
  return false;
}

// A condition that cannot be evaluated yet (a name without a meaning) does not hold.
static bool holds(const debug_recording *r, uint32_t moment, const char *condition) {
  uint32_t i, pins = lang_pins();
  const debug_segment *segment = debug_segment_at(r, moment, &i);
  debug_scope s;
  pv v;
  bool yes = false;
  debug_scope_at(segment, i, &s);
  dbx_status st = debug_evaluate(&s, s.calls.n - 1, condition, &v);
  if (st == DBX_OK) st = lang_truth(v, &yes);
  if (st != DBX_OK) dbx_diag_forget();
  debug_scope_free(&s);
  lang_unpin(pins);
  return st == DBX_OK && yes;
}

uint32_t debug_hits(const debug_recording *r, uint32_t moment) {
  for (uint32_t i = 0; i < debug_now->points.n; i++)
    if (matches(r, moment, &debug_now->points.at[i]) &&
        (!debug_now->points.at[i].condition || holds(r, moment, debug_now->points.at[i].condition)))
      return debug_now->points.at[i].number;
  return 0;
}
