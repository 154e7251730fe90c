// numpy's universal functions as objects: calls with all their options, reduce, accumulate, outer,
// at.
#include "lang/np/np.h"
#include "lang/np/types.h"
#include "lang/object/types.h"

#include <string.h>

static const nd_ufunc *ufunc_of(pv v) { return ((o_native *)v.o)->data; }

// ---- calls ----

// The arguments after the operands.
typedef struct options {
  pv out, where, casting, order, dtype;
} options;

static dbx_status mask_of(pv where, nd *ret) {
  if (!is_array(where) || is_obj(where, T_GENERIC)) return np_operand_as(where, DBX_BOOL, ret);
  DBX_TRY(np_operand(where, ret));
  if (ret->t == DBX_BOOL) return DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0},
                  "Cannot cast array data from dtype('%s') to dtype('bool') according to the rule "
                  "'safe'",
                  dbx_dtype_name(ret->t));
}

// Where the mask is true the elements of r, elsewhere those of to.
static dbx_status choose(const nd *mask, const nd *r, const nd *to) {
  nd yes, merged;
  DBX_TRY(nd_spread(mask, to->rank, to->dims, &yes));
  DBX_TRY(nd_copy(to, to->t, &merged));
  for (int64_t i = 0; dbx_go_on(i, merged.size); i++)
    if (nd_at(&yes, i).i) dbx_array_set(merged.whole, i, nd_convert(nd_at(r, i), r->t, merged.t));
  DBX_TRY(dbx_poll());
  return nd_write(to, &merged);
}

// Without `out`, numpy leaves undefined what the mask leaves out; here it is zero.
static dbx_status masked(const nd_ufunc *f, nd *x, pv to, const nd *out, pv where, dbx_dtype t,
                         pv *ret) {
  nd mask, r, own;
  uint32_t n = nd_ufunc_operands(f), rank, k = 0;
  int64_t *dims;
  const nd *all[4], *in[] = {&x[0], &x[1]};
  DBX_TRY(mask_of(where, &mask));
  for (; k < n; k++) all[k] = &x[k];
  all[k++] = &mask;
  if (out) all[k++] = out;
  dbx_dtype loop, result;
  DBX_TRY(nd_ufunc_types(f, in, &loop, &result));
  if (out && t == DBX_NO_DTYPE && !nd_can_cast(result, out->t, "same_kind"))
    return dbx_fail_as(DBX_E204, DBX_S_UFuncTypeError, (dbx_span){0},
                       "Cannot cast ufunc '%s' output from dtype('%s') to dtype('%s') with casting "
                       "rule 'same_kind'",
                       nd_ufunc_name(f), dbx_dtype_name(result), dbx_dtype_name(out->t));
  bool overlaps = false; // numpy casts all of out there and back, also what the mask leaves out
  for (uint32_t i = 0; out && i < n; i++) overlaps |= nd_may_overlap(&x[i], out);
  if (overlaps && out->t != result && mask.size)
    return np_no_option(&(np_row){nd_ufunc_name(f), NULL, ""}, where, "where");
  DBX_TRY(nd_broadcast(all, k, &rank, &dims));
  nd spread;
  DBX_TRY(nd_spread(&x[0], rank, dims, &spread));
  x[0] = spread;
  if (out) { // only to find out whether it fits
    DBX_TRY(nd_copy(out, out->t, &own));
    DBX_TRY(nd_ufunc_run(f, in, &own, t, &r));
    DBX_TRY(choose(&mask, &r, out));
    return *ret = to, DBX_OK;
  }
  DBX_TRY(nd_ufunc_run(f, in, NULL, t, &r));
  DBX_TRY(nd_copy(&r, r.t, &own));
  dbx_fill(own.data, 0, (size_t)own.size * dbx_dtype_bytes(own.t));
  DBX_TRY(choose(&mask, &r, &own));
  return *ret = np_return(&own), DBX_OK;
}

// The number k among the operands can become a t by its value.
static bool fits(const nd *const *in, uint32_t n, uint32_t k, dbx_dtype t) {
  nd array = {.t = t, .rank = 1};
  const nd *both[] = {in[k], &array};
  return nd_operands_fit(both, 2, t) || (n == 2 && nd_can_cast(in[k]->t, t, "same_kind"));
}

static dbx_status run(const np_row *row, const nd_ufunc *f, nd *x, options o, pv *ret) {
  nd out, r;
  const nd *in[] = {&x[0], &x[1]};
  dbx_dtype t = DBX_NO_DTYPE;
  uint32_t n = nd_ufunc_operands(f);
  DBX_TRY(np_standard(row, o.casting, "casting", "same_kind"));
  DBX_TRY(np_standard(row, o.order, "order", "K"));
  if (!is_none(o.dtype)) {
    dbx_dtype loop, gives;
    DBX_TRY(np_dtype(o.dtype, &t));
    DBX_TRY(nd_ufunc_types(f, in, &loop, &gives));
    if (loop != gives) return np_no_option(row, o.dtype, "dtype");
    for (uint32_t k = 0; k < n; k++)
      if (!nd_can_cast(x[k].t, t, "same_kind") && (x[k].rank || !fits(in, n, k, t)))
        return dbx_fail_as(DBX_E204, DBX_S_UFuncTypeError, (dbx_span){0},
                           "Cannot cast ufunc '%s' input %u from dtype('%s') to dtype('%s') with "
                           "casting rule 'same_kind'",
                           nd_ufunc_name(f), k, dbx_dtype_name(x[k].t), dbx_dtype_name(t));
  }
  if (!is_none(o.out)) DBX_TRY(np_out(&o.out, &out));
  const nd *to = is_none(o.out) ? NULL : &out;
  if (o.where.tag != PV_BOOL || !o.where.i) return masked(f, x, o.out, to, o.where, t, ret);
  DBX_TRY(nd_ufunc_run(f, in, to, t, &r));
  return *ret = to ? o.out : np_return(&r), DBX_OK;
}

static dbx_status call_ufunc(const np_row *row, const pv *a, pv *ret) {
  const nd_ufunc *f = ufunc_of(a[0]);
  uint32_t n = nd_ufunc_operands(f);
  nd x[2];
  const pv *rest = a + 1 + n;
  for (uint32_t k = 0; k < n; k++) DBX_TRY(np_operand(a[1 + k], &x[k]));
  return run(row, f, x, (options){rest[0], rest[1], rest[2], rest[3], rest[4]}, ret);
}

#define OPTIONS "out=None, *, where=True, casting=same_kind, order=K, dtype=None, subok=True"

#define SELF "self, "

static const char *whole_signature(const nd_ufunc *f) {
  static const char *const all[] = {SELF "x, /, " OPTIONS, SELF "x1, x2, /, " OPTIONS};
  return all[nd_ufunc_operands(f) - 1];
}

const char *np_ufunc_signature(const nd_ufunc *f) { return whole_signature(f) + sizeof SELF - 1; }

static dbx_status ufunc_native(const call_args *c, pv *ret) {
  const nd_ufunc *f = ufunc_of(c->fn);
  np_row row = {nd_ufunc_name(f), call_ufunc, whole_signature(f)};
  return np_call_row(&row, c, &c->fn, ret);
}

pv np_ufunc(const nd_ufunc *f) {
  pv v = native_new(nd_ufunc_name(f), ufunc_native, PV(PV_UNBOUND), f);
  return v.o->type = T_UFUNC, v;
}

dbx_status ufunc_text(pv v, bool str, dbx_buf *b) {
  (void)str;
  return dbx_printf(b, "<ufunc '%s'>", ((o_native *)v.o)->name), DBX_OK;
}

// ---- along an axis ----

static dbx_status needs_two(const nd_ufunc *f, const char *method) {
  if (nd_ufunc_operands(f) == 2) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "%s only supported for binary functions", method);
}

static bool is_named(const nd_ufunc *f, const char *name) { return f == nd_ufunc_find(name); }

static bool fold_of(const nd_ufunc *f, nd_fold *ret) {
  static const char *const names[] = {"add",     "multiply",    "maximum",
                                      "minimum", "logical_and", "logical_or"};
  for (int i = 0; i < 6; i++)
    if (is_named(f, names[i])) return *ret = (nd_fold)i, true;
  return false;
}

// The type in which it is computed, which is that of the result as well.
static dbx_status along_type(const np_row *row, const nd_ufunc *f, const nd *x, pv given,
                             dbx_dtype *ret) {
  const nd *both[] = {x, x};
  nd like = *x;
  dbx_dtype out;
  nd_fold fold;
  bool truth = !strncmp(nd_ufunc_name(f), "logical_", 8);
  if (truth) return *ret = DBX_BOOL, is_none(given) ? DBX_OK : np_no_option(row, given, "dtype");
  like.t =
      is_none(given) && (is_named(f, "add") || is_named(f, "multiply")) ? np_sum_type(x->t) : x->t;
  if (!is_none(given)) DBX_TRY(np_dtype(given, &like.t));
  both[0] = both[1] = &like;
  DBX_TRY(nd_ufunc_types(f, both, ret, &out));
  if (!is_none(given) && *ret != like.t)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "No loop matching the specified signature and casting was found for ufunc %s",
                    nd_ufunc_name(f));
  if (*ret != out) return np_no_option(row, str_of(nd_ufunc_name(f)), nd_ufunc_name(f));
  // numpy's own result depends on the machine's vectors
  bool odd = dbx_is_inexact(*ret) && (is_named(f, "power") || is_named(f, "arctan2"));
  if (odd) return np_no_option(row, str_of(nd_ufunc_name(f)), nd_ufunc_name(f));
  bool half = *ret == DBX_F16 && !fold_of(f, &fold); // is computed in float32 in between
  return half ? np_no_option(row, str_of("float16"), "float16") : DBX_OK;
}

// again: the start changes nothing, and is there for each axis.
static dbx_status reduce_axes(const nd_ufunc *f, nd x, const bool *axes, bool keepdims, dbx_dtype t,
                              const dbx_scalar *start, bool again, nd *ret) {
  nd_fold fold;
  nd r;
  uint32_t n = 0;
  if (fold_of(f, &fold)) return nd_reduce(fold, &x, axes, keepdims, t, start, ret);
  for (uint32_t i = 0; i < x.rank; i++) n += axes[i];
  if (n > 1 && !nd_ufunc_any_order(f))
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "reduction operation '%s' is not reorderable, so at most one axis may be "
                    "specified",
                    nd_ufunc_name(f));
  DBX_TRY(nd_as(&x, t, &r));
  if (x.t != t) DBX_TRY(nd_lay_out_copy(&r, &x));
  if (start && !n) { // the start is joined to a number
    nd first = nd_number(t, *start);
    const nd *both[] = {&first, &r};
    DBX_TRY(nd_ufunc_run(f, both, NULL, t, &r));
  }
  uint32_t left = n;
  for (uint32_t i = x.rank; i-- > 0;) {
    if (!axes[i]) continue;
    nd done;
    left--;
    bool with = again || !left || !x.size; // else once for each element of the result
    DBX_TRY(nd_ufunc_reduce(f, &r, i, t, with ? start : NULL, &done));
    r = keepdims ? nd_insert_axis(&done, i) : done;
  }
  return *ret = r, DBX_OK;
}

static dbx_status reduce(const np_row *row, const pv *a, pv *ret) {
  const nd_ufunc *f = ufunc_of(a[0]);
  nd x, r, number;
  bool keepdims;
  dbx_dtype t;
  dbx_scalar start;
  DBX_TRY(needs_two(f, "reduce"));
  DBX_TRY(np_operand(a[1], &x));
  bool *axes = DBX_TMP(bool, x.rank + 1);
  DBX_TRY(np_axes(a[2], x.rank, axes));
  DBX_TRY(along_type(row, f, &x, a[3], &t));
  DBX_TRY(np_flag(a[5], &keepdims));
  if (a[7].tag != PV_BOOL || !a[7].i) return np_no_option(row, str_of("mask"), "where");
  bool given = a[6].tag != PV_UNBOUND && !is_none(a[6]);
  bool known = nd_ufunc_identity(f, t, &start) && a[6].tag == PV_UNBOUND;
  if (given) {
    DBX_TRY(np_operand_as(a[6], t, &number));
    start = dbx_load(number.data, t);
  }
  nd_fold fold;
  bool own = known && fold_of(f, &fold); // nd_reduce has the same
  DBX_TRY(
      reduce_axes(f, x, axes, keepdims, t, given || (known && !own) ? &start : NULL, !given, &r));
  return np_give(&r, a[4], ret);
}

static dbx_status accumulate(const np_row *row, const pv *a, pv *ret) {
  const nd_ufunc *f = ufunc_of(a[0]);
  nd x, r;
  uint32_t axis;
  dbx_dtype t;
  nd_fold fold;
  DBX_TRY(needs_two(f, "accumulate"));
  DBX_TRY(np_operand(a[1], &x));
  bool axes[1];
  if (!x.rank) DBX_TRY(np_axes(a[2], 0, axes));
  if (!x.rank) return dbx_fail(DBX_E204, (dbx_span){0}, "cannot accumulate on a scalar");
  DBX_TRY(np_one_axis(a[2], x.rank, &axis));
  DBX_TRY(along_type(row, f, &x, a[3], &t));
  DBX_TRY(fold_of(f, &fold) ? nd_accumulate(fold, &x, axis, t, &r)
                            : nd_ufunc_accumulate(f, &x, axis, t, &r));
  return np_give(&r, a[4], ret);
}

// ---- outer, at ----

static dbx_status outer(const np_row *row, const pv *a, pv *ret) {
  const nd_ufunc *f = ufunc_of(a[0]);
  nd x[2];
  if (nd_ufunc_operands(f) != 2)
    return dbx_fail(DBX_E208, (dbx_span){0}, "outer product only supported for binary functions");
  for (int k = 0; k < 2; k++) DBX_TRY(np_operand(a[1 + k], &x[k]));
  uint32_t more = x[1].rank;
  while (more--) {
    nd wide = nd_insert_axis(&x[0], x[0].rank);
    x[0] = wide;
  }
  return run(row, f, x, (options){a[3], a[4], a[5], a[6], a[7]}, ret);
}

static dbx_status at_places(const nd_ufunc *f, const nd_place *p, const nd *value) {
  int64_t k = 0;
  nd spread = *value, done;
  uint32_t rank = p->rank + p->view.rank;
  int64_t *dims = DBX_TMP(int64_t, rank + 1);
  if (p->at) return np_no_option(&(np_row){"ufunc.at", NULL, ""}, str_of("index"), "indices");
  memcpy(dims, p->dims, p->rank * sizeof *dims);
  memcpy(dims + p->rank, p->view.dims, p->view.rank * sizeof *dims);
  if (!nd_spreads(value, rank, dims, &spread))
    return dbx_fail(DBX_E208, (dbx_span){0}, "array is not broadcastable to correct shape");
  for (; k < p->n; k++) {
    uint32_t pool = dbx_pool_mark();
    dbx_scratch_mark m = dbx_scratch_here();
    nd to = p->view, part = nd_with(&spread, p->view.rank);
    to.data += p->offset[k];
    int64_t left = k;
    for (uint32_t i = p->rank; i-- > 0; left /= p->dims[i])
      part.data += left % p->dims[i] * spread.strides[i];
    memcpy(part.dims, p->view.dims, p->view.rank * sizeof *part.dims);
    memcpy(part.strides, spread.strides + p->rank, p->view.rank * sizeof *part.strides);
    nd_set_size(&part);
    const nd *both[] = {&to, &part};
    dbx_status st = nd_ufunc_run(f, both, &to, DBX_NO_DTYPE, &done);
    dbx_pool_release(pool);
    dbx_scratch_release(m);
    DBX_TRY(dbx_polled(st));
  }
  return DBX_OK;
}

static dbx_status at(const np_row *row, const pv *a, pv *ret) {
  const nd_ufunc *f = ufunc_of(a[0]);
  nd value;
  nd_place place;
  bool binary = nd_ufunc_operands(f) == 2, given = a[3].tag != PV_UNBOUND;
  if (!is_obj(a[1], T_NDARRAY))
    return dbx_fail(DBX_E204, (dbx_span){0}, "first operand must be array");
  if (NDARRAY(a[1])->readonly) return np_no_option(row, str_of("read-only"), "a");
  if (binary != given)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    binary ? "second operand needed for ufunc"
                           : "second operand provided when ufunc is unary");
  if (given) DBX_TRY(np_operand(a[3], &value));
  else value = nd_number(DBX_BOOL, dbx_scalar_int(0));
  nd done, array = np_nd(a[1]), same;
  const nd *all[] = {&array, &value};
  dbx_dtype loop, out;
  DBX_TRY(nd_ufunc_types(f, all, &loop, &out));
  if (!nd_can_cast(out, array.t, "same_kind")) // numpy casts what it adds, or the sum
    return np_no_option(row, str_of(dbx_dtype_name(out)), "b");
  if (given) {
    DBX_TRY(nd_as(&value, loop, &same));
    value = same;
  }
  DBX_TRY(np_place(a[1], a[2], &place));
  *ret = pv_none();
  if (place.fancy) return at_places(f, &place, &value);
  const nd *both[] = {&place.view, &value};
  return nd_ufunc_run(f, both, &place.view, DBX_NO_DTYPE, &done);
}

// ---- attributes ----

static const np_row methods[] = {
    {"reduce", reduce,
     "self, array, axis=0, dtype=None, out=None, keepdims=False, initial=, where=True"},
    {"accumulate", accumulate, "self, array, axis=0, dtype=None, out=None"},
    {"outer", outer, "self, A, B, /, " OPTIONS},
    {"at", at, "self, a, indices, b="}};

static dbx_status method_native(const call_args *c, pv *ret) {
  const o_native *m = (o_native *)c->fn.o;
  return np_call_row(m->data, c, &m->self, ret);
}

static pv identity_of(const nd_ufunc *f) {
  dbx_scalar x;
  bool truth = !strncmp(nd_ufunc_name(f), "logical_", 8);
  bool whole = !is_named(f, "logaddexp");
  if (!nd_ufunc_identity(f, whole ? DBX_I64 : DBX_F64, &x)) return pv_none();
  return truth ? pv_bool(x.i) : whole ? pv_int(x.i) : pv_float(x.c[0]);
}

dbx_status ufunc_attr(pv v, dbx_sym of, pv *ret) {
  const char *name = dbx_sym_text(of);
  const nd_ufunc *f = ufunc_of(v);
  uint32_t n = nd_ufunc_operands(f);
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    if (!strcmp(name, methods[i].name))
      return *ret = native_new(methods[i].name, method_native, v, &methods[i]), DBX_OK;
  if (!strcmp(name, "nin")) return *ret = pv_int(n), DBX_OK;
  if (!strcmp(name, "nout")) return *ret = pv_int(1), DBX_OK;
  if (!strcmp(name, "nargs")) return *ret = pv_int(n + 1), DBX_OK;
  if (!strcmp(name, "identity")) return *ret = identity_of(f), DBX_OK;
  return native_attr(v, of, ret);
}
