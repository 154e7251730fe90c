// See drawn.h.
#include "drawn.h"

static void put_atom(dbx_buf *b, dbx_map *seen, dbx_atom a) {
  if (dbx_is_literal(a)) {
    const dbx_literal *l = dbx_literal_at(a);
    dbx_put_scalar(b, l->value, dbx_aval_at(l->aval)->dtype);
    return;
  }
  uint64_t *n = dbx_map_find(seen, a & DBX_HANDLE);
  if (!n) dbx_map_put(seen, a & DBX_HANDLE, seen->n + 1);
  dbx_dtype t = dbx_aval_at(dbx_atom_aval(a & DBX_HANDLE))->dtype;
  dbx_printf(b, "%c%u",
             t == DBX_QREG   ? 'r'
             : t == DBX_QBIT ? 'q'
                             : 'v',
             (unsigned)(n ? *n : seen->n));
}

const char *drawn(const dbx_frame *f) {
  static dbx_buf b;
  dbx_map seen = {0};
  b.n = 0;
  for (uint32_t i = 0; i < f->eqns.n; i++) {
    const dbx_eqn *e = &f->eqns.at[i];
    const dbx_param *op = dbx_eqn_param(e, DBX_S_op);
    dbx_printf(&b, "%s%s", i ? "; " : "", op ? dbx_sym_text(op->text) : e->prim->name);
    for (uint32_t k = 0; k < e->n_in; k++) dbx_putc(&b, ' '), put_atom(&b, &seen, e->in[k]);
    if (e->n_out) dbx_putc(&b, '>');
    for (uint32_t k = 0; k < e->n_out; k++) {
      if (k) dbx_putc(&b, ' ');
      put_atom(&b, &seen, e->out[k]);
    }
  }
  dbx_map_free(&seen);
  return dbx_text(&b);
}

dbx_tape_op drawn_gate(const char *name, dbx_val *wires, uint32_t n) {
  return (dbx_tape_op){
      .kind = DBX_TAPE_GATE, .name = dbx_intern(name), .wires = {wires, n}, .postselect = -1};
}
