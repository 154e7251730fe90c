// Steps of the session, one a line. A step keeps only the objects that its line changed, as they
// were before it (see undo.h).
#include "cmd/undo.h"

#include "lang/lang.h"
#include "lang/snapshot.h"

static lang_snapshot open_step;
static dbx_vec(lang_snapshot) steps;

void undo_open(void) { snapshot_take_globals(&open_step); }
void undo_rollback(void) { snapshot_restore(&open_step); }

void undo_commit(void) {
  snapshot_keep_changed(&open_step);
  dbx_push(&steps, open_step);
  open_step = (lang_snapshot){0};
}

void undo_step(void) { snapshot_restore(&steps.at[--steps.n]); }
uint32_t undo_steps(void) { return steps.n; }

static void mark(void (*visit)(pv v)) {
  snapshot_mark(&open_step, visit);
  for (uint32_t i = 0; i < steps.n; i++) snapshot_mark(&steps.at[i], visit);
}

void undo_start(void) { lang_add_root(mark); }

void undo_stop(void) {
  snapshot_free(&open_step);
  for (uint32_t i = 0; i < steps.n; i++) snapshot_free(&steps.at[i]);
  dbx_vec_free(&steps);
}
