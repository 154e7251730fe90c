// Items: what an index selects, reading it and writing to it (see nd.h). Indices out of bounds are
// errors, as in numpy; jax clamps them.
#include "numpy/nd.h"

#include <inttypes.h>

// ---- nonzero ----

static bool is_true(const char *p, dbx_dtype t) { return !dbx_scalar_is_zero(dbx_load(p, t), t); }

dbx_status nd_nonzero(const nd *a, nd *ret) {
  int64_t count = 0, row = 0, *idx = DBX_TMP(int64_t, a->rank + 1);
  nd flat;
  DBX_TRY(nd_contiguous(a, a->t, &flat));
  unsigned bytes = dbx_dtype_bytes(a->t);
  for (int64_t i = 0; dbx_go_on(i, a->size); i++) count += is_true(flat.data + i * bytes, a->t);
  DBX_TRY(dbx_poll()); // or there are more of them
  DBX_TRY(nd_new(DBX_I64, 2, (int64_t[]){a->rank, count}, ret));
  int64_t *to = (int64_t *)ret->data;
  for (int64_t i = 0; dbx_go_on(i, a->size); i++) {
    if (is_true(flat.data + i * bytes, a->t)) {
      for (uint32_t k = 0; k < a->rank; k++) to[k * count + row] = idx[k];
      row++;
    }
    for (uint32_t k = a->rank; k-- > 0;) {
      if (++idx[k] < a->dims[k]) break;
      idx[k] = 0;
    }
  }
  return dbx_poll();
}

// ---- bounds ----

static dbx_status in_bounds(int64_t *i, uint32_t axis, int64_t n) {
  if (*i < -n || *i >= n)
    return dbx_fail(DBX_E206, (dbx_span){0},
                    "index %" PRId64 " is out of bounds for axis %u with size %" PRId64, *i, axis,
                    n);
  if (*i < 0) *i += n;
  return DBX_OK;
}

static void slice_bounds(const nd_item *s, int64_t n, int64_t *start, int64_t *count) {
  int64_t low = s->step > 0 ? 0 : -1, high = s->step > 0 ? n : n - 1;
  int64_t from = s->no_start ? (s->step > 0 ? low : high) : s->i < 0 ? s->i + n : s->i;
  int64_t to = s->no_stop ? (s->step > 0 ? high : low) : s->stop < 0 ? s->stop + n : s->stop;
  from = from < low ? low : from > high ? high : from;
  to = to < low ? low : to > high ? high : to;
  uint64_t span = s->step > 0 ? (uint64_t)(to - from) : (uint64_t)(from - to);
  uint64_t step = s->step > 0 ? (uint64_t)s->step : 0 - (uint64_t)s->step;
  bool none = s->step > 0 ? to <= from : from <= to;
  *start = from;
  *count = none ? 0 : (int64_t)((span - 1) / step + 1);
}

// ---- the plan ----

typedef struct fancy_axis {
  int64_t stride, n;
  uint32_t axis; // of the array
  nd index;      // of int64
} fancy_axis;

typedef struct plan {
  const nd *a;
  uint32_t axis; // the next of the array
  nd view;
  fancy_axis *fancy;
  uint32_t n_fancy, at;
  bool closed, apart; // the run of index arrays has ended; another one has begun after that
} plan;

static uint32_t axes_of(const nd_item *x) {
  return x->kind == ND_MASK ? x->array.rank : x->kind != ND_NEWAXIS && x->kind != ND_ELLIPSIS;
}

static void keep_axis(plan *p, int64_t dim, int64_t stride) {
  p->view.dims[p->view.rank] = dim, p->view.strides[p->view.rank++] = stride;
  if (p->n_fancy) p->closed = true;
}

static void keep_rest(plan *p, uint32_t n) {
  for (uint32_t i = 0; i < n; i++, p->axis++)
    keep_axis(p, p->a->dims[p->axis], p->a->strides[p->axis]);
  if (p->n_fancy) p->closed = true;
}

static void index_axis(plan *p, nd index) {
  if (!p->n_fancy) p->at = p->view.rank;
  if (p->closed) p->apart = true;
  p->fancy[p->n_fancy++] =
      (fancy_axis){p->a->strides[p->axis], p->a->dims[p->axis], p->axis, index};
  p->axis++;
}

// A boolean of rank 0: a new axis with one or no element.
static dbx_status index_by_truth(plan *p, bool yes) {
  nd index;
  DBX_TRY(nd_new(DBX_I64, 1, (int64_t[]){yes}, &index));
  if (yes) *(int64_t *)index.data = 0;
  if (!p->n_fancy) p->at = p->view.rank;
  if (p->closed) p->apart = true;
  p->fancy[p->n_fancy++] = (fancy_axis){0, 1, 0, index};
  return DBX_OK;
}

static dbx_status index_by_mask(plan *p, const nd *mask) {
  nd places;
  if (!mask->rank) return index_by_truth(p, is_true(mask->data, mask->t));
  for (uint32_t k = 0; k < mask->rank; k++)
    if (mask->dims[k] != p->a->dims[p->axis + k])
      return dbx_fail(DBX_E309, (dbx_span){0},
                      "boolean index did not match indexed array along dimension %u; dimension is "
                      "%" PRId64 " but corresponding boolean dimension is %" PRId64,
                      p->axis + k, p->a->dims[p->axis + k], mask->dims[k]);
  DBX_TRY(nd_nonzero(mask, &places));
  for (uint32_t k = 0; k < mask->rank; k++) {
    nd row = nd_slice(&places, 0, k, 1, 1);
    index_axis(p, nd_drop_axis(&row, 0));
  }
  return DBX_OK;
}

static dbx_status take_item(plan *p, const nd_item *x, bool fancy, uint32_t rest) {
  int64_t i = x->i, n;
  switch (x->kind) {
  case ND_INT:
    DBX_TRY(in_bounds(&i, p->axis, p->a->dims[p->axis]));
    if (fancy) return index_axis(p, nd_number(DBX_I64, dbx_scalar_int(i))), DBX_OK;
    if (p->a->size) p->view.data += i * p->a->strides[p->axis];
    p->axis++;
    return DBX_OK;
  case ND_SLICE:
    slice_bounds(x, p->a->dims[p->axis], &i, &n);
    if (n && p->a->size) p->view.data += i * p->a->strides[p->axis];
    keep_axis(p, n, nd_times(p->a->strides[p->axis], n ? x->step : 1));
    p->axis++;
    return DBX_OK;
  case ND_NEWAXIS: return keep_axis(p, 1, 0), DBX_OK;
  case ND_ELLIPSIS: return keep_rest(p, rest), DBX_OK;
  case ND_ARRAY: return index_axis(p, x->array), DBX_OK;
  case ND_MASK: return index_by_mask(p, &x->array);
  }
  return DBX_OK;
}

// ---- index arrays: spread to each other, checked, as offsets ----

static dbx_status mismatch(const plan *p) {
  dbx_buf b = {0};
  for (uint32_t k = 0; k < p->n_fancy; k++) {
    if (!p->fancy[k].index.rank) continue; // an integer
    nd_put_shape(&b, p->fancy[k].index.rank, p->fancy[k].index.dims);
    dbx_putc(&b, ' ');
  }
  dbx_fail_(DBX_E206, (dbx_span){0},
            "shape mismatch: indexing arrays could not be broadcast together with shapes %s",
            dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}

// The first index sets the offsets, the others add to them.
static dbx_status add_offsets(const fancy_axis *f, const nd *index, int64_t *offset, bool first,
                              bool check) {
  const nd *one[] = {index};
  nd_walk w;
  int64_t at = 0;
  if (!nd_walk_begin(&w, index->rank, index->dims, one, 1)) return DBX_OK;
  do {
    for (int64_t k = 0; k < w.inner; k++) {
      int64_t i = *(int64_t *)(w.at[0] + k * w.step[0]);
      if (check) DBX_TRY(in_bounds(&i, f->axis, f->n));
      int64_t more = check ? i * f->stride : 0;
      offset[at] = first ? more : offset[at] + more;
      at++;
    }
  } while (nd_walk_next(&w));
  return dbx_poll();
}

static dbx_status offsets(const plan *p, nd_place *r) {
  const nd **index = DBX_TMP(const nd *, p->n_fancy);
  nd places;
  for (uint32_t k = 0; k < p->n_fancy; k++) index[k] = &p->fancy[k].index;
  if (nd_broadcast(index, p->n_fancy, &r->rank, &r->dims) != DBX_OK)
    return r->late = false, dbx_diag_forget(), mismatch(p);
  r->n = 1;
  for (uint32_t i = 0; i < r->rank; i++) r->n = nd_times(r->n, r->dims[i]);
  DBX_TRY(nd_new(DBX_I64, 1, &r->n, &places)); // not zeroed: it may be large
  r->offset = (int64_t *)places.data;
  for (uint32_t k = 0; k < p->n_fancy; k++) {
    nd spread;
    DBX_TRY(nd_spread(index[k], r->rank, r->dims, &spread));
    DBX_TRY(add_offsets(&p->fancy[k], &spread, r->offset, !k, r->n && p->view.size));
  }
  return DBX_OK;
}

dbx_status nd_find(const nd *a, const nd_item *items, uint32_t n, nd_place *ret) {
  uint32_t used = 0, ellipses = 0, extra = 0;
  bool fancy = false;
  for (uint32_t i = 0; i < n; i++) {
    used += axes_of(&items[i]);
    ellipses += items[i].kind == ND_ELLIPSIS;
    extra += items[i].kind == ND_NEWAXIS || items[i].kind == ND_MASK;
    fancy |= items[i].kind == ND_ARRAY || items[i].kind == ND_MASK;
  }
  if (ellipses > 1)
    return dbx_fail(DBX_E206, (dbx_span){0}, "an index can only have a single ellipsis ('...')");
  if (used > a->rank)
    return dbx_fail(DBX_E309, (dbx_span){0},
                    "too many indices for array: array is %u-dimensional, but %u were indexed",
                    a->rank, used);
  plan p = {
      .a = a, .view = nd_with(a, a->rank + extra), .fancy = DBX_TMP(fancy_axis, a->rank + extra)};
  p.view.rank = 0;
  for (uint32_t i = 0; i < n; i++) DBX_TRY(take_item(&p, &items[i], fancy, a->rank - used));
  if (!ellipses) keep_rest(&p, a->rank - used);
  nd_set_size(&p.view);
  *ret = (nd_place){.view = p.view, .fancy = fancy, .at = p.apart ? 0 : p.at};
  ret->late = true; // what fails from here on fails after numpy has looked at a value
  ret->mask = n == 1 && items[0].kind == ND_MASK && items[0].array.rank == a->rank;
  if (fancy) DBX_TRY(offsets(&p, ret));
  uint32_t rank = p.view.rank + ret->rank;
  if (rank > ND_AXES)
    return dbx_fail(DBX_E206, (dbx_span){0},
                    "number of dimensions must be within [0, %d], indexing result would have %u",
                    ND_AXES, rank);
  return DBX_OK;
}

// ---- reading and writing ----

static uint32_t result_shape(const nd_place *p, int64_t **dims) {
  uint32_t rank = p->view.rank + p->rank;
  *dims = DBX_TMP(int64_t, rank + 1);
  for (uint32_t i = 0; i < rank; i++)
    (*dims)[i] = i < p->at             ? p->view.dims[i]
                 : i < p->at + p->rank ? p->dims[i - p->at]
                                       : p->view.dims[i - p->rank];
  return rank;
}

// The part of a result that belongs to one place of the index arrays; moves on to the next.
static nd part_at(const nd_place *p, const nd *r, int64_t *idx) {
  nd part = nd_with(r, p->view.rank);
  for (uint32_t i = 0; i < p->rank; i++) part.data += idx[i] * r->strides[p->at + i];
  for (uint32_t i = 0; i < p->view.rank; i++) {
    uint32_t from = i < p->at ? i : i + p->rank;
    part.dims[i] = r->dims[from], part.strides[i] = r->strides[from];
  }
  nd_set_size(&part);
  for (uint32_t i = p->rank; i-- > 0;) {
    if (++idx[i] < p->dims[i]) break;
    idx[i] = 0;
  }
  return part;
}

static void exchange(const nd_place *p, const nd *r, bool write) {
  int64_t *idx = DBX_TMP(int64_t, p->rank + 1);
  for (int64_t k = 0; dbx_go_on(k, p->n); k++) {
    dbx_scratch_mark m = dbx_scratch_here();
    nd part = part_at(p, r, idx), own = p->view;
    own.data += p->offset[k];
    if (write) nd_fill(&own, &part);
    else nd_fill(&part, &own);
    dbx_scratch_release(m);
  }
}

dbx_status nd_gather(const nd_place *p, nd *ret) {
  int64_t *dims;
  uint32_t rank = result_shape(p, &dims);
  nd r;
  DBX_TRY(nd_new(p->view.t, rank, dims, &r));
  if (r.size) exchange(p, &r, false);
  *ret = r;
  DBX_TRY(dbx_poll());
  nd like = nd_with(&r, rank); // the axes of the index outside, those of the view as they lie
  for (uint32_t i = 0; i < rank; i++) {
    bool own = i < p->at || i >= p->at + p->rank;
    like.dims[i] = r.dims[i];
    like.strides[i] = own ? p->view.strides[i < p->at ? i : i - p->rank] : INT64_MAX - i;
  }
  return nd_lay_out_copy(ret, &like);
}

static dbx_status cannot_assign(const nd *value, uint32_t rank, const int64_t *dims, bool fancy) {
  dbx_buf from = {0}, to = {0};
  nd_put_shape(&from, value->rank, value->dims);
  nd_put_shape(&to, rank, dims);
  dbx_fail_(DBX_E208, (dbx_span){0},
            fancy ? "shape mismatch: value array of shape %s could not be broadcast to indexing "
                    "result of shape %s"
                  : "could not broadcast input array from shape %s into shape %s",
            dbx_text(&from), dbx_text(&to));
  dbx_buf_free(&from), dbx_buf_free(&to);
  return DBX_FAIL;
}

static dbx_status check_masked(const nd_place *p, const nd *value) {
  if (value->rank > 1)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, "
                    "input has %u dimensions",
                    value->rank);
  if (value->rank == 1 && value->dims[0] != 1 && value->dims[0] != p->n)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "NumPy boolean array indexing assignment cannot assign %" PRId64
                    " input values to the %" PRId64 " output values where the mask is true",
                    value->dims[0], p->n);
  return DBX_OK;
}

// The value as it is written, spread over what is selected.
dbx_status nd_spread_value(const nd_place *p, const nd *value, nd *ret) {
  int64_t *dims = p->view.dims;
  uint32_t rank = p->view.rank;
  nd v = *value;
  if (p->fancy) rank = result_shape(p, &dims);
  if (p->mask) DBX_TRY(check_masked(p, value));
  while (v.rank > rank && v.dims[0] == 1) v = nd_drop_axis(&v, 0);
  if (!nd_spreads(&v, rank, dims, ret)) return cannot_assign(value, rank, dims, p->fancy);
  return DBX_OK;
}

dbx_status nd_scatter(const nd_place *p, const nd *value) {
  nd spread, own;
  DBX_TRY(nd_spread_value(p, value, &spread));
  if (!p->fancy) return nd_write(&p->view, &spread);
  DBX_TRY(nd_as(&spread, p->view.t, &own)); // values that are read after they were written are new
  if (own.size) exchange(p, &own, true);
  return dbx_poll();
}
