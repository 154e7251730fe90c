// Tracers and plain equations: new arguments, lifting, binding (see trace.h).
#include "base/known.h"
#include "ir/definition.h"
#include "ir/primitive.h"
#include "ir/target.h"
#include "prim/poly.h"
#include "trace/trace.h"

#include <assert.h>
#include <string.h>

dbx_var dbx_new_arg(dbx_frame *f, dbx_aval aval) {
  dbx_var v = dbx_var_new(aval, DBX_VAR_ARG, f->id);
  dbx_push(&f->invars, v);
  dbx_var_at(v)->birth = dbx_log(argument, .variable = v);
  return v;
}

// ---- lifting ----

static bool encloses(const dbx_frame *outer, const dbx_frame *f) {
  for (; f; f = f->parent)
    if (f == outer) return true;
  return false;
}

dbx_status dbx_fail_escaped(dbx_var v) {
  const dbx_frame *f = dbx_frame_by_id(dbx_var_at(v)->frame);
  if (!dbx_trace_frame())
    return dbx_fail(DBX_E508, (dbx_span){0}, "a traced value is used %s",
                    f && f->live ? "outside of the function that it belongs to"
                                 : "after the function that it belongs to has ended");
  const char *of = f && f->name ? dbx_sym_text(f->name) : "";
  return dbx_fail_as(DBX_E508, dbx_target_now()->leaked_tracer, (dbx_span){0},
                     "a traced value is used after the function that it belongs to%s%s%s has ended",
                     *of && *of != '<' ? ", '" : "", *of == '<' ? "" : of,
                     *of && *of != '<' ? "'," : "");
}

// Is it a literal, or a variable of f?
static bool is_of(const dbx_frame *f, dbx_atom a) {
  return a && (dbx_is_literal(a) || dbx_var_at(a)->frame == f->id);
}

// A type belongs to a frame if its lengths do.
static bool type_is_of(const dbx_frame *f, dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  for (uint32_t i = 0; t->dynamic && i < t->rank; i++)
    if (!dbx_dim_is_int(t->dims[i]) &&
        (!dbx_dim_is_var(t->dims[i]) || !is_of(f, (dbx_var)dbx_dim_value(t->dims[i]))))
      return false;
  return true;
}

// Operands are defined in f, results too, with their types.
static bool fits(const dbx_frame *f, const dbx_atom *in, uint32_t n_in, const dbx_var *out,
                 uint32_t n_out) {
  for (uint32_t i = 0; i < n_in; i++)
    if (!is_of(f, in[i])) return false;
  for (uint32_t i = 0; i < n_out; i++)
    if (!is_of(f, out[i]) || !type_is_of(f, dbx_var_aval(out[i]))) return false;
  return true;
}

static dbx_var add_const(dbx_frame *f, dbx_aval aval, uint64_t key, dbx_capture c) {
  c.inner = dbx_var_new(aval, DBX_VAR_CONST, f->id);
  dbx_var_at(c.inner)->referent = c.outer;
  dbx_known(type_is_of(f, aval));
  dbx_push(&f->consts, c);
  dbx_map_put(&f->const_of, key, c.inner);
  dbx_var_at(c.inner)->birth = dbx_log(constant, .variable = c.inner, .outer = c.outer);
  return c.inner;
}

static dbx_status lift_dims(dbx_frame *f, dbx_aval *aval) {
  const dbx_aval_info *v = dbx_aval_at(*aval);
  if (!v->dynamic) return DBX_OK;
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_dim *dims = DBX_TMP(dbx_dim, v->rank);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < v->rank; i++) {
    dbx_var d;
    dims[i] = v->dims[i];
    if (!dbx_dim_is_var(dims[i])) continue;
    if ((st = dbx_lift(f, (dbx_var)dbx_dim_value(dims[i]), &d)) == DBX_OK) dims[i] = dbx_dim_var(d);
  }
  if (st == DBX_OK) *aval = dbx_aval_with_dims(*aval, dims);
  dbx_scratch_release(m);
  return st;
}

dbx_status dbx_lift(dbx_frame *f, dbx_var v, dbx_var *ret) {
  const dbx_var_info *info = dbx_var_at(v);
  if (info->frame == f->id) return *ret = v, DBX_OK;
  const dbx_frame *home = dbx_frame_by_id(info->frame);
  if (!home || !home->live || !encloses(home, f)) return dbx_fail_escaped(v);
  uint64_t *known = dbx_map_find(&f->const_of, v);
  if (known) return *ret = (dbx_var)*known, DBX_OK;
  dbx_aval aval = info->aval;
  DBX_TRY(lift_dims(f, &aval));
  *ret = add_const(f, aval, v, (dbx_capture){.outer = v});
  return DBX_OK;
}

// Array keys are pointers, above all variable handles.
dbx_var dbx_lift_array(dbx_frame *f, dbx_array *a) {
  uint64_t key = (uint64_t)(uintptr_t)a, *known = dbx_map_find(&f->const_of, key);
  if (known) return (dbx_var)*known;
  return add_const(f, dbx_array_aval(a), key, (dbx_capture){.array = dbx_array_ref(a)});
}

dbx_status dbx_frame_atom(dbx_frame *f, const dbx_val *v, dbx_atom *ret) {
  if (v->kind == DBX_V_TRACER) return dbx_lift(f, v->tracer, ret);
  if (v->kind == DBX_V_ARRAY && !(v->array->host && v->array->rank == 0))
    return *ret = dbx_lift_array(f, v->array), DBX_OK;
  dbx_aval_info type = *dbx_aval_at(dbx_val_aval(v));
  dbx_scalar x;
  if (v->kind == DBX_V_ARRAY) x = dbx_array_at(v->array, 0);
  else DBX_TRY(dbx_val_scalar(v, &type.dtype, &x));
  *ret = dbx_literal_of(type.dtype, type.weak, x);
  return DBX_OK;
}

dbx_status dbx_frame_capture(dbx_frame *f, const dbx_val *v, dbx_atom *ret) {
  DBX_TRY(dbx_frame_atom(f, v, ret));
  return f->taker ? f->taker->capture(f->taker->ctx, *ret) : DBX_OK;
}

// ---- equations ----

// The taker may add equations to f: it gets a copy.
static dbx_status hand_on(dbx_frame *f, dbx_eqn e) { return f->taker->take(f->taker->ctx, f, &e); }

dbx_status dbx_emit(dbx_frame *f, const dbx_primitive *p, const dbx_atom *in, uint32_t n_in,
                    const dbx_var *out, uint32_t n_out, const dbx_kv *params, uint32_t n_params) {
  dbx_arena *a = &f->trace->arena;
  assert(f->live);
  dbx_known(fits(f, in, n_in, out, n_out));
  dbx_kv *block = dbx_arena_alloc(a, n_params * sizeof *params + (n_in + n_out) * sizeof *in);
  dbx_atom *operands = (dbx_atom *)(block + n_params);
  for (uint32_t i = 0; i < n_params; i++) block[i] = params[i];
  for (uint32_t i = 0; i < n_in; i++) operands[i] = in[i];
  for (uint32_t i = 0; i < n_out; i++) operands[n_in + i] = out[i];
  uint32_t event = dbx_log(equation, .equation = f->eqns.n, .first = n_out ? out[0] : 0);
  for (uint32_t i = 0; i < n_out; i++) dbx_var_at(out[i])->birth = event;
  dbx_reserve(&f->eqns, 1);
  dbx_eqn *e = &f->eqns.at[f->eqns.n++];
  *e = (dbx_eqn){.prim = p,
                 .in = operands,
                 .out = operands + n_in,
                 .params = block,
                 .n_in = n_in,
                 .n_out = n_out,
                 .n_params = n_params,
                 .event = event,
                 .span = trace_now->current->events.at[event].span};
  dbx_define(a, e);
  return f->taker ? hand_on(f, *e) : DBX_OK;
}

static dbx_aval fill_unknown(dbx_aval a, const dbx_dim **unknown) {
  const dbx_aval_info *v = dbx_aval_at(a);
  if (!v->dynamic) return a;
  dbx_dim *dims = DBX_TMP(dbx_dim, v->rank);
  for (uint32_t i = 0; i < v->rank; i++)
    dims[i] = dbx_dim_kind_of(v->dims[i]) == DBX_DIM_UNKNOWN ? *(*unknown)++ : v->dims[i];
  return dbx_aval_with_dims(a, dims);
}

dbx_status dbx_bind_plain(dbx_frame *f, const dbx_primitive *p, const dbx_atom *in, uint32_t n_in,
                          const dbx_kv *params, uint32_t n_params, const dbx_dim *unknown,
                          dbx_var *out, uint32_t n_out) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_site s = {p, in, params, n_in, n_params};
  dbx_aval one, *types = n_out > 1 ? DBX_TMP(dbx_aval, n_out) : &one;
  dbx_status st = p->rule(&s, types);
  if (st == DBX_OK) {
    for (uint32_t i = 0; i < n_out; i++)
      out[i] =
          dbx_var_new(unknown ? fill_unknown(types[i], &unknown) : types[i], DBX_VAR_RESULT, f->id);
    if (f->deferral && n_out == 1) st = f->deferral->bind(f->deferral->ctx, f, &s, out[0]);
    if (st == DBX_OK) st = dbx_emit(f, p, in, n_in, out, n_out, params, n_params);
  }
  dbx_scratch_release(m);
  return st;
}

static const char *form(dbx_arena *arena, dbx_dim d, dbx_u32s *unnamed) {
  dbx_buf b = {0};
  dbx_put_poly(&b, dbx_poly_of_dim(d), unnamed, NULL);
  const char *text = dbx_arena_copy(arena, dbx_text(&b), b.n + 1);
  dbx_buf_free(&b);
  return text;
}

// Index + 1 of a new proof. The names are known now, not when the log is read.
static uint32_t proof_of(dbx_dim a, dbx_dim b) {
  dbx_trace *t = dbx_trace_current();
  dbx_u32s unnamed = {0};
  dbx_proof p = {form(&t->arena, a, &unnamed), form(&t->arena, b, &unnamed)};
  dbx_vec_free(&unnamed);
  dbx_push(&t->proofs, p);
  return t->proofs.n;
}

// An operation that broadcasts looks at the same two lengths several times: one event says so.
static bool compared_just_now(const dbx_trace *t, dbx_atom a, dbx_atom b, bool equal) {
  enum { NEAR = 8 };
  uint32_t frame = t->top ? t->top->id : 0;
  dbx_span here = dbx_trace_place();
  for (uint32_t i = t->events.n; i-- > 0 && t->events.n - i <= NEAR;) {
    const dbx_event *e = &t->events.at[i];
    if (e->kind != DBX_EV_COMPARE || e->span.begin != here.begin || e->span.file != here.file ||
        e->frame != frame || e->bind != t->bind)
      return false;
    if (e->u.compare.left == a && e->u.compare.right == b && e->u.compare.equal == equal)
      return true;
  }
  return false;
}

bool dbx_compare_dims(dbx_dim a, dbx_dim b) {
  const dbx_trace *t = dbx_trace_current();
  bool equal = dbx_dim_equal(a, b);
  if (!t || (!dbx_dim_is_var(a) && !dbx_dim_is_var(b))) return equal;
  dbx_atom x = dbx_atom_of_dim(a), y = dbx_atom_of_dim(b);
  if (!compared_just_now(t, x, y, equal))
    dbx_log(compare, .left = x, .right = y, .equal = equal,
            .proof = equal && !dbx_dim_identical(a, b) ? proof_of(a, b) : 0);
  return equal;
}
