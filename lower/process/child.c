// See child.h.
#include "lower/process/child.h"

#include "lower/process/answer.h"
#include "lower/process/message.h"

#include "base/poison.h"
#include "base/poll.h"

#include <errno.h>
#include <fcntl.h>
#include <llvm-c/ErrorHandling.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- in the process ----

static int answer_to; // LLVM's handler gets no context

static void on_fatal(const char *why) {
  static const char none[] = "no memory is left for compiling the program";
  bool memory = strstr(why, "out of memory") || strstr(why, "llocation failed");
  answer_head h = {DBX_FAIL, memory ? DBX_E702 : DBX_E803, {0}, ANSWER_NONE};
  dbx_buf b = {0};
  answer_fail(&b, &h, memory ? none : why);
  (void)message_send(answer_to, &b, NULL);
  _exit(1);
}

// Of C++: called where `new` finds no memory.
void *on_new_failing(void (*f)(void)) __asm__("_ZSt15set_new_handlerPFvvE");
static void no_memory(void) { on_fatal("out of memory"); }

void child_prepare(int to) {
  struct rlimit none = {0, 0};
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  answer_to = to;
  signal(SIGINT, SIG_IGN); // the parent kills
  (void)setrlimit(RLIMIT_CORE, &none);
  if (nowhere >= 0 && !DBX_SANITIZED) (void)dup2(nowhere, STDERR_FILENO);
  LLVMInstallFatalErrorHandler(on_fatal);
  (void)on_new_failing(no_memory);
}

static _Noreturn void work(dbx_status (*f)(void *ctx, dbx_buf *ret), void *ctx, int to) {
  dbx_buf b = {0};
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  child_prepare(to);
  answer_begin(&b);
  if (f(ctx, &b) != DBX_OK) {
    const dbx_diag *d = dbx_diag_pending();
    answer_fail(&b, &(answer_head){DBX_FAIL, d->code, d->span, ANSWER_NONE}, d->message);
  }
  _exit(!message_send(to, &b, NULL));
}

// ---- here ----

static dbx_status hear(int from, pid_t pid, dbx_buf *ret, const sigset_t *waiting) {
  dbx_buf b = {0};
  int status = 0;
  const char *rest;
  bool heard = message_receive(from, &b, waiting);
  if (!heard) (void)kill(pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (!heard) return dbx_buf_free(&b), answer_missing(status);
  dbx_status st = answer_take(&b, NULL, &rest);
  if (st == DBX_OK) dbx_putn(ret, rest, b.n - (size_t)(rest - b.at));
  dbx_buf_free(&b);
  return st;
}

static dbx_status no_process(int why) {
  return dbx_fail(DBX_E803, (dbx_span){0}, "the compiler cannot start: %s", strerror(why));
}

dbx_status child_run(dbx_status (*f)(void *ctx, dbx_buf *ret), void *ctx, dbx_buf *ret) {
  int ends[2];
  sigset_t block, before;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return no_process(errno);
  sigemptyset(&block), sigaddset(&block, SIGINT);
  pthread_sigmask(SIG_BLOCK, &block, &before);
  pid_t pid = fork();
  int why = errno;
  if (!pid) work(f, ctx, ends[1]);
  close(ends[1]);
  dbx_status st = pid > 0 ? hear(ends[0], pid, ret, &before) : no_process(why);
  close(ends[0]);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return st;
}
