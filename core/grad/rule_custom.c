// Functions of the host: those with a backward rule of their own, and calls while a program runs.
#include "grad/rule.h"
#include "trace/state.h"

dbx_status dbx_grad_custom(int64_t number, const V *out, uint32_t n_out, const V *res,
                           uint32_t n_res, const V *t, uint32_t n_t, V *ret) {
  uint32_t n = n_out + n_res + n_t;
  V *ops = DBX_TMP(V, n + 1);
  dbx_kv kv[] = {{DBX_S_bwd, dbx_p_host("backward rule", number)},
                 {DBX_S_num_out, dbx_p_int(n_out)},
                 {DBX_S_num_res, dbx_p_int(n_res)}};
  dbx_aval *types = DBX_TMP(dbx_aval, n_out + 1);
  for (uint32_t i = 0; i < n; i++)
    ops[i] = i < n_out ? out[i] : i < n_out + n_res ? res[i - n_out] : t[i - n_out - n_res];
  for (uint32_t i = 0; i < n_out; i++) types[i] = dbx_val_aval(&out[i]);
  dbx_eqn e = {.prim = dbx_primitive_of(DBX_PRIM_custom_lin),
               .params = kv,
               .n_params = 3,
               .n_in = n,
               .n_out = n_out,
               .span = dbx_here};
  return dbx_bind_typed(&e, ops, types, ret);
}

dbx_status dbx_transpose_custom_lin(const transpose_site *s) {
  uint32_t n_out = s->e->n_out, n_res = (uint32_t)dbx_eqn_int(s->e, DBX_S_num_res),
           first = n_out + n_res;
  V *ct = DBX_TMP(V, n_out + 1);
  for (uint32_t i = 0; i < n_out; i++) {
    ct[i] = grad_or_zeros(s->ct[i], s->out[i]);
    DBX_TRY(status_of(ct[i]));
  }
  if (!trace_now->backward)
    return dbx_fail(DBX_E218, (dbx_span){0}, "a backward rule is called by its program, not here");
  DBX_TRY(trace_now->backward(dbx_eqn_param(s->e, DBX_S_bwd)->i, s->x + n_out, n_res, ct, n_out,
                              s->ret + first, s->e->n_in - first));
  for (uint32_t i = first; i < s->e->n_in; i++)
    if (!is_linear(s, i)) s->ret[i] = dbx_val_none();
  return DBX_OK;
}

// ---- calls of functions with a rule of their own ----

// What the function closes over is no argument of the rule.
static dbx_status fixed_operands(const jvp_site *s, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!is_zero(s->t[i]))
      return dbx_fail_as(DBX_E218, DBX_S_NotImplementedError, (dbx_span){0},
                         "%s is differentiated by a value that it closes over, of which its own "
                         "rule says nothing; make the value an argument",
                         dbx_sym_text(dbx_eqn_param(s->e, DBX_S_name)->text));
  return DBX_OK;
}

// What the rule gives for result i, with the type that the call has.
static dbx_status fitting(const jvp_site *s, uint32_t i) {
  const dbx_aval_info *own = dbx_aval_at(s->type[i]);
  V *parts[] = {&s->y[i], &s->ty[i]};
  if (!has_tangent(s->type[i])) s->ty[i] = dbx_val_none();
  for (int k = 0; k < 2; k++) {
    if (is_zero(*parts[k])) continue;
    if (jn_rank(*parts[k]) != own->rank || jn_dtype(*parts[k]) != own->dtype)
      return dbx_fail_as(DBX_E204, DBX_S_TypeError, (dbx_span){0},
                         "the rule of %s gives a %s of type %s for result %u, which has type %s",
                         dbx_sym_text(dbx_eqn_param(s->e, DBX_S_name)->text),
                         k ? "tangent" : "value", dbx_aval_text(dbx_val_aval(parts[k])), i,
                         dbx_aval_text(s->type[i]));
    *parts[k] = lax_convert(*parts[k], own->dtype, own->weak);
    DBX_TRY(status_of(*parts[k]));
  }
  return DBX_OK;
}

dbx_status dbx_jvp_custom_call(const jvp_site *s) {
  uint32_t first = (uint32_t)dbx_eqn_int(s->e, DBX_S_num_consts), n = s->e->n_in;
  V *t = DBX_TMP(V, n + 1);
  DBX_TRY(fixed_operands(s, first));
  for (uint32_t i = first; i < n; i++) {
    t[i] = s->t[i];
    if (is_zero(t[i]) && has_tangent(dbx_val_aval(&s->x[i])))
      t[i] = grad_zeros(dbx_val_aval(&s->x[i]));
    DBX_TRY(status_of(t[i]));
  }
  const dbx_param *rule = dbx_eqn_param(s->e, DBX_S_rule);
  if (!trace_now->custom || !rule)
    return dbx_fail(DBX_E218, (dbx_span){0}, "a rule is called by its program, not here");
  DBX_TRY(trace_now->custom(rule->i, s->x + first, t + first, n - first, s->y, s->ty, s->e->n_out));
  for (uint32_t i = 0; i < s->e->n_out; i++) DBX_TRY(fitting(s, i));
  return DBX_OK;
}

// What gives results has no rule of tangents.
dbx_status dbx_jvp_callback(const jvp_site *s) {
  dbx_prim id = (dbx_prim)s->e->prim->id;
  if (!s->e->n_out) return jvp_primal(s);
  if (id == DBX_PRIM_python_callback)
    return dbx_fail_as(DBX_E218, dbx_intern("DifferentiableCompileError"), (dbx_span){0},
                       "a callback with results is differentiated by its .fwd and .bwd, which it "
                       "has to have both");
  return dbx_fail_as(DBX_E218, DBX_S_ValueError, (dbx_span){0},
                     "%s callbacks do not support JVP. Please use `jax.custom_jvp` to use "
                     "callbacks while taking gradients.",
                     id == DBX_PRIM_pure_callback ? "Pure" : "IO");
}
