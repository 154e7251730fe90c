// The session: globals, parsed texts, traces; running texts and statements in it.
#include "interp/interp.h"
#include "lang/object/above.h"
#include "lang/object/snapshot.h"
#include "lang/run/state.h"
#include "lang/value/big.h"
#include "lang/value/cells.h"
#include "trace/trace.h"

#include <string.h>

const dbx_room run_room = {&lang_now, sizeof *lang_now, NULL, lang_stop};

void lang_print_nothing(void *ctx, const char *s, size_t n) { (void)ctx, (void)s, (void)n; }

void lang_restart(void) {
  above()->forget_calls();
  lang_exceptions_forget();
  dict_clear(lang_now->globals);
  dict_put_sym(lang_now->globals, names_now->__name__, str_of("__main__"));
  lang_now->frame = NULL;
  heap_now->depth = 0;
  lang_now->refused = PV(PV_UNBOUND);
}

// Its machine code is found by the address of its Jaxpr, which another one may get.
static void free_trace(dbx_trace *t) {
  if (lang_now->engine.forget && t->jaxpr) lang_now->engine.forget(lang_now->engine.ctx, t->jaxpr);
  dbx_trace_free(t);
}

static void need(const dbx_jaxpr *j) {
  if (j) dbx_map_put(&lang_now->needed, (uint64_t)(uintptr_t)j, 1);
}

static void need_of(const obj *o) {
  if (heap_now->types[o->type].jaxprs) heap_now->types[o->type].jaxprs(o, need);
}

uint32_t lang_drop_traces(void) {
  uint32_t n = 0, before = lang_now->traces.n;
  heap_collect();
  need(lang_now->last_run);
  cells_each(need_of);
  for (uint32_t i = 0; i < before; i++) {
    dbx_trace *t = lang_now->traces.at[i];
    if (t->jaxpr && dbx_map_find(&lang_now->needed, (uint64_t)(uintptr_t)t->jaxpr))
      lang_now->traces.at[n++] = t;
    else free_trace(t);
  }
  dbx_map_free(&lang_now->needed);
  lang_now->traces.n = n;
  return before - n;
}

static void free_texts(void) {
  for (uint32_t i = 0; i < lang_now->traces.n; i++) free_trace(lang_now->traces.at[i]);
  for (uint32_t i = 0; i < lang_now->modules.n; i++) dbx_module_free(lang_now->modules.at[i]);
  lang_now->traces.n = lang_now->modules.n = 0;
}

void lang_forget(void) {
  static const obj_type of_texts[] = {T_FUNCTION, T_ENV, T_ITER, T_BLOCK, T_QJIT, T_JAXPR};
  uint32_t alive = 0;
  lang_restart();
  heap_collect();
  const uint32_t *n = heap_counts();
  for (size_t i = 0; i < sizeof of_texts / sizeof *of_texts; i++) alive += n[of_texts[i]];
  if (alive) return;
  free_texts();
  lang_now->last_run = NULL;
}

void lang_stop(void) {
  if (lang_now->globals) dict_clear(lang_now->globals);
  lang_now->globals = NULL;
  heap_free_all();
  free_texts();
  dbx_vec_free(&lang_now->traces);
  dbx_vec_free(&lang_now->modules);
}

dbx_status lang_load(uint32_t file, dbx_module **ret, bool *incomplete) {
  dbx_module *m;
  if (incomplete) *incomplete = false;
  DBX_TRY(dbx_parse(file, &m, incomplete));
  if (dbx_resolve(m) != DBX_OK) {
    dbx_module_free(m);
    return DBX_FAIL;
  }
  dbx_push(&lang_now->modules, m);
  return *ret = m, DBX_OK;
}

dbx_status lang_run(uint32_t file, pv *last, bool *incomplete) {
  dbx_module *m;
  DBX_TRY(lang_load(file, &m, incomplete));
  for (uint32_t i = 0; i < m->root->l.n; i++) {
    DBX_TRY(lang_exec_statement(m->root->l.at[i], last));
    heap_safepoint();
  }
  return DBX_OK;
}

dbx_status lang_eval_text(const char *name, const char *text, pv *ret) {
  dbx_module *m;
  uint32_t file = dbx_source_add(name, text, strlen(text));
  DBX_TRY(lang_load(file, &m, NULL));
  const dbx_nodes *l = &m->root->l;
  if (l->n != 1 || l->at[0]->kind != DBX_N_Expr)
    return dbx_fail(DBX_E101, (dbx_span){file, 0, (uint32_t)strlen(text)},
                    "one expression is needed here");
  return lang_exec_statement(l->at[0], ret);
}

// ---- unknown names ----

static uint32_t min3(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t m = a < b ? a : b;
  return m < c ? m : c;
}

// Edit distance, at most `limit` (more counts as limit + 1).
static uint32_t distance(const char *a, const char *b, uint32_t limit) {
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
    uint32_t d = is_str(e->key) ? distance(text, STR(e->key)->s, least) : least + 1;
    if (d < least || (d == least && !best)) least = d, best = STR(e->key)->s;
  }
  if (best) dbx_diag_note("did you mean '%s'?", best);
  return DBX_FAIL;
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
