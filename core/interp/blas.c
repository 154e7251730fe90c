// See blas.h. A library is opened at the first product that is large enough. A product is made in
// tiles of less than 10 ms, between which Ctrl-C counts.
#include "interp/blas.h"

#include "base/budget.h"
#include "base/mem.h"
#include "base/poll.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ROW_MAJOR = 101, PLAIN = 111, TRANSPOSED = 112 };
// Below this many multiplications plain loops are as fast.
static const int64_t least_work = INT64_C(32) * 32 * 32;
// Of a tile for several threads: its columns, at most, which are cut into parts of one size; and
// its rows, which are halved while it has more than TILE_WORK multiplications, or than MOST_WORK
// where more than two tiles are beside each other. A product of more than is worth a thread
// (least_halved) has an even number of tiles: rows are cut where those are more, as BLIS takes up
// to half as long again for tiles that are much narrower than its own. One thread makes tiles as
// large as MOST_WORK, as BLIS packs its operands for each anew, if that changes no rounding
// (free_to_cut). Sums are cut so that no part has more than MOST_WORK.
enum {
  STRIP = 256,
  LANES = 16,
  FEW_ROWS = 256,
  LEAST_SIDE = 64,
  TILE_WORK = 1 << 26,
  MOST_WORK = 1 << 28,
  TILE_READS = 1 << 24,
};

typedef void (*gemm_f64)(int order, int tx, int ty, int m, int n, int k, double alpha,
                         const double *x, int ldx, const double *y, int ldy, double beta, double *r,
                         int ldr);
typedef void (*gemm_f32)(int order, int tx, int ty, int m, int n, int k, float alpha,
                         const float *x, int ldx, const float *y, int ldy, float beta, float *r,
                         int ldr);
typedef struct routines {
  bool tried, of_blis;
  bool chooses; // among kernels that round differently, by the sizes of a product
  gemm_f64 dgemm;
  gemm_f32 sgemm;
} routines;
static struct {
  bool tried_openblas;
  void *openblas;
  routines large, small;
  void (*settle)(void);
} library; // for the life of the process

void dbx_blas_settle_by(void (*f)(void)) { library.settle = f; }

static void *openblas(void) {
  if (!library.tried_openblas) library.openblas = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  library.tried_openblas = true;
  return library.openblas;
}

// A function of BLIS of that type, which may be missing.
#define BLIS_FUNCTION(result, name, ...)                                                           \
  ({                                                                                               \
    result (*f_)(__VA_ARGS__);                                                                     \
    *(void **)&f_ = dlsym(lib, "bli_" #name);                                                      \
    f_;                                                                                            \
  })

static bool is_0_9(void *lib) {
  const char *(*version)(void) = BLIS_FUNCTION(const char *, info_get_version_str, void);
  return version && !strncmp(version(), "0.9", 3);
}

// BLIS 0.9 takes portable loops where it does not know the processor; its kernels for the first
// processors with AVX-512 (its number 0) run on the later ones of all makers too.
static void choose_kernels(void *lib) {
#ifdef __x86_64__
  if (is_0_9(lib) && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
    if (library.settle) library.settle();
    (void)setenv("BLIS_ARCH_TYPE", "0", 0);
  }
#endif
}

// "" if it cannot be asked. Asks for the processor.
static const char *kernels_of(void *lib) {
  void (*init)(void) = BLIS_FUNCTION(void, init, void);
  int (*id)(void) = BLIS_FUNCTION(int, arch_query_id, void);
  const char *(*name)(int) = BLIS_FUNCTION(const char *, arch_string, int);
  if (!init || !id || !name) return "";
  init();
  return name(id());
}

static bool has_kernels(void *lib) {
  const char *name = kernels_of(lib);
  return *name && strcmp(name, "generic");
}

// Only those for AVX-512 of 0.9 are the same for products of all sizes.
static bool chooses(void *lib) { return !is_0_9(lib) || strcmp(kernels_of(lib), "skx"); }

// BLIS takes 0.85 of OpenBLAS's time (docs/benchmarks.md). NULL: not this one.
static void *blis(void) {
  void *lib = dlopen("libblis.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!lib) return NULL;
  choose_kernels(lib);
  if (has_kernels(lib)) return lib;
  dlclose(lib);
  return NULL;
}

// BLIS ends the process where it gets no memory for its packed blocks. It keeps them: the first
// product gets them whatever the budget has.
static void take_blocks(const routines *by) {
  enum { SIDE = 320 };
  const size_t all = (size_t)SIDE * SIDE;
  dbx_budget_lift();
  double *x = dbx_try_alloc(3 * all * sizeof *x);
  if (x) {
    float *f = (float *)memset(x, 0, 3 * all * sizeof *x);
    by->dgemm(ROW_MAJOR, PLAIN, PLAIN, SIDE, SIDE, SIDE, 1, x, SIDE, x + all, SIDE, 0, x + 2 * all,
              SIDE);
    by->sgemm(ROW_MAJOR, PLAIN, PLAIN, SIDE, SIDE, SIDE, 1, f, SIDE, f + all, SIDE, 0, f + 2 * all,
              SIDE);
  }
  free(x);
  dbx_budget_hold();
}

static bool find_routines(void *lib, routines *ret) {
  if (!lib) return false;
  *(void **)&ret->dgemm = dlsym(lib, "cblas_dgemm");
  *(void **)&ret->sgemm = dlsym(lib, "cblas_sgemm");
  return ret->dgemm && ret->sgemm;
}

// With AVX-512 OpenBLAS has kernels of their own for small and narrow products, BLIS 0.9 has none
// (docs/benchmarks.md).
static bool has_small_kernels(void *lib) {
  static const char *const wide[] = {"SkylakeX", "Cooperlake", "Sapphirerapids"};
  char *(*name)(void);
  *(void **)&name = lib ? dlsym(lib, "openblas_get_corename") : NULL;
  for (size_t i = 0; name && i < sizeof wide / sizeof *wide; i++)
    if (!strcasecmp(name(), wide[i])) return true;
  return false;
}

static bool is_small(int64_t m, int64_t n, int64_t k) {
  enum { NARROW = 16, SMALL = 1 << 20 };
  return m < NARROW || n < NARROW || m * n < SMALL / k;
}

// By which library; NULL: by none.
static const routines *routines_for(const dbx_gemm *g) {
  bool small = is_small(g->m, g->n, g->k);
  routines *by = small ? &library.small : &library.large;
  if (!by->tried) {
    by->tried = true;
    if (small && has_small_kernels(openblas()) && find_routines(openblas(), by)) return by;
    void *lib = blis();
    if (find_routines(lib, by)) by->of_blis = true, by->chooses = chooses(lib), take_blocks(by);
    else if (!find_routines(openblas(), by)) *by = (routines){.tried = true};
  }
  return by->dgemm ? by : NULL;
}

void *dbx_blas_symbol(const char *name) {
  return openblas() ? dlsym(library.openblas, name) : NULL;
}

static bool worth_it(int64_t m, int64_t n, int64_t k) {
  int64_t work;
  if (m > INT_MAX || n > INT_MAX || k > INT_MAX || m < 1 || n < 1 || k < 1) return false;
  if (__builtin_mul_overflow(m * n, k, &work)) return true;
  return work >= least_work;
}

// A part of a product: rows, columns of the result, and of the sums.
typedef struct part {
  int64_t row, column, from, m, n, k;
} part;

// The first part of the sums sets, the others add.
static void tile(const dbx_gemm *g, const routines *by, const part *p) {
  int tx = g->transposed_x ? TRANSPOSED : PLAIN, ty = g->transposed_y ? TRANSPOSED : PLAIN;
  int ldx = (int)(g->transposed_x ? g->m : g->k), ldy = (int)(g->transposed_y ? g->k : g->n);
  int64_t x = g->transposed_x ? p->from * g->m + p->row : p->row * g->k + p->from,
          y = g->transposed_y ? p->column * g->k + p->from : p->from * g->n + p->column,
          r = p->row * g->n + p->column;
  double beta = p->from ? 1 : 0;
  if (g->f32)
    by->sgemm(ROW_MAJOR, tx, ty, (int)p->m, (int)p->n, (int)p->k, 1, (const float *)g->x + x, ldx,
              (const float *)g->y + y, ldy, (float)beta, (float *)g->r + r, (int)g->n);
  else
    by->dgemm(ROW_MAJOR, tx, ty, (int)p->m, (int)p->n, (int)p->k, 1, (const double *)g->x + x, ldx,
              (const double *)g->y + y, ldy, beta, (double *)g->r + r, (int)g->n);
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

// Of the sums of a tile: what is multiplied, and what is read for it, both have a bound.
static int64_t depth_of(int64_t m, int64_t n, int64_t k) {
  return least(k, least(MOST_WORK / (m * n), TILE_READS / (m + n)));
}

// What a product is cut into.
typedef struct tiles {
  const dbx_gemm *g;
  const routines *by;
  int64_t rows, columns, across, depth; // of a tile; tiles beside each other; sums of a part
} tiles;

static void in_parts(const tiles *t, part p) {
  for (p.from = 0; p.from < t->g->k && !dbx_stopping(); p.from += t->depth) {
    p.k = least(t->depth, t->g->k - p.from);
    tile(t->g, t->by, &p);
  }
}

static void make_tiles(int64_t *words, int64_t begin, int64_t end) {
  const tiles *t = (const void *)(uintptr_t)words[0];
  for (int64_t k = begin; k < end && !dbx_stopping(); k++) {
    int64_t i = k / t->across * t->rows, j = k % t->across * t->columns;
    in_parts(t, (part){i, j, 0, least(t->rows, t->g->m - i), least(t->columns, t->g->n - j), 0});
  }
}

static int64_t pieces(int64_t n, int64_t side) { return (n + side - 1) / side; }

static bool spreads(const dbx_gemm *g, const routines *by) { return by->of_blis && g->spread; }

// Each thread needs packed blocks of its own, which BLIS keeps: it gets them as in take_blocks.
static void make_all(const tiles *t) {
  int64_t n = pieces(t->g->m, t->rows) * t->across, words[1] = {(int64_t)(uintptr_t)t};
  if (!spreads(t->g, t->by) || n < 2) return make_tiles(words, 0, n);
  dbx_budget_lift();
  t->g->spread(make_tiles, words, n);
  dbx_budget_hold();
}

static bool has_more(int64_t m, int64_t n, int64_t k, int64_t work) { return m > work / n / k; }

// However it is cut, the parts of its sums are those of these tiles: they are what is rounded.
static tiles in_squares(const dbx_gemm *g, const routines *by) {
  int64_t side = g->m > g->n ? g->m : g->n;
  while (side > LEAST_SIDE && has_more(side, side, g->k, MOST_WORK)) side = (side + 1) / 2;
  int64_t depth = depth_of(least(side, g->m), least(side, g->n), g->k);
  return (tiles){g, by, side, side, pieces(g->n, side), depth};
}

// Whole vectors, but for the last one.
static int64_t part_of(int64_t n, int64_t parts) { return pieces(pieces(n, parts), LANES) * LANES; }

static tiles for_threads(const tiles *squares) {
  const dbx_gemm *g = squares->g;
  tiles t = *squares;
  int64_t least_halved = t.by->chooses ? TILE_WORK / 4 : 1 << 19;
  bool halves = has_more(g->m, g->n, g->k, least_halved);
  int64_t strips = halves && g->n <= STRIP && g->m < g->n ? 2 : pieces(g->n, STRIP);
  t.rows = g->m, t.columns = part_of(g->n, strips);
  t.across = pieces(g->n, t.columns);
  if (halves && t.across % 2) t.rows = (g->m + 1) / 2;
  int64_t most = t.across > 2 ? MOST_WORK : TILE_WORK;
  while (t.rows > FEW_ROWS && has_more(t.rows, t.columns, g->k, most)) t.rows = (t.rows + 1) / 2;
  return t;
}

static int64_t last_of(int64_t n, int64_t each) { return n - (n - 1) / each * each; }

// BLIS packs the operands of all of its tiles: it has other kernels for small products, which are
// for fewer rows, columns or sums than this with all processors that it knows.
static bool packs_all(const tiles *t) {
  int64_t side = t->g->f32 ? 512 : 256;
  return last_of(t->g->m, t->rows) >= side && last_of(t->g->n, t->columns) >= side &&
         last_of(t->g->k, t->depth) >= side;
}

static bool free_to_cut(const tiles *a, const tiles *b) {
  return !a->by->chooses || (packs_all(a) && packs_all(b));
}

static tiles cut(const dbx_gemm *g, const routines *by) {
  tiles squares = in_squares(g, by);
  if (!by->of_blis) return squares;
  tiles t = for_threads(&squares);
  return spreads(g, by) || !free_to_cut(&squares, &t) ? t : squares;
}

bool dbx_blas_multiply(const dbx_gemm *g) {
  const routines *by = worth_it(g->m, g->n, g->k) ? routines_for(g) : NULL;
  if (!by) return false;
  tiles t = cut(g, by);
  make_all(&t);
  return !dbx_stopping();
}
