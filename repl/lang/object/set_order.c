// The order in which CPython walks a set: that of its hash table, which a set here has beside its
// own. Only numbers and tuples of them have a hash that is the same in every run of CPython; sets
// with other elements keep the order of insertion.
#include "lang/object/set_order.h"

#include "base/poll.h"

#include <string.h>

enum { SMALLEST = 8, NEIGHBOURS = 9, SHIFT = 5, MANY = 50000 };

struct set_order {
  pv *at; // UNBOUND: free; NOTIMPLEMENTED: its element is gone
  uint64_t mask, used, fill, finger;
  bool plain; // there is an element of no known hash
};

static bool is_free(pv v) { return v.tag == PV_UNBOUND; }
static bool is_key(pv at, pv key) { return at.tag == key.tag && at.i == key.i; } // nan, too
static bool is_gone(pv v) { return v.tag == PV_NOTIMPLEMENTED; }

static void take_slots(set_order *t, uint64_t size) {
  t->at = dbx_alloc(size * sizeof(pv));
  t->mask = size - 1;
  heap_note_external((int64_t)(size * sizeof(pv)));
}
static void drop_slots(set_order *t) {
  if (t->at) heap_note_external(-(int64_t)((t->mask + 1) * sizeof(pv)));
  free(t->at);
  t->at = NULL;
}

static set_order *order_of(o_dict *s) {
  if (s->order) return s->order;
  s->order = dbx_alloc(sizeof *s->order);
  take_slots(s->order, SMALLEST);
  return s->order;
}

void set_order_free(o_dict *s) {
  heap_note_external(-set_order_bytes(s->order));
  set_order_drop(s->order);
  s->order = NULL;
}

int64_t set_order_bytes(const set_order *t) {
  return t && t->at ? (int64_t)((t->mask + 1) * sizeof(pv)) : 0;
}

void set_order_drop(set_order *t) {
  if (t) free(t->at);
  free(t);
}

set_order *set_order_duplicate(const set_order *t) {
  if (!t) return NULL;
  set_order *c = dbx_alloc(sizeof *c);
  *c = *t;
  if (t->at) c->at = dbx_alloc((t->mask + 1) * sizeof(pv));
  if (t->at) memcpy(c->at, t->at, (t->mask + 1) * sizeof(pv));
  return c;
}

// The slot of the key, or where it would go: the last place on the way whose element is gone, or a
// free one.
static pv *find_slot(const set_order *t, uint64_t h, pv key) {
  pv *gone = NULL;
  uint64_t i = h & t->mask;
  for (uint64_t perturb = h;;) {
    uint64_t last = i + NEIGHBOURS <= t->mask ? i + NEIGHBOURS : i;
    for (uint64_t k = i; k <= last; k++) {
      if (is_free(t->at[k])) return gone ? gone : &t->at[k];
      if (is_key(t->at[k], key)) return &t->at[k];
      if (is_gone(t->at[k])) gone = &t->at[k];
    }
    perturb >>= SHIFT;
    i = (i * 5 + 1 + perturb) & t->mask;
  }
}

static void put_clean(set_order *t, pv key) {
  uint64_t h = 0;
  number_hash_of(key, &h);
  *find_slot(t, h, key) = key;
}

// One that is interrupted changes nothing, where there is room for a while.
static void resize(set_order *t, uint64_t more_than) {
  bool may_end = t->mask > MANY && t->fill < t->mask / 4 * 3;
  set_order other = *t;
  uint64_t size = SMALLEST, i = 0;
  while (size <= more_than) size <<= 1;
  take_slots(t, size);
  for (; i <= other.mask && (!may_end || dbx_go_on((int64_t)i, INT64_MAX)); i++)
    if (!is_free(other.at[i]) && !is_gone(other.at[i])) put_clean(t, other.at[i]);
  if (i <= other.mask) {
    drop_slots(t);
    *t = other;
    return;
  }
  drop_slots(&other);
  t->fill = t->used;
}

void set_order_add(o_dict *s, pv key) {
  set_order *t = order_of(s);
  uint64_t h;
  if (t->plain) return;
  if (!number_hash_of(key, &h)) {
    drop_slots(t);
    t->plain = true;
    return;
  }
  pv *slot = find_slot(t, h, key);
  bool reused = is_gone(*slot);
  *slot = key;
  t->used++;
  if (reused) return;
  t->fill++;
  if (t->fill * 5 >= t->mask * 3) resize(t, t->used > MANY ? t->used * 2 : t->used * 4);
}

void set_order_remove(o_dict *s, pv key) {
  set_order *t = s->order;
  uint64_t h;
  if (!t || t->plain || !number_hash_of(key, &h)) return;
  *find_slot(t, h, key) = PV(PV_NOTIMPLEMENTED);
  t->used--;
}

// After the removal of a whole set CPython makes the table smaller.
void set_order_trim(o_dict *s) {
  set_order *t = s->order;
  if (t && !t->plain && t->fill - t->used > t->mask / 4)
    resize(t, t->used > MANY ? t->used * 2 : t->used * 4);
}

void set_order_reserve(o_dict *s, uint32_t more) {
  set_order *t = order_of(s);
  if (!t->plain && (t->fill + more) * 5 >= t->mask * 3) resize(t, (t->used + more) * 2);
}

bool set_order_is_copied(o_dict *into, const o_dict *from) {
  const set_order *f = from->order;
  set_order *t = order_of(into);
  return f && !f->plain && !t->plain && !t->fill && t->mask == f->mask && f->fill == f->used;
}
void set_order_copy(o_dict *into, const o_dict *from) {
  set_order *t = into->order;
  size_t bytes = (t->mask + 1) * sizeof(pv);
  t->fill = t->used = from->order->used;
  if (dbx_copy(t->at, from->order->at, bytes) == bytes) return;
  drop_slots(t); // interrupted: as they were put in
  t->plain = true;
}
pv set_order_pop(o_dict *s) {
  set_order *t = order_of(s);
  uint32_t i = 0;
  dict_entry *e = NULL;
  if (t->plain) return dict_next(s, &i, &e) ? e->key : PV(PV_UNBOUND);
  uint64_t k = t->finger & t->mask;
  while (is_free(t->at[k]) || is_gone(t->at[k])) k = (k + 1) & t->mask;
  t->finger = k + 1;
  return t->at[k];
}

pv set_in_order(const o_dict *s) {
  pv list = list_new(NULL, s->n);
  uint32_t i = 0, n = 0;
  dict_entry *e;
  if (s->order && !s->order->plain) {
    const pv *at = s->order->at;
    for (uint64_t k = 0; n < s->n && dbx_go_on((int64_t)k, (int64_t)s->order->mask + 1); k++)
      if (!is_free(at[k]) && !is_gone(at[k])) pv_put(&SEQ(list)->at[n++], at[k]);
  } else {
    while (n < s->n && dbx_go_on(i, s->used) && dict_next(s, &i, &e))
      pv_put(&SEQ(list)->at[n++], e->key);
  }
  SEQ(list)->n = n; // fewer if the computation has to end
  return list;
}
