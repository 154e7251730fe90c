// Edits of lists that the body of a for_loop appends to, and whose values are looked at behind it:
// an array that the loop carries (see edits.h).
#include "debug/edits/edits.h"

#include <inttypes.h>
#include <string.h>

enum { LISTS = 4, DEEP = 6 };

typedef struct history {
  dbx_sym name;
  const dbx_node *append; // the call, one for each trip
  const dbx_node *made;   // the assignment that makes the list
  const dbx_node *start;  // the one value that it has at first; NULL
} history;

typedef struct histories {
  edit_site *s;
  const dbx_node *f, *loop; // the body, the call of for_loop
  const dbx_node *call;     // of the body
  const dbx_node *around;   // what the loop is in: a function, or the whole text
  uint32_t calls;
  history at[LISTS];
  uint32_t n;
} histories;

// ---- the lists ----

typedef struct use_count {
  dbx_sym name;
  uint32_t all, made;
  const dbx_node *by; // the assignment
} use_count;

static void count_use(void *ctx, const dbx_node *n) {
  use_count *u = ctx;
  u->all += n->kind == DBX_N_Name && n->name == u->name;
  bool assigns = n->kind == DBX_N_Assign && n->l.n == 1;
  const dbx_node *t = assigns ? n->l.at[0] : NULL;
  for (uint32_t i = 0; t && i < (t->kind == DBX_N_Tuple ? t->l.n : 1); i++) {
    const dbx_node *one = t->kind == DBX_N_Tuple ? t->l.at[i] : t;
    if (one->kind == DBX_N_Name && one->name == u->name) u->made++, u->by = n;
  }
}

static use_count uses_in(const dbx_node *in, dbx_sym name) {
  use_count u = {.name = name};
  edit_walk(in, count_use, &u);
  return u;
}

// `xs.append(v)`: its call; NULL.
static const dbx_node *append_of(const dbx_node *statement) {
  const dbx_node *n = statement->kind == DBX_N_Expr ? statement->a : NULL;
  bool found = n && n->kind == DBX_N_Call && n->l.n == 1 && !n->more->m.n &&
               n->a->kind == DBX_N_Attribute && n->a->a->kind == DBX_N_Name &&
               !strcmp(dbx_sym_text(n->a->name), "append");
  return found ? n : NULL;
}

// The list that an assignment gives the name.
static const dbx_node *list_of(const dbx_node *assign, dbx_sym name) {
  const dbx_node *t = assign->l.at[0], *v = assign->a;
  if (t->kind == DBX_N_Tuple && v->kind == DBX_N_Tuple && t->l.n == v->l.n)
    for (uint32_t i = 0; i < t->l.n; i++)
      if (t->l.at[i]->kind == DBX_N_Name && t->l.at[i]->name == name) v = v->l.at[i];
  return v->kind == DBX_N_List && v->l.n < 2 ? v : NULL;
}

typedef struct elsewhere {
  const histories *h;
  dbx_sym name;
  bool found;
} elsewhere;

// Uses in other functions, and values that are appended elsewhere.
static void see_elsewhere(void *ctx, const dbx_node *n) {
  elsewhere *e = ctx;
  const dbx_node *append = append_of(n);
  bool body = edit_within(n->span, e->h->f->span);
  e->found |= append && append->a->a->name == e->name && !body;
  bool inner = n->kind == DBX_N_FunctionDef && n != e->h->f && n != e->h->around;
  e->found |= inner && edit_mentions(n, e->name) && !edit_within(e->h->f->span, n->span);
}

static void add_history(histories *h, const dbx_node *append) {
  dbx_sym name = append->a->a->name;
  use_count in_body = uses_in(h->f, name), in_all = uses_in(h->around, name);
  const dbx_node *list = in_all.made == 1 ? list_of(in_all.by, name) : NULL;
  elsewhere e = {h, name, false};
  edit_walk(h->around, see_elsewhere, &e);
  const dbx_node *own = list ? edit_function_of(h->s, list->span) : NULL;
  bool here = list && (h->around == h->s->root ? !own : own == h->around);
  if (in_body.all != 1 || !here || e.found || h->n == LISTS) return;
  h->at[h->n++] = (history){name, append, in_all.by, list->l.n ? list->l.at[0] : NULL};
}

static bool is_among(const histories *h, dbx_sym name) {
  for (uint32_t i = 0; i < h->n; i++)
    if (h->at[i].name == name) return true;
  return false;
}

// `xs, ys = [], []` goes as a whole.
static bool go_as_wholes(const histories *h) {
  bool good = h->n > 0;
  for (uint32_t i = 0; i < h->n; i++) {
    const dbx_node *t = h->at[i].made->l.at[0];
    for (uint32_t k = 0; t->kind == DBX_N_Tuple && k < t->l.n; k++)
      good &= t->l.at[k]->kind == DBX_N_Name && is_among(h, t->l.at[k]->name);
  }
  return good;
}

// ---- the loop ----

static void find_loop_call(void *ctx, const dbx_node *n) {
  histories *h = ctx;
  if (n->kind != DBX_N_Call || edit_within(n->span, h->f->span)) return;
  const dbx_node *of = n->a->kind == DBX_N_Call && n->a->l.n == 1 ? n->a->l.at[0] : n->a;
  if (of->kind != DBX_N_Name || of->name != h->f->name) return;
  h->calls++, h->call = n;
}

typedef struct return_count {
  const histories *h;
  uint32_t n;
} return_count;

static void count_return(void *ctx, const dbx_node *n) {
  return_count *c = ctx;
  c->n += n->kind == DBX_N_Return && edit_function_of(c->h->s, n->span) == c->h->f;
}

static bool has_one_end(const histories *h) {
  return_count c = {h, 0};
  edit_walk(h->f, count_return, &c);
  return c.n == (edit_return_of(h->f) != NULL);
}

// What the function is in.
static const dbx_node *around(const edit_site *s, const dbx_node *f) {
  const dbx_node *outer =
      f->span.begin ? edit_function_of(s, edit_place(s, f->span.begin - 1, f->span.end)) : NULL;
  return outer ? outer : s->root;
}

static const dbx_node *bound(const dbx_node *loop, uint32_t k) {
  static const char *const names[] = {"lower_bound", "upper_bound", "step"};
  const dbx_node *named = edit_keyword(loop, names[k]);
  if (named) return named->a;
  if (loop->l.n == 1) return k == 1 ? loop->l.at[0] : NULL;
  return k < loop->l.n ? loop->l.at[k] : NULL;
}

static bool whole_number(const dbx_node *n, int64_t none, int64_t *ret) {
  bool less = n && n->kind == DBX_N_UnaryOp && n->op == DBX_OP_USub && edit_is_int(n->a);
  *ret = !n ? none : less ? -n->a->value->i : edit_is_int(n) ? n->value->i : 0;
  return !n || less || edit_is_int(n);
}

// " + 2", " - 1" or nothing.
static void put_more(dbx_buf *b, int64_t more) {
  if (more) dbx_printf(b, " %c %" PRId64, more < 0 ? '-' : '+', more < 0 ? -more : more);
}

static void put_operand(const histories *h, dbx_buf *b, const dbx_node *n, bool second) {
  bool product = n->kind == DBX_N_BinOp && n->op != DBX_OP_Add && n->op != DBX_OP_Sub;
  bool plain = product || edit_is_term(h->s, n->span) || (n->kind == DBX_N_BinOp && !second);
  dbx_put(b, plain ? "" : "(");
  edit_put_source(h->s, b, n->span);
  dbx_put(b, plain ? "" : ")");
}

// How many trips the loop makes, and so many more; false: its step says nothing of that.
static bool put_trips(const histories *h, dbx_buf *b, int64_t more) {
  const dbx_node *lower = bound(h->loop, 0), *upper = bound(h->loop, 1);
  int64_t from, to, step, added = 0;
  bool first = whole_number(lower, 0, &from), last = whole_number(upper, 0, &to);
  if (!upper || !whole_number(bound(h->loop, 2), 1, &step) || !step) return false;
  if (first && last) {
    int64_t n = step > 0 ? (to - from + step - 1) / step : (from - to - step - 1) / -step;
    dbx_printf(b, "%" PRId64, (n > 0 ? n : 0) + more);
    return true;
  }
  if (step < 0) return false;
  bool sum = upper->kind == DBX_N_BinOp && edit_is_int(upper->b) &&
             (upper->op == DBX_OP_Add || upper->op == DBX_OP_Sub);
  if (sum) added = upper->op == DBX_OP_Add ? upper->b->value->i : -upper->b->value->i;
  added += step - 1 + (step == 1 ? more : 0) - (first ? from : 0);
  dbx_put(b, step > 1 ? "(" : "");
  put_operand(h, b, sum ? upper->a : upper, false);
  if (!first) dbx_put(b, " - "), put_operand(h, b, lower, true);
  put_more(b, added);
  if (step > 1) dbx_printf(b, ") // %" PRId64, step), put_more(b, more);
  return true;
}

// Which trip it is, by the count.
static void put_place(const histories *h, dbx_buf *b, int64_t more) {
  const dbx_node *lower = bound(h->loop, 0);
  int64_t from, step;
  bool first = whole_number(lower, 0, &from), one;
  one = whole_number(bound(h->loop, 2), 1, &step) && step == 1;
  if (step == -1 && first) {
    dbx_printf(b, "%" PRId64 " - %s", from + more, dbx_sym_text(h->f->a->more->m.at[0]->name));
    return;
  }
  bool apart = !one && (!first || from);
  dbx_printf(b, "%s%s", apart ? "(" : "", dbx_sym_text(h->f->a->more->m.at[0]->name));
  if (!first) dbx_put(b, " - "), put_operand(h, b, lower, true);
  put_more(b, (one ? more : 0) - (first ? from : 0));
  if (!one) dbx_printf(b, "%s // %" PRId64, apart ? ")" : "", step), put_more(b, more);
}

// ---- what it is filled with ----

static char kind_of(const histories *h, const dbx_node *n, int depth);

// Of a name: the count, what is carried at first, or what it was given last before the place.
static char kind_of_name(const histories *h, const dbx_node *n, int depth) {
  uint32_t k = edit_within(n->span, h->f->span) ? edit_parameter(h->f, n->name) : UINT32_MAX;
  use_count u = uses_in(h->f, n->name);
  if (k == 0) return 'i';
  if (k != UINT32_MAX && k <= h->call->l.n) return kind_of(h, h->call->l.at[k - 1], depth - 1);
  if (u.made) return kind_of(h, u.by->a, depth - 1);
  const dbx_node *made = edit_made_by(h->s, n->span);
  return made && made != n ? kind_of(h, made, depth - 1) : 'f';
}

static char kind_of_call(const histories *h, const dbx_node *n, int depth) {
  static const char *const whole[] = {"argmax", "argmin", "int", "len"};
  static const char *const parts[] = {"sum", "max",     "min",     "array",
                                      "abs", "maximum", "minimum", "arange"};
  if (EDIT_CALLS(n, whole)) return 'i';
  const dbx_node *to = !strcmp(edit_callee(n), "astype") && n->l.n ? n->l.at[0] : NULL;
  if (to && to->kind == DBX_N_Name) return !strcmp(dbx_sym_text(to->name), "int") ? 'i' : 'f';
  if (!strcmp(edit_callee(n), "where") && n->l.n == 3) return kind_of(h, n->l.at[1], depth - 1);
  return EDIT_CALLS(n, parts) && n->l.n ? kind_of(h, n->l.at[0], depth - 1) : 'f';
}

// The letter of the dtype, 'f' where nothing says another one.
static char kind_of(const histories *h, const dbx_node *n, int depth) {
  if (depth < 0) return 'f';
  bool sum = n->kind == DBX_N_BinOp && n->op != DBX_OP_Div;
  bool same = sum && kind_of(h, n->a, depth - 1) == 'i' && kind_of(h, n->b, depth - 1) == 'i';
  switch (n->kind) {
  case DBX_N_Constant:
    return edit_is_int(n)                                            ? 'i'
           : n->constant == DBX_C_TRUE || n->constant == DBX_C_FALSE ? 'b'
                                                                     : 'f';
  case DBX_N_Compare: return 'b';
  case DBX_N_UnaryOp: return kind_of(h, n->a, depth - 1);
  case DBX_N_Subscript: return kind_of(h, n->a, depth - 1);
  case DBX_N_List: return n->l.n ? kind_of(h, n->l.at[0], depth - 1) : 'f';
  case DBX_N_Attribute: return !strcmp(dbx_sym_text(n->name), "shape") ? 'i' : 'f';
  case DBX_N_Name: return kind_of_name(h, n, depth);
  case DBX_N_Call: return kind_of_call(h, n, depth);
  default: return same ? 'i' : 'f';
  }
}

// What is carried at first in the place of the carry that the value is computed from; NULL.
static const dbx_node *first_like(const histories *h, const history *one) {
  const dbx_node *value = one->append->l.at[0];
  if (one->start) return one->start;
  for (int step = 0; step < 2; step++) {
    for (uint32_t k = 1; k < h->f->a->more->m.n; k++)
      if (edit_mentions(value, h->f->a->more->m.at[k]->name))
        return k <= h->call->l.n ? h->call->l.at[k - 1] : NULL;
    use_count u = value->kind == DBX_N_Name ? uses_in(h->f, value->name) : (use_count){0};
    if (!u.made) return NULL;
    value = u.by->a;
  }
  return NULL;
}

// A shape of so many of what is carried at first: `(n, 3)`, `(n,) + x.shape`; false: a number.
static bool put_shape(const histories *h, dbx_buf *b, const dbx_node *first, const char *trips) {
  static const char *const makers[] = {"zeros", "ones", "full", "empty"};
  if (!first || first->kind == DBX_N_Constant) return false;
  const dbx_node *arg = first->kind == DBX_N_Call && first->l.n ? first->l.at[0] : NULL;
  if (arg && EDIT_CALLS(first, makers)) {
    bool several = arg->kind == DBX_N_Tuple && arg->l.n;
    dbx_printf(b, "(%s, ", trips);
    edit_put_source(
        h->s, b,
        several ? edit_place(h->s, arg->l.at[0]->span.begin, arg->l.at[arg->l.n - 1]->span.end)
                : arg->span);
    dbx_putc(b, ')');
  } else if (arg && !strcmp(edit_callee(first), "array") && arg->kind == DBX_N_List) {
    bool table = arg->l.n && arg->l.at[0]->kind == DBX_N_List;
    dbx_printf(b, "(%s, %u", trips, arg->l.n);
    if (table) dbx_printf(b, ", %u", arg->l.at[0]->l.n);
    dbx_putc(b, ')');
  } else if (edit_is_term(h->s, first->span)) {
    dbx_printf(b, "(%s,) + ", trips);
    edit_put_source(h->s, b, first->span), dbx_put(b, ".shape");
  }
  return b->n > 0;
}

// `, jnp.zeros(n)` for each list; false: there is none for one of them.
static bool put_zeros(const histories *h, dbx_buf *b, bool shaped) {
  bool good = true, any = false;
  for (uint32_t i = 0; i < h->n; i++) {
    const history *one = &h->at[i];
    dbx_buf trips = {0}, shape = {0};
    char kind = kind_of(h, one->append->l.at[0], DEEP);
    good &= put_trips(h, &trips, one->start != NULL);
    bool has = good && shaped && put_shape(h, &shape, first_like(h, one), dbx_text(&trips));
    any |= has;
    dbx_printf(b, "%s%s.zeros(%s%s)", i ? ", " : "", edit_jnp(), dbx_text(has ? &shape : &trips),
               kind == 'i'   ? ", int"
               : kind == 'b' ? ", bool"
                             : "");
    if (one->start) {
      dbx_put(b, ".at[0].set(");
      edit_put_source(h->s, b, one->start->span), dbx_putc(b, ')');
    }
    dbx_buf_free(&trips), dbx_buf_free(&shape);
  }
  return good && any == shaped;
}

// ---- the edit ----

static void put_names(const histories *h, dbx_buf *b) {
  for (uint32_t i = 0; i < h->n; i++)
    dbx_printf(b, "%s%s", i ? ", " : "", dbx_sym_text(h->at[i].name));
}

static void put_behind(edit_pieces *p, const histories *h, const dbx_node *n, const char *names) {
  dbx_buf b = {0};
  dbx_printf(&b, ", %s", names);
  edit_piece(p, edit_place(h->s, n->span.end, n->span.end), dbx_text(&b));
  dbx_buf_free(&b);
}

static const dbx_node *last_of(const dbx_node *n) {
  return n->kind == DBX_N_Tuple && n->l.n ? n->l.at[n->l.n - 1] : n;
}

// Behind what is returned; a tuple that is one carry stays one.
static void return_too(const histories *h, edit_pieces *p, const dbx_node *n, const char *names) {
  bool one = n->kind == DBX_N_Tuple && h->f->a->more->m.n == 2, bare = one && !n->in_brackets;
  dbx_buf b = {0};
  dbx_printf(&b, "%s, %s", bare ? ")" : "", names);
  if (bare) edit_piece(p, edit_place(h->s, n->span.begin, n->span.begin), "(");
  uint32_t end = one ? n->span.end : last_of(n)->span.end;
  edit_piece(p, edit_place(h->s, end, end), dbx_text(&b));
  dbx_buf_free(&b);
}

// The body takes the arrays, sets an element of each, and returns them.
static void change_body(const histories *h, edit_pieces *p, const char *names) {
  const dbx_nodes *params = &h->f->a->more->m;
  const dbx_node *r = edit_return_of(h->f);
  put_behind(p, h, params->at[params->n - 1], names);
  for (uint32_t i = 0; i < h->n; i++) {
    const dbx_node *n = h->at[i].append;
    const char *name = dbx_sym_text(h->at[i].name);
    dbx_buf b = {0};
    dbx_printf(&b, "%s = %s.at[", name, name);
    put_place(h, &b, h->at[i].start != NULL);
    dbx_put(&b, "].set("), edit_put_source(h->s, &b, n->l.at[0]->span), dbx_putc(&b, ')');
    edit_piece(p, n->span, dbx_text(&b));
    dbx_buf_free(&b);
  }
  dbx_buf b = {0};
  const dbx_node *last = h->f->l.at[h->f->l.n - 1];
  bool none = !r || !r->a || edit_is_none(r->a);
  if (!none) return_too(h, p, r->a, names);
  else if (r) dbx_printf(&b, "return %s", names), edit_piece(p, r->span, dbx_text(&b));
  else {
    dbx_printf(&b, "\n%*sreturn %s", (int)edit_indent(h->s, last->span.begin), "", names);
    edit_piece(p, edit_place(h->s, last->span.end, last->span.end), dbx_text(&b));
  }
  dbx_buf_free(&b);
}

// The names of what the call gives: of the assignment around it, of the parameters, or `_`.
static void put_results(const histories *h, dbx_buf *b, bool named) {
  const dbx_nodes *params = &h->f->a->more->m;
  for (uint32_t k = 1; k < params->n; k++)
    dbx_printf(b, "%s%s", k > 1 ? ", " : "", named ? dbx_sym_text(params->at[k]->name) : "_");
}

static void put_call(const histories *h, dbx_buf *b, const char *zeros) {
  const dbx_node *n = h->call;
  edit_put_source(h->s, b, edit_place(h->s, n->span.begin, n->span.end - 1));
  dbx_printf(b, "%s%s)", n->l.n ? ", " : "", zeros);
}

// The call is given the arrays and gives them back; false: it stands where it cannot.
static bool change_call(const histories *h, edit_pieces *p, const char *names, const char *zeros) {
  const dbx_node *at = edit_statement_of(h->s, h->call->span), *t;
  uint32_t carries = h->f->a->more->m.n - 1, end = h->call->span.end - 1;
  dbx_buf b = {0}, own = {0};
  if (!at || h->call->l.n != carries || h->call->more->m.n) return false;
  bool direct = at->a == h->call, good = true;
  if (direct && at->kind == DBX_N_Assign && at->l.n == 1 && carries) {
    t = at->l.at[0];
    bool wrapped = carries == 1 && t->kind == DBX_N_Tuple && !t->in_brackets;
    good = carries == 1 || (t->kind == DBX_N_Tuple && t->l.n == carries);
    if (wrapped) edit_piece(p, edit_place(h->s, t->span.begin, t->span.begin), "(");
    dbx_printf(&b, "%s, %s", wrapped ? ")" : "", names);
    const dbx_node *behind = carries == 1 ? t : last_of(t);
    edit_piece(p, edit_place(h->s, behind->span.end, behind->span.end), dbx_text(&b));
    dbx_clear(&b), dbx_printf(&b, ", %s", zeros);
    edit_piece(p, edit_place(h->s, end, end), dbx_text(&b));
  } else if (direct && at->kind == DBX_N_Expr) {
    put_results(h, &b, false);
    dbx_printf(&b, "%s%s = ", carries ? ", " : "", names), put_call(h, &b, zeros);
    edit_piece(p, h->call->span, dbx_text(&b));
  } else if (carries && (at->kind == DBX_N_Return || at->kind == DBX_N_Assign)) {
    put_results(h, &own, true);
    dbx_printf(&b, "%s, %s = ", dbx_text(&own), names), put_call(h, &b, zeros);
    dbx_printf(&b, "\n%*s", (int)edit_indent(h->s, at->span.begin), "");
    edit_piece(p, edit_place(h->s, at->span.begin, at->span.begin), dbx_text(&b));
    dbx_clear(&b), dbx_printf(&b, carries > 1 ? "(%s)" : "%s", dbx_text(&own));
    edit_piece(p, h->call->span, dbx_text(&b));
  } else good = false;
  dbx_buf_free(&b), dbx_buf_free(&own);
  return good;
}

typedef struct stacking {
  const histories *h;
  edit_pieces *p;
} stacking;

// `jnp.stack(xs)` of what is an array already.
static void without_stack(void *ctx, const dbx_node *n) {
  static const char *const names[] = {"stack", "array", "asarray", "vstack"};
  const stacking *x = ctx;
  const dbx_node *axis = n->kind == DBX_N_Call ? edit_keyword(n, "axis") : NULL;
  bool plain = EDIT_CALLS(n, names) && n->l.n == 1 && n->l.at[0]->kind == DBX_N_Name &&
               is_among(x->h, n->l.at[0]->name) && n->more->m.n == (axis != NULL);
  int64_t to;
  dbx_buf b = {0};
  if (!plain || !whole_number(axis ? axis->a : NULL, 0, &to)) return;
  const char *name = dbx_sym_text(n->l.at[0]->name);
  if (to) dbx_printf(&b, "%s.moveaxis(%s, 0, %" PRId64 ")", edit_jnp(), name, to);
  else dbx_put(&b, name);
  edit_piece(x->p, n->span, dbx_text(&b));
  dbx_buf_free(&b);
}

// The statement that makes a list, with the rest of its line and empty ones behind it; false: more
// stands there.
static bool remove_statement(const histories *h, edit_pieces *p, const dbx_node *n) {
  const char *text = h->s->text;
  uint32_t end = n->span.end + (uint32_t)strspn(text + n->span.end, " \t");
  if (text[end] == '#') end += (uint32_t)strcspn(text + end, "\n");
  if (text[end] != '\n') return false;
  end += (uint32_t)strspn(text + end, " \t\n");
  edit_piece(p, edit_place(h->s, n->span.begin, end), "");
  return true;
}

static void carry_instead(const histories *h, bool shaped) {
  edit_pieces p = {0};
  dbx_buf names = {0}, zeros = {0}, say = {0};
  put_names(h, &names);
  bool good = put_zeros(h, &zeros, shaped);
  if (good) change_body(h, &p, dbx_text(&names));
  good = good && change_call(h, &p, dbx_text(&names), dbx_text(&zeros));
  for (uint32_t i = 0; good && i < h->n; i++) {
    bool gone = false;
    for (uint32_t k = 0; k < i; k++) gone |= h->at[k].made == h->at[i].made;
    if (!gone) good = remove_statement(h, &p, h->at[i].made);
  }
  edit_walk(h->around, without_stack, &(stacking){h, &p});
  dbx_printf(&say, "%s as %s that '%s' carries, at first %s", dbx_text(&names),
             h->n > 1 ? "arrays" : "an array", dbx_sym_text(h->f->name), dbx_text(&zeros));
  if (good) edit_add_pieces(h->s, &p, dbx_text(&say));
  else edit_pieces_free(&p);
  dbx_buf_free(&names), dbx_buf_free(&zeros), dbx_buf_free(&say);
}

static void carry_lists_of(void *ctx, const dbx_node *f) {
  edit_site *s = ctx;
  const dbx_node *loop = f->kind == DBX_N_FunctionDef ? edit_loop(s, f) : NULL;
  bool counted = loop && loop->kind == DBX_N_Call && dbx_ends_in(edit_callee(loop), "for_loop");
  if (!counted || !f->a->more->m.n) return;
  histories h = {.s = s, .f = f, .loop = loop, .around = around(s, f)};
  edit_walk(h.around, find_loop_call, &h);
  if (h.calls != 1 || !has_one_end(&h)) return;
  for (uint32_t i = 0; i < f->l.n; i++) {
    const dbx_node *append = append_of(f->l.at[i]);
    if (append) add_history(&h, append);
  }
  if (!go_as_wholes(&h)) return;
  carry_instead(&h, false);
  s->resort = true; // the same of numbers, if they are such
  carry_instead(&h, true);
  s->resort = false;
}

void edits_of_histories(edit_site *s) {
  if (edit_jnp()) edit_walk(s->root, carry_lists_of, s);
}
