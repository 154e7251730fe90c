// Mutations of calls: axes, the order of arguments, modes, what is joined (see mutate.h).
#include "debug/offers/mutate.h"

#include <string.h>

static const char *const reductions[] = {"sum",    "mean", "max",    "min",       "prod",
                                         "std",    "var",  "any",    "all",       "argmax",
                                         "argmin", "norm", "median", "logsumexp", "average"};

static bool is_method(const dbx_node *n) { // x.sum(1), not jnp.sum(x, 1)
  const char *jnp = edit_jnp();
  if (n->a->kind != DBX_N_Attribute) return false;
  const dbx_node *of = n->a->a;
  return !(of->kind == DBX_N_Name && jnp && !strcmp(dbx_sym_text(of->name), jnp)) &&
         of->kind != DBX_N_Attribute;
}

static const dbx_node *axis_of(const dbx_node *n) {
  const dbx_node *k = edit_keyword(n, "axis");
  if (k) return k->a;
  uint32_t at = is_method(n) ? 0 : 1;
  return EDIT_CALLS(n, reductions) && at < n->l.n ? n->l.at[at] : NULL;
}

// The axis of a reduction by what the text of the function, or its name, says it gives: one for
// each column, or one for each row; -1: nothing.
static int spoken_axis(const mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  const dbx_node *f = edit_function_of(m->site, n->span);
  bool text = EDIT_CALLS(n, reductions) &&
              (mutate_documentation(m, n, &b) || (f && f->kind == DBX_N_FunctionDef));
  if (text && f && f->kind == DBX_N_FunctionDef && !b.n) dbx_put(&b, dbx_sym_text(f->name));
  bool column = text && strstr(dbx_text(&b), "column"), row = text && strstr(dbx_text(&b), "ow");
  dbx_buf_free(&b);
  return column == row ? -1 : row;
}

static bool is_axis_among(const dbx_node *axes, int64_t axis) {
  for (uint32_t i = 0; i < axes->l.n; i++)
    if (axes->l.at[i]->value->i == axis) return true;
  return false;
}

// As many of the first four axes as are given, in their order: `(0, 1, 2)` for `(1, 2, 3)`. What
// is left of all but one is probably the last one, which the result meets.
static void other_axes(mutating *m, const dbx_node *axes) {
  enum { AXES = 4 };
  int64_t most = 0;
  for (uint32_t i = 0; i < axes->l.n; i++) {
    if (!edit_is_int(axes->l.at[i])) return;
    if (axes->l.at[i]->value->i > most) most = axes->l.at[i]->value->i;
  }
  for (unsigned set = 1; set < 1u << AXES; set++) {
    dbx_buf b = {0};
    int kept = 0;
    if ((uint32_t)__builtin_popcount(set) != axes->l.n) continue;
    for (int k = 0; k < AXES; k++) {
      if (set >> k & 1) dbx_printf(&b, "%s%d", b.n ? ", " : "", k);
      kept += (set >> k & 1) && is_axis_among(axes, k);
    }
    bool last = most == (int64_t)axes->l.n && set == (1u << most) - 1 && axes->l.n > 1;
    mutate_add(m, axes->span, last ? -2 : (int)axes->l.n - kept, last,
               axes->l.n == 1 ? "(%s,)" : "(%s)", dbx_text(&b));
    dbx_buf_free(&b);
  }
}

// `axis=(0, 1)` for `axis=2` of three: one for each along it, which the text may say.
static void all_other_axes(mutating *m, const dbx_node *n, const dbx_node *axis) {
  static const char *const words[] = {"each channel",   "per channel",   "channel mean",
                                      "colour channel", "color channel", "each feature",
                                      "per feature"};
  static const char *const others[] = {"(1, 2)", "(0, 2)", "(0, 1)"};
  const dbx_diag *d = m->site->diag;
  bool three = d->n_operands == 2 && edit_is_int(axis) && axis->value->i >= 0 &&
               axis->value->i < 3 &&
               (edit_rank(d->operands[0].type) == 3 || edit_rank(d->operands[1].type) == 3);
  if (!three) return;
  m->meant = axis->value->i == 2 && MUTATE_SAYS(m, n, words);
  mutate_add(m, axis->span, m->meant ? -2 : 1, m->meant, "%s", others[axis->value->i]);
  m->meant = false;
}

void mutate_axis(mutating *m, const dbx_node *n) {
  static const char *const axes[] = {"0", "1", "-1", "2"};
  const dbx_node *axis = axis_of(n);
  bool number = axis && (edit_is_int(axis) || axis->kind == DBX_N_UnaryOp);
  bool sums = EDIT_CALLS(n, reductions) && mutate_are_vectors(m->site->diag);
  if (axis && axis->kind == DBX_N_Tuple && EDIT_CALLS(n, reductions)) other_axes(m, axis);
  if (axis && EDIT_CALLS(n, reductions)) all_other_axes(m, n, axis);
  for (int i = 0, spoken = spoken_axis(m, n); number && i < 4; i++)
    mutate_add(m, axis->span, i, i == spoken || sums, "%s", axes[i]);
}

void mutate_keep_dims(mutating *m, const dbx_node *n) {
  if (!EDIT_CALLS(n, reductions) || !axis_of(n) || edit_keyword(n, "keepdims")) return;
  if (!strncmp(edit_callee(n), "arg", 3)) return;
  uint32_t end = n->span.end - 1;
  mutate_add(m, edit_place(m->site, end, end), 0, false, ", keepdims=True");
}

void mutate_drop_keyword(mutating *m, const dbx_node *n) {
  const dbx_node *k = edit_keyword(n, "keepdims");
  uint32_t from = n->l.n ? n->l.at[n->l.n - 1]->span.end : 0;
  if (!k) k = EDIT_CALLS(n, reductions) ? edit_keyword(n, "axis") : NULL;
  for (uint32_t i = 0; k && i < n->more->m.n && n->more->m.at[i] != k; i++)
    from = n->more->m.at[i]->span.end;
  bool alone = k && !from;
  if (alone) from = k->span.begin;
  if (k)
    mutate_add(m, edit_place(m->site, from, k->span.end),
               !strcmp(dbx_sym_text(k->name), "axis") ? 6 : 0, false, "%s", "");
}

// ---- the order of arguments ----

static bool agrees(const dbx_node *f, uint32_t k, uint32_t lead, const dbx_node *argument) {
  if (k + lead >= f->a->more->m.n || argument->kind != DBX_N_Name) return false;
  return f->a->more->m.at[k + lead]->name == argument->name;
}

// The function of the program that is called, NULL: none; *lead: see mutate_lead.
static const dbx_node *called(const mutating *m, const dbx_node *n, uint32_t *lead) {
  bool named = n->a->kind == DBX_N_Name || n->a->kind == DBX_N_Attribute;
  const dbx_node *f = named ? edit_function_named(m->site, n->a->name) : NULL;
  *lead = f ? mutate_lead(m->site, n, f) : UINT32_MAX;
  return *lead == UINT32_MAX ? NULL : f;
}

// All arguments at once, where they have the names of the parameters in another order.
static void in_order_of_parameters(mutating *m, const dbx_node *n) {
  uint32_t lead, same = 0;
  const dbx_node *f = n->l.n > 2 ? called(m, n, &lead) : NULL;
  dbx_buf b = {0};
  for (uint32_t k = 0; f && k < n->l.n; k++) {
    bool found = false;
    for (uint32_t i = 0; i < n->l.n && !found; i++) found = agrees(f, k, lead, n->l.at[i]);
    if (!found) return dbx_buf_free(&b);
    same += agrees(f, k, lead, n->l.at[k]);
    dbx_printf(&b, "%s%s", k ? ", " : "", dbx_sym_text(f->a->more->m.at[k + lead]->name));
  }
  if (f && same < n->l.n) {
    m->meant = true;
    mutate_add(m, edit_place(m->site, n->l.at[0]->span.begin, n->l.at[n->l.n - 1]->span.end), -8,
               true, "%s", dbx_text(&b));
    m->meant = false;
  }
  dbx_buf_free(&b);
}

// How many more arguments have the names of their parameters if two are exchanged.
static int agreement(const mutating *m, const dbx_node *n, uint32_t i, uint32_t k) {
  uint32_t lead;
  const dbx_node *f = called(m, n, &lead);
  if (!f) return 0;
  const dbx_node *x = n->l.at[i], *y = n->l.at[k];
  return agrees(f, i, lead, y) + agrees(f, k, lead, x) - agrees(f, i, lead, x) -
         agrees(f, k, lead, y);
}

// Bounds of loops, shapes and what is chosen between have an order of their own.
static bool is_in_order(const edit_site *s, const dbx_node *n) {
  static const char *const names[] = {"cond", "scan",  "switch", "range",  "arange", "where",
                                      "vmap", "array", "full",   "append", "eye"};
  bool own = n->a->kind == DBX_N_Name && edit_function_named(s, n->a->name);
  return EDIT_CALLS(n, names) || n->a->kind == DBX_N_Call ||
         (!own && dbx_ends_in(edit_callee(n), "_loop"));
}

// Three arguments, of which the last is meant first, or the first last.
static void rotated(mutating *m, const dbx_node *n) {
  static const int orders[][3] = {{2, 0, 1}, {1, 2, 0}};
  dbx_buf b[3] = {0};
  for (int i = 0; i < 3; i++) mutate_text(m, &b[i], n->l.at[i]);
  for (int k = 0; k < 2; k++)
    mutate_add(m, edit_place(m->site, n->l.at[0]->span.begin, n->l.at[2]->span.end), 3 + k, false,
               "%s, %s, %s", dbx_text(&b[orders[k][0]]), dbx_text(&b[orders[k][1]]),
               dbx_text(&b[orders[k][2]]));
  for (int i = 0; i < 3; i++) dbx_buf_free(&b[i]);
}

static bool are_starred(const dbx_node *n) {
  for (uint32_t i = 0; i < n->l.n; i++)
    if (n->l.at[i]->kind == DBX_N_Starred) return true;
  return false;
}

// ---- calls that follow one another ----

typedef struct chain {
  const edit_site *s;
  const dbx_node *call;
  bool found;
} chain;

static void see_former(void *ctx, const dbx_node *n) {
  chain *c = ctx;
  if (n->kind != DBX_N_Call || n->l.n != 2 || n->span.begin >= c->call->span.begin) return;
  bool same = edit_same_text(c->s, n->a->span, c->call->a->span) && edit_is_int(n->l.at[1]);
  c->found |= same && n->l.at[1]->value->i == c->call->l.at[1]->value->i;
}

// `layer(3, 2)` for `layer(2, 3)` behind `layer(4, 3)`: it begins with what the former ends with.
static void as_chain(mutating *m, const dbx_node *n) {
  bool two = n->l.n == 2 && edit_is_int(n->l.at[0]) && edit_is_int(n->l.at[1]);
  const dbx_node *f = two ? edit_function_of(m->site, n->span) : NULL;
  chain c = {m->site, n, false};
  if (!two || n->a->kind != DBX_N_Name || !edit_function_named(m->site, n->a->name)) return;
  edit_walk(f ? f : m->site->root, see_former, &c);
  m->meant = c.found;
  if (c.found) mutate_swap(m, n->l.at[0], n->l.at[1], -16, true); // what two numbers cost more
  m->meant = false;
}

// Arguments that have the names of the parameters in another order, whatever the error is.
void mutate_named_arguments(mutating *m, const dbx_node *n) {
  if (is_in_order(m->site, n) || are_starred(n)) return;
  in_order_of_parameters(m, n);
  m->meant = true;
  for (uint32_t i = 0; i < n->l.n; i++)
    for (uint32_t k = i + 1; k < n->l.n; k++)
      if (agreement(m, n, i, k) == 2) mutate_swap(m, n->l.at[i], n->l.at[k], -8, true);
  m->meant = false;
}

void mutate_arguments(mutating *m, const dbx_node *n) {
  if (is_in_order(m->site, n)) return;
  in_order_of_parameters(m, n);
  as_chain(m, n);
  if (n->l.n == 3 && !are_starred(n)) rotated(m, n);
  for (uint32_t i = 0; i < n->l.n; i++)
    for (uint32_t k = i + 1; k < n->l.n; k++) {
      int more = agreement(m, n, i, k);
      bool near = k == i + 1 && n->l.n <= 4;
      if (n->l.at[i]->kind == DBX_N_Starred || n->l.at[k]->kind == DBX_N_Starred) continue;
      if (more > 0 || (near && !more))
        mutate_swap(m, n->l.at[i], n->l.at[k], (n->l.n > 2 ? 3 : 0) - 4 * more, more > 0);
    }
}

void mutate_transposed_argument(mutating *m, const dbx_node *n) {
  static const char *const products[] = {"dot", "matmul", "solve", "einsum", "tensordot"};
  dbx_buf b = {0};
  for (uint32_t i = 0; EDIT_CALLS(n, products) && i < n->l.n; i++)
    if (edit_is_term(m->site, n->l.at[i]->span) && n->l.at[i]->kind != DBX_N_Constant)
      mutate_add(m, n->l.at[i]->span, 0, false, "%s.T", mutate_text(m, &b, n->l.at[i]));
  dbx_buf_free(&b);
}

// ---- modes, axes, and what is joined ----

// What a filter that looks back gives: as much as it was given.
static void up_to_first(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  bool part = m->site->text[n->span.end] == '[';
  if (!part && n->l.at[0]->kind == DBX_N_Name)
    mutate_add(m, edit_place(m->site, n->span.end, n->span.end), 1, true, "[:%s.shape[0]]",
               mutate_text(m, &b, n->l.at[0]));
  dbx_buf_free(&b);
}

void mutate_same_mode(mutating *m, const dbx_node *n) {
  static const char *const filters[] = {"convolve", "correlate"};
  const dbx_node *mode = edit_keyword(n, "mode");
  uint32_t end = n->span.end - 1;
  if (!EDIT_CALLS(n, filters)) return;
  if (mode) mutate_add(m, mode->a->span, 0, true, "\"same\"");
  else if (n->l.n == 2) {
    mutate_add(m, edit_place(m->site, end, end), 0, true, ", mode=\"same\"");
    up_to_first(m, n);
  }
}

static bool makes_array(const dbx_node *n) {
  static const char *const makers[] = {"ones", "zeros", "full", "empty"};
  return EDIT_CALLS(n, makers) && n->l.n;
}

typedef struct targets {
  mutating *m;
  const dbx_node *name;
} targets;

static bool is_among(const dbx_node *tuple, dbx_sym name) {
  for (uint32_t i = 0; i < tuple->l.n; i++)
    if (tuple->l.at[i]->kind == DBX_N_Name && tuple->l.at[i]->name == name) return true;
  return false;
}

static void see_target(void *ctx, const dbx_node *n) {
  targets *t = ctx;
  if (n->kind != DBX_N_Tuple || n->ctx != DBX_STORE || !is_among(n, t->name->name)) return;
  for (uint32_t i = 0; i < n->l.n; i++)
    if (n->l.at[i]->kind == DBX_N_Name && n->l.at[i]->name != t->name->name)
      mutate_add(t->m, t->name->span, (int)i, true, "%s", dbx_sym_text(n->l.at[i]->name));
}

// `n_out` for `n_in` of `for n_in, n_out in ...`, which give lengths both.
static void of_same_target(mutating *m, const dbx_node *name) {
  const dbx_node *f = edit_function_of(m->site, name->span);
  edit_walk(f ? f : m->site->root, see_target, &(targets){m, name});
}

static void other_length(void *ctx, const dbx_node *n) {
  static const char *const axes[] = {"0", "1"};
  mutating *m = ctx;
  bool name = n->kind == DBX_N_Name && n->ctx == DBX_LOAD && mutate_is_length(m->site, n, 0);
  bool axis = n->kind == DBX_N_Subscript && n->a->kind == DBX_N_Attribute &&
              !strcmp(dbx_sym_text(n->a->name), "shape");
  if (name) mutate_names_for(m, n, true, 4, true);
  else if (n->kind == DBX_N_Name && n->ctx == DBX_LOAD) of_same_target(m, n);
  if (axis) mutate_names_for(m, n, true, 3, true);
  for (int i = 0; axis && i < 2; i++) mutate_add(m, n->b->span, 1 + i, true, "%s", axes[i]);
}

// Beside another operand, or carried: what is joined or multiplied may have lengths of its own.
void mutate_constant_shape(mutating *m, const dbx_node *n) {
  dbx_code code = m->site->diag->code;
  bool fits = code == DBX_E301 || code == DBX_E310 || code == DBX_E503 || code == DBX_E504;
  static const char *const repeats[] = {"tile", "repeat"};
  if (makes_array(n) && fits) edit_walk(n->l.at[0], other_length, m);
  if (EDIT_CALLS(n, repeats) && n->l.n > 1 && fits) edit_walk(n->l.at[1], other_length, m);
  bool own = n->a->kind == DBX_N_Name && edit_function_named(m->site, n->a->name);
  if (own && n->l.n == 1 && n->l.at[0]->kind == DBX_N_Name && fits) other_length(m, n->l.at[0]);
}

void mutate_one_more_axis(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  const dbx_node *shape = makes_array(n) ? n->l.at[0] : NULL;
  bool whole = shape && shape->kind != DBX_N_Tuple && shape->kind != DBX_N_List;
  if (whole && shape->kind != DBX_N_Attribute && m->site->diag->code == DBX_E304) {
    mutate_text(m, &b, shape);
    mutate_add(m, shape->span, 0, false, "(%s, 1)", dbx_text(&b));
    mutate_add(m, shape->span, 1, false, "(1, %s)", dbx_text(&b));
  }
  dbx_buf_free(&b);
}

void mutate_joining(mutating *m, const dbx_node *n) {
  static const char *const names[] = {"stack", "concatenate", "vstack", "hstack", "column_stack"};
  if (!EDIT_CALLS(n, names) || n->a->kind != DBX_N_Attribute) return;
  uint32_t length = (uint32_t)strlen(edit_callee(n));
  for (int i = 0; i < 5; i++)
    mutate_add(m, edit_place(m->site, n->a->span.end - length, n->a->span.end), i, false, "%s",
               names[i]);
}

// ---- a carry that grows beside a loop's index ----

// The single value that is joined to the carry: x of `x`, `[x]`, `jnp.array([x])`, `x[None]`.
static const dbx_node *single(const dbx_node *n) {
  static const char *const makers[] = {"array", "asarray", "atleast_1d"};
  while (n) {
    if (EDIT_CALLS(n, makers) && n->l.n) n = n->l.at[0];
    else if (n->kind == DBX_N_List && n->l.n == 1) n = n->l.at[0];
    else if (n->kind == DBX_N_Subscript && edit_is_none(n->b)) n = n->a;
    else return n;
  }
  return NULL;
}

// `jnp.zeros([n])` before a loop of n trips.
static bool is_as_long(const mutating *m, const dbx_node *loop, const dbx_node *shape) {
  bool several = mutate_is_display(shape);
  if (several && !shape->l.n) return false;
  const dbx_node *length = several ? shape->l.at[0] : shape;
  return loop->l.n > 1 && edit_same_text(m->site, loop->l.at[1]->span, length->span);
}

static bool is_parameter(const dbx_node *f, const dbx_node *n) {
  return n->kind == DBX_N_Name && edit_takes(f, n->name);
}

// The array that a carry is at first, with a length that is no number.
static const dbx_node *first_array(const mutating *m, const dbx_node *name, int depth) {
  mutate_nodes values = {0};
  const dbx_node *found = NULL;
  if (name->kind != DBX_N_Name || !depth) return NULL;
  mutate_values(m->site, name, &values);
  for (uint32_t i = 0; i < values.n && !found; i++) {
    const dbx_node *n = values.at[i];
    if (makes_array(n) && n->l.at[0]->kind != DBX_N_Constant) found = n;
    else found = first_array(m, n, depth - 1);
  }
  dbx_vec_free(&values);
  return found;
}

// `jnp.append(carry, x)`, where the carry has its full length from the start: `carry.at[i].set(x)`.
void mutate_growing(mutating *m, const dbx_node *n) {
  static const char *const joins[] = {"append", "concatenate", "vstack", "hstack"};
  const dbx_node *f = edit_function_of(m->site, n->span), *loop = f ? edit_loop(m->site, f) : NULL;
  bool list = n->l.n && mutate_is_display(n->l.at[0]);
  const dbx_nodes *parts = list ? &n->l.at[0]->l : &n->l;
  dbx_code code = m->site->diag->code;
  if (code != DBX_E503 && code != DBX_E504) return;
  if (!EDIT_CALLS(n, joins) || !loop || !dbx_ends_in(edit_callee(loop), "for_loop")) return;
  if (parts->n != 2 || !f->a->more->m.n || !is_parameter(f, parts->at[0])) return;
  const dbx_node *first = first_array(m, parts->at[0], 3);
  if (!first) return;
  dbx_buf carry = {0}, x = {0};
  m->meant = is_as_long(m, loop, first->l.at[0]);
  mutate_add(m, n->span, 0, true, "%s.at[%s].set(%s)", mutate_text(m, &carry, parts->at[0]),
             dbx_sym_text(f->a->more->m.at[0]->name), mutate_text(m, &x, single(parts->at[1])));
  m->meant = false;
  dbx_buf_free(&carry), dbx_buf_free(&x);
}

// ---- as long as another array ----

void mutate_like_other(mutating *m, const dbx_node *n) {
  const char *callee = edit_callee(n);
  bool like = !strcmp(callee, "len") || dbx_ends_in(callee, "_like");
  if (!like || !n->l.n || n->l.at[0]->kind != DBX_N_Name) return;
  mutate_other_arrays(m, n->l.at[0]);
}
