// The table of interned abstract values (see aval.h).
#include "ir/aval.h"

#include "base/mem.h"
#include <string.h>

static bool same(const dbx_aval_info *v, dbx_dtype dtype, bool weak, uint32_t rank,
                 const dbx_dim *dims) {
  return v->dtype == dtype && v->weak == weak && v->rank == rank &&
         (!rank || !memcmp(v->dims, dims, rank * sizeof *dims));
}

dbx_aval dbx_aval_of(dbx_dtype dtype, bool weak, uint32_t rank, const dbx_dim *dims) {
  if (!ir_now->avals.at.n) dbx_push(&ir_now->avals.at, NULL), dbx_push(&ir_now->avals.next, 0);
  uint64_t h = dbx_hash(dims, rank * sizeof *dims, (uint64_t)dtype * 2 + weak) | 1;
  uint64_t *first = dbx_map_find(&ir_now->avals.by_hash, h);
  uint32_t head = first ? (uint32_t)*first : 0;
  for (dbx_aval a = head; a; a = ir_now->avals.next.at[a])
    if (same(ir_now->avals.at.at[a], dtype, weak, rank, dims)) return a;
  dbx_aval_info *v = dbx_arena_alloc(&ir_now->avals.arena, sizeof *v + rank * sizeof *dims);
  *v = (dbx_aval_info){.dtype = dtype, .weak = weak, .rank = rank};
  for (uint32_t i = 0; i < rank; i++) {
    v->dims[i] = dims[i];
    v->dynamic |= !dbx_dim_is_int(dims[i]);
  }
  dbx_push(&ir_now->avals.at, v);
  dbx_push(&ir_now->avals.next, head);
  dbx_map_put(&ir_now->avals.by_hash, h, ir_now->avals.at.n - 1);
  return ir_now->avals.at.n - 1;
}

dbx_aval dbx_aval_with_dims(dbx_aval a, const dbx_dim *dims) {
  const dbx_aval_info *v = dbx_aval_at(a);
  return dbx_aval_of(v->dtype, v->weak, v->rank, dims);
}

dbx_aval dbx_aval_with_type(dbx_aval a, dbx_dtype dtype, bool weak) {
  const dbx_aval_info *v = dbx_aval_at(a);
  return v->dtype == dtype && v->weak == weak ? a : dbx_aval_of(dtype, weak, v->rank, v->dims);
}

dbx_aval dbx_aval_strong(dbx_aval a) { return dbx_aval_with_type(a, dbx_aval_at(a)->dtype, false); }

dbx_aval dbx_aval_map(dbx_aval a, dbx_dim (*f)(void *ctx, dbx_dim d), void *ctx) {
  const dbx_aval_info *v = dbx_aval_at(a);
  if (!v->dynamic) return a;
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_dim *dims = DBX_TMP(dbx_dim, v->rank);
  for (uint32_t i = 0; i < v->rank; i++) dims[i] = f(ctx, v->dims[i]);
  a = dbx_aval_of(v->dtype, v->weak, v->rank, dims);
  dbx_scratch_release(m);
  return a;
}

bool dbx_aval_is_int_scalar(dbx_aval a) {
  const dbx_aval_info *v = dbx_aval_at(a);
  return v->rank == 0 && dbx_is_integer(v->dtype);
}

bool dbx_aval_is_size(dbx_aval a) {
  return dbx_aval_is_int_scalar(a) ||
         (dbx_aval_at(a)->rank == 0 && dbx_aval_at(a)->dtype == DBX_BOOL);
}
