// See state.h.
#include "jnp/state.h"

static void end(void) {
  dbx_map_free(&jnp_now->variable_of), dbx_map_free(&jnp_now->by_name);
  dbx_arena_free(&jnp_now->signatures);
  dbx_vec_free(&jnp_now->calls);
  free(jnp_now->signature_of);
}

struct jnp_state jnp_now[1];
const dbx_room jnp_room = {jnp_now, sizeof *jnp_now, NULL, end};
