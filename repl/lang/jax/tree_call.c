// Functions of the host as the array API calls them: leaves in, leaves out. The structure of the
// arguments is put around the leaves before the call, that of the result is remembered.
#include "lang/jax/tree_call.h"

enum { FN, ARGS, KEYWORDS, OUT, N_PINS };

void tree_fn_new(pv fn, pv args, pv keywords, uint32_t lead, tree_fn *ret, dbx_callable *callable) {
  *ret = (tree_fn){.pin = lang_pins(), .lead = lead};
  lang_pin(fn);
  lang_pin(args);
  lang_pin(keywords);
  lang_pin(PV(PV_UNBOUND));
  *callable = (dbx_callable){.call = tree_fn_call, .ctx = ret, .name = lang_function_name(fn)};
}

pv tree_fn_result(const tree_fn *f) { return lang_pinned(f->pin + OUT); }

static dbx_status leaves_to_pins(const dbx_val *args, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    pv v;
    DBX_TRY(lang_from_val(&args[i], &v));
    lang_pin(v);
  }
  return lang_check_pins();
}

// Pins the arguments of the call behind the leaves, which begin at `leaves`.
static void spread(const tree_fn *f, uint32_t leaves, uint32_t *next, dbx_sym *names) {
  pv args = lang_pinned(f->pin + ARGS), keywords = lang_pinned(f->pin + KEYWORDS);
  const pv *leaf = lang_pin_at(leaves);
  for (uint32_t i = 0; i < f->lead; i++) lang_pin(leaf[(*next)++]);
  for (uint32_t i = 0; i < SEQ(args)->n; i++) {
    bool fixed = f->fixed && f->fixed[i];
    lang_pin(fixed ? SEQ(args)->at[i] : tree_unflatten(SEQ(args)->at[i], leaf, next));
  }
  if (!is_obj(keywords, T_DICT)) return;
  pv filled = tree_unflatten(keywords, leaf, next);
  uint32_t i = 0, n = 0;
  dict_entry *e;
  while (dict_next(DICT(filled), &i, &e)) {
    names[n++] = dbx_intern_n(STR(e->key)->s, STR(e->key)->n);
    lang_pin(e->val);
  }
}

dbx_status tree_to_leaves(pv r, dbx_leaves *ret) {
  pv_list leaves = {0};
  dbx_buf tree = {0};
  dbx_status st = tree_flatten(r, &leaves);
  if (st == DBX_OK) {
    tree_text(r, &tree);
    *ret = (dbx_leaves){
        .at = DBX_TMP(dbx_val, leaves.n), .n = leaves.n, .tree = dbx_intern(dbx_text(&tree))};
  }
  for (uint32_t i = 0; st == DBX_OK && i < leaves.n; i++)
    st = lang_to_owned_val(leaves.at[i], &ret->at[i]);
  dbx_vec_free(&leaves);
  dbx_buf_free(&tree);
  return st;
}

dbx_status tree_fn_call(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret) {
  const tree_fn *f = ctx;
  uint32_t mark = lang_pins(), next = 0;
  pv keywords = lang_pinned(f->pin + KEYWORDS), r;
  uint32_t n_kw = is_obj(keywords, T_DICT) ? DICT(keywords)->n : 0;
  dbx_sym *names = DBX_TMP(dbx_sym, n_kw);
  dbx_status st = leaves_to_pins(args, n);
  if (st == DBX_OK) {
    uint32_t first = lang_pins();
    spread(f, mark, &next, names);
    uint32_t total = lang_pins() - first;
    pv fn = lang_pinned(f->pin + FN);
    call_args c = {.fn = fn,
                   .at = lang_pin_at(first),
                   .n = total - n_kw,
                   .kw = names,
                   .kw_at = lang_pin_at(first + total - n_kw),
                   .n_kw = n_kw,
                   .span = dbx_here};
    st = lang_call_args(fn, &c, &r);
  }
  if (st == DBX_OK) {
    lang_set_pinned(f->pin + OUT, r);
    st = tree_to_leaves(r, ret);
  }
  lang_unpin(mark);
  return st;
}

dbx_status tree_leaves(pv v, dbx_val **ret, uint32_t *n) {
  pv_list leaves = {0};
  dbx_status st = tree_flatten(v, &leaves);
  *ret = DBX_TMP(dbx_val, leaves.n);
  *n = leaves.n;
  for (uint32_t i = 0; st == DBX_OK && i < leaves.n; i++)
    st = lang_to_owned_val(leaves.at[i], &(*ret)[i]);
  dbx_vec_free(&leaves);
  return st;
}

dbx_status tree_from_leaves(pv like, const dbx_leaves *l, pv *ret) {
  uint32_t mark = lang_pins(), next = 0;
  dbx_status st = leaves_to_pins(l->at, l->n);
  if (st == DBX_OK) *ret = tree_unflatten(like, lang_pin_at(mark), &next);
  lang_unpin(mark);
  return st;
}
