// The lexer (see token.h): logical lines, indentation, names, numbers, strings.
#include "lang/syntax/token.h"

#include "base/buf.h"
#include "base/poll.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

typedef struct lexer {
  uint32_t file, n, i;
  const char *s;
  dbx_tokens *out;
  dbx_vec(uint32_t) indents, alt; // columns with tabs as 8, and as 1: they must agree
  dbx_vec(char) brackets;
  dbx_u32s bracket_at;
  bool line_start, unfinished;
  dbx_sym single[128]; // of operators of one character, which are looked up once
} lexer;

static dbx_span span(const lexer *x, uint32_t begin, uint32_t end) {
  return (dbx_span){x->file, begin, end};
}

static void push_word(lexer *x, dbx_token_kind kind, uint32_t begin, dbx_sym name, char first) {
  dbx_push(x->out, ((dbx_token){(uint8_t)kind, first, begin, x->i, name}));
}

static void push(lexer *x, dbx_token_kind kind, uint32_t begin, uint32_t end) {
  dbx_push(x->out, ((dbx_token){(uint8_t)kind, 0, begin, end, 0}));
}

static char peek(const lexer *x, uint32_t k) { return x->i + k < x->n ? x->s[x->i + k] : 0; }

// ---- UTF-8 ----

// Neither null bytes nor parts of longer characters.
static bool eight_ascii(const char *s) {
  uint64_t c, low = 0x0101010101010101u;
  memcpy(&c, s, 8);
  return !((c | (c - low)) & (low << 7));
}

static dbx_status check_utf8(const lexer *x) {
  for (uint32_t i = 0; i < x->n;) {
    if (x->n - i >= 8 && eight_ascii(x->s + i)) {
      i += 8;
      continue;
    }
    if (x->s[i] > 0) {
      i++;
      continue;
    }
    utf8proc_int32_t c;
    utf8proc_ssize_t k =
        utf8proc_iterate((const utf8proc_uint8_t *)x->s + i, (utf8proc_ssize_t)(x->n - i), &c);
    if (k < 1)
      return dbx_fail(DBX_E105, span(x, i, i + 1), "the source is not valid UTF-8 at byte %u", i);
    if (c == 0)
      return dbx_fail(DBX_E105, span(x, i, i + 1), "source code cannot contain null bytes");
    i += (uint32_t)k;
  }
  return DBX_OK;
}

static bool ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool ascii_digit(char c) { return c >= '0' && c <= '9'; }

#define LETTERS(a, z) ['a' + (a)... 'a' + (z)] = true, ['A' + (a)... 'A' + (z)] = true
static const bool name_chars[256] = {LETTERS(0, 25), ['0' ... '9'] = true, ['_'] = true};

static bool id_start(utf8proc_int32_t c) {
  if (c >= 0 && c < 128) return ascii_letter((char)c);
  utf8proc_category_t k = utf8proc_category(c);
  return (k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_LO) || k == UTF8PROC_CATEGORY_NL;
}

static bool id_part(utf8proc_int32_t c) {
  if (c >= 0 && c < 128) return ascii_letter((char)c) || ascii_digit((char)c);
  utf8proc_category_t k = utf8proc_category(c);
  return id_start(c) || k == UTF8PROC_CATEGORY_MN || k == UTF8PROC_CATEGORY_MC ||
         k == UTF8PROC_CATEGORY_ND || k == UTF8PROC_CATEGORY_PC;
}

static utf8proc_int32_t char_at(const lexer *x, uint32_t i, uint32_t *len) {
  utf8proc_int32_t c = -1;
  if (i < x->n && x->s[i] > 0) return *len = 1, x->s[i];
  utf8proc_ssize_t k = i < x->n ? utf8proc_iterate((const utf8proc_uint8_t *)x->s + i,
                                                   (utf8proc_ssize_t)(x->n - i), &c)
                                : 0;
  *len = k > 0 ? (uint32_t)k : 1;
  return k > 0 ? c : -1;
}

static dbx_sym normalised(const char *s, uint32_t n) {
  utf8proc_uint8_t *out = NULL;
  const int how = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT;
  // NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange) flags
  utf8proc_ssize_t k = utf8proc_map((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)n, &out, how);
  dbx_sym r = k > 0 ? dbx_intern_n((char *)out, (size_t)k) : dbx_intern_n(s, n);
  free(out);
  return r;
}

// ---- strings ----

static bool is_prefix_char(char c) {
  c |= 32;
  return c == 'r' || c == 'b' || c == 'u' || c == 'f';
}

static uint32_t prefix_length(const lexer *x) {
  uint32_t k = 0;
  while (k < 3 && is_prefix_char(peek(x, k))) k++;
  return peek(x, k) == '"' || peek(x, k) == '\'' ? k : UINT32_MAX;
}

static dbx_status unterminated(const lexer *x, uint32_t begin, uint32_t prefix, bool triple) {
  bool format = false;
  for (uint32_t k = 0; k < prefix; k++) format |= (x->s[begin + k] | 32) == 'f';
  uint32_t line = 1;
  for (uint32_t k = 0; k < x->i; k++) line += x->s[k] == '\n' && k + 1 < x->n;
  return dbx_fail(DBX_E104, span(x, begin, x->i),
                  "unterminated %s%sstring literal (detected at line %u)",
                  triple ? "triple-quoted " : "", format ? "f-" : "", line);
}

static dbx_status lex_string(lexer *x, uint32_t prefix) {
  uint32_t begin = x->i;
  x->i += prefix;
  char q = x->s[x->i];
  bool triple = peek(x, 1) == q && peek(x, 2) == q;
  x->i += triple ? 3 : 1;
  for (;; x->i++) {
    if (x->i >= x->n) {
      x->unfinished |= triple;
      return unterminated(x, begin, prefix, triple);
    }
    if (x->s[x->i] == '\\') {
      x->i += x->i + 1 < x->n;
      if (x->s[x->i] == '\r' && peek(x, 1) == '\n') x->i++;
      continue;
    }
    if (!triple && (x->s[x->i] == '\n' || x->s[x->i] == '\r'))
      return unterminated(x, begin, prefix, false);
    if (x->s[x->i] != q) continue;
    if (!triple) break;
    if (peek(x, 1) == q && peek(x, 2) == q) {
      x->i += 2;
      break;
    }
  }
  x->i++;
  push(x, DBX_T_STRING, begin, x->i);
  return DBX_OK;
}

// ---- numbers ----

static dbx_status digits(lexer *x, int (*ok)(int)) {
  for (bool last = false;; x->i++) {
    char c = peek(x, 0);
    if (c == '_' && last && ok((unsigned char)peek(x, 1))) {
      last = false;
      continue;
    }
    if (!ok((unsigned char)c)) return DBX_OK;
    last = true;
  }
}

static int is_octal(int c) { return c >= '0' && c <= '7'; }
static int is_binary(int c) { return c == '0' || c == '1'; }

static dbx_status bad_number(const lexer *x, uint32_t begin, const char *what) {
  uint32_t end = x->i < x->n ? x->i + 1 : x->n;
  if (isdigit((unsigned char)peek(x, 0)) && x->i > begin + 1)
    return dbx_fail(DBX_E104, span(x, begin, end), "invalid digit '%c' in %s literal", peek(x, 0),
                    what);
  return dbx_fail(DBX_E104, span(x, begin, end), "invalid %s literal", what);
}

static dbx_status lex_number(lexer *x) {
  uint32_t begin = x->i;
  bool real = false;
  char base = peek(x, 0) == '0' ? (char)tolower((unsigned char)peek(x, 1)) : 0;
  if (base == 'x' || base == 'o' || base == 'b') {
    int (*ok)(int) = base == 'x' ? isxdigit : base == 'o' ? is_octal : is_binary;
    x->i += 2;
    if (peek(x, 0) == '_') x->i++;
    uint32_t from = x->i;
    DBX_TRY(digits(x, ok));
    if (x->i == from || isalnum((unsigned char)peek(x, 0)) || peek(x, 0) == '_')
      return bad_number(x, begin, base == 'x' ? "hexadecimal" : base == 'o' ? "octal" : "binary");
    return push(x, DBX_T_NUMBER, begin, x->i), DBX_OK;
  }
  DBX_TRY(digits(x, isdigit));
  uint32_t whole = x->i;
  if (peek(x, 0) == '.') {
    real = true;
    x->i++;
    DBX_TRY(digits(x, isdigit));
  }
  if ((peek(x, 0) | 32) == 'e') {
    uint32_t k = peek(x, 1) == '+' || peek(x, 1) == '-' ? 2 : 1;
    if (isdigit((unsigned char)peek(x, k))) {
      real = true;
      x->i += k;
      DBX_TRY(digits(x, isdigit));
    }
  }
  bool imaginary = (peek(x, 0) | 32) == 'j';
  if (imaginary) x->i++;
  if (!real && !imaginary && x->s[begin] == '0')
    for (uint32_t i = begin; i < whole; i++)
      if (x->s[i] != '0' && x->s[i] != '_')
        return dbx_fail(DBX_E104, span(x, begin, x->i),
                        "leading zeros in decimal integer literals are not permitted; use an 0o "
                        "prefix for octal "
                        "integers");
  if (peek(x, 0) == '_') return bad_number(x, begin, "decimal");
  if (isalpha((unsigned char)peek(x, 0))) {
    // "1if x" is accepted by CPython with a warning for keywords only
    static const char *const keywords[] = {"and", "else", "for", "if", "in", "is", "not", "or"};
    bool keyword = false;
    for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
      keyword |= !strncmp(x->s + x->i, keywords[k], strlen(keywords[k]));
    if (!keyword) return bad_number(x, begin, "decimal");
  }
  push(x, DBX_T_NUMBER, begin, x->i);
  return DBX_OK;
}

// ---- indentation ----

static dbx_status measure_indent(lexer *x, uint32_t *column, uint32_t *alt) {
  *column = *alt = 0;
  for (;; x->i++) {
    char c = peek(x, 0);
    if (c == ' ') (*column)++, (*alt)++;
    else if (c == '\t') *column = (*column / 8 + 1) * 8, (*alt)++;
    else if (c == '\f') *column = *alt = 0;
    else return DBX_OK;
  }
}

static dbx_status indent(lexer *x) {
  uint32_t column, alt, line = x->i;
  DBX_TRY(measure_indent(x, &column, &alt));
  char c = peek(x, 0);
  if (c == '#' || c == '\n' || c == '\r' || c == 0) return DBX_OK; // blank lines do not count
  x->line_start = false;
  uint32_t top = x->indents.n - 1;
  if (column == x->indents.at[top]) {
    if (alt != x->alt.at[top])
      return dbx_fail(DBX_E109, span(x, line, x->i),
                      "inconsistent use of tabs and spaces in indentation");
    return DBX_OK;
  }
  if (column > x->indents.at[top]) {
    if (alt <= x->alt.at[top])
      return dbx_fail(DBX_E109, span(x, line, x->i),
                      "inconsistent use of tabs and spaces in indentation");
    dbx_push(&x->indents, column);
    dbx_push(&x->alt, alt);
    push(x, DBX_T_INDENT, line, x->i);
    return DBX_OK;
  }
  while (column < x->indents.at[x->indents.n - 1]) {
    x->indents.n--, x->alt.n--;
    push(x, DBX_T_DEDENT, x->i, x->i);
  }
  if (column != x->indents.at[x->indents.n - 1])
    return dbx_fail(DBX_E102, span(x, line, x->i),
                    "unindent does not match any outer indentation level");
  if (alt != x->alt.at[x->alt.n - 1])
    return dbx_fail(DBX_E109, span(x, line, x->i),
                    "inconsistent use of tabs and spaces in indentation");
  return DBX_OK;
}

// ---- operators ----

enum { BEGINS = 1, GOES_ON = 2 }; // an operator begins so, a longer one goes on so
static const uint8_t operator_chars[128] = {
    ['+'] = BEGINS,           ['-'] = BEGINS,           ['%'] = BEGINS,
    ['@'] = BEGINS,           ['&'] = BEGINS,           ['|'] = BEGINS,
    ['^'] = BEGINS,           ['~'] = BEGINS,           ['('] = BEGINS,
    [')'] = BEGINS,           ['['] = BEGINS,           [']'] = BEGINS,
    ['{'] = BEGINS,           ['}'] = BEGINS,           [','] = BEGINS,
    [':'] = BEGINS,           [';'] = BEGINS,           ['*'] = BEGINS | GOES_ON,
    ['/'] = BEGINS | GOES_ON, ['<'] = BEGINS | GOES_ON, ['>'] = BEGINS | GOES_ON,
    ['.'] = BEGINS | GOES_ON, ['='] = BEGINS | GOES_ON};

static bool is_operator_char(char c, uint8_t which) {
  return !(c & 0x80) && operator_chars[(unsigned char)c] & which;
}

static uint32_t operator_length(const char *s, uint32_t left) {
  static const char *const longer[] = {
      "**=", "//=", ">>=", "<<=", "...", "!=", "->", ":=", "+=", "-=", "*=", "/=",
      "%=",  "&=",  "|=",  "^=",  "@=",  "**", "//", "<<", ">>", "<=", ">=", "=="};
  if (left > 1 && is_operator_char(s[1], GOES_ON))
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
      uint32_t n = (uint32_t)strlen(longer[i]);
      if (n <= left && !memcmp(s, longer[i], n)) return n;
    }
  return is_operator_char(*s, BEGINS);
}

static dbx_status unfit_bracket(const lexer *x, char close) {
  uint32_t at = x->bracket_at.at[x->bracket_at.n - 1];
  bool near = !memchr(x->s + at, '\n', x->i - at);
  dbx_buf where = {0};
  if (!near) dbx_printf(&where, " on line %u", dbx_source_place(x->file, at).line);
  dbx_fail_(DBX_E101, span(x, x->i, x->i + 1),
            "closing parenthesis '%c' does not match opening parenthesis '%c'%s", close, x->s[at],
            dbx_text(&where));
  return dbx_buf_free(&where), DBX_FAIL;
}

static dbx_status track_bracket(lexer *x, char c) {
  if (c == '(' || c == '[' || c == '{') {
    dbx_push(&x->brackets, c);
    dbx_push(&x->bracket_at, x->i);
    if (x->brackets.n > 200)
      return dbx_fail(DBX_E108, span(x, x->i, x->i + 1), "too many nested parentheses");
    return DBX_OK;
  }
  if (c != ')' && c != ']' && c != '}') return DBX_OK;
  char open = c == ')' ? '(' : c == ']' ? '[' : '{';
  if (!x->brackets.n) return dbx_fail(DBX_E101, span(x, x->i, x->i + 1), "unmatched '%c'", c);
  if (x->brackets.at[x->brackets.n - 1] != open) return unfit_bracket(x, c);
  x->brackets.n--, x->bracket_at.n--;
  return DBX_OK;
}

static dbx_sym operator_symbol(lexer *x, const char *s, uint32_t n) {
  if (n > 1) return dbx_intern_n(s, n);
  dbx_sym *y = &x->single[(unsigned char)*s];
  return *y ? *y : (*y = dbx_intern_n(s, n));
}

static dbx_status lex_operator(lexer *x) {
  uint32_t begin = x->i, n = operator_length(x->s + begin, x->n - begin);
  if (!n) {
    uint32_t len;
    utf8proc_int32_t c = char_at(x, x->i, &len);
    if (c < 128)
      return dbx_fail(DBX_E105, span(x, x->i, x->i + len), "invalid character '%c'", x->s[x->i]);
    return dbx_fail(DBX_E105, span(x, x->i, x->i + len), "invalid character '%.*s' (U+%04X)",
                    (int)len, x->s + x->i, (unsigned)c);
  }
  if (n == 1) DBX_TRY(track_bracket(x, x->s[begin]));
  x->i += n;
  push_word(x, DBX_T_OP, begin, operator_symbol(x, x->s + begin, n), x->s[begin]);
  return DBX_OK;
}

// ---- lines ----

static bool ends_line(const lexer *x) {
  return x->out->n && x->out->at[x->out->n - 1].kind != DBX_T_NEWLINE &&
         x->out->at[x->out->n - 1].kind != DBX_T_INDENT &&
         x->out->at[x->out->n - 1].kind != DBX_T_DEDENT;
}

static void newline(lexer *x) {
  uint32_t begin = x->i;
  if (x->s[x->i] == '\r' && peek(x, 1) == '\n') x->i++;
  x->i++;
  if (x->brackets.n) return;
  if (ends_line(x)) push(x, DBX_T_NEWLINE, begin, x->i);
  x->line_start = true;
}

static dbx_status continuation(lexer *x) {
  x->i++;
  if (peek(x, 0) == '\r') x->i++;
  if (peek(x, 0) != '\n')
    return dbx_fail(DBX_E101, span(x, x->i - 1, x->i + 1),
                    "unexpected character after line continuation character");
  x->i++;
  x->unfinished |= x->i >= x->n;
  return DBX_OK;
}

static void lex_name(lexer *x) {
  uint32_t begin = x->i, end = begin, n = x->n, len;
  const char *s = x->s;
  while (end < n && name_chars[(unsigned char)s[end]]) end++;
  x->i = end;
  if (end == n || !(s[end] & 0x80)) {
    push_word(x, DBX_T_NAME, begin, dbx_intern_n(s + begin, end - begin), s[begin]);
    return;
  }
  while (x->i < x->n && id_part(char_at(x, x->i, &len))) x->i += len;
  dbx_sym name = normalised(x->s + begin, x->i - begin);
  push_word(x, DBX_T_NAME, begin, name, dbx_sym_text(name)[0]);
}

static dbx_status lex_one(lexer *x) {
  char c = peek(x, 0);
  uint32_t len, prefix;
  DBX_TRY(dbx_poll());
  if (c == '\n' || c == '\r') return newline(x), DBX_OK;
  if (c == ' ' || c == '\t' || c == '\f') return x->i++, DBX_OK;
  if (ascii_letter(c)) {
    if (is_prefix_char(c) && (prefix = prefix_length(x)) != UINT32_MAX)
      return lex_string(x, prefix);
    return lex_name(x), DBX_OK;
  }
  if (c == '#') {
    while (x->i < x->n && x->s[x->i] != '\n' && x->s[x->i] != '\r') x->i++;
    return DBX_OK;
  }
  if (c == '\\') return continuation(x);
  if (ascii_digit(c) || (c == '.' && ascii_digit(peek(x, 1)))) return lex_number(x);
  if (c == '"' || c == '\'') return lex_string(x, 0);
  if ((c & 0x80) && id_start(char_at(x, x->i, &len))) return lex_name(x), DBX_OK;
  return lex_operator(x);
}

static dbx_status lex_all(lexer *x) {
  while (x->i < x->n) {
    if (x->line_start && !x->brackets.n) DBX_TRY(indent(x));
    while (peek(x, 0) == ' ') x->i++;
    if (x->i < x->n) DBX_TRY(lex_one(x));
  }
  if (x->brackets.n) {
    uint32_t at = x->bracket_at.at[x->brackets.n - 1];
    x->unfinished = true;
    return dbx_fail(DBX_E101, span(x, at, at + 1), "'%c' was never closed",
                    x->brackets.at[x->brackets.n - 1]);
  }
  if (ends_line(x)) push(x, DBX_T_NEWLINE, x->n, x->n);
  while (x->indents.n-- > 1) push(x, DBX_T_DEDENT, x->n, x->n);
  push(x, DBX_T_END, x->n, x->n);
  return DBX_OK;
}

static dbx_status lex_from(uint32_t file, uint32_t begin, uint32_t end, bool field,
                           dbx_lex_result *ret) {
  size_t n;
  *ret = (dbx_lex_result){0};
  lexer x = {.file = file, .out = &ret->tokens, .line_start = !field, .i = begin};
  x.s = dbx_source_text(file, &n);
  x.n = field ? end : (uint32_t)n;
  dbx_reserve(x.out, (x.n - x.i) / 2);
  dbx_push(&x.indents, 0);
  dbx_push(&x.alt, 0);
  dbx_status st = field ? DBX_OK : check_utf8(&x);
  if (!field && x.n >= 3 && !memcmp(x.s, "\xEF\xBB\xBF", 3)) x.i = 3;
  while (field && x.i < x.n && st == DBX_OK) { // newlines inside are blanks
    if (x.s[x.i] == '\n' || x.s[x.i] == '\r') x.i++;
    else st = lex_one(&x);
  }
  if (st == DBX_OK) st = lex_all(&x);
  ret->unfinished = x.unfinished;
  dbx_vec_free(&x.indents), dbx_vec_free(&x.alt), dbx_vec_free(&x.brackets),
      dbx_vec_free(&x.bracket_at);
  return st;
}

dbx_status dbx_lex(uint32_t file, dbx_lex_result *ret) { return lex_from(file, 0, 0, false, ret); }

dbx_status dbx_lex_range(uint32_t file, uint32_t begin, uint32_t end, dbx_lex_result *ret) {
  return lex_from(file, begin, end, true, ret);
}

void dbx_lex_free(dbx_lex_result *r) { dbx_vec_free(&r->tokens); }
