// See threads.h. The caller leaves a job and works at it too; pieces are taken by counting.
#include "lower/run/threads.h"

#include "base/poll.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

enum {
  MOST = 256,
  PIECES = 4, // for each thread: some may be late
  // Pieces of long loops are whole vectors: the elements that are left over, which functions of the
  // scalar library compute, are the same ones as without threads.
  LONG = 1024,
  LANES = 64,
};

typedef struct job {
  threads_part f;
  int64_t *words, n, piece;
  _Atomic int64_t next;
} job;

static struct {
  pthread_mutex_t lock, one; // one: of the caller whose job it is
  pthread_cond_t begin, end;
  pthread_t thread[MOST];
  unsigned wanted, running, busy;
  uint64_t serial; // of the job
  bool stop;
  pid_t owner;
  job job;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER,
         .one = PTHREAD_MUTEX_INITIALIZER,
         .begin = PTHREAD_COND_INITIALIZER,
         .end = PTHREAD_COND_INITIALIZER,
         .wanted = 1};

static _Thread_local jmp_buf *way_out; // of the part that this thread works at

void threads_leave(void) {
  if (way_out) longjmp(*way_out, 1);
}

static void take_pieces(job *j) {
  while (!dbx_stopping()) {
    int64_t at = atomic_fetch_add(&j->next, j->piece);
    if (at >= j->n) return;
    j->f(j->words, at, j->n - at < j->piece ? j->n : at + j->piece);
  }
}

static void work(void) {
  jmp_buf out;
  way_out = &out;
  if (!setjmp(out)) take_pieces(&all.job);
  way_out = NULL;
}

static void *run(void *ctx) {
  uint64_t seen = (uint64_t)(uintptr_t)ctx;
  pthread_mutex_lock(&all.lock);
  for (;;) {
    while (!all.stop && all.serial == seen) pthread_cond_wait(&all.begin, &all.lock);
    if (all.stop) break;
    seen = all.serial;
    pthread_mutex_unlock(&all.lock);
    work();
    pthread_mutex_lock(&all.lock);
    if (!--all.busy) pthread_cond_signal(&all.end);
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
    void *seen = (void *)(uintptr_t)all.serial;
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

static void spread(threads_part f, int64_t *words, int64_t n) {
  int64_t pieces = (int64_t)(all.running + 1) * PIECES, piece = (n + pieces - 1) / pieces;
  if (n >= LONG) piece = (piece + LANES - 1) / LANES * LANES;
  pthread_mutex_lock(&all.lock);
  all.job.f = f, all.job.words = words, all.job.n = n;
  all.job.piece = piece;
  atomic_store(&all.job.next, 0);
  all.busy = all.running;
  all.serial++;
  pthread_cond_broadcast(&all.begin);
  pthread_mutex_unlock(&all.lock);
  work();
  pthread_mutex_lock(&all.lock);
  while (all.busy) pthread_cond_wait(&all.end, &all.lock);
  pthread_mutex_unlock(&all.lock);
}

void threads_spread(threads_part f, int64_t *words, int64_t n) {
  bool mine = !pthread_mutex_trylock(&all.one);
  if (mine && all.wanted > 1 && !all.running) start();
  bool spreads = mine && all.running && all.owner == getpid();
  if (spreads) spread(f, words, n);
  if (mine) pthread_mutex_unlock(&all.one);
  if (!spreads) f(words, 0, n); // may not come back
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
