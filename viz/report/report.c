// The report of a nested bind (see report.h). Its rows follow the algorithm: inputs, then for each
// nested program its constants, body and outputs, then the results and the equation.
#include "viz/report/report.h"

#include "prim/prim.h"
#include "trace/strategies.h"
#include "viz/names/meanings.h"
#include "viz/names/passes.h"
#include "viz/report/report_steps.h"
#include "viz/text/spans.h"
#include "viz/text/text.h"
#include <string.h>

// ---- the head: what, where, how its dimensions are treated ----

static void widenings(dbx_buf *b, const dbx_bind *bind) {
  dbx_printf(b, ": %u round%s", bind->n_rounds, bind->n_rounds == 1 ? "" : "s");
  for (uint32_t i = 0; i < bind->n_widenings; i++) {
    const dbx_widening *w = &bind->widenings[i];
    dbx_printf(b,
               "\n  round %u: axis %u of carry %u has the length %s after the body: it becomes an "
               "argument",
               w->round, w->axis, w->carry, w->length);
  }
  if (!bind->n_groups) dbx_put(b, "; all lengths are constants of the body");
}

static void treatment(dbx_buf *b, const dbx_bind *bind) {
  if (dbx_is_of_jax(bind->prim)) {
    dbx_put(b, dbx_is_choice(bind->prim) ? "lengths of results are those of operands"
                                         : "lengths of carries are constants of the body");
    return;
  }
  if (dbx_is_choice(bind->prim)) {
    dbx_put(b, "every dynamic axis of a result is a result of its own");
    return;
  }
  dbx_put(b, dbx_strategy_phrases[bind->resizing]);
  switch (bind->resizing) {
  case DBX_PRESERVE: dbx_put(b, ": dimensions are constants of the body"); break;
  case DBX_RESIZE: dbx_put(b, ": every dynamic axis of a carry is an argument"); break;
  case DBX_INFER: widenings(b, bind); break;
  case DBX_SHARED: dbx_put(b, ": one argument for each length of the carries"); break;
  }
}

// Of a circuit: its parts ran in the first pass, its equation comes from the second one.
static void pass_of(dbx_buf *b, const dbx_view *v, const dbx_trace *t, const dbx_bind *bind) {
  dbx_pass p = bind->failed ? DBX_PASS_NONE : dbx_event_pass(t, bind->event);
  if (p == DBX_PASS_NONE) return;
  dbx_printf(b, "  %s%s%s%s", dbx_ink_on(v->style->color, DBX_INK_MARK),
             p == DBX_PASS_TWO ? "opened in pass 1, bound in " : "bound in ", dbx_pass_words(p),
             dbx_ink_off(v->style->color, DBX_INK_MARK));
}

static void head(dbx_buf *b, const dbx_view *v, const dbx_trace *t, const dbx_bind *bind) {
  bool color = v->style->color;
  dbx_printf(b, "%sbind %s%s  %s", dbx_ink_on(color, DBX_INK_BOLD), bind->prim->name,
             dbx_ink_off(color, DBX_INK_BOLD), dbx_sym_text(bind->name));
  if (dbx_source_place(bind->span.file, bind->span.begin).line) {
    dbx_put(b, "  ");
    dbx_put(b, dbx_ink_on(color, DBX_INK_DIM));
    dbx_put_span(b, bind->span);
    dbx_put(b, dbx_ink_off(color, DBX_INK_DIM));
  }
  pass_of(b, v, t, bind);
  if (bind->failed)
    dbx_printf(b, "  %sfailed: %s%s", dbx_ink_on(color, DBX_INK_ERROR), dbx_sym_text(bind->failed),
               dbx_ink_off(color, DBX_INK_ERROR));
  dbx_putc(b, '\n');
}

// ---- level 1: one line ----

static void one_line(dbx_buf *b, const dbx_view *v, const dbx_trace *t, const dbx_bind *bind) {
  const dbx_eqn *e = dbx_emitted_eqn(bind);
  dbx_printf(b, "bind %s  ", bind->prim->name);
  if (bind->failed) dbx_printf(b, "failed: %s", dbx_sym_text(bind->failed));
  else if (e) dbx_put_short_eqn(b, v, bind, e);
  pass_of(b, v, t, bind);
  dbx_putc(b, '\n');
}

// ---- level 2: the table ----

static dbx_row *row(dbx_table *t, const char *label) {
  dbx_row *r = dbx_table_add(t);
  dbx_put(&r->cell[0], label);
  return r;
}

static void lists(dbx_row *r, const dbx_view *v, const dbx_frame *in, const dbx_list *all,
                  const bool *expl) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_list some = dbx_explicit_of(all, expl, DBX_TMP(dbx_atom, all->n));
  dbx_put_list(&r->cell[1], v, in, some.at, some.n);
  dbx_put_list(&r->cell[2], v, in, all->at, all->n);
  dbx_scratch_release(m);
}

static void inputs(dbx_table *t, const dbx_part_view *p) {
  dbx_row *r = row(t, "inputs");
  lists(r, p->view, p->bind->frame, &p->part->expanded_inputs, p->part->in_type.expl);
  dbx_put_sig(&r->cell[3], p->view, "in_type", &p->part->in_type, dbx_input_meaning, p);
}

static void constants(dbx_table *t, const dbx_part_view *p) {
  const dbx_part *q = p->part->retrace ? p->part->retrace : p->part;
  dbx_buf *b = &row(t, "constants")->cell[3];
  for (uint32_t i = 0; i < q->n_constants; i++) {
    const dbx_capture *c = &q->constants[i];
    if (i) dbx_putc(b, '\n');
    if (!dbx_put_tracer(b, p->view->names, NULL, c->inner)) dbx_putc(b, '_');
    dbx_putc(b, ':');
    dbx_put_type(b, p->view->names, dbx_var_aval(c->inner), "_", false);
    dbx_put(b, " = ");
    if (!dbx_put_captured(b, p->view->names, p->bind->frame, c)) dbx_putc(b, '_');
    if (c->array) dbx_put(b, "   an array");
    dbx_put_source(b, p->view, "   ", c->outer);
  }
  if (!q->n_constants) dbx_put(b, "none");
}

static void body(dbx_table *t, const dbx_part_view *p) {
  dbx_row *r = row(t, "body");
  const dbx_part *q = p->part;
  if (q->in_type.n) lists(r, p->view, q->frame, &q->body_inputs, q->in_type.expl);
  if (q->jaxpr) dbx_put_body(&r->cell[3], p->view, q->retrace ? q->retrace->jaxpr : q->jaxpr);
}

static void put_results_of(dbx_buf *b, const dbx_part_view *p, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_out; i++) {
    if (b->n) dbx_putc(b, ' ');
    if (!dbx_put_tracer(b, p->view->names, NULL, e->out[i])) dbx_putc(b, '_');
  }
}

// In a circuit: which pass made the equations of the body, and the qubits that are moved in it.
static void passes(dbx_table *t, const dbx_part_view *p, const dbx_trace *trace) {
  static const char *const label[] = {"", "lifted", "inserted"};
  dbx_buf made[DBX_PASS_BETWEEN + 1] = {{0}}, moved[DBX_MOVE_INSERT + 1] = {{0}};
  const dbx_jaxpr *j = p->part->retrace ? p->part->retrace->jaxpr : p->part->jaxpr;
  for (uint32_t i = 0; j && i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    dbx_qubit_move m = dbx_qubit_move_of(e);
    put_results_of(&made[dbx_event_pass(trace, e->event)], p, e);
    if (m && moved[m].n) dbx_putc(&moved[m], '\n');
    if (m) dbx_put_move(&moved[m], p->view->names, e);
  }
  for (int i = DBX_PASS_NONE; i <= DBX_PASS_BETWEEN; i++) {
    if (i && made[i].n) dbx_put(&row(t, dbx_pass_words((dbx_pass)i))->cell[3], dbx_text(&made[i]));
    dbx_buf_free(&made[i]);
  }
  for (int m = DBX_MOVE_NONE; m <= DBX_MOVE_INSERT; m++) {
    if (m && moved[m].n) dbx_put(&row(t, label[m])->cell[3], dbx_text(&moved[m]));
    dbx_buf_free(&moved[m]);
  }
}

static void outputs(dbx_table *t, const dbx_part_view *p) {
  dbx_row *r = row(t, "outputs");
  const dbx_part *q = p->part;
  lists(r, p->view, q->frame, &q->expanded_outputs, q->out_type.expl);
  dbx_put_sig(&r->cell[3], p->view, "out_type", &q->out_type, dbx_output_meaning, p);
}

// Are the types of the equation other than those that the body's Jaxpr suggests?
static bool resolved_otherwise(const dbx_part_view *p) {
  const dbx_sig *x = &p->bind->eqn_out_type, *y = &p->part->out_type;
  for (uint32_t i = 0; i < x->n; i++)
    if (i >= y->n || x->aval[i] != y->aval[i]) return true;
  return false;
}

static void results(dbx_table *t, const dbx_part_view *p) {
  const dbx_eqn *e = dbx_emitted_eqn(p->bind);
  if (!e) return;
  dbx_row *r = row(t, "results");
  lists(r, p->view, p->bind->frame, &p->bind->results, p->bind->eqn_out_type.expl);
  if (resolved_otherwise(p)) {
    dbx_put_sig(&r->cell[3], p->view, "types", &p->bind->eqn_out_type, dbx_result_meaning, p);
    dbx_putc(&r->cell[3], '\n');
  }
  dbx_put_short_eqn(&r->cell[3], p->view, p->bind, e);
}

static void part_title(dbx_table *t, const dbx_bind *bind, uint32_t i) {
  if (bind->n_parts < 2) return;
  dbx_row *r = row(t, "-- ");
  dbx_put(&r->cell[0], bind->parts[i].name);
  if (bind->n_parts > 3 && i && i + 1 < bind->n_parts) dbx_printf(&r->cell[0], " %u", i);
}

static void table(dbx_buf *b, const dbx_view *v, const dbx_trace *trace, const dbx_bind *bind) {
  enum { INDENT = 2 };
  dbx_table t = {0};
  dbx_row *titles = row(&t, "");
  dbx_put(&titles->cell[1], "collapsed");
  dbx_put(&titles->cell[2], "expanded");
  dbx_part_view p = {v, bind, NULL};
  for (uint32_t i = 0; i < bind->n_parts && bind->parts[i].frame; i++) {
    p.part = &bind->parts[i];
    if (i == 0 && p.part->in_type.n) inputs(&t, &p); // those of a condition are those of its body
    part_title(&t, bind, i);
    if (p.part->jaxpr) constants(&t, &p);
    body(&t, &p);
    if (dbx_circuit_next(trace, NULL)) passes(&t, &p, trace);
    if (p.part->jaxpr) outputs(&t, &p);
  }
  if (p.part) results(&t, &p);
  uint32_t width = v->style->width > 0 ? (uint32_t)v->style->width : 80;
  dbx_put_table(b, &t, INDENT, INDENT + dbx_table_width(&t) > width);
  dbx_table_free(&t);
}

void dbx_put_bind_report(dbx_buf *b, const dbx_trace *t, const dbx_bind *bind,
                         const dbx_report_style *style) {
  if (style->detail == DBX_DETAIL_SILENT) return;
  dbx_naming *names = dbx_naming_now(t, style->so_far, dbx_naming_of(style));
  dbx_view v = {style, names};
  if (style->detail == DBX_DETAIL_LINE) one_line(b, &v, t, bind);
  else {
    head(b, &v, t, bind);
    if (style->detail == DBX_DETAIL_STEPS) dbx_put_steps(b, &v, t, bind);
    dbx_put(b, "  ");
    treatment(b, bind);
    dbx_putc(b, '\n');
    table(b, &v, t, bind);
  }
  dbx_naming_free(names);
}
