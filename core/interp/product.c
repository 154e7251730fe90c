// See product.h. Both matrices are copied in pieces that stay in the caches, in the order in which
// they are read: of x eight rows at a time, of y up to 24 columns; a tile of 8 x 24 sums stays in
// registers.
#include "interp/product.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define WIDE __attribute__((target("avx512f")))
#define INLINE static inline __attribute__((always_inline, target("avx512f")))
#ifdef __clang__
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 8")
#endif

enum {
  LANES = 8,
  VECTORS = 3, // of columns, in a tile
  COLUMNS = LANES * VECTORS,
  DEPTH = 256,                 // of the sums, in a piece
  MOST_ROWS = 64,              // of x in a piece
  MOST_COLUMNS = 21 * COLUMNS, // of y in a piece
};

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static __mmask8 first_lanes(int64_t n) { return (__mmask8)(n >= LANES ? 0xff : (1 << n) - 1); }

// ---- copies ----

INLINE void transpose(__m512d *r) {
  __m512d t[LANES];
  UNROLLED
  for (int i = 0; i < LANES; i += 2) {
    t[i] = _mm512_unpacklo_pd(r[i], r[i + 1]);
    t[i + 1] = _mm512_unpackhi_pd(r[i], r[i + 1]);
  }
  UNROLLED
  for (int i = 0; i < 2; i++) {
    __m512d a = _mm512_shuffle_f64x2(t[i], t[2 + i], 0x44),
            b = _mm512_shuffle_f64x2(t[4 + i], t[6 + i], 0x44),
            c = _mm512_shuffle_f64x2(t[i], t[2 + i], 0xee),
            d = _mm512_shuffle_f64x2(t[4 + i], t[6 + i], 0xee);
    r[i] = _mm512_shuffle_f64x2(a, b, 0x88);
    r[2 + i] = _mm512_shuffle_f64x2(a, b, 0xdd);
    r[4 + i] = _mm512_shuffle_f64x2(c, d, 0x88);
    r[6 + i] = _mm512_shuffle_f64x2(c, d, 0xdd);
  }
}

// to[q * width + i] = from[i + q * step], of n lanes at most eight.
WIDE static void copy_lines(const double *from, int64_t step, int64_t n, int64_t depth, double *to,
                            int64_t width) {
  __mmask8 mask = first_lanes(n);
  for (int64_t q = 0; q < depth; q++)
    _mm512_store_pd(to + q * width, _mm512_maskz_loadu_pd(mask, from + q * step));
}

// to[q * width + i] = from[i * step + q]
WIDE static void copy_turned(const double *from, int64_t step, int64_t n, int64_t depth, double *to,
                             int64_t width) {
  for (int64_t q = 0; q < depth; q += LANES) {
    __m512d r[LANES];
    __mmask8 mask = first_lanes(depth - q);
    UNROLLED
    for (int i = 0; i < LANES; i++)
      r[i] = i < n ? _mm512_maskz_loadu_pd(mask, from + i * step + q) : _mm512_setzero_pd();
    transpose(r);
    UNROLLED
    for (int i = 0; i < LANES; i++)
      if (q + i < depth) _mm512_store_pd(to + (q + i) * width, r[i]);
  }
}

// n lines (at most `width`, a number of vectors) side by side: one behind the other in memory if
// line is 1, else their elements are.
WIDE static void copy(const double *from, int64_t line, int64_t step, int64_t n, int64_t depth,
                      double *to, int64_t width) {
  for (int64_t i = 0; i < width; i += LANES) {
    if (line == 1) copy_lines(from + i, step, n - i, depth, to + i, width);
    else copy_turned(from + i * line, line, n - i, depth, to + i, width);
  }
}

// ---- tiles ----

typedef struct tile {
  const double *x, *y; // copies
  double *r;
  int64_t row, depth, rows; // of r: from a row to the next; of sums; at most eight
  __mmask8 last;            // lanes of the last vector
  bool adds;
} tile;

INLINE void make_tile(const tile *t, int vectors) {
  __m512d sum[LANES][VECTORS];
  const double *x = t->x, *y = t->y;
  UNROLLED
  for (int i = 0; i < LANES; i++) UNROLLED
  for (int k = 0; k < vectors; k++) sum[i][k] = _mm512_setzero_pd();
  for (int64_t q = 0; q < t->depth; q++, x += LANES, y += LANES * vectors) {
    __m512d b[VECTORS];
    UNROLLED
    for (int k = 0; k < vectors; k++) b[k] = _mm512_load_pd(y + LANES * k);
    _mm_prefetch((const char *)(y + LANES * COLUMNS), _MM_HINT_T0);
    UNROLLED
    for (int i = 0; i < LANES; i++) {
      __m512d a = _mm512_set1_pd(x[i]);
      UNROLLED
      for (int k = 0; k < vectors; k++) sum[i][k] = _mm512_fmadd_pd(a, b[k], sum[i][k]);
    }
  }
  UNROLLED
  for (int i = 0; i < LANES; i++) {
    if (i >= t->rows) break;
    UNROLLED
    for (int k = 0; k < vectors; k++) {
      double *r = t->r + i * t->row + LANES * k;
      __mmask8 mask = k + 1 == vectors ? t->last : 0xff;
      __m512d s = sum[i][k];
      if (t->adds) s = _mm512_add_pd(s, _mm512_maskz_loadu_pd(mask, r));
      _mm512_mask_storeu_pd(r, mask, s);
    }
  }
}

WIDE static void tile_of_8(const tile *t) { make_tile(t, 1); }
WIDE static void tile_of_16(const tile *t) { make_tile(t, 2); }
WIDE static void tile_of_24(const tile *t) { make_tile(t, 3); }
static void (*const tiles[])(const tile *) = {tile_of_8, tile_of_16, tile_of_24};

// ---- pieces ----

// A piece of the product: from which row, column and element of the sums on, and how many.
typedef struct piece {
  int64_t row, column, from, m, n, depth;
  double *x, *y; // room for copies
} piece;

static int64_t vectors_of(int64_t n) { return (n + LANES - 1) / LANES; }

WIDE static void copy_y(const dbx_product *p, const piece *s) {
  const double *from = p->y + s->from * p->y_row + s->column * p->y_column;
  for (int64_t j = 0; j < s->n; j += COLUMNS) {
    int64_t n = least(COLUMNS, s->n - j);
    copy(from + j * p->y_column, p->y_column, p->y_row, n, s->depth, s->y + j * s->depth,
         vectors_of(n) * LANES);
  }
}

WIDE static void copy_x(const dbx_product *p, const piece *s) {
  const double *from = p->x + s->row * p->x_row + s->from * p->x_column;
  for (int64_t i = 0; i < s->m; i += LANES)
    copy(from + i * p->x_row, p->x_row, p->x_column, least(LANES, s->m - i), s->depth,
         s->x + i * s->depth, LANES);
}

static void make_piece(const dbx_product *p, const piece *s) {
  for (int64_t j = 0; j < s->n; j += COLUMNS) {
    int64_t n = least(COLUMNS, s->n - j), vectors = vectors_of(n);
    for (int64_t i = 0; i < s->m; i += LANES) {
      tile t = {s->x + i * s->depth,
                s->y + j * s->depth,
                p->r + (s->row + i) * p->r_row + s->column + j,
                p->r_row,
                s->depth,
                least(LANES, s->m - i),
                first_lanes(n - LANES * (vectors - 1)),
                p->adds || s->from > 0};
      tiles[vectors - 1](&t);
    }
  }
}

static void make_pieces(const dbx_product *p, piece *s) {
  int64_t depths = (p->k + DEPTH - 1) / DEPTH, depth = (p->k + depths - 1) / depths;
  for (s->column = 0; s->column < p->n; s->column += MOST_COLUMNS) {
    s->n = least(MOST_COLUMNS, p->n - s->column);
    for (s->from = 0; s->from < p->k; s->from += depth) {
      s->depth = least(depth, p->k - s->from);
      copy_y(p, s);
      for (s->row = 0; s->row < p->m; s->row += MOST_ROWS) {
        s->m = least(MOST_ROWS, p->m - s->row);
        copy_x(p, s);
        make_piece(p, s);
      }
    }
  }
}

bool dbx_product_make(const dbx_product *p, double *room) {
  enum { X = MOST_ROWS * DEPTH, Y = (MOST_COLUMNS + LANES) * DEPTH };
  _Static_assert(X + Y <= DBX_PRODUCT_ROOM, "room");
  if (!__builtin_cpu_supports("avx512f") || p->n < COLUMNS || p->m < LANES || p->k < LANES)
    return false;
  make_pieces(p, &(piece){.x = room, .y = room + X});
  return true;
}

#else

bool dbx_product_make(const dbx_product *p, double *room) {
  (void)p, (void)room;
  return false;
}

#endif
