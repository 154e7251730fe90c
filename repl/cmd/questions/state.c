// See state.h.
#include "cmd/questions/state.h"

struct questions_state questions_now[1];
