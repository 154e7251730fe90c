// What may be left out or computed for nothing, and what every machine computes alike.
#include "rewrite/step.h"

static bool total_jaxpr(const dbx_jaxpr *j, const char **why) {
  dbx_set given = {0};
  bool ok = true;
  rw_given_of(j, &given);
  for (uint32_t i = 0; ok && i < j->n_eqns; i++) ok = rw_total(&j->eqns[i], &given, why);
  dbx_set_free(&given);
  return ok;
}

typedef struct inside {
  bool ok;
  const char **why;
} inside;

static void look_inside(void *ctx, dbx_jaxpr *j) {
  inside *x = ctx;
  x->ok = x->ok && total_jaxpr(j, x->why);
}

static bool is_dynamic(const dbx_eqn *e) {
  bool dynamic = false;
  for (uint32_t i = 0; i < e->n_out; i++) dynamic |= dbx_aval_at(dbx_var_aval(e->out[i]))->dynamic;
  return dynamic;
}

static bool nested(const dbx_eqn *e, const char **why) {
  int id = e->prim->id;
  inside x = {true, why};
  int64_t step;
  rw_loop l;
  if (id == DBX_PRIM_while_loop || id == DBX_PRIM_while) return *why = "it may not end", false;
  if (rw_loop_of(e, &l)) {
    bool known = rw_is_int(e->in[l.n_body + l.n_dims + 2], &step) && step;
    if (!known) return *why = "its step may be 0", false;
    if (is_dynamic(e)) return *why = "its lengths are compared at run time", false;
  } else if (!dbx_is_call(e->prim) && is_dynamic(e)) {
    return *why = "its lengths are compared at run time", false;
  }
  dbx_eqn_each_jaxpr(e, look_inside, &x);
  return x.ok;
}

static bool has_dim(const dbx_aval_info *t, dbx_dim d) {
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_identical(t->dims[i], d)) return true;
  return false;
}

// The lengths of the result are numbers, or those of arrays; and those of the operand are there.
static bool sizes_are_lengths(const dbx_eqn *e, const dbx_set *given) {
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(e->out[0]));
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i]) && !dbx_set_has(given, (dbx_var)dbx_dim_value(t->dims[i])))
      return false;
  if (!e->n_in) return true; // an iota
  const dbx_aval_info *x = dbx_aval_at(dbx_atom_aval(e->in[0]));
  for (uint32_t i = 0; i < x->rank; i++)
    if (!dbx_dim_is_int(x->dims[i]) && !has_dim(t, x->dims[i])) return false;
  return true;
}

bool rw_total(const dbx_eqn *e, const dbx_set *given, const char **why) {
  if (rw_calls_host(e)) return *why = "it calls the host", false;
  if (e->prim->nested) return nested(e, why);
  if (!dbx_prim_is_total(e->prim)) return *why = "it may fail", false;
  int id = e->prim->id;
  bool sized = id == DBX_PRIM_broadcast_in_dim || id == DBX_PRIM_iota ||
               (dbx_aval_at(dbx_var_aval(e->out[0]))->dynamic &&
                (id == DBX_PRIM_reshape || id == DBX_PRIM_dynamic_slice || id == DBX_PRIM_gather));
  bool broadcast = id == DBX_PRIM_broadcast_in_dim || id == DBX_PRIM_iota;
  if (sized && (!broadcast || !sizes_are_lengths(e, given)) && is_dynamic(e))
    return *why = "a size may not fit", false;
  return true;
}

static void look_for_calls(void *ctx, dbx_jaxpr *j) {
  bool *calls = ctx;
  for (uint32_t i = 0; i < j->n_eqns; i++) *calls = *calls || rw_calls_host(&j->eqns[i]);
}

bool rw_calls_host(const dbx_eqn *e) {
  bool calls = dbx_calls_host(e->prim);
  dbx_eqn_each_jaxpr(e, look_for_calls, &calls);
  return calls;
}

static void look_for_effects(void *ctx, dbx_jaxpr *j) {
  bool *pure = ctx;
  for (uint32_t i = 0; i < j->n_eqns; i++) *pure = *pure && rw_is_pure(&j->eqns[i]);
}

bool rw_is_pure(const dbx_eqn *e) {
  bool pure = e->prim->nested || dbx_prim_is_total(e->prim);
  dbx_eqn_each_jaxpr(e, look_for_effects, &pure);
  return pure;
}

bool rw_is_exact(const dbx_eqn *e) {
  bool exact = dbx_prim_is_exact(e->prim);
  for (uint32_t i = 0; exact && i < e->n_in + e->n_out; i++) {
    dbx_dtype t =
        dbx_aval_at(i < e->n_in ? dbx_atom_aval(e->in[i]) : dbx_var_aval(e->out[i - e->n_in]))
            ->dtype;
    exact = t == DBX_BOOL || dbx_is_integer(t) || t == DBX_F32 || t == DBX_F64;
  }
  return exact;
}
