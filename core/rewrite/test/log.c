// Texts of the log: letters of the Jaxpr that was given, new variables with numbers.
#include "cases.h"

#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

Test(rewrite_log, entries) {
  dbx_rewrite r = {0};
  (void)rewritten_text(
      &r, "{ lambda ; n:i64[] x:f64[n]. let y:f64[n] = pjit[name=sq jaxpr={ lambda ; n:i64[] "
          "p:f64[n]. let q:f64[n] = mul p p in (q,) }] n x z:f64[n] = sub y y in (z,) }");
  cr_assert(r.entries.n == 2);
  cr_assert_str_eq(r.entries.at[0].before, "c:f64[a] = pjit[name=sq] a b");
  cr_assert_str_eq(r.entries.at[0].after, "t1:f64[a] = mul b b; c := t1");
  cr_assert_str_eq(r.entries.at[1].before, "g:f64[a] = sub t1 t1");
  cr_assert_str_eq(r.entries.at[1].why, "t1, f64, is no integer");
  cr_assert(!r.entries.at[1].step && r.entries.at[1].equation == 2);
  dbx_rewrite_free(&r);
}
