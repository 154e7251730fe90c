// The event log as text and JSON (see events.h): a line of words and a set of fields for each kind.
#include "viz/report/events.h"

#include "base/diag.h"
#include "prim/prim.h"
#include "viz/report/steps.h"
#include "viz/text/spans.h"
#include "viz/text/text.h"
#include <string.h>

typedef struct view {
  dbx_buf *b;
  dbx_json *json; // NULL for text
  const dbx_trace *t;
  const dbx_naming *names;
  const dbx_event *e;
} view;

// ---- what events refer to; a log may be cut short, so everything is looked up with care ----

static const dbx_frame *frame_of(const view *v, uint32_t id, uint32_t *number) {
  *number = dbx_context_number(v->names, id);
  return *number == UINT32_MAX ? NULL : dbx_frame_by_id(id);
}

static const dbx_bind *bind_of(const view *v, uint32_t id) {
  return id < v->t->binds.n ? v->t->binds.at[id] : NULL;
}

static const dbx_eqn *eqn_of(const view *v) {
  const dbx_frame *f = dbx_frame_by_id(v->e->frame);
  return f && v->e->a < f->eqns.n ? &f->eqns.at[v->e->a] : NULL;
}

static void tracer(const view *v, dbx_atom a) {
  if (!dbx_put_tracer(v->b, v->names, NULL, a)) dbx_put(v->b, "(unused)");
}

static void typed(const view *v, dbx_var a) {
  tracer(v, a);
  dbx_putc(v->b, ':');
  dbx_put_type(v->b, v->names, dbx_var_aval(a), "?", false);
}

static const char *frame_kind(const dbx_frame *f) {
  static const char *const word[] = {[DBX_FRAME_FUNCTION] = "function",
                                     [DBX_FRAME_NESTED] = "nested program",
                                     [DBX_FRAME_CALL] = "call"};
  return word[f->kind];
}

// ---- a line for each kind ----

static void say_trace(const view *v) {
  dbx_printf(v->b, "%s trace of %s", v->e->kind == DBX_EV_TRACE_BEGIN ? "begin" : "end",
             dbx_sym_text(v->t->function));
}

static void say_frame(const view *v) {
  uint32_t index;
  const dbx_frame *f = frame_of(v, v->e->a, &index);
  if (!f) return;
  dbx_printf(v->b, "%s context %u: %s %s", v->e->kind == DBX_EV_FRAME_OPEN ? "open" : "close",
             index, frame_kind(f), dbx_sym_text(f->name));
}

static void say_argument(const view *v) {
  dbx_put(v->b, "argument ");
  typed(v, v->e->a);
}

static void say_constant(const view *v) {
  dbx_put(v->b, "capture ");
  typed(v, v->e->a);
  dbx_put(v->b, " = ");
  if (!v->e->b) dbx_put(v->b, "an array");
  else tracer(v, v->e->b);
}

// toJaxpr may have found later that the equation computes a constant, or changes nothing.
static bool simplified(const view *v, const dbx_eqn *e) {
  const dbx_frame *f = dbx_frame_by_id(v->e->frame);
  dbx_atom to = e->n_out == 1 ? dbx_naming_subst(v->names, f, e->out[0]) : 0;
  if (!to || to == (e->out[0] & DBX_HANDLE)) return false;
  dbx_printf(v->b, "%s ", e->prim->name);
  tracer(v, e->in[0]);
  dbx_put(v->b, dbx_is_literal(to) ? ": folded to " : ": changes nothing, stays ");
  tracer(v, to);
  return true;
}

static void say_equation(const view *v) {
  const dbx_eqn *e = eqn_of(v);
  if (e && !simplified(v, e)) dbx_put_eqn(v->b, v->names, e);
}

static const dbx_proof *proof_of(const view *v) {
  uint32_t at = v->e->c - DBX_PROOF;
  return v->e->c >= DBX_PROOF && at < v->t->proofs.n ? &v->t->proofs.at[at] : NULL;
}

static void say_compare(const view *v) {
  dbx_put(v->b, "compare ");
  tracer(v, v->e->a);
  dbx_put(v->b, " with ");
  tracer(v, v->e->b);
  const dbx_proof *p = proof_of(v);
  if (p)
    dbx_printf(v->b, ": %s = %s: equal as polynomials (identity: not known to be equal)", p->left,
               p->right);
  else dbx_put(v->b, v->e->c ? ": equal" : ": not known to be equal");
}

static void say_step(const view *v) {
  const dbx_step_words *s = dbx_step_words_of(v->e->a);
  const dbx_bind *b = v->e->bind ? bind_of(v, v->e->bind - 1) : NULL;
  if (!s) return;
  dbx_printf(v->b, "step %s %s", s->number, s->name);
  if (b && v->e->a >= DBX_STEP_DEDUCE_INPUT && v->e->a <= DBX_STEP_TO_JAXPR && v->e->b < b->n_parts)
    dbx_printf(v->b, " (%s)", b->parts[v->e->b].name);
}

static void say_bind(const view *v) {
  const dbx_bind *b = bind_of(v, v->e->a);
  bool open = v->e->kind == DBX_EV_BIND_OPEN;
  if (!b) return;
  dbx_printf(v->b, "%s bind %u: %s %s", open ? "open" : "close", b->id, b->prim->name,
             dbx_sym_text(b->name));
  if (!open && !v->e->b) dbx_printf(v->b, ": failed, %s", dbx_sym_text(b->failed));
}

static void say_name(const view *v) {
  dbx_printf(v->b, "name %s = ", dbx_sym_text(v->e->a));
  tracer(v, v->e->b);
}

static void say_call(const view *v) {
  bool call = v->e->kind == DBX_EV_CALL;
  dbx_printf(v->b, "%s %s%s", call ? "call" : "return from", dbx_sym_text(v->e->a),
             call || v->e->b ? "" : ": an exception");
}

static void say_round(const view *v) {
  dbx_printf(v->b, "round %u undone: %u length%s of the carries become arguments", v->e->b, v->e->c,
             v->e->c == 1 ? "" : "s");
}

static void say_slot(const view *v) {
  dbx_printf(v->b, "carried dimension %u -> %s(%u)", v->e->a, v->e->b ? "InDBIdx" : "OutDBIdx",
             v->e->c);
}

static void say_error(const view *v) {
  if (v->e->a < DBX_CODE_COUNT)
    dbx_printf(v->b, "error %s: %s", dbx_code_name((dbx_code)v->e->a),
               dbx_code_title((dbx_code)v->e->a));
}

// ---- the fields of each kind ----

static void field_int(const view *v, const char *key, int64_t i) {
  dbx_json_key(v->json, key);
  dbx_json_int(v->json, i);
}

static void field_text(const view *v, const char *key, const char *s) {
  dbx_json_key(v->json, key);
  dbx_put_json_text(v->json, s);
}

static void field_tracer(const view *v, const char *key, dbx_atom a) {
  dbx_buf b = {0};
  bool known = a && dbx_put_tracer(&b, v->names, NULL, a);
  dbx_json_key(v->json, key);
  known ? dbx_json_str(v->json, dbx_text(&b)) : dbx_json_null(v->json);
  dbx_buf_free(&b);
}

static void fields_frame(const view *v) {
  uint32_t index;
  const dbx_frame *f = frame_of(v, v->e->a, &index);
  if (!f) return;
  field_int(v, "context", index);
  field_text(v, "context_kind", frame_kind(f));
  field_text(v, "name", dbx_sym_text(f->name));
}

static void fields_variable(const view *v) {
  dbx_buf b = {0};
  field_tracer(v, "variable", v->e->a);
  dbx_put_type(&b, v->names, dbx_var_aval(v->e->a), "?", false);
  field_text(v, "type", dbx_text(&b));
  dbx_buf_free(&b);
  if (v->e->kind == DBX_EV_CONSTANT) field_tracer(v, "outer", v->e->b);
}

static void fields_equation(const view *v) {
  const dbx_eqn *e = eqn_of(v);
  field_int(v, "equation", v->e->a);
  if (e) field_text(v, "primitive", e->prim->name);
}

static void fields_compare(const view *v) {
  field_tracer(v, "left", v->e->a);
  field_tracer(v, "right", v->e->b);
  dbx_json_key(v->json, "equal");
  dbx_json_bool(v->json, v->e->c);
  const dbx_proof *p = proof_of(v);
  if (!p) return;
  field_text(v, "left_polynomial", p->left);
  field_text(v, "right_polynomial", p->right);
}

static void fields_step(const view *v) {
  const dbx_step_words *s = dbx_step_words_of(v->e->a);
  if (!s) return;
  field_text(v, "step", s->number);
  field_text(v, "name", s->name);
  field_int(v, "part", v->e->b);
}

static void fields_bind(const view *v) {
  const dbx_bind *b = bind_of(v, v->e->a);
  if (!b) return;
  field_text(v, "primitive", b->prim->name);
  field_text(v, "name", dbx_sym_text(b->name));
  if (v->e->kind == DBX_EV_BIND_OPEN) return;
  dbx_json_key(v->json, "completed");
  dbx_json_bool(v->json, v->e->b);
}

static void fields_name(const view *v) {
  field_text(v, "name", dbx_sym_text(v->e->a));
  field_tracer(v, "variable", v->e->b);
}

static void fields_call(const view *v) {
  field_text(v, "name", dbx_sym_text(v->e->a));
  if (v->e->kind == DBX_EV_CALL) return;
  dbx_json_key(v->json, "completed");
  dbx_json_bool(v->json, v->e->b);
}

static void fields_round(const view *v) {
  field_int(v, "round", v->e->b);
  field_int(v, "arguments", v->e->c);
}

static void fields_slot(const view *v) {
  field_int(v, "slot", v->e->a);
  field_text(v, "index", v->e->b ? "InDBIdx" : "OutDBIdx");
  field_int(v, "position", v->e->c);
}

static void fields_error(const view *v) {
  if (v->e->a < DBX_CODE_COUNT) field_text(v, "code", dbx_code_name((dbx_code)v->e->a));
}

static const struct words {
  void (*say)(const view *v);
  void (*fields)(const view *v); // NULL: none
} words[] = {
    [DBX_EV_TRACE_BEGIN] = {say_trace, NULL},
    [DBX_EV_TRACE_END] = {say_trace, NULL},
    [DBX_EV_FRAME_OPEN] = {say_frame, fields_frame},
    [DBX_EV_FRAME_CLOSE] = {say_frame, fields_frame},
    [DBX_EV_ARGUMENT] = {say_argument, fields_variable},
    [DBX_EV_CONSTANT] = {say_constant, fields_variable},
    [DBX_EV_EQUATION] = {say_equation, fields_equation},
    [DBX_EV_COMPARE] = {say_compare, fields_compare},
    [DBX_EV_STEP] = {say_step, fields_step},
    [DBX_EV_BIND_OPEN] = {say_bind, fields_bind},
    [DBX_EV_BIND_CLOSE] = {say_bind, fields_bind},
    [DBX_EV_ROUND] = {say_round, fields_round},
    [DBX_EV_SLOT] = {say_slot, fields_slot},
    [DBX_EV_NAME] = {say_name, fields_name},
    [DBX_EV_CALL] = {say_call, fields_call},
    [DBX_EV_RETURN] = {say_call, fields_call},
    [DBX_EV_ERROR] = {say_error, fields_error},
};
_Static_assert(sizeof words / sizeof *words == DBX_EV_COUNT, "every kind of event has its words");

void dbx_put_event(dbx_buf *b, const dbx_trace *t, const dbx_naming *n, uint32_t index) {
  view v = {b, NULL, t, n, &t->events.at[index]};
  words[v.e->kind].say(&v);
}

// ---- the text ----

// Lines are indented by the binds and contexts around them.
bool dbx_event_opens(const dbx_event *e) {
  return e->kind == DBX_EV_FRAME_OPEN || e->kind == DBX_EV_BIND_OPEN || e->kind == DBX_EV_CALL;
}
bool dbx_event_closes(const dbx_event *e) {
  return e->kind == DBX_EV_FRAME_CLOSE || e->kind == DBX_EV_BIND_CLOSE || e->kind == DBX_EV_RETURN;
}

static bool is_failure(const dbx_event *e) {
  return e->kind == DBX_EV_ERROR || (e->kind == DBX_EV_BIND_CLOSE && !e->b) ||
         (e->kind == DBX_EV_COMPARE && !e->c);
}

static void event_line(dbx_buf *b, const dbx_trace *t, const dbx_naming *n, uint32_t i,
                       uint32_t depth, bool color) {
  enum { PLACE = 64 };
  const dbx_event *e = &t->events.at[i];
  dbx_ink ink = is_failure(e) ? DBX_INK_ERROR : DBX_INK_NONE;
  dbx_buf line = {0};
  dbx_pad(&line, 2 * (int)depth);
  dbx_put_event(&line, t, n, i);
  dbx_printf(b, "%5u  %s%s%s", i, dbx_ink_on(color, ink), dbx_text(&line), dbx_ink_off(color, ink));
  uint32_t width = dbx_width_of(dbx_text(&line));
  if (dbx_source_place(e->span.file, e->span.begin).line) {
    dbx_pad(b, width < PLACE ? (int)(PLACE - width) : 2);
    dbx_put(b, dbx_ink_on(color, DBX_INK_DIM));
    dbx_put_span(b, e->span);
    dbx_put(b, dbx_ink_off(color, DBX_INK_DIM));
  }
  dbx_putc(b, '\n');
  dbx_buf_free(&line);
}

void dbx_put_events(dbx_buf *b, const dbx_trace *t, bool color) {
  dbx_naming *n = dbx_naming_new(t, NULL, DBX_NAMING_DRAFT);
  for (uint32_t i = 0, depth = 0; i < t->events.n; i++) {
    const dbx_event *e = &t->events.at[i];
    if (dbx_event_closes(e) && depth) depth--;
    event_line(b, t, n, i, depth, color);
    depth += dbx_event_opens(e);
  }
  dbx_naming_free(n);
}

// ---- the JSON lines ----

static void json_line(const view *v, uint32_t i) {
  dbx_buf text = {0};
  uint32_t frame;
  dbx_json_open(v->json, '{');
  field_text(v, "function", dbx_sym_text(v->t->function));
  field_int(v, "event", i);
  field_text(v, "kind", dbx_event_name((dbx_event_kind)v->e->kind));
  dbx_json_key(v->json, "frame");
  frame_of(v, v->e->frame, &frame) ? dbx_json_int(v->json, frame) : dbx_json_null(v->json);
  dbx_json_key(v->json, "bind");
  v->e->bind ? dbx_json_int(v->json, v->e->bind - 1) : dbx_json_null(v->json);
  dbx_put_json_span(v->json, "span", v->e->span);
  dbx_put_event(&text, v->t, v->names, i);
  field_text(v, "text", dbx_text(&text));
  if (words[v->e->kind].fields) words[v->e->kind].fields(v);
  dbx_json_close(v->json, '}');
  dbx_putc(v->json->out, '\n');
  dbx_buf_free(&text);
}

void dbx_put_events_json(dbx_buf *b, const dbx_trace *t) {
  dbx_naming *n = dbx_naming_new(t, NULL, DBX_NAMING_DRAFT);
  for (uint32_t i = 0; i < t->events.n; i++) {
    dbx_json j = {.out = b, .indent = -1};
    json_line(&(view){b, &j, t, n, &t->events.at[i]}, i);
  }
  dbx_naming_free(n);
}
