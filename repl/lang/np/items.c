// Items of numpy arrays: x[index], x[index] = value, rows.
#include "lang/np/np.h"

#include <inttypes.h>
#include <math.h>

enum { MAX_ITEMS = 64 };

static dbx_status not_an_index(void) {
  return dbx_fail(DBX_E309, (dbx_span){0},
                  "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and "
                  "integer or boolean arrays are valid indices");
}

// ---- items of an index ----

static dbx_status slice_part(pv v, int64_t *ret, bool *none) {
  *none = is_none(v);
  return lang_slice_part(v, 0, ret);
}

static dbx_status slice_item(const o_slice *s, nd_item *ret) {
  bool none;
  *ret = (nd_item){.kind = ND_SLICE};
  DBX_TRY(slice_part(s->part[0], &ret->i, &ret->no_start));
  DBX_TRY(slice_part(s->part[1], &ret->stop, &ret->no_stop));
  DBX_TRY(slice_part(s->part[2], &ret->step, &none));
  if (none) ret->step = 1;
  if (!ret->step) return dbx_fail(DBX_E208, (dbx_span){0}, "slice step cannot be zero");
  return DBX_OK;
}

static dbx_status array_item(pv v, nd_item *ret) {
  nd x;
  DBX_TRY(np_operand(v, &x));
  bool empty_list = is_seq(v) && !x.size;
  *ret = (nd_item){.kind = x.t == DBX_BOOL && !empty_list ? ND_MASK : ND_ARRAY, .array = x};
  if (ret->kind == ND_MASK) return DBX_OK;
  if (!dbx_is_integer(x.t) && !empty_list)
    return is_seq(v) ? not_an_index()
                     : dbx_fail(DBX_E309, (dbx_span){0},
                                "arrays used as indices must be of integer (or boolean) type");
  if (!x.rank && x.t == DBX_U64 && dbx_load(x.data, x.t).i < 0)
    return dbx_fail(DBX_E211, (dbx_span){0}, "Python int too large to convert to C long");
  if (!x.rank)
    return *ret = (nd_item){.kind = ND_INT, .i = nd_convert(dbx_load(x.data, x.t), x.t, DBX_I64).i},
           DBX_OK;
  return nd_as(&x, DBX_I64, &ret->array);
}

static dbx_status item(pv v, nd_item *ret) {
  if (v.tag == PV_INT) return *ret = (nd_item){.kind = ND_INT, .i = v.i}, DBX_OK;
  if (is_none(v)) return *ret = (nd_item){.kind = ND_NEWAXIS}, DBX_OK;
  if (v.tag == PV_ELLIPSIS) return *ret = (nd_item){.kind = ND_ELLIPSIS}, DBX_OK;
  if (is_obj(v, T_SLICE)) return slice_item((o_slice *)v.o, ret);
  if (number_is_big(v)) return not_an_index();
  if (is_instance(v)) {
    *ret = (nd_item){.kind = ND_INT};
    return lang_index(v, &ret->i);
  }
  bool inexact = v.tag == PV_FLOAT || is_obj(v, T_COMPLEX) ||
                 (is_obj(v, T_GENERIC) && dbx_is_inexact(GENERIC(v)->t));
  if (inexact || !np_is_operand(v)) return not_an_index();
  return array_item(v, ret);
}

static dbx_status items(pv index, nd_item **ret, uint32_t *n) {
  bool many = is_obj(index, T_TUPLE);
  const pv *at = many ? SEQ(index)->at : &index;
  *n = many ? SEQ(index)->n : 1;
  if (*n > MAX_ITEMS) return dbx_fail(DBX_E206, (dbx_span){0}, "too many indices for array");
  *ret = DBX_TMP(nd_item, *n + 1);
  for (uint32_t i = 0; i < *n; i++) DBX_TRY(item(at[i], &(*ret)[i]));
  return DBX_OK;
}

// Every axis is indexed by an integer: the element itself.
static bool is_element(const nd *a, const nd_item *items, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (items[i].kind != ND_INT) return false;
  return n == a->rank;
}

// ---- reading ----

static dbx_status generic_item(pv x, pv index, pv *ret) {
  bool nothing = is_obj(index, T_TUPLE) && !SEQ(index)->n;
  nd v;
  if (nothing) return *ret = x, DBX_OK;
  if (index.tag == PV_ELLIPSIS || is_none(index) || is_obj(index, T_TUPLE)) {
    pv all;
    DBX_TRY(np_operand(x, &v));
    all = np_array(&v);
    return all.tag == PV_UNBOUND ? DBX_FAIL : np_getitem(all, index, ret);
  }
  return dbx_fail(DBX_E206, (dbx_span){0}, "invalid index to scalar variable.");
}

// numpy gathers with the axes of the index in front, and gives a view where they belong elsewhere.
static dbx_status in_front(const nd_place *p, const nd *r, pv *ret) {
  nd turned, copy, view;
  uint32_t *perm = DBX_TMP(uint32_t, r->rank), *back = DBX_TMP(uint32_t, r->rank), k = 0;
  for (uint32_t i = 0; i < p->rank; i++) perm[k++] = p->at + i;
  for (uint32_t i = 0; i < r->rank; i++)
    if (i < p->at || i >= p->at + p->rank) perm[k++] = i;
  for (uint32_t i = 0; i < r->rank; i++) back[perm[i]] = i;
  DBX_TRY(nd_transpose(r, perm, &turned));
  const nd *one[] = {&turned};
  DBX_TRY(nd_copy(&turned, r->t, &copy));
  DBX_TRY(nd_lay_out(&copy, one, 1));
  DBX_TRY(nd_transpose(&copy, back, &view));
  return *ret = np_inside(&copy, &view), DBX_OK;
}

// An array without axes stands for a number, but gives a copy as other arrays do.
static bool has_number_array(pv index) {
  bool many = is_obj(index, T_TUPLE), found = false;
  for (uint32_t i = 0; i < (many ? SEQ(index)->n : 1); i++) {
    pv v = many ? SEQ(index)->at[i] : index;
    found |= (is_obj(v, T_NDARRAY) && !NDARRAY(v)->rank) || is_obj(v, T_ARRAY);
  }
  return found;
}

static dbx_status getitem(pv x, pv index, pv *ret) {
  nd a = np_nd(x), r;
  nd_item *item;
  uint32_t n;
  nd_place place;
  DBX_TRY(items(index, &item, &n));
  DBX_TRY(nd_find(&a, item, n, &place));
  if (place.fancy) {
    DBX_TRY(nd_gather(&place, &r));
    if (place.at && place.rank) DBX_TRY(in_front(&place, &r, ret));
    else *ret = np_return(&r);
  } else if (place.view.rank && has_number_array(index)) {
    DBX_TRY(nd_copy(&place.view, a.t, &r));
    DBX_TRY(nd_lay_out_copy(&r, &place.view));
    *ret = np_array(&r);
  } else {
    *ret = is_element(&a, item, n) ? np_return(&place.view) : np_view(NDARRAY(x), &place.view);
  }
  return ret->tag == PV_UNBOUND ? DBX_FAIL : DBX_OK;
}

// The element of an array with one axis, which is what most loops ask for.
static bool quick_element(pv x, pv index, char **at) {
  if (index.tag != PV_INT || NDARRAY(x)->rank != 1) return false;
  nd a = np_nd(x);
  int64_t i = index.i < 0 ? index.i + a.dims[0] : index.i;
  if (i < 0 || i >= a.dims[0]) return false;
  return *at = a.data + i * a.strides[0], true;
}

dbx_status np_getitem(pv x, pv index, pv *ret) {
  char *at;
  if (is_obj(x, T_GENERIC)) return generic_item(x, index, ret);
  uint8_t flags = NDARRAY(x)->tensor;
  if (quick_element(x, index, &at)) {
    *ret = np_tensor_made(flags, np_generic(NDARRAY(x)->t, dbx_load(at, NDARRAY(x)->t)), true);
    return DBX_OK;
  }
  uint32_t pool = dbx_pool_mark();
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_status st = getitem(x, index, ret);
  if (st == DBX_OK) *ret = np_tensor_made(flags, *ret, true);
  dbx_pool_release(pool);
  dbx_scratch_release(m);
  return dbx_polled(st);
}

dbx_status np_row_at(pv x, int64_t i, pv *ret) { return np_getitem(x, pv_int(i), ret); }

// ---- writing ----

static dbx_status too_deep(uint32_t rank, bool element) {
  if (element)
    return dbx_fail(DBX_E208, (dbx_span){0}, "setting an array element with a sequence.");
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "setting an array element with a sequence. The requested array would exceed the "
                  "maximum number of dimension of %u.",
                  rank);
}

static dbx_status check_depth(pv v, uint32_t rank, bool element, dbx_dtype t) {
  uint32_t depth = 0;
  if (is_seq(v)) DBX_TRY(np_depth(v, &depth));
  if (depth > rank && element && dbx_is_complex(t))
    return dbx_fail(DBX_E204, (dbx_span){0}, "must be real number, not %s", lang_type_name(v));
  return depth > rank ? too_deep(rank, element) : DBX_OK;
}

static bool has_arrays(const nd_item *item, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (item[i].kind == ND_ARRAY || item[i].kind == ND_MASK) return true;
  return false;
}

static dbx_status element_value(pv v, dbx_dtype t, bool fancy, nd *ret) {
  bool wide = is_obj(v, T_GENERIC) && GENERIC(v)->t == DBX_U64 && GENERIC(v)->x.i < 0;
  if (wide && !fancy && dbx_is_signed(t))
    return dbx_fail(DBX_E211, (dbx_span){0}, "Python int too large to convert to C long");
  bool as_python = is_obj(v, T_GENERIC) && dbx_is_inexact(GENERIC(v)->t) && dbx_is_signed(t);
  if (as_python && !fancy) v = pv_float(GENERIC(v)->x.c[0]); // infinities are errors then
  return is_number(v) || is_seq(v) ? np_operand_as(v, t, ret) : np_operand(v, ret);
}

// An index array is out of bounds: a value that does not fit is the first thing that is wrong.
static dbx_status value_or_bounds(const nd_place *p, pv v, dbx_dtype t) {
  nd value, spread;
  dbx_diag *bounds = dbx_diag_take();
  bool fits =
      element_value(v, t, true, &value) == DBX_OK && nd_spread_value(p, &value, &spread) == DBX_OK;
  if (fits) dbx_diag_put(bounds);
  else dbx_diag_free(bounds);
  return DBX_FAIL;
}

static dbx_status setitem(pv x, pv index, pv v) {
  nd a, value;
  nd_item *item;
  uint32_t n;
  nd_place place = {0};
  DBX_TRY(np_writable(x, &a));
  DBX_TRY(items(index, &item, &n));
  DBX_TRY(np_writable(x, &a)); // again: an index may be an object of the program
  bool fancy = has_arrays(item, n), yes;
  if (a.t == DBX_BOOL && is_seq(v) && is_element(&a, item, n)) { // its truth is the element
    DBX_TRY(lang_truth(v, &yes));
    v = pv_bool(yes);
  }
  dbx_status st = nd_find(&a, item, n, &place);
  if (st != DBX_OK && place.fancy && !place.late) { // the value is converted before
    dbx_diag *misfit = dbx_diag_take();
    st = element_value(v, a.t, true, &value);
    if (st == DBX_OK) dbx_diag_put(misfit);
    else dbx_diag_free(misfit);
    return DBX_FAIL;
  }
  if (st != DBX_OK) return place.late ? value_or_bounds(&place, v, a.t) : st;
  if (fancy) DBX_TRY(element_value(v, a.t, true, &value));
  if (!fancy && v.tag == PV_TRACER && is_element(&a, item, n)) return np_no_element(v);
  if (!fancy) DBX_TRY(check_depth(v, place.view.rank, is_element(&a, item, n), a.t));
  if (!fancy) DBX_TRY(element_value(v, a.t, false, &value));
  bool misfit = value.size != 1 || (dbx_is_complex(value.t) && !dbx_is_complex(a.t));
  if (is_element(&a, item, n) && value.rank && misfit)
    return dbx_is_complex(a.t) ? dbx_fail(DBX_E204, (dbx_span){0},
                                          "only length-1 arrays can be converted to Python scalars")
                               : too_deep(0, true);
  return nd_scatter(&place, &value);
}

dbx_status np_place(pv x, pv index, nd_place *ret) {
  nd a;
  nd_item *item;
  uint32_t n;
  DBX_TRY(items(index, &item, &n));
  DBX_TRY(np_writable(x, &a));
  return nd_find(&a, item, n, ret);
}

dbx_status np_setitem(pv x, pv index, pv v) {
  char *at;
  nd a;
  if (is_obj(x, T_GENERIC))
    return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object does not support item assignment",
                    lang_type_name(x));
  if (is_number(v) && !NDARRAY(x)->readonly && quick_element(x, index, &at)) {
    dbx_scalar number;
    DBX_TRY(np_number_as(v, NDARRAY(x)->t, &number));
    DBX_TRY(np_writable(x, &a));
    if (quick_element(x, index, &at)) dbx_store(at, a.t, number);
    return DBX_OK;
  }
  uint32_t pool = dbx_pool_mark();
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_status st = setitem(x, index, v);
  dbx_pool_release(pool);
  dbx_scratch_release(m);
  return dbx_polled(st);
}
