// Classes: what lies below which, and what a name means in one.
#include "lang/object/state.h"

bool lang_is_subclass(const o_class *c, const o_class *of) {
  for (; c; c = c->base)
    if (c == of || (c->also && lang_is_subclass(c->also, of))) return true;
  return false;
}

static pv class_search(const o_class *c, dbx_sym name) {
  for (; c; c = c->base) {
    if (!c->dict) continue;
    c->dict->of_class = true;
    const dict_entry *e = dict_entry_of_sym(c->dict, name);
    if (e) return e->val;
  }
  return PV(PV_UNBOUND);
}

pv lang_class_lookup(const o_class *c, dbx_sym name) {
  size_t i = ((uintptr_t)c / HEAP_STEP * 7 + name) % LOOKUPS;
  uint64_t changes = heap_now->class_changes;
  typeof(object_now->lookups[0]) *known = &object_now->lookups[i];
  if (known->cls == c && known->name == name && known->changes == changes) return known->found;
  pv v = class_search(c, name);
  known->cls = c, known->name = name, known->found = v;
  known->changes = changes;
  return v;
}
