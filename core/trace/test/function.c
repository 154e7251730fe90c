// Whole functions: the InputType of arguments, tracing, calls.
#include "trace/function.h"
#include "control.h"
#include "prim/prim.h"
#include "read/read.h"

#include <criterion/criterion.h>
#include <string.h>

// Arguments as a type, with an axis name behind each axis that has one: "a.", "ab" (two axes).
static const struct {
  const char *arguments, *names; // names: of one argument after the other, '.' none
  const char *type, *implicit;   // implicit: argument and axis of each
} rows[] = {
    {"f64[2,3]", "..", "f64[2,3]", ""},
    {"i64[]", "", "i64[]", ""},
    {"f64[2,3]", "a.", "i64[] implicit, f64[DBIdx(0),3]", "00"},
    {"f64[2,2]", "aa", "i64[] implicit, f64[DBIdx(0),DBIdx(0)]", "00"},
    {"f64[2,2]", "ab", "i64[] implicit, i64[] implicit, f64[DBIdx(0),DBIdx(1)]", "0001"},
    {"f64[4], f64[3,4]",
     "b"
     "ab",
     "i64[] implicit, i64[] implicit, f64[DBIdx(0)], f64[DBIdx(1),DBIdx(0)]", "0010"},
    {"f64[2], f64[3]",
     "a"
     "a",
     "E315 TypeError", ""},
    {"f64[2,3]", "aa", "E315 TypeError", ""},
};

Test(function, axes_with_names_are_implicit_arguments) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    traced x;
    dbx_argument args[4];
    dbx_implicit implicit[8];
    uint64_t names[8];
    uint32_t n_implicit, axis = 0;
    traced_begin(&x, "");
    dbx_sig a = traced_type(&x, rows[i].arguments), s;
    for (uint32_t k = 0; k < a.n; k++) {
      args[k] = (dbx_argument){.aval = a.aval[k], .names = &names[axis]};
      for (uint32_t d = 0; d < dbx_aval_at(a.aval[k])->rank; d++, axis++)
        names[axis] = rows[i].names[axis] == '.' ? 0 : (uint64_t)rows[i].names[axis];
    }
    dbx_status st = dbx_infer_input_type(&x.trace->arena, args, a.n, &s, implicit, &n_implicit);
    cr_expect_str_eq(st == DBX_OK ? type_text(&s) : taken(), rows[i].type, "%s", rows[i].arguments);
    if (st == DBX_OK) {
      cr_expect_eq((size_t)2 * n_implicit, strlen(rows[i].implicit));
      for (uint32_t k = 0; k < n_implicit; k++)
        cr_expect(implicit[k].argument == (uint32_t)(rows[i].implicit[(size_t)2 * k] - '0') &&
                  implicit[k].axis == (uint32_t)(rows[i].implicit[(size_t)2 * k + 1] - '0'));
    }
    traced_end(&x);
  }
}

// Lengths of traced arguments are implicit too, each once, unless an argument to the left is it.
Test(function, lengths_of_traced_arguments) {
  static const struct {
    const char *args[3], *type;
  } traced_rows_[] = {
      {{"x"}, "i64[] implicit, f64[DBIdx(0)]"},
      {{"x", "x"}, "i64[] implicit, f64[DBIdx(0)], f64[DBIdx(0)]"},
      {{"x", "y"}, "i64[] implicit, i64[] implicit, f64[DBIdx(0)], f64[DBIdx(1)]"},
      {{"n", "x"}, "i64[], f64[DBIdx(0)]"},
      {{"x", "n"}, "i64[] implicit, f64[DBIdx(0)], i64[]"},
  };
  for (size_t i = 0; i < sizeof traced_rows_ / sizeof *traced_rows_; i++) {
    traced x;
    dbx_argument args[3];
    dbx_implicit implicit[3];
    uint32_t n = 0, n_implicit;
    dbx_sig s;
    traced_begin(&x, "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m]");
    for (; n < 3 && traced_rows_[i].args[n]; n++) {
      dbx_var v = traced_get(&x, traced_rows_[i].args[n]).tracer;
      args[n] = (dbx_argument){.aval = dbx_var_aval(v), .tracer = v};
    }
    cr_assert_eq(dbx_infer_input_type(&x.trace->arena, args, n, &s, implicit, &n_implicit), DBX_OK);
    cr_expect_str_eq(type_text(&s), traced_rows_[i].type, "%s", type_text(&s));
    traced_end(&x);
  }
}

// ---- tracing ----

static const struct {
  const char *in_type, *body, *out_type;
} functions[] = {
    {"i64[] implicit, f64[DBIdx(0)]", "x -> x + x", "f64[InDBIdx(0)]"},
    {"i64[]", "n -> jnp.ones(n)", "f64[InDBIdx(0)]"},
    {"i64[]", "n -> jnp.ones(n + 1)", "i64[] implicit, f64[OutDBIdx(0)]"},
    {"i64[]", "n -> (jnp.ones(n + 1), n)", "i64[] implicit, f64[OutDBIdx(0)], i64[]"},
    {"i64[]", "n -> (~n, jnp.ones(2))", "i64[], f64[2]"},
    {"", "-> ()", ""},
    {"i64[]", "n -> 'a'", "E512 TypeError"},
    {"i64[]", "n -> jnp.ones(n) + jnp.ones(2)", "E301 ValueError"},
};

Test(function, types_of_results) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    expr_body body = {.text = functions[i].body};
    dbx_callable f = expr_callable(&body);
    dbx_sym tree;
    dbx_trace *t = dbx_trace_begin(f.name);
    traced x = {.trace = t};
    dbx_sig in = traced_type(&x, functions[i].in_type);
    dbx_status st = dbx_trace_function(t, &in, &f, &tree);
    cr_expect_eq(st == DBX_OK, t->jaxpr != NULL);
    cr_expect_eq(st == DBX_OK, !t->failed);
    cr_expect_str_eq(st == DBX_OK ? type_text(&t->out_type) : taken(), functions[i].out_type, "%s",
                     functions[i].body);
    if (st == DBX_OK) cr_expect_eq(dbx_check_jaxpr(t->jaxpr), DBX_OK);
    cr_expect_null(t->top, "its frame is closed either way");
    traced_end(&x);
  }
}

// ---- calls ----

Test(function, a_call) {
  traced x;
  dbx_call_target target;
  dbx_leaves out;
  traced_begin(&x, "n:i64[] implicit, x:f64[n], y:f64[n]");
  expr_body body = {.text = "a -> jnp.concatenate([a, y])", .names = x.name, .n = x.n};
  dbx_callable f = expr_callable(&body);
  dbx_sig in_type = traced_type(&x, "i64[] implicit, f64[DBIdx(0)]");
  dbx_atom in[] = {traced_get(&x, "n").tracer, traced_get(&x, "x").tracer};
  cr_assert_eq(dbx_trace_call(&in_type, in, &f, &target), DBX_OK, "%s", taken());
  cr_expect_eq(target.n_captures, 2, "y, and the length in its type");
  cr_assert_eq(dbx_emit_call(f.name, &target, in, 2, &out), DBX_OK);
  const dbx_eqn *e = &x.frame->eqns.at[0];
  cr_expect(e->prim->id == DBX_PRIM_pjit && e->n_in == 4 && e->n_out == 2);
  cr_expect_eq(out.n, 1, "the length is an implicit result");
  cr_expect_eq(dbx_aval_at(dbx_val_aval(&out.at[0]))->dims[0], dbx_dim_var(e->out[0]));
  cr_expect_eq(dbx_check_jaxpr(target.jaxpr), DBX_OK);
  traced_end(&x);
}

// The Jaxpr of a function that goes on is that of one that ends with these results.
Test(function, so_far) {
  traced x;
  traced_begin(&x, "n:i64[]");
  traced_let(&x, "m", "~n");
  cr_expect_str_eq(traced_jaxpr(&x, "m"), "{ lambda ; a:i64[]. let b:i64[] = not a in (b,) }");
  traced_let(&x, "k", "~m");
  cr_expect_str_eq(traced_jaxpr(&x, "m"),
                   "{ lambda ; a:i64[]. let b:i64[] = not a; _:i64[] = not b in (b,) }");
  traced_end(&x);
}
