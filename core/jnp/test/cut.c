// Slices of an axis: what jax 0.4.23 computes, and what operands of lengths that only a run knows
// are traced to.
#include "jnp/index.h"
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.arange(5)[1:4]", "i64[3] 1 2 3"},
    {"jnp.arange(5)[-2:]", "i64[2] 3 4"},
    {"jnp.arange(5)[::-1]", "i64[5] 4 3 2 1 0"},
    {"jnp.arange(5)[4:1:-2]", "i64[2] 4 2"},
    {"jnp.arange(5)[3:1]", "i64[0]"},
    {"jnp.arange(5)[-100:100:2]", "i64[3] 0 2 4"},
    {"jnp.arange(5)[::0]", "E208 ValueError"},
};

Test(cut, computed) { EXPR_ROWS(computed); }

#define X "n:i64[] implicit, x:f64[n,3]"

static const traced_row staged[] = {
    {X, "x[1:]", "min sub max dynamic_slice -> f64[e,3]"},
    {X, "x[:n]", "lt add pjit max min max dynamic_slice -> f64[l,3]"},
    {X, "x[::-1]", "sub iota broadcast_in_dim mul broadcast_in_dim add pjit -> f64[a,3]"},
    {X, "x[::2]", "add pjit max iota broadcast_in_dim mul broadcast_in_dim add pjit -> f64[u,3]"},
    {X, "x[1:1]", "min min sub max dynamic_slice -> f64[f,3]"},
};

Test(cut, staged) { TRACED_ROWS(staged); }

// Places counted from the end of an axis of length 5: as they are given, or as an equation.
Test(cut, a_place_counted_from_the_end) {
  static const struct {
    int64_t at, is;
  } places[] = {{0, 0}, {4, 4}, {-1, 4}, {-5, 0}};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    V v = jn_normalized(jn_int(places[i].at), dbx_dim_int(5));
    int64_t have;
    cr_expect(dbx_concrete_int(&v, &have) == DBX_OK && have == places[i].is);
  }
  traced x;
  traced_begin(&x, "n:i64[], i:i64[]");
  V v = jn_normalized(traced_get(&x, "i"), dbx_dim_int(5));
  cr_expect_eq(v.kind, DBX_V_TRACER, "only a run knows whether it is negative");
  cr_expect_gt(x.frame->eqns.n, 0);
  traced_end(&x);
}

static V none(void) { return dbx_val_none(); }

Test(cut, what_a_slice_takes_of_five) {
  enum { NONE = 99 };
  static const struct {
    int64_t part[3], start, size, step; // NONE: left out
    bool whole;
  } slices[] = {
      {{NONE, NONE, NONE}, 0, 5, 1, true},
      {{0, 5, 1}, 0, 5, 1, true},
      {{1, 3, NONE}, 1, 2, 1, false},
      {{-2, NONE, NONE}, 3, 2, 1, false},
      {{NONE, NONE, -1}, 4, 5, -1, false},
      {{3, 1, NONE}, 3, 0, 1, false},
      {{-100, 100, 2}, 0, 3, 2, false},
      {{4, 0, -3}, 4, 2, -3, false},
      {{INT64_MIN, INT64_MAX, 1}, 0, 5, 1, true},
  };
  for (size_t i = 0; i < sizeof slices / sizeof *slices; i++) {
    item it = {.kind = ITEM_SLICE};
    cut c;
    for (int k = 0; k < 3; k++)
      it.part[k] = slices[i].part[k] == NONE ? none() : jn_int(slices[i].part[k]);
    cr_assert_eq(jn_read_slice(&it, dbx_dim_int(5), &c), DBX_OK);
    cr_expect_eq(c.whole, slices[i].whole, "slice %zu", i);
    cr_expect_eq(c.size, dbx_dim_int(slices[i].size), "slice %zu: %d", i, (int)c.size);
    if (c.whole) continue;
    cr_expect(c.step == slices[i].step && c.start.i == slices[i].start, "slice %zu: %d, %d", i,
              (int)c.start.i, (int)c.step);
  }
}
