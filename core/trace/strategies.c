// Binding a loop with its own strategy, and trying it with others (see strategies.h).
#include "trace/strategies.h"

#include "trace/attempt.h"
#include <string.h>

const char *const dbx_strategy_words[DBX_STRATEGIES] = {
    [DBX_PRESERVE] = "off", [DBX_RESIZE] = "on", [DBX_INFER] = "infer", [DBX_SHARED] = "shared"};
const char *const dbx_strategy_phrases[DBX_STRATEGIES] = {
    [DBX_PRESERVE] = "allow_array_resizing=False",
    [DBX_RESIZE] = "allow_array_resizing=True",
    [DBX_INFER] = "allow_array_resizing=\"infer\"",
    [DBX_SHARED] = "strategy shared"};

void (*dbx_loop_observer)(const dbx_loop_call *c);

static void show(const dbx_loop_call *c) {
  void (*observer)(const dbx_loop_call *c) = dbx_loop_observer;
  if (!observer) return;
  dbx_loop_observer = NULL; // what it binds is not shown to it
  observer(c);
  dbx_loop_observer = observer;
}

// ---- fixes ----

static bool about_lengths(const dbx_diag *d) {
  return !strncmp(dbx_code_name(d->code), "E3", 2) || d->code == DBX_E504;
}

// "f64[n,new]": a length without a name in the source is a new one.
static void put_type(dbx_buf *b, const dbx_aval_info *v) {
  dbx_printf(b, "%s[", dbx_dtype_short(v->dtype));
  for (uint32_t k = 0; k < v->rank; k++) {
    if (k) dbx_putc(b, ',');
    uint32_t from = b->n;
    dbx_put_dim(b, v->dims[k], NULL);
    if (strcmp(dbx_text(b) + from, "?")) continue;
    b->n = from;
    dbx_put(b, "new");
  }
  dbx_putc(b, ']');
}

static void put_outcome(dbx_buf *b, const dbx_leaves *l) {
  dbx_put(b, "traces; result ");
  for (uint32_t i = 0; i < l->n; i++) {
    if (i) dbx_put(b, ", ");
    put_type(b, dbx_aval_at(dbx_val_aval(&l->at[i])));
  }
}

// What the loop gives with strategy r; nothing if it does not trace.
static void try_strategy(const dbx_loop_call *c, dbx_resizing r, dbx_buf *outcome) {
  dbx_leaves ret;
  dbx_attempt *a = dbx_attempt_begin();
  if (c->bind(c, r, &ret) == DBX_OK) put_outcome(outcome, &ret);
  else dbx_diag_free(dbx_diag_take());
  dbx_attempt_undo(a);
}

// The strategies that a program can ask for come first; shared is only the session's.
static void offer_others(const dbx_loop_call *c) {
  dbx_buf outcome[DBX_SHARED] = {{0}};
  dbx_diag *d = dbx_diag_take();
  dbx_span here = dbx_here;
  bool useful = d && about_lengths(d) && !d->n_fixes && !dbx_attempting();
  for (int r = 0; useful && r < DBX_SHARED; r++)
    if ((dbx_resizing)r != c->own) try_strategy(c, (dbx_resizing)r, &outcome[r]);
  dbx_here = here;
  if (d) dbx_diag_put(d);
  for (int r = 0; r < DBX_SHARED; r++) {
    if (outcome[r].n) dbx_diag_fix(dbx_strategy_phrases[r], dbx_text(&outcome[r]));
    dbx_buf_free(&outcome[r]);
  }
}

dbx_status dbx_bind_loop(const dbx_loop_call *c, dbx_leaves *ret) {
  show(c);
  if (c->bind(c, c->own, ret) == DBX_OK) return DBX_OK;
  offer_others(c);
  return DBX_FAIL;
}
