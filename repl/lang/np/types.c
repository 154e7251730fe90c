// What the heap, the printer and dictionaries ask of arrays and scalars of numpy (cells of
// types.def).
#include "lang/np/types.h"

#include "interp/interp.h"
#include "ir/target.h"
#include "lang/np/np.h"

#include <stdio.h>

// ---- the heap ----

void ndarray_visit(obj *o, void (*child)(obj *o)) { visit_held(((o_ndarray *)o)->base, child); }

int64_t ndarray_held(const obj *o) {
  const dbx_array *a = ((const o_ndarray *)o)->buf;
  return a ? a->size * (int64_t)dbx_dtype_bytes(a->dtype) : 0;
}

void ndarray_release(obj *o) {
  o_ndarray *a = (o_ndarray *)o;
  heap_note_external(-ndarray_held(o));
  dbx_array_unref(a->buf), dbx_array_unref(a->frozen);
}

// ---- texts ----

dbx_status ndarray_text(pv v, bool str, dbx_buf *b) {
  dbx_array *a;
  uint32_t pool = dbx_pool_mark();
  DBX_TRY(lang_np_frozen(v, &a));
  DBX_TRY(dbx_check_text_axes(a));
  bool tensor = !str && NDARRAY(v)->tensor;
  dbx_status st = np_put_array(b, a, str ? NULL : tensor ? "tensor(" : "array(");
  if (st == DBX_OK && tensor) np_tensor_put(b, v);
  return dbx_pool_release(pool), st;
}

// numpy 2: np.float64(3.0), np.complex128(1+2j), np.True_.
static void put_typed_scalar(dbx_buf *b, const dbx_array *a) {
  dbx_buf text = {0};
  dbx_put_numpy_scalar(&text, a);
  const char *s = dbx_text(&text);
  size_t n = text.n;
  if (*s == '(') s++, n -= 2; // of a complex number
  if (a->dtype == DBX_BOOL) dbx_printf(b, "np.%s_", s);
  else dbx_printf(b, "np.%s(%.*s)", dbx_dtype_name(a->dtype), (int)n, s);
  dbx_buf_free(&text);
}

dbx_status generic_text(pv v, bool str, dbx_buf *b) {
  dbx_array *a;
  uint32_t pool = dbx_pool_mark();
  DBX_TRY(lang_np_frozen(v, &a));
  if (str || !dbx_target_now()->typed_scalars) dbx_put_numpy_scalar(b, a);
  else put_typed_scalar(b, a);
  return dbx_pool_release(pool), DBX_OK;
}

dbx_status ndarray_contains(pv x, pv item, bool *ret) {
  return np_is_operand(item) ? np_contains(x, item, ret) : lang_iter_contains(x, item, ret);
}

const char *generic_name(pv v) {
  static const char *const names[] = {
#define T(id, name, ...) [DBX_##id] = "numpy." #name,
#include "ir/dtypes.def"
#undef T
  };
  dbx_dtype t = GENERIC(v)->t;
  return t == DBX_BOOL ? "numpy.bool_" : names[t];
}

dbx_status generic_hash(pv v, uint64_t *ret) {
  return pv_hash(lang_scalar_to_python(GENERIC(v)->x, GENERIC(v)->t), ret);
}
