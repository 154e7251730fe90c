// The back end's table (see lower.h): compiling, running, texts.
#include "lower/emit.h"
#include "lower/machine.h"
#include "lower/runtime.h"

#include <string.h>

struct lower_backend {
  machine *machine;
  lower_pool *pool;
};

static lower_backend *around(machine *m) {
  lower_backend *b = dbx_alloc(sizeof *b);
  b->machine = m;
  b->pool = pool_new();
  return b;
}

static dbx_status create(lower_backend **ret) {
  char *problem;
  machine *m = machine_new(&problem);
  if (m) return *ret = around(m), DBX_OK;
  dbx_status st = dbx_fail(DBX_E803, (dbx_span){0}, "the back end cannot start: %s", problem);
  free(problem);
  return st;
}

static lower_backend *create_warm(void) {
  char *problem;
  machine *m = machine_new(&problem);
  if (!m) return free(problem), NULL;
  machine_warm(m);
  return around(m);
}

static void destroy(lower_backend *b) {
  if (!b) return;
  machine_free(b->machine);
  pool_close(b->pool);
  free(b);
}

static dbx_status emit(lower_program *p, MlirModule *ret) {
  uint64_t begin = machine_clock();
  dbx_status st = emit_program(p, p->jaxpr, machine_context(p->backend->machine), ret);
  p->times.emit = machine_clock() - begin;
  return st;
}

static void release(lower_program *p) {
  if (!p) return;
  machine_forget(p->backend->machine, p);
  dbx_vec_free(&p->sites);
  dbx_vec_free(&p->consts);
  free(p);
}

static dbx_status compile(lower_backend *b, const dbx_jaxpr *j, lower_program **ret) {
  MlirModule module;
  lower_program *p = dbx_alloc(sizeof *p);
  p->jaxpr = j;
  p->backend = b;
  dbx_status st = emit(p, &module);
  if (st == DBX_OK) st = machine_compile(b->machine, module, p);
  if (st != DBX_OK) return release(p), st;
  *ret = p;
  return DBX_OK;
}

static dbx_status run(lower_program *p, dbx_array *const *args, dbx_array **out) {
  uint64_t begin = machine_clock();
  dbx_status st = lower_run(p, p->backend->pool, args, out);
  p->times.run = machine_clock() - begin;
  return st;
}

static void append(MlirStringRef s, void *ctx) { dbx_putn(ctx, s.data, s.length); }

// Texts are made by emitting once more: a run does not need them.
static dbx_status stage_text(const lower_program *of, bool llvm, dbx_buf *ret) {
  lower_program p = {.jaxpr = of->jaxpr, .backend = of->backend};
  MlirModule module;
  dbx_status st = emit(&p, &module);
  if (st == DBX_OK && llvm) {
    st = machine_llvm_text(p.backend->machine, module, &p, ret);
  } else if (st == DBX_OK) {
    mlirOperationPrint(mlirModuleGetOperation(module), append, ret);
    mlirModuleDestroy(module);
  }
  dbx_vec_free(&p.sites);
  dbx_vec_free(&p.consts);
  return st;
}

static dbx_status text(const lower_program *p, const char *stage, dbx_buf *ret) {
  bool llvm = !strcmp(stage, "llvm");
  if (!llvm && strcmp(stage, "mlir"))
    return dbx_fail(DBX_E801, (dbx_span){0}, "there is no stage '%s' (mlir, llvm)", stage);
  return stage_text(p, llvm, ret);
}

static lower_times times(const lower_program *p) { return p->times; }

__attribute__((visibility("default"))) const dbx_lower_api *dbx_lower_table(void);

const dbx_lower_api *dbx_lower_table(void) {
  static const dbx_lower_api table = {
      DBX_LOWER_VERSION, create, create_warm, destroy, compile, run, text, times, release};
  return &table;
}
