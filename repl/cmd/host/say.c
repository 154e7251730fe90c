// Printing text from outside (see say.h).
#include "cmd/host/say.h"

#include "viz/text/text.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put_clean_lines(dbx_buf *b, const char *s, size_t n) {
  while (n) {
    const char *end = memchr(s, '\n', n);
    size_t k = end ? (size_t)(end - s) : n;
    dbx_put_clean(b, s, k, 0);
    if (end) dbx_putc(b, '\n'), k++;
    s += k, n -= k;
  }
}

static void put(FILE *f, const char *s, size_t n) {
  dbx_buf clean = {0};
  put_clean_lines(&clean, s, n);
  fwrite(dbx_text(&clean), 1, clean.n, f);
  dbx_buf_free(&clean);
}

void say_to(FILE *f, const char *fmt, ...) {
  char *text = NULL;
  va_list ap;
  va_start(ap, fmt);
  int n = vasprintf(&text, fmt, ap);
  va_end(ap);
  if (n >= 0) put(f, text, (size_t)n);
  free(text);
}

void say_clean(dbx_buf *b) {
  dbx_buf clean = {0};
  put_clean_lines(&clean, dbx_text(b), b->n);
  dbx_buf_free(b);
  *b = clean;
}

void say_text(const dbx_buf *b) {
  if (isatty(STDOUT_FILENO)) put(stdout, dbx_text(b), b->n);
  else fwrite(dbx_text(b), 1, b->n, stdout);
}
