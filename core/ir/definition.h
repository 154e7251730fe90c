// How a scalar integer or boolean was computed: the equations that sizes are followed through.
#ifndef DBX_IR_DEFINITION_H
#define DBX_IR_DEFINITION_H

#include "ir/jaxpr.h"

// Remembers e, whose operands and parameters stay where they are, if it computes one scalar integer
// or boolean from such scalars; the record itself is put into the arena that e lives in.
void dbx_define(dbx_arena *arena, const dbx_eqn *e);
// Forgets it again: before the arena goes while its variables can still be met.
void dbx_undefine(const dbx_eqn *e);
// The equation that computes v; NULL: v is an argument, or computed in another way.
const dbx_eqn *dbx_definition_of(dbx_var v);

#endif
