// Edits that look at what names mean: a name that nothing uses in the place of one that is used, a
// name's twin, another length of the same shape, arguments in another order (see edits.h).
#include "debug/edits/edits.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool within(dbx_span a, dbx_span b) {
  return a.file == b.file && a.begin >= b.begin && a.end <= b.end;
}

// ---- how alike two names are ----

static uint32_t common_start(const char *a, const char *b) {
  uint32_t n = 0;
  while (a[n] && a[n] == b[n]) n++;
  return n;
}

static uint32_t common_end(const char *a, const char *b) {
  size_t x = strlen(a), y = strlen(b);
  uint32_t n = 0;
  while (n < x && n < y && a[x - 1 - n] == b[y - 1 - n]) n++;
  return n;
}

// `b1` and `b2`, `train_y` and `test_y`, `vw` and `vb`: letters at their beginnings and ends.
static uint32_t likeness(const char *a, const char *b) {
  return common_start(a, b) + common_end(a, b);
}

// The longest run of letters of both: `row_scale` and `rows` have three.
static uint32_t common_word(const char *a, const char *b) {
  uint32_t most = 0;
  for (const char *x = a; *x; x++)
    for (const char *y = b; *y; y++) {
      uint32_t n = 0;
      while (isalpha((unsigned char)x[n]) && x[n] == y[n]) n++;
      if (n > most) most = n;
    }
  return most;
}

// ---- one number, or an array ----

typedef struct shapes {
  const edit_site *s;
  dbx_sym name;
  uint32_t before;
  const dbx_node *target, *value; // the tuple that has the name, and what is taken apart
} shapes;

static void find_shape(void *ctx, const dbx_node *n) {
  shapes *x = ctx;
  if (n->kind != DBX_N_Assign || n->l.n != 1 || n->l.at[0]->kind != DBX_N_Tuple ||
      n->span.begin >= x->before || n->a->kind != DBX_N_Attribute ||
      strcmp(dbx_sym_text(n->a->name), "shape") != 0)
    return;
  const dbx_nodes *l = &n->l.at[0]->l;
  for (uint32_t i = 0; i < l->n; i++)
    if (l->at[i]->kind == DBX_N_Name && l->at[i]->name == x->name)
      x->target = n->l.at[0], x->value = n->a;
}

// `rows, columns` of `rows, columns = table.shape`; NULL: the name is none of such.
static const dbx_node *lengths_with(const edit_site *s, const dbx_node *name) {
  shapes x = {s, name->name, name->span.begin, NULL, NULL};
  edit_walk(s->root, find_shape, &x);
  return x.target;
}

static const dbx_node *parameter(const dbx_node *f, dbx_sym name) {
  for (uint32_t i = 0; f && i < f->a->more->m.n; i++)
    if (f->a->more->m.at[i]->name == name) return f->a->more->m.at[i];
  return NULL;
}

static bool says_number(const dbx_node *arg) { // n: int
  const char *type = arg->a && arg->a->kind == DBX_N_Name ? dbx_sym_text(arg->a->name) : "";
  return !strcmp(type, "int") || !strcmp(type, "float") || !strcmp(type, "bool");
}

static bool is_length(const dbx_node *n) { // x.shape[0], len(x)
  bool of_shape = n->kind == DBX_N_Subscript && n->a->kind == DBX_N_Attribute &&
                  !strcmp(dbx_sym_text(n->a->name), "shape");
  return of_shape || (n->kind == DBX_N_Call && !strcmp(edit_callee(n), "len"));
}

// Is the name at this place one of a number: a length, a constant, a parameter that says so?
static bool is_number(const edit_site *s, const dbx_node *name) {
  const dbx_node *f = edit_function_of(s, name->span), *p = parameter(f, name->name);
  if ((p && says_number(p)) || lengths_with(s, name)) return true;
  const dbx_node *made = edit_at(s, edit_making(s, name->span)), *own = NULL;
  if (name->kind == DBX_N_Name && name->ctx == DBX_STORE) own = edit_statement_of(s, name->span);
  if (own && own->kind == DBX_N_Assign && own->l.n == 1 && own->l.at[0] == name) made = own->a;
  return made && (made->kind == DBX_N_Constant || is_length(made));
}

// ---- names that nothing uses ----

enum { NAMES = 24, PAIRS = 24, WORD = 3 };

typedef struct names {
  const edit_site *s;
  const dbx_node *f; // of this function
  uint32_t before;
  const dbx_node *at[NAMES]; // their bindings
  uint32_t n;
} names;

static void find_binding(void *ctx, const dbx_node *n) {
  names *x = ctx;
  bool binds = n->kind == DBX_N_arg || (n->kind == DBX_N_Name && n->ctx == DBX_STORE);
  if (!binds || n->span.end > x->before || dbx_sym_text(n->name)[0] == '_' || x->n == NAMES) return;
  if (edit_function_of(x->s, n->span) != x->f) return;
  for (uint32_t i = 0; i < x->n; i++)
    if (x->at[i]->name == n->name) return;
  x->at[x->n++] = n;
}

typedef struct reads {
  dbx_sym name;
  bool found;
} reads;

static void find_read(void *ctx, const dbx_node *n) {
  reads *r = ctx;
  r->found |= n->kind == DBX_N_Name && n->ctx == DBX_LOAD && n->name == r->name;
}

static bool is_read(const dbx_node *f, dbx_sym name) {
  reads r = {.name = name};
  for (uint32_t i = 0; i < f->l.n; i++) edit_walk(f->l.at[i], find_read, &r);
  return r.found;
}

// The count of a for_loop may be left out.
static bool counts(const edit_site *s, const dbx_node *f, const dbx_node *n) {
  const dbx_node *loop = edit_loop(s, f);
  return loop && dbx_ends_in(edit_callee(loop), "for_loop") && f->a->more->m.n &&
         f->a->more->m.at[0]->name == n->name;
}

// A name that stands where another one may be meant, and that one.
typedef struct pair {
  const dbx_node *leaf;
  dbx_sym name;
  uint32_t score, rank;
} pair;

typedef struct pairs {
  edit_site *s;
  dbx_span in;
  const names *known; // what may be meant
  bool used, read;    // names that are used, too; of a part of the name alone
  pair at[PAIRS];
  uint32_t n;
} pairs;

static bool is_local(const edit_site *s, const dbx_node *leaf) {
  if (edit_function_named(s, leaf->name)) return false;
  const dbx_node *f = edit_function_of(s, leaf->span);
  return parameter(f, leaf->name) || edit_making(s, leaf->span).file || lengths_with(s, leaf) ||
         (f && edit_indent(s, leaf->span.begin) > 0 && s->text[leaf->span.end] != '.' &&
          s->text[leaf->span.end] != '(');
}

static void pair_of(pairs *p, const dbx_node *leaf, const dbx_node *other) {
  if (leaf->name == other->name || p->n == PAIRS) return;
  if (is_number(p->s, leaf) != is_number(p->s, other)) return;
  uint32_t score = likeness(dbx_sym_text(leaf->name), dbx_sym_text(other->name));
  p->at[p->n] = (pair){leaf, other->name, score, p->n}, p->n++;
}

static void find_leaf(void *ctx, const dbx_node *n) {
  pairs *p = ctx;
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD || !within(n->span, p->in)) return;
  if (!is_local(p->s, n)) return;
  for (uint32_t i = 0; i < p->known->n; i++) pair_of(p, n, p->known->at[i]);
}

static int by_score(const void *a, const void *b) {
  const pair *x = a, *y = b;
  if (x->score != y->score) return x->score < y->score ? 1 : -1;
  if (x->leaf->name == y->leaf->name && x->name == y->name) // the later one was copied
    return x->leaf->span.begin < y->leaf->span.begin ? 1 : -1;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

static bool is_of_text(const edit_site *s, dbx_span span) {
  return span.file == s->file && span.end > span.begin;
}

// The best of them as edits.
static void add_pairs(pairs *p, uint32_t most) {
  qsort(p->at, p->n, sizeof *p->at, by_score);
  for (uint32_t i = 0; i < p->n && i < most; i++)
    edit_add(p->s, p->at[i].leaf->span, dbx_sym_text(p->at[i].name), NULL);
}

// Leaves of the operands and of what they are made of, here.
static void pairs_in(pairs *p) {
  edit_site *s = p->s;
  if (s->diag->code == DBX_E305) { // the shape is said there
    p->in = s->diag->span;
    return edit_walk(s->root, find_leaf, p);
  }
  for (uint32_t i = 0; i < s->diag->n_operands && i < 4; i++) {
    if (!is_of_text(s, p->in = s->diag->operands[i].span)) continue;
    edit_walk(s->root, find_leaf, p);
  }
  for (uint32_t i = 0; i < s->diag->n_operands && i < 4; i++) {
    if (!is_of_text(s, s->diag->operands[i].span)) continue;
    p->in = edit_making(s, s->diag->operands[i].span);
    if (p->in.file) edit_walk(s->root, find_leaf, p);
  }
}

// Of those from the k-th on: that nothing reads.
static void keep_unused(names *l, const dbx_node *f, uint32_t k) {
  uint32_t to = k;
  for (; k < l->n; k++)
    if (!is_read(f, l->at[k]->name) && !counts(l->s, f, l->at[k])) l->at[to++] = l->at[k];
  l->n = to;
}

static void bindings_before(const edit_site *s, names *ret, bool unused) {
  for (uint32_t i = s->depth; i-- > 0;) {
    const dbx_node *f = s->path[i];
    if (f->kind != DBX_N_FunctionDef) continue;
    ret->s = s, ret->f = f, ret->before = s->diag->span.begin;
    uint32_t from = ret->n;
    edit_walk(f, find_binding, ret);
    if (unused) keep_unused(ret, f, from);
  }
}

// In the calls that led here, of a function that does not use all that it computes.
static void unused_where_called(edit_site *s) {
  for (uint32_t at = 0; at < s->diag->frames_n; at++) {
    dbx_span call = s->diag->frames[at].span;
    const dbx_node *f = edit_function_of(s, call), *n = edit_at(s, call);
    names unused = {.s = s, .f = f, .before = call.begin};
    pairs p = {.s = s, .known = &unused};
    if (!f || !n || n->kind != DBX_N_Call) continue;
    edit_walk(f, find_binding, &unused);
    keep_unused(&unused, f, 0);
    for (uint32_t i = 0; unused.n && i < n->l.n; i++)
      p.in = n->l.at[i]->span, edit_walk(s->root, find_leaf, &p);
    add_pairs(&p, 3);
  }
}

// What was computed or given and is not used is probably meant where the error is.
void edits_of_unused_names(edit_site *s) {
  names unused = {0};
  if (s->file != s->diag->span.file) return;
  bindings_before(s, &unused, true);
  pairs p = {.s = s, .known = &unused};
  if (unused.n) pairs_in(&p);
  add_pairs(&p, 6);
  unused_where_called(s);
}

static bool is_operand(const edit_site *s, dbx_sym name) {
  for (uint32_t i = 0; i < s->diag->n_operands; i++) {
    const dbx_node *n = edit_at(s, s->diag->operands[i].span);
    if (n && n->kind == DBX_N_Name && n->name == name) return true;
  }
  return false;
}

// `w1` where `w2` is meant: two names that begin or end alike.
void edits_of_twins(edit_site *s) {
  names all = {0};
  if (s->file != s->diag->span.file) return;
  bindings_before(s, &all, false);
  pairs p = {.s = s, .known = &all};
  for (uint32_t i = 0; i < s->diag->n_operands && i < 2; i++)
    if (is_of_text(s, p.in = s->diag->operands[i].span)) edit_walk(s->root, find_leaf, &p);
  uint32_t n = 0;
  for (uint32_t i = 0; i < p.n; i++) {
    size_t longer = strlen(dbx_sym_text(p.at[i].leaf->name));
    bool alike = longer > 1 && 2 * p.at[i].score >= longer;
    if (alike && !is_operand(s, p.at[i].name)) p.at[n++] = p.at[i];
  }
  p.n = n;
  add_pairs(&p, 4);
}

static bool is_in_operand(const edit_site *s, dbx_sym name) {
  for (uint32_t i = 0; i < s->diag->n_operands; i++) {
    const dbx_node *n = edit_at(s, s->diag->operands[i].span);
    if (n && edit_mentions(n, name)) return true;
  }
  return false;
}

// Another array of the function where an operand is a name.
void edits_of_other_names(edit_site *s) {
  names all = {0};
  if (s->file != s->diag->span.file) return;
  for (uint32_t i = 0; i < s->diag->n_operands; i++) // the loop is the cause
    if (edit_is_carried(s, s->diag->operands[i].span)) return;
  bindings_before(s, &all, false);
  for (uint32_t i = 0; i < s->diag->n_operands && i < 2; i++) {
    const dbx_node *n = edit_at(s, s->diag->operands[i].span);
    if (!n || n->kind != DBX_N_Name) continue;
    uint32_t added = 0;
    for (uint32_t k = 0; k < all.n && added < 5; k++) {
      dbx_sym name = all.at[k]->name;
      if (is_number(s, all.at[k]) || is_in_operand(s, name) || edit_function_named(s, name))
        continue;
      if (counts(s, edit_function_of(s, all.at[k]->span), all.at[k])) continue;
      edit_add(s, n->span, dbx_sym_text(name), NULL), added++;
    }
  }
}

// ---- two names that are made alike ----

typedef struct only_name {
  const edit_site *s;
  const dbx_node *name;
  uint32_t others;
} only_name;

static void find_only(void *ctx, const dbx_node *n) {
  only_name *o = ctx;
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD || !is_local(o->s, n)) return;
  if (o->name && o->name->name != n->name) o->others++;
  o->name = n;
}

static void exchange_name(void *ctx, const dbx_node *n) {
  pairs *p = ctx;
  if (n->kind == DBX_N_Name && n->name == p->at[0].name && within(n->span, p->in) && p->n < PAIRS)
    p->at[p->n++].leaf = n;
}

// `dy = y[1:] - y[:-1]` beside `dx = x`: `dx = x[1:] - x[:-1]`.
static void made_as(edit_site *s, dbx_span of, dbx_span as) {
  const dbx_node *whole = edit_at(s, edit_making_here(s, of)), *made = edit_made_by(s, as);
  const dbx_node *name = edit_at(s, of), *other = edit_at(s, as);
  only_name o = {.s = s};
  if (!whole || !made || whole->kind != DBX_N_Name || made->kind == DBX_N_Name) return;
  if (!likeness(dbx_sym_text(name->name), dbx_sym_text(other->name))) return;
  edit_walk(made, find_only, &o);
  if (!o.name || o.others || o.name->name == whole->name) return;
  pairs p = {.s = s, .in = made->span, .n = 1};
  p.at[0].name = o.name->name;
  edit_walk(made, exchange_name, &p);
  dbx_buf b = {0};
  uint32_t from = made->span.begin;
  for (uint32_t i = 1; i < p.n; i++) {
    edit_put_source(s, &b, edit_place(s, from, p.at[i].leaf->span.begin));
    dbx_put(&b, dbx_sym_text(whole->name)), from = p.at[i].leaf->span.end;
  }
  edit_put_source(s, &b, edit_place(s, from, made->span.end));
  edit_add(s, whole->span, dbx_text(&b), NULL);
  dbx_buf_free(&b);
}

void edits_of_analogy(edit_site *s) {
  const dbx_involved *o = s->diag->operands;
  if (s->diag->n_operands != 2 || s->file != s->diag->span.file) return;
  const dbx_node *x = edit_at(s, o[0].span), *y = edit_at(s, o[1].span);
  if (!x || !y || x->kind != DBX_N_Name || y->kind != DBX_N_Name) return;
  made_as(s, o[0].span, o[1].span), made_as(s, o[1].span, o[0].span);
}

// ---- another length of the same shape ----

typedef struct sibling {
  dbx_span span;
  char text[64];
  uint32_t score, rank;
} sibling;

typedef struct siblings {
  edit_site *s;
  dbx_span in;
  const char *target; // what the array is called
  sibling at[PAIRS];
  uint32_t n;
} siblings;

// In the place of the text `now`; if it has to be named: the array's own name has to say so.
static void add_sibling(siblings *x, dbx_span span, const char *text, const char *now, bool named) {
  uint32_t score = common_word(x->target, text), old = common_word(x->target, now);
  if (score < WORD || score <= old) score = 0;
  if (!score && named) return;
  for (uint32_t i = 0; i < x->n; i++)
    if (x->at[i].span.begin == span.begin && !strcmp(x->at[i].text, text)) return;
  if (x->n == PAIRS || strlen(text) >= sizeof x->at->text) return;
  sibling one = {span, "", score, x->n};
  strcpy(one.text, text);
  x->at[x->n++] = one;
}

// `x.shape[0]`: along the other axis.
static void other_axis_of(siblings *x, const dbx_node *n) {
  static const char *const others[] = {"-2", "-1", "1", "0"}; // of -1, -2, 0, 1
  const dbx_node *k = n->b->kind == DBX_N_UnaryOp ? n->b->a : n->b;
  bool minus = n->b->kind == DBX_N_UnaryOp && n->b->op == DBX_OP_USub;
  if (k->kind != DBX_N_Constant || k->constant != DBX_C_INT) return;
  int64_t v = minus ? -k->value->i : k->value->i;
  const char *other = v == -1 ? others[0] : v == -2 ? others[1] : v == 0 ? others[2] : others[3];
  if (v >= -2 && v <= 1) add_sibling(x, n->b->span, other, "", false);
}

// Another parameter that is a number: `n_users` for `n_items`, of `user_bias`.
static void other_parameters(siblings *x, const dbx_node *n) {
  const dbx_node *f = edit_function_of(x->s, n->span), *p = parameter(f, n->name);
  for (uint32_t i = 0; p && i < f->a->more->m.n; i++) {
    const dbx_node *other = f->a->more->m.at[i];
    if (other != p && is_number(x->s, other) && is_number(x->s, n))
      add_sibling(x, n->span, dbx_sym_text(other->name), dbx_sym_text(n->name), true);
  }
}

// `sizes[0]` of a list of lengths: another one of them.
static void other_element(siblings *x, const dbx_node *n) {
  const dbx_node *list = edit_made_by(x->s, n->a->span);
  bool display = list && (list->kind == DBX_N_List || list->kind == DBX_N_Tuple);
  if (!display || n->b->kind != DBX_N_Constant || n->b->constant != DBX_C_INT) return;
  for (uint32_t i = 0; i < list->l.n && i < 8; i++) {
    char text[8];
    snprintf(text, sizeof text, "%u", (unsigned)i);
    if (i != (uint32_t)n->b->value->i) add_sibling(x, n->b->span, text, "", false);
  }
}

static void find_sibling(void *ctx, const dbx_node *n) {
  siblings *x = ctx;
  if (!within(n->span, x->in)) return;
  if (n->kind == DBX_N_Subscript && n->a->kind == DBX_N_Name) other_element(x, n);
  if (is_length(n) && n->kind == DBX_N_Subscript) other_axis_of(x, n);
  if (n->kind == DBX_N_keyword && n->name && !strcmp(dbx_sym_text(n->name), "argnums")) {
    bool zero = n->a->kind == DBX_N_Constant && n->a->constant == DBX_C_INT && !n->a->value->i;
    return add_sibling(x, n->a->span, zero ? "1" : "0", "", false); // the derivative by another one
  }
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD) return;
  const dbx_node *all = lengths_with(x->s, n);
  for (uint32_t i = 0; all && i < all->l.n; i++)
    if (all->l.at[i]->kind == DBX_N_Name && all->l.at[i]->name != n->name &&
        dbx_sym_text(all->l.at[i]->name)[0] != '_')
      add_sibling(x, n->span, dbx_sym_text(all->l.at[i]->name), dbx_sym_text(n->name), false);
  if (!all) other_parameters(x, n);
}

typedef struct region {
  siblings *x;
  dbx_span in;
  int depth;
} region;

static void look_in(siblings *x, dbx_span in, int depth);

static void look_behind(void *ctx, const dbx_node *n) {
  const region *r = ctx;
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD || !within(n->span, r->in)) return;
  dbx_span made = edit_making(r->x->s, n->span);
  if (made.file && !within(made, r->in)) look_in(r->x, made, r->depth - 1);
}

static const char *target_of(const edit_site *s, dbx_span in) {
  const dbx_node *at = edit_statement_of(s, in);
  bool named = at && at->kind == DBX_N_Assign && at->l.n == 1 && at->l.at[0]->kind == DBX_N_Name;
  return named ? dbx_sym_text(at->l.at[0]->name) : "";
}

// The lengths that stand there, and in what the names there were given.
static void look_in(siblings *x, dbx_span in, int depth) {
  if (!is_of_text(x->s, in) || depth < 0) return;
  region r = {x, in, depth};
  x->in = in, x->target = target_of(x->s, in);
  edit_walk(x->s->root, find_sibling, x);
  edit_walk(x->s->root, look_behind, &r);
}

static int siblings_by_score(const void *a, const void *b) {
  const sibling *x = a, *y = b;
  if (x->score != y->score) return x->score < y->score ? 1 : -1;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

typedef struct lengths {
  edit_site *s;
  dbx_span in; // the making of one operand
  const dbx_node *other;
  const dbx_node *leaf; // a length there
  uint32_t added;
} lengths;

static void find_other_length(void *ctx, const dbx_node *n) {
  lengths *l = ctx;
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD || !is_local(l->s, n) || is_number(l->s, n))
    return;
  const dbx_node *of = l->leaf->a->a;
  if (of->kind == DBX_N_Name && of->name == n->name) return;
  for (uint32_t axis = 0; axis < 2 && l->added < 8; axis++, l->added++)
    edit_addf(l->s, l->leaf->span, "%s.shape[%u]", dbx_sym_text(n->name), axis);
}

static void find_own_length(void *ctx, const dbx_node *n) {
  lengths *l = ctx;
  if (n->kind != DBX_N_Subscript || !within(n->span, l->in) || !is_length(n)) return;
  l->leaf = n;
  edit_walk(l->other, find_other_length, l);
}

// `jnp.zeros(x.shape[0])` beside `x @ basis.T`: `jnp.zeros(basis.shape[0])`.
static void lengths_of_other(edit_site *s, uint32_t i) {
  if (s->diag->n_operands != 2) return;
  dbx_span of = s->diag->operands[i].span, made = edit_making(s, of);
  lengths l = {s, made.file ? made : of, edit_made_by(s, s->diag->operands[1 - i].span), NULL, 0};
  if (l.other && is_of_text(s, l.in)) edit_walk(s->root, find_own_length, &l);
}

// Where an operand is made, or where its length is: that of another axis, or another number that
// comes with it; what has the array's own name in its name first.
void edits_of_siblings(edit_site *s) {
  siblings x = {.s = s};
  for (uint32_t i = 0; i < s->diag->n_births && i < 8; i++)
    if (strstr(s->diag->births[i].text, "computed") ||
        !strncmp(s->diag->births[i].text, "result", 6))
      look_in(&x, s->diag->births[i].span, 1);
  if (s->diag->code == DBX_E305) look_in(&x, s->diag->span, 1);
  for (uint32_t i = 0; i < s->diag->n_operands && i < 4; i++)
    look_in(&x, s->diag->operands[i].span, 3);
  qsort(x.at, x.n, sizeof *x.at, siblings_by_score);
  for (uint32_t i = 0; i < x.n && i < 8; i++) edit_add(s, x.at[i].span, x.at[i].text, NULL);
  for (uint32_t i = 0; i < s->diag->n_operands && i < 2; i++) lengths_of_other(s, i);
}

// ---- arguments in another order ----

static const dbx_node *argument_named(const dbx_node *call, const char *name) {
  for (uint32_t i = 0; i < call->l.n; i++)
    if (call->l.at[i]->kind == DBX_N_Name &&
        common_start(dbx_sym_text(call->l.at[i]->name), name) >= strlen(name))
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

static void exchange(edit_site *s, const dbx_node *call, uint32_t i, uint32_t k) {
  dbx_buf a = {0}, b = {0};
  edit_pieces p = {0};
  edit_piece(&p, call->l.at[i]->span, edit_source(s, &a, call->l.at[k]));
  edit_piece(&p, call->l.at[k]->span, edit_source(s, &b, call->l.at[i]));
  edit_add_pieces(s, &p, NULL);
  dbx_buf_free(&a), dbx_buf_free(&b);
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
          exchange(s, call, i, k);
  }
}
