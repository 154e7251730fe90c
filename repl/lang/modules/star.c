// See star.h. The modules of the language have no list of their names: whether they have one is
// asked where it is used (lang/run/import.c).
#include "lang/modules/star.h"

#include "ir/target.h"
#include "lang/modules/near.h"

#include <string.h>

static const struct {
  const char *module, *names; // blank-separated
  bool earlier;               // of the earlier release alone
} rows[] = {
#define S(m, n) {#m, " " n " ", false},
#define E(m, n) {#m, " " n " ", true},
#include "lang/modules/star_names.def"
};

static bool is_left_out(const char *module, const char *name) {
  dbx_buf word = {0};
  bool found = false;
  dbx_printf(&word, " %s ", name);
  for (size_t i = 0; i < sizeof rows / sizeof *rows && !found; i++)
    found = !strcmp(rows[i].module, module) && strstr(rows[i].names, dbx_text(&word)) &&
            !(rows[i].earlier && dbx_target_now()->later_names);
  dbx_buf_free(&word);
  return found;
}

// A module that another one has as a name of its own, not as the one below it.
static bool is_other_module(const char *module, pv v) {
  if (!is_obj(v, T_MODULE)) return false;
  const char *name = ((o_module *)v.o)->def->name;
  size_t n = strlen(module);
  return strncmp(name, module, n) != 0 || name[n] != '.';
}

void lang_star_value(pv module, dbx_sym name, pv *ret) {
  const char *of = ((o_module *)module.o)->def->name, *text = dbx_sym_text(name);
  *ret = PV(PV_UNBOUND);
  if (*text == '_' || is_left_out(of, text)) return;
  bool failed = lang_findattr(module, name, ret) != DBX_OK;
  if (failed) dbx_diag_forget();
  if (failed || is_other_module(of, *ret)) *ret = PV(PV_UNBOUND);
}

dbx_status lang_star_names(pv module, bool *known, pv *ret) {
  const o_module *m = (o_module *)module.o;
  *known = m->globals && !lang_is_module(m->def->name);
  if (!*known) return DBX_OK;
  pv all = dict_get_sym(m->globals, dbx_intern("__all__"));
  if (all.tag != PV_UNBOUND) return lang_to_list(all, ret);
  *ret = list_new(NULL, 0);
  uint32_t i = 0;
  dict_entry *e;
  while (dict_next(m->globals, &i, &e))
    if (is_str(e->key) && *STR(e->key)->s != '_') list_push(SEQ(*ret), e->key);
  return DBX_OK;
}
