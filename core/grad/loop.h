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

#endif
