// The steps of bindNested that loops (nested.c) and conditionals (branches.c) share, with adjoint
// blocks (quantum/deferred.c); the algorithm is in docs/semantics.md, bindNested.
#ifndef DBX_TRACE_STEPS_H
#define DBX_TRACE_STEPS_H

#include "prim/prim.h"
#include "trace/nested.h"

typedef dbx_vec(dbx_atom) dbx_atoms;

// Of the current trace: what it keeps until it is freed.
static inline dbx_arena *dbx_trace_arena(void) { return &dbx_trace_current()->arena; }

dbx_bind *dbx_open_bind(dbx_prim prim, dbx_sym name, uint32_t n_parts); // step 1
// The bind is over; gives st. Where that is a failure, the pending diagnostic says which.
dbx_status dbx_close_bind(dbx_bind *b, dbx_status st);
void dbx_deduce_input_type(dbx_bind *b, dbx_part *p);                          // step 2
dbx_status dbx_abstract_eval(dbx_bind *b, dbx_part *p, const dbx_callable *f); // step 3
void dbx_complete_part(dbx_bind *b, dbx_part *p);                              // 3.4 to 3.6
// Steps 4 to 6. The InDBIdx of b->eqn_out_type count positions of operand_at.
void dbx_parse_output_type(dbx_bind *b, const dbx_atom *operand_at);
dbx_status dbx_emit_jaxpr_line(dbx_bind *b, dbx_kv *params, uint32_t n);
void dbx_collapse(const dbx_bind *b, dbx_leaves *ret);
// Operands: the constants of a part as the caller's frame sees them (it lifts them only now).
dbx_status dbx_push_constants(dbx_bind *b, const dbx_part *p, dbx_atoms *ops);
void dbx_set_operands(dbx_bind *b, dbx_atoms *ops); // frees ops
// The atoms of the carries, with `index` (0: none) before them: p->collapsed_inputs. E511.
dbx_status dbx_raise_inputs(dbx_bind *b, dbx_part *p, dbx_atom index, const dbx_val *init,
                            uint32_t n);
// The operands of a loop with a condition: constants of both parts, then carries.
dbx_status dbx_while_operands(dbx_bind *b, const dbx_part *test, const dbx_part *body);
dbx_status dbx_check_predicate(const dbx_bind *b, const dbx_part *p); // E505
// For E506: "'small' returns a tuple of 2 values"; and a note that says where the structures of the
// results of two branches begin to differ, if not at their top.
void dbx_put_results(dbx_buf *b, const dbx_bind *of, const dbx_part *p);
void dbx_note_structures(const dbx_bind *b, const dbx_part *x, const dbx_part *y);
// The i-th result as an operand of the pending diagnostic, with its place: "result 1 of branch 0 at
// ['a']".
void dbx_note_result(const dbx_part *p, uint32_t i, uint32_t branch);
// The Jaxpr of branch `own` with the constants of every branch as leading inputs; those of others
// have a trailing "_".
dbx_jaxpr *dbx_pad_constants(const dbx_bind *b, uint32_t own);
// Where the frame defers it: the results of b by b->eqn_out_type, whose InDBIdx count from `first`
// on the constants and inputs of p. `finish` emits the equation when the second pass has filled the
// parts.
dbx_status dbx_defer(dbx_bind *b, const dbx_part *p, uint32_t first,
                     dbx_status (*finish)(dbx_bind *b), dbx_leaves *ret);

#endif
