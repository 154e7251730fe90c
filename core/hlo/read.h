// What the readers of StableHLO share (private to core/hlo).
#ifndef DBX_HLO_READ_H
#define DBX_HLO_READ_H

#include "hlo/emit.h"
#include "hlo/mlir.h"

// A Jaxpr under construction. Values of the text that lie outside become its inputs.
typedef struct hlo_body {
  struct hlo_body *outer;
  dbx_vec(dbx_eqn) eqns;
  dbx_map values;  // name -> atom
  dbx_map vectors; // name -> const hlo_vector_of *: a row of integers, element by element
  dbx_map inner;   // atom of `outer` -> the input that it is here
  dbx_vec(dbx_atom) captured; // in the order of `inputs`
  dbx_vec(dbx_var) inputs;
} hlo_body;

typedef struct hlo_vector_of {
  uint32_t n;
  const dbx_atom *at;
} hlo_vector_of;

typedef struct hlo_reader hlo_reader;
struct hlo_reader {
  dbx_arena *arena;
  dbx_status (*read_op)(hlo_reader *r, const mlir_op *op); // hlo_read_op
  const mlir_module *module;
  hlo_body *body;    // that is read
  const mlir_op *op; // that is read
  dbx_vec(dbx_var) constants;
  dbx_vec(dbx_array *) arrays;
  dbx_set natural; // scalars that guards say to be no negative numbers
  uint32_t depth;  // of calls and regions
};

typedef dbx_status (*hlo_read_fn)(hlo_reader *r, const mlir_op *op);

// ---- values (read.c) ----
dbx_status hlo_misread(const hlo_reader *r, const char *fmt, ...) DBX_PRINTF(2, 3); // E605
// Operand i, and the same with the dtype that the text says of it. Fails with E602.
dbx_status hlo_get(hlo_reader *r, uint32_t i, dbx_atom *ret);
dbx_status hlo_get_as(hlo_reader *r, uint32_t i, dbx_dtype t, dbx_atom *ret);
dbx_status hlo_get_named(hlo_reader *r, dbx_sym name, dbx_atom *ret);
void hlo_set(hlo_reader *r, uint32_t k, dbx_atom a); // result k
void hlo_set_named(hlo_reader *r, dbx_sym name, dbx_atom a);
// The same if st is DBX_OK, which comes back: of the only result.
dbx_status hlo_give(hlo_reader *r, dbx_status st, const dbx_atom *a);
// The type of the only result, as the text has it.
dbx_status hlo_result_type(hlo_reader *r, const mlir_type **ret);
// A row of integers, one by one: of so many at most.
enum { HLO_LONGEST_ROW = 32 };
bool hlo_is_row(const dbx_aval_info *t);
dbx_status hlo_get_vector(hlo_reader *r, uint32_t i, hlo_vector_of *ret);
void hlo_set_vector(hlo_reader *r, dbx_sym name, const hlo_vector_of *v);
dbx_atom hlo_capture(hlo_reader *r, hlo_body *b,
                     dbx_atom outer); // as b, inside of that one, has it
dbx_aval hlo_capture_type(hlo_reader *r, hlo_body *b, dbx_aval a);

// ---- equations (read.c) ----
// Binds a primitive of one result; params by key, in any order.
dbx_status hlo_bind_eqn(hlo_reader *r, dbx_prim p, uint32_t n, const dbx_atom *in,
                        uint32_t n_params, const dbx_kv *params, dbx_atom *ret);
// The same of several results, which are there.
void hlo_push_eqn(hlo_reader *r, dbx_prim p, uint32_t n, const dbx_atom *in, uint32_t n_params,
                  const dbx_kv *params, uint32_t n_out, const dbx_var *out);
dbx_status hlo_bind1(hlo_reader *r, dbx_prim p, dbx_atom x, dbx_atom *ret);
dbx_status hlo_bind2(hlo_reader *r, dbx_prim p, dbx_atom x, dbx_atom y, dbx_atom *ret);
dbx_status hlo_bind_convert(hlo_reader *r, dbx_atom x, dbx_dtype t, dbx_atom *ret);
// x along the axes of a result with these lengths; x itself if nothing changes.
dbx_status hlo_bind_broadcast(hlo_reader *r, dbx_atom x, const int64_t *axes, uint32_t rank,
                              const dbx_dim *dims, dbx_atom *ret);
// A shape as parameter and operands: numbers, None for each that is traced, which is appended to
// in.
const dbx_param *hlo_shape_param(hlo_reader *r, uint32_t rank, const dbx_dim *dims, dbx_atom *in,
                                 uint32_t *n);
// The array with lengths that count as those: a broadcast to them where types differ.
dbx_status hlo_bind_as(hlo_reader *r, dbx_atom x, const dbx_dim *dims, dbx_atom *ret);
static inline const dbx_aval_info *hlo_info(dbx_atom a) { return dbx_aval_at(dbx_atom_aval(a)); }
dbx_aval hlo_strong_type(dbx_atom a); // its type, not weak
static inline dbx_var hlo_result(dbx_aval type) { return dbx_var_new(type, DBX_VAR_RESULT, 0); }
// The row of rules.def with that emitter and operation; DBX_PRIM_COUNT: there is none.
dbx_prim hlo_prim_of(hlo_fn emit, const char *op);
bool hlo_is_length(dbx_dim d, dbx_atom scalar); // does the length stand for it, as a polynomial?
// Of an attribute, which may have either name (NULL: it has one).
uint32_t hlo_ints(hlo_reader *r, const char *key, const char *other, const int64_t **ret);

// ---- regions (read.c) ----
// Reads the operations of a block into b; outs: what it returns, as many as there are.
dbx_status hlo_read_block(hlo_reader *r, hlo_body *b, const mlir_block *block, uint32_t *n,
                          dbx_atom **outs);
// The Jaxpr of a body with those inputs first, whatever is not used left out.
dbx_jaxpr *hlo_body_jaxpr(hlo_reader *r, hlo_body *b, uint32_t n_in, const dbx_var *in, uint32_t n,
                          const dbx_atom *outs);
// Leaves out what neither these results nor the types of these inputs need.
void hlo_drop_unused(hlo_body *b, uint32_t n, const dbx_atom *outs, uint32_t n_in,
                     const dbx_var *in);
void hlo_body_free(hlo_body *b);
// The only operation of two elements that a block does: "stablehlo.add"; "" if it gives its last
// argument; NULL: it is another block.
const char *hlo_fold_of(const mlir_block *b);
const mlir_function *hlo_function(const hlo_reader *r, dbx_sym name); // NULL: there is none

// ---- operations ----
dbx_status hlo_read_op(hlo_reader *r,
                       const mlir_op *op); // by readers.def and rules.def (read_table.c)
#define HLO_READ(op, reader) dbx_status hlo_read_##reader(hlo_reader *r, const mlir_op *op_);
#include "hlo/readers.def"
#undef HLO_READ
dbx_status hlo_read_guard(hlo_reader *r); // a size that it says to be no negative number
// argmin and argmax, as a reduction of two arrays.
dbx_status hlo_read_best(hlo_reader *r, const mlir_op *op, const int64_t *axes, uint32_t n);
// The result of an operation of two lengths: the equation that has it already, or a new one.
dbx_status hlo_size_op(hlo_reader *r, dbx_prim p, dbx_atom x, dbx_atom y, dbx_atom *ret);
const dbx_eqn *hlo_defined(dbx_atom a, dbx_prim p); // of scalars, which computes a; or NULL
dbx_status hlo_read_plain(hlo_reader *r,
                          const mlir_op *op); // those of rules.def without parameters

#endif
