// What is remembered of circuits, and their passes in the log (see tape.h).
#include "quantum/tape.h"

#include <stdlib.h>

static void release(void *circuit) {
  dbx_circuit *c = circuit;
  dbx_vec_free(&c->results);
}

dbx_circuit *dbx_circuit_new(dbx_sym name) {
  dbx_trace *t = dbx_trace_current();
  dbx_circuit *c = DBX_NEW(&t->arena, dbx_circuit);
  c->name = name, c->span = dbx_here, c->changes = "";
  for (uint32_t i = 0; i < t->kept.n; i++) c->number += t->kept.at[i].release == release;
  dbx_push(&t->kept, ((dbx_kept){release, c}));
  return c;
}

static void end_result(dbx_circuit *c) {
  if (c->results.n) c->results.at[c->results.n - 1].last = dbx_trace_current()->events.n;
}

void dbx_circuit_pass(dbx_circuit *c, uint32_t pass) {
  dbx_span here = dbx_here;
  dbx_here = c->span;
  if (c->pass) c->last[c->pass] = dbx_log(pass_close, .pass = c->pass, .circuit = c->number);
  if (c->pass == 2) end_result(c);
  c->pass = pass;
  if (pass == 1) c->frame = dbx_trace_frame();
  if (pass) c->first[pass] = dbx_log(pass_open, .pass = pass, .circuit = c->number);
  dbx_here = here;
}

void dbx_circuit_result(dbx_circuit *c, const char *text, dbx_span span) {
  dbx_trace *t = dbx_trace_current();
  end_result(c);
  dbx_push(&c->results,
           ((dbx_tape_result){dbx_sym_text(dbx_intern(text)), span, t->events.n, t->events.n}));
}

// A round or an attempt that was undone took its events with it.
static bool is_logged(const dbx_trace *t, const dbx_circuit *c) {
  const dbx_event *e = c->first[1] < t->events.n ? &t->events.at[c->first[1]] : NULL;
  return e && e->kind == DBX_EV_PASS_OPEN && e->u.pass_open.circuit == c->number;
}

const dbx_circuit *dbx_circuit_next(const dbx_trace *t, const dbx_circuit *after) {
  for (uint32_t i = 0; i < t->kept.n; i++) {
    const dbx_circuit *c = t->kept.at[i].what;
    if (t->kept.at[i].release != release) continue;
    if ((!after || c->number > after->number) && is_logged(t, c)) return c;
  }
  return NULL;
}

// Behind a first pass: does the second one follow?
static bool goes_on(const dbx_trace *t, uint32_t from) {
  for (uint32_t i = from + 1; i < t->events.n; i++) {
    const dbx_event *e = &t->events.at[i];
    if (e->kind == DBX_EV_PASS_OPEN)
      return e->u.pass_open.pass == 2 &&
             e->u.pass_open.circuit == t->events.at[from].u.pass_close.circuit;
  }
  return false;
}

dbx_pass dbx_event_pass(const dbx_trace *t, uint32_t event) {
  if (!dbx_circuit_next(t, NULL)) return DBX_PASS_NONE;
  for (uint32_t i = event + 1; i-- > 0;) {
    const dbx_event *e = &t->events.at[i];
    if (e->kind == DBX_EV_PASS_OPEN) return (dbx_pass)e->u.pass_open.pass;
    if (e->kind != DBX_EV_PASS_CLOSE) continue;
    if (i == event) return (dbx_pass)e->u.pass_close.pass;
    return e->u.pass_close.pass == 1 && goes_on(t, i) ? DBX_PASS_BETWEEN : DBX_PASS_NONE;
  }
  return DBX_PASS_NONE;
}

// The innermost operation.
static const dbx_tape_op *operation_at(const dbx_tape *t, uint32_t event) {
  for (uint32_t i = 0; i < t->ops.n; i++) {
    const dbx_tape_op *op = &t->ops.at[i];
    if (event < op->first || event >= op->last) continue;
    for (uint32_t k = 0; op->region && k < op->region->n_parts; k++) {
      const dbx_tape_op *inside = operation_at(op->tape[k], event);
      if (inside) return inside;
    }
    return op;
  }
  return NULL;
}

bool dbx_put_event_operation(dbx_buf *b, const dbx_trace *t, uint32_t event) {
  for (const dbx_circuit *c = NULL; (c = dbx_circuit_next(t, c));) {
    if (!c->first[2] || event < c->first[2] || (c->last[2] && event > c->last[2])) continue;
    for (uint32_t i = 0; i < c->results.n; i++) {
      const dbx_tape_result *r = &c->results.at[i];
      if (event >= r->first && event < r->last) return dbx_put(b, r->text), true;
    }
    const dbx_tape_op *op = c->tape ? operation_at(c->tape, event) : NULL;
    if (op) return dbx_put_tape_name(b, op), true;
  }
  return false;
}

const char *dbx_pass_words(dbx_pass p) {
  static const char *const words[] = {[DBX_PASS_NONE] = "",
                                      [DBX_PASS_ONE] = "pass 1",
                                      [DBX_PASS_TWO] = "pass 2",
                                      [DBX_PASS_BETWEEN] = "between the passes"};
  return words[p];
}
