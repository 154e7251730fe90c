// Saves and restores a trace with its open frames (see attempt.h).
#include "trace/attempt.h"

#include "trace/rounds.h"
#include "trace/trace.h"

#include <stdlib.h>
#include <string.h>

dbx_loop_observer dbx_loop_seen;
static uint32_t under_way;

typedef struct saved_frame {
  dbx_frame *f;
  uint32_t eqns, invars, consts;
  dbx_map const_of, subst, lengths;
} saved_frame;

struct dbx_attempt {
  dbx_trace *trace;
  uint32_t events, binds, bind, part;
  dbx_vec(saved_frame) frames;
  void *host;
};

static dbx_map copy_map(const dbx_map *m) {
  dbx_map copy = {0};
  for (uint32_t i = 0; i < m->cap; i++)
    if (m->slot[i].key) dbx_map_put(&copy, m->slot[i].key, m->slot[i].val);
  return copy;
}

static saved_frame save_frame(dbx_frame *f) {
  return (saved_frame){f,
                       f->eqns.n,
                       f->invars.n,
                       f->consts.n,
                       copy_map(&f->const_of),
                       copy_map(&f->subst),
                       copy_map(&f->lengths)};
}

static void put_map(dbx_map *to, dbx_map *from) {
  dbx_map_free(to);
  *to = *from;
}

static void restore_frame(saved_frame *s) {
  dbx_frame *f = s->f;
  for (uint32_t i = s->consts; i < f->consts.n; i++) dbx_array_unref(f->consts.at[i].array);
  dbx_frame_cut(f, s->eqns);
  f->invars.n = s->invars, f->consts.n = s->consts;
  put_map(&f->const_of, &s->const_of), put_map(&f->subst, &s->subst);
  put_map(&f->lengths, &s->lengths);
}

bool dbx_attempting(void) { return under_way > 0; }

dbx_attempt *dbx_attempt_begin(void) {
  under_way++;
  dbx_attempt *a = dbx_alloc(sizeof *a);
  dbx_trace *t = dbx_trace_current();
  *a = (dbx_attempt){t, t->events.n, t->binds.n, t->bind, t->part, {0}, NULL};
  for (dbx_frame *f = t->top; f; f = f->parent) dbx_push(&a->frames, save_frame(f));
  if (dbx_rounds.begin) a->host = dbx_rounds.begin();
  return a;
}

void dbx_attempt_undo(dbx_attempt *a) {
  dbx_trace *t = a->trace;
  if (dbx_rounds.undo) dbx_rounds.undo(a->host);
  for (uint32_t i = 0; i < a->frames.n; i++) restore_frame(&a->frames.at[i]);
  dbx_trace_cut(t, a->events, a->binds);
  t->bind = a->bind, t->part = a->part;
  dbx_vec_free(&a->frames);
  free(a);
  under_way--;
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
static void try_strategy(dbx_status (*bind)(void *, dbx_resizing, dbx_leaves *), void *loop,
                         dbx_resizing r, dbx_buf *outcome) {
  dbx_leaves ret;
  dbx_attempt *a = dbx_attempt_begin();
  if (bind(loop, r, &ret) == DBX_OK) put_outcome(outcome, &ret);
  else dbx_diag_free(dbx_diag_take());
  dbx_attempt_undo(a);
}

dbx_status dbx_offer_strategies(dbx_status (*bind)(void *loop, dbx_resizing r, dbx_leaves *ret),
                                void *loop, dbx_resizing own) {
  static const struct {
    dbx_resizing r;
    const char *text;
  } ways[] = {{DBX_PRESERVE, "allow_array_resizing=False"},
              {DBX_RESIZE, "allow_array_resizing=True"},
              {DBX_INFER, "allow_array_resizing=\"infer\""}};
  dbx_diag *d = dbx_diag_take();
  dbx_span here = dbx_here;
  dbx_buf outcome[3] = {{0}};
  bool useful = d && about_lengths(d) && !d->n_fixes && !dbx_attempting();
  for (int i = 0; useful && i < 3; i++)
    if (ways[i].r != own) try_strategy(bind, loop, ways[i].r, &outcome[i]);
  dbx_here = here;
  if (d) dbx_diag_put(d);
  for (int i = 0; i < 3; i++) {
    if (outcome[i].n) dbx_diag_fix(ways[i].text, dbx_text(&outcome[i]));
    dbx_buf_free(&outcome[i]);
  }
  return DBX_FAIL;
}
