// Many steps over a vector of many tiles give what one after the other gives, bit by bit.
#include "base/poll.h"
#include "sim/test/drawn.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static void one_by_one(const sim_vector *v, const sim_step *steps, uint32_t n) {
  sim_plan plan[SIM_MOST_PLANS];
  for (uint32_t k = 0; k < n; k++) {
    uint32_t plans = sim_plans(&steps[k], ((size_t)1 << v->n) - 1, 0, plan);
    for (uint32_t i = 0; i < plans; i++)
      sim_loop_for(0, plan[i].loop)((double *)v->at, plan[i].set, &plan[i]);
  }
}

// Threads take tiles in any order.
static void backwards(dbx_work_part part, int64_t *words, int64_t n) {
  while (n-- > 0) part(words, n, n + 1);
}

static void check(uint32_t n, uint32_t n_steps) {
  sim_step *steps = malloc(n_steps * sizeof *steps);
  size_t bytes = ((size_t)1 << n) * sizeof(dbx_complex);
  sim_vector v = {malloc(bytes), n}, w = {malloc(bytes), n};
  for (uint32_t k = 0; k < n_steps; k++) steps[k] = drawn_step(n);
  drawn_vector(v.at, n);
  memcpy(w.at, v.at, bytes);
  sim_run(&v, steps, n_steps, n & 1 ? backwards : NULL);
  one_by_one(&w, steps, n_steps);
  cr_expect(drawn_same(v.at, w.at, n), "%u qubits", n);
  free(v.at), free(w.at), free(steps);
}

Test(tiles, steps_together_are_steps_alone) {
  for (uint32_t n = 3; n <= 17; n++) check(n, 300);
}

Test(tiles, few_qubits) {
  for (uint32_t n = 0; n < 3; n++) {
    dbx_complex at[4] = {1};
    sim_step s = sim_sign_of(&(sim_place){0}, -1, -1);
    sim_run(&(sim_vector){at, n}, &s, 1, NULL);
    cr_expect(at[0] == -1);
  }
}

Test(tiles, a_stop_ends_early) {
  dbx_complex at[2] = {1};
  sim_step s = sim_sign_of(&(sim_place){0}, -1, -1);
  dbx_stop_ask(DBX_STOP_INTERRUPT);
  sim_run(&(sim_vector){at, 1}, &s, 1, NULL);
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  cr_expect(at[0] == 1);
}
