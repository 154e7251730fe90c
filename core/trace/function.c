// Whole functions and calls (see function.h).
#include "trace/function.h"

#include "prim/prim.h"
#include "trace/abstract.h"

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

// args[i] has another size on axis k than the first axis of this name.
static dbx_status refuse_size(const dbx_argument *args, uint32_t i, uint32_t k) {
  uint64_t name = axis_name(&args[i], k);
  uint32_t first = 0, axis = 0;
  while (axis >= dbx_aval_at(args[first].aval)->rank || axis_name(&args[first], axis) != name)
    if (++axis >= dbx_aval_at(args[first].aval)->rank) first++, axis = 0;
  dbx_buf had = {0}, has = {0};
  dbx_put_dim_words(&had, dbx_aval_at(args[first].aval)->dims[axis]);
  dbx_put_dim_words(&has, dbx_aval_at(args[i].aval)->dims[k]);
  dbx_fail_(DBX_E315, (dbx_span){0},
            "the axis name %s is bound to %s, the size of argument %u on axis %u, and argument %u "
            "has %s on axis %u",
            dbx_sym_text((dbx_sym)name), dbx_text(&had), first, axis, i, dbx_text(&has), k);
  return dbx_buf_free(&had), dbx_buf_free(&has), DBX_FAIL;
}

static dbx_status bind_sizes(naming *nm, const dbx_argument *args, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    const dbx_aval_info *v = dbx_aval_at(args[i].aval);
    for (uint32_t k = 0; k < v->rank; k++) {
      uint64_t name = axis_name(&args[i], k), *bound = name ? dbx_map_find(&nm->size, name) : NULL;
      if (bound && !dbx_dim_equal(*bound - 1, v->dims[k])) return refuse_size(args, i, k);
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

// ---- the whole function ----

// An argument of a call that is the length of another one stands for the caller's length, so that
// arrays captured from there fit.
static void refer_lengths(const dbx_part *p, const dbx_atom *in) {
  for (uint32_t i = 0; i < p->in_type.n; i++) {
    const dbx_aval_info *v = dbx_aval_at(p->in_type.aval[i]);
    for (uint32_t k = 0; k < v->rank; k++) {
      int64_t at = dbx_dim_value(v->dims[k]);
      if (dbx_dim_kind_of(v->dims[k]) == DBX_DIM_DB && !dbx_is_literal(in[at]))
        dbx_var_at(p->body_inputs.at[at])->referent = in[at];
    }
  }
}

// A constant in the order in which the Jaxpr uses it, its lengths before it.
static void use_constant(dbx_part *p, dbx_atom a, dbx_captures *ret) {
  if (dbx_is_literal(a)) return;
  const dbx_capture *c = NULL;
  for (uint32_t i = 0; i < p->n_constants && !c; i++)
    if (p->constants[i].inner == (a & DBX_HANDLE)) c = &p->constants[i];
  if (!c) return;
  for (uint32_t i = 0; i < ret->n; i++)
    if (ret->at[i].inner == c->inner) return;
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(c->inner));
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i])) use_constant(p, (dbx_atom)dbx_dim_value(t->dims[i]), ret);
  dbx_push(ret, *c);
}

static void constants_by_use(dbx_part *p) {
  dbx_captures order = {0};
  const dbx_jaxpr *j = p->jaxpr;
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_in; k++) use_constant(p, j->eqns[i].in[k], &order);
  for (uint32_t i = 0; i < j->n_out; i++) use_constant(p, j->outs[i], &order);
  for (uint32_t i = 0; i < p->n_constants; i++) use_constant(p, p->constants[i].inner, &order);
  for (uint32_t i = 0; i < order.n; i++) {
    p->constants[i] = order.at[i];
    j->constvars[i] = order.at[i].inner;
    j->consts[i] = order.at[i].array;
  }
  dbx_vec_free(&order);
}

// From the results on: lengths that are no inputs become implicit results.
static void close_function(dbx_part *p) {
  dbx_part_simplify(p, false);
  if (p->frame->deferral) constants_by_use(p);
  dbx_part_outputs(p, &(dbx_expansion){.inputs_known = true}, NULL);
  dbx_part_finish(p);
  p->jaxpr->n_implicit_in = p->n_implicit_in;
  p->jaxpr->n_implicit_out = p->n_implicit_out;
}

static dbx_status trace_in(dbx_part *p, const dbx_atom *in, const dbx_callable *fn) {
  DBX_TRY(dbx_part_inputs(p));
  for (uint32_t i = 0; i < p->in_type.n; i++) p->n_implicit_in += !p->in_type.expl[i];
  if (in) refer_lengths(p, in);
  DBX_TRY(dbx_part_eval(p, fn, NULL));
  close_function(p);
  p->frame->jaxpr = p->jaxpr;
  return DBX_OK;
}

dbx_so_far dbx_function_so_far(const dbx_frame *f, const dbx_atom *outs, uint32_t n,
                               uint32_t n_implicit) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_part p = {.frame = (dbx_frame *)(uintptr_t)f, .n_implicit_in = n_implicit};
  p.body_inputs = (dbx_list){f->invars.at, f->invars.n};
  p.collapsed_outputs = (dbx_list){(dbx_atom *)(uintptr_t)outs, n};
  close_function(&p);
  dbx_scratch_release(m);
  return (dbx_so_far){f->trace, p.jaxpr, p.out_type, NULL};
}

dbx_status dbx_trace_function(dbx_trace *t, const dbx_sig *in_type, const dbx_callable *fn,
                              dbx_sym *ret_tree) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_part p = {.frame = dbx_frame_open(DBX_FRAME_FUNCTION, fn->name), .in_type = *in_type};
  t->in_type = *in_type;
  dbx_status st = trace_in(&p, NULL, fn);
  *ret_tree = p.out_tree;
  if (st == DBX_OK) {
    t->jaxpr = p.jaxpr;
    t->out_type = p.out_type;
  } else if (dbx_diag_pending()) {
    t->failed = dbx_diag_pending()->cls;
    dbx_log(error, .code = dbx_diag_pending()->code);
  }
  dbx_frame_close(p.frame);
  dbx_scratch_release(m);
  return st;
}

// ---- calls ----

static bool captures_tracers(const dbx_part *p) {
  for (uint32_t i = 0; i < p->n_constants; i++)
    if (p->constants[i].outer) return true;
  return false;
}

static dbx_status trace_call(const dbx_sig *in_type, const dbx_atom *in, const dbx_callable *fn,
                             const dbx_deferral *d, dbx_call_target *ret) {
  dbx_span here = dbx_here;
  dbx_part p = {.frame = dbx_frame_open(DBX_FRAME_CALL, fn->name), .in_type = *in_type};
  p.frame->deferral = d;
  dbx_status st = trace_in(&p, in, fn);
  if (st == DBX_OK) {
    *ret = (dbx_call_target){.jaxpr = p.jaxpr, .out_type = p.out_type, .tree = p.out_tree};
    if (d || captures_tracers(&p)) { // they become leading inputs
      dbx_part_lead_constants(&p);
      ret->captures = p.constants;
      ret->n_captures = p.n_constants;
    }
  }
  dbx_here = here;
  dbx_frame_close(p.frame);
  return st;
}

dbx_status dbx_trace_call(const dbx_sig *in_type, const dbx_atom *in, const dbx_callable *fn,
                          dbx_call_target *ret) {
  return trace_call(in_type, in, fn, NULL, ret);
}

dbx_status dbx_trace_circuit(const dbx_sig *in_type, const dbx_atom *in, const dbx_callable *fn,
                             const dbx_deferral *d, dbx_call_target *ret) {
  return trace_call(in_type, in, fn, d, ret);
}

// The explicit input that result i is, -1 if it is none.
static int32_t handed_on(const dbx_call_target *c, const dbx_sig *in, uint32_t i) {
  const dbx_atom *inputs = c->jaxpr->invars + c->n_captures;
  int32_t place = 0;
  if (!c->out_type.expl[i]) return -1;
  for (uint32_t k = 0; k < in->n; k++) {
    if (!in->expl[k]) continue;
    if (inputs[k] == c->jaxpr->outs[i]) return place;
    place++;
  }
  return -1;
}

static bool names_results(const dbx_call_target *c) { // is a length a result's place?
  for (uint32_t i = 0; i < c->out_type.n; i++) {
    const dbx_aval_info *v = dbx_aval_at(c->out_type.aval[i]);
    for (uint32_t k = 0; k < v->rank; k++)
      if (dbx_dim_kind_of(v->dims[k]) == DBX_DIM_OUTDB) return true;
  }
  return false;
}

void dbx_forward_results(dbx_call_target *c, const dbx_sig *in) {
  dbx_arena *arena = &dbx_trace_current()->arena;
  uint32_t n = c->out_type.n, n_expl = 0, kept = 0;
  if (names_results(c)) return;
  int32_t *place = dbx_arena_alloc(arena, (n + 1) * sizeof *place);
  dbx_atom *outs = dbx_arena_alloc(arena, (n + 1) * sizeof *outs);
  dbx_sig type = dbx_sig_new(arena, n);
  for (uint32_t i = 0; i < n; i++) {
    int32_t input = handed_on(c, in, i);
    if (c->out_type.expl[i]) place[n_expl++] = input;
    if (input >= 0) continue;
    outs[kept] = c->jaxpr->outs[i];
    type.aval[kept] = c->out_type.aval[i], type.expl[kept++] = c->out_type.expl[i];
  }
  if (kept == n) return;
  type.n = kept;
  c->jaxpr->outs = outs, c->jaxpr->n_out = kept;
  c->out_type = type, c->forwarded = place, c->n_results = n_expl;
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

dbx_status dbx_emit_call_of(dbx_prim p, const dbx_kv *kv, uint32_t n_kv, const dbx_call_target *c,
                            const dbx_atom *in, uint32_t n, dbx_leaves *ret) {
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
  }
  DBX_TRY(dbx_emit(f, dbx_primitive_of(p), ops, n_ops, out, n_out, kv, n_kv));
  for (uint32_t i = 0; i < n_out; i++)
    if (c->out_type.expl[i]) ret->at[ret->n++] = dbx_frame_result(f, out[i]);
  return DBX_OK;
}

dbx_status dbx_emit_call(dbx_sym name, const dbx_call_target *c, const dbx_atom *in, uint32_t n,
                         dbx_leaves *ret) {
  dbx_kv kv[] = {{DBX_S_name, dbx_p_sym(name)}, {DBX_S_jaxpr, dbx_p_jaxpr(c->jaxpr)}};
  return dbx_emit_call_of(DBX_PRIM_pjit, kv, 2, c, in, n, ret);
}
