// Arguments of functions: numbers, axes, dtypes and shapes as they were given (see ops.h).
#include "jnp/ops.h"

#include "base/poll.h"
#include "trace/assume.h"

#include <inttypes.h>
#include <stdio.h>

static const char *aval_text(const V *v) { return dbx_aval_text(dbx_val_aval(v)); }

// What Python would repeat or choose, the program has to.
static dbx_status note_loops(void) {
  dbx_diag_note(
      "a loop over a traced number of rounds is a for_loop (jax: lax.fori_loop), one until "
      "something holds a while_loop; qjit(autograph=True) reads `for` so");
  dbx_diag_note("an element of a list at a traced place is jnp.array(LIST)[PLACE]");
  return DBX_FAIL;
}

static dbx_status note_choices(void) {
  dbx_diag_note("a choice by a traced value is a cond or, of two values, jnp.where; a loop as long "
                "as it holds is a while_loop; qjit(autograph=True) reads `if` and `while` so");
  return DBX_FAIL;
}

dbx_status dbx_concrete_int(const dbx_val *v, int64_t *ret) {
  if (v->kind == DBX_V_INT || v->kind == DBX_V_BOOL) return *ret = v->i, DBX_OK;
  if (v->kind == DBX_V_TRACER) {
    dbx_fail_(DBX_E403, (dbx_span){0},
              "The __index__() method was called on traced array with type %s: its value is known "
              "only when the compiled function runs",
              aval_text(v));
    return note_loops();
  }
  bool array = v->kind == DBX_V_ARRAY && v->array->size == 1 && !dbx_is_inexact(v->array->dtype);
  int64_t i = array ? dbx_array_at(v->array, 0).i : 0;
  if (v->kind == DBX_V_BIGINT || (array && v->array->dtype == DBX_U64 && i < 0))
    return dbx_fail(DBX_E211, (dbx_span){0}, "Python int too large to convert to C long");
  if (array) return *ret = i, DBX_OK;
  return dbx_fail_as(DBX_E204, DBX_S_TypeError, (dbx_span){0},
                     "'%s' object cannot be interpreted as an integer", dbx_val_type_name(v));
}

dbx_status dbx_concrete_bool(const dbx_val *v, bool *ret) {
  if (v->kind == DBX_V_TRACER) {
    if (dbx_decide_truth(v->tracer, true, ret)) return DBX_OK;
    dbx_fail_(DBX_E402, (dbx_span){0},
              "Attempted boolean conversion of traced array with type %s: its value is known only "
              "when the compiled function runs",
              aval_text(v));
    return note_choices();
  }
  if (v->kind == DBX_V_ARRAY && v->array->size != 1 && v->array->size != 0)
    return dbx_fail_as(
        DBX_E208, DBX_S_ValueError, (dbx_span){0},
        "The truth value of an array with more than one element is ambiguous. Use a.any() "
        "or a.all()");
  if (v->kind == DBX_V_ARRAY)
    return *ret = v->array->size && !dbx_scalar_is_zero(dbx_array_at(v->array, 0), v->array->dtype),
           DBX_OK;
  *ret = v->kind == DBX_V_FLOAT     ? v->c[0] != 0
         : v->kind == DBX_V_COMPLEX ? v->c[0] != 0 || v->c[1] != 0
                                    : v->i != 0;
  return DBX_OK;
}

dbx_status jn_int_arg(V v, const char *what, int64_t *ret) {
  DBX_TRY(status_of(v));
  dbx_status st = dbx_concrete_int(&v, ret);
  if (st != DBX_OK && dbx_diag_pending()) dbx_diag_note("it is needed for the %s", what);
  return st;
}

dbx_status jn_count_arg(V v, const char *what, uint32_t most, uint32_t *ret) {
  int64_t i;
  DBX_TRY(jn_int_arg(v, what, &i));
  if (i >= 0 && i <= most) return *ret = (uint32_t)i, DBX_OK;
  return dbx_fail(DBX_E306, (dbx_span){0}, "the %s cannot be %" PRId64, what, i);
}

bool jn_bool_arg(V v) {
  bool b = false;
  if (v.kind == DBX_V_TRACER || dbx_concrete_bool(&v, &b) != DBX_OK) dbx_diag_forget();
  return b;
}

dbx_status jn_axis(V axis, uint32_t rank, int64_t *ret) {
  int64_t i;
  DBX_TRY(jn_int_arg(axis, "axis", &i));
  if (i < -(int64_t)rank || i >= rank)
    return dbx_fail(DBX_E306, (dbx_span){0},
                    "axis %" PRId64 " is out of bounds for array of dimension %u", i, rank);
  *ret = i < 0 ? i + rank : i;
  return DBX_OK;
}

dbx_status jn_axes(V axis, uint32_t rank, const int64_t **ret, uint32_t *n) {
  const V *item = &axis;
  *n = 1;
  if (is_none(axis)) {
    int64_t *all = DBX_TMP(int64_t, rank);
    for (uint32_t i = 0; i < rank; i++) all[i] = i;
    return *ret = all, *n = rank, DBX_OK;
  }
  if (dbx_is_seq(&axis)) item = axis.item, *n = axis.n;
  int64_t *a = DBX_TMP(int64_t, *n);
  for (uint32_t i = 0; i < *n; i++) {
    DBX_TRY(jn_axis(item[i], rank, &a[i]));
    for (uint32_t k = 0; k < i; k++)
      if (a[k] == a[i]) return dbx_fail(DBX_E306, (dbx_span){0}, "duplicate value in 'axis'");
  }
  *ret = a;
  return DBX_OK;
}

dbx_status dbx_dtype_of(const dbx_val *v, dbx_dtype *ret) {
  if (v->kind == DBX_V_DTYPE) return *ret = v->dtype, DBX_OK;
  if (v->kind == DBX_V_STR) {
    static const struct {
      const char *name;
      dbx_dtype t;
    } more[] = {{"int", DBX_I64}, {"float", DBX_F64}, {"complex", DBX_C128}, {"bool_", DBX_BOOL},
                {"f8", DBX_F64},  {"f4", DBX_F32},    {"i8", DBX_I64},       {"i4", DBX_I32}};
    const char *s = dbx_sym_text(v->str);
    if (dbx_dtype_by_name(s, ret)) return DBX_OK;
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
      if (!strcmp(s, more[i].name)) return *ret = more[i].t, DBX_OK;
    dbx_fail_(DBX_E408, (dbx_span){0}, "data type '%s' not understood", s);
    return dbx_dtype_advise(s);
  }
  if (v->kind == DBX_V_ARRAY && v->array->host) return *ret = v->array->dtype, DBX_OK;
  return dbx_fail(DBX_E408, (dbx_span){0}, "Cannot interpret a value of type '%s' as a data type",
                  dbx_val_type_name(v));
}

dbx_status jn_dtype_arg(V v, dbx_dtype *ret) {
  if (is_none(v)) return *ret = DBX_NO_DTYPE, DBX_OK;
  return dbx_dtype_of(&v, ret);
}

static dbx_status bad_shape(V v) {
  return dbx_fail(DBX_E302, (dbx_span){0}, "Shapes must be 1D sequences of integer scalars, got %s",
                  dbx_val_type_name(&v));
}

static dbx_status negative(const char *text) {
  return dbx_fail_as(DBX_E302, DBX_S_ValueError, (dbx_span){0},
                     "negative dimensions are not allowed, got %s", text);
}

// A length is a number of 63 bits, as an int of Python or in an array.
static dbx_status fixed_length(V v, dbx_dim *ret) {
  int64_t i = v.kind == DBX_V_ARRAY ? dbx_array_at(v.array, 0).i : v.i;
  bool wide = v.kind == DBX_V_ARRAY ? v.array->dtype == DBX_U64 && i < 0 : v.kind == DBX_V_BIGINT;
  char text[32];
  if (!wide && i >= 0) return *ret = dbx_dim_int(i), DBX_OK;
  if (!wide) snprintf(text, sizeof text, "%" PRId64, i);
  else if (v.kind == DBX_V_ARRAY) snprintf(text, sizeof text, "%" PRIu64, (uint64_t)i);
  else if (v.n) snprintf(text, sizeof text, "%" PRIu64, v.big.u);
  else snprintf(text, sizeof text, "%.6g", v.big.nearest);
  if (!wide || *text == '-') return negative(text);
  return dbx_fail(DBX_E708, (dbx_span){0}, "the size %s does not fit int64", text);
}

static dbx_status one_length(V v, V whole, dbx_dim *ret) {
  if (v.kind == DBX_V_TRACER) {
    if (!dbx_aval_is_int_scalar(dbx_var_aval(v.tracer))) return bad_shape(whole);
    return *ret = dbx_dim_var(v.tracer), DBX_OK;
  }
  bool integer = v.kind == DBX_V_INT || v.kind == DBX_V_BOOL || v.kind == DBX_V_BIGINT ||
                 (v.kind == DBX_V_ARRAY && !v.array->rank && !dbx_is_inexact(v.array->dtype));
  return integer ? fixed_length(v, ret) : bad_shape(whole);
}

enum { MOST_ROWS = 1 << 24 };

dbx_status jn_row_count(V v, uint32_t *n) {
  if (!dbx_is_arraylike(&v) || jn_rank(v) == 0)
    return dbx_fail(DBX_E410, (dbx_span){0}, "'%s' object is not iterable", dbx_val_type_name(&v));
  dbx_dim d = jn_info(v)->dims[0];
  if (!dbx_dim_is_int(d))
    return dbx_fail_(DBX_E403, (dbx_span){0}, "iteration over an axis whose length is traced"),
           note_loops();
  if (dbx_dim_value(d) > MOST_ROWS)
    return dbx_fail(DBX_E702, (dbx_span){0}, "an array of %" PRId64 " rows taken apart",
                    dbx_dim_value(d));
  *n = (uint32_t)dbx_dim_value(d);
  return DBX_OK;
}

static dbx_status lengths_in(V v, const V **item,
                             uint32_t *n) { // a sequence, or an array of rank 1
  if (dbx_is_seq(&v)) return *item = v.item, *n = v.n, DBX_OK;
  if (!dbx_is_arraylike(&v) || jn_rank(v) != 1) return bad_shape(v);
  DBX_TRY(jn_row_count(v, n));
  V *each = DBX_TMP(V, *n);
  for (uint32_t i = 0; i < *n; i++) DBX_TRY(status_of(each[i] = lax_row(v, i)));
  *item = each;
  return DBX_OK;
}

dbx_status jn_shape_arg(V v, S *ret) {
  DBX_TRY(status_of(v));
  bool scalar = dbx_is_number(&v) || (dbx_is_arraylike(&v) && jn_rank(v) == 0);
  const V *item = &v;
  uint32_t n = 1;
  if (!scalar) DBX_TRY(lengths_in(v, &item, &n));
  S s = {n, DBX_TMP(dbx_dim, n)};
  for (uint32_t i = 0; i < n; i++) DBX_TRY(one_length(item[i], v, &s.d[i]));
  *ret = s;
  return DBX_OK;
}
