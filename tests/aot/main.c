// A program of C that is linked to libraries which `dbidx build` has made of programs.py. A line
// for each thing that it looks at: "ok WHAT" or "no WHAT".
#include "libendless.h"
#include "libgrown.h"
#include "librow.h"
#include "libtwo.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int bad;

static void look(const char *what, bool ok) {
  printf("%s %s\n", ok ? "ok" : "no", what);
  bad += !ok;
}

static bool right(const two_out *out, const double *x, const double *y, int64_t n) {
  double sum = 0;
  bool ok = out->r0.shape[0] == n && out->r2.shape[0] == n;
  for (int64_t i = 0; ok && i < n; i++) {
    ok = out->r0.data[i] == x[i] + y[i] && out->r2.data[i] == x[i];
    sum += x[i] * y[i];
  }
  return ok && fabs(out->r1 - sum) <= 1e-9 * fabs(sum);
}

static void plain(void) {
  double x[] = {1, 2, 3}, y[] = {4, 5, 6};
  two_in in = {{x, {3}}, {y, {3}}};
  two_out out, other;
  two_error error = {1, "?"};
  look("a call", two_call(&in, &out, &error) == 0 && error.code == 0 && right(&out, x, y, 3));
  look("another one, before the first results are freed",
       two_call(&in, &other, NULL) == 0 && right(&other, x, y, 3) && right(&out, x, y, 3));
  out.r2.data[0] = 9;
  look("a result that was an argument is a copy", x[0] == 1 && other.r2.data[0] == 1);
  two_free(&out), two_free(&other);
  look("what is freed has no address", !out.r0.data && !out.r2.data);
  two_free(&out);
  in.y.shape[0] = 2;
  memset(&out, 7, sizeof out);
  other = out;
  look("wrong lengths give 705", two_call(&in, &out, &error) == 705 && error.code == 705 &&
                                     strstr(error.text, "argument 'y'"));
  look("and leave the results as they were", !memcmp(&out, &other, sizeof out));
  in.y.shape[0] = 3, in.y.data = NULL;
  look("no elements give 705", two_call(&in, &out, &error) == 705 && strstr(error.text, "NULL"));
  look("without a place for its text", two_call(&in, &out, NULL) == 705);
}

static void constants(void) {
  row_out a, b;
  look("constants",
       !row_call(&(row_in){1, 2}, &a, NULL) && a.r0.data[3] == 14 && a.r1.data[2] == 21);
  a.r1.data[2] = 0, a.r2.data[0] = 5;
  look("constants are the library's own",
       !row_call(&(row_in){0, 1}, &b, NULL) && b.r1.data[2] == 21 && b.r2.data[0] == 0);
  row_free(&a), row_free(&b);
}

enum { THREADS = 4, CALLS = 300 };

static void *work(void *ctx) {
  long seed = (long)(intptr_t)ctx, wrong = 0;
  two_out kept = {0};
  for (long k = 0; k < CALLS; k++) {
    int64_t n = (seed * 37 + k * 11) % 900;
    double *x = malloc(sizeof *x * (size_t)(n + 1)), *y = malloc(sizeof *y * (size_t)(n + 1));
    for (int64_t i = 0; i < n; i++) x[i] = (double)(i + seed), y[i] = (double)(k - i);
    two_in in = {{x, {n}}, {y, {n - (k % 7 == 3)}}};
    two_out out;
    int code = two_call(&in, &out, NULL);
    wrong += k % 7 == 3 && n ? code == 0 : n && (code != 0 || !right(&out, x, y, n));
    if (!code) two_free(&kept), kept = out;
    free(x), free(y);
  }
  two_free(&kept);
  return (void *)(intptr_t)wrong;
}

static void *free_one(void *out) { return two_free(out), NULL; }

static void threads(void) {
  pthread_t t[THREADS];
  long wrong = 0;
  for (long i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, work, (void *)(intptr_t)i);
  for (int i = 0; i < THREADS; i++) {
    void *w;
    pthread_join(t[i], &w);
    wrong += (long)(intptr_t)w;
  }
  look("calls of four threads", wrong == 0);
  double x[] = {1}, y[] = {2};
  two_in in = {{x, {1}}, {y, {1}}};
  two_out out;
  int code = two_call(&in, &out, NULL);
  pthread_create(&t[0], NULL, free_one, &out);
  pthread_join(t[0], NULL);
  look("freed by another thread", !code && !out.r0.data);
  two_free(NULL);
  look("a call after all memory was given back",
       !two_call(&in, &out, NULL) && right(&out, x, y, 1));
  two_free(&out);
}

static void *stop_soon(void *ctx) {
  usleep(100000);
  endless_stop();
  return ctx;
}

static void stops(void) {
  pthread_t t;
  endless_out out;
  endless_error error;
  pthread_create(&t, NULL, stop_soon, NULL);
  int code = endless_call(&(endless_in){1}, &out, &error);
  pthread_join(t, NULL);
  look("a call is stopped", code == 704 && strstr(error.text, "interrupted"));
  look("and the next one is not", endless_call(&(endless_in){0}, &out, &error) == 0);
}

static void grows(void) {
  bool ok = true;
  for (int64_t n = 0; n < 200 && ok; n++) {
    grown_out out;
    ok = !grown_call(&(grown_in){n}, &out, NULL) && out.r0.shape[0] == 2 * n &&
         (!n || out.r0.data[2 * n - 1] == (double)(n - 1));
    if (ok) grown_free(&out);
  }
  look("arrays that grow", ok);
}

int main(void) {
  plain();
  constants();
  threads();
  stops();
  grows();
  look("the end", true);
  return bad != 0;
}
