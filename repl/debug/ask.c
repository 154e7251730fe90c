// The words that answer questions about a moment: names, types, binds, expressions, breakpoints.
#include "debug/breakpoints.h"
#include "debug/moments.h"
#include "debug/state.h"
#include "debug/words.h"

#include "interp/interp.h"
#include "prim/prim.h"
#include "viz/text/table.h"
#include <string.h>

// ---- questions ----

static void name_row(dbx_table *t, const debug_name *n) {
  const debug_segment *s = debug_now->view.scope.segment;
  dbx_row *r = dbx_table_add(t);
  dbx_put(&r->cell[0], dbx_sym_text(n->name));
  if (!dbx_put_tracer(&r->cell[1], s->names, NULL, n->var)) dbx_putc(&r->cell[1], '_');
  dbx_putc(&r->cell[1], ':');
  dbx_put_type(&r->cell[1], s->names, dbx_var_aval(n->var), "?", false);
  dbx_array *a = debug_value(&debug_now->view.scope, n->var);
  if (a) debug_put_value(&r->cell[2], a);
}

dbx_status debug_do_vars(const char *rest) {
  (void)rest;
  dbx_buf b = {0};
  dbx_table t = {0};
  const debug_call *c = &debug_now->view.scope.calls.at[debug_now->view.level];
  for (uint32_t i = 0; i < c->n_names; i++)
    name_row(&t, &debug_now->view.scope.names.at[c->names + i]);
  if (!c->n_names) dbx_printf(&b, "no tracer has a name in %s yet\n", dbx_sym_text(c->function));
  dbx_put_table(&b, &t, 2, false);
  dbx_table_free(&t);
  debug_print(&b);
  return DBX_OK;
}

// The innermost bind around the moment, with what it has gone through.
dbx_status debug_do_args(const char *rest) {
  (void)rest;
  const dbx_trace *t = debug_now->view.scope.segment->trace;
  uint32_t bind = t->events.at[debug_now->view.scope.event].bind;
  if (!bind || bind > t->binds.n)
    return dbx_fail(DBX_E208, (dbx_span){0}, "no bind is under way at this moment");
  dbx_buf b = {0};
  dbx_report_style style = debug_style();
  const dbx_bind *x = t->binds.at[bind - 1];
  bool whole = debug_now->view.scope.segment->run || debug_now->view.scope.event >= x->last_event;
  if (whole && x->last_event) dbx_put_bind_report(&b, t, x, &style);
  for (uint32_t i = x->first_event; !(whole && x->last_event) && i <= debug_now->view.scope.event;
       i++)
    if (t->events.at[i].kind == DBX_EV_STEP && t->events.at[i].bind == bind)
      dbx_put_step(&b, t, debug_now->view.scope.segment->names, i, &style);
  debug_print(&b);
  return DBX_OK;
}

static void put_sig(dbx_buf *b, const char *title, const dbx_sig *s) {
  dbx_printf(b, "  %s", title);
  for (uint32_t i = 0; i < s->n; i++) {
    dbx_put(b, i ? ", " : "  ");
    dbx_put_type(b, debug_now->view.scope.segment->names, s->aval[i], "?", false);
    dbx_put(b, s->expl[i] ? "" : " implicit");
  }
  dbx_putc(b, '\n');
}

static bool went_through(const dbx_trace *t, uint32_t bind, dbx_step step, uint32_t part) {
  if (debug_now->view.scope.segment->run) return true;
  for (uint32_t i = t->binds.at[bind - 1]->first_event; i <= debug_now->view.scope.event; i++) {
    const dbx_event *e = &t->events.at[i];
    if (dbx_event_is_step(e, step) && e->bind == bind && e->u.step.part == part) return true;
  }
  return false;
}

dbx_status debug_do_types(const char *rest) {
  (void)rest;
  const dbx_trace *t = debug_now->view.scope.segment->trace;
  uint32_t bind = t->events.at[debug_now->view.scope.event].bind;
  dbx_buf b = {0};
  if (!bind || bind > t->binds.n) {
    put_sig(&b, "in_type", &t->in_type);
    if (dbx_trace_jaxpr(t, debug_now->view.recording.so_far) &&
        (debug_now->view.scope.segment->run || debug_now->view.scope.event + 1 == t->events.n))
      put_sig(&b, "out_type", dbx_trace_out_type(t, debug_now->view.recording.so_far));
    debug_print(&b);
    return DBX_OK;
  }
  const dbx_bind *x = t->binds.at[bind - 1];
  for (uint32_t k = 0; k < x->n_parts; k++) {
    const dbx_part *p = &x->parts[k];
    if (!went_through(t, bind, DBX_STEP_DEDUCE_INPUT, k)) continue;
    if (x->n_parts > 1) dbx_printf(&b, "  %s\n", p->name);
    put_sig(&b, "in_type ", &p->in_type);
    if (went_through(t, bind, DBX_STEP_DEDUCE_OUTPUT, k)) put_sig(&b, "out_type", &p->out_type);
  }
  if (went_through(t, bind, DBX_STEP_PARSE_OUTPUT, 0)) put_sig(&b, "results ", &x->eqn_out_type);
  debug_print(&b);
  return DBX_OK;
}

void debug_put_tracer(dbx_buf *b, const debug_scope *s, dbx_var v) {
  if (!dbx_put_tracer(b, s->segment->names, NULL, v)) dbx_putc(b, '_');
  dbx_putc(b, ':');
  dbx_put_type(b, s->segment->names, dbx_var_aval(v), "?", false);
}

// Tracers by their letters, also those in tuples and lists.
static dbx_status put_object(dbx_buf *b, pv v) {
  if (v.tag == PV_TRACER) return debug_put_tracer(b, &debug_now->view.scope, v.tracer), DBX_OK;
  if (!is_seq(v)) return lang_repr(v, b);
  bool list = is_obj(v, T_LIST);
  dbx_putc(b, list ? '[' : '(');
  for (uint32_t i = 0; i < SEQ(v)->n; i++) {
    if (i) dbx_put(b, ", ");
    DBX_TRY(put_object(b, SEQ(v)->at[i]));
  }
  dbx_put(b, list ? "]" : SEQ(v)->n == 1 ? ",)" : ")");
  return DBX_OK;
}

dbx_status debugger_evaluate(const char *text, pv *ret) {
  return debug_evaluate(&debug_now->view.scope, debug_now->view.level, text, ret);
}

// In a trace nothing is computed any more: it has ended, or failed, or waits for the next line.
static dbx_status evaluate(const char *text, pv *ret) {
  dbx_status st = debugger_evaluate(text, ret);
  if (st == DBX_OK || debug_now->view.scope.segment->run) return st;
  dbx_diag *d = dbx_diag_take();
  if (d->code != DBX_E508) return dbx_diag_put(d), st;
  dbx_diag_free(d);
  dbx_here = (dbx_span){0};
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "`%s` is an operation on tracers, which have no values at a moment of a trace; "
                  "`A == B` says whether two lengths are known to be equal, and moments of a run "
                  "(`:debug` of a call) have values",
                  text);
}

// Is it what a length may be? Tracers count in traces only.
static bool is_length(pv v, dbx_dim *ret) {
  if (v.tag == PV_INT) return *ret = dbx_dim_int(v.i), true;
  if (v.tag != PV_TRACER) return false;
  const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(v.tracer));
  return *ret = dbx_dim_var(v.tracer), !a->rank && dbx_is_integer(a->dtype);
}

static void put_side(dbx_buf *b, const char *text, pv v) {
  dbx_put(b, text);
  if (v.tag != PV_TRACER) return;
  dbx_put(b, " (");
  if (!dbx_put_tracer(b, debug_now->view.scope.segment->names, NULL, v.tracer)) dbx_putc(b, '_');
  dbx_putc(b, ')');
}

// Two lengths of a trace, as tracing compares them; without them the text is an expression as
// others are.
static bool put_comparison(dbx_buf *b, const debug_sides *sides) {
  pv x, y;
  dbx_dim d, e;
  if (debugger_evaluate(sides->left, &x) != DBX_OK || debugger_evaluate(sides->right, &y) != DBX_OK)
    return dbx_diag_forget(), false;
  if (!is_length(x, &d) || !is_length(y, &e)) return false;
  if (x.tag != PV_TRACER && y.tag != PV_TRACER) return false;
  put_side(b, sides->left, x);
  dbx_put(b, " == ");
  put_side(b, sides->right, y);
  dbx_put(b, dbx_dim_equal(d, e) ? ": equal" : ": not known to be equal");
  return true;
}

static dbx_status put_answer(dbx_buf *b, const char *text) {
  debug_sides sides;
  pv v;
  bool compares = debug_type_of(text, &sides) == DEBUG_COMPARISON &&
                  !debug_now->view.scope.segment->run && put_comparison(b, &sides);
  debug_sides_free(&sides);
  if (compares) return DBX_OK;
  DBX_TRY(evaluate(text, &v));
  return put_object(b, v);
}

dbx_status debug_do_print(const char *rest) {
  uint32_t pins = lang_pins();
  dbx_buf b = {0};
  dbx_status st = put_answer(&b, rest);
  lang_unpin(pins);
  if (st == DBX_OK) dbx_putc(&b, '\n'), debug_print(&b);
  else dbx_buf_free(&b);
  return st;
}

static void own(dbx_sym name, pv value) {
  for (uint32_t i = 0; i < debug_now->view.own.n; i++)
    if (debug_now->view.own.at[i].name == name) {
      debug_now->view.own.at[i].value = value;
      return;
    }
  dbx_push(&debug_now->view.own, ((debug_own){name, value}));
}

dbx_status debug_assign(const char *name, const char *text, bool is_word) {
  uint32_t pins = lang_pins();
  dbx_buf b = {0};
  pv v;
  dbx_status st = evaluate(text, &v);
  if (st == DBX_OK) {
    own(dbx_intern(name), v);
    dbx_printf(&b, "%s is ", name);
    st = put_object(&b, v);
  }
  lang_unpin(pins);
  if (st == DBX_OK) dbx_put(&b, " until the debugger is left");
  if (st == DBX_OK && is_word)
    dbx_printf(&b, "; `%s` is a word of the debugger, `p %s` the value", name, name);
  if (st == DBX_OK) dbx_putc(&b, '\n'), debug_print(&b);
  else dbx_buf_free(&b);
  return st;
}

dbx_status debug_do_set_break(const char *rest) {
  dbx_buf b = {0};
  if (*rest) DBX_TRY(debug_break(rest));
  debug_put_breakpoints(&b);
  debug_print(&b);
  return DBX_OK;
}

dbx_status debug_do_watch(const char *rest) {
  dbx_var v;
  dbx_buf b = {0};
  DBX_TRY(debug_find_tracer(&debug_now->view.scope, debug_now->view.level, rest, &v));
  debug_watch(v, rest);
  debug_put_breakpoints(&b);
  debug_print(&b);
  return DBX_OK;
}

dbx_status debug_do_delete(const char *rest) { return debug_delete(rest); }
dbx_status debug_do_quit(const char *rest) {
  return (void)rest, debug_now->view.leaving = true, DBX_OK;
}
