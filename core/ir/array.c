// Array values (see array.h).
#include "ir/array.h"

#include "base/budget.h"
#include "base/diag.h"
#include "base/fault.h"
#include "base/guard.h"
#include "base/mem.h"
#include "base/poll.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static dbx_array *shell(dbx_dtype t, uint32_t rank, const int64_t *dims) {
  dbx_array *a = dbx_alloc(sizeof *a + rank * sizeof *dims);
  a->refs = 1;
  a->dtype = t;
  a->rank = rank;
  uint64_t size = 1; // of an empty array the other axes may be as long as they like
  for (uint32_t i = 0; i < rank; i++) size *= (uint64_t)(a->dims[i] = dims[i]);
  a->size = (int64_t)size;
  return a;
}

static bool bytes_of(dbx_dtype t, uint32_t rank, const int64_t *dims, int64_t *bytes) {
  int64_t n = dbx_dtype_bytes(t);
  for (uint32_t i = 0; i < rank; i++)
    if (dims[i] == 0) return *bytes = 0, true;
  for (uint32_t i = 0; i < rank; i++)
    if (__builtin_mul_overflow(n, dims[i], &n)) return false;
  return *bytes = n, true;
}

// Large arrays lie in huge pages where the system has them: a sum over 80 MB takes half the time.
// What is longer than some vectors begins where a line of the cache does: no vector lies in two.
static void *elements(size_t bytes) {
  if (dbx_guards()) return dbx_guard_new(bytes);
  static const size_t line_from = 1 << 10, line = 64, huge_from = 4 << 20, huge_page = 2 << 20;
  void *at = NULL;
  if (bytes < line_from) return malloc(bytes ? bytes : 1);
  if (bytes < huge_from) return posix_memalign(&at, line, bytes) ? NULL : at;
  if (bytes > SIZE_MAX - huge_page) return NULL;
  size_t rounded = (bytes + huge_page - 1) / huge_page * huge_page;
  void *data = aligned_alloc(huge_page, rounded);
  if (data) (void)madvise(data, rounded, MADV_HUGEPAGE);
  return data;
}

static void free_guarded(void *data, void *bytes) {
  dbx_guard_free(data, (size_t)(uintptr_t)bytes);
}

dbx_status dbx_array_new(dbx_dtype t, uint32_t rank, const int64_t *dims, dbx_array **ret) {
  int64_t bytes;
  if (!bytes_of(t, rank, dims, &bytes))
    return dbx_fail(DBX_E702, (dbx_span){0}, "the number of bytes of an array overflows 64 bits");
  void *data = dbx_fault_due() ? NULL : elements((size_t)bytes);
  if (!data && dbx_budget_has((double)bytes + (4 << 20))) data = elements((size_t)bytes);
  if (!data) {
    dbx_fail_(DBX_E702, (dbx_span){0}, "no memory for an array of %" PRId64 " bytes", bytes);
    return dbx_budget_short();
  }
  dbx_array *a = shell(t, rank, dims);
  a->data = data;
  if (dbx_guards()) a->free_data = free_guarded, a->free_ctx = (void *)(uintptr_t)bytes;
  *ret = a;
  return DBX_OK;
}

dbx_array *dbx_array_adopt(dbx_dtype t, uint32_t rank, const int64_t *dims, void *data,
                           void (*free_data)(void *, void *), void *ctx) {
  dbx_array *a = shell(t, rank, dims);
  a->data = data;
  a->free_data = free_data;
  a->free_ctx = ctx;
  return a;
}

dbx_array *dbx_array_scalar(dbx_dtype t, dbx_scalar x) {
  dbx_array *a = shell(t, 0, NULL);
  a->data = dbx_alloc(16);
  dbx_store(a->data, t, x);
  return a;
}

dbx_status dbx_array_copy(const dbx_array *a, uint32_t rank, const int64_t *dims, dbx_array **ret) {
  dbx_array *b;
  DBX_TRY(dbx_array_new(a->dtype, rank, dims, &b));
  assert(b->size == a->size);
  dbx_copy(b->data, a->data, (size_t)a->size * dbx_dtype_bytes(a->dtype));
  b->weak = a->weak;
  *ret = b;
  return DBX_OK;
}

dbx_status dbx_array_result(dbx_array *a, bool weak, dbx_array **ret) {
  dbx_array *own = a;
  if (a->weak == weak && !a->host) return *ret = a, DBX_OK;
  dbx_status st = a->refs > 1 ? dbx_array_copy(a, a->rank, a->dims, &own) : DBX_OK;
  if (own != a || st != DBX_OK) dbx_array_unref(a);
  DBX_TRY(st);
  own->weak = weak, own->host = false;
  return *ret = own, DBX_OK;
}

dbx_array *dbx_array_ref(dbx_array *a) {
  a->refs++;
  return a;
}

dbx_array *dbx_array_unref(dbx_array *a) {
  if (!a || --a->refs) return NULL;
  if (a->free_data) a->free_data(a->data, a->free_ctx);
  else free(a->data);
  free(a);
  return NULL;
}

dbx_scalar dbx_array_at(const dbx_array *a, int64_t i) {
  return dbx_load((const char *)a->data + i * dbx_dtype_bytes(a->dtype), a->dtype);
}

void dbx_array_set(dbx_array *a, int64_t i, dbx_scalar x) {
  dbx_store((char *)a->data + i * dbx_dtype_bytes(a->dtype), a->dtype, x);
}
