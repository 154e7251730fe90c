// Binds whose equation comes later (dbx_deferral): the second pass, in the frame of the bind, and
// adjoint blocks, which are always bound so.
#ifndef DBX_QUANTUM_DEFERRED_H
#define DBX_QUANTUM_DEFERRED_H

#include "trace/nested.h"

// Part i goes on, with the register of the caller's frame as a further input, the last: *ret.
void dbx_deferred_reopen(dbx_bind *b, uint32_t part, dbx_atom outer, dbx_var *ret);
// It is complete: a further result, the last, is `out` (0: none).
void dbx_deferred_close(dbx_bind *b, uint32_t part, dbx_atom out);
// All parts are: the equation is bound. *ret: the register, its last result.
dbx_status dbx_deferred_bind(dbx_bind *b, dbx_var *ret);
// Part i goes on for more classical equations, until it is left.
void dbx_deferred_visit(dbx_bind *b, uint32_t part);
void dbx_deferred_leave(dbx_bind *b, uint32_t part);

// A block under adjoint: always deferred. args are operands, with lengths as constants; what f
// returns stays in the block. E511, E512.
dbx_status dbx_bind_adjoint(const dbx_callable *f, const dbx_val *args, uint32_t n,
                            const char *args_tree);

#endif
