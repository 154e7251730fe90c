// Exceptions: the built-in classes, and the way between pending diagnostics and exception objects.
//
// A raised object waits beside its diagnostic until somebody catches it; a diagnostic of any other
// origin becomes an object when it is caught, and keeps its spans and notes for a re-raise.
#include "lang/object/protocol.h"
#include "lang/object/state.h"

#include <string.h>

static const struct {
  const char *name, *module;
  int base, also;
} rows[] = {
#define E(name, base, module) {#name, module, EXC_##base, EXC_none_},
#define E2(name, base, also, module) {#name, module, EXC_##base, EXC_##also},
#include "lang/object/exceptions.def"
#undef E
#undef E2
};

static void accompany(companion *c, pv value) {
  dbx_diag *d = dbx_diag_pending();
  uint64_t last = object_now->raised.number > object_now->missing_key.number
                      ? object_now->raised.number
                      : object_now->missing_key.number;
  if (d) *c = (companion){d->companion = last + 1, value};
}

static bool accompanies(const companion *c, const dbx_diag *d) {
  return c->value.tag != PV_UNBOUND && d->companion && c->number == d->companion;
}

void lang_exceptions_forget(void) {
  object_now->raised.value = object_now->missing_key.value = PV(PV_UNBOUND);
}

static void mark_roots(void (*visit)(pv v)) {
  for (int i = 0; i < EXC_COUNT; i++)
    if (object_now->exceptions[i]) visit(pv_obj(object_now->exceptions[i]));
  visit(object_now->raised.value);
  visit(object_now->missing_key.value);
}

// ---- the methods of BaseException ----

static dbx_status self_of(const call_args *c, const char *name, o_instance **ret) {
  DBX_TRY(args_no_keywords(c, name));
  if (!c->n || !is_obj(c->at[0], T_INSTANCE) || !lang_instance(c->at[0])->cls->exception)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "descriptor '%s' of 'BaseException' object needs an argument", name);
  return *ret = (o_instance *)c->at[0].o, DBX_OK;
}

static dbx_status exception_init(const call_args *c, pv *ret) {
  o_instance *x;
  if (c->n && c->n_kw && is_obj(c->at[0], T_INSTANCE))
    return args_no_keywords(c, dbx_sym_text(lang_instance(c->at[0])->cls->name));
  DBX_TRY(self_of(c, "__init__", &x));
  x->args = SEQ(tuple_new(c->at + 1, c->n - 1));
  return *ret = pv_none(), DBX_OK;
}

static dbx_status put_exception(const o_instance *x, dbx_buf *b) {
  const o_seq *args = x->args;
  if (!args || !args->n) return DBX_OK;
  bool key = args->n == 1 && lang_is_subclass(x->cls, object_now->exceptions[EXC_KeyError]);
  if (args->n == 1 && !key) return lang_str(args->at[0], b);
  return lang_repr(key ? args->at[0] : pv_obj((void *)args), b);
}

static dbx_status put_exception_repr(const o_instance *x, dbx_buf *b) {
  dbx_put(b, dbx_sym_text(x->cls->name));
  if (x->args && x->args->n != 1) return lang_repr(pv_obj(x->args), b);
  dbx_putc(b, '(');
  if (x->args) DBX_TRY(lang_repr(x->args->at[0], b));
  return dbx_putc(b, ')'), DBX_OK;
}

static dbx_status text_method(const call_args *c, const char *name,
                              dbx_status (*put)(const o_instance *x, dbx_buf *b), pv *ret) {
  o_instance *x;
  dbx_buf b = {0};
  DBX_TRY(self_of(c, name, &x));
  dbx_status st = put(x, &b);
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

static dbx_status exception_str(const call_args *c, pv *ret) {
  return text_method(c, "__str__", put_exception, ret);
}
static dbx_status exception_repr(const call_args *c, pv *ret) {
  return text_method(c, "__repr__", put_exception_repr, ret);
}

static dbx_status exception_with_traceback(const call_args *c, pv *ret) {
  o_instance *x;
  DBX_TRY(self_of(c, "with_traceback", &x));
  return *ret = pv_obj(x), DBX_OK;
}

// Appends to the list __notes__.
static dbx_status exception_add_note(const call_args *c, pv *ret) {
  o_instance *x;
  dbx_sym name = dbx_intern("__notes__");
  DBX_TRY(self_of(c, "add_note", &x));
  DBX_TRY(args_count(c, "BaseException.add_note", 2, 2));
  if (!is_str(c->at[1]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "note must be a str, not '%s'",
                    lang_type_name(c->at[1]));
  pv notes = dict_get_sym(x->dict, name);
  if (!is_obj(notes, T_LIST)) dict_put_sym(x->dict, name, notes = list_new(NULL, 0));
  DBX_TRY(heap_own(notes.o));
  list_push(SEQ(notes), c->at[1]);
  return *ret = pv_none(), DBX_OK;
}

static const struct {
  const char *name;
  native_fn fn;
} base_methods[] = {{"__init__", exception_init},
                    {"__str__", exception_str},
                    {"__repr__", exception_repr},
                    {"add_note", exception_add_note},
                    {"with_traceback", exception_with_traceback}};

bool lang_is_exception_method(pv v) {
  return is_obj(v, T_NATIVE) && ((o_native *)v.o)->data == base_methods;
}

dbx_status lang_exception_text(const o_instance *x, pv method, dbx_buf *b, bool *ret) {
  bool known = x->cls->exception && lang_is_exception_method(method);
  native_fn fn = known ? ((o_native *)method.o)->fn : NULL;
  *ret = fn == exception_str || fn == exception_repr;
  if (!*ret) return DBX_OK;
  DBX_TRY(lang_enter(""));
  dbx_status st = fn == exception_str ? put_exception(x, b) : put_exception_repr(x, b);
  return lang_leave(), st;
}

// ---- classes ----

static o_class *make_class(int i) {
  o_class *c = heap_new(T_CLASS, sizeof *c);
  object_now->exceptions[i] = c;
  c->name = c->qualname = dbx_intern(rows[i].name);
  c->exception = true;
  c->serial = ++object_now->classes;
  c->dict = DICT(dict_new());
  heap_keep(c);
  pv bases[2];
  uint32_t n = 0;
  if (rows[i].base >= 0) bases[n++] = pv_obj(object_now->exceptions[rows[i].base]);
  if (rows[i].also >= 0) bases[n++] = pv_obj(object_now->exceptions[rows[i].also]);
  (void)class_set_bases(c, tuple_new(bases, n));
  dbx_map_put(&object_now->exception_by_name, c->name, (uint64_t)i + 1);
  return c;
}

void lang_exceptions_start(void) {
  if (object_now->exceptions[0]) return;
  for (int i = 0; i < EXC_COUNT; i++) make_class(i);
  o_dict *base = object_now->exceptions[EXC_BaseException]->dict;
  for (size_t i = 0; i < sizeof base_methods / sizeof *base_methods; i++)
    dict_put_sym(
        base, dbx_intern(base_methods[i].name),
        native_new(base_methods[i].name, base_methods[i].fn, PV(PV_UNBOUND), base_methods));
  lang_add_root(mark_roots);
}

o_class *lang_exception_class(dbx_sym name) {
  const uint64_t *i = dbx_map_find(&object_now->exception_by_name, name);
  return i ? object_now->exceptions[*i - 1] : NULL;
}

const char *lang_exception_name(uint32_t i) {
  while (i < EXC_COUNT && strcmp(rows[i].module, "builtins") != 0) i++;
  return i < EXC_COUNT ? dbx_sym_text(object_now->exceptions[i]->name) : NULL;
}

const char *lang_class_module(const o_class *c) {
  const uint64_t *i = dbx_map_find(&object_now->exception_by_name, c->name);
  if (!c->exception && !strcmp(dbx_sym_text(c->name), "object"))
    return "builtins"; // what object() makes
  if (i && object_now->exceptions[*i - 1] == c) return rows[*i - 1].module;
  return c->module ? dbx_sym_text(c->module) : "__main__";
}

bool lang_pending_is(dbx_sym exception) {
  const dbx_diag *d = dbx_diag_pending();
  const o_class *of = lang_exception_class(exception), *c;
  if (!d || !of) return false;
  c = accompanies(&object_now->raised, d) ? ((o_instance *)object_now->raised.value.o)->cls
                                          : lang_exception_class(d->cls);
  return c && lang_is_subclass(c, of);
}

// ---- raising ----

static pv instance_of(o_class *cls, const pv *args, uint32_t n) {
  o_instance *x = heap_new(T_INSTANCE, sizeof *x);
  x->cls = cls;
  x->dict = DICT(dict_new());
  x->args = SEQ(tuple_new(args, n));
  return pv_obj(x);
}

dbx_status lang_key_error(pv key) {
  dbx_buf b = {0};
  dbx_status st = lang_repr(key, &b);
  if (st == DBX_OK) {
    dbx_fail_(DBX_E207, (dbx_span){0}, "%s", dbx_text(&b));
    accompany(&object_now->missing_key, key);
  }
  dbx_buf_free(&b);
  return DBX_FAIL;
}

static void push_raised(pv exc) {
  o_instance *x = (o_instance *)exc.o;
  dbx_buf b = {0};
  if (lang_str(exc, &b) != DBX_OK) {
    dbx_diag_forget();
    dbx_clear(&b);
    dbx_put(&b, "<exception str() failed>");
  }
  dbx_diag *d = dbx_diag_new(DBX_E214, (dbx_span){0}, dbx_text(&b));
  d->cls = x->cls->name;
  dbx_diag_put(d);
  dbx_buf_free(&b);
}

dbx_status lang_rethrow(pv exc) {
  if (!is_obj(exc, T_INSTANCE) || !lang_instance(exc)->cls->exception)
    return dbx_fail(DBX_E204, (dbx_span){0}, "exceptions must derive from BaseException");
  o_instance *x = (o_instance *)exc.o;
  uint32_t mark = lang_pins();
  lang_pin(exc);
  if (x->diag) {
    dbx_diag_put(x->diag);
    x->diag = NULL;
  } else {
    push_raised(exc);
  }
  lang_unpin(mark);
  accompany(&object_now->raised, exc);
  return DBX_FAIL;
}

// An exception from an exception or its class.
static dbx_status made(pv v, const char *complaint, pv *ret) {
  *ret = v;
  if (is_obj(v, T_CLASS) && ((o_class *)v.o)->exception) DBX_TRY(lang_call(v, NULL, 0, ret));
  return lang_is_exception(*ret) ? DBX_OK : dbx_fail(DBX_E204, (dbx_span){0}, "%s", complaint);
}

dbx_status lang_raise(pv exc, pv cause) {
  uint32_t mark = lang_pins();
  lang_pin(cause);
  dbx_status st = made(exc, "exceptions must derive from BaseException", &exc);
  lang_pin(exc);
  if (st == DBX_OK && cause.tag != PV_UNBOUND && cause.tag != PV_NONE)
    st = made(cause, "exception causes must derive from BaseException", &cause);
  if (st == DBX_OK && cause.tag != PV_UNBOUND)
    lang_instance(exc)->cause = cause, lang_instance(exc)->suppress = true;
  lang_unpin(mark);
  return st == DBX_OK ? lang_rethrow(exc) : st;
}

void lang_raised_while(pv handled) {
  if (!lang_is_exception(handled)) return;
  pv exc = lang_catch();
  o_instance *x = (o_instance *)exc.o;
  pv link = handled; // no rings
  for (; lang_is_exception(link) && link.o != exc.o; link = lang_instance(link)->context) continue;
  if (x->context.tag == PV_UNBOUND && !lang_is_exception(link)) x->context = handled;
  (void)!lang_rethrow(exc);
}

dbx_status lang_assertion(pv message, dbx_span span) {
  dbx_buf b = {0};
  lang_pin(message);
  if (lang_str(message, &b) != DBX_OK) dbx_diag_forget();
  dbx_fail_(DBX_E205, span, "%s", dbx_text(&b));
  dbx_buf_free(&b);
  accompany(&object_now->raised,
            instance_of(object_now->exceptions[EXC_AssertionError], &message, 1));
  return DBX_FAIL;
}

// ---- catching ----

// A diagnostic that no raise made. Some exceptions of Python come without a message.
static pv from_diag(const dbx_diag *d) {
  o_class *cls = lang_exception_class(d->cls);
  if (!cls) cls = object_now->exceptions[EXC_Exception];
  if (accompanies(&object_now->missing_key, d))
    return instance_of(cls, &object_now->missing_key.value, 1);
  bool silent = !*d->message || d->code == DBX_E217 || d->code == DBX_E219;
  pv message = str_of(d->message);
  return instance_of(cls, &message, silent ? 0 : 1);
}

pv lang_catch(void) {
  dbx_diag *d = dbx_diag_take();
  if (!d) d = dbx_diag_new(DBX_E214, (dbx_span){0}, "");
  pv exc = accompanies(&object_now->raised, d) ? object_now->raised.value : from_diag(d);
  o_instance *x = (o_instance *)exc.o;
  dbx_diag_free(x->diag);
  x->diag = d;
  lang_exceptions_forget();
  return exc;
}

dbx_status lang_matches(pv exc, pv cls, bool *ret) {
  *ret = false;
  if (is_obj(cls, T_TUPLE)) {
    dbx_status st = lang_enter("");
    DBX_TRY(st);
    for (uint32_t i = 0; st == DBX_OK && i < SEQ(cls)->n && !*ret; i++)
      st = lang_matches(exc, SEQ(cls)->at[i], ret);
    lang_leave();
    return st;
  }
  if (!is_obj(cls, T_CLASS) || !((o_class *)cls.o)->exception)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "catching classes that do not inherit from BaseException is not allowed");
  return *ret = lang_is_subclass(lang_instance(exc)->cls, (o_class *)cls.o), DBX_OK;
}
