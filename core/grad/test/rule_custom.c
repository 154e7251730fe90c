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
