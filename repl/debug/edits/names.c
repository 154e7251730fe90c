// Edits that look at what names mean: a name that nothing uses in the place of one that is used, a
// name's twin (see edits.h).
#include "debug/edits/edits.h"

#include <stdlib.h>
#include <string.h>

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
      n->span.begin > x->before || n->a->kind != DBX_N_Attribute ||
      strcmp(dbx_sym_text(n->a->name), "shape") != 0)
    return;
  const dbx_nodes *l = &n->l.at[0]->l;
  for (uint32_t i = 0; i < l->n; i++)
    if (l->at[i]->kind == DBX_N_Name && l->at[i]->name == x->name)
      x->target = n->l.at[0], x->value = n->a;
}

// `rows, columns` of `rows, columns = table.shape`; NULL: the name is none of such.
const dbx_node *edit_lengths_with(const edit_site *s, const dbx_node *name) {
  shapes x = {s, name->name, name->span.begin, NULL, NULL};
  edit_walk(s->root, find_shape, &x);
  return x.target;
}

static bool says_number(const dbx_node *arg) { // n: int
  const char *type = arg->a && arg->a->kind == DBX_N_Name ? dbx_sym_text(arg->a->name) : "";
  return !strcmp(type, "int") || !strcmp(type, "float") || !strcmp(type, "bool");
}

bool edit_is_length(const dbx_node *n) { // x.shape[0], len(x)
  bool of_shape = n->kind == DBX_N_Subscript && n->a->kind == DBX_N_Attribute &&
                  !strcmp(dbx_sym_text(n->a->name), "shape");
  return of_shape || (n->kind == DBX_N_Call && !strcmp(edit_callee(n), "len"));
}

// Is the name at this place one of a number: a length, a constant, a parameter that says so?
bool edit_is_number(const edit_site *s, const dbx_node *name) {
  const dbx_node *f = edit_function_of(s, name->span), *p = edit_parameter_node(f, name->name);
  if ((p && says_number(p)) || edit_lengths_with(s, name)) return true;
  const dbx_node *made = edit_at(s, edit_making(s, name->span)), *own = NULL;
  if (name->kind == DBX_N_Name && name->ctx == DBX_STORE) own = edit_statement_of(s, name->span);
  if (own && own->kind == DBX_N_Assign && own->l.n == 1 && own->l.at[0] == name) made = own->a;
  return made && (made->kind == DBX_N_Constant || edit_is_length(made));
}

// ---- names that nothing uses ----

enum { NAMES = 24, PAIRS = 24 };

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

bool edit_is_local(const edit_site *s, const dbx_node *leaf) {
  if (edit_function_named(s, leaf->name)) return false;
  const dbx_node *f = edit_function_of(s, leaf->span);
  return edit_parameter_node(f, leaf->name) || edit_making(s, leaf->span).file ||
         edit_lengths_with(s, leaf) ||
         (f && edit_indent(s, leaf->span.begin) > 0 && s->text[leaf->span.end] != '.' &&
          s->text[leaf->span.end] != '(');
}

static void pair_of(pairs *p, const dbx_node *leaf, const dbx_node *other) {
  if (leaf->name == other->name || p->n == PAIRS) return;
  if (edit_is_number(p->s, leaf) != edit_is_number(p->s, other)) return;
  uint32_t score = likeness(dbx_sym_text(leaf->name), dbx_sym_text(other->name));
  p->at[p->n] = (pair){leaf, other->name, score, p->n}, p->n++;
}

static void find_leaf(void *ctx, const dbx_node *n) {
  pairs *p = ctx;
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD || !edit_within(n->span, p->in)) return;
  if (!edit_is_local(p->s, n)) return;
  for (uint32_t i = 0; i < p->known->n; i++) pair_of(p, n, p->known->at[i]);
}

static int by_score(const void *a, const void *b) {
  const pair *x = a, *y = b;
  if (x->score != y->score) return x->score < y->score ? 1 : -1;
  if (x->leaf->name == y->leaf->name && x->name == y->name) // the later one was copied
    return x->leaf->span.begin < y->leaf->span.begin ? 1 : -1;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

// The best of them as edits.
static void add_pairs(pairs *p, uint32_t most) {
  qsort(p->at, p->n, sizeof *p->at, by_score);
  for (uint32_t i = 0; i < p->n && i < most; i++)
    edit_add(p->s, p->at[i].leaf->span, dbx_sym_text(p->at[i].name), NULL);
}

// In so many operands that stand in this text.
static void in_operands(pairs *p, uint32_t most, void (*find)(void *ctx, const dbx_node *n)) {
  const dbx_diag *d = p->s->diag;
  for (uint32_t i = 0; i < d->n_operands && i < most; i++)
    if (edit_is_here(p->s, p->in = d->operands[i].span)) edit_walk(p->s->root, find, p);
}

// Leaves of the operands and of what they are made of, here.
static void pairs_in(pairs *p) {
  edit_site *s = p->s;
  if (s->diag->code == DBX_E305) { // the shape is said there
    p->in = s->diag->span;
    return edit_walk(s->root, find_leaf, p);
  }
  in_operands(p, 4, find_leaf);
  for (uint32_t i = 0; i < s->diag->n_operands && i < 4; i++) {
    if (!edit_is_here(s, s->diag->operands[i].span)) continue;
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

static bool differ_by_number(const char *a, const char *b) {
  size_t n = strcspn(a, "0123456789");
  bool same = n && n == strcspn(b, "0123456789") && !memcmp(a, b, n);
  return same && a[n] && b[n] && !a[n + strspn(a + n, "0123456789")] &&
         !b[n + strspn(b + n, "0123456789")];
}

static bool are_numbered(const edit_site *s, const pair *p) {
  (void)s;
  return differ_by_number(dbx_sym_text(p->leaf->name), dbx_sym_text(p->name));
}

static bool are_alike(const edit_site *s, const pair *p) {
  size_t longer = strlen(dbx_sym_text(p->leaf->name));
  return longer > 1 && (size_t)2 * p->score >= longer && !is_operand(s, p->name);
}

// Names in two operands, with all names that are bound before them: of what is found the good ones
// (NULL: all).
static void offer_bound(edit_site *s, void (*find)(void *ctx, const dbx_node *n),
                        bool (*good)(const edit_site *s, const pair *p)) {
  names all = {0};
  uint32_t n = 0;
  if (s->file != s->diag->span.file) return;
  bindings_before(s, &all, false);
  pairs p = {.s = s, .known = &all};
  in_operands(&p, 2, find);
  for (uint32_t i = 0; i < p.n; i++)
    if (!good || good(s, &p.at[i])) p.at[n++] = p.at[i];
  p.n = n;
  add_pairs(&p, 4);
}

// `w1` where `w2` is meant.
void edits_of_numbered_twins(edit_site *s) { offer_bound(s, find_leaf, are_numbered); }

// Two names that begin or end alike.
void edits_of_twins(edit_site *s) { offer_bound(s, find_leaf, are_alike); }

static bool is_in_operand(const edit_site *s, dbx_sym name) {
  for (uint32_t i = 0; i < s->diag->n_operands; i++) {
    const dbx_node *n = edit_at(s, s->diag->operands[i].span);
    if (n && edit_mentions(n, name)) return true;
  }
  return false;
}

static void find_derived(void *ctx, const dbx_node *n) {
  pairs *p = ctx;
  edit_site *s = p->s;
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD || !edit_within(n->span, p->in)) return;
  if (!edit_is_local(s, n) || edit_is_number(s, n) || edit_is_carried(s, n->span)) return;
  for (uint32_t i = 0; i < p->known->n && p->n < PAIRS; i++) {
    const dbx_node *other = p->known->at[i], *st = edit_statement_of(s, other->span);
    bool derived = other->kind == DBX_N_Name && st && st->kind == DBX_N_Assign && st->a &&
                   !edit_within(p->in, st->span) && edit_mentions(st->a, n->name);
    if (!derived || is_in_operand(s, other->name)) continue;
    p->at[p->n] = (pair){n, other->name, 0, p->n}, p->n++;
  }
}

// `edges` where `widths` is meant, which is computed from it.
void edits_of_derived_names(edit_site *s) { offer_bound(s, find_derived, NULL); }

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
      if (edit_is_number(s, all.at[k]) || is_in_operand(s, name) || edit_function_named(s, name))
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
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD || !edit_is_local(o->s, n)) return;
  if (o->name && o->name->name != n->name) o->others++;
  o->name = n;
}

static void exchange_name(void *ctx, const dbx_node *n) {
  pairs *p = ctx;
  if (n->kind == DBX_N_Name && n->name == p->at[0].name && edit_within(n->span, p->in) &&
      p->n < PAIRS)
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

// ---- a first value that is made like another array ----

typedef struct like {
  edit_site *s;
  const dbx_node *of; // what it is made like
  dbx_buf text;
  uint32_t added;
} like;

static void find_like(void *ctx, const dbx_node *n) {
  like *l = ctx;
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD || l->added > 5 || !edit_is_local(l->s, n))
    return;
  if (edit_is_number(l->s, n)) return;
  if (edit_is_carried(l->s, n->span)) n = edit_at(l->s, edit_making_here(l->s, n->span));
  if (!n || n->kind != DBX_N_Name) return;
  if (!edit_same_text(l->s, n->span, l->of->span))
    edit_add(l->s, l->of->span, dbx_sym_text(n->name), NULL);
  edit_addf(l->s, l->of->span, "%s[0]", dbx_sym_text(n->name));
  l->added++;
}

typedef struct likes {
  edit_site *s;
  const dbx_node *other; // the other operand
} likes;

// `jnp.zeros_like(x)` of what a loop carries, that meets w: `jnp.zeros_like(w)`.
static void find_carry(void *ctx, const dbx_node *n) {
  static const char *const makers[] = {"zeros_like", "ones_like", "full_like", "empty_like"};
  const likes *l = ctx;
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD || !edit_is_carried(l->s, n->span)) return;
  const dbx_node *made = edit_made_by(l->s, n->span);
  if (!EDIT_CALLS(made, makers) || !made->l.n) return;
  like one = {l->s, made->l.at[0], {0}, 0};
  edit_walk(l->other, find_like, &one);
}

void edits_of_likes(edit_site *s) {
  for (uint32_t i = 0; s->diag->n_operands == 2 && i < 2; i++) {
    const dbx_node *n = edit_at(s, s->diag->operands[i].span),
                   *other = edit_at(s, s->diag->operands[1 - i].span);
    if (n && other) edit_walk(n, find_carry, &(likes){s, other});
  }
}
