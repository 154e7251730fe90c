// The back end's table (see lower.h): compiling, running, texts.
#include "lower/emit.h"
#include "lower/listing.h"
#include "lower/machine.h"
#include "lower/runtime.h"

#include "base/interrupt.h"

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
  dbx_status st = emit(p, NULL, &module);
  if (st == DBX_OK) st = machine_compile(b->machine, module, p);
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

static void append(MlirStringRef s, void *ctx) { dbx_putn(ctx, s.data, s.length); }

// ---- the stage "mlir-linked" ----

typedef struct place {
  uint32_t line, column; // 0: not known
} place;

// "...  name.py:12:5" at the end of a line printed with its location.
static place place_of(const char *s, size_t n) {
  place p = {0};
  size_t column = n, line;
  while (column && s[column - 1] >= '0' && s[column - 1] <= '9') column--;
  if (column == n || !column || s[column - 1] != ':') return p;
  line = column - 1;
  while (line && s[line - 1] >= '0' && s[line - 1] <= '9') line--;
  if (line == column - 1 || !line || s[line - 1] != ':') return p;
  p.line = (uint32_t)strtoul(s + line, NULL, 10);
  p.column = (uint32_t)strtoul(s + column, NULL, 10);
  return p;
}

typedef dbx_vec(place) places;

// The place of an operation with regions is behind its last line: its first line has it too.
static void find_places(places *all, const char *s) {
  dbx_u32s open = {0};
  for (; *s; s += *s == '\n') {
    size_t n = strcspn(s, "\n"), blank = strspn(s, " ");
    place p = place_of(s, n);
    if (*s == '#') { // a name for a location
      s += n;
      continue;
    }
    if (s[blank] == '}' && open.n) {
      uint32_t first = open.at[--open.n];
      if (p.line) all->at[first] = p;
      if (n && s[n - 1] == '{') dbx_push(&open, first);
    } else if (n && s[n - 1] == '{') {
      dbx_push(&open, all->n);
    }
    dbx_push(all, p);
    s += n;
  }
  dbx_vec_free(&open);
}

static uint32_t count_lines(const char *s) {
  uint32_t n = 0;
  for (; *s; s += *s == '\n') n++, s += strcspn(s, "\n");
  return n;
}

static void put_placed(dbx_buf *ret, const char *s, const places *all) {
  bool known = count_lines(s) == all->n;
  for (uint32_t i = 0; *s; i++, s += *s == '\n') {
    size_t n = strcspn(s, "\n");
    place p = known ? all->at[i] : (place){0};
    dbx_printf(ret, "%u %u %.*s\n", p.line, p.column, (int)n, s);
    s += n;
  }
}

static void put_value(dbx_buf *ret, MlirValue v, const emit_links *links) {
  uint64_t *variable = dbx_map_find(&links->variable_of, (uint64_t)(uintptr_t)v.ptr);
  dbx_printf(ret, "%u\n", variable ? (uint32_t)*variable : 0);
}

static void put_values(dbx_buf *ret, MlirOperation op, const emit_links *links);

static void put_values_inside(dbx_buf *ret, MlirBlock block, const emit_links *links) {
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); i++)
    put_value(ret, mlirBlockGetArgument(block, i), links);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    put_values(ret, op, links);
}

// As they are defined in the text: the results of an operation, then what its regions define.
static void put_values(dbx_buf *ret, MlirOperation op, const emit_links *links) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    put_value(ret, mlirOperationGetResult(op, i), links);
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++)
    for (MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i)); !mlirBlockIsNull(b);
         b = mlirBlockGetNextInRegion(b))
      put_values_inside(ret, b, links);
}

static void put_linked(dbx_buf *ret, MlirOperation module, const emit_links *links) {
  dbx_buf plain = {0}, located = {0};
  places all = {0};
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsEnableDebugInfo(flags, true, true);
  mlirOperationPrintWithFlags(module, flags, append, &located);
  mlirOperationPrint(module, append, &plain);
  find_places(&all, dbx_text(&located));
  put_values(ret, module, links);
  dbx_putc(ret, '\n');
  put_placed(ret, dbx_text(&plain), &all);
  mlirOpPrintingFlagsDestroy(flags);
  dbx_vec_free(&all);
  dbx_buf_free(&plain), dbx_buf_free(&located);
}

// ---- listings: made by emitting once more, a run does not need them ----

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
  lower_program p = {.jaxpr = of->jaxpr, .backend = of->backend, .lists = !linked};
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
    put_linked(ret, mlirModuleGetOperation(module), &links);
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
      DBX_LOWER_VERSION, create, create_warm, destroy, compile, run, text, times, memory, release};
  return &table;
}
