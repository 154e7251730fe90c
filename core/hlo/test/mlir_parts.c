// Parts of attributes: fields and numbers.
#include "hlo/mlir.h"
#include "unit/facts.h"

#include <criterion/criterion.h>

Test(mlir_parts, fields_and_numbers) {
  mlir_text t = {"#stablehlo.gather<offset_dims = [0, 1], index_vector_dim = 2>", 61};
  const int64_t *n;
  cr_assert(mlir_text_is(mlir_field(t, "offset_dims"), "[0, 1]"));
  cr_assert(mlir_text_is(mlir_field(t, "index_vector_dim"), "2"));
  cr_assert_eq(mlir_field(t, "dims").n, 0);
  cr_assert_eq(mlir_numbers((mlir_text){"array<i64: -1, 20>", 18}, facts_arena(), &n), 2);
  cr_assert_eq(n[0], -1);
  cr_assert_eq(n[1], 20);
}
