// A Jaxpr evaluated again where we are: what is known of it, and cotangents through the rest (see
// rule.h). Loops and conditionals go backwards so: they keep what a trip began with.
#include "grad/rule.h"

typedef struct replay {
  grad_frame g;
  grad_env env;
  dbx_var *in;
  uint32_t n_in;
  dbx_set used; // variables that are asked for
} replay;

// ---- what is asked for ----

static void use(dbx_set *used, dbx_atom a) {
  if (!a || dbx_is_literal(a)) return;
  const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(a));
  dbx_set_add(used, dbx_tracer_of(a & DBX_HANDLE));
  for (uint32_t i = 0; t->dynamic && i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i]))
      dbx_set_add(used, dbx_tracer_of((dbx_var)dbx_dim_value(t->dims[i])));
}

static bool is_used(const dbx_set *used, const dbx_eqn *e) {
  bool any = false;
  for (uint32_t i = 0; i < e->n_out; i++)
    any |= dbx_set_has(used, dbx_tracer_of(e->out[i] & DBX_HANDLE));
  return any;
}

// The Jaxpr of a call, whose results may be left out; NULL: of another equation.
static const dbx_jaxpr *called(const dbx_eqn *e) {
  const dbx_jaxpr *j = e->prim->id == DBX_PRIM_pjit ? dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr : NULL;
  return j && !j->n_const && j->n_in == e->n_in ? j : NULL;
}

// Which results and operands of a call are used.
static void used_of_call(const dbx_set *used, const dbx_eqn *e, bool *out, bool *in) {
  for (uint32_t i = 0; i < e->n_out; i++)
    out[i] = dbx_set_has(used, dbx_tracer_of(e->out[i] & DBX_HANDLE));
  grad_inputs_of(called(e), out, in);
}

static void use_operands(const dbx_eqn *e, dbx_set *used) {
  bool *in = DBX_TMP(bool, e->n_in + 1), *out = DBX_TMP(bool, e->n_out + 1);
  for (uint32_t k = 0; k < e->n_out; k++)
    if (!called(e) || dbx_set_has(used, dbx_tracer_of(e->out[k] & DBX_HANDLE)))
      use(used, e->out[k] & DBX_HANDLE);
  if (called(e)) used_of_call(used, e, out, in);
  for (uint32_t k = 0; k < e->n_in; k++)
    if (!called(e) || in[k]) use(used, e->in[k]);
}

bool grad_reads(const dbx_set *used, const dbx_eqn *e, dbx_var v) {
  bool *in = DBX_TMP(bool, e->n_in + 1), *out = DBX_TMP(bool, e->n_out + 1), reads = false;
  if (!is_used(used, e)) return false;
  if (called(e)) used_of_call(used, e, out, in);
  for (uint32_t i = 0; i < e->n_in; i++) {
    bool own = !dbx_is_literal(e->in[i]) && dbx_tracer_of(e->in[i]) == dbx_tracer_of(v);
    reads |= own && (!called(e) || in[i]);
  }
  return reads;
}

void grad_used_by(const dbx_jaxpr *j, const bool *want, dbx_set *used) {
  for (uint32_t i = 0; i < j->n_out; i++)
    if (want[i]) use(used, j->outs[i]);
  for (uint32_t i = j->n_eqns; i-- > 0;) {
    if (is_used(used, &j->eqns[i])) use_operands(&j->eqns[i], used);
  }
}

void grad_inputs_of(const dbx_jaxpr *j, const bool *want, bool *in) {
  dbx_set used = {0};
  grad_used_by(j, want, &used);
  for (uint32_t i = 0; i < j->n_in; i++) in[i] = dbx_set_has(&used, dbx_tracer_of(j->invars[i]));
  dbx_set_free(&used);
}

// ---- evaluated ----

static void put_known(replay *r, const dbx_jaxpr *j, const V *values) {
  for (uint32_t i = 0; i < j->n_const; i++)
    if (j->consts && j->consts[i])
      grad_put(&r->env, j->constvars[i], (grad_value){dbx_val_array(j->consts[i]), dbx_val_none()});
  for (uint32_t i = 0; i < j->n_in; i++)
    if (!is_zero(values[i]))
      grad_put(&r->env, j->invars[i], (grad_value){values[i], dbx_val_none()});
}

static dbx_status put_unknown(replay *r, const dbx_jaxpr *j, const V *values) {
  for (uint32_t i = 0; i < j->n_in; i++) {
    if (!is_zero(values[i])) continue;
    dbx_aval a = grad_type(&r->env, dbx_var_aval(j->invars[i]), NULL);
    DBX_TRY(grad_frame_input(&r->g, a, &r->in[r->n_in]));
    V v = dbx_val_tracer(r->in[r->n_in++]);
    grad_put(&r->env, j->invars[i], (grad_value){v, dbx_val_none()});
  }
  return DBX_OK;
}

// A call without the results that are not used, and what only they need.
static dbx_eqn used_part(const dbx_set *used, const dbx_eqn *e) {
  dbx_arena *a = &dbx_trace_current()->arena;
  dbx_eqn ret = *e;
  bool *out = DBX_TMP(bool, e->n_out + 1), *in = DBX_TMP(bool, e->n_in + 1), all = true;
  for (uint32_t i = 0; i < e->n_out; i++)
    all &= dbx_set_has(used, dbx_tracer_of(e->out[i] & DBX_HANDLE));
  if (all || !called(e)) return ret;
  used_of_call(used, e, out, in);
  const dbx_jaxpr *own = called(e);
  dbx_jaxpr *j = DBX_NEW(a, dbx_jaxpr);
  dbx_atom *ops = DBX_NEWN(a, dbx_atom, e->n_in + 1);
  dbx_set inside = {0};
  grad_used_by(own, out, &inside);
  *j = *own;
  j->invars = DBX_NEWN(a, dbx_var, own->n_in + 1), j->outs = DBX_NEWN(a, dbx_atom, own->n_out + 1);
  j->eqns = DBX_NEWN(a, dbx_eqn, own->n_eqns + 1);
  ret.in = ops, ret.out = DBX_NEWN(a, dbx_var, e->n_out + 1);
  ret.n_in = ret.n_out = j->n_eqns = 0;
  for (uint32_t i = 0; i < e->n_in; i++)
    if (in[i]) j->invars[ret.n_in] = own->invars[i], ops[ret.n_in++] = e->in[i];
  for (uint32_t i = 0; i < e->n_out; i++)
    if (out[i]) j->outs[ret.n_out] = own->outs[i], ret.out[ret.n_out++] = e->out[i];
  for (uint32_t i = 0; i < own->n_eqns; i++)
    if (is_used(&inside, &own->eqns[i])) j->eqns[j->n_eqns++] = own->eqns[i];
  j->n_in = ret.n_in, j->n_out = ret.n_out;
  dbx_set_free(&inside);
  return ret.params = grad_with_jaxpr(e, j), ret;
}

static dbx_status evaluate_eqn(replay *r, const dbx_eqn *whole) {
  dbx_eqn e = used_part(&r->used, whole);
  if (e.span.file) dbx_here = e.span;
  V *in = DBX_TMP(V, e.n_in + 1), *made = DBX_TMP(V, e.n_out + 1);
  for (uint32_t k = 0; k < e.n_in; k++) in[k] = grad_get(&r->env, e.in[k]);
  DBX_TRY(dbx_bind_typed(&e, in, grad_types(&r->env, &e), made));
  for (uint32_t k = 0; k < e.n_out; k++)
    grad_put(&r->env, e.out[k], (grad_value){made[k], dbx_val_none()});
  return DBX_OK;
}

static dbx_status evaluate(replay *r, const dbx_jaxpr *j, const V *values, V *out) {
  DBX_TRY(put_unknown(r, j, values));
  for (uint32_t i = 0; i < j->n_eqns; i++)
    if (is_used(&r->used, &j->eqns[i])) DBX_TRY(evaluate_eqn(r, &j->eqns[i]));
  for (uint32_t i = 0; i < j->n_out; i++) out[i] = grad_get(&r->env, j->outs[i]);
  return DBX_OK;
}

static dbx_status begin(replay *r, const dbx_jaxpr *j, const V *values, const bool *want,
                        grad_loop_rule residuals, V *out) {
  *r = (replay){.in = DBX_TMP(dbx_var, j->n_in + 1)};
  grad_used_by(j, want, &r->used);
  put_known(r, j, values);
  grad_frame_open(&r->g, dbx_intern("replay"), grad_take_known);
  r->g.residuals = residuals;
  dbx_span here = dbx_here;
  dbx_status st = evaluate(r, j, values, out);
  dbx_here = here;
  grad_frame_close(&r->g);
  return st;
}

static void end(replay *r) {
  grad_frame_free(&r->g);
  grad_env_free(&r->env);
  dbx_set_free(&r->used);
}

static bool is_unknown(const replay *r, V v) {
  return v.kind == DBX_V_TRACER && dbx_var_at(v.tracer)->frame == r->g.frame->id;
}

static V held(V v) {
  if (v.kind == DBX_V_ARRAY) dbx_autorelease(dbx_array_ref(v.array));
  return v;
}

dbx_status grad_known(const dbx_jaxpr *j, const V *values, const bool *want, V *out) {
  replay r;
  dbx_status st = begin(&r, j, values, want, NULL, out);
  for (uint32_t i = 0; st == DBX_OK && i < j->n_out; i++)
    out[i] = is_unknown(&r, out[i]) ? dbx_val_none() : held(out[i]);
  end(&r);
  return st;
}

// A cotangent whose lengths may be other variables than those of the result, with their values.
static V with_lengths_of(const replay *r, V ct, const V *result) {
  if (is_zero(ct)) return ct;
  S to = grad_shape(grad_type(&r->g.env, dbx_val_aval(result), NULL)), own = jn_shape(ct);
  bool same = to.n == own.n;
  for (uint32_t i = 0; same && i < to.n; i++) same = to.d[i] == own.d[i];
  return same ? ct : lax_reshape(ct, to);
}

static dbx_status pull(const dbx_jaxpr *j, grad_backward_pass backward, const V *values,
                       const V *ct, bool zeros, V *ret) {
  replay r;
  V *out = DBX_TMP(V, j->n_out + 1), *ct_in = DBX_TMP(V, j->n_in + 1),
    *given = DBX_TMP(V, j->n_out + 1);
  dbx_atom *ends = DBX_TMP(dbx_atom, j->n_out + 1);
  bool *want = DBX_TMP(bool, j->n_out + 1);
  for (uint32_t i = 0; i < j->n_out; i++) want[i] = !is_zero(ct[i]);
  dbx_status st = begin(&r, j, values, want, grad_keep_residuals, out);
  for (uint32_t i = 0; st == DBX_OK && i < j->n_out; i++) {
    ends[i] = is_unknown(&r, out[i]) ? out[i].tracer : 0;
    given[i] = ends[i] ? with_lengths_of(&r, ct[i], &out[i]) : dbx_val_none();
    st = status_of(given[i]);
  }
  if (st == DBX_OK) {
    dbx_arena *a = &dbx_trace_current()->arena;
    grad_tape t = grad_tape_of(&r.g, a, r.in, r.n_in, ends, j->n_out);
    st = backward(&t, &r.g.env, given, ct_in);
  }
  for (uint32_t i = 0, k = 0; st == DBX_OK && i < j->n_in; i++) {
    ret[i] = dbx_val_none();
    if (!is_zero(values[i])) continue;
    V v = ct_in[k];
    if (zeros) v = grad_or_zeros(v, grad_type(&r.g.env, dbx_var_aval(r.in[k]), NULL));
    ret[i] = held(v), k++;
    st = status_of(ret[i]);
  }
  end(&r);
  return st;
}

dbx_status grad_pull(const dbx_jaxpr *j, grad_backward_pass backward, const V *values, const V *ct,
                     V *ret) {
  return pull(j, backward, values, ct, true, ret);
}

static dbx_status pass_again(const grad_env *env, const dbx_jaxpr *j, grad_backward_pass backward,
                             const bool *linear, const V *ct_out, V *ct_in) {
  V *values = DBX_TMP(V, j->n_in + 1);
  for (uint32_t i = 0; i < j->n_in; i++)
    values[i] = linear[i] ? dbx_val_none() : grad_get(env, j->invars[i]);
  return pull(j, backward, values, ct_out, false, ct_in);
}

dbx_status grad_pull_of(const dbx_jaxpr *j, dbx_sym name, grad_backward_pass backward,
                        const bool *linear, const V *ct, bool *out, grad_jaxpr *ret) {
  return grad_transposed_by(j, name, pass_again, backward, linear, ct, out, ret);
}

dbx_status grad_leaves_of(const V *v, uint32_t n, dbx_leaves *ret) {
  *ret = (dbx_leaves){.at = DBX_TMP(dbx_val, n + 1), .n = n};
  for (uint32_t i = 0; i < n; i++) {
    DBX_TRY(status_of(v[i]));
    ret->at[i] = v[i];
  }
  return DBX_OK;
}
