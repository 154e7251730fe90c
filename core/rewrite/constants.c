// Constants of loops and branches: numbers are written into them, what is the same in every trip is
// computed outside.
#include "rewrite/step.h"

#include <string.h>

// ---- numbers, and what is not used ----

static bool is_size_in(const dbx_jaxpr *j, dbx_var v) {
  dbx_set sizes = {0};
  rw_sizes_of(j, &sizes);
  bool is = dbx_set_has(&sizes, v);
  dbx_set_free(&sizes);
  return is;
}

static bool is_used(const dbx_jaxpr *j, dbx_var v) {
  bool is = is_size_in(j, v);
  for (uint32_t i = 0; !is && i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_in; k++) is |= j->eqns[i].in[k] == v;
  for (uint32_t i = 0; !is && i < j->n_out; i++) is = j->outs[i] == v;
  return is;
}

// j without input i, which is that atom from now on.
static dbx_jaxpr *without(const rw_site *s, const dbx_jaxpr *j, uint32_t i, dbx_atom to) {
  bool *drop = DBX_NEWN(rw_arena(s), bool, j->n_in + 1);
  rw_map m = {0};
  drop[i] = true;
  if (dbx_is_literal(to)) rw_map_put(&m, j->invars[i], to);
  dbx_jaxpr *r = rw_edited(rw_arena(s), j, &(rw_edit){.map = &m, .drop_in = drop});
  dbx_map_free(&m.at);
  return r;
}

static dbx_eqn without_operand(const rw_site *s, uint32_t i) {
  dbx_eqn r = *rw_eqn(s);
  dbx_atom *in = dbx_arena_copy(rw_arena(s), r.in, r.n_in * sizeof *in);
  memmove(in + i, in + i + 1, (r.n_in - i - 1) * sizeof *in);
  return r.in = in, r.n_in--, r;
}

// Constant i of the Jaxpr of a loop.
static bool loop_constant(const rw_site *s, const dbx_jaxpr *j, dbx_sym jaxpr, dbx_sym count,
                          uint32_t i, uint32_t operand) {
  dbx_atom a = rw_eqn(s)->in[operand];
  bool used = is_used(j, j->invars[i]);
  if (used && !dbx_is_literal(a)) return false;
  if (used && is_size_in(j, j->invars[i]))
    return rw_refuse(s, "operand %u is a length: it stays a variable", operand);
  dbx_eqn r = without_operand(s, operand);
  rw_param with[] = {{jaxpr, dbx_p_jaxpr(without(s, j, i, a))},
                     {count, dbx_p_int(dbx_eqn_int(rw_eqn(s), count) - 1)}};
  r.params = rw_params(rw_arena(s), rw_eqn(s), with, 2);
  return rw_change(s->b, s->node, &r), true;
}

static bool branch_constants(const rw_site *s, dbx_sym key, uint32_t first) {
  const dbx_eqn *e = rw_eqn(s);
  const dbx_param *branches = dbx_eqn_param(e, key);
  for (uint32_t i = 0; first + i < e->n_in; i++) {
    bool literal = dbx_is_literal(e->in[first + i]), used = false, size = false;
    for (uint32_t k = 0; k < branches->n; k++) {
      const dbx_jaxpr *j = branches->item[k]->jaxpr;
      used |= is_used(j, j->invars[i]), size |= is_size_in(j, j->invars[i]);
    }
    if (used && (!literal || size)) continue;
    const dbx_param **item = DBX_NEWN(rw_arena(s), const dbx_param *, branches->n);
    for (uint32_t k = 0; k < branches->n; k++)
      item[k] = dbx_p_jaxpr(without(s, branches->item[k]->jaxpr, i, e->in[first + i]));
    bool list = branches->kind == DBX_P_LIST;
    rw_param with = {key, list ? dbx_p_list(item, branches->n) : dbx_p_tuple(item, branches->n)};
    dbx_eqn r = without_operand(s, first + i);
    r.params = rw_params(rw_arena(s), e, &with, 1);
    return rw_change(s->b, s->node, &r), true;
  }
  return false;
}

bool rw_step_unlift_constant(const rw_site *s) {
  const dbx_eqn *e = rw_eqn(s);
  rw_loop l;
  if (e->prim->id == DBX_PRIM_cond)
    return branch_constants(s, DBX_S_branch_jaxprs, dbx_eqn_param(e, DBX_S_branch_jaxprs)->n - 1);
  if (e->prim->id == DBX_PRIM_switch) return branch_constants(s, DBX_S_branches, 1);
  if (!rw_loop_of(e, &l)) return false;
  for (uint32_t i = 0; i < l.n_test; i++)
    if (loop_constant(s, l.test, DBX_S_cond_jaxpr, DBX_S_cond_nconsts, i, i)) return true;
  for (uint32_t i = 0; i < l.n_body; i++)
    if (loop_constant(s, l.body, DBX_S_body_jaxpr, DBX_S_body_nconsts, i, l.n_test + i))
      return true;
  return false;
}

// ---- what is the same in every trip ----

static bool is_constant(const rw_loop *l, dbx_atom a) {
  if (dbx_is_literal(a)) return true;
  for (uint32_t i = 0; i < l->n_body; i++)
    if (l->body->invars[i] == a) return true;
  return false;
}

static bool moves(const rw_site *s, const rw_loop *l, const dbx_eqn *e, const dbx_set *given) {
  const char *why = "";
  for (uint32_t i = 0; i < e->n_in; i++)
    if (!is_constant(l, e->in[i])) return false;
  for (uint32_t i = 0; i < e->n_out; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(e->out[i] & DBX_HANDLE));
    for (uint32_t k = 0; k < t->rank; k++)
      if (dbx_dim_is_var(t->dims[k]) && !is_constant(l, (dbx_atom)dbx_dim_value(t->dims[k])))
        return false;
  }
  if (!rw_total(e, given, &why))
    return rw_refuse(s, "%s stays in the loop: %s", e->prim->name, why);
  if (e->prim->id == DBX_PRIM_broadcast_in_dim || e->prim->id == DBX_PRIM_iota)
    return rw_refuse(s, "%s stays in the loop: an array of it would have to be kept",
                     e->prim->name);
  return true;
}

static bool move(const rw_site *s, const rw_loop *l, uint32_t which) {
  dbx_arena *a = rw_arena(s);
  const dbx_eqn *inner = &l->body->eqns[which];
  bool *drop = DBX_NEWN(a, bool, l->body->n_eqns);
  rw_map m = {0};
  for (uint32_t i = 0; i < l->n_body; i++)
    rw_map_put(&m, l->body->invars[i], rw_eqn(s)->in[l->n_test + i]);
  dbx_eqn outer = rw_map_eqn(a, &m, inner);
  dbx_map_free(&m.at);
  drop[which] = true;
  dbx_var *more = dbx_arena_copy(a, inner->out, inner->n_out * sizeof *more);
  for (uint32_t i = 0; i < inner->n_out; i++) more[i] &= DBX_HANDLE;
  dbx_jaxpr *body = rw_edited(
      a, l->body,
      &(rw_edit){.drop_eqn = drop, .more_in = more, .n_more = inner->n_out, .at = l->n_body});
  rw_insert(s->b, s->node, &outer);
  dbx_eqn r = *rw_eqn(s);
  uint32_t at = l->n_test + l->n_body;
  dbx_atom *in = DBX_NEWN(a, dbx_atom, r.n_in + outer.n_out);
  memcpy(in, r.in, at * sizeof *in);
  memcpy(in + at, outer.out, outer.n_out * sizeof *in);
  memcpy(in + at + outer.n_out, r.in + at, (r.n_in - at) * sizeof *in);
  rw_param with[] = {{DBX_S_body_jaxpr, dbx_p_jaxpr(body)},
                     {DBX_S_body_nconsts, dbx_p_int(l->n_body + inner->n_out)}};
  r.in = in, r.n_in += outer.n_out, r.params = rw_params(a, rw_eqn(s), with, 2);
  return rw_change(s->b, s->node, &r), true;
}

bool rw_step_loop_motion(const rw_site *s) {
  rw_loop l;
  if (!rw_loop_of(rw_eqn(s), &l)) return false;
  dbx_set given = {0};
  uint32_t which = 0;
  for (uint32_t i = 0; i < l.n_body; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(l.body->invars[i]));
    for (uint32_t k = 0; k < t->rank; k++)
      if (dbx_dim_is_var(t->dims[k])) dbx_set_add(&given, (dbx_var)dbx_dim_value(t->dims[k]));
  }
  while (which < l.body->n_eqns && !moves(s, &l, &l.body->eqns[which], &given)) which++;
  dbx_set_free(&given);
  return which < l.body->n_eqns && move(s, &l, which);
}
