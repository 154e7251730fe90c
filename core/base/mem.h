// Memory by lifetime: checked malloc for growing tables, arenas for what dies together, and the
// scratch arena for temporaries of one operation.
//
// Nothing here fails but what says so: small requests that the system refuses are served from a
// reserve, and the next poll ends what is under way (base/budget.h). Those whose size the user
// chooses ask dbx_budget_has first, or use dbx_try_alloc.
#ifndef DBX_BASE_MEM_H
#define DBX_BASE_MEM_H

#include "base/state.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *dbx_alloc(size_t bytes);            // zeroed; never NULL
void *dbx_realloc(void *p, size_t bytes); // never NULL; what is new is not zeroed; p may be NULL
void *dbx_try_alloc(size_t bytes);        // not zeroed; NULL: there is no room. A kilobyte
                                          // and more begins where a line of the cache does
// A block that grows to `wish` bytes, or where there is no room for that to a little more than
// `need`; *got: how far.
void *dbx_grow(void *at, size_t need, size_t wish, size_t *got);
bool dbx_give_back(void); // what is kept for later goes back to the system; whether there was any
char *dbx_strdup(const char *s);
char *dbx_strdup_trimmed(const char *s, size_t n); // n bytes, without blanks around them

// Temporaries: what is allocated after a mark is given back by dbx_scratch_release(mark).
typedef struct dbx_scratch_mark {
  struct dbx_chunk *chunk;
  char *at;
} dbx_scratch_mark;
void dbx_scratch_grow_(size_t bytes);
void *dbx_scratch_large_(size_t bytes);
enum { DBX_SCRATCH_LARGE = 1 << 21 };           // bytes: more are not touched, new pages are clear
static inline void *dbx_scratch(size_t bytes) { // zeroed
  dbx_arena *a = &base_now->scratch;
  if (bytes > DBX_SCRATCH_LARGE) return dbx_scratch_large_(bytes);
  if ((size_t)(a->end - a->at) < bytes + 7) dbx_scratch_grow_(bytes + 7);
  return dbx_arena_alloc(a, bytes);
}
static inline dbx_scratch_mark dbx_scratch_here(void) {
  dbx_arena *a = &base_now->scratch;
  if (!a->chunk) dbx_scratch_grow_(0);
  return (dbx_scratch_mark){a->chunk, a->at};
}
void dbx_scratch_shrink_(dbx_scratch_mark m);
static inline void dbx_scratch_release(dbx_scratch_mark m) {
  dbx_arena *a = &base_now->scratch;
  if (a->chunk == m.chunk) a->at = m.at;
  else dbx_scratch_shrink_(m);
}
#define DBX_TMP(T, n) ((T *)dbx_scratch(sizeof(T) * (size_t)(n)))

// Of n bytes, the same in every process; `seed` continues another hash. It is no protection
// against texts that are made to collide.
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
