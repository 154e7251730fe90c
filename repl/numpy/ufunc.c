// Universal functions: the type of the loop, broadcasting, the loop, the cast to the output.
#include "interp/interp.h"
#include "numpy/element.h"

#include <assert.h>
#include <math.h>

const char *nd_ufunc_name(const nd_ufunc *f) {
  return !strcmp(f->name, "true_divide") ? "divide" : f->name;
}
uint32_t nd_ufunc_operands(const nd_ufunc *f) { return f->n; }

const char *nd_ufunc_known(uint32_t i) { return i < nd_ufunc_count ? nd_ufuncs[i].name : NULL; }

const nd_ufunc *nd_ufunc_find(const char *name) {
  static const char *const other[][2] = {{"divide", "true_divide"},
                                         {"mod", "remainder"},
                                         {"abs", "absolute"},
                                         {"conj", "conjugate"},
                                         {"bitwise_not", "invert"}};
  for (size_t i = 0; i < sizeof other / sizeof *other; i++)
    if (!strcmp(name, other[i][0])) name = other[i][1];
  for (uint32_t i = 0; i < nd_ufunc_count; i++)
    if (!strcmp(name, nd_ufuncs[i].name)) return &nd_ufuncs[i];
  return NULL;
}

// ---- the type of the loop ----

static dbx_dtype type_of_letter(char c) {
  static const char letters[] = "?bhilBHILe_fdFD"; // in the order of the types
  return (dbx_dtype)(strchr(letters, c) - letters);
}

static bool has_loop(const nd_ufunc *f, dbx_dtype t) {
  for (const char *c = f->types; *c; c++)
    if (type_of_letter(*c) == t) return true;
  return false;
}

static dbx_status no_loop(const nd_ufunc *f, dbx_dtype t) {
  if (!strcmp(f->name, "subtract") && t == DBX_BOOL)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "numpy boolean subtract, the `-` operator, is not supported, use the "
                    "bitwise_xor, the `^` operator, or the logical_xor function instead.");
  if (!strcmp(f->name, "negative") && t == DBX_BOOL)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "The numpy boolean negative, the `-` operator, is not supported, use the `~` "
                    "operator or the logical_not function instead.");
  return dbx_fail(
      DBX_E204, (dbx_span){0},
      "ufunc '%s' not supported for the input types, and the inputs could not be safely "
      "coerced to any supported types according to the casting rule ''safe''",
      nd_ufunc_name(f));
}

static bool all_whole(const nd *const *x, uint32_t n) {
  for (uint32_t k = 0; k < n; k++)
    if (dbx_is_inexact(x[k]->t)) return false;
  return true;
}

static dbx_status loop_type(const nd_ufunc *f, const nd *const *x, dbx_dtype *ret) {
  if (f->how == 'D' && all_whole(x, f->n)) return *ret = DBX_F64, DBX_OK;
  if (f->how == 'U') {
    dbx_dtype t = nd_result_type(x, f->n);
    return has_loop(f, t) ? (*ret = t, DBX_OK) : no_loop(f, t);
  }
  for (const char *c = f->types; *c; c++)
    if (nd_operands_fit(x, f->n, type_of_letter(*c))) return *ret = type_of_letter(*c), DBX_OK;
  return no_loop(f, x[0]->t);
}

static dbx_dtype out_type(const nd_ufunc *f, dbx_dtype t) {
  return f->out == 'b' ? DBX_BOOL : f->out == 'r' ? dbx_real_of(t) : t;
}

dbx_status nd_ufunc_types(const nd_ufunc *f, const nd *const *x, dbx_dtype *loop, dbx_dtype *out) {
  DBX_TRY(loop_type(f, x, loop));
  return *out = out_type(f, *loop), DBX_OK;
}

// ---- loops ----

static dbx_status negative_power(void) {
  return dbx_fail(DBX_E208, (dbx_span){0}, "Integers to negative integer powers are not allowed.");
}

static bool has_negative(const nd *x) {
  const nd *one[] = {x};
  nd_walk w;
  if (!nd_walk_begin(&w, x->rank, x->dims, one, 1)) return false;
  do {
    for (int64_t i = 0; i < w.inner; i++)
      if (dbx_load(w.at[0] + i * w.step[0], x->t).i < 0) return true;
  } while (nd_walk_next(&w));
  return false;
}

// The axis of x that belongs to axis i of the loop; -1: none.
static int own_axis(const nd *x, uint32_t i, uint32_t rank) {
  return i < rank - x->rank ? -1 : (int)(i - (rank - x->rank));
}

// Axes on which no operand goes forward are walked from the other end, as numpy does.
static void turn_forward(nd *x, uint32_t n, uint32_t rank) {
  for (uint32_t i = 0; i < rank; i++) {
    bool back = false, forward = false;
    for (uint32_t k = 0; k < n; k++) {
      int own = own_axis(&x[k], i, rank);
      if (own < 0 || x[k].dims[own] == 1) continue;
      back |= x[k].strides[own] < 0, forward |= x[k].strides[own] > 0;
    }
    for (uint32_t k = 0; back && !forward && k < n; k++) {
      int own = own_axis(&x[k], i, rank);
      if (own < 0) continue;
      bool *axes = DBX_TMP(bool, x[k].rank);
      axes[own] = x[k].dims[own] != 1;
      x[k] = nd_reverse(&x[k], axes);
    }
  }
}

// numpy leaves behind what it has written before it meets the negative power.
static void powers_until_negative(const nd_ufunc *f, const nd *const *in, const nd *out) {
  nd x[] = {*out, *in[0], *in[1]};
  const nd *all[] = {&x[0], &x[1], &x[2]};
  nd_walk w;
  turn_forward(x, 3, out->rank);
  if (!nd_walk_begin(&w, out->rank, out->dims, all, 3)) return;
  do {
    for (int64_t i = 0; i < w.inner; i++) {
      dbx_scalar a = dbx_load(w.at[1] + i * w.step[1], out->t),
                 b = dbx_load(w.at[2] + i * w.step[2], out->t);
      if (b.i < 0) return;
      dbx_store(w.at[0] + i * w.step[0], out->t, nd_element_of(f, out->t)(a, b));
    }
  } while (nd_walk_next(&w));
}

static void by_elements(const nd_ufunc *f, dbx_dtype t, const nd *const *in, const nd *out) {
  const nd *all[] = {out, in[0], in[f->n - 1]};
  nd_element fn = nd_element_of(f, t);
  nd_walk w;
  if (!nd_walk_begin(&w, out->rank, out->dims, all, 3)) return;
  do {
    for (int64_t i = 0; i < w.inner; i++) {
      dbx_scalar a = dbx_load(w.at[1] + i * w.step[1], t), b = dbx_load(w.at[2] + i * w.step[2], t);
      dbx_store(w.at[0] + i * w.step[0], out->t, fn(a, b));
    }
  } while (nd_walk_next(&w));
}

// Numbers of rank 0 are repeated by the kernel; everything else is spread out before.
static dbx_status operand_of_kernel(const nd *x, const nd *out, dbx_dtype t, dbx_array **ret) {
  nd spread, whole;
  bool as_it_is = !x->rank || nd_same_shape(x, out);
  spread = *x;
  if (!as_it_is) DBX_TRY(nd_spread(x, out->rank, out->dims, &spread));
  DBX_TRY(nd_contiguous(&spread, t, &whole));
  return *ret = whole.whole, DBX_OK;
}

static dbx_status by_kernel(const nd_ufunc *f, dbx_dtype t, const nd *const *in, const nd *shape,
                            nd *ret) {
  dbx_array *x[2], *r;
  dbx_prim prim = (dbx_prim)f->prim;
  if (t == DBX_BOOL && prim == DBX_PRIM_add) prim = DBX_PRIM_or;
  if (t == DBX_BOOL && prim == DBX_PRIM_mul) prim = DBX_PRIM_and;
  for (uint32_t k = 0; k < f->n; k++) DBX_TRY(operand_of_kernel(in[k], shape, t, &x[k]));
  dbx_dtype out = out_type(f, t);
  dbx_kernel_site s = {dbx_primitive_of(prim), x, f->n, NULL, 0, &out, 1, false};
  DBX_TRY(dbx_kernel_run(&s, &r));
  dbx_autorelease(r)->host = true;
  return *ret = nd_of(r), DBX_OK;
}

// A shape without memory. With operands of rank 0 only, kernels give rank 0.
static dbx_status run_loop(const nd_ufunc *f, dbx_dtype t, const nd *const *in, uint32_t rank,
                           int64_t *dims, nd *ret) {
  nd shape = {.t = out_type(f, t), .rank = rank, .dims = dims}, r;
  nd_element fn = nd_element_of(f, t);
  bool complex_order = dbx_is_complex(t) && f->out == 'b'; // by parts, NaN is in no order
  if (f->prim >= 0 && (!fn || rank) && !complex_order) return by_kernel(f, t, in, &shape, ret);
  DBX_TRY(nd_new(shape.t, rank, dims, &r));
  by_elements(f, t, in, &r);
  return *ret = r, dbx_poll();
}

static dbx_status cannot_cast(const nd_ufunc *f, dbx_dtype from, dbx_dtype to) {
  return dbx_fail_as(DBX_E204, DBX_S_UFuncTypeError, (dbx_span){0},
                     "Cannot cast ufunc '%s' output from dtype('%s') to dtype('%s') with casting "
                     "rule 'same_kind'",
                     nd_ufunc_name(f), dbx_dtype_name(from), dbx_dtype_name(to));
}

static dbx_status wrong_output(const nd *out, uint32_t rank, const int64_t *dims) {
  dbx_buf have = {0}, want = {0};
  nd_put_shape(&have, out->rank, out->dims);
  nd_put_shape(&want, rank, dims);
  dbx_fail_(DBX_E208, (dbx_span){0},
            "non-broadcastable output operand with shape %s doesn't match the broadcast shape %s",
            dbx_text(&have), dbx_text(&want));
  dbx_buf_free(&have), dbx_buf_free(&want);
  return DBX_FAIL;
}

dbx_status nd_ufunc_run(const nd_ufunc *f, const nd *const *x, const nd *out, dbx_dtype dtype,
                        nd *ret) {
  uint32_t rank;
  int64_t *dims;
  nd cast[2], r;
  const nd *in[2] = {NULL};
  dbx_dtype t;
  assert(f->n == 1 || f->n == 2);
  DBX_TRY(loop_type(f, x, &t));
  if (dtype != DBX_NO_DTYPE) t = f->out == 'b' ? t : dtype;
  if (!has_loop(f, t)) return no_loop(f, t);
  if (out && !nd_can_cast(out_type(f, t), out->t, "same_kind"))
    return cannot_cast(f, out_type(f, t), out->t);
  const nd *all[] = {x[0], f->n == 2 ? x[1] : out, out};
  DBX_TRY(nd_broadcast(all, f->n + (out != NULL), &rank, &dims));
  if (out && (out->rank != rank || memcmp(out->dims, dims, rank * sizeof *dims)))
    return wrong_output(out, rank, dims);
  for (uint32_t k = 0; k < f->n; k++) {
    DBX_TRY(nd_as(x[k], t, &cast[k]));
    in[k] = &cast[k];
  }
  bool power = f->n == 2 && !strcmp(f->name, "power") && dbx_is_signed(t);
  nd shape = {.rank = rank, .dims = dims};
  nd_set_size(&shape);
  if (power && shape.size && has_negative(in[1])) {
    if (out && out->t == t) powers_until_negative(f, in, out);
    return negative_power();
  }
  DBX_TRY(run_loop(f, t, in, rank, dims, &r));
  if (!out) return *ret = r, nd_lay_out(ret, x, f->n);
  return *ret = *out, nd_write(out, &r);
}

dbx_status nd_ufunc_scalar(const nd_ufunc *f, const nd *const *x, dbx_dtype *t, dbx_scalar *ret) {
  dbx_dtype loop;
  DBX_TRY(loop_type(f, x, &loop));
  dbx_scalar a = nd_convert(dbx_load(x[0]->data, x[0]->t), x[0]->t, loop),
             b = f->n == 2 ? nd_convert(dbx_load(x[1]->data, x[1]->t), x[1]->t, loop) : a;
  *t = out_type(f, loop);
  if (!strcmp(f->name, "power") && dbx_is_signed(loop) && b.i < 0) return negative_power();
  nd_element fn = nd_element_of(f, loop);
  if (dbx_is_complex(loop) && f->out == 'b' && f->n == 2 && a.c[0] != b.c[0])
    a.c[1] = b.c[1] = 0; // scalars look at the imaginary parts of equal real ones only
  if (!fn) {
    nd r;
    DBX_TRY(nd_ufunc_run(f, x, NULL, DBX_NO_DTYPE, &r));
    return *ret = dbx_load(r.data, r.t), DBX_OK;
  }
  _Alignas(16) char memory[16]; // rounds and wraps
  dbx_store(memory, *t, fn(a, b));
  return *ret = dbx_load(memory, *t), DBX_OK;
}

dbx_status nd_call(const char *ufunc, const nd *x, const nd *y, nd *ret) {
  const nd *both[] = {x, y};
  return nd_ufunc_run(nd_ufunc_find(ufunc), both, NULL, DBX_NO_DTYPE, ret);
}

// Unlike maximum and minimum: of equal numbers, and of those without an order, the bound is taken.
static dbx_scalar clipped(dbx_scalar x, dbx_scalar bound, nd_element beyond, dbx_dtype t) {
  bool nan = dbx_is_inexact(t) && (isnan(x.c[0]) || (dbx_is_complex(t) && isnan(x.c[1])));
  return nan || beyond(x, bound).i ? x : bound;
}

dbx_status nd_clip(const nd *const *x, uint32_t rank, const int64_t *dims, nd *ret) {
  dbx_dtype t = x[0]->t;
  nd r;
  nd_walk w;
  DBX_TRY(nd_new(t, rank, dims, &r));
  nd_element greater = nd_element_of(nd_ufunc_find("greater"), t),
             less = nd_element_of(nd_ufunc_find("less"), t);
  const nd *all[] = {&r, x[0], x[1], x[2]};
  if (!nd_walk_begin(&w, rank, dims, all, 4)) return *ret = r, DBX_OK;
  do {
    for (int64_t i = 0; i < w.inner; i++) {
      dbx_scalar v[3];
      for (int k = 0; k < 3; k++) v[k] = dbx_load(w.at[k + 1] + i * w.step[k + 1], t);
      dbx_store(w.at[0] + i * w.step[0], t,
                clipped(clipped(v[0], v[1], greater, t), v[2], less, t));
    }
  } while (nd_walk_next(&w));
  DBX_TRY(dbx_poll());
  return *ret = r, nd_lay_out(ret, x, 3);
}
