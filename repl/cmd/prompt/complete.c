// What the word before the cursor may become, by what stands before it (see complete.h).
#include "cmd/prompt/complete.h"

#include "cmd/prompt/complete_in.h"
#include "debug/debugger.h"
#include "ir/dtype.h"
#include "lang/modules/near.h"
#include "lang/object/above.h"
#include "lang/syntax/parser.h"
#include "lang/syntax/token.h"

#include <string.h>

void complete_add(void *ctx, const char *text) {
  const completion *c = ctx;
  dbx_buf b = {0};
  dbx_putn(&b, c->line + c->begin, c->from > c->begin ? c->from - c->begin : 0);
  size_t before = c->from < c->begin ? c->begin - c->from : 0;
  if (strlen(text) >= before && !strncmp(text, c->line + c->from, before))
    dbx_put(&b, text + before), c->add(dbx_text(&b));
  dbx_buf_free(&b);
}

dbx_nearest complete_from(completion *c, size_t from) {
  char word[DBX_NEAREST_MAX];
  c->from = from;
  snprintf(word, sizeof word, "%.*s", (int)(c->end - from), c->line + from);
  return dbx_nearest_each(word, complete_add, c);
}

// ---- tokens ----

typedef struct place {
  completion *c;
  const dbx_token *at; // before what is completed; blanks and ends of blocks are none of them
  uint32_t n;
  uint32_t first; // the first one of the statement
} place;

static bool is_op(const dbx_token *t, const char *text) {
  return t->kind == DBX_T_OP && !strcmp(dbx_sym_text(t->name), text);
}
static bool is_word(const dbx_token *t, const char *text) {
  return t->kind == DBX_T_NAME && !strcmp(dbx_sym_text(t->name), text);
}
static bool opens(const dbx_token *t) { return is_op(t, "(") || is_op(t, "[") || is_op(t, "{"); }
static bool closes(const dbx_token *t) { return is_op(t, ")") || is_op(t, "]") || is_op(t, "}"); }

static bool is_value(const dbx_token *t) {
  if (t->kind == DBX_T_NUMBER || t->kind == DBX_T_STRING || closes(t)) return true;
  if (t->kind != DBX_T_NAME) return false;
  return !dbx_is_keyword(t->name) || is_word(t, "None") || is_word(t, "True") ||
         is_word(t, "False");
}

// The bracket that closes before token i (not included) stays open; UINT32_MAX: none does.
static uint32_t open_bracket(const place *p, uint32_t i) {
  int depth = 0;
  while (i-- > 0) {
    depth += closes(&p->at[i]) - opens(&p->at[i]);
    if (depth < 0) return i;
  }
  return UINT32_MAX;
}

// Where the operand begins whose last token is i: `f(x)[0].y`.
static uint32_t operand_begin(const place *p, uint32_t i) {
  for (;;) {
    if (closes(&p->at[i])) {
      uint32_t open = open_bracket(p, i);
      if (open == UINT32_MAX) return i;
      i = open;
      if (i && is_value(&p->at[i - 1]) && p->at[i - 1].kind != DBX_T_NUMBER) {
        i--;
        continue;
      }
    }
    if (i < 2 || !is_op(&p->at[i - 1], ".") || !is_value(&p->at[i - 2])) return i;
    i -= 2;
  }
}

// A statement begins behind a line's end, ";", or a colon outside of brackets that is behind a
// word.
static uint32_t statement_begin(const place *p) {
  static const char *const heads[] = {"else", "try",  "finally", "if",    "elif",  "while",
                                      "for",  "with", "def",     "class", "except"};
  int depth = 0;
  uint32_t first = 0;
  for (uint32_t i = 0; i < p->n; i++) {
    depth += opens(&p->at[i]) - closes(&p->at[i]);
    bool head = false;
    for (size_t k = 0; k < sizeof heads / sizeof *heads; k++)
      head |= is_word(&p->at[first], heads[k]);
    if (p->at[i].kind == DBX_T_NEWLINE || (!depth && is_op(&p->at[i], ";")) ||
        (!depth && head && is_op(&p->at[i], ":")))
      first = i + 1;
  }
  return first;
}

// ---- names ----

static void near_words(dbx_nearest *n, bool begins) {
  if (begins)
    dbx_nearest_words(n, "assert break class continue def del elif else except finally for from "
                         "global if import nonlocal pass raise return try while with");
  dbx_nearest_words(n, "False None True lambda not");
}

// What the text itself gives a name: targets, parameters, imports.
static void near_text(const place *p, dbx_nearest *n) {
  for (uint32_t i = 0; i < p->n; i++) {
    const dbx_token *t = &p->at[i];
    if (t->kind != DBX_T_NAME || dbx_is_keyword(t->name)) continue;
    bool assigned = i + 1 < p->n && is_op(t + 1, "=") && open_bracket(p, i) == UINT32_MAX;
    bool after = i && (is_word(t - 1, "for") || is_word(t - 1, "as") || is_word(t - 1, "def") ||
                       is_word(t - 1, "import") || is_word(t - 1, "class"));
    uint32_t open = open_bracket(p, i);
    bool parameter = open != UINT32_MAX && open >= 2 && is_word(&p->at[open - 2], "def") &&
                     (is_op(t - 1, "(") || is_op(t - 1, ",") || is_op(t - 1, "*"));
    if (assigned || after || parameter) dbx_nearest_try(n, dbx_sym_text(t->name));
  }
}

static void near_names(const place *p, dbx_nearest *n) {
  uint32_t i = 0;
  dict_entry *e;
  bool hidden = n->name[0] == '_';
  while (dict_next(lang_now->globals, &i, &e))
    if (is_str(e->key) && (hidden || *STR(e->key)->s != '_')) dbx_nearest_try(n, STR(e->key)->s);
  above()->near_builtin(n);
  if (debugger_is_open()) debugger_near(false, n);
  near_text(p, n);
}

// ---- dtypes ----

// jax.numpy as the program calls it.
static const char *jnp_alias(void) {
  uint32_t i = 0;
  dict_entry *e;
  while (dict_next(lang_now->globals, &i, &e))
    if (is_str(e->key) && is_obj(e->val, T_MODULE) &&
        !strcmp(((o_module *)e->val.o)->def->name, "jax.numpy"))
      return STR(e->key)->s;
  return NULL;
}

static void near_dtypes(dbx_nearest *n, bool declared) {
  const char *jnp = jnp_alias();
  dbx_nearest_words(n, "bool int float complex");
  for (int t = 0; t < DBX_DTYPES; t++) {
    char name[DBX_NEAREST_MAX];
    snprintf(name, sizeof name, "%s.%s", jnp, dbx_dtype_name((dbx_dtype)t));
    if (declared) dbx_nearest_try(n, dbx_dtype_short((dbx_dtype)t));
    else if (jnp) dbx_nearest_try(n, name);
  }
}

// ---- positions ----

static void in_import(place *p, size_t begin) {
  const dbx_token *first = &p->at[p->first], *last = &p->at[p->n - 1];
  dbx_nearest n = complete_from(p->c, begin);
  uint32_t import = p->first;
  while (import < p->n && !is_word(&p->at[import], "import")) import++;
  bool wants = last == first || is_op(last, ",") || is_op(last, "(") || is_word(last, "import");
  if (import == p->n && last != first) dbx_nearest_try(&n, "import");
  else if (!wants) dbx_nearest_try(&n, "as");
  else if (import == p->n || is_word(first, "import")) lang_near_module(&n);
  else complete_of_value(p->c, COMPLETE_IMPORTED, first[1].begin, p->at[import - 1].end, &n);
}

static void add_keyword(void *ctx, const char *name) {
  char word[DBX_NEAREST_MAX + 1];
  snprintf(word, sizeof word, "%s=", name);
  complete_add(ctx, word);
}

// Inside of the brackets of a call, where an argument begins.
static void in_call(place *p, uint32_t open, size_t begin) {
  const dbx_token *last = &p->at[p->n - 1];
  if (!is_op(&p->at[open], "(") || !open || !is_value(&p->at[open - 1])) return;
  if (open > 1 && is_word(&p->at[open - 2], "def")) return;
  if (!is_op(last, "(") && !is_op(last, ",")) return;
  dbx_nearest n = complete_from(p->c, begin);
  n.each = add_keyword;
  complete_of_value(p->c, COMPLETE_KEYWORDS, p->at[operand_begin(p, open - 1)].begin,
                    p->at[open - 1].end, &n);
}

static bool is_declaration(const place *p) {
  return p->n == p->first + 2 && p->at[p->first].kind == DBX_T_NAME && is_op(&p->at[p->n - 1], ":");
}

static bool is_new_name(const dbx_token *t) {
  return is_word(t, "def") || is_word(t, "class") || is_word(t, "as") || is_word(t, "for") ||
         is_word(t, "lambda");
}

static bool wants_dtype(const place *p, uint32_t n) {
  return n > 1 && is_op(&p->at[n - 1], "=") && is_word(&p->at[n - 2], "dtype");
}

static void in_expression(place *p, size_t begin, bool begins) {
  const dbx_token *last = p->n ? &p->at[p->n - 1] : NULL;
  uint32_t open = open_bracket(p, p->n);
  dbx_nearest n = complete_from(p->c, begin);
  if (!begins && is_declaration(p)) {
    near_dtypes(&n, true);
    return;
  }
  if (wants_dtype(p, p->n)) {
    near_dtypes(&n, false);
    return;
  }
  bool parameters = open != UINT32_MAX && open > 1 && is_word(&p->at[open - 2], "def");
  if (parameters && is_op(last, ":")) near_dtypes(&n, false);
  if (parameters && !is_op(last, ":") && !is_op(last, "=")) return; // new names
  near_words(&n, begins);
  near_names(p, &n);
  if (open != UINT32_MAX) in_call(p, open, begin);
}

static void by_tokens(place *p, size_t begin) {
  const dbx_token *last = p->n ? &p->at[p->n - 1] : NULL;
  bool begins = p->first >= p->n;
  if (!begins && (is_word(&p->at[p->first], "import") || is_word(&p->at[p->first], "from"))) {
    in_import(p, begin);
  } else if (!begins && last && is_new_name(last)) {
    return;
  } else if (!begins && last && is_value(last)) {
    dbx_nearest n = complete_from(p->c, begin);
    bool as = is_word(&p->at[p->first], "with") || is_word(&p->at[p->first], "except");
    dbx_nearest_words(&n, as ? "and as else if in is not or" : "and else for if in is not or");
  } else {
    in_expression(p, begin, begins);
  }
}

// Is the byte `to` inside of a string or a comment that begins behind `from`?
static bool is_quoted(const char *line, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    if (line[i] == '"' || line[i] == '\'') return true;
    if (line[i] != '#') continue;
    while (i < to && line[i] != '\n') i++;
    if (i == to) return true;
  }
  return false;
}

// The tokens of line[at, to), without those that have no text. False: `to` is in a string.
static bool read_tokens(const char *line, size_t at, size_t to, dbx_lex_result *ret) {
  uint32_t file = dbx_source_add("<completed>", line + at, to - at), k = 0, end = 0;
  if (dbx_lex(file, ret) != DBX_OK) dbx_diag_forget();
  for (uint32_t i = 0; i < ret->tokens.n; i++) {
    dbx_token t = ret->tokens.at[i];
    if (t.end <= t.begin || t.end > to - at || t.kind == DBX_T_INDENT) continue;
    end = t.end;
    t.begin += (uint32_t)at, t.end += (uint32_t)at;
    ret->tokens.at[k++] = t;
  }
  ret->tokens.n = k;
  dbx_source_forget(file);
  return !is_quoted(line, at + end, to);
}

// Behind the dot of the word that begins at byte `word`.
static void in_attribute(place *p, size_t word, size_t dot) {
  completion *c = p->c;
  const dbx_token *first = &p->at[p->first];
  if (p->first < p->n && (is_word(first, "import") || is_word(first, "from"))) {
    while (p->n && p->at[p->n - 1].end > word) p->n--;
    if (p->n > p->first) in_import(p, word);
    return;
  }
  const dbx_token *last = &p->at[p->n - 1];
  if (!is_value(last) || last->kind == DBX_T_NUMBER) return;
  uint32_t begin = operand_begin(p, p->n - 1);
  bool dtype = wants_dtype(p, begin);
  dbx_nearest n = complete_from(c, dtype ? word : dot);
  if (dtype) near_dtypes(&n, false);
  else complete_of_value(c, COMPLETE_ATTRIBUTES, p->at[begin].begin, dot - 1, &n);
}

void complete_python(completion *c, size_t at) {
  dbx_lex_result lex;
  size_t dot = c->end, word = c->begin > at ? c->begin : at;
  while (dot > word && c->line[dot - 1] != '.') dot--;
  bool attribute = dot > word;
  place p = {.c = c};
  if (read_tokens(c->line, at, attribute ? dot - 1 : word, &lex)) {
    p.at = lex.tokens.at, p.n = lex.tokens.n, p.first = statement_begin(&p);
    if (!attribute) by_tokens(&p, word);
    else if (p.n) in_attribute(&p, word, dot);
  }
  dbx_lex_free(&lex);
}

void complete_word(const char *line, size_t begin, size_t end, void (*add)(const char *word)) {
  completion c = {line, begin, begin, end, add};
  if (line[0] == ':' || line[0] == '?') complete_command(&c);
  else if (!debugger_is_open() || !complete_debugger(&c)) complete_python(&c, 0);
}
