// What rules see of the place that they are tried at, and the steps in C (private to rewrite).
#ifndef DBX_REWRITE_STEP_H
#define DBX_REWRITE_STEP_H

#include "base/diag.h"
#include "rewrite/body.h"

typedef struct rw_work rw_work;
typedef struct rw_site {
  rw_work *w;
  rw_body *b;
  const rw_rule *rule;
  uint32_t node;
} rw_site;

// The equation, valid until the body gets another one.
static inline const dbx_eqn *rw_eqn(const rw_site *s) { return &rw_at(s->b, s->node)->e; }
// The pattern matched, and this is why the rule does not fire. Gives false.
bool rw_refuse(const rw_site *s, const char *fmt, ...) DBX_PRINTF(2, 3);
// A remark to the firing under way.
void rw_remark(const rw_site *s, const char *fmt, ...) DBX_PRINTF(2, 3);
dbx_arena *rw_arena(const rw_site *s);
const char *rw_dim_text(const rw_site *s, dbx_dim d); // as the log names it; lives in the arena
const char *rw_atom_text(const rw_site *s, dbx_atom a);

// Tries a rule of patterns (match.c). What was done is taken as one firing.
bool rw_try_pattern(const rw_site *s);
// The number that the atom is: a literal, or an array of it. false: it is none.
bool rw_number(const rw_body *b, dbx_atom a, dbx_literal *ret);

// The results of the equation are these atoms from now on, and it is gone. false, and nothing has
// changed: the types differ, or a length would become a number.
bool rw_forward(const rw_site *s, const dbx_atom *results);
// Equations of a Jaxpr as equations of this body.
typedef struct rw_copy {
  dbx_eqn *eqns;
  dbx_atom *results;
  uint32_t n;
} rw_copy;
// With these atoms in the place of its inputs. false: it has captured arrays, or a length of it is
// a number.
bool rw_copy_of(const rw_site *s, const dbx_jaxpr *j, const dbx_atom *inputs, rw_copy *ret);
// The equation is replaced by the copy.
bool rw_expand(const rw_site *s, const rw_copy *c);
// The Jaxpr of that parameter, NULL if there is none.
const dbx_jaxpr *rw_jaxpr_of(const dbx_eqn *e, dbx_sym key);
// The integer that the atom is.
bool rw_is_int(dbx_atom a, int64_t *ret);

// May the equation be left out or be computed for nothing: it ends, and fails nowhere? given: the
// variables that are lengths of arrays there are. *why: why not.
bool rw_total(const dbx_eqn *e, const dbx_set *given, const char **why);
bool rw_calls_host(const dbx_eqn *e); // it or a Jaxpr in it
// Twice the same gives the same: it has no effects, as a call of the host or a measurement has.
bool rw_is_pure(const dbx_eqn *e);
bool rw_is_exact(const dbx_eqn *e); // every machine rounds its result alike

// j without some inputs and results, and with atoms in the place of variables that are no lengths.
typedef struct rw_edit {
  const rw_map *map;              // NULL: none
  const bool *drop_in, *drop_out; // NULL: none
  const bool *drop_eqn;           // NULL: none
  const dbx_var *more_in;         // further inputs
  uint32_t n_more, at;            // their number; the input that they are put before
} rw_edit;
dbx_jaxpr *rw_edited(dbx_arena *a, const dbx_jaxpr *j, const rw_edit *edit);
// An equation with other parameters in the place of those of these names.
typedef struct rw_param {
  dbx_sym key;
  const dbx_param *val;
} rw_param;
const dbx_kv *rw_params(dbx_arena *a, const dbx_eqn *e, const rw_param *with, uint32_t n);
// The equation is replaced by this one, which gives a part of its results (the same variables).
void rw_exchange(const rw_site *s, const dbx_eqn *e);

// A loop: where its parts lie.
typedef struct rw_loop {
  const dbx_jaxpr *body, *test; // test: NULL of a for_loop
  uint32_t n_test, n_body;      // constants
  uint32_t n_dims;              // implicit carries
  uint32_t bounds;              // operands between dims and carries: 4 of a for_loop
  uint32_t n_out;
} rw_loop;
bool rw_loop_of(const dbx_eqn *e, rw_loop *ret); // false: none, or one of jax.lax.scan
// The operand that carry i begins as; the input of the body that it is.
static inline uint32_t rw_carry_operand(const rw_loop *l, uint32_t i) {
  return l->n_test + l->n_body + i + (i < l->n_dims ? 0 : l->bounds);
}
static inline uint32_t rw_carry_input(const rw_loop *l, uint32_t i) {
  return l->n_body + i + (i < l->n_dims || !l->bounds ? 0 : 1);
}

#define RULE(...)
#define STEP(name, function, doc) bool rw_step_##function(const rw_site *s);
#include "rewrite/rules.def"

#endif
