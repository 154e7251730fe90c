// Names, constants and the commonest cases of operators, inline: what they need is in sight, they
// run no code of the program, and they cannot fail. All other cases are left to their functions.
#ifndef DBX_LANG_QUICK_H
#define DBX_LANG_QUICK_H

#include "base/known.h"
#include "lang/run/draft.h"
#include "lang/run/lang.h"
#include "trace/trace.h"

#define NOT_INLINE __attribute__((noinline))

// ---- operators ----

// Each of these: false if it is not one of the cases; nothing has happened then.
static inline bool quick_int(dbx_op op, int64_t a, int64_t b, pv *ret) {
  const int64_t exact = (int64_t)1 << 53; // as a double
  int64_t r, m;
  switch (op) {
  case DBX_OP_Add:
    if (__builtin_add_overflow(a, b, &r)) return false;
    break;
  case DBX_OP_Sub:
    if (__builtin_sub_overflow(a, b, &r)) return false;
    break;
  case DBX_OP_Mult:
    if (__builtin_mul_overflow(a, b, &r)) return false;
    break;
  case DBX_OP_FloorDiv:
    if (b <= 0) return false;
    r = a / b, m = a % b;
    r -= m < 0;
    break;
  case DBX_OP_Mod:
    if (b <= 0) return false;
    r = a % b;
    r += r < 0 ? b : 0;
    break;
  case DBX_OP_BitAnd: r = a & b; break;
  case DBX_OP_BitOr: r = a | b; break;
  case DBX_OP_BitXor: r = a ^ b; break;
  case DBX_OP_RShift:
    if (b < 0 || b > 63) return false;
    r = a >> b;
    break;
  case DBX_OP_LShift:
    if (b < 0 || b > 62) return false;
    r = (int64_t)((uint64_t)a << b);
    if (r >> b != a) return false;
    break;
  case DBX_OP_Div:
    if (b == 0 || a >= exact || a <= -exact || b >= exact || b <= -exact) return false;
    return *ret = pv_float((double)a / (double)b), true;
  default: return false;
  }
  return *ret = pv_int(r), true;
}

// Of two floats, without a diagnostic: not by zero.
static inline bool quick_float(dbx_op op, double a, double b, pv *ret) {
  switch (op) {
  case DBX_OP_Add: return *ret = pv_float(a + b), true;
  case DBX_OP_Sub: return *ret = pv_float(a - b), true;
  case DBX_OP_Mult: return *ret = pv_float(a * b), true;
  case DBX_OP_Div: return b != 0 ? *ret = pv_float(a / b), true : false;
  default: return false;
  }
}

// Of two numbers, as quick_int and quick_float.
static inline bool quick_binary(dbx_op op, pv x, pv y, pv *ret) {
  if (x.tag == PV_INT && y.tag == PV_INT) return quick_int(op, x.i, y.i, ret);
  if (x.tag == PV_FLOAT && y.tag == PV_FLOAT) return quick_float(op, x.f, y.f, ret);
  if (x.tag == PV_FLOAT && y.tag == PV_INT) return quick_float(op, x.f, (double)y.i, ret);
  if (x.tag == PV_INT && y.tag == PV_FLOAT) return quick_float(op, (double)x.i, y.f, ret);
  return false;
}

#define QUICK_ORDER(a, b)                                                                          \
  switch (op) {                                                                                    \
  case DBX_OP_Lt: return *ret = (a) < (b), true;                                                   \
  case DBX_OP_LtE: return *ret = (a) <= (b), true;                                                 \
  case DBX_OP_Gt: return *ret = (a) > (b), true;                                                   \
  case DBX_OP_GtE: return *ret = (a) >= (b), true;                                                 \
  case DBX_OP_Eq: return *ret = (a) == (b), true;                                                  \
  case DBX_OP_NotEq: return *ret = (a) != (b), true;                                               \
  default: return false;                                                                           \
  }
// Order and equality of two strings.
static inline bool quick_texts(dbx_op op, pv x, pv y, bool *ret) {
  const o_str *a = STR(x), *b = STR(y);
  if (op == DBX_OP_Eq || op == DBX_OP_NotEq) {
    bool same = a == b || (a->n == b->n && !memcmp(a->s, b->s, a->n));
    return *ret = same == (op == DBX_OP_Eq), true;
  }
  int r = a->n && b->n ? (unsigned char)*a->s - (unsigned char)*b->s : 0;
  if (!r) r = memcmp(a->s, b->s, a->n < b->n ? a->n : b->n); // UTF-8 sorts like its code points
  if (!r) r = (a->n > b->n) - (a->n < b->n);
  QUICK_ORDER(r, 0)
}
// is, and the order of two numbers or short strings.
static inline bool quick_compare(dbx_op op, pv x, pv y, bool *ret) {
  if (op == DBX_OP_Is || op == DBX_OP_IsNot) return *ret = pv_same(x, y) == (op == DBX_OP_Is), true;
  if (x.tag == PV_INT && y.tag == PV_INT) QUICK_ORDER(x.i, y.i)
  if (x.tag == PV_FLOAT && y.tag == PV_FLOAT) QUICK_ORDER(x.f, y.f)
  if (is_str(x) && is_str(y) && STR(x)->n < DBX_POLL_STEPS && !x.o->sub && !y.o->sub)
    return quick_texts(op, x, y, ret);
  return false;
}
#undef QUICK_ORDER

// An element of a list, tuple or string of ASCII that has one at that index.
static inline bool quick_item(pv x, pv i, pv *ret) {
  if (i.tag != PV_INT || is_instance(x)) return false;
  if (is_str(x) && STR(x)->n == STR(x)->points) { // of ASCII
    int64_t k = i.i < 0 ? i.i + STR(x)->n : i.i;
    if (k < 0 || k >= STR(x)->n) return false;
    return *ret = str_char(STR(x)->s[k]), true;
  }
  if (!is_seq(x)) return false;
  const o_seq *s = SEQ(x);
  int64_t at = i.i < 0 ? i.i + s->n : i.i;
  if (at < 0 || at >= s->n) return false;
  return pv_put(ret, s->at[at]), true;
}

// The same for storing into a list that no snapshot shares.
static inline bool quick_set_item(pv x, pv i, pv v) {
  if (!is_obj(x, T_LIST) || i.tag != PV_INT || x.o->sub) return false;
  const o_seq *s = SEQ(x);
  int64_t at = i.i < 0 ? i.i + s->n : i.i;
  if (at < 0 || at >= s->n || s->h.shared) return false;
  return pv_put(&s->at[at], v), true;
}

// Of a bool or an int of one word.
static inline bool quick_truth(pv v, bool *ret) {
  if (v.tag != PV_BOOL && v.tag != PV_INT) return false;
  return *ret = v.i != 0, true;
}

// ---- names ----

// The object of a constant, which the node keeps.
static inline pv quick_constant(const dbx_node *n) {
  if (n->constant == DBX_C_INT) return pv_int(n->value->i);
  if (n->constant == DBX_C_STR && n->value->cached) return pv_obj(n->value->cached);
  return lang_constant(n);
}

// A local name's value. The lines of a module have no environment, and no local names.
static inline pv *quick_slot(o_env *env, const dbx_node *n) {
  dbx_known(env && n->slot < env->n);
  return &env->slot[n->slot];
}

// The value of an expression; UNBOUND: it failed.
static inline pv quick_value(o_env *env, const dbx_node *n) {
  if (n->kind == DBX_N_Name && n->where == DBX_LOCAL && quick_slot(env, n)->tag != PV_UNBOUND)
    return *quick_slot(env, n);
  if (n->kind == DBX_N_Constant) return quick_constant(n);
  return lang_value(env, n);
}
static inline bool quick_is_simple(const dbx_node *n) { // its value runs no code of the program
  return n->kind == DBX_N_Name || n->kind == DBX_N_Constant;
}

// The entry of a symbol's string, if it lies at that place; NULL: it does not.
static inline const dict_entry *quick_entry_at(const o_dict *d, dbx_sym name, uint32_t place) {
  const obj_list *made = &heap_now->sym_strings;
  if (name >= made->n || place >= d->used) return NULL;
  const dict_entry *e = &d->entry[place];
  return e->key.tag == PV_OBJ && e->key.o == made->at[name] ? e : NULL;
}
// The same, wherever it lies, which is *place from now on.
static inline const dict_entry *quick_entry(const o_dict *d, dbx_sym name, uint32_t *place) {
  const dict_entry *e = dict_entry_of_sym(d, name);
  if (e) *place = (uint32_t)(e - d->entry);
  return e;
}

static inline bool quick_is_noted(pv v) { // somebody else wants to know what names are bound to
  return lang_now->draft.on || (v.tag >= PV_TRACER && dbx_trace_current());
}

// lang_store, with local names in sight.
static inline dbx_status quick_store(o_env *env, const dbx_node *t, pv v) {
  if (t->kind != DBX_N_Name || t->where != DBX_LOCAL || quick_is_noted(v))
    return lang_store(env, t, v);
  return pv_put(quick_slot(env, t), v), DBX_OK;
}

// ---- iteration ----

// lang_next, with ranges, strings and sequences in sight; *done: there is none.
static inline dbx_status quick_next(pv iterator, pv *ret, bool *done) {
  o_iter *it = (o_iter *)iterator.o;
  if (it->h.type != T_ITER || it->view || it->done) return lang_next(iterator, ret, done);
  if (it->kind == IT_RANGE && it->i < it->end) {
    const o_range *r = (o_range *)it->src.o;
    uint64_t i = (uint64_t)it->i++;
    return *ret = pv_int((int64_t)((uint64_t)r->start + i * (uint64_t)r->step)), DBX_OK;
  }
  if (it->kind == IT_STR && it->i < STR(it->src)->n && !(STR(it->src)->s[it->i] & 0x80))
    return *ret = str_char(STR(it->src)->s[it->i++]), DBX_OK;
  if (it->kind == IT_SEQ && it->i < SEQ(it->src)->n)
    return pv_put(ret, SEQ(it->src)->at[it->i++]), DBX_OK;
  return lang_next(iterator, ret, done);
}
// Whether each item is a tuple that nobody else has.
static inline bool quick_makes_pairs(pv iterator) {
  const o_iter *it = (o_iter *)iterator.o;
  return it->h.type == T_ITER &&
         (it->kind == IT_ENUMERATE || it->kind == IT_ZIP || it->kind == IT_DICT_ITEMS);
}

#endif
