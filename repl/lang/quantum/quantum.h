// Circuits of the language. What PennyLane and Catalyst mean by gates, observables and
// transformations is written in lib/py/quantum; these are the functions of the module _quantum that
// it stands on. Each acts on the circuit that is traced. Errors are those of core/quantum.
#ifndef DBX_LANG_QUANTUM_H
#define DBX_LANG_QUANTUM_H

#include "lang/run/lang.h"

// The function of that name; NULL: there is none.
native_fn quantum_find(const char *name);

#endif
