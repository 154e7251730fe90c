// See state.h.
#include "debug/state.h"

struct debug_state debug_now[1];
