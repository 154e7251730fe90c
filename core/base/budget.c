// See budget.h.
#include "base/budget.h"

#include "base/fault.h"
#include "base/mem.h"
#include "base/poison.h"
#include "base/poll.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define MB ((size_t)1 << 20)

// The state is the process's, as the limit is.
static struct {
  size_t budget;  // 0: none was set
  size_t outside; // bytes of data that do not count: there before it was set, and stacks
  rlim_t before;  // the limit that the process was started with
  void *reserve;  // a mapping that nobody touches; NULL: it is used up
  double wanted;  // the request that was refused last
} state;
dbx_budget_state dbx_budget_is;

// STEP_MB: by how much the limit is raised while the way back is under way, and what the prompt may
// use where what is alive already fills the budget. Less than the budget's ENOUGH_PART is too
// little to go on with what was refused: the next request would be refused as well.
enum { RESERVE_MB = DBX_BUDGET_RESERVE, PROBED_MB = 1, STEP_MB = 16, ENOUGH_PART = 16 };

// ---- what there is ----

static size_t read_number(const char *path) { // 0: there is none
  char text[64];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  text[n > 0 ? n : 0] = 0;
  return strtoull(text, NULL, 10); // "max" is no number
}

static void at_most(size_t *least, size_t bytes) {
  if (bytes && bytes < *least) *least = bytes;
}

// The limits of a control group and of those around it; mount: "/sys/fs/cgroup/memory".
static void group_limits(const char *mount, char *group, const char *file, size_t *least) {
  char path[512];
  for (char *end; *group; *end = 0) {
    snprintf(path, sizeof path, "%s%s/%s", mount, group, file);
    at_most(least, read_number(path));
    if (!(end = strrchr(group, '/'))) break;
  }
  snprintf(path, sizeof path, "%s/%s", mount, file);
  at_most(least, read_number(path));
}

// Lines "0::/a/b" (version 2) and "4:memory:/a/b" (version 1).
static void all_group_limits(size_t *least) {
  char text[4096], *line = text, *next;
  int file = open("/proc/self/cgroup", O_RDONLY | O_CLOEXEC);
  ssize_t n = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  text[n > 0 ? n : 0] = 0;
  for (; *line; line = next) {
    char *memory = strstr(line, ":memory:");
    next = line + strcspn(line, "\n");
    if (*next) *next++ = 0;
    if (!strncmp(line, "0::", 3)) group_limits("/sys/fs/cgroup", line + 3, "memory.max", least);
    else if (memory && memory < next)
      group_limits("/sys/fs/cgroup/memory", memory + 8, "memory.limit_in_bytes", least);
  }
}

size_t dbx_budget_of_machine(void) {
  size_t least = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
  all_group_limits(&least);
  least = least / 4 * 3;
  return least > DBX_BUDGET_LEAST * MB ? least : DBX_BUDGET_LEAST * MB;
}

// What RLIMIT_DATA counts: the sixth number of statm, in pages.
static size_t data_bytes(void) {
  char text[256];
  char *at = text;
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  ssize_t n = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  text[n > 0 ? n : 0] = 0;
  for (int i = 0; i < 5; i++) strtoull(at, &at, 10);
  return strtoull(at, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE);
}

// ---- the limit ----

// The sanitizers' own mappings are beyond any limit: there only what asks is refused.
static void limit(size_t bytes) {
  struct rlimit r;
  if (DBX_SANITIZED || getrlimit(RLIMIT_DATA, &r)) return;
  r.rlim_cur = bytes == SIZE_MAX || bytes > r.rlim_max ? r.rlim_max : bytes;
  (void)setrlimit(RLIMIT_DATA, &r);
}

static size_t limit_now(void) {
  struct rlimit r;
  return getrlimit(RLIMIT_DATA, &r) || r.rlim_cur == RLIM_INFINITY ? SIZE_MAX : (size_t)r.rlim_cur;
}

static size_t full(void) { return state.outside + state.budget + RESERVE_MB * MB; }

static void fill_reserve(void) {
  if (state.reserve) return;
  void *p = mmap(NULL, RESERVE_MB * MB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  state.reserve = p == MAP_FAILED ? NULL : p;
}

static bool drop_reserve(void) {
  if (!state.reserve) return false;
  munmap(state.reserve, RESERVE_MB * MB);
  state.reserve = NULL;
  return true;
}

void dbx_budget_set(size_t bytes) {
  struct rlimit r;
  if (!state.budget) {
    state.outside = data_bytes();
    state.before = getrlimit(RLIMIT_DATA, &r) ? RLIM_INFINITY : r.rlim_cur;
  }
  state.budget = bytes > DBX_BUDGET_LEAST * MB ? bytes : DBX_BUDGET_LEAST * MB;
  dbx_budget_recover();
}

size_t dbx_budget(void) { return state.budget ? state.budget : SIZE_MAX; }

void dbx_budget_lift(void) {
  if (state.budget) limit(state.before == RLIM_INFINITY ? SIZE_MAX : (size_t)state.before);
}

void dbx_budget_hold(void) {
  if (state.budget) limit(full());
}

void *dbx_reserve_stack(size_t bytes) {
  state.outside += bytes;
  if (state.budget) limit(full());
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

void *dbx_reserve_addresses(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

void dbx_use_addresses(void *at, size_t bytes) {
  while (mprotect(at, bytes, PROT_READ | PROT_WRITE)) dbx_budget_refused(bytes);
}

bool dbx_leave_addresses(void *at, size_t bytes) {
  return !madvise(at, bytes, MADV_DONTNEED) && !mprotect(at, bytes, PROT_NONE);
}

void dbx_give_addresses(void *at, size_t bytes) {
  if (at) (void)munmap(at, bytes);
}

// ---- requests ----

// Free pieces inside of the heap keep their addresses, which the limit counts: what they amount to
// may be mapped elsewhere. Whether that makes room for so many bytes.
static bool allow_for_holes(size_t bytes) {
  size_t data = data_bytes(), holes = mallinfo2().fordblks, now = limit_now();
  if (!state.budget || now == SIZE_MAX || data + bytes + MB < now) return false;
  if (data + bytes > full() + holes) return false;
  malloc_trim(0); // the pieces are addresses only, from now on
  limit(full() + holes);
  return limit_now() > now;
}

static bool probe(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p != MAP_FAILED) munmap(p, bytes);
  return p != MAP_FAILED;
}

static bool has(double bytes) {
  if (dbx_fault_due()) return false;
  if (bytes < (double)(PROBED_MB * MB)) return true;
  if (bytes > (double)dbx_budget() || bytes > 0x1p60) return false;
  if (probe((size_t)bytes)) return true;
  return (dbx_give_back() || allow_for_holes((size_t)bytes)) && probe((size_t)bytes);
}

double dbx_budget_wanted(void) { return state.wanted; }

bool dbx_budget_has(double bytes) { return has(bytes) || dbx_budget_lacks(bytes); }

bool dbx_budget_lacks(double bytes) {
  state.wanted = bytes;
  dbx_budget_is = DBX_BUDGET_SHORT;
  return false;
}

// The request goes beyond the budget for as long as the way back takes.
static bool stretch(size_t bytes) {
  size_t data = data_bytes(), now = limit_now();
  if (!state.budget || now == SIZE_MAX || data + bytes + STEP_MB * MB < now) return false;
  limit(data + bytes + STEP_MB * MB);
  return limit_now() > now;
}

void dbx_budget_refused(size_t bytes) {
  if (!dbx_fault_firing() && (dbx_give_back() || allow_for_holes(bytes))) return;
  state.wanted = (double)bytes;
  dbx_budget_is = DBX_BUDGET_SHORT;
  dbx_stop_ask(DBX_STOP_MEMORY);
  if (dbx_fault_firing() || drop_reserve() || stretch(bytes)) return;
  static const char text[] = "dbidx: out of memory\n";
  (void)!write(STDERR_FILENO, text, sizeof text - 1);
  _exit(70);
}

bool dbx_budget_recover(void) {
  dbx_budget_is = DBX_BUDGET_FINE;
  dbx_fault_over();
  if (!state.budget) return true;
  (void)dbx_give_back();
  malloc_trim(0);
  size_t data = data_bytes(), holes = mallinfo2().fordblks, most = full();
  size_t used = data - (holes < data ? holes : data) + (state.reserve ? 0 : RESERVE_MB * MB);
  bool enough = used + state.budget / ENOUGH_PART < most;
  // where so much is alive, the prompt needs a little to give some of it up
  size_t least = data + STEP_MB * MB;
  if (!enough && least > most)
    most = least < most + RESERVE_MB * MB ? least : most + RESERVE_MB * MB;
  limit(enough ? most + holes : most);
  if (enough) fill_reserve();
  if (!enough || !state.reserve) dbx_budget_is = DBX_BUDGET_TIGHT;
  return dbx_budget_is == DBX_BUDGET_FINE;
}
