// Edits that look at numbers, lengths, names of axes and subscripts (see edits.h).
#include "debug/edits/edits.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- numbers in the arguments: another axis, another length ----

static void replace_number(void *ctx, const dbx_node *n) {
  static const char *const others[] = {"0", "1", "-1", "2"};
  edit_site *s = ctx;
  dbx_span whole = s->diag->span;
  bool number = n->kind == DBX_N_Constant && n->constant == DBX_C_INT;
  number |= n->kind == DBX_N_UnaryOp && n->op == DBX_OP_USub && n->a->constant == DBX_C_INT;
  if (!number || n->span.begin < whole.begin || n->span.end > whole.end) return;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) edit_add(s, n->span, others[i], NULL);
}

// Only in what the call says itself, not in the operands.
static void other_numbers(edit_site *s) {
  const dbx_node *n = edit_node(s);
  if (!n || n->kind != DBX_N_Call) return;
  for (uint32_t i = n->l.n; i-- > 0;)
    if (n->l.at[i]->kind != DBX_N_Call) edit_walk(n->l.at[i], replace_number, s);
  for (uint32_t i = 0; i < n->more->m.n; i++) {
    const char *name = n->more->m.at[i]->name ? dbx_sym_text(n->more->m.at[i]->name) : "";
    if (!strncmp(name, "ax", 2)) edit_walk(n->more->m.at[i]->a, replace_number, s);
    if (!strncmp(name, "ax", 2)) edit_add(s, n->more->m.at[i]->a->span, "None", NULL);
  }
}

static void insert_argument(edit_site *s, const char *argument) {
  const dbx_node *n = edit_node(s);
  if (!n || n->kind != DBX_N_Call) return;
  dbx_span end = {s->file, n->span.end - 1, n->span.end - 1};
  edit_addf(s, end, "%s%s", n->l.n + n->more->m.n ? ", " : "", argument);
}

// ---- one length computed twice ----

static const dbx_birth *computed(const edit_site *s, uint32_t i) {
  const dbx_birth *b = &s->diag->births[i];
  bool here = b->span.file == s->file &&
              (!strncmp(b->text, "computed by", 11) || !strncmp(b->text, "result of", 9));
  return here && b->span.end > b->span.begin ? b : NULL;
}

static bool is_name(dbx_span span) {
  size_t n;
  const char *text = dbx_source_text(span.file, &n);
  if (!span.file || span.end <= span.begin || span.end > n) return false;
  for (uint32_t i = span.begin; i < span.end; i++)
    if (!isalnum((unsigned char)text[i]) && text[i] != '_') return false;
  return !isdigit((unsigned char)text[span.begin]);
}

// A call or a slice gives an array, of which the length is only a part: it cannot be replaced by a
// length.
static bool has_call(const edit_site *s, dbx_span span) {
  uint32_t n = span.end - span.begin;
  return memchr(s->text + span.begin, '(', n) || memchr(s->text + span.begin, ':', n);
}

// `jnp.ones(n + 1)` where an array of the wanted length has a name: `jnp.ones(x.shape[0])`.
static void reuse_length(edit_site *s) {
  for (uint32_t i = s->diag->n_births; i-- > 0;)
    for (uint32_t k = 0; computed(s, i) && k < s->diag->n_operands; k++) {
      const dbx_involved *o = &s->diag->operands[k];
      dbx_buf name = {0};
      if (!is_name(o->span) || has_call(s, s->diag->births[i].span)) continue;
      edit_put_source(s, &name, o->span);
      for (uint32_t axis = 0; axis < edit_rank(o->type) && axis < 2; axis++)
        edit_addf(s, s->diag->births[i].span, "%s.shape[%u]", dbx_text(&name), axis);
      dbx_buf_free(&name);
    }
}

// `jnp.ones(n + 1)` where the other operand has the length n: `jnp.ones(n)`.
static void length_of_other(edit_site *s) {
  for (uint32_t i = s->diag->n_births; i-- > 0;)
    for (uint32_t k = 0; computed(s, i) && k < s->diag->n_operands; k++) {
      const dbx_involved *o = &s->diag->operands[k];
      if (has_call(s, s->diag->births[i].span) || edit_is_named(s, s->diag->births[i].span))
        continue;
      for (uint32_t axis = 0; axis < edit_rank(o->type) && axis < 2; axis++) {
        dbx_buf length = {0};
        edit_length(o->type, axis, &length);
        if (strcmp(dbx_text(&length), s->diag->births[i].length) != 0)
          edit_add(s, s->diag->births[i].span, dbx_text(&length), NULL);
        dbx_buf_free(&length);
      }
    }
}

static bool same_birth(const edit_site *s, const dbx_birth *a, const dbx_birth *b) {
  uint32_t n = a->span.end - a->span.begin;
  return n == b->span.end - b->span.begin &&
         !memcmp(s->text + a->span.begin, s->text + b->span.begin, n);
}

// `n + 1` in two places gives two lengths: computed once, before the statement, it is one.
static void compute_once(edit_site *s, const dbx_birth *a, const dbx_birth *b) {
  if (a->span.begin > b->span.begin) return compute_once(s, b, a);
  dbx_place p = dbx_source_place(s->file, a->span.begin),
            q = dbx_source_place(s->file, b->span.begin);
  uint32_t in = (uint32_t)strspn(p.text, " \t");
  if (a->span.end > b->span.begin || strspn(q.text, " \t") < in || p.start + in > a->span.begin)
    return;
  dbx_buf length = {0}, all = {0}, text = {0};
  edit_put_source(s, &length, a->span);
  dbx_printf(&all, "length = %s\n%.*s", dbx_text(&length), (int)in, p.text);
  edit_put_source(s, &all, (dbx_span){s->file, p.start + in, a->span.begin});
  dbx_put(&all, "length");
  edit_put_source(s, &all, (dbx_span){s->file, a->span.end, b->span.begin});
  dbx_put(&all, "length");
  dbx_printf(&text, "length = %s, computed once and used in both places", dbx_text(&length));
  edit_add(s, (dbx_span){s->file, p.start + in, b->span.end}, dbx_text(&all), dbx_text(&text));
  dbx_buf_free(&length), dbx_buf_free(&all), dbx_buf_free(&text);
}

static void same_expressions(edit_site *s) {
  for (uint32_t i = 0; i < s->diag->n_births; i++)
    for (uint32_t k = 0; k < i; k++)
      if (computed(s, i) && computed(s, k) && same_birth(s, computed(s, k), computed(s, i)))
        compute_once(s, computed(s, k), computed(s, i));
}

// ---- names of axes ----

typedef struct axis_names {
  edit_site *site;
  dbx_vec(const dbx_node *) at;
} axis_names;

static void collect_name(void *ctx, const dbx_node *n) {
  axis_names *a = ctx;
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_STR) dbx_push(&a->at, n);
}

static void collect_names(void *ctx, const dbx_node *n) {
  if (n->kind == DBX_N_keyword && n->name && !strcmp(dbx_sym_text(n->name), "abstracted_axes"))
    edit_walk(n->a, collect_name, ctx);
}

static bool same_name(const dbx_node *a, const dbx_node *b) {
  return a->value->str_n == b->value->str_n &&
         !memcmp(a->value->str, b->value->str, a->value->str_n);
}

// Two names become one, or (other) one becomes two.
static void rename_axes(edit_site *s, bool other) {
  axis_names a = {.site = s};
  edit_walk(s->root, collect_names, &a);
  for (uint32_t i = 1; i < a.at.n; i++)
    for (uint32_t k = 0; k < i; k++) {
      dbx_buf name = {0};
      edit_put_source(s, &name, a.at.at[k]->span);
      if (other && same_name(a.at.at[i], a.at.at[k]))
        edit_addf(s, a.at.at[i]->span, "'%.*s_%u'", (int)a.at.at[i]->value->str_n,
                  a.at.at[i]->value->str, i);
      else if (!other && !same_name(a.at.at[i], a.at.at[k]))
        edit_add(s, a.at.at[i]->span, dbx_text(&name), NULL);
      dbx_buf_free(&name);
    }
  dbx_vec_free(&a.at);
}

static void find_spec(void *ctx, const dbx_node *n) {
  const dbx_node **ret = ctx;
  if (n->kind == DBX_N_keyword && n->name && !strcmp(dbx_sym_text(n->name), "abstracted_axes"))
    *ret = n->a;
}

// One specification that stands for all arguments becomes one for each, with names of its own.
static void name_each(edit_site *s) {
  const dbx_node *spec = NULL, *call = s->failing;
  axis_names names = {.site = s};
  dbx_buf b = {0};
  edit_walk(s->root, find_spec, &spec);
  if (!spec || !call || call->kind != DBX_N_Call || call->l.n < 2) return;
  edit_walk(spec, collect_name, &names);
  for (uint32_t i = 0; i < call->l.n; i++) {
    uint32_t at = spec->span.begin;
    dbx_put(&b, i ? ", " : "(");
    for (uint32_t k = 0; k < names.at.n; k++) {
      const dbx_node *n = names.at.at[k];
      edit_put_source(s, &b, (dbx_span){s->file, at, n->span.begin});
      if (i) dbx_printf(&b, "\"%.*s%u\"", (int)n->value->str_n, n->value->str, i);
      else edit_put_source(s, &b, n->span);
      at = n->span.end;
    }
    edit_put_source(s, &b, (dbx_span){s->file, at, spec->span.end});
  }
  dbx_putc(&b, ')');
  if (names.at.n) edit_add(s, spec->span, dbx_text(&b), NULL);
  dbx_vec_free(&names.at);
  dbx_buf_free(&b);
}

// ---- lengths that are numbers ----

static bool static_length(const dbx_involved *o, uint32_t axis, int64_t *ret) {
  return (*ret = edit_length_number(o->type, axis)) >= 0;
}

// The longer one is cut: `x[:3]`.
static void cut_to_common(edit_site *s) {
  int64_t x, y;
  const dbx_diag *d = s->diag;
  for (uint32_t axis = 0; d->n_operands >= 2 && axis < 2; axis++) {
    if (!static_length(&d->operands[0], axis, &x) || !static_length(&d->operands[1], axis, &y))
      continue;
    dbx_span span = d->operands[x > y ? 0 : 1].span;
    if (edit_is_carried(s, d->operands[0].span) || edit_is_carried(s, d->operands[1].span)) return;
    if (x == y || span.file != s->file || span.end <= span.begin) continue;
    dbx_buf b = {0};
    edit_put_source(s, &b, span);
    bool name = is_name(span);
    s->late = true;
    edit_addf(s, span, "%s%s%s[%s:%" PRId64 "]", name ? "" : "(", dbx_text(&b), name ? "" : ")",
              axis ? ":, " : "", x < y ? x : y);
    s->late = false;
    dbx_buf_free(&b);
  }
}

// ---- the other one's length, where an operand is made ----

typedef struct exchange {
  edit_site *site;
  const char *from, *to;
} exchange;

// In another function than the failing one, where a parameter has the length.
static void exchange_elsewhere(const exchange *x, const dbx_node *n) {
  edit_site *s = x->site;
  const dbx_node *f = edit_function_of(s, n->span);
  if (!f || f == edit_function(s)) return;
  for (uint32_t i = 0; i < f->a->more->m.n; i++)
    edit_addf(s, n->span, "%s.shape[0]", dbx_sym_text(f->a->more->m.at[i]->name));
}

static bool is_digits(const char *text) { return *text && !text[strspn(text, "0123456789")]; }

typedef struct constant {
  exchange *x;
  const dbx_node *use;
} constant;

static bool has_value(const edit_site *s, const dbx_node *n, const char *number) {
  const dbx_node *value = edit_made_by(s, n->span);
  dbx_buf b = {0};
  if (value && value->kind == DBX_N_Constant) edit_put_source(s, &b, value->span);
  bool same = b.n && !strcmp(dbx_text(&b), number);
  dbx_buf_free(&b);
  return same;
}

static void constant_of(const constant *c, const dbx_node *target, const dbx_node *value) {
  edit_site *s = c->x->site;
  bool both = target->kind == DBX_N_Tuple && value->kind == DBX_N_Tuple;
  for (uint32_t i = 0; both && i < target->l.n && target->l.n == value->l.n; i++)
    constant_of(c, target->l.at[i], value->l.at[i]);
  dbx_buf b = {0};
  if (target->kind == DBX_N_Name && value->kind == DBX_N_Constant && target->name != c->use->name &&
      !strcmp(edit_source(s, &b, value), c->x->to))
    edit_add(s, c->use->span, dbx_sym_text(target->name), NULL);
  dbx_buf_free(&b);
}

// Another name of a number, assigned before: HIDDEN for INPUTS.
static void find_constant(void *ctx, const dbx_node *n) {
  const constant *c = ctx;
  if (n->kind == DBX_N_Assign && n->l.n == 1 && n->span.end < c->use->span.begin)
    constant_of(c, n->l.at[0], n->a);
}

static void exchange_constant(exchange *x, const dbx_node *n) {
  if (!has_value(x->site, n, x->from)) return;
  constant c = {x, n};
  edit_walk(x->site->root, find_constant, &c);
  edit_add(x->site, n->span, x->to, NULL);
}

static void exchange_length(void *ctx, const dbx_node *n) {
  exchange *x = ctx;
  dbx_buf b = {0};
  bool leaf = n->kind == DBX_N_Name || (n->kind == DBX_N_Constant && n->constant == DBX_C_INT) ||
              (n->kind == DBX_N_Subscript && n->a->kind == DBX_N_Attribute);
  if (!leaf || n->span.file != x->site->file) return;
  edit_put_source(x->site, &b, n->span);
  if (!strcmp(dbx_text(&b), x->from)) {
    edit_add(x->site, n->span, x->to, NULL);
    exchange_elsewhere(x, n);
  } else if (n->kind == DBX_N_Name && is_digits(x->from) && is_digits(x->to)) {
    exchange_constant(x, n);
  }
  dbx_buf_free(&b);
}

static void exchange_inside(void *ctx, const dbx_node *n) {
  void **c = ctx;
  const dbx_span *span = c[1];
  if (n->span.begin >= span->begin && n->span.end <= span->end) exchange_length(c[0], n);
}

static bool is_place(const edit_site *s, dbx_span span) { // a name, or the attribute of one
  const dbx_node *n = edit_at(s, span);
  return n && (n->kind == DBX_N_Name || n->kind == DBX_N_Attribute);
}

// `jnp.ones(n + 1)` where `jnp.ones(n)` is needed: the expression that computes the length.
static void exchange_computed(exchange *x, dbx_span in) {
  edit_site *s = x->site;
  for (uint32_t i = 0; i < s->diag->n_births; i++) {
    const dbx_birth *b = computed(s, i);
    if (b && !strcmp(b->length, x->from) && b->span.begin >= in.begin && b->span.end <= in.end &&
        !has_call(s, b->span))
      edit_add(s, b->span, x->to, NULL);
  }
}

// `jnp.ones(m)` where `jnp.ones(n)` is needed.
static void same_lengths(edit_site *s) {
  const dbx_diag *d = s->diag;
  for (uint32_t i = d->n_operands < 4 ? d->n_operands : 4; i-- > 0;)
    for (uint32_t k = 0; k < d->n_operands && k < 4; k++)
      for (uint32_t a = 0; i != k && a < edit_rank(d->operands[i].type); a++)
        for (uint32_t b = 0; b < edit_rank(d->operands[k].type); b++) {
          dbx_buf from = {0}, to = {0};
          edit_length(d->operands[i].type, a, &from), edit_length(d->operands[k].type, b, &to);
          exchange x = {s, dbx_text(&from), dbx_text(&to)};
          void *ctx[] = {&x, (void *)&d->operands[i].span};
          bool known = from.n && to.n && !strchr(dbx_text(&to), '?') && strcmp(dbx_text(&to), "0");
          bool here = known && d->operands[i].span.file == s->file;
          dbx_span made = {0};
          if (here) edit_walk(s->root, exchange_inside, ctx);
          if (here && is_place(s, d->operands[i].span)) made = edit_making(s, d->operands[i].span);
          else if (here) edits_of_branch_lengths(s, d->operands[i].span, x.from, x.to);
          ctx[1] = &made;
          if (made.file) edit_walk(s->root, exchange_inside, ctx), exchange_computed(&x, made);
          if (made.file) edits_of_branch_lengths(s, made, x.from, x.to);
          dbx_buf_free(&from), dbx_buf_free(&to);
        }
}

// ---- shapes ----

static void mend_length(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  if (n->kind == DBX_N_BinOp && n->op == DBX_OP_Div) {
    dbx_buf l = {0}, r = {0};
    edit_put_source(s, &l, n->a->span), edit_put_source(s, &r, n->b->span);
    edit_addf(s, n->span, "%s // %s", dbx_text(&l), dbx_text(&r));
    dbx_buf_free(&l), dbx_buf_free(&r);
  }
  edit_whole(s, n);
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_STR && n->value->str_n &&
      strspn(n->value->str, "0123456789") >= n->value->str_n)
    edit_addf(s, n->span, "%.*s", (int)n->value->str_n, n->value->str);
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_STR) edit_add(s, n->span, "1", NULL);
  if (n->kind == DBX_N_UnaryOp && n->op == DBX_OP_USub && n->a->constant == DBX_C_INT)
    edit_addf(s, n->span, "%" PRId64, n->a->value->i);
  bool display = n->kind == DBX_N_List || n->kind == DBX_N_Tuple;
  if (display && n->l.n == 1 &&
      (n->l.at[0]->kind == DBX_N_List || n->l.at[0]->kind == DBX_N_Tuple)) {
    dbx_buf b = {0};
    edit_put_source(s, &b, n->l.at[0]->span);
    edit_add(s, n->span, dbx_text(&b), NULL);
    dbx_buf_free(&b);
  }
}

static void annotation_to_int(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  if (n->kind == DBX_N_arg && n->a && n->a->kind == DBX_N_Name &&
      !strcmp(dbx_sym_text(n->a->name), "float"))
    edit_add(s, n->a->span, "int", NULL);
}

static void mend_shape(edit_site *s) {
  const dbx_node *n = edit_node(s), *f = edit_function(s);
  if (n && n->kind == DBX_N_Call) {
    for (uint32_t i = 0; i < n->l.n; i++) {
      const dbx_node *made = edit_made_by(s, n->l.at[i]->span);
      edit_walk(n->l.at[i], mend_length, s);
      if (made && made != n->l.at[i]) edit_walk(made, mend_length, s);
    }
    for (uint32_t i = 0; i < n->more->m.n; i++) edit_walk(n->more->m.at[i]->a, mend_length, s);
  }
  if (f && f->a) edit_walk(f->a, annotation_to_int, s);
}

// `FRAME + 1` as a length: `FRAME`.
static void without_number(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  dbx_buf b = {0};
  bool sum = n->kind == DBX_N_BinOp && (n->op == DBX_OP_Add || n->op == DBX_OP_Sub);
  if (sum && n->b->kind == DBX_N_Constant) edit_add(s, n->span, edit_source(s, &b, n->a), NULL);
  dbx_buf_free(&b);
}

static void any_length(edit_site *s) { // a reshape: one of the lengths follows from the others
  const dbx_node *n = edit_node(s);
  if (!n || n->kind != DBX_N_Call) return;
  bool function = n->a->kind == DBX_N_Attribute && n->l.n == 2;
  uint32_t first = function && n->l.at[1]->kind == DBX_N_Tuple;
  for (uint32_t i = n->l.n; i-- > first;) { // the last one, mostly
    const dbx_node *a = n->l.at[i];
    edit_walk(a, without_number, s);
    bool display = a->kind == DBX_N_Tuple || a->kind == DBX_N_List;
    for (uint32_t k = display ? a->l.n : 0; k-- > 0;) edit_add(s, a->l.at[k]->span, "-1", NULL);
    if (!display) edit_add(s, a->span, "-1", NULL);
    if (display) edit_add(s, a->span, "-1", NULL);
  }
}

// `jnp.full(0.5, n)`: its arguments in the other order.
static void exchange_arguments(edit_site *s) {
  const dbx_node *n = edit_node(s);
  dbx_buf x = {0}, y = {0};
  if (!n || n->kind != DBX_N_Call || n->l.n != 2) return;
  const dbx_node *a = n->l.at[0], *b = n->l.at[1];
  dbx_span both = {s->file, a->span.begin, b->span.end};
  edit_addf(s, both, "%s, %s", edit_source(s, &y, b), edit_source(s, &x, a));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// `jnp.sum(table, axis=0)` of two operands with as many axes: along the other axis.
static void other_reduction(edit_site *s) {
  const dbx_diag *d = s->diag;
  if (d->n_operands < 2 || edit_rank(d->operands[0].type) != edit_rank(d->operands[1].type)) return;
  for (uint32_t k = 2; k-- > 0;) {
    const dbx_node *n = edit_at(s, d->operands[k].span),
                   *axis = n && n->kind == DBX_N_Call ? edit_keyword(n, "axis") : NULL;
    if (axis && axis->a->kind == DBX_N_Constant && axis->a->constant == DBX_C_INT)
      edit_add(s, axis->a->span, axis->a->value->i ? "0" : "1", NULL);
  }
}

// A branch whose result is made by its shape has that of the other one.
static void shape_of_other(edit_site *s) {
  static const char *const makers[] = {"zeros", "ones", "full", "empty"};
  const dbx_diag *d = s->diag;
  for (uint32_t i = d->n_operands < 2 ? 0 : 2; i-- > 0;) {
    const dbx_node *n = edit_at(s, d->operands[i].span);
    bool made = EDIT_CALLS(n, makers) && n->l.n;
    const char *type = d->operands[1 - i].type;
    uint32_t rank = edit_rank(type);
    dbx_buf b = {0};
    for (uint32_t axis = 0; made && axis < rank; axis++)
      dbx_put(&b, axis ? ", " : rank > 1 ? "(" : ""), edit_length(type, axis, &b);
    if (made) edit_addf(s, n->l.at[0]->span, rank == 1 ? "%s" : rank ? "%s)" : "()", dbx_text(&b));
    dbx_buf_free(&b);
  }
}

// Branches of jax's control flow have equal lengths.
static void lengths_of_branches(edit_site *s) {
  if (strstr(s->diag->message, "branches")) length_of_other(s);
}

// The most promising one alone: what follows may be meant as well.
static void first_same_length(edit_site *s) {
  uint32_t before = s->out->n;
  same_lengths(s);
  while (s->out->n > before + 1) edit_free(&s->out->at[--s->out->n]);
}

// `jnp.concatenate([])`
static void nothing(edit_site *s) {
  if (!s->diag->n_operands && edit_node(s) && edit_jnp())
    edit_addf(s, edit_node(s)->span, "%s.array([])", edit_jnp());
}

// What is put below another may be meant beside it.
static void other_axis(edit_site *s) {
  const dbx_node *n = edit_node(s);
  if (!n || n->kind != DBX_N_Call || edit_keyword(n, "axis")) return;
  if (n->l.n == 1 && !strcmp(edit_callee(n), "concatenate")) insert_argument(s, "axis=1");
}

// Vectors beside each other, which `concatenate` of their second axis is meant for: `stack`.
static void beside(edit_site *s) {
  const dbx_node *n = edit_node(s);
  if (n && n->kind == DBX_N_Call && !strcmp(edit_callee(n), "concatenate") && edit_jnp())
    edit_addf(s, n->a->span, "%s.stack", edit_jnp());
}

// Vectors of several lengths behind each other, which `stack` is not for.
static void behind(edit_site *s) {
  const dbx_node *n = edit_node(s);
  bool vectors = s->diag->n_operands > 0 && edit_rank(s->diag->operands[0].type) == 1;
  if (vectors && n && n->kind == DBX_N_Call && dbx_ends_in(edit_callee(n), "stack") && edit_jnp() &&
      !n->more->m.n)
    edit_addf(s, n->a->span, "%s.concatenate", edit_jnp());
}

// `jnp.broadcast_to(x, (3, 2))` of three elements: `(2, 3)`.
static void other_order(edit_site *s) {
  const dbx_node *n = edit_node(s),
                 *shape = n && n->kind == DBX_N_Call && n->l.n ? n->l.at[n->l.n - 1] : NULL;
  dbx_buf x = {0}, y = {0};
  if (!shape || shape->kind != DBX_N_Tuple || shape->l.n != 2) return;
  dbx_span both = {s->file, shape->l.at[0]->span.begin, shape->l.at[1]->span.end};
  edit_addf(s, both, "%s, %s", edit_source(s, &y, shape->l.at[1]),
            edit_source(s, &x, shape->l.at[0]));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// `x.at[idx].set(new)` with more values than places: the first of them.
static void first_elements(edit_site *s) {
  const dbx_involved *o = s->diag->operands;
  const char *at = strstr(s->diag->message, "requested shape (");
  int64_t have, want = at ? strtoll(at + strlen("requested shape ("), NULL, 10) : 0;
  if (!s->diag->n_operands || edit_rank(o->type) != 1 || !static_length(o, 0, &have)) return;
  if (have <= want || want < 2 || o->span.file != s->file) return;
  dbx_buf b = {0};
  edit_put_source(s, &b, o->span);
  edit_addf(s, o->span, is_name(o->span) ? "%s[:%" PRId64 "]" : "(%s)[:%" PRId64 "]", dbx_text(&b),
            want);
  dbx_buf_free(&b);
}

void edits_of_shapes(edit_site *s) {
  switch (s->diag->code) {
  case DBX_E301:
    rename_axes(s, false), same_expressions(s), reuse_length(s), other_reduction(s);
    edits_of_parts(s), edits_of_putting_back(s), edits_of_counted_elements(s);
    edits_of_squares(s), edits_of_elements(s);
    edits_of_vectors(s), edits_of_axes(s);
    first_same_length(s);
    break;
  case DBX_E303:
    if (strstr(s->diag->message, "dot_general requires")) edits_of_letters(s);
    edits_of_mapped_arguments(s), edits_of_lookup(s);
    rename_axes(s, false), same_expressions(s), reuse_length(s), edits_of_parts(s);
    edits_of_elements(s), edits_of_vectors(s), edits_of_axes(s), edits_of_transposes(s);
    edits_of_swapped_arguments(s, false);
    break;
  case DBX_E310:
    rename_axes(s, false), same_expressions(s), reuse_length(s), same_lengths(s);
    edits_of_parts(s), cut_to_common(s);
    break;
  case DBX_E304:
    rename_axes(s, false), same_expressions(s), edits_of_missing_axes(s);
    edits_of_tables(s, false), other_numbers(s), nothing(s);
    other_axis(s), reuse_length(s), edits_of_parts(s), first_same_length(s), behind(s);
    same_lengths(s);
    break;
  case DBX_E302: mend_shape(s), exchange_arguments(s); break;
  case DBX_E305: edits_of_unused_names(s), any_length(s), edits_of_siblings(s); break;
  case DBX_E706: any_length(s); break;
  case DBX_E306:
    edits_of_tables(s, true);
    if (edit_rank(s->diag->n_operands ? s->diag->operands[0].type : "") == 1) beside(s);
    edits_of_all_axes(s);
    other_numbers(s);
    break;
  case DBX_E307:
  case DBX_E314: other_numbers(s); break;
  case DBX_E308:
    edits_of_requested_shape(s), other_order(s), edits_of_places(s), first_elements(s),
        reuse_length(s), other_numbers(s);
    break;
  case DBX_E309:
  case DBX_E312: edits_of_subscripts(s); break;
  case DBX_E311: insert_argument(s, "initial=0"); break;
  case DBX_E313: edits_of_einsum(s); break;
  case DBX_E315: rename_axes(s, true), name_each(s), cut_to_common(s); break;
  case DBX_E406: insert_argument(s, "0"); break;
  case DBX_E503: same_lengths(s); break;
  case DBX_E515: same_lengths(s), lengths_of_branches(s); break;
  case DBX_E507: shape_of_other(s), same_lengths(s); break;
  default: break;
  }
}

void edits_of_shapes_last(edit_site *s) {
  if (s->diag->code == DBX_E301) edits_of_derived_names(s), edits_of_twins(s);
  if (s->diag->code == DBX_E301) edits_of_swapped_arguments(s, false);
  if (s->diag->code == DBX_E301) length_of_other(s), same_lengths(s), edits_of_other_names(s);
  if (s->diag->code == DBX_E301) cut_to_common(s);
  if (s->diag->code == DBX_E303)
    edits_of_derived_names(s), edits_of_twins(s), same_lengths(s), edits_of_other_names(s);
  if (s->diag->code == DBX_E303) cut_to_common(s);
}
