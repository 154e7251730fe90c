// Maps from integers, and sets of handles.
#ifndef DBX_BASE_MAP_H
#define DBX_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A hash map from nonzero 64-bit keys to 64-bit values.
typedef struct dbx_map {
  struct dbx_map_slot {
    uint64_t key, val;
  } *slot;
  uint32_t n, cap;
} dbx_map;
static inline uint64_t dbx_mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9E3779B97F4A7C15ull;
  return h ^ (h >> 29);
}
static inline uint64_t *dbx_map_find(const dbx_map *m, uint64_t key) { // NULL if absent
  for (uint64_t i = dbx_mix(0, key); m->cap; i++) {
    struct dbx_map_slot *s = &m->slot[i & (m->cap - 1)];
    if (s->key == key) return &s->val;
    if (!s->key) break;
  }
  return NULL;
}
void dbx_map_put(dbx_map *m, uint64_t key, uint64_t val);
void dbx_map_clear(dbx_map *m);
void dbx_map_free(dbx_map *m);
// A set of handles. Those that are close together share a slot.
typedef struct dbx_set {
  dbx_map words; // handle / 64 + 1 -> a bit for each of the 64
} dbx_set;
void dbx_set_add(dbx_set *s, uint32_t handle);
bool dbx_set_has(const dbx_set *s, uint32_t handle);
static inline void dbx_set_free(dbx_set *s) { dbx_map_free(&s->words); }

#endif
