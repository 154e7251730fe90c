// Functions of vectors that are made in the module: rational approximations. Private to lower/.
#ifndef DBX_LOWER_RATIONAL_H
#define DBX_LOWER_RATIONAL_H

#include <llvm-c/Core.h>

// A private function of the module, from one vector of `lanes` doubles to another, that computes
// the function of libm of that name in each; NULL: there is no approximation of it.
LLVMValueRef rational_define(LLVMModuleRef m, const char *function, unsigned lanes);

#endif
