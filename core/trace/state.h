// What core/trace keeps in a session.
#ifndef DBX_TRACE_STATE_H
#define DBX_TRACE_STATE_H

#include "base/mem.h"
#include "base/session.h"
#include "base/span.h"

struct dbx_loop_call;
struct dbx_val;

// What a host language does around a round that may be traced once more: remember its state and
// hold its output back; go back to that state and drop the output; or let it through. Each state is
// given to one of the two.
typedef struct dbx_round_host {
  void *(*begin)(void);
  void (*undo)(void *state);
  void (*keep)(void *state);
} dbx_round_host;

// Who goes backwards through functions with a backward rule of their own (the primitive
// custom_lin): by the number in `bwd`, from n_res residuals and cotangents of n_ct results to those
// of n_ret arguments, NONE where they are zero. Fails with the exception of the rule.
typedef dbx_status (*dbx_backward_rule)(int64_t number, const struct dbx_val *res, uint32_t n_res,
                                        const struct dbx_val *ct, uint32_t n_ct,
                                        struct dbx_val *ret, uint32_t n_ret);

// What differentiates a call of a function with a rule of its own (the primitives custom_jvp_call
// and custom_vjp_call): by the number in `rule`, of n arguments and their tangents (NONE: of no
// float), gives n_out results and their tangents (NONE: zero). Fails with the exception of the
// rule.
typedef dbx_status (*dbx_custom_rule)(int64_t number, const struct dbx_val *x,
                                      const struct dbx_val *t, uint32_t n, struct dbx_val *y,
                                      struct dbx_val *ty, uint32_t n_out);
// The number of the rule, backward or not, that does to examples along axis 0 of everything what
// the rule with this number does to one.
typedef dbx_status (*dbx_rule_of_examples)(int64_t number, int64_t *ret);

struct dbx_jaxpr;
// Whether a policy of jax.checkpoint (the parameter `policy` of remat2), by its number, keeps what
// equation k of j gives. Fails with the exception of the policy.
typedef dbx_status (*dbx_save_policy)(int64_t number, const struct dbx_jaxpr *j, uint32_t k,
                                      bool *ret);

struct trace_state {
  struct dbx_trace *current;              // NULL: eager
  dbx_vec(struct dbx_frame *) frames;     // by id; NULL once their trace is freed
  uint64_t last_id;                       // of a trace
  dbx_vec(struct dbx_array *) pool;       // made during one operation (trace/value.h)
  dbx_vec(struct dbx_assumption) assumed; // lengths that count as equal (trace/assume.h)
  uint32_t attempts;                      // that are under way (trace/attempt.h)
  struct {
    bool open, closed; // closed: for now nothing is asked
    dbx_vec(struct dbx_answer) given;
    dbx_vec(struct dbx_question) asked;
    uint64_t left, right; // lengths that were compared and not known to be equal
    uint32_t events;      // how many there were then
  } questions;            // of a what-if (trace/assume.h)
  dbx_map entered;        // Jaxprs of the text that is read: a shared one has one frame

  // Told of every loop right before it is bound; NULL: nobody looks. It may bind the loop with any
  // strategy, and has to undo that (trace/attempt.h).
  void (*loop_observer)(const struct dbx_loop_call *c);
  dbx_round_host rounds;      // NULL functions: there is nothing to remember
  dbx_backward_rule backward; // NULL: nobody, as of the next three
  dbx_custom_rule custom;
  dbx_rule_of_examples of_examples;
  dbx_save_policy saves;
  // What counts as the place of what happens at dbx_here; NULL: that is it. A line of a library
  // that is part of this program counts as the program's own that called it.
  dbx_span (*place_of)(dbx_span here);
};

extern struct trace_state trace_now[1];
extern const dbx_room trace_room;

#endif
