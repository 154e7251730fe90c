// See indent.h. Brackets and strings are looked at as far as a text that is being typed allows.
#include "edit/indent.h"

#include <ctype.h>
#include <string.h>

enum { MOST_OPEN = 64 }; // brackets that are looked at

size_t indent_line_begin(const char *s, size_t at) {
  while (at && s[at - 1] != '\n') at--;
  return at;
}

size_t indent_line_end(const char *s, size_t n, size_t at) {
  while (at < n && s[at] != '\n') at++;
  return at;
}

bool indent_is_blank(const char *s, size_t from, size_t to) {
  while (from < to && strchr(" \t\r\f", s[from])) from++;
  return from >= to;
}

size_t indent_of(const char *s, size_t begin) {
  size_t columns = 0;
  for (; s[begin] == ' ' || s[begin] == '\t'; begin++)
    columns = s[begin] == ' ' ? columns + 1 : (columns / 8 + 1) * 8;
  return columns;
}

static bool has_word(const char *s, size_t n, const char *const *words) {
  size_t k = 0;
  while (k < n && isalpha((unsigned char)s[k])) k++;
  for (; *words; words++)
    if (strlen(*words) == k && !strncmp(s, *words, k)) return true;
  return false;
}

// ---- what is open at the end of a text ----

typedef struct open_state {
  size_t bracket[MOST_OPEN]; // where they are
  size_t n;
  size_t code; // behind the last byte that is neither blank nor comment
  bool in_string;
} open_state;

// Behind the string that begins at i; n: it does not end.
static size_t skip_string(const char *s, size_t n, size_t i, bool *open) {
  char q = s[i];
  size_t k = i + 2 < n && s[i + 1] == q && s[i + 2] == q ? 3 : 1;
  for (i += k; i < n; i++) {
    if (s[i] == '\\') i++;
    else if (k == 1 && s[i] == '\n') return i;
    else if (s[i] == q && (k == 1 || (i + 2 < n && s[i + 1] == q && s[i + 2] == q))) return i + k;
  }
  *open = k == 3;
  return n;
}

static void look(const char *s, size_t n, open_state *ret) {
  for (size_t i = 0; i < n;) {
    if (s[i] == '#') {
      i = indent_line_end(s, n, i);
      continue;
    }
    if (s[i] == '"' || s[i] == '\'') {
      ret->code = i = skip_string(s, n, i, &ret->in_string);
      continue;
    }
    if (strchr("([{", s[i]) && ret->n < MOST_OPEN) ret->bracket[ret->n++] = i;
    if (strchr(")]}", s[i]) && ret->n) ret->n--;
    if (!isspace((unsigned char)s[i])) ret->code = i + 1;
    i++;
  }
}

static size_t statement_begin(const char *s, size_t line) {
  while (line && s[line - 1] == '\n' && line > 1 && s[line - 2] == '\\')
    line = indent_line_begin(s, line - 1);
  return line;
}

size_t indent_next(const char *s, size_t n) {
  static const char *const leaves[] = {"return", "raise", "break", "continue", "pass", NULL};
  open_state o = {.n = 0};
  look(s, n, &o);
  if (o.in_string) return 0;
  size_t line = indent_line_begin(s, n), first = statement_begin(s, line);
  size_t columns = indent_of(s, first), text = first;
  if (o.n) { // a step more than the line with the bracket, or below what follows it
    size_t at = o.bracket[o.n - 1], begin = indent_line_begin(s, at);
    bool last = indent_is_blank(s, at + 1, indent_line_end(s, n, at));
    return last ? indent_of(s, begin) + INDENT_STEP : at - begin + 1;
  }
  if (indent_is_blank(s, line, n)) return columns;
  if (n && s[n - 1] == '\\') return indent_of(s, line) + (first == line ? INDENT_STEP : 0);
  if (o.code && s[o.code - 1] == ':' && o.code > line) return columns + INDENT_STEP;
  while (s[text] == ' ' || s[text] == '\t') text++;
  if (has_word(s + text, n - text, leaves))
    return columns < INDENT_STEP ? 0 : columns - INDENT_STEP;
  return columns;
}

size_t indent_of_partner(const char *s, size_t n) {
  static const char *const follow[] = {"else", "elif", "except", "finally", NULL};
  static const char *const lead[] = {"if",     "elif", "for",   "while", "try",
                                     "except", "else", "async", NULL};
  size_t line = indent_line_begin(s, n), own = indent_of(s, line), text = line;
  while (s[text] == ' ' || s[text] == '\t') text++;
  if (!has_word(s + text, n - text, follow)) return own;
  size_t least = own + 1;
  while (line) {
    size_t end = line - 1;
    line = indent_line_begin(s, end);
    if (indent_is_blank(s, line, end)) continue;
    size_t columns = indent_of(s, line);
    if (columns >= least) continue;
    least = columns;
    for (text = line; s[text] == ' ' || s[text] == '\t';) text++;
    if (has_word(s + text, end - text, lead)) return columns;
  }
  return own;
}
