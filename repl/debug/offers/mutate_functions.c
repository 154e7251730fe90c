// Mutations of calls of functions of arrays: another function of the same family, without it, along
// an axis, with what it leaves out (see mutate.h).
#include "debug/offers/mutate.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

// ---- functions of one family ----

// Others that take the same arguments: each may be meant for each.
static const char *const families[][8] = {{"sum", "cumsum"},
                                          {"prod", "cumprod"},
                                          {"max", "argmax"},
                                          {"min", "argmin"},
                                          {"sort", "argsort"},
                                          {"diag", "diagonal", "trace"},
                                          {"outer", "dot", "kron", "multiply", "matmul"},
                                          {"inner", "outer", "dot", "matmul"},
                                          {"repeat", "tile"},
                                          {"ones", "eye", "zeros"},
                                          {"identity", "ones"},
                                          {"squeeze", "ravel"},
                                          {"maximum", "max"},
                                          {"minimum", "min"},
                                          {"triu_indices", "tril_indices", "diag_indices"},
                                          {"solve", "inv"},
                                          {"atleast_1d", "atleast_2d"},
                                          {"tensordot", "matmul", "outer", "dot"},
                                          {"fft", "rfft"},
                                          {"ifft", "irfft"}};

static bool is_of_module(const dbx_node *n) { // jnp.sum, jnp.linalg.norm; not x.sum
  const char *jnp = edit_jnp();
  const dbx_node *of = n->a->kind == DBX_N_Attribute ? n->a->a : NULL;
  if (of && of->kind == DBX_N_Attribute) of = of->a;
  return of && jnp && of->kind == DBX_N_Name && !strcmp(dbx_sym_text(of->name), jnp);
}

// x.sum; not jnp.sum, jnp.linalg.norm, lax.reduce.
bool mutate_is_method(const dbx_node *n) {
  static const char *const modules[] = {"jax", "jax.lax", "numpy"};
  const dbx_node *of = n->a->kind == DBX_N_Attribute ? n->a->a : NULL;
  bool module = is_of_module(n);
  for (size_t i = 0; of && of->kind == DBX_N_Name && i < sizeof modules / sizeof *modules; i++) {
    const char *name = edit_alias(modules[i], NULL);
    module |= name && !strcmp(dbx_sym_text(of->name), name);
  }
  return of && !module;
}

void mutate_family(mutating *m, const dbx_node *n) {
  const char *callee = edit_callee(n);
  uint32_t length = (uint32_t)strlen(callee), begin = n->a->span.end - length;
  if (!is_of_module(n) || !length || mutate_of_cause(m->site->diag)) return;
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    bool member = false;
    for (int k = 0; k < 8 && families[i][k]; k++) member |= !strcmp(families[i][k], callee);
    for (int k = 0; member && k < 8 && families[i][k]; k++)
      mutate_add(m, edit_place(m->site, begin, n->a->span.end), k, false, "%s", families[i][k]);
  }
}

// ---- without the call ----

void mutate_uncalled(mutating *m, const dbx_node *n) {
  static const char *const makers[] = {
      "diag", "diagonal",    "ravel",     "squeeze",    "transpose",   "cumsum",
      "diff", "array",       "flip",      "conj",       "atleast_2d",  "cumprod",
      "sort", "expand_dims", "ones_like", "zeros_like", "column_stack"};
  static const char *const reducers[] = {"sum", "mean", "max", "min", "prod", "norm", "len"};
  dbx_buf b = {0};
  bool reduces = EDIT_CALLS(n, reducers);
  if (!reduces && !EDIT_CALLS(n, makers)) return;
  int more = reduces ? 4 : 0;
  if (mutate_is_method(n)) mutate_add(m, n->span, more, false, "%s", mutate_text(m, &b, n->a->a));
  else if (n->l.n) mutate_add(m, n->span, more, false, "%s", mutate_text(m, &b, n->l.at[0]));
  dbx_buf_free(&b);
}

// ---- axes that are not said ----

void mutate_along(mutating *m, const dbx_node *n) {
  static const char *const reductions[] = {"sum",    "mean",   "max", "min", "prod",
                                           "std",    "var",    "any", "all", "argmax",
                                           "argmin", "median", "norm"};
  static const char *const axes[] = {"axis=0", "axis=1", "axis=-1", "axis=1, keepdims=True",
                                     "axis=0, keepdims=True"};
  bool method = mutate_is_method(n), place = !strncmp(edit_callee(n), "arg", 3);
  if (!EDIT_CALLS(n, reductions) || edit_keyword(n, "axis") || n->a->kind == DBX_N_Name) return;
  if (n->l.n > !method) return;
  uint32_t end = n->span.end - 1;
  for (int i = 0; i < (place ? 2 : 5); i++)
    mutate_add(m, edit_place(m->site, end, end), i > 1 ? 2 + i : i, false, n->l.n ? ", %s" : "%s",
               axes[i]);
}

// ---- what is left out ----

// `diff` gives one less, and so does a convolution of valid places; `meshgrid` has its own order.
void mutate_left_out(mutating *m, const dbx_node *n) {
  static const char *const modes[] = {"\"same\"", "\"valid\"", "\"full\""};
  static const char *const filters[] = {"convolve", "correlate"};
  const dbx_node *mode = edit_keyword(n, "mode");
  uint32_t end = n->span.end - 1;
  dbx_span at = edit_place(m->site, end, end);
  dbx_buf b = {0};
  for (int i = 0; EDIT_CALLS(n, filters) && i < 3; i++)
    mutate_add(m,
               mode         ? mode->a->span
               : n->l.n > 2 ? n->l.at[2]->span
                            : at,
               i, false, mode || n->l.n > 2 ? "%s" : ", mode=%s", modes[i]);
  if (!strcmp(edit_callee(n), "diff") && n->l.n && !edit_keyword(n, "prepend")) {
    mutate_add(m, at, 0, false, ", prepend=0.0");
    mutate_text(m, &b, n->l.at[0]);
    if (edit_is_term(m->site, n->l.at[0]->span)) {
      mutate_add(m, at, 0, false, ", prepend=%s[:1]", dbx_text(&b));
      mutate_add(m, at, 0, false, ", append=%s[-1:]", dbx_text(&b));
    }
    mutate_add(m, at, 2, false, ", append=0.0");
  }
  static const char *const triangles[] = {"triu_indices", "tril_indices", "triu",
                                          "tril",         "diag",         "eye"};
  if (EDIT_CALLS(n, triangles) && n->l.n == 1 && !edit_keyword(n, "k")) {
    bool lower = !strncmp(edit_callee(n), "tril", 4), likely = mutate_are_triangles(m->site);
    mutate_add(m, at, likely ? -5 : 0, likely, ", k=%d", lower ? -1 : 1);
    mutate_add(m, at, 2, false, ", k=%d", lower ? 1 : -1);
  }
  dbx_buf_free(&b);
}

// `indexing="ij"` for "xy", which is meant where none is said, and the other way round.
void mutate_indexing(mutating *m, const dbx_node *n) {
  const dbx_node *k = edit_keyword(n, "indexing");
  uint32_t end = n->span.end - 1;
  if (strcmp(edit_callee(n), "meshgrid") != 0) return;
  if (!k) mutate_add(m, edit_place(m->site, end, end), 0, true, ", indexing=\"ij\"");
  if (!k || k->a->kind != DBX_N_Constant) return;
  mutate_add(m, k->a->span, 0, false, "\"ij\""), mutate_add(m, k->a->span, 0, false, "\"xy\"");
}

// ---- sums that grow from zero ----

// `cumsum` of one element more, zero, at the beginning.
void mutate_leading_zero(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  const char *jnp = edit_jnp();
  if (strcmp(edit_callee(n), "cumsum") != 0 || !jnp || !n->l.n) return;
  mutate_add(m, n->span, 0, false, "%s.concatenate([%s.zeros(1), %s])", jnp, jnp,
             mutate_text(m, &b, n));
  dbx_buf_free(&b);
}

// ---- axes in another order ----

// All orders of the axes of a transpose.
void mutate_permuted(mutating *m, const dbx_node *n) {
  static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const dbx_node *k = edit_keyword(n, "axes"), *last = n->l.n ? n->l.at[n->l.n - 1] : NULL;
  if (strcmp(edit_callee(n), "transpose") != 0) return;
  const dbx_node *axes = k ? k->a : last;
  if (axes && axes->kind == DBX_N_Tuple && axes->l.n == 3)
    for (int i = 0; i < 6; i++)
      mutate_add(m, axes->span, i > 0, false, "(%d, %d, %d)", orders[i][0], orders[i][1],
                 orders[i][2]);
  if (n->l.n == 3 && edit_is_int(n->l.at[0]))
    for (int i = 0; i < 6; i++)
      mutate_add(m, edit_place(m->site, n->l.at[0]->span.begin, last->span.end), i > 0, false,
                 "%d, %d, %d", orders[i][0], orders[i][1], orders[i][2]);
}

// The letters of each operand of einsum, and of its result, in all other orders.
void mutate_letter_order(mutating *m, const dbx_node *n) {
  static const int orders[][3] = {{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const dbx_node *spec = n->l.n ? n->l.at[0] : NULL;
  bool string = spec && spec->kind == DBX_N_Constant && spec->constant == DBX_C_STR;
  if (strcmp(edit_callee(n), "einsum") != 0 || !string) return;
  const char *text = spec->value->str;
  uint32_t length = spec->value->str_n, begin = spec->span.begin + 1;
  if (spec->span.end - spec->span.begin != length + 2) return;
  for (uint32_t i = 0, k; i < length; i += k ? k : 1) {
    for (k = 0; i + k < length && isalpha((unsigned char)text[i + k]);) k++;
    dbx_span at = edit_place(m->site, begin + i, begin + i + k);
    const char *l = text + i;
    if (k == 2) mutate_add(m, at, 1, false, "%c%c", l[1], l[0]);
    for (int o = 0; k == 3 && o < 5; o++)
      mutate_add(m, at, 1, false, "%c%c%c", l[orders[o][0]], l[orders[o][1]], l[orders[o][2]]);
  }
}

// ---- arguments of the program's own functions ----

void mutate_given(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  const dbx_node *f = n->a->kind == DBX_N_Name ? edit_function_named(m->site, n->a->name) : NULL;
  mutate_names counters = {0};
  if (f) mutate_counters(m, n->span, &counters);
  for (uint32_t i = 0; f && i < n->l.n; i++) {
    const dbx_node *x = n->l.at[i];
    bool array = x->kind == DBX_N_Name || x->kind == DBX_N_Attribute || x->kind == DBX_N_Call ||
                 x->kind == DBX_N_Subscript;
    if (!array || mutate_is_length(m->site, x, 0)) continue;
    mutate_text(m, &b, x);
    bool transposed = x->kind == DBX_N_Attribute && !strcmp(dbx_sym_text(x->name), "T");
    if (transposed) mutate_add(m, x->span, 0, false, "%s", mutate_text(m, &b, x->a));
    else mutate_add(m, x->span, 2, false, "%s.T", dbx_text(&b));
    for (uint32_t k = counters.n; k-- > 0 && !edit_mentions(x, counters.at[k]->name);) {
      const char *at = dbx_sym_text(counters.at[k]->name);
      mutate_add(m, x->span, 0, false, "%s[%s]", mutate_text(m, &b, x), at);
      mutate_add(m, x->span, 2, false, "%s[:, %s]", dbx_text(&b), at);
    }
  }
  dbx_vec_free(&counters), dbx_buf_free(&b);
}

// ---- products of tables ----

// A square beside a table of as many columns: its rows are what is turned.
static bool turns_rows(const dbx_diag *d) {
  dbx_buf b[4] = {0};
  bool two = d->code == DBX_E303 && d->n_operands == 2 && edit_rank(d->operands[0].type) == 2 &&
             edit_rank(d->operands[1].type) == 2;
  for (uint32_t i = 0; two && i < 4; i++) edit_length(d->operands[i / 2].type, i % 2, &b[i]);
  bool found = two && !strcmp(dbx_text(&b[0]), dbx_text(&b[1])) &&
               !strcmp(dbx_text(&b[0]), dbx_text(&b[3])) &&
               strcmp(dbx_text(&b[0]), dbx_text(&b[2])) != 0;
  for (int i = 0; i < 4; i++) dbx_buf_free(&b[i]);
  return found;
}

static bool are_operands(const mutating *m, const dbx_node *a, const dbx_node *b) {
  const dbx_diag *d = m->site->diag;
  return a->span.begin == d->operands[0].span.begin && b->span.end == d->operands[1].span.end;
}

// `x @ a.T` for `a @ x`, of calls as of operators.
static void in_other_order(mutating *m, dbx_span span, const dbx_node *a, const dbx_node *b,
                           const char *fmt) {
  dbx_buf x = {0}, y = {0}, xt = {0}, yt = {0};
  for (int k = 0; k < 2; k++) {
    const dbx_node *n = k ? b : a;
    bool transposed = n->kind == DBX_N_Attribute && !strcmp(dbx_sym_text(n->name), "T");
    dbx_buf *plain = k ? &y : &x, *other = k ? &yt : &xt;
    mutate_term(m, plain, n);
    if (transposed) mutate_text(m, other, n->a);
    else dbx_printf(other, "%s.T", dbx_text(plain));
  }
  bool rows = turns_rows(m->site->diag) && are_operands(m, a, b);
  mutate_add(m, span, rows ? -4 : 0, rows, fmt, dbx_text(&y), dbx_text(&xt));
  mutate_add(m, span, 0, false, fmt, dbx_text(&yt), dbx_text(&x));
  mutate_add(m, span, 2, false, fmt, dbx_text(&yt), dbx_text(&xt));
  mutate_add(m, span, 3, false, fmt, dbx_text(&xt), dbx_text(&yt));
  dbx_buf_free(&x), dbx_buf_free(&y), dbx_buf_free(&xt), dbx_buf_free(&yt);
}

// A stack of tables, beside a number for each of the tables: its first axis is summed over.
static bool is_of_stack(const dbx_diag *d) {
  dbx_buf a = {0}, b = {0};
  bool found = d->code == DBX_E303 && d->n_operands == 2 && edit_rank(d->operands[0].type) > 2 &&
               edit_rank(d->operands[1].type) == 1;
  found = found && edit_length(d->operands[0].type, 0, &a) &&
          edit_length(d->operands[1].type, 0, &b) && !strcmp(dbx_text(&a), dbx_text(&b));
  dbx_buf_free(&a), dbx_buf_free(&b);
  return found;
}

void mutate_stack_product(mutating *m, const dbx_node *n) {
  dbx_buf x = {0}, y = {0};
  if (n->op == DBX_OP_MatMult && edit_jnp() && is_of_stack(m->site->diag) &&
      are_operands(m, n->a, n->b))
    mutate_add(m, n->span, 0, true, "%s.tensordot(%s, %s, axes=1)", edit_jnp(),
               mutate_text(m, &y, n->b), mutate_text(m, &x, n->a));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

void mutate_product_order(mutating *m, const dbx_node *n) {
  if (n->op == DBX_OP_MatMult) in_other_order(m, n->span, n->a, n->b, "%s @ %s");
}

void mutate_product_call(mutating *m, const dbx_node *n) {
  static const char *const products[] = {"dot", "matmul"};
  if (EDIT_CALLS(n, products) && is_of_module(n) && n->l.n == 2)
    in_other_order(m, edit_place(m->site, n->l.at[0]->span.begin, n->l.at[1]->span.end), n->l.at[0],
                   n->l.at[1], "%s, %s");
}

// ---- operators ----

// `a / jnp.diag(b)` and a solution for the division by a table; a table of products for others.
void mutate_table_operand(mutating *m, const dbx_node *n) {
  const char *jnp = edit_jnp();
  dbx_buf x = {0}, y = {0};
  bool arrays = n->a->kind != DBX_N_Constant && n->b->kind != DBX_N_Constant &&
                !mutate_is_length(m->site, n->a, 0) && !mutate_is_length(m->site, n->b, 0);
  if (!jnp || !arrays) return;
  const char *a = mutate_term(m, &x, n->a), *b = mutate_term(m, &y, n->b);
  if (n->op == DBX_OP_Div) {
    bool outer = n->b->kind == DBX_N_Call && !strcmp(edit_callee(n->b), "outer");
    const dbx_node *made = n->b->kind == DBX_N_Name ? edit_made_by(m->site, n->b->span) : NULL;
    bool diagonal = made && made->kind == DBX_N_Call && !strcmp(edit_callee(made), "diag");
    if (!outer) mutate_add(m, n->b->span, diagonal ? -6 : 0, diagonal, "%s.diag(%s)", jnp, b);
    mutate_add(m, n->span, 4, false, "%s.linalg.solve(%s, %s)", jnp, b, a);
  }
  if ((n->op == DBX_OP_Mult || n->op == DBX_OP_MatMult) && !mutate_of_cause(m->site->diag))
    mutate_add(m, n->span, n->op == DBX_OP_Mult ? 3 : 1, false, "%s.outer(%s, %s)", jnp, a, b);
  if (n->op == DBX_OP_MatMult && !mutate_of_cause(m->site->diag))
    mutate_add(m, n->span, 1, false, "%s.sum(%s * %s, axis=1)", jnp, a, b);
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// `kron(a, b) + kron(b, a)` for `kron(a, b) + a`.
void mutate_mirrored_call(mutating *m, const dbx_node *n) {
  dbx_buf f = {0}, x = {0}, y = {0};
  for (int k = 0; k < 2; k++) {
    const dbx_node *call = k ? n->b : n->a, *other = k ? n->a : n->b;
    bool two = call->kind == DBX_N_Call && call->l.n == 2 && other->kind == DBX_N_Name;
    bool one = two && (edit_same_text(m->site, call->l.at[0]->span, other->span) ||
                       edit_same_text(m->site, call->l.at[1]->span, other->span));
    if (one)
      mutate_add(m, other->span, 0, true, "%s(%s, %s)", mutate_text(m, &f, call->a),
                 mutate_text(m, &x, call->l.at[1]), mutate_text(m, &y, call->l.at[0]));
  }
  dbx_buf_free(&f), dbx_buf_free(&x), dbx_buf_free(&y);
}

// What is compared with a constant in `where(x < 0, -y, 0)`: y, of which there is one for each.
void mutate_chosen(mutating *m, const dbx_node *n) {
  const dbx_node *is = !strcmp(edit_callee(n), "where") && n->l.n == 3 ? n->l.at[0] : NULL;
  if (!is || is->kind != DBX_N_Compare || is->a->kind != DBX_N_Name) return;
  for (uint32_t k = 1; k < 3; k++) {
    const dbx_node *y = n->l.at[k];
    if (y->kind == DBX_N_UnaryOp) y = y->a;
    if (y->kind == DBX_N_Name && !mutate_is_length(m->site, y, 0))
      mutate_add(m, is->a->span, 0, true, "%s", dbx_sym_text(y->name));
  }
}

// ---- windows ----

typedef struct window {
  mutating *m;
  dbx_sym at;
  const dbx_node *k; // NULL: it has none
} window;

// x[i:i + k]
static void see_window(void *ctx, const dbx_node *n) {
  window *w = ctx;
  const dbx_node *to = n->kind == DBX_N_Slice ? n->b : NULL;
  bool from = to && n->a && n->a->kind == DBX_N_Name && n->a->name == w->at;
  if (!from || to->kind != DBX_N_BinOp || to->op != DBX_OP_Add) return;
  if (edit_same_text(w->m->site, to->a->span, n->a->span)) w->k = to->b;
}

typedef struct sheet {
  mutating *m;
  dbx_sym at;
  const dbx_node *count; // how many parts
} sheet;

// `n - k` in the end of `x[i:n - k + i]`, of k parts.
static void see_end(void *ctx, const dbx_node *n) {
  const sheet *s = ctx;
  dbx_buf b = {0};
  bool less = n->kind == DBX_N_BinOp && n->op == DBX_OP_Sub && n->a->kind != DBX_N_BinOp;
  if (less && edit_same_text(s->m->site, n->b->span, s->count->span)) {
    if (edit_is_int(n->b) && n->b->value->i > 1)
      mutate_add(s->m, n->b->span, -4, true, "%" PRId64, n->b->value->i - 1);
    else if (!edit_is_int(n->b))
      mutate_add(s->m, n->span, -4, true, "%s + 1", mutate_text(s->m, &b, n));
  }
  dbx_buf_free(&b);
}

static void see_sheet(void *ctx, const dbx_node *n) {
  const sheet *s = ctx;
  if (n->kind == DBX_N_Slice && n->b && n->a && n->a->kind == DBX_N_Name && n->a->name == s->at)
    edit_walk(n->b, see_end, ctx);
}

// `x[i:n - k + 1 + i] for i in range(k)`: k parts that are moved against one another.
void mutate_moved_parts(mutating *m, const dbx_node *n) {
  const char *counts[] = {"range"};
  m->meant = true;
  for (uint32_t i = 0; i < n->l.n; i++) {
    const dbx_node *at = n->l.at[i]->a, *range = n->l.at[i]->b;
    if (at->kind == DBX_N_Name && EDIT_CALLS(range, counts) && range->l.n == 1 &&
        mutate_apart_by(m->site, 1))
      edit_walk(n->a, see_sheet, &(sheet){m, at->name, range->l.at[0]});
  }
  m->meant = false;
}

// n has n - k + 1 parts of k neighbours: `x[i:i + k] for i in range(n - k + 1)`.
void mutate_windows(mutating *m, const dbx_node *n) {
  for (uint32_t i = 0; i < n->l.n; i++) {
    const dbx_node *at = n->l.at[i]->a, *range = n->l.at[i]->b;
    const char *counts[] = {"range"};
    bool counted = at->kind == DBX_N_Name && EDIT_CALLS(range, counts) && range->l.n == 1;
    const dbx_node *count = counted ? range->l.at[0] : NULL;
    window w = {m, count ? at->name : 0, NULL};
    if (count) edit_walk(n->a, see_window, &w);
    if (!w.k) continue;
    dbx_buf b = {0};
    dbx_span end = edit_place(m->site, count->span.end, count->span.end);
    bool less = count->kind == DBX_N_BinOp && count->op == DBX_OP_Sub;
    if (less && edit_same_text(m->site, count->b->span, w.k->span))
      mutate_add(m, end, 0, true, " + 1");
    if (count->kind == DBX_N_Call || count->kind == DBX_N_Name || count->kind == DBX_N_Subscript)
      mutate_add(m, end, 0, true, " - %s + 1", mutate_term(m, &b, w.k));
    dbx_buf_free(&b);
  }
}

// ---- lists ----

// Is it a list, or a name that is given nothing else?
static bool is_list(const mutating *m, const dbx_node *n) {
  mutate_nodes values = {0};
  if (n->kind == DBX_N_Name) mutate_values(m->site, n, &values);
  bool all = n->kind == DBX_N_List || values.n;
  for (uint32_t i = 0; i < values.n; i++) all &= values.at[i]->kind == DBX_N_List;
  dbx_vec_free(&values);
  return all;
}

// `a` and `b` for `a + b`; sooner, if lists are joined.
void mutate_one_operand(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  bool shift = n->op == DBX_OP_LShift || n->op == DBX_OP_RShift || n->op == DBX_OP_Mod;
  int joined = is_list(m, n->a) && is_list(m, n->b) ? -9 : 0;
  for (int k = 0; k < 2 && !shift; k++) {
    const dbx_node *side = k ? n->b : n->a, *other = k ? n->a : n->b;
    if (side->kind != DBX_N_Constant && other->kind != DBX_N_Constant)
      mutate_add(m, n->span, k + joined, false, "%s", mutate_text(m, &b, side));
  }
  dbx_buf_free(&b);
}
