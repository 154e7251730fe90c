// The parser of MLIR text: names, types, attributes, regions; what is malformed.
#include "hlo/mlir.h"
#include "unit/facts.h"

#include <criterion/criterion.h>

static const mlir_op *first(const char *text) {
  static mlir_module m;
  uint32_t file = dbx_source_add("text.mlir", text, strlen(text));
  cr_assert_str_empty(facts_failure(mlir_parse(file, facts_arena(), &m)), "%s", text);
  cr_assert(m.n && m.functions[0].body.n_ops);
  return m.functions[0].body.ops;
}

#define F(body) "func.func @f(%a: tensor<?x3xf64>) -> tensor<f64> {\n" body "\n}"

Test(mlir, operations) {
  const mlir_op *op =
      first(F("%0:2 = \"stablehlo.sort\"(%a, %a#1) <{dimension = 0 : i64}> ({\n^bb0(%x: "
              "tensor<f64>):\n return %x : tensor<f64>\n}) : (tensor<?x3xf64>, "
              "tensor<ui8>) -> (tensor<?x3xf64>, tensor<complex<f32>>) loc(\"x\")"));
  cr_assert_str_eq(op->name, "stablehlo.sort");
  cr_assert_eq(op->n_out, 2);
  cr_assert_str_eq(dbx_sym_text(op->out[1]), "%0#1");
  cr_assert_str_eq(dbx_sym_text(op->in[1]), "%a#1");
  cr_assert(mlir_text_is(*mlir_attr_of(op, "dimension"), "0 : i64"));
  cr_assert_eq(op->n_regions, 1);
  cr_assert_eq(op->regions[0].n_args, 1);
  cr_assert_eq(op->in_types[0].rank, 2);
  cr_assert_eq(op->in_types[0].dims[0], -1);
  cr_assert_eq(op->in_types[0].dims[1], 3);
  cr_assert_eq(op->in_types[1].t, DBX_U8);
  cr_assert_eq(op->out_types[1].t, DBX_C64);
}

Test(mlir, pretty_forms) {
  const mlir_op *op = first(F("%0 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], "
                              "contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : "
                              "(tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?xf64>"));
  const int64_t *n;
  cr_assert_eq(mlir_numbers(*mlir_attr_of(op, "contracting_dims"), facts_arena(), &n), 2);
  op = first(
      F("%1 = stablehlo.compare LT, %a, %a, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>"));
  cr_assert(mlir_has_word(op, "LT") && mlir_has_word(op, "FLOAT"));
  op = first(
      F("%1:2 = stablehlo.while(%i = %a, %x = %a) : tensor<i64>, tensor<f64>\n cond {\n return %i "
        ": tensor<i64>\n} do {\n return %i, %x : tensor<i64>, tensor<f64>\n}"));
  cr_assert_eq(op->n_regions, 2);
  cr_assert_str_eq(dbx_sym_text(op->regions[1].args[1].name), "%x");
  op = first(F("%1 = stablehlo.slice %a [0:3, 1:2] : (tensor<?x3xf64>) -> tensor<3x1xf64>"));
  cr_assert(mlir_text_is(*mlir_attr_of(op, ""), "[0:3, 1:2]"));
}

Test(mlir, what_is_malformed) {
  static const char *const texts[] = {"",
                                      "module {",
                                      "func.func @f(",
                                      "func.func @f() { %0 = }",
                                      "func.func @f() { %0 = stablehlo.add %a : tensor<",
                                      "func.func @f() { \"x\"() ({ }",
                                      "func.func f() {}",
                                      "func.func @f(%a) {}",
                                      "%",
                                      "\"",
                                      "module @m {\x01"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    mlir_module m;
    uint32_t file = dbx_source_add("text.mlir", texts[i], strlen(texts[i]));
    const char *failure = facts_failure(mlir_parse(file, facts_arena(), &m));
    cr_assert(facts_match(failure, "E601 expected"), "row %zu: %s", i, failure);
  }
}
