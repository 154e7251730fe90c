// Edits of one length that is computed twice, in several functions: it is computed once (see
// edits.h). Inside of one function that is an edit of a shape (shape.c).
#include "debug/edits/edits.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool is_computed(const edit_site *s, const dbx_birth *b) {
  bool result = !strncmp(b->text, "result of", 9) && !strchr(b->text, '(');
  return b->span.file == s->file && b->span.end > b->span.begin &&
         (result || !strncmp(b->text, "computed", 8));
}

static bool is_named(const dbx_node *call) {
  return call->a->kind == DBX_N_Name || call->a->kind == DBX_N_Attribute;
}

// ---- a call is made first, and its length is used ----

static void length_of_the_call(edit_site *s, const dbx_involved *o, const dbx_birth *b) {
  const dbx_node *call = edit_at(s, o->span), *at = edit_statement_of(s, b->span);
  if (!call || call->kind != DBX_N_Call || !at || !is_named(call)) return;
  if (call->a->kind == DBX_N_Attribute && !edit_function_named(s, call->a->name)) return;
  if (edit_within(b->span, call->span)) return;
  dbx_buf text = {0}, source = {0}, say = {0};
  const char *name = dbx_sym_text(call->a->name);
  edit_pieces p = {0};
  dbx_printf(&text, "from_%s = %s\n%*s", name, edit_source(s, &source, call),
             (int)edit_indent(s, at->span.begin), "");
  edit_piece(&p, (dbx_span){s->file, at->span.begin, at->span.begin}, dbx_text(&text));
  dbx_clear(&text);
  dbx_printf(&text, "from_%s.shape[0]", name);
  edit_piece(&p, b->span, dbx_text(&text));
  dbx_clear(&text);
  dbx_printf(&text, "from_%s", name);
  edit_piece(&p, call->span, dbx_text(&text));
  dbx_printf(&say, "from_%s = %s first, with from_%s.shape[0] as the length", name,
             dbx_text(&source), name);
  edit_add_pieces(s, &p, dbx_text(&say));
  dbx_buf_free(&text), dbx_buf_free(&source), dbx_buf_free(&say);
}

// ---- helpers that take the length as a parameter ----

typedef struct helper {
  const edit_site *site;
  dbx_span region, birth;
  const dbx_node *call, *f;
} helper;

static void find_helper(void *ctx, const dbx_node *n) {
  helper *h = ctx;
  if (h->call || n->kind != DBX_N_Call || !edit_within(n->span, h->region) || !is_named(n)) return;
  const dbx_node *f = edit_function_named(h->site, n->a->name);
  if (f && edit_within(h->birth, f->span) && !edit_within(n->span, f->span)) h->call = n, h->f = f;
}

// The call in what makes the operand whose function computes the length.
static helper helper_of(const edit_site *s, const dbx_involved *o, const dbx_birth *b) {
  helper h = {.site = s, .region = o->span, .birth = b->span};
  const dbx_node *n = edit_at(s, o->span);
  if (n && n->kind == DBX_N_Name) h.region = edit_making(s, o->span);
  if (o->span.file == s->file && h.region.file) edit_walk(s->root, find_helper, &h);
  return h;
}

// A further parameter `length`, before those that have a default.
static void take_length(const edit_site *s, edit_pieces *p, const helper *h, const char *length) {
  const dbx_nodes *all = &h->f->a->more->m, *defaults = &h->f->a->more->e;
  dbx_buf text = {0};
  bool first = all->n && defaults->n >= all->n;
  uint32_t k = all->n - defaults->n - 1, at = 0;
  if (first) at = all->at[0]->span.begin;
  else if (all->n) at = all->at[k]->span.end;
  if (at) edit_piece(p, (dbx_span){s->file, at, at}, first ? "length, " : ", length");
  edit_piece(p, h->birth, "length");
  dbx_printf(&text, "%slength=%s", h->call->l.n + h->call->more->m.n ? ", " : "", length);
  edit_piece(p, (dbx_span){s->file, h->call->span.end - 1, h->call->span.end - 1}, dbx_text(&text));
  dbx_buf_free(&text);
}

static bool can_take(const helper *h) {
  return h->call && h->f->a->more->m.n && !h->f->a->more->n.n;
}

// The other operand has the length already, in words that the program has where it calls.
static void give_length(edit_site *s, const helper *h, const char *length, edit_pieces *before) {
  const dbx_node *result = edit_result_of(h->f);
  dbx_buf say = {0}, name = {0}, source = {0};
  const char *f = dbx_sym_text(h->f->name);
  bool whole = result && result->span.begin == h->birth.begin && result->span.end == h->birth.end;
  edit_put_source(s, &source, h->birth);
  if (whole) {
    edit_piece(before, h->call->span, length);
    dbx_printf(&say, "%s in the place of %s", length, edit_source(s, &name, h->call));
  } else {
    take_length(s, before, h, length);
    dbx_printf(&say, "length=%s as an argument of %s, which uses it for %s", length, f,
               dbx_text(&source));
  }
  if (whole || can_take(h)) edit_add_pieces(s, before, dbx_text(&say));
  else edit_pieces_free(before);
  dbx_buf_free(&say), dbx_buf_free(&name), dbx_buf_free(&source);
}

static void length_as_argument(edit_site *s, const dbx_involved *has, const helper *h) {
  const dbx_node *n = edit_at(s, has->span), *at = edit_statement_of(s, h->call->span);
  edit_pieces none = {0}, first = {0};
  for (uint32_t axis = 0; axis < edit_rank(has->type) && axis < 2; axis++) {
    dbx_buf length = {0}, source = {0};
    if (n && n->kind == DBX_N_Name)
      dbx_printf(&length, "%s.shape[%u]", edit_source(s, &source, n), axis);
    else edit_length(has->type, axis, &length);
    if (strstr(dbx_text(&length), ".shape[") && !strchr(dbx_text(&length), '('))
      give_length(s, h, dbx_text(&length), &none);
    dbx_buf_free(&length), dbx_buf_free(&source);
  }
  if (!n || n->kind != DBX_N_Call || !is_named(n) || !at || !edit_within(n->span, at->span)) return;
  dbx_buf text = {0}, source = {0}, name = {0};
  dbx_printf(&name, "from_%s", dbx_sym_text(n->a->name));
  dbx_printf(&text, "%s = %s\n%*s", dbx_text(&name), edit_source(s, &source, n),
             (int)edit_indent(s, at->span.begin), "");
  edit_piece(&first, (dbx_span){s->file, at->span.begin, at->span.begin}, dbx_text(&text));
  edit_piece(&first, n->span, dbx_text(&name));
  dbx_put(&name, ".shape[0]");
  give_length(s, h, dbx_text(&name), &first);
  dbx_buf_free(&text), dbx_buf_free(&source), dbx_buf_free(&name);
}

// Both operands come from helpers: the length is computed before they are called.
static bool takes(edit_site *s, edit_pieces *p, const helper *h) {
  if (can_take(h)) take_length(s, p, h, "length");
  return can_take(h);
}

static void length_for_helpers(edit_site *s, const dbx_birth *a, const dbx_birth *b) {
  const dbx_diag *d = s->diag;
  const dbx_node *at = edit_statement_of(s, d->span);
  dbx_buf text = {0}, source = {0};
  edit_pieces p = {0};
  if (!at || s->file != d->span.file || d->n_operands < 2) return;
  edit_put_source(s, &source, a->span);
  dbx_printf(&text, "length = %s\n%*s", dbx_text(&source), (int)edit_indent(s, at->span.begin), "");
  edit_piece(&p, (dbx_span){s->file, at->span.begin, at->span.begin}, dbx_text(&text));
  dbx_clear(&text);
  dbx_printf(&text, "length = %s, computed once and given to both functions", dbx_text(&source));
  helper x = helper_of(s, &d->operands[0], a), y = helper_of(s, &d->operands[1], b);
  if (!x.call || !y.call)
    x = helper_of(s, &d->operands[0], b), y = helper_of(s, &d->operands[1], a);
  if (takes(s, &p, &x) && takes(s, &p, &y)) edit_add_pieces(s, &p, dbx_text(&text));
  else edit_pieces_free(&p);
  dbx_buf_free(&text), dbx_buf_free(&source);
}

void edits_of_lengths(edit_site *s) {
  const dbx_diag *d = s->diag;
  if (!edit_equal_lengths(s) && d->code != DBX_E304) return;
  for (uint32_t i = 0; i < d->n_births; i++) {
    if (!is_computed(s, &d->births[i])) continue;
    for (uint32_t k = 0; edit_equal_lengths(s) && k < d->n_operands; k++)
      if (d->operands[k].span.file == s->file)
        length_of_the_call(s, &d->operands[k], &d->births[i]);
    for (uint32_t k = 0; edit_equal_lengths(s) && k < i; k++)
      if (is_computed(s, &d->births[k])) length_for_helpers(s, &d->births[k], &d->births[i]);
    for (uint32_t k = d->n_operands; k-- > 0;) {
      helper h = helper_of(s, &d->operands[k], &d->births[i]);
      for (uint32_t other = 0; h.call && other < d->n_operands; other++)
        if (other != k) length_as_argument(s, &d->operands[other], &h);
    }
  }
}

// ---- parts of arrays ----

typedef struct part {
  edit_site *s;
  dbx_span in, whole; // where subscripts are looked for, and the operand that becomes a part
} part;

// `[1:]` as `[:-1]`, `[:, :-2]` as `[:, 2:]`: what is beside the same middle.
static bool other_side(const char *text, dbx_buf *b) {
  for (const char *at = text; *at; at++) {
    bool begins = at == text || !isalnum((unsigned char)at[-1]), back = !strncmp(at, ":-", 2);
    const char *digits = back ? at + 2 : at, *end = digits + strspn(digits, "0123456789");
    if (!begins || end == digits || (back ? isalnum((unsigned char)*end) : *end != ':')) continue;
    if (!back && strchr(",]", end[1]) == NULL) continue;
    dbx_putn(b, text, (size_t)(at - text));
    dbx_printf(b, back ? "%.*s:" : ":-%.*s", (int)(end - digits), digits);
    dbx_put(b, end + !back);
    return true;
  }
  return false;
}

static void add_part(const part *p, const char *sub) {
  dbx_buf whole = {0};
  edit_put_source(p->s, &whole, p->whole);
  edit_addf(p->s, p->whole, "%s%s", dbx_text(&whole), sub);
  dbx_buf_free(&whole);
}

// A part of the array itself is beside it, and not the same: its neighbours.
static void same_part(void *ctx, const dbx_node *n) {
  const part *p = ctx;
  edit_site *s = p->s;
  if (n->kind != DBX_N_Subscript || n->ctx != DBX_LOAD || !edit_within(n->span, p->in)) return;
  dbx_buf whole = {0}, base = {0}, sub = {0}, other = {0};
  edit_put_source(s, &whole, p->whole), edit_source(s, &base, n->a);
  edit_put_source(s, &sub, (dbx_span){s->file, n->a->span.end, n->span.end});
  const dbx_node *made = edit_made_by(s, p->whole);
  bool fits = memchr(dbx_text(&sub), ':', sub.n) && !memchr(dbx_text(&whole), ' ', whole.n),
       own = !strcmp(dbx_text(&whole), dbx_text(&base)) ||
             (made &&
              (made == edit_made_by(s, n->a->span) || edit_same_text(s, made->span, n->a->span))),
       both = other_side(dbx_text(&sub), &other);
  if (fits && own && both) add_part(p, dbx_text(&other));
  if (fits) add_part(p, dbx_text(&sub));
  if (fits && !own && n->span.begin == p->in.begin && n->span.end == p->in.end)
    edit_add(s, n->span, dbx_text(&base), NULL); // all of it
  if (fits && both) add_part(p, dbx_text(&other));
  dbx_buf_free(&whole), dbx_buf_free(&base), dbx_buf_free(&sub), dbx_buf_free(&other);
}

// The other operand was made of parts, here or in a function: the same part of this one.
static void parts_as_other(edit_site *s, dbx_span of, dbx_span whole) {
  dbx_span made = edit_making(s, of);
  part p = {s, made.file ? made : of, whole};
  edit_walk(s->root, same_part, &p);
  const dbx_node *n = edit_at(s, p.in);
  if (n && n->kind == DBX_N_Call && n->a->kind == DBX_N_Name &&
      (n = edit_function_named(s, n->a->name)))
    p.in = n->span, edit_walk(s->root, same_part, &p);
}

static bool put_lax(dbx_buf *b) {
  const char *lax = edit_alias("jax.lax", NULL), *jax = edit_alias("jax", NULL);
  if (lax) dbx_put(b, lax);
  else if (jax) dbx_printf(b, "%s.lax", jax);
  return lax || jax;
}

static int64_t number_of(const dbx_node *n) { // 2 or -2; 0: it is none
  bool minus = n && n->kind == DBX_N_UnaryOp && n->op == DBX_OP_USub;
  if (minus) n = n->a;
  if (!n || n->kind != DBX_N_Constant || n->constant != DBX_C_INT) return 0;
  return minus ? -n->value->i : n->value->i;
}

// How many elements a slice leaves out in front and behind: `2:`, `:-2`, `1:-1`, `0:`; false: it is
// another one.
static bool left_out(const dbx_node *n, int64_t *front, int64_t *back) {
  if (!n || n->kind != DBX_N_Slice || n->more->c || !(n->a || n->b)) return false;
  *front = number_of(n->a), *back = -number_of(n->b);
  bool zero = n->a && n->a->kind == DBX_N_Constant && n->a->constant == DBX_C_INT;
  return (!n->a || *front > 0 || (zero && !*front)) && (!n->b || *back > 0);
}

// The same axis of two subscripts of one array, whose other axes are the same: where they differ.
static bool same_base(const edit_site *s, const dbx_node *a, const dbx_node *b, const dbx_node **x,
                      const dbx_node **y) {
  if (!a || !b || a->kind != DBX_N_Subscript || b->kind != DBX_N_Subscript) return false;
  if (!edit_same_text(s, a->a->span, b->a->span)) return false;
  *x = a->b, *y = b->b;
  if (a->b->kind != DBX_N_Tuple || b->b->kind != DBX_N_Tuple) return true;
  uint32_t different = 0;
  for (uint32_t i = 0; i < a->b->l.n && i < b->b->l.n; i++)
    if (!edit_same_text(s, a->b->l.at[i]->span, b->b->l.at[i]->span))
      *x = a->b->l.at[i], *y = b->b->l.at[i], different++;
  return a->b->l.n == b->b->l.n && different == 1;
}

typedef struct same_slice {
  const edit_site *site;
  const dbx_node *statement;
  int64_t front, back;
  bool found;
} same_slice;

static void find_slice(void *ctx, const dbx_node *n) {
  same_slice *x = ctx;
  int64_t front = 0, back = 0;
  if (edit_within(n->span, x->statement->span) && left_out(n, &front, &back))
    x->found |= front == x->front && back == x->back;
}

static bool is_used(const edit_site *s, int64_t front, int64_t back) {
  same_slice x = {s, edit_statement_of(s, s->diag->span), front, back, false};
  if (x.statement) edit_walk(s->root, find_slice, &x);
  return x.found;
}

// The slice leaves out as many as the other one: what it says stays where it can, and is made up
// for on its other side; where the other one leaves out on its other side only, this one does on
// its own. What the statement has already (used) comes last.
static void leave_out(edit_site *s, const dbx_node *slice, const dbx_node *other, bool used) {
  int64_t front = 0, back = 0, before = 0, behind = 0;
  if (!left_out(slice, &front, &back) || !left_out(other, &before, &behind)) return;
  int64_t all = before + behind;
  bool across = (front && !back && !before) || (!front && back && !behind);
  int64_t fronts[] = {across ? front ? all : 0 : front, all - back, front, all, 0};
  for (int i = 0; i < 5 && front + back != all; i++) {
    int64_t from = fronts[i], to = all - from;
    dbx_buf b = {0};
    if (from) dbx_printf(&b, "%" PRId64 ":", from);
    else dbx_putc(&b, ':');
    if (to) dbx_printf(&b, "-%" PRId64, to);
    if (from >= 0 && to >= 0 && is_used(s, from, to) == used)
      edit_add(s, slice->span, dbx_text(&b), NULL);
    dbx_buf_free(&b);
  }
}

// The first subscript in a sum or product, or what a name in it was given.
static const dbx_node *part_in(const edit_site *s, const dbx_node *n) {
  while (n && n->kind == DBX_N_BinOp) {
    const dbx_node *last = edit_made_by(s, n->b->span);
    if (last && last->kind == DBX_N_Subscript) return last;
    n = n->a;
  }
  return n && n->kind == DBX_N_Name ? edit_made_by(s, n->span) : n;
}

// `x[1:] - x[:-2]`: neighbours leave out as many in front as behind, the fewer first; where one of
// them is a sum of such parts already, the other one does as those.
static void as_many_left_out(edit_site *s, dbx_span of, dbx_span than) {
  const dbx_node *x, *y, *m = edit_made_by(s, of), *n = edit_made_by(s, than);
  int64_t front = 0, back = 0, all, other;
  if (!m || !n || !same_base(s, part_in(s, m), part_in(s, n), &x, &y)) return;
  if (!left_out(x, &front, &back)) return;
  all = front + back;
  if (!left_out(y, &front, &back)) return;
  other = front + back;
  bool sum = m->kind == DBX_N_BinOp, second = all && (!other || sum || all <= other);
  for (int used = 0; used < 2; used++) {
    leave_out(s, second ? y : x, second ? x : y, used);
    leave_out(s, second ? x : y, second ? y : x, used);
  }
}

typedef struct bases {
  edit_site *s;
  const dbx_node *at[4];
  uint32_t n;
} bases;

static void find_base(void *ctx, const dbx_node *n) {
  bases *b = ctx;
  bool found = n->kind == DBX_N_Subscript && n->b->kind == DBX_N_Slice && n->a->kind == DBX_N_Name;
  if (found && b->n < 4) b->at[b->n++] = n->a;
}

static void bases_of(bases *b, dbx_span span) {
  const dbx_node *n = edit_at(b->s, span), *one;
  dbx_walk w = {.next = (dbx_node *)n};
  while (n && (one = dbx_walk_next(&w))) {
    const dbx_node *made = one->kind == DBX_N_Name ? edit_made_by(b->s, one->span) : NULL;
    if (made && made->kind == DBX_N_Subscript) find_base(b, made);
    find_base(b, one);
  }
  dbx_walk_free(&w);
}

// Parts of two arrays, which are those of one: `padded[:-2]` and `x[2:]`.
static void of_one_base(edit_site *s, dbx_span x, dbx_span y) {
  bases a = {.s = s}, b = {.s = s};
  bases_of(&a, x), bases_of(&b, y);
  for (uint32_t i = 0; i < a.n; i++)
    for (uint32_t k = 0; k < b.n; k++) {
      if (a.at[i]->name == b.at[k]->name) continue;
      edit_add(s, b.at[k]->span, dbx_sym_text(a.at[i]->name), NULL);
      edit_add(s, a.at[i]->span, dbx_sym_text(b.at[k]->name), NULL);
    }
}

static void put_dynamic_slice(edit_site *s, const dbx_node *n, const dbx_node *from,
                              const dbx_node *size) {
  dbx_buf call = {0}, x = {0}, start = {0}, length = {0};
  edit_pieces p = {0};
  bool known = put_lax(&call);
  dbx_printf(&call, "%s.dynamic_slice(%s, (%s,), (%s,))", known ? "" : "lax",
             edit_source(s, &x, n->a), from ? edit_source(s, &start, from) : "0",
             edit_source(s, &length, size));
  if (known) edit_add(s, n->span, dbx_text(&call), NULL);
  else edit_piece(&p, n->span, dbx_text(&call));
  if (!known) edit_add_importing(s, "from jax import lax", &p, dbx_text(&call));
  dbx_buf_free(&call), dbx_buf_free(&x), dbx_buf_free(&start), dbx_buf_free(&length);
}

// `b[:n]` and `x[i:i + 3]` have lengths of their own: dynamic_slice says the length.
static void as_dynamic_slice(edit_site *s, dbx_span of) {
  const dbx_node *n = edit_at(s, of);
  if (n && n->kind == DBX_N_Name) n = edit_at(s, edit_making(s, of));
  if (!n || n->kind != DBX_N_Subscript || n->b->kind != DBX_N_Slice || !n->b->b) return;
  const dbx_node *from = n->b->a, *to = n->b->b, *size = to;
  if (from) {
    bool sum = to->kind == DBX_N_BinOp && to->op == DBX_OP_Add;
    size = sum && edit_same_text(s, to->a->span, from->span)   ? to->b
           : sum && edit_same_text(s, to->b->span, from->span) ? to->a
                                                               : NULL;
  }
  if (size) put_dynamic_slice(s, n, from, size);
}

// As many elements as the other has: behind the first one, or from there on.
static void cut_like_other(edit_site *s, const dbx_involved *o, const dbx_involved *other) {
  dbx_buf lax = {0}, x = {0}, length = {0};
  edit_length(other->type, 0, &length);
  edit_put_source(s, &x, o->span);
  bool known = length.n && !strpbrk(dbx_text(&length), "?[(") && put_lax(&lax);
  for (int from = 1; known && from >= 0; from--)
    edit_addf(s, o->span, "%s.dynamic_slice(%s, (%d,), (%s,))", dbx_text(&lax), dbx_text(&x), from,
              dbx_text(&length));
  dbx_buf_free(&lax), dbx_buf_free(&x), dbx_buf_free(&length);
}

// The two that differ: the first two, or of more the one that no other one is like, and the first.
static void two_of(const dbx_diag *d, const dbx_involved *ret[2]) {
  ret[0] = &d->operands[0], ret[1] = &d->operands[1];
  for (uint32_t i = d->n_operands; d->n_operands > 2 && i-- > 0;) {
    bool alone = true;
    for (uint32_t k = 0; k < d->n_operands; k++)
      alone &= k == i || strcmp(d->operands[k].type, d->operands[i].type) != 0;
    if (alone) ret[0] = &d->operands[i], ret[1] = &d->operands[i ? 0 : 1];
  }
}

// What a loop carries is as long as it is carried: that is not its cause.
void edits_of_parts(edit_site *s) {
  const dbx_involved *o[2];
  if (s->diag->n_operands < 2) return;
  two_of(s->diag, o);
  of_one_base(s, o[0]->span, o[1]->span);
  if (o[0]->span.file != s->file || o[1]->span.file != s->file) return;
  if (edit_is_carried(s, o[0]->span) || edit_is_carried(s, o[1]->span)) return;
  as_many_left_out(s, o[0]->span, o[1]->span);
  for (int i = 0; i < 2; i++) as_dynamic_slice(s, o[i]->span);
  for (int i = 0; i < 2; i++)
    if (edit_rank(o[i]->type) == edit_rank(o[1 - i]->type))
      parts_as_other(s, o[1 - i]->span, o[i]->span);
  s->resort = true;
  for (int i = 0; i < 2; i++)
    if (edit_rank(o[0]->type) == 1 && edit_rank(o[1]->type) == 1) cut_like_other(s, o[i], o[1 - i]);
  s->resort = false;
}

// ---- the shape that an array has to have ----

typedef struct swap {
  edit_site *s;
  dbx_span in, without;
  const char *from, *to;
} swap;

static void swap_leaf(void *ctx, const dbx_node *n) {
  const swap *x = ctx;
  dbx_buf b = {0};
  bool leaf = n->kind == DBX_N_Name || (n->kind == DBX_N_Constant && n->constant == DBX_C_INT);
  if (leaf && edit_within(n->span, x->in) && !edit_within(n->span, x->without) &&
      !strcmp(edit_source(x->s, &b, n), x->from))
    edit_add(x->s, n->span, x->to, NULL);
  dbx_buf_free(&b);
}

// The last length of a shape as a message has it: "(2, m)", "(n,)".
static bool last_length(const char *shape, dbx_buf *b) {
  const char *end = strchr(shape, ')'), *at = end;
  if (!end || *shape != '(') return false;
  if (at[-1] == ',') end = --at;
  while (at[-1] != '(' && at[-1] != ' ') at--;
  dbx_putn(b, at, (size_t)(end - at));
  return b->n > 0;
}

// Is it one of the lengths "2, m)"?
static bool has_length(const char *lengths, const char *one) {
  size_t n = strlen(one);
  for (const char *at = lengths; *at && *at != ')'; at += strcspn(at, " )"), at += *at == ' ')
    if (!strncmp(at, one, n) && (at[n] == ',' || at[n] == ')')) return true;
  return false;
}

typedef struct last_leaf {
  swap x;
  const dbx_node *found;
} last_leaf;

static void find_last_leaf(void *ctx, const dbx_node *n) {
  last_leaf *l = ctx;
  dbx_buf b = {0};
  bool leaf = n->kind == DBX_N_Name || (n->kind == DBX_N_Constant && n->constant == DBX_C_INT);
  if (leaf && edit_within(n->span, l->x.in) && !strcmp(edit_source(l->x.s, &b, n), l->x.from))
    if (!l->found || n->span.begin > l->found->span.begin) l->found = n;
  dbx_buf_free(&b);
}

// `t.at[i].set(row)` of a table that was made with shorter rows: with rows as long as that.
static void longer_target(edit_site *s, const char *has, const char *wanted) {
  const dbx_node *n = edit_node(s);
  if (!n || n->kind != DBX_N_Call || n->a->kind != DBX_N_Attribute) return;
  const dbx_node *place = n->a->a, *at = place->kind == DBX_N_Subscript ? place->a : NULL;
  if (!at || at->kind != DBX_N_Attribute || strcmp(dbx_sym_text(at->name), "at") != 0) return;
  last_leaf l = {.x = {s, edit_making(s, at->a->span), {0}, wanted, has}};
  if (l.x.in.file) edit_walk(s->root, find_last_leaf, &l);
  if (l.found) edit_add(s, l.found->span, has, NULL);
}

// An array that is as long as another axis of that shape is a column of it.
void edits_of_requested_shape(edit_site *s) {
  const dbx_diag *d = s->diag;
  const char *has = strchr(d->message, '('), *wanted = strstr(d->message, "requested shape (");
  dbx_buf from = {0}, to = {0};
  bool column = has && wanted && last_length(has, &from) &&
                has_length(wanted + strlen("requested shape ("), dbx_text(&from));
  dbx_clear(&from);
  if (!column && has && wanted && has < wanted && d->n_operands && s->file == d->span.file &&
      last_length(has, &from) && last_length(wanted + strlen("requested shape "), &to) &&
      strcmp(dbx_text(&from), dbx_text(&to)) != 0) {
    dbx_span array = d->operands[0].span, made = edit_making(s, array);
    swap there = {s, made.file ? made : array, {0}, dbx_text(&from), dbx_text(&to)};
    swap here = {s, d->span, array, dbx_text(&to), dbx_text(&from)};
    edit_walk(s->root, swap_leaf, &there);
    longer_target(s, dbx_text(&from), dbx_text(&to));
    edit_walk(s->root, swap_leaf, &here);
  }
  dbx_buf_free(&from), dbx_buf_free(&to);
}
