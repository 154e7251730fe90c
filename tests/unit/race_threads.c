// The threads of compiled loops (lower/run/threads.c) under ThreadSanitizer: loops of every length,
// one after the other, with other numbers of threads, left by their parts, and stopped from outside
// as Ctrl-C does; and sorts of many numbers, of which each thread has a part. `race_threads
// [SECONDS]` ends with `N passed, N failed`; a race is a report and status 66.
#include "base/budget.h"
#include "base/poll.h"
#include "interp/split_sort.h"
#include "interp/vector_sort.h"
#include "lower/run/threads.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// Of core, as much as a poll needs.
void dbx_budget_fail_(dbx_code code, dbx_span at) { (void)code, (void)at; }
void dbx_fail_(dbx_code code, dbx_span span, const char *fmt, ...) {
  (void)code, (void)span, (void)fmt;
}
dbx_diag *dbx_diag_take(void) { return NULL; }
struct dbx_diag *dbx_diag_free(dbx_diag *d) { return d; }
unsigned dbx_dtype_bytes(dbx_dtype t) { return t == DBX_F64 ? sizeof(double) : 0; }

enum { MOST = 40000 };
static int64_t trips[MOST];

static void count(int64_t *words, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; i++) trips[i] += words[0];
}

static void leave(int64_t *words, int64_t begin, int64_t end) {
  count(words, begin, end);
  if (begin <= words[1] && words[1] < end) {
    dbx_stop_ask(DBX_STOP_INTERRUPT);
    threads_leave();
  }
}

static void fail(int64_t *words, int64_t begin, int64_t end) {
  count(words, begin, end);
  if (begin <= words[1] && words[1] < end)
    threads_fail((int64_t[THREADS_NOTE]){words[1], begin, end, words[0]});
}

static bool all_are(int64_t n, int64_t least, int64_t most) {
  bool right = true;
  for (int64_t i = 0; i < n; i++) {
    right &= trips[i] >= least && trips[i] <= most;
    trips[i] = 0;
  }
  return right;
}

static atomic_bool ends;

static void *interrupt(void *ctx) {
  (void)ctx;
  while (!atomic_load(&ends)) {
    usleep(200);
    dbx_stop_ask(DBX_STOP_INTERRUPT);
  }
  return NULL;
}

static int passed, failed;
static void note(bool right) { right ? passed++ : failed++; }

static void whole_loops(unsigned seed) {
  int64_t n = seed * 7919u % MOST, words[2] = {1 + seed % 3, 0};
  threads_set(1 + seed % 5);
  for (int k = 0; k < 3; k++) threads_spread(count, words, n);
  note(all_are(n, 3 * words[0], 3 * words[0]));
}

static void left_loops(unsigned seed) {
  int64_t n = 1 + (int64_t)(seed * 104729u % MOST), words[2] = {1, (int64_t)seed * 31 % n};
  threads_set(1 + seed % 4);
  if (threads_used() > 1) threads_spread(leave, words, n);
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  note(all_are(n, 0, 1));
}

static void sorts(unsigned seed) {
  static double x[DBX_SPLIT_FROM + 64], to[DBX_SPLIT_FROM + 64];
  int64_t n = DBX_SPLIT_FROM + seed % 64;
  bool right = true;
  unsigned threads = 2 + seed % 5;
  threads_set(threads);
  for (int64_t i = 0; i < n; i++) x[i] = (double)((uint64_t)i * (2 * seed + 7919) % 65521);
  bool sorted = dbx_split_sort(x, to, DBX_F64, n, threads, threads_spread);
  for (int64_t i = 1; sorted && i < n; i++) right &= to[i - 1] <= to[i];
  note(right && sorted == dbx_vector_sorts(DBX_F64, n));
}

static void failing_loops(unsigned seed) {
  int64_t n = 2 + (int64_t)(seed * 7907u % (MOST - 2)), words[2] = {1, (int64_t)seed * 37 % n},
          note_of[THREADS_NOTE] = {-1};
  threads_set(2 + seed % 3);
  bool failed_there = threads_try(fail, words, n, note_of);
  note(failed_there && note_of[0] == words[1] && note_of[3] == 1 && all_are(n, 0, 1));
}

static void stopped_loops(unsigned seed) {
  int64_t n = MOST, words[2] = {1, 0};
  pthread_t other;
  threads_set(2 + seed % 3);
  atomic_store(&ends, false);
  if (pthread_create(&other, NULL, interrupt, NULL)) return note(false);
  for (int k = 0; k < 20; k++) {
    threads_spread(count, words, n);
    dbx_stop_forget(DBX_STOP_INTERRUPT);
  }
  atomic_store(&ends, true);
  pthread_join(other, NULL);
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  note(all_are(n, 0, 20));
}

int main(int argc, char **argv) {
  time_t until = time(NULL) + (argc > 1 ? strtol(argv[1], NULL, 10) : 5);
  unsigned seed = 1;
  do {
    whole_loops(seed);
    left_loops(seed);
    failing_loops(seed);
    sorts(seed);
    stopped_loops(seed);
    seed++;
  } while (time(NULL) < until);
  threads_stop();
  printf("%d passed, %d failed\n", passed, failed);
  return failed > 0;
}
