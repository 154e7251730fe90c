// What the batching rules share. Private to core/batch.
#ifndef DBX_BATCH_RULE_H
#define DBX_BATCH_RULE_H

#include "batch/batch.h"
#include "jnp/ops.h"
#include "prim/named_axis.h"

// ---- what stands for the variables of a frame or Jaxpr ----

typedef struct batch_env {
  dbx_map at; // variable -> index into values + 1
  dbx_vec(dbx_mapped) values;
  dbx_sym axis; // the name of the axis of examples; 0: it has none
} batch_env;

// Keeps a reference of an array. Of a variable that has a value already the new one counts.
void batch_put(batch_env *env, dbx_var v, dbx_mapped m);
// The value of an atom; of a variable without one FAILED, which is our own mistake.
dbx_mapped batch_get(const batch_env *env, dbx_atom a);
void batch_env_free(batch_env *env);

// ---- an equation over a further axis ----

// What binds an equation, whether operands are mapped or not, by the rule of its primitive.
typedef dbx_status (*batch_binder)(const dbx_eqn *e, const batch_env *env, dbx_dim size,
                                   dbx_mapped *out);

typedef struct batch_site {
  const dbx_eqn *e;
  const dbx_mapped *in; // its operands; one is mapped, or it names the axis of the examples
  const dbx_aval *out;  // types of its results of one example; OutDBIdx counts its results
  dbx_dim size;         // how many examples, in the frame that is open
  dbx_sym axis;         // the name of their axis, or 0
  batch_binder bind;    // of the equations of its Jaxprs: handed on, as the rules would call it
} batch_site;

// The equation over examples, bound in the frame that is open or computed: its results.
typedef dbx_status (*batch_rule)(const batch_site *s, dbx_mapped *out);
// It is a batch_binder, above all rules: they do not call it by name.
dbx_status batch_eqn(const dbx_eqn *e, const batch_env *env, dbx_dim size, dbx_mapped *out);
// Types of the results of one example (batch_site's `out`); E302 if a length is mapped.
dbx_status batch_types(const dbx_eqn *e, const batch_env *env, dbx_aval *ret);
// Binds p with results that have the types s->out, and the examples along out[i].axis, which the
// caller has set: what a primitive that calls Jaxprs is bound by. Sets out[i].v.
dbx_status batch_bind(const batch_site *s, const dbx_primitive *p, const V *ops, uint32_t n,
                      const dbx_kv *kv, uint32_t n_kv, dbx_mapped *out);

// What the equation of s applies; whether m has an example along an axis, or one for all.
static inline dbx_prim batch_prim(const batch_site *s) { return (dbx_prim)s->e->prim->id; }
static inline bool is_mapped(dbx_mapped m) { return m.axis != DBX_UNMAPPED; }
// One result with its examples along `axis`.
static inline dbx_status batch_one(V v, int64_t axis, dbx_mapped *out) {
  *out = (dbx_mapped){v, axis};
  return status_of(v);
}
// The parameters of the equation with another value for some: n of them are in `with`.
const dbx_kv *batch_params(const batch_site *s, const dbx_kv *with, uint32_t n);
// The shape that a parameter and the operands from `first` on say; E302 if a length is mapped.
dbx_status batch_shape(const batch_site *s, dbx_sym key, uint32_t first, S *ret);
// s with a length in front, or at an axis.
S batch_shape_insert(S s, int64_t axis, dbx_dim d);
// 1 + each of n numbers, after `lead` (DBX_UNMAPPED: nothing).
const int64_t *batch_shifted(const int64_t *i, uint32_t n, int64_t lead);
// Where axis i of an example is in the array of examples.
static inline int64_t batch_axis(int64_t i, int64_t mapped) { return i + (i >= mapped); }

// ---- moving the mapped axis (axes.c) ----

// x with its axis `from` at `to`, the others in their order.
V batch_move(V x, int64_t from, int64_t to);
V batch_spread(V x, dbx_dim size, int64_t axis);       // the same value in all examples
V batch_front(dbx_mapped m, dbx_dim size);             // the examples along axis 0
V batch_match(dbx_mapped m, dbx_dim size, int64_t to); // the examples along axis `to`

// ---- Jaxprs over a further axis (jaxpr.c) ----

// Where a result is to have its examples, beside an axis.
enum { BATCH_ANYWHERE = -2, BATCH_FRONT_IF_MAPPED = -3 };

typedef struct batch_jaxpr {
  dbx_jaxpr *j;
  int64_t *out;      // the axis of each result, or DBX_UNMAPPED
  const V *captures; // values that became leading inputs: lengths, if there are any
  uint32_t n_captures;
} batch_jaxpr;

// j, of the site's equation, with inputs mapped along in[i], results along to[i] (NULL:
// BATCH_ANYWHERE). Calls of one Jaxpr with the same axes share one, as in jax, if `to` is NULL.
dbx_status batch_of_jaxpr(const batch_site *s, const dbx_jaxpr *j, dbx_sym name, const int64_t *in,
                          const int64_t *to, batch_jaxpr *ret);
// Evaluates the equations of j on n values, bound where we are.
dbx_status batch_call(const batch_site *s, const dbx_jaxpr *j, const V *in, uint32_t n, V *out);
// The axes of n operands, in scratch memory.
int64_t *batch_axes(const dbx_mapped *m, uint32_t n);

// ---- the rules ----

// The same primitive, with the examples where they are (vectorized), and of several operands.
dbx_status dbx_batch_same(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_broadcasting(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_select(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_clamp(const batch_site *s, dbx_mapped *out);
// Shapes. `sized`: nothing but lengths is an operand, and no length may be mapped.
dbx_status dbx_batch_sized(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_broadcast(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_reshape(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_squeeze(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_transpose(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_rev(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_concatenate(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_pad(const batch_site *s, dbx_mapped *out);
// The first axes of each operand are a stack: the examples become another one in front.
dbx_status dbx_batch_stack(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_random_wrap(const batch_site *s, dbx_mapped *out);
// Indices.
dbx_status dbx_batch_slice(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_split(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_dynamic_slice(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_dynamic_update_slice(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_gather(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_scatter(const batch_site *s, dbx_mapped *out);
// Reductions.
dbx_status dbx_batch_reduce(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_cumulative(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_sort(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_dot_general(const batch_site *s, dbx_mapped *out);
// Windows.
dbx_status dbx_batch_reduce_window(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_conv(const batch_site *s, dbx_mapped *out);
// Primitives that call Jaxprs.
dbx_status dbx_batch_pjit(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_while(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_while_loop(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_for_loop(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_scan(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_cond(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_switch(const batch_site *s, dbx_mapped *out);
// Calls of the host: one for each example, without results (`each`) or with them. ValueError for an
// ordered one.
dbx_status dbx_batch_each(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_callback(const batch_site *s, dbx_mapped *out);
// Functions with a rule of their own: rules over examples are the host's (trace/state.h).
dbx_status dbx_batch_custom_call(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_custom_lin(const batch_site *s, dbx_mapped *out);
// Collective operations over named axes: the rule of the axis with the name, and of the others.
dbx_status dbx_batch_collective(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_all_gather(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_reduce_scatter(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_all_to_all(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_ppermute(const batch_site *s, dbx_mapped *out);
dbx_status dbx_batch_axis_index(const batch_site *s, dbx_mapped *out);
// There is none: E218 names the primitive.
dbx_status dbx_batch_none(const batch_site *s, dbx_mapped *out);

#endif
