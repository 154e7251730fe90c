// The event log as text and JSON (see events.h), by the rows of trace/events.def.
#include "viz/report/events.h"

#include "base/diag.h"
#include "prim/prim.h"
#include "viz/names/passes.h"
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

static const char *frame_kind(const dbx_frame *f) {
  static const char *const word[] = {[DBX_FRAME_FUNCTION] = "function",
                                     [DBX_FRAME_NESTED] = "nested program",
                                     [DBX_FRAME_CALL] = "call"};
  return word[f->kind];
}

// ---- fields of JSON ----

static void field_int(const view *v, const char *key, int64_t i) {
  dbx_json_key(v->json, key);
  dbx_json_int(v->json, i);
}

static void field_bool(const view *v, const char *key, bool b) {
  dbx_json_key(v->json, key);
  dbx_json_bool(v->json, b);
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

// ---- how the fields of events.def are shown: put_HOW as text, json_HOW as JSON ----

static void put_number(const view *v, uint32_t n) { dbx_printf(v->b, "%u", n); }
static void json_number(const view *v, const char *key, uint32_t n) { field_int(v, key, n); }

static void put_symbol(const view *v, uint32_t s) { dbx_put(v->b, dbx_sym_text((dbx_sym)s)); }
static void json_symbol(const view *v, const char *key, uint32_t s) {
  field_text(v, key, dbx_sym_text((dbx_sym)s));
}

static void put_became(const view *v, uint32_t s) {
  if (s) dbx_printf(v->b, "becomes %s", dbx_sym_text((dbx_sym)s));
}
static void json_optional(const view *v, const char *key, uint32_t s) {
  if (s) return field_text(v, key, dbx_sym_text((dbx_sym)s));
  dbx_json_key(v->json, key);
  dbx_json_null(v->json);
}
static void json_became(const view *v, const char *key, uint32_t s) { json_optional(v, key, s); }
static void put_reason(const view *v, uint32_t s) {
  if (s) dbx_printf(v->b, "is left to Python: %s", dbx_sym_text((dbx_sym)s));
}
static void json_reason(const view *v, const char *key, uint32_t s) { json_optional(v, key, s); }

// The traced function stands on every line of the JSON.
static void put_function(const view *v, uint32_t s) { put_symbol(v, s); }
static void json_function(const view *v, const char *key, uint32_t s) {
  (void)v, (void)key, (void)s;
}

static void put_hidden(const view *v, uint32_t x) { (void)v, (void)x; }
static void json_hidden(const view *v, const char *key, uint32_t x) { json_function(v, key, x); }

static void put_frame(const view *v, uint32_t id) {
  uint32_t index;
  const dbx_frame *f = frame_of(v, id, &index);
  if (f) dbx_printf(v->b, "%u: %s %s", index, frame_kind(f), dbx_sym_text(f->name));
}
static void json_frame(const view *v, const char *key, uint32_t id) {
  uint32_t index;
  const dbx_frame *f = frame_of(v, id, &index);
  if (!f) return;
  field_int(v, key, index);
  field_text(v, "context_kind", frame_kind(f));
  field_text(v, "name", dbx_sym_text(f->name));
}

static void put_tracer(const view *v, uint32_t a) {
  if (!dbx_put_tracer(v->b, v->names, NULL, a)) dbx_put(v->b, "(unused)");
}
static void json_tracer(const view *v, const char *key, uint32_t a) { field_tracer(v, key, a); }

static void put_captured(const view *v, uint32_t outer) {
  if (outer) put_tracer(v, outer);
  else dbx_put(v->b, "an array");
}
static void json_captured(const view *v, const char *key, uint32_t a) { field_tracer(v, key, a); }

// A variable with its type.
static void put_binder(const view *v, uint32_t a) {
  put_tracer(v, a);
  dbx_putc(v->b, ':');
  dbx_put_type(v->b, v->names, dbx_var_aval(a), "?", false);
}
static void json_binder(const view *v, const char *key, uint32_t a) {
  dbx_buf b = {0};
  field_tracer(v, key, a);
  dbx_put_type(&b, v->names, dbx_var_aval(a), "?", false);
  field_text(v, "type", dbx_text(&b));
  dbx_buf_free(&b);
}

// toJaxpr may have found later that the equation computes a constant, or changes nothing.
static bool simplified(const view *v, const dbx_eqn *e) {
  const dbx_frame *f = dbx_frame_by_id(v->e->frame);
  dbx_atom to = e->n_out == 1 ? dbx_naming_subst(v->names, f, e->out[0]) : 0;
  if (!to || to == (e->out[0] & DBX_HANDLE)) return false;
  dbx_printf(v->b, "%s ", e->prim->name);
  put_tracer(v, e->in[0]);
  dbx_put(v->b, dbx_is_literal(to) ? ": folded to " : ": changes nothing, stays ");
  put_tracer(v, to);
  return true;
}

static void put_equation(const view *v, uint32_t index) {
  const dbx_eqn *e = dbx_event_eqn(v->e);
  (void)index;
  if (e && !simplified(v, e)) dbx_put_eqn(v->b, v->names, e);
}
static void json_equation(const view *v, const char *key, uint32_t index) {
  const dbx_eqn *e = dbx_event_eqn(v->e);
  field_int(v, key, index);
  if (e) field_text(v, "primitive", e->prim->name);
}

static const dbx_proof *proof_at(const view *v, uint32_t proof) {
  return proof && proof <= v->t->proofs.n ? &v->t->proofs.at[proof - 1] : NULL;
}

static void put_equal(const view *v, uint32_t equal) {
  const dbx_proof *p = proof_at(v, v->e->u.compare.proof);
  if (p)
    dbx_printf(v->b, "%s = %s: equal as polynomials (identity: not known to be equal)", p->left,
               p->right);
  else dbx_put(v->b, equal ? "equal" : "not known to be equal");
}
static void json_equal(const view *v, const char *key, uint32_t equal) {
  field_bool(v, key, equal);
}

static void put_proof(const view *v, uint32_t proof) { put_hidden(v, proof); }
static void json_proof(const view *v, const char *key, uint32_t proof) {
  const dbx_proof *p = proof_at(v, proof);
  (void)key;
  if (!p) return;
  field_text(v, "left_polynomial", p->left);
  field_text(v, "right_polynomial", p->right);
}

static void put_step(const view *v, uint32_t step) {
  const dbx_step_words *s = dbx_step_words_of((dbx_step)step);
  if (s) dbx_printf(v->b, "%s %s", s->number, s->name);
}
static void json_step(const view *v, const char *key, uint32_t step) {
  const dbx_step_words *s = dbx_step_words_of((dbx_step)step);
  if (!s) return;
  field_text(v, key, s->number);
  field_text(v, "name", s->name);
}

static void put_part(const view *v, uint32_t part) {
  const dbx_bind *b = v->e->bind ? bind_of(v, v->e->bind - 1) : NULL;
  dbx_step step = v->e->u.step.step;
  if (b && step >= DBX_STEP_DEDUCE_INPUT && step <= DBX_STEP_TO_JAXPR && part < b->n_parts)
    dbx_printf(v->b, " (%s)", b->parts[part].name);
}
static void json_part(const view *v, const char *key, uint32_t part) { field_int(v, key, part); }

static void put_bind(const view *v, uint32_t id) {
  const dbx_bind *b = bind_of(v, id);
  if (b) dbx_printf(v->b, "%u: %s %s", b->id, b->prim->name, dbx_sym_text(b->name));
}
static void json_bind(const view *v, const char *key, uint32_t id) {
  const dbx_bind *b = bind_of(v, id);
  (void)key; // every line has the bind that is under way
  if (!b) return;
  field_text(v, "primitive", b->prim->name);
  field_text(v, "name", dbx_sym_text(b->name));
}

static void put_bound(const view *v, uint32_t completed) {
  const dbx_bind *b = bind_of(v, v->e->u.bind_close.bind);
  if (b && !completed) dbx_printf(v->b, ": failed, %s", dbx_sym_text(b->failed));
}
static void json_bound(const view *v, const char *key, uint32_t completed) {
  field_bool(v, key, completed);
}

static void put_returned(const view *v, uint32_t completed) {
  if (!completed) dbx_put(v->b, ": an exception");
}
static void json_returned(const view *v, const char *key, uint32_t completed) {
  field_bool(v, key, completed);
}

static void put_taken(const view *v, uint32_t taken) {
  dbx_put(v->b, taken ? "taken off" : "put on");
}
static void json_taken(const view *v, const char *key, uint32_t taken) {
  field_bool(v, key, taken);
}

static void put_lengths(const view *v, uint32_t n) {
  dbx_printf(v->b, "%u length%s", n, n == 1 ? "" : "s");
}
static void json_lengths(const view *v, const char *key, uint32_t n) { field_int(v, key, n); }

static const char *index_word(uint32_t kind) {
  return kind == DBX_DIM_INDB ? "InDBIdx" : "OutDBIdx";
}
static void put_index(const view *v, uint32_t kind) { dbx_put(v->b, index_word(kind)); }
static void json_index(const view *v, const char *key, uint32_t kind) {
  field_text(v, key, index_word(kind));
}

static void put_code(const view *v, uint32_t code) {
  if (code < DBX_CODE_COUNT)
    dbx_printf(v->b, "%s: %s", dbx_code_name((dbx_code)code), dbx_code_title((dbx_code)code));
}
static void json_code(const view *v, const char *key, uint32_t code) {
  if (code < DBX_CODE_COUNT) field_text(v, key, dbx_code_name((dbx_code)code));
}

// ---- the fields of each kind ----

typedef struct shown {
  void (*put)(const view *v, uint32_t value);
  void (*json)(const view *v, const char *key, uint32_t value);
} shown;
typedef void (*field_visit)(const view *v, const char *key, shown how, uint32_t value, void *ctx);

#define F(type, field, how) f(v, #field, (shown){put_##how, json_##how}, (uint32_t)p->field, ctx);
#define BITS(type, field, bits, how) F(type, field, how)
#define EVENT(KIND, name, nesting, text, fields)                                                   \
  static void each_of_##name(const view *v, field_visit f, void *ctx) {                            \
    const dbx_ev_##name *p = &v->e->u.name;                                                        \
    fields                                                                                         \
  }
#include "trace/events.def"
#undef EVENT
#undef BITS
#undef F

static const struct row {
  const char *text;
  void (*each)(const view *v, field_visit f, void *ctx);
} rows[] = {
#define EVENT(KIND, name, nesting, text, fields) {text, each_of_##name},
#include "trace/events.def"
#undef EVENT
};

static void json_field(const view *v, const char *key, shown how, uint32_t value, void *ctx) {
  (void)ctx;
  how.json(v, key, value);
}

// "{name}": from its brace on.
static void put_field(const view *v, const char *key, shown how, uint32_t value, void *ctx) {
  const char *at = ctx;
  size_t n = strlen(key);
  if (!strncmp(at + 1, key, n) && at[1 + n] == '}') how.put(v, value);
}

void dbx_put_event(dbx_buf *b, const dbx_trace *t, const dbx_naming *n, uint32_t index) {
  view v = {b, NULL, t, n, &t->events.at[index]};
  const struct row *r = &rows[v.e->kind];
  for (const char *at = r->text; *at; at++) {
    if (*at != '{') {
      dbx_putc(b, *at);
      continue;
    }
    r->each(&v, put_field, (void *)(uintptr_t)at);
    at = strchr(at, '}');
  }
}

// ---- the text ----

static bool is_failure(const dbx_event *e) {
  return e->kind == DBX_EV_ERROR || (e->kind == DBX_EV_BIND_CLOSE && !e->u.bind_close.completed) ||
         (e->kind == DBX_EV_COMPARE && !e->u.compare.equal);
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
    if (dbx_event_nesting(e) < 0 && depth) depth--;
    event_line(b, t, n, i, depth, color);
    depth += dbx_event_nesting(e) > 0;
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
  dbx_json_pass(v->json, v->t, i);
  dbx_put_json_span(v->json, "span", v->e->span);
  dbx_put_event(&text, v->t, v->names, i);
  field_text(v, "text", dbx_text(&text));
  rows[v->e->kind].each(v, json_field, NULL);
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
