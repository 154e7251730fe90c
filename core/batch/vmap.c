// A function under vmap: the frame that stands for what is outside (see batch.h).
#include "batch/rule.h"

#include <inttypes.h>

struct dbx_batch {
  dbx_trace *own; // opened for it; NULL: there was one
  dbx_frame *frame;
  dbx_frame_taker taker;
  batch_env env;
  uint32_t n_captures; // of the frame, that are in env
  dbx_dim size;
};

// What the frame has captured is the same in all examples.
static void learn_captures(dbx_batch *b) {
  for (; b->n_captures < b->frame->consts.n; b->n_captures++) {
    const dbx_capture *c = &b->frame->consts.at[b->n_captures];
    V v = c->array ? dbx_val_array(c->array) : dbx_val_tracer(c->outer);
    batch_put(&b->env, c->inner, (dbx_mapped){v, DBX_UNMAPPED});
  }
}

// The frame is left for as long as something is bound outside.
static dbx_frame *leave(const dbx_batch *b) {
  dbx_trace *t = b->frame->trace;
  dbx_frame *top = t->top;
  t->top = b->frame->parent;
  return top;
}

// Whether the type of an example is weak is said by the value outside: as in jax, whose tracer of
// an example has no type of its own. The variable is new, nobody has asked for its type yet.
static void take_weakness(dbx_var v, dbx_mapped m) {
  const dbx_aval_info *own = dbx_aval_at(dbx_var_aval(v));
  if (bad(m.v) || !is_mapped(m) || jn_info(m.v)->weak == own->weak) return;
  dbx_var_at(v)->aval = dbx_aval_of(own->dtype, !own->weak, own->rank, own->dims);
}

static dbx_status take(void *ctx, dbx_frame *f, const dbx_eqn *e) {
  dbx_batch *b = ctx;
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_mapped *out = DBX_TMP(dbx_mapped, e->n_out + 1);
  learn_captures(b);
  dbx_frame *top = leave(b);
  dbx_status st = batch_eqn(e, &b->env, b->size, out);
  f->trace->top = top;
  for (uint32_t i = 0; st == DBX_OK && i < e->n_out; i++) {
    take_weakness(e->out[i], out[i]);
    batch_put(&b->env, e->out[i], out[i]);
  }
  dbx_scratch_release(m);
  return st;
}

static dbx_val result_of(void *ctx, dbx_var v) {
  const dbx_batch *b = ctx;
  dbx_mapped m = batch_get(&b->env, v);
  return is_mapped(m) || bad(m.v) ? dbx_val_tracer(v) : m.v;
}

static dbx_status capture(void *ctx, dbx_atom a) {
  dbx_batch *b = ctx;
  dbx_frame *f = b->frame->parent;
  learn_captures(b);
  dbx_val v = batch_get(&b->env, a).v;
  dbx_atom outer;
  bool scalar = v.kind == DBX_V_ARRAY && !v.array->rank;
  return f && dbx_is_arraylike(&v) && !dbx_is_number(&v) && !scalar
             ? dbx_frame_capture(f, &v, &outer)
             : DBX_OK;
}

dbx_batch *dbx_batch_begin(dbx_sym function, dbx_dim size, dbx_sym axis) {
  dbx_batch *b = dbx_alloc(sizeof *b);
  b->size = size;
  b->env.axis = axis;
  if (axis) dbx_axis_push(axis, size);
  if (!dbx_trace_frame()) {
    b->own = dbx_trace_begin(function);
    b->own->plain = true; // as what is traced outside of it
  }
  b->frame = dbx_frame_open(DBX_FRAME_CALL, function);
  b->taker = (dbx_frame_taker){take, result_of, capture, b};
  b->frame->taker = &b->taker;
  return b;
}

// The type of one example, in the frame.
static dbx_status example_type(const dbx_batch *b, dbx_mapped a, dbx_aval *ret) {
  const dbx_aval_info *t = jn_info(a.v);
  dbx_dim *dims = DBX_TMP(dbx_dim, t->rank);
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->rank; i++) {
    if (i == a.axis) continue;
    dims[n] = t->dims[i];
    if (dbx_dim_is_var(dims[n])) {
      dbx_var v;
      DBX_TRY(dbx_lift(b->frame, (dbx_var)dbx_dim_value(dims[n]), &v));
      dims[n] = dbx_dim_var(v);
    }
    n++;
  }
  return *ret = dbx_aval_of(t->dtype, t->weak, n, dims), DBX_OK;
}

dbx_status dbx_batch_argument(dbx_batch *b, dbx_mapped a, dbx_val *ret) {
  if (!is_mapped(a)) return *ret = a.v, DBX_OK;
  dbx_dim length = jn_info(a.v)->dims[a.axis];
  if (!dbx_compare_dims(length, b->size)) {
    dbx_fail_as_(DBX_E304, DBX_S_ValueError, (dbx_span){0},
                 "vmap got inconsistent sizes for array axes to be mapped%s",
                 dbx_dims_verdict(length, b->size));
    return dbx_note_dims(length, b->size), DBX_FAIL;
  }
  dbx_aval type;
  DBX_TRY(example_type(b, a, &type));
  dbx_var v = dbx_new_arg(b->frame, type);
  batch_put(&b->env, v, a);
  return *ret = dbx_val_tracer(v), DBX_OK;
}

// The value outside of what the function gave back.
static dbx_status outside(dbx_batch *b, const dbx_val *v, dbx_mapped *ret) {
  if (v->kind != DBX_V_TRACER || dbx_var_at(v->tracer)->frame != b->frame->id)
    return *ret = (dbx_mapped){*v, DBX_UNMAPPED}, DBX_OK;
  learn_captures(b);
  *ret = batch_get(&b->env, v->tracer);
  return status_of(ret->v);
}

static dbx_status bind_result(const dbx_batch *b, dbx_mapped m, int64_t to, dbx_val *ret) {
  if (to == DBX_NO_AXIS) {
    *ret = m.v;
    return is_mapped(m)
               ? dbx_fail(DBX_E208, (dbx_span){0}, "vmap has mapped output but out_axes is None")
               : DBX_OK;
  }
  int64_t rank = jn_rank(m.v) + !is_mapped(m);
  if (to < -rank || to >= rank)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "axis %" PRId64 " is out of bounds for array of dimension %" PRId64, to, rank);
  *ret = batch_match(m, b->size, to < 0 ? to + rank : to);
  return status_of(*ret);
}

dbx_status dbx_batch_result(dbx_batch *b, const dbx_val *v, int64_t to, dbx_val *ret) {
  dbx_mapped m;
  DBX_TRY(outside(b, v, &m));
  dbx_frame *top = leave(b);
  dbx_status st = bind_result(b, m, to, ret);
  b->frame->trace->top = top;
  if (st == DBX_OK && ret->kind == DBX_V_ARRAY) dbx_autorelease(dbx_array_ref(ret->array));
  return st;
}

void dbx_batch_end(dbx_batch *b) {
  if (b->env.axis) dbx_axis_pop();
  b->frame->taker = NULL;
  dbx_frame_close(b->frame);
  if (b->own) {
    dbx_trace_end(b->own);
    dbx_trace_free(b->own);
  }
  batch_env_free(&b->env);
  free(b);
}
