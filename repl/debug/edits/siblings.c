// Edits of lengths where an array is made: another one of the same shape, or of the other operand
// (see edits.h).
#include "debug/edits/edits.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 24, WORD = 3 };

// The longest run of letters of both: `row_scale` and `rows` have three.
static uint32_t common_word(const char *a, const char *b) {
  uint32_t most = 0;
  for (const char *x = a; *x; x++)
    for (const char *y = b; *y; y++) {
      uint32_t n = 0;
      while (isalpha((unsigned char)x[n]) && x[n] == y[n]) n++;
      if (n > most) most = n;
    }
  return most;
}

// ---- another length of the same shape ----

typedef struct sibling {
  dbx_span span;
  char text[64];
  uint32_t score, rank;
} sibling;

typedef struct siblings {
  edit_site *s;
  dbx_span in;
  const char *target; // what the array is called
  sibling at[PAIRS];
  uint32_t n;
} siblings;

// In the place of the text `now`; if it has to be named: the array's own name has to say so.
static void add_sibling(siblings *x, dbx_span span, const char *text, const char *now, bool named) {
  uint32_t score = common_word(x->target, text), old = common_word(x->target, now);
  if (score < WORD || score <= old) score = 0;
  if (!score && named) return;
  for (uint32_t i = 0; i < x->n; i++)
    if (x->at[i].span.begin == span.begin && !strcmp(x->at[i].text, text)) return;
  if (x->n == PAIRS || strlen(text) >= sizeof x->at->text) return;
  sibling one = {span, "", score, x->n};
  strcpy(one.text, text);
  x->at[x->n++] = one;
}

// `x.shape[0]`: along the other axis.
static void other_axis_of(siblings *x, const dbx_node *n) {
  static const char *const others[] = {"-2", "-1", "1", "0"}; // of -1, -2, 0, 1
  const dbx_node *k = n->b->kind == DBX_N_UnaryOp ? n->b->a : n->b;
  bool minus = n->b->kind == DBX_N_UnaryOp && n->b->op == DBX_OP_USub;
  if (k->kind != DBX_N_Constant || k->constant != DBX_C_INT) return;
  int64_t v = minus ? -k->value->i : k->value->i;
  const char *other = v == -1 ? others[0] : v == -2 ? others[1] : v == 0 ? others[2] : others[3];
  if (v >= -2 && v <= 1) add_sibling(x, n->b->span, other, "", false);
}

// Another parameter that is a number: `n_users` for `n_items`, of `user_bias`.
static void other_parameters(siblings *x, const dbx_node *n) {
  const dbx_node *f = edit_function_of(x->s, n->span), *p = edit_parameter_node(f, n->name);
  for (uint32_t i = 0; p && i < f->a->more->m.n; i++) {
    const dbx_node *other = f->a->more->m.at[i];
    if (other != p && edit_is_number(x->s, other) && edit_is_number(x->s, n))
      add_sibling(x, n->span, dbx_sym_text(other->name), dbx_sym_text(n->name), true);
  }
}

// `sizes[0]` of a list of lengths: another one of them.
static void other_element(siblings *x, const dbx_node *n) {
  const dbx_node *list = edit_made_by(x->s, n->a->span);
  bool display = list && (list->kind == DBX_N_List || list->kind == DBX_N_Tuple);
  if (!display || n->b->kind != DBX_N_Constant || n->b->constant != DBX_C_INT) return;
  for (uint32_t i = 0; i < list->l.n && i < 8; i++) {
    char text[8];
    snprintf(text, sizeof text, "%u", (unsigned)i);
    if (i != (uint32_t)n->b->value->i) add_sibling(x, n->b->span, text, "", false);
  }
}

static void find_sibling(void *ctx, const dbx_node *n) {
  siblings *x = ctx;
  if (!edit_within(n->span, x->in)) return;
  if (n->kind == DBX_N_Subscript && n->a->kind == DBX_N_Name) other_element(x, n);
  if (edit_is_length(n) && n->kind == DBX_N_Subscript) other_axis_of(x, n);
  if (n->kind == DBX_N_keyword && n->name && !strcmp(dbx_sym_text(n->name), "argnums")) {
    bool zero = n->a->kind == DBX_N_Constant && n->a->constant == DBX_C_INT && !n->a->value->i;
    return add_sibling(x, n->a->span, zero ? "1" : "0", "", false); // the derivative by another one
  }
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD) return;
  const dbx_node *all = edit_lengths_with(x->s, n);
  for (uint32_t i = 0; all && i < all->l.n; i++)
    if (all->l.at[i]->kind == DBX_N_Name && all->l.at[i]->name != n->name &&
        dbx_sym_text(all->l.at[i]->name)[0] != '_')
      add_sibling(x, n->span, dbx_sym_text(all->l.at[i]->name), dbx_sym_text(n->name), false);
  if (!all) other_parameters(x, n);
}

typedef struct region {
  siblings *x;
  dbx_span in;
  int depth;
} region;

static void look_in(siblings *x, dbx_span in, int depth);

static void look_behind(void *ctx, const dbx_node *n) {
  const region *r = ctx;
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD || !edit_within(n->span, r->in)) return;
  dbx_span made = edit_making(r->x->s, n->span);
  if (made.file && !edit_within(made, r->in)) look_in(r->x, made, r->depth - 1);
}

static const char *target_of(const edit_site *s, dbx_span in) {
  const dbx_node *at = edit_statement_of(s, in);
  bool named = at && at->kind == DBX_N_Assign && at->l.n == 1 && at->l.at[0]->kind == DBX_N_Name;
  return named ? dbx_sym_text(at->l.at[0]->name) : "";
}

// The lengths that stand there, and in what the names there were given.
static void look_in(siblings *x, dbx_span in, int depth) {
  if (!edit_is_here(x->s, in) || depth < 0) return;
  region r = {x, in, depth};
  x->in = in, x->target = target_of(x->s, in);
  edit_walk(x->s->root, find_sibling, x);
  edit_walk(x->s->root, look_behind, &r);
}

static int siblings_by_score(const void *a, const void *b) {
  const sibling *x = a, *y = b;
  if (x->score != y->score) return x->score < y->score ? 1 : -1;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

typedef struct lengths {
  edit_site *s;
  dbx_span in; // the making of one operand
  const dbx_node *other;
  const dbx_node *leaf; // a length there
  uint32_t added;
} lengths;

static void find_other_length(void *ctx, const dbx_node *n) {
  lengths *l = ctx;
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD || !edit_is_local(l->s, n) ||
      edit_is_number(l->s, n))
    return;
  const dbx_node *of = l->leaf->a->a;
  if (of->kind == DBX_N_Name && of->name == n->name) return;
  for (uint32_t axis = 0; axis < 2 && l->added < 8; axis++, l->added++)
    edit_addf(l->s, l->leaf->span, "%s.shape[%u]", dbx_sym_text(n->name), axis);
}

static void find_own_length(void *ctx, const dbx_node *n) {
  lengths *l = ctx;
  if (n->kind != DBX_N_Subscript || !edit_within(n->span, l->in) || !edit_is_length(n)) return;
  l->leaf = n;
  edit_walk(l->other, find_other_length, l);
}

// `jnp.zeros(x.shape[0])` beside `x @ basis.T`: `jnp.zeros(basis.shape[0])`.
static void lengths_of_other(edit_site *s, uint32_t i) {
  if (s->diag->n_operands != 2) return;
  dbx_span of = s->diag->operands[i].span, made = edit_making(s, of);
  lengths l = {s, made.file ? made : of, edit_made_by(s, s->diag->operands[1 - i].span), NULL, 0};
  if (l.other && edit_is_here(s, l.in)) edit_walk(s->root, find_own_length, &l);
}

// Where an operand is made, or where its length is: that of another axis, or another number that
// comes with it; what has the array's own name in its name first.
void edits_of_siblings(edit_site *s) {
  siblings x = {.s = s};
  for (uint32_t i = 0; i < s->diag->n_births && i < 8; i++)
    if (strstr(s->diag->births[i].text, "computed") ||
        !strncmp(s->diag->births[i].text, "result", 6))
      look_in(&x, s->diag->births[i].span, 1);
  if (s->diag->code == DBX_E305) look_in(&x, s->diag->span, 1);
  for (uint32_t i = 0; i < s->diag->n_operands && i < 4; i++)
    look_in(&x, s->diag->operands[i].span, 3);
  qsort(x.at, x.n, sizeof *x.at, siblings_by_score);
  for (uint32_t i = 0; i < x.n && i < 8; i++) edit_add(s, x.at[i].span, x.at[i].text, NULL);
  for (uint32_t i = 0; i < s->diag->n_operands && i < 2; i++) lengths_of_other(s, i);
}
