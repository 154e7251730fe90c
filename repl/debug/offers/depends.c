// What a failing operation depends on: the expressions of its operands, those of their names, the
// helpers that made them and the calls that led here (see mutate.h).
#include "debug/offers/mutate.h"

#include <ctype.h>
#include <string.h>

enum { REGIONS = 48, FAR = 6 };

static bool is_function(const dbx_node *n) {
  return n->kind == DBX_N_FunctionDef || n->kind == DBX_N_Lambda;
}

static bool is_name_of(const dbx_node *n, const dbx_node *f) {
  return (n->kind == DBX_N_Name || n->kind == DBX_N_Attribute) && f->name && n->name == f->name;
}

uint32_t mutate_lead(const edit_site *s, const dbx_node *n, const dbx_node *f) {
  if (n->kind != DBX_N_Call || !is_name_of(n->a, f)) return UINT32_MAX;
  const dbx_node *loop = edit_loop(s, f);
  bool counted = loop && dbx_ends_in(edit_callee(loop), "for_loop");
  bool own = n->a->kind == DBX_N_Attribute && f->a->more->m.n &&
             !strcmp(dbx_sym_text(f->a->more->m.at[0]->name), "self");
  return counted || own;
}

// ---- the values of a name ----

typedef struct valuing {
  const edit_site *site;
  const dbx_node *name, *f; // of which function it is a parameter; NULL
  uint32_t parameter;
  mutate_nodes *found;
} valuing;

static bool names(const dbx_node *target, dbx_sym name) {
  if (target->kind == DBX_N_Name) return target->name == name;
  bool found = target->kind == DBX_N_Starred && names(target->a, name);
  bool several = target->kind == DBX_N_Tuple || target->kind == DBX_N_List;
  for (uint32_t i = 0; several && i < target->l.n; i++) found |= names(target->l.at[i], name);
  return found;
}

static void value_of(valuing *v, const dbx_node *target, const dbx_node *value) {
  bool both =
      target->kind == DBX_N_Tuple && value->kind == DBX_N_Tuple && target->l.n == value->l.n;
  for (uint32_t i = 0; both && i < target->l.n; i++) value_of(v, target->l.at[i], value->l.at[i]);
  if (!both && names(target, v->name->name)) dbx_push(v->found, value);
}

static bool is_visible(const edit_site *s, dbx_span at, dbx_span use) {
  const dbx_node *f = edit_function_of(s, at);
  return !f || edit_within(use, f->span);
}

// Is the name in what an assignment, or a loop, sets?
static bool sets(const dbx_node *n, dbx_sym name) {
  bool any = n->kind != DBX_N_Assign && edit_mentions(n->a, name);
  for (uint32_t i = 0; n->kind == DBX_N_Assign && i < n->l.n; i++)
    any |= edit_mentions(n->l.at[i], name);
  return any;
}

static void find_value(void *ctx, const dbx_node *n) {
  valuing *v = ctx;
  const dbx_node *name = v->name;
  bool assigns = n->kind == DBX_N_Assign || n->kind == DBX_N_AugAssign || n->kind == DBX_N_For;
  if (is_function(n) && edit_within(name->span, n->span) &&
      edit_parameter(n, name->name) != UINT32_MAX)
    v->f = n, v->parameter = edit_parameter(n, name->name);
  if (!assigns || !sets(n, name->name) || !is_visible(v->site, n->span, name->span)) return;
  for (uint32_t i = 0; n->kind == DBX_N_Assign && i < n->l.n; i++) value_of(v, n->l.at[i], n->a);
  if (n->kind != DBX_N_Assign) value_of(v, n->a, n->b);
}

static void find_given(void *ctx, const dbx_node *n) {
  valuing *v = ctx;
  uint32_t lead = mutate_lead(v->site, n, v->f), k = v->parameter - lead;
  if (lead == UINT32_MAX || v->parameter < lead) return;
  if (k < n->l.n) dbx_push(v->found, n->l.at[k]);
  for (uint32_t i = 0; i < n->more->m.n; i++)
    if (n->more->m.at[i]->name == v->name->name) dbx_push(v->found, n->more->m.at[i]->a);
}

void mutate_values(const edit_site *s, const dbx_node *name, mutate_nodes *ret) {
  valuing v = {.site = s, .name = name, .found = ret};
  edit_walk(s->root, find_value, &v);
  if (!v.f) return;
  edit_walk(s->root, find_given, &v);
  const dbx_nodes *defaults = &v.f->a->more->e;
  uint32_t required = v.f->a->more->m.n - defaults->n;
  if (defaults->n && v.parameter >= required) dbx_push(ret, defaults->at[v.parameter - required]);
  const dbx_node *loop = v.f->kind == DBX_N_FunctionDef ? edit_loop(s, v.f) : NULL;
  const dbx_node *result = loop ? edit_result_of(v.f) : NULL; // what is carried on
  if (result) dbx_push(ret, result);
}

// ---- the values of an attribute, and what lists grow by ----

typedef struct keeping {
  dbx_sym name;
  mutate_nodes *found;
} keeping;

static void find_in_class(keeping *k, const dbx_nodes *body) {
  for (uint32_t i = 0; i < body->n; i++)
    for (uint32_t t = 0; body->at[i]->kind == DBX_N_Assign && t < body->at[i]->l.n; t++)
      if (body->at[i]->l.at[t]->kind == DBX_N_Name && body->at[i]->l.at[t]->name == k->name)
        dbx_push(k->found, body->at[i]->a);
}

// `self.x = v`, `x = v` in a class.
static void find_kept(void *ctx, const dbx_node *n) {
  keeping *k = ctx;
  for (uint32_t i = 0; n->kind == DBX_N_Assign && i < n->l.n; i++)
    if (n->l.at[i]->kind == DBX_N_Attribute && n->l.at[i]->name == k->name)
      dbx_push(k->found, n->a);
  if (n->kind == DBX_N_ClassDef) find_in_class(k, &n->more->n);
}

// `xs.append(v)`, `self.xs.append(v)`.
static void find_appended(void *ctx, const dbx_node *n) {
  keeping *k = ctx;
  const dbx_node *list = n->kind == DBX_N_Call && n->a->kind == DBX_N_Attribute ? n->a->a : NULL;
  bool named = list && (list->kind == DBX_N_Name || list->kind == DBX_N_Attribute);
  if (named && list->name == k->name && n->l.n == 1 && !strcmp(edit_callee(n), "append"))
    dbx_push(k->found, n->l.at[0]);
}

// Of `self.x`, which is no method, all that was ever kept there.
static void kept_values(const edit_site *s, const dbx_node *n, mutate_nodes *ret) {
  keeping k = {n->name, ret};
  if (n->kind == DBX_N_Attribute) edit_walk(s->root, find_kept, &k);
  if (n->kind != DBX_N_Attribute || ret->n) edit_walk(s->root, find_appended, &k);
}

bool mutate_is_length(const edit_site *s, const dbx_node *n, int depth) {
  if (!n || depth > 4) return false;
  if (n->kind == DBX_N_BinOp)
    return n->op != DBX_OP_Div && n->op != DBX_OP_MatMult && mutate_is_length(s, n->a, depth + 1) &&
           mutate_is_length(s, n->b, depth + 1);
  if (n->kind == DBX_N_Constant) return n->constant == DBX_C_INT;
  if (n->kind == DBX_N_Subscript) n = n->a;
  if (n->kind == DBX_N_Attribute)
    return !strcmp(dbx_sym_text(n->name), "shape") || !strcmp(dbx_sym_text(n->name), "size");
  if (n->kind == DBX_N_Call) return !strcmp(edit_callee(n), "len");
  if (n->kind != DBX_N_Name) return false;
  mutate_nodes values = {0};
  mutate_values(s, n, &values);
  bool all = values.n > 0;
  for (uint32_t i = 0; i < values.n; i++) all &= mutate_is_length(s, values.at[i], depth + 1);
  dbx_vec_free(&values);
  for (const dbx_node *f = edit_function_of(s, n->span); f && !all;
       f = f->span.begin ? edit_function_of(s, (dbx_span){s->file, f->span.begin - 1, f->span.end})
                         : NULL) {
    uint32_t k = edit_parameter(f, n->name);
    const dbx_node *type = k == UINT32_MAX ? NULL : f->a->more->m.at[k]->a;
    all = type && type->kind == DBX_N_Name && !strcmp(dbx_sym_text(type->name), "int");
  }
  return all;
}

bool mutate_is_length_name(const edit_site *s, dbx_sym name, dbx_span use) {
  dbx_node n = {.kind = DBX_N_Name, .name = name, .span = use};
  return mutate_is_length(s, &n, 0);
}

// ---- the names in scope ----

typedef struct scoping {
  const edit_site *site;
  dbx_span at;
  mutate_names *found;
} scoping;

static void scope_name(void *ctx, const dbx_node *n) {
  scoping *c = ctx;
  bool bound = n->kind == DBX_N_arg || (n->kind == DBX_N_Name && n->ctx == DBX_STORE);
  if (!bound || n->span.end > c->at.begin || !strcmp(dbx_sym_text(n->name), "_")) return;
  for (uint32_t i = 0; i < c->found->n; i++)
    if (c->found->at[i]->name == n->name) return;
  const dbx_node *own = edit_statement_of(c->site, n->span);
  if (own && edit_within(c->at, own->span)) return;
  const dbx_node *f = edit_function_of(c->site, n->span);
  if ((f && f->name == n->name) || !is_visible(c->site, n->span, c->at)) return;
  dbx_push(c->found, n);
}

void mutate_scope(const edit_site *s, dbx_span at, mutate_names *ret) {
  scoping c = {s, at, ret};
  const dbx_node *f = edit_function_of(s, at);
  if (f) edit_walk(f, scope_name, &c);
  for (uint32_t i = 0, k = ret->n; i < k / 2; i++) { // the last of the function first
    const dbx_node *one = ret->at[i];
    ret->at[i] = ret->at[k - 1 - i], ret->at[k - 1 - i] = one;
  }
  edit_walk(s->root, scope_name, &c);
}

const dbx_node *mutate_outermost(const edit_site *s, dbx_span at) {
  const dbx_node *f = edit_function_of(s, at), *outer = f;
  while (outer && outer->span.begin) {
    outer = edit_function_of(s, (dbx_span){s->file, f->span.begin - 1, f->span.end});
    if (outer) f = outer;
  }
  return f;
}

bool mutate_documentation(const mutating *m, const dbx_node *n, dbx_buf *ret) {
  const dbx_node *f = mutate_outermost(m->site, n->span);
  const dbx_node *e = f && f->l.n && f->l.at[0]->kind == DBX_N_Expr ? f->l.at[0]->a : NULL;
  bool found = e && e->kind == DBX_N_Constant && e->constant == DBX_C_STR;
  if (found) dbx_putn(ret, e->value->str, e->value->str_n);
  return found;
}

// ---- regions ----

static void meet_of(mutating *m, const dbx_node *n, uint32_t distance, uint32_t operand) {
  if (!n || m->regions.n >= REGIONS || distance > FAR) return;
  for (uint32_t i = 0; i < m->regions.n; i++)
    if (m->regions.at[i].node == n) {
      if (!m->regions.at[i].operand) m->regions.at[i].operand = operand;
      return;
    }
  dbx_push(&m->regions, ((region){n, distance, operand}));
}

static void meet(mutating *m, const dbx_node *n, uint32_t distance) { meet_of(m, n, distance, 0); }

static void meet_place(mutating *m, dbx_span at, uint32_t distance, uint32_t operand) {
  if (at.file == m->site->file && at.end > at.begin)
    meet_of(m, edit_at(m->site, at), distance, operand);
}

typedef struct following {
  mutating *m;
  const dbx_node *f;
  dbx_sym branches; // of a conditional
  uint32_t distance;
  const dbx_node *whole; // the region, and which operand it is the value of
  uint32_t operand;
} following;

static void meet_returned(void *ctx, const dbx_node *n) {
  following *w = ctx;
  if (n->kind != DBX_N_Return || !n->a) return;
  if (edit_function_of(w->m->site, n->span) == w->f)
    meet_of(w->m, n->a, w->distance, n->a->kind == DBX_N_Tuple ? 0 : w->operand);
}

static void meet_results(following *w, const dbx_node *f) {
  if (f->kind == DBX_N_Lambda) return;
  following inner = {w->m, f, 0, w->distance + 1, w->whole, w->operand};
  edit_walk(f, meet_returned, &inner);
}

static void meet_branch(void *ctx, const dbx_node *n) { // @cond(...), @choose.otherwise
  following *w = ctx;
  if (n->kind == DBX_N_FunctionDef && n->name == w->branches) meet_results(w, n);
  for (uint32_t i = 0; n->kind == DBX_N_FunctionDef && i < n->more->m.n; i++)
    if (edit_mentions(n->more->m.at[i], w->branches)) meet_results(w, n);
}

static void meet_use(void *ctx, const dbx_node *n) { // the calls that the function is passed to
  following *w = ctx;
  for (uint32_t i = 0; n->kind == DBX_N_Call && i < n->l.n; i++)
    if (n->l.at[i]->kind == DBX_N_Name && n->l.at[i]->name == w->f->name)
      meet(w->m, n, w->distance + 1);
}

// Is it the whole value of a name, not a tuple that is taken apart, or what a loop goes over?
static bool is_all_of(const edit_site *s, const dbx_node *value) {
  const dbx_node *at = edit_statement_of(s, value->span);
  if (value->kind == DBX_N_Tuple) return false;
  if (!at || (at->kind != DBX_N_Assign && at->kind != DBX_N_For)) return true;
  return at->kind == DBX_N_Assign && (at->a != value || at->l.at[0]->kind == DBX_N_Name);
}

static void follow_kept(following *w, const dbx_node *n) {
  mutate_nodes values = {0};
  kept_values(w->m->site, n, &values);
  for (uint32_t i = 0; i < values.n; i++) meet(w->m, values.at[i], w->distance + 1);
  dbx_vec_free(&values);
}

typedef struct growing {
  const dbx_node *value;
  mutate_nodes *found;
} growing;

static void find_repetition(void *ctx, const dbx_node *n) {
  const growing *g = ctx;
  const char *const counts[] = {"range"};
  if (n->kind == DBX_N_For && edit_within(g->value->span, n->span) && EDIT_CALLS(n->b, counts))
    dbx_push(g->found, n->b);
}

// A name that is given what is made of itself again and again: how often that is.
static void follow_repetition(following *w, const dbx_node *name, const dbx_node *value) {
  mutate_nodes counts = {0};
  if (!edit_mentions(value, name->name)) return;
  edit_walk(w->m->site->root, find_repetition, &(growing){value, &counts});
  for (uint32_t i = 0; i < counts.n; i++) meet(w->m, counts.at[i], w->distance + 1);
  dbx_vec_free(&counts);
}

static void follow(void *ctx, const dbx_node *n) {
  following *w = ctx;
  if (n->kind == DBX_N_Attribute && n->ctx == DBX_LOAD) follow_kept(w, n);
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD) return;
  follow_kept(w, n);
  const dbx_node *f = edit_function_named(w->m->site, n->name);
  mutate_nodes values = {0};
  if (!f) mutate_values(w->m->site, n, &values);
  uint32_t same = n == w->whole ? w->operand : 0;
  for (uint32_t i = 0; i < values.n; i++)
    meet_of(w->m, values.at[i], w->distance + 1, is_all_of(w->m->site, values.at[i]) ? same : 0);
  for (uint32_t i = 0; i < values.n; i++) follow_repetition(w, n, values.at[i]);
  dbx_vec_free(&values);
  if (!f) return;
  bool called = w->whole && w->whole->kind == DBX_N_Call && w->whole->a == n;
  following of = {w->m, f, n->name, w->distance, w->whole, called ? w->operand : 0};
  meet_results(w, f);
  edit_walk(w->m->site->root, meet_branch, &of);
}

// The operation itself, its operands, where the lengths come from and the calls that led here; then
// what those depend on.
void mutate_regions(mutating *m) {
  const edit_site *s = m->site;
  const dbx_diag *d = s->diag;
  if (s->failing && s->file == d->span.file) meet(m, s->failing, 0);
  for (uint32_t i = 0; i < d->n_operands; i++) meet_place(m, d->operands[i].span, 0, i + 1);
  for (uint32_t i = 0; i < d->n_births; i++) meet_place(m, d->births[i].span, 1, 0);
  for (uint32_t i = 0; i < d->frames_n; i++) meet_place(m, d->frames[i].span, 1 + i, 0);
  const dbx_node *f = edit_function(s);
  following passed = {.m = m, .f = f, .distance = 1};
  if (f) edit_walk(s->root, meet_use, &passed);
  for (uint32_t i = 0; i < m->regions.n; i++) {
    const region *r = &m->regions.at[i];
    following w = {m, NULL, 0, r->distance, r->node, r->operand};
    edit_walk(r->node, follow, &w);
  }
}

// ---- the lengths that do not fit ----

typedef struct shapes {
  dbx_buf of[8]; // "(2, m)" or "f64[2,m]": the lengths, each with a zero behind it
  uint32_t n;
} shapes;

static void one_shape(shapes *l, const char *at, char close) {
  int depth = 0;
  if (l->n == sizeof l->of / sizeof *l->of) return;
  dbx_buf *b = &l->of[l->n++];
  for (; *at && (depth || *at != close); at++) {
    depth += (*at == '[' || *at == '(') - (*at == ']' || *at == ')');
    if (*at == ',' && !depth) dbx_putc(b, 0);
    else if (*at != ' ' || depth) dbx_putc(b, *at);
  }
  dbx_putc(b, 0);
}

static void shapes_of(const edit_site *s, shapes *l) {
  const dbx_diag *d = s->diag;
  for (uint32_t i = 0; i < d->n_operands; i++) {
    const char *open = strchr(d->operands[i].type, '[');
    if (open) one_shape(l, open + 1, ']');
  }
  for (const char *at = d->message; (at = strchr(at, '('));)
    if (isdigit((unsigned char)*++at)) one_shape(l, at, ')');
}

static bool has(const dbx_buf *shape, const char *length) {
  for (size_t i = 0; i < shape->n; i += strlen(shape->at + i) + 1)
    if (!strcmp(shape->at + i, length)) return true;
  return false;
}

bool mutate_other_length(const edit_site *s, const char *length, uint32_t which, dbx_buf *ret) {
  shapes l = {0};
  bool found = false;
  shapes_of(s, &l);
  for (uint32_t i = 0; i < l.n && !found; i++)
    for (uint32_t k = 0; k < l.n && !found && has(&l.of[i], length); k++)
      for (size_t j = 0; j < l.of[k].n && !found && !has(&l.of[k], length);
           j += strlen(l.of[k].at + j) + 1) {
        const char *other = l.of[k].at + j;
        bool plain = *other && !has(&l.of[i], other) && !strpbrk(other, "?");
        if ((found = plain && !which)) dbx_put(ret, other);
        which -= plain;
      }
  for (uint32_t i = 0; i < l.n; i++) dbx_buf_free(&l.of[i]);
  return found;
}

bool mutate_wrong_length(const edit_site *s, uint32_t which, dbx_buf *ret) {
  shapes l = {0};
  bool found = false;
  shapes_of(s, &l);
  for (uint32_t i = 0; i < l.n && !found; i++)
    for (size_t j = 0; j < l.of[i].n && !found; j += strlen(l.of[i].at + j) + 1)
      if ((found = !which--)) dbx_put(ret, l.of[i].at + j);
  for (uint32_t i = 0; i < l.n; i++) dbx_buf_free(&l.of[i]);
  return found;
}
