// Edits of texts that cannot be read, and of misspelled or missing names (see edits.h).
#include "debug/edits/edits.h"

#include "base/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- misspelled names ----

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Where a word stands as a name in the error's expression, the last time; false: nowhere.
static bool word_in_place(const edit_site *s, const char *word, size_t n, dbx_span *ret) {
  bool found = false;
  for (uint32_t i = s->diag->span.begin; i + n <= s->diag->span.end; i++)
    if (!memcmp(s->text + i, word, n) && (!i || !in_name(s->text[i - 1])) &&
        !in_name(s->text[i + n]))
      *ret = edit_place(s, i, i + (uint32_t)n), found = true;
  return found;
}

typedef struct own_uses {
  dbx_sym name;
  const char *nearest;
  edit_pieces pieces;
} own_uses;

static void find_own(void *ctx, const dbx_node *n) {
  own_uses *u = ctx;
  if (n->kind == DBX_N_Name && n->name == u->name) edit_piece(&u->pieces, n->span, u->nearest);
}

// Each use of the name in the method, where there are several.
static void all_of_self(edit_site *s, const char *nearest) {
  const dbx_node *f = edit_function(s);
  own_uses u = {.name = s->failing ? s->failing->name : 0, .nearest = nearest};
  dbx_buf say = {0};
  if (f && u.name) edit_walk(f, find_own, &u);
  dbx_printf(&say, "%s for each %s", nearest, nearest + strlen("self."));
  if (u.pieces.n > 1) edit_add_pieces(s, &u.pieces, dbx_text(&say));
  else edit_pieces_free(&u.pieces);
  dbx_buf_free(&say);
}

// The word that the message quotes last and that the error's expression has, as it is known.
static void nearest_name(edit_site *s) {
  const char *nearest = NULL;
  dbx_span place = {0};
  bool found = false;
  for (uint32_t i = 0; i < s->diag->n_notes; i++)
    if (s->diag->notes[i].kind == DBX_NOTE_NEAREST) nearest = s->diag->notes[i].subject;
  if (!nearest || s->file != s->diag->span.file) return;
  for (const char *at = s->diag->message; (at = strchr(at, '\''));) {
    const char *end = strchr(++at, '\'');
    if (!end) break;
    found |= end > at && word_in_place(s, at, (size_t)(end - at), &place);
    at = end + 1;
  }
  if (!strncmp(nearest, "self.", 5)) all_of_self(s, nearest);
  edit_add(s, found ? place : s->diag->span, nearest, NULL);
}

// ---- names without their imports ----

static const struct {
  const char *name, *statement;
} usual[] = {
#define I(name, statement) {name, statement},
#include "debug/edits/imports.def"
#undef I
};

typedef struct name_use {
  const char *name;
  bool used, bound;
} name_use;

static void find_binding(void *ctx, const dbx_node *n) {
  name_use *u = ctx;
  bool same = n->name && !strcmp(dbx_sym_text(n->name), u->name);
  if (n->kind == DBX_N_Name && same) *(n->ctx == DBX_LOAD ? &u->used : &u->bound) = true;
  bool own = n->kind == DBX_N_arg || n->kind == DBX_N_FunctionDef || n->kind == DBX_N_ClassDef;
  if (own && same) u->bound = true;
  if (n->kind == DBX_N_alias &&
      (n->more->asname ? !strcmp(dbx_sym_text(n->more->asname), u->name) : same))
    u->bound = true;
}

static bool is_missing(const edit_site *s, const char *name) {
  name_use u = {.name = name};
  edit_walk(s->root, find_binding, &u);
  return u.used && !u.bound;
}

// What the unknown name is usually imported by, with the other names that are missing; a module of
// another name by itself.
static void import_names(edit_site *s) {
  const char *module = NULL, *from = strchr(s->diag->message, '\''),
             *to = from ? strchr(from + 1, '\'') : NULL;
  dbx_buf name = {0}, all = {0};
  edit_pieces none = {0};
  if (s->file != s->diag->span.file || s->diag->code != DBX_E201 || !to) return;
  dbx_putn(&name, from + 1, (size_t)(to - from - 1));
  for (uint32_t i = 0; i < s->diag->n_notes; i++)
    if (s->diag->notes[i].kind == DBX_NOTE_IMPORT) module = s->diag->notes[i].subject;
  bool found = false;
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
    bool own = !strcmp(usual[i].name, dbx_text(&name));
    found |= own;
    if (own || is_missing(s, usual[i].name))
      dbx_printf(&all, "%s%s", all.n ? "\n" : "", usual[i].statement);
  }
  if (!found && module) dbx_printf(&all, "%simport %s", all.n ? "\n" : "", module);
  if (found || module) edit_add_importing(s, dbx_text(&all), &none, "");
  dbx_buf_free(&name), dbx_buf_free(&all);
}

// An axis name that is bound: the message lists them as ['i', 'j'].
static void bound_axis(edit_site *s) {
  const dbx_node *n = s->failing;
  const char *at = strchr(s->diag->message, '[');
  if (!edit_says(s, "unbound axis name") || !at || !n || n->kind != DBX_N_Call) return;
  while ((at = strchr(at, '\''))) {
    const char *end = strchr(++at, '\'');
    if (!end) return;
    for (uint32_t i = 0; i < n->l.n; i++)
      if (n->l.at[i]->kind == DBX_N_Constant && n->l.at[i]->constant == DBX_C_STR)
        edit_addf(s, n->l.at[i]->span, "\"%.*s\"", (int)(end - at), at);
    for (uint32_t i = 0; i < n->more->m.n; i++)
      if (n->more->m.at[i]->a->constant == DBX_C_STR)
        edit_addf(s, n->more->m.at[i]->a->span, "\"%.*s\"", (int)(end - at), at);
    at = end + 1;
  }
}

// ---- texts and numbers, names of another function ----

static void as_text(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_BinOp);
  dbx_buf b = {0};
  if (!n || n->op != DBX_OP_Add || !edit_says(s, "str")) return;
  bool right = edit_says(s, "can only concatenate str");
  const dbx_node *other = right ? n->b : n->a;
  edit_addf(s, other->span, "str(%s)", edit_source(s, &b, other));
  dbx_buf_free(&b);
}

// `global NAME` or `nonlocal NAME` at the head of the function that assigns it.
static void of_outer_scope(edit_site *s) {
  const dbx_node *f = edit_function(s);
  const char *from = strchr(s->diag->message, '\''), *to = from ? strchr(from + 1, '\'') : NULL;
  static const char *const words[] = {"nonlocal", "global"};
  if (!f || !f->l.n || !to) return;
  uint32_t at = f->l.at[0]->span.begin;
  for (int i = 0; i < 2; i++) {
    dbx_buf b = {0}, text = {0};
    dbx_printf(&text, "%s %.*s", words[i], (int)(to - from - 1), from + 1);
    dbx_printf(&b, "%s\n%*s", dbx_text(&text), (int)edit_indent(s, at), "");
    edit_add(s, edit_place(s, at, at), dbx_text(&b), dbx_text(&text));
    dbx_buf_free(&b), dbx_buf_free(&text);
  }
}

// ---- methods of lists ----

// `x.append(v)` of an array: `x = jnp.append(x, v)`.
static void append_to_array(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_Expr), *call = n ? n->a : NULL;
  dbx_buf x = {0}, v = {0};
  if (!edit_jnp() || !call || call->kind != DBX_N_Call || call->l.n != 1 ||
      call->a->kind != DBX_N_Attribute || call->a->a->kind != DBX_N_Name ||
      strcmp(dbx_sym_text(call->a->name), "append") != 0)
    return;
  edit_source(s, &x, call->a->a), edit_source(s, &v, call->l.at[0]);
  edit_addf(s, n->span, "%s = %s.append(%s, %s)", dbx_text(&x), edit_jnp(), dbx_text(&x),
            dbx_text(&v));
  dbx_buf_free(&x), dbx_buf_free(&v);
}

// ---- arguments ----

// for_loop(n): from 0, in steps of 1.
static void bounds_of_loop(edit_site *s, const dbx_node *n) {
  dbx_buf b = {0};
  if (!strcmp(edit_callee(n), "for_loop") && n->l.n == 1 && !n->more->m.n)
    edit_addf(s, n->l.at[0]->span, "0, %s, 1", edit_source(s, &b, n->l.at[0]));
  if (!strcmp(edit_callee(n), "for_loop") && n->l.n == 2)
    edit_addf(s, n->l.at[1]->span, "%s, 1", edit_source(s, &b, n->l.at[1]));
  dbx_buf_free(&b);
}

// A body of a loop has a parameter for the index and one for each carry, and gives each of them.
static void give_parameter(edit_site *s, const dbx_node *f, const dbx_node *loop,
                           const dbx_node *call) {
  const dbx_nodes *p = &f->a->more->m;
  const dbx_node *result = edit_result_of(f), *last = call->l.n ? call->l.at[call->l.n - 1] : NULL;
  bool counted = dbx_ends_in(edit_callee(loop), "for_loop");
  if (!p->n || !last || p->n + 1 != call->l.n + counted) return;
  uint32_t begin = p->at[0]->span.begin, end = p->at[p->n - 1]->span.end;
  if (counted) edit_add(s, edit_place(s, begin, begin), "i, ", NULL);
  if (!result) return;
  dbx_buf name = {0}, text = {0}, say = {0};
  edit_pieces pieces = {0};
  if (last->kind == DBX_N_Name) edit_source(s, &name, last);
  else dbx_put(&name, "carry");
  dbx_printf(&text, ", %s", dbx_text(&name));
  edit_piece(&pieces, edit_place(s, end, end), dbx_text(&text));
  edit_piece(&pieces, edit_place(s, result->span.end, result->span.end), dbx_text(&text));
  dbx_printf(&say, "%s takes and returns %s, too", dbx_sym_text(f->name), dbx_text(&name));
  edit_add_pieces(s, &pieces, dbx_text(&say));
  dbx_buf_free(&name), dbx_buf_free(&text), dbx_buf_free(&say);
}

static void drop_arguments(edit_site *s, const dbx_node *n) {
  const char *at = strstr(s->diag->message, "() takes ");
  uint32_t takes = at ? (uint32_t)strtoul(at + strlen("() takes "), NULL, 10) : 0;
  if (!at || takes >= n->l.n) return;
  uint32_t from = takes ? n->l.at[takes - 1]->span.end : n->l.at[0]->span.begin;
  edit_add(s, edit_place(s, from, n->l.at[n->l.n - 1]->span.end), "", NULL);
}

// The condition of a while_loop takes what its body takes.
static void parameters_of_body(edit_site *s, const dbx_node *f, const dbx_node *loop) {
  const dbx_node *test = loop->kind == DBX_N_Call && loop->l.n ? loop->l.at[0] : NULL;
  if (test && test->kind == DBX_N_Name) test = edit_definition(s, test->name, loop->span.begin);
  if (!test || (test->kind != DBX_N_Lambda && test->kind != DBX_N_FunctionDef)) return;
  const dbx_nodes *has = &test->a->more->m, *wants = &f->a->more->m;
  if (!dbx_ends_in(edit_callee(loop), "while_loop") || !has->n || has->n == wants->n) return;
  dbx_buf b = {0};
  for (uint32_t i = 0; i < wants->n; i++) {
    const dbx_node *p = (i < has->n ? has : wants)->at[i];
    dbx_printf(&b, "%s%s", i ? ", " : "", dbx_sym_text(p->name));
  }
  edit_add(s, edit_place(s, has->at[0]->span.begin, has->at[has->n - 1]->span.end), dbx_text(&b),
           NULL);
  dbx_buf_free(&b);
}

// A method without `self`.
static void give_self(edit_site *s, const dbx_node *call) {
  const dbx_node *f =
      call->a->kind == DBX_N_Attribute ? edit_function_named(s, call->a->name) : NULL;
  if (!f || !edit_indent(s, f->span.begin) || (f->a->more->m.n && f->a->more->m.n != call->l.n))
    return;
  bool takes = f->a->more->m.n > 0;
  const char *open = memchr(s->text + f->span.begin, '(', f->span.end - f->span.begin);
  uint32_t at = open ? (uint32_t)(open - s->text) + 1 : 0;
  if (!takes || strcmp(dbx_sym_text(f->a->more->m.at[0]->name), "self") != 0)
    edit_add(s, edit_place(s, at, at), takes ? "self, " : "self", NULL);
}

// The body of a fori_loop takes the index first.
static void give_index(edit_site *s, const dbx_node *call) {
  if (!dbx_ends_in(edit_callee(call), "fori_loop") || call->l.n < 3) return;
  const dbx_node *f = call->l.at[2];
  if (f->kind == DBX_N_Name) f = edit_definition(s, f->name, call->span.begin);
  bool body = f && (f->kind == DBX_N_Lambda || f->kind == DBX_N_FunctionDef);
  if (body && f->a->more->m.n == 1)
    edit_add(s, edit_place(s, f->a->more->m.at[0]->span.begin, f->a->more->m.at[0]->span.begin),
             "i, ", NULL);
}

// `for_loop(0, n, 1)` in the line before a definition: `@for_loop(0, n, 1)`.
static void decorate(edit_site *s, const dbx_node *f) {
  static const char *const names[] = {"for_loop", "while_loop", "cond",
                                      "qjit",     "otherwise",  "else_if"};
  dbx_place p = dbx_source_place(s->file, f->span.begin);
  if (!p.start || f->more->m.n) return;
  p = dbx_source_place(s->file, p.start - 1);
  uint32_t from = edit_indent(s, p.start);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (p.length > from && !strncmp(p.text + from, names[i], strlen(names[i])))
      edit_add(s, edit_place(s, p.start + from, p.start + from), "@", NULL);
}

static void mend_arguments(edit_site *s) {
  const dbx_node *n = edit_call(s), *f = edit_called(s), *loop = f ? edit_loop(s, f) : NULL;
  if (edit_says(s, "_loop() missing")) edits_of_bare_loop(s);
  if (!n || s->file != s->diag->span.file) return;
  bounds_of_loop(s, n);
  if (f) decorate(s, f);
  if (edit_says(s, "missing")) edits_of_missing_argument(s, n, f);
  bool given = edit_says(s, "were given") || edit_says(s, "was given");
  if (loop && (given || edit_says(s, "missing"))) parameters_of_body(s, f, loop);
  if (given) give_index(s, n), give_self(s, n);
  if (edit_says(s, "were given") && loop) give_parameter(s, f, loop, n);
  if (edit_says(s, "were given")) drop_arguments(s, n);
}

// ---- places, keys and numbers of Python ----

static void last_element(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_Subscript);
  if (!n || n->b->kind != DBX_N_Constant || n->b->constant != DBX_C_INT) return;
  edit_add(s, n->b->span, "-1", NULL);
  if (n->b->value->i > 0) edit_addf(s, n->b->span, "%lld", (long long)n->b->value->i - 1);
}

typedef struct keys {
  dbx_sym of;
  dbx_nearest nearest;
} keys;

static void find_keys(void *ctx, const dbx_node *n) {
  keys *k = ctx;
  bool named = n->kind == DBX_N_Assign && n->l.n == 1 && n->l.at[0]->kind == DBX_N_Name &&
               n->l.at[0]->name == k->of && n->a->kind == DBX_N_Dict;
  for (uint32_t i = 0; named && i < n->a->l.n; i++) {
    const dbx_node *key = n->a->l.at[i];
    if (key && key->kind == DBX_N_Constant && key->constant == DBX_C_STR)
      dbx_nearest_part(&k->nearest, key->value->str, key->value->str_n);
  }
}

static void known_key(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_Subscript);
  if (!n || n->a->kind != DBX_N_Name || n->b->kind != DBX_N_Constant || n->b->constant != DBX_C_STR)
    return;
  dbx_buf b = {0};
  dbx_putn(&b, n->b->value->str, n->b->value->str_n);
  keys k = {n->a->name, dbx_nearest_to(dbx_text(&b))};
  edit_walk(s->root, find_keys, &k);
  char quote = s->text[n->b->span.begin];
  if (*k.nearest.best) edit_addf(s, n->b->span, "%c%s%c", quote, k.nearest.best, quote);
  dbx_buf_free(&b);
}

static void not_by_zero(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_BinOp);
  dbx_buf whole = {0}, by = {0};
  if (!n || n->b->kind == DBX_N_Constant || !edit_says(s, "zero")) return;
  edit_source(s, &whole, n), edit_source(s, &by, n->b);
  edit_addf(s, n->b->span, "max(%s, 1)", dbx_text(&by));
  edit_addf(s, n->span, "(%s if %s else 0)", dbx_text(&whole), dbx_text(&by));
  dbx_buf_free(&whole), dbx_buf_free(&by);
}

// A size that may be negative: not below zero.
static void not_below_zero(edit_site *s) {
  const dbx_node *n = edit_call(s), *size = n && n->l.n ? n->l.at[0] : NULL;
  dbx_buf b = {0};
  if (!size || !edit_jnp() || !edit_says(s, "negative dimensions")) return;
  bool several = size->kind == DBX_N_Tuple;
  for (uint32_t i = 0; i < (several ? size->l.n : 1); i++) {
    const dbx_node *one = several ? size->l.at[i] : size;
    if (one->kind == DBX_N_Name) one = edit_at(s, edit_making(s, one->span));
    if (one && one->kind == DBX_N_BinOp && one->op == DBX_OP_Sub)
      edit_addf(s, one->span, "%s.maximum(%s, 0)", edit_jnp(), edit_source(s, &b, one));
  }
  dbx_buf_free(&b);
}

void edits_of_names(edit_site *s) {
  const char *code = dbx_code_name(s->diag->code);
  if (s->diag->code == DBX_E701) not_below_zero(s);
  if (strncmp(code, "E2", 2) != 0) return;
  import_names(s);
  if (s->diag->code == DBX_E201) edits_of_results(s);
  if (s->diag->code == DBX_E203) edits_of_methods(s);
  nearest_name(s);
  switch (s->diag->code) {
  case DBX_E201:
    edits_of_bare_condition(s), bound_axis(s), edits_of_order(s);
    edits_of_unused_parameter(s);
    break;
  case DBX_E202:
    edits_of_condition_arguments(s);
    edits_of_idioms(s), edits_of_branch_operands(s), mend_arguments(s);
    edits_of_missing_carry(s);
    break;
  case DBX_E203: append_to_array(s); break;
  case DBX_E204: edits_of_range(s), as_text(s), edits_of_tuples(s), edits_of_calls(s); break;
  case DBX_E206: edits_of_index(s), last_element(s); break;
  case DBX_E207: known_key(s); break;
  case DBX_E209: not_by_zero(s); break;
  case DBX_E214: edits_of_idioms(s), edits_of_maps(s); break;
  case DBX_E215: of_outer_scope(s); break;
  default: break;
  }
}
