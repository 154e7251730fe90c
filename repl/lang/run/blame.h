// The operands of a failing operation, for its diagnostic (see blame.c). Each adds to the pending
// diagnostic if it has no operands yet, and does nothing otherwise.
#ifndef DBX_LANG_BLAME_H
#define DBX_LANG_BLAME_H

#include "lang/run/lang.h"

void blame_frame(void); // only that it happened in the traced frame that is open now
void blame_one(const dbx_node *n, pv v, const char *role);
void blame_two(const dbx_node *a, const dbx_node *b, pv x, pv y);
void blame_index(const dbx_node *n, pv x, pv index); // of a subscript
// The arguments of a call; of a loop or conditional what it carries and gives.
void blame_call(const dbx_node *call, const call_args *c);

#endif
