// Primitives by number, and helpers that rules, kernels and lowerings share.
#ifndef DBX_PRIM_PRIM_H
#define DBX_PRIM_PRIM_H

#include "base/diag.h"
#include "ir/primitive.h"

typedef enum dbx_prim {
#define P(id, name, operands, params, rule, accepts, result, lit, nested, kernel, lower, batch,    \
          jvp, transpose, doc)                                                                     \
  DBX_PRIM_##id,
#include "prim/prims.def"
  DBX_PRIM_COUNT
} dbx_prim;

extern const dbx_primitive *const dbx_primitive_table; // by id
extern const int dbx_primitive_count;
const dbx_primitive *dbx_primitive_find(dbx_sym name); // NULL if unknown
// Several primitives may have one name: the one whose row lists the parameter `key`.
const dbx_primitive *dbx_primitive_with(const dbx_primitive *p, dbx_sym key);
static inline const dbx_primitive *dbx_primitive_of(dbx_prim p) { return &dbx_primitive_table[p]; }
bool dbx_prim_takes(dbx_prim p, dbx_dtype t); // by the row's column "accepts"
char dbx_prim_result_kind(dbx_prim p);
// The operation of two elements of a reduction or of a cumulative primitive, by the rows FOLD.
dbx_prim dbx_prim_fold(const dbx_primitive *p);

// By the rows EXACT and TOTAL: every machine gives the same bits; no operands of fitting types
// fail.
bool dbx_prim_is_exact(const dbx_primitive *p);
bool dbx_prim_is_total(const dbx_primitive *p);

// ---- what a recording has, and dbidx does not know (opaque.c) ----

// The primitive of that name, which has any operands, parameters and results; for the session.
const dbx_primitive *dbx_primitive_opaque(dbx_sym name);
static inline bool dbx_is_opaque(const dbx_primitive *p) { return p->id == DBX_PRIM_opaque; }
// Fails with E801, which names it; the same for the first in a Jaxpr or in those that it calls.
dbx_status dbx_refuse_opaque(const dbx_primitive *p, dbx_span at);
dbx_status dbx_refuse_opaque_in(const dbx_jaxpr *j);

// The number of results of a primitive that calls no Jaxpr.
uint32_t dbx_primitive_results(const dbx_site *s);
// The same of a factorization of matrices; 1 for what is none.
uint32_t dbx_linalg_results(const dbx_site *s);
// Calls the host: an equation that is never left out, merged or computed ahead of its time.
bool dbx_calls_host(const dbx_primitive *p);

// Acts on a quantum device (the rows from func on): never left out, merged or moved.
static inline bool dbx_is_circuit(const dbx_primitive *p) {
  return p->id >= DBX_PRIM_func && p->id <= DBX_PRIM_state_jvp;
}
// The number of results of such a primitive that calls no Jaxpr.
uint32_t dbx_circuit_results(const dbx_site *s);

// The equation as the engines run it: a `while` whose condition has a value for each example
// becomes one with a scalar condition, in the arena. Anything else is itself. (while_all.c)
const dbx_eqn *dbx_while_of_all(dbx_arena *arena, const dbx_eqn *e);
// The same of all equations in j and in the Jaxprs that they call; j itself if there is none.
const dbx_jaxpr *dbx_jaxpr_of_all(dbx_arena *arena, const dbx_jaxpr *j);

// Integers of a tuple parameter: *n of them, in scratch memory. None reads as -1.
const int64_t *dbx_param_ints(const dbx_param *p, uint32_t *n);
int64_t dbx_param_int(const dbx_kv *kv, uint32_t n, dbx_sym key);
static inline int64_t dbx_eqn_int(const dbx_eqn *e, dbx_sym key) {
  return dbx_param_int(e->params, e->n_params, key);
}

// A conditional: Catalyst's or jax's.
static inline bool dbx_is_choice(const dbx_primitive *p) {
  return p->id == DBX_PRIM_cond || p->id == DBX_PRIM_switch;
}

// A call of a function that has a rule of its own for its derivative.
static inline bool dbx_is_custom_call(const dbx_primitive *p) {
  return p->id == DBX_PRIM_custom_jvp_call || p->id == DBX_PRIM_custom_vjp_call;
}
// A call: all operands are inputs of the Jaxpr `jaxpr`, whose results are those of the equation.
static inline bool dbx_is_call(const dbx_primitive *p) {
  return p->id == DBX_PRIM_pjit || p->id == DBX_PRIM_remat2 || dbx_is_custom_call(p);
}

// Control flow of jax.lax, which carries no lengths.
static inline bool dbx_is_of_jax(const dbx_primitive *p) {
  return p->id == DBX_PRIM_scan || p->id == DBX_PRIM_while || p->id == DBX_PRIM_switch;
}

// Parsed dimension numbers, in scratch memory.
typedef struct dbx_dot_dims {
  const int64_t *lhs_contract, *rhs_contract, *lhs_batch, *rhs_batch;
  uint32_t n_contract, n_batch;
} dbx_dot_dims;
bool dbx_parse_dot_dims(const dbx_param *p, dbx_dot_dims *ret); // false: malformed

typedef struct dbx_gather_dims { // also of scatter (update_window_dims, inserted_window_dims, ...)
  const int64_t *offset_dims, *collapsed_dims, *start_index_map;
  uint32_t n_offset, n_collapsed, n_index;
} dbx_gather_dims;
// The parameter dimension_numbers of gather, and of scatter; the lists are in scratch memory.
// false: malformed.
bool dbx_parse_gather_dims(const dbx_param *p, dbx_gather_dims *ret);
bool dbx_parse_scatter_dims(const dbx_param *p, dbx_gather_dims *ret);

typedef enum dbx_index_mode { DBX_MODE_CLIP, DBX_MODE_FILL, DBX_MODE_PROMISE } dbx_index_mode;
dbx_index_mode dbx_parse_mode(const dbx_param *p); // None reads as CLIP's fallback

// "f64[a,3]" of operand i, for messages; scratch memory, dims as letters are not known here.
const char *dbx_aval_text(dbx_aval a);
static inline const dbx_aval_info *dbx_operand(const dbx_site *s, uint32_t i) {
  return dbx_aval_at(dbx_atom_aval(s->in[i]));
}

// Words of keys of random numbers (jax's key data): uint32 whose last axis has length 2.
bool dbx_is_key_data(dbx_aval a);

// The dims of a shape parameter; None takes the next operand from s->in[*next]. E314.
dbx_status dbx_merge_shape(const dbx_site *s, const dbx_param *shape, uint32_t *next,
                           dbx_dim *dims);

#define R(name, words) dbx_status dbx_rule_##name(const dbx_site *s, dbx_aval *out);
#include "prim/rules.def"
#undef R

#endif
