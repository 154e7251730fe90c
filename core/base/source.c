// The registry of source texts (see source.h).
#include "base/source.h"

#include "base/mem.h"
#include <string.h>

typedef struct dbx_source {
  char *name, *text;
  uint32_t n, before; // bytes; lines that are not here
  dbx_u32s lines;     // byte offset of each line's start
} source;

static void take_text(source *s, const char *text, size_t n) {
  s->text = dbx_alloc(n + 1), s->n = (uint32_t)n;
  if (n) memcpy(s->text, text, n);
  s->text[n] = 0;
  s->lines.n = 0;
  dbx_push(&s->lines, 0);
  for (const char *at = s->text, *end; (end = memchr(at, '\n', s->text + n - at)); at = end + 1)
    dbx_push(&s->lines, (uint32_t)(end + 1 - s->text));
}

uint32_t dbx_source_add(const char *name, const char *text, size_t n) {
  source s = {.name = dbx_strdup(name)};
  take_text(&s, text, n);
  if (!base_now->sources.n) dbx_push(&base_now->sources, (source){0});
  dbx_push(&base_now->sources, s);
  return base_now->sources.n - 1;
}

void dbx_source_rename(uint32_t file, const char *name) {
  char *before = base_now->sources.at[file].name;
  base_now->sources.at[file].name = dbx_strdup(name);
  free(before);
}

void dbx_source_retext(uint32_t file, const char *text, size_t n) {
  char *before = base_now->sources.at[file].text;
  take_text(&base_now->sources.at[file], text, n);
  free(before);
}

void dbx_source_count_from(uint32_t file, uint32_t line) {
  base_now->sources.at[file].before = line - 1;
}

void dbx_source_forget(uint32_t from) {
  while (from && base_now->sources.n > from) {
    source *s = &base_now->sources.at[--base_now->sources.n];
    free(s->name), free(s->text);
    dbx_vec_free(&s->lines);
  }
}

void dbx_sources_end_(void) {
  dbx_source_forget(1);
  dbx_vec_free(&base_now->sources);
}

const char *dbx_source_name(uint32_t file) {
  return file && file < base_now->sources.n ? base_now->sources.at[file].name : "";
}

const char *dbx_source_text(uint32_t file, size_t *n) {
  const source *s = file && file < base_now->sources.n ? &base_now->sources.at[file] : NULL;
  *n = s ? s->n : 0;
  return s ? s->text : "";
}

dbx_place dbx_source_place(uint32_t file, uint32_t offset) {
  if (!file || file >= base_now->sources.n) return (dbx_place){.text = ""};
  const source *s = &base_now->sources.at[file];
  if (offset > s->n) offset = s->n;
  uint32_t lo = 0, hi = s->lines.n;
  while (hi - lo > 1) {
    uint32_t mid = (lo + hi) / 2;
    if (s->lines.at[mid] <= offset) lo = mid;
    else hi = mid;
  }
  uint32_t start = s->lines.at[lo], end = lo + 1 < s->lines.n ? s->lines.at[lo + 1] - 1 : s->n;
  if (end > start && s->text[end - 1] == '\r') end--;
  uint32_t column = 1;
  for (uint32_t i = start; i < offset; i++) column += (s->text[i] & 0xC0) != 0x80;
  return (dbx_place){s->before + lo + 1, column, s->text + start, end - start, start};
}
