// Dictionaries and sets: insertion-ordered hash tables (see object.h).
#include "lang/set_order.h"

#include <math.h>
#include <string.h>

// ---- hashing: equal values hash alike, whatever their types ----

static uint64_t hash_int(int64_t i) { return dbx_mix(1, (uint64_t)i); }

static uint64_t hash_float(double f) {
  if (f == floor(f) && fabs(f) < 9e18) return hash_int((int64_t)f);
  return dbx_hash(&f, sizeof f, 2);
}

static dbx_status unhashable(pv v) {
  return dbx_fail(DBX_E204, (dbx_span){0}, "unhashable type: '%s'", lang_type_name(v));
}

static dbx_status hash_tuple(const o_seq *s, uint64_t *ret) {
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

// By __hash__ if the class has one; a class with __eq__ alone cannot be hashed.
static dbx_status hash_instance(pv v, uint64_t *ret) {
  const o_class *c = ((o_instance *)v.o)->cls;
  pv fn = lang_class_lookup(c, LN.__hash__), r;
  if (fn.tag == PV_UNBOUND && lang_class_lookup(c, LN.__eq__).tag == PV_UNBOUND)
    return *ret = dbx_mix(9, (uint64_t)(uintptr_t)v.o), DBX_OK;
  if (fn.tag == PV_UNBOUND || is_none(fn)) return unhashable(v);
  DBX_TRY(lang_call(method_new(v, fn), NULL, 0, &r));
  if (is_int(r)) return *ret = hash_int(r.i), DBX_OK;
  if (number_is_big(r)) return pv_hash(r, ret);
  return dbx_fail(DBX_E204, (dbx_span){0}, "__hash__ method should return an integer");
}

dbx_status pv_hash(pv v, uint64_t *ret) {
  switch (v.tag) {
  case PV_BOOL:
  case PV_INT: return *ret = hash_int(v.i), DBX_OK;
  case PV_FLOAT: return *ret = hash_float(v.f), DBX_OK;
  case PV_TRACER: return *ret = dbx_mix(3, v.tracer), DBX_OK;
  case PV_OBJ: break;
  default: return *ret = dbx_mix(4, v.tag), DBX_OK;
  }
  switch ((obj_type)v.o->type) {
  case T_STR:
    if (!STR(v)->hash) STR(v)->hash = dbx_hash(STR(v)->s, STR(v)->n, 5) | 1;
    return *ret = STR(v)->hash, DBX_OK;
  case T_BIGINT: {
    mpz_srcptr z = ((o_bigint *)v.o)->z;
    double d = mpz_get_d(z);
    *ret = mpz_cmp_d(z, d) ? dbx_hash(mpz_limbs_read(z), mpz_size(z) * sizeof(mp_limb_t), 6)
                           : hash_float(d);
    return DBX_OK;
  }
  case T_COMPLEX: {
    const o_complex *c = (o_complex *)v.o;
    *ret = c->im == 0 ? hash_float(c->re) : dbx_mix(hash_float(c->re), hash_float(c->im));
    return DBX_OK;
  }
  case T_TUPLE: return hash_tuple(SEQ(v), ret);
  case T_INSTANCE: return hash_instance(v, ret);
  case T_DTYPE: return *ret = dbx_mix(8, ((o_dtype *)v.o)->t), DBX_OK;
  case T_LIST:
  case T_DICT:
  case T_SET:
  case T_SLICE:
  case T_ARRAY: return unhashable(v);
  default: return *ret = dbx_mix(9, (uint64_t)(uintptr_t)v.o), DBX_OK;
  }
}

static dbx_status keys_equal(pv a, pv b, bool *ret) {
  if (pv_same(a, b)) return *ret = true, DBX_OK;
  if (is_str(a) && is_str(b))
    return *ret = STR(a)->n == STR(b)->n && !memcmp(STR(a)->s, STR(b)->s, STR(a)->n), DBX_OK;
  if (a.tag == PV_TRACER || b.tag == PV_TRACER) return *ret = false, DBX_OK;
  return lang_equal(a, b, ret);
}

// ---- the table ----

// The == of a program's class may change the table: then the search begins anew.
static dbx_status locate(const o_dict *d, pv key, uint64_t h, uint32_t **slot) {
  uint32_t changes = d->changes, again = 0;
  const uint32_t *index = d->index;
  for (uint64_t i = h;; i++) {
    uint32_t *s = &d->index[i & (d->index_cap - 1)];
    *slot = s;
    if (!*s) return DBX_OK;
    const dict_entry *e = &d->entry[*s - 1];
    bool same = false;
    if (e->key.tag == PV_UNBOUND || e->hash != h) continue;
    DBX_TRY(keys_equal(e->key, key, &same));
    if (d->changes == changes && d->index == index) {
      if (same) return DBX_OK;
      continue;
    }
    if (!d->index || ++again > 100)
      return dbx_fail_as(DBX_E208, DBX_S_RuntimeError, (dbx_span){0},
                         "dictionary changed during a lookup");
    changes = d->changes, index = d->index, i = h - 1;
  }
}

static void reindex(o_dict *d, uint32_t cap) {
  heap_note_external(((int64_t)cap - d->index_cap) * (int64_t)sizeof *d->index);
  free(d->index);
  d->index = dbx_alloc(cap * sizeof *d->index);
  d->index_cap = cap;
  uint32_t n = 0;
  for (uint32_t i = 0; i < d->used; i++)
    if (d->entry[i].key.tag != PV_UNBOUND) d->entry[n++] = d->entry[i];
  d->used = n;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t k = d->entry[i].hash;
    while (d->index[k & (cap - 1)]) k++;
    d->index[k & (cap - 1)] = i + 1;
  }
}

static void grow(o_dict *d) {
  uint32_t cap = d->cap ? d->cap * 2 : 8;
  heap_note_external((int64_t)((cap - d->cap) * sizeof *d->entry));
  d->entry = dbx_realloc(d->entry, cap * sizeof *d->entry);
  d->cap = cap;
}

static dbx_status put(o_dict *d, pv key, uint64_t h, pv val) {
  uint32_t *slot;
  if (d->used * 2 >= d->index_cap)
    reindex(d, d->n * 4 < 8               ? 8
               : d->n * 4 >= d->index_cap ? d->index_cap * 2 + 8 * !d->index_cap
                                          : d->index_cap);
  DBX_TRY(locate(d, key, h, &slot));
  if (*slot) return d->entry[*slot - 1].val = val, DBX_OK;
  if (d->used == d->cap) grow(d);
  d->entry[d->used++] = (dict_entry){key, val, h};
  *slot = d->used;
  d->n++;
  d->changes++;
  if (d->h.type == T_SET) set_order_add(d, key);
  return DBX_OK;
}

dbx_status dict_set(o_dict *d, pv key, pv val) {
  uint64_t h;
  DBX_TRY(pv_hash(key, &h));
  return put(d, key, h, val);
}

dbx_status dict_find(const o_dict *d, pv key, pv *ret) {
  uint64_t h;
  uint32_t *slot;
  DBX_TRY(pv_hash(key, &h));
  *ret = PV(PV_UNBOUND);
  if (!d->n) return DBX_OK;
  DBX_TRY(locate(d, key, h, &slot));
  if (*slot) *ret = d->entry[*slot - 1].val;
  return DBX_OK;
}

dbx_status dict_delete(o_dict *d, pv key, bool *found) {
  uint64_t h;
  uint32_t *slot;
  DBX_TRY(pv_hash(key, &h));
  *found = false;
  if (!d->n) return DBX_OK;
  DBX_TRY(locate(d, key, h, &slot));
  if (!*slot) return DBX_OK;
  dict_entry *e = &d->entry[*slot - 1]; // its index stays as a tombstone
  if (d->h.type == T_SET) set_order_remove(d, e->key);
  e->key = e->val = PV(PV_UNBOUND);
  d->n--;
  d->changes++;
  *found = true;
  return DBX_OK;
}

void dict_clear(o_dict *d) {
  d->n = d->used = 0;
  d->changes++;
  set_order_free(d);
  if (d->index) memset(d->index, 0, d->index_cap * sizeof *d->index);
}

bool dict_next(const o_dict *d, uint32_t *i, dict_entry **e) {
  while (*i < d->used) {
    *e = &d->entry[(*i)++];
    if ((*e)->key.tag != PV_UNBOUND) return true;
  }
  return false;
}

// ---- names: interned, so a symbol's string object is kept for ever ----

static dbx_vec(obj *) sym_strings; // by symbol; NULL: not made yet

pv lang_sym_str(dbx_sym s) {
  while (sym_strings.n <= s) dbx_push(&sym_strings, NULL);
  if (sym_strings.at[s]) return pv_obj(sym_strings.at[s]);
  pv v = str_new(dbx_sym_text(s), dbx_sym_len(s));
  v.o->immortal = true;
  STR(v)->hash = dbx_hash(STR(v)->s, STR(v)->n, 5) | 1;
  sym_strings.at[s] = v.o;
  return v;
}

void dict_put_sym(o_dict *d, dbx_sym key, pv val) {
  pv k = lang_sym_str(key);
  if (put(d, k, STR(k)->hash, val) != DBX_OK)
    dbx_diag_free(dbx_diag_take()); // strings compare without failing
}

// Where a key is looked for first.
static const dict_entry *likely_entry(const o_dict *d, uint64_t h) {
  uint32_t i = d->index[h & (d->index_cap - 1)];
  return i ? &d->entry[i - 1] : NULL;
}

pv dict_get_sym(const o_dict *d, dbx_sym key) {
  pv k = lang_sym_str(key), r = PV(PV_UNBOUND);
  uint32_t *slot;
  if (!d->n) return r;
  const dict_entry *first = likely_entry(d, STR(k)->hash);
  if (first && pv_same(first->key, k)) return first->val;
  if (locate(d, k, STR(k)->hash, &slot) != DBX_OK || !*slot) return r;
  return d->entry[*slot - 1].val;
}
