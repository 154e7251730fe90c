// Classes: what lies below which, and what a name means in one.
#include "lang/object/above.h"
#include "lang/value/type.h"

const lang_above *above;

bool lang_is_subclass(const o_class *c, const o_class *of) {
  for (; c; c = c->base)
    if (c == of || (c->also && lang_is_subclass(c->also, of))) return true;
  return false;
}

// What lookups have found since the last change of a class. It holds nothing alive: a collection
// counts as a change.
enum { LOOKUPS = 1024 };
static struct {
  const o_class *cls;
  dbx_sym name;
  uint64_t changes;
  pv found;
} lookups[LOOKUPS];

void lang_class_changed(void) { heap_.class_changes++; }

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
  if (lookups[i].cls == c && lookups[i].name == name && lookups[i].changes == heap_.class_changes)
    return lookups[i].found;
  pv v = class_search(c, name);
  lookups[i].cls = c, lookups[i].name = name, lookups[i].found = v;
  lookups[i].changes = heap_.class_changes;
  return v;
}
