// Scopes, their lines and the arrows between them, from the event log (see scopes.h).
#include "viz/draw/scopes.h"

#include "prim/prim.h"
#include "viz/names/passes.h"
#include "viz/names/source_names.h"
#include "viz/text/text.h"
#include <stdlib.h>
#include <string.h>

// ---- which frames are drawn ----

typedef struct builder {
  dbx_scopes *s;
  const dbx_bind *only;
  dbx_map scope_of;   // frame id -> index of its scope + 1
  dbx_map part_of;    // frame id -> part
  dbx_map again;      // frame ids of second evaluations
  dbx_map last_close; // frame id -> the event that closes it last, in a trace with circuits
  dbx_map idle;       // events that open a frame again, and close it, with nothing between them
  dbx_map handed;     // tracers that nested programs take from outside
  dbx_map called;     // Jaxpr of a call -> the event of the first call + 1: its context is drawn
  dbx_map given;      // argument of such a Jaxpr -> what the first call gives it
  dbx_map made_of; // an integer that is no dimension -> where its dimensions lie in `sources`, and
                   // how many
  dbx_vec(dbx_var) sources;
  uint32_t others; // equations since the last line
} builder;

static void know_parts(builder *w, const dbx_trace *t) {
  for (uint32_t i = 0; i < t->binds.n; i++)
    for (uint32_t k = 0; k < t->binds.at[i]->n_parts; k++) {
      const dbx_part *p = &t->binds.at[i]->parts[k];
      if (p->frame) dbx_map_put(&w->part_of, p->frame->id, (uint64_t)(uintptr_t)p);
      if (p->retrace && p->retrace->frame) dbx_map_put(&w->again, p->retrace->frame->id, 1);
    }
}

static bool fills(const dbx_event *e) {
  return e->kind == DBX_EV_EQUATION || e->kind == DBX_EV_ARGUMENT || e->kind == DBX_EV_CONSTANT;
}

// The second pass of a circuit opens contexts of the first one again, and so does the expansion of
// the tape between them, as a rule for nothing.
static void know_reopened(builder *w, const dbx_trace *t) {
  dbx_map open = {0}, filled = {0};
  bool any = dbx_circuit_next(t, NULL) != NULL;
  for (uint32_t i = 0; any && i < t->events.n; i++) {
    const dbx_event *e = &t->events.at[i];
    if (e->kind == DBX_EV_FRAME_OPEN) {
      dbx_map_put(&open, e->u.frame_open.context, i);
      dbx_map_put(&filled, e->u.frame_open.context, 0);
    } else if (e->kind == DBX_EV_FRAME_CLOSE) {
      uint32_t f = e->u.frame_close.context;
      uint64_t *from = dbx_map_find(&open, f), *full = dbx_map_find(&filled, f);
      bool idle = from && full && !*full && dbx_map_find(&w->last_close, f);
      if (idle) dbx_map_put(&w->idle, *from, 1), dbx_map_put(&w->idle, i, 1);
      else dbx_map_put(&w->last_close, f, i);
    } else if (fills(e)) {
      dbx_map_put(&filled, e->frame, 1);
    }
  }
  dbx_map_free(&open), dbx_map_free(&filled);
}

static void know_handed(builder *w, const dbx_trace *t) {
  for (uint32_t i = 0; i < t->events.n; i++) {
    const dbx_event *e = &t->events.at[i];
    if (e->kind == DBX_EV_CONSTANT && e->u.constant.outer)
      dbx_map_put(&w->handed, e->u.constant.outer, 1);
  }
  for (uint32_t i = 0; i < t->binds.n; i++)
    for (uint32_t k = 0; k < t->binds.at[i]->n_parts; k++) {
      const dbx_list *in = &t->binds.at[i]->parts[k].expanded_inputs;
      for (uint32_t x = 0; x < in->n; x++)
        if (in->at[x] && !dbx_is_literal(in->at[x]))
          dbx_map_put(&w->handed, in->at[x] & DBX_HANDLE, 1);
    }
}

static void note_jaxpr(void *ctx, dbx_jaxpr *j) { *(const dbx_jaxpr **)ctx = j; }

static const dbx_jaxpr *called_by(const dbx_eqn *q) {
  const dbx_jaxpr *j = NULL;
  if (dbx_is_call(q->prim)) dbx_eqn_each_jaxpr(q, note_jaxpr, &j);
  return j && j->n_in == q->n_in && j->n_out == q->n_out ? j : NULL;
}

static void know_calls(builder *w, const dbx_trace *t) {
  for (uint32_t i = 0; i < t->events.n; i++) {
    const dbx_eqn *q = dbx_event_eqn(&t->events.at[i]);
    const dbx_jaxpr *j = q && !dbx_map_find(&w->again, t->events.at[i].frame) ? called_by(q) : NULL;
    if (!j || dbx_map_find(&w->called, (uint64_t)(uintptr_t)j)) continue;
    dbx_map_put(&w->called, (uint64_t)(uintptr_t)j, i + 1);
    for (uint32_t k = 0; k < q->n_in; k++) dbx_map_put(&w->given, j->invars[k], q->in[k]);
  }
}

static void know_names(builder *w, const dbx_trace *t) {
  for (uint32_t i = 0; i < t->events.n; i++) {
    const dbx_ev_name *x = &t->events.at[i].u.name;
    if (t->events.at[i].kind != DBX_EV_NAME || !x->variable) continue;
    if (!dbx_map_find(&w->s->name_of, x->variable))
      dbx_map_put(&w->s->name_of, x->variable, x->name);
  }
}

static bool is_drawn(const builder *w, const dbx_event *e, uint32_t index) {
  if (dbx_map_find(&w->again, e->frame) || dbx_map_find(&w->idle, index)) return false;
  return !w->only || (index >= w->only->first_event && index <= w->only->last_event);
}

// ---- lines ----

static uint32_t scope_of(const builder *w, uint32_t frame) {
  uint64_t *at = dbx_map_find(&w->scope_of, frame);
  return at ? (uint32_t)*at - 1 : UINT32_MAX;
}

static dbx_scope_line *add_line(builder *w, dbx_line_kind kind, uint32_t scope, uint32_t event) {
  dbx_push(&w->s->lines, ((dbx_scope_line){.kind = kind, .scope = scope, .event = event}));
  return &w->s->lines.at[w->s->lines.n - 1];
}

static void show_others(builder *w, uint32_t scope, uint32_t event) {
  if (w->others) add_line(w, DBX_LINE_OTHERS, scope, event)->n = w->others;
  w->others = 0;
}

static void names_line(builder *w, dbx_var v) {
  dbx_map_put(&w->s->line_of, v & DBX_HANDLE, w->s->lines.n);
}

static const dbx_bind *bind_at(const dbx_trace *t, const dbx_event *e) {
  return e->bind && e->bind - 1 < t->binds.n ? t->binds.at[e->bind - 1] : NULL;
}

static bool is_dim(const builder *w, dbx_atom a) {
  return dbx_dim_table_find(w->s->dims, a) != UINT32_MAX;
}

// Adds the dimensions that `a` is made of, once each, to the sources that begin at `first`: itself,
// or those of the equations without a line of their own that made it.
static void add_sources(builder *w, dbx_atom a, uint32_t first) {
  if (!a || dbx_is_literal(a)) return;
  dbx_var one = a & DBX_HANDLE;
  uint64_t *known = is_dim(w, one) ? NULL : dbx_map_find(&w->made_of, one);
  uint32_t from = known ? (uint32_t)(*known >> 32) : 0,
           n = known ? (uint32_t)*known : is_dim(w, one);
  for (uint32_t i = 0; i < n; i++) {
    dbx_var v = known ? w->sources.at[from + i] : one;
    uint32_t k = first;
    while (k < w->sources.n && w->sources.at[k] != v) k++;
    if (k == w->sources.n) dbx_push(&w->sources, v);
  }
}

// Arrows from the sources since `first` to `to`; if that is an integer without arrows, what it is
// made of is kept.
static void flow_from(builder *w, dbx_flow_kind kind, uint32_t first, dbx_atom to, uint32_t event) {
  uint32_t n = w->sources.n - first;
  if (n && !is_dim(w, to) && dbx_aval_is_int_scalar(dbx_var_aval(to))) {
    dbx_map_put(&w->made_of, to, (uint64_t)first << 32 | n);
    return;
  }
  for (uint32_t i = 0; i < n && is_dim(w, to); i++)
    if (w->sources.at[first + i] != to)
      dbx_push(&w->s->flows, ((dbx_flow){kind, w->sources.at[first + i], to, event}));
  w->sources.n = first;
}

static void flow(builder *w, dbx_flow_kind kind, dbx_atom from, dbx_atom to, uint32_t event) {
  if (!from || !to || dbx_is_literal(from) || dbx_is_literal(to)) return;
  from &= DBX_HANDLE, to &= DBX_HANDLE;
  if (kind == DBX_FLOW_CAPTURE && from != to)
    dbx_push(&w->s->flows, ((dbx_flow){kind, from, to, event}));
  if (kind == DBX_FLOW_CAPTURE && is_dim(w, from)) return;
  uint32_t first = w->sources.n;
  add_sources(w, from, first);
  flow_from(w, kind, first, to, event);
}

static void open_frame(builder *w, const dbx_event *e, uint32_t event) {
  const dbx_frame *f = dbx_frame_by_id(e->u.frame_open.context);
  if (!f) return;
  uint64_t *part = dbx_map_find(&w->part_of, f->id);
  uint32_t outer = f->parent ? scope_of(w, f->parent->id) : UINT32_MAX;
  if (outer != UINT32_MAX) show_others(w, outer, event);
  dbx_drawn_scope scope = {.frame = f,
                           .bind = part ? bind_at(w->s->trace, e) : NULL,
                           .part = part ? (const dbx_part *)(uintptr_t)*part : NULL,
                           .depth = outer == UINT32_MAX ? 0 : w->s->scopes.at[outer].depth + 1,
                           .again = dbx_map_find(&w->scope_of, f->id) != NULL,
                           .first = w->s->lines.n};
  dbx_push(&w->s->scopes, scope);
  dbx_map_put(&w->scope_of, f->id, w->s->scopes.n);
  add_line(w, DBX_LINE_SCOPE, w->s->scopes.n - 1, event);
}

static void close_frame(builder *w, const dbx_event *e, uint32_t event) {
  uint32_t at = scope_of(w, e->u.frame_close.context);
  if (at == UINT32_MAX) return;
  dbx_drawn_scope *scope = &w->s->scopes.at[at];
  bool top = !scope->bind && scope->depth == 0 && w->s->jaxpr;
  show_others(w, at, event);
  uint64_t *last = dbx_map_find(&w->last_close, e->u.frame_close.context);
  bool ends = !last || *last == event; // the second pass of a circuit does not come back to it
  if (ends && (top || (scope->part && scope->part->expanded_outputs.n)))
    add_line(w, DBX_LINE_RESULTS, at, event);
  w->s->scopes.at[at].last = w->s->lines.n;
}

// The operand of the bind that an argument of a nested program gets.
static dbx_atom operand_of(const builder *w, const dbx_drawn_scope *s, dbx_var v) {
  const dbx_part *p = s->part;
  uint64_t *given = s->frame->kind == DBX_FRAME_CALL ? dbx_map_find(&w->given, v) : NULL;
  if (given) return (dbx_atom)*given;
  for (uint32_t i = 0; p && i < p->body_inputs.n && i < p->expanded_inputs.n; i++)
    if (p->body_inputs.at[i] == v) return p->expanded_inputs.at[i];
  return 0;
}

static void argument(builder *w, uint32_t scope, const dbx_event *e, uint32_t event) {
  bool capture = e->kind == DBX_EV_CONSTANT;
  dbx_var v = dbx_event_variable(e);
  dbx_atom from = capture ? e->u.constant.outer : operand_of(w, &w->s->scopes.at[scope], v);
  show_others(w, scope, event);
  dbx_scope_line *l = add_line(w, capture ? DBX_LINE_CAPTURE : DBX_LINE_ARGUMENT, scope, event);
  l->var = v, l->from = from;
  names_line(w, v);
  flow(w, capture ? DBX_FLOW_CAPTURE : DBX_FLOW_INPUT, from, v, event);
}

// From the results of the nested programs to those of the bind.
static void results(builder *w, const dbx_bind *b, uint32_t event) {
  for (uint32_t i = 0; i < b->results.n; i++) {
    uint32_t first = w->sources.n;
    for (uint32_t k = 0; k < b->n_parts; k++) {
      const dbx_list *out = &b->parts[k].expanded_outputs;
      if (out->n == b->results.n)
        add_sources(w, out->at[i], first); // otherwise it is the condition of a while_loop
    }
    flow_from(w, DBX_FLOW_RESULT, first, b->results.at[i] & DBX_HANDLE, event);
  }
}

// Does an arrow begin or end at the equation?
static bool is_of_interest(const builder *w, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_out; i++)
    if (dbx_dim_table_find(w->s->dims, e->out[i]) != UINT32_MAX ||
        dbx_map_find(&w->handed, e->out[i] & DBX_HANDLE))
      return true;
  return e->prim->nested;
}

static void computed(builder *w, const dbx_eqn *q, uint32_t event) {
  for (uint32_t k = 0; k < q->n_out; k++) {
    uint32_t first = w->sources.n;
    for (uint32_t i = 0; i < q->n_in; i++) add_sources(w, q->in[i], first);
    flow_from(w, DBX_FLOW_COMPUTE, first, q->out[k] & DBX_HANDLE, event);
  }
}

static bool is_integer(dbx_atom a) {
  return !dbx_is_literal(a) && dbx_aval_is_int_scalar(dbx_var_aval(a & DBX_HANDLE));
}

// Result i of a call is made of these operands, by equations between integers: `needed` gets the
// variables of the Jaxpr.
static void needed_of(const dbx_jaxpr *j, uint32_t i, dbx_map *needed) {
  dbx_map_clear(needed);
  if (is_integer(j->outs[i])) dbx_map_put(needed, j->outs[i] & DBX_HANDLE, 1);
  for (uint32_t k = j->n_eqns; k-- > 0;) {
    const dbx_eqn *e = &j->eqns[k];
    bool needs = false;
    for (uint32_t x = 0; x < e->n_out; x++)
      needs |= dbx_map_find(needed, e->out[x] & DBX_HANDLE) != NULL;
    for (uint32_t x = 0; needs && x < e->n_in; x++)
      if (is_integer(e->in[x])) dbx_map_put(needed, e->in[x] & DBX_HANDLE, 1);
  }
}

// The first call of a Jaxpr has its context drawn: from the results there. Of another one, from
// the operands at once.
static void call_results(builder *w, const dbx_eqn *q, const dbx_jaxpr *j, uint32_t event) {
  const uint64_t *first = dbx_map_find(&w->called, (uint64_t)(uintptr_t)j);
  bool drawn = first && *first == event + 1;
  dbx_map needed = {0};
  for (uint32_t k = 0; k < q->n_out; k++) {
    uint32_t from = w->sources.n;
    if (drawn) add_sources(w, j->outs[k], from);
    else needed_of(j, k, &needed);
    for (uint32_t i = 0; !drawn && i < q->n_in; i++)
      if (dbx_map_find(&needed, j->invars[i])) add_sources(w, q->in[i], from);
    flow_from(w, drawn ? DBX_FLOW_RESULT : DBX_FLOW_COMPUTE, from, q->out[k] & DBX_HANDLE, event);
  }
  dbx_map_free(&needed);
}

static void equation(builder *w, uint32_t scope, const dbx_event *e, uint32_t event) {
  const dbx_frame *f = dbx_frame_by_id(e->frame);
  const dbx_bind *b = bind_at(w->s->trace, e);
  const dbx_eqn *q = dbx_event_eqn(e);
  if (!q) return;
  bool binds = b && b->event == event && b->prim == q->prim;
  dbx_atom to = q->n_out == 1 ? dbx_naming_subst(w->s->names, f, q->out[0]) : 0;
  if (to && to != (q->out[0] & DBX_HANDLE)) return; // folded, or changes nothing
  dbx_qubit_move move = dbx_qubit_move_of(q);
  if (!move && !is_of_interest(w, q)) {
    w->others++;
    computed(w, q, event);
    return;
  }
  show_others(w, scope, event);
  add_line(w,
           move == DBX_MOVE_LIFT     ? DBX_LINE_LIFT
           : move == DBX_MOVE_INSERT ? DBX_LINE_INSERT
                                     : DBX_LINE_EQUATION,
           scope, event);
  for (uint32_t i = 0; i < q->n_out; i++) names_line(w, q->out[i]);
  const dbx_jaxpr *called = called_by(q);
  if (binds) results(w, b, event);
  else if (called) call_results(w, q, called, event);
  else computed(w, q, event);
}

static void see(builder *w, const dbx_event *e, uint32_t event) {
  if (e->kind == DBX_EV_FRAME_OPEN && !dbx_map_find(&w->again, e->u.frame_open.context)) {
    open_frame(w, e, event);
    return;
  }
  if (e->kind == DBX_EV_FRAME_CLOSE) {
    close_frame(w, e, event);
    return;
  }
  uint32_t scope = scope_of(w, e->frame);
  if (scope == UINT32_MAX) return;
  if (e->kind == DBX_EV_ARGUMENT || e->kind == DBX_EV_CONSTANT) argument(w, scope, e, event);
  else if (e->kind == DBX_EV_EQUATION) equation(w, scope, e, event);
}

dbx_scopes *dbx_scopes_new(const dbx_trace *t, const dbx_jaxpr *j, const dbx_bind *only,
                           bool by_source) {
  dbx_scopes *s = dbx_alloc(sizeof *s);
  builder w = {.s = s, .only = only};
  s->trace = t;
  s->jaxpr = j ? j : t->jaxpr;
  s->names = dbx_naming_new(t, j, DBX_NAMING_DRAFT | (by_source ? (unsigned)DBX_NAMING_SOURCE : 0));
  s->dims = dbx_dim_table_new(t, s->names);
  know_parts(&w, t);
  know_reopened(&w, t);
  know_handed(&w, t);
  know_calls(&w, t);
  know_names(&w, t);
  for (uint32_t i = 0; i < t->events.n; i++)
    if (is_drawn(&w, &t->events.at[i], i)) see(&w, &t->events.at[i], i);
  for (uint32_t i = 0; i < s->scopes.n; i++)
    if (!s->scopes.at[i].last) s->scopes.at[i].last = s->lines.n; // the trace failed inside
  dbx_map_free(&w.scope_of), dbx_map_free(&w.part_of), dbx_map_free(&w.again);
  dbx_map_free(&w.handed), dbx_map_free(&w.made_of);
  dbx_map_free(&w.called), dbx_map_free(&w.given);
  dbx_map_free(&w.last_close), dbx_map_free(&w.idle);
  dbx_vec_free(&w.sources);
  return s;
}

dbx_scopes *dbx_scopes_free(dbx_scopes *s) {
  if (!s) return NULL;
  dbx_dim_table_free(s->dims);
  dbx_naming_free(s->names);
  dbx_vec_free(&s->scopes), dbx_vec_free(&s->lines), dbx_vec_free(&s->flows);
  dbx_map_free(&s->line_of);
  dbx_map_free(&s->name_of);
  free(s);
  return NULL;
}

uint32_t dbx_scopes_line_of(const dbx_scopes *s, dbx_var v) {
  uint64_t *at = dbx_map_find(&s->line_of, v & DBX_HANDLE);
  if (at) return (uint32_t)*at - 1;
  dbx_atom printed = dbx_printed_atom(s->names, NULL, v); // an array that is there twice, once
  at = printed && !dbx_is_literal(printed) ? dbx_map_find(&s->line_of, printed & DBX_HANDLE) : NULL;
  return at ? (uint32_t)*at - 1 : UINT32_MAX;
}

uint32_t dbx_scopes_closing(const dbx_scopes *s, uint32_t line, uint32_t before) {
  while (before-- > 0)
    if (s->scopes.at[before].last == line + 1) return before;
  return UINT32_MAX;
}

// The axis of an array that has the dimension, UINT32_MAX if none has.
static uint32_t axis_with(const dbx_scopes *s, dbx_var array, uint32_t dim) {
  const dbx_aval_info *t = dbx_aval_at(dbx_naming_aval(s->names, array));
  for (uint32_t k = 0; k < t->rank; k++)
    if (dbx_dim_is_var(t->dims[k]) &&
        dbx_dim_table_find(s->dims, (dbx_var)dbx_dim_value(t->dims[k])) == dim)
      return k;
  return UINT32_MAX;
}

// `n` says more than `y.shape[0]`, and that more than `t[1]`.
dbx_sym dbx_dim_source_name(const dbx_scopes *s, uint32_t dim) {
  dbx_sym length = 0, element = 0;
  for (uint32_t i = 0; i < s->trace->events.n; i++) {
    const dbx_ev_name *x = &s->trace->events.at[i].u.name;
    if (s->trace->events.at[i].kind != DBX_EV_NAME || !x->variable) continue;
    bool is_dim = dbx_dim_table_find(s->dims, x->variable) == dim;
    if (is_dim && !dbx_is_element_name(x->name)) return x->name;
    if (is_dim && !element) element = x->name;
    uint32_t axis = length || is_dim ? UINT32_MAX : axis_with(s, x->variable, dim);
    if (axis == UINT32_MAX) continue;
    dbx_buf b = {0};
    dbx_printf(&b, "%s.shape[%u]", dbx_sym_text(x->name), axis);
    length = dbx_intern(dbx_text(&b));
    dbx_buf_free(&b);
  }
  return length ? length : element;
}

// ---- words ----

static void put_clean_name(dbx_buf *b, dbx_sym name) {
  dbx_put_clean(b, dbx_sym_text(name), dbx_sym_len(name), 0);
}

const char *dbx_line_word(dbx_line_kind k) {
  static const char *const word[] = {
      [DBX_LINE_ARGUMENT] = "argument", [DBX_LINE_CAPTURE] = "capture",
      [DBX_LINE_EQUATION] = "equation", [DBX_LINE_SCOPE] = "",
      [DBX_LINE_LIFT] = "lift",         [DBX_LINE_INSERT] = "insert",
      [DBX_LINE_OTHERS] = "",           [DBX_LINE_RESULTS] = "results"};
  return word[k];
}

const char *dbx_flow_words(dbx_flow_kind k) {
  static const char *const word[] = {[DBX_FLOW_CAPTURE] = "is captured as",
                                     [DBX_FLOW_INPUT] = "starts",
                                     [DBX_FLOW_RESULT] = "comes out as",
                                     [DBX_FLOW_COMPUTE] = "gives"};
  return word[k];
}

static void put_typed(dbx_buf *b, const dbx_scopes *s, dbx_var v) {
  uint64_t *name = dbx_map_find(&s->name_of, v);
  if (name && !dbx_naming_is_by_source(s->names))
    put_clean_name(b, (dbx_sym)*name), dbx_put(b, " = ");
  if (!dbx_put_tracer(b, s->names, NULL, v)) dbx_putc(b, '_');
  dbx_putc(b, ':');
  dbx_put_type(b, s->names, dbx_var_aval(v), "_", false);
}

void dbx_put_scope_title(dbx_buf *b, const dbx_scopes *s, const dbx_drawn_scope *scope) {
  (void)s;
  if (scope->bind) dbx_printf(b, "%s ", scope->bind->prim->name);
  else if (scope->frame->kind == DBX_FRAME_CALL) dbx_put(b, "call of ");
  put_clean_name(b, scope->frame->name);
  if (scope->bind && scope->bind->n_parts > 1) dbx_printf(b, ", %s", scope->part->name);
  if (scope->again) dbx_put(b, ", opened again in pass 2");
}

static void put_results(dbx_buf *b, const dbx_scopes *s, const dbx_drawn_scope *scope) {
  const dbx_jaxpr *j = s->jaxpr;
  const dbx_part *p = scope->part; // of a branch: what the Jaxpr has, of its second evaluation
  if (p && p->retrace && p->retrace->jaxpr) p = p->retrace;
  const dbx_atom *at = p ? p->expanded_outputs.at : j->outs;
  uint32_t n = p ? p->expanded_outputs.n : j->n_out;
  for (uint32_t i = 0; i < n; i++) {
    if (i) dbx_put(b, ", ");
    if (!dbx_put_tracer(b, s->names, NULL, at[i])) dbx_putc(b, '_');
  }
  if (!n) dbx_put(b, "none");
}

void dbx_put_scope_line(dbx_buf *b, const dbx_scopes *s, const dbx_scope_line *l) {
  const dbx_event *e = &s->trace->events.at[l->event];
  switch (l->kind) {
  case DBX_LINE_ARGUMENT:
  case DBX_LINE_CAPTURE:
    put_typed(b, s, l->var);
    if (l->kind == DBX_LINE_CAPTURE && !l->from) dbx_put(b, " <- an array");
    if (!l->from) return;
    dbx_put(b, " <- ");
    if (!dbx_put_tracer(b, s->names, NULL, l->from)) dbx_putc(b, '_');
    return;
  case DBX_LINE_EQUATION: dbx_put_eqn(b, s->names, dbx_event_eqn(e)); return;
  case DBX_LINE_LIFT:
  case DBX_LINE_INSERT: dbx_put_move(b, s->names, dbx_event_eqn(e)); return;
  case DBX_LINE_SCOPE: dbx_put_scope_title(b, s, &s->scopes.at[l->scope]); return;
  case DBX_LINE_OTHERS: dbx_printf(b, "%u other equation%s", l->n, l->n == 1 ? "" : "s"); return;
  case DBX_LINE_RESULTS: put_results(b, s, &s->scopes.at[l->scope]); return;
  }
}
