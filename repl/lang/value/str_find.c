// The search for a text in another one.
#include "lang/value/big.h"
#include "lang/value/str.h"

#include <string.h>

typedef struct find_work {
  const char *in, *what, *found;
  size_t n, n_what;
} find_work;

static void find(void *ctx) {
  find_work *w = ctx;
  w->found = memmem(w->in, w->n, w->what, w->n_what);
}

const char *lang_find(const char *in, size_t n, const char *what, size_t n_what) {
  enum { NEAR = 1 << 16 }; // without setting up what may be left
  size_t near = n < NEAR ? n : NEAR;
  if (n_what > n) return NULL;
  const char *found = n_what <= near ? memmem(in, near, what, n_what) : NULL;
  if (found || near == n) return found;
  size_t skip = n_what <= near ? near - n_what : 0;
  find_work w = {in + skip, what, NULL, n - skip, n_what};
  return big_call(find, &w) ? w.found : NULL;
}
