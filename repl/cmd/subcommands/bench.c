// dbidx bench: how long the compiled functions of a program run. The first evaluation of an
// expression traces, lowers and runs; after it the machine code of the function that it called runs
// again and again on the same arguments. Without expressions the whole program is evaluated again
// and again. Results, and what a program defined and traced, are given back between the
// measurements; the program's output is dropped.
#include "cmd/host/host.h"
#include "cmd/session/settings.h"
#include "cmd/subcommands/state.h"

#include "base/json.h"
#include "base/poll.h"
#include "interp/interp.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LEAST_RUNS = 5, MOST_RUNS = 100000, MOST_NS = 500000000 };

typedef struct measurement {
  uint64_t first, best, median; // ns
  uint32_t runs;
  uint64_t peak;          // bytes of the pool in one run
  double sum;             // of the elements of all results
  uint64_t read, written; // bytes of arguments, of results
  bool compiled;          // a compiled function was called
  lower_report lower;
  bool lowered;
} measurement;

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// ---- the last call of a compiled function ----

static void forget_call(void) {
  for (uint32_t i = 0; i < subcommands_now->last.n_in; i++)
    dbx_array_unref(subcommands_now->last.in[i]);
  free(subcommands_now->last.in);
  subcommands_now->last.jaxpr = NULL, subcommands_now->last.in = NULL,
  subcommands_now->last.n_in = 0;
}

static double sum_of(const dbx_jaxpr *j, dbx_array *const *out) {
  double sum = 0;
  for (uint32_t k = j->n_implicit_out; k < j->n_out; k++)
    for (int64_t i = 0; i < out[k]->size; i++)
      sum += dbx_scalar_convert(dbx_array_at(out[k], i), out[k]->dtype, DBX_F64).c[0];
  return sum;
}

static uint64_t bytes_of(dbx_array *const *a, uint32_t n) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < n; i++) bytes += (uint64_t)a[i]->size * dbx_dtype_bytes(a[i]->dtype);
  return bytes;
}

static void remember_call(const dbx_jaxpr *j, dbx_array *const *in, dbx_array *const *out) {
  uint32_t n = 0;
  forget_call();
  if (!out) return;
  for (uint32_t i = 0; i < j->n_const; i++) n += !j->consts || !j->consts[i];
  subcommands_now->last.n_in = n += j->n_in;
  subcommands_now->last.jaxpr = j;
  subcommands_now->last.in = dbx_alloc((n + 1) * sizeof *subcommands_now->last.in);
  for (uint32_t i = 0; i < n; i++) subcommands_now->last.in[i] = dbx_array_ref(in[i]);
  subcommands_now->last.sum = sum_of(j, out);
  subcommands_now->last.read = bytes_of(in, n);
  subcommands_now->last.written = bytes_of(out, j->n_out);
}

// ---- measuring ----

static dbx_status run_once(uint64_t *took) {
  const dbx_engine *e = &lang_now->engine;
  dbx_array **out = dbx_alloc((subcommands_now->last.jaxpr->n_out + 1) * sizeof *out);
  uint64_t begin = now();
  dbx_status st = e->run
                      ? e->run(e->ctx, subcommands_now->last.jaxpr, subcommands_now->last.in, out)
                      : dbx_interpret(subcommands_now->last.jaxpr, subcommands_now->last.in, out);
  *took = now() - begin;
  for (uint32_t i = 0; st == DBX_OK && i < subcommands_now->last.jaxpr->n_out; i++)
    dbx_array_unref(out[i]);
  free(out);
  return st;
}

static dbx_status evaluate(const char *text, uint64_t *took) {
  pv ignored;
  uint64_t begin = now();
  dbx_status st = lang_eval_text("<expression>", text, &ignored);
  *took = now() - begin;
  return st;
}

static dbx_status evaluate_file(uint32_t file, uint64_t *took) {
  forget_call();
  lang_forget();
  uint64_t begin = now();
  dbx_status st = lang_run_program(file);
  *took = now() - begin;
  return st;
}

static int earlier(const void *x, const void *y) {
  uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
  return (a > b) - (a < b);
}

// text: an expression, or NULL for the whole file.
static dbx_status measure(uint32_t file, const char *text, measurement *m) {
  dbx_vec(uint64_t) took = {0};
  uint64_t one, all = 0, peak = 0;
  uint32_t most = host_options()->repeat ? (uint32_t)host_options()->repeat : MOST_RUNS;
  dbx_status st = DBX_OK;
  *m = (measurement){0};
  forget_call();
  DBX_TRY(text ? evaluate(text, &m->first) : evaluate_file(file, &m->first));
  m->compiled = subcommands_now->last.jaxpr != NULL;
  m->sum = subcommands_now->last.sum;
  m->read = subcommands_now->last.read, m->written = subcommands_now->last.written;
  bool rerun = text && m->compiled;
  while (took.n < most && st == DBX_OK &&
         (host_options()->repeat || took.n < LEAST_RUNS || all < MOST_NS)) {
    st = rerun ? run_once(&one) : text ? evaluate(text, &one) : evaluate_file(file, &one);
    all += one;
    dbx_push(&took, one);
    if (host_jit_memory().peak > peak) peak = host_jit_memory().peak;
  }
  dbx_vec_sort(&took, earlier);
  m->runs = took.n;
  if (took.n) m->best = took.at[0], m->median = took.at[took.n / 2];
  m->peak = peak;
  m->lowered = m->compiled && lang_now->engine.run == host_jit()->run &&
               host_jit_report(subcommands_now->last.jaxpr, &m->lower);
  dbx_vec_free(&took);
  return st;
}

// ---- showing ----

static double ms(uint64_t ns) { return 1e-6 * (double)ns; }

static void put_ms(dbx_json *l, const char *key, uint64_t ns) {
  dbx_json_key(l, key);
  dbx_json_double(l, ms(ns));
}

static void put_json(const char *text, const measurement *m) {
  dbx_buf b = {0};
  dbx_json l = {.out = &b, .indent = -1};
  dbx_json_open(&l, '{');
  dbx_json_key(&l, "expression");
  dbx_json_str(&l, text);
  put_ms(&l, "first_ms", m->first);
  put_ms(&l, "best_ms", m->best);
  put_ms(&l, "median_ms", m->median);
  dbx_json_key(&l, "runs");
  dbx_json_int(&l, m->runs);
  if (m->compiled) {
    dbx_json_key(&l, "sum");
    dbx_json_double(&l, m->sum);
    dbx_json_key(&l, "peak_bytes");
    dbx_json_int(&l, (int64_t)m->peak);
    dbx_json_key(&l, "argument_bytes");
    dbx_json_int(&l, (int64_t)m->read);
    dbx_json_key(&l, "result_bytes");
    dbx_json_int(&l, (int64_t)m->written);
  }
  if (m->lowered) {
    dbx_json_key(&l, "cache");
    dbx_json_str(&l, host_cache_words[m->lower.times.reused]);
    put_ms(&l, "load_ms", m->lower.load);
    put_ms(&l, "create_ms", m->lower.create);
    put_ms(&l, "emit_ms", m->lower.times.emit);
    put_ms(&l, "mlir_ms", m->lower.times.mlir);
    put_ms(&l, "translate_ms", m->lower.times.translate);
    put_ms(&l, "optimise_ms", m->lower.times.optimise);
    put_ms(&l, "codegen_ms", m->lower.times.codegen);
  }
  dbx_json_close(&l, '}');
  printf("%s\n", dbx_text(&b));
  dbx_buf_free(&b);
}

static void put_head(void) {
  if (!host_options()->json)
    printf("%12s %12s %12s %8s %14s\n", "first, ms", "best, ms", "median, ms", "runs",
           "peak, bytes");
}

static void put_line(const char *text, const measurement *m) {
  if (host_options()->json) return put_json(text, m);
  printf("%12.4f %12.4f %12.4f %8" PRIu32 " ", ms(m->first), ms(m->best), ms(m->median), m->runs);
  if (m->compiled) printf("%14" PRIu64, m->peak);
  else printf("%14s", "");
  say_line(stdout, "  %s\n", text);
}

// ---- the command ----

static int one(uint32_t file, const char *text) {
  measurement m;
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  dbx_status st = measure(file, text, &m);
  if (st == DBX_OK) put_line(text ? text : dbx_source_name(file), &m);
  else host_report(dbx_diag_take());
  if (st != DBX_OK && host_options()->json) printf("null\n");
  (void)fflush(stdout);
  return st == DBX_OK ? CLI_OK : CLI_FAILED;
}

static int from_standard_input(uint32_t file) {
  char *line = NULL;
  size_t room = 0;
  int status = CLI_OK;
  while (getline(&line, &room, stdin) >= 0) {
    *strchrnul(line, '\r') = 0, *strchrnul(line, '\n') = 0;
    if (line[0] && one(file, line) != CLI_OK) status = CLI_FAILED;
  }
  free(line);
  return status;
}

int cmd_bench(const cli *o) {
  uint32_t file;
  int status = CLI_OK;
  if (!host_read_file(o->operand[0], &file)) return CLI_MISUSE;
  if (settings_start(o, stdout) != DBX_OK) return host_report(dbx_diag_take()), CLI_FAILED;
  lang_now->print = lang_print_nothing;
  lang_now->on_call = remember_call;
  host_warm_up();
  put_head();
  if (o->n_operands == 1) {
    status = one(file, NULL);
  } else if (lang_run(file, NULL, NULL) != DBX_OK) {
    host_report(dbx_diag_take());
    status = CLI_FAILED;
  } else {
    for (int i = 1; i < o->n_operands; i++)
      if ((strcmp(o->operand[i], "-") ? one(file, o->operand[i]) : from_standard_input(file)) !=
          CLI_OK)
        status = CLI_FAILED;
  }
  forget_call();
  return host_stop(status);
}
