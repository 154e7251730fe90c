// Edits of texts that cannot be read (see edits.h).
#include "debug/edits/edits.h"

#include "base/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    edit_addf(s, edit_place(s, end - header, end - header), "%c", pairs[i][1]);
  }
}

static void compare_instead(edit_site *s) {
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin);
  for (uint32_t i = s->diag->span.begin; i < p.start + p.length; i++)
    if (s->text[i] == '=') {
      edit_add(s, edit_place(s, i, i + 1), "==", NULL);
      return;
    }
}

static void call_print(edit_site *s) {
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin);
  uint32_t begin = s->diag->span.begin, end = end_of_code(&p), to = begin;
  while (to < end && isalnum((unsigned char)s->text[to])) to++;
  int name = (int)(to - begin);
  while (to < end && s->text[to] == ' ') to++;
  edit_addf(s, edit_place(s, begin, end), "%.*s(%.*s)", name, s->text + begin, (int)(end - to),
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
  edit_add(s, edit_place(s, p.start, end), dbx_text(&b), "the body, indented");
  dbx_buf_free(&b);
}

static void outdent_line(edit_site *s) {
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin);
  uint32_t end = p.start + blanks(&p);
  if (!p.start) return edit_add(s, edit_place(s, 0, end), "", NULL);
  dbx_place before = dbx_source_place(s->file, p.start - 1);
  edit_addf(s, edit_place(s, p.start, end), "%.*s", (int)blanks(&before), before.text);
}

static void close_string(edit_site *s) {
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin);
  uint32_t end = end_of_code(&p), begin = s->diag->span.begin, at = end;
  while (begin < end && s->text[begin] != '"' && s->text[begin] != '\'') begin++;
  if (begin == end) return;
  while (at > begin + 1 && strchr(")]}:,", s->text[at - 1])) at--;
  edit_addf(s, edit_place(s, at, at), "%c", s->text[begin]);
  edit_addf(s, edit_place(s, end, end), "%c", s->text[begin]);
}

static void else_if(edit_site *s) {
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin);
  uint32_t at = p.start + blanks(&p);
  if (p.length >= blanks(&p) + 7 && !memcmp(s->text + at, "else if", 7))
    edit_add(s, edit_place(s, at, at + 7), "elif", NULL);
}

// `n++` of other languages: `n += 1`.
static void increment(edit_site *s) {
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin);
  uint32_t from = p.start + blanks(&p), end = end_of_code(&p);
  bool more = end > from + 2 && s->text[end - 1] == '+' && s->text[end - 2] == '+',
       less = end > from + 2 && s->text[end - 1] == '-' && s->text[end - 2] == '-';
  if (more || less) edit_add(s, edit_place(s, end - 2, end), more ? " += 1" : " -= 1", NULL);
}

// ---- commas and operators ----

static uint32_t before_blanks(const edit_site *s, uint32_t at) {
  while (at > 0 && s->text[at - 1] == ' ') at--;
  return at;
}

static void forgotten_comma(edit_site *s) {
  uint32_t at = before_blanks(s, s->diag->span.begin);
  edit_add(s, edit_place(s, at, at), ",", NULL);
}

// An operator without its second operand, or one of two that follow each other.
static void operator_too_many(edit_site *s) {
  static const char operators[] = "+-*/%@&|^.,";
  uint32_t begin = s->diag->span.begin, at = before_blanks(s, begin), end = begin;
  if (!at || !s->text[begin]) return;
  if (strchr(operators, s->text[at - 1]))
    edit_add(s, edit_place(s, before_blanks(s, at - 1), at), "", NULL);
  if (!strchr(operators, s->text[begin])) return;
  while (s->text[++end] == ' ') continue;
  edit_add(s, edit_place(s, begin, end), "", NULL);
}

// Operators of other languages.
static void other_operators(edit_site *s) {
  static const char *const pairs[][2] = {{"&&", "and"}, {"||", "or"}, {"=>", ">="},
                                         {"=<", "<="},  {"<>", "!="}, {"!", "not "}};
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin);
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    size_t n = strlen(pairs[i][0]);
    for (uint32_t k = 0; k + n <= p.length; k++)
      if (!memcmp(p.text + k, pairs[i][0], n) && !(n == 1 && p.text[k + 1] == '='))
        edit_add(s, edit_place(s, p.start + k, p.start + k + (uint32_t)n), pairs[i][1], NULL);
  }
}

// ---- keywords ----

// `retrun x`: the first word of the line, as the keyword that it is like.
static void misspelled_keyword(edit_site *s) {
  static const char *const words[] = {"return", "def",  "for",    "while", "if",   "elif",
                                      "else",   "from", "import", "class", "with", "assert"};
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin);
  uint32_t from = blanks(&p), to = from;
  dbx_buf b = {0};
  while (to < p.length && isalpha((unsigned char)p.text[to])) to++;
  dbx_putn(&b, p.text + from, to - from);
  dbx_nearest near = dbx_nearest_to(dbx_text(&b));
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    dbx_nearest_part(&near, words[i], strlen(words[i]));
  if (b.n > 1 && *near.best && strcmp(near.best, dbx_text(&b)) != 0)
    edit_add(s, edit_place(s, p.start + from, p.start + to), near.best, NULL);
  dbx_buf_free(&b);
}

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

// A keyword as a parameter: with an underscore behind it, in the whole function.
static void keyword_as_parameter(edit_site *s) {
  dbx_place p = dbx_source_place(s->file, s->diag->span.begin), line = p;
  uint32_t begin = s->diag->span.begin, n = 0, end;
  edit_pieces pieces = {0};
  while (in_name(s->text[begin + n])) n++;
  for (;;) { // up to a line that is not deeper than the definition
    end = line.start + line.length;
    if (!n || !s->text[end] || !s->text[end + 1]) break;
    line = dbx_source_place(s->file, end + 1);
    if (line.length > blanks(&line) && blanks(&line) <= blanks(&p)) break;
  }
  for (uint32_t at = begin; n && at + n <= end; at++)
    if (!memcmp(s->text + at, s->text + begin, n) && !in_name(s->text[at - 1]) &&
        !in_name(s->text[at + n]))
      edit_piece(&pieces, edit_place(s, at + n, at + n), "_");
  dbx_buf say = {0};
  dbx_printf(&say, "%.*s_ for %.*s, which is a keyword", (int)n, s->text + begin, (int)n,
             s->text + begin);
  if (n) edit_add_pieces(s, &pieces, dbx_text(&say));
  else edit_pieces_free(&pieces);
  dbx_buf_free(&say);
}

void edits_of_unread(edit_site *s) {
  dbx_span at = s->diag->span;
  if (edit_says(s, "else_if") || edit_says(s, "invalid syntax") || edit_says(s, "expected ':'"))
    else_if(s);
  if (edit_says(s, "forgot a comma")) forgotten_comma(s);
  if (edit_says(s, "invalid syntax")) increment(s), misspelled_keyword(s), other_operators(s);
  if (edit_says(s, "invalid syntax")) operator_too_many(s);
  if (edit_says(s, "expected a parameter name")) keyword_as_parameter(s);
  if (edit_says(s, "expected ':'")) edit_add(s, edit_place(s, at.begin, at.begin), ":", NULL);
  if (edit_says(s, "was never closed")) close_bracket(s);
  if (edit_says(s, "instead of '='")) compare_instead(s);
  if (edit_says(s, "Missing parentheses in call")) call_print(s);
  if (edit_says(s, "expected an indented block")) indent_body(s);
  if (edit_says(s, "unexpected indent")) outdent_line(s);
  if (edit_says(s, "unterminated string") || edit_says(s, "unterminated f-string")) close_string(s);
  if (edit_says(s, "unmatched")) edit_add(s, edit_place(s, at.begin, at.begin + 1), "", NULL);
}
