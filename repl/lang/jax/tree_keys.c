// Paths to the leaves of a tree: keys, what they print as, and walks that collect them. Words and
// classes of keys are those of jax 0.4.23.
#include "lang/jax/tree_util.h"
#include "lang/jax/types.h"

#include <string.h>

// ---- keys ----

static const struct {
  const char *type, *field;
} kinds[] = {[KEY_SEQUENCE] = {"SequenceKey", "idx"},
             [KEY_DICT] = {"DictKey", "key"},
             [KEY_ATTR] = {"GetAttrKey", "name"},
             [KEY_FLAT] = {"FlattenedIndexKey", "key"}};

static const o_treekey *key_of(pv v) { return (const o_treekey *)v.o; }

pv tree_key_new(tree_key_kind kind, pv value) {
  o_treekey *k = heap_new(T_TREEKEY, sizeof *k);
  k->kind = kind, k->value = value;
  return pv_obj(k);
}

void treekey_visit(obj *o, void (*child)(obj *o)) { visit_value(((o_treekey *)o)->value, child); }
const char *treekey_name(pv v) { return kinds[key_of(v)->kind].type; }

dbx_status treekey_text(pv v, bool str, dbx_buf *b) {
  const o_treekey *k = key_of(v);
  if (!str) {
    dbx_printf(b, "%s(%s=", kinds[k->kind].type, kinds[k->kind].field);
    DBX_TRY(lang_repr(k->value, b));
    return dbx_putc(b, ')'), DBX_OK;
  }
  if (k->kind == KEY_ATTR) {
    dbx_putc(b, '.');
    return lang_str(k->value, b);
  }
  dbx_put(b, k->kind == KEY_FLAT ? "[<flat index " : "[");
  DBX_TRY(lang_repr(k->value, b));
  return dbx_put(b, k->kind == KEY_FLAT ? ">]" : "]"), DBX_OK;
}

dbx_status treekey_equal(pv x, pv y, bool *ret) {
  *ret = false;
  return key_of(x)->kind == key_of(y)->kind ? lang_equal(key_of(x)->value, key_of(y)->value, ret)
                                            : DBX_OK;
}

dbx_status treekey_hash(pv v, uint64_t *ret) {
  DBX_TRY(pv_hash(key_of(v)->value, ret));
  return *ret = dbx_mix(*ret, 11 + key_of(v)->kind), DBX_OK;
}

dbx_status treekey_attr(pv x, dbx_sym name, pv *ret) {
  if (!strcmp(dbx_sym_text(name), kinds[key_of(x)->kind].field)) *ret = key_of(x)->value;
  return DBX_OK;
}

bool tree_key_kind_of(const char *name, tree_key_kind *ret) {
  for (tree_key_kind k = KEY_SEQUENCE; k <= KEY_FLAT; k++)
    if (!strcmp(name, kinds[k].type)) return *ret = k, true;
  return false;
}

// ---- paths ----

enum { MAX_DEPTH = 500 };

typedef struct paths {
  pv is_leaf, *found; // found: a list of pairs (path, leaf)
  pv at[MAX_DEPTH + 2];
} paths;

// The functions of a class with keys give its children with them.
static dbx_status keyed_kids(pv v, pv with_keys, tree_node *node, pv **keys) {
  pv pair, kids;
  DBX_TRY(lang_call(with_keys, &v, 1, &pair));
  lang_pin(pair);
  bool good = is_seq(pair) && SEQ(pair)->n == 2;
  if (good) DBX_TRY(lang_to_list(SEQ(pair)->at[0], &kids));
  for (uint32_t i = 0; good && i < SEQ(kids)->n; i++)
    good = is_seq(SEQ(kids)->at[i]) && SEQ(SEQ(kids)->at[i])->n == 2;
  if (!good)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "flatten_with_keys of '%s' has to give ((key, child), ...) and data",
                    lang_type_name(v));
  lang_pin(kids);
  pv *kid = DBX_TMP(pv, SEQ(kids)->n + 1);
  *keys = DBX_TMP(pv, SEQ(kids)->n + 1);
  for (uint32_t i = 0; i < SEQ(kids)->n; i++) {
    (*keys)[i] = SEQ(SEQ(kids)->at[i])->at[0];
    kid[i] = SEQ(SEQ(kids)->at[i])->at[1];
  }
  *node = (tree_node){.kind = TREE_CLASS, .kid = kid, .n = SEQ(kids)->n};
  return DBX_OK;
}

static pv field_name(pv cls, uint32_t i) {
  pv fields = tree_fields(cls);
  return is_seq(fields) && i < SEQ(fields)->n ? SEQ(fields)->at[i] : pv_int(i);
}

static dbx_status open_with_keys(pv v, tree_node *node, pv **keys) {
  pv functions = tree_registered(v);
  if (functions.tag != PV_UNBOUND && !is_none(SEQ(functions)->at[2]))
    return keyed_kids(v, SEQ(functions)->at[2], node, keys);
  DBX_TRY(tree_open(v, node));
  lang_pin(node->data);
  *keys = DBX_TMP(pv, node->n + 1);
  for (uint32_t i = 0; i < node->n; i++) {
    bool named = node->kind == TREE_NAMED;
    bool seq = node->kind == TREE_TUPLE || node->kind == TREE_LIST;
    (*keys)[i] = node->kind == TREE_DICT ? tree_key_new(KEY_DICT, SEQ(node->data)->at[i])
                 : seq                   ? tree_key_new(KEY_SEQUENCE, pv_int(i))
                 : named                 ? tree_key_new(KEY_ATTR, field_name(node->cls, i))
                                         : tree_key_new(KEY_FLAT, pv_int(i));
    lang_pin((*keys)[i]);
  }
  return lang_check_pins();
}

static dbx_status walk(paths *p, pv v, uint32_t depth) {
  tree_node node = {.kind = TREE_LEAF};
  bool leaf = false;
  pv asked, *keys = NULL;
  DBX_TRY(dbx_poll());
  if (depth > MAX_DEPTH)
    return dbx_fail(DBX_E210, (dbx_span){0}, "the structure is nested too deeply");
  if (p->is_leaf.tag != PV_UNBOUND && !is_none(p->is_leaf)) {
    DBX_TRY(lang_call(p->is_leaf, &v, 1, &asked));
    DBX_TRY(lang_truth(asked, &leaf));
  }
  if (!leaf) DBX_TRY(open_with_keys(v, &node, &keys));
  if (node.kind == TREE_LEAF) {
    pv pair[] = {tuple_new(p->at, depth), v};
    return list_push(SEQ(*p->found), tuple_new(pair, 2)), DBX_OK;
  }
  for (uint32_t i = 0; i < node.n; i++) {
    p->at[depth] = keys[i];
    DBX_TRY(walk(p, node.kid[i], depth + 1));
  }
  return DBX_OK;
}

dbx_status tree_paths(pv v, pv is_leaf, pv *ret) {
  paths *p = DBX_TMP(paths, 1);
  *ret = list_new(NULL, 0);
  lang_pin(*ret);
  p->is_leaf = is_leaf, p->found = ret;
  return walk(p, v, 0);
}
