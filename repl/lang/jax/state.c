// The state of the room (see state.h).
#include "lang/jax/state.h"

struct jax_state jax_now[1];
const dbx_room jax_room = {jax_now, sizeof *jax_now, NULL, NULL};
