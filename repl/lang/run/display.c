// Displays, comprehensions and formatted strings. What one part gave is pinned while the next part
// is evaluated.
#include "base/poll.h"
#include "lang/object/protocol.h"
#include "lang/run/parts.h"
#include "lang/run/quick.h"
#include "lang/run/witness.h"
#include "lang/text/format.h"

// ---- displays ----

dbx_status push_elements(o_env *env, const dbx_nodes *l) {
  for (uint32_t i = 0; i < l->n; i++) {
    bool starred = l->at[i]->kind == DBX_N_Starred;
    pv v = quick_value(env, starred ? l->at[i]->a : l->at[i]);
    if (v.tag == PV_UNBOUND) return DBX_FAIL;
    if (starred) {
      dbx_here = l->at[i]->span;
      if (!lang_iterable(v))
        return dbx_fail(DBX_E204, (dbx_span){0}, "Value after * must be an iterable, not %s",
                        lang_type_name(v));
      DBX_TRY(lang_to_list(v, &v));
      for (uint32_t k = 0; k < SEQ(v)->n; k++) lang_pin(SEQ(v)->at[k]);
    } else {
      lang_pin(v);
    }
    DBX_TRY(lang_check_pins());
  }
  return DBX_OK;
}

pv eval_sequence(o_env *env, const dbx_node *n) {
  pv r = PV(PV_UNBOUND);
  uint32_t mark = lang_pins();
  dbx_status st = push_elements(env, &n->l);
  if (st == DBX_OK) {
    uint32_t count = lang_pins() - mark;
    r = n->kind == DBX_N_Tuple ? tuple_new(lang_pin_at(mark), count)
                               : list_new(lang_pin_at(mark), count);
  }
  lang_unpin(mark);
  return r;
}

// What CPython computes when it compiles.
static bool is_folded(const dbx_node *n) {
  for (; n->kind == DBX_N_UnaryOp || n->kind == DBX_N_BinOp; n = n->a)
    if (n->kind == DBX_N_BinOp && !is_folded(n->b)) return false;
  return n->kind == DBX_N_Constant;
}

// CPython makes a display of three and more constants from a constant set, that it has built twice.
static bool is_copied(const dbx_nodes *l) {
  for (uint32_t i = 0; i < l->n; i++)
    if (!is_folded(l->at[i])) return false;
  return l->n >= 3;
}

static dbx_status set_of_pins(uint32_t first, pv *ret) {
  pv s = set_new();
  dbx_status st = DBX_OK;
  for (uint32_t i = first; st == DBX_OK && i < lang_pins(); i++)
    st = dict_set(DICT(s), lang_pinned(i), pv_none());
  lang_unpin(first);
  lang_pin(s);
  return *ret = s, st;
}

static dbx_status copied_set(uint32_t first, pv *ret) {
  pv s;
  DBX_TRY(set_of_pins(first, &s));
  lang_unpin(first);
  o_seq *ordered = SEQ(set_in_order(DICT(s)));
  for (uint32_t i = 0; i < ordered->n; i++) lang_pin(ordered->at[i]);
  DBX_TRY(set_of_pins(first, &s));
  return set_copy(DICT(s), ret);
}

// With *elements: what comes before the first at once, the rest one by one.
static dbx_status starred_set(o_env *env, const dbx_nodes *l, pv *ret) {
  uint32_t mark = lang_pins(), i = 0;
  pv v;
  dbx_status st = DBX_OK;
  for (; st == DBX_OK && l->at[i]->kind != DBX_N_Starred; i++) {
    st = lang_eval(env, l->at[i], &v);
    if (st == DBX_OK) lang_pin(v);
  }
  if (st == DBX_OK) st = set_of_pins(mark, ret);
  for (; st == DBX_OK && i < l->n; i++) {
    bool star = l->at[i]->kind == DBX_N_Starred;
    st = lang_eval(env, star ? l->at[i]->a : l->at[i], &v);
    if (st == DBX_OK) st = star ? set_update(DICT(*ret), v) : dict_set(DICT(*ret), v, pv_none());
  }
  lang_unpin(mark);
  return st;
}

static dbx_status display_set(o_env *env, const dbx_node *n, pv *ret) {
  for (uint32_t i = 0; i < n->l.n; i++)
    if (n->l.at[i]->kind == DBX_N_Starred) return starred_set(env, &n->l, ret);
  uint32_t mark = lang_pins();
  dbx_status st = push_elements(env, &n->l);
  if (st == DBX_OK) st = is_copied(&n->l) ? copied_set(mark, ret) : set_of_pins(mark, ret);
  lang_unpin(mark);
  return st;
}

pv eval_set(o_env *env, const dbx_node *n) {
  pv r;
  return display_set(env, n, &r) == DBX_OK ? r : PV(PV_UNBOUND);
}

static dbx_status merge(o_dict *into, pv from) {
  uint32_t i = 0;
  dict_entry *e;
  bool done = false;
  if (!is_obj(from, T_DICT)) {
    DBX_TRY(lang_update_with_mapping(into, from, &done));
    if (done) return DBX_OK;
    return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object is not a mapping", lang_type_name(from));
  }
  while (dict_next(DICT(from), &i, &e)) DBX_TRY(dict_set(into, e->key, e->val));
  return DBX_OK;
}

static dbx_status dict_item(o_env *env, const dbx_node *n, uint32_t i, o_dict *d) {
  pv k, v;
  if (!n->l.at[i]) {
    DBX_TRY(lang_eval(env, n->more->m.at[i], &v));
    uint32_t mark = lang_pins();
    lang_pin(v);
    dbx_here = n->more->m.at[i]->span;
    dbx_status st = merge(d, v);
    return lang_unpin(mark), st;
  }
  DBX_TRY(lang_eval(env, n->l.at[i], &k));
  uint32_t mark = lang_pins();
  lang_pin(k);
  dbx_status st = lang_eval(env, n->more->m.at[i], &v);
  dbx_here = n->l.at[i]->span;
  if (st == DBX_OK) st = dict_set(d, k, v);
  lang_unpin(mark);
  return st;
}

pv eval_dict(o_env *env, const dbx_node *n) {
  uint32_t mark = lang_pins();
  pv d = dict_new();
  dbx_status st = DBX_OK;
  lang_pin(d);
  for (uint32_t i = 0; st == DBX_OK && i < n->l.n; i++) st = dict_item(env, n, i, DICT(d));
  lang_unpin(mark);
  return st == DBX_OK ? d : PV(PV_UNBOUND);
}

static dbx_status make_slice(o_env *env, const dbx_node *n, pv *ret) {
  const dbx_node *parts[] = {n->a, n->b, n->more->c};
  uint32_t mark = lang_pins();
  dbx_status st = DBX_OK;
  for (int i = 0; i < 3 && st == DBX_OK; i++) {
    pv v = pv_none();
    if (parts[i]) st = lang_eval(env, parts[i], &v);
    lang_pin(v);
  }
  if (st == DBX_OK)
    *ret = slice_new(lang_pinned(mark), lang_pinned(mark + 1), lang_pinned(mark + 2));
  lang_unpin(mark);
  return st;
}

pv eval_slice(o_env *env, const dbx_node *n) {
  pv r;
  return make_slice(env, n, &r) == DBX_OK ? r : PV(PV_UNBOUND);
}

// ---- comprehensions ----

static dbx_status add_item(o_env *env, const dbx_node *n, pv into) {
  pv v = quick_value(env, n->a), k;
  if (v.tag == PV_UNBOUND) return DBX_FAIL;
  if (n->kind == DBX_N_ListComp) return list_push(SEQ(into), v), heap_check_budget();
  dbx_here = n->a->span;
  if (n->kind == DBX_N_SetComp) return dict_set(DICT(into), v, pv_none());
  k = v;
  uint32_t mark = lang_pins();
  lang_pin(k);
  dbx_status st = lang_eval(env, n->b, &v);
  dbx_here = n->a->span;
  if (st == DBX_OK) st = dict_set(DICT(into), k, v);
  lang_unpin(mark);
  return st;
}

static dbx_status comprehend(o_env *env, const dbx_node *n, uint32_t level, pv source, pv into);

static dbx_status comprehend_inner(o_env *env, const dbx_node *n, uint32_t level, pv into) {
  const dbx_node *g = n->l.at[level];
  for (uint32_t i = 0; i < g->l.n; i++) {
    pv v = lang_value(env, g->l.at[i]);
    bool yes;
    if (v.tag == PV_UNBOUND) return DBX_FAIL;
    dbx_here = g->l.at[i]->span;
    if (!quick_truth(v, &yes)) DBX_TRY(lang_truth(v, &yes));
    if (!yes) return DBX_OK;
  }
  if (level + 1 == n->l.n) return add_item(env, n, into);
  pv source;
  DBX_TRY(lang_eval(env, n->l.at[level + 1]->b, &source));
  return comprehend(env, n, level + 1, source, into);
}

static dbx_status comprehend(o_env *env, const dbx_node *n, uint32_t level, pv source, pv into) {
  const dbx_node *g = n->l.at[level];
  uint32_t mark = lang_pins();
  pv it, v;
  bool done = false;
  dbx_here = g->b->span;
  DBX_TRY(lang_iter(source, &it));
  lang_pin(it);
  bool pairs = g->a->kind == DBX_N_Tuple && quick_makes_pairs(it);
  dbx_status st = DBX_OK;
  while (st == DBX_OK) {
    dbx_here = g->b->span;
    if ((st = quick_next(it, &v, &done)) != DBX_OK || done) break;
    if ((st = quick_store(env, g->a, v)) == DBX_OK) {
      if (pairs) heap_drop(v.o, tuple_bytes(SEQ(v)->n));
      st = comprehend_inner(env, n, level, into);
    }
    heap_safepoint();
    if (st == DBX_OK) st = dbx_poll();
  }
  lang_unpin(mark);
  return st;
}

static dbx_status make_comprehension(o_env *env, const dbx_node *n, pv *ret) {
  pv source, into;
  uint32_t mark = lang_pins();
  DBX_TRY(lang_eval(env, n->l.at[0]->b, &source));
  lang_pin(source);
  o_env *in = lang_new_env(n->more->scope, env);
  lang_pin(pv_obj(in));
  dbx_status st = DBX_OK;
  if (n->kind == DBX_N_GeneratorExp) {
    dbx_here = n->l.at[0]->b->span;
    if ((st = lang_iter(source, &source)) == DBX_OK) into = iter_generator(in, n, source);
  } else {
    into = n->kind == DBX_N_ListComp  ? list_new(NULL, 0)
           : n->kind == DBX_N_SetComp ? set_new()
                                      : dict_new();
    lang_pin(into);
    st = comprehend(in, n, 0, source, into);
    if (st != DBX_OK) witness_names(in, n);
    if (!in->scope->captured) heap_drop(in, env_bytes(in->n));
  }
  lang_unpin(mark);
  if (st == DBX_OK) *ret = into;
  return st;
}

pv eval_comprehension(o_env *env, const dbx_node *n) {
  pv r;
  return make_comprehension(env, n, &r) == DBX_OK ? r : PV(PV_UNBOUND);
}

// ---- formatted strings ----

static dbx_status put_field(o_env *env, const dbx_node *n, dbx_buf *b) {
  pv v, spec = PV(PV_UNBOUND);
  uint32_t mark = lang_pins();
  DBX_TRY(lang_eval(env, n->a, &v));
  lang_pin(v);
  dbx_status st = n->b ? lang_eval(env, n->b, &spec) : DBX_OK;
  dbx_here = n->span;
  dbx_buf text = {0};
  if (st == DBX_OK && n->flag != -1) { // !s, !r, !a
    st = n->flag == 's'   ? lang_str(v, &text)
         : n->flag == 'r' ? lang_repr(v, &text)
                          : lang_ascii(v, &text);
    v = str_new(dbx_text(&text), text.n);
  }
  if (st == DBX_OK)
    st = lang_format(v, is_str(spec) ? STR(spec)->s : "", is_str(spec) ? STR(spec)->n : 0, b);
  dbx_buf_free(&text);
  lang_unpin(mark);
  return st;
}

static dbx_status join(o_env *env, const dbx_node *n, pv *ret) {
  dbx_buf b = {0};
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n->l.n; i++) {
    const dbx_node *part = n->l.at[i];
    if (part->kind == DBX_N_Constant) dbx_putn(&b, part->value->str, part->value->str_n);
    else st = put_field(env, part, &b);
  }
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

pv eval_joined(o_env *env, const dbx_node *n) {
  pv r;
  return join(env, n, &r) == DBX_OK ? r : PV(PV_UNBOUND);
}

static dbx_status field(o_env *env, const dbx_node *n, pv *ret) {
  dbx_buf b = {0};
  dbx_status st = put_field(env, n, &b);
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

pv eval_field(o_env *env, const dbx_node *n) {
  pv r;
  return field(env, n, &r) == DBX_OK ? r : PV(PV_UNBOUND);
}
