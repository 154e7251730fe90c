// From a frame to a Jaxpr: what is folded, forwarded, pruned and dropped, and that nothing of the
// frame changes.
#include "trace/trace.h"
#include "unit/traced.h"

#include <criterion/criterion.h>
#include <string.h>

#define XN "n:i64[] implicit, x:f64[n]"
#define ARGS "{ lambda ; a:i64[] b:f64[a]. let"

// Lines are joined.
static const char *one_line(const char *s) {
  static dbx_buf b;
  dbx_clear(&b);
  for (; *s; s++) {
    if (*s != '\n') dbx_putc(&b, *s);
    else dbx_putc(&b, ' '), s += strspn(s + 1, " ");
  }
  return dbx_text(&b);
}

static const struct {
  const char *lets, *results, *jaxpr; // lets: what is computed and not needed
} rows[] = {
    {"", "x", ARGS "  in (b,) }"},
    {"", "1", ARGS "  in (1,) }"},
    {"", "(n, x)", ARGS "  in (a, b) }"},
    // an equation that nobody needs stays: it may say something. Its binder is dropped
    {"x * 2.0", "x",
     ARGS " c:f64[a] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 2.0 a "
          "_:f64[a] = mul b c in (b,) }"},
    // conversions of scalar constants are folded: 1 is converted to n's type
    {"", "n + 1", ARGS " c:i64[] = add a 1 in (c,) }"},
    {"", "lax.convert_element_type(3, 'float32')", ARGS "  in (3.0,) }"},
    // a conversion that changes nothing is forwarded
    {"", "lax.convert_element_type(x, 'float64') + x", ARGS " c:f64[a] = add b b in (c,) }"},
    {"", "lax.convert_element_type(x, 'int32')",
     ARGS " c:i32[a] = convert_element_type[new_dtype=int32 weak_type=False] b in (c,) }"},
    // a length that is folded is a number in the types that have it
    {"", "jnp.ones(lax.convert_element_type(3, 'int64'))",
     ARGS " c:f64[3] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 3 in (c,) }"},
    // lengths that only the results need are implicit results
    {"", "jnp.ones(n + 1)",
     ARGS " c:i64[] = add a 1 d:f64[c] = broadcast_in_dim[broadcast_dimensions=() "
          "shape=(None,)] 1.0 c in (c, d) }"},
};

Test(to_jaxpr, what_becomes_of_equations) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    traced x;
    traced_begin(&x, XN);
    if (*rows[i].lets) traced_let(&x, "unused", rows[i].lets);
    const char *j = one_line(traced_jaxpr(&x, rows[i].results));
    cr_expect_str_eq(j, rows[i].jaxpr, "%s:\n%s", rows[i].results, j);
    traced_end(&x);
  }
}

// Constants that are not used are left out; the order is that of the first use.
Test(to_jaxpr, constants) {
  traced x;
  dbx_arena arena = {0};
  dbx_captures kept = {0};
  traced_begin(&x, "n:i64[] implicit, x:f64[n], k:i64[], m:i64[]");
  dbx_frame *f = dbx_frame_open(DBX_FRAME_NESTED, dbx_intern("body"));
  dbx_array *a = array_read("f64[2] 1 2");
  dbx_var array = dbx_lift_array(f, a), xs, k, m, arg = dbx_new_arg(f, dbx_aval_scalar(DBX_I64, 0));
  cr_assert_eq(dbx_lift(f, traced_get(&x, "k").tracer, &k), DBX_OK);
  cr_assert_eq(dbx_lift(f, traced_get(&x, "x").tracer, &xs), DBX_OK);
  cr_assert_eq(dbx_lift(f, traced_get(&x, "m").tracer, &m), DBX_OK);
  cr_assert_eq(f->consts.n, 5); // array k n x m
  dbx_atom outs[] = {xs, array};
  const dbx_jaxpr *j = dbx_to_jaxpr(f, &arena, outs, 2, true, &kept);
  cr_expect(j->n_const == 3 && kept.n == 3 && j->n_in == 1 && j->invars[0] == arg);
  cr_expect(j->consts[0] == a && j->constvars[0] == array && !j->consts[1]);
  cr_expect(kept.at[1].outer == traced_get(&x, "n").tracer, "the length in the type of x");
  cr_expect_eq(j->constvars[2], xs);
  kept.n = 0;
  cr_expect_eq(dbx_to_jaxpr(f, &arena, NULL, 0, true, &kept)->n_const, 0);
  cr_expect_eq(dbx_to_jaxpr(f, &arena, &k, 1, true, NULL)->n_const, 1);
  cr_expect_eq(f->consts.n, 5, "the frame keeps all");
  dbx_frame_close(f);
  dbx_vec_free(&kept);
  dbx_arena_free(&arena);
  traced_end(&x);
  cr_expect_eq(a->refs, 1);
  dbx_array_unref(a);
}

// Inputs of a nested frame count as used, with the lengths in their types.
Test(to_jaxpr, inputs_of_nested_frames_keep_the_constants_in_their_types) {
  traced x;
  dbx_arena arena = {0};
  traced_begin(&x, XN);
  dbx_frame *f = dbx_frame_open(DBX_FRAME_NESTED, dbx_intern("body"));
  dbx_var n;
  cr_assert_eq(dbx_lift(f, traced_get(&x, "n").tracer, &n), DBX_OK);
  dbx_dim d = dbx_dim_var(n);
  dbx_new_arg(f, dbx_aval_of(DBX_F64, false, 1, &d));
  cr_expect_eq(dbx_to_jaxpr(f, &arena, NULL, 0, true, NULL)->n_const, 1);
  cr_expect_eq(dbx_to_jaxpr(f, &arena, NULL, 0, false, NULL)->n_const, 0);
  dbx_frame_close(f);
  dbx_arena_free(&arena);
  traced_end(&x);
}

Test(to_jaxpr, what_a_tracer_became) {
  traced x;
  dbx_arena arena = {0};
  traced_begin(&x, XN);
  traced_let(&x, "three", "lax.convert_element_type(3, 'int64')");
  traced_let(&x, "y", "jnp.ones(three)");
  dbx_var three = traced_get(&x, "three").tracer, y = traced_get(&x, "y").tracer;
  cr_expect_null(dbx_frame_jaxpr(x.frame, NULL), "it is not complete");
  cr_expect_eq(dbx_frame_subst(x.frame, three), three);
  dbx_jaxpr *j = dbx_to_jaxpr(x.frame, &arena, &y, 1, false, NULL);
  cr_expect(dbx_is_literal(dbx_jaxpr_atom(j, three)));
  cr_expect(j->outs[0] != y && dbx_tracer_of(j->outs[0]) == y, "with another type it is a copy");
  dbx_map so_far = {0};
  dbx_map_put(&so_far, x.frame->id, (uint64_t)(uintptr_t)j);
  cr_expect_eq(dbx_frame_jaxpr(x.frame, &so_far), j);
  cr_expect_eq(dbx_aval_at(dbx_tracer_aval(y, &so_far))->dims[0], dbx_dim_int(3));
  cr_expect_eq(dbx_tracer_aval(y, NULL), dbx_var_aval(y), "without the view it is the tracer's");
  x.frame->jaxpr = j;
  cr_expect_eq(dbx_frame_subst(x.frame, three), dbx_jaxpr_atom(j, three));
  x.frame->jaxpr = NULL;
  dbx_map_free(&so_far);
  dbx_arena_free(&arena);
  traced_end(&x);
}

Test(to_jaxpr, asked_twice_it_says_the_same_and_leaves_the_frame) {
  traced x;
  traced_begin(&x, XN);
  traced_let(&x, "y", "jnp.ones(lax.convert_element_type(3, 'int64')) + 1");
  char *first = dbx_strdup(traced_jaxpr(&x, "y"));
  uint32_t events = x.trace->events.n, vars = dbx_var_count();
  dbx_aval type = dbx_var_aval(traced_get(&x, "y").tracer);
  cr_expect_str_eq(traced_jaxpr(&x, "y"), first);
  cr_expect(x.trace->events.n == events && dbx_var_count() == vars);
  cr_expect_eq(dbx_var_aval(traced_get(&x, "y").tracer), type);
  free(first);
  traced_end(&x);
}
