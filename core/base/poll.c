// See poll.h.
#include "base/poll.h"

#include <string.h>

atomic_uint dbx_stop; // for the whole process: signals reach all of it

enum { PIECE = 4 << 20 }; // bytes: a millisecond

size_t dbx_copy_large_(void *to, const void *from, size_t bytes) {
  size_t done = 0;
  for (size_t n; done < bytes && !dbx_stopping(); done += n) {
    n = bytes - done < PIECE ? bytes - done : PIECE;
    memcpy((char *)to + done, (const char *)from + done, n);
  }
  return done;
}

void dbx_fill(void *to, int byte, size_t bytes) {
  for (char *t = to; bytes && !dbx_stopping();) {
    size_t n = bytes < PIECE ? bytes : PIECE;
    memset(t, byte, n);
    t += n, bytes -= n;
  }
}

int dbx_compare_large_(const void *a, const void *b, size_t bytes) {
  const char *x = a, *y = b;
  int r = 0;
  for (size_t n; bytes && !r && !dbx_stopping(); x += n, y += n, bytes -= n) {
    n = bytes < PIECE ? bytes : PIECE;
    r = memcmp(x, y, n);
  }
  return r;
}
