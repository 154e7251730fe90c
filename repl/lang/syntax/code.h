// The body of a generator function as a list of steps, so that what is suspended is data: the
// number of a step, and the variables of the call. Values that wait while a part of an expression
// yields, iterators of loops, and what waits for a finally clause are variables, too: slots behind
// those with names.
#ifndef DBX_LANG_CODE_H
#define DBX_LANG_CODE_H

#include "lang/syntax/ast.h"

enum { DBX_NO_SLOT = UINT32_MAX };

typedef enum dbx_flat_step_kind {
  DBX_STEP_RUN,     // the statement `node`, which does not yield
  DBX_STEP_SET,     // slot = the value of node
  DBX_STEP_JUMP,    // to
  DBX_STEP_UNLESS,  // to, if node is false
  DBX_STEP_WHEN,    // to, if node is true
  DBX_STEP_ITER,    // slot = iter(node)
  DBX_STEP_NEXT,    // the next item of slot is stored in the target `node`; to, if there is none
  DBX_STEP_YIELD,   // gives node (NULL: None); slot (or none) = what is sent
  DBX_STEP_FROM,    // gives what the iterator in slot gives; then slot = its result
  DBX_STEP_RETURN,  // node (NULL: None)
  DBX_STEP_ENTER,   // the withitem `node`: slot = the manager, slot + 1 = what it gives
  DBX_STEP_LEAVE,   // the end of the block is reached
  DBX_STEP_CATCH,   // the handler `node` takes the exception in slot; to, if it does not
  DBX_STEP_RERAISE, // the exception in slot: no handler has taken it
  DBX_STEP_RESUME,  // the end of a finally clause: what waits in slot goes on
  DBX_STEP_CASE,    // the value in slot matches the pattern of the match_case `node`; to, if not
} dbx_flat_step_kind;

typedef struct dbx_flat_step {
  uint8_t kind; // dbx_flat_step_kind
  uint32_t block, slot, to;
  const dbx_node *node;
} dbx_flat_step;

typedef enum dbx_flat_block_kind {
  DBX_BLOCK_BODY,    // the function's: the outermost, number 0
  DBX_BLOCK_LOOP,    // break goes to `to`, continue to `next`
  DBX_BLOCK_TRY,     // an exception goes into slot, and on at `to`
  DBX_BLOCK_HANDLER, // of the exception in slot
  DBX_BLOCK_NAMED,   // the handler `node`, whose name ends with it
  DBX_BLOCK_FINALLY, // however it is left: how goes into slot, with what into slot + 1; on at `to`
  DBX_BLOCK_FINAL,   // the finally clause of one
  DBX_BLOCK_WITH,    // of the manager in slot; on at `to` if it takes an exception
} dbx_flat_block_kind;

typedef struct dbx_flat_block {
  uint8_t kind; // dbx_flat_block_kind
  uint32_t outer, slot, to, next;
  const dbx_node *node;
} dbx_flat_block;

typedef struct dbx_steps {
  const dbx_flat_step *step; // the last one returns
  const dbx_flat_block *block;
  uint32_t n_steps, n_blocks;
} dbx_steps;

// The steps of a resolved function or lambda that yields, in the arena; *n_slots grows by those
// that it needs. E103: a yield where none can be.
dbx_status dbx_flatten(dbx_arena *arena, const dbx_node *function, uint32_t *n_slots,
                       const dbx_steps **ret);

#endif
