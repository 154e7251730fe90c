// Mutations of operators, subscripts and attributes: transposes, axes, slices (see mutate.h).
#include "debug/offers/mutate.h"

#include <inttypes.h>
#include <string.h>

// ---- operators ----

void mutate_swap_factors(mutating *m, const dbx_node *n) {
  dbx_buf x = {0}, y = {0};
  if (n->op == DBX_OP_MatMult)
    mutate_add(m, n->span, 0, false, "%s @ %s", mutate_term(m, &x, n->b), mutate_term(m, &y, n->a));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

static bool is_transpose(const dbx_node *n) {
  return n->kind == DBX_N_Attribute && !strcmp(dbx_sym_text(n->name), "T");
}

static bool is_elementwise(const dbx_node *n) {
  return n->op == DBX_OP_Add || n->op == DBX_OP_Sub || n->op == DBX_OP_Mult || n->op == DBX_OP_Div;
}

static bool is_table_and_vector(const dbx_diag *d) {
  return d->code == DBX_E303 && d->n_operands == 2 && edit_rank(d->operands[0].type) == 2 &&
         edit_rank(d->operands[1].type) == 1;
}

void mutate_transposed_operand(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  for (int i = 0; i < 2; i++) {
    const dbx_node *side = i ? n->a : n->b, *other = i ? n->b : n->a;
    int more = n->op == DBX_OP_MatMult ? 0 : 4;
    if (other->kind == DBX_N_Constant) continue; // `x + 1` is as it was in either order of axes
    if (n->op != DBX_OP_MatMult && !is_elementwise(n)) continue;
    if (is_transpose(side))
      mutate_add(m, side->span, more, is_table_and_vector(m->site->diag), "%s",
                 mutate_text(m, &b, side->a));
    else if (side->kind != DBX_N_Constant && edit_is_term(m->site, side->span))
      mutate_add(m, side->span, more, false, "%s.T", mutate_text(m, &b, side));
  }
  dbx_buf_free(&b);
}

// Is it `a * x` of what a loop carries, by which a vector has become a table?
static bool is_table_by_carry(const mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  const dbx_node *f = edit_function_of(m->site, n->span), *x = mutate_carried(m, f);
  if (d->code != DBX_E503 || !x || d->n_operands != 2 || n->op != DBX_OP_Mult) return false;
  uint32_t a = edit_rank(d->operands[0].type), b = edit_rank(d->operands[1].type);
  return (a + 1 == b || b + 1 == a) && n->a->kind == DBX_N_Name && n->b->kind == DBX_N_Name &&
         n->b->name == x->name;
}

void mutate_other_product(mutating *m, const dbx_node *n) {
  dbx_buf x = {0}, y = {0};
  bool product = n->op == DBX_OP_Mult || n->op == DBX_OP_MatMult;
  bool number = n->a->kind == DBX_N_Constant || n->b->kind == DBX_N_Constant;
  if (product && !number && !mutate_is_length(m->site, n, 0))
    mutate_add(m, n->span, 0, is_table_by_carry(m, n), "%s %s %s", mutate_term(m, &x, n->a),
               n->op == DBX_OP_Mult ? "@" : "*", mutate_term(m, &y, n->b));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

static bool is_shape(const dbx_node *n) {
  return n->kind == DBX_N_Attribute && !strcmp(dbx_sym_text(n->name), "shape");
}

static bool is_operand(const edit_site *s, uint32_t k, dbx_sym name) {
  dbx_span at = s->diag->operands[k].span;
  return at.file == s->file && at.end - at.begin == dbx_sym_len(name) &&
         !memcmp(s->text + at.begin, dbx_sym_text(name), dbx_sym_len(name));
}

// Is the name that of a length of the other operand: `n` of `n = weights.shape[0]`?
static bool is_other_length(const mutating *m, const dbx_node *name) {
  mutate_nodes values = {0};
  bool found = false;
  if (name->kind != DBX_N_Name) return false;
  mutate_values(m->site, name, &values);
  for (uint32_t i = 0; i < values.n && !found; i++) {
    const dbx_node *shape = values.at[i]->kind == DBX_N_Subscript ? values.at[i]->a : NULL;
    bool of_name = shape && is_shape(shape) && shape->a->kind == DBX_N_Name;
    for (uint32_t k = 0; of_name && k < m->site->diag->n_operands; k++)
      found |= is_operand(m->site, k, shape->a->name);
  }
  dbx_vec_free(&values);
  return found;
}

void mutate_without_one(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  // A carry that grows is meant to.
  bool sum = (n->op == DBX_OP_Add || n->op == DBX_OP_Sub) && m->site->diag->code != DBX_E504;
  if (sum && edit_is_int(n->b) && n->b->value->i > 0 && n->b->value->i < 10) {
    mutate_text(m, &b, n->a);
    int64_t k = n->b->value->i;
    char sign = n->op == DBX_OP_Add ? '+' : '-', other = n->op == DBX_OP_Add ? '-' : '+';
    m->meant = is_other_length(m, n->a);
    bool alias = n->a->kind == DBX_N_Name && edit_is_named(m->site, n->span);
    int more = m->meant ? -1 : alias ? 12 : 0;
    mutate_add(m, n->span, more, m->meant, "%s", dbx_text(&b));
    m->meant = false;
    mutate_add(m, n->span, 3, false, "%s %c %" PRId64, dbx_text(&b), other, k);
    mutate_add(m, n->span, 2, false, "%s %c %" PRId64, dbx_text(&b), sign, k + 1);
    if (k > 1) mutate_add(m, n->span, 2, false, "%s %c %" PRId64, dbx_text(&b), sign, k - 1);
  }
  dbx_buf_free(&b);
}

// Two vectors, or a carry and a branch that have to have one shape, are not meant so.
static bool are_of_one_rank(const dbx_diag *d) {
  return (mutate_of_cause(d) && !mutate_is_broadcast(d)) ||
         (d->n_operands == 2 && edit_rank(d->operands[0].type) == 1 &&
          edit_rank(d->operands[1].type) == 1);
}

// How many axes more the one operand has than the other.
static uint32_t ranks_apart(const dbx_diag *d) {
  if (d->n_operands != 2) return 0;
  uint32_t x = edit_rank(d->operands[0].type), y = edit_rank(d->operands[1].type);
  return x > y ? x - y : y - x;
}

// A name that comes from outside of the loop's body.
static bool is_given(const mutating *m, const dbx_node *n) {
  const dbx_node *f = edit_function_of(m->site, n->span);
  return f && n->kind == DBX_N_Name && !edit_takes(f, n->name);
}

// Does the function's text speak of a vector, and not of a column?
static bool is_spoken_vector(const mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  bool found = mutate_documentation(m, n, &b) && strstr(dbx_text(&b), "vector") &&
               !strstr(dbx_text(&b), "column");
  dbx_buf_free(&b);
  return found;
}

void mutate_new_axis_operand(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  bool of_carry = mutate_of_cause(m->site->diag);
  if (are_of_one_rank(m->site->diag)) return;
  if (mutate_is_broadcast(m->site->diag) && is_spoken_vector(m, n)) return;
  for (int i = 0; is_elementwise(n) && i < 2; i++) {
    const dbx_node *side = i ? n->b : n->a;
    bool array = side->kind != DBX_N_Constant && !mutate_is_length(m->site, side, 0);
    if (!array || !edit_is_term(m->site, side->span)) continue;
    mutate_text(m, &b, side);
    mutate_add(m, side->span, i, of_carry && is_given(m, side), "%s[:, None]", dbx_text(&b));
    mutate_add(m, side->span, 2 + i, false, "%s[..., None]", dbx_text(&b));
    if (ranks_apart(m->site->diag) > 1)
      mutate_add(m, side->span, i, false, "%s[:, None, None]", dbx_text(&b));
  }
  dbx_buf_free(&b);
}

void mutate_new_axis_argument(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  if (are_of_one_rank(m->site->diag)) return;
  for (uint32_t i = 0; n->l.n > 1 && i < n->l.n; i++) {
    const dbx_node *x = n->l.at[i];
    bool name = x->kind == DBX_N_Name || x->kind == DBX_N_Attribute;
    if (!name || mutate_is_length(m->site, x, 0)) continue;
    mutate_text(m, &b, x);
    mutate_add(m, x->span, 0, false, "%s[:, None]", dbx_text(&b));
    mutate_add(m, x->span, 1, false, "%s[None]", dbx_text(&b));
  }
  dbx_buf_free(&b);
}

// ---- subscripts ----

void mutate_other_axis_length(mutating *m, const dbx_node *n) {
  static const char *const axes[] = {"0", "1", "-1", "2"};
  if (!is_shape(n->a)) return;
  for (int i = 0; i < 4; i++) mutate_add(m, n->b->span, i, false, "%s", axes[i]);
}

// The entries of a subscript, of which one is left out (k) and `with` is put before another one.
static void put_entries(mutating *m, const dbx_node *sub, uint32_t without, uint32_t before,
                        const char *with) {
  dbx_buf b = {0}, one = {0};
  for (uint32_t i = 0; i <= sub->l.n; i++) {
    if (i == before) dbx_printf(&b, "%s%s", b.n ? ", " : "", with);
    if (i < sub->l.n && i != without)
      dbx_printf(&b, "%s%s", b.n ? ", " : "", mutate_text(m, &one, sub->l.at[i]));
  }
  if (b.n) mutate_add(m, sub->span, before == UINT32_MAX ? 2 : 0, false, "%s", dbx_text(&b));
  dbx_buf_free(&b), dbx_buf_free(&one);
}

void mutate_new_axis(mutating *m, const dbx_node *n) {
  const dbx_node *sub = n->b;
  dbx_buf b = {0};
  if (n->ctx != DBX_LOAD) return;
  if (edit_is_none(sub)) {
    mutate_add(m, sub->span, 0, false, ":, None");
    mutate_add(m, sub->span, 1, false, "..., None");
    mutate_add(m, n->span, 2, false, "%s", mutate_text(m, &b, n->a));
  }
  bool plain = sub->kind == DBX_N_Tuple;
  for (uint32_t k = 0; sub->kind == DBX_N_Tuple && k < sub->l.n; k++) {
    plain &= edit_is_none(sub->l.at[k]) || edit_is_whole(sub->l.at[k]);
    if (!edit_is_none(sub->l.at[k])) continue;
    for (uint32_t to = 0; to <= sub->l.n; to++)
      if (to != k && to != k + 1) put_entries(m, sub, k, to, "None");
    put_entries(m, sub, k, UINT32_MAX, "");
    put_entries(m, sub, UINT32_MAX, k, ":"), put_entries(m, sub, UINT32_MAX, k + 1, "None");
  }
  if (plain) mutate_add(m, n->span, 2, false, "%s", mutate_text(m, &b, n->a));
  dbx_buf_free(&b);
}

static bool is_place(const dbx_node *n) { // neither a slice nor a new axis
  return n->kind != DBX_N_Slice && n->kind != DBX_N_Tuple && !edit_is_none(n) &&
         !(n->kind == DBX_N_Constant && n->constant == DBX_C_ELLIPSIS);
}

void mutate_other_index(mutating *m, const dbx_node *n) {
  const dbx_node *sub = n->b;
  dbx_buf b = {0};
  if (is_shape(n->a) || n->ctx != DBX_LOAD) return;
  bool two = sub->kind == DBX_N_Tuple && sub->l.n == 2;
  bool column = mutate_documentation(m, n, &b) && strstr(dbx_text(&b), "column") &&
                !strstr(dbx_text(&b), " row");
  m->meant = column && is_place(sub);
  if (is_place(sub)) mutate_add(m, sub->span, 1, column, ":, %s", mutate_text(m, &b, sub));
  m->meant = false;
  for (uint32_t i = 0; two && i < 2; i++) {
    const dbx_node *at = sub->l.at[i], *other = sub->l.at[1 - i];
    if (!edit_is_whole(other) || !is_place(at)) continue;
    mutate_add(m, sub->span, 0, false, "%s", mutate_text(m, &b, at));
    mutate_swap(m, sub->l.at[0], sub->l.at[1], 0, false);
  }
  if (two && is_place(sub->l.at[0]) && is_place(sub->l.at[1]))
    mutate_swap(m, sub->l.at[0], sub->l.at[1], 1, false);
  dbx_buf_free(&b);
}

static void mirror(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  bool minus = n->b && n->b->kind == DBX_N_UnaryOp && n->b->op == DBX_OP_USub;
  if (n->a && !n->b && edit_is_int(n->a))
    mutate_add(m, n->span, 0, false, ":-%s", mutate_text(m, &b, n->a));
  if (!n->a && minus) mutate_add(m, n->span, 0, false, "%s:", mutate_text(m, &b, n->b->a));
  if (n->a && !n->b && edit_is_int(n->a) && n->a->value->i > 0) // without both ends
    mutate_add(m, n->span, 1, false, "%" PRId64 ":-%" PRId64, n->a->value->i, n->a->value->i);
  if (!n->a && minus) mutate_add(m, n->span, 1, false, "%s:-%s", dbx_text(&b), dbx_text(&b));
  dbx_buf_free(&b);
}

void mutate_mirrored_slice(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  const dbx_node *sub = n->b;
  if (n->ctx != DBX_LOAD || m->site->diag->code == DBX_E312) return;
  if (sub->kind == DBX_N_Slice) {
    mirror(m, sub);
    mutate_add(m, n->span, 1, false, "%s", mutate_text(m, &b, n->a));
  }
  for (uint32_t i = 0; sub->kind == DBX_N_Tuple && i < sub->l.n; i++) {
    const dbx_node *one = sub->l.at[i];
    if (one->kind != DBX_N_Slice || edit_is_whole(one)) continue;
    mirror(m, one);
    mutate_add(m, one->span, 1, false, ":");
  }
  dbx_buf_free(&b);
}

typedef struct beside {
  mutating *m;
  const dbx_node *name;
} beside;

static void other_part(void *ctx, const dbx_node *n) {
  const beside *o = ctx;
  bool part = n->kind == DBX_N_Subscript && n->b->kind == DBX_N_Slice && n->ctx == DBX_LOAD;
  if (!part || n->a->kind != DBX_N_Name || n->a->name != o->name->name) return;
  const dbx_node *slice = n->b, *to = slice->b;
  bool minus = to && to->kind == DBX_N_UnaryOp && to->op == DBX_OP_USub;
  const char *name = dbx_sym_text(o->name->name);
  dbx_buf b = {0};
  if (slice->a && !to && edit_is_int(slice->a))
    mutate_add(o->m, o->name->span, 0, slice->a->value->i == 1, "%s[:-%s]", name,
               mutate_text(o->m, &b, slice->a));
  if (!slice->a && minus)
    mutate_add(o->m, o->name->span, 0, edit_is_int(to->a) && to->a->value->i == 1, "%s[%s:]", name,
               mutate_text(o->m, &b, to->a));
  mutate_add(o->m, o->name->span, 2, false, "%s[%s]", name, mutate_text(o->m, &b, slice));
  dbx_buf_free(&b);
}

bool mutate_is_whole_array(const mutating *m, const dbx_node *n) {
  char next = m->site->text[n->span.end];
  bool cause = mutate_of_cause(m->site->diag);
  return n->ctx == DBX_LOAD && !cause && next != '[' && next != '.' && next != '(';
}

void mutate_part_as_other(mutating *m, const dbx_node *n) {
  for (uint32_t i = 0; mutate_is_whole_array(m, n) && i < m->regions.n; i++)
    edit_walk(m->regions.at[i].node, other_part, &(beside){m, n});
}

// ---- the turn of a loop ----

typedef struct counter {
  dbx_sym name;
  bool counts; // an array is looked up at it
} counter;

static void looked_up(void *ctx, const dbx_node *n) {
  counter *c = ctx;
  c->counts |= n->kind == DBX_N_Subscript && edit_mentions(n->b, c->name);
}

// `xs[i]` for `xs`, which comes from outside of a loop's body where others are looked up at i.
void mutate_element_of_turn(mutating *m, const dbx_node *n) {
  const dbx_node *f = edit_function_of(m->site, n->span), *loop = f ? edit_loop(m->site, f) : NULL;
  if (!loop || !dbx_ends_in(edit_callee(loop), "for_loop") || !f->a->more->m.n) return;
  counter c = {f->a->more->m.at[0]->name, false};
  edit_walk(f, looked_up, &c);
  bool own = edit_takes(f, n->name);
  const char *text = m->site->text + n->span.end;
  bool method = n->ctx == DBX_LOAD && (!strncmp(text, ".T", 2) || !strncmp(text, ".conj()", 7));
  if (c.counts && !own && (method || mutate_is_whole_array(m, n)) &&
      !mutate_is_length(m->site, n, 0))
    mutate_add(m, n->span, 0, true, "%s[%s]", dbx_sym_text(n->name), dbx_sym_text(c.name));
}

// ---- attributes ----

void mutate_shape_of_other(mutating *m, const dbx_node *n) {
  if (!is_shape(n) || n->a->kind != DBX_N_Name) return;
  mutate_other_arrays(m, n->a);
}

void mutate_size_of(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  if (!strcmp(dbx_sym_text(n->name), "size"))
    for (int k = 0; k < 2; k++)
      mutate_add(m, n->span, k, false, "%s.shape[%d]", mutate_text(m, &b, n->a), k);
  dbx_buf_free(&b);
}

typedef struct fields {
  mutating *m;
  const dbx_node *field;
  int found;
} fields;

// Of `self`: what its methods assign.
static void other_field(void *ctx, const dbx_node *n) {
  fields *f = ctx;
  const dbx_node *own = f->field;
  bool assigned = n->kind == DBX_N_Attribute && n->ctx == DBX_STORE && n->a->kind == DBX_N_Name;
  if (!assigned || n->a->name != own->a->name || n->name == own->name) return;
  mutate_add(f->m, own->span, f->found++, false, "%s.%s", dbx_sym_text(own->a->name),
             dbx_sym_text(n->name));
}

void mutate_other_field(mutating *m, const dbx_node *n) {
  bool own =
      n->ctx == DBX_LOAD && n->a->kind == DBX_N_Name && !strcmp(dbx_sym_text(n->a->name), "self");
  if (own) edit_walk(m->site->root, other_field, &(fields){m, n, 0});
}
