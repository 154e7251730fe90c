// Steps of the session, one a line. A step keeps only the objects that its line changed, as they
// were before it (see undo.h).
#include "cmd/session/undo.h"

#include "base/budget.h"
#include "base/poll.h"
#include "lang/lang.h"
#include "lang/object/snapshot.h"

static lang_snapshot open_step;
static dbx_vec(lang_snapshot) steps;
static uint32_t forgotten; // of these: the memory was needed
static bool unnoted;       // the step that is open has no way back

static void mark(void (*visit)(pv v)) {
  snapshot_mark(&open_step, visit);
  for (uint32_t i = 0; i < steps.n; i++) snapshot_mark(&steps.at[i], visit);
}

static void forget_all(void) {
  for (uint32_t i = forgotten; i < steps.n; i++) snapshot_free(&steps.at[i]);
  forgotten = steps.n;
}

// What is kept for less than that is not worth losing the way back.
enum { LEAST_PART = 16 };

bool undo_make_room(void) {
  size_t all, others;
  if (forgotten == steps.n) return false;
  heap_collect();
  all = heap_now->live, others = heap_live_without(mark);
  if (all < others || all - others < dbx_budget() / LEAST_PART) return false;
  if ((double)others + dbx_budget_wanted() > (double)dbx_budget()) return false; // of no use
  forget_all();
  heap_collect_for_room();
  return true;
}

// Twice: what the copies need may be there when what is dead and what older steps keep is gone.
bool undo_open(void) {
  unnoted = false;
  snapshot_take_from(&open_step, (obj *)lang_now->globals);
  if (!dbx_stopping_for(DBX_STOP_MEMORY)) return true;
  heap_collect_for_room();
  (void)undo_make_room();
  dbx_stop_forget(DBX_STOP_MEMORY);
  snapshot_take_from(&open_step, (obj *)lang_now->globals);
  if (!dbx_stopping_for(DBX_STOP_MEMORY)) return true;
  heap_collect_for_room();
  dbx_stop_forget(DBX_STOP_MEMORY);
  return !(unnoted = true);
}

void undo_rollback(void) {
  snapshot_restore(&open_step);
  if (unnoted) forget_all();
}

void undo_commit(void) {
  snapshot_keep_changed(&open_step);
  dbx_push(&steps, open_step);
  open_step = (lang_snapshot){0};
  if (unnoted) forget_all();
}

void undo_step(void) { snapshot_restore(&steps.at[--steps.n]); }
uint32_t undo_steps(void) { return steps.n; }
uint32_t undo_forgotten(void) { return forgotten; }

void undo_start(void) { lang_add_root(mark); }

void undo_stop(void) {
  snapshot_free(&open_step);
  for (uint32_t i = 0; i < steps.n; i++) snapshot_free(&steps.at[i]);
  dbx_vec_free(&steps);
}
