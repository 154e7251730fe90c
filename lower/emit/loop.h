// What the emitters of loops share (private to lower/emit): emit_loops.c, emit_scan.c,
// emit_trips.c.
#ifndef DBX_LOWER_EMIT_LOOP_H
#define DBX_LOWER_EMIT_LOOP_H

#include "lower/emit/emit.h"

// A loop: its Jaxpr, and for each input the operand, and for each result the input that it feeds.
typedef struct loop {
  const dbx_jaxpr *body;
  value **args;    // an operand per input of the body; NULL for what is bound apart: index, rows
  uint32_t *input; // of each carry
  uint32_t n;      // carries
  bool *fixed;     // handed on unchanged, or settled
  value **settled; // what every trip gives, of a carry that no trip reads; NULL: none are
  MlirValue runs;  // i1, for those: there is a first trip
  MlirValue *init; // of those that are not, in order
  uint32_t n_init;
  MlirValue *result;
  // What a trip does at its end with the results of the body, those behind the carries too, which
  // it does not hand on. NULL: nothing.
  void (*end)(emitter *e, const struct loop *l, value *const *outs);
  void *end_ctx;
} loop;

// ---- carries (emit_loops.c) ----
// Decides which carries are carried. The buffers of those belong to the loop from now on.
void loop_start(emitter *e, loop *l);
// Binds constants and fixed carries in the scope of a body or condition j with inputs `input` and
// operands `args`.
void loop_bind_fixed(emitter *e, const loop *l, const dbx_jaxpr *j, const uint32_t *input,
                     value *const *args, scope *s);
// Binds the carried values x. ours: the body may write them.
void loop_bind_carried(emitter *e, const loop *l, const dbx_jaxpr *j, const uint32_t *input,
                       const MlirValue *x, bool ours, scope *s);
// Emits a body whose inputs are bound, and its yield. allocs: e->allocs before it; polls: a trip
// asks whether to stop. Fails as emit_body does.
dbx_status loop_iteration(emitter *e, loop *l, scope *s, MlirBlock outer, uint32_t allocs,
                          bool polls);
// The carries after the loop, as values of the scope around it.
void loop_results(emitter *e, const loop *l, value **out);

// ---- trips (emit_trips.c) ----
// Ends the run if it has been told to stop.
void loop_guard_interrupt(emitter *e);
// Takes a trip about as long as a few operations of the processor?
bool loop_is_short(const dbx_jaxpr *j);
// Known to be few enough to ask nobody whether to stop.
bool loop_few_trips(dim from, dim to, dim by);
// A block with an index (or none) and the carried values as arguments; arguments from..from + n.
MlirBlock loop_block(emitter *e, const loop *l, bool index);
void loop_block_args(MlirBlock b, uint32_t from, uint32_t n, MlirValue *ret);
// A loop operation: what it takes first, then the carries; and its results.
MlirOperation loop_op(emitter *e, const char *name, const MlirValue *first, uint32_t n_first,
                      const MlirValue *init, uint32_t n, MlirBlock *blocks, uint32_t n_blocks);
void loop_results_of(MlirOperation op, uint32_t n, MlirValue *ret);
// The loop over bounds[0] to bounds[1] in steps of bounds[2]; l->result. The second: of short
// trips.
void loop_build(emitter *e, loop *l, const MlirValue *bounds, MlirBlock body);
void loop_build_short(emitter *e, loop *l, const MlirValue *bounds, MlirBlock body);

#endif
