// Jaxpr text as a source: for `dbidx jaxpr`, and where `run`, `check`, `inspect` and the prompt
// meet a Jaxpr instead of a program (see jaxpr.h).
#include "cmd/subcommands/jaxpr.h"

#include "cmd/host/host.h"
#include "cmd/questions/rewriting.h"
#include "cmd/session/arguments.h"
#include "cmd/session/settings.h"
#include "hlo/hlo.h"
#include "read/read.h"
#include "trace/from_text.h"

#include <string.h>

static bool is_hlo_path(const char *path) {
  return dbx_ends_in(path, ".mlir") || dbx_ends_in(path, ".stablehlo");
}

bool jaxpr_is_path(const char *path) { return dbx_ends_in(path, ".jaxpr") || is_hlo_path(path); }

static bool is_hlo(uint32_t file) {
  size_t n;
  const char *text = dbx_source_text(file, &n);
  return dbx_is_hlo_text(text, n);
}

bool jaxpr_is_source(uint32_t file) {
  size_t n;
  const char *text = dbx_source_text(file, &n);
  return jaxpr_is_path(dbx_source_name(file)) || dbx_is_jaxpr_text(text, n) || is_hlo(file);
}

// ---- reading ----

static bool reads_hlo(uint32_t file) { return is_hlo_path(dbx_source_name(file)) || is_hlo(file); }

// A Jaxpr, or StableHLO as one, and checked.
static dbx_status read_source(uint32_t file, dbx_arena *arena, dbx_jaxpr **ret) {
  *ret = NULL;
  DBX_TRY(reads_hlo(file) ? dbx_hlo_read(file, arena, ret) : dbx_read_jaxpr(file, arena, ret));
  return dbx_check_jaxpr(*ret);
}

static void forget_source(uint32_t file, dbx_arena *arena, dbx_jaxpr *j) {
  if (reads_hlo(file)) dbx_hlo_release(j);
  dbx_arena_free(arena);
}

dbx_status jaxpr_trace(uint32_t file, dbx_trace **ret) {
  dbx_span here = dbx_here;
  size_t n;
  dbx_sym name = dbx_intern(dbx_source_name(file));
  dbx_jaxpr *j;
  if (!reads_hlo(file)) return dbx_trace_read(file, name, ret);
  (void)dbx_source_text(file, &n);
  dbx_here = (dbx_span){file, 0, (uint32_t)n};
  dbx_trace *t = dbx_trace_begin(name);
  dbx_status st = dbx_hlo_read(file, &t->arena, &j);
  if (st == DBX_OK) st = dbx_trace_enter(t, j);
  for (uint32_t i = 0; st == DBX_OK && i < j->n_const; i++) // the trace has references of its own
    (void)dbx_array_unref(j->consts[i]);
  if (st != DBX_OK) dbx_hlo_release(j);
  dbx_here = here;
  dbx_trace_end(t);
  if (st != DBX_OK) return dbx_trace_free(t), st;
  return *ret = t, DBX_OK;
}

// ---- running ----

static dbx_status put_value(pv v) {
  dbx_buf b = {0};
  dbx_status st = lang_str(v, &b);
  dbx_putc(&b, '\n');
  if (st == DBX_OK) lang_now->print(lang_now->print_ctx, dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

static dbx_status put_values(pv v) {
  if (!is_obj(v, T_TUPLE)) return put_value(v);
  for (uint32_t i = 0; i < SEQ(v)->n; i++) DBX_TRY(put_value(SEQ(v)->at[i]));
  return DBX_OK;
}

dbx_status jaxpr_run(const dbx_jaxpr *j, const char *args) {
  dbx_arrays in;
  pv v;
  DBX_TRY(arguments_import_names());
  DBX_TRY(arguments_read(j, NULL, args ? args : "", &in));
  dbx_status st = arguments_run(&lang_now->engine, j, &in, &v);
  arguments_free(&in);
  if (st == DBX_OK) {
    uint32_t mark = lang_pins();
    lang_pin(v);
    st = put_values(v);
    lang_unpin(mark);
  }
  if (lang_now->engine.forget) lang_now->engine.forget(lang_now->engine.ctx, j);
  return st;
}

dbx_status jaxpr_run_source(uint32_t file, const char *args) {
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  dbx_status st = read_source(file, &arena, &j);
  if (st == DBX_OK) st = jaxpr_run(j, args);
  if (st != DBX_OK && !args && dbx_diag_pending() && dbx_diag_pending()->code == DBX_E707)
    dbx_diag_note("--args=\"3, jnp.ones(2)\" gives the arguments");
  forget_source(file, &arena, j);
  return st;
}

dbx_status jaxpr_check_source(uint32_t file) {
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  dbx_status st = read_source(file, &arena, &j);
  forget_source(file, &arena, j);
  return st;
}

// ---- dbidx jaxpr ----

// With --opt: as the rules rewrite it. A rule without an end is a failure, and j is printed.
static dbx_status print_rewritten(const cli *o, const dbx_jaxpr *j) {
  dbx_rewrite r = {.log = o->log, .check = true};
  dbx_buf b = {0};
  dbx_status st = DBX_OK;
  if (o->opt && !strcmp(o->opt, "on")) st = dbx_rewrite_jaxpr(&r, j, &j);
  if (st == DBX_OK) {
    rewriting_put_log(&b, &r, 0);
    dbx_print_jaxpr(&b, j, &(dbx_print_opts){.width = o->width});
    printf("%s\n", dbx_text(&b));
  }
  if (st == DBX_OK && r.endless)
    st = dbx_fail(DBX_E608, (dbx_span){0}, "%s; nothing was rewritten", r.endless);
  dbx_buf_free(&b);
  dbx_rewrite_free(&r);
  return st;
}

static dbx_status print_source(const cli *o, uint32_t file) {
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  dbx_status st = read_source(file, &arena, &j);
  if (st == DBX_OK) st = print_rewritten(o, j);
  forget_source(file, &arena, j);
  return st;
}

int cmd_jaxpr(const cli *o) {
  uint32_t file;
  dbx_status st = DBX_OK;
  if (!host_read_file(o->operand[0], &file)) return CLI_MISUSE;
  if (o->rules) st = rewriting_rules(o->rules);
  if (st == DBX_OK && o->run) st = settings_start(o, stdout);
  if (st == DBX_OK) st = o->run ? jaxpr_run_source(file, o->run) : print_source(o, file);
  if (st != DBX_OK) host_report(dbx_diag_take());
  int status = host_flush() && st == DBX_OK ? CLI_OK : CLI_FAILED;
  return o->run ? host_stop(status) : status;
}
