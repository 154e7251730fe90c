// The device, its register and its gates (see sim.h).
#include "sim/sim.h"

#include "base/poll.h"
#include "sim/operation.h"
#include "sim/step.h"

#include <complex.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void dbx_sim_free(dbx_sim *s) {
  dbx_sim_close(s);
  dbx_vec_free(&s->observables), dbx_vec_free(&s->kept), dbx_vec_free(&s->marks);
  dbx_vec_free(&s->waiting);
}

dbx_status sim_fail(const char *what) { return dbx_fail(DBX_E906, (dbx_span){0}, "%s", what); }

dbx_status dbx_sim_open(dbx_sim *s) {
  if (s->open)
    return sim_fail("a circuit is run inside of another one, and the device is still in use");
  s->open = true;
  return DBX_OK;
}

static void drop_kept(dbx_sim *s, uint32_t from) {
  for (uint32_t i = from; i < s->kept.n; i++) free(s->kept.at[i].matrix), free(s->kept.at[i].moved);
  s->kept.n = from;
}

void dbx_sim_close(dbx_sim *s) {
  for (uint32_t i = 0; i < s->observables.n; i++) sim_observable_free(&s->observables.at[i]);
  s->observables.n = 0;
  drop_kept(s, 0);
  s->marks.n = s->waiting.n = 0;
  free(s->vector.at), free(s->moved.at), free(s->turn_matrix);
  s->vector = s->moved = (sim_vector){0};
  s->turn_matrix = NULL;
  s->turning = false;
  s->open = false;
}

dbx_status dbx_sim_alloc(dbx_sim *s, int64_t wires, uint64_t *ret) {
  enum { MOST_WIRES = 40 };
  if (wires < 0 || wires > MOST_WIRES)
    return dbx_fail(DBX_E702, (dbx_span){0}, "a state vector of %" PRId64 " qubits", wires);
  size_t n = (size_t)1 << wires;
  dbx_complex *at = dbx_try_alloc(n * sizeof *at);
  if (!at)
    return dbx_fail(DBX_E702, (dbx_span){0},
                    "a state vector of %" PRId64 " qubits takes %zu bytes, and there is no room",
                    wires, n * sizeof *at);
  free(s->vector.at), free(s->moved.at);
  s->moved = (sim_vector){0};
  s->waiting.n = 0;
  memset(at, 0, n * sizeof *at);
  at[0] = 1;
  s->vector = (sim_vector){at, (uint32_t)wires};
  return *ret = 1, DBX_OK;
}

dbx_status dbx_sim_extract(dbx_sim *s, int64_t wire, uint64_t *ret) {
  uint32_t n = s->vector.n;
  if (wire < 0 || wire >= n)
    return dbx_fail(DBX_E906, (dbx_span){0},
                    "wire %" PRId64 " is not one of the device, which has %u: 0 to %d", wire, n,
                    (int)n - 1);
  return *ret = (uint64_t)wire, DBX_OK;
}

// ---- gates ----

static uint32_t bit_of(const dbx_sim *s, uint64_t qubit) {
  return s->vector.n - 1 - (uint32_t)qubit;
}

static dbx_status put_qubits(const dbx_sim *s, sim_operation *o, const dbx_sim_place *p) {
  uint64_t seen = 0;
  uint32_t n = p->n_targets + p->n_controls;
  if (n > SIM_MOST_QUBITS) return sim_fail("a gate on more qubits than the simulator takes");
  for (uint32_t i = 0; i < n; i++) {
    uint64_t q = i < p->n_targets ? p->target[i] : p->control[i - p->n_targets];
    if (q >= s->vector.n) return sim_fail("a qubit of another register");
    if (seen >> q & 1)
      return dbx_fail(DBX_E906, (dbx_span){0}, "a gate acts twice on wire %" PRIu64, q);
    seen |= (uint64_t)1 << q;
    o->bit[i] = bit_of(s, q);
    if (i >= p->n_targets) o->value[i - p->n_targets] = p->value[i - p->n_targets];
  }
  o->n_targets = p->n_targets, o->n_controls = p->n_controls;
  return DBX_OK;
}

static void conjugate(dbx_complex *m, uint32_t targets) {
  size_t rows = (size_t)1 << targets;
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c <= r; c++) {
      dbx_complex x = conj(m[r * rows + c]);
      m[r * rows + c] = conj(m[c * rows + r]);
      m[c * rows + r] = x;
    }
}

dbx_status dbx_sim_settle(dbx_sim *s) {
  sim_run(&s->vector, s->waiting.at, s->waiting.n, s->spread);
  s->waiting.n = 0;
  return dbx_poll_run();
}

// Gates wait for each other where the vector is larger than a cache.
static dbx_status apply(dbx_sim *s, const sim_operation *o, const dbx_complex *m,
                        const dbx_complex *moved) {
  enum { IN_CACHE = 11, MOST_WAITING = 256 };
  sim_place p = {o->bit, o->bit + o->n_targets, o->value, o->n_targets, o->n_controls};
  sim_step step;
  s->gates++;
  if (s->moved.at || o->turns) {
    DBX_TRY(dbx_sim_settle(s));
    DBX_TRY(sim_move(s, o, m, moved));
  }
  if (o->kind != SIM_MATRIX)
    step = sim_sign_of(&p, o->phase, o->kind == SIM_PHASE ? o->phase : conj(o->phase));
  else if (!sim_step_of(&p, m, &step)) {
    DBX_TRY(dbx_sim_settle(s));
    return sim_apply(&s->vector, &p, m), dbx_poll_run();
  }
  dbx_push(&s->waiting, step);
  bool waits = s->vector.n > IN_CACHE && !s->moved.at && s->waiting.n < MOST_WAITING;
  return waits ? dbx_poll_run() : dbx_sim_settle(s);
}

static dbx_status keep_matrix(const dbx_complex *m, uint32_t targets, dbx_complex **ret) {
  size_t bytes = ((size_t)1 << 2 * targets) * sizeof *m;
  if (!(*ret = dbx_try_alloc(bytes)))
    return dbx_fail(DBX_E702, (dbx_span){0}, "there is no room for a gate that is kept");
  return memcpy(*ret, m, bytes), DBX_OK;
}

// Applies it, or keeps it where a recording is under way. m: of a matrix; moved: its derivative.
static dbx_status perform(dbx_sim *s, sim_operation *o, const dbx_complex *m,
                          const dbx_complex *moved) {
  s->turning = false;
  if (!s->marks.n) return apply(s, o, m, moved);
  if (m) DBX_TRY(keep_matrix(m, o->n_targets, &o->matrix));
  dbx_status st = moved ? keep_matrix(moved, o->n_targets, &o->moved) : DBX_OK;
  if (st != DBX_OK) return free(o->matrix), st;
  dbx_push(&s->kept, *o);
  return DBX_OK;
}

// A gate with controls of its own has them in front of its wires.
dbx_status dbx_sim_gate(dbx_sim *s, const dbx_gate *g, bool adjoint, const double *angles,
                        const dbx_sim_place *p) {
  enum { TWO = 16 };
  dbx_complex m[TWO], moved[TWO];
  uint64_t control[SIM_MOST_QUBITS];
  bool value[SIM_MOST_QUBITS];
  uint32_t n = g->controls + p->n_controls;
  if (p->n_targets < g->controls || n > SIM_MOST_QUBITS || (g->wires && p->n_targets != g->wires))
    return sim_fail("a gate on another number of qubits than it has");
  for (uint32_t i = 0; i < n; i++) {
    bool own = i < g->controls;
    control[i] = own ? p->target[i] : p->control[i - g->controls];
    value[i] = own || p->value[i - g->controls];
  }
  sim_operation o = {.kind = g->base == DBX_GATE_MultiRZ ? SIM_PARITY : SIM_MATRIX,
                     .turns = s->turning};
  dbx_sim_place all = {p->target + g->controls, control, value, p->n_targets - g->controls, n};
  DBX_TRY(put_qubits(s, &o, &all));
  if (g->base == DBX_GATE_Identity) return DBX_OK;
  if (o.kind == SIM_PARITY) {
    double t = adjoint ? -angles[0] / 2 : angles[0] / 2;
    o.phase = cos(t) - I * sin(t);
    o.phase_moved = (adjoint ? I : -I) / 2 * s->turn[0] * o.phase;
    return perform(s, &o, NULL, NULL);
  }
  dbx_gate_matrix(g->base, angles, m);
  if (o.turns) sim_gate_moved(s, g, angles, moved);
  if (adjoint && !g->own_inverse) {
    conjugate(m, o.n_targets);
    if (o.turns) conjugate(moved, o.n_targets);
  }
  return perform(s, &o, m, o.turns ? moved : NULL);
}

dbx_status dbx_sim_matrix(dbx_sim *s, const dbx_complex *m, bool adjoint, const dbx_sim_place *p) {
  sim_operation o = {.kind = SIM_MATRIX};
  DBX_TRY(put_qubits(s, &o, p));
  if (p->n_targets > SIM_MOST_TARGETS) return sim_fail("a matrix on more than 10 qubits");
  o.turns = s->turning && s->turn_matrix && s->turn_rows == (uint32_t)1 << p->n_targets;
  if (!adjoint) return perform(s, &o, m, o.turns ? s->turn_matrix : NULL);
  size_t bytes = ((size_t)1 << 2 * p->n_targets) * sizeof *m;
  dbx_complex *own = dbx_alloc(bytes);
  memcpy(own, m, bytes);
  conjugate(own, p->n_targets);
  if (o.turns) conjugate(s->turn_matrix, p->n_targets);
  dbx_status st = perform(s, &o, own, o.turns ? s->turn_matrix : NULL);
  free(own);
  return st;
}

// Under controls all of no targets are even.
dbx_status dbx_sim_phase(dbx_sim *s, double t, bool adjoint, const dbx_sim_place *p) {
  if (adjoint) t = -t;
  sim_operation o = {.kind = p->n_controls ? SIM_PARITY : SIM_PHASE,
                     .phase = cos(t) - I * sin(t),
                     .turns = s->turning};
  DBX_TRY(put_qubits(s, &o, p));
  o.phase_moved = (adjoint ? I : -I) * s->turn[0] * o.phase;
  return perform(s, &o, NULL, NULL);
}

void dbx_sim_record(dbx_sim *s) { dbx_push(&s->marks, s->kept.n); }

// A recording inside of another one: what is kept changes its order, and each is inverted.
static void turn_around(dbx_sim *s, uint32_t from) {
  sim_operation *at = s->kept.at + from;
  uint32_t n = s->kept.n - from;
  for (uint32_t i = 0; i < n / 2; i++) {
    sim_operation o = at[i];
    at[i] = at[n - 1 - i], at[n - 1 - i] = o;
  }
  for (uint32_t i = 0; i < n; i++) {
    at[i].phase = conj(at[i].phase), at[i].phase_moved = conj(at[i].phase_moved);
    if (at[i].matrix) conjugate(at[i].matrix, at[i].n_targets);
    if (at[i].moved) conjugate(at[i].moved, at[i].n_targets);
  }
}

dbx_status dbx_sim_reverse(dbx_sim *s) {
  if (!s->marks.n) return sim_fail("the end of a block under adjoint that has no beginning");
  uint32_t from = s->marks.at[--s->marks.n];
  turn_around(s, from);
  if (s->marks.n) return DBX_OK;
  dbx_status st = DBX_OK;
  for (uint32_t i = from; st == DBX_OK && i < s->kept.n; i++) {
    st = apply(s, &s->kept.at[i], s->kept.at[i].matrix, s->kept.at[i].moved);
  }
  drop_kept(s, from);
  return st;
}

// ---- measuring a qubit ----

static double draw(dbx_sim *s) { // uniform in [0, 1): splitmix64
  uint64_t x = s->random += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return (double)((x ^ x >> 31) >> 11) * 0x1p-53;
}

dbx_status dbx_sim_measure(dbx_sim *s, uint64_t qubit, int postselect, bool *ret) {
  if (s->marks.n) return sim_fail("a qubit is measured in a block under adjoint");
  if (s->moved.at) return sim_fail("a qubit is measured in the middle of a derivative");
  DBX_TRY(dbx_sim_settle(s));
  double one = sim_probability(&s->vector, bit_of(s, qubit), true);
  *ret = postselect < 0 ? draw(s) < one : postselect > 0;
  double p = *ret ? one : 1 - one;
  if (p <= 0) return sim_fail("the outcome that is selected is impossible");
  sim_project(&s->vector, bit_of(s, qubit), *ret, 1 / sqrt(p));
  return dbx_poll_run();
}
