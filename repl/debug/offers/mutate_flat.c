// Mutations of calls that flatten, stack, reduce or multiply where an axis was to stay (see
// mutate.h).
#include "debug/offers/mutate.h"

#include <inttypes.h>
#include <string.h>

static bool is_minus_one(const dbx_node *n) {
  return n->kind == DBX_N_UnaryOp && n->op == DBX_OP_USub && edit_is_int(n->a) &&
         n->a->value->i == 1;
}

static bool is_called(const dbx_node *n, const char *name) { return !strcmp(edit_callee(n), name); }

static int64_t rank_of_operand(const dbx_diag *d, uint32_t k) {
  return k < d->n_operands && *d->operands[k].type ? (int64_t)edit_rank(d->operands[k].type) : -1;
}

// ---- calls that flatten ----

typedef struct beside {
  const char *name;
  const dbx_node *but;
  int64_t axis; // of another call of the name; -1: of none
} beside;

static void see_axis(void *ctx, const dbx_node *n) {
  beside *b = ctx;
  const dbx_node *axis = n->kind == DBX_N_Call && n != b->but && is_called(n, b->name)
                             ? edit_keyword(n, "axis")
                             : NULL;
  if (axis && edit_is_int(axis->a)) b->axis = axis->a->value->i;
}

// `cumsum(x, axis=1)` for `cumsum(x)`, which flattens x. Beside `repeat(x, 2, axis=1)` it is the
// other axis.
void mutate_flat_axis(mutating *m, const dbx_node *n) {
  static const char *const names[] = {"repeat", "cumsum", "cumprod", "take", "append"};
  const dbx_node *f = edit_function_of(m->site, n->span);
  if (!EDIT_CALLS(n, names) || !n->l.n || edit_keyword(n, "axis")) return;
  if (!mutate_is_method(n) &&
      (is_called(n, "cumsum") || is_called(n, "cumprod") ? n->l.n != 1 : n->l.n != 2))
    return;
  beside b = {edit_callee(n), n, -1};
  if (f) edit_walk(f, see_axis, &b);
  dbx_span at = edit_place(m->site, n->span.end - 1, n->span.end - 1);
  const char *comma = n->l.n || n->more->m.n ? ", " : "";
  m->meant = b.axis == 0 || b.axis == 1;
  for (int64_t k = 0; k < 2; k++)
    if (b.axis != k) mutate_add(m, at, k == 0 && b.axis < 0, true, "%saxis=%" PRId64, comma, k);
  m->meant = false;
}

// `x.reshape(x.shape[0], -1)` for `x.reshape(-1)`, a row for each example.
void mutate_flat_rows(mutating *m, const dbx_node *n) {
  static const char *const flat[] = {"ravel", "flatten"};
  const dbx_diag *d = m->site->diag;
  if (n->a->kind != DBX_N_Attribute || (d->code != DBX_E303 && d->code != DBX_E306)) return;
  bool reshapes = is_called(n, "reshape"), method = mutate_is_method(n);
  const dbx_node *x = method ? n->a->a : n->l.n ? n->l.at[0] : NULL;
  uint32_t lengths = n->l.n - !method;
  if (!x || x->kind != DBX_N_Name || (!reshapes && !EDIT_CALLS(n, flat))) return;
  if (reshapes ? lengths != 1 || !is_minus_one(n->l.at[n->l.n - 1]) : lengths != 0) return;
  const char *name = dbx_sym_text(x->name);
  if (method) mutate_add(m, n->span, 0, true, "%s.reshape(%s.shape[0], -1)", name, name);
  else if (edit_jnp())
    mutate_add(m, n->span, 0, true, "%s.reshape(%s, (%s.shape[0], -1))", edit_jnp(), name, name);
}

// ---- stacks ----

// `concatenate([a, b], axis=1)` for `stack([a, b])`, which has an axis more than what it meets.
void mutate_joined_along(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  int64_t x = rank_of_operand(d, 0), y = rank_of_operand(d, 1);
  if (!is_called(n, "stack") || n->l.n != 1 || n->more->m.n || !mutate_is_display(n->l.at[0]))
    return;
  if (d->code != DBX_E301 || x < 0 || y < 0 || (x != y + 1 && y != x + 1) || !edit_jnp()) return;
  int64_t rank = x < y ? x : y;
  dbx_buf b = {0};
  mutate_text(m, &b, n->l.at[0]);
  if (rank == 1) mutate_add(m, n->span, 0, true, "%s.concatenate(%s)", edit_jnp(), dbx_text(&b));
  if (rank > 1)
    mutate_add(m, n->span, 0, true, "%s.concatenate(%s, axis=%" PRId64 ")", edit_jnp(),
               dbx_text(&b), rank - 1);
  dbx_buf_free(&b);
}

// ---- products ----

// `tensordot(v, x, axes=1)` for `tensordot(x, v, axes=1)`, where the first axis of x is as long.
void mutate_product_turned(mutating *m, const dbx_node *n) {
  static const char *const names[] = {"tensordot", "dot", "matmul"};
  const dbx_diag *d = m->site->diag;
  int64_t x = rank_of_operand(d, 0), y = rank_of_operand(d, 1);
  if (!EDIT_CALLS(n, names) || n->l.n != 2 || n != m->site->failing || d->code != DBX_E303) return;
  const dbx_node *axes = edit_keyword(n, "axes");
  bool fits = x > 0 && y > 0 && d->n_operands == 2 && (!axes || edit_is_int(axes->a));
  int64_t first = fits ? edit_length_number(d->operands[0].type, 0) : -1,
          last = fits ? edit_length_number(d->operands[1].type, (uint32_t)y - 1) : -1;
  if (fits && first == last && (x > 2 || y > 2)) mutate_swap(m, n->l.at[0], n->l.at[1], 0, true);
}

typedef struct dividing {
  const dbx_node *by;
  bool found;
} dividing;

static void see_division(void *ctx, const dbx_node *n) {
  dividing *d = ctx;
  d->found |= n->kind == DBX_N_BinOp && n->op == DBX_OP_Div && n->b == d->by;
}

static bool is_divisor(const mutating *m, const dbx_node *n) {
  const dbx_node *at = edit_statement_of(m->site, n->span);
  dividing d = {n, false};
  if (at) edit_walk(at, see_division, &d);
  return d.found;
}

// `dot(p, q)` for `outer(p, q)`, by which a vector that a loop carries has become a table, and
// `p @ t` for `outer(p, t[i])`.
void mutate_outer_as_dot(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  int64_t x = rank_of_operand(d, 0), y = rank_of_operand(d, 1);
  bool table = d->code == DBX_E503 && x >= 0 && y >= 0 && x != y;
  if (!table || !is_called(n, "outer") || n->l.n != 2 || n->a->kind != DBX_N_Attribute) return;
  uint32_t length = (uint32_t)strlen("outer");
  const dbx_node *row = n->l.at[1];
  dbx_buf p = {0}, t = {0};
  if (n->l.at[0]->kind != DBX_N_Name) return;
  if (edit_same_text(m->site, n->l.at[0]->span, row->span)) return; // a sum of squares
  bool below = is_divisor(m, n);
  mutate_add(m, edit_place(m->site, n->a->span.end - length, n->a->span.end), below ? 0 : 1, true,
             "dot");
  if (!below)
    mutate_add(m, n->span, 0, true, "%s * %s", mutate_term(m, &p, n->l.at[0]),
               mutate_term(m, &t, row));
  if (row->kind == DBX_N_Subscript && row->b->kind == DBX_N_Name)
    mutate_add(m, n->span, 0, true, "%s @ %s", mutate_term(m, &p, n->l.at[0]),
               mutate_text(m, &t, row->a));
  dbx_buf_free(&p), dbx_buf_free(&t);
}

// `outer(p, q)` for `dot(p, q)` of vectors that are not as long as each other.
void mutate_dot_as_outer(mutating *m, const dbx_node *n) {
  static const char *const products[] = {"dot", "inner", "vdot"};
  const dbx_diag *d = m->site->diag;
  bool vectors = rank_of_operand(d, 0) == 1 && rank_of_operand(d, 1) == 1 && d->code == DBX_E303;
  if (!vectors || !EDIT_CALLS(n, products) || n->l.n != 2 || n != m->site->failing) return;
  if (n->a->kind != DBX_N_Attribute || n->l.at[0]->kind != DBX_N_Name ||
      n->l.at[1]->kind != DBX_N_Name)
    return;
  uint32_t length = (uint32_t)strlen(edit_callee(n));
  mutate_add(m, edit_place(m->site, n->a->span.end - length, n->a->span.end), 0, true, "outer");
}

// `outer(x, x.conj())` for `x @ x.conj()`, which meets tables.
void mutate_density(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  const dbx_node *x = n->b->kind == DBX_N_Call && is_called(n->b, "conj") ? n->b : NULL;
  dbx_buf a = {0}, b = {0};
  if (n->op != DBX_OP_MatMult || !x || !edit_jnp()) return;
  const dbx_node *of = x->l.n ? x->l.at[0] : x->a->kind == DBX_N_Attribute ? x->a->a : NULL;
  bool number = rank_of_operand(d, 0) == 0 || rank_of_operand(d, 1) == 0;
  if (number && of && edit_same_text(m->site, of->span, n->a->span))
    mutate_add(m, n->span, -4, true, "%s.outer(%s, %s)", edit_jnp(), mutate_text(m, &a, n->a),
               mutate_text(m, &b, x));
  dbx_buf_free(&a), dbx_buf_free(&b);
}

// ---- einsum ----

// The text of an einsum with another letter in the operand from `begin` on, which its result has
// behind the old one.
static void with_letter_apart(mutating *m, const dbx_node *spec, size_t begin, size_t n, char old,
                              bool likely) {
  const char *text = spec->value->str;
  size_t length = spec->value->str_n;
  char fresh = 'a';
  while (memchr(text, fresh, length)) fresh++;
  const char *out = memchr(text, '>', length), *there = out ? strchr(out, old) : NULL;
  dbx_buf b = {0};
  if (!there || fresh > 'z') return;
  for (size_t i = 0; i < length; i++) {
    dbx_putc(&b, i >= begin && i < begin + n && text[i] == old ? fresh : text[i]);
    if (text + i == there) dbx_putc(&b, fresh);
  }
  mutate_add(m, edit_place(m->site, spec->span.begin + 1, spec->span.end - 1), 0, likely, "%s",
             dbx_text(&b));
  dbx_buf_free(&b);
}

// `einsum("ni,mj->nm", x, y)` for `einsum("ni,nj->n", x, y)`: all pairs.
void mutate_all_pairs(mutating *m, const dbx_node *n) {
  const dbx_node *spec = n->l.n > 1 ? n->l.at[0] : NULL;
  dbx_buf said = {0};
  if (!is_called(n, "einsum") || !edit_is_text(spec)) return;
  if (spec->span.end - spec->span.begin != spec->value->str_n + 2) return;
  bool pairs = mutate_documentation(m, n, &said) && strstr(dbx_text(&said), "pair");
  const char *text = spec->value->str;
  size_t end = strcspn(text, "-"), first = strcspn(text, ",-");
  m->meant = pairs;
  for (size_t i = first + 1; i < end; i++) {
    size_t begin = i;
    while (begin > 0 && text[begin - 1] != ',') begin--;
    if (strchr(" ,.", text[i]) || !memchr(text, text[i], begin)) continue;
    with_letter_apart(m, spec, begin, strcspn(text + begin, ",-"), text[i], pairs);
  }
  m->meant = false;
  dbx_buf_free(&said);
}

// `x[:, None] == arange(k)` for `x == arange(k)`: each with all of them.
void mutate_each_with_all(mutating *m, const dbx_node *n) {
  const dbx_node *all = n->l.n == 1 ? n->l.at[0] : NULL;
  dbx_buf b = {0};
  if (all && all->kind == DBX_N_Call && is_called(all, "arange") &&
      mutate_are_vectors(m->site->diag) && edit_is_term(m->site, n->a->span))
    mutate_add(m, n->a->span, 0, true, "%s[:, None]", mutate_text(m, &b, n->a));
  dbx_buf_free(&b);
}

// `x[:, None] ** arange(n)` for `x ** arange(n)`: the powers of each.
void mutate_powers(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  dbx_buf b = {0};
  if (n->op != DBX_OP_Pow || d->code != DBX_E301 || n != m->site->failing) return;
  const dbx_node *made = n->b->kind == DBX_N_Name ? edit_made_by(m->site, n->b->span) : n->b;
  bool vectors = rank_of_operand(d, 0) == 1 && rank_of_operand(d, 1) == 1;
  if (vectors && made && made->kind == DBX_N_Call && is_called(made, "arange"))
    mutate_add(m, n->a->span, 0, true, "%s[:, None]", mutate_term(m, &b, n->a));
  dbx_buf_free(&b);
}

// ---- makers ----

typedef struct ends {
  dbx_sym name;
  bool front, back; // x[1:], x[:-1]
} ends;

static void see_ends(void *ctx, const dbx_node *n) {
  ends *e = ctx;
  edit_cut c;
  if (!edit_cut_of(n, &c) || c.of != e->name) return;
  e->front |= c.front == 1 && !c.back;
  e->back |= c.back == 1 && !c.front;
}

// `linspace(a, b, n + 1)` for `linspace(a, b, n)`, of which the parts between are taken.
void mutate_edges(mutating *m, const dbx_node *n) {
  const dbx_node *at = edit_statement_of(m->site, n->span), *f;
  dbx_buf b = {0};
  if (!is_called(n, "linspace") || n->l.n < 3 || !mutate_apart_by(m->site, 1)) return;
  if (!at || at->kind != DBX_N_Assign || at->a != n || at->l.at[0]->kind != DBX_N_Name) return;
  f = edit_function_of(m->site, n->span);
  ends e = {at->l.at[0]->name, false, false};
  edit_walk(f ? f : m->site->root, see_ends, &e);
  const dbx_node *count = n->l.at[2];
  m->meant = true;
  if (e.front && e.back && edit_is_int(count))
    mutate_add(m, count->span, 0, true, "%" PRId64, count->value->i + 1);
  else if (e.front && e.back && count->kind != DBX_N_BinOp)
    mutate_add(m, count->span, 0, true, "%s + 1", mutate_text(m, &b, count));
  m->meant = false;
  dbx_buf_free(&b);
}

// `dynamic_slice(x, (i, j), (n, n))` for `(n,)`: as many sizes as places.
void mutate_one_more_size(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  if (!is_called(n, "dynamic_slice") || n->l.n != 3) return;
  const dbx_node *places = n->l.at[1], *sizes = n->l.at[2];
  if (!mutate_is_display(places) || !mutate_is_display(sizes) || sizes->l.n + 1 != places->l.n)
    return;
  const dbx_node *last = sizes->l.n ? sizes->l.at[sizes->l.n - 1] : NULL;
  if (last)
    mutate_add(m, edit_place(m->site, last->span.end, sizes->span.end), 0, true, ", %s%s",
               mutate_text(m, &b, last), sizes->kind == DBX_N_List ? "]" : ")");
  dbx_buf_free(&b);
}

// ---- vectors of length one ----

// `v / norm(v)` for `norm(v)`, which a function gives that is called after it.
void mutate_unit(mutating *m, const dbx_node *n) {
  const dbx_node *f = edit_function_of(m->site, n->span);
  dbx_buf v = {0}, norm = {0};
  if (n->kind != DBX_N_Call || !is_called(n, "norm") || n->l.n != 1 || n->more->m.n || !f) return;
  const char *name = f->kind == DBX_N_FunctionDef ? dbx_sym_text(f->name) : "";
  if (strstr(name, "unit") || strstr(name, "normal"))
    mutate_add(m, n->span, -4, true, "%s / %s", mutate_term(m, &v, n->l.at[0]),
               mutate_text(m, &norm, n));
  dbx_buf_free(&v), dbx_buf_free(&norm);
}

// ---- vmap ----

// `in_axes=0` for `in_axes=1`, where the function that is mapped fails.
void mutate_mapped_axis(mutating *m, const dbx_node *n) {
  const dbx_node *named = dbx_ends_in(edit_callee(n), "vmap") ? edit_keyword(n, "in_axes") : NULL;
  const dbx_node *axis = named && edit_is_int(named->a) ? named->a : NULL;
  if (!named || !n->l.n || !edit_is_here(m->site, m->site->diag->span)) return;
  const dbx_node *f = n->l.at[0], *at = edit_function_of(m->site, m->site->diag->span);
  bool inside = f->kind == DBX_N_Name ? at && at->kind == DBX_N_FunctionDef && at->name == f->name
                                      : edit_within(m->site->diag->span, f->span);
  m->meant = inside && axis;
  if (inside && axis) mutate_add(m, axis->span, 0, true, axis->value->i ? "0" : "1");
  m->meant = false;
  for (uint32_t i = 0; inside && !axis && mutate_is_display(named->a) && i < named->a->l.n; i++) {
    const dbx_node *one = named->a->l.at[i];
    if (edit_is_int(one)) mutate_add(m, one->span, -4, true, one->value->i ? "0" : "1");
  }
}

// `einsum("ij,kji->k", x, y)` for `->ij`: the letters that stand once.
void mutate_letters_once(mutating *m, const dbx_node *n) {
  const dbx_node *spec = n->l.n > 1 ? n->l.at[0] : NULL;
  dbx_buf once = {0};
  if (!is_called(n, "einsum") || !edit_is_text(spec)) return;
  const char *text = spec->value->str;
  size_t length = spec->value->str_n, end = strcspn(text, "-");
  if (spec->span.end - spec->span.begin != length + 2 || end + 2 > length) return;
  for (int c = 'a'; c <= 'z'; c++) {
    const char *at = memchr(text, c, end);
    if (at && !memchr(at + 1, c, end - (size_t)(at + 1 - text))) dbx_putc(&once, (char)c);
  }
  mutate_add(m, edit_place(m->site, spec->span.begin + 1 + (uint32_t)end + 2, spec->span.end - 1),
             0, once.n > 0, "%s", dbx_text(&once));
  dbx_buf_free(&once);
}

// `x.reshape(-1, 3)` for `x.reshape(3, 4)`, where the text says that there are three of each.
void mutate_rows_of(mutating *m, const dbx_node *n) {
  int64_t have, want;
  dbx_nodes lengths;
  dbx_buf said = {0};
  if (!mutate_sizes(m->site->diag, &have, &want) || !mutate_shape_given(n, &lengths)) return;
  if (lengths.n != 2) return;
  const char *text = mutate_documentation(m, n, &said) ? dbx_text(&said) : "";
  bool each = strstr(text, " per ") || strstr(text, "each") || strstr(text, "every");
  dbx_span all = edit_place(m->site, lengths.at[0]->span.begin, lengths.at[1]->span.end);
  for (uint32_t i = 0; i < 2; i++) {
    const dbx_node *k = lengths.at[i];
    if (!edit_is_int(k) || k->value->i < 2 || have % k->value->i) continue;
    m->meant = each;
    mutate_add(m, all, i == 0, each, "-1, %" PRId64, k->value->i);
    m->meant = false;
    mutate_add(m, all, 2, false, "%" PRId64 ", -1", k->value->i);
  }
  dbx_buf_free(&said);
}

// `a @ v` for `a * v[:, None]`.
void mutate_times_column(mutating *m, const dbx_node *n) {
  const dbx_node *v = n->b, *at = v->kind == DBX_N_Subscript ? v->b : NULL;
  dbx_buf x = {0}, y = {0};
  bool column = at && at->kind == DBX_N_Tuple && at->l.n == 2 &&
                (edit_is_none(at->l.at[0]) || edit_is_none(at->l.at[1]));
  if (n->op == DBX_OP_Mult && column)
    mutate_add(m, n->span, 2, false, "%s @ %s", mutate_term(m, &x, n->a), mutate_text(m, &y, v->a));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// ---- all pairs ----

// "(doses, drugs)": a shape of two axes; does its first one go by the name of x?
static bool says_shape(const char *text, const char *x, bool *ret_first) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";
  for (const char *at = text; (at = strchr(at, '(')); at++) {
    size_t n = strspn(at + 1, letters);
    if (n < 2 || at[1 + n] != ',' || at[2 + n] != ' ') continue;
    size_t k = strspn(at + 3 + n, letters), same = strlen(x);
    if (k < 2 || at[3 + n + k] != ')') continue;
    *ret_first = same > 2 && !strncmp(at + 1, x, same);
    return *ret_first || (same > 2 && !strncmp(at + 3 + n, x, same));
  }
  return false;
}

static bool says_pairs(const char *text) {
  static const char *const words[] = {"pair",       "table of",   "grid of", "combination",
                                      "each other", "extensions", "for all "};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr(text, words[i])) return true;
  return false;
}

// `a[:, None] + b` for `a + b`, two vectors of which the text says that it is a table.
void mutate_pair_table(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  dbx_buf said = {0};
  bool vectors = rank_of_operand(d, 0) == 1 && rank_of_operand(d, 1) == 1 && d->n_operands == 2;
  if (!vectors || d->code != DBX_E301 || n != m->site->failing) return;
  dbx_buf term = {0};
  bool names = n->a->kind == DBX_N_Name && n->b->kind == DBX_N_Name;
  if ((names || n->b->kind == DBX_N_Name) && mutate_documentation(m, n, &said)) {
    const char *text = dbx_text(&said);
    bool first = false, second = false;
    bool of_a = names && says_shape(text, dbx_sym_text(n->a->name), &first),
         of_b = names && says_shape(text, dbx_sym_text(n->b->name), &second);
    bool turned = (of_a && !first) || (of_b && second);
    const dbx_node *column = turned ? n->b : n->a;
    m->meant = of_a || of_b || says_pairs(text);
    if (m->meant)
      mutate_add(m, column->span, -4, true, "%s[:, None]", mutate_term(m, &term, column));
    m->meant = false;
  }
  dbx_buf_free(&said), dbx_buf_free(&term);
}
