// The end of core/prim's state.
#include "prim/state.h"

#include "prim/poly_parts.h"

static void end_pool(poly_pool *p) {
  dbx_arena_free(&p->arena);
  dbx_vec_free(&p->at), dbx_vec_free(&p->next);
  dbx_map_free(&p->by_hash);
}

static void end(void) {
  end_pool(&prim_now->atoms), end_pool(&prim_now->monos), end_pool(&prim_now->polys);
  dbx_vec_free(&prim_now->unknowns), dbx_vec_free(&prim_now->axes);
  dbx_arena_free(&prim_now->arena);
  dbx_map_free(&prim_now->normal), dbx_map_free(&prim_now->rows), dbx_map_free(&prim_now->opaque);
}

struct prim_state prim_now[1];
const dbx_room prim_room = {prim_now, sizeof *prim_now, NULL, end};
