// What is not known has a name, any parameters, and is refused by name where it would run.
#include "base/diag.h"
#include "prim/prim.h"
#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

Test(opaque, one_for_each_name) {
  const dbx_primitive *p = dbx_primitive_opaque(dbx_intern("grad"));
  cr_expect_str_eq(p->name, "grad");
  cr_expect_eq(dbx_primitive_opaque(dbx_intern("grad")), p);
  cr_expect_neq(dbx_primitive_opaque(dbx_intern("zne")), p);
  cr_expect(dbx_is_opaque(p) && !dbx_is_opaque(dbx_primitive_of(DBX_PRIM_add)));
  cr_expect(dbx_lists_parameter(p, dbx_intern("method")));
}

Test(opaque, it_is_refused_by_name) {
  const dbx_primitive *p = dbx_primitive_opaque(dbx_intern("grad"));
  cr_expect_eq(dbx_rule_opaque(&(dbx_site){.prim = p}, NULL), DBX_FAIL);
  cr_expect_eq(dbx_diag_pending()->code, DBX_E801);
  cr_expect(strstr(dbx_diag_pending()->message, "grad is a primitive that dbidx does not know"));
  dbx_diag_free(dbx_diag_take());
}

Test(opaque, it_is_found_in_what_a_jaxpr_calls) {
  dbx_jaxpr *j = facts_jaxpr("{ lambda ; a:f64[]. let b:f64[] = pjit[jaxpr={ lambda ; c:f64[]. let "
                             "d:f64[] = opaque c in (d,) } name=g] a in (b,) }");
  cr_expect_eq(dbx_refuse_opaque_in(j), DBX_FAIL);
  cr_expect(strstr(dbx_diag_pending()->message, "opaque is a primitive"));
  dbx_diag_free(dbx_diag_take());
  j = facts_jaxpr("{ lambda ; a:f64[]. let b:f64[] = neg a in (b,) }");
  cr_expect_eq(dbx_refuse_opaque_in(j), DBX_OK);
}
