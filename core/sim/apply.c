// Operations on a vector of amplitudes (see apply.h). The bits of targets and controls are fixed,
// the others run; those below the lowest fixed bit run through neighbouring amplitudes, which is
// what the compiler makes vectors of. Complex numbers are pairs of doubles here.
#include "sim/apply.h"

#include "base/poll.h"

#include <complex.h>
#include <string.h>

// Loops over neighbours, made vectors of: twice, for machines with vectors of four doubles and
// others. Neither contracts products and sums, so that both give the same numbers.
#if defined __x86_64__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__
#define SIM_VECTORS __attribute__((optimize("O3"), target_clones("avx2", "default")))
#else
#define SIM_VECTORS
#endif

typedef struct sweep {
  uint32_t lowest;   // of the fixed bits
  size_t fixed, set; // the bits that do not run; those of controls that have to be 1
  size_t run, outer; // neighbours, and how many runs there are
} sweep;

static sweep sweep_of(const sim_vector *v, const sim_place *p) {
  sweep s = {.lowest = v->n};
  uint32_t n = p->n_targets + p->n_controls;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t bit = i < p->n_targets ? p->target[i] : p->control[i - p->n_targets];
    s.fixed |= (size_t)1 << bit;
    if (i >= p->n_targets && p->value[i - p->n_targets]) s.set |= (size_t)1 << bit;
    if (bit < s.lowest) s.lowest = bit;
  }
  s.run = (size_t)1 << s.lowest;
  s.outer = (size_t)1 << (v->n - n - s.lowest);
  return s;
}

// The next index whose fixed bits are zero, `by` further: the carry of a sum goes over ones.
static inline size_t next_of(const sweep *s, size_t i, size_t by) {
  return ((i | s->fixed) + by) & ~s->fixed;
}

enum { CHUNK = 32, FEW = 8 }; // amplitudes at a time, and what is no run for vectors

static inline bool goes_on(size_t k) {
  return (k & (DBX_POLL_STEPS - 1)) != DBX_POLL_STEPS - 1 || !dbx_stopping();
}

// ---- one target ----

SIM_VECTORS static void pair(double *restrict a, double *restrict b, size_t n, const double *m) {
  for (size_t i = 0; i < 2 * n; i += 2) {
    double ar = a[i], ai = a[i + 1], br = b[i], bi = b[i + 1];
    a[i] = m[0] * ar - m[1] * ai + m[2] * br - m[3] * bi;
    a[i + 1] = m[0] * ai + m[1] * ar + m[2] * bi + m[3] * br;
    b[i] = m[4] * ar - m[5] * ai + m[6] * br - m[7] * bi;
    b[i + 1] = m[4] * ai + m[5] * ar + m[6] * bi + m[7] * br;
  }
}

SIM_VECTORS static void pair_real(double *restrict a, double *restrict b, size_t n,
                                  const double *m) {
  for (size_t i = 0; i < 2 * n; i++) {
    double x = a[i], y = b[i];
    a[i] = m[0] * x + m[2] * y;
    b[i] = m[4] * x + m[6] * y;
  }
}

SIM_VECTORS static void exchange(double *restrict a, double *restrict b, size_t n) {
  for (size_t i = 0; i < 2 * n; i++) {
    double x = a[i];
    a[i] = b[i], b[i] = x;
  }
}

SIM_VECTORS static void scale(double *a, size_t n, double re, double im) {
  if (re == 1 && im == 0) return;
  for (size_t i = 0; i < 2 * n; i += 2) {
    double r = a[i], c = a[i + 1];
    a[i] = re * r - im * c;
    a[i + 1] = re * c + im * r;
  }
}

static bool is_real(const double *m) { return m[1] == 0 && m[3] == 0 && m[5] == 0 && m[7] == 0; }
static bool is_diagonal(const double *m) { return !m[2] && !m[3] && !m[4] && !m[5]; }
static bool is_flip(const double *m) {
  return !m[0] && !m[6] && m[2] == 1 && m[4] == 1 && is_real(m);
}

static void one(double *a, double *b, size_t n, const double *m) {
  if (is_diagonal(m)) scale(a, n, m[0], m[1]), scale(b, n, m[6], m[7]);
  else if (is_flip(m)) exchange(a, b, n);
  else if (is_real(m)) pair_real(a, b, n, m);
  else pair(a, b, n, m);
}

// Amplitudes of runs that are too short for vectors, side by side: CHUNK of each row at a time.
typedef struct chunk {
  size_t n, at[CHUNK];
  double x[4][2 * CHUNK];
} chunk;

// Those from index i on. Gives the index behind them.
static size_t gather(chunk *c, const sweep *s, size_t i, const double *a, const size_t *offset,
                     size_t rows) {
  for (size_t j = 0; j < c->n; j++, i = next_of(s, i, 1)) c->at[j] = 2 * (i | s->set);
  for (size_t r = 0; r < rows; r++)
    for (size_t j = 0; j < c->n; j++)
      memcpy(c->x[r] + 2 * j, a + c->at[j] + offset[r], 2 * sizeof *a);
  return i;
}

static void scatter(const chunk *c, double *a, const size_t *offset, size_t rows) {
  for (size_t r = 0; r < rows; r++)
    for (size_t j = 0; j < c->n; j++)
      memcpy(a + c->at[j] + offset[r], c->x[r] + 2 * j, 2 * sizeof *a);
}

static void apply_one(const sim_vector *v, const sim_place *p, const double *m) {
  sweep s = sweep_of(v, p);
  double *a = (double *)v->at;
  size_t i = 0, all = s.outer * s.run;
  const size_t offset[] = {0, (size_t)2 << p->target[0]};
  chunk c = {.n = all < CHUNK ? all : CHUNK};
  for (size_t k = 0; s.run >= FEW && k < s.outer && goes_on(k); k++, i = next_of(&s, i, s.run)) {
    double *from = a + 2 * (i | s.set);
    one(from, from + offset[1], s.run, m);
  }
  for (size_t k = 0; s.run < FEW && k < all / c.n && goes_on(k); k++) {
    i = gather(&c, &s, i, a, offset, 2);
    one(c.x[0], c.x[1], c.n, m);
    scatter(&c, a, offset, 2);
  }
}

// ---- any number of targets ----

static void apply_many(const sim_vector *v, const sim_place *p, const dbx_complex *m) {
  sweep s = sweep_of(v, p);
  size_t rows = (size_t)1 << p->n_targets, offset[1 << SIM_MOST_TARGETS];
  double x[2 << SIM_MOST_TARGETS];
  for (size_t r = 0; r < rows; r++) {
    offset[r] = 0;
    for (uint32_t t = 0; t < p->n_targets; t++)
      if (r >> (p->n_targets - 1 - t) & 1) offset[r] |= (size_t)1 << p->target[t];
  }
  size_t index = 0;
  for (size_t k = 0; k < s.outer && goes_on(k); k++, index = next_of(&s, index, s.run)) {
    size_t first = index | s.set;
    for (size_t i = first; i < first + s.run; i++) {
      for (size_t r = 0; r < rows; r++) memcpy(x + 2 * r, v->at + i + offset[r], sizeof *m);
      for (size_t r = 0; r < rows; r++) {
        const double *row = (const double *)(m + r * rows);
        double re = 0, im = 0;
        for (size_t c = 0; c < 2 * rows; c += 2) {
          re += row[c] * x[c] - row[c + 1] * x[c + 1];
          im += row[c] * x[c + 1] + row[c + 1] * x[c];
        }
        double *to = (double *)(v->at + i + offset[r]);
        to[0] = re, to[1] = im;
      }
    }
  }
}

// ---- two targets: few elements of a row are not zero (SWAP, Ising gates, diagonals) ----

typedef struct row_of_two {
  size_t at, from[4]; // the row, and the columns of its elements
  double re[4], im[4];
  uint32_t n;
} row_of_two;

// The rows that change something.
static uint32_t rows_of_two(const double *m, row_of_two *rows) {
  uint32_t n = 0;
  for (size_t r = 0; r < 4; r++) {
    row_of_two *row = &rows[n];
    *row = (row_of_two){.at = r};
    for (size_t c = 0; c < 4; c++) {
      const double *e = m + 8 * r + 2 * c;
      if (!e[0] && !e[1]) continue;
      row->from[row->n] = c, row->re[row->n] = e[0], row->im[row->n++] = e[1];
    }
    n += row->n != 1 || row->from[0] != r || row->re[0] != 1 || row->im[0] != 0;
  }
  return n;
}

SIM_VECTORS static void put_product(double *restrict to, const double *restrict x, size_t n,
                                    double re, double im) {
  for (size_t i = 0; i < 2 * n; i += 2) {
    to[i] = 0 + (re * x[i] - im * x[i + 1]); // a sum of zeros is not -0
    to[i + 1] = 0 + (re * x[i + 1] + im * x[i]);
  }
}

SIM_VECTORS static void add_product(double *restrict to, const double *restrict x, size_t n,
                                    double re, double im) {
  for (size_t i = 0; i < 2 * n; i += 2) {
    to[i] += re * x[i] - im * x[i + 1];
    to[i + 1] += re * x[i + 1] + im * x[i];
  }
}

static void mix(double *a, const size_t *offset, size_t n, const row_of_two *rows,
                uint32_t n_rows) {
  double x[4][2 * CHUNK];
  for (size_t r = 0; r < 4; r++) memcpy(x[r], a + offset[r], 2 * n * sizeof *a);
  for (const row_of_two *row = rows; row < rows + n_rows; row++) {
    double *to = a + offset[row->at];
    if (!row->n) memset(to, 0, 2 * n * sizeof *to);
    for (uint32_t k = 0; k < row->n; k++)
      (k ? add_product : put_product)(to, x[row->from[k]], n, row->re[k], row->im[k]);
  }
}

static void apply_two(const sim_vector *v, const sim_place *p, const double *m) {
  sweep s = sweep_of(v, p);
  row_of_two rows[5];
  double *a = (double *)v->at;
  size_t i = 0, all = s.outer * s.run, step = s.run < CHUNK ? s.run : CHUNK;
  size_t hi = (size_t)2 << p->target[0], lo = (size_t)2 << p->target[1];
  const size_t offset[] = {0, lo, hi, hi + lo}, row = (size_t)2 * CHUNK;
  const size_t side[] = {0, row, 2 * row, 3 * row};
  uint32_t n_rows = rows_of_two(m, rows);
  chunk c = {.n = all < CHUNK ? all : CHUNK};
  for (size_t k = 0; s.run >= FEW && k < s.outer && goes_on(k); k++, i = next_of(&s, i, s.run))
    for (size_t j = 0; j < s.run; j += step)
      mix(a + 2 * ((i | s.set) + j), offset, step, rows, n_rows);
  for (size_t k = 0; s.run < FEW && k < all / c.n && goes_on(k); k++) {
    i = gather(&c, &s, i, a, offset, 4);
    mix(c.x[0], side, c.n, rows, n_rows);
    scatter(&c, a, offset, 4);
  }
}

void sim_apply(const sim_vector *v, const sim_place *p, const dbx_complex *m) {
  if (p->n_targets == 1) apply_one(v, p, (const double *)m);
  else if (p->n_targets == 2) apply_two(v, p, (const double *)m);
  else apply_many(v, p, m);
}

void sim_apply_parity(const sim_vector *v, const sim_place *p, dbx_complex even, dbx_complex odd) {
  sweep s = sweep_of(v, p);
  size_t i = 0;
  for (size_t k = 0; k < s.outer && goes_on(k); k++, i = next_of(&s, i, s.run)) {
    size_t first = i | s.set;
    for (size_t r = 0; r < (size_t)1 << p->n_targets; r++) {
      size_t at = first;
      for (uint32_t t = 0; t < p->n_targets; t++)
        if (r >> t & 1) at |= (size_t)1 << p->target[t];
      dbx_complex by = __builtin_parityll(r) ? odd : even;
      scale((double *)(v->at + at), s.run, creal(by), cimag(by));
    }
  }
}

void sim_scale(const sim_vector *v, dbx_complex by) {
  scale((double *)v->at, (size_t)1 << v->n, creal(by), cimag(by));
}

double sim_norm2(const sim_vector *v) {
  double sum = 0;
  const double *a = (const double *)v->at;
  for (size_t i = 0; i < (size_t)2 << v->n; i++) sum += a[i] * a[i];
  return sum;
}

double sim_probability(const sim_vector *v, uint32_t bit, bool value) {
  double sum = 0;
  const double *a = (const double *)v->at;
  for (size_t i = 0; i < (size_t)1 << v->n; i++)
    if ((i >> bit & 1) == value) sum += a[2 * i] * a[2 * i] + a[2 * i + 1] * a[2 * i + 1];
  return sum;
}

void sim_project(const sim_vector *v, uint32_t bit, bool value, double by) {
  double *a = (double *)v->at;
  for (size_t i = 0; i < (size_t)1 << v->n; i++) {
    double keep = (i >> bit & 1) == value ? by : 0;
    a[2 * i] *= keep, a[2 * i + 1] *= keep;
  }
}

dbx_complex sim_inner(const sim_vector *x, const sim_vector *y) {
  double re = 0, im = 0;
  const double *a = (const double *)x->at, *b = (const double *)y->at;
  for (size_t i = 0; i < (size_t)2 << x->n; i += 2) {
    re += a[i] * b[i] + a[i + 1] * b[i + 1];
    im += a[i] * b[i + 1] - a[i + 1] * b[i];
  }
  return re + I * im;
}
