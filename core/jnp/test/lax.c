// The lax level: what is bound, and where nothing is.
#include "jnp/ops.h"
#include "trace/provenance.h"
#include "unit/traced.h"

#include <criterion/criterion.h>
#include <string.h>

static uint32_t emitted; // by the last `count`
#define COUNT(x, e) (emitted = (x)->frame->eqns.n, e), emitted = (x)->frame->eqns.n - emitted

static const char *last(const traced *x, dbx_buf *b) {
  dbx_clear(b);
  dbx_put(b, x->frame->eqns.n ? x->frame->eqns.at[x->frame->eqns.n - 1].prim->name : "");
  return dbx_text(b);
}

Test(lax, what_changes_nothing_is_not_bound) {
  traced x;
  V r;
  traced_begin(&x, "n:i64[] implicit, a:f64[n,2]");
  V a = traced_get(&x, "a");
  int64_t order[] = {0, 1}, turned[] = {1, 0};
  COUNT(&x, r = lax_convert(a, DBX_F64, false));
  cr_expect(!emitted && r.tracer == a.tracer);
  COUNT(&x, r = lax_reshape(a, jn_shape(a)));
  cr_expect(!emitted && r.tracer == a.tracer);
  COUNT(&x, r = lax_transpose(a, order));
  cr_expect(!emitted && r.tracer == a.tracer);
  COUNT(&x, r = lax_squeeze(a, NULL, 0));
  cr_expect(!emitted && r.tracer == a.tracer);
  COUNT(&x, r = lax_concatenate(&a, 1, 0));
  cr_expect(!emitted && r.tracer == a.tracer);
  COUNT(&x, r = lax_asarray(a));
  cr_expect(!emitted && r.tracer == a.tracer);
  COUNT(&x, r = lax_transpose(a, turned));
  cr_expect_eq(emitted, 1);
  traced_end(&x);
}

Test(lax, one_equation_each) {
  traced x;
  traced_begin(&x, "n:i64[] implicit, a:f64[n,2], i:i64[]");
  V a = traced_get(&x, "a"), i = traced_get(&x, "i"), at[] = {i, i};
  int64_t axis[] = {0}, third[] = {2};
  S wide = jn_shape_of_ints((int64_t[]){4}, 1), one = jn_shape_of_ints((int64_t[]){1, 1}, 2);
  const struct {
    V value;
    const char *prim, *type;
  } rows[] = {
      {lax_broadcast(a, wide), "broadcast_in_dim", "f64[4,?,2]"},
      {lax_expand_dims(a, third, 1), "broadcast_in_dim", "f64[?,2,1]"},
      {lax_iota(DBX_I32, jn_shape(a), 0), "iota", "i32[?,2]"},
      {lax_full(jn_shape(a), jn_int(1), DBX_I8), "broadcast_in_dim", "i8[?,2]"},
      {lax_full_like(a, jn_int(1), DBX_NO_DTYPE, NULL), "broadcast_in_dim", "f64[?,2]"},
      {lax_rev(a, axis, 1), "rev", "f64[?,2]"},
      {lax_reduce(DBX_PRIM_reduce_sum, a, axis, 1), "reduce_sum", "f64[2]"},
      {lax_argminmax(DBX_PRIM_argmax, a, 0, DBX_I32), "argmax", "i32[2]"},
      {lax_cumulative(DBX_PRIM_cumsum, a, 1, true), "cumsum", "f64[?,2]"},
      {lax_integer_pow(a, 3), "integer_pow", "f64[?,2]"},
      {lax_round(a, 0), "round", "f64[?,2]"},
      {lax_dynamic_slice(a, at, one), "dynamic_slice", "f64[1,1]"},
      {lax_dynamic_update_slice(a, a, at), "dynamic_update_slice", "f64[?,2]"},
      {lax_select(GT(a, a), a, a), "select_n", "f64[?,2]"},
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    dbx_buf b = {0};
    uint32_t position;
    put_val(&b, &rows[k].value);
    cr_expect_str_eq(dbx_text(&b), rows[k].type, "row %zu: %s", k, dbx_text(&b));
    const dbx_eqn *e = dbx_eqn_of_var(rows[k].value.tracer, &position);
    cr_expect_str_eq(e->prim->name, rows[k].prim, "row %zu", k);
    dbx_buf_free(&b);
  }
  traced_end(&x);
}

// The length of what is joined or padded is an equation before it.
Test(lax, lengths_that_a_run_computes) {
  traced x;
  dbx_buf b = {0};
  traced_begin(&x, "n:i64[] implicit, a:f64[n,2]");
  V a = traced_get(&x, "a"), two[] = {a, a};
  V joined = lax_concatenate(two, 2, 0);
  cr_expect_str_eq(last(&x, &b), "concatenate");
  cr_expect_eq(jn_shape(joined).d[0], dbx_dim_var(x.frame->eqns.at[x.frame->eqns.n - 2].out[0]));
  static const struct {
    jn_padding first;
    bool computed; // the length
  } rows[] = {{{0, 0, 0}, false}, {{1, 2, 0}, true}, {{-1, 0, 0}, true}, {{0, 0, 1}, true}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    jn_padding config[2] = {{rows[i].first[0], rows[i].first[1], rows[i].first[2]}, {0, 0, 0}};
    V r;
    COUNT(&x, r = lax_pad(a, jn_float(0), config));
    cr_expect_eq(emitted > 1, rows[i].computed, "padding %zu: %u", i, emitted);
    bool same = dbx_dim_equal(jn_shape(r).d[0], jn_shape(a).d[0]);
    cr_expect_eq(same, !rows[i].computed, "padding %zu", i);
  }
  dbx_buf_free(&b);
  traced_end(&x);
}

Test(lax, numbers_of_the_host) {
  static const struct {
    int64_t i;
    dbx_dtype to;
    const char *is;
  } rows[] = {{300, DBX_I8, "i8[] 44"},
              {-1, DBX_U64, "u64[] 18446744073709551615"},
              {2, DBX_BOOL, "bool[] True"},
              {1 << 24, DBX_F16, "f16[] inf"},
              {INT64_MAX, DBX_I64, "i64[] 9223372036854775807"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dbx_buf b = {0};
    V v = lax_convert_strong(jn_int(rows[i].i), rows[i].to);
    put_val(&b, &v);
    cr_expect_str_eq(dbx_text(&b), rows[i].is, "%s", dbx_text(&b));
    dbx_buf_free(&b);
  }
  V large = {.kind = DBX_V_BIGINT, .n = 1, .big = {1.8e19, UINT64_MAX}}, v;
  v = lax_convert_strong(large, DBX_U64);
  cr_expect_eq(dbx_array_at(v.array, 0).u, UINT64_MAX);
  cr_expect(bad(lax_convert_strong(large, DBX_I64)));
  cr_expect_str_eq(taken(), "E211 OverflowError");
  cr_expect_eq(lax_const_like(jn_float(1), jn_int(3)).kind, DBX_V_FLOAT, "beside a weak number");
  v = lax_const_like(jn_scalar(DBX_F32, dbx_scalar_f(1)), jn_int(3));
  cr_expect_eq(v.kind, DBX_V_ARRAY, "beside an array");
}
