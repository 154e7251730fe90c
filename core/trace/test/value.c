// Values of the array API: their Python types, the types they have in a trace, the pool.
#include "trace/value.h"
#include "ir/jaxpr.h"
#include "unit/expr.h"

#include <criterion/criterion.h>
#include <math.h>

static const struct {
  dbx_val v;
  const char *type, *aval; // aval NULL: no array
} rows[] = {
    {{.kind = DBX_V_NONE}, "NoneType", NULL},
    {{.kind = DBX_V_BOOL, .i = 1}, "bool", "bool[]"}, // strong, unlike numbers
    {{.kind = DBX_V_INT, .i = INT64_MIN}, "int", "i64[]*"},
    {{.kind = DBX_V_FLOAT}, "float", "f64[]*"},
    {{.kind = DBX_V_COMPLEX}, "complex", "c128[]*"},
    {{.kind = DBX_V_BIGINT}, "int", "i64[]*"},
    {{.kind = DBX_V_STR}, "str", NULL},
    {{.kind = DBX_V_DTYPE}, "dtype", NULL},
    {{.kind = DBX_V_TUPLE}, "tuple", NULL},
    {{.kind = DBX_V_LIST}, "list", NULL},
    {{.kind = DBX_V_SLICE}, "slice", NULL},
    {{.kind = DBX_V_ELLIPSIS}, "ellipsis", NULL},
    {{.kind = DBX_V_DICT}, "dict", NULL},
    {{.kind = DBX_V_CALL}, "function", NULL},
    {{.kind = DBX_V_FAILED}, "failed value", NULL},
};

Test(value, types) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const dbx_val *v = &rows[i].v;
    cr_expect_str_eq(dbx_val_type_name(v), rows[i].type);
    cr_expect_eq(dbx_is_arraylike(v), rows[i].aval != NULL, "%s", rows[i].type);
    if (!rows[i].aval) continue;
    dbx_buf b = {0};
    dbx_put_aval(&b, dbx_val_aval(v), NULL);
    if (dbx_aval_at(dbx_val_aval(v))->weak) dbx_put(&b, "*");
    cr_expect_str_eq(dbx_text(&b), rows[i].aval);
    dbx_buf_free(&b);
  }
  dbx_val other = {.kind = DBX_V_OTHER, .str = dbx_intern("set")};
  cr_expect_str_eq(dbx_val_type_name(&other), "set");
}

Test(value, an_array_has_its_own_type) {
  static const char *const texts[] = {"f32[2,3]", "i8[0]", "bool[]"};
  for (int i = 0; i < 3; i++) {
    dbx_buf text = {0}, b = {0};
    dbx_printf(&text, "%s 0 0 0 0 0 0", texts[i]);
    dbx_array *a = array_read(dbx_text(&text));
    a->weak = i == 2;
    dbx_put_aval(&b, dbx_array_aval(a), NULL);
    cr_expect_str_eq(dbx_text(&b), texts[i]);
    cr_expect_eq(dbx_aval_at(dbx_array_aval(a))->weak, a->weak);
    dbx_array_unref(a), dbx_buf_free(&text), dbx_buf_free(&b);
  }
}

Test(value, a_number_as_an_element) {
  dbx_dtype t;
  dbx_scalar x;
  dbx_val v = dbx_val_int(INT64_MAX);
  cr_expect(dbx_val_scalar(&v, &t, &x) == DBX_OK && t == DBX_I64 && x.i == INT64_MAX);
  v = dbx_val_float(-0.0);
  cr_expect(dbx_val_scalar(&v, &t, &x) == DBX_OK && t == DBX_F64 && signbit(x.c[0]));
  v = (dbx_val){.kind = DBX_V_COMPLEX, .c = {1, 2}};
  cr_expect(dbx_val_scalar(&v, &t, &x) == DBX_OK && t == DBX_C128 && x.c[1] == 2);
  v = (dbx_val){.kind = DBX_V_BIGINT, .big = {1e30, 0}};
  cr_expect_eq(dbx_val_scalar(&v, &t, &x), DBX_FAIL);
  cr_expect_str_eq(taken(), "E211 OverflowError");
}

Test(value, the_pool_owns_arrays_until_its_mark_is_released) {
  dbx_array *kept = dbx_array_ref(dbx_autorelease(array_read("i8[] 1")));
  uint32_t outer = dbx_pool_mark();
  for (int i = 0; i < 100; i++) {
    uint32_t inner = dbx_pool_mark();
    dbx_array_ref(dbx_autorelease(kept));
    dbx_array_ref(kept);
    cr_expect_eq(kept->refs, 4);
    dbx_pool_release(inner);
    cr_expect_eq(dbx_pool_mark(), inner);
    cr_expect_eq(kept->refs, 3);
    dbx_array_unref(kept);
  }
  dbx_pool_release(outer);
  cr_expect_eq(kept->refs, 2);
  dbx_pool_release(0);
  cr_expect_eq(kept->refs, 1);
  dbx_array_unref(kept);
}
