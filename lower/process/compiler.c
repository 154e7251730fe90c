// See compiler.h.
#include "lower/process/compiler.h"

#include "lower/process/answer.h"
#include "lower/process/message.h"

#include "base/budget.h"
#include "base/mem.h"
#include "base/poll.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct compiler {
  char *module, *program;
  pid_t pid, owner; // pid: 0 while there is none; owner: a fork of the session starts its own
  int socket, why;
  bool worked;           // the process gave an answer
  dbx_vec(pid_t) ending; // killed, and not waited for: giving back its memory may take long
};

compiler *compiler_new(const char *module) {
  static const char name[] = "dbxcompile";
  const char *slash = strrchr(module, '/');
  int folder = slash ? (int)(slash - module) + 1 : 0;
  compiler *c = dbx_alloc(sizeof *c);
  dbx_buf path = {0};
  dbx_printf(&path, "%.*s%s", folder, module, name);
  c->module = dbx_strdup(module);
  c->program = dbx_strdup(dbx_text(&path));
  dbx_buf_free(&path);
  return c;
}

// ---- its process ----

// Ctrl-C is for the whole terminal: it stays blocked there.
static int spawn(compiler *c, int socket) {
  char *argv[] = {c->program, c->module, NULL};
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t block;
  int why = posix_spawn_file_actions_init(&files);
  if (why) return why;
  sigemptyset(&block), sigaddset(&block, SIGINT);
  posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  why = posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &block);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  dbx_budget_lift();
  if (!why) why = posix_spawn(&c->pid, c->program, &files, &attributes, argv, environ);
  dbx_budget_hold();
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return why;
}

static int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

// Those that have ended by now, or all.
static void reap(compiler *c, bool all) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->ending.n; i++) {
    pid_t pid = c->ending.at[i];
    if (all) (void)wait_for(pid);
    else if (!waitpid(pid, NULL, WNOHANG)) c->ending.at[n++] = pid;
  }
  c->ending.n = n;
}

// Its status, where nobody is waiting for the prompt.
static int stop(compiler *c) {
  int status = 0;
  if (!c->pid) return 0;
  close(c->socket);
  bool mine = c->owner == getpid();
  if (mine) (void)kill(c->pid, SIGKILL);
  if (mine && dbx_stopping()) dbx_push(&c->ending, c->pid);
  else if (mine) status = wait_for(c->pid);
  c->pid = 0;
  return status;
}

void compiler_start(compiler *c) {
  int ends[2];
  if (c->pid && c->owner == getpid()) return;
  (void)stop(c);
  if (c->owner != getpid()) c->ending.n = 0;
  reap(c, false);
  c->owner = getpid();
  c->why = 0;
  c->worked = false;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
    c->why = errno;
    return;
  }
  c->why = spawn(c, ends[1]);
  c->socket = ends[0];
  close(ends[1]);
  if (!c->why) return;
  close(ends[0]);
  c->pid = 0;
}

void compiler_free(compiler *c) {
  if (!c) return;
  (void)stop(c);
  reap(c, c->owner == getpid());
  dbx_vec_free(&c->ending);
  free(c->module), free(c->program);
  free(c);
}

// ---- orders ----

static bool answers(compiler *c, const dbx_buf *order, dbx_buf *ret, const sigset_t *waiting) {
  return message_send(c->socket, order, waiting) && message_receive(c->socket, ret, waiting);
}

// One that worked before may have ended meanwhile; after Ctrl-C the next one gets warm.
static dbx_status answer(compiler *c, const dbx_buf *order, dbx_buf *ret, const sigset_t *waiting) {
  bool worked = c->worked;
  if (answers(c, order, ret, waiting)) return c->worked = true, DBX_OK;
  int status = stop(c);
  if (worked || dbx_stopping()) compiler_start(c);
  if (!worked || dbx_stopping() || !c->pid) return answer_missing(status);
  dbx_clear(ret);
  if (answers(c, order, ret, waiting)) return c->worked = true, DBX_OK;
  return answer_missing(stop(c));
}

dbx_status compiler_ask(compiler *c, const dbx_buf *order, dbx_buf *ret) {
  sigset_t block, before;
  compiler_start(c);
  if (!c->pid)
    return dbx_fail(DBX_E803, (dbx_span){0}, "the compiler %s cannot start: %s", c->program,
                    strerror(c->why));
  sigemptyset(&block), sigaddset(&block, SIGINT);
  pthread_sigmask(SIG_BLOCK, &block, &before);
  dbx_status st = answer(c, order, ret, &before);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return st;
}
