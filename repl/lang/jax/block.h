// Loops and conditionals as with statements (block.c; private to lang).
#ifndef DBX_LANG_BLOCK_H
#define DBX_LANG_BLOCK_H

#include "lang/jax/jax.h"

dbx_status block_call(const call_args *c, pv *ret); // of a T_BLOCK
// A loop that was called with arrays instead of a function: `for_loop(0, 3, 1)(x)`.
bool block_opens(pv manager); // one of these, or what awaits a branch
dbx_status block_run(o_env *env, const dbx_node *with, const dbx_node *item, pv manager);
pv block_peek(o_env *env, const dbx_node *name);              // UNBOUND: it has no value
dbx_status block_put(o_env *env, const dbx_node *name, pv v); // UNBOUND: it has none from now on
// Is it cond(p), r.else_if(p) or r.otherwise(), waiting for a branch? (control.c)
bool lang_awaits_branch(pv manager);
// Somebody who looks at a block while it is traced: at the end of the body of `node` reached(ctx)
// is called, and the trace fails with the class `end`, which no handler takes. Zeroed: nobody.
typedef struct lang_block_watch {
  const dbx_node *node;
  void (*reached)(void *ctx);
  void *ctx;
  bool done;   // it was reached
  dbx_sym end; // the class of the failure then
} lang_block_watch;
lang_block_watch *block_watch(void); // of the session at work

#endif
