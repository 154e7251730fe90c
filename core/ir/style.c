// The differences between versions of jax as tables (see style.h).
#include "ir/style.h"

#include <string.h>

static const struct rename {
  const char *old, *new;
} primitives[] = {{"pjit", "jit"}},
  keys[] = {{"nimplicit", "num_implicit_inputs"}, {"nimplicit_outputs", "num_implicit_outputs"}};

static const struct addition {
  const char *name, *text;
} parameters[] = {{"broadcast_in_dim", "sharding=None"},
                  {"iota", "sharding=None"},
                  {"reshape", "sharding=None"}},
  fields[] = {
      {"GatherDimensionNumbers", ", operand_batching_dims=(), start_indices_batching_dims=()"},
      {"ScatterDimensionNumbers", ", operand_batching_dims=(), scatter_indices_batching_dims=()"}};

#define COUNT(a) (sizeof(a) / sizeof *(a))

static dbx_sym old_of(const struct rename *r, size_t n, dbx_sym name) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(r[i].new, dbx_sym_text(name))) return dbx_intern(r[i].old);
  return name;
}

static const char *new_of(const struct rename *r, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(r[i].old, name)) return r[i].new;
  return name;
}

static const char *added_to(const struct addition *a, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(a[i].name, name)) return a[i].text;
  return NULL;
}

dbx_sym dbx_old_primitive(dbx_sym name) { return old_of(primitives, COUNT(primitives), name); }
dbx_sym dbx_old_key(dbx_sym key) { return old_of(keys, COUNT(keys), key); }
const char *dbx_new_primitive(const dbx_primitive *p) {
  return new_of(primitives, COUNT(primitives), p->name);
}
const char *dbx_new_key(dbx_sym key) { return new_of(keys, COUNT(keys), dbx_sym_text(key)); }
const char *dbx_new_parameters(const dbx_primitive *p) {
  return added_to(parameters, COUNT(parameters), p->name);
}
const char *dbx_new_fields(dbx_sym record) {
  return added_to(fields, COUNT(fields), dbx_sym_text(record));
}

bool dbx_lists_parameter(const dbx_primitive *p, dbx_sym key) {
  const char *names = p->params, *name = dbx_sym_text(key);
  size_t n = strlen(name);
  if (!strcmp(names, "...")) return true; // it has any
  for (const char *at = names; (at = strstr(at, name)); at += n)
    if ((at == names || at[-1] == ' ') && (at[n] == ' ' || !at[n])) return true;
  return false;
}

bool dbx_is_new_parameter(const dbx_primitive *p, dbx_sym key, const dbx_param *val) {
  return val->kind == DBX_P_NONE && !dbx_lists_parameter(p, key);
}

bool dbx_is_new_field(dbx_sym key, const dbx_param *val) {
  return val->kind == DBX_P_TUPLE && !val->n && strstr(dbx_sym_text(key), "_batching_dims");
}
