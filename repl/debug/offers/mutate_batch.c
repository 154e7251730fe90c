// Mutations of what is meant for one of many: stacks of tables in products, functions of one that
// are called with all, axes of tensordot, repetitions (see mutate.h).
#include "debug/offers/mutate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- products ----

static bool is_simple(const dbx_node *n) {
  return n->kind == DBX_N_Name || (n->kind == DBX_N_Attribute && n->a->kind == DBX_N_Name);
}

// A stack of tables beside a matrix for each of them as a row.
static bool are_tables_and_matrix(const dbx_diag *d) {
  return d->code == DBX_E303 && d->n_operands == 2 && edit_rank(d->operands[0].type) > 2 &&
         edit_rank(d->operands[1].type) <= 2;
}

static void flatten(mutating *m, const dbx_node *x) {
  dbx_buf b = {0};
  if (!is_simple(x) || !are_tables_and_matrix(m->site->diag)) return;
  const char *name = mutate_text(m, &b, x);
  mutate_add(m, x->span, 0, true, "%s.reshape(%s.shape[0], -1)", name, name);
  dbx_buf_free(&b);
}

void mutate_flattened(mutating *m, const dbx_node *n) {
  if (n->op == DBX_OP_MatMult) flatten(m, n->a);
}

void mutate_flattened_argument(mutating *m, const dbx_node *n) {
  static const char *const products[] = {"dot", "matmul"};
  if (EDIT_CALLS(n, products) && n->l.n == 2) flatten(m, n->l.at[0]);
}

// ---- a function of one, called with all ----

void mutate_vmapped(mutating *m, const dbx_node *n) {
  const char *vmap = edit_alias("jax", "vmap"), *jax = edit_alias("jax", NULL);
  const dbx_node *f = n->a->kind == DBX_N_Name ? edit_function_named(m->site, n->a->name) : NULL;
  dbx_buf b = {0};
  bool one = f && n->l.n == 1 && !n->more->m.n && !edit_loop(m->site, f) &&
             !edit_decorator(f, "qjit") && !mutate_of_cause(m->site->diag);
  if (!one || mutate_lead(m->site, n, f) || (!vmap && !jax)) return;
  mutate_text(m, &b, n->a);
  if (vmap) mutate_add(m, n->a->span, 0, false, "%s(%s)", vmap, dbx_text(&b));
  else mutate_add(m, n->a->span, 0, false, "%s.vmap(%s)", jax, dbx_text(&b));
  dbx_buf_free(&b);
}

// ---- the axes of tensordot ----

// The number in `[n]`, or n; NULL.
static const dbx_node *axis_in(const dbx_node *n) {
  bool one = mutate_is_display(n) && n->l.n == 1;
  if (one) n = n->l.at[0];
  return edit_is_int(n) && n->value->i >= 0 ? n : NULL;
}

static bool same_length(const dbx_diag *d, int64_t i, int64_t k) {
  dbx_buf a = {0}, b = {0};
  bool same = edit_length(d->operands[0].type, (uint32_t)i, &a) &&
              edit_length(d->operands[1].type, (uint32_t)k, &b) &&
              !strcmp(dbx_text(&a), dbx_text(&b));
  dbx_buf_free(&a), dbx_buf_free(&b);
  return same;
}

// The last axis of the first with the first of the second is what is mostly meant.
void mutate_contracted(mutating *m, const dbx_node *n) {
  static const char *const names[] = {"tensordot"};
  const dbx_diag *d = m->site->diag;
  const dbx_node *k = edit_keyword(n, "axes"), *axes = k ? k->a : n->l.n > 2 ? n->l.at[2] : NULL;
  bool two = axes && mutate_is_display(axes) && axes->l.n == 2;
  if (!EDIT_CALLS(n, names) || !two || d->n_operands != 2) return;
  const dbx_node *a = axis_in(axes->l.at[0]), *b = axis_in(axes->l.at[1]);
  if (!a || !b) return;
  int64_t ranks[2] = {edit_rank(d->operands[0].type), edit_rank(d->operands[1].type)};
  for (int64_t i = 0; i < ranks[0]; i++) {
    m->meant = i == ranks[0] - 1 && !b->value->i;
    if (same_length(d, i, b->value->i)) mutate_add(m, a->span, 0, true, "%" PRId64, i);
  }
  for (int64_t i = 0; i < ranks[1]; i++) {
    m->meant = !i && a->value->i == ranks[0] - 1;
    if (same_length(d, a->value->i, i)) mutate_add(m, b->span, 0, true, "%" PRId64, i);
  }
  m->meant = false;
}

// ---- repetitions ----

// How often what is repeated is as long as the other one, where so many times it was not.
void mutate_repeats(mutating *m, const dbx_node *n) {
  static const char *const names[] = {"tile", "repeat"};
  dbx_buf wrong = {0}, other = {0};
  const dbx_node *count = EDIT_CALLS(n, names) && n->l.n > 1 ? n->l.at[1] : NULL;
  if (!count || !edit_is_int(count) || count->value->i < 1) return;
  for (uint32_t i = 0; mutate_wrong_length(m->site, i, &wrong); i++, dbx_clear(&wrong))
    for (uint32_t k = 0; mutate_other_length(m->site, dbx_text(&wrong), k, &other);
         k++, dbx_clear(&other)) {
      int64_t is = strtoll(dbx_text(&wrong), NULL, 10), to = strtoll(dbx_text(&other), NULL, 10),
              times;
      if (is < 1 || to < 1 || __builtin_mul_overflow(to, count->value->i, &times)) continue;
      if (times % is == 0 && is % count->value->i == 0)
        mutate_add(m, count->span, 0, true, "%" PRId64, times / is);
    }
  dbx_buf_free(&wrong), dbx_buf_free(&other);
}
