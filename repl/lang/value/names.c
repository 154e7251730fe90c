// The names that Python gives a meaning, by symbol.
#include "lang/value/state.h"

static void begin(void);

lang_names names_now[1];
const dbx_room names_room = {names_now, sizeof *names_now, begin, NULL};

static void begin(void) {
  lang_names *names = names_now;
#define S(name) names->name = dbx_intern(#name);
#include "lang/value/names.def"
#undef S
}
