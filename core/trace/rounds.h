// The slots of a loop: which of them are arguments of the body, by the strategy; and the rounds in
// which the strategy infer finds it (docs/semantics.md, Strategies).
#ifndef DBX_TRACE_ROUNDS_H
#define DBX_TRACE_ROUNDS_H

#include "trace/nested.h"

// b->slots from the carries in p->collapsed_inputs, with the groups that the strategy begins with.
void dbx_open_slots(dbx_bind *b, const dbx_part *p);
// Traces the loop: once, or, with infer, until the groups do not change any more.
dbx_status dbx_trace_rounds(dbx_bind *b, dbx_status (*trace)(dbx_bind *b, void *ctx), void *ctx);
// The length of a slot after the body; a static dim if the result does not have it.
dbx_dim dbx_slot_result(const dbx_part *p, const dbx_slot *s);
// The strategy shared: slots have one length after the body where they had one before it.
dbx_status dbx_check_sharing(const dbx_bind *b);

#endif
