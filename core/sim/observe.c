// Observables and what is measured of them (see sim.h).
#include "base/poll.h"
#include "sim/operation.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

void sim_observable_free(sim_observable *o) {
  free(o->bit), free(o->matrix), free(o->by);
  *o = (sim_observable){0};
}

static void *copy_of(const void *from, size_t bytes) {
  void *to = dbx_alloc(bytes + 1);
  if (bytes) memcpy(to, from, bytes);
  return to;
}

static uint64_t keep(dbx_sim *s, sim_observable o) {
  dbx_push(&s->observables, o);
  return s->observables.n - 1;
}

dbx_status sim_find(const dbx_sim *s, uint64_t number, const sim_observable **ret) {
  if (number >= s->observables.n) return sim_fail("an observable of another register");
  return *ret = &s->observables.at[number], DBX_OK;
}

static dbx_status put_bits(const dbx_sim *s, const uint64_t *qubits, uint32_t n,
                           sim_observable *o) {
  for (uint32_t i = 0; i < n; i++) {
    if (qubits[i] >= s->vector.n) return sim_fail("a qubit of another register");
    if (o->wires >> qubits[i] & 1) return sim_fail("an observable that acts twice on one wire");
    o->wires |= (uint64_t)1 << qubits[i];
  }
  o->bit = dbx_alloc((n + 1) * sizeof *o->bit);
  for (uint32_t i = 0; i < n; i++) o->bit[i] = s->vector.n - 1 - (uint32_t)qubits[i];
  o->n = n;
  return DBX_OK;
}

dbx_status dbx_sim_named(dbx_sim *s, const char *kind, uint64_t qubit, uint64_t *ret) {
  const dbx_gate *g = dbx_gate_named(kind);
  dbx_complex m[16];
  if (!g || g->angles || g->wires > 1 || !g->own_inverse)
    return dbx_fail(DBX_E906, (dbx_span){0}, "'%s' is no observable of one qubit", kind);
  sim_observable o = {.kind = DBX_OBS_NAMED};
  DBX_TRY(put_bits(s, &qubit, 1, &o));
  dbx_gate_matrix(g->base, NULL, m);
  o.matrix = copy_of(m, 4 * sizeof *m);
  return *ret = keep(s, o), DBX_OK;
}

dbx_status dbx_sim_hermitian(dbx_sim *s, const dbx_complex *m, const uint64_t *qubits, uint32_t n,
                             uint64_t *ret) {
  if (n > SIM_MOST_TARGETS) return sim_fail("a matrix on more than 10 qubits");
  sim_observable o = {.kind = DBX_OBS_MATRIX};
  DBX_TRY(put_bits(s, qubits, n, &o));
  o.matrix = copy_of(m, ((size_t)1 << 2 * n) * sizeof *m);
  return *ret = keep(s, o), DBX_OK;
}

dbx_status dbx_sim_combine(dbx_sim *s, bool sum, const uint64_t *parts, const double *by,
                           uint32_t n, uint64_t *ret) {
  sim_observable o = {.kind = sum ? DBX_OBS_SUM : DBX_OBS_PRODUCT, .n = n};
  for (uint32_t i = 0; i < n; i++) {
    const sim_observable *part = NULL;
    DBX_TRY(sim_find(s, parts[i], &part));
    if (!sum && (o.wires & part->wires))
      return sim_fail("a product of observables that act on one wire; the simulator takes products "
                      "of observables on different wires");
    o.wires |= part->wires;
  }
  o.bit = dbx_alloc((n + 1) * sizeof *o.bit);
  for (uint32_t i = 0; i < n; i++) o.bit[i] = (uint32_t)parts[i];
  if (sum) o.by = copy_of(by, n * sizeof *by);
  return *ret = keep(s, o), DBX_OK;
}

// ---- the observable applied to a vector ----

dbx_status sim_copy(const sim_vector *v, sim_vector *ret) {
  size_t bytes = ((size_t)1 << v->n) * sizeof *v->at;
  *ret = (sim_vector){dbx_try_alloc(bytes), v->n};
  if (!ret->at)
    return dbx_fail(DBX_E702, (dbx_span){0}, "there is no room for a second state vector");
  memcpy(ret->at, v->at, bytes);
  return DBX_OK;
}

static dbx_status act_sum(const dbx_sim *s, const sim_observable *o, sim_vector *v) {
  sim_vector sum, part;
  size_t n = (size_t)1 << v->n;
  DBX_TRY(sim_copy(v, &sum));
  memset(sum.at, 0, n * sizeof *sum.at);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < o->n; i++) {
    if ((st = sim_copy(v, &part)) != DBX_OK) break;
    st = sim_act(s, &s->observables.at[o->bit[i]], &part);
    for (size_t k = 0; k < n; k++) sum.at[k] += o->by[i] * part.at[k];
    free(part.at);
  }
  if (st == DBX_OK) memcpy(v->at, sum.at, n * sizeof *v->at);
  free(sum.at);
  return st;
}

dbx_status sim_act(const dbx_sim *s, const sim_observable *o, sim_vector *v) {
  if (o->kind == DBX_OBS_SUM) return act_sum(s, o, v);
  if (o->kind != DBX_OBS_PRODUCT) {
    sim_place p = {.target = o->bit, .n_targets = o->n};
    sim_apply(v, &p, o->matrix);
    return dbx_poll_run();
  }
  for (uint32_t i = 0; i < o->n; i++) DBX_TRY(sim_act(s, &s->observables.at[o->bit[i]], v));
  return DBX_OK;
}

// <v|o|v> and <v|o o|v>, which is the squared norm of o|v>.
static dbx_status moments(dbx_sim *s, uint64_t number, double *mean, double *square) {
  const sim_observable *o = NULL;
  sim_vector v;
  DBX_TRY(sim_find(s, number, &o));
  DBX_TRY(dbx_sim_settle(s));
  DBX_TRY(sim_copy(&s->vector, &v));
  dbx_status st = sim_act(s, o, &v);
  if (st == DBX_OK) {
    *mean = creal(sim_inner(&s->vector, &v));
    *square = sim_norm2(&v);
  }
  free(v.at);
  return st;
}

dbx_status dbx_sim_expval(dbx_sim *s, uint64_t observable, double *ret) {
  double square;
  return moments(s, observable, ret, &square);
}

dbx_status dbx_sim_var(dbx_sim *s, uint64_t observable, double *ret) {
  double mean, square;
  DBX_TRY(moments(s, observable, &mean, &square));
  return *ret = square - mean * mean, DBX_OK;
}

// ---- probabilities and amplitudes ----

dbx_status sim_check_basis(const dbx_sim *s, const uint64_t *qubits, uint32_t n) {
  uint64_t seen = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (qubits[i] >= s->vector.n) return sim_fail("a qubit of another register");
    if (seen >> qubits[i] & 1) return sim_fail("a basis that has one wire twice");
    seen |= (uint64_t)1 << qubits[i];
  }
  return DBX_OK;
}

static bool is_whole(const dbx_sim *s, const uint64_t *qubits, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (qubits[i] != i) return false;
  return n == s->vector.n;
}

size_t sim_position(const dbx_sim *s, const uint64_t *qubits, uint32_t n, size_t index) {
  size_t at = 0;
  for (uint32_t i = 0; i < n; i++) at = at << 1 | (index >> (s->vector.n - 1 - qubits[i]) & 1);
  return at;
}

dbx_status dbx_sim_probs(dbx_sim *s, const uint64_t *qubits, uint32_t n, double *ret) {
  DBX_TRY(sim_check_basis(s, qubits, n));
  DBX_TRY(dbx_sim_settle(s));
  memset(ret, 0, ((size_t)1 << n) * sizeof *ret);
  const double *a = (const double *)s->vector.at;
  bool whole = is_whole(s, qubits, n);
  for (size_t i = 0; i < (size_t)1 << s->vector.n; i++)
    ret[whole ? i : sim_position(s, qubits, n, i)] +=
        a[2 * i] * a[2 * i] + a[2 * i + 1] * a[2 * i + 1];
  return dbx_poll_run();
}

dbx_status dbx_sim_state(dbx_sim *s, const uint64_t *qubits, uint32_t n, dbx_complex *ret) {
  DBX_TRY(sim_check_basis(s, qubits, n));
  DBX_TRY(dbx_sim_settle(s));
  if (n != s->vector.n) return sim_fail("the state of some qubits only");
  for (size_t i = 0; i < (size_t)1 << n; i++)
    ret[is_whole(s, qubits, n) ? i : sim_position(s, qubits, n, i)] = s->vector.at[i];
  return dbx_poll_run();
}
