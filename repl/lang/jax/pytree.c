// Pytrees: tuples, lists, dictionaries (by sorted key) and None nest; everything else is a leaf.
#include "lang/jax/jax.h"

#include <string.h>

enum { MAX_DEPTH = 500 };

// The keys of a dictionary in the order of its leaves; fails for keys that cannot be sorted.
static dbx_status sorted_keys(const o_dict *d, pv **ret) {
  pv *keys = DBX_TMP(pv, d->n);
  uint32_t i = 0, n = 0;
  dict_entry *e;
  while (dict_next(d, &i, &e)) {
    uint32_t at = n++;
    for (bool less = true; at > 0; at--) {
      DBX_TRY(lang_less(e->key, keys[at - 1], &less));
      if (!less) break;
      keys[at] = keys[at - 1];
    }
    keys[at] = e->key;
  }
  return *ret = keys, DBX_OK;
}

static dbx_status flatten(pv v, int depth, pv_list *leaves) {
  if (depth > MAX_DEPTH)
    return dbx_fail(DBX_E210, (dbx_span){0}, "the structure is nested too deeply");
  if (is_none(v)) return DBX_OK;
  if (is_seq(v)) {
    for (uint32_t i = 0; i < SEQ(v)->n; i++) DBX_TRY(flatten(SEQ(v)->at[i], depth + 1, leaves));
    return DBX_OK;
  }
  if (!is_obj(v, T_DICT)) return dbx_push(leaves, v), DBX_OK;
  pv *keys, item;
  DBX_TRY(sorted_keys(DICT(v), &keys));
  for (uint32_t i = 0; i < DICT(v)->n; i++) {
    DBX_TRY(dict_find(DICT(v), keys[i], &item));
    DBX_TRY(flatten(item, depth + 1, leaves));
  }
  return DBX_OK;
}

dbx_status tree_flatten(pv v, pv_list *leaves) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_status st = flatten(v, 0, leaves);
  dbx_scratch_release(m);
  return st;
}

static void put(pv v, dbx_buf *b) {
  pv *keys, item;
  if (is_none(v)) {
    dbx_put(b, "None");
  } else if (is_seq(v)) {
    bool tuple = is_obj(v, T_TUPLE);
    dbx_putc(b, tuple ? '(' : '[');
    for (uint32_t i = 0; i < SEQ(v)->n; i++) {
      if (i) dbx_put(b, ", ");
      put(SEQ(v)->at[i], b);
    }
    dbx_put(b, tuple ? SEQ(v)->n == 1 ? ",)" : ")" : "]");
  } else if (is_obj(v, T_DICT) && sorted_keys(DICT(v), &keys) == DBX_OK) {
    dbx_putc(b, '{');
    for (uint32_t i = 0; i < DICT(v)->n; i++) {
      if (i) dbx_put(b, ", ");
      if (lang_repr(keys[i], b) != DBX_OK) dbx_diag_forget();
      dbx_put(b, ": ");
      if (dict_find(DICT(v), keys[i], &item) == DBX_OK) put(item, b);
    }
    dbx_putc(b, '}');
  } else {
    dbx_putc(b, '*');
  }
}

void tree_text(pv v, dbx_buf *b) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_put(b, "PyTreeDef(");
  put(v, b);
  dbx_putc(b, ')');
  dbx_scratch_release(m);
}

static pv unflatten(pv like, const pv *leaves, uint32_t *next) {
  if (is_none(like)) return like;
  if (is_seq(like)) {
    uint32_t n = SEQ(like)->n;
    pv s = is_obj(like, T_TUPLE) ? tuple_new(NULL, n) : list_new(NULL, n);
    for (uint32_t i = 0; i < n; i++) SEQ(s)->at[i] = unflatten(SEQ(like)->at[i], leaves, next);
    return s;
  }
  pv *keys, item;
  if (!is_obj(like, T_DICT) || sorted_keys(DICT(like), &keys) != DBX_OK) return leaves[(*next)++];
  pv d = dict_new();
  for (uint32_t i = 0; i < DICT(like)->n; i++) {
    bool found = dict_find(DICT(like), keys[i], &item) == DBX_OK;
    if (!found || dict_set(DICT(d), keys[i], unflatten(item, leaves, next)) != DBX_OK)
      dbx_diag_forget();
  }
  return d;
}

pv tree_unflatten(pv like, const pv *leaves, uint32_t *next) {
  dbx_scratch_mark m = dbx_scratch_here();
  pv v = unflatten(like, leaves, next);
  dbx_scratch_release(m);
  return v;
}

bool tree_same(pv a, pv b) {
  dbx_buf x = {0}, y = {0};
  tree_text(a, &x);
  tree_text(b, &y);
  bool same = !strcmp(dbx_text(&x), dbx_text(&y));
  dbx_buf_free(&x), dbx_buf_free(&y);
  return same;
}
