// Promotion: the whole table of pairs of types as jax's lattice has it (64 bits on; a star: weak),
// and shapes.
#include "jnp/ops.h"
#include "unit/traced.h"

#include <criterion/criterion.h>
#include <string.h>

// ---- dtypes ----

static const char columns[] =
    "bool u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 f32 f64 c64 c128 i64* f64* c128*";
static const struct {
  const char *of, *with; // the columns, in their order
} table[] = {
    {"bool", "bool u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 f32 f64 c64 c128 i64* f64* c128*"},
    {"u8", "u8 u8 u16 u32 u64 i16 i16 i32 i64 f16 bf16 f32 f64 c64 c128 u8 f64* c128*"},
    {"u16", "u16 u16 u16 u32 u64 i32 i32 i32 i64 f16 bf16 f32 f64 c64 c128 u16 f64* c128*"},
    {"u32", "u32 u32 u32 u32 u64 i64 i64 i64 i64 f16 bf16 f32 f64 c64 c128 u32 f64* c128*"},
    {"u64", "u64 u64 u64 u64 u64 f64* f64* f64* f64* f16 bf16 f32 f64 c64 c128 u64 f64* c128*"},
    {"i8", "i8 i16 i32 i64 f64* i8 i16 i32 i64 f16 bf16 f32 f64 c64 c128 i8 f64* c128*"},
    {"i16", "i16 i16 i32 i64 f64* i16 i16 i32 i64 f16 bf16 f32 f64 c64 c128 i16 f64* c128*"},
    {"i32", "i32 i32 i32 i64 f64* i32 i32 i32 i64 f16 bf16 f32 f64 c64 c128 i32 f64* c128*"},
    {"i64", "i64 i64 i64 i64 f64* i64 i64 i64 i64 f16 bf16 f32 f64 c64 c128 i64 f64* c128*"},
    {"f16", "f16 f16 f16 f16 f16 f16 f16 f16 f16 f16 f32 f32 f64 c64 c128 f16 f16 c64"},
    {"bf16",
     "bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 f32 bf16 f32 f64 c64 c128 bf16 bf16 c64"},
    {"f32", "f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f64 c64 c128 f32 f32 c64"},
    {"f64", "f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 c128 c128 f64 f64 c128"},
    {"c64", "c64 c64 c64 c64 c64 c64 c64 c64 c64 c64 c64 c64 c128 c64 c128 c64 c64 c64"},
    {"c128",
     "c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128"},
    {"i64*", "i64* u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 f32 f64 c64 c128 i64* f64* c128*"},
    {"f64*",
     "f64* f64* f64* f64* f64* f64* f64* f64* f64* f16 bf16 f32 f64 c64 c128 f64* f64* c128*"},
    {"c128*", "c128* c128* c128* c128* c128* c128* c128* c128* c128* c64 c64 c64 c128 c64 c128 "
              "c128* c128* c128*"},
};
enum { N = sizeof table / sizeof *table };

static const char *word_at(const char *s, uint32_t i, char *ret) {
  while (i--) s += strcspn(s, " ") + 1;
  size_t n = strcspn(s, " ");
  memcpy(ret, s, n);
  ret[n] = 0;
  return ret;
}

// A Python number where the type is weak, otherwise an array.
static V of_type(const char *name) {
  size_t n = strcspn(name, "*");
  dbx_dtype t;
  int64_t dims[] = {2};
  dbx_array *a;
  cr_assert(dbx_dtype_by_short(name, n, &t), "%s", name);
  if (name[n]) return t == DBX_I64 ? jn_int(1) : t == DBX_F64 ? jn_float(1) : (V){DBX_V_COMPLEX};
  cr_assert_eq(dbx_array_new(t, 1, dims, &a), DBX_OK);
  memset(a->data, 0, (size_t)2 * dbx_dtype_bytes(t));
  return dbx_val_array(dbx_autorelease(a));
}

static const char *type_text(dbx_dtype t, bool weak, char *ret) {
  strcpy(ret, dbx_dtype_short(t));
  return weak ? strcat(ret, "*") : ret;
}

static void each_pair(void (*f)(const char *x, const char *y, const char *want)) {
  char y[16], want[16];
  for (uint32_t i = 0; i < N; i++)
    for (uint32_t k = 0; k < N; k++)
      f(table[i].of, word_at(columns, k, y), word_at(table[i].with, k, want));
}

static void check_pair(const char *x, const char *y, const char *want) {
  char have[16];
  uint32_t pool = dbx_pool_mark();
  dbx_scratch_mark m = dbx_scratch_here();
  V v[] = {of_type(x), of_type(y)};
  dbx_type t = jn_result_type(v, 2);
  cr_expect_str_eq(type_text(t.dtype, t.weak, have), want, "%s with %s: %s", x, y, have);
  cr_assert_eq(jn_promote_dtypes(v, 2, JN_ANY), DBX_OK);
  for (int i = 0; i < 2; i++) { // both are converted to it
    type_text(jn_dtype(v[i]), jn_weak(v[i]), have);
    cr_expect_str_eq(have, want, "%s with %s: operand %d is %s", x, y, i, have);
  }
  dbx_pool_release(pool);
  dbx_scratch_release(m);
}

Test(promote, every_pair_of_types) { each_pair(check_pair); }

Test(promote, every_pair_of_types_while_tracing) {
  traced x;
  traced_begin(&x, "");
  each_pair(check_pair);
  traced_end(&x);
}

static const struct {
  const char *of, *inexact, *numeric;
} wanted[] = {{"bool", "f32", "i32"}, {"u8", "f32", "u8"},     {"i32", "f32", "i32"},
              {"i64", "f64", "i64"},  {"u64", "f64", "u64"},   {"f16", "f16", "f16"},
              {"c64", "c64", "c64"},  {"i64*", "f64*", "i64*"}};

Test(promote, what_functions_of_floats_and_of_numbers_make_of_a_type) {
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    char have[16];
    V a = of_type(wanted[i].of), b = a;
    cr_assert_eq(jn_promote_dtypes(&a, 1, JN_INEXACT), DBX_OK);
    cr_assert_eq(jn_promote_dtypes(&b, 1, JN_NUMERIC), DBX_OK);
    cr_expect_str_eq(type_text(jn_dtype(a), jn_weak(a), have), wanted[i].inexact, "%s", have);
    cr_expect_str_eq(type_text(jn_dtype(b), jn_weak(b), have), wanted[i].numeric, "%s", have);
  }
}

// ---- shapes ----

static const expr_row broadcast[] = {
    {"jnp.add(jnp.ones((2, 1)), jnp.ones(3)).shape", "(2, 3)"},
    {"jnp.add(jnp.ones(()), jnp.ones((0, 2))).shape", "(0, 2)"},
    {"jnp.add(jnp.ones((1, 0)), jnp.ones((3, 1))).shape", "(3, 0)"},
    {"jnp.add(jnp.ones(0), jnp.ones(2))", "E301 ValueError"},
    {"jnp.add(jnp.ones((2, 3)), jnp.ones((3, 2)))", "E301 ValueError"},
    {"jnp.broadcast_to(jnp.ones((1, 3)), (2, 3)).shape", "(2, 3)"},
    {"jnp.broadcast_to(jnp.ones((2, 3)), (3,))", "E308 ValueError"},
};
Test(promote, shapes) { EXPR_ROWS(broadcast); }

#define NM "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m], z:f64[1]"
static const traced_row lengths[] = {
    {NM, "x + x", "add -> f64[a]"},
    {NM, "x + z", "squeeze broadcast_in_dim add -> f64[a]"}, // a length of 1 is repeated
    {NM, "x + y", "E301 ValueError"},                        // two lengths that may differ
    {NM, "x + jnp.ones(2)", "E301 ValueError"},              // and one that may not be 2
    {NM, "x + jnp.ones((4, 1))",
     "broadcast_in_dim broadcast_in_dim squeeze broadcast_in_dim add -> f64[4,a]"},
};
Test(promote, lengths_that_only_a_run_knows) { TRACED_ROWS(lengths); }
