// Widening (see cases.h): the types of turns that were followed, joined, for those that were not.
#include "cmd/cases/cases.h"

#include <string.h>

enum { LEAST_TURNS = 2 }; // that were followed

// The same question of the text, whatever the turn.
static bool same_place(const cases *c, uint32_t a, uint32_t b) {
  dbx_asked x = c->questions.at[a].which, y = c->questions.at[b].which;
  x.turn = y.turn = 0;
  return x.source && dbx_same_asked(&x, &y);
}

static uint32_t turns_on(const cases *c, const cases_path *p, uint32_t question) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->n; i++)
    n += !p->at[i].from && same_place(c, p->at[i].question, question);
  return n;
}

// Does the row leave the path at one of the turns?
static bool leaves(const cases *c, const cases_row *r, const cases_path *p, uint32_t question) {
  uint32_t i = 0;
  while (i < r->path.n && i < p->n && !strcmp(r->path.at[i].text, p->at[i].text)) i++;
  const cases_step *a = i < r->path.n ? &r->path.at[i] : NULL, *b = i < p->n ? &p->at[i] : NULL;
  return a && !a->from && same_place(c, a->question, question) &&
         (!b || (!b->from && a->question == b->question && a->yes != b->yes));
}

static const char *joined_dim(const char *a, const char *b) { return strcmp(a, b) ? "_" : a; }

// *at joined with another type; false: there is none that both are of.
static bool join(cases *c, cases_part *at, const cases_part *with) {
  dbx_buf b = {0};
  const char **dims = DBX_NEWN(&c->arena, const char *, at->rank + 1);
  if (strcmp(at->dtype, with->dtype) || at->rank != with->rank) return false;
  dbx_printf(&b, "%s[", at->dtype);
  for (uint32_t i = 0; i < at->rank; i++) {
    dims[i] = joined_dim(at->dims[i], with->dims[i]);
    dbx_printf(&b, "%s%s", i ? "," : "", dims[i]);
  }
  dbx_putc(&b, ']');
  at->dims = dims;
  at->type = dbx_arena_copy(&c->arena, dbx_text(&b), b.n + 1);
  return dbx_buf_free(&b), true;
}

static bool join_all(cases *c, cases_part *parts, const cases_row *r) {
  bool all = true;
  for (uint32_t i = 0; i < r->n_parts; i++) all &= join(c, &parts[i], &r->parts[i]);
  return all;
}

static void widen(cases *c, cases_row *w) {
  cases_part *parts = NULL;
  uint32_t n = 0;
  if (turns_on(c, &w->path, (uint32_t)w->question) < LEAST_TURNS) return;
  for (uint32_t i = 0; i < c->rows.n; i++) {
    const cases_row *r = &c->rows.at[i];
    if (r->unfollowed || !leaves(c, r, &w->path, (uint32_t)w->question)) continue;
    if (r->fails || !r->parts || (parts && r->n_parts != n)) return;
    if (!parts) n = r->n_parts, parts = dbx_arena_copy(&c->arena, r->parts, n * sizeof *parts);
    else if (!join_all(c, parts, r)) return;
  }
  if (!parts) return;
  w->unfollowed = false, w->over = w->widened = true;
  w->outcome = cases_outcome(c, parts, n);
}

void cases_widen(cases *c) {
  for (uint32_t i = 0; i < c->rows.n; i++)
    if (c->rows.at[i].unfollowed && c->rows.at[i].question >= 0) widen(c, &c->rows.at[i]);
}
