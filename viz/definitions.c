// Tracers, contexts, constants, simplification, the API (see definitions.h).
#include "viz/definitions.h"

#include "prim/prim.h"
#include "viz/events.h"
#include "viz/links.h"
#include "viz/report_steps.h"
#include "viz/spans.h"
#include "viz/table.h"
#include "viz/text.h"
#include <string.h>

// ---- tracers in the document's form ----

static void put_label(dbx_buf *b, const dbx_scene *s, dbx_atom a) {
  if (!a || dbx_is_literal(a)) dbx_put_letter(b, s, a);
  else if (!dbx_put_label(b, s->names, a)) dbx_put(b, "a tracer of another trace");
}

static void put_dim(dbx_buf *b, const dbx_scene *s, dbx_dim d) {
  if (dbx_dim_is_var(d)) put_label(b, s, (dbx_atom)dbx_dim_value(d));
  else dbx_put_type_dim(b, s->names, d, "_", false);
}

static void put_kind(dbx_buf *b, const dbx_scene *s, dbx_var v) {
  const dbx_var_info *info = dbx_var_at(v);
  switch ((dbx_var_kind)info->kind) {
  case DBX_VAR_ARG: dbx_put(b, "argument"); break;
  case DBX_VAR_RESULT: dbx_put(b, "result"); break;
  case DBX_VAR_CONST:
    dbx_put(b, "constant of ");
    if (info->referent) put_label(b, s, info->referent);
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
  put_label(b, s, v);
  dbx_put(b, ", ");
  put_kind(b, s, v);
  if (f) dbx_printf(b, ", frame %s", dbx_sym_text(f->name));
  dbx_put(b, ", aval=");
  put_aval(b, s, dbx_var_aval(v));
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
  const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(v));
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
    if (e->kind != DBX_EV_NAME || e->b != v || dbx_map_find(&seen, e->a)) continue;
    dbx_map_put(&seen, e->a, 1);
    dbx_buf *b = &line(t, label)->cell[1];
    dbx_put(b, dbx_sym_text(e->a));
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
    dbx_dim d = dbx_aval_at(dbx_var_aval(x.atom))->dims[x.axis];
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
  dbx_atom to = f ? dbx_frame_subst(f, v) : v;
  dbx_sym name = dbx_source_of(s, v);
  dbx_put(&r->cell[0], before);
  put_label(&r->cell[0], s, v);
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

static void frame_title(dbx_buf *b, const dbx_scene *s, const dbx_frame *f) {
  bool color = s->style->color;
  dbx_put(b, dbx_ink_on(color, DBX_INK_BOLD));
  dbx_put_frame(b, s, f);
  dbx_put(b, dbx_ink_off(color, DBX_INK_BOLD));
  if (f->live) dbx_put(b, "   open");
  dbx_putc(b, '\n');
}

static void tracers_of_frame(dbx_buf *b, const dbx_scene *s, const dbx_frame *f) {
  dbx_table t = {0};
  frame_title(b, s, f);
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
  const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(v));
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
    if (e->kind != DBX_EV_NAME || strcmp(dbx_sym_text(e->a), name)) continue;
    if (dbx_map_find(&seen, e->b)) continue;
    dbx_map_put(&seen, e->b, 1);
    meanings_of(&t, s, e->b);
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
    bool found = e->kind == DBX_EV_STEP && e->a == DBX_STEP_FIND_CONTEXT && e->frame == f->id;
    bool made = (e->kind == DBX_EV_FRAME_OPEN || e->kind == DBX_EV_FRAME_CLOSE) && e->a == f->id;
    if (!found && !made) continue;
    dbx_buf *b = &line(t, label)->cell[1];
    dbx_printf(b, "%u  ", i);
    dbx_put_event(b, s->t, s->names, i);
    if (found && e->bind)
      dbx_printf(b, ", for %s", dbx_sym_text(s->t->binds.at[e->bind - 1]->name));
    label = "";
  }
}

static void put_context(dbx_buf *b, const dbx_scene *s, const dbx_frame *f) {
  uint32_t indent = 2 * depth_of(s, f);
  dbx_table t = {0};
  dbx_pad(b, (int)indent);
  frame_title(b, s, f);
  put_vars(&line(&t, "arguments")->cell[1], s, f->invars.at, f->invars.n);
  put_captures(&t, s, f);
  dbx_printf(&line(&t, "equations")->cell[1], "%u", f->eqns.n);
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
  frame_title(b, s, p->frame);
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

// ---- toJaxpr ----

// As it was recorded: labels for what has no variable.
static void put_recorded(dbx_buf *b, const dbx_scene *s, const dbx_frame *f, dbx_atom a) {
  if (dbx_is_literal(a) || dbx_frame_subst(f, a) == (a & DBX_HANDLE)) dbx_put_letter(b, s, a);
  else put_label(b, s, a);
}

static void put_recorded_eqn(dbx_buf *b, const dbx_scene *s, const dbx_frame *f, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_out; i++) {
    if (i) dbx_putc(b, ' ');
    put_recorded(b, s, f, e->out[i]);
    dbx_putc(b, ':');
    dbx_put_type(b, s->names, dbx_var_aval(e->out[i] & DBX_HANDLE), "_", false);
  }
  dbx_printf(b, " = %s", e->prim->name);
  for (uint32_t i = 0; i < e->n_in; i++) {
    dbx_putc(b, ' ');
    put_recorded(b, s, f, e->in[i]);
  }
}

// What toJaxpr made of the frame, NULL if it did not come to that.
static const dbx_jaxpr *jaxpr_of(const dbx_scene *s, const dbx_frame *f) {
  uint32_t part = 0;
  const dbx_bind *b = dbx_bind_of_frame(f, &part);
  const dbx_part *p = b ? &b->parts[part] : NULL;
  if (p && p->retrace && p->retrace->frame == f) p = p->retrace;
  if (p) return p->jaxpr;
  if (f->kind != DBX_FRAME_FUNCTION) return NULL;
  return s->style->jaxpr ? s->style->jaxpr : s->t->jaxpr;
}

// Binders that nothing uses print as "_".
static void dropped_binders(dbx_buf *b, const dbx_scene *s, const dbx_jaxpr *j, const dbx_eqn *e) {
  const dbx_eqn *made = NULL;
  for (uint32_t i = 0; j && i < j->n_eqns && !made; i++)
    if (j->eqns[i].event == e->event) made = &j->eqns[i];
  for (uint32_t i = 0, n = 0; made && i < made->n_out; i++) {
    if (!(made->out[i] & DBX_DROPPED)) continue;
    dbx_put(b, n++ ? ", " : "   printed as _: ");
    put_label(b, s, made->out[i]);
  }
}

static void implicit_results(dbx_buf *b, const dbx_scene *s, const dbx_jaxpr *j) {
  bool color = s->style->color;
  for (uint32_t i = 0; i < j->n_implicit_out; i++) {
    dbx_printf(b, "  %s+ implicit result ", dbx_ink_on(color, DBX_INK_GOOD));
    dbx_put_known(b, s, j->outs[i]);
    dbx_printf(b, "%s\n", dbx_ink_off(color, DBX_INK_GOOD));
  }
}

static bool changed(const dbx_frame *f, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_in; i++)
    if (dbx_frame_subst(f, e->in[i]) !=
        (dbx_is_literal(e->in[i]) ? e->in[i] : e->in[i] & DBX_HANDLE))
      return true;
  return false;
}

static void eqn_lines(dbx_buf *b, const dbx_scene *s, const dbx_frame *f, const dbx_eqn *e) {
  dbx_atom to = e->n_out == 1 ? dbx_frame_subst(f, e->out[0]) : 0;
  bool gone = to && to != (e->out[0] & DBX_HANDLE), color = s->style->color;
  if (gone || changed(f, e)) {
    dbx_printf(b, "  %s- ", dbx_ink_on(color, DBX_INK_ERROR));
    put_recorded_eqn(b, s, f, e);
    if (gone) {
      dbx_put(b, dbx_is_literal(to) ? "   folded to " : "   changes nothing: stays ");
      put_recorded(b, s, f, to);
    }
    dbx_printf(b, "%s\n", dbx_ink_off(color, DBX_INK_ERROR));
  }
  if (gone) return;
  dbx_printf(b, "  %s", changed(f, e) ? dbx_ink_on(color, DBX_INK_GOOD) : "");
  dbx_put(b, changed(f, e) ? "+ " : "  ");
  dbx_put_eqn(b, s->names, e);
  dropped_binders(b, s, jaxpr_of(s, f), e);
  dbx_printf(b, "%s\n", changed(f, e) ? dbx_ink_off(color, DBX_INK_GOOD) : "");
}

static bool is_kept(const dbx_scene *s, const dbx_frame *f, const dbx_capture *c) {
  uint32_t part = 0;
  const dbx_bind *b = dbx_bind_of_frame(f, &part);
  const dbx_part *p = b ? &b->parts[part] : NULL;
  const dbx_jaxpr *j = jaxpr_of(s, f);
  if (p && p->retrace && p->retrace->frame == f) p = p->retrace;
  for (uint32_t i = 0; p && i < p->n_constants; i++)
    if (p->constants[i].inner == c->inner) return true;
  for (uint32_t i = 0; !p && j && i < j->n_const; i++)
    if (j->constvars[i] == c->inner) return true;
  return !j;
}

static void simplified(dbx_buf *b, const dbx_scene *s, const dbx_frame *f) {
  frame_title(b, s, f);
  for (uint32_t i = 0; i < f->consts.n; i++) {
    if (is_kept(s, f, &f->consts.at[i])) continue;
    dbx_put(b, "  - constant ");
    put_label(b, s, f->consts.at[i].inner);
    dbx_put(b, "   pruned: nothing that remains uses it\n");
  }
  for (uint32_t i = 0; i < f->eqns.n; i++) eqn_lines(b, s, f, &f->eqns.at[i]);
  if (!f->eqns.n) dbx_put(b, "    no equations\n");
  if (f->kind == DBX_FRAME_FUNCTION && jaxpr_of(s, f)) implicit_results(b, s, jaxpr_of(s, f));
}

static bool belongs(const dbx_frame *f, const dbx_bind *bind) {
  for (uint32_t part; f; f = f->parent) {
    const dbx_bind *b = dbx_bind_of_frame(f, &part);
    if (b == bind) return true;
  }
  return false;
}

void dbx_put_simplified(dbx_buf *b, const dbx_trace *t, const dbx_bind *bind,
                        const dbx_report_style *style) {
  dbx_scene s = dbx_scene_open(t, style);
  for (uint32_t i = 0; i < s.frames.n; i++)
    if (!bind || belongs(s.frames.at[i], bind)) simplified(b, &s, s.frames.at[i]);
  dbx_scene_close(&s);
}

// ---- the API ----

// Names of the document "Tracing and dynamic dimensions", and what it says is behind them.
static const struct {
  const char *name, *ours, *original;
  int event;     // its kind, -1: the program, not the log, shows it
  uint32_t step; // of DBX_EV_STEP
} api[] = {
    {"findTracingContext", "find_tracing_context (trace/nested.c)", "find_top_trace (jax core)",
     DBX_EV_STEP, DBX_STEP_FIND_CONTEXT},
    {"newTracingContext", "dbx_frame_open (trace/trace.c)",
     "new_dynamic_main2, extend_jaxpr_stack (catalyst, jax)", DBX_EV_FRAME_OPEN, 0},
    {"newArgTracer", "dbx_new_arg (trace/bind.c)", "DynamicJaxprTrace.new_arg (jax)",
     DBX_EV_ARGUMENT, 0},
    {"newConstTracer", "dbx_lift (trace/bind.c)", "DynamicJaxprTrace.new_const (jax)",
     DBX_EV_CONSTANT, 0},
    {"eval", "eval (trace/nested.c)", "the function is called; eval_jaxpr for Jaxprs", DBX_EV_STEP,
     DBX_STEP_EVAL},
    {"bind", "dbx_bind_plain (trace/bind.c)", "Primitive.bind (jax)", DBX_EV_EQUATION, 0},
    {"bindNested", "dbx_bind_for, dbx_bind_while, dbx_bind_cond (trace/nested.c)",
     "DynshapePrimitive.bind (catalyst)", DBX_EV_BIND_OPEN, 0},
    {"deduceInputType", "dbx_deduce_input_type (trace/nested.c)", "expand_args (catalyst)",
     DBX_EV_STEP, DBX_STEP_DEDUCE_INPUT},
    {"abstractEval", "dbx_abstract_eval (trace/nested.c)",
     "trace_to_jaxpr around the body (catalyst)", DBX_EV_STEP, DBX_STEP_NEW_CONTEXT},
    {"parseInputType", "dbx_tracers_of_input (trace/signature.c)",
     "input_type_to_tracers (catalyst)", DBX_EV_STEP, DBX_STEP_PARSE_INPUT},
    {"deduceOutputType", "dbx_deduce_output_type (trace/nested.c)", "expand_results (catalyst)",
     DBX_EV_STEP, DBX_STEP_DEDUCE_OUTPUT},
    {"parseOutputType", "dbx_tracers_of_output (trace/signature.c)",
     "output_type_to_tracers (catalyst)", DBX_EV_STEP, DBX_STEP_PARSE_OUTPUT},
    {"emitJaxprLine", "dbx_emit (trace/bind.c)", "bind_overwrite_classical_tracers (catalyst)",
     DBX_EV_STEP, DBX_STEP_EMIT},
    {"toJaxpr", "dbx_to_jaxpr (trace/to_jaxpr.c)", "to_jaxpr2 (catalyst)", DBX_EV_STEP,
     DBX_STEP_TO_JAXPR},
    {"collapse", "dbx_collapse (trace/nested.c)", "collapse (catalyst)", DBX_EV_STEP,
     DBX_STEP_COLLAPSE},
};

static void put_last_event(dbx_buf *b, const dbx_scene *s, size_t row) {
  for (uint32_t i = s->t->events.n; i-- > 0;) {
    const dbx_event *e = &s->t->events.at[i];
    if ((int)e->kind != api[row].event || (e->kind == DBX_EV_STEP && e->a != api[row].step))
      continue;
    dbx_printf(b, "%u  ", i);
    dbx_put_event(b, s->t, s->names, i);
    return;
  }
  dbx_put(b, "none");
}

void dbx_put_api(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style) {
  dbx_scene s = {0};
  if (t) s = dbx_scene_open(t, style);
  for (size_t i = 0; i < sizeof api / sizeof *api; i++) {
    dbx_printf(b, "%s%s%s\n", dbx_ink_on(style->color, DBX_INK_BOLD), api[i].name,
               dbx_ink_off(style->color, DBX_INK_BOLD));
    dbx_printf(b, "  here      %s\n  original  %s\n", api[i].ours, api[i].original);
    if (!t) continue;
    dbx_printf(b, "  in %s  ", dbx_sym_text(t->function));
    put_last_event(b, &s, i);
    dbx_putc(b, '\n');
  }
  if (t) dbx_scene_close(&s);
}
