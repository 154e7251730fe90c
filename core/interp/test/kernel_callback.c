// Calls of the host: its functions get arrays that they may keep, and are held to their types.
#include "base/poll.h"
#include "interp/interp.h"

#include <criterion/criterion.h>

static dbx_array *kept;
static dbx_dtype gives;

static dbx_status keep(void *ctx, const dbx_kernel_site *s, int64_t number, dbx_array **out) {
  cr_assert(!ctx && number == 7);
  kept = dbx_array_ref(s->in[0]);
  if (s->n_out) *out = dbx_array_scalar(gives, dbx_scalar_int(5));
  return DBX_OK;
}

typedef struct call {
  dbx_array *in;
  dbx_kv kv[2];
  dbx_dtype type;
  dbx_kernel_site site;
} call;

static void begin(call *c, bool result) {
  const dbx_param *type = dbx_p_aval(dbx_aval_scalar(DBX_I64, false));
  c->in = dbx_array_scalar(DBX_I64, dbx_scalar_int(2));
  c->kv[0] = (dbx_kv){DBX_S_callback, dbx_p_host("f", 7)};
  c->kv[1] = (dbx_kv){DBX_S_results_aval, dbx_p_tuple(&type, result)};
  c->type = DBX_I64;
  c->site = (dbx_kernel_site){
      dbx_primitive_of(DBX_PRIM_python_callback), &c->in, 1, c->kv, 2, &c->type, result, false};
  interp_now->host = (dbx_interp_host){keep, NULL};
  interp_now->looks_only = false;
  gives = DBX_I64;
}

static void end(call *c) { dbx_array_unref(c->in), kept = dbx_array_unref(kept); }

Test(kernel_callback, operands_are_copies) {
  call c;
  dbx_array *out;
  begin(&c, true);
  uint64_t before = interp_now->host_calls;
  cr_assert_eq(dbx_kernel_run(&c.site, &out), DBX_OK);
  cr_expect_eq(dbx_array_at(out, 0).i, 5);
  cr_expect(kept != c.in && kept->refs == 1 && dbx_array_at(kept, 0).i == 2);
  cr_expect_eq(interp_now->host_calls, before + 1);
  dbx_array_unref(out);
  end(&c);
}

Test(kernel_callback, a_result_has_its_type) {
  call c;
  dbx_array *out;
  begin(&c, true);
  gives = DBX_I32;
  cr_assert_eq(dbx_kernel_run(&c.site, &out), DBX_FAIL);
  cr_expect_eq(dbx_diag_pending()->code, DBX_E705);
  dbx_diag_forget();
  end(&c);
}

Test(kernel_callback, what_is_pure_and_unused_is_not_called) {
  call c;
  dbx_array *out;
  begin(&c, true);
  uint64_t before = interp_now->host_calls;
  c.kv[1].key = DBX_S_result_avals;
  c.site.prim = dbx_primitive_of(DBX_PRIM_pure_callback);
  c.site.unused = true;
  cr_assert_eq(dbx_kernel_run(&c.site, &out), DBX_OK);
  cr_expect(interp_now->host_calls == before && dbx_array_at(out, 0).i == 0);
  dbx_array_unref(out);
  c.site.prim = dbx_primitive_of(DBX_PRIM_io_callback);
  cr_assert_eq(dbx_kernel_run(&c.site, &out), DBX_OK);
  cr_expect_eq(interp_now->host_calls, before + 1, "what has effects is");
  dbx_array_unref(out);
  end(&c);
}

Test(kernel_callback, who_only_looks_calls_nobody) {
  call c;
  dbx_array *out;
  begin(&c, false);
  interp_now->looks_only = true;
  cr_expect_eq(dbx_kernel_run(&c.site, &out), DBX_OK, "without results nothing is missed");
  end(&c);
  begin(&c, true);
  interp_now->looks_only = true;
  cr_expect_eq(dbx_kernel_run(&c.site, &out), DBX_FAIL);
  cr_expect_eq(dbx_diag_pending()->code, DBX_E218);
  dbx_diag_forget();
  end(&c);
  begin(&c, false);
  interp_now->host.call = NULL;
  cr_expect_eq(dbx_kernel_run(&c.site, &out), DBX_FAIL);
  dbx_diag_forget();
  end(&c);
}
