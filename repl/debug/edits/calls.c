// Edits of what is called and is no function, and of functions that are not called (see edits.h).
#include "debug/edits/edits.h"

#include <stdlib.h>
#include <string.h>

// ---- parentheses and brackets ----

// `x.shape(0)` is `x.shape[0]`, `x.T()` is `x.T`.
static void brackets_for_parentheses(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_Call);
  dbx_buf f = {0}, i = {0};
  if (!n || n->more->m.n) return;
  edit_source(s, &f, n->a);
  if (n->l.n)
    edit_put_source(s, &i,
                    (dbx_span){s->file, n->l.at[0]->span.begin, n->l.at[n->l.n - 1]->span.end});
  if (n->l.n) edit_addf(s, n->span, "%s[%s]", dbx_text(&f), dbx_text(&i));
  else edit_add(s, n->span, dbx_text(&f), NULL);
  dbx_buf_free(&f), dbx_buf_free(&i);
}

// `jnp.ones[n]` is `jnp.ones(n)`.
static void parentheses_for_brackets(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_Subscript);
  dbx_buf f = {0}, i = {0};
  if (!n || n->b->kind == DBX_N_Slice) return;
  edit_source(s, &f, n->a), edit_source(s, &i, n->b);
  edit_addf(s, n->span, "%s(%s)", dbx_text(&f), dbx_text(&i));
  dbx_buf_free(&f), dbx_buf_free(&i);
}

// ---- functions that are not called ----

static bool is_function(const char *type) {
  return !strcmp(type, "function") || !strcmp(type, "builtin_function_or_method") ||
         !strcmp(type, "method");
}

// `x + scale`, of a function of one value: of the other one; of none: its result.
static void call_operand(edit_site *s) {
  const dbx_diag *d = s->diag;
  for (uint32_t i = 0; i < d->n_operands && i < 2; i++) {
    if (!is_function(d->operands[i].type) || d->operands[i].span.file != s->file) continue;
    dbx_buf f = {0}, x = {0};
    edit_put_source(s, &f, d->operands[i].span);
    if (d->n_operands > 1 && d->operands[1 - i].span.file == s->file)
      edit_put_source(s, &x, d->operands[1 - i].span);
    edit_addf(s, d->operands[i].span, "%s()", dbx_text(&f));
    if (x.n) edit_addf(s, d->operands[i].span, "%s(%s)", dbx_text(&f), dbx_text(&x));
    dbx_buf_free(&f), dbx_buf_free(&x);
  }
}

// The function that a traced function returns: its result, of the values that have the names of its
// parameters.
static void call_result(edit_site *s, const dbx_node *name) {
  const dbx_node *f =
      name->kind == DBX_N_Name ? edit_definition(s, name->name, name->span.begin) : NULL;
  const dbx_node *loop = f ? edit_loop(s, f) : NULL;
  dbx_buf b = {0};
  if (!f) return;
  uint32_t lead = loop && dbx_ends_in(edit_callee(loop), "for_loop");
  for (uint32_t i = lead; i < f->a->more->m.n; i++)
    dbx_printf(&b, "%s%s", i > lead ? ", " : "", dbx_sym_text(f->a->more->m.at[i]->name));
  edit_addf(s, name->span, "%s(%s)", dbx_sym_text(name->name), dbx_text(&b));
  dbx_buf_free(&b);
}

void edits_of_uncalled(edit_site *s) {
  const dbx_node *r = edit_around(s, DBX_N_Return);
  if (!r || !r->a || !edit_says(s, "is a function")) return;
  for (uint32_t i = 0; r->a->kind == DBX_N_Tuple && i < r->a->l.n; i++)
    call_result(s, r->a->l.at[i]);
  call_result(s, r->a);
}

// ---- functions of jax.numpy as methods ----

// `x.sqrt()` is `jnp.sqrt(x)`, if there is one; `x.length` is `x.shape[0]`.
void edits_of_methods(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_Attribute), *call = edit_around(s, DBX_N_Call);
  dbx_buf x = {0}, rest = {0};
  bool array = s->diag->n_operands && strchr(s->diag->operands[0].type, '[');
  if (!n || !edit_jnp() || !array || !edit_says(s, "has no attribute")) return;
  const char *name = dbx_sym_text(n->name);
  edit_source(s, &x, n->a);
  if (call && call->a == n) {
    for (uint32_t i = 0; i < call->l.n + call->more->m.n; i++) {
      const dbx_node *a = i < call->l.n ? call->l.at[i] : call->more->m.at[i - call->l.n];
      dbx_put(&rest, ", "), edit_put_source(s, &rest, a->span);
    }
    edit_addf(s, call->span, "%s.%s(%s%s)", edit_jnp(), name, dbx_text(&x), dbx_text(&rest));
  }
  bool length = !strcmp(name, "length") || !strcmp(name, "len");
  if (length)
    edit_addf(s, call && call->a == n ? call->span : n->span, "%s.shape[0]", dbx_text(&x));
  dbx_buf_free(&x), dbx_buf_free(&rest);
}

// ---- lists as static arguments ----

static void list_to_tuple(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  dbx_buf b = {0};
  if (n->kind != DBX_N_List || !n->l.n) return;
  edit_put_source(s, &b,
                  (dbx_span){s->file, n->l.at[0]->span.begin, n->l.at[n->l.n - 1]->span.end});
  edit_addf(s, n->span, n->l.n == 1 ? "(%s,)" : "(%s)", dbx_text(&b));
  dbx_buf_free(&b);
}

void edits_of_static(edit_site *s) {
  const dbx_node *n = edit_call(s);
  if (!n || !edit_says(s, "Non-hashable static arguments")) return;
  for (uint32_t i = 0; i < n->l.n; i++) {
    const dbx_node *made = edit_made_by(s, n->l.at[i]->span);
    if (made) list_to_tuple(s, made);
  }
}

// `len(n)` of a number: the number.
static void without_len(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_Call);
  dbx_buf b = {0};
  if (n && n->l.n == 1 && !strcmp(edit_callee(n), "len"))
    edit_add(s, n->span, edit_source(s, &b, n->l.at[0]), NULL);
  dbx_buf_free(&b);
}

void edits_of_calls(edit_site *s) {
  if (edit_says(s, "len()")) without_len(s);
  if (edit_says(s, "object is not callable")) brackets_for_parentheses(s);
  if (edit_says(s, "is not subscriptable")) parentheses_for_brackets(s);
  call_operand(s);
}

// ---- gradients of functions that give arrays ----

// `jax.grad(f)(x)`, `step = jax.grad(f)`: what is called with the function; NULL.
static const dbx_node *gradient_of(const edit_site *s) {
  const dbx_node *n = edit_call(s), *g = n;
  if (n && !dbx_ends_in(edit_callee(n), "grad"))
    g = n->a->kind == DBX_N_Call ? n->a : edit_made_by(s, n->a->span);
  bool found = g && g->kind == DBX_N_Call && dbx_ends_in(edit_callee(g), "grad") && g->l.n;
  return found ? g : NULL;
}

// The sum of what the function gives; the derivative of each of its results.
void edits_of_gradient(edit_site *s) {
  const dbx_node *g = gradient_of(s), *f = g ? g->l.at[0] : NULL;
  if (!f || !edit_says(s, "scalar-output") || !edit_jnp()) return;
  if (f->kind == DBX_N_Name) f = edit_function_named(s, f->name);
  const dbx_node *r = edit_result_of(f);
  dbx_buf b = {0};
  if (r && r->kind == DBX_N_Tuple && r->l.n) { // the value and what else is of interest
    edit_add(s, r->span, edit_source(s, &b, r->l.at[0]), NULL);
    edit_add(s, edit_place(s, g->span.end - 1, g->span.end - 1), ", has_aux=True", NULL);
  } else if (r && r->span.file == s->file) {
    edit_addf(s, r->span, "%s.sum(%s)", edit_jnp(), edit_source(s, &b, r));
    edit_addf(s, r->span, "%s.mean(%s)", edit_jnp(), dbx_text(&b));
  }
  dbx_buf_free(&b);
}

// ---- operands of conditionals ----

typedef struct given {
  const dbx_node *call;
  uint32_t missing;
  dbx_buf text;
} given;

static void find_operand(void *ctx, const dbx_node *n) {
  given *g = ctx;
  if (n->kind != DBX_N_Name || !g->missing) return;
  for (uint32_t i = 3; i < g->call->l.n; i++)
    if (g->call->l.at[i]->kind == DBX_N_Name && g->call->l.at[i]->name == n->name) return;
  dbx_printf(&g->text, ", %s", dbx_sym_text(n->name)), g->missing--;
}

// `lax.cond(x > y, f, g, x)` of branches of two arguments: y, which the choice is made by, too.
void edits_of_branch_operands(edit_site *s) {
  const dbx_node *n = edit_call(s);
  if (!n || strcmp(edit_callee(n), "cond") != 0 || n->l.n < 3) return;
  const dbx_node *f = n->l.at[1];
  if (f->kind == DBX_N_Name) f = edit_definition(s, f->name, n->span.begin);
  if (!f || (f->kind != DBX_N_Lambda && f->kind != DBX_N_FunctionDef)) return;
  uint32_t have = n->l.n - 3, want = f->a->more->m.n;
  given g = {.call = n, .missing = want > have ? want - have : 0};
  edit_walk(n->l.at[0], find_operand, &g);
  uint32_t end = n->l.at[n->l.n - 1]->span.end;
  if (g.text.n && !g.missing) edit_add(s, edit_place(s, end, end), dbx_text(&g.text), NULL);
  dbx_buf_free(&g.text);
}
