// The functions and methods of numpy by name: the tables that functions.def makes.
#include "lang/np/np.h"

#include <string.h>

static dbx_status call(const np_row *row, const call_args *c, const pv *self, pv *ret) {
  uint64_t writes = heap_now->writes;
  dbx_status st = np_call_row(row, c, self, ret);
  return st != DBX_OK && heap_try_call_again(c, writes) ? np_call_row(row, c, self, ret) : st;
}

static const np_row functions[] = {
#define N(name, fn, signature) {#name, fn, signature},
#define L(name, fn, signature)
#define M(name, fn, signature)
#include "lang/np/functions.def"
#undef N
#undef L
#undef M
};
static const np_row linalg[] = {
#define N(name, fn, signature)
#define L(name, fn, signature) {#name, fn, signature},
#define M(name, fn, signature)
#include "lang/np/functions.def"
#undef N
#undef L
#undef M
};
static const np_row methods[] = {
#define N(name, fn, signature)
#define L(name, fn, signature)
#define M(name, fn, signature) {#name, fn, signature},
#include "lang/np/functions.def"
#undef N
#undef L
#undef M
};

static const np_row *find(const np_row *rows, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(rows[i].name, name)) return &rows[i];
  return NULL;
}

static dbx_status function_native(const call_args *c, pv *ret) {
  return call(((o_native *)c->fn.o)->data, c, NULL, ret);
}
static dbx_status method_native(const call_args *c, pv *ret) {
  const o_native *m = (o_native *)c->fn.o;
  return call(m->data, c, &m->self, ret);
}

const char *np_function_name(uint32_t i) {
  return i < sizeof functions / sizeof *functions ? functions[i].name : NULL;
}
const char *np_method_name(uint32_t i) {
  return i < sizeof methods / sizeof *methods ? methods[i].name : NULL;
}

bool np_find_function(const char *name, pv *ret) {
  const np_row *row = find(functions, sizeof functions / sizeof *functions, name);
  const nd_ufunc *f = nd_ufunc_find(name);
  if (row) *ret = native_new(row->name, function_native, PV(PV_UNBOUND), row);
  else if (f) *ret = np_ufunc(f);
  return row || f;
}

bool np_find_linalg(const char *name, pv *ret) {
  const np_row *row = find(linalg, sizeof linalg / sizeof *linalg, name);
  if (row) *ret = native_new(row->name, function_native, PV(PV_UNBOUND), row);
  return row != NULL;
}

const char *np_signature(const char *name, bool of_linalg) {
  const np_row *row = of_linalg ? find(linalg, sizeof linalg / sizeof *linalg, name)
                                : find(functions, sizeof functions / sizeof *functions, name);
  const nd_ufunc *f = row || of_linalg ? NULL : nd_ufunc_find(name);
  return row ? row->signature : f ? np_ufunc_signature(f) : NULL;
}

bool np_find_method(pv x, const char *name, pv *ret) {
  const np_row *row = find(methods, sizeof methods / sizeof *methods, name);
  if (row) *ret = native_new(row->name, method_native, x, row);
  return row != NULL;
}

dbx_status np_call_function(const char *name, const pv *args, uint32_t n, pv *ret) {
  call_args c = {.at = args, .n = n, .span = dbx_here};
  return call(find(functions, sizeof functions / sizeof *functions, name), &c, NULL, ret);
}
