// Calls and conditionals.
#include "rewrite/step.h"

#include <string.h>

enum { MOST_EQUATIONS = 100000 }; // of a body that calls are expanded in

// ---- calls ----

// What jax.checkpoint computes again would be one with what was computed before.
static bool is_computed_again(const dbx_eqn *e) {
  const dbx_param *made = dbx_eqn_param(e, DBX_S_differentiated),
                  *apart = dbx_eqn_param(e, DBX_S_prevent_cse);
  return e->prim->id == DBX_PRIM_remat2 && !(made && made->i && apart && !apart->i);
}

bool rw_step_inline_call(const rw_site *s) {
  const dbx_eqn *e = rw_eqn(s);
  rw_copy c;
  if (!dbx_is_call(e->prim)) return false;
  if (is_computed_again(e))
    return rw_refuse(s, "jax.checkpoint keeps its values apart, so that they are computed again");
  const dbx_jaxpr *j = rw_jaxpr_of(e, DBX_S_jaxpr);
  if (!j) return false;
  if (s->b->nodes.n + j->n_eqns > MOST_EQUATIONS)
    return rw_refuse(s, "there would be more than %d equations", MOST_EQUATIONS);
  return rw_copy_of(s, j, e->in, &c) && rw_expand(s, &c);
}

// ---- conditionals ----

// Of a conditional: its branches, and how many operands precede their inputs.
static const dbx_param *branches_of(const dbx_eqn *e, uint32_t *first) {
  if (e->prim->id == DBX_PRIM_switch) return *first = 1, dbx_eqn_param(e, DBX_S_branches);
  if (e->prim->id != DBX_PRIM_cond) return NULL;
  const dbx_param *p = dbx_eqn_param(e, DBX_S_branch_jaxprs);
  return *first = p ? p->n - 1 : 0, p;
}

static bool expand_branch(const rw_site *s, const dbx_param *branches, uint32_t which,
                          uint32_t first) {
  rw_copy c;
  return rw_copy_of(s, branches->item[which]->jaxpr, rw_eqn(s)->in + first, &c) && rw_expand(s, &c);
}

// Predicates that are numbers go, and the branches that are never taken.
static bool drop_predicates(const rw_site *s, const dbx_param *branches, uint32_t preds) {
  const dbx_eqn *e = rw_eqn(s);
  dbx_arena *a = rw_arena(s);
  const dbx_param **item = DBX_NEWN(a, const dbx_param *, branches->n);
  dbx_atom *in = DBX_NEWN(a, dbx_atom, e->n_in + 1);
  uint32_t n = 0, i = 0;
  for (; i < preds; i++) {
    bool known = dbx_is_literal(e->in[i]), holds = known && dbx_literal_at(e->in[i])->value.i;
    if (holds) break;
    if (!known) in[n] = e->in[i], item[n++] = branches->item[i];
  }
  if (n == preds) return false;
  if (!n) return expand_branch(s, branches, i, preds);
  item[n] = branches->item[i];
  memcpy(in + n, e->in + preds, (e->n_in - preds) * sizeof *in);
  bool list = branches->kind == DBX_P_LIST;
  rw_param with = {DBX_S_branch_jaxprs, list ? dbx_p_list(item, n + 1) : dbx_p_tuple(item, n + 1)};
  dbx_eqn r = *e;
  r.in = in, r.n_in = n + e->n_in - preds, r.params = rw_params(a, e, &with, 1);
  return rw_change(s->b, s->node, &r), true;
}

bool rw_step_cond_constant(const rw_site *s) {
  uint32_t first;
  int64_t index;
  const dbx_param *branches = branches_of(rw_eqn(s), &first);
  if (!branches) return false;
  if (rw_eqn(s)->prim->id == DBX_PRIM_cond) return drop_predicates(s, branches, first);
  if (!rw_is_int(rw_eqn(s)->in[0], &index)) return false;
  index = index < 0 ? 0 : index >= (int64_t)branches->n ? (int64_t)branches->n - 1 : index;
  return expand_branch(s, branches, (uint32_t)index, 1);
}

// Equal parameters; Jaxprs in them have the same text.
static bool same_param(const dbx_param *x, const dbx_param *y) {
  if (x == y) return true;
  if (x->kind != y->kind || x->n != y->n) return false;
  if (x->kind == DBX_P_JAXPR) {
    dbx_buf p = {0}, q = {0};
    dbx_print_opts opts = {.width = 80, .style = DBX_STYLE_NEW};
    dbx_print_jaxpr(&p, x->jaxpr, &opts), dbx_print_jaxpr(&q, y->jaxpr, &opts);
    bool same = !x->jaxpr->n_const && !y->jaxpr->n_const && !strcmp(dbx_text(&p), dbx_text(&q));
    dbx_buf_free(&p), dbx_buf_free(&q);
    return same;
  }
  if (x->kind != DBX_P_TUPLE && x->kind != DBX_P_LIST) return false;
  for (uint32_t i = 0; i < x->n; i++)
    if (!same_param(x->item[i], y->item[i])) return false;
  return true;
}

static bool same_eqn(rw_map *m, const dbx_eqn *x, const dbx_eqn *y) {
  if (x->prim != y->prim || x->n_in != y->n_in || x->n_out != y->n_out) return false;
  if (x->n_params != y->n_params) return false;
  for (uint32_t i = 0; i < x->n_in; i++)
    if (rw_map_get(m, y->in[i]) != x->in[i]) return false;
  for (uint32_t i = 0; i < x->n_params; i++)
    if (x->params[i].key != y->params[i].key || !same_param(x->params[i].val, y->params[i].val))
      return false;
  for (uint32_t i = 0; i < x->n_out; i++) rw_map_put(m, y->out[i], x->out[i]);
  return true;
}

static bool same_copy(const rw_copy *x, const rw_copy *y, uint32_t n_out) {
  rw_map m = {0};
  bool same = x->n == y->n;
  for (uint32_t i = 0; same && i < x->n; i++) same = same_eqn(&m, &x->eqns[i], &y->eqns[i]);
  for (uint32_t i = 0; same && i < n_out; i++)
    same = rw_map_get(&m, y->results[i]) == x->results[i];
  dbx_map_free(&m.at);
  return same;
}

bool rw_step_cond_same(const rw_site *s) {
  uint32_t first, n_out = rw_eqn(s)->n_out;
  const dbx_param *branches = branches_of(rw_eqn(s), &first);
  rw_copy x, y;
  if (!branches) return false;
  for (uint32_t i = 1; i < branches->n; i++)
    if (branches->item[i]->jaxpr->n_eqns != branches->item[0]->jaxpr->n_eqns) return false;
  if (!rw_copy_of(s, branches->item[0]->jaxpr, rw_eqn(s)->in + first, &x)) return false;
  for (uint32_t i = 1; i < branches->n; i++)
    if (!rw_copy_of(s, branches->item[i]->jaxpr, rw_eqn(s)->in + first, &y) ||
        !same_copy(&x, &y, n_out))
      return false;
  return rw_expand(s, &x);
}

bool rw_step_result_dead(const rw_site *s) {
  const dbx_eqn *e = rw_eqn(s);
  uint32_t first, kept = 0;
  const dbx_param *branches = branches_of(e, &first);
  if (!branches) return false;
  dbx_arena *a = rw_arena(s);
  bool *drop = DBX_NEWN(a, bool, e->n_out + 1);
  dbx_eqn r = *e;
  int64_t implicit = e->prim->id == DBX_PRIM_cond ? dbx_eqn_int(e, DBX_S_nimplicit_outputs) : 0;
  r.out = DBX_NEWN(a, dbx_var, e->n_out + 1);
  for (uint32_t i = 0, n = (uint32_t)implicit; i < e->n_out; i++) {
    drop[i] = !rw_used(s->b, e->out[i]);
    if (!drop[i]) r.out[kept++] = e->out[i];
    else if (i < n) implicit--;
  }
  if (kept == e->n_out || !kept) return false;
  const dbx_param **item = DBX_NEWN(a, const dbx_param *, branches->n);
  for (uint32_t i = 0; i < branches->n; i++)
    item[i] = dbx_p_jaxpr(rw_edited(a, branches->item[i]->jaxpr, &(rw_edit){.drop_out = drop}));
  bool list = branches->kind == DBX_P_LIST;
  rw_param with[] = {{e->prim->id == DBX_PRIM_cond ? DBX_S_branch_jaxprs : DBX_S_branches,
                      list ? dbx_p_list(item, branches->n) : dbx_p_tuple(item, branches->n)},
                     {DBX_S_nimplicit_outputs, dbx_p_int(implicit)}};
  r.n_out = kept, r.params = rw_params(a, e, with, 2);
  return rw_exchange(s, &r), true;
}
