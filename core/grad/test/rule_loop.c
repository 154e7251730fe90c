// Loops carry tangents beside their values.
#include "derived.h"

#include "grad/loop.h"
#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

static const char text[] =
    "{ lambda ; a:f64[]. let b:f64[] = for_loop[\n"
    " apply_reverse_transform=False\n"
    " body_jaxpr={ lambda ; c:i64[] d:f64[]. let e:f64[] = mul d d in (e,) }\n"
    " body_nconsts=0 nimplicit=0 preserve_dimensions=True ] 0 3 1 0 a in (b,) }";
Test(grad_rule_loop, forwards) {
  traced x;
  grad_jaxpr made;
  bool in = true, out = false;
  traced_begin(&x, "x:f64[]");
  cr_assert_eq(
      grad_jvp_of(facts_jaxpr(text), dbx_intern("f"), grad_jvp_eqn, &in, NULL, &out, &made),
      DBX_OK);
  const dbx_eqn *e = &made.j->eqns[0];
  cr_expect(out);
  cr_expect_eq(e->n_out, 2, "the value, and its tangent");
  cr_expect_eq(loop_of(e).body->n_in, 3, "the index, both carries");
  traced_end(&x);
}
