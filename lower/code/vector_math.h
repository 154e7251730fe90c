// Vector variants of libm's functions (glibc's libmvec, and those of rational.h), offered to LLVM's
// vectoriser.
// Private to lower/.
#ifndef DBX_LOWER_VECTOR_MATH_H
#define DBX_LOWER_VECTOR_MATH_H

#include <llvm-c/Core.h>
#include <stdbool.h>

void vector_math_open(void);    // once
bool vector_math_is_open(void); // is there a libmvec?
// Marks the math functions of the module as free of effects, and their calls as vectorisable.
void vector_math_annotate(LLVMModuleRef m);

#endif
