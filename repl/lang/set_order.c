// The order in which CPython walks a set of numbers: that of its hash table, rebuilt here from the
// order of insertion. Other elements have hashes that differ from run to run in CPython, or are
// addresses; sets with them keep the order of insertion.
#include "lang/builtins.h"

enum { SMALLEST = 8, NEIGHBOURS = 9, SHIFT = 5 };

typedef struct slots {
  pv *at; // UNBOUND: free
  uint64_t mask;
  uint64_t used;
} slots;

static void insert(slots *t, pv v) {
  uint64_t h = number_hash(v), i = h & t->mask;
  for (uint64_t perturb = h;;) {
    uint64_t last = i + NEIGHBOURS <= t->mask ? i + NEIGHBOURS : i;
    for (uint64_t k = i; k <= last; k++)
      if (t->at[k].tag == PV_UNBOUND) {
        t->at[k] = v;
        t->used++;
        return;
      }
    perturb >>= SHIFT;
    i = (i * 5 + 1 + perturb) & t->mask;
  }
}

static slots table_new(uint64_t more_than) {
  uint64_t size = SMALLEST;
  while (size <= more_than) size <<= 1;
  return (slots){.at = dbx_alloc(size * sizeof(pv)), .mask = size - 1};
}

static void resize(slots *t, uint64_t more_than) {
  slots other = table_new(more_than);
  for (uint64_t i = 0; i <= t->mask; i++)
    if (t->at[i].tag != PV_UNBOUND) insert(&other, t->at[i]);
  free(t->at);
  *t = other;
}

static void add(slots *t, pv v) {
  insert(t, v);
  if (t->used * 5 >= t->mask * 3) resize(t, t->used > 50000 ? t->used * 2 : t->used * 4);
}

static bool only_numbers(const o_dict *s) {
  uint32_t i = 0;
  dict_entry *e;
  while (dict_next(s, &i, &e))
    if (!is_number(e->key)) return false;
  return true;
}

static slots table_of(const o_dict *s) {
  uint32_t i = 0;
  dict_entry *e;
  slots t = table_new(0);
  while (dict_next(s, &i, &e)) add(&t, e->key);
  if (t.mask + 1 < s->table) resize(&t, s->table - 1);
  return t;
}

void set_reserve(o_dict *s, uint32_t more) {
  if (!only_numbers(s)) return;
  slots t = table_of(s);
  if ((t.used + more) * 5 >= t.mask * 3) resize(&t, (t.used + more) * 2);
  s->table = (uint32_t)t.mask + 1;
  free(t.at);
}

pv set_in_order(const o_dict *s) {
  pv list = list_new(NULL, 0);
  uint32_t i = 0;
  dict_entry *e;
  if (!only_numbers(s)) {
    while (dict_next(s, &i, &e)) list_push(SEQ(list), e->key);
    return list;
  }
  slots t = table_of(s);
  for (uint64_t k = 0; k <= t.mask; k++)
    if (t.at[k].tag != PV_UNBOUND) list_push(SEQ(list), t.at[k]);
  free(t.at);
  return list;
}
