// Functions of the host as the array API calls them: leaves in, leaves out. The structure of the
// arguments is put around the leaves before the call, that of the result is remembered.
#include "lang/jax/tree_call.h"

enum { FN, ARGS, KEYWORDS, OUT, STRUCTURE };

// The parameters that take the arguments behind `lead` leaves, and how these are nested.
static void describe(void *ctx, dbx_buf *names, dbx_buf *tree) {
  const tree_fn *f = ctx;
  pv fn = lang_pinned(f->pin + FN), known = lang_pinned(f->pin + STRUCTURE);
  const o_function *of = is_obj(fn, T_FUNCTION) ? (o_function *)fn.o : NULL;
  if (!of || f->fixed || known.tag == PV_UNBOUND) return;
  o_treedef *args = tree_def(known)->kid[0];
  if (lang_function_params(of) < f->lead + args->n) return;
  for (uint32_t i = 0; i < args->n; i++)
    dbx_printf(names, "%s%s", i ? "\n" : "",
               dbx_sym_text(lang_function_param(of, f->lead + i)->name));
  if (tree_put(pv_obj(args), tree) != DBX_OK) dbx_diag_forget(), names->n = 0;
}

void tree_fn_new(pv fn, pv args, pv keywords, uint32_t lead, tree_fn *ret, dbx_callable *callable) {
  *ret = (tree_fn){.pin = lang_pins(), .lead = lead};
  lang_pin(fn);
  lang_pin(args);
  lang_pin(keywords);
  lang_pin(PV(PV_UNBOUND));
  lang_pin(PV(PV_UNBOUND));
  *callable = (dbx_callable){
      .call = tree_fn_call, .ctx = ret, .name = lang_function_name(fn), .describe = describe};
}

void tree_fn_result_is(const tree_fn *f, pv structure) { lang_set_pinned(f->pin + OUT, structure); }

pv tree_fn_result(const tree_fn *f) { return lang_pinned(f->pin + OUT); }

static dbx_status leaves_to_pins(const dbx_val *args, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    pv v;
    DBX_TRY(lang_from_val(&args[i], &v));
    lang_pin(v);
  }
  return lang_check_pins();
}

void tree_fn_know(const tree_fn *f, pv args, pv keywords) {
  pv none = PV(PV_UNBOUND);
  if (keywords.tag == PV_UNBOUND) keywords = tree_def_new(TREE_NONE, none, none, NULL, 0);
  o_treedef *const both[] = {tree_def(args), tree_def(keywords)};
  lang_set_pinned(f->pin + STRUCTURE, tree_def_new(TREE_TUPLE, none, none, both, 2));
}

static bool is_fixed(const tree_fn *f, uint32_t i) { return f->fixed && f->fixed[i]; }

static dbx_status structure_of(const tree_fn *f, pv *ret) {
  *ret = lang_pinned(f->pin + STRUCTURE);
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  uint32_t mark = lang_pins();
  pv_list leaves = {0};
  pv args = lang_pinned(f->pin + ARGS), traced = list_new(NULL, 0);
  for (uint32_t i = 0; i < SEQ(args)->n; i++)
    if (!is_fixed(f, i)) list_push(SEQ(traced), SEQ(args)->at[i]);
  pv both[] = {tuple_new(SEQ(traced)->at, SEQ(traced)->n), lang_pinned(f->pin + KEYWORDS)},
     all = tuple_new(both, 2);
  lang_pin(all);
  dbx_status st = tree_take_apart(all, PV(PV_UNBOUND), &leaves, ret);
  dbx_vec_free(&leaves);
  lang_unpin(mark);
  if (st == DBX_OK) lang_set_pinned(f->pin + STRUCTURE, *ret);
  return st;
}

static void pin_keywords(pv keywords, dbx_sym *names, uint32_t *n) {
  uint32_t i = 0;
  dict_entry *e;
  if (!is_obj(keywords, T_DICT)) return;
  while (dict_next(DICT(keywords), &i, &e)) {
    names[(*n)++] = dbx_intern_n(STR(e->key)->s, STR(e->key)->n);
    lang_pin(e->val);
  }
}

// Pins the arguments of the call; its leaves begin at `leaf`. names: of keywords.
static dbx_status spread(const tree_fn *f, const pv *leaf, dbx_sym *names) {
  uint32_t next = f->lead, traced = 0, n = 0;
  pv args = lang_pinned(f->pin + ARGS), structure, both;
  DBX_TRY(structure_of(f, &structure));
  DBX_TRY(tree_put_together(structure, leaf, &next, &both));
  for (uint32_t k = 0; k < f->lead; k++) lang_pin(leaf[k]);
  for (uint32_t k = 0; k < SEQ(args)->n; k++)
    lang_pin(is_fixed(f, k) ? SEQ(args)->at[k] : SEQ(SEQ(both)->at[0])->at[traced++]);
  pin_keywords(SEQ(both)->at[1], names, &n);
  pin_keywords(f->named, names, &n);
  return DBX_OK;
}

dbx_status tree_to_leaves(pv r, dbx_leaves *ret, pv *structure) {
  pv_list leaves = {0};
  dbx_buf text = {0};
  pv def;
  dbx_status st = tree_take_apart(r, PV(PV_UNBOUND), &leaves, &def);
  if (st == DBX_OK) st = tree_put(def, &text);
  if (st == DBX_OK)
    *ret = (dbx_leaves){
        .at = DBX_TMP(dbx_val, leaves.n), .n = leaves.n, .tree = dbx_intern(dbx_text(&text))};
  for (uint32_t i = 0; st == DBX_OK && i < leaves.n; i++)
    st = lang_to_owned_val(leaves.at[i], &ret->at[i]);
  if (structure && st == DBX_OK) *structure = def;
  dbx_vec_free(&leaves);
  dbx_buf_free(&text);
  return st;
}

dbx_status tree_fn_call(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret) {
  const tree_fn *f = ctx;
  uint32_t mark = lang_pins();
  pv keywords = lang_pinned(f->pin + KEYWORDS), r, structure;
  uint32_t n_kw = is_obj(keywords, T_DICT) ? DICT(keywords)->n : 0;
  n_kw += is_obj(f->named, T_DICT) ? DICT(f->named)->n : 0;
  dbx_sym *names = DBX_TMP(dbx_sym, n_kw);
  dbx_status st = leaves_to_pins(args, n);
  if (st == DBX_OK) {
    uint32_t first = lang_pins();
    st = spread(f, lang_pin_at(mark), names);
    uint32_t total = lang_pins() - first;
    pv fn = lang_pinned(f->pin + FN);
    call_args c = {.fn = fn,
                   .at = lang_pin_at(first),
                   .n = total - n_kw,
                   .kw = names,
                   .kw_at = lang_pin_at(first + total - n_kw),
                   .n_kw = n_kw,
                   .span = dbx_here};
    lang_now->left = (dbx_span){0};
    if (st == DBX_OK) st = lang_call_args(fn, &c, &r);
    if (st == DBX_OK && lang_now->left.file) { // of its results; of the library's they have none
      bool library = lang_in_library(lang_now->left);
      dbx_here = library ? c.span : lang_now->left;
    }
  }
  if (st == DBX_OK) {
    lang_pin(r);
    st = tree_to_leaves(r, ret, &structure);
  }
  if (st == DBX_OK) lang_set_pinned(f->pin + OUT, structure);
  lang_unpin(mark);
  return st;
}

dbx_status tree_leaves(pv v, dbx_val **ret, uint32_t *n, pv *structure) {
  pv_list leaves = {0};
  dbx_status st = tree_take_apart(v, PV(PV_UNBOUND), &leaves, structure);
  *ret = DBX_TMP(dbx_val, leaves.n);
  *n = leaves.n;
  for (uint32_t i = 0; st == DBX_OK && i < leaves.n; i++)
    st = lang_to_owned_val(leaves.at[i], &(*ret)[i]);
  dbx_vec_free(&leaves);
  return st;
}

dbx_status tree_from_leaves(pv structure, const dbx_leaves *l, pv *ret) {
  uint32_t mark = lang_pins(), next = 0;
  dbx_status st = leaves_to_pins(l->at, l->n);
  if (st == DBX_OK) st = tree_put_together(structure, lang_pin_at(mark), &next, ret);
  lang_unpin(mark);
  return st;
}
