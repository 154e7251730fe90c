// Equations of a Jaxpr bound to other operands (see jnp.h).
#include "interp/interp.h"
#include "jnp/ops.h"

static dbx_status needs_numbers(const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_out; i++)
    if (dbx_aval_at(dbx_var_aval(e->out[i]))->dynamic)
      return dbx_fail(
          DBX_E218, (dbx_span){0},
          "an equation %s whose results have traced lengths is not bound again; call the "
          "function that it comes from",
          e->prim->name);
  return DBX_OK;
}

static dbx_status stage_again(dbx_frame *f, const dbx_eqn *e, const V *in, V *out) {
  dbx_atom *atoms = DBX_TMP(dbx_atom, e->n_in);
  dbx_var *vars = DBX_TMP(dbx_var, e->n_out);
  for (uint32_t i = 0; i < e->n_in; i++) DBX_TRY(dbx_frame_atom(f, &in[i], &atoms[i]));
  for (uint32_t i = 0; i < e->n_out; i++)
    vars[i] = dbx_var_new(dbx_var_aval(e->out[i]), DBX_VAR_RESULT, f->id);
  DBX_TRY(dbx_emit(f, e->prim, atoms, e->n_in, vars, e->n_out, e->params, e->n_params));
  for (uint32_t i = 0; i < e->n_out; i++) out[i] = dbx_frame_result(f, vars[i]);
  return DBX_OK;
}

// As a Jaxpr of this one equation.
static dbx_status run_alone(const dbx_eqn *e, const V *in, V *out) {
  dbx_eqn one = *e;
  dbx_jaxpr j = {.eqns = &one, .n_eqns = 1, .n_out = e->n_out};
  dbx_array **args = DBX_TMP(dbx_array *, e->n_in), **results = DBX_TMP(dbx_array *, e->n_out);
  j.invars = DBX_TMP(dbx_var, e->n_in), one.out = j.outs = DBX_TMP(dbx_var, e->n_out);
  for (uint32_t i = 0; i < e->n_out; i++) one.out[i] = e->out[i] & DBX_HANDLE;
  for (uint32_t i = 0; i < e->n_in; i++) {
    if (dbx_is_literal(e->in[i])) continue;
    j.invars[j.n_in] = e->in[i];
    V x = in[i].kind == DBX_V_ARRAY ? in[i] : lax_asarray(in[i]);
    DBX_TRY(status_of(x));
    args[j.n_in++] = x.array;
  }
  DBX_TRY(dbx_interpret(&j, args, results));
  for (uint32_t i = 0; i < e->n_out; i++) {
    bool weak = dbx_aval_at(dbx_var_aval(e->out[i]))->weak;
    DBX_TRY(dbx_array_result(results[i], weak, &results[i]));
    out[i] = dbx_val_array(dbx_autorelease(results[i]));
  }
  return DBX_OK;
}

dbx_status dbx_bind_again(const dbx_eqn *e, const dbx_val *in, dbx_val *out) {
  dbx_frame *f = dbx_trace_frame();
  if (!e->prim->nested)
    return lax_bind_n((dbx_prim)e->prim->id, in, e->n_in, e->params, e->n_params, NULL, out,
                      e->n_out);
  DBX_TRY(needs_numbers(e));
  return f ? stage_again(f, e, in, out) : run_alone(e, in, out);
}
