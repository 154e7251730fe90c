// Measured bits in the first pass (see bits.h).
#include "quantum/bits.h"

#include <string.h>

dbx_var dbx_bit_new(dbx_bits *bits, dbx_frame *f) {
  dbx_var v = dbx_var_new(dbx_aval_scalar(DBX_BOOL, false), DBX_VAR_RESULT, f->id);
  dbx_map_put(&bits->stand, v, dbx_literal_of(DBX_BOOL, false, dbx_scalar_int(1)));
  return v;
}

void dbx_bits_free(dbx_bits *bits) {
  dbx_map_free(&bits->stand);
  dbx_vec_free(&bits->calls);
}

static bool is_call(const dbx_bit_call *c, const dbx_site *s) {
  if (c->prim != s->prim || c->n_in != s->n_in || c->n_params != s->n_params) return false;
  for (uint32_t i = 0; i < s->n_in; i++)
    if (c->in[i] != dbx_atom_aval(s->in[i])) return false;
  for (uint32_t i = 0; i < s->n_params; i++)
    if (c->params[i].key != s->params[i].key || c->params[i].val != s->params[i].val) return false;
  return true;
}

static dbx_status trace_call(dbx_frame *f, const dbx_site *s, dbx_jaxpr **ret) {
  dbx_arena *arena = &f->trace->arena;
  dbx_frame *inner = dbx_frame_open(DBX_FRAME_CALL, dbx_intern(s->prim->name));
  dbx_atom *in = DBX_TMP(dbx_atom, s->n_in + 1), out;
  for (uint32_t i = 0; i < s->n_in; i++) in[i] = dbx_new_arg(inner, dbx_atom_aval(s->in[i]));
  dbx_status st =
      dbx_bind_plain(inner, s->prim, in, s->n_in, s->params, s->n_params, NULL, &out, 1);
  if (st == DBX_OK) *ret = dbx_to_jaxpr(inner, arena, &out, 1, false, NULL), inner->jaxpr = *ret;
  dbx_frame_close(inner);
  return st;
}

// Equal operations call one Jaxpr.
static dbx_status call_of(dbx_bits *bits, dbx_frame *f, const dbx_site *s, dbx_jaxpr **ret) {
  for (uint32_t i = 0; i < bits->calls.n; i++)
    if (is_call(&bits->calls.at[i], s)) return *ret = bits->calls.at[i].jaxpr, DBX_OK;
  DBX_TRY(trace_call(f, s, ret));
  dbx_arena *arena = &f->trace->arena;
  dbx_aval *in = DBX_NEWN(arena, dbx_aval, s->n_in);
  for (uint32_t i = 0; i < s->n_in; i++) in[i] = dbx_atom_aval(s->in[i]);
  const dbx_kv *params = dbx_arena_copy(arena, s->params, s->n_params * sizeof *params);
  dbx_push(&bits->calls, ((dbx_bit_call){s->prim, params, s->n_params, s->n_in, in, *ret}));
  return DBX_OK;
}

dbx_status dbx_bits_before(dbx_bits *bits, dbx_frame *f, const dbx_site *s, dbx_var out) {
  dbx_atom *in = DBX_TMP(dbx_atom, s->n_in + 1);
  dbx_jaxpr *j;
  for (uint32_t i = 0; i < s->n_in; i++) {
    uint64_t *by = dbx_is_literal(s->in[i]) ? NULL : dbx_map_find(&bits->stand, s->in[i]);
    if (!by) return DBX_OK;
    in[i] = (dbx_atom)*by;
  }
  if (!s->n_in || dbx_is_circuit(s->prim)) return DBX_OK;
  DBX_TRY(call_of(bits, f, s, &j));
  dbx_var result = dbx_var_new(dbx_var_aval(out), DBX_VAR_RESULT, f->id);
  dbx_kv kv[] = {{DBX_S_name, dbx_p_text(s->prim->name)}, {DBX_S_jaxpr, dbx_p_jaxpr(j)}};
  DBX_TRY(dbx_emit(f, dbx_primitive_of(DBX_PRIM_pjit), in, s->n_in, &result, 1, kv, 2));
  dbx_map_put(&bits->stand, out, result);
  return DBX_OK;
}
