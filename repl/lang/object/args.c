// The arguments of native functions and methods.
#include "lang/object/protocol.h"

#include "base/nearest.h"

#include <string.h>

dbx_status args_count(const call_args *c, const char *name, uint32_t min, uint32_t max) {
  if (c->n >= min && c->n <= max) return DBX_OK;
  if (min == max && min == 0)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s() takes no arguments (%u given)", name, c->n);
  if (min == max)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s() takes exactly %s argument%s (%u given)", name,
                    min == 1   ? "one"
                    : min == 2 ? "two"
                               : "three",
                    min == 1 ? "" : "s", c->n);
  if (c->n < min)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s expected at least %u argument%s, got %u", name,
                    min, min == 1 ? "" : "s", c->n);
  return dbx_fail(DBX_E202, (dbx_span){0}, "%s expected at most %u argument%s, got %u", name, max,
                  max == 1 ? "" : "s", c->n);
}

dbx_status args_no_keywords(const call_args *c, const char *name) {
  if (!c->n_kw) return DBX_OK;
  return dbx_fail(DBX_E202, (dbx_span){0}, "%s() takes no keyword arguments", name);
}

pv args_keyword(const call_args *c, const char *name) {
  for (uint32_t i = 0; i < c->n_kw; i++)
    if (!strcmp(dbx_sym_text(c->kw[i]), name)) return c->kw_at[i];
  return PV(PV_UNBOUND);
}

dbx_status args_only_keywords(const call_args *c, const char *fn, const char *allowed) {
  for (uint32_t i = 0; i < c->n_kw; i++) {
    const char *name = dbx_sym_text(c->kw[i]);
    size_t n = strlen(name);
    const char *at = allowed;
    while ((at = strstr(at, name)) &&
           !((at == allowed || at[-1] == ' ') && (at[n] == ' ' || !at[n])))
      at += n;
    if (at) continue;
    dbx_nearest near = dbx_nearest_to(name);
    dbx_nearest_words(&near, allowed);
    dbx_fail_(DBX_E202, (dbx_span){0}, "%s() got an unexpected keyword argument '%s'", fn, name);
    return dbx_nearest_advise(&near, "");
  }
  return DBX_OK;
}

dbx_status method_args(const call_args *c, uint32_t min, uint32_t max) {
  if (!c->n_kw && c->n >= min && c->n <= max) return DBX_OK;
  const char *name = ((o_native *)c->fn.o)->name, *type = lang_type_name(native_self(c));
  if (c->n_kw)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s.%s() takes no keyword arguments", type, name);
  if (min == max && max == 0)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s.%s() takes no arguments (%u given)", type, name,
                    c->n);
  if (min == max && max == 1)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s.%s() takes exactly one argument (%u given)", type,
                    name, c->n);
  return args_count(c, name, min, max);
}
