// Mutations of what a failing operation depends on, the most promising first (see mutate.h).
#include "debug/offers/mutate.h"

#include "base/poll.h"
#include <stdlib.h>
#include <string.h>

enum { LIKELY = 12, OTHERS = 100, PER_STEP = 2, FETCHED = 20 };

static const struct row {
  dbx_node_kind kind;
  void (*f)(mutating *m, const dbx_node *n);
  int cost;
  bool values, any, broad;
} rows[] = {
#define M(name, kind, cost, what) {DBX_N_##kind, mutate_##name, cost, false, false, false},
#define V(name, kind, cost, what) {DBX_N_##kind, mutate_##name, cost, true, false, false},
#define A(name, kind, cost, what) {DBX_N_##kind, mutate_##name, cost, true, true, false},
#define B(name, kind, cost, what) {DBX_N_##kind, mutate_##name, cost, false, false, true},
#define R(name, cost, what)
#include "debug/offers/mutate.def"
#undef M
#undef V
#undef A
#undef B
#undef R
};

static const struct row of_wholes[] = {
#define M(name, kind, cost, what)
#define V M
#define A M
#define B M
#define R(name, cost, what) {DBX_N_COUNT, mutate_##name, cost, false, false, true},
#include "debug/offers/mutate.def"
#undef M
#undef V
#undef A
#undef B
#undef R
};

// A circuit has its own words for shapes that do not fit.
static bool is_of_parameters(const dbx_diag *d) {
  return d->code == DBX_E901 && (strstr(d->message, "shape") || strstr(d->message, "length"));
}

static bool is_of_shapes(const dbx_diag *d) {
  return dbx_code_is_of(d->code, "E3") || mutate_of_cause(d) || d->code == DBX_E214 ||
         is_of_parameters(d) || d->code == DBX_E706 || strstr(d->message, "0-d array") ||
         strstr(d->message, "Axis must be specified");
}

static bool is_of_values(const dbx_diag *d) {
  static const dbx_code codes[] = {DBX_E202, DBX_E204, DBX_E302, DBX_E403, DBX_E404, DBX_E406};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    if (d->code == codes[i]) return true;
  return false;
}

static void mutate_by(mutating *m, const struct row *row, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  bool meant = row->any || (row->values && is_of_values(d)) || is_of_shapes(d);
  if (!meant || dbx_stopping()) return;
  m->broad = row->broad;
  m->cost = row->cost + PER_STEP * (int)m->distance;
  row->f(m, n);
}

static void mutate_as(mutating *m, dbx_node_kind kind, const dbx_node *n) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].kind == kind) mutate_by(m, &rows[i], n);
}

static void mutate_node(void *ctx, const dbx_node *n) { mutate_as(ctx, n->kind, n); }

static bool is_returned(const edit_site *s, const dbx_node *n) {
  const dbx_node *at = edit_statement_of(s, n->span);
  return at && at->kind == DBX_N_Return && at->a == n;
}

static int by_cost(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (x->cost != y->cost) return (x->cost > y->cost) - (x->cost < y->cost);
  return (x->span.begin > y->span.begin) - (x->span.begin < y->span.begin);
}

void mutate_all(edit_site *s, mutate_candidates *ret) {
  mutating m = {.site = s};
  mutate_regions(&m);
  for (uint32_t i = 0; i < m.regions.n; i++) {
    m.distance = m.regions.at[i].distance, m.operand = m.regions.at[i].operand;
    const dbx_node *n = m.regions.at[i].node;
    if (is_returned(s, n)) mutate_as(&m, DBX_N_Return, n);
    for (size_t k = 0; n->kind != DBX_N_FunctionDef && k < sizeof of_wholes / sizeof *of_wholes;
         k++)
      mutate_by(&m, &of_wholes[k], n);
    edit_walk(n, mutate_node, &m);
  }
  dbx_vec_sort(&m.found, by_cost);
  *ret = m.found;
  dbx_vec_free(&m.regions);
}

void mutate_offer(edit_site *s, const mutate_candidates *all, bool likely) {
  uint32_t most = likely ? LIKELY : OTHERS;
  for (uint32_t i = 0; i < all->n && most; i++) {
    const candidate *c = &all->at[i];
    if (c->likely != likely) continue;
    s->resort = c->cost >= FETCHED, s->meant = c->meant, s->broad = c->broad;
    edit_add(s, c->span, c->text, NULL), most--;
  }
  s->resort = s->meant = s->broad = false;
}

void mutate_free(mutate_candidates *all) {
  for (uint32_t i = 0; i < all->n; i++) free(all->at[i].text);
  dbx_vec_free(all);
}
