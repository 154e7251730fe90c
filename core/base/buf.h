// A growing byte string, used for everything that is printed. Always NUL-terminated.
#ifndef DBX_BASE_BUF_H
#define DBX_BASE_BUF_H

#include "base/status.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dbx_buf {
  char *at;
  size_t n, cap;
} dbx_buf;

// Each appends, and may move the text: what dbx_text gave before is not valid any more. dbx_putn
// takes n bytes of any kind, dbx_printf what printf does, dbx_pad writes nothing for numbers below
// 1.
void dbx_put(dbx_buf *b, const char *s);
void dbx_putn(dbx_buf *b, const char *s, size_t n);
void dbx_putc_(dbx_buf *b, char c);
static inline void dbx_putc(dbx_buf *b, char c) {
  if (b->n + 1 >= b->cap) return dbx_putc_(b, c);
  b->at[b->n++] = c;
  b->at[b->n] = 0;
}
void dbx_pad(dbx_buf *b, int spaces);
void dbx_printf(dbx_buf *b, const char *fmt, ...) DBX_PRINTF(2, 3);
void dbx_vprintf(dbx_buf *b, const char *fmt, va_list ap) DBX_PRINTF(2, 0);
// The text is empty; its memory stays for the next.
void dbx_clear(dbx_buf *b);
// The memory is given back, and the buffer may be used again.
void dbx_buf_free(dbx_buf *b);
const char *dbx_text(const dbx_buf *b); // "" when empty

bool dbx_ends_in(const char *s, const char *end); // every text ends in ""
size_t dbx_columns(const char *s, size_t n);      // terminal columns of UTF-8 text (code points)

#endif
