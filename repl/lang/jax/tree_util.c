// jax.tree_util: trees as values of the program. Source of names, defaults and words: jax 0.4.23.
#include "lang/jax/tree_util.h"
#include "lang/jax/types.h"
#include "lang/object/above.h"
#include "lang/object/operation.h"

#include <string.h>

// ---- arguments by signature ----

enum { MOST_PARAMETERS = 4 };
typedef struct tree_row {
  const char *name;
  dbx_status (*fn)(const call_args *c, const pv *a, pv *ret);
  // Blank-separated; "x=": NONE if it is left out; "*": more may follow by position, and what
  // stands behind it is given by name.
  const char *parameters;
} tree_row;

static dbx_status bind_one(const call_args *c, const char *fn, const char *name, bool optional,
                           uint32_t i, bool by_name, pv *ret) {
  pv named = args_keyword(c, name);
  *ret = !by_name && i < c->n ? c->at[i] : named;
  if (!by_name && i < c->n && named.tag != PV_UNBOUND)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s() got multiple values for argument '%s'", fn,
                    name);
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  if (optional) return *ret = pv_none(), DBX_OK;
  return dbx_fail(DBX_E202, (dbx_span){0}, "%s() missing 1 required positional argument: '%s'", fn,
                  name);
}

static dbx_status bind(const tree_row *row, const call_args *c, pv *a) {
  char name[32], allowed[128] = "";
  uint32_t i = 0;
  bool by_name = false;
  for (const char *at = row->parameters; *at; at += strspn(at, " ")) {
    size_t n = strcspn(at, " ");
    bool star = *at == '*', optional = at[n - 1] == '=';
    snprintf(name, sizeof name, "%.*s", (int)(n - optional), at);
    at += n;
    if (star) {
      by_name = true;
      continue;
    }
    snprintf(allowed + strlen(allowed), sizeof allowed - strlen(allowed), "%s ", name);
    DBX_TRY(bind_one(c, row->name, name, optional, i, by_name, &a[i]));
    i++;
  }
  if (!by_name && c->n > i)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s() takes %u positional arguments but %u were given",
                    row->name, i, c->n);
  return args_only_keywords(c, row->name, allowed);
}

static dbx_status tree_native(const call_args *c, pv *ret) {
  const tree_row *row = ((o_native *)c->fn.o)->data;
  pv a[MOST_PARAMETERS];
  operation o = operation_begin();
  dbx_status st = bind(row, c, a);
  if (st == DBX_OK) st = row->fn(c, a, ret);
  return operation_end(&o, st);
}

static dbx_status check_def(pv v, const char *method) {
  if (is_obj(v, T_TREEDEF)) return DBX_OK;
  return dbx_fail(DBX_E203, (dbx_span){0}, "'%s' object has no attribute '%s'", lang_type_name(v),
                  method);
}

// ---- taking apart ----

// The leaves as a new list, and the structure; both pinned.
static dbx_status apart(pv tree, pv is_leaf, pv *list, pv *def) {
  pv_list leaves = {0};
  dbx_status st = tree_take_apart(tree, is_leaf, &leaves, def);
  if (st == DBX_OK) {
    *list = list_new(leaves.at, leaves.n);
    lang_pin(*list);
    lang_pin(*def);
  }
  dbx_vec_free(&leaves);
  return st;
}

static dbx_status t_flatten(const call_args *c, const pv *a, pv *ret) {
  pv pair[2];
  (void)c;
  DBX_TRY(apart(a[0], a[1], &pair[0], &pair[1]));
  return *ret = tuple_new(pair, 2), DBX_OK;
}

static dbx_status t_leaves(const call_args *c, const pv *a, pv *ret) {
  pv def;
  (void)c;
  return apart(a[0], a[1], ret, &def);
}

static dbx_status t_structure(const call_args *c, const pv *a, pv *ret) {
  pv list;
  (void)c;
  return apart(a[0], a[1], &list, ret);
}

static dbx_status t_flatten_with_path(const call_args *c, const pv *a, pv *ret) {
  pv list, pair[2];
  (void)c;
  DBX_TRY(tree_paths(a[0], a[1], &pair[0]));
  DBX_TRY(apart(a[0], a[1], &list, &pair[1]));
  return *ret = tuple_new(pair, 2), DBX_OK;
}

static dbx_status t_leaves_with_path(const call_args *c, const pv *a, pv *ret) {
  (void)c;
  return tree_paths(a[0], a[1], ret);
}

static dbx_status t_all_leaves(const call_args *c, const pv *a, pv *ret) {
  pv items, leaves, def;
  bool all = true;
  (void)c;
  DBX_TRY(lang_to_list(a[0], &items));
  lang_pin(items);
  for (uint32_t i = 0; all && i < SEQ(items)->n; i++) {
    DBX_TRY(apart(SEQ(items)->at[i], a[1], &leaves, &def));
    all = tree_def(def)->kind == TREE_LEAF;
  }
  return *ret = pv_bool(all), DBX_OK;
}

static dbx_status t_keystr(const call_args *c, const pv *a, pv *ret) {
  pv keys;
  dbx_buf b = {0};
  (void)c;
  DBX_TRY(lang_to_list(a[0], &keys));
  lang_pin(keys);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < SEQ(keys)->n; i++) st = lang_str(SEQ(keys)->at[i], &b);
  if (st == DBX_OK) *ret = str_take(&b);
  else dbx_buf_free(&b);
  return st;
}

// ---- putting together ----

static dbx_status unflatten(pv def, pv leaves, pv *ret) {
  pv list;
  uint32_t next = 0, n = tree_def(def)->leaves;
  DBX_TRY(lang_to_list(leaves, &list));
  lang_pin(list);
  if (SEQ(list)->n < n)
    return dbx_fail(DBX_E208, (dbx_span){0}, "Too few leaves for PyTreeDef; expected %u, got %u", n,
                    SEQ(list)->n);
  if (SEQ(list)->n > n)
    return dbx_fail(DBX_E208, (dbx_span){0}, "Too many leaves for PyTreeDef; expected %u.", n);
  pv keep = tuple_new(SEQ(list)->at, n);
  lang_pin(keep);
  return tree_put_together(def, SEQ(keep)->at, &next, ret);
}

static dbx_status t_unflatten(const call_args *c, const pv *a, pv *ret) {
  (void)c;
  DBX_TRY(check_def(a[0], "unflatten"));
  return unflatten(a[0], a[1], ret);
}

// f of each leaf, behind its path where there are paths (a list of pairs), and of what stands in
// its place in the other trees, which begin at rest.
static dbx_status map(pv f, pv def, pv first, bool paths, const pv *rest, uint32_t n_rest,
                      pv *ret) {
  uint32_t n = tree_def(def)->leaves, next = 0, lead = paths ? 2 : 1;
  pv_list others = {0};
  pv *args = DBX_TMP(pv, lead + n_rest), r;
  dbx_status st = DBX_OK;
  for (uint32_t k = 0; st == DBX_OK && k < n_rest; k++) st = tree_up_to(def, rest[k], &others);
  uint32_t out = lang_pins();
  for (uint32_t i = 0; st == DBX_OK && i < n; i++) {
    pv leaf = SEQ(first)->at[i];
    if (paths) memcpy(args, SEQ(leaf)->at, 2 * sizeof *args);
    else args[0] = leaf;
    for (uint32_t k = 0; k < n_rest; k++) args[lead + k] = others.at[k * n + i];
    st = dbx_polled(lang_call(f, args, lead + n_rest, &r));
    if (st == DBX_OK) lang_pin(r), st = lang_check_pins();
  }
  dbx_vec_free(&others);
  return st == DBX_OK ? tree_put_together(def, lang_pin_at(out), &next, ret) : st;
}

static dbx_status t_map(const call_args *c, const pv *a, pv *ret) {
  pv leaves, def;
  DBX_TRY(apart(a[1], a[2], &leaves, &def));
  return map(a[0], def, leaves, false, c->at + 2, c->n > 2 ? c->n - 2 : 0, ret);
}

static dbx_status t_map_with_path(const call_args *c, const pv *a, pv *ret) {
  pv leaves, def, paths;
  DBX_TRY(tree_paths(a[1], a[2], &paths));
  DBX_TRY(apart(a[1], a[2], &leaves, &def));
  return map(a[0], def, paths, true, c->at + 2, c->n > 2 ? c->n - 2 : 0, ret);
}

static dbx_status t_all(const call_args *c, const pv *a, pv *ret) {
  pv leaves, def;
  bool all = true;
  (void)c;
  DBX_TRY(apart(a[0], PV(PV_UNBOUND), &leaves, &def));
  for (uint32_t i = 0; all && i < SEQ(leaves)->n; i++)
    DBX_TRY(lang_truth(SEQ(leaves)->at[i], &all));
  return *ret = pv_bool(all), DBX_OK;
}

static dbx_status t_reduce(const call_args *c, const pv *a, pv *ret) {
  pv leaves, def, pair[2];
  bool started = c->n > 2 || args_keyword(c, "initializer").tag != PV_UNBOUND;
  uint32_t i = started ? 0 : 1;
  DBX_TRY(apart(a[1], a[3], &leaves, &def));
  if (!started && !SEQ(leaves)->n)
    return dbx_fail(DBX_E204, (dbx_span){0}, "reduce() of empty iterable with no initial value");
  pair[0] = started ? a[2] : SEQ(leaves)->at[0];
  uint32_t slot = lang_pins();
  lang_pin(pair[0]);
  for (; i < SEQ(leaves)->n; i++) {
    pair[1] = SEQ(leaves)->at[i];
    DBX_TRY(dbx_polled(lang_call(a[0], pair, 2, &pair[0])));
    lang_set_pinned(slot, pair[0]);
  }
  return *ret = pair[0], DBX_OK;
}

// The structure with another one in the place of each leaf.
static dbx_status compose(const o_treedef *outer, o_treedef *inner, o_treedef **ret) {
  if (outer->kind == TREE_LEAF) return *ret = inner, DBX_OK;
  DBX_TRY(dbx_poll());
  o_treedef **kid = DBX_TMP(o_treedef *, outer->n + 1);
  for (uint32_t i = 0; i < outer->n; i++) DBX_TRY(compose(outer->kid[i], inner, &kid[i]));
  *ret = tree_def(tree_def_new((tree_kind)outer->kind, outer->cls, outer->data, kid, outer->n));
  return DBX_OK;
}

static dbx_status no_transposition(pv def, pv outer, pv inner) {
  dbx_buf b = {0};
  o_treedef *both;
  dbx_put(&b, "Mismatch\n");
  dbx_status st = tree_put(def, &b);
  dbx_put(&b, "\n != \n");
  if (st == DBX_OK) st = compose(tree_def(outer), tree_def(inner), &both);
  if (st == DBX_OK) st = tree_put(pv_obj(both), &b);
  if (st == DBX_OK) st = dbx_fail(DBX_E204, (dbx_span){0}, "%s", dbx_text(&b));
  dbx_buf_free(&b);
  return st;
}

static dbx_status t_transpose(const call_args *c, const pv *a, pv *ret) {
  pv leaves, def, tree;
  (void)c;
  DBX_TRY(check_def(a[0], "num_leaves"));
  DBX_TRY(check_def(a[1], "num_leaves"));
  DBX_TRY(apart(a[2], PV(PV_UNBOUND), &leaves, &def));
  uint32_t outer = tree_def(a[0])->leaves, inner = tree_def(a[1])->leaves, next = 0;
  if ((uint64_t)outer * inner != tree_def(def)->leaves) return no_transposition(def, a[0], a[1]);
  uint32_t out = lang_pins();
  pv *column = DBX_TMP(pv, outer + 1);
  for (uint32_t i = 0; i < inner; i++, next = 0) {
    for (uint32_t k = 0; k < outer; k++) column[k] = SEQ(leaves)->at[k * inner + i];
    DBX_TRY(tree_put_together(a[0], column, &next, &tree));
    lang_pin(tree);
  }
  return tree_put_together(a[1], lang_pin_at(out), &next, ret);
}

// ---- structures ----

static pv type_of_kind(const o_treedef *d) {
  static const char *const names[] = {[TREE_NONE] = "NoneType",
                                      [TREE_TUPLE] = "tuple",
                                      [TREE_LIST] = "list",
                                      [TREE_DICT] = "dict",
                                      [TREE_PARTIAL] = "Partial"};
  return d->kind == TREE_CLASS || d->kind == TREE_NAMED ? d->cls
                                                        : above()->builtin_type(names[d->kind]);
}

static pv children(const o_treedef *d) {
  pv l = list_new(NULL, 0);
  for (uint32_t i = 0; i < d->n; i++) list_push(SEQ(l), pv_obj(d->kid[i]));
  return l;
}

static dbx_status t_def_children(const call_args *c, const pv *a, pv *ret) {
  (void)c;
  DBX_TRY(check_def(a[0], "children"));
  return *ret = children(tree_def(a[0])), DBX_OK;
}
static dbx_status t_def_is_leaf(const call_args *c, const pv *a, pv *ret) {
  (void)c;
  DBX_TRY(check_def(a[0], "num_nodes"));
  return *ret = pv_bool(tree_def(a[0])->nodes == 1), DBX_OK;
}
static dbx_status t_def_tuple(const call_args *c, const pv *a, pv *ret) {
  pv list;
  (void)c;
  DBX_TRY(lang_to_list(a[0], &list));
  o_treedef **kid = DBX_TMP(o_treedef *, SEQ(list)->n + 1);
  for (uint32_t i = 0; i < SEQ(list)->n; i++) {
    DBX_TRY(check_def(SEQ(list)->at[i], "num_nodes"));
    kid[i] = tree_def(SEQ(list)->at[i]);
  }
  pv none = PV(PV_UNBOUND);
  return *ret = tree_def_new(TREE_TUPLE, none, none, kid, SEQ(list)->n), DBX_OK;
}

dbx_status treedef_text(pv v, bool str, dbx_buf *b) { return (void)str, tree_put(v, b); }
dbx_status treedef_equal(pv x, pv y, bool *ret) {
  return tree_equal(tree_def(x), tree_def(y), ret);
}
dbx_status treedef_hash(pv v, uint64_t *ret) {
  const o_treedef *d = tree_def(v);
  uint64_t h = dbx_mix(dbx_mix(17, d->kind), d->n), kid;
  for (uint32_t i = 0; i < d->n; i++) {
    DBX_TRY(treedef_hash(pv_obj(d->kid[i]), &kid));
    h = dbx_mix(h, kid);
  }
  return *ret = h, DBX_OK;
}

typedef enum def_method { UNFLATTEN, UP_TO, COMPOSE, CHILDREN, NODE_DATA } def_method;
static const struct {
  const char *name;
  uint32_t arguments;
} def_methods[] = {[UNFLATTEN] = {"unflatten", 1},
                   [UP_TO] = {"flatten_up_to", 1},
                   [COMPOSE] = {"compose", 1},
                   [CHILDREN] = {"children", 0},
                   [NODE_DATA] = {"node_data", 0}};

static dbx_status up_to(pv def, pv v, pv *ret) {
  pv_list parts = {0};
  dbx_status st = tree_up_to(def, v, &parts);
  if (st == DBX_OK) *ret = list_new(parts.at, parts.n);
  dbx_vec_free(&parts);
  return st;
}

static dbx_status node_data(const o_treedef *d, pv *ret) {
  pv pair[] = {pv_none(), d->data.tag == PV_UNBOUND ? pv_none() : d->data};
  if (d->kind == TREE_LEAF) return *ret = pv_none(), DBX_OK;
  pair[0] = type_of_kind(d);
  return *ret = tuple_new(pair, 2), DBX_OK;
}

static dbx_status call_method(const call_args *c, pv def, pv *ret) {
  size_t k = (size_t)(uintptr_t)((o_native *)c->fn.o)->data;
  o_treedef *both;
  DBX_TRY(args_count(c, def_methods[k].name, def_methods[k].arguments, def_methods[k].arguments));
  switch ((def_method)k) {
  case UNFLATTEN: return unflatten(def, c->at[0], ret);
  case UP_TO: return up_to(def, c->at[0], ret);
  case CHILDREN: return *ret = children(tree_def(def)), DBX_OK;
  case NODE_DATA: return node_data(tree_def(def), ret);
  case COMPOSE: break;
  }
  DBX_TRY(check_def(c->at[0], "num_nodes"));
  DBX_TRY(compose(tree_def(def), tree_def(c->at[0]), &both));
  return *ret = pv_obj(both), DBX_OK;
}

static dbx_status def_method_native(const call_args *c, pv *ret) {
  operation o = operation_begin();
  return operation_end(&o, call_method(c, native_self(c), ret));
}

dbx_status treedef_attr(pv x, dbx_sym name, pv *ret) {
  const char *n = dbx_sym_text(name);
  if (!strcmp(n, "num_leaves")) *ret = pv_int(tree_def(x)->leaves);
  if (!strcmp(n, "num_nodes")) *ret = pv_int(tree_def(x)->nodes);
  for (size_t i = 0; i < sizeof def_methods / sizeof *def_methods; i++)
    if (!strcmp(n, def_methods[i].name))
      *ret = native_new(def_methods[i].name, def_method_native, x, (void *)(uintptr_t)i);
  return DBX_OK;
}

// ---- registering ----

static dbx_status check_function(pv f) {
  if (lang_callable(f)) return DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0},
                  "the functions of a pytree node have to be callable, not a '%s'",
                  lang_type_name(f));
}

static dbx_status t_register(const call_args *c, const pv *a, pv *ret) {
  (void)c;
  DBX_TRY(check_function(a[1]));
  DBX_TRY(check_function(a[2]));
  return *ret = pv_none(), tree_register(a[0], a[1], a[2], pv_none());
}

// flatten of a class that gives keys only: its children without them.
static dbx_status without_keys(const call_args *c, pv *ret) {
  pv pair, kids, plain = list_new(NULL, 0);
  operation o = operation_begin();
  dbx_status st = lang_call(native_self(c), c->at, c->n, &pair);
  if (st == DBX_OK && !(is_seq(pair) && SEQ(pair)->n == 2))
    st = dbx_fail(DBX_E208, (dbx_span){0}, "flatten_with_keys has to give a pair");
  if (st == DBX_OK) lang_pin(pair), st = lang_to_list(SEQ(pair)->at[0], &kids);
  for (uint32_t i = 0; st == DBX_OK && i < SEQ(kids)->n; i++) {
    pv kid = SEQ(kids)->at[i];
    if (!is_seq(kid) || SEQ(kid)->n != 2)
      st = dbx_fail(DBX_E208, (dbx_span){0}, "flatten_with_keys has to give pairs (key, child)");
    else list_push(SEQ(plain), SEQ(kid)->at[1]);
  }
  pv r[] = {plain, st == DBX_OK ? SEQ(pair)->at[1] : pv_none()};
  if (st == DBX_OK) *ret = tuple_new(r, 2);
  return operation_end(&o, st);
}

static dbx_status t_register_with_keys(const call_args *c, const pv *a, pv *ret) {
  (void)c;
  DBX_TRY(check_function(a[1]));
  DBX_TRY(check_function(a[2]));
  pv flatten = is_none(a[3]) ? native_new("flatten", without_keys, a[1], NULL) : a[3];
  return *ret = pv_none(), tree_register(a[0], flatten, a[2], a[1]);
}

// x.NAME(), NAME being the native's.
static dbx_status by_method(const call_args *c, pv *ret) {
  pv method;
  const char *name = ((o_native *)c->fn.o)->name;
  DBX_TRY(args_count(c, name, 1, 1));
  DBX_TRY(lang_getattr(c->at[0], dbx_intern(name), &method));
  return lang_call(method, NULL, 0, ret);
}

static dbx_status register_class(pv cls, bool keys, pv *ret) {
  pv unflatten, own = PV(PV_UNBOUND), none = PV(PV_UNBOUND), with_keys = pv_none();
  DBX_TRY(lang_getattr(cls, dbx_intern("tree_unflatten"), &unflatten));
  if (keys) {
    with_keys = native_new("tree_flatten_with_keys", by_method, none, NULL);
    DBX_TRY(lang_findattr(cls, dbx_intern("tree_flatten"), &own));
  }
  pv flatten = keys && own.tag == PV_UNBOUND ? native_new("flatten", without_keys, with_keys, NULL)
                                             : native_new("tree_flatten", by_method, none, NULL);
  return *ret = cls, tree_register(cls, flatten, unflatten, with_keys);
}
static dbx_status t_register_class(const call_args *c, const pv *a, pv *ret) {
  return (void)c, register_class(a[0], false, ret);
}
static dbx_status t_register_keys_class(const call_args *c, const pv *a, pv *ret) {
  return (void)c, register_class(a[0], true, ret);
}

static dbx_status static_flatten(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "flatten", 1, 1));
  pv pair[] = {tuple_new(NULL, 0), c->at[0]};
  return *ret = tuple_new(pair, 2), DBX_OK;
}
static dbx_status static_unflatten(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "unflatten", 2, 2));
  return *ret = c->at[0], DBX_OK;
}
static dbx_status t_register_static(const call_args *c, const pv *a, pv *ret) {
  pv none = PV(PV_UNBOUND);
  (void)c;
  *ret = a[0];
  return tree_register(a[0], native_new("flatten", static_flatten, none, NULL),
                       native_new("unflatten", static_unflatten, none, NULL), pv_none());
}

// ---- types ----

static dbx_status make_key(const call_args *c, pv *ret) {
  const char *name = ((o_type *)c->fn.o)->name;
  tree_key_kind kind;
  DBX_TRY(args_count(c, name, 0, 1));
  DBX_TRY(args_only_keywords(c, name, "idx key name"));
  if (c->n + c->n_kw != 1)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s() takes exactly one argument (%u given)", name,
                    c->n + c->n_kw);
  if (!tree_key_kind_of(name, &kind)) return dbx_fail(DBX_E204, c->span, "no key of a path");
  return *ret = tree_key_new(kind, c->n ? c->at[0] : c->kw_at[0]), DBX_OK;
}

static dbx_status make_partial(const call_args *c, pv *ret) {
  if (!c->n || !lang_callable(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "the first argument must be callable");
  o_partial *p = heap_new(T_PARTIAL, sizeof *p);
  pv kw = dict_new();
  for (uint32_t i = 0; i < c->n_kw; i++) dict_put_sym(DICT(kw), c->kw[i], c->kw_at[i]);
  p->fn = c->at[0], p->args = SEQ(tuple_new(c->at + 1, c->n - 1)), p->kw = DICT(kw);
  p->node = true;
  return *ret = pv_obj(p), DBX_OK;
}

static bool find_type(const char *name, pv *ret) {
  tree_key_kind kind;
  native_fn make = tree_key_kind_of(name, &kind) ? make_key
                   : !strcmp(name, "Partial")    ? make_partial
                                                 : NULL;
  if (!make && strcmp(name, "PyTreeDef")) return false;
  *ret = above()->builtin_type(name);
  ((o_type *)ret->o)->make = make;
  return true;
}

static const tree_row rows[] = {
    {"all_leaves", t_all_leaves, "iterable is_leaf="},
    {"keystr", t_keystr, "keys"},
    {"register_pytree_node", t_register, "nodetype flatten_func unflatten_func"},
    {"register_pytree_node_class", t_register_class, "cls"},
    {"register_pytree_with_keys", t_register_with_keys,
     "nodetype flatten_with_keys unflatten_func flatten_func="},
    {"register_pytree_with_keys_class", t_register_keys_class, "cls"},
    {"register_static", t_register_static, "cls"},
    {"tree_all", t_all, "tree"},
    {"tree_flatten", t_flatten, "tree is_leaf="},
    {"tree_flatten_with_path", t_flatten_with_path, "tree is_leaf="},
    {"tree_leaves", t_leaves, "tree is_leaf="},
    {"tree_leaves_with_path", t_leaves_with_path, "tree is_leaf="},
    {"tree_map", t_map, "f tree * is_leaf="},
    {"tree_map_with_path", t_map_with_path, "f tree * is_leaf="},
    {"tree_reduce", t_reduce, "function tree initializer= is_leaf="},
    {"tree_structure", t_structure, "tree is_leaf="},
    {"tree_transpose", t_transpose, "outer_treedef inner_treedef pytree_to_transpose"},
    {"tree_unflatten", t_unflatten, "treedef leaves"},
    {"treedef_children", t_def_children, "treedef"},
    {"treedef_is_leaf", t_def_is_leaf, "treedef"},
    {"treedef_tuple", t_def_tuple, "treedefs"}};

bool tree_util_find(const char *name, pv *ret) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(name, rows[i].name))
      return *ret = native_new(rows[i].name, tree_native, PV(PV_UNBOUND), &rows[i]), true;
  return find_type(name, ret);
}
