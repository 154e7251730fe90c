// Tapes (see tape.h).
#include "quantum/tape.h"

#include "prim/prim.h"

static void release(void *tape) {
  dbx_tape *t = tape;
  for (uint32_t i = 0; i < t->ops.n; i++) {
    const dbx_tape_values *all[] = {&t->ops.at[i].params, &t->ops.at[i].wires,
                                    &t->ops.at[i].controls};
    for (int k = 0; k < 3; k++)
      for (uint32_t v = 0; v < all[k]->n; v++)
        if (all[k]->at[v].kind == DBX_V_ARRAY) dbx_array_unref(all[k]->at[v].array);
  }
  dbx_vec_free(&t->ops);
}

dbx_tape *dbx_tape_new(dbx_frame *f) {
  dbx_tape *t = DBX_NEW(&f->trace->arena, dbx_tape);
  t->frame = f;
  dbx_push(&f->trace->kept, ((dbx_kept){release, t}));
  return t;
}

static void own(dbx_arena *a, dbx_tape_values *v) {
  v->at = dbx_arena_copy(a, v->at, v->n * sizeof *v->at);
  for (uint32_t i = 0; i < v->n; i++)
    if (v->at[i].kind == DBX_V_ARRAY) dbx_array_ref(v->at[i].array);
}

void dbx_tape_put(dbx_tape *t, const dbx_tape_op *op) {
  dbx_tape_op o = *op;
  dbx_arena *a = &t->frame->trace->arena;
  own(a, &o.params), own(a, &o.wires), own(a, &o.controls);
  o.control_values = dbx_arena_copy(a, o.control_values, o.controls.n * sizeof *o.control_values);
  if (o.region) o.tape = dbx_arena_copy(a, o.tape, o.region->n_parts * sizeof(dbx_tape *));
  dbx_push(&t->ops, o);
}

void dbx_put_tape_name(dbx_buf *b, const dbx_tape_op *op) {
  if (op->kind == DBX_TAPE_REGION) {
    dbx_printf(b, "%s %s", op->region->prim->name, dbx_sym_text(op->region->name));
    return;
  }
  const char *name = op->kind == DBX_TAPE_MEASURE ? "measure" : dbx_sym_text(op->name);
  if (op->kind == DBX_TAPE_UNITARY && !*name) name = "QubitUnitary";
  if (op->kind == DBX_TAPE_PHASE) name = "GlobalPhase";
  dbx_printf(b, op->adjoint ? "Adjoint(%s)" : "%s", name);
}
