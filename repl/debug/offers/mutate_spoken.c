// Mutations that the text of a function, or another place that has the same arrays, speaks for (see
// mutate.h).
#include "debug/offers/mutate.h"

#include <inttypes.h>
#include <string.h>

static void add_meant(mutating *m, dbx_span span, int more, const char *text) {
  m->meant = true;
  mutate_add(m, span, more, true, "%s", text);
  m->meant = false;
}

// ---- the same at another place ----

typedef struct shaped {
  const mutating *m;
  const dbx_node *a, *b, *call;
  bool found; // another array has the shape (b, a)
} shaped;

static void see_shape(void *ctx, const dbx_node *n) {
  shaped *s = ctx;
  dbx_nodes l;
  if (n->kind != DBX_N_Call || n == s->call || !mutate_shape_given(n, &l) || l.n != 2) return;
  s->found |= edit_same_text(s->m->site, l.at[0]->span, s->b->span) &&
              edit_same_text(s->m->site, l.at[1]->span, s->a->span);
}

// `(2, n // 2)`, where the text speaks of neighbours.
static bool is_of_neighbours(const mutating *m, const dbx_node *n, const dbx_nodes *l) {
  static const char *const words[] = {"neighbour", "neighbor", "consecutive", "adjacent", "blocks"};
  const dbx_node *k = l->at[0], *rest = l->at[1];
  return edit_is_int(k) && rest->kind == DBX_N_BinOp && rest->op == DBX_OP_FloorDiv &&
         edit_same_text(m->site, rest->b->span, k->span) && MUTATE_SAYS(m, n, words);
}

// `x.reshape(-1, 4)` for `x.reshape(4, -1)`, where another place has that.
void mutate_shaped_as_other(mutating *m, const dbx_node *n) {
  dbx_nodes l;
  if (!mutate_shape_given(n, &l) || l.n != 2) return;
  shaped s = {m, l.at[0], l.at[1], n, false};
  edit_walk(m->site->root, see_shape, &s);
  s.found |= is_of_neighbours(m, n, &l);
  m->meant = s.found;
  if (s.found) mutate_swap(m, l.at[0], l.at[1], -4, true);
  m->meant = false;
}

typedef struct ended {
  const mutating *m;
  const dbx_node *of;
  bool column; // x[:, 1] stands there
} ended;

static void see_column(void *ctx, const dbx_node *n) {
  ended *e = ctx;
  if (n->kind != DBX_N_Subscript || n == e->of || n->b->kind != DBX_N_Tuple) return;
  e->column |= n->b->l.n == 2 && edit_is_whole(n->b->l.at[0]) && edit_is_int(n->b->l.at[1]) &&
               edit_same_text(e->m->site, n->a->span, e->of->a->span);
}

// `x[:, 0]` for `x[0]`, beside `x[:, 1]`.
void mutate_column_beside(mutating *m, const dbx_node *n) {
  const dbx_node *at = edit_statement_of(m->site, n->span);
  ended e = {m, n, false};
  dbx_buf b = {0}, text = {0};
  if (!at || !edit_is_int(n->b)) return;
  edit_walk(at, see_column, &e);
  if (e.column) {
    dbx_printf(&text, ":, %s", mutate_text(m, &b, n->b));
    add_meant(m, n->b->span, -4, dbx_text(&text));
  }
  dbx_buf_free(&b), dbx_buf_free(&text);
}

// ---- loops over an array ----

typedef struct counting {
  dbx_sym name;
  bool read;
} counting;

static void see_count(void *ctx, const dbx_node *n) {
  counting *c = ctx;
  c->read |= n->kind == DBX_N_Name && n->ctx == DBX_LOAD && n->name == c->name;
}

// `us[k]` for `us`, in a loop from 0 to `us.shape[0]` whose count k is not read.
void mutate_turn_unread(mutating *m, const dbx_node *n) {
  const dbx_node *f = edit_function_of(m->site, n->span), *loop = f ? edit_loop(m->site, f) : NULL;
  if (!loop || !dbx_ends_in(edit_callee(loop), "for_loop") || loop->l.n < 2) return;
  if (n->ctx != DBX_LOAD || !f->a->more->m.n || edit_takes(f, n->name)) return;
  char next = m->site->text[n->span.end];
  const dbx_node *to = loop->l.at[1];
  bool over = edit_is_length(to) && to->kind == DBX_N_Subscript && to->a->a->kind == DBX_N_Name &&
              to->a->a->name == n->name && edit_is_int(to->b) && to->b->value->i == 0;
  counting c = {f->a->more->m.at[0]->name, false};
  if (!over || next == '[' || next == '.') return;
  edit_walk(f, see_count, &c);
  dbx_buf b = {0};
  dbx_printf(&b, "%s[%s]", dbx_sym_text(n->name), dbx_sym_text(c.name));
  if (!c.read) add_meant(m, n->span, -4, dbx_text(&b));
  dbx_buf_free(&b);
}

// ---- groups ----

// `x - means[groups]` for `x - means`, where groups says of each x which one is meant.
void mutate_of_group(mutating *m, const dbx_node *n) {
  static const char *const words[] = {"group", "label",   "cluster", "class",
                                      "ids",   "segment", "assign",  "categor"};
  const dbx_diag *d = m->site->diag;
  bool elementwise =
      n->op == DBX_OP_Add || n->op == DBX_OP_Sub || n->op == DBX_OP_Mult || n->op == DBX_OP_Div;
  if (!elementwise || n != m->site->failing || d->code != DBX_E301 || !mutate_are_vectors(d))
    return;
  mutate_names names = {0};
  mutate_scope(m->site, n->span, &names);
  for (uint32_t i = 0; i < names.n; i++) {
    const char *name = dbx_sym_text(names.at[i]->name);
    bool group = false;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
      group |= !strncmp(name, words[k], strlen(words[k]));
    for (int side = 0; group && side < 2; side++) {
      const dbx_node *x = side ? n->a : n->b;
      if (x->kind == DBX_N_Name && x->name != names.at[i]->name)
        mutate_add(m, x->span, side, true, "%s[%s]", dbx_sym_text(x->name), name);
    }
  }
  dbx_vec_free(&names);
}

// ---- one less ----

// `pop[:-1]` for pop beside a vector of which the text says that it has one less.
void mutate_one_less(mutating *m, const dbx_node *n) {
  static const char *const words[] = {"one less", "one fewer", "one shorter"};
  const dbx_diag *d = m->site->diag;
  if (n != m->site->failing || d->code != DBX_E301 || !mutate_are_vectors(d) ||
      !MUTATE_SAYS(m, n, words))
    return;
  int64_t x = edit_length_number(d->operands[0].type, 0),
          y = edit_length_number(d->operands[1].type, 0);
  const dbx_node *longer = x == y + 1 ? n->a : y == x + 1 ? n->b : NULL;
  dbx_buf b = {0};
  if (longer && longer->kind == DBX_N_Name && x > 0 && y > 0) {
    dbx_printf(&b, "%s[:-1]", dbx_sym_text(longer->name));
    add_meant(m, longer->span, -4, dbx_text(&b));
  }
  dbx_buf_free(&b);
}

// `b[1:-1, 1:-1]` for `b[1:, 1:]`, which is so much longer than what it meets.
void mutate_both_ends(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  const dbx_node *at = n->b;
  dbx_buf b = {0};
  if (d->code != DBX_E301 || d->n_operands != 2 || at->kind != DBX_N_Tuple || at->l.n != 2) return;
  int64_t k = at->l.at[0]->kind == DBX_N_Slice && edit_is_int(at->l.at[0]->a)
                  ? at->l.at[0]->a->value->i
                  : 0;
  for (uint32_t i = 0; i < 2; i++) {
    const dbx_node *s = at->l.at[i];
    int64_t x = edit_length_number(d->operands[0].type, i),
            y = edit_length_number(d->operands[1].type, i);
    bool open =
        s->kind == DBX_N_Slice && !s->b && !s->more->c && edit_is_int(s->a) && s->a->value->i == k;
    if (!open || k < 1 || x < 0 || y < 0 || (x - y != k && y - x != k)) return;
  }
  dbx_printf(&b, "%" PRId64 ":-%" PRId64 ", %" PRId64 ":-%" PRId64, k, k, k, k);
  mutate_add(m, at->span, -4, true, "%s", dbx_text(&b));
  dbx_buf_free(&b);
}

// ---- makers ----

// `hanning(4)` for `hanning(n)`, beside rows of four.
void mutate_window_made(mutating *m, const dbx_node *n) {
  static const char *const windows[] = {"hanning", "hamming", "blackman", "bartlett", "kaiser"};
  const dbx_diag *d = m->site->diag;
  if (!EDIT_CALLS(n, windows) || !n->l.n || d->code != DBX_E301 || d->n_operands != 2) return;
  for (int k = 0; k < 2; k++) {
    const char *own = d->operands[k].type, *other = d->operands[1 - k].type;
    uint32_t rank = edit_rank(other);
    int64_t length = rank ? edit_length_number(other, rank - 1) : -1;
    if (edit_rank(own) == 1 && length > 1 && edit_length_number(own, 0) != length)
      mutate_add(m, n->l.at[0]->span, 0, true, "%" PRId64, length);
  }
}

// `array([[c, -s], [s, c]])` for `array([c, -s, s, c])`, in a product with a table.
void mutate_square_made(mutating *m, const dbx_node *n) {
  static const char *const makers[] = {"array", "asarray"};
  const dbx_diag *d = m->site->diag;
  if (!EDIT_CALLS(n, makers) || n->l.n != 1 || !mutate_is_display(n->l.at[0]) ||
      d->code != DBX_E303)
    return;
  const dbx_nodes *l = &n->l.at[0]->l;
  uint32_t rank = 0;
  for (int k = 0; k < 2 && (uint32_t)k < d->n_operands; k++)
    if (edit_rank(d->operands[k].type) > rank) rank = edit_rank(d->operands[k].type);
  uint32_t side = l->n == 4 ? 2 : l->n == 9 ? 3 : 0;
  if (!side || rank != 2 || l->at[0]->kind == DBX_N_List) return;
  dbx_buf b = {0}, one = {0};
  for (uint32_t i = 0; i < l->n; i++) {
    dbx_put(&b, i == 0 ? "[[" : i % side ? ", " : "], [");
    dbx_clear(&one);
    dbx_put(&b, mutate_text(m, &one, l->at[i]));
  }
  mutate_add(m, n->l.at[0]->span, 0, true, "%s]]", dbx_text(&b));
  dbx_buf_free(&b), dbx_buf_free(&one);
}

// `tile(x, n // k + 1)[:n]` for `tile(x, n // k)`, which is too short.
void mutate_tiled_to_length(mutating *m, const dbx_node *n) {
  const dbx_node *times = !strcmp(edit_callee(n), "tile") && n->l.n == 2 ? n->l.at[1] : NULL;
  dbx_buf x = {0}, length = {0};
  if (!times || times->kind != DBX_N_BinOp || times->op != DBX_OP_FloorDiv) return;
  if (m->site->diag->code != DBX_E301) return;
  mutate_text(m, &x, n);
  x.n -= x.n > 0;
  mutate_add(m, n->span, 0, true, "%.*s + 1)[:%s]", (int)x.n, dbx_text(&x),
             mutate_text(m, &length, times->a));
  dbx_buf_free(&x), dbx_buf_free(&length);
}

// ---- a row for each ----

// `xs @ a.T` for `a @ xs`, where the text says that xs has rows.
void mutate_product_of_rows(mutating *m, const dbx_node *n) {
  static const char *const words[] = {"each row", "one row", "row for", "rows of", "as rows"};
  const dbx_diag *d = m->site->diag;
  dbx_buf x = {0}, y = {0}, text = {0};
  bool tables = d->code == DBX_E303 && d->n_operands == 2 && edit_rank(d->operands[0].type) == 2 &&
                edit_rank(d->operands[1].type) == 2;
  if (n->op != DBX_OP_MatMult || n != m->site->failing || !tables || !MUTATE_SAYS(m, n, words))
    return;
  dbx_printf(&text, "%s @ %s.T", mutate_term(m, &x, n->b), mutate_term(m, &y, n->a));
  add_meant(m, n->span, 0, dbx_text(&text));
  dbx_buf_free(&x), dbx_buf_free(&y), dbx_buf_free(&text);
}

// `vmap(f, in_axes=1)` for `vmap(f)`, where the text says that it is for each column.
void mutate_mapped_columns(mutating *m, const dbx_node *n) {
  static const char *const words[] = {"each column", "every column", "of the columns"};
  if (!dbx_ends_in(edit_callee(n), "vmap") || n->l.n != 1 || n->more->m.n ||
      !MUTATE_SAYS(m, n, words))
    return;
  add_meant(m, edit_place(m->site, n->span.end - 1, n->span.end - 1), 0, ", in_axes=1");
}

// ---- new axes ----

// `x` for `x[:, None]`, where x is as long as the rows of the table that it meets.
void mutate_row_of_table(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  const dbx_node *at = n->b;
  bool column = at->kind == DBX_N_Tuple && at->l.n == 2 && edit_is_whole(at->l.at[0]) &&
                edit_is_none(at->l.at[1]);
  const char *own = mutate_type_of(m, n);
  if (!column || d->code != DBX_E301 || d->n_operands != 2 || !*own) return;
  const char *other = own == d->operands[0].type ? d->operands[1].type : d->operands[0].type;
  int64_t length = edit_length_number(own, 0);
  dbx_buf b = {0};
  if (edit_rank(own) == 2 && edit_rank(other) == 2 && length > 1 &&
      edit_length_number(other, 1) == length && edit_length_number(other, 0) != length)
    add_meant(m, n->span, -4, mutate_text(m, &b, n->a));
  dbx_buf_free(&b);
}

// `x[:, None, None, :]` for `x[:, None, :]`, beside an array of one axis more.
void mutate_one_more_new_axis(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  const char *own = mutate_type_of(m, n);
  if (n->b->kind != DBX_N_Tuple || d->code != DBX_E301 || !*own) return;
  uint32_t most = 0;
  for (uint32_t k = 0; k < d->n_operands; k++)
    if (*d->operands[k].type && edit_rank(d->operands[k].type) > most)
      most = edit_rank(d->operands[k].type);
  for (uint32_t i = 0; i < n->b->l.n && most == edit_rank(own) + 1; i++) {
    uint32_t end = n->b->l.at[i]->span.end;
    if (!edit_is_none(n->b->l.at[i])) continue;
    mutate_add(m, edit_place(m->site, end, end), 0, true, ", None");
    break;
  }
}

// ---- what a loop carries ----

// `x` for `x.reshape(2, 2)`, which a loop carries.
void mutate_unshaped(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  dbx_code code = m->site->diag->code;
  bool carried = code == DBX_E503 || code == DBX_E515;
  if (carried && !strcmp(edit_callee(n), "reshape") && mutate_is_method(n))
    mutate_add(m, n->span, 0, true, "%s", mutate_text(m, &b, n->a->a));
  dbx_buf_free(&b);
}

// ---- makers again ----

// `zeros((n, 3))` for `zeros((3, n))`, where the text says that there is a row for each of n.
void mutate_rows_first(mutating *m, const dbx_node *n) {
  static const char *const words[] = {"row per", "row for each", "one row", "a row for"};
  const dbx_node *shape = mutate_maker_shape(n);
  if (!shape || shape->l.n != 2 || !MUTATE_SAYS(m, n, words)) return;
  m->meant = true;
  if (edit_is_int(shape->l.at[0]) && shape->l.at[1]->kind == DBX_N_Name)
    mutate_swap(m, shape->l.at[0], shape->l.at[1], -4, true);
  m->meant = false;
}

// Is it called a number of things: `n`, `n_years`, `num_years`?
static bool counts_things(const dbx_node *n) {
  const char *name = n->kind == DBX_N_Name ? dbx_sym_text(n->name) : "";
  return !strcmp(name, "n") || !strncmp(name, "n_", 2) || !strncmp(name, "num_", 4);
}

// `full(n, x)` for `full(x, n)`.
void mutate_filled(mutating *m, const dbx_node *n) {
  if (!strcmp(edit_callee(n), "full") && n->l.n == 2 && counts_things(n->l.at[1]) &&
      n->l.at[0]->kind == DBX_N_Name && !counts_things(n->l.at[0]))
    mutate_swap(m, n->l.at[0], n->l.at[1], -4, true);
}

// `tile(x, n // x.shape[0])` for `tile(x, n)`, to a length of n.
void mutate_tiled_whole(mutating *m, const dbx_node *n) {
  if (strcmp(edit_callee(n), "tile") != 0 || n->l.n != 2 || n->l.at[0]->kind != DBX_N_Name) return;
  const dbx_node *x = n->l.at[0], *times = n->l.at[1];
  mutate_names names = {0};
  dbx_buf b = {0}, length = {0};
  if (times->kind != DBX_N_Name || m->site->diag->code != DBX_E301) return;
  mutate_text(m, &b, times);
  dbx_printf(&length, "%s.shape[0]", dbx_sym_text(x->name));
  mutate_scope(m->site, n->span, &names);
  for (uint32_t i = 0; i < names.n; i++) {
    const dbx_node *made = mutate_bound_to(m, names.at[i]);
    bool own = made && edit_is_length(made) && made->kind == DBX_N_Subscript &&
               made->a->a->kind == DBX_N_Name && made->a->a->name == x->name;
    if (own) dbx_clear(&length), dbx_put(&length, dbx_sym_text(names.at[i]->name));
  }
  mutate_add(m, times->span, -4, true, "%s // %s", dbx_text(&b), dbx_text(&length));
  dbx_vec_free(&names), dbx_buf_free(&b), dbx_buf_free(&length);
}

// ---- scans ----

// `return x, y` for `return (x, v), y`, where the scan begins with one array.
void mutate_one_carry(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  if (m->site->diag->code != DBX_E501 || n->kind != DBX_N_Tuple || n->l.n != 2) return;
  const dbx_node *carry = n->l.at[0];
  for (uint32_t i = 0; carry->kind == DBX_N_Tuple && i < carry->l.n; i++)
    mutate_add(m, carry->span, (int)i - 4, true, "%s", mutate_text(m, &b, carry->l.at[i]));
  dbx_buf_free(&b);
}
