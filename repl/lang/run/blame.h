// The operands of a failing operation, for its diagnostic (see blame.c). Each adds to the pending
// diagnostic if it has no operands yet, and does nothing otherwise.
#ifndef DBX_LANG_BLAME_H
#define DBX_LANG_BLAME_H

#include "lang/run/lang.h"

void blame_frame(void); // only that it happened in the traced frame that is open now
// What a call of f from `site` adds. What a function of the language's own library has met is the
// matter of the line that has called it.
void blame_caller(const o_function *f, dbx_span site);
void blame_line(dbx_span of); // this line of the program has failed
// Of an operation on the value v of n, by its role in it.
void blame_one(const dbx_node *n, pv v, const char *role);
// Of an operator with the operands x and y.
void blame_two(const dbx_node *a, const dbx_node *b, pv x, pv y);
void blame_index(const dbx_node *n, pv x, pv index); // of a subscript
// The arguments of a call; of a loop or conditional what it carries and gives.
void blame_call(const dbx_node *call, const call_args *c);

#endif
