// Equations without code of their own: a call that runs the interpreter's kernel on the operands.
// Scratch words going in: of an operand, its bits (two words) or its pointer and dims; of a result,
// the dims that its type says. Coming out: two words of bits for each scalar result k at 2 k.
#include "lower/emit/emit.h"

static MlirValue bits_of(emitter *e, dbx_dtype t, MlirValue x) {
  if (t == DBX_F64) return ml_unary(e, "arith.bitcast", e->i64, x);
  if (t == DBX_F32) x = ml_unary(e, "arith.bitcast", e->i32, x);
  MlirType type = mlirValueGetType(x);
  if (mlirTypeEqual(type, e->i64)) return x;
  return ml_unary(e, t == DBX_C128 ? "arith.trunci" : "arith.extui", e->i64, x);
}

uint32_t bits_store(emitter *e, dbx_dtype t, MlirValue x, MlirValue *words) {
  words[0] = bits_of(e, t, x);
  words[1] = ml_int(e, e->i64, 0);
  if (t == DBX_C128)
    words[1] =
        ml_unary(e, "arith.trunci", e->i64, ml_binary(e, "arith.shrui", x, ml_int(e, e->i128, 64)));
  return 2;
}

static MlirValue bits_load(emitter *e, dbx_dtype t, MlirValue low, MlirValue high) {
  if (t == DBX_F64) return ml_unary(e, "arith.bitcast", e->f64, low);
  if (t == DBX_F32)
    return ml_unary(e, "arith.bitcast", e->f32, ml_unary(e, "arith.trunci", e->i32, low));
  if (t != DBX_C128) {
    MlirType s = ml_scalar(e, t);
    return mlirTypeEqual(s, e->i64) ? low : ml_unary(e, "arith.trunci", s, low);
  }
  MlirValue a = ml_unary(e, "arith.extui", e->i128, low),
            b = ml_unary(e, "arith.extui", e->i128, high);
  return ml_binary(e, "arith.ori", a, ml_binary(e, "arith.shli", b, ml_int(e, e->i128, 64)));
}

static uint32_t pass_operand(emitter *e, value *v, uint32_t at) {
  if (!v->rank) {
    MlirValue words[2];
    bits_store(e, v->t, v->scalar, words);
    ml_scratch_set(e, at, words[0]);
    ml_scratch_set(e, at + 1, words[1]);
    return at + 2;
  }
  ml_scratch_set(e, at++, ml_pointer(e, v->buf->mem));
  for (uint32_t i = 0; i < v->rank; i++) ml_scratch_set(e, at++, dim_i64(e, v->dims[i]));
  return at;
}

dbx_status dbx_emit_kernel(emitter *e, const dbx_eqn *q, value **in, value **out) {
  uint32_t at = 0;
  if (!e->p->kernel) e->p->kernel = q;
  for (uint32_t i = 0; i < q->n_in; i++)
    if (in[i]->rank) val_dense(e, in[i]); // before the scratch words are written
  for (uint32_t i = 0; i < q->n_in; i++) at = pass_operand(e, in[i], at);
  dim **dims = DBX_TMP(dim *, q->n_out + 1);
  for (uint32_t k = 0; k < q->n_out; k++) {
    dbx_aval a = dbx_var_aval(q->out[k]);
    uint32_t rank = dbx_aval_at(a)->rank;
    dims[k] = DBX_NEWN(&e->arena, dim, rank + 1);
    type_dims(e, e->scope, a, NULL, dims[k]);
    for (uint32_t i = 0; i < rank; i++) ml_scratch_set(e, at++, dim_i64(e, dims[k][i]));
  }
  dbx_push(&e->p->sites, ((lower_site){q, LOWER_NO_MEMORY}));
  MlirValue site = ml_int(e, e->i64, e->p->sites.n - 1);
  ml_call(e, "dbx_kernel", (MlirType){0}, &site, 1);
  for (uint32_t k = 0; k < q->n_out; k++) {
    const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(q->out[k]));
    if (!a->rank)
      out[k] = val_scalar(
          e, a->dtype,
          bits_load(e, a->dtype, ml_scratch_get(e, 2 * k), ml_scratch_get(e, 2 * k + 1)));
  }
  for (uint32_t k = 0; k < q->n_out; k++) {
    const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(q->out[k]));
    if (!a->rank) continue;
    buffer *b = val_alloc(e, a->dtype, a->rank, dims[k]);
    MlirValue take[2] = {ml_int(e, e->i64, k), ml_pointer(e, b->mem)};
    ml_call(e, "dbx_take", (MlirType){0}, take, 2);
    out[k] = val_view(e, a->dtype, b, a->rank, dims[k]);
  }
  return DBX_OK;
}
