// Evaluating a Jaxpr inside a frame: every equation is bound again (cond branches are traced twice,
// docs/semantics.md, Layout of equations; pjit bodies are inlined this way).
#include "prim/exact.h"
#include "trace/nested.h"

#include <string.h>

typedef struct evaluation {
  dbx_frame *f;
  dbx_map *map;   // tracer of the Jaxpr -> atom of f or of a frame around it
  dbx_map arrays; // variable of the Jaxpr -> captured array, lifted at its first use
} evaluation;

static dbx_atom mapped(const evaluation *e, dbx_atom a) {
  if (dbx_is_literal(a)) return a;
  uint64_t *to = dbx_map_find(e->map, dbx_tracer_of(a & DBX_HANDLE));
  return to ? (dbx_atom)*to : a;
}

static dbx_dim mapped_dim(void *ctx, dbx_dim d) {
  const evaluation *e = ctx;
  if (!dbx_dim_is_var(d)) return d;
  dbx_atom a = mapped(e, (dbx_atom)dbx_dim_value(d));
  if (dbx_is_literal(a)) return dbx_dim_of_atom(a);
  uint64_t *inner = dbx_map_find(&e->f->const_of, a);
  return dbx_dim_var(inner ? (dbx_var)*inner : a);
}

// Names the sum of the lengths, as jax's shape rule of concatenate does when it is bound.
dbx_status dbx_emit_concat_dim(dbx_frame *f, const dbx_atom *in, uint32_t n, uint32_t axis,
                               dbx_dim *ret) {
  dbx_dim sum = dbx_dim_int(0);
  for (uint32_t i = 0; i < n; i++) {
    dbx_dim d = dbx_aval_at(dbx_atom_aval(in[i]))->dims[axis];
    if (dbx_dim_is_int(sum) && dbx_dim_is_int(d)) {
      int64_t total;
      DBX_TRY(dbx_size_of(DBX_PRIM_add, dbx_dim_value(sum), dbx_dim_value(d), &total));
      sum = dbx_dim_int(total);
      continue;
    }
    dbx_atom pair[2];
    dbx_var out;
    for (int k = 0; k < 2; k++) {
      dbx_dim x = k ? d : sum;
      pair[k] = dbx_dim_is_int(x) ? dbx_literal_int(dbx_dim_value(x)) : (dbx_var)dbx_dim_value(x);
    }
    for (int k = 0; k < 2; k++) { // an int takes the dtype of the traced one
      const dbx_aval_info *other = dbx_aval_at(dbx_atom_aval(pair[1 - k]));
      if (dbx_is_literal(pair[k]) && !dbx_is_literal(pair[1 - k]))
        pair[k] = dbx_literal_of(other->dtype, other->weak, dbx_literal_at(pair[k])->value);
    }
    DBX_TRY(dbx_bind_plain(f, dbx_primitive_of(DBX_PRIM_add), pair, 2, NULL, 0, NULL, &out, 1));
    sum = dbx_dim_var(out);
  }
  *ret = sum;
  return DBX_OK;
}

static dbx_status lifted(const evaluation *e, dbx_atom a, dbx_atom *ret) {
  uint64_t *array = dbx_is_literal(a) ? NULL : dbx_map_find(&e->arrays, a & DBX_HANDLE);
  if (array) return *ret = dbx_lift_array(e->f, (dbx_array *)(uintptr_t)*array), DBX_OK;
  a = mapped(e, a);
  if (dbx_is_literal(a)) return *ret = a, DBX_OK;
  return dbx_lift(e->f, a, ret);
}

// The sum is computed anew; operands that were copied name the copy of the first one.
static dbx_status concatenate_again(evaluation *ev, const dbx_eqn *e, const dbx_atom *in,
                                    dbx_var *out) {
  uint32_t axis = (uint32_t)dbx_eqn_int(e, DBX_S_dimension);
  dbx_dim first = mapped_dim(ev, dbx_aval_at(dbx_var_aval(e->out[0]))->dims[axis]), sum;
  DBX_TRY(dbx_emit_concat_dim(ev->f, in, e->n_in, axis, &sum));
  if (dbx_dim_is_var(first) && dbx_dim_is_var(sum) && !dbx_dim_equal(first, sum))
    dbx_var_at((dbx_var)dbx_dim_value(sum))->referent = (dbx_var)dbx_dim_value(first);
  return dbx_bind_plain(ev->f, e->prim, in, e->n_in, e->params, e->n_params, &sum, out, 1);
}

static dbx_status bind_again(evaluation *ev, const dbx_eqn *e) {
  dbx_atom *in = DBX_TMP(dbx_atom, e->n_in);
  dbx_var *out = DBX_TMP(dbx_var, e->n_out);
  dbx_span here = dbx_here;
  dbx_here = e->span;
  for (uint32_t i = 0; i < e->n_in; i++) DBX_TRY(lifted(ev, e->in[i], &in[i]));
  if (e->prim->id == DBX_PRIM_concatenate) {
    DBX_TRY(concatenate_again(ev, e, in, out));
    dbx_map_put(ev->map, dbx_tracer_of(e->out[0] & DBX_HANDLE), out[0]);
    dbx_here = here;
    return DBX_OK;
  }
  for (uint32_t i = 0; i < e->n_out; i++) {
    dbx_aval type = dbx_aval_map(dbx_var_aval(e->out[i]), mapped_dim, ev);
    out[i] = dbx_var_new(type, DBX_VAR_RESULT, ev->f->id);
    dbx_map_put(ev->map, dbx_tracer_of(e->out[i] & DBX_HANDLE), out[i]);
  }
  dbx_status st = dbx_emit(ev->f, e->prim, in, e->n_in, out, e->n_out, e->params, e->n_params);
  dbx_here = here;
  return st;
}

dbx_status dbx_lift_result(dbx_frame *f, const dbx_capture *consts, uint32_t n, dbx_atom a,
                           dbx_atom *ret) {
  if (dbx_is_literal(a)) return *ret = a, DBX_OK;
  for (uint32_t i = 0; i < n; i++)
    if (consts[i].array && consts[i].inner == a)
      return *ret = dbx_lift_array(f, consts[i].array), DBX_OK;
  return dbx_lift(f, a, ret);
}

static void bind_inputs(evaluation *ev, const dbx_jaxpr *j, const dbx_capture *consts, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    dbx_var v = i < j->n_const ? j->constvars[i] : j->invars[i - j->n_const];
    if (consts[i].array) dbx_map_put(&ev->arrays, v, (uint64_t)(uintptr_t)consts[i].array);
    else dbx_map_put(ev->map, v, consts[i].outer);
  }
}

dbx_status dbx_eval_in_frame(dbx_frame *f, const dbx_jaxpr *j, const dbx_capture *inputs,
                             uint32_t n, dbx_atom *outs, dbx_map *map) {
  evaluation ev = {.f = f, .map = map};
  bind_inputs(&ev, j, inputs, n);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < j->n_eqns; i++) {
    dbx_scratch_mark m = dbx_scratch_here();
    st = bind_again(&ev, &j->eqns[i]);
    dbx_scratch_release(m);
  }
  for (uint32_t i = 0; i < j->n_out; i++) outs[i] = mapped(&ev, j->outs[i]);
  dbx_map_free(&ev.arrays);
  return st;
}
