// gather and scatter: StableHLO's for XLA, loops over elements for IREE.
#include "cases.h"

#include <criterion/criterion.h>

#define GATHER(mode)                                                                               \
  "y:f64[k] = gather[dimension_numbers=GatherDimensionNumbers(offset_dims=(), "                    \
  "collapsed_slice_dims=(0,), start_index_map=(0,)) fill_value=None indices_are_sorted=False "     \
  "mode=GatherScatterMode." mode " slice_sizes=(1,) unique_indices=False] x i in (y,)"
#define SCATTER(op, mode)                                                                          \
  "y:f64[a] = " op "[dimension_numbers=ScatterDimensionNumbers(update_window_dims=(), "            \
  "inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)) indices_are_sorted=False "        \
  "mode=GatherScatterMode." mode " unique_indices=False update_consts=() update_jaxpr=None] x i "  \
  "u in (y,)"

Test(hlo_index, gathers) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "a:i64[] k:i64[] x:f64[a] i:i64[k,1]", GATHER("CLIP"),
       "\"stablehlo.gather\"(%0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims "
       "= [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>"},
      {DBX_HLO_XLA, "a:i64[] k:i64[] x:f64[a] i:i64[k,1]", GATHER("FILL_OR_DROP"),
       "\"stablehlo.gather\" | compare GE | compare LE | stablehlo.and across dimensions = [1] | "
       "stablehlo.select"},
      {DBX_HLO_IREE, "a:i64[] k:i64[] x:f64[a] i:i64[k,1]", GATHER("CLIP"),
       "linalg.generic | tensor.extract %1[ | arith.minsi | tensor.extract %0[ | linalg.yield"},
      {DBX_HLO_IREE, "a:i64[] k:i64[] x:f64[a] i:i64[k,1]", GATHER("FILL_OR_DROP"),
       "linalg.generic | arith.select | linalg.yield"},
  };
  HLO_CHECK(cases);
}

Test(hlo_index, scatters) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "a:i64[] k:i64[] x:f64[a] i:i64[k,1] u:f64[k]",
       SCATTER("scatter-add", "FILL_OR_DROP"),
       "\"stablehlo.scatter\"(%0, %1, %2) | inserted_window_dims = [0], "
       "scatter_dims_to_operand_dims = [0], index_vector_dim = 1> | stablehlo.add | "
       "stablehlo.return"},
      {DBX_HLO_XLA, "a:i64[] k:i64[] x:f64[a] i:i64[k,1] u:f64[k]", SCATTER("scatter", "CLIP"),
       "stablehlo.clamp | \"stablehlo.scatter\""},
      {DBX_HLO_IREE, "a:i64[] k:i64[] x:f64[a] i:i64[k,1] u:f64[k]",
       SCATTER("scatter", "FILL_OR_DROP"),
       "arith.select | stablehlo.concatenate | iree_linalg_ext.scatter | real_dynamic_slice"},
  };
  HLO_CHECK(cases);
}
