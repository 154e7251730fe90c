// The part of jax.vmap that works on arrays; trees and axes are lib/py/jax._batching.py's.
#include "lang/jax/tree_call.h"

#include "batch/batch.h"
#include "lang/jax/state.h"
#include "lang/object/operation.h"

enum { FUNCTION, VALUES, AXES, SIZE, NAME, AXIS_NAME };

static dbx_status mapped_values(const call_args *c, dbx_mapped **ret, uint32_t *n) {
  const o_seq *values = SEQ(c->at[VALUES]), *axes = SEQ(c->at[AXES]);
  *n = values->n;
  *ret = DBX_TMP(dbx_mapped, *n + 1);
  for (uint32_t i = 0; i < *n; i++) {
    (*ret)[i].axis = DBX_UNMAPPED;
    DBX_TRY(lang_to_owned_val(values->at[i], &(*ret)[i].v));
    if (axes->at[i].tag == PV_NONE) continue;
    DBX_TRY(lang_index(axes->at[i], &(*ret)[i].axis));
  }
  return DBX_OK;
}

static dbx_status size_of(const call_args *c, const dbx_mapped *m, uint32_t n, dbx_dim *ret) {
  int64_t size;
  if (c->at[SIZE].tag != PV_NONE) {
    DBX_TRY(lang_index(c->at[SIZE], &size));
    return *ret = dbx_dim_int(size), DBX_OK;
  }
  for (uint32_t i = 0; i < n; i++)
    if (m[i].axis != DBX_UNMAPPED)
      return *ret = dbx_aval_at(dbx_val_aval(&m[i].v))->dims[m[i].axis], DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "vmap must have at least one non-None value in in_axes");
}

// The list of n values that are pinned from `mark` on.
static pv list_of_pins(uint32_t mark) { return list_new(lang_pin_at(mark), lang_pins() - mark); }

static dbx_status call_on_examples(const call_args *c, dbx_batch *b, const dbx_mapped *m,
                                   uint32_t n, pv *ret) {
  uint32_t mark = lang_pins();
  for (uint32_t i = 0; i < n; i++) {
    dbx_val v;
    pv p;
    DBX_TRY(dbx_batch_argument(b, m[i], &v));
    DBX_TRY(lang_from_val(&v, &p));
    lang_pin(p);
  }
  DBX_TRY(lang_check_pins());
  pv list = list_of_pins(mark);
  lang_pin(list);
  DBX_TRY(lang_call(c->at[FUNCTION], &list, 1, ret));
  return lang_pin(*ret), DBX_OK;
}

static dbx_status result_at(dbx_batch *b, pv v, pv axis, pv *ret) {
  dbx_val x, out;
  int64_t to = DBX_NO_AXIS;
  if (!is_number(v) && !is_array(v) && v.tag != PV_TRACER && !is_obj(v, T_NDARRAY)) {
    dbx_buf text = {0};
    dbx_status st = lang_repr(v, &text);
    if (st == DBX_OK)
      dbx_fail_as_(DBX_E512, DBX_S_TypeError, (dbx_span){0},
                   "Output from batched function %s with type <class '%s'> is not a valid JAX type",
                   dbx_text(&text), lang_type_name(v));
    return dbx_buf_free(&text), DBX_FAIL;
  }
  DBX_TRY(lang_to_owned_val(v, &x));
  if (axis.tag != PV_NONE) DBX_TRY(lang_index(axis, &to));
  DBX_TRY(dbx_batch_result(b, &x, to, &out));
  return lang_from_val(&out, ret);
}

static dbx_status batch(const call_args *c, dbx_batch *b, const dbx_mapped *m, uint32_t n,
                        pv *ret) {
  pv r;
  DBX_TRY(call_on_examples(c, b, m, n, &r));
  const o_seq *values = SEQ(SEQ(r)->at[0]), *axes = SEQ(SEQ(r)->at[1]);
  uint32_t mark = lang_pins();
  for (uint32_t i = 0; i < values->n; i++) {
    pv v;
    DBX_TRY(result_at(b, values->at[i], axes->at[i], &v));
    lang_pin(v);
  }
  DBX_TRY(lang_check_pins());
  return *ret = list_of_pins(mark), DBX_OK;
}

static dbx_status over_examples(const call_args *c, pv *ret) {
  dbx_mapped *m;
  uint32_t n;
  dbx_dim size;
  DBX_TRY(mapped_values(c, &m, &n));
  DBX_TRY(size_of(c, m, n, &size));
  dbx_sym axis =
      c->at[AXIS_NAME].tag == PV_NONE ? 0 : dbx_intern(STR(lang_terminated(c->at[AXIS_NAME]))->s);
  dbx_batch *b = dbx_batch_begin(lang_function_name(c->at[NAME]), size, axis);
  dbx_status st = batch(c, b, m, n, ret);
  dbx_batch_end(b);
  return st;
}

dbx_status lang_over_examples(const call_args *c, pv *ret) {
  return lang_at_place(c, "batch", 6, over_examples, ret);
}
