// Values of the host language as values of the array API, and back; calls of its functions and
// operators. Two kinds of concrete arrays meet here: jax arrays, whose operations are traced while
// a function is traced, and numpy's, which compute by themselves (np.h) and become constants by
// value where they meet jax.
#include "jnp/jnp.h"
#include "lang/jax/tree_call.h"
#include "lang/jax/types.h"
#include "lang/np/np.h"
#include "lang/object/operation.h"
#include "prim/prim.h"

#include <string.h>

// ---- one operation: its temporaries are given back at its end ----

static dbx_status end(const operation *o, dbx_status st, const dbx_val *v, pv *ret) {
  if (st == DBX_OK) st = lang_from_val(v, ret);
  return operation_end(o, st);
}

// ---- to values ----

enum { MAX_NESTING = 500 };
#define TO_VAL(type) dbx_status type##_to_val(pv v, int depth, dbx_val *ret)

static dbx_status to_val(pv v, int depth, dbx_val *ret);

// An operation takes a few words for each item: of its values, and of what it makes of them.
enum { MANY_ITEMS = 1 << 12, ITEM_BYTES = 128 };

static dbx_status check_items(int64_t n) {
  if (n < MANY_ITEMS || heap_has_room((double)n * ITEM_BYTES)) return DBX_OK;
  return dbx_budget_fail(DBX_E216, (dbx_span){0});
}

static dbx_status items_to_val(const pv *at, uint32_t n, int depth, dbx_val_kind kind,
                               dbx_val *ret) {
  if (depth > MAX_NESTING)
    return dbx_fail(DBX_E210, (dbx_span){0}, "the argument is nested too deeply");
  DBX_TRY(check_items(n));
  dbx_val *item = DBX_TMP(dbx_val, n);
  for (uint32_t i = 0; i < n; i++) DBX_TRY(to_val(at[i], depth + 1, &item[i]));
  return *ret = (dbx_val){.kind = kind, .item = item, .n = n}, DBX_OK;
}

TO_VAL(dict) {
  const o_dict *d = DICT(v);
  uint32_t i = 0, n = 0;
  dict_entry *e;
  if (depth > MAX_NESTING)
    return dbx_fail(DBX_E210, (dbx_span){0}, "the argument is nested too deeply");
  DBX_TRY(check_items(2 * (int64_t)d->n));
  dbx_val *item = DBX_TMP(dbx_val, 2 * (size_t)d->n);
  while (dict_next(d, &i, &e)) {
    DBX_TRY(to_val(e->key, depth + 1, &item[n++]));
    DBX_TRY(to_val(e->val, depth + 1, &item[n++]));
  }
  return *ret = (dbx_val){.kind = DBX_V_DICT, .item = item, .n = n}, DBX_OK;
}

TO_VAL(range) {
  const o_range *r = (o_range *)v.o;
  int64_t n = lang_range_length(r);
  if (n < 0 || n > (int64_t)1 << 28)
    return dbx_fail(DBX_E216, (dbx_span){0}, "the range is too long to become an array");
  DBX_TRY(check_items(n));
  dbx_val *item = DBX_TMP(dbx_val, n);
  for (int64_t i = 0; i < n; i++) item[i] = dbx_val_int(r->start + i * r->step);
  return *ret = (dbx_val){.kind = DBX_V_LIST, .item = item, .n = (uint32_t)n}, DBX_OK;
}

static bool dtype_of_type(pv v, dbx_dtype *ret) {
  const char *name = is_obj(v, T_TYPE) ? ((o_type *)v.o)->name : "";
  if (!strcmp(name, "int")) return *ret = DBX_I64, true;
  if (!strcmp(name, "float")) return *ret = DBX_F64, true;
  if (!strcmp(name, "bool")) return *ret = DBX_BOOL, true;
  if (!strcmp(name, "complex")) return *ret = DBX_C128, true;
  return false;
}

dbx_status lang_annotation_aval(pv a, dbx_aval *ret) {
  dbx_dtype t;
  if (is_obj(a, T_SHAPED)) return *ret = ((o_shaped *)a.o)->aval, DBX_OK;
  if (dtype_of_type(a, &t)) return *ret = dbx_aval_scalar(t, true), DBX_OK;
  bool scalar = is_obj(a, T_DTYPE) && ((o_dtype *)a.o)->is_class;
  if (scalar) return *ret = dbx_aval_scalar(((o_dtype *)a.o)->t, false), DBX_OK;
  if (is_obj(a, T_INSTANCE)) { // jax.ShapeDtypeStruct and what else has a shape and a dtype
    if (lang_attribute_aval(a, ret) == DBX_OK) return DBX_OK;
    dbx_diag_forget();
  }
  dbx_buf b = {0};
  dbx_status st = lang_str(a, &b);
  if (st == DBX_OK)
    dbx_fail_(DBX_E511, (dbx_span){0}, "Argument type %s is not a valid JAX type.", dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}

TO_VAL(numpy) {
  dbx_array *a;
  DBX_TRY(lang_np_frozen(v, &a));
  return *ret = dbx_val_array(a), DBX_OK;
}

TO_VAL(none) { return *ret = dbx_val_none(), DBX_OK; }
TO_VAL(ellipsis) { return *ret = (dbx_val){.kind = DBX_V_ELLIPSIS}, DBX_OK; }
TO_VAL(bool) { return *ret = dbx_val_bool(v.i), DBX_OK; }
TO_VAL(int) { return *ret = dbx_val_int(v.i), DBX_OK; }
TO_VAL(float) { return *ret = dbx_val_float(v.f), DBX_OK; }
TO_VAL(tracer) { return *ret = dbx_val_tracer(v.tracer), DBX_OK; }
TO_VAL(array) { return *ret = dbx_val_array(ARR(v)), DBX_OK; }
TO_VAL(dtype) { return *ret = dbx_val_dtype(((o_dtype *)v.o)->t), DBX_OK; }
TO_VAL(tuple) { return items_to_val(SEQ(v)->at, SEQ(v)->n, depth, DBX_V_TUPLE, ret); }
TO_VAL(list) { return items_to_val(SEQ(v)->at, SEQ(v)->n, depth, DBX_V_LIST, ret); }
TO_VAL(slice) { return items_to_val(((o_slice *)v.o)->part, 3, depth, DBX_V_SLICE, ret); }

TO_VAL(str) {
  *ret = (dbx_val){.kind = DBX_V_STR, .str = dbx_intern_n(STR(v)->s, STR(v)->n)};
  return DBX_OK;
}

TO_VAL(bigint) {
  *ret = (dbx_val){.kind = DBX_V_BIGINT};
  ret->n = number_big_parts(v, &ret->big.nearest, &ret->big.u);
  return DBX_OK;
}

TO_VAL(complex) {
  const o_complex *c = (o_complex *)v.o;
  return *ret = (dbx_val){.kind = DBX_V_COMPLEX, .c = {c->re, c->im}}, DBX_OK;
}

TO_VAL(long_range) {
  return dbx_fail(DBX_E211, (dbx_span){0}, "Python int too large to convert to C long");
}

static dbx_status to_val(pv v, int depth, dbx_val *ret) {
  const object_type *type = type_of(v);
  dbx_dtype t;
  if (type->to_val) return type->to_val(v, depth, ret);
  if (dtype_of_type(v, &t)) return *ret = dbx_val_dtype(t), DBX_OK;
  if (is_obj(v, T_TYPE) || is_obj(v, T_CLASS))
    return *ret = (dbx_val){.kind = DBX_V_OTHER, .str = dbx_intern("type")}, DBX_OK;
  if (lang_callable(v)) {
    dbx_callable *c = DBX_TMP(dbx_callable, 1);
    lang_callable_of(v, c);
    return *ret = (dbx_val){.kind = DBX_V_CALL, .call = c}, DBX_OK;
  }
  return *ret = (dbx_val){.kind = DBX_V_OTHER, .str = dbx_intern(lang_type_name(v))}, DBX_OK;
}

dbx_status lang_to_val(pv v, dbx_val *ret) { return to_val(v, 0, ret); }

// ---- from values ----

dbx_status lang_from_val(const dbx_val *v, pv *ret) {
  switch (v->kind) {
  case DBX_V_NONE: return *ret = pv_none(), DBX_OK;
  case DBX_V_BOOL: return *ret = pv_bool(v->i), DBX_OK;
  case DBX_V_INT: return *ret = pv_int(v->i), DBX_OK;
  case DBX_V_FLOAT: return *ret = pv_float(v->c[0]), DBX_OK;
  case DBX_V_COMPLEX: return *ret = complex_new(v->c[0], v->c[1]), DBX_OK;
  case DBX_V_TRACER: return *ret = pv_tracer(v->tracer), DBX_OK;
  case DBX_V_ARRAY: return *ret = array_take(dbx_array_ref(v->array)), DBX_OK;
  case DBX_V_STR: return *ret = lang_sym_str(v->str), DBX_OK;
  case DBX_V_DTYPE: return *ret = dtype_new(v->dtype, false, true), DBX_OK;
  case DBX_V_ELLIPSIS: return *ret = PV(PV_ELLIPSIS), DBX_OK;
  case DBX_V_FAILED: return DBX_FAIL;
  case DBX_V_TUPLE:
  case DBX_V_LIST: break;
  default:
    return dbx_fail(DBX_E512, (dbx_span){0},
                    "the result is a %s, which no value of the program can hold",
                    dbx_val_type_name(v));
  }
  pv seq = v->kind == DBX_V_TUPLE ? tuple_new(NULL, v->n) : list_new(NULL, v->n);
  for (uint32_t i = 0; i < v->n; i++) DBX_TRY(lang_from_val(&v->item[i], &SEQ(seq)->at[i]));
  return *ret = seq, DBX_OK;
}

// ---- host functions as callables ----

static dbx_status call_host(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret) {
  pv r;
  uint32_t mark = lang_pins(), slot = (uint32_t)(uintptr_t)ctx;
  for (uint32_t i = 0; i < n; i++) {
    pv a;
    DBX_TRY(lang_from_val(&args[i], &a));
    lang_pin(a);
  }
  dbx_status st = lang_call(lang_pinned(slot), lang_pin_at(mark), n, &r);
  if (st == DBX_OK) lang_pin(r), st = tree_to_leaves(r, ret, NULL);
  lang_unpin(mark);
  return st;
}

dbx_sym lang_function_name(pv fn) {
  if (is_obj(fn, T_FUNCTION)) return ((o_function *)fn.o)->name;
  if (is_native(fn)) return dbx_intern(((o_native *)fn.o)->name);
  if (is_obj(fn, T_METHOD)) return lang_function_name(((o_method *)fn.o)->fn);
  if (is_obj(fn, T_PARTIAL)) return dbx_intern("<unnamed function>");
  pv name = PV(PV_UNBOUND);
  if (lang_findattr(fn, names_now->__name__, &name) != DBX_OK) dbx_diag_forget();
  return is_str(name) ? dbx_intern_n(STR(name)->s, STR(name)->n) : dbx_intern(lang_type_name(fn));
}

void lang_callable_of(pv fn, dbx_callable *ret) {
  lang_pin(fn);
  *ret = (dbx_callable){.call = call_host,
                        .ctx = (void *)(uintptr_t)(lang_pins() - 1),
                        .name = lang_function_name(fn)};
}

// A value that outlives the object it came from: for results that are handed to an operation.
dbx_status lang_to_owned_val(pv v, dbx_val *ret) {
  DBX_TRY(lang_to_val(v, ret));
  if (ret->kind == DBX_V_ARRAY) dbx_autorelease(dbx_array_ref(ret->array));
  return DBX_OK;
}

// ---- calls ----

static dbx_status args_to_vals(const call_args *c, const pv *self, dbx_val **args, uint32_t *n,
                               dbx_keyword **kw) {
  uint32_t lead = self ? 1 : 0;
  *n = c->n + lead;
  *args = DBX_TMP(dbx_val, *n);
  *kw = DBX_TMP(dbx_keyword, c->n_kw);
  if (self) DBX_TRY(lang_to_val(*self, *args));
  for (uint32_t i = 0; i < c->n; i++) DBX_TRY(lang_to_val(c->at[i], *args + lead + i));
  for (uint32_t i = 0; i < c->n_kw; i++) {
    (*kw)[i].name = c->kw[i];
    DBX_TRY(lang_to_val(c->kw_at[i], &(*kw)[i].val));
  }
  return DBX_OK;
}

// What an operation did not change is the same object, as jax has it: x.T is x, x.reshape(3) is x.
static void keep_identity(pv operand, pv *result) {
  if (!is_obj(operand, T_ARRAY) || !is_obj(*result, T_ARRAY)) return;
  if (ARR(operand) == ARR(*result)) *result = operand;
}

static dbx_status call_once(const dbx_function *f, const call_args *c, const pv *self, pv *ret) {
  operation o = operation_begin();
  dbx_val *args, r = {0};
  dbx_keyword *kw;
  uint32_t n;
  dbx_status st = args_to_vals(c, self, &args, &n, &kw);
  if (st == DBX_OK) st = dbx_function_call(f, args, n, kw, c->n_kw, &r);
  DBX_TRY(end(&o, st, &r, ret));
  pv operand = self ? *self : c->n ? c->at[0] : PV(PV_UNBOUND);
  return keep_identity(operand, ret), DBX_OK;
}

static dbx_status call_function(const dbx_function *f, const call_args *c, const pv *self,
                                pv *ret) {
  uint64_t writes = heap_now->writes;
  dbx_status st = dbx_polled(call_once(f, c, self, ret));
  return st != DBX_OK && heap_try_call_again(c, writes) ? call_once(f, c, self, ret) : st;
}

dbx_status lang_call_function(const dbx_function *f, const call_args *c, pv *ret) {
  return call_function(f, c, NULL, ret);
}

static dbx_status method_native(const call_args *c, pv *ret) {
  const o_native *m = (o_native *)c->fn.o;
  return call_function(m->data, c, &m->self, ret);
}

// A method of arrays, bound to x, or the value of an attribute that is computed.
dbx_status lang_array_function(pv x, dbx_sym name, pv *ret) {
  bool attribute;
  const dbx_function *f = dbx_array_method(dbx_sym_text(name), &attribute);
  if (!f) return DBX_OK;
  pv m = native_new(dbx_sym_text(name), method_native, x, f);
  if (!attribute) return *ret = m, DBX_OK;
  call_args c = {.fn = m, .span = dbx_here};
  return method_native(&c, ret);
}

// ---- operators ----

bool lang_is_traced_or_jax(pv v) {
  if (v.tag == PV_TRACER || is_obj(v, T_ARRAY)) return true;
  if (is_seq(v))
    for (uint32_t i = 0; i < SEQ(v)->n; i++)
      if (lang_is_traced_or_jax(SEQ(v)->at[i])) return true;
  return false;
}

static bool is_operand(pv v) { return is_array(v) || is_number(v); }

static dbx_status operator(dbx_op op, pv x, pv *y, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  if (!is_operand(x) || (y && !is_operand(*y))) return DBX_OK;
  operation o = operation_begin();
  dbx_val a, b = {0}, r = {0};
  dbx_status st = lang_to_val(x, &a);
  if (st == DBX_OK && y) st = lang_to_val(*y, &b);
  if (st == DBX_OK) st = dbx_operator(op, &a, y ? &b : NULL, &r);
  return end(&o, st, &r, ret);
}

// Operations among numpy's arrays, numbers and containers are numpy's.
static bool is_for_numpy(pv x, pv y) {
  return !lang_is_traced_or_jax(x) && !lang_is_traced_or_jax(y);
}

// jax's arrays refuse the containers that numpy would take for arrays.
static bool is_refused(pv x, pv y) {
  bool container = is_seq(y) || is_obj(y, T_SET) || is_obj(y, T_DICT);
  return container && lang_is_traced_or_jax(x);
}

dbx_status lang_array_binary(dbx_op op, pv x, pv y, pv *ret) {
  if (is_refused(x, y) || is_refused(y, x)) return lang_operand_error(dbx_op_symbol(op), x, y);
  if (is_for_numpy(x, y)) return np_binary(op, x, y, ret);
  return operator(op, x, &y, ret);
}
// A comparison whose left side is not a jax array is asked of the right side, with the mirrored
// operator, as Python does.
dbx_status lang_array_compare(dbx_op op, pv x, pv y, pv *ret) {
  static const dbx_op mirrored[] = {[DBX_OP_Eq] = DBX_OP_Eq, [DBX_OP_NotEq] = DBX_OP_NotEq,
                                    [DBX_OP_Lt] = DBX_OP_Gt, [DBX_OP_LtE] = DBX_OP_GtE,
                                    [DBX_OP_Gt] = DBX_OP_Lt, [DBX_OP_GtE] = DBX_OP_LtE};
  if (is_refused(x, y)) return lang_operand_error(dbx_op_symbol(op), x, y);
  if (is_refused(y, x)) return lang_operand_error(dbx_op_symbol(mirrored[op]), y, x);
  if (is_for_numpy(x, y)) return np_compare(op, x, y, ret);
  if (!lang_is_traced_or_jax(x) && lang_is_traced_or_jax(y))
    return operator(mirrored[op], y, &x, ret);
  return operator(op, x, &y, ret);
}
dbx_status lang_array_unary(dbx_op op, pv x, pv *ret) {
  if (is_numpy(x)) return np_unary(op, x, ret);
  return operator(op, x, NULL, ret);
}

dbx_status lang_array_divmod(pv x, pv y, pv *ret) {
  if (is_for_numpy(x, y)) return np_divmod(x, y, ret);
  return operator(DBX_OP_DivMod, x, &y, ret);
}

dbx_status lang_array_abs(pv x, pv *ret) {
  if (is_numpy(x)) return np_absolute(x, ret);
  call_args c = {.at = &x, .n = 1, .span = dbx_here};
  return call_function(dbx_function_find("jnp", "abs"), &c, NULL, ret);
}

// ---- items ----

dbx_status lang_array_getitem(pv x, pv index, pv *ret) {
  bool traced = index.tag == PV_TRACER || (is_seq(index) && lang_is_traced_or_jax(index));
  if (is_numpy(x) && !traced) return np_getitem(x, index, ret);
  operation o = operation_begin();
  dbx_val a, i, r = {0};
  dbx_status st = lang_to_val(x, &a);
  if (st == DBX_OK) st = lang_to_val(index, &i);
  if (st == DBX_OK) st = dbx_getitem(&a, &i, &r);
  DBX_TRY(end(&o, st, &r, ret));
  return keep_identity(x, ret), DBX_OK;
}

dbx_status lang_array_row(pv x, int64_t i, pv *ret) {
  if (is_numpy(x)) return np_getitem(x, pv_int(i), ret);
  operation o = operation_begin();
  dbx_val a, r = {0};
  dbx_status st = lang_to_val(x, &a);
  if (st == DBX_OK) st = dbx_row(&a, i, &r);
  return end(&o, st, &r, ret);
}

dbx_status lang_array_setitem(pv x, pv index, pv v) {
  if (is_numpy(x)) return np_setitem(x, index, v);
  dbx_val v_x;
  bool traced = lang_to_val(x, &v_x) == DBX_OK && v_x.kind == DBX_V_TRACER;
  dbx_fail_(DBX_E407, (dbx_span){0},
            "%s%s%s does not support item assignment. JAX arrays are immutable. Instead of "
            "``x[idx] = y``, use ``x = x.at[idx].set(y)`` or another .at[] method",
            traced ? "a traced array" : "'", traced ? "" : lang_type_name(x),
            traced ? "" : "' object");
  return DBX_FAIL;
}

static dbx_status at_method(const call_args *c, pv *ret) {
  const o_native *m = (o_native *)c->fn.o;
  const o_at *at = (o_at *)m->self.o;
  operation o = operation_begin();
  dbx_val x, i, *args, r = {0};
  dbx_keyword *kw;
  uint32_t n;
  dbx_status st = lang_to_val(at->x, &x);
  if (st == DBX_OK) st = lang_to_val(at->index, &i);
  if (st == DBX_OK) st = args_to_vals(c, NULL, &args, &n, &kw);
  if (st == DBX_OK) st = dbx_at(&x, &i, m->name, args, n, kw, c->n_kw, &r);
  return end(&o, st, &r, ret);
}

dbx_status lang_at_index(o_at *at, pv index, pv *ret) {
  o_at *o = heap_new(T_AT, sizeof *o);
  o->x = at->x, o->index = index;
  return *ret = pv_obj(o), DBX_OK;
}

dbx_status lang_at_attr(pv at, const char *name, pv *ret) {
  static const char *const methods[] = {"set",   "add", "multiply", "mul", "divide",
                                        "power", "min", "max",      "get", "apply"};
  if (((o_at *)at.o)->index.tag == PV_UNBOUND) return DBX_OK;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    if (!strcmp(name, methods[i]))
      *ret = native_new(!strcmp(name, "mul") ? "multiply" : methods[i], at_method, at, NULL);
  return DBX_OK;
}
