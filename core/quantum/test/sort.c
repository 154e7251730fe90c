// The order of a frame's equations: spec by hand, "x" is needed by what stands behind it.
#include "drawn.h"
#include "quantum/qubits.h"

#include <criterion/criterion.h>

Test(sort, a_classical_equation_stands_where_it_is_used) {
  traced x;
  traced_begin(&x, "a:f64[]");
  traced_let(&x, "b", "a * 2.0");
  traced_let(&x, "c", "a + 1.0");
  traced_let(&x, "d", "b - 1.0");
  cr_expect_str_eq(drawn(x.frame),
                   "convert_element_type 2.0>v1; mul v2 v1>v3; convert_element_type 1.0>v4; "
                   "add v2 v4>v5; convert_element_type 1.0>v6; sub v3 v6>v7");
  circuit_sort(x.frame);
  cr_expect_str_eq(drawn(x.frame),
                   "convert_element_type 1.0>v1; add v2 v1>v3; convert_element_type 2.0>v4; "
                   "mul v2 v4>v5; convert_element_type 1.0>v6; sub v5 v6>v7");
  for (uint32_t i = 0; i < x.trace->events.n; i++) {
    const dbx_event *e = &x.trace->events.at[i];
    if (e->kind == DBX_EV_EQUATION)
      cr_expect_eq(x.frame->eqns.at[e->u.equation.equation].out[0], e->u.equation.first,
                   "the log names the same equations");
  }
  traced_end(&x);
}
