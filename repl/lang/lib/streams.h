// Streams of random numbers as values (streams.c; private to lang/lib).
#ifndef DBX_LANG_STREAMS_H
#define DBX_LANG_STREAMS_H

#include "lang/lib/builtins.h"

extern const lang_module lang_module_streams; // of the modules py/random.py and py/_numpy_random.py

#endif
