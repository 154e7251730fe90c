// Dictionaries and sets: insertion-ordered hash tables (see object.h).
#include "base/poll.h"
#include "lang/object/protocol.h"
#include "lang/object/set_order.h"
#include "lang/value/probe.h"
#include "lang/value/type.h"

#include <math.h>
#include <string.h>

// ---- hashing: equal values hash alike, whatever their types ----

#define HASH(type) dbx_status type##_hash(pv v, uint64_t *ret)

// Sixteen neighbours share a line of the processor's cache in the index of a table.
static uint64_t hash_int(int64_t i) {
  uint64_t u = (uint64_t)i;
  return dbx_mix(1, u >> 4) << 4 | (u & 15);
}

static uint64_t hash_float(double f) {
  if (f == floor(f) && fabs(f) < 9e18) return hash_int((int64_t)f);
  return hash_int((int64_t)number_hash(pv_float(f))); // as of an instance that returns hash(f)
}

HASH(tuple) {
  const o_seq *s = SEQ(v);
  uint64_t h = 7, one;
  dbx_status st = lang_enter("");
  DBX_TRY(st);
  for (uint32_t i = 0; st == DBX_OK && i < s->n; i++) {
    st = pv_hash(s->at[i], &one);
    if (st == DBX_OK) h = dbx_mix(h, one);
  }
  lang_leave();
  if (st == DBX_OK) *ret = h;
  return st;
}

HASH(int) { return *ret = hash_int(v.i), DBX_OK; }
HASH(float) { return *ret = hash_float(v.f), DBX_OK; }
HASH(constant) { return *ret = dbx_mix(4, v.tag), DBX_OK; }

HASH(str) {
  if (!STR(v)->hash) STR(v)->hash = dbx_hash(STR(v)->s, STR(v)->n, 5) | 1;
  return *ret = STR(v)->hash, DBX_OK;
}

HASH(bigint) {
  mpz_srcptr z = ((o_bigint *)v.o)->z;
  double d = mpz_get_d(z);
  *ret = mpz_cmp_d(z, d) ? hash_int((int64_t)number_hash(v)) : hash_float(d);
  return DBX_OK;
}

HASH(complex) {
  const o_complex *c = (o_complex *)v.o;
  *ret = c->im == 0 ? hash_float(c->re) : dbx_mix(hash_float(c->re), hash_float(c->im));
  return DBX_OK;
}

dbx_status pv_hash(pv v, uint64_t *ret) {
  const object_type *t = type_of(v);
  if (t->hash) return t->hash(v, ret);
  return *ret = dbx_mix(9, (uint64_t)(uintptr_t)v.o), DBX_OK;
}

static dbx_status keys_equal(pv a, pv b, bool *ret) {
  if (pv_same(a, b)) return *ret = true, DBX_OK;
  if (is_str(a) && is_str(b))
    return *ret = STR(a)->n == STR(b)->n && !dbx_compare(STR(a)->s, STR(b)->s, STR(a)->n), DBX_OK;
  if (a.tag == PV_TRACER || b.tag == PV_TRACER) return *ret = false, DBX_OK;
  return lang_equal(a, b, ret);
}

// ---- the table ----

enum { FEW = 8, MANY = 1 << 16 };

// The == of a program's class may change the table: then the search begins anew.
static dbx_status locate(const o_dict *d, pv key, uint64_t h, uint32_t *ret) {
  uint32_t changes = d->changes, again = 0, at = 0, i;
  const dict_entry *entry = d->entry;
  uint64_t probe = h;
  while ((i = dict_probe(d, h, &probe, &at)) != DICT_NO_ENTRY) {
    bool same = false;
    DBX_TRY(keys_equal(d->entry[i].key, key, &same));
    if (d->changes == changes && d->entry == entry) {
      if (!same) continue;
      return *ret = i, DBX_OK;
    }
    if (++again > 100)
      return dbx_fail_as(DBX_E208, DBX_S_RuntimeError, (dbx_span){0},
                         "dictionary changed during a lookup");
    changes = d->changes, entry = d->entry, probe = h, at = 0;
  }
  return *ret = DICT_NO_ENTRY, DBX_OK;
}

static void close_holes(o_dict *d) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < d->used; i++)
    if (d->entry[i].key.tag != PV_UNBOUND) d->entry[n++] = d->entry[i];
  d->used = n;
}

static void enter(uint32_t *index, uint32_t cap, uint64_t k, uint32_t i) {
  while (index[k & (cap - 1)]) k++;
  index[k & (cap - 1)] = i + 1;
}

// A new index, for the entries as they are without holes. One that is interrupted changes nothing:
// the old index has room for a while.
static void reindex(o_dict *d, uint32_t cap) {
  bool may_end = d->used > MANY && d->used < d->index_cap / 4 * 3;
  uint32_t *index = heap_room(cap * sizeof *index), n = 0, i = 0;
  if (may_end) dbx_fill(index, 0, cap * sizeof *index);
  else memset(index, 0, cap * sizeof *index);
  for (; i < d->used && (!may_end || dbx_go_on(i, d->used)); i++)
    if (d->entry[i].key.tag != PV_UNBOUND) enter(index, cap, d->entry[i].hash, n++);
  if (may_end && dbx_stopping()) {
    heap_free_room(index, cap * sizeof *index);
    return;
  }
  heap_note_external(((int64_t)cap - d->index_cap) * (int64_t)sizeof *d->index);
  heap_free_room(d->index, d->index_cap * sizeof *d->index);
  d->index = index, d->index_cap = cap;
  close_holes(d);
}

static void grow(o_dict *d) {
  size_t bytes = (d->cap ? (size_t)d->cap * 2 : FEW / 2) * sizeof *d->entry;
  d->entry = heap_grow_room(d->entry, d->cap * sizeof *d->entry,
                            ((size_t)d->cap + 1) * sizeof *d->entry, &bytes);
  heap_note_external((int64_t)(bytes - d->cap * sizeof *d->entry));
  d->cap = (uint32_t)(bytes / sizeof *d->entry);
}

static bool index_is_full(const o_dict *d) {
  return d->index ? d->used * 2 >= d->index_cap : d->used >= FEW;
}

static uint32_t next_index_cap(const o_dict *d) {
  return d->n <= FEW                ? 4 * FEW
         : d->n * 4 >= d->index_cap ? d->index_cap * 2 + 8 * FEW * !d->index_cap
                                    : d->index_cap;
}

// Room for one more entry. Tables of a few entries have no index.
static void make_room(o_dict *d) {
  if (!d->index && d->n < d->used) close_holes(d);
  if (index_is_full(d)) reindex(d, next_index_cap(d));
  if (d->used == d->cap) grow(d);
}

static dbx_status put(o_dict *d, pv key, uint64_t h, pv val) {
  uint32_t i;
  DBX_TRY(locate(d, key, h, &i));
  if (d->of_class) lang_class_changed();
  heap_own_now(&d->h);
  if (i != DICT_NO_ENTRY) return d->entry[i].val = val, DBX_OK;
  make_room(d);
  d->entry[d->used++] = (dict_entry){key, val, h};
  if (d->index) enter(d->index, d->index_cap, h, d->used - 1);
  d->n++;
  d->changes++, d->keys++;
  if (d->h.type == T_SET) set_order_add(d, key);
  return DBX_OK;
}

dbx_status dict_set(o_dict *d, pv key, pv val) {
  DBX_TRY(dbx_poll());
  uint64_t h;
  DBX_TRY(pv_hash(key, &h));
  DBX_TRY(heap_own(&d->h));
  // The index is made anew, beside the old one.
  if (index_is_full(d)) DBX_TRY(lang_check_room((double)next_index_cap(d) * sizeof *d->index));
  return put(d, key, h, val);
}

dbx_status dict_find(const o_dict *d, pv key, pv *ret) {
  uint64_t h;
  uint32_t i;
  DBX_TRY(pv_hash(key, &h));
  *ret = PV(PV_UNBOUND);
  if (!d->n) return DBX_OK;
  DBX_TRY(locate(d, key, h, &i));
  if (i != DICT_NO_ENTRY) pv_put(ret, d->entry[i].val);
  return DBX_OK;
}

dbx_status dict_delete(o_dict *d, pv key, bool *found) {
  uint64_t h;
  uint32_t i;
  DBX_TRY(pv_hash(key, &h));
  *found = false;
  if (!d->n) return DBX_OK;
  DBX_TRY(heap_own(&d->h));
  DBX_TRY(locate(d, key, h, &i));
  if (i == DICT_NO_ENTRY) return DBX_OK;
  dict_entry *e = &d->entry[i]; // its index stays as a tombstone
  if (d->of_class) lang_class_changed();
  if (d->h.type == T_SET) set_order_remove(d, e->key);
  e->key = e->val = PV(PV_UNBOUND);
  d->n--;
  d->changes++, d->keys++;
  *found = true;
  return DBX_OK;
}

void dict_clear(o_dict *d) {
  if (d->of_class) lang_class_changed();
  d->n = d->used = 0;
  d->changes++, d->keys++;
  if (d->h.shared || d->cap > MANY) {
    heap_drop_table(d);
    return;
  }
  set_order_free(d);
  if (d->index) memset(d->index, 0, d->index_cap * sizeof *d->index);
}

// ---- names ----

void dict_put_sym(o_dict *d, dbx_sym key, pv val) {
  pv k = lang_sym_str(key);
  if (put(d, k, STR(k)->hash, val) != DBX_OK) dbx_diag_forget(); // strings compare without failing
}
