// A Jaxpr evaluated inside a frame: every equation once more, over what its inputs stand for.
#include "read/read.h"
#include "trace/nested.h"
#include "unit/traced.h"

#include <criterion/criterion.h>
#include <string.h>

static dbx_jaxpr *read_jaxpr(traced *x, const char *text) {
  dbx_jaxpr *j;
  cr_assert_eq(dbx_read_jaxpr(dbx_source_add("j", text, strlen(text)), &x->trace->arena, &j),
               DBX_OK, "%s: %s", text, taken());
  return j;
}

// Inputs by name; the results are bound to "r" and the function is printed.
static const struct {
  const char *jaxpr, *inputs[2], *is;
} rows[] = {
    {"{ lambda ; c:i64[]. let  in (c,) }",
     {"k"},
     "{ lambda ; a:i64[] b:f64[a] c:i64[]. let  in (c,) }"},
    {"{ lambda ; c:i64[]. let  in (7,) }",
     {"k"},
     "{ lambda ; a:i64[] b:f64[a] c:i64[]. let  in (7,) }"},
    {"{ lambda ; c:i64[]. let d:i64[] = mul c 2 in (d,) }",
     {"k"},
     "{ lambda ; a:i64[] b:f64[a] c:i64[]. let d:i64[] = mul c 2 in (d,) }"},
    // lengths in types are those of the frame
    {"{ lambda ; c:i64[] d:f64[c]. let e:f64[c] = neg d in (e,) }",
     {"n", "x"},
     "{ lambda ; a:i64[] b:f64[a] c:i64[]. let d:f64[a] = neg b in (d,) }"},
    // the length of what is joined is computed anew
    {"{ lambda ; c:i64[] d:f64[c]. let\n    e:i64[] = mul c 2\n"
     "    f:f64[e] = concatenate[dimension=0] d d in (f,) }",
     {"n", "x"},
     "{ lambda ; a:i64[] b:f64[a] c:i64[]. let\n    _:i64[] = mul a 2\n    d:i64[] = add 0 a\n"
     "    e:i64[] = add d a\n    f:f64[e] = concatenate[dimension=0] b b\n  in (e, f) }"},
};

Test(retrace, equations_are_bound_again) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    traced x;
    dbx_capture in[2] = {{0}};
    dbx_map map = {0};
    dbx_atom out;
    traced_begin(&x, "n:i64[] implicit, x:f64[n], k:i64[]");
    dbx_jaxpr *j = read_jaxpr(&x, rows[i].jaxpr);
    for (uint32_t k = 0; k < j->n_in; k++) in[k].outer = traced_get(&x, rows[i].inputs[k]).tracer;
    cr_assert_eq(dbx_eval_in_frame(x.frame, j, in, j->n_in, &out, &map), DBX_OK, "%s", taken());
    const char *have = dbx_is_literal(out) ? traced_jaxpr(&x, "7") : NULL;
    if (!have) x.name[x.n] = (expr_name){"r", dbx_val_tracer(out)}, x.n++;
    if (!have) have = traced_jaxpr(&x, "r");
    cr_expect_str_eq(have, rows[i].is, "%s:\n%s", rows[i].jaxpr, have);
    dbx_map_free(&map);
    traced_end(&x);
  }
}

// An array is lifted where it is used first, tracers of frames around as well.
Test(retrace, inputs_from_outside_are_lifted) {
  traced x;
  dbx_map map = {0};
  dbx_atom out[2], lifted;
  dbx_array *array = array_read("f64[2] 1 2");
  traced_begin(&x, "y:f64[2]");
  dbx_jaxpr *j = read_jaxpr(&x, "{ lambda ; a:f64[2] b:f64[2]. let c:f64[2] = add a b in (c, a) }");
  dbx_frame *f = dbx_frame_open(DBX_FRAME_NESTED, dbx_intern("again"));
  dbx_capture in[] = {{.array = array, .inner = j->invars[0]},
                      {.outer = traced_get(&x, "y").tracer, .inner = j->invars[1]}};
  cr_assert_eq(dbx_eval_in_frame(f, j, in, 2, out, &map), DBX_OK);
  cr_expect(f->consts.n == 2 && f->consts.at[0].array == array && f->eqns.n == 1);
  cr_expect_eq(out[1], j->invars[0], "a result that is an array is not lifted yet");
  cr_assert_eq(dbx_lift_result(f, in, 2, out[1], &lifted), DBX_OK);
  cr_expect_eq(lifted, f->consts.at[0].inner);
  cr_expect(dbx_lift_result(f, in, 2, dbx_literal_int(1), &lifted) == DBX_OK &&
            dbx_is_literal(lifted));
  dbx_map_free(&map);
  dbx_frame_close(f);
  traced_end(&x);
  cr_expect_eq(array->refs, 1);
  dbx_array_unref(array);
}

// The additions that name the length of what is joined.
Test(retrace, lengths_of_what_is_joined) {
  static const struct {
    const char *parts[3];
    uint32_t n, additions;
    int64_t known; // -1: not
  } joins[] = {{{"p", "p"}, 2, 0, 4},
               {{"p"}, 1, 0, 2},
               {{"x"}, 1, 1, -1},
               {{"x", "x"}, 2, 2, -1},
               {{"p", "x", "p"}, 3, 2, -1}};
  for (size_t i = 0; i < sizeof joins / sizeof *joins; i++) {
    traced x;
    dbx_atom in[3];
    dbx_dim d;
    traced_begin(&x, "n:i64[] implicit, x:f64[n], p:f64[2]");
    for (uint32_t k = 0; k < joins[i].n; k++) in[k] = traced_get(&x, joins[i].parts[k]).tracer;
    cr_assert_eq(dbx_emit_concat_dim(x.frame, in, joins[i].n, 0, &d), DBX_OK);
    cr_expect_eq(x.frame->eqns.n, joins[i].additions, "row %zu: %u", i, x.frame->eqns.n);
    if (joins[i].known >= 0) cr_expect_eq(d, dbx_dim_int(joins[i].known));
    else cr_expect(dbx_dim_is_var(d));
    traced_end(&x);
  }
  traced x;
  dbx_dim d;
  traced_begin(&x, "p:f64[9223372036854775807]");
  dbx_atom in[] = {traced_get(&x, "p").tracer, traced_get(&x, "p").tracer};
  cr_expect_eq(dbx_emit_concat_dim(x.frame, in, 2, 0, &d), DBX_FAIL);
  cr_expect_str_eq(taken(), "E708 OverflowError");
  traced_end(&x);
}
