// Checked allocation, arenas, the scratch arena, vectors and the integer hash map (see mem.h).
#include "base/mem.h"

#include "base/budget.h"
#include "base/fault.h"
#include "base/poison.h" // nobody may touch what is kept
#include "base/poll.h"

#include <ctype.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Repeats a request that may not fail until it is granted: each refusal makes room (budget.h).
#define GRANTED(p, bytes, request)                                                                 \
  do {                                                                                             \
    (p) = dbx_fault_due() ? NULL : (request);                                                      \
    while (!(p)) {                                                                                 \
      dbx_budget_refused(bytes);                                                                   \
      (p) = (request);                                                                             \
    }                                                                                              \
    dbx_fault_granted(bytes);                                                                      \
  } while (0)

// Large blocks lie in huge pages, where the system has them: touching a small page for the first
// time costs as much as tracing an operation, and millions of them take long to give back.
enum { HUGE = 2 * 1024 * 1024, MOST_KEPT = 128 * 1024 * 1024 };

// All pages of the block: one whose pages are of two kinds could not be moved when it grows, but
// would be copied.
static void *in_huge_pages(void *p, size_t bytes) { // of malloc
  enum { PAGE = 4096 };
  if (!p || bytes < 2 * (size_t)HUGE) return p;
  uintptr_t from = (uintptr_t)p & ~(uintptr_t)(PAGE - 1);
  uintptr_t to = ((uintptr_t)p + malloc_usable_size(p) + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
  (void)madvise((void *)from, to - from, MADV_HUGEPAGE);
  return p;
}

// What the C library keeps ready for a thread it gives to malloc alone, so small zeroed blocks come
// from there; large ones may be pages that are zero already.
static void *zeroed(size_t bytes) {
  enum { SMALL = 1024 };
  if (bytes > SMALL) return calloc(1, bytes);
  void *p = malloc(bytes ? bytes : 1);
  return p ? memset(p, 0, bytes) : NULL;
}

void *dbx_alloc(size_t bytes) {
  void *p;
  GRANTED(p, bytes, zeroed(bytes));
  return in_huge_pages(p, bytes);
}

void *dbx_realloc(void *p, size_t bytes) {
  void *to;
  GRANTED(to, bytes, realloc(p, bytes ? bytes : 1));
  return in_huge_pages(to, bytes);
}

// At the beginning of a line of the cache, where it may be long.
static void *in_lines(size_t bytes) {
  enum { LINE = 64, LONG = 1024 };
  void *p = NULL;
  if (bytes < LONG) return malloc(bytes ? bytes : 1);
  return posix_memalign(&p, LINE, bytes) ? NULL : p;
}

void *dbx_try_alloc(size_t bytes) {
  void *p = dbx_fault_due() ? NULL : in_lines(bytes);
  if (!p && dbx_budget_has((double)bytes)) p = in_lines(bytes);
  return in_huge_pages(p, bytes);
}

void *dbx_grow(void *at, size_t need, size_t wish, size_t *got) {
  bool fault = dbx_fault_due();
  void *to = fault ? NULL : realloc(at, wish);
  *got = wish;
  for (size_t part = 2; !to && !fault && part <= 32; part *= 4) {
    *got = need + need / part;
    if (*got < wish) to = realloc(at, *got);
  }
  if (to) return in_huge_pages(to, *got);
  *got = need + need / 64;
  if (fault) dbx_budget_refused(*got);
  return dbx_realloc(at, *got);
}

static size_t whole(size_t bytes) { return (bytes + HUGE - 1) & ~(size_t)(HUGE - 1); }

static void unmap(void *p, size_t bytes) {
  __lsan_unregister_root_region(p, bytes);
  (void)munmap(p, bytes);
}

static void *map_aligned(size_t bytes) { // NULL: refused
  char *at = mmap(NULL, bytes + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) return NULL;
  size_t before = -(uintptr_t)at & (HUGE - 1);
  if (before) munmap(at, before);
  munmap(at + before + bytes, HUGE - before);
  (void)madvise(at + before, bytes, MADV_HUGEPAGE);
  __lsan_register_root_region(at + before, bytes);
  return at + before;
}

static void *pages(size_t bytes) { // unmapped or freed, depending on the size
  void *p;
  if (bytes < HUGE) GRANTED(p, bytes, malloc(bytes));
  else GRANTED(p, bytes, map_aligned(whole(bytes)));
  return p;
}

static void free_pages(void *p, size_t bytes) {
  if (bytes < HUGE) free(p);
  else unmap(p, whole(bytes));
}

char *dbx_strdup(const char *s) {
  size_t n = strlen(s) + 1;
  return memcpy(dbx_alloc(n), s, n);
}

char *dbx_strdup_trimmed(const char *s, size_t n) {
  while (n && isspace((unsigned char)*s)) s++, n--;
  while (n && isspace((unsigned char)s[n - 1])) n--;
  char *p = dbx_alloc(n + 1);
  if (n) memcpy(p, s, n);
  return p;
}

// ---- arenas: a list of chunks, the newest is filled ----

typedef struct dbx_chunk {
  struct dbx_chunk *older;
  size_t size;
  _Alignas(16) char bytes[];
} dbx_chunk;

enum { FIRST_CHUNK = 2048, SCRATCH_CHUNK = 32 * 1024 }; // an arena's next one is twice as large

// Chunks of 64 KB to 1 MB are cut from huge pages, and kept for the next arena that needs one, as
// whole pages are: the system clears every page anew.
enum { LEAST_CUT = 64 * 1024, CUTS = 6 }; // the last one is a page
enum { SPARES = 8 };
typedef struct mapping {
  void *at;
  size_t bytes;
} mapping;
static struct {
  char *at, *end; // what is left of the huge page
  dbx_chunk *kept[CUTS];
  size_t whole;             // bytes of the whole pages among them
  mapping mappings[SPARES]; // of large blocks that were given back; none: 0 bytes
  size_t mapped;            // their bytes
} spare;

static dbx_chunk **kept_chunks(size_t size) { // NULL: of another size
  for (int i = 0; i < CUTS; i++)
    if (size == (size_t)LEAST_CUT << i) return &spare.kept[i];
  return NULL;
}

static void keep_chunk(void *at, size_t size) {
  dbx_chunk *c = at, **kept = kept_chunks(size);
  ASAN_UNPOISON_MEMORY_REGION(c, sizeof *c);
  *c = (dbx_chunk){.older = *kept, .size = size - sizeof *c};
  ASAN_POISON_MEMORY_REGION(c->bytes, c->size);
  *kept = c;
}

static dbx_chunk *cut_chunk(size_t size) {
  if ((size_t)(spare.end - spare.at) < size) {
    for (size_t rest = HUGE; (rest /= 2) >= LEAST_CUT;)
      if ((size_t)(spare.end - spare.at) >= rest) keep_chunk(spare.at, rest), spare.at += rest;
    spare.at = pages(HUGE);
    spare.end = spare.at + HUGE;
  }
  dbx_chunk *c = (dbx_chunk *)spare.at;
  spare.at += size;
  return c;
}

static dbx_chunk *new_chunk(size_t size) {
  dbx_chunk **kept = kept_chunks(size), *c;
  if (!kept) return pages(size);
  if (!(c = *kept)) return size < HUGE ? cut_chunk(size) : pages(size);
  *kept = c->older;
  if (size == HUGE) spare.whole -= HUGE;
  ASAN_UNPOISON_MEMORY_REGION(c->bytes, c->size);
  return c;
}

static void free_chunk(dbx_chunk *c) {
  size_t size = sizeof *c + c->size;
  if (!kept_chunks(size) || (size == HUGE && spare.whole >= MOST_KEPT)) {
    free_pages(c, size);
    return;
  }
  keep_chunk(c, size);
  if (size == HUGE) spare.whole += HUGE;
}

static void add_chunk(dbx_arena *a, size_t size, size_t bytes) {
  if (size < sizeof(dbx_chunk) + bytes) size = sizeof(dbx_chunk) + bytes;
  dbx_chunk *c = new_chunk(size);
  *c = (dbx_chunk){.older = a->chunk, .size = size - sizeof *c};
  a->chunk = c;
  a->at = c->bytes;
  a->end = c->bytes + c->size;
}

void dbx_arena_grow_(dbx_arena *a, size_t bytes) {
  size_t size = a->chunk ? 2 * (sizeof *a->chunk + a->chunk->size) : FIRST_CHUNK;
  add_chunk(a, size < HUGE ? size : HUGE, bytes);
}

void dbx_arena_free(dbx_arena *a) {
  for (dbx_chunk *c = a->chunk, *older; c; c = older) {
    older = c->older;
    free_chunk(c);
  }
  *a = (dbx_arena){0};
}

struct base_state base_now[1];

void dbx_scratch_grow_(size_t bytes) { add_chunk(&base_now->scratch, SCRATCH_CHUNK, bytes); }

void *dbx_scratch_large_(size_t bytes) {
  add_chunk(&base_now->scratch, 0, bytes + 7);
  return dbx_arena_room_(&base_now->scratch, bytes);
}

// The first chunk stays: every operation would make it anew.
void dbx_scratch_shrink_(dbx_scratch_mark m) {
  while (base_now->scratch.chunk != m.chunk) {
    dbx_chunk *c = base_now->scratch.chunk;
    base_now->scratch.chunk = c->older;
    free_chunk(c);
  }
  base_now->scratch.at = m.at;
  base_now->scratch.end = m.chunk->bytes + m.chunk->size;
}

// ---- growing arrays: large ones are mapped, so that the system can move them without a copy ----

static void *map_new(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return NULL;
  (void)madvise(p, bytes, MADV_HUGEPAGE);
  __lsan_register_root_region(p, bytes);
  return p;
}

static void *map_move(void *p, size_t from, size_t to) {
  void *at = mremap(p, from, to, MREMAP_MAYMOVE);
  if (at == MAP_FAILED) return NULL;
  __lsan_unregister_root_region(p, from);
  __lsan_register_root_region(at, to);
  return at;
}

// To twice the size; where that is refused, no further than has to be.
static void *map_grow(void *p, size_t from, size_t need, size_t *to) {
  if (dbx_fault_due()) dbx_budget_refused(*to);
  void *at = map_move(p, from, *to);
  if (at) return at;
  *to = whole(need + need / 64);
  GRANTED(at, *to - from, map_move(p, from, *to));
  return at;
}

// Mappings that were given back are kept: the next large arrays need not touch new memory. (What
// tokens take, events take again.)
static mapping take_spare(size_t bytes) { // the largest: arrays that grow so far often go on
  mapping *most = spare.mappings, m = {0};
  for (mapping *s = spare.mappings; s < spare.mappings + SPARES; s++)
    if (s->bytes > most->bytes) most = s;
  if (most->bytes < bytes) return m;
  m = *most;
  *most = (mapping){0};
  spare.mapped -= m.bytes;
  ASAN_UNPOISON_MEMORY_REGION(m.at, m.bytes);
  return m;
}

static bool keep_spare(mapping m) {
  mapping *s = spare.mappings;
  while (s < spare.mappings + SPARES && s->bytes) s++;
  if (s == spare.mappings + SPARES || spare.mapped + m.bytes > MOST_KEPT) return false;
  ASAN_POISON_MEMORY_REGION(m.at, m.bytes);
  *s = m;
  spare.mapped += m.bytes;
  return true;
}

static void *vec_to_map(void *at, size_t from, size_t *to) { // from the heap
  mapping m = take_spare(*to);
  if (m.bytes) *to = m.bytes;
  else GRANTED(m.at, *to, map_new(*to));
  if (from) memcpy(m.at, at, from);
  free(at);
  return m.at;
}

void dbx_vec_grow_(void **at, uint32_t *cap, uint32_t need, size_t item) {
  uint32_t c = *cap ? *cap : 4;
  do c = c > UINT32_MAX / 2 ? UINT32_MAX : c * 2;
  while (c < need);
  size_t from = *cap * item, to = (size_t)c * item;
  if (to < HUGE) {
    *at = dbx_grow(*at, need * item, to, &to);
  } else if (from >= HUGE) {
    to = whole(to);
    *at = map_grow(*at, whole(from), need * item, &to);
  } else {
    to = whole(to);
    *at = vec_to_map(*at, from, &to);
  }
  *cap = (uint32_t)(to / item);
}

void dbx_vec_free_(void *at, size_t bytes) {
  if (bytes < HUGE) free(at);
  else if (!keep_spare((mapping){at, whole(bytes)})) unmap(at, whole(bytes));
}

bool dbx_give_back(void) {
  bool any = false;
  for (int i = 0; i < SPARES; i++) {
    mapping m = spare.mappings[i];
    if (!m.bytes) continue;
    ASAN_UNPOISON_MEMORY_REGION(m.at, m.bytes);
    unmap(m.at, m.bytes), any = true;
    spare.mappings[i] = (mapping){0};
  }
  for (dbx_chunk *c = spare.kept[CUTS - 1], *older; c; c = older) {
    older = c->older;
    ASAN_UNPOISON_MEMORY_REGION(c, HUGE);
    unmap(c, HUGE), any = true;
  }
  spare.kept[CUTS - 1] = NULL;
  spare.whole = spare.mapped = 0;
  return any;
}

// ---- map ----

static struct dbx_map_slot *map_slot(const dbx_map *m, uint64_t key) {
  for (uint64_t i = dbx_mix(0, key);; i++) {
    struct dbx_map_slot *s = &m->slot[i & (m->cap - 1)];
    if (!s->key || s->key == key) return s;
  }
}

static void table_grow(dbx_map *m) {
  dbx_map big = {.cap = m->cap ? m->cap * 2 : 16};
  big.slot = dbx_alloc(big.cap * sizeof *big.slot);
  for (uint32_t i = 0; i < m->cap; i++)
    if (m->slot[i].key) *map_slot(&big, m->slot[i].key) = m->slot[i];
  big.n = m->n;
  free(m->slot);
  *m = big;
}

void dbx_map_put(dbx_map *m, uint64_t key, uint64_t val) {
  if (m->n * 4 >= m->cap * 3) table_grow(m);
  struct dbx_map_slot *s = map_slot(m, key);
  if (!s->key) m->n++;
  *s = (struct dbx_map_slot){key, val};
}

void dbx_map_clear(dbx_map *m) {
  if (m->n) memset(m->slot, 0, m->cap * sizeof *m->slot);
  m->n = 0;
}

void dbx_map_free(dbx_map *m) {
  free(m->slot);
  *m = (dbx_map){0};
}

void dbx_set_add(dbx_set *s, uint32_t handle) {
  uint64_t word = handle / 64 + 1, bit = (uint64_t)1 << handle % 64, *bits;
  if ((bits = dbx_map_find(&s->words, word))) *bits |= bit;
  else dbx_map_put(&s->words, word, bit);
}

bool dbx_set_has(const dbx_set *s, uint32_t handle) {
  const uint64_t *bits = dbx_map_find(&s->words, handle / 64 + 1);
  return bits && *bits >> handle % 64 & 1;
}

uint64_t dbx_hash(const void *bytes, size_t n, uint64_t seed) {
  const unsigned char *p = bytes;
  uint64_t h = seed ^ (n * 0x9E3779B97F4A7C15ull);
  for (; n >= 8 && !((n & 0xffff8) == 0 && dbx_stopping()); p += 8, n -= 8) {
    uint64_t x;
    memcpy(&x, p, 8);
    h = dbx_mix(h, x);
  }
  return dbx_mix(h, n < 8 ? dbx_bytes(p, n) + n : 0);
}
