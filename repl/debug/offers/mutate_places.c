// Mutations of subscripts: places at the counts of loops, slices, keys; of what functions give as a
// tuple (see mutate.h).
#include "debug/offers/mutate.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static bool is_shape(const dbx_node *n) {
  return n->kind == DBX_N_Attribute && !strcmp(dbx_sym_text(n->name), "shape");
}

static bool is_text(const dbx_node *n) {
  return n->kind == DBX_N_Constant && n->constant == DBX_C_STR;
}

static bool is_place(const dbx_node *n) {
  return n->kind != DBX_N_Slice && n->kind != DBX_N_Tuple && !edit_is_none(n) && !is_text(n) &&
         !(n->kind == DBX_N_Constant && n->constant == DBX_C_ELLIPSIS);
}

// ---- places ----

static void without_place(mutating *m, const dbx_node *n) {
  const dbx_nodes *l = &n->b->l;
  for (uint32_t k = 0; k < l->n; k++) {
    uint32_t begin = k ? l->at[k - 1]->span.end : l->at[0]->span.begin,
             end = k ? l->at[k]->span.end : l->at[1]->span.begin;
    if (!is_place(l->at[k])) continue;
    mutate_add(m, edit_place(m->site, begin, end), 2, false, "%s", "");
    mutate_add(m, l->at[k]->span, 1, false, ":");
  }
}

// `x[i, j]`, `x[j]` for `x[i]`; the row, the table, and a part of one element for an element.
void mutate_place(mutating *m, const dbx_node *n) {
  const dbx_node *sub = n->b;
  mutate_names counters = {0};
  dbx_buf b = {0};
  if (is_shape(n->a) || n->ctx != DBX_LOAD) return;
  bool put = n->a->kind == DBX_N_Attribute && !strcmp(dbx_sym_text(n->a->name), "at");
  if (sub->kind == DBX_N_Tuple && sub->l.n > 1) without_place(m, n);
  mutate_counters(m, n->span, &counters);
  for (uint32_t i = 0; is_place(sub) && i < counters.n; i++) {
    const char *at = dbx_sym_text(counters.at[i]->name);
    mutate_add(m, sub->span, 2, false, "%s", at);
    if (edit_mentions(sub, counters.at[i]->name)) continue;
    mutate_add(m, sub->span, 1, false, "%s, %s", mutate_text(m, &b, sub), at);
    mutate_add(m, sub->span, 1, false, "%s, %s", at, mutate_text(m, &b, sub));
  }
  if (is_place(sub)) {
    mutate_text(m, &b, sub);
    if (sub->kind == DBX_N_Name || edit_is_int(sub))
      mutate_add(m, sub->span, 3, false, "%s:%s + 1", dbx_text(&b), dbx_text(&b));
    if (!put) mutate_add(m, n->span, 3, false, "%s", mutate_text(m, &b, n->a));
  }
  dbx_vec_free(&counters), dbx_buf_free(&b);
}

// ---- slices ----

// The other part: `x[k:]` for `x[:k]`, `x[-k:]`, `x[:-k]`; without a step.
void mutate_other_slice(mutating *m, const dbx_node *n) {
  const dbx_node *from = n->a, *to = n->b, *step = n->more->c;
  dbx_buf x = {0}, y = {0};
  if (from) mutate_text(m, &x, from);
  if (to) mutate_text(m, &y, to);
  const char *a = dbx_text(&x), *b = dbx_text(&y);
  if (from && !to && !step) {
    mutate_add(m, n->span, 0, false, ":%s", a);
    if (from->kind != DBX_N_UnaryOp && edit_is_term(m->site, from->span))
      mutate_add(m, n->span, 1, false, ":-%s", a);
  }
  if (to && !from && !step) {
    mutate_add(m, n->span, 0, false, "%s:", b);
    if (to->kind != DBX_N_UnaryOp && edit_is_term(m->site, to->span))
      mutate_add(m, n->span, 1, false, "-%s:", b), mutate_add(m, n->span, 1, false, ":-%s", b);
  }
  if (from && !to && edit_is_int(from) && !step) mutate_add(m, n->span, 1, false, "%s:-%s", a, a);
  if (from && !to && !step) mutate_add(m, n->span, 2, false, "%s:-1", a);
  if (to && !from && to->kind == DBX_N_UnaryOp) mutate_add(m, n->span, 1, false, "1:%s", b);
  if (!strcmp(b, "-1") && !from && !step) mutate_add(m, n->span, -2, false, "::-1");
  if (from && to) {
    mutate_add(m, n->span, 1, false, "%s:", a), mutate_add(m, n->span, 1, false, ":%s", b);
    mutate_add(m, n->span, 2, false, "%s:%s + %s", a, a, b);
  }
  if (step) mutate_add(m, n->span, 1, false, "%s:%s", a, b);
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// A slice of a place that stands before it, or behind it: `x[:, :k]` for `x[:k]`.
void mutate_slice_axis(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  const dbx_node *sub = n->b;
  bool load = n->ctx == DBX_LOAD && !is_shape(n->a);
  if (load && sub->kind == DBX_N_Slice && !edit_is_whole(sub))
    mutate_add(m, sub->span, 0, false, ":, %s", mutate_text(m, &b, sub));
  if (load && sub->kind == DBX_N_Tuple && sub->l.n == 2 &&
      (sub->l.at[0]->kind == DBX_N_Slice || sub->l.at[1]->kind == DBX_N_Slice))
    mutate_swap(m, sub->l.at[0], sub->l.at[1], 0, false);
  dbx_buf_free(&b);
}

// The bound k of `x[k:]` and of `x[:-k]`; NULL.
static const dbx_node *bound_of(const dbx_node *n) {
  const dbx_node *s = n->kind == DBX_N_Subscript && n->b->kind == DBX_N_Slice ? n->b : NULL;
  if (!s || n->a->kind != DBX_N_Name || s->more->c || !s->a == !s->b) return NULL;
  const dbx_node *k = s->a;
  if (s->b) k = s->b->kind == DBX_N_UnaryOp && s->b->op == DBX_OP_USub ? s->b->a : NULL;
  return edit_is_int(k) ? k : NULL;
}

static const dbx_node *slice_of(const dbx_node *n) {
  const dbx_node *s = n->kind == DBX_N_Subscript && n->b->kind == DBX_N_Slice ? n->b : NULL;
  return s && !s->more->c && !s->a != !s->b ? s : NULL;
}

typedef struct stepping {
  mutating *m;
  const dbx_node *slice, *array;
} stepping;

static void step_of(void *ctx, const dbx_node *n) {
  const stepping *s = ctx;
  dbx_buf b = {0};
  bool steps = n->kind == DBX_N_Subscript && n->b->kind == DBX_N_Slice && n->b->more->c;
  if (!steps || !edit_same_text(s->m->site, n->a->span, s->array->span)) return;
  mutate_add(s->m, edit_place(s->m->site, s->slice->span.end, s->slice->span.end), 0, true, ":%s",
             mutate_text(s->m, &b, n->b->more->c));
  dbx_buf_free(&b);
}

// `x[::2], x[1::2]`: parts of an array in the same steps.
void mutate_step_as_other(mutating *m, const dbx_node *n) {
  const dbx_node *at = edit_statement_of(m->site, n->span);
  if (at && n->b->kind == DBX_N_Slice && !n->b->more->c && !edit_is_whole(n->b))
    edit_walk(at, step_of, &(stepping){m, n->b, n->a});
}

// `zeros(1)`, or another array of one such number.
static bool is_end(const dbx_node *n) {
  static const char *const makers[] = {"zeros", "ones", "array"};
  return EDIT_CALLS(n, makers) && n->l.n == 1 && !n->more->m.n &&
         (edit_is_int(n->l.at[0]) ? n->l.at[0]->value->i == 1
                                  : n->l.at[0]->kind == DBX_N_List && n->l.at[0]->l.n == 1);
}

// `[x[:k], x]` with `x[-k:]` behind it, `[zeros(1), x]` with `zeros(1)` behind it.
void mutate_other_end(mutating *m, const dbx_node *n) {
  dbx_buf x = {0}, k = {0};
  const dbx_node *first = n->l.n == 2 ? n->l.at[0] : NULL, *s = first ? slice_of(first) : NULL;
  if (s && s->b && edit_is_int(s->b) && edit_same_text(m->site, first->a->span, n->l.at[1]->span)) {
    uint32_t end = n->l.at[1]->span.end;
    mutate_add(m, edit_place(m->site, end, end), 0, true, ", %s[-%s:]",
               mutate_text(m, &x, first->a), mutate_text(m, &k, s->b));
  } else if (first && n->l.at[1]->kind == DBX_N_Name && is_end(first) &&
             m->site->diag->code == DBX_E301) {
    uint32_t end = n->l.at[1]->span.end;
    mutate_add(m, edit_place(m->site, end, end), 0, true, ", %s", mutate_text(m, &x, first));
  }
  dbx_buf_free(&x), dbx_buf_free(&k);
}

// `x[k:] * x[:k]`: all but the last k.
static void all_but_last(mutating *m, const dbx_node *n) {
  const dbx_node *x = slice_of(n->a), *y = slice_of(n->b);
  if (!x || !y || !edit_same_text(m->site, n->a->a->span, n->b->a->span)) return;
  const dbx_node *from = x->a ? x->a : y->a, *to = x->b ? x->b : y->b;
  if (!from || !to || from->kind == DBX_N_UnaryOp || !edit_is_term(m->site, to->span)) return;
  if (edit_same_text(m->site, from->span, to->span))
    mutate_add(m, edit_place(m->site, to->span.begin, to->span.begin), 0, true, "-");
}

// `x[w:] - x[:-w]` for `x[w:] - x[:-1]`.
static void all_but_named(mutating *m, const dbx_node *n) {
  for (int k = 0; k < 2; k++) {
    const dbx_node *x = slice_of(k ? n->b : n->a), *y = slice_of(k ? n->a : n->b);
    bool fits = x && y && x->a && !x->b && !y->a && y->b && x->a->kind == DBX_N_Name;
    if (fits && y->b->kind == DBX_N_UnaryOp && y->b->op == DBX_OP_USub && edit_is_int(y->b->a) &&
        edit_same_text(m->site, n->a->a->span, n->b->a->span))
      mutate_add(m, y->b->a->span, 0, true, "%s", dbx_sym_text(x->a->name));
  }
}

// `x[w:] - x[:n - w + 1]` for `x[w:] - x[:n - w]`, where x has one more than n.
static void all_but_so_many(mutating *m, const dbx_node *n) {
  const dbx_node *x = slice_of(n->a), *y = slice_of(n->b);
  dbx_buf b = {0};
  if (!x || !y || !x->a || x->b || y->a || !y->b || y->b->kind != DBX_N_BinOp) return;
  if (y->b->op == DBX_OP_Sub && edit_same_text(m->site, n->a->a->span, n->b->a->span) &&
      edit_same_text(m->site, x->a->span, y->b->b->span) && mutate_apart_by(m->site, 1))
    mutate_add(m, y->b->span, -4, true, "%s + 1", mutate_text(m, &b, y->b));
  dbx_buf_free(&b);
}

// `x[k:] - x[:-k]`: neighbours are as far apart at both ends.
void mutate_neighbours(mutating *m, const dbx_node *n) {
  all_but_last(m, n);
  all_but_named(m, n);
  all_but_so_many(m, n);
  const dbx_node *a = bound_of(n->a), *b = bound_of(n->b);
  if (!a || !b || n->a->a->name != n->b->a->name || !n->a->b->a == !n->b->b->a) return;
  if (a->value->i == b->value->i) return;
  mutate_add(m, a->span, 0, true, "%" PRId64, b->value->i);
  mutate_add(m, b->span, 0, true, "%" PRId64, a->value->i);
}

// ---- keys ----

typedef struct keys {
  mutating *m;
  const dbx_node *key;
  int found;
  char number; // behind another key of the statement: of "w2"; 0
} keys;

static char number_of(const dbx_node *key) {
  char last = key->value->str_n ? key->value->str[key->value->str_n - 1] : 0;
  return isdigit((unsigned char)last) ? last : 0;
}

static void see_number(void *ctx, const dbx_node *n) {
  keys *k = ctx;
  bool other = n->kind == DBX_N_Subscript && is_text(n->b) && n->b != k->key;
  if (other && number_of(n->b) && number_of(n->b) != number_of(k->key)) k->number = number_of(n->b);
}

// "b2" for "b1", beside "w2".
static bool is_counterpart(const keys *k, const dbx_node *key) {
  size_t n = key->value->str_n;
  return k->number && n == k->key->value->str_n && number_of(key) == k->number &&
         number_of(k->key) && !memcmp(key->value->str, k->key->value->str, n - 1);
}

static void other_key(void *ctx, const dbx_node *n) {
  keys *k = ctx;
  dbx_buf b = {0};
  for (uint32_t i = 0; n->kind == DBX_N_Dict && i < n->l.n; i++)
    if (n->l.at[i] && is_text(n->l.at[i]) && k->found < 6) {
      bool meant = is_counterpart(k, n->l.at[i]);
      mutate_add(k->m, k->key->span, meant ? -5 : k->found++, meant, "%s",
                 mutate_text(k->m, &b, n->l.at[i]));
    }
  dbx_buf_free(&b);
}

void mutate_key(mutating *m, const dbx_node *n) {
  keys k = {m, n->b, 0, 0};
  const dbx_node *at = edit_statement_of(m->site, n->span);
  if (!is_text(n->b) || n->ctx != DBX_LOAD) return;
  if (at) edit_walk(at, see_number, &k);
  edit_walk(m->site->root, other_key, &k);
}

// ---- results that are tuples ----

// How many values a function gives; 1: no tuple.
static uint32_t results_of(const mutating *m, const dbx_node *n) {
  const dbx_node *f = n->a->kind == DBX_N_Name ? edit_function_named(m->site, n->a->name) : NULL;
  const dbx_node *r = f ? edit_result_of(f) : NULL;
  return r && r->kind == DBX_N_Tuple ? r->l.n : 1;
}

// `f(x)[1]` for `f(x)`, which gives two values.
void mutate_one_result(mutating *m, const dbx_node *n) {
  uint32_t count = results_of(m, n);
  dbx_buf b = {0};
  const dbx_node *at = edit_statement_of(m->site, n->span);
  bool apart = at && at->kind == DBX_N_Assign && at->a == n && at->l.n == 1 &&
               at->l.at[0]->kind == DBX_N_Tuple;
  bool taken = m->site->text[n->span.end] == '[';
  for (uint32_t k = 0; !apart && !taken && count > 1 && k < count; k++)
    mutate_add(m, n->span, (int)k, true, "%s[%u]", mutate_text(m, &b, n), k);
  dbx_buf_free(&b);
}

// Another of the values that are taken from a call, `f(x)[1]` for `f(x)[0]`.
void mutate_other_result(mutating *m, const dbx_node *n) {
  uint32_t count = n->a->kind == DBX_N_Call ? results_of(m, n->a) : 1;
  for (uint32_t k = 0; edit_is_int(n->b) && count > 1 && k < count; k++)
    mutate_add(m, n->b->span, (int)k, false, "%u", k);
}
