// See state.h.
#include "cmd/session/state.h"

struct session_state session_now[1];
