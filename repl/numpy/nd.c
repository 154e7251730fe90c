// Views and walks over them (see nd.h).
#include "numpy/nd.h"

#include <inttypes.h>

dbx_status nd_check_rank(uint32_t rank) {
  if (rank <= ND_AXES) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "maximum supported dimension for an ndarray is %d, found %u", ND_AXES, rank);
}

dbx_status nd_new(dbx_dtype t, uint32_t rank, const int64_t *dims, nd *ret) {
  dbx_array *a;
  DBX_TRY(nd_check_rank(rank));
  for (uint32_t i = 0; i < rank; i++)
    if (dims[i] < 0)
      return dbx_fail(DBX_E701, (dbx_span){0}, "negative dimensions are not allowed");
  DBX_TRY(dbx_array_new(t, rank, dims, &a));
  a->host = true;
  *ret = nd_of(dbx_autorelease(a));
  return DBX_OK;
}

nd nd_of(dbx_array *a) {
  nd r = {.data = a->data, .t = a->dtype, .rank = a->rank, .size = a->size};
  r.memory = r.whole = a;
  r.dims = a->dims;
  r.strides = DBX_TMP(int64_t, a->rank);
  int64_t step = dbx_dtype_bytes(a->dtype);
  for (uint32_t i = a->rank; i-- > 0; step = nd_times(step, a->dims[i]))
    r.strides[i] = a->size ? step : 0; // as numpy's of what is empty
  return r;
}

nd nd_number(dbx_dtype t, dbx_scalar x) {
  nd r = {.data = dbx_scratch(16), .t = t, .size = 1};
  dbx_store(r.data, t, x);
  return r;
}

nd nd_with(const nd *a, uint32_t rank) {
  nd r = *a;
  r.rank = rank;
  r.dims = DBX_TMP(int64_t, rank + 1);
  r.strides = DBX_TMP(int64_t, rank + 1);
  r.memory = r.whole = NULL;
  return r;
}

void nd_set_size(nd *a) {
  a->size = 1;
  for (uint32_t i = 0; i < a->rank; i++) a->size = nd_times(a->size, a->dims[i]);
}

dbx_status nd_check_size(uint32_t rank, const int64_t *dims) {
  int64_t size = 1;
  bool fits = true, empty = false;
  for (uint32_t i = 0; i < rank; i++) {
    empty |= !dims[i];
    fits = fits && !__builtin_mul_overflow(size, dims[i], &size);
  }
  if (fits || empty) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum "
                  "possible size.");
}

dbx_scalar nd_at(const nd *a, int64_t i) {
  const char *p = a->data;
  for (uint32_t k = a->rank; k-- > 0; i /= a->dims[k]) p += i % a->dims[k] * a->strides[k];
  return dbx_load(p, a->t);
}

bool nd_is_contiguous(const nd *a) {
  int64_t step = dbx_dtype_bytes(a->t);
  if (a->whole || !a->size) return true;
  for (uint32_t i = a->rank; i-- > 0; step *= a->dims[i])
    if (a->dims[i] != 1 && a->strides[i] != step) return false;
  return true;
}

bool nd_same_shape(const nd *a, const nd *b) {
  return a->rank == b->rank && (!a->rank || !memcmp(a->dims, b->dims, a->rank * sizeof *a->dims));
}

static void bounds(const nd *a, uintptr_t *low, uintptr_t *high) {
  *low = (uintptr_t)a->data, *high = *low + dbx_dtype_bytes(a->t);
  for (uint32_t i = 0; i < a->rank; i++) {
    int64_t far = (a->dims[i] - 1) * a->strides[i];
    *(far < 0 ? low : high) += (uintptr_t)far;
  }
}

bool nd_may_overlap(const nd *a, const nd *b) {
  uintptr_t la, ha, lb, hb;
  if (!a->size || !b->size) return false;
  bounds(a, &la, &ha), bounds(b, &lb, &hb);
  return la < hb && lb < ha;
}

void nd_put_shape(dbx_buf *b, uint32_t rank, const int64_t *dims) {
  dbx_putc(b, '(');
  for (uint32_t i = 0; i < rank; i++) dbx_printf(b, "%s%" PRId64, i ? "," : "", dims[i]);
  dbx_put(b, rank == 1 ? ",)" : ")");
}

// ---- walks ----

static int64_t step_of(const nd *x, uint32_t axis, uint32_t rank) {
  if (axis < rank - x->rank) return 0;
  uint32_t k = axis - (rank - x->rank);
  return x->dims[k] == 1 ? 0 : x->strides[k];
}

// Whether outer axis `last` of all operands goes on where the inner run ends.
static bool continues(const nd_walk *w, uint32_t last) {
  for (uint32_t k = 0; k < w->n; k++)
    if (w->outer[k][last] != w->step[k] * w->inner) return false;
  return true;
}

// The inner run from its first strip.
static void enter(nd_walk *w) {
  w->inner = w->run < ND_STRIP ? w->run : ND_STRIP;
  w->left = w->run - w->inner;
}

bool nd_walk_begin(nd_walk *w, uint32_t rank, const int64_t *dims, const nd *const *x, uint32_t n) {
  *w = (nd_walk){.n = n, .inner = 1, .run = 1};
  w->dims = DBX_TMP(int64_t, rank), w->idx = DBX_TMP(int64_t, rank);
  for (uint32_t k = 0; k < n; k++) {
    w->at[k] = x[k]->data;
    w->outer[k] = DBX_TMP(int64_t, rank);
  }
  for (uint32_t i = 0; i < rank; i++) {
    if (!dims[i]) return false;
    if (dims[i] == 1) continue;
    for (uint32_t k = 0; k < n; k++) w->outer[k][w->rank] = step_of(x[k], i, rank);
    w->dims[w->rank++] = dims[i];
  }
  if (!w->rank) return true;
  w->rank--, w->inner = w->dims[w->rank];
  for (uint32_t k = 0; k < n; k++) w->step[k] = w->outer[k][w->rank];
  while (w->rank && continues(w, w->rank - 1)) w->inner *= w->dims[--w->rank];
  w->run = w->inner;
  return enter(w), true;
}

static bool next_strip(nd_walk *w) {
  for (uint32_t k = 0; k < w->n; k++) w->at[k] += w->step[k] * w->inner;
  w->inner = w->left < ND_STRIP ? w->left : ND_STRIP;
  w->left -= w->inner;
  return true;
}

bool nd_walk_next(nd_walk *w) {
  if (!w->to_end && dbx_stopping()) return false;
  if (w->left) return next_strip(w);
  for (uint32_t k = 0; k < w->n; k++) w->at[k] -= w->step[k] * (w->run - w->inner);
  enter(w);
  for (uint32_t i = w->rank; i-- > 0;) {
    for (uint32_t k = 0; k < w->n; k++) w->at[k] += w->outer[k][i];
    if (++w->idx[i] < w->dims[i]) return true;
    for (uint32_t k = 0; k < w->n; k++) w->at[k] -= w->outer[k][i] * w->dims[i];
    w->idx[i] = 0;
  }
  return false;
}
