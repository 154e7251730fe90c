// Edits of loops: their strategy, a carry that grows from a number, loops of jax whose carries keep
// their lengths (see edits.h).
#include "debug/edits/edits.h"

#include <stdlib.h>
#include <string.h>

// ---- strategies of loops ----

// `where` says which loop, if there are several.
static void set_resizing(edit_site *s, const dbx_node *loop, const char *value, const char *where) {
  dbx_buf text = {0}, say = {0};
  dbx_printf(&text, "allow_array_resizing=%s", value);
  dbx_printf(&say, "%s%s%s", dbx_text(&text), *where ? " of " : "", where);
  bool found = false;
  for (uint32_t i = 0; i < loop->more->m.n; i++) {
    const char *name = loop->more->m.at[i]->name ? dbx_sym_text(loop->more->m.at[i]->name) : "";
    bool old = !strcmp(name, "experimental_preserve_dimensions");
    if (!old && strcmp(name, "allow_array_resizing")) continue;
    edit_add(s, loop->more->m.at[i]->span, dbx_text(&text), dbx_text(&say));
    found = true;
  }
  dbx_buf insert = {0};
  dbx_printf(&insert, ", %s", dbx_text(&text));
  dbx_span end = {s->file, loop->span.end - 1, loop->span.end - 1};
  if (!found) edit_add(s, end, dbx_text(&insert), dbx_text(&say));
  dbx_buf_free(&insert), dbx_buf_free(&text), dbx_buf_free(&say);
}

// What an inner loop makes longer the outer ones carry.
static void pieces_of_resizing(edit_site *s, const edit_loops *loops, edit_pieces *p,
                               dbx_buf *say) {
  dbx_put(say, "allow_array_resizing=True of");
  for (uint32_t i = 0; i < loops->n; i++) {
    const dbx_node *loop = loops->at[i];
    dbx_span at = {s->file, loop->span.end - 1, loop->span.end - 1};
    const dbx_node *said = edit_keyword(loop, "allow_array_resizing");
    if (said) at = said->span;
    edit_piece(p, at,
               at.end > at.begin ? "allow_array_resizing=True" : ", allow_array_resizing=True");
    dbx_put(say, i ? " and " : " ");
    edit_put_loop(s, say, loop);
  }
}

static void resize_all(edit_site *s, const edit_loops *loops) {
  edit_pieces p = {0};
  dbx_buf say = {0};
  pieces_of_resizing(s, loops, &p, &say);
  edit_add_pieces(s, &p, dbx_text(&say));
  dbx_buf_free(&say);
}

void edits_of_loops(edit_site *s) {
  static const char *const values[] = {"False", "True", "\"infer\""};
  edit_loops loops = {0};
  edit_open_loops(s, &loops);
  for (int v = 0; v < 3; v++)
    for (uint32_t i = 0; i < loops.n; i++) {
      dbx_buf where = {0};
      if (loops.n > 1) edit_put_loop(s, &where, loops.at[i]);
      set_resizing(s, loops.at[i], values[v], dbx_text(&where));
      dbx_buf_free(&where);
    }
  if (loops.n > 1) resize_all(s, &loops);
  dbx_vec_free(&loops);
}

// A loop of jax.lax, whose carries keep their lengths, as the one of catalyst that lets them
// change.
void edits_of_lax_loop(edit_site *s) {
  const dbx_node *n = s->failing;
  const char *callee = n && n->kind == DBX_N_Call ? edit_callee(n) : "";
  bool counted = dbx_ends_in(callee, "fori_loop");
  const char *name = counted ? "for_loop" : "while_loop", *own = edit_alias("catalyst", name),
             *module = edit_alias("catalyst", NULL);
  if (!counted && !dbx_ends_in(callee, "while_loop")) return;
  if (n->l.n != (counted ? 4u : 3u) || n->more->m.n || !(own || module)) return;
  dbx_buf b = {0};
  if (own) dbx_put(&b, own);
  else dbx_printf(&b, "%s.%s", module, name);
  dbx_span head = {n->span.file, n->l.at[0]->span.begin, n->l.at[n->l.n - 3]->span.end};
  dbx_putc(&b, '(');
  edit_put_source(s, &b, head);
  dbx_printf(&b, "%s, allow_array_resizing=True)(", counted ? ", 1" : "");
  edit_put_source(s, &b, n->l.at[n->l.n - 2]->span);
  dbx_put(&b, ")(");
  edit_put_source(s, &b, n->l.at[n->l.n - 1]->span);
  dbx_putc(&b, ')');
  edit_add(s, n->span, dbx_text(&b), NULL);
  dbx_buf_free(&b);
}

// ---- a carry of a static length that grows: the loops resize it, and its length is a variable
// ----

typedef struct growing {
  edit_site *s;
  edit_loops *loops;
  dbx_span made; // the first value
  const char *variable;
} growing;

static void grow_from(void *ctx, const dbx_node *n) {
  const growing *g = ctx;
  edit_site *s = g->s;
  bool inside = n->span.begin >= g->made.begin && n->span.end <= g->made.end;
  if (!inside || n->kind != DBX_N_Constant || n->constant != DBX_C_INT) return;
  dbx_buf number = {0}, text = {0}, say = {0};
  edit_pieces p = {0};
  edit_source(s, &number, n);
  dbx_printf(&text, "%s + 0 * %s", dbx_text(&number), g->variable);
  edit_piece(&p, n->span, dbx_text(&text));
  pieces_of_resizing(s, g->loops, &p, &say);
  if (g->loops->n == 1) dbx_clear(&say), dbx_put(&say, "allow_array_resizing=True");
  dbx_printf(&say, ", with the variable length %s at first", dbx_text(&text));
  edit_add_pieces(s, &p, dbx_text(&say));
  dbx_buf_free(&number), dbx_buf_free(&text), dbx_buf_free(&say);
}

// A whole number that a function around the place is called with.
static const char *variable_around(const edit_site *s) {
  for (uint32_t i = s->depth; i-- > 0;) {
    const dbx_node *f = s->path[i];
    for (uint32_t k = 0; f->kind == DBX_N_FunctionDef && k < f->a->more->m.n; k++) {
      const dbx_node *type = f->a->more->m.at[k]->a;
      if (type && type->kind == DBX_N_Name && !strcmp(dbx_sym_text(type->name), "int"))
        return dbx_sym_text(f->a->more->m.at[k]->name);
    }
  }
  return NULL;
}

void edits_of_growth(edit_site *s) {
  const dbx_node *first = edit_first_of_error(s);
  edit_loops loops = {0};
  growing g = {.s = s, .loops = &loops, .variable = variable_around(s)};
  if (!first || !g.variable || s->file != s->diag->span.file) return;
  g.made = edit_making(s, first->span);
  if (!g.made.file) g.made = first->span;
  edit_open_loops(s, &loops);
  if (loops.n) edit_walk(s->root, grow_from, &g);
  dbx_vec_free(&loops);
}

// ---- a scan whose carry grows ----

// `trail, _ = jax.lax.scan(grow, start, xs)` as a statement; NULL: it is another one.
static const dbx_node *scan_of(const edit_site *s, const dbx_node **call) {
  const dbx_node *n = edit_statement_of(s, s->diag->span);
  *call = s->failing;
  bool good = n && n->kind == DBX_N_Assign && n->l.n == 1 && n->a == *call &&
              n->l.at[0]->kind == DBX_N_Tuple && n->l.at[0]->l.n == 2;
  good = good && (*call)->kind == DBX_N_Call && dbx_ends_in(edit_callee(*call), "scan") &&
         (*call)->l.n == 3 && !(*call)->more->m.n;
  return good ? n : NULL;
}

// A loop of Python, which is traced round by round, has no carry that keeps its length.
void edits_of_scan(edit_site *s) {
  const dbx_diag *d = s->diag;
  const dbx_node *call, *n = scan_of(s, &call);
  if (!n || d->n_operands < 2 || edit_rank(d->operands[0].type) != edit_rank(d->operands[1].type))
    return;
  const dbx_node *carry = n->l.at[0]->l.at[0], *each = n->l.at[0]->l.at[1];
  bool unused = each->kind == DBX_N_Name && dbx_sym_text(each->name)[0] == '_';
  int in = (int)edit_indent(s, n->span.begin);
  dbx_buf f = {0}, to = {0}, first = {0}, xs = {0}, ys = {0}, b = {0};
  edit_source(s, &f, call->l.at[0]), edit_source(s, &to, carry), edit_source(s, &ys, each);
  edit_source(s, &first, call->l.at[1]), edit_source(s, &xs, call->l.at[2]);
  if (!unused) dbx_printf(&b, "%s = []\n%*s", dbx_text(&ys), in, "");
  if (strcmp(dbx_text(&to), dbx_text(&first)) != 0)
    dbx_printf(&b, "%s = %s\n%*s", dbx_text(&to), dbx_text(&first), in, "");
  dbx_printf(&b, "for element in %s:\n%*s", dbx_text(&xs), in + 4, "");
  dbx_printf(&b, "%s, %s = %s(%s, element)", dbx_text(&to), unused ? dbx_text(&ys) : "one",
             dbx_text(&f), dbx_text(&to));
  if (!unused)
    dbx_printf(&b, "\n%*s%s.append(one)\n%*s%s = %s.stack(%s)", in + 4, "", dbx_text(&ys), in, "",
               dbx_text(&ys), edit_jnp() ? edit_jnp() : "jnp", dbx_text(&ys));
  edit_add(s, n->span, dbx_text(&b),
           "a loop of Python in the place of the scan, whose carry keeps its length");
  dbx_buf_free(&f), dbx_buf_free(&to), dbx_buf_free(&first);
  dbx_buf_free(&xs), dbx_buf_free(&ys), dbx_buf_free(&b);
}

// ---- a decorator without its arguments ----

typedef struct bare {
  edit_site *s;
  const char *bound;
} bare;

// Rounds are counted up to the only whole number that the function around is called with.
static void give_loop_arguments(void *ctx, const dbx_node *n) {
  const bare *b = ctx;
  edit_site *s = b->s;
  const dbx_node *d = edit_decorator(n->kind == DBX_N_FunctionDef ? n : NULL, "_loop");
  if (!d || d->kind == DBX_N_Call || !n->a->more->m.n) return;
  dbx_buf text = {0}, head = {0};
  const dbx_nodes *p = &n->a->more->m;
  edit_source(s, &head, d);
  if (dbx_ends_in(edit_callee(d), "for_loop"))
    edit_addf(s, d->span, "%s(0, %s, 1)", dbx_text(&head), b->bound);
  for (uint32_t i = 0; i < p->n; i++)
    dbx_printf(&text, "%s%s", i ? ", " : "", dbx_sym_text(p->at[i]->name));
  if (dbx_ends_in(edit_callee(d), "while_loop"))
    edit_addf(s, d->span, "%s(lambda %s: %s < %s)", dbx_text(&head), dbx_text(&text),
              dbx_sym_text(p->at[0]->name), b->bound);
  dbx_buf_free(&text), dbx_buf_free(&head);
}

void edits_of_bare_loop(edit_site *s) {
  bare b = {s, variable_around(s)};
  if (b.bound && s->file == s->diag->span.file) edit_walk(s->root, give_loop_arguments, &b);
}

// ---- the body of a scan gives a pair ----

typedef struct scan_use {
  dbx_sym body;
  bool kept; // are the rows given a name?
} scan_use;

static void find_scan(void *ctx, const dbx_node *n) {
  scan_use *u = ctx;
  const dbx_node *call = n->kind == DBX_N_Assign && n->l.n == 1 ? n->a : NULL;
  if (!call || call->kind != DBX_N_Call || !dbx_ends_in(edit_callee(call), "scan") || !call->l.n)
    return;
  const dbx_node *t = n->l.at[0], *f = call->l.at[0];
  if (f->kind != DBX_N_Name || f->name != u->body || t->kind != DBX_N_Tuple || t->l.n != 2) return;
  u->kept = t->l.at[1]->kind != DBX_N_Name || dbx_sym_text(t->l.at[1]->name)[0] != '_';
}

// The new carry stands where the row is given, and the other way round.
void edits_of_swapped_pair(edit_site *s) {
  const dbx_node *call = s->failing, *f, *r;
  if (!call || call->kind != DBX_N_Call || !dbx_ends_in(edit_callee(call), "scan") || !call->l.n)
    return;
  f = call->l.at[0]->kind == DBX_N_Name ? edit_definition(s, call->l.at[0]->name, call->span.begin)
                                        : call->l.at[0];
  r = edit_result_of(f);
  if (!r || r->kind != DBX_N_Tuple || r->l.n != 2 || !f->a->more->m.n) return;
  dbx_sym carry = f->a->more->m.at[0]->name;
  if (edit_mentions(r->l.at[0], carry) || !edit_mentions(r->l.at[1], carry)) return;
  dbx_buf x = {0}, y = {0};
  edit_pieces p = {0};
  edit_piece(&p, r->l.at[0]->span, edit_source(s, &y, r->l.at[1]));
  edit_piece(&p, r->l.at[1]->span, edit_source(s, &x, r->l.at[0]));
  edit_add_pieces(s, &p, NULL);
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// The carry alone: as a row of the results, too, or without rows.
void edits_of_pair(edit_site *s) {
  const dbx_node *f = edit_function(s), *r = edit_return_of(f);
  dbx_buf b = {0};
  if (!strstr(s->diag->message, "must be a pair") || !r || !r->a) return;
  scan_use u = {.body = f->name};
  edit_walk(s->root, find_scan, &u);
  edit_source(s, &b, r->a);
  for (int i = 0; i < 2; i++)
    edit_addf(s, r->span, "return %s, %s", dbx_text(&b), u.kept == !i ? dbx_text(&b) : "None");
  dbx_buf_free(&b);
}

// ---- a result that is a part of what is carried: it is put back there ----

typedef struct put_back {
  edit_site *s;
  dbx_span in; // what the result is made of
  dbx_span result;
  dbx_sym carry;
  bool both; // only parts that leave out elements on both sides
} put_back;

static void add_back(const put_back *p, const char *place) {
  dbx_buf b = {0};
  edit_put_source(p->s, &b, p->result);
  edit_addf(p->s, p->result, "%s.at[%s].set(%s)", dbx_sym_text(p->carry), place, dbx_text(&b));
  dbx_buf_free(&b);
}

static void find_part(void *ctx, const dbx_node *n) {
  const put_back *p = ctx;
  bool inside = n->span.begin >= p->in.begin && n->span.end <= p->in.end;
  if (!inside || n->kind != DBX_N_Subscript || n->a->kind != DBX_N_Name || n->a->name != p->carry)
    return;
  dbx_buf place = {0};
  edit_source(p->s, &place, n->b);
  const char *colon = strchr(dbx_text(&place), ':');
  bool both = colon && strpbrk(colon + 1, "123456789") &&
              strcspn(dbx_text(&place), "123456789") < (size_t)(colon - dbx_text(&place));
  if (colon && both == p->both) add_back(p, dbx_text(&place));
  dbx_buf_free(&place);
}

// The parameter of the body that the error is about, of a loop that counts the count: its first.
static const dbx_node *carry_of_error(const dbx_node *f, const dbx_node *loop,
                                      const char *message) {
  const char *callee = loop ? edit_callee(loop) : "", *at = strstr(message, "(carry ");
  uint32_t lead = dbx_ends_in(callee, "for_loop") || dbx_ends_in(callee, "fori_loop");
  uint32_t k = lead + (at ? (uint32_t)strtoul(at + strlen("(carry "), NULL, 10) : 0);
  return k < f->a->more->m.n ? f->a->more->m.at[k] : NULL;
}

typedef struct behind_part {
  put_back p;
  dbx_span whole; // the carry, where all of it stands
} behind_part;

// `u - flux` as `u.at[1:].set(u[1:] - flux)`.
static void add_part_of_sum(const put_back *p, dbx_span whole, const char *place) {
  edit_site *s = p->s;
  dbx_buf b = {0};
  const char *name = dbx_sym_text(p->carry);
  dbx_printf(&b, "%s.at[%s].set(", name, place);
  edit_put_source(s, &b, edit_place(s, p->result.begin, whole.begin));
  dbx_printf(&b, "%s[%s]", name, place);
  edit_put_source(s, &b, edit_place(s, whole.end, p->result.end));
  dbx_putc(&b, ')');
  edit_add(s, p->result, dbx_text(&b), NULL);
  dbx_buf_free(&b);
}

static void find_part_of_sum(void *ctx, const dbx_node *n) {
  const behind_part *x = ctx;
  bool inside = n->span.begin >= x->p.in.begin && n->span.end <= x->p.in.end;
  if (!inside || n->kind != DBX_N_Subscript || n->a->kind != DBX_N_Name || n->a->name != x->p.carry)
    return;
  dbx_buf place = {0};
  edit_source(x->p.s, &place, n->b);
  if (strchr(dbx_text(&place), ':')) add_part_of_sum(&x->p, x->whole, dbx_text(&place));
  dbx_buf_free(&place);
}

static void find_parts_behind(void *ctx, const dbx_node *n) { // in what a name was given
  behind_part *x = ctx;
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD || n->name == x->p.carry) return;
  dbx_span made = edit_making(x->p.s, n->span);
  if (!made.file) return;
  x->p.in = made;
  edit_walk(x->p.s->root, find_part_of_sum, x);
}

// A carry beside what was computed from a part of it: that part moves on, and the rest stays.
static void part_of_sum(edit_site *s) {
  const dbx_node *n = edit_node(s);
  if (!n || n->kind != DBX_N_BinOp || s->diag->n_operands != 2 || s->file != s->diag->span.file)
    return;
  for (int i = 0; i < 2; i++) {
    const dbx_node *whole = edit_at(s, s->diag->operands[i].span),
                   *other = edit_at(s, s->diag->operands[1 - i].span);
    if (!whole || !other || whole->kind != DBX_N_Name || !edit_is_carried(s, whole->span)) continue;
    behind_part x = {{s, other->span, n->span, whole->name, false}, whole->span};
    edit_walk(s->root, find_part_of_sum, &x);
    edit_walk(other, find_parts_behind, &x);
  }
}

// Does the body look at the count? Else each round gives all of what is carried.
static bool is_counted_for(const dbx_node *f) {
  for (uint32_t i = 0; i < f->l.n; i++)
    if (edit_mentions(f->l.at[i], f->a->more->m.at[0]->name)) return true;
  return false;
}

// `return inner(0.0)` of a loop over i that carries x: `return x.at[i].set(inner(0.0))`; a result
// that is computed from the elements inside: x with them.
void edits_of_putting_back(edit_site *s) {
  const dbx_diag *d = s->diag;
  if (d->code == DBX_E301) return part_of_sum(s);
  if (d->n_operands < 2 || d->operands[1].span.file != s->file) return;
  const dbx_node *f = edit_function_of(s, d->operands[1].span), *loop = f ? edit_loop(s, f) : NULL;
  const dbx_node *carry = f ? carry_of_error(f, loop, d->message) : NULL;
  uint32_t before = edit_rank(d->operands[0].type), after = edit_rank(d->operands[1].type);
  if (!carry || !before) return;
  dbx_span made = edit_making(s, d->operands[1].span);
  put_back p = {s, made.file ? made : d->operands[1].span, d->operands[1].span, carry->name, true};
  bool counted = carry != f->a->more->m.at[0];
  if (after + 1 == before && counted && is_counted_for(f))
    add_back(&p, dbx_sym_text(f->a->more->m.at[0]->name));
  if (after == before) {
    uint32_t none = s->out->n;
    edit_walk(s->root, find_part, &p);
    p.both = false;
    edit_cuts cuts = edit_cuts_of(s, made.file ? made : d->operands[1].span, carry->name);
    bool around = cuts.front && cuts.front == cuts.back && cuts.front % 2 == 0; // the inner points
    if (s->out->n == none && !around) edit_walk(s->root, find_part, &p);
  }
}

// ---- all of an array where its element is meant ----

typedef struct captured {
  edit_site *s;
  const dbx_node *f; // the body
  dbx_span in;
} captured;

static void find_whole(void *ctx, const dbx_node *n) {
  const captured *c = ctx;
  edit_site *s = c->s;
  bool inside = n->span.begin >= c->in.begin && n->span.end <= c->in.end;
  if (!inside || n->kind != DBX_N_Name || n->ctx != DBX_LOAD || !edit_is_local(s, n)) return;
  if (edit_is_number(s, n)) return;
  for (uint32_t i = 0; i < c->f->a->more->m.n; i++)
    if (c->f->a->more->m.at[i]->name == n->name) return;
  edit_addf(s, n->span, "%s[%s]", dbx_sym_text(n->name),
            dbx_sym_text(c->f->a->more->m.at[0]->name));
}

static bool is_parameter(const dbx_node *f, const dbx_node *n) {
  for (uint32_t i = 0; n && n->kind == DBX_N_Name && i < f->a->more->m.n; i++)
    if (f->a->more->m.at[i]->name == n->name) return true;
  return false;
}

// A body that does not look at the count: `value + xs` is `value + xs[i]`.
void edits_of_counted_elements(edit_site *s) {
  const dbx_diag *d = s->diag;
  dbx_span at = d->code == DBX_E503 && d->n_operands > 1 ? d->operands[1].span : d->span;
  const dbx_node *f = at.file == s->file ? edit_function_of(s, at) : NULL,
                 *loop = f ? edit_loop(s, f) : NULL;
  if (!loop || !dbx_ends_in(edit_callee(loop), "for_loop") || !f->a->more->m.n) return;
  if (dbx_sym_text(f->a->more->m.at[0]->name)[0] == '_') return;
  for (uint32_t i = 0; d->code == DBX_E301 && i < d->n_operands; i++) // the loop's lengths are it
    if (is_parameter(f, edit_at(s, d->operands[i].span))) return;
  if (!is_counted_for(f)) edit_walk(s->root, find_whole, &(captured){s, f, at});
}

// ---- the arguments of a scan in another order ----

// `scan(body, xs, 0.0)`: what is carried comes before what is gone through.
void edits_of_scan_arguments(edit_site *s) {
  const dbx_node *n = edit_call(s);
  if (!n || !dbx_ends_in(edit_callee(n), "scan") || n->l.n != 3) return;
  if (!edit_says(s, "no leading axis")) return;
  dbx_buf x = {0}, y = {0};
  edit_pieces p = {0};
  edit_piece(&p, n->l.at[1]->span, edit_source(s, &y, n->l.at[2]));
  edit_piece(&p, n->l.at[2]->span, edit_source(s, &x, n->l.at[1]));
  edit_add_pieces(s, &p, NULL);
  dbx_buf_free(&x), dbx_buf_free(&y);
}
