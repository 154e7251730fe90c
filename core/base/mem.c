// Checked allocation, arenas, the scratch arena, vectors and the integer hash map (see mem.h).
#include "base/mem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *p) {
  if (p) return p;
  fputs("dbidx: out of memory\n", stderr);
  exit(70);
}

void *dbx_alloc(size_t bytes) { return checked(calloc(1, bytes ? bytes : 1)); }
void *dbx_realloc(void *p, size_t bytes) { return checked(realloc(p, bytes ? bytes : 1)); }
char *dbx_strdup(const char *s) { return checked(strdup(s)); }

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

enum { FIRST_CHUNK = 2016, CHUNK = 32 * 1024 }; // each one twice as large as the one before

static void arena_grow(dbx_arena *a, size_t bytes) {
  size_t size = !a->chunk ? FIRST_CHUNK : a->chunk->size < CHUNK / 2 ? 2 * a->chunk->size : CHUNK;
  if (size < bytes) size = bytes;
  dbx_chunk *c = checked(malloc(sizeof *c + size));
  *c = (dbx_chunk){.older = a->chunk, .size = size};
  a->chunk = c;
  a->at = c->bytes;
  a->end = c->bytes + size;
}

void *dbx_arena_alloc(dbx_arena *a, size_t bytes) {
  bytes = (bytes + 15) & ~(size_t)15;
  if ((size_t)(a->end - a->at) < bytes) arena_grow(a, bytes);
  void *p = a->at;
  a->at += bytes;
  a->bytes += bytes;
  return bytes ? memset(p, 0, bytes) : p;
}

void *dbx_arena_copy(dbx_arena *a, const void *from, size_t bytes) {
  void *p = dbx_arena_alloc(a, bytes);
  return bytes ? memcpy(p, from, bytes) : p;
}

void dbx_arena_free(dbx_arena *a) {
  for (dbx_chunk *c = a->chunk, *older; c; c = older) {
    older = c->older;
    free(c);
  }
  *a = (dbx_arena){0};
}

static dbx_arena scratch;

// The first chunk stays: every operation would make it anew.
static void scratch_start(void) {
  if (!scratch.chunk) arena_grow(&scratch, CHUNK);
}

void *dbx_scratch(size_t bytes) {
  scratch_start();
  return dbx_arena_alloc(&scratch, bytes);
}

dbx_scratch_mark dbx_scratch_here(void) {
  scratch_start();
  return (dbx_scratch_mark){scratch.chunk, scratch.at};
}

void dbx_scratch_release(dbx_scratch_mark m) {
  while (scratch.chunk != m.chunk) {
    dbx_chunk *c = scratch.chunk;
    scratch.chunk = c->older;
    free(c);
  }
  scratch.at = m.at;
  scratch.end = m.chunk ? m.chunk->bytes + m.chunk->size : NULL;
}

void dbx_vec_grow_(void **at, uint32_t *cap, uint32_t need, size_t item) {
  uint32_t c = *cap ? *cap * 2 : 8;
  while (c < need) c *= 2;
  *at = dbx_realloc(*at, c * item);
  *cap = c;
}

// ---- map ----

static struct dbx_map_slot *map_slot(const dbx_map *m, uint64_t key) {
  for (uint64_t i = dbx_mix(0, key);; i++) {
    struct dbx_map_slot *s = &m->slot[i & (m->cap - 1)];
    if (!s->key || s->key == key) return s;
  }
}

uint64_t *dbx_map_find(const dbx_map *m, uint64_t key) {
  if (!m->cap) return NULL;
  struct dbx_map_slot *s = map_slot(m, key);
  return s->key ? &s->val : NULL;
}

static void map_grow(dbx_map *m) {
  dbx_map big = {.cap = m->cap ? m->cap * 2 : 16};
  big.slot = dbx_alloc(big.cap * sizeof *big.slot);
  for (uint32_t i = 0; i < m->cap; i++)
    if (m->slot[i].key) *map_slot(&big, m->slot[i].key) = m->slot[i];
  big.n = m->n;
  free(m->slot);
  *m = big;
}

void dbx_map_put(dbx_map *m, uint64_t key, uint64_t val) {
  if (m->n * 4 >= m->cap * 3) map_grow(m);
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

uint64_t dbx_hash(const void *bytes, size_t n, uint64_t seed) {
  const unsigned char *p = bytes;
  uint64_t h = seed ^ (n * 0x9E3779B97F4A7C15ull);
  for (; n >= 8; p += 8, n -= 8) {
    uint64_t x;
    memcpy(&x, p, 8);
    h = dbx_mix(h, x);
  }
  uint64_t x = 0;
  if (n) memcpy(&x, p, n);
  return dbx_mix(h, x + n);
}
