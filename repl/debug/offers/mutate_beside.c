// Mutations by what stands beside: another assignment, another key, a function that is applied
// elsewhere, words of the text (see mutate.h).
#include "debug/offers/mutate.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

// The value that a name is given alone; NULL.
static const dbx_node *value_of(const edit_binding *b) {
  const dbx_node *at = b->statement;
  return at && at->kind == DBX_N_Assign && at->l.n == 1 && at->l.at[0] == b->name ? at->a : NULL;
}

// ---- another assignment ----

// `gb = mean(err)` for `gb = err`, beside `gw = mean(err * x)`: what makes one number of an array.
void mutate_as_neighbour(mutating *m, const dbx_node *n) {
  static const char *const reductions[] = {"mean", "sum", "max", "min"};
  const dbx_node *f = edit_function_of(m->site, n->span), *at = edit_statement_of(m->site, n->span);
  if (n->ctx != DBX_LOAD || !f || !at || at->kind != DBX_N_Assign || at->a != n) return;
  const edit_bindings *all = edit_all_bindings(m->site);
  dbx_buf b = {0};
  for (uint32_t i = 0; i < all->all.n; i++) {
    if (all->all.at[i].function != f) continue;
    const dbx_node *made = value_of(&all->all.at[i]);
    if (made && EDIT_CALLS(made, reductions) && made->l.n == 1 && !made->more->m.n &&
        edit_mentions(made->l.at[0], n->name))
      mutate_add(m, n->span, 0, true, "%s(%s)", mutate_text(m, &b, made->a), dbx_sym_text(n->name));
  }
  dbx_buf_free(&b);
}

// `arange(n // 2 + 1)` for `arange(n)`, where the function has both.
void mutate_made_as_other(mutating *m, const dbx_node *n) {
  const dbx_node *f = edit_function_of(m->site, n->span), *at = edit_statement_of(m->site, n->span);
  if (strcmp(edit_callee(n), "arange") != 0 || !f || !at || at->kind != DBX_N_Assign || at->a != n)
    return;
  if (mutate_of_cause(m->site->diag)) return;
  const edit_bindings *all = edit_all_bindings(m->site);
  dbx_buf b = {0};
  for (uint32_t i = 0; i < all->all.n; i++) {
    const dbx_node *made = all->all.at[i].function == f ? value_of(&all->all.at[i]) : 0;
    if (made && made != n && made->kind == DBX_N_Call && !strcmp(edit_callee(made), "arange"))
      mutate_add(m, n->span, 0, true, "%s", mutate_text(m, &b, made));
  }
  dbx_buf_free(&b);
}

// ---- functions of the program ----

// `add_bias(x)` for x, where a function of one array is applied to others.
void mutate_helper_applied(mutating *m, const dbx_node *n) {
  if (m->distance || n->ctx != DBX_LOAD || mutate_of_cause(m->site->diag)) return;
  if (mutate_is_length(m->site, n, 0) || m->site->text[n->span.end] == '(') return;
  uint32_t most = 4;
  for (uint32_t i = 0; i < m->site->root->l.n && most; i++) {
    const dbx_node *f = m->site->root->l.at[i];
    bool one = f->kind == DBX_N_FunctionDef && !f->more->m.n && f->a->more->m.n == 1;
    if (!one || edit_within(n->span, f->span) || !edit_uses(m->site, EDIT_CALLS_IT, f->name)->n)
      continue;
    mutate_add(m, n->span, 0, m->site->diag->code == DBX_E303, "%s(%s)", dbx_sym_text(f->name),
               dbx_sym_text(n->name));
    most--;
  }
}

// ---- what is known of a library's results ----

// `vectors[:, -2:]` for `vectors[-2:]`, which eigh gave: there is one in each column.
void mutate_columns_of(mutating *m, const dbx_node *n) {
  static const char *const makers[] = {"eigh", "eig"};
  if (n->ctx != DBX_LOAD || n->a->kind != DBX_N_Name || n->b->kind == DBX_N_Tuple) return;
  const edit_nodes *sets = edit_uses(m->site, EDIT_SETS, n->a->name);
  dbx_buf b = {0};
  for (uint32_t i = 0; i < sets->n; i++) {
    const dbx_node *at = sets->at[i], *to = at->kind == DBX_N_Assign ? at->l.at[0] : NULL;
    bool second = to && to->kind == DBX_N_Tuple && to->l.n == 2 &&
                  to->l.at[1]->kind == DBX_N_Name && to->l.at[1]->name == n->a->name;
    if (second && EDIT_CALLS(at->a, makers))
      mutate_add(m, n->b->span, 0, true, ":, %s", mutate_text(m, &b, n->b));
  }
  dbx_buf_free(&b);
}

// ---- words ----

static bool has_word(const char *name, const char *word) {
  const char *at = strstr(name, word);
  return at && (at == name || at[-1] == '_');
}

// `diff(flux)` for flux, of which there is one more than cells.
void mutate_between_faces(mutating *m, const dbx_node *n) {
  static const char *const words[] = {"flux", "face", "edge", "boundar"};
  bool face = false;
  if (n->ctx != DBX_LOAD || m->site->diag->code != DBX_E301 || !edit_jnp()) return;
  if (!mutate_apart_by(m->site, 1) || m->site->text[n->span.end] == '[') return;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    face |= has_word(dbx_sym_text(n->name), words[i]);
  if (face && m->distance == 0)
    mutate_add(m, n->span, 0, true, "%s.diff(%s)", edit_jnp(), dbx_sym_text(n->name));
}

// `max(abs(r))` for r, of which a loop carries the largest.
void mutate_largest(mutating *m, const dbx_node *n) {
  static const char *const most[] = {"largest", "greatest", "maximum", "worst", "max"},
                           *const size[] = {"size", "residual", "error", "absolute", "magnitude"};
  const dbx_diag *d = m->site->diag;
  dbx_buf b = {0};
  if (d->code != DBX_E503 || d->n_operands != 2 || !edit_jnp()) return;
  if (edit_rank(d->operands[0].type) == edit_rank(d->operands[1].type)) return;
  if (MUTATE_SAYS(m, n, most) && MUTATE_SAYS(m, n, size))
    for (uint32_t i = 0; i < (n->kind == DBX_N_Tuple ? n->l.n : 1); i++) {
      const dbx_node *e = n->kind == DBX_N_Tuple ? n->l.at[i] : n;
      mutate_add(m, e->span, 0, true, "%s.max(%s.abs(%s))", edit_jnp(), edit_jnp(),
                 mutate_text(m, &b, e));
    }
  dbx_buf_free(&b);
}

// `pos[:tokens.shape[0]]` for pos, a table that has more rows.
void mutate_rows_as_other(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  if (d->code != DBX_E301 || n != m->site->failing || d->n_operands != 2) return;
  const char *x = d->operands[0].type, *y = d->operands[1].type;
  uint32_t rank = edit_rank(x);
  bool same = rank > 1 && rank == edit_rank(y);
  for (uint32_t k = 1; same && k < rank; k++)
    same = edit_length_number(x, k) == edit_length_number(y, k) && edit_length_number(x, k) != 1;
  int64_t a = edit_length_number(x, 0), b = edit_length_number(y, 0);
  if (!same || a < 2 || b < 2 || a == b) return;
  const dbx_node *longer = a > b ? n->a : n->b, *other = a > b ? n->b : n->a;
  if (longer->kind == DBX_N_Name && other->kind == DBX_N_Name)
    mutate_add(m, longer->span, 0, true, "%s[:%s.shape[0]]", dbx_sym_text(longer->name),
               dbx_sym_text(other->name));
}

// ---- places and parts ----

typedef struct looked {
  dbx_sym carry, at;
  bool found;
} looked;

static void see_place(void *ctx, const dbx_node *n) {
  looked *l = ctx;
  l->found |= n->kind == DBX_N_Subscript && n->ctx == DBX_LOAD && n->a->kind == DBX_N_Name &&
              n->a->name == l->carry && n->b->kind == DBX_N_Name && n->b->name == l->at;
}

// `p.at[i + 1].set(x)` for `append(p, x)`, where x was made from `p[i]`.
void mutate_next_place(mutating *m, const dbx_node *n) {
  const dbx_node *f = edit_function_of(m->site, n->span), *loop = f ? edit_loop(m->site, f) : NULL;
  if (m->site->diag->code != DBX_E503 || !loop || !dbx_ends_in(edit_callee(loop), "for_loop"))
    return;
  if (strcmp(edit_callee(n), "append") != 0 || n->l.n != 2 || n->l.at[0]->kind != DBX_N_Name)
    return;
  if (!f->a->more->m.n || !edit_takes(f, n->l.at[0]->name)) return;
  looked l = {n->l.at[0]->name, f->a->more->m.at[0]->name, false};
  dbx_buf b = {0};
  edit_walk(f, see_place, &l);
  if (l.found)
    mutate_add(m, n->span, -4, true, "%s.at[%s + 1].set(%s)", dbx_sym_text(l.carry),
               dbx_sym_text(l.at), mutate_text(m, &b, n->l.at[1]));
  dbx_buf_free(&b);
}

static bool is_floor(const mutating *m, const dbx_node *n) {
  const dbx_node *made = n->kind == DBX_N_Name ? edit_made_by(m->site, n->span) : n;
  return made && made->kind == DBX_N_BinOp && made->op == DBX_OP_FloorDiv;
}

// `x[:a * b].reshape(a, b)` for `x.reshape(a, b)`, where a is so many whole times b.
void mutate_whole_parts(mutating *m, const dbx_node *n) {
  dbx_nodes lengths;
  int64_t have, want;
  bool method = n->a->kind == DBX_N_Attribute && n->a->a->kind == DBX_N_Name &&
                !strcmp(dbx_sym_text(n->a->name), "reshape");
  if (!method || !mutate_sizes(m->site->diag, &have, &want) || have <= want) return;
  if (!mutate_shape_given(n, &lengths) || lengths.n != 2) return;
  if (!is_floor(m, lengths.at[0]) && !is_floor(m, lengths.at[1])) return;
  dbx_buf x = {0}, y = {0};
  uint32_t end = n->a->a->span.end;
  mutate_add(m, edit_place(m->site, end, end), 0, true, "[:%s * %s]",
             mutate_term(m, &x, lengths.at[0]), mutate_term(m, &y, lengths.at[1]));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// ---- transposes ----

typedef struct twice {
  dbx_sym name;
  uint32_t n;
} twice;

static void count_twice(void *ctx, const dbx_node *n) {
  twice *t = ctx;
  t->n += n->kind == DBX_N_Name && n->name == t->name;
}

typedef struct blocks {
  mutating *m;
  const dbx_node *all;
} blocks;

static void turn_one(void *ctx, const dbx_node *n) {
  const blocks *b = ctx;
  twice t = {n->name, 0};
  char next = b->m->site->text[n->span.end];
  if (n->kind != DBX_N_Name || (next != ',' && next != ']')) return;
  edit_walk(b->all, count_twice, &t);
  if (t.n > 1) mutate_add(b->m, n->span, 0, true, "%s.T", dbx_sym_text(n->name));
}

// `block([[h, a.T], [a, 0]])` for `block([[h, a], [a, 0]])`.
void mutate_block_turned(mutating *m, const dbx_node *n) {
  if (!strcmp(edit_callee(n), "block") && n->l.n == 1 && m->site->diag->code == DBX_E304)
    edit_walk(n->l.at[0], turn_one, &(blocks){m, n->l.at[0]});
}

// `transpose(x, (0, 2, 1))` for `transpose(x, (1, 0))` of a stack of tables.
void mutate_stack_turned(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  if (strcmp(edit_callee(n), "transpose") != 0 || d->code != DBX_E306 || d->n_operands != 1) return;
  const dbx_node *axes = n->l.n ? n->l.at[n->l.n - 1] : NULL;
  if (!axes || axes->kind != DBX_N_Tuple || axes->l.n != 2) return;
  if (edit_rank(d->operands[0].type) == 3) mutate_add(m, axes->span, 0, true, "(0, 2, 1)");
}

// ---- rows and columns at places ----

// `k.at[p[:, None], p]` for `k.at[p]`, to which a table of them is added.
void mutate_places_of_table(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  bool at = n->a->kind == DBX_N_Attribute && !strcmp(dbx_sym_text(n->a->name), "at");
  if (!at || d->code != DBX_E308 || n->b->kind != DBX_N_Name || !d->n_operands) return;
  const char *type = d->operands[d->n_operands - 1].type, *name = dbx_sym_text(n->b->name);
  if (edit_rank(type) == 2 && edit_length_number(type, 0) == edit_length_number(type, 1))
    mutate_add(m, n->b->span, 0, true, "%s[:, None], %s", name, name);
}

// ---- conditions ----

// `1.0` for `ones(n)`, which is carried to the condition of a loop: one number is compared there.
void mutate_one_number(mutating *m, const dbx_node *n) {
  static const char *const makers[] = {"ones", "zeros", "full"};
  if (m->site->diag->code != DBX_E505 || !EDIT_CALLS(n, makers) || !n->l.n) return;
  dbx_buf b = {0};
  const char *callee = edit_callee(n);
  if (!strcmp(callee, "full") && n->l.n > 1)
    mutate_add(m, n->span, 0, true, "%s", mutate_text(m, &b, n->l.at[1]));
  if (strcmp(callee, "full") != 0) mutate_add(m, n->span, 0, true, *callee == 'o' ? "1.0" : "0.0");
  dbx_buf_free(&b);
}
