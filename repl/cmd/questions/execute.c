// The commands that run the program under construction, or where there is none an expression that
// calls compiled functions: :run and :time.
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/session/arguments.h"
#include "cmd/session/program.h"
#include "cmd/session/undo.h"

#include "base/poll.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static dbx_status nothing_to_run(void) {
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "there is no program to run; a declaration such as `n: int` begins one, and "
                  "`:run f(3)` calls a function");
}

static dbx_status show(pv v) {
  dbx_buf b = {0};
  uint32_t pins = lang_pins();
  lang_pin(v);
  dbx_status st = lang_repr(v, &b);
  if (st == DBX_OK) printf("%s\n", dbx_text(&b));
  lang_unpin(pins);
  dbx_buf_free(&b);
  return st;
}

// "--engine=interp 3" chooses the engine of one run.
static dbx_status take_engine(const char **text, const dbx_engine **ret) {
  static const char option[] = "--engine=";
  *ret = &lang_now->engine;
  if (strncmp(*text, option, sizeof option - 1)) return DBX_OK;
  const char *name = *text + sizeof option - 1;
  size_t n = strcspn(name, " ");
  *text = name + n;
  if (n == 3 && !strncmp(name, "jit", n)) return *ret = host_jit(), DBX_OK;
  if (n == 6 && !strncmp(name, "interp", n)) return *ret = host_interpreter(), DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "the engine is jit or interp, not '%.*s'", (int)n, name);
}

// "--on=iree 3" chooses who else runs it; NULL: nobody is named.
static dbx_status take_peer(const char **text, const dbx_engine **ret) {
  static const char option[] = "--on=";
  *ret = NULL;
  if (strncmp(*text, option, sizeof option - 1)) return DBX_OK;
  const char *name = *text + sizeof option - 1;
  size_t n = strcspn(name, " ");
  *text = name + n;
  *ret = host_peer(name, n);
  if (*ret) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "it runs on iree, xla or stablehlo, not '%.*s'", (int)n,
                  name);
}

static dbx_status run_program(const dbx_engine *e, const dbx_jaxpr *j, const char *text, pv *ret,
                              uint64_t *took) {
  dbx_arrays args;
  DBX_TRY(arguments_read(j, program_argument_names(), text, &args));
  uint64_t start = now();
  dbx_status st = arguments_run(e, j, &args, ret);
  *took = now() - start;
  arguments_free(&args);
  return st;
}

static dbx_status run_expression(const dbx_engine *e, const char *text, pv *ret, uint64_t *took) {
  dbx_engine before = lang_now->engine;
  text += strspn(text, " ");
  if (!*text) return nothing_to_run();
  lang_now->engine = *e;
  uint64_t start = now();
  dbx_status st = lang_eval_text("<command>", text, ret);
  *took = now() - start;
  lang_now->engine = before;
  return st;
}

// The arguments are expressions of the session: what they change is taken back if the run fails.
static dbx_status execute(const dbx_engine *e, const char *text, pv *ret, uint64_t *took) {
  const dbx_jaxpr *j = program_jaxpr();
  undo_open();
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  lang_now->last_run = j;
  dbx_status st = j ? run_program(e, j, text, ret, took) : run_expression(e, text, ret, took);
  if (st != DBX_OK) undo_rollback();
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  return st;
}

dbx_status cmd_run_program(const char *rest) {
  const dbx_engine *e;
  pv v;
  uint64_t took;
  DBX_TRY(take_peer(&rest, &e));
  if (!e) DBX_TRY(take_engine(&rest, &e));
  DBX_TRY(execute(e, rest, &v, &took));
  return show(v);
}

// Texts of which numbers differ in their last digits only: a peer adds up in another order.
static bool near_texts(const char *a, const char *b) {
  for (;;) {
    char *after_a, *after_b;
    a += strspn(a, " \n"), b += strspn(b, " \n");
    double x = strtod(a, &after_a), y = strtod(b, &after_b);
    bool numbers = after_a != a && after_b != b;
    if (numbers && !(x == y || fabs(x - y) <= 1e-6 * fmax(fabs(x), fabs(y)) + 1e-9) &&
        !(isnan(x) && isnan(y)))
      return false;
    if (numbers) a = after_a, b = after_b;
    else if (*a != *b) return false;
    else if (!*a) return true;
    else a++, b++;
  }
}

static const char *verdict(const char *a, const char *b, bool peer) {
  if (!strcmp(a, b)) return "the same";
  return peer && near_texts(a, b) ? "the same but for the last digits" : "the engines disagree";
}

// Both engines on the same arguments, or the interpreter and a peer.
dbx_status cmd_compare(const char *rest) {
  dbx_buf text[2] = {{0}, {0}};
  const dbx_engine *engine[] = {host_interpreter(), host_jit()}, *peer;
  DBX_TRY(take_peer(&rest, &peer));
  if (peer) engine[1] = peer;
  dbx_status st = DBX_OK;
  for (int i = 0; st == DBX_OK && i < 2; i++) {
    pv v;
    uint64_t took;
    st = execute(engine[i], rest, &v, &took);
    if (st == DBX_OK) st = lang_repr(v, &text[i]);
    if (st == DBX_OK)
      printf("%-11s %s\n", !i ? "interpreter" : peer ? peer->name : "jit", dbx_text(&text[i]));
  }
  if (st == DBX_OK) puts(verdict(dbx_text(&text[0]), dbx_text(&text[1]), peer != NULL));
  dbx_buf_free(&text[0]), dbx_buf_free(&text[1]);
  return st;
}

static void put_stage(const char *name, uint64_t ns) {
  printf("  %-26s %9.3f ms\n", name, 1e-6 * (double)ns);
}

dbx_status cmd_time(const char *rest) {
  const dbx_engine *e;
  pv v;
  uint64_t first, second;
  lower_report r;
  DBX_TRY(take_engine(&rest, &e));
  DBX_TRY(execute(e, rest, &v, &first));
  DBX_TRY(execute(e, rest, &v, &second));
  DBX_TRY(show(v));
  if (e->run == host_jit()->run && lang_now->last_run && host_jit_report(lang_now->last_run, &r)) {
    put_stage("load libMLIR and libLLVM", r.load);
    put_stage("create the back end", r.create);
    if (r.times.reused)
      printf("  machine code of an equal Jaxpr, from the cache (%s)\n",
             host_cache_words[r.times.reused]);
    put_stage("emit MLIR", r.times.emit);
    put_stage("MLIR passes", r.times.mlir);
    put_stage("translate to LLVM IR", r.times.translate);
    put_stage("optimise", r.times.optimise);
    put_stage("generate code and link", r.times.codegen);
    put_stage("run", r.times.run);
  }
  put_stage("first call, all of it", first);
  put_stage("second call", second);
  return DBX_OK;
}
