// Jaxprs as functions of StableHLO: equations one by one, and the function around them.
#include "hlo/emit.h"

#include "base/poll.h"

#include <string.h>

enum { DEEPEST = 200, MOST_BYTES = 1 << 28 };

// ---- what is known of scalars ----

static bool keeps_counted(dbx_prim p) {
  switch (p) {
  case DBX_PRIM_neg:
  case DBX_PRIM_sign:
  case DBX_PRIM_abs:
  case DBX_PRIM_add:
  case DBX_PRIM_sub:
  case DBX_PRIM_mul:
  case DBX_PRIM_div:
  case DBX_PRIM_rem:
  case DBX_PRIM_max:
  case DBX_PRIM_min:
  case DBX_PRIM_eq:
  case DBX_PRIM_ne:
  case DBX_PRIM_lt:
  case DBX_PRIM_le:
  case DBX_PRIM_gt:
  case DBX_PRIM_ge:
  case DBX_PRIM_and:
  case DBX_PRIM_or:
  case DBX_PRIM_not:
  case DBX_PRIM_select_n:
  case DBX_PRIM_clamp: return true;
  default: return false;
  }
}

static bool is_natural(const hlo *v) { return v->name ? v->natural : v->x.i >= 0; }

static void note_scalar(const dbx_eqn *q, const hlo *const *in, hlo *out) {
  bool counted = true, all = true, any = false;
  if (out->rank || !dbx_is_numeric(out->t) || !keeps_counted((dbx_prim)q->prim->id)) return;
  for (uint32_t i = 0; i < q->n_in; i++) {
    counted &= in[i]->counted || !in[i]->name;
    out->from |= in[i]->from;
    all &= is_natural(in[i]);
    any |= is_natural(in[i]);
  }
  out->counted = counted;
  switch (q->prim->id) {
  case DBX_PRIM_max: out->natural = any; break;
  case DBX_PRIM_add:
  case DBX_PRIM_mul:
  case DBX_PRIM_div:
  case DBX_PRIM_rem:
  case DBX_PRIM_min: out->natural = all; break;
  default: break;
  }
}

// ---- equations ----

// What the binder's type says, as far as it is known before the equation.
static hlo result_type(hlo_emitter *e, const hlo_scope *s, const dbx_eqn *q, uint32_t k,
                       const hlo *const *in) {
  dbx_aval a = dbx_var_aval(q->out[k]);
  const dbx_aval_info *t = dbx_aval_at(a);
  hlo_dim *dims = DBX_NEWN(&e->arena, hlo_dim, t->rank + 1);
  const hlo_dim *like = NULL;
  for (uint32_t i = 0; i < q->n_in && !like; i++)
    if (in[i] && in[i]->rank == t->rank) like = in[i]->dims;
  for (uint32_t i = 0; i < t->rank; i++) dims[i] = hlo_number(0);
  hlo_dims(e, s, a, like, dims);
  return (hlo){.t = t->dtype, .rank = t->rank, .dims = dims};
}

static dbx_status bind_results(hlo_emitter *e, hlo_scope *s, const dbx_eqn *q, const hlo *out) {
  for (uint32_t k = 0; k < q->n_out; k++)
    hlo_bind(s, q->out[k], dbx_arena_copy(&e->arena, &out[k], sizeof *out));
  for (uint32_t k = 0; k < q->n_out; k++) {
    if (!out[k].rank) continue;
    hlo_bind(s, q->out[k], hlo_typed(e, s, hlo_find(s, q->out[k]), dbx_var_aval(q->out[k])));
  }
  return DBX_OK;
}

static bool has_text(dbx_dtype t) { return t < DBX_KEY; }

static dbx_status emit_equation(hlo_emitter *e, hlo_scope *s, const dbx_eqn *q) {
  const hlo_row *row = hlo_row_of(q->prim->id);
  const hlo **in = DBX_NEWN(&e->arena, const hlo *, q->n_in + 1);
  hlo *out = DBX_NEWN(&e->arena, hlo, q->n_out + 1);
  e->eqn = q;
  if (!row->emit) return hlo_refuse(e, "%s", row->op);
  if (e->body.n > MOST_BYTES) return hlo_refuse(e, "the text is too long");
  for (uint32_t i = 0; i < q->n_in; i++) in[i] = hlo_operand(e, s, q->in[i]);
  for (uint32_t k = 0; k < q->n_out; k++) {
    if (!has_text(dbx_aval_at(dbx_var_aval(q->out[k]))->dtype))
      return hlo_refuse(e, "a result of dtype %s",
                        dbx_dtype_name(dbx_aval_at(dbx_var_aval(q->out[k]))->dtype));
    out[k] = result_type(e, s, q, k, in);
  }
  const hlo_scope *around = e->scope;
  e->scope = s;
  e->op = row->op;
  dbx_status st = row->emit(e, q, in, out);
  e->scope = around;
  e->eqn = q;
  if (st != DBX_OK) return st;
  if (q->n_out == 1) note_scalar(q, in, out);
  return bind_results(e, s, q, out);
}

static dbx_status bind_constants(hlo_emitter *e, const dbx_jaxpr *j, hlo_scope *s) {
  for (uint32_t i = 0; i < j->n_const; i++) {
    const dbx_array *a = j->consts ? j->consts[i] : NULL;
    if (!a) continue;
    hlo_dim *dims = DBX_NEWN(&e->arena, hlo_dim, a->rank + 1);
    for (uint32_t k = 0; k < a->rank; k++) dims[k] = hlo_number(a->dims[k]);
    if (!a->rank) {
      hlo_bind(s, j->constvars[i], hlo_literal(e, a->dtype, dbx_array_at(a, 0)));
      continue;
    }
    const char *name = hlo_put_array(e, a);
    if (!name) return DBX_FAIL;
    hlo_bind(s, j->constvars[i], hlo_new(e, name, a->dtype, a->rank, dims));
  }
  return DBX_OK;
}

static dbx_status body(hlo_emitter *e, const dbx_jaxpr *j, hlo_scope *s, const hlo **outs) {
  if (e->depth >= DEEPEST) return hlo_refuse(e, "Jaxprs nested too deeply");
  e->depth++;
  dbx_status st = bind_constants(e, j, s);
  for (uint32_t i = 0; st == DBX_OK && i < j->n_eqns; i++) {
    dbx_scratch_mark m = dbx_scratch_here();
    st = dbx_poll();
    if (st == DBX_OK) st = emit_equation(e, s, &j->eqns[i]);
    dbx_scratch_release(m);
  }
  for (uint32_t i = 0; st == DBX_OK && i < j->n_out; i++) outs[i] = hlo_operand(e, s, j->outs[i]);
  e->depth--;
  return st;
}

// ---- the function ----

static uint32_t inputs_of(const dbx_jaxpr *j, dbx_var *v) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < j->n_const; i++)
    if (!j->consts || !j->consts[i]) v[n++] = j->constvars[i];
  for (uint32_t i = 0; i < j->n_in; i++) v[n++] = j->invars[i];
  return n;
}

// The first of n types that has the length d: its number and axis.
static bool find_axis(const dbx_aval *types, uint32_t n, dbx_dim d, dbx_hlo_slot *ret) {
  for (uint32_t i = 0; i < n; i++) {
    const dbx_aval_info *a = dbx_aval_at(types[i]);
    for (uint32_t k = 0; k < a->rank; k++)
      if (a->dims[k] == d) return *ret = (dbx_hlo_slot){true, i, k}, true;
  }
  return false;
}

void dbx_hlo_signature(const dbx_jaxpr *j, dbx_hlo_slot *in, dbx_hlo_slot *out) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_var *v = DBX_TMP(dbx_var, j->n_const + j->n_in + 1);
  uint32_t n = inputs_of(j, v);
  dbx_aval *types = DBX_TMP(dbx_aval, n + j->n_out + 1);
  for (uint32_t i = 0; i < n; i++) types[i] = dbx_var_aval(v[i]);
  for (uint32_t i = 0; i < n; i++) {
    in[i] = (dbx_hlo_slot){0};
    bool implicit = j->from_text ? !dbx_aval_at(types[i])->rank : i < j->n_implicit_in;
    if (implicit) find_axis(types, n, dbx_dim_var(v[i]), &in[i]);
  }
  for (uint32_t i = 0; i < j->n_out; i++) types[i] = dbx_atom_aval(j->outs[i]);
  for (uint32_t i = 0; i < j->n_out; i++) {
    out[i] = (dbx_hlo_slot){0};
    if (i < j->n_implicit_out && !dbx_is_literal(j->outs[i]))
      find_axis(types, j->n_out, dbx_dim_var(j->outs[i] & DBX_HANDLE), &out[i]);
  }
  dbx_scratch_release(m);
}

static hlo *axis_length(hlo_emitter *e, const hlo *x, uint32_t axis, dbx_dtype t) {
  const hlo *plain = e->target == DBX_HLO_IREE ? hlo_signless(e, x) : x;
  const char *n = hlo_shared(e, "stablehlo.get_dimension_size %s, dim = %u : (%s) -> tensor<i32>",
                             plain->name, axis, hlo_type(e, plain));
  const char *type = hlo_type_of(e, t, 0, NULL);
  if (t != DBX_I32) n = hlo_shared(e, "stablehlo.convert %s : (tensor<i32>) -> %s", n, type);
  hlo *v = hlo_new(e, n, t, 0, NULL);
  v->counted = v->natural = true;
  return v;
}

typedef struct function {
  const dbx_jaxpr *j;
  hlo_sizes *sizes;
  dbx_var *v;
  dbx_hlo_slot *in, *out;
  uint32_t n;
  dbx_buf args, types; // "%0: tensor<f64>", "tensor<f64>"
} function;

// An argument whose type says ? for every length that is a variable.
static hlo *argument(hlo_emitter *e, function *f, dbx_dtype t, const dbx_aval_info *a) {
  hlo_dim *dims = DBX_NEWN(&e->arena, hlo_dim, a->rank + 1);
  for (uint32_t i = 0; i < a->rank; i++)
    if (dbx_dim_is_int(a->dims[i])) dims[i] = hlo_number(dbx_dim_value(a->dims[i]));
  hlo *x = hlo_new(e, hlo_fresh(e), t, a->rank, dims);
  dbx_printf(&f->args, "%s%s: %s", f->args.n ? ", " : "", x->name, hlo_type(e, x));
  for (uint32_t i = 0; i < a->rank; i++) // after the type: it says ? in any case
    if (!dims[i].known) dims[i] = (hlo_dim){.natural = true};
  return x;
}

// A scalar: a number, or the length of an array of truths.
static const hlo *scalar_argument(hlo_emitter *e, function *f, uint32_t i) {
  const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(f->v[i]));
  bool counts = dbx_is_integer(a->dtype) && i < 64;
  uint64_t bit = counts ? (uint64_t)1 << i : 0;
  if (f->sizes->carriers & bit) {
    hlo_dim any = {.natural = true};
    const hlo *x = hlo_new(e, hlo_fresh(e), DBX_BOOL, 1, &any);
    dbx_printf(&f->args, "%s%s: %s", f->args.n ? ", " : "", x->name, hlo_type(e, x));
    return axis_length(e, x, 0, a->dtype);
  }
  hlo *x = argument(e, f, a->dtype, a);
  if (f->sizes->asked) x->counted = counts, x->from = bit;
  return x;
}

// Lengths that are left out are those of the first argument that has them; of the others guards
// make sure.
static dbx_status bind_arguments(hlo_emitter *e, function *f, hlo_scope *s) {
  const hlo **x = DBX_NEWN(&e->arena, const hlo *, f->n + 1);
  for (uint32_t i = 0; i < f->n; i++) {
    dbx_dtype t = dbx_aval_at(dbx_var_aval(f->v[i]))->dtype;
    if (!has_text(t)) return hlo_refuse(e, "an argument of dtype %s", dbx_dtype_name(t));
    const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(f->v[i]));
    if (f->in[i].left_out) continue;
    x[i] = a->rank ? argument(e, f, t, a) : scalar_argument(e, f, i);
  }
  for (uint32_t i = 0; i < f->n; i++) {
    dbx_dtype t = dbx_aval_at(dbx_var_aval(f->v[i]))->dtype;
    if (f->in[i].left_out) x[i] = axis_length(e, x[f->in[i].of], f->in[i].axis, t);
    if (!x[i]->rank) hlo_bind(s, f->v[i], x[i]);
  }
  for (uint32_t i = 0; i < f->n; i++) {
    const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(f->v[i]));
    hlo_dim *own = DBX_NEWN(&e->arena, hlo_dim, a->rank + 1);
    if (!a->rank) continue;
    for (uint32_t k = 0; k < a->rank; k++)
      own[k] = dbx_dim_is_int(a->dims[k]) ? hlo_number(dbx_dim_value(a->dims[k]))
                                          : hlo_dim_of(e, axis_length(e, x[i], k, DBX_I64));
    const hlo *v = hlo_new(e, x[i]->name, a->dtype, a->rank, own);
    hlo_bind(s, f->v[i], hlo_typed(e, s, v, dbx_var_aval(f->v[i])));
  }
  return DBX_OK;
}

static dbx_status emit_function(hlo_emitter *e, function *f) {
  hlo_scope s = {.outer = NULL};
  hlo_region all;
  const dbx_jaxpr *j = f->j;
  const hlo **outs = DBX_NEWN(&e->arena, const hlo *, j->n_out + 1);
  dbx_buf names = {0};
  hlo_open(e, &all);
  dbx_status st = bind_arguments(e, f, &s);
  if (st == DBX_OK) st = body(e, j, &s, outs);
  e->eqn = NULL;
  for (uint32_t i = 0; st == DBX_OK && i < j->n_out; i++) {
    if (f->out[i].left_out) continue;
    dbx_printf(&names, "%s%s", names.n ? ", " : "", hlo_name(e, outs[i]));
    dbx_printf(&f->types, "%s%s", f->types.n ? ", " : "", hlo_type(e, outs[i]));
  }
  if (names.n) hlo_line(e, "return %s : %s", dbx_text(&names), dbx_text(&f->types));
  else hlo_line(e, "return");
  hlo_shut(e, &all);
  dbx_buf_free(&names);
  dbx_map_free(&s.values);
  return st;
}

dbx_status hlo_module(const dbx_jaxpr *j, dbx_hlo_for target, hlo_sizes *sizes, dbx_buf *out) {
  hlo_emitter e = {.target = target, .indent = 2, .sizes = sizes, .emit_body = body};
  function f = {.j = j, .sizes = sizes};
  f.v = DBX_NEWN(&e.arena, dbx_var, j->n_const + j->n_in + 1);
  f.in = DBX_NEWN(&e.arena, dbx_hlo_slot, j->n_const + j->n_in + 1);
  f.out = DBX_NEWN(&e.arena, dbx_hlo_slot, j->n_out + 1);
  f.n = inputs_of(j, f.v);
  sizes->found = 0, sizes->other = NULL;
  dbx_hlo_signature(j, f.in, f.out);
  dbx_status st = emit_function(&e, &f);
  if (st == DBX_OK) {
    dbx_printf(out, "module @prog {\n  func.func public @main(%s) -> (%s) {\n", dbx_text(&f.args),
               dbx_text(&f.types));
    dbx_printf(out, "%s%s  }\n%s}\n", dbx_text(&e.head), dbx_text(&e.body), dbx_text(&e.functions));
  }
  dbx_buf *all[] = {&f.args, &f.types, &e.head, &e.body, &e.functions};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) dbx_buf_free(all[i]);
  dbx_map_free(&e.head_region.seen);
  dbx_arena_free(&e.arena);
  return st;
}

dbx_status dbx_hlo_text(const dbx_jaxpr *j, dbx_hlo_for target, dbx_buf *out) {
  hlo_sizes sizes = {.asked = false};
  dbx_buf module = {0};
  dbx_status st = hlo_module(j, target, &sizes, &module);
  if (st == DBX_OK && target == DBX_HLO_XLA && sizes.other)
    dbx_printf(out, "// not for XLA: %s: %s\n", sizes.other->prim->name, sizes.why);
  if (st == DBX_OK) dbx_putn(out, dbx_text(&module), module.n);
  dbx_buf_free(&module);
  return st;
}
