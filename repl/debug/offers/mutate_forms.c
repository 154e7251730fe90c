// Mutations of forms, `x @ a @ x.T`: what stands at the ends, and a table in the middle (see
// mutate.h).
#include "debug/offers/mutate.h"

#include <string.h>

static bool is_product(const dbx_node *n) {
  return n->kind == DBX_N_BinOp && n->op == DBX_OP_MatMult;
}

static bool is_transpose_of(const edit_site *s, const dbx_node *n, const dbx_node *x) {
  return n->kind == DBX_N_Attribute && !strcmp(dbx_sym_text(n->name), "T") &&
         edit_same_text(s, n->a->span, x->span);
}

// The ends and the middle of `x @ a @ x.T` and of `x.T @ a @ x`.
typedef struct form {
  const dbx_node *left, *middle, *right;
} form;

static bool is_form(const edit_site *s, const dbx_node *n, form *f) {
  if (!is_product(n)) return false;
  if (is_product(n->a)) *f = (form){n->a->a, n->a->b, n->b};
  else if (is_product(n->b)) *f = (form){n->a, n->b->a, n->b->b};
  else return false;
  return is_transpose_of(s, f->right, f->left) || is_transpose_of(s, f->left, f->right);
}

// ---- the ends ----

// `b.T @ a @ b` for `b @ a @ b.T`, of which the first product fails.
void mutate_form_ends(mutating *m, const dbx_node *n) {
  const edit_site *s = m->site;
  form f;
  dbx_buf x = {0}, y = {0}, between = {0};
  if (s->diag->code != DBX_E303 || n != s->failing || s->depth < 2) return;
  const dbx_node *whole = s->path[s->depth - 2];
  if (s->path[s->depth - 1] != n || whole->kind != DBX_N_BinOp || !is_form(s, whole, &f)) return;
  edit_put_source(s, &between, edit_place(s, f.left->span.end, f.right->span.begin));
  mutate_add(m, edit_place(s, f.left->span.begin, f.right->span.end), -4, true, "%s%s%s",
             mutate_text(m, &x, f.right), dbx_text(&between), mutate_text(m, &y, f.left));
  dbx_buf_free(&x), dbx_buf_free(&y), dbx_buf_free(&between);
}

// ---- the middle ----

// Does a vector stand in the middle of the failing form?
static bool is_of_vector(const mutating *m, const dbx_node *n, form *f) {
  const dbx_diag *d = m->site->diag;
  return d->code == DBX_E303 && d->n_operands == 2 && edit_rank(d->operands[0].type) == 1 &&
         edit_rank(d->operands[1].type) == 2 && n == m->site->failing && is_form(m->site, n, f);
}

// `x @ diag(v) @ x.T` for `x @ v @ x.T`.
void mutate_form_middle(mutating *m, const dbx_node *n) {
  form f;
  dbx_buf b = {0};
  if (edit_jnp() && is_of_vector(m, n, &f) && !edit_is_carried(m->site, f.middle->span))
    mutate_add(m, f.middle->span, 0, true, "%s.diag(%s)", edit_jnp(), mutate_text(m, &b, f.middle));
  dbx_buf_free(&b);
}

typedef struct forms {
  const edit_site *site;
  dbx_sym middle;
  bool found;
} forms;

static void see_form(void *ctx, const dbx_node *n) {
  forms *all = ctx;
  form f;
  all->found |= n->kind == DBX_N_BinOp && is_form(all->site, n, &f) &&
                f.middle->kind == DBX_N_Name && f.middle->name == all->middle;
}

// Is what a loop carries a vector at first, and a table behind the body, which has a form of it?
static bool becomes_table(const mutating *m) {
  const dbx_diag *d = m->site->diag;
  bool found = false;
  if (d->code != DBX_E503 || d->n_operands != 2) return false;
  if (edit_rank(d->operands[0].type) + edit_rank(d->operands[1].type) != 3) return false;
  for (uint32_t i = 0; i < 2 && !found; i++) {
    const dbx_node *f = edit_function_of(m->site, d->operands[i].span);
    const dbx_node *carry = mutate_carried(m, f);
    forms all = {m->site, carry ? carry->name : 0, false};
    if (carry) edit_walk(f, see_form, &all);
    found = all.found;
  }
  return found;
}

// `eye(n)` for `ones(n)`, `c * eye(n)` for `full(n, c)`, in the middle of a form.
void mutate_form_made(mutating *m, const dbx_node *n) {
  static const char *const makers[] = {"ones", "full"};
  bool full = !strcmp(edit_callee(n), "full");
  form f;
  dbx_buf x = {0}, y = {0};
  if (!EDIT_CALLS(n, makers) || !edit_jnp() || n->l.n < 1u + full) return;
  const dbx_node *size = n->l.at[0];
  if (size->kind == DBX_N_Tuple && size->l.n == 1) size = size->l.at[0];
  if (size->kind == DBX_N_Tuple) return;
  if (!(m->site->failing && is_of_vector(m, m->site->failing, &f)) && !becomes_table(m)) return;
  mutate_text(m, &x, size);
  if (full)
    mutate_add(m, n->span, -2, true, "%s * %s.eye(%s)",
               n->l.at[1]->kind == DBX_N_Constant ? mutate_text(m, &y, n->l.at[1])
                                                  : mutate_term(m, &y, n->l.at[1]),
               edit_jnp(), dbx_text(&x));
  else mutate_add(m, n->span, -2, true, "%s.eye(%s)", edit_jnp(), dbx_text(&x));
  dbx_buf_free(&x), dbx_buf_free(&y);
}
