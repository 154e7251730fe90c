// Observables and measurements of a circuit (see circuit.h).
#include "quantum/circuit.h"

#include "prim/prim.h"
#include "quantum/qubits.h"

static dbx_status bind_one(const dbx_qubits *q, dbx_prim p, const dbx_atom *in, uint32_t n,
                           const dbx_kv *kv, uint32_t n_kv, dbx_val *ret) {
  dbx_var out;
  DBX_TRY(qubits_bind(q, p, in, n, kv, n_kv, &out, 1));
  return *ret = dbx_val_tracer(out), DBX_OK;
}

dbx_status dbx_observe_named(dbx_qubits *q, const char *kind, const dbx_val *wire, dbx_val *ret) {
  dbx_atom qubit;
  DBX_TRY(qubits_request(q, wire, 1, true, &qubit));
  dbx_kv kv = {DBX_S_kind, dbx_p_text(kind)};
  return bind_one(q, DBX_PRIM_namedobs, &qubit, 1, &kv, 1, ret);
}

dbx_status dbx_observe_hermitian(dbx_qubits *q, const dbx_val *matrix, const dbx_val *wires,
                                 uint32_t n, dbx_val *ret) {
  dbx_atom *in = DBX_TMP(dbx_atom, n + 1);
  DBX_TRY(qubits_request(q, wires, n, true, in + 1));
  DBX_TRY(dbx_frame_atom(q->frame, matrix, &in[0]));
  if (matrix->kind == DBX_V_ARRAY && matrix->array->host) { // PennyLane makes an array of jax of it
    dbx_var put;
    dbx_kv kv[] = {{DBX_S_device, dbx_p_none()}, {DBX_S_src, dbx_p_none()}};
    DBX_TRY(qubits_bind(q, DBX_PRIM_device_put, in, 1, kv, 2, &put, 1));
    in[0] = put;
  }
  return bind_one(q, DBX_PRIM_hermitian, in, n + 1, NULL, 0, ret);
}

dbx_status dbx_observe_terms(dbx_qubits *q, const dbx_val *coefficients, const dbx_val *terms,
                             uint32_t n, dbx_val *ret) {
  dbx_atom *in = DBX_TMP(dbx_atom, n + 1);
  uint32_t at = 0;
  if (coefficients) DBX_TRY(dbx_frame_atom(q->frame, coefficients, &in[at++]));
  for (uint32_t i = 0; i < n; i++) DBX_TRY(dbx_frame_atom(q->frame, &terms[i], &in[at++]));
  return bind_one(q, coefficients ? DBX_PRIM_hamiltonian : DBX_PRIM_tensorobs, in, at, NULL, 0,
                  ret);
}

dbx_status dbx_measure_observable(dbx_qubits *q, dbx_prim p, const dbx_val *observable,
                                  dbx_val *ret) {
  dbx_atom in;
  DBX_TRY(dbx_frame_atom(q->frame, observable, &in));
  dbx_kv kv = {DBX_S_shots, dbx_p_none()};
  return bind_one(q, p, &in, 1, &kv, 1, ret);
}

dbx_status dbx_measure_basis(dbx_qubits *q, dbx_prim p, const dbx_val *wires, uint32_t n,
                             dbx_val *ret) {
  dbx_atom *in = DBX_TMP(dbx_atom, n + 1);
  dbx_var basis;
  DBX_TRY(qubits_request(q, wires, n, true, in));
  DBX_TRY(qubits_bind(q, DBX_PRIM_compbasis, in, n, NULL, 0, &basis, 1));
  int64_t states = n < 62 ? (int64_t)1 << n : 0;
  dbx_kv kv = {DBX_S_shape, dbx_p_ints(&states, 1)};
  dbx_atom of = basis;
  return bind_one(q, p, &of, 1, &kv, 1, ret);
}
