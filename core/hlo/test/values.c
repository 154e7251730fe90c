// Lengths, guards, the same array with another type.
#include "cases.h"

#include <criterion/criterion.h>
#include <string.h>

Test(hlo_values, lengths) {
  hlo_emitter e;
  hlo_start(&e, DBX_HLO_XLA);
  hlo_dim two = hlo_number(2), three = hlo_number(3), n = {.natural = true, .name = "%n"};
  cr_assert_eq(hlo_dim_op(&e, "add", two, three).n, 5);
  cr_assert_eq(hlo_dim_op(&e, "multiply", two, three).n, 6);
  cr_assert_eq(hlo_dim_op(&e, "subtract", two, three).n, -1);
  cr_assert_not(hlo_dim_op(&e, "subtract", two, three).natural);
  cr_assert_str_eq(hlo_dim_op(&e, "multiply", hlo_number(1), n).name, "%n");
  cr_assert_str_eq(hlo_dim_op(&e, "subtract", n, hlo_number(0)).name, "%n");
  cr_assert(hlo_dim_op(&e, "add", n, two).natural);
  cr_assert_not(hlo_dim_op(&e, "subtract", n, two).natural);
  cr_assert(hlo_dim_same(two, hlo_number(2)));
  cr_assert_not(hlo_dim_same(two, n));
  cr_assert(hlo_static(1, &two) && !hlo_static(1, &n));
  cr_assert(strstr(dbx_text(&e.body), "stablehlo.add %n, "));
  hlo_stop(&e);
}

Test(hlo_values, guards_of_data_are_for_iree) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "a:i64[] b:i64[] x:f64[a] y:f64[b]",
       "n:bool[] = eq a b z:f64[a] = add x x in (z,)", "stablehlo.add"},
      {DBX_HLO_IREE, "a:i64[] b:i64[] x:f64[a] y:f64[b]", "r:i64[] = div a b in (r,)",
       "stablehlo.compare NE | tensor.extract | cf.assert | E703: integer division by zero | "
       "stablehlo.divide"},
      {DBX_HLO_XLA, "a:i64[] x:f64[a] y:f64[a]", "z:f64[a] = add x y in (z,)",
       "stablehlo.compare EQ | @shape_assertion | E705 | has_side_effect = true | stablehlo.add"},
      {DBX_HLO_IREE, "a:i64[] x:f64[a] y:f64[a]", "z:f64[a] = add x y in (z,)",
       "stablehlo.compare EQ | cf.assert | E705 | stablehlo.add"},
  };
  HLO_CHECK(cases);
}

Test(hlo_values, iree_knows_no_signs) {
  hlo_emitter e;
  hlo_start(&e, DBX_HLO_IREE);
  hlo_dim n = hlo_number(3);
  const hlo *v = hlo_new(&e, "%x", DBX_U8, 1, &n), *plain = hlo_signless(&e, v);
  cr_assert_eq(plain->t, DBX_I8);
  cr_assert(strstr(dbx_text(&e.body), "bitcast_convert %x : (tensor<3xui8>) -> tensor<3xi8>"));
  cr_assert_str_neq(hlo_signed_again(&e, plain->name, DBX_U8, 1, &n), plain->name);
  cr_assert_str_eq(hlo_signed_again(&e, "%y", DBX_F64, 1, &n), "%y");
  hlo_stop(&e);
}
