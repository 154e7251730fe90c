// What a loop keeps of each trip for the way back: inputs of its body, or where only parts of one
// are read, these.
#include "grad/kept.h"

#include <string.h>

kept kept_begin(const dbx_jaxpr *body) {
  return (kept){.body = body, .at = DBX_TMP(kept_value, body->n_in + body->n_eqns + 1)};
}

void kept_free(kept *k) { dbx_vec_free(&k->lengths); }

void kept_input(kept *k, uint32_t input, bool flat) {
  k->at[k->n++] = (kept_value){k->body->invars[input], input, flat};
  k->n_flat += flat;
}

// ---- parts ----

static bool same(dbx_atom a, dbx_atom b) {
  return !dbx_is_literal(a) && !dbx_is_literal(b) &&
         dbx_tracer_of(a & DBX_HANDLE) == dbx_tracer_of(b & DBX_HANDLE);
}

static const dbx_eqn *equation_of(const dbx_jaxpr *j, dbx_atom v) {
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_out; k++)
      if (same(j->eqns[i].out[k], v)) return &j->eqns[i];
  return NULL;
}

static bool is_traced(dbx_atom v) { return dbx_aval_at(dbx_atom_aval(v))->dynamic; }

// Does it read no more of its first operand than its result has?
static bool reads_part(const dbx_eqn *e) {
  switch ((dbx_prim)e->prim->id) {
  case DBX_PRIM_slice:
  case DBX_PRIM_dynamic_slice:
  case DBX_PRIM_reduce_sum:
  case DBX_PRIM_reduce_max:
  case DBX_PRIM_reduce_min: return true;
  case DBX_PRIM_gather: return !is_traced(e->out[0]);
  default: return false;
  }
}

// Are the lengths of v computed from the first inputs alone, each by an equation of its own?
static bool lengths_known(const dbx_jaxpr *body, dbx_atom v, uint32_t n_sizes) {
  const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(v));
  bool *in = DBX_TMP(bool, body->n_in + 1), *want = DBX_TMP(bool, t->rank + 1), ok = true;
  dbx_jaxpr sizes = *body;
  sizes.outs = DBX_TMP(dbx_atom, t->rank + 1), sizes.n_out = 0;
  for (uint32_t i = 0; i < t->rank; i++) {
    if (!dbx_dim_is_var(t->dims[i])) continue;
    dbx_var d = (dbx_var)dbx_dim_value(t->dims[i]);
    const dbx_eqn *e = equation_of(body, d);
    ok &= !e || e->n_out == 1;
    want[sizes.n_out] = true, sizes.outs[sizes.n_out++] = d;
  }
  grad_inputs_of(&sizes, want, in);
  for (uint32_t i = n_sizes; i < body->n_in; i++) ok &= !in[i];
  return ok;
}

bool kept_parts(kept *k, uint32_t input, const bool *want, uint32_t n_sizes) {
  dbx_set used = {0};
  dbx_var own = k->body->invars[input];
  uint32_t n = k->n, n_flat = k->n_flat;
  bool ok = true;
  grad_used_by(k->body, want, &used);
  for (uint32_t i = 0; ok && i < k->body->n_eqns; i++) {
    const dbx_eqn *e = &k->body->eqns[i];
    if (!grad_reads(&used, e, own)) continue;
    ok = reads_part(e) && lengths_known(k->body, e->out[0], n_sizes);
    if (!ok) break;
    bool flat = is_traced(e->out[0]);
    k->at[k->n++] = (kept_value){e->out[0] & DBX_HANDLE, UINT32_MAX, flat};
    k->n_flat += flat;
  }
  ok &= k->n_flat <= n_flat + 1;
  if (!ok) k->n = n, k->n_flat = n_flat;
  dbx_set_free(&used);
  return ok;
}

// ---- the body without them ----

static bool is_input(const dbx_jaxpr *j, dbx_atom v) {
  for (uint32_t i = 0; i < j->n_in; i++)
    if (same(j->invars[i], v)) return true;
  return false;
}

bool kept_is_input(const kept *k, dbx_atom v) { return is_input(k->body, v); }

static void find_lengths(kept *k) {
  for (uint32_t i = 0; i < k->n; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(k->at[i].v));
    for (uint32_t x = 0; k->at[i].flat && x < t->rank; x++) {
      bool there = !dbx_dim_is_var(t->dims[x]);
      dbx_var d = there ? 0 : (dbx_var)dbx_dim_value(t->dims[x]);
      for (uint32_t m = 0; m < k->lengths.n; m++) there |= same(k->lengths.at[m], d);
      if (!there) dbx_push(&k->lengths, d);
    }
  }
}

static void make_whole(kept *k) {
  const dbx_jaxpr *body = k->body;
  uint32_t n = body->n_out;
  k->whole = DBX_NEW(&dbx_trace_current()->arena, dbx_jaxpr);
  *k->whole = *body;
  k->whole->outs = DBX_NEWN(&dbx_trace_current()->arena, dbx_atom, n + k->n + k->lengths.n + 1);
  memcpy(k->whole->outs, body->outs, n * sizeof *body->outs);
  for (uint32_t i = 0; i < k->n; i++) k->whole->outs[n++] = k->at[i].v;
  for (uint32_t i = 0; i < k->lengths.n; i++) k->whole->outs[n++] = k->lengths.at[i];
  k->whole->n_out = n;
}

static void make_rest(kept *k) {
  const dbx_jaxpr *body = k->body;
  dbx_arena *a = &dbx_trace_current()->arena;
  dbx_jaxpr *j = k->rest = DBX_NEW(a, dbx_jaxpr);
  *j = *body;
  j->invars = DBX_NEWN(a, dbx_var, body->n_in + k->n + k->lengths.n + 1);
  memcpy(j->invars, body->invars, body->n_in * sizeof *body->invars);
  for (uint32_t i = 0; i < k->n; i++)
    if (k->at[i].input == UINT32_MAX) j->invars[j->n_in++] = k->at[i].v;
  for (uint32_t i = 0; i < k->lengths.n; i++)
    if (!is_input(body, k->lengths.at[i])) j->invars[j->n_in++] = k->lengths.at[i];
  j->eqns = DBX_NEWN(a, dbx_eqn, body->n_eqns + 1);
  j->n_eqns = 0;
  for (uint32_t i = 0; i < body->n_eqns; i++)
    if (body->eqns[i].n_out != 1 || !is_input(j, body->eqns[i].out[0]))
      j->eqns[j->n_eqns++] = body->eqns[i];
}

void kept_end(kept *k) {
  find_lengths(k);
  make_whole(k);
  make_rest(k);
}

// ---- sizes ----

S kept_shape(const kept *k, uint32_t i, const V *lengths) {
  const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(k->at[i].v));
  S ret = {t->rank, DBX_TMP(dbx_dim, t->rank + 1)};
  for (uint32_t x = 0; x < t->rank; x++) {
    ret.d[x] = t->dims[x];
    for (uint32_t m = 0; dbx_dim_is_var(t->dims[x]) && m < k->lengths.n; m++)
      if (same(k->lengths.at[m], (dbx_var)dbx_dim_value(t->dims[x])))
        ret.d[x] = kept_length(lengths[m]);
  }
  return ret;
}

V kept_elements(const kept *k, uint32_t i, const V *lengths) {
  S s = kept_shape(k, i, lengths);
  return jn_product(s.d, s.n);
}

static V *place_of(V k, uint32_t rank) {
  V *at = DBX_TMP(V, rank + 1);
  for (uint32_t i = 0; i <= rank; i++) at[i] = i ? jn_int(0) : k;
  return at;
}

// ---- arrays of all trips ----

V kept_push(V stack, V k, V x) {
  S row = {1, (dbx_dim[]){dbx_dim_int(1)}};
  return lax_dynamic_update_slice(stack, lax_broadcast(x, row), place_of(k, jn_rank(x)));
}

V kept_at(V stack, V k) {
  S size = jn_shape(stack);
  int64_t zero = 0;
  size.d[0] = dbx_dim_int(1);
  return lax_squeeze(lax_dynamic_slice(stack, place_of(k, size.n - 1), size), &zero, 1);
}

V kept_push_flat(V tape, V at, V x) {
  S own = jn_shape(x), flat = {1, DBX_TMP(dbx_dim, 1)};
  V n = jn_product(own.d, own.n);
  if (bad(n)) return FAILED;
  flat.d[0] = kept_length(n);
  return lax_dynamic_update_slice(tape, lax_reshape(x, flat), &at);
}

V kept_flat_at(V tape, V at, V n, S shape) {
  S flat = {1, DBX_TMP(dbx_dim, 1)};
  if (bad(n)) return FAILED;
  flat.d[0] = kept_length(n);
  return lax_reshape(lax_dynamic_slice(tape, &at, flat), shape);
}
