// What is known of the array loops in an emitted module (scf.for over memref): where they read and
// write, and whether their trips can change places. Private to lower/.
#ifndef DBX_LOWER_LOOPS_H
#define DBX_LOWER_LOOPS_H

#include "lower/mlir/ops.h"

// ---- operations ----
bool op_calls_function(MlirOperation call); // of libm: the runtime's do other things
// Fresh arrays and arguments of the program are disjoint from all others.
bool mem_is_disjoint(MlirValue mem);

// ---- scf.for ----
// Of an scf.for: its one block, and the block's first argument, an index.
MlirBlock loop_body(MlirOperation loop);
MlirValue loop_index(MlirOperation loop);
bool loop_varies(MlirValue v, MlirOperation loop, int depth); // between trips; depth: 0

// ---- indices ----
MlirValue index_plain(MlirValue v); // without casts, which do not change values
// A constant (arith.constant), and its value; one of that value.
bool index_number(MlirValue v, int64_t *ret);
bool index_is_number(MlirValue v, int64_t n);
bool index_same(MlirValue a, MlirValue b, int depth); // do they always have one value? depth: 0

// ---- what a loop does ----
enum { MOST_ACCESSES = 64 };

typedef struct loop_access {
  MlirValue mem, at;
  bool writes;
} loop_access;

typedef struct loop_work {
  MlirOperation loop;
  loop_access access[MOST_ACCESSES];
  int n, computations; // accesses, operations of arith and math
  bool nested, branches, calls;
} loop_work;

// False if the loop does something else than computing, reading and writing.
bool loop_find_work(MlirOperation loop, loop_work *ret);
bool loop_find_work_of_part(MlirOperation loop, loop_work *ret); // it need not begin with 0
// LLVM makes vectors of the trips of an innermost loop: elements side by side, or the same one in
// every trip.
bool loop_is_streaming(const loop_work *w);
// Do trip i of A and trip k of B (or of A itself) touch nothing that the other writes, for all
// i != k? So it is if every array that both touch and one writes is touched by trip i at its own
// elements only: at i * row + k, with the same row in both and 0 <= k < row. ret_feeds: B touches
// what A writes.
bool loop_keep_apart(const loop_work *a, const loop_work *b, bool *ret_feeds);

// ---- moving ----
// Computes, asks whether to stop, or checks, which may end the run and does nothing else: it may be
// done earlier.
bool op_may_be_earlier(MlirOperation op);
bool op_uses_result(MlirOperation user, MlirOperation of); // also inside of its regions
bool loop_can_pass(MlirOperation loop, MlirOperation op);  // may it be moved behind op?
// Arrays that are given back between a and b, which is in the same block, are given back after b.
void loop_move_frees(MlirOperation a, MlirOperation b);

#endif
