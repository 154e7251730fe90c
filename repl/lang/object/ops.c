// Operators on values of every type, truth, items and lengths.
#include "base/poll.h"
#include "lang/object/long_range.h"
#include "lang/object/protocol.h"
#include "lang/object/share.h"
#include "lang/object/str_text.h"
#include "lang/object/types.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

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
static const op_names compare_names[] = { // without the third
    [DBX_OP_Eq] = {AT(eq), AT(eq), 0}, [DBX_OP_NotEq] = {AT(ne), AT(ne), 0},
    [DBX_OP_Lt] = {AT(lt), AT(gt), 0}, [DBX_OP_LtE] = {AT(le), AT(ge), 0},
    [DBX_OP_Gt] = {AT(gt), AT(lt), 0}, [DBX_OP_GtE] = {AT(ge), AT(le), 0}};

static dbx_sym name_at(uint16_t offset) {
  return *(const dbx_sym *)((const char *)names_now + offset);
}

static dbx_status call_either(const op_names *names, pv x, pv y, pv *ret) {
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
  if (is_obj(v, T_INSTANCE))
    return lang_class_lookup(((o_instance *)v.o)->cls, names_now->__index__).tag != PV_UNBOUND;
  if (is_obj(v, T_GENERIC)) return !dbx_is_inexact(GENERIC(v)->t);
  return is_int(v) || number_is_big(v) ||
         (is_obj(v, T_ARRAY) && ARR(v)->rank == 0 && dbx_is_integer(ARR(v)->dtype));
}

// Strings, sequences, sets and dictionaries; NOTIMPLEMENTED for the rest.
static dbx_status container_binary(dbx_op op, pv x, pv y, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  bool xs = is_str(x) || is_seq(x), ys = is_str(y) || is_seq(y);
  if (op == DBX_OP_Mod && is_str(x)) return lang_percent(x, y, ret);
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
  if (op == DBX_OP_Add && xs && !is_obj(y, T_INSTANCE))
    return dbx_fail(DBX_E204, (dbx_span){0}, "can only concatenate %s (not \"%s\") to %s",
                    lang_type_name(x), lang_type_name(y), lang_type_name(x));
  bool sets = is_obj(x, T_SET) && is_obj(y, T_SET), view = set_is_view(x) || set_is_view(y);
  bool fits = op == DBX_OP_BitOr || op == DBX_OP_BitAnd || op == DBX_OP_BitXor || op == DBX_OP_Sub;
  if (fits && sets) return set_binary(op, x, y, ret);
  if (fits && view) return set_view_binary(op, x, y, ret);
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

static dbx_status binary(dbx_op op, pv x, pv y, bool inplace, pv *ret) {
  DBX_TRY(number_binary(op, x, y, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  bool arrays = is_array(x) || is_array(y);
  if (op == DBX_OP_Mult && (is_repetition(x, y) || is_repetition(y, x))) arrays = false;
  if (arrays) DBX_TRY(type_of(is_array(x) ? x : y)->binary(op, x, y, ret));
  if (ret->tag == PV_NOTIMPLEMENTED) DBX_TRY(call_either(&binary_names[op], x, y, ret));
  if (ret->tag == PV_NOTIMPLEMENTED) DBX_TRY(container_binary(op, x, y, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  return no_operator(op, inplace, x, y);
}

static inline dbx_status binary_once(dbx_op op, pv x, pv y, pv *ret) {
  if (op == DBX_OP_Add && is_str(x) && is_str(y)) return str_concat(x, y, ret);
  return dbx_polled(binary(op, x, y, false, ret));
}

// The items of a format have texts by methods of the program.
static bool runs_code(dbx_op op, pv x, pv y) {
  return is_obj(x, T_INSTANCE) || is_obj(y, T_INSTANCE) || (op == DBX_OP_Mod && is_str(x));
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
  bool fits = op == DBX_OP_BitOr || op == DBX_OP_BitAnd || op == DBX_OP_BitXor || op == DBX_OP_Sub;
  if (fits && is_obj(x, T_SET) && is_obj(y, T_SET)) return *ret = x, set_inplace(op, x, y);
  if (type_of(x)->inplace) {
    DBX_TRY(type_of(x)->inplace(op, x, y, ret));
    if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  }
  DBX_TRY(call_special(x, name_at(binary_names[op].inplace), &y, 1, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  return binary(op, x, y, true, ret);
}

dbx_status lang_unary(dbx_op op, pv x, pv *ret) {
  DBX_TRY(number_unary(op, x, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  if (type_of(x)->unary) return type_of(x)->unary(op, x, ret);
  dbx_sym name = op == DBX_OP_USub   ? names_now->__neg__
                 : op == DBX_OP_UAdd ? names_now->__pos__
                                     : names_now->__invert__;
  DBX_TRY(call_special(x, name, NULL, 0, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0}, "bad operand type for unary %s: '%s'", dbx_op_symbol(op),
                  lang_type_name(x));
}

// ---- comparison ----

static dbx_status compare_sequences(dbx_op op, const o_seq *a, const o_seq *b, pv *ret) {
  uint32_t i = 0;
  bool same = true;
  if ((op == DBX_OP_Eq || op == DBX_OP_NotEq) && a->n != b->n)
    return *ret = pv_bool(op == DBX_OP_NotEq), DBX_OK;
  for (; i < a->n && i < b->n; i++) {
    DBX_TRY(DBX_POLL_EACH(i));
    DBX_TRY(lang_equal(a->at[i], b->at[i], &same));
    if (!same) break;
  }
  if (!same && (i >= a->n || i >= b->n)) same = true; // == has made them shorter
  if (!same && op != DBX_OP_Eq && op != DBX_OP_NotEq)
    return lang_compare(op, a->at[i], b->at[i], ret);
  if (!same) return *ret = pv_bool(op == DBX_OP_NotEq), DBX_OK;
  return number_compare(op, pv_int(a->n), pv_int(b->n), ret);
}

static dbx_status subset(const o_dict *a, const o_dict *b, bool *ret) {
  uint32_t i = 0;
  dict_entry *e;
  *ret = true;
  while (*ret && dict_next(a, &i, &e)) {
    pv found;
    DBX_TRY(dict_find(b, e->key, &found));
    *ret = found.tag != PV_UNBOUND;
  }
  return DBX_OK;
}

static dbx_status compare_sets(dbx_op op, const o_dict *a, const o_dict *b, pv *ret) {
  bool yes;
  if (op == DBX_OP_Gt || op == DBX_OP_GtE)
    return compare_sets(op == DBX_OP_Gt ? DBX_OP_Lt : DBX_OP_LtE, b, a, ret);
  DBX_TRY(subset(a, b, &yes));
  if (op != DBX_OP_LtE) yes = yes && (a->n == b->n) == (op != DBX_OP_Lt);
  return *ret = pv_bool(op == DBX_OP_NotEq ? !yes : yes), DBX_OK;
}

static dbx_status dicts_equal(const o_dict *a, const o_dict *b, bool *ret) {
  uint32_t i = 0;
  dict_entry *e;
  *ret = a->n == b->n;
  while (*ret && dict_next(a, &i, &e)) {
    pv v;
    DBX_TRY(dict_find(b, e->key, &v));
    if (v.tag == PV_UNBOUND) return *ret = false, DBX_OK;
    DBX_TRY(lang_equal(e->val, v, ret));
  }
  return DBX_OK;
}

// Of values without an order; *known: whether this could be decided.
dbx_status dict_equal(pv x, pv y, bool *ret) { return dicts_equal(DICT(x), DICT(y), ret); }

dbx_status slice_equal(pv x, pv y, bool *ret) {
  *ret = true;
  for (int i = 0; i < 3 && *ret; i++)
    DBX_TRY(lang_equal(((o_slice *)x.o)->part[i], ((o_slice *)y.o)->part[i], ret));
  return DBX_OK;
}

dbx_status method_equal(pv x, pv y, bool *ret) {
  const o_method *a = (o_method *)x.o, *b = (o_method *)y.o;
  return *ret = pv_same(a->self, b->self) && pv_same(a->fn, b->fn), DBX_OK;
}

dbx_status native_equal(pv x, pv y, bool *ret) { // bound methods: of one object, the same
  const o_native *f = (o_native *)x.o, *g = (o_native *)y.o;
  *ret = f->fn == g->fn && f->data == g->data && f->self.tag != PV_UNBOUND &&
         pv_same(f->self, g->self) && !strcmp(f->name, g->name);
  return DBX_OK;
}

static dbx_status equal_objects(pv x, pv y, bool *known, bool *same) {
  *known = true;
  *same = pv_same(x, y);
  if (*same || x.tag != PV_OBJ || y.tag != PV_OBJ) {
    bool dtypes = (is_obj(x, T_DTYPE) || is_obj(y, T_DTYPE));
    if (!dtypes) return DBX_OK;
  }
  if (is_obj(x, T_DTYPE) || is_obj(y, T_DTYPE))
    return type_of(is_obj(x, T_DTYPE) ? x : y)->equal(x, y, same);
  if (is_range(x) && is_range(y)) return ranges_equal(x, y, same);
  const object_type *t = type_of(x);
  return t->equal && x.o->type == y.o->type ? t->equal(x, y, same) : DBX_OK;
}

static int compare_text(pv x, pv y) {
  uint32_t n = STR(x)->n < STR(y)->n ? STR(x)->n : STR(y)->n;
  int r = dbx_compare(STR(x)->s, STR(y)->s, n); // UTF-8 sorts like its code points
  return r ? r : (STR(x)->n > STR(y)->n) - (STR(x)->n < STR(y)->n);
}

static dbx_status compare_special(dbx_op op, pv x, pv y, pv *ret) {
  DBX_TRY(call_either(&compare_names[op], x, y, ret));
  if (ret->tag != PV_NOTIMPLEMENTED || op != DBX_OP_NotEq) return DBX_OK;
  DBX_TRY(call_either(&compare_names[DBX_OP_Eq], x, y, ret)); // != is the opposite of ==
  if (ret->tag == PV_NOTIMPLEMENTED) return DBX_OK;
  bool yes;
  DBX_TRY(lang_truth(*ret, &yes));
  return *ret = pv_bool(!yes), DBX_OK;
}

static dbx_status compare_views(dbx_op op, pv x, pv y, pv *ret) {
  o_dict *a, *b;
  uint32_t mark = lang_pins();
  dbx_status st = set_pin_of(x, &a);
  if (st == DBX_OK) st = set_pin_of(y, &b);
  if (st == DBX_OK) st = compare_sets(op, a, b, ret);
  lang_unpin(mark);
  return st;
}

static dbx_status compare_objects(dbx_op op, pv x, pv y, pv *ret) {
  bool known, same;
  *ret = PV(PV_NOTIMPLEMENTED);
  if (is_array(x) || is_array(y)) {
    DBX_TRY(type_of(is_array(x) ? x : y)->compare(op, x, y, ret));
    if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  }
  if (is_str(x) && is_str(y)) return number_compare(op, pv_int(compare_text(x, y)), pv_int(0), ret);
  if (is_seq(x) && is_seq(y) && x.o->type == y.o->type)
    return compare_sequences(op, SEQ(x), SEQ(y), ret);
  bool view = set_is_view(x) || set_is_view(y);
  if ((is_obj(x, T_SET) || set_is_view(x)) && (is_obj(y, T_SET) || set_is_view(y)))
    return view ? compare_views(op, x, y, ret) : compare_sets(op, DICT(x), DICT(y), ret);
  DBX_TRY(compare_special(op, x, y, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  if (op == DBX_OP_Eq || op == DBX_OP_NotEq) {
    DBX_TRY(equal_objects(x, y, &known, &same));
    return *ret = pv_bool(same == (op == DBX_OP_Eq)), DBX_OK;
  }
  return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' not supported between instances of '%s' and '%s'",
                  dbx_op_symbol(op), lang_type_name(x), lang_type_name(y));
}

dbx_status lang_compare(dbx_op op, pv x, pv y, pv *ret) {
  DBX_TRY(number_compare(op, x, y, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  DBX_TRY(lang_enter(" in comparison"));
  dbx_status st = dbx_polled(compare_objects(op, x, y, ret));
  lang_leave();
  return st;
}

dbx_status lang_equal(pv x, pv y, bool *ret) {
  pv r;
  if (pv_same(x, y)) return *ret = true, DBX_OK;
  DBX_TRY(lang_compare(DBX_OP_Eq, x, y, &r));
  return lang_truth(r, ret);
}

dbx_status lang_less(pv x, pv y, bool *ret) {
  pv r;
  DBX_TRY(lang_compare(DBX_OP_Lt, x, y, &r));
  return lang_truth(r, ret);
}

// ---- truth, length, integers ----

// The integer that v is or that its __index__ returns, of any size.
static dbx_status integer_of(pv v, pv *ret) {
  int64_t i;
  if (is_int(v) || number_is_big(v)) return *ret = v, DBX_OK;
  if (type_of(v)->index) {
    DBX_TRY(type_of(v)->index(v, &i));
    return *ret = pv_int(i), DBX_OK;
  }
  DBX_TRY(call_special(v, names_now->__index__, NULL, 0, ret));
  if (ret->tag == PV_NOTIMPLEMENTED)
    return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object cannot be interpreted as an integer",
                    lang_type_name(v));
  if (is_int(*ret) || number_is_big(*ret)) return DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0}, "__index__ returned non-int (type %s)",
                  lang_type_name(*ret));
}

dbx_status lang_index(pv v, int64_t *ret) {
  pv i;
  DBX_TRY(integer_of(v, &i));
  if (is_int(i)) return *ret = i.i, DBX_OK;
  return dbx_fail(DBX_E211, (dbx_span){0}, "cannot fit 'int' into an index-sized integer");
}

dbx_status returned_length(pv r, int64_t *ret) {
  DBX_TRY(integer_of(r, &r));
  if (number_is_negative(r))
    return dbx_fail(DBX_E208, (dbx_span){0}, "__len__() should return >= 0");
  return lang_index(r, ret);
}

#define TRUTH(type, yes)                                                                           \
  dbx_status type##_truth(pv v, bool *ret) { return *ret = (yes), DBX_OK; }
TRUTH(none, v.tag != PV_NONE)
TRUTH(int, v.i != 0)
TRUTH(float, v.f != 0)
TRUTH(str, STR(v)->n != 0)
TRUTH(complex, ((o_complex *)v.o)->re != 0 || ((o_complex *)v.o)->im != 0)
TRUTH(seq, SEQ(v)->n != 0)
TRUTH(dict, DICT(v)->n != 0)
TRUTH(range, lang_range_length((o_range *)v.o) != 0)
TRUTH(long_range, !is_int(((o_long_range *)v.o)->length) || ((o_long_range *)v.o)->length.i != 0)

dbx_status lang_truth(pv v, bool *ret) {
  const object_type *t = type_of(v);
  return t->truth ? t->truth(v, ret) : (*ret = true, DBX_OK);
}

dbx_status type_no_length(pv v) {
  return dbx_fail(DBX_E204, (dbx_span){0}, "object of type '%s' has no len()", lang_type_name(v));
}

#define LENGTH(type) dbx_status type##_length(pv v, int64_t *ret)
LENGTH(str) { return *ret = STR(v)->points, DBX_OK; }
LENGTH(seq) { return *ret = SEQ(v)->n, DBX_OK; }
LENGTH(dict) { return *ret = DICT(v)->n, DBX_OK; }
LENGTH(range) { return *ret = lang_range_length((o_range *)v.o), DBX_OK; }
LENGTH(iter) { // views of dictionaries have a length
  const o_iter *it = (o_iter *)v.o;
  return it->view ? (*ret = DICT(it->src)->n, DBX_OK) : type_no_length(v);
}

dbx_status lang_length(pv v, int64_t *ret) {
  const object_type *t = type_of(v);
  return t->length ? t->length(v, ret) : type_no_length(v);
}

// ---- items ----

#define ITEM(type) dbx_status type##_item(pv x, pv i, pv *ret)

bool lang_is_beyond_index(pv v) {
  bool unsigned_word = is_obj(v, T_GENERIC) && GENERIC(v)->t == DBX_U64;
  return number_is_big(v) || (unsigned_word && GENERIC(v)->x.i < 0);
}

static dbx_status slice_part(pv v, int64_t standard, int64_t *ret) {
  if (is_none(v)) return *ret = standard, DBX_OK;
  if (v.tag == PV_INT) return *ret = v.i, DBX_OK;
  if (lang_is_beyond_index(v))
    return *ret = number_is_big(v) && number_is_negative(v) ? -INT64_MAX : INT64_MAX, DBX_OK;
  if (!is_int(v) && !is_array(v) && !is_obj(v, T_INSTANCE))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "slice indices must be integers or None or have an __index__ method");
  return lang_index(v, ret);
}

dbx_status lang_slice_indices(pv slice, int64_t len, int64_t *start, int64_t *stop, int64_t *step,
                              int64_t *n) {
  const o_slice *s = (o_slice *)slice.o;
  DBX_TRY(slice_part(s->part[2], 1, step));
  if (*step == 0) return dbx_fail(DBX_E208, (dbx_span){0}, "slice step cannot be zero");
  if (*step < -INT64_MAX) *step = -INT64_MAX;
  int64_t low = *step > 0 ? 0 : -1, high = *step > 0 ? len : len - 1;
  DBX_TRY(slice_part(s->part[0], *step > 0 ? 0 : len - 1, start));
  DBX_TRY(slice_part(s->part[1], *step > 0 ? len : -len - 1, stop));
  int64_t *ends[] = {start, stop};
  for (int i = 0; i < 2; i++) {
    if (*ends[i] < 0) *ends[i] += len;
    if (*ends[i] < low) *ends[i] = low;
    if (*ends[i] > high) *ends[i] = high;
  }
  o_range r = {.start = *start, .stop = *stop, .step = *step};
  *n = lang_range_length(&r);
  return DBX_OK;
}

static dbx_status sequence_index(pv i, int64_t len, const char *type, const char *doing,
                                 int64_t *ret) {
  if (!is_int(i) && !is_array(i) && !is_obj(i, T_INSTANCE) && !number_is_big(i))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s indices must be integers or slices, not %s", type,
                    lang_type_name(i));
  if (lang_is_beyond_index(i) && strcmp(type, "range object"))
    return dbx_fail(DBX_E206, (dbx_span){0}, "cannot fit '%s' into an index-sized integer",
                    lang_type_name(i));
  if (lang_is_beyond_index(i)) *ret = len;
  else DBX_TRY(lang_index(i, ret));
  if (*ret < 0) *ret += len;
  if (*ret >= 0 && *ret < len) return DBX_OK;
  return dbx_fail(DBX_E206, (dbx_span){0}, "%s %sindex out of range", type, doing);
}

static uint32_t point_bytes(const char *p) {
  uint32_t n = 1;
  while ((p[n] & 0xC0) == 0x80) n++;
  return n;
}

static dbx_status item_of_str(pv x, pv i, pv *ret) {
  int64_t at, stop, step, n;
  if (!is_obj(i, T_SLICE)) {
    if (!is_int(i) && !is_array(i) && !is_obj(i, T_INSTANCE) && !number_is_big(i))
      return dbx_fail(DBX_E204, (dbx_span){0}, "string indices must be integers, not '%s'",
                      lang_type_name(i));
    DBX_TRY(sequence_index(i, STR(x)->points, "string", "", &at));
    const char *p = lang_str_at(STR(x), at);
    return *ret = str_point(p, point_bytes(p)), DBX_OK;
  }
  DBX_TRY(lang_slice_indices(i, STR(x)->points, &at, &stop, &step, &n));
  if (step == 1 && n > 0) {
    const char *p = lang_str_at(STR(x), at);
    return *ret = str_new(p, (size_t)(lang_str_at(STR(x), at + n) - p)), DBX_OK;
  }
  dbx_buf b = {0};
  for (int64_t k = 0; dbx_go_on(k, n); k++, at += step) {
    const char *p = lang_str_at(STR(x), at);
    dbx_putn(&b, p, point_bytes(p));
  }
  return *ret = str_take(&b), DBX_OK;
}

ITEM(seq) {
  o_seq *s = SEQ(x);
  int64_t at, stop, step, n;
  if (!is_obj(i, T_SLICE)) {
    DBX_TRY(sequence_index(i, s->n, lang_type_name(x), "", &at));
    return pv_put(ret, s->at[at]), DBX_OK;
  }
  DBX_TRY(lang_slice_indices(i, s->n, &at, &stop, &step, &n));
  DBX_TRY(lang_check_room((double)n * sizeof(pv)));
  bool whole = step == 1 && n; // all that is taken lies together
  const pv *from = whole ? s->at + at : NULL;
  pv v = x.o->type == T_TUPLE ? tuple_new(from, (uint32_t)n) : list_new(from, (uint32_t)n);
  for (int64_t k = 0; !whole && dbx_go_on(k, n); k++, at += step) pv_put(&SEQ(v)->at[k], s->at[at]);
  return *ret = v, dbx_poll();
}

ITEM(range) {
  const o_range *r = (o_range *)x.o;
  int64_t at, len = lang_range_length(r);
  if (is_obj(i, T_SLICE))
    return range_slice(pv_int(r->start), pv_int(r->step), pv_int(len), i, ret);
  if (number_is_big(i)) return dbx_fail(DBX_E206, (dbx_span){0}, "range object index out of range");
  DBX_TRY(sequence_index(i, len, "range object", "", &at));
  return *ret = pv_int((int64_t)((uint64_t)r->start + (uint64_t)at * (uint64_t)r->step)), DBX_OK;
}

ITEM(str) { return dbx_polled(item_of_str(x, i, ret)); }
ITEM(type) { return (void)i, *ret = x, DBX_OK; } // list[int] as an annotation

ITEM(dict) {
  DBX_TRY(dict_find(DICT(x), i, ret));
  return ret->tag == PV_UNBOUND ? lang_key_error(i) : DBX_OK;
}

dbx_status type_no_item(pv x) {
  return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object is not subscriptable", lang_type_name(x));
}

dbx_status lang_getitem(pv x, pv i, pv *ret) {
  const object_type *t = type_of(x);
  return t->getitem ? t->getitem(x, i, ret) : type_no_item(x);
}

static dbx_status set_slice(o_seq *l, pv slice, pv v) {
  int64_t start, stop, step, n;
  pv items = v;
  DBX_TRY(lang_slice_indices(slice, l->n, &start, &stop, &step, &n));
  if (!is_seq(v) || SEQ(v) == l) DBX_TRY(lang_to_list(v, &items));
  const o_seq *s = SEQ(items);
  if (step != 1 || l->n + (int64_t)s->n <= SHARE_MANY) DBX_TRY(heap_own(&l->h));
  if (step != 1) {
    if (s->n != n)
      return dbx_fail(DBX_E208, (dbx_span){0},
                      "attempt to assign sequence of size %u to extended slice of size %lld", s->n,
                      (long long)n);
    for (int64_t k = 0; dbx_go_on(k, n); k++) l->at[start + k * step] = s->at[k];
    return dbx_poll();
  }
  if (l->n + (int64_t)s->n > SHARE_MANY) return share_splice(l, (uint32_t)start, (uint32_t)n, s);
  if (s->n == n) return dbx_copy(l->at + start, s->at, s->n * sizeof(pv)), dbx_poll();
  uint32_t tail = l->n - (uint32_t)(start + n), old = l->n;
  for (uint32_t k = 0; k < s->n; k++) list_push(l, pv_none()); // room
  if (tail) memmove(l->at + start + s->n, l->at + start + n, tail * sizeof(pv));
  if (s->n) memcpy(l->at + start, s->at, s->n * sizeof(pv));
  l->n = old - (uint32_t)n + s->n;
  return DBX_OK;
}

dbx_status lang_setitem(pv x, pv i, pv v) {
  int64_t at;
  pv r;
  if (is_obj(x, T_LIST)) {
    if (is_obj(i, T_SLICE)) return set_slice(SEQ(x), i, v);
    DBX_TRY(sequence_index(i, SEQ(x)->n, "list", "assignment ", &at));
    DBX_TRY(heap_own(x.o));
    return SEQ(x)->at[at] = v, DBX_OK;
  }
  if (is_obj(x, T_DICT)) return dict_set(DICT(x), i, v);
  if (type_of(x)->setitem) return type_of(x)->setitem(x, i, v);
  pv args[] = {i, v};
  DBX_TRY(call_special(x, names_now->__setitem__, args, 2, &r));
  if (r.tag != PV_NOTIMPLEMENTED) return DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object does not support item assignment",
                  lang_type_name(x));
}

static dbx_status delete_slice(o_seq *l, int64_t start, int64_t step, int64_t n) {
  if (step < 0) start += (n - 1) * step, step = -step;
  if (n <= 0) return DBX_OK;
  if (step == 1 && l->n > SHARE_MANY) return share_splice(l, (uint32_t)start, (uint32_t)n, NULL);
  DBX_TRY(heap_own(&l->h));
  uint32_t w = (uint32_t)start;
  for (uint32_t k = w; k < l->n; k++) {
    bool gone = (k - start) % step == 0 && (k - start) / step < n;
    if (!gone) l->at[w++] = l->at[k];
  }
  l->n = w;
  return DBX_OK;
}

dbx_status lang_delitem(pv x, pv i) {
  int64_t at, stop, step = 1, n = 1;
  bool found;
  pv r;
  if (is_obj(x, T_LIST)) {
    if (is_obj(i, T_SLICE)) DBX_TRY(lang_slice_indices(i, SEQ(x)->n, &at, &stop, &step, &n));
    else DBX_TRY(sequence_index(i, SEQ(x)->n, "list", "assignment ", &at));
    return delete_slice(SEQ(x), at, step, n);
  }
  if (is_obj(x, T_DICT)) {
    DBX_TRY(dict_delete(DICT(x), i, &found));
    return found ? DBX_OK : lang_key_error(i);
  }
  DBX_TRY(call_special(x, names_now->__delitem__, &i, 1, &r));
  if (r.tag != PV_NOTIMPLEMENTED) return DBX_OK;
  if (is_obj(x, T_NDARRAY))
    return dbx_fail(DBX_E208, (dbx_span){0}, "cannot delete array elements");
  if (is_array(x)) // jax has no __delitem__, which is an AttributeError
    return dbx_fail(DBX_E203, (dbx_span){0},
                    "'%s' object does not support item deletion: arrays "
                    "cannot be made shorter in place",
                    lang_type_name(x));
  return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object doesn't support item deletion",
                  lang_type_name(x));
}

static bool find_text(pv in, pv what) {
  return !STR(what)->n || lang_find(STR(in)->s, STR(in)->n, STR(what)->s, STR(what)->n);
}

dbx_status lang_contains(pv c, pv x, bool *ret) {
  pv r;
  if (is_str(c)) {
    if (!is_str(x))
      return dbx_fail(DBX_E204, (dbx_span){0},
                      "'in <string>' requires string as left operand, not %s", lang_type_name(x));
    return *ret = find_text(c, x), dbx_poll();
  }
  if (is_obj(c, T_DICT) || is_obj(c, T_SET)) {
    DBX_TRY(dict_find(DICT(c), x, &r));
    return *ret = r.tag != PV_UNBOUND, DBX_OK;
  }
  DBX_TRY(call_special(c, names_now->__contains__, &x, 1, &r));
  if (r.tag != PV_NOTIMPLEMENTED) return lang_truth(r, ret);
  if (type_of(c)->contains) return type_of(c)->contains(c, x, ret);
  if (is_range(c) && (is_int(x) || number_is_big(x))) {
    DBX_TRY(range_position(c, x, &r));
    return *ret = !number_is_negative(r), DBX_OK;
  }
  if (is_seq(c)) {
    *ret = false;
    for (uint32_t i = 0; dbx_go_on(i, SEQ(c)->n) && !*ret; i++)
      DBX_TRY(lang_equal(SEQ(c)->at[i], x, ret));
    return dbx_poll();
  }
  if (!lang_iterable(c))
    return dbx_fail(DBX_E204, (dbx_span){0}, "argument of type '%s' is not iterable",
                    lang_type_name(c));
  return lang_iter_contains(c, x, ret);
}
