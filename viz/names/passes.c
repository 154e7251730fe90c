// Passes and qubits in words (see passes.h).
#include "viz/names/passes.h"

#include "prim/prim.h"

bool dbx_put_pass(dbx_buf *b, const dbx_trace *t, uint32_t event) {
  dbx_pass p = dbx_event_pass(t, event);
  if (p == DBX_PASS_NONE) return false;
  dbx_put(b, dbx_pass_words(p));
  dbx_buf of = {0};
  if (p == DBX_PASS_TWO && dbx_put_event_operation(&of, t, event))
    dbx_printf(b, ", for %s", dbx_text(&of));
  dbx_buf_free(&of);
  return true;
}

void dbx_json_pass(dbx_json *j, const dbx_trace *t, uint32_t event) {
  dbx_pass p = dbx_event_pass(t, event);
  if (p == DBX_PASS_NONE) return;
  dbx_json_key(j, "pass");
  p == DBX_PASS_BETWEEN ? dbx_json_null(j) : dbx_json_int(j, p == DBX_PASS_TWO ? 2 : 1);
}

dbx_qubit_move dbx_qubit_move_of(const dbx_eqn *e) {
  return e->prim->id == DBX_PRIM_qextract  ? DBX_MOVE_LIFT
         : e->prim->id == DBX_PRIM_qinsert ? DBX_MOVE_INSERT
                                           : DBX_MOVE_NONE;
}

const char *dbx_move_word(dbx_qubit_move m) {
  static const char *const word[] = {"", "lift", "insert"};
  return word[m];
}

static void put_letter(dbx_buf *b, const dbx_naming *n, dbx_atom a) {
  if (!dbx_put_tracer(b, n, NULL, a)) dbx_putc(b, '_');
}

void dbx_put_move(dbx_buf *b, const dbx_naming *n, const dbx_eqn *e) {
  bool lift = dbx_qubit_move_of(e) == DBX_MOVE_LIFT;
  put_letter(b, n, lift ? e->out[0] : e->in[2]);
  dbx_put(b, lift ? " <- wire " : " -> wire ");
  put_letter(b, n, e->in[1]);
  dbx_put(b, " of ");
  put_letter(b, n, lift ? e->in[0] : e->out[0]);
}
