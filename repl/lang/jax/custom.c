// Functions with rules of their own for their derivatives: what the program calls, and what the
// rules of derivatives call back. Trees are lib/py/jax/jax._transforms.py's.
#include "lang/jax/jaxpr.h"
#include "lang/jax/tree_call.h"
#include "lang/jax/types.h"

#include "grad/grad.h"
#include "jnp/jnp.h"
#include "lang/jax/state.h"
#include "trace/function.h"
#include "trace/state.h"

// ---- a function that is differentiated right now ----

typedef struct rule_call {
  pv rule, out; // out: what it gave, pinned
} rule_call;

static dbx_status call_rule(void *ctx, const dbx_val *x, const dbx_val *t, uint32_t n) {
  rule_call *r = ctx;
  pv lists[2];
  for (int k = 0; k < 2; k++) {
    lists[k] = list_new(NULL, 0);
    lang_pin(lists[k]);
    for (uint32_t i = 0; i < n; i++) {
      pv p;
      DBX_TRY(derive_pv(k ? &t[i] : &x[i], &p));
      list_push(SEQ(lists[k]), p);
    }
  }
  DBX_TRY(lang_call(r->rule, lists, 2, &r->out));
  return lang_pin(r->out), DBX_OK;
}

enum { RULE, LEAVES };

static dbx_status by_rule(const call_args *c, pv *ret) {
  const o_seq *leaves = SEQ(c->at[LEAVES]);
  dbx_val *v = DBX_TMP(dbx_val, leaves->n + 1);
  bool staged;
  for (uint32_t i = 0; i < leaves->n; i++) DBX_TRY(lang_to_owned_val(leaves->at[i], &v[i]));
  dbx_grad *g = dbx_grad_of(v, leaves->n, &staged);
  if (!g) return *ret = staged ? pv_bool(true) : pv_none(), DBX_OK;
  rule_call r = {.rule = c->at[RULE]};
  DBX_TRY(dbx_grad_by_rule(g, call_rule, &r, v, leaves->n));
  const o_seq *out = SEQ(SEQ(r.out)->at[0]), *moved = SEQ(SEQ(r.out)->at[1]);
  uint32_t mark = lang_pins();
  for (uint32_t i = 0; i < out->n; i++) {
    dbx_val x, t, y;
    DBX_TRY(lang_to_owned_val(out->at[i], &x));
    DBX_TRY(derive_val(moved->at[i], &t));
    DBX_TRY(dbx_grad_join(g, &x, &t, &y));
    DBX_TRY(derive_pin(&y));
  }
  DBX_TRY(lang_check_pins());
  return *ret = derive_pins(mark), DBX_OK;
}

dbx_status lang_by_rule(const call_args *c, pv *ret) {
  return lang_at_place(c, "by_rule", 2, by_rule, ret);
}

// ---- backward rules of functions ----

// A rule is kept as what is called, and a function without arguments that gives the pair for
// examples along axis 0 of everything.
enum { CALLED, OF_EXAMPLES };

static int64_t remember(pv pair) {
  if (!jax_now->callbacks) jax_now->callbacks = SEQ(list_new(NULL, 0));
  list_push(jax_now->callbacks, pair);
  return jax_now->callbacks->n;
}

static dbx_status rule_at(int64_t number, int part, pv *ret) {
  const o_seq *all = jax_now->callbacks;
  if (!all || number < 1 || number > all->n)
    return dbx_fail(DBX_E218, (dbx_span){0}, "the rule of a function is gone");
  return *ret = SEQ(all->at[number - 1])->at[part], DBX_OK;
}

enum { BWD, RESULTS, RESIDUALS, GIVEN };

static dbx_status owned(const o_seq *list, dbx_val **ret) {
  *ret = DBX_TMP(dbx_val, list->n + 1);
  for (uint32_t i = 0; i < list->n; i++) DBX_TRY(lang_to_owned_val(list->at[i], &(*ret)[i]));
  return DBX_OK;
}

static dbx_status back_by(const call_args *c, pv *ret) {
  const o_seq *results = SEQ(c->at[RESULTS]), *residuals = SEQ(c->at[RESIDUALS]),
              *given = SEQ(c->at[GIVEN]);
  dbx_val *out, *res, *t = DBX_TMP(dbx_val, given->n + 1), *made = DBX_TMP(dbx_val, results->n + 1);
  uint32_t n = 0, mark = lang_pins();
  if (!dbx_grad_goes_back())
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "can't apply forward-mode autodiff (jvp) to a custom_vjp function.");
  DBX_TRY(owned(results, &out));
  DBX_TRY(owned(residuals, &res));
  for (uint32_t i = 0; i < given->n; i++)
    if (given->at[i].tag != PV_NONE) DBX_TRY(derive_val(given->at[i], &t[n++]));
  DBX_TRY(dbx_grad_custom(remember(c->at[BWD]), out, results->n, res, residuals->n, t, n, made));
  for (uint32_t i = 0; i < results->n; i++) DBX_TRY(derive_pin(&made[i]));
  DBX_TRY(lang_check_pins());
  return *ret = derive_pins(mark), DBX_OK;
}

dbx_status lang_back_by(const call_args *c, pv *ret) {
  return lang_at_place(c, "back_by", 4, back_by, ret);
}

static dbx_status list_of(const dbx_val *v, uint32_t n, pv *ret) {
  *ret = list_new(NULL, 0);
  lang_pin(*ret);
  for (uint32_t i = 0; i < n; i++) {
    pv p;
    DBX_TRY(derive_pv(&v[i], &p));
    list_push(SEQ(*ret), p);
  }
  return DBX_OK;
}

static dbx_status pull_by(pv rule, const dbx_val *res, uint32_t n_res, const dbx_val *ct,
                          uint32_t n_ct, dbx_val *ret, uint32_t n_ret) {
  pv lists[2], out;
  DBX_TRY(list_of(res, n_res, &lists[0]));
  DBX_TRY(list_of(ct, n_ct, &lists[1]));
  DBX_TRY(lang_call(rule, lists, 2, &out));
  lang_pin(out);
  const o_seq *made = SEQ(out);
  for (uint32_t i = 0, n = 0; i < made->n && n < n_ret; i++)
    DBX_TRY(derive_val(made->at[i], &ret[n++]));
  return DBX_OK;
}

static dbx_status call_backward(int64_t number, const dbx_val *res, uint32_t n_res,
                                const dbx_val *ct, uint32_t n_ct, dbx_val *ret, uint32_t n_ret) {
  pv rule;
  DBX_TRY(rule_at(number, CALLED, &rule));
  uint32_t mark = lang_pins();
  dbx_status st = pull_by(rule, res, n_res, ct, n_ct, ret, n_ret);
  return lang_unpin(mark), st;
}

// ---- calls of functions that may be differentiated later ----

static dbx_status results_of(const o_seq *list, dbx_val *ret, uint32_t n) {
  if (list->n != n)
    return dbx_fail(DBX_E204, (dbx_span){0}, "the rule gives %u values for %u results", list->n, n);
  for (uint32_t i = 0; i < n; i++) DBX_TRY(derive_val(list->at[i], &ret[i]));
  return DBX_OK;
}

static dbx_status call_custom(int64_t number, const dbx_val *x, const dbx_val *t, uint32_t n,
                              dbx_val *y, dbx_val *ty, uint32_t n_out) {
  rule_call r = {0};
  DBX_TRY(rule_at(number, CALLED, &r.rule));
  uint32_t mark = lang_pins();
  dbx_status st = call_rule(&r, x, t, n);
  if (st == DBX_OK) st = results_of(SEQ(SEQ(r.out)->at[0]), y, n_out);
  if (st == DBX_OK) st = results_of(SEQ(SEQ(r.out)->at[1]), ty, n_out);
  return lang_unpin(mark), st;
}

static dbx_status of_examples(int64_t number, int64_t *ret) {
  pv make, pair;
  DBX_TRY(rule_at(number, OF_EXAMPLES, &make));
  DBX_TRY(lang_call(make, NULL, 0, &pair));
  return *ret = remember(pair), DBX_OK;
}

enum { OF, ARGUMENTS, PAIR, BACKWARD, NAMED };

static dbx_status call_leaves(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret) {
  const pv *f = ctx;
  pv list, out;
  DBX_TRY(list_of(args, n, &list));
  DBX_TRY(lang_call(*f, &list, 1, &out));
  lang_pin(out);
  const o_seq *leaves = SEQ(out);
  *ret = (dbx_leaves){
      .at = DBX_TMP(dbx_val, leaves->n + 1), .n = leaves->n, .tree = dbx_intern("list")};
  for (uint32_t i = 0; i < leaves->n; i++) DBX_TRY(lang_to_owned_val(leaves->at[i], &ret->at[i]));
  return DBX_OK;
}

// The function of a call, traced for its operands.
typedef struct traced_call {
  dbx_call_operands ops;
  dbx_call_target target;
  dbx_sym name;
  uint32_t given; // of the operands: its arguments
} traced_call;

static dbx_status trace_given(const call_args *c, pv f, pv named, traced_call *ret) {
  dbx_val *v;
  const o_seq *given = SEQ(c->at[ARGUMENTS]);
  dbx_callable callable = {call_leaves, &f, lang_function_name(named)};
  ret->name = callable.name, ret->given = given->n;
  DBX_TRY(owned(given, &v));
  DBX_TRY(dbx_operands_of_call(v, given->n, NULL, &ret->ops));
  return dbx_trace_call(&ret->ops.in_type, ret->ops.atoms, &callable, &ret->target);
}

static dbx_status emit_given(const traced_call *t, dbx_prim p, const dbx_kv *kv, pv *ret) {
  dbx_leaves out;
  DBX_TRY(dbx_emit_call_of(p, kv, 4, &t->target, t->ops.atoms, t->ops.n, &out));
  return list_of(out.at, out.n, ret);
}

static bool is_true(pv v) { return v.tag == PV_BOOL && v.i; }

static dbx_status custom_call(const call_args *c, pv *ret) {
  traced_call t;
  DBX_TRY(trace_given(c, c->at[OF], c->at[NAMED], &t));
  dbx_kv kv[] = {{DBX_S_name, dbx_p_sym(t.name)},
                 {DBX_S_jaxpr, dbx_p_jaxpr(t.target.jaxpr)},
                 {DBX_S_num_consts, dbx_p_int(t.target.n_captures + t.ops.n - t.given)},
                 {DBX_S_rule, dbx_p_host("rule", remember(c->at[PAIR]))}};
  return emit_given(
      &t, is_true(c->at[BACKWARD]) ? DBX_PRIM_custom_vjp_call : DBX_PRIM_custom_jvp_call, kv, ret);
}

dbx_status lang_custom_call(const call_args *c, pv *ret) {
  return lang_at_place(c, "custom_call", 5, custom_call, ret);
}

// ---- calls whose values are computed again ----

enum { SAVES = 2, PREVENT_CSE };
enum { POLICY_NAME, POLICY_SAVES };

static dbx_status computed_again(const call_args *c, pv *ret) {
  traced_call t;
  pv policy = c->at[SAVES];
  const dbx_param *p = dbx_p_none();
  if (policy.tag != PV_NONE)
    p = dbx_p_host(STR(lang_terminated(SEQ(policy)->at[POLICY_NAME]))->s, remember(policy));
  DBX_TRY(trace_given(c, c->at[OF], c->at[NAMED], &t));
  dbx_kv kv[] = {{DBX_S_differentiated, dbx_p_bool(false)},
                 {DBX_S_jaxpr, dbx_p_jaxpr(t.target.jaxpr)},
                 {DBX_S_policy, p},
                 {DBX_S_prevent_cse, dbx_p_bool(is_true(c->at[PREVENT_CSE]))}};
  return emit_given(&t, DBX_PRIM_remat2, kv, ret);
}

dbx_status lang_computed_again(const call_args *c, pv *ret) {
  return lang_at_place(c, "computed_again", 5, computed_again, ret);
}

static dbx_status saves(int64_t number, const dbx_jaxpr *j, uint32_t k, bool *ret) {
  pv policy, answer;
  DBX_TRY(rule_at(number, POLICY_SAVES, &policy));
  DBX_TRY(eqn_ask(policy, &j->eqns[k], &answer));
  return *ret = is_true(answer), DBX_OK;
}

void derive_start(void) {
  trace_now->backward = call_backward;
  trace_now->custom = call_custom;
  trace_now->of_examples = of_examples;
  trace_now->saves = saves;
}
