// Edits that keep what the program means (see edits.h): a length computed once, also across
// functions, first values of carries, results of branches, values that have left their trace.
#include "debug/edits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- several pieces as one edit ----

typedef struct piece {
  dbx_span span;
  char text[256];
} piece;
typedef dbx_vec(piece) pieces;

static void add_piece(pieces *p, dbx_span span, const char *text) {
  piece one = {.span = span};
  if (strlen(text) >= sizeof one.text) return;
  memcpy(one.text, text, strlen(text) + 1);
  dbx_push(p, one);
}

static int by_place(const void *a, const void *b) {
  const piece *x = a, *y = b;
  return (x->span.begin > y->span.begin) - (x->span.begin < y->span.begin);
}

// All pieces at once, with the text between them; none may overlap. Frees them.
static void edit_pieces(edit_site *s, pieces *p, const char *text) {
  dbx_buf b = {0};
  bool good = p->n > 0;
  dbx_vec_sort(p, by_place);
  for (uint32_t i = 0; good && i < p->n; i++) {
    uint32_t from = i ? p->at[i - 1].span.end : p->at[i].span.begin;
    if ((good = p->at[i].span.begin >= from && p->at[i].span.file == s->file)) {
      edit_put_source(s, &b, (dbx_span){s->file, from, p->at[i].span.begin});
      dbx_put(&b, p->at[i].text);
    }
  }
  if (good)
    edit_add(s, (dbx_span){s->file, p->at[0].span.begin, p->at[p->n - 1].span.end}, dbx_text(&b),
             text);
  dbx_buf_free(&b);
  dbx_vec_free(p);
}

// ---- where things stand ----

typedef struct lookup {
  dbx_span span;
  dbx_sym name;
  const dbx_node *found;
} lookup;

static bool inside(dbx_span in, const dbx_node *n) {
  return n->span.file == in.file && n->span.begin <= in.begin && in.end <= n->span.end;
}

static void find_statement(void *ctx, const dbx_node *n) {
  lookup *l = ctx;
  bool simple = n->kind == DBX_N_Assign || n->kind == DBX_N_Return || n->kind == DBX_N_AugAssign ||
                n->kind == DBX_N_Expr || n->kind == DBX_N_AnnAssign;
  if (simple && inside(l->span, n)) l->found = n;
}

static void find_around(void *ctx, const dbx_node *n) {
  lookup *l = ctx;
  if (n->kind == DBX_N_FunctionDef && inside(l->span, n)) l->found = n;
}

static void find_exact(void *ctx, const dbx_node *n) {
  lookup *l = ctx;
  if (n->span.file == l->span.file && n->span.begin == l->span.begin &&
      n->span.end == l->span.end && n->kind != DBX_N_Expr && !l->found)
    l->found = n;
}

static void find_function(void *ctx, const dbx_node *n) {
  lookup *l = ctx;
  if (n->kind == DBX_N_FunctionDef && n->name == l->name) l->found = n;
}

static const dbx_node *look(const edit_site *s, void (*f)(void *ctx, const dbx_node *n),
                            dbx_span span, dbx_sym name) {
  lookup l = {.span = span, .name = name};
  edit_walk(s->root, f, &l);
  return l.found;
}

static bool is_computed(const edit_site *s, const dbx_birth *b) {
  return b->span.file == s->file && b->span.end > b->span.begin && !strncmp(b->text, "computed", 8);
}

static const dbx_node *result_of(const dbx_node *f) {
  if (f && f->kind == DBX_N_Lambda) return f->b;
  for (uint32_t i = f ? f->l.n : 0; i-- > 0;)
    if (f->l.at[i]->kind == DBX_N_Return) return f->l.at[i]->a;
  return NULL;
}

// ---- where a value was made ----

typedef struct making {
  const edit_site *site;
  dbx_span use, made;
  const dbx_node *loop; // the function whose parameter it is
  uint32_t parameter;   // among those that are carried
} making;

static bool same_text(const edit_site *s, dbx_span a, dbx_span b) {
  uint32_t n = a.end - a.begin;
  return n == b.end - b.begin && !memcmp(s->text + a.begin, s->text + b.begin, n);
}

static void find_making(void *ctx, const dbx_node *n) {
  making *m = ctx;
  if (n->kind == DBX_N_FunctionDef && edit_decorator(n, "_loop") && inside(m->use, n))
    for (uint32_t i = 0; i < n->a->more->m.n; i++)
      if (n->a->more->m.at[i]->name &&
          !strncmp(m->site->text + m->use.begin, dbx_sym_text(n->a->more->m.at[i]->name),
                   m->use.end - m->use.begin)) {
        m->loop = n;
        m->parameter = i - (i && dbx_ends_in(edit_callee(edit_decorator(n, "_loop")), "for_loop"));
      }
  if (n->kind == DBX_N_Assign && n->l.n == 1 && n->l.at[0]->kind == DBX_N_Name &&
      n->span.end <= m->use.begin && same_text(m->site, n->l.at[0]->span, m->use))
    m->made = n->a->span, m->loop = NULL;
}

static void find_first(void *ctx, const dbx_node *n) {
  making *m = ctx;
  if (n->kind == DBX_N_Call && n->a->kind == DBX_N_Name && n->a->name == m->loop->name &&
      m->parameter < n->l.n && n->span.begin > m->loop->span.end)
    m->made = n->l.at[m->parameter]->span;
}

dbx_span edit_making(const edit_site *s, dbx_span use) {
  for (int depth = 0; depth < 4; depth++) {
    making m = {.site = s, .use = use};
    edit_walk(s->root, find_making, &m);
    if (m.loop) edit_walk(s->root, find_first, &m);
    if (!m.made.file) return depth ? use : m.made;
    use = m.made;
    for (uint32_t i = use.begin; i < use.end; i++)
      if (!isalnum((unsigned char)s->text[i]) && s->text[i] != '_') return use;
  }
  return use;
}

// ---- one length, computed in two functions ----

// The call that gives an operand is made first, and its length is used where the other is computed.
static void length_of_the_call(edit_site *s, const dbx_involved *o, const dbx_birth *b) {
  const dbx_node *call = look(s, find_exact, o->span, 0), *at = look(s, find_statement, b->span, 0);
  if (!call || call->kind != DBX_N_Call || !at || call->a->kind != DBX_N_Name) return;
  if (b->span.begin >= call->span.begin && b->span.end <= call->span.end) return;
  dbx_buf text = {0}, source = {0}, say = {0};
  const char *name = dbx_sym_text(call->a->name);
  pieces p = {0};
  dbx_printf(&text, "from_%s = %s\n%*s", name, edit_source(s, &source, call),
             (int)edit_indent(s, at->span.begin), "");
  add_piece(&p, (dbx_span){s->file, at->span.begin, at->span.begin}, dbx_text(&text));
  dbx_clear(&text);
  dbx_printf(&text, "from_%s.shape[0]", name);
  add_piece(&p, b->span, dbx_text(&text));
  dbx_clear(&text);
  dbx_printf(&text, "from_%s", name);
  add_piece(&p, call->span, dbx_text(&text));
  dbx_printf(&say, "from_%s = %s first, with from_%s.shape[0] as the length", name,
             dbx_text(&source), name);
  edit_pieces(s, &p, dbx_text(&say));
  dbx_buf_free(&text), dbx_buf_free(&source), dbx_buf_free(&say);
}

// The helper takes the length as a further parameter.
static bool take_length(edit_site *s, pieces *p, const dbx_birth *b, const dbx_involved *o) {
  const dbx_node *call = look(s, find_exact, o->span, 0), *f;
  if (!call || call->kind != DBX_N_Call || call->a->kind != DBX_N_Name || !call->l.n) return false;
  f = look(s, find_function, (dbx_span){0}, call->a->name);
  if (!f || look(s, find_around, b->span, 0) != f || !f->a->more->m.n) return false;
  uint32_t at = f->a->more->m.at[f->a->more->m.n - 1]->span.end;
  add_piece(p, (dbx_span){s->file, at, at}, ", length");
  add_piece(p, b->span, "length");
  add_piece(p, (dbx_span){s->file, call->span.end - 1, call->span.end - 1}, ", length");
  return true;
}

static void length_for_helpers(edit_site *s, const dbx_birth *a, const dbx_birth *b) {
  const dbx_diag *d = s->diag;
  const dbx_node *at = look(s, find_statement, d->span, 0);
  dbx_buf text = {0}, source = {0};
  pieces p = {0};
  if (!at || s->file != d->span.file || d->n_operands < 2) return;
  edit_put_source(s, &source, a->span);
  dbx_printf(&text, "length = %s\n%*s", dbx_text(&source), (int)edit_indent(s, at->span.begin), "");
  add_piece(&p, (dbx_span){s->file, at->span.begin, at->span.begin}, dbx_text(&text));
  dbx_clear(&text);
  dbx_printf(&text, "length = %s, computed once and given to both functions", dbx_text(&source));
  if ((take_length(s, &p, a, &d->operands[0]) && take_length(s, &p, b, &d->operands[1])) ||
      (p.n == 1 && take_length(s, &p, b, &d->operands[0]) &&
       take_length(s, &p, a, &d->operands[1])))
    edit_pieces(s, &p, dbx_text(&text));
  else dbx_vec_free(&p);
  dbx_buf_free(&text), dbx_buf_free(&source);
}

static void lengths_once(edit_site *s) {
  const dbx_diag *d = s->diag;
  if (!edit_equal_lengths(s)) return;
  for (uint32_t i = 0; i < d->n_births; i++) {
    for (uint32_t k = 0; is_computed(s, &d->births[i]) && k < d->n_operands; k++)
      if (d->operands[k].span.file == s->file)
        length_of_the_call(s, &d->operands[k], &d->births[i]);
    for (uint32_t k = 0; k < i; k++)
      if (is_computed(s, &d->births[i]) && is_computed(s, &d->births[k]))
        length_for_helpers(s, &d->births[k], &d->births[i]);
  }
}

// ---- first values of carries ----

// The k-th of what the failing call carries at first; NULL.
static const dbx_node *first_value(const edit_site *s, uint32_t k) {
  const dbx_node *n = s->failing;
  if (!n || n->kind != DBX_N_Call) return NULL;
  const char *callee = edit_callee(n);
  uint32_t at = dbx_ends_in(callee, "scan")         ? 1
                : dbx_ends_in(callee, "while_loop") ? 2
                : dbx_ends_in(callee, "fori_loop")  ? 3
                                                    : UINT32_MAX;
  if (at == UINT32_MAX) return k < n->l.n ? n->l.at[k] : NULL;
  if (at >= n->l.n) return NULL;
  const dbx_node *all = n->l.at[at];
  if (all->kind != DBX_N_Tuple) return k ? NULL : all;
  return k < all->l.n ? all->l.at[k] : NULL;
}

static void float_number(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  dbx_buf b = {0};
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_INT)
    edit_addf(s, n->span, "%s.0", edit_source(s, &b, n));
  dbx_buf_free(&b);
}

// A number that becomes an array: zeros, or the number, of its shape.
static void as_array(edit_site *s, const dbx_node *first, const char *type) {
  dbx_buf shape = {0}, source = {0}, length = {0};
  uint32_t rank = edit_rank(type);
  for (uint32_t k = 0; k < rank; k++) {
    dbx_clear(&length);
    edit_length(type, k, &length);
    dbx_printf(&shape, "%s%s", k ? ", " : "", dbx_text(&length));
  }
  bool parens = rank > 1;
  edit_source(s, &source, first);
  const char *jnp = edit_jnp(), *dtype = type[0] == 'f' ? "" : type[0] == 'b' ? ", bool" : ", int";
  bool zero = !strcmp(dbx_text(&source), "0") || !strcmp(dbx_text(&source), "0.0");
  if (zero)
    edit_addf(s, first->span, "%s.zeros(%s%s%s%s)", jnp, parens ? "(" : "", dbx_text(&shape),
              parens ? ")" : "", dtype);
  else
    edit_addf(s, first->span, "%s.full(%s%s%s, %s)", jnp, parens ? "(" : "", dbx_text(&shape),
              parens ? ")" : "", dbx_text(&source));
  dbx_buf_free(&shape), dbx_buf_free(&source), dbx_buf_free(&length);
}

static void mend_first_value(edit_site *s) {
  const dbx_diag *d = s->diag;
  const char *at = strstr(d->message, "carry ");
  if (!at || s->file != d->span.file || d->n_operands < 2) return;
  const dbx_node *first = first_value(s, (uint32_t)strtoul(at + 6, NULL, 10));
  const char *before = d->operands[0].type, *after = d->operands[1].type;
  if (!first) return;
  if (before[0] == 'i' && after[0] == 'f') {
    dbx_buf b = {0};
    bool literal = first->kind == DBX_N_Constant;
    edit_source(s, &b, first);
    if (literal) float_number(s, first);
    else edit_addf(s, first->span, "%s.astype(float)", dbx_text(&b));
    if (!literal) edit_walk(first, float_number, s);
    dbx_buf_free(&b);
  }
  bool number = first->kind == DBX_N_Constant;
  if (number && !edit_rank(before) && edit_rank(after) && edit_jnp()) as_array(s, first, after);
}

// ---- results of bodies and branches ----

// `(x * 4)[:, None]` where the other has no such axis: `x * 4`.
static void without_axes(edit_site *s) {
  const dbx_diag *d = s->diag;
  for (uint32_t i = d->n_operands < 4 ? d->n_operands : 4; i-- > 0;) {
    const dbx_node *n =
        d->operands[i].span.file == s->file ? look(s, find_exact, d->operands[i].span, 0) : NULL;
    bool adds = false;
    if (!n || n->kind != DBX_N_Subscript) continue;
    const dbx_node *sub = n->b;
    if (sub->kind == DBX_N_Constant) adds = sub->constant == DBX_C_NONE;
    for (uint32_t k = 0; sub->kind == DBX_N_Tuple && k < sub->l.n; k++)
      adds |= sub->l.at[k]->kind == DBX_N_Constant && sub->l.at[k]->constant == DBX_C_NONE;
    dbx_buf b = {0};
    edit_source(s, &b, n->a);
    if (adds) edit_add(s, n->span, dbx_text(&b), NULL);
    dbx_buf_free(&b);
  }
}

// `jnp.ones((m, m))` where the other has one axis: `jnp.ones((m,))`.
static void fewer_lengths(edit_site *s) {
  const dbx_diag *d = s->diag;
  for (uint32_t i = 0; i < 2 && d->n_operands >= 2; i++) {
    uint32_t rank = edit_rank(d->operands[1 - i].type);
    const dbx_node *n =
        d->operands[i].span.file == s->file ? look(s, find_exact, d->operands[i].span, 0) : NULL;
    if (!n || n->kind != DBX_N_Call || !n->l.n || n->l.at[0]->kind != DBX_N_Tuple || !rank ||
        n->l.at[0]->l.n <= rank)
      continue;
    const dbx_nodes *l = &n->l.at[0]->l;
    edit_add(s, (dbx_span){s->file, l->at[rank - 1]->span.end, n->l.at[0]->span.end},
             rank == 1 ? ",)" : ")", NULL);
  }
}

// A carry of a static length that grows: the loop may resize it, and its length is a variable.
typedef struct growing {
  edit_site *s;
  const dbx_node *loop;
  const char *variable;
} growing;

static void grow_from(void *ctx, const dbx_node *n) {
  const growing *g = ctx;
  edit_site *s = g->s;
  const dbx_node *l = g->loop;
  if (n->kind != DBX_N_Constant || n->constant != DBX_C_INT) return;
  dbx_buf number = {0}, text = {0}, say = {0};
  pieces p = {0};
  edit_source(s, &number, n);
  dbx_printf(&text, "%s + 0 * %s", dbx_text(&number), g->variable);
  add_piece(&p, n->span, dbx_text(&text));
  dbx_span at = {s->file, l->span.end - 1, l->span.end - 1};
  bool has = false;
  for (uint32_t i = 0; i < l->more->m.n; i++)
    if (l->more->m.at[i]->name &&
        !strcmp(dbx_sym_text(l->more->m.at[i]->name), "allow_array_resizing"))
      at = l->more->m.at[i]->span, has = true;
  add_piece(&p, at, has ? "allow_array_resizing=True" : ", allow_array_resizing=True");
  dbx_printf(&say, "allow_array_resizing=True, with the variable length %s at first",
             dbx_text(&text));
  edit_pieces(s, &p, dbx_text(&say));
  dbx_buf_free(&number), dbx_buf_free(&text), dbx_buf_free(&say);
}

static void grow_static(edit_site *s) {
  const dbx_node *n = s->failing, *f = edit_function(s), *of = NULL;
  const char *at = strstr(s->diag->message, "carry ");
  if (!at || !n || n->kind != DBX_N_Call || n->a->kind != DBX_N_Name || !f) return;
  of = look(s, find_function, (dbx_span){0}, n->a->name);
  const dbx_node *first = first_value(s, (uint32_t)strtoul(at + 6, NULL, 10));
  growing g = {s, edit_decorator(of, "_loop"), NULL};
  for (uint32_t i = 0; i < f->a->more->m.n; i++) {
    const dbx_node *type = f->a->more->m.at[i]->a;
    if (type && type->kind == DBX_N_Name && !strcmp(dbx_sym_text(type->name), "int"))
      g.variable = dbx_sym_text(f->a->more->m.at[i]->name);
  }
  if (first && g.loop && g.loop->kind == DBX_N_Call && g.variable) edit_walk(first, grow_from, &g);
}

static void float_result(edit_site *s, const dbx_node *f) {
  const dbx_node *r = result_of(f);
  if (r && r->kind == DBX_N_Constant) float_number(s, r);
  for (uint32_t i = 0; r && r->kind == DBX_N_Tuple && i < r->l.n; i++)
    if (r->l.at[i]->kind == DBX_N_Constant) float_number(s, r->l.at[i]);
}

static void float_branch(edit_site *s, const dbx_node *n) {
  if (n->kind == DBX_N_Lambda) float_result(s, n);
  if (n->kind == DBX_N_Name) float_result(s, look(s, find_function, (dbx_span){0}, n->name));
  for (uint32_t i = 0; (n->kind == DBX_N_List || n->kind == DBX_N_Tuple) && i < n->l.n; i++)
    if (n->l.at[i]->kind == DBX_N_Lambda || n->l.at[i]->kind == DBX_N_Name)
      float_branch(s, n->l.at[i]);
}

// A branch that gives 0 where the other gives a float: 0.0.
static void float_branches(edit_site *s) {
  const dbx_node *n = s->failing;
  if (!n || n->kind != DBX_N_Call || !strstr(s->diag->message, "branches")) return;
  for (uint32_t i = 0; i < n->l.n; i++) float_branch(s, n->l.at[i]);
}

// ---- values that have left their trace ----

typedef struct leak {
  edit_site *s;
  const dbx_node *use;   // `box[0]`, `kept`
  dbx_sym name;          // box, kept
  const dbx_node *saved; // what was put there
  const dbx_node *function;
  const char *type; // of the use: "i64[]"
} leak;

static void find_saved(void *ctx, const dbx_node *n) {
  leak *l = ctx;
  const dbx_node *f = n->kind == DBX_N_Call ? n->a : NULL;
  if (f && f->kind == DBX_N_Attribute && f->a->kind == DBX_N_Name && f->a->name == l->name &&
      !strcmp(dbx_sym_text(f->name), "append") && n->l.n == 1)
    l->saved = n->l.at[0];
  if (n->kind == DBX_N_Assign && n->l.n == 1) {
    const dbx_node *t = n->l.at[0];
    if (t->kind == DBX_N_Subscript) t = t->a;
    lookup in = {.span = n->span};
    if (t->kind == DBX_N_Name && t->name == l->name) {
      edit_walk(l->s->root, find_around, &in);
      if (in.found) l->saved = n->a;
    }
  }
}

// Calls of the function as a statement of its own, or as what a name is.
static void use_result(void *ctx, const dbx_node *n) {
  leak *l = ctx;
  edit_site *s = l->s;
  bool value = n->kind == DBX_N_Expr || (n->kind == DBX_N_Assign && n->l.n == 1);
  const dbx_node *call = value ? n->a : NULL;
  if (!call || call->kind != DBX_N_Call || call->a->kind != DBX_N_Name ||
      call->a->name != l->function->name || n->span.end > l->use->span.begin)
    return;
  dbx_buf name = {0}, source = {0}, text = {0};
  if (n->kind == DBX_N_Assign) edit_source(s, &name, n->l.at[0]);
  else dbx_put(&name, l->use->kind == DBX_N_Name ? dbx_sym_text(l->name) : "result");
  if (n->kind == DBX_N_Assign) {
    edit_addf(s, l->use->span, "%s", dbx_text(&name));
  } else {
    pieces p = {0};
    dbx_printf(&text, "%s = %s", dbx_text(&name), edit_source(s, &source, call));
    add_piece(&p, n->span, dbx_text(&text));
    add_piece(&p, l->use->span, dbx_text(&name));
    dbx_put(&text, ": what the function returns");
    edit_pieces(s, &p, dbx_text(&text));
  }
  dbx_buf_free(&name), dbx_buf_free(&source), dbx_buf_free(&text);
}

// A number of a loop's body as a further carry.
static void carry_out(void *ctx, const dbx_node *n) {
  const leak *l = ctx;
  edit_site *s = l->s;
  const dbx_node *call = n->kind == DBX_N_Assign && n->l.n == 1 ? n->a : NULL, *f = l->function,
                 *r = result_of(f);
  if (!call || call->kind != DBX_N_Call || call->a->kind != DBX_N_Name ||
      call->a->name != f->name || !call->l.n || n->span.end > l->use->span.begin)
    return;
  uint32_t last = f->a->more->m.at[f->a->more->m.n - 1]->span.end;
  const char *zero = l->type[0] == 'f' ? ", 0.0" : l->type[0] == 'b' ? ", False" : ", 0";
  dbx_buf b = {0}, text = {0};
  pieces p = {0};
  add_piece(&p, (dbx_span){s->file, last, last}, ", carried");
  dbx_printf(&text, ", %s", edit_source(s, &b, l->saved));
  add_piece(&p, (dbx_span){s->file, r->span.end, r->span.end}, dbx_text(&text));
  uint32_t target = n->l.at[0]->span.end, end = call->span.end - 1;
  add_piece(&p, (dbx_span){s->file, target, target}, ", carried");
  add_piece(&p, (dbx_span){s->file, end, end}, zero);
  add_piece(&p, l->use->span, "carried");
  dbx_clear(&text);
  dbx_printf(&text, "%s as a carry of the loop, returned by %s", dbx_text(&b),
             dbx_sym_text(f->name));
  edit_pieces(s, &p, dbx_text(&text));
  dbx_buf_free(&b), dbx_buf_free(&text);
}

static void return_instead(edit_site *s) {
  const dbx_diag *d = s->diag;
  for (uint32_t i = 0; i < d->n_operands && i < 4; i++) {
    leak l = {.s = s};
    if (d->operands[i].span.file != s->file) continue;
    l.use = look(s, find_exact, d->operands[i].span, 0);
    const dbx_node *n = l.use && l.use->kind == DBX_N_Subscript ? l.use->a : l.use;
    if (!n || n->kind != DBX_N_Name) continue;
    l.name = n->name;
    edit_walk(s->root, find_saved, &l);
    if (!l.saved) continue;
    l.function = look(s, find_around, l.saved->span, 0);
    const dbx_node *r = result_of(l.function);
    bool named = r && r->kind == DBX_N_Name && r->name == l.name;
    if (r && (named || same_text(s, r->span, l.saved->span))) edit_walk(s->root, use_result, &l);
    else if (r && edit_decorator(l.function, "_loop") && !edit_rank(d->operands[i].type))
      l.type = d->operands[i].type, edit_walk(s->root, carry_out, &l);
  }
}

void edits_of_meaning(edit_site *s) {
  switch (s->diag->code) {
  case DBX_E301:
  case DBX_E303:
  case DBX_E304:
  case DBX_E310: lengths_once(s); break;
  case DBX_E502: mend_first_value(s); break;
  case DBX_E503: without_axes(s), mend_first_value(s), fewer_lengths(s), grow_static(s); break;
  case DBX_E507: without_axes(s); break;
  case DBX_E508: return_instead(s); break;
  case DBX_E515: without_axes(s), mend_first_value(s), float_branches(s); break;
  default: break;
  }
}
