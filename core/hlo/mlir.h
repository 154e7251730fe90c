// Text of MLIR as a tree, whatever its operations mean: what core/hlo/read*.c reads (private to
// core/hlo).
#ifndef DBX_HLO_MLIR_H
#define DBX_HLO_MLIR_H

#include "base/diag.h"
#include "base/mem.h"
#include "base/sym.h"
#include "ir/dtype.h"

// A piece of the source's text.
typedef struct mlir_text {
  const char *at;
  uint32_t n;
} mlir_text;

// tensor<?x3xf64>. A length that is not known is -1. What is no such type has dtype DBX_NO_DTYPE.
typedef struct mlir_type {
  dbx_dtype t;
  uint32_t rank;
  const int64_t *dims;
  mlir_text text;
} mlir_type;

typedef struct mlir_value { // "%3" with its type, of a block's arguments
  dbx_sym name;
  mlir_type type;
} mlir_value;

// "dims = [0, 1]"; a value without a key has the key "".
typedef struct mlir_attr {
  dbx_sym key;
  mlir_text text;
} mlir_attr;

struct mlir_op;
typedef struct mlir_block {
  mlir_value *args;
  struct mlir_op *ops;
  uint32_t n_args, n_ops;
} mlir_block;

typedef struct mlir_op {
  const char *name; // "stablehlo.add"
  dbx_span span;
  dbx_sym *out;   // a name for each result: "%3", or "%3#0", "%3#1"
  dbx_sym *in;    // operands, in their order
  dbx_sym *words; // what stands among them: GT, applies, stablehlo.add
  mlir_attr *attrs;
  mlir_type *in_types, *out_types; // of one list of types without an arrow: both
  mlir_block *regions;
  dbx_sym callee; // "@f", 0: there is none
  uint32_t n_out, n_in, n_words, n_attrs, n_in_types, n_out_types, n_regions;
} mlir_op;

typedef struct mlir_function {
  dbx_sym name; // "@main"
  dbx_span span;
  mlir_block body;
  bool declared; // it has no body
} mlir_function;

typedef struct mlir_module {
  mlir_function *functions;
  uint32_t n;
} mlir_module;

// In the arena, which also has what it refers to; texts are those of the source. Fails with E601.
dbx_status mlir_parse(uint32_t file, dbx_arena *arena, mlir_module *ret);

const mlir_text *mlir_attr_of(const mlir_op *op, const char *key); // NULL: there is none
// Is it one of the words among the operands? Is it that text?
bool mlir_has_word(const mlir_op *op, const char *word);
bool mlir_text_is(mlir_text t, const char *s); // the whole of it
// The numbers of a text, whatever stands between them: "[0, 1] x [2]" has three.
uint32_t mlir_numbers(mlir_text t, dbx_arena *arena, const int64_t **ret);
// The part of a text behind "key =" up to its closing bracket: "[0]" of "<offset_dims = [0], ...>".
mlir_text mlir_field(mlir_text t, const char *key);

#endif
