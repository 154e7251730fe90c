// Taking values apart and putting them together (see pytree.h).
#include "lang/jax/pytree.h"
#include "lang/jax/state.h"
#include "lang/jax/types.h"
#include "lang/object/above.h"

#include <string.h>

enum { MAX_DEPTH = 500, FEW_KEYS = 16 };

void treedef_visit(obj *o, void (*child)(obj *o)) {
  o_treedef *d = (o_treedef *)o;
  visit_value(d->cls, child), visit_value(d->data, child);
  for (uint32_t i = 0; i < d->n; i++) visit_held(d->kid[i], child);
}

// ---- structures ----

pv tree_def_new(tree_kind kind, pv cls, pv data, o_treedef *const *kid, uint32_t n) {
  o_treedef *d = heap_new(T_TREEDEF, sizeof *d + n * sizeof *d->kid);
  d->kind = kind, d->cls = cls, d->data = data, d->n = n;
  d->leaves = kind == TREE_LEAF, d->nodes = 1;
  for (uint32_t i = 0; i < n; i++) {
    d->kid[i] = kid[i];
    d->leaves += kid[i]->leaves, d->nodes += kid[i]->nodes;
  }
  return pv_obj(d);
}

pv tree_def_leaf(void) {
  if (jax_now->leaf.tag == PV_UNBOUND) {
    jax_now->leaf = tree_def_new(TREE_LEAF, PV(PV_UNBOUND), PV(PV_UNBOUND), NULL, 0);
    heap_keep(jax_now->leaf.o);
  }
  return jax_now->leaf;
}

// ---- registered classes ----

pv tree_registered(pv v) { return is_instance(v) ? lang_instance(v)->cls->node : PV(PV_UNBOUND); }

pv tree_fields(pv cls) { return lang_class_lookup((o_class *)cls.o, dbx_intern("_fields")); }

static bool is_class_of_program(pv cls) { return is_obj(cls, T_CLASS); }

dbx_status tree_register(pv cls, pv flatten, pv unflatten, pv with_keys) {
  dbx_buf b = {0};
  if (is_class_of_program(cls) && ((o_class *)cls.o)->node.tag == PV_UNBOUND) {
    pv all[] = {flatten, unflatten, with_keys};
    return ((o_class *)cls.o)->node = tuple_new(all, 3), DBX_OK;
  }
  dbx_status st = lang_repr(cls, &b);
  if (st == DBX_OK && is_class_of_program(cls))
    st = dbx_fail(DBX_E208, (dbx_span){0}, "Duplicate custom PyTreeDef type registration for %s.",
                  dbx_text(&b));
  else if (st == DBX_OK)
    st = dbx_fail(DBX_E204, (dbx_span){0},
                  "only classes of the program can be registered as pytree nodes here, not %s",
                  dbx_text(&b));
  dbx_buf_free(&b);
  return st;
}

// ---- one level ----

static dbx_status sort_many(pv d, pv *keys, uint32_t n) {
  pv sorted;
  DBX_TRY(lang_call(above()->builtin(dbx_intern("sorted")), &d, 1, &sorted));
  for (uint32_t i = 0; i < n && i < SEQ(sorted)->n; i++) keys[i] = SEQ(sorted)->at[i];
  return DBX_OK;
}

// The keys of a dictionary in the order of its leaves.
static dbx_status sorted_keys(pv v, pv **ret) {
  const o_dict *d = DICT(v);
  pv *keys = DBX_TMP(pv, d->n + 1);
  uint32_t i = 0, n = 0;
  dict_entry *e;
  *ret = keys;
  if (d->n > FEW_KEYS) return sort_many(v, keys, d->n);
  while (dict_next(d, &i, &e)) {
    uint32_t at = n++;
    for (bool less = true; at > 0; at--) {
      DBX_TRY(lang_less(e->key, keys[at - 1], &less));
      if (!less) break;
      keys[at] = keys[at - 1];
    }
    keys[at] = e->key;
  }
  return DBX_OK;
}

static void copy_kids(tree_node *node, const pv *at, uint32_t n) {
  pv *kid = DBX_TMP(pv, n + 1);
  if (n) memcpy(kid, at, n * sizeof *at);
  node->kid = kid, node->n = n;
}

static dbx_status open_dict(pv v, tree_node *node) {
  pv *keys, *kid = DBX_TMP(pv, DICT(v)->n + 1);
  uint32_t n = DICT(v)->n;
  DBX_TRY(sorted_keys(v, &keys));
  for (uint32_t i = 0; i < n; i++) DBX_TRY(dict_find(DICT(v), keys[i], &kid[i]));
  node->kind = TREE_DICT, node->data = list_new(keys, n);
  node->kid = kid, node->n = n;
  return DBX_OK;
}

static dbx_status open_class(pv v, pv functions, tree_node *node) {
  pv pair, kids;
  DBX_TRY(lang_call(SEQ(functions)->at[0], &v, 1, &pair));
  lang_pin(pair);
  if (!is_seq(pair) || SEQ(pair)->n != 2)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "the flatten function of '%s' has to give a pair (children, data), not a '%s'",
                    lang_type_name(v), lang_type_name(pair));
  pv data = SEQ(pair)->at[1];
  DBX_TRY(lang_to_list(SEQ(pair)->at[0], &kids));
  lang_pin(kids);
  *node = (tree_node){.kind = TREE_CLASS, .cls = lang_type_of(v), .data = data};
  copy_kids(node, SEQ(kids)->at, SEQ(kids)->n);
  return lang_check_pins();
}

static void open_partial(const o_partial *p, tree_node *node) {
  pv kids[] = {pv_obj(p->args), p->kw ? pv_obj(p->kw) : dict_new()};
  *node = (tree_node){.kind = TREE_PARTIAL, .data = p->fn};
  copy_kids(node, kids, 2);
}

// Of a class of the program: one that is registered, or of named tuples; others are leaves, also
// those below tuple, list and dict.
static dbx_status open_instance(pv v, tree_node *ret) {
  pv functions = tree_registered(v);
  if (functions.tag != PV_UNBOUND) return open_class(v, functions, ret);
  if (!is_obj(v, T_TUPLE) || tree_fields(lang_type_of(v)).tag == PV_UNBOUND) return DBX_OK;
  ret->kind = TREE_NAMED, ret->cls = lang_type_of(v);
  return copy_kids(ret, SEQ(v)->at, SEQ(v)->n), DBX_OK;
}

dbx_status tree_open(pv v, tree_node *ret) {
  *ret = (tree_node){.kind = TREE_LEAF};
  if (is_none(v)) return ret->kind = TREE_NONE, DBX_OK;
  if (is_instance(v)) return open_instance(v, ret);
  if (is_seq(v)) {
    ret->kind = is_obj(v, T_TUPLE) ? TREE_TUPLE : TREE_LIST;
    return copy_kids(ret, SEQ(v)->at, SEQ(v)->n), DBX_OK;
  }
  if (is_obj(v, T_DICT)) return open_dict(v, ret);
  if (is_obj(v, T_PARTIAL) && ((o_partial *)v.o)->node) open_partial((o_partial *)v.o, ret);
  return DBX_OK;
}

static dbx_status close_dict(const o_treedef *def, const pv *kids, pv *ret) {
  pv d = dict_new();
  for (uint32_t i = 0; i < def->n; i++) DBX_TRY(dict_set(DICT(d), SEQ(def->data)->at[i], kids[i]));
  return *ret = d, DBX_OK;
}

static dbx_status close_partial(const o_treedef *def, const pv *kids, pv *ret) {
  o_partial *p = heap_new(T_PARTIAL, sizeof *p);
  p->fn = def->data, p->node = true;
  p->args = SEQ(tuple_new(SEQ(kids[0])->at, SEQ(kids[0])->n)), p->kw = DICT(kids[1]);
  return *ret = pv_obj(p), DBX_OK;
}

static dbx_status close_class(const o_treedef *def, const pv *kids, pv *ret) {
  pv functions = ((o_class *)def->cls.o)->node;
  if (functions.tag == PV_UNBOUND)
    return dbx_fail(DBX_E208, (dbx_span){0}, "'%s' is not registered as a pytree node any more",
                    dbx_sym_text(((o_class *)def->cls.o)->name));
  uint32_t mark = lang_pins();
  pv args[] = {def->data, tuple_new(kids, def->n)};
  lang_pin(args[1]);
  dbx_status st = lang_call(SEQ(functions)->at[1], args, 2, ret);
  lang_unpin(mark);
  return st;
}

dbx_status tree_close(const o_treedef *def, const pv *kids, pv *ret) {
  switch ((tree_kind)def->kind) {
  case TREE_LEAF: return *ret = kids[0], DBX_OK;
  case TREE_NONE: return *ret = pv_none(), DBX_OK;
  case TREE_TUPLE: return *ret = tuple_new(kids, def->n), DBX_OK;
  case TREE_LIST: return *ret = list_new(kids, def->n), DBX_OK;
  case TREE_DICT: return close_dict(def, kids, ret);
  case TREE_NAMED: return lang_call(def->cls, kids, def->n, ret);
  case TREE_PARTIAL: return close_partial(def, kids, ret);
  case TREE_CLASS: return close_class(def, kids, ret);
  }
  return DBX_FAIL;
}

// ---- taking apart ----

typedef struct walk {
  pv is_leaf;
  pv_list *leaves;
} walk;

static dbx_status check_depth(int depth) {
  DBX_TRY(dbx_poll());
  if (depth <= MAX_DEPTH) return DBX_OK;
  return dbx_fail(DBX_E210, (dbx_span){0}, "the structure is nested too deeply");
}

static dbx_status asked_leaf(const walk *w, pv v, bool *ret) {
  pv r;
  *ret = false;
  if (w->is_leaf.tag == PV_UNBOUND || is_none(w->is_leaf)) return DBX_OK;
  DBX_TRY(lang_call(w->is_leaf, &v, 1, &r));
  return lang_truth(r, ret);
}

static dbx_status take_apart(const walk *w, pv v, int depth, pv *def);

static dbx_status take_kids(const walk *w, const tree_node *node, int depth, pv *def) {
  o_treedef **kid = DBX_TMP(o_treedef *, node->n + 1);
  lang_pin(node->data);
  for (uint32_t i = 0; i < node->n; i++) {
    pv d;
    DBX_TRY(take_apart(w, node->kid[i], depth + 1, &d));
    kid[i] = tree_def(d);
  }
  return *def = tree_def_new(node->kind, node->cls, node->data, kid, node->n), DBX_OK;
}

// Everything that is new stays pinned: the functions of the program run in between.
static dbx_status take_apart(const walk *w, pv v, int depth, pv *def) {
  bool leaf;
  tree_node node;
  DBX_TRY(asked_leaf(w, v, &leaf));
  if (leaf) node.kind = TREE_LEAF;
  else DBX_TRY(tree_open(v, &node));
  if (node.kind == TREE_LEAF) {
    dbx_push(w->leaves, v);
    lang_pin(v);
    return *def = tree_def_leaf(), DBX_OK;
  }
  DBX_TRY(check_depth(depth));
  DBX_TRY(take_kids(w, &node, depth, def));
  lang_pin(*def);
  return lang_check_pins();
}

dbx_status tree_take_apart(pv v, pv is_leaf, pv_list *leaves, pv *def) {
  pv own;
  walk w = {is_leaf, leaves};
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_status st = take_apart(&w, v, 0, def ? def : &own);
  dbx_scratch_release(m);
  return st;
}

dbx_status tree_flatten(pv v, pv_list *leaves) {
  uint32_t mark = lang_pins();
  dbx_status st = tree_take_apart(v, PV(PV_UNBOUND), leaves, NULL);
  lang_unpin(mark);
  return st;
}

// ---- putting together ----

static dbx_status put_together(const o_treedef *def, const pv *leaves, uint32_t *next, pv *ret) {
  if (def->kind == TREE_LEAF) return *ret = leaves[(*next)++], DBX_OK;
  DBX_TRY(dbx_poll());
  uint32_t mark = lang_pins();
  pv *kid = DBX_TMP(pv, def->n + 1);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < def->n; i++) {
    st = put_together(def->kid[i], leaves, next, &kid[i]);
    if (st == DBX_OK) lang_pin(kid[i]);
  }
  if (st == DBX_OK) st = tree_close(def, kid, ret);
  lang_unpin(mark);
  return st;
}

dbx_status tree_put_together(pv def, const pv *leaves, uint32_t *next, pv *ret) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_status st = put_together(tree_def(def), leaves, next, ret);
  dbx_scratch_release(m);
  return st;
}

// ---- as far as another structure goes ----

static dbx_status mismatch(const char *before, pv v, const char *after) {
  dbx_buf b = {0};
  dbx_status st = lang_repr(v, &b);
  if (st == DBX_OK) st = dbx_fail(DBX_E208, (dbx_span){0}, "%s%s%s", before, dbx_text(&b), after);
  dbx_buf_free(&b);
  return st;
}

static dbx_status wrong_names(const o_treedef *def, pv v) {
  dbx_buf b = {0};
  dbx_put(&b, "Named tuple type mismatch: expected type: ");
  dbx_status st = lang_repr(def->cls, &b);
  dbx_put(&b, ", tuple: ");
  if (st == DBX_OK) st = mismatch(dbx_text(&b), v, ".");
  dbx_buf_free(&b);
  return st;
}

static dbx_status wrong_kind(const o_treedef *def, tree_kind kind, pv v) {
  static const char *const wanted[] = {[TREE_TUPLE] = "Expected tuple, got ",
                                       [TREE_LIST] = "Expected list, got ",
                                       [TREE_DICT] = "Expected dict, got ",
                                       [TREE_NAMED] = "Expected named tuple, got "};
  if (def->kind == TREE_NAMED && kind == TREE_NAMED) return wrong_names(def, v);
  if (def->kind < TREE_PARTIAL) return mismatch(wanted[def->kind], v, ".");
  dbx_buf b = {0};
  dbx_put(&b, "Custom node type mismatch: expected type: ");
  dbx_status st = DBX_OK;
  if (def->kind == TREE_CLASS) st = lang_repr(def->cls, &b);
  else dbx_put(&b, "<class 'jax._src.tree_util.Partial'>");
  dbx_put(&b, ", value: ");
  if (st == DBX_OK) st = mismatch(dbx_text(&b), v, ".");
  dbx_buf_free(&b);
  return st;
}

static dbx_status wrong_arity(const o_treedef *def, uint32_t n, pv v) {
  dbx_buf b = {0};
  bool tuple = def->kind == TREE_TUPLE, list = def->kind == TREE_LIST;
  dbx_printf(&b, "%s arity mismatch: %u != %u; %s: ",
             tuple  ? "Tuple"
             : list ? "List"
                    : "Custom type",
             n, def->n,
             tuple  ? "tuple"
             : list ? "list"
                    : "value");
  dbx_status st = mismatch(dbx_text(&b), v, ".");
  dbx_buf_free(&b);
  return st;
}

static dbx_status check_data(const o_treedef *def, const tree_node *node, pv v) {
  bool same = def->data.tag == PV_UNBOUND;
  if (!same) DBX_TRY(lang_equal(def->data, node->data, &same));
  if (same) return DBX_OK;
  bool dict = def->kind == TREE_DICT;
  dbx_buf b = {0};
  dbx_put(&b, dict ? "Dict key mismatch; expected keys: " : "Mismatch custom node data: ");
  dbx_status st = lang_repr(def->data, &b);
  if (!dict) dbx_put(&b, " != ");
  if (!dict && st == DBX_OK) st = lang_repr(node->data, &b);
  dbx_put(&b, dict ? "; dict: " : "; value: ");
  if (st == DBX_OK) st = mismatch(dbx_text(&b), v, ".");
  dbx_buf_free(&b);
  return st;
}

static dbx_status up_to(const o_treedef *def, pv v, int depth, pv_list *parts) {
  tree_node node;
  if (def->kind == TREE_LEAF) return dbx_push(parts, v), lang_pin(v), DBX_OK;
  if (def->kind == TREE_NONE) return DBX_OK; // as jax 0.4.23: it stands for anything
  DBX_TRY(check_depth(depth));
  DBX_TRY(tree_open(v, &node));
  lang_pin(node.data);
  if (node.kind != (tree_kind)def->kind || !pv_same(node.cls, def->cls))
    return wrong_kind(def, node.kind, v);
  DBX_TRY(check_data(def, &node, v));
  if (node.n != def->n) return wrong_arity(def, node.n, v);
  for (uint32_t i = 0; i < def->n; i++) DBX_TRY(up_to(def->kid[i], node.kid[i], depth + 1, parts));
  return lang_check_pins();
}

dbx_status tree_up_to(pv def, pv v, pv_list *parts) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_status st = up_to(tree_def(def), v, 0, parts);
  dbx_scratch_release(m);
  return st;
}

// ---- texts, equality ----

static dbx_status put(const o_treedef *def, dbx_buf *b);

static dbx_status put_kids(const o_treedef *def, const char *open, const char *close, dbx_buf *b) {
  dbx_put(b, open);
  for (uint32_t i = 0; i < def->n; i++) {
    if (i) dbx_put(b, ", ");
    if (def->kind == TREE_DICT) {
      DBX_TRY(lang_repr(SEQ(def->data)->at[i], b));
      dbx_put(b, ": ");
    }
    DBX_TRY(put(def->kid[i], b));
  }
  return dbx_put(b, close), DBX_OK;
}

static dbx_status put_custom(const o_treedef *def, dbx_buf *b) {
  dbx_printf(b, "CustomNode(%s[",
             def->kind == TREE_PARTIAL ? "Partial" : dbx_sym_text(((o_class *)def->cls.o)->name));
  DBX_TRY(lang_str(def->data, b));
  return put_kids(def, "], [", "])", b);
}

static dbx_status put(const o_treedef *def, dbx_buf *b) {
  switch ((tree_kind)def->kind) {
  case TREE_LEAF: return dbx_putc(b, '*'), DBX_OK;
  case TREE_NONE: return dbx_put(b, "None"), DBX_OK;
  case TREE_TUPLE: return put_kids(def, "(", def->n == 1 ? ",)" : ")", b);
  case TREE_LIST: return put_kids(def, "[", "]", b);
  case TREE_DICT: return put_kids(def, "{", "}", b);
  case TREE_NAMED:
    dbx_printf(b, "CustomNode(namedtuple[%s], ", dbx_sym_text(((o_class *)def->cls.o)->name));
    return put_kids(def, "[", "])", b);
  case TREE_PARTIAL:
  case TREE_CLASS: return put_custom(def, b);
  }
  return DBX_FAIL;
}

dbx_status tree_put(pv def, dbx_buf *b) {
  dbx_put(b, "PyTreeDef(");
  DBX_TRY(put(tree_def(def), b));
  return dbx_putc(b, ')'), DBX_OK;
}

dbx_status tree_equal(const o_treedef *a, const o_treedef *b, bool *ret) {
  *ret = a == b;
  if (a == b) return DBX_OK;
  DBX_TRY(dbx_poll());
  if (a->kind != b->kind || a->n != b->n || a->nodes != b->nodes || !pv_same(a->cls, b->cls))
    return DBX_OK;
  *ret = true;
  if (a->data.tag != PV_UNBOUND) DBX_TRY(lang_equal(a->data, b->data, ret));
  for (uint32_t i = 0; *ret && i < a->n; i++) DBX_TRY(tree_equal(a->kid[i], b->kid[i], ret));
  return DBX_OK;
}
