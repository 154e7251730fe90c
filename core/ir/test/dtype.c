// Dtypes and their promotion: the table that jax documents, and the laws that it obeys.
#include "ir/dtype.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(dtype, keys_are_no_numbers) {
  dbx_dtype t;
  cr_expect(!dbx_is_integer(DBX_KEY) && !dbx_is_inexact(DBX_KEY) && !dbx_is_unsigned(DBX_KEY));
  cr_expect_eq(dbx_dtype_kind(DBX_KEY), 'k');
  cr_expect_eq(dbx_dtype_bytes(DBX_KEY), 8);
  cr_expect(!dbx_dtype_by_name(dbx_dtype_name(DBX_KEY), &t), "no program can ask for keys");
  cr_expect(dbx_dtype_by_short("key<fry>", 8, &t) && t == DBX_KEY);
}

Test(dtype, names_say_kind_and_bits) {
  for (int i = 0; i < DBX_KEY; i++) {
    dbx_dtype t = (dbx_dtype)i, back;
    const char *name = dbx_dtype_name(t), *text = dbx_dtype_short(t);
    const char *bits = text + strcspn(text, "0123456789");
    if (t != DBX_BOOL) cr_expect_eq(strtoul(bits, NULL, 10), 8UL * dbx_dtype_bytes(t), "%s", text);
    cr_expect(!strcmp(bits, t == DBX_BOOL ? "" : name + strcspn(name, "0123456789")), "%s", name);
    cr_expect(dbx_dtype_by_name(name, &back) && back == t);
    cr_expect(dbx_dtype_by_short(text, strlen(text), &back) && back == t);
    cr_expect(strchr("biufc", dbx_dtype_kind(t)));
    cr_expect_eq(dbx_is_integer(t), strchr("iu", dbx_dtype_kind(t)) != NULL, "%s", name);
    cr_expect_eq(dbx_is_signed(t), dbx_dtype_kind(t) == 'i', "%s", name);
    cr_expect_eq(dbx_is_unsigned(t), dbx_dtype_kind(t) == 'u', "%s", name);
    cr_expect_eq(dbx_is_float(t), dbx_dtype_kind(t) == 'f', "%s", name);
    cr_expect_eq(dbx_is_complex(t), dbx_dtype_kind(t) == 'c', "%s", name);
    cr_expect_eq(dbx_is_inexact(t), strchr("fc", dbx_dtype_kind(t)) != NULL, "%s", name);
  }
  static const char *const none[] = {"", "f", "f6", "f641", "float", "float64 ", "F64", "int"};
  dbx_dtype t = DBX_NO_DTYPE;
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    cr_expect(!dbx_dtype_by_name(none[i], &t) && !dbx_dtype_by_short(none[i], strlen(none[i]), &t));
  cr_expect_eq(t, DBX_NO_DTYPE);
}

Test(dtype, real_and_complex_counterparts) {
  static const struct {
    dbx_dtype t, real, complex;
  } facts[] = {{DBX_F32, DBX_F32, DBX_C64},   {DBX_F64, DBX_F64, DBX_C128},
               {DBX_C64, DBX_F32, DBX_C64},   {DBX_C128, DBX_F64, DBX_C128},
               {DBX_I64, DBX_I64, DBX_C128},  {DBX_F16, DBX_F16, DBX_C128},
               {DBX_BOOL, DBX_BOOL, DBX_C128}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    cr_expect_eq(dbx_real_of(facts[i].t), facts[i].real, "row %zu", i);
    cr_expect_eq(dbx_complex_of(facts[i].t), facts[i].complex, "row %zu", i);
  }
}

// ---- promotion ----

// https://docs.jax.dev/en/latest/type_promotion.html; columns as the rows; weak types have a star.
static const struct {
  const char *type, *with;
} documented[] = {
    {"bool", "bool u8 u16 u32 u64 i8 i16 i32 i64 bf16 f16 f32 f64 c64 c128 i* f* c*"},
    {"u8", "u8 u8 u16 u32 u64 i16 i16 i32 i64 bf16 f16 f32 f64 c64 c128 u8 f* c*"},
    {"u16", "u16 u16 u16 u32 u64 i32 i32 i32 i64 bf16 f16 f32 f64 c64 c128 u16 f* c*"},
    {"u32", "u32 u32 u32 u32 u64 i64 i64 i64 i64 bf16 f16 f32 f64 c64 c128 u32 f* c*"},
    {"u64", "u64 u64 u64 u64 u64 f* f* f* f* bf16 f16 f32 f64 c64 c128 u64 f* c*"},
    {"i8", "i8 i16 i32 i64 f* i8 i16 i32 i64 bf16 f16 f32 f64 c64 c128 i8 f* c*"},
    {"i16", "i16 i16 i32 i64 f* i16 i16 i32 i64 bf16 f16 f32 f64 c64 c128 i16 f* c*"},
    {"i32", "i32 i32 i32 i64 f* i32 i32 i32 i64 bf16 f16 f32 f64 c64 c128 i32 f* c*"},
    {"i64", "i64 i64 i64 i64 f* i64 i64 i64 i64 bf16 f16 f32 f64 c64 c128 i64 f* c*"},
    {"bf16",
     "bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 f32 f32 f64 c64 c128 bf16 bf16 c64"},
    {"f16", "f16 f16 f16 f16 f16 f16 f16 f16 f16 f32 f16 f32 f64 c64 c128 f16 f16 c64"},
    {"f32", "f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f64 c64 c128 f32 f32 c64"},
    {"f64", "f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 c128 c128 f64 f64 c128"},
    {"c64", "c64 c64 c64 c64 c64 c64 c64 c64 c64 c64 c64 c64 c128 c64 c128 c64 c64 c64"},
    {"c128",
     "c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128"},
    {"i*", "i* u8 u16 u32 u64 i8 i16 i32 i64 bf16 f16 f32 f64 c64 c128 i* f* c*"},
    {"f*", "f* f* f* f* f* f* f* f* f* bf16 f16 f32 f64 c64 c128 f* f* c*"},
    {"c*", "c* c* c* c* c* c* c* c* c* c64 c64 c64 c128 c64 c128 c* c* c*"},
};
enum { ROWS = sizeof documented / sizeof *documented };

static dbx_type type_of(const char *s, size_t n) {
  dbx_type ret = {DBX_NO_DTYPE, true};
  if (s[n - 1] == '*') ret.dtype = *s == 'i' ? DBX_I64 : *s == 'f' ? DBX_F64 : DBX_C128;
  else ret.weak = !dbx_dtype_by_short(s, n, &ret.dtype);
  return ret;
}

static bool same(dbx_type a, dbx_type b) { return a.dtype == b.dtype && a.weak == b.weak; }

Test(dtype, promotion_is_what_jax_documents) {
  for (int r = 0; r < ROWS; r++) {
    const char *at = documented[r].with;
    dbx_type x = type_of(documented[r].type, strlen(documented[r].type));
    for (int c = 0; c < ROWS; c++) {
      dbx_type y = type_of(documented[c].type, strlen(documented[c].type));
      size_t n = strcspn(at, " ");
      dbx_type got = dbx_promote(x, y), want = type_of(at, n);
      cr_expect(same(got, want), "%s, %s: %s%s, and not %.*s", documented[r].type,
                documented[c].type, dbx_dtype_short(got.dtype), got.weak ? "*" : "", (int)n, at);
      at += n + strspn(at + n, " ");
    }
    cr_expect_eq(*at, 0, "row %s is used up", documented[r].type);
  }
}

Test(dtype, promotion_knows_no_order) {
  for (int i = 0; i < 2 * DBX_DTYPES; i++)
    for (int k = 0; k < 2 * DBX_DTYPES; k++) {
      dbx_type x = {(dbx_dtype)(i / 2), i & 1}, y = {(dbx_dtype)(k / 2), k & 1};
      cr_assert(same(dbx_promote(x, y), dbx_promote(y, x)), "%d, %d", i, k);
      cr_assert_eq(dbx_promote(x, x).dtype, x.dtype);
    }
  for (int i = 0; i < DBX_DTYPES * DBX_DTYPES * DBX_DTYPES; i++) { // of strong types: in groups too
    dbx_type x = {(dbx_dtype)(i % DBX_DTYPES), false},
             y = {(dbx_dtype)(i / DBX_DTYPES % DBX_DTYPES), false},
             z = {(dbx_dtype)(i / DBX_DTYPES / DBX_DTYPES), false};
    dbx_type all = dbx_promote_n((dbx_type[]){x, y, z}, 3), weak = dbx_promote(x, y);
    if (!weak.weak) cr_assert_eq(dbx_promote(weak, z).dtype, all.dtype, "%d", i);
    cr_assert_eq(dbx_promote_n((dbx_type[]){z, x, y}, 3).dtype, all.dtype, "%d", i);
  }
}

Test(dtype, one_type_is_itself) {
  for (int i = 0; i < DBX_DTYPES; i++) {
    dbx_type x = {(dbx_dtype)i, true};
    cr_expect(same(dbx_promote_n(&x, 1), x));
  }
}
