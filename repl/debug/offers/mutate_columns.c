// Mutations of columns that are meant as vectors, and of arrays that are longer or shorter than
// what they meet: padded, cropped (see mutate.h).
#include "debug/offers/mutate.h"

#include <inttypes.h>
#include <string.h>

// ---- columns ----

static bool is_one(const dbx_node *n) { return edit_is_int(n) && n->value->i == 1; }

static bool is_maker(const dbx_node *n) {
  const dbx_node *shape = mutate_maker_shape(n);
  return shape && shape->l.n == 2;
}

// `[[3.0], [-1.0]]`
static bool is_column_of_numbers(const dbx_node *n) {
  bool all = n->kind == DBX_N_List && n->l.n > 1;
  for (uint32_t i = 0; all && i < n->l.n; i++)
    all = n->l.at[i]->kind == DBX_N_List && n->l.at[i]->l.n == 1;
  return all;
}

// Is it made as a column: by numbers below each other, as (n, 1), or given that shape?
static bool is_column(const mutating *m, const dbx_node *n, int depth) {
  static const char *const arrays[] = {"array", "asarray"};
  dbx_nodes shape;
  if (is_maker(n)) return is_one(n->l.at[0]->l.at[1]);
  if (EDIT_CALLS(n, arrays) && n->l.n) return is_column_of_numbers(n->l.at[0]);
  if (mutate_shape_given(n, &shape)) return shape.n == 2 && is_one(shape.at[1]);
  if (n->kind != DBX_N_Name || !depth) return false;
  mutate_nodes values = {0};
  mutate_values(m->site, n, &values);
  bool all = values.n;
  for (uint32_t i = 0; i < values.n; i++) all &= is_column(m, values.at[i], depth - 1);
  dbx_vec_free(&values);
  return all;
}

// `y[:, 0]` beside a vector, where y is a column: the two would be a table of all pairs.
void mutate_column_operand(mutating *m, const dbx_node *n) {
  bool elementwise =
      n->op == DBX_OP_Add || n->op == DBX_OP_Sub || n->op == DBX_OP_Mult || n->op == DBX_OP_Div;
  if (!elementwise || n == m->site->failing) return;
  for (int i = 0; i < 2; i++) {
    const dbx_node *side = i ? n->b : n->a, *other = i ? n->a : n->b;
    if (side->kind == DBX_N_Name && other->kind != DBX_N_Constant && is_column(m, side, 4) &&
        !is_column(m, other, 4))
      mutate_add(m, side->span, -4, true, "%s[:, 0]", dbx_sym_text(side->name));
  }
}

// `ones(n)` for `ones((n, 1))`, and `x.reshape(-1)` for `x.reshape(-1, 1)`, which a loop carries as
// a vector, or which meets one in a product.
void mutate_column_made(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  dbx_nodes shape;
  dbx_buf b = {0};
  bool product = d->code == DBX_E303 && d->n_operands == 2 && edit_rank(d->operands[0].type) == 2 &&
                 edit_length_number(d->operands[0].type, 1) == 1 &&
                 edit_rank(d->operands[1].type) == 1;
  if (!product && !mutate_is_broadcast(d)) return;
  if (is_maker(n)) {
    const dbx_nodes *l = &n->l.at[0]->l;
    for (uint32_t k = 0; k < 2; k++)
      if (is_one(l->at[k]) && !is_one(l->at[1 - k]))
        mutate_add(m, n->l.at[0]->span, 0, true, "%s", mutate_text(m, &b, l->at[1 - k]));
  } else if (mutate_shape_given(n, &shape) && shape.n == 2 && is_one(shape.at[1]) &&
             dbx_ends_in(edit_callee(n), "reshape")) {
    uint32_t begin = n->l.at[n->l.n - 1]->span.begin, end = n->span.end - 1;
    if (shape.at[0]->span.begin < begin) begin = shape.at[0]->span.begin;
    mutate_add(m, edit_place(m->site, begin, end), 0, true, "%s", mutate_text(m, &b, shape.at[0]));
  }
  dbx_buf_free(&b);
}

// ---- shorter ones ----

static bool are_vectors(const dbx_diag *d, int64_t length[2]) {
  bool two = d->n_operands == 2;
  for (uint32_t i = 0; two && i < 2; i++) {
    length[i] = edit_length_number(d->operands[i].type, 0);
    two = edit_rank(d->operands[i].type) == 1 && length[i] > 0;
  }
  return two;
}

// `p + pad(q, (p.shape[0] - q.shape[0], 0))` of what a function is given, where q is shorter: zeros
// in front, or behind.
void mutate_padded(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  const dbx_node *f = edit_function_of(m->site, n->span);
  int64_t length[2];
  bool sum = n->op == DBX_OP_Add || n->op == DBX_OP_Sub;
  if (!sum || n != m->site->failing || d->code != DBX_E301 || !edit_jnp() || !f) return;
  if (!are_vectors(d, length) || n->a->kind != DBX_N_Name || n->b->kind != DBX_N_Name) return;
  if (!edit_takes(f, n->a->name)) return;
  if (!edit_takes(f, n->b->name)) return;
  const dbx_node *x = length[0] < length[1] ? n->a : n->b, *y = x == n->a ? n->b : n->a;
  const char *small = dbx_sym_text(x->name), *large = dbx_sym_text(y->name);
  mutate_add(m, x->span, 4, false, "%s.pad(%s, (%s.shape[0] - %s.shape[0], 0))", edit_jnp(), small,
             large, small);
  mutate_add(m, x->span, 5, false, "%s.pad(%s, (0, %s.shape[0] - %s.shape[0]))", edit_jnp(), small,
             large, small);
}

typedef struct neighbours {
  dbx_sym name;
  bool front, back; // x[1:], x[:-1]
} neighbours;

static void see_part(void *ctx, const dbx_node *n) {
  neighbours *x = ctx;
  const dbx_node *s = n->kind == DBX_N_Subscript && n->b->kind == DBX_N_Slice ? n->b : NULL;
  if (!s || n->a->kind != DBX_N_Name || n->a->name != x->name || s->more->c) return;
  x->front |= s->a && !s->b && is_one(s->a);
  x->back |=
      !s->a && s->b && s->b->kind == DBX_N_UnaryOp && s->b->op == DBX_OP_USub && is_one(s->b->a);
}

// `append(v, 0.0)` of what is made of `v[1:]` and `v[:-1]`, which a loop carries: as long as
// before.
void mutate_shrunk(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  const dbx_node *f = edit_function_of(m->site, n->span), *carry = mutate_carried(m, f);
  int64_t length[2];
  dbx_buf b = {0};
  if (d->code != DBX_E503 || !carry || !edit_jnp() || !are_vectors(d, length)) return;
  if (length[0] - length[1] != 1 && length[1] - length[0] != 1) return;
  bool several = n->kind == DBX_N_Tuple;
  uint32_t all = f->a->more->m.n, have = several ? n->l.n : 1, k = edit_parameter(f, carry->name);
  neighbours x = {carry->name, false, false};
  edit_walk(f, see_part, &x);
  if (!x.front || !x.back || have > all || k < all - have) return;
  const dbx_node *e = several ? n->l.at[k - (all - have)] : n;
  mutate_add(m, e->span, 0, true, "%s.append(%s, %s)", edit_jnp(), mutate_text(m, &b, e),
             d->operands[0].type[0] == 'f' ? "0.0" : "0");
  dbx_buf_free(&b);
}

// ---- the common part ----

// What a part can be taken of, to take it of all: x of `x ** 2` and of `jnp.abs(x)`.
static const dbx_node *kernel_of(const dbx_node *n) {
  static const char *const each[] = {"abs", "square", "sqrt", "exp", "log", "sin", "cos", "tanh"};
  for (;;)
    if (n->kind == DBX_N_BinOp && n->b->kind == DBX_N_Constant) n = n->a;
    else if (n->kind == DBX_N_BinOp && n->a->kind == DBX_N_Constant) n = n->b;
    else if (EDIT_CALLS(n, each) && n->l.n == 1) n = n->l.at[0];
    else return n;
}

static void see_slice(void *ctx, const dbx_node *n) {
  bool *found = ctx;
  *found |= (n->kind == DBX_N_Slice && !edit_is_whole(n)) ||
            (n->kind == DBX_N_Call && !strcmp(edit_callee(n), "diff"));
}

// Was it made of parts of arrays, here or by a function of the program?
static bool is_of_parts(const mutating *m, const dbx_node *n) {
  bool found = false;
  n = edit_made_by(m->site, kernel_of(n)->span);
  if (n) edit_walk(n, see_slice, &found);
  bool called = n && n->kind == DBX_N_Call && n->a->kind == DBX_N_Name;
  const dbx_node *f = called ? edit_function_named(m->site, n->a->name) : NULL;
  if (f) edit_walk(f, see_slice, &found);
  return found;
}

typedef enum side { MIDDLE, FRONT, BACK } side; // which part is left

static void put_cropped(const mutating *m, dbx_buf *b, const dbx_node *n, const int64_t by[2],
                        side of) {
  const dbx_node *x = kernel_of(n);
  if (by[0] <= 0 && by[1] <= 0) {
    edit_put_source(m->site, b, n->span);
    return;
  }
  dbx_buf term = {0};
  edit_put_source(m->site, b, edit_place(m->site, n->span.begin, x->span.begin));
  dbx_printf(b, "%s[", mutate_term(m, &term, x));
  for (int axis = 0; axis < 2; axis++) {
    if (axis) dbx_put(b, ", ");
    int64_t k = of == MIDDLE ? by[axis] / 2 : by[axis];
    if (k > 0 && of != FRONT) dbx_printf(b, "%" PRId64, k);
    dbx_putc(b, ':');
    if (k > 0 && of != BACK) dbx_printf(b, "-%" PRId64, k);
  }
  dbx_putc(b, ']');
  edit_put_source(m->site, b, edit_place(m->site, x->span.end, n->span.end));
  dbx_buf_free(&term);
}

// `dx[:-1, :] + dy[:, :-1]` of differences along one axis and along the other; of one of them,
// where the other one has been cut.
void mutate_cropped(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  if (n != m->site->failing || d->code != DBX_E301 || d->n_operands != 2) return;
  const dbx_node *x = edit_at(m->site, d->operands[0].span),
                 *y = edit_at(m->site, d->operands[1].span);
  if (!x || !y || x->span.end > y->span.begin) return;
  int64_t by[2][2];
  for (uint32_t axis = 0; axis < 2; axis++) {
    int64_t a = edit_length_number(d->operands[0].type, axis),
            b = edit_length_number(d->operands[1].type, axis);
    if (a < 1 || b < 1 || (a != b && (a < 2 || b < 2))) return;
    by[0][axis] = a - b, by[1][axis] = b - a;
  }
  if (edit_rank(d->operands[0].type) != 2 || edit_rank(d->operands[1].type) != 2) return;
  bool both = (by[0][0] > 0 && by[0][1] < 0) || (by[0][0] < 0 && by[0][1] > 0);
  if (!both && !by[0][0] == !by[0][1]) return;
  if (!is_of_parts(m, x) || !is_of_parts(m, y)) return;
  bool even = by[0][0] % 2 == 0 && by[0][1] % 2 == 0; // so many at either end
  for (side of = even ? MIDDLE : FRONT; of <= BACK; of++) {
    dbx_buf b = {0};
    put_cropped(m, &b, x, by[0], of);
    edit_put_source(m->site, &b, edit_place(m->site, x->span.end, y->span.begin));
    put_cropped(m, &b, y, by[1], of);
    mutate_add(m, edit_place(m->site, x->span.begin, y->span.end), (int)of, true, "%s",
               dbx_text(&b));
    dbx_buf_free(&b);
  }
}
