// Folding and paging (see show.h).
#include "cmd/host/show.h"

#include "cmd/host/host.h"
#include "cmd/host/lecture.h"
#include "cmd/host/state.h"

#include "base/file.h"
#include "base/poll.h"
#include "viz/text/text.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

void show_paging(bool on) { host_now->paging = on; }
void show_into(FILE *f) { host_now->apart = f; }

// ---- the pager ----

static uint32_t rows(void) {
  struct winsize w;
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) ? 0 : w.ws_row;
}

// "": none is wanted, or none would do.
static const char *pager(void) {
  const char *term = getenv("TERM"), *wanted = getenv("PAGER");
  if (!host_now->paging || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return "";
  if (!term || !strcmp(term, "dumb")) return "";
  return wanted ? wanted : "less";
}

static bool fits_screen(const dbx_buf *b) {
  uint32_t most = rows(), lines = 1; // the prompt
  for (size_t i = 0; i < b->n && lines <= most; i++) lines += b->at[i] == '\n';
  return !most || lines <= most;
}

static _Noreturn void be_pager(const char *program, FILE *text) {
  static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH};
  sigset_t none;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) signal(ends[i], SIG_DFL);
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  if (dup2(fileno(text), STDIN_FILENO) < 0) _exit(127);
  (void)setenv("LESS", "FRX", 0);
  execl("/bin/sh", "sh", "-c", program, (char *)NULL);
  _exit(127);
}

// Ctrl-C belongs to the pager. False: it could not be started.
static bool page(const char *program, const dbx_buf *b) {
  int status = 0;
  FILE *text = tmpfile();
  bool ok = text && fwrite(b->at, 1, b->n, text) == b->n && !fflush(text) &&
            lseek(fileno(text), 0, SEEK_SET) == 0;
  (void)fflush(stdout);
  pid_t pid = ok ? fork() : -1;
  if (!pid) be_pager(program, text);
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  if (text) fclose(text);
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  return pid > 0 && !(WIFEXITED(status) && WEXITSTATUS(status) >= 126);
}

// ---- printing ----

static uint32_t fold_width(void) {
  bool narrow = host_options()->width || isatty(STDOUT_FILENO);
  return narrow ? (uint32_t)host_width() : 0;
}

static void put(const dbx_buf *b) {
  const char *program = pager();
  if (*program && !fits_screen(b) && page(program, b)) return;
  host_print(stdout, dbx_text(b), b->n);
}

static void fold(dbx_buf *b) {
  dbx_buf folded = {0};
  uint32_t width = fold_width();
  if (!width || !b->n) return;
  dbx_put_folded(&folded, b->at, b->n, width);
  dbx_buf_free(b);
  *b = folded;
}

static void hand_over(dbx_buf *b) {
  if (host_now->apart) fwrite(dbx_text(b), 1, b->n, host_now->apart);
  else put(b);
  dbx_buf_free(b);
}

void show_listing(dbx_buf *b) {
  if (isatty(STDOUT_FILENO)) say_clean(b);
  if (!host_now->apart && lecture_put(stdout, b, 0)) dbx_buf_free(b);
  else hand_over(b);
}

static bool built_up(dbx_buf *b) {
  if (host_now->apart || lang_now->print != host_print || !lecture_put(stdout, b, fold_width()))
    return false;
  return dbx_buf_free(b), true;
}

void show_report(dbx_buf *b) {
  if (built_up(b)) return;
  fold(b);
  hand_over(b);
}

void show_lines(dbx_buf *b) {
  if (built_up(b)) return;
  fold(b);
  lang_now->print(lang_now->print_ctx, dbx_text(b), b->n);
  dbx_buf_free(b);
}

void show_from(FILE *f) {
  dbx_buf b = {0};
  if (fseek(f, 0, SEEK_SET)) return;
  if (dbx_read_all(f, &b) && b.n && !lecture_put(stdout, &b, 0)) put(&b);
  dbx_buf_free(&b);
}
