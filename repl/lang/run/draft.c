// Draft mode (see draft.h). Unknown names are kept as pairs of an environment and a name; NULL is
// the module.
#include "lang/run/draft.h"

#include <string.h>

enum { MOST = 20000 }; // statements that fail or are left out: a loop may never end

void draft_begin(void) {
  lang_now->draft.on = true;
  lang_now->draft.names.n = lang_now->draft.count = lang_now->draft.paused = 0;
  lang_now->draft.first = lang_now->draft.last = NULL;
  lang_now->draft.mark = dbx_intern("<unknown result>");
}

static bool is_mark(const dbx_diag *e) { return e && e->cls == lang_now->draft.mark; }

// A loop is traced several times, and a function called again: an error counts once.
static bool is_known(const dbx_diag *e) {
  for (const dbx_diag *k = lang_now->draft.first; k; k = k->next)
    if (k->code == e->code && k->span.file == e->span.file && k->span.begin == e->span.begin)
      return true;
  return false;
}

static void record(dbx_diag *e) {
  if (is_mark(e) || is_known(e)) {
    dbx_diag_free(e);
    return;
  }
  if (lang_now->draft.last) lang_now->draft.last->next = e;
  else lang_now->draft.first = e;
  for (lang_now->draft.last = e; lang_now->draft.last->next;)
    lang_now->draft.last = lang_now->draft.last->next;
}

dbx_status draft_end(dbx_status st) {
  lang_now->draft.on = false;
  if (st != DBX_OK) record(dbx_diag_take());
  dbx_vec_free(&lang_now->draft.names);
  if (!lang_now->draft.first) return st;
  dbx_diag_put(lang_now->draft.first);
  return DBX_FAIL;
}

// ---- names ----

static bool is_unknown(const o_env *env, dbx_sym name) {
  for (uint32_t i = 0; i < lang_now->draft.names.n; i++) {
    if (lang_now->draft.names.at[i].name != name) continue;
    const o_env *e = env;
    while (e && e != lang_now->draft.names.at[i].env) e = e->outer;
    if (e || !lang_now->draft.names.at[i].env) return true;
  }
  return false;
}

void draft_bound(const o_env *env, dbx_sym name) {
  for (uint32_t i = 0; i < lang_now->draft.names.n; i++)
    if (lang_now->draft.names.at[i].env == env && lang_now->draft.names.at[i].name == name)
      lang_now->draft.names.at[i--] = lang_now->draft.names.at[--lang_now->draft.names.n];
}

void draft_left(const o_env *env) {
  for (uint32_t i = 0; i < lang_now->draft.names.n; i++)
    if (lang_now->draft.names.at[i].env == env)
      lang_now->draft.names.at[i--] = lang_now->draft.names.at[--lang_now->draft.names.n];
}

static bool mentions(const o_env *env, const dbx_node *n);

static bool any_mentions(const o_env *env, const dbx_nodes *l) {
  for (uint32_t i = 0; i < l->n; i++)
    if (mentions(env, l->at[i])) return true;
  return false;
}

static bool mentions(const o_env *env, const dbx_node *n) {
  dbx_walk w = {.next = (dbx_node *)n};
  bool found = false;
  for (const dbx_node *one; !found && (one = dbx_walk_next(&w));)
    found = one->kind == DBX_N_Name && one->ctx == DBX_LOAD && is_unknown(env, one->name);
  dbx_walk_free(&w);
  return found;
}

// What is evaluated before the statements inside of it, if it has some.
static bool depends(const o_env *env, const dbx_node *s) {
  switch ((dbx_node_kind)s->kind) {
  case DBX_N_FunctionDef:
    return any_mentions(env, &s->more->m) || any_mentions(env, &s->a->more->e);
  case DBX_N_ClassDef: return any_mentions(env, &s->l) || any_mentions(env, &s->more->d);
  case DBX_N_If:
  case DBX_N_Match:
  case DBX_N_While: return mentions(env, s->a);
  case DBX_N_For: return mentions(env, s->b);
  case DBX_N_With: return any_mentions(env, &s->more->m);
  case DBX_N_Try: return false;
  case DBX_N_AugAssign:
    return mentions(env, s->b) || (s->a->kind == DBX_N_Name && is_unknown(env, s->a->name));
  default: return mentions(env, s);
  }
}

static void forget_name(o_env *env, const dbx_node *n, dbx_sym name) {
  const o_env *of = n->where == DBX_GLOBAL ? NULL : env;
  draft_bound(of, name);
  dbx_push(&lang_now->draft.names, ((struct lang_unknown){of, name}));
}

// The names that the statement binds, also those inside of it.
static void forget(o_env *env, const dbx_node *root) {
  dbx_walk w = {.next = (dbx_node *)root};
  for (const dbx_node *n; (n = dbx_walk_next(&w));) {
    bool definition = n->kind == DBX_N_FunctionDef || n->kind == DBX_N_ClassDef;
    if (definition || (n->kind == DBX_N_Name && n->ctx == DBX_STORE)) forget_name(env, n, n->name);
    if (n->kind == DBX_N_alias) forget_name(env, n, (dbx_sym)n->flag);
    if (definition || n->kind == DBX_N_Lambda) dbx_walk_over(&w);
  }
  dbx_walk_free(&w);
}

// ---- statements ----

static flow unknown_result(const dbx_node *s) {
  dbx_fail_as_(DBX_E208, lang_now->draft.mark, s->span, "the result is unknown after an error");
  return FLOW_FAIL;
}

static flow go_on(o_env *env, const dbx_node *s) {
  if (++lang_now->draft.count > MOST) return unknown_result(s);
  if (s->kind == DBX_N_Return) return unknown_result(s);
  forget(env, s);
  return FLOW_NEXT;
}

bool draft_leaves_out(o_env *env, const dbx_node *s, flow *ret) {
  if (lang_now->draft.paused || !lang_now->draft.names.n || !depends(env, s)) return false;
  *ret = go_on(env, s);
  return true;
}

// An exception that the program raises, what ends the evaluation as a whole, and an error inside of
// the library, which is the user's line's, are not contained.
static bool is_contained(const dbx_node *s, const dbx_diag *e) {
  return !lang_in_library(s->span) && s->kind != DBX_N_Raise && e->code != DBX_E210 &&
         e->code != DBX_E216 && !dbx_is_interrupt(e->code) && lang_now->draft.count < MOST;
}

flow draft_failed(o_env *env, const dbx_node *s) {
  const dbx_diag *e = dbx_diag_pending();
  if (lang_now->draft.paused || !e || !is_contained(s, e)) return FLOW_FAIL;
  record(dbx_diag_take());
  return go_on(env, s);
}

void draft_pause(void) { lang_now->draft.paused++; }
void draft_resume(void) { lang_now->draft.paused--; }
