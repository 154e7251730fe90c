// Functions with a rule of their own over a further axis, which is axis 0 of everything (see
// rule.h).
#include "batch/rule.h"
#include "trace/state.h"

static dbx_status rule_of_examples(const batch_site *s, dbx_sym key, const dbx_param **ret) {
  const dbx_param *p = dbx_eqn_param(s->e, key);
  int64_t number;
  if (!trace_now->of_examples || !p)
    return dbx_fail(DBX_E218, (dbx_span){0}, "a rule is mapped by its program, not here");
  DBX_TRY(trace_now->of_examples(p->i, &number));
  return *ret = dbx_p_host(dbx_sym_text(p->text), number), DBX_OK;
}

// All operands from `first` on have their examples in front; those before that are mapped, too.
static dbx_status in_front(const batch_site *s, uint32_t first, V *ops, int64_t *axes) {
  for (uint32_t i = 0; i < s->e->n_in; i++) {
    bool moves = i >= first || is_mapped(s->in[i]);
    ops[i] = moves ? batch_front(s->in[i], s->size) : s->in[i].v;
    axes[i] = moves ? 0 : DBX_UNMAPPED;
    DBX_TRY(status_of(ops[i]));
  }
  for (uint32_t i = 0; i < s->e->n_out; i++) axes[s->e->n_in + i] = 0;
  return DBX_OK;
}

dbx_status dbx_batch_custom_call(const batch_site *s, dbx_mapped *out) {
  const dbx_eqn *e = s->e;
  uint32_t first = (uint32_t)dbx_eqn_int(e, DBX_S_num_consts);
  V *given = DBX_TMP(V, e->n_in + 1);
  int64_t *axes = DBX_TMP(int64_t, e->n_in + e->n_out + 1);
  const dbx_param *rule;
  batch_jaxpr b;
  DBX_TRY(in_front(s, first, given, axes));
  DBX_TRY(batch_of_jaxpr(s, dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr,
                         dbx_eqn_param(e, DBX_S_name)->text, axes, axes + e->n_in, &b));
  DBX_TRY(rule_of_examples(s, DBX_S_rule, &rule));
  V *ops = DBX_TMP(V, b.n_captures + e->n_in + 1);
  for (uint32_t i = 0; i < b.n_captures; i++) ops[i] = b.captures[i];
  for (uint32_t i = 0; i < e->n_in; i++) ops[b.n_captures + i] = given[i];
  for (uint32_t i = 0; i < e->n_out; i++) out[i].axis = 0;
  dbx_kv with[] = {{DBX_S_jaxpr, dbx_p_jaxpr(b.j)},
                   {DBX_S_num_consts, dbx_p_int(b.n_captures + first)},
                   {DBX_S_rule, rule}};
  return batch_bind(s, e->prim, ops, b.n_captures + e->n_in, batch_params(s, with, 3), e->n_params,
                    out);
}

dbx_status dbx_batch_custom_lin(const batch_site *s, dbx_mapped *out) {
  const dbx_eqn *e = s->e;
  V *ops = DBX_TMP(V, e->n_in + 1);
  int64_t *axes = DBX_TMP(int64_t, e->n_in + e->n_out + 1);
  const dbx_param *bwd;
  DBX_TRY(in_front(s, 0, ops, axes));
  DBX_TRY(rule_of_examples(s, DBX_S_bwd, &bwd));
  for (uint32_t i = 0; i < e->n_out; i++) out[i].axis = 0;
  dbx_kv with = {DBX_S_bwd, bwd};
  return batch_bind(s, e->prim, ops, e->n_in, batch_params(s, &with, 1), e->n_params, out);
}
