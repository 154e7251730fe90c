// Rows of eight elements, each folded to one number. Eight rows are a tile, which is transposed:
// then they lie side by side, and are folded in the order of their elements. Where the rows are
// more than caches hold, the numbers are written past them.
#include "lower/emit/emit.h"

// Elements: a tile's operations fill what the processor has under way, so that it does not see far
// enough by itself.
enum { AHEAD = 1024 };

bool rows_have_eight(const value *x) {
  return (x->t == DBX_F64 || x->t == DBX_F32) && x->rank && val_is_dense(x);
}

typedef struct short_rows {
  const value *x;
  dbx_prim op;
  row_fold fold;
  MlirValue init, all, to; // all: a vector of init
} short_rows;

// Of the rows from `row` on.
static MlirValue fold_tile(emitter *e, const short_rows *r, MlirValue row) {
  MlirValue v[ML_TILE], at = ml_mul(e, row, ml_index(e, ML_TILE)), all = r->all;
  for (int k = 0; k < ML_TILE; k++) {
    MlirValue line = ml_add(e, at, ml_index(e, (int64_t)k * ML_TILE));
    ml_prefetch(e, r->x->t, r->x->buf->mem, ml_add(e, line, ml_index(e, AHEAD)));
    v[k] = ml_load_vector(e, r->x->t, ML_TILE, r->x->buf->mem, line);
  }
  ml_transpose(e, v);
  for (int k = 0; k < ML_TILE; k++) all = r->fold(e, r->op, r->x->t, all, v[k]);
  return all;
}

// The numbers of a tile are a line, and begin one; and the rows are many.
static MlirValue goes_past(emitter *e, const short_rows *r, MlirValue rows) {
  int64_t bytes = dbx_dtype_bytes(r->x->t);
  if (ML_TILE * bytes != ML_LINE) return (MlirValue){0};
  MlirValue bits = ml_binary(e, "arith.andi", ml_pointer(e, r->to), ml_int(e, e->i64, ML_LINE - 1));
  MlirValue many = ml_cmpi(e, I_SGT, rows, ml_index(e, ML_CACHES / (bytes * ML_TILE)));
  return ml_binary(e, "arith.andi", ml_cmpi(e, I_EQ, bits, ml_int(e, e->i64, 0)), many);
}

static void fold_tiles(emitter *e, const short_rows *r, MlirValue tiles, bool past) {
  ml_loop l;
  ml_loop_begin(e, &l, tiles, 0, NULL);
  MlirValue row = ml_mul(e, l.at, ml_index(e, ML_TILE));
  ml_store_vector(e, r->x->t, fold_tile(e, r, row), r->to, row, past);
  l.apart = (int64_t)ML_TILE * ML_TILE;
  ml_loop_end(e, &l, NULL, NULL);
}

static void fold_row(emitter *e, const short_rows *r, MlirValue row) {
  MlirValue at = ml_mul(e, row, ml_index(e, ML_TILE)), v = r->init;
  for (int k = 0; k < ML_TILE; k++) {
    MlirValue next = ml_load(e, r->x->t, r->x->buf->mem, ml_add(e, at, ml_index(e, k)));
    v = r->fold(e, r->op, r->x->t, v, next);
  }
  ml_store(e, r->x->t, r->to, row, v);
}

void rows_of_eight(emitter *e, const value *x, dbx_prim op, row_fold fold, MlirValue init,
                   MlirValue to) {
  short_rows r = {x, op, fold, init, ml_splat(e, init, ML_TILE), to};
  MlirValue rows = dims_size(e, x->rank - 1, x->dims), wide = ml_index(e, ML_TILE),
            tiles = ml_binary(e, "arith.divui", rows, wide), past = goes_past(e, &r, rows);
  ml_if f;
  ml_loop l;
  if (!ml_none(past)) {
    ml_if_begin(e, &f, past);
    fold_tiles(e, &r, tiles, true);
    ml_if_else(e, &f, NULL, 0);
  }
  fold_tiles(e, &r, tiles, false);
  if (!ml_none(past)) ml_if_end(e, &f, NULL, 0, NULL);
  ml_loop_begin(e, &l, ml_binary(e, "arith.remui", rows, wide), 0, NULL);
  fold_row(e, &r, ml_add(e, ml_mul(e, tiles, wide), l.at));
  ml_loop_end(e, &l, NULL, NULL);
  if (!ml_none(past)) ml_fence(e, past);
}
