// dbidx conform: runs every program (.py, .jaxpr) below the folders in a process of its own, a few
// at a time, and compares what it prints with NAME.right or NAME.out (with --strategy=S with
// NAME.S.out), and its bind log with NAME.binds.json. The arguments of a Jaxpr are in NAME.args.
#include "cmd/host/compare.h"
#include "cmd/host/host.h"
#include "cmd/session/settings.h"
#include "cmd/session/traces.h"
#include "cmd/subcommands/jaxpr.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef dbx_vec(char *) names;

// ---- finding programs ----

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_folder(const char *path) {
  struct stat st;
  return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static bool collect(const char *folder, names *ret) {
  DIR *d = opendir(folder);
  bool ok = d != NULL;
  if (!d) say_to(stderr, "dbidx: cannot read %s: %s\n", folder, strerror(errno));
  for (struct dirent *e; d && (e = readdir(d));) {
    dbx_buf path = {0};
    if (e->d_name[0] == '.') continue;
    dbx_printf(&path, "%s%s%s", folder, dbx_ends_in(folder, "/") ? "" : "/", e->d_name);
    if (is_folder(dbx_text(&path))) ok &= collect(dbx_text(&path), ret);
    else if (dbx_ends_in(e->d_name, ".py") || jaxpr_is_path(e->d_name))
      dbx_push(ret, dbx_strdup(dbx_text(&path)));
    dbx_buf_free(&path);
  }
  if (d) closedir(d);
  return ok;
}

// False if there is none; one that cannot be read is one, and *why says so.
static bool read_beside(const char *program, const char *ending, dbx_buf *ret, dbx_buf *why) {
  dbx_buf path = {0};
  dbx_printf(&path, "%.*s%s", (int)(strrchr(program, '.') - program), program, ending);
  FILE *f = fopen(dbx_text(&path), "rb");
  bool there = f || errno != ENOENT;
  if (there && !(f && dbx_read_all(f, ret)))
    dbx_printf(why, "cannot read %s: %s", dbx_text(&path), strerror(errno));
  if (f) fclose(f);
  dbx_buf_free(&path);
  return there;
}

// ---- one program ----

enum { OUT, ERR, BINDS, STREAMS };

typedef struct slot {
  pid_t pid; // 0: free
  int done;  // its end closes with the process
  int stream[STREAMS];
  const char *program;
  double deadline;
} slot;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void put_binds(int fd) {
  dbx_buf b = {0};
  traces_put_binds(&b);
  for (size_t at = 0; at < b.n;) {
    ssize_t n = write(fd, b.at + at, b.n - at);
    if (n <= 0) break;
    at += (size_t)n;
  }
  dbx_buf_free(&b);
}

static int run_here(const cli *o, void *ctx) {
  const int *binds_stream = ctx; // -1: no log of binds is wanted
  uint32_t file;
  if (!host_read_file(o->operand[0], &file) || settings_start(o, stdout) != DBX_OK)
    return CLI_MISUSE;
  traces_collect();
  dbx_buf args = {0}, why = {0};
  bool given = jaxpr_is_source(file) && read_beside(o->operand[0], ".args", &args, &why);
  dbx_status st = why.n                   ? dbx_fail(DBX_E208, (dbx_span){0}, "%s", dbx_text(&why))
                  : jaxpr_is_source(file) ? jaxpr_run_source(file, given ? dbx_text(&args) : NULL)
                                          : lang_run(file, NULL, NULL);
  dbx_buf_free(&args), dbx_buf_free(&why);
  dbx_diag *d = dbx_diag_take();
  if (st != DBX_OK) {
    const char *cls = d ? dbx_sym_text(d->cls) : "Exception";
    if (d) say_to(stderr, "%s: %s\n", cls, d->message);
    printf("!%s\n", cls);
  }
  dbx_diag_free(d);
  lang_leave_program();
  if (*binds_stream >= 0) put_binds(*binds_stream);
  return host_flush() ? CLI_OK : CLI_FAILED;
}

static _Noreturn void child(const cli *o, const slot *s) {
  cli one = *o;
  char *operand[] = {(char *)s->program};
  struct rlimit no_core = {0}, output = {64 << 20, 64 << 20};
  one.command = "run", one.operand = operand, one.n_operands = 1;
  setrlimit(RLIMIT_CORE, &no_core), setrlimit(RLIMIT_FSIZE, &output);
  if (dup2(s->stream[OUT], 1) < 0 || dup2(s->stream[ERR], 2) < 0) _exit(CLI_FAILED);
  int binds_stream = o->binds ? s->stream[BINDS] : -1;
  host_use(&one);
  int status = host_on_large_stack(run_here, &one, &binds_stream);
  (void)fflush(NULL);
  _exit(status);
}

static bool start(const cli *o, slot *s, const char *program) {
  int pipes[2];
  if (pipe(pipes)) return false;
  for (int i = 0; i < STREAMS; i++)
    if ((s->stream[i] = memfd_create("output", 0)) < 0) return false;
  s->program = program;
  s->deadline = now() + o->timeout;
  s->pid = fork();
  if (s->pid < 0) return s->pid = 0, false;
  if (!s->pid) {
    close(pipes[0]);
    child(o, s);
  }
  close(pipes[1]);
  s->done = pipes[0];
  return true;
}

static void take_stream(int fd, dbx_buf *b) {
  char part[1 << 14];
  lseek(fd, 0, SEEK_SET);
  for (ssize_t n; (n = read(fd, part, sizeof part)) > 0;) dbx_putn(b, part, (size_t)n);
  close(fd);
}

// ---- judging ----

typedef struct verdict {
  bool passed;
  dbx_buf why, diff;
} verdict;

static void judge_output(const cli *o, const char *program, dbx_buf *const stream, verdict *v) {
  dbx_buf want = {0};
  char own[32]; // what the program prints with this strategy
  snprintf(own, sizeof own, ".%s.out", o->strategy ? o->strategy : "");
  bool right = read_beside(program, ".right", &want, &v->why);
  if (!right && !(o->strategy && read_beside(program, own, &want, &v->why)) &&
      !read_beside(program, ".out", &want, &v->why)) {
    dbx_put(&v->why, "there is neither a .right nor a .out beside it");
  } else if (!v->why.n && !(v->passed = compare_text(&want, &stream[OUT], right, &v->why))) {
    if (stream[ERR].n) {
      const char *e = dbx_text(&stream[ERR]), *nl = strchr(e, '\n');
      dbx_printf(&v->why, "\n    %.*s", (int)(nl ? nl - e : (long)strlen(e)), e);
    }
    if (o->verbose) compare_put_diff(&v->diff, &want, "expected", &stream[OUT], "printed");
  }
  dbx_buf_free(&want);
  if (!v->passed || !o->binds || right || !read_beside(program, ".binds.json", &want, &v->why))
    return;
  v->passed = !v->why.n && compare_json(&want, &stream[BINDS], &v->why);
  dbx_buf_free(&want);
}

static bool finish(const cli *o, slot *s, int status, bool late) {
  verdict v = {0};
  dbx_buf stream[STREAMS] = {0};
  for (int i = 0; i < STREAMS; i++) take_stream(s->stream[i], &stream[i]);
  close(s->done);
  if (late) dbx_printf(&v.why, "took more than %d s", o->timeout);
  else if (WIFSIGNALED(status))
    dbx_printf(&v.why, "ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status))
    dbx_printf(&v.why, "exit status %d: %s", WEXITSTATUS(status), dbx_text(&stream[ERR]));
  else judge_output(o, s->program, stream, &v);
  if (!v.passed)
    say_line(stdout, "FAIL %s: %s\n%s", s->program, dbx_text(&v.why), dbx_text(&v.diff));
  for (int i = 0; i < STREAMS; i++) dbx_buf_free(&stream[i]);
  dbx_buf_free(&v.why), dbx_buf_free(&v.diff);
  s->pid = 0;
  return v.passed;
}

// Ends the program in a slot if it is done or late; -1 if it still runs.
static int look_after(const cli *o, slot *s, bool ended) {
  int status = 0;
  bool late = !ended && now() > s->deadline;
  if (!ended && !late) return -1;
  if (late) kill(s->pid, SIGKILL);
  while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR) continue;
  return finish(o, s, status, late);
}

// ---- all of them ----

typedef struct tally {
  uint32_t passed, failed;
} tally;

static void count(tally *t, int passed) {
  if (passed < 0) return;
  if (passed) t->passed++;
  else t->failed++;
}

static void wait_some(const cli *o, slot *slots, tally *t) {
  struct pollfd *p = dbx_alloc(sizeof *p * (size_t)o->jobs);
  for (int i = 0; i < o->jobs; i++)
    p[i] = (struct pollfd){.fd = slots[i].pid ? slots[i].done : -1, .events = POLLIN};
  int n = poll(p, (nfds_t)o->jobs, 200);
  for (int i = 0; i < o->jobs; i++)
    if (slots[i].pid) count(t, look_after(o, &slots[i], n > 0 && p[i].revents));
  free(p);
}

static bool all_free(const slot *slots, int n) {
  for (int i = 0; i < n; i++)
    if (slots[i].pid) return false;
  return true;
}

static slot *free_slot(slot *slots, int n) {
  for (int i = 0; i < n; i++)
    if (!slots[i].pid) return &slots[i];
  return NULL;
}

static tally run_all(const cli *o, const names *programs) {
  tally t = {0};
  slot *slots = dbx_alloc(sizeof *slots * (size_t)o->jobs), *s;
  for (uint32_t i = 0; i < programs->n || !all_free(slots, o->jobs);) {
    (void)fflush(stdout); // nothing may be printed twice by the children
    if (i < programs->n && (s = free_slot(slots, o->jobs))) {
      if (!start(o, s, programs->at[i++])) {
        say_to(stderr, "dbidx: cannot start a process: %s\n", strerror(errno));
        t.failed++;
      }
    } else {
      wait_some(o, slots, &t);
    }
  }
  free(slots);
  return t;
}

int cmd_conform(const cli *o) {
  names programs = {0};
  bool ok = true;
  for (int i = 0; i < o->n_operands; i++) {
    if (dbx_ends_in(o->operand[i], ".py") || jaxpr_is_path(o->operand[i]))
      dbx_push(&programs, dbx_strdup(o->operand[i]));
    else ok &= collect(o->operand[i], &programs);
  }
  if (!ok) return CLI_MISUSE;
  dbx_vec_sort(&programs, by_name);
  tally t = run_all(o, &programs);
  printf("%u passed, %u failed\n", t.passed, t.failed);
  for (uint32_t i = 0; i < programs.n; i++) free(programs.at[i]);
  dbx_vec_free(&programs);
  return host_flush() && !t.failed ? CLI_OK : CLI_FAILED;
}
