// Edits of calls that are written as another library has them, or whose arguments stand in another
// order (see edits.h).
#include "debug/edits/edits.h"

#include <stdlib.h>
#include <string.h>

// ---- arrays that are put together: a list of them ----

// `jnp.concatenate(a, b)`: of [a, b].
static void as_list(edit_site *s, const dbx_node *n) {
  static const char *const names[] = {"concatenate", "stack",        "hstack",
                                      "vstack",      "column_stack", "dstack"};
  if (!EDIT_CALLS(n, names) || n->l.n < 2) return;
  const dbx_node *first = n->l.at[0], *last = n->l.at[n->l.n - 1];
  if (first->kind == DBX_N_List || first->kind == DBX_N_Tuple) return;
  dbx_buf b = {0};
  dbx_span all = edit_place(s, first->span.begin, last->span.end);
  edit_put_source(s, &b, all);
  edit_addf(s, all, "[%s]", dbx_text(&b));
  dbx_buf_free(&b);
}

// ---- the greatest of one array, the greater of two ----

static void of_one_or_two(edit_site *s, const dbx_node *n) {
  static const char *const pairs[][2] = {{"max", "maximum"}, {"min", "minimum"}};
  if (n->a->kind != DBX_N_Attribute) return;
  dbx_buf b = {0};
  for (int i = 0; i < 2; i++) {
    bool two = !strcmp(edit_callee(n), pairs[i][0]) && n->l.n == 2,
         one = !strcmp(edit_callee(n), pairs[i][1]) && n->l.n == 1;
    edit_source(s, &b, n->a->a);
    if (one || two) edit_addf(s, n->a->span, "%s.%s", dbx_text(&b), pairs[i][two]);
  }
  dbx_buf_free(&b);
}

// ---- keywords of other libraries ----

static void usual_keyword(edit_site *s, const dbx_node *n) {
  static const char *const pairs[][2] = {
      {"dim", "axis"},   {"keepdim", "keepdims"},  {"axes", "axis"},
      {"size", "shape"}, {"type", "dtype"},        {"dims", "axis"},
      {"dim0", "axis1"}, {"start_index", "start"}, {"keep_dims", "keepdims"}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const dbx_node *k = edit_keyword(n, pairs[i][0]);
    uint32_t length = (uint32_t)strlen(pairs[i][0]);
    if (k) edit_add(s, edit_place(s, k->span.begin, k->span.begin + length), pairs[i][1], NULL);
  }
}

// ---- loops of jax: functions and values in their places ----

static bool is_function(const edit_site *s, const dbx_node *n) {
  return n->kind == DBX_N_Lambda ||
         (n->kind == DBX_N_Name && edit_function_named(s, n->name) != NULL);
}

static void exchange(edit_site *s, const dbx_node *a, const dbx_node *b) {
  dbx_buf x = {0}, y = {0};
  edit_pieces p = {0};
  edit_piece(&p, a->span, edit_source(s, &y, b)), edit_piece(&p, b->span, edit_source(s, &x, a));
  edit_add_pieces(s, &p, NULL);
  dbx_buf_free(&x), dbx_buf_free(&y);
}

void edits_of_loop_arguments(edit_site *s) {
  const dbx_node *n = edit_call(s);
  const char *callee = n ? edit_callee(n) : "";
  uint32_t body = dbx_ends_in(callee, "fori_loop")    ? 2
                  : dbx_ends_in(callee, "while_loop") ? 1
                  : dbx_ends_in(callee, "scan")       ? 0
                                                      : UINT32_MAX;
  if (body == UINT32_MAX || n->l.n < body + 2) return;
  for (uint32_t i = 0; i < n->l.n; i++)
    if (i > body && is_function(s, n->l.at[i]) && !is_function(s, n->l.at[body]))
      exchange(s, n->l.at[body], n->l.at[i]);
  if (body == 1 && is_function(s, n->l.at[0]) && is_function(s, n->l.at[1]))
    exchange(s, n->l.at[0], n->l.at[1]);
}

// `vmap(f)(xs, tables)` of a function that takes them the other way round.
void edits_of_mapped_arguments(edit_site *s) {
  const dbx_node *n = edit_call(s);
  bool mapped = n && n->a->kind == DBX_N_Call && dbx_ends_in(edit_callee(n->a), "vmap");
  if (mapped && n->l.n == 2) exchange(s, n->l.at[0], n->l.at[1]);
}

// `tokens @ table` of whole numbers: `table[tokens]`.
void edits_of_lookup(edit_site *s) {
  const dbx_node *n = edit_node(s);
  const dbx_involved *o = s->diag->operands;
  if (!n || n->kind != DBX_N_BinOp || s->diag->n_operands != 2) return;
  if (o[0].type[0] != 'i' || o[1].type[0] != 'f' || n->op != DBX_OP_MatMult) return;
  dbx_buf x = {0}, y = {0};
  edit_addf(s, n->span, edit_is_term(s, n->b->span) ? "%s[%s]" : "(%s)[%s]",
            edit_source(s, &y, n->b), edit_source(s, &x, n->a));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// `range(xs)` of an array: of as many as it has.
void edits_of_range(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_Call);
  dbx_buf b = {0};
  if (n && !strcmp(edit_callee(n), "range") && n->l.n == 1 && n->l.at[0]->kind == DBX_N_Name)
    edit_addf(s, n->l.at[0]->span, "%s.shape[0]", edit_source(s, &b, n->l.at[0]));
  dbx_buf_free(&b);
}

// `jnp.sum(x for x in xs)`: the sum of Python.
static void of_generator(edit_site *s, const dbx_node *n) {
  bool one = n->l.n == 1 && n->l.at[0]->kind == DBX_N_GeneratorExp;
  if (one && n->a->kind == DBX_N_Attribute) edit_add(s, n->a->span, edit_callee(n), NULL);
}

void edits_of_idioms(edit_site *s) {
  const dbx_node *n = edit_call(s);
  if (!n || s->file != s->diag->span.file) return;
  as_list(s, n), of_one_or_two(s, n), usual_keyword(s, n), of_generator(s, n);
  edits_of_loop_arguments(s);
}

// ---- loops of catalyst ----

// The parameters of the body, with those of the condition that have other names from the k-th on.
static void put_parameters(dbx_buf *b, const dbx_node *body, const dbx_node *test, uint32_t k) {
  const dbx_nodes *p = &body->a->more->m, *own = &test->a->more->m;
  uint32_t next = 0;
  for (uint32_t i = 0; i < p->n; i++) {
    while (next < own->n && edit_takes(body, own->at[next]->name)) next++;
    bool other = i >= k && next < own->n && !edit_takes(test, p->at[i]->name);
    dbx_printf(b, "%s%s", i ? ", " : "",
               dbx_sym_text(other ? own->at[next++]->name : p->at[i]->name));
  }
}

// A condition of fewer arguments than the loop carries: those of the body.
void edits_of_condition_arguments(edit_site *s) {
  const dbx_node *loop = edit_called_loop(s), *body = edit_called(s), *value = edit_called_value(s);
  const dbx_node *test =
      loop && loop->l.n && dbx_ends_in(edit_callee(loop), "while_loop") ? loop->l.at[0] : NULL;
  if (!body && value && value->l.n && value->l.at[0]->kind == DBX_N_Lambda) body = value->l.at[0];
  if (test && test->kind == DBX_N_Name) test = edit_definition(s, test->name, loop->span.begin);
  if (!body || !test || (test->kind != DBX_N_Lambda && test->kind != DBX_N_FunctionDef)) return;
  const dbx_nodes *own = &test->a->more->m;
  uint32_t want = body->a->more->m.n;
  bool named = own->n > 0;
  for (uint32_t i = 0; i < own->n; i++) named &= edit_takes(body, own->at[i]->name);
  for (uint32_t k = 0; own->n && own->n < want && k <= (named ? 0 : want - own->n); k++) {
    dbx_buf b = {0};
    put_parameters(&b, body, test, k);
    edit_add(s, edit_place(s, own->at[0]->span.begin, own->at[own->n - 1]->span.end), dbx_text(&b),
             NULL);
    dbx_buf_free(&b);
  }
}

// `@while_loop(k < n)` over k: `lambda k: k < n`.
void edits_of_bare_condition(edit_site *s) {
  const dbx_node *f = edit_decorated_here(s), *loop = edit_decorator(f, "while_loop");
  if (!loop || loop->kind != DBX_N_Call || !loop->l.n || s->file != s->diag->span.file) return;
  const dbx_node *test = loop->l.at[0];
  dbx_buf b = {0}, one = {0};
  if (test->kind == DBX_N_Lambda || test->kind == DBX_N_Name) return;
  for (uint32_t i = 0; i < f->a->more->m.n; i++)
    dbx_printf(&b, "%s%s", i ? ", " : "", dbx_sym_text(f->a->more->m.at[i]->name));
  edit_addf(s, test->span, "lambda %s: %s", dbx_text(&b), edit_source(s, &one, test));
  dbx_buf_free(&b), dbx_buf_free(&one);
}

// A loop that is called without the first value of one of its carries: zero.
void edits_of_missing_carry(edit_site *s) {
  static const char *const zeros[] = {"0.0", "0"};
  const dbx_node *n = edit_call(s), *f = edit_called(s), *loop = f ? edit_loop(s, f) : NULL;
  if (!n || !loop || s->file != s->diag->span.file) return;
  uint32_t want = f->a->more->m.n - dbx_ends_in(edit_callee(loop), "for_loop");
  if (n->l.n + 1 != want) return;
  uint32_t end = n->l.n ? n->l.at[n->l.n - 1]->span.end : n->span.end - 1;
  for (int i = 0; i < 2; i++)
    edit_addf(s, edit_place(s, end, end), "%s%s", n->l.n ? ", " : "", zeros[i]);
}

// ---- what a scan gives: the last state, and the rows ----

typedef struct outputs {
  edit_site *s;
  const dbx_node *name;
} outputs;

static void find_outputs(void *ctx, const dbx_node *n) {
  const outputs *o = ctx;
  edit_site *s = o->s;
  if (n->kind != DBX_N_Assign || n->l.n != 1 || n->l.at[0]->kind != DBX_N_Tuple) return;
  const dbx_nodes *t = &n->l.at[0]->l;
  if (t->n != 2 || n->a->kind != DBX_N_Call || !dbx_ends_in(edit_callee(n->a), "scan")) return;
  if (t->at[0]->kind != DBX_N_Name || t->at[1]->kind != DBX_N_Name) return;
  bool first = t->at[0]->name == o->name->name, second = t->at[1]->name == o->name->name;
  if (n->span.end > s->diag->span.begin || (!first && !second)) return;
  const char *x = dbx_sym_text(t->at[0]->name), *y = dbx_sym_text(t->at[1]->name);
  if (second) edit_addf(s, o->name->span, "%s[-1]", y);
  if (x[0] == '_' || y[0] == '_')
    edit_addf(s, edit_place(s, t->at[0]->span.begin, t->at[1]->span.end), "%s, %s", y, x);
}

// `states, _ = scan(...)` of which all states are meant, and the other way round.
void edits_of_outputs(edit_site *s) {
  for (uint32_t i = 0; i < s->diag->n_operands && i < 2; i++) {
    const dbx_node *n = edit_at(s, s->diag->operands[i].span);
    if (n && n->kind == DBX_N_Name) edit_walk(s->root, find_outputs, &(outputs){s, n});
  }
}

// ---- arguments in another order ----

static const dbx_node *argument_named(const dbx_node *call, const char *name) {
  for (uint32_t i = 0; i < call->l.n; i++)
    if (call->l.at[i]->kind == DBX_N_Name &&
        !strncmp(dbx_sym_text(call->l.at[i]->name), name, strlen(name)))
      return call->l.at[i];
  return NULL;
}

// Has an argument the name of the other one's parameter?
static bool is_crossed(const dbx_node *call, const dbx_node *f, uint32_t i, uint32_t k) {
  const dbx_nodes *p = &f->a->more->m;
  if (i >= p->n || k >= p->n) return false;
  return argument_named(call, dbx_sym_text(p->at[i]->name)) == call->l.at[k] ||
         argument_named(call, dbx_sym_text(p->at[k]->name)) == call->l.at[i];
}

// The calls that led here, of functions of the program: two arguments in each other's place, those
// whose names say so first; what a program is called with is seldom in another order.
void edits_of_swapped_arguments(edit_site *s, bool named) {
  const dbx_diag *d = s->diag;
  for (uint32_t at = 0; at < d->frames_n; at++) {
    const dbx_node *call = edit_at(s, d->frames[at].span), *f = NULL;
    if (call && call->kind == DBX_N_Call && call->a->kind == DBX_N_Name && call->l.n < 5)
      f = edit_function_named(s, call->a->name);
    for (uint32_t i = 0; f && i < call->l.n; i++)
      for (uint32_t k = i + 1; k < call->l.n; k++)
        if (named == is_crossed(call, f, i, k) && (named || edit_function_of(s, call->span)))
          exchange(s, call->l.at[i], call->l.at[k]);
  }
}
