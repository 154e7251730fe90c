// Loops and conditionals of a live recording, bound again (see steps.h).
#include "replay/steps.h"

#include <string.h>

// ---- parts: what is called while the bind is under way ----

static dbx_status part(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret) {
  dbx_replay *p = ctx;
  (void)args, (void)n;
  DBX_TRY(replay_asides(p));
  // what stopped the tracing between two parts
  if (!replay_is(p, "stop") && !replay_next(p, "part")) return DBX_FAIL;
  return replay_frame(p, ret);
}

static dbx_status callable(dbx_replay *p, const json_t *v, dbx_callable *ret) {
  const char *name;
  DBX_TRY(record_text_of(p->reader, v, &name));
  return *ret = (dbx_callable){part, p, dbx_intern(name)}, DBX_OK;
}

static dbx_status callables(dbx_replay *p, const json_t *o, uint32_t least, dbx_callable **ret,
                            uint32_t *n) {
  const json_t *l;
  DBX_TRY(record_take_list(p->reader, o, "functions", &l));
  *n = (uint32_t)json_array_size(l);
  if (*n < least) return record_bad(p->reader, "\"functions\" are missing");
  *ret = DBX_TMP(dbx_callable, *n);
  for (uint32_t i = 0; i < *n; i++) DBX_TRY(callable(p, json_array_get(l, i), &(*ret)[i]));
  return DBX_OK;
}

// ---- binds ----

typedef struct binding {
  dbx_callable *fn;
  uint32_t n_fn;
  dbx_val *init, *bounds, *preds;
  uint32_t n_init, n_bounds, n_preds;
  dbx_resizing resizing;
} binding;

static dbx_status for_loop(dbx_replay *p, const binding *b, dbx_leaves *ret) {
  if (b->n_bounds != 3) return record_bad(p->reader, "a for_loop has three bounds");
  dbx_for_spec s = {b->bounds[0], b->bounds[1], b->bounds[2], b->resizing, b->fn[0]};
  return dbx_bind_for(&s, b->init, b->n_init, ret);
}

static dbx_status while_loop(dbx_replay *p, const binding *b, dbx_leaves *ret) {
  if (b->n_fn != 2) return record_bad(p->reader, "a while_loop has a condition and a body");
  dbx_while_spec s = {b->resizing, b->fn[0], b->fn[1]};
  return dbx_bind_while(&s, b->init, b->n_init, ret);
}

static dbx_status cond(dbx_replay *p, const binding *b, dbx_leaves *ret) {
  if (b->n_preds + 1 != b->n_fn)
    return record_bad(p->reader, "a cond has one branch more than predicates");
  dbx_cond_spec s = {b->preds, b->fn, b->n_fn};
  return dbx_bind_cond(&s, ret);
}

static dbx_status bind(dbx_replay *p, const json_t *o, const binding *b) {
  const char *prim;
  dbx_leaves ignored;
  DBX_TRY(dbx_record_take_text(p->reader, o, "prim", &prim));
  if (!strcmp(prim, "for_loop")) return for_loop(p, b, &ignored);
  if (!strcmp(prim, "while_loop")) return while_loop(p, b, &ignored);
  if (!strcmp(prim, "cond")) return cond(p, b, &ignored);
  return record_bad(p->reader, "\"%s\" binds no program", prim);
}

// Captures of the caller that stand before the parts or behind them: there they are made while the
// bind is under way, here they are made before it or by it.
static dbx_status captures(dbx_replay *p) {
  for (;;) {
    DBX_TRY(replay_asides(p));
    if (!replay_is(p, "capture")) return DBX_OK;
    const json_t *o = replay_next(p, "capture");
    dbx_val v;
    dbx_atom a;
    DBX_TRY(replay_value(p, json_object_get(o, "of"), &v));
    DBX_TRY(dbx_frame_atom(dbx_trace_frame(), &v, &a));
    DBX_TRY(replay_define(p, o, &a, 1));
  }
}

static dbx_status take_binding(dbx_replay *p, const json_t *o, binding *b) {
  uint32_t resizing;
  *b = (binding){0};
  DBX_TRY(callables(p, o, 1, &b->fn, &b->n_fn));
  DBX_TRY(record_take_word(p->reader, o, "resizing", &record_resizings, &resizing));
  b->resizing = (dbx_resizing)resizing;
  DBX_TRY(replay_values(p, o, "init", &b->init, &b->n_init));
  DBX_TRY(replay_values(p, o, "bounds", &b->bounds, &b->n_bounds));
  return replay_values(p, o, "preds", &b->preds, &b->n_preds);
}

dbx_status replay_bind(dbx_replay *p, const json_t *open) {
  uint32_t first = p->at - 1;
  dbx_span at = dbx_here;
  binding b;
  DBX_TRY(take_binding(p, open, &b));
  DBX_TRY(captures(p));
  dbx_here = at;
  if (bind(p, open, &b) != DBX_OK) return replay_refused(p, first), DBX_FAIL;
  DBX_TRY(captures(p));
  const dbx_frame *f = dbx_trace_frame();
  const dbx_eqn *e = &f->eqns.at[f->eqns.n - 1];
  if (replay_is(p, "stop")) return DBX_OK; // it ends the frame
  const json_t *close = replay_next(p, "close");
  return close ? replay_define(p, close, e->out, e->n_out) : DBX_FAIL;
}
