// Names that a misspelled one may have been meant to be: "did you mean".
#ifndef DBX_LANG_NEAR_H
#define DBX_LANG_NEAR_H

#include "base/nearest.h"
#include "lang/object/protocol.h"

// Attributes of x: of a module, of a class, of an instance without its properties being asked, of
// what the language builds in. Runs no code of the program's.
void lang_near_attribute(pv x, dbx_nearest *n);
// Arguments that f takes by their names, as far as f says it.
void lang_near_keyword(pv f, dbx_nearest *n);
// Modules that can be imported; of "a.b" those below a.
void lang_near_module(dbx_nearest *n);
bool lang_is_module(const char *name); // one of the language

#endif
