// The session: globals, parsed texts, traces; running texts and statements in it.
#include "interp/interp.h"
#include "lang/object/above.h"
#include "lang/object/snapshot.h"
#include "lang/run/parts.h"
#include "lang/run/state.h"
#include "lang/value/big.h"
#include "lang/value/cells.h"
#include "trace/trace.h"

#include <string.h>

const dbx_room run_room = {lang_now, sizeof *lang_now, NULL, lang_stop};

void lang_print_nothing(void *ctx, const char *s, size_t n) { (void)ctx, (void)s, (void)n; }

void lang_restart(void) {
  above()->forget_calls();
  above()->forget_modules();
  lang_exceptions_forget();
  dict_clear(lang_now->imported);
  dict_clear(lang_now->globals);
  dict_put_sym(lang_now->globals, names_now->__name__, str_of("__main__"));
  lang_now->frame = NULL;
  lang_now->waiting.n = 0;
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
    if (t->shared || (t->jaxpr && dbx_map_find(&lang_now->needed, (uint64_t)(uintptr_t)t->jaxpr)))
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
  if (lang_now->globals) dict_clear(lang_now->globals), dict_clear(lang_now->imported);
  lang_now->globals = lang_now->imported = NULL;
  lang_now->root = NULL;
  free(lang_now->folder);
  lang_now->folder = NULL;
  heap_free_all();
  free_texts();
  dbx_vec_free(&lang_now->traces);
  dbx_vec_free(&lang_now->modules);
  dbx_map_free(&lang_now->library);
  dbx_vec_free(&lang_now->waiting);
}

void lang_set_folder(const char *path) {
  const char *slash = path ? strrchr(path, '/') : NULL;
  free(lang_now->folder);
  lang_now->folder = dbx_strdup(slash ? path : ".");
  if (slash) lang_now->folder[slash == path ? 1 : slash - path] = 0;
}

void lang_set_arguments(const char *program, char *const *rest, int n) {
  lang_now->program = program;
  lang_now->arguments = rest, lang_now->n_arguments = n;
}

dbx_status lang_adopt(dbx_module *m) {
  if (dbx_resolve(m) != DBX_OK) {
    dbx_module_free(m);
    return DBX_FAIL;
  }
  dbx_push(&lang_now->modules, m);
  return DBX_OK;
}

dbx_status lang_load(uint32_t file, dbx_module **ret, bool *incomplete) {
  if (incomplete) *incomplete = false;
  DBX_TRY(dbx_parse(file, ret, incomplete));
  return lang_adopt(*ret);
}

dbx_status lang_run(uint32_t file, pv *last, bool *incomplete) {
  dbx_module *m;
  DBX_TRY(lang_load(file, &m, incomplete));
  for (uint32_t i = 0; i < m->root->l.n; i++) {
    DBX_TRY(lang_exec_statement(m->root->l.at[i], last));
    heap_safepoint();
    if (!last) close_dropped();
  }
  return DBX_OK;
}

dbx_status lang_run_program(uint32_t file) {
  dbx_status st = lang_run(file, NULL, NULL);
  return st != DBX_OK && lang_ends_well() ? DBX_OK : st;
}

// Its code runs outside of whatever is traced, and is no part of a program that is checked after
// its first error.
static dbx_status run_apart(const dbx_module *m, o_dict *globals, pv show) {
  o_dict *before = lang_now->globals;
  bool draft = lang_now->draft.on;
  pv shows = lang_now->shows;
  dbx_trace *t = dbx_trace_suspend();
  dbx_status st = lang_enter("");
  bool entered = st == DBX_OK;
  lang_now->globals = globals;
  lang_now->draft.on = false;
  lang_now->shows = show;
  for (uint32_t i = 0; st == DBX_OK && i < m->root->l.n; i++) {
    st = lang_exec_statement(m->root->l.at[i], NULL);
    heap_safepoint();
  }
  lang_now->shows = shows;
  lang_now->draft.on = draft;
  lang_now->globals = before;
  if (entered) lang_leave();
  dbx_trace_resume(t);
  return st;
}

dbx_status lang_run_module(uint32_t file, o_dict *globals, bool library) {
  dbx_module *m;
  DBX_TRY(lang_load(file, &m, NULL));
  m->library = library;
  if (library) dbx_map_put(&lang_now->library, file, 1);
  return run_apart(m, globals, PV(PV_UNBOUND));
}

// Statements of one line may be several.
static dbx_status one_statement(const dbx_module *m) {
  size_t n;
  const char *text = dbx_source_text(m->file, &n);
  const dbx_nodes *l = &m->root->l;
  for (uint32_t i = 1; i < l->n; i++) {
    uint32_t end = l->at[i - 1]->span.end;
    if (memchr(text + end, '\n', l->at[i]->span.begin - end))
      return dbx_fail(DBX_E101, l->at[i]->span,
                      "multiple statements found while compiling a single statement");
  }
  return DBX_OK;
}

dbx_status lang_run_example(uint32_t file, o_dict *names, pv show) {
  dbx_module *m;
  dbx_span here = dbx_here;
  DBX_TRY(lang_load(file, &m, NULL));
  DBX_TRY(one_statement(m));
  uint32_t mark = lang_pins();
  lang_pin(pv_obj(lang_now->globals)), lang_pin(lang_now->shows);
  dbx_status st = run_apart(m, names, show);
  lang_unpin(mark);
  if (st == DBX_OK) dbx_here = here;
  return st;
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
