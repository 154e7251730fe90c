// The loops of lanes.c over vectors of LANES amplitudes, which includes this once for each width.
// OF(x) is x of this width, LANE_TARGET what its machines have.
typedef double OF(vector) __attribute__((vector_size(16 * LANES)));
typedef double OF(unaligned) __attribute__((vector_size(16 * LANES), aligned(8)));
typedef int64_t OF(mask) __attribute__((vector_size(16 * LANES)));

#define VECTOR OF(vector)
#define HERE LANE_TARGET static inline __attribute__((always_inline))

HERE VECTOR OF(row)(const double *at) { return *(const OF(unaligned) *)at; }

HERE OF(mask) OF(acts)(const int64_t *at) {
  OF(mask) m;
  memcpy(&m, at, sizeof m);
  return m;
}

HERE VECTOR OF(choose)(OF(mask) m, VECTOR x, VECTOR y) {
  return (VECTOR)(((OF(mask))x & m) | ((OF(mask))y & ~m));
}

// Real and imaginary parts exchanged; and lanes, by an XOR of their numbers.
#if LANES == 4
HERE VECTOR OF(swapped)(VECTOR x) { return __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6); }
HERE VECTOR OF(turned)(VECTOR x, uint32_t by) {
  if (by == 1) return __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
  if (by == 2) return __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
  return by == 3 ? __builtin_shufflevector(x, x, 6, 7, 4, 5, 2, 3, 0, 1) : x;
}
#elif LANES == 2
HERE VECTOR OF(swapped)(VECTOR x) { return __builtin_shufflevector(x, x, 1, 0, 3, 2); }
HERE VECTOR OF(turned)(VECTOR x, uint32_t by) {
  return by ? __builtin_shufflevector(x, x, 2, 3, 0, 1) : x;
}
#else
HERE VECTOR OF(swapped)(VECTOR x) { return __builtin_shufflevector(x, x, 1, 0); }
HERE VECTOR OF(turned)(VECTOR x, uint32_t by) { return (void)by, x; }
#endif

// The indices of a plan, four at a time where so many bits run: none waits for another one.
#define EACH(p, index, does)                                                                       \
  do {                                                                                             \
    const size_t count_ = (p)->count, fixed_ = (p)->fixed, far_ = (p)->far[0],                     \
                 more_ = (p)->far[1];                                                              \
    size_t index = begin;                                                                          \
    for (size_t k_ = 0, j_ = 0; k_ < count_; k_++, j_ = ((j_ | fixed_) + 1) & ~fixed_) {           \
      index = begin | j_;                                                                          \
      does;                                                                                        \
      if (!far_) continue;                                                                         \
      index = begin | j_ | far_;                                                                   \
      does;                                                                                        \
      index = begin | j_ | more_;                                                                  \
      does;                                                                                        \
      index = begin | j_ | far_ | more_;                                                           \
      does;                                                                                        \
    }                                                                                              \
  } while (0)

HERE void OF(scale_at)(double *a, const VECTOR *by, OF(mask) m, bool masked) {
  VECTOR x = *(OF(unaligned) *)a, y = by[0] * x + by[1] * OF(swapped)(x);
  *(OF(unaligned) *)a = masked ? OF(choose)(m, y, x) : y;
}

LANE_TARGET static void OF(scale)(double *a, size_t begin, const sim_plan *p) {
  const VECTOR by[] = {OF(row)(p->by[0]), OF(row)(p->by[1])};
  const OF(mask) m = OF(acts)(p->acts[0]);
  if (p->masked) EACH(p, i, OF(scale_at)(a + 2 * i, by, m, true));
  else EACH(p, i, OF(scale_at)(a + 2 * i, by, m, false));
}

LANE_TARGET static void OF(sign)(double *a, size_t begin, const sim_plan *p) {
  const size_t odd = p->odd;
  const VECTOR by[] = {OF(row)(p->by[0]), OF(row)(p->by[1]), OF(row)(p->by[2]), OF(row)(p->by[3])};
  const OF(mask) m = OF(acts)(p->acts[0]);
  EACH(p, i, OF(scale_at)(a + 2 * i, by + 2 * __builtin_parityll(i & odd), m, true));
}

// One number of a pair: rows of numbers, itself, its partner.
HERE VECTOR OF(joined)(sim_loop loop, const VECTOR *by, VECTOR x, VECTOR y) {
  if (loop == SIM_FLIP) return y;
  if (loop == SIM_REAL) return by[0] * x + by[2] * y;
  if (loop == SIM_CROSS) return by[0] * x + by[3] * OF(swapped)(y);
  return (by[0] * x + by[1] * OF(swapped)(x)) + (by[2] * y + by[3] * OF(swapped)(y));
}

typedef struct OF(pair_rows) {
  VECTOR by[8];
  OF(mask) acts[2];
  bool masked;
} OF(pair_rows);

HERE void OF(join_at)(double *a, double *b, const OF(pair_rows) * p, sim_loop loop, bool two,
                      uint32_t turn) {
  VECTOR x = *(OF(unaligned) *)a, y = two ? *(OF(unaligned) *)b : x;
  VECTOR u = OF(joined)(loop, p->by, x, OF(turned)(y, turn));
  *(OF(unaligned) *)a = p->masked ? OF(choose)(p->acts[0], u, x) : u;
  if (!two) return;
  VECTOR w = OF(joined)(loop, p->by + 4, y, OF(turned)(x, turn));
  *(OF(unaligned) *)b = p->masked ? OF(choose)(p->acts[1], w, y) : w;
}

HERE void OF(join)(double *a, size_t begin, const sim_plan *p, sim_loop loop, bool two,
                   uint32_t turn) {
  double *b = a + 2 * (two ? p->apart : 0);
  OF(pair_rows) r;
  for (int i = 0; i < 8; i++) r.by[i] = OF(row)(p->by[i]);
  r.acts[0] = OF(acts)(p->acts[0]), r.acts[1] = OF(acts)(p->acts[1]);
  if ((r.masked = p->masked)) EACH(p, i, OF(join_at)(a + 2 * i, b + 2 * i, &r, loop, two, turn));
  else EACH(p, i, OF(join_at)(a + 2 * i, b + 2 * i, &r, loop, two, turn));
}

#if LANES == 4
#define JOIN_TURNED(loop)                                                                          \
  if (p->two && p->turn == 1) OF(join)(a, begin, p, loop, true, 1);                                \
  else if (p->two && p->turn == 2) OF(join)(a, begin, p, loop, true, 2);                           \
  else if (p->turn == 1) OF(join)(a, begin, p, loop, false, 1);                                    \
  else if (p->turn == 2) OF(join)(a, begin, p, loop, false, 2);                                    \
  else OF(join)(a, begin, p, loop, false, 3)
#elif LANES == 2
#define JOIN_TURNED(loop)                                                                          \
  if (p->two) OF(join)(a, begin, p, loop, true, 1);                                                \
  else OF(join)(a, begin, p, loop, false, 1)
#else
#define JOIN_TURNED(loop) (void)0
#endif
#define JOIN(name, loop)                                                                           \
  LANE_TARGET static void OF(name)(double *a, size_t begin, const sim_plan *p) {                   \
    if (p->two && !p->turn) OF(join)(a, begin, p, loop, true, 0);                                  \
    else JOIN_TURNED(loop);                                                                        \
  }
JOIN(flip, SIM_FLIP)
JOIN(real, SIM_REAL)
JOIN(cross, SIM_CROSS)
JOIN(pair, SIM_PAIR)

// Nothing that is fixed is in a lane.
HERE void OF(many_at)(double *a, const sim_plan *p) {
  VECTOR x[1 << SIM_MOST_TARGETS], turned[1 << SIM_MOST_TARGETS]; // the second: times i
  const size_t rows = p->rows;
  for (size_t r = 0; r < rows; r++) {
    x[r] = OF(row)(a + 2 * p->at[r]);
    turned[r] = OF(row)(times_i) * OF(swapped)(x[r]);
  }
  for (size_t r = 0; r < rows; r++) {
    const double *m = p->matrix + 2 * r * rows;
    VECTOR sum = {0};
    for (size_t c = 0; c < rows; c++) sum += m[2 * c] * x[c] + m[2 * c + 1] * turned[c];
    *(OF(unaligned) *)(a + 2 * p->at[r]) = sum;
  }
}

LANE_TARGET static void OF(many)(double *a, size_t begin, const sim_plan *p) {
  for (size_t k = 0, j = 0; k < p->count; k++, j = ((j | p->fixed) + 1) & ~p->fixed)
    OF(many_at)(a + 2 * (begin | j), p);
}

static const sim_loop_of OF(loops)[] = {OF(scale), OF(sign), OF(flip), OF(real),
                                        OF(cross), OF(pair), OF(many)};

#undef JOIN
#undef JOIN_TURNED
#undef EACH
#undef HERE
#undef VECTOR
