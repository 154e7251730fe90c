// Edits of loops, conditionals, decorators and Python's own control flow (see edits.h).
#include "debug/edits.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *jnp(void) { return edit_alias("jax.numpy", NULL); }

static const char *source(edit_site *s, dbx_buf *b, const dbx_node *n) {
  dbx_clear(b);
  if (n) edit_put_source(s, b, n->span);
  return dbx_text(b);
}

static uint32_t indent_of(const edit_site *s, uint32_t offset) {
  dbx_place p = dbx_source_place(s->file, offset);
  uint32_t n = 0;
  while (n < p.length && (p.text[n] == ' ' || p.text[n] == '\t')) n++;
  (void)s;
  return n;
}

static bool ends_in(const char *s, const char *end) {
  size_t n = strlen(s), m = strlen(end);
  return n >= m && !strcmp(s + n - m, end);
}

static const char *callee(const dbx_node *n) {
  if (n->kind == DBX_N_Call) n = n->a;
  assert(n);
  return n->kind == DBX_N_Name || n->kind == DBX_N_Attribute ? dbx_sym_text(n->name) : "";
}

// ---- the function that a name means: the nearest definition before the place ----

typedef struct wanted {
  dbx_sym name;
  uint32_t before;
  const dbx_node *found;
} wanted;

static bool is_later_branch(const dbx_node *n) { // else_if and otherwise of the same name
  for (uint32_t i = 0; i < n->more->m.n; i++)
    if (ends_in(callee(n->more->m.at[i]), "else_if") ||
        ends_in(callee(n->more->m.at[i]), "otherwise"))
      return true;
  return false;
}

static void find_definition(void *ctx, const dbx_node *n) {
  wanted *w = ctx;
  if (n->kind == DBX_N_FunctionDef && n->name == w->name && n->span.begin < w->before &&
      !is_later_branch(n) && (!w->found || n->span.begin > w->found->span.begin))
    w->found = n;
}

static const dbx_node *definition(const edit_site *s, dbx_sym name, uint32_t before) {
  wanted w = {name, s->file == s->diag->span.file ? before : UINT32_MAX, NULL};
  edit_walk(s->root, find_definition, &w);
  return w.found;
}

// What the failing call calls.
static const dbx_node *called(const edit_site *s) {
  const dbx_node *n = s->failing;
  if (!n || n->kind != DBX_N_Call || n->a->kind != DBX_N_Name) return NULL;
  return definition(s, n->a->name, s->diag->span.begin);
}

static const dbx_node *decorator_of(const dbx_node *f, const char *name) {
  for (uint32_t i = 0; f && i < f->more->m.n; i++)
    if (ends_in(callee(f->more->m.at[i]), name)) return f->more->m.at[i];
  return NULL;
}

// The call of for_loop or while_loop that makes a function or a block a loop.
static const dbx_node *loop_call(const dbx_node *n) {
  if (n->kind == DBX_N_FunctionDef) return decorator_of(n, "_loop");
  const dbx_node *e = n->kind == DBX_N_With && n->more->m.n ? n->more->m.at[0]->a : NULL;
  return e && e->kind == DBX_N_Call && e->a->kind == DBX_N_Call && ends_in(callee(e->a), "_loop")
             ? e->a
             : NULL;
}

// ---- strategies of loops ----

static void set_resizing(edit_site *s, const dbx_node *loop, const char *value) {
  dbx_buf text = {0};
  if (loop->kind != DBX_N_Call) return;
  dbx_printf(&text, "allow_array_resizing=%s", value);
  for (uint32_t i = 0; i < loop->more->m.n; i++) {
    const char *name = loop->more->m.at[i]->name ? dbx_sym_text(loop->more->m.at[i]->name) : "";
    bool old = !strcmp(name, "experimental_preserve_dimensions");
    if (!old && strcmp(name, "allow_array_resizing")) continue;
    edit_add(s, loop->more->m.at[i]->span, dbx_text(&text), dbx_text(&text));
    dbx_buf_free(&text);
    return;
  }
  dbx_buf insert = {0};
  dbx_printf(&insert, ", %s", dbx_text(&text));
  dbx_span end = {s->file, loop->span.end - 1, loop->span.end - 1};
  edit_add(s, end, dbx_text(&insert), dbx_text(&text));
  dbx_buf_free(&insert), dbx_buf_free(&text);
}

static void other_strategies(edit_site *s) {
  static const char *const values[] = {"False", "True", "\"infer\""};
  const dbx_node *f = called(s);
  const dbx_node *loop = f ? loop_call(f) : NULL;
  for (int v = 0; v < 3; v++) {
    if (loop) set_resizing(s, loop, values[v]);
    for (uint32_t i = s->depth; i-- > 0;) {
      const dbx_node *l = loop_call(s->path[i]);
      if (l) set_resizing(s, l, values[v]);
    }
  }
}

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
  dbx_printf(&call, "%s%s.where(%s, %s, %s)", head, jnp() ? jnp() : "jnp", source(s, &t, test), yes,
             no);
  if (!jnp())
    dbx_printf(&all, "from jax import numpy as jnp\n%*s", (int)indent_of(s, span.begin), "");
  dbx_put(&all, dbx_text(&call));
  if (jnp() || *head) edit_add(s, span, dbx_text(&all), *head ? dbx_text(&call) : NULL);
  dbx_buf_free(&t), dbx_buf_free(&call), dbx_buf_free(&all);
}

static bool same_target(const edit_site *s, const dbx_node *a, const dbx_node *b) {
  uint32_t n = a->span.end - a->span.begin;
  return n == b->span.end - b->span.begin &&
         !memcmp(s->text + a->span.begin, s->text + b->span.begin, n);
}

static void if_to_where(edit_site *s, const dbx_node *n) {
  const dbx_node *yes = only(&n->l, DBX_N_Return), *no = only(&n->more->m, DBX_N_Return);
  const dbx_node *after = n->more->m.n ? NULL : next_statement(s, n);
  dbx_span span = n->span;
  dbx_buf b = {0}, y = {0}, head = {0};
  if (!no && after && after->kind == DBX_N_Return) no = after, span.end = after->span.end;
  if (yes && yes->a && no && no->a)
    put_where(s, span, "return ", n->a, source(s, &y, yes->a), source(s, &b, no->a));
  yes = only(&n->l, DBX_N_Assign), no = only(&n->more->m, DBX_N_Assign);
  if (yes && yes->l.n == 1 &&
      (!n->more->m.n || (no && same_target(s, yes->l.at[0], no->l.at[0])))) {
    dbx_printf(&head, "%s = ", source(s, &b, yes->l.at[0]));
    put_where(s, n->span, dbx_text(&head), n->a, source(s, &y, yes->a),
              source(s, &b, no ? no->a : yes->l.at[0]));
  }
  yes = n->more->m.n ? NULL : only(&n->l, DBX_N_AugAssign);
  if (yes) {
    dbx_printf(&head, "%s = ", source(s, &b, yes->a));
    dbx_printf(&y, "%s %s ", dbx_text(&b), dbx_op_symbol((dbx_op)yes->op));
    edit_put_source(s, &y, yes->b->span);
    put_where(s, n->span, dbx_text(&head), n->a, dbx_text(&y), dbx_text(&b));
  }
  dbx_buf_free(&b), dbx_buf_free(&y), dbx_buf_free(&head);
}

static void logical(edit_site *s, const dbx_node *n) {
  const char *fn = n->op == DBX_OP_And ? "logical_and" : "logical_or";
  dbx_buf b = {0}, part = {0};
  source(s, &b, n->l.at[0]);
  for (uint32_t i = 1; jnp() && i < n->l.n; i++) {
    dbx_buf both = {0};
    dbx_printf(&both, "%s.%s(%s, %s)", jnp(), fn, dbx_text(&b), source(s, &part, n->l.at[i]));
    dbx_buf_free(&b);
    b = both;
  }
  if (jnp()) edit_add(s, n->span, dbx_text(&b), NULL);
  for (uint32_t i = 0; i < n->l.n; i++) {
    if (!i) dbx_clear(&b);
    dbx_printf(&b, "%s(%s)",
               !i                    ? ""
               : n->op == DBX_OP_And ? " & "
                                     : " | ",
               source(s, &part, n->l.at[i]));
  }
  edit_add(s, n->span, dbx_text(&b), NULL);
  dbx_buf_free(&b), dbx_buf_free(&part);
}

// `0 < a < b`
static void chained(edit_site *s, const dbx_node *n) {
  dbx_buf l = {0}, m = {0}, r = {0};
  if (n->l.n != 2) return;
  source(s, &l, n->a), source(s, &m, n->l.at[0]), source(s, &r, n->l.at[1]);
  edit_addf(s, n->span, "(%s %s %s) & (%s %s %s)", dbx_text(&l),
            dbx_op_symbol((dbx_op)n->more->ops[0]), dbx_text(&m), dbx_text(&m),
            dbx_op_symbol((dbx_op)n->more->ops[1]), dbx_text(&r));
  dbx_buf_free(&l), dbx_buf_free(&m), dbx_buf_free(&r);
}

static void builtin_to_jnp(edit_site *s, const dbx_node *n) {
  static const char *const pairs[][2] = {{"max", "maximum"}, {"min", "minimum"}, {"any", "any"},
                                         {"all", "all"},     {"sum", "sum"},     {"abs", "abs"}};
  assert(n->a);
  if (!jnp() || n->a->kind != DBX_N_Name) return;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (!strcmp(callee(n), pairs[i][0])) edit_addf(s, n->a->span, "%s.%s", jnp(), pairs[i][1]);
  if (!strcmp(callee(n), "bool") && n->l.n == 1) {
    dbx_buf b = {0};
    edit_add(s, n->span, source(s, &b, n->l.at[0]), NULL);
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
  uint32_t in = indent_of(s, n->span.begin);
  for (uint32_t i = 0; i < n->l.n; i++) edit_walk(n->l.at[i], assigned, &carries);
  if (!carries.n || leaves(&n->l) || n->more->m.n) return;
  put_names(&names, &carries);
  dbx_printf(&b, "from catalyst import %s\n%*s@%s(", fn, (int)in, "", fn);
  if (*index) dbx_printf(&b, "%s)\n", head);
  else dbx_printf(&b, "lambda %s: %s)\n", dbx_text(&names), head);
  dbx_printf(&b, "%*sdef loop(%s%s%s):\n%s", (int)in, "", index, *index ? ", " : "",
             dbx_text(&names), first);
  uint32_t from = n->l.at[0]->span.begin, inner = indent_of(s, from);
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
  if (it->kind == DBX_N_Call && !strcmp(callee(it), "range") && it->l.n) {
    for (uint32_t i = 0; i < 3; i++)
      dbx_printf(&head, "%s%s", i ? ", " : "",
                 it->l.n == 1  ? i == 0   ? "0"
                                 : i == 1 ? source(s, &part, it->l.at[0])
                                          : "1"
                 : i < it->l.n ? source(s, &part, it->l.at[i])
                               : "1");
    loop_to_function(s, n, "for_loop", dbx_text(&head), index, "");
  } else {
    source(s, &part, it);
    dbx_printf(&head, "0, %s.shape[0], 1", dbx_text(&part));
    dbx_printf(&first, "%*s%s = %s[k]\n", (int)indent_of(s, n->l.at[0]->span.begin), "", index,
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
  const char *fn = callee(n);
  source(s, &b, n->l.at[0]);
  bool name = n->l.at[0]->kind == DBX_N_Name, type = n->a->kind == DBX_N_Name;
  type &= !strcmp(fn, "int") || !strcmp(fn, "float") || !strcmp(fn, "complex");
  if (type) edit_addf(s, n->span, name ? "%s.astype(%s)" : "(%s).astype(%s)", dbx_text(&b), fn);
  if (type) edit_add(s, n->span, dbx_text(&b), NULL);
  if (!strcmp(fn, "where") && jnp())
    edit_addf(s, n->span, "%s.where(%s, 1, 0)", jnp(), dbx_text(&b));
  dbx_buf_free(&b);
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
      edit_addf(s, n->span, "(%s) == 0", source(s, &b, n->a));
    if (n->kind == DBX_N_Call) builtin_to_jnp(s, n);
    if (n->kind == DBX_N_IfExp && in_test) {
      dbx_buf yes = {0};
      put_where(s, n->span, "", n->a, source(s, &yes, n->b), source(s, &b, n->more->c));
      dbx_buf_free(&yes);
    }
    if (n->kind == DBX_N_If && in_test) if_to_where(s, n);
    if (n->kind == DBX_N_While && in_test) {
      source(s, &b, n->a);
      loop_to_function(s, n, "while_loop", dbx_text(&b), "", "");
      dbx_buf any = {0};
      dbx_printf(&any, "(%s).any()", dbx_text(&b));
      loop_to_function(s, n, "while_loop", dbx_text(&any), "", "");
      dbx_buf_free(&any);
    }
    if (n->kind == DBX_N_For && at >= n->b->span.begin && at < n->b->span.end) for_to_loop(s, n);
    if (n->kind == DBX_N_Assert && in_test)
      edit_add(s, n->span, "pass", "pass, without the assertion");
    if (n->kind == DBX_N_Subscript && n->ctx == DBX_LOAD && s->diag->code == DBX_E403 && jnp())
      edit_addf(s, n->a->span, "%s.array(%s)", jnp(), source(s, &b, n->a));
    if (n->kind == DBX_N_Call && n->l.n == 1 && !strcmp(callee(n), "len"))
      edit_addf(s, n->span, "%s.shape[0]", source(s, &b, n->l.at[0]));
    if (n->kind == DBX_N_Call && n->l.n == 1 && s->diag->code == DBX_E403)
      edit_add(s, n->span, source(s, &b, n->l.at[0]), NULL);
    if (n->kind == DBX_N_FunctionDef) break;
  }
  to_dtype(s);
  const dbx_node *f = edit_function(s), *q = decorator_of(f, "jit");
  if (q && q->kind == DBX_N_Name && f->a->more->m.n && s->diag->code != DBX_E402)
    edit_addf(s, q->span, "%s(static_argnums=0)", dbx_sym_text(q->name));
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
  source(s, &x, t->a), source(s, &i, t->b);
  source(s, &v, n->kind == DBX_N_AugAssign ? n->b : n->a);
  edit_addf(s, n->span, "%s = %s.at[%s].%s(%s)", dbx_text(&x), dbx_text(&x), dbx_text(&i), method,
            dbx_text(&v));
  dbx_buf_free(&x), dbx_buf_free(&i), dbx_buf_free(&v);
}

// ---- functions of other modules, dtypes ----

static void other_module(edit_site *s) {
  const dbx_node *n = edit_node(s);
  if (!n || n->kind != DBX_N_Call || n->a->kind != DBX_N_Attribute) return;
  if (jnp() && n->a->a->kind == DBX_N_Name) edit_add(s, n->a->a->span, jnp(), NULL);
}

static void mend_dtype(edit_site *s) {
  const dbx_node *n = edit_node(s);
  if (!n || n->kind != DBX_N_Call) return;
  for (uint32_t i = 0; i < n->more->m.n; i++)
    if (n->more->m.at[i]->name && !strcmp(dbx_sym_text(n->more->m.at[i]->name), "dtype"))
      edit_add(s, n->more->m.at[i]->a->span, "float", NULL),
          edit_add(s, n->more->m.at[i]->a->span, "int", NULL);
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

// Elements that are no arrays.
static void drop_strings(edit_site *s) {
  const dbx_node *n = edit_node(s);
  if (n && n->kind == DBX_N_Call && n->span.file == s->file) edit_walk(n, drop_string, s);
}

// ---- results of bodies and branches ----

static const dbx_node *return_of(const dbx_node *f) {
  for (uint32_t i = f ? f->l.n : 0; i-- > 0;)
    if (f->l.at[i]->kind == DBX_N_Return) return f->l.at[i];
  return NULL;
}

static void put_params(dbx_buf *b, const dbx_node *f, uint32_t from) {
  const dbx_nodes *p = &f->a->more->m;
  for (uint32_t i = from; i < p->n; i++)
    dbx_printf(b, "%s%s", b->n ? ", " : "", dbx_sym_text(p->at[i]->name));
}

// A function without a result: its last expression becomes one, or `text` does.
static void give_result(edit_site *s, const dbx_node *f, const char *text) {
  const dbx_node *last = f->l.at[f->l.n - 1];
  dbx_span end = {s->file, last->span.end, last->span.end};
  if (last->kind == DBX_N_Expr)
    edit_add(s, (dbx_span){s->file, last->span.begin, last->span.begin}, "return ", NULL);
  if (last->kind == DBX_N_Pass) edit_addf(s, last->span, "return %s", text);
  else edit_addf(s, end, "\n%*sreturn %s", (int)indent_of(s, last->span.begin), "", text);
}

static void mend_carries(edit_site *s) {
  const dbx_node *f = called(s), *r = return_of(f), *loop = f ? loop_call(f) : NULL;
  if (!loop || !f->l.n) return;
  uint32_t lead = ends_in(callee(loop), "for_loop"), have = 0, want = f->a->more->m.n - lead;
  dbx_buf names = {0}, b = {0};
  put_params(&names, f, lead);
  if (!r || !r->a) {
    if (r) edit_addf(s, r->span, "return %s", dbx_text(&names));
    else give_result(s, f, dbx_text(&names));
  } else {
    bool tuple = r->a->kind == DBX_N_Tuple;
    have = tuple ? r->a->l.n : 1;
    if (have > want && tuple && want) {
      edit_add(s, (dbx_span){s->file, r->a->l.at[want - 1]->span.end, r->a->span.end}, "", NULL);
    } else if (have < want) {
      dbx_buf rest = {0};
      put_params(&rest, f, lead + have);
      edit_addf(s, r->a->span, "%s, %s", source(s, &b, r->a), dbx_text(&rest));
      dbx_buf_free(&rest);
    }
    edit_add(s, r->a->span, dbx_text(&names), NULL);
  }
  dbx_buf_free(&names), dbx_buf_free(&b);
}

// A number that has another dtype than the other operand: 0 becomes 0.0.
static void mend_number(edit_site *s, uint32_t operand) {
  const dbx_diag *d = s->diag;
  if (d->n_operands < 2 || d->operands[operand].span.file != s->file) return;
  dbx_span span = d->operands[operand].span;
  uint32_t n = span.end - span.begin;
  bool digits = n > 0;
  for (uint32_t i = span.begin; i < span.end; i++)
    digits &= isdigit((unsigned char)s->text[i]) != 0;
  bool yes = n == 4 && !memcmp(s->text + span.begin, "True", 4),
       no = n == 5 && !memcmp(s->text + span.begin, "False", 5);
  const char *to = d->operands[1 - operand].type;
  if (digits && to[0] == 'f') edit_addf(s, span, "%.*s.0", (int)n, s->text + span.begin);
  if (digits && to[0] == 'b')
    edit_add(s, span, s->text[span.begin] == '0' ? "False" : "True", NULL);
  if (digits && to[0] == 'c') edit_addf(s, span, "%.*s + 0j", (int)n, s->text + span.begin);
  if ((yes || no) && to[0] == 'i') edit_add(s, span, yes ? "1" : "0", NULL);
  if ((yes || no) && to[0] == 'f') edit_add(s, span, yes ? "1.0" : "0.0", NULL);
}

// Carries that come back in another order.
static void reverse_results(edit_site *s) {
  const dbx_node *r = return_of(called(s));
  dbx_buf all = {0}, b = {0};
  if (!r || !r->a || r->a->kind != DBX_N_Tuple) return;
  for (uint32_t i = r->a->l.n; i-- > 0;)
    dbx_printf(&all, "%s%s", source(s, &b, r->a->l.at[i]), i ? ", " : "");
  edit_add(s, r->a->span, dbx_text(&all), NULL);
  dbx_buf_free(&all), dbx_buf_free(&b);
}

// ---- conditionals ----

typedef struct branches {
  dbx_sym name;
  const dbx_node *at[16];
  uint32_t n;
} branches;

// The first one, and those whose decorator is one of its methods.
static void find_branch(void *ctx, const dbx_node *n) {
  branches *b = ctx;
  for (uint32_t i = 0; n->kind == DBX_N_FunctionDef && i < n->more->m.n && b->n < 16; i++) {
    const dbx_node *d = n->more->m.at[i], *f = d->kind == DBX_N_Call ? d->a : d;
    bool method = f->kind == DBX_N_Attribute && f->a->kind == DBX_N_Name && f->a->name == b->name;
    if (method || (n->name == b->name && ends_in(callee(d), "cond"))) b->at[b->n++] = n;
  }
}

static bool has_otherwise(const branches *b) {
  for (uint32_t i = 0; i < b->n; i++)
    if (decorator_of(b->at[i], "otherwise")) return true;
  return false;
}

static void mend_branches(edit_site *s) {
  const dbx_node *f = called(s);
  if (!f || !decorator_of(f, "cond")) return;
  branches b = {.name = f->name};
  dbx_buf text = {0};
  edit_walk(s->root, find_branch, &b);
  const dbx_node *first = return_of(f), *last = b.n ? b.at[b.n - 1] : f;
  uint32_t in = indent_of(s, last->l.at[0]->span.begin), out = indent_of(s, f->l.at[0]->span.begin);
  if (!has_otherwise(&b) && first && first->a) {
    dbx_span end = {s->file, last->span.end, last->span.end};
    int outer = (int)indent_of(s, f->more->m.at[0]->span.begin);
    const char *name = dbx_sym_text(f->name);
    edit_addf(s, end, "\n\n%*s@%s.otherwise\n%*sdef %s_otherwise():\n%*sreturn %s", outer, "", name,
              outer, "", name, (int)(in > out ? out : in), "", source(s, &text, first->a));
  }
  for (uint32_t i = 0; i < b.n; i++)
    for (uint32_t k = 0; k < b.n; k++) {
      const dbx_node *to = return_of(b.at[i]), *from = return_of(b.at[k]);
      if (i == k || !from || !from->a) continue;
      if (to && to->a) edit_add(s, to->a->span, source(s, &text, from->a), NULL);
      else if (to) edit_addf(s, to->span, "return %s", source(s, &text, from->a));
      else give_result(s, b.at[i], source(s, &text, from->a));
    }
  dbx_buf_free(&text);
}

// A predicate that is a number or an array; the condition of a while_loop without a result.
static void mend_predicate(edit_site *s) {
  const dbx_node *f = called(s), *c = f ? decorator_of(f, "cond") : NULL;
  dbx_buf b = {0};
  if (c && c->kind == DBX_N_Call && c->l.n) {
    const dbx_node *p = c->l.at[0];
    source(s, &b, p);
    edit_addf(s, p->span, "%s != 0", dbx_text(&b));
    if (jnp()) edit_addf(s, p->span, "%s.any(%s)", jnp(), dbx_text(&b));
    if (jnp()) edit_addf(s, p->span, "%s.all(%s)", jnp(), dbx_text(&b));
  }
  const dbx_node *w = f ? loop_call(f) : NULL, *test = w && w->l.n ? w->l.at[0] : NULL;
  if (test && test->kind == DBX_N_Name) test = definition(s, test->name, w->span.begin);
  if (test && test->kind == DBX_N_Lambda && test->b->kind == DBX_N_Tuple && test->b->l.n)
    edit_add(s, test->b->span, source(s, &b, test->b->l.at[0]), NULL);
  const dbx_node *r = test && test->kind == DBX_N_FunctionDef ? return_of(test) : NULL;
  if (r && r->a && r->a->kind == DBX_N_Tuple && r->a->l.n)
    edit_add(s, r->a->span, source(s, &b, r->a->l.at[0]), NULL);
  if (test && test->kind == DBX_N_FunctionDef && !r && test->l.n) give_result(s, test, "False");
  if (test && test->kind == DBX_N_Lambda && test->b->kind == DBX_N_Constant)
    edit_add(s, test->b->span, "False", NULL);
  dbx_buf_free(&b);
}

typedef struct decorated {
  uint32_t at;
  const dbx_node *found;
} decorated;

static void find_decorated(void *ctx, const dbx_node *n) {
  decorated *d = ctx;
  for (uint32_t i = 0; n->kind == DBX_N_FunctionDef && i < n->more->m.n; i++)
    if (n->more->m.at[i]->span.begin <= d->at && d->at < n->more->m.at[i]->span.end) d->found = n;
}

static const dbx_node *decorated_here(const edit_site *s) {
  decorated d = {s->diag->span.begin, NULL};
  edit_walk(s->root, find_decorated, &d);
  return d.found;
}

typedef struct uses {
  dbx_sym name;
  dbx_vec(const dbx_node *) at;
} uses;

static void find_use(void *ctx, const dbx_node *n) {
  uses *u = ctx;
  if (n->kind == DBX_N_Name && n->name == u->name) dbx_push(&u->at, n);
}

// A branch uses a name of the enclosing function in place of its parameter.
static void capture_instead(edit_site *s, const dbx_node *f, const char *name) {
  const dbx_nodes *p = &f->a->more->m;
  uses u = {.name = p->at[0]->name};
  dbx_buf b = {0};
  for (uint32_t i = 0; i < f->l.n; i++) edit_walk(f->l.at[i], find_use, &u);
  dbx_span whole = {s->file, p->at[0]->span.begin, f->span.end};
  uint32_t at = p->at[p->n - 1]->span.end;
  for (uint32_t i = 0; i < u.at.n; i++) {
    edit_put_source(s, &b, (dbx_span){s->file, at, u.at.at[i]->span.begin});
    dbx_put(&b, name);
    at = u.at.at[i]->span.end;
  }
  edit_put_source(s, &b, (dbx_span){s->file, at, whole.end});
  dbx_buf text = {0};
  const char *fn = dbx_sym_text(f->name);
  dbx_printf(&text, "%s without parameters, with %s of the enclosing function", fn, name);
  edit_add(s, whole, dbx_text(&b), dbx_text(&text));
  branches all = {.name = f->name};
  edit_walk(s->root, find_branch, &all);
  int in = (int)indent_of(s, f->l.at[0]->span.begin),
      out = (int)indent_of(s, f->more->m.at[0]->span.begin);
  if (!has_otherwise(&all)) { // it would be missed next
    dbx_printf(&b, "\n\n%*s@%s.otherwise\n%*sdef %s_otherwise():\n%*sreturn %s", out, "", fn, out,
               "", fn, in, "", name);
    dbx_put(&text, ", and an otherwise branch");
    edit_add(s, whole, dbx_text(&b), dbx_text(&text));
  }
  dbx_buf_free(&b), dbx_buf_free(&text);
  dbx_vec_free(&u.at);
}

static void drop_parameters(edit_site *s) {
  const dbx_node *f = decorated_here(s);
  const dbx_nodes *p = f ? &f->a->more->m : NULL;
  if (!p || !p->n) return;
  edit_add(s, (dbx_span){s->file, p->at[0]->span.begin, p->at[p->n - 1]->span.end}, "", NULL);
  for (uint32_t i = s->depth; i-- > 0;)
    if (s->path[i]->kind == DBX_N_FunctionDef && s->path[i] != f)
      for (uint32_t k = 0; k < s->path[i]->a->more->m.n; k++)
        capture_instead(s, f, dbx_sym_text(s->path[i]->a->more->m.at[k]->name));
}

// ---- declarations ----

static void find_axes(void *ctx, const dbx_node *n) {
  const dbx_node **ret = ctx;
  if (n->kind == DBX_N_keyword && n->name && !strcmp(dbx_sym_text(n->name), "abstracted_axes"))
    *ret = n->a;
}

static void as_spec(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  dbx_buf b = {0}, items = {0};
  if (n->kind == DBX_N_List) {
    for (uint32_t i = 0; i < n->l.n; i++)
      dbx_printf(&items, "%s%s", i ? ", " : "", source(s, &b, n->l.at[i]));
    edit_addf(s, n->span, "(%s%s)", dbx_text(&items), n->l.n == 1 ? "," : "");
  }
  if (n->kind == DBX_N_UnaryOp && n->a->constant == DBX_C_INT) edit_add(s, n->span, "0", NULL);
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_INT && n->value->i)
    edit_add(s, n->span, "0", NULL);
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_NONE) edit_add(s, n->span, "{}", NULL);
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_FLOAT) edit_add(s, n->span, "'n'", NULL);
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_STR) edit_add(s, n->span, "0", NULL);
  dbx_buf_free(&b), dbx_buf_free(&items);
}

static void mend_axes(edit_site *s) {
  const dbx_node *spec = NULL;
  dbx_buf b = {0};
  edit_walk(s->root, find_axes, &spec);
  if (!spec) return;
  edit_walk(spec, as_spec, s);
  source(s, &b, spec);
  edit_addf(s, spec->span, "(%s, {})", dbx_text(&b));
  edit_addf(s, spec->span, "(%s, %s)", dbx_text(&b), dbx_text(&b));
  edit_addf(s, spec->span, "({}, %s)", dbx_text(&b));
  if (spec->kind == DBX_N_Tuple && spec->l.n)
    edit_add(s, spec->span, source(s, &b, spec->l.at[0]), NULL);
  edit_add(s, spec->span, "{}", NULL);
  dbx_buf_free(&b);
}

static void mend_annotation(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  if (n->kind != DBX_N_arg || !n->a) return;
  const char *known = n->a->kind == DBX_N_Name ? dbx_sym_text(n->a->name) : "";
  if (strcmp(known, "int") && strcmp(known, "float")) edit_add(s, n->a->span, "int", NULL);
}

// An argument that cannot be traced is known while the function is traced.
static void make_static(edit_site *s) {
  const dbx_node *n = s->failing, *f = called(s), *q = decorator_of(f, "jit");
  if (!f) f = decorated_here(s);
  if (f) edit_walk(f->a, mend_annotation, s);
  for (uint32_t i = 0; q && q->kind == DBX_N_Name && n && i < n->l.n; i++)
    edit_addf(s, q->span, "%s(static_argnums=%u)", dbx_sym_text(q->name), i);
  for (uint32_t i = 0; n && n->kind == DBX_N_Call && i < n->l.n; i++)
    if (n->l.at[i]->kind == DBX_N_Constant) edit_add(s, n->l.at[i]->span, "0", NULL);
}

// A result that is no array is left out.
static void drop_result(edit_site *s) {
  const dbx_node *r = edit_around(s, DBX_N_Return);
  if (!r) r = return_of(called(s));
  if (!r) r = return_of(decorated_here(s));
  for (uint32_t i = 0; r && r->a && r->a->kind == DBX_N_Tuple && i < r->a->l.n; i++) {
    const dbx_nodes *l = &r->a->l;
    if (l->at[i]->kind != DBX_N_Constant && l->at[i]->kind != DBX_N_JoinedStr) continue;
    dbx_span span = i ? (dbx_span){s->file, l->at[i - 1]->span.end, l->at[i]->span.end}
                      : (dbx_span){s->file, l->at[0]->span.begin, l->at[l->n > 1]->span.begin};
    edit_add(s, span, "", NULL);
  }
  if (r && r->a) edit_add(s, r->a->span, "None", NULL);
}

static void mend_bounds(edit_site *s) {
  const dbx_node *f = called(s), *loop = f ? loop_call(f) : NULL;
  dbx_buf b = {0};
  for (uint32_t i = s->depth; !loop && i-- > 0;) loop = loop_call(s->path[i]);
  for (uint32_t i = 0; loop && loop->kind == DBX_N_Call && i < loop->l.n; i++) {
    const dbx_node *a = loop->l.at[i];
    source(s, &b, a);
    if (a->kind == DBX_N_Constant && a->constant == DBX_C_INT) continue;
    edit_whole(s, a);
    edit_addf(s, a->span, a->kind == DBX_N_Name ? "%s.astype(int)" : "(%s).astype(int)",
              dbx_text(&b));
    edit_addf(s, a->span, "%s.shape[0]", dbx_text(&b));
    edit_addf(s, a->span, "int(%s)", dbx_text(&b));
  }
  dbx_buf_free(&b);
}

// ---- names ----

static void nearest_name(edit_site *s) {
  for (uint32_t i = 0; i < s->diag->n_notes; i++) {
    const char *name = strstr(s->diag->notes[i], "did you mean '"), *end;
    if (!name || !(end = strchr(name += 14, '\''))) continue;
    dbx_buf b = {0};
    dbx_putn(&b, name, (size_t)(end - name));
    edit_add(s, s->diag->span, dbx_text(&b), NULL);
    dbx_buf_free(&b);
  }
}

void edits_of_control(edit_site *s) {
  switch (s->diag->code) {
  case DBX_E201: nearest_name(s); break;
  case DBX_E301:
  case DBX_E303:
  case DBX_E304:
  case DBX_E310:
  case DBX_E503:
  case DBX_E504: other_strategies(s), reverse_results(s); break;
  case DBX_E402:
  case DBX_E403:
  case DBX_E404: concrete_needed(s); break;
  case DBX_E405: other_module(s); break;
  case DBX_E406: drop_strings(s); break;
  case DBX_E407: to_at(s); break;
  case DBX_E408: mend_dtype(s); break;
  case DBX_E409: other_module(s); break;
  case DBX_E501: mend_carries(s); break;
  case DBX_E502: mend_number(s, 0), mend_number(s, 1), reverse_results(s); break;
  case DBX_E505: mend_predicate(s); break;
  case DBX_E506: mend_branches(s); break;
  case DBX_E509: drop_parameters(s); break;
  case DBX_E510: mend_axes(s); break;
  case DBX_E511: make_static(s); break;
  case DBX_E512: drop_result(s); break;
  case DBX_E513: mend_bounds(s); break;
  default: break;
  }
  if (s->diag->code == DBX_E310) other_module(s);
}
