// See parts.h.
#include "lower/mlir/parts.h"

#include "lower/mlir/ops.h"

#include <mlir-c/BuiltinAttributes.h>
#include <mlir-c/Dialect/Arith.h>
#include <mlir-c/Dialect/ControlFlow.h>
#include <mlir-c/Dialect/Func.h>
#include <mlir-c/Dialect/LLVM.h>
#include <mlir-c/Dialect/Math.h>
#include <mlir-c/Dialect/MemRef.h>
#include <mlir-c/Dialect/SCF.h>

// What the C API has only together with everything else: functions of mlir:: that take a
// DialectRegistry &, which is the pointer in an MlirDialectRegistry.
#define PART(name, symbol) void name(void *registry) __asm__(symbol)
PART(builtin_to_ir, "_ZN4mlir33registerBuiltinDialectTranslationERNS_15DialectRegistryE");
PART(llvm_to_ir, "_ZN4mlir30registerLLVMDialectTranslationERNS_15DialectRegistryE");
PART(func_to_llvm, "_ZN4mlir34registerConvertFuncToLLVMInterfaceERNS_15DialectRegistryE");
PART(math_to_llvm, "_ZN4mlir34registerConvertMathToLLVMInterfaceERNS_15DialectRegistryE");
PART(arith_to_llvm, "_ZN4mlir5arith35registerConvertArithToLLVMInterfaceERNS_15DialectRegistryE");
PART(cf_to_llvm, "_ZN4mlir2cf41registerConvertControlFlowToLLVMInterfaceERNS_15DialectRegistryE");
#undef PART

static MlirDialectHandle (*const dialects[])(void) = {
    mlirGetDialectHandle__func__, mlirGetDialectHandle__scf__,    mlirGetDialectHandle__arith__,
    mlirGetDialectHandle__math__, mlirGetDialectHandle__memref__, mlirGetDialectHandle__llvm__,
    mlirGetDialectHandle__cf__,
};
static void (*const registrations[])(void *registry) = {
    builtin_to_ir, llvm_to_ir, func_to_llvm, math_to_llvm, arith_to_llvm, cf_to_llvm,
};
#define COUNT(a) (sizeof(a) / sizeof *(a))

MlirContext parts_context(void) {
  MlirDialectRegistry r = mlirDialectRegistryCreate();
  for (size_t i = 0; i < COUNT(dialects); i++) mlirDialectHandleInsertDialect(dialects[i](), r);
  for (size_t i = 0; i < COUNT(registrations); i++) registrations[i](r.ptr);
  MlirContext ctx = mlirContextCreateWithRegistry(r, false);
  mlirDialectRegistryDestroy(r);
  for (size_t i = 0; i < COUNT(dialects); i++) mlirDialectHandleLoadDialect(dialects[i](), ctx);
  return ctx;
}

void parts_keep_locations(MlirOperation function) {
  static const char scope[] =
      "#llvm.di_subprogram<id = distinct[0]<>, compileUnit = <id = distinct[1]<>, "
      "sourceLanguage = DW_LANG_C, file = <\"-\" in \"\">, producer = \"dbidx\", "
      "isOptimized = true, emissionKind = LineTablesOnly>, scope = #llvm.di_file<\"-\" in \"\">, "
      "name = \"dbx_main\", file = <\"-\" in \"\">, subprogramFlags = \"Definition|Optimized\", "
      "type = <>>";
  MlirContext ctx = mlirOperationGetContext(function);
  MlirLocation at = mlirOperationGetLocation(function);
  MlirAttribute a = mlirAttributeParseGet(ctx, op_str(scope));
  mlirOperationSetLocation(function, mlirLocationFusedGet(ctx, 1, &at, a));
}
