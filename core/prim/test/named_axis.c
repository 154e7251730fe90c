// Names of axes: the innermost counts, and a name that is bound nowhere is refused.
#include "prim/named_axis.h"
#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

Test(named_axis, the_innermost_counts) {
  dbx_sym i = dbx_intern("i"), j = dbx_intern("j");
  dbx_dim size;
  cr_expect_eq(dbx_axes_bound(), 0);
  dbx_axis_push(i, dbx_dim_int(2));
  dbx_axis_push(j, dbx_dim_int(3));
  uint64_t two = dbx_axes_bound();
  dbx_axis_push(i, dbx_dim_int(4));
  cr_expect_neq(dbx_axes_bound(), two);
  cr_assert_eq(dbx_axis_find(i, &size), DBX_OK);
  cr_expect_eq(size, dbx_dim_int(4));
  dbx_axis_pop();
  cr_expect_eq(dbx_axes_bound(), two);
  cr_assert_eq(dbx_axis_find(i, &size), DBX_OK);
  cr_expect_eq(size, dbx_dim_int(2));
  cr_expect_eq(dbx_axis_find(dbx_intern("k"), &size), DBX_FAIL);
  cr_expect(strstr(dbx_diag_pending()->message, "unbound axis name: k."));
  cr_expect(strstr(dbx_diag_pending()->message, "operations: ['j', 'i']"));
  cr_expect(facts_match(facts_failure(DBX_FAIL), "E201"));
  dbx_axis_pop(), dbx_axis_pop();
  cr_expect_eq(dbx_axes_bound(), 0);
}

Test(named_axis, in_parameters) {
  dbx_sym i = dbx_intern("i");
  cr_expect_eq(dbx_axis_name(dbx_p_text("i")), i);
  cr_expect_eq(dbx_axis_name(dbx_p_text("'i'")), i);
  cr_expect_eq(dbx_axis_name(dbx_axis_item(i)), i);
  cr_expect_eq(dbx_axis_name(dbx_p_int(0)), 0);
  cr_expect_eq(dbx_axis_name(NULL), 0);
}

Test(named_axis, of_equations) {
  dbx_sym i = dbx_intern("i");
  dbx_axis_push(i, dbx_dim_int(2));
  const dbx_jaxpr *j = facts_jaxpr("{ lambda ; a:f64[3]. let\n"
                                   "    b:f64[3] = pjit[\n"
                                   "      name=f\n"
                                   "      jaxpr={ lambda ; c:f64[3]. let\n"
                                   "          d:f64[3] = ppermute[axis_name=i perm=((0, 1),)] c\n"
                                   "        in (d,) }\n"
                                   "    ] a\n"
                                   "    e:f64[] = psum[axes=(0,) axis_index_groups=None] b\n"
                                   "  in (e,) }");
  cr_expect(dbx_names_axis(&j->eqns[0], i));
  cr_expect_not(dbx_names_axis(&j->eqns[0], dbx_intern("j")));
  cr_expect_not(dbx_names_axis(&j->eqns[1], i));
  dbx_axis_pop();
}
