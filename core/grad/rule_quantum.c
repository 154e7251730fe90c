// Derivatives of circuits. The tangent of the state goes along in the simulator: a gate whose
// angles have tangents is told them (qturn), and what is measured has a tangent of its own. So the
// tangents of a circuit's results are another circuit, which is linear in the tangents of its
// operands.
#include "grad/rule.h"
#include "trace/lax.h"

#include <string.h>

// ---- inside of a circuit ----

// Integers have no tangents; an angle without one does not move.
static V tangent_of(const jvp_site *s, uint32_t i) {
  return is_zero(s->t[i]) ? jn_scalar(DBX_F64, (dbx_scalar){0}) : s->t[i];
}

dbx_status dbx_jvp_gate(const jvp_site *s) {
  dbx_prim p = (dbx_prim)s->e->prim->id;
  uint32_t first = p == DBX_PRIM_qinst ? (uint32_t)dbx_eqn_int(s->e, DBX_S_qubits_len) : 0;
  uint32_t angles = p == DBX_PRIM_qinst ? (uint32_t)dbx_eqn_int(s->e, DBX_S_params_len) : 1;
  uint32_t qubit = p == DBX_PRIM_qunitary, n = 0;
  V *turn = DBX_TMP(V, angles + 2), *ops = DBX_TMP(V, s->e->n_in + 1);
  memcpy(ops, s->x, s->e->n_in * sizeof *ops);
  if (p != DBX_PRIM_gphase) turn[n++] = s->x[qubit];
  for (uint32_t i = 0; i < angles; i++) turn[n++] = tangent_of(s, first + i);
  DBX_TRY(lax_bind_n(DBX_PRIM_qturn, turn, n, NULL, 0, NULL, &ops[qubit], p != DBX_PRIM_gphase));
  return lax_bind_n(p, ops, s->e->n_in, s->e->params, s->e->n_params, NULL, s->y, s->e->n_out);
}

// Of coefficients that have tangents: the tangent of an observable is an observable.
dbx_status dbx_jvp_hamiltonian(const jvp_site *s) {
  V *ops = DBX_TMP(V, s->e->n_in + 1);
  DBX_TRY(jvp_primal(s));
  for (uint32_t i = 1; i < s->e->n_in; i++)
    if (!is_zero(s->t[i])) return dbx_jvp_none(s);
  if (is_zero(s->t[0])) return DBX_OK;
  memcpy(ops, s->x, s->e->n_in * sizeof *ops);
  ops[0] = s->t[0];
  return status_of(s->ty[0] = jvp_again(s, ops, s->e->n_in));
}

dbx_status dbx_jvp_measured(const jvp_site *s) {
  static const struct {
    dbx_prim of, moved;
  } rows[] = {{DBX_PRIM_expval, DBX_PRIM_expval_jvp},
              {DBX_PRIM_var, DBX_PRIM_var_jvp},
              {DBX_PRIM_probs, DBX_PRIM_probs_jvp},
              {DBX_PRIM_state, DBX_PRIM_state_jvp}};
  uint32_t k = 0;
  while (k < 3 && rows[k].of != (dbx_prim)s->e->prim->id) k++;
  const dbx_param *shape = dbx_eqn_param(s->e, DBX_S_shape);
  dbx_kv kv = {DBX_S_shape, shape};
  DBX_TRY(jvp_primal(s));
  s->ty[0] = lax_bind(rows[k].moved, s->x, 1, &kv, shape != NULL);
  DBX_TRY(status_of(s->ty[0]));
  if (is_zero(s->t[0])) return DBX_OK;
  if (rows[k].of != DBX_PRIM_expval) return dbx_jvp_none(s);
  return status_of(s->ty[0] = grad_add(s->ty[0], jvp_again(s, s->t, 1)));
}

// Of what the derivative of a circuit is made of.
dbx_status dbx_jvp_second(const jvp_site *s) {
  (void)s;
  return dbx_fail_as(DBX_E218, dbx_intern("DifferentiableCompileError"), (dbx_span){0},
                     "higher order derivatives of circuits are not offered: take differences of "
                     "the first one, which is exact: grad(grad(f), method=\"fd\")");
}

// The tangents of its operands are operands in front of the register.
dbx_status dbx_jvp_adjoint(const jvp_site *s) {
  const dbx_eqn *e = s->e;
  const dbx_jaxpr *j = dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr;
  bool *in = DBX_TMP(bool, e->n_in + 1), *out = DBX_TMP(bool, j->n_out + 1);
  V *ops;
  grad_jaxpr made;
  uint32_t n = 0, last = e->n_in - 1;
  for (uint32_t i = 0; i < e->n_in; i++) in[i] = !is_zero(s->t[i]);
  DBX_TRY(grad_jvp_of(j, dbx_intern("block"), s->bind, in, NULL, out, &made));
  dbx_jaxpr *block = made.j;
  ops = DBX_TMP(V, block->n_in + 1);
  for (uint32_t i = 0; i < made.n_captures; i++) ops[n++] = made.captures[i];
  for (uint32_t i = 0; i < last; i++) ops[n++] = s->x[i];
  for (uint32_t i = 0; i < last; i++)
    if (in[i]) ops[n++] = s->t[i];
  ops[n++] = s->x[last];
  uint32_t at = made.n_captures + last; // of the register among the inputs
  dbx_var reg = block->invars[at];
  memmove(&block->invars[at], &block->invars[at + 1], (block->n_in - 1 - at) * sizeof reg);
  block->invars[block->n_in - 1] = reg;
  block->outs += j->n_out - 1, block->n_out = 1;
  dbx_buf tree = {0};
  dbx_put(&tree, "PyTreeDef(([], [");
  for (uint32_t i = 0; i + 1 < n; i++) dbx_put(&tree, i ? ", *" : "*");
  dbx_put(&tree, "], [*]))");
  dbx_kv kv[] = {{DBX_S_args_tree, dbx_p_text(dbx_text(&tree))}, {DBX_S_jaxpr, dbx_p_jaxpr(block)}};
  dbx_buf_free(&tree);
  dbx_eqn moved = *e;
  moved.n_in = n, moved.params = kv, moved.n_params = 2;
  return dbx_bind_typed(&moved, ops, s->type, s->y);
}

// ---- a circuit ----

static bool measures(const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    if (e->prim->id == DBX_PRIM_qmeasure) return true;
    for (uint32_t p = 0; p < e->n_params; p++) {
      const dbx_param *v = e->params[p].val;
      if (v->kind == DBX_P_JAXPR && measures(v->jaxpr)) return true;
      for (uint32_t k = 0; k < v->n && (v->kind == DBX_P_TUPLE || v->kind == DBX_P_LIST); k++)
        if (v->item[k]->kind == DBX_P_JAXPR && measures(v->item[k]->jaxpr)) return true;
    }
  }
  return false;
}

static dbx_status check(const jvp_site *s, const dbx_jaxpr *j) {
  if (measures(j))
    return dbx_fail_as(DBX_E218, dbx_intern("DifferentiableCompileError"), (dbx_span){0},
                       "Mid-circuit measurements are not allowed in circuits that are "
                       "differentiated");
  for (uint32_t i = 0; i < s->e->n_out; i++)
    if (dbx_aval_at(s->type[i])->dynamic)
      return dbx_fail(DBX_E218, (dbx_span){0},
                      "a circuit that gives an array of traced length is not differentiated");
  return DBX_OK;
}

// The circuit with `jaxpr` in the place of its own.
static dbx_status call(const dbx_eqn *like, dbx_jaxpr *j, const V *ops, uint32_t n,
                       const dbx_aval *types, V *out) {
  dbx_eqn e = *like;
  dbx_kv kv[] = {{DBX_S_call_jaxpr, dbx_p_jaxpr(j)}, {DBX_S_fn, dbx_eqn_param(like, DBX_S_fn)}};
  e.params = kv, e.n_params = 2, e.n_in = n, e.n_out = j->n_out;
  return dbx_bind_typed(&e, ops, types, out);
}

dbx_status dbx_jvp_func(const jvp_site *s) {
  const dbx_eqn *e = s->e;
  const dbx_jaxpr *j = dbx_eqn_param(e, DBX_S_call_jaxpr)->jaxpr;
  bool *in = DBX_TMP(bool, e->n_in + 1), *out = DBX_TMP(bool, e->n_out + 1);
  grad_jaxpr made;
  DBX_TRY(check(s, j));
  DBX_TRY(jvp_primal(s));
  for (uint32_t i = 0; i < e->n_in; i++) in[i] = !is_zero(s->t[i]);
  DBX_TRY(grad_jvp_of(j, dbx_intern("circuit"), s->bind, in, NULL, out, &made));
  V *ops = DBX_TMP(V, made.j->n_in + 1), *moved = DBX_TMP(V, made.j->n_out + 1);
  dbx_aval *types = DBX_TMP(dbx_aval, e->n_out + 1);
  uint32_t n = 0, k = 0;
  for (uint32_t i = 0; i < made.n_captures; i++) ops[n++] = made.captures[i];
  for (uint32_t i = 0; i < e->n_in; i++) ops[n++] = s->x[i];
  for (uint32_t i = 0; i < e->n_in; i++)
    if (in[i]) ops[n++] = s->t[i];
  for (uint32_t i = 0; i < e->n_out; i++)
    if (out[i]) types[k++] = s->type[i];
  made.j->outs += e->n_out, made.j->n_out = k; // tangents alone
  if (!k) return DBX_OK;
  DBX_TRY(call(e, made.j, ops, n, types, moved));
  for (uint32_t i = 0, at = 0; i < e->n_out; i++)
    if (out[i]) s->ty[i] = moved[at++];
  return DBX_OK;
}

// ---- backwards: the circuit of tangents is run for each element of an operand ----

typedef struct pulled {
  const transpose_site *s;
  const V *x, *ct;
  uint32_t operand;
} pulled;

// What the results, by their cotangents, get of the tangent t of the operand.
static V along(const pulled *p, V t) {
  const dbx_eqn *e = p->s->e;
  V *ops = DBX_TMP(V, e->n_in + 1), *out = DBX_TMP(V, e->n_out + 1), sum = dbx_val_none();
  for (uint32_t i = 0; i < e->n_in; i++)
    ops[i] = i == p->operand ? t : is_zero(p->x[i]) ? grad_zeros(p->s->type[i]) : p->x[i];
  const dbx_param *j = dbx_eqn_param(e, DBX_S_call_jaxpr);
  if (call(e, j->jaxpr, ops, e->n_in, p->s->out, out) != DBX_OK) return FAILED;
  for (uint32_t i = 0; i < e->n_out; i++) {
    if (is_zero(p->ct[i])) continue;
    V part = MUL(p->ct[i], out[i]);
    if (dbx_is_complex(jn_dtype(part))) part = lax1(DBX_PRIM_real, part);
    if (jn_rank(part)) part = jnp_sum(part, dbx_val_none(), DBX_NO_DTYPE, false);
    sum = is_zero(sum) ? part : grad_add(sum, part);
    if (bad(sum)) return sum;
  }
  return lax_convert(sum, jn_dtype(t), false);
}

static dbx_status along_row(void *ctx, const dbx_val *rows, uint32_t n, dbx_leaves *ret) {
  const pulled *p = ctx;
  (void)n;
  *ret = (dbx_leaves){.at = DBX_TMP(V, 1), .n = 1, .tree = dbx_intern("list")};
  V t = lax_reshape(rows[0], grad_shape(p->s->type[p->operand]));
  DBX_TRY(status_of(t));
  return status_of(ret->at[0] = along(p, t));
}

// A number is moved by 1; of an array each element by a row of the identity.
static dbx_status pull_operand(const pulled *p, V *ret) {
  const dbx_aval_info *t = dbx_aval_at(p->s->type[p->operand]);
  dbx_leaves made;
  if (!t->rank) {
    dbx_scalar one = dbx_scalar_convert(dbx_scalar_f(1), DBX_F64, t->dtype);
    return status_of(*ret = along(p, jn_scalar(t->dtype, one)));
  }
  V size = jn_product(t->dims, t->rank);
  DBX_TRY(status_of(size));
  V rows = jnp_eye(size, dbx_val_none(), 0, t->dtype);
  DBX_TRY(status_of(rows));
  dbx_scan_spec spec = {.length = dbx_val_none(), .unroll = 1};
  spec.body = (dbx_callable){along_row, (void *)(uintptr_t)p, dbx_intern("circuit")};
  DBX_TRY(dbx_bind_scan(&spec, &rows, 1, &made));
  *ret = lax_reshape(made.at[0], grad_shape(p->s->type[p->operand]));
  return status_of(*ret);
}

static dbx_status pull(void *ctx, const V *ops, V *out) {
  const transpose_site *s = ctx;
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->e->n_in; i++) {
    pulled p = {s, ops, ops + s->e->n_in, i};
    if (is_linear(s, i)) DBX_TRY(pull_operand(&p, &out[n++]));
  }
  return DBX_OK;
}

dbx_status dbx_transpose_func(const transpose_site *s) {
  uint32_t n_in = s->e->n_in, n_out = s->e->n_out, n = 0, at = 0;
  V *ops = DBX_TMP(V, n_in + n_out + 1), *out = DBX_TMP(V, n_in + 1);
  for (uint32_t i = 0; i < n_in; i++) ops[i] = s->x[i], n += is_linear(s, i);
  for (uint32_t i = 0; i < n_out; i++) ops[n_in + i] = s->ct[i];
  DBX_TRY(grad_stage(s->e, pull, (void *)(uintptr_t)s, ops, n_in + n_out, out, n));
  for (uint32_t i = 0; i < n_in; i++)
    if (is_linear(s, i)) s->ret[i] = out[at++];
  return DBX_OK;
}
