// Attributes of numpy's arrays and scalars, and the methods that are not functions as well.
#include "lang/np/np.h"

#include <string.h>

static pv shape_of(const nd *x, const int64_t *numbers) {
  pv t = tuple_new(NULL, x->rank);
  for (uint32_t i = 0; i < x->rank; i++) SEQ(t)->at[i] = pv_int(numbers[i]);
  return t;
}

static pv base_of(pv v) {
  if (!is_obj(v, T_NDARRAY) || !NDARRAY(v)->base) return pv_none();
  return pv_obj(NDARRAY(v)->base);
}

static dbx_status transposed(pv v, const nd *x, pv *ret) {
  nd r;
  if (is_obj(v, T_GENERIC)) return *ret = v, DBX_OK;
  DBX_TRY(nd_transpose(x, NULL, &r));
  return *ret = np_derived(v, &r), DBX_OK;
}

static dbx_status attr(pv v, const char *n, pv *ret) {
  nd x;
  DBX_TRY(np_operand(v, &x));
  if (!strcmp(n, "shape")) *ret = shape_of(&x, x.dims);
  else if (!strcmp(n, "strides")) *ret = shape_of(&x, x.strides);
  else if (!strcmp(n, "ndim")) *ret = pv_int(x.rank);
  else if (!strcmp(n, "size")) *ret = pv_int(x.size);
  else if (!strcmp(n, "dtype")) *ret = dtype_new(x.t, false, true);
  else if (!strcmp(n, "itemsize")) *ret = pv_int(dbx_dtype_bytes(x.t));
  else if (!strcmp(n, "nbytes")) *ret = pv_int(x.size * (int64_t)dbx_dtype_bytes(x.t));
  else if (!strcmp(n, "base")) *ret = base_of(v);
  else if (!strcmp(n, "T")) return transposed(v, &x, ret);
  else if (!strcmp(n, "real")) return np_fn_real(NULL, &v, ret);
  else if (!strcmp(n, "imag")) return np_fn_imag(NULL, &v, ret);
  return DBX_OK;
}

dbx_status np_attr(pv x, dbx_sym name, pv *ret) {
  if (np_tensor_attr(x, dbx_sym_text(name), ret)) return DBX_OK;
  uint32_t pool = dbx_pool_mark();
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_status st = attr(x, dbx_sym_text(name), ret);
  dbx_pool_release(pool);
  dbx_scratch_release(m);
  if (st == DBX_OK && ret->tag == PV_UNBOUND) np_find_method(x, dbx_sym_text(name), ret);
  return st;
}

// ---- methods ----

dbx_status np_fn_fill(const np_row *row, const pv *a, pv *ret) {
  nd x, value;
  if (!is_obj(a[0], T_NDARRAY)) return *ret = pv_none(), DBX_OK;
  DBX_TRY(np_writable(a[0], &x));
  bool yes;
  bool array = is_obj(a[1], T_NDARRAY) && NDARRAY(a[1])->rank, many = array || is_seq(a[1]);
  if (many && x.t == DBX_BOOL && !(array && NDARRAY(a[1])->size > 1)) { // its truth is the element
    DBX_TRY(lang_truth(a[1], &yes));
    nd one = nd_number(x.t, dbx_scalar_int(yes));
    return *ret = pv_none(), nd_write(&x, &one);
  }
  if (many && dbx_is_complex(x.t) && !(array && NDARRAY(a[1])->size == 1))
    return dbx_fail(DBX_E204, (dbx_span){0}, "must be real number, not %s", lang_type_name(a[1]));
  if (a[1].tag == PV_TRACER) return np_no_element(a[1]);
  if (np_is_sequence(a[1]))
    return dbx_fail(DBX_E208, (dbx_span){0}, "setting an array element with a sequence.");
  DBX_TRY(np_operand_as(a[1], x.t, &value));
  if (value.size != 1)
    return dbx_fail(DBX_E208, (dbx_span){0}, "setting an array element with a sequence.");
  nd one = nd_number(x.t, dbx_load(value.data, x.t));
  return *ret = pv_none(), nd_write(&x, &one);
}

dbx_status np_fn_item(const np_row *row, const pv *a, pv *ret) {
  nd x;
  pv element;
  const o_seq *s = SEQ(a[1]);
  DBX_TRY(np_operand(a[0], &x));
  if (!s->n && x.size != 1)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "can only convert an array of size 1 to a Python scalar");
  if (!s->n) {
    nd one = nd_number(x.t, nd_at(&x, 0));
    return *ret = np_unpacked(&one), DBX_OK;
  }
  pv index = s->n == 1 && is_obj(s->at[0], T_TUPLE) ? s->at[0] : a[1];
  if (SEQ(index)->n == 1 && x.rank != 1) { // of all elements in order
    int64_t i;
    DBX_TRY(lang_index(SEQ(index)->at[0], &i));
    if (i < -x.size || i >= x.size)
      return dbx_fail(DBX_E206, (dbx_span){0}, "index %lld is out of bounds for size %lld",
                      (long long)i, (long long)x.size);
    nd one = nd_number(x.t, nd_at(&x, i < 0 ? i + x.size : i));
    return *ret = np_unpacked(&one), DBX_OK;
  }
  if (SEQ(index)->n != x.rank)
    return dbx_fail(DBX_E208, (dbx_span){0}, "incorrect number of indices for array");
  DBX_TRY(np_getitem(a[0], index, &element));
  DBX_TRY(np_operand(element, &x));
  return *ret = np_unpacked(&x), DBX_OK;
}

static pv list_of(const nd *x) {
  if (!x->rank) return np_unpacked(x);
  nd part = nd_with(x, x->rank - 1);
  for (uint32_t i = 0; i < part.rank; i++)
    part.dims[i] = x->dims[i + 1], part.strides[i] = x->strides[i + 1];
  nd_set_size(&part);
  pv l = list_new(NULL, 0);
  for (int64_t i = 0; !dbx_stopping() && i < x->dims[0]; i++) {
    part.data = nd_along(x, 0, i);
    list_push(SEQ(l), list_of(&part));
  }
  return l;
}

dbx_status np_fn_tolist(const np_row *row, const pv *a, pv *ret) {
  nd x;
  DBX_TRY(np_operand(a[0], &x));
  *ret = list_of(&x);
  return heap_check_budget();
}

dbx_status np_fn_copyto(const np_row *row, const pv *a, pv *ret) {
  nd to, from, spread;
  DBX_TRY(np_no_option(row, a[3], "where"));
  if (!is_obj(a[0], T_NDARRAY))
    return dbx_fail(DBX_E204, (dbx_span){0}, "copyto() argument 1 must be numpy.ndarray, not %s",
                    lang_type_name(a[0]));
  if (pv_same(a[0], a[1])) return *ret = pv_none(), DBX_OK;
  DBX_TRY(np_writable(a[0], &to));
  DBX_TRY(np_operand(a[1], &from));
  const char *rule = is_str(a[2]) ? STR(a[2])->s : "same_kind";
  nd array;
  DBX_TRY(nd_new(to.t, 1, (int64_t[]){0}, &array));
  const nd *both[] = {&from, &array};
  if (!nd_can_cast(from.t, to.t, rule) && !(from.rank == 0 && nd_operands_fit(both, 2, to.t)))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "Cannot cast %s from dtype('%s') to dtype('%s') according to the rule '%s'",
                    from.rank ? "array data" : "scalar", dbx_dtype_name(from.t),
                    dbx_dtype_name(to.t), rule);
  if (!nd_spreads(&from, to.rank, to.dims, &spread))
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "could not broadcast input array from the shape of the source into that of the "
                    "destination");
  return *ret = pv_none(), nd_write(&to, &spread);
}

// ---- assignment to attributes ----

static dbx_status refuse_assignment(const char *name, const char *instead) {
  return dbx_fail(
      DBX_E218, (dbx_span){0},
      "assignment to the attribute '%s' of 'numpy.ndarray' exists in Python, but is not "
      "offered here; %s",
      name, instead);
}

dbx_status np_setattr(pv v, dbx_sym name, pv to) {
  const char *n = dbx_sym_text(name);
  pv part;
  if (!strcmp(n, "imag") && !dbx_is_complex(NDARRAY(v)->t))
    return dbx_fail(DBX_E204, (dbx_span){0}, "array does not have imaginary part to set");
  if (!strcmp(n, "real") || !strcmp(n, "imag")) {
    if (pv_same(v, to) && !strcmp(n, "real")) return DBX_OK;
    DBX_TRY(np_asarray(to, &to)); // imaginary parts are left out then
    DBX_TRY(lang_getattr(v, name, &part));
    return lang_setitem(part, PV(PV_ELLIPSIS), to);
  }
  if (!strcmp(n, "requires_grad") && NDARRAY(v)->tensor) return np_tensor_train(v, to);
  if (!strcmp(n, "shape")) return refuse_assignment(n, "write x = x.reshape(...)");
  if (!strcmp(n, "dtype")) return refuse_assignment(n, "write x = x.astype(...)");
  if (!strcmp(n, "flat")) return refuse_assignment(n, "write x[...] = ..., or x.fill(...)");
  if (!strcmp(n, "strides")) return refuse_assignment(n, "write a slice, or x.transpose(...)");
  if (!strcmp(n, "data")) return refuse_assignment(n, "write x[...] = ...");
  DBX_TRY(lang_findattr(v, name, &part));
  bool known = part.tag != PV_UNBOUND;
  if (!known && lang_refuse_known(v, n) != DBX_OK) dbx_diag_forget(), known = true;
  if (known)
    return dbx_fail(DBX_E203, (dbx_span){0},
                    "attribute '%s' of 'numpy.ndarray' objects is not writable", n);
  return dbx_fail(DBX_E203, (dbx_span){0}, "'numpy.ndarray' object has no attribute '%s'", n);
}

// ---- view: the same elements as another object ----

dbx_status np_fn_view(const np_row *row, const pv *a, pv *ret) {
  DBX_TRY(np_no_option(row, a[1], "dtype"));
  DBX_TRY(np_no_option(row, a[2], "type"));
  if (is_obj(a[0], T_GENERIC)) return *ret = a[0], DBX_OK;
  nd x = np_nd(a[0]);
  return *ret = np_view(NDARRAY(a[0]), &x), DBX_OK;
}
