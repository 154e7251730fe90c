// Names: what they are bound to, and what is said of one that is not.
#include "lang/object/above.h"
#include "lang/run/parts.h"
#include "lang/run/quick.h"

#include "base/nearest.h"
#include <assert.h>
#include <stdio.h>

static o_env *env_at(o_env *e, uint32_t hops) {
  while (hops--) e = e->outer;
  return e;
}

// Of the program, or of the file that was loaded.
static pv module_doc(uint32_t file) {
  const dbx_node *root = lang_root_of(file);
  return root ? lang_doc_of(root) : pv_none();
}

static NOT_INLINE pv find_global(const o_env *env, const dbx_node *n) {
  dbx_node *memo = (dbx_node *)n;
  if (n->flag != (int32_t)lang_now->globals->keys) {
    const dict_entry *e = quick_entry(lang_now->globals, n->name, &memo->slot);
    if (e) return e->val;
    memo->flag = (int32_t)lang_now->globals->keys;
    pv star = lang_star_name(n->name); // asked once: what it has is a key from then on
    if (star.tag != PV_UNBOUND) return star;
  }
  pv v = n->name == names_now->__doc__ ? module_doc(n->span.file) : above()->builtin(n->name);
  if (v.tag == PV_UNBOUND) (void)!lang_unknown_name(env, n->name, n->span);
  return v;
}

// The entry's place, or that the module has no such name, is remembered in the node.
static pv load_global(const o_env *env, const dbx_node *n) {
  const o_dict *d = lang_now->globals;
  const dict_entry *e = n->flag != (int32_t)d->keys ? quick_entry_at(d, n->name, n->slot) : NULL;
  return e ? e->val : find_global(env, n);
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
  return v.tag != PV_UNBOUND ? v : find_global(env, n);
}

pv eval_name(o_env *env, const dbx_node *n) {
  pv v;
  switch ((dbx_scope_kind)n->where) {
  case DBX_LOCAL: v = env->slot[n->slot]; return v.tag ? v : unbound_local(n);
  case DBX_OUTER: v = env_at(env, n->hops)->slot[n->slot]; return v.tag ? v : unbound_outer(n);
  case DBX_CLASSVAR: return load_class_variable(env, n);
  default: return load_global(env, n);
  }
}

dbx_status lang_store_name(o_env *env, const dbx_node *n, dbx_sym name, pv v) {
  if (!env || !env->scope->module->library) lang_note_name(name, v);
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
  if (names == lang_now->globals) (void)lang_star_name(t->name);
  DBX_TRY(dict_delete(names, lang_sym_str(t->name), &found));
  if (found && names == lang_now->globals) lang_star_deleted(t->name);
  return found ? DBX_OK : lang_unknown_name(env, t->name, t->span);
}

// ---- unknown names ----

// The variables of the functions around, innermost first.
static void near_variables(const o_env *env, dbx_nearest *n) {
  for (; env; env = env->outer) {
    for (uint32_t i = 0; env->scope && !env->scope->is_class && i < env->scope->n_names; i++)
      if (env->slot[i].tag != PV_UNBOUND) dbx_nearest_try(n, dbx_sym_text(env->scope->names[i]));
  }
}

static bool has_attribute(pv x, const char *name) {
  pv found = PV(PV_UNBOUND);
  const o_instance *o = is_instance(x) ? lang_instance(x) : NULL;
  if (o && o->dict) found = dict_get_sym(o->dict, dbx_intern(name));
  return o &&
         (found.tag != PV_UNBOUND || lang_class_lookup(o->cls, dbx_intern(name)).tag != PV_UNBOUND);
}

// CPython 3.13 has the same three: an attribute of self, a name that is like it, a module.
static dbx_status advise(const o_env *env, const char *name) {
  dbx_nearest near = dbx_nearest_to(name);
  uint32_t i = 0;
  dict_entry *e;
  if (env && env->cls && env->scope->n_names && has_attribute(env->slot[0], name)) {
    snprintf(near.best, sizeof near.best, "%s.%.32s", "self", name);
    return dbx_nearest_advise(&near, "");
  }
  near_variables(env, &near);
  while (dict_next(lang_now->globals, &i, &e))
    if (is_str(e->key)) dbx_nearest_try(&near, STR(e->key)->s);
  lang_star_near(&near);
  above()->near_builtin(&near);
  if (*name != '_' && above()->is_module(name)) dbx_diag_advise(DBX_NOTE_IMPORT, name);
  return dbx_nearest_advise(&near, "");
}

// A function or class of the module's own text whose definition has not run yet: what is compiled
// at its definition, by the annotations, calls it before that.
static void note_later(dbx_sym name, dbx_span span) {
  for (uint32_t i = lang_now->modules.n; i-- > 0;) {
    const dbx_nodes *l = &lang_now->modules.at[i]->root->l;
    for (uint32_t k = 0; lang_now->modules.at[i]->file == span.file && k < l->n; k++) {
      const dbx_node *n = l->at[k];
      bool defines = (n->kind == DBX_N_FunctionDef || n->kind == DBX_N_ClassDef) && n->name == name;
      if (!defines || n->span.begin < span.end) continue;
      dbx_place p = dbx_source_place(span.file, n->span.begin);
      dbx_diag_note("'%s' is defined below, in line %u, which has not run yet: a function with "
                    "annotations is compiled where qjit decorates it",
                    dbx_sym_text(name), p.line);
      return;
    }
  }
}

dbx_status lang_unknown_name(const o_env *env, dbx_sym name, dbx_span span) {
  DBX_TRY(above()->refuse_builtin(name, span));
  dbx_here = span;
  DBX_TRY(lang_star_refuse(name));
  dbx_fail_(DBX_E201, span, "name '%s' is not defined", dbx_sym_text(name));
  if (!lang_now->handlers && dbx_trace_current()) note_later(name, span);
  return advise(env, dbx_sym_text(name));
}
