// Writing transposed views: in tiles, so that both sides are read and written by cache lines. A
// whole tile of words is transposed in vectors. Where the result is larger than caches, and its
// tiles are lines of them, they are written past the caches: what would be overwritten is not read
// before.
#include "lower/emit/emit.h"

#include "lower/loops/loops.h"

#include <string.h>

enum { TILE = ML_TILE };

// The axis whose elements lie side by side in memory where that is not the last one; rank if there
// is none, or if the tiles would be few.
static uint32_t transposed_axis(const value *v) {
  if (v->kind != V_VIEW || !v->stride || v->rank < 2) return v->rank;
  uint32_t last = v->rank - 1;
  if (index_is_number(v->stride[last], 1) || index_is_number(v->stride[last], 0)) return v->rank;
  for (uint32_t i = 0; i < last; i++) {
    bool small = (v->dims[i].known && v->dims[i].n <= TILE) ||
                 (v->dims[last].known && v->dims[last].n <= TILE);
    if (index_is_number(v->stride[i], 1) && !small) return i;
  }
  return v->rank;
}

typedef struct tile {
  ml_loop loop;          // over tiles, then inside one
  MlirValue size, tiles; // elements of the axis, tiles
  MlirValue first, n;    // elements of a tile
} tile;

static void count_tiles(emitter *e, tile *t, dim d) {
  t->size = dim_index(e, d);
  t->tiles = ml_binary(e, "arith.ceildivui", t->size, ml_index(e, TILE));
}

static void tile_begin(emitter *e, tile *t) {
  MlirValue width = ml_index(e, TILE);
  ml_loop_begin(e, &t->loop, t->tiles, 0, NULL);
  t->first = ml_mul(e, t->loop.at, width);
  t->n = ml_binary(e, "arith.minui", ml_binary(e, "arith.subi", t->size, t->first), width);
}

typedef struct tiled {
  const value *v;
  uint32_t axis;
  MlirValue mem, base;
  const MlirValue *stride;
  tile rows, columns; // of that axis, of the last one
  nest outer;         // the other axes
  bool words;         // whole tiles are transposed in vectors
  MlirValue past;     // i1: they are written past the caches; none: they never are
} tiled;

static MlirValue from_tile(emitter *e, tiled *t, MlirValue column) {
  t->outer.idx[t->v->rank - 1] = ml_add(e, t->columns.first, column);
  return val_at(e, t->v, t->outer.idx);
}

static void to_tile(emitter *e, tiled *t, MlirValue column, MlirValue x) {
  t->outer.idx[t->v->rank - 1] = ml_add(e, t->columns.first, column);
  MlirValue at = dims_offset(e, t->v->rank, t->base, t->outer.idx, t->stride);
  ml_store(e, t->v->t, t->mem, at, x);
}

// ---- whole tiles, in vectors ----

// What lies side by side where it is read, of a column of the tile.
static MlirValue read_column(emitter *e, tiled *t, int k) {
  const value *v = t->v;
  t->outer.idx[t->axis] = t->rows.first;
  t->outer.idx[v->rank - 1] = ml_add(e, t->columns.first, ml_index(e, k));
  MlirValue at = dims_offset(e, v->rank, v->base, t->outer.idx, v->stride);
  return ml_load_vector(e, v->t, TILE, v->buf->mem, at);
}

static void write_row(emitter *e, tiled *t, int i, MlirValue x, bool past) {
  t->outer.idx[t->axis] = ml_add(e, t->rows.first, ml_index(e, i));
  t->outer.idx[t->v->rank - 1] = t->columns.first;
  MlirValue at = dims_offset(e, t->v->rank, t->base, t->outer.idx, t->stride);
  ml_store_vector(e, t->v->t, x, t->mem, at, past);
}

static void write_words(emitter *e, tiled *t) {
  MlirValue x[TILE];
  ml_if f;
  for (int k = 0; k < TILE; k++) x[k] = read_column(e, t, k);
  ml_transpose(e, x);
  if (!ml_none(t->past)) {
    ml_if_begin(e, &f, t->past);
    for (int i = 0; i < TILE; i++) write_row(e, t, i, x[i], true);
    ml_if_else(e, &f, NULL, 0);
  }
  for (int i = 0; i < TILE; i++) write_row(e, t, i, x[i], false);
  if (!ml_none(t->past)) ml_if_end(e, &f, NULL, 0, NULL);
}

// Large, and every row of every tile a line: where the array begins, and how far it is from one row
// to the next.
static MlirValue goes_past(emitter *e, const tiled *t) {
  uint32_t last = t->v->rank - 1, bytes = dbx_dtype_bytes(t->v->t);
  if (TILE * bytes != ML_LINE) return (MlirValue){0};
  MlirValue bits = ml_none(t->base) ? ml_int(e, e->i64, 0) : ml_to_i64(e, t->base);
  for (uint32_t i = 0; i < last; i++)
    bits = ml_binary(e, "arith.ori", bits, ml_to_i64(e, t->stride[i]));
  bits =
      ml_binary(e, "arith.ori", ml_pointer(e, t->mem), ml_mul(e, bits, ml_int(e, e->i64, bytes)));
  bits = ml_binary(e, "arith.andi", bits, ml_int(e, e->i64, ML_LINE - 1));
  MlirValue n = ml_to_i64(e, dims_size(e, t->v->rank, t->v->dims));
  return ml_binary(e, "arith.andi", ml_cmpi(e, I_EQ, bits, ml_int(e, e->i64, 0)),
                   ml_cmpi(e, I_SGT, n, ml_int(e, e->i64, ML_CACHES / bytes)));
}

static bool is_of_words(const tiled *t) {
  uint32_t bytes = dbx_dtype_bytes(t->v->t);
  return (bytes == 4 || bytes == 8) && index_is_number(t->stride[t->v->rank - 1], 1);
}

// ---- tiles ----

// The rows of a tile: a whole one's are written out, all that is read before what is written.
static void write_tile(emitter *e, tiled *t, bool whole) {
  MlirValue x[TILE];
  ml_loop i, j;
  if (whole && t->words) {
    write_words(e, t);
    return;
  }
  ml_loop_begin(e, &i, whole ? ml_index(e, TILE) : t->rows.n, 0, NULL);
  t->outer.idx[t->axis] = ml_add(e, t->rows.first, i.at);
  for (int k = 0; whole && k < TILE; k++) x[k] = from_tile(e, t, ml_index(e, k));
  for (int k = 0; whole && k < TILE; k++) to_tile(e, t, ml_index(e, k), x[k]);
  if (!whole) {
    ml_loop_begin(e, &j, t->columns.n, 0, NULL);
    to_tile(e, t, j.at, from_tile(e, t, j.at));
    ml_loop_end(e, &j, NULL, NULL);
  }
  ml_loop_end(e, &i, NULL, NULL);
}

// Tile after tile along what lies side by side where it is read: the processor fetches that ahead.
static void write_tiled(emitter *e, tiled *t) {
  uint32_t rank = t->v->rank, last = rank - 1;
  dim *outer = DBX_TMP(dim, rank);
  ml_if f;
  memcpy(outer, t->v->dims, rank * sizeof *outer);
  outer[t->axis] = outer[last] = dim_known(1);
  count_tiles(e, &t->columns, t->v->dims[last]);
  count_tiles(e, &t->rows, t->v->dims[t->axis]);
  t->words = is_of_words(t);
  if (t->words) t->past = goes_past(e, t);
  nest_begin(e, &t->outer, rank, outer);
  tile_begin(e, &t->columns);
  tile_begin(e, &t->rows);
  ml_if_begin(e, &f,
              ml_cmpi(e, I_EQ, ml_add(e, t->rows.n, t->columns.n), ml_index(e, TILE + TILE)));
  write_tile(e, t, true);
  ml_if_else(e, &f, NULL, 0);
  write_tile(e, t, false);
  ml_if_end(e, &f, NULL, 0, NULL);
  t->rows.loop.apart = t->columns.loop.apart = (int64_t)TILE * TILE;
  ml_loop_end(e, &t->rows.loop, NULL, NULL);
  ml_loop_end(e, &t->columns.loop, NULL, NULL);
  nest_end(e, &t->outer);
  if (!ml_none(t->past)) ml_fence(e, t->past);
}

bool val_write_tiled(emitter *e, const value *v, MlirValue mem, MlirValue base,
                     const MlirValue *stride) {
  uint32_t axis = transposed_axis(v);
  if (axis == v->rank) return false;
  write_tiled(e, &(tiled){.v = v, .axis = axis, .mem = mem, .base = base, .stride = stride});
  return true;
}
