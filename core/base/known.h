// What holds by construction, said where a look at run time would cost too much (else: assert). The
// analyzers build on it, and builds with sanitizers look.
#ifndef DBX_BASE_KNOWN_H
#define DBX_BASE_KNOWN_H

#include <assert.h>

#if defined __clang_analyzer__ || defined __SANITIZE_ADDRESS__
#define dbx_known(what) assert(what)
#else
#define dbx_known(what) ((void)(0 && (what)))
#endif

#endif
