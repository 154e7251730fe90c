// Dictionaries by name: a symbol's string object is one, and kept for ever.
#include "lang/value/probe.h"

pv lang_new_sym_str_(dbx_sym s) {
  while (heap_now->sym_strings.n <= s) dbx_push(&heap_now->sym_strings, NULL);
  pv v = str_new(dbx_sym_text(s), dbx_sym_len(s));
  heap_keep(v.o);
  STR(v)->hash = dbx_hash(STR(v)->s, STR(v)->n, 5) | 1;
  heap_now->sym_strings.at[s] = v.o;
  return v;
}

static bool is_name(pv key, pv name) {
  const o_str *a = STR(key), *b = STR(name);
  return pv_same(key, name) || (is_str(key) && a->n == b->n && !memcmp(a->s, b->s, b->n));
}

const dict_entry *dict_entry_of_sym(const o_dict *d, dbx_sym key) {
  uint32_t i, at = 0;
  if (!d->n) return NULL;
  pv k = lang_sym_str(key);
  uint64_t probe = STR(k)->hash;
  if (d->index) { // where it is looked for first
    i = d->index[STR(k)->hash & (d->index_cap - 1)];
    if (i && pv_same(d->entry[i - 1].key, k)) return &d->entry[i - 1];
  }
  while ((i = dict_probe(d, STR(k)->hash, &probe, &at)) != DICT_NO_ENTRY)
    if (is_name(d->entry[i].key, k)) return &d->entry[i];
  return NULL;
}
