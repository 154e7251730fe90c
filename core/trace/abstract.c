// The one way from arguments to a Jaxpr (see abstract.h; docs/semantics.md, bindNested, Arguments
// of functions).
#include "trace/abstract.h"

#include "prim/poly.h"

#include <string.h>

static dbx_arena *arena_of(const dbx_part *p) { return &p->frame->trace->arena; }

// ---- InputType, tracers, evaluation ----

dbx_status dbx_part_inputs(dbx_part *p) {
  p->body_inputs = dbx_list_new(arena_of(p), p->in_type.n);
  DBX_TRY(dbx_tracers_of_input(p->frame, &p->in_type, p->body_inputs.at));
  p->n_constants1 = p->frame->consts.n;
  return DBX_OK;
}

dbx_status dbx_part_result(dbx_frame *f, const dbx_val *v, uint32_t i, dbx_span span, dbx_sym of,
                           dbx_atom *ret) {
  if (dbx_is_arraylike(v)) return dbx_frame_atom(f, v, ret);
  return dbx_fail(DBX_E512, span, "result %u of the %s%s%s is a %s, not an array", i,
                  of ? "traced function '" : "program", of ? dbx_sym_text(of) : "", of ? "'" : "",
                  dbx_val_type_name(v));
}

static dbx_status raise_results(dbx_part *p, const dbx_leaves *out, dbx_sym name, dbx_span span) {
  p->collapsed_outputs = dbx_list_new(arena_of(p), out->n);
  for (uint32_t i = 0; i < out->n; i++)
    DBX_TRY(dbx_part_result(p->frame, &out->at[i], i, span, name, &p->collapsed_outputs.at[i]));
  return DBX_OK;
}

dbx_status dbx_part_eval(dbx_part *p, const dbx_callable *fn, const dbx_span *at) {
  dbx_val *args = DBX_TMP(dbx_val, p->in_type.n);
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->in_type.n; i++)
    if (p->in_type.expl[i]) args[n++] = dbx_val_tracer(p->body_inputs.at[i]);
  dbx_leaves out;
  DBX_TRY(fn->call(fn->ctx, args, n, &out));
  if (at) dbx_here = *at;
  p->out_tree = out.tree;
  return raise_results(p, &out, fn->name, at ? *at : (dbx_span){0});
}

// ---- OutputType ----

void dbx_part_simplify(dbx_part *p, bool keep_inputs) {
  dbx_captures kept = {0};
  p->jaxpr = dbx_to_jaxpr(p->frame, arena_of(p), p->collapsed_outputs.at, p->collapsed_outputs.n,
                          keep_inputs, &kept);
  p->constants = dbx_arena_copy(arena_of(p), kept.at, kept.n * sizeof *kept.at);
  p->n_constants = kept.n;
  dbx_vec_free(&kept);
}

// With dims=symbolic a length may be that of a constant though it was computed again.
static bool is_constant(const dbx_part *p, dbx_dim d) {
  for (uint32_t i = 0; dbx_dims_symbolic() && i < p->n_constants; i++)
    if (dbx_dim_equal(d, dbx_dim_var(p->constants[i].inner))) return true;
  return false;
}

static void know(dbx_map *known, const dbx_part *p, const dbx_expansion *x) {
  for (uint32_t i = 0; i < p->n_constants; i++) dbx_map_put(known, p->constants[i].inner, 1);
  for (uint32_t i = 0; x->inputs_known && i < p->body_inputs.n; i++)
    dbx_map_put(known, p->body_inputs.at[i], 1);
}

// Implicit results: results to the left are known too.
static void find_implicit(const dbx_part *p, const dbx_expansion *x, dbx_u32s *outs) {
  dbx_map known = {0};
  if (!x->every_axis) know(&known, p, x);
  for (uint32_t i = 0; i < p->collapsed_outputs.n; i++) {
    dbx_atom o = p->jaxpr->outs[i];
    const dbx_aval_info *v = dbx_aval_at(dbx_atom_aval(o));
    for (uint32_t k = 0; k < v->rank; k++) {
      dbx_var d = (dbx_var)dbx_dim_value(v->dims[k]);
      if (!dbx_dim_is_var(v->dims[k]) || dbx_map_find(&known, d)) continue;
      if (!x->every_axis && !x->inputs_known && is_constant(p, v->dims[k])) continue;
      dbx_push(outs, d);
      if (!x->every_axis) dbx_map_put(&known, d, 1);
    }
    if (!x->every_axis && !dbx_is_literal(o)) dbx_map_put(&known, dbx_tracer_of(o), 1);
  }
  dbx_map_free(&known);
}

// By positions in [*constants, *expanded inputs] and among the results, as the Jaxpr has them.
static dbx_sig out_type_of(const dbx_part *p, dbx_var index) {
  uint32_t n_in = p->n_constants + p->body_inputs.n, n_out = p->expanded_outputs.n;
  dbx_atom *in = DBX_TMP(dbx_atom, n_in), *out = DBX_TMP(dbx_atom, n_out);
  for (uint32_t i = 0; i < p->n_constants; i++) in[i] = p->constants[i].inner;
  for (uint32_t i = 0; i < p->body_inputs.n; i++) in[p->n_constants + i] = p->body_inputs.at[i];
  for (uint32_t i = 0; i < n_out; i++) out[i] = dbx_jaxpr_atom(p->jaxpr, p->expanded_outputs.at[i]);
  return dbx_infer_output_type(arena_of(p), in, n_in, out, n_out, p->n_implicit_out, index);
}

void dbx_part_outputs(dbx_part *p, const dbx_expansion *x, const dbx_list *implicit) {
  dbx_u32s outs = {0};
  if (!implicit) find_implicit(p, x, &outs);
  for (uint32_t i = 0; implicit && i < implicit->n; i++) dbx_push(&outs, implicit->at[i]);
  p->n_implicit_out = outs.n;
  for (uint32_t i = 0; i < p->collapsed_outputs.n; i++) dbx_push(&outs, p->collapsed_outputs.at[i]);
  p->expanded_outputs = dbx_list_copy(arena_of(p), outs.at, outs.n);
  dbx_vec_free(&outs);
  p->out_type = out_type_of(p, x->index);
}

// ---- Jaxpr ----

// The implicit results are lengths in the types of the explicit ones: all that they need is there.
void dbx_part_finish(dbx_part *p) {
  dbx_jaxpr *j = p->jaxpr;
  j->n_out = p->expanded_outputs.n;
  j->outs = DBX_NEWN(arena_of(p), dbx_atom, j->n_out);
  for (uint32_t i = 0; i < j->n_out; i++) j->outs[i] = dbx_jaxpr_atom(j, p->expanded_outputs.at[i]);
}

void dbx_part_lead_constants(dbx_part *p) {
  dbx_jaxpr *j = p->jaxpr;
  dbx_list in = dbx_list_new(arena_of(p), j->n_const + j->n_in);
  if (j->n_const) memcpy(in.at, j->constvars, j->n_const * sizeof *in.at);
  if (j->n_in) memcpy(in.at + j->n_const, j->invars, j->n_in * sizeof *in.at);
  j->invars = in.at;
  j->n_in = in.n;
  j->n_const = 0;
}

const dbx_val *dbx_part_captured(const dbx_part *p) {
  dbx_val *captured = DBX_NEWN(arena_of(p), dbx_val, p->n_constants + 1);
  for (uint32_t i = 0; i < p->n_constants; i++) {
    const dbx_capture *c = &p->constants[i];
    captured[i] = c->array ? dbx_val_array(c->array) : dbx_val_tracer(c->outer);
  }
  return captured;
}

// ---- equations ----

dbx_status dbx_each_equation(const dbx_jaxpr *j, dbx_status (*f)(void *ctx, const dbx_eqn *e),
                             void *ctx) {
  dbx_span here = dbx_here;
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    dbx_scratch_mark m = dbx_scratch_here();
    if (e->span.file) dbx_here = e->span;
    dbx_status st = f(ctx, e);
    dbx_scratch_release(m);
    DBX_TRY(st);
  }
  return dbx_here = here, DBX_OK;
}
