// See guard.h.
#include "base/guard.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, MAYBE = 2 };

bool dbx_guards(void) {
  static int mode =
      MAYBE; // the environment is read once: blocks of both kinds cannot be told apart
  if (mode != MAYBE) return mode;
  const char *wish = getenv("DBIDX_GUARD");
  mode = wish && !strcmp(wish, "1");
  return mode;
}

static size_t whole(size_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }

void *dbx_guard_new(size_t bytes) {
  char *at =
      mmap(NULL, whole(bytes) + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) return NULL;
  if (mprotect(at + whole(bytes), PAGE, PROT_NONE)) return munmap(at, whole(bytes) + PAGE), NULL;
  return at + whole(bytes) - bytes;
}

void dbx_guard_free(void *at, size_t bytes) {
  (void)munmap((char *)at + bytes - whole(bytes), whole(bytes) + PAGE);
}
