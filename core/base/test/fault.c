// Requests that are refused on purpose: the one that DBX_FAULT names, or all from it on. It is read
// at the first request of a process, so that each wish has a process of its own: this program
// again, which finds in DBX_TEST_FAULT what to do before its first request, and does nothing else.
#include "base/fault.h"

#include "base/budget.h"
#include "base/mem.h"
#include "base/poll.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- in the process of a wish ----

static void count(bool recovers) {
  for (int i = 0; i < 8; i++) {
    putchar(dbx_fault_due() ? '!' : '.');
    if (recovers && i == 4) dbx_budget_recover();
  }
}

static void say(const char *what, bool so) { printf("%s%s ", so ? "" : "not ", what); }

static void ask_what_may_not_fail(void) { // the second request is refused
  void *a = dbx_alloc(10), *b = dbx_alloc(10), *c = dbx_alloc(10);
  say("granted", a && b && c);
  say("stopping", dbx_stopping_for(DBX_STOP_MEMORY) && dbx_fault_firing());
  say("short", dbx_budget_is == DBX_BUDGET_SHORT && dbx_budget_wanted() == 10);
  dbx_stop_forget(DBX_STOP_MEMORY);
  say("recovered", dbx_budget_recover() && !dbx_fault_firing());
  free(a), free(b), free(c);
}

static void ask_what_may_fail(void) {
  say("granted", dbx_try_alloc(1) || dbx_budget_has(1));
  say("stopping", dbx_stopping());
  dbx_budget_recover();
  void *p = dbx_try_alloc(1);
  say("granted", p && dbx_budget_has(1));
  free(p);
}

static volatile int times = 5; // no compiler makes five places of one, or one of two

static __attribute__((noinline)) bool ask_elsewhere(void) { return dbx_fault_due() || times < 0; }

static void ask_from_two_places(void) { // the list goes to descriptor 9
  int file = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  char text[4096] = "";
  dup2(file, 9);
  for (int i = 0; i < times; i++) dbx_fault_due();
  ask_elsewhere();
  say("written", pread(9, text, sizeof text - 1, 0) > 0);
  char *end;
  for (char *line = text; (end = strchr(line, '\n')); line = end + 1)
    printf("%ld,", strtol(line, NULL, 10));
}

static void use_up_the_reserve(void) {
  dbx_fault_due();
  dbx_fault_granted((size_t)DBX_BUDGET_RESERVE << 20);
  say("reached", true);
}

__attribute__((constructor(101))) static void before_the_first_request(void) {
  const char *task = getenv("DBX_TEST_FAULT");
  if (!task) return;
  switch (*task) {
  case 'c': count(false); break;
  case 'r': count(true); break;
  case 'n': ask_what_may_not_fail(); break;
  case 'f': ask_what_may_fail(); break;
  case 'l': ask_from_two_places(); break;
  default: use_up_the_reserve();
  }
  fflush(stdout);
  _exit(0);
}

// ---- the wishes ----

static const struct {
  const char *wish, *task, *said;
  int status;
} facts[] = {
    {"", "count", "........", 0},
    {"3", "count", "..!.....", 0},
    {"3+", "count", "..!!!!!!", 0},
    {"3+", "recover", "..!!!...", 0},
    {"2", "never fails", "granted stopping short recovered ", 0},
    {"1+", "fails", "not granted not stopping granted ", 0},
    {"list", "list", "written 1,6,", 0}, // each place once, with the number of its first request
    {"1+", "use up", "", 70},
};

// What the process of the wish says; its exit status.
static int said_by(const char *wish, const char *task, char *said, size_t size) {
  int ends[2], status = -1;
  if (pipe(ends)) return -1;
  pid_t child = fork();
  if (!child) {
    setenv("DBX_FAULT", wish, 1), setenv("DBX_TEST_FAULT", task, 1);
    dup2(ends[1], 1), dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), 2);
    execl("/proc/self/exe", "test", (char *)NULL);
    _exit(127);
  }
  close(ends[1]);
  for (ssize_t n; size && (n = read(ends[0], said, size)) > 0; said += n, size -= (size_t)n) {}
  close(ends[0]);
  return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Test(fault, what_is_refused) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    char said[200] = "";
    int status = said_by(facts[i].wish, facts[i].task, said, sizeof said - 1);
    cr_expect_str_eq(said, facts[i].said, "%s: %s", facts[i].wish, said);
    cr_expect_eq(status, facts[i].status, "%s: status %d", facts[i].wish, status);
  }
}
