// The beginning and the end of core/ir's state.
#include "ir/state.h"

#include "ir/jaxpr.h"

static void end(void) {
  struct ir_state *s = ir_now;
  dbx_vec_free(&s->vars);
  dbx_vec_free(&s->avals.at), dbx_vec_free(&s->avals.next), dbx_map_free(&s->avals.by_hash);
  dbx_vec_free(&s->literals.at), dbx_vec_free(&s->literals.next);
  dbx_vec_free(&s->params.at), dbx_vec_free(&s->params.next), dbx_map_free(&s->params.by_hash);
  dbx_map_free(&s->literals.by_hash), dbx_map_free(&s->typed);
  dbx_map_free(&s->definitions);
  dbx_arena_free(&s->avals.arena), dbx_arena_free(&s->params.arena);
}

struct ir_state ir_now[1];
const dbx_room ir_room = {ir_now, sizeof *ir_now, NULL, end};
