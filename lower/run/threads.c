// See threads.h. The caller leaves a job and works at it too; pieces are taken by counting.
#include "lower/run/threads.h"

#include "base/poll.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum {
  MOST = 256,
  PIECES = 4, // for each thread: some may be late
  // Pieces of long loops are whole vectors: the elements that are left over, which functions of the
  // scalar library compute, are the same ones as without threads.
  LONG = 1024,
  LANES = 64,
  SPINS = 1 << 10, // some 30 microseconds
};

typedef struct job {
  dbx_work_part f;
  int64_t *words, n, piece;
  _Atomic int64_t next;
  bool open, failed;
  int64_t note[THREADS_NOTE];
} job;

static struct {
  pthread_mutex_t lock, one; // one: of the caller whose job it is
  pthread_cond_t begin, end;
  pthread_t thread[MOST];
  unsigned wanted, running;
  atomic_uint busy;        // threads that work at the job, but for its caller
  _Atomic uint64_t serial; // of the job
  bool stop;
  pid_t owner;
  job job;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER,
         .one = PTHREAD_MUTEX_INITIALIZER,
         .begin = PTHREAD_COND_INITIALIZER,
         .end = PTHREAD_COND_INITIALIZER,
         .wanted = 1};

// Of the part that this thread works at.
typedef struct way_out {
  jmp_buf to;
  bool fails;
  int64_t note[THREADS_NOTE];
} way_out;
static _Thread_local way_out *out;

void threads_leave(void) {
  if (out) longjmp(out->to, 1);
}

void threads_fail(const int64_t *note) {
  if (!out) return;
  memcpy(out->note, note, sizeof out->note);
  out->fails = true;
  threads_leave();
}

static void take_pieces(job *j) {
  while (!dbx_stopping()) {
    int64_t at = atomic_fetch_add(&j->next, j->piece);
    if (at >= j->n) return;
    j->f(j->words, at, j->n - at < j->piece ? j->n : at + j->piece);
  }
}

static void work(void) {
  way_out here;
  here.fails = false;
  out = &here;
  if (!setjmp(here.to)) take_pieces(&all.job);
  out = NULL;
  if (!here.fails) return;
  atomic_store(&all.job.next, all.job.n);
  pthread_mutex_lock(&all.lock);
  if (!all.job.failed) memcpy(all.job.note, here.note, sizeof here.note);
  all.job.failed = true;
  pthread_mutex_unlock(&all.lock);
}

// ---- waiting: for some microseconds awake, as the next loop often follows at once ----

static void pause_a_moment(void) {
#ifdef __x86_64__
  __builtin_ia32_pause();
#endif
}

static void await_job(uint64_t seen) {
  for (int i = 0; i < SPINS && atomic_load(&all.serial) == seen; i++) pause_a_moment();
  pthread_mutex_lock(&all.lock);
  while (!all.stop && atomic_load(&all.serial) == seen) pthread_cond_wait(&all.begin, &all.lock);
}

static void await_end(void) {
  for (int i = 0; i < SPINS && atomic_load(&all.busy); i++) pause_a_moment();
  pthread_mutex_lock(&all.lock);
  while (atomic_load(&all.busy)) pthread_cond_wait(&all.end, &all.lock);
  pthread_mutex_unlock(&all.lock);
}

static void *run(void *ctx) {
  uint64_t seen = (uint64_t)(uintptr_t)ctx;
  for (;;) {
    await_job(seen); // takes the lock
    if (all.stop) break;
    seen = atomic_load(&all.serial);
    bool open = all.job.open;
    if (open) atomic_fetch_add(&all.busy, 1);
    pthread_mutex_unlock(&all.lock);
    if (!open) continue;
    work();
    pthread_mutex_lock(&all.lock);
    if (atomic_fetch_sub(&all.busy, 1) == 1) pthread_cond_signal(&all.end);
    pthread_mutex_unlock(&all.lock);
  }
  pthread_mutex_unlock(&all.lock);
  return NULL;
}

// Threads that take no signals: those go to the thread that can stop a run.
static void start(void) {
  sigset_t every, before;
  sigfillset(&every);
  if (pthread_sigmask(SIG_SETMASK, &every, &before)) return;
  while (all.running + 1 < all.wanted) {
    void *seen = (void *)(uintptr_t)atomic_load(&all.serial);
    if (pthread_create(&all.thread[all.running], NULL, run, seen)) break;
    all.running++;
  }
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  all.owner = getpid();
}

void threads_set(unsigned n) {
  threads_stop();
  all.wanted = n < 1 ? 1 : n > MOST ? MOST : n;
}

unsigned threads_used(void) { return all.wanted; }

static bool spread(dbx_work_part f, int64_t *words, int64_t n, int64_t *ret_note) {
  int64_t pieces = (int64_t)(all.running + 1) * PIECES, piece = (n + pieces - 1) / pieces;
  if (n >= LONG) piece = (piece + LANES - 1) / LANES * LANES;
  pthread_mutex_lock(&all.lock);
  job *j = &all.job;
  j->f = f, j->words = words, j->n = n, j->piece = piece;
  j->open = true, j->failed = false;
  atomic_store(&j->next, 0);
  atomic_fetch_add(&all.serial, 1);
  pthread_cond_broadcast(&all.begin);
  pthread_mutex_unlock(&all.lock);
  work();
  pthread_mutex_lock(&all.lock);
  j->open = false;
  pthread_mutex_unlock(&all.lock);
  await_end();
  if (j->failed) memcpy(ret_note, j->note, sizeof j->note);
  return j->failed;
}

bool threads_try(dbx_work_part f, int64_t *words, int64_t n, int64_t *ret_note) {
  bool mine = !pthread_mutex_trylock(&all.one), failed = false;
  if (mine && all.wanted > 1 && !all.running) start();
  bool spreads = mine && all.running && all.owner == getpid();
  if (spreads) failed = spread(f, words, n, ret_note);
  if (mine) pthread_mutex_unlock(&all.one);
  if (!spreads) f(words, 0, n); // may not come back
  return failed;
}

void threads_spread(dbx_work_part f, int64_t *words, int64_t n) {
  int64_t note[THREADS_NOTE];
  (void)threads_try(f, words, n, note);
}

void threads_stop(void) {
  if (!all.running || all.owner != getpid()) return;
  pthread_mutex_lock(&all.lock);
  all.stop = true;
  pthread_cond_broadcast(&all.begin);
  pthread_mutex_unlock(&all.lock);
  for (unsigned i = 0; i < all.running; i++) pthread_join(all.thread[i], NULL);
  all.running = 0;
  all.stop = false;
}
