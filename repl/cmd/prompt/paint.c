// See paint.h. The tokens are the lexer's; behind a piece that is none yet, such as a string that
// is being typed, nothing is known.
#include "cmd/prompt/paint.h"

#include "cmd/prompt/paste.h"
#include "debug/debugger.h"
#include "edit/edit.h"
#include "lang/lang.h"
#include "lang/object/above.h"
#include "lang/syntax/parser.h"
#include "lang/syntax/token.h"

#include <string.h>

static void fill(unsigned char *color, size_t from, size_t to, edit_color c) {
  if (from < to) memset(color + from, (int)c, to - from);
}

// ---- brackets ----

static bool opens(const dbx_token *t) {
  return t->kind == DBX_T_OP && t->end == t->begin + 1 && t->first && strchr("([{", t->first);
}
static bool closes(const dbx_token *t) {
  return t->kind == DBX_T_OP && t->end == t->begin + 1 && t->first && strchr(")]}", t->first);
}

// The one that belongs to token i, or i.
static uint32_t partner(const dbx_tokens *l, uint32_t i) {
  int by = opens(&l->at[i]) ? 1 : -1, depth = 0;
  for (uint32_t k = i; k < l->n; k += (uint32_t)by) {
    depth += (opens(&l->at[k]) - closes(&l->at[k])) * by;
    if (!depth) return k;
  }
  return i;
}

static bool fit(char open, char close) {
  return (open == '(' && close == ')') || (open == '[' && close == ']') ||
         (open == '{' && close == '}');
}

static void paint_brackets(const dbx_tokens *l, size_t cursor, unsigned char *color) {
  for (uint32_t i = l->n; i-- > 0;) {
    const dbx_token *t = &l->at[i];
    if ((!opens(t) && !closes(t)) || (t->begin != cursor && t->end != cursor)) continue;
    uint32_t k = partner(l, i);
    if (k == i && opens(t)) return; // it is still to come
    const dbx_token *u = &l->at[k];
    bool right = k != i && (opens(t) ? fit(t->first, u->first) : fit(u->first, t->first));
    color[t->begin] = right ? EDIT_MATCHED : EDIT_LONELY;
    if (k != i) color[u->begin] = color[t->begin];
    return;
  }
}

// ---- tokens ----

static bool is_known(dbx_sym name) {
  if (dict_get_sym(lang_now->globals, name).tag != PV_UNBOUND) return true;
  return above()->builtin(name).tag != PV_UNBOUND;
}

static edit_color color_of(const dbx_token *t, const dbx_token *before) {
  bool attribute = before && before->kind == DBX_T_OP && before->first == '.';
  if (t->kind == DBX_T_STRING) return EDIT_STRING;
  if (t->kind == DBX_T_NUMBER) return EDIT_NUMBER;
  if (t->kind != DBX_T_NAME) return EDIT_PLAIN;
  if (dbx_is_keyword(t->name)) return EDIT_KEYWORD;
  return !attribute && is_known(t->name) ? EDIT_KNOWN : EDIT_PLAIN;
}

// What stands between two tokens: blanks, and comments.
static void paint_gap(const char *text, size_t from, size_t to, unsigned char *color) {
  for (size_t i = from; i < to; i++) {
    if (text[i] != '#') continue;
    size_t begin = i;
    while (i < to && text[i] != '\n') i++;
    fill(color, begin, i, EDIT_COMMENT);
  }
}

static void paint_tokens(const char *text, size_t n, const dbx_tokens *l, unsigned char *color) {
  size_t at = 0;
  for (uint32_t i = 0; i < l->n; i++) {
    const dbx_token *t = &l->at[i];
    if (t->end <= t->begin || t->end > n || t->begin < at) continue;
    paint_gap(text, at, t->begin, color);
    fill(color, t->begin, t->end, color_of(t, i ? t - 1 : NULL));
    at = t->end;
  }
  size_t string = at + strcspn(text + at, "'\"#");
  paint_gap(text, at, string < n && text[string] == '#' ? n : at, color);
  if (string < n && text[string] != '#') fill(color, string, n, EDIT_STRING);
}

void paint_text(const char *text, size_t n, size_t cursor, unsigned char *color) {
  dbx_lex_result lex;
  if (paste_is_command(text)) {
    fill(color, 0, strcspn(text, " \n"), EDIT_COMMAND);
    return;
  }
  uint32_t file = dbx_source_add("<typed>", text, n);
  size_t refused = n; // where a bracket closes what is not open
  if (dbx_lex(file, &lex) != DBX_OK) {
    refused = dbx_diag_pending()->span.begin;
    dbx_diag_forget();
  }
  paint_tokens(text, n, &lex.tokens, color);
  paint_brackets(&lex.tokens, cursor, color);
  fill(color, 0, debugger_word(text), EDIT_COMMAND);
  if (refused < n && text[refused] && strchr(")]}", text[refused])) color[refused] = EDIT_LONELY;
  dbx_lex_free(&lex);
  dbx_source_forget(file);
}
