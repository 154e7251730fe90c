// Memory by lifetime: checked malloc for growing tables, arenas for what dies together, and the
// scratch arena for temporaries of one operation.
//
// Nothing here fails but what says so: small requests that the system refuses are served from a
// reserve, and the next poll ends what is under way (base/budget.h). Those whose size the user
// chooses ask dbx_budget_has first, or use dbx_try_alloc.
#ifndef DBX_BASE_MEM_H
#define DBX_BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *dbx_alloc(size_t bytes); // zeroed; never NULL
void *dbx_realloc(void *p, size_t bytes);
void *dbx_try_alloc(size_t bytes); // not zeroed; NULL: there is no room
// A block that grows to `wish` bytes, or where there is no room for that to a little more than
// `need`; *got: how far.
void *dbx_grow(void *at, size_t need, size_t wish, size_t *got);
bool dbx_give_back(void); // what is kept for later goes back to the system; whether there was any
char *dbx_strdup(const char *s);
char *dbx_strdup_trimmed(const char *s, size_t n); // n bytes, without blanks around them

typedef struct dbx_arena {
  struct dbx_chunk *chunk; // newest first
  char *at, *end;
  size_t bytes; // handed out since the beginning
} dbx_arena;

void dbx_arena_grow_(dbx_arena *a, size_t bytes);
static inline void *dbx_arena_room_(dbx_arena *a, size_t bytes) { // 8-byte aligned
  bytes = (bytes + 7) & ~(size_t)7;
  if ((size_t)(a->end - a->at) < bytes) dbx_arena_grow_(a, bytes);
  void *p = a->at;
  a->at += bytes;
  a->bytes += bytes;
  return p;
}
static inline void *dbx_arena_alloc(dbx_arena *a, size_t bytes) { // zeroed
  void *p = dbx_arena_room_(a, bytes);
  return bytes ? memset(p, 0, bytes) : p;
}
static inline void *dbx_arena_copy(dbx_arena *a, const void *from, size_t bytes) {
  void *p = dbx_arena_room_(a, bytes);
  return bytes ? memcpy(p, from, bytes) : p;
}
void dbx_arena_free(dbx_arena *a); // everything; the arena may be used again

#define DBX_NEW(arena, T) ((T *)dbx_arena_alloc((arena), sizeof(T)))
#define DBX_NEWN(arena, T, n) ((T *)dbx_arena_alloc((arena), sizeof(T) * (size_t)(n)))

// Temporaries: what is allocated after a mark is given back by dbx_scratch_release(mark).
typedef struct dbx_scratch_mark {
  struct dbx_chunk *chunk;
  char *at;
} dbx_scratch_mark;
extern dbx_arena dbx_scratch_;
void dbx_scratch_grow_(size_t bytes);
void *dbx_scratch_large_(size_t bytes);
enum { DBX_SCRATCH_LARGE = 1 << 21 };           // bytes: more are not touched, new pages are clear
static inline void *dbx_scratch(size_t bytes) { // zeroed
  if (bytes > DBX_SCRATCH_LARGE) return dbx_scratch_large_(bytes);
  if ((size_t)(dbx_scratch_.end - dbx_scratch_.at) < bytes + 7) dbx_scratch_grow_(bytes + 7);
  return dbx_arena_alloc(&dbx_scratch_, bytes);
}
static inline dbx_scratch_mark dbx_scratch_here(void) {
  if (!dbx_scratch_.chunk) dbx_scratch_grow_(0);
  return (dbx_scratch_mark){dbx_scratch_.chunk, dbx_scratch_.at};
}
void dbx_scratch_shrink_(dbx_scratch_mark m);
static inline void dbx_scratch_release(dbx_scratch_mark m) {
  if (dbx_scratch_.chunk == m.chunk) dbx_scratch_.at = m.at;
  else dbx_scratch_shrink_(m);
}
#define DBX_TMP(T, n) ((T *)dbx_scratch(sizeof(T) * (size_t)(n)))

// Growing arrays: dbx_vec(int) v = {0}; dbx_push(&v, 3); v.at[0]; v.n; dbx_vec_free(&v).
#define dbx_vec(T)                                                                                 \
  struct {                                                                                         \
    T *at;                                                                                         \
    uint32_t n, cap;                                                                               \
  }
void dbx_vec_grow_(void **at, uint32_t *cap, uint32_t need, size_t item);
#define dbx_reserve(v, more)                                                                       \
  ((v)->n + (more) > (v)->cap                                                                      \
       ? dbx_vec_grow_((void **)&(v)->at, &(v)->cap, (v)->n + (more), sizeof *(v)->at)             \
       : (void)0)
#define dbx_push(v, x) (dbx_reserve(v, 1), (v)->at[(v)->n++] = (x))
#define dbx_vec_sort(v, order) /* qsort takes no NULL, not even of nothing */                      \
  ((v)->n ? qsort((v)->at, (v)->n, sizeof *(v)->at, (order)) : (void)0)
void dbx_vec_free_(void *at, size_t bytes);
#define dbx_vec_free(v)                                                                            \
  (dbx_vec_free_((v)->at, (v)->cap * sizeof *(v)->at), (v)->at = NULL, (v)->n = (v)->cap = 0)

typedef dbx_vec(uint32_t) dbx_u32s;

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

uint64_t dbx_hash(const void *bytes, size_t n, uint64_t seed);
static inline uint64_t dbx_bytes(const void *bytes, size_t n) { // up to eight, as a number
  const unsigned char *p = bytes;
  uint32_t low, high;
  if (!n) return 0;
  if (n < 4) return p[0] | (uint64_t)p[n / 2] << n / 2 * 8 | (uint64_t)p[n - 1] << (n - 1) * 8;
  memcpy(&low, p, 4);
  memcpy(&high, p + n - 4, 4);
  return low | (uint64_t)high << (n - 4) * 8;
}

#endif
