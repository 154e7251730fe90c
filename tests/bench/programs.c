// The programs of programs.py as plain C, for scripts/bench: clang -O3 -march=native, the code that
// one writes first. Reads one call a line, as `dbidx bench FILE -` does, and answers with JSON.
#include <complex.h>
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define NOINLINE __attribute__((noinline))

typedef struct array {
  long dims[2];
  int rank;
  double *f;
  int64_t *i;
} array;

// ---- the programs: results are fresh memory ----

static double *fresh(long n) { return malloc((size_t)n * sizeof(double)); }

static double *copy(const double *x, long n) {
  return memcpy(fresh(n), x, (size_t)n * sizeof(double));
}

NOINLINE static double *p1(long n, const double *a0) {
  double *a = copy(a0, n);
  for (int k = 0; k < 10; k++)
    for (long i = 0; i < n; i++) a[i] += a0[i];
  for (long i = 0; i < n; i++) a[i] += a0[i];
  return a;
}

NOINLINE static double p2(long n) {
  double *a = fresh(n), s = 0;
  for (long i = 0; i < n; i++) a[i] = 1;
  for (int k = 0; k < 1000; k++) {
    long m = n + 1;
    double *b = fresh(m);
    for (long i = 0; i < m; i++) b[i] = 1;
    free(a);
    a = b;
    n = m;
  }
  for (long i = 0; i < n; i++) s += a[i];
  free(a);
  return s;
}

NOINLINE static double *p3(long n, const double *x) {
  double *r = fresh(n);
  for (long i = 0; i < n; i++) r[i] = tanh(exp(-(sin(x[i]) * 2 + 1)) / (x[i] + 3));
  return r;
}

NOINLINE static double p4(long n, const double *x) {
  double s = 0;
  for (long i = 0; i < n; i++) s += x[i];
  return s;
}

NOINLINE static double p4_squares(long n, const double *x) {
  double s = 0;
  for (long i = 0; i < n; i++) s += x[i] * x[i];
  return s;
}

NOINLINE static double *p4_rows(long n, long m, const double *x) {
  double *r = fresh(n);
  for (long i = 0; i < n; i++) {
    double s = 0;
    for (long j = 0; j < m; j++) s += x[i * m + j];
    r[i] = s;
  }
  return r;
}

NOINLINE static double *p4_columns(long n, long m, const double *x) {
  double *r = calloc((size_t)m, sizeof *r);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) r[j] += x[i * m + j];
  return r;
}

NOINLINE static double *p5(long n, const double *x, const double *y) {
  double *r = calloc((size_t)(n * n), sizeof *r);
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++) r[i * n + j] += x[i * n + k] * y[k * n + j];
  return r;
}

NOINLINE static double *p6(long n, const double *a0, long limit) {
  double *a = copy(a0, n);
  for (long i = 0; i < limit; i++)
    for (long j = 0; j < n; j++) a[j] = a[j] * 0.5 + 1;
  return a;
}

NOINLINE static double *p7(long n, const double *a0, long limit) {
  double *a = copy(a0, n);
  for (long i = 0; i < limit; i++)
    for (long j = 0; j < limit; j++)
      if ((i + j) % 2 == 0)
        for (long k = 0; k < n; k++) a[k] += 1;
      else
        for (long k = 0; k < n; k++) a[k] *= 0.5;
  return a;
}

NOINLINE static double *p8(long n, const double *x0) {
  double *x = copy(x0, n);
  for (long i = 0; i < n; i++) x[i] = x[i > 0 ? i - 1 : 0] + 1;
  return x;
}

NOINLINE static double *p8_scatter(long n, const double *x0, long m, const int64_t *at,
                                   const double *u) {
  double *x = copy(x0, n);
  for (long i = 0; i < m; i++)
    if ((uint64_t)at[i] < (uint64_t)n) x[at[i]] += u[i];
  return x;
}

NOINLINE static double *p8_gather(long n, const double *x, long m, const int64_t *at) {
  double *r = fresh(m);
  for (long i = 0; i < m; i++) {
    int64_t k = at[i] < 0 ? 0 : at[i];
    r[i] = x[k > n - 1 ? n - 1 : k];
  }
  return r;
}

NOINLINE static double *p9(long n, const double *a, const double *b) {
  (void)a;
  return copy(b, n);
}

NOINLINE static double *p10(long n, long m, const double *x) {
  double *r = fresh(n * m);
  for (long i = 0; i < n; i++) {
    const double *row = x + i * m;
    double *to = r + i * m, most = -INFINITY, s = 0;
    for (long j = 0; j < m; j++) most = row[j] > most ? row[j] : most;
    for (long j = 0; j < m; j++) s += to[j] = exp(row[j] - most);
    for (long j = 0; j < m; j++) to[j] /= s;
  }
  return r;
}

NOINLINE static double *p11(long n, const double *x, double s) {
  double *y = copy(x, n), t = s;
  for (int k = 0; k < 50; k++) {
    t = t * 0.25 + s;
    for (long i = 0; i < n; i++) y[i] *= t;
    t -= 0.125;
    for (long i = 0; i < n; i++) y[i] -= x[i];
  }
  return y;
}

NOINLINE static double *p12(long n, const double *a0, long limit) {
  double *a = copy(a0, n), *b = fresh(n);
  for (long k = 0; k < limit; k++) {
    for (long i = 0; i < n; i++) b[i] = a[(i + n - 1) % n] + 1;
    double *t = a;
    a = b;
    b = t;
  }
  free(b);
  return a;
}

NOINLINE static double *p13(long n, const double *a0, const double *b0, long limit) {
  double *a = copy(a0, n), *b = copy(b0, n);
  for (long k = 0; k < limit; k++) {
    for (long i = 0; i < n; i++) a[i] = a[i] * 0.5 + b[i] * 0.25;
    double *t = a;
    a = b;
    b = t;
  }
  free(a);
  return b;
}

NOINLINE static double *p14(long n, const double *m, const double *x0) {
  double *x = copy(x0, n), *y = fresh(n);
  for (int k = 0; k < 100; k++) {
    for (long i = 0; i < n; i++) {
      double s = 0;
      for (long j = 0; j < n; j++) s += m[i * n + j] * x[j];
      y[i] = s * 0.002;
    }
    double *t = x;
    x = y;
    y = t;
  }
  free(y);
  return x;
}

NOINLINE static double *p15(long n, const double *a0, long limit, long *size) {
  double *a = copy(a0, n);
  for (long k = 0; k < limit; k++) {
    double *b = fresh(n + 1);
    memcpy(b, a, (size_t)n * sizeof *b);
    b[n++] = a[0];
    free(a);
    a = b;
  }
  *size = n;
  return a;
}

NOINLINE static double *p16(long n, const double *a0, const double *b, long limit) {
  double *a = copy(a0, n);
  for (long k = 0; k < limit; k++)
    if (k % 2 == 0)
      for (long i = 0; i < n; i++) a[i] += 1;
    else
      for (long i = 0; i < n; i++) a[i] = b[i];
  return a;
}

NOINLINE static double p17(long limit) {
  double s = 1;
  for (long i = 0; i < limit; i++) s = s * 0.5 + (double)i;
  return s;
}

NOINLINE static double p18(double x) {
  for (long i = 0; i < 1000000; i++)
    if (x > 1) x = x * 0.5;
    else x = x * 0.5 + 0.75;
  return x;
}

NOINLINE static double *p19(long n, long m, const double *x) {
  double *r = fresh(2 * n * m);
  for (long i = 0; i < n; i++)
    for (int k = 0; k < 2; k++)
      for (long j = 0; j < m; j++) r[(2 * i + k) * m + j] = x[i * m + j];
  return r;
}

NOINLINE static double *p20(long n, long m, const double *x) {
  double *r = fresh(n * m);
  for (long j = 0; j < m; j++)
    for (long i = 0; i < n; i++) r[j * n + i] = x[i * m + j];
  return r;
}

NOINLINE static double *p21(long n, const double *x) {
  double *r = fresh(n), c = 0;
  for (long i = 0; i < n; i++) r[i] = c = c * 0.5 + x[i];
  return r;
}

NOINLINE static double *p22(long n, long m, const double *x) {
  double *r = fresh(n);
  for (long i = 0; i < n; i++) {
    double s = 0;
    for (long j = 0; j < m; j++) s += sin(x[i * m + j]) * 2 + x[i * m + j] * x[i * m + j];
    r[i] = s;
  }
  return r;
}

NOINLINE static double p28(double x) {
  double complex z = x + 0.2 * I, c = x;
  for (long i = 0; i < 1000000; i++) z = z * z * 0.5 + c;
  return cabs(z);
}

NOINLINE static double *p29(long n, const double *x) {
  double *r = fresh(n);
  for (long i = 0; i < n; i++) r[i] = cabs(cexp(I * x[i]) * x[i] + 0.5);
  return r;
}

NOINLINE static double *p30(long n, const double *x) {
  double *r = fresh(n);
  for (long i = 0; i < n; i++) {
    _Float16 h = (_Float16)x[i], a = h * h, b = a + h, c = b * h, d = c - h;
    r[i] = (double)d;
  }
  return r;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

NOINLINE static double *p31(long n, const double *x) {
  double *r = copy(x, n);
  qsort(r, (size_t)n, sizeof *r, by_size);
  return r;
}

// ---- a call: "p6(ones(4), 1000000)" ----

enum { MOST_ARGS = 5 };
typedef struct call {
  char name[32];
  array a[MOST_ARGS];
  double number[MOST_ARGS];
} call;

static const char *blank(const char *s) {
  while (isspace((unsigned char)*s)) s++;
  return s;
}

static const char *word(const char *s, char *to, size_t room) {
  size_t n = 0;
  while (isalnum((unsigned char)*s) || *s == '_') {
    if (n + 1 < room) to[n++] = *s;
    s++;
  }
  to[n] = 0;
  return blank(s);
}

// As numpy and dbidx have it: many elements are in large pages.
static void *room_for(long n) {
  const size_t huge = 2 << 20;
  size_t bytes = (size_t)n * sizeof(double), unit = bytes < 2 * huge ? 64 : huge;
  void *at = aligned_alloc(unit, (bytes + unit - 1) / unit * unit);
  if (unit == huge && at) madvise(at, bytes, MADV_HUGEPAGE);
  return at;
}

static array make(const char *kind, const double *v, int n) {
  array a = {.rank = 1, .dims = {1, 1}};
  int first = !strcmp(kind, "rand");
  a.rank = !strcmp(kind, "index") ? 1 : n - first;
  for (int k = 0; k < a.rank; k++) a.dims[k] = (long)v[first + k];
  long size = a.dims[0] * a.dims[1];
  if (!strcmp(kind, "index")) a.i = room_for(size);
  else a.f = room_for(size);
  for (long k = 0; k < size; k++) {
    uint64_t bits = ((uint64_t)(k + (a.i ? 1 : (long)v[0])) * 2654435761u) & 0xffffffffu;
    if (a.i) a.i[k] = (int64_t)(bits % (uint64_t)v[1]);
    else a.f[k] = first ? (double)bits / 4294967296.0 : 1;
  }
  return a;
}

static void parse(const char *s, call *c) {
  memset(c, 0, sizeof *c);
  s = word(blank(s), c->name, sizeof c->name);
  for (int n = 0; n < MOST_ARGS && (*s == '(' || *s == ','); n++) {
    s = blank(s + 1);
    if (!isalpha((unsigned char)*s)) {
      char *end;
      c->number[n] = strtod(s, &end);
      s = blank(end);
      continue;
    }
    char kind[16];
    double v[4];
    int k = 0;
    s = word(s, kind, sizeof kind);
    while (*s == '(' || *s == ',') {
      char *end;
      double x = strtod(s + 1, &end);
      if (k < 4) v[k++] = x;
      s = blank(end);
    }
    s = blank(s + 1);
    c->a[n] = make(kind, v, k);
  }
}

// Runs it once. The result: *ret and its size, or the number alone.
#define IS(name) (!strcmp(p, name))
#ifdef LIBRARIES
#include LIBRARIES // run and drop, by libraries that dbidx has built (libraries.py)
#else
static double run(const call *c, double **ret, long *size) {
  const array *a = c->a;
  long n = a[0].dims[0], m = a[0].dims[1];
  const long million = 1000000;
  const char *p = c->name;
  *size = n;
  if (IS("p1")) return *ret = p1(n, a[0].f), 0;
  if (IS("p2")) return p2((long)c->number[0]);
  if (IS("p3")) return *ret = p3(n, a[0].f), 0;
  if (IS("p4")) return p4(n, a[0].f);
  if (IS("p4_squares")) return p4_squares(n, a[0].f);
  if (IS("p4_rows")) return *ret = p4_rows(n, m, a[0].f), 0;
  if (IS("p4_columns")) return *size = m, *ret = p4_columns(n, m, a[0].f), 0;
  if (IS("p5")) return *size = n * n, *ret = p5(n, a[0].f, a[1].f), 0;
  if (IS("p6")) return *ret = p6(n, a[0].f, million), 0;
  if (IS("p7")) return *ret = p7(n, a[0].f, 1000), 0;
  if (IS("p8")) return *ret = p8(n, a[0].f), 0;
  if (IS("p8_scatter")) return *ret = p8_scatter(n, a[0].f, a[1].dims[0], a[1].i, a[2].f), 0;
  if (IS("p8_gather"))
    return *size = a[1].dims[0], *ret = p8_gather(n, a[0].f, a[1].dims[0], a[1].i), 0;
  if (IS("p9")) return *ret = p9(n, a[0].f, a[1].f), 0;
  if (IS("p10")) return *size = n * m, *ret = p10(n, m, a[0].f), 0;
  if (IS("p11")) return *ret = p11(n, a[0].f, c->number[1]), 0;
  if (IS("p12")) return *ret = p12(n, a[0].f, million), 0;
  if (IS("p13")) return *ret = p13(n, a[0].f, a[1].f, million), 0;
  if (IS("p14")) return *ret = p14(n, a[0].f, a[1].f), 0;
  if (IS("p15")) return *ret = p15(n, a[0].f, (long)c->number[1], size), 0;
  if (IS("p16")) return *ret = p16(n, a[0].f, a[1].f, million), 0;
  if (IS("p17")) return p17((long)c->number[0]);
  if (IS("p18")) return p18(c->number[0]);
  if (IS("p19")) return *size = 2 * n * m, *ret = p19(n, m, a[0].f), 0;
  if (IS("p20")) return *size = n * m, *ret = p20(n, m, a[0].f), 0;
  if (IS("p21")) return *ret = p21(n, a[0].f), 0;
  if (IS("p22") || IS("p22_written_out")) return *ret = p22(n, m, a[0].f), 0;
  if (IS("p28")) return p28(c->number[0]);
  if (IS("p29")) return *ret = p29(n, a[0].f), 0;
  if (IS("p30")) return *ret = p30(n, a[0].f), 0;
  if (IS("p31")) return *ret = p31(n, a[0].f), 0;
  fprintf(stderr, "no program '%s'\n", p);
  exit(1);
}

static void drop(double *r) { free(r); }
#endif

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int earlier(const void *x, const void *y) {
  double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

enum {
  LEAST_RUNS = 5,
  MOST_RUNS = 100000,
  ENOUGH_MS = 500,
  MOST_MS = 3000
}; // the latter with the sums of results
static double took[MOST_RUNS];

int main(void) {
  char line[256];
  call c;
  while (fgets(line, sizeof line, stdin)) {
    double all = 0, sum = 0;
    int n = 0;
    parse(line, &c);
    double start = now();
    for (; n < MOST_RUNS && (n < LEAST_RUNS || (all < ENOUGH_MS && now() - start < MOST_MS)); n++) {
      double *r = NULL;
      long size;
      double begin = now(), s = run(&c, &r, &size);
      all += took[n] = now() - begin;
      sum = s;
      for (long i = 0; r && i < size; i++) sum += r[i];
      drop(r);
    }
    for (int k = 0; k < MOST_ARGS; k++) free(c.a[k].f), free(c.a[k].i);
    double first = took[0];
    qsort(took, (size_t)n, sizeof *took, earlier);
    printf("{\"first_ms\": %.6f, \"best_ms\": %.6f, \"median_ms\": %.6f, \"runs\": %d, "
           "\"sum\": %.17g}\n",
           first, took[0], took[n / 2], n, sum);
    fflush(stdout);
  }
}
