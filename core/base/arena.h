// Arenas: memory of what dies together.
#ifndef DBX_BASE_ARENA_H
#define DBX_BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct dbx_arena {
  struct dbx_chunk *chunk; // newest first
  char *at, *end;
  size_t bytes; // handed out since the beginning
} dbx_arena;

// A new chunk with room for so many bytes; what was handed out stays where it is.
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
// The bytes again, in the arena; `from` may be NULL if there are none.
static inline void *dbx_arena_copy(dbx_arena *a, const void *from, size_t bytes) {
  void *p = dbx_arena_room_(a, bytes);
  return bytes ? memcpy(p, from, bytes) : p;
}
void dbx_arena_free(dbx_arena *a); // everything; the arena may be used again

#define DBX_NEW(arena, T) ((T *)dbx_arena_alloc((arena), sizeof(T)))
#define DBX_NEWN(arena, T, n) ((T *)dbx_arena_alloc((arena), sizeof(T) * (size_t)(n)))

#endif
