// Steps of the session, one a line. A step keeps only the objects that its line changed, as they
// were before it (see undo.h).
#include "cmd/session/undo.h"

#include "base/budget.h"
#include "base/poll.h"
#include "cmd/session/state.h"
#include "lang/lang.h"
#include "lang/object/snapshot.h"

static void mark(void (*visit)(pv v)) {
  snapshot_mark(&session_now->undo.open, visit);
  for (uint32_t i = 0; i < session_now->undo.steps.n; i++)
    snapshot_mark(&session_now->undo.steps.at[i], visit);
}

static void forget_all(void) {
  for (uint32_t i = session_now->undo.forgotten; i < session_now->undo.steps.n; i++)
    snapshot_free(&session_now->undo.steps.at[i]);
  session_now->undo.forgotten = session_now->undo.steps.n;
}

// What is kept for less than that is not worth losing the way back.
enum { LEAST_PART = 16 };

bool undo_make_room(void) {
  size_t all, others;
  if (session_now->undo.forgotten == session_now->undo.steps.n) return false;
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
  session_now->undo.unnoted = false;
  snapshot_take_from(&session_now->undo.open, (obj *)lang_now->root);
  if (!dbx_stopping_for(DBX_STOP_MEMORY)) return true;
  heap_collect_for_room();
  (void)undo_make_room();
  dbx_stop_forget(DBX_STOP_MEMORY);
  snapshot_take_from(&session_now->undo.open, (obj *)lang_now->root);
  if (!dbx_stopping_for(DBX_STOP_MEMORY)) return true;
  heap_collect_for_room();
  dbx_stop_forget(DBX_STOP_MEMORY);
  return !(session_now->undo.unnoted = true);
}

void undo_rollback(void) {
  snapshot_restore(&session_now->undo.open);
  if (session_now->undo.unnoted) forget_all();
}

void undo_commit(void) {
  snapshot_keep_changed(&session_now->undo.open);
  dbx_push(&session_now->undo.steps, session_now->undo.open);
  session_now->undo.open = (lang_snapshot){0};
  if (session_now->undo.unnoted) forget_all();
}

void undo_step(void) { snapshot_restore(&session_now->undo.steps.at[--session_now->undo.steps.n]); }
uint32_t undo_steps(void) { return session_now->undo.steps.n; }
uint32_t undo_forgotten(void) { return session_now->undo.forgotten; }

void undo_start(void) { lang_add_root(mark); }

void undo_stop(void) {
  snapshot_free(&session_now->undo.open);
  for (uint32_t i = 0; i < session_now->undo.steps.n; i++)
    snapshot_free(&session_now->undo.steps.at[i]);
  dbx_vec_free(&session_now->undo.steps);
  session_now->undo.forgotten = 0;
}
