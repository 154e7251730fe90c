// str() and repr() of every value, as CPython, jax and numpy write them.
//
// Containers may contain themselves: those being printed are kept on a list, and nesting counts
// towards the recursion limit of the program.
#include "base/budget.h"
#include "base/poll.h"
#include "lang/lib/builtins.h"
#include "lang/np/np.h"
#include "lang/value/big.h"
#include "lang/value/format.h"
#include "lang/value/long_range.h"

#include "interp/interp.h"
#include "ir/decimal.h"
#include "ir/jaxpr.h"
#include <math.h>
#include <string.h>
#include <utf8proc.h>

// ---- strings ----

typedef struct find_work {
  const char *in, *what, *found;
  size_t n, n_what;
} find_work;

static void find(void *ctx) {
  find_work *w = ctx;
  w->found = memmem(w->in, w->n, w->what, w->n_what);
}

const char *lang_find(const char *in, size_t n, const char *what, size_t n_what) {
  enum { NEAR = 1 << 16 }; // without setting up what may be left
  size_t near = n < NEAR ? n : NEAR;
  if (n_what > n) return NULL;
  const char *found = n_what <= near ? memmem(in, near, what, n_what) : NULL;
  if (found || near == n) return found;
  size_t skip = n_what <= near ? near - n_what : 0;
  find_work w = {in + skip, what, NULL, n - skip, n_what};
  return big_call(find, &w) ? w.found : NULL;
}

// ---- numbers ----

enum { MAX_DIGITS = 4300 }; // of an int as text, CPython's default

dbx_status lang_put_int(dbx_buf *b, pv v) {
  if (is_int(v)) return dbx_put_int(b, v.i), DBX_OK;
  mpz_srcptr z = ((o_bigint *)v.o)->z;
  size_t n = mpz_sizeinbase(z, 10);
  if (n > MAX_DIGITS + 1)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "Exceeds the limit (%d digits) for integer string conversion; use "
                    "sys.set_int_max_str_digits() to increase the limit",
                    MAX_DIGITS);
  char *text = dbx_alloc(n + 2);
  mpz_get_str(text, 10, z);
  dbx_put(b, text);
  free(text);
  return DBX_OK;
}

dbx_status lang_check_room(double bytes) {
  if (bytes < (double)UINT32_MAX && heap_has_room(bytes)) return DBX_OK; // lengths have 32 bits
  dbx_fail_(DBX_E216, (dbx_span){0},
            "the memory budget of the session is too small for the result");
  return dbx_budget_short();
}

static void put_part(dbx_buf *b, double x) { // a part of a complex number: 1.0 is written as 1
  dbx_put_double(b, x);
  if (b->n > 2 && b->at[b->n - 1] == '0' && b->at[b->n - 2] == '.') b->at[b->n -= 2] = 0;
}

static void put_complex(dbx_buf *b, double re, double im) {
  bool real = re != 0 || signbit(re);
  if (real) {
    dbx_putc(b, '(');
    put_part(b, re);
    if (!signbit(im) || isnan(im)) dbx_putc(b, '+');
  }
  put_part(b, im);
  dbx_put(b, real ? "j)" : "j");
}

// ---- containers ----

static dbx_vec(const obj *) printing;

static bool being_printed(const obj *o) {
  for (uint32_t i = 0; i < printing.n; i++)
    if (printing.at[i] == o) return true;
  return false;
}

static dbx_status put_items(const pv *at, uint32_t n, dbx_buf *b) {
  for (uint32_t i = 0; i < n; i++) {
    if (i) dbx_put(b, ", ");
    DBX_TRY(DBX_POLL_EACH(i));
    DBX_TRY(lang_repr(at[i], b));
  }
  return DBX_OK;
}

// A list may change while the __repr__ of one of its items runs, so it is read anew every time.
static dbx_status put_list(const o_seq *s, dbx_buf *b) {
  dbx_putc(b, '[');
  for (uint32_t i = 0; i < s->n; i++) {
    if (i) dbx_put(b, ", ");
    DBX_TRY(DBX_POLL_EACH(i));
    DBX_TRY(lang_repr(s->at[i], b));
  }
  return dbx_putc(b, ']'), DBX_OK;
}

static dbx_status put_tuple(const o_seq *s, dbx_buf *b) {
  dbx_putc(b, '(');
  DBX_TRY(put_items(s->at, s->n, b));
  return dbx_put(b, s->n == 1 ? ",)" : ")"), DBX_OK;
}

enum { KEYS = 1, VALUES = 2 };
static dbx_status put_entries(const o_dict *d, int what, const char *between, dbx_buf *b) {
  uint32_t i = 0, n = 0;
  dict_entry *e;
  while (dict_next(d, &i, &e)) {
    pv val = e->val;
    if (n++) dbx_put(b, ", ");
    if (what & KEYS) DBX_TRY(lang_repr(e->key, b));
    if (what == (KEYS | VALUES)) dbx_put(b, between);
    if (what & VALUES) DBX_TRY(lang_repr(val, b));
  }
  return DBX_OK;
}

static dbx_status put_dict(const o_dict *d, dbx_buf *b) {
  dbx_putc(b, '{');
  DBX_TRY(put_entries(d, KEYS | VALUES, ": ", b));
  return dbx_putc(b, '}'), DBX_OK;
}

static dbx_status put_set(const o_dict *d, dbx_buf *b) {
  if (!d->n) return dbx_put(b, "set()"), DBX_OK;
  uint32_t mark = lang_pins();
  pv list = set_in_order(d);
  lang_pin(list);
  dbx_putc(b, '{');
  dbx_status st = put_items(SEQ(list)->at, SEQ(list)->n, b);
  lang_unpin(mark);
  return dbx_putc(b, '}'), st;
}

static dbx_status put_view(const o_iter *it, dbx_buf *b) {
  const o_dict *d = DICT(it->src);
  uint32_t i = 0, n = 0;
  dict_entry *e;
  dbx_put(b, it->kind == IT_DICT_KEYS     ? "dict_keys(["
             : it->kind == IT_DICT_VALUES ? "dict_values(["
                                          : "dict_items([");
  if (it->kind != IT_DICT_ITEMS)
    DBX_TRY(put_entries(d, it->kind == IT_DICT_KEYS ? KEYS : VALUES, "", b));
  while (it->kind == IT_DICT_ITEMS && dict_next(d, &i, &e)) {
    pv pair[] = {e->key, e->val};
    dbx_put(b, n++ ? ", (" : "(");
    DBX_TRY(put_items(pair, 2, b));
    dbx_putc(b, ')');
  }
  return dbx_put(b, "])"), DBX_OK;
}

static bool is_view(pv v) { return is_obj(v, T_ITER) && ((o_iter *)v.o)->view; }

static const char *again_text(pv v) {
  switch ((obj_type)v.o->type) {
  case T_TUPLE: return "(...)";
  case T_LIST: return "[...]";
  case T_DICT: return "{...}";
  case T_SET: return "set(...)";
  default: return "...";
  }
}

static dbx_status put_container(pv v, dbx_buf *b) {
  switch ((obj_type)v.o->type) {
  case T_TUPLE: return put_tuple(SEQ(v), b);
  case T_LIST: return put_list(SEQ(v), b);
  case T_DICT: return put_dict(DICT(v), b);
  case T_SET: return put_set(DICT(v), b);
  default: return put_view((o_iter *)v.o, b);
  }
}

static dbx_status container_repr(pv v, dbx_buf *b) {
  if (being_printed(v.o)) return dbx_put(b, again_text(v)), DBX_OK;
  if (lang.depth >= lang.max_depth)
    return dbx_fail(DBX_E210, (dbx_span){0},
                    "maximum recursion depth exceeded while getting the repr of an object");
  dbx_push(&printing, v.o);
  lang.depth++;
  dbx_status st = put_container(v, b);
  lang.depth--;
  printing.n--;
  return st;
}

// ---- classes, instances, functions ----

static void put_address(dbx_buf *b, const void *p) { dbx_printf(b, " at %p>", p); }

static void put_class_name(dbx_buf *b, const o_class *c) {
  const char *module = lang_class_module(c);
  if (strcmp(module, "builtins")) dbx_printf(b, "%s.", module);
  dbx_put(b, dbx_sym_text(c->qualname));
}

// The text that a method of the class gives; *ret false if there is no such method.
static dbx_status special_text(pv v, dbx_sym name, dbx_buf *b, bool *ret) {
  pv fn = lang_class_lookup(((o_instance *)v.o)->cls, name), r;
  if (fn.tag == PV_UNBOUND) return *ret = false, DBX_OK;
  dbx_status st = lang_exception_text((o_instance *)v.o, fn, b, ret);
  if (*ret) return st;
  *ret = true;
  DBX_TRY(lang_call(method_new(v, fn), NULL, 0, &r));
  if (!is_str(r))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s returned non-string (type %s)", dbx_sym_text(name),
                    lang_type_name(r));
  dbx_putn(b, STR(r)->s, STR(r)->n);
  return DBX_OK;
}

void lang_put_plain_repr(pv instance, dbx_buf *b) {
  dbx_putc(b, '<');
  put_class_name(b, ((o_instance *)instance.o)->cls);
  dbx_put(b, " object");
  put_address(b, instance.o);
}

static dbx_status instance_text(pv v, bool str, dbx_buf *b) {
  bool done = false;
  if (str) DBX_TRY(special_text(v, LN.__str__, b, &done));
  if (!done) DBX_TRY(special_text(v, LN.__repr__, b, &done));
  if (!done) lang_put_plain_repr(v, b);
  return DBX_OK;
}

static dbx_status method_repr(const o_method *m, dbx_buf *b) {
  dbx_printf(b, "<bound method %s of ",
             is_obj(m->fn, T_FUNCTION) ? dbx_sym_text(((o_function *)m->fn.o)->qualname)
                                       : lang_callee_name(m->fn));
  DBX_TRY(lang_repr(m->self, b));
  return dbx_putc(b, '>'), DBX_OK;
}

static dbx_status native_repr(const o_native *f, dbx_buf *b) {
  if (np_is_ufunc(pv_obj((o_native *)f))) return dbx_printf(b, "<ufunc '%s'>", f->name), DBX_OK;
  if (f->self.tag == PV_UNBOUND) return dbx_printf(b, "<built-in function %s>", f->name), DBX_OK;
  dbx_printf(b, "<built-in method %s of %s object", f->name, lang_type_name(f->self));
  return put_address(b, f->self.tag == PV_OBJ ? (void *)f->self.o : (void *)f), DBX_OK;
}

static dbx_status partial_repr(const o_partial *p, dbx_buf *b) {
  uint32_t i = 0;
  dict_entry *e;
  dbx_put(b, "functools.partial(");
  DBX_TRY(lang_repr(p->fn, b));
  for (uint32_t k = 0; k < p->args->n; k++) {
    dbx_put(b, ", ");
    DBX_TRY(lang_repr(p->args->at[k], b));
  }
  while (p->kw && dict_next(p->kw, &i, &e)) {
    dbx_printf(b, ", %s=", STR(e->key)->s);
    DBX_TRY(lang_repr(e->val, b));
  }
  return dbx_putc(b, ')'), DBX_OK;
}

// ---- arrays and what belongs to them ----

static dbx_status array_text(pv v, bool str, dbx_buf *b) {
  dbx_array *a;
  uint32_t pool = dbx_pool_mark();
  if (is_obj(v, T_ARRAY)) a = ARR(v);
  else DBX_TRY(lang_np_frozen(v, &a));
  if (is_obj(v, T_GENERIC)) dbx_put_numpy_scalar(b, a);
  else if (str) dbx_put_array_str(b, a);
  else dbx_put_array_repr(b, a, is_numpy(v) ? "array(" : "Array(");
  dbx_pool_release(pool);
  return DBX_OK;
}

static void dtype_text(const o_dtype *d, bool str, dbx_buf *b) {
  const char *name = dbx_dtype_name(d->t);
  if (d->is_class)
    dbx_printf(b, "<class '%s.%s%s'>",
               !d->numpy          ? "jax.numpy"
               : d->t == DBX_BF16 ? "ml_dtypes"
                                  : "numpy",
               name, d->t == DBX_BOOL ? "_" : "");
  else if (str) dbx_put(b, name);
  else dbx_printf(b, d->t == DBX_BF16 ? "dtype(%s)" : "dtype('%s')", name);
}

static dbx_status at_repr(const o_at *at, dbx_buf *b) {
  bool indexed = at->index.tag != PV_UNBOUND;
  dbx_put(b, indexed ? "_IndexUpdateRef(" : "_IndexUpdateHelper(");
  DBX_TRY(lang_repr(at->x, b));
  if (indexed) {
    dbx_put(b, ", ");
    DBX_TRY(lang_repr(at->index, b));
  }
  return dbx_putc(b, ')'), DBX_OK;
}

static const char *full_type_name(const o_type *t) {
  static const char *const full[] = {
      "jaxlib.xla_extension.ArrayImpl", "jax._src.interpreters.partial_eval.DynamicJaxprTracer",
      "jax._src.core.ShapedArray", "jax._src.core.ClosedJaxpr", "catalyst.jit.QJIT"};
  for (size_t i = 0; i < sizeof full / sizeof *full; i++)
    if (!strcmp(strrchr(full[i], '.') + 1, t->name)) return full[i];
  return t->name;
}

// ---- all of it ----

static dbx_status range_repr(const o_range *r, dbx_buf *b) {
  dbx_printf(b, "range(%lld, %lld", (long long)r->start, (long long)r->stop);
  if (r->step != 1) dbx_printf(b, ", %lld", (long long)r->step);
  return dbx_putc(b, ')'), DBX_OK;
}

static dbx_status long_range_repr(const o_long_range *r, dbx_buf *b) {
  dbx_put(b, "range(");
  DBX_TRY(lang_put_int(b, r->part[0]));
  dbx_put(b, ", ");
  DBX_TRY(lang_put_int(b, r->part[1]));
  bool one = is_int(r->part[2]) && r->part[2].i == 1;
  if (!one) dbx_put(b, ", ");
  if (!one) DBX_TRY(lang_put_int(b, r->part[2]));
  return dbx_putc(b, ')'), DBX_OK;
}

static dbx_status object_text(pv v, bool str, dbx_buf *b) {
  const obj *o = v.o;
  switch ((obj_type)o->type) {
  case T_STR:
    if (str) dbx_putn(b, STR(v)->s, STR(v)->n);
    else dbx_put_str_repr(b, STR(v)->s, STR(v)->n);
    return DBX_OK;
  case T_BIGINT: return lang_put_int(b, v);
  case T_COMPLEX: return put_complex(b, ((o_complex *)o)->re, ((o_complex *)o)->im), DBX_OK;
  case T_TUPLE:
  case T_LIST:
  case T_DICT:
  case T_SET: return container_repr(v, b);
  case T_RANGE: return range_repr((const o_range *)o, b);
  case T_LONG_RANGE: return long_range_repr((const o_long_range *)o, b);
  case T_SLICE:
    dbx_put(b, "slice(");
    DBX_TRY(put_items(((const o_slice *)o)->part, 3, b));
    return dbx_putc(b, ')'), DBX_OK;
  case T_FUNCTION:
    dbx_printf(b, "<function %s", dbx_sym_text(((const o_function *)o)->qualname));
    return put_address(b, o), DBX_OK;
  case T_NATIVE: return native_repr((const o_native *)o, b);
  case T_METHOD: return method_repr((const o_method *)o, b);
  case T_CLASS:
    dbx_put(b, "<class '");
    put_class_name(b, (const o_class *)o);
    return dbx_put(b, "'>"), DBX_OK;
  case T_TYPE: return dbx_printf(b, "<class '%s'>", full_type_name((const o_type *)o)), DBX_OK;
  case T_INSTANCE: return instance_text(v, str, b);
  case T_MODULE: return dbx_printf(b, "<module '%s'>", ((const o_module *)o)->def->name), DBX_OK;
  case T_ARRAY:
  case T_NDARRAY:
  case T_GENERIC: return array_text(v, str, b);
  case T_DTYPE: return dtype_text((const o_dtype *)o, str, b), DBX_OK;
  case T_PARTIAL: return partial_repr((const o_partial *)o, b);
  case T_AT: return at_repr((const o_at *)o, b);
  case T_SHAPED: return lang_put_aval(b, ((const o_shaped *)o)->aval), DBX_OK;
  case T_JAXPR: return lang_put_jaxpr(b, ((const o_jaxpr *)o)->jaxpr), DBX_OK;
  case T_QJIT:
    return dbx_put(b, "<catalyst.compiled_functions.CompiledFunction object"), put_address(b, o),
           DBX_OK;
  case T_SUPER:
    dbx_printf(b, "<super: <class '%s'>, <%s object>>",
               dbx_sym_text(((const o_super *)o)->cls->name),
               lang_type_name(((const o_super *)o)->self));
    return DBX_OK;
  case T_ITER:
    if (is_view(v)) return container_repr(v, b);
    break;
  default: break;
  }
  dbx_printf(b, "<%s object", lang_type_name(v));
  return put_address(b, o), DBX_OK;
}

static dbx_status value_text(pv v, bool str, dbx_buf *b) {
  switch (v.tag) {
  case PV_NONE: return dbx_put(b, "None"), DBX_OK;
  case PV_ELLIPSIS: return dbx_put(b, "Ellipsis"), DBX_OK;
  case PV_NOTIMPLEMENTED: return dbx_put(b, "NotImplemented"), DBX_OK;
  case PV_BOOL: return dbx_put(b, v.i ? "True" : "False"), DBX_OK;
  case PV_INT: return lang_put_int(b, v);
  case PV_FLOAT: return dbx_put_double(b, v.f), DBX_OK;
  case PV_TRACER: return lang_put_tracer(b, v.tracer), DBX_OK;
  case PV_OBJ: return object_text(v, str, b);
  default: return DBX_OK;
  }
}

dbx_status lang_str(pv v, dbx_buf *b) { return value_text(v, true, b); }
dbx_status lang_repr(pv v, dbx_buf *b) { return value_text(v, false, b); }

dbx_status lang_ascii(pv v, dbx_buf *b) {
  dbx_buf text = {0};
  dbx_status st = lang_repr(v, &text);
  for (size_t i = 0; st == DBX_OK && i < text.n;) {
    utf8proc_int32_t c;
    utf8proc_ssize_t len =
        utf8proc_iterate((utf8proc_uint8_t *)text.at + i, (utf8proc_ssize_t)(text.n - i), &c);
    if (len <= 1) dbx_putc(b, text.at[i]), len = 1;
    else quote_put_escape(b, c);
    i += (size_t)len;
  }
  dbx_buf_free(&text);
  return st;
}

dbx_status lang_str_value(pv v, pv *ret) {
  dbx_buf b = {0};
  if (is_str(v)) return *ret = v, DBX_OK;
  dbx_status st = lang_str(v, &b);
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}
dbx_status lang_repr_value(pv v, pv *ret) {
  dbx_buf b = {0};
  dbx_status st = lang_repr(v, &b);
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}
