// See apart.h.
#include "cmd/prompt/apart.h"

#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/session/program.h"

#include "base/file.h"
#include "base/poll.h"
#include "lang/lang.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MANY = 2000, PAUSE_MS = 4, PATIENCE = 10 }; // events; pauses until the process is killed

static bool only_shows(const char *name) {
  static const char *const all[] = {"program", "jaxpr", "types",  "args",    "sig",     "slots",
                                    "eqn",     "vars",  "tracer", "tracers", "frames",  "consts",
                                    "toJaxpr", "api",   "why",    "users",   "source",  "save",
                                    "diff",    "draw",  "view",   "export",  "handout", "log"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp(all[i], name)) return true;
  return false;
}

// Also in what is under way: the program at the prompt.
static bool much_is_traced(void) {
  uint64_t events = program_trace() ? program_trace()->events.n : 0;
  for (uint32_t i = 0; i < lang_now->traces.n && events <= MANY; i++)
    events += lang_now->traces.at[i]->events.n;
  return events > MANY;
}

// What it reports is shown by that process: in none but the session's own where that is told to
// another program.
bool apart_is_wanted(const command *c) {
  return host_shows_itself() && only_shows(c->name) && much_is_traced();
}

// ---- in the process ----

static void on_interrupt(int sig) {
  (void)sig;
  // NOLINTNEXTLINE(bugprone-signal-handler,cert-*) it calls unlink and nothing else
  dbx_file_abandon();
  _exit(1);
}

static _Noreturn void show(const command *c, const char *rest, FILE *to) {
  static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
  sigset_t none;
  host_end_with_parent();
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) signal(ends[i], on_interrupt);
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  show_into(to);
  dbx_status st = c->run(rest);
  if (st != DBX_OK) host_report(dbx_diag_take());
  if (to) (void)fflush(to);
  _exit(host_flush() && st == DBX_OK ? 0 : 1);
}

// ---- here ----

// Until it has ended; Ctrl-C ends it, by force if it does not.
static int wait_for(pid_t pid) {
  static const struct timespec pause = {0, PAUSE_MS * 1000000L};
  int status = 0, asked = 0;
  for (;;) {
    pid_t r = waitpid(pid, &status, WNOHANG);
    if (r == pid || (r < 0 && errno != EINTR)) return status;
    if (dbx_stopping()) (void)kill(pid, asked++ < PATIENCE ? SIGINT : SIGKILL);
    (void)nanosleep(&pause, NULL);
  }
}

dbx_status apart_run(const command *c, const char *rest) {
  host_settle();
  (void)fflush(NULL);
  FILE *to = tmpfile(); // NULL: it prints by itself
  pid_t pid = fork();
  if (!pid) show(c, rest, to);
  int status = pid > 0 ? wait_for(pid) : 0;
  dbx_status st = dbx_poll();
  if (pid > 0 && to && st == DBX_OK) show_from(to);
  if (to) fclose(to);
  if (pid < 0) return c->run(rest); // no process is left: as well as it goes
  DBX_TRY(st);
  if (!WIFSIGNALED(status)) return DBX_OK; // it has said what was wrong
  return dbx_fail(DBX_E208, (dbx_span){0}, "`:%s` ended by signal %d (%s)", c->name,
                  WTERMSIG(status), strsignal(WTERMSIG(status)));
}
