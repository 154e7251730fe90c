// Operations on a vector of amplitudes, and sums over it (see apply.h).
#include "sim/apply.h"

#include "base/poll.h"
#include "sim/lanes.h"
#include "sim/step.h"

#include <complex.h>

// ---- matrices on any number of targets, at once ----

static void put_offsets(const sim_place *p, size_t rows, size_t *offset) {
  for (size_t r = 0; r < rows; r++) {
    offset[r] = 0;
    for (uint32_t t = 0; t < p->n_targets; t++)
      offset[r] |= (r >> (p->n_targets - 1 - t) & 1) << p->target[t];
  }
}

// What is done between two polls is less the more rows there are.
static void apply_many(const sim_vector *v, const sim_place *p, const dbx_complex *m) {
  enum { MOST_PART = 12, WORK = 22 }; // bits: of an index, of a count of products
  size_t rows = (size_t)1 << p->n_targets, offset[1 << SIM_MOST_TARGETS];
  size_t all = ((size_t)1 << v->n) - 1;
  size_t set = sim_value_of(p), room = WORK - 2 * (size_t)p->n_targets;
  size_t fixed = sim_bits_of(p->target, p->n_targets) | sim_bits_of(p->control, p->n_controls);
  size_t part = all & (((size_t)1 << (room < MOST_PART ? room : MOST_PART)) - 1) & ~fixed;
  uint32_t lanes = sim_lane_bits();
  while (fixed & (((size_t)1 << lanes) - 1) || lanes > v->n) lanes--;
  put_offsets(p, rows, offset);
  part &= ~(((size_t)1 << lanes) - 1);
  sim_plan plan = {.fixed = ~part, .matrix = (const double *)m, .at = offset, .rows = rows};
  plan.count = (size_t)1 << __builtin_popcountll(part);
  sim_loop_of loop = sim_loop_for(lanes, SIM_MANY);
  size_t stay = fixed | part | (((size_t)1 << lanes) - 1) | ~all, base = 0;
  do loop((double *)v->at, base | set, &plan);
  while ((base = ((base | stay) + 1) & ~stay) && !dbx_stopping());
}

// ---- gates ----

void sim_apply(const sim_vector *v, const sim_place *p, const dbx_complex *m) {
  sim_step step;
  if (sim_step_of(p, m, &step)) sim_run(v, &step, 1, NULL);
  else apply_many(v, p, m);
}

void sim_apply_parity(const sim_vector *v, const sim_place *p, dbx_complex even, dbx_complex odd) {
  sim_step step = sim_sign_of(p, even, odd);
  sim_run(v, &step, 1, NULL);
}

void sim_scale(const sim_vector *v, dbx_complex by) {
  sim_apply_parity(v, &(sim_place){0}, by, by);
}

double sim_norm2(const sim_vector *v) {
  double sum = 0;
  const double *a = (const double *)v->at;
  for (size_t i = 0; i < (size_t)2 << v->n; i++) sum += a[i] * a[i];
  return sum;
}

double sim_probability(const sim_vector *v, uint32_t bit, bool value) {
  double sum = 0;
  const double *a = (const double *)v->at;
  for (size_t i = 0; i < (size_t)1 << v->n; i++)
    if ((i >> bit & 1) == value) sum += a[2 * i] * a[2 * i] + a[2 * i + 1] * a[2 * i + 1];
  return sum;
}

void sim_project(const sim_vector *v, uint32_t bit, bool value, double by) {
  double *a = (double *)v->at;
  for (size_t i = 0; i < (size_t)1 << v->n; i++) {
    double keep = (i >> bit & 1) == value ? by : 0;
    a[2 * i] *= keep, a[2 * i + 1] *= keep;
  }
}

dbx_complex sim_inner(const sim_vector *x, const sim_vector *y) {
  double re = 0, im = 0;
  const double *a = (const double *)x->at, *b = (const double *)y->at;
  for (size_t i = 0; i < (size_t)2 << x->n; i += 2) {
    re += a[i] * b[i] + a[i + 1] * b[i + 1];
    im += a[i] * b[i + 1] - a[i + 1] * b[i];
  }
  return re + I * im;
}
