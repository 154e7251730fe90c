// The rows of rules.def: every primitive has its StableHLO or the reason why it has none.
#include "cases.h"

#include <criterion/criterion.h>

Test(hlo_table, every_primitive_has_a_cell) {
  int some = 0;
  for (int i = 0; i < DBX_PRIM_COUNT; i++) {
    const hlo_row *row = hlo_row_of(i);
    cr_assert(row->op, "%s has no row", dbx_primitive_of((dbx_prim)i)->name);
    cr_assert(row->emit || row->op[0], "%s has no reason", dbx_primitive_of((dbx_prim)i)->name);
    cr_assert_eq(dbx_hlo_reason(i), row->emit ? NULL : row->op);
    some += row->emit != NULL;
  }
  cr_assert_geq(some, 100);
}

Test(hlo_table, reasons_are_said) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "x:f64[2,2]", "y:f64[2,2] q:f64[2,2] = qr[full_matrices=False] x in (y,)",
       "E804 qr: factorisations are LAPACK's here, and StableHLO has none"},
      {DBX_HLO_IREE, "x:c128[3]", "y:c128[3] = max x x in (y,)",
       "E804 max: StableHLO orders no complex numbers"},
  };
  HLO_CHECK(cases);
}
