// The known name that a misspelled one was probably meant to be: the one way to "did you mean".
#ifndef DBX_BASE_NEAREST_H
#define DBX_BASE_NEAREST_H

#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DBX_NEAREST_MAX = 64 }; // bytes of a name with its end; longer ones are like no other

// A search; owns nothing, and needs no end.
typedef struct dbx_nearest {
  char name[DBX_NEAREST_MAX]; // the unknown one
  char best[DBX_NEAREST_MAX]; // "": none is like it
  uint32_t cost;              // of best
  // What is called with each known name that begins with `name`; NULL: the nearest one is searched.
  void (*each)(void *ctx, const char *known);
  void *ctx;
} dbx_nearest;

dbx_nearest dbx_nearest_to(const char *name); // without any known name yet
// No search: all known names that begin so, each as often as it is known.
dbx_nearest dbx_nearest_each(const char *begin, void (*each)(void *ctx, const char *known),
                             void *ctx);
// Would the name be given, or be the best one so far?
bool dbx_nearest_wants(const dbx_nearest *n, const char *known);
// One more known name. Two are alike as CPython 3.13 has it (Lib/traceback.py,
// _compute_suggestion_error): a byte that is put in, left out or changed costs 2, one of the other
// case 1, and (which CPython counts as two changes) two neighbours that changed places 1; at most a
// third of both lengths and 3. One that other libraries call so (nearest.def) costs nothing. Among
// equals one with the same first byte, then the first one.
void dbx_nearest_try(dbx_nearest *n, const char *known);
void dbx_nearest_part(dbx_nearest *n, const char *known, size_t length); // its first bytes
// The words of a text between blanks, "|" or ",".
void dbx_nearest_words(dbx_nearest *n, const char *words);
// Notes the name, `before` in front of it, in the pending diagnostic if there is one and if any is
// like it. Returns DBX_FAIL, for callers that are about to.
dbx_status dbx_nearest_advise(const dbx_nearest *n, const char *before);

#endif
