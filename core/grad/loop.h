// The parts of an equation of a loop. Private to core/grad.
#ifndef DBX_GRAD_LOOP_H
#define DBX_GRAD_LOOP_H

#include "grad/rule.h"

// Where the parts of a loop's operands are.
typedef struct loop {
  const dbx_eqn *e;
  const dbx_jaxpr *body;
  uint32_t n_cond_consts, n_consts, n_implicit, n_bounds, n_carries;
} loop;

// Those of e.
static inline loop loop_of(const dbx_eqn *e) {
  bool counted = e->prim->id == DBX_PRIM_for_loop;
  loop l = {.e = e, .body = dbx_eqn_param(e, DBX_S_body_jaxpr)->jaxpr};
  l.n_consts = (uint32_t)dbx_eqn_int(e, DBX_S_body_nconsts);
  if (!counted) l.n_cond_consts = (uint32_t)dbx_eqn_int(e, DBX_S_cond_nconsts);
  if (dbx_lists_parameter(e->prim, DBX_S_nimplicit))
    l.n_implicit = (uint32_t)dbx_eqn_int(e, DBX_S_nimplicit);
  l.n_bounds = counted ? 4 : 0;
  l.n_carries = e->n_out - l.n_implicit;
  return l;
}

// Where they begin among its operands.
static inline uint32_t first_const(const loop *l) { return l->n_cond_consts; }
static inline uint32_t first_implicit(const loop *l) { return l->n_cond_consts + l->n_consts; }
static inline uint32_t first_bound(const loop *l) { return first_implicit(l) + l->n_implicit; }
static inline uint32_t first_carry(const loop *l) { return first_bound(l) + l->n_bounds; }
// Among the inputs of the body, which get the index alone of the bounds.
static inline uint32_t body_carry(const loop *l) {
  return l->n_consts + l->n_implicit + (l->n_bounds != 0);
}

// Conditionals of Catalyst and of jax: the Jaxprs of the branches, and where their operands begin.
static inline const dbx_param *grad_branches(const dbx_eqn *e) {
  return dbx_eqn_param(e, e->prim->id == DBX_PRIM_cond ? DBX_S_branch_jaxprs : DBX_S_branches);
}
static inline uint32_t grad_first_of_branches(const dbx_eqn *e) {
  return e->prim->id == DBX_PRIM_cond ? grad_branches(e)->n - 1 : 1;
}
// The parameters with other branches, of n operands, those from n_values on linear.
const dbx_kv *grad_with_branches(const dbx_eqn *e, const dbx_param *const *branches, uint32_t n,
                                 uint32_t n_values);

#endif
