// The names that Python gives a meaning, by symbol.
#include "lang/value/object.h"

lang_names LN;

void names_start(void) {
#define S(name) LN.name = dbx_intern(#name);
#include "lang/value/names.def"
#undef S
}
