// Loops of StableHLO (private to core/hlo): emit_loops.c, emit_scan.c.
#ifndef DBX_HLO_LOOP_H
#define DBX_HLO_LOOP_H

#include "hlo/emit.h"

// What is carried: initial values with the types of the operation, and their names inside.
typedef struct hlo_loop {
  uint32_t n;
  const hlo **init; // typed
  const char **arg; // names of the arguments of both regions
  const char *name; // of the results: name#k
  hlo_region region;
} hlo_loop;

// Writes the operation's first lines; the lines that follow are those of its condition.
void hlo_loop_begin(hlo_emitter *e, hlo_loop *l);
void hlo_loop_test(hlo_emitter *e, hlo_loop *l, const char *go); // then those of its body
void hlo_loop_end(hlo_emitter *e, hlo_loop *l, const char *const *next);
// Emits a Jaxpr inside the region that is open, e->emit_body; if it fails the region is shut.
dbx_status hlo_loop_body(hlo_emitter *e, hlo_loop *l, const dbx_jaxpr *j, hlo_scope *s,
                         const hlo **outs);
// Carry k inside, and as a result.
hlo *hlo_loop_arg(hlo_emitter *e, const hlo_loop *l, uint32_t k);
hlo *hlo_loop_result(hlo_emitter *e, const hlo_loop *l, uint32_t k);

// A Jaxpr as the body: for each input its operand (NULL: bound apart), for each carry its input.
typedef struct hlo_carries {
  const dbx_jaxpr *body;
  const hlo **args;
  uint32_t *input, n;
  uint32_t *slot; // of each carry among those of the loop; UINT32_MAX: every trip hands it on
} hlo_carries;

// Appends the carries that change to l->init, typed as the body's inputs.
void hlo_carries_begin(hlo_emitter *e, hlo_loop *l, hlo_carries *c);
// Binds what j, a body or a condition with these inputs and operands, sees inside.
void hlo_carries_bind(hlo_emitter *e, const hlo_loop *l, const hlo_carries *c, const dbx_jaxpr *j,
                      const uint32_t *input, const hlo *const *args, hlo_scope *s);
// The body's results as the next carries; outs are those of hlo_loop_body.
void hlo_carries_next(hlo_emitter *e, const hlo_carries *c, const hlo_scope *s,
                      const hlo *const *outs, const char **next);
// After the loop.
void hlo_carries_results(hlo_emitter *e, const hlo_loop *l, const hlo_carries *c, hlo *out);

#endif
