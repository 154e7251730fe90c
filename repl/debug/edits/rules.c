// The rules of an error's kind (see edits.h): the special ones, and those by template, of which a
// row says for which code what is replaced by what.
#include "debug/edits/edits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- templates ----

// Target: '0' to '7' an operand, 'E' the error's expression, 'F' what it calls. In the replacement
// $0 to $7, $E and $F are their texts (in parentheses where they need them), $T that of the target,
// $t0 the dtype of an operand as the program writes it, $jnp and $lax the names of the modules.
static const struct row {
  dbx_code code;
  char target;
  bool resort;
  const char *replacement;
} rows[] = {
#define F(code, target, replacement) {DBX_##code, target, false, replacement},
#define L(code, target, replacement) {DBX_##code, target, true, replacement},
#include "debug/edits/edits.def"
#undef F
#undef L
};

static void put_term(const edit_site *s, dbx_buf *b, dbx_span span) {
  dbx_buf text = {0};
  edit_put_source(s, &text, span);
  dbx_printf(b, edit_is_term(s, span) ? "%s" : "(%s)", dbx_text(&text));
  dbx_buf_free(&text);
}

static bool span_of(const edit_site *s, char what, dbx_span *ret) {
  const dbx_node *n = edit_node(s);
  if (isdigit((unsigned char)what)) {
    uint32_t i = (uint32_t)(what - '0');
    if (i >= s->diag->n_operands) return false;
    *ret = s->diag->operands[i].span;
    return ret->file == s->file && ret->end > ret->begin;
  }
  if (what == 'F' && n && n->kind == DBX_N_Call) return *ret = n->a->span, true;
  return *ret = s->diag->span, what == 'E' && n;
}

static bool put_dtype(dbx_buf *b, const char *type) {
  static const char *const names[][2] = {
      {"f64[", "float"}, {"i64[", "int"}, {"bool[", "bool"}, {"c128[", "complex"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncmp(type, names[i][0], strlen(names[i][0]))) return dbx_put(b, names[i][1]), true;
  const char *jnp = edit_alias("jax.numpy", NULL);
  static const struct {
    char letter;
    const char *name;
  } kinds[] = {{'f', "float"}, {'i', "int"}, {'u', "uint"}, {'c', "complex"}};
  for (size_t i = 0; jnp && i < sizeof kinds / sizeof *kinds; i++) {
    if (type[0] != kinds[i].letter) continue;
    dbx_printf(b, "%s.%s%ld", jnp, kinds[i].name, strtol(type + 1, NULL, 10));
    return true;
  }
  return false;
}

// One "$..." of a template; at is behind the "$". Gives what follows it, NULL if it has no value.
static const char *put_variable(const edit_site *s, dbx_buf *b, const char *at, char target) {
  dbx_span span;
  const char *jnp = edit_alias("jax.numpy", NULL), *lax = edit_alias("jax.lax", NULL);
  if (!strncmp(at, "jnp", 3)) return jnp ? dbx_put(b, jnp), at + 3 : NULL;
  if (!strncmp(at, "lax", 3)) return lax ? dbx_put(b, lax), at + 3 : NULL;
  if (*at == 't') {
    uint32_t i = (uint32_t)(at[1] - '0');
    return i < s->diag->n_operands && put_dtype(b, s->diag->operands[i].type) ? at + 2 : NULL;
  }
  if (!span_of(s, *at == 'T' ? target : *at, &span)) return NULL;
  put_term(s, b, span);
  return at + 1;
}

// What a loop carries has its shape from the first value and the body: not from the place that
// fails.
static bool has_carried(const edit_site *s) {
  for (uint32_t i = 0; i < s->diag->n_operands && i < 4; i++)
    if (s->diag->operands[i].span.file == s->file && edit_is_carried(s, s->diag->operands[i].span))
      return true;
  return false;
}

// A vector that was computed from others, or is a part of one: it is not meant as a column or row
// beside the other operand.
static bool is_result(const edit_site *s, dbx_span of) {
  const dbx_node *n = edit_at(s, of);
  if (n && (n->kind == DBX_N_Name || n->kind == DBX_N_Attribute))
    n = edit_at(s, edit_making(s, of));
  if (!n) return false;
  static const char *const products[] = {"dot", "matmul", "sum", "mean", "max", "min", "tensordot"};
  bool found = n->kind == DBX_N_BinOp && n->op == DBX_OP_MatMult;
  found |= n->kind == DBX_N_Subscript && n->b->kind == DBX_N_Slice;
  return found || EDIT_CALLS(n, products);
}

// Lengths that are apart by a number are not meant as rows and columns.
static bool never_equal(const edit_site *s) {
  for (uint32_t i = 0; i < s->diag->n_notes; i++)
    if (s->diag->notes[i].subject && strstr(s->diag->notes[i].subject, "never equal")) return true;
  return false;
}

// Two vectors of which one becomes a column: is that so, and is it meant only as a last resort?
static bool is_apart(const edit_site *s, const char *replacement) {
  return s->diag->n_operands > 1 && strstr(replacement, "None") && s->diag->code != DBX_E308 &&
         edit_rank(s->diag->operands[0].type) == 1 && edit_rank(s->diag->operands[1].type) == 1;
}

// What counts: `jnp.arange(n)`, `10 * jnp.arange(n)`, or a name of it.
static bool is_coordinates(const edit_site *s, const dbx_node *n, int depth) {
  n = edit_made_by(s, n->span);
  if (n && n->kind == DBX_N_BinOp && depth) // names may be made of themselves
    return is_coordinates(s, n->a, depth - 1) || is_coordinates(s, n->b, depth - 1);
  return n && n->kind == DBX_N_Call &&
         (!strcmp(edit_callee(n), "arange") || !strcmp(edit_callee(n), "linspace"));
}

// `a * b`, the table of all products, the differences of what a function is given, or coordinates.
static bool is_of_pairs(const edit_site *s) {
  const dbx_node *n = edit_node(s), *f = edit_function(s);
  uint32_t given = 0;
  if (!n || n->kind != DBX_N_BinOp) return false;
  for (uint32_t i = 0; f && i < f->a->more->m.n; i++)
    for (int k = 0; k < 2; k++) {
      const dbx_node *side = k ? n->b : n->a;
      given += side->kind == DBX_N_Name && side->name == f->a->more->m.at[i]->name;
    }
  return n->op == DBX_OP_Mult || (n->op == DBX_OP_Sub && given == 2) ||
         (is_coordinates(s, n->a, 3) && is_coordinates(s, n->b, 3));
}

// Speaks the function's own text of rows and columns, of each of these for each of those?
static bool is_spoken_table(const edit_site *s) {
  const dbx_node *f = edit_function(s);
  const dbx_node *e = f && f->l.n && f->l.at[0]->kind == DBX_N_Expr ? f->l.at[0]->a : NULL;
  if (!e || e->kind != DBX_N_Constant || e->constant != DBX_C_STR) return false;
  dbx_buf b = {0};
  dbx_putn(&b, e->value->str, e->value->str_n);
  const char *text = dbx_text(&b);
  bool found = strstr(text, "row") && strstr(text, "column");
  static const char *const each[] = {"every ", "each "};
  for (int i = 0; i < 2 && !found; i++) {
    const char *first = strstr(text, each[i]);
    found = first && strstr(first + 1, each[i]);
  }
  dbx_buf_free(&b);
  return found;
}

// A power is meant by `^` alone.
static bool fits_operator(const edit_site *s, const struct row *r) {
  const dbx_node *n = edit_node(s);
  if (!strstr(r->replacement, "**")) return true;
  return n && n->kind == DBX_N_BinOp && n->op == DBX_OP_BitXor;
}

// A table that is transposed beside a vector comes after what made the two.
static bool are_of_two_ranks(const dbx_diag *d) {
  return d->n_operands == 2 && edit_rank(d->operands[0].type) != edit_rank(d->operands[1].type);
}

static void apply(edit_site *s, const struct row *r) {
  dbx_buf b = {0};
  dbx_span span;
  const char *at = r->replacement;
  if (!span_of(s, r->target, &span)) return;
  bool reshapes =
      strchr(at, ':') || strstr(at, "None") || strstr(at, "(-1)") || strstr(at, "ravel");
  bool apart = is_apart(s, at);
  if (apart && never_equal(s)) return;
  if (apart && (is_result(s, s->diag->operands[0].span) || is_result(s, s->diag->operands[1].span)))
    return;
  apart &= r->target != '0' || !(is_of_pairs(s) || is_spoken_table(s));
  if (s->diag->code == DBX_E301 && !strcmp(at, "$T.T") && are_of_two_ranks(s->diag))
    s->tier = EDIT_CUT;
  s->resort = r->resort || apart || (edit_equal_lengths(s) && strstr(at, "None")) ||
              (reshapes && has_carried(s));
  s->late = strstr(r->replacement, "[:$") || strstr(r->replacement, "[..., :$");
  while (at && *at) {
    if (*at == '$') at = put_variable(s, &b, at + 1, r->target);
    else dbx_putc(&b, *at++);
  }
  if (at && fits_operator(s, r)) edit_add(s, span, dbx_text(&b), NULL);
  s->resort = s->late = false, s->tier = EDIT_RULE;
  dbx_buf_free(&b);
}

// What says which length is meant comes before what makes the lengths fit.
static void edits_of_names_and_lengths(edit_site *s) {
  edits_of_lengths(s);
  if (edit_equal_lengths(s)) return;
  edits_of_unused_names(s), edits_of_analogy(s), edits_of_numbered_twins(s), edits_of_likes(s);
  edits_of_outputs(s);
  if (s->diag->code == DBX_E301) edits_of_products(s);
  edits_of_swapped_arguments(s, true);
  edits_of_siblings(s);
}

void edits_of_rules(edit_site *s) {
  dbx_code code = s->diag->code;
  if (code == DBX_E301 || code == DBX_E303 || code == DBX_E304 || code == DBX_E310)
    edits_of_names_and_lengths(s);
  edits_of_none(s);
  edits_of_meaning(s);
  edits_of_warnings(s);
  edits_of_names(s);
  edits_of_circuits(s);
  edits_of_control(s);
  edits_of_python(s);
  edits_of_shapes(s);
}

void edits_by_template(edit_site *s) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].code == s->diag->code) apply(s, &rows[i]);
}
