// The table of interned strings (see sym.h).
#include "base/sym.h"

#include "base/mem.h"
#include <string.h>

static dbx_sym add(const char *s, size_t n) {
  char *copy = dbx_arena_alloc(&base_now->syms.text, n + 1);
  memcpy(copy, s, n);
  dbx_push(&base_now->syms.at, copy);
  dbx_push(&base_now->syms.len, (uint32_t)n);
  dbx_push(&base_now->syms.next, 0);
  return base_now->syms.at.n - 1;
}

static dbx_sym intern_short(const char *s, size_t n) {
  uint64_t bytes = dbx_bytes(s, n), *known = dbx_map_find(&base_now->syms.by_bytes, bytes);
  if (known) return (dbx_sym)*known;
  dbx_sym y = add(s, n);
  dbx_map_put(&base_now->syms.by_bytes, bytes, y);
  return y;
}

static dbx_sym intern(const char *s, size_t n) {
  if (n <= 8 && s[n - 1]) return intern_short(s, n);
  uint64_t h = dbx_hash(s, n, 1) | 1;
  uint64_t *first = dbx_map_find(&base_now->syms.by_hash, h);
  for (dbx_sym y = first ? (dbx_sym)*first : 0; y; y = base_now->syms.next.at[y])
    if (base_now->syms.len.at[y] == n && !memcmp(base_now->syms.at.at[y], s, n)) return y;
  dbx_sym y = add(s, n);
  base_now->syms.next.at[y] = first ? (dbx_sym)*first : 0;
  dbx_map_put(&base_now->syms.by_hash, h, y);
  return y;
}

void dbx_syms_begin_(void) {
  static const char *const fixed[] = {
#define S(name) #name,
#include "base/syms.def"
#undef S
  };
  add("", 0);
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) intern(fixed[i], strlen(fixed[i]));
}

dbx_sym dbx_intern_n(const char *text, size_t n) { return n ? intern(text, n) : 0; }

dbx_sym dbx_intern(const char *text) { return dbx_intern_n(text, strlen(text)); }

const char *dbx_sym_text(dbx_sym s) { return base_now->syms.at.at[s]; }

size_t dbx_sym_len(dbx_sym s) { return s ? base_now->syms.len.at[s] : 0; }

void dbx_syms_end_(void) {
  dbx_arena_free(&base_now->syms.text);
  dbx_vec_free(&base_now->syms.at);
  dbx_vec_free(&base_now->syms.len);
  dbx_vec_free(&base_now->syms.next);
  dbx_map_free(&base_now->syms.by_bytes);
  dbx_map_free(&base_now->syms.by_hash);
}
