// See corpus.h.
#include "corpus.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *corpus_dir(void) {
  static char path[4096];
  const char *dir = getenv("DBX_CORPUS"), *root = getenv("DBX_SOURCE_ROOT");
  if (dir) return dir;
  snprintf(path, sizeof path, "%s/tests/conformance", root ? root : ".");
  return path;
}

bool corpus_read(const char *path, dbx_buf *ret) {
  FILE *f = fopen(path, "rb");
  if (!f) return false;
  char chunk[4096];
  dbx_clear(ret);
  for (size_t n; (n = fread(chunk, 1, sizeof chunk, f)) > 0;) dbx_putn(ret, chunk, n);
  fclose(f);
  return true;
}

static bool ends_with(const char *s, const char *ext) {
  size_t n = strlen(s), k = strlen(ext);
  return n >= k && !strcmp(s + n - k, ext);
}

void corpus_each(const char *dir, const char *ext, void (*f)(const char *, void *), void *ctx) {
  struct dirent **entry;
  int n = scandir(dir, &entry, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    const char *name = entry[i]->d_name;
    dbx_buf path = {0};
    dbx_printf(&path, "%s/%s", dir, name);
    if (*name != '.' && ends_with(name, ext)) f(dbx_text(&path), ctx);
    else if (*name != '.' && entry[i]->d_type == DT_DIR) corpus_each(dbx_text(&path), ext, f, ctx);
    dbx_buf_free(&path);
    free(entry[i]);
  }
  if (n >= 0) free(entry);
}
