// Tensors of pennylane.numpy: arrays that know whether derivatives are taken by them. What numpy
// makes of a tensor is one, and an element of it stays an array without axes. Observed: PennyLane
// 0.37, tests/quantum/tensors.
#include "lang/np/types.h"

#include "lang/np/np.h"

#include "lang/object/operation.h"

#include <string.h>

// An array of numpy beside a tensor counts as one that derivatives are taken by, as in PennyLane.
uint8_t np_tensor_of(pv v) {
  if (!is_obj(v, T_NDARRAY)) return 0;
  return NDARRAY(v)->tensor ? NDARRAY(v)->tensor : NP_TRAINED;
}

pv np_tensor_made(uint8_t flags, pv made, bool scalars) {
  if (!(flags & NP_TENSOR)) return made;
  if (is_obj(made, T_GENERIC) && scalars) {
    dbx_array *a = dbx_array_scalar(GENERIC(made)->t, GENERIC(made)->x);
    a->host = true;
    made = np_take(a);
  }
  if (is_obj(made, T_NDARRAY)) NDARRAY(made)->tensor = flags;
  if (is_seq(made))
    for (uint32_t i = 0; i < SEQ(made)->n; i++) np_tensor_made(flags, SEQ(made)->at[i], false);
  return made;
}

// The same memory as an array of numpy.
static pv plain(pv x) {
  nd a = np_nd(x);
  pv v = np_view(NDARRAY(x), &a);
  NDARRAY(v)->tensor = 0;
  return v;
}

// These give numbers of numpy, or arrays that are no tensors.
static bool leaves_tensors(const char *name, bool method) {
  static const char *const names[] = {
      "append",       "argmax", "argmin", "argwhere",  "array",  "asarray", "concatenate", "cross",
      "det",          "dot",    "hstack", "inner",     "interp", "item",    "nonzero",     "norm",
      "searchsorted", "stack",  "take",   "tensordot", "trace",  "vdot",    "vstack",      "where"};
  if (!method && (!strcmp(name, "copy") || !strcmp(name, "outer"))) return true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], name)) return true;
  return false;
}

pv np_tensor_of_row(const np_row *row, const pv *a, uint32_t n, bool method, pv made) {
  uint8_t flags = 0;
  for (uint32_t i = 0; i < n; i++) flags |= np_tensor_of(a[i]);
  if (!(flags & NP_TENSOR)) return made;
  if (!strcmp(row->name, "asarray") && is_obj(made, T_NDARRAY)) return plain(made);
  bool array = is_obj(made, T_NDARRAY) && NDARRAY(made)->rank > 0;
  bool product = array && (!strcmp(row->name, "dot") || !strcmp(row->name, "inner"));
  return leaves_tensors(row->name, method) && !product ? made : np_tensor_made(flags, made, true);
}

// ---- attributes ----

static dbx_status unwrap(const call_args *c, pv *ret) {
  pv self = ((const o_native *)c->fn.o)->self;
  nd x = np_nd(self);
  DBX_TRY(args_count(c, "unwrap", 0, 0));
  return *ret = x.rank ? plain(self) : np_unpacked(&x), DBX_OK;
}

bool np_tensor_attr(pv x, const char *name, pv *ret) {
  if (!is_obj(x, T_NDARRAY) || !NDARRAY(x)->tensor) return false;
  if (!strcmp(name, "requires_grad"))
    return *ret = pv_bool((NDARRAY(x)->tensor & NP_TRAINED) != 0), true;
  if (!strcmp(name, "numpy") || !strcmp(name, "unwrap"))
    return *ret = native_new(name, unwrap, x, NULL), true;
  return false;
}

dbx_status np_tensor_train(pv x, pv by) {
  bool yes;
  DBX_TRY(lang_truth(by, &yes));
  NDARRAY(x)->tensor = NP_TENSOR | (yes ? NP_TRAINED : 0);
  return DBX_OK;
}

// tensor(x, requires_grad=True): of an array the same memory.
dbx_status np_tensor_make(const call_args *c, pv *ret) {
  pv made;
  DBX_TRY(args_count(c, "tensor", 1, 2));
  if (c->n_kw > 1 || (c->n_kw && strcmp(dbx_sym_text(c->kw[0]), "requires_grad") != 0))
    return dbx_fail(DBX_E202, (dbx_span){0}, "tensor() takes a value and requires_grad");
  pv trained = c->n_kw ? c->kw_at[0] : c->n > 1 ? c->at[1] : pv_bool(true);
  operation o = operation_begin();
  dbx_status st = np_asarray(c->at[0], &made);
  if (st == DBX_OK) {
    lang_pin(made);
    nd x = np_nd(made);
    *ret = np_view(NDARRAY(made), &x);
    st = np_tensor_train(*ret, trained);
  }
  return operation_end(&o, st);
}

// ---- texts ----

const char *ndarray_name(pv v) {
  return NDARRAY(v)->tensor ? "pennylane.numpy.tensor.tensor" : "numpy.ndarray";
}

void np_tensor_put(dbx_buf *b, pv v) {
  b->n--; // the bracket
  dbx_printf(b, ", requires_grad=%s)", NDARRAY(v)->tensor & NP_TRAINED ? "True" : "False");
}
