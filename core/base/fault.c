// See fault.h.
#include "base/fault.h"

#ifdef DBX_FAULTS
#include "base/budget.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEPTH = 8, OWN = 2, SEEN = 1 << 16, LIST = 9 };

// The whole process's, as the requests that are counted are; filled from the environment at the
// first one.
static struct {
  bool read, lists, goes_on;
  unsigned long at;
  atomic_ulong n;
  atomic_bool firing;
  atomic_size_t granted;
  uint64_t seen[SEEN];
  atomic_flag listing; // backtrace itself asks for memory
} faults = {.listing = ATOMIC_FLAG_INIT};

static void read_wish(void) {
  const char *wish = getenv("DBX_FAULT");
  char *end = NULL;
  faults.read = true;
  if (!wish) return;
  faults.lists = !strcmp(wish, "list");
  faults.at = strtoul(wish, &end, 10);
  faults.goes_on = *end == '+';
}

// Distances in the file: addresses differ from run to run.
static uint64_t place(void *at) {
  Dl_info i;
  return dladdr(at, &i) ? (uint64_t)((char *)at - (char *)i.dli_fbase) : 0;
}

static bool is_new(uint64_t h) {
  uint64_t i = h & (SEEN - 1);
  for (unsigned n = 0; faults.seen[i] && n < SEEN; n++, i = (i + 1) & (SEEN - 1))
    if (faults.seen[i] == h) return false;
  faults.seen[i] = h;
  return true;
}

static void list_callers(unsigned long n) {
  void *at[DEPTH + OWN];
  uint64_t h = 1;
  char line[64 + DEPTH * 16];
  int depth = backtrace(at, DEPTH + OWN), used = snprintf(line, sizeof line, "%lu", n);
  for (int i = OWN; i < depth; i++) {
    uint64_t p = place(at[i]);
    h = (h ^ p) * 0x9E3779B97F4A7C15ull;
    used += snprintf(line + used, sizeof line - (size_t)used, " %llx", (unsigned long long)p);
  }
  line[used++] = '\n';
  if (is_new(h | 1)) (void)!write(LIST, line, (size_t)used);
}

bool dbx_fault_due(void) {
  if (!faults.read) read_wish();
  unsigned long n = ++faults.n;
  if (faults.lists && !atomic_flag_test_and_set(&faults.listing)) {
    list_callers(n);
    atomic_flag_clear(&faults.listing);
  }
  if (n == faults.at) faults.firing = true;
  return n == faults.at || (faults.goes_on && faults.firing);
}

bool dbx_fault_firing(void) { return faults.firing; }

void dbx_fault_granted(size_t bytes) {
  static const char text[] = "dbidx: the reserve is used up\n";
  if (!faults.firing || (faults.granted += bytes) < (size_t)DBX_BUDGET_RESERVE << 20) return;
  (void)!write(STDERR_FILENO, text, sizeof text - 1);
  _exit(70);
}

void dbx_fault_over(void) { faults.firing = false; }
#else
typedef int nothing_here; // a file has to have something
#endif
