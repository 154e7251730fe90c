// Mutations of shapes that are given, of lengths that are computed, and of what is joined
// (see mutate.h).
#include "debug/offers/mutate.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- the shape of what is made ----

static bool makes(const dbx_node *n) {
  static const char *const makers[] = {"ones", "zeros", "full", "empty"};
  return EDIT_CALLS(n, makers) && n->l.n;
}

typedef struct given {
  mutating *m;
  const dbx_node *shape;
  dbx_buf inner; // its entries, without parentheses
  bool several;
} given;

static void with_entry(given *g, int more, const char *entry) {
  mutate_add(g->m, g->shape->span, more, false, "(%s, %s)", dbx_text(&g->inner), entry);
  mutate_add(g->m, g->shape->span, more + 2, false, "(%s, %s)", entry, dbx_text(&g->inner));
}

static void more_entries(given *g) {
  mutating *m = g->m;
  dbx_buf length = {0};
  for (uint32_t i = 0; mutate_wrong_length(m->site, i, &length); i++, dbx_clear(&length)) {
    const char *one = dbx_text(&length);
    bool plain = *one && strcmp(one, "1") != 0 && !strchr(one, '?');
    if (plain && strcmp(one, dbx_text(&g->inner)) != 0) with_entry(g, 0, one);
  }
  mutate_names names = {0};
  mutate_scope(m->site, g->shape->span, &names);
  for (uint32_t i = 0, k = 0; i < names.n && k < 5; i++)
    if (mutate_is_length_name(m->site, names.at[i]->name, g->shape->span) &&
        !edit_mentions(g->shape, names.at[i]->name))
      with_entry(g, 2, dbx_sym_text(names.at[i]->name)), k++;
  dbx_vec_free(&names), dbx_buf_free(&length);
}

static void fewer_entries(given *g) {
  const dbx_nodes *l = &g->shape->l;
  for (uint32_t k = 0; l->n > 1 && k < l->n; k++) {
    uint32_t begin = k ? l->at[k - 1]->span.end : l->at[0]->span.begin,
             end = k ? l->at[k]->span.end : l->at[1]->span.begin;
    bool first = l->n == 2 && k; // of two is left, in a tuple of one
    mutate_add(g->m, edit_place(g->m->site, begin, end), first ? 1 : 2, false, "%s",
               first && g->shape->kind == DBX_N_Tuple ? "," : "");
  }
  for (uint32_t k = 0; k < l->n; k++)
    if (!edit_is_int(l->at[k]) || l->at[k]->value->i != 1)
      mutate_add(g->m, l->at[k]->span, 3, false, "1");
}

// Is more than one axis, or another number of them, what does not fit?
static bool are_of_other_ranks(const mutating *m) {
  const dbx_diag *d = m->site->diag;
  return d->n_operands != 2 || edit_rank(d->operands[0].type) != edit_rank(d->operands[1].type);
}

void mutate_made_shape(mutating *m, const dbx_node *n) {
  if (!makes(n) || !are_of_other_ranks(m)) return;
  given g = {.m = m, .shape = n->l.at[0]};
  g.several = mutate_is_display(g.shape);
  if (g.several && !g.shape->l.n) return;
  dbx_span inner = g.shape->span;
  if (g.several)
    inner = edit_place(m->site, g.shape->l.at[0]->span.begin,
                       g.shape->l.at[g.shape->l.n - 1]->span.end);
  edit_put_source(m->site, &g.inner, inner);
  if (g.shape->kind != DBX_N_Attribute) more_entries(&g);
  else mutate_add(m, g.shape->span, 0, false, "%s[0]", dbx_text(&g.inner));
  if (g.several) fewer_entries(&g);
  dbx_buf_free(&g.inner);
}

// `zeros_like(x[0])`, `zeros_like(x[:, 0])` for `zeros_like(x)`.
void mutate_like_part(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  bool like = dbx_ends_in(edit_callee(n), "_like") && n->l.n && are_of_other_ranks(m) &&
              edit_is_term(m->site, n->l.at[0]->span);
  if (like) {
    mutate_text(m, &b, n->l.at[0]);
    mutate_add(m, n->l.at[0]->span, 0, false, "%s[0]", dbx_text(&b));
    mutate_add(m, n->l.at[0]->span, 1, false, "%s[:, 0]", dbx_text(&b));
  }
  dbx_buf_free(&b);
}

// `[2] * n` for `[2 * n]`: a shape of n axes.
static void as_repeated(mutating *m, const dbx_node *n) {
  const dbx_node *e = n->l.n == 1 ? n->l.at[0] : NULL;
  dbx_buf x = {0}, y = {0};
  if (e && n->ctx == DBX_LOAD && e->kind == DBX_N_BinOp &&
      (e->op == DBX_OP_Mult || e->op == DBX_OP_Pow)) {
    mutate_text(m, &x, e->a), mutate_text(m, &y, e->b);
    bool list = n->kind == DBX_N_List;
    mutate_add(m, n->span, 0, false, list ? "[%s] * %s" : "(%s,) * %s", dbx_text(&x), dbx_text(&y));
    mutate_add(m, n->span, 1, false, list ? "[%s] * %s" : "(%s,) * %s", dbx_text(&y), dbx_text(&x));
  }
  dbx_buf_free(&x), dbx_buf_free(&y);
}

void mutate_repeated_list(mutating *m, const dbx_node *n) { as_repeated(m, n); }
void mutate_repeated_tuple(mutating *m, const dbx_node *n) { as_repeated(m, n); }

// A square of numbers without its last row and its last column.
void mutate_minor(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  bool square = n->ctx == DBX_LOAD && n->l.n > 1;
  for (uint32_t i = 0; square && i < n->l.n; i++)
    square = n->l.at[i]->kind == DBX_N_List && n->l.at[i]->l.n == n->l.n;
  for (uint32_t i = 0; square && i + 1 < n->l.n; i++) {
    const dbx_nodes *row = &n->l.at[i]->l;
    dbx_put(&b, i ? ", [" : "[[");
    edit_put_source(m->site, &b,
                    edit_place(m->site, row->at[0]->span.begin, row->at[row->n - 2]->span.end));
    dbx_putc(&b, ']');
  }
  if (square) mutate_add(m, n->span, 0, false, "%s]", dbx_text(&b));
  dbx_buf_free(&b);
}

// ---- lengths that are computed ----

// One more and one less of what is no name and no number.
static void one_apart(mutating *m, const dbx_node *n, int more) {
  dbx_buf b = {0};
  if (!n || n->kind == DBX_N_Constant || n->kind == DBX_N_UnaryOp) return;
  if (mutate_is_display(n)) {
    for (uint32_t i = 0; i < n->l.n; i++) one_apart(m, n->l.at[i], more);
    return;
  }
  mutate_text(m, &b, n);
  bool ends = n->kind == DBX_N_BinOp && (n->op == DBX_OP_Add || n->op == DBX_OP_Sub) &&
              edit_is_int(n->b); // a row of its own has `n - 1`
  more += mutate_apart_by(m->site, 1) ? 0 : 4;
  if (n->kind != DBX_N_Name) mutate_names_for(m, n, true, 4, false);
  if (!ends) mutate_add(m, n->span, more, false, "%s + 1", dbx_text(&b));
  if (!ends) mutate_add(m, n->span, more, false, "%s - 1", dbx_text(&b));
  dbx_buf_free(&b);
}

void mutate_count_apart(mutating *m, const dbx_node *n) {
  static const char *const counted[] = {"ones", "zeros", "full",   "empty",    "arange",
                                        "eye",  "range", "repeat", "linspace", "tile"};
  if (!EDIT_CALLS(n, counted) || mutate_of_cause(m->site->diag)) return;
  for (uint32_t i = 0; i < n->l.n; i++)
    if (mutate_is_length(m->site, n->l.at[i], 0) || n->l.at[i]->kind == DBX_N_Tuple)
      one_apart(m, n->l.at[i], 0);
}

void mutate_bound_apart(mutating *m, const dbx_node *n) {
  if (mutate_of_cause(m->site->diag)) return;
  one_apart(m, n->a, 0), one_apart(m, n->b, 0);
}

// A length without one of its terms, or with another sign; the half and the double of one.
void mutate_length_of_two(mutating *m, const dbx_node *n) {
  dbx_buf x = {0}, y = {0};
  if (m->site->diag->code == DBX_E504 || !mutate_is_length(m->site, n, 0)) return;
  const char *a = mutate_term(m, &x, n->a), *b = mutate_term(m, &y, n->b);
  mutate_add(m, n->span, 0, false, "%s", a);
  if (n->op == DBX_OP_Mult && n->b->kind != DBX_N_Constant)
    mutate_add(m, n->span, 0, false, "%s", b);
  if (n->op == DBX_OP_Add) mutate_add(m, n->span, 2, false, "%s - %s", a, b);
  if (n->op == DBX_OP_Sub) mutate_add(m, n->span, 2, false, "%s + %s", a, b);
  if (n->op == DBX_OP_Mult) mutate_add(m, n->span, 2, false, "%s // %s", a, b);
  if (n->op == DBX_OP_Mult) mutate_add(m, n->span, 4, false, "%s + %s", a, b);
  bool half = n->op == DBX_OP_FloorDiv && edit_is_int(n->b) && n->b->value->i == 2 &&
              mutate_apart_by(m->site, 1); // of a spectrum, with both ends
  if (n->op == DBX_OP_FloorDiv) mutate_add(m, n->span, half ? -5 : 1, half, "%s // %s + 1", a, b);
  if (n->op == DBX_OP_FloorDiv) mutate_add(m, n->span, 2, false, "%s * %s", a, b);
  dbx_buf_free(&x), dbx_buf_free(&y);
}

void mutate_multiple(mutating *m, const dbx_node *n) {
  int64_t times = mutate_times(m->site);
  if (times < 2 || n->ctx != DBX_LOAD || !mutate_is_length(m->site, n, 0)) return;
  const char *name = dbx_sym_text(n->name);
  mutate_add(m, n->span, 0, false, "%" PRId64 " * %s", times, name);
  mutate_add(m, n->span, 0, false, "%s // %" PRId64, name, times);
}

// ---- what is joined ----

static bool joins(const dbx_node *n) {
  static const char *const names[] = {"concatenate", "hstack", "vstack", "stack", "column_stack"};
  return EDIT_CALLS(n, names) && n->l.n && mutate_is_display(n->l.at[0]);
}

// x[:1], x[-1:], zeros(1): what is one element long.
static bool is_one_long(const dbx_node *n) {
  const dbx_node *s = n->kind == DBX_N_Subscript && n->b->kind == DBX_N_Slice ? n->b : NULL;
  const dbx_node *made = makes(n) ? n->l.at[0] : NULL;
  if (s && s->b) return !s->a && edit_is_int(s->b) && s->b->value->i == 1;
  if (s && s->a && s->a->kind == DBX_N_UnaryOp) made = s->a->a;
  return edit_is_int(made) && made->value->i == 1;
}

// Without one of the parts; of two the other one is left, alone.
static void without_part(mutating *m, const dbx_node *n, const dbx_nodes *l) {
  dbx_buf b = {0};
  for (uint32_t k = 0; l->n == 2 && k < 2; k++)
    if (l->at[1 - k]->kind != DBX_N_Constant)
      mutate_add(m, n->span, (int)k, false, "%s", mutate_text(m, &b, l->at[1 - k]));
  dbx_buf_free(&b);
  for (uint32_t k = 0; l->n > 2 && k < l->n; k++) {
    uint32_t begin = k ? l->at[k - 1]->span.end : l->at[0]->span.begin,
             end = k ? l->at[k]->span.end : l->at[1]->span.begin;
    bool likely = mutate_apart_by(m->site, 1) && is_one_long(l->at[k]);
    mutate_add(m, edit_place(m->site, begin, end), (int)k - (likely ? 6 : 0), likely, "%s", "");
  }
}

static bool is_array_name(const mutating *m, const dbx_node *n) {
  return n->kind == DBX_N_Name && !mutate_is_length(m->site, n, 0);
}

// One number or one element more at either end.
static void one_more_part(mutating *m, const dbx_nodes *l) {
  uint32_t begin = l->at[0]->span.begin, end = l->at[l->n - 1]->span.end;
  if (!mutate_apart_by(m->site, 1) || !edit_jnp()) return;
  dbx_span first = edit_place(m->site, begin, begin), last = edit_place(m->site, end, end);
  mutate_add(m, first, 2, false, "%s.zeros(1), ", edit_jnp());
  mutate_add(m, last, 2, false, ", %s.zeros(1)", edit_jnp());
  for (uint32_t i = 0; i < l->n; i++) {
    const dbx_node *x = l->at[i]->kind == DBX_N_Subscript ? l->at[i]->a : l->at[i];
    if (!is_array_name(m, x)) continue;
    mutate_add(m, first, 3, false, "%s[:1], ", dbx_sym_text(x->name));
    mutate_add(m, last, 3, false, ", %s[-1:]", dbx_sym_text(x->name));
    mutate_add(m, last, 4, false, ", %s[:1]", dbx_sym_text(x->name));
  }
}

// Two that are joined as their sum, their difference.
static void as_sum(mutating *m, const dbx_node *n, const dbx_nodes *l) {
  dbx_buf x = {0}, y = {0};
  if (l->n == 2 && l->at[0]->kind != DBX_N_Constant && l->at[1]->kind != DBX_N_Constant) {
    bool minus = l->at[1]->kind == DBX_N_UnaryOp && l->at[1]->op == DBX_OP_USub;
    const dbx_node *second = minus ? l->at[1]->a : l->at[1];
    mutate_text(m, &x, l->at[0]), mutate_text(m, &y, second);
    const char *signs = minus ? "-+" : "+-";
    for (int i = 0; i < 2; i++)
      mutate_add(m, n->span, 1 + i, false,
                 edit_is_term(m->site, second->span) ? "%s %c %s" : "%s %c (%s)", dbx_text(&x),
                 signs[i], dbx_text(&y));
  }
  dbx_buf_free(&x), dbx_buf_free(&y);
}

void mutate_parts(mutating *m, const dbx_node *n) {
  if (!joins(n) || !n->l.at[0]->l.n || mutate_of_cause(m->site->diag)) return;
  without_part(m, n, &n->l.at[0]->l), as_sum(m, n, &n->l.at[0]->l);
  one_more_part(m, &n->l.at[0]->l);
}

// Of one side as of the other, and of none.
static void other_width(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  bool sides = n->kind == DBX_N_Tuple && n->l.n == 2;
  for (uint32_t k = 0; sides && k < 2; k++) {
    mutate_text(m, &b, n->l.at[k]);
    mutate_add(m, n->span, 0, false, "(%s, %s)", dbx_text(&b), dbx_text(&b));
  }
  mutate_add(m, n->span, 2, false, n->kind == DBX_N_Tuple ? "(0, 0)" : "0");
  dbx_buf_free(&b);
}

// `jnp.pad(x, 1)` as of one side, of one axis.
void mutate_padding(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  const dbx_node *width = !strcmp(edit_callee(n), "pad") && n->l.n > 1 ? n->l.at[1] : NULL;
  if (!width) return;
  mutate_text(m, &b, width);
  const char *w = dbx_text(&b);
  if (width->kind != DBX_N_Tuple) {
    mutate_add(m, width->span, 0, false, "(%s, 0)", w),
        mutate_add(m, width->span, 0, false, "(0, %s)", w);
    mutate_add(m, width->span, 1, false, "((%s, %s), (0, 0))", w, w);
    mutate_add(m, width->span, 1, false, "((0, 0), (%s, %s))", w, w);
  } else {
    for (uint32_t i = 0; i < width->l.n; i++) other_width(m, width->l.at[i]);
    if (width->l.n == 2 && width->l.at[0]->kind != DBX_N_Tuple)
      mutate_add(m, width->span, 1, false, "(%s, (0, 0))", w),
          mutate_add(m, width->span, 1, false, "((0, 0), %s)", w);
  }
  dbx_buf_free(&b);
}

// ---- a window that moves on ----

// `append(p[1:], x)` for `append(p, x)`, which a loop carries: as long as before.
void mutate_window(mutating *m, const dbx_node *n) {
  dbx_code code = m->site->diag->code;
  static const char *const names[] = {"append", "concatenate", "hstack", "vstack"};
  const dbx_node *f = edit_function_of(m->site, n->span);
  if ((code != DBX_E503 && code != DBX_E504 && code != DBX_E515) || !f) return;
  if (!EDIT_CALLS(n, names) || !n->l.n) return;
  bool list = mutate_is_display(n->l.at[0]);
  const dbx_nodes *parts = list ? &n->l.at[0]->l : &n->l;
  for (uint32_t i = 0; i < parts->n && parts->n > 1; i++) {
    const dbx_node *x = parts->at[i];
    bool carried = x->kind == DBX_N_Name && edit_takes(f, x->name);
    if (carried) mutate_add(m, x->span, 0, true, i ? "%s[:-1]" : "%s[1:]", dbx_sym_text(x->name));
  }
}
