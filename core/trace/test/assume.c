// Lengths that are assumed to be equal: remembered by what made them, also in a second trace.
#include "trace/assume.h"
#include "unit/traced.h"

#include <criterion/criterion.h>

#define XY "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m]"

static bool same(const traced *x, const char *a, const char *b) {
  return dbx_dim_equal(dbx_dim_var(traced_get(x, a).tracer), dbx_dim_var(traced_get(x, b).tracer));
}

Test(assume, two_lengths) {
  traced x, again;
  traced_begin(&x, XY);
  traced_let(&x, "k", "n + m");
  traced_let(&x, "l", "n * m");
  cr_expect_not(same(&x, "n", "m"));
  dbx_assume_equal(traced_get(&x, "m").tracer, traced_get(&x, "n").tracer);
  dbx_assume_equal(traced_get(&x, "k").tracer, traced_get(&x, "l").tracer);
  cr_expect(same(&x, "n", "m") && same(&x, "m", "n") && same(&x, "k", "l"));
  cr_expect_not(same(&x, "n", "k"));
  dbx_dim n = dbx_dim_var(traced_get(&x, "n").tracer), m = dbx_dim_var(traced_get(&x, "m").tracer);
  cr_expect_not(dbx_dim_identical(n, m), "they are still two");
  traced_let(&x, "z", "x + y");
  traced_end(&x);
  // the same text once more: other tracers, made by the same events
  traced_begin(&again, XY);
  traced_let(&again, "k", "n + m");
  cr_expect(same(&again, "n", "m"));
  traced_end(&again);
  dbx_assume_nothing();
}

Test(assume, a_length_and_a_number) {
  traced x;
  traced_begin(&x, XY);
  dbx_dim n = dbx_dim_var(traced_get(&x, "n").tracer);
  dbx_assume_size(traced_get(&x, "n").tracer, 3);
  cr_expect(dbx_dim_equal(n, dbx_dim_int(3)) && dbx_dim_equal(dbx_dim_int(3), n));
  cr_expect_not(dbx_dim_equal(n, dbx_dim_int(4)));
  traced_let(&x, "z", "x + jnp.ones(3)");
  dbx_assume_nothing();
  cr_expect_not(dbx_dim_equal(n, dbx_dim_int(3)));
  traced_end(&x);
}

// A constant of an inner frame is the length that it stands for.
Test(assume, through_lifting) {
  traced x;
  dbx_var in;
  traced_begin(&x, XY);
  dbx_assume_equal(traced_get(&x, "n").tracer, traced_get(&x, "m").tracer);
  dbx_frame *f = dbx_frame_open(DBX_FRAME_NESTED, dbx_intern("body"));
  cr_assert_eq(dbx_lift(f, traced_get(&x, "n").tracer, &in), DBX_OK);
  cr_expect(dbx_dim_equal(dbx_dim_var(in), dbx_dim_var(traced_get(&x, "m").tracer)));
  dbx_assume_nothing();
  traced_end(&x);
}

Test(assume, several_at_a_time) {
  traced x;
  traced_begin(&x, XY ", k:i64[]");
  dbx_assume_equal(traced_get(&x, "n").tracer, traced_get(&x, "m").tracer);
  dbx_assume_equal(traced_get(&x, "m").tracer, traced_get(&x, "k").tracer);
  cr_expect(same(&x, "n", "m") && same(&x, "m", "k"));
  dbx_assume_nothing();
  cr_expect_not(same(&x, "n", "m"));
  traced_end(&x);
}
