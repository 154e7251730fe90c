// Blocks in two passes: the results of the first are the binders of the second.
#include "quantum/deferred.h"
#include "drawn.h"

#include <criterion/criterion.h>

typedef struct kept {
  dbx_bind *bind;
  int entered, left;
} kept;

static dbx_status enter(void *ctx, dbx_frame *f) {
  return (void)f, ((kept *)ctx)->entered++, DBX_OK;
}
static dbx_status leave(void *ctx, dbx_frame *f) { return (void)f, ((kept *)ctx)->left++, DBX_OK; }
static dbx_status defer(void *ctx, dbx_bind *b) { return ((kept *)ctx)->bind = b, DBX_OK; }
static dbx_status nothing(void *ctx, dbx_frame *f, const dbx_site *s, dbx_var out) {
  return (void)ctx, (void)f, (void)s, (void)out, DBX_OK;
}

static dbx_status give_back(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret) {
  (void)ctx;
  *ret = (dbx_leaves){.at = DBX_TMP(dbx_val, n), .n = n, .tree = dbx_intern("PyTreeDef(*)")};
  for (uint32_t i = 0; i < n; i++) ret->at[i] = args[i];
  return DBX_OK;
}

Test(deferred, a_block_under_adjoint) {
  traced x;
  kept k = {0};
  dbx_deferral d = {enter, leave, defer, nothing, &k};
  dbx_callable f = {give_back, NULL, dbx_intern("block")};
  traced_begin(&x, "a:f64[]");
  x.frame->deferral = &d;
  dbx_val a = traced_get(&x, "a");
  cr_assert_eq(dbx_bind_adjoint(&f, &a, 1, "[*]"), DBX_OK);
  cr_assert_not_null(k.bind);
  cr_expect(k.entered == 1 && k.left == 1);
  cr_expect_str_eq(drawn(x.frame), "", "it is not bound yet");
  cr_expect(k.bind->parts[0].frame->live, "its frame is open");
  dbx_var reg = dbx_var_new(dbx_aval_scalar(DBX_QREG, false), DBX_VAR_RESULT, x.frame->id), in, out;
  dbx_deferred_reopen(k.bind, 0, reg, &in);
  dbx_deferred_close(k.bind, 0, in);
  cr_assert_eq(dbx_deferred_bind(k.bind, &out), DBX_OK);
  cr_expect_str_eq(drawn(x.frame), "adjoint v1 r2>r3");
  const dbx_jaxpr *j = dbx_eqn_param(&x.frame->eqns.at[0], DBX_S_jaxpr)->jaxpr;
  cr_expect(j->n_in == 2 && j->n_out == 2 && j->outs[1] == in);
  cr_expect_str_eq(dbx_sym_text(dbx_eqn_param(&x.frame->eqns.at[0], DBX_S_args_tree)->text),
                   "PyTreeDef(([], [*], [*]))");
  traced_end(&x);
}
