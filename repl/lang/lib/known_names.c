// Names that exist in the real modules and types and not here: refused by name, with a way out.
#include "lang/lib/known_names.h"
#include "lang/jax/jax.h"

#include <string.h>

typedef struct row {
  const char *where, *text;
} row;

static const row in_modules[] = {
#define M(module, names) {module, names},
#define T(type, names)
#include "lang/lib/known_names.def"
#undef M
#undef T
};
static const row in_types[] = {
#define M(module, names)
#define T(type, names) {type, names},
#include "lang/lib/known_names.def"
#undef M
#undef T
};
static const row modules[] = {
#define D(module, why) {#module, why},
#define I(name, instead)
#include "lang/lib/known_modules.def"
#undef D
#undef I
};
static const row ways_out[] = {
#define D(module, why)
#define I(name, instead) {#name, instead},
#include "lang/lib/known_modules.def"
#undef D
#undef I
};
enum {
  N_MODULES = sizeof in_modules / sizeof *in_modules,
  N_TYPES = sizeof in_types / sizeof *in_types,
  N_KNOWN = sizeof modules / sizeof *modules,
  N_WAYS = sizeof ways_out / sizeof *ways_out
};

static const char *find(const row *rows, size_t n, const char *where) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(rows[i].where, where)) return rows[i].text;
  return NULL;
}

// What to do without WHERE.NAME: its own row, or that of WHERE.* for all names of it.
static const char *way_out(const char *where, const char *name) {
  dbx_buf b = {0};
  dbx_printf(&b, "%s.%s", where, name);
  const char *way = find(ways_out, N_WAYS, dbx_text(&b));
  dbx_buf_free(&b);
  dbx_printf(&b, "%s.*", where);
  if (!way) way = find(ways_out, N_WAYS, dbx_text(&b));
  dbx_buf_free(&b);
  return way;
}

static bool has_word(const char *words, const char *name) {
  size_t n = strlen(name);
  for (const char *at = words; at && (at = strstr(at, name)); at += n)
    if ((at == words || at[-1] == ' ') && (at[n] == ' ' || !at[n])) return true;
  return false;
}

dbx_status lang_refuse_name(const char *module, const char *name) {
  if (!has_word(find(in_modules, N_MODULES, module), name)) return DBX_OK;
  const char *instead = way_out(module, name);
  return dbx_fail(DBX_E218, (dbx_span){0}, "%s.%s exists, but is not offered here%s%s", module,
                  name, instead ? "; " : "", instead ? instead : "");
}

static dbx_status refuse_attribute_of(const char *type, const char *name) {
  const char *instead = way_out(type, name);
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "the attribute '%s' of '%s' exists in Python, but is not offered here%s%s", name,
                  type, instead ? "; " : "", instead ? instead : "");
}

dbx_status lang_refuse_attribute(pv x, const char *name) {
  bool type = is_obj(x, T_CLASS) || is_obj(x, T_TYPE);
  const char *of = lang_type_name(x), *own = type ? lang_type_value_name(x) : of;
  bool exception = is_instance(x) && lang_instance(x)->cls->exception;
  const char *wide = exception              ? "BaseException"
                     : is_obj(x, T_GENERIC) ? "numpy.generic"
                                            : "object";
  const char *const types[] = {own, of, wide, "object"};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (!is_obj(x, T_MODULE) && has_word(find(in_types, N_TYPES, types[i]), name))
      return refuse_attribute_of(own, name);
  return DBX_OK;
}

// Whether the last part of the name is one that the module before it has.
static bool is_known_below(const char *name, const char **way) {
  const char *dot = strrchr(name, '.');
  dbx_buf parent = {0};
  if (!dot) return false;
  dbx_putn(&parent, name, (size_t)(dot - name));
  bool known = has_word(find(in_modules, N_MODULES, dbx_text(&parent)), dot + 1);
  if (known) *way = way_out(dbx_text(&parent), dot + 1);
  dbx_buf_free(&parent);
  return known;
}

dbx_status lang_refuse_module(const char *name) {
  dbx_buf top = {0};
  dbx_putn(&top, name, strcspn(name, "."));
  const char *why = find(modules, N_KNOWN, name);
  bool known = why || is_known_below(name, &why);
  if (!why) why = find(modules, N_KNOWN, dbx_text(&top));
  dbx_buf_free(&top);
  dbx_fail_(DBX_E212, (dbx_span){0}, "No module named '%s'%s%s%s", name,
            known || why ? " is offered here" : "", why ? "; " : "", why ? why : "");
  dbx_diag_note("the modules of this language are jax, jax.numpy, jax.lax, jax.nn, jax.core, "
                "numpy, catalyst, pennylane, math, functools and operator");
  return DBX_FAIL;
}
