// Arithmetic operators on values of every type.
#include "base/poll.h"
#include "lang/object/share.h"
#include "lang/object/types.h"
#include "lang/value/str.h"

#include <stddef.h>
#include <stdio.h>

// ---- methods that classes define for operators ----

typedef struct op_names { // where they are in lang_names
  uint16_t name, reflected, inplace;
} op_names;
#define AT(n) offsetof(lang_names, __##n##__)
#define OP(n) {AT(n), AT(r##n), AT(i##n)}
static const op_names binary_names[] = {
    [DBX_OP_Add] = OP(add),          [DBX_OP_Sub] = OP(sub),       [DBX_OP_Mult] = OP(mul),
    [DBX_OP_MatMult] = OP(matmul),   [DBX_OP_Div] = OP(truediv),   [DBX_OP_Mod] = OP(mod),
    [DBX_OP_Pow] = OP(pow),          [DBX_OP_LShift] = OP(lshift), [DBX_OP_RShift] = OP(rshift),
    [DBX_OP_BitOr] = OP(or),         [DBX_OP_BitXor] = OP(xor),    [DBX_OP_BitAnd] = OP(and),
    [DBX_OP_FloorDiv] = OP(floordiv)};
static dbx_sym name_at(uint16_t offset) {
  return *(const dbx_sym *)((const char *)names_now + offset);
}

static const o_class *class_of(pv v) { return is_instance(v) ? lang_instance(v)->cls : NULL; }

// Whether the class of y lies below that of x and has a reflected method of its own.
static bool goes_first(const o_class *y, const o_class *x, dbx_sym reflected) {
  if (!x || !y || !lang_is_subclass(y, x)) return false;
  pv own = lang_class_lookup(y, reflected);
  return own.tag != PV_UNBOUND && !pv_same(own, lang_class_lookup(x, reflected));
}

static dbx_status call_either(const op_names *names, pv x, pv y, pv *ret) {
  const o_class *a = class_of(x), *b = class_of(y);
  if (a && a == b) return call_special(x, name_at(names->name), &y, 1, ret);
  if (goes_first(b, a, name_at(names->reflected))) {
    DBX_TRY(call_special(y, name_at(names->reflected), &x, 1, ret));
    if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
    return call_special(x, name_at(names->name), &y, 1, ret);
  }
  DBX_TRY(call_special(x, name_at(names->name), &y, 1, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  return call_special(y, name_at(names->reflected), &x, 1, ret);
}

// ---- binary operators ----

dbx_status lang_operand_error(const char *op, pv x, pv y) {
  return dbx_fail(DBX_E204, (dbx_span){0}, "unsupported operand type(s) for %s: '%s' and '%s'", op,
                  lang_type_name(x), lang_type_name(y));
}

static dbx_status repeat_count(pv n, size_t items, size_t bytes, int64_t *ret) {
  DBX_TRY(lang_index(n, ret));
  if (*ret < 0) *ret = 0;
  return items ? lang_check_room((double)*ret * (double)items * (double)bytes) : DBX_OK;
}

static dbx_status repeat(pv x, pv n, pv *ret) {
  int64_t times;
  n = number_plain(n);
  if (is_str(x)) {
    DBX_TRY(repeat_count(n, STR(x)->n, 1, &times));
    dbx_buf b = {0};
    for (int64_t i = 0; STR(x)->n && dbx_go_on(i, times); i++) dbx_putn(&b, STR(x)->s, STR(x)->n);
    return *ret = str_take(&b), DBX_OK;
  }
  const o_seq *s = SEQ(x);
  DBX_TRY(repeat_count(n, s->n, sizeof(pv), &times));
  if ((double)times * s->n > UINT32_MAX)
    return dbx_fail(DBX_E216, (dbx_span){0}, "the sequence is too long");
  uint32_t total = (uint32_t)times * s->n;
  pv v = x.o->type == T_TUPLE ? tuple_new(NULL, total) : list_new(NULL, total);
  for (uint32_t i = 0; dbx_go_on(i, total); i++) SEQ(v)->at[i] = s->at[i % s->n];
  return *ret = v, DBX_OK;
}

static dbx_status join_sequences(pv x, pv y, pv *ret) {
  const o_seq *a = SEQ(x), *b = SEQ(y);
  DBX_TRY(lang_check_room(((double)a->n + b->n) * sizeof(pv)));
  pv v = x.o->type == T_TUPLE ? tuple_new(NULL, a->n + b->n) : list_new(NULL, a->n + b->n);
  if (a->n) dbx_copy(SEQ(v)->at, a->at, a->n * sizeof(pv));
  if (b->n) dbx_copy(SEQ(v)->at + a->n, b->at, b->n * sizeof(pv));
  return *ret = v, dbx_poll();
}

static dbx_status merge_dicts(pv x, pv y, pv *ret) {
  pv d = dict_new();
  pv parts[] = {x, y};
  for (int k = 0; k < 2; k++) {
    uint32_t i = 0;
    dict_entry *e;
    while (dict_next(DICT(parts[k]), &i, &e)) DBX_TRY(dict_set(DICT(d), e->key, e->val));
  }
  return *ret = d, DBX_OK;
}

static bool can_count(pv v) {
  if (is_instance(v) && !number_is_big(v))
    return lang_class_lookup(lang_instance(v)->cls, names_now->__index__).tag != PV_UNBOUND;
  if (is_obj(v, T_GENERIC)) return !dbx_is_inexact(GENERIC(v)->t);
  return is_int(v) || number_is_big(v) ||
         (is_obj(v, T_ARRAY) && ARR(v)->rank == 0 && dbx_is_integer(ARR(v)->dtype));
}

// What the row of one of the operands knows beside arrays.
static dbx_status ask_row(dbx_op op, pv of, pv x, pv y, pv *ret) {
  return is_array(of) || !type_built_in(of)->binary ? DBX_OK
                                                    : type_built_in(of)->binary(op, x, y, ret);
}

// Strings, sequences, sets and dictionaries; NOTIMPLEMENTED for the rest.
static dbx_status container_binary(dbx_op op, pv x, pv y, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  bool xs = is_str(x) || is_seq(x), ys = is_str(y) || is_seq(y);
  DBX_TRY(ask_row(op, x, x, y, ret));
  if (ret->tag == PV_NOTIMPLEMENTED) DBX_TRY(ask_row(op, y, x, y, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  if (op == DBX_OP_Mult && xs && can_count(y)) return repeat(x, y, ret);
  if (op == DBX_OP_Mult && ys && can_count(x)) return repeat(y, x, ret);
  if (op == DBX_OP_Mult && (xs || ys) && (x.tag == PV_TRACER || y.tag == PV_TRACER))
    return repeat(xs ? x : y, xs ? y : x, ret);
  if (op == DBX_OP_Mult && xs)
    return dbx_fail(DBX_E204, (dbx_span){0}, "can't multiply sequence by non-int of type '%s'",
                    lang_type_name(y));
  if (op == DBX_OP_Mult && ys)
    return dbx_fail(DBX_E204, (dbx_span){0}, "can't multiply sequence by non-int of type '%s'",
                    lang_type_name(x));
  if (op == DBX_OP_Add && xs && y.tag == PV_OBJ && x.o->type == y.o->type)
    return is_str(x) ? str_concat(x, y, ret) : join_sequences(x, y, ret);
  if (op == DBX_OP_Add && xs)
    return dbx_fail(DBX_E204, (dbx_span){0}, "can only concatenate %s (not \"%s\") to %s",
                    lang_type_name(x), lang_type_name(y), lang_type_name(x));
  if (op == DBX_OP_BitOr && is_obj(x, T_DICT) && is_obj(y, T_DICT)) return merge_dicts(x, y, ret);
  return DBX_OK;
}

static dbx_status no_operator(dbx_op op, bool inplace, pv x, pv y) {
  char text[8];
  if (op == DBX_OP_Pow && !inplace) return lang_operand_error("** or pow()", x, y);
  snprintf(text, sizeof text, "%.4s%s", dbx_op_symbol(op), inplace ? "=" : "");
  return lang_operand_error(text, x, y);
}

// numpy's scalars repeat sequences as numbers do: only integers can.
static bool is_repetition(pv s, pv times) {
  return (is_seq(s) || is_str(s)) && is_obj(times, T_GENERIC);
}

// Of instances their methods come before what a built-in type below does.
static dbx_status ask_methods(const op_names *names, pv *x, pv *y, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  if (!is_instance(*x) && !is_instance(*y)) return DBX_OK;
  DBX_TRY(call_either(names, *x, *y, ret));
  *x = number_plain(*x), *y = number_plain(*y);
  return DBX_OK;
}

static dbx_status binary(dbx_op op, pv x, pv y, bool inplace, pv *ret) {
  if (!is_array(x) && !is_array(y)) DBX_TRY(ask_methods(&binary_names[op], &x, &y, ret));
  else x = number_plain(x), y = number_plain(y), *ret = PV(PV_NOTIMPLEMENTED);
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  DBX_TRY(number_binary(op, x, y, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  bool arrays = is_array(x) || is_array(y);
  if (op == DBX_OP_Mult && (is_repetition(x, y) || is_repetition(y, x))) arrays = false;
  if (arrays) DBX_TRY(type_of(is_array(x) ? x : y)->binary(op, x, y, ret));
  if (arrays && ret->tag == PV_NOTIMPLEMENTED) DBX_TRY(call_either(&binary_names[op], x, y, ret));
  if (ret->tag == PV_NOTIMPLEMENTED) DBX_TRY(container_binary(op, x, y, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  return no_operator(op, inplace, x, y);
}

static inline dbx_status binary_once(dbx_op op, pv x, pv y, pv *ret) {
  if (op == DBX_OP_Add && is_str(x) && is_str(y) && !x.o->sub && !y.o->sub)
    return str_concat(x, y, ret);
  return dbx_polled(binary(op, x, y, false, ret));
}

// The items of a format have texts by methods of the program.
static bool runs_code(dbx_op op, pv x, pv y) {
  return is_instance(x) || is_instance(y) || (op == DBX_OP_Mod && is_str(x));
}

dbx_status lang_binary(dbx_op op, pv x, pv y, pv *ret) {
  dbx_status st = binary_once(op, x, y, ret);
  if (st == DBX_OK || runs_code(op, x, y)) return st;
  uint32_t mark = lang_pins();
  lang_pin(x);
  lang_pin(y);
  if (heap_try_again()) st = binary_once(op, x, y, ret);
  lang_unpin(mark);
  return st;
}

static dbx_status extend(o_seq *l, pv with) {
  pv items;
  DBX_TRY(lang_to_list(with, &items));
  DBX_TRY(heap_own(&l->h));
  for (uint32_t i = 0; dbx_go_on(i, SEQ(items)->n); i++) list_push(l, SEQ(items)->at[i]);
  return dbx_poll();
}

dbx_status lang_inplace(dbx_op op, pv x, pv y, pv *ret) {
  if (is_instance(x)) {
    DBX_TRY(call_special(x, name_at(binary_names[op].inplace), &y, 1, ret));
    if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  }
  if (op == DBX_OP_Add && is_str(x) && is_str(y)) return str_concat(x, y, ret);
  if (op == DBX_OP_Add && is_obj(x, T_LIST) && !is_array(y)) {
    DBX_TRY(extend(SEQ(x), y));
    return *ret = x, DBX_OK;
  }
  if (op == DBX_OP_Mult && is_obj(x, T_LIST) && can_count(y)) {
    pv v;
    DBX_TRY(repeat(x, y, &v));
    share_swap(SEQ(x), SEQ(v));
    return *ret = x, DBX_OK;
  }
  if (op == DBX_OP_BitOr && is_obj(x, T_DICT) && is_obj(y, T_DICT)) {
    uint32_t i = 0;
    dict_entry *e;
    while (dict_next(DICT(y), &i, &e)) DBX_TRY(dict_set(DICT(x), e->key, e->val));
    return *ret = x, DBX_OK;
  }
  if (type_built_in(x)->inplace) {
    DBX_TRY(type_built_in(x)->inplace(op, x, y, ret));
    if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  }
  return binary(op, x, y, true, ret);
}

dbx_status lang_unary(dbx_op op, pv x, pv *ret) {
  dbx_sym name = op == DBX_OP_USub   ? names_now->__neg__
                 : op == DBX_OP_UAdd ? names_now->__pos__
                                     : names_now->__invert__;
  DBX_TRY(call_special(x, name, NULL, 0, ret));
  if (ret->tag == PV_NOTIMPLEMENTED) DBX_TRY(number_unary(op, number_plain(x), ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  if (type_of(x)->unary) return type_of(x)->unary(op, x, ret);
  return dbx_fail(DBX_E204, (dbx_span){0}, "bad operand type for unary %s: '%s'", dbx_op_symbol(op),
                  lang_type_name(x));
}
