// What any value can be asked: the row of its type answers (types.def). Where it has no cell, the
// refusal is in CPython's words.
#include "lang/object/types.h"

// ---- truth and length ----

dbx_status lang_truth(pv v, bool *ret) {
  const object_type *t = type_of(v);
  return t->truth ? t->truth(v, ret) : (*ret = true, DBX_OK);
}

dbx_status type_no_length(pv v) {
  return dbx_fail(DBX_E204, (dbx_span){0}, "object of type '%s' has no len()", lang_type_name(v));
}

dbx_status lang_length(pv v, int64_t *ret) {
  const object_type *t = type_of(v);
  return t->length ? t->length(v, ret) : type_no_length(v);
}

// ---- items, iteration ----

dbx_status type_no_item(pv x) {
  return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object is not subscriptable", lang_type_name(x));
}

dbx_status lang_getitem(pv x, pv i, pv *ret) {
  const object_type *t = type_of(x);
  return t->getitem ? t->getitem(x, i, ret) : type_no_item(x);
}

bool lang_iterable(pv v) {
  const object_type *t = type_of(v);
  return t->can_iterate ? t->can_iterate(v) : t->iterate != NULL;
}

dbx_status type_no_iter(pv v) {
  return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object is not iterable", lang_type_name(v));
}

dbx_status lang_iter(pv v, pv *ret) {
  const object_type *t = type_of(v);
  return t->iterate ? t->iterate(v, ret) : type_no_iter(v);
}

// ---- calls, hashes ----

bool lang_callable(pv v) {
  const object_type *t = type_of(v);
  return t->callable ? t->callable(v) : t->call != NULL;
}

dbx_status type_no_call(pv fn) {
  return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object is not callable", lang_type_name(fn));
}

dbx_status type_no_hash(pv v, uint64_t *ret) {
  (void)ret;
  return dbx_fail(DBX_E204, (dbx_span){0}, "unhashable type: '%s'", lang_type_name(v));
}

// ---- texts ----

void lang_put_plain_text(pv v, dbx_buf *b) {
  dbx_printf(b, "<%s object at %p>", lang_type_name(v), (void *)v.o);
}

static dbx_status value_text(pv v, bool str, dbx_buf *b) {
  const object_type *t = type_of(v);
  if (t->text) return t->text(v, str, b);
  return lang_put_plain_text(v, b), DBX_OK;
}

dbx_status lang_str(pv v, dbx_buf *b) { return value_text(v, true, b); }

dbx_status lang_repr(pv v, dbx_buf *b) { return value_text(v, false, b); }

dbx_status lang_str_value(pv v, pv *ret) {
  dbx_buf b = {0};
  if (is_str(v) && !v.o->sub) return *ret = v, DBX_OK;
  dbx_status st = lang_str(v, &b);
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

dbx_status lang_repr_value(pv v, pv *ret) {
  dbx_buf b = {0};
  dbx_status st = lang_repr(v, &b);
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

// ---- cells of several types ----

bool type_always(pv v) { return (void)v, true; }
bool type_never(pv v) { return (void)v, false; }
