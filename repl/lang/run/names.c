// Names: what they are bound to, and what is said of one that is not.
#include "lang/object/above.h"
#include "lang/run/parts.h"
#include "lang/run/quick.h"

#include <assert.h>

static o_env *env_at(o_env *e, uint32_t hops) {
  while (hops--) e = e->outer;
  return e;
}

static NOT_INLINE pv find_global(const dbx_node *n) {
  dbx_node *memo = (dbx_node *)n;
  if (n->flag != (int32_t)lang_now->globals->keys) {
    const dict_entry *e = quick_entry(lang_now->globals, n->name, &memo->slot);
    if (e) return e->val;
    memo->flag = (int32_t)lang_now->globals->keys;
  }
  pv v = above()->builtin(n->name);
  if (v.tag == PV_UNBOUND) (void)!lang_unknown_name(n->name, n->span);
  return v;
}

// The entry's place, or that the module has no such name, is remembered in the node.
static pv load_global(const dbx_node *n) {
  const o_dict *d = lang_now->globals;
  const dict_entry *e = n->flag != (int32_t)d->keys ? quick_entry_at(d, n->name, n->slot) : NULL;
  return e ? e->val : find_global(n);
}

static NOT_INLINE pv unbound_local(const dbx_node *n) {
  dbx_fail_(DBX_E215, n->span,
            "cannot access local variable '%s' where it is not associated with a value",
            dbx_sym_text(n->name));
  return PV(PV_UNBOUND);
}

static NOT_INLINE pv unbound_outer(const dbx_node *n) {
  dbx_fail_(DBX_E201, n->span,
            "cannot access free variable '%s' where it is not associated with a value in "
            "enclosing scope",
            dbx_sym_text(n->name));
  return PV(PV_UNBOUND);
}

static NOT_INLINE pv load_class_variable(const o_env *env, const dbx_node *n) {
  pv v = dict_get_sym(env->dict, n->name);
  return v.tag != PV_UNBOUND ? v : find_global(n);
}

pv eval_name(o_env *env, const dbx_node *n) {
  pv v;
  switch ((dbx_scope_kind)n->where) {
  case DBX_LOCAL: v = env->slot[n->slot]; return v.tag ? v : unbound_local(n);
  case DBX_OUTER: v = env_at(env, n->hops)->slot[n->slot]; return v.tag ? v : unbound_outer(n);
  case DBX_CLASSVAR: return load_class_variable(env, n);
  default: return load_global(n);
  }
}

dbx_status lang_store_name(o_env *env, const dbx_node *n, dbx_sym name, pv v) {
  lang_note_name(name, v);
  if (lang_now->draft.on) draft_bound(n->where == DBX_GLOBAL ? NULL : env, name);
  switch ((dbx_scope_kind)n->where) {
  case DBX_LOCAL: env->slot[n->slot] = v; break;
  case DBX_OUTER: env_at(env, n->hops)->slot[n->slot] = v; break;
  case DBX_CLASSVAR: dict_put_sym(env->dict, name, v); break;
  case DBX_GLOBAL: dict_put_sym(lang_now->globals, name, v); break;
  }
  return DBX_OK;
}

void lang_forget_name(o_env *env, const dbx_node *n, dbx_sym name) {
  bool found;
  if (n->where == DBX_LOCAL || n->where == DBX_OUTER) {
    if (lang_store_name(env, n, name, PV(PV_UNBOUND)) != DBX_OK) dbx_diag_forget();
    return;
  }
  o_dict *d = n->where == DBX_CLASSVAR ? env->dict : lang_now->globals;
  if (dict_delete(d, lang_sym_str(name), &found) != DBX_OK) dbx_diag_forget();
}

dbx_status delete_name(o_env *env, const dbx_node *t) {
  bool found = true;
  if (t->where == DBX_LOCAL || t->where == DBX_OUTER)
    return eval_name(env, t).tag == PV_UNBOUND ? DBX_FAIL
                                               : lang_store_name(env, t, t->name, PV(PV_UNBOUND));
  assert(env || t->where != DBX_CLASSVAR);
  o_dict *names = t->where == DBX_CLASSVAR ? env->dict : lang_now->globals;
  DBX_TRY(dict_delete(names, lang_sym_str(t->name), &found));
  return found ? DBX_OK : lang_unknown_name(t->name, t->span);
}

// ---- unknown names ----

static uint32_t min3(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t m = a < b ? a : b;
  return m < c ? m : c;
}

uint32_t lang_name_distance(const char *a, const char *b, uint32_t limit) {
  size_t n = strlen(a), m = strlen(b);
  if (n > 63 || m > 63 || (n > m ? n - m : m - n) > limit) return limit + 1;
  uint32_t row[64];
  for (uint32_t k = 0; k <= m; k++) row[k] = k;
  for (uint32_t i = 1; i <= n; i++) {
    uint32_t corner = row[0];
    row[0] = i;
    for (uint32_t k = 1; k <= m; k++) {
      uint32_t up = row[k];
      row[k] = min3(up + 1, row[k - 1] + 1, corner + (a[i - 1] != b[k - 1]));
      corner = up;
    }
  }
  return row[m];
}

dbx_status lang_unknown_name(dbx_sym name, dbx_span span) {
  const char *text = dbx_sym_text(name), *best = NULL;
  uint32_t i = 0, least = ((uint32_t)strlen(text) + 2) / 4; // none for one letter
  dict_entry *e;
  DBX_TRY(above()->refuse_builtin(name, span));
  dbx_fail_(DBX_E201, span, "name '%s' is not defined", text);
  while (dict_next(lang_now->globals, &i, &e)) {
    uint32_t d = is_str(e->key) ? lang_name_distance(text, STR(e->key)->s, least) : least + 1;
    if (d < least || (d == least && !best)) least = d, best = STR(e->key)->s;
  }
  if (best) dbx_diag_advise(DBX_NOTE_NEAREST, best);
  return DBX_FAIL;
}
