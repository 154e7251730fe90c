// Markdown on a terminal (see pages.h). Only what the pages use: headings, paragraphs, items,
// tables, fenced programs, links.
#include "learn/pages.h"

#include "viz/text/text.h"

#include <ctype.h>
#include <string.h>

typedef struct writer {
  dbx_buf *out;
  uint32_t width;
  bool color;
  bool fenced;
  dbx_buf paragraph;    // lines that are joined
  uint32_t first, hang; // columns of its first line and of the others
} writer;

// Is the asterisk at s[i] the mark of an emphasis? One between blanks is itself.
static bool is_emphasis(const char *s, size_t i, size_t n) {
  bool before = i && s[i - 1] != ' ', after = i + 1 < n && s[i + 1] != ' ';
  return s[i] == '*' && (before || after);
}

// "[text](target)" as its text, without the marks of emphasis.
static void put_inline(dbx_buf *b, const char *s, size_t n) {
  bool code = false;
  for (size_t i = 0; i < n; i++) {
    code ^= s[i] == '`';
    if (!code && is_emphasis(s, i, n)) continue;
    const char *close = s[i] == '[' ? memchr(s + i, ']', n - i) : NULL;
    const char *end = close && close + 1 < s + n && close[1] == '('
                          ? memchr(close, ')', (size_t)(s + n - close))
                          : NULL;
    if (!end) {
      dbx_putc(b, s[i]);
      continue;
    }
    dbx_putn(b, s + i + 1, (size_t)(close - s) - i - 1);
    i = (size_t)(end - s);
  }
}

static void flush(writer *w) {
  if (!w->paragraph.n) return;
  dbx_pad(w->out, (int)w->first);
  dbx_put_wrapped(w->out, dbx_text(&w->paragraph), w->first, w->hang, w->width);
  dbx_putc(w->out, '\n');
  dbx_clear(&w->paragraph);
}

static void heading(writer *w, const char *s, size_t n) {
  while (n && (*s == '#' || *s == ' ')) s++, n--;
  dbx_put(w->out, dbx_ink_on(w->color, DBX_INK_BOLD));
  put_inline(w->out, s, n);
  dbx_printf(w->out, "%s\n", dbx_ink_off(w->color, DBX_INK_BOLD));
}

// The length of "- ", "* ", "12. " with the blanks before it; 0 if it is no item.
static size_t marker(const char *s, size_t n) {
  size_t i = 0;
  while (i < n && s[i] == ' ') i++;
  size_t digits = i;
  while (digits < n && isdigit((unsigned char)s[digits])) digits++;
  if (digits > i && digits + 1 < n && s[digits] == '.' && s[digits + 1] == ' ') return digits + 2;
  return i + 1 < n && (s[i] == '-' || s[i] == '*') && s[i + 1] == ' ' ? i + 2 : 0;
}

static void text_line(writer *w, const char *s, size_t n) {
  size_t item = marker(s, n);
  if (item) {
    flush(w);
    w->first = 0, w->hang = (uint32_t)item;
  } else if (!w->paragraph.n) {
    w->first = w->hang = 0;
  } else {
    while (n && *s == ' ') s++, n--;
    dbx_putc(&w->paragraph, ' ');
  }
  put_inline(&w->paragraph, s, n);
}

static void line(writer *w, const char *s, size_t n) {
  if (n >= 3 && !memcmp(s, "```", 3)) {
    flush(w);
    w->fenced = !w->fenced;
  } else if (w->fenced) {
    if (n) dbx_put(w->out, "    ");
    dbx_put_clean(w->out, s, n, 4);
    dbx_putc(w->out, '\n');
  } else if (!n) {
    flush(w);
    dbx_putc(w->out, '\n');
  } else if (*s == '#') {
    flush(w);
    heading(w, s, n);
  } else if (*s == '|') {
    flush(w);
    put_inline(w->out, s, n);
    dbx_putc(w->out, '\n');
  } else {
    text_line(w, s, n);
  }
}

void page_put(dbx_buf *b, const char *markdown, int width, bool color) {
  writer w = {.out = b, .width = (uint32_t)(width > 20 ? width : 20), .color = color};
  if (w.width > 100) w.width = 100; // longer lines are hard to read
  while (*markdown) {
    size_t n = strcspn(markdown, "\n");
    line(&w, markdown, n);
    markdown += n + (markdown[n] == '\n');
  }
  flush(&w);
  dbx_buf_free(&w.paragraph);
}
