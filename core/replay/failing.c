// What ended the tracing (see steps.h). The call of the array API that failed is made once more, so
// that what is said of it is what is said of our own traces.
#include "replay/steps.h"

#include "base/poll.h"
#include "ir/target.h"
#include "jnp/jnp.h"
#include "trace/attempt.h"

#include <string.h>

enum { DEEPEST = 100 }; // sequences in each other

// ---- arguments ----

static dbx_status argument(dbx_replay *p, const json_t *v, int depth, dbx_val *ret);

static dbx_status items(dbx_replay *p, const json_t *l, int depth, dbx_val_kind kind,
                        dbx_val *ret) {
  uint32_t n = (uint32_t)json_array_size(l);
  dbx_val *at = DBX_TMP(dbx_val, n + 1);
  if (depth > DEEPEST) return record_bad(p->reader, "an argument is nested too deeply");
  if (kind == DBX_V_SLICE && n != 3) return record_bad(p->reader, "a slice has three parts");
  for (uint32_t i = 0; i < n; i++) DBX_TRY(argument(p, json_array_get(l, i), depth + 1, &at[i]));
  return *ret = (dbx_val){.kind = kind, .item = at, .n = n}, DBX_OK;
}

static dbx_status word(dbx_replay *p, const json_t *v, dbx_val *ret) {
  const char *s;
  dbx_dtype t;
  if (json_is_true(json_object_get(v, "ellipsis")))
    return *ret = (dbx_val){.kind = DBX_V_ELLIPSIS}, DBX_OK;
  if (json_object_get(v, "text")) {
    DBX_TRY(record_text_of(p->reader, json_object_get(v, "text"), &s));
    return *ret = (dbx_val){.kind = DBX_V_STR, .str = dbx_intern(s)}, DBX_OK;
  }
  if (!json_object_get(v, "dtype")) return replay_value(p, v, ret);
  DBX_TRY(record_text_of(p->reader, json_object_get(v, "dtype"), &s));
  if (!record_dtype_of(s, strlen(s), &t)) return record_bad(p->reader, "there is no dtype %s", s);
  return *ret = dbx_val_dtype(t), DBX_OK;
}

static dbx_status argument(dbx_replay *p, const json_t *v, int depth, dbx_val *ret) {
  static const struct {
    const char *key;
    dbx_val_kind kind;
  } lists[] = {{"tuple", DBX_V_TUPLE}, {"list", DBX_V_LIST}, {"slice", DBX_V_SLICE}};
  const json_t *l = NULL;
  if (json_is_null(v)) return *ret = dbx_val_none(), DBX_OK;
  for (size_t i = 0; json_is_object(v) && i < sizeof lists / sizeof *lists; i++) {
    DBX_TRY(record_take_list(p->reader, v, lists[i].key, &l));
    if (l) return items(p, l, depth, lists[i].kind, ret);
  }
  return json_is_object(v) ? word(p, v, ret) : replay_value(p, v, ret);
}

// ---- calls ----

typedef struct call {
  dbx_val args;
  dbx_keyword *kw;
  uint32_t n_kw;
} call;

static dbx_status take_call(dbx_replay *p, const json_t *o, call *c) {
  json_t *kw = json_object_get(o, "kw"), *v;
  const json_t *l;
  const char *key;
  *c = (call){.n_kw = 0};
  DBX_TRY(record_take_list(p->reader, o, "args", &l));
  DBX_TRY(items(p, l, 0, DBX_V_TUPLE, &c->args));
  c->kw = DBX_TMP(dbx_keyword, json_object_size(kw) + 1);
  json_object_foreach(kw, key, v) {
    dbx_keyword *k = &c->kw[c->n_kw++];
    k->name = dbx_intern(key);
    DBX_TRY(argument(p, v, 0, &k->val));
  }
  return DBX_OK;
}

// By the names of Python's methods.
static const struct {
  const char *name;
  dbx_op op;
  uint32_t operands;
} operators[] = {
    {"add", DBX_OP_Add, 2},
    {"sub", DBX_OP_Sub, 2},
    {"mul", DBX_OP_Mult, 2},
    {"matmul", DBX_OP_MatMult, 2},
    {"truediv", DBX_OP_Div, 2},
    {"mod", DBX_OP_Mod, 2},
    {"pow", DBX_OP_Pow, 2},
    {"lshift", DBX_OP_LShift, 2},
    {"rshift", DBX_OP_RShift, 2},
    {"or", DBX_OP_BitOr, 2},
    {"xor", DBX_OP_BitXor, 2},
    {"and", DBX_OP_BitAnd, 2},
    {"floordiv", DBX_OP_FloorDiv, 2},
    {"divmod", DBX_OP_DivMod, 2},
    {"eq", DBX_OP_Eq, 2},
    {"ne", DBX_OP_NotEq, 2},
    {"lt", DBX_OP_Lt, 2},
    {"le", DBX_OP_LtE, 2},
    {"gt", DBX_OP_Gt, 2},
    {"ge", DBX_OP_GtE, 2},
    {"invert", DBX_OP_Invert, 1},
    {"neg", DBX_OP_USub, 1},
    {"pos", DBX_OP_UAdd, 1},
};

static dbx_status operation(const char *name, const call *c, dbx_val *ret) {
  const dbx_val *x = c->args.item;
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (!strcmp(operators[i].name, name) && c->args.n == operators[i].operands)
      return dbx_operator(operators[i].op, x, c->args.n == 2 ? x + 1 : NULL, ret);
  return DBX_OK;
}

static dbx_status function(const char *name, const call *c, dbx_val *ret) {
  char module[16];
  bool attribute;
  const char *dot = strchr(name, '.');
  size_t n = dot ? (size_t)(dot - name) : 0;
  if (n >= sizeof module) return DBX_OK;
  memcpy(module, name, n), module[n] = 0;
  const dbx_function *f =
      n ? dbx_function_find(module, dot + 1) : dbx_array_method(name, &attribute);
  return f ? dbx_function_call(f, c->args.item, c->args.n, c->kw, c->n_kw, ret) : DBX_OK;
}

// Succeeds for what is no function of ours, too.
static dbx_status again(dbx_replay *p, const json_t *o) {
  const char *name;
  call c;
  dbx_val ignored;
  DBX_TRY(take_call(p, o, &c));
  if (json_object_get(o, "operator")) {
    DBX_TRY(record_text_of(p->reader, json_object_get(o, "operator"), &name));
    return operation(name, &c, &ignored);
  }
  DBX_TRY(record_text_of(p->reader, json_object_get(o, "function"), &name));
  if (strcmp(name, "getitem") != 0) return function(name, &c, &ignored);
  return c.args.n == 2 ? dbx_getitem(&c.args.item[0], &c.args.item[1], &ignored) : DBX_OK;
}

// ---- the diagnostic ----

typedef struct operand {
  dbx_span at;
  const char *role;
  dbx_val value;
} operand;

static dbx_status take_operands(dbx_replay *p, const json_t *stop, operand **ret, uint32_t *n) {
  const json_t *l;
  DBX_TRY(record_take_list(p->reader, stop, "operands", &l));
  *n = (uint32_t)json_array_size(l);
  *ret = DBX_TMP(operand, *n + 1);
  for (uint32_t i = 0; i < *n; i++) {
    const json_t *o = json_array_get(l, i);
    operand *to = &(*ret)[i];
    DBX_TRY(record_span_of(p->reader, json_array_get(o, 0), &to->at));
    DBX_TRY(record_text_of(p->reader, json_array_get(o, 1), &to->role));
    DBX_TRY(replay_value(p, json_array_get(o, 2), &to->value));
  }
  return DBX_OK;
}

static bool concerns_operands(const dbx_diag *d) {
  return d->code == DBX_E214 || (d->code >= DBX_E301 && d->code < DBX_E601 && !d->n_operands);
}

static void note_operands(const operand *at, uint32_t n) {
  dbx_diag *d = dbx_diag_pending();
  if (!d->frame && dbx_trace_frame()) d->frame = dbx_trace_frame()->id;
  bool concerned = concerns_operands(d);
  for (uint32_t i = 0; concerned && i < n; i++)
    dbx_note_operand(at[i].role, at[i].at, &at[i].value);
}

static dbx_status calls(dbx_replay *p, const json_t *stop) {
  const json_t *l, *c;
  size_t i;
  DBX_TRY(record_take_list(p->reader, stop, "calls", &l));
  json_array_foreach(l, i, c) {
    dbx_span at;
    const char *name;
    DBX_TRY(record_span_of(p->reader, json_array_get(c, 0), &at));
    DBX_TRY(record_text_of(p->reader, json_array_get(c, 1), &name));
    dbx_diag_call(at, name);
  }
  return DBX_OK;
}

// Is the call's own diagnostic pending? It counts if it is of the class that was recorded.
static dbx_status explain(dbx_replay *p, const json_t *stop, dbx_sym cls, bool *ret) {
  const json_t *o = json_object_get(stop, "call");
  operand *operands;
  uint32_t n, pool = dbx_pool_mark();
  *ret = false;
  DBX_TRY(take_operands(p, stop, &operands, &n));
  if (!o) return DBX_OK;
  dbx_trace_saved *before = dbx_trace_save();
  dbx_status st = again(p, o);
  dbx_pool_release(pool);
  if (st == DBX_OK) return dbx_trace_restore(before), DBX_OK;
  dbx_trace_saved_free(before);
  const dbx_diag *d = dbx_diag_pending();
  if (d->code == DBX_E608 || d->cls == DBX_S_KeyboardInterrupt) return DBX_FAIL;
  if (d->cls != cls) return dbx_diag_free(dbx_diag_take()), DBX_OK;
  note_operands(operands, n);
  return *ret = true, DBX_OK;
}

static dbx_status each(dbx_replay *p, const json_t *stop, const char *key,
                       dbx_status (*f)(dbx_replay *p, const json_t *v)) {
  const json_t *l, *v;
  size_t i;
  DBX_TRY(record_take_list(p->reader, stop, key, &l));
  json_array_foreach(l, i, v) DBX_TRY(f(p, v));
  return DBX_OK;
}

// What the program called something where it failed.
static dbx_status take_name(dbx_replay *p, const json_t *v) {
  const char *text;
  dbx_atom a;
  DBX_TRY(record_text_of(p->reader, json_array_get(v, 0), &text));
  DBX_TRY(record_atom_of(p->reader, json_array_get(v, 1), &a));
  if (a && !dbx_is_literal(a)) dbx_log(name, .name = dbx_intern(text), .variable = a & DBX_HANDLE);
  return DBX_OK;
}

// ---- done once more ----

static dbx_status values(dbx_replay *p, const json_t *stop, dbx_replay_name **ret, uint32_t *n) {
  const json_t *l;
  DBX_TRY(record_take_list(p->reader, stop, "values", &l));
  *n = (uint32_t)json_array_size(l);
  *ret = DBX_TMP(dbx_replay_name, *n + 1);
  for (uint32_t i = 0; i < *n; i++) {
    const char *name;
    DBX_TRY(record_text_of(p->reader, json_array_get(json_array_get(l, i), 0), &name));
    (*ret)[i].name = dbx_intern(name);
    DBX_TRY(argument(p, json_array_get(json_array_get(l, i), 1), 0, &(*ret)[i].value));
  }
  return DBX_OK;
}

// Does what is pending explain an exception of that class at that place? Of another class it does
// if it is about tracing: libraries raise what their inside happens to meet.
static bool explains(const dbx_diag *d, dbx_sym cls, dbx_span at) {
  bool inside = d->span.file == at.file && d->span.begin >= at.begin && d->span.end <= at.end;
  return d->cls == cls || (inside && d->code >= DBX_E301 && d->code < DBX_E601);
}

// What is recorded says more than the pending diagnostic, whose operands count.
static dbx_status keep_message(dbx_replay *p, const json_t *stop, dbx_sym cls) {
  const char *message;
  DBX_TRY(dbx_record_take_text(p->reader, stop, "message", &message));
  dbx_diag ours = *dbx_diag_pending(), *d = dbx_diag_take(), *theirs;
  dbx_fail_as_(DBX_E214, cls, dbx_here, "%s", message);
  theirs = dbx_diag_pending();
  theirs->frame = ours.frame;
  theirs->operands = ours.operands, theirs->n_operands = ours.n_operands;
  theirs->births = ours.births, theirs->n_births = ours.n_births;
  d->operands = NULL, d->births = NULL, d->n_operands = d->n_births = 0;
  return dbx_diag_free(d), DBX_OK;
}

// Is the diagnostic of the failing expression pending, evaluated with the names of the program? The
// step is `stop`, or `scope`, which has no class. Else *refused may be said of it.
static dbx_status repeat(dbx_replay *p, const json_t *stop, bool *ret, const char **refused) {
  dbx_replay_name *names;
  uint32_t n;
  dbx_span at;
  dbx_sym cls;
  *ret = false;
  DBX_TRY(record_take_at(p->reader, stop, &at));
  DBX_TRY(record_take_sym(p->reader, stop, "class", &cls));
  DBX_TRY(values(p, stop, &names, &n));
  if (!p->repeat || !at.file || p->repeat(at, names, n, refused) == DBX_OK) return DBX_OK;
  const dbx_diag *d = dbx_diag_pending();
  if (dbx_is_interrupt(d->code)) return DBX_FAIL;
  *ret = explains(d, cls, at);
  if (!*ret) dbx_diag_forget();
  else if (json_object_get(stop, "notes")) return keep_message(p, stop, cls);
  else if (cls && d->cls != cls) dbx_diag_note("it was recorded as %s", dbx_sym_text(cls));
  return DBX_OK;
}

// What the recorder knows of it.
static dbx_status take_note(dbx_replay *p, const json_t *v) {
  const char *text;
  DBX_TRY(record_text_of(p->reader, v, &text));
  dbx_diag_note("%s", text);
  return DBX_OK;
}

// How much of a message is about the program: the rest is about the inside of jax, or where to read
// more. Of what is refused for a known reason the first line is enough.
static int told(const char *message, bool known) {
  static const char *const ends[] = {"\nThe error occurred while tracing ", "\n\nSee https://"};
  size_t n = known ? strcspn(message, "\n") : strlen(message);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    const char *end = strstr(message, ends[i]);
    if (end && (size_t)(end - message) < n) n = (size_t)(end - message);
  }
  return (int)n;
}

// What is recorded, with the operands.
static dbx_status pass_on(dbx_replay *p, const json_t *stop, dbx_sym cls, const char *refused) {
  const char *message;
  operand *operands;
  uint32_t n;
  DBX_TRY(dbx_record_take_text(p->reader, stop, "message", &message));
  DBX_TRY(take_operands(p, stop, &operands, &n));
  dbx_fail_as_(DBX_E214, cls, dbx_here, "%.*s", told(message, refused), message);
  note_operands(operands, n);
  if (refused) dbx_diag_note("not in %s: %s", dbx_target_now()->release, refused);
  return DBX_OK;
}

dbx_status replay_stop(dbx_replay *p, const json_t *o) {
  const char *refused = NULL;
  dbx_sym cls;
  bool ours;
  p->stopped = true;
  DBX_TRY(each(p, o, "names", take_name));
  DBX_TRY(record_take_sym(p->reader, o, "class", &cls));
  DBX_TRY(explain(p, o, cls, &ours));
  if (!ours) DBX_TRY(repeat(p, o, &ours, &refused));
  if (!ours) DBX_TRY(pass_on(p, o, cls, refused));
  DBX_TRY(each(p, o, "notes", take_note));
  DBX_TRY(calls(p, o));
  return DBX_FAIL;
}

static bool is_kind(const json_t *o, const char *kind) {
  return !strcmp(json_string_value(json_object_get(o, "k")), kind);
}

// The step that says how the loop or conditional was refused, or what names meant where it stands;
// NULL: none does.
static const dbx_replay_step *about(const dbx_replay *p, uint32_t open) {
  const json_t *at = json_object_get(p->steps.at[open].o, "at");
  for (uint32_t i = open; i < p->steps.n; i++) {
    const json_t *o = p->steps.at[i].o;
    if (is_kind(o, "stop") || (is_kind(o, "scope") && json_equal(json_object_get(o, "at"), at)))
      return &p->steps.at[i];
  }
  return NULL;
}

void replay_refused(dbx_replay *p, uint32_t open) {
  const dbx_replay_step *step = p->stopped ? NULL : about(p, open);
  bool ours = false;
  if (!step || dbx_diag_pending()->code == DBX_E608) return;
  const json_t *o = step->o;
  p->stopped = true, p->reader->line = step->line;
  dbx_diag *d = dbx_diag_take();
  const char *refused;
  dbx_status st = repeat(p, o, &ours, &refused);
  if (st == DBX_OK && !ours) dbx_diag_put(d);
  else dbx_diag_free(d);
  if (st == DBX_OK) (void)calls(p, o); // what is wrong with them is said instead
}
