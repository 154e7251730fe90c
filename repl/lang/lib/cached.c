// Functions that keep what they have returned: functools.lru_cache (cells of types.def).
#include "lang/lib/types.h"

#include "lang/lib/builtins.h"
#include "lang/object/above.h"

#include <string.h>

typedef struct o_cached {
  obj h;
  pv fn;
  o_dict *found, *attrs;
  int64_t hits, misses;
  int64_t most; // results that are kept; negative: any number
  bool typed;   // 1 and 1.0 are two
} o_cached;
_Static_assert(sizeof(o_cached) == CACHED_BYTES, "types.def says how large one is");

static o_cached *of(pv v) { return (o_cached *)v.o; }

void cached_visit(obj *o, void (*child)(obj *o)) {
  const o_cached *f = (o_cached *)o;
  visit_value(f->fn, child);
  visit_held(f->found, child), visit_held(f->attrs, child);
}

dbx_status cached_text(pv v, bool str, dbx_buf *b) {
  (void)str;
  dbx_printf(b, "<functools._lru_cache_wrapper object at %p>", (void *)v.o);
  return DBX_OK;
}

// ---- calls ----

// The arguments as a key: the one positional argument of a usual call, otherwise a tuple.
static pv key_of(const o_cached *f, const call_args *c) {
  bool alone = c->n == 1 && !c->n_kw && !f->typed && !is_obj(c->at[0], T_TUPLE);
  if (alone) return c->at[0];
  pv key = list_new(c->at, c->n);
  if (c->n_kw) list_push(SEQ(key), PV(PV_ELLIPSIS));
  for (uint32_t i = 0; i < c->n_kw; i++)
    list_push(SEQ(key), lang_sym_str(c->kw[i])), list_push(SEQ(key), c->kw_at[i]);
  for (uint32_t i = 0; f->typed && i < c->n; i++) list_push(SEQ(key), lang_type_of(c->at[i]));
  for (uint32_t i = 0; f->typed && i < c->n_kw; i++) list_push(SEQ(key), lang_type_of(c->kw_at[i]));
  return tuple_new(SEQ(key)->at, SEQ(key)->n);
}

static dbx_status drop_oldest(o_dict *d) {
  uint32_t i = 0;
  dict_entry *e;
  bool found;
  return dict_next(d, &i, &e) ? dict_delete(d, e->key, &found) : DBX_OK;
}

// What was asked for last is at the end.
static dbx_status renew(o_cached *f, pv key, pv v) {
  bool found;
  f->hits++;
  if (f->most < 0) return DBX_OK;
  DBX_TRY(dict_delete(f->found, key, &found));
  return dict_set(f->found, key, v);
}

static dbx_status keep(o_cached *f, pv key, pv v) {
  if (f->most == 0) return DBX_OK;
  DBX_TRY(dict_set(f->found, key, v));
  return f->most > 0 && f->found->n > f->most ? drop_oldest(f->found) : DBX_OK;
}

dbx_status cached_called(const call_args *c, pv *ret) {
  o_cached *f = of(c->fn);
  uint32_t mark = lang_pins();
  pv key = key_of(f, c), known;
  lang_pin(c->fn), lang_pin(key);
  dbx_status st = dict_find(f->found, key, &known);
  if (st == DBX_OK && known.tag != PV_UNBOUND) {
    st = renew(f, key, known);
    lang_unpin(mark);
    return *ret = known, st;
  }
  f->misses++;
  if (st == DBX_OK) st = lang_call_args(f->fn, c, &known);
  if (st == DBX_OK) lang_pin(known), st = keep(f, key, known);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = known;
  return st;
}

// ---- attributes ----

static dbx_status cache_clear(const call_args *c, pv *ret) {
  o_cached *f = of(native_self(c));
  DBX_TRY(args_count(c, "cache_clear", 0, 0));
  dict_clear(f->found);
  f->hits = f->misses = 0;
  return *ret = pv_none(), DBX_OK;
}

// A tuple with names, whose class is made in Python.
static dbx_status cache_info(const call_args *c, pv *ret) {
  const o_cached *f = of(native_self(c));
  pv figures[] = {pv_int(f->hits), pv_int(f->misses), f->most < 0 ? pv_none() : pv_int(f->most),
                  pv_int(f->found->n)};
  pv module, cls;
  DBX_TRY(args_count(c, "cache_info", 0, 0));
  DBX_TRY(above()->import("_cacheinfo", &module));
  DBX_TRY(lang_getattr(module, dbx_intern("CacheInfo"), &cls));
  return lang_call(cls, figures, 4, ret);
}

static dbx_status cache_parameters(const call_args *c, pv *ret) {
  const o_cached *f = of(native_self(c));
  *ret = dict_new();
  dict_put_sym(DICT(*ret), dbx_intern("maxsize"), f->most < 0 ? pv_none() : pv_int(f->most));
  dict_put_sym(DICT(*ret), dbx_intern("typed"), pv_bool(f->typed));
  return DBX_OK;
}

const native_row cached_methods[] = {{"cache_clear", cache_clear},
                                     {"cache_info", cache_info},
                                     {"cache_parameters", cache_parameters},
                                     {NULL, NULL}};

dbx_status cached_attr(pv x, dbx_sym name, pv *ret) {
  o_cached *f = of(x);
  if ((*ret = dict_get_sym(f->attrs, name)).tag != PV_UNBOUND) return DBX_OK;
  if (name == names_now->__wrapped__) return *ret = f->fn, DBX_OK;
  if (name == names_now->__dict__) return *ret = pv_obj(f->attrs), DBX_OK;
  bool copied = name == names_now->__name__ || name == names_now->__qualname__ ||
                name == names_now->__doc__ || name == names_now->__module__ ||
                name == names_now->__annotations__;
  return copied ? lang_findattr(f->fn, name, ret) : DBX_OK;
}

dbx_status cached_setattr(pv x, dbx_sym name, pv v) {
  return dict_put_sym(of(x)->attrs, name, v), DBX_OK;
}

// cached(function, most, typed)
dbx_status tools_cached(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "cached", 3, 3));
  if (!lang_callable(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "the first argument must be callable");
  o_cached *f = heap_new(T_CACHED, sizeof *f);
  f->fn = c->at[0];
  f->found = DICT(dict_new()), f->attrs = DICT(dict_new());
  DBX_TRY(lang_index(c->at[1], &f->most));
  DBX_TRY(lang_truth(c->at[2], &f->typed));
  return *ret = pv_obj(f), DBX_OK;
}
