// The rules of a session (see rewrite.h).
#include "rewrite/term.h"

#include "base/diag.h"

#include <string.h>

struct rewrite_state rewrite_now[1];

uint32_t dbx_rewrite_rules(void) { return rewrite_now->rules.n; }

dbx_rewrite_rule dbx_rewrite_rule_at(uint32_t i) {
  const rw_rule *r = rewrite_now->rules.at[i];
  return (dbx_rewrite_rule){r->name, r->doc, r->text, r->own, r->off};
}

static uint32_t find(const char *name) {
  uint32_t i = 0;
  while (i < rewrite_now->rules.n && strcmp(rewrite_now->rules.at[i]->name, name) != 0) i++;
  return i;
}

static dbx_status unknown(const char *name) {
  return dbx_fail(DBX_E609, (dbx_span){0}, "there is no rule '%s'", name);
}

dbx_status dbx_rewrite_add(const char *text) {
  rw_rule *r = DBX_NEW(&rewrite_now->arena, rw_rule);
  *r = (rw_rule){.doc = "typed", .own = true};
  DBX_TRY(rw_read_rule(&rewrite_now->arena, text, r));
  uint32_t at = find(r->name);
  if (at == rewrite_now->rules.n) return dbx_push(&rewrite_now->rules, r), DBX_OK;
  if (!rewrite_now->rules.at[at]->own)
    return dbx_fail(DBX_E609, (dbx_span){0}, "'%s' is a rule already: take another name", r->name);
  return rewrite_now->rules.at[at] = r, DBX_OK;
}

dbx_status dbx_rewrite_switch(const char *name, bool on) {
  uint32_t at = find(name);
  if (at == rewrite_now->rules.n) return unknown(name);
  return rewrite_now->rules.at[at]->off = !on, DBX_OK;
}

dbx_status dbx_rewrite_forget(const char *name) {
  uint32_t at = find(name);
  if (at == rewrite_now->rules.n || !rewrite_now->rules.at[at]->own) return unknown(name);
  rw_rule **rule = rewrite_now->rules.at;
  for (rewrite_now->rules.n--; at < rewrite_now->rules.n; at++) rule[at] = rule[at + 1];
  return DBX_OK;
}

void dbx_rewrite_reals(bool on) { rewrite_now->reals = on; }
bool dbx_rewrite_has_reals(void) { return rewrite_now->reals; }
