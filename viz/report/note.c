// See note.h.
#include "viz/report/note.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void dbx_put_note(dbx_buf *b, const dbx_note *n) {
  switch (n->kind) {
  case DBX_NOTE_TEXT: dbx_put(b, n->subject); break;
  case DBX_NOTE_MEMORY:
    dbx_put(b, "`:set memory SIZE` or --memory=SIZE allows more, such as 2G");
    break;
  case DBX_NOTE_STRATEGIES:
    dbx_put(b, "all ways to carry lengths side by side: :compare-strategies NAME, or dbidx inspect "
               "FILE --emit=strategies");
    break;
  case DBX_NOTE_SYMBOLIC:
    dbx_printf(b,
               "as polynomials both are %s: with dims=symbolic (--dims=symbolic, or `:set dims "
               "symbolic`) they are equal",
               n->subject);
    break;
  case DBX_NOTE_IMPORT: dbx_printf(b, "did you forget to import '%s'?", n->subject); break;
  case DBX_NOTE_NEAREST: dbx_printf(b, "did you mean '%s'?", n->subject); break;
  }
}

static const struct {
  const char *inside, *said;
} words[] = {
#define W(inside, said) {inside, said},
#include "viz/report/words.def"
#undef W
};

// How long the pattern is in the text; 0: it is not there. *number: what stands for `#`.
static size_t found(const char *text, const char *pattern, long *number) {
  const char *at = text;
  for (; *pattern; pattern++) {
    char *end = (char *)at + 1;
    if (*pattern == '#' && isdigit((unsigned char)*at)) *number = strtol(at, &end, 10);
    else if (*pattern != *at) return 0;
    at = end;
  }
  return (size_t)(at - text);
}

static void put_said(dbx_buf *b, const char *said, long number) {
  for (; *said; said++)
    if (*said == '#') dbx_printf(b, "%ld", number);
    else dbx_putc(b, *said);
}

void dbx_put_message(dbx_buf *b, const char *message) {
  while (*message) {
    size_t i = 0, n = 0;
    long number = 0;
    while (i < sizeof words / sizeof *words && !(n = found(message, words[i].inside, &number))) i++;
    if (n) put_said(b, words[i].said, number), message += n;
    else dbx_putc(b, *message++);
  }
}
