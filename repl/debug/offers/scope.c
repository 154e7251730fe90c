// What rows ask for: the counts of the loops around a place, the axes that something has and has to
// have, lengths that are apart (see mutate.h).
#include "debug/offers/mutate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- counts of loops ----

typedef struct counting {
  const mutating *m;
  mutate_names *found;
} counting;

static void add_counter(counting *c, const dbx_node *name) {
  if (name->kind != DBX_N_Name && name->kind != DBX_N_arg) return;
  for (uint32_t i = 0; i < c->found->n; i++)
    if (c->found->at[i]->name == name->name) return;
  if (strcmp(dbx_sym_text(name->name), "_") != 0) dbx_push(c->found, name);
}

// `for i in range(n)`, `for i, x in enumerate(xs)`.
static void counted(counting *c, const dbx_node *target, const dbx_node *iter) {
  if (iter->kind != DBX_N_Call) return;
  if (!strcmp(edit_callee(iter), "range")) add_counter(c, target);
  if (!strcmp(edit_callee(iter), "enumerate") && target->kind == DBX_N_Tuple && target->l.n)
    add_counter(c, target->l.at[0]);
}

typedef struct used {
  dbx_sym name;
  bool found;
} used;

static void as_place(void *ctx, const dbx_node *n) {
  used *u = ctx;
  u->found |= n->kind == DBX_N_Subscript && edit_mentions(n->b, u->name);
}

// The first parameter of a loop's body; of another one those that something is looked up at.
static void counted_by(counting *c, const dbx_node *f) {
  const dbx_node *loop = edit_loop(c->m->site, f);
  const dbx_nodes *l = &f->a->more->m;
  if (!loop || !l->n) return;
  bool counts =
      dbx_ends_in(edit_callee(loop), "for_loop") || dbx_ends_in(edit_callee(loop), "fori_loop");
  if (counts) add_counter(c, l->at[0]);
  for (uint32_t i = 0; !counts && i < l->n; i++) {
    used u = {l->at[i]->name, false};
    edit_walk(f, as_place, &u);
    if (u.found) add_counter(c, l->at[i]);
  }
}

static void find_counter(counting *c, const dbx_node *n) {
  if (n->kind == DBX_N_For) counted(c, n->a, n->b);
  bool each = n->kind == DBX_N_ListComp || n->kind == DBX_N_GeneratorExp;
  for (uint32_t i = 0; each && i < n->l.n; i++) counted(c, n->l.at[i]->a, n->l.at[i]->b);
  if (n->kind == DBX_N_FunctionDef || n->kind == DBX_N_Lambda) counted_by(c, n);
}

void mutate_counters(const mutating *m, dbx_span at, mutate_names *ret) {
  edit_nodes blocks = {0};
  counting c = {m, ret};
  edit_blocks_around(m->site, at, &blocks);
  for (uint32_t i = blocks.n; i-- > 0;) find_counter(&c, blocks.at[i]);
  dbx_vec_free(&blocks);
}

// ---- axes ----

// The axes of a shape that a message asks for: "requested shape (2, 3)"; -1.
static int requested(const dbx_diag *d) {
  const char *at = strstr(d->message, "requested shape (");
  if (!at) return -1;
  at += strlen("requested shape (");
  int n = *at != ')';
  for (; *at && *at != ')'; at++) n += *at == ',' && at[1] == ' ';
  return n;
}

bool mutate_ranks(const mutating *m, uint32_t *own, uint32_t *other) {
  const dbx_diag *d = m->site->diag;
  uint32_t k = m->operand;
  if (!k || k > d->n_operands) return false;
  int asked = requested(d);
  if (asked < 0 && d->n_operands != 2) return false;
  *own = edit_rank(d->operands[k - 1].type);
  *other = asked >= 0 ? (uint32_t)asked : edit_rank(d->operands[2 - k].type);
  return true;
}

// The types of the region and of the other operand; false: that is not known.
static bool types(const mutating *m, const char *ret[2]) {
  const dbx_diag *d = m->site->diag;
  if (!m->operand || d->n_operands != 2) return false;
  ret[0] = d->operands[m->operand - 1].type, ret[1] = d->operands[2 - m->operand].type;
  return true;
}

// ---- lengths ----

bool mutate_is_longer(const mutating *m, int64_t by) {
  const char *of[2];
  if (!types(m, of)) return false;
  int64_t own = edit_length_number(of[0], 0),
          other = edit_length_number(of[1], edit_rank(of[1]) - 1);
  return own >= 0 && other >= 0 && own - other == by;
}

bool mutate_begins_as_other(const mutating *m) {
  const char *of[2];
  bool same = types(m, of) && edit_rank(of[0]) && edit_rank(of[1]) > edit_rank(of[0]);
  dbx_buf a = {0}, b = {0};
  for (uint32_t k = 0; same && k < edit_rank(of[0]); k++, dbx_clear(&a), dbx_clear(&b))
    same = edit_length(of[0], k, &a) && edit_length(of[1], k, &b) &&
           !strcmp(dbx_text(&a), dbx_text(&b));
  dbx_buf_free(&a), dbx_buf_free(&b);
  return same;
}

static bool next_pair(const edit_site *s, uint32_t *i, uint32_t *k, int64_t pair[2]) {
  dbx_buf a = {0}, b = {0};
  bool found = false;
  for (; !found && mutate_wrong_length(s, *i, &a); dbx_clear(&a)) {
    for (; !found && mutate_other_length(s, dbx_text(&a), *k, &b); dbx_clear(&b), (*k)++)
      if ((found = isdigit((unsigned char)*dbx_text(&a)) && isdigit((unsigned char)*dbx_text(&b))))
        pair[0] = strtoll(dbx_text(&a), NULL, 10), pair[1] = strtoll(dbx_text(&b), NULL, 10);
    if (!found) (*i)++, *k = 0;
  }
  dbx_buf_free(&a), dbx_buf_free(&b);
  return found;
}

// Of two arrays that are broadcast, their last lengths, which meet.
static bool ends_apart(const dbx_diag *d, int64_t by) {
  if (d->code != DBX_E301 || d->n_operands != 2) return false;
  int64_t end[2];
  for (int k = 0; k < 2; k++) {
    uint32_t rank = edit_rank(d->operands[k].type);
    end[k] = rank ? edit_length_number(d->operands[k].type, rank - 1) : -1;
  }
  return end[0] > 1 && end[1] > 1 && (end[0] - end[1] == by || end[1] - end[0] == by);
}

bool mutate_apart_by(const edit_site *s, int64_t by) {
  int64_t pair[2];
  bool found = ends_apart(s->diag, by);
  for (uint32_t i = 0, k = 0; !found && next_pair(s, &i, &k, pair);)
    found = pair[0] - pair[1] == by;
  return found;
}

// Is n of n * (n + 1) / 2, the pairs of n things with those of one with itself?
static int64_t root_of_pairs(int64_t pairs) {
  int64_t n = 0;
  while (n * (n + 1) / 2 < pairs) n++;
  return n * (n + 1) / 2 == pairs ? n : 0;
}

bool mutate_are_triangles(const edit_site *s) {
  enum { MOST = 1000000 };
  int64_t pair[2];
  bool found = false;
  for (uint32_t i = 0, k = 0; !found && next_pair(s, &i, &k, pair);) {
    bool some = pair[0] > 0 && pair[1] > 0 && pair[0] < MOST && pair[1] < MOST;
    int64_t a = some ? root_of_pairs(pair[0]) : 0, b = some ? root_of_pairs(pair[1]) : 0;
    found = a && b && (a - b == 1 || b - a == 1);
  }
  return found;
}

bool mutate_sizes(const dbx_diag *d, int64_t *have, int64_t *want) {
  const char *size = strstr(d->message, "(size "), *into = size ? strstr(size, "into ") : NULL;
  *have = size ? strtoll(size + strlen("(size "), NULL, 10) : 0;
  *want = into ? strtoll(into + strlen("into "), NULL, 10) : 0;
  return *have > 0 && *want > 0;
}

int64_t mutate_times(const edit_site *s) {
  int64_t pair[2], times = 0;
  for (uint32_t i = 0, k = 0; !times && next_pair(s, &i, &k, pair);)
    if (pair[1] > 1 && pair[0] > pair[1] && pair[0] % pair[1] == 0) times = pair[0] / pair[1];
  return times;
}
