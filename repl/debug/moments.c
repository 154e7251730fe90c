// Stops and their text (see moments.h).
#include "debug/moments.h"

#include "interp/interp.h"
#include "prim/prim.h"
#include "viz/report/events.h"
#include "viz/text/table.h"
#include <string.h>

// ---- stops ----

// The call of a traced function itself says no more than the step or trace before it.
static bool begins_context(const debug_segment *s, uint32_t i) {
  for (; i-- > 0;) {
    dbx_event_kind k = (dbx_event_kind)debug_event(s, i)->kind;
    if (k == DBX_EV_STEP || k == DBX_EV_FRAME_OPEN) return true;
    if (k != DBX_EV_ARGUMENT) return false;
  }
  return true;
}

static bool of_bind(const debug_segment *s, uint32_t i) { // its step says it
  const dbx_event *e = debug_event(s, i);
  return e->bind && e->bind <= s->trace->binds.n && s->trace->binds.at[e->bind - 1]->event == i;
}

static bool is_stop_of_trace(const debug_segment *s, uint32_t i) {
  const dbx_event *e = debug_event(s, i);
  switch ((dbx_event_kind)e->kind) {
  case DBX_EV_TRACE_BEGIN:
  case DBX_EV_TRACE_END:
  case DBX_EV_BIND_OPEN:
  case DBX_EV_BIND_CLOSE:
  case DBX_EV_STEP:
  case DBX_EV_CONSTANT:
  case DBX_EV_ROUND:
  case DBX_EV_PASS_OPEN:
  case DBX_EV_PASS_CLOSE:
  case DBX_EV_TAPE:
  case DBX_EV_OPERATION:
  case DBX_EV_ERROR: return true;
  case DBX_EV_EQUATION: return !of_bind(s, i);
  case DBX_EV_COMPARE: return !e->u.compare.equal;
  case DBX_EV_CALL: return !begins_context(s, i);
  default: return false;
  }
}

bool debug_is_stop(const debug_segment *s, uint32_t i) { return s->run || is_stop_of_trace(s, i); }

uint32_t debug_depth(const debug_recording *r, uint32_t moment) {
  uint32_t i;
  const debug_segment *s = debug_segment_at(r, moment, &i);
  return s->depth[i];
}

uint32_t debug_next_stop(const debug_recording *r, uint32_t from, int by, uint32_t depth) {
  for (int64_t at = (int64_t)from + by; at >= 0 && at < r->n; at += by) {
    uint32_t i;
    const debug_segment *s = debug_segment_at(r, (uint32_t)at, &i);
    if (s->depth[i] <= depth && debug_is_stop(s, i)) return (uint32_t)at;
  }
  return UINT32_MAX;
}

dbx_span debug_span(const debug_segment *s, uint32_t i) {
  if (!s->run) return debug_event(s, i)->span;
  while (i && s->run->steps.at[i].kind == DEBUG_LEAVE) i--; // its last equation
  while (i + 1 < s->n && !s->run->steps.at[i].eqn) i++;
  return s->run->steps.at[i].eqn ? s->run->steps.at[i].eqn->span : (dbx_span){0};
}

// ---- what a moment is about ----

typedef bool (*visit)(void *ctx, dbx_var v, bool length);

static bool visit_type(dbx_aval a, visit f, void *ctx) {
  const dbx_aval_info *t = dbx_aval_at(a);
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i]) && f(ctx, (dbx_var)dbx_dim_value(t->dims[i]), true)) return true;
  return false;
}

static bool visit_atom(const debug_segment *s, dbx_atom a, visit f, void *ctx) {
  if (!a || dbx_is_literal(a)) return false;
  dbx_var v = a & DBX_HANDLE;
  return f(ctx, v, false) || visit_type(dbx_naming_aval(s->names, v), f, ctx);
}

static bool visit_equation(const debug_segment *s, const dbx_eqn *e, visit f, void *ctx) {
  for (uint32_t k = 0; k < e->n_in; k++)
    if (visit_atom(s, e->in[k], f, ctx)) return true;
  for (uint32_t k = 0; k < e->n_out; k++)
    if (visit_atom(s, e->out[k], f, ctx)) return true;
  return false;
}

static const dbx_eqn *equation_of(const debug_segment *s, uint32_t i) {
  if (s->run) return s->run->steps.at[i].eqn;
  return dbx_event_eqn(debug_event(s, i));
}

static bool visit_moment(const debug_segment *s, uint32_t i, visit f, void *ctx) {
  const dbx_eqn *eqn = equation_of(s, i);
  if (eqn) return visit_equation(s, eqn, f, ctx);
  if (s->run) return false;
  const dbx_event *e = debug_event(s, i);
  if (e->kind != DBX_EV_COMPARE) return visit_atom(s, dbx_event_variable(e), f, ctx);
  return visit_atom(s, e->u.compare.left, f, ctx) || visit_atom(s, e->u.compare.right, f, ctx);
}

static bool stands_for(void *ctx, dbx_var v, bool length) {
  (void)length;
  return dbx_referent(v) == *(dbx_var *)ctx;
}

bool debug_uses(const debug_segment *s, uint32_t i, dbx_var v) {
  v = dbx_referent(v);
  return visit_moment(s, i, stands_for, &v);
}

typedef struct birth {
  dbx_map *births;
  uint32_t index;
} birth;

static bool note_birth(void *ctx, dbx_var v, bool length) {
  const birth *x = ctx;
  v = dbx_referent(v);
  if (length && !dbx_map_find(x->births, v)) dbx_map_put(x->births, v, x->index + 1);
  return false;
}

static bool is_born(void *ctx, dbx_var v, bool length) {
  const birth *x = ctx;
  const uint64_t *first = length ? dbx_map_find(x->births, dbx_referent(v)) : NULL;
  return first && *first == x->index + 1;
}

bool debug_is_new_dim(const debug_segment *s, uint32_t i) {
  birth x = {s->births, 0};
  if (s->run) return false;
  if (!s->births->n)
    for (; x.index < s->n; x.index++) visit_moment(s, x.index, note_birth, &x);
  x.index = i;
  return visit_moment(s, i, is_born, &x);
}

bool debug_is_mismatch(const debug_segment *s, uint32_t i) {
  if (s->run) return s->run->steps.at[i].failed && s->run->steps.at[i].kind == DEBUG_EQUATION;
  const dbx_event *e = debug_event(s, i);
  return e->kind == DBX_EV_ERROR || (e->kind == DBX_EV_COMPARE && !e->u.compare.equal);
}

// ---- texts ----

void debug_put_value(dbx_buf *b, const dbx_array *a) {
  enum { MOST = 48 };
  dbx_buf text = {0};
  dbx_printf(b, "%s  ", dbx_aval_text(dbx_array_aval(a)));
  if (a->size > 4096 || a->rank > DBX_MOST_TEXT_AXES) {
    dbx_printf(b, "%lld elements", (long long)a->size);
    return;
  }
  dbx_put_array_str(&text, a, &dbx_print_defaults);
  for (size_t i = 0, columns = 0; i < text.n; i++) {
    char c = text.at[i];
    if (c == '\n' || (c == ' ' && b->n && b->at[b->n - 1] == ' ')) {
      if (c == '\n' && b->at[b->n - 1] != ' ') dbx_putc(b, ' ');
      continue;
    }
    if (++columns > MOST) {
      dbx_put(b, " ...");
      break;
    }
    dbx_putc(b, c);
  }
  dbx_buf_free(&text);
}

static void value_row(dbx_table *t, const debug_segment *s, dbx_atom a, const dbx_array *x) {
  dbx_row *r = dbx_table_add(t);
  if (!dbx_put_tracer(&r->cell[0], s->names, NULL, a)) dbx_putc(&r->cell[0], '_');
  dbx_put_type(&r->cell[1], s->names, dbx_atom_aval(a), "?", false);
  debug_put_value(&r->cell[2], x);
}

static void put_values(dbx_buf *b, const debug_segment *s, const debug_step *x) {
  dbx_table t = {0};
  const dbx_jaxpr *j = x->jaxpr;
  if (x->kind == DEBUG_LEAVE)
    for (uint32_t i = 0; i < x->n_out; i++)
      value_row(&t, s, j->outs[i], s->run->values.at[x->out + i]);
  else if (x->kind == DEBUG_ENTER)
    for (uint32_t i = 0; i < x->n_in; i++)
      value_row(&t, s, i < j->n_const ? j->constvars[i] : j->invars[i - j->n_const],
                s->run->values.at[x->in + i]);
  else {
    for (uint32_t i = 0; x->kind != DEBUG_DONE && i < x->n_in; i++)
      if (!dbx_is_literal(x->eqn->in[i]))
        value_row(&t, s, x->eqn->in[i], s->run->values.at[x->in + i]);
    for (uint32_t i = 0; i < x->n_out; i++) {
      value_row(&t, s, x->eqn->out[i], s->run->values.at[x->out + i]);
      if (!i) {
        dbx_row *r = &t.rows.at[t.rows.n - 1];
        dbx_buf name = r->cell[0];
        r->cell[0] = (dbx_buf){0};
        dbx_printf(&r->cell[0], "-> %s", dbx_text(&name));
        dbx_buf_free(&name);
      }
    }
  }
  dbx_put_table(b, &t, 8, false);
  dbx_table_free(&t);
}

// ---- trips ----

// A value without its type.
static void put_bare(dbx_buf *b, const dbx_array *a) {
  dbx_buf text = {0};
  debug_put_value(&text, a);
  const char *bare = strstr(dbx_text(&text), "  ");
  dbx_put(b, bare ? bare + 2 : dbx_text(&text));
  dbx_buf_free(&text);
}

static void put_named(dbx_buf *b, const debug_segment *s, dbx_atom v, const dbx_array *a) {
  if (b->n) dbx_put(b, "  ");
  if (!dbx_put_tracer(b, s->names, NULL, v)) dbx_putc(b, '_');
  dbx_put(b, " = ");
  put_bare(b, a);
}

// The row of the trip that step k enters; its results are those of its LEAVE step.
static void trip_row(dbx_table *t, const debug_segment *s, uint32_t k) {
  const debug_step *x = &s->run->steps.at[k];
  const dbx_jaxpr *j = x->jaxpr;
  dbx_row *r = dbx_table_add(t);
  dbx_printf(&r->cell[0], "%u", x->trip);
  for (uint32_t i = 0; i < j->n_in; i++)
    put_named(&r->cell[1], s, j->invars[i], s->run->values.at[x->in + j->n_const + i]);
  for (uint32_t m = k + 1; m < s->run->steps.n; m++) {
    const debug_step *end = &s->run->steps.at[m];
    if (end->kind != DEBUG_LEAVE || end->enter != k) continue;
    for (uint32_t i = 0; i < end->n_out; i++) {
      dbx_put(&r->cell[2], i ? "  " : "-> ");
      put_bare(&r->cell[2], s->run->values.at[end->out + i]);
    }
    return;
  }
}

bool debug_put_trips(dbx_buf *b, const debug_segment *s, uint32_t i) {
  if (!s->run) return false;
  const debug_step *x = debug_step_at(s, i);
  uint32_t e = x->kind == DEBUG_ENTER ? i : x->enter;
  const debug_step *inside = debug_step_at(s, e);
  if (inside->enter == e) return false; // nothing is around it
  dbx_table t = {0};
  uint32_t first = e;
  for (uint32_t k = e; k-- > inside->enter && s->run->steps.at[first].trip > 1;) {
    const debug_step *y = debug_step_at(s, k);
    if (y->kind == DEBUG_ENTER && y->jaxpr == inside->jaxpr && y->enter == inside->enter) first = k;
  }
  for (uint32_t k = first; k < s->run->steps.n; k++) {
    const debug_step *y = debug_step_at(s, k);
    if (y->kind != DEBUG_ENTER || y->jaxpr != inside->jaxpr || y->enter != inside->enter) continue;
    if (k > first && y->trip == 1) break; // the loop began anew
    trip_row(&t, s, k);
  }
  dbx_put_table(b, &t, 2, false);
  dbx_table_free(&t);
  return true;
}

const char *debug_run_name(const debug_segment *s, const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < s->trace->binds.n; i++)
    for (uint32_t k = 0; k < s->trace->binds.at[i]->n_parts; k++) {
      const dbx_part *p = &s->trace->binds.at[i]->parts[k];
      const dbx_part *last = p->retrace ? p->retrace : p;
      if (last->jaxpr != j) continue;
      return dbx_is_choice(s->trace->binds.at[i]->prim) ? p->name
             : k + 1 < s->trace->binds.at[i]->n_parts   ? "the condition"
                                                        : dbx_sym_text(s->trace->binds.at[i]->name);
    }
  return dbx_sym_text(s->trace->function);
}

static void put_step(dbx_buf *b, const debug_segment *s, const debug_step *x) {
  if (x->kind == DEBUG_ENTER) {
    dbx_printf(b, "run %s", debug_run_name(s, x->jaxpr));
    if (&s->run->steps.at[x->enter] != x) dbx_printf(b, ", trip %u", x->trip);
  } else if (x->kind == DEBUG_LEAVE) {
    dbx_printf(b, "%s of %s", x->failed ? "failure" : "results", debug_run_name(s, x->jaxpr));
  } else {
    if (x->kind == DEBUG_OPEN) dbx_put(b, "begin ");
    if (x->kind == DEBUG_DONE) dbx_put(b, "end ");
    if (x->failed && x->kind == DEBUG_EQUATION) dbx_put(b, "failed: ");
    dbx_put_eqn(b, s->names, x->eqn);
  }
  dbx_putc(b, '\n');
  put_values(b, s, x);
}

static void put_event(dbx_buf *b, const debug_segment *s, uint32_t i,
                      const dbx_report_style *style) {
  const dbx_event *e = debug_event(s, i);
  size_t from = b->n;
  if (e->kind == DBX_EV_BIND_CLOSE && e->u.bind_close.bind < s->trace->binds.n) {
    dbx_put_bind_report(b, s->trace, s->trace->binds.at[e->u.bind_close.bind], style);
    return;
  }
  if (e->kind == DBX_EV_STEP) dbx_put_step(b, s->trace, s->names, i, style);
  if (b->n == from) {
    dbx_put_event(b, s->trace, s->names, i);
    dbx_putc(b, '\n');
  }
}

void debug_put_moment(dbx_buf *b, const debug_recording *r, uint32_t moment,
                      const dbx_report_style *style) {
  uint32_t i;
  const debug_segment *s = debug_segment_at(r, moment, &i);
  dbx_printf(b, "%5u  ", moment);
  if (s->run) put_step(b, s, &s->run->steps.at[i]);
  else put_event(b, s, i, style);
}

void debug_put_context(dbx_buf *b, const debug_scope *s) {
  for (uint32_t i = s->calls.n > 1; i < s->calls.n; i++)
    dbx_printf(b, "%s%s", i > 1 ? " > " : "", dbx_sym_text(s->calls.at[i].function));
}
