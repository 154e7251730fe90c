// What the rules of derivatives share. Private to core/grad.
#ifndef DBX_GRAD_RULE_H
#define DBX_GRAD_RULE_H

#include "grad/grad.h"
#include "jnp/ops.h"

// ---- what stands for the variables of a frame or Jaxpr ----

// A value, and its tangent; NONE: the tangent is zero.
typedef struct grad_value {
  V x, t;
} grad_value;

typedef struct grad_env {
  dbx_map at; // variable -> index into values + 1
  dbx_vec(grad_value) values;
} grad_env;

// Keeps references of arrays. Of a variable that has a value already the new one counts.
void grad_put(grad_env *env, dbx_var v, grad_value x);
// The value of an atom; NULL of a variable without one.
const grad_value *grad_find(const grad_env *env, dbx_atom a, grad_value *literal);
// The value alone; of a variable without one NONE.
V grad_get(const grad_env *env, dbx_atom a);
void grad_env_free(grad_env *env); // with its references of arrays
// A type with lengths that are what the variables in it stand for; those that e binds are
// OutDBIdx(k), its result k. e may be NULL.
dbx_aval grad_type(const grad_env *env, dbx_aval a, const dbx_eqn *e);
// Types of the results of e.
const dbx_aval *grad_types(const grad_env *env, const dbx_eqn *e);

// Is it the tangent or cotangent zero?
static inline bool is_zero(V v) { return v.kind == DBX_V_NONE; }
// The type of tangents of values of a type: the same; integers and truth values have none.
static inline bool has_tangent(dbx_aval a) {
  dbx_dtype t = dbx_aval_at(a)->dtype;
  return dbx_is_float(t) || dbx_is_complex(t);
}
// Zeros of a type, whose lengths are of the frame that is open; those instead of a tangent that is
// zero.
V grad_zeros(dbx_aval a);
V grad_or_zeros(V v, dbx_aval a);
V grad_add(V x, V y); // add_any, where neither is zero

// ---- tangents ----

// What evaluates an equation on values with tangents: what is known of it is in env.
typedef dbx_status (*grad_binder)(const dbx_eqn *e, const grad_env *env, grad_value *out);

typedef struct jvp_site {
  const dbx_eqn *e;
  const V *x, *t;       // operands and their tangents, of which at least one is not zero
  const dbx_aval *type; // of the results, as in dbx_bind_typed
  V *y, *ty;            // results and their tangents; these are zero at first
  grad_binder bind;     // of the equations of its Jaxprs: handed on, as the rules would call it
} jvp_site;

typedef dbx_status (*jvp_rule)(const jvp_site *s);
// It is a grad_binder, above all rules: they do not call it by name.
dbx_status grad_jvp_eqn(const dbx_eqn *e, const grad_env *env, grad_value *out);
// The results themselves: s->y.
dbx_status jvp_primal(const jvp_site *s);
// The tangent of an operation of one result: the sum of what each operand with a tangent g adds.
typedef V (*jvp_term)(const jvp_site *s, uint32_t i, V g);
dbx_status jvp_sum(const jvp_site *s, jvp_term f);
// The primitive of the site with its parameters on other operands.
V jvp_again(const jvp_site *s, const V *ops, uint32_t n);

// ---- cotangents ----

struct grad_tape;
typedef dbx_status (*grad_backward_pass)(const struct grad_tape *t, const grad_env *env,
                                         const V *ct_out, V *ct_in);

typedef struct transpose_site {
  const dbx_eqn *e;
  const V *x;                  // operands; NONE: it is linear in this one
  const dbx_aval *type;        // of the operands, with lengths of the frame that is open
  const V *ct;                 // cotangents of the results, of which at least one is not zero
  const dbx_aval *out;         // types of the results, as in dbx_bind_typed
  V *ret;                      // cotangents of the linear operands; zero at first
  grad_backward_pass backward; // through its Jaxprs: handed on, as the rules would call it
  const V *sum; // NULL, or what operands were given by equations behind it; NONE: nothing
  bool *added;  // false at first; true: ret[i] has sum[i] in it
} transpose_site;

typedef dbx_status (*transpose_rule)(const transpose_site *s);
// Is the equation linear in operand i? Gives it the cotangent v.
static inline bool is_linear(const transpose_site *s, uint32_t i) { return is_zero(s->x[i]); }
static inline dbx_status transpose_one(const transpose_site *s, uint32_t i, V v) {
  return s->ret[i] = v, status_of(v);
}
// The cotangent of operand i is zero but for a part: where lengths are traced, what it was given
// before is added to that part alone. NONE: there is no such sum.
static inline V grad_sum_of(const transpose_site *s, uint32_t i) {
  if (!s->sum || !dbx_aval_at(s->type[i])->dynamic || is_zero(s->sum[i])) return dbx_val_none();
  return s->added[i] = true, s->sum[i];
}
// v, which has the shape of a result, summed to the shape of operand i.
V grad_unbroadcast(const transpose_site *s, uint32_t i, V v);
// The lengths of a type, which stay as they are.
static inline S grad_shape(dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  return (S){t->rank, (dbx_dim *)(uintptr_t)t->dims};
}

// ---- linear equations ----

// The equations that compute n_out variables from n_in of the same frame, in jax's order.
typedef struct grad_tape {
  // Of equations with one mark, whose function's equation has an operand twice, cotangents of what
  // comes from outside are added in the order of the operands. NULL: none is marked; 0: no mark.
  const uint32_t *joint;
  dbx_eqn *eqns;
  uint32_t n_eqns;
  const dbx_atom *consts;     // constants of the frame that they use, each once, in jax's order
  uint32_t n_consts, n_sizes; // the first n_sizes are lengths of inputs
  const dbx_var *in;
  const dbx_atom *out; // 0: no variable of the frame
  uint32_t n_in, n_out;
} grad_tape;

// A grad_backward_pass, above all rules: cotangents of the inputs (NONE: zero) by those of the
// results, in the frame that is open.
dbx_status grad_backward(const grad_tape *t, const grad_env *env, const V *ct_out, V *ct_in);

// A loop of Catalyst whose carries keep their lengths as two, one of what is known, which also
// gives what the carries were at each trip, and a linear one that reads that. unknown: inputs of
// its body, of which some carries are and some are not.
struct splitting;
typedef dbx_status (*grad_loop_rule)(const struct splitting *s, bool *unknown);
dbx_status grad_keep_stacks(const struct splitting *s, bool *unknown); // back_loop.c
// The same, and of remat2 (where nothing is asked of *unknown): what is known is bound outside, and
// the rest is one equation that computes again what is not kept (split_remat.c).
dbx_status grad_keep_residuals(const struct splitting *s, bool *unknown);

// A frame whose equations are bound outside at once where all operands are known, and kept where
// one is not: partial evaluation.
typedef struct grad_frame {
  dbx_frame *frame;
  dbx_frame_taker taker;
  grad_env env; // what is known
  dbx_vec(dbx_eqn) kept;
  // What one equation of the function became is sorted as one: jax traces its functions of arrays
  // as calls. Of each kept equation; 0: none.
  dbx_u32s groups;
  dbx_u32s marks; // the group where an operand is there twice; 0: it is not
  uint32_t group; // of the equations to come
  bool twice;     // their function's equation has an operand twice
  // What is kept goes backwards later: calls, scans and loops become one of what is known, which
  // gives residuals, and a linear one that reads them; this does it for loops, and for what is
  // computed again. NULL: what is kept only says what depends on what is unknown.
  grad_loop_rule residuals;
  dbx_map alias; // variable -> the one of the same value whose lengths are those of outside
} grad_frame;
// The variable itself, or another one of the frame with the same value: lengths of its type that
// stand for values of outside are constants that stand for them.
dbx_status grad_frame_alias(grad_frame *f, dbx_var v, dbx_var *ret);
dbx_status grad_frame_keep(grad_frame *f, const dbx_eqn *e); // with the group that it belongs to

// Opens the frame in the one that is open; `take` gets the address of the grad_frame.
void grad_frame_open(grad_frame *f, dbx_sym name,
                     dbx_status (*take)(void *ctx, dbx_frame *f, const dbx_eqn *e));
void grad_frame_close(grad_frame *f); // what is known stays
void grad_frame_free(grad_frame *f);  // and what is known
void grad_frame_learn(grad_frame *f); // what it has captured
// The frame is left for as long as something is bound outside; gives what was open.
static inline dbx_frame *grad_frame_leave(const grad_frame *f) {
  dbx_frame *top = f->frame->trace->top;
  f->frame->trace->top = f->frame->parent;
  return top;
}
// A new argument, of a type with lengths of frames outside.
dbx_status grad_frame_input(grad_frame *f, dbx_aval a, dbx_var *ret);
// The taker of a partial evaluation; ctx is the grad_frame.
dbx_status grad_take_known(void *ctx, dbx_frame *frame, const dbx_eqn *e);
// What is kept of it, sorted; lives in the arena. Results that are 0 are none.
grad_tape grad_tape_of(const grad_frame *f, dbx_arena *a, const dbx_var *in, uint32_t n_in,
                       const dbx_atom *out, uint32_t n_out);

// ---- Jaxprs (jaxpr.c) ----

typedef struct grad_jaxpr {
  dbx_jaxpr *j;
  const V *captures; // values that became leading inputs
  uint32_t n_captures;
} grad_jaxpr;

// Inputs are those of j and the tangents of those that are marked; results those of j and the
// tangents of those that out[] marks, which are set: of those that are not zero, and with `all`
// (NULL: none) of those that it marks, for which zeros are made.
dbx_status grad_jvp_of(const dbx_jaxpr *j, dbx_sym name, grad_binder bind, const bool *in,
                       const bool *all, bool *out, grad_jaxpr *ret);

// j in two: what can be computed of the inputs that are known, and the rest, which is linear.
// A source is an input of j, or n_in of j + a result of `known`.
typedef struct grad_split {
  grad_jaxpr known;    // of the known inputs: results that are known, and residuals, each once
  dbx_jaxpr *linear;   // of *sizes *unknown inputs *residuals: *unknown results
  bool *unknown;       // which results of j are
  uint32_t *known_out; // their sources
  uint32_t *residual;  // sources; the first n_sizes are sizes
  uint32_t n_residuals, n_sizes;
} grad_split;
// residuals: as in grad_frame.
dbx_status grad_split_of(const dbx_jaxpr *j, dbx_sym name, const bool *unknown_in,
                         grad_loop_rule residuals, grad_split *ret);

// The transpose of j, which is linear in the inputs that are marked: of the other inputs and the
// cotangents that are not zero (types are theirs), gives those of its linear inputs that out[]
// marks, which is set.
dbx_status grad_transpose_of(const dbx_jaxpr *j, dbx_sym name, grad_backward_pass backward,
                             const bool *linear, const V *ct, bool *out, grad_jaxpr *ret);
// Cotangents of all inputs of j, which has its values in env: NONE of those that are not linear.
typedef dbx_status (*grad_jaxpr_pass)(const grad_env *env, const dbx_jaxpr *j,
                                      grad_backward_pass backward, const bool *linear,
                                      const V *ct_out, V *ct_in);
// The same by another way through j.
dbx_status grad_transposed_by(const dbx_jaxpr *j, dbx_sym name, grad_jaxpr_pass pass,
                              grad_backward_pass backward, const bool *linear, const V *ct,
                              bool *out, grad_jaxpr *ret);
// The same of j that need not be linear in the marked inputs alone: what does not depend on them
// comes first (replay.c).
dbx_status grad_pull_of(const dbx_jaxpr *j, dbx_sym name, grad_backward_pass backward,
                        const bool *linear, const V *ct, bool *out, grad_jaxpr *ret);
// Types of the results of a call of j on these operands, as in dbx_bind_typed.
const dbx_aval *grad_call_types(const dbx_jaxpr *j, const V *ops);
// A type of an input of j with what these operands are as its lengths.
dbx_aval grad_input_type(const dbx_jaxpr *j, const V *ops, dbx_aval a);
// Which inputs of j those of its results that are wanted depend on, by values or lengths.
void grad_inputs_of(const dbx_jaxpr *j, const bool *want, bool *in);
// The parameters of a call with another Jaxpr, in scratch memory.
const dbx_kv *grad_with_jaxpr(const dbx_eqn *e, const dbx_jaxpr *j);
// The variables of j that they depend on.
void grad_used_by(const dbx_jaxpr *j, const bool *want, dbx_set *used);
// Does one of its equations need v for that?
bool grad_reads(const dbx_set *used, const dbx_eqn *e, dbx_var v);
// A call of j, with the name and the options that `like` has: captures of j, then ops.
dbx_status grad_call(const dbx_eqn *like, const grad_jaxpr *j, const V *ops, V *out);

// ---- Jaxprs evaluated again (replay.c) ----

// Those results of j that are wanted and do not depend on the inputs that are NONE; NONE for the
// others. Equations that none of them needs are not evaluated.
dbx_status grad_known(const dbx_jaxpr *j, const V *values, const bool *want, V *out);
// Cotangents of the inputs that are NONE, by those of the results (NONE: zero; lengths may be other
// variables than the results', with their values); zeros are made.
dbx_status grad_pull(const dbx_jaxpr *j, grad_backward_pass backward, const V *values, const V *ct,
                     V *ret);
// What a part that is traced gives: n values; fails if one is none (replay.c).
dbx_status grad_leaves_of(const V *v, uint32_t n, dbx_leaves *ret);
// f on these operands where we are; outside of frames it is traced as a call, and run. Gives n_out
// results.
typedef dbx_status (*grad_staged)(void *ctx, const V *ops, V *out);
dbx_status grad_stage(const dbx_eqn *like, grad_staged f, void *ctx, const V *ops, uint32_t n,
                      V *out, uint32_t n_out);

// ---- loops and conditionals: what is known of them (jaxpr.c, split.c) ----

// Which carries of a loop depend on unknown inputs of its body, of which `unknown` marks those that
// do at first, and gets the others: after `first` inputs come the carries, which are the results
// after `skip`.
dbx_status grad_unknown_carries(const dbx_jaxpr *body, bool *unknown, uint32_t first,
                                uint32_t skip);
// The same of a scan's body: n carries are its first results.
dbx_status grad_unknown_carries_of(const dbx_jaxpr *body, bool *unknown, uint32_t first,
                                   uint32_t n);
// The same of the equation of a loop with these operands (NONE: unknown): inputs of its body.
dbx_status grad_loop_unknown(const dbx_eqn *e, const V *in, bool **ret);
// The known part of j, split so, with n results, by their sources.
grad_jaxpr grad_part_of(const dbx_jaxpr *j, const grad_split *s, const bool *unknown,
                        const uint32_t *source, uint32_t n);
// The Jaxpr of the known inputs alone, with the results that keep[] marks.
dbx_status grad_known_part(const dbx_jaxpr *j, const bool *unknown, const bool *keep,
                           grad_jaxpr *ret);

// ---- the rules ----

#define GRAD_JVP(name) dbx_status dbx_jvp_##name(const jvp_site *s);
#define GRAD_TRANSPOSE(name) dbx_status dbx_transpose_##name(const transpose_site *s);
#include "grad/rules.def"
#undef GRAD_JVP
#undef GRAD_TRANSPOSE

#endif
