// Mutations of what has another number of elements than a shape: the constant that the shape is
// made of, where an array is taken apart, what is twice as long, parts of windows (see mutate.h).
#include "debug/offers/mutate.h"

#include <inttypes.h>
#include <string.h>

// ---- constants of shapes ----

// How often a name is a factor of a length; UINT32_MAX: it is a part of something else, too.
static uint32_t count_factors(const dbx_node *n, dbx_sym name) {
  if (n->kind == DBX_N_Name) return n->name == name;
  if (n->kind != DBX_N_BinOp || n->op != DBX_OP_Mult)
    return edit_mentions(n, name) ? UINT32_MAX : 0;
  uint32_t a = count_factors(n->a, name), b = count_factors(n->b, name);
  return a == UINT32_MAX || b == UINT32_MAX ? UINT32_MAX : a + b;
}

// The name that is given this value alone, or beside others: `n, k = 3, 2`; NULL.
static const dbx_node *target_of(const mutating *m, const dbx_node *n) {
  const dbx_node *at = edit_statement_of(m->site, n->span);
  const dbx_node *target = at && at->kind == DBX_N_Assign && at->l.n == 1 ? at->l.at[0] : NULL;
  const dbx_node *value = target ? at->a : NULL;
  bool several = target && target->kind == DBX_N_Tuple && value->kind == DBX_N_Tuple &&
                 target->l.n == value->l.n;
  for (uint32_t i = 0; several && i < value->l.n; i++)
    if (value->l.at[i] == n) target = target->l.at[i], value = n;
  return target && value == n && target->kind == DBX_N_Name ? target : NULL;
}

enum { MOST = 1000000 };

static int64_t power(int64_t of, uint32_t n) {
  int64_t ret = 1;
  while (n-- && ret < MOST) ret *= of < MOST ? of : MOST;
  return ret;
}

// The number of which that power is the first that is not less.
static int64_t root(int64_t of, uint32_t n) {
  int64_t ret = 1;
  while (power(ret, n) < of && ret < MOST) ret++;
  return ret;
}

// `n_layers = 2`, with which the shape `(n_layers, n_wires)` has as many elements as there are.
void mutate_constant_size(mutating *m, const dbx_node *n) {
  int64_t have, want;
  dbx_nodes shape;
  const dbx_node *target = edit_is_int(n) && n->value->i > 0 ? target_of(m, n) : NULL;
  if (!target || !mutate_sizes(m->site->diag, &have, &want) ||
      !mutate_shape_given(m->site->failing, &shape))
    return;
  uint32_t times = 0;
  for (uint32_t i = 0; i < shape.n && times != UINT32_MAX; i++) {
    uint32_t k = count_factors(shape.at[i], target->name);
    times = k == UINT32_MAX ? k : times + k;
  }
  if (!times || times == UINT32_MAX) return;
  int64_t rest = want / power(n->value->i, times), other = rest ? root(have / rest, times) : 0;
  if (rest && have < MOST && rest * power(other, times) == have)
    mutate_add(m, n->span, -4, true, "%" PRId64, other);
}

// ---- where an array is taken apart ----

// How many elements the shape of the failing call has, as the program says it: "n_in * n_out".
static bool put_elements(const mutating *m, dbx_buf *b) {
  dbx_nodes shape;
  dbx_buf one = {0};
  int64_t have, want;
  bool good = mutate_sizes(m->site->diag, &have, &want) &&
              mutate_shape_given(m->site->failing, &shape) && shape.n > 1;
  for (uint32_t i = 0; good && i < shape.n; i++) {
    const dbx_node *n = shape.at[i];
    good = n->kind != DBX_N_UnaryOp && mutate_is_length(m->site, n, 0);
    dbx_printf(b, "%s%s", i ? " * " : "", mutate_term(m, &one, n));
  }
  dbx_buf_free(&one);
  return good;
}

// Is the array that is given another shape the k-th of those that the statement takes apart?
static bool is_piece(const mutating *m, const dbx_node *n, uint32_t k) {
  const dbx_node *at = edit_statement_of(m->site, n->span);
  const dbx_diag *d = m->site->diag;
  const dbx_node *of = d->n_operands ? edit_at(m->site, d->operands[0].span) : NULL;
  const dbx_node *target = at && at->kind == DBX_N_Assign && at->a == n ? at->l.at[0] : NULL;
  return of && of->kind == DBX_N_Name && target && target->kind == DBX_N_Tuple &&
         target->l.n == 2 && target->l.at[k]->kind == DBX_N_Name &&
         target->l.at[k]->name == of->name;
}

// `W, b = split(theta, [n_in * n_out])`, where W is given the shape (n_in, n_out).
void mutate_split_place(mutating *m, const dbx_node *n) {
  const dbx_node *places = !strcmp(edit_callee(n), "split") && n->l.n == 2 ? n->l.at[1] : NULL;
  dbx_buf b = {0}, x = {0};
  bool one = places && mutate_is_display(places) && places->l.n == 1;
  if (one && put_elements(m, &b)) {
    dbx_span at = places->l.at[0]->span;
    if (is_piece(m, n, 0)) mutate_add(m, at, -6, true, "%s", dbx_text(&b));
    else if (is_piece(m, n, 1))
      mutate_add(m, at, -6, true, "%s.shape[0] - %s", mutate_term(m, &x, n->l.at[0]), dbx_text(&b));
  }
  dbx_buf_free(&b), dbx_buf_free(&x);
}

static const dbx_node *bound_of(const dbx_node *n) { // k of `x[:k]` and of `x[k:]`; NULL
  const dbx_node *s = n->kind == DBX_N_Subscript && n->b->kind == DBX_N_Slice ? n->b : NULL;
  return s && !s->more->c && !s->a != !s->b ? s->a ? s->a : s->b : NULL;
}

typedef struct rest {
  const edit_site *site;
  const dbx_node *part, *found; // `x[:k]`, and k of `x[k:]`
} rest;

static void find_rest(void *ctx, const dbx_node *n) {
  rest *r = ctx;
  const dbx_node *k = bound_of(n), *own = bound_of(r->part);
  if (k && k == n->b->a && k != own && edit_same_text(r->site, k->span, own->span) &&
      edit_same_text(r->site, n->a->span, r->part->a->span) && n->span.begin > r->part->span.end)
    r->found = k;
}

// `x[:n_in * n_out]`, of which the shape is (n_in, n_out), and with it `x[n_in:]` behind it.
void mutate_slice_place(mutating *m, const dbx_node *n) {
  const dbx_node *k = bound_of(n), *f = edit_function_of(m->site, n->span);
  dbx_buf b = {0}, before = {0}, between = {0};
  rest r = {m->site, n, NULL};
  bool begins = k && k == n->b->b && put_elements(m, &b);
  const char *all = dbx_text(&b);
  if (begins) edit_walk(f ? f : m->site->root, find_rest, &r);
  if (r.found) {
    const dbx_node *at = edit_statement_of(m->site, n->span); // the whole of it, to be read
    uint32_t begin = at ? at->span.begin : k->span.begin, end = r.found->span.end;
    edit_put_source(m->site, &before, edit_place(m->site, begin, k->span.begin));
    edit_put_source(m->site, &between, edit_place(m->site, k->span.end, r.found->span.begin));
    mutate_add(m, edit_place(m->site, begin, end), -6, true, "%s%s%s%s", dbx_text(&before), all,
               dbx_text(&between), all);
  } else if (begins) mutate_add(m, k->span, -6, true, "%s", all);
  dbx_buf_free(&b), dbx_buf_free(&before), dbx_buf_free(&between);
}

// ---- so many times as long ----

// `arange(n // 2)`, of which twice as many are made as the shape has.
void mutate_part_made(mutating *m, const dbx_node *n) {
  static const char *const makers[] = {"arange", "linspace", "zeros", "ones"};
  int64_t have, want;
  if (!EDIT_CALLS(n, makers) || !mutate_sizes(m->site->diag, &have, &want)) return;
  uint32_t k = strcmp(edit_callee(n), "linspace") != 0 ? 0 : 2;
  const dbx_node *length = k < n->l.n ? n->l.at[k] : NULL;
  bool named = length && length->kind != DBX_N_Constant && mutate_is_length(m->site, length, 0);
  dbx_buf b = {0};
  if (!named || (!k && n->l.n > 1 && edit_callee(n)[0] == 'a')) return;
  const char *text = mutate_term(m, &b, length);
  if (have > want && have % want == 0)
    mutate_add(m, length->span, 0, true, "%s // %" PRId64, text, have / want);
  if (want > have && want % have == 0)
    mutate_add(m, length->span, 0, false, "%" PRId64 " * %s", want / have, text);
  dbx_buf_free(&b);
}

// ---- windows ----

// `x[k:k + n] for k in range(dim)`: parts that are as long as each other.
void mutate_window_length(mutating *m, const dbx_node *n) {
  const dbx_node *k = n->l.n == 1 ? n->l.at[0]->a : NULL, *from = bound_of(n->a);
  bool begins = k && k->kind == DBX_N_Name && from && from == n->a->b->a &&
                from->kind == DBX_N_Name && from->name == k->name;
  mutate_names names = {0};
  if (!begins || mutate_of_cause(m->site->diag)) return;
  mutate_scope(m->site, n->span, &names);
  dbx_span end = edit_place(m->site, n->a->b->span.end, n->a->b->span.end);
  for (uint32_t i = 0; i < names.n && i < 8; i++)
    if (names.at[i]->name != k->name && mutate_is_length_name(m->site, names.at[i]->name, n->span))
      mutate_add(m, end, (int)i / 3, true, "%s + %s", dbx_sym_text(k->name),
                 dbx_sym_text(names.at[i]->name));
  dbx_vec_free(&names);
}
