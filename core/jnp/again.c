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

// ---- with types that are known ----

// The type of result i; lengths that are results to its left are known.
static dbx_aval with_left(dbx_aval a, const dbx_var *left) {
  const dbx_aval_info *t = dbx_aval_at(a);
  if (!t->dynamic) return a;
  dbx_dim *dims = DBX_TMP(dbx_dim, t->rank);
  for (uint32_t i = 0; i < t->rank; i++)
    dims[i] = dbx_dim_kind_of(t->dims[i]) == DBX_DIM_OUTDB
                  ? dbx_dim_var(left[dbx_dim_value(t->dims[i])])
                  : t->dims[i];
  return dbx_aval_with_dims(a, dims);
}

// A length of the type belongs to the frame.
static dbx_status lift_lengths(dbx_frame *f, dbx_aval *a) {
  const dbx_aval_info *t = dbx_aval_at(*a);
  if (!t->dynamic) return DBX_OK;
  dbx_dim *dims = DBX_TMP(dbx_dim, t->rank);
  for (uint32_t i = 0; i < t->rank; i++) {
    dims[i] = t->dims[i];
    if (!dbx_dim_is_var(dims[i])) continue;
    dbx_var v;
    DBX_TRY(dbx_lift(f, (dbx_var)dbx_dim_value(dims[i]), &v));
    dims[i] = dbx_dim_var(v);
  }
  return *a = dbx_aval_with_dims(*a, dims), DBX_OK;
}

static dbx_status stage_typed(dbx_frame *f, const dbx_eqn *e, const V *in, const dbx_aval *types,
                              V *out) {
  dbx_atom *atoms = DBX_TMP(dbx_atom, e->n_in + 1);
  dbx_var *results = DBX_TMP(dbx_var, e->n_out + 1);
  for (uint32_t i = 0; i < e->n_in; i++) DBX_TRY(dbx_frame_atom(f, &in[i], &atoms[i]));
  for (uint32_t i = 0; i < e->n_out; i++) {
    dbx_aval a = with_left(types[i], results);
    DBX_TRY(lift_lengths(f, &a));
    results[i] = dbx_var_new(a, DBX_VAR_RESULT, f->id);
  }
  DBX_TRY(dbx_emit(f, e->prim, atoms, e->n_in, results, e->n_out, e->params, e->n_params));
  for (uint32_t i = 0; i < e->n_out; i++) out[i] = dbx_frame_result(f, results[i]);
  return DBX_OK;
}

static dbx_status with_weakness(dbx_array *a, bool weak, V *ret) {
  dbx_array *own = a;
  if (a->weak != weak && a->refs > 1) {
    DBX_TRY(dbx_array_copy(a, a->rank, a->dims, &own));
    dbx_autorelease(own);
  }
  own->weak = weak;
  return *ret = dbx_val_array(own), DBX_OK;
}

// A Jaxpr of one equation, interpreted.
static dbx_status compute_typed(const dbx_eqn *e, const V *ops, const dbx_aval *types, V *out) {
  uint32_t n = e->n_in, n_out = e->n_out;
  dbx_var *in = DBX_TMP(dbx_var, n + 1), *results = DBX_TMP(dbx_var, n_out + 1);
  dbx_array **args = DBX_TMP(dbx_array *, n + 1), **made = DBX_TMP(dbx_array *, n_out + 1);
  for (uint32_t i = 0; i < n; i++) {
    V v = lax_asarray(ops[i]);
    DBX_TRY(status_of(v));
    args[i] = v.array;
    in[i] = dbx_var_new(dbx_val_aval(&v), DBX_VAR_ARG, 0);
  }
  for (uint32_t i = 0; i < n_out; i++)
    results[i] = dbx_var_new(with_left(types[i], results), DBX_VAR_RESULT, 0);
  dbx_eqn one = {e->prim, in, results, e->params, n, n_out, e->n_params, e->event, e->span};
  dbx_jaxpr j = {
      .invars = in, .outs = results, .eqns = &one, .n_in = n, .n_out = n_out, .n_eqns = 1};
  DBX_TRY(dbx_interpret(&j, args, made));
  for (uint32_t i = 0; i < n_out; i++) dbx_autorelease(made[i]);
  for (uint32_t i = 0; i < n_out; i++)
    DBX_TRY(with_weakness(made[i], dbx_aval_at(types[i])->weak, &out[i]));
  return DBX_OK;
}

dbx_status dbx_bind_typed(const dbx_eqn *e, const dbx_val *in, const dbx_aval *types,
                          dbx_val *out) {
  dbx_frame *f = dbx_trace_frame();
  for (uint32_t i = 0; i < e->n_in; i++) DBX_TRY(status_of(in[i]));
  if (!f && !e->prim->nested)
    return lax_bind_n((dbx_prim)e->prim->id, in, e->n_in, e->params, e->n_params, NULL, out,
                      e->n_out);
  return f ? stage_typed(f, e, in, types, out) : compute_typed(e, in, types, out);
}
