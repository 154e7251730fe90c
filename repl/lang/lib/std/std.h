// Modules of Python's standard library that are written in C, and what those stand on that are
// written in Python (py/std).
#ifndef DBX_LANG_STD_H
#define DBX_LANG_STD_H

#include "lang/object/protocol.h"

extern const lang_module lang_module_sys, lang_module_time, lang_module_cmath, lang_module_re,
    lang_module_examples, lang_module_unicode, lang_module_functions;

#endif
