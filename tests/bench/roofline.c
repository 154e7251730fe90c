// What this machine's memory and vector units do at most, for scripts/bench: clang -O3
// -march=native. A line "READ WRITTEN OPERATIONS" is answered with the milliseconds in which a
// thread reads and writes that many bytes, or does so many operations of doubles by fused
// multiply-add (the larger of both), as JSON.
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum { LINE = 64, PAGE = 2 << 20, LANES = 8, CHAINS = 12, PATIENCE_MS = 500, LEAST_RUNS = 8 };
typedef double vector __attribute__((vector_size(LANES * sizeof(double)), aligned(LINE)));
typedef long size;

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static volatile double sink; // keeps what is read

// In huge pages, if the system has any: small ones cost up to as much time again.
static vector *lines(size bytes) {
  size_t n = (size_t)(bytes / PAGE + 1) * PAGE;
  vector *at = aligned_alloc(PAGE, n);
  if (!at) exit(1);
  (void)madvise(at, n, MADV_HUGEPAGE);
  // no zeros: there are machines that write lines of nothing else in half the time
  for (size i = 0; i < n / LINE; i++)
    for (int l = 0; l < LANES; l++) at[i][l] = 1 + 1e-9 * (double)(i * LANES + l);
  return at;
}

enum { MOST = 8 }; // lines in turn

static inline void write_past(vector *r, const vector *x, int lines) {
  for (int q = 0; q < lines; q++) __builtin_nontemporal_store(x[q], &r[q]);
}

static inline void write_through(vector *r, const vector *x, int lines) {
  for (int q = 0; q < lines; q++) r[q] = x[q];
}

// Some lines of each in turn, spread evenly, as in a loop over elements: of n that are read and m
// that are written.
static inline __attribute__((always_inline)) void
move(const vector *x, size n, vector *r, size m, int lines,
     void (*write)(vector *, const vector *, int)) {
  vector sum[MOST];
  size most = n > m ? n : m, reads = 0, writes = 0;
  for (int q = 0; q < MOST; q++) sum[q] = x[0];
  for (size turn = 0; turn < most / lines; turn++) {
    if ((reads += n) >= most) {
      for (int q = 0; q < lines; q++) sum[q] += x[q];
      x += lines, reads -= most;
    }
    if ((writes += m) >= most) {
      write(r, sum, lines);
      r += lines, writes -= most;
    }
  }
  for (int q = 1; q < MOST; q++) sum[0] += sum[q];
  sink = sum[0][0];
}

// By the caches, or past them, which is better for large results; many lines in turn, or one.
// Compilers would join these.
typedef void mover(const vector *x, size n, vector *r, size m);
static __attribute__((noinline)) void many_through(const vector *x, size n, vector *r, size m) {
  move(x, n, r, m, MOST, write_through);
}

static __attribute__((noinline)) void many_past(const vector *x, size n, vector *r, size m) {
  move(x, n, r, m, MOST, write_past);
}

static __attribute__((noinline)) void one_through(const vector *x, size n, vector *r, size m) {
  move(x, n, r, m, 1, write_through);
}

static __attribute__((noinline)) void one_past(const vector *x, size n, vector *r, size m) {
  move(x, n, r, m, 1, write_past);
}

static double best_move(size read, size written) {
  static mover *const ways[] = {many_through, many_past, one_through, one_past};
  enum { WAYS = sizeof ways / sizeof *ways };
  size n = read / LINE, m = written / LINE;
  vector *x = lines(read), *r = lines(written);
  double best = 1e9, begin = now_ms();
  for (int run = 0; run < LEAST_RUNS || now_ms() - begin < PATIENCE_MS; run++) {
    double t = now_ms();
    ways[run % WAYS](x, n, r, m);
    t = now_ms() - t;
    if (t < best) best = t;
  }
  free(x), free(r);
  return n + m ? best : 0;
}

// Operations a millisecond, once: as many independent chains as hide the latency.
static double rate(void) {
  enum { TRIPS = 200000 };
  static double known;
  double best = 1e9;
  for (int run = 0; !known && run < 20; run++) {
    vector a[CHAINS], x, y;
    for (int l = 0; l < LANES; l++) x[l] = 0.999 + 1e-4 * sink, y[l] = 1e-3;
    for (int c = 0; c < CHAINS; c++) a[c] = y * (double)c;
    double t = now_ms();
    for (int i = 0; i < TRIPS; i++)
      for (int c = 0; c < CHAINS; c++) a[c] = a[c] * x + y;
    t = now_ms() - t;
    for (int c = 1; c < CHAINS; c++) a[0] += a[c];
    sink = a[0][0];
    if (t < best) best = t;
  }
  if (!known) known = 2.0 * TRIPS * CHAINS * LANES / best;
  return known;
}

int main(void) {
  char line[128], *at;
  while (fgets(line, sizeof line, stdin)) {
    size read = strtol(line, &at, 10), written = strtol(at, &at, 10);
    size operations = strtol(at, &at, 10);
    double moves = best_move(read, written),
           computes = operations ? (double)operations / rate() : 0;
    printf("{\"best_ms\": %.9g}\n", moves > computes ? moves : computes);
    fflush(stdout);
  }
}
