// Edits of results of bodies, predicates, decorators and declarations (see edits.h).
#include "debug/edits/edits.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- results of bodies and branches ----

static void put_params(dbx_buf *b, const dbx_node *f, uint32_t from) {
  const dbx_nodes *p = &f->a->more->m;
  for (uint32_t i = from; i < p->n; i++)
    dbx_printf(b, "%s%s", b->n ? ", " : "", dbx_sym_text(p->at[i]->name));
}

typedef struct assignment {
  dbx_sym name;
  bool found;
} assignment;

static void find_assignment(void *ctx, const dbx_node *n) {
  assignment *m = ctx;
  if (n->kind == DBX_N_Assign)
    for (uint32_t i = 0; i < n->l.n; i++)
      m->found |= n->l.at[i]->kind == DBX_N_Name && n->l.at[i]->name == m->name;
  if (n->kind == DBX_N_AugAssign) m->found |= n->a->kind == DBX_N_Name && n->a->name == m->name;
}

static bool assigns(const dbx_node *f, dbx_sym name) {
  assignment m = {.name = name};
  for (uint32_t i = 0; i < f->l.n; i++) edit_walk(f->l.at[i], find_assignment, &m);
  return m.found;
}

// A carry t moves on by dt.
static void return_one_step_on(edit_site *s, const dbx_node *f, const dbx_node *r, uint32_t lead) {
  const dbx_nodes *p = &f->a->more->m;
  bool tuple = r->kind == DBX_N_Tuple;
  for (uint32_t k = lead; k < p->n; k++) {
    dbx_buf step = {0}, all = {0}, one = {0};
    const char *name = dbx_sym_text(p->at[k]->name);
    dbx_printf(&step, "d%s", name);
    for (uint32_t i = lead, from = 0; i < p->n; i++) {
      dbx_put(&all, i > lead ? ", " : "");
      if (i == k) dbx_printf(&all, "%s + %s", name, dbx_text(&step));
      else dbx_put(&all, edit_source(s, &one, tuple ? r->l.at[from++] : r));
    }
    if (edit_mentions(s->root, dbx_intern(dbx_text(&step))))
      edit_add(s, r->span, dbx_text(&all), NULL);
    dbx_buf_free(&step), dbx_buf_free(&all), dbx_buf_free(&one);
  }
}

// One carry is not returned, the k-th: the others with it. In a loop that goes on while something
// holds a carry that nothing changes is one that counts.
static void return_the_kth(edit_site *s, const dbx_node *f, const dbx_node *r, uint32_t lead,
                           uint32_t k, bool counted) {
  const dbx_node *p = f->a->more->m.at[lead + k];
  const char *name = dbx_sym_text(p->name);
  dbx_buf b = {0}, head = {0}, tail = {0};
  bool tuple = r->kind == DBX_N_Tuple;
  for (uint32_t i = 0; i < (tuple ? r->l.n : 1); i++) {
    const char *one = edit_source(s, &b, tuple ? r->l.at[i] : r);
    if (i < k) dbx_printf(&head, "%s, ", one);
    else dbx_printf(&tail, ", %s", one);
  }
  bool counts = counted && !assigns(f, p->name);
  if (counts) edit_addf(s, r->span, "%s%s + 1%s", dbx_text(&head), name, dbx_text(&tail));
  edit_addf(s, r->span, "%s%s%s", dbx_text(&head), name, dbx_text(&tail));
  if (counts) edit_addf(s, r->span, "%s%s - 1%s", dbx_text(&head), name, dbx_text(&tail));
  dbx_buf_free(&b), dbx_buf_free(&head), dbx_buf_free(&tail);
}

static void return_the_forgotten(edit_site *s, const dbx_node *f, const dbx_node *r,
                                 uint32_t lead) {
  const dbx_nodes *p = &f->a->more->m;
  uint32_t want = p->n - lead, best = 0;
  bool tuple = r->kind == DBX_N_Tuple;
  dbx_buf b = {0};
  return_one_step_on(s, f, r, lead);
  // Two that move on, as in `a, b = b, a + b`: no index is in it.
  bool moves = want == 2 && edit_mentions(r, p->at[lead]->name) &&
               edit_mentions(r, p->at[lead + 1]->name) && lead && !edit_mentions(r, p->at[0]->name);
  if (moves && !assigns(f, p->at[lead]->name) && !assigns(f, p->at[lead + 1]->name))
    edit_addf(s, r->span, "%s, %s", dbx_sym_text(p->at[lead + 1]->name), edit_source(s, &b, r));
  for (uint32_t score = want; score-- > 0;)
    for (uint32_t k = want; k-- > 0; best = 0) {
      for (uint32_t i = 0; i + 1 < want; i++)
        best += edit_mentions(tuple ? r->l.at[i] : r, p->at[lead + i + (i >= k)]->name);
      if (best == score) return_the_kth(s, f, r, lead, k, !lead);
    }
  dbx_buf_free(&b);
}

// One value too many: without the one whose place the others then agree with best, each in that of
// a carry that it is computed from.
static void return_without_one(edit_site *s, const dbx_node *f, const dbx_node *r, uint32_t lead) {
  const dbx_nodes *p = &f->a->more->m;
  uint32_t want = r->l.n - 1;
  bool found = false;
  for (uint32_t score = want + 1; !found && score-- > 0;)
    for (uint32_t k = r->l.n; k-- > 0;) {
      uint32_t fits = 0;
      for (uint32_t i = 0; i < want; i++)
        fits += edit_mentions(r->l.at[i + (i >= k)], p->at[lead + i]->name);
      const dbx_node *n = r->l.at[k];
      dbx_span out = k ? (dbx_span){s->file, r->l.at[k - 1]->span.end, n->span.end}
                       : (dbx_span){s->file, n->span.begin, r->l.at[1]->span.begin};
      if (fits == score) edit_add(s, out, "", NULL), found = true;
    }
}

// A dictionary that comes back without one of its keys: what the body has made of that name, or
// what came in.
static void return_the_keys(edit_site *s, const dbx_node *f, uint32_t lead, const dbx_node *n,
                            const dbx_node *first) {
  dbx_buf came = {0}, made = {0}, key = {0};
  if (first && first->kind == DBX_N_Name) first = edit_at(s, edit_making(s, first->span));
  if (n->kind != DBX_N_Dict || !n->l.n || !first || first->kind != DBX_N_Dict) return;
  for (uint32_t i = 0; i < first->l.n; i++) {
    const dbx_node *k = first->l.at[i];
    if (!k || edit_has_key(s, n, k)) continue;
    const char *name =
                   edit_is_text(k) && assigns(f, dbx_intern(k->value->str)) ? k->value->str : NULL,
               *text = edit_source(s, &key, k), *whole = dbx_sym_text(f->a->more->m.at[lead]->name);
    dbx_printf(&came, ", %s: %s[%s]", text, whole, text);
    if (name) dbx_printf(&made, ", %s: %s", text, name);
    else dbx_printf(&made, ", %s: %s[%s]", text, whole, text);
  }
  uint32_t end = n->more->m.at[n->l.n - 1]->span.end;
  if (made.n) edit_add(s, (dbx_span){s->file, end, end}, dbx_text(&made), NULL);
  if (came.n) edit_add(s, (dbx_span){s->file, end, end}, dbx_text(&came), NULL);
  dbx_buf_free(&came), dbx_buf_free(&made), dbx_buf_free(&key);
}

// `return jnp.stack([q, p])` of two carries: `return q, p`.
static void carries_of_one(edit_site *s, const dbx_node *r, uint32_t want) {
  const dbx_node *l = r->kind == DBX_N_Call && r->l.n ? r->l.at[0] : r;
  dbx_buf b = {0};
  if ((l->kind != DBX_N_List && (l->kind != DBX_N_Tuple || l == r)) || l->l.n != want) return;
  edit_put_source(s, &b,
                  (dbx_span){s->file, l->l.at[0]->span.begin, l->l.at[l->l.n - 1]->span.end});
  edit_add(s, r->span, dbx_text(&b), NULL);
  dbx_buf_free(&b);
}

typedef struct lax_loop {
  dbx_sym body;
  const dbx_node *first; // what it carries at first
} lax_loop;

static void find_lax_loop(void *ctx, const dbx_node *n) {
  lax_loop *l = ctx;
  const char *callee = n->kind == DBX_N_Call ? edit_callee(n) : "";
  uint32_t at = dbx_ends_in(callee, "while_loop") ? 1 : dbx_ends_in(callee, "fori_loop") ? 2 : 0;
  if (!at || n->l.n != at + 2) return;
  if (n->l.at[at]->kind == DBX_N_Name && n->l.at[at]->name == l->body) l->first = n->l.at[at + 1];
}

typedef struct state_parts {
  dbx_sym state;
  const dbx_node *names; // that it is taken apart into
} state_parts;

static void find_state_parts(void *ctx, const dbx_node *n) {
  state_parts *p = ctx;
  bool taken = n->kind == DBX_N_Assign && n->l.n == 1 && n->l.at[0]->kind == DBX_N_Tuple &&
               n->a->kind == DBX_N_Name && n->a->name == p->state;
  if (taken) p->names = n->l.at[0];
}

// `total, count = state` of a body that gives `total + x`: `(total + x, count)`.
static void edits_of_parts_of_state(edit_site *s, const dbx_node *f, const dbx_node *r) {
  if (!f->a->more->m.n) return;
  for (uint32_t i = 0; i < f->a->more->m.n; i++) {
    state_parts p = {.state = f->a->more->m.at[i]->name};
    edit_walk(f, find_state_parts, &p);
    bool pair = r->kind == DBX_N_Tuple && r->l.n == 2; // a scan's
    const dbx_node *given = pair ? r->l.at[0] : r;
    if (!p.names || given->kind == DBX_N_Tuple) continue;
    dbx_buf b = {0}, one = {0};
    bool placed = false;
    for (uint32_t k = 0; k < p.names->l.n; k++) {
      const dbx_node *name = p.names->l.at[k];
      bool here = !placed && name->kind == DBX_N_Name && edit_mentions(given, name->name);
      placed |= here;
      dbx_printf(&b, "%s%s", k ? ", " : "(", edit_source(s, &one, here ? given : name));
    }
    dbx_putc(&b, ')');
    if (placed) edit_add(s, given->span, dbx_text(&b), NULL);
    dbx_buf_free(&b), dbx_buf_free(&one);
  }
}

// The body of a loop of jax gives a list where a tuple came in, or other keys.
static void mend_lax_carries(edit_site *s) {
  const dbx_node *f = edit_function(s), *r = edit_result_of(f);
  lax_loop l = {.body = f ? f->name : 0};
  if (f) edit_walk(s->root, find_lax_loop, &l);
  const dbx_node *first = l.first ? edit_made_by(s, l.first->span) : NULL;
  if (r && first) edits_of_structure(s, r, first);
  if (r) edits_of_parts_of_state(s, f, r);
}

static void mend_carries(edit_site *s) {
  const dbx_node *f = edit_called(s), *r = edit_return_of(f), *loop = f ? edit_loop(s, f) : NULL;
  if (!loop || !f->l.n) return;
  uint32_t lead = dbx_ends_in(edit_callee(loop), "for_loop"), have = 0,
           want = f->a->more->m.n - lead;
  dbx_buf names = {0}, b = {0};
  put_params(&names, f, lead);
  if (!r || !r->a) {
    if (r) edit_addf(s, r->span, "return %s", dbx_text(&names));
    else edit_give_result(s, f, dbx_text(&names));
  } else {
    bool tuple = r->a->kind == DBX_N_Tuple;
    carries_of_one(s, r->a, want);
    if (!tuple && edit_call(s) && want == 1)
      return_the_keys(s, f, lead, r->a, edit_first_value(edit_call(s), 0));
    for (uint32_t i = 0; tuple && edit_call(s) && i < r->a->l.n; i++) {
      const dbx_node *first = edit_first_value(edit_call(s), i);
      if (first) edits_of_structure(s, r->a->l.at[i], first);
    }
    have = tuple ? r->a->l.n : 1;
    if (have == want + 1 && tuple && want) {
      return_without_one(s, f, r->a, lead);
    } else if (have > want && tuple && want) {
      edit_add(s, (dbx_span){s->file, r->a->l.at[want - 1]->span.end, r->a->span.end}, "", NULL);
    } else if (have < want) {
      if (have + 1 == want) return_the_forgotten(s, f, r->a, lead);
      dbx_buf rest = {0};
      put_params(&rest, f, lead + have);
      edit_addf(s, r->a->span, "%s, %s", edit_source(s, &b, r->a), dbx_text(&rest));
      dbx_buf_free(&rest);
    }
  }
  s->resort = want > 0; // what came in, unchanged
  if (r && r->a && have >= want) edit_add(s, r->a->span, dbx_text(&names), NULL);
  s->resort = false;
  dbx_buf_free(&names), dbx_buf_free(&b);
}

// A number that has another dtype than the other operand: 0 becomes 0.0.
static void mend_number(edit_site *s, uint32_t operand) {
  const dbx_diag *d = s->diag;
  if (d->n_operands < 2 || d->operands[operand].span.file != s->file) return;
  dbx_span span = d->operands[operand].span;
  uint32_t n = span.end - span.begin;
  bool digits = n > 0;
  for (uint32_t i = span.begin; i < span.end; i++)
    digits &= isdigit((unsigned char)s->text[i]) != 0;
  bool yes = n == 4 && !memcmp(s->text + span.begin, "True", 4),
       no = n == 5 && !memcmp(s->text + span.begin, "False", 5);
  const char *to = d->operands[1 - operand].type;
  if (digits && to[0] == 'f') edit_addf(s, span, "%.*s.0", (int)n, s->text + span.begin);
  if (digits && to[0] == 'b')
    edit_add(s, span, s->text[span.begin] == '0' ? "False" : "True", NULL);
  if (digits && to[0] == 'c') edit_addf(s, span, "%.*s + 0j", (int)n, s->text + span.begin);
  if ((yes || no) && to[0] == 'i') edit_add(s, span, yes ? "1" : "0", NULL);
  if ((yes || no) && to[0] == 'f') edit_add(s, span, yes ? "1.0" : "0.0", NULL);
}

// Several carries that begin as whole numbers, of which the error names the first: `loop(0, 1)`
// becomes `loop(0.0, 1.0)`.
static void mend_all_numbers(edit_site *s) {
  const dbx_node *call = edit_call(s), *first;
  bool real = s->diag->n_operands > 1 &&
              (*s->diag->operands[0].type == 'f' || *s->diag->operands[1].type == 'f');
  edit_pieces all = {0};
  dbx_buf b = {0};
  for (uint32_t k = 0; call && real && (first = edit_first_value(call, k)); k++) {
    if (!edit_is_int(first) || !edit_within(first->span, call->span)) continue;
    dbx_clear(&b);
    dbx_printf(&b, "%" PRId64 ".0", first->value->i);
    edit_piece(&all, first->span, dbx_text(&b));
  }
  if (all.n > 1) edit_add_pieces(s, &all, NULL);
  else edit_pieces_free(&all);
  dbx_buf_free(&b);
}

// Carries that come back in another order.
static void reverse_results(edit_site *s) {
  const dbx_node *r = edit_return_of(edit_called(s));
  dbx_buf all = {0}, b = {0};
  if (!r || !r->a || r->a->kind != DBX_N_Tuple) return;
  for (uint32_t i = r->a->l.n; i-- > 0;)
    dbx_printf(&all, "%s%s", edit_source(s, &b, r->a->l.at[i]), i ? ", " : "");
  edit_add(s, r->a->span, dbx_text(&all), NULL);
  dbx_buf_free(&all), dbx_buf_free(&b);
}

// Two carries come back in each other's place: what is computed from the one stands where the other
// came in.
void edits_of_exchange(edit_site *s) {
  const dbx_node *f = edit_called(s), *r = edit_result_of(f), *loop = f ? edit_loop(s, f) : NULL;
  if (!loop || !r || r->kind != DBX_N_Tuple) return;
  uint32_t lead = dbx_ends_in(edit_callee(loop), "for_loop");
  const dbx_nodes *p = &f->a->more->m, *l = &r->l;
  if (p->n != l->n + lead) return;
  for (uint32_t i = 0; i < l->n; i++)
    for (uint32_t k = i + 1; k < l->n; k++) {
      dbx_sym x = p->at[lead + i]->name, y = p->at[lead + k]->name;
      bool crossed = edit_mentions(l->at[i], y) && edit_mentions(l->at[k], x),
           straight = edit_mentions(l->at[i], x) || edit_mentions(l->at[k], y);
      if (!crossed || straight) continue;
      dbx_buf a = {0}, b = {0};
      edit_pieces pieces = {0};
      edit_piece(&pieces, l->at[i]->span, edit_source(s, &a, l->at[k]));
      edit_piece(&pieces, l->at[k]->span, edit_source(s, &b, l->at[i]));
      s->meant = true;
      edit_add_pieces(s, &pieces, NULL);
      s->meant = false;
      dbx_buf_free(&a), dbx_buf_free(&b);
    }
}

// ---- conditionals ----

// What a branch gives, in words of the place: the body of a lambda whose parameters have the names
// of the arguments, a call of a function.
static bool put_branch(edit_site *s, dbx_buf *b, const dbx_node *f, const dbx_node *call) {
  dbx_buf one = {0};
  bool good = f->kind == DBX_N_Name || f->kind == DBX_N_Lambda;
  for (uint32_t i = 0; f->kind == DBX_N_Lambda && i < f->a->more->m.n; i++)
    good &= call->l.n > i + 3 && call->l.at[i + 3]->kind == DBX_N_Name &&
            call->l.at[i + 3]->name == f->a->more->m.at[i]->name;
  dbx_put(b, edit_source(s, &one, f->kind == DBX_N_Lambda ? f->b : f));
  if (f->kind == DBX_N_Name) dbx_putc(b, '(');
  for (uint32_t i = 3; f->kind == DBX_N_Name && i < call->l.n; i++)
    dbx_printf(b, "%s%s", i > 3 ? ", " : "", edit_source(s, &one, call->l.at[i]));
  if (f->kind == DBX_N_Name) dbx_putc(b, ')');
  dbx_buf_free(&one);
  return good;
}

// `lax.cond(x > 0, f, g, x)` of an array: the choice is one of elements.
static void choice_of_elements(edit_site *s) {
  const dbx_node *n = edit_call(s);
  if (!n || strcmp(edit_callee(n), "cond") != 0 || n->l.n < 3 || !edit_jnp()) return;
  dbx_buf test = {0}, yes = {0}, no = {0};
  edit_source(s, &test, n->l.at[0]);
  if (put_branch(s, &yes, n->l.at[1], n) && put_branch(s, &no, n->l.at[2], n))
    edit_addf(s, n->span, "%s.where(%s, %s, %s)", edit_jnp(), dbx_text(&test), dbx_text(&yes),
              dbx_text(&no));
  dbx_buf_free(&test), dbx_buf_free(&yes), dbx_buf_free(&no);
}

typedef struct elements {
  edit_site *s;
  const dbx_node *f; // the condition
} elements;

static void find_captured(void *ctx, const dbx_node *n) {
  const elements *e = ctx;
  dbx_buf b = {0};
  bool array = n->kind == DBX_N_Name && !edit_takes(e->f, n->name) && n->span.file == e->s->file;
  if (array)
    edit_addf(e->s, n->span, "%s[%s]", edit_source(e->s, &b, n),
              dbx_sym_text(e->f->a->more->m.at[0]->name));
  dbx_buf_free(&b);
}

// `while_loop(lambda i: x > 0)` of an array that the loop does not change: the element at i.
static void elements_of_condition(edit_site *s) {
  const dbx_node *w = edit_called_loop(s), *f = w && w->l.n ? w->l.at[0] : NULL;
  if (!f || f->kind != DBX_N_Lambda || !f->a->more->m.n) return;
  for (uint32_t i = 0; i < f->a->more->m.n; i++)
    if (edit_mentions(f->b, f->a->more->m.at[i]->name)) return;
  edit_walk(f->b, find_captured, &(elements){s, f});
}

// A predicate that is a number or an array; the condition of a while_loop without a result.
static void mend_predicate(edit_site *s) {
  const dbx_node *f = edit_called(s), *c = f ? edit_decorator(f, "cond") : NULL;
  dbx_buf b = {0};
  choice_of_elements(s), elements_of_condition(s);
  if (!c && edit_called_value(s)) c = edit_called_value(s)->a; // cond(...)(branch)
  if (c && !dbx_ends_in(edit_callee(c), "cond")) c = NULL;
  if (c && c->kind == DBX_N_Call && c->l.n) {
    const dbx_node *p = c->l.at[0];
    edit_source(s, &b, p);
    edit_addf(s, p->span, "%s != 0", dbx_text(&b));
    if (edit_jnp()) edit_addf(s, p->span, "%s.any(%s)", edit_jnp(), dbx_text(&b));
    if (edit_jnp()) edit_addf(s, p->span, "%s.all(%s)", edit_jnp(), dbx_text(&b));
  }
  const dbx_node *w = edit_called_loop(s), *test = w && w->l.n ? w->l.at[0] : NULL;
  if (test && test->kind == DBX_N_Name) test = edit_definition(s, test->name, w->span.begin);
  if (test && test->kind == DBX_N_Lambda && test->b->kind == DBX_N_Tuple && test->b->l.n)
    edit_add(s, test->b->span, edit_source(s, &b, test->b->l.at[0]), NULL);
  const dbx_node *r = test && test->kind == DBX_N_FunctionDef ? edit_return_of(test) : NULL;
  if (r && r->a && r->a->kind == DBX_N_Tuple && r->a->l.n)
    edit_add(s, r->a->span, edit_source(s, &b, r->a->l.at[0]), NULL);
  if (test && test->kind == DBX_N_FunctionDef && !r && test->l.n)
    edit_give_result(s, test, "False");
  if (test && test->kind == DBX_N_Lambda && test->b->kind == DBX_N_Constant)
    edit_add(s, test->b->span, "False", NULL);
  dbx_buf_free(&b);
}

// ---- declarations ----

static void find_axes(void *ctx, const dbx_node *n) {
  const dbx_node **ret = ctx;
  if (n->kind == DBX_N_keyword && n->name && !strcmp(dbx_sym_text(n->name), "abstracted_axes"))
    *ret = n->a;
}

static void as_spec(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  dbx_buf b = {0}, items = {0};
  if (n->kind == DBX_N_List) {
    for (uint32_t i = 0; i < n->l.n; i++)
      dbx_printf(&items, "%s%s", i ? ", " : "", edit_source(s, &b, n->l.at[i]));
    edit_addf(s, n->span, "(%s%s)", dbx_text(&items), n->l.n == 1 ? "," : "");
  }
  if (n->kind == DBX_N_UnaryOp && n->a->constant == DBX_C_INT) edit_add(s, n->span, "0", NULL);
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_INT && n->value->i)
    edit_add(s, n->span, "0", NULL);
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_NONE) edit_add(s, n->span, "{}", NULL);
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_FLOAT) edit_add(s, n->span, "'n'", NULL);
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_STR) edit_add(s, n->span, "0", NULL);
  dbx_buf_free(&b), dbx_buf_free(&items);
}

static void mend_axes(edit_site *s) {
  const dbx_node *spec = NULL;
  dbx_buf b = {0};
  edit_walk(s->root, find_axes, &spec);
  if (!spec) return;
  edit_walk(spec, as_spec, s);
  edit_source(s, &b, spec);
  edit_addf(s, spec->span, "(%s, {})", dbx_text(&b));
  edit_addf(s, spec->span, "(%s, %s)", dbx_text(&b), dbx_text(&b));
  edit_addf(s, spec->span, "({}, %s)", dbx_text(&b));
  if (spec->kind == DBX_N_Tuple && spec->l.n)
    edit_add(s, spec->span, edit_source(s, &b, spec->l.at[0]), NULL);
  edit_add(s, spec->span, "{}", NULL);
  dbx_buf_free(&b);
}

static void mend_annotation(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  if (n->kind != DBX_N_arg || !n->a) return;
  const char *known = n->a->kind == DBX_N_Name ? dbx_sym_text(n->a->name) : "";
  if (!strcmp(known, "int") || !strcmp(known, "float")) return;
  edit_add(s, n->span, dbx_sym_text(n->name), NULL); // what it is called with says the type
  s->resort = true;
  edit_add(s, n->a->span, "int", NULL);
  s->resort = false;
}

// An argument that cannot be traced is known while the function is traced.
static void make_static(edit_site *s) {
  const dbx_node *n = s->failing, *f = edit_called(s), *q = edit_decorator(f, "jit");
  if (!f) f = edit_decorated_here(s);
  if (f) edit_walk(f->a, mend_annotation, s);
  for (uint32_t i = 0; q && q->kind == DBX_N_Name && n && i < n->l.n; i++)
    edit_addf(s, q->span, "%s(static_argnums=%u)", dbx_sym_text(q->name), i);
  for (uint32_t i = 0; n && n->kind == DBX_N_Call && i < n->l.n; i++)
    if (n->l.at[i]->kind == DBX_N_Constant) edit_add(s, n->l.at[i]->span, "0", NULL);
}

// A result that is no array is left out.
static void drop_result(edit_site *s) {
  const dbx_node *r = edit_around(s, DBX_N_Return);
  if (!r) r = edit_return_of(edit_called(s));
  if (!r) r = edit_return_of(edit_decorated_here(s));
  for (uint32_t i = 0; r && r->a && r->a->kind == DBX_N_Tuple && i < r->a->l.n; i++) {
    const dbx_nodes *l = &r->a->l;
    if (l->at[i]->kind != DBX_N_Constant && l->at[i]->kind != DBX_N_JoinedStr) continue;
    dbx_span span = i ? (dbx_span){s->file, l->at[i - 1]->span.end, l->at[i]->span.end}
                      : (dbx_span){s->file, l->at[0]->span.begin, l->at[l->n > 1]->span.begin};
    edit_add(s, span, "", NULL);
  }
}

static void mend_bounds(edit_site *s) {
  const dbx_node *loop = edit_called_loop(s);
  dbx_buf b = {0};
  for (uint32_t i = s->depth; !loop && i-- > 0;) loop = edit_loop(s, s->path[i]);
  for (uint32_t i = 0; loop && loop->kind == DBX_N_Call && i < loop->l.n; i++) {
    const dbx_node *a = loop->l.at[i];
    edit_source(s, &b, a);
    if (a->kind == DBX_N_Constant && a->constant == DBX_C_INT) continue;
    edit_whole(s, a);
    edit_addf(s, a->span, a->kind == DBX_N_Name ? "%s.astype(int)" : "(%s).astype(int)",
              dbx_text(&b));
    edit_addf(s, a->span, "%s.shape[0]", dbx_text(&b));
    edit_addf(s, a->span, "int(%s)", dbx_text(&b));
  }
  dbx_buf_free(&b);
}

// ---- AutoGraph ----

// A number for a variable that has no value before the statement that sets it.
static void value_before(edit_site *s) {
  static const char *const values[] = {"0", "0.0", "jnp.zeros(3)"};
  const dbx_node *n = NULL, *name = edit_node(s);
  for (uint32_t i = 0; !n && i < s->depth; i++)
    if (s->path[i]->kind == DBX_N_If || s->path[i]->kind == DBX_N_For ||
        s->path[i]->kind == DBX_N_While)
      n = s->path[i];
  if (!n || !name || name->kind != DBX_N_Name) return;
  dbx_span at = {s->file, n->span.begin, n->span.begin};
  dbx_buf text = {0}, say = {0};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    dbx_clear(&text), dbx_clear(&say);
    dbx_printf(&say, "%s = %s before the statement", dbx_sym_text(name->name), values[i]);
    dbx_printf(&text, "%s = %s\n%*s", dbx_sym_text(name->name), values[i],
               (int)edit_indent(s, n->span.begin), "");
    edit_add(s, at, dbx_text(&text), dbx_text(&say));
  }
  dbx_buf_free(&text), dbx_buf_free(&say);
}

static void with_autograph(edit_site *s, const dbx_node *q) {
  dbx_buf b = {0};
  edit_source(s, &b, q);
  size_t n = b.n;
  if (q->kind == DBX_N_Name || q->kind == DBX_N_Attribute)
    edit_addf(s, q->span, "%s(autograph=True)", dbx_text(&b));
  else if (n && dbx_text(&b)[n - 1] == ')' && !strstr(dbx_text(&b), "autograph"))
    edit_addf(s, q->span, "%.*s%sautograph=True)", (int)(n - 1), dbx_text(&b),
              dbx_text(&b)[n - 2] == '(' ? "" : ", ");
  dbx_buf_free(&b);
}

// A function under qjit, or a helper that it calls, whose if, while or range meets a tracer.
static void read_by_autograph(edit_site *s) {
  const dbx_diag *d = s->diag;
  if (edit_around(s, DBX_N_Lambda)) return;
  if (d->n_operands && edit_rank(d->operands[0].type)) return; // a choice is one of numbers there
  for (uint32_t i = 0; i <= d->frames_n; i++) {
    dbx_span at = i ? d->frames[i - 1].span : d->span;
    const dbx_node *f = at.file == s->file ? edit_function_of(s, at) : NULL,
                   *q = edit_decorator(f, "qjit");
    if (f && (edit_loop(s, f) || edit_decorator(f, "cond")))
      return; // a choice of values is one there
    if (q) with_autograph(s, q);
  }
}

void edits_of_control(edit_site *s) {
  switch (s->diag->code) {
  case DBX_E301:
  case DBX_E303:
  case DBX_E304:
  case DBX_E310:
  case DBX_E503:
  case DBX_E504: edits_of_loops(s), reverse_results(s); break;
  case DBX_E402:
  case DBX_E403: read_by_autograph(s); break;
  case DBX_E501: edits_of_pair(s), mend_carries(s), mend_lax_carries(s); break;
  case DBX_E502:
    mend_number(s, 0), mend_number(s, 1), mend_all_numbers(s), reverse_results(s);
    break;
  case DBX_E505: edits_of_loop_arguments(s), mend_predicate(s); break;
  case DBX_E506: edits_of_branches(s); break;
  case DBX_E509: edits_of_parameters(s); break;
  case DBX_E510: mend_axes(s); break;
  case DBX_E511: make_static(s); break;
  case DBX_E512: edits_of_bare_loop(s), edits_of_uncalled(s), drop_result(s); break;
  case DBX_E513: mend_bounds(s); break;
  case DBX_E514: value_before(s); break;
  case DBX_E515: edits_of_swapped_pair(s), edits_of_scan(s), edits_of_lax_loop(s); break;
  default: break;
  }
}
