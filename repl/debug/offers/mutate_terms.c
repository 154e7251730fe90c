// Mutations of terms: numbers that count inside of an expression, inner points, squares of forms,
// tables that are taken as vectors (see mutate.h).
#include "debug/offers/mutate.h"

#include <inttypes.h>
#include <string.h>

// ---- numbers inside of expressions ----

static bool is_in_parentheses(const mutating *m, const dbx_node *n) {
  return n->span.begin && m->site->text[n->span.begin - 1] == '(' &&
         m->site->text[n->span.end] == ')';
}

// One less and one more of a number that others are made of, in parentheses.
static void one_apart(mutating *m, const dbx_node *n, bool likely) {
  dbx_buf b = {0};
  bool ends = n->kind == DBX_N_BinOp && (n->op == DBX_OP_Add || n->op == DBX_OP_Sub) &&
              edit_is_int(n->b); // a row of its own has `n - 1`
  if (ends || n->kind == DBX_N_Constant) return;
  const char *fmt = is_in_parentheses(m, n) ? "%s %c 1" : "(%s %c 1)";
  mutate_text(m, &b, n);
  for (int k = 0; k < 2; k++) mutate_add(m, n->span, 0, likely, fmt, dbx_text(&b), "-+"[k]);
  dbx_buf_free(&b);
}

// `2**(n - i - 1)` for `2**(n - i)`: half as long.
void mutate_exponent(mutating *m, const dbx_node *n) {
  bool power = n->op == DBX_OP_Pow && edit_is_int(n->a) && n->b->kind == DBX_N_BinOp;
  if (power && !mutate_of_cause(m->site->diag))
    one_apart(m, n->b, mutate_times(m->site) == n->a->value->i);
}

// `[4.0, 2.0] * (n - 1)`: shorter by the list.
void mutate_repetition(mutating *m, const dbx_node *n) {
  if (n->op != DBX_OP_Mult || mutate_of_cause(m->site->diag)) return;
  for (int k = 0; k < 2; k++) {
    const dbx_node *list = k ? n->b : n->a, *times = k ? n->a : n->b;
    if (list->kind == DBX_N_List && list->l.n && mutate_is_length(m->site, times, 0))
      one_apart(m, times, mutate_apart_by(m->site, list->l.n));
  }
}

static bool is_negated(const mutating *m, const dbx_node *n, const dbx_node *of) {
  return n->kind == DBX_N_UnaryOp && n->op == DBX_OP_USub &&
         edit_same_text(m->site, n->a->span, of->span);
}

// What ends with a number of its own: `arange(1, n + 1)`, `arange(-r, r + 1)`.
static void to_end(mutating *m, const dbx_node *first, const dbx_node *end) {
  dbx_buf b = {0};
  bool one = edit_is_int(first) && first->value->i == 1;
  bool plain = end->kind == DBX_N_Name || end->kind == DBX_N_Subscript || end->kind == DBX_N_Call;
  m->meant = true;
  if (plain && (one || is_negated(m, first, end)))
    mutate_add(m, end->span, -2, true, "%s + 1", mutate_text(m, &b, end));
  m->meant = false;
  dbx_buf_free(&b);
}

// `arange(n, -1, -1)`: what counts down ends with 0.
static void down_to_zero(mutating *m, const dbx_nodes *l) {
  bool down = l->at[2]->kind == DBX_N_UnaryOp && l->at[2]->op == DBX_OP_USub;
  m->meant = true;
  if (down && edit_is_int(l->at[1]) && !l->at[1]->value->i)
    mutate_add(m, l->at[1]->span, -2, true, "-1");
  m->meant = false;
}

void mutate_counted_to_end(mutating *m, const dbx_node *n) {
  static const char *const counts[] = {"arange", "range"};
  if (!EDIT_CALLS(n, counts) || !mutate_apart_by(m->site, 1) || mutate_of_cause(m->site->diag))
    return;
  if (n->l.n == 2) to_end(m, n->l.at[0], n->l.at[1]);
  if (n->l.n == 3) down_to_zero(m, &n->l);
}

// ---- operands ----

static bool are_operands(const mutating *m, const dbx_node *a, const dbx_node *b) {
  const dbx_diag *d = m->site->diag;
  return d->n_operands == 2 && a->span.begin == d->operands[0].span.begin &&
         b->span.end == d->operands[1].span.end && edit_is_here(m->site, d->operands[0].span);
}

// Has the first two elements more along each axis?
static bool is_around(const char *a, const char *b) {
  uint32_t rank = edit_rank(a);
  bool around = rank && rank < 3 && rank == edit_rank(b);
  for (uint32_t k = 0; around && k < rank; k++)
    around =
        edit_length_number(b, k) >= 0 && edit_length_number(a, k) == edit_length_number(b, k) + 2;
  return around;
}

// Says the text that one end stays: the first, or the last?
typedef enum end { NEITHER, FIRST, LAST } end;
static end end_that_stays(const mutating *m, const dbx_node *n) {
  static const char *const stays[] = {"stay", "kept", "keep", "fixed", "unchanged", "held"},
                           *const last[] = {"last", "right", "outflow", "end "};
  bool one = MUTATE_SAYS(m, n, stays), at_last = MUTATE_SAYS(m, n, last);
  return !one ? NEITHER : at_last ? LAST : FIRST;
}

// `u.at[1:].add(d)` for `u + d`, the change of all points but one.
void mutate_all_but_one(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  dbx_buf x = {0}, y = {0};
  bool sum = n->op == DBX_OP_Add || n->op == DBX_OP_Sub;
  if (!sum || d->code != DBX_E301 || !are_operands(m, n->a, n->b)) return;
  const char *first = d->operands[0].type, *second = d->operands[1].type;
  int64_t less = edit_length_number(second, 0);
  bool one = edit_rank(first) == 1 && edit_rank(second) == 1 && less > 0 &&
             edit_length_number(first, 0) == less + 1;
  end stays = one ? end_that_stays(m, n) : NEITHER;
  m->meant = stays != NEITHER;
  if (stays != NEITHER)
    mutate_add(m, n->span, 0, true, "%s.at[%s].add(%s%s)", mutate_term(m, &x, n->a),
               stays == FIRST ? "1:" : ":-1", n->op == DBX_OP_Sub ? "-" : "",
               n->op == DBX_OP_Sub ? mutate_term(m, &y, n->b) : mutate_text(m, &y, n->b));
  m->meant = false;
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// `u.at[1:-1].add(d)` for `u + d`, the change of the inner points.
void mutate_inner_points(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  dbx_buf x = {0}, y = {0};
  bool sum = n->op == DBX_OP_Add || n->op == DBX_OP_Sub;
  if (!sum || d->code != DBX_E301 || !are_operands(m, n->a, n->b)) return;
  const char *first = d->operands[0].type, *second = d->operands[1].type;
  const char *at = edit_rank(first) > 1 ? "1:-1, 1:-1" : "1:-1";
  if (is_around(first, second) && n->op == DBX_OP_Add)
    mutate_add(m, n->span, 0, true, "%s.at[%s].add(%s)", mutate_term(m, &x, n->a), at,
               mutate_text(m, &y, n->b));
  else if (is_around(first, second))
    mutate_add(m, n->span, 0, true, "%s.at[%s].add(-%s)", mutate_term(m, &x, n->a), at,
               mutate_term(m, &y, n->b));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// `x @ a @ x` of each row of x.
void mutate_form_of_rows(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  dbx_buf x = {0}, y = {0};
  bool form = n->op == DBX_OP_MatMult && n->a->kind == DBX_N_BinOp && n->a->op == DBX_OP_MatMult &&
              edit_same_text(m->site, n->a->a->span, n->b->span);
  if (form && d->code == DBX_E303 && d->n_operands == 2 && edit_rank(d->operands[1].type) == 2 &&
      edit_jnp())
    mutate_add(m, n->span, 0, true, "%s.sum((%s) * %s, axis=1)", edit_jnp(),
               mutate_text(m, &x, n->a), mutate_term(m, &y, n->b));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

static bool says_table(const char *name) {
  static const char *const words[] = {"grad", "gradient", "outer", "cov", "covariance"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const char *at = strstr(name, words[i]);
    if (at && (at == name || at[-1] == '_')) return true;
  }
  return false;
}

// `grad_w = outer(delta, x)` for `delta @ x`, two vectors of which none is as long as the other.
void mutate_named_table(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  dbx_buf x = {0}, y = {0};
  if (n->op != DBX_OP_MatMult || d->code != DBX_E303 || !are_operands(m, n->a, n->b)) return;
  const dbx_node *at = edit_statement_of(m->site, n->span);
  bool named = at && at->kind == DBX_N_Assign && at->a == n && at->l.at[0]->kind == DBX_N_Name &&
               says_table(dbx_sym_text(at->l.at[0]->name));
  dbx_buf said = {0};
  if (mutate_documentation(m, n, &said))
    named |= strstr(dbx_text(&said), "^T") || strstr(dbx_text(&said), "outer product");
  dbx_buf_free(&said);
  if (named && edit_rank(d->operands[0].type) == 1 && edit_rank(d->operands[1].type) == 1 &&
      edit_jnp())
    mutate_add(m, n->span, 0, true, "%s.outer(%s, %s)", edit_jnp(), mutate_text(m, &x, n->a),
               mutate_text(m, &y, n->b));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// ---- whole operands ----

// How many elements a table has; -1: that is not known, or it is a single row or column.
static int64_t elements_of(const char *type) {
  int64_t n = 1;
  for (uint32_t k = 0; k < edit_rank(type); k++) {
    int64_t length = edit_length_number(type, k);
    if (length < 2) return -1;
    n *= length;
  }
  return n;
}

// A table whose elements are as many as the other operand of a product needs.
static void as_vector(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  const char *own = d->operands[m->operand - 1].type, *other = d->operands[2 - m->operand].type;
  uint32_t rank = edit_rank(other);
  dbx_buf b = {0};
  if (d->code != DBX_E303 || edit_rank(own) < 2 || !rank) return;
  int64_t needed = edit_length_number(other, m->operand == 2 ? rank - 1 : rank > 1 ? rank - 2 : 0);
  if (needed > 1 && elements_of(own) == needed)
    mutate_add(m, n->span, 0, true, "%s.ravel()", mutate_term(m, &b, n));
  dbx_buf_free(&b);
}

static bool is_difference(const dbx_node *n) {
  if (!n) return false;
  bool parts = n->kind == DBX_N_BinOp && n->op == DBX_OP_Sub && n->a->kind == DBX_N_Subscript &&
               n->b->kind == DBX_N_Subscript;
  return (parts && n->a->b->kind == DBX_N_Slice && n->b->b->kind == DBX_N_Slice) ||
         (n->kind == DBX_N_Call && !strcmp(edit_callee(n), "diff"));
}

// The differences of what stands beside differences.
static void as_differences(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  dbx_span beside = d->operands[2 - m->operand].span;
  dbx_buf b = {0};
  bool vectors = d->code == DBX_E301 && edit_rank(d->operands[0].type) == 1 &&
                 edit_rank(d->operands[1].type) == 1 && mutate_is_longer(m, 1);
  if (vectors && edit_jnp() && edit_is_here(m->site, beside) &&
      is_difference(edit_made_by(m->site, beside)))
    mutate_add(m, n->span, 0, true, "%s.diff(%s)", edit_jnp(), mutate_text(m, &b, n));
  dbx_buf_free(&b);
}

void mutate_beside(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  bool here = m->operand && m->operand <= 2 && d->n_operands == 2 &&
              n->span.begin == d->operands[m->operand - 1].span.begin && !m->distance;
  if (here) as_vector(m, n), as_differences(m, n);
}
