// What a failing operation depends on: the expressions of its operands, those of their names, the
// helpers that made them and the calls that led here (see mutate.h).
#include "debug/offers/mutate.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { REGIONS = 48, FAR = 6 };

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
  bool several = mutate_is_display(target);
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

static void given(valuing *v, const dbx_node *call, uint32_t lead) {
  uint32_t k = v->parameter - lead;
  if (lead == UINT32_MAX || v->parameter < lead) return;
  if (k < call->l.n) dbx_push(v->found, call->l.at[k]);
  for (uint32_t i = 0; i < call->more->m.n; i++)
    if (call->more->m.at[i]->name == v->name->name) dbx_push(v->found, call->more->m.at[i]->a);
}

void mutate_values(const edit_site *s, const dbx_node *name, mutate_nodes *ret) {
  valuing v = {.site = s, .name = name, .found = ret};
  const edit_nodes *set = edit_uses(s, EDIT_SETS, name->name),
                   *takes = edit_uses(s, EDIT_TAKES, name->name);
  for (uint32_t k = 0; k < set->n; k++) {
    const dbx_node *n = set->at[k];
    if (!is_visible(s, n->span, name->span)) continue;
    for (uint32_t i = 0; n->kind == DBX_N_Assign && i < n->l.n; i++) value_of(&v, n->l.at[i], n->a);
    if (n->kind != DBX_N_Assign) value_of(&v, n->a, n->b);
  }
  for (uint32_t k = takes->n; !v.f && k-- > 0;)
    if (edit_within(name->span, takes->at[k]->span)) v.f = takes->at[k];
  if (!v.f) return;
  v.parameter = edit_parameter(v.f, name->name);
  const edit_nodes *calls = v.f->name ? edit_uses(s, EDIT_CALLS_IT, v.f->name) : NULL;
  for (uint32_t k = 0; calls && k < calls->n; k++)
    given(&v, calls->at[k], mutate_lead(s, calls->at[k], v.f));
  dbx_sym of = edit_class_of(s, v.f);
  calls = of ? edit_uses(s, EDIT_CALLS_IT, of) : NULL;
  for (uint32_t k = 0; calls && k < calls->n; k++) given(&v, calls->at[k], 1);
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

// Of `self.x`, which is no method, all that was ever kept there; what lists grow by.
static void kept_values(const edit_site *s, const dbx_node *n, mutate_nodes *ret) {
  keeping k = {n->name, ret};
  const edit_nodes *kept = edit_uses(s, EDIT_KEEPS, n->name),
                   *grown = edit_uses(s, EDIT_APPENDS, n->name);
  for (uint32_t i = 0; n->kind == DBX_N_Attribute && i < kept->n; i++)
    if (kept->at[i]->kind == DBX_N_ClassDef) find_in_class(&k, &kept->at[i]->more->n);
    else dbx_push(ret, kept->at[i]->a);
  for (uint32_t i = 0; (n->kind != DBX_N_Attribute || ret->n) && i < grown->n; i++)
    dbx_push(ret, grown->at[i]->l.at[0]);
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
  enum { NOT_KNOWN, NO, YES };
  dbx_node n = {.kind = DBX_N_Name, .name = name, .span = use};
  uint64_t known = *edit_memo(s, name, use);
  if (known == NOT_KNOWN) {
    known = mutate_is_length(s, &n, 0) ? YES : NO;
    *edit_memo(s, name, use) = known;
  }
  return known == YES;
}

// ---- the names in scope ----

typedef struct scoping {
  const edit_site *site;
  dbx_span at;
  mutate_names *found;
  bool *seen; // by the names' ids
} scoping;

static void scope_name(const scoping *c, const edit_binding *b) {
  const dbx_node *n = b->name;
  if (c->seen[b->id] || n->span.end > c->at.begin || !strcmp(dbx_sym_text(n->name), "_")) return;
  if (b->statement && edit_within(c->at, b->statement->span)) return;
  if (b->function && (b->function->name == n->name || !edit_within(c->at, b->function->span)))
    return;
  c->seen[b->id] = true;
  dbx_push(c->found, n);
}

void mutate_scope(const edit_site *s, dbx_span at, mutate_names *ret) {
  const edit_bindings *l = edit_all_bindings(s);
  scoping c = {s, at, ret, dbx_alloc(l->n_names + 1)};
  const dbx_node *f = edit_function_of(s, at);
  memset(c.seen, 0, l->n_names + 1);
  for (uint32_t i = 0; f && i < l->all.n; i++)
    if (edit_within(l->all.at[i].name->span, f->span)) scope_name(&c, &l->all.at[i]);
  for (uint32_t i = 0, k = ret->n; i < k / 2; i++) { // the last of the function first
    const dbx_node *one = ret->at[i];
    ret->at[i] = ret->at[k - 1 - i], ret->at[k - 1 - i] = one;
  }
  for (uint32_t i = 0; i < l->all.n; i++) scope_name(&c, &l->all.at[i]);
  free(c.seen);
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
  const edit_nodes *branches = edit_uses(w->m->site, EDIT_BRANCHES, n->name); // @choose.otherwise
  for (uint32_t i = 0; i < branches->n; i++) meet_results(&of, branches->at[i]);
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

// "must have second dimension of length 2 and third of length 3; got shape (1, 2, 2)": those that
// it has to have and has not.
static void lengths_said(shapes *l, const char *message) {
  static const char of[] = "of length ";
  const char *got = strstr(message, "got shape (");
  dbx_buf wanted = {0};
  if (!got) return;
  for (const char *at = message; (at = strstr(at, of)) && at < got;) {
    at += sizeof of - 1;
    size_t n = strspn(at, "0123456789");
    const char *same = got;
    char text[24];
    if (!n || n >= sizeof text - 1) continue;
    snprintf(text, sizeof text, "%.*s", (int)n, at);
    while ((same = strstr(same, text)) &&
           (isdigit((unsigned char)same[n]) || isdigit((unsigned char)same[-1])))
      same++;
    if (!same) dbx_printf(&wanted, "%s%s", wanted.n ? "," : "", text);
  }
  if (wanted.n) dbx_putc(&wanted, ')'), one_shape(l, dbx_text(&wanted), ')');
  dbx_buf_free(&wanted);
}

static void shapes_of(const edit_site *s, shapes *l) {
  const dbx_diag *d = s->diag;
  for (uint32_t i = 0; i < d->n_operands; i++) {
    const char *open = strchr(d->operands[i].type, '[');
    if (open) one_shape(l, open + 1, ']');
  }
  lengths_said(l, d->message);
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
