// Events, ends of traces and diagnostics of a recording (see reader.h).
#include "base/poll.h"
#include "record/reader.h"

#include <string.h>

// ---- events: the fields by their types ----

typedef struct place {
  record_reader *r;
  const json_t *o;
  bool of_frame; // the event's number is that of a frame
} place;

static dbx_status take_dbx_sym(const place *p, const char *key, dbx_sym *ret) {
  return record_take_sym(p->r, p->o, key, ret);
}
static dbx_status take_dbx_atom(const place *p, const char *key, dbx_atom *ret) {
  const json_t *v = json_object_get(p->o, key);
  return v ? record_atom_of(p->r, v, ret) : record_bad(p->r, "there is no \"%s\"", key);
}
static dbx_status take_dbx_var(const place *p, const char *key, dbx_var *ret) {
  DBX_TRY(take_dbx_atom(p, key, ret));
  return dbx_is_literal(*ret) ? record_bad(p->r, "\"%s\" is no variable", key) : DBX_OK;
}
static dbx_status take_uint32_t(const place *p, const char *key, uint32_t *ret) {
  dbx_frame *f;
  if (!p->of_frame) return record_take_u32(p->r, p->o, key, 0, 0, ret);
  DBX_TRY(record_frame_at(p->r, p->o, key, &f));
  return *ret = f ? f->id : 0, DBX_OK;
}
static dbx_status take_dbx_step(const place *p, const char *key, dbx_step *ret) {
  static const dbx_step steps[] = {
      DBX_STEP_FIND_CONTEXT, DBX_STEP_DEDUCE_INPUT, DBX_STEP_NEW_CONTEXT,   DBX_STEP_PARSE_INPUT,
      DBX_STEP_EVAL,         DBX_STEP_CONSTANTS,    DBX_STEP_DEDUCE_OUTPUT, DBX_STEP_TO_JAXPR,
      DBX_STEP_PARSE_OUTPUT, DBX_STEP_EMIT,         DBX_STEP_COLLAPSE};
  uint32_t step;
  DBX_TRY(record_take_u32(p->r, p->o, key, 0, 0, &step));
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    if (steps[i] == step) return *ret = steps[i], DBX_OK;
  return record_bad(p->r, "there is no step %u", step);
}
static dbx_status take_bool(const place *p, const char *key, bool *ret) {
  return *ret = record_take_flag(p->o, key), DBX_OK;
}
static dbx_status take_dbx_dim_kind(const place *p, const char *key, dbx_dim_kind *ret) {
  uint32_t kind;
  DBX_TRY(record_take_word(p->r, p->o, key, &record_dim_kinds, &kind));
  return *ret = (dbx_dim_kind)kind, DBX_OK;
}

static dbx_status code_of(record_reader *r, const json_t *o, dbx_code *ret) {
  const char *name;
  DBX_TRY(dbx_record_take_text(r, o, "code", &name));
  for (int c = 0; c < DBX_CODE_COUNT; c++)
    if (!strcmp(dbx_code_name((dbx_code)c), name)) return *ret = (dbx_code)c, DBX_OK;
  return record_bad(r, "there is no diagnostic \"%s\"", name);
}
static dbx_status take_dbx_code(const place *p, const char *key, dbx_code *ret) {
  (void)key;
  return code_of(p->r, p->o, ret);
}

#define F(type, field, shown) DBX_TRY(take_##type(p, #field, &u->field));
#define BITS(type, field, bits, shown)                                                             \
  DBX_TRY(take_##type(p, #field, &number));                                                        \
  if (number >> (bits)) return record_bad(p->r, "\"%s\" is too large", #field);                    \
  u->field = number & ((1u << (bits)) - 1);
#define EVENT(KIND, name, nesting, text, fields)                                                   \
  static dbx_status fields_of_##name(const place *p, dbx_ev_##name *u) {                           \
    uint32_t number = 0;                                                                           \
    (void)number;                                                                                  \
    fields return DBX_OK;                                                                          \
  }
#include "trace/events.def"
#undef EVENT
#undef BITS
#undef F

static dbx_status fields_of(const place *p, dbx_event *e) {
  switch ((dbx_event_kind)e->kind) {
#define EVENT(KIND, name, nesting, text, fields)                                                   \
  case DBX_EV_##KIND: return fields_of_##name(p, &e->u.name);
#include "trace/events.def"
#undef EVENT
  case DBX_EV_COUNT: break;
  }
  return DBX_OK;
}

static dbx_status kind_of(record_reader *r, const json_t *o, uint8_t *ret) {
  const char *name;
  DBX_TRY(dbx_record_take_text(r, o, "kind", &name));
  for (int k = 0; k < DBX_EV_COUNT; k++)
    if (!strcmp(dbx_event_name((dbx_event_kind)k), name)) return *ret = (uint8_t)k, DBX_OK;
  return record_bad(r, "there is no event \"%s\"", name);
}

dbx_status record_read_event(record_reader *r, const json_t *o) {
  dbx_trace *t;
  dbx_frame *f;
  dbx_event e = {0};
  DBX_TRY(record_trace_at(r, o, &t));
  DBX_TRY(kind_of(r, o, &e.kind));
  DBX_TRY(record_frame_at(r, o, "in", &f));
  DBX_TRY(record_take_u32(r, o, "inside", 0, 0, &e.bind));
  DBX_TRY(record_take_at(r, o, &e.span));
  bool of_frame = e.kind == DBX_EV_FRAME_OPEN || e.kind == DBX_EV_FRAME_CLOSE;
  DBX_TRY(fields_of(&(place){r, o, of_frame}, &e));
  e.frame = f ? f->id : 0;
  dbx_push(&t->events, e);
  return dbx_poll();
}

// ---- the end of a trace ----

static dbx_status proofs_of(record_reader *r, const json_t *o, dbx_trace *t) {
  const json_t *l;
  const char *left, *right;
  DBX_TRY(record_take_list(r, o, "proofs", &l));
  for (size_t i = 0; i < json_array_size(l); i++) {
    DBX_TRY(record_text_of(r, json_array_get(json_array_get(l, i), 0), &left));
    DBX_TRY(record_text_of(r, json_array_get(json_array_get(l, i), 1), &right));
    dbx_proof p = {dbx_sym_text(dbx_intern(left)), dbx_sym_text(dbx_intern(right))};
    dbx_push(&t->proofs, p);
  }
  return DBX_OK;
}

dbx_status record_read_traced(record_reader *r, const json_t *o) {
  dbx_trace *t;
  DBX_TRY(record_trace_at(r, o, &t));
  for (uint32_t i = 0; i < r->ret->traces.n; i++)
    if (r->ret->traces.at[i] == t) return record_bad(r, "the trace has ended before");
  DBX_TRY(record_jaxpr_at(r, o, "jaxpr", &t->jaxpr));
  DBX_TRY(record_take_sig(r, o, "in_type", &t->arena, &t->in_type));
  DBX_TRY(record_take_sig(r, o, "out_type", &t->arena, &t->out_type));
  DBX_TRY(record_take_sym(r, o, "failed", &t->failed));
  DBX_TRY(proofs_of(r, o, t));
  dbx_push(&r->ret->traces, t);
  return DBX_OK;
}

// ---- diagnostics: they are built as if they were raised now, and taken ----

static dbx_status label_of(record_reader *r, const json_t *v) {
  dbx_span at;
  const char *text;
  DBX_TRY(record_span_of(r, json_array_get(v, 0), &at));
  DBX_TRY(record_text_of(r, json_array_get(v, 1), &text));
  return dbx_diag_label(at, "%s", text), DBX_OK;
}

static dbx_status note_of(record_reader *r, const json_t *v) {
  const char *kind, *subject;
  uint32_t k;
  DBX_TRY(record_text_of(r, json_array_get(v, 0), &kind));
  DBX_TRY(record_text_of(r, json_array_get(v, 1), &subject));
  if (!record_word(&record_notes, kind, &k)) return record_bad(r, "no note is of that kind");
  if (k == DBX_NOTE_TEXT) dbx_diag_note("%s", subject);
  else dbx_diag_advise((dbx_note_kind)k, subject);
  return DBX_OK;
}

// What is involved: a place, what it is, a text, the tracer of it.
typedef struct involved {
  dbx_span at;
  const char *what, *text;
  dbx_var tracer;
} involved;

static dbx_status involved_of(record_reader *r, const json_t *v, involved *ret) {
  dbx_atom tracer;
  DBX_TRY(record_span_of(r, json_array_get(v, 0), &ret->at));
  DBX_TRY(record_text_of(r, json_array_get(v, 1), &ret->what));
  DBX_TRY(record_text_of(r, json_array_get(v, 2), &ret->text));
  DBX_TRY(record_atom_of(r, json_array_get(v, 3), &tracer));
  return ret->tracer = dbx_is_literal(tracer) ? 0 : tracer, DBX_OK;
}

static dbx_status operand_of(record_reader *r, const json_t *v) {
  involved x;
  DBX_TRY(involved_of(r, v, &x));
  return dbx_diag_operand(x.at, x.what, x.text, x.tracer), DBX_OK;
}

static dbx_status birth_of(record_reader *r, const json_t *v) {
  involved x;
  DBX_TRY(involved_of(r, v, &x));
  return dbx_diag_birth(x.what, x.tracer, x.at, x.text), DBX_OK;
}

static dbx_status fix_of(record_reader *r, const json_t *v) {
  dbx_span edit;
  const char *text, *outcome, *replacement;
  const json_t *by = json_array_get(v, 3);
  DBX_TRY(record_span_of(r, json_array_get(v, 0), &edit));
  DBX_TRY(record_text_of(r, json_array_get(v, 1), &text));
  DBX_TRY(record_text_of(r, json_array_get(v, 2), &outcome));
  if (json_is_null(by)) return dbx_diag_fix(text, outcome), DBX_OK;
  DBX_TRY(record_text_of(r, by, &replacement));
  return dbx_diag_edit(dbx_diag_pending(), text, outcome, edit, replacement), DBX_OK;
}

static dbx_status call_of(record_reader *r, const json_t *v) {
  dbx_span at;
  const char *name;
  DBX_TRY(record_span_of(r, json_array_get(v, 0), &at));
  DBX_TRY(record_text_of(r, json_array_get(v, 1), &name));
  return dbx_diag_call(at, name), DBX_OK;
}

static dbx_status all_of(record_reader *r, const json_t *o, const char *key,
                         dbx_status (*one)(record_reader *r, const json_t *v)) {
  const json_t *l;
  DBX_TRY(record_take_list(r, o, key, &l));
  for (size_t i = 0; i < json_array_size(l); i++) DBX_TRY(one(r, json_array_get(l, i)));
  return DBX_OK;
}

static void add_error(record_reader *r, dbx_diag *d) {
  dbx_diag **last = &r->ret->error;
  while (*last) last = &(*last)->next;
  *last = d;
}

dbx_status record_read_error(record_reader *r, const json_t *o) {
  const char *message;
  dbx_code code = 0;
  dbx_sym cls;
  dbx_span at;
  dbx_frame *f;
  uint32_t event;
  DBX_TRY(code_of(r, o, &code));
  DBX_TRY(record_take_sym(r, o, "class", &cls));
  DBX_TRY(dbx_record_take_text(r, o, "message", &message));
  DBX_TRY(record_take_at(r, o, &at));
  DBX_TRY(record_frame_at(r, o, "frame", &f));
  DBX_TRY(record_take_u32(r, o, "event", 0, 0, &event));
  dbx_fail_as_(code, cls, at, "%s", message);
  dbx_diag_pending()->frame = f ? f->id : 0;
  dbx_diag_pending()->event = event;
  DBX_TRY(all_of(r, o, "labels", label_of));
  DBX_TRY(all_of(r, o, "notes", note_of));
  DBX_TRY(all_of(r, o, "operands", operand_of));
  DBX_TRY(all_of(r, o, "births", birth_of));
  DBX_TRY(all_of(r, o, "fixes", fix_of));
  DBX_TRY(all_of(r, o, "calls", call_of));
  return add_error(r, dbx_diag_take()), DBX_OK;
}
