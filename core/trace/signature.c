// InputType and OutputType: building and inferring them (see nested.h).
#include "prim/poly.h"
#include "trace/nested.h"

#include <string.h>

dbx_sig dbx_sig_new(dbx_arena *a, uint32_t n) {
  return (dbx_sig){.aval = DBX_NEWN(a, dbx_aval, n), .expl = DBX_NEWN(a, bool, n), .n = n};
}

dbx_list dbx_list_new(dbx_arena *a, uint32_t n) {
  return (dbx_list){.at = DBX_NEWN(a, dbx_atom, n), .n = n};
}

dbx_list dbx_list_copy(dbx_arena *a, const dbx_atom *at, uint32_t n) {
  return (dbx_list){.at = dbx_arena_copy(a, at, n * sizeof *at), .n = n};
}

// ---- types to tracers ----

dbx_status dbx_tracers_of_input(dbx_frame *f, const dbx_sig *s, dbx_atom *ret) {
  for (uint32_t i = 0; i < s->n; i++) {
    const dbx_aval_info *v = dbx_aval_at(s->aval[i]);
    dbx_dim *dims = DBX_TMP(dbx_dim, v->rank);
    for (uint32_t k = 0; k < v->rank; k++) {
      dbx_var d;
      dims[k] = v->dims[k];
      if (dbx_dim_kind_of(dims[k]) == DBX_DIM_DB) {
        dims[k] = dbx_dim_var(ret[dbx_dim_value(dims[k])]);
      } else if (dbx_dim_is_var(dims[k])) {
        DBX_TRY(dbx_lift(f, (dbx_var)dbx_dim_value(dims[k]), &d));
        dims[k] = dbx_dim_var(d);
      }
    }
    ret[i] = dbx_new_arg(f, dbx_aval_of(v->dtype, v->weak, v->rank, dims));
  }
  return DBX_OK;
}

void dbx_tracers_of_output(const dbx_frame *f, const dbx_sig *s, const dbx_atom *operand_at,
                           dbx_atom *ret) {
  for (uint32_t i = 0; i < s->n; i++) {
    const dbx_aval_info *v = dbx_aval_at(s->aval[i]);
    dbx_dim *dims = DBX_TMP(dbx_dim, v->rank);
    for (uint32_t k = 0; k < v->rank; k++) {
      int64_t at = dbx_dim_value(v->dims[k]);
      dbx_dim_kind kind = dbx_dim_kind_of(v->dims[k]);
      dims[k] = kind == DBX_DIM_OUTDB  ? dbx_dim_of_atom(ret[at])
                : kind == DBX_DIM_INDB ? dbx_dim_of_atom(operand_at[at])
                                       : v->dims[k];
    }
    ret[i] = dbx_var_new(dbx_aval_of(v->dtype, v->weak, v->rank, dims), DBX_VAR_RESULT, f->id);
  }
}

// ---- tracers to types ----

dbx_dim dbx_position_of(void *positions, dbx_dim d) {
  const dbx_positions *p = positions;
  if (!dbx_dim_is_var(d)) return d;
  dbx_var v = (dbx_var)dbx_dim_value(d);
  for (uint32_t i = 0; i < p->n; i++)
    if (!dbx_is_literal(p->at[i]) && (p->at[i] & DBX_HANDLE) == v) return dbx_dim_make(p->kind, i);
  for (uint32_t i = 0; p->captures && i < p->captures->consts.n; i++)
    if (p->captures->consts.at[i].inner == v && p->captures->consts.at[i].outer)
      return dbx_dim_var(p->captures->consts.at[i].outer);
  return d;
}

dbx_sig dbx_types_by(dbx_arena *arena, const dbx_atom *at, uint32_t n, uint32_t n_implicit,
                     dbx_positions *p) {
  dbx_sig s = dbx_sig_new(arena, n);
  for (uint32_t i = 0; i < n; i++) {
    dbx_atom a = dbx_is_literal(at[i]) ? at[i] : at[i] & DBX_HANDLE;
    s.aval[i] = dbx_aval_map(dbx_atom_aval(a), dbx_position_of, p);
    s.expl[i] = i >= n_implicit;
  }
  return s;
}

typedef struct lookup {
  dbx_map in, out; // variable -> position + 1
  dbx_var index;
  const dbx_atom *ins;
  uint32_t n_ins;
} lookup;

// The input that has the length though it was computed again (dims=symbolic).
static dbx_dim equal_input(const lookup *l, dbx_dim d) {
  for (uint32_t i = 0; dbx_dims_symbolic() && i < l->n_ins; i++) {
    dbx_atom a = l->ins[i];
    if (!a || dbx_is_literal(a) || a == l->index || !dbx_aval_is_size(dbx_var_aval(a))) continue;
    if (dbx_dim_equal(d, dbx_dim_var(a))) return dbx_dim_make(DBX_DIM_INDB, i);
  }
  return d;
}

static dbx_dim to_index(void *ctx, dbx_dim d) {
  const lookup *l = ctx;
  if (!dbx_dim_is_var(d)) return d;
  dbx_var v = (dbx_var)dbx_dim_value(d);
  uint64_t *in = dbx_map_find(&l->in, v), *out = dbx_map_find(&l->out, v);
  if (in && v != l->index) return dbx_dim_make(DBX_DIM_INDB, (int64_t)*in - 1);
  return out ? dbx_dim_make(DBX_DIM_OUTDB, (int64_t)*out - 1) : equal_input(l, d);
}

dbx_sig dbx_infer_output_type(dbx_arena *a, const dbx_atom *ins, uint32_t n_ins,
                              const dbx_atom *outs, uint32_t n_outs, uint32_t n_implicit,
                              dbx_var index) {
  lookup l = {.index = index, .ins = ins, .n_ins = n_ins};
  for (uint32_t i = 0; i < n_ins; i++)
    if (ins[i] && !dbx_is_literal(ins[i])) dbx_map_put(&l.in, ins[i], i + 1);
  // A dim at several positions is named by the last, the loop index by the first.
  for (uint32_t i = 0; i < n_outs; i++)
    if (!dbx_is_literal(outs[i]) && !(outs[i] == index && dbx_map_find(&l.out, outs[i])))
      dbx_map_put(&l.out, outs[i], i + 1);
  dbx_sig s = dbx_sig_new(a, n_outs);
  for (uint32_t i = 0; i < n_outs; i++) {
    s.aval[i] = dbx_aval_map(dbx_atom_aval(outs[i]), to_index, &l);
    s.expl[i] = i >= n_implicit;
  }
  dbx_map_free(&l.in), dbx_map_free(&l.out);
  return s;
}
