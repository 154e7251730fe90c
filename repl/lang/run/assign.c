// Targets, and the statements that store into them.
#include "lang/run/blame.h"
#include "lang/run/parts.h"
#include "lang/run/quick.h"
#include "lang/run/witness.h"

// ---- targets ----

dbx_status store_name(o_env *env, const dbx_node *t, pv v) {
  return lang_store_name(env, t, t->name, v);
}

static dbx_status unpack_error(uint32_t want, uint32_t got, bool starred) {
  if (got > want)
    return dbx_fail(DBX_E208, (dbx_span){0}, "too many values to unpack (expected %u)", want);
  return dbx_fail(DBX_E208, (dbx_span){0}, "not enough values to unpack (expected %s%u, got %u)",
                  starred ? "at least " : "", want, got);
}

// Storing into names runs no code of the program: a list stays as it is.
static bool stores_names(const dbx_node *t, pv v) {
  if (!is_seq(v) || SEQ(v)->n != t->l.n) return false;
  for (uint32_t i = 0; i < t->l.n; i++)
    if (t->l.at[i]->kind != DBX_N_Name) return false;
  return true;
}

static dbx_status store_names(o_env *env, const dbx_node *t, const o_seq *s) {
  for (uint32_t i = 0; i < t->l.n; i++) DBX_TRY(quick_store(env, t->l.at[i], s->at[i]));
  return DBX_OK;
}

dbx_status store_sequence(o_env *env, const dbx_node *t, pv v) {
  uint32_t mark = lang_pins(), n = t->l.n, star = n;
  pv items = v;
  dbx_here = t->span;
  if (stores_names(t, v)) return store_names(env, t, SEQ(v));
  for (uint32_t i = 0; i < n; i++)
    if (t->l.at[i]->kind == DBX_N_Starred) star = i;
  DBX_TRY(lang_unpack(v, star < n ? UINT32_MAX : n, &items));
  o_seq *s = SEQ(items);
  if (star == n && s->n != n) return unpack_error(n, s->n, false);
  if (star < n && s->n < n - 1) return unpack_error(n - 1, s->n, true);
  lang_pin(items);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n; i++) {
    if (i == star) st = lang_store(env, t->l.at[i]->a, list_new(s->at + i, s->n - (n - 1)));
    else st = lang_store(env, t->l.at[i], s->at[i < star ? i : s->n - n + i]);
  }
  lang_unpin(mark);
  return st;
}

// x[a:b:c] = v of a list.
static dbx_status store_part(o_env *env, const dbx_node *t, pv x, pv v, uint32_t mark) {
  o_slice s;
  bool ok = eval_local_slice(env, t->b, &s);
  dbx_here = t->span;
  dbx_status st = ok ? lang_setitem(x, pv_obj(&s), v) : DBX_FAIL;
  if (ok && st != DBX_OK) blame_index(t, x, slice_new(s.part[0], s.part[1], s.part[2]));
  lang_unpin(mark);
  return st;
}

dbx_status store_subscript(o_env *env, const dbx_node *t, pv v) {
  uint32_t mark = lang_pins();
  lang_pin(v);
  pv x = quick_value(env, t->a), i = PV(PV_UNBOUND);
  lang_pin(x);
  if (t->b->kind == DBX_N_Slice && is_obj(x, T_LIST) && !x.o->sub)
    return store_part(env, t, x, v, mark);
  if (x.tag != PV_UNBOUND) i = quick_value(env, t->b);
  dbx_status st = i.tag == PV_UNBOUND ? DBX_FAIL : DBX_OK;
  dbx_here = t->span;
  if (st == DBX_OK && !quick_set_item(x, i, v) && (st = lang_setitem(x, i, v)) != DBX_OK)
    blame_index(t, x, i);
  lang_unpin(mark);
  return st;
}

dbx_status store_attribute(o_env *env, const dbx_node *t, pv v) {
  uint32_t mark = lang_pins();
  lang_pin(v);
  pv x = quick_value(env, t->a);
  dbx_here = t->span;
  dbx_status st = x.tag == PV_UNBOUND ? DBX_FAIL : lang_setattr(x, t->name, v);
  lang_unpin(mark);
  return st;
}

dbx_status store_nowhere(o_env *env, const dbx_node *t, pv v) {
  return dbx_fail(DBX_E106, t->span, "cannot assign to this expression");
}

// ---- assignments ----

// a, b = x, y
static bool pairs_up(const dbx_node *n) {
  const dbx_node *t = n->l.at[0];
  if (n->l.n != 1 || t->kind != DBX_N_Tuple || n->a->kind != DBX_N_Tuple || t->l.n != n->a->l.n)
    return false;
  for (uint32_t i = 0; i < t->l.n; i++)
    if (t->l.at[i]->kind == DBX_N_Starred || n->a->l.at[i]->kind == DBX_N_Starred) return false;
  return true;
}

static NOT_INLINE dbx_status assign_pairs(o_env *env, const dbx_node *n) {
  const dbx_node *t = n->l.at[0];
  uint32_t mark = lang_pins();
  dbx_status st = push_elements(env, &n->a->l);
  dbx_here = t->span;
  for (uint32_t i = 0; st == DBX_OK && i < t->l.n; i++)
    st = quick_store(env, t->l.at[i], lang_pinned(mark + i));
  lang_unpin(mark);
  return st;
}

static dbx_status assign(o_env *env, const dbx_node *n) {
  if (n->l.n == 1 && n->l.at[0]->kind == DBX_N_Name) {
    pv one = quick_value(env, n->a);
    return one.tag == PV_UNBOUND ? DBX_FAIL : quick_store(env, n->l.at[0], one);
  }
  if (pairs_up(n)) return assign_pairs(env, n);
  uint32_t mark = lang_pins();
  pv v = quick_value(env, n->a);
  if (v.tag == PV_UNBOUND) return DBX_FAIL;
  lang_pin(v);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n->l.n; i++) st = lang_store(env, n->l.at[i], v);
  if (st != DBX_OK) witness_value(n->a, v, "value");
  lang_unpin(mark);
  return st;
}

flow exec_assign(o_env *env, const dbx_node *n, pv *ret) { return flow_of(assign(env, n)); }

static dbx_status augment(const dbx_node *n, pv old, pv v, pv *ret) {
  dbx_here = n->span;
  if (quick_binary((dbx_op)n->op, old, v, ret)) return DBX_OK;
  return lang_inplace((dbx_op)n->op, old, v, ret);
}

// The container and index of a subscript target are evaluated once.
static NOT_INLINE dbx_status augment_item(o_env *env, const dbx_node *n, uint32_t mark) {
  const dbx_node *t = n->a;
  pv x = quick_value(env, t->a), i, old, v;
  if (x.tag == PV_UNBOUND) return DBX_FAIL;
  lang_pin(x);
  i = quick_value(env, t->b);
  if (i.tag == PV_UNBOUND) return DBX_FAIL;
  lang_pin(i);
  dbx_here = t->span;
  if (!quick_item(x, i, &old)) DBX_TRY(lang_getitem(x, i, &old));
  lang_pin(old);
  v = quick_value(env, n->b);
  if (v.tag == PV_UNBOUND) return DBX_FAIL;
  lang_pin(v);
  DBX_TRY(augment(n, old, v, &v));
  lang_set_pinned(mark, v);
  return quick_set_item(x, i, v) ? DBX_OK : lang_setitem(x, i, v);
}

static NOT_INLINE dbx_status augment_attribute(o_env *env, const dbx_node *n, uint32_t mark) {
  pv x = quick_value(env, n->a->a), old, v;
  if (x.tag == PV_UNBOUND) return DBX_FAIL;
  lang_pin(x);
  old = finish_attribute(env, n->a, x);
  if (old.tag == PV_UNBOUND) return DBX_FAIL;
  lang_pin(old);
  v = quick_value(env, n->b);
  if (v.tag == PV_UNBOUND) return DBX_FAIL;
  lang_pin(v);
  DBX_TRY(augment(n, old, v, &v));
  lang_set_pinned(mark, v);
  return lang_setattr(x, n->a->name, v);
}

static dbx_status augment_name(o_env *env, const dbx_node *n) {
  pv old = quick_value(env, n->a), v, r;
  if (old.tag == PV_UNBOUND) return DBX_FAIL;
  if (old.tag == PV_OBJ) lang_pin(old);
  v = quick_value(env, n->b);
  if (v.tag == PV_UNBOUND) return DBX_FAIL;
  if (v.tag == PV_OBJ) lang_pin(v);
  if (augment(n, old, v, &r) == DBX_OK) return quick_store(env, n->a, r);
  return blame_two(n->a, n->b, old, v), DBX_FAIL;
}

flow exec_augment(o_env *env, const dbx_node *n, pv *ret) {
  uint32_t mark = lang_pins();
  if (n->a->kind == DBX_N_Name) return flow_of(augment_name(env, n));
  lang_pin(PV(PV_UNBOUND)); // room for the result
  return flow_of(n->a->kind == DBX_N_Subscript ? augment_item(env, n, mark)
                                               : augment_attribute(env, n, mark));
}

// ---- del ----

dbx_status delete_sequence(o_env *env, const dbx_node *t) {
  for (uint32_t k = 0; k < t->l.n; k++)
    DBX_TRY(lang_now->kinds[t->l.at[k]->kind].delete(env, t->l.at[k]));
  return DBX_OK;
}

dbx_status delete_attribute(o_env *env, const dbx_node *t) {
  pv x;
  DBX_TRY(lang_eval(env, t->a, &x));
  dbx_here = t->span;
  return lang_delattr(x, t->name);
}

dbx_status delete_subscript(o_env *env, const dbx_node *t) {
  pv x, i;
  uint32_t mark = lang_pins();
  DBX_TRY(lang_eval(env, t->a, &x));
  lang_pin(x);
  dbx_status st = lang_eval(env, t->b, &i);
  dbx_here = t->span;
  if (st == DBX_OK) st = lang_delitem(x, i);
  lang_unpin(mark);
  return st;
}

flow exec_delete(o_env *env, const dbx_node *n, pv *ret) {
  return flow_of(delete_sequence(env, n));
}
