// The surroundings of the evaluator: a large stack, standard output, reports on standard error,
// Ctrl-C, the choice of the engine (see host.h).
#include "cmd/host/host.h"
#include "cmd/host/lecture.h"

#include "base/budget.h"
#include "base/file.h"
#include "base/nearest.h"
#include "base/poll.h"
#include "cmd/host/rewritten.h"
#include "cmd/host/state.h"
#include "debug/fixes.h"
#include "edit/edit.h"
#include "interp/blas.h"
#include "interp/interp.h"
#include "ir/target.h"
#include "lang/value/big.h"
#include "lower/load.h"
#include "prim/poly.h"
#include "viz/names/letters.h"
#include "viz/report/diagnostic.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <signal.h>
#include <sys/prctl.h>
#endif

struct host_state host_now[1];

static void begin(void) { host_now->error = -1; }

// The language ends later, and has nothing to forget then: programs go with the back end.
static void end(void) {
  host_end_rewritten();
  lang_now->engine.forget = NULL;
  lower_close(host_now->back_end);
  for (int i = 0; i < HOST_PEERS; i++) peer_free(host_now->peer[i]);
}

const dbx_room host_room = {host_now, sizeof *host_now, begin, end};

void host_use(const cli *o) { host_now->options = o; }
void host_begin(const cli *o) {
  dbx_target_id target; // one of the option's words, which are the rows' names
  host_use(o);
  if (o->jaxpr_style && !strcmp(o->jaxpr_style, "new")) ir_now->style = DBX_STYLE_NEW;
  if (o->target && dbx_target_by_name(o->target, &target)) dbx_target_use(target);
  if (o->dims && !strcmp(o->dims, "symbolic")) dbx_use_dims(DBX_DIMS_SYMBOLIC);
}

const cli *host_options(void) { return host_now->options; }
const dbx_engine *host_interpreter(void) { return &host_now->interpreter; }

static const dbx_engine *peer_of(const char *name, size_t n, dbx_engine own) {
  static const char *const names[HOST_PEERS] = {"iree", "xla", "stablehlo"};
  for (int i = 0; i < HOST_PEERS; i++) {
    if (strlen(names[i]) != n || memcmp(names[i], name, n)) continue;
    host_now->peers[i] = peer_engine(&host_now->peer[i], names[i], own);
    return &host_now->peers[i];
  }
  return NULL;
}

const dbx_engine *host_peer(const char *name, size_t n) {
  return peer_of(name, n, host_now->interpreter);
}
int host_error(void) { return host_now->error; }
void host_forget_error(void) { host_now->error = -1; }

void host_end_with_parent(void) {
#ifdef __linux__
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

// ---- the stack ----

enum { STACK_MB = 512 };

typedef struct job {
  int (*run)(const cli *o, void *ctx);
  const cli *options;
  void *ctx;
  int status;
} job;

static void *run_job(void *ctx) {
  job *j = ctx;
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  j->status = j->run(j->options, j->ctx);
  return NULL;
}

// Signals go to the evaluator's thread, which waits for them at the prompt.
static bool start_job(job *j, void *stack, size_t bytes) {
  pthread_attr_t attr;
  pthread_t thread;
  sigset_t all;
  sigfillset(&all);
  if (pthread_attr_init(&attr) || pthread_attr_setstack(&attr, stack, bytes)) return false;
  pthread_sigmask(SIG_SETMASK, &all, NULL);
  bool started = !pthread_create(&thread, &attr, run_job, j);
  pthread_attr_destroy(&attr);
  return started && !pthread_join(thread, NULL);
}

// The evaluator has a thread of its own, and glibc would give that an arena that grows by a page
// and a system call at a time. One arena for all, which grows in large steps, is what it needs.
static void tune_allocator(void) {
#ifdef __GLIBC__
  (void)mallopt(M_ARENA_MAX, 1);
  (void)mallopt(M_TOP_PAD, 1 << 20);
#endif
}

int host_on_large_stack(int (*run)(const cli *o, void *ctx), const cli *o, void *ctx) {
  tune_allocator();
  size_t bytes = (size_t)STACK_MB << 20;
  job j = {run, o, ctx, CLI_FAILED};
  char *stack = dbx_reserve_stack(bytes);
  if (!stack || mprotect(stack, 4096, PROT_NONE) || !start_job(&j, stack, bytes)) {
    fprintf(stderr, "dbidx: no memory for the evaluator's stack\n");
    return CLI_FAILED;
  }
  munmap(stack, bytes);
  return j.status;
}

// ---- terminal ----

bool host_color(int fd) {
  const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
  if (!strcmp(host_now->options->color, "always")) return true;
  if (!strcmp(host_now->options->color, "never") || (no && *no)) return false;
  return isatty(fd) && term && strcmp(term, "dumb");
}

int host_width(void) {
  struct winsize w;
  if (host_now->options->width) return host_now->options->width;
  return isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) && w.ws_col ? w.ws_col : 80;
}

// A write that a signal has interrupted is no fault of the device.
static void drop_interrupted(FILE *f) {
  if (!ferror(f) || errno != EINTR) return;
  __fpurge(f);
  clearerr(f);
}

bool host_flush(void) {
  if (fflush(stdout)) drop_interrupted(stdout);
  if (!ferror(stdout)) return true;
  if (!host_now->told) fprintf(stderr, "dbidx: standard output: %s\n", strerror(errno));
  host_now->told = true;
  return false;
}

int host_end(int status) { return !host_flush() && status == CLI_OK ? CLI_FAILED : status; }

// A file opened later must not become standard output by getting its number. Reading gives the end
// of the file, writing fails.
void host_open_standard_files(void) {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != fd) _exit(CLI_FAILED);
}

// ---- reports ----

void host_put_diag(dbx_buf *b, const dbx_diag *d) { dbx_put_diag(b, d, &(dbx_diag_style){0}); }

void host_put_diag_json(dbx_buf *b, const dbx_diag *d) { dbx_put_diag_json(b, d); }

// Of a terminal the lines are broken, of a file or pipe only if a width is asked for.
static int report_width(void) {
  return host_now->options->width || isatty(STDERR_FILENO) ? host_width() : 0;
}

// Ctrl-C ends a long text, also where nobody reads it: what is left of it is dropped, and the one
// who prints polls.
void host_print(void *ctx, const char *s, size_t n) {
  enum { PIECE = 1 << 16 };
  while (n && !dbx_stopping_for(DBX_STOP_INTERRUPT)) {
    size_t part = n < PIECE ? n : PIECE;
    errno = 0;
    if (fwrite(s, 1, part, ctx) < part) break;
    s += part, n -= part;
  }
  drop_interrupted(ctx);
}

void host_show_by(void (*show)(const dbx_diag *d)) { host_now->show = show; }
bool host_shows_itself(void) { return !host_now->show; }

// Has the terminal shown Ctrl-C as ^C, where the cursor still is?
static bool shows_keys(void) {
  struct termios t;
  tcflag_t echo = ECHO | ECHOCTL;
  return isatty(STDERR_FILENO) && !tcgetattr(STDIN_FILENO, &t) && (t.c_lflag & echo) == echo;
}

static void show(const dbx_diag *d) {
  dbx_buf b = {0};
  if (host_now->show) {
    host_now->show(d);
    return;
  }
  if (host_now->options->json) dbx_put_diag_json(&b, d);
  else
    dbx_put_diag(&b, d,
                 &(dbx_diag_style){.color = host_color(STDERR_FILENO), .width = report_width()});
  (void)fflush(stdout); // what was printed before the error comes first
  if (dbx_is_interrupt(d->code) && shows_keys()) fputc('\n', stderr);
  if (!lecture_put(stderr, &b, 0)) host_print(stderr, dbx_text(&b), b.n);
  if (b.n && b.at[b.n - 1] != '\n') fputc('\n', stderr);
  dbx_buf_free(&b);
}

void host_report_unlettered(dbx_diag *d) {
  if (d) host_now->error = d->code;
  if (d && d->cls == DBX_S_KeyboardInterrupt) host_now->interrupted = true;
  if (d) show(d);
  dbx_diag_free(d);
}

void host_report(dbx_diag *d) {
  // naming what a program has traced takes as long as the program is: not after Ctrl-C
  if (d && d->cls != DBX_S_KeyboardInterrupt) dbx_diag_letters(d, NULL);
  host_report_unlettered(d);
}

// ---- files ----

FILE *host_nowhere(void) {
  FILE *f = fopen("/dev/null", "w");
  if (!f) say_to(stderr, "dbidx: cannot open /dev/null: %s\n", strerror(errno));
  return f;
}

static const char *name_in(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

// 0, or the number of what is wrong.
static int read_source(const char *path, uint32_t *ret) {
  dbx_buf b = {0};
  bool standard = !strcmp(path, "-");
  FILE *f = standard ? stdin : fopen(path, "rb");
  int wrong = f && dbx_read_all(f, &b) ? 0 : errno;
  if (!wrong) *ret = dbx_source_add(standard ? "<stdin>" : name_in(path), dbx_text(&b), b.n);
  if (f && !standard) fclose(f);
  dbx_buf_free(&b);
  return wrong;
}

// Of what lies in the folder *folder beside it, which the caller frees.
static dbx_nearest near_file(const char *path, char **folder) {
  const char *name = name_in(path);
  dbx_nearest near = dbx_nearest_to(name);
  *folder = strndup(path, (size_t)(name - path));
  DIR *d = opendir(**folder ? *folder : ".");
  for (struct dirent *e; d && (e = readdir(d));)
    if (*e->d_name != '.') dbx_nearest_try(&near, e->d_name);
  if (d) closedir(d);
  return near;
}

bool host_read_file(const char *path, uint32_t *ret) {
  char *folder;
  int wrong = read_source(path, ret);
  if (!wrong) return true;
  dbx_nearest near = near_file(path, &folder);
  say_to(stderr, "dbidx: cannot read %s: %s\n", path, strerror(wrong));
  if (*near.best) say_to(stderr, "       did you mean '%s%s'?\n", folder, near.best);
  free(folder);
  return false;
}

dbx_status host_find_file(const char *path, uint32_t *ret) {
  char *folder;
  int wrong = read_source(path, ret);
  if (!wrong) return DBX_OK;
  dbx_nearest near = near_file(path, &folder);
  dbx_fail_(DBX_E208, (dbx_span){0}, "cannot read %s: %s", path, strerror(wrong));
  dbx_status st = dbx_nearest_advise(&near, folder);
  free(folder);
  return st;
}

// ---- Ctrl-C ----

// The flag ends whatever runs at its next poll; a second Ctrl-C before that ends the process,
// unless the prompt is there to go on.
static void on_interrupt(int sig) {
  if (dbx_stopping_for(DBX_STOP_INTERRUPT) && host_now->options &&
      strcmp(host_now->options->command, "prompt")) {
    signal(sig, SIG_DFL);
    raise(sig);
  }
  dbx_stop_ask(DBX_STOP_INTERRUPT);
  big_leave();
}

static void catch_interrupts(void) {
  struct sigaction sa = {.sa_handler = on_interrupt};
  sigemptyset(&sa.sa_mask);
  if (sigaction(SIGINT, &sa, NULL)) perror("dbidx: sigaction");
}

// ---- the evaluator ----

const char *const host_cache_words[] = {
    [LOWER_REUSE_OFF] = "off", [LOWER_REUSE_SESSION] = "session", [LOWER_REUSE_DISK] = "disk"};

static lower_reuse cache_from_environment(void) {
  const char *word = getenv("DBIDX_CACHE");
  for (int i = 0; word && i <= LOWER_REUSE_DISK; i++)
    if (!strcmp(word, host_cache_words[i])) return (lower_reuse)i;
  return LOWER_REUSE_DISK;
}

char *host_cache_folder(void) { return edit_xdg_file("XDG_CACHE_HOME", ".cache", "code", 0); }

static void set_cache(lower_session *s, lower_reuse reuse) {
  char *folder = host_cache_folder();
  lower_set_reuse(s, reuse, folder);
  free(folder);
}

static unsigned processors(void) {
  cpu_set_t have;
  int n = sched_getaffinity(0, sizeof have, &have) ? 1 : CPU_COUNT(&have);
  return n > 0 ? (unsigned)n : 1;
}

static void set_threads(lower_session *s, unsigned n) {
  host_now->threads = n;
  lower_set_threads(s, n ? n : processors(), n != 0);
}

static lower_session *back_end(void) {
  if (host_now->back_end) return host_now->back_end;
  host_now->back_end = lower_open(NULL);
  set_threads(host_now->back_end, host_now->threads);
  set_cache(host_now->back_end, cache_from_environment());
  return host_now->back_end;
}

lower_reuse host_cache(void) { return lower_reuse_of(back_end()); }
void host_set_cache(lower_reuse reuse) { set_cache(back_end(), reuse); }

void host_bound_compiler(void) { lower_set_memory(back_end(), dbx_budget()); }

unsigned host_threads(void) { return host_now->threads; }
void host_set_threads(unsigned n) { set_threads(back_end(), n); }

static dbx_status jit_run(void *ctx, const dbx_jaxpr *j, dbx_array *const *args, dbx_array **out) {
  DBX_TRY(host_rewritten(j, &j));
  return lower_engine_run(ctx, j, args, out);
}

static dbx_status jit_text(void *ctx, const dbx_jaxpr *j, const char *stage, dbx_buf *ret) {
  DBX_TRY(host_rewritten(j, &j));
  return lower_engine_text(ctx, j, stage, ret);
}

dbx_status host_build(const dbx_jaxpr *j, const char *entry, const int64_t *lengths,
                      const dbx_jaxpr **ret_run, lower_built *ret) {
  DBX_TRY(host_rewritten(j, ret_run));
  return lower_engine_build(back_end(), *ret_run, entry, lengths, ret);
}

void host_put_build_folder(dbx_buf *b) { lower_put_folder(back_end(), b); }

static void forget(const dbx_jaxpr *j) { lower_engine_forget(back_end(), j); }

static void engine_forget(void *ctx, const dbx_jaxpr *j) {
  host_forget_rewritten(j, forget);
  lower_engine_forget(ctx, j);
}

const dbx_engine *host_jit(void) {
  host_now->jit = (dbx_engine){"jit", jit_run, jit_text, engine_forget, back_end()};
  return &host_now->jit;
}

static dbx_status interpret(void *ctx, const dbx_jaxpr *j, dbx_array *const *args,
                            dbx_array **out) {
  (void)ctx;
  DBX_TRY(host_rewritten(j, &j));
  return dbx_interpret(j, args, out);
}

bool host_jit_report(const dbx_jaxpr *j, lower_report *ret) {
  return lower_report_of(back_end(), host_known_rewritten(j), ret);
}

lower_memory host_jit_memory(void) { return lower_memory_of(back_end()); }

static bool wants_jit(void) {
  return host_now->options->engine ? !strcmp(host_now->options->engine, "jit") : DBX_HAVE_LOWER;
}

void host_warm_up(void) {
  if (host_now->warm || host_now->options->on || !wants_jit() || !DBX_HAVE_LOWER) return;
  host_now->warm = true;
  sigset_t all, before; // the thread must not catch the Ctrl-C that the prompt waits for
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  lower_warm(back_end());
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void host_settle(void) { lower_settle(back_end()); }

bool host_uses_jit(const char *text, size_t n) { return memmem(text, n, "qjit", 4) != NULL; }

static void warn(dbx_diag *d) {
  fixes_suggest(d);
  show(d);
}

void host_start(FILE *out) {
  base_now->warn_sink = warn;
  lang_start();
  lang_now->print = host_print;
  lang_now->print_ctx = out;
  host_now->interpreter =
      lang_now->engine; // what the JIT has made is forgotten also while it is not the engine
  host_now->interpreter.run = interpret;
  host_now->interpreter.forget = host_jit()->forget, host_now->interpreter.ctx = host_jit()->ctx;
  lang_now->engine = host_now->interpreter;
  if (wants_jit()) lang_now->engine = *host_jit();
  const char *on = host_now->options->on;
  if (on) lang_now->engine = *peer_of(on, strlen(on), lang_now->engine);
  dbx_blas_settle_by(host_settle);
  catch_interrupts();
  host_bound_compiler();
}

// In sanitizer builds everything is given back, so that leaks show. Otherwise the process ends at
// once: the thread that loads the back end need not be waited for, nor LLVM be taken down.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GIVE_BACK 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define GIVE_BACK 1
#endif

// A program that Ctrl-C has ended says so to its parent: shells make 130 of it, and end their
// loops.
static void end_by_interrupt(void) {
  (void)fflush(NULL);
  signal(SIGINT, SIG_DFL);
  raise(SIGINT);
}

int host_stop(int status) {
  status = host_end(status);
#ifdef GIVE_BACK
  lang_stop();
  lower_close(host_now->back_end), host_now->back_end = NULL;
  if (host_now->interrupted && status != CLI_OK) end_by_interrupt();
  return status;
#else
  (void)fflush(NULL);
  if (host_now->interrupted && status != CLI_OK) end_by_interrupt();
  _exit(status);
#endif
}
