// Edits of axes: a vector that is meant as a column, an axis that was added or taken away, the axis
// of a reduction (see edits.h).
#include "debug/edits/edits.h"

#include <stdlib.h>
#include <string.h>

static bool is_none(const dbx_node *n) {
  return n->kind == DBX_N_Constant && n->constant == DBX_C_NONE;
}

static bool is_number(const dbx_node *n) {
  return n->kind == DBX_N_Constant && n->constant == DBX_C_INT;
}

// Has the type `of` this length at the axis `from_last` (0: the last one)?
static bool has_length(const char *of, uint32_t from_last, const char *length) {
  uint32_t rank = edit_rank(of);
  dbx_buf b = {0};
  bool same = from_last < rank && edit_length(of, rank - 1 - from_last, &b) &&
              !strcmp(dbx_text(&b), length);
  dbx_buf_free(&b);
  return same;
}

// ---- columns ----

// A vector that is as long as the other one has rows, and not as it has columns.
static void column_by_length(edit_site *s, uint32_t i) {
  const dbx_involved *o = &s->diag->operands[i], *other = &s->diag->operands[1 - i];
  dbx_buf length = {0}, b = {0};
  bool column = edit_rank(o->type) == 1 && edit_rank(other->type) > 1 &&
                edit_length(o->type, 0, &length) && has_length(other->type, 1, dbx_text(&length)) &&
                !has_length(other->type, 0, dbx_text(&length));
  if (column) {
    edit_put_source(s, &b, o->span);
    if (dbx_ends_in(dbx_text(&b), ".T")) b.n -= 2;
    edit_addf(s, o->span, edit_is_term(s, o->span) ? "%.*s[:, None]" : "(%.*s)[:, None]", (int)b.n,
              dbx_text(&b));
  }
  dbx_buf_free(&length), dbx_buf_free(&b);
}

// ---- axes that were added ----

static bool is_whole(const dbx_node *n) {
  return n->kind == DBX_N_Slice && !n->a && !n->b && !n->more->c;
}

static void without_axes(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  if (n->kind != DBX_N_Subscript) return;
  const dbx_node *sub = n->b;
  bool adds = is_none(sub), plain = true;
  for (uint32_t k = 0; sub->kind == DBX_N_Tuple && k < sub->l.n; k++) {
    adds |= is_none(sub->l.at[k]);
    plain &= is_none(sub->l.at[k]) || is_whole(sub->l.at[k]);
  }
  dbx_buf b = {0};
  if (adds && plain) edit_add(s, n->span, edit_source(s, &b, n->a), NULL);
  dbx_buf_free(&b);
}

void edit_without_axes(edit_site *s, dbx_span span) {
  const dbx_node *n = edit_at(s, span);
  if (n) edit_walk(n, without_axes, s);
}

// `x[:, None]` where the row is meant, `x[None]` where the column is.
static void other_side(edit_site *s, dbx_span span) {
  const dbx_node *n = edit_at(s, span), *sub;
  if (!n || n->kind != DBX_N_Subscript) return;
  sub = n->b;
  bool two = sub->kind == DBX_N_Tuple && sub->l.n == 2;
  bool row = is_none(sub) || (two && is_none(sub->l.at[0]) && is_whole(sub->l.at[1])),
       column = two && is_whole(sub->l.at[0]) && is_none(sub->l.at[1]);
  if (row) edit_add(s, sub->span, ":, None", NULL);
  if (column) edit_add(s, sub->span, "None", NULL);
}

// ---- transposes ----

static const dbx_node *transposed(const dbx_node *n) { // x of x.T
  bool found = n->kind == DBX_N_Attribute && !strcmp(dbx_sym_text(n->name), "T");
  return found ? n->a : NULL;
}

// `x @ x.T`, from which an operand was computed: `x.T @ x`.
static void exchange_factors(edit_site *s, dbx_span of, int depth) {
  const dbx_node *n = edit_made_by(s, of);
  if (!n || depth > 3) return;
  for (uint32_t i = 0; n->kind == DBX_N_Call && i < n->l.n; i++)
    exchange_factors(s, n->l.at[i]->span, depth + 1);
  if (n->kind != DBX_N_BinOp) return;
  const dbx_node *x = transposed(n->a), *y = transposed(n->b);
  bool square = n->op == DBX_OP_MatMult && ((x && edit_same_text(s, x->span, n->b->span)) ||
                                            (y && edit_same_text(s, y->span, n->a->span)));
  dbx_buf a = {0}, b = {0};
  if (square) edit_addf(s, n->span, "%s @ %s", edit_source(s, &b, n->b), edit_source(s, &a, n->a));
  else exchange_factors(s, n->a->span, depth + 1), exchange_factors(s, n->b->span, depth + 1);
  dbx_buf_free(&a), dbx_buf_free(&b);
}

// `w @ batch.T` where `batch @ w` is meant, or without the transpose.
void edits_of_transposes(edit_site *s) {
  const dbx_node *n = edit_node(s);
  for (uint32_t i = 0; i < s->diag->n_operands && i < 2; i++)
    if (s->diag->operands[i].span.file == s->file)
      exchange_factors(s, s->diag->operands[i].span, 0);
  if (!n || n->kind != DBX_N_BinOp || n->op != DBX_OP_MatMult) return;
  const dbx_node *sides[] = {n->a, n->b};
  for (int i = 0; i < 2; i++) {
    const dbx_node *t = sides[i], *other = sides[1 - i];
    if (!transposed(t)) continue;
    dbx_buf x = {0}, y = {0};
    edit_source(s, &x, t->a), edit_source(s, &y, other);
    edit_add(s, t->span, dbx_text(&x), NULL);
    edit_addf(s, n->span, "%s @ %s", dbx_text(i ? &x : &y), dbx_text(i ? &y : &x));
    dbx_buf_free(&x), dbx_buf_free(&y);
  }
}

// ---- vectors among tables ----

// `jnp.ones(n)` as a table of one column: `jnp.ones((n, 1))`; of one row: `jnp.ones((1, n))`.
static void make_table(edit_site *s, const dbx_node *made, bool column) {
  static const char *const makers[] = {"zeros", "ones", "full", "empty"};
  if (!EDIT_CALLS(made, makers) || !made->l.n) return;
  const dbx_node *size = made->l.at[0];
  bool list = size->kind == DBX_N_List, display = list || size->kind == DBX_N_Tuple;
  dbx_buf b = {0};
  if (display && size->l.n != 1) return;
  edit_source(s, &b, display ? size->l.at[0] : size);
  edit_addf(s, size->span, column ? "%s%s, 1%s" : "%s1, %s%s", list ? "[" : "(", dbx_text(&b),
            list ? "]" : ")");
  dbx_buf_free(&b);
}

void edits_of_tables(edit_site *s, bool column) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < s->diag->n_operands; i++)
    if (edit_rank(s->diag->operands[i].type) > most) most = edit_rank(s->diag->operands[i].type);
  for (uint32_t i = 0; most == 2 && i < s->diag->n_operands; i++) {
    const dbx_involved *o = &s->diag->operands[i];
    dbx_buf b = {0};
    if (edit_rank(o->type) != 1 || o->span.file != s->file) continue;
    make_table(s, edit_made_by(s, o->span), column);
    edit_put_source(s, &b, o->span);
    edit_addf(s, o->span, edit_is_term(s, o->span) ? "%s%s" : "(%s)%s", dbx_text(&b),
              column ? "[:, None]" : "[None]");
    dbx_buf_free(&b);
  }
}

// ---- reductions ----

// The axis that a call takes a sum, a mean or the like along; NULL: it does not say one.
static const dbx_node *axis_of(const dbx_node *n) {
  static const char *const names[] = {"sum", "mean", "max", "min",    "prod",      "std",
                                      "var", "any",  "all", "median", "logsumexp", "norm"};
  if (!EDIT_CALLS(n, names)) return NULL;
  const dbx_node *axis = edit_keyword(n, "axis");
  if (axis) return axis->a;
  const dbx_node *last = n->l.n ? n->l.at[n->l.n - 1] : NULL; // sum(x, 1), x.sum(1)
  return last && n->l.n <= 2 && is_number(last) ? last : NULL;
}

static bool keeps_axes(const dbx_node *call) { return edit_keyword(call, "keepdims"); }

typedef struct reductions {
  const dbx_node *f;
  edit_pieces pieces;
} reductions;

static void keep_each(void *ctx, const dbx_node *n) {
  reductions *r = ctx;
  bool inside = n->span.begin >= r->f->span.begin && n->span.end <= r->f->span.end;
  if (!inside || !axis_of(n) || keeps_axes(n)) return;
  edit_piece(&r->pieces, (dbx_span){n->span.file, n->span.end - 1, n->span.end - 1},
             ", keepdims=True");
}

// Each of a function, where the results of several go on to arrays of all axes.
static void keep_all_axes(edit_site *s) {
  reductions r = {.f = edit_function(s)};
  dbx_buf say = {0};
  if (r.f) edit_walk(s->root, keep_each, &r);
  if (r.f) dbx_printf(&say, "keepdims=True in each reduction of '%s'", dbx_sym_text(r.f->name));
  if (r.pieces.n > 1) edit_add_pieces(s, &r.pieces, dbx_text(&say));
  else edit_pieces_free(&r.pieces);
  dbx_buf_free(&say);
}

void edit_keep_axis(edit_site *s, const dbx_node *call) {
  if (!axis_of(call) || keeps_axes(call)) return;
  edit_add(s, (dbx_span){s->file, call->span.end - 1, call->span.end - 1}, ", keepdims=True", NULL);
}

// `return length` of a `length` that is computed from a vector of the body: the vector of length
// one.
typedef struct vectors {
  edit_site *s;
  const dbx_node *f; // the body
  dbx_span of;       // the result
  dbx_sym last;
} vectors;

static void divide(void *ctx, const dbx_node *n) {
  vectors *v = ctx;
  edit_site *s = v->s;
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD || n->name == v->last) return;
  dbx_span made = edit_making(s, n->span);
  if (!made.file || made.begin < v->f->span.begin || made.end > v->f->span.end) return;
  dbx_buf b = {0};
  edit_put_source(s, &b, v->of);
  edit_addf(s, v->of, "%s / %s", dbx_sym_text(n->name), dbx_text(&b));
  edit_add(s, v->of, dbx_sym_text(n->name), NULL);
  v->last = n->name;
  dbx_buf_free(&b);
}

static void divided_by(edit_site *s, dbx_span of, const dbx_node *made) {
  const dbx_node *n = edit_at(s, of), *f = edit_function_of(s, of);
  vectors v = {s, f, of, 0};
  if (n && n->kind == DBX_N_Name && f && made != n) edit_walk(made, divide, &v);
}

void edit_without_reduction(edit_site *s, dbx_span of) {
  const dbx_node *n = edit_made_by(s, of);
  dbx_buf b = {0};
  if (n && n->kind == DBX_N_Subscript && is_number(n->b))
    edit_add(s, n->span, edit_source(s, &b, n->a), NULL);
  if (n) divided_by(s, of, n);
  static const char *const names[] = {"sum", "mean", "max", "min", "prod"};
  if (EDIT_CALLS(n, names) && n->l.n == 1 && !n->more->m.n)
    edit_add(s, n->span, edit_source(s, &b, n->l.at[0]), NULL);
  dbx_buf_free(&b);
}

// The reduction whose result an expression is, or is computed from element by element:
// `jnp.sum(x, axis=1) / n`, `jnp.sqrt(jnp.sum(x, axis=1))`.
static const dbx_node *reduction_in(const dbx_node *n) {
  const dbx_node *found = NULL;
  while (n && !found) {
    if (axis_of(n)) return n;
    if (n->kind == DBX_N_BinOp) found = reduction_in(n->a), n = n->b;
    else if (n->kind == DBX_N_UnaryOp) n = n->a;
    else n = n->kind == DBX_N_Call && n->l.n ? n->l.at[0] : NULL;
  }
  return found;
}

// The result of one lacks the axis that is reduced, or is along the other one.
static void mend_reduction(edit_site *s, uint32_t i) {
  const dbx_involved *o = &s->diag->operands[i], *other = &s->diag->operands[1 - i];
  const dbx_node *n = reduction_in(edit_made_by(s, o->span)), *axis = axis_of(n);
  if (!axis) return;
  if (edit_rank(o->type) + 1 == edit_rank(other->type)) {
    edit_keep_axis(s, n);
    if (!keeps_axes(n)) keep_all_axes(s);
  }
  if (is_number(axis)) edit_add(s, axis->span, axis->value->i ? "0" : "1", NULL);
}

void edits_of_axes(edit_site *s) {
  const dbx_involved *o = s->diag->operands;
  if (s->diag->n_operands < 2) return;
  for (uint32_t i = 2; i-- > 0;) mend_reduction(s, i);
  for (uint32_t i = 2; i-- > 0;) {
    if (o[i].span.file == s->file) edit_without_axes(s, o[i].span);
    if (o[i].span.file == s->file) other_side(s, o[i].span);
    if (o[i].span.file == s->file) column_by_length(s, i);
  }
}
