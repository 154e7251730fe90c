// Where things stand in the text that is edited, and edits of several pieces (see edits.h).
#include "debug/edits/edits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- several pieces as one edit ----

void edit_piece(edit_pieces *p, dbx_span span, const char *text) {
  dbx_push(p, ((edit_one_piece){span, dbx_strdup(text)}));
}

static int by_place(const void *a, const void *b) {
  const edit_one_piece *x = a, *y = b;
  return (x->span.begin > y->span.begin) - (x->span.begin < y->span.begin);
}

void edit_pieces_free(edit_pieces *p) {
  for (uint32_t i = 0; i < p->n; i++) free(p->at[i].text);
  dbx_vec_free(p);
}

void edit_add_pieces(edit_site *s, edit_pieces *p, const char *text) {
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
  edit_pieces_free(p);
}

// Before the first statement that is a definition, or follows an import and is none.
static uint32_t end_of_imports(const edit_site *s) {
  const dbx_nodes *l = &s->root->l;
  uint32_t k = 0, last = 0;
  for (; k < l->n && l->at[k]->kind != DBX_N_FunctionDef && l->at[k]->kind != DBX_N_ClassDef; k++)
    if (l->at[k]->kind == DBX_N_Import || l->at[k]->kind == DBX_N_ImportFrom) last = k + 1;
  return last < l->n ? dbx_statement_begin(l->at[last]) : 0;
}

void edit_add_importing(edit_site *s, const char *import, edit_pieces *p, const char *text) {
  uint32_t at = end_of_imports(s);
  dbx_buf line = {0}, say = {0};
  dbx_place place = dbx_source_place(s->file, at);
  uint32_t begin = place.start;
  while (begin > 1 && s->text[begin - 1] == '\n' && s->text[begin - 2] == '\n') begin--;
  dbx_printf(&line, "%s\n", import);
  dbx_printf(&say, "%s%s", text, *text ? ", and " : "");
  for (const char *c = import; *c; c++) *c == '\n' ? dbx_put(&say, "; ") : dbx_putc(&say, *c);
  edit_piece(p, (dbx_span){s->file, begin, begin}, dbx_text(&line));
  edit_add_pieces(s, p, dbx_text(&say));
  dbx_buf_free(&line), dbx_buf_free(&say);
}

// ---- nodes by name ----

const dbx_node *edit_function_named(const edit_site *s, dbx_sym name) {
  const edit_nodes *l = edit_uses(s, EDIT_DEFINES, name);
  return l->n ? l->at[l->n - 1] : NULL;
}

bool edit_same_text(const edit_site *s, dbx_span a, dbx_span b) {
  uint32_t n = a.end - a.begin;
  return n == b.end - b.begin && !memcmp(s->text + a.begin, s->text + b.begin, n);
}

const dbx_node *edit_result_of(const dbx_node *f) {
  if (f && f->kind == DBX_N_Lambda) return f->b;
  for (uint32_t i = f ? f->l.n : 0; i-- > 0;)
    if (f->l.at[i]->kind == DBX_N_Return) return f->l.at[i]->a;
  return NULL;
}

// ---- the function that a name means: the nearest definition before the place ----

typedef struct wanted {
  dbx_sym name;
  uint32_t before;
  const dbx_node *found;
} wanted;

static bool is_later_branch(const dbx_node *n) { // else_if and otherwise of the same name
  for (uint32_t i = 0; i < n->more->m.n; i++)
    if (dbx_ends_in(edit_callee(n->more->m.at[i]), "else_if") ||
        dbx_ends_in(edit_callee(n->more->m.at[i]), "otherwise"))
      return true;
  return false;
}

static void find_definition(void *ctx, const dbx_node *n) {
  wanted *w = ctx;
  if (n->kind == DBX_N_FunctionDef && n->name == w->name && n->span.begin < w->before &&
      !is_later_branch(n) && (!w->found || n->span.begin > w->found->span.begin))
    w->found = n;
}

static void find_value(void *ctx, const dbx_node *n) { // NAME = VALUE
  wanted *w = ctx;
  if (n->kind == DBX_N_Assign && n->l.n == 1 && n->l.at[0]->kind == DBX_N_Name &&
      n->l.at[0]->name == w->name && n->span.begin < w->before)
    w->found = n->a;
}

static const dbx_node *nearest(const edit_site *s, void (*f)(void *ctx, const dbx_node *n),
                               dbx_sym name, uint32_t before) {
  wanted w = {name, s->file == s->diag->span.file ? before : UINT32_MAX, NULL};
  edit_walk(s->root, f, &w);
  return w.found;
}

const dbx_node *edit_definition(const edit_site *s, dbx_sym name, uint32_t before) {
  return nearest(s, find_definition, name, before);
}

const dbx_node *edit_call(const edit_site *s) {
  const dbx_node *n = s->failing;
  while (n && (n->kind == DBX_N_Subscript || n->kind == DBX_N_Attribute)) n = n->a;
  return n && n->kind == DBX_N_Call ? n : NULL;
}

const dbx_node *edit_called_value(const edit_site *s) {
  const dbx_node *n = edit_call(s);
  if (!n) return NULL;
  if (n->a->kind == DBX_N_Call) return n->a;
  return n->a->kind == DBX_N_Name ? nearest(s, find_value, n->a->name, n->span.begin) : NULL;
}

bool edit_makes_loop(const dbx_node *n) { // for_loop(...)(body)
  return n && n->kind == DBX_N_Call && n->a->kind == DBX_N_Call && n->l.n == 1 &&
         dbx_ends_in(edit_callee(n->a), "_loop");
}

const dbx_node *edit_called(const edit_site *s) {
  const dbx_node *n = edit_call(s), *value = edit_called_value(s), *f = NULL;
  if (n && n->a->kind == DBX_N_Name) f = edit_definition(s, n->a->name, s->diag->span.begin);
  if (!f && edit_makes_loop(value) &&
      (value->l.at[0]->kind == DBX_N_Name || value->l.at[0]->kind == DBX_N_Attribute))
    f = edit_definition(s, value->l.at[0]->name, UINT32_MAX);
  return f;
}

// ---- loops ----

static const dbx_node *runner_of(const edit_site *s, const dbx_node *f) { // for_loop(...)(f)
  const edit_nodes *all = edit_uses(s, EDIT_LOOPS, 0);
  for (uint32_t i = all->n; i-- > 0;) {
    const dbx_node *a = all->at[i]->l.at[0];
    bool name = a->kind == DBX_N_Name || a->kind == DBX_N_Attribute;
    if (a == f || (name && f->kind == DBX_N_FunctionDef && a->name == f->name))
      return all->at[i]->a;
  }
  return NULL;
}

const dbx_node *edit_loop(const edit_site *s, const dbx_node *n) {
  if (n->kind == DBX_N_FunctionDef || n->kind == DBX_N_Lambda) {
    const dbx_node *d = n->kind == DBX_N_FunctionDef ? edit_decorator(n, "_loop") : NULL;
    return d ? d : runner_of(s, n);
  }
  const dbx_node *e = n->kind == DBX_N_With && n->more->m.n ? n->more->m.at[0]->a : NULL;
  bool block = e && e->kind == DBX_N_Call && e->a->kind == DBX_N_Call &&
               dbx_ends_in(edit_callee(e->a), "_loop");
  return block ? e->a : NULL;
}

const dbx_node *edit_called_loop(const edit_site *s) {
  const dbx_node *f = edit_called(s), *value = edit_called_value(s);
  const dbx_node *loop = f ? edit_loop(s, f) : NULL;
  return loop ? loop : edit_makes_loop(value) ? value->a : NULL;
}

static void add_loop(edit_loops *l, const dbx_node *loop) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->at[i] == loop) return;
  if (loop && loop->kind == DBX_N_Call) dbx_push(l, loop);
}

typedef struct around {
  const edit_site *site;
  dbx_span place;
  edit_loops *found;
} around;

static void find_loop_around(void *ctx, const dbx_node *n) {
  const around *a = ctx;
  bool block = n->kind == DBX_N_FunctionDef || n->kind == DBX_N_Lambda || n->kind == DBX_N_With;
  if (block && edit_within(a->place, n->span)) dbx_push(a->found, edit_loop(a->site, n));
}

void edit_open_loops(const edit_site *s, edit_loops *ret) {
  const dbx_diag *d = s->diag;
  add_loop(ret, edit_called_loop(s));
  for (uint32_t i = 0; i <= d->frames_n; i++) {
    edit_loops outermost_first = {0};
    around a = {s, i ? d->frames[i - 1].span : d->span, &outermost_first};
    if (a.place.file == s->file) edit_walk(s->root, find_loop_around, &a);
    for (uint32_t k = outermost_first.n; k-- > 0;) add_loop(ret, outermost_first.at[k]);
    dbx_vec_free(&outermost_first);
  }
}

typedef struct naming {
  const edit_site *site;
  const dbx_node *loop;
  const char *name;
} naming;

static void find_name(void *ctx, const dbx_node *n) {
  naming *c = ctx;
  if (n->kind == DBX_N_FunctionDef && edit_loop(c->site, n) == c->loop)
    c->name = dbx_sym_text(n->name);
}

void edit_put_loop(const edit_site *s, dbx_buf *b, const dbx_node *loop) {
  naming c = {s, loop, NULL};
  edit_walk(s->root, find_name, &c);
  dbx_printf(b, "%s%s%s (line %u)", c.name ? "'" : "the ", c.name ? c.name : edit_callee(loop),
             c.name ? "'" : "", dbx_source_place(s->file, loop->span.begin).line);
}

// ---- where a value was made ----

typedef struct making {
  const edit_site *site;
  dbx_span use, made;
  const dbx_node *loop; // the function whose parameter it is
  uint32_t parameter;   // among its parameters
  uint32_t calls;       // of it, if it is no body of a loop
  bool open;            // one of them is that at work
  bool carried;
} making;

// A name of a statement, as what of its value: of `a, b = 1, 2` each is one of the values.
static void find_assigned(making *m, const dbx_node *target, const dbx_node *value) {
  bool both = target->kind == DBX_N_Tuple && value->kind == DBX_N_Tuple;
  for (uint32_t i = 0; both && i < target->l.n && target->l.n == value->l.n; i++)
    find_assigned(m, target->l.at[i], value->l.at[i]);
  if (target->kind != DBX_N_Name || !edit_same_text(m->site, target->span, m->use)) return;
  const dbx_node *f = edit_function_of(m->site, target->span); // a name of its own
  if (!f || edit_within(m->use, f->span)) m->made = value->span, m->loop = NULL;
}

static void find_making(void *ctx, const dbx_node *n) {
  making *m = ctx;
  if (n->kind == DBX_N_FunctionDef && edit_within(m->use, n->span))
    for (uint32_t i = 0; i < n->a->more->m.n; i++) {
      const char *name = dbx_sym_text(n->a->more->m.at[i]->name);
      if (strlen(name) == m->use.end - m->use.begin &&
          !strncmp(m->site->text + m->use.begin, name, m->use.end - m->use.begin))
        m->loop = n, m->parameter = i, m->made = (dbx_span){0};
    }
  bool kept = n->kind == DBX_N_Assign && n->l.n == 1 && n->l.at[0]->kind == DBX_N_Attribute &&
              edit_same_text(m->site, n->l.at[0]->span, m->use);
  if (kept) m->made = n->a->span, m->loop = NULL; // `self.b = ...`, in another method
  if (n->kind == DBX_N_Assign && n->l.n == 1 && n->span.end <= m->use.begin &&
      (!m->loop || n->span.begin > m->loop->span.begin))
    find_assigned(m, n->l.at[0], n->a);
}

const dbx_node *edit_first_value(const dbx_node *call, uint32_t k) {
  const char *callee = edit_callee(call);
  uint32_t at = dbx_ends_in(callee, "scan")         ? 1
                : dbx_ends_in(callee, "while_loop") ? 2
                : dbx_ends_in(callee, "fori_loop")  ? 3
                                                    : UINT32_MAX;
  if (at == UINT32_MAX) return k < call->l.n ? call->l.at[k] : NULL;
  if (at >= call->l.n) return NULL;
  const dbx_node *all = call->l.at[at];
  if (all->kind != DBX_N_Tuple) return k ? NULL : all;
  return k < all->l.n ? all->l.at[k] : NULL;
}

static bool is_of(const dbx_node *n, const dbx_node *f) {
  return (n->kind == DBX_N_Name || n->kind == DBX_N_Attribute) && n->name == f->name;
}

// A call that gives the first values of a loop whose body is the function.
static void find_first(void *ctx, const dbx_node *n) {
  making *m = ctx;
  const dbx_node *f = m->loop, *d = edit_decorator(f, "_loop"), *first = NULL;
  if (n->kind != DBX_N_Call) return;
  bool direct = edit_makes_loop(n->a) && is_of(n->a->l.at[0], f), own = d && is_of(n->a, f),
       scan = dbx_ends_in(edit_callee(n), "scan");
  const char *callee = edit_callee(direct ? n->a->a : own ? d : n);
  uint32_t lead = dbx_ends_in(callee, "for_loop") || dbx_ends_in(callee, "fori_loop");
  bool lax = !own && !direct && (scan || dbx_ends_in(callee, "_loop"));
  for (uint32_t i = 0; lax && i < n->l.n; i++)
    if (is_of(n->l.at[i], f) && !(scan && m->parameter)) first = n;
  if (own || direct) first = n;
  const dbx_node *value =
      first && m->parameter >= lead ? edit_first_value(first, m->parameter - lead) : NULL;
  if (value) m->made = value->span, m->carried = true;
}

static bool is_at_work(const edit_site *s, const dbx_node *call) {
  const dbx_diag *d = s->diag;
  for (uint32_t i = 0; i < d->frames_n; i++)
    if (d->frames[i].span.file == s->file && d->frames[i].span.begin == call->span.begin &&
        d->frames[i].span.end == call->span.end)
      return true;
  return false;
}

// The argument of the call that is at work, or of the only call, of a function that is no body of a
// loop.
static void find_argument(void *ctx, const dbx_node *n) {
  making *m = ctx;
  const dbx_node *f = m->loop;
  if (m->open || n->kind != DBX_N_Call || !is_of(n->a, f)) return;
  m->open = is_at_work(m->site, n);
  uint32_t self = n->a->kind == DBX_N_Attribute && f->a->more->m.n &&
                  !strcmp(dbx_sym_text(f->a->more->m.at[0]->name), "self");
  uint32_t k = m->parameter - self;
  m->calls++;
  m->made = (dbx_span){0};
  if ((m->calls > 1 && !m->open) || m->parameter < self) return;
  if (k < n->l.n && n->l.at[k]->kind != DBX_N_Starred) m->made = n->l.at[k]->span;
  for (uint32_t i = 0; i < n->more->m.n; i++)
    if (n->more->m.at[i]->name == f->a->more->m.at[m->parameter]->name)
      m->made = n->more->m.at[i]->a->span;
}

static making making_of(const edit_site *s, dbx_span use) {
  making m = {.site = s, .use = use};
  if (use.file != s->file) return m; // an earlier text has made nothing that a later one names
  edit_walk(s->root, find_making, &m);
  if (m.loop) edit_walk(s->root, find_first, &m);
  if (m.loop && !m.made.file && !edit_loop(s, m.loop)) edit_walk(s->root, find_argument, &m);
  return m;
}

dbx_span edit_making(const edit_site *s, dbx_span use) {
  for (int depth = 0; depth < 4; depth++) {
    making m = making_of(s, use);
    if (!m.made.file) return depth ? use : m.made;
    use = m.made;
    for (uint32_t i = use.begin; i < use.end; i++)
      if (!isalnum((unsigned char)s->text[i]) && s->text[i] != '_') return use;
  }
  return use;
}

dbx_span edit_making_here(const edit_site *s, dbx_span use) { return making_of(s, use).made; }

const dbx_node *edit_made_by(const edit_site *s, dbx_span of) {
  const dbx_node *n = edit_at(s, of);
  bool named = n && (n->kind == DBX_N_Name || n->kind == DBX_N_Attribute);
  return named ? edit_at(s, edit_making(s, of)) : n;
}

bool edit_is_carried(const edit_site *s, dbx_span use) { return making_of(s, use).carried; }

// ---- results, decorators, what is carried at first ----

const dbx_node *edit_return_of(const dbx_node *f) {
  for (uint32_t i = f ? f->l.n : 0; i-- > 0;)
    if (f->l.at[i]->kind == DBX_N_Return) return f->l.at[i];
  return NULL;
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

const dbx_node *edit_decorated_here(const edit_site *s) {
  decorated d = {s->diag->span.begin, NULL};
  edit_walk(s->root, find_decorated, &d);
  return d.found;
}

// "carry 0 of the for_loop" in the message; a parameter may have that name, too.
static const char *carry_in(const char *message) {
  while ((message = strstr(message, "carry ")) && !isdigit((unsigned char)message[6])) message++;
  return message;
}

const dbx_node *edit_first_of_error(const edit_site *s) {
  const char *at = carry_in(s->diag->message);
  const dbx_node *n = edit_call(s);
  return at && n ? edit_first_value(n, (uint32_t)strtoul(at + 6, NULL, 10)) : NULL;
}

// ---- parameters ----

uint32_t edit_parameter(const dbx_node *f, dbx_sym name) {
  for (uint32_t i = 0; i < f->a->more->m.n; i++)
    if (f->a->more->m.at[i]->name == name) return i;
  return UINT32_MAX;
}

const dbx_node *edit_parameter_node(const dbx_node *f, dbx_sym name) {
  uint32_t i = f ? edit_parameter(f, name) : UINT32_MAX;
  return i == UINT32_MAX ? NULL : f->a->more->m.at[i];
}

bool edit_takes(const dbx_node *f, dbx_sym name) { return edit_parameter(f, name) != UINT32_MAX; }

// ---- the parts that are cut of an array ----

bool edit_cut_of(const dbx_node *n, edit_cut *ret) {
  const dbx_node *s = n->kind == DBX_N_Subscript && n->b->kind == DBX_N_Slice ? n->b : NULL;
  if (!s || n->ctx != DBX_LOAD || n->a->kind != DBX_N_Name || s->more->c) return false;
  const dbx_node *to = s->b;
  bool minus = to && to->kind == DBX_N_UnaryOp && to->op == DBX_OP_USub && edit_is_int(to->a);
  if ((s->a && !edit_is_int(s->a)) || (to && !minus) || (!s->a && !to)) return false;
  *ret = (edit_cut){n->a->name, s->a ? s->a->value->i : 0, to ? to->a->value->i : 0};
  return true;
}

typedef struct cutting {
  dbx_sym of;
  dbx_span own; // not this one
  edit_cuts *cuts;
} cutting;

static void see_cut(void *ctx, const dbx_node *n) {
  const cutting *c = ctx;
  edit_cuts *p = c->cuts;
  edit_cut x;
  if (!edit_cut_of(n, &x) || x.of != c->of || n->span.begin == c->own.begin) return;
  int64_t total = x.front + x.back;
  p->differ |= p->n && total != p->total;
  p->total = total, p->n++;
  if (!x.front) p->back = total;
  else if (!x.back) p->front = total;
}

edit_cuts edit_cuts_of(const edit_site *s, dbx_span at, dbx_sym name) {
  const dbx_node *f = edit_function_of(s, at);
  edit_cuts cuts = {0};
  if (f) edit_walk(f, see_cut, &(cutting){name, at, &cuts});
  return cuts;
}
