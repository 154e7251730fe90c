// Edits of texts that cannot be read, and of misspelled or missing names (see edits.h).
#include "debug/edits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool says(const edit_site *s, const char *part) {
  return strstr(s->diag->message, part) != NULL;
}

static dbx_span at_place(const edit_site *s, uint32_t begin, uint32_t end) {
  return (dbx_span){s->file, begin, end};
}

// ---- texts that cannot be read ----

// Where the code of a line ends: before blanks and a comment.
static uint32_t end_of_code(const dbx_place *p) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->length && p->text[i] != '#'; i++)
    if (!isspace((unsigned char)p->text[i])) n = i + 1;
  return p->start + n;
}

static void close_bracket(edit_site *s) {
  static const char pairs[][3] = {"()", "[]", "{}"};
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin);
  uint32_t end = end_of_code(&p);
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    if (s->text[s->diag->span.begin] != pairs[i][0]) continue;
    bool header = end > p.start && s->text[end - 1] == ':';
    edit_addf(s, at_place(s, end - header, end - header), "%c", pairs[i][1]);
  }
}

static void compare_instead(edit_site *s) {
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin);
  for (uint32_t i = s->diag->span.begin; i < p.start + p.length; i++)
    if (s->text[i] == '=') {
      edit_add(s, at_place(s, i, i + 1), "==", NULL);
      return;
    }
}

static void call_print(edit_site *s) {
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin);
  uint32_t begin = s->diag->span.begin, end = end_of_code(&p), to = begin;
  while (to < end && isalnum((unsigned char)s->text[to])) to++;
  int name = (int)(to - begin);
  while (to < end && s->text[to] == ' ') to++;
  edit_addf(s, at_place(s, begin, end), "%.*s(%.*s)", name, s->text + begin, (int)(end - to),
            s->text + to);
}

static uint32_t blanks(const dbx_place *p) {
  uint32_t n = 0;
  while (n < p->length && (p->text[n] == ' ' || p->text[n] == '\t')) n++;
  return n;
}

// The lines of the paragraph that stand as deep as the one of the place, four blanks deeper.
static void indent_body(edit_site *s) {
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin), line = p;
  uint32_t depth = blanks(&p), end = p.start;
  dbx_buf b = {0};
  while (line.length > blanks(&line) && blanks(&line) >= depth) {
    dbx_printf(&b, "%s    %.*s", b.n ? "\n" : "", (int)line.length, line.text);
    end = line.start + line.length;
    if (!s->text[end] || !s->text[end + 1]) break;
    line = dbx_source_place(s->file, end + 1);
  }
  edit_add(s, at_place(s, p.start, end), dbx_text(&b), "the body, indented");
  dbx_buf_free(&b);
}

static void outdent_line(edit_site *s) {
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin);
  uint32_t end = p.start + blanks(&p);
  if (!p.start) return edit_add(s, at_place(s, 0, end), "", NULL);
  dbx_place before = dbx_source_place(s->file, p.start - 1);
  edit_addf(s, at_place(s, p.start, end), "%.*s", (int)blanks(&before), before.text);
}

static void close_string(edit_site *s) {
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin);
  uint32_t end = end_of_code(&p), begin = s->diag->span.begin, at = end;
  while (begin < end && s->text[begin] != '"' && s->text[begin] != '\'') begin++;
  if (begin == end) return;
  while (at > begin + 1 && strchr(")]}:,", s->text[at - 1])) at--;
  edit_addf(s, at_place(s, at, at), "%c", s->text[begin]);
  edit_addf(s, at_place(s, end, end), "%c", s->text[begin]);
}

static void else_if(edit_site *s) {
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin);
  uint32_t at = p.start + blanks(&p);
  if (p.length >= blanks(&p) + 7 && !memcmp(s->text + at, "else if", 7))
    edit_add(s, at_place(s, at, at + 7), "elif", NULL);
}

void edits_of_unread(edit_site *s) {
  dbx_span at = s->diag->span;
  if (says(s, "else_if") || says(s, "invalid syntax") || says(s, "expected ':'")) else_if(s);
  if (says(s, "expected ':'")) edit_add(s, at_place(s, at.begin, at.begin), ":", NULL);
  if (says(s, "was never closed")) close_bracket(s);
  if (says(s, "instead of '='")) compare_instead(s);
  if (says(s, "Missing parentheses in call")) call_print(s);
  if (says(s, "expected an indented block")) indent_body(s);
  if (says(s, "unexpected indent")) outdent_line(s);
  if (says(s, "unterminated string") || says(s, "unterminated f-string")) close_string(s);
  if (says(s, "unmatched")) edit_add(s, at_place(s, at.begin, at.begin + 1), "", NULL);
}

// ---- misspelled names ----

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Where a word stands as a name in the error's expression, the last time; false: nowhere.
static bool word_in_place(const edit_site *s, const char *word, size_t n, dbx_span *ret) {
  bool found = false;
  for (uint32_t i = s->diag->span.begin; i + n <= s->diag->span.end; i++)
    if (!memcmp(s->text + i, word, n) && (!i || !in_name(s->text[i - 1])) &&
        !in_name(s->text[i + n]))
      *ret = at_place(s, i, i + (uint32_t)n), found = true;
  return found;
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
  edit_add(s, found ? place : s->diag->span, nearest, NULL);
}

// `import math` as the first statement.
static void import_module(edit_site *s) {
  const char *module = NULL;
  for (uint32_t i = 0; i < s->diag->n_notes; i++)
    if (s->diag->notes[i].kind == DBX_NOTE_IMPORT) module = s->diag->notes[i].subject;
  uint32_t k = 0;
  if (!module || !s->root->l.n || s->file != s->diag->span.file) return;
  while (k + 1 < s->root->l.n && s->root->l.at[k]->kind != DBX_N_Import &&
         (s->root->l.at[k]->kind == DBX_N_Expr ||
          (s->root->l.at[k]->kind == DBX_N_ImportFrom && s->root->l.at[k]->name &&
           !strcmp(dbx_sym_text(s->root->l.at[k]->name), "__future__"))))
    k++;
  uint32_t at = dbx_statement_begin(s->root->l.at[k]);
  dbx_buf b = {0}, text = {0};
  dbx_printf(&text, "import %s", module);
  dbx_printf(&b, "%s\n", dbx_text(&text));
  edit_add(s, at_place(s, at, at), dbx_text(&b), dbx_text(&text));
  dbx_buf_free(&b), dbx_buf_free(&text);
}

// An axis name that is bound: the message lists them as ['i', 'j'].
static void bound_axis(edit_site *s) {
  const dbx_node *n = s->failing;
  const char *at = strchr(s->diag->message, '[');
  if (!says(s, "unbound axis name") || !at || !n || n->kind != DBX_N_Call) return;
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
  if (!n || n->op != DBX_OP_Add || !says(s, "str")) return;
  bool right = says(s, "can only concatenate str");
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
    edit_add(s, at_place(s, at, at), dbx_text(&b), dbx_text(&text));
    dbx_buf_free(&b), dbx_buf_free(&text);
  }
}

// ---- vmap ----

typedef struct mapped {
  edit_site *site;
  uint32_t n; // arguments of the call that failed
} mapped;

// A mapped axis of each argument, with one of them another: (0, 1), (1, 0), or not mapped.
static void give_axes(void *ctx, const dbx_node *n) {
  const mapped *m = ctx;
  if (n->kind != DBX_N_Call || !dbx_ends_in(edit_callee(n), "vmap") || n->l.n != 1) return;
  for (uint32_t i = 0; i < n->more->m.n; i++)
    if (n->more->m.at[i]->name && !strcmp(dbx_sym_text(n->more->m.at[i]->name), "in_axes")) return;
  bool rank = says(m->site, "rank should be");
  for (uint32_t other = m->n; other-- > 0;) {
    dbx_buf b = {0};
    for (uint32_t i = 0; i < m->n; i++)
      dbx_printf(&b, "%s%s", i ? ", " : "", i != other ? "0" : rank ? "None" : "1");
    edit_addf(m->site, at_place(m->site, n->span.end - 1, n->span.end - 1), ", in_axes=(%s%s)",
              dbx_text(&b), m->n == 1 ? "," : "");
    dbx_buf_free(&b);
  }
}

static void mapped_axes(edit_site *s) {
  const dbx_node *n = s->failing;
  if (!n || n->kind != DBX_N_Call || !says(s, "vmap") || n->l.n < 2 || n->l.n > 4) return;
  mapped m = {s, n->l.n};
  if (n->a->kind == DBX_N_Call) give_axes(&m, n->a);
  else edit_walk(s->root, give_axes, &m);
}

void edits_of_names(edit_site *s) {
  const char *code = dbx_code_name(s->diag->code);
  if (strncmp(code, "E2", 2) != 0) return;
  nearest_name(s);
  import_module(s);
  switch (s->diag->code) {
  case DBX_E201: bound_axis(s); break;
  case DBX_E204: as_text(s); break;
  case DBX_E214: mapped_axes(s); break;
  case DBX_E215: of_outer_scope(s); break;
  default: break;
  }
}
