// Printing text from outside (see say.h).
#include "cmd/host/say.h"

#include "viz/text/text.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
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

// Broken at blanks at column `width`, if it is not 0.
static void put(FILE *f, const char *s, size_t n, uint32_t width) {
  dbx_buf clean = {0}, folded = {0};
  put_clean_lines(&clean, s, n);
  dbx_put_folded(&folded, dbx_text(&clean), clean.n, width);
  fwrite(dbx_text(&folded), 1, folded.n, f);
  dbx_buf_free(&clean);
  dbx_buf_free(&folded);
}

// 0: it is none.
static uint32_t terminal_width(FILE *f) {
  struct winsize w;
  return ioctl(fileno(f), TIOCGWINSZ, &w) ? 0 : w.ws_col;
}

static void put_formatted(FILE *f, const char *fmt, va_list ap, uint32_t width) {
  char *text = NULL;
  int n = vasprintf(&text, fmt, ap);
  if (n >= 0) put(f, text, (size_t)n, width);
  free(text);
}

void say_to(FILE *f, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  put_formatted(f, fmt, ap, terminal_width(f));
  va_end(ap);
}

void say_line(FILE *f, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  put_formatted(f, fmt, ap, 0);
  va_end(ap);
}

void say_clean(dbx_buf *b) {
  dbx_buf clean = {0};
  put_clean_lines(&clean, dbx_text(b), b->n);
  dbx_buf_free(b);
  *b = clean;
}

void say_text(const dbx_buf *b) {
  if (isatty(STDOUT_FILENO)) put(stdout, dbx_text(b), b->n, 0);
  else fwrite(dbx_text(b), 1, b->n, stdout);
}
