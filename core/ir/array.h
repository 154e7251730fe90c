// Array values: dense, row-major, immutable once shared; counted references. Their buffers are
// the only large memory of a session.
#ifndef DBX_IR_ARRAY_H
#define DBX_IR_ARRAY_H

#include "base/status.h"
#include "ir/dtype.h"

typedef struct dbx_array {
  uint32_t refs;
  dbx_dtype dtype;
  bool weak;
  bool host; // a numpy array or scalar of the host: rank 0 becomes a literal when traced
  uint32_t rank;
  int64_t size; // number of elements
  void *data;
  void (*free_data)(void *data, void *ctx); // NULL: free()
  void *free_ctx;
  int64_t dims[];
} dbx_array;

// A new array with undefined contents; dims >= 0. Fails with E702 if its bytes overflow or the
// machine has no room. The caller owns one reference.
dbx_status dbx_array_new(dbx_dtype t, uint32_t rank, const int64_t *dims, dbx_array **ret);
// Takes over a buffer that another allocator made.
dbx_array *dbx_array_adopt(dbx_dtype t, uint32_t rank, const int64_t *dims, void *data,
                           void (*free_data)(void *, void *), void *ctx);
dbx_array *dbx_array_scalar(dbx_dtype t, dbx_scalar x);
// The same elements with another shape of equal size (shares nothing: copies).
dbx_status dbx_array_copy(const dbx_array *a, uint32_t rank, const int64_t *dims, dbx_array **ret);
// What a computation gave, which may be its operand, as a result of this weakness that is no array
// of the host. Takes over the caller's reference, also where it fails.
dbx_status dbx_array_result(dbx_array *a, bool weak, dbx_array **ret);
dbx_array *dbx_array_ref(dbx_array *a);
dbx_array *dbx_array_unref(dbx_array *a); // takes NULL; returns NULL
dbx_scalar dbx_array_at(const dbx_array *a, int64_t i);
void dbx_array_set(dbx_array *a, int64_t i, dbx_scalar x);

#endif
