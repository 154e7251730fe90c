// The algorithm step by step, from the event log (see report_steps.h).
#include "viz/report/report_steps.h"

#include "ir/primitive.h"
#include "viz/report/events.h"
#include "viz/report/report.h"
#include "viz/report/steps.h"
#include "viz/text/text.h"
#include <string.h>

// ---- equations and bodies ----

static void typed(dbx_buf *b, const dbx_view *v, dbx_atom a) {
  if (!dbx_put_tracer(b, v->names, NULL, a)) dbx_putc(b, '_');
  dbx_putc(b, ':');
  dbx_put_type(b, v->names, dbx_atom_aval(a), "_", false);
}

void dbx_put_short_eqn(dbx_buf *b, const dbx_view *v, const dbx_bind *bind, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_out; i++) {
    if (i) dbx_putc(b, ' ');
    typed(b, v, e->out[i]);
  }
  dbx_printf(b, "%s%s[...]", e->n_out ? " = " : "", e->prim->name);
  for (uint32_t i = 0; i < e->n_in; i++) {
    dbx_putc(b, ' ');
    if (!dbx_put_tracer(b, v->names, bind->frame, e->in[i])) dbx_putc(b, '_');
  }
}

void dbx_put_body(dbx_buf *b, const dbx_view *v, const dbx_jaxpr *j) {
  dbx_put(b, "{ lambda ");
  for (uint32_t i = 0; i < j->n_const; i++) {
    typed(b, v, j->constvars[i]);
    dbx_putc(b, ' ');
  }
  dbx_putc(b, ';');
  for (uint32_t i = 0; i < j->n_in; i++) {
    dbx_putc(b, ' ');
    typed(b, v, j->invars[i]);
  }
  dbx_put(b, j->n_in ? ". let" : " . let");
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    dbx_put(b, "\n    ");
    dbx_put_eqn(b, v->names, &j->eqns[i]);
  }
  dbx_put(b, j->n_eqns ? "\n  in " : " in ");
  dbx_put_list(b, v, NULL, j->outs, j->n_out);
  if (j->n_out == 1) b->n--, dbx_put(b, ",)"); // a tuple, as Jaxprs print it
  dbx_put(b, " }");
}

// ---- what goes into a step and what comes out ----

typedef struct at_step {
  dbx_buf *b;
  const dbx_view *v;
  const dbx_bind *bind;
  const dbx_part *part;
} at_step;

static void types(const at_step *s, const dbx_sig *sig) {
  dbx_putc(s->b, '[');
  for (uint32_t i = 0; i < sig->n; i++) {
    if (i) dbx_put(s->b, ", ");
    dbx_put_type(s->b, s->v->names, sig->aval[i], "_", false);
    if (!sig->expl[i]) dbx_put(s->b, " implicit");
  }
  dbx_putc(s->b, ']');
}

static void outer(const at_step *s, const dbx_list *l) {
  dbx_put_list(s->b, s->v, s->bind->frame, l->at, l->n);
}
static void inner(const at_step *s, const dbx_list *l) {
  dbx_put_list(s->b, s->v, s->part->frame, l->at, l->n);
}

static void captures(const at_step *s, const dbx_capture *c, uint32_t n) {
  dbx_putc(s->b, '(');
  for (uint32_t i = 0; i < n; i++) {
    if (i) dbx_put(s->b, ", ");
    if (!dbx_put_tracer(s->b, s->v->names, NULL, c[i].inner)) dbx_putc(s->b, '_');
    dbx_put(s->b, " = ");
    if (!dbx_put_captured(s->b, s->v->names, s->bind->frame, &c[i])) dbx_putc(s->b, '_');
  }
  dbx_putc(s->b, ')');
}

static void say_find(const at_step *s) {
  dbx_printf(s->b, "-> the context of %s", dbx_sym_text(s->bind->frame->name));
}

static void say_deduce_input(const at_step *s) {
  outer(s, &s->part->collapsed_inputs);
  dbx_put(s->b, " -> expanded ");
  outer(s, &s->part->expanded_inputs);
  dbx_put(s->b, ", in_type ");
  types(s, &s->part->in_type);
}

static void say_new_context(const at_step *s) {
  if (s->part->frame) dbx_printf(s->b, "-> a context for %s", dbx_sym_text(s->part->frame->name));
}

static void say_parse_input(const at_step *s) {
  const dbx_frame *f = s->part->frame;
  types(s, &s->part->in_type);
  dbx_put(s->b, " -> arguments ");
  inner(s, &s->part->body_inputs);
  dbx_put(s->b, ", constants ");
  captures(s, f->consts.at,
           s->part->n_constants1 < f->consts.n ? s->part->n_constants1 : f->consts.n);
}

static void say_eval(const at_step *s) {
  const dbx_part *p = s->part;
  dbx_list explicit_in = {p->body_inputs.at + p->n_implicit_in,
                          p->body_inputs.n - p->n_implicit_in};
  inner(s, &explicit_in);
  if (!p->jaxpr) return;
  dbx_put(s->b, " -> ");
  inner(s, &p->collapsed_outputs);
}

static void say_constants(const at_step *s) {
  const dbx_part *p = s->part;
  if (!p->jaxpr) return;
  dbx_put(s->b, "-> ");
  captures(s, p->constants, p->n_constants);
}

static void say_deduce_output(const at_step *s) {
  if (!s->part->jaxpr) return;
  inner(s, &s->part->collapsed_outputs);
  dbx_put(s->b, " -> expanded ");
  inner(s, &s->part->expanded_outputs);
  dbx_put(s->b, ", out_type ");
  types(s, &s->part->out_type);
}

static void say_to_jaxpr(const at_step *s) {
  const dbx_jaxpr *j = s->part->jaxpr;
  uint32_t before = s->part->frame->eqns.n;
  if (!j) return;
  dbx_printf(s->b, "-> a Jaxpr of %u equation%s", j->n_eqns, j->n_eqns == 1 ? "" : "s");
  if (before > j->n_eqns) dbx_printf(s->b, " (%u folded or forwarded)", before - j->n_eqns);
  if (s->part->frame->consts.n > s->part->n_constants)
    dbx_printf(s->b, ", %u unused constant%s pruned",
               s->part->frame->consts.n - s->part->n_constants,
               s->part->frame->consts.n - s->part->n_constants == 1 ? "" : "s");
}

static void say_parse_output(const at_step *s) {
  types(s, &s->bind->eqn_out_type);
  dbx_put(s->b, " -> ");
  outer(s, &s->bind->results);
}

static void say_emit(const at_step *s) {
  const dbx_eqn *e = dbx_emitted_eqn(s->bind);
  if (e) dbx_put_short_eqn(s->b, s->v, s->bind, e);
}

static void say_collapse(const at_step *s) {
  const dbx_sig *t = &s->bind->eqn_out_type;
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_list some = dbx_explicit_of(&s->bind->results, t->expl, DBX_TMP(dbx_atom, t->n));
  outer(s, &s->bind->results);
  dbx_put(s->b, " -> ");
  outer(s, &some);
  dbx_scratch_release(m);
}

static const struct saying {
  dbx_step step;
  void (*say)(const at_step *s);
} sayings[] = {
    {DBX_STEP_FIND_CONTEXT, say_find},
    {DBX_STEP_DEDUCE_INPUT, say_deduce_input},
    {DBX_STEP_NEW_CONTEXT, say_new_context},
    {DBX_STEP_PARSE_INPUT, say_parse_input},
    {DBX_STEP_EVAL, say_eval},
    {DBX_STEP_CONSTANTS, say_constants},
    {DBX_STEP_DEDUCE_OUTPUT, say_deduce_output},
    {DBX_STEP_TO_JAXPR, say_to_jaxpr},
    {DBX_STEP_PARSE_OUTPUT, say_parse_output},
    {DBX_STEP_EMIT, say_emit},
    {DBX_STEP_COLLAPSE, say_collapse},
};

// ---- the log ----

// The part that a step is about: of a branch, its second evaluation when the step happened in it.
static const dbx_part *part_of(const dbx_bind *bind, const dbx_event *e) {
  if (e->u.step.part >= bind->n_parts) return NULL;
  const dbx_part *p = &bind->parts[e->u.step.part];
  return p->retrace && p->retrace->frame && p->retrace->frame->id == e->frame ? p->retrace : p;
}

static void step_line(dbx_buf *b, const dbx_view *v, const dbx_bind *bind, const dbx_event *e) {
  dbx_step step = e->u.step.step;
  const dbx_step_words *w = dbx_step_words_of(step);
  at_step s = {b, v, bind, part_of(bind, e)};
  if (!w || !s.part) return;
  bool again = s.part != &bind->parts[e->u.step.part];
  dbx_printf(b, "  %s%-4s%s%s", dbx_ink_on(v->style->color, DBX_INK_MARK), w->number, w->name,
             dbx_ink_off(v->style->color, DBX_INK_MARK));
  if (bind->n_parts > 1 && step >= DBX_STEP_DEDUCE_INPUT && step <= DBX_STEP_TO_JAXPR)
    dbx_printf(b, " (%s%s)", s.part->name, again ? ", evaluated again" : "");
  dbx_put(b, "  ");
  for (size_t i = 0; i < sizeof sayings / sizeof *sayings; i++)
    if (sayings[i].step == step) sayings[i].say(&s);
  while (b->n && b->at[b->n - 1] == ' ') b->at[--b->n] = 0;
  dbx_putc(b, '\n');
}

void dbx_put_step(dbx_buf *b, const dbx_trace *t, const dbx_naming *names, uint32_t event,
                  const dbx_report_style *style) {
  dbx_view v = {style, names};
  const dbx_event *e = &t->events.at[event];
  if (!e->bind || e->bind > t->binds.n) return;
  dbx_buf line = {0};
  step_line(&line, &v, t->binds.at[e->bind - 1], e);
  const dbx_step_words *w = dbx_step_words_of(e->u.step.step);
  if (line.n) dbx_printf(b, "step %s", dbx_text(&line) + strspn(dbx_text(&line), " "));
  else if (w) dbx_printf(b, "step %-4s%s\n", w->number, w->name); // it failed before it had parts
  else dbx_put(b, "step\n");
  dbx_buf_free(&line);
}

// Events that a step is made of; those that its line already says are left out.
static bool is_detail(const dbx_event *e) {
  return e->kind == DBX_EV_CONSTANT || e->kind == DBX_EV_EQUATION || e->kind == DBX_EV_COMPARE ||
         e->kind == DBX_EV_ARGUMENT || e->kind == DBX_EV_SLOT || e->kind == DBX_EV_ERROR;
}

void dbx_put_steps(dbx_buf *b, const dbx_view *v, const dbx_trace *t, const dbx_bind *bind) {
  uint32_t last = bind->last_event ? bind->last_event + 1 : t->events.n;
  for (uint32_t i = bind->first_event; i < last; i++) {
    const dbx_event *e = &t->events.at[i];
    uint32_t opened = e->kind == DBX_EV_BIND_OPEN ? e->u.bind_open.bind : bind->id;
    if (opened != bind->id && opened < t->binds.n &&
        t->binds.at[opened]->parent == (int64_t)bind->id) {
      const dbx_bind *child = t->binds.at[opened];
      dbx_printf(b, "      bind %s  %s: has its own report\n", child->prim->name,
                 dbx_sym_text(child->name));
    }
    if (e->bind != bind->id + 1) continue;
    if (e->kind == DBX_EV_STEP) step_line(b, v, bind, e);
    else if (is_detail(e) && i != bind->event) {
      dbx_put(b, "      ");
      dbx_put_event(b, t, v->names, i);
      dbx_putc(b, '\n');
    }
  }
}
