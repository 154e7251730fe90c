// See traced.h.
#include "cmd/subcommands/traced.h"

#include "cmd/host/host.h"
#include "cmd/questions/recorded.h"
#include "cmd/session/traces.h"
#include "cmd/subcommands/calls.h"
#include "cmd/subcommands/jaxpr.h"

#include "debug/fixes.h"
#include "lang/run/draft.h"
#include "trace/from_text.h"

#include <string.h>

const char *traced_function(char *path) {
  char *colon = strrchr(path, ':');
  if (!colon || strchr(colon, '/')) return NULL;
  *colon = 0;
  return colon + 1;
}

static bool is_program(uint32_t file) {
  return !jaxpr_is_source(file) && !recorded_is_source(file);
}

// What would help is tried before the error is shown, on the page too.
dbx_diag *traced_failure(uint32_t file) {
  dbx_diag *d = dbx_diag_take();
  if (d && is_program(file)) fixes_offer(d, &fixes_of_file);
  return d;
}

static dbx_status call_function(const char *function, const char *args) {
  dbx_buf call = {0};
  pv ignored;
  dbx_printf(&call, "%s(%s)", function, args);
  dbx_status st = lang_eval_text("<arguments>", dbx_text(&call), &ignored);
  dbx_buf_free(&call);
  return st;
}

// For one function the statements that need not fail go on after an error: it may stand behind.
static dbx_status run_program(uint32_t file, const char *function) {
  if (!function) return lang_run_program(file);
  draft_begin();
  dbx_status st = draft_end(lang_run(file, NULL, NULL));
  dbx_trace *t = traces_last(function);
  if (st == DBX_OK || !t || !t->jaxpr) return st;
  host_report(traced_failure(file)); // of another function, or of what comes after this one
  return DBX_OK;
}

dbx_status traced_load(uint32_t file, const char *function, const char *args) {
  dbx_trace *t;
  if (recorded_is_source(file)) return recorded_read(file, calls_take);
  if (!jaxpr_is_source(file)) {
    DBX_TRY(run_program(file, function));
    return args ? call_function(function, args) : DBX_OK;
  }
  DBX_TRY(jaxpr_trace(file, &t));
  dbx_push(&lang_now->traces, t);
  traces_add(t);
  return args ? jaxpr_run(t->jaxpr, args) : DBX_OK;
}

dbx_status traced_find(const char *function, const char *args, dbx_trace **ret) {
  uint32_t n;
  dbx_trace *const *all = traces_all(&n);
  for (uint32_t i = n; i > 0; i--) // the program may have gone on after it failed
    if (all[i - 1]->jaxpr && (!function || !strcmp(dbx_sym_text(all[i - 1]->function), function)))
      return *ret = all[i - 1], DBX_OK;
  if (function)
    return dbx_fail(DBX_E208, (dbx_span){0}, "no function '%s' has been traced%s", function,
                    args ? "" : "; --args=\"...\" calls it");
  return dbx_fail(DBX_E208, (dbx_span){0}, "the program traces no function");
}
