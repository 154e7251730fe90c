// What an equation that was read makes of its operands (private to ir): old Jaxpr text does not say
// the dtype of a literal, and no text says that constants of loop bodies stand for operands.
#ifndef DBX_READ_OPERANDS_H
#define DBX_READ_OPERANDS_H

#include "ir/primitive.h"

typedef struct dbx_operand_text {
  dbx_span span;
  bool typed; // a literal with its type: 1.0:f64[]
} dbx_operand_text;
typedef dbx_vec(dbx_operand_text) dbx_operands;

// Gives the literal *a another dtype. Fails with E605 if the number is none of it.
dbx_status dbx_retype_literal(dbx_atom *a, dbx_dtype to, dbx_span span);
// Gives every untyped literal of e the dtype that its primitive wants there. Fails with E605.
dbx_status dbx_type_literals(dbx_eqn *e, const dbx_operands *text, dbx_arena *arena);
// Constants of loop bodies and branches, and inputs of a Jaxpr that is called once (it is not among
// `reused`), stand for the operands (their dims count as equal).
void dbx_set_referents(const dbx_eqn *e, const dbx_map *reused);

#endif
