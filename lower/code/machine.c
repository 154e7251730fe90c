// See machine.h. One MLIR context, pass manager and JIT for the session; one resource tracker a
// program.
#include "lower/code/machine.h"

#include "lower/code/vector_math.h"
#include "lower/loops/ahead.h"
#include "lower/loops/bare.h"
#include "lower/loops/flow.h"
#include "lower/loops/polls.h"
#include "lower/loops/turns.h"
#include "lower/mlir/ops.h"
#include "lower/mlir/parts.h"
#include "lower/run/calls.h"
#include "lower/run/runtime.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/OrcEE.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <mlir-c/Conversion.h>
#include <mlir-c/Diagnostics.h>
#include <mlir-c/Pass.h>
#include <mlir-c/Target/LLVMIR.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define BEFORE_VECTORS                                                                             \
  "early-cse<memssa>,simplifycfg,loop-mssa(loop-rotate,licm),correlated-propagation,"
#define VECTORS                                                                                    \
  "loop-vectorize<interleave-forced-only;no-vectorize-forced-only>,"                               \
  "instcombine<no-verify-fixpoint>,simplifycfg,loop-mssa(licm)"
static const char llvm_passes[] = "function(" BEFORE_VECTORS VECTORS ")";

// For loops that read and write single elements: their first trip apart if it is special, and what
// a trip has written for the next one in a register.
static const char element_passes[] =
    "function(" BEFORE_VECTORS "loop-unroll<peeling;no-runtime;no-partial;no-upperbound>,"
    "instcombine<no-verify-fixpoint>,loop-load-elim," VECTORS ")";

// What deep nests and very long programs get: the time of LLVM's loop passes and of its register
// allocator grows faster than the depth and the number of loops (500 in a row: 1.3 s against 0.1 s,
// 1500: 7 s against 0.3 s).
static const char quick_passes[] = "function(early-cse<memssa>,simplifycfg)";
enum { DEEP = 20, LONG = 10000, MANY = 200 };

struct machine {
  MlirContext ctx;
  MlirPassManager passes;
  char *triple;
  LLVMTargetMachineRef target, quick;
  LLVMTargetDataRef layout;
  LLVMOrcLLJITRef jit;
  LLVMOrcJITDylibRef dylib;
};

uint64_t machine_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// ---- errors ----

// NULL on success, else the text, which the caller frees.
static char *llvm_error(LLVMErrorRef e) {
  if (!e) return NULL;
  char *text = LLVMGetErrorMessage(e), *copy = dbx_strdup(text);
  LLVMDisposeErrorMessage(text);
  return copy;
}

static dbx_status broken(char *text) {
  if (!text) return DBX_OK;
  dbx_status st = dbx_fail(DBX_E803, (dbx_span){0}, "the back end failed: %s", text);
  free(text);
  return st;
}

static void append(MlirStringRef s, void *ctx) { dbx_putn(ctx, s.data, s.length); }

static MlirLogicalResult collect(MlirDiagnostic d, void *ctx) {
  dbx_buf *b = ctx;
  if (b->n) dbx_put(b, "; ");
  mlirDiagnosticPrint(d, append, b);
  return mlirLogicalResultSuccess();
}

// ---- making the machine ----

static LLVMTargetMachineRef target_machine(const char *triple, LLVMCodeGenOptLevel level) {
  LLVMTargetRef target;
  char *error = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &error)) return LLVMDisposeMessage(error), NULL;
  char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
  LLVMTargetMachineRef tm = LLVMCreateTargetMachine(target, triple, cpu, features, level,
                                                    LLVMRelocPIC, LLVMCodeModelSmall);
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
  return tm;
}

static LLVMOrcObjectLayerRef object_layer(void *ctx, LLVMOrcExecutionSessionRef session,
                                          const char *triple) {
  LLVMOrcObjectLayerRef layer = NULL;
  LLVMErrorRef e = LLVMOrcCreateObjectLinkingLayerWithInProcessMemoryManager(&layer, session);
  if (!e) return layer;
  LLVMConsumeError(e);
  return LLVMOrcCreateRTDyldObjectLinkingLayerWithSectionMemoryManager(session);
}

static char *define_symbols(machine *m) {
  uint32_t n;
  const lower_symbol *s = lower_symbols(&n);
  LLVMOrcCSymbolMapPair *pairs = dbx_alloc(n * sizeof *pairs);
  for (uint32_t i = 0; i < n; i++) {
    pairs[i].Name = LLVMOrcLLJITMangleAndIntern(m->jit, s[i].name);
    pairs[i].Sym.Address = (LLVMOrcExecutorAddress)(uintptr_t)s[i].address;
    pairs[i].Sym.Flags.GenericFlags =
        LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable;
    pairs[i].Sym.Flags.TargetFlags = 0;
  }
  char *bad = llvm_error(LLVMOrcJITDylibDefine(m->dylib, LLVMOrcAbsoluteSymbols(pairs, n)));
  free(pairs);
  if (bad) return bad;
  LLVMOrcDefinitionGeneratorRef process;
  bad = llvm_error(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
      &process, LLVMOrcLLJITGetGlobalPrefix(m->jit), NULL, NULL));
  if (!bad) LLVMOrcJITDylibAddGenerator(m->dylib, process);
  return bad;
}

static char *make_jit(machine *m) {
  LLVMTargetMachineRef tm = target_machine(m->triple, LLVMCodeGenLevelDefault);
  if (!tm) return dbx_strdup("no code generator for this machine");
  LLVMOrcLLJITBuilderRef b = LLVMOrcCreateLLJITBuilder();
  LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
      b, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(tm));
  LLVMOrcLLJITBuilderSetObjectLinkingLayerCreator(b, object_layer, NULL);
  char *bad = llvm_error(LLVMOrcCreateLLJIT(&m->jit, b));
  if (bad) return bad;
  m->dylib = LLVMOrcLLJITGetMainJITDylib(m->jit);
  return define_symbols(m);
}

// Ours come first, then those of MLIR.
static const struct {
  const char *name;
  void (*rewrite)(MlirModule module);
  MlirPass (*create)(void);
} passes[] = {
    {"turns", turn_sweeps, NULL},
    {"ahead", compute_ahead, NULL},
    {"polls", poll_loops, NULL},
    {"bare-pointers", bare_pointers, NULL},
    {"convert-scf-to-cf", flow_to_branches, NULL},
    {"convert-to-llvm", NULL, mlirCreateConversionConvertToLLVMPass},
    {"reconcile-unrealized-casts", NULL, mlirCreateConversionReconcileUnrealizedCastsPass},
};
enum { PASSES = sizeof passes / sizeof *passes };

static MlirPassManager pass_manager(machine *m) {
  MlirPassManager p = mlirPassManagerCreate(m->ctx);
  mlirPassManagerEnableVerifier(p, false);
  return p;
}

static void rewrite(MlirModule module, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (passes[i].rewrite) passes[i].rewrite(module);
}

static void add_passes(MlirPassManager p, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (passes[i].create) mlirPassManagerAddOwnedPass(p, passes[i].create());
}

MlirContext machine_context(machine *m) {
  if (m->ctx.ptr) return m->ctx;
  m->ctx = parts_context();
  m->passes = pass_manager(m);
  add_passes(m->passes, PASSES);
  return m->ctx;
}

// Switches for the whole process, which may be given once: passes of the code generator that take a
// third of its time and no program of scripts/bench runs faster for; innermost loops of a few
// instructions, which take up to 1.5 times as long where they cross a line of 32 bytes.
static void choose_passes(void) {
  static bool chosen;
  static const char *const switches[] = {
      "dbidx",
      "-disable-lsr",
      "-disable-post-ra",
      "-enable-misched=0",
#ifdef __x86_64__
      "-x86-experimental-pref-innermost-loop-alignment=5", // a power of two
#endif
  };
  if (chosen) return;
  LLVMParseCommandLineOptions(sizeof switches / sizeof *switches, switches, NULL);
  chosen = true;
}

static char *make(machine *m) {
  choose_passes();
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  m->triple = LLVMGetDefaultTargetTriple();
  m->target = target_machine(m->triple, LLVMCodeGenLevelDefault);
  m->quick = target_machine(m->triple, LLVMCodeGenLevelNone);
  if (!m->target || !m->quick) return dbx_strdup("no code generator for this machine");
  m->layout = LLVMCreateTargetDataLayout(m->target);
  vector_math_open();
  return make_jit(m);
}

void machine_put_target(machine *m, dbx_buf *ret) {
  char *cpu = LLVMGetTargetMachineCPU(m->target),
       *features = LLVMGetTargetMachineFeatureString(m->target);
  dbx_printf(ret, "%s %s %s %s", m->triple, cpu, features, vector_math_is_open() ? "vector" : "");
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
}

machine *machine_new(char **ret_problem) {
  machine *m = dbx_alloc(sizeof *m);
  char *bad = make(m);
  if (!bad) return m;
  machine_free(m);
  *ret_problem = bad;
  return NULL;
}

void machine_free(machine *m) {
  if (!m) return;
  if (m->ctx.ptr) {
    mlirPassManagerDestroy(m->passes);
    mlirContextDestroy(m->ctx);
  }
  if (m->jit) free(llvm_error(LLVMOrcDisposeLLJIT(m->jit)));
  if (m->layout) LLVMDisposeTargetData(m->layout);
  if (m->target) LLVMDisposeTargetMachine(m->target);
  if (m->quick) LLVMDisposeTargetMachine(m->quick);
  if (m->triple) LLVMDisposeMessage(m->triple);
  free(m);
}

// ---- the LLVM module ----

typedef struct unit {
  LLVMContextRef ctx;
  LLVMModuleRef module;
  const char *name; // of the entry function
  const char *passes;
  bool quick;
  bool debug; // with debug information
  bool built; // what it calls has the names of a built library
} unit;

static LLVMAttributeRef attribute(LLVMContextRef c, const char *name, uint64_t value) {
  return LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(name, strlen(name)), value);
}

static void annotate(const unit *u, const char *function, int64_t index, const char *const *names) {
  LLVMValueRef f = LLVMGetNamedFunction(u->module, function);
  for (; f && *names; names++)
    LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)index, attribute(u->ctx, *names, 0));
}

// The entry function takes the addresses of all arguments (slots: results, scratch words, then for
// an array its elements, for a scalar its place) and calls dbx_main. Arguments are never written.
static void add_entry(unit *u, const bool *is_array, uint32_t n_args) {
  LLVMValueRef f = LLVMGetNamedFunction(u->module, "dbx_main");
  LLVMTypeRef type = LLVMGlobalGetValueType(f), ptr = LLVMPointerTypeInContext(u->ctx, 0),
              i64 = LLVMInt64TypeInContext(u->ctx), i8 = LLVMInt8TypeInContext(u->ctx);
  uint32_t n = 2 + n_args;
  LLVMTypeRef *types = dbx_alloc(n * sizeof *types);
  LLVMValueRef *in = dbx_alloc(n * sizeof *in);
  LLVMGetParamTypes(type, types);
  LLVMValueRef entry = LLVMAddFunction(u->module, u->name,
                                       LLVMFunctionType(LLVMVoidTypeInContext(u->ctx), &ptr, 1, 0));
  LLVMBuilderRef b = LLVMCreateBuilderInContext(u->ctx);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(u->ctx, entry, ""));
  for (uint32_t i = 0; i < n; i++) {
    LLVMValueRef k = LLVMConstInt(i64, i, 0), slots = LLVMGetParam(entry, 0);
    in[i] = LLVMBuildLoad2(b, ptr, LLVMBuildGEP2(b, ptr, slots, &k, 1, ""), "");
    if (i < 2) continue;
    if (is_array[i - 2]) {
      LLVMAddAttributeAtIndex(f, i + 1, attribute(u->ctx, "noalias", 0));
      LLVMAddAttributeAtIndex(f, i + 1, attribute(u->ctx, "readonly", 0));
      continue;
    }
    bool narrow =
        LLVMGetTypeKind(types[i]) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(types[i]) == 1;
    LLVMValueRef x = LLVMBuildLoad2(b, narrow ? i8 : types[i], in[i], "");
    LLVMSetAlignment(x, 1);
    in[i] = narrow ? LLVMBuildTrunc(b, x, types[i], "") : x;
  }
  LLVMBuildCall2(b, type, f, in, n, "");
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
  LLVMSetLinkage(f, LLVMInternalLinkage);
  free(types), free(in);
}

static unit unit_for(const lower_program *p) {
  unit u = {.quick = p->depth > DEEP || p->equations > LONG || p->loops > MANY, .built = p->built};
  u.passes = u.quick ? quick_passes : p->element_loops ? element_passes : llvm_passes;
  return u;
}

// The emitter addresses elements of buffers only, by indices that are not negative.
static void annotate_addresses(LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMGetInstructionOpcode(i) == LLVMGetElementPtr)
        LLVMGEPSetNoWrapFlags(i, LLVMGEPFlagInBounds | LLVMGEPFlagNUSW | LLVMGEPFlagNUW);
}

// Buffers that are only written, as loop fusion leaves them, need not be made.
static void annotate_pair(const unit *u) {
  enum { ALLOC = 1, FREE = 4, UNINITIALIZED = 8 }; // llvm::AllocFnKind
  static const char family[] = "alloc-family";
  LLVMValueRef f[2] = {LLVMGetNamedFunction(u->module, "malloc"),
                       LLVMGetNamedFunction(u->module, "free")};
  for (int i = 0; i < 2 && f[0] && f[1]; i++) {
    LLVMAttributeRef kind = attribute(u->ctx, "allockind", i ? FREE : ALLOC | UNINITIALIZED),
                     name = LLVMCreateStringAttribute(u->ctx, family, sizeof family - 1, "dbx", 3);
    LLVMAddAttributeAtIndex(f[i], LLVMAttributeFunctionIndex, kind);
    LLVMAddAttributeAtIndex(f[i], LLVMAttributeFunctionIndex, name);
  }
  if (f[0] && f[1]) LLVMAddAttributeAtIndex(f[1], 1, attribute(u->ctx, "allocptr", 0));
}

static void annotate_runtime(const unit *u) {
  static const char *const never[] = {"noreturn", "cold", "nounwind", NULL},
                           *const quiet[] = {"nounwind", NULL}, *const fresh[] = {"noalias", NULL};
  static const char *const calls[] = {
      "malloc",   "free",     "dbx_elements", "dbx_mark",    "dbx_sweep", "dbx_kernel", "dbx_gemm",
      "dbx_take", "dbx_grow", "dbx_spread",   "dbx_complex", "dbx_sort",  "dbx_threads"};
  annotate(u, "dbx_trap", LLVMAttributeFunctionIndex, never);
  annotate(u, "dbx_leave", LLVMAttributeFunctionIndex, never);
  annotate(u, "malloc", LLVMAttributeReturnIndex, fresh);
  annotate_pair(u);
  annotate(u, "dbx_grow", LLVMAttributeReturnIndex, fresh);
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    annotate(u, calls[i], LLVMAttributeFunctionIndex, quiet);
}

// The parts of loops belong to the module; dbx_spread(k, ...) gets the address of part k.
static void connect_parts(const unit *u) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(u->ctx);
  LLVMValueRef spread = LLVMGetNamedFunction(u->module, "dbx_spread");
  for (LLVMUseRef use = spread ? LLVMGetFirstUse(spread) : NULL; use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    char name[32];
    snprintf(name, sizeof name, "dbx_part_%llu", LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)));
    LLVMValueRef part = LLVMGetNamedFunction(u->module, name);
    if (part) LLVMSetOperand(call, 0, LLVMConstPtrToInt(part, i64));
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
    if (LLVMCountBasicBlocks(f)) {
      annotate_addresses(f);
      if (!strncmp(LLVMGetValueName(f), "dbx_part_", 9) ||
          !strncmp(LLVMGetValueName(f), "dbx_body_", 9))
        LLVMSetLinkage(f, LLVMInternalLinkage);
    }
}

// A linker finds what the JIT finds by lower_symbols: "malloc" is not the system's.
static void name_calls(const unit *u) {
#define F(name, fn) {name, #fn},
  static const char *const names[][2] = {LOWER_CALLS(F)};
#undef F
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    LLVMValueRef f = LLVMGetNamedFunction(u->module, names[i][0]);
    if (f) LLVMSetValueName2(f, names[i][1], strlen(names[i][1]));
  }
}

// Lets the locations of MLIR reach LLVM IR.
static void keep_locations(MlirModule module) {
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (mlirOperationGetNumRegions(op) &&
        mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)).ptr)
      parts_keep_locations(op);
}

// MLIR passes and translation; consumes the module.
static char *lower_module(machine *m, MlirModule module, unit *u, lower_times *t) {
  dbx_buf said = {0};
  uint64_t begin = machine_clock();
  MlirDiagnosticHandlerID handler =
      mlirContextAttachDiagnosticHandler(m->ctx, collect, &said, NULL);
  MlirOperation op = mlirModuleGetOperation(module);
  rewrite(module, PASSES);
  // not before: looking for the definitions of nested operands takes the square of the depth
  bool ok = mlirOperationVerify(op);
  ok = ok && mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(m->passes, op));
  if (ok && u->debug) keep_locations(module);
  t->mlir = machine_clock() - begin;
  begin = machine_clock();
  u->ctx = LLVMContextCreate();
  u->module = ok ? mlirTranslateModuleToLLVMIR(op, u->ctx) : NULL;
  mlirContextDetachDiagnosticHandler(m->ctx, handler);
  mlirModuleDestroy(module);
  t->translate = machine_clock() - begin;
  char *bad = u->module ? NULL : dbx_strdup(said.n ? said.at : "no LLVM IR");
  if (bad) LLVMContextDispose(u->ctx);
  dbx_buf_free(&said);
  return bad;
}

static void drop_unit(unit *u) {
  LLVMDisposeModule(u->module);
  LLVMContextDispose(u->ctx);
}

static char *optimise(machine *m, unit *u, lower_times *t) {
  uint64_t begin = machine_clock();
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMPassBuilderOptionsSetLoopInterleaving(options, false);
  LLVMPassBuilderOptionsSetLoopUnrolling(options, false);
  char *bad = llvm_error(LLVMRunPasses(u->module, u->passes, m->target, options));
  LLVMDisposePassBuilderOptions(options);
  t->optimise = machine_clock() - begin;
  return bad;
}

static bool *array_arguments(const lower_program *p, uint32_t *n) {
  const dbx_jaxpr *j = p->jaxpr;
  uint32_t at = 0;
  *n = p->n_args + p->consts.n;
  bool *a = dbx_alloc(*n + 1);
  for (uint32_t i = 0; i < j->n_const; i++)
    if (!j->consts || !j->consts[i]) a[at++] = dbx_aval_at(dbx_var_aval(j->constvars[i]))->rank > 0;
  for (uint32_t i = 0; i < j->n_in; i++)
    a[at++] = dbx_aval_at(dbx_var_aval(j->invars[i]))->rank > 0;
  while (at < *n) a[at++] = true;
  return a;
}

// Lowers, adds the entry, optimises. On failure nothing is left.
static char *make_unit(machine *m, MlirModule module, const bool *is_array, uint32_t n_args,
                       unit *u, lower_times *t) {
  char *bad = lower_module(m, module, u, t);
  if (bad) return bad;
  LLVMSetTarget(u->module, m->triple);
  LLVMSetModuleDataLayout(u->module, m->layout);
  add_entry(u, is_array, n_args);
  annotate_runtime(u);
  connect_parts(u);
  vector_math_annotate(u->module);
  bad = optimise(m, u, t);
  if (bad) drop_unit(u);
  else if (u->built) name_calls(u);
  return bad;
}

static char *emit_code(machine *m, const unit *u, LLVMCodeGenFileType kind, dbx_buf *ret) {
  LLVMMemoryBufferRef code = NULL;
  char *problem = NULL;
  LLVMTargetMachineRef target = u->quick ? m->quick : m->target;
  if (LLVMTargetMachineEmitToMemoryBuffer(target, u->module, kind, &problem, &code)) {
    char *bad = dbx_strdup(problem);
    LLVMDisposeMessage(problem);
    return bad;
  }
  dbx_putn(ret, LLVMGetBufferStart(code), LLVMGetBufferSize(code));
  LLVMDisposeMemoryBuffer(code);
  return NULL;
}

char *machine_link(machine *m, const char *name, const dbx_buf *object,
                   LLVMOrcResourceTrackerRef *ret, lower_entry *ret_entry) {
  LLVMOrcResourceTrackerRef tracker = LLVMOrcJITDylibCreateResourceTracker(m->dylib);
  LLVMOrcExecutorAddress at = 0;
  LLVMMemoryBufferRef copy = LLVMCreateMemoryBufferWithMemoryRangeCopy(object->at, object->n, name);
  char *bad = llvm_error(LLVMOrcLLJITAddObjectFileWithRT(m->jit, tracker, copy));
  if (!bad) bad = llvm_error(LLVMOrcLLJITLookup(m->jit, &at, name));
  if (bad) return machine_unlink(tracker), bad;
  *ret = tracker;
  *ret_entry = (lower_entry)(uintptr_t)at;
  return NULL;
}

void machine_unlink(LLVMOrcResourceTrackerRef code) {
  if (!code) return;
  free(llvm_error(LLVMOrcResourceTrackerRemove(code)));
  LLVMOrcReleaseResourceTracker(code);
}

void machine_put_passes(dbx_buf *b, const char *between) {
  for (size_t i = 0; i < PASSES; i++) dbx_printf(b, "%s%s", i ? between : "", passes[i].name);
}

dbx_status machine_run_passes(machine *m, MlirModule module, const char *last, bool *ret_known) {
  size_t n = 0;
  while (n < PASSES && strcmp(passes[n].name, last)) n++;
  *ret_known = n < PASSES;
  if (n == PASSES) return DBX_FAIL;
  rewrite(module, n + 1);
  MlirPassManager p = pass_manager(m);
  add_passes(p, n + 1);
  bool ok = mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(p, mlirModuleGetOperation(module)));
  mlirPassManagerDestroy(p);
  return ok ? DBX_OK : broken(dbx_strdup("a pass of MLIR failed"));
}

dbx_status machine_compile(machine *m, MlirModule module, lower_program *p, const char *name,
                           dbx_buf *ret_object) {
  unit u = unit_for(p);
  u.name = name;
  uint32_t n;
  bool *is_array = array_arguments(p, &n);
  char *bad = make_unit(m, module, is_array, n, &u, &p->times);
  free(is_array);
  if (bad) return broken(bad);
  uint64_t begin = machine_clock();
  bad = emit_code(m, &u, LLVMObjectFile, ret_object);
  p->times.codegen = machine_clock() - begin;
  drop_unit(&u);
  return broken(bad);
}

dbx_status machine_text(machine *m, MlirModule module, lower_program *p, bool assembly,
                        dbx_buf *ret) {
  unit u = unit_for(p);
  u.debug = true;
  u.name = "dbx_entry";
  uint32_t n;
  bool *is_array = array_arguments(p, &n);
  char *bad = make_unit(m, module, is_array, n, &u, &p->times);
  free(is_array);
  if (bad) return broken(bad);
  if (assembly) {
    bad = emit_code(m, &u, LLVMAssemblyFile, ret);
  } else {
    char *text = LLVMPrintModuleToString(u.module);
    dbx_put(ret, text);
    LLVMDisposeMessage(text);
  }
  drop_unit(&u);
  return broken(bad);
}

void machine_warm(machine *m) {
  static const char text[] =
      "llvm.mlir.global external @dbx_stop() {addr_space = 0 : i32} : i32\n"
      "func.func @dbx_main(%o: memref<?xi64>, %s: memref<?xi64>, %n: index, %x: memref<?xf64>) {\n"
      "  %a = memref.alloc(%n) : memref<?xf64>\n"
      "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
      "  scf.for %i = %c0 to %n step %c1 {\n"
      "    %v = memref.load %x[%i] : memref<?xf64>\n    %w = arith.addf %v, %v : f64\n"
      "    memref.store %w, %a[%i] : memref<?xf64>\n  }\n  return\n}\n";
  static const bool is_array[] = {false, true};
  static const char name[] = "dbx_warm";
  MlirModule module = mlirModuleCreateParse(machine_context(m), op_str(text));
  if (mlirModuleIsNull(module)) return;
  lower_times ignored = {0};
  unit u = {.name = name, .passes = llvm_passes};
  dbx_buf object = {0};
  char *bad = make_unit(m, module, is_array, 2, &u, &ignored);
  if (!bad) {
    bad = emit_code(m, &u, LLVMObjectFile, &object);
    drop_unit(&u);
  }
  dbx_buf_free(&object);
  free(bad);
}
