// The memo of a what-if (see cases.h). A result hangs on those questions that its lengths are a
// slice of: what else is answered changes nothing of it. So each result has paths of its own, and a
// path of the function is traced only where one of its results has none for the answers yet.
#include "cmd/cases/cases.h"

#include <string.h>

cases_memo *cases_memo_new(cases *c, const cases_path *base) {
  cases_memo *m = dbx_alloc(sizeof *m);
  *m = (cases_memo){.base = *base};
  dbx_push(&c->memos, m);
  return m;
}

bool cases_same_step(const cases_step *a, const cases_step *b) {
  if (a->from || b->from) return a->from && b->from && !strcmp(a->text, b->text);
  return a->question == b->question && a->yes == b->yes;
}

static bool has_step(const cases_step *at, uint32_t n, const cases_step *s) {
  bool any = false;
  for (uint32_t i = 0; i < n; i++) any |= cases_same_step(&at[i], s);
  return any;
}

bool cases_has_step(const cases_path *p, const cases_step *s) { return has_step(p->at, p->n, s); }

bool cases_memo_fits(const cases_memo *m, const cases_path *p) {
  uint32_t lengths = 0;
  for (uint32_t i = 0; i < m->base.n; i++)
    if (!has_step(p->at, p->n, &m->base.at[i])) return false;
  for (uint32_t i = 0; i < p->n; i++)
    lengths += p->at[i].from && !has_step(m->base.at, m->base.n, &p->at[i]);
  return !lengths; // equal lengths make another program
}

// The answer to a question on a path; NULL: it is open.
static const cases_step *answer_on(const cases_path *p, uint32_t question) {
  for (uint32_t i = 0; i < p->n; i++)
    if (!p->at[i].from && p->at[i].question == question) return &p->at[i];
  return NULL;
}

static const cases_entry *entry_of(const cases_memo *m, uint32_t result, const cases_path *given) {
  for (uint32_t i = 0; i < m->entries.n; i++) {
    const cases_entry *e = &m->entries.at[i];
    bool all = e->result == result && e->n_given == given->n;
    for (uint32_t k = 0; all && k < given->n; k++)
      all = has_step(e->given, e->n_given, &given->at[k]);
    if (all) return e;
  }
  return NULL;
}

// Follows the answers that the result hangs on. *given: those so far. NULL: these were not traced.
static const cases_entry *follow(const cases_memo *m, uint32_t result, const cases_path *p,
                                 cases_path *given) {
  *given = (cases_path){.n = 0};
  for (;;) {
    const cases_entry *e = entry_of(m, result, given);
    uint32_t before = given->n;
    for (uint32_t i = 0; e && i < e->part.n_touches; i++) {
      const cases_step *s = answer_on(p, e->part.touches[i]);
      if (s && !has_step(given->at, given->n, s)) given->at[given->n++] = *s;
    }
    if (!e || given->n == before) return e;
  }
}

// Is it known of all that the results hang on, and of the answers, in which order they are asked?
static bool is_ordered(const cases *c, const cases_memo *m, const cases_path *p,
                       const uint32_t *open, uint32_t n) {
  bool known = true;
  for (uint32_t i = 0; known && i < n; i++) {
    for (uint32_t k = 0; known && k < i; k++) (void)cases_before(c, open[i], open[k], &known);
    for (uint32_t k = m->base.n; known && k < p->n; k++)
      (void)cases_before(c, open[i], p->at[k].question, &known);
  }
  return known;
}

static void add_open(uint32_t *open, uint32_t *n, const cases_part *p) {
  for (uint32_t i = 0; i < p->n_hangs; i++) {
    uint32_t k = 0;
    while (k < *n && open[k] != p->hangs[i]) k++;
    if (k == *n) open[(*n)++] = p->hangs[i];
  }
}

static uint32_t first_of(const cases *c, const uint32_t *open, uint32_t n) {
  uint32_t first = open[0];
  bool known;
  for (uint32_t i = 1; i < n; i++)
    if (cases_before(c, open[i], first, &known)) first = open[i];
  return first;
}

bool cases_memo_find(cases *c, const cases_memo *m, const cases_path *p, cases_found *ret) {
  cases_part *parts = DBX_NEWN(&c->arena, cases_part, m->n_results + 1);
  uint32_t *open = DBX_TMP(uint32_t, c->questions.n + 1), n = 0;
  cases_path given;
  if (m->broken || !m->n_results) return false;
  *ret = (cases_found){.question = -1, .parts = parts, .n_parts = m->n_results};
  for (uint32_t i = 0; i < m->n_results; i++) {
    const cases_entry *e = follow(m, i, p, &given);
    if (!e || cases_may_be_one(c, p, &e->part)) return false;
    parts[i] = e->part;
    ret->over |= e->part.over;
    add_open(open, &n, &e->part);
  }
  if (!is_ordered(c, m, p, open, n)) return false;
  ret->outcome = cases_outcome(c, parts, m->n_results);
  if (!n) return true;
  ret->question = first_of(c, open, n);
  ret->yes = cases_condition(c, p, (uint32_t)ret->question, true);
  ret->no = cases_condition(c, p, (uint32_t)ret->question, false);
  return true;
}

static bool same_part(const cases_part *a, const cases_part *b) {
  return !strcmp(a->type, b->type) && a->over == b->over && a->n_hangs == b->n_hangs &&
         !memcmp(a->hangs, b->hangs, a->n_hangs * sizeof *a->hangs);
}

void cases_memo_learn(cases *c, cases_memo *m, const cases_path *p, const cases_found *f) {
  cases_path given;
  if (!m->n_results) m->n_results = f->n_parts;
  m->broken |= m->n_results != f->n_parts || f->fits != NULL;
  for (uint32_t i = 0; !m->broken && i < f->n_parts; i++) {
    const cases_entry *e = follow(m, i, p, &given);
    if (e) m->broken |= !same_part(&e->part, &f->parts[i]);
    else
      dbx_push(&m->entries,
               ((cases_entry){i, dbx_arena_copy(&c->arena, given.at, given.n * sizeof *given.at),
                              given.n, f->parts[i]}));
  }
}
