// Derivatives along tangents of angles (see sim.h): the tangent of the state goes through every
// gate beside the state itself. A gate of the angle t adds dU/dt |state>. Entries of matrices are
// a + b cos(w t) + c sin(w t), whose derivative is a difference of two of their values: exact.
#include "base/poll.h"
#include "sim/operation.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

dbx_status dbx_sim_turn(dbx_sim *s, const double *turn, const dbx_complex *matrix, uint32_t n) {
  free(s->turn_matrix);
  s->turn_matrix = NULL;
  memset(s->turn, 0, sizeof s->turn);
  s->turning = true;
  s->turn_rows = n;
  if (!matrix) {
    if (n > DBX_MOST_ANGLES) return sim_fail("more tangents than a gate has angles");
    return memcpy(s->turn, turn, n * sizeof *turn), DBX_OK;
  }
  size_t bytes = (size_t)n * n * sizeof *matrix;
  s->turn_matrix = dbx_alloc(bytes);
  return memcpy(s->turn_matrix, matrix, bytes), DBX_OK;
}

// PhaseShift turns with its angle, all others with half of it.
void sim_gate_moved(const dbx_sim *s, const dbx_gate *g, const double *angles, dbx_complex *moved) {
  enum { TWO = 16 };
  const double pi = 3.14159265358979323846;
  bool whole = g->base == DBX_GATE_PhaseShift;
  double at[DBX_MOST_ANGLES] = {0}, step = whole ? pi / 2 : pi, by = whole ? 0.5 : 0.25;
  dbx_complex up[TWO], down[TWO];
  memset(moved, 0, TWO * sizeof *moved);
  for (uint32_t i = 0; i < g->angles; i++) {
    if (s->turn[i] == 0) continue;
    memcpy(at, angles, g->angles * sizeof *at);
    at[i] = angles[i] + step;
    size_t n = (size_t)1 << 2 * dbx_gate_matrix(g->base, at, up);
    at[i] = angles[i] - step;
    dbx_gate_matrix(g->base, at, down);
    for (size_t k = 0; k < n; k++) moved[k] += s->turn[i] * by * (up[k] - down[k]);
  }
}

static void act_on(const sim_vector *v, const sim_operation *o, const dbx_complex *m,
                   dbx_complex phase) {
  sim_place p = {o->bit, o->bit + o->n_targets, o->value, o->n_targets, o->n_controls};
  if (o->kind == SIM_MATRIX) sim_apply(v, &p, m);
  else if (o->kind == SIM_PARITY) sim_apply_parity(v, &p, phase, conj(phase));
  else sim_scale(v, phase);
}

static dbx_status open_moved(dbx_sim *s) {
  if (s->moved.at) return DBX_OK;
  DBX_TRY(sim_copy(&s->vector, &s->moved));
  memset(s->moved.at, 0, ((size_t)1 << s->moved.n) * sizeof *s->moved.at);
  return DBX_OK;
}

// Where a control does not let the gate act its derivative is zero.
dbx_status sim_move(dbx_sim *s, const sim_operation *o, const dbx_complex *m,
                    const dbx_complex *moved) {
  sim_vector d;
  if (!o->turns) return act_on(&s->moved, o, m, o->phase), DBX_OK;
  DBX_TRY(open_moved(s));
  DBX_TRY(sim_copy(&s->vector, &d));
  act_on(&d, o, moved, o->phase_moved);
  for (uint32_t i = 0; i < o->n_controls; i++)
    sim_project(&d, o->bit[o->n_targets + i], o->value[i], 1);
  act_on(&s->moved, o, m, o->phase);
  for (size_t i = 0; i < (size_t)1 << d.n; i++) s->moved.at[i] += d.at[i];
  free(d.at);
  return DBX_OK;
}

// ---- what is measured ----

typedef struct moments {
  double mean, mean_moved, square_moved;
} moments;

// <t|o|v> + <v|o|t> of the state v and its tangent t, and the same of o o.
static dbx_status moments_of(const dbx_sim *s, uint64_t number, bool square, moments *ret) {
  const sim_observable *o = NULL;
  sim_vector v, t;
  *ret = (moments){0};
  DBX_TRY(sim_find(s, number, &o));
  if (!s->moved.at) return DBX_OK;
  DBX_TRY(sim_copy(&s->vector, &v));
  dbx_status st = sim_act(s, o, &v);
  ret->mean = creal(sim_inner(&s->vector, &v));
  ret->mean_moved = 2 * creal(sim_inner(&s->moved, &v));
  if (st == DBX_OK && square && (st = sim_copy(&s->moved, &t)) == DBX_OK) {
    st = sim_act(s, o, &t);
    ret->square_moved = 2 * creal(sim_inner(&t, &v));
    free(t.at);
  }
  free(v.at);
  return st;
}

dbx_status dbx_sim_expval_moved(dbx_sim *s, uint64_t observable, double *ret) {
  moments m;
  DBX_TRY(moments_of(s, observable, false, &m));
  return *ret = m.mean_moved, DBX_OK;
}

dbx_status dbx_sim_var_moved(dbx_sim *s, uint64_t observable, double *ret) {
  moments m;
  DBX_TRY(moments_of(s, observable, true, &m));
  return *ret = m.square_moved - 2 * m.mean * m.mean_moved, DBX_OK;
}

dbx_status dbx_sim_probs_moved(dbx_sim *s, const uint64_t *qubits, uint32_t n, double *ret) {
  DBX_TRY(sim_check_basis(s, qubits, n));
  memset(ret, 0, ((size_t)1 << n) * sizeof *ret);
  if (!s->moved.at) return DBX_OK;
  for (size_t i = 0; i < (size_t)1 << s->vector.n; i++)
    ret[sim_position(s, qubits, n, i)] += 2 * creal(conj(s->moved.at[i]) * s->vector.at[i]);
  return dbx_poll_run();
}

dbx_status dbx_sim_state_moved(dbx_sim *s, const uint64_t *qubits, uint32_t n, dbx_complex *ret) {
  DBX_TRY(sim_check_basis(s, qubits, n));
  if (n != s->vector.n) return sim_fail("the state of some qubits only");
  for (size_t i = 0; i < (size_t)1 << n; i++)
    ret[sim_position(s, qubits, n, i)] = s->moved.at ? s->moved.at[i] : 0;
  return dbx_poll_run();
}
