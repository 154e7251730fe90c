// bytes and bytearray as objects: the cells of types.def that they share.
#include "lang/bytes/bytes.h"

#include <string.h>

dbx_status bytearray_new(const void *at, size_t n, pv *ret) {
  const int64_t dim = (int64_t)n;
  dbx_array *a;
  DBX_TRY(lang_check_room((double)n));
  DBX_TRY(dbx_array_new(DBX_U8, 1, &dim, &a));
  if (at && n) (void)dbx_copy(a->data, at, n);
  if (!at && n) memset(a->data, 0, n);
  o_bytearray *b = heap_new(T_BYTEARRAY, sizeof *b);
  b->a = a, b->n = (uint32_t)n;
  heap_note_external(dim);
  return *ret = pv_obj(b), dbx_poll();
}

dbx_status bytes_like(pv like, const void *at, size_t n, pv *ret) {
  if (is_obj(like, T_BYTEARRAY)) return bytearray_new(at, n, ret);
  DBX_TRY(lang_check_room((double)n));
  return *ret = bytes_new(at, n), dbx_poll();
}

dbx_status bytes_take(pv like, dbx_buf *b, pv *ret) {
  dbx_status st = dbx_stopping() ? dbx_poll() : bytes_like(like, dbx_text(b), b->n, ret);
  dbx_buf_free(b);
  return st;
}

bool bytes_is(pv v) {
  return is_obj(v, T_BYTES) || is_obj(v, T_BYTEARRAY) || is_obj(v, T_MEMORYVIEW);
}

static octets octets_of(pv v) { // of bytes or a bytearray
  if (is_obj(v, T_BYTES)) return (octets){BYTES(v)->at, BYTES(v)->n};
  return (octets){BYTEARRAY(v)->a->data, BYTEARRAY(v)->n};
}

static dbx_status octets_of_view(const o_memoryview *m, dbx_buf *own, octets *ret) {
  octets all = octets_of(pv_obj(m->of));
  int64_t last = m->start + (m->n - 1) * m->step + m->width - 1, most = (int64_t)all.n;
  if (m->n && (m->start >= most || last >= most)) // the array has become shorter
    return dbx_fail_as(DBX_E208, DBX_S_BufferError, (dbx_span){0},
                       "the memoryview is of octets that its bytearray no longer has");
  if (m->step == m->width || !m->n)
    return *ret = (octets){all.at + m->start, (size_t)(m->n * m->width)}, DBX_OK;
  for (int64_t i = 0; dbx_go_on(i, m->n); i++)
    dbx_putn(own, (const char *)all.at + m->start + i * m->step, m->width);
  return *ret = (octets){(const unsigned char *)dbx_text(own), own->n}, dbx_poll();
}

dbx_status bytes_of(pv v, dbx_buf *own, octets *ret) {
  if (is_obj(v, T_MEMORYVIEW)) return octets_of_view(MEMORYVIEW(v), own, ret);
  if (bytes_is(v)) return *ret = octets_of(v), DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0}, "a bytes-like object is required, not '%s'",
                  lang_type_name(v));
}

dbx_status bytes_item_value(pv v, const char *what, unsigned char *ret) {
  int64_t i;
  if (!is_int(v) && !number_is_big(v) && !is_instance(v) && !is_array(v))
    return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object cannot be interpreted as an integer",
                    lang_type_name(v));
  if (number_is_big(v)) i = -1;
  else DBX_TRY(lang_index(v, &i));
  if (i < 0 || i > 255)
    return dbx_fail(DBX_E208, (dbx_span){0}, "%s must be in range(0, 256)", what);
  return *ret = (unsigned char)i, DBX_OK;
}

// ---- cells ----

dbx_status bytes_text(pv v, bool str, dbx_buf *b) {
  octets s = octets_of(v);
  return (void)str, quote_put_bytes(b, (const char *)s.at, s.n), dbx_poll();
}
dbx_status bytearray_text(pv v, bool str, dbx_buf *b) {
  dbx_put(b, "bytearray(");
  DBX_TRY(bytes_text(v, str, b));
  return dbx_putc(b, ')'), DBX_OK;
}

dbx_status bytes_hash(pv v, uint64_t *ret) {
  o_bytes *b = BYTES(v);
  if (!b->hash) b->hash = dbx_hash(b->at, b->n, 0x62797465) | 1;
  return *ret = b->hash, dbx_poll();
}

dbx_status bytes_truth(pv v, bool *ret) { return *ret = octets_of(v).n != 0, DBX_OK; }
dbx_status bytes_length(pv v, int64_t *ret) {
  return *ret = is_obj(v, T_MEMORYVIEW) ? MEMORYVIEW(v)->n : (int64_t)octets_of(v).n, DBX_OK;
}

static dbx_status next_of_octets(o_iter *it, pv *ret) {
  int64_t n;
  DBX_TRY(bytes_length(it->src, &n));
  return it->i < n ? lang_getitem(it->src, pv_int(it->i++), ret) : DBX_OK;
}
dbx_status bytes_iter(pv v, pv *ret) {
  *ret = iter_new(IT_TOOL, v);
  o_iter *it = (o_iter *)ret->o;
  it->next = next_of_octets;
  it->name = is_obj(v, T_BYTES)       ? "bytes_iterator"
             : is_obj(v, T_BYTEARRAY) ? "bytearray_iterator"
                                      : "memory_iterator";
  return DBX_OK;
}

dbx_status bytes_getitem(pv x, pv i, pv *ret) {
  octets s = octets_of(x);
  int64_t at, stop, step, n;
  if (!is_obj(i, T_SLICE)) {
    bool fixed = is_obj(x, T_BYTES);
    DBX_TRY(lang_sequence_index(i, (int64_t)s.n, fixed ? "byte" : "bytearray",
                                fixed ? "index" : "bytearray index", &at));
    return *ret = pv_int(s.at[at]), DBX_OK;
  }
  DBX_TRY(lang_slice_indices(i, (int64_t)s.n, &at, &stop, &step, &n));
  if (step == 1) return bytes_like(x, s.at + at, (size_t)(n > 0 ? n : 0), ret);
  dbx_buf b = {0};
  for (int64_t k = 0; dbx_go_on(k, n); k++, at += step) dbx_putc(&b, (char)s.at[at]);
  return bytes_take(x, &b, ret);
}

static bool has_items(pv v) { return is_obj(v, T_MEMORYVIEW) && MEMORYVIEW(v)->format != 'B'; }

// Of views that have other items than octets.
static dbx_status items_compare(dbx_op op, pv x, pv y, pv *ret) {
  pv a, b;
  uint32_t mark = lang_pins();
  DBX_TRY(lang_items(x, &a));
  lang_pin(a);
  dbx_status st = lang_items(y, &b);
  if (st == DBX_OK) lang_pin(b), st = lang_compare(op, a, b, ret);
  return lang_unpin(mark), st;
}

dbx_status bytes_compare(dbx_op op, pv x, pv y, pv *ret) {
  dbx_buf own[2] = {{0}, {0}};
  octets a, b;
  *ret = PV(PV_NOTIMPLEMENTED);
  if (!bytes_is(x) || !bytes_is(y) || op > DBX_OP_GtE) return DBX_OK;
  if (has_items(x) || has_items(y)) return items_compare(op, x, y, ret);
  dbx_status st = bytes_of(x, &own[0], &a);
  if (st == DBX_OK) st = bytes_of(y, &own[1], &b);
  if (st == DBX_OK) {
    size_t n = a.n < b.n ? a.n : b.n;
    int r = n ? dbx_compare(a.at, b.at, n) : 0;
    if (!r) r = (a.n > b.n) - (a.n < b.n);
    st = number_compare(op, pv_int(r), pv_int(0), ret);
  }
  dbx_buf_free(&own[0]), dbx_buf_free(&own[1]);
  return st;
}
dbx_status bytes_equal(pv x, pv y, bool *ret) {
  pv r;
  DBX_TRY(bytes_compare(DBX_OP_Eq, x, y, &r));
  return *ret = r.i != 0, DBX_OK;
}

dbx_status bytes_contains(pv x, pv item, bool *ret) {
  dbx_buf own = {0};
  octets s = octets_of(x), what;
  unsigned char one;
  if (!bytes_is(item)) {
    DBX_TRY(bytes_item_value(item, "byte", &one));
    return *ret = s.n && memchr(s.at, one, s.n), DBX_OK;
  }
  dbx_status st = bytes_of(item, &own, &what);
  if (st == DBX_OK)
    *ret = !what.n || lang_find((const char *)s.at, s.n, (const char *)what.at, what.n);
  dbx_buf_free(&own);
  return st == DBX_OK ? dbx_poll() : st;
}

int64_t bytearray_held(const obj *o) { return ((const o_bytearray *)o)->a->size; }
void bytearray_release(obj *o) {
  heap_note_external(-bytearray_held(o));
  dbx_array_unref(((o_bytearray *)o)->a);
}
