// The surroundings of the fuzz targets (see surround.h).
#include "surround.h"

#include "base/poll.h"
#include "base/session.h"
#include "base/source.h"
#include "cmd/host/host.h"
#include "cmd/prompt/prompt.h"
#include "cmd/session/journal.h"
#include "cmd/session/line.h"
#include "cmd/session/settings.h"
#include "cmd/subcommands/rooms.h"
#include "debug/debugger.h"
#include "rooms.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { CLOCK_MS = 250, MOST_TICKS = 80, BUDGET_MB = 256 };
static volatile sig_atomic_t ticks; // of the input's processor time

static void on_time(int sig) {
  (void)sig;
  if (++ticks == MOST_TICKS) fuzz_found("20 s of processor time", "");
  dbx_stop_ask(DBX_STOP_INTERRUPT);
}

static void set_clock(int ms) {
  ticks = 0;
  struct itimerval t = {.it_value.tv_usec = ms * 1000, .it_interval.tv_usec = ms * 1000};
  if (setitimer(ITIMER_VIRTUAL, &t, NULL)) fuzz_found("setitimer", "");
}

// ---- settings ----

static struct {
  char name[16], value[16];
} kept[16];
static size_t n_kept;

static void keep_setting(const char *name, const char *value, void *ctx) {
  (void)ctx;
  if (n_kept == sizeof kept / sizeof *kept) fuzz_found("too many settings", name);
  snprintf(kept[n_kept].name, sizeof kept[0].name, "%s", name);
  snprintf(kept[n_kept++].value, sizeof kept[0].value, "%s", value);
}

static void keep_settings(void) {
  prompt_begin();
  settings_each(keep_setting, NULL);
}

static void restore_setting(const char *name, const char *value, void *ctx) {
  (void)ctx;
  for (size_t i = 0; i < n_kept; i++)
    if (!strcmp(kept[i].name, name) && strcmp(kept[i].value, value) &&
        settings_set(name, kept[i].value) != DBX_OK)
      fuzz_found("a setting that cannot be taken back", name);
}

static void restore_settings(void) {
  journal_switch(false);
  settings_each(restore_setting, NULL);
}

// ---- an input ----

static uint32_t first_text, first_pin; // of an input

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  static cli options = {
      .command = "prompt", .engine = "interp", .color = "never", .width = 80, .no_init = true};
  (void)argc, (void)argv;
  dbx_session_new();
  core_rooms();
  lang_rooms();
  cmd_rooms();
  host_use(&options);
  if (settings_start(&options, stdout) != DBX_OK) fuzz_found("settings_start", "");
  lang_now->print = lang_print_nothing;
  heap_now->max_depth = 100;
  heap_now->budget = (size_t)BUDGET_MB << 20; // the process's own is that of the fuzzer as well
  keep_settings();
  first_text = dbx_source_add("", "", 0);
  first_pin = lang_pins();
  if (signal(SIGVTALRM, on_time) == SIG_ERR) fuzz_found("signal", "");
  line_start();
  return 0;
}

uint32_t fuzz_begin(const char *name, const uint8_t *data, size_t n) {
  dbx_stop_forget(DBX_STOP_INTERRUPT | DBX_STOP_MEMORY);
  set_clock(CLOCK_MS);
  return dbx_source_add(name, (const char *)data, n);
}

// What the program itself raises, such as `assert False`, and next() at the end.
static bool may_be_empty(const dbx_diag *d) {
  return d->code == DBX_E205 || d->code == DBX_E214 || d->cls == DBX_S_StopIteration;
}

static void drop_diagnostic(dbx_status st) {
  dbx_diag *d = dbx_diag_take();
  if (st != DBX_OK && !d) fuzz_found("a failure without a diagnostic", "");
  if (st == DBX_OK && d) fuzz_found("a diagnostic without a failure", d->message);
  if (d && (!d->message || !*d->message) && !may_be_empty(d))
    fuzz_found("a diagnostic without a message", "");
  dbx_diag_free(d);
}

// What is still reachable afterwards, no session would ever give back.
static void forget(void) {
  if (lang_pins() != first_pin) fuzz_found("values stay on the stack of roots", "");
  lang_forget();
  if (lang_now->modules.n) fuzz_found("functions stay alive", "");
  dbx_source_forget(first_text);
}

void fuzz_end(dbx_status st) {
  set_clock(0);
  dbx_stop_forget(DBX_STOP_INTERRUPT | DBX_STOP_MEMORY);
  drop_diagnostic(st);
  forget();
}

void fuzz_begin_session(void) {
  prompt_begin();
  dbx_stop_forget(DBX_STOP_INTERRUPT | DBX_STOP_MEMORY);
  set_clock(CLOCK_MS);
}

void fuzz_end_session(void) {
  set_clock(0);
  dbx_stop_forget(DBX_STOP_INTERRUPT | DBX_STOP_MEMORY);
  debugger_stop();
  prompt_end();
  restore_settings();
  drop_diagnostic(DBX_OK);
  forget();
}

void fuzz_enter_folder(void) {
  static char folder[] = "dbidx-fuzz-XXXXXX"; // its name may end in an X, too
  static bool entered;
  const char *tmp = getenv("TMPDIR");
  if (entered) return;
  entered = true;
  if (chdir(tmp ? tmp : "/tmp") || !mkdtemp(folder) || chdir(folder))
    fuzz_found("no folder", folder);
}

// ---- other processes ----

// What runs in processes of its own the fuzzer does not see, be it trials of fixes or Graphviz: as
// where the system has no more of them.
pid_t __wrap_fork(void);
pid_t __wrap_fork(void) { return errno = EAGAIN, -1; }

int __wrap_posix_spawnp(void);
int __wrap_posix_spawnp(void) { return EAGAIN; }

void fuzz_found(const char *what, const char *detail) {
  fprintf(stderr, "found: %s %s\n", what, detail);
  abort();
}
