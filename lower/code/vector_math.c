// See vector_math.h. A call gets the attribute "vector-function-abi-variant" that names the vector
// functions by lane count; they must be declared, and kept by llvm.compiler.used.
#include "lower/code/vector_math.h"

#include "lower/code/rational.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  unsigned n; // arguments
  bool vector;
} functions[] = {
    {"sin", 1, true},   {"cos", 1, true},   {"tan", 1, true},   {"exp", 1, true},
    {"exp2", 1, true},  {"expm1", 1, true}, {"log", 1, true},   {"log1p", 1, true},
    {"sinh", 1, true},  {"cosh", 1, true},  {"tanh", 1, true},  {"asin", 1, true},
    {"acos", 1, true},  {"atan", 1, true},  {"asinh", 1, true}, {"acosh", 1, true},
    {"atanh", 1, true}, {"erf", 1, true},   {"erfc", 1, true},  {"cbrt", 1, true},
    {"pow", 2, true},   {"atan2", 2, true}, {"fmod", 2, false}, {"nextafter", 2, false},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static void *library;

void vector_math_open(void) {
#if defined(__x86_64__)
  if (!library) library = dlopen("libmvec.so.1", RTLD_NOW | RTLD_GLOBAL);
#endif
}

bool vector_math_is_open(void) { return library != NULL; }

static bool has_avx2(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

static bool has_avx512(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f");
#else
  return false;
#endif
}

// One vector variant: `isa` of the vector ABI's names, number of lanes.
typedef struct variant {
  char isa;
  unsigned lanes; // of f64
  bool (*has)(void);
} variant;
static const variant variants[] = {{'d', 4, has_avx2}, {'e', 8, has_avx512}};

static unsigned lanes_of(const variant *v, bool f32) { return v->lanes * (f32 ? 2 : 1); }

static LLVMAttributeRef effect_free(LLVMContextRef c, const char *name) {
  return LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0);
}

static void mark(LLVMContextRef c, LLVMValueRef f) {
  static const char *const names[] = {"memory", "nounwind", "willreturn"};
  for (int i = 0; i < 3; i++)
    LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            effect_free(c, names[i]));
}

// The function of that name, of n vectors, in libmvec; NULL: it has none.
static LLVMValueRef of_library(LLVMModuleRef m, const char *name, LLVMTypeRef v, unsigned n) {
  LLVMTypeRef in[2] = {v, v};
  if (!library || !dlsym(library, name)) return NULL;
  return LLVMAddFunction(m, name, LLVMFunctionType(v, in, n, 0));
}

// One variant, written here or libmvec's.
static LLVMValueRef vector_function(LLVMModuleRef m, const char *scalar, const variant *v,
                                    unsigned n, bool f32) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  unsigned lanes = lanes_of(v, f32);
  LLVMValueRef f = v->has() ? rational_define(m, scalar, lanes) : NULL;
  char name[64];
  if (f || !v->has()) return f;
  snprintf(name, sizeof name, "_ZGV%cN%u%s_%s", v->isa, lanes, n == 2 ? "vv" : "v", scalar);
  LLVMTypeRef element = f32 ? LLVMFloatTypeInContext(c) : LLVMDoubleTypeInContext(c);
  return of_library(m, name, LLVMVectorType(element, lanes), n);
}

// Declares the variants that there are, and writes their mapping into `text`.
static unsigned declare(LLVMModuleRef m, const char *scalar, unsigned n, bool f32, char *text,
                        size_t room, LLVMValueRef *used) {
  unsigned count = 0;
  size_t at = 0, length;
  for (size_t i = 0; i < sizeof variants / sizeof *variants && at < room; i++) {
    LLVMValueRef f = vector_function(m, scalar, &variants[i], n, f32);
    if (!f) continue;
    mark(LLVMGetModuleContext(m), f);
    used[count] = f;
    at += (size_t)snprintf(text + at, room - at, "%s_ZGV_LLVM_N%u%s_%s(%s)", count ? "," : "",
                           lanes_of(&variants[i], f32), n == 2 ? "vv" : "v", scalar,
                           LLVMGetValueName2(f, &length));
    count++;
  }
  return count;
}

static void annotate_calls(LLVMContextRef c, LLVMValueRef f, const char *text) {
  static const char key[] = "vector-function-abi-variant";
  LLVMAttributeRef a =
      LLVMCreateStringAttribute(c, key, sizeof key - 1, text, (unsigned)strlen(text));
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef call = LLVMGetUser(u);
    if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == f)
      LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
  }
}

static void keep(LLVMModuleRef m, LLVMValueRef *used, unsigned n) {
  LLVMValueRef all = LLVMConstArray2(LLVMPointerTypeInContext(LLVMGetModuleContext(m), 0), used, n);
  LLVMValueRef g = LLVMAddGlobal(m, LLVMTypeOf(all), "llvm.compiler.used");
  LLVMSetInitializer(g, all);
  LLVMSetLinkage(g, LLVMAppendingLinkage);
  LLVMSetSection(g, "llvm.metadata");
}

void vector_math_annotate(LLVMModuleRef m) {
  LLVMValueRef used[4 * FUNCTIONS];
  unsigned n = 0;
  for (unsigned i = 0; i < 2 * FUNCTIONS; i++) {
    bool f32 = i & 1;
    char name[16], text[256];
    snprintf(name, sizeof name, "%s%s", functions[i / 2].name, f32 ? "f" : "");
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    if (!f) continue;
    mark(LLVMGetModuleContext(m), f);
    if (!functions[i / 2].vector) continue;
    unsigned more = declare(m, name, functions[i / 2].n, f32, text, sizeof text, used + n);
    if (more) annotate_calls(LLVMGetModuleContext(m), f, text);
    n += more;
  }
  if (n) keep(m, used, n);
}
