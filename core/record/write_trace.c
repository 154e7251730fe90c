// Traces and diagnostics of a recording (see record.h). A trace's lines come together: what was
// defined for it, its frames, events and binds, and `traced` at the end.
#include "record/writer.h"

// ---- frames ----

static void frame(dbx_record_writer *w, const dbx_trace *t, const dbx_frame *f) {
  const dbx_jaxpr *x = f == t->frames.at[0] ? dbx_trace_jaxpr(t, w->so_far) : NULL;
  record_line l;
  for (uint32_t i = 0; i < f->eqns.n; i++) {
    record_open(&l, "eqn");
    record_int(&l.json, "frame", (int64_t)record_frame(w, f->id));
    record_eqn(w, &l.json, &f->eqns.at[i]);
    record_close(w, &l);
  }
  if (f->jaxpr) x = f->jaxpr;
  record_open(&l, "framed");
  record_int(&l.json, "frame", (int64_t)record_frame(w, f->id));
  record_atoms(w, &l.json, "invars", f->invars.at, f->invars.n);
  record_captures(w, &l.json, "consts", f->consts.at, f->consts.n);
  if (x) record_int(&l.json, "jaxpr", (int64_t)record_jaxpr(w, x));
  record_close(w, &l);
}

// ---- events: the fields by their types ----

typedef struct place {
  dbx_record_writer *w;
  dbx_json *j;
  bool of_frame; // the event's number is that of a frame
} place;

static void put_dbx_sym(const place *p, const char *key, dbx_sym s) { record_sym(p->j, key, s); }
static void put_dbx_atom(const place *p, const char *key, dbx_atom a) {
  dbx_json_key(p->j, key);
  record_put_atom(p->w, p->j, a);
}
static void put_dbx_var(const place *p, const char *key, dbx_var v) { put_dbx_atom(p, key, v); }
static void put_uint32_t(const place *p, const char *key, uint32_t i) {
  record_int(p->j, key, p->of_frame ? (int64_t)record_frame(p->w, i) : (int64_t)i);
}
static void put_dbx_step(const place *p, const char *key, dbx_step s) { record_int(p->j, key, s); }
static void put_bool(const place *p, const char *key, bool b) {
  dbx_json_key(p->j, key);
  dbx_json_bool(p->j, b);
}
static void put_dbx_dim_kind(const place *p, const char *key, dbx_dim_kind k) {
  record_text(p->j, key, record_dim_kinds.at[k]);
}
static void put_dbx_code(const place *p, const char *key, dbx_code c) {
  record_text(p->j, key, dbx_code_name(c));
}

#define F(type, field, shown) put_##type(p, #field, u->field);
#define BITS(type, field, bits, shown) put_uint32_t(p, #field, u->field);
#define EVENT(KIND, name, nesting, text, fields)                                                   \
  static void fields_of_##name(const place *p, const dbx_ev_##name *u) { fields }
#include "trace/events.def"
#undef EVENT
#undef BITS
#undef F

static void fields(const place *p, const dbx_event *e) {
  switch ((dbx_event_kind)e->kind) {
#define EVENT(KIND, name, nesting, text, fields)                                                   \
  case DBX_EV_##KIND: return fields_of_##name(p, &e->u.name);
#include "trace/events.def"
#undef EVENT
  case DBX_EV_COUNT: return;
  }
}

static void event(dbx_record_writer *w, const dbx_trace *t, const dbx_event *e) {
  record_line l;
  record_open(&l, "event");
  record_int(&l.json, "trace", (int64_t)record_trace(w, t));
  record_text(&l.json, "kind", dbx_event_name((dbx_event_kind)e->kind));
  if (e->frame) record_int(&l.json, "in", (int64_t)record_frame(w, e->frame));
  if (e->bind) record_int(&l.json, "inside", e->bind);
  record_at(w, &l.json, e->span);
  bool of_frame = e->kind == DBX_EV_FRAME_OPEN || e->kind == DBX_EV_FRAME_CLOSE;
  fields(&(place){w, &l.json, of_frame}, e);
  record_close(w, &l);
}

// ---- traces ----

static void proofs(dbx_json *j, const dbx_trace *t) {
  dbx_json_key(j, "proofs");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < t->proofs.n; i++) {
    dbx_json_open(j, '[');
    dbx_json_str(j, t->proofs.at[i].left), dbx_json_str(j, t->proofs.at[i].right);
    dbx_json_close(j, ']');
  }
  dbx_json_close(j, ']');
}

void dbx_record_trace(dbx_record_writer *w, const dbx_trace *t, const dbx_so_far *so_far) {
  record_line l;
  w->so_far = so_far;
  uint64_t id = record_trace(w, t);
  for (uint32_t i = 0; i < t->frames.n; i++) frame(w, t, t->frames.at[i]);
  for (uint32_t i = 0; i < t->events.n; i++) event(w, t, &t->events.at[i]);
  for (uint32_t i = 0; i < t->binds.n; i++) record_bind(w, t, t->binds.at[i]);
  const dbx_jaxpr *x = dbx_trace_jaxpr(t, so_far);
  record_open(&l, "traced");
  record_int(&l.json, "trace", (int64_t)id);
  if (x) record_int(&l.json, "jaxpr", (int64_t)record_jaxpr(w, x));
  record_sig(w, &l.json, "in_type", &t->in_type);
  record_sig(w, &l.json, "out_type", dbx_trace_out_type(t, so_far));
  record_sym(&l.json, "failed", t->failed);
  if (t->proofs.n) proofs(&l.json, t);
  record_close(w, &l);
}

// ---- diagnostics ----

// What is involved: a place, what it is, a text, the tracer of it.
static void involved(dbx_record_writer *w, dbx_json *j, dbx_span at, const char *what,
                     const char *text, dbx_atom tracer) {
  dbx_json_open(j, '[');
  dbx_record_span(w, j, at);
  dbx_json_str(j, what), dbx_json_str(j, text);
  record_put_atom(w, j, tracer);
  dbx_json_close(j, ']');
}

static void operands(dbx_record_writer *w, dbx_json *j, const dbx_diag *d) {
  dbx_json_key(j, "operands");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < d->n_operands; i++) {
    const dbx_involved *o = &d->operands[i];
    involved(w, j, o->span, o->role, o->type, o->tracer);
  }
  dbx_json_close(j, ']');
}

static void births(dbx_record_writer *w, dbx_json *j, const dbx_diag *d) {
  dbx_json_key(j, "births");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < d->n_births; i++) {
    const dbx_birth *o = &d->births[i];
    involved(w, j, o->span, o->length, o->text, o->tracer);
  }
  dbx_json_close(j, ']');
}

static void labels(dbx_record_writer *w, dbx_json *j, const dbx_diag *d) {
  dbx_json_key(j, "labels");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < d->n_labels; i++) {
    dbx_json_open(j, '[');
    dbx_record_span(w, j, d->labels[i].span);
    dbx_json_str(j, d->labels[i].text);
    dbx_json_close(j, ']');
  }
  dbx_json_close(j, ']');
}

static void notes(dbx_json *j, const dbx_diag *d) {
  dbx_json_key(j, "notes");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < d->n_notes; i++) {
    dbx_json_open(j, '[');
    dbx_json_str(j, record_notes.at[d->notes[i].kind]);
    dbx_json_str(j, d->notes[i].subject);
    dbx_json_close(j, ']');
  }
  dbx_json_close(j, ']');
}

static void fixes(dbx_record_writer *w, dbx_json *j, const dbx_diag *d) {
  dbx_json_key(j, "fixes");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < d->n_fixes; i++) {
    const dbx_fix *x = &d->fixes[i];
    dbx_json_open(j, '[');
    dbx_record_span(w, j, x->edit);
    dbx_json_str(j, x->text), dbx_json_str(j, x->outcome);
    x->replacement ? dbx_json_str(j, x->replacement) : dbx_json_null(j);
    dbx_json_close(j, ']');
  }
  dbx_json_close(j, ']');
}

static void calls(dbx_record_writer *w, dbx_json *j, const dbx_diag *d) {
  dbx_json_key(j, "calls");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < d->frames_n; i++) {
    dbx_json_open(j, '[');
    dbx_record_span(w, j, d->frames[i].span);
    dbx_json_str(j, d->frames[i].name);
    dbx_json_close(j, ']');
  }
  dbx_json_close(j, ']');
}

// Several errors of one text are several lines, in their order.
void dbx_record_error(dbx_record_writer *w, const dbx_diag *d) {
  for (; d; d = d->next) {
    record_line l;
    record_open(&l, "error");
    record_text(&l.json, "code", dbx_code_name(d->code));
    record_sym(&l.json, "class", d->cls);
    record_text(&l.json, "message", d->message);
    record_at(w, &l.json, d->span);
    if (d->frame) record_int(&l.json, "frame", (int64_t)record_frame(w, d->frame));
    if (d->event) record_int(&l.json, "event", d->event);
    if (d->n_labels) labels(w, &l.json, d);
    if (d->n_notes) notes(&l.json, d);
    if (d->n_operands) operands(w, &l.json, d);
    if (d->n_births) births(w, &l.json, d);
    if (d->n_fixes) fixes(w, &l.json, d);
    if (d->frames_n) calls(w, &l.json, d);
    record_close(w, &l);
  }
}
