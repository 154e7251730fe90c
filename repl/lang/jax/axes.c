// abstracted_axes (see axes.h).
#include "lang/jax/axes.h"
#include "lang/object/above.h"

typedef struct naming {
  const dbx_aval *avals;
  const uint64_t **names;
  uint32_t next; // leaf
} naming;

static bool is_tree(pv v) { return is_none(v) || is_seq(v) || is_obj(v, T_DICT); }

static bool all_leaves(const pv *at, uint32_t n, bool none_too) {
  for (uint32_t i = 0; i < n; i++)
    if (is_tree(at[i]) && !(none_too && is_none(at[i]))) return false;
  return true;
}

// {axis: name, ...}, or a tuple with a name or None per axis.
static bool is_axes(pv v) {
  if (is_obj(v, T_TUPLE)) return all_leaves(SEQ(v)->at, SEQ(v)->n, true);
  uint32_t i = 0;
  dict_entry *e;
  if (!is_obj(v, T_DICT)) return false;
  while (dict_next(DICT(v), &i, &e))
    if (is_tree(e->val)) return false;
  return true;
}

static dbx_status name_id(pv name, uint64_t *ret) {
  dbx_buf b = {0};
  if (!is_str(name) && !is_int(name))
    return dbx_fail(DBX_E510, (dbx_span){0},
                    "the name of an abstracted axis has to be a string or an integer, not a '%s'",
                    lang_type_name(name));
  dbx_status st = lang_repr(name, &b);
  *ret = dbx_intern(dbx_text(&b));
  dbx_buf_free(&b);
  return st;
}

static dbx_status name_axis(uint64_t *names, uint32_t rank, pv axis, pv name) {
  if (!is_int(axis))
    return dbx_fail(DBX_E510, (dbx_span){0},
                    "an abstracted axis is given by its number, not by a '%s'",
                    lang_type_name(axis));
  if (axis.i < 0) axis.i += rank;
  if (axis.i < 0 || axis.i >= rank)
    return dbx_fail(DBX_E510, (dbx_span){0},
                    "abstracted_axes names axis %lld of an argument of rank %u", (long long)axis.i,
                    rank);
  return name_id(name, &names[axis.i]);
}

static dbx_status name_leaf(naming *nm, pv spec) {
  uint32_t rank = dbx_aval_at(nm->avals[nm->next])->rank, i = 0;
  uint64_t *names = DBX_TMP(uint64_t, rank + 1);
  dict_entry *e;
  nm->names[nm->next++] = names;
  if (is_obj(spec, T_DICT)) {
    while (dict_next(DICT(spec), &i, &e)) DBX_TRY(name_axis(names, rank, e->key, e->val));
    return DBX_OK;
  }
  if (SEQ(spec)->n > rank)
    return dbx_fail(DBX_E510, (dbx_span){0},
                    "abstracted_axes has %u axes for an argument of rank %u", SEQ(spec)->n, rank);
  for (; i < SEQ(spec)->n; i++)
    if (!is_none(SEQ(spec)->at[i])) DBX_TRY(name_axis(names, rank, pv_int(i), SEQ(spec)->at[i]));
  return DBX_OK;
}

static dbx_status name_all(naming *nm, pv spec, pv args) {
  pv_list leaves = {0};
  dbx_status st = tree_flatten(args, &leaves);
  for (uint32_t i = 0; st == DBX_OK && i < leaves.n; i++) st = name_leaf(nm, spec);
  dbx_vec_free(&leaves);
  return st;
}

static dbx_status prefix_error(pv spec, pv args) {
  return dbx_fail(DBX_E510, (dbx_span){0}, "abstracted_axes has a %s where the arguments have a %s",
                  lang_type_name(spec), lang_type_name(args));
}

static dbx_status walk(naming *nm, pv spec, pv args) {
  if (is_axes(spec)) return name_all(nm, spec, args);
  if (is_none(spec) && is_none(args)) return DBX_OK;
  if (is_seq(spec) && is_seq(args) && spec.o->type == args.o->type) {
    if (SEQ(spec)->n != SEQ(args)->n)
      return dbx_fail(DBX_E510, (dbx_span){0}, "abstracted_axes has %u entries for %u arguments",
                      SEQ(spec)->n, SEQ(args)->n);
    for (uint32_t i = 0; i < SEQ(spec)->n; i++)
      DBX_TRY(walk(nm, SEQ(spec)->at[i], SEQ(args)->at[i]));
    return DBX_OK;
  }
  if (!is_obj(spec, T_DICT) || !is_obj(args, T_DICT)) return prefix_error(spec, args);
  // the leaves of a dictionary are in the order of its sorted keys: so are those of its text
  pv keys, key, s, a, sorted = above()->builtin(dbx_intern("sorted"));
  DBX_TRY(lang_call(sorted, &args, 1, &keys));
  for (uint32_t i = 0; i < SEQ(keys)->n; i++) {
    key = SEQ(keys)->at[i];
    DBX_TRY(dict_find(DICT(spec), key, &s));
    DBX_TRY(dict_find(DICT(args), key, &a));
    if (s.tag == PV_UNBOUND)
      return dbx_fail(DBX_E510, (dbx_span){0},
                      "abstracted_axes has no entry for a key of the argument");
    DBX_TRY(walk(nm, s, a));
  }
  return DBX_OK;
}

dbx_status axes_names(pv spec, pv args, const dbx_aval *avals, uint32_t n, const uint64_t ***ret) {
  naming nm = {.avals = avals, .names = DBX_TMP(const uint64_t *, n + 1)};
  DBX_TRY(walk(&nm, spec, args));
  *ret = nm.names;
  return DBX_OK;
}
