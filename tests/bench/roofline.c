// What this machine's memory and vector units do at most, for scripts/bench: clang -O3
// -march=native. A line "READ WRITTEN OPERATIONS" is answered with the milliseconds in which a
// thread reads and writes that many bytes, or does so many operations of doubles by fused
// multiply-add (the larger of both), as JSON.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE = 64, LANES = 8, CHAINS = 12, PATIENCE_MS = 500, LEAST_RUNS = 5 };
typedef double vector __attribute__((vector_size(LANES * sizeof(double)), aligned(LINE)));
typedef long size;

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static volatile double sink; // keeps what is read

static vector *lines(size bytes) {
  vector *at = aligned_alloc(LINE, (size_t)(bytes / LINE + 1) * LINE);
  if (!at) exit(1);
  return memset(at, 0, (size_t)(bytes / LINE + 1) * LINE);
}

// The reads and the writes are spread evenly, as in a loop over elements.
static void move(const vector *x, size n, vector *r, size m, int stream) {
  vector sum[4] = {0};
  size most = n > m ? n : m, i = 0, k = 0;
  for (size step = 0; step < most; step += 64) {
    size to = n * (step + 64) / most, w = m * (step + 64) / most;
    to = to < n ? to : n, w = w < m ? w : m;
    for (; i + 4 <= to; i += 4)
      for (int q = 0; q < 4; q++) sum[q] += x[i + q];
    for (; i < to; i++) sum[0] += x[i];
    if (stream)
      for (; k < w; k++) __builtin_nontemporal_store(sum[1], &r[k]);
    for (; k < w; k++) r[k] = sum[1];
  }
  sum[0] += sum[1] + sum[2] + sum[3];
  sink = sum[0][0];
}

static double best_move(size read, size written) {
  size n = read / LINE, m = written / LINE;
  vector *x = lines(read), *r = lines(written);
  double best = 1e9, begin = now_ms();
  for (int run = 0; run < LEAST_RUNS || now_ms() - begin < PATIENCE_MS; run++) {
    double t = now_ms();
    move(x, n, r, m, run & 1); // stores that go by the caches are better for large results
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
