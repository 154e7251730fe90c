// See quote.h.
#include "lang/syntax/quote.h"

#include "base/poll.h"
#include <string.h>
#include <utf8proc.h>

bool quote_printable(int32_t c) {
  if (c < 0x7f) return c >= 0x20;
  switch (utf8proc_category(c)) {
  case UTF8PROC_CATEGORY_CC:
  case UTF8PROC_CATEGORY_CF:
  case UTF8PROC_CATEGORY_CS:
  case UTF8PROC_CATEGORY_CO:
  case UTF8PROC_CATEGORY_CN:
  case UTF8PROC_CATEGORY_ZL:
  case UTF8PROC_CATEGORY_ZP:
  case UTF8PROC_CATEGORY_ZS: return false;
  default: return true;
  }
}

void quote_put_escape(dbx_buf *b, int32_t c) {
  const char *form = c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x";
  dbx_printf(b, form, (unsigned)c);
}

void dbx_put_str_repr(dbx_buf *b, const char *s, size_t n) {
  char quote = memchr(s, '\'', n) && !memchr(s, '"', n) ? '"' : '\'';
  dbx_putc(b, quote);
  for (size_t i = 0; i < n && !dbx_stopping();) {
    utf8proc_int32_t c;
    utf8proc_ssize_t len =
        utf8proc_iterate((const utf8proc_uint8_t *)s + i, (utf8proc_ssize_t)(n - i), &c);
    if (len <= 0) len = 1, c = (unsigned char)s[i];
    const char *simple = c && c < 0x80 ? strchr("\\\n\r\t", c) : NULL;
    if (c == quote || c == '\\') dbx_putc(b, '\\'), dbx_putc(b, (char)c);
    else if (simple) dbx_putc(b, '\\'), dbx_putc(b, "\\nrt"[simple - "\\\n\r\t"]);
    else if (quote_printable(c)) dbx_putn(b, s + i, (size_t)len);
    else quote_put_escape(b, c);
    i += (size_t)len;
  }
  dbx_putc(b, quote);
}

void quote_put_bytes(dbx_buf *b, const char *s, size_t n) {
  bool single = n && memchr(s, '\'', n), twice = n && memchr(s, '"', n);
  unsigned char quote = single && !twice ? '"' : '\'';
  dbx_putc(b, 'b'), dbx_putc(b, (char)quote);
  for (size_t i = 0; i < n && !dbx_stopping(); i++) {
    unsigned char c = (unsigned char)s[i];
    const char *simple = c ? strchr("\\\n\r\t", c) : NULL;
    if (c == quote) dbx_putc(b, '\\'), dbx_putc(b, (char)c);
    else if (simple) dbx_putc(b, '\\'), dbx_putc(b, "\\nrt"[simple - "\\\n\r\t"]);
    else if (c < ' ' || c > '~') quote_put_escape(b, c);
    else dbx_putc(b, (char)c);
  }
  dbx_putc(b, (char)quote);
}
