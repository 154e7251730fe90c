// dbidx watch: traces a program at every save, reports what is wrong, and shows what changed in the
// Jaxprs and types of its functions. Each look at the file has a process of its own.
#include "cmd/host/compare.h"
#include "cmd/host/host.h"
#include "cmd/session/changes.h"
#include "cmd/session/settings.h"
#include "cmd/session/traces.h"

#include "viz/report/report.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// ---- in the child ----

static void put_trace(dbx_buf *b, dbx_trace *t) {
  dbx_report_style style = changes_style(DBX_DETAIL_TABLE);
  dbx_printf(b, "%s%s\n", dbx_sym_text(t->function), t->jaxpr ? "" : ": not traced to its end");
  if (!t->jaxpr) return;
  dbx_print_jaxpr(b, t->jaxpr, &(dbx_print_opts){.width = host_options()->width});
  dbx_putc(b, '\n');
  dbx_put_types(b, t, &style);
}

static bool write_all(int sink, const char *s, size_t n) {
  while (n) {
    ssize_t k = write(sink, s, n);
    if (k < 0 && errno != EINTR) return false;
    if (k > 0) s += k, n -= (size_t)k;
  }
  return true;
}

static int trace_text(const cli *o, uint32_t file, FILE *nowhere, int sink) {
  uint32_t n;
  dbx_buf b = {0};
  if (settings_start(o, nowhere) != DBX_OK) return CLI_FAILED;
  lang_now->engine = *host_interpreter();
  traces_collect();
  bool ok = lang_run(file, NULL, NULL) == DBX_OK;
  if (!ok) host_report(dbx_diag_take());
  dbx_trace *const *t = traces_all(&n);
  for (uint32_t i = 0; i < n; i++) put_trace(&b, t[i]);
  return write_all(sink, dbx_text(&b), b.n) && ok ? CLI_OK : CLI_FAILED;
}

static int trace_file(const cli *o, void *ctx) {
  const int *sink = ctx;
  uint32_t file;
  if (!host_read_file(o->operand[0], &file)) return CLI_FAILED;
  FILE *nowhere = host_nowhere();
  int status = nowhere ? trace_text(o, file, nowhere, *sink) : CLI_FAILED;
  if (nowhere) fclose(nowhere);
  return status;
}

// ---- in the parent ----

static bool look(const cli *o, dbx_buf *traced) {
  int ends[2], status;
  char part[4096];
  (void)fflush(NULL);
  if (pipe(ends)) return perror("dbidx: pipe"), false;
  pid_t pid = fork();
  if (!pid) {
    host_end_with_parent();
    close(ends[0]);
    status = host_on_large_stack(trace_file, o, &ends[1]);
    (void)fflush(NULL);
    _exit(status);
  }
  close(ends[1]);
  for (ssize_t n;
       pid > 0 && ((n = read(ends[0], part, sizeof part)) > 0 || (n < 0 && errno == EINTR));)
    if (n > 0) dbx_putn(traced, part, (size_t)n);
  close(ends[0]);
  if (pid < 0) return perror("dbidx: fork"), false;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFSIGNALED(status))
    say_to(stdout, "%s: ended by signal %d\n", o->operand[0], WTERMSIG(status));
  return WIFEXITED(status) && !WEXITSTATUS(status);
}

static bool changed(const char *path, struct timespec *seen) {
  struct stat s;
  if (stat(path, &s)) return false; // an editor that replaces the file
  if (s.st_mtim.tv_sec == seen->tv_sec && s.st_mtim.tv_nsec == seen->tv_nsec) return false;
  *seen = s.st_mtim;
  return true;
}

int cmd_watch_file(const cli *o) {
  static const struct timespec pause = {0, 200000000};
  struct timespec seen = {0};
  dbx_buf before = {0};
  bool first = true;
  if (access(o->operand[0], R_OK)) {
    say_to(stderr, "dbidx: cannot read %s: %s\n", o->operand[0], strerror(errno));
    return CLI_MISUSE;
  }
  for (;; nanosleep(&pause, NULL)) {
    dbx_buf now = {0}, diff = {0};
    if (!changed(o->operand[0], &seen)) continue;
    bool ok = look(o, &now);
    if (!ok && !first) { // what it was is compared with what it will be when it traces again
      dbx_buf_free(&now);
      continue;
    }
    if (first) say_to(stdout, "%s%s is watched; Ctrl-C ends it\n", dbx_text(&now), o->operand[0]);
    else compare_put_diff(&diff, &before, "before", &now, "now");
    fputs(dbx_text(&diff), stdout);
    if (!first && !diff.n) printf("no change in Jaxprs and types\n");
    (void)fflush(stdout);
    dbx_buf_free(&diff), dbx_buf_free(&before);
    before = now;
    first = false;
  }
}
