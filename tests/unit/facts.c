// See facts.h.
#include "facts.h"
#include "read/read.h"

#include <criterion/criterion.h>
#include <string.h>

dbx_arena *facts_arena(void) {
  static dbx_arena arena;
  return &arena;
}

const char *facts_failure(dbx_status st) {
  static dbx_buf b;
  dbx_clear(&b);
  if (st == DBX_OK) return "";
  dbx_diag *d = dbx_diag_take();
  cr_assert(d, "a failure without a diagnostic");
  dbx_printf(&b, "%s %s", dbx_code_name(d->code), d->message);
  dbx_diag_free(d);
  return dbx_text(&b);
}

bool facts_match(const char *got, const char *want) {
  return *want ? !strncmp(got, want, strlen(want)) : !*got;
}

dbx_status facts_read(const char *text, dbx_jaxpr **ret) {
  return dbx_read_jaxpr(dbx_source_add("facts.jaxpr", text, strlen(text)), facts_arena(), ret);
}

dbx_jaxpr *facts_jaxpr(const char *text) {
  dbx_jaxpr *j = NULL;
  dbx_status st = facts_read(text, &j);
  cr_assert(st == DBX_OK, "%s: %s", facts_failure(st), text);
  return j;
}

static dbx_var among(const dbx_var *v, uint32_t n, dbx_sym name) {
  for (uint32_t i = 0; i < n; i++)
    if (dbx_var_at(v[i])->name == name) return v[i] & DBX_HANDLE;
  return 0;
}

dbx_var facts_var(const dbx_jaxpr *j, const char *name) {
  dbx_sym s = dbx_intern(name);
  dbx_var v = among(j->constvars, j->n_const, s);
  if (!v) v = among(j->invars, j->n_in, s);
  for (uint32_t i = 0; !v && i < j->n_eqns; i++) v = among(j->eqns[i].out, j->eqns[i].n_out, s);
  cr_assert(v, "no variable %s", name);
  return v;
}
