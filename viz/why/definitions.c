// Tracers, contexts and constants (see definitions.h).
#include "viz/why/definitions.h"

#include "prim/prim.h"
#include "viz/names/passes.h"
#include "viz/report/events.h"
#include "viz/report/report_steps.h"
#include "viz/text/spans.h"
#include "viz/text/table.h"
#include "viz/text/text.h"
#include "viz/why/links.h"
#include <string.h>

// ---- tracers in the document's form ----

static void put_dim(dbx_buf *b, const dbx_scene *s, dbx_dim d) {
  if (dbx_dim_is_var(d)) dbx_put_any_label(b, s, (dbx_atom)dbx_dim_value(d));
  else dbx_put_type_dim(b, s->names, d, "_", false);
}

static void put_kind(dbx_buf *b, const dbx_scene *s, dbx_var v) {
  const dbx_var_info *info = dbx_var_at(v);
  switch ((dbx_var_kind)info->kind) {
  case DBX_VAR_ARG: dbx_put(b, "argument"); break;
  case DBX_VAR_RESULT: dbx_put(b, "result"); break;
  case DBX_VAR_CONST:
    dbx_put(b, "constant of ");
    if (info->referent) dbx_put_any_label(b, s, info->referent);
    else dbx_put(b, "an array");
    break;
  }
}

static void put_aval(dbx_buf *b, const dbx_scene *s, dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  dbx_printf(b, "%s([", t->dynamic ? "DShapedArray" : "ShapedArray");
  for (uint32_t i = 0; i < t->rank; i++) {
    if (i) dbx_put(b, ", ");
    put_dim(b, s, t->dims[i]);
  }
  dbx_printf(b, "], %s%s)", dbx_dtype_name(t->dtype), t->weak ? ", weak_type=True" : "");
}

static void put_form(dbx_buf *b, const dbx_scene *s, dbx_var v) {
  const dbx_frame *f = dbx_frame_by_id(dbx_var_at(v)->frame);
  dbx_put(b, "Tracer(");
  dbx_put_any_label(b, s, v);
  dbx_put(b, ", ");
  put_kind(b, s, v);
  if (f) dbx_printf(b, ", frame %s", dbx_sym_text(f->name));
  dbx_put(b, ", aval=");
  put_aval(b, s, dbx_naming_aval(s->names, v));
  dbx_putc(b, ')');
}

static dbx_row *line(dbx_table *t, const char *label) {
  dbx_row *r = dbx_table_add(t);
  dbx_put(&r->cell[0], label);
  return r;
}

static void put_place(dbx_buf *b, dbx_span s) {
  enum { TEXT = 50 };
  if (!dbx_source_place(s.file, s.begin).line) return;
  dbx_put_span(b, s);
  dbx_put(b, "  ");
  dbx_put_span_text(b, s, TEXT);
}

static void put_referents(dbx_table *t, const dbx_scene *s, dbx_var v) {
  const char *label = "stands for";
  for (dbx_var r = dbx_var_at(v)->referent; r; r = dbx_var_at(r)->referent, label = "") {
    dbx_buf *b = &line(t, label)->cell[1];
    put_form(b, s, r);
  }
}

static void put_nested(dbx_table *t, const dbx_scene *s, dbx_var v) {
  const dbx_aval_info *a = dbx_aval_at(dbx_naming_aval(s->names, v));
  const char *label = "contains";
  for (uint32_t i = 0; i < a->rank; i++) {
    if (!dbx_dim_is_var(a->dims[i])) continue;
    dbx_buf *b = &line(t, label)->cell[1];
    dbx_printf(b, "axis %u: ", i);
    put_form(b, s, (dbx_var)dbx_dim_value(a->dims[i]));
    label = "";
  }
}

static void put_variable(dbx_table *t, const dbx_scene *s, dbx_var v) {
  const dbx_frame *f = dbx_frame_by_id(dbx_var_at(v)->frame);
  dbx_buf *b = &line(t, "variable")->cell[1];
  dbx_atom printed = dbx_printed_atom(s->names, NULL, v);
  if (printed && dbx_is_literal(printed)) {
    dbx_put(b, "none: toJaxpr folded it to ");
    dbx_put_letter(b, s, printed);
    return;
  }
  dbx_put_typed(b, s, v);
  if (f) dbx_put(b, " in the Jaxpr of "), dbx_put_frame(b, s, f);
}

// `names`: every name that the program bound it to.
static void put_names(dbx_table *t, const dbx_scene *s, dbx_var v) {
  const char *label = "name";
  dbx_map seen = {0};
  for (uint32_t i = 0; i < s->t->events.n; i++) {
    const dbx_event *e = &s->t->events.at[i];
    const dbx_ev_name *x = &e->u.name;
    if (e->kind != DBX_EV_NAME || x->variable != v || dbx_map_find(&seen, x->name)) continue;
    dbx_map_put(&seen, x->name, 1);
    dbx_buf *b = &line(t, label)->cell[1];
    dbx_put(b, dbx_sym_text(x->name));
    dbx_put(b, "   ");
    put_place(b, e->span);
    label = "";
  }
  dbx_map_free(&seen);
}

static void put_tracer(dbx_buf *b, const dbx_scene *s, dbx_var v) {
  dbx_table t = {0};
  dbx_link l = dbx_link_of(v);
  put_form(b, s, v);
  dbx_putc(b, '\n');
  dbx_put_link(&line(&t, "is")->cell[1], s, &l);
  put_referents(&t, s, v);
  put_nested(&t, s, v);
  put_variable(&t, s, v);
  put_names(&t, s, v);
  dbx_buf place = {0};
  put_place(&place, l.span);
  if (place.n) dbx_put(&line(&t, "made")->cell[1], dbx_text(&place));
  dbx_buf_free(&place);
  dbx_put_table(b, &t, 2, false);
  dbx_table_free(&t);
}

dbx_status dbx_put_tracer_form(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                               const char *of) {
  dbx_scene s = dbx_scene_open(t, style);
  dbx_thing x;
  dbx_status st = dbx_find(&s, of, false, &x);
  dbx_atom a = st == DBX_OK && x.kind == DBX_THING_TRACER ? x.atom : 0;
  if (st == DBX_OK && x.kind == DBX_THING_AXIS) {
    dbx_dim d = dbx_aval_at(dbx_naming_aval(s.names, x.atom))->dims[x.axis];
    a = dbx_dim_is_var(d) ? (dbx_atom)dbx_dim_value(d) : 0;
  }
  if (st == DBX_OK && (!a || dbx_is_literal(a)))
    st = dbx_fail(DBX_E208, (dbx_span){0}, "'%s' is no tracer", of);
  if (st == DBX_OK) {
    put_tracer(b, &s, a & DBX_HANDLE);
    if (x.other) dbx_printf(b, "  (also a letter of the Jaxpr: `jaxpr %s`)\n", of);
  }
  dbx_scene_close(&s);
  return st;
}

// ---- all of them ----

static void tracer_row(dbx_table *t, const dbx_scene *s, dbx_var v, const char *before) {
  dbx_row *r = dbx_table_add(t);
  const dbx_frame *f = dbx_frame_by_id(dbx_var_at(v)->frame);
  dbx_atom to = f ? dbx_naming_subst(s->names, f, v) : v;
  dbx_sym name = dbx_source_of(s, v);
  dbx_put(&r->cell[0], before);
  dbx_put_any_label(&r->cell[0], s, v);
  put_kind(&r->cell[1], s, v);
  if (dbx_is_literal(to)) dbx_put(&r->cell[2], "folded to ");
  else if (to != v) dbx_put(&r->cell[2], "stays ");
  if (dbx_is_literal(to)) dbx_put_letter(&r->cell[2], s, to);
  else dbx_put_typed(&r->cell[2], s, to);
  if (name) dbx_put(&r->cell[3], dbx_sym_text(name));
}

static uint32_t depth_of(const dbx_scene *s, const dbx_frame *f) {
  uint32_t n = 0;
  for (f = f->parent; f; f = f->parent) n++;
  (void)s;
  return n;
}

static void tracers_of_frame(dbx_buf *b, const dbx_scene *s, const dbx_frame *f) {
  dbx_table t = {0};
  dbx_put_frame_title(b, s, f);
  for (uint32_t i = 0; i < f->consts.n; i++) tracer_row(&t, s, f->consts.at[i].inner, "");
  for (uint32_t i = 0; i < f->invars.n; i++) tracer_row(&t, s, f->invars.at[i], "");
  for (uint32_t i = 0; i < f->eqns.n; i++)
    for (uint32_t k = 0; k < f->eqns.at[i].n_out; k++)
      tracer_row(&t, s, f->eqns.at[i].out[k] & DBX_HANDLE, "");
  dbx_put_table(b, &t, 2, false);
  dbx_table_free(&t);
}

// A tracer, those inside its type, and the constants that stand for them.
static void meanings_of(dbx_table *t, const dbx_scene *s, dbx_var v) {
  const dbx_aval_info *a = dbx_aval_at(dbx_naming_aval(s->names, v));
  tracer_row(t, s, v, "");
  for (uint32_t i = 0; i < a->rank; i++)
    if (dbx_dim_is_var(a->dims[i]))
      tracer_row(t, s, (dbx_var)dbx_dim_value(a->dims[i]), "  in it ");
  for (uint32_t i = 0; i < s->frames.n; i++)
    for (uint32_t k = 0; k < s->frames.at[i]->consts.n; k++)
      if (s->frames.at[i]->consts.at[k].outer == v)
        tracer_row(t, s, s->frames.at[i]->consts.at[k].inner, "  captured ");
}

static dbx_status tracers_named(dbx_buf *b, const dbx_scene *s, const char *name) {
  dbx_table t = {0};
  dbx_map seen = {0};
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; i < s->t->events.n; i++) {
    const dbx_event *e = &s->t->events.at[i];
    if (e->kind != DBX_EV_NAME || strcmp(dbx_sym_text(e->u.name.name), name)) continue;
    dbx_var v = e->u.name.variable;
    if (dbx_map_find(&seen, v)) continue;
    dbx_map_put(&seen, v, 1);
    meanings_of(&t, s, v);
  }
  if (!seen.n)
    st = dbx_fail(DBX_E201, (dbx_span){0}, "'%s' names no tracer of '%s'", name,
                  dbx_sym_text(s->t->function));
  dbx_put_table(b, &t, 2, false);
  dbx_table_free(&t);
  dbx_map_free(&seen);
  return st;
}

dbx_status dbx_put_tracers(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                           const char *name) {
  dbx_scene s = dbx_scene_open(t, style);
  dbx_status st = DBX_OK;
  if (*name) st = tracers_named(b, &s, name);
  else
    for (uint32_t i = 0; i < s.frames.n; i++) tracers_of_frame(b, &s, s.frames.at[i]);
  dbx_scene_close(&s);
  return st;
}

// ---- contexts ----

static void put_vars(dbx_buf *b, const dbx_scene *s, const dbx_var *at, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (i) dbx_put(b, ", ");
    dbx_put_known(b, s, at[i]);
  }
  if (!n) dbx_put(b, "none");
}

static void put_captures(dbx_table *t, const dbx_scene *s, const dbx_frame *f) {
  const char *label = "constants";
  for (uint32_t i = 0; i < f->consts.n; i++, label = "") {
    const dbx_capture *c = &f->consts.at[i];
    dbx_buf *b = &line(t, label)->cell[1];
    dbx_put_typed(b, s, c->inner);
    dbx_put(b, " = ");
    if (c->outer) dbx_put_known(b, s, c->outer);
    else dbx_put(b, "an array");
  }
  if (!f->consts.n) dbx_put(&line(t, label)->cell[1], "none");
}

// The events that found or made the context.
static void put_events(dbx_table *t, const dbx_scene *s, const dbx_frame *f) {
  const char *label = "events";
  for (uint32_t i = 0; i < s->t->events.n; i++) {
    const dbx_event *e = &s->t->events.at[i];
    bool found = dbx_event_is_step(e, DBX_STEP_FIND_CONTEXT) && e->frame == f->id;
    if (!found && !dbx_event_is_frame(e, f->id)) continue;
    dbx_buf *b = &line(t, label)->cell[1];
    dbx_printf(b, "%u  ", i);
    dbx_put_event(b, s->t, s->names, i);
    if (found && e->bind)
      dbx_printf(b, ", for %s", dbx_sym_text(s->t->binds.at[e->bind - 1]->name));
    label = "";
  }
}

// That the event added to the context; NULL: it added none.
static const dbx_eqn *eqn_in(const dbx_scene *s, const dbx_frame *f, uint32_t event) {
  const dbx_event *e = &s->t->events.at[event];
  return e->frame == f->id ? dbx_event_eqn(e) : NULL;
}

static void put_moves(dbx_table *t, const dbx_scene *s, const dbx_frame *f, dbx_qubit_move move,
                      const char *label) {
  for (uint32_t i = 0; i < s->t->events.n; i++) {
    const dbx_eqn *q = eqn_in(s, f, i);
    if (!q || dbx_qubit_move_of(q) != move) continue;
    dbx_put_move(&line(t, label)->cell[1], s->names, q);
    label = "";
  }
}

// How many equations each pass of a circuit made, and the qubits that the second one moved.
static void put_passes(dbx_table *t, const dbx_scene *s, const dbx_frame *f) {
  uint32_t n[DBX_PASS_BETWEEN + 1] = {0};
  for (uint32_t i = 0; i < s->t->events.n; i++)
    if (eqn_in(s, f, i)) n[dbx_event_pass(s->t, i)]++;
  for (int p = DBX_PASS_ONE; p <= DBX_PASS_BETWEEN; p++)
    if (n[p]) dbx_printf(&line(t, "")->cell[1], "%u of %s", n[p], dbx_pass_words((dbx_pass)p));
  put_moves(t, s, f, DBX_MOVE_LIFT, "lifted");
  put_moves(t, s, f, DBX_MOVE_INSERT, "inserted");
}

static void put_context(dbx_buf *b, const dbx_scene *s, const dbx_frame *f) {
  uint32_t indent = 2 * depth_of(s, f);
  dbx_table t = {0};
  dbx_pad(b, (int)indent);
  dbx_put_frame_title(b, s, f);
  put_vars(&line(&t, "arguments")->cell[1], s, f->invars.at, f->invars.n);
  put_captures(&t, s, f);
  dbx_printf(&line(&t, "equations")->cell[1], "%u", f->eqns.n);
  if (dbx_circuit_next(s->t, NULL)) put_passes(&t, s, f);
  put_events(&t, s, f);
  dbx_put_table(b, &t, indent + 2, false);
  dbx_table_free(&t);
}

void dbx_put_frames(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style) {
  dbx_scene s = dbx_scene_open(t, style);
  for (uint32_t i = 0; i < s.frames.n; i++) put_context(b, &s, s.frames.at[i]);
  dbx_scene_close(&s);
}

// ---- constants ----

static void put_indented(dbx_buf *b, const char *text) {
  for (const char *end; text; text = end ? end + 1 : NULL) {
    end = strchr(text, '\n');
    dbx_put(b, "    ");
    dbx_putn(b, text, end ? (size_t)(end - text) : strlen(text));
    dbx_putc(b, '\n');
  }
}

static void put_jaxpr(dbx_buf *b, const dbx_scene *s, const dbx_jaxpr *j) {
  dbx_view v = {s->style, s->names};
  dbx_buf body = {0};
  dbx_put_body(&body, &v, j);
  put_indented(b, dbx_text(&body));
  dbx_buf_free(&body);
}

static void constants_of(dbx_buf *b, const dbx_scene *s, const dbx_part *p) {
  const dbx_part *q = p->retrace ? p->retrace : p; // whose Jaxpr the equation has
  dbx_jaxpr before = *q->jaxpr;
  before.n_const = q->n_constants, before.constvars = q->jaxpr->invars;
  before.invars += q->n_constants, before.n_in -= q->n_constants;
  dbx_put_frame_title(b, s, p->frame);
  dbx_put(b, "  before: constants are captured values\n");
  put_jaxpr(b, s, &before);
  dbx_printf(b, "  after: %u constant%s became leading argument%s\n", q->n_constants,
             q->n_constants == 1 ? "" : "s", q->n_constants == 1 ? "" : "s");
  put_jaxpr(b, s, q->jaxpr);
  dbx_table t = {0};
  for (uint32_t i = 0; i < q->n_constants; i++) {
    dbx_row *r = dbx_table_add(&t);
    const dbx_capture *c = &q->constants[i];
    dbx_link l = dbx_link_of(c->inner);
    dbx_put_typed(&r->cell[0], s, c->inner);
    dbx_put(&r->cell[1], "= ");
    if (c->outer) dbx_put_known(&r->cell[1], s, c->outer);
    else dbx_put(&r->cell[1], "an array");
    put_place(&r->cell[2], l.span);
  }
  dbx_put_table(b, &t, 2, false);
  dbx_table_free(&t);
}

void dbx_put_constants(dbx_buf *b, const dbx_trace *t, const dbx_bind *bind,
                       const dbx_report_style *style) {
  dbx_scene s = dbx_scene_open(t, style);
  for (uint32_t i = 0; i < bind->n_parts; i++)
    if (bind->parts[i].jaxpr) constants_of(b, &s, &bind->parts[i]);
  dbx_scene_close(&s);
}
