// See state.h.
#include "lang/run/state.h"

lang_session lang_now[1];
