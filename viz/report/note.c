// See note.h.
#include "viz/report/note.h"

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
