// The back end's table (see lower.h): compiling, running, texts.
#include "lower/code.h"
#include "lower/emit.h"
#include "lower/linked.h"
#include "lower/listing.h"
#include "lower/machine.h"
#include "lower/runtime.h"
#include "lower/store.h"
#include "lower/threads.h"

#include "base/interrupt.h"

#include <stdio.h>
#include <string.h>

struct lower_backend {
  machine *machine;
  lower_pool *pool;
  lower_reuse reuse;
  lower_store *store;     // NULL: none
  code_table codes;       // that other programs can use
  uint32_t alone;         // codes that are not in the table so far
  void (*settle)(void *); // see create
  void *settle_ctx;
};

static lower_backend *create(void (*settle)(void *ctx), void *ctx, char **ret_problem) {
  machine *m = machine_new(ret_problem);
  if (!m) return NULL;
  lower_backend *b = dbx_alloc(sizeof *b);
  b->machine = m;
  b->pool = pool_new();
  b->reuse = LOWER_REUSE_SESSION;
  b->settle = settle, b->settle_ctx = ctx;
  return b;
}

static void warm(lower_backend *b, const atomic_bool *wanted) {
  (void)machine_context(b->machine);
  if (!atomic_load(wanted)) machine_warm(b->machine);
}

static void set_reuse(lower_backend *b, lower_reuse reuse, const char *folder) {
  dbx_buf target = {0};
  b->reuse = reuse;
  store_close(b->store);
  b->store = NULL;
  if (reuse != LOWER_REUSE_DISK || !folder) return;
  machine_put_target(b->machine, &target);
  b->store = store_open(folder, dbx_text(&target));
  dbx_buf_free(&target);
}

static void drop_codes(lower_backend *b, bool all) {
  for (lower_code *c; (c = code_excess(&b->codes, all));) {
    machine_unlink(c->linked);
    code_free(c);
  }
}

static void destroy(lower_backend *b) {
  if (!b) return;
  drop_codes(b, true);
  dbx_vec_free(&b->codes.all);
  store_close(b->store);
  threads_stop();
  machine_free(b->machine);
  pool_close(b->pool);
  free(b);
}

static dbx_status emit(lower_program *p, emit_links *links, MlirModule *ret) {
  uint64_t begin = machine_clock();
  dbx_status st = emit_program(p, p->jaxpr, machine_context(p->backend->machine), links, ret);
  p->times.emit = machine_clock() - begin;
  return st;
}

dbx_status lower_interrupted(dbx_span at) {
  dbx_interrupted = 0;
  return dbx_fail(DBX_E704, at, "interrupted while the program was compiled");
}

// ---- programs: code of an equal Jaxpr, from the table or from a file, or new code ----

static void release(lower_program *p) {
  if (!p) return;
  lower_code *c = p->code;
  if (c && !--c->users && !c->key.n) {
    machine_unlink(c->linked);
    code_free(c);
  }
  drop_codes(p->backend, false);
  dbx_vec_free(&p->sites);
  dbx_vec_free(&p->consts);
  free(p);
}

enum { NAME = 64 };

static void name_of(const lower_key *k, char *ret) {
  snprintf(ret, NAME, "dbx_%016llx%016llx", (unsigned long long)k->hash[0],
           (unsigned long long)k->hash[1]);
}

// Takes over c, with one reference, for this program and equal ones.
static void keep(lower_backend *b, const lower_key *k, lower_code *c, size_t bytes,
                 lower_program *p) {
  c->bytes = bytes;
  code_keep(&b->codes, k, c);
  p->code = c;
  p->entry = c->entry;
}

static bool from_table(lower_backend *b, const lower_key *k, lower_program *p) {
  lower_code *c = code_find(&b->codes, k);
  if (!c) return false;
  p->code = c;
  p->entry = c->entry;
  p->times.reused = LOWER_REUSE_SESSION;
  code_apply(c, k, p);
  return true;
}

static bool from_file(lower_backend *b, const lower_key *k, lower_program *p) {
  char name[NAME], *bad = NULL;
  dbx_buf object = {0};
  uint64_t begin = machine_clock();
  lower_code *c = b->store ? dbx_alloc(sizeof *c) : NULL;
  bool found = c && store_find(b->store, k, c, &object);
  name_of(k, name);
  if (found) bad = machine_link(b->machine, name, &object, &c->linked, &c->entry);
  if (found && !bad) {
    keep(b, k, c, object.n, p);
    code_apply(c, k, p);
    p->times.reused = LOWER_REUSE_DISK;
    p->times.codegen = machine_clock() - begin;
  } else {
    code_free(c);
  }
  dbx_buf_free(&object);
  free(bad);
  return p->code != NULL;
}

// Links the object. k: NULL if the code is for this program alone.
static dbx_status link_object(lower_backend *b, const lower_key *k, const char *name,
                              const dbx_buf *object, lower_program *p) {
  lower_code *c = dbx_alloc(sizeof *c);
  uint64_t begin = machine_clock();
  char *bad = k && !code_describe(c, k, p)
                  ? dbx_strdup("a place of the code is not in the program")
                  : machine_link(b->machine, name, object, &c->linked, &c->entry);
  p->times.codegen += machine_clock() - begin;
  if (bad) {
    code_free(c);
    dbx_status st = dbx_fail(DBX_E803, (dbx_span){0}, "the back end failed: %s", bad);
    free(bad);
    return st;
  }
  if (k) {
    if (b->store) store_put(b->store, k, c, object);
    keep(b, k, c, object->n, p);
    return DBX_OK;
  }
  c->users = 1;
  p->code = c;
  p->entry = c->entry;
  return DBX_OK;
}

static dbx_status compile_new(lower_backend *b, const lower_key *k, lower_program *p) {
  MlirModule module;
  char name[NAME];
  dbx_buf object = {0};
  if (k) name_of(k, name);
  else snprintf(name, sizeof name, "dbx_alone_%u", ++b->alone);
  DBX_TRY(emit(p, NULL, &module));
  dbx_status st = machine_compile(b->machine, module, p, name, &object);
  if (st == DBX_OK) st = link_object(b, k, name, &object, p);
  dbx_buf_free(&object);
  return st;
}

static dbx_status compile(lower_backend *b, const dbx_jaxpr *j, lower_program **ret) {
  lower_key k;
  lower_program *p = dbx_alloc(sizeof *p);
  p->jaxpr = j;
  p->backend = b;
  p->spreads = threads_used() > 1;
  bool keyed = b->reuse != LOWER_REUSE_OFF && key_of(j, p->spreads, &k);
  dbx_status st = DBX_OK;
  if (!keyed || !(from_table(b, &k, p) || from_file(b, &k, p))) {
    b->settle(b->settle_ctx);
    st = compile_new(b, keyed ? &k : NULL, p);
  }
  if (keyed) key_free(&k);
  if (st != DBX_OK) return release(p), st;
  *ret = p;
  return DBX_OK;
}

static dbx_status run(lower_program *p, dbx_array *const *args, dbx_array **out) {
  uint64_t begin = machine_clock();
  pool_restart_peak(p->backend->pool);
  dbx_status st = lower_run(p, p->backend->pool, args, out);
  p->times.run = machine_clock() - begin;
  return st;
}

// ---- listings: made by emitting once more, a run does not need them ----

static void append(MlirStringRef s, void *ctx) { dbx_putn(ctx, s.data, s.length); }

static void put_module(MlirModule module, dbx_buf *ret) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsEnableDebugInfo(flags, true, true);
  mlirOperationPrintWithFlags(mlirModuleGetOperation(module), flags, append, ret);
  mlirOpPrintingFlagsDestroy(flags);
}

static dbx_status no_stage(const char *stage) {
  dbx_buf names = {0};
  machine_put_passes(&names, ", ");
  dbx_status st =
      strncmp(stage, "mlir:", 5)
          ? dbx_fail(DBX_E801, (dbx_span){0},
                     "there is no stage '%s' (mlir, mlir-linked, llvm, asm, passes)", stage)
          : dbx_fail(DBX_E801, (dbx_span){0}, "there is no pass '%s' (%s)", stage + 5,
                     dbx_text(&names));
  dbx_buf_free(&names);
  return st;
}

// Takes over the module.
static dbx_status stage_text(lower_program *p, MlirModule module, const char *stage,
                             listing_kind *kind, dbx_buf *ret) {
  machine *m = p->backend->machine;
  *kind = !strcmp(stage, "llvm")  ? LISTING_LLVM
          : !strcmp(stage, "asm") ? LISTING_ASM
                                  : LISTING_MLIR;
  if (*kind != LISTING_MLIR) return machine_text(m, module, p, *kind == LISTING_ASM, ret);
  dbx_status st = DBX_OK;
  if (strcmp(stage, "mlir")) {
    bool known = !strncmp(stage, "mlir:", 5);
    st = known ? machine_run_passes(m, module, stage + 5, &known) : DBX_FAIL;
    if (!known) st = no_stage(stage);
  }
  if (st == DBX_OK) put_module(module, ret);
  mlirModuleDestroy(module);
  return st;
}

static dbx_status text(const lower_program *of, const char *stage, dbx_buf *ret) {
  bool linked = !strcmp(stage, "mlir-linked");
  lower_program p = {
      .jaxpr = of->jaxpr, .backend = of->backend, .lists = !linked, .spreads = of->spreads};
  emit_links links = {0};
  MlirModule module;
  listing_kind kind;
  dbx_buf raw = {0};
  if (!strcmp(stage, "passes")) {
    machine_put_passes(ret, "\n");
    dbx_putc(ret, '\n');
    return DBX_OK;
  }
  dbx_status st = emit(&p, linked ? &links : NULL, &module);
  if (st == DBX_OK && linked) {
    linked_put(ret, module, &links);
    mlirModuleDestroy(module);
  } else if (st == DBX_OK) {
    st = stage_text(&p, module, stage, &kind, &raw);
    if (st == DBX_OK) listing_put(ret, kind, &raw, &p);
  }
  dbx_map_free(&links.variable_of);
  dbx_buf_free(&raw);
  dbx_vec_free(&p.sites);
  dbx_vec_free(&p.consts);
  dbx_vec_free(&p.listed);
  return st;
}

static lower_times times(const lower_program *p) { return p->times; }

static lower_memory memory(const lower_backend *b) {
  pool_count c = pool_counted(b->pool);
  return (lower_memory){c.peak, c.bytes, c.blocks, c.away};
}

__attribute__((visibility("default"))) const dbx_lower_api *dbx_lower_table(void);

const dbx_lower_api *dbx_lower_table(void) {
  static const dbx_lower_api table = {
      DBX_LOWER_VERSION, create, warm, set_reuse, threads_set, destroy,
      compile,           run,    text, times,     memory,      release};
  return &table;
}
