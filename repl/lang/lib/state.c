// See state.h.
#include "lang/lib/state.h"

#include "lang/lib/builtins.h"

#include <string.h>

static void end(void) {
  dbx_map_free(&lib_now->names);
  dbx_map_free(&lib_now->type_names);
  dbx_map_free(&lib_now->loaded);
  dbx_map_free(&lib_now->once);
  for (uint32_t i = 0; i < lib_now->python.cap; i++)
    if (lib_now->python.slot[i].key) free((void *)(uintptr_t)lib_now->python.slot[i].val);
  dbx_map_free(&lib_now->python);
  if (lib_now->end_re) lib_now->end_re();
}

struct lib_state lib_now[1];
const dbx_room lib_room = {lib_now, sizeof *lib_now, NULL, end};

pv native_once(const void *row, const char *name, native_fn fn, const void *data) {
  const uint64_t *known = dbx_map_find(&lib_now->once, (uint64_t)(uintptr_t)row);
  if (known) return pv_obj((obj *)(uintptr_t)*known);
  pv made = native_new(name, fn, PV(PV_UNBOUND), data);
  heap_keep(made.o);
  dbx_map_put(&lib_now->once, (uint64_t)(uintptr_t)row, (uint64_t)(uintptr_t)made.o);
  return made;
}

pv native_of_rows(const native_row *rows, const char *name) {
  for (const native_row *r = rows; r->name; r++)
    if (!strcmp(r->name, name)) return native_once(r, r->name, r->fn, NULL);
  return PV(PV_UNBOUND);
}

pv module_once(const lang_module *m) {
  uint64_t *known = dbx_map_find(&lib_now->loaded, (uint64_t)(uintptr_t)m);
  if (known) return pv_obj((obj *)(uintptr_t)*known);
  o_module *o = heap_new(T_MODULE, sizeof *o);
  o->def = m;
  heap_keep(o);
  dbx_map_put(&lib_now->loaded, (uint64_t)(uintptr_t)m, (uint64_t)(uintptr_t)o);
  return pv_obj(o);
}

void lang_forget_modules(void) {
  for (uint32_t i = 0; i < lib_now->loaded.cap; i++)
    if (lib_now->loaded.slot[i].key)
      ((o_module *)(uintptr_t)lib_now->loaded.slot[i].val)->found = NULL;
}

// Modules of the program have no names but their own: `get` is never asked.
static dbx_status get_nothing(const lang_module *m, const char *name, pv *ret) {
  return (void)m, (void)name, *ret = PV(PV_UNBOUND), DBX_OK;
}

const lang_module *module_row(dbx_sym name) {
  uint64_t *known = dbx_map_find(&lib_now->python, name);
  if (known) return (const lang_module *)(uintptr_t)*known;
  lang_module *m = dbx_alloc(sizeof *m);
  *m = (lang_module){dbx_sym_text(name), get_nothing};
  dbx_map_put(&lib_now->python, name, (uint64_t)(uintptr_t)m);
  return m;
}
