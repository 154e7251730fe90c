// Mutations of what is made of an array and its neighbours: parts of it that are moved against one
// another have to be cut as much at both ends together (see mutate.h).
#include "debug/offers/mutate.h"

#include <inttypes.h>
#include <string.h>

// ---- the parts of an array ----

// `x[2:]` for `x[1:]`, beside `x[1:-1]` and `x[:-2]`.
void mutate_cut_as_others(mutating *m, const dbx_node *n) {
  edit_cut x;
  if (!edit_cut_of(n, &x) || mutate_of_cause(m->site->diag)) return;
  edit_cuts p = edit_cuts_of(m->site, n->span, x.of);
  if (p.n < 2 || p.differ || p.total == x.front + x.back || (x.front && x.back)) return;
  mutate_add(m, n->b->span, 0, true, x.front ? "%" PRId64 ":" : ":-%" PRId64, p.total);
}

// `x[1:-1]` for x, between `x[2:]` and `x[:-2]`.
void mutate_between(mutating *m, const dbx_node *n) {
  if (!mutate_is_whole_array(m, n)) return;
  edit_cuts p = edit_cuts_of(m->site, n->span, n->name);
  if (p.n < 2 || p.differ || !p.front || p.front != p.back || p.total % 2) return;
  mutate_add(m, n->span, 0, true, "%s[%" PRId64 ":-%" PRId64 "]", dbx_sym_text(n->name),
             p.total / 2, p.total / 2);
}

// `u.at[1:-1].set(v)` of what a loop carries, and v that was made of `u[2:]` and `u[:-2]`.
void mutate_inner_carried(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  const dbx_node *f = edit_function_of(m->site, n->span), *carry = mutate_carried(m, f);
  dbx_buf b = {0};
  if (d->code != DBX_E503 || !carry || d->n_operands != 2 || n->kind == DBX_N_Tuple) return;
  int64_t x = edit_length_number(d->operands[0].type, 0),
          y = edit_length_number(d->operands[1].type, 0);
  edit_cuts p = edit_cuts_of(m->site, n->span, carry->name);
  bool both = p.n > 1 && !p.differ && p.front && p.front == p.back && p.total % 2 == 0;
  if (both && (x < 0 || y < 0 || x - y == p.total || y - x == p.total))
    mutate_add(m, n->span, 0, true, "%s.at[%" PRId64 ":-%" PRId64 "].set(%s)",
               dbx_sym_text(carry->name), p.total / 2, p.total / 2, mutate_text(m, &b, n));
  dbx_buf_free(&b);
}

// ---- differences and what is moved ----

// The array that an expression, or what a name was given, is the differences of; NULL.
static const dbx_node *differences_of(const mutating *m, const dbx_node *n) {
  const dbx_node *made = n->kind == DBX_N_Name ? edit_made_by(m->site, n->span) : n;
  bool one = made && made->kind == DBX_N_Call && !strcmp(edit_callee(made), "diff") &&
             made->l.n == 1 && !made->more->m.n;
  return one ? made->l.at[0] : NULL;
}

// `diff(x) / x[:-1]` for `diff(x) / x`: a change is one of what was there before.
void mutate_before_change(mutating *m, const dbx_node *n) {
  const dbx_node *x = n->op == DBX_OP_Div ? differences_of(m, n->a) : NULL;
  dbx_buf b = {0};
  if (x && edit_same_text(m->site, x->span, n->b->span))
    mutate_add(m, n->b->span, 0, true, "%s[:-1]", mutate_term(m, &b, x));
  dbx_buf_free(&b);
}

// `diff(x) * y[1:]` for `diff(x) * y`: each change beside what there was after it.
void mutate_after_change(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  if (m->site->diag->code != DBX_E301 || !mutate_apart_by(m->site, 1)) return;
  for (int k = 0; k < 2; k++) {
    const dbx_node *y = k ? n->a : n->b, *x = differences_of(m, k ? n->b : n->a);
    if (!x || y->kind != DBX_N_Name || edit_same_text(m->site, x->span, y->span)) continue;
    mutate_add(m, y->span, 0, true, "%s[1:]", mutate_text(m, &b, y));
    mutate_add(m, y->span, 1, true, "%s[:-1]", mutate_text(m, &b, y));
  }
  dbx_buf_free(&b);
}

// `j * s[:-1] * s[1:]` for `j * s * roll(s, -1)`, where j has one less: a chain with two ends.
void mutate_open_chain(mutating *m, const dbx_node *n) {
  const dbx_node *roll = n->b, *s = n->a, *by;
  if (n->op != DBX_OP_Mult || m->site->diag->code != DBX_E301 || !mutate_apart_by(m->site, 1))
    return;
  if (roll->kind != DBX_N_Call || strcmp(edit_callee(roll), "roll") != 0 || roll->l.n != 2) return;
  if (s->kind == DBX_N_BinOp && s->op == DBX_OP_Mult) s = s->b;
  by = roll->l.at[1];
  if (s->kind != DBX_N_Name || !edit_same_text(m->site, s->span, roll->l.at[0]->span)) return;
  bool back = by->kind == DBX_N_UnaryOp && edit_is_int(by->a) && by->a->value->i == 1;
  const char *name = dbx_sym_text(s->name);
  if (back || (edit_is_int(by) && by->value->i == 1))
    mutate_add(m, edit_place(m->site, s->span.begin, roll->span.end), -4, true,
               back ? "%s[:-1] * %s[1:]" : "%s[1:] * %s[:-1]", name, name);
}

// `concatenate([zeros(1), x[:-1]])` for `concatenate([zeros(1), x])`, which meets x, or is to be as
// long as another branch.
void mutate_moved(mutating *m, const dbx_node *n) {
  static const char *const names[] = {"append", "concatenate", "hstack"};
  const dbx_diag *d = m->site->diag;
  bool branch = d->code == DBX_E507;
  if (!EDIT_CALLS(n, names) || !n->l.n || d->n_operands != 2) return;
  if (d->code != DBX_E301 && !branch) return;
  bool list = mutate_is_display(n->l.at[0]);
  const dbx_nodes *all = list ? &n->l.at[0]->l : &n->l;
  int64_t more =
      edit_length_number(d->operands[0].type, 0) - edit_length_number(d->operands[1].type, 0);
  if (more < 0) more = -more;
  for (uint32_t i = 0; i < all->n && all->n == 2 && more; i++) {
    const dbx_node *x = all->at[i];
    for (uint32_t k = 0; x->kind == DBX_N_Name && k < 2; k++)
      if (branch ? !k
                 : edit_is_here(m->site, d->operands[k].span) &&
                       edit_same_text(m->site, d->operands[k].span, x->span))
        mutate_add(m, x->span, 0, true, i ? "%s[:-%" PRId64 "]" : "%s[%" PRId64 ":]",
                   dbx_sym_text(x->name), more);
  }
}

// ---- order ----

// `xs` for `reversed(xs)` and its kin.
void mutate_unturned(mutating *m, const dbx_node *n) {
  static const char *const turns[] = {"reversed", "flip", "flipud", "fliplr"};
  dbx_buf b = {0};
  if (EDIT_CALLS(n, turns) && n->l.n && n->l.at[0]->kind != DBX_N_Starred)
    mutate_add(m, n->span, 0, false, "%s", mutate_text(m, &b, n->l.at[0]));
  dbx_buf_free(&b);
}

// ---- what is looked up in each turn ----

typedef struct turn {
  dbx_sym name; // the variable of a comprehension or a loop
  bool used;    // something else is looked up at it
} turn;

static void see_turn(void *ctx, const dbx_node *n) {
  turn *t = ctx;
  t->used |= n->kind == DBX_N_Subscript && n->b->kind == DBX_N_Name && n->b->name == t->name;
}

// `grads[k]` for `grads["w"]`, in a comprehension over k that looks others up at k.
void mutate_key_of_turn(mutating *m, const dbx_node *n) {
  edit_nodes blocks = {0};
  if (n->ctx != DBX_LOAD || !(edit_is_text(n->b) || edit_is_int(n->b))) return;
  edit_blocks_around(m->site, n->span, &blocks);
  for (uint32_t i = 0; i < blocks.n && blocks.at[i]->kind != DBX_N_FunctionDef; i++) {
    const dbx_node *block = blocks.at[i];
    const dbx_nodes *each = &block->l;
    bool loop = block->kind == DBX_N_For;
    for (uint32_t k = 0; k < (loop ? 1 : each->n) && block->kind != DBX_N_Lambda; k++) {
      const dbx_node *over = loop ? block->a : each->at[k]->a;
      turn t = {over->kind == DBX_N_Name ? over->name : 0, false};
      if (t.name) edit_walk(block, see_turn, &t);
      if (t.used) mutate_add(m, n->b->span, 0, true, "%s", dbx_sym_text(t.name));
    }
  }
  dbx_vec_free(&blocks);
}

// ---- products ----

// `x / d` for `x / a`, where d is the diagonal of a.
void mutate_diagonal_made(mutating *m, const dbx_node *n) {
  mutate_names names = {0};
  if (n->op != DBX_OP_Div || n->b->kind != DBX_N_Name) return;
  mutate_scope(m->site, n->span, &names);
  for (uint32_t i = 0; i < names.n; i++) {
    const dbx_node *made = mutate_bound_to(m, names.at[i]);
    bool diagonal = made && made->kind == DBX_N_Call && made->l.n &&
                    (!strcmp(edit_callee(made), "diag") || !strcmp(edit_callee(made), "diagonal"));
    if (diagonal && edit_same_text(m->site, made->l.at[0]->span, n->b->span))
      mutate_add(m, n->b->span, 0, true, "%s", dbx_sym_text(names.at[i]->name));
  }
  dbx_vec_free(&names);
}

// `g @ kron(x, y)` for `g @ x`, of which the state x has some qubits less: y is another vector that
// x was made from.
void mutate_other_qubit(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  if (n->op != DBX_OP_MatMult || n != m->site->failing || d->code != DBX_E303 || !edit_jnp())
    return;
  if (d->n_operands != 2 || edit_rank(d->operands[1].type) != 1) return;
  int64_t want = edit_length_number(d->operands[0].type, edit_rank(d->operands[0].type) - 1),
          have = edit_length_number(d->operands[1].type, 0);
  if (have < 2 || want != have * have) return;
  const dbx_node *made = n->b->kind == DBX_N_Name ? edit_made_by(m->site, n->b->span) : n->b;
  const dbx_node *last = made;
  dbx_buf x = {0}, y = {0};
  while (last && last->kind == DBX_N_BinOp && last->op == DBX_OP_MatMult) last = last->b;
  if (last && last != made && last->kind == DBX_N_Name && made->span.file == m->site->file)
    mutate_add(m, made->span, 0, true, "%s.kron(%s, %s)", edit_jnp(), mutate_text(m, &x, made),
               mutate_text(m, &y, last));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// `kron(g, eye(2)) @ x` for `g @ x`, a gate of one of the qubits of x: the first, or the last one.
void mutate_gate_of_one(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  if (n->op != DBX_OP_MatMult || n != m->site->failing || d->code != DBX_E303 || !edit_jnp())
    return;
  if (d->n_operands != 2 || edit_rank(d->operands[0].type) != 2) return;
  int64_t k = edit_length_number(d->operands[0].type, 1),
          all = edit_length_number(d->operands[1].type, 0);
  if (k < 2 || edit_length_number(d->operands[0].type, 0) != k || all <= k || all % k) return;
  dbx_buf text = {0}, g = {0};
  const char *said = mutate_documentation(m, n, &text) ? dbx_text(&text) : "";
  bool last = strstr(said, "second") || strstr(said, "last") || strstr(said, "target");
  last &= !strstr(said, "first") || strstr(said, "first") > strstr(said, "second");
  const char *jnp = edit_jnp();
  const dbx_node *made = n->a->kind == DBX_N_Name ? edit_made_by(m->site, n->a->span) : n->a;
  bool all_same = made && !strcmp(made->kind == DBX_N_Call ? edit_callee(made) : "", "kron") &&
                  made->l.n == 2 && made->l.at[1]->kind == DBX_N_Name &&
                  edit_same_text(m->site, made->l.at[0]->span, made->l.at[1]->span);
  if (all_same && all == k * 2)
    mutate_add(m, made->span, -4, true, "%s.kron(%s, %s)", jnp, mutate_text(m, &g, made),
               dbx_sym_text(made->l.at[1]->name));
  dbx_clear(&g);
  mutate_text(m, &g, n->a);
  mutate_add(m, n->a->span, last ? 1 : 0, true, "%s.kron(%s, %s.eye(%" PRId64 "))", jnp,
             dbx_text(&g), jnp, all / k);
  mutate_add(m, n->a->span, last ? 0 : 1, true, "%s.kron(%s.eye(%" PRId64 "), %s)", jnp, jnp,
             all / k, dbx_text(&g));
  dbx_buf_free(&text), dbx_buf_free(&g);
}
