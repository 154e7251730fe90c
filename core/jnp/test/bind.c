// Binding a primitive: computed at once without a frame, staged into the innermost one otherwise;
// and the small vocabulary of shapes.
#include "jnp/ops.h"
#include "unit/traced.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *val_text(V v) {
  static dbx_buf b;
  dbx_clear(&b);
  put_val(&b, &v);
  return dbx_text(&b);
}
static V array_of(const char *text) { return dbx_val_array(dbx_autorelease(array_read(text))); }

Test(bind, without_a_frame_it_is_computed) {
  cr_expect_not(jn_tracing());
  V r = lax2(DBX_PRIM_add, array_of("i8[2] 127 1"), array_of("i8[2] 1 1"));
  cr_expect_str_eq(val_text(r), "i8[2] -128 2");
  cr_expect(jn_is_concrete(r));
  cr_expect_str_eq(val_text(lax2(DBX_PRIM_add, jn_int(2), jn_int(3))), "i64*[] 5",
                   "numbers of Python are weak");
}

Test(bind, in_a_frame_even_numbers_are_staged) {
  traced x;
  traced_begin(&x, "n:i64[]");
  V r = lax2(DBX_PRIM_add, jn_int(2), jn_int(3));
  cr_expect(jn_tracing() && !jn_is_concrete(r));
  cr_expect_eq(x.frame->eqns.n, 1);
  dbx_trace *t = dbx_trace_suspend();
  cr_expect_str_eq(val_text(lax2(DBX_PRIM_add, jn_int(2), jn_int(3))), "i64*[] 5");
  dbx_trace_resume(t);
  cr_expect_eq(x.frame->eqns.n, 1, "what is computed meanwhile leaves no equation");
  traced_end(&x);
}

Test(bind, what_failed_is_handed_on_and_reported_once) {
  V bad_one = lax2(DBX_PRIM_add, array_of("f64[2] 1 2"), array_of("f64[3] 1 2 3"));
  cr_expect_str_eq(val_text(bad_one), "<failed value>");
  V all = MUL(NEG(bad_one), ADD(jn_int(1), bad_one));
  cr_expect(bad(all));
  cr_expect_str_eq(taken(), "E310 TypeError");
  cr_expect(bad(lax1(DBX_PRIM_neg, jn_tuple(NULL, 0))));
  cr_expect_str_eq(taken(), "E406 TypeError");
  cr_expect(bad(jn_check_arraylike("f", dbx_val_none(), 1)));
  cr_expect_str_eq(taken(), "E406 TypeError");
}

Test(bind, an_array_that_a_kernel_hands_back_stays_as_it_was) {
  V x = array_of("f64[2] 1 2"), y = lax_convert(x, DBX_F64, true);
  cr_expect(jn_weak(y) && !jn_weak(x), "weakness is that of the result alone");
  cr_expect_eq(x.array->refs, 1);
}

// ---- shapes ----

Test(bind, shapes_are_equal_only_if_they_have_to_be) {
  traced x;
  traced_begin(&x,
               "n:i64[] implicit, m:i64[] implicit, a:f64[n,2], b:f64[m,2], c:f64[n,2], d:f64[n]");
  static const struct {
    const char *x, *y;
    bool same;
  } rows[] = {{"a", "c", true}, {"a", "b", false}, {"a", "d", false}, {"d", "d", true}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    cr_expect_eq(
        jn_same_shape(jn_shape(traced_get(&x, rows[i].x)), jn_shape(traced_get(&x, rows[i].y))),
        rows[i].same, "%s, %s", rows[i].x, rows[i].y);
  cr_expect_not(jn_static(jn_shape(traced_get(&x, "a"))));
  S copy = jn_shape(traced_get(&x, "a"));
  copy.d[1] = dbx_dim_int(7);
  cr_expect_eq(jn_shape(traced_get(&x, "a")).d[1], dbx_dim_int(2), "the type is not written to");
  traced_end(&x);
}
