// What `from a import *` takes.
#ifndef DBX_LANG_STAR_H
#define DBX_LANG_STAR_H

#include "lang/object/protocol.h"

// The value of a name of the module that `*` takes; UNBOUND: it takes none of that name. Nothing is
// left pending.
void lang_star_value(pv module, dbx_sym name, pv *ret);
// The names that it takes, in a list: of a module whose names are listed, which is one beside the
// program, those of __all__ or the public ones. *known is false for the modules of the language:
// they answer questions for a name.
dbx_status lang_star_names(pv module, bool *known, pv *ret);

#endif
