// The surroundings of the fuzz targets (see surround.h).
#include "surround.h"

#include "base/poll.h"
#include "base/source.h"
#include "cmd/host.h"
#include "cmd/line.h"
#include "debug/debugger.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

enum { SECONDS = 1 };

static void on_time(int sig) {
  (void)sig;
  dbx_stop_ask(DBX_STOP_INTERRUPT);
}

static void set_clock(int seconds) {
  struct itimerval t = {.it_value.tv_sec = seconds};
  if (setitimer(ITIMER_VIRTUAL, &t, NULL)) fuzz_found("setitimer", "");
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  static cli options = {.command = "prompt",
                        .engine = "interp",
                        .color = "never",
                        .width = 80,
                        .memory = "256M",
                        .no_init = true};
  (void)argc, (void)argv;
  host_options = &options;
  if (host_start(&options, stdout) != DBX_OK) fuzz_found("host_start", "");
  lang.print = lang_print_nothing;
  lang.max_depth = 100;
  if (signal(SIGVTALRM, on_time) == SIG_ERR) fuzz_found("signal", "");
  line_start();
  return 0;
}

uint32_t fuzz_begin(const char *name, const uint8_t *data, size_t n) {
  dbx_stop_forget(DBX_STOP_INTERRUPT | DBX_STOP_MEMORY);
  set_clock(SECONDS);
  return dbx_source_add(name, (const char *)data, n);
}

static void drop_diagnostic(dbx_status st) {
  dbx_diag *d = dbx_diag_take();
  if (st != DBX_OK && !d) fuzz_found("a failure without a diagnostic", "");
  if (st == DBX_OK && d) fuzz_found("a diagnostic without a failure", d->message);
  if (d && (!d->message || !*d->message)) fuzz_found("a diagnostic without a message", "");
  dbx_diag_free(d);
}

void fuzz_end(dbx_status st) {
  set_clock(0);
  dbx_stop_forget(DBX_STOP_INTERRUPT | DBX_STOP_MEMORY);
  drop_diagnostic(st);
  lang_forget();
}

void fuzz_end_session(void) {
  set_clock(0);
  dbx_stop_forget(DBX_STOP_INTERRUPT | DBX_STOP_MEMORY);
  debugger_stop();
  line_stop();
  drop_diagnostic(DBX_OK);
  lang_forget();
}

// Trials of fixes run in processes of their own, which the fuzzer does not see: as where the system
// has no more of them.
pid_t __wrap_fork(void);
pid_t __wrap_fork(void) { return errno = EAGAIN, -1; }

void fuzz_found(const char *what, const char *detail) {
  fprintf(stderr, "found: %s %s\n", what, detail);
  abort();
}
