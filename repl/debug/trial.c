// See trial.h.
#include "debug/trial.h"

#include "base/file.h"
#include "base/poll.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int64_t trial_now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

_Noreturn void trial_answer(int out, const dbx_buf *answer) {
  _exit(dbx_write_all(out, dbx_text(answer), answer->n) ? 0 : 1);
}

void trial_be_quiet(void) {
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int i = 0; nowhere >= 0 && i < 3; i++) dup2(nowhere, i);
  signal(SIGINT, SIG_DFL);
}

// What it says within its time; false if there is more to come.
static bool listen(int from, int64_t until, dbx_buf *ret) {
  char part[4096];
  for (;;) {
    int64_t left = until - trial_now_ms();
    struct pollfd p = {.fd = from, .events = POLLIN};
    int r = left > 0 ? poll(&p, 1, (int)left) : 0;
    if (r < 0 && errno == EINTR && !dbx_stopping()) continue;
    if (r <= 0) return false;
    ssize_t n = read(from, part, sizeof part);
    if (n <= 0) return n == 0;
    dbx_putn(ret, part, (size_t)n);
  }
}

bool trial_run(void (*child)(void *ctx, int out), void *ctx, int64_t until, dbx_buf *ret) {
  int ends[2], status;
  if (pipe2(ends, O_CLOEXEC)) return false;
  pid_t pid = fork();
  if (!pid) child(ctx, ends[1]), _exit(1);
  close(ends[1]);
  bool good = pid > 0 && listen(ends[0], until, ret);
  close(ends[0]);
  if (pid < 0) return false;
  if (!good) kill(pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return good && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
