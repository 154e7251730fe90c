// Backward rules of the host.
#include "derived.h"

#include "grad/rule.h"
#include "trace/state.h"

#include <criterion/criterion.h>
#include <string.h>

// The cotangent times the residual.
static dbx_status times_residual(int64_t number, const dbx_val *res, uint32_t n_res,
                                 const dbx_val *ct, uint32_t n_ct, dbx_val *ret, uint32_t n_ret) {
  cr_expect(number == 7 && n_res == 1 && n_ct == 1 && n_ret == 1);
  return ret[0] = MUL(res[0], ct[0]), status_of(ret[0]);
}

Test(grad_rule_custom, the_host_goes_backwards) {
  traced x;
  grad_frame f;
  dbx_var in;
  dbx_val t, two = dbx_val_float(2), out, ct = dbx_val_float(3), ret;
  traced_begin(&x, "x:f64[]");
  cr_expect(!dbx_grad_goes_back());
  grad_frame_open(&f, dbx_intern("f"), grad_take_known);
  cr_assert_eq(grad_frame_input(&f, dbx_val_aval(&x.name[0].val), &in), DBX_OK);
  t = dbx_val_tracer(in);
  cr_expect(dbx_grad_goes_back());
  cr_assert_eq(dbx_grad_custom(7, &x.name[0].val, 1, &two, 1, &t, 1, &out), DBX_OK, "%s", taken());
  grad_frame_close(&f);
  grad_tape tape = grad_tape_of(&f, &x.trace->arena, &in, 1, &out.tracer, 1);
  trace_now->backward = times_residual;
  cr_assert_eq(grad_backward(&tape, &f.env, &ct, &ret), DBX_OK, "%s", taken());
  cr_expect_str_eq(dbx_aval_text(dbx_val_aval(&ret)), "f64[]");
  trace_now->backward = NULL;
  cr_expect_eq(grad_backward(&tape, &f.env, &ct, &ret), DBX_FAIL);
  cr_expect(strstr(taken(), "E218"));
  grad_frame_free(&f);
  traced_end(&x);
}

// The function is x * x; its rule says x, and 5 times the tangent.
static dbx_status five_times(int64_t number, const dbx_val *x, const dbx_val *t, uint32_t n,
                             dbx_val *y, dbx_val *ty, uint32_t n_out) {
  cr_expect(number == 9 && n == 1 && n_out == 1);
  y[0] = x[0];
  ty[0] = MUL(lax_const_like(t[0], jn_float(5)), t[0]);
  return status_of(ty[0]);
}

static dbx_status nothing(int64_t number, const dbx_val *x, const dbx_val *t, uint32_t n,
                          dbx_val *y, dbx_val *ty, uint32_t n_out) {
  (void)number, (void)x, (void)t, (void)n, (void)n_out;
  y[0] = lax_const_like(x[0], jn_int(0));
  y[0] = EQ(y[0], y[0]);
  return ty[0] = dbx_val_none(), status_of(y[0]);
}

static dbx_status tangent_by(traced *x, uint32_t consts, dbx_custom_rule rule, dbx_val *ty) {
  dbx_kv kv[] = {{DBX_S_name, dbx_p_text("f")},
                 {DBX_S_num_consts, dbx_p_int(consts)},
                 {DBX_S_rule, dbx_p_host("rule", 9)}};
  dbx_eqn e = {.prim = dbx_primitive_of(DBX_PRIM_custom_jvp_call),
               .params = kv,
               .n_params = 3,
               .n_in = 1,
               .n_out = 1};
  dbx_val in = x->name[0].val, y = dbx_val_none();
  dbx_aval type = dbx_val_aval(&in);
  jvp_site s = {.e = &e, .x = &in, .t = &in, .type = &type, .y = &y, .ty = ty};
  *ty = dbx_val_none();
  trace_now->custom = rule;
  dbx_status st = dbx_jvp_custom_call(&s);
  trace_now->custom = NULL;
  return st;
}

Test(grad_rule_custom, a_rule_gives_the_tangents_of_a_call) {
  traced x;
  dbx_val ty;
  traced_begin(&x, "x:f64[3]");
  cr_assert_eq(tangent_by(&x, 0, five_times, &ty), DBX_OK, "%s", taken());
  cr_expect_str_eq(dbx_aval_text(dbx_val_aval(&ty)), "f64[3]");
  cr_expect_eq(tangent_by(&x, 0, NULL, &ty), DBX_FAIL);
  cr_expect(strstr(taken(), "E218"));
  cr_expect_eq(tangent_by(&x, 1, five_times, &ty), DBX_FAIL); // it closes over the value
  cr_expect(strstr(taken(), "E218"));
  cr_expect_eq(tangent_by(&x, 0, nothing, &ty), DBX_FAIL); // a truth value for a number
  cr_expect(strstr(taken(), "E204"));
  traced_end(&x);
}
