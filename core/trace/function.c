// Whole functions and calls (see function.h).
#include "trace/function.h"

#include "prim/prim.h"
#include <string.h>

// ---- InputType of a function's arguments ----

typedef struct naming {
  dbx_map size;      // name -> dim + 1 that it is bound to
  dbx_map position;  // name -> index of the implicit argument + 1
  dbx_map explicit_; // tracer -> index of the first explicit argument + 1
} naming;

// The name of an axis: the user's, or one for the traced dim (its referent), or 0.
static uint64_t axis_name(const dbx_argument *arg, uint32_t axis) {
  if (arg->names && arg->names[axis]) return arg->names[axis] | (uint64_t)1 << 62;
  dbx_dim d = dbx_aval_at(arg->aval)->dims[axis];
  return dbx_dim_is_var(d) ? dbx_referent((dbx_var)dbx_dim_value(d)) | (uint64_t)1 << 61 : 0;
}

static dbx_status bind_sizes(naming *nm, const dbx_argument *args, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    const dbx_aval_info *v = dbx_aval_at(args[i].aval);
    for (uint32_t k = 0; k < v->rank; k++) {
      uint64_t name = axis_name(&args[i], k), *bound = name ? dbx_map_find(&nm->size, name) : NULL;
      if (bound && !dbx_dim_equal(*bound - 1, v->dims[k]))
        return dbx_fail(
            DBX_E315, (dbx_span){0},
            "argument %u has another size on axis %u than the axis name was bound to before", i, k);
      if (name && !bound) dbx_map_put(&nm->size, name, v->dims[k] + 1);
    }
  }
  return DBX_OK;
}

static bool is_explicit(const naming *nm, dbx_dim d) {
  return dbx_dim_is_var(d) && dbx_map_find(&nm->explicit_, (uint64_t)dbx_dim_value(d));
}

static void collect_implicit(naming *nm, const dbx_argument *args, uint32_t n,
                             dbx_implicit *implicit, uint32_t *n_implicit) {
  *n_implicit = 0;
  for (uint32_t i = 0; i < n; i++) {
    const dbx_aval_info *v = dbx_aval_at(args[i].aval);
    for (uint32_t k = 0; k < v->rank; k++) {
      uint64_t name = axis_name(&args[i], k);
      if (!name || dbx_map_find(&nm->position, name) || is_explicit(nm, v->dims[k])) continue;
      implicit[(*n_implicit)++] = (dbx_implicit){i, k};
      dbx_map_put(&nm->position, name, *n_implicit);
    }
    if (args[i].tracer && !dbx_map_find(&nm->explicit_, args[i].tracer))
      dbx_map_put(&nm->explicit_, args[i].tracer, i + 1);
  }
}

static dbx_dim index_of_axis(const naming *nm, const dbx_argument *arg, uint32_t axis,
                             uint32_t n_implicit) {
  dbx_dim d = dbx_aval_at(arg->aval)->dims[axis];
  uint64_t name = axis_name(arg, axis), *pos = name ? dbx_map_find(&nm->position, name) : NULL;
  if (!name) return d;
  if (pos) return dbx_dim_make(DBX_DIM_DB, (int64_t)*pos - 1);
  uint64_t *at = dbx_map_find(&nm->explicit_, (uint64_t)dbx_dim_value(d));
  return at ? dbx_dim_make(DBX_DIM_DB, n_implicit + (int64_t)*at - 1) : d;
}

static void fill_types(dbx_arena *a, const naming *nm, const dbx_argument *args, uint32_t n,
                       const dbx_implicit *implicit, uint32_t n_implicit, dbx_sig *ret) {
  *ret = dbx_sig_new(a, n_implicit + n);
  for (uint32_t i = 0; i < n_implicit; i++) {
    dbx_dim d = dbx_aval_at(args[implicit[i].argument].aval)->dims[implicit[i].axis];
    ret->aval[i] = dbx_dim_is_var(d) ? dbx_var_aval((dbx_var)dbx_dim_value(d))
                                     : dbx_aval_scalar(DBX_I64, true);
  }
  for (uint32_t i = 0; i < n; i++) {
    const dbx_aval_info *v = dbx_aval_at(args[i].aval);
    dbx_dim *dims = DBX_TMP(dbx_dim, v->rank);
    bool abstract = false;
    for (uint32_t k = 0; k < v->rank; k++) {
      dims[k] = index_of_axis(nm, &args[i], k, n_implicit);
      abstract |= !dbx_dim_is_int(dims[k]);
    }
    ret->aval[n_implicit + i] = dbx_aval_of(v->dtype, v->weak && !abstract, v->rank, dims);
    ret->expl[n_implicit + i] = true;
  }
}

dbx_status dbx_infer_input_type(dbx_arena *a, const dbx_argument *args, uint32_t n, dbx_sig *ret,
                                dbx_implicit *implicit, uint32_t *n_implicit) {
  naming nm = {0};
  dbx_status st = bind_sizes(&nm, args, n);
  if (st == DBX_OK) {
    collect_implicit(&nm, args, n, implicit, n_implicit);
    fill_types(a, &nm, args, n, implicit, *n_implicit, ret);
  }
  dbx_map_free(&nm.size), dbx_map_free(&nm.position), dbx_map_free(&nm.explicit_);
  return st;
}

// ---- arguments, evaluation, implicit results ----

static void make_arguments(dbx_frame *f, const dbx_sig *in_type) {
  for (uint32_t i = 0; i < in_type->n; i++) {
    const dbx_aval_info *v = dbx_aval_at(in_type->aval[i]);
    dbx_dim *dims = DBX_TMP(dbx_dim, v->rank);
    for (uint32_t k = 0; k < v->rank; k++)
      dims[k] = dbx_dim_kind_of(v->dims[k]) == DBX_DIM_DB
                    ? dbx_dim_var(f->invars.at[dbx_dim_value(v->dims[k])])
                    : v->dims[k];
    dbx_new_arg(f, dbx_aval_of(v->dtype, v->weak, v->rank, dims));
  }
}

static dbx_status eval(dbx_frame *f, const dbx_sig *in_type, const dbx_callable *fn, dbx_list *outs,
                       dbx_sym *tree) {
  dbx_val *args = DBX_TMP(dbx_val, in_type->n);
  uint32_t n = 0;
  for (uint32_t i = 0; i < in_type->n; i++)
    if (in_type->expl[i]) args[n++] = dbx_val_tracer(f->invars.at[i]);
  dbx_leaves out;
  DBX_TRY(fn->call(fn->ctx, args, n, &out));
  *outs = dbx_list_new(&f->trace->arena, out.n);
  for (uint32_t i = 0; i < out.n; i++) {
    if (!dbx_is_arraylike(&out.at[i]))
      return dbx_fail(DBX_E512, (dbx_span){0},
                      "result %u of the traced function '%s' is a %s, not an array", i,
                      dbx_sym_text(fn->name), dbx_val_type_name(&out.at[i]));
    DBX_TRY(dbx_frame_atom(f, &out.at[i], &outs->at[i]));
  }
  *tree = out.tree;
  return DBX_OK;
}

// Dims of explicit results that are neither inputs nor results to the left become implicit results.
// They are used already, in the types of the results.
static void add_implicit_outputs(dbx_arena *a, dbx_jaxpr *j) {
  dbx_map seen = {0};
  dbx_vec(dbx_atom) outs = {0};
  for (uint32_t i = 0; i < j->n_const; i++) dbx_map_put(&seen, j->constvars[i], 1);
  for (uint32_t i = 0; i < j->n_in; i++) dbx_map_put(&seen, j->invars[i], 1);
  for (uint32_t i = 0; i < j->n_out; i++) {
    if (dbx_is_literal(j->outs[i])) continue;
    dbx_map_put(&seen, j->outs[i], 1);
    const dbx_aval_info *v = dbx_aval_at(dbx_var_aval(j->outs[i]));
    for (uint32_t k = 0; k < v->rank; k++) {
      uint64_t d = (uint64_t)dbx_dim_value(v->dims[k]);
      if (!dbx_dim_is_var(v->dims[k]) || dbx_map_find(&seen, d)) continue;
      dbx_map_put(&seen, d, 1);
      dbx_push(&outs, (dbx_atom)d);
    }
  }
  j->n_implicit_out = outs.n;
  for (uint32_t i = 0; i < j->n_out; i++) dbx_push(&outs, j->outs[i]);
  dbx_list l = dbx_list_copy(a, outs.at, outs.n);
  j->outs = l.at;
  j->n_out = l.n;
  dbx_vec_free(&outs);
  dbx_map_free(&seen);
}

static dbx_sig out_type_of(dbx_arena *a, const dbx_jaxpr *j) {
  dbx_atom *in = DBX_TMP(dbx_atom, j->n_const + j->n_in);
  for (uint32_t i = 0; i < j->n_const; i++) in[i] = j->constvars[i];
  for (uint32_t i = 0; i < j->n_in; i++) in[j->n_const + i] = j->invars[i];
  return dbx_infer_output_type(a, in, j->n_const + j->n_in, j->outs, j->n_out, j->n_implicit_out,
                               0);
}

// An argument of a call that is the length of another one stands for the caller's length, so that
// arrays captured from there fit.
static void refer_lengths(dbx_frame *f, const dbx_sig *in_type, const dbx_atom *in) {
  for (uint32_t i = 0; i < in_type->n; i++) {
    const dbx_aval_info *v = dbx_aval_at(in_type->aval[i]);
    for (uint32_t k = 0; k < v->rank; k++) {
      int64_t at = dbx_dim_value(v->dims[k]);
      if (dbx_dim_kind_of(v->dims[k]) == DBX_DIM_DB && !dbx_is_literal(in[at]))
        dbx_var_at(f->invars.at[at])->referent = in[at];
    }
  }
}

static dbx_status trace_in(dbx_frame *f, const dbx_sig *in_type, const dbx_atom *in,
                           const dbx_callable *fn, dbx_captures *kept, dbx_jaxpr **ret,
                           dbx_sym *tree) {
  dbx_list outs;
  make_arguments(f, in_type);
  if (in) refer_lengths(f, in_type, in);
  DBX_TRY(eval(f, in_type, fn, &outs, tree));
  f->jaxpr = *ret = dbx_to_jaxpr(f, &f->trace->arena, outs.at, outs.n, false, kept);
  for (uint32_t i = 0; i < in_type->n; i++) (*ret)->n_implicit_in += !in_type->expl[i];
  add_implicit_outputs(&f->trace->arena, *ret);
  return DBX_OK;
}

dbx_jaxpr *dbx_function_so_far(const dbx_frame *f, const dbx_atom *outs, uint32_t n,
                               uint32_t n_implicit, dbx_sig *ret_out_type) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_jaxpr *j = dbx_to_jaxpr(f, &f->trace->arena, outs, n, false, NULL);
  j->n_implicit_in = n_implicit;
  add_implicit_outputs(&f->trace->arena, j);
  *ret_out_type = out_type_of(&f->trace->arena, j);
  dbx_scratch_release(m);
  return j;
}

dbx_status dbx_trace_function(dbx_trace *t, const dbx_sig *in_type, const dbx_callable *fn,
                              dbx_sym *ret_tree) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_frame *f = dbx_frame_open(DBX_FRAME_FUNCTION, fn->name);
  dbx_captures kept = {0};
  dbx_jaxpr *j;
  t->in_type = *in_type;
  dbx_status st = trace_in(f, in_type, NULL, fn, &kept, &j, ret_tree);
  dbx_vec_free(&kept);
  if (st == DBX_OK) {
    t->jaxpr = j;
    t->out_type = out_type_of(&t->arena, j);
  } else if (dbx_diag_pending()) {
    t->failed = dbx_diag_pending()->cls;
    dbx_event_add(DBX_EV_ERROR, (uint32_t)dbx_diag_pending()->code, 0, 0);
  }
  dbx_frame_close(f);
  dbx_scratch_release(m);
  return st;
}

// ---- calls ----

static bool captures_tracers(const dbx_captures *c) {
  for (uint32_t i = 0; i < c->n; i++)
    if (c->at[i].outer) return true;
  return false;
}

dbx_status dbx_trace_call(const dbx_sig *in_type, const dbx_atom *in, const dbx_callable *fn,
                          dbx_call_target *ret) {
  dbx_arena *a = &dbx_trace_current()->arena;
  dbx_span here = dbx_here;
  dbx_frame *f = dbx_frame_open(DBX_FRAME_CALL, fn->name);
  dbx_captures kept = {0};
  dbx_jaxpr *j;
  dbx_call_target c = {0};
  dbx_status st = trace_in(f, in_type, in, fn, &kept, &j, &c.tree);
  if (st == DBX_OK) {
    if (captures_tracers(&kept)) { // they become leading inputs
      dbx_list ins = dbx_list_new(a, j->n_const + j->n_in);
      memcpy(ins.at, j->constvars, j->n_const * sizeof *ins.at);
      if (j->n_in) memcpy(ins.at + j->n_const, j->invars, j->n_in * sizeof *ins.at);
      j->invars = ins.at;
      j->n_in = ins.n;
      j->n_const = 0;
      c.captures = dbx_arena_copy(a, kept.at, kept.n * sizeof *kept.at);
      c.n_captures = kept.n;
    }
    c.out_type = out_type_of(a, j);
    c.jaxpr = j;
    *ret = c;
  }
  dbx_vec_free(&kept);
  dbx_here = here;
  dbx_frame_close(f);
  return st;
}

// The dim d of result `out`. The out_type may name a result to the right; one to the left holds the
// same length then, since add_implicit_outputs saw to that.
static dbx_dim call_dim(const dbx_call_target *c, const dbx_atom *ops, const dbx_var *results,
                        uint32_t out, dbx_dim d) {
  int64_t k = dbx_dim_value(d);
  if (dbx_dim_kind_of(d) == DBX_DIM_OUTDB) {
    const dbx_atom *same = c->jaxpr->outs;
    uint32_t left = k < out ? (uint32_t)k : out;
    while (left > 0 && same[left] != same[k]) left--;
    return dbx_dim_var(results[left]);
  }
  if (dbx_dim_kind_of(d) != DBX_DIM_INDB) return d;
  dbx_atom a = ops[k - c->jaxpr->n_const];
  return dbx_dim_of_atom(a);
}

dbx_status dbx_emit_call(dbx_sym name, const dbx_call_target *c, const dbx_atom *in, uint32_t n,
                         dbx_leaves *ret) {
  dbx_frame *f = dbx_trace_frame();
  uint32_t n_ops = c->n_captures + n, n_out = c->out_type.n;
  dbx_atom *ops = DBX_TMP(dbx_atom, n_ops);
  for (uint32_t i = 0; i < c->n_captures; i++) {
    if (c->captures[i].array) ops[i] = dbx_lift_array(f, c->captures[i].array);
    else DBX_TRY(dbx_lift(f, c->captures[i].outer, &ops[i]));
  }
  for (uint32_t i = 0; i < n; i++) ops[c->n_captures + i] = in[i];
  dbx_var *out = DBX_TMP(dbx_var, n_out);
  *ret = (dbx_leaves){.at = DBX_TMP(dbx_val, n_out), .tree = c->tree};
  for (uint32_t i = 0; i < n_out; i++) {
    const dbx_aval_info *v = dbx_aval_at(c->out_type.aval[i]);
    dbx_dim *dims = DBX_TMP(dbx_dim, v->rank);
    for (uint32_t k = 0; k < v->rank; k++) dims[k] = call_dim(c, ops, out, i, v->dims[k]);
    out[i] = dbx_var_new(dbx_aval_of(v->dtype, v->weak, v->rank, dims), DBX_VAR_RESULT, f->id);
    if (c->out_type.expl[i]) ret->at[ret->n++] = dbx_val_tracer(out[i]);
  }
  dbx_kv kv[] = {{DBX_S_name, dbx_p_sym(name)}, {DBX_S_jaxpr, dbx_p_jaxpr(c->jaxpr)}};
  dbx_emit(f, dbx_primitive_of(DBX_PRIM_pjit), ops, n_ops, out, n_out, kv, 2);
  return DBX_OK;
}
