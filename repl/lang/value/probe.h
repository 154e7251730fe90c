// The search in a table of a dictionary or set (private to lang).
#ifndef DBX_LANG_PROBE_H
#define DBX_LANG_PROBE_H

#include "lang/value/object.h"

#define DICT_NO_ENTRY UINT32_MAX

// The next entry after *at that may be the key's, DICT_NO_ENTRY if there is none. *probe: where the
// search is, first the hash.
static inline uint32_t dict_probe(const o_dict *d, uint64_t h, uint64_t *probe, uint32_t *at) {
  if (!d->index) {
    for (; *at < d->used; ++*at)
      if (d->entry[*at].hash == h && d->entry[*at].key.tag != PV_UNBOUND) return (*at)++;
    return DICT_NO_ENTRY;
  }
  for (;; ++*probe) {
    uint32_t i = d->index[*probe & (d->index_cap - 1)];
    if (!i) return DICT_NO_ENTRY;
    const dict_entry *e = &d->entry[i - 1];
    if (e->hash == h && e->key.tag != PV_UNBOUND) return ++*probe, i - 1;
  }
}

#endif
