// Lengths of a what-if by how they are computed (see cases.h): where two answers both make a length
// in one way, it may be one length, with one name.
#include "cmd/cases/cases.h"

#include "prim/prim.h"
#include "trace/trace.h"

#include <string.h>

enum { DEEPEST = 12 };

typedef struct looking {
  cases *c;
  const dbx_jaxpr *j;
  const cases_path *p;
  dbx_map made; // variable -> its equation
} looking;

static const char *kept(cases *c, dbx_buf *b) {
  const char *ret = dbx_arena_copy(&c->arena, dbx_text(b), b->n + 1);
  dbx_buf_free(b);
  return ret;
}

static dbx_var variable(dbx_atom a) { return dbx_tracer_of(a & DBX_HANDLE); }

static void know_equations(looking *w) {
  for (uint32_t i = 0; i < w->j->n_eqns; i++)
    for (uint32_t k = 0; k < w->j->eqns[i].n_out; k++)
      dbx_map_put(&w->made, variable(w->j->eqns[i].out[k]), (uint64_t)(uintptr_t)&w->j->eqns[i]);
}

// "sub(n,1)"
static void put_key(dbx_buf *b, const looking *w, dbx_atom a, uint32_t depth) {
  const uint64_t *at = dbx_is_literal(a) ? NULL : dbx_map_find(&w->made, variable(a));
  const dbx_eqn *e = at ? (const dbx_eqn *)(uintptr_t)*at : NULL;
  if (!e || depth > DEEPEST) return dbx_put_dim_words(b, dbx_dim_of_atom(a));
  uint32_t result = 0;
  while (variable(e->out[result]) != variable(a)) result++;
  dbx_printf(b, "%s.%u(", e->prim->name, result);
  for (uint32_t i = 0; i < e->n_in; i++) {
    if (i) dbx_putc(b, ',');
    if (!dbx_aval_at(dbx_atom_aval(e->in[i]))->rank) put_key(b, w, e->in[i], depth + 1);
  }
  dbx_putc(b, ')');
}

static cases_length length_of(const looking *w, dbx_dim d) {
  dbx_buf key = {0}, text = {0};
  dbx_put_dim_words(&text, d);
  put_key(&key, w, dbx_atom_of_dim(d), 0);
  return (cases_length){.key = kept(w->c, &key), .text = kept(w->c, &text), .trace = w->c->traced};
}

static cases_length *known(const cases *c, const cases_length *l) {
  for (uint32_t i = 0; i < c->lengths.n; i++)
    if (!strcmp(c->lengths.at[i].key, l->key) && !strcmp(c->lengths.at[i].text, l->text))
      return &c->lengths.at[i];
  return NULL;
}

static bool are_apart(const cases *c, const char *key, const char *a, const char *b) {
  for (uint32_t i = 0; i < c->apart.n; i++) {
    const cases_apart *p = &c->apart.at[i];
    bool same = (!strcmp(p->a, a) && !strcmp(p->b, b)) || (!strcmp(p->a, b) && !strcmp(p->b, a));
    if (same && !strcmp(p->key, key)) return true;
  }
  return false;
}

static bool same_path(const cases_path *a, const cases_path *b) {
  bool same = a->n == b->n;
  for (uint32_t i = 0; same && i < a->n; i++) same = cases_same_step(&a->at[i], &b->at[i]);
  return same;
}

// A length that was not there before its last answer needs that.
static void find_answer(looking *w, cases_length *l) {
  cases_path before = *w->p;
  if (!before.n) return;
  l->with = before.at[--before.n];
  for (uint32_t i = 0; i < w->c->paths.n; i++) l->hangs |= same_path(&w->c->paths.at[i], &before);
}

static void add_length(looking *w, dbx_dim d) {
  cases_length l = length_of(w, d), *old = known(w->c, &l);
  cases *c = w->c;
  if (old && old->trace == l.trace) return;
  for (uint32_t i = 0; i < c->lengths.n; i++) {
    const cases_length *o = &c->lengths.at[i];
    if (o != old && o->trace == l.trace && !strcmp(o->key, l.key) &&
        !are_apart(c, l.key, o->text, l.text))
      dbx_push(&c->apart, ((cases_apart){l.key, o->text, l.text}));
  }
  if (old) {
    old->trace = l.trace;
    old->hangs &= cases_has_step(w->p, &old->with);
  } else {
    find_answer(w, &l);
    dbx_push(&c->lengths, l);
  }
}

static void add_lengths(looking *w, dbx_atom a) {
  const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(a));
  for (uint32_t i = 0; t->dynamic && i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i])) add_length(w, t->dims[i]);
}

void cases_note_lengths(cases *c, const cases_path *p, const dbx_jaxpr *j) {
  looking w = {.c = c, .p = p, .j = j};
  know_equations(&w);
  for (uint32_t i = 0; i < j->n_in; i++) add_lengths(&w, j->invars[i]);
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_out; k++) add_lengths(&w, j->eqns[i].out[k] & DBX_HANDLE);
  dbx_map_free(&w.made);
  dbx_push(&c->paths, *p);
}

const char *const *cases_keys(cases *c, const dbx_jaxpr *j, const dbx_aval_info *t) {
  looking w = {.c = c, .j = j};
  const char **keys = DBX_NEWN(&c->arena, const char *, t->rank + 1);
  know_equations(&w);
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i])) keys[i] = length_of(&w, t->dims[i]).key;
  dbx_map_free(&w.made);
  return keys;
}

bool cases_may_be_one(const cases *c, const cases_path *p, const cases_part *part) {
  for (uint32_t k = 0; k < part->rank; k++)
    for (uint32_t i = 0; part->keys[k] && i < c->lengths.n; i++) {
      const cases_length *l = &c->lengths.at[i];
      bool other = !strcmp(l->key, part->keys[k]) && strcmp(l->text, part->dims[k]) != 0;
      if (other && !(l->hangs && !cases_has_step(p, &l->with)) &&
          !are_apart(c, l->key, l->text, part->dims[k]))
        return true;
    }
  return false;
}
