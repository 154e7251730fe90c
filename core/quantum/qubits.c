// The cache of qubits (see qubits.h). A wire is a number, or a tracer that is equal to itself only:
// two tracers may be one wire when the program runs, so that a request for other tracers than the
// cached ones puts everything back.
#include "quantum/qubits.h"

#include "prim/prim.h"

enum { STATIC = 63 }; // the bit of a key that is a number

dbx_status qubits_bind(const dbx_qubits *q, dbx_prim p, const dbx_atom *in, uint32_t n,
                       const dbx_kv *kv, uint32_t n_kv, dbx_var *out, uint32_t n_out) {
  return dbx_bind_plain(q->frame, dbx_primitive_of(p), in, n, kv, n_kv, NULL, out, n_out);
}

static bool is_static(uint64_t key) { return key >> STATIC; }

static dbx_status no_wire(const dbx_val *v) {
  dbx_fail_(DBX_E903, (dbx_span){0}, "a wire is one integer, not %s",
            dbx_is_arraylike(v) ? dbx_aval_text(dbx_val_aval(v)) : dbx_val_type_name(v));
  dbx_note_operand("the wire", (dbx_span){0}, v);
  return DBX_FAIL;
}

static dbx_status read_wire(const dbx_qubits *q, const dbx_val *v, dbx_wire *ret) {
  if (!dbx_is_arraylike(v) || !dbx_aval_is_int_scalar(dbx_val_aval(v))) return no_wire(v);
  DBX_TRY(dbx_frame_atom(q->frame, v, &ret->wire));
  ret->qubit = 0;
  ret->key = ret->wire;
  if (dbx_is_literal(ret->wire))
    ret->key = (uint64_t)1 << STATIC | (uint64_t)dbx_literal_at(ret->wire)->value.i;
  return DBX_OK;
}

static dbx_wire *find(const dbx_qubits *q, uint64_t key) {
  for (uint32_t i = 0; i < q->cache.n; i++)
    if (q->cache.at[i].key == key) return &q->cache.at[i];
  return NULL;
}

static bool among(const dbx_wire *w, uint32_t n, uint64_t key) {
  for (uint32_t i = 0; i < n; i++)
    if (w[i].key == key) return true;
  return false;
}

// Are the traced wires in the cache those that are asked for?
static bool same_tracers(const dbx_qubits *q, const dbx_wire *w, uint32_t n) {
  for (uint32_t i = 0; i < q->cache.n; i++) {
    const dbx_wire *c = &q->cache.at[i];
    if (c->qubit && !is_static(c->key) && !among(w, n, c->key)) return false;
  }
  for (uint32_t i = 0; i < n; i++) {
    const dbx_wire *c = is_static(w[i].key) ? NULL : find(q, w[i].key);
    if (!is_static(w[i].key) && !(c && c->qubit)) return false;
  }
  return true;
}

dbx_status qubits_flush(dbx_qubits *q) {
  for (uint32_t i = 0; i < q->cache.n; i++) {
    const dbx_wire *c = &q->cache.at[i];
    dbx_var reg;
    if (!c->qubit) continue;
    dbx_atom in[] = {q->reg, c->wire, c->qubit};
    DBX_TRY(qubits_bind(q, DBX_PRIM_qinsert, in, 3, NULL, 0, &reg, 1));
    q->reg = reg;
  }
  q->cache.n = 0;
  return DBX_OK;
}

static dbx_status take(dbx_qubits *q, const dbx_wire *w, bool keep, dbx_atom *ret) {
  dbx_wire *c = find(q, w->key);
  dbx_var qubit;
  if (c && c->qubit) {
    *ret = c->qubit;
    if (!keep) c->qubit = 0;
    return DBX_OK;
  }
  dbx_atom in[] = {q->reg, w->wire};
  DBX_TRY(qubits_bind(q, DBX_PRIM_qextract, in, 2, NULL, 0, &qubit, 1));
  return *ret = qubit, DBX_OK;
}

dbx_status qubits_request(dbx_qubits *q, const dbx_val *wires, uint32_t n, bool keep,
                          dbx_atom *ret) {
  dbx_wire *w = DBX_TMP(dbx_wire, n + 1);
  bool traced = false;
  for (uint32_t i = 0; i < n; i++) {
    DBX_TRY(read_wire(q, &wires[i], &w[i]));
    traced |= !is_static(w[i].key);
  }
  if (!same_tracers(q, w, n)) DBX_TRY(qubits_flush(q));
  for (uint32_t i = 0; i < n; i++) DBX_TRY(take(q, &w[i], keep, &ret[i]));
  return traced && !keep ? qubits_flush(q) : DBX_OK;
}

dbx_status qubits_insert(dbx_qubits *q, const dbx_val *wires, uint32_t n, const dbx_var *qubits) {
  for (uint32_t i = 0; i < n; i++) {
    dbx_wire w;
    DBX_TRY(read_wire(q, &wires[i], &w));
    dbx_wire *c = find(q, w.key);
    w.qubit = qubits[i];
    if (c) c->qubit = qubits[i];
    else dbx_push(&q->cache, w);
  }
  return DBX_OK;
}
