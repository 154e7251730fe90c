// Operations on measured bits alone leave a dead call before them.
#include "quantum/bits.h"
#include "drawn.h"

#include <criterion/criterion.h>

static dbx_bits bits;

static dbx_status nothing(void *ctx, dbx_frame *f) { return (void)ctx, (void)f, DBX_OK; }
static dbx_status deferred(void *ctx, dbx_bind *b) { return (void)ctx, (void)b, DBX_OK; }
static dbx_status before(void *ctx, dbx_frame *f, const dbx_site *s, dbx_var out) {
  return dbx_bits_before(ctx, f, s, out);
}

Test(bits, only_of_bits) {
  static const dbx_deferral d = {nothing, nothing, deferred, before, &bits};
  traced x;
  traced_begin(&x, "p:bool[]");
  x.frame->deferral = &d;
  const dbx_primitive *not_ = dbx_primitive_of(DBX_PRIM_not),
                      *and_ = dbx_primitive_of(DBX_PRIM_and);
  dbx_atom bit[] = {dbx_bit_new(&bits, x.frame), traced_get(&x, "p").tracer};
  dbx_var out;
  cr_assert_eq(dbx_bind_plain(x.frame, not_, bit, 1, NULL, 0, NULL, &out, 1), DBX_OK);
  cr_expect_str_eq(drawn(x.frame), "pjit True>v1; not v2>v3");
  cr_assert_eq(dbx_bind_plain(x.frame, and_, bit, 2, NULL, 0, NULL, &out, 1), DBX_OK);
  cr_expect_str_eq(drawn(x.frame), "pjit True>v1; not v2>v3; and v2 v4>v5");
  dbx_bits_free(&bits), traced_end(&x);
}
