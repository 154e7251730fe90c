// Edits that keep what the program means (see edits.h): a length computed once, also across
// functions, first values of carries, results of branches, values that have left their trace.
#include "debug/edits/edits.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- first values of carries ----

static void float_number(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  dbx_buf b = {0};
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_INT)
    edit_addf(s, n->span, "%s.0", edit_source(s, &b, n));
  dbx_buf_free(&b);
}

static bool is_number(const dbx_node *n) {
  return n && n->kind == DBX_N_Constant &&
         (n->constant == DBX_C_INT || n->constant == DBX_C_FLOAT || n->constant == DBX_C_TRUE ||
          n->constant == DBX_C_FALSE);
}

// `jnp.zeros(())` that becomes an array, `jnp.zeros(n)` that becomes a table: the same of its
// shape.
static void shape_as_array(edit_site *s, const dbx_node *made, const char *type) {
  const dbx_node *shape = made && made->kind == DBX_N_Call && made->l.n ? made->l.at[0] : NULL;
  uint32_t rank = edit_rank(type);
  dbx_buf b = {0};
  static const char *const makers[] = {"zeros", "ones", "full", "empty"};
  bool made_so = shape && EDIT_CALLS(made, makers);
  for (uint32_t k = 0; made_so && k < rank; k++)
    dbx_put(&b, k ? ", " : rank > 1 ? "(" : ""), edit_length(type, k, &b);
  if (made_so && rank) edit_addf(s, shape->span, rank > 1 ? "%s)" : "%s", dbx_text(&b));
  dbx_buf_free(&b);
}

// A number that becomes an array: zeros, or the number, of its shape.
static void as_array(edit_site *s, dbx_span span, const dbx_node *number, const char *type) {
  dbx_buf shape = {0}, source = {0}, length = {0};
  uint32_t rank = edit_rank(type);
  for (uint32_t k = 0; k < rank; k++) {
    dbx_clear(&length);
    edit_length(type, k, &length);
    dbx_printf(&shape, "%s%s", k ? ", " : "", dbx_text(&length));
  }
  bool parens = rank > 1;
  edit_source(s, &source, number);
  const char *jnp = edit_jnp(), *dtype = type[0] == 'f' ? "" : type[0] == 'b' ? ", bool" : ", int";
  bool zero = !strcmp(dbx_text(&source), "0") || !strcmp(dbx_text(&source), "0.0");
  if (zero)
    edit_addf(s, span, "%s.zeros(%s%s%s%s)", jnp, parens ? "(" : "", dbx_text(&shape),
              parens ? ")" : "", dtype);
  else
    edit_addf(s, span, "%s.full(%s%s%s, %s)", jnp, parens ? "(" : "", dbx_text(&shape),
              parens ? ")" : "", dbx_text(&source));
  dbx_buf_free(&shape), dbx_buf_free(&source), dbx_buf_free(&length);
}

typedef struct like {
  edit_site *s;
  dbx_span span; // of the first value
  const dbx_node *number;
  bool zero;
} like;

// `jnp.zeros_like(x)`, of an array that the body uses.
static void like_array(void *ctx, const dbx_node *n) {
  const like *l = ctx;
  dbx_buf b = {0};
  if (n->kind != DBX_N_Name || !edit_jnp()) return;
  const char *name = dbx_sym_text(n->name);
  if (l->zero) edit_addf(l->s, l->span, "%s.zeros(%s.shape)", edit_jnp(), name);
  else
    edit_addf(l->s, l->span, "%s.full(%s.shape, %s)", edit_jnp(), name,
              edit_source(l->s, &b, l->number));
  dbx_buf_free(&b);
}

// ---- literals of a result that have the dtype of the first value ----

typedef struct literals {
  char wanted; // 'b', 'i' or 'f'
  edit_pieces pieces;
  bool other; // a number that cannot have it
} literals;

static void see_literal(literals *l, const dbx_node *n) {
  char text[32];
  double f = n->constant == DBX_C_FLOAT ? n->value->f : 0.5;
  if (l->wanted == 'b' && n->constant == DBX_C_INT && (n->value->i == 0 || n->value->i == 1))
    edit_piece(&l->pieces, n->span, n->value->i ? "True" : "False");
  if (l->wanted == 'i' && n->constant == DBX_C_FLOAT) {
    bool whole = f == floor(f) && fabs(f) < 0x1p53;
    snprintf(text, sizeof text, "%.0f", f);
    if (whole) edit_piece(&l->pieces, n->span, text);
    l->other |= !whole;
  }
}

// What is a value of the result: not a place, and not what a condition compares.
static void see_values(literals *l, const dbx_node *n) {
  bool where = n->kind == DBX_N_Call && !strcmp(edit_callee(n), "where") && n->l.n == 3;
  if (n->kind == DBX_N_Constant) see_literal(l, n);
  if (n->kind == DBX_N_BinOp && l->wanted == 'i') see_values(l, n->a), see_values(l, n->b);
  for (uint32_t i = 1; where && i < 3; i++) see_values(l, n->l.at[i]);
}

// `jnp.where(hit, 1.0, 0.0)` of whole numbers where a carry came in as one: `1` and `0`.
static void literals_as(edit_site *s, dbx_span result, char wanted) {
  const dbx_node *n = edit_at(s, result);
  literals l = {.wanted = wanted};
  if (n) see_values(&l, n);
  if (!l.other && l.pieces.n) edit_add_pieces(s, &l.pieces, NULL);
  else edit_pieces_free(&l.pieces);
}

// Is a result computed from the count, what is carried, and whole numbers that are written as
// floats?
static bool is_whole(const edit_site *s, const dbx_node *n) {
  const dbx_node *f = n ? edit_function_of(s, n->span) : NULL;
  if (!f) return false;
  if (n->kind == DBX_N_Constant)
    return n->constant == DBX_C_INT ||
           (n->constant == DBX_C_FLOAT && n->value->f == floor(n->value->f));
  if (n->kind == DBX_N_Name)
    for (uint32_t i = 0; i < f->a->more->m.n; i++)
      if (f->a->more->m.at[i]->name == n->name) return true;
  bool where = n->kind == DBX_N_Call && !strcmp(edit_callee(n), "where") && n->l.n == 3;
  if (where) return is_whole(s, n->l.at[1]) && is_whole(s, n->l.at[2]);
  bool whole = n->kind == DBX_N_BinOp &&
               (n->op == DBX_OP_Add || n->op == DBX_OP_Sub || n->op == DBX_OP_Mult);
  return whole && is_whole(s, n->a) && is_whole(s, n->b);
}

static void mend_dtype_of_first(edit_site *s, const dbx_node *first, const dbx_node *made) {
  const dbx_diag *d = s->diag;
  const char *before = d->operands[0].type, *after = d->operands[1].type;
  if (before[0] == 'b') literals_as(s, d->operands[1].span, 'b');
  s->meant = before[0] == 'i' && after[0] == 'f' && is_whole(s, edit_at(s, d->operands[1].span));
  if (s->meant) literals_as(s, d->operands[1].span, 'i');
  s->meant = false;
  if (made && before[0] == 'i' && after[0] == 'f') float_number(s, made);
  if (before[0] == 'f' && after[0] == 'i') edit_whole(s, first);
  if (made && before[0] == 'f' && after[0] == 'i') edit_whole(s, made);
  if (before[0] != 'i' || after[0] != 'f') return;
  dbx_buf b = {0};
  bool literal = first->kind == DBX_N_Constant;
  edit_source(s, &b, first);
  if (literal) float_number(s, first);
  else edit_addf(s, first->span, "%s.astype(float)", dbx_text(&b));
  if (!literal) edit_walk(first, float_number, s);
  literals_as(s, d->operands[1].span, 'i');
  dbx_buf_free(&b);
}

// `0.0`, `start` of `start = 0.0`, or `jnp.array(0.0)` where an array comes back.
static void mend_rank_of_first(edit_site *s, const dbx_node *first, const dbx_node *made) {
  const dbx_node *value = made ? made : first, *number = value;
  const char *after = s->diag->operands[1].type;
  if (edit_rank(s->diag->operands[0].type) >= edit_rank(after) || !edit_jnp()) return;
  shape_as_array(s, value, after);
  if (edit_rank(s->diag->operands[0].type)) return;
  if (value->kind == DBX_N_Call && value->l.n == 1 && dbx_ends_in(edit_callee(value), "array"))
    number = value->l.at[0];
  if (!is_number(number)) return;
  as_array(s, value->span, number, after);
  const dbx_node *result = edit_result_of(edit_called(s));
  bool zero = number->constant == DBX_C_FLOAT ? number->value->f == 0
                                              : number->constant == DBX_C_INT && !number->value->i;
  if (result) edit_walk(result, like_array, &(like){s, value->span, number, zero});
}

static void mend_first_value(edit_site *s) {
  const dbx_diag *d = s->diag;
  if (s->file != d->span.file || d->n_operands < 2) return;
  const dbx_node *first = edit_first_of_error(s), *made = NULL;
  if (!first) return;
  if (first->kind == DBX_N_Name) made = edit_at(s, edit_making(s, first->span));
  mend_dtype_of_first(s, first, made);
  mend_rank_of_first(s, first, made);
}

// ---- results of bodies and branches ----

// `(x * 4)[:, None]` where the other has no such axis: `x * 4`.
static void without_axes(edit_site *s) {
  const dbx_diag *d = s->diag;
  for (uint32_t i = d->n_operands < 4 ? d->n_operands : 4; i-- > 0;)
    edit_without_axes(s, d->operands[i].span);
}

// `jnp.sum(x)` that comes back where an array came in: x.
static void without_reduction(edit_site *s) {
  const dbx_diag *d = s->diag;
  for (uint32_t i = 0; d->n_operands > 1 && i < 2; i++)
    if (edit_rank(d->operands[i].type) < edit_rank(d->operands[1 - i].type))
      edit_without_reduction(s, d->operands[i].span);
}

// `jnp.sum(x, axis=1)` that comes back where x came in: `keepdims=True`.
static void keep_axis(edit_site *s) {
  const dbx_diag *d = s->diag;
  if (d->n_operands < 2 || edit_rank(d->operands[1].type) >= edit_rank(d->operands[0].type)) return;
  for (uint32_t i = 0; i < d->n_operands && i < 4; i++)
    edit_keep_axis(s, edit_made_by(s, d->operands[i].span));
}

typedef struct other_result {
  edit_site *s;
  dbx_span of;
} other_result;

static void give_name(void *ctx, const dbx_node *n) {
  const other_result *r = ctx;
  if (n->kind == DBX_N_Name) edit_add(r->s, r->of, dbx_sym_text(n->name), NULL);
}

// A branch that gives a number where the other one gives an array: what that one is computed from.
static void names_of_other(edit_site *s) {
  const dbx_diag *d = s->diag;
  for (uint32_t i = 0; d->n_operands > 1 && i < 2; i++) {
    const dbx_node *n = edit_at(s, d->operands[i].span),
                   *other = edit_at(s, d->operands[1 - i].span);
    bool fewer = edit_rank(d->operands[i].type) < edit_rank(d->operands[1 - i].type);
    if (n && other && fewer) edit_walk(other, give_name, &(other_result){s, n->span});
  }
}

static bool is_one(const dbx_node *n) {
  return n->kind == DBX_N_Constant && n->constant == DBX_C_INT && n->value->i == 1;
}

// `jnp.ones((m, m))` where the other has one axis: `jnp.ones((m,))`.
static void fewer_lengths(edit_site *s) {
  const dbx_diag *d = s->diag;
  for (uint32_t i = 0; i < 2 && d->n_operands >= 2; i++) {
    uint32_t rank = edit_rank(d->operands[1 - i].type);
    const dbx_node *n = edit_at(s, d->operands[i].span);
    if (!n || n->kind != DBX_N_Call || !n->l.n || n->l.at[0]->kind != DBX_N_Tuple || !rank ||
        n->l.at[0]->l.n <= rank)
      continue;
    const dbx_nodes *l = &n->l.at[0]->l;
    if (rank == 1 && l->n == 2 && is_one(l->at[0])) {
      dbx_buf b = {0};
      edit_add(s, n->l.at[0]->span, edit_source(s, &b, l->at[1]), NULL);
      dbx_buf_free(&b);
    }
    edit_add(s, (dbx_span){s->file, l->at[rank - 1]->span.end, n->l.at[0]->span.end},
             rank == 1 ? ",)" : ")", NULL);
  }
}

static void float_result(edit_site *s, const dbx_node *f) {
  const dbx_node *r = edit_result_of(f);
  if (r && r->kind == DBX_N_Constant) float_number(s, r);
  for (uint32_t i = 0; r && r->kind == DBX_N_Tuple && i < r->l.n; i++)
    if (r->l.at[i]->kind == DBX_N_Constant) float_number(s, r->l.at[i]);
}

static void float_branch(edit_site *s, const dbx_node *n) {
  if (n->kind == DBX_N_Lambda) float_result(s, n);
  if (n->kind == DBX_N_Name) float_result(s, edit_function_named(s, n->name));
  for (uint32_t i = 0; (n->kind == DBX_N_List || n->kind == DBX_N_Tuple) && i < n->l.n; i++)
    if (n->l.at[i]->kind == DBX_N_Lambda || n->l.at[i]->kind == DBX_N_Name)
      float_branch(s, n->l.at[i]);
}

// A branch that gives 0 where the other gives a float: 0.0.
static void float_branches(edit_site *s) {
  const dbx_node *n = s->failing;
  if (!n || n->kind != DBX_N_Call || !strstr(s->diag->message, "branches")) return;
  for (uint32_t i = 0; i < n->l.n; i++) float_branch(s, n->l.at[i]);
}

// ---- values that have left their trace ----

typedef struct leak {
  edit_site *s;
  const dbx_node *use;   // `box[0]`, `kept`, `counter.value`
  dbx_sym name;          // box, kept; 0
  const dbx_node *saved; // what was put there
  const dbx_node *function;
  const char *type; // of the use: "i64[]"
} leak;

static void find_saved(void *ctx, const dbx_node *n) {
  leak *l = ctx;
  const dbx_node *f = n->kind == DBX_N_Call ? n->a : NULL;
  if (f && f->kind == DBX_N_Attribute && f->a->kind == DBX_N_Name && f->a->name == l->name &&
      !strcmp(dbx_sym_text(f->name), "append") && n->l.n == 1)
    l->saved = n->l.at[0];
  if (n->kind == DBX_N_Assign && n->l.n == 1) {
    const dbx_node *t = n->l.at[0];
    bool same = l->use->kind == DBX_N_Attribute && edit_same_text(l->s, t->span, l->use->span);
    if (t->kind == DBX_N_Subscript) t = t->a;
    same |= t->kind == DBX_N_Name && t->name == l->name;
    same |= !l->name && t->kind == DBX_N_Attribute && l->use->kind == DBX_N_Attribute &&
            t->name == l->use->name && t->a->kind == DBX_N_Name; // self.best of search.best
    if (same && edit_function_of(l->s, n->span)) l->saved = n->a;
  }
}

// Calls of the function as a statement of its own, or as what a name is.
static void use_result(void *ctx, const dbx_node *n) {
  leak *l = ctx;
  edit_site *s = l->s;
  bool value = n->kind == DBX_N_Expr || (n->kind == DBX_N_Assign && n->l.n == 1);
  const dbx_node *call = value ? n->a : NULL;
  if (!call || call->kind != DBX_N_Call || call->a->kind != DBX_N_Name ||
      call->a->name != l->function->name || n->span.end > l->use->span.begin)
    return;
  dbx_buf name = {0}, source = {0}, text = {0};
  if (n->kind == DBX_N_Assign) edit_source(s, &name, n->l.at[0]);
  else if (l->use->kind == DBX_N_Subscript) dbx_put(&name, "result");
  else edit_source(s, &name, l->use);
  if (n->kind == DBX_N_Assign) {
    edit_addf(s, l->use->span, "%s", dbx_text(&name));
  } else {
    edit_pieces p = {0};
    dbx_printf(&text, "%s = %s", dbx_text(&name), edit_source(s, &source, call));
    edit_piece(&p, n->span, dbx_text(&text));
    edit_piece(&p, l->use->span, dbx_text(&name));
    dbx_put(&text, ": what the function returns");
    edit_add_pieces(s, &p, dbx_text(&text));
  }
  dbx_buf_free(&name), dbx_buf_free(&source), dbx_buf_free(&text);
}

// The function returns what it had kept, too, or, where nobody looks at its result, in its place.
static void return_saved(void *ctx, const dbx_node *n) {
  const leak *l = ctx;
  edit_site *s = l->s;
  bool assigned = n->kind == DBX_N_Assign && n->l.n == 1;
  const dbx_node *call = assigned || n->kind == DBX_N_Expr ? n->a : NULL,
                 *result = edit_result_of(l->function);
  if (!call || call->kind != DBX_N_Call || call->a->kind != DBX_N_Name ||
      call->a->name != l->function->name || n->span.end > l->use->span.begin)
    return;
  dbx_buf saved = {0}, old = {0}, text = {0};
  edit_pieces p = {0};
  edit_source(s, &saved, l->saved), edit_source(s, &old, result);
  if (assigned) dbx_printf(&text, "%s, %s", dbx_text(&old), dbx_text(&saved));
  edit_piece(&p, result->span, assigned ? dbx_text(&text) : dbx_text(&saved));
  dbx_clear(&text);
  if (assigned) dbx_printf(&text, "%s, kept = ", edit_source(s, &old, n->l.at[0]));
  else dbx_put(&text, "kept = ");
  dbx_put(&text, edit_source(s, &old, call));
  edit_piece(&p, n->span, dbx_text(&text));
  edit_piece(&p, l->use->span, "kept");
  dbx_clear(&text);
  dbx_printf(&text, "%s returns %s%s", dbx_sym_text(l->function->name), dbx_text(&saved),
             assigned ? ", too" : "");
  edit_add_pieces(s, &p, dbx_text(&text));
  dbx_buf_free(&saved), dbx_buf_free(&old), dbx_buf_free(&text);
}

// A number of a loop's body as a further carry.
static void carry_out(void *ctx, const dbx_node *n) {
  const leak *l = ctx;
  edit_site *s = l->s;
  const dbx_node *call = n->kind == DBX_N_Assign && n->l.n == 1 ? n->a : NULL, *f = l->function,
                 *r = edit_result_of(f);
  if (!call || call->kind != DBX_N_Call || call->a->kind != DBX_N_Name ||
      call->a->name != f->name || !call->l.n || n->span.end > l->use->span.begin)
    return;
  uint32_t last = f->a->more->m.at[f->a->more->m.n - 1]->span.end;
  const char *zero = l->type[0] == 'f' ? ", 0.0" : l->type[0] == 'b' ? ", False" : ", 0";
  dbx_buf b = {0}, text = {0};
  edit_pieces p = {0};
  edit_piece(&p, (dbx_span){s->file, last, last}, ", carried");
  dbx_printf(&text, ", %s", edit_source(s, &b, l->saved));
  edit_piece(&p, (dbx_span){s->file, r->span.end, r->span.end}, dbx_text(&text));
  uint32_t target = n->l.at[0]->span.end, end = call->span.end - 1;
  edit_piece(&p, (dbx_span){s->file, target, target}, ", carried");
  edit_piece(&p, (dbx_span){s->file, end, end}, zero);
  edit_piece(&p, l->use->span, "carried");
  dbx_clear(&text);
  dbx_printf(&text, "%s as a carry of the loop, returned by %s", dbx_text(&b),
             dbx_sym_text(f->name));
  edit_add_pieces(s, &p, dbx_text(&text));
  dbx_buf_free(&b), dbx_buf_free(&text);
}

// A helper that keeps what it has computed in a container: it computes it each time.
static void computed_again(edit_site *s, const dbx_node *call) {
  const dbx_node *f = call->a->kind == DBX_N_Name ? edit_function_named(s, call->a->name) : NULL,
                 *r = edit_result_of(f);
  if (!r || r->kind != DBX_N_Subscript || r->a->kind != DBX_N_Name) return;
  leak l = {.s = s, .use = r, .name = r->a->name};
  dbx_buf b = {0};
  edit_walk(f, find_saved, &l);
  if (l.saved) edit_add(s, r->span, edit_source(s, &b, l.saved), NULL);
  dbx_buf_free(&b);
}

// A function that gives what the method gives.
static void use_of_method(void *ctx, const dbx_node *n) {
  const leak *l = ctx;
  const dbx_node *r = n->kind == DBX_N_FunctionDef ? edit_result_of(n) : NULL;
  if (!r || r->kind != DBX_N_Call || r->a->kind != DBX_N_Attribute) return;
  if (r->a->name != l->function->name) return;
  leak of = *l;
  of.function = n;
  edit_walk(l->s->root, use_result, &of);
}

static void return_use(edit_site *s, const dbx_node *use, const char *type) {
  leak l = {.s = s, .use = use};
  const dbx_node *n = use->kind == DBX_N_Subscript ? use->a : use;
  if (n->kind == DBX_N_Call) computed_again(s, n);
  if (n->kind != DBX_N_Name && n->kind != DBX_N_Attribute) return;
  l.name = n->kind == DBX_N_Name ? n->name : 0;
  edit_walk(s->root, find_saved, &l);
  if (!l.saved) return;
  l.function = edit_function_of(s, l.saved->span);
  const dbx_node *r = edit_result_of(l.function);
  bool named = r && ((r->kind == DBX_N_Name && r->name == l.name) ||
                     (!l.name && edit_same_text(s, r->span, l.use->span)));
  if (!l.name && r && r->kind == DBX_N_Attribute && r->name == use->name)
    edit_walk(s->root, use_of_method, &l);
  if (r && (named || edit_same_text(s, r->span, l.saved->span))) edit_walk(s->root, use_result, &l);
  else if (r && edit_decorator(l.function, "_loop") && !edit_rank(type))
    l.type = type, edit_walk(s->root, carry_out, &l);
  else if (r) edit_walk(s->root, return_saved, &l);
}

// What the error names, or, where it is only given on, what stands there: a number of either kind.
static void return_instead(edit_site *s) {
  const dbx_diag *d = s->diag;
  for (uint32_t i = 0; i < d->n_operands && i < 4; i++) {
    const dbx_node *use = edit_at(s, d->operands[i].span);
    if (use) return_use(s, use, d->operands[i].type);
  }
  if (d->n_operands || !s->failing || s->file != d->span.file) return;
  return_use(s, s->failing, "f64[]"), return_use(s, s->failing, "i64[]");
}

// One element of a list is a value that the last trip gives; else each trip gives one.
static void carry_or_return(edit_site *s) {
  uint32_t none = s->out->n;
  bool one = s->failing && s->failing->kind == DBX_N_Subscript;
  for (uint32_t i = 0; i < s->diag->n_operands; i++) {
    const dbx_node *use = edit_at(s, s->diag->operands[i].span);
    one |= use && use->kind == DBX_N_Subscript;
  }
  if (!one) edits_of_histories(s);
  return_instead(s);
  if (s->out->n == none) edits_of_histories(s);
}

void edits_of_meaning(edit_site *s) {
  switch (s->diag->code) {
  case DBX_E502: edits_of_exchange(s), mend_first_value(s), edits_of_dtypes(s); break;
  case DBX_E503:
    edits_of_exchange(s), edits_of_counted_elements(s), without_axes(s), keep_axis(s);
    mend_first_value(s), fewer_lengths(s);
    edits_of_growth(s), edits_of_putting_back(s), without_reduction(s);
    break;
  case DBX_E504: edits_of_putting_back(s); break;
  case DBX_E507:
    without_axes(s), fewer_lengths(s), without_reduction(s), names_of_other(s);
    edits_of_dtypes(s);
    break;
  case DBX_E508: carry_or_return(s); break;
  case DBX_E515:
    without_axes(s), keep_axis(s), mend_first_value(s), float_branches(s);
    edits_of_dtypes(s), without_reduction(s);
    break;
  default: break;
  }
}
