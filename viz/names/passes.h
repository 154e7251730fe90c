// What views show of the passes of a circuit: which one made an equation, and the qubits that the
// second one lifts out of the register and inserts again.
#ifndef DBX_VIZ_PASSES_H
#define DBX_VIZ_PASSES_H

#include "base/json.h"
#include "quantum/tape.h"
#include "viz/names/naming.h"

// "pass 1", "pass 2, for RX", "between the passes"; false, and nothing, outside of circuits.
bool dbx_put_pass(dbx_buf *b, const dbx_trace *t, uint32_t event);
// The key "pass" with 1 or 2, or null between both; nothing outside of circuits.
void dbx_json_pass(dbx_json *j, const dbx_trace *t, uint32_t event);

typedef enum dbx_qubit_move { DBX_MOVE_NONE, DBX_MOVE_LIFT, DBX_MOVE_INSERT } dbx_qubit_move;
// Of qextract and qinsert.
dbx_qubit_move dbx_qubit_move_of(const dbx_eqn *e);
// "lift".
const char *dbx_move_word(dbx_qubit_move m);
// As captures are shown, "h <- wire 0 of g", and "j -> wire 0 of k". e is a move.
void dbx_put_move(dbx_buf *b, const dbx_naming *n, const dbx_eqn *e);

#endif
