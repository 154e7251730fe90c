// The table of interned strings (see sym.h).
#include "base/sym.h"

#include "base/mem.h"
#include <string.h>

static struct {
  dbx_arena text;
  dbx_vec(const char *) at;
  dbx_u32s len;
  dbx_map by_bytes; // of the short ones, their bytes as a number
  dbx_map by_hash;  // hash -> first symbol with it; collisions are chained through next
  dbx_u32s next;
} table;

static dbx_sym add(const char *s, size_t n) {
  char *copy = dbx_arena_alloc(&table.text, n + 1);
  memcpy(copy, s, n);
  dbx_push(&table.at, copy);
  dbx_push(&table.len, (uint32_t)n);
  dbx_push(&table.next, 0);
  return table.at.n - 1;
}

static dbx_sym intern_short(const char *s, size_t n) {
  uint64_t bytes = dbx_bytes(s, n), *known = dbx_map_find(&table.by_bytes, bytes);
  if (known) return (dbx_sym)*known;
  dbx_sym y = add(s, n);
  dbx_map_put(&table.by_bytes, bytes, y);
  return y;
}

static dbx_sym intern(const char *s, size_t n) {
  if (n <= 8 && s[n - 1]) return intern_short(s, n);
  uint64_t h = dbx_hash(s, n, 1) | 1;
  uint64_t *first = dbx_map_find(&table.by_hash, h);
  for (dbx_sym y = first ? (dbx_sym)*first : 0; y; y = table.next.at[y])
    if (table.len.at[y] == n && !memcmp(table.at.at[y], s, n)) return y;
  dbx_sym y = add(s, n);
  table.next.at[y] = first ? (dbx_sym)*first : 0;
  dbx_map_put(&table.by_hash, h, y);
  return y;
}

static void fill(void) {
  static const char *const fixed[] = {
#define S(name) #name,
#include "base/syms.def"
#undef S
  };
  add("", 0);
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) intern(fixed[i], strlen(fixed[i]));
}

dbx_sym dbx_intern_n(const char *text, size_t n) {
  if (!table.at.n) fill();
  return n ? intern(text, n) : 0;
}

dbx_sym dbx_intern(const char *text) { return dbx_intern_n(text, strlen(text)); }

const char *dbx_sym_text(dbx_sym s) {
  if (!table.at.n) fill();
  return table.at.at[s];
}

size_t dbx_sym_len(dbx_sym s) { return s ? table.len.at[s] : 0; }
