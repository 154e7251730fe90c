// Assumed equalities and answers (see assume.h).
#include "trace/assume.h"

#include "base/poll.h"
#include "base/source.h"
#include "prim/prim.h"
#include "trace/attempt.h"
#include "trace/trace.h"

typedef struct dbx_origin origin;
typedef struct dbx_assumption assumption;

static bool origin_of(dbx_var v, origin *ret) {
  const dbx_var_info *i = dbx_var_at(v = dbx_referent(v));
  const dbx_frame *f = dbx_frame_by_id(i->frame);
  if (!f || i->birth >= f->trace->events.n) return false;
  const dbx_event *e = &f->trace->events.at[i->birth];
  *ret = (origin){f->trace->function, i->birth,
                  e->kind == DBX_EV_EQUATION ? v - e->u.equation.first : 0};
  return true;
}

static bool same(const origin *a, const origin *b) {
  return a->function == b->function && a->birth == b->birth && a->result == b->result;
}

static bool is(dbx_dim d, const origin *o, const assumption *x) {
  origin of;
  if (!o->function) return d == x->size;
  return dbx_dim_is_var(d) && origin_of((dbx_var)dbx_dim_value(d), &of) && same(&of, o);
}

static bool assumed(dbx_dim a, dbx_dim b) {
  for (uint32_t i = 0; i < trace_now->assumed.n; i++) {
    const assumption *x = &trace_now->assumed.at[i];
    if ((is(a, &x->a, x) && is(b, &x->b, x)) || (is(a, &x->b, x) && is(b, &x->a, x))) return true;
  }
  return false;
}

void dbx_assume_equal(dbx_var a, dbx_var b) {
  assumption x = {0};
  if (!origin_of(a, &x.a) || !origin_of(b, &x.b)) return;
  dbx_push(&trace_now->assumed, x);
  ir_now->dims_assumed = assumed;
}

void dbx_assume_size(dbx_var a, int64_t size) {
  assumption x = {.size = dbx_dim_int(size)};
  if (!origin_of(a, &x.a)) return;
  dbx_push(&trace_now->assumed, x);
  ir_now->dims_assumed = assumed;
}

void dbx_assume_nothing(void) {
  dbx_vec_free(&trace_now->assumed);
  ir_now->dims_assumed = NULL;
}

// ---- what only a run knows ----

// Have lengths been compared and not known to be equal since the last equation?
static bool is_noted(void) {
  const dbx_trace *t = dbx_trace_current();
  if (!t || !trace_now->questions.left) return false;
  for (uint32_t i = trace_now->questions.events; i < t->events.n; i++)
    if (t->events.at[i].kind == DBX_EV_EQUATION) return false;
  return true;
}

// Looks at what is compared, and assumes nothing.
static bool note_unequal(dbx_dim a, dbx_dim b) {
  const dbx_trace *t = dbx_trace_current();
  if (!t || is_noted() || a == dbx_dim_int(1) || b == dbx_dim_int(1)) return false;
  trace_now->questions.left = a, trace_now->questions.right = b;
  trace_now->questions.events = t->events.n;
  return false;
}

bool dbx_questions_unequal(dbx_dim *a, dbx_dim *b) {
  *a = trace_now->questions.left, *b = trace_now->questions.right;
  return is_noted();
}

void dbx_questions_begin(const dbx_answer *given, uint32_t n) {
  dbx_questions_end();
  trace_now->questions.open = true;
  ir_now->dims_assumed = note_unequal;
  for (uint32_t i = 0; i < n; i++) dbx_push(&trace_now->questions.given, given[i]);
}

const dbx_question *dbx_questions(uint32_t *n) {
  *n = trace_now->questions.asked.n;
  return trace_now->questions.asked.at;
}

void dbx_questions_end(void) {
  dbx_vec_free(&trace_now->questions.given), dbx_vec_free(&trace_now->questions.asked);
  if (trace_now->questions.open) ir_now->dims_assumed = NULL;
  trace_now->questions.open = trace_now->questions.closed = false;
  trace_now->questions.left = 0;
}

// ---- asking ----

static bool is_outermost(dbx_var v) {
  const dbx_frame *f = dbx_frame_by_id(dbx_var_at(v)->frame);
  return f && !f->parent;
}

static bool same_question(const dbx_question *a, const dbx_question *b) {
  return a->of == b->of && a->no_trips == b->no_trips && a->lower == b->lower;
}

static dbx_question *find(const dbx_question *q) {
  for (uint32_t i = 0; i < trace_now->questions.asked.n; i++)
    if (same_question(&trace_now->questions.asked.at[i], q))
      return &trace_now->questions.asked.at[i];
  return NULL;
}

// What the program calls an argument, which stays where lengths of others become one; 0: nothing.
static dbx_sym first_name(const dbx_trace *t, dbx_var v) {
  for (uint32_t i = 0; i < t->events.n; i++)
    if (t->events.at[i].kind == DBX_EV_NAME && t->events.at[i].u.name.variable == v)
      return t->events.at[i].u.name.name;
  return 0;
}

static dbx_asked place_of(const dbx_question *q) {
  const dbx_var_info *i = dbx_var_at(q->of);
  const dbx_frame *f = dbx_frame_by_id(i->frame);
  dbx_asked a = {.no_trips = q->no_trips, .lower = q->lower};
  if (i->kind == DBX_VAR_ARG) a.source = first_name(f->trace, q->of);
  for (uint32_t k = 0; i->kind == DBX_VAR_ARG && !a.source && k < f->invars.n; k++)
    if (f->invars.at[k] == q->of) a.begin = a.end = k;
  if (i->kind == DBX_VAR_ARG || i->birth >= f->trace->events.n) return a;
  const dbx_event *e = &f->trace->events.at[i->birth];
  a.source = e->span.file ? dbx_intern(dbx_source_name(e->span.file)) : 0;
  a.begin = e->span.begin, a.end = e->span.end;
  if (e->kind == DBX_EV_EQUATION) a.result = q->of - e->u.equation.first;
  return a;
}

static dbx_question *add(dbx_question q) {
  q.which = place_of(&q);
  for (uint32_t i = 0; i < trace_now->questions.asked.n; i++)
    q.which.turn += dbx_same_asked(&trace_now->questions.asked.at[i].which, &q.which);
  for (uint32_t i = 0; i < trace_now->questions.given.n; i++) {
    const dbx_answer *a = &trace_now->questions.given.at[i];
    if (dbx_same_asked(&a->to, &q.which)) q.known = true, q.answer = a->yes;
  }
  dbx_push(&trace_now->questions.asked, q);
  return &trace_now->questions.asked.at[trace_now->questions.asked.n - 1];
}

static bool decide(dbx_question q, bool *ret) {
  if (!trace_now->questions.open || trace_now->questions.closed) return false;
  q.of = dbx_referent(q.of);
  if (!is_outermost(q.of)) return false;
  dbx_question *asked = find(&q);
  if (!asked) asked = add(q);
  asked->stops |= q.stops;
  *ret = asked->answer;
  return asked->known;
}

bool dbx_decide_truth(dbx_var v, bool stops, bool *ret) {
  return decide((dbx_question){.of = v, .stops = stops}, ret);
}

bool dbx_decide_no_trips(const dbx_val *lower, const dbx_val *upper, const dbx_val *step,
                         bool *ret) {
  bool upwards = step->kind == DBX_V_INT && step->i > 0;
  if (!upwards || lower->kind != DBX_V_INT || upper->kind != DBX_V_TRACER) return false;
  return decide((dbx_question){.of = upper->tracer, .no_trips = true, .lower = lower->i}, ret);
}

// ---- what was decided ----

static dbx_status convert(dbx_val *v, dbx_dtype to) {
  dbx_kv kv[] = {{DBX_S_new_dtype, dbx_p_dtype(to)}, {DBX_S_weak_type, dbx_p_bool(false)}};
  dbx_frame *f = dbx_trace_frame();
  dbx_atom in, out;
  if (!dbx_is_arraylike(v) || dbx_aval_at(dbx_val_aval(v))->dtype == to) return DBX_OK;
  DBX_TRY(dbx_frame_atom(f, v, &in));
  DBX_TRY(dbx_bind_plain(f, dbx_primitive_of(DBX_PRIM_convert_element_type), &in, 1, kv, 2, NULL,
                         &out, 1));
  return *v = dbx_val_tracer(out), DBX_OK;
}

dbx_status dbx_bind_decided(dbx_way whole, dbx_way way, void *ctx, dbx_leaves *ret) {
  dbx_leaves typed;
  bool closed = trace_now->questions.closed;
  dbx_dtype *want = NULL;
  dbx_attempt *a = dbx_attempt_begin();
  trace_now->questions.closed = true;
  dbx_status st = whole(ctx, &typed);
  if (st == DBX_OK) want = DBX_TMP(dbx_dtype, typed.n + 1);
  for (uint32_t i = 0; want && i < typed.n; i++)
    want[i] = dbx_aval_at(dbx_val_aval(&typed.at[i]))->dtype;
  if (st != DBX_OK) dbx_diag_forget();
  dbx_attempt_undo(a);
  trace_now->questions.closed = closed;
  if (st != DBX_OK) return whole(ctx, ret);
  DBX_TRY(way(ctx, ret));
  for (uint32_t i = 0; i < ret->n && i < typed.n; i++) DBX_TRY(convert(&ret->at[i], want[i]));
  return DBX_OK;
}
