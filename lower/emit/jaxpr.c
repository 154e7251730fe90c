// Emitting Jaxprs: equations one by one, values by variable, and the function around them.
#include "lower/emit/emit.h"

#include "lower/loops/brief.h"
#include "lower/loops/front.h"
#include "lower/loops/fuse.h"
#include "lower/loops/jam.h"
#include "lower/loops/past.h"
#include "lower/loops/spare.h"
#include "lower/loops/spread.h"
#include "lower/loops/tile.h"

#include <string.h>

static const emit_fn emitters[] = {
#define P(id, name, operands, params, rule, accepts, result, lit, nested, kernel, lower, batch,    \
          jvp, transpose, doc)                                                                     \
  dbx_emit_##lower,
#include "prim/prims.def"
};

enum { DEEPEST = 1000, MOST_EQUATIONS = 200000, HEAVIEST = 64 };

// ---- operands ----

static value *literal(emitter *e, dbx_atom a) {
  const dbx_literal *l = dbx_literal_at(a);
  dbx_dtype t = dbx_aval_at(l->aval)->dtype;
  if (dbx_is_integer(t)) return val_known(e, t, l->value.i);
  return val_scalar(e, t, ml_literal(e, t, l->value));
}

static value *operand(emitter *e, const scope *s, dbx_atom a) { // a reference
  return dbx_is_literal(a) ? literal(e, a) : val_ref(scope_find(s, a));
}

// ---- types ----

// v with the dims of its type, which a guard has found equal.
static value *retyped(emitter *e, const scope *s, value *v, dbx_aval a) {
  dim *dims = DBX_NEWN(&e->arena, dim, v->rank + 1);
  type_dims(e, s, a, v->dims, dims);
  return val_with_dims(e, v, dims);
}

// ---- which variables are used how often, and where last ----

typedef struct uses {
  const dbx_jaxpr *j;
  dbx_map at; // variable -> count << 32 | (index of the last equation + 1)
} uses;

static void count_use(uses *u, dbx_atom a, uint32_t eqn) {
  if (dbx_is_literal(a)) return;
  uint64_t *n = dbx_map_find(&u->at, a & DBX_HANDLE), count = n ? *n >> 32 : 0;
  dbx_map_put(&u->at, a & DBX_HANDLE, (count + 1) << 32 | (eqn + 1));
}

static void count_uses(uses *u, const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_in; k++) count_use(u, j->eqns[i].in[k], i);
  for (uint32_t i = 0; i < j->n_out; i++) count_use(u, j->outs[i], j->n_eqns);
}

static uint32_t use_count(const uses *u, dbx_var v) {
  uint64_t *n = dbx_map_find(&u->at, v & DBX_HANDLE);
  return n ? (uint32_t)(*n >> 32) : 0;
}

static const dbx_eqn *only_reader(const uses *u, const dbx_eqn *q) {
  uint64_t *n = q->n_out == 1 ? dbx_map_find(&u->at, q->out[0] & DBX_HANDLE) : NULL;
  return n && *n >> 32 == 1 && (uint32_t)*n <= u->j->n_eqns ? &u->j->eqns[(uint32_t)*n - 1] : NULL;
}

static bool last_use(const uses *u, dbx_var v, uint32_t eqn) {
  uint64_t *n = dbx_map_find(&u->at, v & DBX_HANDLE);
  return !n || (uint32_t)*n <= eqn + 1;
}

// ---- links ----

static void link_value(emitter *e, const scope *s, dbx_var v) {
  const value *x = e->links ? scope_find(s, v) : NULL;
  if (!x || x->rank || x->known || ml_none(x->scalar)) return;
  uint64_t key = (uint64_t)(uintptr_t)x->scalar.ptr;
  if (!dbx_map_find(&e->links->variable_of, key))
    dbx_map_put(&e->links->variable_of, key, v & DBX_HANDLE);
}

// ---- equations ----

// The number of the equation for a listing, else its place in the source.
static MlirLocation location(emitter *e, const dbx_eqn *q, uint32_t number) {
  dbx_span s = q->span;
  if (e->p->lists) return mlirLocationFileLineColGet(e->ctx, op_str(listing_file), number, 0);
  if (!s.file) return mlirLocationUnknownGet(e->ctx);
  dbx_place p = dbx_source_place(s.file, s.begin);
  return mlirLocationFileLineColGet(e->ctx, op_str(dbx_source_name(s.file)), p.line, p.column);
}

static void bind_results(emitter *e, scope *s, const uses *u, const dbx_eqn *q, value **out) {
  for (uint32_t k = 0; k < q->n_out; k++) scope_bind(s, q->out[k], out[k]);
  for (uint32_t k = 0; k < q->n_out; k++) {
    dbx_aval a = dbx_var_aval(q->out[k]);
    type_guard(e, s, out[k], a);
    out[k] = retyped(e, s, out[k], a);
    scope_bind(s, q->out[k], out[k]);
    link_value(e, s, q->out[k]);
    if (!out[k]->rank) continue;
    val_shape_exists(e, out[k]->rank, out[k]->dims);
    uint32_t n = use_count(u, q->out[k]);
    if (n == 0) scope_drop(e, s, q->out[k]);
    else if (out[k]->kind == V_OP && (n > 1 || out[k]->weight > HEAVIEST)) val_dense(e, out[k]);
  }
}

static dbx_status emit_equation(emitter *e, scope *s, const uses *u, const dbx_eqn *q, uint32_t i) {
  value **in = DBX_TMP(value *, q->n_in + 1), **out = DBX_TMP(value *, q->n_out + 1);
  if (++e->p->equations > MOST_EQUATIONS) {
    e->p->failed = q;
    return dbx_fail(DBX_E801, q->span, "the program has too many equations for the back end");
  }
  if (e->p->lists) dbx_push(&e->p->listed, q);
  MlirLocation at = location(e, q, e->p->equations);
  e->eqn = q;
  e->loc = at;
  for (uint32_t k = 0; k < q->n_in; k++) in[k] = operand(e, s, q->in[k]);
  for (uint32_t k = 0; k < q->n_in; k++)
    if (!dbx_is_literal(q->in[k]) && last_use(u, q->in[k], i) && in[k]->rank)
      scope_drop(e, s, q->in[k]);
  const scope *around = e->scope;
  e->scope = s;
  exact_guard(e, s, q);
  exact_follow(e, q, in);
  e->reader = only_reader(u, q);
  dbx_status st = emitters[q->prim->id](e, q, in, out);
  e->scope = around;
  e->eqn = q;
  e->loc = at;
  if (st != DBX_OK) return st;
  for (uint32_t k = 0; k < q->n_in; k++) val_drop(e, in[k]);
  bind_results(e, s, u, q, out);
  return DBX_OK;
}

static dbx_status emit_equations(emitter *e, const dbx_jaxpr *j, scope *s, const uses *u,
                                 value **outs) {
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    dbx_scratch_mark m = dbx_scratch_here();
    dbx_status st = emit_equation(e, s, u, &j->eqns[i], i);
    dbx_scratch_release(m);
    DBX_TRY(st);
  }
  for (uint32_t i = 0; i < j->n_out; i++) outs[i] = operand(e, s, j->outs[i]);
  return DBX_OK;
}

static dim *known_dims(emitter *e, const dbx_array *a) {
  dim *d = DBX_NEWN(&e->arena, dim, a->rank + 1);
  for (uint32_t i = 0; i < a->rank; i++) d[i] = dim_known(a->dims[i]);
  return d;
}

// Constants with a value: scalars are written into the code, arrays become further arguments.
static void bind_constants(emitter *e, const dbx_jaxpr *j, scope *s) {
  for (uint32_t i = 0; i < j->n_const; i++) {
    dbx_array *a = j->consts ? j->consts[i] : NULL;
    if (!a) continue;
    if (!a->rank) {
      dbx_scalar x = dbx_array_at(a, 0);
      scope_bind(s, j->constvars[i],
                 dbx_is_integer(a->dtype) ? val_known(e, a->dtype, x.i)
                                          : val_scalar(e, a->dtype, ml_literal(e, a->dtype, x)));
      continue;
    }
    dbx_push(&e->p->consts, a);
    MlirValue mem = mlirBlockAddArgument(e->entry, ml_memref(e, a->dtype), e->loc);
    value *v = val_view(e, a->dtype, val_buffer(e, mem, false), a->rank, known_dims(e, a));
    scope_bind(s, j->constvars[i], v);
  }
}

// Inputs that nobody reads: their buffers need not wait for the end of the body.
static void drop_unused(emitter *e, const dbx_jaxpr *j, scope *s, const uses *u) {
  for (uint32_t i = 0; i < j->n_in; i++) {
    const value *v = scope_find(&(scope){.values = s->values}, j->invars[i]);
    if (!v || !v->rank) continue;
    val_shape_exists(e, v->rank, v->dims);
    if (!use_count(u, j->invars[i])) scope_drop(e, s, j->invars[i]);
  }
}

dbx_status emit_too_deep(void) {
  return dbx_fail(DBX_E801, (dbx_span){0}, "Jaxprs nested too deeply for the back end");
}

static dbx_status emit_body(emitter *e, const dbx_jaxpr *j, scope *s, value **outs) {
  if (e->depth >= DEEPEST) return emit_too_deep();
  uses u = {.j = j};
  const dbx_eqn *q = e->eqn;
  MlirLocation loc = e->loc;
  count_uses(&u, j);
  if (++e->depth > e->p->depth) e->p->depth = e->depth;
  uint32_t shapes = e->shapes.n;
  bind_constants(e, j, s);
  for (uint32_t i = 0; i < j->n_in; i++) link_value(e, s, j->invars[i]);
  drop_unused(e, j, s, &u);
  dbx_status st = emit_equations(e, j, s, &u, outs);
  e->eqn = q;
  if (st == DBX_OK) exact_results(e, q, j);
  e->shapes.n = shapes;
  e->depth--;
  e->eqn = q;
  e->loc = loc;
  dbx_map_free(&u.at);
  return st;
}

// ---- the program ----

// known: it is this length, NULL: it is given.
static void bind_argument(emitter *e, scope *s, dbx_var v, const int64_t *known) {
  const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(v));
  MlirType t = a->rank ? ml_memref(e, a->dtype) : ml_scalar(e, a->dtype);
  MlirValue x = mlirBlockAddArgument(e->entry, t, e->loc);
  if (known) {
    scope_bind(s, v, val_known(e, a->dtype, *known));
    return;
  }
  dim *dims = DBX_TMP(dim, a->rank + 1);
  type_dims(e, s, dbx_var_aval(v), NULL, dims);
  scope_bind(s, v,
             a->rank ? val_view(e, a->dtype, val_buffer(e, x, false), a->rank, dims)
                     : val_scalar(e, a->dtype, x));
}

// A result has a buffer for itself, or all of one: where results, or an argument, share one, the
// runtime takes them to be of one size.
static value *result(emitter *e, value *v) {
  val_dense(e, v);
  if (val_is_whole(v) || val_owned(v)) return v;
  value *own = val_writable(e, &v);
  val_drop(e, v);
  return own;
}

static void return_results(emitter *e, MlirValue slots, value **outs, uint32_t n) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < n; i++)
    if (outs[i]->rank) outs[i] = result(e, outs[i]);
  for (uint32_t i = 0; i < n; i++) {
    MlirValue word[2] = {{0}, {0}};
    if (outs[i]->rank) word[0] = ml_pointer(e, outs[i]->buf->mem);
    else bits_store(e, outs[i]->t, outs[i]->scalar, word);
    for (uint32_t k = 0; k < 2 + outs[i]->rank; k++) {
      MlirValue w = k > 1 ? dim_i64(e, outs[i]->dims[k - 2]) : word[k];
      if (!ml_none(w))
        ml_build(e, &(op_spec){"memref.store", (MlirValue[]){w, slots, ml_index(e, at + k)}, 3});
    }
    at += 2 + outs[i]->rank;
  }
  e->p->n_slots = at;
}

static void finish_function(emitter *e) {
  uint32_t n = (uint32_t)mlirBlockGetNumArguments(e->entry);
  MlirType *types = DBX_TMP(MlirType, n + 1);
  for (uint32_t i = 0; i < n; i++) types[i] = mlirValueGetType(mlirBlockGetArgument(e->entry, i));
  MlirNamedAttribute attrs[] = {
      op_attr(e->ctx, "sym_name", mlirStringAttrGet(e->ctx, op_str("dbx_main"))),
      op_attr(e->ctx, "function_type",
              mlirTypeAttrGet(mlirFunctionTypeGet(e->ctx, n, types, 0, NULL)))};
  MlirRegion body = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(body, e->entry);
  e->block = mlirModuleGetBody(e->module);
  ml_build(e, &(op_spec){"func.func", NULL, 0, NULL, 0, attrs, 2, &body, 1});
}

static dbx_status emit_function(emitter *e, const dbx_jaxpr *j, scope *s) {
  value **outs = DBX_TMP(value *, j->n_out + 1);
  MlirValue slots = mlirBlockAddArgument(e->entry, ml_memref(e, DBX_I64), e->loc);
  e->scratch = mlirBlockAddArgument(e->entry, ml_memref(e, DBX_I64), e->loc);
  for (uint32_t i = 0; i < j->n_const; i++)
    if (!j->consts || !j->consts[i]) bind_argument(e, s, j->constvars[i], NULL);
  for (uint32_t i = 0; i < j->n_in; i++)
    bind_argument(e, s, j->invars[i], i < e->p->form.n_lengths ? &e->p->form.lengths[i] : NULL);
  e->p->n_args = (uint32_t)mlirBlockGetNumArguments(e->entry) - 2;
  DBX_TRY(emit_body(e, j, s, outs));
  return_results(e, slots, outs, j->n_out);
  ml_build(e, &(op_spec){"func.return"});
  finish_function(e);
  return DBX_OK;
}

static void start(emitter *e, MlirContext ctx) {
  e->ctx = ctx;
  e->loc = mlirLocationUnknownGet(ctx);
  e->i1 = mlirIntegerTypeGet(ctx, 1), e->i8 = mlirIntegerTypeGet(ctx, 8);
  e->i16 = mlirIntegerTypeGet(ctx, 16), e->i32 = mlirIntegerTypeGet(ctx, 32);
  e->i64 = mlirIntegerTypeGet(ctx, 64), e->i128 = mlirIntegerTypeGet(ctx, 128);
  e->f16 = mlirF16TypeGet(ctx);
  e->f32 = mlirF32TypeGet(ctx), e->f64 = mlirF64TypeGet(ctx), e->index = mlirIndexTypeGet(ctx);
  e->module = mlirModuleCreateParse(
      ctx, op_str("llvm.mlir.global external @dbx_stop() {addr_space = 0 : i32} : i32"));
  e->entry = e->block = mlirBlockCreate(0, NULL, NULL);
}

dbx_status emit_program(lower_program *p, const dbx_jaxpr *j, MlirContext ctx, emit_links *links,
                        MlirModule *ret) {
  emitter e = {.p = p, .links = links, .body = emit_body};
  scope s = {0};
  dbx_scratch_mark m = dbx_scratch_here();
  start(&e, ctx);
  dbx_exact_find(j, &e.exact);
  dbx_status st = emit_function(&e, j, &s);
  if (st == DBX_OK) {
    fuse_loops(e.module, links);
    spare_buffers(e.module, links);
    front_buffers(e.module);
    tile_loops(e.module, p);
    jam_loops(e.module, p, links);
    if (p->form.spreads) {
      brief_buffers(e.module, links);
      past_loops(e.module, p);
      spread_loops(e.module, p);
    }
    *ret = e.module;
  } else {
    mlirBlockDestroy(e.entry);
    mlirModuleDestroy(e.module);
  }
  dbx_map_free(&s.values);
  dbx_map_free(&e.wrapped);
  dbx_exact_free(&e.exact);
  dbx_map_free(&e.constants);
  dbx_map_free(&e.declared);
  dbx_vec_free(&e.pool);
  dbx_vec_free(&e.shapes);
  dbx_arena_free(&e.arena);
  dbx_scratch_release(m);
  return st;
}
