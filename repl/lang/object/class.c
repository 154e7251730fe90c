// Classes: what lies below which, and what a name means in one.
#include "lang/object/above.h"
#include "lang/object/protocol.h"
#include "lang/object/state.h"

// ---- the order of classes ----

// What a base brings into the order: its own one.
static const o_seq *order_of(pv base) {
  if (is_obj(base, T_CLASS)) return ((o_class *)base.o)->order;
  return SEQ(tuple_new(&base, 1));
}

// Whether v stands in one of the lists, but not in front.
static bool stands_behind(const o_seq *const *list, const uint32_t *at, uint32_t n, pv v) {
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = at[i] + 1; k < list[i]->n; k++)
      if (pv_same(list[i]->at[k], v)) return true;
  return false;
}

// The first of the lists' heads that stands behind no other; UNBOUND: there is none.
static pv next_in_order(const o_seq *const *list, const uint32_t *at, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (at[i] < list[i]->n && !stands_behind(list, at, n, list[i]->at[at[i]]))
      return list[i]->at[at[i]];
  return PV(PV_UNBOUND);
}

static dbx_status no_order(const o_seq *bases) {
  dbx_buf b = {0};
  for (uint32_t i = 0; i < bases->n; i++) {
    pv v = bases->at[i];
    dbx_printf(&b, "%s%s", i ? ", " : "",
               is_obj(v, T_CLASS) ? dbx_sym_text(((o_class *)v.o)->name) : ((o_type *)v.o)->name);
  }
  dbx_fail_(DBX_E204, (dbx_span){0},
            "Cannot create a consistent method resolution\norder (MRO) for bases %s", dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}

// Python's C3: the class, each class before those above it, bases as they are written. What one
// base brings is in order.
static dbx_status merge_orders(o_class *c) {
  uint32_t n = c->bases->n + 1, n_to = 0;
  const o_seq **list = DBX_TMP(const o_seq *, n);
  uint32_t *at = DBX_TMP(uint32_t, n);
  size_t left = c->bases->n;
  for (uint32_t i = 0; i < c->bases->n; i++) {
    list[i] = order_of(c->bases->at[i]);
    lang_pin(pv_obj((o_seq *)list[i]));
    left += list[i]->n;
  }
  list[n - 1] = c->bases;
  pv *to = DBX_TMP(pv, left + 1);
  to[n_to++] = pv_obj(c);
  while (left) {
    pv next = n == 2 ? list[0]->at[at[0]] : next_in_order(list, at, n);
    if (next.tag == PV_UNBOUND) return no_order(c->bases);
    to[n_to++] = next;
    for (uint32_t i = 0; i < n; i++)
      if (at[i] < list[i]->n && pv_same(list[i]->at[at[i]], next)) at[i]++, left--;
  }
  return c->order = SEQ(tuple_new(to, n_to)), DBX_OK;
}

static void take_over(o_class *c, const o_class *base) {
  c->exception = c->exception || base->exception;
  if (!c->builtin) c->builtin = base->builtin;
  if (!c->meta || (base->meta && lang_is_subclass(base->meta, c->meta))) c->meta = base->meta;
}

dbx_status class_set_bases(o_class *c, pv bases) {
  uint32_t mark = lang_pins();
  dbx_scratch_mark m = dbx_scratch_here();
  lang_pin(bases);
  c->bases = SEQ(bases);
  dbx_status st = merge_orders(c);
  for (uint32_t i = 0; st == DBX_OK && i < c->bases->n; i++) {
    pv base = c->bases->at[i];
    if (is_obj(base, T_TYPE)) c->builtin = (o_type *)base.o;
    else take_over(c, (o_class *)base.o);
  }
  dbx_scratch_release(m);
  return lang_unpin(mark), st;
}

bool lang_is_subclass(const o_class *c, const o_class *of) {
  if (c == of) return true;
  for (uint32_t i = 1; c->order && i < c->order->n; i++)
    if (c->order->at[i].o == &of->h) return true;
  return false;
}

// ---- names ----

// Whether a built-in type that stands before classes says what the name means.
static bool built_in_says(const o_seq *order, uint32_t i, dbx_sym name) {
  pv found = PV(PV_UNBOUND);
  if (i + 1 == order->n || !is_obj(order->at[i], T_TYPE)) return false;
  if (above()->attr_below(PV(PV_UNBOUND), (o_type *)order->at[i].o, name, &found) != DBX_OK)
    dbx_diag_forget();
  return found.tag != PV_UNBOUND;
}

// UNBOUND: no class says it, or not before a built-in type does.
static pv search(const o_seq *order, uint32_t from, dbx_sym name) {
  for (uint32_t i = from; i < order->n; i++) {
    if (built_in_says(order, i, name)) return PV(PV_UNBOUND);
    o_dict *d = is_obj(order->at[i], T_CLASS) ? ((o_class *)order->at[i].o)->dict : NULL;
    if (!d) continue;
    d->of_class = true;
    const dict_entry *e = dict_entry_of_sym(d, name);
    if (e) return e->val;
  }
  return PV(PV_UNBOUND);
}

pv lang_class_lookup(const o_class *c, dbx_sym name) {
  size_t i = ((uintptr_t)c / HEAP_STEP * 7 + name) % LOOKUPS;
  uint64_t changes = heap_now->class_changes;
  typeof(object_now->lookups[0]) *known = &object_now->lookups[i];
  if (known->cls == c && known->name == name && known->changes == changes) return known->found;
  pv v = c->order ? search(c->order, 0, name) : PV(PV_UNBOUND);
  known->cls = c, known->name = name, known->found = v;
  known->changes = changes;
  return v;
}

pv lang_class_lookup_behind(const o_class *c, const o_class *behind, dbx_sym name) {
  uint32_t i = 0;
  while (i < c->order->n && c->order->at[i].o != &behind->h) i++;
  return search(c->order, i + 1, name);
}
