// Expressions. What one part of an expression gave is pinned while the next part is evaluated.
#include "lang/object/above.h"
#include "lang/run/blame.h"
#include "lang/run/parts.h"
#include "lang/run/quick.h"

dbx_status lang_test(const dbx_node *n, pv v, bool *ret) {
  dbx_here = n->span;
  dbx_status st = lang_truth(v, ret);
  if (st != DBX_OK) blame_one(n, v, "condition");
  return st;
}

pv eval_constant(o_env *env, const dbx_node *n) { return lang_constant(n); }

// ---- operators ----

// The right operand; x stays on the root stack while it is evaluated.
static pv right_value(o_env *env, const dbx_node *n, pv x) {
  if (x.tag != PV_OBJ || quick_is_simple(n)) return quick_value(env, n);
  uint32_t mark = lang_pins();
  lang_pin(x);
  pv y = quick_value(env, n);
  lang_unpin(mark);
  return y;
}

static NOT_INLINE pv other_binary(const dbx_node *n, pv x, pv y) {
  pv r;
  if (lang_binary((dbx_op)n->op, x, y, &r) == DBX_OK) return r;
  return blame_two(n->a, n->b, x, y), PV(PV_UNBOUND);
}

pv finish_binary(o_env *env, const dbx_node *n, pv x) {
  pv y = right_value(env, n->b, x), r;
  if (y.tag == PV_UNBOUND) return y;
  dbx_here = n->span;
  return quick_binary((dbx_op)n->op, x, y, &r) ? r : other_binary(n, x, y);
}

pv eval_bool(o_env *env, const dbx_node *n) {
  bool stop_at = n->op == DBX_OP_Or, yes;
  for (uint32_t i = 0;; i++) {
    pv v = quick_value(env, n->l.at[i]);
    if (v.tag == PV_UNBOUND || i + 1 == n->l.n) return v;
    if (!quick_truth(v, &yes) && lang_test(n->l.at[i], v, &yes) != DBX_OK) return PV(PV_UNBOUND);
    if (yes == stop_at) return v;
  }
}

static dbx_status compare_once(const dbx_node *n, uint32_t i, pv x, pv y, pv *ret) {
  dbx_here =
      (dbx_span){n->span.file, (i ? n->l.at[i - 1] : n->a)->span.begin, n->l.at[i]->span.end};
  dbx_op op = (dbx_op)n->more->ops[i];
  bool yes;
  if (quick_compare(op, x, y, &yes)) return *ret = pv_bool(yes), DBX_OK;
  if (op != DBX_OP_In && op != DBX_OP_NotIn) return lang_compare(op, x, y, ret);
  DBX_TRY(lang_contains(y, x, &yes));
  return *ret = pv_bool(yes == (op == DBX_OP_In)), DBX_OK;
}

static NOT_INLINE pv compare_chain(o_env *env, const dbx_node *n, pv x) {
  uint32_t mark = lang_pins();
  pv r = PV(PV_UNBOUND), y;
  bool yes = true;
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && yes && i < n->l.n; i++, x = y) {
    lang_unpin(mark);
    lang_pin(x);
    y = quick_value(env, n->l.at[i]);
    if (y.tag == PV_UNBOUND) st = DBX_FAIL;
    if (st != DBX_OK) break;
    lang_pin(y);
    if (quick_compare((dbx_op)n->more->ops[i], x, y, &yes)) {
      r = pv_bool(yes);
      continue;
    }
    st = compare_once(n, i, x, y, &r);
    if (st != DBX_OK) blame_two(i ? n->l.at[i - 1] : n->a, n->l.at[i], x, y);
    if (st != DBX_OK || i + 1 == n->l.n) break;
    if ((st = lang_truth(r, &yes)) != DBX_OK) blame_one(n, r, "condition");
  }
  lang_unpin(mark);
  dbx_here = n->span;
  return st == DBX_OK ? r : PV(PV_UNBOUND);
}

static NOT_INLINE pv other_compare(const dbx_node *n, pv x, pv y) {
  uint32_t mark = lang_pins();
  pv r;
  lang_pin(x);
  lang_pin(y);
  dbx_status st = compare_once(n, 0, x, y, &r);
  if (st != DBX_OK) blame_two(n->a, n->l.at[0], x, y);
  lang_unpin(mark);
  return st == DBX_OK ? r : PV(PV_UNBOUND);
}

pv finish_compare(o_env *env, const dbx_node *n, pv x) {
  bool yes;
  if (n->l.n != 1) return compare_chain(env, n, x);
  pv y = right_value(env, n->l.at[0], x);
  if (y.tag == PV_UNBOUND) return y;
  if (!quick_compare((dbx_op)n->more->ops[0], x, y, &yes)) return other_compare(n, x, y);
  return dbx_here = n->span, pv_bool(yes);
}

bool eval_local_slice(o_env *env, const dbx_node *n, o_slice *ret) {
  const dbx_node *parts[] = {n->a, n->b, n->more->c};
  ret->h = (obj){.type = T_SLICE};
  for (int i = 0; i < 3; i++) {
    pv v = parts[i] ? quick_value(env, parts[i]) : pv_none();
    if (v.tag == PV_UNBOUND) return false;
    lang_pin(v);
    pv_put(&ret->part[i], v);
  }
  return true;
}

// x[a:b:c] of a sequence or string: nobody keeps the slice, so it is no object of the heap.
static NOT_INLINE pv part_of_sequence(o_env *env, const dbx_node *n, pv x) {
  o_slice s;
  uint32_t mark = lang_pins();
  lang_pin(x);
  if (!eval_local_slice(env, n->b, &s)) return PV(PV_UNBOUND);
  pv r;
  dbx_here = n->span;
  dbx_status st = lang_getitem(x, pv_obj(&s), &r);
  if (st != DBX_OK) blame_index(n, x, slice_new(s.part[0], s.part[1], s.part[2]));
  lang_unpin(mark);
  return st == DBX_OK ? r : PV(PV_UNBOUND);
}

static NOT_INLINE pv other_item(const dbx_node *n, pv x, pv i) {
  uint32_t mark = lang_pins();
  pv r;
  lang_pin(x), lang_pin(i); // methods of keys may run
  dbx_status st = lang_getitem(x, i, &r);
  if (st != DBX_OK) blame_index(n, x, i);
  lang_unpin(mark);
  return st == DBX_OK ? r : PV(PV_UNBOUND);
}

pv finish_subscript(o_env *env, const dbx_node *n, pv x) {
  if (n->b->kind == DBX_N_Slice && (is_seq(x) || is_str(x)) && !x.o->sub)
    return part_of_sequence(env, n, x);
  pv i = right_value(env, n->b, x), r;
  if (i.tag == PV_UNBOUND) return i;
  dbx_here = n->span;
  return quick_item(x, i, &r) ? r : other_item(n, x, i);
}

static bool is_bare(pv x) { // its attributes are first of all what is in its dictionary
  return is_obj(x, T_INSTANCE) && !((o_instance *)x.o)->cls->custom;
}

static NOT_INLINE pv find_attribute(const dbx_node *n, pv x) {
  pv r;
  if (is_bare(x)) {
    const dict_entry *e = quick_entry(((o_instance *)x.o)->dict, n->name, &((dbx_node *)n)->slot);
    if (e) return e->val;
  }
  if (lang_getattr(x, n->name, &r) == DBX_OK) return r;
  return blame_one(n->a, x, "object"), PV(PV_UNBOUND);
}

// The entry's place is remembered in the node.
pv finish_attribute(o_env *env, const dbx_node *n, pv x) {
  dbx_here = n->span;
  const dict_entry *e =
      is_bare(x) ? quick_entry_at(((o_instance *)x.o)->dict, n->name, n->slot) : NULL;
  return e ? e->val : find_attribute(n, x);
}

// ---- all of it ----

pv eval_named(o_env *env, const dbx_node *n) {
  pv v = lang_value(env, n->b);
  if (v.tag == PV_UNBOUND || lang_store_name(env, n->a, n->a->name, v) == DBX_OK) return v;
  return PV(PV_UNBOUND);
}

static NOT_INLINE pv other_conditional(o_env *env, const dbx_node *n, pv test) {
  bool yes;
  if (test.tag == PV_UNBOUND || lang_test(n->a, test, &yes) != DBX_OK) return PV(PV_UNBOUND);
  return lang_value(env, yes ? n->b : n->more->c);
}

pv eval_conditional(o_env *env, const dbx_node *n) {
  pv test = quick_value(env, n->a);
  bool yes;
  if (!quick_truth(test, &yes)) return other_conditional(env, n, test);
  return lang_value(env, yes ? n->b : n->more->c);
}

pv eval_unary(o_env *env, const dbx_node *n) {
  pv x = quick_value(env, n->a), r;
  bool yes;
  if (x.tag == PV_UNBOUND) return x;
  dbx_here = n->span;
  if (n->op == DBX_OP_USub && x.tag == PV_FLOAT) return pv_float(-x.f);
  if (n->op == DBX_OP_USub && x.tag == PV_INT && x.i != INT64_MIN) return pv_int(-x.i);
  if (n->op == DBX_OP_Not && quick_truth(x, &yes)) return pv_bool(!yes);
  dbx_status st = n->op == DBX_OP_Not ? lang_truth(x, &yes) : lang_unary((dbx_op)n->op, x, &r);
  if (st != DBX_OK) return blame_one(n->a, x, "operand"), PV(PV_UNBOUND);
  return n->op == DBX_OP_Not ? pv_bool(!yes) : r;
}

pv eval_nowhere(o_env *env, const dbx_node *n) {
  dbx_fail_(DBX_E101, n->span, "can't use this expression here");
  return PV(PV_UNBOUND);
}

// ---- chains that lean to the left, without recursion ----

pv eval_chain(o_env *env, const dbx_node *n) {
  dbx_vec(const dbx_node *) links = {0};
  uint32_t mark = lang_pins();
  for (; dbx_leans(n) && n->hops > LONG_CHAIN; n = n->a) dbx_push(&links, n);
  pv x = lang_value(env, n);
  while (x.tag != PV_UNBOUND && links.n) {
    lang_unpin(mark);
    lang_pin(x);
    const dbx_node *link = links.at[--links.n];
    x = lang_now->kinds[link->kind].finish(env, link, x);
  }
  lang_unpin(mark);
  dbx_vec_free(&links);
  return x;
}

// One function a kind, so that the short ones need no room for what the long ones keep.
#define LEANING(name, rest)                                                                        \
  pv name(o_env *env, const dbx_node *n) {                                                         \
    if (n->hops > LONG_CHAIN) return eval_chain(env, n);                                           \
    pv x = quick_value(env, n->a);                                                                 \
    return x.tag ? rest : x;                                                                       \
  }
LEANING(eval_binary, finish_binary(env, n, x))
LEANING(eval_compare, finish_compare(env, n, x))
LEANING(eval_subscript, finish_subscript(env, n, x))
LEANING(eval_attribute, finish_attribute(env, n, x))
#undef LEANING
