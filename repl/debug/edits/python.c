// Edits of Python's own control flow, assignments and modules on traced values (see edits.h).
#include "debug/edits/edits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---- Python's conditionals on traced values ----

static const dbx_node *only(const dbx_nodes *l, dbx_node_kind kind) {
  return l->n == 1 && l->at[0]->kind == kind ? l->at[0] : NULL;
}

static const dbx_node *next_statement(const edit_site *s, const dbx_node *n) {
  for (uint32_t i = s->depth; i-- > 0;) {
    dbx_children c = {.of = s->path[i]};
    const dbx_node *one;
    while ((one = dbx_next_child(&c)) && one != n) continue;
    if (!one) continue;
    uint32_t list = c.part;
    one = dbx_next_child(&c);
    return c.part == list ? one : NULL;
  }
  return NULL;
}

// A statement or, with an empty head, an expression. A statement can import what it needs.
static void put_where(edit_site *s, dbx_span span, const char *head, const dbx_node *test,
                      const char *yes, const char *no) {
  dbx_buf t = {0}, call = {0}, all = {0};
  bool array = s->diag->code == DBX_E208 && edit_jnp() && *head; // one choice for all elements
  bool equal = test->kind == DBX_N_Compare && test->more->ops && test->more->ops[0] == DBX_OP_Eq;
  edit_source(s, &t, test);
  if (array)
    edit_addf(s, span, "%s%s.where(%s.%s(%s), %s, %s)", head, edit_jnp(), edit_jnp(),
              equal ? "all" : "any", dbx_text(&t), yes, no);
  dbx_printf(&call, "%s%s.where(%s, %s, %s)", head, edit_jnp() ? edit_jnp() : "jnp",
             edit_source(s, &t, test), yes, no);
  if (!edit_jnp())
    dbx_printf(&all, "from jax import numpy as jnp\n%*s", (int)edit_indent(s, span.begin), "");
  dbx_put(&all, dbx_text(&call));
  if (edit_jnp() || *head) edit_add(s, span, dbx_text(&all), *head ? dbx_text(&call) : NULL);
  dbx_buf_free(&t), dbx_buf_free(&call), dbx_buf_free(&all);
}

static void if_to_where(edit_site *s, const dbx_node *n) {
  const dbx_node *yes = only(&n->l, DBX_N_Return), *no = only(&n->more->m, DBX_N_Return);
  const dbx_node *after = n->more->m.n ? NULL : next_statement(s, n);
  dbx_span span = n->span;
  dbx_buf b = {0}, y = {0}, head = {0};
  if (!no && after && after->kind == DBX_N_Return) no = after, span.end = after->span.end;
  if (yes && yes->a && no && no->a)
    put_where(s, span, "return ", n->a, edit_source(s, &y, yes->a), edit_source(s, &b, no->a));
  yes = only(&n->l, DBX_N_Assign), no = only(&n->more->m, DBX_N_Assign);
  if (yes && yes->l.n == 1 &&
      (!n->more->m.n || (no && edit_same_text(s, yes->l.at[0]->span, no->l.at[0]->span)))) {
    dbx_printf(&head, "%s = ", edit_source(s, &b, yes->l.at[0]));
    put_where(s, n->span, dbx_text(&head), n->a, edit_source(s, &y, yes->a),
              edit_source(s, &b, no ? no->a : yes->l.at[0]));
  }
  yes = n->more->m.n ? NULL : only(&n->l, DBX_N_AugAssign);
  if (yes) {
    dbx_printf(&head, "%s = ", edit_source(s, &b, yes->a));
    dbx_printf(&y, "%s %s ", dbx_text(&b), dbx_op_symbol((dbx_op)yes->op));
    edit_put_source(s, &y, yes->b->span);
    put_where(s, n->span, dbx_text(&head), n->a, dbx_text(&y), dbx_text(&b));
  }
  dbx_buf_free(&b), dbx_buf_free(&y), dbx_buf_free(&head);
}

static void logical(edit_site *s, const dbx_node *n) {
  const char *fn = n->op == DBX_OP_And ? "logical_and" : "logical_or";
  dbx_buf b = {0}, part = {0};
  edit_source(s, &b, n->l.at[0]);
  for (uint32_t i = 1; edit_jnp() && i < n->l.n; i++) {
    dbx_buf both = {0};
    dbx_printf(&both, "%s.%s(%s, %s)", edit_jnp(), fn, dbx_text(&b),
               edit_source(s, &part, n->l.at[i]));
    dbx_buf_free(&b);
    b = both;
  }
  if (edit_jnp()) edit_add(s, n->span, dbx_text(&b), NULL);
  for (uint32_t i = 0; i < n->l.n; i++) {
    if (!i) dbx_clear(&b);
    dbx_printf(&b, "%s(%s)",
               !i                    ? ""
               : n->op == DBX_OP_And ? " & "
                                     : " | ",
               edit_source(s, &part, n->l.at[i]));
  }
  edit_add(s, n->span, dbx_text(&b), NULL);
  dbx_buf_free(&b), dbx_buf_free(&part);
}

// `0 < a < b`
static void chained(edit_site *s, const dbx_node *n) {
  dbx_buf l = {0}, m = {0}, r = {0};
  if (n->l.n != 2) return;
  edit_source(s, &l, n->a), edit_source(s, &m, n->l.at[0]), edit_source(s, &r, n->l.at[1]);
  edit_addf(s, n->span, "(%s %s %s) & (%s %s %s)", dbx_text(&l),
            dbx_op_symbol((dbx_op)n->more->ops[0]), dbx_text(&m), dbx_text(&m),
            dbx_op_symbol((dbx_op)n->more->ops[1]), dbx_text(&r));
  dbx_buf_free(&l), dbx_buf_free(&m), dbx_buf_free(&r);
}

static void builtin_to_jnp(edit_site *s, const dbx_node *n) {
  static const char *const pairs[][2] = {{"max", "maximum"}, {"min", "minimum"}, {"any", "any"},
                                         {"all", "all"},     {"sum", "sum"},     {"abs", "abs"}};
  assert(n->a);
  if (!edit_jnp() || n->a->kind != DBX_N_Name) return;
  static const char *const of_one[][2] = {{"max", "max"}, {"min", "min"}, {"sorted", "sort"}};
  for (size_t i = 0; n->l.n == 1 && i < sizeof of_one / sizeof *of_one; i++)
    if (!strcmp(edit_callee(n), of_one[i][0]))
      edit_addf(s, n->a->span, "%s.%s", edit_jnp(), of_one[i][1]);
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (!strcmp(edit_callee(n), pairs[i][0]))
      edit_addf(s, n->a->span, "%s.%s", edit_jnp(), pairs[i][1]);
  if (!strcmp(edit_callee(n), "bool") && n->l.n == 1) {
    dbx_buf b = {0};
    edit_add(s, n->span, edit_source(s, &b, n->l.at[0]), NULL);
    dbx_buf_free(&b);
  }
}

// ---- Python's loops on traced values ----

typedef struct name_list {
  dbx_sym at[16];
  uint32_t n;
} name_list;

static void add_target(name_list *l, const dbx_node *t) {
  if (t->kind != DBX_N_Name || l->n == 16) return;
  for (uint32_t i = 0; i < l->n; i++)
    if (l->at[i] == t->name) return;
  l->at[l->n++] = t->name;
}

static void assigned(void *ctx, const dbx_node *n) {
  if (n->kind == DBX_N_Assign)
    for (uint32_t i = 0; i < n->l.n; i++) add_target(ctx, n->l.at[i]);
  if (n->kind == DBX_N_AugAssign || n->kind == DBX_N_AnnAssign) add_target(ctx, n->a);
}

static void put_names(dbx_buf *b, const name_list *l) {
  for (uint32_t i = 0; i < l->n; i++) dbx_printf(b, "%s%s", i ? ", " : "", dbx_sym_text(l->at[i]));
}

static bool leaves(const dbx_nodes *body) { // what a function cannot do for a loop
  for (uint32_t i = 0; i < body->n; i++) {
    dbx_node_kind k = (dbx_node_kind)body->at[i]->kind;
    if (k == DBX_N_Return || k == DBX_N_Break || k == DBX_N_Continue) return true;
  }
  return false;
}

// The loop as a decorated function; `head` is the decorator's arguments, `index` its first
// parameter.
static void loop_to_function(edit_site *s, const dbx_node *n, const char *fn, const char *head,
                             const char *index, const char *first) {
  name_list carries = {0};
  dbx_buf b = {0}, names = {0};
  uint32_t in = edit_indent(s, n->span.begin);
  for (uint32_t i = 0; i < n->l.n; i++) edit_walk(n->l.at[i], assigned, &carries);
  if (!carries.n || leaves(&n->l) || n->more->m.n) return;
  put_names(&names, &carries);
  dbx_printf(&b, "from catalyst import %s\n%*s@%s(", fn, (int)in, "", fn);
  if (*index) dbx_printf(&b, "%s)\n", head);
  else dbx_printf(&b, "lambda %s: %s)\n", dbx_text(&names), head);
  dbx_printf(&b, "%*sdef loop(%s%s%s):\n%s", (int)in, "", index, *index ? ", " : "",
             dbx_text(&names), first);
  uint32_t from = n->l.at[0]->span.begin, inner = edit_indent(s, from);
  dbx_printf(&b, "%*s", (int)inner, "");
  edit_put_source(s, &b, (dbx_span){s->file, from, n->l.at[n->l.n - 1]->span.end});
  dbx_printf(&b, "\n%*sreturn %s\n%*s%s = loop(%s)", (int)inner, "", dbx_text(&names), (int)in, "",
             dbx_text(&names), dbx_text(&names));
  if (inner > in) {
    dbx_buf text = {0};
    dbx_printf(&text, "@%s(...) with the body of the loop as a function", fn);
    edit_add(s, n->span, dbx_text(&b), dbx_text(&text));
    dbx_buf_free(&text);
  }
  dbx_buf_free(&b), dbx_buf_free(&names);
}

static void for_to_loop(edit_site *s, const dbx_node *n) {
  dbx_buf head = {0}, first = {0}, part = {0};
  const dbx_node *it = n->b;
  assert(n->a);
  if (n->a->kind != DBX_N_Name || !n->l.n) return;
  const char *index = dbx_sym_text(n->a->name);
  if (it->kind == DBX_N_Call && !strcmp(edit_callee(it), "range") && it->l.n) {
    for (uint32_t i = 0; i < 3; i++)
      dbx_printf(&head, "%s%s", i ? ", " : "",
                 it->l.n == 1  ? i == 0   ? "0"
                                 : i == 1 ? edit_source(s, &part, it->l.at[0])
                                          : "1"
                 : i < it->l.n ? edit_source(s, &part, it->l.at[i])
                               : "1");
    loop_to_function(s, n, "for_loop", dbx_text(&head), index, "");
  } else {
    edit_source(s, &part, it);
    dbx_printf(&head, "0, %s.shape[0], 1", dbx_text(&part));
    dbx_printf(&first, "%*s%s = %s[k]\n", (int)edit_indent(s, n->l.at[0]->span.begin), "", index,
               dbx_text(&part));
    loop_to_function(s, n, "for_loop", dbx_text(&head), "k", dbx_text(&first));
  }
  dbx_buf_free(&head), dbx_buf_free(&first), dbx_buf_free(&part);
}

// `int(x)` is `x.astype(int)`; jnp.where with one argument asks for places.
static void to_dtype(edit_site *s) {
  const dbx_node *n = edit_node(s);
  dbx_buf b = {0};
  if (!n || n->kind != DBX_N_Call || n->l.n != 1) return;
  const char *fn = edit_callee(n);
  edit_source(s, &b, n->l.at[0]);
  bool name = n->l.at[0]->kind == DBX_N_Name, type = n->a->kind == DBX_N_Name;
  type &= !strcmp(fn, "int") || !strcmp(fn, "float") || !strcmp(fn, "complex");
  if (type) edit_addf(s, n->span, name ? "%s.astype(%s)" : "(%s).astype(%s)", dbx_text(&b), fn);
  if (type) edit_add(s, n->span, dbx_text(&b), NULL);
  if (!strcmp(fn, "where") && edit_jnp())
    edit_addf(s, n->span, "%s.where(%s, 1, 0)", edit_jnp(), dbx_text(&b));
  dbx_buf_free(&b);
}

// `x.item()` and `x.tolist()` of a traced array: the array, of which the builtin around it is one
// of jax.numpy.
static void without_conversion(edit_site *s) {
  static const char *const names[] = {"item", "tolist", "numpy"};
  const dbx_node *n = edit_node(s), *around = NULL;
  if (!n || n->kind != DBX_N_Call || n->l.n || n->a->kind != DBX_N_Attribute) return;
  bool found = EDIT_CALLS(n, names);
  if (s->depth > 1) around = s->path[s->depth - 2];
  dbx_buf b = {0};
  edit_source(s, &b, n->a->a);
  bool builtin = around && around->kind == DBX_N_Call && around->a->kind == DBX_N_Name &&
                 around->l.n == 1 && around->l.at[0] == n && edit_jnp();
  if (found && builtin)
    edit_addf(s, around->span, "%s.%s(%s)", edit_jnp(), edit_callee(around), dbx_text(&b));
  if (found) edit_add(s, n->span, dbx_text(&b), NULL);
  dbx_buf_free(&b);
}

// Is a parameter what the place needs, or what a name there is computed from?
static bool is_needed(const edit_site *s, const dbx_node *n, dbx_sym parameter, int depth) {
  const dbx_node *one;
  bool found = edit_mentions(n, parameter);
  dbx_walk w = {.next = (dbx_node *)n};
  while (!found && depth && (one = dbx_walk_next(&w))) {
    const dbx_node *made = one->kind == DBX_N_Name ? edit_at(s, edit_making(s, one->span)) : NULL;
    found = made && made != n && is_needed(s, made, parameter, depth - 1);
  }
  dbx_walk_free(&w);
  return found;
}

// `@qjit` as `@qjit(static_argnums=1)`, `@jax.jit` as `@partial(jax.jit, static_argnums=1)`.
static void make_static(edit_site *s, const dbx_node *q, uint32_t k) {
  dbx_buf b = {0}, text = {0};
  edit_pieces p = {0};
  edit_source(s, &b, q);
  if (q->kind == DBX_N_Call && !edit_keyword(q, "static_argnums")) {
    edit_addf(s, edit_place(s, q->span.end - 1, q->span.end - 1), "%sstatic_argnums=%u",
              q->l.n + q->more->m.n ? ", " : "", k);
  } else if (q->kind != DBX_N_Call && dbx_ends_in(dbx_text(&b), "qjit")) {
    edit_addf(s, q->span, "%s(static_argnums=%u)", dbx_text(&b), k);
  } else if (q->kind != DBX_N_Call) {
    dbx_printf(&text, "partial(%s, static_argnums=%u)", dbx_text(&b), k);
    edit_piece(&p, q->span, dbx_text(&text));
    edit_add_importing(s, "from functools import partial", &p, dbx_text(&text));
  }
  dbx_buf_free(&b), dbx_buf_free(&text);
}

// An argument that Python has to know while it traces is known if it is static.
static void known_arguments(edit_site *s) {
  const dbx_node *place = s->failing;
  for (uint32_t i = s->depth; place && i-- > 0;) {
    const dbx_node *f = s->path[i], *q = NULL;
    if (f->kind == DBX_N_FunctionDef) q = edit_decorator(f, "jit");
    for (uint32_t k = 0; q && k < f->a->more->m.n; k++)
      if (is_needed(s, place, f->a->more->m.at[k]->name, 3)) make_static(s, q, k);
  }
}

// The same of a helper: what its calls are given, by a function that is compiled.
static void known_arguments_of_calls(edit_site *s) {
  for (uint32_t i = 0; i < s->diag->frames_n; i++) {
    dbx_span at = s->diag->frames[i].span;
    const dbx_node *call = at.file == s->file ? edit_at(s, at) : NULL;
    const dbx_node *f = call ? edit_function_of(s, at) : NULL;
    const dbx_node *q = f && f->kind == DBX_N_FunctionDef ? edit_decorator(f, "jit") : NULL;
    for (uint32_t k = 0; q && k < f->a->more->m.n; k++)
      if (is_needed(s, call, f->a->more->m.at[k]->name, 3)) make_static(s, q, k);
  }
}

static void concrete_needed(edit_site *s) {
  dbx_buf b = {0};
  for (uint32_t i = s->depth; i-- > 0;) {
    const dbx_node *n = s->path[i];
    uint32_t at = s->diag->span.begin;
    const dbx_node *test = n->extent == DBX_LEAF ? NULL : n->a;
    bool in_test = test && at >= test->span.begin && at < test->span.end;
    if (n->kind == DBX_N_BoolOp) logical(s, n);
    if (n->kind == DBX_N_Compare) chained(s, n);
    if (n->kind == DBX_N_UnaryOp && n->op == DBX_OP_Not)
      edit_addf(s, n->span, "(%s) == 0", edit_source(s, &b, n->a));
    if (n->kind == DBX_N_Call) builtin_to_jnp(s, n);
    if (n->kind == DBX_N_IfExp && in_test) {
      dbx_buf yes = {0};
      put_where(s, n->span, "", n->a, edit_source(s, &yes, n->b), edit_source(s, &b, n->more->c));
      dbx_buf_free(&yes);
    }
    if (n->kind == DBX_N_If && in_test) if_to_where(s, n);
    if (n->kind == DBX_N_While && in_test) {
      edit_source(s, &b, n->a);
      loop_to_function(s, n, "while_loop", dbx_text(&b), "", "");
      dbx_buf any = {0};
      dbx_printf(&any, "(%s).any()", dbx_text(&b));
      loop_to_function(s, n, "while_loop", dbx_text(&any), "", "");
      dbx_buf_free(&any);
    }
    if (n->kind == DBX_N_For && at >= n->b->span.begin && at < n->b->span.end) for_to_loop(s, n);
    if (n->kind == DBX_N_Assert && in_test)
      edit_add(s, n->span, "pass", "pass, without the assertion");
    if (n->kind == DBX_N_Subscript && n->ctx == DBX_LOAD && s->diag->code == DBX_E403 && edit_jnp())
      edit_addf(s, n->a->span, "%s.array(%s)", edit_jnp(), edit_source(s, &b, n->a));
    if (n->kind == DBX_N_Call && n->l.n == 1 && !strcmp(edit_callee(n), "len"))
      edit_addf(s, n->span, "%s.shape[0]", edit_source(s, &b, n->l.at[0]));
    if (n->kind == DBX_N_Call && n->l.n == 1 && n->a->kind == DBX_N_Name &&
        s->diag->code == DBX_E403)
      edit_add(s, n->span, edit_source(s, &b, n->l.at[0]), NULL);
    if (n->kind == DBX_N_FunctionDef) break;
  }
  to_dtype(s);
  known_arguments(s), known_arguments_of_calls(s);
  dbx_buf_free(&b);
}

// ---- assignments to elements ----

static void to_at(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_AugAssign), *t = n ? n->a : NULL;
  static const struct {
    dbx_op op;
    const char *method;
  } methods[] = {{DBX_OP_Add, "add"},
                 {DBX_OP_Mult, "multiply"},
                 {DBX_OP_Div, "divide"},
                 {DBX_OP_Pow, "power"}};
  const char *method = "set";
  if (!n && (n = edit_around(s, DBX_N_Assign))) t = n->l.at[0];
  if (!t || t->kind != DBX_N_Subscript) return;
  for (size_t i = 0; n->kind == DBX_N_AugAssign && i < sizeof methods / sizeof *methods; i++)
    if (methods[i].op == (dbx_op)n->op) method = methods[i].method;
  dbx_buf x = {0}, i = {0}, v = {0};
  edit_source(s, &x, t->a), edit_source(s, &i, t->b);
  edit_source(s, &v, n->kind == DBX_N_AugAssign ? n->b : n->a);
  edit_addf(s, n->span, "%s = %s.at[%s].%s(%s)", dbx_text(&x), dbx_text(&x), dbx_text(&i), method,
            dbx_text(&v));
  dbx_buf_free(&x), dbx_buf_free(&i), dbx_buf_free(&v);
}

// ---- functions of other modules, dtypes ----

// `np.linalg.norm(x)`: the name that the function's module begins with.
static const dbx_node *module_name(const dbx_node *call) {
  const dbx_node *n = call->a;
  while (n->kind == DBX_N_Attribute) n = n->a;
  return n->kind == DBX_N_Name && n != call->a ? n : NULL;
}

typedef struct module_uses {
  dbx_span in;
  dbx_sym module;
  edit_pieces pieces;
} module_uses;

static void use_of_module(void *ctx, const dbx_node *n) {
  module_uses *u = ctx;
  const dbx_node *name = n->kind == DBX_N_Attribute ? n->a : NULL;
  bool inside = n->span.begin >= u->in.begin && n->span.end <= u->in.end;
  if (!inside || !name || name->kind != DBX_N_Name || name->name != u->module) return;
  edit_piece(&u->pieces, name->span, edit_jnp() ? edit_jnp() : "jnp");
}

// The functions of jax.numpy for those of the same names in the place: of one call, or of all of a
// function, where the results go on to others of them.
static void jnp_in(edit_site *s, const dbx_node *module, dbx_span in, const char *say) {
  module_uses u = {.in = in, .module = module->name};
  edit_walk(s->root, use_of_module, &u);
  if (edit_jnp()) edit_add_pieces(s, &u.pieces, say);
  else edit_add_importing(s, "from jax import numpy as jnp", &u.pieces, say);
}

static void other_module(edit_site *s) {
  const dbx_node *n = edit_node(s), *f = edit_function(s);
  const dbx_node *module = n && n->kind == DBX_N_Call ? module_name(n) : NULL;
  if (!module) return;
  const char *jnp = edit_jnp() ? edit_jnp() : "jnp";
  dbx_buf b = {0}, say = {0};
  edit_put_source(s, &b, (dbx_span){s->file, module->span.end, n->span.end});
  dbx_printf(&say, "%s%s", jnp, dbx_text(&b));
  if (edit_jnp()) edit_add(s, module->span, jnp, NULL);
  else jnp_in(s, module, n->span, dbx_text(&say));
  dbx_clear(&say);
  dbx_printf(&say, "%s for %s in '%s'", jnp, dbx_sym_text(module->name),
             f ? dbx_sym_text(f->name) : "");
  if (f) jnp_in(s, module, f->span, dbx_text(&say));
  bool converts = n->l.n == 1 && dbx_ends_in(edit_callee(n), "array");
  if (s->diag->code == DBX_E405 && converts)
    edit_add(s, n->span, edit_source(s, &b, n->l.at[0]), NULL);
  dbx_buf_free(&b), dbx_buf_free(&say);
}

static void mend_dtype(edit_site *s) {
  const dbx_node *n = edit_node(s);
  if (!n || n->kind != DBX_N_Call) return;
  const dbx_node *dtype = edit_keyword(n, "dtype");
  if (dtype) edit_add(s, dtype->a->span, "float", NULL), edit_add(s, dtype->a->span, "int", NULL);
  if (n->l.n >= 2) { // jnp.ones(2, 3)
    dbx_span all = {s->file, n->l.at[0]->span.begin, n->l.at[n->l.n - 1]->span.end};
    dbx_buf b = {0};
    edit_put_source(s, &b, all);
    edit_addf(s, all, "(%s)", dbx_text(&b));
    dbx_buf_free(&b);
    edit_add(s, n->l.at[n->l.n - 1]->span, "float", NULL);
  }
  if (n->l.n) edit_add(s, n->l.at[0]->span, "float", NULL);
}

static void drop_string(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  const dbx_nodes *l = &n->l;
  if (n->kind != DBX_N_List && n->kind != DBX_N_Tuple) return;
  for (uint32_t i = 0; l->n > 1 && i < l->n; i++)
    if (l->at[i]->kind == DBX_N_Constant && l->at[i]->constant == DBX_C_STR)
      edit_add(s,
               i ? (dbx_span){s->file, l->at[i - 1]->span.end, l->at[i]->span.end}
                 : (dbx_span){s->file, l->at[0]->span.begin, l->at[1]->span.begin},
               "", NULL);
}

// `jnp.sqrt([a, b])`: the array of them.
static void list_to_array(edit_site *s) {
  const dbx_node *n = edit_node(s);
  dbx_buf b = {0};
  for (uint32_t i = 0; n && n->kind == DBX_N_Call && edit_jnp() && i < n->l.n; i++)
    if (n->l.at[i]->kind == DBX_N_List || n->l.at[i]->kind == DBX_N_Tuple)
      edit_addf(s, n->l.at[i]->span, "%s.array(%s)", edit_jnp(), edit_source(s, &b, n->l.at[i]));
  dbx_buf_free(&b);
}

// `n ** -1` of a whole number: the power of a float.
static void negative_power(edit_site *s) {
  const dbx_node *n = edit_node(s);
  dbx_buf b = {0};
  if (!n || n->kind != DBX_N_BinOp || n->op != DBX_OP_Pow || !strstr(s->diag->message, "negative"))
    return;
  const dbx_node *by = n->b->kind == DBX_N_UnaryOp ? n->b->a : n->b;
  if (by->kind == DBX_N_Constant && by->constant == DBX_C_INT)
    edit_addf(s, by->span, "%s.0", edit_source(s, &b, by));
  dbx_buf_free(&b);
}

// Elements that are no arrays.
static void drop_strings(edit_site *s) {
  const dbx_node *n = edit_node(s);
  if (n && n->kind == DBX_N_Call && n->span.file == s->file) edit_walk(n, drop_string, s);
}

// A condition that is an array: of any or of all of its elements.
static void any_or_all(edit_site *s) {
  const dbx_node *n = edit_node(s);
  static const char *const names[] = {"any", "all"};
  dbx_buf b = {0};
  if (n && n->extent == DBX_WHOLE && n->a && (n->kind == DBX_N_If || n->kind == DBX_N_While))
    n = n->a;
  for (int i = 0; n && edit_jnp() && i < 2; i++)
    edit_addf(s, n->span, "%s.%s(%s)", edit_jnp(), names[i], edit_source(s, &b, n));
  dbx_buf_free(&b);
}

void edits_of_python(edit_site *s) {
  switch (s->diag->code) {
  case DBX_E310: other_module(s); break;
  case DBX_E402:
  case DBX_E403: edits_of_idioms(s), without_conversion(s), concrete_needed(s); break;
  case DBX_E404: other_module(s), without_conversion(s), concrete_needed(s); break;
  case DBX_E208:
    edits_of_idioms(s), edits_of_static(s), negative_power(s), edits_of_scan_arguments(s);
    edits_of_taking_apart(s);
    if (strstr(s->diag->message, "truth value of an array")) concrete_needed(s), any_or_all(s);
    break;
  case DBX_E214: edits_of_gradient(s); break;
  case DBX_E405: other_module(s); break;
  case DBX_E406: edits_of_idioms(s), list_to_array(s), drop_strings(s); break;
  case DBX_E407: to_at(s); break;
  case DBX_E408: mend_dtype(s); break;
  case DBX_E409: other_module(s); break;
  default: break;
  }
}
