// Makes traces of live recordings (see replay.h).
#include "replay/steps.h"

#include "base/poll.h"
#include "read/read.h"
#include "trace/from_text.h"
#include "trace/function.h"

#include <string.h>

// ---- steps ----

bool replay_is(const dbx_replay *p, const char *kind) {
  if (p->at >= p->steps.n) return false;
  return !strcmp(json_string_value(json_object_get(p->steps.at[p->at].o, "k")), kind);
}

const json_t *replay_next(dbx_replay *p, const char *kind) {
  if (p->at < p->steps.n) p->reader->line = p->steps.at[p->at].line;
  if (p->at >= p->steps.n || (kind && !replay_is(p, kind))) {
    (void)record_bad(p->reader, "the next step is no \"%s\"", kind ? kind : "step");
    return NULL;
  }
  return p->steps.at[p->at++].o;
}

// ---- values ----

// A Python number, or a scalar of numpy.
static dbx_val number(dbx_atom a) {
  const dbx_literal *l = dbx_literal_at(a);
  dbx_aval_info t = *dbx_aval_at(l->aval);
  dbx_scalar x = l->value;
  if (!t.weak) {
    dbx_array *array = dbx_array_scalar(t.dtype, x);
    array->host = true;
    return dbx_val_array(dbx_autorelease(array));
  }
  if (t.dtype == DBX_BOOL) return dbx_val_bool(x.i);
  if (dbx_is_float(t.dtype)) return dbx_val_float(x.c[0]);
  if (!dbx_is_complex(t.dtype)) return dbx_val_int(x.i);
  dbx_val v = {.kind = DBX_V_COMPLEX};
  v.c[0] = x.c[0], v.c[1] = x.c[1];
  return v;
}

dbx_status replay_value(dbx_replay *p, const json_t *v, dbx_val *ret) {
  dbx_atom a;
  dbx_array *array;
  if (json_is_object(v)) {
    DBX_TRY(record_array_at(p->reader, json_object_get(v, "array"), &array));
    return *ret = dbx_val_array(array), DBX_OK;
  }
  DBX_TRY(record_atom_of(p->reader, v, &a));
  if (!a) return record_bad(p->reader, "a value is missing");
  return *ret = dbx_is_literal(a) ? number(a) : dbx_val_tracer(a & DBX_HANDLE), DBX_OK;
}

dbx_status replay_values(dbx_replay *p, const json_t *o, const char *key, dbx_val **ret,
                         uint32_t *n) {
  const json_t *l;
  DBX_TRY(record_take_list(p->reader, o, key, &l));
  *n = (uint32_t)json_array_size(l);
  *ret = DBX_TMP(dbx_val, *n + 1);
  for (uint32_t i = 0; i < *n; i++) DBX_TRY(replay_value(p, json_array_get(l, i), &(*ret)[i]));
  return DBX_OK;
}

dbx_status replay_define(dbx_replay *p, const json_t *o, const dbx_atom *at, uint32_t n) {
  const json_t *l;
  record_reader *r = p->reader;
  DBX_TRY(record_take_list(r, o, "ids", &l));
  if (json_array_size(l) != n)
    return record_bad(r, "%zu values were recorded, and there are %u", json_array_size(l), n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t id;
    DBX_TRY(record_u32_of(r, json_array_get(l, i), &id));
    DBX_TRY(record_define(r, id, at[i]));
  }
  return DBX_OK;
}

// ---- steps of a frame ----

static dbx_status argument(dbx_replay *p, const json_t *o, uint32_t *next) {
  const dbx_frame *f = dbx_trace_frame();
  if (*next >= f->invars.n) return record_bad(p->reader, "the frame has no further argument");
  return replay_define(p, o, &f->invars.at[(*next)++], 1);
}

// What is no variable here, a number that is a constant there, stands for itself.
static dbx_status capture(dbx_replay *p, const json_t *o) {
  dbx_val v;
  dbx_atom a;
  DBX_TRY(replay_value(p, json_object_get(o, "of"), &v));
  DBX_TRY(dbx_frame_atom(dbx_trace_frame(), &v, &a));
  return replay_define(p, o, &a, 1);
}

static dbx_status name(dbx_replay *p, const json_t *o) {
  dbx_sym s;
  dbx_atom a;
  DBX_TRY(record_take_sym(p->reader, o, "name", &s));
  DBX_TRY(record_atom_of(p->reader, json_object_get(o, "of"), &a));
  if (s && a && !dbx_is_literal(a)) dbx_log(name, .name = s, .variable = a);
  return DBX_OK;
}

static dbx_status compare(dbx_replay *p, const json_t *o) {
  dbx_dim left, right;
  DBX_TRY(record_dim_of(p->reader, json_object_get(o, "left"), &left));
  DBX_TRY(record_dim_of(p->reader, json_object_get(o, "right"), &right));
  return (void)dbx_compare_dims(left, right), DBX_OK;
}

// A step that says something about the others; *taken: it is one.
static dbx_status aside(dbx_replay *p, const json_t *o, bool *taken) {
  const char *kind = json_string_value(json_object_get(o, "k"));
  *taken = true;
  if (!strcmp(kind, "named")) return name(p, o);
  if (!strcmp(kind, "compare")) return compare(p, o);
  *taken = !strcmp(kind, "scope"); // for what is refused
  return DBX_OK;
}

dbx_status replay_asides(dbx_replay *p) {
  while (replay_is(p, "named") || replay_is(p, "compare") || replay_is(p, "scope")) {
    bool taken;
    DBX_TRY(aside(p, replay_next(p, NULL), &taken));
  }
  return DBX_OK;
}

// An equation of the frame, with the types that were recorded.
static dbx_status equation(dbx_replay *p, const json_t *o) {
  record_reader *r = p->reader;
  dbx_frame *f = dbx_trace_frame();
  dbx_eqn e;
  const json_t *l;
  DBX_TRY(record_eqn_of(r, o, &f->trace->arena, &e));
  DBX_TRY(record_take_list(r, o, "types", &l));
  uint32_t n = (uint32_t)json_array_size(l);
  dbx_var *out = DBX_TMP(dbx_var, n + 1);
  for (uint32_t i = 0; i < e.n_in; i++)
    if (!dbx_is_literal(e.in[i]) && dbx_var_at(e.in[i])->frame != f->id)
      return record_bad(r, "an operand belongs to another frame");
  for (uint32_t i = 0; i < n; i++) {
    dbx_aval a;
    DBX_TRY(record_type_of(r, json_array_get(l, i), &a));
    out[i] = dbx_var_new(a, DBX_VAR_RESULT, f->id);
  }
  DBX_TRY(dbx_emit(f, e.prim, e.in, e.n_in, out, n, e.params, e.n_params));
  return replay_define(p, o, out, n);
}

static dbx_status give(dbx_replay *p, const json_t *o, dbx_leaves *ret) {
  DBX_TRY(replay_values(p, o, "outs", &ret->at, &ret->n));
  return record_take_sym(p->reader, o, "tree", &ret->tree);
}

static dbx_status step(dbx_replay *p, const json_t *o, uint32_t *next) {
  const char *kind = json_string_value(json_object_get(o, "k"));
  bool taken;
  DBX_TRY(aside(p, o, &taken));
  if (taken) return DBX_OK;
  DBX_TRY(record_take_at(p->reader, o, &dbx_here));
  if (!strcmp(kind, "do")) return equation(p, o);
  if (!strcmp(kind, "capture")) return capture(p, o);
  if (!strcmp(kind, "arg")) return argument(p, o, next);
  if (!strcmp(kind, "open")) return replay_bind(p, o);
  if (!strcmp(kind, "stop")) return replay_stop(p, o);
  return record_bad(p->reader, "a \"%s\" does not belong here", kind);
}

dbx_status replay_frame(dbx_replay *p, dbx_leaves *ret) {
  uint32_t next = 0;
  for (;;) {
    const json_t *o = replay_next(p, NULL);
    if (!o) return DBX_FAIL;
    if (!strcmp(json_string_value(json_object_get(o, "k")), "give")) return give(p, o, ret);
    dbx_scratch_mark m = dbx_scratch_here();
    dbx_status st = step(p, o, &next);
    dbx_scratch_release(m);
    if (st != DBX_OK) return st;
  }
}

// ---- traces ----

static dbx_status body(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret) {
  (void)args, (void)n;
  return replay_frame(ctx, ret);
}

static void keep(record_reader *r, dbx_trace *t) {
  dbx_push(&r->traces, t);
  dbx_push(&r->ret->traces, t);
  for (uint32_t i = 0; i < t->frames.n; i++) dbx_push(&r->frames, t->frames.at[i]);
}

static dbx_status make(dbx_replay *p) {
  record_reader *r = p->reader;
  const json_t *o = replay_next(p, "live");
  uint32_t last = r->line;
  dbx_span here = dbx_here;
  dbx_sym function, tree;
  dbx_sig in_type;
  if (!o) return DBX_FAIL;
  DBX_TRY(record_take_sym(r, o, "function", &function));
  DBX_TRY(record_take_at(r, o, &dbx_here));
  uint32_t pool = dbx_pool_mark();
  dbx_trace *t = dbx_trace_begin(function);
  dbx_callable fn = {body, p, function};
  dbx_status st = record_take_sig(r, o, "in_type", &t->arena, &in_type);
  if (st == DBX_OK) st = dbx_trace_function(t, &in_type, &fn, &tree);
  dbx_trace_end(t);
  dbx_pool_release(pool);
  dbx_here = here, r->line = last;
  keep(r, t);
  if (st == DBX_OK || dbx_diag_pending()->code == DBX_E608) return st;
  dbx_diag_free(r->ret->error);
  return r->ret->error = dbx_diag_take(), DBX_OK;
}

// Pairs of a name of the program and the variable that it is.
static dbx_status names_of(record_reader *r, const json_t *o) {
  const json_t *l, *v;
  size_t i;
  DBX_TRY(record_take_list(r, o, "names", &l));
  json_array_foreach(l, i, v) {
    const char *text;
    dbx_var of;
    DBX_TRY(record_text_of(r, json_array_get(v, 0), &text));
    DBX_TRY(record_var_of(r, json_array_get(v, 1), &of));
    dbx_log(name, .name = dbx_intern(text), .variable = of);
  }
  return DBX_OK;
}

// What is known of a trace is the Jaxpr that it became.
static dbx_status whole(record_reader *r, const json_t *o) {
  dbx_span here = dbx_here;
  dbx_sym function;
  dbx_jaxpr *j;
  DBX_TRY(record_take_sym(r, o, "function", &function));
  DBX_TRY(record_take_at(r, o, &dbx_here));
  DBX_TRY(dbx_record_take_jaxpr(r, o, "jaxpr", &j));
  dbx_trace *t = dbx_trace_begin(function);
  dbx_status st = dbx_trace_enter(t, j);
  if (st != DBX_OK) { // there a primitive may take what it does not take here
    dbx_diag_forget();
    dbx_make_opaque(j);
    st = dbx_trace_enter(t, j);
  }
  if (st == DBX_OK) st = names_of(r, o);
  dbx_trace_end(t);
  dbx_here = here;
  keep(r, t);
  if (st == DBX_OK || dbx_diag_pending()->code == DBX_E608) return st;
  dbx_diag *d = dbx_diag_take();
  st = record_bad(r, "the Jaxpr of %s does not check: %s", dbx_sym_text(function), d->message);
  return dbx_diag_free(d), st;
}

// ---- lines ----

static bool is_step(const char *kind) {
  static const char *const kinds[] = {"live",    "do",   "capture", "arg",  "named",
                                      "compare", "open", "part",    "give", "stop",
                                      "close",   "done", "scope"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(kinds[i], kind)) return true;
  return false;
}

static void forget(dbx_replay *p) {
  for (uint32_t i = 0; i < p->steps.n; i++) json_decref((json_t *)(uintptr_t)p->steps.at[i].o);
  p->steps.n = p->at = 0, p->live = p->stopped = false;
}

void dbx_replay_free(dbx_replay *p) {
  forget(p);
  dbx_vec_free(&p->steps);
}

dbx_status dbx_replay_take(dbx_replay *p, record_reader *r, const char *kind, const json_t *line,
                           bool *taken) {
  *taken = true;
  if (!strcmp(kind, "whole") && !p->live) return whole(r, line);
  *taken = is_step(kind);
  if (!*taken) return DBX_OK;
  if (!strcmp(kind, "live") == p->live) return record_bad(r, "a \"%s\" does not belong here", kind);
  p->live = true, p->reader = r;
  dbx_push(&p->steps, ((dbx_replay_step){json_incref((json_t *)(uintptr_t)line), r->line}));
  if (strcmp(kind, "done")) return DBX_OK;
  dbx_status st = make(p);
  forget(p);
  return st;
}
