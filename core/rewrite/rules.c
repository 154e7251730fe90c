// The rules that a session begins with (rules.def).
#include "rewrite/step.h"

static rw_rule *new_rule(const char *name, const char *text, const char *doc,
                         bool (*step)(const rw_site *s)) {
  rw_rule *r = DBX_NEW(&rewrite_now->arena, rw_rule);
  *r = (rw_rule){.name = name, .doc = doc, .step = step};
  if (text && rw_read_rule(&rewrite_now->arena, text, r) != DBX_OK)
    dbx_diag_free(dbx_diag_take()), r->off = true; // core/rewrite/test/state.c: there is none
  dbx_push(&rewrite_now->rules, r);
  return r;
}

static void begin(void) {
#define RULE(name, text, doc) new_rule(#name, text, doc, NULL);
#define STEP(name, function, doc) new_rule(#name, NULL, doc, rw_step_##function);
#include "rewrite/rules.def"
}

static void end(void) {
  dbx_vec_free(&rewrite_now->rules);
  dbx_arena_free(&rewrite_now->arena);
}

const dbx_room rewrite_room = {rewrite_now, sizeof *rewrite_now, begin, end};
