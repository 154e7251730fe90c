// Edits where a value got its dtype: a literal, the dtype of a maker, a division (see edits.h).
#include "debug/edits/edits.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 6 };

typedef struct birth {
  edit_site *s;
  char to; // 'f' or 'i': the dtype that is wanted
} birth;

static void born(const birth *b, const dbx_node *n, int depth);

// ---- literals ----

static bool can_be(const dbx_node *n, char to) {
  if (n->kind != DBX_N_Constant) return false;
  if (to == 'f') return n->constant == DBX_C_INT;
  return n->constant == DBX_C_FLOAT && n->value->f == floor(n->value->f) &&
         fabs(n->value->f) < 0x1p53;
}

static void piece_of(const birth *b, edit_pieces *p, const dbx_node *n) {
  dbx_buf text = {0};
  if (n->kind == DBX_N_UnaryOp) n = n->a;
  if (b->to == 'f') edit_source(b->s, &text, n), dbx_put(&text, ".0");
  else dbx_printf(&text, "%" PRId64, (int64_t)n->value->f);
  edit_piece(p, n->span, dbx_text(&text));
  dbx_buf_free(&text);
}

static bool is_literal(const dbx_node *n, char to) {
  return can_be(n->kind == DBX_N_UnaryOp ? n->a : n, to);
}

// All literals of a list, or the values of a choice: one of another dtype would decide.
static void all_literals(const birth *b, const dbx_nodes *l, uint32_t from) {
  edit_pieces p = {0};
  bool good = true;
  for (uint32_t i = from; i < l->n; i++) {
    const dbx_node *n = l->at[i];
    bool literal = n->kind == DBX_N_Constant || n->kind == DBX_N_UnaryOp;
    if (is_literal(n, b->to)) piece_of(b, &p, n);
    else good &= b->to == 'f' || !literal;
  }
  if (good && p.n) edit_add_pieces(b->s, &p, NULL);
  else edit_pieces_free(&p);
}

// ---- makers ----

static bool is_dtype(const edit_site *s, const dbx_node *n, char kind) { // int, jnp.int64
  dbx_buf b = {0};
  edit_put_source(s, &b, n->span);
  const char *text = dbx_text(&b), *dot = strrchr(text, '.');
  const char *name = dot ? dot + 1 : text;
  bool found = !strncmp(name, kind == 'i' ? "int" : "float", kind == 'i' ? 3 : 5);
  dbx_buf_free(&b);
  return found;
}

// Out of a call: an argument and the comma before it.
static void without(edit_site *s, const dbx_node *call, const dbx_node *argument) {
  uint32_t before = call->a->span.end + 1;
  for (uint32_t i = 0; i < call->l.n; i++)
    if (call->l.at[i]->span.end < argument->span.begin) before = call->l.at[i]->span.end;
  for (uint32_t i = 0; i < call->more->m.n; i++)
    if (call->more->m.at[i]->span.end < argument->span.begin)
      before = call->more->m.at[i]->span.end;
  edit_add(s, edit_place(s, before, argument->span.end), "", NULL);
}

// `jnp.zeros(n, dtype=int)`, `jnp.zeros(n, int)`: without it, or with the other dtype.
static bool said_dtype(const birth *b, const dbx_node *call, uint32_t position) {
  edit_site *s = b->s;
  const dbx_node *k = edit_keyword(call, "dtype"), *value = k ? k->a : NULL;
  if (!value && call->l.n > position) value = call->l.at[position];
  if (!value) return false;
  if (is_dtype(s, value, b->to == 'f' ? 'i' : 'f')) {
    if (b->to == 'f') without(s, call, k ? k : value);
    edit_add(s, value->span, b->to == 'f' ? "float" : "int", NULL);
  }
  return true;
}

static void give_dtype(const birth *b, const dbx_node *call) {
  edit_add(b->s, edit_place(b->s, call->span.end - 1, call->span.end - 1),
           b->to == 'f' ? ", dtype=float" : ", dtype=int", NULL);
}

static void of_maker(const birth *b, const dbx_node *n) {
  static const char *const floats[] = {"zeros", "ones", "empty", "eye", "linspace"},
                           *const likes[] = {"zeros_like", "ones_like", "full_like", "empty_like"};
  edit_site *s = b->s;
  const char *name = edit_callee(n);
  dbx_buf text = {0};
  bool full = !strcmp(name, "full"), array = dbx_ends_in(name, "array");
  if (said_dtype(b, n, full || !strcmp(name, "full_like") ? 2 : 1)) return;
  if (array && n->l.n && (n->l.at[0]->kind == DBX_N_List || n->l.at[0]->kind == DBX_N_Tuple))
    all_literals(b, &n->l.at[0]->l, 0);
  else if (array && n->l.n && is_literal(n->l.at[0], b->to)) born(b, n->l.at[0], 1);
  if (full && n->l.n == 2) born(b, n->l.at[1], 1);
  if (!strcmp(name, "where") && n->l.n == 3) all_literals(b, &n->l, 1);
  bool counts = !strcmp(name, "arange") && b->to == 'f';
  if (counts) edit_addf(s, n->span, "%s.astype(float)", edit_source(s, &text, n));
  if ((b->to == 'i' && EDIT_CALLS(n, floats)) || EDIT_CALLS(n, likes)) give_dtype(b, n);
  dbx_buf_free(&text);
}

// ---- what a value is computed from ----

static bool is_conversion(const birth *b, const dbx_node *n, const dbx_node **of) {
  const char *name = edit_callee(n);
  bool method = n->a->kind == DBX_N_Attribute && !strcmp(name, "astype") && n->l.n == 1 &&
                is_dtype(b->s, n->l.at[0], b->to == 'f' ? 'i' : 'f');
  bool builtin =
      n->a->kind == DBX_N_Name && n->l.n == 1 && !strcmp(name, b->to == 'f' ? "int" : "float");
  *of = method ? n->a->a : builtin ? n->l.at[0] : NULL;
  return method || builtin;
}

static void of_call(const birth *b, const dbx_node *n, int depth) {
  static const char *const same[] = {"sum",     "max",         "min",     "prod",    "cumsum",
                                     "cumprod", "abs",         "reshape", "ravel",   "sort",
                                     "flip",    "concatenate", "stack",   "maximum", "minimum"};
  edit_site *s = b->s;
  const dbx_node *of, *f = n->a->kind == DBX_N_Name ? edit_function_named(s, n->a->name) : NULL;
  dbx_buf text = {0};
  if (is_conversion(b, n, &of)) edit_add(s, n->span, edit_source(s, &text, of), NULL);
  else if (f && edit_result_of(f)) born(b, edit_result_of(f), depth - 1);
  else of_maker(b, n);
  for (uint32_t i = 0; EDIT_CALLS(n, same) && i < n->l.n; i++) born(b, n->l.at[i], depth - 1);
  if (EDIT_CALLS(n, same) && n->a->kind == DBX_N_Attribute) born(b, n->a->a, depth - 1);
  dbx_buf_free(&text);
}

static void of_operation(const birth *b, const dbx_node *n, int depth) {
  edit_site *s = b->s;
  dbx_buf x = {0}, y = {0};
  bool whole = n->op == DBX_OP_FloorDiv, part = n->op == DBX_OP_Div;
  edit_source(s, &x, n->a), edit_source(s, &y, n->b);
  if (part && b->to == 'i') edit_addf(s, n->span, "%s // %s", dbx_text(&x), dbx_text(&y));
  if (whole && b->to == 'f') edit_addf(s, n->span, "%s / %s", dbx_text(&x), dbx_text(&y));
  if (!part || b->to == 'i') born(b, n->a, depth - 1), born(b, n->b, depth - 1);
  dbx_buf_free(&x), dbx_buf_free(&y);
}

static void born(const birth *b, const dbx_node *n, int depth) {
  edit_site *s = b->s;
  if (!n || depth < 0 || n->span.file != s->file) return;
  if (n->kind == DBX_N_Name || n->kind == DBX_N_Attribute) {
    dbx_span made = edit_making(s, n->span);
    born(b, made.file ? edit_at(s, made) : NULL, depth - 1);
  } else if (is_literal(n, b->to) && n->kind == DBX_N_Constant) {
    edit_pieces p = {0};
    piece_of(b, &p, n), edit_add_pieces(s, &p, NULL);
  } else if (n->kind == DBX_N_UnaryOp || n->kind == DBX_N_Subscript) {
    born(b, n->a, depth - 1);
  } else if (n->kind == DBX_N_BinOp) {
    of_operation(b, n, depth);
  } else if (n->kind == DBX_N_IfExp) {
    born(b, n->b, depth - 1), born(b, n->more->c, depth - 1);
  } else if (n->kind == DBX_N_Call) {
    of_call(b, n, depth);
  }
}

// ---- the two values of the error ----

static bool is_function_of(const edit_site *s, const dbx_node *n, const dbx_node **f) {
  *f = n->kind == DBX_N_Lambda ? n : n->kind == DBX_N_Name ? edit_function_named(s, n->name) : NULL;
  return *f != NULL;
}

// The k-th function that a call of jax's cond or switch is given.
static const dbx_node *branch(const edit_site *s, const dbx_node *call, uint32_t k) {
  const dbx_node *f;
  for (uint32_t i = 0; call && i < call->l.n; i++) {
    const dbx_node *n = call->l.at[i];
    bool list = n->kind == DBX_N_List || n->kind == DBX_N_Tuple;
    if (list && k < n->l.n && is_function_of(s, n->l.at[k], &f)) return f;
    if (!list && is_function_of(s, n, &f) && !k--) return f;
  }
  return NULL;
}

// "result 0 of branch 1": what that branch gives.
const dbx_node *edit_result_of_role(const edit_site *s, uint32_t operand) {
  const dbx_involved *o = &s->diag->operands[operand];
  if (o->span.file == s->file && edit_at(s, o->span)) return edit_at(s, o->span);
  const char *which = o->role ? strstr(o->role, "of branch ") : NULL;
  if (!which || strncmp(o->role, "result ", 7) != 0) return NULL;
  const dbx_node *call = edit_call(s),
                 *r = edit_result_of(
                     branch(s, call, (uint32_t)strtoul(which + strlen("of branch "), NULL, 10)));
  uint32_t k = (uint32_t)strtoul(o->role + strlen("result "), NULL, 10);
  if (r && r->kind == DBX_N_Tuple) return k < r->l.n ? r->l.at[k] : NULL;
  return k ? NULL : r;
}

// A whole number where the other one is a float is mended first, at the place where it became one.
void edits_of_dtypes(edit_site *s) {
  const dbx_diag *d = s->diag;
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; d->n_operands > 1 && i < 2; i++) {
      char has = d->operands[i].type[0], to = d->operands[1 - i].type[0];
      birth b = {s, to};
      if ((has == 'i' && to == 'f' && !k) || (has == 'f' && to == 'i' && k))
        born(&b, edit_result_of_role(s, i), DEPTH);
    }
}
