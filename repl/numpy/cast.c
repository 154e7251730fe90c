// Copies, casts and broadcasting (see nd.h).
#include "numpy/nd.h"

#include <math.h>

// ---- numbers of one dtype as another: as the x86-64 instruction that numpy's C compiles to ----

static int64_t truncated(double f, double limit) { // cvttsd2si
  if (!(f > -limit - 1 && f < limit)) return limit < 4e9 ? INT32_MIN : INT64_MIN;
  return (int64_t)f;
}

static uint64_t truncated_unsigned(double f) {
  const double half = 9223372036854775808.0;
  if (f >= half) return (uint64_t)truncated(f - half, half) ^ (uint64_t)1 << 63;
  return (uint64_t)truncated(f, half);
}

// jax saturates where numpy leaves it to the machine; everything else is the same.
dbx_scalar nd_convert(dbx_scalar x, dbx_dtype from, dbx_dtype to) {
  if (from == to) return x;
  if (!dbx_is_inexact(from) || !dbx_is_integer(to)) return dbx_scalar_convert(x, from, to);
  bool wide = dbx_dtype_bytes(to) == 8 || to == DBX_U32;
  if (to == DBX_U64) return (dbx_scalar){.u = truncated_unsigned(x.c[0])};
  dbx_scalar i = dbx_scalar_int(truncated(x.c[0], wide ? 9223372036854775808.0 : 2147483648.0));
  return dbx_scalar_convert(i, DBX_I64, to);
}

// ---- runs ----

typedef struct run {
  char *to;
  const char *from;
  int64_t to_step, from_step, n;
} run;

#define MOVE(T)                                                                                    \
  for (int64_t i = 0; i < r.n; i++)                                                                \
  *(T *)(r.to + i * r.to_step) = *(const T *)(r.from + i * r.from_step)

static void move(run r, unsigned bytes) {
  switch (bytes) {
  case 1: MOVE(uint8_t); break;
  case 2: MOVE(uint16_t); break;
  case 4: MOVE(uint32_t); break;
  case 8: MOVE(uint64_t); break;
  default:
    for (int64_t i = 0; i < r.n; i++) memcpy(r.to + i * r.to_step, r.from + i * r.from_step, bytes);
  }
}

static void cast(run r, dbx_dtype to, dbx_dtype from) {
  if (to == from) return move(r, dbx_dtype_bytes(to));
  for (int64_t i = 0; i < r.n; i++)
    dbx_store(r.to + i * r.to_step, to,
              nd_convert(dbx_load(r.from + i * r.from_step, from), from, to));
}

static void walk(const nd *to, const nd *from, bool to_end) {
  const nd *both[] = {to, from};
  nd_walk w;
  if (!nd_walk_begin(&w, to->rank, to->dims, both, 2)) return;
  w.to_end = to_end;
  do cast((run){w.at[0], w.at[1], w.step[0], w.step[1], w.inner}, to->t, from->t);
  while (nd_walk_next(&w));
}
static void fill(const nd *to, const nd *from) { walk(to, from, false); }

static bool same_memory(const nd *a, const nd *b) {
  return a->data == b->data && nd_same_shape(a, b) && a->t == b->t &&
         (!a->rank || !memcmp(a->strides, b->strides, a->rank * sizeof *a->strides));
}

void nd_fill(const nd *to, const nd *from) {
  if (same_memory(to, from)) return;
  if (!nd_may_overlap(to, from)) return fill(to, from);
  char *data = dbx_alloc((size_t)from->size * dbx_dtype_bytes(from->t));
  nd apart = nd_with(from, from->rank);
  apart.data = data;
  int64_t step = dbx_dtype_bytes(from->t);
  for (uint32_t i = from->rank; i-- > 0; step = nd_times(step, from->dims[i]))
    apart.dims[i] = from->dims[i], apart.strides[i] = step;
  fill(&apart, from);
  fill(to, &apart);
  free(data);
}

dbx_status nd_write(const nd *to, const nd *from) {
  nd own;
  if (same_memory(to, from)) return DBX_OK;
  bool apart = from->t == to->t && !nd_may_overlap(to, from);
  if (apart) own = *from;
  else DBX_TRY(nd_copy(from, to->t, &own));
  return walk(to, &own, true), dbx_poll();
}

// ---- copies ----

dbx_status nd_copy(const nd *a, dbx_dtype t, nd *ret) {
  nd r;
  DBX_TRY(nd_new(t, a->rank, a->dims, &r));
  fill(&r, a);
  return *ret = r, dbx_poll();
}

dbx_status nd_as(const nd *a, dbx_dtype t, nd *ret) {
  if (a->t == t) return *ret = *a, DBX_OK;
  return nd_copy(a, t, ret);
}

static void keep(void *data, void *ctx) { (void)data, (void)ctx; }

dbx_status nd_contiguous(const nd *a, dbx_dtype t, nd *ret) {
  if (a->t != t || !nd_is_contiguous(a)) return nd_copy(a, t, ret);
  *ret = *a;
  if (!a->whole)
    ret->whole = dbx_autorelease(dbx_array_adopt(t, a->rank, a->dims, a->data, keep, NULL));
  return DBX_OK;
}

// ---- the order of results in memory: nditer's, with order K ----

// -1: it has none that counts.
static int64_t size_of_step(const nd *x, uint32_t axis, uint32_t rank, bool zeros) {
  if (axis < rank - x->rank || x->dims[axis - (rank - x->rank)] == 1) return -1;
  int64_t s = x->strides[axis - (rank - x->rank)];
  return s == 0 && !zeros ? -1 : s < 0 ? nd_times(s, -1) : s;
}

// Whether `inner` has to be further out than `outer`: 1 yes, 0 no, -1 no operand tells.
static int swapped(const nd *const *x, uint32_t n, uint32_t rank, bool zeros, uint32_t outer,
                   uint32_t inner) {
  int r = -1;
  for (uint32_t k = 0; k < n; k++) {
    int64_t a = size_of_step(x[k], outer, rank, zeros), b = size_of_step(x[k], inner, rank, zeros);
    if (a < 0 || b < 0) continue;
    if (b <= a) r = 0;
    else if (r < 0) r = 1;
  }
  return r;
}

// The axes from the outermost to the innermost one.
static void sort_axes(const nd *const *x, uint32_t n, uint32_t rank, uint32_t *axes) {
  for (uint32_t i = 0; i < rank; i++) axes[i] = rank - 1 - i; // innermost first
  for (uint32_t i = 1; i < rank; i++) {
    uint32_t to = i, moved = axes[i];
    for (uint32_t k = i; k-- > 0;) {
      int swap = swapped(x, n, rank, false, moved, axes[k]);
      if (swap == 0) break;
      if (swap == 1) to = k;
    }
    memmove(axes + to + 1, axes + to, (i - to) * sizeof *axes);
    axes[to] = moved;
  }
  for (uint32_t i = 0; i < rank / 2; i++) {
    uint32_t last = axes[rank - 1 - i];
    axes[rank - 1 - i] = axes[i], axes[i] = last;
  }
}

static void sort_joined_axes(const nd *const *x, uint32_t n, uint32_t rank, uint32_t *axes) {
  for (uint32_t i = 0; i < rank; i++) axes[i] = i;
  for (uint32_t i = 1; i < rank; i++) {
    uint32_t to = i, moved = axes[i];
    for (uint32_t k = i; k-- > 0;) {
      int swap = swapped(x, n, rank, true, axes[k], moved);
      if (swap == 0) break;
      if (swap == 1) to = k;
    }
    memmove(axes + to + 1, axes + to, (i - to) * sizeof *axes);
    axes[to] = moved;
  }
}

static void sort_copied_axes(const nd *x, uint32_t *axes) {
  bool turned = nd_is_fortran(x), sort = !turned && !nd_is_contiguous(x);
  for (uint32_t i = 0; i < x->rank; i++) axes[i] = turned ? x->rank - 1 - i : i;
  for (uint32_t i = 1; sort && i < x->rank; i++) {
    uint32_t k = i, moved = axes[i];
    for (; k > 0 && llabs(x->strides[moved]) > llabs(x->strides[axes[k - 1]]); k--)
      axes[k] = axes[k - 1];
    axes[k] = moved;
  }
}

static dbx_status put_in_order(nd *r, const uint32_t *axes) {
  uint32_t *back = DBX_TMP(uint32_t, r->rank);
  int64_t *dims = DBX_TMP(int64_t, r->rank);
  bool same = true;
  for (uint32_t i = 0; i < r->rank; i++) {
    dims[i] = r->dims[axes[i]], back[axes[i]] = i;
    same = same && axes[i] == i;
  }
  if (same || !r->size) return DBX_OK;
  nd moved, view;
  DBX_TRY(nd_new(r->t, r->rank, dims, &moved));
  DBX_TRY(nd_transpose(&moved, back, &view));
  nd_fill(&view, r);
  view.memory = moved.memory;
  return *r = view, dbx_poll();
}

dbx_status nd_lay_out(nd *r, const nd *const *x, uint32_t n) {
  if (r->rank < 2) return DBX_OK;
  uint32_t *axes = DBX_TMP(uint32_t, r->rank);
  sort_axes(x, n, r->rank, axes);
  return put_in_order(r, axes);
}

dbx_status nd_lay_out_joined(nd *r, const nd *const *x, uint32_t n) {
  if (r->rank < 2) return DBX_OK;
  uint32_t *axes = DBX_TMP(uint32_t, r->rank);
  sort_joined_axes(x, n, r->rank, axes);
  return put_in_order(r, axes);
}

dbx_status nd_lay_out_copy(nd *r, const nd *x) {
  if (r->rank < 2) return DBX_OK;
  uint32_t *axes = DBX_TMP(uint32_t, r->rank);
  sort_copied_axes(x, axes);
  return put_in_order(r, axes);
}

// ---- broadcasting ----

bool nd_spreads(const nd *a, uint32_t rank, const int64_t *dims, nd *ret) {
  nd r = nd_with(a, rank);
  for (uint32_t i = 0; i < rank; i++) {
    uint32_t k = i - (rank - a->rank);
    bool own = i >= rank - a->rank && a->rank <= rank;
    r.dims[i] = dims[i];
    r.strides[i] = own && a->dims[k] != 1 ? a->strides[k] : 0;
    if (own && a->dims[k] != 1 && a->dims[k] != dims[i]) return false;
  }
  if (a->rank > rank) return false;
  nd_set_size(&r);
  return *ret = r, true;
}

dbx_status nd_spread(const nd *a, uint32_t rank, const int64_t *dims, nd *ret) {
  if (nd_spreads(a, rank, dims, ret)) return DBX_OK;
  dbx_buf b = {0};
  nd_put_shape(&b, a->rank, a->dims);
  dbx_putc(&b, ' ');
  nd_put_shape(&b, rank, dims);
  dbx_fail_(DBX_E301, (dbx_span){0}, "operands could not be broadcast together with shapes %s",
            dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}

static dbx_status shapes_differ(const nd *const *x, uint32_t n) {
  dbx_buf b = {0};
  for (uint32_t k = 0; k < n; k++) {
    nd_put_shape(&b, x[k]->rank, x[k]->dims);
    dbx_putc(&b, ' ');
  }
  dbx_fail_(DBX_E301, (dbx_span){0}, "operands could not be broadcast together with shapes %s",
            dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}

dbx_status nd_broadcast(const nd *const *x, uint32_t n, uint32_t *rank, int64_t **dims) {
  uint32_t r = 0;
  for (uint32_t k = 0; k < n; k++)
    if (x[k]->rank > r) r = x[k]->rank;
  int64_t *d = DBX_TMP(int64_t, r + 1);
  for (uint32_t i = 0; i < r; i++) d[i] = 1;
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = 0; i < x[k]->rank; i++) {
      int64_t own = x[k]->dims[i], *all = &d[i + r - x[k]->rank];
      if (own != 1 && *all != 1 && own != *all) return shapes_differ(x, n);
      if (own != 1) *all = own;
    }
  DBX_TRY(nd_check_size(r, d));
  return *rank = r, *dims = d, DBX_OK;
}
