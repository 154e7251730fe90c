// See vector_sort.h. The library has no functions of C: its names are those that C++ makes of
// hwy::Sorter::operator()(T *, size_t, hwy::SortAscending) const, whose last argument is empty and
// whose object holds nothing that is read.
#include "interp/vector_sort.h"

#include <dlfcn.h>
#include <stdio.h>

// More take longer than 20 ms.
enum { FEW = 64, MOST = 1 << 22, MOST_PAIRS = 1 << 20 };

typedef void (*sorter)(const void *self, void *at, size_t n);

static struct {
  bool tried;
  sorter of[DBX_DTYPES], of_pairs;
} library; // for the life of the process

// How C++ writes the types that the library sorts.
static const char *const types[DBX_DTYPES] = {
    [DBX_I16] = "s", [DBX_I32] = "i", [DBX_I64] = "l", [DBX_U16] = "t",
    [DBX_U32] = "j", [DBX_U64] = "m", [DBX_F32] = "f", [DBX_F64] = "d",
};

static sorter find(void *lib, const char *type) {
  char name[64];
  sorter f;
  (void)snprintf(name, sizeof name, "_ZNK3hwy6SorterclEP%smNS_13SortAscendingE", type);
  *(void **)&f = dlsym(lib, name);
  return f;
}

static void open_library(void) {
  library.tried = true;
  void *lib = dlopen("libhwy_contrib.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!lib) return;
  for (int t = 0; t < DBX_DTYPES; t++)
    if (types[t]) library.of[t] = find(lib, types[t]);
  library.of_pairs = find(lib, "NS_9uint128_tE");
}

static bool has(const sorter *f, int64_t n, int64_t most) {
  if (n < FEW || n > most) return false;
  if (!library.tried) open_library();
  return *f;
}

bool dbx_vector_sorts(dbx_dtype t, int64_t n) { return has(&library.of[t], n, MOST); }

bool dbx_vector_sorts_pairs(int64_t n) { return has(&library.of_pairs, n, MOST_PAIRS); }

static bool run(sorter f, void *at, int64_t n) {
  uint64_t self[8] = {0};
  f(self, at, (size_t)n);
  return true;
}

bool dbx_vector_sort(void *at, dbx_dtype t, int64_t n) {
  return dbx_vector_sorts(t, n) && run(library.of[t], at, n);
}

bool dbx_vector_sort_pairs(dbx_sort_pair *at, int64_t n) {
  return dbx_vector_sorts_pairs(n) && run(library.of_pairs, at, n);
}
