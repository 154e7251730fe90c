// dbidx inspect: one artefact of a traced function, or of a Jaxpr that is read. The program's own
// output goes to standard error.
#include "cmd/host/host.h"
#include "cmd/questions/gradient.h"
#include "cmd/questions/recorded.h"
#include "cmd/questions/see.h"
#include "cmd/questions/strategies.h"
#include "cmd/session/output.h"
#include "cmd/session/settings.h"
#include "cmd/session/traces.h"
#include "cmd/subcommands/calls.h"
#include "cmd/subcommands/jaxpr.h"
#include "cmd/subcommands/listing.h"
#include "cmd/subcommands/traced.h"

#include "base/poll.h"
#include "debug/trips.h"
#include "hlo/hlo.h"
#include "viz/report/binds.h"
#include "viz/report/events.h"
#include "viz/report/report.h"
#include "viz/report/statements.h"
#include "viz/why/provenance.h"

#include <errno.h>
#include <string.h>

typedef struct request {
  const cli *o;
  char *path;
  const char *function; // NULL: the last traced one, or all of them
  output to;            // a path of NULL: standard output
} request;

static dbx_report_style style(void) { return (dbx_report_style){.width = host_width()}; }

// ---- what can be shown ----

static dbx_status emit_jaxpr(dbx_trace *t, dbx_buf *b) {
  dbx_print_jaxpr(b, t->jaxpr, &(dbx_print_opts){.width = host_options()->width});
  dbx_putc(b, '\n');
  return DBX_OK;
}

static dbx_status emit_types(dbx_trace *t, dbx_buf *b) {
  dbx_report_style s = style();
  dbx_put_types(b, t, &s);
  return DBX_OK;
}

static dbx_status emit_autograph(dbx_trace *t, dbx_buf *b) {
  dbx_report_style s = style();
  return dbx_put_statements(b, t, &s), DBX_OK;
}

static dbx_status emit_stage(dbx_trace *t, const char *stage, dbx_buf *b) {
  const dbx_engine *e = host_jit();
  return e->text(e->ctx, t->jaxpr, stage, b);
}

static dbx_status emit_mlir(dbx_trace *t, dbx_buf *b) {
  dbx_buf stage = {0};
  dbx_printf(&stage, "mlir%s%s", host_options()->pass ? ":" : "",
             host_options()->pass ? host_options()->pass : "");
  dbx_status st = emit_stage(t, dbx_text(&stage), b);
  dbx_buf_free(&stage);
  return st;
}
static dbx_status emit_llvm(dbx_trace *t, dbx_buf *b) { return emit_stage(t, "llvm", b); }
static dbx_status emit_asm(dbx_trace *t, dbx_buf *b) { return emit_stage(t, "asm", b); }

static dbx_status emit_stablehlo(dbx_trace *t, dbx_buf *b) {
  return dbx_hlo_text(t->jaxpr, DBX_HLO_XLA, b);
}
static dbx_status emit_iree(dbx_trace *t, dbx_buf *b) {
  return dbx_hlo_text(t->jaxpr, DBX_HLO_IREE, b);
}

static dbx_status emit_jaxexport(dbx_trace *t, dbx_buf *b) {
  return dbx_hlo_artefact(t->jaxpr, dbx_sym_text(t->function), b);
}

static dbx_status emit_binds(dbx_trace *const *t, uint32_t n, dbx_buf *b) {
  dbx_put_binds(b, t, n);
  return DBX_OK;
}

static dbx_status emit_events(dbx_trace *const *t, uint32_t n, dbx_buf *b) {
  for (uint32_t i = 0; i < n; i++) dbx_put_events_json(b, t[i]);
  return DBX_OK;
}

static dbx_status emit_calls(dbx_trace *const *t, uint32_t n, dbx_buf *b) {
  calls_put(b, t, n);
  return DBX_OK;
}

static void watch_strategies(void) { strategies_collect(NULL); }

static dbx_status emit_strategies(dbx_trace *const *t, uint32_t n, dbx_buf *b) {
  (void)t, (void)n;
  if (strategies_put(b)) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "the program traces no loop");
}

typedef dbx_status (*question)(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                               const char *of);

static dbx_status ask(dbx_trace *t, question text, question json, dbx_buf *b) {
  dbx_report_style s = style();
  dbx_here = (dbx_span){0};
  return (host_options()->json ? json : text)(b, t, &s, host_options()->of);
}

static dbx_status emit_why(dbx_trace *t, dbx_buf *b) {
  return ask(t, dbx_put_why, dbx_put_why_json, b);
}

static dbx_status emit_users(dbx_trace *t, dbx_buf *b) {
  return ask(t, dbx_put_users, dbx_put_users_json, b);
}

static dbx_status emit_dot(dbx_trace *t, dbx_buf *b) {
  return see_drawing(t, NULL, NULL, "dot", b);
}
static dbx_status emit_svg(dbx_trace *t, dbx_buf *b) {
  return see_drawing(t, NULL, NULL, "svg", b);
}

static dbx_status emit_html(dbx_trace *const *t, uint32_t n, dbx_buf *b) {
  return see_page(t, n, "html", b);
}

static dbx_status emit_json(dbx_trace *const *t, uint32_t n, dbx_buf *b) {
  return see_page(t, n, "json", b);
}

static dbx_status emit_dbidx(dbx_trace *const *t, uint32_t n, dbx_buf *b) {
  recorded_put(b, t, n, NULL, calls_record);
  return DBX_OK;
}

typedef dbx_status (*of_one)(dbx_trace *t, dbx_buf *b);

// How often --mode differentiates.
static int order_of(const char *mode) {
  if (!mode || !strcmp(mode, "eval")) return 0;
  return strcmp(mode, "grad") ? 2 : 1;
}

static bool emits_derivatives(of_one f) {
  return f == emit_jaxpr || f == emit_mlir || f == emit_llvm || f == emit_asm ||
         f == emit_stablehlo || f == emit_iree || f == emit_jaxexport;
}

// --decls, --stores, --check. What the checks find is in *ok.
static dbx_status list(const cli *o, const dbx_trace *t, const dbx_jaxpr *j, dbx_buf *b, bool *ok) {
  if (o->decls) listing_put_decls(b, t, j);
  if (o->stores) listing_put_stores(b, t);
  return o->checks ? listing_put_checks(b, j, o->checks, ok) : DBX_OK;
}

static bool lists(const cli *o) { return o->decls || o->stores || o->checks; }

static dbx_status emit_one(of_one f, dbx_trace *t, const cli *o, dbx_buf *b, bool *ok) {
  dbx_trace own = *t;
  const dbx_jaxpr *j;
  if (order_of(o->mode)) {
    DBX_TRY(gradient_of(dbx_sym_text(t->function), order_of(o->mode), &j));
    own.jaxpr = (dbx_jaxpr *)(uintptr_t)j;
  }
  if (f) DBX_TRY(f(order_of(o->mode) ? &own : t, b));
  return own.jaxpr && lists(o) ? list(o, t, own.jaxpr, b, ok) : DBX_OK;
}

static void collect_page(void) { see_collect(), debug_trips_collect(); }

static const struct emitter {
  const char *name;
  dbx_status (*one)(dbx_trace *t, dbx_buf *b);                    // of the last traced function
  dbx_status (*all)(dbx_trace *const *t, uint32_t n, dbx_buf *b); // of all traces in order
  void (*before)(void);                                           // the program runs
  bool asks;    // it is about --of, also of a trace that failed
  bool records; // all that can be shown
} emitters[] = {
    {"jaxpr", emit_jaxpr, NULL, NULL},
    {"types", emit_types, NULL, NULL},
    {"autograph", emit_autograph, NULL, NULL},
    {"mlir", emit_mlir, NULL, NULL},
    {"llvm", emit_llvm, NULL, NULL},
    {"asm", emit_asm, NULL, NULL},
    {"stablehlo", emit_stablehlo, NULL, NULL},
    {"iree", emit_iree, NULL, NULL},
    {"jaxexport", emit_jaxexport, NULL, NULL},
    {"binds", NULL, emit_binds, NULL},
    {"events", NULL, emit_events, NULL},
    {"calls", NULL, emit_calls, NULL},
    {"strategies", NULL, emit_strategies, watch_strategies},
    {.name = "why", .one = emit_why, .asks = true},
    {.name = "users", .one = emit_users, .asks = true},
    {"dot", emit_dot, NULL, NULL},
    {"svg", emit_svg, NULL, NULL},
    {"html", NULL, emit_html, collect_page},
    {"json", NULL, emit_json, collect_page},
    {.name = "dbidx", .all = emit_dbidx, .before = recorded_collect, .records = true},
};
// Of --decls, --stores and --check alone.
static const struct emitter no_emitter = {.name = ""};

static const struct emitter *find_emitter(const char *name, bool lists) {
  if (!name && lists) return &no_emitter;
  for (size_t i = 0; name && i < sizeof emitters / sizeof *emitters; i++)
    if (!strcmp(emitters[i].name, name)) return &emitters[i];
  return NULL;
}

// ---- running the program and the request ----

static dbx_status emit(const request *r, const struct emitter *e, dbx_buf *b, bool *ok) {
  uint32_t n, k = 0;
  dbx_trace *const *all = traces_all(&n), *t = traces_last(r->function);
  dbx_status st;
  if (e->all) {
    dbx_trace **some = dbx_alloc(sizeof *some * n);
    for (uint32_t i = 0; i < n; i++)
      if (!r->function || !strcmp(dbx_sym_text(all[i]->function), r->function)) some[k++] = all[i];
    st = e->all(some, k, b);
    free(some);
    return st;
  }
  if (!e->asks || !t) DBX_TRY(traced_find(r->function, r->o->args, &t));
  return emit_one(e->one, t, r->o, b, ok);
}

static dbx_status write_out(const request *r, const dbx_buf *b) {
  dbx_buf drawn = {0};
  bool picture = see_is_picture(r->to.path);
  dbx_status st = picture ? see_picture(r->to.path, b, &drawn) : DBX_OK;
  if (st == DBX_OK) st = output_write(&r->to, picture ? &drawn : b);
  dbx_buf_free(&drawn);
  return st;
}

static bool put_out(const request *r, const dbx_buf *b) {
  if (!r->to.path) return say_text(b), host_flush();
  if (write_out(r, b) == DBX_OK) return true;
  return host_report(dbx_diag_take()), false;
}

static int inspect(const request *r, const struct emitter *e, uint32_t file) {
  dbx_buf b = {0};
  if (e->before) e->before();
  dbx_status st = traced_load(file, r->function, r->o->args);
  bool recorded = recorded_is_source(file);
  dbx_diag *error = st == DBX_OK ? NULL : traced_failure(file);
  uint32_t text = file;
  const char *name = recorded ? see_program(&text) : NULL;
  bool nothing = recorded && !name; // it could not be read
  if (!name) name = dbx_source_name(file);
  if (e->records) recorded_about(name, text, error);
  else if (!recorded) see_about(name, text, error);
  if (st != DBX_OK) host_report(error);
  bool shows = !nothing && (st == DBX_OK || e->all || e->asks);
  bool ok = true;
  dbx_status shown = shows ? emit(r, e, &b, &ok) : DBX_FAIL;
  if (shown == DBX_OK) shown = dbx_poll(); // it may be cut
  if (shows && shown != DBX_OK) host_report(dbx_diag_take());
  bool written = shown == DBX_OK && put_out(r, &b);
  dbx_buf_free(&b);
  return st == DBX_OK && written && ok ? CLI_OK : CLI_FAILED;
}

static int misuse(const char *text) { return say_to(stderr, "dbidx: %s\n", text), CLI_MISUSE; }

int cmd_inspect(const cli *o) {
  const struct emitter *e = find_emitter(o->emit, lists(o));
  request r = {o, dbx_strdup(o->operand[0]), NULL, {o->output, o->force, "--force"}};
  uint32_t file;
  if (!e)
    return free(r.path),
           misuse("inspect needs --emit=jaxpr, types, autograph, binds, events, calls, "
                  "strategies, why, users, mlir, llvm, asm, stablehlo, iree, jaxexport, dot, svg, "
                  "html, json or "
                  "dbidx; or "
                  "--decls, --stores, --check=unbound,source,shape");
  if (lists(o) && e->all)
    return free(r.path), misuse("--decls, --stores and --check go with "
                                "what is emitted of one function");
  if (order_of(o->mode) && e->one && !emits_derivatives(e->one))
    return free(r.path),
           misuse("--mode=grad and grad2 go with --emit=jaxpr, mlir, llvm, asm, stablehlo or "
                  "iree");
  if (e->asks && !o->of) return free(r.path), misuse("--emit=why and --emit=users need --of=X");
  if (see_is_picture(o->output) && strcmp(e->name, "dot"))
    return free(r.path), misuse("-o FILE.png, .pdf, ... is a picture, which Graphviz draws of "
                                "--emit=dot; --emit=svg writes .svg by itself");
  if (o->output && output_allowed(&r.to) != DBX_OK)
    return free(r.path), host_report(dbx_diag_take()), CLI_FAILED;
  r.function = traced_function(r.path);
  int status = CLI_MISUSE;
  bool readable = host_read_file(r.path, &file);
  if (readable && o->args && recorded_is_source(file))
    return free(r.path), misuse("--args calls a program's function; a recording has no program");
  if (readable && o->args && !r.function && !jaxpr_is_source(file))
    return free(r.path), misuse("--args needs a function: FILE:FUNC");
  if (readable && settings_start(o, stderr) == DBX_OK) {
    traces_collect();
    calls_collect();
    status = inspect(&r, e, file);
    free(r.path);
    calls_stop();
    return host_stop(status);
  }
  free(r.path);
  return status;
}
