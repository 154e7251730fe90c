// Edits of axes: a vector that is meant as a column, an axis that was added or taken away, the axis
// of a reduction (see edits.h).
#include "debug/edits/edits.h"

#include <stdlib.h>
#include <string.h>

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

static void without_axes(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  if (n->kind != DBX_N_Subscript) return;
  const dbx_node *sub = n->b;
  bool adds = edit_is_none(sub), plain = true;
  for (uint32_t k = 0; sub->kind == DBX_N_Tuple && k < sub->l.n; k++) {
    adds |= edit_is_none(sub->l.at[k]);
    plain &= edit_is_none(sub->l.at[k]) || edit_is_whole(sub->l.at[k]);
  }
  dbx_buf b = {0};
  if (adds && plain) edit_add(s, n->span, edit_source(s, &b, n->a), NULL);
  dbx_buf_free(&b);
}

void edit_without_axes(edit_site *s, dbx_span span) {
  const dbx_node *n = edit_at(s, span);
  if (n) edit_walk(n, without_axes, s);
}

static void exchange_two(edit_site *s, const dbx_node *a, const dbx_node *b) {
  dbx_buf x = {0}, y = {0};
  edit_source(s, &x, a), edit_source(s, &y, b);
  edit_addf(s, edit_place(s, a->span.begin, b->span.end), "%s, %s", dbx_text(&y), dbx_text(&x));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// `jnp.expand_dims(a, 0)`: 1; `a.reshape(1, -1)`: (-1, 1).
static void side_of_call(edit_site *s, const dbx_node *n) {
  const dbx_node *last = n->l.n ? n->l.at[n->l.n - 1] : NULL, *axis = edit_keyword(n, "axis");
  if (!strcmp(edit_callee(n), "expand_dims") && (axis || n->l.n == 2)) {
    if (axis) last = axis->a;
    if (edit_is_int(last)) edit_add(s, last->span, last->value->i ? "0" : "1", NULL);
  }
  if (!dbx_ends_in(edit_callee(n), "reshape") || !last) return;
  if (last->kind == DBX_N_Tuple && last->l.n == 2) exchange_two(s, last->l.at[0], last->l.at[1]);
  else if (n->l.n == 2 && last->kind != DBX_N_Tuple) exchange_two(s, n->l.at[0], last);
}

// `x[:, None]` where the row is meant, `x[None]` where the column is.
static void other_side(edit_site *s, dbx_span span) {
  const dbx_node *n = edit_at(s, span), *sub;
  if (n && n->kind == DBX_N_Call) side_of_call(s, n);
  if (!n || n->kind != DBX_N_Subscript) return;
  sub = n->b;
  bool two = sub->kind == DBX_N_Tuple && sub->l.n == 2;
  bool row =
           edit_is_none(sub) || (two && edit_is_none(sub->l.at[0]) && edit_is_whole(sub->l.at[1])),
       column = two && edit_is_whole(sub->l.at[0]) && edit_is_none(sub->l.at[1]);
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

// `a @ x[None]`: a row stands on the left, and `x[:, None] @ a`: a column on the right.
static void row_from_the_left(edit_site *s) {
  const dbx_node *n = edit_node(s);
  if (!n || n->kind != DBX_N_BinOp) return;
  const dbx_node *sub = n->b->kind == DBX_N_Subscript ? n->b->b : NULL,
                 *left = n->a->kind == DBX_N_Subscript ? n->a->b : NULL;
  bool row = sub && edit_is_none(sub),
       column = left && left->kind == DBX_N_Tuple && left->l.n == 2 && edit_is_none(left->l.at[1]);
  dbx_buf x = {0}, y = {0};
  if (row || column)
    edit_addf(s, n->span, "%s @ %s", edit_source(s, &y, n->b), edit_source(s, &x, n->a));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

void edits_of_squares(edit_site *s) {
  for (uint32_t i = 0; i < s->diag->n_operands && i < 2; i++)
    if (s->diag->operands[i].span.file == s->file)
      exchange_factors(s, s->diag->operands[i].span, 0);
}

// `w @ batch.T` where `batch @ w` is meant, or without the transpose.
void edits_of_transposes(edit_site *s) {
  const dbx_node *n = edit_node(s);
  edits_of_squares(s);
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

// ---- elements along the other axis ----

typedef struct mapped {
  edit_site *s;
  const dbx_node *f;  // the function of one element
  uint32_t parameter; // of it, that the error is about
} mapped;

// What is mapped is another argument: in_axes=(None, 0) for (0, None); or its second axis.
static void other_mapping(edit_site *s, const dbx_node *map, uint32_t parameters) {
  const dbx_node *axes = edit_keyword(map, "in_axes");
  dbx_span end = edit_place(s, map->span.end - 1, map->span.end - 1);
  dbx_buf x = {0}, y = {0};
  bool pair = axes && axes->a->kind == DBX_N_Tuple && axes->a->l.n == 2;
  if (pair)
    edit_addf(s, axes->a->span, "(%s, %s)", edit_source(s, &x, axes->a->l.at[1]),
              edit_source(s, &y, axes->a->l.at[0]));
  if (!axes && map->l.n == 1 && parameters == 1) edit_add(s, end, ", in_axes=1", NULL);
  if (!axes && map->l.n == 1 && parameters == 2) {
    edit_add(s, end, ", in_axes=(None, 0)", NULL), edit_add(s, end, ", in_axes=(0, None)", NULL);
    edit_add(s, end, ", in_axes=(0, 1)", NULL), edit_add(s, end, ", in_axes=(1, 0)", NULL);
  }
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// `scan(f, start, xs)` is `scan(f, start, xs.T)`, `vmap(f)` is `vmap(f, in_axes=1)`.
static void find_mapping(void *ctx, const dbx_node *n) {
  const mapped *m = ctx;
  edit_site *s = m->s;
  if (n->kind != DBX_N_Call || !n->l.n || n->l.at[0]->kind != DBX_N_Name) return;
  if (n->l.at[0]->name != m->f->name) return;
  dbx_buf b = {0};
  bool scan = dbx_ends_in(edit_callee(n), "scan") && n->l.n > 2 && m->parameter == 1;
  if (scan && edit_is_term(s, n->l.at[2]->span))
    edit_addf(s, n->l.at[2]->span, "%s.T", edit_source(s, &b, n->l.at[2]));
  if (dbx_ends_in(edit_callee(n), "vmap")) other_mapping(s, n, m->f->a->more->m.n);
  dbx_buf_free(&b);
}

// `xs[i]`, a row of a table, is `xs[:, i]`, its column, and the other way round.
static void column_for_row(edit_site *s, const dbx_node *n) {
  dbx_buf b = {0};
  bool element = n->kind == DBX_N_Subscript && n->b->kind == DBX_N_Name;
  bool column = n->kind == DBX_N_Subscript && n->b->kind == DBX_N_Tuple && n->b->l.n == 2 &&
                edit_is_whole(n->b->l.at[0]) && n->b->l.at[1]->kind == DBX_N_Name;
  if (element) edit_addf(s, n->b->span, ":, %s", edit_source(s, &b, n->b));
  if (column) edit_add(s, n->b->span, edit_source(s, &b, n->b->l.at[1]), NULL);
  dbx_buf_free(&b);
}

// An operand that is one element of those that are gone through.
void edits_of_elements(edit_site *s) {
  for (uint32_t i = 0; i < s->diag->n_operands && i < 2; i++) {
    dbx_span of = s->diag->operands[i].span;
    const dbx_node *n = edit_at(s, of), *f = n ? edit_function_of(s, of) : NULL,
                   *made = n ? edit_made_by(s, of) : NULL;
    if (made) column_for_row(s, made);
    for (uint32_t k = 0; f && n->kind == DBX_N_Name && k < f->a->more->m.n; k++)
      if (f->a->more->m.at[k]->name == n->name)
        edit_walk(s->root, find_mapping, &(mapped){s, f, k});
  }
}

// ---- axes that a transpose does not name ----

// `jnp.transpose(x, (1, 0))` of three axes: `(1, 0, 2)`.
void edits_of_all_axes(edit_site *s) {
  const dbx_node *n = edit_node(s);
  uint32_t rank = s->diag->n_operands ? edit_rank(s->diag->operands[0].type) : 0, seen = 0;
  if (!n || n->kind != DBX_N_Call || !dbx_ends_in(edit_callee(n), "transpose") || !n->l.n) return;
  const dbx_node *axes = n->l.at[n->l.n - 1];
  if (axes->kind != DBX_N_Tuple || !axes->l.n || axes->l.n >= rank || rank > 31) return;
  for (uint32_t i = 0; i < axes->l.n; i++) {
    const dbx_node *k = axes->l.at[i];
    if (k->kind == DBX_N_Constant && k->constant == DBX_C_INT && k->value->i >= 0 &&
        k->value->i < rank)
      seen |= 1u << k->value->i;
  }
  dbx_buf b = {0};
  edit_put_source(
      s, &b, (dbx_span){s->file, axes->l.at[0]->span.begin, axes->l.at[axes->l.n - 1]->span.end});
  for (uint32_t i = 0; i < rank; i++)
    if (!(seen >> i & 1)) dbx_printf(&b, ", %u", i);
  edit_addf(s, axes->span, "(%s)", dbx_text(&b));
  dbx_buf_free(&b);
}

// ---- products ----

// Has the left operand as many columns as the right one has rows, of two tables?
static bool can_multiply(const edit_site *s) {
  const dbx_involved *o = s->diag->operands;
  dbx_buf b = {0};
  bool tables = s->diag->n_operands == 2 && edit_rank(o[0].type) == 2 && edit_rank(o[1].type) == 2;
  bool good = tables && edit_length(o[0].type, 1, &b) && has_length(o[1].type, 1, dbx_text(&b));
  dbx_buf_free(&b);
  return good;
}

// `x @ w`, that has fewer axes than what it meets: `x * w`.
static void by_elements(edit_site *s, const dbx_involved *o, const dbx_involved *other) {
  const dbx_node *n = o->span.file == s->file ? edit_made_by(s, o->span) : NULL;
  if (!n || n->kind != DBX_N_BinOp || n->op != DBX_OP_MatMult) return;
  if (edit_rank(o->type) >= edit_rank(other->type)) return;
  dbx_buf x = {0}, y = {0};
  edit_addf(s, n->span, "%s * %s", edit_source(s, &x, n->a), edit_source(s, &y, n->b));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

void edits_of_products(edit_site *s) {
  const dbx_node *n = edit_node(s);
  if (!n || n->kind != DBX_N_BinOp || s->diag->n_operands != 2) return;
  dbx_buf x = {0}, y = {0};
  bool plain = n->a->kind != DBX_N_Subscript && n->b->kind != DBX_N_Subscript;
  if (n->op == DBX_OP_Mult && plain && can_multiply(s))
    edit_addf(s, n->span, "%s @ %s", edit_source(s, &x, n->a), edit_source(s, &y, n->b));
  for (int i = 0; i < 2; i++) by_elements(s, &s->diag->operands[i], &s->diag->operands[1 - i]);
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// ---- vectors where a table is meant ----

// Is the place a term, with a factor or without, of a sum with an array of two axes?
static bool is_in_sum(const edit_site *s) {
  for (uint32_t i = s->depth - 1; i-- > 0;) {
    const dbx_node *n = s->path[i];
    if (n->kind != DBX_N_BinOp) return false;
    if (n->op == DBX_OP_Add || n->op == DBX_OP_Sub) return true;
  }
  return false;
}

// `w - rate * jnp.dot(errors, inputs)` of two vectors of their own lengths: the table of their
// products, which the sum has to take.
static void products_of_pairs(edit_site *s) {
  const dbx_involved *o = s->diag->operands;
  bool vectors = s->diag->n_operands == 2 && edit_rank(o[0].type) == 1 && edit_rank(o[1].type) == 1;
  if (s->diag->code != DBX_E303) return;
  if (!vectors || s->file != s->diag->span.file || !s->depth || !edit_jnp() || !is_in_sum(s))
    return;
  dbx_buf x = {0}, y = {0};
  edit_put_source(s, &x, o[0].span), edit_put_source(s, &y, o[1].span);
  edit_addf(s, edit_node(s)->span, "%s.outer(%s, %s)", edit_jnp(), dbx_text(&x), dbx_text(&y));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// A vector that was concatenated from vectors, where a table is meant: `stack`.
static void one_below_another(edit_site *s) {
  for (uint32_t i = 0; i < s->diag->n_operands && i < 2; i++) {
    const dbx_node *n = edit_made_by(s, s->diag->operands[i].span);
    bool vector = edit_rank(s->diag->operands[i].type) == 1 && n && n->kind == DBX_N_Call;
    if (vector && !strcmp(edit_callee(n), "concatenate") && n->l.n == 1 && edit_jnp())
      edit_addf(s, n->a->span, "%s.stack", edit_jnp());
  }
}

void edits_of_vectors(edit_site *s) { one_below_another(s), products_of_pairs(s); }

// ---- reductions ----

// The axis that a call takes a sum, a mean or the like along; NULL: it does not say one.
static const dbx_node *axis_of(const dbx_node *n) {
  static const char *const names[] = {"sum",       "mean", "max",    "min",   "prod",
                                      "std",       "var",  "any",    "all",   "median",
                                      "logsumexp", "norm", "argmin", "argmax"};
  if (!EDIT_CALLS(n, names)) return NULL;
  const dbx_node *axis = edit_keyword(n, "axis");
  if (axis) return axis->a;
  const dbx_node *last = n->l.n ? n->l.at[n->l.n - 1] : NULL; // sum(x, 1), x.sum(1)
  return last && n->l.n <= 2 && edit_is_int(last) ? last : NULL;
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
  bool named = n && n->kind == DBX_N_Name && made != n;
  if (f && (named || (n && n == made && n->kind == DBX_N_Call))) edit_walk(made, divide, &v);
}

typedef struct reduced {
  const dbx_node *f;
  bool first; // is another one along the first axis?
} reduced;

static void find_reduced(void *ctx, const dbx_node *n) {
  reduced *r = ctx;
  const dbx_node *axis = n->kind == DBX_N_Call ? axis_of(n) : NULL;
  r->first |= axis && edit_is_int(axis) && !axis->value->i;
}

// `jnp.sum(x)` where something is left: along one axis, that of the other ones of the function
// first.
static void along_an_axis(edit_site *s, const dbx_node *n) {
  static const char *const names[] = {"sum", "mean", "max", "min", "prod"};
  if (!EDIT_CALLS(n, names) || n->l.n != 1 || n->more->m.n) return;
  dbx_span end = {s->file, n->span.end - 1, n->span.end - 1};
  reduced r = {.f = edit_function_of(s, n->span)};
  if (r.f) edit_walk(r.f, find_reduced, &r);
  edit_add(s, end, r.first ? ", axis=0" : ", axis=1", NULL);
  edit_add(s, end, r.first ? ", axis=1" : ", axis=0", NULL);
}

// Of several that are put together: those with fewer axes than the others.
void edits_of_missing_axes(edit_site *s) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < s->diag->n_operands; i++)
    if (edit_rank(s->diag->operands[i].type) > most) most = edit_rank(s->diag->operands[i].type);
  for (uint32_t i = 0; i < s->diag->n_operands; i++)
    if (edit_rank(s->diag->operands[i].type) < most && s->diag->operands[i].span.file == s->file)
      along_an_axis(s, edit_made_by(s, s->diag->operands[i].span));
}

void edit_without_reduction(edit_site *s, dbx_span of) {
  const dbx_node *n = edit_made_by(s, of);
  dbx_buf b = {0};
  if (n && n->kind == DBX_N_Subscript && edit_is_int(n->b))
    edit_add(s, n->span, edit_source(s, &b, n->a), NULL);
  if (n) divided_by(s, of, n);
  static const char *const names[] = {"sum", "mean", "max", "min", "prod"};
  bool all = EDIT_CALLS(n, names) && n->l.n == 1 && !n->more->m.n;
  if (all) edit_add(s, n->span, edit_source(s, &b, n->l.at[0]), NULL);
  if (all) along_an_axis(s, n);
  if (n && n->kind == DBX_N_Call && n->a->kind == DBX_N_Name) // of a helper
    along_an_axis(s, edit_result_of(edit_function_named(s, n->a->name)));
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
  if (edit_is_int(axis)) edit_add(s, axis->span, axis->value->i ? "0" : "1", NULL);
  if (axis->kind == DBX_N_UnaryOp) edit_add(s, axis->span, "0", NULL); // the last one
}

void edits_of_axes(edit_site *s) {
  const dbx_involved *o = s->diag->operands;
  if (s->diag->n_operands < 2) return;
  if (s->diag->code == DBX_E303) row_from_the_left(s);
  for (uint32_t i = 2; i-- > 0;) mend_reduction(s, i);
  for (uint32_t i = 2; i-- > 0;) {
    if (o[i].span.file == s->file) edit_without_axes(s, o[i].span);
    if (o[i].span.file == s->file) other_side(s, o[i].span);
    if (o[i].span.file == s->file) column_by_length(s, i);
  }
}
