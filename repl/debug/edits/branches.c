// Edits of the branches of conditionals: one that is missing, that gives nothing, or that takes
// arguments (see edits.h).
#include "debug/edits/edits.h"

#include <stdlib.h>
#include <string.h>

// A function without a result: its last expression becomes one, or `text` does.
void edit_give_result(edit_site *s, const dbx_node *f, const char *text) {
  const dbx_node *last = f->l.at[f->l.n - 1];
  dbx_span end = {s->file, last->span.end, last->span.end};
  if (last->kind == DBX_N_Expr)
    edit_add(s, (dbx_span){s->file, last->span.begin, last->span.begin}, "return ", NULL);
  if (last->kind == DBX_N_Pass) edit_addf(s, last->span, "return %s", text);
  dbx_buf line = {0};
  dbx_printf(&line, "\n%*sreturn %s", (int)edit_indent(s, last->span.begin), "", text);
  const char *say = strchr(dbx_text(&line), 'r');
  if (last->kind != DBX_N_Pass) edit_add(s, end, dbx_text(&line), say);
  dbx_buf_free(&line);
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
    if (method || (n->name == b->name && dbx_ends_in(edit_callee(d), "cond"))) b->at[b->n++] = n;
  }
}

static bool has_otherwise(const branches *b) {
  for (uint32_t i = 0; i < b->n; i++)
    if (edit_decorator(b->at[i], "otherwise")) return true;
  return false;
}

typedef struct otherwise {
  edit_site *s;
  const dbx_node *first, *last; // of the branches
} otherwise;

static void add_otherwise(const otherwise *o, const char *result) {
  edit_site *s = o->s;
  dbx_span end = {s->file, o->last->span.end, o->last->span.end};
  int outer = (int)edit_indent(s, o->first->more->m.at[0]->span.begin),
      in = (int)edit_indent(s, o->first->l.at[0]->span.begin);
  const char *name = dbx_sym_text(o->first->name);
  dbx_buf text = {0}, say = {0};
  dbx_printf(&text, "\n\n%*s@%s.otherwise\n%*sdef %s_otherwise():\n%*sreturn %s", outer, "", name,
             outer, "", name, in, "", result);
  dbx_printf(&say, "@%s.otherwise with a function that returns %s", name, result);
  edit_add(s, end, dbx_text(&text), dbx_text(&say));
  dbx_buf_free(&text), dbx_buf_free(&say);
}

// What is there already stays: a name of the other result.
static void otherwise_keeps(void *ctx, const dbx_node *n) {
  if (n->kind == DBX_N_Name) add_otherwise(ctx, dbx_sym_text(n->name));
}

// `@cond(x > limit)` of a branch that returns limit: x, where it does not hold.
static void other_side(const otherwise *o, const dbx_node *result) {
  const dbx_node *d = edit_decorator(o->first, "cond"),
                 *test = d && d->kind == DBX_N_Call && d->l.n ? d->l.at[0] : NULL;
  dbx_buf b = {0};
  if (!test || test->kind != DBX_N_Compare || test->l.n != 1) return;
  const dbx_node *sides[] = {test->a, test->l.at[0]};
  for (int i = 0; i < 2; i++)
    if (edit_same_text(o->s, sides[i]->span, result->span))
      add_otherwise(o, edit_source(o->s, &b, sides[1 - i]));
  dbx_buf_free(&b);
}

// ---- one structure for all results ----

static bool is_display(const dbx_node *n) {
  return n->kind == DBX_N_Tuple || n->kind == DBX_N_List;
}

bool edit_has_key(const edit_site *s, const dbx_node *dict, const dbx_node *key) {
  for (uint32_t i = 0; i < dict->l.n; i++)
    if (dict->l.at[i] && edit_same_text(s, dict->l.at[i]->span, key->span)) return true;
  return false;
}

// A key that the other has not is the one that the other has and this one has not.
static void keys_as_other(edit_site *s, const dbx_node *n, const dbx_node *other) {
  dbx_buf b = {0};
  for (uint32_t i = 0; i < n->l.n; i++)
    for (uint32_t k = 0; k < other->l.n; k++) {
      const dbx_node *mine = n->l.at[i], *its = other->l.at[k];
      if (mine && its && !edit_has_key(s, other, mine) && !edit_has_key(s, n, its))
        edit_add(s, mine->span, edit_source(s, &b, its), NULL);
    }
  dbx_buf_free(&b);
}

// A tuple where the other is a list, or a list where it is a tuple.
static void brackets_as_other(edit_site *s, const dbx_node *n, const dbx_node *other) {
  dbx_buf b = {0};
  bool list = other->kind == DBX_N_List;
  edit_put_source(s, &b,
                  (dbx_span){s->file, n->l.at[0]->span.begin, n->l.at[n->l.n - 1]->span.end});
  edit_addf(s, n->span, list ? "[%s]" : n->l.n == 1 ? "(%s,)" : "(%s)", dbx_text(&b));
  dbx_buf_free(&b);
}

void edits_of_structure(edit_site *s, const dbx_node *n, const dbx_node *other) {
  dbx_buf b = {0};
  if (n->kind == DBX_N_Dict && other->kind == DBX_N_Dict && n->l.n == other->l.n)
    keys_as_other(s, n, other);
  else if (is_display(n) && is_display(other) && n->l.n > other->l.n && other->l.n > 1)
    edit_add(s,
             (dbx_span){s->file, n->l.at[other->l.n - 1]->span.end, n->l.at[n->l.n - 1]->span.end},
             "", NULL);
  else if (is_display(n) && is_display(other) && n->l.n && n->kind != other->kind)
    brackets_as_other(s, n, other);
  else if (is_display(n) && is_display(other) && n->l.n == other->l.n)
    for (uint32_t i = 0; i < n->l.n; i++) edits_of_structure(s, n->l.at[i], other->l.at[i]);
  else if (is_display(n) && n->l.n && !is_display(other))
    edit_add(s, n->span, edit_source(s, &b, n->l.at[0]), NULL);
  dbx_buf_free(&b);
}

// The values of a result with what the loop around carries in between, from the k-th on.
static void put_carries(edit_site *s, dbx_buf *b, const dbx_node *to, const dbx_node *const *p,
                        uint32_t want, uint32_t k) {
  uint32_t have = to->kind == DBX_N_Tuple ? to->l.n : 1, lack = want - have;
  dbx_buf one = {0};
  dbx_clear(b);
  for (uint32_t i = 0; i < want; i++) {
    uint32_t at = i < k ? i : i - lack;
    const dbx_node *value = to->kind == DBX_N_Tuple ? to->l.at[at % have] : to;
    bool carried = i >= k && i < k + lack;
    dbx_printf(b, "%s%s", i ? ", " : "",
               carried ? dbx_sym_text(p[i]->name) : edit_source(s, &one, value));
  }
  dbx_buf_free(&one);
}

// How many values of a result are computed from the carry in whose place they then are?
static uint32_t in_place(const dbx_node *to, const dbx_node *const *p, uint32_t lack, uint32_t k) {
  uint32_t n = 0;
  if (to->kind != DBX_N_Tuple) return edit_mentions(to, p[k ? 0 : lack]->name);
  for (uint32_t i = 0; i < to->l.n; i++)
    n += edit_mentions(to->l.at[i], p[i < k ? i : i + lack]->name);
  return n;
}

// Gives the other branch a carry back where this one would, too?
static bool are_kept_twice(const dbx_node *from, const dbx_node *const *p, uint32_t k, uint32_t n) {
  bool kept = false;
  for (uint32_t i = k; i < k + n; i++)
    kept |= from->l.at[i]->kind == DBX_N_Name && from->l.at[i]->name == p[i]->name;
  return kept;
}

// `return mid` beside `return lo, mid`, in a loop over lo and hi: `return mid, hi`.
static void carries_of_result(edit_site *s, const dbx_node *to, const dbx_node *from) {
  const dbx_node *f = edit_function(s), *loop = f ? edit_loop(s, f) : NULL;
  uint32_t have = to->kind == DBX_N_Tuple ? to->l.n : 1,
           want = from->kind == DBX_N_Tuple ? from->l.n : 1,
           lead = loop && dbx_ends_in(edit_callee(loop), "for_loop");
  if (!loop || have >= want || !have || f->a->more->m.n != want + lead) return;
  const dbx_node *const *p = (const dbx_node *const *)f->a->more->m.at + lead;
  dbx_buf b = {0}, other = {0};
  edit_source(s, &other, from);
  for (uint32_t rank = 2 * (have + 1); rank-- > 0;) // by places, then by what the other keeps
    for (uint32_t k = have + 1; k-- > 0;) {
      bool twice = are_kept_twice(from, p, k, want - have);
      if (2 * in_place(to, p, want - have, k) + !twice != rank) continue;
      put_carries(s, &b, to, p, want, k);
      if (strcmp(dbx_text(&b), dbx_text(&other)) != 0) edit_add(s, to->span, dbx_text(&b), NULL);
    }
  dbx_buf_free(&b), dbx_buf_free(&other);
}

// `return x` where the other branch returns `x + 1, True`: `return x, True`.
static void more_results(edit_site *s, const dbx_node *to, const dbx_node *from) {
  uint32_t have = to->kind == DBX_N_Tuple ? to->l.n : 1;
  dbx_buf b = {0};
  if (from->kind == DBX_N_Tuple && from->l.n > have) {
    dbx_put(&b, ", ");
    edit_put_source(s, &b, (dbx_span){s->file, from->l.at[have]->span.begin, from->span.end});
    uint32_t end = to->kind == DBX_N_Tuple ? to->l.at[have - 1]->span.end : to->span.end;
    edit_add(s, (dbx_span){s->file, end, end}, dbx_text(&b), NULL);
  }
  dbx_buf_free(&b);
}

typedef struct branch_result {
  edit_site *s;
  const dbx_node *f;
} branch_result;

static void gives_name(void *ctx, const dbx_node *n) {
  const branch_result *b = ctx;
  const dbx_node *r = edit_return_of(b->f);
  if (n->kind != DBX_N_Name) return;
  if (r) edit_addf(b->s, r->span, "return %s", dbx_sym_text(n->name));
  else edit_give_result(b->s, b->f, dbx_sym_text(n->name));
}

// A branch that gives nothing gives what it has computed, or what is there already: a name of the
// other result. The other result itself would make a condition of two equal branches.
static void give_branch(edit_site *s, const dbx_node *to, const dbx_node *from) {
  const dbx_node *r = edit_return_of(to);
  bool none = r && r->a && r->a->kind == DBX_N_Constant && r->a->constant == DBX_C_NONE;
  if (r && r->a && !none) return;
  if (!r) edit_return_last(s, to);
  edit_walk(from, gives_name, &(branch_result){s, to});
  dbx_buf b = {0};
  s->resort = true; // a number says of what kind the result is
  if (none && from->kind == DBX_N_Constant) edit_add(s, r->a->span, edit_source(s, &b, from), NULL);
  s->resort = false;
  dbx_buf_free(&b);
}

void edits_of_branches(edit_site *s) {
  const dbx_node *f = edit_called(s);
  if (!f || !edit_decorator(f, "cond")) return;
  branches b = {.name = f->name};
  dbx_buf text = {0};
  edit_walk(s->root, find_branch, &b);
  const dbx_node *first = edit_return_of(f);
  otherwise o = {s, f, b.n ? b.at[b.n - 1] : f};
  if (!has_otherwise(&b) && first && first->a) {
    other_side(&o, first->a);
    edit_walk(first->a, otherwise_keeps, &o);
    add_otherwise(&o, edit_source(s, &text, first->a));
  }
  for (uint32_t i = 0; i < b.n; i++)
    for (uint32_t k = 0; k < b.n; k++) {
      const dbx_node *to = edit_return_of(b.at[i]), *from = edit_return_of(b.at[k]);
      if (to && to->a && from && from->a) carries_of_result(s, to->a, from->a);
      if (to && to->a && from && from->a) more_results(s, to->a, from->a);
    }
  for (uint32_t k = 0; k < b.n; k++)
    for (uint32_t i = 0; i < b.n; i++) {
      const dbx_node *to = edit_return_of(b.at[i]), *from = edit_return_of(b.at[k]);
      if (to && to->a && from && from->a) edits_of_structure(s, to->a, from->a);
    }
  for (uint32_t i = 0; i < b.n; i++)
    for (uint32_t k = 0; k < b.n; k++) {
      const dbx_node *from = edit_return_of(b.at[k]);
      if (i != k && from && from->a) give_branch(s, b.at[i], from->a);
    }
  dbx_buf_free(&text);
}

// ---- parameters of a branch ----

typedef struct uses {
  dbx_sym name;
  dbx_vec(const dbx_node *) at;
} uses;

static void find_use(void *ctx, const dbx_node *n) {
  uses *u = ctx;
  if (n->kind == DBX_N_Name && n->name == u->name) dbx_push(&u->at, n);
}

typedef struct new_call {
  dbx_sym name;
  edit_pieces pieces;
} new_call;

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
  int in = (int)edit_indent(s, f->l.at[0]->span.begin),
      out = (int)edit_indent(s, f->more->m.at[0]->span.begin);
  if (!has_otherwise(&all)) { // it would be missed next
    dbx_printf(&b, "\n\n%*s@%s.otherwise\n%*sdef %s_otherwise():\n%*sreturn %s", out, "", fn, out,
               "", fn, in, "", name);
    dbx_put(&text, ", and an otherwise branch");
    edit_add(s, whole, dbx_text(&b), dbx_text(&text));
  }
  dbx_buf_free(&b), dbx_buf_free(&text);
  dbx_vec_free(&u.at);
}

static void call_without(void *ctx, const dbx_node *n) {
  new_call *c = ctx;
  bool own = n->kind == DBX_N_Call && n->a->kind == DBX_N_Name && n->a->name == c->name;
  if (own && n->l.n)
    edit_piece(&c->pieces,
               (dbx_span){n->span.file, n->l.at[0]->span.begin, n->l.at[n->l.n - 1]->span.end}, "");
}

// All branches without parameters, and the call without arguments: they use the names around them.
static void none_takes(edit_site *s, const dbx_node *f) {
  branches all = {.name = f->name};
  new_call c = {.name = f->name};
  dbx_buf say = {0};
  edit_walk(s->root, find_branch, &all);
  for (uint32_t i = 0; i < all.n; i++) {
    const dbx_nodes *p = &all.at[i]->a->more->m;
    if (p->n)
      edit_piece(&c.pieces, (dbx_span){s->file, p->at[0]->span.begin, p->at[p->n - 1]->span.end},
                 "");
  }
  edit_walk(s->root, call_without, &c);
  dbx_printf(&say, "no branch of '%s' takes arguments: they use the names around them",
             dbx_sym_text(f->name));
  if (c.pieces.n > 1) edit_add_pieces(s, &c.pieces, dbx_text(&say));
  else edit_pieces_free(&c.pieces);
  dbx_buf_free(&say);
}

void edits_of_parameters(edit_site *s) {
  const dbx_node *f = edit_decorated_here(s);
  const dbx_nodes *p = f ? &f->a->more->m : NULL;
  if (!p || !p->n) return;
  none_takes(s, f);
  edit_add(s, (dbx_span){s->file, p->at[0]->span.begin, p->at[p->n - 1]->span.end}, "", NULL);
  for (uint32_t i = s->depth; i-- > 0;)
    if (s->path[i]->kind == DBX_N_FunctionDef && s->path[i] != f)
      for (uint32_t k = 0; k < s->path[i]->a->more->m.n; k++)
        capture_instead(s, f, dbx_sym_text(s->path[i]->a->more->m.at[k]->name));
}

// ---- the lengths of all branches ----

typedef struct new_length {
  edit_site *s;
  const char *from, *to;
  edit_pieces pieces;
  uint32_t made; // arrays that a result makes
} new_length;

static void take_length(void *ctx, const dbx_node *n) {
  new_length *l = ctx;
  dbx_buf b = {0};
  bool leaf = n->kind == DBX_N_Name || (n->kind == DBX_N_Constant && n->constant == DBX_C_INT);
  if (leaf && !strcmp(edit_source(l->s, &b, n), l->from)) edit_piece(&l->pieces, n->span, l->to);
  dbx_buf_free(&b);
}

// Arrays of a result that are made by their length get the wanted one.
static void make_length(void *ctx, const dbx_node *n) {
  static const char *const makers[] = {"zeros", "ones", "full", "empty", "arange"};
  new_length *l = ctx;
  if (!EDIT_CALLS(n, makers) || !n->l.n) return;
  const dbx_node *size = n->l.at[0];
  if (is_display(size) && size->l.n != 1) return;
  if (is_display(size)) size = size->l.at[0];
  dbx_buf b = {0};
  bool from = !strcmp(edit_callee(n), "arange") && n->l.n > 1; // arange(1, n)
  dbx_span at = size->span;
  if (from) at.end = n->l.at[n->l.n - 1]->span.end;
  l->made++;
  if (from || strcmp(edit_source(l->s, &b, size), l->to) != 0) edit_piece(&l->pieces, at, l->to);
  dbx_buf_free(&b);
}

// Each branch makes its result: as long as it has to be.
static void make_lengths(edit_site *s, const branches *b, const char *to) {
  new_length l = {.s = s, .to = to};
  uint32_t makes = 0;
  for (uint32_t i = 0; i < b->n; i++) {
    const dbx_node *r = edit_result_of(b->at[i]);
    uint32_t before = l.made;
    if (r) edit_walk(r, make_length, &l);
    makes += l.made > before;
  }
  dbx_buf say = {0};
  dbx_printf(&say, "%s as the length in each branch of '%s'", to, dbx_sym_text(b->name));
  if (b->n > 1 && makes == b->n && l.pieces.n) edit_add_pieces(s, &l.pieces, dbx_text(&say));
  else edit_pieces_free(&l.pieces);
  dbx_buf_free(&say);
}

void edits_of_branch_lengths(edit_site *s, dbx_span made, const char *from, const char *to) {
  const dbx_node *call = edit_at(s, made);
  if (!call || call->kind != DBX_N_Call || call->a->kind != DBX_N_Name) return;
  branches b = {.name = call->a->name};
  new_length l = {.s = s, .from = from, .to = to};
  uint32_t changed = 0;
  edit_walk(s->root, find_branch, &b);
  for (uint32_t i = 0; i < b.n; i++) {
    const dbx_node *r = edit_result_of(b.at[i]);
    uint32_t before = l.pieces.n;
    if (r) edit_walk(r, take_length, &l);
    changed += l.pieces.n > before;
  }
  dbx_buf say = {0};
  dbx_printf(&say, "%s for %s in each branch of '%s'", to, from, dbx_sym_text(b.name));
  if (b.n > 1 && changed == b.n) edit_add_pieces(s, &l.pieces, dbx_text(&say));
  else edit_pieces_free(&l.pieces);
  dbx_buf_free(&say);
  make_lengths(s, &b, to);
}
