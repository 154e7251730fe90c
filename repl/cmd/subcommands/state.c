// See state.h.
#include "cmd/subcommands/state.h"

struct subcommands_state subcommands_now[1];
