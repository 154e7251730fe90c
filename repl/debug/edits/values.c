// Edits of values of Python that do not fit: an index out of a list, values that are taken apart,
// None of a function without a return, arguments that are missing (see edits.h).
#include "debug/edits/edits.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- an index behind the end of a list ----

typedef struct counting {
  const edit_site *site;
  const dbx_node *index; // of the subscript
  const dbx_node *loop;  // that counts a name of it
} counting;

static void find_counting(void *ctx, const dbx_node *n) {
  counting *c = ctx;
  bool range = n->kind == DBX_N_For && n->b->kind == DBX_N_Call && n->b->l.n &&
               !strcmp(edit_callee(n->b), "range") && n->a->kind == DBX_N_Name;
  if (range && n->span.begin < c->index->span.begin && c->index->span.end <= n->span.end &&
      edit_mentions(c->index, n->a->name))
    c->loop = n;
}

// Of an array of numpy, by its message: the axis, and how far the index is behind the last one of
// it.
static int64_t too_far_in_array(const edit_site *s, uint32_t *axis) {
  static const char out[] = " is out of bounds for axis ", size[] = " with size ";
  const char *text = s->diag->message, *at = strstr(text, out), *n = strstr(text, size);
  if (strncmp(text, "index ", strlen("index ")) != 0 || !at || !n) return 0;
  int64_t index = strtoll(text + strlen("index "), NULL, 10),
          length = strtoll(n + strlen(size), NULL, 10);
  *axis = (uint32_t)strtoul(at + strlen(out), NULL, 10);
  return length > 0 && index >= length ? index - length + 1 : 0;
}

// How far the index is behind the last one, as the error or its note says it; 0: not behind it.
static int64_t too_far(const edit_site *s, uint32_t *axis) {
  int64_t by = too_far_in_array(s, axis);
  if (by) return by;
  for (uint32_t i = 0; i < s->diag->n_notes; i++) {
    const char *text = s->diag->notes[i].subject, *at = strstr(text, ", and ");
    if (strncmp(text, "the index is ", strlen("the index is ")) != 0 || !at) continue;
    int64_t index = strtoll(text + strlen("the index is "), NULL, 10);
    const char *has = strstr(at, " has ");
    int64_t n = has ? strtoll(has + strlen(" has "), NULL, 10) : 0;
    if (n > 0 && index >= n) return index - n + 1;
  }
  return 0;
}

static bool is_number(const dbx_node *n, int64_t *ret) {
  bool number = n->kind == DBX_N_Constant && n->constant == DBX_C_INT;
  return number && (*ret = n->value->i, true);
}

// The expression less a number: `len(x) + 1` becomes `len(x)`, `n` becomes `n - 1`.
static void less(edit_site *s, const dbx_node *n, int64_t by) {
  int64_t number;
  dbx_buf b = {0};
  bool sum = n->kind == DBX_N_BinOp && n->op == DBX_OP_Add && is_number(n->b, &number);
  if (is_number(n, &number)) edit_addf(s, n->span, "%" PRId64, number - by);
  else if (sum && number == by) edit_add(s, n->span, edit_source(s, &b, n->a), NULL);
  else if (n->kind == DBX_N_Name || n->kind == DBX_N_Call || n->kind == DBX_N_BinOp)
    edit_addf(s, n->span, "%s - %" PRId64, edit_source(s, &b, n), by);
  dbx_buf_free(&b);
}

// The loop ends earlier by as much as the index is too far; without a loop the index is less.
void edits_of_index(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_Subscript), *index = n ? n->b : NULL;
  uint32_t axis = 0;
  int64_t by = too_far(s, &axis), number;
  if (index && index->kind == DBX_N_Tuple) index = axis < index->l.n ? index->l.at[axis] : NULL;
  if (!index || !by || index->kind == DBX_N_Slice) return;
  counting c = {s, index, NULL};
  edit_walk(s->root, find_counting, &c);
  if (c.loop) less(s, c.loop->b->l.at[c.loop->b->l.n > 1], by);
  else if (!is_number(index, &number)) less(s, index, by);
  else if (n->b != index)
    edit_addf(s, index->span, "%" PRId64, number - by), edit_add(s, index->span, "-1", NULL);
}

// ---- values that are taken apart ----

typedef struct giving {
  dbx_sym name;
  bool found;
} giving;

static void find_giving(void *ctx, const dbx_node *n) {
  giving *g = ctx;
  g->found |= n->kind == DBX_N_Name && n->ctx == DBX_STORE && n->name == g->name;
}

// A function that computes what the missing name stands for and does not return it.
static void return_more(edit_site *s, const dbx_node *f, const dbx_node *r,
                        const dbx_node *targets) {
  dbx_buf b = {0};
  edit_source(s, &b, r);
  for (uint32_t i = r->l.n; i < targets->l.n; i++) {
    const dbx_node *t = targets->l.at[i];
    giving g = {.name = t->kind == DBX_N_Name ? t->name : 0};
    for (uint32_t k = 0; k < f->l.n; k++) edit_walk(f->l.at[k], find_giving, &g);
    if (!g.found) dbx_clear(&b);
    if (!g.found) break;
    dbx_printf(&b, ", %s", dbx_sym_text(t->name));
  }
  if (b.n) edit_add(s, r->span, dbx_text(&b), NULL);
  dbx_buf_free(&b);
}

// How many values there are: of a display, of a list that the error names, of what a function
// returns; 0: unknown. *f: the function.
static uint32_t how_many(const edit_site *s, const dbx_node *value, bool is_loop,
                         const dbx_node **f) {
  const dbx_node *r = value;
  *f = value->kind == DBX_N_Call && value->a->kind == DBX_N_Name
           ? edit_function_named(s, value->a->name)
           : NULL;
  if (*f) r = edit_result_of(*f);
  if (is_loop && r) { // as many as its first element has
    if (r->kind == DBX_N_Name) r = edit_at(s, edit_making(s, r->span));
    bool has = r && (r->kind == DBX_N_Tuple || r->kind == DBX_N_List) && r->l.n;
    r = has ? r->l.at[0] : NULL;
  }
  if (r && (r->kind == DBX_N_Tuple || r->kind == DBX_N_List)) return r->l.n;
  for (uint32_t i = 0; i < s->diag->n_operands; i++) {
    const char *of = strstr(s->diag->operands[i].type, " of ");
    if (of && strstr(of, " element")) return (uint32_t)strtoul(of + strlen(" of "), NULL, 10);
  }
  return 0;
}

typedef struct taking {
  dbx_span place;
  const dbx_node *targets, *value;
  bool is_loop;
} taking;

static void find_taking(void *ctx, const dbx_node *n) {
  taking *t = ctx;
  const dbx_node *target = n->kind == DBX_N_Assign && n->l.n == 1 ? n->l.at[0]
                           : n->kind == DBX_N_For                 ? n->a
                                                                  : NULL;
  if (!target || (target->kind != DBX_N_Tuple && target->kind != DBX_N_List)) return;
  if (target->span.begin > t->place.begin || target->span.end < t->place.end) return;
  t->targets = target, t->value = n->kind == DBX_N_Assign ? n->a : n->b;
  t->is_loop = n->kind == DBX_N_For;
}

// The names that the failing value itself is taken apart into.
static void find_parts(void *ctx, const dbx_node *n) {
  taking *t = ctx;
  bool own = n->kind == DBX_N_Assign && n->l.n == 1 && n->a->span.begin == t->place.begin &&
             n->a->span.end == t->place.end;
  if (own && (n->l.at[0]->kind == DBX_N_Tuple || n->l.at[0]->kind == DBX_N_List))
    t->targets = n->l.at[0], t->value = n->a;
}

typedef struct later {
  dbx_sym name;
  uint32_t after;
  bool used;
} later;

static void find_later(void *ctx, const dbx_node *n) {
  later *l = ctx;
  l->used |=
      n->kind == DBX_N_Name && n->ctx == DBX_LOAD && n->name == l->name && n->span.begin > l->after;
}

// Names that nothing uses are left out, if so many are used as there are values.
static void used_targets(edit_site *s, const taking *t, uint32_t have) {
  dbx_buf b = {0}, one = {0}, say = {0};
  const dbx_nodes *l = &t->targets->l;
  uint32_t used = 0;
  for (uint32_t i = 0; i < l->n; i++) {
    later x = {l->at[i]->kind == DBX_N_Name ? l->at[i]->name : 0, t->value->span.end, false};
    if (x.name) edit_walk(s->root, find_later, &x);
    if (x.name && !x.used) continue;
    dbx_printf(&b, "%s%s", used++ ? ", " : "", edit_source(s, &one, l->at[i]));
  }
  dbx_printf(&say, "%s = %s", dbx_text(&b), edit_source(s, &one, t->value));
  dbx_span names = {s->file, l->at[0]->span.begin, l->at[l->n - 1]->span.end};
  if (used == have && used > 1)
    edit_add(s, names, dbx_text(&b), t->is_loop ? NULL : dbx_text(&say));
  dbx_buf_free(&b), dbx_buf_free(&one), dbx_buf_free(&say);
}

typedef struct in_function {
  dbx_sym name;
  bool found;
} in_function;

static void find_bound(void *ctx, const dbx_node *n) {
  in_function *x = ctx;
  bool binds = n->kind == DBX_N_arg || (n->kind == DBX_N_Name && n->ctx == DBX_STORE);
  x->found |= binds && n->name == x->name;
}

static bool binds(const dbx_node *f, dbx_sym name) {
  in_function x = {.name = name};
  edit_walk(f, find_bound, &x);
  return x.found;
}

// `layer(w, x)` of a function that takes its first argument apart as `w, b`: `layer((w, b), x)`,
// where it is called with all of these names.
static void argument_of_parts(edit_site *s, const taking *t) {
  const dbx_diag *d = s->diag;
  const dbx_node *own = edit_function_of(s, t->place);
  if (!own || t->value->kind != DBX_N_Name) return;
  for (uint32_t at = 0; at < d->frames_n; at++) {
    const dbx_node *call = edit_at(s, d->frames[at].span),
                   *f = call ? edit_function_of(s, call->span) : NULL;
    uint32_t found = 0;
    for (uint32_t i = 0; f && i < t->targets->l.n; i++)
      found += t->targets->l.at[i]->kind == DBX_N_Name && binds(f, t->targets->l.at[i]->name);
    if (!f || found < t->targets->l.n || call->kind != DBX_N_Call) continue;
    for (uint32_t i = 0; i < call->l.n && i < own->a->more->m.n; i++) {
      dbx_buf b = {0};
      edit_source(s, &b, t->targets);
      if (own->a->more->m.at[i]->name == t->value->name)
        edit_addf(s, call->l.at[i]->span, *dbx_text(&b) == '(' ? "%s" : "(%s)", dbx_text(&b));
      dbx_buf_free(&b);
    }
  }
}

// As many parts as there are names: `split(x, 4)`.
static void parts_for_names(edit_site *s, const taking *t) {
  static const char *const splits[] = {"split", "array_split", "hsplit", "vsplit", "dsplit"};
  const dbx_node *call = t->value;
  if (!EDIT_CALLS(call, splits)) return;
  const dbx_node *parts = edit_keyword(call, "indices_or_sections");
  parts = parts ? parts->a : call->l.n > 1 ? call->l.at[1] : NULL;
  bool list = parts && (parts->kind == DBX_N_List || parts->kind == DBX_N_Tuple);
  if (parts && !list) edit_addf(s, parts->span, "%u", (unsigned)t->targets->l.n);
}

// More values than names: further ones are `_`; more names than values: the function gives more.
void edits_of_taking_apart(edit_site *s) {
  taking t = {.place = s->diag->span};
  const dbx_node *f;
  bool few = strstr(s->diag->message, "not enough values") != NULL;
  bool parts = strstr(s->diag->message, "equal division");
  if (!parts && !strstr(s->diag->message, "to unpack")) return;
  if (parts && s->failing) t.place = edit_place(s, s->failing->span.begin, s->failing->span.end);
  edit_walk(s->root, parts ? find_parts : find_taking, &t);
  if (t.targets && !t.is_loop) argument_of_parts(s, &t), parts_for_names(s, &t);
  uint32_t have = t.targets ? how_many(s, t.value, t.is_loop, &f) : 0;
  if (!have) return;
  const dbx_node *r = f ? edit_result_of(f) : NULL;
  if (few && r && r->kind == DBX_N_Tuple) return_more(s, f, r, t.targets);
  if (few) used_targets(s, &t, have);
  if (few || have <= t.targets->l.n || have > t.targets->l.n + 4) return;
  dbx_span names = {s->file, t.targets->l.at[0]->span.begin,
                    t.targets->l.at[t.targets->l.n - 1]->span.end};
  dbx_buf b = {0}, say = {0}, value = {0};
  edit_put_source(s, &b, names);
  for (uint32_t i = t.targets->l.n; i < have; i++) dbx_put(&b, ", _");
  dbx_printf(&say, "%s = %s", dbx_text(&b), edit_source(s, &value, t.value));
  edit_add(s, names, dbx_text(&b), t.is_loop ? NULL : dbx_text(&say));
  dbx_buf_free(&b), dbx_buf_free(&say), dbx_buf_free(&value);
}

// ---- a tuple where one of its values is meant ----

typedef struct places {
  edit_site *s;
  const dbx_node *name;
  uint32_t used; // a bit for each place
} places;

static void find_element(void *ctx, const dbx_node *n) {
  places *e = ctx;
  bool own = n->kind == DBX_N_Subscript && n->a->kind == DBX_N_Name && n->a->name == e->name->name;
  int64_t k = 0;
  if (own && is_number(n->b, &k) && k >= 0 && k < 32) e->used |= 1u << k;
}

// `grads * 0.5` beside `grads[0]`: `grads[1] * 0.5`.
static void elements_not_used(edit_site *s, const dbx_node *n, const char *type) {
  const dbx_node *f = n && n->kind == DBX_N_Name ? edit_function_of(s, n->span) : NULL;
  const char *of = strstr(type, " of ");
  uint32_t have = of ? (uint32_t)strtoul(of + strlen(" of "), NULL, 10) : 0;
  places e = {s, n, 0};
  if (f) edit_walk(f, find_element, &e);
  for (uint32_t k = 0; e.used && k < have && k < 8; k++)
    if (!(e.used >> k & 1)) edit_addf(s, n->span, "%s[%u]", dbx_sym_text(n->name), k);
}

void edits_of_tuples(edit_site *s) {
  const dbx_diag *d = s->diag;
  for (uint32_t i = 0; i < d->n_operands && i < 4; i++) {
    if (strncmp(d->operands[i].type, "tuple", 5) != 0 || d->operands[i].span.file != s->file)
      continue;
    const dbx_node *n = edit_made_by(s, d->operands[i].span), *f;
    elements_not_used(s, edit_at(s, d->operands[i].span), d->operands[i].type);
    uint32_t have = n && n->kind == DBX_N_Call ? how_many(s, n, false, &f) : 0;
    dbx_buf b = {0};
    for (uint32_t k = 0; k < have && k < 4; k++)
      edit_addf(s, n->span, "%s[%u]", edit_source(s, &b, n), k);
    const char *of = strstr(d->operands[i].type, " of ");
    uint32_t elements = have || !of ? 0 : (uint32_t)strtoul(of + strlen(" of "), NULL, 10);
    edit_put_source(s, &b, d->operands[i].span);
    for (uint32_t k = 0; k < elements && k < 2; k++)
      edit_addf(s, d->operands[i].span, "%s[%u]", dbx_text(&b), k);
    dbx_buf_free(&b);
  }
}

// ---- None of a function without a return ----

static void find_return(void *ctx, const dbx_node *n) {
  bool *found = ctx;
  *found |= n->kind == DBX_N_Return && n->a;
}

static void last_target(void *ctx, const dbx_node *n) {
  dbx_sym *last = ctx;
  const dbx_node *t = n->kind == DBX_N_Assign && n->l.n == 1 ? n->l.at[0]
                      : n->kind == DBX_N_AugAssign           ? n->a
                                                             : NULL;
  if (t && t->kind == DBX_N_Name) *last = t->name;
}

// A function that computes and returns nothing: it returns what it has computed last.
void edit_return_last(edit_site *s, const dbx_node *f) {
  bool returns = false;
  dbx_sym name = 0;
  if (!f || !f->l.n || f->span.file != s->file) return;
  for (uint32_t i = 0; i < f->l.n; i++) edit_walk(f->l.at[i], find_return, &returns);
  const dbx_node *last = f->l.at[f->l.n - 1];
  dbx_buf b = {0}, say = {0};
  last_target(&name, last);
  if (last->kind == DBX_N_For || last->kind == DBX_N_While || last->kind == DBX_N_With ||
      last->kind == DBX_N_If)
    edit_walk(last, last_target, &name);
  dbx_span end = {s->file, last->span.end, last->span.end};
  if (!returns && last->kind == DBX_N_Expr && last->a->kind != DBX_N_Constant) {
    dbx_printf(&say, "return %s", edit_source(s, &b, last->a));
    edit_add(s, (dbx_span){s->file, last->span.begin, last->span.begin}, "return ", dbx_text(&say));
  } else if (!returns && name) {
    dbx_printf(&say, "return %s at the end of '%s'", dbx_sym_text(name), dbx_sym_text(f->name));
    dbx_printf(&b, "\n%*sreturn %s", (int)edit_indent(s, last->span.begin), "", dbx_sym_text(name));
    edit_add(s, end, dbx_text(&b), dbx_text(&say));
  }
  dbx_buf_free(&b), dbx_buf_free(&say);
}

typedef struct in_class {
  dbx_sym name;
  const dbx_node *method;
} in_class;

static void find_dunder_call(void *ctx, const dbx_node *n) {
  in_class *c = ctx;
  if (n->kind != DBX_N_ClassDef || n->name != c->name) return;
  dbx_children all = {.of = n};
  for (const dbx_node *one; (one = dbx_next_child(&all));)
    if (one->kind == DBX_N_FunctionDef && !strcmp(dbx_sym_text(one->name), "__call__"))
      c->method = one;
}

// The function of the program that a call calls: by its name, by that of a method, or `__call__`
// of the class of an object.
static const dbx_node *callee_of(const edit_site *s, const dbx_node *call) {
  const dbx_node *f = call->a, *found = NULL;
  if (f->kind == DBX_N_Name || f->kind == DBX_N_Attribute) found = edit_function_named(s, f->name);
  if (found) return found;
  if (f->kind == DBX_N_Name || f->kind == DBX_N_Attribute) f = edit_at(s, edit_making(s, f->span));
  if (!f || f->kind != DBX_N_Call || f->a->kind != DBX_N_Name) return NULL;
  in_class c = {.name = f->a->name};
  edit_walk(s->root, find_dunder_call, &c);
  return c.method;
}

static void calls_in(edit_site *s, const dbx_node *n, int depth) {
  const dbx_node *one;
  dbx_walk w = {.next = (dbx_node *)n};
  while ((one = dbx_walk_next(&w))) {
    if (one->kind == DBX_N_Call) edit_return_last(s, callee_of(s, one));
    if (one->kind != DBX_N_Name || one->ctx != DBX_LOAD || !depth) continue;
    dbx_span made = edit_making(s, one->span);
    const dbx_node *value = made.file ? edit_at(s, made) : NULL;
    if (value && value != one) calls_in(s, value, depth - 1);
  }
  dbx_walk_free(&w);
}

void edits_of_none(edit_site *s) {
  const dbx_diag *d = s->diag;
  bool none = strstr(d->message, "None") != NULL;
  for (uint32_t i = 0; i < d->n_operands; i++) none |= !strcmp(d->operands[i].type, "None");
  for (uint32_t i = 0; i < d->n_births; i++) none |= strstr(d->births[i].length, "None") != NULL;
  if (none && s->failing && s->file == d->span.file) calls_in(s, s->failing, 2);
}

// ---- arguments that are missing ----

static bool names_one(const dbx_nodes *l, uint32_t from, const dbx_node *n) {
  for (uint32_t i = from; n->kind == DBX_N_Name && i < l->n; i++)
    if (l->at[i]->name == n->name) return true;
  return false;
}

static bool by_keyword(const dbx_node *call, dbx_sym name) {
  for (uint32_t i = 0; i < call->more->m.n; i++)
    if (call->more->m.at[i]->name == name) return true;
  return false;
}

static bool has_stars(const dbx_node *call) {
  for (uint32_t i = 0; i < call->l.n; i++)
    if (call->l.at[i]->kind == DBX_N_Starred) return true;
  for (uint32_t i = 0; i < call->more->m.n; i++)
    if (!call->more->m.at[i]->name) return true;
  return false;
}

// `weigh(x, offset)` of `weigh(x, weight, offset)`: a parameter gets what has its name, another one
// the next argument that has none of these names, and one that gets nothing its own name, which the
// program may have.
void edits_of_missing_argument(edit_site *s, const dbx_node *call, const dbx_node *f) {
  const dbx_nodes *params = f ? &f->a->more->m : NULL;
  dbx_buf b = {0}, one = {0};
  uint32_t left = 0, from = 0;
  if (!params || has_stars(call)) return;
  from = params->n && !strcmp(dbx_sym_text(params->at[0]->name), "self");
  uint32_t most = params->n - f->a->more->e.n;
  for (uint32_t i = from; i < most; i++) {
    const dbx_node *p = params->at[i];
    if (by_keyword(call, p->name)) continue;
    while (left < call->l.n && names_one(params, from, call->l.at[left])) left++;
    dbx_put(&b, b.n ? ", " : "");
    bool named = false;
    for (uint32_t k = 0; k < call->l.n; k++)
      named |= call->l.at[k]->kind == DBX_N_Name && call->l.at[k]->name == p->name;
    if (named || left >= call->l.n) dbx_put(&b, dbx_sym_text(p->name));
    else dbx_put(&b, edit_source(s, &one, call->l.at[left++]));
  }
  uint32_t begin = call->l.n ? call->l.at[0]->span.begin : call->span.end - 1;
  if (!call->l.n && call->more->m.n) dbx_clear(&b);
  if (b.n)
    edit_add(s, (dbx_span){s->file, begin, call->l.n ? call->l.at[call->l.n - 1]->span.end : begin},
             dbx_text(&b), NULL);
  dbx_buf_free(&b), dbx_buf_free(&one);
}

// ---- names that are not there ----

// A parameter that the function does not use is probably what the unknown name means.
void edits_of_unused_parameter(edit_site *s) {
  const dbx_node *f = edit_function(s);
  for (uint32_t i = 0; f && i < f->a->more->m.n; i++) {
    dbx_sym name = f->a->more->m.at[i]->name;
    bool used = false;
    for (uint32_t k = 0; k < f->l.n; k++) used |= edit_mentions(f->l.at[k], name);
    if (!used && dbx_sym_text(name)[0] != '_') edit_add(s, s->diag->span, dbx_sym_text(name), NULL);
  }
}

// ---- names of a function that is called ----

typedef struct result_use {
  edit_site *s;
  const dbx_node *name; // the unknown one
} result_use;

static bool gives(const dbx_node *f, dbx_sym name) {
  const dbx_node *r = edit_result_of(f);
  return r && r->kind == DBX_N_Name && r->name == name;
}

static void take_result(void *ctx, const dbx_node *n) {
  const result_use *u = ctx;
  edit_site *s = u->s;
  bool alone = n->kind == DBX_N_Expr, kept = n->kind == DBX_N_Assign && n->l.n == 1;
  const dbx_node *call = alone || kept ? n->a : NULL;
  if (!call || call->kind != DBX_N_Call || call->a->kind != DBX_N_Name ||
      n->span.end > u->name->span.begin)
    return;
  const dbx_node *f = edit_definition(s, call->a->name, call->span.begin);
  dbx_buf b = {0};
  if (!f || !gives(f, u->name->name)) return;
  if (alone) edit_addf(s, n->span, "%s = %s", dbx_sym_text(u->name->name), edit_source(s, &b, n));
  else edit_add(s, u->name->span, edit_source(s, &b, n->l.at[0]), NULL);
  dbx_buf_free(&b);
}

// A name that only a function inside has, which gives it.
void edits_of_results(edit_site *s) {
  result_use u = {s, s->failing};
  if (u.name && u.name->kind == DBX_N_Name && s->file == s->diag->span.file)
    edit_walk(s->root, take_result, &u);
}

// A function that is defined below what is compiled with it: before it.
void edits_of_order(edit_site *s) {
  const dbx_node *name = s->failing, *before = s->depth > 1 ? s->path[1] : NULL, *f;
  dbx_buf text = {0}, say = {0};
  edit_pieces p = {0};
  if (!name || name->kind != DBX_N_Name || !before) return;
  f = edit_function_named(s, name->name);
  if (!f || f->span.begin < before->span.end || edit_indent(s, f->span.begin)) return;
  uint32_t at = dbx_statement_begin(before), from = dbx_statement_begin(f);
  edit_put_source(s, &text, (dbx_span){s->file, from, f->span.end});
  dbx_put(&text, "\n\n\n");
  edit_piece(&p, (dbx_span){s->file, at, at}, dbx_text(&text));
  edit_piece(&p, (dbx_span){s->file, from, f->span.end}, "");
  dbx_printf(&say, "the definition of '%s' before that of '%s'", dbx_sym_text(f->name),
             before->name ? dbx_sym_text(before->name) : "what uses it");
  edit_add_pieces(s, &p, dbx_text(&say));
  dbx_buf_free(&text), dbx_buf_free(&say);
}
