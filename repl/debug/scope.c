// Names, calls and values at a moment (see scope.h), from the NAME, CALL and RETURN events of the
// trace and the steps of the run before it.
#include "debug/scope.h"

#include "debug/state.h"

#include "lang/object/snapshot.h"
#include "viz/why/scene.h"
#include <string.h>

// ---- calls and names ----

static void bind_name(debug_scope *s, dbx_sym name, dbx_var v) {
  debug_call *c = &s->calls.at[s->calls.n - 1];
  for (uint32_t i = 0; i < c->n_names; i++)
    if (s->names.at[c->names + i].name == name) {
      s->names.at[c->names + i].var = v;
      return;
    }
  dbx_push(&s->names, ((debug_name){name, v}));
  c->n_names++;
}

static void begin_call(debug_scope *s, const dbx_event *e) {
  debug_call c = {.function = e->u.call.name,
                  .at = e->span,
                  .frame = e->frame,
                  .bind = e->bind,
                  .names = s->names.n};
  dbx_push(&s->calls, c);
}

static void end_call(debug_scope *s) {
  if (s->calls.n < 2) return;
  s->names.n = s->calls.at[--s->calls.n].names;
}

static void follow(debug_scope *s, const dbx_event *e) {
  if (e->kind == DBX_EV_NAME) bind_name(s, e->u.name.name, e->u.name.variable);
  else if (e->kind == DBX_EV_CALL) begin_call(s, e);
  else if (e->kind == DBX_EV_RETURN) end_call(s);
}

// The parts of a branch that is evaluated twice: the event of the first evaluation that the
// equation with result v of the second one comes from.
static uint32_t first_evaluation(const dbx_trace *t, uint32_t frame, dbx_var v) {
  for (uint32_t i = 0; i < t->binds.n; i++)
    for (uint32_t k = 0; k < t->binds.at[i]->n_parts; k++) {
      const dbx_part *p = &t->binds.at[i]->parts[k];
      if (!p->retrace || !p->retrace->frame || p->retrace->frame->id != frame) continue;
      for (uint32_t q = 0; q < p->frame->eqns.n; q++) {
        const dbx_eqn *e = &p->frame->eqns.at[q];
        uint64_t *to = e->n_out ? dbx_map_find(p->retraced, e->out[0] & DBX_HANDLE) : NULL;
        if (to && *to == v) return e->event;
      }
    }
  return 0;
}

// The event whose scope a step of a run has.
static uint32_t event_of(const debug_segment *s, uint32_t index) {
  const debug_step *x = &s->run->steps.at[index];
  while (index && x->kind == DEBUG_LEAVE) x = &s->run->steps.at[--index]; // its last equation
  while (index + 1 < s->n && !x->eqn) x = &s->run->steps.at[++index];
  const dbx_eqn *e = x->eqn;
  if (!e || e->event >= s->trace->events.n) return s->trace->events.n - 1;
  uint32_t first = e->n_out ? first_evaluation(s->trace, s->trace->events.at[e->event].frame,
                                               dbx_tracer_of(e->out[0] & DBX_HANDLE))
                            : 0;
  return first ? first : e->event;
}

void debug_scope_at(const debug_segment *s, uint32_t index, debug_scope *ret) {
  debug_scope r = {.segment = s, .index = index};
  r.event = s->run ? event_of(s, index) : index;
  dbx_push(&r.calls, ((debug_call){.function = s->trace->function}));
  for (uint32_t i = 0; i <= r.event && i < s->trace->events.n; i++)
    if (i < r.event || s->trace->events.at[i].kind != DBX_EV_RETURN)
      follow(&r, &s->trace->events.at[i]);
  bool begins = s->trace->events.at[r.event].kind == DBX_EV_CALL; // with its arguments
  for (uint32_t i = r.event + 1; begins && i < s->trace->events.n; i++) {
    if (s->trace->events.at[i].kind != DBX_EV_NAME) break;
    follow(&r, &s->trace->events.at[i]);
  }
  *ret = r;
}

void debug_scope_free(debug_scope *s) {
  dbx_vec_free(&s->calls);
  dbx_vec_free(&s->names);
}

// ---- values ----

static dbx_array *among(const debug_run *r, const dbx_var *vars, uint32_t n, uint32_t from,
                        dbx_var v) {
  for (uint32_t i = 0; i < n; i++)
    if ((vars[i] & DBX_HANDLE) == v) return r->values.at[from + i];
  return NULL;
}

static dbx_array *value_in(const debug_run *r, const debug_step *x, dbx_var v) {
  dbx_array *a = NULL;
  if (x->kind == DEBUG_ENTER) {
    a = among(r, x->jaxpr->constvars, x->jaxpr->n_const, x->in, v);
    if (!a) a = among(r, x->jaxpr->invars, x->jaxpr->n_in, x->in + x->jaxpr->n_const, v);
  } else if (x->eqn && x->n_out) {
    a = among(r, x->eqn->out, x->eqn->n_out, x->out, v);
  }
  return a;
}

// Of the Jaxpr under way and then of those around it, backwards to where each was entered.
static dbx_array *newest(const debug_scope *s, dbx_var v) {
  const debug_run *r = s->segment->run;
  uint32_t i = s->index, enter = r->steps.at[i].enter;
  if (r->steps.at[i].kind == DEBUG_ENTER) enter = i;
  for (;; i--) {
    const debug_step *x = &r->steps.at[i];
    if (x->enter == enter || i == enter) {
      dbx_array *a = value_in(r, x, v);
      if (a) return a;
    }
    if (i == enter) {
      if (x->enter == enter) return NULL;
      enter = x->enter;
    }
    if (!i) return NULL;
  }
}

dbx_array *debug_value(const debug_scope *s, dbx_var v) {
  if (!s->segment->run) return NULL;
  const dbx_frame *in = dbx_frame_by_id(s->segment->trace->events.at[s->event].frame);
  for (; v; v = dbx_var_at(v)->kind == DBX_VAR_CONST ? dbx_var_at(v)->referent : 0) {
    dbx_atom a = dbx_printed_atom(s->segment->names, in, v);
    if (a && !dbx_is_literal(a)) {
      dbx_array *x = newest(s, a);
      if (x) return x;
    }
  }
  return NULL;
}

// ---- expressions ----

static pv meaning(const debug_scope *s, dbx_var v, bool tracers) {
  dbx_array *a = tracers ? NULL : debug_value(s, v);
  if (a) return array_take(dbx_array_ref(a));
  return tracers ? pv_tracer(v) : PV(PV_UNBOUND);
}

static void give_names(const debug_scope *s, uint32_t level, bool tracers) {
  for (uint32_t c = 0; c <= level && c < s->calls.n; c++)
    for (uint32_t i = 0; i < s->calls.at[c].n_names; i++) {
      const debug_name *n = &s->names.at[s->calls.at[c].names + i];
      pv v = meaning(s, n->var, tracers);
      if (v.tag == PV_UNBOUND) continue;
      lang_pin(v);
      dict_put_sym(lang_now->globals, n->name, v);
    }
}

static void give_own(void) {
  for (uint32_t i = 0; i < debug_now->view.own.n; i++)
    dict_put_sym(lang_now->globals, debug_now->view.own.at[i].name,
                 debug_now->view.own.at[i].value);
}

static void mark_before(void (*visit)(pv v)) {
  snapshot_mark(&debug_now->before, visit);
  for (uint32_t i = 0; i < debug_now->view.own.n; i++) visit(debug_now->view.own.at[i].value);
}

static dbx_status evaluate(const debug_scope *s, uint32_t level, bool tracers, const char *text,
                           pv *ret) {
  if (!debug_now->rooted) lang_add_root(mark_before), debug_now->rooted = true;
  dbx_trace *t = dbx_trace_suspend();
  snapshot_take_from(&debug_now->before, (obj *)lang_now->root);
  give_names(s, level, tracers);
  give_own();
  dbx_status st = lang_eval_text("<debug>", text, ret);
  if (st == DBX_OK) lang_pin(*ret);
  snapshot_restore(&debug_now->before);
  dbx_trace_resume(t);
  return st;
}

dbx_status debug_evaluate(const debug_scope *s, uint32_t level, const char *text, pv *ret) {
  return evaluate(s, level, !s->segment->run, text, ret);
}

// ---- tracers by what they are called ----

// A length by `y.shape[0]`, or a tracer by its letter, wherever it is in the trace.
static dbx_status find_anywhere(const debug_scope *s, const char *text, dbx_var *ret) {
  dbx_report_style style = {.by_source = dbx_naming_is_by_source(s->segment->names),
                            .so_far = s->segment->so_far};
  dbx_scene scene = dbx_scene_open(s->segment->trace, &style);
  dbx_thing t;
  *ret = 0;
  if (dbx_find(&scene, text, false, &t) != DBX_OK) dbx_diag_forget();
  else if (t.kind == DBX_THING_TRACER && !dbx_is_literal(t.atom)) *ret = t.atom & DBX_HANDLE;
  else if (t.kind == DBX_THING_AXIS) {
    dbx_dim d = dbx_aval_at(dbx_naming_aval(scene.names, t.atom))->dims[t.axis];
    if (dbx_dim_is_var(d)) *ret = (dbx_var)dbx_dim_value(d);
  }
  dbx_scene_close(&scene);
  return *ret ? DBX_OK : dbx_fail(DBX_E201, (dbx_span){0}, "no tracer is called '%s' here", text);
}

dbx_status debug_find_tracer(const debug_scope *s, uint32_t level, const char *text, dbx_var *ret) {
  for (uint32_t c = level + 1; c-- > 0;)
    for (uint32_t i = 0; c < s->calls.n && i < s->calls.at[c].n_names; i++) {
      const debug_name *n = &s->names.at[s->calls.at[c].names + i];
      if (!strcmp(dbx_sym_text(n->name), text)) return *ret = n->var, DBX_OK;
    }
  uint32_t pins = lang_pins();
  pv v;
  dbx_status st = evaluate(s, level, true, text, &v);
  lang_unpin(pins);
  if (st == DBX_OK && v.tag == PV_TRACER) return *ret = v.tracer, DBX_OK;
  if (st != DBX_OK) dbx_diag_forget();
  return find_anywhere(s, text, ret);
}
